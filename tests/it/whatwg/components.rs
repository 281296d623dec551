//! Where each component comes from: the text of its span, changed as the standard changes it, is
//! the component that the standard's algorithms and the crate `url` serialize.

use std::collections::BTreeMap;

use regular_bnf::{Language, Spans};

use crate::common::{at_most, sampled, share, short_strings};
use crate::whatwg::code_points::{
    c0_control_set, default_port, encode, fragment_set, is_removed, is_special, path_set, query_set, special_query_set,
    userinfo_set,
};
use crate::whatwg::grammar::{PEST, PLACES, SPANS, URL, abnf, beginning};
use crate::whatwg::hosts::host;
use crate::whatwg::standard::{Record, parse};
use crate::whatwg::verdicts::is_outside;

/// Scheme, username, password, host, port, path, query and fragment; an absent component is empty,
/// but for the query and the fragment.
type Seen = [Option<String>; 8];

/// The text of a span, without what the parser removes.
fn text_of(spans: &Spans, text: &str) -> Option<Option<String>> {
    let span = spans.in_string(text).ok()?;
    Some(span.map(|span| text[span].chars().filter(|&c| !is_removed(c)).collect()))
}

/// A component as the standard serializes it.
fn changed(component: usize, found: Option<String>, scheme: &str, ends_in: bool) -> Option<String> {
    let found = match (component, found) {
        (6 | 7, None) => return None,
        (_, found) => found.unwrap_or_default(),
    };
    Some(match component {
        0 => found.to_ascii_lowercase(),
        1 | 2 => encode(&found, userinfo_set),
        3 if found.is_empty() => found,
        3 => match host(&found, !is_special(scheme)).unwrap() {
            host if scheme == "file" && host == "localhost" => String::new(),
            host => host,
        },
        4 => {
            let digits = found.trim_start_matches('0');
            let port = if digits.is_empty() && !found.is_empty() { "0" } else { digits };
            let default = default_port(scheme).flatten().map(|port| port.to_string());
            if default.as_deref() == Some(port) { String::new() } else { port.to_owned() }
        }
        5 if !is_special(scheme) && !found.starts_with('/') => {
            let encoded = encode(&found, c0_control_set);
            match encoded.strip_suffix(' ') {
                Some(rest) if ends_in => format!("{rest}%20"),
                _ => encoded,
            }
        }
        5 => path(&found, scheme),
        6 if is_special(scheme) => encode(&found, special_query_set),
        6 => encode(&found, query_set),
        _ => encode(&found, fragment_set),
    })
}

/// A path from its text: dot segments are removed, drive letters have a colon.
fn path(text: &str, scheme: &str) -> String {
    let is_slash = |c: char| c == '/' || is_special(scheme) && c == '\\';
    if text.is_empty() {
        return if is_special(scheme) { "/" } else { "" }.to_owned();
    }
    let drive = |segment: &str, marks: &str| {
        scheme == "file"
            && matches!(segment.as_bytes(), [a, b] if a.is_ascii_alphabetic() && marks.contains(char::from(*b)))
    };
    let all: Vec<String> =
        text.strip_prefix(is_slash).unwrap_or(text).split(is_slash).map(|segment| encode(segment, path_set)).collect();
    let mut kept: Vec<String> = Vec::new();
    for (at, segment) in all.iter().enumerate() {
        match segment.to_ascii_lowercase().replace("%2e", ".").as_str() {
            dots @ ("." | "..") => {
                if dots == ".." && !(kept.len() == 1 && drive(&kept[0], ":")) {
                    kept.pop();
                }
                if at + 1 == all.len() {
                    kept.push(String::new());
                }
            }
            _ if kept.is_empty() && drive(segment, ":|") => kept.push(format!("{}:", &segment[..1])),
            _ => kept.push(segment.clone()),
        }
    }
    kept.iter().map(|segment| format!("/{segment}")).collect()
}

/// One component, from the spans.
fn ours(component: usize, text: &str) -> Option<Option<String>> {
    let other = |component: usize| text_of(&SPANS[component], text);
    let scheme = other(0)??.to_ascii_lowercase();
    let ends_in = component == 5 && (other(6)?.is_some() || other(7)?.is_some());
    Some(changed(component, other(component)?, &scheme, ends_in))
}

fn of_record(record: &Record) -> Seen {
    let Record { scheme, username, password, host, port, path, query, fragment, .. } = record.clone();
    let port = port.map(|port| port.to_string());
    let there = [scheme, username, password, host.unwrap_or_default(), port.unwrap_or_default(), path];
    let [a, b, c, d, e, f] = there.map(Some);
    [a, b, c, d, e, f, query, fragment]
}

