//! What a client does with the URIs of documents of one scheme, which of them are equivalent, how they
//! are converted, and of what the documents warn.
#![cfg(feature = "compare")]

use uri_lineage::SchemeDocument::{self, *};
use uri_lineage::compose::{ComposeError, Parts};
use uri_lineage::convert::{ConvertError, convert_to_scheme, convert_uri};
use uri_lineage::equivalence::{Equivalence, EquivalenceRule};
use uri_lineage::regular_bnf::Language;
use uri_lineage::request::{Checked, Request, RequestError};
use uri_lineage::{Grammar, Reading, Warning, warnings};

/// Members of a document that take every step of its automaton.
fn members(document: SchemeDocument, most: usize) -> Vec<String> {
    let language = Language::new(document.bnf(Reading::Corrected), document.main_production()).unwrap();
    let strings = language.cover().map(|vector| vector.input);
    let members: Vec<String> = strings.filter(|string| document.accepts(string)).collect();
    let step = members.len().div_ceil(most);
    members.into_iter().step_by(step).collect()
}

/// The commands of a request for news, after the server.
fn news(uri: &str) -> Vec<String> {
    match Rfc5538.request(uri).unwrap() {
        Request::News { server, commands } | Request::Nntp { server, commands } => {
            let server = server.map(|at| format!("{} {}{}", at.host, at.port, if at.secure { " TLS" } else { "" }));
            server.into_iter().chain(commands.iter().map(ToString::to_string)).collect()
        }
        other => panic!("{other:?}"),
    }
}

/// RFC 5538, sections 3, 4 and 8.1.
#[test]
fn news_are_read_from_the_server_that_the_uri_names() {
    assert_eq!(news("news:id@host"), ["ARTICLE <id@host>"]);
    assert_eq!(news("news://news.server.example/id@host"), ["news.server.example 119", "ARTICLE <id@host>"]);
    assert_eq!(news("news://news.server.example/"), ["news.server.example 119", "LIST"]);
    assert_eq!(news("news://news.server.example/*"), ["news.server.example 119", "LIST"]);
    assert_eq!(news("news:example.group.*"), ["LIST ACTIVE example.group.*"]);
    assert_eq!(news("news://wild.server.example/example.group.th%3Fse")[1], "LIST ACTIVE example.group.th?se");
    assert_eq!(news("news:example.group.this"), ["GROUP example.group.this"]);
    assert_eq!(news("snews://h/a"), ["h 563 TLS", "GROUP a"]);
    assert_eq!(
        news("nntp://wild.server.example/example.group.n%2Fa/12345")[1..],
        ["GROUP example.group.n/a", "ARTICLE 12345"]
    );
    let breaks = Rfc5538.request("nntp://h/a%0D%0AQUIT");
    assert_eq!(breaks, Err(RequestError::BreaksOut { part: "group", octet: b'\r' }));
}

/// The addresses, the header fields and the body of a message.
fn message(uri: &str) -> (Vec<String>, Vec<String>, Vec<String>) {
    let Request::Mailto { to, fields, body } = Rfc6068.request(uri).unwrap() else { panic!("{uri}") };
    let text =
        |texts: Vec<Checked>| texts.iter().map(|text| str::from_utf8(text.as_bytes()).unwrap().to_owned()).collect();
    (text(to), fields.iter().map(|(name, value)| format!("{name}: {value}")).collect(), text(body))
}

/// RFC 6068, sections 2, 3, 5 and 6.
#[test]
fn a_mailto_uri_is_a_message() {
    let uri = "mailto:infobot@example.com?subject=current-issue&body=send%20current-issue%0D%0Asend%20index";
    let (to, fields, body) = message(uri);
    assert_eq!((to, fields), (vec!["infobot@example.com".to_owned()], vec!["subject: current-issue".to_owned()]));
    assert_eq!(body, ["send current-issue", "send index"]);
    // Three URIs that section 2 calls equivalent.
    for uri in ["mailto:a@h,b@h", "mailto:?to=a@h,b@h", "mailto:a@h?to=b@h"] {
        assert_eq!(message(uri).0, ["a@h", "b@h"], "{uri}");
    }
    assert_eq!(message("mailto:%22not%40me,%22@example.org,c@d").0, ["\"not@me,\"@example.org", "c@d"]);
    assert_eq!(message("mailto:?to=a@b,,c@d,").0, ["a@b", "c@d"]);
    // "Originator fields like From and Date, ... MIME header fields ..., MUST be ignored" (section 3).
    assert_eq!(message("mailto:a@h?From=b@h&Content-Type=x&date=y&In-Reply-To=%3Cz%3E").1, ["In-Reply-To: <z>"]);
    for (uri, part, octet) in [
        ("mailto:a@h?subject=x%0D%0ABcc:%20b@h", "hfvalue", b'\r'),
        ("mailto:a@h?bcc:x%20=y", "hfname", b':'),
        ("mailto:a@h?body=x%0Ay", "body", b'\n'),
        ("mailto:a@h?to=b@h%20c@h", "to", b' '),
    ] {
        assert_eq!(Rfc6068.request(uri), Err(RequestError::BreaksOut { part, octet }), "{uri}");
    }
}

