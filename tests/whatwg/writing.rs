//! The standard's two definitions of what may be written: its grammar in prose, and the parser without a validation error (issue
//! 704 of the standard).

use regular_bnf::{Differential, Language, Relation};
use uri_lineage::published::Reading;
use uri_lineage::{Component, Grammar};

use crate::grammar::{URL, abnf, beginning, strings};
use crate::standard::parse;
use crate::valid;

/// The inputs that the parser accepts without a validation error.
fn silent() -> Language {
    Language::of(Grammar::Whatwg.bnf(Reading::Corrected), "URL-without-validation-error").unwrap()
}

fn written() -> Language {
    valid::language("valid-URL-string-without-base")
}

fn is_silent(text: &str) -> bool {
    let outcome = parse(text);
    outcome.record.is_some() && outcome.errors.is_empty()
}

/// The production is the parser without validation errors: on the complete suites, and on short strings.
#[test]
fn inputs_without_errors() {
    let (silent, mut count, mut accepted) = (silent(), 0, 0);
    let mut check = |text: &str| {
        assert_eq!(silent.contains(text), is_silent(text), "{text:?}: {:?}", parse(text));
        count += 1;
        accepted += usize::from(silent.contains(text));
    };
    for scheme in ["http:", "file:", "a:"] {
        let own = silent.intersection(&beginning(scheme)).unwrap();
        println!("{scheme} {} states", own.states());
        own.suite().unwrap().for_each(|vector| check(&vector.input));
        for text in strings(&['/', '\\', ':', '@', '?', '#', '.', '|', 'a', '1', '-', '%', ' ', '\t', '\u{e9}'], 4) {
            check(&format!("{scheme}{text}"));
            check(&format!("{scheme}//{text}"));
        }
        for text in strings(&['0', '1', 'x', '-', '.', 'n'], 6) {
            check(&format!("{scheme}//{text}"));
        }
    }
    silent.near_misses(704).take(50_000).for_each(|text| check(&text));
    URL.sample(704).take(50_000).for_each(|text| check(&text));
    println!("{count} texts, {accepted} accepted");
}

/// Every string that may be written is accepted, and its components are those that the writing implies.
#[test]
fn what_may_be_written_is_read_as_written() {
    let comparison = written().compare(&URL).unwrap();
    assert_eq!((comparison.relation, comparison.left_only), (Relation::Narrower, None));
    for component in Component::ALL {
        let [theirs] = Grammar::WhatwgValid.spans_of("valid-URL-string-without-base", [component]).unwrap();
        let [ours] = Grammar::Whatwg.spans([component]).unwrap();
        let found = Differential::of(&theirs, &ours, false, None).unwrap();
        assert_eq!(found, None, "{component}");
    }
}

/// Both definitions are equal, but for a domain that is not US-ASCII in front of a number: whether the whole is an address, only
/// Unicode's processing knows.
#[test]
fn the_two_definitions() {
    let (silent, written) = (silent(), written());
    let comparison = silent.compare(&written).unwrap();
    assert_eq!((comparison.relation, comparison.right_only), (Relation::Wider, None));
    assert_eq!(comparison.left_only.as_deref(), Some("ws://\u{c0}.0"));
    // Of US-ASCII there is no difference.
    let ascii = abnf("*%x00-7F");
    let [left, right] = [&silent, &written].map(|language| language.intersection(&ascii).unwrap());
    assert_eq!(left.compare(&right).unwrap().relation, Relation::Equal);
    // All of the difference: a label beyond US-ASCII, and a number at the end.
    let domain = "*( ldh / \".\" ) domain-beyond-ascii *( ldh / \".\" / domain-beyond-ascii )";
    let number = "\".\" ( 1*DIGIT / \"0x\" *HEXDIG )";
    let rest = "[ \":\" *DIGIT ] [ ( \"/\" / \"?\" / \"#\" ) *%x00-10FFFF ]";
    let scheme = "( special-scheme-but-file / \"file\" )";
    let doubtful = valid::expression(&format!("{scheme} \"://\" {domain} {number} {rest}"));
    let doubtful = silent.intersection(&doubtful).unwrap();
    assert_eq!(silent.difference(&written).unwrap().compare(&doubtful).unwrap().relation, Relation::Equal);
}

/// So the standard's definitions differ: UTS 46 maps these domains to addresses. The parser reads them without an error, and no term of
/// "Host writing" covers them: they end in a number, and are not four numbers of ASCII digits.
#[test]
fn an_address_that_may_not_be_written_and_is_no_error() {
    for (text, host) in
        [("ws://\u{ff11}.0.0.0", "1.0.0.0"), ("ws://0\u{3002}0.0.0", "0.0.0.0"), ("ws://\u{b2}.3.4.5", "2.3.4.5")]
    {
        assert!(silent().contains(text) && !written().contains(text), "{text}");
        let violations = std::cell::RefCell::new(Vec::new());
        let record = |violation| violations.borrow_mut().push(violation);
        let url = url::Url::options().syntax_violation_callback(Some(&record)).parse(text).unwrap();
        assert_eq!((url.host_str(), violations.borrow().len()), (Some(host), 0), "{text}");
    }
}
