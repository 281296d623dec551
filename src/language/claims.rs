//! Statements of the documents about their own grammars, and a decision for each.
//!
//! A claim that does not hold is a finding: the document and its grammar disagree.
//!
//! ```
//! use uri_lineage::claims::claims;
//!
//! // Some of what the documents say of themselves does not hold.
//! assert!(claims().iter().any(|claim| claim.holds == Some(false)));
//! ```

use std::collections::HashMap;

use regular_bnf::Ambiguity;
use regular_bnf::Language;
use regular_bnf::LanguageError;
use regular_bnf::Relation;
use regular_bnf::automaton::dfa::{DEAD, State};

use crate::grammar::Grammar;
use crate::published::Reading;
use crate::request::{GopherPlus, Request};
use crate::resolve::Options;

/// A production of one grammar in one reading.
type Of = (Grammar, Reading, &'static str);

/// A statement of a document, in a form that can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Check {
    /// The first production's language is a subset of the second's.
    Within(Of, Of),
    /// The two languages are disjoint.
    Disjoint(Of, Of),
    /// The two languages are equal.
    Equal(Of, Of),
    /// The production matches the string.
    Takes(Of, &'static str),
    /// The production does not match the string.
    Refuses(Of, &'static str),
    /// No member of the production contains one of these characters.
    Without(Of, &'static str),
    /// The entry productions reach the production.
    Reached(Of),
    /// The entry productions of the grammar accept the document's own examples.
    Examples(Grammar, Reading),
    /// The reference resolves to the printed result against the base. In the published reading, resolution follows the wording.
    Resolves(Grammar, Reading, &'static str, &'static str, &'static str),
    /// The summary of Gopher+ strings has a form that matches the string.
    GopherPlusForm(&'static str),
    /// No member of the entry productions has two derivations in which the production matches different spans.
    OneReading(Of),
    /// A Gopher client sends this text for a URL, without its line end.
    Sends(Grammar, &'static str, &'static str),
}

/// A claim and its decision.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Claim {
    /// The grammar whose document makes the claim.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub grammar: Grammar,
    /// The productions in the claim, each with its grammar and its reading.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub productions: Vec<(Grammar, Reading, &'static str)>,
    /// The document.
    pub document: &'static str,
    /// The place of the claim in the document.
    pub place: &'static str,
    /// The claim, in the words of this project.
    pub says: &'static str,
    /// The decided question: productions, reading and relation.
    pub question: String,
    /// Whether the claim holds; `None` if it cannot be decided.
    pub holds: Option<bool>,
    /// Strings that refute the claim: a shortest one, or all examples that are refused.
    pub witnesses: Vec<String>,
    /// Why the claim cannot be decided.
    pub undecided: Option<String>,
}

use Check::{
    Disjoint, Equal, Examples, GopherPlusForm, OneReading, Reached, Refuses, Resolves, Sends, Takes, Within, Without,
};
use Reading::{Corrected, Published};

/// One claim in each line: the grammar, the place, the claim in the words of this project, and the question as [`Check`] prints
/// it.
const CLAIMS: &str = include_str!("../../grammar/claims.tsv");

/// The parsed lines, with `None` for each invalid line.
fn lines() -> impl Iterator<Item = Option<(Grammar, &'static str, &'static str, Check)>> {
    CLAIMS.lines().map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [grammar, place, says, question] = *fields.as_slice() else { return None };
        Some((grammar.parse().ok()?, place, says, Check::read(question)?))
    })
}

/// Decides all claims, in the order of the documents.
///
/// ```
/// let claims = uri_lineage::claims::claims();
/// let claim = claims.iter().find(|claim| claim.says.starts_with("generic-URL and opaque-URL")).unwrap();
/// assert_eq!(claim.holds, Some(true));
/// ```
pub fn claims() -> Vec<Claim> {
    let mut languages = HashMap::new();
    let decide = |(grammar, place, says, check): (Grammar, &'static str, &'static str, Check)| {
        let (holds, witnesses, undecided) = match check.decide(&mut languages) {
            Ok(witnesses) => (Some(witnesses.is_empty()), witnesses, None),
            Err(error) => (None, Vec::new(), Some(error.to_string())),
        };
        Claim {
            grammar,
            productions: check.productions(),
            document: grammar.document(),
            place,
            says,
            question: check.to_string(),
            holds,
            witnesses,
            undecided,
        }
    };
    lines().flatten().map(decide).collect()
}

/// The statements in the document of a grammar on how to distinguish a production from others, each with its place: the claims
/// that there is only one derivation.
///
/// ```
/// use uri_lineage::{Grammar, claims::on_derivations};
///
/// let said: Vec<_> = on_derivations(Grammar::Rfc3986, "reg-name").collect();
/// assert_eq!(said[0].0, "3.2.2");
/// ```
pub fn on_derivations(grammar: Grammar, production: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    lines().flatten().filter_map(move |(_, place, says, check)| match check {
        OneReading((of, _, name)) if of == grammar && name == production => Some((place, says)),
        _ => None,
    })
}

impl Check {
    /// Parses the question from a sentence, with strings between grave accents.
    fn read(question: &'static str) -> Option<Self> {
        let of = |name: &'static str| -> Option<Of> {
            let (name, reading) = as_published(name);
            let (grammar, production) = name.split_once(':')?;
            Some((grammar.parse().ok()?, reading, production))
        };
        let two = |text: &'static str, between: &str| {
            let (left, right) = text.split_once(between)?;
            Some((of(left)?, of(right)?))
        };
        // A set of characters may contain the accent itself.
        if let Some((name, characters)) =
            question.strip_prefix("no ").and_then(|text| text.split_once(" holds one of `"))
        {
            return Some(Without(of(name)?, characters.strip_suffix('`')?));
        }
        let pieces: Vec<&'static str> = question.split('`').collect();
        Some(match *pieces.as_slice() {
            [text] => {
                if let Some((left, right)) = text.strip_prefix("every ").and_then(|text| two(text, " is a ")) {
                    Within(left, right)
                } else if let Some((left, right)) = text.strip_prefix("no ").and_then(|text| two(text, " is a ")) {
                    Disjoint(left, right)
                } else if let Some((left, right)) = text.strip_suffix(" are equal").and_then(|text| two(text, " and "))
                {
                    Equal(left, right)
                } else if let Some(name) = text.strip_suffix(" is unambiguous") {
                    OneReading(of(name)?)
                } else if let Some(name) = text.strip_suffix(" is reached") {
                    Reached(of(name)?)
                } else {
                    let (grammar, reading) =
                        as_published(text.strip_suffix(" accepts each of its document's examples")?);
                    Examples(grammar.parse().ok()?, reading)
                }
            }
            ["", string, " is a Gopher+ string"] => GopherPlusForm(string),
            [before, string, ""] => {
                if let Some(name) = before.strip_suffix(" accepts ") {
                    Takes(of(name)?, string)
                } else {
                    Refuses(of(before.strip_suffix(" refuses ")?)?, string)
                }
            }
            [before, line, " for ", url, ""] => Sends(before.strip_suffix(" sends ")?.parse().ok()?, url, line),
            [before, reference, " against ", base, " to ", result, by] => {
                let reading = if by == ", by the wording" { Published } else { Corrected };
                Resolves(before.strip_suffix(" resolves ")?.parse().ok()?, reading, base, reference, result)
            }
            _ => return None,
        })
    }

    /// The productions in the question.
    fn productions(self) -> Vec<Of> {
        match self {
            Within(left, right) | Disjoint(left, right) | Equal(left, right) => vec![left, right],
            Takes(of, _) | Refuses(of, _) | Without(of, _) | Reached(of) | OneReading(of) => vec![of],
            Examples(..) | Resolves(..) | GopherPlusForm(_) | Sends(..) => Vec::new(),
        }
    }

    /// Strings that refute the claim.
    fn decide(
        self,
        languages: &mut HashMap<Of, Result<Language, LanguageError>>,
    ) -> Result<Vec<String>, LanguageError> {
        let mut language = |of: Of| {
            let (grammar, reading, production) = of;
            languages.entry(of).or_insert_with(|| Language::of(grammar.bnf(reading), production)).clone()
        };
        let witness = match self {
            Within(left, right) => language(left)?.compare(&language(right)?)?.left_only,
            Disjoint(left, right) => language(left)?.compare(&language(right)?)?.both,
            Equal(left, right) => {
                let comparison = language(left)?.compare(&language(right)?)?;
                match comparison.relation {
                    Relation::Equal => None,
                    _ => comparison.left_only.or(comparison.right_only),
                }
            }
            Takes(of, string) => (!language(of)?.contains(string)).then(|| string.to_owned()),
            Refuses(of, string) => language(of)?.contains(string).then(|| string.to_owned()),
            Without(of, characters) => {
                let language = language(of)?;
                let dfa = language.automaton();
                let used = |c: &char| (1..dfa.len() as State).any(|state| dfa.step(state, *c) != DEAD);
                let mut characters: Vec<char> = characters.chars().collect();
                characters.sort_unstable();
                let character = characters.into_iter().find(used);
                character.map(String::from)
            }
            OneReading((grammar, reading, production)) => {
                let bnf = grammar.bnf(reading);
                Ambiguity::of(bnf, grammar.entry_productions(), production)?.map(|found| found.witness)
            }
            Reached((grammar, reading, production)) => {
                let unreachable = grammar.bnf(reading).unreachable(grammar.entry_productions());
                unreachable.contains(&production).then(|| production.to_owned())
            }
            Examples(grammar, reading) => {
                // In the published reading, an entry production may use an undefined name. Its alternatives are then used
                // instead.
                let names = grammar.entry_productions().iter().chain(grammar.facts().alternatives);
                let (entries, errors): (Vec<_>, Vec<_>) =
                    names.map(|entry| language((grammar, reading, entry))).partition(Result::is_ok);
                if let (true, Some(Err(error))) = (entries.is_empty(), errors.into_iter().next()) {
                    return Err(error);
                }
                let refused = |text: &&str| !entries.iter().flatten().any(|language| language.contains(text));
                return Ok(examples(grammar).filter(refused).map(str::to_owned).collect());
            }
            Resolves(grammar, reading, base, reference, result) => {
                let options = Options { wording: reading == Published, ..Options::default() };
                let found = match grammar.resolve(base, reference, options) {
                    Ok(found) => found.target.to_string(),
                    Err(error) => error.to_string(),
                };
                (found != result).then_some(found)
            }
            Sends(grammar, url, line) => {
                let sent = match grammar.request(url) {
                    Ok(Request::Gopher { sends, .. }) => sends.to_string(),
                    Ok(_) => String::new(),
                    Err(error) => error.to_string(),
                };
                (sent.strip_suffix("\\r\\n") != Some(line)).then_some(sent)
            }
            GopherPlusForm(string) => GopherPlus::parse(string).is_err().then(|| string.to_owned()),
        };
        Ok(witness.into_iter().collect())
    }
}

/// A name, and the reading that it selects.
fn as_published(name: &'static str) -> (&'static str, Reading) {
    name.strip_suffix(" as published").map_or((name, Corrected), |name| (name, Published))
}

/// The strings that a grammar's own document presents as URLs, each once, without partial forms and without strings that it
/// calls illegal.
fn examples(grammar: Grammar) -> impl Iterator<Item = &'static str> {
    // Both grammars of RFC 1630 share its examples.
    let same = |other: &Grammar| other.document() == grammar.document();
    let documents: Vec<&str> = Grammar::ALL.into_iter().filter(same).map(Grammar::id).collect();
    let mut seen = std::collections::HashSet::new();
    include_str!("../../grammar/examples.tsv").lines().filter_map(move |line| {
        let mut fields = line.split('\t');
        let own = documents.contains(&fields.next()?);
        let presented = fields.nth(1)? == "url";
        let text = fields.next()?;
        (own && presented && seen.insert(text)).then_some(text)
    })
}

impl std::fmt::Display for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = |&(grammar, reading, production): &Of| match reading {
            Corrected => format!("{grammar}:{production}"),
            Published => format!("{grammar}:{production} as published"),
        };
        match self {
            Within(left, right) => write!(f, "every {} is a {}", name(left), name(right)),
            Disjoint(left, right) => write!(f, "no {} is a {}", name(left), name(right)),
            Equal(left, right) => write!(f, "{} and {} are equal", name(left), name(right)),
            Takes(of, string) => write!(f, "{} accepts `{string}`", name(of)),
            Refuses(of, string) => write!(f, "{} refuses `{string}`", name(of)),
            Without(of, characters) => write!(f, "no {} holds one of `{characters}`", name(of)),
            OneReading(of) => write!(f, "{} is unambiguous", name(of)),
            Reached(of) => write!(f, "{} is reached", name(of)),
            Examples(grammar, Corrected) => write!(f, "{grammar} accepts each of its document's examples"),
            Resolves(grammar, reading, base, reference, result) => {
                let by = if *reading == Published { ", by the wording" } else { "" };
                write!(f, "{grammar} resolves `{reference}` against `{base}` to `{result}`{by}")
            }
            GopherPlusForm(string) => write!(f, "`{string}` is a Gopher+ string"),
            Sends(grammar, url, line) => write!(f, "{grammar} sends `{line}` for `{url}`"),
            Examples(grammar, Published) => write!(f, "{grammar} as published accepts each of its document's examples"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_claim_and_reads_as_it_is_shown() {
        for (line, claim) in CLAIMS.lines().zip(lines()) {
            let (.., check) = claim.unwrap_or_else(|| panic!("{line}"));
            assert_eq!(line.rsplit('\t').next(), Some(&*check.to_string()));
        }
    }
}
