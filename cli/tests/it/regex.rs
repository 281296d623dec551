//! Regular expressions as grammars.

use crate::common::{file, run, stdout};

const FOLDER: &str = "regular-bnf/tests/patterns/";

#[test]
fn a_pattern_is_a_grammar() {
    let equal = stdout(&["diff", "rfc3986:port", "--regex", "[0-9]*"], "", 0);
    assert!(equal.starts_with("rfc3986:port is equal to /[0-9]*/\n"), "{equal}");
    let differs = stdout(&["diff", "--brief", "rfc3986:port", "--regex", "\\d*", "--flavour", "python"], "", 1);
    assert!(differs.starts_with("rfc3986:port is narrower than /\\d*/\n"), "{differs}");
    let own = file("two.python.regex", "^\\d{2}$\n");
    let found = stdout(&["diff", "--brief", &own, "--anywhere", "--regex", "(?s).*", "-f", "json"], "", 1);
    assert!(found.contains("\"left_only\":null"), "{found}");
    assert_eq!(stdout(&["sample", "-n", "1", "--regex", "(?=a)\\w(?!b)"], "", 2), "");
    // Without strings there is a language, too.
    let python = ["--flavour", "python"];
    let nothing = stdout(&[&["diff", "rfc3986:port", "--regex", "0$b"][..], &python].concat(), "", 1);
    assert!(nothing.starts_with("rfc3986:port is wider than /0$b/\n"), "{nothing}");
    let one = stdout(&["sample", "-n", "1", "--regex", "(?=a)[ab]", "--flavour", "pcre"], "", 0);
    assert_eq!(one, "a\n");
    assert_eq!(stdout(&["vectors", "-f", "text", "--limit", "1", "--regex", "b"], "", 0).lines().count(), 1);
}

#[test]
fn groups_are_components() {
    let pattern = "(?:([a-z]+):)(?<path>.*)";
    let args = ["differential", "--component", "scheme,path", "rfc3986", "--regex", pattern, "--place", "scheme=1"];
    let found = stdout(&args, "", 1);
    assert!(found.contains("scheme") && found.contains("path"), "{found}");
    let refused = run(&[&args[..7], &["scheme=7"]].concat(), "");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("no group `7`"));
}

#[test]
fn an_unsupported_construct_has_a_column() {
    let refused = run(&["sample", "--regex", "é(a)\\1", "--flavour", "ecmascript"], "");
    assert_eq!(refused.status.code(), Some(2));
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(text.contains("column 5: a back-reference cannot be read as a regular language"), "{text}");
}

#[test]
fn a_pattern_is_proved() {
    stdout(&["prove", "--regex", "[0-9]*", "--is", "rfc3986:port"], "", 0);
    let appendix_b = format!("{FOLDER}appendix-b.ecmascript.regex");
    let found = stdout(&["prove", "--regex", &appendix_b, "--anywhere", "--is", "rfc3986:URI"], "", 1);
    assert!(found.contains("the rule accepts"), "{found}");
}

/// A literal of a program, as it is pasted, has the flags after its slash, and each side its own.
#[test]
fn literals_have_flags_of_their_own() {
    for (left, right, relation) in [
        ("/^a$/i", "^[aA]$", "equal to"),
        ("/[/]\\/$/", "//$", "equal to"),
        ("/^a$/", "^a$", "equal to"),
        ("/a/", "/a/", "equal to"),
        ("/usr/x", "/usr/x", "equal to"),
        // Without a flavour, these slashes may be characters.
        ("/a\\$/", "\\/a[$]\\/", "equal to"),
        ("/^a|b/", "(?:\\/^a)|b\\/", "equal to"),
    ] {
        let text = run(&["diff", "--brief", "--regex", left, "--regex", right, "--anywhere"], "");
        let text = String::from_utf8(text.stdout).unwrap();
        assert!(text.contains(relation), "{left} {right}: {text}");
    }
    let shown = stdout(&["sample", "-n", "9", "--regex", "/^a$/i", "--flavour", "ecmascript"], "", 0);
    assert!(shown.lines().all(|line| line.eq_ignore_ascii_case("a")) && shown.contains('A'), "{shown}");
    let [insensitive, exact] = [("literal-i.ecmascript.regex", "/ab/i\n"), ("literal.python.regex", "/ab/\n")]
        .map(|(name, text)| file(name, text));
    // A flavour of the command line is that of files without one.
    let text = stdout(&["diff", "--brief", &insensitive, &exact, "--flavour", "ruby"], "", 1);
    assert!(text.contains(": ab") && text.contains(": /ab/"), "{text}");
}

/// The left side is the grammar that is written first, whether it is a name or an option.
#[test]
fn sides_are_in_the_order_in_which_they_are_written() {
    for command in ["diff", "differential"] {
        let first = ["--regex", "(?<path>[a-z:]+)", "rfc3986:URI", "--component", "path"];
        let second = ["rfc3986:URI", "--regex", "(?<path>[a-z:]+)", "--component", "path"];
        let [first, second] = [first, second].map(|args| {
            let args = if command == "diff" { &args[..3] } else { &args[..] };
            String::from_utf8(run(&[&[command], args].concat(), "").stdout).unwrap()
        });
        let place = |text: &str, name: &str| text.find(name).unwrap_or_else(|| panic!("{command}: {text}"));
        assert!(place(&first, "/(?<path>") < place(&first, "rfc3986:URI"), "{first}");
        assert!(place(&second, "rfc3986:URI") < place(&second, "/(?<path>"), "{second}");
    }
}
