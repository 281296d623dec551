//! What a client does with a URL, by the documents' own words.

use uri_lineage::Grammar::{
    self, Rfc1630, Rfc1630Generic, Rfc1738, Rfc1808, Rfc2396, Rfc2732, Rfc3986, Uri1997, UrlDraft02, UrlDraft03,
};
use uri_lineage::SchemeDocument;
use uri_lineage::request::{Checked, FtpStep, GopherPlus, Password, Request, RequestError, Server};

#[track_caller]
fn ftp(grammar: Grammar, url: &str) -> (String, Password, Vec<String>) {
    let Request::Ftp { user, password, steps, .. } = grammar.request(url).unwrap() else { panic!("{url}") };
    (user.to_string(), password, steps.iter().map(|step| step.to_string()).collect())
}

#[track_caller]
fn sends(grammar: Grammar, url: &str) -> String {
    let Request::Gopher { sends, .. } = grammar.request(url).unwrap() else { panic!("{url}") };
    sends.to_string()
}

/// RFC 1738, section 3.2.2: the three examples, and the type codes.
#[test]
fn ftp_commands() {
    let url = "ftp://myname@host.dom/%2Fetc/motd";
    assert_eq!(ftp(Rfc1738, url), ("myname".into(), Password::Asked, vec!["CWD /etc".into(), "RETR motd".into()]));
    assert_eq!(ftp(Rfc1738, "ftp://myname@host.dom/etc/motd").2, ["CWD etc", "RETR motd"]);
    assert_eq!(ftp(Rfc1738, "ftp://myname@host.dom//etc/motd").2, ["CWD ", "CWD etc", "RETR motd"]);
    assert_eq!(ftp(Rfc1738, "ftp://host/a/b;type=d").2, ["CWD a", "NLST b"]);
    assert_eq!(ftp(Rfc1738, "ftp://host/a/b;type=D").2, ["CWD a", "NLST b"]);
    assert_eq!(ftp(Rfc1738, "ftp://host/a;type=i").2, ["TYPE i", "RETR a"]);
    // "The whole url-path may be omitted"
    assert_eq!(ftp(Rfc1738, "ftp://host"), ("anonymous".into(), Password::MailAddress, vec![]));
    // "The <cwdx> and <name> parts may be empty": an empty name is no file's.
    assert_eq!(ftp(Rfc1738, "ftp://host/").2, Vec::<String>::new());
    assert_eq!(ftp(Rfc1738, "ftp://host/a/").2, ["CWD a"]);
    assert_eq!(ftp(Rfc1738, "ftp://host/a/;type=d").2, ["CWD a", "NLST"]);
    for grammar in [UrlDraft03, Rfc1630] {
        // "The type code is in the format defined in RFC 959 except that the space is omitted from
        // the URL."
        assert_eq!(ftp(grammar, "ftp://host/a/b;type=L8").2, ["CWD a", "TYPE L 8", "RETR b"]);
        assert_eq!(ftp(grammar, "ftp://host/b;type=AN").2, ["TYPE A N", "RETR b"]);
        assert_eq!(ftp(grammar, "ftp://host/b;type=EC").2, ["TYPE E C", "RETR b"]);
        assert_eq!(ftp(grammar, "ftp://host/b;type=I").2, ["TYPE I", "RETR b"]);
        // "/: Use FTP directory list commands to read directory"
        assert_eq!(ftp(grammar, "ftp://host/a/").2, ["CWD a", "NLST"]);
        assert_eq!(ftp(grammar, "ftp://host/").2, ["NLST"]);
    }
    assert_eq!(ftp(UrlDraft02, "ftp://u:p@host/a").0, "u");
    // An empty user name is not the same as none (section 3.1).
    assert_eq!(ftp(Rfc1738, "ftp://@host.com/").0, "");
}

