//! That the README names what there is. What it shows of outputs is generated, and held fresh by `cargo xtask generate --check`.

mod common;

use common::stdout;
use uri_lineage::Grammar;

const README: &str = include_str!("../../README.md");

/// The fenced blocks of one language.
fn blocks<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let start = format!("```{language}\n");
    text.split(&start).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn there_are_exactly_two_commands_to_start() {
    let commands: Vec<_> = blocks(README, "sh").into_iter().map(str::trim).collect();
    assert_eq!(
        commands,
        ["cargo run --release -- check tests/data/urls-1990s.txt", "cargo test --workspace --all-features"]
    );
    assert!(include_str!("../../.ci/run").contains(commands[1]));
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
