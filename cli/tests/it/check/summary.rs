//! The summary of `check`.

use super::records;
use crate::common::{run, sampled, stdout};
use serde_json::Value;

#[test]
fn a_summary_beside_records_goes_to_standard_error() {
    let output = run(&["check", "--summary", "--format", "jsonl"], "a:b\n");
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 1);
    assert!(String::from_utf8(output.stderr).unwrap().contains("1 line checked"));
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

/// The counts of a summary are those of the records, in every format.
#[test]
fn summaries_count_the_records() {
    // The list, and every URL of it with a piece inserted at every third character.
    let mut input = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/urls-1990s.txt")).unwrap();
    for url in sampled(String::from_utf8(input.clone()).unwrap().lines().step_by(5), 4) {
        for (at, _) in url.char_indices().step_by(3) {
            for piece in [&b" "[..], b":8", b"%", b"~", b"#", b"\xFF", b"/", b"//", b"URL:", b"X", "\u{E9}".as_bytes()]
            {
                input.extend([&url.as_bytes()[..at], piece, &url.as_bytes()[at..], b"\n"].concat());
            }
        }
    }
    // The summary tells the documents in force too.
    let all = records(&["--schemes"], &input, 1);
    let summary = stdout(&["check", "--summary=jsonl", "--top", "1000"], &input, 1);
    let rows = stdout(&["check", "--summary=csv", "--top", "1000"], &input, 1);
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_reader(rows.as_bytes()).records().map(Result::unwrap).collect();
    for object in summary.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let id = object["grammar"].as_str().unwrap();
        let count = |what: &str, name: &str, key: Option<&str>| {
            let verdicts = all.iter().filter_map(|record| record[what].get(id));
            verdicts.filter(|verdict| key.map_or(*verdict, |key| &verdict[key]) == name).count() as u64
        };
        for (name, number) in object["productions"].as_object().unwrap() {
            if id != "schemes" {
                assert_eq!(number.as_u64().unwrap(), count("accepted", name, None), "{id}: {name}");
            }
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
        if id == "schemes" {
            // A record has the production of all, the summary that of the document in force.
            assert_eq!(object["accepted"], count("accepted", "URI", None));
            assert_eq!(object["other_schemes"]["count"], count("refused", "unknown-scheme", Some("reason")));
        }
    }
}

/// A summary of the grammars that are used by default tells the documents in force, and no others do
/// without being asked.
#[test]
fn a_summary_tells_the_documents_in_force() {
    let list = format!("http://h/a\nfoo:bar\nmailto:a\nhttp://h/{}\n", "a".repeat(300_000));
    let of = |args: &[&str]| -> Vec<Value> {
        let lines = stdout(&[&["check", "--summary=jsonl"], args].concat(), &list, 0);
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let all = of(&[]);
    let schemes = all.last().unwrap();
    assert_eq!(schemes["grammar"], "schemes");
    assert_eq!((&schemes["accepted"], &schemes["refused"], &schemes["too_long"]), (&1.into(), &1.into(), &1.into()));
    assert_eq!(
        (&schemes["other_schemes"]["count"], &schemes["productions"]["rfc9110:http-URI"]),
        (&1.into(), &1.into())
    );
    // The lines that are accepted by all grammars are those of the table's other grammars.
    let text = stdout(&["check", "--summary"], &list, 0);
    assert!(text.contains("  1 line of other schemes") && text.contains("  1 line too long for it"), "{text}");
    assert!(of(&["-g", "rfc3986"]).iter().all(|object| object["grammar"] != "schemes"));
}

/// The reason in a summary does not depend on the length of the line.
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
fn a_summary_ends_with_the_number_of_accepted_lines() {
    let input = "http://a/\na:b\n^\n\n";
    let last = |args: &[&str]| stdout(&[&["check", "-s"], args].concat(), input, 1).lines().last().unwrap().to_owned();
    assert_eq!(last(&[]), "3 lines checked: 1 accepted by all grammars, 1 by some, 1 by none; 1 blank line skipped");
    assert_eq!(last(&["-g", "rfc1738"]), "3 lines checked: 2 accepted, 1 refused; 1 blank line skipped");
    // Without a summary, the output in a pipe has only the records.
    assert_eq!(stdout(&["check"], input, 1).lines().count(), 3);
}

/// A summary for programs does not depend on the format of the records.
#[test]
fn a_summary_for_programs_has_no_escapes_for_people() {
    let args = ["check", "--summary=jsonl", "--format", "text", "-g", "rfc3986"];
    let text = stdout(&args, "h\u{FEFF}\n", 1);
    let summary: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(summary["reasons"][0]["first"]["input"], "h\u{FEFF}");
}