/// What the client sends, octet for octet: draft 03, "Gopher"; RFC 1630, "Gopher", where the
/// command string is sent as it is; and RFC 1738, sections 3.4.2 to 3.4.9.
#[test]
fn gopher_lines() {
    let form = "+%091%0D%0A+-1%0D%0Aone%0D%0Atwo%0D%0A.%0D%0A";
    let view = "+view%20lang%091%0D%0A+-1%0D%0Aone%0D%0A.%0D%0A";
    for (path, draft03, rfc1630, rfc1738) in [
        ("", "", "", ""),
        ("/0a_gopher_selector", "a_gopher_selector", "a_gopher_selector", "a_gopher_selector"),
        ("/7sel%09foobar", "sel\tfoobar", "sel\tfoobar", "sel\tfoobar"),
        ("/7sel%09", "sel\t", "sel\t", "sel\t"),
        ("/0sel%09%09+", "sel\t+", "sel\t\t+", "sel\t\t+"),
        ("/0sel%09%09%2B", "sel\t+", "sel\t\t+", "sel\t\t+"),
        ("/0sel%09%09!", "sel\t!", "sel\t\t!", "sel\t\t!"),
        ("/1sel%09%09$", "sel\t$", "sel\t\t$", "sel\t\t$"),
        (
            "/0sel%09%09!+ABSTRACT%20+SMELL",
            "sel\t!+ABSTRACT +SMELL",
            "sel\t\t!+ABSTRACT +SMELL",
            "sel\t\t!+ABSTRACT +SMELL",
        ),
        (
            "/0sel%09%09+application/postscript%20Es_ES",
            "sel\t+application/postscript Es_ES",
            "sel\t\t+application/postscript Es_ES",
            "sel\t\t+application/postscript Es_ES",
        ),
        ("/0sel%09%09%3F", "sel\t?", "sel\t\t?", "sel\t\t?"),
        ("/7sel%09find%09+", "sel\tfind\t+", "sel\tfind\t+", "sel\tfind\t+"),
        // RFC 1738, section 3.4.9, prints the filled form with one tab before the plus sign.
        (
            &format!("/0sel%09%09{form}"),
            "sel\t+\t1\r\n+-1\r\none\r\ntwo\r\n.",
            "sel\t\t+\t1\r\n+-1\r\none\r\ntwo\r\n.",
            "sel\t+\t1\r\n+-1\r\none\r\ntwo\r\n.",
        ),
        (
            &format!("/0sel%09%09{view}"),
            "sel\t+view lang\t1\r\n+-1\r\none\r\n.",
            "sel\t\t+view lang\t1\r\n+-1\r\none\r\n.",
            "sel\t+view lang\t1\r\n+-1\r\none\r\n.",
        ),
    ] {
        let url = format!("gopher://host{path}");
        for (grammar, line) in [(UrlDraft03, draft03), (Rfc1630, rfc1630), (Rfc1738, rfc1738)] {
            if grammar == Rfc1738 || grammar.parse(&url).is_ok() {
                assert_eq!(sends(grammar, &url), format!("{line}\r\n").escape_default().to_string(), "{grammar} {url}");
            }
        }
    }
    // What RFC 1630 has no form for is sent as it is.
    assert_eq!(sends(Rfc1630, "gopher://host/0sel%09%09x"), "sel\\t\\tx\\r\\n");
    let Request::Gopher { form, gtype, server, .. } = Rfc1738.request("gopher://host/0a%09%09%3F").unwrap() else {
        panic!()
    };
    assert!(form);
    assert_eq!((gtype.to_string().as_str(), server.port), ("0", 70));
    assert_eq!(sends(UrlDraft02, "gopher://host/7sel?a+b"), "sel\\ta b\\r\\n");
}

