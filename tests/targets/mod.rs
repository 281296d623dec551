//! What must hold of every input, one function a public entry: each takes any bytes, and panics where it does not hold.
//!
//! `tests/fuzz.rs` runs them for a short time, `fuzz/` as a campaign.
#![allow(dead_code, reason = "each target is one function of several")]

use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::sync::{LazyLock, Mutex, PoisonError};

use uri_lineage::classifier::{CacheKey as LineKey, Classifier, Refusals};
use uri_lineage::compose::Parts;
use uri_lineage::convert::{ConvertError, convert};
use uri_lineage::extract::{ExtractedUrl, Extractor, split_point};
use uri_lineage::language::Language;
use uri_lineage::normal::{Equivalence, Rule, normalise_by, same};
use uri_lineage::published::{Bnf, Notation, Reading};
use uri_lineage::request::Request;
use uri_lineage::resolve::{Options, Target};
use uri_lineage::uri::{Groups, UriReference};
use uri_lineage::{
    CacheKey, Error, Generation, Grammar, Parsed, Production, forgive, rfc1630, rfc1738, rfc1808, rfc3986, warnings,
};

/// A URL as a grammar reads it, written for another.
fn written(from: Grammar, url: &str, to: Grammar) -> Result<String, ConvertError> {
    convert(&from.parse(url)?, to)
}

/// Members by chance of every alternative of every grammar, the documents' examples, and what stood in texts of their time.
fn members() -> &'static [String] {
    static MEMBERS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let examples = include_str!("../../grammar/examples.tsv").lines().filter_map(|line| line.split('\t').nth(3));
        let nineties = include_str!("../data/urls-1990s.txt").lines();
        // What once failed.
        let kept = include_str!("../data/once-failed.txt").lines();
        let mut members: Vec<String> = examples.chain(nineties).chain(kept).map(str::to_owned).collect();
        for grammar in Grammar::ALL {
            let bnf = grammar.bnf(Reading::Corrected);
            for (name, language) in Language::all(bnf) {
                let structured = name.ends_with("url") || name.ends_with("address") || name.contains("URL");
                if let (Ok(language), true) = (language, structured || grammar.entry_productions().contains(&name)) {
                    members.extend(language.sample(1).filter(|member| member.len() < 200).take(40));
                }
            }
        }
        members
    });
    &MEMBERS
}

/// The input: the bytes themselves, or members with edits that the bytes describe.
pub fn input(bytes: &[u8]) -> String {
    let Some((&[kind, high, low], edits)) = bytes.split_first_chunk() else {
        return String::from_utf8_lossy(bytes).into_owned();
    };
    if kind < 32 {
        return String::from_utf8_lossy(&bytes[1..]).into_owned();
    }
    const INSERTED: &[&str] = &[
        "", "%", "%2", "%41", "%2F", "%2e", "%2E%2e", "%3a", "%40", "%00", "%09", "%0D%0A", "%20", "%31", "%38", "%7E",
        "%25", "+", ":", "/", "//", "?", "#", "@", ";", "=", "&", ".", "..", "/../", "/./", "*", "~", " ", "-", "1",
        "80", "a", "A", "url:", "URL:", ";type=", "http:", "urn:", "é", "\n", "\0", "|", "[", "<", ">", "\"",
    ];
    let at = usize::from(u16::from_be_bytes([high, low]));
    let mut chars: Vec<char> = members()[at % members().len()].chars().collect();
    for edit in edits.chunks_exact(3).take(5) {
        let at = usize::from(edit[0]) % (chars.len() + 1);
        let end = (at + usize::from(edit[1] % 4)).min(chars.len());
        chars.splice(at..end, INSERTED[usize::from(edit[2]) % INSERTED.len()].chars());
    }
    chars.into_iter().collect()
}

