//! `lineage`, `explain`, `sample`, `vectors`, `claims` and `prove`, end to end.

use crate::common::{assert_snapshot, file, json, refused, run, sampled, stdout, tries_everything};
use serde_json::{Value, json};
use uri_lineage::Grammar;

#[test]
fn lineages_are_the_recorded_ones() {
    assert_snapshot("cli-lineage-hostname", &stdout(&["lineage", "hostname"], "", 0));
    assert_snapshot("cli-lineage-gopher", &stdout(&["lineage", "gopher"], "", 0));
    refused(&["lineage", "nonsense"], "no grammar has a production or a scheme named `nonsense`");
}

#[test]
fn explanations_are_the_recorded_ones() {
    for (grammar, production) in [("rfc1738", "gopherurl"), ("url-draft-02", "alpha"), ("uri-1997", "server")] {
        assert_snapshot(&format!("cli-explain-{production}"), &stdout(&["explain", grammar, production], "", 0));
    }
    assert_snapshot("cli-explain-rfc1630-generic", &stdout(&["explain", "rfc1630-generic"], "", 0));
    let svg = file("hostname.svg", "");
    stdout(&["explain", "uri-1997", "hostname", "--svg", &svg], "", 0);
    let drawn = std::fs::read_to_string(svg).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("toplabel"), "{drawn}");
}

/// What text says of a grammar, a production and a reason, JSON says.
#[test]
fn explanations_in_json_have_what_the_text_has() {
    let grammars = json(&["grammars", "--format", "json"], 0);
    for grammar in grammars.as_array().unwrap().iter().map(|grammar| grammar["id"].as_str().unwrap()) {
        let whole = json(&["explain", "--format", "json", grammar], 0);
        let text = stdout(&["explain", grammar], "", 0);
        assert!(text.starts_with(&format!("{grammar}: {}, ", whole["document"].as_str().unwrap())), "{text}");
        for production in whole["productions"].as_array().unwrap() {
            assert!(text.contains(production["text"].as_str().unwrap()), "{grammar}: {production}");
        }
        for list in ["undefined", "unreachable", "corrected"] {
            let names: Vec<&str> = whole[list].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            let line = format!("\n{list}: {}\n", names.join(", "));
            assert_eq!(text.contains(&line), !names.is_empty(), "{grammar}: {line}");
        }
        let name = whole["corrected"][0].as_str().or(whole["productions"][0]["name"].as_str()).unwrap();
        let one = json(&["explain", "--format", "json", grammar, name], 0);
        let text = stdout(&["explain", grammar, name], "", 0);
        let joined = |list: &str| {
            let names: Vec<&str> = one[list].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            if names.is_empty() { "nothing".to_owned() } else { names.join(" ") }
        };
        let defining = one["defining_section"].as_str().map(|section| format!("{section} and ")).unwrap_or_default();
        let section = [&defining, one["section"].as_str().unwrap()].concat();
        for (label, said) in [
            ("document", format!("{}, {section}", one["document"].as_str().unwrap())),
            ("uses", joined("uses")),
            ("used by", joined("used_by")),
            ("states", one["states"].to_string()),
        ] {
            assert!(
                text.lines().any(|line| line.starts_with(label) && line.ends_with(&said)),
                "{label} {said}\n{text}"
            );
        }
        assert_eq!(one["corrected"].is_object(), text.contains("\nevidence "), "{text}");
    }
    let reasons = json(&["explain", "--format", "json", "--reason", "all"], 0);
    let text = stdout(&["explain", "--reason", "all"], "", 0);
    for reason in reasons.as_array().unwrap() {
        let head = format!("{}: {}", reason["reason"].as_str().unwrap(), reason["text"].as_str().unwrap());
        assert!(text.lines().any(|line| line == head), "{head}");
    }
    assert_eq!(
        json(&["explain", "-f", "json", "--reason", "port"], 0)[0]["sections"].as_array().unwrap().len(),
        Grammar::ALL.len()
    );
}

