//! Equivalence and normal forms, by the documents' own examples.

mod common;

use uri_lineage::Grammar::{self, Rfc1630, Rfc1738, Uri1997, UrlDraft02, UrlDraft03};
use uri_lineage::normal::{Equivalence, Rule, same_by};

const PATH: &str = "http://info.cern.ch/albert/bertram/marie-claude";

#[track_caller]
fn normal(grammar: Grammar, url: &str) -> String {
    let normal = grammar.normalise(url).unwrap();
    // A normal form is its own.
    assert_eq!(grammar.normalise(&normal.text).unwrap().text, normal.text);
    normal.text
}

/// RFC 1630, "Conventional URI encoding scheme", Examples 1 to 3.
#[test]
fn rfc1630_encoding_levels() {
    let encoded = "http://info.cern.ch/albert/bertram/marie%2Dclaude";
    assert_eq!(Rfc1630.same(PATH, encoded), Ok(Equivalence::By(vec![Rule::Escape])));
    let slash = "http://info.cern.ch/albert/bertram%2Fmarie-claude";
    assert_eq!(Rfc1630.same(PATH, slash), Ok(Equivalence::Different { reserved: true }));
    for illegal in ["fxqn:/us/va/reston/cnri/ietf/24/asdf%*.fred", "news:12345667123%asdghfh@info.cern.ch"] {
        assert!(Rfc1630.normalise(illegal).is_err());
    }
    // "the reserved characters ... may NEVER be encoded and unencoded in this way"
    assert_eq!(normal(Rfc1630, "http://a/%2F%3F%23%3b%3D%2B%2A%21"), "http://a/%2F%3F%23%3B%3D%2B%2A%21");
    // Single and double dots are reserved as whole elements only.
    assert_eq!(normal(Rfc1630, "http://a/%2E%2e/x"), "http://a/%2E%2E/x");
    assert_eq!(normal(Rfc1630, "http://a/x%2Ehtml"), "http://a/x.html");
}

/// The URL draft of 1997, section 5, and the URI draft, section 2.4.2.
#[test]
fn uri1997_equivalence() {
    let by = |left, right| Uri1997.same(left, right).unwrap();
    assert_eq!(by("http://www.XEROX.com", "http://www.xerox.com"), Equivalence::By(vec![Rule::HostCase]));
    assert_eq!(by("http://a:80/", "http://a/"), Equivalence::By(vec![Rule::DefaultPort]));
    assert_eq!(by("http://a/%7euser", "http://a/~user"), Equivalence::By(vec![Rule::Escape]));
    assert_eq!(by("HTTP://a/", "http://a/"), Equivalence::By(vec![Rule::SchemeCase]));
    assert_eq!(by("http://a/%3a", "http://a/%3A"), Equivalence::By(vec![Rule::EscapeCase]));
    assert_eq!(by("http://a/b", "http://a/b"), Equivalence::Identical);
    assert_eq!(by("http://a/b", "http://a/B"), Equivalence::Different { reserved: false });
    assert_eq!(by("http://a:8080/", "http://a/"), Equivalence::Different { reserved: false });
    // The case of user information and path counts.
    assert_eq!(normal(Uri1997, "ftp://U@H.Org:21/P"), "ftp://U@h.org/P");
    // "%25" is data, whatever follows it.
    assert_eq!(normal(Uri1997, "http://a/%2541"), "http://a/%2541");
}

/// RFC 1738: what may be omitted, and characters that may be encoded.
#[test]
fn rfc1738_equivalence() {
    for (url, form) in [
        ("http://h:80/", "http://h"),
        ("gopher://h:70/1", "gopher://h"),
        ("gopher://h/1a", "gopher://h/1a"),
        ("telnet://u@h:23/", "telnet://u@h"),
        ("file://localhost/etc/motd", "file:///etc/motd"),
        ("ftp://h/%61%2Fb", "ftp://h/a%2Fb"),
        ("ftp://h/", "ftp://h/"),
        ("prospero://h:1525//pros/name", "prospero://h//pros/name"),
    ] {
        assert_eq!(normal(Rfc1738, url), form);
    }
    // The document says nothing of a host's case.
    assert_eq!(Rfc1738.same("http://A/", "http://a/"), Ok(Equivalence::Different { reserved: false }));
}

#[test]
fn first_generation_equivalence() {
    assert_eq!(normal(UrlDraft03, "URL:http://a:80/b"), "http://a/b");
    assert_eq!(normal(UrlDraft02, "gopher://a:70/0b"), "gopher://a/0b");
}