/// Inputs with the same key are refused by the same errors, apart from the offsets.
fn alike<'e>(refusals: &Refusals<'_>, errors: impl Iterator<Item = &'e Error> + Clone) {
    /// How many keys are kept to be compared.
    const KEPT: usize = 1 << 14;
    static SEEN: LazyLock<Mutex<HashMap<LineKey, HashSet<CacheKey>>>> = LazyLock::new(Mutex::default);
    let Some(key) = refusals.cache_key() else { return };
    assert!(refusals.offsets().eq(errors.clone().map(Error::offset)));
    let said: HashSet<CacheKey> = errors.map(|error| error.cache_key().clone()).collect();
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if seen.len() == KEPT {
        seen.clear();
    }
    match seen.entry(key) {
        Entry::Occupied(known) => assert_eq!(known.get(), &said),
        Entry::Vacant(new) => _ = new.insert(said),
    }
}

/// Grammars and productions parse: what is taken prints back, what is refused has a place, and all ways say the same.
pub fn parse(bytes: &[u8]) {
    let input = &*input(bytes);
    let verdicts = Classifier::get().classify(input.as_bytes());
    for grammar in Grammar::ALL {
        let parsed = grammar.parse(input);
        // Without a tree the parts are the same, and so is the refusal.
        let parts = parsed.as_ref().map(|parsed| *parsed.value());
        assert_eq!(grammar.parse_value(input).as_ref(), parts.as_ref().map_err(|error| *error), "{grammar} {input:?}");
        assert_eq!(verdicts.production(grammar), parsed.as_ref().ok().map(Parsed::production), "{grammar} {input:?}");
        match &parsed {
            Ok(parsed) => {
                let value = parsed.value();
                // The URL Standard's parser removes characters at both ends.
                let removed = |c| grammar.ignored().is_some_and(|it| it.ends.contains(c) || it.anywhere.contains(c));
                let input = input.trim_matches(removed);
                assert_eq!(value.to_string(), input, "{grammar}");
                assert_eq!(parsed.tree().root().text(), input, "{grammar}");
                warnings(parsed);
            }
            Err(error) => {
                let at = error.offset();
                assert!(at <= input.len() && input.is_char_boundary(at), "{grammar} {input:?}");
                assert_eq!(error.found(), input[at..].chars().next());
                assert!(error.report(input).to_string().lines().count() >= 3);
            }
        }
    }
    // Of all grammars and of some, in any order.
    for some in [Grammar::ALL.to_vec(), Grammar::ALL.into_iter().rev().step_by(2).collect()] {
        let alone: Vec<_> = some.iter().filter_map(|grammar| grammar.parse(input).err()).collect();
        let mut refusals = verdicts.refusals(&some, input);
        let mut alone = alone.iter();
        loop {
            alike(&refusals, alone.clone());
            let (next, expected) = (refusals.next(), alone.next());
            assert_eq!(next.as_ref(), expected, "{input:?}");
            if next.is_none() {
                break;
            }
        }
    }
    let taken = |grammar: Grammar| grammar.parse(input).map(|parsed| parsed.value().to_string());
    let printed = |value: Result<String, _>| value;
    assert_eq!(printed(rfc1738::Url::parse(input).map(|url| url.to_string())), taken(Grammar::Rfc1738));
    assert_eq!(printed(rfc1630::Url::parse(input).map(|url| url.to_string())), taken(Grammar::Rfc1630));
    assert_eq!(printed(rfc1808::Url::parse(input).map(|url| url.to_string())), taken(Grammar::Rfc1808));
    assert_eq!(printed(UriReference::parse_1997(input).map(|url| url.to_string())), taken(Grammar::Uri1997));
    assert_eq!(printed(UriReference::parse_rfc2396(input).map(|url| url.to_string())), taken(Grammar::Rfc2396));
    assert_eq!(printed(UriReference::parse_rfc2732(input).map(|url| url.to_string())), taken(Grammar::Rfc2732));
    assert_eq!(printed(rfc3986::UriReference::parse(input).map(|url| url.to_string())), taken(Grammar::Rfc3986));
    let (forgiven, what) = forgive(input);
    assert_eq!(what.is_empty(), forgiven == input, "{input:?}");
}

