//! `compare`, end to end.

use crate::common::{URLS, json, run, stdout};
use serde_json::Value;
use uri_lineage::{Error, Grammar};

fn records(args: &[&str], input: &str, status: i32) -> Vec<Value> {
    let text = stdout(&[&["compare", "-f", "jsonl"], args].concat(), input, status);
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn names(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().filter_map(Value::as_str).collect()
}

/// What a record says is what the library says of the URL, grammar by grammar.
#[test]
fn readings_are_the_components() {
    let all = records(&["-g", "all", "--file", URLS], "", 1);
    assert_eq!(all.len(), include_str!("../../../tests/data/urls-1990s.txt").lines().count());
    for record in &all {
        let uri = record["uri"].as_str().unwrap();
        for grammar in Grammar::all() {
            let (reading, refused) = (&record["readings"][grammar.id()], &record["refused"][grammar.id()]);
            match grammar.parse_value(uri) {
                Ok(value) => {
                    let view = value.components();
                    assert!(refused.is_null(), "{uri}");
                    assert_eq!(reading["scheme"].as_str(), view.scheme, "{grammar} {uri}");
                    assert_eq!(reading["host"].as_str(), view.host.map(|host| host.as_str()), "{grammar} {uri}");
                    assert_eq!(reading["port"].as_str(), view.port.map(|port| port.as_str()), "{grammar} {uri}");
                    assert_eq!(reading["path"].as_str(), view.path.as_deref(), "{grammar} {uri}");
                    assert_eq!(reading["query"].as_str(), view.query.map(|query| query.as_str()), "{grammar} {uri}");
                    let user = view.user.map(|user| user.as_str().len()).unwrap_or_default();
                    let password = view.password.map_or(0, |password| password.as_str().len() + 1);
                    assert_eq!(reading["user"].as_str().map_or(0, str::len), user + password, "{grammar} {uri}");
                }
                Err(error) => {
                    assert!(reading.is_null(), "{uri}");
                    assert_eq!(refused.as_u64(), Some(Error::offset(&error) as u64), "{grammar} {uri}");
                }
            }
        }
        // One reading differs from no other.
        if record["readings"].as_object().unwrap().len() < 2 {
            assert!(names(&record["differing"]).is_empty(), "{uri}");
        }
    }
    // The filter takes those that differ, and no others.
    let differing: Vec<&Value> = all.iter().filter(|record| !names(&record["differing"]).is_empty()).collect();
    let filtered = records(&["-g", "all", "--only-differing", "--file", URLS], "", 1);
    assert_eq!(filtered.iter().collect::<Vec<_>>(), differing);
    assert_eq!((differing.len(), all.len()), (71, 214));
}

/// Two grammars differ in a component exactly where they differ with no others beside them.
#[test]
fn differences_are_those_of_pairs() {
    let urls = include_str!("../../../tests/data/urls-1990s.txt").lines().step_by(3).chain([
        "http://u:p@h:1/a?b#c",
        "//h/a",
        "a:b",
        "ftp://a@b/c",
        "gopher://h/0s%09a",
        "http://h:/a",
        "http://h",
        "HTTP://h:80",
    ]);
    let list: String = urls.map(|url| format!("{url}\n")).collect();
    let all = records(&["-g", "all"], &list, 1);
    let mut pairs: Vec<Vec<String>> = vec![Vec::new(); all.len()];
    for (at, one) in Grammar::ALL.iter().enumerate() {
        for other in &Grammar::ALL[..at] {
            let grammars = format!("{one},{other}");
            let output = run(&["compare", "-f", "jsonl", "-g", &grammars], &list);
            let text = String::from_utf8(output.stdout).unwrap();
            for (pair, line) in pairs.iter_mut().zip(text.lines()) {
                let record: Value = serde_json::from_str(line).unwrap();
                pair.extend(names(&record["differing"]).into_iter().map(str::to_owned));
            }
        }
    }
    for (record, mut pair) in all.iter().zip(pairs) {
        pair.sort();
        pair.dedup();
        let mut whole = names(&record["differing"]);
        whole.sort_unstable();
        assert_eq!(whole, pair, "{}", record["uri"]);
    }
}

#[test]
fn the_generations_read_these_urls_differently() {
    let differing = |url: &str, status| {
        let record = json(&["compare", "-f", "json", url], status)[0].clone();
        let [documents, whatwg] = ["differing", "whatwg_differing"].map(|member| names(&record[member]).join(" "));
        format!("{documents}|{whatwg}")
    };
    // RFC 1738 has type codes, searches behind a tab, and no query in a mail address.
    assert_eq!(differing("ftp://host/dir;type=a", 1), "path|");
    assert_eq!(differing("gopher://h/7s%09a", 1), "path query|");
    assert_eq!(differing("mailto:a@b?c", 1), "path query|");
    // `URL:` is a prefix or a scheme.
    assert_eq!(differing("URL:http://a/", 1), "scheme host path|");
    for url in ["http://h:80/a/b?c#d", "http://a", "news:a@b", "x"] {
        assert_eq!(differing(url, 0), "|", "{url}");
    }
    // The names of draft 02 may hold a colon and an at sign.
    assert_eq!(differing("http://u:p@h:80/a#b", 1), "user host|");
    assert_eq!(differing("http://h:/a", 1), "host|");
    // What the WHATWG repairs.
    assert_eq!(differing("http://a/b/../c", 0), "|path");
    // Draft 02 has a host for it only in the path of its generic production.
    assert_eq!(differing("http://0x7f.1/", 1), "host path|");
    assert!(stdout(&["compare", "http://0x7f.1/"], "", 1).contains("\n*w  host "));
    assert_eq!(differing("HTTP://H:80/", 1), "host port path|");
    // Nothing accepts it.
    assert_eq!(differing("a b", 1), "|");
}

#[test]
fn the_text_shows_a_column_for_each_reading() {
    assert_eq!(
        stdout(&["compare", "-g", "rfc1738,rfc3986", "gopher://h/7s%09a"], "", 1),
        "gopher://h/7s%09a\n           rfc1738  rfc3986  WHATWG\n   scheme  gopher   gopher   gopher\n   host    h        h        h\n*  path    7s       /7s%09a  /7s%09a\n*  query   a\n\n"
    );
    assert_eq!(
        stdout(&["compare", "-g", "rfc1738", "http:x"], "", 1),
        "http:x\n           WHATWG\n   scheme  http\nw  host    x\n   path    /\nrefused by rfc1738 at byte 5\n\n"
    );
    // A tab or an escape sequence in a URL does no harm.
    assert!(!stdout(&["compare", "a\u{1b}[31mb"], "", 1).contains('\u{1b}'));
    let csv = stdout(&["compare", "-f", "csv", "http://a/"], "", 0);
    assert!(
        csv.starts_with(
            "line,uri,differing,whatwg_differing,readings,whatwg,whatwg_refused,refused,address,unread\n1,http://a/,,,\"{"
        ),
        "{csv}"
    );
}

/// What the WHATWG repairs is marked, its refusals are reported, and both can be selected.
#[test]
fn repairs_and_refusals_of_the_whatwg_are_marked() {
    let list = "http:\\\\a\\b\nhttp://a/b\tc\nhttp://1.2.3/\nhttp://a:99999/\nhttp://a/\nHTTP://A/\n";
    let all = records(&["-g", "rfc2396,rfc3986"], list, 1);
    let differing: Vec<String> = all.iter().map(|one| names(&one["whatwg_differing"]).join(" ")).collect();
    assert_eq!(differing, ["host path", "path", "host", "", "", ""]);
    let refused: Vec<_> = all.iter().map(|one| one["whatwg_refused"].clone()).collect();
    assert_eq!(refused[3], "port-out-of-range at byte 9: The port is greater than 65535.");
    assert_eq!(refused.iter().filter(|why| why.is_null()).count(), 5);
    assert_eq!(records(&["-g", "rfc2396,rfc3986", "--only-differing=whatwg"], list, 1), all[..4]);
    assert!(
        stdout(&["compare", "http://a:99999/"], "", 0).contains("refused by the WHATWG: port-out-of-range at byte 9: ")
    );
}

/// If no default grammar answers, a hint names exactly the other grammars that do.
#[test]
fn hints_name_the_grammars_that_answer() {
    let default = Grammar::all().filter(|grammar| grammar.is_ascii());
    for url in ["http://bücher.example/", "http://h/a b", "http://h/%", "http://h/a"] {
        for command in [&["check"][..], &["compare"], &["resolve", "http://h/b/c"]] {
            let args = [command, &["--url", url]].concat();
            let answers = |grammar: &Grammar| {
                let output = run(&[&args[..], &["--grammar", grammar.id()]].concat(), "");
                output.status.code() == Some(0)
            };
            let text = String::from_utf8(run(&args, "").stdout).unwrap();
            let hinted = text.split_once("hint: ").map(|(_, hint)| hint.trim_end().rsplit(' ').next().unwrap());
            let others = Grammar::all().filter(|grammar| !grammar.is_ascii()).filter(answers);
            let others: Vec<&str> = others.map(Grammar::id).collect();
            // References are also resolved as browsers do it.
            let browser = (command[0] == "resolve").then_some(Grammar::Whatwg);
            let is_answered = default.clone().chain(browser).any(|grammar| answers(&grammar));
            let expected = if is_answered { Vec::new() } else { others };
            assert_eq!(hinted.unwrap_or_default(), expected.join(","), "{args:?}: {text}");
        }
    }
}
