//! Normal forms and equivalence.

use std::collections::HashMap;

use uri_lineage::classifier::Classifier;
use uri_lineage::compose::Parts;
use uri_lineage::equivalence::{Equivalence, EquivalenceRule, normalize, same};
use uri_lineage::rfc2396::Groups;
use uri_lineage::whatwg::Url;
use uri_lineage::{Generation, Grammar, Parsed};

use super::input;

/// The normal form is one, and equivalence is an equivalence.
pub fn normal(bytes: &[u8]) {
    let input = &*input(bytes);
    let forms = Classifier::get().classify(input).normal_forms(EquivalenceRule::ALL);
    for grammar in Grammar::all() {
        assert_eq!(forms.of(grammar), grammar.normalize(input), "{grammar} {input:?}");
        let Ok(normal) = grammar.normalize(input) else { continue };
        let again = grammar.normalize(&normal.text).expect("the grammar accepts a normal form");
        assert_eq!(again.text, normal.text, "{grammar} {input:?}");
        assert_eq!(again.rules, [], "{grammar} {input:?}");
        // The URL Standard serializes what its parser reads, and has no rule for valid strings.
        if grammar.generation() == Generation::UrlStandard {
            let record = Url::parse(input).ok().filter(|_| grammar == Grammar::Whatwg);
            assert_eq!(normal.text, record.as_ref().map_or(input, Url::as_str), "{grammar}");
            continue;
        }
        assert_eq!(normal.rules.is_empty(), normal.text == input, "{grammar} {input:?}");
        assert_eq!(grammar.same(input, input), Ok(Equivalence::Identical));
        assert!(!matches!(grammar.same(input, &normal.text), Ok(Equivalence::Different { .. })), "{grammar} {input:?}");
        parts_stay(grammar, input, &normal.text, &normal.rules);
        // It differs by the rules that it names, and has no escape that the input has not.
        let parsed = grammar.parse(input).unwrap();
        assert_eq!(normalize(&parsed, &normal.rules).text, normal.text, "{grammar} {input:?}");
        let (before, after) = (escapes(input), escapes(&normal.text));
        assert!(after.iter().all(|(octet, count)| before.get(octet) >= Some(count)), "{grammar} {input:?} {normal:?}");
        for escaped in plainly_escaped(grammar, input) {
            let Some(found) = grammar.parse(&escaped).ok().filter(|_| escaped != input) else { continue };
            let same = same(&parsed, &found, EquivalenceRule::ALL);
            assert_ne!(same, Equivalence::Different { reserved: true }, "{grammar} {input:?} {escaped:?}");
            let other = normalize(&found, EquivalenceRule::ALL).text;
            if !tells_apart(&parsed, &found, [&normal.text, &other]) {
                assert_eq!(other, normal.text, "{grammar} {input:?} {escaped:?}");
                assert!(matches!(same, Equivalence::By(_)), "{grammar} {input:?} {escaped:?}");
            }
        }
        // Another way to write it has the same normal form: each escape's digits in the other case,
        // and each character that the normal form decoded as an escape again.
        let other = input.replace("%2E", "%2e").replace("%3A", "%3a").replace("%7E", "%7e").replace("%2F", "%2f");
        if let Ok(other) = grammar.normalize(&other) {
            assert_eq!(other.text, normal.text, "{grammar} {input:?}");
        }
        for rewritten in rewritings(input) {
            let Ok(found) = grammar.normalize(&rewritten) else { continue };
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

/// What the documents say may be escaped "without changing the semantics" (RFC 2396, 2.3, and its
/// like), but for characters that delimit parts in the first generation.
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

/// The input with some of its unreserved characters as escapes: all, each half of them, and each
/// alone, up to a number.
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
    // A segment of dots is removed in resolution, one of which a dot is an escape is not (RFC 1630,
    // "Hierarchical forms"; RFC 1808, section 4; 1997, section 4.2; RFC 2396, section 5.2).
    let parts = |text: &str| text.split(['/', ':', '?', '#', ';', '=']).map(str::to_uppercase).collect::<Vec<_>>();
    let dotted = |part: &String| matches!(&*part.replace("%2E", "."), "." | "..");
    let dots = |text: &str| parts(text).into_iter().filter(dotted).collect::<Vec<_>>();
    let removed = !matches!(grammar, Grammar::Rfc1738 | Grammar::Rfc3986);
    if removed && dots(left.input()) != dots(right.input()) {
        return true;
    }
    // Where an escape may occur in a name, a user or a version, it keeps what is behind it from
    // being a port, a host or a version (RFC 1630, "BNF for specific URL schemes"), and a path from
    // beginning with a scheme (RFC 1808, 2.4.2).
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
fn parts_stay(grammar: Grammar, left: &str, right: &str, rules: &[EquivalenceRule]) {
    if !rules
        .iter()
        .all(|rule| matches!(rule, EquivalenceRule::Escape | EquivalenceRule::EscapeCase | EquivalenceRule::Plus))
    {
        return;
    }
    // Names of hosts and groups are kept as they are written. How an authority is divided may
    // depend on an escape in it (RFC 2396, 2.3; RFC 1738, 2.2), the rest of a URL does not.
    let plain = |url: &str| {
        let authority = matches!(grammar, Grammar::Uri1997 | Grammar::Rfc2396 | Grammar::Rfc2732)
            || grammar.parse(url).is_ok_and(|url| url.production() == "otherurl");
        if authority {
            return percent_encoding::percent_decode_str(&format!("{:?}", Groups::new(url))).collect::<Vec<u8>>();
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