/// RFC 9110, section 4.2; RFC 4266, section 2; RFC 8089, section 3 and Appendix E.
#[test]
fn other_schemes() {
    let Request::Http { server, path, proxy } = Rfc9110.request("https://u@h:/a?b").unwrap() else { panic!() };
    assert_eq!((server.host.to_string(), server.port, server.secure), ("h".to_owned(), 443, true));
    assert_eq!((path.to_string(), proxy.to_string()), ("/a?b".to_owned(), "https://h:/a?b".to_owned()));
    let gopher = |uri| {
        let Ok(Request::Gopher { sends, gtype, .. }) = Rfc4266.request(uri) else { panic!("{uri}") };
        (gtype.to_string(), String::from_utf8(sends.as_bytes().to_vec()).unwrap())
    };
    assert_eq!(gopher("gopher://h"), ("1".to_owned(), "\r\n".to_owned()));
    assert_eq!(gopher("gopher://h/7s%09find"), ("7".to_owned(), "s\tfind\r\n".to_owned()));
    assert_eq!(gopher("gopher://h/1s%09%09+").1, "s\t\t+\r\n");
    let file = |document: SchemeDocument, uri| {
        let Ok(Request::File { host, name }) = document.request(uri) else { panic!("{uri}") };
        (host.map(|host| host.to_string()), name.to_string())
    };
    let local = |name: &str| (None, name.to_owned());
    assert_eq!(file(Rfc8089, "file:/etc/motd"), local("/etc/motd"));
    assert_eq!(file(Rfc8089, "file://localhost/etc/a%20b"), local("/etc/a b"));
    assert_eq!(file(Rfc8089, "file://h/a"), (Some("h".to_owned()), "/a".to_owned()));
    assert_eq!(file(Rfc8089Drive, "file:///c:/a"), local("c:/a"));
    assert_eq!(file(Rfc8089Bar, "file:///c|/a"), local("c:/a"));
    assert_eq!(file(Rfc8089Unc, "file:////h/share/a"), (Some("h".to_owned()), "/share/a".to_owned()));
    let Ok(Request::Telnet { server, user, .. }) = Rfc4248.request("telnet://me@h/") else { panic!() };
    assert_eq!((server.port, user.unwrap().to_string()), (23, "me".to_owned()));
    let Ok(Request::Wais { search: Some(search), .. }) = Rfc4156.request("wais://h/d?a%20b") else { panic!() };
    assert_eq!(search.to_string(), "a b");
    let Ok(Request::Prospero { fields, .. }) = Rfc4157.request("prospero://h/a;b=c") else { panic!() };
    assert_eq!(fields.iter().map(|(field, value)| format!("{field}={value}")).collect::<Vec<_>>(), ["b=c"]);
    let error = Rfc8141.request("urn:example:b").unwrap_err();
    assert_eq!(error.to_string(), "rfc8141 does not specify what a client does with such a URL");
    assert!(matches!(Rfc9110.request("http:///"), Err(RequestError::RefusedByScheme(_))));
}