/// Any production parses what it takes, and refuses the rest with a place.
pub fn productions(bytes: &[u8]) {
    let (at, bytes) = bytes.split_first().map_or((0, bytes), |(&at, rest)| (usize::from(at), rest));
    let input = &*input(bytes);
    let all: Vec<Production> =
        Grammar::ALL.into_iter().flat_map(|grammar| grammar.productions().collect::<Vec<_>>()).collect();
    for production in all.iter().skip(at).step_by(97) {
        match production.parse(input) {
            // The URL Standard's parser removes characters at both ends.
            Ok(parsed) if parsed.grammar().ignored().is_some() => assert!(input.contains(parsed.tree().root().text())),
            Ok(parsed) => assert_eq!(parsed.tree().root().text(), input),
            Err(error) => assert!(input.is_char_boundary(error.offset())),
        }
    }
}

/// The normal form is one, and equivalence is an equivalence.
pub fn normal(bytes: &[u8]) {
    let input = &*input(bytes);
    let verdicts = Classifier::get().classify(input.as_bytes());
    for grammar in Grammar::ALL {
        assert_eq!(verdicts.normalise(grammar, input, Rule::ALL), grammar.normalise(input), "{grammar} {input:?}");
        let Ok(normal) = grammar.normalise(input) else { continue };
        let again = grammar.normalise(&normal.text).expect("the grammar takes a normal form");
        assert_eq!(again.text, normal.text, "{grammar} {input:?}");
        assert_eq!(again.rules, [], "{grammar} {input:?}");
        // The URL Standard has no rules of equivalence.
        if grammar.generation() == Generation::UrlStandard {
            assert_eq!(normal.text, input, "{grammar}");
            continue;
        }
        assert_eq!(normal.rules.is_empty(), normal.text == input, "{grammar} {input:?}");
        assert_eq!(grammar.same(input, input), Ok(Equivalence::Identical));
        assert!(!matches!(grammar.same(input, &normal.text), Ok(Equivalence::Different { .. })), "{grammar} {input:?}");
        parts_stay(grammar, input, &normal.text, &normal.rules);
        // It differs by the rules that it names, and has no escape that the input has not.
        let parsed = grammar.parse(input).unwrap();
        assert_eq!(normalise_by(&parsed, &normal.rules).text, normal.text, "{grammar} {input:?}");
        let (before, after) = (escapes(input), escapes(&normal.text));
        assert!(after.iter().all(|(octet, count)| before.get(octet) >= Some(count)), "{grammar} {input:?} {normal:?}");
        for escaped in plainly_escaped(grammar, input) {
            let Some(found) = grammar.parse(&escaped).ok().filter(|_| escaped != input) else { continue };
            let same = same(&parsed, &found);
            assert_ne!(same, Equivalence::Different { reserved: true }, "{grammar} {input:?} {escaped:?}");
            let other = normalise_by(&found, Rule::ALL).text;
            if !tells_apart(&parsed, &found, [&normal.text, &other]) {
                assert_eq!(other, normal.text, "{grammar} {input:?} {escaped:?}");
                assert!(matches!(same, Equivalence::By(_)), "{grammar} {input:?} {escaped:?}");
            }
        }
        // Another way to write it has the same normal form: each escape's digits in the other case, and each character that
        // the normal form decoded as an escape again.
        let other = input.replace("%2E", "%2e").replace("%3A", "%3a").replace("%7E", "%7e").replace("%2F", "%2f");
        if let Ok(other) = grammar.normalise(&other) {
            assert_eq!(other.text, normal.text, "{grammar} {input:?}");
        }
        for rewritten in rewritings(input) {
            let Ok(found) = grammar.normalise(&rewritten) else { continue };
            let one = grammar.same(input, &rewritten).unwrap();
            let other = grammar.same(&rewritten, input).unwrap();
            assert_eq!(one, other, "{grammar} {input:?} {rewritten:?}");
            assert_eq!(matches!(one, Equivalence::Different { .. }), found.text != normal.text);
            if let Equivalence::By(rules) = one {
                parts_stay(grammar, input, &rewritten, &rules);
            }
        }
    }
}

