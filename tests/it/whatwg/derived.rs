//! The parsers that pest_derive makes of the rules, held to the automata.

use pest::Parser;
use regular_bnf::Language;

use crate::common::share;
use crate::whatwg::code_points::{is_removed, is_stripped};
use crate::whatwg::grammar::PEST;
use crate::whatwg::standard::parse;
use crate::whatwg::valid;

mod read {
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/whatwg.pest"]
    pub struct Derived;
}

mod written {
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/whatwg-valid.pest"]
    pub struct Derived;
}

/// Whether a rule matches a whole text, and the texts that rules of some names match in it.
macro_rules! derived {
    ($module:ident, $rule:ident, $text:expr) => {
        $module::Derived::parse($module::Rule::$rule, $text).ok().filter(|pairs| pairs.as_str().len() == $text.len())
    };
}

#[test]
fn pest_derive_accepts_the_same() {
    let url = Language::from_pest(PEST, "URL").unwrap();
    let texts = url
        .sample(7)
        .take(share(20_000, 20))
        .chain(url.near_misses(7).take(share(20_000, 20)))
        .chain(url.members().take(share(5_000, 20)));
    for text in texts {
        assert_eq!(derived!(read, URL, &text).is_some(), url.contains(&text), "{text:?}");
    }
    let valid = valid::language("valid-URL-string");
    let texts = valid
        .sample(7)
        .take(share(20_000, 20))
        .chain(valid.near_misses(7).take(share(20_000, 20)))
        .chain(valid.members().take(share(5_000, 20)));
    for text in texts {
        assert_eq!(derived!(written, valid_URL_string, &text).is_some(), valid.contains(&text), "{text:?}");
    }
}

/// The rule `unexamined` matches where only Unicode's processing knows the domain.
#[test]
fn unexamined_domains_are_seen() {
    let url = Language::from_pest(PEST, "URL").unwrap();
    let mut seen = [0; 2];
    // The rules describe what is left after the removal.
    let left = |text: &String| !text.contains(is_removed) && text.trim_matches(is_stripped) == text;
    for text in url.sample(46).filter(left).take(share(20_000, 20)) {
        let pairs = derived!(read, URL, &text).unwrap();
        let unexamined = pairs.flatten().any(|pair| pair.as_rule() == read::Rule::unexamined);
        assert_eq!(unexamined, parse(&text).record.unwrap().unexamined, "{text:?}");
        seen[usize::from(unexamined)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}