fn of_crate(url: &url::Url) -> Seen {
    let owned = |text: Option<&str>| Some(text.unwrap_or_default().to_owned());
    let port = url.port().map(|port| port.to_string());
    [
        owned(Some(url.scheme())),
        owned(Some(url.username())),
        owned(url.password()),
        owned(url.host_str()),
        Some(port.unwrap_or_default()),
        owned(Some(url.path())),
        url.query().map(str::to_owned),
        url.fragment().map(str::to_owned),
    ]
}

/// How components of the crate `url` differ from the standard's, each with an example. All are
/// defects of the crate; most are rules of an earlier version of the standard.
const DEFECTS: [(&str, &str); 7] = [
    ("empty segments at the beginning of a file path are removed", "file:////a"),
    ("a slash is added behind a drive letter, or the bar of one stays", "file:///C|"),
    ("the host in front of a drive letter is removed", "file://a/C:"),
    ("a drive letter is kept where `..` removes it, though the URL is no file", "a:/C:/.."),
    ("a drive letter is kept where `..` removes it, though it is not the first segment", "file:/a/C:/.."),
    ("a space at the end of an opaque path is not encoded in front of a query and a fragment", "a:b ?"),
    ("`^` is not encoded in a path", "a:/^"),
];

/// The defect by which a component of the crate differs.
fn defect(component: usize, record: &Record, theirs: &str) -> &'static str {
    let drive = |segment: &str| matches!(segment.as_bytes(), [a, b':' | b'|', ..] if a.is_ascii_alphabetic());
    let (file, path) = (record.scheme == "file", &*record.path);
    let first = |path: &str| path.split('/').nth(1).is_some_and(drive);
    // The other defects, where a path also has this one.
    let encoded = theirs.replace('^', "%5E");
    let theirs = if component == 5 && path.starts_with('/') { &*encoded } else { theirs };
    let number = match component {
        5 if theirs == path => 6,
        5 if file && theirs == format!("/{}", path.trim_start_matches('/')) => 0,
        5 if file && first(theirs) => 1,
        3 if file && theirs.is_empty() && first(path) => 2,
        5 if !is_special(&record.scheme) && theirs.split('/').any(drive) => 3,
        5 if file && theirs.split('/').any(drive) => 4,
        5 if !path.starts_with('/') && path.ends_with("%20") => 5,
        _ => return "unknown",
    };
    DEFECTS[number].0
}

/// Texts whose components were compared.
#[derive(Debug, Default)]
pub struct Compared {
    count: usize,
    accepted: usize,
    pub differ: BTreeMap<&'static str, Vec<String>>,
}

impl Compared {
    pub fn text(&mut self, text: &str, components: &[usize]) {
        self.count += 1;
        if !URL.contains(text) {
            return;
        }
        self.accepted += 1;
        let record = parse(text).record.unwrap();
        let expected = of_record(&record);
        for &component in components {
            let found = ours(component, text).unwrap_or_else(|| panic!("{component} of {text:?}"));
            assert_eq!(found, expected[component], "{component} of {text:?}: {record:?}");
        }
        if is_outside(&record) {
            return;
        }
        if let Ok(url) = url::Url::parse(text) {
            let theirs = of_crate(&url);
            for component in 0..8 {
                if theirs[component] != expected[component] {
                    let reason = defect(component, &record, theirs[component].as_deref().unwrap_or_default());
                    let one = format!("{text:?} {:?} {:?}", theirs[component], expected[component]);
                    self.differ.entry(reason).or_default().push(one);
                }
            }
        }
    }

    /// Each difference is one of the listed defects.
    pub fn check(&self) {
        for (reason, texts) in &self.differ {
            assert!(DEFECTS.iter().any(|(name, _)| name == reason), "{reason}: {:#?}", &texts[..texts.len().min(30)]);
        }
        let differ: Vec<_> = self.differ.iter().map(|(reason, texts)| (reason, texts.len())).collect();
        println!("{} texts, {} accepted, {differ:?}", self.count, self.accepted);
    }
}

pub const ALL: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

#[test]
fn defects_of_the_crate() {
    for (reason, text) in DEFECTS {
        let mut compared = Compared::default();
        compared.text(text, &ALL);
        assert_eq!(compared.differ.keys().collect::<Vec<_>>(), [&reason], "{text}: {compared:?}");
    }
}

