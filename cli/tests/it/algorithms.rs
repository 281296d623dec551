//! `resolve`, `relative`, `same`, `normalize`, `extract`, `convert`, `request`, and advice and
//! forgiveness, end to end.

use crate::common::{json, run, sampled, stdout};
use serde_json::{Value, json};

/// RFC 1630 and the URL draft of 1997 against one base; the reference to the current document.
#[test]
fn resolve_as_json() {
    let found = json(&["resolve", "http://a/b/c/d", "../g", "--format", "json"], 0);
    let grammars: Vec<&str> = found.as_array().unwrap().iter().map(|one| one["grammar"].as_str().unwrap()).collect();
    let defined = [
        "url-draft-02",
        "rfc1630-generic",
        "rfc1630",
        "rfc1808",
        "uri-1997",
        "rfc2396",
        "rfc2732",
        "rfc3986",
        "whatwg",
    ];
    assert_eq!(grammars, defined);
    let one = &json(&["resolve", "--grammar", "uri-1997", "http://a/b/c/d;p?q", "g?y#s", "--format", "json"], 0)[0];
    assert_eq!(
        *one,
        json!({ "grammar": "uri-1997", "base": "http://a/b/c/d;p?q", "reference": "g?y#s", "result": "http://a/b/c/g?y#s" })
    );
    let one = &json(&["resolve", "--grammar", "uri-1997", "http://a/b", "#s", "--format", "json"], 0)[0];
    assert_eq!((&one["same_document"], &one["fragment"], one.get("result")), (&json!(true), &json!("s"), None));
    let one = &json(&["resolve", "--grammar", "uri-1997", "http://a/b", "", "--format", "json"], 0)[0];
    assert_eq!((&one["same_document"], one.get("fragment")), (&json!(true), None));
    let one = &json(&["resolve", "--grammar", "rfc1738", "http://a/b", "g", "--format", "json"], 1)[0];
    assert_eq!(one["error"], "rfc1738 does not define relative references");
}

#[test]
fn resolve_has_choices_and_shows_its_work() {
    let plain = |args: &[&str], status| stdout(&[&["resolve", "--grammar"], args].concat(), "", status);
    assert_eq!(plain(&["uri-1997", "http://a/b", "../g"], 0), "uri-1997         http://a/../g\n");
    assert_eq!(plain(&["uri-1997", "http://a/b", "../g", "--leading", "remove"], 0), "uri-1997         http://a/g\n");
    assert!(
        plain(&["uri-1997", "http://a/b", "../g", "--leading", "refuse"], 1)
            .contains("error: the path still begins with `..`")
    );
    let magic = "magic://a/b/c//d/e/f";
    assert_eq!(plain(&["rfc1630", magic, "/g"], 0), "rfc1630          magic://a/g\n");
    assert_eq!(plain(&["rfc1630", magic, "/g", "--wording"], 0), "rfc1630          magic://a/b/c//d/g\n");
    let steps = plain(&["uri-1997", "http://a/b/c", "../g", "--steps"], 0);
    for step in ["1: ", "3: ", "4: ", "6a: ", "6b: ", "6c: ", "6d: ", "6e: ", "6f: ", "6h: ", "7: "] {
        assert!(steps.contains(&format!("\n  {step}")), "{step}\n{steps}");
    }
    assert!(plain(&["uri-1997", "b", "g"], 1).contains("error: invalid base URL: it has no scheme"));
}

/// A path that becomes an authority is a warning in each format; what the grammar refuses is an
/// error with its reason.
#[test]
fn resolve_warns_and_refuses() {
    let args = ["resolve", "--grammar", "rfc3986", "x:/a/b", "..//evil/", "--format"];
    let warning = "a path has become an authority, or a part of one (3.3)";
    let with = |format| stdout(&[&args[..], &[format]].concat(), "", 0);
    assert_eq!(with("text"), format!("rfc3986          x://evil/\n  warning: {warning}\n"));
    let object: Value = serde_json::from_str(&with("jsonl")).unwrap();
    assert_eq!((&object["result"], &object["warnings"]), (&json!("x://evil/"), &json!([warning])));
    assert!(with("csv").contains(warning), "{}", with("csv"));
    let refused = &json(&["resolve", "--grammar", "rfc3986", "x:/a", ".//b:c", "--format", "json"], 1)[0];
    assert!(
        refused["error"].as_str().unwrap().starts_with("the steps result in `x://b:c`, which the grammar refuses: ")
    );
    assert_eq!(refused["refusal"]["offset"], 7);
    let opaque = &json(&["resolve", "--grammar", "rfc2396", "gV:*", ".", "--format", "json"], 1)[0];
    assert_eq!(opaque["error"], "invalid base URL: it is opaque: no slash follows its scheme");
    assert_eq!(stdout(&["extract", "--markup"], "&lt;http://a/?b&amp;c&gt;", 0), "http://a/?b&c\n");
}

