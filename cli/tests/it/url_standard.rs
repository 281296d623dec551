//! The grammars of the URL Standard in the commands that take a grammar or a file.

use crate::common::{run, stdout};

#[test]
fn an_engineer_asks_where_filter_and_browser_part() {
    let hosts = |more: &[&str], status| {
        stdout(&[&["differential", "rfc3986", "whatwg", "--component", "host"], more].concat(), "", status)
    };
    assert!(hosts(&[], 1).contains("ws:a"));
    // Two slashes and then another character are enough, but for drive letters.
    let required = ["--matching", r"^[^:]*://[^/\\]", "--scheme"];
    assert!(hosts(&[&required[..], &["http,https,ws,wss,ftp,gopher"]].concat(), 0).contains("host"));
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
