//! Does a filter see what the browser sees? Shortest URLs that the parser and an RFC both accept
//! and split differently.

use crate::common::{language, spans};
use std::borrow::Cow;
use std::ops::Range;

use regular_bnf::{Differential, Language, Relation, Spans};
use uri_lineage::Component;
use uri_lineage::Grammar::{self, Rfc1738, Rfc1808, Rfc2396, Rfc3986, Rfc3987};

use crate::whatwg::components::{ALL, Compared};
use crate::whatwg::grammar::abnf;

/// The documents whose readers filter URLs.
const FILTERS: [Grammar; 5] = [Rfc1738, Rfc1808, Rfc2396, Rfc3986, Rfc3987];

/// A shortest URL that a filter and the parser split differently in a component, with the texts
/// that each sees.
fn differential(
    filter: &Spans,
    component: Component,
    grammar: Grammar,
) -> Option<(String, Option<String>, Option<String>)> {
    let found = Differential::shortest(filter, spans(Grammar::Whatwg, component), component.comparison()).unwrap()?;
    let text = |span: Option<Range<usize>>| span.map(|span| found.witness[span].to_owned());
    let (left, right) = (text(found.left), text(found.right));
    // As the library parses it, and as the crate `url` does.
    let value = grammar.parse_value(&found.witness).unwrap();
    assert_eq!(value.components().get(component).map(Cow::into_owned), left, "{grammar}: {}", found.witness);
    let mut compared = Compared::default();
    compared.text(&found.witness, &ALL);
    assert!(compared.differ.is_empty(), "{compared:?}");
    Some((found.witness, left, right))
}

/// The differentials of each component within a language, one a line: what the filter sees, and the
/// browser; `-` is absent.
fn table(within: Option<&Language>) -> String {
    let mut lines = String::new();
    for grammar in FILTERS {
        for component in Component::ALL {
            let own = spans(grammar, component);
            let own = within.map_or_else(|| own.clone(), |language| own.within(language).unwrap());
            if let Some((witness, left, right)) = differential(&own, component, grammar) {
                let [left, right] = [left, right].map(|text| text.map_or("-".to_owned(), |text| format!("{text:?}")));
                lines += &format!("{grammar} {component} {witness} {left} {right}\n");
            }
        }
    }
    lines
}

/// The URLs with these schemes and slashes, and some text.
fn urls(beginning: &str, rest: &str) -> Language {
    abnf(&format!("( {beginning} ) {rest}"))
}

const SPECIAL: &str = "\"http\" / \"https\" / \"ws\" / \"wss\" / \"ftp\"";
const ANY: &str = "*%x00-10FFFF";

/// The scheme and the fragment never differ.
#[test]
fn scheme_and_fragment_never_differ() {
    let expected = r#"
rfc1738 user ws:a@a - "a"
rfc1738 host ws:a - "a"
rfc1738 port ws:a:0 - "0"
rfc1738 path a:? "?" ""
rfc1738 query a:?a - "a"
rfc1808 user ws:a@a - "a"
rfc1808 host ws:a - "a"
rfc1808 port ws:a:0 - "0"
rfc1808 path ws:a "a" ""
rfc1808 query a://?a - "a"
rfc2396 user ws:a@a - "a"
rfc2396 host ws:a - "a"
rfc2396 port ws:a:0 - "0"
rfc2396 path ws:a "a" ""
rfc3986 user ws:a@a - "a"
rfc3986 host ws:a - "a"
rfc3986 port ws:a:0 - "0"
rfc3986 path ws:a "a" ""
rfc3987 user ws:a@a - "a"
rfc3987 host ws:a - "a"
rfc3987 port ws:a:0 - "0"
rfc3987 path ws:a "a" ""
"#;
    assert_eq!(table(None), expected.trim_start());
    assert!(shown(expected, "rfc3986"));
    assert_eq!(expected.matches("rfc3986").count(), expected.matches("rfc3987").count());
}

/// Whether the guide shows the lines of a grammar as a table.
fn shown(lines: &str, grammar: &str) -> bool {
    let lines = lines.lines().filter_map(|line| line.strip_prefix(grammar));
    let rows: Vec<Vec<&str>> = std::iter::once(vec!["component", "URL", "filter", "browser"])
        .chain(lines.map(|line| line.split_whitespace().collect()))
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap();
    let padded =
        |row: &Vec<&str>| (0..4).map(|column| format!("{:1$}", row[column], width(column) + 2)).collect::<String>();
    let table: String = rows.iter().map(|row| padded(row).trim_end().to_owned() + "\n").collect();
    include_str!("../../../guide/browsers.md").contains(&format!("```text\n{table}```"))
}