#[test]
fn samples_are_members_and_near_misses_are_not() {
    let sample = |more: &[&str]| stdout(&[&["sample", "rfc1738", "-n", "20"], more].concat(), "", 0);
    let valid = |text: &str, accepted: bool| {
        for line in text.lines() {
            let own: String = serde_json::from_str(line).unwrap_or_else(|_| line.to_owned());
            let status = run(&["parse", "--grammar", "rfc1738", "--production", "url", "--", &own], "").status;
            assert_eq!(status.success(), accepted, "{own:?}");
        }
        assert_eq!(text.lines().count(), 20);
    };
    valid(&sample(&[]), true);
    valid(&sample(&["--refused"]), false);
    // The same strings for programs, with the members of vectors.
    for (more, valid) in [(&[][..], true), (&["--refused"], false)] {
        let array = json(&[&["sample", "rfc1738", "-n", "20", "--format", "json"], more].concat(), 0);
        let lines = sample(&[&["--format", "jsonl"], more].concat());
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(array, Value::from(lines.clone()));
        for (object, text) in lines.iter().zip(sample(more).lines()) {
            let text: String = serde_json::from_str(text).unwrap_or_else(|_| text.to_owned());
            assert_eq!(*object, json!({ "input": text, "valid": valid, "production": "url" }));
        }
        assert_eq!(lines.len(), 20);
    }
    assert_eq!(sample(&["--seed", "1"]), sample(&["--seed", "1"]));
    assert_ne!(sample(&["--seed", "1"]), sample(&["--seed", "2"]));
}

#[test]
fn vectors_are_json_lines() {
    let text = stdout(&["vectors", "rfc1738:port"], "", 0);
    let all: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(all.contains(&json!({"input": "0", "valid": true, "production": "port"})));
    assert!(all.contains(&json!({"input": "", "valid": false, "production": "port"})));
    // Three states, the refusing one counted, and 128 characters from each.
    assert_eq!(all.len(), 779);
}

#[test]
fn claims_in_every_format() {
    let all = json(&["claims", "--format", "json"], 0);
    let findings = json(&["claims", "--findings", "--format", "json"], 0);
    assert!(findings.as_array().unwrap().len() < all.as_array().unwrap().len());
    assert!(findings.as_array().unwrap().iter().all(|claim| claim["holds"] == false));
    let text = stdout(&["claims"], "", 0);
    assert!(text.contains("uri-1997:generic-URL and uri-1997:opaque-URL are equal: holds\n"));
}

#[test]
fn claims_of_some_documents() {
    let documents = |args: &[&str]| {
        let claims = json(&[&["claims", "--format", "json"], args].concat(), 0);
        let names = claims.as_array().unwrap().iter().map(|claim| claim["document"].as_str().unwrap().to_owned());
        names.collect::<std::collections::BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    };
    assert_eq!(documents(&["--grammar", "rfc6068"]), ["RFC 6068"]);
    assert_eq!(documents(&["-g", "rfc6068,rfc1738", "--findings"]), ["RFC 1738", "RFC 6068"]);
    assert_eq!(documents(&["-g", "url-standard"]), ["URL Standard"]);
    // A grammar or a variant selects the statements of its whole document.
    let count = |id| json(&["claims", "--format", "json", "-g", id], 0).as_array().unwrap().len();
    assert_eq!(count("rfc1630"), count("rfc1630-generic"));
    assert_eq!(count("rfc8089"), count("rfc8089-bar"));
    let error = |id| String::from_utf8(run(&["claims", "-g", id], "").stderr).unwrap();
    assert!(error("rfc6086").contains("did you mean `rfc6068`?"), "{}", error("rfc6086"));
    assert!(error("my.abnf").contains("this command needs the document of a built-in grammar"), "{}", error("my.abnf"));
}

