//! URLs built from plain parts.

use crate::common::examples;
use proptest::prelude::*;
use uri_lineage::Grammar::{
    self, Rfc1630, Rfc1738, Rfc1808, Rfc2396, Rfc2732, Rfc3986, Uri1997, UrlDraft02, UrlDraft03,
};
use uri_lineage::Octets;
use uri_lineage::compose::{ComposeError, Gopher, Parts};

#[track_caller]
fn written(parts: impl Into<Parts>, grammar: Grammar) -> String {
    parts.into().write(grammar).unwrap_or_else(|error| format!("error: {error}"))
}

/// Each part is escaped as its own production asks.
#[test]
fn each_production_has_its_characters() {
    let ftp = Parts::ftp("host.dom").port(2121).user("a:b@c").password("p/q~");
    let ftp = ftp.path(["/etc", "", "a;b?c d~"]).ftptype("i");
    let expected = "ftp://a%3Ab%40c:p%2Fq%7E@host.dom:2121/%2Fetc//a%3Bb?c%20d%7E;type=i";
    assert_eq!(written(ftp, Rfc1738), expected);
    let http = Parts::http("host.dom").path(["a;b", "~c?d"]).query("x=1&y=a b");
    assert_eq!(written(http, Rfc1738), "http://host.dom/a;b/%7Ec%3Fd?x=1&y=a%20b");
    assert_eq!(written(Parts::other("x-y", "host.dom").urlpath("a/b~"), Rfc1738), "x-y://host.dom/a/b%7E");
    assert_eq!(written(Parts::opaque("x", "a b/c"), Rfc1738), "x:a%20b/c");
    let named = |name: &str| Parts::reference().scheme("x").name(name).path([""]);
    assert_eq!(written(named("a,b/c"), Uri1997), "x://a,b%2Fc/");
    // Escapes keep a name that could be a server from being read as one.
    assert_eq!(written(named("a.b"), Uri1997), "x://a%2Eb/");
    let reference = Parts::reference().scheme("http").userinfo("u:p@").host("host.dom");
    let reference = reference.path(["a;b", "~c/d"]).query("q?#").fragment("f#");
    assert_eq!(written(reference, Uri1997), "http://u:p%40@host.dom/a%3Bb/~c%2Fd?q?%23#f%23");
}

#[test]
fn parts_of_urls_since_1997_compose() {
    let reference = || Parts::reference().scheme("http").path(["a;b", "~c/d[e]"]).query("q?#[");
    let at = |host: &str| reference().userinfo("u@").host(host);
    // The semicolon is data in a segment since RFC 3986; only RFC 2732 allows brackets in a query.
    assert_eq!(written(at("h"), Rfc3986), "http://u%40@h/a;b/~c%2Fd%5Be%5D?q?%23%5B");
    assert_eq!(written(at("[::1]"), Rfc3986), "http://u%40@[::1]/a;b/~c%2Fd%5Be%5D?q?%23%5B");
    assert_eq!(written(at("[::1]"), Rfc2732), "http://u%40@[::1]/a%3Bb/~c%2Fd%5Be%5D?q?%23[");
    for grammar in [Uri1997, Rfc2396] {
        assert!(matches!(at("[::1]").write(grammar), Err(ComposeError::Refused { .. })), "{grammar}");
    }
    // Names are what a host cannot be; in RFC 3986 every authority has a host.
    let name = reference().name("a:b");
    assert_eq!(written(name.clone(), Rfc2396), "http://a:b/a%3Bb/~c%2Fd%5Be%5D?q?%23%5B");
    assert_eq!(written(name.clone(), Rfc1808), "http://a:b/a%3Bb/%7Ec%2Fd%5Be%5D?q?%23%5B");
    assert!(name.write(Rfc3986).is_err());
    assert!(matches!(at("h").write(Rfc1808), Err(ComposeError::Inexpressible { .. })));
    let urn = Parts::urn("isbn", "1");
    for grammar in [Rfc1808, Rfc2396, Rfc2732, Rfc3986] {
        assert!(matches!(urn.write(grammar), Err(ComposeError::Inexpressible { .. })), "{grammar}");
    }
    for grammar in [Uri1997, Rfc2396, Rfc2732, Rfc3986] {
        assert_eq!(written(Parts::reference().relative_path(["a:b"]), grammar), "a%3Ab", "{grammar}");
        assert_eq!(written(Parts::reference(), grammar), "", "{grammar}");
    }
}

#[test]
fn the_first_generation() {
    for grammar in [UrlDraft03, Rfc1630] {
        let http = Parts::http("host.dom").path(["a b"]).query("two words+");
        assert_eq!(written(http, grammar), "http://host.dom/a%20b?two+words%2B", "{grammar}");
    }
    let prospero = Parts::prospero("host.dom").hsoname(["a", "b"]).version(3);
    assert_eq!(written(prospero, Rfc1630), "prospero://host.dom/a/b%003");
    assert_eq!(written(Parts::mid("1.2", "host.dom"), Rfc1630), "mid:1.2@host.dom");
    assert_eq!(written(Parts::afs("cell.name").path(["a"]), Rfc1630), "afs://cell.name/a");
    let fields = Parts::wais_fields("host.dom", "d", "t").field(1, ["a", "b"]).field(2, ["c"]);
    assert_eq!(written(fields, Rfc1630), "wais://host.dom/d/t/1=a/b;2=c;");
}

