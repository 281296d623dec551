//! Where each component comes from: the text of its span, changed as the standard changes it, is the component that the standard's
//! algorithms and the crate `url` serialize.

use std::collections::BTreeMap;

use regular_bnf::{Place, Spans};

use crate::grammar::{PEST, SPANS, URL, abnf, beginning, ignored, strings};
use crate::standard::*;
use crate::verdicts::is_outside;

/// Scheme, username, password, host, port, path, query and fragment; an absent component is empty, but for the query and the
/// fragment.
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

#[derive(Debug, Default)]
struct Compared {
    count: usize,
    accepted: usize,
    differ: BTreeMap<&'static str, Vec<String>>,
}

impl Compared {
    fn text(&mut self, text: &str, components: &[usize]) {
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
                    self.differ
                        .entry("unknown")
                        .or_default()
                        .push(format!("{text:?} {:?} {:?}", theirs[component], expected[component]));
                }
            }
        }
    }

    fn check(&self) {
        for (reason, texts) in &self.differ {
            println!("{reason}: {} {:#?}", texts.len(), &texts[..texts.len().min(100)]);
        }
        println!("{} texts, {} accepted", self.count, self.accepted);
    }
}

const ALL: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

#[test]
fn short_strings() {
    let mut compared = Compared::default();
    for scheme in ["ws:", "file:", "a:"] {
        let all = strings(&['/', '\\', ':', '@', '?', '#', '.', '|', 'a', '1', '%', ' ', '\t'], 4);
        let dots = strings(&['/', '.', 'C', ':', '|'], 6);
        let login = strings(&['/', ':', '@', 'a', '\\'], 5);
        for text in all.chain(dots).chain(login.map(|text| format!("//{text}"))) {
            compared.text(&format!("{scheme}{text}"), &ALL);
        }
    }
    for text in strings(&['A', 'b', ':', ' ', '\t', '/'], 5) {
        compared.text(&text, &ALL);
    }
    compared.check();
}
