//! `check`, end to end.

mod formats;
mod lines;
mod selection;
mod streams;
mod summary;

use crate::common::stdout;
use serde_json::Value;
use uri_lineage::Grammar;

/// The records that `check` writes, for a run that must end with that status.
#[track_caller]
fn records(args: &[&str], input: impl AsRef<[u8]>, status: i32) -> Vec<Value> {
    let text = stdout(&[&["check", "--format", "jsonl"], args].concat(), input, status);
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

/// Asserts that a record has the verdict of the library for a grammar; returns whether the grammar
/// refuses the line.
#[track_caller]
fn assert_library_verdict(record: &Value, grammar: Grammar, line: &str) -> bool {
    // A long line would not be read in a message.
    let start: String = line.chars().take(100).collect();
    let name = format!("{grammar}: {start} ({} bytes)", line.len());
    let (production, refusal) = (&record["accepted"][grammar.id()], &record["refused"][grammar.id()]);
    match grammar.parse(line) {
        Ok(parsed) => {
            assert_eq!((production, refusal), (&parsed.production().into(), &Value::Null), "{name}");
            false
        }
        Err(error) => {
            assert!(production.is_null(), "{name}");
            let error = serde_json::to_value(error).unwrap();
            for member in ["production", "reason", "offset", "found", "class", "expected", "advice"] {
                assert_eq!(refusal[member], error[member], "{name}, {member}");
            }
            true
        }
    }
}
