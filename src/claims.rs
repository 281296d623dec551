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

use crate::base::component::Component;
use crate::base::visible::visible;
use crate::grammar::published::{self, Bnf, Definition, Expr, Notation, Reading};
use crate::grammar::{DocumentGrammar, Grammar, SchemeDocument};
use crate::request::{GopherPlus, Request};
use crate::resolve::Options;

/// A production of one grammar in one reading; or an expression in parentheses, in the notation of
/// the grammar.
type Subject = (DocumentGrammar, Reading, &'static str);

/// A statement of a document, in a form that can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Check {
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
    pub grammar: DocumentGrammar,
    /// The productions in the claim, each with its grammar and its reading.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub productions: Vec<(DocumentGrammar, Reading, &'static str)>,
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
    Apart, Both, Defines, DefinesName, Disjoint, Equal, Examples, GopherPlusForm, Refuses, Resolves, Sends, Takes,
    Within, Without,
};
use Reading::{Corrected, Published};

/// One claim in each line: the grammar, the place, the words of the document, the claim in the
/// words of this project, and the question as [`Check`] prints it.
const CLAIMS: &str = include_str!("../grammar/claims.tsv");

/// A line of the list.
#[derive(Clone, Copy)]
struct ClaimLine {
    grammar: DocumentGrammar,
    place: &'static str,
    quotation: &'static str,
    says: &'static str,
    check: Check,
}

impl ClaimLine {
    fn read(line: &'static str) -> Option<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [grammar, place, quotation, says, question] = *fields.as_slice() else { return None };
        Some(Self { grammar: grammar.parse().ok()?, place, quotation, says, check: Check::read(question)? })
    }
}

/// The parsed lines, with `None` for each invalid line.
fn lines() -> impl Iterator<Item = Option<ClaimLine>> {
    CLAIMS.lines().map(ClaimLine::read)
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
    let mut languages = Languages::default();
    lines().flatten().map(|line| Claim::new(line, &mut languages)).collect()
}

impl Claim {
    /// Decides the claim of a line.
    fn new(line: ClaimLine, languages: &mut Languages) -> Self {
        let ClaimLine { grammar, place, quotation, says, check } = line;
        let (holds, witnesses, undecided) = match check.decide(languages) {
            Ok(Decision { holds, witnesses }) => (Some(holds), witnesses, None),
            Err(error) => (None, Vec::new(), Some(error.to_string())),
        };
        Self {
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
    }
}

/// A cache of languages.
#[derive(Default)]
struct Languages(HashMap<Subject, Result<Language, LanguageError>>);

impl Languages {
    /// The language of a production or an expression.
    fn get(&mut self, subject: Subject) -> Result<Language, LanguageError> {
        self.0.entry(subject).or_insert_with(|| language_of(subject)).clone()
    }

