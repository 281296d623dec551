//! Grammars of the user in every command that reads a grammar.

use crate::common::{file, run, stdout};
use serde_json::Value;

const DID: &str = r#"did                = "did:" method-name ":" method-specific-id
method-name        = 1*method-char
method-char        = %x61-7A / DIGIT
method-specific-id = *( *idchar ":" ) 1*idchar
idchar             = ALPHA / DIGIT / "." / "-" / "_" / pct-encoded
pct-encoded        = "%" HEXDIG HEXDIG
"#;

/// Lines: accepted, refused for several reasons, not UTF-8, and one that is longer than a block.
fn lines() -> Vec<u8> {
    let long = format!("did:web:{}~", "a".repeat(200_000));
    [b"did:web:a\nhttp://a/\ndid:Web:a\ndid:web:\ndid:web:a\xFF\n\n", long.as_bytes(), b"\n"].concat()
}

#[test]
fn a_file_is_a_column_whose_refusals_have_the_same_members() {
    let name = file("own-check.abnf", DID);
    let column = format!("{name}:did");
    let grammars = format!("{column},rfc3986");
    let text = stdout(&["check", "--grammar", &grammars, "--format", "jsonl"], lines(), 1);
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let accepted: Vec<bool> = records.iter().map(|record| record["accepted"].get(&column).is_some()).collect();
    assert_eq!(accepted, [true, false, false, false, false, false]);
    let refusal = |at: usize, grammar: &str| records[at]["refused"][grammar].clone();
    // The long line is checked whole.
    let offsets: Vec<u64> = (1..6).map(|at| refusal(at, &column)["offset"].as_u64().unwrap()).collect();
    assert_eq!(offsets, [0, 4, 8, 9, 200_008]);
    assert_eq!(refusal(2, &column)["expected"], serde_json::json!(["`method-name`", "`method-char`"]));
    assert_eq!(
        (&refusal(2, &column)["class"], &refusal(2, &column)["reason"]),
        (&"ALPHA".into(), &"unexpected-character".into())
    );
    let members = |refusal: Value| refusal.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(members(refusal(4, &column)), members(refusal(4, "rfc3986")));
    assert_eq!(members(refusal(2, &column)), members(refusal(4, "rfc3986")));
}

/// All outputs of a copy of a built-in production agree with those of the production itself, apart
/// from its name.
#[test]
fn a_copy_of_a_built_in_grammar_is_read_as_that() {
    let name = file("own-copy.abnf", &std::fs::read_to_string("../grammar/rfc3986.bnf").unwrap());
    let copy = format!("{name}:URI");
    let urls = std::fs::read_to_string("../tests/data/urls-1990s.txt").unwrap();
    let of = |grammar: &str, more: &[&str]| {
        let args = [&["check", "--grammar", grammar, "--threads", "2"], more].concat();
        String::from_utf8(run(&args, urls.as_bytes()).stdout).unwrap().replace(grammar, "GRAMMAR")
    };
    for more in [&["--format", "csv"][..], &["--summary=jsonl"], &["--only", "refused", "-l"]] {
        assert_eq!(of(&copy, more), of("rfc3986:URI", more), "{more:?}");
    }
    let list = |more: &[&str]| {
        let args = [&["check", "-l", "--grammar", "rfc3986"], more].concat();
        String::from_utf8(run(&args, urls.as_bytes()).stdout).unwrap()
    };
    assert_eq!(list(&["--in", &copy]), list(&["--production", "URI"]));
    assert_eq!(list(&["--not-in", &copy, "--only", "accepted"]), list(&["--production", "relative-ref"]));
}

