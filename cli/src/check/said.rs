//! What is written of verdicts, made once for each kind of line and kept.

use std::cell::Cell;
use std::rc::Rc;

use foldhash::{HashMap, HashMapExt};
use uri_lineage::classifier::{Kinds as Alike, Refusals, Verdicts};
use uri_lineage::{Error, Grammar, NotUtf8, Reason};

use crate::options::share;
use crate::refusal::{Filled, Kinds, Refusal, Sink, Template};

/// How many bytes the answers take up that each of two threads keeps: a hostile list may ask for any number of them.
const ROOM: usize = 1 << 21;
/// What an answer takes up besides what is written.
const BESIDES: usize = 1 << 9;
/// After how many that were not among them others are kept.
const MISSED: usize = 1 << 16;
/// How many bytes an answer may depend on that is kept.
const LARGEST: usize = 1 << 8;

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

/// What is said of lines to which all grammars say the same, apart from the offsets.
pub struct Answer {
    /// For each grammar, in the order in which they were asked for.
    pub told: Vec<Rc<Said>>,
    /// What is written of all of them together, with the offsets of those that refuse the line; none for a rare answer.
    written: Option<Template>,
}

/// How verdicts are written in the format of the records.
pub trait Form {
    fn accepted(&self, grammar: Grammar, production: &'static str) -> Vec<u8>;
    fn refused(&self, refusal: &Refusal) -> Vec<u8>;
    /// What is written of all verdicts together, with the offsets of those that refuse the line.
    fn together(&self, told: &[Rc<Said>], sink: &mut impl Sink);
}

/// What has been said before.
pub struct Sayings<'f, F> {
    form: &'f F,
    grammars: &'f [Grammar],
    accepted: HashMap<(Grammar, &'static str), Rc<Said>>,
    refused: Kinds<Said>,
    answers: HashMap<Alike, Rc<Answer>>,
    /// How many bytes more of them may be kept.
    room: usize,
    /// How many answers were not among them.
    missed: usize,
}

impl<'f, F: Form> Sayings<'f, F> {
    pub fn new(form: &'f F, grammars: &'f [Grammar]) -> Self {
        let (accepted, answers) = (HashMap::new(), HashMap::new());
        Self { form, grammars, accepted, refused: Kinds::default(), answers, room: share(ROOM), missed: 0 }
    }

    /// What is said of a line with these verdicts that is refused so, and where.
    pub fn answer(&mut self, verdicts: Verdicts, refusals: &mut Refusals<'_>, offsets: &mut Vec<usize>) -> Rc<Answer> {
        let kinds = refusals.kinds();
        if let Some(known) = kinds.as_ref().and_then(|kinds| self.answers.get(kinds)) {
            offsets.extend(refusals.offsets());
            return Rc::clone(known);
        }
        self.missed += 1;
        // Answers would hold refusals that are kept no more.
        if self.refused.renew(self.grammars.len()) || self.missed > MISSED {
            self.answers.clear();
            (self.room, self.missed) = (share(ROOM), 0);
        }
        let mut answer = self.rare(verdicts, |sayings, _| {
            let error = refusals.next()?;
            offsets.push(error.offset());
            Some(sayings.refused(&error))
        });
        let Some(kinds) = kinds.filter(|kinds| kinds.size() <= LARGEST && self.room > 0) else {
            return Rc::new(answer);
        };
        let mut written = Template::default();
        self.form.together(&answer.told, &mut written);
        self.room = self.room.saturating_sub(written.shrink() + BESIDES);
        answer.written = Some(written);
        Rc::clone(self.answers.entry(kinds).or_insert(Rc::new(answer)))
    }

    /// What is said of a line with these verdicts, where those that refuse it are asked one by one.
    pub fn rare(
        &mut self,
        verdicts: Verdicts,
        mut refused: impl FnMut(&mut Self, Grammar) -> Option<Rc<Said>>,
    ) -> Answer {
        let told = self.grammars.iter().filter_map(|&grammar| match verdicts.production(grammar) {
            Some(production) => Some(self.accepted(grammar, production)),
            None => refused(self, grammar),
        });
        Answer { told: told.collect(), written: None }
    }

    fn accepted(&mut self, grammar: Grammar, production: &'static str) -> Rc<Said> {
        let Self { form, accepted, .. } = self;
        let make = || {
            let written = Template::of(|_| form.accepted(grammar, production));
            Rc::new(Said { grammar, verdict: Verdict::Accepted(production), written })
        };
        Rc::clone(accepted.entry((grammar, production)).or_insert_with(make))
    }

    /// What is said by a grammar that refuses the line.
    pub fn refused(&mut self, error: &Error) -> Rc<Said> {
        let Self { form, refused, .. } = self;
        refused.of(error, || Said::of(*form, error.grammar(), |offset| Refusal::of(error, offset)))
    }

    /// What is said by a grammar of a line that is not UTF-8, at the byte where it is not.
    pub fn not_utf8(&self, grammar: Grammar, error: NotUtf8) -> Rc<Said> {
        let message = |offset| NotUtf8 { offset, ..error }.to_string();
        Rc::new(Said::of(self.form, grammar, |offset| {
            Refusal::unread(grammar, Reason::NonAscii, offset, message(offset))
        }))
    }
}

impl Said {
    /// What is said of a refusal, of which the offset differs.
    fn of(form: &impl Form, grammar: Grammar, refusal: impl Fn(usize) -> Refusal) -> Self {
        let reason = Cell::new("");
        let [message, written] = Template::all(|offset| {
            let refusal = refusal(offset);
            reason.set(refusal.reason);
            let written = form.refused(&refusal);
            [refusal.message.into_bytes(), written]
        });
        Self { grammar, verdict: Verdict::Refused(reason.get(), message), written }
    }

    /// Why the line is refused, by name.
    pub fn reason(&self) -> Option<&'static str> {
        match self.verdict {
            Verdict::Accepted(_) => None,
            Verdict::Refused(reason, _) => Some(reason),
        }
    }
}

impl Answer {
    /// Writes all of it together.
    pub fn write(&self, form: &impl Form, offsets: &[usize], out: &mut Vec<u8>) {
        match &self.written {
            Some(written) => written.fill(offsets, out),
            None => form.together(&self.told, &mut Filled { offsets, out }),
        }
    }

    /// What each grammar says, and where it refuses the line.
    pub fn each<'a>(&'a self, offsets: &'a [usize]) -> impl Iterator<Item = (&'a Said, usize)> {
        let mut offsets = offsets.iter().copied();
        self.told.iter().map(move |said| {
            let refused = said.reason().and_then(|_| offsets.next());
            (&**said, refused.unwrap_or_default())
        })
    }
}