/// How often each octet is an escape.
fn escapes(text: &str) -> HashMap<u8, usize> {
    let mut counts = HashMap::new();
    let octets = text.match_indices('%').filter_map(|(at, _)| u8::from_str_radix(text.get(at + 1..at + 3)?, 16).ok());
    octets.for_each(|octet| *counts.entry(octet).or_default() += 1);
    counts
}

/// What the documents say may be escaped "without changing the semantics" (RFC 2396, 2.3, and its like), but for characters
/// that delimit parts in the first generation.
fn unreserved(grammar: Grammar, c: char) -> bool {
    let marks = match grammar {
        Grammar::UrlDraft02 | Grammar::UrlDraft03 => "$-_.&!*\"'(),",
        Grammar::Rfc1630Generic | Grammar::Rfc1630 => "$-_.&\"'(),",
        Grammar::Rfc1738 | Grammar::Rfc1808 => "$-_.+!*'(),",
        Grammar::Uri1997 => "$-_.!~*'(),",
        Grammar::Rfc2396 | Grammar::Rfc2732 => "-_.!~*'()",
        // The URL Standard says of no character that.
        Grammar::WhatwgValid | Grammar::Whatwg => return false,
        _ => "-._~",
    };
    c.is_ascii_alphanumeric() || marks.contains(c)
}

/// The input with some of its unreserved characters as escapes: all, each half of them, and each alone, up to a number.
fn plainly_escaped(grammar: Grammar, input: &str) -> impl Iterator<Item = String> + '_ {
    let escaped = move |chosen: &dyn Fn(usize) -> bool| {
        let mut text = String::new();
        let mut digits = 0;
        for (at, c) in input.char_indices() {
            // The digits of an escape are no characters.
            if digits == 0 && unreserved(grammar, c) && chosen(at) {
                text.push_str(&format!("%{:02X}", u32::from(c)));
            } else {
                text.push(c);
            }
            digits = if c == '%' { 2 } else { usize::saturating_sub(digits, 1) };
        }
        text
    };
    // The scheme is no place for escapes.
    let begins = [0, input.find(':').map_or(0, |at| at + 1), input.find("//").map_or(0, |at| at + 2)];
    let path = begins[2] + input[begins[2]..].find('/').unwrap_or(0);
    let halves = begins.into_iter().chain([path]).flat_map(move |begin| {
        (0..3).map(move |half| escaped(&|at| at >= begin && (half == 2 || at.count_ones() % 2 == half)))
    });
    halves.chain((0..input.len()).take(24).map(move |one| escaped(&|at| at == one)))
}

