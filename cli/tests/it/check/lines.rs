//! How `check` reads lines: their ends, their length, blanks around a URL.

use std::collections::BTreeSet;

use super::{assert_library_verdict, records};
use crate::common::{sampled, share, stdout};
use uri_lineage::Grammar;

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
    // A block has 64 KiB.
    let urls: Vec<String> = (0..share(100_000, 4)).map(|number| format!("http://host/{number}")).collect();
    let records = records(&["--grammar", "rfc1738"], urls.join("\n"), 0);
    assert_eq!(records.len(), urls.len());
    for (number, (record, url)) in (1..).zip(records.iter().zip(&urls)) {
        assert_eq!((record["line"].as_u64(), record["input"].as_str()), (Some(number), Some(url.as_str())));
    }
}

/// A line of any length has the verdicts that the library has for the whole line.
#[test]
fn verdicts_do_not_depend_on_the_length() {
    // The bounds of a block, of the part of a line that is kept, and of the blanks that are stored.
    let bounds = [1 << 16, 1 << 12, 1 << 17, 3 << 16, 1 << 18];
    let ends = ["", "~", "é", "^x", ":8a", "%4", " b", "#f#", "%zz", "\u{202E}"];
    let starts = ["http://a/", "URL:HTTP://a/", "ftp://u@h/x;type=", "x-y:", "//h:", "1:", "gopher://h/1", ""];
    let mut lines = Vec::new();
    for (at, bound) in sampled(bounds.into_iter().enumerate(), 5) {
        for (over, end) in (0..6).flat_map(|over| ends.iter().skip(over % 2).step_by(2).map(move |end| (over, end))) {
            let start = starts[(over + at + end.len()) % starts.len()];
            let length = (bound + over).saturating_sub(3 + start.len());
            lines.push([start, &"b/".repeat(length / 2), &"b"[..length % 2], end].concat());
        }
    }
    let list: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let checked = records(&["-g", "all", "-"], list.as_bytes(), 1);
    assert_eq!(checked.len(), lines.len());
    let mut refusing = BTreeSet::new();
    for (record, line) in checked.iter().zip(&lines) {
        let text = line.trim_matches([' ', '\t']);
        refusing.extend(Grammar::all().filter(|&grammar| assert_library_verdict(record, grammar, text)));
    }
    assert_eq!(refusing, Grammar::all().collect::<BTreeSet<_>>());
}

/// A URL that is moved over the bounds byte by byte, by blanks before it and after it.
#[test]
fn blanks_around_a_url_are_ignored() {
    let (mut list, mut plain) = (String::new(), String::new());
    for bound in sampled([1usize << 16, 1 << 12, 1 << 17, 1 << 18], 4) {
        for before in bound - 12..bound + 2 {
            let url = if before % 2 == 0 { "http://a/b" } else { "http://a/~ b" };
            list.push_str(&format!("{0}{url}{0}\n", " \t".repeat(before)[..before].to_owned()));
            plain.push_str(&format!("{url}\n"));
        }
    }
    for format in ["jsonl", "csv", "text"] {
        let checked = |input: &str| stdout(&["check", "-f", format], input, 1);
        assert!(checked(&list) == checked(&plain), "{format}");
        let summary = |input: &str| stdout(&["check", "-s"], input, 1);
        assert_eq!(summary(&list), summary(&plain));
    }
    // The deviations that are forgiven do not depend on the length of the line.
    let long = ["URL: HTTP://h/", &"a/".repeat(90_000), "~"].concat();
    let forgiven = &records(&["--forgive", "-g", "rfc1738,rfc3986"], long.as_bytes(), 0)[0];
    assert_eq!(forgiven["forgiven"].as_array().unwrap().len(), 2);
    assert_eq!(
        (&forgiven["refused"]["rfc1738"]["offset"], &forgiven["accepted"]["rfc3986"]),
        (&180_014.into(), &"URI".into())
    );
}

/// The offset of a refused character is its offset in the line as written, also if deviations in
/// front of it are forgiven.
#[test]
fn offsets_are_those_of_the_line_as_written() {
    for prefix in ["", "URL:", "url: ", "URL:   "] {
        for (number, scheme) in ["http", "HTTP", "Ftp"].into_iter().enumerate() {
            for padding in [0, 200_000] {
                let before = format!("{prefix}{scheme}://a/{}", "b".repeat(padding));
                let selections = ["rfc1738", "rfc3986,rfc1738", "url-draft-03"].into_iter().cycle();
                for grammars in sampled(selections.skip(number).take(3), 3) {
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
