//! What the security sections warn of, and what the documents ask to forgive.

use uri_lineage::Grammar::{self, Rfc1630, Rfc1738, Uri1997, UrlDraft02, UrlDraft03};
use uri_lineage::{Forgiven, Warning, forgive, warnings};

#[track_caller]
fn warned(grammar: Grammar, url: &str) -> Vec<Warning> {
    warnings(&grammar.parse(url).unwrap())
}

/// "The use of URLs containing passwords that should be secret is clearly unwise" (RFC 1738, section 6; the drafts alike).
#[test]
fn passwords() {
    for grammar in [UrlDraft02, UrlDraft03, Rfc1738, Uri1997] {
        assert_eq!(warned(grammar, "ftp://user:pass@host/a"), [Warning::Password], "{grammar}");
        assert_eq!(warned(grammar, "ftp://user@host/a"), [], "{grammar}");
    }
    // "Security issues are not discussed in this memo."
    assert_eq!(warned(Rfc1630, "ftp://user:pass@host/a"), []);
}

/// "Caution should be used when using any URL which specifies a port number other than the default for the protocol".
#[test]
fn ports() {
    let smtp = Warning::Port { port: 25, default: 70 };
    for grammar in [UrlDraft03, Rfc1738, Uri1997] {
        assert_eq!(warned(grammar, "gopher://host:25/0a"), [smtp], "{grammar}");
        assert_eq!(warned(grammar, "gopher://host:70/0a"), [], "{grammar}");
    }
    assert!(smtp.to_string().contains("reserved"));
    assert!(!Warning::Port { port: 8080, default: 80 }.to_string().contains("reserved"));
    // Draft 02 does not speak of it.
    assert_eq!(warned(UrlDraft02, "gopher://host:25/0a"), []);
    assert_eq!(warned(Uri1997, "other://host:25/0a"), []);
}

/// "Care should be taken when URLs contain embedded encoded delimiters for a given protocol".
#[test]
fn delimiters() {
    let delimiter = |octet, offset| Warning::Delimiter { octet, offset };
    assert_eq!(warned(Rfc1738, "telnet://u%0D%0Ax@h/"), [delimiter(13, 10), delimiter(10, 13)]);
    assert_eq!(warned(Rfc1738, "ftp://h/a%09%00"), [delimiter(9, 9), delimiter(0, 12)]);
    assert_eq!(warned(Rfc1738, "gopher://h/7a%09b"), []);
    let form = "gopher://h/0a%09%09+%091%0D%0A+-1%0D%0Aone%0D%0A.%0D%0A";
    assert_eq!(warned(Rfc1738, form), []);
    assert_eq!(warned(Rfc1738, "gopher://h/0a%0A"), [delimiter(10, 13)]);
    assert_eq!(warned(UrlDraft03, "prospero://h/a%001"), []);
}

#[test]
fn files_on_other_hosts() {
    assert_eq!(warned(Rfc1738, "file://host/a"), [Warning::FileHost]);
    assert_eq!(warned(Rfc1738, "file://localhost/a"), []);
    assert_eq!(warned(Rfc1738, "file:///a"), []);
}

/// "programs interpreting URLs should treat upper case letters as equivalent to lower case in scheme names" (RFC 1738,
/// section 2.1); "the prefix "URL:" (with or without a trailing space)" (the URI draft of 1997, Appendix B).
#[test]
fn forgiven() {
    for (input, url, what) in [
        ("http://a/", "http://a/", &[][..]),
        ("HTTP://a/B", "http://a/B", &[Forgiven::SchemeCase]),
        ("url:http://a/", "http://a/", &[Forgiven::Prefix]),
        ("URL: Http://a/", "http://a/", &[Forgiven::Prefix, Forgiven::SchemeCase]),
        // What is no prefix and no scheme stays.
        ("url:x", "url:x", &[]),
        ("URL:/a", "url:/a", &[Forgiven::SchemeCase]),
        ("a/B:c", "a/B:c", &[]),
        ("\u{e9}rl:a:b", "\u{e9}rl:a:b", &[]),
        ("", "", &[]),
    ] {
        assert_eq!(forgive(input), (url.into(), what.to_vec()), "{input}");
    }
}
