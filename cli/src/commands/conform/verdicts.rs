//! The answers of a parser, and the findings about them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use uri_lineage::Component;
use uri_lineage::regular_bnf::{Deviation, Explainer};

use super::suites::{TestString, Tests};
use crate::citation::CitedRule;
use crate::failure::Failure;
use crate::options::source::Source;
use crate::parser::answer::{AnsweredComponent, ComponentDifference, ParserAnswer};
use crate::parser::process::ParserFault;

/// The longest text of a parser that a finding has, in bytes.
const SHOWN: usize = 200;
/// The number of texts that are kept for a component: those of the shortest strings.
const KEPT: usize = 10_000;

/// The kind of difference between a parser and the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ParserCheck {
    /// It crashes.
    Crash,
    /// It does not answer in time.
    Hang,
    /// The answer is not a JSON object as expected.
    Answer,
    /// The answer is too long.
    TooLong,
    /// It writes more answers than it receives strings.
    Surplus,
    Accepts,
    Refuses,
    Component(Component, ComponentDifference),
}

/// What a difference between two readers of a URL can lead to, the worst first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Danger {
    /// A request to another host than the one that was checked.
    OtherHost,
    /// What one program refuses reaches another.
    Accepted,
    /// The program ends, or does not answer.
    Failure,
    /// Another component than the one that was checked.
    OtherComponent,
    /// A URL that is of no use.
    Refused,
    /// A component that is only written differently.
    Spelling,
}

/// A group of strings with one explanation.
pub struct ConformFinding {
    pub check: ParserCheck,
    pub deviation: Deviation,
    /// The component in the shortest string, as the grammar and as the parser read it: `None` if it
    /// is absent.
    pub read: Option<[Option<String>; 2]>,
    /// The host that the parser read in the shortest string, if only the parser accepts it.
    pub host: Option<String>,
    /// The message of the parser, or of the system, about the shortest string.
    pub message: Option<String>,
    /// The rule that the finding is about.
    pub citation: Option<CitedRule>,
    /// Whether the grammar accepts the shortest string unexamined: only Unicode's IDNA processing
    /// decides whether its host is a domain.
    pub unexamined: bool,
}

/// The parser's verdict on a string.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AnsweredVerdict {
    Missing,
    Valid,
    Invalid,
}

/// The answers so far.
pub struct Answers<'t> {
    tests: &'t Tests,
    strict: bool,
    answered: Vec<AnsweredVerdict>,
    /// For each component: whether it was compared at all, and the strings in which it is right.
    right: Vec<Vec<usize>>,
    wrong: BTreeMap<(usize, ComponentDifference), Vec<usize>>,
    /// The component that the parser read instead, for the shortest strings.
    texts: BTreeMap<(usize, usize), Option<String>>,
    /// The hosts that the parser read in the shortest strings that only it accepts.
    hosts: BTreeMap<usize, String>,
    faults: BTreeMap<ParserCheck, Vec<(usize, String)>>,
}

impl<'t> Answers<'t> {
    pub fn new(tests: &'t Tests, strict: bool) -> Self {
        Self {
            tests,
            strict,
            answered: vec![AnsweredVerdict::Missing; tests.all.len()],
            right: vec![Vec::new(); tests.components.len()],
            wrong: BTreeMap::new(),
            texts: BTreeMap::new(),
            hosts: BTreeMap::new(),
            faults: BTreeMap::new(),
        }
    }

    /// Records an answer, or the reason why the parser returned none.
    pub fn add(&mut self, index: usize, answer: Result<&[u8], ParserFault>) {
        let (check, message) = match answer.map(ParserAnswer::read) {
            Ok(Ok(answer)) => return self.add_answer(index, &answer),
            Ok(Err(message)) => (ParserCheck::Answer, message),
            Err(ParserFault::Crash(ending)) => (ParserCheck::Crash, ending),
            Err(ParserFault::Hang) => (ParserCheck::Hang, String::new()),
            Err(ParserFault::TooLong) => (ParserCheck::TooLong, String::new()),
            Err(ParserFault::Surplus) => (ParserCheck::Surplus, String::new()),
        };
        self.faults.entry(check).or_default().push((index, shortened(&message)));
    }

