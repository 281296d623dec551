//! What a parser answered, and the findings.

use std::collections::BTreeMap;

use uri_lineage::Component;
use uri_lineage::language::{Deviation, Explainer};

use super::answer::{Answer, AnsweredComponent, Difference};
use super::process::Fault;
use super::tests::Tests;
use crate::failure::Failure;
use crate::options::source::Source;

/// The longest text of a parser that a finding has, in bytes.
const SHOWN: usize = 200;

/// The kind of difference between a parser and the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
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
    Component(Component, Difference),
}

/// A group of strings with one explanation.
pub struct Finding {
    pub check: Check,
    pub deviation: Deviation,
    /// The component in the shortest string, as the grammar and as the parser read it: `None` if it
    /// is absent.
    pub read: Option<[Option<String>; 2]>,
    /// The message of the parser, or of the system, about the shortest string.
    pub message: Option<String>,
    /// Whether the grammar accepts the shortest string unexamined: only Unicode's IDNA processing
    /// decides whether its host is a domain.
    pub unexamined: bool,
}

/// The parser's verdict on a string.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answered {
    Not,
    Valid,
    Invalid,
}

/// The answers so far.
pub struct Answers<'t> {
    tests: &'t Tests,
    strict: bool,
    answered: Vec<Answered>,
    /// For each component: whether it was compared at all, and the strings in which it is right.
    right: Vec<Vec<usize>>,
    wrong: BTreeMap<(usize, Difference), Vec<usize>>,
    /// The component that the parser read instead, for the shortest strings.
    texts: BTreeMap<(usize, usize), Option<String>>,
    faults: BTreeMap<Check, Vec<(usize, String)>>,
}

impl<'t> Answers<'t> {
    pub fn new(tests: &'t Tests, strict: bool) -> Self {
        Self {
            tests,
            strict,
            answered: vec![Answered::Not; tests.all.len()],
            right: vec![Vec::new(); tests.components.len()],
            wrong: BTreeMap::new(),
            texts: BTreeMap::new(),
            faults: BTreeMap::new(),
        }
    }

    /// Records an answer, or the reason why the parser returned none.
    pub fn hear(&mut self, at: usize, heard: Result<&[u8], Fault>) {
        let fault = match heard.map(Answer::read) {
            Ok(Ok(answer)) => return self.record(at, &answer),
            Ok(Err(message)) => (Check::Answer, message),
            Err(Fault::Crash(how)) => (Check::Crash, how),
            Err(Fault::Hang) => (Check::Hang, String::new()),
            Err(Fault::TooLong) => (Check::TooLong, String::new()),
            Err(Fault::Surplus) => (Check::Surplus, String::new()),
        };
        self.faults.entry(fault.0).or_default().push((at, shortened(&fault.1)));
    }

    fn record(&mut self, at: usize, answer: &Answer) {
        /// The number of texts that are kept for a component: those of the shortest strings.
        const KEPT: usize = 10_000;
        let test = &self.tests.all[at];
        self.answered[at] = if answer.valid { Answered::Valid } else { Answered::Invalid };
        if !answer.valid || !test.valid {
            return;
        }
        for (number, (component, spans)) in self.tests.components.iter().enumerate() {
            let given = match answer.component(*component) {
                AnsweredComponent::Omitted => continue,
                AnsweredComponent::Absent => None,
                AnsweredComponent::Text(text) => Some(text.as_str()),
            };
            let Ok(span) = spans.in_string(&test.input) else { continue };
            match Difference::of(&test.input, *component, span, given, self.strict) {
                None => self.right[number].push(at),
                Some(difference) => {
                    let all = self.wrong.entry((number, difference)).or_default();
                    all.push(at);
                    if all.len() <= KEPT {
                        self.texts.insert((number, at), given.map(shortened));
                    }
                }
            }
        }
    }

    /// Whether a component has been compared.
    pub fn compares(&self, component: Component) -> bool {
        let number = self.tests.components.iter().position(|(one, _)| *one == component);
        number.is_some_and(|at| !self.right[at].is_empty() || self.wrong.keys().any(|(number, _)| *number == at))
    }

