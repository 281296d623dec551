//! Properties of the source: modules depend one way, the facts on nothing; sentences contain words,
//! and not names of the code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// The files of a package but its root, by the path of their module.
fn files(package: &str) -> BTreeMap<Vec<String>, PathBuf> {
    fn collect(folder: &Path, module: &[String], files: &mut BTreeMap<Vec<String>, PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let inner = [module, std::slice::from_ref(&name)].concat();
            match name.as_str() {
                _ if path.is_dir() => collect(&path, &inner, files),
                "lib" | "main" if module.is_empty() => {}
                "mod" => _ = files.insert(module.to_vec(), path),
                _ => _ = files.insert(inner, path),
            }
        }
    }
    let mut files = BTreeMap::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join(package).join("src"), &[], &mut files);
    files
}

/// What a file says outside of comments and tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The paths that begin at a place, those in braces too: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn paths(text: &str) -> Vec<Vec<String>> {
    let word = |text: &str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let Some(inner) = text.strip_prefix('{') else {
        let (name, rest) = text.split_at(word(text));
        let behind = rest.strip_prefix("::").map_or(vec![vec![]], paths);
        return behind.into_iter().map(|path| [&[name.to_owned()][..], &path].concat()).collect();
    };
    let (mut all, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                let item = inner[start..at].trim();
                if !item.is_empty() {
                    all.extend(paths(item));
                }
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    all
}

/// The submodules that a file names, as `child::item`.
fn named_children(module: &[String], text: &str, files: &BTreeMap<Vec<String>, PathBuf>) -> BTreeSet<Vec<String>> {
    let children = files.keys().filter(|child| child.len() == module.len() + 1 && child.starts_with(module));
    let named = |child: &&Vec<String>| {
        let name = format!("{}::", child[module.len()]);
        text.match_indices(&name)
            .any(|(at, _)| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == ':' || c == '_'))
    };
    children.filter(named).cloned().collect()
}

/// The files that a file uses.
fn uses(module: &[String], path: &Path, files: &BTreeMap<Vec<String>, PathBuf>) -> BTreeSet<Vec<String>> {
    let text = code(path);
    let mut used = named_children(module, &text, files);
    for root in ["crate::", "super::", "self::"] {
        for (at, _) in text.match_indices(root) {
            if text[..at].ends_with(|c: char| c.is_alphanumeric() || c == ':' || c == '_') {
                continue;
            }
            for path in paths(&text[at..]) {
                let mut base: Vec<String> = if root == "crate::" { Vec::new() } else { module.to_vec() };
                let mut names = path.as_slice();
                while let [first, rest @ ..] = names
                    && ["crate", "super", "self"].contains(&first.as_str())
                {
                    if first == "super" {
                        base.pop();
                    }
                    names = rest;
                }
                // The deepest module on the way; what is after it is an item.
                for name in names {
                    let deeper = [&base[..], std::slice::from_ref(name)].concat();
                    if !files.keys().any(|module| module.starts_with(&deeper)) {
                        break;
                    }
                    base = deeper;
                }
                if base != module && !base.is_empty() && files.contains_key(&base) {
                    used.insert(base);
                } else if base.is_empty() {
                    // An item that the root of the library re-exports: the root uses all files.
                    used.insert(vec!["lib".to_owned()]);
                }
            }
        }
    }
    used
}

/// What each file of a package uses.
fn all_uses(package: &str) -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    let files = files(package);
    files.iter().map(|(module, path)| (module.clone(), uses(module, path, &files))).collect()
}

/// The circles in a relation: the arrows that belong to one.
fn circles(uses: &BTreeMap<Vec<String>, BTreeSet<Vec<String>>>) -> Vec<String> {
    let reached = |from: &Vec<String>| {
        let (mut reached, mut waiting) = (BTreeSet::new(), vec![from]);
        while let Some(module) = waiting.pop() {
            waiting.extend(uses.get(module).into_iter().flatten().filter(|used| reached.insert((*used).clone())));
        }
        reached
    };
    let mut circles = Vec::new();
    for (module, used) in uses {
        for used in used.iter().filter(|used| reached(used).contains(module)) {
            circles.push(format!("{} uses {}", module.join("::"), used.join("::")));
        }
    }
    circles
}

/// In the toolkit, only files that export macros, and those whose text is that of generated files,
/// may use the root.
#[test]
fn no_two_files_use_each_other() {
    let packages: [(&str, Option<&[&str]>); 4] =
        [("", Some(&[])), ("regular-bnf", Some(&["codegen", "parser"])), ("xtask", None), ("cli", None)];
    for (package, root) in packages {
        let uses = all_uses(package);
        assert!(!uses.is_empty(), "{package} has no files");
        let circles = circles(&uses);
        assert!(circles.is_empty(), "in a circle in `{package}`:\n{}", circles.join("\n"));
        let roots: Vec<_> = uses
            .iter()
            .filter(|(_, used)| used.contains(&vec!["lib".to_owned()]))
            .map(|(module, _)| module.join("::"))
            .collect();
        assert!(root.is_none_or(|allowed| roots == allowed), "use the root of `{package}`: {roots:?}");
    }
}

