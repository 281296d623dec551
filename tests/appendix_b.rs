//! The regular expression of the URL draft of 1997, Appendix B, as an oracle: its groups are the parsed components.

mod common;

use common::{examples, strings};
use proptest::prelude::*;
use uri_lineage::Grammar;
use uri_lineage::uri1997::{Groups, UriReference};

/// Compares the five groups with what the parser makes of the text, if it accepts it.
fn compare(text: &str) -> bool {
    static ORACLE: std::sync::LazyLock<regex::Regex> = std::sync::LazyLock::new(|| {
        regex::Regex::new(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?").unwrap()
    });
    let Ok(reference) = UriReference::parse(text) else { return false };
    let groups = ORACLE.captures(text).unwrap();
    let group = |n: usize| groups.get(n).map(|group| group.as_str());
    let components = Groups::parse(text).unwrap();
    let (scheme, site, path) = (components.scheme(), components.site(), components.path());
    let (query, fragment) = (components.query(), components.fragment());
    assert_eq!(
        (scheme, site, Some(path), query, fragment),
        (group(2), group(4), group(5), group(7), group(9)),
        "{text}"
    );
    assert_eq!(components.to_string(), text);
    // The typed parts say the same.
    let view = reference.components();
    assert_eq!(view.scheme, scheme, "{text}");
    if !matches!(reference, UriReference::Urn(_)) {
        assert_eq!(view.path.as_deref(), Some(path), "{text}");
        assert_eq!(view.query.map(|query| query.as_str()), query, "{text}");
        assert_eq!(view.fragment.map(|fragment| fragment.as_str()), fragment, "{text}");
        assert_eq!(view.host.is_some(), site.is_some(), "{text}");
    }
    true
}

/// Every string of up to five characters over an alphabet that holds all delimiters.
#[test]
fn short_strings() {
    let taken = strings("a:/?#;@&=+.~", 5).iter().filter(|text| compare(text)).count();
    assert!(taken > 150_000, "{taken}");
    // A URN holds the delimiters otherwise.
    for tail in strings("a:#;@%", 4) {
        compare(&format!("urn:{tail}"));
        compare(&format!("urn:ab:{tail}"));
    }
}

#[test]
fn the_documents_examples() {
    assert!(examples().filter(|example| compare(example.text)).count() > 150);
}

/// Members of the published language by chance.
#[cfg(feature = "language")]
#[test]
fn members_of_the_language() {
    use uri_lineage::language::Language;
    use uri_lineage::published::{Bnf, Reading};

    let bnf = Bnf::of(Grammar::Uri1997, Reading::Corrected);
    for production in ["URI-reference", "absoluteURL", "relativeURL"] {
        let language = Language::of(bnf, production).unwrap();
        language.sample(1997).take(2000).for_each(|member| assert!(compare(&member), "{member}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Members of the language by chance: any characters that it takes, in any order.
    #[test]
    fn random_members(text in "[a-c0-9:/?#;@&=+$.,~%_-]{0,24}") {
        compare(&text);
    }

    #[test]
    fn random_urls(text in "[a-z][a-z0-9+.-]{0,4}:(//[a-z@:.]{0,8})?[/a-z;=.]{0,12}(\\?[a-z/?:]{0,6})?(#[a-z/?]{0,6})?") {
        prop_assert!(compare(&text) || Grammar::Uri1997.parse(&text).is_err());
    }
}
