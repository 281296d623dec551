//! Findings as SARIF 2.1.0 (OASIS), the format of code hosts.

use serde_json::{Value, json};
use uri_lineage::regular_bnf::lint::{Finding, Lint, Severity};

use super::found::{Linted, findings, message};
use crate::failure::Failure;
use crate::output::text::plain;

/// The log of one run.
pub fn log(linted: &[Linted], unread: &[Failure]) -> Value {
    let results: Vec<Value> = findings(linted).map(|(file, finding)| result(file, finding)).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "uri-lineage",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": Lint::ALL.iter().map(rule).collect::<Vec<_>>(),
            } },
            "invocations": [{
                "executionSuccessful": unread.is_empty(),
                "toolExecutionNotifications": unread.iter().map(notification).collect::<Vec<_>>(),
            }],
            // A column counts characters, not code units of UTF-16.
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

/// The notification about a file that cannot be read.
fn notification(failure: &Failure) -> Value {
    json!({ "level": "error", "message": { "text": plain(&failure.to_string()) } })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// The description of a lint.
fn rule(lint: &Lint) -> Value {
    let example = lint.example();
    let help = format!("{}\n\nExample:\n{}\nMended:\n{}", lint.text(), example.text, example.mended);
    json!({
        "id": lint.name(),
        "shortDescription": { "text": lint.summary() },
        "fullDescription": { "text": lint.text() },
        "help": { "text": help },
        "defaultConfiguration": { "level": level(lint.severity()) },
    })
}

fn result(file: &str, finding: &Finding) -> Value {
    let index = Lint::ALL.iter().position(|lint| *lint == finding.lint);
    json!({
        "ruleId": finding.lint.name(),
        "ruleIndex": index,
        "level": level(finding.severity),
        "message": { "text": plain(&message(finding)) },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": reference(file) },
            "region": { "startLine": finding.line, "startColumn": finding.column },
        } }],
    })
}

/// The URI reference of a file. Code hosts expect one that is relative to the root of the
/// repository.
fn reference(file: &str) -> String {
    let path = std::path::Path::new(file);
    let file = if cfg!(windows) { file.replace('\\', "/") } else { file.to_owned() };
    if path.is_absolute() {
        // A drive letter has no slash in front; the name of a server has two.
        let front = if file.starts_with("//") {
            "file:"
        } else if file.starts_with('/') {
            "file://"
        } else {
            "file:///"
        };
        let path: String = file.bytes().map(|byte| if byte == b':' { ":".to_owned() } else { escaped(byte) }).collect();
        return format!("{front}{path}");
    }
    file.strip_prefix("./").unwrap_or(&file).bytes().map(escaped).collect()
}

/// A byte of a path, escaped unless it may occur unescaped in a relative reference. A colon in the
/// first segment would end a scheme.
fn escaped(byte: u8) -> String {
    match byte {
        b'/' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_of_files() {
        assert_eq!(reference("./a b/c:d.abnf"), "a%20b/c%3Ad.abnf");
        assert_eq!(reference("é"), "%C3%A9");
        #[cfg(unix)]
        assert_eq!(reference("/a b"), "file:///a%20b");
    }
}
