//! `diff`, `lineage`, `explain`, `sample`, `vectors`, `claims` and `prove`, end to end.

use crate::common::{assert_snapshot, file, json, run, sampled, stdout, tries_everything};
use serde_json::{Value, json};
use uri_lineage::Grammar;

#[track_caller]
fn refused(args: &[&str], message: &str) {
    let output = run(args, "");
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("uri-lineage: {message}\n"));
}

/// What the drafts of 1997 say of the dot behind a domain name.
const DOT: &str = "and may be followed by a single \".\" if it is necessary to distinguish between the complete domain \
                   name and any local domain.";

#[test]
fn two_productions_are_compared() {
    assert_eq!(
        json(&["diff", "--brief", "--format", "json", "rfc1738:hostname", "uri-1997:hostname"], 1),
        json!({"left": "rfc1738:hostname", "right": "uri-1997:hostname", "relation": "narrower",
               "left_only": null, "right_only": "a.", "both": "a"})
    );
    // Every cause, with the place in its witness.
    let diff = json(&["diff", "--format", "json", "rfc1738:hostname", "uri-1997:hostname"], 1);
    assert_eq!(
        diff["divergences"],
        json!([{"side": "right", "kind": "required", "left_production": "domainlabel", "right_production": "domainlabel",
                "also": [], "accepting": null, "refusing": "toplabel", "whole": false, "parts": [], "required": [], "characters": ["the end"], "offset": 2,
                "witness": "a.",
                "left_derivation": ["hostname", "toplabel"], "right_derivation": ["hostname"],
                "mentions": [{"document": "draft-fielding-uri-syntax-01 and draft-fielding-url-syntax-03", "section": "URL draft, 3.3.1",
                              "quotation": DOT, "says": diff["divergences"][0]["mentions"][0]["says"]}],
                "silent": false}])
    );
    assert_eq!(json(&["diff", "--format", "json", "rfc3986:port", "rfc2396:port"], 0)["divergences"], json!([]));
    assert_eq!(
        stdout(&["diff", "rfc1738:hostname", "uri-1997:hostname"], "", 1),
        format!(
            "rfc1738:hostname is narrower than uri-1997:hostname\n  both: a\n  uri-1997:hostname also accepts an end \
             without toplabel\n    | a.\n    |   ^\n    in hostname > toplabel, hostname\n    \
             draft-fielding-uri-syntax-01 and draft-fielding-url-syntax-03, URL draft, 3.3.1: \"{DOT}\"\n"
        )
    );
    assert_eq!(json(&["diff", "--format", "json", "rfc1630:url", "url-draft-03:url"], 0)["relation"], "equal");
    // The subject is the later document, on whichever side it is.
    let earlier = stdout(&["diff", "uri-1997:hostname", "rfc1738:hostname"], "", 1);
    assert!(earlier.contains("uri-1997:hostname also accepts an end without toplabel"), "{earlier}");
    let lost = stdout(&["diff", "rfc1738:scheme", "rfc3986:scheme"], "", 1);
    assert!(
        lost.contains("rfc3986:scheme no longer accepts digit, `+`, `-`, `.` in place of ALPHA in scheme"),
        "{lost}"
    );
    // Parts of one production are one cause, and so is an alternative, wherever the other document
    // lacks it.
    let labels = stdout(&["diff", "rfc2396:host", "rfc3986:host"], "", 1);
    assert!(labels.contains("  6 causes:\n") && labels.contains(" in place of domainlabel or toplabel\n"), "{labels}");
    let lost = stdout(&["diff", "url-draft-02:prefixedurl", "url-draft-03:prefixedurl"], "", 1);
    assert_eq!(lost.matches("no longer accepts generic in url and ftpaddress\n").count(), 1, "{lost}");
    // More strings of each cause.
    let many = json(&["diff", "--format", "json", "-n", "3", "rfc2396:host", "rfc3986:host"], 1);
    assert!(many["more"].is_null());
    for cause in many["divergences"].as_array().unwrap() {
        assert_eq!(cause["witnesses"][0].as_str().unwrap().len(), cause["witness"].as_str().unwrap().len(), "{cause}");
    }
    let text = stdout(&["diff", "-n", "3", "rfc2396:host", "rfc3986:host"], "", 1);
    assert!(text.contains("also accepts IP-literal in host\n    | [::]\n    | ^\n    | ["), "{text}");
    let more =
        json(&["diff", "--brief", "--format", "json", "-n", "3", "rfc1738:unreserved", "uri-1997:unreserved"], 1);
    assert_eq!(more["more"], json!({"left_only": ["+"], "right_only": ["~"], "both": ["a", "b", "c"]}));
    let disjoint = stdout(&["diff", "rfc1738:hostname", "rfc1738:hostnumber"], "", 1);
    assert!(disjoint.starts_with("rfc1738:hostname is disjoint from rfc1738:hostnumber\n"), "{disjoint}");
}

