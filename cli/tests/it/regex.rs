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
