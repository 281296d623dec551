//! `lint`, end to end.

use crate::common::records::Validator;
use crate::common::{assert_snapshot, file, json, program, run, stdout, tries_everything};
use serde_json::Value;
use uri_lineage::regular_bnf::lint::{Lint, Linter};
use uri_lineage::regular_bnf::{Language, Notation};
use uri_lineage::{Grammar, Reading};

/// A grammar with a warning in line 2 and an error in line 3.
const OWN: &str = "word = 1*letter / sign\nletter = ALPHA / \"x\"\nsign = mark\n";

fn failed(args: &[&str], status: i32) -> (String, String) {
    let output = run(args, "");
    assert_eq!(output.status.code(), Some(status), "{args:?}");
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_line_for_each_finding_and_a_status_by_severity() {
    let own = file("lint.abnf", OWN);
    let lines = stdout(&["lint", &own], "", 1);
    let lines: Vec<&str> = lines.lines().map(|line| line.strip_prefix(&own).unwrap()).collect();
    assert_eq!(lines[0], ":2:1: ambiguous: `letter` derives a string in two ways, by `\"x\"`, or `ALPHA`: x");
    assert!(lines[1].starts_with(":2:18: useless-alternative: "), "{}", lines[1]);
    assert_eq!(lines[2..], [":3:8: undefined-rule: `mark` is not defined"]);
    // Warnings alone are no failure, unless they are denied; what is allowed is not reported.
    let warnings = file("lint-warnings.abnf", &OWN.replace("mark", "\"-\""));
    stdout(&["lint", &warnings], "", 0);
    stdout(&["lint", &warnings, "--deny", "warning"], "", 1);
    stdout(&["lint", &warnings, "--deny", "ambiguous,unused-rule"], "", 1);
    stdout(&["lint", &warnings, "--deny", "unused-rule"], "", 0);
    assert_eq!(stdout(&["lint", &warnings, "--allow", "ambiguous,useless-alternative", "--deny", "note"], "", 0), "");
}

#[test]
fn a_file_that_cannot_be_read_does_not_stop_the_others() {
    let own = file("lint-others.abnf", OWN);
    let (out, error) = failed(&["lint", "nowhere.abnf", &own], 2);
    assert!(out.contains("undefined-rule") && error.contains("nowhere.abnf"), "{error}");
    let (out, error) = failed(&["lint", "cli/matrix.png", &own], 2);
    assert!(out.contains("undefined-rule") && error.contains("matrix.png"), "{error}");
    let broken = file("lint-broken.abnf", "a = \"x\"\n= 1\n");
    let expected = format!("{broken}:2:1: syntax: expected the name of a production, which begins with a letter\n");
    assert_eq!(stdout(&["lint", &broken], "", 1), expected);
    let broken = file("lint-counts.abnf", "a = b\r\nb = \"x\"\r\n    2*1\"x\"\r\n");
    assert!(
        stdout(&["lint", &broken], "", 1)
            .contains(":3:5: syntax: expected a repetition whose maximum, 1, is not below its minimum, 2\n")
    );
}

#[test]
fn regular_expressions_are_examined() {
    let args = ["lint", "--regex", "(?!-)[a-z]+|end", "--flavour", "ecmascript"];
    let idle = "/(?!-)[a-z]+|end/:1:1: idle-assertion: `(?!-)` never matters: the pattern matches the same strings without it: a";
    let useless = "/(?!-)[a-z]+|end/:1:13: useless-alternative: `end` never matters: with those before it, the pattern matches the \
                   same strings: end";
    assert_eq!(stdout(&args, "", 0), format!("{idle}\n{useless}\n"));
    // A file has the flavour in its name, and the old version is another pattern.
    let own = file("lint.pcre.regex", "a++b|(?>c|cd)\n");
    let useless =
        "useless-alternative: `cd` never matters: with those before it, the pattern matches the same strings: cd";
    assert_eq!(stdout(&["lint", &own], "", 0), format!("{own}:1:11: {useless}\n"));
    let more = stdout(&["lint", "--regex", "[0-9]{4,5}", "--old", "[0-9]{4}", "--within", "rfc3986:port"], "", 0);
    assert_eq!(more, "/[0-9]{4,5}/:1:1: accepts-more: `pattern` accepts a string that it refused before: 00000\n");
    let outside = stdout(&["lint", "--regex", "[0-9a]", "--within", "rfc3986:port"], "", 1);
    assert!(outside.contains(":1:1: not-within: "), "{outside}");
    // The place of what cannot be read.
    assert!(stdout(&["lint", "--regex", "a(b"], "", 1).starts_with("/a(b/:1:2: syntax: "));
    let reference = stdout(&["lint", "--regex", "(a)\\1", "--flavour", "pcre", "-f", "jsonl"], "", 0);
    let reference: Value = serde_json::from_str(&reference).unwrap();
    assert_eq!((&reference["lint"], &reference["column"]), (&"undecided".into(), &4.into()));
}

#[test]
fn usage_errors() {
    let own = file("lint-usage.abnf", OWN);
    for (args, message) in [
        (vec!["lint", &own, "--entry", "wrod"], "no file defines the entry `wrod`"),
        (vec!["lint", &own, &own, "--old", &own], "--old is the old version of one file"),
        (vec!["lint", &own, "--deny", "unused-rules"], "did you mean `unused-rule`?"),
        (vec!["lint", &own, "--within", "rfc3986:URL"], "no production named `URL`"),
        (vec!["lint", &own, "--old", "nowhere.abnf"], "nowhere.abnf"),
        (vec!["explain", "--lint", "unused"], "no lint is named `unused`"),
    ] {
        let (_, error) = failed(&args, 2);
        assert!(error.contains(message) && error.lines().count() == 1, "{error}");
    }
}

#[test]
fn beside_a_standard_and_the_old_version() {
    let own = file("lint-within.abnf", "did = \"did:\" 1*ALPHA \":\" *idchar\nidchar = ALPHA / DIGIT / \"%\"\n");
    let text = stdout(&["lint", &own, "--within", "rfc3986:URI"], "", 1);
    assert!(
        text.contains(":1:1: not-within: `did` accepts a string that `rfc3986:URI` does not accept: did:a:%\n"),
        "{text}"
    );
    let new = file("lint-new.abnf", "did = \"did:\" 1*ALPHA \":\" *idchar\nidchar = ALPHA / DIGIT\n");
    stdout(&["lint", &new, "--within", "rfc3986:URI"], "", 0);
    let text = stdout(&["lint", &new, "--old", &own], "", 0);
    assert!(text.contains(":2:1: accepts-less: `idchar` refuses a string that it accepted before: %\n"), "{text}");
    let text = stdout(&["lint", &own, "--old", &new], "", 0);
    assert!(text.contains("accepts-more: `did` accepts a string that it refused before: did:a:%\n"), "{text}");
    let pest =
        [("lint-old.pest", "a = { \"x\" }"), ("lint-new.pest", "a = { \"x\"+ }")].map(|(name, text)| file(name, text));
    let text = stdout(&["lint", &pest[1], "--old", &pest[0]], "", 0);
    assert!(text.contains("accepts-more: `a` accepts a string that it refused before: xx\n"), "{text}");
}

/// What a file cites is no finding, and neither is what is imported; copies are.
#[test]
fn citations_and_imports_are_not_findings() {
    let text = "url = \"x:\" authority query\nauthority = <authority, see [RFC3986], Section 3.2>\nport = 0*DIGIT\n";
    let own = file("lint-imports.abnf", text);
    let lines =
        stdout(&["lint", &own, "--import", "rfc3986", "--allow", "ambiguous,ordered-choice,unused-rule"], "", 0);
    let expected = ":3:1: repeated-import: `port` is defined again, with the language that it has in rfc3986\n";
    assert_eq!(lines, format!("{own}{expected}"));
    let lines = stdout(&["lint", &own, "--allow", "ambiguous,ordered-choice,unused-rule,repeated-import"], "", 1);
    assert_eq!(lines, format!("{own}:1:22: undefined-rule: `query` is not defined\n"));
    let differs = file("lint-imports-differ.abnf", &text.replace("0*DIGIT", "1*5DIGIT"));
    let lines =
        stdout(&["lint", &differs, "--allow", "ambiguous,ordered-choice,unused-rule,undefined-rule,prose"], "", 1);
    let expected = ":3:1: redefined-rule: `port` is defined differently in rfc3986, from which it is imported, which alone accepts: the empty string\n";
    assert_eq!(lines, format!("{differs}{expected}"));
    // What is imported keeps its own `port`.
    let url = format!("{differs}:url");
    stdout(&["check", "--grammar", &url, "--import", "rfc3986", "--url", "x:a:"], "", 0);
}

/// A tag means what the list of references says, or the only grammar that defines what is cited in
/// that section, which is said. Otherwise the message names the option that selects a grammar.
#[test]
fn tags_of_citations_are_found_or_can_be_selected() {
    let cites = |citation: &str| {
        format!("      link = \"<\" target \">\"\n      target = <URI-reference, see [URI]{citation}>\n")
    };
    let members = |args: &[&str]| {
        let output = run(&[&["sample", "-n", "1"], args].concat(), "");
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let with_section = file("cites-section.abnf", &cites(", Section 4.1"));
    let (status, told) = members(&[&with_section]);
    assert!(status == Some(0) && told.contains("[URI] is taken for rfc3986"), "{told}");
    let without = file("cites.abnf", &cites(""));
    let (status, told) = members(&[&without]);
    assert!(status == Some(2) && told.contains("for example with --import URI=rfc3986"), "{told}");
    assert_eq!(members(&[&without, "--import", "URI=rfc2396"]), (Some(0), String::new()));
    let references = "\n9.  References\n\n   [URI]      Berners-Lee, T., \"Uniform Resource Identifiers (URI):\n              Generic Syntax\", RFC 2396, August 1998.\n";
    let document = file("cites.txt", &format!("1.  Syntax\n\n{}{references}", cites("")));
    assert_eq!(members(&[&document, "--extract"]), (Some(0), String::new()));
    assert_eq!(stdout(&["lint", &document, "--extract", "--allow", "ambiguous,ordered-choice"], "", 0), "");
    let rules = cites("").replace('<', "&lt;");
    let document = file(
        "cites.xml",
        &format!(
            "<rfc><sourcecode type=\"abnf\">\n{rules}</sourcecode><references><reference anchor=\"URI\"><front/>\
             <seriesInfo name=\"STD\" value=\"66\"/><seriesInfo name=\"RFC\" value=\"3986\"/></reference></references></rfc>"
        ),
    );
    assert_eq!(members(&[&document, "--extract"]), (Some(0), String::new()));
}

/// One bad line, in whatever notation, does not change the notation of a document; and a message
/// names what looks like a rule and is not read.
#[test]
fn one_bad_line_does_not_change_the_notation_of_a_document() {
    let rules = ["part = \"a\" / \"b\"", "name = part / 1*DIGIT", "pair = name \"=\" name"];
    let bad = [
        "bad = \"a\" | \"b\"",
        "bad = 1#\"a\" | name",
        "bad ::= name",
        "BAD=DAILY;COUNT=10",
        "bad = (",
        "bad = a b c d",
    ];
    for (index, bad) in bad.into_iter().enumerate() {
        for position in 0..=rules.len() {
            // In a paragraph of its own.
            let mut lines = rules.map(str::to_owned).to_vec();
            lines.insert(position, format!("\n   An example is\n\n      {bad}\n\n   and more:\n"));
            let text = format!("1.  Rules\n\n      {}\n", lines.join("\n      "));
            let own = file(&format!("bad-{index}-{position}.txt"), &text);
            let output = run(&["sample", "-n", "1", "--extract", &format!("{own}:pair")], "");
            let told = String::from_utf8(output.stderr).unwrap();
            let line = text.lines().take_while(|line| !line.contains(bad)).count() + 1;
            assert!(output.status.success(), "{text}{told}");
            assert!(told.contains(&format!("not read as a rule in line {line}: ")), "{text}{told}");
        }
    }
}

/// Rules in the text of a document keep their places, as text and as XML.
#[test]
fn rules_in_documents_keep_their_places() {
    let text = "1.  Syntax\r\n\r\n   The rules are:\r\n\r\n      url = \"x:\" host\r\n\r\nNobody            Informational                   [Page 1]\r\n\u{C}\r\nRFC 9999                     X                    January 2026\r\n\r\n\r\n      host = <host, see RFC3986>\r\n   and x = y.\r\n\r\nAppendix A.  Old\r\n\r\n   url = 2*1\"x\"\r\n";
    let own = file("lint-document.txt", text);
    let lines = stdout(&["lint", &own, "--extract", "--allow", "ambiguous,ordered-choice"], "", 1);
    assert!(
        lines.contains(&format!(
            "{own}:17:10: syntax: expected a repetition whose maximum, 1, is not below its minimum, 2\n"
        )),
        "{lines}"
    );
    assert_eq!(
        stdout(&["diff", &format!("{own}:url"), "rfc3986:URI", "--extract=1", "--brief"], "", 1).lines().count(),
        4
    );
    let (_, error) = failed(&["diff", &own, "rfc3986:URI", "--extract=2"], 2);
    assert!(error.contains("no rules are found in the text"), "{error}");
    let xml = "<rfc><sourcecode type=\"abnf\">\nurl = \"x:\" host\nhost = &lt;host, see [RFC3986]&gt;\n</sourcecode>\n<t>a = b</t><artwork type=\"abnf\"><![CDATA[\nb = \"y\"\n]]></artwork></rfc>\n";
    let own = file("lint-document.xml", xml);
    let lines = stdout(&["lint", &own, "--extract", "--entry", "url", "--allow", "ambiguous,ordered-choice"], "", 0);
    assert_eq!(lines, format!("{own}:6:1: unused-rule: `b` is not used from `url`\n"));
    let (_, error) = failed(&["lint", &file("lint-broken.xml", "<rfc><sourcecode type=\"abnf\"></t>"), "--extract"], 2);
    assert!(error.lines().count() == 1, "{error}");
}

#[test]
fn findings_are_records_in_each_format() {
    let own = file("lint-records.abnf", OWN);
    let lines = stdout(&["lint", &own, "-f", "jsonl", "--deny", "warning"], "", 1);
    let records: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&records[0]["lint"], &records[0]["witness"]), (&"ambiguous".into(), &"x".into()));
    assert_eq!(records[0]["derivations"][0]["production"], "letter");
    assert!(records.iter().all(|record| record["severity"] == "error" && record["file"] == own.as_str()));
}