/// Draft 03's own example of "some_gplus_stuff" has none of its summary's forms.
#[test]
fn gopher_plus_strings() {
    for (text, offset) in [("some_gplus_stuff", 0), ("", 0), ("!a%20", 5), ("+a%20b%20c", 6), ("?x", 1), ("+%09", 1)] {
        assert_eq!(GopherPlus::parse(text).unwrap_err().offset, offset, "{text}");
    }
    assert_eq!(GopherPlus::parse("%3f"), Ok(GopherPlus::Ask));
    // A form cannot contain the line that ends it: the rest would be another command.
    assert!(GopherPlus::parse("+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0Aexit%0D%0A.%0D%0A").is_err());
    assert!(GopherPlus::parse("+%091%0D%0A+-1%0D%0Aa%0D%0A%2E%0D%0Aexit%0D%0A.%0D%0A").is_err());
    assert!(matches!(Rfc1738.request("gopher://h/0a%09%09x"), Err(RequestError::GopherPlus(_))));
}

/// "Care should be taken when URLs contain embedded encoded delimiters for a given protocol (for
/// example, CR and LF characters for telnet protocols) that these are not unencoded before
/// transmission" (RFC 1738, section 6).
#[test]
fn an_octet_that_ends_its_field_is_refused() {
    for (url, part, octet) in [
        ("ftp://host/a%0D%0ADELE%20b", "fpath", b'\r'),
        ("ftp://u%0A@host/a", "user", b'\n'),
        ("ftp://u:p%00@host/a", "password", 0),
        ("gopher://host/0a%0D%0Ab", "selector", b'\r'),
        ("gopher://host:25/0HELO%20a%0AMAIL%20FROM", "selector", b'\n'),
        ("gopher://host/7a%09b%0Ac", "search", b'\n'),
        ("gopher://host/0a%09%09+%091%0D%0A+-1%0D%0Aa%00%0D%0A.%0D%0A", "ask_item_value", 0),
        ("mailto:a%0D%0Ab@c", "encoded822addr", b'\r'),
        ("news:a%0Ab@c", "article", b'\n'),
        ("telnet://u%0D@host/", "user", b'\r'),
        ("file:///etc%00/motd", "fpath", 0),
        ("file:///a%2Fb", "fpath", b'/'),
        ("wais://h/a%0Ab", "database", b'\n'),
        ("prospero://h/a%0Ab", "ppath", b'\n'),
    ] {
        assert_eq!(Rfc1738.request(url), Err(RequestError::BreaksOut { part, octet }), "{url}");
    }
}

/// Every octet that a client sends, and where it connects.
fn octets(request: &Request) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = Vec::new();
    let mut add = |octets: &[u8]| all.push(octets.to_vec());
    let (server, fields): (Option<&Server>, Vec<&Checked>) = match request {
        Request::Ftp { server, user, password, steps } => {
            let mut fields = vec![user];
            if let Password::InUrl(password) = password {
                fields.push(password);
            }
            fields.extend(steps.iter().map(|step| match step {
                FtpStep::Cwd(field) | FtpStep::Type(field) | FtpStep::Nlst(field) | FtpStep::Retr(field) => field,
            }));
            (Some(server), fields)
        }
        Request::Http { server, path, proxy } => (Some(server), vec![path, proxy]),
        Request::Gopher { server, gtype, sends, .. } => {
            // Line ends of its own: the last, and those of a form.
            let own = sends.as_bytes().strip_suffix(b"\r\n").expect("a line");
            let form = own.windows(9).any(|lines| lines == b"\t1\r\n+-1\r\n");
            add(if form { b"" } else { own });
            (Some(server), vec![gtype])
        }
        Request::Mailto { to, fields, body } => {
            let fields = fields.iter().flat_map(|(name, value)| [name, value]);
            (None, to.iter().chain(fields).chain(body).collect())
        }
        Request::News { server, commands } | Request::Nntp { server, commands } => {
            (server.as_ref(), commands.iter().collect())
        }
        Request::Telnet { server, user, password } => (Some(server), user.iter().chain(password).collect()),
        Request::Wais { server, database, search, wtype, document } => {
            (Some(server), [database].into_iter().chain(search).chain(wtype).chain(document).collect())
        }
        Request::File { host, name } => (None, host.iter().chain([name]).collect()),
        Request::Prospero { server, hsoname, version, attributes, fields } => {
            let fields = fields.iter().flat_map(|(name, value)| [name, value]);
            (Some(server), [hsoname].into_iter().chain(version).chain(attributes).chain(fields).collect())
        }
        _ => (None, Vec::new()),
    };
    fields.into_iter().chain(server.map(|server| &server.host)).for_each(|field| add(field.as_bytes()));
    all
}