/// A search and a Gopher+ string, in the place where each generation has them.
#[test]
fn gopher_searches_and_strings_are_written_where_each_generation_has_them() {
    let item = |selector: &str| Parts::gopher("host.dom").item('7', selector);
    assert_eq!(
        written(item("a b\tc"), Rfc1738),
        "error: rfc1738 cannot express this URL: a selector or search of Gopher cannot contain TAB, LF or CR"
    );
    let search = item("a b").search("x y");
    assert_eq!(written(search.clone(), Rfc1738), "gopher://host.dom/7a%20b%09x%20y");
    assert_eq!(written(search.clone(), Rfc1630), "gopher://host.dom/7a%20b%09x%20y");
    assert_eq!(written(search, UrlDraft02), "gopher://host.dom/7a b?x+y");
    assert_eq!(written(item("a b").search("").gopher_plus_string("+"), Rfc1738), "gopher://host.dom/7a%20b%09%09+");
    // The order of the calls does not matter, and a search alone is that of a search server.
    let gopher = || Parts::gopher("host.dom");
    assert_eq!(gopher().search("s").item('1', "a"), gopher().item('1', "a").search("s"));
    assert_eq!(written(gopher().search("s"), Rfc1738), "gopher://host.dom/7%09s");
    assert_eq!(
        written(gopher().item('\u{20AC}', ""), Rfc1738),
        "error: rfc1738 cannot express this URL: a type of Gopher is one octet"
    );
}

/// What cannot be said in a generation is an error that says why.
#[test]
fn a_part_that_the_grammar_cannot_express_is_an_error() {
    let why = |parts: &Parts, grammar| parts.write(grammar).unwrap_err().to_string();
    let file = Parts::file().path(["etc", "motd"]).into();
    assert_eq!(why(&file, Rfc1630), "rfc1630 cannot express this URL: it has no such URL");
    assert_eq!(written(file, Rfc1738), "file:///etc/motd");
    let nntp = Parts::nntp("a.b").article(1).into();
    assert_eq!(why(&nntp, Rfc1738), "rfc1738 cannot express this URL: its nntp URLs name a server");
    assert_eq!(
        why(&nntp, Uri1997),
        "uri-1997 cannot express this URL: it defines no schemes: write `Parts::reference()`"
    );
    assert_eq!(written(nntp, Rfc1630), "nntp:a.b/1");
    let user = |user: &str| Parts::telnet("host.dom").user(user).into();
    // A user of draft 03 and RFC 1630 cannot contain escapes.
    assert_eq!(
        why(&user("a b"), Rfc1630),
        "`user` of rfc1630 accepts the octet 20 neither as a character nor as an escape"
    );
    assert_eq!(written(user("a b"), Rfc1738), "telnet://a%20b@host.dom");
    assert!(matches!(Parts::telnet("no host").write(Rfc1738), Err(ComposeError::Refused { .. })));
    let host = Parts::http("host/path");
    assert_eq!(written(host, Rfc1738), "error: the result `http://host/path` would be parsed into other parts");
    let query = Parts::http("host.dom").query("a");
    assert!(query.write(Rfc1738).is_err());
    assert_eq!(written(query, Rfc1630), "http://host.dom?a");
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
        let parts: [Parts; 4] = [
            Parts::http("host.dom").path([octets(&one)]).query(octets(&two)).into(),
            Parts::ftp("host.dom").user(octets(&one)).password(octets(&two)).path([octets(&two), octets(&one)]).into(),
            Parts::waisdoc("host.dom", octets(&one), octets(&two), octets(&one)).into(),
            Parts::prospero("host.dom").hsoname([octets(&one)]).field(octets(&one), octets(&two)).into(),
        ];
        let reference: Parts = Parts::reference()
            .scheme("s")
            .userinfo(octets(&two))
            .host("host.dom")
            .path([octets(&one), octets(&two)])
            .query(octets(&one))
            .fragment(octets(&two))
            .into();
        let third = [Uri1997, Rfc2396, Rfc2732, Rfc3986].map(|grammar| (grammar, reference.clone()));
        for (grammar, parts) in parts.map(|parts| (Rfc1738, parts)).into_iter().chain(third) {
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
        let parts = search.into_iter().fold(Parts::gopher("h").item('0', selector), Gopher::search);
        plus.into_iter().fold(parts, Gopher::gopher_plus_string)
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
            let Err(error) = Parts::ftp(text).ftptype(text).write(grammar) else { continue };
            let message = error.to_string();
            assert!(!message.chars().any(uri_lineage::regular_bnf::is_invisible), "{message:?}");
        }
    }
}
