//! The library's parser of URL records, held to the algorithms of the standard, to the grammar, and
//! to the web-platform-tests.

use std::cell::Cell;

#[cfg(feature = "idna")]
use uri_lineage::whatwg::UrlError;
use uri_lineage::whatwg::{Url, ValidationError};

use crate::common::{at_most, sampled, share, short_strings};
use crate::whatwg::grammar::{URL, beginning};
use crate::whatwg::standard::{Record, parse, parse_with};
use crate::whatwg::verdicts::is_outside;
#[cfg(feature = "idna")]
use crate::whatwg::wpt;

/// Bases of each kind: special, file, not special, with and without a host, opaque.
pub const BASES: [&str; 19] = [
    "http://h/p?q",
    "https://u:p@h:1/a/b",
    "ws://h",
    "wss://h/..",
    "ftp://h/C:/",
    "http://u@h",
    "file:///p?q#f",
    "file:///C:/a/b",
    "file://h/C:",
    "file://h/x/y",
    "a:/p",
    "b://h/p?q",
    "c://h",
    "d:///",
    "a-1:/C:/",
    "a:/.//p/q",
    "a:p",
    "b:#f",
    "c:x/y?q",
];

/// The members of a record of the library, as those of the test's own.
fn members(url: &Url) -> Record {
    Record {
        scheme: url.scheme().to_owned(),
        username: url.username().to_owned(),
        password: url.password().to_owned(),
        host: url.host_str().map(str::to_owned),
        port: url.port(),
        path: url.path().to_owned(),
        query: url.query().map(str::to_owned),
        fragment: url.fragment().map(str::to_owned),
        unexamined: false,
    }
}

/// Compares the results for a text, and a base. Returns whether the parser fails.
fn compare(text: &str, base: Option<&str>) -> bool {
    let own_base = base.map(|base| Url::parse(base).unwrap());
    let base = base.map(|base| parse(base).record.unwrap());
    let expected = parse_with(text, base.as_ref());
    let (url, errors) = Url::parse_with_errors(text, own_base.as_ref());
    let alone = match &own_base {
        None => Url::parse(text),
        Some(base) => Url::parse_with_base(text, base),
    };
    assert_eq!(alone, url, "{text:?}");
    let shown = || format!("{text:?} {base:?}");
    match (&url, &expected.record) {
        (Ok(url), Some(record)) if !record.unexamined => assert_eq!(members(url), *record, "{}", shown()),
        (Ok(url), Some(_)) => serialises(url),
        (Err(_), Some(record)) => assert!(record.unexamined, "{}: {url:?}", shown()),
        (Err(error), None) => {
            assert!(error.offset <= text.len() && text.is_char_boundary(error.offset), "{error:?}: {}", shown());
            assert_eq!(errors.last().map(|last| last.error), Some(error.error), "{}", shown());
        }
        (Ok(_), None) => panic!("accepted: {}", shown()),
    }
    // What a label beyond US-ASCII, or one that begins with `xn--`, stands for, the test does not
    // know.
    let is_examined = expected.record.as_ref().is_none_or(|record| !is_outside(record)) && !text.contains("xn--");
    if is_examined && (text.is_ascii() && !text.contains('%') || url.is_ok()) {
        let names: Vec<&str> = errors.iter().map(|error| error.error.name()).collect();
        assert_eq!(names, expected.errors, "{}: {errors:?}", shown());
    }
    if let Ok(url) = &url {
        serialises(url);
    }
    url.is_err()
}

/// A serialization is parsed to the same record, by whatever base, and without an error about its
/// form.
fn serialises(url: &Url) {
    let again = Url::parse(url.as_str()).unwrap_or_else(|error| panic!("{url:?}: {error}"));
    assert_eq!(format!("{again:?}"), format!("{url:?}"));
    for base in ["https://b/c/d", "file:///C:/x", "a:b", "a://h/i"] {
        let with_base = Url::parse_with_base(url.as_str(), &Url::parse(base).unwrap());
        assert_eq!(with_base.as_ref(), Ok(url), "{base}");
    }
    assert!(url.as_str().is_ascii() || url.host_str().is_some_and(|host| !host.is_ascii()), "{url:?}");
}

#[test]
fn suites_members_and_short_strings_without_a_base() {
    let (count, failures) = (Cell::new(0), Cell::new(0));
    let check = |text: &str| {
        count.set(count.get() + 1);
        failures.set(failures.get() + usize::from(compare(text, None)));
    };
    // The length of numbers, of addresses and of paths: the greatest for the scheme that treats them otherwise.
    for (scheme, longest) in [("http:", [6, 7, 5]), ("file:", [5, 5, 6]), ("a:", [5, 5, 5])] {
        let [numbers, addresses, paths] = longest;
        let suite = URL.intersection(&beginning(scheme)).unwrap();
        sampled(suite.suite().unwrap().take(at_most(20_000)), 31).for_each(|vector| check(&vector.input));
        for text in sampled(short_strings("/\\:@?#.|a1% \t\u{e9}", 4), 61) {
            check(&format!("{scheme}{text}"));
            check(&format!("{scheme}//{text}"));
        }
        sampled(short_strings("01x.:%\u{ff11}", numbers), 127).for_each(|text| check(&format!("{scheme}//{text}")));
        sampled(short_strings("0:1.f]", addresses), 257).for_each(|text| check(&format!("{scheme}//[{text}]")));
        sampled(short_strings("/.C:|%2e", paths), 127).for_each(|text| check(&format!("{scheme}/{text}")));
    }
    URL.sample(61).take(share(50_000, 25)).for_each(|text| check(&text));
    URL.near_misses(61).take(share(50_000, 25)).for_each(|text| check(&text));
    println!("{} texts, {} refused", count.get(), failures.get());
    assert!(failures.get() > 1_000 && count.get() > failures.get() + 1_000);
}