#[test]
fn the_shipped_rules_are_proved() {
    if tries_everything() {
        assert_snapshot("cli-prove", &stdout(&["prove"], "", 0));
    }
    let rules = json(&["prove", "--grammar", "rfc1630-generic,rfc1738,rfc3986", "--format", "json"], 0);
    assert!(rules.as_array().unwrap().iter().all(|rule| rule["verdict"] == "equal" || rule["verdict"] == "part"));
}

#[test]
fn rules_of_the_users_own_are_proved_or_refuted() {
    let bnf = file("prove.bnf", "host-name = 1*( label \".\" ) label\nlabel = 1*letter\nletter = \"a\" | \"b\"\n");
    let good =
        file("good.pest", "letter = { \"a\" | \"b\" } label = { letter+ } host_name = { (label ~ \".\")+ ~ label }");
    let bad = file("bad.pest", "label = { (\"a\" | \"b\")* } name = { label ~ (\".\" ~ label)* }");
    assert!(stdout(&["prove", "--pest", &good, "--bnf", &bnf], "", 0).contains("3 rules are equal"));
    let text = stdout(&["prove", "--pest", &bad, "--bnf", &bnf, "label=label", "name=host-name"], "", 1);
    assert!(text.contains("label: the rule accepts the empty string and the production does not"), "{text}");
    assert!(text.contains("name: the rule accepts the empty string and the production does not"), "{text}");
    let stack = file("stack.pest", "label = { PUSH(\"a\") ~ POP }");
    refused(&["prove", "--pest", &stack, "--bnf", &bnf], &format!("{stack}: the rule `label` uses the stack"));
    refused(&["prove", "--pest", &good, "--bnf", &bnf, "label"], "`label` is not of the form RULE=PRODUCTION");
}

/// A file that cannot be written is named.
#[test]
fn a_diagram_that_cannot_be_written() {
    let output = crate::common::run(&["explain", "rfc1738", "hostname", "--svg", "no/such/folder/a.svg"], "");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("uri-lineage: cannot write no/such/folder/a.svg: "), "{error}");
}

/// Where there are two readings, the one as printed is there to be asked for.
#[test]
fn a_grammar_is_read_as_printed_on_request() {
    let undefined = "`URN-nid` uses `<as defined in RFC2141>`, which is not defined";
    for command in ["sample", "vectors"] {
        assert_eq!(run(&[command, "uri-1997:URN-reference"], "").status.code(), Some(0));
        let message = format!("uri-1997:URN-reference: {undefined}");
        refused(&[command, "--reading", "published", "uri-1997:URN-reference"], &message);
    }
    let text = stdout(&["lineage", "--reading", "published", "URN-reference"], "", 0);
    assert!(text.contains(&format!("no language: {undefined}")), "{text}");
}

/// The lineage of a production as JSON has what the text has.
#[test]
fn a_lineage_in_json_has_what_the_text_has() {
    let (objects, text) = (json(&["lineage", "-f", "json", "hostname"], 0), stdout(&["lineage", "hostname"], "", 0));
    let objects = objects.as_array().unwrap();
    assert_eq!(objects.len(), 11);
    for object in objects {
        let name = format!("{}:{}", object["grammar"].as_str().unwrap(), object["production"].as_str().unwrap());
        assert!(text.contains(&name), "{name}");
        if let Some(change) = object["change"].as_object() {
            let (relation, before) = (change["relation"].as_str().unwrap(), change["before"].as_str().unwrap());
            assert!(text.contains(&format!("  {relation} {before}\n")), "{change:?}");
            if let Some(both) = change["both"].as_str() {
                assert!(text.contains(&format!("    both: {both}\n")), "{both}");
            }
            let divergences = change["divergences"].as_array().unwrap();
            assert_eq!(divergences.is_empty(), change["new"].is_null() && change["gone"].is_null());
            for divergence in divergences {
                let witness = divergence["witness"].as_str().filter(|witness| !witness.is_empty());
                // What is invisible is shown by its number.
                if witness.is_some_and(|witness| !witness.is_ascii()) {
                    continue;
                }
                let shown = format!("      | {}\n", witness.unwrap_or("(the empty string)"));
                assert!(text.contains(&shown), "{divergence}");
            }
        }
    }
    let grammars = json(&["grammars", "-f", "json"], 0);
    let listed = stdout(&["grammars"], "", 0);
    // Two tables with their heads, an empty line and a heading.
    assert_eq!(grammars.as_array().unwrap().len(), listed.lines().count() - 4);
    assert!(grammars.as_array().unwrap().iter().all(|one| listed.contains(one["id"].as_str().unwrap())));
}