/// The members that SARIF 2.1.0 requires, and those by which a code host shows a finding.
#[test]
fn sarif() {
    let schema = serde_json::json!({
        "type": "object", "required": ["$schema", "version", "runs"],
        "properties": {
            "version": { "const": "2.1.0" },
            "runs": { "type": "array", "minItems": 1, "maxItems": 1, "items": {
                "required": ["tool", "results", "invocations", "columnKind"],
                "properties": {
                    "columnKind": { "enum": ["utf16CodeUnits", "unicodeCodePoints"] },
                    "tool": { "required": ["driver"], "properties": { "driver": {
                        "required": ["name", "rules"], "properties": { "rules": { "uniqueItems": true, "items": {
                            "required": ["id", "shortDescription", "help", "defaultConfiguration"],
                            "properties": { "shortDescription": { "required": ["text"] }, "help": { "required": ["text"] } },
                        } } },
                    } } },
                    "invocations": { "items": { "required": ["executionSuccessful"], "properties": {
                        "toolExecutionNotifications": { "items": { "required": ["message"] } } } } },
                    "results": { "items": {
                        "required": ["ruleId", "ruleIndex", "level", "message", "locations"],
                        "properties": {
                            "level": { "enum": ["none", "note", "warning", "error"] },
                            "message": { "required": ["text"] },
                            "locations": { "minItems": 1, "items": { "required": ["physicalLocation"], "properties": {
                                "physicalLocation": { "required": ["artifactLocation", "region"], "properties": {
                                    "artifactLocation": { "required": ["uri"] },
                                    "region": { "required": ["startLine", "startColumn"], "properties": {
                                        "startLine": { "minimum": 1 }, "startColumn": { "minimum": 1 } } },
                                } },
                            } } },
                        },
                    } },
                },
            } },
        },
    });
    let validator = Validator::new(&schema);
    let own = file("lint sarif.abnf", OWN);
    for (args, status) in
        [(vec!["lint", "-f", "sarif", &own], 1), (vec!["lint", "-f", "sarif", &own, "nowhere.abnf"], 2)]
    {
        let log: Value = serde_json::from_slice(&program().args(&args).output().unwrap().stdout).unwrap();
        assert_eq!(run(&args, "").status.code(), Some(status));
        validator.validate(&log).unwrap_or_else(|error| panic!("{error}"));
        let run = &log["runs"][0];
        assert_eq!(run["invocations"][0]["executionSuccessful"], status == 1);
        assert_eq!(run["results"].as_array().unwrap().len(), 3);
        for result in run["results"].as_array().unwrap() {
            let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
            assert_eq!(rule["id"], result["ruleId"]);
            let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
            assert!(
                uri.ends_with("lint%20sarif.abnf") && uri_lineage::rfc3986::UriReference::parse(uri).is_ok(),
                "{uri}"
            );
        }
    }
}