    /// A shortest string that two expressions of a grammar derive.
    fn derived_by_both(
        &mut self,
        (grammar, reading, _): Subject,
        [left, right]: [&'static str; 2],
    ) -> Result<Option<String>, LanguageError> {
        let left = self.get((grammar, reading, left))?;
        Ok(left.compare(&self.get((grammar, reading, right))?)?.both)
    }
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
    lines().flatten().filter_map(move |ClaimLine { place, says, check, .. }| match check {
        Apart(subject, _) | Both(subject, _) if concerns(subject, grammar, production) => Some((place, says)),
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
    lines().flatten().filter_map(move |ClaimLine { place, says, check, .. }| match check {
        Apart(subject, stated) | Both(subject, stated)
            if concerns(subject, grammar, production) && may_be_same(grammar, stated, ways) =>
        {
            Some((place, says))
        }
        _ => None,
    })
}

/// Whether the subject of a claim is a production, in either reading.
fn concerns((subject_grammar, _, name): Subject, grammar: Grammar, production: &str) -> bool {
    subject_grammar == grammar.into() && name == production
}

/// Whether a statement on two ways may be about two other ways: they are equal, or one of them is
/// not a single production.
fn may_be_same(grammar: Grammar, stated: [&str; 2], ways: [&str; 2]) -> bool {
    let bnf = grammar.bnf(Corrected);
    stated.iter().chain(&ways).any(|way| bnf.get(way).is_none()) || ways.iter().all(|way| stated.contains(way))
}

/// A decision: whether a claim holds, and strings that refute it.
struct Decision {
    holds: bool,
    witnesses: Vec<String>,
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
    fn read(question: &'static str) -> Option<Self> {
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
            [before, line, " for ", url, ""] => Sends(before.strip_suffix(" sends ")?.parse().ok()?, url, line),
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
    fn productions(self) -> Vec<Subject> {
        let mut productions = match self {
            Within(left, right) | Disjoint(left, right) | Equal(left, right) => vec![left, right],
            Takes(subject, _) | Refuses(subject, _) | Without(subject, _) | Apart(subject, _) | Both(subject, _) => {
                vec![subject]
            }
            Examples(..) | Resolves(..) | GopherPlusForm(_) | Sends(..) | Defines(..) | DefinesName(..) => Vec::new(),
        };
        productions.retain(|(grammar, reading, name)| grammar.bnf(*reading).get(name).is_some());
        productions
    }

    /// Decides the claim.
    fn decide(self, languages: &mut Languages) -> Result<Decision, LanguageError> {
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
                let dfa = language.automaton();
                let members =
                    characters.chars().filter(|&c| (1..dfa.len() as State).any(|state| dfa.step(state, c) != DEAD));
                return Ok(Decision::from_witnesses(members.map(String::from)));
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
        Ok(Decision::from_witnesses(witness))
    }

    /// The contradiction.
    fn contradiction(self, witnesses: &[String]) -> String {
        /// Longer lists of examples are only among the witnesses.
        const MOST: usize = 6;
        let omitted = witnesses.len().saturating_sub(MOST);
        let omitted = (omitted > 0).then(|| format!("and {omitted} more"));
        let quoted_witnesses = witnesses.iter().take(MOST).map(|witness| quoted(witness));
        let list = quoted_witnesses.chain(omitted).collect::<Vec<_>>().join(", ");
        match self {
            Within(left, right) => format!("{} accepts {list}, and {} does not", SubjectName(left), SubjectName(right)),
            Disjoint(left, right) => format!("both {} and {} accept {list}", SubjectName(left), SubjectName(right)),
            Equal(left, right) => {
                let sentences = witnesses.iter().map(|witness| {
                    let is_left = language_of(left).is_ok_and(|language| language.contains(witness));
                    format!("only {} accepts {}", SubjectName(if is_left { left } else { right }), quoted(witness))
                });
                sentences.collect::<Vec<_>>().join(", and ")
            }
            Takes(subject, _) => format!("{} refuses {list}", SubjectName(subject)),
            Refuses(subject, _) => format!("{} accepts {list}", SubjectName(subject)),
            Without(subject, _) => format!("strings of {} contain {list}", SubjectName(subject)),
            Apart(subject, [left, right]) => {
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
            Sends(_, url, _) => format!("the client sends {list} for `{url}`"),
        }
    }
}

/// A string as a message shows it.
fn quoted(text: &str) -> String {
    match text {
        "" => "the empty string".to_owned(),
        text => format!("`{}`", visible(text)),
    }
}

/// Parses a production, or an expression in parentheses.
fn read_subject(name: &'static str) -> Option<Subject> {
    let (name, reading) = as_published(name);
    let (grammar, production) = name.split_once(':')?;
    Some((grammar.parse().ok()?, reading, production))
}

/// Parses two subjects with words between them.
fn read_pair(text: &'static str, between: &str) -> Option<(Subject, Subject)> {
    let (left, right) = text.split_once(between)?;
    Some((read_subject(left)?, read_subject(right)?))
}

/// Parses a subject and two ways to derive it.
fn read_ways(text: &'static str) -> Option<(Subject, [&'static str; 2])> {
    let (name, ways) = text.split_once(" is both (")?;
    let (left, right) = ways.strip_suffix(')')?.split_once(") and (")?;
    Some((read_subject(name)?, [left, right]))
}

/// The examples of a document that its grammar refuses.
fn refused_examples(
    grammar: DocumentGrammar,
    reading: Reading,
    languages: &mut Languages,
) -> Result<Vec<String>, LanguageError> {
    match grammar {
        DocumentGrammar::Grammar(grammar) => refused_urls(grammar, reading, languages),
        DocumentGrammar::Scheme(document) => refused_scheme_examples(document, reading, languages),
    }
}

/// The examples of a document of one scheme that their productions refuse.
fn refused_scheme_examples(
    document: SchemeDocument,
    reading: Reading,
    languages: &mut Languages,
) -> Result<Vec<String>, LanguageError> {
    let mut refused = Vec::new();
    for (production, text) in scheme_examples(document) {
        if !languages.get((document.into(), reading, production))?.contains(text) {
            refused.push(text.to_owned());
        }
    }
    Ok(refused)
}

/// The strings that a document of one scheme presents as examples, each with its production, without
/// strings that it calls incorrect.
fn scheme_examples(document: SchemeDocument) -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("../grammar/schemes/examples.tsv").lines().filter_map(move |line| {
        let [id, _section, verdict, production, text] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
        (id == document.id() && verdict == "accepted").then_some((production, text))
    })
}

/// The examples of a document that the entry productions of its grammar refuse.
fn refused_urls(grammar: Grammar, reading: Reading, languages: &mut Languages) -> Result<Vec<String>, LanguageError> {
    // In the published reading, an entry production may use an undefined name. Its alternatives are
    // then used instead.
    let names = grammar.entry_productions().iter().chain(grammar.facts().alternatives);
    let (entries, errors): (Vec<_>, Vec<_>) =
        names.map(|entry| languages.get((grammar.into(), reading, entry))).partition(Result::is_ok);
    if let (true, Some(Err(error))) = (entries.is_empty(), errors.into_iter().next()) {
        return Err(error);
    }
    // A document without fragments associates a fragment with a URL, such as RFC 1738 in its
    // appendix.
    let has_fragments = !grammar.facts().places.get(Component::Fragment).is_empty();
    let urls = examples(grammar).map(|text| if has_fragments { text } else { text.split('#').next().unwrap_or(text) });
    let refused = urls.filter(|url| !entries.iter().flatten().any(|language| language.contains(url)));
    Ok(refused.map(str::to_owned).collect())
}

/// The language of a production, or of an expression.
fn language_of((grammar, reading, name): Subject) -> Result<Language, LanguageError> {
    let bnf = grammar.bnf(reading);
    if bnf.get(name).is_some() {
        return Language::new(bnf, name);
    }
    let expression = name.strip_prefix('(').and_then(|name| name.strip_suffix(')')).unwrap_or(name);
    // A document of one scheme uses the notation of its base.
    let of_all_urls = match grammar {
        DocumentGrammar::Grammar(grammar) => grammar,
        DocumentGrammar::Scheme(document) => document.base(),
    };
    let notation = Notation::detect(of_all_urls.bnf_files()[0]);
    let equals = if notation == Notation::BernersLee { "" } else { "=" };
    let definition = Bnf::read_as(&format!("it {equals} {expression}\n"), notation);
    let body = definition.ok().and_then(|definition| definition.get("it")?.body.clone().ok());
    // The tests read every expression of the list.
    let body = Ok(body.unwrap_or_else(|| Expr::Undefined(name.to_owned())));
    let (text, comment) = (String::new(), String::new());
    Language::new(&bnf.with(vec![Definition { name: name.to_owned(), text, comment, line: 1, body }]), name)
}

/// A production as a question names it.
struct SubjectName(Subject);

impl std::fmt::Display for SubjectName {
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
    let grammars = Grammar::ALL.into_iter().filter(|other| other.document() == grammar.document());
    let ids: Vec<&str> = grammars.map(Grammar::id).collect();
    let mut seen = std::collections::HashSet::new();
    include_str!("../grammar/examples.tsv").lines().filter_map(move |line| {
        let mut fields = line.split('\t');
        let is_of_document = ids.contains(&fields.next()?);
        let is_url = fields.nth(1)? == "url";
        let text = fields.next()?;
        (is_of_document && is_url && seen.insert(text)).then_some(text)
    })
}

impl std::fmt::Display for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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
            let ClaimLine { check, quotation, .. } = claim.unwrap_or_else(|| panic!("{line}"));
            assert_eq!(line.rsplit('\t').next(), Some(&*check.to_string()));
            assert!(quotation.split(' ').all(|word| !word.is_empty()), "{line}");
        }
    }

    /// Each of two ways to derive a production derives only strings of the production.
    #[test]
    fn ways_are_ways_of_their_production() {
        for ClaimLine { check, .. } in lines().flatten() {
            if let Apart(subject, ways) | Both(subject, ways) = check {
                for way in ways {
                    let (grammar, reading, _) = subject;
                    let way = language_of((grammar, reading, way)).unwrap_or_else(|error| panic!("{check}: {error}"));
                    // An undefined production elsewhere does not matter to the way.
                    if let Ok(language) = language_of(subject) {
                        assert_eq!(way.compare(&language).unwrap().left_only, None, "{check}");
                    }
                }
            }
        }
    }
}
