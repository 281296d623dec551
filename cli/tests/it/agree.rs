//! `agree` and `check --agree`, end to end.

use std::process::Command;

use crate::common::{file, run, stdout};
use serde_json::Value;
use uri_lineage::language::Agreement;
use uri_lineage::regular_bnf::{Bnf, Language, Notation};
use uri_lineage::{Component, Grammar};

const HOSTS: [&str; 5] = ["agree", "rfc1738", "rfc3986", "--component", "host"];

fn agreement() -> Agreement {
    Agreement::new(&[Grammar::Rfc1738, Grammar::Rfc3986], &[Component::Host]).unwrap()
}

/// Members of the set and of the rest, and near misses of both.
fn strings() -> Vec<String> {
    let agreement = agreement();
    let rest = agreement.rest().unwrap();
    let of = |language: &Language| {
        let all = language.members().take(300).chain(language.sample(5).take(200));
        all.chain(language.near_misses(6).take(200)).collect::<Vec<_>>()
    };
    [agreement.language(), &rest].into_iter().flat_map(of).collect()
}

#[track_caller]
fn refused(args: &[&str], message: &str) {
    let output = run(args, "");
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains(message) && error.lines().count() == 1, "{args:?}: {error}");
}

#[test]
fn the_records_are_the_set_its_rest_and_its_requirements() {
    let text = stdout(&[&HOSTS[..], &["--format", "jsonl"]].concat(), "", 1);
    let all: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let agreement = agreement();
    assert_eq!(all[0]["states"], agreement.language().states());
    let of = |kind: &str| all.iter().filter(|one| one["record"] == kind).cloned().collect::<Vec<_>>();
    let differences = of("difference");
    assert_eq!(all[0]["causes"], differences.len());
    for one in &differences {
        assert!(agreement.rest().unwrap().contains(one["witness"].as_str().unwrap()), "{one}");
    }
    let requirements = all[0]["requirements"].as_array().unwrap();
    assert!(!requirements.is_empty());
    for one in requirements {
        assert!(agreement.rest().unwrap().contains(one["needed_for"].as_str().unwrap()), "{one}");
    }
    // The states, walked as their description says.
    let states = of("state");
    for text in strings() {
        let step = |state: Option<usize>, c: char| {
            let steps = states[state?.checked_sub(1)?]["steps"].as_array()?;
            let reads = |step: &&Value| {
                let ranges = step["characters"].as_array().unwrap();
                ranges.iter().any(|range| {
                    (range[0].as_u64().unwrap()..=range[1].as_u64().unwrap()).contains(&u64::from(u32::from(c)))
                })
            };
            steps.iter().find(reads)?["to"].as_u64().map(|to| to as usize)
        };
        let end = text.chars().fold(Some(1), step);
        let accepted = end.is_some_and(|state| states[state - 1]["accepting"] == true);
        assert_eq!(accepted, agreement.agrees(&text), "{text:?}");
    }
}

#[test]
fn texts_for_other_tools_have_the_same_strings() {
    let agreement = agreement();
    let written = |format: &str| stdout(&[&HOSTS[..], &["--format", format]].concat(), "", 0);
    let regex = Language::matching(&format!("^(?:{})$", written("regex").trim_end())).unwrap();
    let abnf = Language::new(&Bnf::read(&written("abnf")).unwrap(), "agrees").unwrap();
    let pest = Language::from_pest(&written("pest"), "agrees").unwrap();
    for language in [regex, abnf, pest] {
        assert!(language.difference(agreement.language()).unwrap().members().next().is_none());
        assert!(agreement.language().difference(&language).unwrap().members().next().is_none());
    }
}

