//! The one parse of each ambiguous string.

use uri_lineage::rfc1630::{Address, Groupart, Url, WaisAddress};
use uri_lineage::{Grammar, Host, rfc1738, rfc2396};

#[track_caller]
fn first(grammar: Grammar, input: &str) -> Address<'_> {
    let parsed = match grammar {
        Grammar::UrlDraft02 => Url::parse_draft_02(input),
        Grammar::UrlDraft03 => Url::parse_draft_03(input),
        _ => Url::parse(input),
    };
    parsed.unwrap_or_else(|error| panic!("{}", error.report(input))).address()
}

/// User, password, host and port of an `ftp` or `telnet` URL.
#[track_caller]
fn login(grammar: Grammar, input: &str) -> [Option<&str>; 4] {
    let login = match first(grammar, input) {
        Address::Ftp(ftp) => ftp.login(),
        Address::Telnet(telnet) => telnet.login(),
        other => panic!("{other:?}"),
    };
    let hostport = login.hostport();
    [login.user(), login.password()]
        .map(|part| part.map(|text| text.as_str()))
        .into_iter()
        .chain([Some(hostport.host().as_str()), hostport.port().map(|port| port.as_str())])
        .collect::<Vec<_>>()
        .try_into()
        .unwrap()
}

#[test]
fn url_is_a_prefix_only_in_front_of_a_url() {
    let url = Url::parse_draft_02("url:a:b").unwrap();
    assert_eq!(url.prefix(), Some("url:"));
    // No `url` follows: a scheme of that name.
    let url = Url::parse_draft_02("url:a").unwrap();
    assert!(
        url.prefix().is_none()
            && matches!(url.address(), Address::Generic(generic) if generic.scheme().as_str() == "url")
    );
    assert_eq!(Url::parse_draft_03("URL:news:*").unwrap().prefix(), Some("URL:"));
    assert!(Url::parse("URL:news:*").is_err());
}

#[test]
fn a_login_is_split_at_the_first_at_sign_that_allows_it() {
    for grammar in [Grammar::UrlDraft02, Grammar::UrlDraft03, Grammar::Rfc1630] {
        assert_eq!(login(grammar, "ftp://a@b/x"), [Some("a"), None, Some("b"), None]);
        assert_eq!(login(grammar, "ftp://a:b@c:21/x"), [Some("a"), Some("b"), Some("c"), Some("21")]);
        assert_eq!(login(grammar, "ftp://a@1b/x"), [None, None, Some("a@1b"), None]);
        assert_eq!(login(grammar, "ftp://a@b@c/x"), [Some("a"), None, Some("b@c"), None]);
        assert_eq!(login(grammar, "telnet://a@1.2.3.4"), [Some("a"), None, Some("1.2.3.4"), None]);
        assert_eq!(login(grammar, "telnet://a@1.2.3.4b"), [None, None, Some("a@1.2.3.4b"), None]);
    }
    // In draft 02 a user and a password may hold the sign and the colon.
    let login = |input| login(Grammar::UrlDraft02, input);
    assert_eq!(login("ftp://@a@b/"), [Some("@a"), None, Some("b"), None]);
    assert_eq!(login("ftp://a@1@b/"), [Some("a@1"), None, Some("b"), None]);
    assert_eq!(login("ftp://a:b:c@d/"), [Some("a"), Some("b:c"), Some("d"), None]);
    assert_eq!(login("ftp://a:@d/"), [Some("a:"), None, Some("d"), None]);
    assert_eq!(login("ftp://a:b@1.2.3.4:21/"), [Some("a"), Some("b"), Some("1.2.3.4"), Some("21")]);
}

