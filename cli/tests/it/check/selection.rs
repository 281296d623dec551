//! The records that the filters of `check` select.

use super::records;
use crate::common::{URLS, run, stdout};
use serde_json::Value;

/// The records that the filters do not select are neither shown nor counted.
#[test]
fn filters_select_the_records_that_match() {
    let records = records(&[URLS], "", 1);
    let list = |args: &[&str]| -> Vec<String> {
        let args = [&["check", "--list", URLS], args].concat();
        let lines = String::from_utf8(run(&args, "").stdout).unwrap();
        lines.lines().map(str::to_owned).collect()
    };
    let inputs = |is_selected: &dyn Fn(&Value) -> bool| -> Vec<String> {
        let selected = records.iter().filter(|record| is_selected(record));
        selected.map(|record| record["input"].as_str().unwrap().to_owned()).collect()
    };
    let accepted = |record: &Value| record["accepted"].as_object().unwrap().len();
    let refused = |record: &Value| record["refused"].as_object().unwrap().len();
    assert_eq!(list(&["--only", "refused"]), inputs(&|record| accepted(record) == 0));
    assert_eq!(list(&["--only", "accepted"]), inputs(&|record| accepted(record) > 0));
    let disagree = inputs(&|record| accepted(record) > 0 && refused(record) > 0);
    assert_eq!(list(&["--only", "disagree"]), disagree);
    assert!(!disagree.is_empty());
    let accepts = |record: &Value, id: &str| record["accepted"].get(id).is_some();
    let new =
        inputs(&|record| accepts(record, "uri-1997") && !accepts(record, "rfc1738") && !accepts(record, "rfc1630"));
    assert_eq!(list(&["--in", "uri-1997", "--not-in", "rfc1738,rfc1630"]), new);
    for reason in ["national-character", "url-prefix", "space,fragment"] {
        let names: Vec<&str> = reason.split(',').collect();
        let selected = inputs(&|record| {
            let mut refusals = record["refused"].as_object().unwrap().values();
            refusals.any(|refusal| names.contains(&refusal["reason"].as_str().unwrap()))
        });
        assert!(!selected.is_empty() && list(&["--reason", reason]) == selected, "{reason}");
        let summary = stdout(&["check", "--summary=jsonl", "--reason", reason, "-g", "rfc1738", URLS], "", 1);
        let summary: Value = serde_json::from_str(summary.trim()).unwrap();
        assert!(summary["refused"].as_u64().unwrap() > 0 && summary["accepted"] == 0);
    }
    let gopher = inputs(&|record| record["accepted"].as_object().unwrap().values().any(|name| name == "gopherurl"));
    assert_eq!(list(&["--production", "gopherurl"]), gopher);
    assert_eq!(list(&["--production", "rfc1738:gopherurl"]), gopher);
    assert!(list(&["--production", "uri-1997:gopherurl"]).is_empty());
}

/// A production that no selected grammar has selects nothing, so its name is an error.
#[test]
fn unknown_productions_are_errors() {
    for name in ["nope", "rfc1738:nope", "rfc3986:httpurl"] {
        let output = run(&["check", "--production", name, "--url", "http://a"], "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(error.contains("no selected grammar has a production named"), "{error}");
    }
    stdout(&["check", "--production", "rfc1738:httpurl,URI", "--url", "http://a"], "", 0);
    stdout(&["lineage", "--reading", "published", "addr-spec"], "", 2);
}

/// A list has whole URLs, unchanged: one per line or, with --null, each with NUL after it.
#[test]
fn a_list_has_whole_urls() {
    let args = ["check", "--list", "-g", "rfc3986", "--url", "a", "--url", "b", "--file", "-"];
    assert_eq!(stdout(&args, "c\nd", 0), "a\nb\nc\nd\n");
    assert_eq!(stdout(&[&args[..], &["--null"]].concat(), "c\0d", 0), "a\0b\0c\0d\0");
    for length in [1 << 16, 1 << 17, (1 << 17) + 1, 300_000] {
        let long = format!("http://a/{}", "b".repeat(length));
        let output = run(&["check", "--list", "-g", "rfc3986", "-"], format!("{long}\nc\n"));
        let text = String::from_utf8(output.stdout).unwrap();
        let is_whole = text == format!("{long}\nc\n") && output.status.code() == Some(0);
        let is_reported = String::from_utf8(output.stderr).unwrap().contains("too long for a list");
        assert!(is_whole || text == "c\n" && output.status.code() == Some(2) && is_reported, "{length}");
    }
}
