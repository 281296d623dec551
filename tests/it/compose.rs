//! URLs built from plain parts.

use crate::common::examples;
use proptest::prelude::*;
use uri_lineage::Grammar::{
    self, Rfc1630, Rfc1738, Rfc1808, Rfc2396, Rfc2732, Rfc3986, Uri1997, UrlDraft02, UrlDraft03,
};
use uri_lineage::Octets;
use uri_lineage::compose::{Account, Authority, ComposeError, Endpoint, Item, Parts};

fn path(segments: &[&str]) -> Vec<Octets> {
    segments.iter().map(|&segment| segment.into()).collect()
}

fn endpoint() -> Endpoint {
    Endpoint::new("host.dom")
}

#[track_caller]
fn written(parts: &Parts, grammar: Grammar) -> String {
    parts.write(grammar).unwrap_or_else(|error| format!("error: {error}"))
}

/// Each part is escaped as its own production asks.
#[test]
fn each_production_has_its_characters() {
    let ftp = Parts::Ftp {
        account: Some(Account { user: "a:b@c".into(), password: Some("p/q~".into()) }),
        endpoint: Endpoint { host: "host.dom".into(), port: Some(2121) },
        path: Some(path(&["/etc", "", "a;b?c d~"])),
        ftptype: Some("i".into()),
    };
    let expected = "ftp://a%3Ab%40c:p%2Fq%7E@host.dom:2121/%2Fetc//a%3Bb?c%20d%7E;type=i";
    assert_eq!(written(&ftp, Rfc1738), expected);
    let http =
        Parts::Http { endpoint: endpoint(), path: Some(path(&["a;b", "~c?d"])), search: Some("x=1&y=a b".into()) };
    assert_eq!(written(&http, Rfc1738), "http://host.dom/a;b/%7Ec%3Fd?x=1&y=a%20b");
    let other =
        Parts::Other { scheme: "x-y".into(), account: None, endpoint: endpoint(), urlpath: Some("a/b~".into()) };
    assert_eq!(written(&other, Rfc1738), "x-y://host.dom/a/b%7E");
    let opaque = Parts::Opaque { scheme: "x".into(), schemepart: "a b/c".into() };
    assert_eq!(written(&opaque, Rfc1738), "x:a%20b/c");
    let named = |name: &str| Parts::Reference {
        scheme: Some("x".into()),
        authority: Some(Authority::Name(name.into())),
        absolute: true,
        path: path(&[""]),
        query: None,
        fragment: None,
    };
    assert_eq!(written(&named("a,b/c"), Uri1997), "x://a,b%2Fc/");
    // Escapes keep a name that could be a server from being read as one.
    assert_eq!(written(&named("a.b"), Uri1997), "x://a%2Eb/");
    let reference = Parts::Reference {
        scheme: Some("http".into()),
        authority: Some(Authority::Server(Some("u:p@".into()), endpoint())),
        absolute: true,
        path: path(&["a;b", "~c/d"]),
        query: Some("q?#".into()),
        fragment: Some("f#".into()),
    };
    assert_eq!(written(&reference, Uri1997), "http://u:p%40@host.dom/a%3Bb/~c%2Fd?q?%23#f%23");
}

