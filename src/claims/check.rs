//! The questions by which claims are decided.

use std::collections::HashSet;
use std::fmt;

use regular_bnf::{GrammarError, Language, Notation};

use super::examples::refused_examples;
use super::subject::{Languages, Subject, SubjectName, as_published, language_of, read_pair, read_subject, read_ways};
use crate::base::visible::visible;
use crate::grammar::published::{self, Reading};
use crate::grammar::{DocumentGrammar, Grammar};
use crate::request::GopherPlus;
use crate::resolve::Options;

/// A statement of a document, in a form that can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Check {
    /// The first production's language is a subset of the second's. Strings that it accepts
    /// unexamined refute nothing: Unicode's IDNA processing may refuse them.
    Within(Subject, Subject),
    /// The two languages are disjoint.
    Disjoint(Subject, Subject),
    /// The two languages are equal.
    Equal(Subject, Subject),
    /// The production matches the string.
    Takes(Subject, &'static str),
    /// The production does not match the string.
    Refuses(Subject, &'static str),
    /// No member of the production contains one of these characters.
    Without(Subject, &'static str),
    /// No member of the production is derived by both of two expressions, which are two ways to
    /// derive it.
    Apart(Subject, [&'static str; 2]),
    /// A member of the production is derived by both expressions, as the document itself states.
    Both(Subject, [&'static str; 2]),
    /// The grammar defines each name that a production uses.
    Defines(DocumentGrammar, Reading),
    /// The grammar defines the name, which its document mentions in prose.
    DefinesName(DocumentGrammar, Reading, &'static str),
    /// The grammar accepts the document's own examples: by its entry productions, or for a document
    /// of one scheme by the production of each.
    Examples(DocumentGrammar, Reading),
    /// The reference resolves to the printed result against the base. In the published reading,
    /// resolution follows the wording.
    Resolves(Grammar, Reading, &'static str, &'static str, &'static str),
    /// The summary of Gopher+ strings has a form that matches the string.
    GopherPlusForm(&'static str),
    /// A section of the document does not say these words, which contradict the claim. They are read, not
    /// computed: the claim never holds.
    Unsaid(DocumentGrammar, &'static str, &'static str),
}

use Check::{
    Apart, Both, Defines, DefinesName, Disjoint, Equal, Examples, GopherPlusForm, Refuses, Resolves, Takes, Unsaid,
    Within, Without,
};
use Reading::{Corrected, Published};

/// A decision: whether a claim holds, and strings that refute it.
pub(super) struct Decision {
    pub holds: bool,
    pub witnesses: Vec<String>,
}

impl Decision {
    /// The decision by the strings that refute a claim: without them the claim holds.
    fn from_witnesses(witnesses: impl IntoIterator<Item = String>) -> Self {
        let witnesses: Vec<String> = witnesses.into_iter().collect();
        Self { holds: witnesses.is_empty(), witnesses }
    }
}

impl Check {
    /// Parses the question from a sentence, with strings between grave accents.
    pub fn read(question: &'static str) -> Option<Self> {
        // A set of characters may contain the accent itself.
        if let Some((name, characters)) =
            question.strip_prefix("no ").and_then(|text| text.split_once(" holds one of `"))
        {
            return Some(Without(read_subject(name)?, characters.strip_suffix('`')?));
        }
        let pieces: Vec<&'static str> = question.split('`').collect();
        Some(match *pieces.as_slice() {
            [text] => return Self::read_relation(text),
            ["", string, " is a Gopher+ string"] => GopherPlusForm(string),
            [before, string, ""] => {
                if let Some(name) = before.strip_suffix(" accepts ") {
                    Takes(read_subject(name)?, string)
                } else if let Some(name) = before.strip_suffix(" defines ") {
                    let (grammar, reading) = as_published(name);
                    DefinesName(grammar.parse().ok()?, reading, string)
                } else {
                    Refuses(read_subject(before.strip_suffix(" refuses ")?)?, string)
                }
            }
            [before, words, after] => {
                let section = after.strip_prefix(" in ")?;
                Unsaid(before.strip_suffix(" does not say ")?.parse().ok()?, section, words)
            }
            [before, reference, " against ", base, " to ", result, by] => {
                let reading = if by == ", by the wording" { Published } else { Corrected };
                Resolves(before.strip_suffix(" resolves ")?.parse().ok()?, reading, base, reference, result)
            }
            _ => return None,
        })
    }

    /// Parses a question about languages, or about a grammar.
    fn read_relation(text: &'static str) -> Option<Self> {
        Some(if let Some((left, right)) = text.strip_prefix("every ").and_then(|text| read_pair(text, " is a ")) {
            Within(left, right)
        } else if let Some((left, right)) = text.strip_prefix("no ").and_then(|text| read_pair(text, " is a ")) {
            Disjoint(left, right)
        } else if let Some((left, right)) = text.strip_suffix(" are equal").and_then(|text| read_pair(text, " and ")) {
            Equal(left, right)
        } else if let Some((subject, ways)) = text.strip_prefix("no ").and_then(read_ways) {
            Apart(subject, ways)
        } else if let Some((subject, ways)) = text.strip_prefix("some ").and_then(read_ways) {
            Both(subject, ways)
        } else if let Some(name) = text.strip_suffix(" defines each of its words") {
            let (grammar, reading) = as_published(name);
            Defines(grammar.parse().ok()?, reading)
        } else {
            let (grammar, reading) = as_published(text.strip_suffix(" accepts each of its document's examples")?);
            Examples(grammar.parse().ok()?, reading)
        })
    }

    /// The productions in the question, without its expressions.
    pub fn productions(self) -> Vec<Subject> {
        let mut productions = match self {
            Within(left, right) | Disjoint(left, right) | Equal(left, right) => vec![left, right],
            Takes(subject, _) | Refuses(subject, _) | Without(subject, _) | Apart(subject, _) | Both(subject, _) => {
                vec![subject]
            }
            Examples(..) | Resolves(..) | GopherPlusForm(_) | Defines(..) | DefinesName(..) | Unsaid(..) => Vec::new(),
        };
        productions.retain(|(grammar, reading, name)| grammar.bnf(*reading).get(name).is_some());
        productions
    }

    /// The question about the corrected productions; `None` if it is not about published ones.
    pub fn corrected(self) -> Option<Self> {
        let of = |(grammar, _, name): Subject| (grammar, Corrected, name);
        let corrected = match self {
            Within(left, right) => Within(of(left), of(right)),
            Disjoint(left, right) => Disjoint(of(left), of(right)),
            Equal(left, right) => Equal(of(left), of(right)),
            Takes(subject, string) => Takes(of(subject), string),
            Refuses(subject, string) => Refuses(of(subject), string),
            Without(subject, characters) => Without(of(subject), characters),
            Apart(subject, ways) => Apart(of(subject), ways),
            Both(subject, ways) => Both(of(subject), ways),
            Defines(grammar, _) => Defines(grammar, Corrected),
            DefinesName(grammar, _, name) => DefinesName(grammar, Corrected, name),
            Examples(grammar, _) => Examples(grammar, Corrected),
            // By the wording, or not about productions.
            Resolves(..) | GopherPlusForm(_) | Unsaid(..) => self,
        };
        (corrected != self).then_some(corrected)
    }

    /// The corrected productions that make the difference between the question and the one about corrected
    /// productions: those in the question, or where these are as printed, the corrected ones that they use.
    pub fn corrected_productions(self) -> Vec<&'static str> {
        if let Defines(grammar, reading) | DefinesName(grammar, reading, _) = self {
            let mut undefined = grammar.bnf(reading).undefined();
            undefined.retain(|name| grammar.correction(name).is_some());
            return undefined;
        }
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        for (grammar, _, name) in self.productions() {
            let mut waiting = vec![name];
            while let Some(name) = waiting.pop() {
                if !seen.insert((grammar, name)) {
                    continue;
                }
                if grammar.correction(name).is_some() {
                    found.push(name);
                } else {
                    waiting.extend(grammar.bnf(Corrected).uses(name));
                }
            }
        }
        found
    }

    /// Decides the claim.
    pub fn decide(self, languages: &mut Languages) -> Result<Decision, GrammarError> {
        let witness = match self {
            Apart(subject, ways) => languages.derived_by_both(subject, ways)?,
            Both(subject, ways) => {
                let holds = languages.derived_by_both(subject, ways)?.is_some();
                return Ok(Decision { holds, witnesses: Vec::new() });
            }
            Defines(grammar, reading) => {
                let undefined = grammar.bnf(reading).undefined();
                return Ok(Decision::from_witnesses(undefined.into_iter().map(str::to_owned)));
            }
            DefinesName(grammar, reading, name) => grammar.bnf(reading).get(name).is_none().then(|| name.to_owned()),
            Within(left, right) => {
                let left_only = languages.get(left)?.compare(&languages.get(right)?)?.left_only;
                let examined = left.0.grammar().and_then(|grammar| published::examined(grammar, left.1));
                match (left_only, examined) {
                    (Some(_), Some(examined)) => {
                        Language::new(&examined, left.2)?.compare(&languages.get(right)?)?.left_only
                    }
                    (left_only, _) => left_only,
                }
            }
            Disjoint(left, right) => languages.get(left)?.compare(&languages.get(right)?)?.both,
            Equal(left, right) => {
                let comparison = languages.get(left)?.compare(&languages.get(right)?)?;
                return Ok(Decision::from_witnesses(comparison.left_only.into_iter().chain(comparison.right_only)));
            }
            Takes(subject, string) => (!languages.get(subject)?.contains(string)).then(|| string.to_owned()),
            Refuses(subject, string) => languages.get(subject)?.contains(string).then(|| string.to_owned()),
            Without(subject, characters) => {
                let language = languages.get(subject)?;
                let mut witnesses: Vec<String> = Vec::new();
                for c in characters.chars() {
                    let containing = Language::matching(&format!("(?s)^.*\\x{{{:x}}}.*$", u32::from(c)))?;
                    let shortest = language.intersection(&containing)?.shortest();
                    witnesses.extend(shortest.filter(|string| !witnesses.contains(string)));
                }
                return Ok(Decision::from_witnesses(witnesses));
            }
            Examples(grammar, reading) => {
                return Ok(Decision::from_witnesses(refused_examples(grammar, reading, languages)?));
            }
            Resolves(grammar, reading, base, reference, result) => {
                let options = Options { wording: reading == Published, ..Options::default() };
                let resolved = match grammar.resolve(base, reference, options) {
                    Ok(resolution) => resolution.target.to_string(),
                    Err(error) => error.to_string(),
                };
                (resolved != result).then_some(resolved)
            }
            Unsaid(..) => return Ok(Decision { holds: false, witnesses: Vec::new() }),
            GopherPlusForm(string) => GopherPlus::parse(string).is_err().then(|| string.to_owned()),
        };
        Ok(Decision::from_witnesses(witness))
    }

    /// The contradiction.
    pub fn contradiction(self, witnesses: &[String]) -> String {
        /// Longer lists of examples are only among the witnesses.
        const MOST: usize = 8;
        let omitted = witnesses.len().saturating_sub(MOST);
        let omitted = (omitted > 0).then(|| format!("and {omitted} more"));
        let quoted_witnesses = witnesses.iter().take(MOST).map(|witness| quoted(witness));
        let list = quoted_witnesses.chain(omitted).collect::<Vec<_>>().join(", ");
        match self {
            Within(left, right) => format!("{} accepts {list}, and {} does not", SubjectName(left), SubjectName(right)),
            // An expression only describes strings: it is the production that accepts them.
            Disjoint(left, (_, _, right)) if right.starts_with('(') => format!("{} accepts {list}", SubjectName(left)),
            Disjoint(left, right) => format!("both {} and {} accept {list}", SubjectName(left), SubjectName(right)),
            Equal(left, right) => {
                let sentences = witnesses.iter().map(|witness| {
                    let is_left = language_of(left).is_ok_and(|language| language.contains(witness));
                    format!("only {} accepts {}", SubjectName(if is_left { left } else { right }), quoted(witness))
                });
                sentences.collect::<Vec<_>>().join(", and ")
            }
            Takes(subject, _) => format!("{} refuses {list}", SubjectName(subject)),
            Refuses(subject, _) | Without(subject, _) => format!("{} accepts {list}", SubjectName(subject)),
            Apart(subject, ways) => {
                let [left, right] = ways.map(|way| joined(subject, way));
                format!("{} derives {list} by `{left}`, and by `{right}`", SubjectName(subject))
            }
            Both(subject, [left, right]) => {
                format!("{} derives no string by both `{left}` and `{right}`", SubjectName(subject))
            }
            Defines(grammar, _) | DefinesName(grammar, ..) => format!("{grammar} does not define {list}"),
            Examples(grammar, reading) => match reading {
                Published => format!("{grammar} as published refuses {list}"),
                Corrected => format!("{grammar} refuses {list}"),
            },
            Resolves(_, reading, base, reference, _) => {
                let by = if reading == Published { " by the wording" } else { "" };
                format!("{} against `{base}` resolves{by} to {list}", quoted(reference))
            }
            GopherPlusForm(_) => format!("no form of a Gopher+ string matches {list}"),
            Unsaid(grammar, section, words) => format!("{}, {section}, says `{words}`", grammar.document()),
        }
    }
}

/// An expression as people write it: in the notation of the first documents, in which each letter stands
/// for itself, the letters of a word are joined.
fn joined((grammar, ..): Subject, expression: &str) -> String {
    if grammar.notation() != Notation::BernersLee {
        return expression.to_owned();
    }
    let stands_for_itself = |word: &str| word.len() == 1 || word.chars().all(|c| c.is_ascii_punctuation());
    let words: Vec<&str> = expression.split(' ').collect();
    let runs = words.chunk_by(|left, right| stands_for_itself(left) && stands_for_itself(right));
    runs.map(<[&str]>::concat).collect::<Vec<_>>().join(" ")
}

/// A string as a message shows it.
fn quoted(text: &str) -> String {
    match text {
        "" => "the empty string".to_owned(),
        text => format!("`{}`", visible(text)),
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Within(left, right) => write!(f, "every {} is a {}", SubjectName(left), SubjectName(right)),
            Disjoint(left, right) => write!(f, "no {} is a {}", SubjectName(left), SubjectName(right)),
            Equal(left, right) => write!(f, "{} and {} are equal", SubjectName(left), SubjectName(right)),
            Takes(subject, string) => write!(f, "{} accepts `{string}`", SubjectName(subject)),
            Refuses(subject, string) => write!(f, "{} refuses `{string}`", SubjectName(subject)),
            Without(subject, characters) => write!(f, "no {} holds one of `{characters}`", SubjectName(subject)),
            Apart(subject, [left, right]) => write!(f, "no {} is both ({left}) and ({right})", SubjectName(subject)),
            Both(subject, [left, right]) => write!(f, "some {} is both ({left}) and ({right})", SubjectName(subject)),
            Defines(grammar, Corrected) => write!(f, "{grammar} defines each of its words"),
            Defines(grammar, Published) => write!(f, "{grammar} as published defines each of its words"),
            DefinesName(grammar, Corrected, name) => write!(f, "{grammar} defines `{name}`"),
            DefinesName(grammar, Published, name) => write!(f, "{grammar} as published defines `{name}`"),
            Examples(grammar, Corrected) => write!(f, "{grammar} accepts each of its document's examples"),
            Resolves(grammar, reading, base, reference, result) => {
                let by = if reading == Published { ", by the wording" } else { "" };
                write!(f, "{grammar} resolves `{reference}` against `{base}` to `{result}`{by}")
            }
            GopherPlusForm(string) => write!(f, "`{string}` is a Gopher+ string"),
            Unsaid(grammar, section, words) => write!(f, "{grammar} does not say `{words}` in {section}"),
            Examples(grammar, Published) => write!(f, "{grammar} as published accepts each of its document's examples"),
        }
    }
}
