//! That every record and every column is described, and nothing else is.

use std::collections::{HashMap, HashSet};
use std::iter;
use std::process::Command;
use std::sync::Mutex;

use crate::common::records::{self, COMMANDS, Validator, described, hold};
use crate::common::{at_once, file, program, run, sampled, share, stdout, tries_everything};
use crate::readme::{README, guide_pages};
use serde_json::Value;
use uri_lineage::Grammar;

#[test]
fn every_schema_is_one_and_has_a_version() {
    for command in COMMANDS.iter() {
        // It conforms to its meta-schema, or there would be no validator.
        let schema = &described(command).schema;
        assert_eq!(schema["$id"], format!("urn:x-uri-lineage:schema:1:{command}"));
        assert!(schema["x-formats"].as_object().is_some_and(|formats| !formats.is_empty()));
    }
    assert_eq!(COMMANDS.len(), 25);
}

#[test]
#[should_panic(expected = "not valid against metaschema")]
fn a_schema_that_violates_its_meta_schema_has_no_validator() {
    Validator::new(&serde_json::json!({ "type": 5 }));
}

#[test]
fn every_command_that_has_a_format_for_programs_has_a_schema() {
    let help = stdout(&["--help"], "", 0);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = commands
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty() && *name != "help");
    for name in names {
        let help = stdout(&[name, "--help"], "", 0);
        let formats = help.contains("--format <") || name == "vectors";
        assert_eq!(formats, COMMANDS.iter().any(|command| command == name), "{name}");
    }
}

/// The commands in the documentation and in the help with their numbers, the last of a pipe in
/// words.
fn documented() -> Vec<(usize, (String, String))> {
    let mut lines: Vec<String> = Vec::new();
    for text in iter::once(README.to_owned()).chain(guide_pages().into_iter().map(|page| page.text)) {
        lines.extend(text.lines().filter_map(|line| line.strip_prefix("$ ")).map(str::to_owned));
    }
    for command in COMMANDS.iter() {
        let help = stdout(&[command, "--help"], "", 0);
        lines.extend(help.lines().skip_while(|line| *line != "Examples:").skip(1).map(|line| line.trim().to_owned()));
    }
    let last = |line: String| {
        let last = format!("| {line}").rsplit_once("| uri-lineage ")?.1.to_owned();
        // Lines that read files which do not exist, that write files, or that cut the output.
        (!line.contains('>') && !line.contains("my.") && !last.contains(" | ")).then_some((line, last))
    };
    lines.into_iter().filter_map(last).enumerate().collect()
}

/// Runs a line in a shell, with what is put after it.
fn shell(line: &str) -> std::process::Output {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_uri-lineage")).parent().unwrap();
    let old = std::env::var_os("PATH").unwrap();
    let path = [program.to_owned()].into_iter().chain(std::env::split_paths(&old));
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    command.env("PATH", std::env::join_paths(path).unwrap()).stdin(std::process::Stdio::null()).output().unwrap()
}

#[test]
fn documented_commands_write_what_is_described_in_every_format() {
    let held = Mutex::new(HashSet::new());
    let mut lines = documented();
    if !tries_everything() {
        // The first line of each command.
        let mut counts: HashMap<String, usize> = HashMap::new();
        lines.retain(|(_, (_, last))| {
            let count = counts.entry(last.split(' ').next().unwrap_or_default().to_owned()).or_default();
            *count += 1;
            *count <= 1
        });
    }
    at_once(&lines, |(number, (line, last))| {
        let args: Vec<&str> = last.split_whitespace().map(|word| word.trim_matches('\'')).collect();
        let Some(command) = COMMANDS.iter().find(|command| *command == args[0]) else { return };
        let asked = ["--format", "-f", "--list", "-l", "--summary", "--svg"];
        if args.iter().any(|arg| asked.contains(arg)) && !args.contains(&"--format") {
            return;
        }
        let described = described(command);
        let formats = described.schema["x-formats"].as_object().unwrap();
        // A sample has each command in one of its formats; else each line has some, and all occur.
        let tried = if tries_everything() { formats.len().min(2) } else { 1 };
        for format in formats.keys().cycle().skip(number % formats.len()).take(tried) {
            let line = match line.rsplit_once("--format ") {
                Some((before, after)) => {
                    format!("{before}--format {format} {}", after.split_once(' ').map_or("", |(_, rest)| rest))
                }
                // What is behind two hyphens is another command.
                None => match line.split_once(" -- ") {
                    Some((own, other)) => format!("{own} --format {format} -- {other}"),
                    None => format!("{line} --format {format}"),
                },
            };
            let output = shell(&line);
            if output.stdout.is_empty() {
                continue;
            }
            hold(&[command, "--format", format], output.status.code(), &output.stdout);
            held.lock().unwrap().insert(command.as_str());
        }
    });
    let held = held.into_inner().unwrap();
    assert!(COMMANDS.iter().all(|command| held.contains(command.as_str())), "{held:?}");
}

