//! What a client does with a URL, by the documents' own words.

use uri_lineage::Grammar::{self, Rfc1630, Rfc1630Generic, Rfc1738, Uri1997, UrlDraft02, UrlDraft03};
use uri_lineage::request::{GopherPlus, Password, Request, RequestError, request};

#[track_caller]
fn ftp(grammar: Grammar, url: &str) -> (String, Password, Vec<String>) {
    let Request::Ftp { user, password, steps, .. } = request(grammar, url).unwrap() else { panic!("{url}") };
    (user.to_string(), password, steps.iter().map(|step| step.to_string()).collect())
}

#[track_caller]
fn sends(grammar: Grammar, url: &str) -> String {
    let Request::Gopher { sends, .. } = request(grammar, url).unwrap() else { panic!("{url}") };
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
    for grammar in [UrlDraft03, Rfc1630] {
        assert_eq!(ftp(grammar, "ftp://host/a/b;type=L8").2, ["CWD a", "TYPE L8", "RETR b"]);
    }
    assert_eq!(ftp(UrlDraft02, "ftp://u:p@host/a").0, "u");
    // An empty user name is not the same as none (section 3.1).
    assert_eq!(ftp(Rfc1738, "ftp://@host.com/").0, "");
}

/// Draft 03, "Gopher": what the client sends, octet for octet; and RFC 1738, sections 3.4.2 to 3.4.9.
#[test]
fn gopher_lines() {
    for (path, first, second) in [
        ("", "\\r\\n", "\\r\\n"),
        ("/0a_gopher_selector", "a_gopher_selector\\r\\n", "a_gopher_selector\\r\\n"),
        ("/7sel%09foobar", "sel\\tfoobar\\r\\n", "sel\\tfoobar\\r\\n"),
        ("/0sel%09%09+", "sel\\t+\\r\\n", "sel\\t\\t+\\r\\n"),
        ("/0sel%09%09!", "sel\\t!\\r\\n", "sel\\t\\t!\\r\\n"),
        ("/1sel%09%09$", "sel\\t$\\r\\n", "sel\\t\\t$\\r\\n"),
        ("/0sel%09%09!+ABSTRACT%20+SMELL", "sel\\t!+ABSTRACT +SMELL\\r\\n", "sel\\t\\t!+ABSTRACT +SMELL\\r\\n"),
        (
            "/0sel%09%09+application/postscript%20Es_ES",
            "sel\\t+application/postscript Es_ES\\r\\n",
            "sel\\t\\t+application/postscript Es_ES\\r\\n",
        ),
        ("/0sel%09%09%3F", "sel\\t?\\r\\n", "sel\\t\\t?\\r\\n"),
        (
            "/0sel%09%09+%091%0D%0A+-1%0D%0Aone%0D%0Atwo%0D%0A.%0D%0A",
            "sel\\t+\\t1\\r\\n+-1\\r\\none\\r\\ntwo\\r\\n.\\r\\n",
            "sel\\t\\t+\\t1\\r\\n+-1\\r\\none\\r\\ntwo\\r\\n.\\r\\n",
        ),
        (
            "/0sel%09%09+view%20lang%091%0D%0A+-1%0D%0Aone%0D%0A.%0D%0A",
            "sel\\t+view lang\\t1\\r\\n+-1\\r\\none\\r\\n.\\r\\n",
            "sel\\t\\t+view lang\\t1\\r\\n+-1\\r\\none\\r\\n.\\r\\n",
        ),
        ("/7sel%09find%09+", "sel\\tfind\\t+\\r\\n", "sel\\tfind\\t+\\r\\n"),
    ] {
        let url = format!("gopher://host{path}");
        assert_eq!(sends(Rfc1738, &url), second, "{url}");
        if UrlDraft03.parse(&url).is_ok() {
            assert_eq!(sends(UrlDraft03, &url), first, "{url}");
            assert_eq!(sends(Rfc1630, &url), first, "{url}");
        }
    }
    let Request::Gopher { form, gtype, server, .. } = request(Rfc1738, "gopher://host/0a%09%09%3F").unwrap() else {
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
    // A line that ends the form cannot stand in it: what follows would be another command.
    assert!(GopherPlus::parse("+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0Aexit%0D%0A.%0D%0A").is_err());
    assert!(matches!(request(Rfc1738, "gopher://h/0a%09%09x"), Err(RequestError::GopherPlus(_))));
}

/// "Care should be taken when URLs contain embedded encoded delimiters for a given protocol (for example, CR and LF
/// characters for telnet protocols) that these are not unencoded before transmission" (RFC 1738, section 6).
#[test]
fn what_would_break_out_is_refused() {
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
        assert_eq!(request(Rfc1738, url), Err(RequestError::BreaksOut { part, octet }), "{url}");
    }
}

