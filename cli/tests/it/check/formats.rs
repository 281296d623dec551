//! The records of `check` in each format.

use super::{assert_library_verdict, records};
use crate::common::{URLS, assert_snapshot, file, run, sampled, stdout};
use serde_json::Value;
use uri_lineage::{Generation, Grammar};

/// Three URLs of the 1990s: accepted by all grammars, by some, and by none.
const RECORDED: [&str; 3] = ["ftp://info.cern.ch/pub", "magic://a/g", "news:12345667123%asdghfh@info.cern.ch"];

#[test]
fn urls_of_the_nineties_have_the_recorded_output() {
    assert_snapshot("check-text", &stdout(&["check", "--format", "text", URLS], "", 1));
    assert_snapshot("check-summary", &stdout(&["check", "--summary", URLS], "", 1));
    let lines = RECORDED.join("\n");
    assert_snapshot("check-csv", &stdout(&["check", "--format", "csv"], &lines, 1));
    assert_snapshot("check-jsonl", &serde_json::to_string_pretty(&records(&[], &lines, 1)).unwrap());
}

/// Every line has a record, with the verdicts of the grammars that are selected by default.
#[test]
fn records_of_the_urls_of_the_nineties_have_the_verdicts_of_the_library() {
    let lines: Vec<&str> = include_str!("../../../../tests/data/urls-1990s.txt").lines().collect();
    let records = records(&[URLS], "", 1);
    assert_eq!(records.len(), lines.len());
    for (record, line) in records.iter().zip(lines) {
        assert_eq!(record["input"], line);
        for grammar in Grammar::all().filter(|grammar| grammar.is_ascii()) {
            assert_library_verdict(record, grammar, line);
        }
    }
}

#[test]
fn the_formats_agree() {
    // What browsers read includes what no document accepts.
    let jsonl = records(&["-g", "all", URLS], "", 0);
    let csv = stdout(&["check", "-g", "all", "--format", "csv", URLS], "", 0);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let mut rows = 0;
    for row in reader.records().map(Result::unwrap) {
        let record = &jsonl[row[0].parse::<usize>().unwrap() - 1];
        assert_eq!(record["input"], row[1]);
        match &row[3] {
            "true" => assert_eq!(record["accepted"][&row[2]], row[4]),
            _ => {
                let refusal = &record["refused"][&row[2]];
                let columns = [("grammar", 2), ("production", 4), ("reason", 5), ("message", 11)];
                columns.iter().for_each(|(name, column)| assert_eq!(refusal[name], row[*column]));
                assert_eq!(refusal["offset"].to_string(), row[6]);
                [("found", 7), ("class", 8), ("advice", 10)].iter().for_each(|(name, column)| {
                    assert_eq!(refusal[name].as_str().unwrap_or_default(), &row[*column]);
                });
                let expected: Vec<&str> =
                    refusal["expected"].as_array().unwrap().iter().flat_map(Value::as_str).collect();
                assert_eq!(expected.join("; "), row[9]);
            }
        }
        rows += 1;
    }
    assert_eq!(rows, Grammar::ALL.len() * jsonl.len());
}

#[test]
fn a_record_names_the_alternative_that_accepts_the_line() {
    let lines = "http://a/\nurl:http://a/\na:b\nfile:x\nx-y:z\nurn:a:b\n#a\na\nhttp://a/#b\nwais://a/b\nhttp:x\n";
    let named = |grammar: &str| -> Vec<Value> {
        records(&[], lines, 0).into_iter().map(|record| record["accepted"][grammar].clone()).collect()
    };
    let some = |names: &[&str]| -> Vec<Value> {
        names.iter().map(|name| if name.is_empty() { Value::Null } else { (*name).into() }).collect()
    };
    assert_eq!(
        named("url-draft-02"),
        some(&[
            "httpaddress",
            "prefixedurl",
            "generic",
            "generic",
            "generic",
            "generic",
            "",
            "",
            "fragmentaddress",
            "waisaddress",
            "generic"
        ])
    );
    assert_eq!(
        named("url-draft-03"),
        some(&["httpaddress", "prefixedurl", "", "", "", "", "", "", "", "waisaddress", ""])
    );
    assert_eq!(
        named("rfc1630-generic"),
        some(&["uri", "", "uri", "uri", "uri", "", "", "", "fragmentaddress", "uri", "uri"])
    );
    assert_eq!(named("rfc1630"), some(&["httpaddress", "prefixedurl", "", "", "", "", "", "", "", "waisaddress", ""]));
    assert_eq!(
        named("rfc1738"),
        some(&["httpurl", "otherurl", "otherurl", "", "otherurl", "otherurl", "", "", "", "waisurl", ""])
    );
    assert_eq!(
        named("uri-1997"),
        some(&[
            "absoluteURL",
            "absoluteURL",
            "absoluteURL",
            "absoluteURL",
            "absoluteURL",
            "URN-reference",
            "URL-reference",
            "relativeURL",
            "absoluteURL",
            "absoluteURL",
            "absoluteURL"
        ])
    );
}