/// A normal form is a URI of the document, is its own normal form, and equivalent to its source.
#[test]
fn normal_forms_are_stable() {
    for &document in SchemeDocument::ALL {
        let mut changed = 0;
        for uri in members(document, 700) {
            let normal = document.normalize(&uri).unwrap();
            assert!(document.accepts(&normal.text), "{document}: {uri:?} {normal:?}");
            assert_eq!(document.normalize(&normal.text).unwrap().rules, [], "{document}: {uri:?} {normal:?}");
            assert!(normal.rules.iter().all(|rule| rule.source(document).is_some()), "{document}: {uri:?}");
            let same = document.same(&uri, &normal.text).unwrap();
            match same {
                Equivalence::Identical => assert_eq!(uri, normal.text),
                Equivalence::By(rules) => assert!(!rules.is_empty(), "{document}: {uri:?}"),
                Equivalence::Different { .. } => panic!("{document}: {uri:?} {normal:?}"),
            }
            changed += usize::from(uri != normal.text);
        }
        assert!(changed > 0, "{document}");
    }
}

/// The URIs that the documents call equivalent.
#[test]
fn the_documents_own_examples_are_equivalent() {
    use EquivalenceRule::*;
    let by = |rules: &[EquivalenceRule]| Ok(Equivalence::By(rules.to_vec()));
    // RFC 9110, section 4.2.3.
    let home = "http://example.com:80/~smith/home.html";
    assert_eq!(Rfc9110.same(home, "http://EXAMPLE.com/%7Esmith/home.html"), by(&[Escape, HostCase, DefaultPort]));
    assert_eq!(
        Rfc9110.same(home, "http://EXAMPLE.com:/%7esmith/home.html"),
        by(&[Escape, HostCase, DefaultPort, EmptyPort])
    );
    // RFC 6068 and RFC 2368, section 2.
    assert_eq!(Rfc6068.same("mailto:a@h,b@h", "mailto:?to=a@h,b@h"), by(&[ToField]));
    assert_eq!(Rfc6068.same("mailto:a@h,b@h", "mailto:a@h?to=b@h"), by(&[ToField]));
    assert_eq!(Rfc2368.same("mailto:a%2C%20b", "mailto:a?to=b"), by(&[ToField]));
    assert_eq!(Rfc6068.same("mailto:a@h?Subject=x", "mailto:a@h?subject=x"), by(&[HeaderNameCase]));
    // RFC 5538, section 4.
    assert_eq!(Rfc5538.same("news://h/*", "news://h/"), by(&[AllNewsgroups]));
    // RFC 8089, Appendix B.
    assert_eq!(Rfc8089.same("file:///path/to/file", "file:/path/to/file"), by(&[Localhost]));
    assert_eq!(Rfc8089.same("file:///a", "file://localhost/a"), by(&[Localhost]));
    // RFC 4266 and RFC 4248, section 2.
    assert_eq!(Rfc4266.same("gopher://h", "gopher://h/1"), by(&[GopherType, EmptyPath]));
    assert_eq!(Rfc4248.same("telnet://h:23", "telnet://h/"), by(&[DefaultPort, EmptyPath]));
    // RFC 8141, section 3.2.
    // Section 2.2; with escapes in place of the slashes it is another name.
    let slashes = "urn:example:1/406/47452/2";
    let written = Parts::urn("example", "1/406/47452/2").write(Rfc8141).unwrap();
    assert_eq!(Rfc8141.same(slashes, &written), Ok(Equivalence::Identical));
    assert_eq!(Parts::read_uri(&Rfc8141.parse(slashes).unwrap()).unwrap().write(Rfc8141), Ok(slashes.to_owned()));
    let first = ["urn:example:a123,z456", "URN:example:a123,z456", "urn:EXAMPLE:a123,z456"];
    let with_components = ["urn:example:a123,z456?+abc", "urn:example:a123,z456?=xyz", "urn:example:a123,z456#789"];
    for urn in first.into_iter().chain(with_components) {
        assert!(!matches!(Rfc8141.same(first[0], urn), Ok(Equivalence::Different { .. })), "{urn}");
    }
    for urn in ["urn:example:a123,z456/foo", "urn:example:a123%2Cz456", "urn:example:A123,z456"] {
        assert!(matches!(Rfc8141.same(first[0], urn), Ok(Equivalence::Different { .. })), "{urn}");
    }
    assert_eq!(
        Rfc8141.same("urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456"),
        by(&[SchemeCase, NamespaceCase, EscapeCase])
    );
    // RFC 5538, section 2.3: no dot segments.
    assert!(matches!(Rfc5538.same("news:a.b", "news:a.B"), Ok(Equivalence::Different { .. })));
}

