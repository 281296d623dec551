//! Statements of the documents about their own grammars, and a decision for each.
//!
//! A claim that does not hold is a finding: the document and its grammar disagree.
//!
//! ```
//! use uri_lineage::claims::claims;
//!
//! // Some statements of the documents about themselves are false.
//! assert!(claims().iter().any(|claim| claim.holds == Some(false)));
//! ```

use std::collections::HashMap;

use regular_bnf::Language;
use regular_bnf::LanguageError;
use regular_bnf::automaton::dfa::{DEAD, State};

use crate::component::Component;
use crate::grammar::Grammar;
use crate::published::{Bnf, Definition, Expr, Notation, Reading};
use crate::request::{GopherPlus, Request};
use crate::resolve::Options;
use crate::visible::visible;

/// A production of one grammar in one reading; or an expression in parentheses, in the notation of
/// the grammar.
type Of = (Grammar, Reading, &'static str);

/// A statement of a document, in a form that can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Check {
    /// The first production's language is a subset of the second's. Strings that it accepts
    /// unexamined refute nothing: Unicode's IDNA processing may refuse them.
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
    /// No member of the production is derived by both of two expressions, which are two ways to
    /// derive it.
    Apart(Of, [&'static str; 2]),
    /// A member of the production is derived by both expressions: the document says so itself.
    Both(Of, [&'static str; 2]),
    /// The grammar defines each name that a production uses.
    Defines(Grammar, Reading),
    /// The entry productions of the grammar accept the document's own examples.
    Examples(Grammar, Reading),
    /// The reference resolves to the printed result against the base. In the published reading,
    /// resolution follows the wording.
    Resolves(Grammar, Reading, &'static str, &'static str, &'static str),
    /// The summary of Gopher+ strings has a form that matches the string.
    GopherPlusForm(&'static str),
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
    /// The few words of the document that make the claim, with single spaces between them.
    pub quotation: &'static str,
    /// The claim, in the words of this project.
    pub says: &'static str,
    /// The decided question: productions, reading and relation.
    pub question: String,
    /// Whether the claim holds; `None` if it cannot be decided.
    pub holds: Option<bool>,
    /// Strings that refute the claim: a shortest one, or all examples that are refused.
    pub witnesses: Vec<String>,
    /// The contradiction, as a sentence without its period; `None` unless the claim is false.
    pub but: Option<String>,
    /// Why the claim cannot be decided.
    pub undecided: Option<String>,
}

use Check::{
    Apart, Both, Defines, Disjoint, Equal, Examples, GopherPlusForm, Refuses, Resolves, Sends, Takes, Within, Without,
};
use Reading::{Corrected, Published};

/// One claim in each line: the grammar, the place, the words of the document, the claim in the
/// words of this project, and the question as [`Check`] prints it.
const CLAIMS: &str = include_str!("../grammar/claims.tsv");

/// A line of the list.
#[derive(Clone, Copy)]
struct Line {
    grammar: Grammar,
    place: &'static str,
    quotation: &'static str,
    says: &'static str,
    check: Check,
}

impl Line {
    fn read(line: &'static str) -> Option<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [grammar, place, quotation, says, question] = *fields.as_slice() else { return None };
        Some(Self { grammar: grammar.parse().ok()?, place, quotation, says, check: Check::read(question)? })
    }
}

/// The parsed lines, with `None` for each invalid line.
fn lines() -> impl Iterator<Item = Option<Line>> {
    CLAIMS.lines().map(Line::read)
}

/// Decides all claims, in the order of the documents.
///
/// ```
/// let claims = uri_lineage::claims::claims();
/// let claim = claims.iter().find(|claim| claim.says.starts_with("generic-URL and opaque-URL")).unwrap();
/// assert_eq!(claim.holds, Some(true));
/// assert_eq!(claim.quotation, "both rules will successfully parse any string of <uric> characters");
/// ```
pub fn claims() -> Vec<Claim> {
    let mut languages = HashMap::new();
    let decide = |Line { grammar, place, quotation, says, check }: Line| {
        let (holds, witnesses, undecided) = match check.decide(&mut languages) {
            Ok(Decided { holds, witnesses }) => (Some(holds), witnesses, None),
            Err(error) => (None, Vec::new(), Some(error.to_string())),
        };
        Claim {
            grammar,
            productions: check.productions(),
            document: grammar.document(),
            place,
            quotation,
            says,
            question: check.to_string(),
            holds,
            but: (holds == Some(false)).then(|| check.contradiction(&witnesses)),
            witnesses,
            undecided,
        }
    };
    lines().flatten().map(decide).collect()
}

/// The statements in the document of a grammar on two ways to derive a production, each with its
/// place: that only one of them is possible, or that the document decides between them.
///
/// ```
/// use uri_lineage::{Grammar, claims::on_derivations};
///
/// let said: Vec<_> = on_derivations(Grammar::Rfc3986, "host").collect();
/// assert_eq!(said[0].0, "3.2.2");
/// ```
pub fn on_derivations(grammar: Grammar, production: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    lines().flatten().filter_map(move |Line { place, says, check, .. }| match check {
        Apart((of, _, name), _) | Both((of, _, name), _) if of == grammar && name == production => Some((place, says)),
        _ => None,
    })
}

/// The [statements](on_derivations) on a production that are about two of its ways, written as
/// expressions. Statements on two other productions that it uses are absent.
///
/// ```
/// use uri_lineage::{Grammar, claims::on_ways};
///
/// let said = |ways| on_ways(Grammar::Uri1997, "relativeURL", ways).count();
/// assert_eq!((said(["abs_path", "net_path"]), said(["abs_path", "rel_path"])), (1, 0));
/// ```
pub fn on_ways(
    grammar: Grammar,
    production: &str,
    ways: [&str; 2],
) -> impl Iterator<Item = (&'static str, &'static str)> {
    let bnf = grammar.bnf(Corrected);
    let names = move |ways: &[&str; 2]| ways.iter().all(|way| bnf.get(way).is_some());
    let same = move |own: &[&str; 2]| !names(own) || !names(&ways) || ways.iter().all(|way| own.contains(way));
    let of = move |of: &Of| of.0 == grammar && of.2 == production;
    lines().flatten().filter_map(move |Line { place, says, check, .. }| match check {
        Apart(own, ways) | Both(own, ways) if of(&own) && same(&ways) => Some((place, says)),
        _ => None,
    })
}

/// A decision: whether a claim holds, and strings that refute it.
struct Decided {
    holds: bool,
    witnesses: Vec<String>,
}

impl Decided {
    /// Without a witness the claim holds.
    fn by(witnesses: impl IntoIterator<Item = String>) -> Self {
        let witnesses: Vec<String> = witnesses.into_iter().collect();
        Self { holds: witnesses.is_empty(), witnesses }
    }
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
        let ways = |text: &'static str| {
            let (name, ways) = text.split_once(" is both (")?;
            let (left, right) = ways.strip_suffix(')')?.split_once(") and (")?;
            Some((of(name)?, [left, right]))
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
                } else if let Some((of, ways)) = text.strip_prefix("no ").and_then(ways) {
                    Apart(of, ways)
                } else if let Some((of, ways)) = text.strip_prefix("some ").and_then(ways) {
                    Both(of, ways)
                } else if let Some(name) = text.strip_suffix(" defines each of its words") {
                    let (grammar, reading) = as_published(name);
                    Defines(grammar.parse().ok()?, reading)
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

    /// The productions in the question, without its expressions.
    fn productions(self) -> Vec<Of> {
        let mut all = match self {
            Within(left, right) | Disjoint(left, right) | Equal(left, right) => vec![left, right],
            Takes(of, _) | Refuses(of, _) | Without(of, _) | Apart(of, _) | Both(of, _) => vec![of],
            Examples(..) | Resolves(..) | GopherPlusForm(_) | Sends(..) | Defines(..) => Vec::new(),
        };
        all.retain(|(grammar, reading, name)| grammar.bnf(*reading).get(name).is_some());
        all
    }

    /// Decides the claim.
    fn decide(self, languages: &mut HashMap<Of, Result<Language, LanguageError>>) -> Result<Decided, LanguageError> {
        let mut language = |of: Of| languages.entry(of).or_insert_with(|| language_of(of)).clone();
        let mut both = |(grammar, reading, _): Of, [left, right]: [&'static str; 2]| {
            let [left, right] = [left, right].map(|way| language((grammar, reading, way)));
            Ok::<_, LanguageError>(left?.compare(&right?)?.both)
        };
        let witness = match self {
            Apart(of, ways) => both(of, ways)?,
            Both(of, ways) => return Ok(Decided { holds: both(of, ways)?.is_some(), witnesses: Vec::new() }),
            Defines(grammar, reading) => {
                return Ok(Decided::by(grammar.bnf(reading).undefined().into_iter().map(str::to_owned)));
            }
            Within(left, right) => {
                let only = language(left)?.compare(&language(right)?)?.left_only;
                match (only, without_unexamined(left)) {
                    (Some(_), Some(examined)) => {
                        Language::new(&examined, left.2)?.compare(&language(right)?)?.left_only
                    }
                    (only, _) => only,
                }
            }
            Disjoint(left, right) => language(left)?.compare(&language(right)?)?.both,
            Equal(left, right) => {
                let comparison = language(left)?.compare(&language(right)?)?;
                return Ok(Decided::by(comparison.left_only.into_iter().chain(comparison.right_only)));
            }
            Takes(of, string) => (!language(of)?.contains(string)).then(|| string.to_owned()),
            Refuses(of, string) => language(of)?.contains(string).then(|| string.to_owned()),
            Without(of, characters) => {
                let language = language(of)?;
                let dfa = language.automaton();
                let used = |c: &char| (1..dfa.len() as State).any(|state| dfa.step(state, *c) != DEAD);
                return Ok(Decided::by(characters.chars().filter(used).map(String::from)));
            }
            Examples(grammar, reading) => {
                // In the published reading, an entry production may use an undefined name. Its
                // alternatives are then used instead.
                let names = grammar.entry_productions().iter().chain(grammar.facts().alternatives);
                let (entries, errors): (Vec<_>, Vec<_>) =
                    names.map(|entry| language((grammar, reading, entry))).partition(Result::is_ok);
                if let (true, Some(Err(error))) = (entries.is_empty(), errors.into_iter().next()) {
                    return Err(error);
                }
                // A document without fragments associates a fragment with a URL, such as RFC 1738
                // in its appendix.
                let fragments = !grammar.facts().places.of(Component::Fragment).is_empty();
                let own = |text: &'static str| if fragments { text } else { text.split('#').next().unwrap_or(text) };
                let refused = |text: &&str| !entries.iter().flatten().any(|language| language.contains(text));
                return Ok(Decided::by(examples(grammar).map(own).filter(refused).map(str::to_owned)));
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
                (sent != line).then_some(sent)
            }
            GopherPlusForm(string) => GopherPlus::parse(string).is_err().then(|| string.to_owned()),
        };
        Ok(Decided::by(witness))
    }

    /// The contradiction.
    fn contradiction(self, witnesses: &[String]) -> String {
        /// Longer lists of examples are only among the witnesses.
        const MOST: usize = 6;
        let shown = |text: &str| match text {
            "" => "the empty string".to_owned(),
            text => format!("`{}`", visible(text)),
        };
        let more = witnesses.len().saturating_sub(MOST);
        let more = (more > 0).then(|| format!("and {more} more"));
        let all = witnesses.iter().take(MOST).map(|witness| shown(witness)).chain(more).collect::<Vec<_>>().join(", ");
        match self {
            Within(left, right) => format!("{} accepts {all}, and {} does not", Name(left), Name(right)),
            Disjoint(left, right) => format!("both {} and {} accept {all}", Name(left), Name(right)),
            Equal(left, right) => {
                let only = |witness: &String| {
                    let is_left = language_of(left).is_ok_and(|language| language.contains(witness));
                    format!("only {} accepts {}", Name(if is_left { left } else { right }), shown(witness))
                };
                witnesses.iter().map(only).collect::<Vec<_>>().join(", and ")
            }
            Takes(of, _) => format!("{} refuses {all}", Name(of)),
            Refuses(of, _) => format!("{} accepts {all}", Name(of)),
            Without(of, _) => format!("strings of {} contain {all}", Name(of)),
            Apart(of, [left, right]) => format!("{} derives {all} by `{left}`, and by `{right}`", Name(of)),
            Both(of, [left, right]) => format!("{} derives no string by both `{left}` and `{right}`", Name(of)),
            Defines(grammar, _) => format!("{grammar} does not define {all}"),
            Examples(grammar, reading) => match reading {
                Published => format!("{grammar} as published refuses {all}"),
                Corrected => format!("{grammar} refuses {all}"),
            },
            Resolves(_, reading, base, reference, _) => {
                let by = if reading == Published { " by the wording" } else { "" };
                format!("{} against `{base}` resolves{by} to {all}", shown(reference))
            }
            GopherPlusForm(_) => format!("no form of a Gopher+ string matches {all}"),
            Sends(_, url, _) => format!("the client sends {all} for `{url}`"),
        }
    }
}

/// The language of a production, or of an expression.
fn language_of((grammar, reading, name): Of) -> Result<Language, LanguageError> {
    let bnf = grammar.bnf(reading);
    if bnf.get(name).is_some() {
        return Language::new(bnf, name);
    }
    let expression = name.strip_prefix('(').and_then(|name| name.strip_suffix(')')).unwrap_or(name);
    let notation = Notation::detect(grammar.bnf_files()[0]);
    let is = if notation == Notation::BernersLee { "" } else { "=" };
    let read = Bnf::read_as(&format!("it {is} {expression}\n"), notation);
    let body = read.ok().and_then(|read| read.get("it")?.body.clone().ok());
    // The tests read every expression of the list.
    let body = body.unwrap_or_else(|| Expr::Undefined(name.to_owned()));
    let (own, text, comment) = (name.to_owned(), String::new(), String::new());
    Language::new(&bnf.with(vec![Definition { name: own, text, comment, line: 1, body: Ok(body) }]), name)
}

/// The grammar without strings for the productions of what it accepts unexamined, which have that
/// word in their names; `None` if there are none.
fn without_unexamined((grammar, reading, _): Of) -> Option<Bnf> {
    grammar.unexamined()?;
    let own = |definition: &Definition| {
        if definition.name.contains("unexamined") {
            Definition { body: Ok(Expr::Alternatives(Vec::new())), ..definition.clone() }
        } else {
            definition.clone()
        }
    };
    let bnf = grammar.bnf(reading);
    Some(bnf.with(bnf.productions().iter().map(own).collect()))
}

/// A production as a question names it.
struct Name(Of);

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (grammar, reading, production) = self.0;
        write!(f, "{grammar}:{production}")?;
        if reading == Published { f.write_str(" as published") } else { Ok(()) }
    }
}

/// A name, and the reading that it selects.
fn as_published(name: &'static str) -> (&'static str, Reading) {
    name.strip_suffix(" as published").map_or((name, Corrected), |name| (name, Published))
}

/// The strings that a grammar's own document presents as URLs, each once, without partial forms and
/// without strings that it calls illegal.
fn examples(grammar: Grammar) -> impl Iterator<Item = &'static str> {
    // Both grammars of RFC 1630 share its examples.
    let same = |other: &Grammar| other.document() == grammar.document();
    let documents: Vec<&str> = Grammar::ALL.into_iter().filter(same).map(Grammar::id).collect();
    let mut seen = std::collections::HashSet::new();
    include_str!("../grammar/examples.tsv").lines().filter_map(move |line| {
        let mut fields = line.split('\t');
        let own = documents.contains(&fields.next()?);
        let presented = fields.nth(1)? == "url";
        let text = fields.next()?;
        (own && presented && seen.insert(text)).then_some(text)
    })
}

impl std::fmt::Display for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = |of: &Of| Name(*of);
        match self {
            Within(left, right) => write!(f, "every {} is a {}", name(left), name(right)),
            Disjoint(left, right) => write!(f, "no {} is a {}", name(left), name(right)),
            Equal(left, right) => write!(f, "{} and {} are equal", name(left), name(right)),
            Takes(of, string) => write!(f, "{} accepts `{string}`", name(of)),
            Refuses(of, string) => write!(f, "{} refuses `{string}`", name(of)),
            Without(of, characters) => write!(f, "no {} holds one of `{characters}`", name(of)),
            Apart(of, [left, right]) => write!(f, "no {} is both ({left}) and ({right})", name(of)),
            Both(of, [left, right]) => write!(f, "some {} is both ({left}) and ({right})", name(of)),
            Defines(grammar, Corrected) => write!(f, "{grammar} defines each of its words"),
            Defines(grammar, Published) => write!(f, "{grammar} as published defines each of its words"),
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
            let Line { check, quotation, .. } = claim.unwrap_or_else(|| panic!("{line}"));
            assert_eq!(line.rsplit('\t').next(), Some(&*check.to_string()));
            assert!(quotation.split(' ').all(|word| !word.is_empty()), "{line}");
        }
    }

    /// Each of two ways to derive a production derives only strings of the production.
    #[test]
    fn ways_are_ways_of_their_production() {
        for Line { check, .. } in lines().flatten() {
            if let Apart(of, ways) | Both(of, ways) = check {
                for way in ways {
                    let (grammar, reading, _) = of;
                    let way = language_of((grammar, reading, way)).unwrap_or_else(|error| panic!("{check}: {error}"));
                    // An undefined production elsewhere does not matter to the way.
                    if let Ok(whole) = language_of(of) {
                        assert_eq!(way.compare(&whole).unwrap().left_only, None, "{check}");
                    }
                }
            }
        }
    }
}