#[test]
fn records_of_several_files_name_them() {
    let records = records(&[URLS, "-"], "a:b\n", 1);
    assert_eq!(records[0]["file"], URLS);
    let last = records.last().unwrap();
    assert_eq!((&last["file"], &last["line"]), (&Value::from("-"), &Value::from(1)));
}

/// The messages of `check` and `parse` are the same.
#[test]
fn check_and_parse_report_equal_refusals() {
    for record in records(&["tests/data/urls-1990s.txt"], "", 1).iter().step_by(7) {
        let parsed = stdout(
            &["parse", "--format", "json", "--", record["input"].as_str().unwrap()],
            "",
            i32::from(record["accepted"].as_object().unwrap().is_empty()),
        );
        let parsed: Vec<Value> = serde_json::from_str(&parsed).unwrap();
        for object in parsed {
            let grammar = object["grammar"].as_str().unwrap();
            match object.get("error") {
                None => assert_eq!(record["accepted"][grammar], object["production"]),
                Some(error) => {
                    assert_eq!(record["refused"][grammar]["message"], error["message"]);
                    assert_eq!(record["refused"][grammar]["offset"], error["offset"]);
                }
            }
        }
    }
}

#[test]
fn csv_safe_cells_are_no_formulas() {
    let input = "=1+1\n+a\n@b\n-c\n";
    let safe = stdout(&["check", "-f", "csv", "--csv-safe", "-g", "rfc1738"], input, 1);
    let rows = csv::Reader::from_reader(safe.as_bytes()).into_records().map(Result::unwrap);
    let cells: Vec<String> = rows.flat_map(|row| row.iter().map(str::to_owned).collect::<Vec<_>>()).collect();
    assert!(cells.iter().all(|cell| !cell.starts_with(['=', '+', '-', '@'])), "{cells:?}");
    assert!(stdout(&["check", "-f", "csv", "-g", "rfc1738"], input, 1).contains("\n1,=1+1,"));
    // The first line of a reason is a cell of the summary.
    let summary = |safe: &[&str]| stdout(&[&["check", "--summary=csv", "-g", "rfc1738"], safe].concat(), input, 1);
    assert!(summary(&[]).contains(",=1+1\n") && summary(&["--csv-safe"]).contains(",'=1+1\n"));
}

#[test]
fn text_is_one_line_per_record_unless_long() {
    let input = "http://a b/\nhttp://a/\n";
    let short = stdout(&["check", "-g", "rfc1630,rfc1738"], input, 1);
    assert_eq!(short, "1: http://a b/  refused by all (space)\n2: http://a/  accepted by all\n");
    let long = stdout(&["check", "-g", "rfc1738", "--long"], input, 1);
    assert!(long.contains("refused: space: `httpurl` refuses ' ' at byte 8"), "{long}");
    assert!(long.contains("| http://a b/\n") && long.contains("|         ^\n"), "{long}");
    // URLs that are given one by one are few.
    assert!(stdout(&["check", "-g", "rfc1738", "--url", "http://a b/"], "", 1).contains('^'));
}

/// One schema for refusals, in every command that writes JSON.
#[test]
fn a_refusal_is_the_same_object_everywhere() {
    let url = "http://a/b c";
    let json = |args: &[&str]| -> Value { serde_json::from_str(&stdout(args, "", 1)).unwrap() };
    let of_check = &json(&["check", "-f", "jsonl", "-g", "rfc1738", "--url", url])["refused"]["rfc1738"];
    assert_eq!(of_check.as_object().unwrap().len(), 9);
    assert_eq!(&json(&["parse", "-f", "json", "-g", "rfc1738", url])[0]["error"], of_check);
    for command in ["normalize", "request"] {
        assert_eq!(&json(&[command, "-f", "json", "-g", "rfc1738", url])[0]["refusal"], of_check, "{command}");
    }
    assert_eq!(&json(&["same", "-f", "json", "-g", "rfc1738", url, "http://a/"])[0]["refusal"], of_check);
    assert_eq!(&json(&["convert", "-f", "jsonl", "--from", "rfc1738", "--to", "rfc1630", url])["refusal"], of_check);
    let third = &json(&["check", "-f", "jsonl", "-g", "uri-1997", "--url", url])["refused"]["uri-1997"];
    assert_eq!(&json(&["resolve", "-f", "json", "-g", "uri-1997", url, "x"])[0]["refusal"], third);
    assert_eq!(&json(&["resolve", "-f", "json", "-g", "uri-1997", "http://a/", url])[0]["refusal"], third);
}

