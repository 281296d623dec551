//! Regular expressions as languages: the strings are those that the crate regex matches.

use regular_bnf::{Language, RegexError};

use crate::common::short_strings;

/// An expression by chance.
fn expression(chance: &mut fastrand::Rng, depth: usize) -> String {
    let leaves =
        ["a", "b", "ab", "[^a]", ".", "^", "$", "", "\\d", "(?i:A)", "[a-b0]", "(?s:.)", "\u{e9}", "\\A", "\\z"];
    if depth == 0 {
        return leaves[chance.usize(..leaves.len())].to_owned();
    }
    let one = expression(chance, depth - 1);
    match chance.u8(..8) {
        0..3 => one + &expression(chance, depth - 1),
        3..5 => format!("(?:{one}|{})", expression(chance, depth - 1)),
        5 => format!("({one})*"),
        6 => format!("(?:{one}){{1,2}}"),
        _ => format!("(?:{one})?"),
    }
}

#[test]
fn the_language_of_an_expression_is_what_it_matches() {
    let strings: Vec<String> = short_strings("abA0\n\u{e9}", 4).collect();
    let mut chance = fastrand::Rng::with_seed(34);
    let mut counts = [0; 2];
    for _ in 0..600 {
        let pattern = expression(&mut chance, 3);
        let (regex, language) = (regex::Regex::new(&pattern).unwrap(), Language::matching(&pattern).unwrap());
        for string in &strings {
            let matches = regex.is_match(string);
            counts[usize::from(matches)] += 1;
            assert_eq!(language.contains(string), matches, "{pattern:?} {string:?}");
        }
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn expressions_without_a_language_are_errors() {
    let error = |pattern: &str| Language::matching(pattern).unwrap_err();
    assert_eq!(error("a(b"), RegexError::Syntax { offset: 1, reason: "unclosed group".to_owned() });
    assert!(matches!(error("(a)\\1"), RegexError::Syntax { offset: 3, .. }));
    for pattern in ["\\ba", "(?m)^a", "(?m:a$)", "a\\B"] {
        assert_eq!(error(pattern), RegexError::Assertion, "{pattern}");
    }
    for pattern in ["((a{100}){100}){100}", "(a|b)*a(a|b){40}"] {
        assert!(matches!(error(pattern), RegexError::TooLarge | RegexError::Syntax { .. }), "{pattern}");
    }
    assert!(matches!(error(&"(".repeat(5_000)), RegexError::Syntax { .. }));
    assert!(matches!(error(&format!("{}a{}", "(".repeat(500), ")".repeat(500))), RegexError::Syntax { .. }));
}
