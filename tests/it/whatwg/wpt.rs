//! The cases of the web-platform-tests, without a base and with one:
//! `url/resources/urltestdata.json`, which the project does not contain. The environment variable
//! `URI_LINEAGE_WPT` has its path.

use serde_json::Value;

use crate::whatwg::components::{ALL, Compared};
use crate::whatwg::grammar::URL;
use crate::whatwg::standard::{Record, parse, parse_with};
use crate::whatwg::verdicts::is_outside;

/// The cases, with surrogates that have no partner replaced, as conversion to a scalar value string
/// does.
fn cases(json: &str) -> Vec<Value> {
    let surrogate = |at: usize, first: &str| {
        let escape = json.get(at..at + 6).unwrap_or_default().to_ascii_lowercase();
        escape.strip_prefix("\\u").is_some_and(|digits| digits.starts_with('d') && first.contains(&digits[1..2]))
    };
    let (mut replaced, mut at) = (String::new(), 0);
    while at < json.len() {
        let length = match json[at..].chars().next() {
            Some('\\') if surrogate(at, "89ab") && surrogate(at + 6, "cdef") => 12,
            Some('\\') if surrogate(at, "89abcdef") => {
                replaced += "\\ufffd";
                at += 6;
                continue;
            }
            Some('\\') => 2,
            other => other.map_or(1, char::len_utf8),
        };
        replaced += &json[at..at + length];
        at += length;
    }
    let Ok(Value::Array(all)) = serde_json::from_str(&replaced) else { panic!("not a list of cases") };
    all.into_iter().filter(Value::is_object).collect()
}

fn without_a_base(case: &Value) -> bool {
    case["base"].is_null() && case["relativeTo"].is_null()
}

/// All cases of the file; `None` if no variable names it.
pub fn file() -> Option<Vec<Value>> {
    let Some(path) = std::env::var_os("URI_LINEAGE_WPT") else {
        println!("skipped: URI_LINEAGE_WPT does not name the file urltestdata.json of the web-platform-tests");
        return None;
    };
    Some(cases(&std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))))
}

/// The members of a case that succeeds.
pub fn members(record: &Record) -> [(&'static str, String); 8] {
    let Record { scheme, username, password, host, port, path, query, fragment, .. } = record.clone();
    // Of an empty query and fragment there is no delimiter.
    let after = |mark: char, text: Option<String>| {
        text.filter(|text| !text.is_empty()).map(|text| format!("{mark}{text}")).unwrap_or_default()
    };
    [
        ("protocol", format!("{scheme}:")),
        ("username", username),
        ("password", password),
        ("hostname", host.unwrap_or_default()),
        ("port", port.map(|port| port.to_string()).unwrap_or_default()),
        ("pathname", path),
        ("search", after('?', query)),
        ("hash", after('#', fragment)),
    ]
}

#[test]
fn surrogates_without_a_partner_are_replaced() {
    let json = r#"[{"input": "\ud800\\ud800\uD83D\uDE00\udfff", "base": null}, "text", {"input": "a", "base": "b:"}]"#;
    let mut cases = cases(json);
    cases.retain(without_a_base);
    assert_eq!(cases.len(), 1);
    assert_eq!(cases[0]["input"], "\u{fffd}\\ud800\u{1f600}\u{fffd}");
}

#[test]
fn cases_without_a_base() {
    let Some(mut cases) = file() else { return };
    cases.retain(without_a_base);
    let (mut compared, mut outside, mut differ, mut peer) = (0, Vec::new(), Vec::new(), Compared::default());
    for case in &cases {
        let text = case["input"].as_str().unwrap();
        let record = parse(text).record;
        assert_eq!(URL.contains(text), record.is_some(), "{text:?}");
        if record.as_ref().is_some_and(is_outside) {
            outside.push(text);
            continue;
        }
        compared += 1;
        peer.text(text, &ALL);
        let fails = case["failure"] == true;
        match &record {
            Some(record) if !fails => {
                let all = members(record);
                let wrong: Vec<_> = all.iter().filter(|(name, text)| case[*name] != **text).collect();
                if !wrong.is_empty() {
                    differ.push(format!("{text:?}: {wrong:?}"));
                }
            }
            Some(_) => differ.push(format!("{text:?} fails in the tests")),
            None if !fails => differ.push(format!("{text:?} does not fail in the tests")),
            None => {}
        }
    }
    assert!(compared > 0, "{} cases", cases.len());
    println!("{} cases, {compared} compared, {} unexamined", cases.len(), outside.len());
    assert!(differ.is_empty(), "{differ:#?}");
    peer.check();
}

/// With a base, of the algorithms alone: the grammar has no rules for these.
#[test]
fn cases_with_a_base() {
    let Some(cases) = file() else { return };
    let (mut compared, mut differ) = (0, Vec::new());
    for case in cases.iter().filter(|case| case["base"].is_string()) {
        let (text, base) = (case["input"].as_str().unwrap(), case["base"].as_str().unwrap());
        let Some(base) = parse(base).record else {
            assert!(case["failure"] == true, "{base}");
            continue;
        };
        let record = parse_with(text, Some(&base)).record;
        if record.as_ref().is_some_and(is_outside) {
            continue;
        }
        compared += 1;
        let all = record.as_ref().map(members);
        let right = match &all {
            Some(all) => all.iter().all(|(name, text)| case[*name] == **text),
            None => case["failure"] == true,
        };
        if !right {
            differ.push(format!("{text:?} with {base:?}: {all:?}"));
        }
    }
    assert!(compared > 0, "{} cases", cases.len());
    assert!(differ.is_empty(), "{compared}: {differ:#?}");
}
