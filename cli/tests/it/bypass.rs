//! `bypass`: filters, and the URLs that pass them.

use std::process::Command;

use serde_json::Value;

use crate::common::{at_once, file, run, sampled, stdout, tries_everything};

/// The guide's page about filters.
const PAGE: &str = include_str!("../../../guide/bypass.md");

/// The arguments in a command line of the guide.
fn arguments(line: &str) -> Vec<String> {
    let mut arguments = vec!["bypass".to_owned()];
    // Quotation marks are around whole arguments.
    for (number, piece) in line.replace("\\|", "|").split('\'').enumerate() {
        match number % 2 {
            0 => arguments.extend(piece.split_whitespace().map(str::to_owned)),
            _ => arguments.push(piece.to_owned()),
        }
    }
    arguments
}

/// The cells of the rows of the guide's tables in which the first is a command.
fn rows() -> Vec<Vec<String>> {
    let rows = PAGE.lines().filter(|line| line.starts_with("| `--"));
    let cells = |line: &str| {
        let line = line.replace("\\|", "\u{0}");
        let cells = line.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().trim_matches('`').replace('\u{0}', "|")).collect()
    };
    rows.map(cells).collect()
}

#[test]
fn the_filters_of_the_guide_are_bypassed_as_it_says() {
    let rows = rows();
    assert!(rows.len() > 12, "{rows:?}");
    // Each takes seconds.
    let rows: Vec<_> = rows.into_iter().rev().step_by(if tries_everything() { 3 } else { 9 }).collect();
    at_once(&rows, |row| {
        let arguments = [arguments(&row[0]), vec!["--format".into(), "json".into()]].concat();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let [_, url, why] = &row[..] else {
            let answer: Value = serde_json::from_str(&stdout(&arguments, "", 0)).unwrap();
            assert_eq!(answer["safe"], true, "{}", row[0]);
            return;
        };
        let answer: Value = serde_json::from_str(&stdout(&arguments, "", 1)).unwrap();
        assert_eq!(answer["safe"], false);
        let causes = answer["causes"].as_array().unwrap();
        let cause = causes.iter().find(|cause| cause["witness"] == url.replace("\\n", "\n").as_str());
        let cause = cause.unwrap_or_else(|| panic!("{}: {url} is not in {answer}", row[0]));
        assert!(cause["cause"].as_str().unwrap().contains(why.as_str()), "{cause}");
        assert!(cause["decided"] == true && !cause["requires"].as_str().unwrap().is_empty());
    });
}

/// What `--fix` writes accepts what is safe and nothing else, in each language that is installed.
#[test]
fn the_largest_safe_filter_is_written_in_four_languages() {
    let filter = ["bypass", "--filter-prefix", "https://b.ex", "--allow", "b.ex", "--fix"];
    let written = |format: &str| stdout(&[&filter[..], &[format]].concat(), "", 0);
    let pattern = regex::Regex::new(&format!("^(?:{})$", written("regex").trim_end())).unwrap();
    let urls = [
        ("https://b.ex", true),
        ("https://b.ex/a?b#c", true),
        ("https://b.ex:8080\\a", true),
        ("https://b.ex:a@b.ex", true),
        ("https://b.ex.", false),
        ("https://b.exa", false),
        ("https://b.ex@a", false),
        ("https://b.ex\n.a", false),
        ("https://b.ex\u{3002}a", false),
        ("http://b.ex", false),
    ];
    for (url, is_safe) in urls {
        assert_eq!(pattern.is_match(url), is_safe, "{url:?}");
    }
    let texts = serde_json::to_string(&urls.map(|(url, _)| url)).unwrap();
    let expected = serde_json::to_value(urls.map(|(_, is_safe)| is_safe)).unwrap();
    if tries_everything() {
        assert!(written("rust").contains("pub fn is_safe(text: &[u8]) -> bool {"));
    }
    let python = format!("print(json.dumps([is_safe(text) for text in json.loads({texts:?})]))");
    let javascript = format!("console.log(JSON.stringify({texts}.map(isSafe)));");
    let languages =
        [("python3", "safe.py", "python", "import json", python), ("node", "safe.mjs", "javascript", "", javascript)];
    for (program, name, language, first, last) in sampled(languages, 2) {
        let path = file(name, &format!("{first}\n{}\n{last}\n", written(language)));
        let Ok(output) = Command::new(program).arg(&path).output() else {
            println!("skipped: {program} is not installed");
            continue;
        };
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let answers: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answers, expected, "{program}");
    }
}

