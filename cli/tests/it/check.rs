//! `check`, end to end.

use crate::common::{URLS, assert_snapshot, program, run, sampled, stdout};
use serde_json::Value;
use uri_lineage::Grammar;

fn records(args: &[&str], input: impl AsRef<[u8]>, status: i32) -> Vec<Value> {
    let text = stdout(&[&["check", "--format", "jsonl"], args].concat(), input, status);
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

#[test]
fn urls_of_the_nineties_in_every_format() {
    let input = include_str!("../../../tests/data/urls-1990s.txt");
    let lines = input.lines().count();
    assert!(lines >= 200);
    // Some are refused by all: the document's own broken escapes, and IPv6 literals.
    for format in ["text", "jsonl", "csv"] {
        let text = stdout(&["check", "--format", format, URLS], "", 1);
        assert_snapshot(&format!("check-{format}"), &text);
    }
    assert_snapshot("check-summary", &stdout(&["check", "--summary", URLS], "", 1));
    assert_eq!(records(&[URLS], "", 1).len(), lines);
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
fn a_record_names_the_alternative_that_took_the_line() {
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
fn lines_are_read_whatever_they_hold() {
    let input = b"http://a/\r\n\n  \nhttp://\xFF/\nhttp://a/\0b\nno-end:x";
    let records = records(&["-"], input, 1);
    let lines: Vec<u64> = records.iter().map(|record| record["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [1, 4, 5, 6]);
    assert_eq!(records[0]["input"], "http://a/");
    assert_eq!(records[1]["refused"]["rfc1738"]["offset"], 7);
    assert!(records[1]["accepted"].as_object().unwrap().is_empty());
    assert_eq!(records[1]["input"], "http://\u{FFFD}/");
    assert_eq!(records[2]["refused"]["rfc1738"]["offset"], 9);
    assert_eq!(records[3]["accepted"]["rfc1738"], "otherurl");
    let summary = stdout(&["check", "--summary"], input, 1);
    assert!(
        summary.ends_with("4 lines checked: 1 accepted by all grammars, 1 by some, 2 by none; 2 blank lines skipped\n"),
        "{summary}"
    );
}

#[test]
fn the_exit_status_tells_whether_the_lines_satisfy() {
    let status = |args: &[&str], input: &str| run(&[&["check"], args].concat(), input).status.code();
    assert_eq!(status(&[], "a:b\n"), Some(0));
    assert_eq!(status(&[], "a:b\n^\n"), Some(1));
    assert_eq!(status(&["--require", "all"], "http://a/\n"), Some(0));
    assert_eq!(status(&["--require", "all"], "a:b\n"), Some(1));
    assert_eq!(status(&["--require", "all", "--grammar", "rfc1738", "--grammar", "uri-1997"], "a:b\n"), Some(0));
    assert_eq!(status(&[], ""), Some(0));
    assert_eq!(status(&["--no-such-option"], ""), Some(2));
    assert_eq!(status(&["--grammar", "rfc9999"], ""), Some(2));
    for args in [&["check", "--no-such-option"][..], &["check", "--grammar", "x"], &["nonsense"], &["same"]] {
        let message = String::from_utf8(run(args, "").stderr).unwrap();
        assert!(message.starts_with("uri-lineage: ") && message.lines().count() == 1, "{message}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_one_clear_line() {
    let output = run(&["check", "no/such/file"], "");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message.lines().count(), 1);
    assert!(message.starts_with("uri-lineage: cannot read no/such/file: "), "{message}");
}

#[test]
fn records_of_several_files_name_them() {
    let records = records(&[URLS, "-"], "a:b\n", 1);
    assert_eq!(records[0]["file"], URLS);
    let last = records.last().unwrap();
    assert_eq!((&last["file"], &last["line"]), (&Value::from("-"), &Value::from(1)));
}

#[test]
fn the_table_does_not_spoil_the_records() {
    let output = run(&["check", "--summary", "--format", "jsonl"], "a:b\n");
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 1);
    assert!(String::from_utf8(output.stderr).unwrap().contains("1 line checked"));
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let mut child = program()
        .args(["check", "--format", "text", "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let _ = std::io::Write::write_all(&mut stdin, "http://a/b\n".repeat(10_000).as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn there_is_no_colour_in_a_pipe() {
    assert!(!stdout(&["check"], "a:b\n", 0).contains('\u{1b}'));
}

#[test]
fn a_line_longer_than_a_block_is_checked_whole_and_truncated_in_output() {
    let long = format!("http://a/{}", "b".repeat(3_000_000));
    for (end, refused) in [("", false), ("^", true), ("\r", false)] {
        let records = records(&["--grammar", "rfc1738"], format!("a:b\n{long}{end}\nc:d\n"), i32::from(refused));
        assert_eq!(records.iter().map(|record| record["line"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(records[1]["bytes"], 3_000_009 + usize::from(refused));
        assert!(long.starts_with(records[1]["input"].as_str().unwrap()));
        if refused {
            assert_eq!(records[1]["refused"]["rfc1738"]["offset"], 3_000_009)
        } else {
            assert_eq!(records[1]["accepted"]["rfc1738"], "httpurl")
        }
    }
    // Without a line end, and refused near its beginning.
    let records = records(&["--grammar", "rfc1738"], long.replacen('a', "^", 1), 1);
    assert_eq!(records[0]["refused"]["rfc1738"]["offset"], 7);
    assert!(records[0]["refused"]["rfc1738"]["message"].as_str().unwrap().starts_with("`httpurl` refuses `^`"));
}

#[test]
fn many_blocks_are_written_in_order() {
    let input: String = (0..100_000).map(|i| format!("http://host/{i}\n")).collect();
    let records = records(&["--grammar", "rfc1738"], &input, 0);
    assert_eq!(records.len(), 100_000);
    for (i, record) in records.iter().enumerate() {
        assert_eq!(
            (record["line"].as_u64(), record["input"].as_str()),
            (Some(i as u64 + 1), Some(&*format!("http://host/{i}")))
        );
    }
}

#[test]
fn a_file_that_cannot_be_read_comes_after_what_was_read() {
    let output = run(&["check", "--format", "jsonl", URLS, "no/such/file"], "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 214);
}

/// The messages of `check` and `parse` are the same.
#[test]
fn check_and_parse_say_the_same() {
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

/// The first line of a reason is in one of several files.
#[test]
fn a_summary_names_the_file_of_a_first_line() {
    let folder = std::env::temp_dir().join(format!("uri-lineage-summary-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (one, other) = (file("one", "http://a/\n"), file("other", "\nhttp://a/\n^\n"));
    let summary = stdout(&["check", "--summary", "--grammar", "rfc1738", &one, &other], "", 1);
    assert!(summary.contains(&format!("{other}:3: ^")), "{summary}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Records come as lines come: a pipe that pauses is answered.
#[test]
fn a_pause_in_the_input_shows_what_is_done() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let mut child = crate::common::program()
        .args(["check", "--format", "jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in ["http://a/", "news:*", "^"] {
        writeln!(stdin, "{line}").unwrap();
        assert!(lines.next().unwrap().unwrap().contains(&format!("\"input\":\"{line}\"")));
    }
    drop(stdin);
    child.wait().unwrap();
}

/// A standard error that takes nothing is no reason to fall over.
#[test]
fn a_full_standard_error() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let status = crate::common::program().args(["check", "no such file"]).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

/// What is filtered out is neither shown nor counted; what is left is what the records say.
#[test]
fn filters_keep_what_they_ask_for() {
    let all = records(&[URLS], "", 1);
    let list = |args: &[&str]| -> Vec<String> {
        let args = [&["check", "--list", URLS], args].concat();
        let lines = String::from_utf8(run(&args, "").stdout).unwrap();
        lines.lines().map(str::to_owned).collect()
    };
    let of = |wanted: &dyn Fn(&Value) -> bool| -> Vec<String> {
        all.iter().filter(|record| wanted(record)).map(|record| record["input"].as_str().unwrap().to_owned()).collect()
    };
    let accepted = |record: &Value| record["accepted"].as_object().unwrap().len();
    let refused = |record: &Value| record["refused"].as_object().unwrap().len();
    assert_eq!(list(&["--only", "refused"]), of(&|record| accepted(record) == 0));
    assert_eq!(list(&["--only", "accepted"]), of(&|record| accepted(record) > 0));
    let disagree = of(&|record| accepted(record) > 0 && refused(record) > 0);
    assert_eq!(list(&["--only", "disagree"]), disagree);
    assert!(!disagree.is_empty());
    let has = |record: &Value, id: &str| record["accepted"].get(id).is_some();
    let moved = of(&|record| has(record, "uri-1997") && !has(record, "rfc1738") && !has(record, "rfc1630"));
    assert_eq!(list(&["--in", "uri-1997", "--not-in", "rfc1738,rfc1630"]), moved);
    for reason in ["national-character", "url-prefix", "space,fragment"] {
        let names: Vec<&str> = reason.split(',').collect();
        let by = |record: &Value| {
            let mut refusals = record["refused"].as_object().unwrap().values();
            refusals.any(|refusal| names.contains(&refusal["reason"].as_str().unwrap()))
        };
        let found = of(&by);
        assert!(!found.is_empty() && list(&["--reason", reason]) == found, "{reason}");
        let summary = stdout(&["check", "--summary=jsonl", "--reason", reason, "-g", "rfc1738", URLS], "", 1);
        let summary: Value = serde_json::from_str(summary.trim()).unwrap();
        assert!(summary["refused"].as_u64().unwrap() > 0 && summary["accepted"] == 0);
    }
    let gopher = of(&|record| record["accepted"].as_object().unwrap().values().any(|name| name == "gopherurl"));
    assert_eq!(list(&["--production", "gopherurl"]), gopher);
    assert_eq!(list(&["--production", "rfc1738:gopherurl"]), gopher);
    assert!(list(&["--production", "uri-1997:gopherurl"]).is_empty());
}

/// The counts of a summary are those of the records, in every format.
#[test]
fn summaries_count_the_records() {
    // The list, and every URL of it with something put in at every third place.
    let mut input = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/urls-1990s.txt")).unwrap();
    for url in String::from_utf8(input.clone()).unwrap().lines().step_by(5) {
        for (at, _) in url.char_indices().step_by(3) {
            for piece in [&b" "[..], b":8", b"%", b"~", b"#", b"\xFF", b"/", b"//", b"URL:", b"X", "\u{E9}".as_bytes()]
            {
                input.extend([&url.as_bytes()[..at], piece, &url.as_bytes()[at..], b"\n"].concat());
            }
        }
    }
    let all = records(&[], &input, 1);
    let summary = stdout(&["check", "--summary=jsonl", "--top", "1000"], &input, 1);
    let rows = stdout(&["check", "--summary=csv", "--top", "1000"], &input, 1);
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_reader(rows.as_bytes()).records().map(Result::unwrap).collect();
    for object in summary.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let id = object["grammar"].as_str().unwrap();
        let count = |what: &str, name: &str, key: Option<&str>| {
            let said = all.iter().filter_map(|record| record[what].get(id));
            said.filter(|said| key.map_or(*said, |key| &said[key]) == name).count() as u64
        };
        for (name, number) in object["productions"].as_object().unwrap() {
            assert_eq!(number.as_u64().unwrap(), count("accepted", name, None), "{id}: {name}");
            assert!(rows.iter().any(|row| (&row[0], &row[1], &row[3]) == (id, name.as_str(), &*number.to_string())));
        }
        let mut refused = 0;
        for reason in object["reasons"].as_array().unwrap() {
            let (name, number) = (reason["reason"].as_str().unwrap(), reason["count"].as_u64().unwrap());
            assert_eq!(number, count("refused", name, Some("reason")), "{id}: {name}");
            assert!(rows.iter().any(|row| (&row[0], &row[2], &row[3]) == (id, name, &*number.to_string())));
            refused += number;
        }
        assert_eq!(object["refused"], refused);
    }
}

#[test]
fn a_table_for_spreadsheets_runs_nothing() {
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
fn text_is_a_line_each_or_long() {
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

/// A line of any length has the verdicts that the library has for the whole line.
#[test]
fn verdicts_do_not_depend_on_the_length() {
    // Where blocks and what is kept of a line end, and where blanks are held.
    let bounds = [1 << 12, 1 << 16, 1 << 17, 3 << 16, 1 << 18];
    let ends = ["", "~", "é", "^x", ":8a", "%4", " b", "#f#", "%zz", "\u{202E}"];
    let starts = ["http://a/", "URL:HTTP://a/", "ftp://u@h/x;type=", "x-y:", "//h:", "1:", "gopher://h/1", ""];
    let mut lines = Vec::new();
    for (at, bound) in sampled(bounds.into_iter().enumerate(), 4) {
        for (over, end) in (0..6).flat_map(|over| ends.iter().skip(over % 2).step_by(2).map(move |end| (over, end))) {
            let start = starts[(over + at + end.len()) % starts.len()];
            let length = (bound + over).saturating_sub(3 + start.len());
            lines.push([start, &"b/".repeat(length / 2), &"b"[..length % 2], end].concat());
        }
    }
    let list: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let checked = records(&["-g", "all", "-"], list.as_bytes(), 1);
    assert_eq!(checked.len(), lines.len());
    let mut refused = 0;
    for (record, line) in checked.iter().zip(&lines) {
        for grammar in Grammar::ALL {
            let own = &record["refused"][grammar.id()];
            let error =
                grammar.parse(line.trim_matches([' ', '\t'])).err().map(|error| serde_json::to_value(error).unwrap());
            assert_eq!(own.is_null(), error.is_none(), "{grammar}: {} bytes", line.len());
            for name in ["production", "reason", "offset", "found", "class", "expected", "advice"] {
                assert_eq!(
                    &own[name],
                    error.as_ref().map_or(&Value::Null, |error| &error[name]),
                    "{grammar}, {name}: {} bytes",
                    line.len()
                );
            }
            refused += usize::from(!own.is_null());
        }
    }
    assert!(refused > 500, "{refused}");
}

/// A URL that is moved over the bounds byte by byte, by blanks before it and after it.
#[test]
fn blanks_around_a_url_do_not_count() {
    let (mut list, mut plain) = (String::new(), String::new());
    for bound in [1usize << 12, 1 << 16, 1 << 17, 1 << 18] {
        for before in bound - 12..bound + 2 {
            let url = if before % 2 == 0 { "http://a/b" } else { "http://a/~ b" };
            list.push_str(&format!("{0}{url}{0}\n", " \t".repeat(before)[..before].to_owned()));
            plain.push_str(&format!("{url}\n"));
        }
    }
    for format in ["jsonl", "csv", "text"] {
        let of = |input: &str| stdout(&["check", "-f", format], input, 1);
        assert!(of(&list) == of(&plain), "{format}");
        let summary = |input: &str| stdout(&["check", "-s"], input, 1);
        assert_eq!(summary(&list), summary(&plain));
    }
    // What is forgiven of a long line is what is forgiven of any.
    let long = ["URL: HTTP://h/", &"a/".repeat(90_000), "~"].concat();
    let forgiven = &records(&["--forgive", "-g", "rfc1738,rfc3986"], long.as_bytes(), 0)[0];
    assert_eq!(forgiven["forgiven"].as_array().unwrap().len(), 2);
    assert_eq!(
        (&forgiven["refused"]["rfc1738"]["offset"], &forgiven["accepted"]["rfc3986"]),
        (&180_014.into(), &"URI".into())
    );
}

/// A reason in the table does not depend on the length either.
#[test]
fn reasons_of_long_lines_are_counted() {
    let list: String =
        [10, 4_000, 5_000, 70_000, 200_000].iter().map(|&n| format!("http://a/{}~\n", "b".repeat(n))).collect();
    let summary = stdout(&["check", "--summary=json", "-g", "rfc1738"], &list, 1);
    let summary: Value = serde_json::from_str(&summary).unwrap();
    let reasons = summary[0]["reasons"].as_array().unwrap();
    assert_eq!((reasons.len(), &reasons[0]["count"]), (1, &5.into()), "{reasons:?}");
}

#[test]
fn json_is_an_array_of_the_lines_of_json_lines() {
    for input in ["", "http://a/\n^\nx:y\n"] {
        let status = if input.is_empty() { 0 } else { 1 };
        let whole: Vec<Value> = serde_json::from_str(&stdout(&["check", "-f", "json"], input, status)).unwrap();
        assert_eq!(whole, records(&[], input.as_bytes(), status));
        let of = |format: &str| stdout(&["check", &format!("--summary={format}")], input, status);
        let lines: Vec<Value> = of("jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(serde_json::from_str::<Vec<Value>>(&of("json")).unwrap(), lines);
    }
}

#[test]
fn a_list_ends_with_how_many_lines_are_accepted() {
    let input = "http://a/\na:b\n^\n\n";
    let last = |args: &[&str]| stdout(&[&["check", "-s"], args].concat(), input, 1).lines().last().unwrap().to_owned();
    assert_eq!(last(&[]), "3 lines checked: 1 accepted by all grammars, 1 by some, 1 by none; 1 blank line skipped");
    assert_eq!(last(&["-g", "rfc1738"]), "3 lines checked: 2 accepted, 1 refused; 1 blank line skipped");
    // Where it would stand among records, it is left out.
    assert_eq!(stdout(&["check"], input, 1).lines().count(), 3);
}

/// What is not seen, or acts on what is around it, is an escape in all text and all messages.
#[test]
fn invisible_characters_are_escapes() {
    for c in [
        '\u{2028}',
        '\u{2029}',
        '\u{FEFF}',
        '\u{200B}',
        '\u{202E}',
        '\u{2066}',
        '\u{AD}',
        '\u{E0041}',
        '\u{7F}',
        '\u{A0}',
    ] {
        let (name, url) = (format!("a{c}b"), format!("http://a{c}b/"));
        for args in [
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
        ] {
            let output = run(args, "");
            let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            assert!(!text.contains(c), "{args:?}: {text}");
            assert!(text.contains(&c.escape_unicode().to_string()), "{args:?}: {text}");
        }
    }
}

/// A production that no selected grammar has selects nothing, so its name is an error.
#[test]
fn unknown_productions_are_errors() {
    for name in ["nope", "rfc1738:nope", "rfc3986:httpurl"] {
        let output = run(&["check", "--production", name, "--url", "http://a"], "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(error.contains("no selected grammar has a production named"), "{error}");
    }
    stdout(&["check", "--production", "rfc1738:httpurl,URI", "--url", "http://a"], "", 0);
    stdout(&["lineage", "--reading", "published", "addr-spec"], "", 2);
}

/// An offset is one of the line as it is written, whatever is forgiven in front of it: a refused
/// character is found there.
#[test]
fn offsets_are_those_of_the_line_that_is_shown() {
    for prefix in ["", "URL:", "url: ", "URL:   "] {
        for scheme in ["http", "HTTP", "Ftp"] {
            for padding in [0, 200_000] {
                let before = format!("{prefix}{scheme}://a/{}", "b".repeat(padding));
                for grammars in ["rfc1738", "rfc3986,rfc1738", "url-draft-03"] {
                    for record in records(&["--forgive", "-g", grammars], format!("{before}^c\n"), 1) {
                        for (grammar, refused) in record["refused"].as_object().unwrap() {
                            assert_eq!(refused["found"], "^", "{before}");
                            assert_eq!(refused["offset"], before.len(), "{grammar}: {prefix}{scheme}");
                        }
                    }
                }
            }
        }
    }
}

/// A list has the URLs unchanged: each on a line of its own, wherever it comes from, or with --null
/// each with NUL; and never a part of one.
#[test]
fn a_list_has_whole_urls() {
    let args = ["check", "--list", "-g", "rfc3986", "--url", "a", "--url", "b", "--file", "-"];
    assert_eq!(stdout(&args, "c\nd", 0), "a\nb\nc\nd\n");
    assert_eq!(stdout(&[&args[..], &["--null"]].concat(), "c\0d", 0), "a\0b\0c\0d\0");
    for length in [1 << 16, 1 << 17, (1 << 17) + 1, 300_000] {
        let long = format!("http://a/{}", "b".repeat(length));
        let found = run(&["check", "--list", "-g", "rfc3986", "-"], format!("{long}\nc\n"));
        let text = String::from_utf8(found.stdout).unwrap();
        let whole = text == format!("{long}\nc\n") && found.status.code() == Some(0);
        let said = String::from_utf8(found.stderr).unwrap().contains("too long for a list");
        assert!(whole || text == "c\n" && found.status.code() == Some(2) && said, "{length}");
    }
}

/// A summary for programs is one, whatever the format of the records is.
#[test]
fn a_summary_for_programs_has_no_escapes_for_people() {
    let args = ["check", "--summary=jsonl", "--format", "text", "-g", "rfc3986"];
    let text = stdout(&args, "h\u{FEFF}\n", 1);
    let summary: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(summary["reasons"][0]["first"]["input"], "h\u{FEFF}");
}