/// URNs are equivalent by the rules if the struct says so.
#[test]
fn equivalent_urns_are_those_of_the_struct() {
    let urns: Vec<String> = members(Rfc8141, 60);
    for left in &urns {
        for right in &urns {
            let [left_urn, right_urn] = [left, right].map(|urn| uri_lineage::scheme::Urn::parse(urn).unwrap());
            let same = !matches!(Rfc8141.same(left, right).unwrap(), Equivalence::Different { .. });
            assert_eq!(left_urn.is_equivalent(&right_urn), same, "{left} {right}");
        }
    }
}

/// A URI that is converted to RFC 1738 and back has the same parts. The cover of most documents has
/// hosts that no name is, so URIs with one are added.
#[test]
fn conversions_keep_the_parts() {
    let with_host = [
        "http://h/a~b?c",
        "http://h",
        "gopher://h:70/7s~%09find%09%09+",
        "gopher://h",
        "mailto:a@h",
        "mailto:a%7E@h",
        "news:a.b",
        "news:a@h",
        "news://h/a.b",
        "nntp://h/a/1",
        "telnet://u:p@h/",
        "wais://h/d?~",
        "wais://h/d/t/~",
        "prospero://h/~;a=b",
        "file:/~a",
        "file:///a",
        "file://h/a",
        "file:///c:/a",
    ];
    for &document in SchemeDocument::ALL.iter().filter(|document| !document.schemes().is_empty()) {
        let mut converted = 0;
        let members = members(document, 300);
        for uri in members.iter().map(String::as_str).chain(with_host).filter(|uri| document.accepts(uri)) {
            let Ok(url) = convert_uri(document, uri, Grammar::Rfc1738) else { continue };
            converted += 1;
            assert!(Grammar::Rfc1738.accepts(&url), "{document}: {uri:?} {url:?}");
            // A group on a server has become an `nntp` URL.
            if document == Rfc5538 && url.starts_with("nntp") {
                continue;
            }
            match convert_to_scheme(&Grammar::Rfc1738.parse(&url).unwrap(), document) {
                Ok(back) => {
                    let same = document.same(uri, &back).unwrap();
                    assert!(!matches!(same, Equivalence::Different { .. }), "{document}: {uri:?} {url:?} {back:?}");
                }
                Err(error) => panic!("{document}: {uri:?} {url:?} {error}"),
            }
        }
        // RFC 1738 has no URNs.
        assert!(converted > 0 || document == Rfc8141, "{document}");
    }
}

/// Members that have plain parts are composed of them again, with the same parts.
#[test]
fn plain_parts_compose_the_uri() {
    for &document in SchemeDocument::ALL.iter().filter(|document| !document.schemes().is_empty()) {
        let mut composed = 0;
        for uri in members(document, 700) {
            let Some(parts) = Parts::read_uri(&document.parse(&uri).unwrap()) else { continue };
            composed += 1;
            match parts.write(document) {
                Ok(text) => {
                    let read = Parts::read_uri(&document.parse(&text).unwrap());
                    assert_eq!(read, Some(parts), "{document}: {uri:?} {text:?}");
                }
                // The protocol has no line ends in a search, which the prose of the document does not say.
                Err(ComposeError::Inexpressible { .. }) if document == Rfc4266 && uri.contains("%0") => {}
                Err(error) => panic!("{document}: {uri:?} {parts:?} {error}"),
            }
        }
        assert!(composed > 10, "{document}: {composed}");
    }
}

#[test]
fn any_text_is_written_into_its_part() {
    let mail = |address: &str| Parts::mailto().to(address).field("subject", "50 % & more?\r\n\u{e9}");
    assert_eq!(
        mail("a.b+c@example.org").write(Rfc6068).unwrap(),
        "mailto:a.b+c@example.org?subject=50%20%25%20%26%20more%3F%0D%0A%C3%A9"
    );
    assert_eq!(mail("\"a@b\"@[::1]").write(Rfc6068).unwrap().split('?').next(), Some("mailto:%22a%40b%22@%5B::1%5D"));
    let error = mail("a").write(Rfc6068).unwrap_err();
    assert_eq!(error.to_string(), "rfc6068 cannot express this URL: an address has an `@`");
    let error = mail("a@b").write(Grammar::Rfc1738).unwrap_err();
    assert_eq!(
        error.to_string(),
        "rfc1738 cannot express this URL: its mailto URLs have one address and no header fields"
    );
    let article = Parts::article("a/b", "c").server("h");
    assert_eq!(article.write(Rfc5538).unwrap(), "news://h/a%2Fb@c");
    assert!(article.write(Grammar::Rfc1738).is_err());
}