#[test]
fn a_message_identifier_is_split_at_the_last_at_sign_with_a_host_behind_it() {
    for grammar in [Grammar::UrlDraft02, Grammar::UrlDraft03, Grammar::Rfc1630] {
        let article = |input| match first(grammar, input) {
            Address::News(news) => match news.groupart() {
                Groupart::Article(article) => {
                    (article.xalphas().as_str().to_owned(), article.host().as_str().to_owned())
                }
                other => panic!("{input}: {other:?}"),
            },
            other => panic!("{other:?}"),
        };
        assert_eq!(article("news:*@a"), ("*".into(), "a".into()));
        assert_eq!(article("news:a@b@c"), ("a@b".into(), "c".into()));
        assert_eq!(article("news:a@b@1c"), ("a".into(), "b@1c".into()));
        assert_eq!(article("news:a@b@1.2.3.4"), ("a@b".into(), "1.2.3.4".into()));
        assert_eq!(article("news:a@@@b"), ("a@@".into(), "b".into()));
        assert!(matches!(first(grammar, "news:*"), Address::News(news) if news.groupart() == Groupart::All));
        assert!(
            matches!(first(grammar, "news:a@1"), Address::News(news) if matches!(news.groupart(), Groupart::Group(_)))
        );
        let Address::Mailto(mailto) = first(grammar, "mailto:a@b@1.2.3.4") else { panic!() };
        // Only a name may follow in `mailtoaddress`.
        assert_eq!((mailto.xalphas().as_str(), mailto.hostname().text().as_str()), ("a", "b@1.2.3.4"));
    }
    for (input, left, right) in [("mid:a@b@c", "a@b", "c"), ("cid:1@1.2.3.4", "1", "1.2.3.4")] {
        let identifier = match first(Grammar::Rfc1630, input) {
            Address::Mid(mid) => mid.addr_spec(),
            Address::Cid(cid) => cid.content_identifier(),
            other => panic!("{other:?}"),
        };
        assert_eq!((identifier.xalphas().as_str(), identifier.host().as_str()), (left, right));
    }
}

