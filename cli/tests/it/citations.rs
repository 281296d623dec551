//! Refusals that cite the rule of the document.

use crate::common::{file, json, run, stdout};

/// Every command that refuses URLs cites the same rule, in all formats.
#[test]
fn every_refusal_can_cite_its_rule() {
    let url = "http://a/[b]";
    let commands: [&[&str]; 9] = [
        &["check", "--url", url],
        &["parse", url],
        &["compare", url],
        &["normalize", url],
        &["request", url],
        &["same", "http://a/", url],
        &["relative", url, "http://a/"],
        &["resolve", "http://a/", "[b]"],
        &["convert", "--to", "rfc1738", "--from", "rfc3986", url],
    ];
    for command in commands {
        let grammar: &[&str] = if command[0] == "convert" { &[] } else { &["--grammar", "rfc3986"] };
        let cited = [command, grammar, &["--cite"]].concat();
        let (place, rule) = match command[0] {
            "resolve" => ("RFC 3986, section 4.1", "URI-reference = URI / relative-ref"),
            _ => ("RFC 3986, section 3", "URI           = scheme \":\" hier-part [ \"?\" query ] [ \"#\" fragment ]"),
        };
        let output = run(&cited, "");
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(text.contains(&format!("{place}: {rule}\n")), "{cited:?}: {text}");
        for format in ["json", "jsonl"] {
            let output = run(&[&cited[..], &["--format", format]].concat(), "");
            let text = String::from_utf8(output.stdout).unwrap();
            let record = text.trim_start_matches('[').trim_end_matches("]\n");
            let record: serde_json::Value = serde_json::from_str(record).unwrap();
            let cited =
                if record["cited"].get("rfc3986").is_some() { &record["cited"]["rfc3986"] } else { &record["cited"] };
            assert_eq!((&cited["source"], &cited["rule"]), (&place.into(), &rule.into()), "{command:?}: {text}");
        }
        let table = String::from_utf8(run(&[&cited[..], &["--format", "csv"]].concat(), "").stdout).unwrap();
        // The cell of several citations is JSON.
        let quote = if command[0] == "compare" { "\\\"\"" } else { "\"\"" };
        assert!(table.contains(&rule.replace('"', quote)), "{table}");
        // Nothing is cited that is not asked for.
        let uncited = [command, grammar, &["--format", "jsonl"]].concat();
        assert!(!String::from_utf8(run(&uncited, "").stdout).unwrap().contains("cited"), "{uncited:?}");
    }
}

/// A grammar of one's own is cited by its file.
#[test]
fn the_rule_of_ones_own_grammar_is_cited() {
    let file = file("cited.abnf", "link = scheme \":\" name\nscheme = \"x\"\nname = 1*ALPHA\n");
    for command in ["parse", "compare", "check"] {
        let url: &[&str] = if command == "check" { &["--url", "x:1"] } else { &["x:1"] };
        let text = stdout(&[&[command, "--grammar", &format!("{file}:link"), "--cite"], url].concat(), "", 1);
        assert!(text.contains("cited.abnf: link = scheme \":\" name\n"), "{text}");
    }
}

/// A record that `check` cannot read is a record too.
#[test]
fn check_lists_the_records_that_it_cannot_read() {
    let lines = "a,http://h/\nb\nc,http://x/[\n";
    let args = ["check", "--grammar", "rfc3986", "--delimiter", ",", "--field", "2"];
    let unread = "field 2 is absent: the record has 1";
    let output = run(&[&args[..], &["--format", "json"]].concat(), lines);
    let records: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(records[1], serde_json::json!({ "line": 2, "unread": unread }));
    let output = run(&[&args[..], &["--format", "csv"]].concat(), lines);
    let table = String::from_utf8(output.stdout).unwrap();
    let mut table = csv::Reader::from_reader(table.as_bytes());
    let unread_column = table.headers().unwrap().iter().position(|name| name == "unread").unwrap();
    let cells: Vec<String> = table.records().map(|row| row.unwrap()[unread_column].to_owned()).collect();
    assert_eq!(cells, ["", unread, ""]);
    assert_eq!(output.status.code(), Some(2));
    // A single value says the same in every format.
    assert_eq!(json(&["check", "--grammar", "rfc3986", "--url", "a:b", "--format", "json"], 0)[0]["line"], 1);
}
