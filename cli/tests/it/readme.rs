//! That the README names what there is. What it shows of outputs is generated, and held fresh by
//! `cargo xtask generate --check`.

use crate::common::stdout;
use uri_lineage::Grammar;

const README: &str = include_str!("../../../README.md");

/// The fenced blocks of one language.
fn blocks<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let start = format!("```{language}\n");
    let block = |rest: &'t str| {
        let lines = rest.split_inclusive('\n').take_while(|line| !line.starts_with("```"));
        &rest[..lines.map(str::len).sum()]
    };
    text.split(&start).skip(1).map(block).collect()
}

#[test]
fn there_are_exactly_two_commands_to_start() {
    let commands: Vec<_> = blocks(README, "sh").into_iter().map(str::trim).collect();
    assert_eq!(
        commands,
        ["cargo run --release -- check tests/data/urls-1990s.txt", "cargo test --workspace --all-features"]
    );
    assert!(include_str!("../../../.ci/run").contains(commands[1]));
}

/// The table of the grammars, against what the program knows.
#[test]
fn the_table_names_them_all() {
    for grammar in Grammar::ALL {
        let entries: Vec<_> = grammar.entry_productions().iter().map(|name| format!("`{name}`")).collect();
        let row = format!("| {} | {} |\n", grammar.date(), entries.join(" "));
        let line = README.lines().find(|line| line.starts_with(&format!("| `{grammar}` |"))).unwrap();
        assert!(format!("{line}\n").ends_with(&row), "{line}");
    }
}

/// Whoever opens it should see all of it.
#[test]
fn the_readme_is_short_and_names_every_command() {
    assert!(README.lines().count() <= 150, "{}", README.lines().count());
    let help = stdout(&["--help"], "", 0);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // A description may go on in a line of its own, further in.
    let commands = commands.filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    for command in commands.filter_map(|line| line.split_whitespace().next()).filter(|command| *command != "help") {
        assert!(README.contains(&format!("`{command}`")), "{command}");
    }
}

/// A relative link in a document at the root or of a package leads to a file of the repository.
#[test]
fn links_lead_somewhere() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["", "regular-bnf", "cli", "python"];
    let mut links = 0;
    for folder in folders.map(|folder| root.join(folder)) {
        for file in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if file.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let text = std::fs::read_to_string(&file).unwrap();
            for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
                let path = link.split('#').next().unwrap();
                if !path.is_empty() && path.contains('.') && !link.contains("://") && !link.contains([' ', '`']) {
                    assert!(folder.join(path).exists(), "{}: {link}", file.display());
                    links += 1;
                }
            }
        }
    }
    assert!(links > 10, "{links} links");
}