#[test]
fn draft_02_begins_a_port_at_the_last_colon_with_only_digits_behind() {
    let hostport = |input| match first(Grammar::UrlDraft02, input) {
        Address::Http(http) => {
            (http.hostport().host().as_str().to_owned(), http.hostport().port().map(|p| p.as_str().to_owned()))
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(hostport("http://a:80/"), ("a".into(), Some("80".into())));
    assert_eq!(hostport("http://a:80:90/"), ("a:80".into(), Some("90".into())));
    assert_eq!(hostport("http://a:80b/"), ("a:80b".into(), None));
    assert_eq!(hostport("http://a:/"), ("a:".into(), None));
}

#[test]
fn names_are_split_at_every_dot_and_searches_at_every_plus() {
    let Address::Http(http) = first(Grammar::Rfc1630, "http://a..1b/x?c++d") else { panic!() };
    let Host::Hostname(name) = http.hostport().host() else { panic!() };
    assert_eq!(name.labels().map(|label| label.as_str()).collect::<Vec<_>>(), ["a", "", "1b"]);
    assert_eq!(http.search().unwrap().words().map(|word| word.as_str()).collect::<Vec<_>>(), ["c", "", "d"]);
    let Address::Nntp(nntp) = first(Grammar::UrlDraft02, "nntp:comp.infosystems.www/12") else { panic!() };
    assert_eq!(nntp.group().labels().count(), 3);
}

#[test]
fn a_prospero_name_ends_at_the_first_zero_with_a_version_behind_it() {
    for grammar in [Grammar::UrlDraft02, Grammar::UrlDraft03, Grammar::Rfc1630] {
        let link = |input| match first(grammar, input) {
            Address::Prospero(p) => {
                (p.hsoname().text().to_string(), p.version().map(|v| v.to_string()), p.attributes().map(str::to_owned))
            }
            other => panic!("{other:?}"),
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(link("prospero://h/a/b%0012"), ("a/b".into(), some("12"), None));
        assert_eq!(link("prospero://h/a%0012ab3"), ("a".into(), some("12"), some("ab3")));
        assert_eq!(link("prospero://h/a%00b%001"), ("a%00b".into(), some("1"), None));
        assert_eq!(link("prospero://h/a%001%002"), ("a%001".into(), some("2"), None));
        assert_eq!(link("prospero://h/a%00"), ("a%00".into(), None, None));
        assert_eq!(link("prospero://h/%001"), ("".into(), some("1"), None));
    }
}

#[test]
fn a_wais_document_is_no_index() {
    let Address::Wais(WaisAddress::Waisdoc(document)) = first(Grammar::Rfc1630, "wais://h/db/TEXT/1=a/b;2=c;") else {
        panic!()
    };
    let uri_lineage::rfc1630::Document::Wpath(wpath) = document.document() else { panic!() };
    let fields: Vec<_> =
        wpath.fields().map(|field| (field.digits().parse::<u8>().unwrap(), field.path().to_string())).collect();
    assert_eq!(fields, [(1, "a/b".to_owned()), (2, "c".to_owned())]);
    assert!(matches!(first(Grammar::Rfc1630, "wais://h/db?a+b"), Address::Wais(WaisAddress::Waisindex(_))));
}

#[test]
fn an_escape_is_one_gopher_type() {
    let Address::Gopher(gopher) = first(Grammar::Rfc1630, "gopher://h/%37abc") else { panic!() };
    assert_eq!(gopher.item().unwrap().gtype().as_str(), "%37");
    assert_eq!(*gopher.item().unwrap().gtype().octets(), *b"7");
}

#[test]
fn draft_02_prefers_a_specific_production_to_the_generic_one() {
    assert!(matches!(first(Grammar::UrlDraft02, "http://a/"), Address::Http(_)));
    assert!(matches!(first(Grammar::UrlDraft02, "http://1/"), Address::Generic(_)));
    let Address::Generic(generic) = first(Grammar::UrlDraft02, "a:b:c") else { panic!() };
    assert_eq!((generic.scheme().as_str(), generic.path().text().as_str()), ("a", "b:c"));
}

/// Type, selector, search and Gopher+ string of a gopher URL of RFC 1738.
#[track_caller]
fn gopher(input: &str) -> (&str, &str, Option<&str>, Option<&str>) {
    let rfc1738::Url::Gopher(url) = rfc1738::Url::parse(input).unwrap() else { panic!() };
    let item = url.item().unwrap();
    let search = item.search();
    (
        item.gtype().as_str(),
        item.selector().as_str(),
        search.map(|search| search.search().as_str()),
        search.and_then(|search| search.gopher_plus_string()).map(|string| string.as_str()),
    )
}

#[test]
fn a_tab_ends_the_selector_if_a_search_can_stand_behind_it() {
    assert_eq!(gopher("gopher://h/7sel%09find"), ("7", "sel", Some("find"), None));
    assert_eq!(gopher("gopher://h/0sel%09%09+"), ("0", "sel", Some(""), Some("+")));
    assert_eq!(gopher("gopher://h/0sel%09a%09b/c%09d"), ("0", "sel", Some("a"), Some("b/c%09d")));
    // A search holds no slash: the first tab begins nothing.
    assert_eq!(gopher("gopher://h/0a%09b/c%09d"), ("0", "a%09b/c", Some("d"), None));
    assert_eq!(gopher("gopher://h/0a%09b/c"), ("0", "a%09b/c", None, None));
    // Search and Gopher+ string may be empty.
    assert_eq!(gopher("gopher://h/0s%09"), ("0", "s", Some(""), None));
    assert_eq!(gopher("gopher://h/0s%09%09"), ("0", "s", Some(""), Some("")));
    assert_eq!(gopher("gopher://h/0a%09b%09"), ("0", "a", Some("b"), Some("")));
    assert_eq!(gopher("gopher://h/0a%09b/c%09"), ("0", "a%09b/c", Some(""), None));
    assert_eq!(gopher("gopher://h/%09%09x"), ("%09", "", Some("x"), None));
}

#[test]
fn a_scheme_part_of_rfc_1738_is_an_internet_one_if_it_can_be() {
    use rfc1738::Schemepart;
    let part = |input| rfc1738::GenericUrl::parse(input).unwrap().schemepart();
    assert!(matches!(part("x://a:b@c:1/d"), Schemepart::Ip(ip) if ip.urlpath().unwrap().as_str() == "d"));
    assert!(matches!(part("x://a?b"), Schemepart::Text(_)));
    assert!(matches!(part("x:a"), Schemepart::Text(_)));
    assert!(rfc1738::Url::parse("http:foo").is_err() && rfc1738::GenericUrl::parse("http:foo").is_ok());
}

#[test]
fn a_news_group_of_rfc_1738_is_no_article() {
    use rfc1738::{Grouppart, Url};
    let part = |input| match Url::parse(input).unwrap() {
        Url::News(news) => news.grouppart(),
        other => panic!("{other:?}"),
    };
    assert_eq!(part("news:*"), Grouppart::All);
    assert_eq!(part("news:a.b"), Grouppart::Group("a.b"));
    assert!(matches!(part("news:*@a"), Grouppart::Article(article) if article.unique().as_str() == "*"));
}

/// The five components of a reference.
#[track_caller]
fn components(input: &str) -> [Option<String>; 5] {
    let reference = rfc2396::UriReference::parse_1997(input).unwrap();
    let rfc2396::UriReference::Uri(url) = reference else { panic!("{reference:?}") };
    let relative = url.uri().map(|url| match url {
        rfc2396::Uri::Absolute(url) => url.relative(),
        rfc2396::Uri::Relative(url) => url,
    });
    let site = match relative.map(|relative| relative.hierarchy()) {
        Some(rfc2396::Hierarchy::NetPath(path)) => Some(path.authority().to_string()),
        _ => None,
    };
    let view = reference.components();
    let text = |part: Option<uri_lineage::Text<'_>>| part.map(|text| text.to_string());
    [view.scheme.map(str::to_owned), site, view.path.map(Into::into), text(view.query), text(view.fragment)]
}

#[test]
fn the_site_of_1997_wins() {
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(components("http://a/b?c#d"), [some("http"), some("a"), some("/b"), some("c"), some("d")]);
    assert_eq!(components("http://a?q"), [some("http"), some("a"), some(""), some("q"), None]);
    assert_eq!(components("//a?q"), [None, some("a"), some(""), some("q"), None]);
    assert_eq!(components("////a"), [None, some(""), some("//a"), None, None]);
    assert_eq!(components("a/b:c"), [None, None, some("a/b:c"), None, None]);
    assert_eq!(components(":a"), [None, None, some(":a"), None, None]);
    // The regular expression of Appendix B reads this as a scheme, although it cannot be one.
    assert_eq!(components("~:a"), [some("~"), None, some("a"), None, None]);
    assert_eq!(components("~://a?b"), [some("~"), some("a"), some(""), some("b"), None]);
    assert_eq!(components("a:~:b"), [some("a"), None, some("~:b"), None, None]);
    assert_eq!(components(""), [None, None, some(""), None, None]);
    assert_eq!(components("?#"), [None, None, some(""), some(""), some("")]);
}

#[test]
fn absent_and_empty_differ_in_1997() {
    let server = |input| {
        let Ok(rfc2396::UriReference::Uri(reference)) = rfc2396::UriReference::parse_1997(input) else { panic!() };
        let Some(rfc2396::Uri::Relative(url)) = reference.uri() else { panic!() };
        let rfc2396::Hierarchy::NetPath(path) = url.hierarchy() else { panic!("{input}: {url:?}") };
        let rfc2396::Authority::Server(server) = path.authority() else { panic!("{input}: {url:?}") };
        let port = server.hostport().unwrap().port();
        (server.userinfo().map(|text| text.to_string()), port.map(|port| port.to_string()))
    };
    assert_eq!(server("//h"), (None, None));
    assert_eq!(server("//@h:"), (Some(String::new()), Some(String::new())));
    assert_eq!(server("//a:b@1.2.3.4:99999"), (Some("a:b".into()), Some("99999".into())));
    assert_eq!(server("//a.b."), (None, None));
}

#[test]
fn a_urn_that_is_also_an_opaque_url_is_a_urn() {
    use rfc2396::UriReference;
    assert!(
        matches!(UriReference::parse_1997("urn:isbn:123#a"), Ok(UriReference::Urn(urn)) if urn.nss().as_str() == "123#a")
    );
    // RFC 2141 has no ampersand, and a namespace of 32 characters at most.
    assert!(matches!(UriReference::parse_1997("urn:isbn:1&2"), Ok(UriReference::Uri(_))));
    assert!(matches!(UriReference::parse_1997(&format!("urn:{}:x", "a".repeat(32))), Ok(UriReference::Urn(_))));
    assert!(matches!(UriReference::parse_1997(&format!("urn:{}:x", "a".repeat(33))), Ok(UriReference::Uri(_))));
    assert!(matches!(UriReference::parse_1997("urn:a:%"), Ok(UriReference::Urn(_))));
}

#[test]
fn segments_have_their_parameters() {
    use rfc2396::{Hierarchy, Uri, UriReference};
    let Ok(UriReference::Uri(reference)) = UriReference::parse_1997("/a;b;;c/d") else { panic!() };
    let Some(Uri::Relative(url)) = reference.uri() else { panic!() };
    let Hierarchy::AbsPath(path) = url.hierarchy() else { panic!() };
    let first = path.segments().next().unwrap();
    assert_eq!(first.name().as_str(), "a");
    assert_eq!(first.params().map(|param| param.as_str()).collect::<Vec<_>>(), ["b", "", "c"]);
    assert_eq!(path.segments().count(), 2);
}

/// RFC 1808: what section 2.4 divides first to last.
#[test]
fn rfc1808_is_divided_by_section_2_4() {
    let parts = |input| {
        let url = uri_lineage::rfc1808::Url::parse(input).unwrap();
        let text = |part: Option<uri_lineage::Text<'static>>| part.map(|part| part.as_str());
        (
            url.scheme(),
            text(url.net_loc()),
            url.path().as_str(),
            text(url.params()),
            text(url.query()),
            text(url.fragment()),
        )
    };
    let all = (Some("a"), Some("b:c@d?e;f"), "/g/h", Some("i;j/k"), Some("l?m;n"), Some("o"));
    assert_eq!(parts("a://b:c@d?e;f/g/h;i;j/k?l?m;n#o"), all);
    // A colon behind a character that no scheme has, or behind nothing, ends no scheme.
    assert_eq!(parts("$:b"), (None, None, "$:b", None, None, None));
    assert_eq!(parts(":b"), (None, None, ":b", None, None, None));
    assert_eq!(parts("1.+-:b"), (Some("1.+-"), None, "b", None, None, None));
    // No `generic-RL`, and divided all the same.
    assert_eq!(parts("a://b//c"), (Some("a"), Some("b"), "//c", None, None, None));
    assert_eq!(parts("//a#b"), (None, Some("a"), "", None, None, Some("b")));
    assert_eq!(parts("?a;b"), (None, None, "", None, Some("a;b"), None));
}

/// RFC 2396 and RFC 2732: a `server` if it can be, else a `reg_name`; an opaque part up to its
/// question mark.
#[test]
fn authorities_of_rfc_2396() {
    use rfc2396::{Authority, Hierarchy, Uri, UriReference};
    let authority = |input| {
        let Ok(UriReference::Uri(reference)) = UriReference::parse(input) else { panic!("{input}") };
        let Some(Uri::Relative(uri)) = reference.uri() else { panic!("{input}") };
        let Hierarchy::NetPath(path) = uri.hierarchy() else { panic!("{input}") };
        path.authority()
    };
    for input in ["//a", "//a.", "//1.2.3.4", "//u:p@a:80", "//@a", "//a:", "//3com.a-b.c", "//", "///a"] {
        assert!(matches!(authority(input), Authority::Server(_)), "{input}");
    }
    for input in ["//1", "//a..b", "//a:b", "//a@b@c", "//%41", "//-", "//1.2.3.4.5"] {
        assert!(matches!(authority(input), Authority::RegName(_)), "{input}");
    }
    let Ok(UriReference::Uri(reference)) = UriReference::parse("mailto:a@b?c?d#e") else { panic!() };
    let Some(Uri::Absolute(uri)) = reference.uri() else { panic!() };
    assert!(matches!(uri.relative().hierarchy(), Hierarchy::OpaquePart(text) if text.as_str() == "a@b"));
    assert_eq!(uri.relative().query().unwrap().as_str(), "c?d");
    // A segment of many digits is a part of no address since RFC 2732.
    let host = |parse: fn(&'static str) -> Result<UriReference<'static>, uri_lineage::Error>| {
        parse("//1000.1.1.1").map(|reference| format!("{reference:?}").contains("IPv4address"))
    };
    assert_eq!(host(UriReference::parse), Ok(true));
    assert_eq!(host(UriReference::parse_rfc2732), Ok(false));
}

/// RFC 3986, section 3.2.2: `IP-literal`, then `IPv4address`, then `reg-name`.
#[test]
fn hosts_of_rfc_3986() {
    use uri_lineage::rfc3986::{Host, IpAddress, UriReference};
    let host = |input: &'static str| UriReference::parse(input).unwrap().authority().unwrap().host();
    let address = |input| match host(input) {
        Host::IpLiteral(literal) => literal.address(),
        other => panic!("{other:?}"),
    };
    for input in ["//1.2.3.4", "//255.0.10.99:80", "//u@0.0.0.0/"] {
        assert!(matches!(host(input), Host::IPv4address(_)), "{input}");
    }
    for input in
        ["//", "//a", "//1.2.3.256", "//1.2.3.04", "//1.2.3.4.5", "//1.2.3.4a", "//1.2.3", "//%31.2.3.4", "//:80"]
    {
        assert!(matches!(host(input), Host::RegName(_)), "{input}");
    }
    assert_eq!(address("//[::1.2.3.4]:80"), IpAddress::IPv6address("::1.2.3.4"));
    assert_eq!(address("//[V1f.a:b]"), IpAddress::IPvFuture("V1f.a:b"));
    for input in ["//[1]", "//[::1", "//::1", "//[v.a]", "//[1::2::3]", "//[1:2:3:4:5:6:7:8:9]", "//[::1]a"] {
        assert!(UriReference::parse(input).is_err(), "{input}");
    }
}