/// Whether a document has two strings differ that differ in escapes of unreserved characters alone.
fn tells_apart(left: &Parsed<'_>, right: &Parsed<'_>, normals: [&str; 2]) -> bool {
    let grammar = left.grammar();
    // RFC 2141, section 5: "%-escaping MUST NOT be removed".
    if [left, right].iter().any(|url| url.production() == "URN-reference") {
        return true;
    }
    // A segment of dots is removed in resolution, one of which a dot is an escape is not (RFC 1630, "Hierarchical forms";
    // RFC 1808, section 4; 1997, section 4.2; RFC 2396, section 5.2).
    let parts = |text: &str| text.split(['/', ':', '?', '#', ';', '=']).map(str::to_uppercase).collect::<Vec<_>>();
    let dotted = |part: &String| matches!(&*part.replace("%2E", "."), "." | "..");
    let dots = |text: &str| parts(text).into_iter().filter(dotted).collect::<Vec<_>>();
    let removed = !matches!(grammar, Grammar::Rfc1738 | Grammar::Rfc3986);
    if removed && dots(left.input()) != dots(right.input()) {
        return true;
    }
    // Where an escape may stand in a name, a user or a version, it keeps what is behind it from being a port, a host or a
    // version (RFC 1630, "BNF for specific URL schemes"), and a path from beginning with a scheme (RFC 1808, 2.4.2).
    let loose = matches!(
        grammar,
        Grammar::UrlDraft02
            | Grammar::UrlDraft03
            | Grammar::Rfc1630Generic
            | Grammar::Rfc1630
            | Grammar::Rfc1808
            | Grammar::Uri1997
    );
    let kept = |part: &String| {
        escapes(part).keys().any(|&octet| unreserved(grammar, char::from(octet))) && !(removed && dotted(part))
    };
    let kept = || normals.iter().any(|normal| parts(normal).iter().any(kept));
    let read = |url: &Parsed<'_>| {
        let components = url.value().components();
        let decode = |text: &str| percent_encoding::percent_decode_str(text).collect::<Vec<u8>>();
        (url.production(), decode(&format!("{components:?}")))
    };
    loose && (read(left) != read(right) || kept())
}

/// The input with one character as an escape, or one escape decoded.
fn rewritings(input: &str) -> impl Iterator<Item = String> + '_ {
    let escaped = input
        .char_indices()
        .filter(|(_, c)| c.is_ascii() && *c != '%')
        .map(|(at, c)| format!("{}%{:02X}{}", &input[..at], u32::from(c), &input[at + 1..]));
    let decoded = input.match_indices('%').filter_map(|(at, _)| {
        let octet = u8::from_str_radix(input.get(at + 1..at + 3)?, 16).ok().filter(u8::is_ascii)?;
        Some(format!("{}{}{}", &input[..at], char::from(octet), &input[at + 3..]))
    });
    escaped.chain(decoded).take(24)
}

/// Two URLs that differ in their escapes alone have the same plain parts.
fn parts_stay(grammar: Grammar, left: &str, right: &str, rules: &[Rule]) {
    if !rules.iter().all(|rule| matches!(rule, Rule::Escape | Rule::EscapeCase | Rule::Plus)) {
        return;
    }
    // Names of hosts and groups are kept as they are written. How an authority is divided may depend on an escape in it (RFC
    // 2396, 2.3; RFC 1738, 2.2), the rest of a URL does not.
    let plain = |url: &str| {
        let authority = matches!(grammar, Grammar::Uri1997 | Grammar::Rfc2396 | Grammar::Rfc2732)
            || grammar.parse(url).is_ok_and(|url| url.production() == "otherurl");
        if authority {
            return percent_encoding::percent_decode_str(&format!("{:?}", Groups::of(url))).collect::<Vec<u8>>();
        }
        let parts = grammar.parse(url).ok().as_ref().and_then(Parts::read);
        // Debug output escapes characters that are not printable.
        let shown = format!("{parts:?}");
        let mut pieces = shown.split("\\u{");
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (digits, rest) = piece.split_once('}').unwrap();
            text.extend(u32::from_str_radix(digits, 16).ok().and_then(char::from_u32));
            text.push_str(rest);
        }
        percent_encoding::percent_decode_str(&text.replace('\\', "")).collect::<Vec<u8>>()
    };
    assert_eq!(plain(left), plain(right), "{grammar} {left:?} {right:?}");
}

