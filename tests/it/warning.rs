//! What the security sections warn of, and what the documents ask to forgive.

use uri_lineage::Grammar::{
    self, Rfc1630, Rfc1738, Rfc1808, Rfc2396, Rfc2732, Rfc3986, Rfc3987, Uri1997, UrlDraft02, UrlDraft03,
};
use uri_lineage::{Forgiven, Warning, forgive, warnings};

#[track_caller]
fn warned(grammar: Grammar, url: &str) -> Vec<Warning> {
    warnings(&grammar.parse(url).unwrap())
}

/// "The use of URLs containing passwords that should be secret is clearly unwise" (RFC 1738,
/// section 6; the drafts alike).
#[test]
fn passwords_are_warned_of() {
    for grammar in [UrlDraft02, UrlDraft03, Rfc1738, Rfc1808, Uri1997, Rfc2396, Rfc2732, Rfc3986] {
        assert_eq!(warned(grammar, "ftp://user:pass@host/a"), [Warning::Password], "{grammar}");
        assert_eq!(warned(grammar, "ftp://user@host/a"), [], "{grammar}");
    }
    // "Security issues are not discussed in this memo."
    assert_eq!(warned(Rfc1630, "ftp://user:pass@host/a"), []);
}

/// "Caution should be used when using any URL which specifies a port number other than the default
/// for the protocol".
#[test]
fn unusual_ports_are_warned_of() {
    let smtp = Warning::Port { port: 25, default: 70 };
    for grammar in [UrlDraft03, Rfc1738, Rfc1808, Uri1997, Rfc2396, Rfc2732, Rfc3986] {
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
fn encoded_delimiters_are_warned_of() {
    let delimiter = |octet, offset| Warning::Delimiter { octet, offset };
    assert_eq!(warned(Rfc1738, "telnet://u%0D%0Ax@h/"), [delimiter(13, 10), delimiter(10, 13)]);
    assert_eq!(warned(Rfc1738, "ftp://h/a%09%00"), [delimiter(9, 9), delimiter(0, 12)]);
    assert_eq!(warned(Rfc1738, "gopher://h/7a%09b"), []);
    let form = "gopher://h/0a%09%09+%091%0D%0A+-1%0D%0Aone%0D%0A.%0D%0A";
    assert_eq!(warned(Rfc1738, form), []);
    assert_eq!(warned(Rfc1738, "gopher://h/0a%0A"), [delimiter(10, 13)]);
    assert_eq!(warned(UrlDraft03, "prospero://h/a%001"), []);
}

/// RFC 3986, 7.4: "many implementations allow dotted forms of three numbers", "some use of octal
/// and hexadecimal".
#[test]
fn rare_forms_of_addresses_are_warned_of() {
    for host in
        ["127.1", "0x7f.1", "2130706433", "0177.0.0.1", "127.0.0.1.", "1.2.3", "256.1.1.1", "01.1.1.1", "127.0.0.%31"]
    {
        assert_eq!(warned(Rfc3986, &format!("http://{host}/")), [Warning::RareAddress], "{host}");
    }
    for host in ["127.0.0.1", "[::1]", "a.1", "1a", "0x", "1.2.3.4.5", "", "1..2", "0x7g"] {
        assert_eq!(warned(Rfc3986, &format!("http://{host}/")), [], "{host}");
    }
    assert_eq!(Warning::RareAddress.section(Rfc3986), Some("7.4"));
    assert_eq!(warned(Rfc2396, "http://127.1/"), []);
}

/// RFC 3986, 7.6, by its own example.
#[test]
fn misleading_user_information() {
    let uri = "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm";
    assert_eq!(warned(Rfc3986, uri), [Warning::Misleading]);
    assert_eq!(warned(Rfc3986, "ftp://a.b:c@h/"), [Warning::Password, Warning::Misleading]);
    for user in ["anonymous", "a..b", ".a", "", "a.b.", "%61.b"] {
        assert_eq!(warned(Rfc3986, &format!("ftp://{user}@h/")), [], "{user}");
    }
}

/// RFC 3986, section 4.2: a first segment with a colon "would be mistaken for a scheme name". What
/// the warning advises is read as a host, or as a path.
#[test]
fn hosts_that_are_read_as_schemes() {
    for url in ["host:80", "localhost:8080/a", "a.b:1", "h:65535/?q#f"] {
        for grammar in [Rfc2396, Rfc2732, Rfc3986, Rfc3987] {
            assert_eq!(warned(grammar, url), [Warning::HostAsScheme], "{grammar}: {url}");
            for start in ["//", "./"] {
                let text = [start, url].concat();
                assert_eq!(warned(grammar, &text), [], "{grammar}: {text}");
                let parsed = grammar.parse(&text).unwrap();
                assert_eq!(parsed.value().components().port.is_some(), start == "//", "{grammar}: {text}");
            }
        }
    }
    for url in ["tel:112", "host:a", "host:80a", "host:0", "host:65536", "host:", "http://h:80/1", "x:/80", "80"] {
        assert!(!warned(Rfc3986, url).contains(&Warning::HostAsScheme), "{url}");
    }
}

#[test]
fn files_on_other_hosts() {
    assert_eq!(warned(Rfc1738, "file://host/a"), [Warning::FileHost]);
    assert_eq!(warned(Rfc1738, "file://localhost/a"), []);
    assert_eq!(warned(Rfc1738, "file:///a"), []);
}

/// "programs interpreting URLs should treat upper case letters as equivalent to lower case in
/// scheme names" (RFC 1738, section 2.1); "the prefix "URL:" (with or without a trailing space)"
/// (the URI draft of 1997, Appendix B).
#[test]
fn case_of_schemes_and_prefixes_are_forgiven() {
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

#[test]
fn formatting_characters_of_bidirectional_text() {
    let iri = "http://a/\u{202E}b\u{200F}";
    let found = |character, offset| Warning::Formatting { character, offset };
    assert_eq!(warned(Rfc3987, iri), [found('\u{202E}', 9), found('\u{200F}', 13)]);
    assert_eq!(found('\u{202E}', 9).section(Rfc3987), Some("4.1"));
    assert_eq!(
        found('\u{202E}', 9).to_string(),
        "the character U+202E at byte 9 changes the order in which the URL is shown"
    );
    // Their escapes do not.
    assert_eq!(warned(Rfc3987, "http://a/%E2%80%AE\u{5D0}"), []);
}
