//! `conform`: planted faults are found with their causes, hostile commands are findings, and the
//! adapters work.

#![cfg(unix)]

use std::sync::Mutex;

use crate::common::{self, answer_strings, at_once, file, run, sampled, share, tries_everything};
use serde_json::{Value, json};
use uri_lineage::{Component, Grammar};

/// A parser of RFC 2396 with one wrong rule each: its name, and what `conform` reports first.
const PLANTED: [(&str, &str); 13] = [
    ("underscores in schemes", "accepts `_` in `scheme`"),
    ("spaces", "accepts space in `absoluteURI`"),
    ("broken escapes", "in `escaped`"),
    ("beyond US-ASCII", "accepts U+0080, `À` (U+00C0) in `absoluteURI`"),
    ("anything", "accepts every string"),
    ("no empty port", "refuses an empty `port`"),
    ("no capital letters", "refuses upalpha in `scheme`"),
    ("ports of 16 bits", "refuses a `port` beyond 65535"),
    ("names of 63", "refuses a `toplabel` of more than 63 characters"),
    ("no addresses", "refuses every `IPv4address`"),
    ("no password", "reads less as the user in `:` in `userinfo`"),
    ("no port 0", "finds no port in the `port` `0`"),
    ("small hosts", "changes the case of the host in `A` in `hostname`"),
];

/// The verdict and the components of a string, with a planted fault.
fn answer(fault: &str, text: &str) -> Value {
    let grammar = Grammar::Rfc2396;
    let accepts = |text: &str| grammar.production("absoluteURI").is_some_and(|whole| whole.accepts(text));
    let parsed = grammar.parse_value(text).ok();
    let of = |component| parsed.as_ref()?.components().get(component).map(|text| text.into_owned());
    let scheme = of(Component::Scheme).unwrap_or_default();
    let begun = text.split([':', '/', '?', '#']).next().unwrap_or_default();
    let whole = text.strip_prefix(begun).is_some_and(|rest| rest.starts_with(':'));
    let port = of(Component::Port);
    let host = of(Component::Host).unwrap_or_default();
    let last = host.trim_end_matches('.').rsplit('.').next().unwrap_or_default().to_owned();
    let valid = match fault {
        "underscores in schemes" if whole => accepts(&text.replacen(begun, &begun.replace('_', "a"), 1)),
        "spaces" => accepts(&text.replace(' ', "a")) || accepts(text),
        "broken escapes" => accepts(&text.replace('%', "a")) || accepts(text),
        "beyond US-ASCII" => accepts(&text.replace(|c: char| !c.is_ascii(), "a")),
        "anything" => true,
        "no empty port" => accepts(text) && port.as_deref() != Some(""),
        "no capital letters" => accepts(text) && !scheme.contains(|c: char| c.is_ascii_uppercase()),
        "ports of 16 bits" => {
            accepts(text) && port.as_ref().is_none_or(|port| port.is_empty() || port.parse::<u16>().is_ok())
        }
        "names of 63" => accepts(text) && last.len() <= 63,
        "no addresses" => accepts(text) && host.parse::<Address>().is_err(),
        _ => accepts(text),
    };
    if !valid || ["no password", "no port 0", "small hosts"].iter().all(|one| *one != fault) {
        return json!({ "valid": valid });
    }
    let user = of(Component::User).map(|user| match fault {
        "no password" => user.split(':').next().unwrap_or_default().to_owned(),
        _ => user,
    });
    let host = of(Component::Host).map(|host| if fault == "small hosts" { host.to_lowercase() } else { host });
    json!({ "valid": true, "scheme": of(Component::Scheme), "user": user, "host": host,
        "port": port.filter(|port| fault != "no port 0" || port != "0"), "path": of(Component::Path),
        "query": of(Component::Query), "fragment": of(Component::Fragment) })
}

/// Four numbers, as RFC 2396 writes addresses.
struct Address;

impl std::str::FromStr for Address {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let parts: Vec<&str> = text.split('.').collect();
        let number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if parts.len() == 4 && parts.iter().all(number) { Ok(Self) } else { Err(()) }
    }
}

/// The parser with a fault: `conform` runs this test as its command.
#[test]
fn planted_parser() {
    answer_strings(answer);
}