#[test]
fn relative_is_the_way_back() {
    let one = &json(&["relative", "--grammar", "uri-1997", "http://a/b/c/d", "http://a/b/g", "--format", "json"], 0)[0];
    assert_eq!(one["result"], "/b/g");
    assert!(run(&["relative", "--grammar", "uri-1997", "http://a/b", "x"], "").status.code() == Some(1));
}

#[test]
fn same_names_the_rule() {
    let one =
        |args: &[&str], status| json(&[&["same", "--format", "json", "--grammar"], args].concat(), status)[0].clone();
    let level = one(&["rfc1630", "http://a/b-c", "http://a/b%2Dc"], 0);
    assert_eq!(level["equivalent"], true);
    assert_eq!(level["rule"], "an escape for its character (Reduced or increased safe character sets)");
    let slash = one(&["rfc1630", "http://a/b/c", "http://a/b%2Fc"], 1);
    assert_eq!((&slash["grammar"], &slash["equivalent"]), (&json!("rfc1630"), &json!(false)));
    // Which of the two is refused.
    for (urls, refused) in [(["^", "http://a"], "first"), (["http://a", "^"], "second")] {
        let error = one(&["rfc1630", urls[0], urls[1]], 1)["error"].as_str().unwrap().to_owned();
        assert!(error.starts_with(&format!("invalid {refused} URL: rfc1630: `url` refuses `^`")), "{error}");
    }
    let text = stdout(&["normalize", "--grammar", "uri-1997", "HTTP://A:80/%7e"], "", 0);
    assert!(text.starts_with("uri-1997         http://a/~\n"), "{text}");
    assert_eq!(run(&["normalize", "--grammar", "rfc1738", "a b"], "").status.code(), Some(1));
}

/// What `extract` writes, `check` reads.
#[test]
fn extract_feeds_check() {
    let text = "Jim, see <URL:ftp://info.cern.ch/pub/www/doc;\n      type=d> and \"http://a/b\", or mailto:x@y.";
    let urls = stdout(&["extract"], text, 0);
    assert_eq!(urls, "ftp://info.cern.ch/pub/www/doc;type=d\nhttp://a/b\nmailto:x@y\n");
    assert_eq!(run(&["check"], &urls).status.code(), Some(0));
    let lines = stdout(&["extract", "--format", "jsonl"], text, 0);
    let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!((&first["line"], &first["column"]), (&json!(1), &json!(10)));
    assert_eq!(first["raw"], "<URL:ftp://info.cern.ch/pub/www/doc;\n      type=d>");
    assert_eq!(first["accepted"]["rfc1738"], "ftpurl");
    assert_eq!(run(&["extract"], "nothing here").status.code(), Some(1));
    assert_eq!(run(&["extract", "no/such/file"], "").status.code(), Some(2));
}

/// What all threads find in the pieces of a text is what one search through the whole of it finds,
/// and so it is where the text cannot be cut.
#[test]
fn extract_finds_in_pieces_what_is_in_the_whole() {
    use uri_lineage::extract::Extractor;
    let mut cut = String::new();
    for number in 0..40_000_u32 {
        cut.push_str(match number.wrapping_mul(2_654_435_761) >> 28 {
            0 => "<URL:http://h/\n",
            1 => "x>\n",
            2 => "\"ftp://",
            3 => "b/\"",
            4 | 5 => "> <http://quoted/\n> c>\n",
            6 => "{\"url\": \"http://j/\", \"n\": 1}\n",
            7 => "“gopher://g/” ",
            _ => "see http://a/b, and news:a\n",
        });
    }
    // No line ends for longer than a text is read to be cut.
    let whole = format!("{cut}{}\n{cut}", "http://l/ ".repeat(100_000));
    for text in [cut, whole] {
        let found: Vec<_> = Extractor::new(text.as_bytes()).map(Result::unwrap).collect();
        let expected: String =
            found.iter().map(|found| format!("(standard input):{}: {}\n", found.line, found.url)).collect();
        for threads in sampled(["2", "1", "7"], 3) {
            let shown = stdout(&["extract", "-n", "--threads", threads], &text, 0);
            assert!(shown == expected, "{threads} threads: {} bytes, {}", shown.len(), expected.len());
        }
        // Each kind of piece that has a whole URL contributes.
        for url in ["http://quoted/c", "http://j/", "gopher://g/", "http://a/b", "news:a"] {
            assert!(found.iter().any(|found| found.url == url), "{url}");
        }
    }
}

