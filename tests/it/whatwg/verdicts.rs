//! Which inputs are accepted: by the grammar, by the standard's algorithms, by the crate `url`.

use std::collections::BTreeMap;

use regular_bnf::{Language, Relation};
use uri_lineage::{Grammar, Reading};

use crate::common::{at_most, sampled, share, short_strings};
use crate::whatwg::code_points::is_special;
use crate::whatwg::grammar::{PEST, URL, beginning};
use crate::whatwg::standard::{Outcome, Record, parse};

/// Why the crate `url` accepts what the standard refuses; all are defects of the crate.
const DEFECTS: [(&str, &str); 2] = [
    ("the crate forgets credentials that are empty, and accepts an empty host behind them", "a://@"),
    ("a port of a URL that is not special may be followed by `\\`", "a://a:\\"),
];

/// The defect by which the crate differs.
fn defect(outcome: &Outcome) -> &'static str {
    match outcome.errors.last() {
        Some(&"host-missing") => DEFECTS[0].0,
        Some(&"port-invalid") => DEFECTS[1].0,
        _ => "unknown",
    }
}

/// Whether the verdict depends on Unicode's IDNA processing. The crate follows an older text, in
/// which it also applies to domains of US-ASCII with a label that begins with `xn--`.
pub fn is_outside(record: &Record) -> bool {
    let host = record.host.as_deref().unwrap_or_default();
    record.unexamined || is_special(&record.scheme) && host.split('.').any(|label| label.starts_with("xn--"))
}

/// Texts on which the grammar and implementations were asked.
#[derive(Debug, Default)]
struct Asked {
    count: usize,
    accepted: usize,
    outside: usize,
    /// Where `url` differs from the standard.
    differ: BTreeMap<&'static str, Vec<String>>,
}

impl Asked {
    fn text(&mut self, text: &str) {
        self.count += 1;
        let outcome = parse(text);
        let accepts = URL.contains(text);
        assert_eq!(accepts, outcome.record.is_some(), "{text:?}: {outcome:?}");
        self.accepted += usize::from(accepts);
        if outcome.record.as_ref().is_some_and(is_outside) {
            self.outside += 1;
        } else if accepts != url::Url::parse(text).is_ok() {
            self.differ.entry(defect(&outcome)).or_default().push(text.to_owned());
        }
    }

    fn texts(&mut self, texts: impl IntoIterator<Item = String>) {
        texts.into_iter().for_each(|text| self.text(&text));
    }

    /// Each difference is one of the listed defects.
    fn check(&self) {
        for (reason, texts) in &self.differ {
            assert!(DEFECTS.iter().any(|(name, _)| name == reason), "{reason}: {:?}", &texts[..texts.len().min(30)]);
        }
        let differ: Vec<_> = self.differ.iter().map(|(reason, texts)| (reason, texts.len())).collect();
        println!("{} texts, {} accepted, {} unexamined, {differ:?}", self.count, self.accepted, self.outside);
    }
}

#[test]
fn defects_of_the_crate() {
    for (reason, text) in DEFECTS {
        let outcome = parse(text);
        assert!(outcome.record.is_none() && url::Url::parse(text).is_ok() && !URL.contains(text), "{text}");
        assert_eq!(defect(&outcome), reason);
    }
    // An older text than this one: a domain of US-ASCII is never decoded.
    for text in ["http://xn--a", "http://xn--", "http://XN--0"] {
        assert!(URL.contains(text) && parse(text).record.is_some_and(|record| is_outside(&record)), "{text}");
        assert!(url::Url::parse(text).is_err(), "{text}");
    }
}

/// Where the line to Unicode's processing is drawn: what it may accept is accepted, and what it
/// never does is refused.
#[test]
fn domains_beyond_ascii_are_accepted_unexamined() {
    let crate_accepts = |text: &str| url::Url::parse(text).is_ok();
    for text in ["http://\u{e9}", "ws://\u{ff11}.1", "http://a<\u{338}", "file://a%3e%CC%B8", "http://\u{ff10}x.%C2%b2"]
    {
        assert!(URL.contains(text) && crate_accepts(text), "{text}");
    }
    for text in ["http://\u{e9}.1", "http://\u{e9}<", "http://\u{ad}", "http://\u{fdd0}"] {
        assert!(URL.contains(text) && !crate_accepts(text), "{text}");
    }
    for text in [
        "http://\u{e9} ",
        "http://\u{e9}%7C",
        "file://\u{e9}^",
        "http://%FF",
        "http://%C3a",
        "http://%ED%A0%80",
        "http://\u{e9}%EF%bf%BD",
    ] {
        let text = &format!("{text}/");
        assert!(!URL.contains(text) && !crate_accepts(text), "{text}");
    }
}

