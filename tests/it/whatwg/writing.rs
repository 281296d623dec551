//! The standard's two definitions of what may be written: its grammar in prose, and the parser
//! without a validation error (issue 704 of the standard), without a base and with each kind of
//! base.

use regular_bnf::{Differential, Language, Relation, SpanComparison};
use uri_lineage::{Component, Grammar};

use crate::common::{at_most, sampled, share, short_strings, spans};
use crate::whatwg::grammar::{URL, abnf, beginning};
use crate::whatwg::standard::{Outcome, Record, parse, parse_with};
use crate::whatwg::valid;

fn of_parser(production: &str) -> &'static Language {
    crate::common::language(Grammar::Whatwg, production)
}

/// The inputs that the parser accepts without a validation error.
fn silent() -> &'static Language {
    of_parser("URL-without-validation-error")
}

/// A kind of base.
struct Kind {
    /// As productions name it.
    name: &'static str,
    /// The state in which the parser reads an input without a scheme.
    state: &'static str,
    bases: &'static [&'static str],
}

const KINDS: [Kind; 4] = [
    Kind {
        name: "special",
        state: "relative-state-special",
        bases: &["http://h/p?q", "https://u:p@h:1/a/b", "ws://h", "wss://h/..", "ftp://h/C:/"],
    },
    Kind { name: "file", state: "file-state-with-file-base", bases: &["file:///p?q", "file:///C:/a/b", "file://h/C:"] },
    Kind {
        name: "other",
        state: "relative-state-not-special",
        bases: &["a:/p", "b://h/p?q", "c://h", "d:///", "a-1:/C:/"],
    },
    Kind { name: "opaque", state: "fragment-state", bases: &["a:p", "b:", "c:x/y?q"] },
];

/// The results of the parser for an input with each base of a kind.
struct WithBases(Vec<Record>);

impl WithBases {
    fn new(bases: &[&str]) -> Self {
        Self(bases.iter().map(|base| parse(base).record.unwrap()).collect())
    }

    fn outcomes(&self, text: &str) -> Vec<Outcome> {
        self.0.iter().map(|base| parse_with(text, Some(base))).collect()
    }
}

fn written() -> &'static Language {
    valid::language("valid-URL-string-without-base")
}

fn is_silent(outcome: &Outcome) -> bool {
    outcome.record.is_some() && outcome.errors.is_empty()
}

/// The production is the parser without validation errors: on the complete suites, and on short
/// strings.
#[test]
fn the_production_without_errors_is_the_parser_without_errors() {
    let (silent, mut count, mut accepted) = (silent(), 0, 0);
    let mut check = |text: &str| {
        assert_eq!(silent.contains(text), is_silent(&parse(text)), "{text:?}: {:?}", parse(text));
        count += 1;
        accepted += usize::from(silent.contains(text));
    };
    for scheme in ["http:", "file:", "a:"] {
        let own = silent.intersection(&beginning(scheme)).unwrap();
        println!("{scheme} {} states", own.states());
        sampled(own.suite().unwrap().take(at_most(20_000)), 31).for_each(|vector| check(&vector.input));
        for text in sampled(short_strings("/\\:@?#.|a1-% \t\u{e9}", 4), 127) {
            check(&format!("{scheme}{text}"));
            check(&format!("{scheme}//{text}"));
        }
        for text in sampled(short_strings("01x-.n", 6), 127) {
            check(&format!("{scheme}//{text}"));
        }
    }
    silent.near_misses(704).take(share(50_000, 100)).for_each(|text| check(&text));
    URL.sample(704).take(share(50_000, 100)).for_each(|text| check(&text));
    println!("{count} texts, {accepted} accepted");
}

/// The productions for inputs with a base are the parser with each base of the kind: its verdict,
/// and whether there is a validation error.
#[test]
fn the_productions_with_a_base_are_the_parser_with_a_base() {
    let beginnings = short_strings("a1:/\\?#|@.%\u{e9}", 3);
    let beginnings: Vec<String> = beginnings.collect();
    for Kind { name: kind, state, bases } in KINDS {
        let production = format!("URL-with-{kind}-base");
        let (accepted, silent) = (of_parser(&production), of_parser(&format!("{production}-without-validation-error")));
        let (with_bases, mut count) = (WithBases::new(bases), 0);
        let mut check = |text: &str| {
            // The production is that of the rest after the removal.
            if text.contains(['\t', '\n', '\r']) || text.trim_matches(|c: char| c <= ' ') != text {
                return;
            }
            let outcomes = with_bases.outcomes(text);
            let all = outcomes.iter().all(|outcome| outcome.record.is_some());
            assert_eq!(accepted.contains(text), all, "{kind}: {text:?}");
            for outcome in &outcomes {
                assert_eq!(silent.contains(text), is_silent(outcome), "{kind}: {text:?}: {outcome:?}");
            }
            count += 1;
        };
        // Inputs with a scheme are tested without a base.
        let silent_with_base_alone = silent.difference(self::silent()).unwrap();
        let relative = [of_parser(state), &silent_with_base_alone];
        for language in relative {
            sampled(language.suite().unwrap().take(share(20_000, 4)), 17).for_each(|vector| check(&vector.input));
            language.sample(704).take(share(5_000, 20)).for_each(|text| check(&text));
            language.near_misses(704).take(share(5_000, 20)).for_each(|text| check(&text));
        }
        for text in sampled(&beginnings, 23) {
            ["", "//", "http:", "file:", "a:"].iter().for_each(|front| check(&format!("{front}{text}")));
        }
        println!("{kind}: {count} texts");
    }
}