#[test]
fn parts_of_urls_since_1997_compose() {
    let reference = |authority: Option<Authority>| Parts::Reference {
        scheme: Some("http".into()),
        authority,
        absolute: true,
        path: path(&["a;b", "~c/d[e]"]),
        query: Some("q?#[".into()),
        fragment: None,
    };
    let at = |host: &str| reference(Some(Authority::Server(Some("u@".into()), Endpoint::new(host))));
    // The semicolon is data in a segment since RFC 3986; only RFC 2732 allows brackets in a query.
    assert_eq!(written(&at("h"), Rfc3986), "http://u%40@h/a;b/~c%2Fd%5Be%5D?q?%23%5B");
    assert_eq!(written(&at("[::1]"), Rfc3986), "http://u%40@[::1]/a;b/~c%2Fd%5Be%5D?q?%23%5B");
    assert_eq!(written(&at("[::1]"), Rfc2732), "http://u%40@[::1]/a%3Bb/~c%2Fd%5Be%5D?q?%23[");
    for grammar in [Uri1997, Rfc2396] {
        assert!(matches!(at("[::1]").write(grammar), Err(ComposeError::Refused { .. })), "{grammar}");
    }
    // Names are what a host cannot be; in RFC 3986 every authority has a host.
    let name = reference(Some(Authority::Name("a:b".into())));
    assert_eq!(written(&name, Rfc2396), "http://a:b/a%3Bb/~c%2Fd%5Be%5D?q?%23%5B");
    assert_eq!(written(&name, Rfc1808), "http://a:b/a%3Bb/%7Ec%2Fd%5Be%5D?q?%23%5B");
    assert!(name.write(Rfc3986).is_err());
    assert!(matches!(at("h").write(Rfc1808), Err(ComposeError::Inexpressible { .. })));
    let urn = Parts::Urn { nid: "isbn".into(), nss: "1".into() };
    for grammar in [Rfc1808, Rfc2396, Rfc2732, Rfc3986] {
        assert!(matches!(urn.write(grammar), Err(ComposeError::Inexpressible { .. })), "{grammar}");
    }
    let relative = Parts::Reference {
        scheme: None,
        authority: None,
        absolute: false,
        path: path(&["a:b"]),
        query: None,
        fragment: None,
    };
    for grammar in [Uri1997, Rfc2396, Rfc2732, Rfc3986] {
        assert_eq!(written(&relative, grammar), "a%3Ab", "{grammar}");
    }
}

#[test]
fn the_first_generation() {
    let http =
        |search: &str| Parts::Http { endpoint: endpoint(), path: Some(path(&["a b"])), search: Some(search.into()) };
    for grammar in [UrlDraft03, Rfc1630] {
        assert_eq!(written(&http("two words+"), grammar), "http://host.dom/a%20b?two+words%2B", "{grammar}");
    }
    let prospero = Parts::Prospero {
        endpoint: endpoint(),
        hsoname: path(&["a", "b"]),
        version: Some(3),
        attributes: None,
        fields: vec![],
    };
    assert_eq!(written(&prospero, Rfc1630), "prospero://host.dom/a/b%003");
    let mid = Parts::Mid { unique: "1.2".into(), host: "host.dom".into() };
    assert_eq!(written(&mid, Rfc1630), "mid:1.2@host.dom");
    let afs = Parts::Afs { cellname: "cell.name".into(), path: path(&["a"]) };
    assert_eq!(written(&afs, Rfc1630), "afs://cell.name/a");
    let fields = Parts::WaisFields {
        endpoint: endpoint(),
        database: "d".into(),
        wtype: "t".into(),
        fields: vec![(1, path(&["a", "b"])), (2, path(&["c"]))],
    };
    assert_eq!(written(&fields, Rfc1630), "wais://host.dom/d/t/1=a/b;2=c;");
}

/// A search and a Gopher+ string, in the place where each generation has them.
#[test]
fn gopher_searches_and_strings_are_written_where_each_generation_has_them() {
    let item = |search: Option<&str>, plus: Option<&str>| Parts::Gopher {
        endpoint: endpoint(),
        item: Some(Item {
            gtype: b'7',
            selector: "a b\tc".into(),
            search: search.map(Octets::from),
            gopher_plus: plus.map(Octets::from),
        }),
    };
    assert_eq!(
        written(&item(None, None), Rfc1738),
        "error: rfc1738 cannot express this URL: a selector or search of Gopher cannot contain TAB, LF or CR"
    );
    let plain = |search: Option<&str>, plus: Option<&str>| match item(search, plus) {
        Parts::Gopher { endpoint, item: Some(item) } => {
            Parts::Gopher { endpoint, item: Some(Item { selector: "a b".into(), ..item }) }
        }
        other => other,
    };
    assert_eq!(written(&plain(Some("x y"), None), Rfc1738), "gopher://host.dom/7a%20b%09x%20y");
    assert_eq!(written(&plain(Some("x y"), None), Rfc1630), "gopher://host.dom/7a%20b%09x%20y");
    assert_eq!(written(&plain(Some("x y"), None), UrlDraft02), "gopher://host.dom/7a b?x+y");
    assert_eq!(written(&plain(Some(""), Some("+")), Rfc1738), "gopher://host.dom/7a%20b%09%09+");
}