/// ABNF of anybody's: recognised, or given by name, wherever a grammar is taken.
/// Characters beyond US-ASCII are shown as themselves, with their numbers.
#[test]
fn files_beyond_ascii() {
    let old = file("old.abnf", "name = 1*letter\nletter = %x61 / %xE9 / %xA0-AF\n");
    let new = file("new.abnf", "name = 1*letter\nletter = %x61 / %xE9-EA / %xA0-AF / %x10FFFF\n");
    let [left, right] = [&old, &new].map(|file| format!("{file}:name"));
    let diff = stdout(&["diff", &left, &right], "", 1);
    let expected = "both: a\n  only RIGHT accepts `ê` (U+00EA), U+10FFFF\n    | ê\n    | ^\n    in name, name\n";
    assert_eq!(diff.split_once("\n  ").unwrap().1.replace(&right, "RIGHT"), expected);
    let brief = stdout(&["diff", &old, &new], "", 1);
    assert!(brief.contains("\"ê\" (U+00EA)\n"), "{brief}");
    // The caret is under the character, however many bytes are in front of it.
    let long = file("long.abnf", "name = 3%xE9 %x2014 %x61\n");
    let other = file("other.abnf", "name = 3%xE9 %x2014 %x62\n");
    let diff = stdout(&["diff", &format!("{long}:name"), &format!("{other}:name")], "", 1);
    assert!(diff.contains("| ééé—a\n    |     ^\n") && diff.contains("| ééé—b\n    |     ^\n"), "{diff}");

    let pest = file("old.pest", "name = { letter+ }\nletter = { 'a'..'a' | 'é'..'ê' | '\\u{A0}'..'\\u{AF}' }\n");
    let proof = stdout(&["prove", "--pest", &pest, "--bnf", &old], "", 1);
    assert!(proof.contains("letter: the rule accepts \"ê\" (U+00EA) and the production does not"), "{proof}");
    for number in ["%x110000", "%xD800"] {
        let wrong = file("wrong.abnf", &format!("aa = %x61 / {number}\n"));
        let error = String::from_utf8(run(&["explain", &wrong], "").stderr).unwrap();
        assert!(error.contains("wrong.abnf: line 1, column 13: expected a character"), "{error}");
    }
    let vectors = stdout(&["vectors", &left], "", 0);
    for valid in ["\"a\u{A0}\"", "\"é\"", "\"\u{AF}\""] {
        assert!(vectors.contains(valid), "{valid}");
    }
}