/// With each kind of base, every string that may be written is read, without a validation error.
/// The two definitions differ in the same domains as without a base, so with other bases they are
/// equal.
#[test]
fn the_two_definitions_with_a_base_differ_in_the_same_domains() {
    for (kind, witness) in
        [("special", "//\u{c0}.0"), ("file", "//\u{c0}.0"), ("other", "ws://\u{c0}.0"), ("opaque", "ws://\u{c0}.0")]
    {
        let written = valid::language(&format!("valid-URL-string-with-{kind}-base"));
        let production = format!("URL-with-{kind}-base");
        assert_eq!(written.compare(of_parser(&production)).unwrap().left_only, None, "{kind}");
        let silent = of_parser(&format!("{production}-without-validation-error"));
        let comparison = silent.compare(written).unwrap();
        assert_eq!((comparison.relation, comparison.right_only), (Relation::Wider, None), "{kind}");
        assert_eq!(comparison.left_only.as_deref(), Some(witness), "{kind}");
        let ascii = abnf("*%x00-7F");
        let [left, right] = [&silent, &written].map(|language| language.intersection(&ascii).unwrap());
        assert_eq!(left.compare(&right).unwrap().relation, Relation::Equal, "{kind}");
    }
}

/// The components of what may be written with a base are those that the writing implies; what it
/// leaves out, comes from the base.
#[test]
fn valid_references_have_the_components_that_they_were_written_with() {
    for Kind { name: kind, bases, .. } in KINDS {
        let production = format!("valid-URL-string-with-{kind}-base");
        let written = valid::language(&production);
        let relative = written.difference(self::written()).unwrap();
        let spans = Grammar::WhatwgValid
            .spans_of(&production, [Component::Host, Component::Port, Component::Query, Component::Fragment]);
        let spans = spans.unwrap();
        let records = WithBases::new(bases);
        let suite = sampled(relative.suite().unwrap().take(share(20_000, 4)), 17)
            .filter(|vector| vector.valid)
            .map(|vector| vector.input);
        for text in suite.chain(relative.sample(704).take(share(5_000, 10))) {
            let [host, port, query, fragment] =
                spans.each_ref().map(|spans| spans.in_string(&text).unwrap().map(|span| text[span].to_owned()));
            for (base, outcome) in records.0.iter().zip(records.outcomes(&text)) {
                let record = outcome.record.unwrap();
                assert_eq!(record.scheme, base.scheme, "{text:?}");
                let own_path = !text.is_empty() && !text.starts_with(['?', '#']);
                match &host {
                    // Addresses and domains are serialized in another form, and so is what is not
                    // US-ASCII.
                    Some(host) if kind == "other" && !host.starts_with('[') && host.is_ascii() => {
                        assert_eq!(record.host.as_ref(), Some(host), "{text:?}");
                    }
                    Some(_) => {}
                    None => assert_eq!((&record.host, record.port), (&base.host, base.port), "{text:?}"),
                }
                if let (Some(_), Some(port)) = (&host, &port) {
                    let port = port.trim_start_matches('0').parse::<u16>().ok().or((!port.is_empty()).then_some(0));
                    assert!(record.port == port || record.port.is_none(), "{text:?}");
                }
                let of_base = if own_path { &None } else { &base.query };
                assert_eq!(record.query.is_some(), query.is_some() || of_base.is_some(), "{text:?}");
                if !own_path {
                    assert_eq!(record.path, base.path, "{text:?}");
                }
                assert_eq!(record.fragment.is_some(), fragment.is_some(), "{text:?}");
            }
        }
    }
}

/// Every string that may be written is accepted, and its components are those that the writing
/// implies.
#[test]
fn valid_urls_have_the_components_that_they_were_written_with() {
    let comparison = written().compare(&URL).unwrap();
    assert_eq!((comparison.relation, comparison.left_only), (Relation::Narrower, None));
    let theirs = Grammar::WhatwgValid.spans_of("valid-URL-string-without-base", Component::ALL).unwrap();
    for (component, theirs) in Component::ALL.into_iter().zip(theirs) {
        let found =
            Differential::shortest(&theirs, spans(Grammar::Whatwg, component), SpanComparison::default()).unwrap();
        assert_eq!(found, None, "{component}");
    }
}

/// Both definitions are equal, but for a domain that is not US-ASCII in front of a number: whether
/// the whole is an address, only Unicode's processing knows.
#[test]
fn the_two_definitions_differ_in_unexamined_domains_alone() {
    let (silent, written) = (silent(), written());
    let comparison = silent.compare(written).unwrap();
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
    assert_eq!(silent.difference(written).unwrap().compare(&doubtful).unwrap().relation, Relation::Equal);
}

/// So the standard's definitions differ: UTS 46 maps these domains to addresses. The parser reads
/// them without an error, and no term of "Host writing" covers them: they end in a number, and are
/// not four numbers of ASCII digits.
#[test]
fn an_invalid_address_may_be_read_without_an_error() {
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
