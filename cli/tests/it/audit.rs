//! `vectors --audit`: which wrong parsers a suite lets pass; and suites as tests of other programs.

use crate::common::{file, run, stdout};
use serde_json::Value;

fn records(args: &[&str], status: i32) -> Vec<Value> {
    let text = stdout(&[args, &["--format", "jsonl"]].concat(), "", status);
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_complete_suite_finds_every_fault_in_every_format() {
    for format in ["text", "jsonl", "json", "json-schema"] {
        let suite =
            file(&format!("complete-{format}"), &stdout(&["vectors", "rfc3986:port", "--format", format], "", 0));
        let share = records(&["vectors", "rfc3986:port", "--audit", &suite], 0).pop().unwrap();
        assert_eq!(share["found"], share["faults"], "{format}");
        assert!(share["disagreements"].as_array().unwrap().is_empty(), "{format}");
    }
}

#[test]
fn the_missed_strings_complete_a_suite() {
    let suite = "tests/data/schemes.tsv";
    let mut faults = records(&["vectors", "rfc3986:scheme", "--audit", suite], 1);
    let share = faults.pop().unwrap();
    let escaping: u64 = faults.iter().map(|fault| fault["faults"].as_u64().unwrap()).sum();
    assert_eq!(share["found"].as_u64().unwrap() + escaping, share["faults"].as_u64().unwrap());
    let more = stdout(&["vectors", "rfc3986:scheme", "--audit", suite, "--minimal", "--format", "text"], "", 1);
    let own = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/schemes.tsv")).unwrap();
    let whole = file("completed.txt", &format!("{own}{more}"));
    let share = records(&["vectors", "rfc3986:scheme", "--audit", &whole], 0).pop().unwrap();
    assert_eq!(share["found"], share["faults"]);
}

#[test]
fn a_verdict_that_is_not_the_grammars_is_shown() {
    let suite = file("wrong.tsv", "a\tinvalid\n0\tvalid\n");
    let text = stdout(&["vectors", "rfc3986:scheme", "--audit", &suite, "--format", "text"], "", 1);
    assert!(text.contains("invalid, and the grammar accepts it: a\n"), "{text}");
    assert!(text.contains("valid, and the grammar refuses it: 0\n"), "{text}");
}

#[test]
fn suites_that_cannot_be_read_are_errors() {
    for text in ["[1]", "a", "{\"input\":\"a\"}", "[{\"tests\":[{\"data\":1}]}]", &"[".repeat(100_000)] {
        let output = run(&["vectors", "rfc3986:scheme", "--audit", &file("unreadable", text)], "");
        assert_eq!(output.status.code(), Some(2), "{}", &text[..text.len().min(40)]);
        assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
    }
    let output = run(&["vectors", "rfc3986:scheme", "--audit", "no such file"], "");
    assert_eq!(output.status.code(), Some(2));
}

/// A suite with a long string takes linear time.
#[test]
fn long_strings_are_read() {
    let suite = file("long.tsv", &format!("{}\tvalid\n{}_\tinvalid\n", "a".repeat(100_000), "a-".repeat(50_000)));
    let share = records(&["vectors", "rfc3986:scheme", "--audit", &suite], 1).pop().unwrap();
    assert!(share["found"].as_u64() > Some(0));
}

/// The suites are those of the folder that the variable names; the project does not contain them.
#[test]
fn json_schema_test_suite_is_read() {
    let Some(folder) = std::env::var_os("URI_LINEAGE_JSON_SCHEMA") else {
        eprintln!("JSON-SCHEMA-TEST-SUITE WAS NOT READ: set URI_LINEAGE_JSON_SCHEMA");
        return;
    };
    let grammars = ["rfc3986:URI", "rfc3986:URI-reference", "rfc3987:IRI", "rfc3987:IRI-reference"];
    for (name, grammar) in ["uri", "uri-reference", "iri", "iri-reference"].into_iter().zip(grammars) {
        let suite = std::path::Path::new(&folder).join(format!("{name}.json"));
        let all = records(&["vectors", grammar, "--audit", suite.to_str().unwrap()], 1);
        let share = all.last().unwrap();
        assert!(share["disagreements"].as_array().unwrap().is_empty(), "{name}: {share}");
        assert!(share["found"].as_u64() < share["faults"].as_u64(), "{name}");
        eprintln!("{name}: {} strings find {} of {} faults", share["strings"], share["found"], share["faults"]);
    }
}

#[test]
fn suites_are_tests_of_other_programs() {
    let python = stdout(&["vectors", "rfc3986:dec-octet", "--format", "pytest"], "", 0);
    assert!(
        python.contains("    (\"25\", True),\n") && python.contains("\ndef test_dec_octet(accepts, text, valid):\n")
    );
    let rust = stdout(&["vectors", "rfc3986:dec-octet", "--format", "rust"], "", 0);
    assert!(rust.contains("    (\"25\", true),\n") && rust.contains("fn dec_octet_conforms() {\n"));
    // They are programs of those languages, if these are installed.
    let of = |program: &str, args: &[&str]| {
        let output = std::process::Command::new(program).args(args).output();
        match output {
            Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
            Err(_) => eprintln!("A SUITE WAS NOT TRIED: {program} is not installed"),
        }
    };
    let path = file("suite.py", &python);
    of("python3", &["-c", "import ast, sys; ast.parse(open(sys.argv[1], encoding='utf-8').read())", &path]);
    let accepts = "fn accepts(text: &str) -> bool { text.parse::<u8>().is_ok_and(|n| n.to_string() == text) }\n";
    let path = file("suite.rs", &format!("{accepts}{rust}"));
    let out = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("suite-of-rust");
    of("rustc", &["--edition=2024", "--test", "-o", out.to_str().unwrap(), &path]);
    of(out.to_str().unwrap(), &[]);
    let schema: Value =
        serde_json::from_str(&stdout(&["vectors", "rfc3986:dec-octet", "--format", "json-schema"], "", 0)).unwrap();
    assert!(schema[0]["tests"].as_array().unwrap().iter().any(|test| test["data"] == "25" && test["valid"] == true));
}

/// The suite of components finds every wrong split; its verdicts alone do not.
#[test]
fn suites_with_components_find_wrong_splits() {
    let suite = stdout(&["vectors", "rfc1738:hostport", "--components"], "", 0);
    let whole = file("splits.jsonl", &suite);
    let shares = records(&["vectors", "rfc1738:hostport", "--components", "--audit", &whole], 0);
    let names: Vec<&str> = shares.iter().map(|share| share["component"].as_str().unwrap()).collect();
    assert_eq!(names, ["host", "port"]);
    for share in &shares {
        assert_eq!((&share["found"], &share["judged"]), (&share["faults"], &share["strings"]));
        assert!(share["disagreements"].as_array().unwrap().is_empty());
    }
    // If a suite has no hosts, only its verdicts count.
    let without: String = suite
        .lines()
        .map(|line| {
            let mut vector: Value = serde_json::from_str(line).unwrap();
            vector.as_object_mut().unwrap().remove("host");
            format!("{vector}\n")
        })
        .collect();
    let without = file("without-host.jsonl", &without);
    let some = records(&["vectors", "rfc1738:hostport", "--components", "--audit", &without], 1);
    let host = some.iter().rfind(|record| record["component"] == "host").unwrap();
    assert_eq!(host["judged"], 0);
    assert!(host["found"].as_u64() < shares[0]["found"].as_u64());
    let missed = some.iter().find(|record| record["component"] == "host" && record["witness"].is_string()).unwrap();
    let (witness, span) = (missed["witness"].as_str().unwrap(), &missed["span"]);
    let [begin, end] = [0, 1].map(|at| span[at].as_u64().map(|at| at as usize));
    assert_eq!(begin.is_some(), missed["valid"].as_bool().unwrap() && end.is_some(), "{missed}");
    assert!(begin.zip(end).is_none_or(|(begin, end)| witness.get(begin..end).is_some()));
}

#[test]
fn the_missed_strings_complete_a_suite_of_components() {
    let own = "{\"input\":\"a:1\",\"valid\":true,\"host\":\"a\",\"port\":\"1\"}\n";
    let suite = file("splits-few.jsonl", own);
    let audit = ["vectors", "rfc1738:hostport", "--components", "--audit", &suite];
    let more = stdout(&[&audit[..], &["--minimal"]].concat(), "", 1);
    let whole = file("splits-more.jsonl", &format!("{own}{more}"));
    let shares = records(&["vectors", "rfc1738:hostport", "--components", "--audit", &whole], 0);
    assert!(shares.iter().all(|share| share["found"] == share["faults"]));
}

#[test]
fn a_component_that_is_not_the_grammars_is_shown() {
    let suite = file("splits-wrong.jsonl", "{\"input\":\"ab:1\",\"valid\":true,\"host\":\"a\",\"port\":\"1\"}\n");
    let audit = ["vectors", "rfc1738:hostport", "--components", "--audit", &suite, "--format", "text"];
    let text = stdout(&audit, "", 1);
    assert_eq!(text.matches("the grammar reads it differently: ab:1\n").count(), 1, "{text}");
    // A value that is neither text nor null is not the reading of a grammar.
    let suite = file("splits-number.jsonl", "{\"input\":\"ab\",\"valid\":true,\"host\":\"ab\",\"port\":5}\n");
    let audit = ["vectors", "rfc1738:hostport", "--components", "--audit", &suite, "--format", "text"];
    assert_eq!(stdout(&audit, "", 1).matches("the grammar reads it differently: ab\n").count(), 1);
    // A grammar without components has no splits.
    for audit in [&["--audit", &suite][..], &[]] {
        let output = run(&[&["vectors", "rfc3986:port", "--components"], audit].concat(), "");
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stderr).unwrap().contains("no component"));
    }
}
