//! Equivalence and normal forms, by the documents' own examples.

use uri_lineage::Grammar::{self, Rfc1630, Rfc1738, Uri1997, UrlDraft02, UrlDraft03};
use uri_lineage::equivalence::{Equivalence, EquivalenceRule, normalize, same};
use uri_lineage::whatwg::Url;
use uri_lineage::{DefaultPort, DocumentGrammar, Generation, default_port};

const PATH: &str = "http://info.cern.ch/albert/bertram/marie-claude";

#[track_caller]
fn normal(grammar: Grammar, url: &str) -> String {
    let normal = grammar.normalize(url).unwrap();
    // A normal form is its own.
    assert_eq!(grammar.normalize(&normal.text).unwrap().text, normal.text);
    normal.text
}

/// RFC 1630, "Conventional URI encoding scheme", Examples 1 to 3.
#[test]
fn rfc1630_encoding_levels() {
    let encoded = "http://info.cern.ch/albert/bertram/marie%2Dclaude";
    assert_eq!(Rfc1630.same(PATH, encoded), Ok(Equivalence::By(vec![EquivalenceRule::Escape])));
    let slash = "http://info.cern.ch/albert/bertram%2Fmarie-claude";
    assert_eq!(Rfc1630.same(PATH, slash), Ok(Equivalence::Different { reserved: true }));
    for illegal in ["fxqn:/us/va/reston/cnri/ietf/24/asdf%*.fred", "news:12345667123%asdghfh@info.cern.ch"] {
        assert!(Rfc1630.normalize(illegal).is_err());
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
    assert_eq!(by("http://www.XEROX.com", "http://www.xerox.com"), Equivalence::By(vec![EquivalenceRule::HostCase]));
    assert_eq!(by("http://a:80/", "http://a/"), Equivalence::By(vec![EquivalenceRule::DefaultPort]));
    assert_eq!(by("http://a/%7euser", "http://a/~user"), Equivalence::By(vec![EquivalenceRule::Escape]));
    assert_eq!(by("HTTP://a/", "http://a/"), Equivalence::By(vec![EquivalenceRule::SchemeCase]));
    assert_eq!(by("http://a/%3a", "http://a/%3A"), Equivalence::By(vec![EquivalenceRule::EscapeCase]));
    // A rule that would change both alike is not needed.
    assert_eq!(Grammar::Rfc3986.same("HTTP://A", "HTTP://a"), Ok(Equivalence::By(vec![EquivalenceRule::HostCase])));
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
    // The URL Standard has one rule: its parser changes what it reads.
    assert!(EquivalenceRule::Serialization.section(Grammar::Whatwg).is_some());
    for grammar in Grammar::all().filter(|grammar| grammar.generation() != Generation::UrlStandard) {
        assert!(EquivalenceRule::Escape.section(grammar).is_some(), "{grammar}");
        // RFC 1808 does not divide a net_loc.
        assert_eq!(EquivalenceRule::DefaultPort.section(grammar).is_some(), grammar != Grammar::Rfc1808, "{grammar}");
        for example in crate::common::examples() {
            let Ok(normal) = grammar.normalize(example.text) else { continue };
            assert!(normal.rules.iter().all(|rule| rule.section(grammar).is_some()), "{grammar} {}", example.text);
        }
    }
    for rule in EquivalenceRule::ALL {
        assert!(DocumentGrammar::all().any(|document| rule.section(document).is_some()), "{rule}");
        assert_eq!(EquivalenceRule::named(rule.name()), Ok(vec![*rule]));
    }
}

/// URL Standard, section 4.6: two URLs are the same if they are serialized alike.
#[test]
fn the_url_standard_compares_what_its_parser_serializes() {
    let urls: Vec<&str> = crate::common::examples().map(|example| example.text).chain(["http://0x7f.1"]).collect();
    let accepted: Vec<&str> = urls.into_iter().filter(|url| Grammar::Whatwg.accepts(url)).collect();
    for url in &accepted {
        let serialized = Url::parse(url).map_or_else(|_| (*url).to_owned(), String::from);
        assert_eq!(normal(Grammar::Whatwg, url), serialized);
        for other in &accepted {
            let same = Grammar::Whatwg.same(url, other).unwrap().is_same();
            assert_eq!(same, Grammar::Whatwg.normalize(other).unwrap().text == serialized, "{url} {other}");
        }
    }
    let by = Equivalence::By(vec![EquivalenceRule::Serialization]);
    assert_eq!(Grammar::Whatwg.same("http://0x7f.1", "http://127.0.0.1/"), Ok(by));
}

/// RFC 3986, section 6.2.2: the two URIs "are equivalent according to the ladder", and each step
/// does its own part.
#[test]
fn the_ladder_of_rfc_3986() {
    let parse = |text| Grammar::Rfc3986.parse(text).unwrap();
    let (left, right) = (parse("example://a/b/c/%7Bfoo%7D"), parse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d"));
    let by = |names: &[&str]| -> Vec<EquivalenceRule> {
        names.iter().flat_map(|name| EquivalenceRule::named(name).unwrap()).collect()
    };
    let all = ["case", "percent-encoding", "path-segments"];
    assert!(matches!(same(&left, &right, &by(&all)), Equivalence::By(_)));
    for left_out in all {
        let some: Vec<&str> = all.into_iter().filter(|name| *name != left_out).collect();
        assert!(matches!(same(&left, &right, &by(&some)), Equivalence::Different { .. }), "without {left_out}");
    }
    assert_eq!(same(&left, &right, &by(&["simple"])), same(&left, &right, &[]));
    // Each rule of the document is on a step.
    let steps = by(&["case", "percent-encoding", "path-segments", "scheme-based"]);
    for rule in EquivalenceRule::ALL {
        assert_eq!(steps.contains(rule), rule.section(Grammar::Rfc3986).is_some(), "{rule}");
    }
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
        // One dot segment keeps two slashes from beginning an authority (3.3).
        ("x:/..//a", "x:/.//a"),
        // Section 6.2.3.
        ("http://example.com", "http://example.com/"),
        ("http://example.com:/", "http://example.com/"),
        // A reference to another authority has no scheme, and may have a port.
        ("//example.com:/", "//example.com/"),
        ("http://example.com:80/", "http://example.com/"),
        ("http://example.com/?", "http://example.com/?"),
        ("mailto:Joe@Example.COM", "mailto:Joe@example.com"),
    ] {
        assert_eq!(normal(Grammar::Rfc3986, uri), form);
    }
}

/// RFC 2396, section 6; RFC 1808 has no such section, but RFC 1738's escapes.
#[test]
fn rfc_2396_and_rfc_1808() {
    assert_eq!(normal(Grammar::Rfc2396, "HTTP://www.XEROX.com:80/%7Ea/../%2e"), "http://www.xerox.com/~a/../%2E");
    // RFC 2373, 2.2: the pieces of an address are "hexadecimal values".
    assert_eq!(normal(Grammar::Rfc2732, "http://[FEDC::A]:80/"), "http://[fedc::a]/");
    assert_eq!(normal(Grammar::Rfc1808, "HTTP://U%2du:80/%7ea"), "HTTP://U-u:80/%7Ea");
    // A segment that an escape keeps from being one of dots stays as it is, but for the case of the
    // escape.
    for grammar in [Uri1997, Grammar::Rfc2396, Grammar::Rfc2732, Grammar::Rfc1808] {
        for (url, form) in
            [("x://h/%2e%2e/%2d", "x://h/%2E%2E/-"), ("x://h/.%2e/%2d", "x://h/.%2E/-"), ("x:////%2e", "x:////%2E")]
        {
            assert_eq!(normal(grammar, url), form, "{grammar}");
        }
        let normal = grammar.normalize("http://h/%2e%2e/x").unwrap();
        assert_eq!(normal.rules, [EquivalenceRule::EscapeCase]);
    }
    // What follows a semicolon is no path in RFC 1808 (section 2.4.5).
    assert_eq!(normal(Grammar::Rfc1808, "x:a;/%2e%2e"), "x:a;/..");
}

/// RFC 3986, section 6.2.3: what single schemes define.
#[test]
fn schemes_have_their_own_equivalences_in_rfc_3986() {
    for (uri, form) in [
        // "such as the "mailto" URI scheme"; RFC 6068, section 2: addresses with commas between
        // them.
        ("MAILTO:Joe@Example.COM?cc=X@Y.Z", "mailto:Joe@example.com?cc=X@Y.Z"),
        ("mailto:A@B.C,D%2CE@F%2f.%47", "mailto:A@b.c,D%2CE@f%2F.g"),
        ("mailto:A", "mailto:A"),
        ("mailto:A@B@C", "mailto:A@B@C"),
        ("mailto:A@B/C", "mailto:A@B/C"),
        ("x:A@B", "x:A@B"),
        // Section 3.2.2: "no authority, an empty host, and "localhost" all mean the end-user's
        // machine"; section 6.2.3: "the reference should be normalized to an empty authority".
        ("file:/a", "file:///a"),
        ("file:///a", "file:///a"),
        ("FILE://LocalHost/a", "file:///a"),
        ("file://localhost:/a", "file:///a"),
        ("file:/..//a", "file:////a"),
        ("file:..//a", "file:///a"),
        // "If, however, either the userinfo or port subcomponents are non-empty, then the host
        // should be given".
        ("file://localhost:80/a", "file://localhost:80/a"),
        ("file://u@localhost/a", "file://u@localhost/a"),
        ("file:a", "file:a"),
        ("http://localhost/a", "http://localhost/a"),
        // A reference that begins with a slash loses its dot segments in resolution, whatever the
        // base (section 5.2.2).
        ("//h/a/../b", "//h/b"),
        ("/a/../b", "/b"),
        ("/a/..//b", "/.//b"),
        ("a/../b", "a/../b"),
        ("./a:b", "./a:b"),
    ] {
        assert_eq!(normal(Grammar::Rfc3986, uri), form);
    }
    for DefaultPort { scheme, port, .. } in DefaultPort::ALL {
        assert_eq!(default_port(scheme), Some(*port));
        let (with, without) = (format!("{scheme}://h:{port}/a"), format!("{scheme}://h/a"));
        assert_eq!(normal(Grammar::Rfc3986, &with), without);
        // The other documents know the ports of RFC 1738.
        let known = DefaultPort::ALL[..7].iter().any(|row| row.scheme == *scheme);
        assert_eq!(normal(Grammar::Rfc2396, &with) == without, known, "{scheme}");
    }
    // A rule that is asked for alone finds a scheme in either case.
    let scheme_based = EquivalenceRule::named("scheme-based").unwrap();
    for (uri, form) in [("HTTP://h:80", "HTTP://h/"), ("File://LOCALHOST/a", "File:///a"), ("Mailto:a@B", "Mailto:a@b")]
    {
        assert_eq!(normalize(&Grammar::Rfc3986.parse(uri).unwrap(), &scheme_based).text, form);
    }
}

/// RFC 1808, sections 2.4.1 to 2.4.5, and section 4, step 3.
#[test]
fn an_empty_component_of_rfc_1808_is_an_absent_one() {
    for (url, form) in [
        ("http://h/a;?#", "http://h/a"),
        ("http://h/a;#f", "http://h/a#f"),
        ("http://h/a?#f", "http://h/a#f"),
        ("a;?q", "a?q"),
        ("a;;", "a;;"),
        ("x:///a", "x:/a"),
        // The path would begin with the slashes of a net_loc.
        ("x:////a", "x:////a"),
        ("#", ""),
    ] {
        assert_eq!(normal(Grammar::Rfc1808, url), form);
    }
    let empty = Equivalence::By(vec![EquivalenceRule::EmptyComponent]);
    assert_eq!(Grammar::Rfc1808.same("http://h/?", "http://h/#"), Ok(empty));
    assert!(matches!(Grammar::Rfc2396.same("http://h/?", "http://h/"), Ok(Equivalence::Different { .. })));
}

/// Escapes of unreserved characters make no difference (RFC 2396, 2.3; RFC 1738, 2.2; 1997, 2.3),
/// although another production may read the name of a host without them.
#[test]
fn names_of_hosts_are_decoded() {
    for grammar in [Uri1997, Grammar::Rfc2396, Grammar::Rfc2732, Grammar::Rfc3986] {
        for url in ["http://%77ww.example.com/", "http://www%2eexample.com:80/", "http://www.example.com:%380/"] {
            // In RFC 3986 a port cannot contain an escape.
            let Ok(found) = grammar.normalize(url) else { continue };
            assert_eq!(found.text, "http://www.example.com/", "{grammar}");
            assert!(matches!(grammar.same(url, "http://www.example.com/"), Ok(Equivalence::By(_))), "{grammar} {url}");
        }
    }
    assert_eq!(normal(Rfc1738, "x://u@a%2eb:0/b"), "x://u@a.b:0/b");
    // What is no server stays none.
    assert_eq!(normal(Grammar::Rfc2396, "http://a%2Db%2C:80/"), "http://a-b%2C:80/");
}

/// An escape stays where the grammar would read other parts without it, and the rest of the URL is
/// decoded all the same.
#[test]
fn escapes_that_keep_parts_apart() {
    for (grammar, url, form) in [
        // RFC 1808, 2.4.2: a scheme holds no escape.
        (Grammar::Rfc1808, "%61:b/%2D", "%61:b/-"),
        (Grammar::Rfc1808, "%21:b/%2D", "!:b/-"),
        (Uri1997, "%61:b/%2D", "%61:b/-"),
        // Names of hosts may hold a colon or an at sign.
        (UrlDraft02, "http://h:8%30/%2D", "http://h:8%30/-"),
        (Rfc1630, "ftp://a%2Db@h%2D/%2D", "ftp://a%2Db@h-/-"),
        (Rfc1630, "prospero://h/a%2D%00%31", "prospero://h/a-%00%31"),
        (UrlDraft02, "htt%70://h/%2D", "htt%70://h/-"),
    ] {
        assert_eq!(normal(grammar, url), form, "{grammar}");
        assert!(matches!(grammar.same(url, form), Ok(Equivalence::By(_) | Equivalence::Identical)));
        let plain =
            url.replace("%2D", "-").replace("%61", "a").replace("%30", "0").replace("%31", "1").replace("%70", "p");
        let found = grammar.same(url, &plain);
        assert_eq!(
            found.is_ok_and(|found| found == Equivalence::Different { reserved: false }),
            !url.starts_with("%21")
        );
    }
}

/// A segment of dots has a significance of its own in every path, in a list of fields too.
#[test]
fn dots_stay_escaped_in_the_fields_of_a_wais_document() {
    for grammar in [Grammar::UrlDraft03, Grammar::Rfc1630] {
        let url = "wais://a/b/c/1=d/%2E%2E;2=%2E;";
        assert_eq!(grammar.normalize(url).unwrap().text, url);
    }
}

/// An escape that must stay keeps no others between the same two delimiters.
#[test]
fn only_escapes_of_delimiters_keep_their_part() {
    for (grammar, url, form) in [
        (Grammar::UrlDraft02, "news:a%40b%20%63", "news:a%40b c"),
        (Grammar::UrlDraft02, "news:%f6@h%40W%20%41", "news:%F6@h%40W A"),
        (Grammar::Rfc1808, "a%3A%62", "a%3Ab"),
    ] {
        assert_eq!(normal(grammar, url), form);
    }
}