/// A reader of the grammar, and of what `conform` says of it, finds the components.
#[test]
fn rules_of_the_abnf_grammar_are_named_after_components() {
    let abnf = stdout(&["agree", "rfc1738", "rfc3986", "--scheme", "http", "--format", "abnf"], "", 0);
    let bnf = Bnf::read_as(&abnf, Notation::Abnf).unwrap();
    let names: Vec<&str> = bnf.productions().iter().map(|production| production.name.as_str()).collect();
    assert!(abnf.contains("\nagrees = scheme \"://\" host [ \":\" port ] [ \"/\" path [ \"?\" query ] ]\n"), "{abnf}");
    assert!(abnf.contains("\nscheme = %s\"http\"\n"), "{abnf}");
    let components = ["scheme", "host", "port", "path", "query"];
    let is_known = |name: &&&str| {
        ["agrees", "set", "ALPHA", "DIGIT", "HEXDIG"].iter().chain(&components).any(|known| name.starts_with(known))
    };
    assert_eq!(names.iter().filter(is_known).count(), names.len(), "{names:?}");
    let file = file("safe.abnf", &abnf);
    // A parser that accepts any text as a host.
    let parser = r#"sed -u -e 's/^"http:\/\/.*/{"valid": true}/' -e 's/^".*/{"valid": false}/'"#;
    let findings = stdout(&["conform", &file, "--", "sh", "-c", parser], "", 1);
    assert!(findings.contains("in `host`") && !findings.contains("`part"), "{findings}");
}

/// Components that overlap, follow each other in another order, occur twice or do not occur have no
/// rules of their own, and the grammar is written all the same.
#[test]
fn an_abnf_grammar_is_written_whatever_the_components_are() {
    let overlapping = "^(?<scheme>[a-z]+):(?<path>[a-z]*(\\?(?<query>[a-z]*))?)$";
    let reversed = "^(?<query>[a-z]+)-(?<path>[a-z]*)$";
    let twice = file(
        "twice.pest",
        "url = { scheme ~ \":\" ~ host ~ \"/\" ~ path ~ (\"/\" ~ path)? }\nscheme = { 'a'..'z'+ }\nhost = { 'a'..'z'+ }\npath = { 'a'..'z'+ }\n",
    );
    let all: [&[&str]; 4] = [
        &["--regex", overlapping, "rfc3986", "--component", "scheme"],
        &["--regex", reversed, "--regex", reversed, "--component", "path"],
        &["rfc3986", "--pest", &twice, "--component", "scheme"],
        &["--regex", "^$", "--regex", "^$", "--component", "host"],
    ];
    for args in all {
        let written = |format: &str| stdout(&[&["agree"], args, &["--format", format]].concat(), "", 0);
        let abnf = Language::new(&Bnf::read_as(&written("abnf"), Notation::Abnf).unwrap(), "agrees").unwrap();
        let regex = Language::matching(&format!("^(?:{})$", written("regex").trim_end())).unwrap();
        assert!(abnf == regex, "{args:?}");
    }
}

/// The table is compiled alone, and reads lines: it prints those that are members.
#[test]
fn rust_compiles_without_crates_and_has_the_same_strings() {
    let rust = stdout(&[&HOSTS[..], &["--format", "rust"]].concat(), "", 0);
    let main = "fn main() {\n    let text = std::io::read_to_string(std::io::stdin()).unwrap();\n    \
                text.lines().filter(|line| agrees(line.as_bytes())).for_each(|line| println!(\"{line}\"));\n}\n";
    let source = file("agrees.rs", &format!("#![deny(warnings)]\n{rust}\n{main}"));
    let program = source.replace(".rs", ".exe");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let compiled = Command::new(rustc).args(["--edition", "2021", "-o", &program, &source]).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let lines: Vec<String> =
        strings().into_iter().filter(|text| !text.contains(['\n', '\r']) && !text.is_empty()).collect();
    let input = file("agrees.txt", &(lines.join("\n") + "\n"));
    let output = Command::new(&program).stdin(std::fs::File::open(input).unwrap()).output().unwrap();
    let agreement = agreement();
    let expected: String = lines.iter().filter(|line| agreement.agrees(line)).map(|line| format!("{line}\n")).collect();
    assert_eq!((expected.lines().count(), lines.len()), (571, 1_400));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
}

