//! URLs written for another generation.

mod common;

use common::examples;
use uri_lineage::Generation;
use uri_lineage::Grammar::{
    self, Rfc1630, Rfc1630Generic, Rfc1738, Rfc1808, Rfc2396, Rfc2732, Rfc3986, Uri1997, UrlDraft02, UrlDraft03,
};
use uri_lineage::convert::{ConvertError, convert};
use uri_lineage::normal::Equivalence;

/// A URL as a grammar reads it, written for another.
fn written(from: Grammar, url: &str, to: Grammar) -> Result<String, ConvertError> {
    convert(&from.parse(url)?, to)
}

#[track_caller]
fn converted(url: &str, from: Grammar, to: Grammar) -> String {
    written(from, url, to).unwrap_or_else(|error| format!("error: {error}"))
}

#[test]
fn characters_that_became_illegal_are_escaped() {
    assert_eq!(converted("http://a/~b", Uri1997, Rfc1738), "http://a/%7Eb");
    assert_eq!(converted("gopher://h/0a b", UrlDraft02, Rfc1738), "gopher://h/0a%20b");
    assert_eq!(converted("http://a/b c", UrlDraft02, Uri1997), "http://a/b%20c");
    // Draft 02's password takes spaces, and so does its path.
    assert_eq!(converted("ftp://u:p w@h/a b", UrlDraft02, Rfc1738), "ftp://u:p%20w@h/a%20b");
    assert!(converted("ftp://u:p w@h/a", UrlDraft02, Rfc1630).starts_with("error: rfc1630 accepts neither ` `"));
    assert_eq!(converted("http://a/\"b\"", Rfc1630, Uri1997), "http://a/%22b%22");
}

#[test]
fn escapes_that_became_needless_are_kept() {
    assert_eq!(converted("http://a/%7Eb%2D", Rfc1738, Uri1997), "http://a/%7Eb%2D");
    assert_eq!(converted("ftp://u:p@h/%2Fetc/motd;type=a", Rfc1738, Uri1997), "ftp://u:p@h/%2Fetc/motd;type=a");
}

#[test]
fn the_prefix_is_added_and_dropped() {
    assert_eq!(converted("URL:http://a/b", UrlDraft03, Rfc1738), "http://a/b");
    assert_eq!(converted("http://a/b", Rfc1738, UrlDraft03), "URL:http://a/b");
}

/// Draft 02 writes a gopher search after a question mark, with plus signs for spaces.
#[test]
fn a_gopher_search() {
    assert_eq!(converted("gopher://h/7s?a+b", UrlDraft02, Rfc1738), "gopher://h/7s%09a%20b");
    assert_eq!(converted("gopher://h/7s%09a", Rfc1738, Rfc1630), "gopher://h/7s%09a");
    assert_eq!(converted("gopher://h/7s%09a%20b+", Rfc1738, UrlDraft02), "gopher://h/7s?a+b%2B");
    assert_eq!(converted("gopher://h/7s%09a", Rfc1630, UrlDraft02), "gopher://h/7s?a");
    // It has no Gopher+ strings, and no empty search.
    assert!(converted("gopher://h/7s%09a%09+", Rfc1738, UrlDraft02).starts_with("error: url-draft-02 accepts"));
    assert!(converted("gopher://h/7s%09", Rfc1738, UrlDraft02).starts_with("error: "));
    // An empty search of one document is one of the other.
    assert_eq!(converted("gopher://h/7s%09", Rfc1738, Rfc1630), "gopher://h/7s%09");
}

/// To and from what came after 1997; a host in brackets cannot be said before RFC 2732.
#[test]
fn the_line_goes_on() {
    let all = [Rfc1738, Rfc1808, Uri1997, Rfc2396, Rfc2732, Rfc3986];
    for (from, to) in all.iter().flat_map(|from| all.map(|to| (*from, to))) {
        assert_eq!(converted("http://host:80/a%20b?c=d", from, to), "http://host:80/a%20b?c=d", "{from} {to}");
    }
    let uri = "http://[::1]:80/a";
    assert_eq!(converted(uri, Rfc3986, Rfc2732), uri);
    assert_eq!(converted(uri, Rfc2732, Rfc3986), uri);
    for to in [UrlDraft02, UrlDraft03, Rfc1630, Rfc1630Generic, Rfc1738, Rfc1808, Uri1997, Rfc2396] {
        let error = converted(uri, Rfc3986, to);
        assert!(error.starts_with("error: ") && error.contains(to.id()), "{to}: {error}");
    }
    // RFC 2732 lets brackets stand in a query, where they are reserved; no other document does.
    for to in [Rfc1808, Rfc2396, Rfc3986] {
        let reserved = ConvertError::Reserved { to, character: '[', offset: 10 };
        assert_eq!(written(Rfc2732, "http://a/?[b]", to), Err(reserved));
    }
    assert_eq!(converted("http://a/~b", Rfc3986, Rfc1808), "http://a/%7Eb");
    // A scheme begins with a letter since RFC 2396.
    assert_eq!(converted("1:a", Uri1997, Rfc2396), "error: rfc2396 has no scheme `1`");
}