/// What cannot be said in a generation is an error that says why.
#[test]
fn a_part_that_the_grammar_cannot_express_is_an_error() {
    let why = |parts: &Parts, grammar| parts.write(grammar).unwrap_err().to_string();
    let file = Parts::File { host: None, path: path(&["etc", "motd"]) };
    assert_eq!(written(&file, Rfc1738), "file:///etc/motd");
    assert_eq!(why(&file, Rfc1630), "rfc1630 cannot express this URL: it has no such URL");
    let nntp = Parts::Nntp { endpoint: None, group: "a.b".into(), article: Some(1) };
    assert_eq!(written(&nntp, Rfc1630), "nntp:a.b/1");
    assert_eq!(why(&nntp, Rfc1738), "rfc1738 cannot express this URL: its nntp URLs name a server");
    assert_eq!(why(&nntp, Uri1997), "uri-1997 cannot express this URL: it defines no schemes: write a reference");
    let user = |user: &str| Parts::Telnet {
        account: Some(Account { user: user.into(), password: None }),
        endpoint: endpoint(),
    };
    // A user of draft 03 and RFC 1630 cannot contain escapes.
    assert_eq!(
        why(&user("a b"), Rfc1630),
        "`user` of rfc1630 accepts the octet 20 neither as a character nor as an escape"
    );
    assert_eq!(written(&user("a b"), Rfc1738), "telnet://a%20b@host.dom");
    let host = Parts::Telnet { account: None, endpoint: Endpoint::new("no host") };
    assert!(matches!(host.write(Rfc1738), Err(ComposeError::Refused { .. })));
    let host = Parts::Http { endpoint: Endpoint::new("host/path"), path: None, search: None };
    assert_eq!(written(&host, Rfc1738), "error: the result `http://host/path` would be parsed into other parts");
    let search = Parts::Http { endpoint: endpoint(), path: None, search: Some("a".into()) };
    assert!(search.write(Rfc1738).is_err());
    assert_eq!(written(&search, Rfc1630), "http://host.dom?a");
}

/// The documents' examples can be divided into parts and composed again.
#[test]
fn examples_are_built_from_their_parts() {
    let mut count = 0;
    for example in examples() {
        for grammar in Grammar::all() {
            let Ok(parsed) = grammar.parse(example.text) else { continue };
            let Some(parts) = Parts::read(&parsed) else { continue };
            let text = parts.write(grammar);
            // Draft 02 has no search after a tab.
            if grammar == UrlDraft02 && example.text.contains("%09") && example.text.starts_with("gopher:") {
                assert!(matches!(text, Err(ComposeError::Inexpressible { .. })), "{}", example.text);
                continue;
            }
            let built = text.as_ref().map(|text| Parts::read(&grammar.parse(text).unwrap()));
            assert_eq!(built, Ok(Some(parts)), "{grammar}: {}", example.text);
            count += 1;
        }
    }
    assert_eq!(count, 4_275);
}