/// Every field of every scheme of every generation, with every octet that delimits something in
/// some protocol: "Care should be taken when URLs contain embedded encoded delimiters ... This
/// would violate the protocol but could be used to simulate an extra operation or parameter" (RFC
/// 1738, section 6).
#[test]
fn nothing_breaks_out_of_any_field() {
    // `!` represents the octet, in the fields one after another.
    let urls = [
        "http://h/a",
        "http://h/a?b",
        "ftp://u:p@h/a/b",
        "ftp://h/a/b;type=I",
        "gopher://h/0a",
        "gopher://h/0a%09b%09+c%20d",
        "gopher://h/0a%09%09!b",
        "gopher://h/0a%09%09+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A",
        "gopher://h/7a?b+c",
        "mailto:a@b",
        "news:a.b",
        "news:a@b",
        "nntp:a.b/1",
        "nntp://h/a.b/1",
        "telnet://u:p@h",
        "wais://h/d",
        "wais://h/d?s",
        "wais://h/d/t/p",
        "wais://h/d/t/1=p;",
        "file://h/a/b",
        "prospero://h/a%001b",
        "prospero://h/a;b=c",
    ];
    let (mut sent, mut refused) = (0, 0);
    for url in urls {
        for octet in [b'\r', b'\n', 0, b'\t', b' ', b'>', b'<'] {
            let raw = char::from(octet).to_string();
            for text in [format!("%{octet:02X}"), raw] {
                for at in 0..=url.len() {
                    for end in [at, (at + 1).min(url.len())] {
                        let url = [&url[..at], &text, &url[end..]].concat();
                        for grammar in Grammar::all() {
                            match grammar.request(&url) {
                                Ok(request) => {
                                    sent += 1;
                                    let words = matches!(request, Request::News { .. } | Request::Nntp { .. });
                                    for field in octets(&request) {
                                        let own = request_own(&request);
                                        let tabs = field.iter().filter(|&&octet| octet == b'\t').count();
                                        assert!(
                                            !field.iter().any(|octet| b"\r\n\0".contains(octet)),
                                            "{grammar} {url}"
                                        );
                                        assert!(tabs <= own, "{grammar} {url}: {request:?}");
                                        // A command of NNTP has one space, and angle brackets of
                                        // its own.
                                        let count = |mark| field.iter().filter(|&&octet| octet == mark).count();
                                        if words {
                                            assert!(count(b' ') <= 1 && count(b'>') <= 1 && count(b'<') <= 1, "{url}");
                                        }
                                        if matches!(request, Request::Http { .. } | Request::Mailto { .. }) {
                                            assert!(count(b' ') + count(b'<') + count(b'>') == 0, "{grammar} {url}");
                                        }
                                    }
                                }
                                Err(RequestError::BreaksOut { .. }) => refused += 1,
                                Err(_) => {}
                            }
                        }
                    }
                }
            }
        }
    }
    assert_eq!((sent, refused), (1_745, 3_671));
}

/// How many tabs a line has of its own.
fn request_own(request: &Request) -> usize {
    if matches!(request, Request::Gopher { .. }) { 2 } else { 0 }
}