#[test]
fn convert_names_what_the_target_cannot_express() {
    assert_eq!(stdout(&["convert", "http://h/~u", "--to", "rfc1738"], "", 0), "http://h/%7Eu\n");
    let object = json(&["convert", "http://h/~u", "--to", "rfc1738", "--format", "jsonl"], 0);
    assert_eq!(object, json!({ "to": "rfc1738", "result": "http://h/%7Eu" }));
    let object = json(&["convert", "file:///a", "--to", "rfc1630", "--format", "jsonl"], 1);
    assert_eq!(object, json!({ "to": "rfc1630", "error": "rfc1630 has no scheme `file`" }));
    let many = stdout(&["convert", "--to", "rfc1738"], "http://h/~u\r\n\n^\nhttp://h/\n", 1);
    assert_eq!(many, "http://h/%7Eu\nhttp://h/\n");
    assert_eq!(run(&["convert", "a:b", "--to", "rfc9999"], "").status.code(), Some(2));
}

#[test]
fn request_shows_the_protocol() {
    let text = stdout(&["request", "--grammar", "rfc1738", "ftp://myname@host.dom/%2Fetc/motd;type=a"], "", 0);
    assert!(text.ends_with("  send      CWD /etc\n  send      TYPE a\n  send      RETR motd\n"), "{text}");
    let found = json(&["request", "--grammar", "rfc1738", "gopher://h/0s%09%09+", "--format", "json"], 0);
    assert_eq!(found[0]["request"]["sends"], "s\t\t+\r\n");
    let found = json(&["request", "--grammar", "rfc1738", "ftp://h/a%0D%0Ab", "--format", "json"], 1);
    assert!(found[0]["error"].as_str().unwrap().contains("the octet 0D"));
}

#[test]
fn advice_is_shown_and_mistakes_are_forgiven_on_request() {
    let input = "URL:GOPHER://u:70/0a\nftp://u:p@h:25/\n";
    let lines = stdout(&["check", "--advice", "--forgive", "--format", "jsonl", "--grammar", "rfc1738"], input, 0);
    let objects: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects[0]["input"], "URL:GOPHER://u:70/0a");
    assert_eq!(objects[0]["accepted"]["rfc1738"], "gopherurl");
    assert_eq!(objects[0]["forgiven"], json!(["the prefix URL:", "capital letters in the scheme"]));
    assert_eq!(objects[1]["warnings"]["rfc1738"][0], "a password in a URL is not secret (6)");
    assert!(objects[1].get("forgiven").is_none());
    // Off by default.
    let lines = stdout(&["check", "--format", "jsonl", "--grammar", "rfc1738"], input, 1);
    let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!((first.get("warnings"), &first["accepted"]), (None, &json!({})));
    let parsed = json(&["parse", "--grammar", "rfc1738", "--forgive", "--format", "json", "FILE://h/a"], 0);
    assert_eq!(parsed[0]["warnings"][0], "a file on another host: the URL does not specify how to reach it (3.10)");
}

/// Without a URL, commands read standard input; forgiveness is an option of theirs too.
#[test]
fn many_urls_from_standard_input() {
    let input = "HTTP://a:80/\n\nURL:http://b/\n";
    let output = run(&["normalize", "--forgive", "--grammar", "rfc1738", "--format", "json"], input);
    let found: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let results: Vec<_> =
        found.iter().map(|one| (one["uri"].as_str().unwrap(), one["result"].as_str().unwrap())).collect();
    assert_eq!(results, [("http://a:80/", "http://a"), ("http://b/", "http://b")]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("forgiven: the prefix URL:"));
    let requests = stdout(&["request", "--grammar", "rfc1738"], "http://a/b\nnews:c\n", 0);
    assert!(requests.contains("path      /b") && requests.contains("GROUP c"), "{requests}");
    assert_eq!(stdout(&["convert", "--forgive", "FTP://h/~", "--to", "rfc1738"], "", 0), "ftp://h/%7E\n");
}

/// Every command says what it does, with examples.
#[test]
fn help_has_examples() {
    for command in ["resolve", "relative", "same", "normalize", "extract", "convert", "request"] {
        let help = stdout(&[command, "--help"], "", 0);
        assert!(help.contains(&format!("Examples:\n  uri-lineage {command}")), "{help}");
        assert!(help.contains("Exit status"), "{help}");
    }
}