#[test]
fn http_paths() {
    let http = |grammar, url| match request(grammar, url) {
        Ok(Request::Http { path, proxy, server }) => (path, proxy, server.port),
        other => panic!("{other:?}"),
    };
    let url = "http://host:8000/a/b?c";
    assert_eq!(http(Rfc1738, url), ("/a/b?c".into(), url.into(), 8000));
    assert_eq!(http(Rfc1738, "http://host"), ("/".into(), "http://host".into(), 80));
    assert_eq!(http(Rfc1630, "http://host/a?b+c").0, "/a?b+c");
    assert_eq!(http(UrlDraft02, "http://host/a#b").0, "/a");
}

#[test]
fn other_schemes() {
    let commands = |grammar, url| match request(grammar, url) {
        Ok(Request::News { commands } | Request::Nntp { commands, .. }) => {
            commands.iter().map(|command| command.to_string()).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(commands(Rfc1738, "news:comp.infosystems.www.misc"), ["GROUP comp.infosystems.www.misc"]);
    assert_eq!(commands(Rfc1738, "news:1@a.b"), ["ARTICLE <1@a.b>"]);
    assert_eq!(commands(Rfc1738, "news:*"), ["LIST"]);
    assert_eq!(commands(Rfc1738, "nntp://host/a.b/12"), ["GROUP a.b", "ARTICLE 12"]);
    assert_eq!(commands(Rfc1630, "nntp:a.b/12"), ["GROUP a.b", "ARTICLE 12"]);
    let Ok(Request::Mailto { address }) = request(Rfc1738, "mailto:a%25b@c") else { panic!() };
    assert_eq!(address.0, b"a%b@c");
    let Ok(Request::Telnet { server, user, .. }) = request(Rfc1738, "telnet://me@host/") else { panic!() };
    assert_eq!((server.port, user.unwrap().to_string().as_str()), (23, "me"));
    let Ok(Request::File { host, name }) = request(Rfc1738, "file://localhost/etc/a%20b") else { panic!() };
    assert_eq!((host, name.to_string().as_str()), (None, "/etc/a b"));
    // Section 3.10's example, whose name a VMS system would write `DISK$USER:[MY.NOTES]NOTE123456.TXT`.
    let vms = "file://vms.host.edu/disk$user/my/notes/note12345.txt";
    let Ok(Request::File { host, name }) = request(Rfc1738, vms) else { panic!() };
    assert_eq!(
        (host.as_deref(), name.to_string().as_str()),
        (Some("vms.host.edu"), "/disk$user/my/notes/note12345.txt")
    );
    // Section 3.11: "a host-specific object name of `/pros/name` would be represented as" this.
    let Ok(Request::Prospero { hsoname, server, .. }) = request(Rfc1738, "prospero://host.dom//pros/name") else {
        panic!()
    };
    assert_eq!((hsoname.to_string().as_str(), server.port), ("/pros/name", 1525));
    let Ok(Request::Wais { database, search, .. }) = request(Rfc1738, "wais://h/d?s%20t") else { panic!() };
    assert_eq!((database.to_string().as_str(), search.unwrap().to_string().as_str()), ("d", "s t"));
    let Ok(Request::Prospero { fields, .. }) = request(Rfc1738, "prospero://h/n;a=b") else { panic!() };
    assert_eq!(fields[0].1.to_string(), "b");
}

#[test]
fn what_no_document_says() {
    assert_eq!(request(Uri1997, "http://a/"), Err(RequestError::Undefined(Uri1997)));
    assert_eq!(request(Rfc1630Generic, "magic://a/"), Err(RequestError::Undefined(Rfc1630Generic)));
    assert_eq!(request(Rfc1738, "other:x"), Err(RequestError::Undefined(Rfc1738)));
    assert_eq!(request(Rfc1738, "http://a:99999/"), Err(RequestError::Port("99999".into())));
    assert!(matches!(request(Rfc1738, "http://a b/"), Err(RequestError::Refused(_))));
}