/// A room is a file or a folder at the root of a package. Rooms depend one way, as files do.
#[test]
fn no_two_rooms_use_each_other() {
    for package in ["", "regular-bnf", "cli"] {
        let mut uses: BTreeMap<Vec<String>, BTreeSet<Vec<String>>> = BTreeMap::new();
        for (module, used_modules) in all_uses(package) {
            let room = &module[..1];
            let rooms = used_modules.into_iter().map(|used| used[..1].to_vec());
            uses.entry(room.to_vec()).or_default().extend(rooms.filter(|used| used != room && *used != ["lib"]));
        }
        let circles = circles(&uses);
        assert!(circles.is_empty(), "in a circle in `{package}`:\n{}", circles.join("\n"));
    }
}

/// A reader finds every method of a grammar in three files: its facts, its productions, its
/// operations.
#[test]
fn three_files_have_the_methods_of_a_grammar() {
    let having_methods: Vec<String> = files("")
        .into_iter()
        .filter(|(module, path)| module[0] != "generated" && code(path).contains("impl Grammar {"))
        .map(|(module, _)| module.join("::"))
        .collect();
    assert_eq!(having_methods, ["grammar", "operations", "parse::production"]);
}

/// The facts use the names of components and the text that shows an unknown name, and nothing else.
/// All files of the facts are read.
#[test]
fn the_facts_use_only_names() {
    let uses = all_uses("");
    let mut facts = 0;
    for (module, used) in uses.iter().filter(|(module, _)| module[0] == "grammar") {
        facts += 1;
        let foreign: Vec<_> = used.iter().filter(|used| !["grammar", "base"].contains(&&*used[0])).collect();
        assert!(foreign.is_empty(), "{} uses {foreign:?}", module.join("::"));
    }
    assert!(facts > uri_lineage::Grammar::ALL.len(), "{facts} files");
}

/// The toolkit decides questions about any grammar: it knows no URL, and no document but those that
/// define its notations.
#[test]
fn the_toolkit_knows_nothing_of_urls() {
    for (module, path) in files("regular-bnf") {
        let text = fs::read_to_string(&path).unwrap().to_lowercase();
        // RFC 2045 has a notation of its own, and RFC 9110 defines the list rule.
        let notations = ["rfc 822", "rfc822", "rfc 2045", "rfc 5234", "rfc 7405", "rfc 9110"];
        let text = notations.iter().fold(text, |text, notation| text.replace(notation, ""));
        let documents = text
            .match_indices("rfc")
            .map(|(at, _)| &text[at..])
            .filter(|rest| rest.trim_start_matches("rfc").trim_start().starts_with(|c: char| c.is_ascii_digit()));
        // Whole words: "curious" and "security" hold some of them.
        let words = text.split(|c: char| !c.is_alphanumeric());
        let words = words.filter(|word| ["url", "urls", "uri", "uris", "scheme", "schemes", "host"].contains(word));
        let found: Vec<&str> = words.chain(documents.map(|rest| rest.lines().next().unwrap_or_default())).collect();
        assert!(found.is_empty(), "{}: {found:?}", module.join("::"));
    }
}

/// The names of a file that are not words: `is_plain`, `RecordKind`.
fn code_names(text: &str) -> BTreeSet<&str> {
    let name = Regex::new(r"\b\w+_\w+\b|\b\w*[a-z][A-Z]\w*\b").unwrap();
    let code = text.lines().flat_map(|line| line.split("//").next().unwrap_or_default().split('"').step_by(2));
    code.flat_map(|code| name.find_iter(code).map(|name| name.as_str())).collect()
}

/// The comments of a file outside of examples, and its strings of several words, without quoted
/// code.
fn sentences(text: &str) -> Vec<String> {
    let quoted = Regex::new(r"`[^`]*`|`.*|\{[^}]*\}|\]\([^)]*\)").unwrap();
    let mut in_example = false;
    let mut sentences = Vec::new();
    for line in text.lines() {
        if let Some(comment) = line.trim_start().strip_prefix("//") {
            let is_fence = comment.contains("```");
            in_example ^= is_fence;
            sentences.extend((!is_fence && !in_example).then(|| quoted.replace_all(comment, "").into_owned()));
        } else {
            let strings = line.split('"').skip(1).step_by(2);
            let words = strings.filter(|string| string.contains(' ') && !string.contains(['(', '=', ';', '<']));
            sentences.extend(words.map(|string| quoted.replace_all(string, "").into_owned()));
        }
    }
    sentences
}

/// A rename that replaces text, and not names, also changes comments and messages.
#[test]
fn sentences_contain_no_names_of_the_code() {
    // Crates, and a production.
    let allowed = ["pest_derive", "pest_meta", "net_loc"];
    let word = Regex::new(r"[\w:]+").unwrap();
    for package in ["", "regular-bnf", "cli", "xtask"] {
        for (module, path) in files(package) {
            let text = fs::read_to_string(&path).unwrap();
            let names = code_names(&text);
            for sentence in sentences(&text) {
                let mut words = word.find_iter(&sentence).map(|word| word.as_str().trim_matches(':'));
                let name = words.find(|word| names.contains(word) && !allowed.contains(word));
                assert!(name.is_none(), "{}: `{}` in: {sentence}", module.join("::"), name.unwrap());
            }
        }
    }
}