/// RFC 822, section 6.1: a comma begins another address, and a space or an angle bracket ends one,
/// unless it is quoted.
#[test]
fn one_mail_address_does_not_become_several() {
    for (url, octet) in [
        ("mailto:a%20b@c", b' '),
        ("mailto:a%3E%20SIZE=1@c", b'>'),
        ("mailto:a@b,c@d", b','),
        ("mailto:%22a@b", b'"'),
        ("mailto:a@b%5C", b'\\'),
    ] {
        let part = "encoded822addr";
        assert_eq!(Rfc1738.request(url), Err(RequestError::BreaksOut { part, octet }), "{url}");
    }
    let Ok(Request::Mailto { to, .. }) = Rfc1738.request("mailto:%22a%20b%22@c") else { panic!() };
    assert_eq!(to[0].as_bytes(), b"\"a b\"@c");
    let error = Rfc1630.request("mailto:a@b%0D%0ARCPT").unwrap_err();
    assert_eq!(error, RequestError::BreaksOut { part: "mailtoaddress", octet: b'\r' });
}

#[test]
fn http_paths() {
    let http = |grammar: Grammar, url| match grammar.request(url) {
        Ok(Request::Http { path, proxy, server }) => (path.to_string(), proxy.to_string(), server.port),
        other => panic!("{other:?}"),
    };
    let url = "http://host:8000/a/b?c";
    assert_eq!(http(Rfc1738, url), ("/a/b?c".into(), url.into(), 8000));
    assert_eq!(http(Rfc1738, "http://host"), ("/".into(), "http://host".into(), 80));
    assert_eq!(http(Rfc1630, "http://host/a?b+c").0, "/a?b+c");
    assert_eq!(http(UrlDraft02, "http://host/a#b").0, "/a");
    // "Spaces in URLs should be escaped for transmission in HTTP."
    assert_eq!(http(UrlDraft02, "http://host/a b").0, "/a%20b");
    // The prefix is no part of the URL.
    assert_eq!(http(Rfc1630, "url:http://host/a").1, "http://host/a");
}