#[test]
fn two_grammars_are_compared() {
    assert_snapshot("cli-diff-draft-03-rfc1630", &stdout(&["diff", "url-draft-03", "rfc1630"], "", 1));
    let diff = json(&["diff", "--format", "json", "rfc1630", "rfc1738"], 1);
    let find =
        |left: &str| diff["productions"].as_array().unwrap().iter().find(|p| p["left"] == left).cloned().unwrap();
    assert_eq!(find("rfc1630:httpaddress")["right"], "rfc1738:httpurl");
    assert_eq!(find("rfc1630:extra")["left_only"], "\"");
    assert!(diff["only_right"].as_array().unwrap().contains(&"fileurl".into()));
    assert_eq!(run(&["diff", "rfc1738", "rfc1738"], "").status.code(), Some(0));
    let published = json(&["diff", "--format", "json", "--reading", "published", "rfc1738", "rfc1738"], 1);
    let gopher =
        published["productions"].as_array().unwrap().iter().find(|p| p["left"] == "rfc1738:gopherurl").unwrap();
    assert_eq!(gopher["error"], "`gopherurl` uses `/`, which is not defined");
}

/// A production that the document does not define has no strings, and that is said.
#[test]
fn what_is_undefined_as_printed_is_left_out_of_a_comparison() {
    let published = ["diff", "--reading", "published", "rfc1630:url", "rfc1738:url"];
    let text = stdout(&published, "", 1);
    for production in ["rfc1630:addr-spec", "rfc1630:content-identifier", "rfc1738:/"] {
        let said = format!("  `{production}` is not defined, or only described in words: it has no strings here\n");
        assert!(text.contains(&said), "{text}");
    }
    let found = json(&[&published[..], &["--format", "json"]].concat(), 1);
    assert_eq!(found["undefined"], json!(["rfc1630:addr-spec", "rfc1630:content-identifier", "rfc1738:/"]));
    assert!(json(&["diff", "--format", "json", "rfc1630:url", "rfc1738:url"], 1).get("undefined").is_none());
}

/// What no document prints is neither gone nor added, an equal language is no renaming, and a
/// corrected definition is told from the printed one.
#[test]
fn the_changes_between_two_grammars_are_those_of_what_they_print() {
    let text = stdout(&["diff", "rfc1738", "rfc1808"], "", 1);
    assert!(!text.contains("predefined") && !text.contains("renamed"), "{text}");
    let text = stdout(&["diff", "rfc2396", "rfc3986"], "", 1);
    assert!(text.contains("renamed: rel_path / path-noscheme, rel_segment / segment-nz-nc, escaped / pct-encoded"));
    let text = stdout(&["diff", "rfc1630", "rfc1738"], "", 1);
    let corrected = "    ftpaddress             f t p : / / login / path [ ; t y p e = ftptype ]\n    (corrected: see `explain rfc1630 ftpaddress`; printed is)\n    ftpaddress             f t p : / / login / path [  ftptype ]\n";
    assert!(text.contains(corrected), "{text}");
}