#[test]
fn what_the_target_cannot_say_is_refused() {
    let error = |url, from, to| written(from, url, to).unwrap_err();
    assert_eq!(error("file:///a", Rfc1738, Rfc1630), ConvertError::NoScheme { to: Rfc1630, scheme: "file".into() });
    let reserved = ConvertError::Reserved { to: Rfc1630Generic, character: ':', offset: 8 };
    assert_eq!(error("http://a:80/", Rfc1738, Rfc1630Generic), reserved);
    assert_eq!(
        error("nntp:a.b/1", Rfc1630, Rfc1738).to_string(),
        "rfc1738 accepts neither `a` nor its escape at byte 5"
    );
    assert_eq!(Rfc1738.convert("^"), Err(ConvertError::NoGrammar));
    assert!(matches!(error("http://a/ b", Rfc1738, Uri1997), ConvertError::Refused(_)));
    assert!(matches!(error("prospero://h/a%001", Rfc1630, Rfc1738), ConvertError::Otherwise { .. }));
}

/// What is data in a part may become an escape where the target would read a delimiter in it.
#[test]
fn data_may_become_escapes() {
    assert_eq!(converted("http://h/a:b", UrlDraft02, Rfc1630), "http://h/a%3Ab");
    assert_eq!(converted("ftp://h/a?b", Rfc1738, Uri1997), "ftp://h/a%3Fb");
    assert_eq!(converted("wais://h/d?a+b", Rfc1738, Rfc1630), "wais://h/d?a%2Bb");
}

/// RFC 1630, "Query strings": a plus sign is a space there. To RFC 1738 it is a character like others, and since 1997 it is
/// reserved.
#[test]
fn a_plus_sign_in_a_query() {
    for to in [Rfc1738, Rfc1808, Uri1997, Rfc2396, Rfc2732, Rfc3986] {
        assert_eq!(converted("http://h/d?a+b", Rfc1630, to), "http://h/d?a%20b", "{to}");
        assert_eq!(converted("http://h/d?a%20b", Rfc1630, to), "http://h/d?a%20b", "{to}");
        assert_eq!(converted("http://h/d?a%2Bb", Rfc1630, to), "http://h/d?a%2Bb", "{to}");
    }
    for to in [UrlDraft02, UrlDraft03] {
        assert!(converted("http://h/d?a%20b", Rfc1630, to).ends_with("http://h/d?a+b"), "{to}");
    }
    for from in [Rfc1738, Rfc1808] {
        assert_eq!(converted("http://h/d?a+b", from, Rfc1630), "http://h/d?a%2Bb", "{from}");
    }
    for from in [Uri1997, Rfc2396, Rfc2732, Rfc3986] {
        assert!(matches!(written(from, "http://h/d?a+b", Rfc1630), Err(ConvertError::Otherwise { .. })), "{from}");
    }
    // Elsewhere it is one character.
    assert_eq!(converted("http://h/a+b?c+d", Rfc1630, Rfc1738), "http://h/a+b?c%20d");
    assert_eq!(converted("http://h/a+b?c+d", Rfc1738, Rfc1630), "http://h/a+b?c%2Bd");
}