#[test]
fn check_reports_agreement_for_each_line() {
    let agreement = agreement();
    let lines: Vec<String> = strings()
        .into_iter()
        .filter(|text| !text.is_empty() && text.trim() == text && !text.contains(['\n', '\r']))
        .collect();
    let list = file("agree-list.txt", &(lines.join("\n") + "\n"));
    let check = ["check", "-g", "rfc1738,rfc3986", "--agree", "host", &list];
    let records = String::from_utf8(run(&[&check[..], &["-f", "jsonl"]].concat(), "").stdout).unwrap();
    let mut told = 0;
    for record in records.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let input = record["input"].as_str().unwrap();
        let accepted = agreement.accepted().contains(input);
        let expected = if accepted { agreement.agrees(input).into() } else { Value::Null };
        assert_eq!(record["agree"], expected, "{record}");
        told += usize::from(accepted);
        // How they read it, if they do so differently.
        assert_eq!(record["readings"].is_object(), record["agree"] == false, "{record}");
        for grammar in [Grammar::Rfc1738, Grammar::Rfc3986].iter().filter(|_| record["agree"] == false) {
            let parsed = grammar.parse(input).unwrap();
            let host = parsed.value().components().get(Component::Host).map(|host| host.into_owned());
            assert_eq!(record["readings"]["host"][grammar.id()], serde_json::json!(host), "{record}");
        }
    }
    assert_eq!(told, lines.iter().filter(|line| agreement.accepted().contains(line)).count());
    for (only, alike) in [("alike", true), ("unlike", false)] {
        let listed = String::from_utf8(run(&[&check[..], &["--only", only, "--list"]].concat(), "").stdout).unwrap();
        let wanted = |line: &&String| agreement.accepted().contains(line) && agreement.agrees(line) == alike;
        assert_eq!(listed.lines().collect::<Vec<_>>(), lines.iter().filter(wanted).collect::<Vec<_>>());
    }
    let csv = String::from_utf8(run(&[&check[..], &["-f", "csv"]].concat(), "").stdout).unwrap();
    assert!(csv.starts_with("line,input,") && csv.lines().next().unwrap().contains(",agree,"));
    // A line that is not kept whole is not told.
    let long = format!("http://a/{}\n", "a".repeat(300 << 10));
    let output = stdout(&["check", "-g", "rfc1738,rfc3986", "--agree", "host", "-f", "jsonl"], long, 0);
    assert!(!output.contains("\"agree\""));
    refused(&["check", "--only", "alike", "--url", "a:"], "need --agree");
    let output = stdout(&["check", "-g", "rfc1738,rfc3986", "--agree", "host,port"], "ftp://0?@a\na://0\n", 0);
    assert!(output.contains("host, port read differently: host a by rfc1738; 0 by rfc3986"), "{output}");
    assert!(output.contains("host none by rfc1738; 0 by rfc3986"), "{output}");
}

#[test]
fn statuses_and_usage() {
    assert!(stdout(&["agree", "rfc3986", "rfc3986"], "", 0).contains("read alike in every string"));
    assert!(
        stdout(&["agree", "rfc1738", "rfc2396", "rfc3986", "--scheme", "http"], "", 0)
            .contains("every selected string")
    );
    stdout(&HOSTS, "", 1);
    stdout(&["agree", "rfc1738", "rfc3986", "--matching", "^a$"], "", 0);
    refused(&["agree", "rfc3986"], "expected two grammars or more");
    refused(&["agree", "rfc3986", "rfc173"], "did you mean `rfc1738`?");
    refused(&["agree", "rfc3986", "rfc1738", "--component", "hots"], "did you mean `host`?");
    refused(&["agree", "rfc3986", "rfc1738", "--matching", "(", "--component", "host"], "offset");
    // A set without members has no grammar.
    refused(&["agree", "rfc1738", "rfc3986", "--matching", "^ $", "--format", "abnf"], "the language has no strings");
    let pest = file("agree.pest", "url = { \"http://\" ~ host ~ \"/\"? }\nhost = { 'a'..'z'+ }\n");
    let own = stdout(&["agree", "rfc3986", "--pest", &pest, "--component", "host"], "", 0);
    assert!(own.contains("every string"), "{own}");
}