/// What is converted, the target accepts; converted again it stays; and it comes back with the same normal form.
pub fn conversion(bytes: &[u8]) {
    let input = &*input(bytes);
    for from in Grammar::ALL {
        if from.parse(input).is_err() {
            continue;
        }
        for to in Grammar::ALL {
            let Ok(text) = written(from, input, to) else { continue };
            assert!(to.parse(&text).is_ok(), "{from} to {to}: {input:?} {text:?}");
            assert_eq!(written(to, &text, to).as_ref(), Ok(&text), "{from} to {to}: {input:?}");
            let requests = [from.request(input), to.request(&text)];
            if let [Ok(one), Ok(other)] = requests {
                assert_eq!(
                    std::mem::discriminant(&one),
                    std::mem::discriminant(&other),
                    "{from} to {to}: {input:?} {text:?}"
                );
                assert_eq!(server(&one), server(&other), "{from} to {to}: {input:?} {text:?}");
            }
            // There and back again nothing is lost but a prefix; in the first generation a space of a search may come back as the
            // plus sign between words, and an opaque URL of the scheme `urn` may be a URN then.
            let begins = |prefix: &str| input.get(..prefix.len()).is_some_and(|text| text.eq_ignore_ascii_case(prefix));
            let another = begins("url:") || begins("urn:");
            if !another && let Ok(back) = written(to, &text, from) {
                let same = |left: &str, right: &str| {
                    from.same(left, right).is_ok_and(|found| found != Equivalence::Different { reserved: false })
                };
                let words = |url: &str| match url.split_once('?') {
                    Some((before, search)) => format!("{before}?{}", search.replace("%20", "+").replace(' ', "+")),
                    None => url.to_owned(),
                };
                let (left, right) = (words(input), words(&back));
                let as_words = from.generation() == Generation::First && (left == right || same(&left, &right));
                let lost = !same(input, &back) && !as_words;
                assert!(!lost, "{from} to {to}: {input:?} {text:?} {back:?}");
            }
        }
    }
}

fn server(request: &Request) -> Option<String> {
    let json = format!("{request:?}");
    json.find("Server").map(|at| json[at..].split('}').next().unwrap_or_default().to_owned())
}

/// No line of a request holds an octet that would end it.
pub fn requests(bytes: &[u8]) {
    let input = &*input(bytes);
    let verdicts = Classifier::get().classify(input.as_bytes());
    for grammar in Grammar::ALL {
        assert_eq!(verdicts.request(grammar, input), grammar.request(input), "{grammar} {input:?}");
        let Ok(request) = grammar.request(input) else { continue };
        let sent = match &request {
            Request::Gopher { sends, .. } => {
                // The line ends of a form are the protocol's own.
                let text = sends.as_bytes().strip_suffix(b"\r\n").expect("a line");
                if !text.windows(9).any(|lines| lines == b"\t1\r\n+-1\r\n") {
                    assert!(!text.iter().any(|octet| b"\r\n\0".contains(octet)), "{grammar} {input:?}");
                }
                assert!(!text.contains(&0));
                continue;
            }
            Request::Http { path, proxy, .. } => vec![path.clone(), proxy.clone()],
            Request::News { commands } | Request::Nntp { commands, .. } => commands.clone(),
            Request::Mailto { address } => vec![address.clone()],
            _ => continue,
        };
        for line in sent {
            assert!(!line.as_bytes().iter().any(|octet| b"\r\n\0\t".contains(octet)), "{grammar} {input:?}");
        }
    }
}