/// Lines of all kinds: members by chance, near misses, all short strings of some characters, what
/// is no text, what is long.
fn lines() -> Vec<u8> {
    let mut lines = std::fs::read(program().get_current_dir().unwrap().join(crate::common::URLS)).unwrap();
    for grammar in Grammar::all() {
        lines.extend(run(&["sample", grammar.id(), "-n", "30"], "").stdout);
        lines.extend(run(&["sample", grammar.id(), "-n", "30", "--refused"], "").stdout);
    }
    let characters = ["", "a", ":", "/", "%", "#", "?", "@", "\u{e9}", "~", "URL:", "HTTP://", "0"];
    for one in characters {
        lines.extend(characters.iter().flat_map(|other| format!("{one}{other}\n").into_bytes()));
    }
    lines.extend(b"http://\xff/\n\xc3\nftp://u:p@h:21/%2Fa;type=i\n<URL:http://a/b-\nc> \"x:y\"\n");
    lines.extend(format!("http://{}/\n", "a".repeat(300 << 10)).into_bytes());
    lines
}

/// Runs of the commands that read lists, in all their ways.
fn runs() -> Vec<Vec<&'static str>> {
    let mut runs = Vec::new();
    for format in ["json", "jsonl", "csv"] {
        for (args, formats) in [
            (&["check", "--advice", "--forgive"][..], &["jsonl", "csv"][..]),
            (&["check", "--advice", "-", "tests/data/urls-1990s.txt"], &["jsonl", "csv"]),
            (&["parse", "--forgive"], &["json", "jsonl", "csv"]),
            (&["compare"], &["json", "jsonl", "csv"]),
            (&["normalize"], &["json", "jsonl", "csv"]),
            (&["request", "--forgive"], &["json", "jsonl", "csv"]),
            (&["convert", "--to", "rfc1738", "--forgive"], &["json", "jsonl", "csv"]),
            (&["convert", "--to", "rfc3986", "--from", "rfc1630"], &["json", "jsonl", "csv"]),
            (&["extract"], &["json", "jsonl", "csv"]),
            (&["resolve", "http://a/b/c?d", "--steps"], &["json", "jsonl", "csv"]),
            (&["relative", "http://a/b/c?d"], &["json", "jsonl", "csv"]),
            (&["same", "http://a/"], &["json", "jsonl", "csv"]),
        ] {
            if formats.contains(&format) {
                runs.push([args, &["--format", format]].concat());
            }
        }
    }
    runs.extend([vec!["check", "--summary=jsonl"], vec!["check", "--summary=csv", "-", "tests/data/urls-1990s.txt"]]);
    runs
}

#[test]
fn records_of_all_kinds_of_lines_are_described() {
    let lines = lines();
    // Each run is held to its schema.
    let runs: Vec<_> = sampled(runs(), 5).collect();
    at_once(&runs, |args| assert!(!run(args, &lines).stdout.is_empty(), "{args:?}"));
}

/// Adds a member to each object in turn, but to those whose members have names of productions.
fn undocumented(record: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    match record {
        Value::Object(map) => {
            let mut more = map.clone();
            more.insert("undocumented".to_owned(), true.into());
            all.push(more.into());
            for (name, inner) in map.iter().filter(|(name, _)| !["components", "productions"].contains(&name.as_str()))
            {
                all.extend(undocumented(inner).into_iter().map(|inner| {
                    let mut map = map.clone();
                    map[name] = inner;
                    map.into()
                }));
            }
        }
        Value::Array(some) => {
            for (at, inner) in some.iter().enumerate() {
                all.extend(undocumented(inner).into_iter().map(|inner| {
                    let mut some = some.clone();
                    some[at] = inner;
                    some.into()
                }));
            }
        }
        _ => {}
    }
    all
}

#[test]
fn a_member_that_is_not_described_fails() {
    let list = file("undocumented.txt", "ftp://u:p@h/a;type=i\nhttp://a/?b#c\nURL:HTTP://a/\nx y\n");
    let of_lists = runs().into_iter().filter(|args| args.contains(&"jsonl") && !args.contains(&"-"));
    let of_lists = of_lists.map(|args| [args, vec!["--file", &list]].concat());
    let others = [
        &["grammars"][..],
        &["diff", "rfc1738:host", "rfc1630:host", "-n", "2"],
        &["diff", "url-draft-02", "url-draft-03"],
        &["differential", "rfc1738", "rfc3986", "--component", "host"],
        &["differential", "rfc1738", "rfc3986", "rfc1808", "--component", "host"],
        &["ambiguity", "rfc3986", "host"],
        &["lineage", "port"],
        &["explain", "rfc1738"],
        &["explain", "rfc1738", "gopherurl"],
        &["explain", "--reason", "all"],
        &["chars", "~"],
        &["claims", "--findings"],
        &["prove", "--grammar", "rfc1808"],
        &["sample", "rfc1738:host"],
    ];
    let others = others.map(|args| [args, &["--format", "json"]].concat());
    for args in of_lists.chain(sampled(others, 3)).chain([vec!["vectors", "rfc1738:digits"]]) {
        let format = if args.contains(&"json") { "json" } else { "jsonl" };
        let mut tried = 0;
        for record in records::of(args[0], format, &run(&args, "").stdout).into_iter().take(share(40, 8)) {
            for more in undocumented(&record) {
                tried += 1;
                assert!(described(args[0]).validator.validate(&more).is_err(), "{args:?}: {more}");
            }
        }
        assert!(tried > 0, "{args:?}");
    }
}
