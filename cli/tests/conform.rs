//! `conform`: planted faults are found with their causes, hostile commands are findings, and the adapters work.

#![cfg(unix)]

mod common;

use std::io::{BufRead, Write};

use common::run;
use serde_json::{Value, json};
use uri_lineage::{Component, Grammar};

/// A parser of RFC 2396 with one wrong rule each: its name, and what `conform` reports first.
const PLANTED: [(&str, &str); 13] = [
    ("underscores in schemes", "accepts `_` in `scheme`"),
    ("spaces", "accepts space in `URI-reference`"),
    ("broken escapes", "accepts an unfinished `escaped`"),
    ("beyond US-ASCII", "accepts U+0080 to U+10FFFF in `URI-reference`"),
    ("anything", "accepts every string"),
    ("no empty port", "refuses an empty `port`"),
    ("no capital letters", "refuses `A` to `Z` in `scheme`"),
    ("ports of 16 bits", "refuses a `port` beyond 65535"),
    ("names of 63", "refuses a `toplabel` of more than 63 characters"),
    ("no addresses", "refuses every `IPv4address`"),
    ("no password", "reads less as the user in `:` in `userinfo`"),
    ("no port 0", "finds no port in the `port` `0`"),
    ("small hosts", "changes the case of the host in `A` to `Z` in `host`"),
];

/// The verdict and the components of a string, with a planted fault.
fn judged(fault: &str, text: &str) -> Value {
    let grammar = Grammar::Rfc2396;
    let accepts = |text: &str| grammar.accepts(text);
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

/// The parser with the fault that the environment names: `conform` runs this test as its command. The harness writes to
/// standard output, so the answers go to another file descriptor.
#[test]
fn planted_parser() {
    let Ok(fault) = std::env::var("URI_LINEAGE_PLANTED") else { return };
    let mut answers = std::fs::OpenOptions::new().write(true).open("/dev/fd/3").unwrap();
    for line in std::io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line.unwrap()).unwrap();
        if writeln!(answers, "{}", judged(&fault, &text)).is_err() {
            return;
        }
    }
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
    let own = std::env::current_exe().unwrap();
    let script = "URI_LINEAGE_PLANTED=\"$1\" exec \"$0\" --exact planted_parser --nocapture 3>&1 >&2";
    ["sh", "-c", script, own.to_str().unwrap(), fault].map(str::to_owned).to_vec()
}

#[test]
fn planted_faults_are_found_with_their_causes() {
    for (fault, cause) in PLANTED {
        let command = planted(fault);
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        let (findings, summary) = records(&["rfc2396"], &command, 1);
        let texts: Vec<&str> = findings.iter().map(|finding| finding["text"].as_str().unwrap()).collect();
        assert!(texts.contains(&cause), "{fault}: {texts:?}");
        assert!(texts.len() <= 3, "{fault}: {texts:?}");
        assert_eq!(summary["complete"], true);
    }
}

#[test]
fn a_parser_without_faults_conforms() {
    let command = planted("none");
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let (findings, summary) = records(&["rfc2396"], &command, 0);
    assert_eq!((findings.len(), &summary["tried"]), (0, &summary["strings"]));
    // All components are judged.
    let command = planted("no port 0");
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let (_, summary) = records(&["rfc2396:hostport"], &command, 1);
    assert_eq!(summary["components"].as_array().unwrap().len(), Component::ALL.len());
}