    fn add_answer(&mut self, index: usize, answer: &ParserAnswer) {
        let test = &self.tests.all[index];
        self.answered[index] = if answer.valid { AnsweredVerdict::Valid } else { AnsweredVerdict::Invalid };
        if !answer.valid {
            return;
        }
        if !test.valid {
            if let Some(host) = answer.component(Component::Host).text(&test.input)
                && self.hosts.len() < KEPT
            {
                self.hosts.insert(index, shortened(host));
            }
            return;
        }
        for (number, (component, _)) in self.tests.components.iter().enumerate() {
            let answered = answer.component(*component);
            if *answered == AnsweredComponent::Omitted {
                continue;
            }
            let text = answered.text(&test.input);
            let Ok(expected) = self.tests.component(number, &test.input) else { continue };
            match ComponentDifference::find(&test.input, *component, expected.as_deref(), text, self.strict) {
                None => self.right[number].push(index),
                Some(difference) => {
                    let wrong = self.wrong.entry((number, difference)).or_default();
                    wrong.push(index);
                    if wrong.len() <= KEPT {
                        self.texts.insert((number, index), text.map(shortened));
                    }
                }
            }
        }
    }

    /// Whether a component has been compared.
    pub fn compares(&self, component: Component) -> bool {
        let Some(number) = self.tests.components.iter().position(|(compared, _)| *compared == component) else {
            return false;
        };
        !self.right[number].is_empty() || self.wrong.keys().any(|(wrong, _)| *wrong == number)
    }

    /// How many strings only one of parser and grammar accepts.
    pub fn disagreements(&self) -> usize {
        self.strings_with(AnsweredVerdict::Valid, false).len() + self.strings_with(AnsweredVerdict::Invalid, true).len()
    }

    /// The answered strings; `valid` is the verdict of the grammar.
    fn strings(&self, valid: bool) -> impl Iterator<Item = (AnsweredVerdict, &str)> {
        let strings = self.answered.iter().zip(&self.tests.all).filter(move |(_, test)| test.valid == valid);
        let strings = strings.map(|(answered, TestString { input, .. })| (*answered, input.as_str()));
        strings.filter(|(answered, _)| *answered != AnsweredVerdict::Missing)
    }

    /// The strings with a verdict of the parser and one of the grammar.
    fn strings_with(&self, verdict: AnsweredVerdict, valid: bool) -> Vec<&str> {
        self.strings(valid).filter(|(answered, _)| *answered == verdict).map(|(_, input)| input).collect()
    }

    /// The strings with some numbers.
    fn inputs(&self, numbers: &[usize]) -> Vec<&str> {
        numbers.iter().map(|&index| self.tests.all[index].input.as_str()).collect()
    }

    /// The findings, in order of danger: the common features of the strings with wrong answers.
    pub fn findings(&self, source: &Source, production: &str) -> Result<Vec<ConformFinding>, Failure> {
        let explainer = Explainer::new(&source.bnf, production)?;
        let [accepted, refused] = [AnsweredVerdict::Valid, AnsweredVerdict::Invalid];
        let mut findings = self.faulty(&explainer);
        let accepts = explainer.accepted(&self.strings_with(accepted, false), &self.strings_with(refused, false));
        findings.extend(accepts.into_iter().map(|deviation| {
            let host = self.hosts.iter().find(|(index, _)| self.tests.all[**index].input == deviation.witness);
            let host = host.map(|(_, host)| host.clone());
            ConformFinding { host, ..ConformFinding::new(ParserCheck::Accepts, deviation) }
        }));
        let refuses = explainer.refused(&self.strings_with(refused, true), &self.strings_with(accepted, true));
        findings.extend(refuses.into_iter().map(|deviation| ConformFinding::new(ParserCheck::Refuses, deviation)));
        for (&(number, difference), wrong) in &self.wrong {
            let component = self.tests.components[number].0;
            for deviation in explainer.refused(&self.inputs(wrong), &self.inputs(&self.right[number])) {
                let index = wrong.iter().copied().find(|&index| self.tests.all[index].input == deviation.witness);
                let mut finding = ConformFinding::new(ParserCheck::Component(component, difference), deviation);
                finding.read = index.map(|index| self.readings(number, index));
                findings.push(finding);
            }
        }
        mark_unexamined(&mut findings, source, production)?;
        for finding in &mut findings {
            let production = finding.deviation.production.as_deref().unwrap_or(production);
            finding.citation = CitedRule::in_source(source, production);
        }
        findings.sort_by_key(ConformFinding::danger);
        Ok(findings)
    }