#[test]
fn json_is_an_array_of_the_json_lines() {
    for input in ["", "http://a/\n^\nx:y\n"] {
        let status = if input.is_empty() { 0 } else { 1 };
        let whole: Vec<Value> = serde_json::from_str(&stdout(&["check", "-f", "json"], input, status)).unwrap();
        assert_eq!(whole, records(&[], input.as_bytes(), status));
        let of = |format: &str| stdout(&["check", &format!("--summary={format}")], input, status);
        let lines: Vec<Value> = of("jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(serde_json::from_str::<Vec<Value>>(&of("json")).unwrap(), lines);
    }
}

/// Invisible characters, and those that act on the text around them, are escaped in all text and all
/// messages, or named by their numbers.
#[test]
fn invisible_characters_are_escapes() {
    let characters = "\u{2028}\u{2029}\u{FEFF}\u{200B}\u{202E}\u{2066}\u{AD}\u{E0041}\u{7F}\u{A0}";
    for (number, c) in characters.chars().enumerate() {
        let (name, url) = (format!("a{c}b"), format!("http://a{c}b/"));
        let commands = [
            &["check", "--url", &url][..],
            &["check", "--long", "--url", &url],
            &["parse", &url],
            &["normalize", &url],
            &["compare", &url],
            &["convert", "--to", "rfc1738", &url],
            &["check", "-s", "--url", &url],
            &["check", &url],
            &["check", "-g", &name],
            &["explain", "rfc1738", &url],
        ];
        // A sample has each character, and each command.
        for args in sampled(commands.into_iter().cycle().skip(number % 3).take(commands.len()), 3) {
            let output = run(args, "");
            let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            assert!(!text.contains(c), "{args:?}: {text}");
            // In a text as an escape, alone as its number.
            let shown = [c.escape_unicode().to_string(), format!("U+{:04X}", u32::from(c))];
            assert!(shown.iter().any(|shown| text.contains(shown)), "{args:?}: {text}");
        }
    }
}

/// A document that has `http` and not `https` also has its verdict on the URL of `http`.
#[test]
fn a_url_of_https_has_the_verdict_on_http() {
    for suffix in ["://host/a", "://host/~a", "://host:x/", "://host/a?b#c", ":a"] {
        let url = ["https", suffix].concat();
        let output = run(&["check", "--grammar", "all", "--url", &url], "");
        let text = String::from_utf8(output.stdout).unwrap();
        for grammar in Grammar::all() {
            let lines = text.lines().skip_while(|line| line.split_whitespace().next() != Some(grammar.id()));
            let note =
                lines.skip(1).take_while(|line| line.starts_with("      ")).find(|line| line.contains("as `http`"));
            // Draft 02 reads some URLs by one production, whatever their scheme.
            let is_read_alike = grammar == Grammar::UrlDraft02 && (suffix.contains('#') || suffix == ":a");
            let has_http = grammar.generation() == Generation::Second
                || grammar.generation() == Generation::First && grammar != Grammar::Rfc1630Generic && !is_read_alike;
            assert_eq!(note.is_some(), has_http, "{grammar}: {text}");
            if let Some(note) = note {
                let accepts = grammar.accepts(&["http", suffix].concat());
                assert_eq!(note.contains("accepted by"), accepts, "{grammar}: {text}");
            }
        }
    }
}

/// With `--cite` each refusal has the document and the rule of the production that was being read,
/// in every format.
#[test]
fn every_refusal_is_cited() {
    let own = file("cited.abnf", "did = \"did:\" name\nname = 1*%x61-7A\n");
    let lines = "http://a/[b]\nHTTP:\n%\nmailto:\nnews:a b\n\n\u{E9}\ngopher:/\ndid:1\n";
    let grammars = format!("all,{own}");
    let args = ["check", "--grammar", &grammars, "--cite", "--format"];
    let records: Vec<Value> = stdout(&[&args[..], &["jsonl"]].concat(), lines, 1)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut cited = 0;
    for record in &records {
        for (grammar, refusal) in record["refused"].as_object().unwrap() {
            let production = refusal["production"].as_str().unwrap();
            let citation = &record["cited"][grammar];
            let (source, rule) = (citation["source"].as_str().unwrap(), citation["rule"].as_str().unwrap());
            match grammar.parse::<Grammar>().ok() {
                Some(_) => assert!(source.contains(", "), "{source}"),
                None => assert_eq!(source, own),
            }
            assert!(rule.starts_with(production), "{grammar}: {production}: {rule}");
            cited += 1;
        }
    }
    assert!(cited > 50, "{cited}");
    let table = stdout(&[&args[..], &["csv"]].concat(), lines, 1);
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let mut in_rows = 0;
    for row in rows.deserialize::<std::collections::HashMap<String, String>>() {
        let row = row.unwrap();
        assert_eq!(row["accepted"] == "false", !row["cited_rule"].is_empty() && !row["cited_source"].is_empty());
        in_rows += usize::from(row["accepted"] == "false");
    }
    assert_eq!(in_rows, cited);
    let text = stdout(&[&args[..], &["text"]].concat(), lines, 1);
    assert!(text.contains("RFC 1738, section 5: "), "{text}");
    let without = stdout(&["check", "--format", "jsonl"], lines, 1);
    assert!(!without.contains("\"cited\""), "{without}");
}