#[test]
fn a_file_is_parsed_into_a_derivation() {
    let name = file("own-parse.abnf", DID);
    let text = stdout(&["parse", "--grammar", &name, "did:a:b"], "", 0);
    let tree = "\n  did \"did:a:b\"\n    method-name \"a\"\n      method-char \"a\"\n    method-specific-id \"b\"\n";
    assert!(text.contains(tree), "{text}");
    // A long URL has no tree, and its components.
    let long = format!("did:a:{}", "b".repeat(300));
    let place = "path=method-specific-id";
    let text = stdout(&["parse", "--grammar", &name, "--place", place, "--format", "json", &long], "", 0);
    let record: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(record[0]["components"], serde_json::json!({ "path": "b".repeat(300) }));
    stdout(&["parse", "--grammar", &name, "did:A:b"], "", 1);
}

#[test]
fn files_of_every_kind_have_components() {
    let abnf = file("own-kinds.abnf", "u = scheme \":\" host\nscheme = 1*%x61-7A\nhost = 1*%x61-7A\n");
    let pest = file("own-kinds.pest", "u = { scheme ~ \":\" ~ host }\nscheme = { 'a'..'z'+ }\nhost = { 'a'..'z'+ }\n");
    let regex = file("own-kinds.regex", "(?<scheme>[a-z]+):(?<host>[a-z]+)\n");
    let all = [&*abnf, &pest, &regex].join(",");
    let text = stdout(&["compare", "--grammar", &all, "--format", "jsonl", "ab:cd"], "", 0);
    let record: Value = serde_json::from_str(&text).unwrap();
    for name in [&abnf, &pest, &regex] {
        assert_eq!(record["readings"][name], serde_json::json!({ "scheme": "ab", "host": "cd" }), "{name}");
    }
    assert!(stdout(&["check", "--grammar", &all, "--agree", "host"], "ab:cd\n", 0).contains("host read alike"));
    let chars = stdout(&["chars", "--grammar", &all, "--in", "host", "a"], "", 0);
    assert!(
        chars.ends_with("host  bare           bare           bare\n") || chars.matches("bare").count() == 3,
        "{chars}"
    );
    let explained = stdout(&["explain", &pest, "host"], "", 0);
    assert_eq!(explained, stdout(&["explain", &format!("{pest}:host")], "", 0));
    for name in [&abnf, &pest, &regex] {
        stdout(&["differential", name, &abnf], "", 0);
        assert!(stdout(&["vectors", name, "--limit", "3"], "", 0).contains("\"valid\":true"));
        assert!(stdout(&["explain", name], "", 0).contains('u'));
    }
    stdout(&["diff", &format!("{abnf}:u"), &format!("{pest}:u")], "", 0);
    stdout(&["diff", &regex, &format!("{pest}:u")], "", 0);
    let error = |args: &[&str]| String::from_utf8(run(args, "").stderr).unwrap();
    assert!(error(&["parse", "--grammar", &format!("{pest}:v"), "a"]).contains("no rule is named `v`"));
    assert!(error(&["check", "--grammar", &format!("{abnf}:hots")]).contains("did you mean `host`?"));
    assert!(error(&["normalize", "--grammar", &abnf, "a:b"]).contains("built-in grammar"));
}

