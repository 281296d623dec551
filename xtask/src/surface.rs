//! The public items of both crates, as rustdoc shows them: what a program may depend on.

use std::collections::BTreeSet;
use std::env;
use std::error::Error;
use std::process::Command;

use crate::{File, read, root};

/// Where the list is.
const LIST: &str = "snapshots/public-items.txt";

/// The crates, by their names in Rust.
const CRATES: [&str; 2] = ["uri_lineage", "regular_bnf"];

/// The modules for generated code and for programs that look at automata; their items have no example
/// each.
const WITHOUT_EXAMPLES: [&str; 2] = ["parser::", "automaton::"];

/// A public item, and the page of the documentation that shows it.
struct Item {
    kind: String,
    path: String,
    page: String,
}

impl Item {
    /// Its variants, fields, constants and methods of its own, sorted; not those of traits.
    fn members(&self) -> BTreeSet<&str> {
        const KINDS: [&str; 5] = ["variant.", "structfield.", "associatedconstant.", "method.", "tymethod."];
        const TRAITS: [&str; 3] = ["id=\"deref-methods", "id=\"trait-implementations\"", "id=\"implementors\""];
        let end = TRAITS.iter().filter_map(|heading| self.page.find(heading)).min().unwrap_or(self.page.len());
        let ids = self.page[..end].split("id=\"").skip(1).filter_map(|text| text.split_once('"'));
        let names = ids.filter_map(|(id, _)| KINDS.iter().find_map(|kind| id.strip_prefix(kind)));
        // A variant has its fields in its name; the method of another `impl` has a number behind it.
        let names = names.filter(|name| !name.contains('.'));
        names.map(|name| name.split('-').next().unwrap_or(name)).collect()
    }

    fn has_example(&self) -> bool {
        self.page.contains("rust-example-rendered")
    }
}

/// Builds the documentation.
fn document() -> Result<(), Box<dyn Error>> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["doc", "--quiet", "--all-features", "--no-deps", "--target-dir", "target"];
    let packages = ["--package", "uri-lineage", "--package", "regular-bnf"];
    let status = Command::new(cargo).args(arguments).args(packages).current_dir(root()).status()?;
    if status.success() { Ok(()) } else { Err("the documentation cannot be built".into()) }
}

/// The items of a crate that rustdoc lists.
fn items(name: &str) -> Result<Vec<Item>, Box<dyn Error>> {
    let folder = format!("target/doc/{name}");
    let all = read(&format!("{folder}/all.html"))?;
    let mut items = Vec::new();
    for section in all.split("<h3 id=\"").skip(1) {
        let (kinds, links) = section.split_once('"').ok_or("a list has no name")?;
        let kind = kinds.strip_suffix('s').unwrap_or(kinds);
        let links = links.split("<li><a href=\"").skip(1);
        for (file, text) in links.filter_map(|link| link.split_once("\">")) {
            let path = text.split('<').next().unwrap_or_default().to_owned();
            let page = read(&format!("{folder}/{file}"))?;
            items.push(Item { kind: kind.to_owned(), path, page });
        }
    }
    if items.is_empty() { Err(format!("{folder} lists no item").into()) } else { Ok(items) }
}

/// The list of all public items, a line each with its members.
pub fn list() -> Result<File, Box<dyn Error>> {
    document()?;
    let mut list = String::new();
    for name in CRATES {
        let items = items(name)?;
        let members: usize = items.iter().map(|item| item.members().len()).sum();
        list += &format!("{name}: {} items with {members} members\n", items.len());
        for item in &items {
            let members: Vec<&str> = item.members().into_iter().collect();
            list += format!("{} {}: {}", item.kind, item.path, members.join(" ")).trim_end_matches([':', ' ']);
            list.push('\n');
        }
        list.push('\n');
    }
    Ok(File::new(LIST, list.trim_end().to_owned() + "\n"))
}

/// The public items whose pages show no example.
pub fn without_example() -> Result<Vec<String>, Box<dyn Error>> {
    document()?;
    let mut found = Vec::new();
    for name in CRATES {
        let missing = items(name)?.into_iter().filter(|item| {
            let is_internal = WITHOUT_EXAMPLES.iter().any(|module| item.path.starts_with(module));
            !item.has_example() && !is_internal && item.kind != "constant"
        });
        found.extend(missing.map(|item| format!("{name}::{}", item.path)));
    }
    Ok(found)
}
