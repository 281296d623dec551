//! The notations in which the rules of a grammar are written.

use crate::characters::CharSet;

/// How tightly the text of an expression binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Precedence {
    Choice,
    Sequence,
    One,
}

/// A notation of rules.
pub(crate) trait TextNotation {
    fn rule(name: &str, expr: &str, first: bool) -> String;
    /// Characters, and how tightly their text binds.
    fn class(set: &CharSet) -> (String, Precedence);
    /// The text of the first of some sets, one after another, if the notation writes them together;
    /// and the number of these sets.
    fn literal(sets: &[&CharSet]) -> Option<(String, usize)>;
    /// An expression that binds as one, at least `minimum` times: 0 or 1.
    fn repeated(inner: &str, minimum: usize) -> String;
    fn group(inner: &str) -> String;
    /// An optional expression.
    fn optional(inner: &str) -> String;
    /// The sets for which every grammar has a name.
    const CORE_RULES: &'static [(&'static str, &'static [(char, char)])];
    const SEQUENCE: &'static str;
    const CHOICE: &'static str;
    /// The end of the string, in notations whose choice is ordered.
    const END: &'static str;
    const EMPTY: &'static str;
    /// Whether a choice is ordered.
    const ORDERED: bool;
}

pub(crate) struct Abnf;

/// A set that a literal in quotes matches with one character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quoted {
    /// Not a letter.
    Other(char),
    /// A letter, in this case only.
    Exact(char),
    /// A letter in either case.
    Either(char),
}

impl Quoted {
    fn new(set: &CharSet) -> Option<Self> {
        if let Some(c) = only_character(set) {
            return match c {
                'A'..='Z' | 'a'..='z' => Some(Self::Exact(c)),
                ' '..='~' if c != '"' => Some(Self::Other(c)),
                _ => None,
            };
        }
        let letter = set.ranges().last().map(|&(_, last)| last).filter(char::is_ascii_lowercase)?;
        let either = CharSet::from(letter).union(&letter.to_ascii_uppercase().into());
        (*set == either).then_some(Self::Either(letter))
    }
}

impl Abnf {
    /// The text of the first of some sets in quotes, and the number of these sets. The letters are
    /// all as they are, or all in either case (RFC 7405, section 2.1).
    fn quoted(sets: &[&CharSet]) -> Option<(String, usize)> {
        let (mut sign, mut text) = ("", String::new());
        for set in sets {
            let (of_set, c) = match Quoted::new(set) {
                Some(Quoted::Other(c)) => (sign, c),
                Some(Quoted::Exact(c)) => ("%s", c),
                Some(Quoted::Either(c)) => ("%i", c),
                None => break,
            };
            if !sign.is_empty() && of_set != sign {
                break;
            }
            sign = of_set;
            text.push(c);
        }
        (!text.is_empty()).then(|| (format!("{sign}\"{text}\""), text.len()))
    }
}

/// The only character of a set.
fn only_character(set: &CharSet) -> Option<char> {
    match set.ranges()[..] {
        [(first, last)] if first == last => Some(first),
        _ => None,
    }
}

impl TextNotation for Abnf {
    // RFC 5234, Appendix B.1.
    const CORE_RULES: &'static [(&'static str, &'static [(char, char)])] = &[
        ("ALPHA", &[('A', 'Z'), ('a', 'z')]),
        ("DIGIT", &[('0', '9')]),
        ("HEXDIG", &[('0', '9'), ('A', 'F'), ('a', 'f')]),
    ];
    const SEQUENCE: &'static str = " ";
    const CHOICE: &'static str = " / ";
    const END: &'static str = "";
    const ORDERED: bool = false;
    const EMPTY: &'static str = "\"\"";

    fn rule(name: &str, expr: &str, _: bool) -> String {
        format!("{name} = {expr}\n")
    }

    fn class(set: &CharSet) -> (String, Precedence) {
        if let Some((text, _)) = Self::literal(&[set]) {
            return (text, Precedence::One);
        }
        ranges::<Self>(set, |first, last| match (first as u32, last as u32) {
            _ if first == last
                && let Some(Quoted::Other(c)) = Quoted::new(&first.into()) =>
            {
                format!("\"{c}\"")
            }
            (first, last) if first == last => format!("%x{first:02X}"),
            (first, last) => format!("%x{first:02X}-{last:02X}"),
        })
    }

    fn literal(sets: &[&CharSet]) -> Option<(String, usize)> {
        Self::quoted(sets).or_else(|| {
            let is_number = |set: &&&CharSet| Quoted::new(set).is_none();
            let exact = sets.iter().take_while(is_number).map_while(|set| only_character(set));
            let exact: Vec<String> = exact.map(|c| format!("{:02X}", c as u32)).collect();
            (!exact.is_empty()).then(|| (format!("%x{}", exact.join(".")), exact.len()))
        })
    }

    fn repeated(inner: &str, minimum: usize) -> String {
        let minimum = if minimum == 0 { String::new() } else { minimum.to_string() };
        format!("{minimum}*{inner}")
    }

    fn group(inner: &str) -> String {
        format!("( {inner} )")
    }

    fn optional(inner: &str) -> String {
        format!("[ {inner} ]")
    }
}

/// A set as a choice of its ranges.
fn ranges<N: TextNotation>(set: &CharSet, range: impl Fn(char, char) -> String) -> (String, Precedence) {
    let ranges: Vec<String> = set.ranges().into_iter().map(|(first, last)| range(first, last)).collect();
    (ranges.join(N::CHOICE), if ranges.len() == 1 { Precedence::One } else { Precedence::Choice })
}

pub(crate) struct Pest;

impl TextNotation for Pest {
    const CORE_RULES: &'static [(&'static str, &'static [(char, char)])] = &[];
    const SEQUENCE: &'static str = " ~ ";
    const CHOICE: &'static str = " | ";
    const END: &'static str = "!ANY";
    const ORDERED: bool = true;
    const EMPTY: &'static str = "\"\"";

    fn rule(name: &str, expr: &str, first: bool) -> String {
        let kind = if first { "@" } else { "_" };
        format!("{name} = {kind}{{ {expr} }}\n")
    }

    fn class(set: &CharSet) -> (String, Precedence) {
        ranges::<Self>(set, |first, last| {
            let (from, to) = (pest_escaped(first), pest_escaped(last));
            if first == last { format!("\"{from}\"") } else { format!("'{from}'..'{to}'") }
        })
    }

    fn literal(sets: &[&CharSet]) -> Option<(String, usize)> {
        let exact: Vec<String> = sets.iter().map_while(|set| only_character(set)).map(pest_escaped).collect();
        (!exact.is_empty()).then(|| (format!("\"{}\"", exact.concat()), exact.len()))
    }

    fn repeated(inner: &str, minimum: usize) -> String {
        format!("{inner}{}", if minimum == 0 { '*' } else { '+' })
    }

    fn group(inner: &str) -> String {
        format!("({inner})")
    }

    fn optional(inner: &str) -> String {
        format!("({inner})?")
    }
}

/// A character in quotes of either kind.
fn pest_escaped(c: char) -> String {
    match c {
        '!'..='~' if !"'\"\\".contains(c) => c.to_string(),
        _ => format!("\\u{{{:02X}}}", c as u32),
    }
}