#[test]
fn every_lint_is_explained() {
    let text = stdout(&["explain", "--lint", "all"], "", 0);
    let all = json(&["explain", "--lint", "all", "--format", "json"], 0);
    for (lint, record) in Lint::ALL.iter().zip(all.as_array().unwrap()) {
        assert!(text.contains(&format!("{lint} ({}): {}\n", lint.severity(), lint.summary())));
        assert_eq!(record["lint"], lint.name());
        assert!(!record["findings"].as_array().unwrap().is_empty());
    }
}

/// The grammars of this project: as printed, and as rules.
#[test]
fn our_grammars_have_the_recorded_findings() {
    for extension in ["bnf", "pest"] {
        let mut all = String::new();
        for grammar in Grammar::all() {
            // The next test has these productions, which take seconds.
            if (extension, grammar) == ("bnf", Grammar::Whatwg) {
                continue;
            }
            let own = format!("grammar/{grammar}.{extension}");
            let name = |production: &&str| match extension {
                "pest" => production.replace('-', "_").replace('+', "_plus"),
                _ => (*production).to_owned(),
            };
            let entries: Vec<String> = grammar.entry_productions().iter().map(name).collect();
            let mut output = run(&["lint", &own, "--entry", &entries.join(",")], "");
            // The BNF of RFC 2732 has only its changes.
            if output.status.code() == Some(2) {
                output = run(&["lint", &own], "");
            }
            all += &String::from_utf8(output.stdout).unwrap();
        }
        assert_snapshot(&format!("lint-{extension}"), &all);
    }
    let others = ["gopher-plus.pest"];
    let others = others.map(|name| format!("grammar/{name}"));
    let args: Vec<&str> = ["lint"].into_iter().chain(others.iter().map(String::as_str)).collect();
    let output = run(&args, "");
    assert_snapshot("lint-others", &String::from_utf8(output.stdout).unwrap());
}