#[test]
fn abnf_files() {
    let rfc3986 = "grammar/rfc3986.bnf";
    let port = format!("{rfc3986}:PORT");
    let text = stdout(&["diff", &port, "uri-1997:port"], "", 0);
    assert!(text.contains("is equal to"), "{text}");
    assert!(stdout(&["explain", rfc3986, "scheme"], "", 0).contains("uses     ALPHA DIGIT"));
    let scheme = format!("{rfc3986}:scheme");
    let samples = stdout(&["sample", &scheme, "-n", "50"], "", 0);
    assert!(samples.lines().all(|scheme| scheme.starts_with(|c: char| c.is_ascii_alphabetic())), "{samples}");
    assert_eq!(stdout(&["vectors", &port], "", 0).lines().count(), 261);
    // The same text in two notations: only in ABNF does a literal stand for both cases.
    let own = file("own.txt", "aa = \"x\"\n");
    let both = format!("{own}:aa");
    assert_eq!(stdout(&["sample", "--notation", "rfc822", &both, "-n", "9"], "", 0).matches('X').count(), 0);
    assert_ne!(stdout(&["sample", "--notation", "abnf", &both, "-n", "30"], "", 0).matches('X').count(), 0);
    let pest = file("own.pest", "aa = { \"x\" | \"X\" }\n");
    let prove = |notation: &str| run(&["prove", "--pest", &pest, "--bnf", &own, "--notation", notation], "");
    assert_eq!(prove("abnf").status.code(), Some(0));
    assert_eq!(prove("rfc822").status.code(), Some(1));
    let wrong = file("wrong.abnf", "aa = %x61 | %x62\n");
    let error = String::from_utf8(run(&["sample", &wrong], "").stderr).unwrap();
    assert!(error.contains("wrong.abnf: line 1, column 11: expected"), "{error}");
}

#[test]
fn an_empty_language_has_no_samples() {
    let bnf = file("empty.bnf", "a = \"x\" a\nb = %x78\n");
    for more in [&[][..], &["--refused"], &["-f", "jsonl"]] {
        refused(&[&["sample", &bnf], more].concat(), &format!("{bnf}:a has no members: its language is empty"));
    }
    assert_eq!(stdout(&["sample", "-n", "1", &format!("{bnf}:b")], "", 0), "x\n");
}

