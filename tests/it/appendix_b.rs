//! The regular expression of Appendix B of 1997, RFC 2396 and RFC 3986 as an oracle: its groups are
//! the parsed components.

use crate::common::{examples, sampled, short_strings};
use proptest::prelude::*;
use uri_lineage::rfc2396::{Groups, UriReference};
use uri_lineage::{Generation, Grammar, Value};

/// The grammars whose documents have the expression; RFC 2732 changes nothing of it.
fn grammars() -> impl Iterator<Item = Grammar> {
    Grammar::all().filter(|grammar| grammar.generation() == Generation::Third)
}

/// Compares the five groups with what the parser makes of the text, if it accepts it.
fn compare(grammar: Grammar, text: &str) -> bool {
    static ORACLE: std::sync::LazyLock<regex::Regex> = std::sync::LazyLock::new(|| {
        regex::Regex::new(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?").unwrap()
    });
    let groups = ORACLE.captures(text).unwrap();
    let group = |n: usize| groups.get(n).map(|group| group.as_str());
    let components = Groups::new(text);
    let (scheme, authority, path) = (components.scheme(), components.authority(), components.path());
    let (query, fragment) = (components.query(), components.fragment());
    assert_eq!(
        (scheme, authority, Some(path), query, fragment),
        (group(2), group(4), group(5), group(7), group(9)),
        "{text}"
    );
    assert_eq!(components.to_string(), text);
    // The typed parts say the same.
    let Ok(parsed) = grammar.parse(text) else { return false };
    let value = parsed.value();
    let view = value.components();
    assert_eq!(view.scheme, scheme, "{grammar} {text}");
    if !matches!(value, Value::Uri(UriReference::Urn(_))) {
        assert_eq!(view.path.as_deref(), Some(path), "{grammar} {text}");
        assert_eq!(view.query.map(|query| query.as_str()), query, "{grammar} {text}");
        assert_eq!(view.fragment.map(|fragment| fragment.as_str()), fragment, "{grammar} {text}");
        let user = view.user.map(|user| format!("{user}@")).unwrap_or_default();
        let port = view.port.map(|port| format!(":{port}")).unwrap_or_default();
        let whole = view.host.map(|host| format!("{user}{host}{port}"));
        assert_eq!(whole.as_deref(), authority, "{grammar} {text}");
    }
    true
}

/// Every string of up to five characters over an alphabet that holds all delimiters.
#[test]
fn the_groups_of_short_strings_are_their_components() {
    for grammar in grammars() {
        let mut present = [false; 4];
        for text in sampled(short_strings("a:/?#;@&=+.~", 5), 11).filter(|text| compare(grammar, text)) {
            let groups = Groups::new(&text);
            let parts = [groups.scheme(), groups.authority(), groups.query(), groups.fragment()];
            present = std::array::from_fn(|number| present[number] || parts[number].is_some());
        }
        assert_eq!(present, [true; 4], "{grammar}");
        for tail in sampled(short_strings("a:#;@%[]1.", 4), 7) {
            // A URN holds the delimiters otherwise.
            compare(grammar, &format!("urn:{tail}"));
            compare(grammar, &format!("urn:ab:{tail}"));
            compare(grammar, &format!("//{tail}"));
            compare(grammar, &format!("//[::{tail}"));
        }
    }
}

#[test]
fn the_groups_of_examples_are_their_components() {
    for grammar in grammars() {
        for example in examples() {
            let accepted = !example.verdicts[grammar as usize].starts_with('@');
            assert_eq!(compare(grammar, example.text), accepted, "{grammar}: {}", example.text);
        }
    }
}

/// Members of the published language by chance.
#[cfg(feature = "compare")]
#[test]
fn members_of_the_language() {
    use crate::common::language;

    for grammar in grammars() {
        for production in grammar.entry_productions() {
            let language = language(grammar, production);
            language
                .sample(1997)
                .take(2000)
                .for_each(|member| assert!(compare(grammar, &member), "{grammar} {member}"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Members of the language by chance: any characters of it, in any order.
    #[test]
    fn random_members(text in "[a-c0-9:/?#;@&=+$.,~%_-]{0,24}") {
        grammars().for_each(|grammar| _ = compare(grammar, &text));
    }

    #[test]
    fn random_urls(text in "[a-z][a-z0-9+.-]{0,4}:(//[a-z@:.]{0,8})?[/a-z;=.]{0,12}(\\?[a-z/?:]{0,6})?(#[a-z/?]{0,6})?") {
        for grammar in grammars() {
            prop_assert!(compare(grammar, &text) || grammar.parse(&text).is_err());
        }
    }
}