#[test]
fn short_references_with_each_base() {
    let references = short_strings("a1:/\\?#|@.%C\t", 3).collect::<Vec<_>>();
    for base in BASES {
        let scheme = base.split(':').next().unwrap();
        for text in sampled(&references, 41) {
            for front in ["", "//", "/C|", "http:", "file:", "a:", &format!("{scheme}:")] {
                compare(&format!("{front}{text}"), Some(base));
            }
        }
    }
}

/// Whether a domain of US-ASCII has a label that stands for other characters.
#[cfg(feature = "idna")]
fn is_punycode(url: &Result<Url, UrlError>) -> bool {
    let host = url.as_ref().ok().and_then(Url::host_str).unwrap_or_default();
    host.split('.').any(|label| label.starts_with("xn--"))
}

/// Both directions: no case fails that must not, and none is read otherwise.
#[test]
#[cfg(feature = "idna")]
fn all_members_are_those_of_the_web_platform_tests() {
    let Some(cases) = wpt::file() else { return };
    let (mut compared, mut wrong) = (0, Vec::new());
    for case in &cases {
        let (text, base) = (case["input"].as_str().unwrap(), case["base"].as_str());
        let url = match base.map(Url::parse) {
            None => Url::parse(text),
            Some(Ok(base)) => Url::parse_with_base(text, &base),
            Some(Err(error)) => Err(error),
        };
        compared += 1;
        let right = match &url {
            Err(_) => case["failure"] == true,
            Ok(url) => {
                let origin = url.origin().unwrap_or_else(|| "null".to_owned());
                let is_origin = case["origin"].is_null() || case["origin"] == *origin;
                let all = wpt::members(&members(url));
                case["href"] == *url.as_str() && is_origin && all.iter().all(|(name, text)| case[*name] == **text)
            }
        };
        if is_punycode(&url) {
            // The parser once refused these domains; the standard now gives the reason for which it
            // does not (section 3.3, the note on web compatibility).
            assert!(case["failure"] == true || right, "{text:?}");
        } else if !right {
            wrong.push(format!("{text:?} with {base:?}: {url:?}"));
        }
    }
    assert!(compared > 0 && wrong.is_empty(), "{compared}: {wrong:#?}");
}

#[test]
fn errors_have_the_names_of_the_standard() {
    for (text, error, offset) in [
        ("https://example.com<a", ValidationError::DomainToAscii, 19),
        ("http://[localhost]/", ValidationError::Ipv6InvalidCodePoint, 8),
        (" \thttp://a\n:b", ValidationError::PortInvalid, 12),
        ("http://a:65536/", ValidationError::PortOutOfRange, 9),
        ("b://@", ValidationError::HostMissing, 5),
        ("b://a:\\x", ValidationError::PortInvalid, 6),
        ("http://1.2.3.4.5/", ValidationError::Ipv4TooManyParts, 7),
        ("/a", ValidationError::MissingSchemeNonRelativeUrl, 0),
    ] {
        let found = Url::parse(text).unwrap_err();
        assert_eq!((found.error, found.offset), (error, offset), "{text}");
    }
}

/// Offsets count what is removed in front of them, and nothing after the URL.
#[test]
fn offsets_are_those_of_the_whole_input() {
    for (text, offset) in [("ht\ttp://\n", 8), ("http://\n", 7), ("  ht\r\ntp://[::g]", 14), ("\t\t:", 2)] {
        assert_eq!(Url::parse(text).unwrap_err().offset, offset, "{text:?}");
    }
}

/// A megabyte takes a moment, whatever is in it.
#[test]
fn hostile_inputs_take_linear_time() {
    let length = 1 << 20;
    let pieces = ["blob:", "<", "/", "@", "..", "../", "%2e/", "[", ":", "0.", "\u{e9}", "%", "\t<", "?", "#", "a."];
    for piece in sampled(pieces, 5) {
        for front in ["", "http://", "http://a/\t", "a:", "a://", "file:", "\t "] {
            let text = format!("{front}{}", piece.repeat(length / piece.len()));
            let (url, _) = Url::parse_with_errors(&text, None);
            if let Ok(url) = url {
                url.origin();
                assert_eq!(Url::parse(url.as_str()).as_ref(), Ok(&url));
            }
        }
    }
}
