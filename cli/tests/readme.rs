//! That the README shows what the program prints.

mod common;

use std::process::Command;

use common::{run, stdout};
use uri_lineage::Grammar;

const README: &str = include_str!("../../README.md");
const GUIDE: &str = include_str!("../../GUIDE.md");

/// The fenced blocks of one language.
fn blocks<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let start = format!("```{language}\n");
    text.split(&start).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// To write the outputs anew, run this test with `UPDATE_README=1` and review the difference.
#[test]
fn every_output_shown_is_what_the_program_prints() {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_uri-lineage")).parent().unwrap();
    let path = std::env::join_paths(
        [program.to_owned()].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    let path = path.unwrap();
    for (file, text, least) in [("README.md", README, 1), ("GUIDE.md", GUIDE, 25)] {
        shows_what_is_printed(file, text, &path, least);
    }
}

fn shows_what_is_printed(file: &str, text: &str, path: &std::ffi::OsStr, least: usize) {
    let mut commands = 0;
    let mut updated = text.to_owned();
    for block in blocks(text, "console") {
        // A command begins a line.
        for shown in format!("\n{block}").replace("\n$ ", "\n\0").split('\0').skip(1) {
            let (command, expected) = shown.split_once('\n').unwrap();
            let output = Command::new("sh")
                .args(["-c", command])
                .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
                .env("PATH", path)
                .output()
                .unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            commands += 1;
            if let Some((_, last)) = format!("| {command}").rsplit_once("| uri-lineage ") {
                let args: Vec<&str> = last.split_whitespace().map(|word| word.trim_matches('\'')).collect();
                common::records::hold(&args, output.status.code(), printed.as_bytes());
            }
            if std::env::var_os("UPDATE_README").is_some() {
                updated = updated.replace(&format!("$ {command}\n{expected}"), &format!("$ {command}\n{printed}"));
                continue;
            }
            assert_eq!(printed, expected, "$ {command}\n{}", String::from_utf8_lossy(&output.stderr));
        }
    }
    if updated != text {
        std::fs::write(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file), updated).unwrap();
    }
    assert!(commands >= least, "{file}: {commands}");
}

/// To write the findings anew, run this test with `UPDATE_FINDINGS=1` and review the difference.
#[test]
fn the_findings_are_those_that_claims_finds() {
    let head = "# What we found in the documents\n\n\
        Each line is something that a document says and that does not hold of its own grammar: where it says so, the question\n\
        that was decided, and a string that shows it. Written by `uri-lineage claims --findings --format markdown`.\n\n";
    let mut findings = head.to_owned() + &stdout(&["claims", "--findings", "--format", "markdown"], "", 0);
    findings += "\n## What the documents leave open\n\n\
        Strings that the productions derive in two ways, by what the derivations part on; the productions that stand in different\n\
        places are in brackets. A grammar that is not here derives every string in one way. Written by\n\
        `uri-lineage ambiguity GRAMMAR --format markdown`.\n\n";
    for grammar in Grammar::ALL {
        let output = run(&["ambiguity", grammar.id(), "--format", "markdown"], "");
        findings += &String::from_utf8(output.stdout).unwrap();
    }
    findings += "\n## Where neighbours read a string differently\n\n\
        For each component the shortest string that both documents accept and read differently. Written by\n\
        `uri-lineage differential LEFT RIGHT --format markdown`.\n";
    for pair in Grammar::ALL.windows(2) {
        let output = run(&["differential", pair[0].id(), pair[1].id(), "--format", "markdown"], "");
        findings += &format!("\n### {} and {}\n\n{}", pair[0], pair[1], String::from_utf8(output.stdout).unwrap());
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../FINDINGS.md");
    if std::env::var_os("UPDATE_FINDINGS").is_some() {
        std::fs::write(path, &findings).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), findings, "run this test with UPDATE_FINDINGS=1");
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