/// Each rule is one of a document, and a document that names none of a rule's sections has it not.
#[test]
fn rules_have_sections() {
    for grammar in Grammar::ALL {
        assert!(Rule::Escape.section(grammar).is_some(), "{grammar}");
        // RFC 1808 does not divide a net_loc.
        assert_eq!(Rule::DefaultPort.section(grammar).is_some(), grammar != Grammar::Rfc1808, "{grammar}");
        for example in common::examples() {
            let Ok(normal) = grammar.normalise(example.text) else { continue };
            assert!(normal.rules.iter().all(|rule| rule.section(grammar).is_some()), "{grammar} {}", example.text);
        }
    }
    for rule in Rule::ALL {
        assert!(Grammar::ALL.iter().any(|&grammar| rule.section(grammar).is_some()), "{rule}");
        assert_eq!(Rule::named(rule.name()), Some(vec![*rule]));
    }
}

/// RFC 3986, section 6.2.2: the two URIs "are equivalent according to the ladder", and each step does its own part.
#[test]
fn the_ladder_of_rfc_3986() {
    let parse = |text| Grammar::Rfc3986.parse(text).unwrap();
    let (left, right) = (parse("example://a/b/c/%7Bfoo%7D"), parse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d"));
    let by = |names: &[&str]| -> Vec<Rule> { names.iter().flat_map(|name| Rule::named(name).unwrap()).collect() };
    let all = ["case", "percent-encoding", "path-segments"];
    assert!(matches!(same_by(&left, &right, &by(&all)), Equivalence::By(_)));
    for left_out in all {
        let some: Vec<&str> = all.into_iter().filter(|name| *name != left_out).collect();
        assert!(matches!(same_by(&left, &right, &by(&some)), Equivalence::Different { .. }), "without {left_out}");
    }
    assert_eq!(same_by(&left, &right, &by(&["simple"])), same_by(&left, &right, &[]));
    for (uri, form) in [
        // Section 6.2.2.1.
        ("HTTP://www.EXAMPLE.com/", "http://www.example.com/"),
        ("http://[2001:DB8::A]/%aF", "http://[2001:db8::a]/%AF"),
        ("http://A%2fB/", "http://a%2Fb/"),
        // Section 6.2.2.2: only unreserved characters are decoded.
        ("http://a/%41%2D%7E%3A%2F", "http://a/A-~%3A%2F"),
        // A name that is an address is the address (section 2.3).
        ("http://%31.2.3.4/", "http://1.2.3.4/"),
        // Section 6.2.2.3, after its escapes are decoded; a relative reference keeps them.
        ("http://a/b/%2E%2E/c", "http://a/c"),
        ("../%2E/b", ".././b"),
        // What would begin an authority stays as it is.
        ("x:/..//a", "x:/..//a"),
        // Section 6.2.3.
        ("http://example.com", "http://example.com/"),
        ("http://example.com:/", "http://example.com/"),
        // A reference to another authority has no scheme, and may have a port.
        ("//example.com:/", "//example.com/"),
        ("http://example.com:80/", "http://example.com/"),
        ("http://example.com/?", "http://example.com/?"),
        ("mailto:Joe@Example.COM", "mailto:Joe@Example.COM"),
    ] {
        assert_eq!(normal(Grammar::Rfc3986, uri), form);
    }
}

/// RFC 2396, section 6; RFC 1808 has no such section, but RFC 1738's escapes.
#[test]
fn rfc_2396_and_rfc_1808() {
    assert_eq!(normal(Grammar::Rfc2396, "HTTP://www.XEROX.com:80/%7Ea/../%2e"), "http://www.xerox.com/~a/../%2E");
    assert_eq!(normal(Grammar::Rfc2732, "http://[::A]:80/"), "http://[::A]/");
    assert_eq!(normal(Grammar::Rfc1808, "HTTP://U%2du:80/%7ea"), "HTTP://U-u:80/%7Ea");
}

/// A segment of dots has a significance of its own in every path, in a list of fields too.
#[test]
fn dots_stay_escaped_in_the_fields_of_a_wais_document() {
    for grammar in [Grammar::UrlDraft03, Grammar::Rfc1630] {
        let url = "wais://a/b/c/1=d/%2E%2E;2=%2E;";
        assert_eq!(grammar.normalise(url).unwrap().text, url);
    }
}
