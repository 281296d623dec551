//! The records of causes.

use std::net::Ipv4Addr;

use percent_encoding::percent_decode_str;
use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::regular_bnf::SplitCause;
use uri_lineage::{Component, Refusal};

use super::difference::{DifferenceClass, Split, SplitDifference, pairs};
use crate::options::sides::Side;
use crate::schema::types::SpanSchema;

/// How a grammar reads a component.
#[derive(Serialize, JsonSchema)]
pub struct SplitReading<'a> {
    /// The grammar, as written in the argument.
    grammar: &'a str,
    /// The span of the component; `null` if it is absent.
    #[schemars(with = "Option<SpanSchema>")]
    span: Option<[usize; 2]>,
    /// The text of the component; `null` if it is absent.
    text: Option<&'a str>,
    /// The text with the escapes of letters, digits and `-._~` decoded, other escapes in capitals,
    /// and a scheme or host in small letters; `null` if it is absent. The comparison uses the
    /// spans, not this text.
    normal_text: Option<String>,
    /// The innermost production that reads the delimiter of the cause; absent if the grammar has no
    /// productions, and without a cause.
    #[serde(skip_serializing_if = "Option::is_none")]
    production: Option<&'a str>,
    /// Why the URL Standard refuses the string, where the productions of its grammar accept it and
    /// Unicode's IDNA processing (UTS 46) refuses the host; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    domain_error: Option<Refusal>,
    /// The IPv4 address that the URL Standard reads in the host, if the host is not written as four
    /// decimal numbers without zeros in front; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<Ipv4Addr>,
}

/// Why two grammars read a component differently.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Why")]
pub struct SplitExplanation<'a> {
    /// The two grammars that the cause is about, as written in the arguments. Of more than two they
    /// are the first that differ: the pairs are ordered by the second grammar, then by the first.
    between: [&'a str; 2],
    /// The cause, by the delimiters of both spans. The left grammar is the first one of `between`.
    /// `null` if both spans are one host, in which the two read a name and an address, or two
    /// addresses.
    split: Option<SplitCause>,
    /// The component as which the other of the two reads the beginning of the component that comes
    /// first; `null` if it is in no component, or if both begin at one place.
    #[schemars(with = "Option<Component>")]
    read_as: Option<&'static str>,
    /// The cause as a sentence.
    sentence: String,
    /// The pairs of grammars that read the component differently.
    differ: Vec<[&'a str; 2]>,
}

impl<'a> SplitExplanation<'a> {
    /// For all strings of a cause.
    pub fn new(cause: &SplitDifference, sides: &'a [Side]) -> Self {
        let (left, right) = cause.class.pair();
        let between = [left, right].map(|side| sides[side].name.as_str());
        let differ = pairs(sides.len()).filter(|&(left, right)| !cause.class.alike(left, right));
        let differ = differ.map(|(left, right)| [sides[left].name.as_str(), sides[right].name.as_str()]).collect();
        let (split, read_as) = match &cause.class {
            DifferenceClass::Spans { split, read_as } => (Some(split.cause), read_as.map(Component::name)),
            DifferenceClass::Address { .. } => (None, None),
        };
        Self { between, split, read_as, sentence: cause.sentence(sides), differ }
    }
}

impl<'a> SplitReading<'a> {
    /// The readings of a string, in the order of the sides.
    pub fn list(split: &'a Split, sides: &'a [Side], component: Component) -> Vec<Self> {
        let readings = sides.iter().zip(&split.spans).enumerate().map(|(index, (side, span))| {
            let text = span.clone().and_then(|span| split.string.get(span));
            Self {
                grammar: &side.name,
                span: span.clone().map(|span| [span.start, span.end]),
                text,
                normal_text: text.map(|text| normal_text(component, text)),
                production: split.delimiter.as_ref().and_then(|delimiter| delimiter.productions[index].as_deref()),
                domain_error: split.domain_errors[index].as_ref().map(Refusal::from),
                address: split.addresses[index],
            }
        });
        readings.collect()
    }
}

/// The text of a component without differences in case and escapes that RFC 3986, section 6.2.2,
/// calls meaningless.
fn normal_text(component: Component, text: &str) -> String {
    let (mut normal, mut remaining) = (String::new(), text);
    let ignores_case = [Component::Scheme, Component::Host].contains(&component);
    while let Some(first) = remaining.chars().next() {
        // The escape `%25` is already in its normal form.
        let octet = percent_decode_str(remaining).next().filter(|&octet| first == '%' && octet != b'%');
        let (letter, rest) = remaining.split_at(if octet.is_some() { "%XX".len() } else { first.len_utf8() });
        remaining = rest;
        let c = match octet.map(char::from) {
            Some(escaped) if !escaped.is_ascii_alphanumeric() && !"-._~".contains(escaped) => {
                normal.push_str(&letter.to_ascii_uppercase());
                continue;
            }
            octet => octet.unwrap_or(first),
        };
        normal.push(if ignores_case { c.to_ascii_lowercase() } else { c });
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_texts() {
        for (text, host, path) in [
            ("A%41%2f%zz%", "aa%2F%zz%", "AA%2F%zz%"),
            ("%7e%c3%a9é%é", "~%C3%A9é%é", "~%C3%A9é%é"),
            ("%2541", "%2541", "%2541"),
            ("", "", ""),
        ] {
            assert_eq!(normal_text(Component::Host, text), host);
            assert_eq!(normal_text(Component::Path, text), path);
        }
    }
}