/// The records of a run: the findings, and the summary.
fn records(args: &[&str], command: &[&str], status: i32) -> (Vec<Value>, Value) {
    let all = [&["conform", "--format", "jsonl"], args, &["--"], command].concat();
    let output = run(&all, "");
    assert_eq!(output.status.code(), Some(status), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let summary = records.pop().expect("a summary");
    (records, summary)
}

/// The command that runs [`planted_parser`].
fn planted(fault: &str) -> Vec<String> {
    common::planted("conform::planted_parser", fault)
}

#[test]
fn planted_faults_are_found_with_their_causes() {
    let missed = Mutex::new(Vec::new());
    let faults: Vec<_> = sampled(PLANTED, 20).collect();
    at_once(&faults, |(fault, cause)| {
        let command = planted(fault);
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        let (findings, summary) = records(&["rfc2396:absoluteURI"], &command, 1);
        let texts: Vec<&str> = findings.iter().map(|finding| finding["text"].as_str().unwrap()).collect();
        if !texts.iter().any(|text| text.contains(cause)) || texts.len() > 7 {
            missed.lock().unwrap().push(format!("{fault}: {texts:?}"));
        }
        assert_eq!(summary["complete"], true);
    });
    let missed = missed.into_inner().unwrap();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn a_parser_without_faults_conforms() {
    let command = planted("none");
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let limit = if tries_everything() { "1000000000" } else { "1000" };
    let (findings, summary) = records(&["rfc2396:absoluteURI", "--limit", limit], &command, 0);
    assert_eq!((findings.len(), &summary["tried"]), (0, &summary["strings"]));
    // All components are judged.
    let command = planted("no port 0");
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let (_, summary) = records(&["rfc2396:absoluteURI"], &command, 1);
    assert_eq!(summary["components"].as_array().unwrap().len(), Component::ALL.len());
}

/// Runs a shell script as the parser.
fn scripted(args: &[&str], script: &str, status: i32) -> (Vec<Value>, Value) {
    records(&[args, &["--timeout", "0.5"]].concat(), &["sh", "-c", script], status)
}

/// A parser in sed that is right for ports: one to be spoilt by more lines.
const PORTS: &str = "s/^\"[0-9]*\"$/{\"valid\":true}/; t; s/.*/{\"valid\":false}/";

#[test]
fn a_parser_of_ports_in_sed_conforms() {
    let (findings, _) = scripted(&["rfc3986:port"], &format!("sed -uE '{PORTS}'"), 0);
    assert!(findings.is_empty());
    // With more states than the minimal automaton, the suite finds a limit that the first one does
    // not.
    let limited = PORTS.replacen('*', "?", 1);
    let script = format!("sed -uE '{limited}'");
    let args = ["rfc3986:port", "--random", "0"];
    let (findings, _) = scripted(&[&args[..], &["--states", "1"]].concat(), &script, 1);
    assert_eq!(findings[0]["text"], "refuses a `port` of more than 1 characters");
}

#[test]
fn hostile_commands_are_findings() {
    let kinds = |script: &str, status: i32| -> Vec<(String, String)> {
        let (findings, _) = scripted(&["rfc3986:port"], script, status);
        let text = |record: &Value, name: &str| record[name].as_str().unwrap_or_default().to_owned();
        findings.iter().map(|finding| (text(finding, "finding"), text(finding, "witness"))).collect()
    };
    let has = |script: &str, kind: &str, witness: Option<&str>| {
        let all = kinds(script, 1);
        let found = |(one, string): &(String, String)| one == kind && witness.is_none_or(|witness| string == witness);
        assert!(all.iter().any(found), "{script}: {all:?}");
    };
    // It ends at one string, and hangs at another.
    has(&format!("sed -uE '/^\"7\"$/Q3; {PORTS}'"), "crash", Some("7"));
    let reads = "while read -r line; do case $line in '\"7\"') sleep 100;; esac; echo '{\"valid\":true}'; done";
    has(reads, "hang", Some("7"));
    // Answers that are no JSON objects, or not such ones.
    let answers = ["yes", "[true]", "{\"valid\":1}", "{\"host\":\"a\"}", "\"\\xff\""];
    for answer in sampled(answers, 2) {
        has(&format!("sed -u 's/.*/{answer}/'"), "answer", None);
    }
    let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
    has(&format!("sed -u 's/.*/{{\"valid\":true,\"port\":{deep}}}/'"), "answer", None);
    // More answers than questions, and answers without end.
    has("sed -u 's/.*/{\"valid\":true}/; p'", "surplus", None);
    has("yes '{\"valid\":true}'", "surplus", None);
    has("read -r line; echo '{\"valid\":true}'; yes | tr -d '\\n'", "too-long", None);
}

/// A crash is a verdict on one string: the others are tried, however many crash.
#[test]
fn many_crashes_do_not_end_the_run() {
    let (findings, summary) = scripted(&["rfc3986:port"], &format!("sed -uE '/^\"[0-2]/Q3; {PORTS}'"), 1);
    assert_eq!(summary["tried"], summary["strings"]);
    let crashes = findings.iter().filter(|finding| finding["finding"] == "crash");
    let count: u64 = crashes.filter_map(|finding| finding["count"].as_u64()).sum();
    assert!(count > 100, "{findings:?}");
}

/// Strings of one's own are explained like those of a suite, and only the named component is
/// compared. A host that the grammar does not read comes first, then what only the parser accepts.
#[test]
fn strings_of_ones_own_are_tried_and_findings_are_in_order_of_danger() {
    let strings = file("conform.txt", "http://a/\nhttp://a\\b/\nhttp://[\nhttp://a/\n");
    let reads_x = "sed -u 's/.*/{\"valid\":true,\"host\":\"x\",\"path\":\"y\"}/'";
    let (findings, summary) = scripted(&["rfc3986", "--strings", &strings, "--component", "host"], reads_x, 1);
    assert_eq!((&summary["strings"], &summary["complete"]), (&json!(3), &json!(false)));
    assert_eq!(summary["components"], json!(["host"]));
    let kinds: Vec<&str> = findings.iter().filter_map(|finding| finding["finding"].as_str()).collect();
    assert!(
        kinds.len() > 1 && kinds[0] == "component" && kinds[1..].iter().all(|kind| *kind == "accepts"),
        "{kinds:?}"
    );
    assert!(findings[1..].iter().all(|finding| finding["host"] == "x"), "{findings:?}");
}

/// A parser of the URL Standard is held to what the standard serialises, and not to the text that it
/// reads. A host that Unicode's IDNA processing refuses is not tried.
#[test]
fn components_of_the_url_standard_are_serialised() {
    let strings = file("serialised.txt", "http:\\\\0X7f.1\\a\\..\nhttp://127.1\nhttp://\u{ad}/\n");
    let answering = |host: &str| format!("sed -u 's/.*/{{\"valid\":true,\"host\":\"{host}\",\"path\":\"\\/\"}}/'");
    let args = ["whatwg", "--strings", &strings];
    if tries_everything() {
        let (findings, summary) = scripted(&args, &answering("127.0.0.1"), 0);
        assert_eq!((findings.len(), &summary["strings"]), (0, &json!(2)), "{findings:?}");
    }
    let (findings, _) = scripted(&args, &answering("127.1"), 1);
    assert_eq!((findings[0]["component"].as_str(), findings.len()), (Some("host"), 1), "{findings:?}");
}

/// A report says what the parser does, shows the rule that decides and where it is printed, and a
/// command that shows the answer again.
#[test]
fn a_report_cites_the_rule_and_reproduces_the_answer() {
    let strings = file("report.txt", "http://a/\nhttp://o'b:8/\n");
    let parser = "while read -r line; do echo '{\"valid\":true,\"host\":\"x\"}'; done";
    let args = ["conform", "rfc3986", "--strings", &strings, "--format", "markdown", "--", "sh", "-c", parser];
    let output = run(&args, "");
    assert_eq!(output.status.code(), Some(1));
    let report = String::from_utf8(output.stdout).unwrap();
    for text in [
        "# rfc3986:URI-reference: 1 finding on 2 strings",
        "## 1. The parser reads another host in every string\n",
        "2 strings; the shortest, in JSON:\n\n    \"http://a/\"\n",
        "Expected: the host a\n\nRFC 3986, section 4.1:\n\n    URI-reference = URI / relative-ref\n",
        "Got: the host x\n",
    ] {
        assert!(report.contains(text), "{text}\n{report}");
    }
    let command = report.lines().last().unwrap().trim();
    let again = std::process::Command::new("sh").args(["-c", command]).output().unwrap();
    assert_eq!(String::from_utf8(again.stdout).unwrap(), "{\"valid\":true,\"host\":\"x\"}\n", "{command}");
}

#[test]
fn commands_that_cannot_run_are_errors() {
    for command in [&["no-such-command"][..], &["false"], &["sleep", "100"], &["sh", "-c", "yes | tr -d '\\n'"]] {
        let all = [&["conform", "rfc3986:port", "--timeout", "0.3", "--"], command].concat();
        let output = run(&all, "");
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.lines().count() == 1 && text.contains(command[0]), "{text}");
    }
}

#[test]
fn answers_do_not_break_the_output() {
    let hostile = "{\\\"valid\\\":true,\\\"port\\\":\\\"\\\\u001b[31m]]><x \\\\u0000\\\\ufffe\\\\u202e\\\"}";
    let script = format!("while read -r line; do printf '%s\\n' \"{hostile}\"; printf '\\033[31m' >&2; done");
    let shown = |format: &str| {
        let args = ["conform", "rfc3986:port", "--format", format, "--", "sh", "-c", &script];
        String::from_utf8(run(&args, "").stdout).unwrap()
    };
    let xml = shown("junit");
    for text in [&shown("text"), &xml] {
        assert!(!text.contains(['\u{1b}', '\0', '\u{202e}', '\u{fffe}']), "{text:?}");
    }
    assert!(
        xml.contains("\\u001b[31m]]&gt;&lt;x") && xml.starts_with("<?xml") && xml.ends_with("</testsuite>\n"),
        "{xml}"
    );
    assert!(shown("jsonl").contains("\\u001b[31m"));
}

/// An adapter: its name, a command that succeeds if it can run, and the command.
type Adapter = (&'static str, &'static [&'static str], &'static [&'static str]);

const ADAPTERS: [Adapter; 17] = [
    ("urllib.parse", &["python3", "-c", "0"], &["python3", "examples/conform/urllib_parse.py"]),
    ("rfc3986", &["python3", "-c", "import rfc3986"], &["python3", "examples/conform/rfc3986.py"]),
    ("yarl", &["python3", "-c", "import yarl"], &["python3", "examples/conform/yarl.py"]),
    ("Node.js URL", &["node", "--version"], &["node", "examples/conform/url.mjs"]),
    ("Node.js url.parse", &["node", "--version"], &["node", "--no-deprecation", "examples/conform/url_parse.mjs"]),
    ("Perl URI", &["perl", "-MURI", "-e", "0"], &["perl", "examples/conform/uri.pl"]),
    ("Ruby URI", &["ruby", "-e", "0"], &["ruby", "examples/conform/uri.rb"]),
    ("PHP parse_url", &["php", "--version"], &["php", "examples/conform/parse_url.php"]),
    (
        "PHP Uri\\Rfc3986\\Uri",
        &["php", "-r", "exit(class_exists('Uri\\Rfc3986\\Uri') ? 0 : 1);"],
        &["php", "examples/conform/uri.php", "Uri\\Rfc3986\\Uri"],
    ),
    (
        "PHP Uri\\WhatWg\\Url",
        &["php", "-r", "exit(class_exists('Uri\\WhatWg\\Url') ? 0 : 1);"],
        &["php", "examples/conform/uri.php", "Uri\\WhatWg\\Url"],
    ),
    ("Go net/url", &["go", "version"], &["go", "run", "examples/conform/url.go"]),
    ("java.net.URI", &["javac", "--version"], &["java", "examples/conform/Uri.java"]),
    ("curl", &["python3", "examples/conform/curl.py", "--version"], &["python3", "examples/conform/curl.py"]),
    ("url", &["target/debug/examples/conform"], &["target/debug/examples/conform", "url"]),
    ("fluent-uri", &["target/debug/examples/conform"], &["target/debug/examples/conform", "fluent-uri"]),
    ("iri-string", &["target/debug/examples/conform"], &["target/debug/examples/conform", "iri-string"]),
    ("http", &["target/debug/examples/conform"], &["target/debug/examples/conform", "http"]),
];

/// Each adapter answers every string, whatever its parser accepts.
#[test]
fn adapters_answer_every_string() {
    let mut skipped = Vec::new();
    for (name, probe, command) in sampled(ADAPTERS, 8) {
        let mut runs = std::process::Command::new(probe[0]);
        runs.args(&probe[1..])
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
            .stdin(std::process::Stdio::null());
        // The crates' example says how it is used, with a status of its own.
        let there = runs.output().is_ok_and(|output| output.status.success() || probe.len() == 1);
        if !there {
            skipped.push(name);
            continue;
        }
        let count = share(150, 5);
        let limit = count.to_string();
        let args = ["rfc2396:absoluteURI", "--limit", &limit, "--random", "0", "--timeout", "60"];
        let all = [&["conform", "--format", "jsonl"], &args[..], &["--"], command].concat();
        let output = run(&all, "");
        let text = String::from_utf8(output.stdout).unwrap();
        let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let failed = ["crash", "hang", "answer", "too-long", "surplus"];
        let failures = records.iter().filter(|record| failed.iter().any(|kind| record["finding"] == *kind));
        assert_eq!(failures.collect::<Vec<_>>(), Vec::<&Value>::new(), "{name}");
        let summary = records.last().unwrap_or_else(|| panic!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
        assert_eq!(summary["tried"], count, "{name}");
    }
    eprintln!("ADAPTERS THAT WERE NOT TRIED: {}", skipped.join(", "));
}