/// Two slashes are not enough: the browser skips a third one.
#[test]
fn special_urls_with_two_slashes() {
    let table = table(Some(&urls(SPECIAL, &format!("\"://\" {ANY}"))));
    let expected = r#"
rfc3986 user ws:///a@a - "a"
rfc3986 host ws:///a "" "a"
rfc3986 port ws:///a:0 - "0"
rfc3986 path ws:///a "/a" ""
rfc3987 user ws:///a@a - "a"
rfc3987 host ws:///a "" "a"
rfc3987 port ws:///a:0 - "0"
rfc3987 path ws:///a "/a" ""
"#;
    assert!(table.ends_with(expected.trim_start()), "{table}");
    assert!(shown(expected, "rfc3986"));
}

/// What must be required, so that a filter by RFC 3986 or RFC 3987 sees what the browser sees: two
/// slashes, and no third one. Filters by their predecessors also differ where a host is none in
/// these documents, or in RFC 1808 not divided.
#[test]
fn special_urls_with_an_authority() {
    let expected = r#"
rfc1738 user ws://a@0 - "a"
rfc1738 host ws://0 - "0"
rfc1738 port ws://0:0 - "0"
rfc1738 path ws://0 "//0" ""
rfc1738 query ws://a?a - "a"
rfc1808 user ws://a@a - "a"
rfc1808 host ws://a? "a?" "a"
rfc1808 port ws://a:0 - "0"
rfc1808 path ws://a?/a "/a" ""
rfc1808 query ws://a?a - "a"
rfc2396 user ws://a@0 - "a"
rfc2396 host ws://0: "0:" "0"
rfc2396 port ws://0:0 - "0"
"#;
    assert_eq!(table(Some(&urls(SPECIAL, WITH_AUTHORITY))), expected.trim_start());
    assert!(shown(expected, "rfc2396") && shown(expected, "rfc1808"));
    // RFC 1738 has a production for http, which the other special schemes do not follow.
    let http = table(Some(&urls("%x68.74.74.70", WITH_AUTHORITY)));
    assert!(!http.contains("rfc1738") && !http.contains("rfc3986"), "{http}");
}

/// Two slashes and a text that begins with no slash.
const WITH_AUTHORITY: &str = "\"://\" ( %x00-2E / %x30-10FFFF ) *%x00-10FFFF";

/// A drive letter is a host with an empty port in the RFCs. With an empty host nothing differs in
/// the later ones.
#[test]
fn files_differ_only_in_drive_letters() {
    let expected = r#"
rfc1738 path file:///? "?" "/"
rfc1738 query file:///?a - "a"
rfc1808 host file://? "?" ""
rfc1808 path file://a: "" "a:"
rfc1808 query file://?a - "a"
rfc2396 host file://a: "a" -
rfc2396 path file://a: "" "a:"
rfc3986 host file://a: "a" -
rfc3986 path file://a: "" "a:"
rfc3987 host file://a: "a" -
rfc3987 path file://a: "" "a:"
"#;
    assert_eq!(table(Some(&urls("\"file\"", &format!("\"://\" {ANY}")))), expected.trim_start());
    let expected = "rfc1738 path file:///? \"?\" \"/\"\nrfc1738 query file:///?a - \"a\"\n";
    assert_eq!(table(Some(&urls("\"file\"", &format!("\":///\" {ANY}")))), expected);
}

/// In other schemes a filter by RFC 3986 or RFC 3987 never differs.
#[test]
fn other_schemes() {
    let all = abnf(ANY);
    let special = urls(&format!("{SPECIAL} / \"file\""), &format!("\":\" {ANY}"));
    let table = table(Some(&all.difference(&special).unwrap()));
    assert!(table.contains("rfc2396 host") && !table.contains("rfc398"), "{table}");
}

/// The same text, and another host: what RFC 3986 calls a name, and the browser an address; or
/// refuses.
#[test]
fn names_that_are_addresses() {
    let rfc3986 = |name: &str| language(Grammar::Rfc3986, name);
    let name = rfc3986("reg-name").difference(rfc3986("IPv4address")).unwrap();
    let addresses = language(Grammar::Whatwg, "IPv4-host");
    let found = addresses.intersection(&name).unwrap();
    let shortest: Vec<String> = found.members().take(3).collect();
    assert_eq!(shortest, ["0", "1", "2"]);
    // Every address of RFC 3986 is one of the browser's, and the same.
    let both = rfc3986("IPv4address").compare(addresses).unwrap();
    assert_eq!((both.relation, both.left_only), (Relation::Narrower, None));
    for (text, host) in [("http://0", "0.0.0.0"), ("http://0x7f.1", "127.0.0.1"), ("http://%30", "0.0.0.0")] {
        assert!(found.contains(&text[7..]), "{text}");
        assert_eq!(url::Url::parse(text).unwrap().host_str(), Some(host));
    }
    let refused = name.difference(language(Grammar::Whatwg, "host-special")).unwrap();
    let shortest: Vec<String> = refused.members().take(3).collect();
    assert_eq!(shortest, ["", "08", "09"]);
    for text in ["08", "a.0", "1.2.3.4.5", "a%00"] {
        assert!(refused.contains(text), "{text}");
        assert!(url::Url::parse(&format!("http://{text}")).is_err(), "{text}");
    }
}