    /// A component as the grammar and as the parser read it in a string.
    fn readings(&self, number: usize, index: usize) -> [Option<String>; 2] {
        let input = &self.tests.all[index].input;
        let expected = self.tests.component(number, input).ok().flatten();
        [expected.map(Cow::into_owned), self.texts.get(&(number, index)).cloned().flatten()]
    }

    /// Crashes, hangs and malformed answers.
    fn faulty(&self, explainer: &Explainer) -> Vec<ConformFinding> {
        let [answered_valid, answered_invalid] =
            [true, false].map(|valid| self.strings(valid).map(|(_, input)| input).collect::<Vec<_>>());
        let mut findings = Vec::new();
        for (&check, faults) in &self.faults {
            let tests = faults.iter().map(|(index, _)| &self.tests.all[*index]);
            let (valid, invalid): (Vec<_>, Vec<_>) = tests.partition(|test| test.valid);
            let [valid, invalid] =
                [valid, invalid].map(|tests| tests.iter().map(|test| test.input.as_str()).collect::<Vec<_>>());
            let of_valid = explainer.refused(&valid, &answered_valid);
            let of_invalid = explainer.accepted(&invalid, &answered_invalid);
            for deviation in of_valid.into_iter().chain(of_invalid) {
                let message = faults.iter().find(|(index, _)| self.tests.all[*index].input == deviation.witness);
                let mut finding = ConformFinding::new(check, deviation);
                finding.message = message.map(|(_, message)| message.clone()).filter(|message| !message.is_empty());
                findings.push(finding);
            }
        }
        findings
    }
}

impl ConformFinding {
    fn new(check: ParserCheck, deviation: Deviation) -> Self {
        Self { check, deviation, read: None, host: None, message: None, citation: None, unexamined: false }
    }

    fn danger(&self) -> Danger {
        match self.check {
            ParserCheck::Component(_, difference) if difference.is_spelling() => Danger::Spelling,
            ParserCheck::Component(Component::Host, _) => Danger::OtherHost,
            ParserCheck::Component(..) => Danger::OtherComponent,
            ParserCheck::Accepts => Danger::Accepted,
            ParserCheck::Refuses => Danger::Refused,
            ParserCheck::Crash
            | ParserCheck::Hang
            | ParserCheck::Answer
            | ParserCheck::TooLong
            | ParserCheck::Surplus => Danger::Failure,
        }
    }
}

/// Marks the findings whose shortest string the grammar accepts unexamined.
fn mark_unexamined(findings: &mut [ConformFinding], source: &Source, production: &str) -> Result<(), Failure> {
    // A deviation has an offset if the grammar refuses its string.
    let mut accepted = findings.iter_mut().filter(|finding| finding.deviation.offset.is_none()).peekable();
    // The hosts of whole URLs are examined.
    if accepted.peek().is_some()
        && source.whole_grammar(production).is_none()
        && let Some(examined) = source.examined(production)?
    {
        accepted.for_each(|finding| finding.unexamined = !examined.contains(&finding.deviation.witness));
    }
    Ok(())
}

/// The beginning of a text of the parser.
fn shortened(text: &str) -> String {
    if text.len() <= SHOWN {
        text.to_owned()
    } else {
        let ends = text.char_indices().map(|(at, c)| at + c.len_utf8()).take_while(|&end| end <= SHOWN);
        format!("{}...", &text[..ends.last().unwrap_or_default()])
    }
}