/// RFC 3986, section 6.2: each step of the ladder can be asked for alone.
#[test]
fn the_ladder_step_by_step() {
    let uri = "HTTP://A/b/../%7Ec:80";
    let by = |rules: &str| stdout(&["normalize", "-g", "rfc3986", "--rules", rules, "-f", "csv", uri], "", 0);
    for (rules, result) in [
        ("simple", "HTTP://A/b/../%7Ec:80"),
        ("case", "http://a/b/../%7Ec:80"),
        ("percent-encoding", "HTTP://A/b/../~c:80"),
        ("path-segments", "HTTP://A/%7Ec:80"),
        ("case,path-segments", "http://a/%7Ec:80"),
        ("host-case", "HTTP://a/b/../%7Ec:80"),
        ("scheme-based", "HTTP://A/b/../%7Ec:80"),
    ] {
        assert!(by(rules).contains(&format!(",{result},")), "{rules}: {}", by(rules));
    }
    let same = |rules: &str, status| {
        stdout(&["same", "-g", "rfc3986", "--rules", rules, uri, "http://a/b/../~c:80"], "", status)
    };
    assert!(same("case,percent-encoding", 0).contains("6.2.2.1"));
    assert!(same("case", 1).contains("different"));
    let unknown = run(&["normalize", "--rules", "cases", "http://a/"], "");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("did you mean `case`?"));
}

/// RFC 2396, section 5.2, step 3, and RFC 3986, section 5.2.2.
#[test]
fn resolve_backward_compatible() {
    let args = ["resolve", "-g", "rfc3986", "http://a/b/c", "http:g"];
    assert_eq!(stdout(&args, "", 0), "rfc3986          http:g\n");
    assert_eq!(stdout(&[&args[..], &["--backward-compatible"]].concat(), "", 0), "rfc3986          http://a/b/g\n");
}

/// Every command that works on lists says the same in all formats for programs.
#[test]
fn arrays_lines_and_tables_agree() {
    let list = "http://h:80/~u\nftp://a@h/x;type=a\nno url\nhttp://h/a\"b,c\n=1+1:x\n";
    let text = "<http://a/,b> and \"ftp://h/\\n x\" or mailto:a@b.";
    let mut rows = 0;
    for (args, input) in [
        (&["normalize"][..], list),
        (&["request"], list),
        (&["parse"], list),
        (&["convert", "--to", "rfc1738"], list),
        (&["resolve", "http://a/b/c"], list),
        (&["relative", "http://a/b/c"], list),
        (&["same", "http://h/~u"], list),
        (&["extract"], text),
    ] {
        let with = |format: &str| {
            let output = run(&[args, &["--format", format]].concat(), input).stdout;
            String::from_utf8(output).unwrap()
        };
        let array: Vec<Value> = serde_json::from_str(&with("json")).unwrap();
        let lines: Vec<Value> = with("jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(array, lines, "{args:?}");
        let table = with("csv");
        let mut table = csv::Reader::from_reader(table.as_bytes());
        let header = table.headers().unwrap().clone();
        let records: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
        assert_eq!(records.len(), array.len(), "{args:?}");
        for (record, object) in records.iter().zip(&array) {
            rows += 1;
            for (name, cell) in header.iter().zip(record) {
                let refusal = ["refusal", "error"].into_iter().find_map(|place| object[place].get(name));
                match object.get(name).or(refusal) {
                    None | Some(Value::Null) => assert_eq!(cell, "", "{args:?}: {name}"),
                    Some(Value::String(text)) => assert_eq!(cell, text, "{args:?}: {name}"),
                    Some(Value::Array(all)) if all.iter().all(Value::is_string) => {
                        assert!(all.iter().all(|one| cell.contains(one.as_str().unwrap())), "{args:?}: {name}");
                    }
                    Some(other) => assert_eq!(&serde_json::from_str::<Value>(cell).unwrap(), other, "{args:?}"),
                }
            }
            // Nothing is lost: each member has its column.
            for (name, value) in object.as_object().unwrap() {
                let known = header.iter().any(|column| column == name) || value.get("reason").is_some();
                assert!(known, "{args:?}: {name}");
            }
        }
        let safe = String::from_utf8(run(&[args, &["-f", "csv", "--csv-safe"]].concat(), input).stdout).unwrap();
        let cells = csv::Reader::from_reader(safe.as_bytes()).into_records().map(Result::unwrap);
        for record in cells {
            assert!(record.iter().all(|cell| !cell.starts_with(['=', '+', '-', '@'])), "{record:?}");
        }
    }
    assert_eq!(rows, 307);
}