/// The shortest reference stands for its target, and references of any kind resolve or not.
pub fn references(bytes: &[u8]) {
    let (left, right) = bytes.split_at(bytes.len() / 2);
    let (base, reference) = (&*input(left), &*input(right));
    // RFC 1808, 2.4.1 to 2.4.5: an empty component and an absent one are both empty.
    let resolve = |reference: &str| Some(Grammar::Rfc1808.resolve(base, reference, Options::default()).ok()?.target);
    for mark in ["#", "?", ";"] {
        // The marks come in one order, and two of them may stand in a net_loc.
        if reference.contains(['#', '?', ';']) || mark != "#" && reference.contains("//") {
            continue;
        }
        match (resolve(reference), resolve(&format!("{reference}{mark}"))) {
            (Some(Target::Url(one)), Some(Target::Url(other))) => {
                let found = Grammar::Rfc1808.same(&one, &other);
                assert!(
                    !matches!(found, Ok(Equivalence::Different { .. })),
                    "{base:?} {reference:?} {mark} {one:?} {other:?}"
                );
            }
            (one, other) => assert_eq!(one, other, "{base:?} {reference:?} {mark}"),
        }
    }
    for grammar in Grammar::ALL {
        let found = grammar.resolve(base, reference, Options::default());
        // RFC 3986, 2.3, calls an escaped dot equivalent to a dot; its 5.2.4 removes only segments of dots (a finding).
        let hidden =
            matches!(grammar, Grammar::Rfc3986 | Grammar::Rfc3987) && reference.to_ascii_lowercase().contains("%2e");
        // A normal form stands for what the reference stands for.
        if !hidden
            && let Ok(normal) = grammar.normalise(reference)
            && let Ok(Target::Url(one)) = found.as_ref().map(|found| &found.target)
            && let Ok(Target::Url(other)) =
                grammar.resolve(base, &normal.text, Options::default()).map(|found| found.target)
        {
            let same = grammar.same(one, &other);
            assert!(
                !matches!(same, Ok(Equivalence::Different { .. })),
                "{grammar} {base:?} {reference:?} {one:?} {other:?}"
            );
        }
        if let Ok(found) = &found
            && let Target::Url(target) = &found.target
            && found.warning.is_none()
            && let Ok(short) = grammar.relative(base, target)
        {
            assert!(short.len() <= target.len(), "{grammar} {base:?} {target:?} {short:?}");
            let back = grammar.resolve(base, &short, Options::default()).unwrap();
            assert_eq!(back.warning, None, "{grammar} {base:?} {target:?} {short:?}");
            let back = back.target;
            let same = match &back {
                Target::Url(url) => url == target,
                Target::SameDocument { fragment: None } => base == target,
                Target::SameDocument { fragment: Some(fragment) } => format!("{base}#{fragment}") == *target,
            };
            assert!(same, "{grammar} {base:?} {target:?} {short:?} {back:?}");
        }
    }
}

/// Plain parts that are written are read again.
pub fn composition(bytes: &[u8]) {
    let input = &*input(bytes);
    for grammar in Grammar::ALL {
        let Some(parts) = grammar.parse(input).ok().as_ref().and_then(Parts::read) else { continue };
        for to in Grammar::ALL {
            let Ok(text) = parts.write(to) else { continue };
            assert_eq!(to.parse(&text).ok().as_ref().and_then(Parts::read), Some(parts.clone()), "{input:?} {text:?}");
        }
    }
}

/// URLs in any text: each is where it says it is, and none holds white space.
pub fn extraction(bytes: &[u8]) {
    let mut text = Vec::new();
    for part in bytes.split(|&byte| byte == b'|') {
        text.extend_from_slice(part);
        text.extend_from_slice(input(part).as_bytes());
        text.extend_from_slice(b"> <\n(\"' \xC2\xA0"[part.len() % 9..].split_at(1).0);
    }
    let lines = text.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
    for found in Extractor::new(&*text) {
        let found = found.unwrap();
        assert!(found.line <= lines && found.column > 0 && !found.url.is_empty());
        assert!(!found.url.contains(char::is_whitespace) && !found.url.contains(char::is_control), "{found:?}");
        assert!(found.url.contains(':'), "{found:?}");
    }
}

