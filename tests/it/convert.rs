//! URLs written for another generation.

use std::collections::BTreeSet;

use crate::common::{examples, sampled, short_strings};
use uri_lineage::Generation;
use uri_lineage::Grammar::{
    self, Rfc1630, Rfc1630Generic, Rfc1738, Rfc1808, Rfc2396, Rfc2732, Rfc3986, Uri1997, UrlDraft02, UrlDraft03,
};
use uri_lineage::convert::{ConvertError, convert};

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
    // Draft 02 allows spaces in a password, and in a path.
    assert_eq!(converted("ftp://u:p w@h/a b", UrlDraft02, Rfc1738), "ftp://u:p%20w@h/a%20b");
    assert!(converted("ftp://u:p w@h/a", UrlDraft02, Rfc1630).starts_with("error: rfc1630 accepts neither ' '"));
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

/// A client of WAIS sends the words of a search, which the drafts write between plus signs. HTTP
/// sends the search unchanged, and the drafts do not say what a plus sign in it means.
#[test]
fn a_wais_search() {
    for to in [Rfc1738, Rfc1808, Uri1997, Rfc2396, Rfc2732, Rfc3986] {
        assert_eq!(converted("wais://h/d?a+b", UrlDraft02, to), "wais://h/d?a%20b", "{to}");
        assert_eq!(converted("http://h/d?a+b", UrlDraft02, to), "http://h/d?a+b", "{to}");
    }
    for from in [Rfc1738, Rfc1808] {
        assert_eq!(converted("wais://h/d?a%20b+c", from, UrlDraft02), "wais://h/d?a+b%2Bc", "{from}");
        assert_eq!(converted("http://h/d?a%20b+c", from, UrlDraft02), "http://h/d?a%20b+c", "{from}");
    }
    // It is reserved here, and a space there.
    assert!(matches!(written(Rfc3986, "wais://h/d?a+b", UrlDraft02), Err(ConvertError::ParsedDifferently { .. })));
    // RFC 1630's generic grammar has no empty words.
    assert_eq!(converted("x:d?a++b+", UrlDraft02, Rfc1630Generic), "x:d?a+%20b%20");
}

/// To and from what came after 1997; a host in brackets cannot be said before RFC 2732.
#[test]
fn urls_of_later_documents_are_converted() {
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
    // Only RFC 2732 allows brackets in a query, where they are reserved.
    for to in [Rfc1808, Rfc2396, Rfc3986] {
        let reserved = ConvertError::Reserved { to, character: '[', offset: 10 };
        assert_eq!(written(Rfc2732, "http://a/?[b]", to), Err(reserved));
    }
    assert_eq!(converted("http://a/~b", Rfc3986, Rfc1808), "http://a/%7Eb");
    // A scheme begins with a letter since RFC 2396.
    assert_eq!(converted("1:a", Uri1997, Rfc2396), "error: rfc2396 has no scheme `1`");
}

#[test]
fn a_url_that_the_target_cannot_express_is_an_error() {
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
    assert!(matches!(error("prospero://h/a%001", Rfc1630, Rfc1738), ConvertError::ParsedDifferently { .. }));
}

/// Documents since 1997 consider schemes case-insensitive, and so does RFC 1738, section 2.1: a
/// scheme in capital letters is converted as the same scheme in small ones, or fails likewise.
#[test]
fn the_case_of_a_scheme_does_not_matter() {
    assert_eq!(converted("HTTP://host/~a", Rfc3986, Rfc1738), "http://host/%7Ea");
    assert_eq!(converted("MailTo:a@B", Uri1997, Rfc1738), "mailto:a@B");
    assert_eq!(Rfc1738.convert("FTP://host/a").as_deref(), Ok("ftp://host/a"));
    // A grammar that accepts capital letters keeps them.
    assert_eq!(converted("HTTP://host/", Rfc3986, Rfc2396), "HTTP://host/");
    let mut lowered = 0;
    for (from, example) in [Uri1997, Rfc2396, Rfc2732, Rfc3986].into_iter().flat_map(|from| {
        examples().map(move |example| (from, example.text)).filter(move |(_, text)| from.accepts(text))
    }) {
        let parsed = from.parse(example).unwrap();
        let Some(scheme) = parsed.value().components().scheme else { continue };
        let [small, capital] = [scheme.to_ascii_lowercase(), scheme.to_ascii_uppercase()]
            .map(|scheme| scheme + &example[scheme_length(example)..]);
        // A capital `URN` of 1997 is an opaque URL.
        if !from.accepts(&small) || !from.accepts(&capital) || small.starts_with("urn:") {
            continue;
        }
        for to in Grammar::all().filter(|to| to.generation() != Generation::UrlStandard) {
            let (left, right) = (written(from, &small, to), written(from, &capital, to));
            assert_eq!(left.is_ok(), right.is_ok(), "{from} to {to}: {capital}: {left:?} {right:?}");
            if let (Ok(left), Ok(right)) = (left, right) {
                assert!(left.eq_ignore_ascii_case(&right), "{from} to {to}: {left} {right}");
                lowered += usize::from(left == right);
            }
        }
    }
    assert!(lowered > 0, "{lowered}");
}