/// The complete conformance suite of the automaton, for each kind of scheme.
fn suite(scheme: &str, others: &[&str]) {
    let mut asked = Asked::default();
    let own = URL.intersection(&beginning(scheme)).unwrap();
    for (number, vector) in sampled(own.suite().unwrap().take(at_most(10_000)), 31).enumerate() {
        asked.text(&vector.input);
        // Other schemes of this kind, in other cases.
        if number % 64 == 0 {
            asked.texts(others.iter().map(|other| vector.input.replacen(scheme, other, 1)));
        }
    }
    asked.check();
    println!("{scheme} {} states", own.states());
}

#[test]
fn the_suite_of_special_schemes() {
    suite("http:", &["HTTPS:", "Ws:", "wSS:", "ftp:"]);
}

#[test]
fn the_suite_of_files() {
    suite("file:", &["FILE:"]);
}

#[test]
fn the_suite_of_other_schemes() {
    suite("a:", &["httpss:", "fil:", "w:", "B+-.9:"]);
}

#[test]
fn strings_have_the_verdicts_of_the_algorithms_and_the_crate() {
    let mut asked = Asked::default();
    asked.texts(URL.sample(2026).take(share(100_000, 60)));
    asked.texts(URL.near_misses(2026).take(share(100_000, 60)));
    asked.texts(URL.members().take(share(20_000, 30)));
    for scheme in ["http:", "file:", "a:"] {
        for text in sampled(short_strings("/\\:@?[].|a1% \t\u{e9}", 4), 127) {
            asked.text(&format!("{scheme}{text}"));
        }
        for text in sampled(short_strings("/:@a", 8), 127) {
            asked.text(&format!("{scheme}{text}"));
        }
        for text in sampled(short_strings("0x.7%2E", 5), 127) {
            asked.text(&format!("{scheme}//{text}"));
        }
        for text in sampled(short_strings(":.1", 9), 127) {
            asked.text(&format!("{scheme}//[{text}]"));
        }
    }
    for text in sampled(short_strings("htp:/a+F", 5), 127) {
        asked.text(&text);
    }
    asked.check();
}

/// Each code point of US-ASCII, and some beyond, as itself and percent-encoded, in each component.
#[test]
fn each_code_point_in_each_component() {
    let mut asked = Asked::default();
    let beyond = [
        '\u{80}',
        '\u{a0}',
        '\u{d7ff}',
        '\u{e000}',
        '\u{fdd0}',
        '\u{fffc}',
        '\u{fffd}',
        '\u{fffe}',
        '\u{10000}',
        '\u{10ffff}',
    ];
    for c in ('\0'..='\u{7f}').chain(beyond) {
        let mut bytes = [0; 4];
        let escaped: String = c.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02x}")).collect();
        for part in [c.to_string(), escaped.clone(), escaped.to_uppercase()] {
            for place in [
                "{}",
                "a{}",
                "h://{}",
                "h:{}",
                "h:/{}",
                "h://a:{}",
                "h://{}@a",
                "h://a{}a",
                "h://[::{}]",
                "h://a?{}",
                "h:#{}",
            ] {
                let text = place.replace("{}", &part);
                asked.texts(["", "ttps"].map(|rest| text.replacen('h', &format!("h{rest}"), 1)));
                asked.text(&text.replacen('h', "file", 1));
            }
        }
    }
    asked.check();
}

/// Numbers near their limits, in each base, in each place of an address.
#[test]
fn addresses_near_their_limits() {
    let mut asked = Asked::default();
    let near = [0u64, 8, 1 << 8, 1 << 16, 1 << 24, 1 << 32, 1 << 33, 1 << 40];
    let numbers = near.iter().flat_map(|&it| (it.saturating_sub(2)..it + 2).chain([it / 10, it * 10]));
    for number in numbers {
        for part in [
            format!("{number}"),
            format!("0{number:o}"),
            format!("000{number:o}"),
            format!("0x{number:x}"),
            format!("0X00{number:X}"),
        ] {
            for before in ["", "0.", "255.", "256.", "1.0377.", "1.2.3.", "1.2.3.4.", "a.", "..", "%30%2e"] {
                for after in ["", ".", "..", ".a", ".0", ".0x.1", "%2E", ":1", "@"] {
                    asked.text(&format!("http://{before}{part}{after}"));
                    asked.text(&format!("file://{before}{}{after}", part.replace('3', "%33").replace('x', "%78")));
                }
            }
        }
    }
    asked.check();
}

/// An IPv6 address is written as in RFC 3986.
#[test]
fn an_ipv6_address_is_that_of_rfc_3986() {
    let theirs = Language::new(Grammar::Rfc3986.bnf(Reading::Corrected), "IPv6address").unwrap();
    let ours = Language::from_pest(PEST, "IPv6_address").unwrap();
    assert_eq!(ours.compare(&theirs).unwrap().relation, Relation::Equal);
}