/// Texts of brackets, quotes, lines and pieces of URLs: where one may be cut, nothing is lost and nothing is added.
pub fn seams(bytes: &[u8]) {
    const PIECES: [&str; 24] = [
        "\n",
        "\n",
        "\n> ",
        "> ",
        "| ",
        "<",
        ">",
        "\"",
        "“",
        "”",
        "«",
        "»",
        "URL:",
        "http:",
        "//a/",
        "b",
        "-",
        ":",
        " ",
        ",",
        "*",
        "_",
        "&gt;",
        ",http://c/",
    ];
    let text: String = bytes.iter().map(|&byte| PIECES[usize::from(byte) % PIECES.len()]).collect();
    let text = text.as_bytes();
    let all = |text: &[u8]| Extractor::new(text).map(Result::unwrap).collect::<Vec<_>>();
    let whole = all(text);
    // Every place where a beginning of it may be cut.
    let mut end = text.len();
    while let Some(at) = split_point(&text[..end]) {
        let (before, behind) = text.split_at(at);
        let lines = before.iter().filter(|&&byte| byte == b'\n').count() as u64;
        let behind = all(behind).into_iter().map(|found| ExtractedUrl { line: found.line + lines, ..found });
        let pieces: Vec<ExtractedUrl<'_>> = all(before).into_iter().chain(behind).collect();
        assert_eq!(pieces, whole, "cut at {at}: {:?}", String::from_utf8_lossy(text));
        end = at - 1;
    }
}

/// Texts that may be grammars in one of the notations: read or refused, in bounded time.
pub fn grammars(bytes: &[u8]) {
    let productions = ["a", "b", "c", "alpha"];
    let mut text = String::new();
    // Half of the inputs look like a grammar.
    match bytes.split_first() {
        Some((first, rest)) if first % 2 == 0 => {
            for pair in rest.chunks(2).take(60) {
                text.push_str(match pair[0] % 16 {
                    0 | 1 => "\na = ",
                    2 => "\nb = ",
                    3 => "\nc      a ",
                    4 => [" | ", " / "][usize::from(pair[pair.len() - 1]) % 2],
                    5 => " [ ",
                    6 => " ] ",
                    7 => " ( ",
                    8 => " ) ",
                    9 => " 1*",
                    10 => " *",
                    11 => " 2*5",
                    12 => " \"x\" ",
                    _ => productions[usize::from(pair[pair.len() - 1]) % productions.len()],
                });
                text.push(' ');
            }
        }
        _ => text.push_str(&String::from_utf8_lossy(bytes)),
    }
    let text = &text;
    let notations = [Notation::BernersLee, Notation::Rfc822, Notation::Abnf];
    for bnf in notations.into_iter().filter_map(|notation| Bnf::read_as(text, notation).ok()) {
        for (name, language) in Language::all(&bnf) {
            if let Ok(language) = language {
                for member in language.members().take(3) {
                    assert!(language.contains(&member), "{name}: {text:?}");
                }
                assert!(language.compare(&language).unwrap().left_only.is_none());
            }
        }
    }
}

/// Texts that may be pest grammars: proved, refuted or refused, in bounded time.
#[cfg(feature = "proof")]
pub fn pest_grammars(bytes: &[u8]) {
    use uri_lineage::proof::Prover;
    let language = Language::of(Grammar::Rfc1738.bnf(Reading::Corrected), "host").unwrap();
    let mut text = String::new();
    match bytes.split_first() {
        Some((first, rest)) if first % 2 == 0 => {
            text.push_str("a = { ");
            for byte in rest.iter().take(60) {
                text.push_str(
                    [
                        "\"x\"",
                        "'a'..'z'",
                        "~",
                        "|",
                        "(",
                        ")",
                        "*",
                        "+",
                        "?",
                        "!",
                        "&",
                        "ANY",
                        "a",
                        "b",
                        "SOI",
                        "EOI",
                        "{2}",
                        "PUSH(b)",
                        "POP",
                        "}\nb = @{ ",
                    ][usize::from(*byte) % 20],
                );
                text.push(' ');
            }
            text.push('}');
        }
        _ => text.push_str(&String::from_utf8_lossy(bytes)),
    }
    if let Ok(mut prover) = Prover::new(&text) {
        for rule in prover.rules().to_vec() {
            _ = prover.prove(&rule, "host", &language);
        }
    }
}
