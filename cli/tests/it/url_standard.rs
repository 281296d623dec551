//! The grammars of the URL Standard in the commands that take a grammar or a file.

use regex::Regex;
use serde_json::Value;
use uri_lineage::whatwg::Url;

use crate::common::{run, sampled, stdout, tries_everything};

#[test]
fn an_engineer_asks_where_filter_and_browser_part() {
    let hosts = |more: &[&str], status| {
        stdout(&[&["differential", "rfc3986", "whatwg", "--component", "host"], more].concat(), "", status)
    };
    assert!(hosts(&[], 1).contains("ws:a"));
    // Two slashes and then another character are enough, but for drive letters and numbers.
    let required = ["--matching", r"^[^:]*://[^/\\]", "--scheme"];
    let special = [&required[..], &["http,https,ws,wss,ftp,gopher"]].concat();
    assert!(
        hosts(&[&special[..], &["--all"]].concat(), 1)
            .starts_with("host: 1 cause\n  rfc3986 reads a name; whatwg the address")
    );
    assert!(hosts(&[&special[..], &["--matching", "^[!-$&-/:-~]*$"]].concat(), 0).contains("host"));
    assert!(hosts(&[&required[..], &["file"]].concat(), 1).contains("file://a:"));
}

#[test]
fn valid_url_strings_are_accepted_by_the_parser() {
    let text = stdout(&["diff", "whatwg-valid:valid-URL-string-without-base", "whatwg:URL"], "", 1);
    // With its causes.
    assert!(text.contains("is narrower than") && text.lines().count() > 10, "{text}");
    assert!(stdout(&["diff", "--brief", "rfc3986:URI", "whatwg:URL"], "", 1).contains("overlaps with"));
}

#[test]
fn productions_members_and_tests() {
    let text = stdout(&["explain", "whatwg:port"], "", 0);
    assert!(text.contains("port            = *\"0\" [ number-to-65535 ]"), "{text}");
    let text = stdout(&["explain", "whatwg"], "", 0);
    assert!(text.contains("scheme-start-state = special-scheme"), "{text}");
    assert_eq!(stdout(&["sample", "whatwg", "-n", "20", "--seed", "7"], "", 0).lines().count(), 20);
    assert!(!stdout(&["vectors", "whatwg-valid:URL-port-string", "--limit", "9"], "", 0).is_empty());
    assert!(
        stdout(&["ambiguity", "whatwg-valid", "URL-port-string"], "", 0)
            .contains("URL-port-string always in the same place")
    );
}