#[test]
fn the_productions_of_the_url_standards_parser_have_the_recorded_findings() {
    if tries_everything() {
        let entries = Grammar::Whatwg.entry_productions().join(",");
        let output = run(&["lint", "grammar/whatwg.bnf", "--entry", &entries], "");
        assert_snapshot("lint-whatwg-bnf", &String::from_utf8(output.stdout).unwrap());
    }
}

/// What a finding calls ambiguous derives the string that it shows.
#[test]
fn an_ambiguous_production_derives_the_string_of_its_finding() {
    let mut checked = 0;
    for grammar in Grammar::all() {
        let bnf = grammar.bnf(Reading::Corrected);
        let mut linter = Linter::new();
        for entry in grammar.entry_productions() {
            linter = linter.entry(entry);
        }
        let text: String = bnf.productions().iter().map(|definition| definition.text.clone() + "\n").collect();
        let report = linter.bnf(&text, Notation::detect(&text));
        for finding in report.findings.iter().filter(|finding| finding.lint == Lint::Ambiguous) {
            let (Some(production), Some(witness)) = (&finding.production, &finding.witness) else { continue };
            let language = Language::new(bnf, production).unwrap();
            assert!(language.contains(witness), "{grammar}: `{production}` does not derive {witness:?}");
            checked += 1;
        }
        if grammar == Grammar::Rfc3987 {
            break;
        }
    }
    assert!(checked > 50, "{checked}");
}