#[test]
fn short_strings_have_the_components_of_the_crate() {
    let mut compared = Compared::default();
    for scheme in ["ws:", "file:", "a:"] {
        let texts = short_strings("/\\:@?#.|a1% \t", 4);
        let dots = short_strings("/.C:|", 6);
        let logins = short_strings("/:@a\\", 5).map(|text| format!("//{text}"));
        for text in sampled(texts.chain(dots).chain(logins), 23) {
            compared.text(&format!("{scheme}{text}"), &ALL);
        }
    }
    for text in sampled(short_strings("Ab: \t/", 5), 5) {
        compared.text(&text, &ALL);
    }
    compared.check();
}

/// Members by chance, and each code point of US-ASCII in each component.
#[test]
fn members_have_the_components_of_the_crate() {
    let mut compared = Compared::default();
    for text in URL.sample(704).take(share(20_000, 10)) {
        compared.text(&text, &ALL);
    }
    for c in ('\0'..='\u{80}').chain(['\u{e9}', '\u{fdd0}', '\u{10ffff}']) {
        for scheme in ["wss", "file", "a"] {
            for place in [
                "//{}",
                "//a{}b",
                "//{}@a",
                "//a:{}@a",
                "//a:1{}2",
                "{}",
                "/{}a",
                "a{}b",
                "//a/{}/..",
                "?{}",
                "a?a{}b",
                "#{}",
                "#a{}b",
            ] {
                compared.text(&format!("{scheme}:{}", place.replace("{}", &c.to_string())), &ALL);
                compared.text(&format!("{scheme}:{}", place.replace("{}", &format!("%{:02X}", c as u32))), &ALL);
            }
        }
    }
    compared.check();
}

/// Numbers by chance in each base.
#[test]
fn ipv4_addresses_have_the_values_of_the_crate() {
    let (mut compared, mut rng) = (Compared::default(), fastrand::Rng::with_seed(4));
    for _ in 0..share(20_000, 10) {
        let count = rng.usize(1..=4);
        let number = |at: usize, rng: &mut fastrand::Rng| {
            let bits = if at + 1 == count { 8 * (5 - count) } else { 8 };
            let bits = rng.usize(1..=bits);
            let number = rng.u64(..1 << bits);
            match rng.u8(..4) {
                0 => format!("0x{number:x}"),
                1 => format!("0{number:o}"),
                2 => format!("0X0{number:X}").replace('A', "%61"),
                _ => number.to_string(),
            }
        };
        let parts: Vec<String> = (0..count).map(|at| number(at, &mut rng)).collect();
        let dot = if rng.bool() { "." } else { "" };
        compared.text(&format!("ftp://{}{dot}", parts.join(".")), &[3]);
    }
    assert!(compared.accepted > 0);
    compared.check();
}

/// Pieces by chance.
#[test]
fn ipv6_addresses_have_the_values_of_the_crate() {
    let (mut compared, mut rng) = (Compared::default(), fastrand::Rng::with_seed(4));
    let pieces = ["0", "1", "00a", "FFFF", ":", ":", "::", ":1.2.3.255"];
    for _ in 0..share(20_000, 10) {
        let text: String = (0..rng.usize(1..16)).map(|_| pieces[rng.usize(..pieces.len())]).collect();
        compared.text(&format!("a://[{text}]"), &[3]);
    }
    assert!(compared.accepted > 0);
    compared.check();
}

#[test]
fn ipv6_addresses_of_the_suite_have_the_values_of_the_crate() {
    let mut compared = Compared::default();
    for vector in sampled(Language::from_pest(PEST, "IPv6_address").unwrap().suite().unwrap(), 10) {
        compared.text(&format!("https://[{}]", vector.input), &[3]);
    }
    assert!(compared.accepted > 0);
    compared.check();
}

/// The complete suites of the spans of each component. An escape only matters in a host, and a
/// digit in a host and a port: in the others both are left out.
#[test]
fn the_suites_of_the_spans_have_the_components_of_the_crate() {
    let (letters, digits) = (abnf("*(%x00-24 / %x26-2F / %x3A-10FFFF)"), abnf("*(%x00-24 / %x26-10FFFF)"));
    // The host comes first, so that a sample has it.
    let components = SPANS.iter().enumerate().cycle().skip(3).take(SPANS.len());
    for (component, spans) in sampled(components, 4) {
        let mut compared = Compared::default();
        for scheme in ["http:", "file:", "a:"] {
            let characters = if [3, 4].contains(&component) { &digits } else { &letters };
            let own = spans.within(&beginning(scheme).intersection(characters).unwrap()).unwrap();
            print!("{} states, ", own.states());
            for text in sampled(own.suite().unwrap().into_iter().take(at_most(3_000)), 3) {
                compared.text(&text, &[component]);
            }
        }
        print!("{}: ", PLACES[component]);
        compared.check();
    }
}