#[test]
fn what_a_target_cannot_say_is_named() {
    let lost = |document: SchemeDocument, uri| match convert_uri(document, uri, Grammar::Rfc1738) {
        Err(ConvertError::Lost { part, text, .. }) => (part, text),
        other => panic!("{other:?}"),
    };
    assert_eq!(lost(Rfc6068, "mailto:a@h?subject=x"), ("header fields", "subject=x".to_owned()));
    assert_eq!(lost(Rfc5538, "news://h/id@host"), ("server", "h".to_owned()));
    assert_eq!(Rfc4266.convert("gopher://h/0a%7Eb").unwrap(), "gopher://h/0a%7Eb");
    assert_eq!(Rfc6068.convert("mailto:a@h?subject=x").unwrap(), "mailto:a@h?subject=x");
    // RFC 2368's list is encoded as a whole, RFC 6068's has commas between addresses.
    assert_eq!(Rfc6068.convert("mailto:a@h%2C%20b@h?subject=x").unwrap(), "mailto:a@h,b@h?subject=x");
    // The URL Standard defines no conversion, in either direction.
    assert_eq!(convert_uri(Rfc9110, "http://h/", Grammar::Whatwg), Err(ConvertError::UrlStandard));
    let url = Grammar::Whatwg.parse("http://h/").unwrap();
    assert_eq!(convert_to_scheme(&url, Rfc9110), Err(ConvertError::UrlStandard));
    // An IRI is converted to a URI first.
    assert_eq!(Rfc9110.convert("http://h/é").unwrap(), "http://h/%C3%A9");
    assert_eq!(Rfc9110.convert("a b"), Err(ConvertError::NoGrammar));
}

/// The warnings of RFC 6068, RFC 8089 and RFC 9110, and of RFC 1738 about what RFC 5538 reads.
#[test]
fn documents_warn() {
    let about = |document: SchemeDocument, uri| document.warnings(uri).unwrap();
    assert_eq!(about(Rfc9110, "http://www.example.com@h/"), [Warning::Misleading, Warning::UserInformation]);
    assert_eq!(about(Rfc6068, "mailto:a@h?subject=x&body=y%0D%0Az&keywords=k"), []);
    assert_eq!(
        about(Rfc6068, "mailto:a@h?cc=b@h&from=c@h&to=d@h&cc=e@h"),
        [
            Warning::UnsafeField { offset: 11 },
            Warning::IgnoredField { offset: 18 },
            Warning::RepeatedField { offset: 27 },
            Warning::UnsafeField { offset: 34 },
            Warning::RepeatedField { offset: 34 },
        ]
    );
    // The example of section 6.1, as it is written in HTML.
    let html = "mailto:joe@an.example?cc=bob@an.example&amp;body=hello";
    assert_eq!(about(Rfc6068, html)[1], Warning::HtmlEntity { offset: 40 });
    assert_eq!(
        about(Rfc6068, "mailto:a@h?subject=x%0D%0Ay")[..2],
        [Warning::Delimiter { octet: b'\r', offset: 20 }, Warning::Delimiter { octet: b'\n', offset: 23 }]
    );
    assert_eq!(about(Rfc8089, "file://h/a/%FC"), [Warning::FileHost, Warning::NameNotUtf8 { offset: 11 }]);
    assert_eq!(about(Rfc8089, "file:///%C3%BC%e9"), [Warning::NameNotUtf8 { offset: 14 }]);
    let article = Grammar::Rfc1738.parse("news://newsclip.example/ID@host").unwrap();
    assert_eq!(warnings(&article), [Warning::NewsServer]);
    assert_eq!(warnings(&Grammar::Rfc1738.parse("news:ID@host").unwrap()), []);
    for &document in SchemeDocument::ALL {
        for uri in members(document, 300) {
            for warning in document.warnings(&uri).unwrap() {
                assert!(warning.source(document).is_some() && !warning.to_string().is_empty(), "{document}: {uri:?}");
            }
        }
    }
}