#[test]
fn names_are_suggested() {
    let refused = |args: &[&str]| {
        let output = run(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let error = refused(&["diff", "whatwgg", "rfc3986"]);
    assert!(error.contains("did you mean `whatwg`?"), "{error}");
    let error = refused(&["explain", "whatwg:prot"]);
    assert!(error.contains("did you mean `port`?"), "{error}");
}

/// What a browser does, and no library of an older standard.
#[test]
fn references_are_resolved_by_the_parser_of_the_standard() {
    let resolved = |base: &str, reference: &str| {
        let text = stdout(&["resolve", "--grammar", "whatwg", base, reference], "", 0);
        text.split_whitespace().nth(1).unwrap().to_owned()
    };
    // An authority after three slashes and more: a redirect to another host.
    for slashes in ["///", "////", "/\\/", "\\\\\\"] {
        assert_eq!(resolved("https://your-site.example/x", &format!("{slashes}evil.com")), "https://evil.com/");
    }
    assert_eq!(resolved("file://host/foo/bar", "/c:/baz/qux"), "file://host/c:/baz/qux");
    assert_eq!(resolved("a:/b/c", "..//d"), "a:/.//d");
    // Without a selection it stands beside the documents.
    let text = stdout(&["resolve", "https://h/x", "//evil.com"], "", 0);
    assert!(text.contains("rfc3986          https://evil.com\nwhatwg           https://evil.com/\n"), "{text}");
    let relative = |base: &str, target: &str| stdout(&["relative", "--grammar", "whatwg", base, target], "", 0);
    assert_eq!(relative("https://h/a/b", "https://h/a/c?d"), "whatwg           c?d\n");
}

#[test]
fn records_are_compared_and_serialised_by_the_standard() {
    let same = |left: &str, right: &str, status| stdout(&["same", "--grammar", "whatwg", left, right], "", status);
    assert!(same("file://server/C:/x", "file:///C:/x", 1).contains("different"));
    assert!(same("http://0x7f.1", "http://127.0.0.1:80/", 0).contains("both are http://127.0.0.1/ (4.6)"));
    let normal = |url: &str| {
        let text = stdout(&["normalize", "--grammar", "whatwg", url], "", 0);
        text.split_whitespace().nth(1).unwrap().to_owned()
    };
    assert_eq!(normal("file:///C|/x"), "file:///C:/x");
    assert_eq!(normal("file:////evil/share"), "file:////evil/share");
    assert_eq!(normal("http://B\u{fc}cher.example"), "http://xn--bcher-kva.example/");
}

/// The two verdicts on a URL cannot differ: one is shown.
#[test]
fn the_standard_has_one_column() {
    for (url, error) in [
        ("b://@", "host-missing at byte 5"),
        ("b://a:\\x", "port-invalid at byte 6"),
        ("http://\u{ad}/", "domain-to-ASCII at byte 7"),
        ("http://[localhost]/", "IPv6-invalid-code-point at byte 8"),
    ] {
        let text = stdout(&["compare", "--grammar", "whatwg", url], "", 1);
        assert_eq!(text.matches("hatwg").count() + text.matches("WHATWG").count(), 1, "{text}");
        assert!(text.contains(&format!("refused by the WHATWG: {error}: ")), "{text}");
    }
    let text = stdout(&["compare", "--grammar", "whatwg", "http:\\\\A"], "", 0);
    assert_eq!(text, "http:\\\\A\n           WHATWG\n   scheme  http\n   host    a\n   path    /\n\n");
}

#[test]
fn parse_names_the_validation_errors() {
    let text = stdout(&["parse", "--grammar", "whatwg", "https:example.org\\a"], "", 0);
    for error in ["special-scheme-missing-following-solidus at byte 6", "invalid-reverse-solidus at byte 17"] {
        assert!(text.contains(&format!("validation error {error}: ")), "{text}");
    }
    let text = stdout(&["parse", "--grammar", "whatwg", "https://example.com<a"], "", 1);
    assert!(text.contains("\n  domain-to-ASCII at byte 19: "), "{text}");
    assert!(!text.contains("validation error"), "the failure is said once: {text}");
    let json = stdout(&["parse", "--grammar", "whatwg", "--format", "jsonl", "http://1.2/"], "", 0);
    assert!(json.contains(r#""validation_errors":[{"error":"IPv4-too-few-parts","offset":7,"#), "{json}");
}

/// The text of a host is one thing, and its meaning another.
#[test]
fn a_name_and_an_address_are_not_alike() {
    let addresses =
        [("2130706433", "127.0.0.1"), ("0x7f.1", "127.0.0.1"), ("127.0.0.%31", "127.0.0.1"), ("0", "0.0.0.0")];
    for (host, address) in sampled(addresses, 4) {
        let args = ["check", "--grammar", "rfc3986,whatwg", "--agree", "host", "--format", "jsonl", "--url"];
        let record = stdout(&[&args[..], &[&format!("http://{host}/")]].concat(), "", 0);
        let readings = format!(r#""agree":false,"readings":{{"host":{{"rfc3986":"{host}","whatwg":"{address}"}}}}"#);
        assert!(record.contains(&readings), "{record}");
    }
    let compared = stdout(&["compare", "--grammar", "rfc3986,whatwg", "--format", "jsonl", "http://0x7f.1/"], "", 1);
    let compared: Value = serde_json::from_str(&compared).unwrap();
    assert_eq!((&compared["differing"][0], &compared["address"]), (&"host".into(), &"127.0.0.1".into()));
    // Four decimal numbers may be the same in octal, or not.
    for (host, status) in [("1.2.3.04", 0), ("1.2.3.010", 1)] {
        let url = format!("http://{host}/");
        stdout(&["compare", "--grammar", "rfc1738,whatwg", &url], "", status);
        let record =
            stdout(&["check", "--grammar", "rfc1738,whatwg", "--agree", "host", "-f", "jsonl", "--url", &url], "", 0);
        assert_eq!(record.contains(r#""agree":true"#), status == 0, "{record}");
    }
    // Digits beyond US-ASCII are mapped to numbers.
    let record = stdout(
        &["check", "--grammar", "rfc3987,whatwg", "--agree", "host", "-f", "jsonl", "--url", "http://\u{FF10}/"],
        "",
        0,
    );
    assert!(record.contains(r#""agree":false"#), "{record}");
    // Zeros in front, three sides, and a name of characters that are mapped to hexadecimal digits.
    let addresses = [
        ("rfc2732,whatwg", "127.0.0.001", true),
        ("rfc2732,whatwg", "127.0.0.0001", false),
        ("rfc1808,whatwg", "127.0.0.01", false),
        ("rfc2396,whatwg", "127.0.0.0001", true),
        ("rfc3987,whatwg", "1\u{24BB}", true),
        ("rfc3987,whatwg", "\u{4F8B}\u{3048}", true),
        ("rfc3987,whatwg", "0x\u{24BB}", false),
        ("whatwg-valid,whatwg", "\u{E9}", true),
    ];
    for (grammars, host, alike) in sampled(addresses, 4) {
        let url = format!("http://{host}/");
        let checked = stdout(&["check", "--grammar", grammars, "--agree", "host", "-f", "jsonl", "--url", &url], "", 0);
        assert_eq!(checked.contains(r#""agree":true"#), alike, "{checked}");
        let compared = stdout(&["compare", "--grammar", grammars, "-f", "jsonl", &url], "", i32::from(!alike));
        assert_eq!(compared.contains(r#""differing":["host"]"#), !alike, "{compared}");
    }
    // A name is a name, an address an address, and two documents do not disagree.
    for (grammars, url) in
        [("rfc3986,whatwg", "http://127.0.0.1/"), ("rfc3986,whatwg", "http://a.b/"), ("rfc3986,rfc2396", "http://0/")]
    {
        let args = ["check", "--grammar", grammars, "--agree", "host", "--format", "jsonl", "--url", url];
        assert!(stdout(&args, "", 0).contains(r#""agree":true"#), "{grammars} {url}");
    }
}

/// Each command has the addresses as a cause of their own, and tells them.
#[test]
fn numbers_are_a_cause_of_their_own() {
    let sides = ["rfc3986", "whatwg", "--component", "host", "--matching", "^http://[^/]"];
    let text = stdout(&[&["differential", "--all"], &sides[..]].concat(), "", 1);
    let sentence = "rfc3986 reads a name; whatwg the address 0.0.0.0";
    assert!(text.starts_with("host: 1 cause\n") && text.contains(sentence) && text.contains("| http://0\n"), "{text}");
    if tries_everything() {
        let by_kind = stdout(&[&["differential", "--format", "json"], &sides[..]].concat(), "", 1);
        let by_kind: Value = serde_json::from_str(&by_kind).unwrap();
        assert_eq!(
            (&by_kind[0]["witness"], &by_kind[0]["readings"][1]["address"]),
            (&"http://0".into(), &"0.0.0.0".into())
        );
        let text = stdout(&[&["agree"], &sides[..]].concat(), "", 1);
        assert!(text.contains(sentence) && text.contains("no host that ends in a number"), "{text}");
    }
    let records = stdout(&[&["agree", "--format", "jsonl"], &sides[..]].concat(), "", 1);
    let difference: Value = serde_json::from_str(records.lines().nth(1).unwrap()).unwrap();
    assert_eq!((&difference["why"]["split"], &difference["why"]["sentence"]), (&Value::Null, &sentence.into()));
}

#[test]
fn several_sides_read_names_and_addresses() {
    let three =
        ["differential", "rfc3986", "rfc1738", "whatwg", "--component", "host", "--format", "json", "--matching"];
    let records = |host: &str| {
        let text = stdout(&[&three[..], &[&format!("^http://{host}$")]].concat(), "", 1);
        let records: Vec<Value> = serde_json::from_str(&text).unwrap();
        (records[0]["why"]["differ"].clone(), records[0]["why"]["sentence"].as_str().unwrap().to_owned())
    };
    let hosts = [
        (
            "010.0.0.0",
            serde_json::json!([["rfc3986", "whatwg"], ["rfc1738", "whatwg"]]),
            "rfc3986 reads a name; rfc1738 the address 10.0.0.0; whatwg the address 8.0.0.0",
        ),
        (
            "00.0.0.0",
            serde_json::json!([["rfc3986", "whatwg"]]),
            "rfc3986 reads a name; rfc1738, whatwg the address 0.0.0.0",
        ),
    ];
    for (host, differ, sentence) in sampled(hosts, 2) {
        assert_eq!(records(host), (differ, sentence.to_owned()));
    }
}

/// The set of the URLs whose host is read alike can be written, and has no numbers.
#[test]
fn what_is_read_alike_has_no_numbers() {
    let regex = stdout(
        &["agree", "rfc3986", "whatwg", "--component", "host", "--matching", "^https?://[^/]", "--format", "regex"],
        "",
        0,
    );
    let set = Regex::new(&format!("^(?:{})$", regex.lines().last().unwrap())).unwrap();
    for (url, is_member) in
        [("http://a/", true), ("http://%EF%BC%90/", false), ("http://0/", false), ("http://1.2.3.4/", true)]
    {
        assert_eq!(set.is_match(url), is_member, "{url}");
    }
}

/// No host is left unexamined: each command gives the parser's verdict, and names the host that is no
/// domain.
#[test]
fn idna_processing_decides_in_every_command() {
    let hosts =
        ["b\u{FC}cher.example", "\u{AD}", "a\u{AD}", "xn--a", "\u{FF11}.\u{FF12}", "1.2.3.\u{FF17}\u{FF17}\u{FF17}"];
    let long = "/a".repeat(200_000);
    let urls = hosts.map(|host| [format!("http://{host}/"), format!("URL:HTTP://u@{host}{long}")]).concat();
    let is_read = |url: &str| Url::parse(url.trim_start_matches("URL:")).is_ok();
    let list = urls.join("\n");
    let check = |more: &[&str]| {
        let args = [&["check", "--forgive", "--grammar", "whatwg", "--no-progress"], more].concat();
        String::from_utf8(run(&args, &list).stdout).unwrap()
    };
    let records = check(&["--format", "jsonl"]);
    let records: Vec<Value> = records.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut refused = 0;
    for (url, record) in urls.iter().zip(&records) {
        let host = &url[..url.len().min(30)];
        assert_eq!(record["accepted"]["whatwg"] == "URL", is_read(url), "{host}: {record:.300}");
        if !is_read(url) {
            let refusal = &record["refused"]["whatwg"];
            assert_eq!(
                (&refusal["reason"], &refusal["production"]),
                (&"host".into(), &"host-special".into()),
                "{host}"
            );
            assert_eq!(refusal["offset"], if url.starts_with("URL:") { 13 } else { 7 }, "{host}");
            assert!(refusal["message"].as_str().unwrap().contains("IDNA processing makes neither a domain"), "{host}");
            refused += 1;
        }
    }
    assert_eq!((records.len(), refused), (12, 4));
    let summary: Value = serde_json::from_str(&check(&["--summary=jsonl"])).unwrap();
    assert_eq!((&summary["accepted"], &summary["refused"]), (&8.into(), &4.into()), "{summary}");
    assert_eq!((&summary["reasons"][0]["reason"], &summary["reasons"][0]["count"]), (&"host".into(), &4.into()));
    assert_eq!(check(&["--list", "--in", "whatwg"]).lines().count(), 4, "long URLs are in no list");
    // Other commands read the same verdict.
    for (url, is_accepted) in [("http://\u{AD}/", false), ("http://b\u{FC}cher.example/", true)] {
        let stdout = |args: &[&str]| String::from_utf8(run(args, url).stdout).unwrap();
        let found: Value = serde_json::from_str(&stdout(&["extract", "--format", "jsonl"])).unwrap();
        assert_eq!(
            [&found["accepted"]["whatwg"], &found["accepted"]["whatwg-valid"]].map(Value::is_string),
            [is_accepted; 2]
        );
        let compared = stdout(&["compare", "--grammar", "whatwg-valid,whatwg", "--format", "jsonl", url]);
        let compared: Value = serde_json::from_str(&compared).unwrap();
        assert_eq!(compared["readings"].as_object().unwrap().len(), if is_accepted { 2 } else { 0 }, "{compared}");
        assert_eq!(compared["refused"]["whatwg-valid"].as_u64(), (!is_accepted).then_some(7), "{compared}");
        for command in ["normalize", "parse"] {
            for grammar in ["whatwg", "whatwg-valid"] {
                let output = run(&[command, "--grammar", grammar, url], "");
                assert_eq!(output.status.success(), is_accepted, "{command} {grammar} {url}");
            }
        }
        let same = run(&["same", "--grammar", "whatwg-valid", url, url], "");
        assert_eq!(same.status.success(), is_accepted, "{url}");
    }
}

/// Of a host that is too long to be kept nothing is said.
#[test]
fn a_host_that_is_too_long_to_be_examined_is_an_error() {
    for (host, is_said) in [("a.".repeat(200_000), true), (format!("{}b\u{FC}cher.", "a.".repeat(200_000)), false)] {
        let output = run(&["check", "--grammar", "whatwg", "--summary"], format!("http://{host}/\nhttp://a/\n"));
        assert_eq!(output.status.code(), Some(if is_said { 0 } else { 2 }));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(is_said || error.contains("1 of 2 records"), "{error}");
        assert_eq!(
            error.contains("input:1: its host does not end in its first 64 KiB, and is not examined"),
            !is_said,
            "{error}"
        );
    }
}

/// Every format of `check` has the failure of the parser by its name, at its place in the line.
#[test]
fn check_names_the_failure_in_every_format() {
    let check = |url: &str, format: &str, more: &[&str]| {
        let args = [&["check", "--grammar", "whatwg", "--format", format], more].concat();
        String::from_utf8(crate::common::run(&args, url).stdout).unwrap()
    };
    let url = "https://example.com<a\n";
    let failure = r#""validation_error":{"error":"domain-to-ASCII","offset":19,"#;
    for format in ["json", "jsonl"] {
        assert!(check(url, format, &[]).contains(failure), "{}", check(url, format, &[]));
    }
    assert!(check(url, "csv", &[]).contains("domain-to-ASCII at byte 19: "));
    // The standard's name is the reason, and the caret is below the place.
    let long = check(url, "text", &["--long"]);
    assert!(long.contains("  refused: domain-to-ASCII at byte 19: "), "{long}");
    let lines: Vec<&str> = long.lines().collect();
    assert_eq!(lines[2].find('<'), lines[3].find('^'), "{long}");
    // A line for people alone is one line of words.
    assert!(!check(url, "text", &[]).contains("validation_error"));
    // What is forgiven is in front of the place.
    assert!(check("URL:https://example.com<a\n", "jsonl", &["--forgive"]).contains(r#""offset":23"#));
    // A line with many errors of a name has one warning for all.
    let many = check(&format!("http://a/{}\n", "<".repeat(10_000)), "jsonl", &["--advice"]);
    assert_eq!(many.matches("validation error").count(), 1);
}

/// The grammar accepts some hosts that only IDNA processing refuses: other strings are shown where
/// there are any, and the error is shown with the others.
#[test]
fn the_standard_accepts_the_strings_that_show_a_difference() {
    let regex = ["differential", "whatwg", "--regex", "^http://(?<host>a)", "--anywhere", "--component", "host"];
    let questions = [&["--all", "--matching", "^http://a..?$"][..], &["--matching", "[\u{C0}<]"], &[]];
    for more in sampled(questions, 3) {
        let text = stdout(&[&regex[..], more, &["--format", "json"]].concat(), "", 1);
        let records: Vec<Value> = serde_json::from_str(&text).unwrap();
        for record in &records {
            let Some(witness) = record["witness"].as_str() else { continue };
            let error = &record["readings"][0]["domain_error"];
            assert_eq!(error.is_null(), Url::parse(witness).is_ok(), "{record}");
            assert!(error.is_null() || error["reason"] == "host", "{record}");
        }
        let refused = records.iter().filter(|record| !record["readings"][0]["domain_error"].is_null()).count();
        assert!(!records.is_empty() && refused <= 2, "{refused} of {}", records.len());
    }
    let text = stdout(&[&regex[..], &["--matching", "^http://a<[\u{C0}-\u{C9}]$"]].concat(), "", 1);
    assert!(
        text.contains("  whatwg accepts it, and the URL Standard does not: `host-special` refuses `a` at byte 7"),
        "{text}"
    );
    // A whole input is the same as the grammar.
    let text = stdout(
        &[
            "differential",
            "whatwg:URL",
            regex[2],
            regex[3],
            "--anywhere",
            "--component",
            "host",
            "--matching",
            "^http://a<[\u{C0}-\u{C9}]$",
        ],
        "",
        1,
    );
    assert!(text.contains("whatwg:URL accepts it, and the URL Standard does not"), "{text}");
    // At least one string is shown.
    let one =
        |count: &str| stdout(&[&regex[..], &["--all", "--matching", "^http://a..?$", "-n", count]].concat(), "", 1);
    assert_eq!(one("0"), one("1"));
}
