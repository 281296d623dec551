//! What is written of a verdict, made once for each kind of refusal and kept.

use std::rc::Rc;

use foldhash::{HashMap, HashMapExt};
use uri_lineage::classifier::Verdicts;
use uri_lineage::{Error, Grammar, NotUtf8, Reason};

use crate::output::listed;
use crate::refusal::{Kinds, Refusal, Template};

/// A verdict of a grammar.
pub enum Verdict {
    /// The production that accepts the line.
    Accepted(&'static str),
    /// Why it is refused, by name, and the message for people.
    Refused(&'static str, Template),
}

/// What is said of lines to which a grammar says the same.
pub struct Said {
    pub grammar: Grammar,
    pub verdict: Verdict,
    /// The verdict in the format of the records.
    pub written: Template,
}

/// What a grammar says of one line.
#[derive(Clone)]
pub struct Told {
    pub said: Rc<Said>,
    /// Where it refuses the line.
    pub offset: usize,
}

/// How a verdict is written in the format of the records.
pub trait Form {
    fn accepted(&self, grammar: Grammar, production: &'static str) -> Vec<u8>;
    fn refused(&self, refusal: &Refusal) -> Vec<u8>;
}

/// What is said of lines that the same grammars accept by the same productions.
pub struct Accepted {
    /// For each grammar, in the order in which they were asked for; none where it refuses the line.
    pub told: Vec<Option<Told>>,
    /// All of them as members of an object of JSON.
    pub members: Vec<u8>,
}

/// What has been said before.
pub struct Sayings<'f, F> {
    form: &'f F,
    grammars: &'f [Grammar],
    accepted: HashMap<Verdicts, Rc<Accepted>>,
    refused: Kinds<Said>,
}

impl<'f, F: Form> Sayings<'f, F> {
    pub fn new(form: &'f F, grammars: &'f [Grammar]) -> Self {
        Self { form, grammars, accepted: HashMap::new(), refused: Kinds::default() }
    }

    /// What is said by the grammars that accept a line.
    pub fn accepted(&mut self, verdicts: Verdicts) -> Rc<Accepted> {
        let Self { form, grammars, accepted, .. } = self;
        let make = || {
            let told = grammars.iter().map(|&grammar| {
                let production = verdicts.production(grammar)?;
                let written = Template::of(|_| form.accepted(grammar, production));
                let said = Rc::new(Said { grammar, verdict: Verdict::Accepted(production), written });
                Some(Told { said, offset: 0 })
            });
            let told: Vec<Option<Told>> = told.collect();
            let mut members = Vec::new();
            listed(told.iter().flatten(), b",", &mut members, |told, out| told.said.written.fill(0, out));
            Rc::new(Accepted { told, members })
        };
        Rc::clone(accepted.entry(verdicts).or_insert_with(make))
    }

    /// A grammar refuses the line.
    pub fn refused(&mut self, error: &Error) -> Told {
        let Self { form, refused, .. } = self;
        let said = refused.of(error, || Said::of(*form, error.grammar(), |offset| Refusal::of(error, offset)));
        Told { said, offset: error.offset() }
    }

    /// A grammar refuses a line that is not UTF-8, at the byte where it is not.
    pub fn not_utf8(&self, grammar: Grammar, error: NotUtf8) -> Told {
        self.unread(grammar, Reason::NonAscii, error.offset, |offset| NotUtf8 { offset, ..error }.to_string())
    }

    /// A grammar refuses what is not there as text, for a reason.
    pub fn unread(&self, grammar: Grammar, reason: Reason, offset: usize, message: impl Fn(usize) -> String) -> Told {
        let refusal = |offset| Refusal::unread(grammar, reason, offset, message(offset));
        Told { said: Rc::new(Said::of(self.form, grammar, refusal)), offset }
    }
}

impl Said {
    /// What is said of a refusal, of which the offset differs.
    fn of(form: &impl Form, grammar: Grammar, refusal: impl Fn(usize) -> Refusal) -> Self {
        let message = Template::of(|offset| refusal(offset).message.into_bytes());
        let written = Template::of(|offset| form.refused(&refusal(offset)));
        Self { grammar, verdict: Verdict::Refused(refusal(0).reason, message), written }
    }
}