#[test]
fn a_grammar_file_is_compared_with_a_document() {
    let bnf = file("own.bnf", "port = 1*5digit\ndigit = \"0\" | \"1\"\n");
    let diff = json(&["diff", "--format", "json", &format!("{bnf}:port"), "rfc1738:port"], 1);
    assert_eq!((&diff["relation"], &diff["right_only"]), (&"narrower".into(), &"2".into()));
    refused(&["diff", "rfc1738:nonsense", "rfc1738:port"], "rfc1738 has no production named `nonsense`");
    refused(
        &["diff", "rfc1631", "rfc1738"],
        "no grammar is named `rfc1631`; there are url-draft-02, url-draft-03, rfc1630-generic, rfc1630, rfc1738, rfc1808, uri-1997, rfc2396, rfc2732, rfc3986, rfc3987, whatwg-valid, whatwg, and for one scheme rfc9110, rfc4266, rfc2368, rfc6068, rfc5538, rfc4248, rfc4156, rfc4157, rfc8089, rfc8089-user, rfc8089-drive, rfc8089-bar, rfc8089-unc, rfc8089-all, rfc8141, rfc6874; did you mean `rfc1630`?",
    );
    let broken = file("broken.bnf", "port = 1*digit\ndigit = \"0\" |\n");
    refused(&["explain", &broken], &format!("{broken}: line 3, column 1: expected an element"));
    let cycle = file("cycle.bnf", "a = \"(\" a \")\" | \"x\"\n");
    refused(
        &["sample", &cycle],
        &format!(
            "{cycle}:a: the recursion a -> a of `a` is neither only at its end nor only at its beginning: its language is not known to be regular"
        ),
    );
    assert_eq!(run(&["explain", "no/such.bnf"], "").status.code(), Some(2));
}

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
    let bnf = file("empty.bnf", "a = \"x\" a\nb = \"x\"\n");
    for more in [&[][..], &["--refused"], &["-f", "jsonl"]] {
        refused(&[&["sample", &bnf], more].concat(), &format!("{bnf}:a has no members: its language is empty"));
    }
    assert_eq!(stdout(&["sample", "-n", "1", &format!("{bnf}:b")], "", 0), "x\n");
}