fn scheme_length(url: &str) -> usize {
    url.find(':').unwrap_or_default()
}

/// Whether a grammar reads that host in a URL.
fn has_host(grammar: Grammar, url: &str, host: &str) -> bool {
    grammar.parse(url).is_ok_and(|parsed| parsed.value().components().host.is_some_and(|read| read.as_str() == host))
}

/// If the URL can be converted with another host, the error names its host, and the fault.
#[test]
fn an_error_names_a_refused_host() {
    let message = |url, from, to| written(from, url, to).unwrap_err().to_string();
    let dot = "the host `example.com.` ends in a dot, which rfc1738 does not accept";
    for url in ["http://example.com./", "http://example.com.", "ftp://u:p@example.com.:21/a"] {
        assert_eq!(message(url, Rfc3986, Rfc1738), dot, "{url}");
    }
    let brackets = "the host `[::1]` is an address in brackets, which rfc2396 does not accept";
    assert_eq!(message("http://[::1]/", Rfc3986, Rfc2396), brackets);
    let character = "rfc1738 does not accept `_` in the host `a_b` at byte 8, nor an escape";
    assert_eq!(message("http://a_b/", Rfc3986, Rfc1738), character);
    assert_eq!(message("http:///a", Rfc3986, Rfc1738), "the host is empty, which rfc1738 does not accept");
    let mut refused = 0;
    let hosts = short_strings("a1.-_~", 4).chain(["[::1]", "[v1.a]", "a%20b", "1.2.3.4", "1.2.3"].map(str::to_owned));
    for host in sampled(hosts, 8) {
        for (start, end) in [("http://", "/p"), ("http://", ""), ("ftp://u@", ":21/p"), ("gopher://", "/")] {
            let [url, other] = [host.as_str(), "a.b"].map(|host| [start, host, end].concat());
            for from in [Rfc2396, Rfc2732, Rfc3986].into_iter().filter(|&from| has_host(from, &url, &host)) {
                for to in Grammar::all().filter(|&to| written(from, &other, to).is_ok()) {
                    let Err(error) = written(from, &url, to) else { continue };
                    // The target may read another authority.
                    if matches!(error, ConvertError::ParsedDifferently { .. }) {
                        continue;
                    }
                    let is_named = matches!(&error, ConvertError::Host { host: named, .. } if *named == host);
                    assert!(is_named, "{from} to {to}: {url}: {error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 0, "{refused}");
}

/// What is data in a part may become an escape where the target would read a delimiter in it.
#[test]
fn data_may_become_escapes() {
    assert_eq!(converted("http://h/a:b", UrlDraft02, Rfc1630), "http://h/a%3Ab");
    assert_eq!(converted("ftp://h/a?b", Rfc1738, Uri1997), "ftp://h/a%3Fb");
    assert_eq!(converted("wais://h/d?a+b", Rfc1738, Rfc1630), "wais://h/d?a%2Bb");
}

/// RFC 1630, "Query strings": a plus sign is a space there. To RFC 1738 it is a character like
/// others, and since 1997 it is reserved.
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
        assert!(
            matches!(written(from, "http://h/d?a+b", Rfc1630), Err(ConvertError::ParsedDifferently { .. })),
            "{from}"
        );
    }
    // Elsewhere it is one character.
    assert_eq!(converted("http://h/a+b?c+d", Rfc1630, Rfc1738), "http://h/a+b?c%20d");
    assert_eq!(converted("http://h/a+b?c+d", Rfc1738, Rfc1630), "http://h/a+b?c%2Bd");
}

/// What the source calls one URL the target does, if it can say both; and what comes back is what
/// there was. Drafts 02 and 03 have words between plus signs, and say nothing of spaces.
#[test]
fn conversion_follows_the_equivalence_of_plus_signs() {
    let pieces = ["b", "+", "%20", "%2B", "%2b"];
    let queries: Vec<String> = sampled(0..pieces.len().pow(3), 2)
        .map(|number| [number / 25, number / 5 % 5, number % 5].map(|at| pieces[at]).concat())
        .collect();
    let one = |grammar: Grammar, left: &str, right: &str| grammar.same(left, right).unwrap().is_same();
    for from in [Rfc1630, Rfc1738, Rfc1808, Uri1997, Rfc2396, Rfc2732, Rfc3986] {
        let mut count = 0;
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
        assert!(count > 0, "{from}");
    }
}

/// What a character of a search is, as a document reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Space,
    /// A plus sign, escaped or not, which is not a space.
    Plus,
    Other,
}

/// The search of a URL, as a document reads it. RFC 1630, "Query strings": a plus sign is a space.
/// In the drafts it is between words, which a client of Gopher or WAIS sends with spaces between
/// them.
fn search(grammar: Grammar, url: &str) -> Option<Vec<Sign>> {
    let url = url.strip_prefix("URL:").or(url.strip_prefix("url:")).unwrap_or(url);
    let url = url.split('#').next()?;
    let first = grammar.generation() == Generation::First;
    let tabs = url.starts_with("gopher:") && matches!(grammar, UrlDraft03 | Rfc1630 | Rfc1738);
    let text = if tabs { url.split("%09").nth(1)? } else { url.split_once('?')?.1 };
    let words = url.starts_with("wais:") || url.starts_with("gopher:");
    let spaces = matches!(grammar, Rfc1630 | Rfc1630Generic) || first && words;
    let text = text.replace("%20", " ").replace("%2B", "%2b");
    // An escaped plus sign is one, and no space, in each document.
    let signs = text.split("%2b").map(|piece| {
        piece.chars().map(|c| match c {
            ' ' => Sign::Space,
            '+' if spaces && !tabs => Sign::Space,
            '+' => Sign::Plus,
            _ => Sign::Other,
        })
    });
    let mut all = Vec::new();
    for (at, piece) in signs.enumerate() {
        all.extend((at > 0).then_some(Sign::Plus));
        all.extend(piece);
    }
    Some(all)
}

/// A URL with plus signs for the spaces of its search.
fn between_words(url: &str) -> String {
    match url.split_once('?') {
        Some((before, search)) => format!("{before}?{}", search.replace("%20", "+").replace(' ', "+")),
        None => url.to_owned(),
    }
}

/// Converts a URL and back: a space stays a space, a plus sign that is none never becomes one, and
/// what comes back is what there was by the equivalences of the source. A space in a search of the
/// first generation may come back as the plus sign between words: the drafts do not call them
/// equal, but RFC 1630 and clients do. Returns whether there is a search that was converted.
#[track_caller]
fn search_is_kept(from: Grammar, url: &str, to: Grammar) -> bool {
    let Ok(text) = written(from, url, to) else { return false };
    let (Some(left), Some(right)) = (search(from, url), search(to, &text)) else { return false };
    let both_words = [from, to].iter().all(|grammar| grammar.generation() == Generation::First);
    // Other characters may become escapes. What is between words in one document of the first
    // generation is in another.
    let signs = |signs: &[Sign]| signs.iter().copied().filter(|sign| *sign != Sign::Other).collect::<Vec<_>>();
    let (left, right) = (signs(&left), signs(&right));
    assert!(left == right || both_words && left.len() == right.len(), "{from} to {to}: {url:?} {text:?}");
    let back = written(to, &text, from).unwrap_or_else(|error| panic!("{from} to {to}: {url:?} {text:?}: {error}"));
    let same = |left: &str, right: &str| from.same(left, right).is_ok_and(|found| found.is_same());
    let [words, words_back] = [url, &back].map(between_words);
    let first = from.generation() == Generation::First;
    // RFC 1630 reserves a plus sign everywhere, and sends it in a gopher command as it sends its
    // escape.
    let sent = || url.contains("gopher:") && from.request(url).is_ok_and(|request| Ok(request) == from.request(&back));
    assert!(
        same(url, &back) || first && (words == words_back || same(&words, &words_back)) || sent(),
        "{from} to {to}: {url:?} {text:?} {back:?}"
    );
    true
}

/// All searches of three pieces, for each pair of grammars and each scheme that has searches.
#[test]
fn plus_signs_keep_their_meaning_in_each_pair_of_grammars() {
    let pieces = ["b", "+", "%20", "%2B", " "];
    let all =
        (0..pieces.len().pow(3)).map(|number| [number / 25, number / 5 % 5, number % 5].map(|at| pieces[at]).concat());
    let mut converted = BTreeSet::new();
    for query in sampled(all, 4) {
        let starts = ["http://h/d?", "http://h?", "wais://h/d?", "wais://h?", "gopher://h/7s?", "gopher://h/7s%09"];
        let starts = starts.into_iter().chain(["gopher://h/7s?x%09", "gopher://h/7%09?"]);
        for start in starts.chain(["gopher://h?", "x:d?", "x://h?", "ftp://h/d?"]) {
            let url = format!("{start}{query}");
            for from in Grammar::all().filter(|from| from.accepts(&url)) {
                converted.extend(Grammar::all().map(|to| (from, to)).filter(|&(_, to)| search_is_kept(from, &url, to)));
            }
        }
    }
    // Searches are converted to and from every grammar but those of the URL Standard.
    let with_searches = |grammar: &Grammar| grammar.generation() != Generation::UrlStandard;
    for grammar in Grammar::all().filter(with_searches) {
        assert!(converted.iter().any(|&(from, to)| from == grammar && to != grammar), "from {grammar}");
        assert!(converted.iter().any(|&(from, to)| to == grammar && from != grammar), "to {grammar}");
    }
}

/// Members by chance of each grammar, with pieces of searches put into them.
#[cfg(feature = "compare")]
#[test]
fn searches_of_members_keep_their_meaning() {
    use crate::common::{language, share};

    let pieces = ["+", "%20", "%2B", "?a+b", "?%20+", "%09a+b"];
    for from in Grammar::all() {
        let mut count = 0;
        for production in from.entry_productions() {
            let language = language(from, production);
            for (seed, member) in
                language.sample(1630).take(share(150, 5)).enumerate().filter(|(_, member)| member.len() < 200)
            {
                let piece = pieces[seed % pieces.len()];
                let at =
                    (0..=member.len()).filter(|at| member.is_char_boundary(*at)).nth(seed * 7 % (member.len() + 1));
                let edited = at.map(|at| [&member[..at], piece, &member[at..]].concat());
                let ends = [format!("{member}{piece}"), member];
                for url in ends.iter().chain(&edited).filter(|url| from.accepts(url)) {
                    count += Grammar::all().filter(|to| search_is_kept(from, url, *to)).count();
                }
            }
        }
        assert!(count > 0 || from.generation() == Generation::UrlStandard, "{from}");
    }
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
    assert!(matches!(error("prospero://h/%009%0091", Rfc1630, Rfc1738), ConvertError::ParsedDifferently { .. }));
    // A scheme of RFC 1738, and in draft 02 a prefix: after another one it is a scheme there too.
    assert_eq!(converted("url:hwttp://U", Rfc1738, UrlDraft02), "url:url:hwttp://U");
}

/// Whatever is converted conforms to the target.
#[test]
fn results_conform_to_the_target() {
    let mut count = 0;
    for example in examples() {
        for from in Grammar::all() {
            for to in Grammar::all() {
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
    assert_eq!(count, 39_054);
}

/// Time in proportion to length.
#[test]
fn long_urls_are_converted() {
    let url = format!("http://a/{}", "~".repeat(300_000));
    assert_eq!(Rfc1738.convert(&url).unwrap().len(), 9 + 900_000);
}

/// A relative reference has no scheme that a target could lack; where the target has relative
/// references, what it does not accept in one is an escape.
#[test]
fn relative_references_stay_relative() {
    let mut converted = 0;
    for text in short_strings("a/:?#~.@", 4) {
        let Ok(source) = Grammar::Rfc3986.parse(&text) else { continue };
        let scheme = source.value().components().scheme.map(str::to_owned);
        for to in Grammar::all() {
            match (convert(&source, to), &scheme) {
                (Err(ConvertError::NoScheme { scheme, .. }), known) => {
                    assert_eq!(Some(&scheme), known.as_ref(), "{to}: {text}")
                }
                (result, _) if to.generation() == Generation::UrlStandard => {
                    assert_eq!(result, Err(ConvertError::UrlStandard), "{text}")
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
    assert_eq!(converted, 1_381);
}

/// The offset of a fault is that in the URL, wherever its search is written otherwise and whatever
/// its prefix.
#[test]
fn faults_have_the_offsets_of_the_url() {
    for (from, url) in [(Grammar::Rfc1630Generic, "http://h/p?a+b#f"), (Grammar::Rfc1630Generic, "http://h/p#f")] {
        let error = convert(&from.parse(url).unwrap(), Grammar::Rfc1738).unwrap_err();
        let ConvertError::Reserved { character: '#', offset, .. } = error else { panic!("{url}: {error}") };
        assert_eq!(Some(offset), url.find('#'), "{url}");
    }
    for grammar in Grammar::all() {
        for url in include_str!("../data/urls-1990s.txt").lines().flat_map(|url| [url.to_owned(), format!("url:{url}")])
        {
            let Ok(parsed) = grammar.parse(&url) else { continue };
            for to in Grammar::all() {
                let (ConvertError::Reserved { character, offset, .. }
                | ConvertError::Unwritable { character, offset, .. }) = (match convert(&parsed, to) {
                    Err(error) => error,
                    Ok(_) => continue,
                })
                else {
                    continue;
                };
                assert!(url[offset..].starts_with(character), "{grammar} {to} {url} {offset}");
            }
        }
    }
}
