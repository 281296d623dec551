//! The operations on typed URLs have the same results as on the parse of the same text.

use std::collections::BTreeSet;

use uri_lineage::equivalence::{EquivalenceRule, normalize, same};
use uri_lineage::request::request;
use uri_lineage::resolve::{Options, relative, resolve};
use uri_lineage::{
    Accepted, Grammar, convert::convert, rfc1630, rfc1738, rfc1808, rfc2396, rfc3986, rfc3987, warnings, whatwg,
};

fn check(grammar: Grammar, text: &str, url: &impl Accepted) {
    let parsed = grammar.parse(text).unwrap();
    let context = format!("{grammar} {text:?}");
    assert_eq!(normalize(url, EquivalenceRule::ALL), normalize(&parsed, EquivalenceRule::ALL), "{context}");
    assert_eq!(same(url, &parsed, EquivalenceRule::ALL), same(&parsed, &parsed, EquivalenceRule::ALL), "{context}");
    assert_eq!(warnings(url), warnings(&parsed), "{context}");
    assert_eq!(request(url), request(&parsed), "{context}");
    assert_eq!(resolve(url, "../g", Options::default()), resolve(&parsed, "../g", Options::default()), "{context}");
    assert_eq!(relative(url, text), relative(&parsed, text), "{context}");
    assert_eq!(convert(url, Grammar::Rfc3986), convert(&parsed, Grammar::Rfc3986), "{context}");
}

#[test]
fn operations_on_typed_urls_equal_those_on_parses() {
    let texts = include_str!("../data/urls-1990s.txt").lines().filter(|line| !line.is_empty());
    let mut checked = BTreeSet::new();
    for text in texts {
        macro_rules! check {
            ($($parse:path: $grammar:ident;)*) => {$(
                if let Ok(url) = $parse(text) {
                    checked.insert(Grammar::$grammar);
                    // Each type knows its grammar and its scheme.
                    assert_eq!(url.grammar(), Grammar::$grammar, "{text:?}");
                    let scheme = url.scheme().map(|scheme| scheme.to_string());
                    assert_eq!(scheme.as_deref(), url.components().scheme, "{} {text:?}", Grammar::$grammar);
                    check(Grammar::$grammar, text, &url);
                }
            )*};
        }
        check! {
            rfc1630::Url::parse: Rfc1630;
            rfc1630::Url::parse_draft_02: UrlDraft02;
            rfc1630::Url::parse_draft_03: UrlDraft03;
            rfc1630::FragmentAddress::parse: Rfc1630Generic;
            rfc1738::Url::parse: Rfc1738;
            rfc1808::Url::parse: Rfc1808;
            rfc2396::UriReference::parse_1997: Uri1997;
            rfc2396::UriReference::parse: Rfc2396;
            rfc2396::UriReference::parse_rfc2732: Rfc2732;
            rfc3986::UriReference::parse: Rfc3986;
            rfc3987::IriReference::parse: Rfc3987;
            whatwg::UrlString::parse: Whatwg;
            whatwg::UrlString::parse_valid: WhatwgValid;
        }
    }
    assert_eq!(checked, Grammar::all().collect::<BTreeSet<_>>());
}

#[test]
fn a_struct_of_several_grammars_knows_which_parsed_it() {
    let (old, new) = (rfc2396::UriReference::parse_1997("a/b"), rfc2396::UriReference::parse("a/b"));
    let (rfc2396::UriReference::Uri(old), rfc2396::UriReference::Uri(new)) = (old.unwrap(), new.unwrap()) else {
        panic!()
    };
    assert_eq!((old.grammar(), new.grammar()), (Grammar::Uri1997, Grammar::Rfc2396));
    assert_eq!(whatwg::UrlString::parse_valid("a:b").unwrap().grammar(), Grammar::WhatwgValid);
}

/// The operations are defined for whatever a production parses into a typed URL, whether an entry
/// production leads to it or not.
#[cfg(feature = "compare")]
#[test]
fn a_typed_url_of_any_production_is_accepted() {
    use crate::common::share;
    use uri_lineage::regular_bnf::Language;
    use uri_lineage::{Reading, Value};
    let mut checked = BTreeSet::new();
    for grammar in Grammar::all() {
        for production in grammar.productions() {
            let Ok(language) = Language::new(grammar.bnf(Reading::Corrected), production.name()) else { continue };
            for text in language.members().take(share(20, 4)).chain(language.sample(1994).take(share(20, 4))) {
                let Ok(parsed) = production.parse(&text) else { continue };
                macro_rules! check {
                    ($($variant:ident)*) => {
                        match parsed.value() {
                            $(Value::$variant(url) => {
                                checked.insert(stringify!($variant));
                                let same = url.with_parsed(|again| *url == again.input());
                                assert!(same, "{grammar}:{} {text:?}", production.name());
                                normalize(&url, EquivalenceRule::ALL);
                            })*
                            _ => {}
                        }
                    };
                }
                check! { Rfc1630 Rfc1630Fragment Rfc1738 Rfc1738Generic Rfc1808 Uri Rfc3986 Rfc3987 Whatwg }
            }
        }
    }
    let variants =
        ["Rfc1630", "Rfc1630Fragment", "Rfc1738", "Rfc1738Generic", "Rfc1808", "Rfc3986", "Rfc3987", "Uri", "Whatwg"];
    assert_eq!(checked, BTreeSet::from(variants));
}