/// What means the same host is denied too; a relative reference is not decided.
#[test]
fn other_names_of_a_denied_host_are_found() {
    let bypass = |filter: &str, hosts: [&str; 2]| {
        let arguments = ["bypass", "--format", "json", "--filter-regex", filter, hosts[0], hosts[1]];
        let answer: Value = serde_json::from_str(&stdout(&arguments, "", 1)).unwrap();
        (answer["causes"][0]["witness"].as_str().map(str::to_owned), answer["relative"].as_str().map(str::to_owned))
    };
    let found = |url: &str| (Some(url.to_owned()), None);
    let questions = [
        ("http://b\\.ex\\./", ["--deny", "b.ex"], found("http://b.ex./")),
        ("http://\\[::ffff:7f00:1\\]/", ["--deny", "127.0.0.0/8"], found("http://[::ffff:7f00:1]/")),
        ("/\\\\[a-z.]+", ["--allow", "b.ex"], (None, Some("/\\a".to_owned()))),
    ];
    for (filter, hosts, expected) in sampled(questions, 3) {
        assert_eq!(bypass(filter, hosts), expected, "{filter}");
    }
}

#[test]
fn wrong_arguments_are_named() {
    let hosts = file("hosts.txt", "# meant\r\nexample.com\r\n\r\na b\n");
    let from_file = format!("@{hosts}");
    let from_empty = format!("@{}", file("no-hosts.txt", "# none\n"));
    for (arguments, expected) in [
        (&["--allow", "a"][..], "expected a filter"),
        (&["--filter-prefix", "a"], "--allow"),
        (&["--filter-prefix", "a", "--allow", "http://a"], "`http://a` is no host"),
        (&["--filter-prefix", "a", "--allow", "a", "--deny", "b"], "cannot be used with"),
        (&["--filter-prefix", "a", "--deny", "10.0.0.1/8"], "is no host"),
        (&["--filter-prefix", "a", "--deny", "b\u{FC}cher.example"], "a domain of US-ASCII"),
        (&["--filter-prefix", "a", "--deny", &from_empty], "has no hosts"),
        (&["--filter-prefix", "a", "--deny", "b", "--scheme", "http:"], "`http:` is not a scheme"),
        (&["--filter-prefix", "a", "--deny", "b", "--scheme", "foo"], "by http, https, ws, wss, ftp"),
        (&["--filter-prefix", "a", "--deny", "b", "--port", "80"], "cannot be used with"),
        (&["--filter-prefix", "a", "--allow", &from_file], "`a b` is no host"),
        (&["--filter-prefix", "a", "--allow", "@no-such-file"], "no-such-file"),
        (&["--filter-regex", "(", "--allow", "a"], "("),
        (&["--filter", "rfc1", "--allow", "a"], "rfc1"),
    ] {
        let output = run(&[&["bypass"], arguments].concat(), "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains(expected), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn a_real_client_is_asked_about_each_url() {
    // The first URL has another host, the second is refused, and the third has the allowed one.
    let script = r#"s/.*@a"$/{"valid":true,"host":"a"}/; t; s/.*coma"$/{"valid":false}/; t; s/.*/{"valid":true,"host":"Example.COM"}/"#;
    let filter = ["bypass", "--filter-prefix", "https://example.com", "--allow", "example.com", "--format", "json"];
    let args = [&filter[..], &["--verify", "--", "sed", "-u", script]].concat();
    let answer: Value = serde_json::from_str(&stdout(&args, "", 1)).unwrap();
    let verified: Vec<&Value> = answer["causes"].as_array().unwrap().iter().map(|cause| &cause["verified"]).collect();
    assert_eq!(
        verified,
        [
            &serde_json::json!({ "accepts": true, "host": "a", "confirmed": true }),
            &serde_json::json!({ "accepts": false, "host": null, "confirmed": false }),
            &serde_json::json!({ "accepts": true, "host": "Example.COM", "confirmed": false }),
        ]
    );
}

/// Two parsers that read the host at different places differ for a few causes, not for one of each name that the
/// host may be.
#[test]
fn causes_of_two_parsers_are_where_they_part() {
    let [python, node] = ["python-urllib-parse", "node-js-url"]
        .map(|name| format!("{}/../examples/models/{name}.model", env!("CARGO_MANIFEST_DIR")));
    let text = stdout(&["bypass", "--filter", &python, "--client", &node, "--allow", "example.com"], "", 1);
    let causes: Vec<&str> = text.split("\n\n").filter_map(|part| part.lines().next()).collect();
    let expected = [
        "a backslash ends the host",
        "fewer or more than two slashes are in front of the host, or backslashes",
        "there is no host",
    ];
    assert_eq!(causes[1..4], expected, "{text}");
    assert!(causes[4].starts_with("Relative references pass"), "{text}");
}