#[test]
fn other_schemes() {
    let commands = |grammar: Grammar, url| match grammar.request(url) {
        Ok(Request::News { commands, .. } | Request::Nntp { commands, .. }) => {
            commands.iter().map(|command| command.to_string()).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(commands(Rfc1738, "news:comp.infosystems.www.misc"), ["GROUP comp.infosystems.www.misc"]);
    assert_eq!(commands(Rfc1738, "news:1@a.b"), ["ARTICLE <1@a.b>"]);
    assert_eq!(commands(Rfc1738, "news:*"), ["LIST"]);
    // A host is decoded as every host is.
    assert_eq!(commands(Rfc1630, "news:a@b%41"), ["ARTICLE <a@bA>"]);
    let breaks = |part, octet| Err(RequestError::BreaksOut { part, octet });
    assert_eq!(Rfc1738.request("news:a%3E%20b@c"), breaks("article", b'>'));
    assert_eq!(Rfc1630.request("nntp:a%20b/1"), breaks("group", b' '));
    assert_eq!(commands(Rfc1738, "nntp://host/a.b/12"), ["GROUP a.b", "ARTICLE 12"]);
    assert_eq!(commands(Rfc1630, "nntp:a.b/12"), ["GROUP a.b", "ARTICLE 12"]);
    let Ok(Request::Mailto { to, .. }) = Rfc1738.request("mailto:a%25b@c") else { panic!() };
    assert_eq!(to[0].as_bytes(), b"a%b@c");
    let Ok(Request::Telnet { server, user, .. }) = Rfc1738.request("telnet://me@host/") else { panic!() };
    assert_eq!((server.port, user.unwrap().to_string().as_str()), (23, "me"));
    let Ok(Request::File { host, name }) = Rfc1738.request("file://localhost/etc/a%20b") else { panic!() };
    assert_eq!((host, name.to_string().as_str()), (None, "/etc/a b"));
    // Section 3.10's example, whose name a VMS system would write
    // `DISK$USER:[MY.NOTES]NOTE123456.TXT`.
    let vms = "file://vms.host.edu/disk$user/my/notes/note12345.txt";
    let Ok(Request::File { host, name }) = Rfc1738.request(vms) else { panic!() };
    assert_eq!(
        (host.unwrap().to_string().as_str(), name.to_string().as_str()),
        ("vms.host.edu", "/disk$user/my/notes/note12345.txt")
    );
    // Section 3.11: "a host-specific object name of `/pros/name` would be represented as" this.
    let Ok(Request::Prospero { hsoname, server, .. }) = Rfc1738.request("prospero://host.dom//pros/name") else {
        panic!()
    };
    assert_eq!((hsoname.to_string().as_str(), server.port), ("/pros/name", 1525));
    // "Within the query string, the plus sign is reserved as shorthand notation for a space."
    let Ok(Request::Wais { search, .. }) = Rfc1630.request("wais://h/d?s+t") else { panic!() };
    assert_eq!(search.unwrap().to_string(), "s t");
    let Ok(Request::Wais { database, search, .. }) = Rfc1738.request("wais://h/d?s%20t") else { panic!() };
    assert_eq!((database.to_string().as_str(), search.unwrap().to_string().as_str()), ("d", "s t"));
    let Ok(Request::Prospero { fields, .. }) = Rfc1738.request("prospero://h/n;a=b") else { panic!() };
    assert_eq!(fields[0].1.to_string(), "b");
}

/// RFC 3986: an absolute path, and a host with its port.
#[test]
fn http_by_rfc_3986() {
    for (uri, at, port, asked) in [
        ("http://www.w3.org/a?b#c", "www.w3.org", 80, "/a?b"),
        ("HTTP://h?q", "h", 80, "/?q"),
        ("http://u@h:8080", "h", 8080, "/"),
        ("http://u:p@h/x@y", "h", 80, "/x@y"),
        ("http://@h/", "h", 80, "/"),
        ("http://h:/a", "h", 80, "/a"),
        ("http://[::1]:1/a", "[::1]", 1, "/a"),
        ("http://%68/%61", "h", 80, "/%61"),
    ] {
        let Ok(Request::Http { server, path, proxy }) = Rfc3986.request(uri) else { panic!("{uri}") };
        assert_eq!((&*server.host.to_string(), server.port, &*path.to_string()), (at, port, asked), "{uri}");
        // RFC 9110, section 4.2.4: no user information is sent.
        let whole = uri.split('#').next().unwrap();
        assert_eq!(
            proxy.to_string(),
            ["u:p@", "u@", "//@"].iter().fold(whole.to_owned(), |text, user| {
                text.replacen(user, if user.starts_with('/') { "//" } else { "" }, 1)
            })
        );
    }
    assert_eq!(Rfc3986.request("http://h:99999/"), Err(RequestError::Port("99999".to_owned())));
    assert!(matches!(Rfc3986.request("http://a%0D%0Ab/"), Err(RequestError::BreaksOut { octet: 0x0D, .. })));
}

#[test]
fn a_request_that_no_document_specifies_is_an_error() {
    fn undefined(grammar: Grammar, in_force: Option<SchemeDocument>) -> Result<Request, RequestError> {
        Err(RequestError::Undefined { grammar: grammar.into(), in_force })
    }
    for grammar in [Uri1997, Rfc1808, Rfc2396, Rfc2732] {
        assert_eq!(grammar.request("http://a/"), undefined(grammar, Some(SchemeDocument::Rfc9110)));
    }
    for uri in ["ftp://a/", "http:/a", "http:///a", "//a", "http:a"] {
        assert_eq!(Rfc3986.request(uri), undefined(Rfc3986, None), "{uri}");
    }
    assert_eq!(Rfc3986.request("gopher://a/1"), undefined(Rfc3986, Some(SchemeDocument::Rfc4266)));
    assert_eq!(Rfc1630Generic.request("magic://a/"), undefined(Rfc1630Generic, None));
    assert_eq!(Rfc1738.request("other:x"), undefined(Rfc1738, None));
    assert_eq!(Rfc1738.request("http://a:99999/"), Err(RequestError::Port("99999".into())));
    assert!(matches!(Rfc1738.request("http://a b/"), Err(RequestError::Refused(_))));
}
