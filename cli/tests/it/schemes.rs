//! Documents of one scheme as arguments of commands.

use serde_json::Value;
use uri_lineage::SchemeDocument;

use crate::common::{json, run, sampled, stdout};

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
    }
    for document in sampled(SchemeDocument::ALL, 5) {
        let id = document.id();
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
        assert!(end.starts_with(&format!("{last} is the latest document for `")), "{scheme}: {end}");
        let generations: Vec<Value> =
            serde_json::from_str(&stdout(&["lineage", scheme, "--format", "json"], "", 0)).unwrap();
        let id = last.to_lowercase().replace(' ', "");
        assert_eq!(generations.last().unwrap()["grammar"], *id, "{scheme}");
    }
    assert!(stdout(&["lineage", "ftp"], "", 0).contains("RFC 1738 still has the latest definition of `ftp`"));
    assert!(!stdout(&["lineage", "hostname"], "", 0).contains("latest"));
}

/// The answers of a command to a URL, by document.
fn answers(args: &[&str], status: i32) -> Vec<(String, Value)> {
    let records = json(&[args, &["--format", "json"]].concat(), status);
    records
        .as_array()
        .unwrap()
        .iter()
        .map(|record| (record["grammar"].as_str().unwrap().to_owned(), record.clone()))
        .collect()
}

/// Without a choice of grammars, the document in force answers last; `schemes` selects it alone.
#[test]
fn the_document_in_force_answers_last() {
    for (url, document) in [
        ("gopher://h/7s%09find", "rfc4266"),
        ("news://h/a", "rfc5538"),
        ("HTTP://h/#f", "rfc9110"),
        ("urn:isbn:1#f", "rfc8141"),
    ] {
        for command in ["request", "normalize"] {
            let output = run(&[command, url, "--format", "json"], "");
            let records: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(records.as_array().unwrap().last().unwrap()["grammar"], document, "{command} {url}");
        }
        let [(alone, _)] = &answers(&["normalize", "-g", "schemes", url], 0)[..] else { panic!("{url}") };
        assert_eq!(alone, document);
    }
    // RFC 1738 is in force for `ftp`, and is among the grammars already.
    let of_ftp = answers(&["request", "ftp://h/a"], 0);
    assert_eq!(of_ftp.iter().filter(|(grammar, _)| grammar == "rfc1738").count(), 1);
    let ftp = &answers(&["normalize", "-g", "schemes", "ftp://h:21/a#f"], 0)[0];
    assert_eq!((ftp.0.as_str(), &ftp.1["result"]), ("rfc1738", &"ftp://h:21/a#f".replace(":21", "").into()));
    // No document defines the scheme.
    let unknown = &answers(&["request", "-g", "schemes", "foo:bar"], 1)[0];
    assert_eq!((unknown.0.as_str(), unknown.1["error"].is_string()), ("schemes", true));
}

/// A fragment may follow what the document in force reads, and is a part of what is compared.
#[test]
fn a_fragment_follows_what_the_document_in_force_reads() {
    let same = |args: &[&str], status| stdout(&[&["same", "-g"], args].concat(), "", status);
    assert!(same(&["schemes", "http://h#a", "http://h:80/#a"], 0).contains("equivalent"));
    assert!(same(&["schemes", "http://h#a", "http://h:80/#b"], 1).contains("the fragments differ"));
    assert!(same(&["schemes", "http://h", "http://h/#b"], 1).contains("the fragments differ"));
    // That of a URN does not count (RFC 8141, section 3.1).
    assert!(same(&["schemes", "urn:ab:c#1", "URN:ab:c"], 0).contains("equivalent"));
    // RFC 9110 itself has none.
    assert!(same(&["rfc9110", "http://h", "http://h/#b"], 1).contains("refuses `#` at byte 9"));
}

/// A refusal by a document has the record that one by a grammar has.
#[test]
fn refusals_of_documents_are_records() {
    let of = |args: &[&str]| answers(&[args, &["--cite", "mailto:a"]].concat(), 1).remove(0).1;
    for command in ["request", "normalize"] {
        let record = of(&[command, "-g", "rfc6068"]);
        let refusal = &record["refusal"];
        assert_eq!((&refusal["production"], &refusal["offset"]), (&"mailtoURI".into(), &8.into()), "{command}");
        assert!(record["cited"]["source"].as_str().unwrap().starts_with("RFC 6068"), "{record}");
    }
    let record = json(&["convert", "--to", "rfc6068", "--format", "json", "--cite", "mailto:a"], 1)[0].clone();
    assert_eq!((&record["to"], &record["refusal"]["production"]), (&"rfc6068".into(), &"mailtoURI".into()));
    // References are resolved by grammars of all URLs.
    let message = failure(&["resolve", "-g", "rfc6068", "mailto:a@b", "c"], 2);
    assert!(message.contains("does not know the documents of one scheme"), "{message}");
}

/// The parts of a URI are those of the struct, and the warnings are those of the document.
#[test]
fn parse_shows_the_struct_and_the_warnings() {
    let record = &answers(&["parse", "-g", "rfc6068", "mailto:a@h?subject=x&bcc=b@h"], 0)[0].1;
    assert_eq!(record["components"]["hfields"], "subject=x&bcc=b@h");
    assert!(record["warnings"][0].as_str().unwrap().ends_with("(4)"), "{record}");
    let record = &answers(&["parse", "-g", "schemes", "http://www.example.com@h/"], 0)[0].1;
    let warnings: Vec<&str> =
        record["warnings"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    assert!(warnings[0].ends_with("(RFC 3986, 7.6)") && warnings[1].ends_with("(4.2.4)"), "{warnings:?}");
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