/// The ABNF of the documents about URLs and about notations, as printed; those that cite RFC 3986
/// import it.
#[test]
fn grammars_of_documents_have_the_recorded_findings() {
    let mut all = String::new();
    for (name, import) in [
        ("regular-bnf/tests/data/rfc2234.abnf", false),
        ("tests/data/abnf/rfc2368.abnf", false),
        ("tests/data/abnf/rfc2373.abnf", false),
        ("tests/data/abnf/rfc5234.abnf", false),
        ("tests/data/imports/rfc5538.txt", true),
        ("tests/data/imports/rfc6068.txt", true),
        ("tests/data/imports/rfc6455.txt", true),
        ("tests/data/imports/rfc8089.txt", true),
        ("tests/data/imports/rfc9110.txt", true),
    ] {
        let import = if import { &["--import", "rfc3986"][..] } else { &[] };
        let output = run(&[&["lint", name], import].concat(), "");
        all += &String::from_utf8(output.stdout).unwrap();
        all += &String::from_utf8(output.stderr).unwrap();
    }
    assert_snapshot("lint-documents", &all);
}

/// The ABNF of other documents, from a folder that a variable names: each file ends within the
/// limits.
#[test]
fn grammars_of_other_documents() {
    let Some(folder) = std::env::var_os("GRAMMARS") else { return eprintln!("GRAMMARS is not set: not tried") };
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path().display().to_string());
    let files: Vec<String> = files.filter(|name| name.ends_with(".abnf") || name.ends_with(".bnf")).collect();
    assert!(!files.is_empty());
    for name in files {
        let output = run(&["lint", &name], "");
        assert!(matches!(output.status.code(), Some(0 | 1)), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
