//! The messages, at least three a scheme in every generation that has it.

use std::fmt::Write;

use crate::common::{assert_snapshot, examples, short_strings};
use uri_lineage::{Advice, Grammar, Reason, rfc1630, rfc1738, rfc2396, rfc3986};

/// Inputs by what is wrong with them, for every grammar.
const REFUSED: &[(&str, &[&str])] = &[
    ("scheme", &["", "x", "^", "HTTP://a/", "nxtp:a", "http", "http^:", "é:a"]),
    (
        "http",
        &[
            "http://",
            "http://a:http/",
            "http://a/~b",
            "http://a/?",
            "http://a/b c",
            "http://a/%zz",
            "http://a/%",
            "http://a/b?c#d^",
        ],
    ),
    (
        "ftp",
        &["ftp://", "ftp://a", "ftp://a@/b", "ftp://a/b;type=", "ftp://a/b;type=x", "ftp://a/b;type=L", "ftp://a/\\b"],
    ),
    ("gopher", &["gopher:a", "gopher://h/1a\tb", "gopher://h:7o/1", "gopher://h/1[", "gopher:///"]),
    ("mailto", &["mailto:", "mailto:a", "mailto:a@", "mailto:a@1", "mailto:<a@b>"]),
    ("mid", &["mid:", "mid:a", "mid:a@[1]", "mid:a@1"]),
    ("cid", &["cid:", "cid:@a", "cid:a@1.2.3", "cid:a{b"]),
    ("news", &["news:", "news:**", "news:a b", "news:12@", "news:1", "news:12345667123%asdghfh@info.cern.ch"]),
    ("nntp", &["nntp:", "nntp:a", "nntp:a/b", "nntp://h/", "nntp:a/1/"]),
    ("telnet", &["telnet:", "telnet://", "telnet://h/x", "telnet://a:b@", "telnet://h\u{7f}"]),
    ("wais", &["wais://h", "wais://h/", "wais://h/d/t", "wais://h/d/t/1", "wais://h/d/t/1=a", "wais://h/d?a|b"]),
    ("prospero", &["prospero://", "prospero://h", "prospero://h/a;b", "prospero://h//a", "prospero://h/a#b"]),
    ("file", &["file:", "file://h", "file://h/a b", "file:///a\u{0}b"]),
    ("urn", &["urn:", "urn:a:b^", "urn:a:b&c^"]),
];

#[test]
fn messages_are_the_recorded_ones() {
    for grammar in Grammar::all() {
        let mut text = String::new();
        for (scheme, inputs) in REFUSED {
            for input in *inputs {
                if let Err(error) = grammar.parse(input) {
                    writeln!(text, "[{scheme}] {input:?}\n{}\n", error.report(input)).unwrap();
                }
            }
        }
        assert_snapshot(&format!("errors-{grammar}"), &text);
    }
}

/// By its general syntax RFC 1738 accepts most strings that a scheme's own production refuses; here
/// only `url` is tried.
#[test]
fn messages_of_the_production_url_are_the_recorded_ones() {
    let mut text = String::new();
    for (scheme, inputs) in REFUSED {
        for input in *inputs {
            if let Err(error) = rfc1738::Url::parse(input) {
                writeln!(text, "[{scheme}] {input:?}\n{}\n", error.report(input)).unwrap();
            }
        }
    }
    assert_snapshot("errors-rfc1738-url", &text);
}

#[test]
fn the_production_asked_for_is_the_one_that_refuses() {
    let error = rfc1738::Url::parse("http:foo").unwrap_err();
    assert_eq!(error.to_string(), "rfc1738: `httpurl` refuses `f` at byte 5: expected `/`; `genericurl` accepts it");
    let error = rfc1738::GenericUrl::parse("http://a/~").unwrap_err();
    assert_eq!(error.production(), "genericurl");
    let error = rfc1630::FragmentAddress::parse("a:b#").unwrap_err();
    assert_eq!(
        error.to_string(),
        "rfc1630-generic: `fragmentaddress` refuses the end at byte 4: expected `fragmentid` (`xalpha`); `a` would complete it"
    );
    let error = rfc2396::UriReference::parse_1997("a b").unwrap_err();
    assert_eq!((error.production(), error.offset()), ("URI-reference", 1));
    let error = Grammar::Rfc1738.production("hostport").unwrap().parse("www.w3.org:").unwrap_err();
    assert_eq!(
        error.to_string(),
        "rfc1738: `hostport` refuses the end at byte 11: expected `port`, a digit; `0` would complete it"
    );
}

/// The error of a struct of one kind of URL is that of its production, also where another production
/// gets further, or accepts the text.
#[test]
fn a_struct_of_one_kind_refuses_with_its_own_production() {
    macro_rules! refuse_as {
        ($($grammar:ident $production:literal $type:path;)*) => {$({
            type Struct<'i> = $type;
            let production = Grammar::$grammar.production($production).unwrap();
            let short = short_strings(":/a.", 4);
            for text in examples().map(|example| example.text.to_owned()).chain(short) {
                let error = Struct::parse(&text).err();
                assert_eq!(error, production.parse(&text).err(), "{text}");
                let Some(error) = error else { continue };
                assert_eq!(error.production(), $production, "{text}");
                // Nothing with a colon in front of the place lacks a scheme.
                assert!(error.reason() != Reason::NoScheme || !text[..error.offset()].contains(':'), "{text}");
                if let Some(Advice::OtherScheme(scheme)) = error.advice() {
                    assert!($production.starts_with(scheme.as_str()) && !text.starts_with(&format!("{scheme}:")), "{text}");
                }
            }
        })*};
    }
    refuse_as! {
        Rfc1738 "httpurl" rfc1738::HttpUrl<'i>;
        Rfc1738 "ftpurl" rfc1738::FtpUrl<'i>;
        Rfc1738 "newsurl" rfc1738::NewsUrl<'i>;
        Rfc1738 "nntpurl" rfc1738::NntpUrl<'i>;
        Rfc1738 "telneturl" rfc1738::TelnetUrl<'i>;
        Rfc1738 "gopherurl" rfc1738::GopherUrl<'i>;
        Rfc1738 "waisurl" rfc1738::WaisUrl<'i>;
        Rfc1738 "mailtourl" rfc1738::MailtoUrl<'i>;
        Rfc1738 "fileurl" rfc1738::FileUrl<'i>;
        Rfc1738 "prosperourl" rfc1738::ProsperoUrl<'i>;
        Rfc1738 "genericurl" rfc1738::GenericUrl<'i>;
        Rfc3986 "URI" rfc3986::Uri<'i>;
    }
    let error = rfc1738::GopherUrl::parse("http://host/").unwrap_err();
    assert_eq!(error.to_string(), "rfc1738: `gopherurl` refuses `h` at byte 0: its scheme is `gopher`");
    assert_eq!(error.plain().to_string(), "the scheme is not `gopher`, at byte 0 (RFC 1738)");
}

#[test]
fn a_report_shows_a_long_input_in_part() {
    let input = format!("http://a/{}^{}", "b".repeat(1000), "c".repeat(1000));
    let error = rfc1738::Url::parse(&input).unwrap_err();
    let report = error.report(&input).to_string();
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines[1], format!("  | ...{}^{}...", "b".repeat(60), "c".repeat(59)));
    assert_eq!(lines[2].find('^'), lines[1].find('^'));
}
