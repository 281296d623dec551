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

/// The public items of a crate.
struct Surface {
    name: &'static str,
    items: Vec<Item>,
}

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

    /// Whether it is no constant, nor in a module whose items have no example each.
    fn needs_example(&self) -> bool {
        self.kind != "constant" && !WITHOUT_EXAMPLES.iter().any(|module| self.path.starts_with(module))
    }

    fn has_example(&self) -> bool {
        self.page.contains("rust-example-rendered")
    }
}

/// The public items, as a file and as a check.
pub struct PublicItems(Vec<Surface>);

impl PublicItems {
    /// Builds the documentation of the crates, and reads it.
    pub fn read() -> Result<Self, Box<dyn Error>> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let arguments = ["doc", "--quiet", "--all-features", "--no-deps", "--target-dir", "target"];
        let packages = ["--package", "uri-lineage", "--package", "regular-bnf"];
        if !Command::new(cargo).args(arguments).args(packages).current_dir(root()).status()?.success() {
            return Err("the documentation cannot be built".into());
        }
        CRATES.into_iter().map(|name| Ok(Surface { name, items: items(name)? })).collect::<Result<_, _>>().map(Self)
    }

    /// The list of all items, a line each with its members.
    pub fn list(&self) -> File {
        let mut list = String::new();
        for Surface { name, items } in &self.0 {
            let members: usize = items.iter().map(|item| item.members().len()).sum();
            list += &format!("{name}: {} items with {members} members\n", items.len());
            for item in items {
                let members: Vec<&str> = item.members().into_iter().collect();
                list += format!("{} {}: {}", item.kind, item.path, members.join(" ")).trim_end_matches([':', ' ']);
                list.push('\n');
            }
            list.push('\n');
        }
        File::new(LIST, list.trim_end().to_owned() + "\n")
    }

    /// The paths of the items whose pages should show an example, and do not.
    pub fn without_example(&self) -> Vec<String> {
        let paths = self.0.iter().flat_map(|Surface { name, items }| {
            let missing = items.iter().filter(|item| item.needs_example() && !item.has_example());
            missing.map(move |item| format!("{name}::{}", item.path))
        });
        paths.collect()
    }
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