/// A number of any size, in the place of each number of an example: it is in the parts, or there
/// are no parts.
#[test]
fn no_number_is_left_out() {
    const LARGE: &str = "98765432109876543210987654321";
    let (mut read, mut too_large) = (0, 0);
    // No example has the number of an article.
    for text in examples().map(|example| example.text).chain(["nntp://h/g/1"]) {
        let is_digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
        let in_escape = |at: usize| text.as_bytes()[at.saturating_sub(2)..at].contains(&b'%');
        let begins = (0..text.len()).filter(|&at| is_digit(at) && (at == 0 || !is_digit(at - 1)) && !in_escape(at));
        for begin in begins {
            let end = (begin..).find(|&at| !is_digit(at)).unwrap();
            let large = [&text[..begin], LARGE, &text[end..]].concat();
            for grammar in Grammar::all() {
                let Ok(parsed) = grammar.parse(&large) else { continue };
                match Parts::read(&parsed).map(|parts| parts.write(grammar)) {
                    Some(Ok(written)) => {
                        assert!(written.contains(LARGE), "{grammar}: {large}: {written}");
                        read += 1;
                    }
                    Some(Err(_)) => {}
                    None => too_large += 1,
                }
            }
        }
    }
    assert_eq!((read, too_large), (960, 228));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// The parts of RFC 1738 and 1997 that allow escapes can express any octets, which are read
    /// again.
    #[test]
    fn any_octets_are_written_and_read_again(one: Vec<u8>, two: Vec<u8>) {
        let octets = |octets: &[u8]| Octets::from(octets);
        let parts = [
            (Rfc1738, Parts::Http { endpoint: endpoint(), path: Some(vec![octets(&one)]), search: Some(octets(&two)) }),
            (Rfc1738, Parts::Ftp {
                account: Some(Account { user: octets(&one), password: Some(octets(&two)) }),
                endpoint: endpoint(),
                path: Some(vec![octets(&two), octets(&one)]),
                ftptype: None,
            }),
            (Rfc1738, Parts::Waisdoc { endpoint: endpoint(), database: octets(&one), wtype: octets(&two), wpath: octets(&one) }),
            (Rfc1738, Parts::Prospero {
                endpoint: endpoint(),
                hsoname: vec![octets(&one)],
                version: None,
                attributes: None,
                fields: vec![(octets(&one), octets(&two))],
            }),
        ];
        let reference = Parts::Reference {
            scheme: Some("s".into()),
            authority: Some(Authority::Server(Some(octets(&two)), endpoint())),
            absolute: true,
            path: vec![octets(&one), octets(&two)],
            query: Some(octets(&one)),
            fragment: Some(octets(&two)),
        };
        let third = [Uri1997, Rfc2396, Rfc2732, Rfc3986].map(|grammar| (grammar, reference.clone()));
        for (grammar, parts) in parts.into_iter().chain(third) {
            let text = parts.write(grammar);
            prop_assert!(text.is_ok(), "{parts:?}: {text:?}");
        }
    }
}

/// RFC 1738, section 3.4.1: a selector may hold "any octets except 09 ... 0A ... and 0D"; search
/// and Gopher+ string may be empty (section 3.4.3).
#[test]
fn gopher_items() {
    let gopher = |selector: &str, search: Option<&str>, plus: Option<&str>| {
        let item = Item {
            gtype: b'0',
            selector: selector.into(),
            search: search.map(Octets::from),
            gopher_plus: plus.map(Octets::from),
        };
        Parts::Gopher { endpoint: Endpoint::new("h"), item: Some(item) }
    };
    for grammar in [Grammar::UrlDraft03, Grammar::Rfc1630, Grammar::Rfc1738] {
        assert_eq!(gopher("s", Some(""), None).write(grammar).unwrap(), "gopher://h/0s%09");
        assert_eq!(gopher("s", Some(""), Some("")).write(grammar).unwrap(), "gopher://h/0s%09%09");
        for octet in ["\t", "\n", "\r"] {
            for parts in [gopher(&format!("a{octet}b/c"), None, None), gopher("a", Some(octet), None)] {
                assert!(matches!(parts.write(grammar), Err(ComposeError::Inexpressible { .. })), "{grammar} {octet:?}");
            }
        }
    }
}

/// What is shown of parts that cannot be written holds nothing that acts on a terminal.
#[test]
fn errors_hold_no_invisible_characters() {
    for text in ["a\nb", "a\u{1B}[1mb", "a\u{202E}b", "a\u{FEFF}"] {
        for grammar in Grammar::all() {
            let parts =
                Parts::Ftp { account: None, endpoint: Endpoint::new(text), path: None, ftptype: Some(text.to_owned()) };
            let Err(error) = parts.write(grammar) else { continue };
            let message = error.to_string();
            assert!(!message.chars().any(uri_lineage::visible::is_invisible), "{message:?}");
        }
    }
}
