//! The names of typed parts are those that the document prints.
#![cfg(all(feature = "serde", feature = "compare"))]

use std::collections::BTreeSet;

use crate::common::{examples, sampled, share, short_strings};
use serde_json::Value;
use uri_lineage::regular_bnf::Language;
use uri_lineage::{Grammar, Node, Parsed, Reading};

/// Examples, URLs of the 1990s, all short strings behind a scheme and without one, and members by
/// chance of each alternative.
fn inputs(grammar: Grammar) -> Vec<String> {
    let mut inputs: Vec<String> = examples().map(|example| example.text.to_owned()).collect();
    inputs.extend(include_str!("../data/urls-1990s.txt").lines().step_by(20).map(str::to_owned));
    let bnf = grammar.bnf(Reading::Corrected);
    for production in grammar.productions() {
        let Ok(language) = Language::new(bnf, production.name()) else { continue };
        // Those of a part alone are seldom URLs.
        let members = language.sample(3).take(share(100, 5)).filter(|member| member.len() < 300);
        inputs.extend(members.filter(|member| grammar.accepts(member)));
    }
    for tail in sampled(short_strings("a1:/?#;@[.%", 4), 41) {
        inputs.extend(["", "x:", "//", "x://", "//[::", "http://a", "url:news:"].map(|head| [head, &tail].concat()));
    }
    inputs
}

/// The names in a tree.
fn names<'t>(node: Node<'t, '_>, all: &mut BTreeSet<&'static str>) {
    all.insert(node.name());
    node.children().for_each(|child| names(child, all));
}

struct Check<'p, 'i> {
    parsed: &'p Parsed<'i>,
    names: BTreeSet<&'static str>,
    /// The text of typed parts, for a message.
    json: String,
}

impl Check<'_, '_> {
    /// Every name is a production of the grammar that the tree of the same input has, and what it
    /// names is accepted by it.
    fn all(&self, value: &Value) {
        match value {
            Value::Object(map) => map.iter().for_each(|(name, value)| self.named(name, value, map)),
            Value::Array(all) => all.iter().for_each(|value| self.all(value)),
            _ => {}
        }
    }

    fn named(&self, name: &str, value: &Value, beside: &serde_json::Map<String, Value>) {
        let (grammar, json) = (self.parsed.grammar(), &self.json);
        let text = value.as_str();
        if name == "production" {
            // What tells one alternative from another.
            assert!(self.names.contains(text.unwrap()), "{grammar}: {json}");
            return;
        }
        let production = grammar.production(name).unwrap_or_else(|| panic!("{grammar}: `{name}` in {json}"));
        // RFC 1808 is divided by its section 2.4 and not by its productions: that has a path with
        // its slash, and a fragment behind what no fragment follows. 1997 and RFC 2396 are divided
        // by their Appendices B: that has a query in an `opaque_part`, and a scheme in a reference
        // that has none by the productions.
        let divided = grammar == Grammar::Rfc1808
            || grammar == Grammar::Uri1997 && name == "scheme"
            || name == "query" && beside.contains_key("opaque_part");
        // A list may have no members.
        if !divided && value != &Value::Array(Vec::new()) {
            assert!(self.names.contains(name), "{grammar}: `{name}` in {json} is not in the tree");
            let mut text = text.map(str::to_owned);
            if let (Some(text), "opaque_part", Some(query)) = (&mut text, name, beside.get("query")) {
                *text += &format!("?{}", query.as_str().unwrap());
            }
            if let Some(text) = text {
                // The text of a part still has what the parser removes.
                let text = match grammar.ignored() {
                    Some(ignored) => text.replace(|c| ignored.anywhere.contains(c), ""),
                    None => text,
                };
                assert!(production.accepts(&text), "{grammar}: `{name}` is not {text:?} in {json}");
            }
        }
        self.all(value);
    }
}

#[test]
fn every_name_in_typed_parts_is_a_production() {
    for grammar in Grammar::all() {
        let mut count = 0;
        for input in inputs(grammar) {
            let Ok(parsed) = grammar.parse(&input) else { continue };
            let value = serde_json::to_value(parsed.value().record()).unwrap();
            let mut all = BTreeSet::new();
            names(parsed.tree().root(), &mut all);
            // The alternative that accepted the input is the one that is named.
            if let Some(production) = value.get("production").filter(|_| parsed.production() != "fragmentaddress") {
                assert_eq!(production, parsed.production(), "{grammar}: {value}");
            }
            Check { parsed: &parsed, names: all, json: format!("{input:?}: {value}") }.all(&value);
            count += 1;
        }
        assert!(count > 0, "{grammar}");
    }
}

/// The segments of RFC 3986 are those of the tree.
#[test]
fn segments_of_rfc_3986_are_those_of_its_productions() {
    fn segments<'i>(node: Node<'_, 'i>, all: &mut Vec<&'i str>) {
        match node.name() {
            "segment" | "segment-nz" | "segment-nz-nc" => all.push(node.text()),
            _ => node.children().for_each(|child| segments(child, all)),
        }
    }
    for input in inputs(Grammar::Rfc3986) {
        let Ok(reference) = uri_lineage::rfc3986::UriReference::parse(&input) else { continue };
        let parsed = Grammar::Rfc3986.parse(&input).unwrap();
        let mut all = Vec::new();
        segments(parsed.tree().root(), &mut all);
        assert!(reference.path().segments().map(|segment| segment.as_str()).eq(all), "{input:?}");
    }
}