/// Productions have no order, so what a component is must not depend on one.
#[test]
fn a_component_with_two_spans_is_refused_with_the_string() {
    let name = file("own-twice.abnf", "u = host user\nhost = *\"a\"\nuser = *\"a\"\n");
    let output = run(&["compare", "--grammar", &name, "aa"], "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(error.ends_with("`user` can match two texts in `a`: productions have no order that decides\n"), "{error}");
}

#[test]
fn a_file_comes_last_in_a_lineage() {
    let name = file("own-port.abnf", "port = 1*5DIGIT\n");
    let text = stdout(&["lineage", "port", "--after", &name, "--format", "json"], "", 0);
    let all: Vec<Value> = serde_json::from_str(&text).unwrap();
    let last = all.last().unwrap();
    assert_eq!((&last["grammar"], &last["production"]), (&name.into(), &"port".into()));
    assert_eq!(last["change"]["gone"], "");
}

/// HTTP's lists, and grammars of bytes, which every output calls so.
#[test]
fn variants_of_abnf() {
    let list = file("variants-list.abnf", "names = 1#name\nname = 1*ALPHA\n");
    let sample = |lists: &str| stdout(&["sample", &list, "--list-rule", lists, "-n", "3"], "", 0);
    assert_ne!(sample("sent"), sample("received"));
    let bytes = file("variants-bytes.abnf", "text = 2%x80-FF\n");
    let refused = stdout(&["check", "-g", &bytes, "--bytes"], "é\néé\n", 1);
    assert!(refused.contains("(bytes)"), "{refused}");
    assert!(stdout(&["explain", &bytes, "--bytes"], "", 0).starts_with("a grammar of bytes: "));
    assert!(stdout(&["explain", &bytes, "text", "--bytes"], "", 0).contains("(bytes):text"));
    assert!(stdout(&["lint", &bytes, "--bytes"], "", 0).contains("a grammar of bytes"));
    assert!(stdout(&["lint", &bytes], "", 0).contains("may be meant as bytes"));
    let mixed = file("variants-mixed.abnf", "text = %x80-FF / %x100\n");
    let output = run(&["explain", &mixed, "--bytes"], "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("line 1, column 18: expected a byte"), "{error}");
    let output = run(&["explain", &bytes, "--bytes", "--import", "rfc3987:ucschar"], "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("`ucschar` is imported and has characters beyond U+00FF"), "{error}");
}

/// A character up to U+00FF of a grammar of bytes is a byte, so it is not compared with a
/// character.
#[test]
fn bytes_are_not_compared_with_characters() {
    let own = file("latin.abnf", "text = 1*%x61-FF\n");
    let text = format!("{own}:text");
    for args in [
        &["diff", "--bytes", &text, "rfc3987:IRI"][..],
        &["differential", "--bytes", &own, "rfc3987", "--place", "host=text"],
        &["agree", "--bytes", "rfc3987", &own, "--place", "host=text"],
    ] {
        let output = run(args, "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains("grammar of bytes") && error.contains("rfc3987"), "{args:?}: {error}");
    }
    // In US-ASCII a byte is a character.
    assert_eq!(run(&["diff", "--bytes", &text, "rfc3986:URI"], "").status.code(), Some(1));
}

/// Nobody misses a scheme in a string that is no URL; in a grammar of URLs it is named.
#[test]
fn a_missing_scheme_is_the_reason_only_where_each_member_has_one() {
    let version = file("version.abnf", "version = 1*DIGIT \".\" 1*DIGIT\n");
    let did = file("did-scheme.abnf", DID);
    for (grammar, input, reason) in [
        (&version, "1.a", "unexpected-character"),
        (&version, "1", "incomplete"),
        (&version, "1:2", "reserved-character"),
        (&did, "1:web:a", "no-scheme"),
        (&did, "did", "no-scheme"),
        (&did, "did:Web:a", "unexpected-character"),
    ] {
        let records = stdout(&["check", "-g", grammar, "--url", input, "--format", "jsonl"], "", 1);
        let record: Value = serde_json::from_str(&records).unwrap();
        assert_eq!(record["refused"][grammar.as_str()]["reason"], reason, "{input}");
    }
}

/// A class of Unicode is neither listed in full nor called by a name that nobody wrote.
#[test]
fn messages_about_classes_of_unicode_are_short() {
    let own = file("identifier.pest", "identifier = @{ XID_START ~ XID_CONTINUE* }\n");
    let regex = ["--regex", "^[\\w--_]+$"];
    for args in [
        vec!["check", "-g", &own, "--url", "a!"],
        vec!["diff", &own, "rfc3986:scheme"],
        vec!["diff", &own, "rfc3987:ipchar"],
        vec!["explain", &own, "identifier"],
        [&["diff", "rfc3986:scheme"][..], &regex].concat(),
    ] {
        let output = run(&args, "");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(!text.is_empty() && text.lines().all(|line| line.chars().count() < 900), "{args:?}: {text}");
        let names_nobodys = ["set1 ", "set1,", "characters-"].iter().any(|name| text.contains(name));
        assert!(args[0] == "explain" || !names_nobodys, "{args:?}: {text}");
    }
}