/// Every rule of a file is looked at, whatever its first is; `--entry` says from where.
#[test]
fn ambiguity_covers_every_rule_of_a_file() {
    let bnf = file(
        "every.abnf",
        "first = \"x\"\nother = [part] [tail]\npart = \"a\"\ntail = \"a\"\none = \"b\" two\ntwo = [one]\n",
    );
    let names = |args: &[&str], status| {
        let all = json(&[&["ambiguity", &bnf, "--format", "json"], args].concat(), status);
        let name = |one: &serde_json::Value| one["production"].as_str().unwrap().to_owned();
        all.as_array().unwrap().iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(names(&[], 1), ["first", "other", "part", "tail", "one", "two"]);
    assert_eq!(names(&["--entry", "first"], 0), ["first"]);
    assert_eq!(names(&["--entry", "other,first"], 1), ["first", "other", "part", "tail"]);
    refused(
        &["ambiguity", &bnf, "--entry", "fist"],
        &format!("{bnf} has no production named `fist`; did you mean `first`?"),
    );
    // What describes no regular language leaves the others decided.
    let bnf = file("nested.abnf", "nested = \"(\" [nested] \")\"\nother = [part] [tail]\npart = \"a\"\ntail = \"a\"\n");
    let all = json(&["ambiguity", &bnf, "--format", "json"], 1);
    let ambiguous: Vec<_> = all.as_array().unwrap().iter().map(|one| one["ambiguous"].clone()).collect();
    assert_eq!(ambiguous, [Value::Null, false.into(), true.into(), true.into()]);
}

/// A suite may be cut, and shows what can be read first.
#[test]
fn vectors_have_a_limit_and_formats() {
    let all = stdout(&["vectors", "rfc1738:port"], "", 0);
    let printable = |line: &str| {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        record["input"].as_str().unwrap().chars().all(|c| matches!(c, ' '..='~'))
    };
    assert!(all.lines().is_sorted_by_key(|line| !printable(line)));
    let some = stdout(&["vectors", "rfc1738:port", "--limit", "7"], "", 0);
    assert!(all.starts_with(&some) && some.lines().count() == 7);
    let lines = |format| stdout(&["vectors", "rfc1738:port", "--format", format], "", 0).lines().count();
    assert_eq!((lines("text"), lines("jsonl")), (all.lines().count(), all.lines().count()));
    let text = stdout(&["vectors", "rfc1738:port", "--format", "text", "--limit", "2"], "", 0);
    assert_eq!(text, "+ 0\n- \n");
    assert!(
        stdout(&["vectors", "rfc1738:port", "-f", "csv"], "", 0).starts_with("input,valid,production\n0,true,port\n")
    );
}

/// A diagram is asked for in either way of naming a production.
#[test]
fn a_diagram_of_a_production_after_a_colon() {
    let svg = file("hostname.svg", "");
    stdout(&["explain", "rfc1738:hostname", "--svg", &svg], "", 0);
    assert!(std::fs::read_to_string(&svg).unwrap().contains("toplabel"));
    refused(&["explain", "rfc1738", "--svg", &svg], "--svg draws one production: name it, as in rfc1738:PRODUCTION");
}

/// What is decided for recursion of bounded depth is marked as such.
#[test]
fn bounded_recursion_is_marked() {
    let own = file("bounded.abnf", "list = \"(\" *list \")\"\n");
    let output = run(&["sample", &own], "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && error.contains("list -> list"), "{error}");
    let text = stdout(&["diff", &format!("{own}:list"), "rfc3986:path", "--depth", "2", "--brief"], "", 1);
    assert!(text.contains("bounded.abnf (at most 2 deep):list is narrower than rfc3986:path"), "{text}");
    // A grammar without such recursion is decided for all strings.
    let regular = file("unbounded.abnf", "list = \"(\" [ list ]\n");
    let text = stdout(&["diff", &format!("{regular}:list"), "rfc3986:path", "--depth", "2", "--brief"], "", 1);
    assert!(text.contains("unbounded.abnf:list is narrower"), "{text}");
    let output = run(&["lint", &own, "--depth", "2"], "");
    assert_eq!(output.status.code(), Some(2));
}

/// A production has one lineage, in whatever case its name is written; a name that only one case
/// has is that production.
#[test]
fn a_lineage_does_not_depend_on_case() {
    for name in sampled(["port", "host", "scheme", "http", "toplabel"], 5) {
        let lineage = stdout(&["lineage", name], "", 0);
        let mut capital = name.to_owned();
        capital[..1].make_ascii_uppercase();
        assert_eq!(stdout(&["lineage", &capital], "", 0), lineage, "{name}");
        assert_eq!(stdout(&["lineage", &name.to_ascii_uppercase()], "", 0), lineage, "{name}");
    }
    if tries_everything() {
        assert_ne!(stdout(&["lineage", "URL"], "", 0), stdout(&["lineage", "url"], "", 0));
    }
    let unknown = run(&["lineage", "hst"], "");
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("did you mean `host`?"));
}

/// Both derivations of a production show it, however small the text is that it derives.
#[test]
fn derivations_show_the_production_that_is_asked_for() {
    let bnf = file("small.abnf", "a = b / \"x\" c\nb = *d\nc = [ \"y\" ]\nd = \"x\" / \"y\"\n");
    let text = stdout(&["ambiguity", &bnf, "d"], "", 1);
    let derivation = text.lines().skip_while(|line| !line.contains("one:")).collect::<Vec<_>>().join("\n");
    assert!(derivation.lines().any(|line| line.trim_start().starts_with("d  ")), "{text}");
}

#[test]
fn errata_are_decided() {
    let errata = json(&["claims", "--errata", "--format", "json"], 0);
    let errata = errata.as_array().unwrap();
    assert!(errata.iter().all(|erratum| {
        let is_decided = ["confirmed", "refuted"].contains(&erratum["decision"].as_str().unwrap());
        is_decided == erratum["question"].is_string()
    }));
    let text = stdout(&["claims", "--errata", "-g", "rfc3986"], "", 0);
    assert!(text.contains("erratum 5428 (Held for Document Update): "), "{text}");
    assert!(text.contains("\n  rfc3986:relative-ref accepts `/`: holds\n") && !text.contains("RFC 2396,"), "{text}");
}