/// What the source calls one URL the target does, if it can say both; and what comes back is what there was. Drafts 02 and 03 have
/// words between plus signs, and say nothing of spaces.
#[test]
fn conversion_follows_the_equivalence_of_plus_signs() {
    let pieces = ["b", "+", "%20", "%2B", "%2b"];
    let queries: Vec<String> = (0..pieces.len().pow(3))
        .map(|number| [number / 25, number / 5 % 5, number % 5].map(|at| pieces[at]).concat())
        .collect();
    let one = |grammar: Grammar, left: &str, right: &str| {
        !matches!(grammar.same(left, right).unwrap(), Equivalence::Different { .. })
    };
    let mut count = 0;
    for from in [Rfc1630, Rfc1738, Rfc1808, Uri1997, Rfc2396, Rfc2732, Rfc3986] {
        for to in [Rfc1630, Rfc1738, Rfc1808, Uri1997, Rfc2396, Rfc2732, Rfc3986] {
            // One plus sign is data in one of them, and reserved in the other.
            let reserved = |grammar: Grammar| grammar.generation() == Generation::Third;
            if from != Rfc1630 && to != Rfc1630 && reserved(from) != reserved(to) {
                continue;
            }
            let urls: Vec<String> =
                queries.iter().map(|query| format!("http://h/?{query}")).filter(|url| from.accepts(url)).collect();
            let texts: Vec<Result<String, ConvertError>> = urls.iter().map(|url| written(from, url, to)).collect();
            for (url, text) in urls.iter().zip(&texts) {
                let Ok(text) = text else { continue };
                let back = written(to, text, from).unwrap();
                assert!(one(from, url, &back), "{from} to {to}: {url} {text} {back}");
                for (other, written) in urls.iter().zip(&texts).filter(|(other, _)| one(from, url, other)) {
                    let written = written.as_ref().unwrap();
                    assert!(one(to, text, written), "{from} to {to}: {url} {other}: {text} {written}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 5000, "{count}");
}

/// Section 3.10 of RFC 1738: an empty host is the machine that interprets the URL.
#[test]
fn an_empty_host_is_none() {
    assert_eq!(converted("file:///a", Rfc1738, Uri1997), "file:///a");
}

#[test]
fn no_part_is_lost() {
    let error = |url, from, to| written(from, url, to).unwrap_err();
    // RFC 1738 has no versions: there it would be a part of the name.
    assert!(matches!(error("prospero://h/%009%0091", Rfc1630, Rfc1738), ConvertError::Otherwise { .. }));
    // A scheme of RFC 1738, and in draft 02 a prefix: after another one it is a scheme there too.
    assert_eq!(converted("url:hwttp://U", Rfc1738, UrlDraft02), "url:url:hwttp://U");
}

/// Whatever is converted conforms to the target.
#[test]
fn results_conform() {
    let mut count = 0;
    for example in examples() {
        for from in Grammar::ALL {
            for to in Grammar::ALL {
                if let Ok(text) = written(from, example.text, to) {
                    assert!(to.parse(&text).is_ok(), "{from} to {to}: {text}");
                    // What needs no change is not changed.
                    let bare = text.strip_prefix("URL:").unwrap_or(&text);
                    if to.parse(example.text).is_ok() && from == to {
                        assert_eq!(bare, example.text.trim_start_matches("URL:").trim_start_matches("url:"));
                    }
                    count += 1;
                }
            }
        }
    }
    assert!(count > 2000, "{count}");
}

/// Time in proportion to length.
#[test]
fn long_urls() {
    let url = format!("http://a/{}", "~".repeat(300_000));
    assert_eq!(Rfc1738.convert(&url).unwrap().len(), 9 + 900_000);
}

/// A relative reference has no scheme that a target could lack; where the target has relative references, what it does not
/// accept in one is an escape.
#[test]
fn relative_references_stay_relative() {
    let mut converted = 0;
    for text in common::strings("a/:?#~.@", 4) {
        let Ok(source) = Grammar::Rfc3986.parse(&text) else { continue };
        let scheme = source.value().unwrap().components().scheme.map(str::to_owned);
        for to in Grammar::ALL {
            match (convert(&source, to), &scheme) {
                (Err(ConvertError::NoScheme { scheme, .. }), known) => {
                    assert_eq!(Some(&scheme), known.as_ref(), "{to}: {text}")
                }
                (result, None) if !to.accepts("/") => assert_eq!(result, Err(ConvertError::Relative(to)), "{text}"),
                (result, None) => {
                    assert!(!matches!(result, Err(ConvertError::Relative(_))), "{to}: {text}");
                    converted += usize::from(result.is_ok_and(|result| result != text));
                }
                _ => {}
            }
        }
    }
    assert!(converted > 100, "{converted}");
}
