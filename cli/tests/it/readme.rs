//! The README and the guide name every grammar and command, are short, and have no dead links.
//! `cargo xtask generate --check` compares the outputs that they show.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::stdout;
use uri_lineage::Grammar;

pub const README: &str = include_str!("../../../README.md");

/// The fenced blocks of one language.
fn blocks<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let start = format!("```{language}\n");
    let mut blocks = Vec::new();
    for tail in text.split(&start).skip(1) {
        let lines = tail.split_inclusive('\n').take_while(|line| !line.starts_with("```"));
        blocks.push(&tail[..lines.map(str::len).sum()]);
    }
    blocks
}

/// The commands of the program, from its help.
fn commands() -> Vec<String> {
    let help = stdout(&["--help"], "", 0);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // A description may continue in a line that is further indented.
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned).collect()
}

#[test]
fn there_are_exactly_two_commands_to_start() {
    let commands: Vec<_> = blocks(README, "sh").into_iter().map(str::trim).collect();
    assert_eq!(commands, ["cargo run --release -- check tests/data/urls-1990s.txt", "cargo test --workspace"]);
    assert!(include_str!("../../../.ci/run").contains(commands[1]));
}

/// The table of the grammars, against what the program knows.
#[test]
fn the_readme_lists_every_grammar() {
    for grammar in Grammar::all() {
        let entries: Vec<_> = grammar.entry_productions().iter().map(|name| format!("`{name}`")).collect();
        let row = format!("| {} | {} |\n", grammar.date(), entries.join(" "));
        let line = README.lines().find(|line| line.starts_with(&format!("| `{grammar}` |"))).unwrap();
        assert!(format!("{line}\n").ends_with(&row), "{line}");
    }
}

/// A visitor sees the library, the program and its answers before any table.
#[test]
fn the_readme_begins_with_examples() {
    let begin = &README[..README.find("\n| ").unwrap()];
    let expected =
        ["cargo add", "```rust", "cargo install", "$ uri-lineage check", "$ uri-lineage compare", "$ uri-lineage diff"];
    let offsets: Vec<_> = expected.iter().map(|text| begin.find(text).unwrap_or_else(|| panic!("{text}"))).collect();
    assert!(offsets.is_sorted(), "{offsets:?}");
}

#[test]
fn the_readme_is_short_and_names_every_command() {
    assert!(README.lines().count() <= 150, "{}", README.lines().count());
    for command in commands() {
        assert!(README.contains(&format!("`{command}`")), "{command}");
    }
}

/// A page of the guide.
pub struct GuidePage {
    /// The name of the file in the folder `guide`.
    pub name: String,
    pub text: String,
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The Markdown files of a folder.
fn markdown_files(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    files.sort();
    files
}

/// The pages of the guide that people write, the table of contents included.
pub fn guide_pages() -> Vec<GuidePage> {
    let mut pages = Vec::new();
    for path in markdown_files(&root().join("guide")) {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        pages.push(GuidePage { name, text: fs::read_to_string(&path).unwrap() });
    }
    pages
}

#[test]
fn no_page_of_the_guide_is_long() {
    for path in ["guide", "guide/commands"].iter().flat_map(|folder| markdown_files(&root().join(folder))) {
        let words = fs::read_to_string(&path).unwrap().split_whitespace().count();
        assert!(words <= 1500, "{} has {words} words", path.display());
    }
}

#[test]
fn the_table_of_contents_of_the_guide_lists_every_page_and_every_command() {
    let pages = guide_pages();
    let contents = &pages.iter().find(|page| page.name == "README.md").unwrap().text;
    for page in pages.iter().filter(|page| page.name != "README.md") {
        assert!(contents.contains(&format!("]({})", page.name)), "{}", page.name);
    }
    for command in commands() {
        assert!(contents.contains(&format!("`{command}`")), "{command}");
        let link = format!("](commands/{command}.md)");
        assert!(pages.iter().any(|page| page.text.contains(&link)), "no page links to the options of {command}");
    }
}

#[test]
fn the_guide_has_a_page_of_options_for_each_command_and_no_other() {
    let pages = markdown_files(&root().join("guide/commands"));
    let names: Vec<_> = pages.iter().map(|path| path.file_stem().unwrap().to_str().unwrap()).collect();
    let mut commands = commands();
    commands.sort();
    assert_eq!(names, commands);
}

/// `cargo test --doc` runs the examples of the pages that the library's source names.
#[test]
fn every_page_of_the_guide_with_rust_is_a_doctest() {
    let library = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    for page in guide_pages().iter().filter(|page| !blocks(&page.text, "rust").is_empty()) {
        assert!(library.contains(&format!("include_str!(\"../guide/{}\")", page.name)), "{}", page.name);
    }
}

/// The anchors that a page has on code hosts: its headings in lower case, with hyphens for spaces,
/// without punctuation.
fn anchors(text: &str) -> HashSet<String> {
    let mut in_block = false;
    let mut headings = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            in_block = !in_block;
        } else if line.starts_with('#') && !in_block {
            headings.push(line.trim_start_matches('#').trim().to_lowercase());
        }
    }
    let mut anchors = HashSet::new();
    for heading in headings {
        let words = heading.chars().filter(|c| c.is_alphanumeric() || ['-', '_', ' '].contains(c));
        anchors.insert(words.collect::<String>().replace(' ', "-"));
    }
    anchors
}

/// A relative link in a document at the root, of the guide or of a package leads to a file of the
/// repository, and its fragment to a heading of that file.
#[test]
fn links_lead_somewhere() {
    let folders = ["", "guide", "guide/commands", "regular-bnf", "cli", "python"];
    let mut count = 0;
    for file in folders.iter().flat_map(|folder| markdown_files(&root().join(folder))) {
        let text = fs::read_to_string(&file).unwrap();
        for link in text.split("](").skip(1).filter_map(|tail| tail.split_once(')')).map(|(link, _)| link) {
            let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
            if link.contains("://") || link.contains([' ', '`']) || !(path.is_empty() || path.contains('.')) {
                continue;
            }
            let target = if path.is_empty() { file.clone() } else { file.parent().unwrap().join(path) };
            assert!(target.exists(), "{}: {link}", file.display());
            if !fragment.is_empty() && path.ends_with(".md") {
                let headings = anchors(&fs::read_to_string(&target).unwrap());
                assert!(headings.contains(fragment), "{}: {link}", file.display());
            }
            count += 1;
        }
    }
    assert!(count > 50, "{count} links");
}

/// A path of the repository that a document has in backticks exists.
#[test]
fn paths_in_the_documents_exist() {
    let tops = ["src/", "cli/", "tests/", "grammar/", "guide/", "xtask/", "regular-bnf/", "python/", "examples/"];
    let mut count = 0;
    for name in ["CONTRIBUTING.md", "DESIGN.md"] {
        let text = fs::read_to_string(root().join(name)).unwrap();
        for path in text.lines().flat_map(|line| line.split('`').skip(1).step_by(2)) {
            if tops.iter().any(|top| path.starts_with(top)) && !path.contains(['<', ' ', ':', '*']) {
                assert!(root().join(path).exists(), "{name}: {path}");
                count += 1;
            }
        }
    }
    assert!(count > 30, "{count} paths");
}