/// Of whole grammars what changed comes first, and what is equal is left out; JSON says what
/// changed of each.
#[test]
fn changed_productions_come_first() {
    let old = file("old.abnf", "url = host port\nhost = name\nname = *\"a\"\nport = 1*\"0\"\nsame = \"x\"\n");
    let new = file("new.abnf", "url = host port\nhost = name\nname = *\"a\"\nport = *\"0\"\nsame = \"x\"\n");
    let text = stdout(&["diff", &old, &new], "", 1);
    let (first, second) = (text.find("port: narrower").unwrap(), text.find("changed by what they use alone").unwrap());
    assert!(first < second && text[second..].contains("  url: narrower; only"), "{text}");
    assert!(["host", "name", "same"].iter().all(|name| !text.contains(&format!("{name}:"))), "{text}");
    let all = json(&["diff", &old, &new, "--format", "json"], 1);
    let change = |name: &str| {
        let all = all["productions"].as_array().unwrap();
        all.iter().find(|one| one["left"].as_str().unwrap().ends_with(name)).unwrap()["change"].clone()
    };
    assert_eq!((change(":url"), change(":port"), change(":name")), ("inherited".into(), "text".into(), "equal".into()));
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

/// The sentence about a changed bound has the old bound and the new one.
#[test]
fn a_bound_that_changed() {
    let [old, new] = [("bound-old.abnf", "1*4DIGIT"), ("bound-new.abnf", "2*8DIGIT")]
        .map(|(name, port)| file(name, &format!("address = 1*ALPHA \":\" port\nport = {port}\n")));
    let [one, other] = [&old, &new].map(|file| format!("{file}:address"));
    let text = stdout(&["diff", &one, &other], "", 1);
    for (side, object) in [
        (&new, "more repetitions in port: the bound is 8, not 4"),
        (&old, "fewer repetitions in port: the bound is 1, not 2"),
    ] {
        assert!(text.contains(&format!("only {side}:address accepts {object}")), "{text}");
    }
    let all = json(&["diff", &one, &other, "-f", "json"], 1);
    let causes = all["divergences"].as_array().unwrap();
    let bounds = json!([{ "least": 1, "most": 4 }, { "least": 2, "most": 8 }]);
    assert_eq!(causes.len(), 2);
    assert!(causes.iter().all(|cause| cause["kind"] == "bound" && cause["bounds"] == bounds), "{all}");
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

/// What the documents say of a change stands below its cause; what none tells of is marked.
#[test]
fn causes_have_the_words_of_the_documents() {
    let args = ["diff", "rfc2396:URI-reference", "rfc3986:URI-reference"];
    let text = stdout(&args, "", 1);
    let words = "    RFC 3986, D.2: \"The ABNF has been corrected to allow the path component to be empty.\"\n";
    assert!(text.contains(&format!("    | ?\n    | ^\n    in URI-reference > relativeURI > rel_path > rel_segment > escaped, URI-reference > relative-ref\n{words}")), "{text}");
    // In either order, and between documents that are further apart.
    let far = ["diff", "rfc3986:URI", "rfc1738:url"];
    let tilde = stdout(&far, "", 1);
    assert!(tilde.contains("RFC 2396, Appendix G.2: \"The tilde \"~\" character was added"), "{tilde}");
    // The copies of one sentence are one.
    assert_eq!(tilde.matches("RFC 2396, Appendix G.2: \"The tilde").count(), 1, "{tilde}");
    for pair in [args, far, ["diff", "uri-1997:URI-reference", "rfc2396:URI-reference"]] {
        let all = json(&[&pair[..], &["--format", "json"]].concat(), 1);
        let all = all["divergences"].as_array().unwrap();
        let silent: Vec<&Value> = all.iter().filter(|cause| cause["silent"] == true).collect();
        assert!(silent.iter().all(|cause| cause["mentions"] == Value::Array(Vec::new())), "{silent:?}");
        let shown = json(&[&pair[..], &["--silent", "--format", "json"]].concat(), 1);
        assert_eq!(shown["divergences"].as_array().unwrap().iter().collect::<Vec<_>>(), silent);
    }
    // RFC 2396 does not speak of the drafts of 1997.
    let text = stdout(&["diff", "--silent", "uri-1997:relativeURL", "rfc2396:relativeURI"], "", 1);
    assert!(text.contains("no document says that this changed"), "{text}");
    let error = run(&["diff", "--silent", "rfc3986:port", "--regex", "[0-9]+"], "");
    let error = String::from_utf8(error.stderr).unwrap();
    assert!(error.contains("--silent needs two documents of this program"), "{error}");
}

#[test]
fn causes_are_put_together_by_level() {
    let all = json(&["diff", "rfc1738:url", "rfc3986:URI", "--format", "json"], 1);
    let count = |value: &Value| value["divergences"].as_array().unwrap().len();
    for level in ["component", "production"] {
        let by = json(&["diff", "--by", level, "rfc1738:url", "rfc3986:URI", "--format", "json"], 1);
        assert_eq!(count(&by), count(&all));
        let names: Vec<&str> =
            by["divergences"].as_array().unwrap().iter().map(|cause| cause["level"].as_str().unwrap()).collect();
        // Each level stands once.
        let mut seen = std::collections::HashSet::new();
        assert!(names.chunk_by(|left, right| left == right).all(|run| seen.insert(run[0])), "{names:?}");
    }
    let text = stdout(&["diff", "--by", "component", "rfc1738:url", "rfc3986:URI"], "", 1);
    for component in ["scheme (", "host (", "path ("] {
        assert!(text.contains(&format!("\n  {component}")), "{component}: {text}");
    }
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
