//! Documents of one scheme as arguments of commands.

use serde_json::Value;
use uri_lineage::SchemeDocument;

use crate::common::{run, stdout};

/// The message of a command that fails.
fn failure(args: &[&str], status: i32) -> String {
    let output = run(args, "");
    assert_eq!(output.status.code(), Some(status), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Each document is an argument of the commands that take a grammar, and answers.
#[test]
fn each_document_is_a_grammar_of_every_command() {
    for document in SchemeDocument::ALL {
        let id = document.id();
        assert!(stdout(&["explain", id], "", 0).starts_with(&format!("{id}: {}", document.document())), "{id}");
        let sample = stdout(&["sample", id, "-n", "3"], "", 0);
        assert!(sample.lines().count() == 3 && sample.lines().all(|line| document.accepts(line)), "{sample}");
        let accepted = stdout(&["check", "-g", id, "--list", "--only", "accepted"], &sample, 0);
        // An empty line is no URL to check, and is a reference of RFC 6874.
        let lines: Vec<&str> = sample.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(accepted.lines().collect::<Vec<_>>(), lines, "{id}");
        let main = format!("{id}:{}", document.main_production());
        // A vertical line, and a zone, are no characters of RFC 3986.
        let differs = ["rfc8089-bar", "rfc8089-all", "rfc6874"].contains(&id);
        let relation = stdout(&["diff", &main, "rfc3986:URI-reference"], "", 1);
        assert_eq!(relation.lines().next().unwrap().contains(" is narrower than "), !differs, "{relation}");
        assert!(stdout(&["prove", "-g", id], "", 0).contains("0 accept") || id.starts_with("rfc8"), "{id}");
    }
}

/// The document in force answers for the scheme of a line, and says where and why.
#[test]
fn check_by_the_document_in_force() {
    let urls = "mailto:a@%\ngopher://h/1a%0a\nFTP://h/\nfoo:bar\nhttp://h/#f\nurn:a-b:c#d\n";
    let lines = stdout(&["check", "-g", "rfc3986", "--schemes", "--format", "jsonl"], urls, 1);
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let refused: Vec<[String; 2]> = lines
        .iter()
        .map(|line| ["production", "reason"].map(|name| line["refused"]["schemes"][name].to_string().replace('"', "")))
        .collect();
    assert_eq!(
        refused,
        [
            ["rfc6068:mailtoURI", "broken-escape"],
            ["rfc4266:gopher-url", "unexpected-character"],
            // RFC 1738 has schemes in small letters.
            ["URI", "unknown-scheme"],
            ["URI", "unknown-scheme"],
            ["null", "null"],
            ["null", "null"],
        ]
    );
    let own = stdout(&["check", "-g", "schemes"], urls, 1);
    assert!(own.contains("5: http://h/#f  accepted"), "{own}");
}

/// A scheme is followed to the document in force, and no further.
#[test]
fn lineages_end_with_the_document_in_force() {
    for (scheme, last) in [
        ("gopherurl", "RFC 4266"),
        ("mailto", "RFC 6068"),
        ("NNTP", "RFC 5538"),
        ("snews", "RFC 5538"),
        ("urn", "RFC 8141"),
        ("mailtoURI", "RFC 6068"),
    ] {
        let lineage = stdout(&["lineage", scheme], "", 0);
        let end = lineage.trim_end().lines().last().unwrap();
        assert!(end.starts_with(&format!("{last} is in force for `")), "{scheme}: {end}");
        let generations: Vec<Value> =
            serde_json::from_str(&stdout(&["lineage", scheme, "--format", "json"], "", 0)).unwrap();
        let id = last.to_lowercase().replace(' ', "");
        assert_eq!(generations.last().unwrap()["grammar"], *id, "{scheme}");
    }
    assert!(stdout(&["lineage", "ftp"], "", 0).contains("RFC 1738 is still in force for `ftp`"));
    assert!(!stdout(&["lineage", "hostname"], "", 0).contains("in force"));
}

/// A grammar that cites one of the documents takes its productions.
#[test]
fn a_file_may_cite_a_document_of_one_scheme() {
    let path = crate::common::file("contact.abnf", "contact = <mailtoURI, see [RFC6068], Section 2>\n");
    let accepted = stdout(&["check", "-g", &path, "--list", "--only", "accepted"], "mailto:a@b\nmailto:a\n", 0);
    assert_eq!(accepted, "mailto:a@b\n");
}

#[test]
fn unknown_names_are_suggested() {
    let message = failure(&["explain", "rfc6069"], 2);
    assert!(message.contains("rfc6068"), "{message}");
    let message = failure(&["explain", "rfc6068:addrspec"], 2);
    assert!(message.contains("addr-spec"), "{message}");
}