    /// How many strings only one of parser and grammar accepts.
    pub fn disagreements(&self) -> usize {
        let disagreements = |(answered, test): &(&Answered, &super::tests::Test)| match answered {
            Answered::Not => false,
            Answered::Valid => !test.valid,
            Answered::Invalid => test.valid,
        };
        self.answered.iter().zip(&self.tests.all).filter(disagreements).count()
    }

    /// The findings: the common features of the strings with wrong answers.
    pub fn findings(&self, source: &Source, production: &str) -> Result<Vec<Finding>, Failure> {
        let explainer = Explainer::new(&source.bnf, production)?;
        let strings = |answered: Answered, valid: bool| -> Vec<&str> {
            let all = self.answered.iter().zip(&self.tests.all);
            let same = all.filter(|(one, test)| **one == answered && test.valid == valid);
            same.map(|(_, test)| test.input.as_str()).collect()
        };
        let plain =
            |check: Check| move |deviation| Finding { check, deviation, read: None, message: None, unexamined: false };
        let mut findings = self.faulty(&explainer);
        let accepted = explainer.accepted(&strings(Answered::Valid, false), &strings(Answered::Invalid, false));
        findings.extend(accepted.into_iter().map(plain(Check::Accepts)));
        let refused = explainer.refused(&strings(Answered::Invalid, true), &strings(Answered::Valid, true));
        findings.extend(refused.into_iter().map(plain(Check::Refuses)));
        for (&(number, difference), wrong) in &self.wrong {
            let component = self.tests.components[number].0;
            let inputs = |all: &[usize]| all.iter().map(|&at| self.tests.all[at].input.as_str()).collect::<Vec<_>>();
            for deviation in explainer.refused(&inputs(wrong), &inputs(&self.right[number])) {
                let at = wrong.iter().copied().find(|&at| self.tests.all[at].input == deviation.witness);
                let read = at.map(|at| self.read(number, at));
                findings.push(Finding {
                    check: Check::Component(component, difference),
                    deviation,
                    read,
                    message: None,
                    unexamined: false,
                });
            }
        }
        mark_unexamined(&mut findings, source, production)?;
        Ok(findings)
    }

    /// The readings of the grammar and the parser.
    fn read(&self, number: usize, at: usize) -> [Option<String>; 2] {
        let input = &self.tests.all[at].input;
        let span = self.tests.components[number].1.in_string(input).ok().flatten();
        let own = span.and_then(|span| input.get(span)).map(str::to_owned);
        [own, self.texts.get(&(number, at)).cloned().flatten()]
    }

    /// Crashes, hangs and malformed answers.
    fn faulty(&self, explainer: &Explainer) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (&check, all) in &self.faults {
            let inputs = |valid: bool| -> Vec<&str> {
                let tests = all.iter().map(|(at, _)| &self.tests.all[*at]);
                tests.filter(|test| test.valid == valid).map(|test| test.input.as_str()).collect()
            };
            let right = |valid: bool| -> Vec<&str> {
                let tests = self.answered.iter().zip(&self.tests.all);
                let answered = tests.filter(|(answered, test)| **answered != Answered::Not && test.valid == valid);
                answered.map(|(_, test)| test.input.as_str()).collect()
            };
            let of_valid = explainer.refused(&inputs(true), &right(true));
            let all_deviations = of_valid.into_iter().chain(explainer.accepted(&inputs(false), &right(false)));
            for deviation in all_deviations {
                let message = all.iter().find(|(at, _)| self.tests.all[*at].input == deviation.witness);
                let message = message.map(|(_, message)| message.clone()).filter(|message| !message.is_empty());
                findings.push(Finding { check, deviation, read: None, message, unexamined: false });
            }
        }
        findings
    }
}

/// Marks the findings whose shortest string the grammar accepts unexamined.
fn mark_unexamined(findings: &mut [Finding], source: &Source, production: &str) -> Result<(), Failure> {
    // What the grammar refuses has an offset.
    let mut accepted = findings.iter_mut().filter(|finding| finding.deviation.offset.is_none()).peekable();
    if accepted.peek().is_some()
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
