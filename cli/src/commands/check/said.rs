//! Written verdicts, generated once for each kind of line and cached.

use std::cell::Cell;
use std::rc::Rc;

use foldhash::{HashMap, HashMapExt};
use uri_lineage::classifier::{Kinds as Alike, Refusals, Verdicts};
use uri_lineage::{Error, Grammar, NotUtf8, Reason};

use crate::options::common::share;
use crate::refusal::{Filled, Kinds, Refusal, Sink, Template};

/// The size in bytes of the answers that each of two threads caches: a hostile list may cause any number of them.
const ROOM: usize = 1 << 21;
/// The size of an answer without its text.
const BESIDES: usize = 1 << 9;
/// The cache is cleared after this many misses.
const MISSED: usize = 1 << 16;
/// The maximum size of the key of a cached answer, in bytes.
const LARGEST: usize = 1 << 8;

/// A verdict of a grammar.
pub enum Verdict {
    /// The production that accepts the line.
    Accepted(&'static str),
    /// The name of the reason why the line is refused, and the message for people.
    Refused(&'static str, Template),
}

/// The verdict of a grammar on all lines of one kind.
pub struct Said {
    pub grammar: Grammar,
    pub verdict: Verdict,
    /// The verdict in the format of the records.
    pub written: Template,
}

/// The verdicts of all grammars on lines with the same verdicts, apart from the offsets.
pub struct Answer {
    /// For each selected grammar, in order.
    pub told: Vec<Rc<Said>>,
    /// The text of all verdicts together, with places for the offsets of the refusals; `None` for a rare answer.
    written: Option<Template>,
}

/// The format in which verdicts are written.
pub trait Form {
    fn accepted(&self, grammar: Grammar, production: &'static str) -> Vec<u8>;
    fn refused(&self, refusal: &Refusal) -> Vec<u8>;
    /// Writes all verdicts together, with places for the offsets of the refusals.
    fn together(&self, told: &[Rc<Said>], sink: &mut impl Sink);
}

/// The cache of earlier answers.
pub struct Sayings<'f, F> {
    form: &'f F,
    grammars: &'f [Grammar],
    accepted: HashMap<(Grammar, &'static str), Rc<Said>>,
    refused: Kinds<Said>,
    answers: HashMap<Alike, Rc<Answer>>,
    /// The number of bytes that are still free in the cache.
    room: usize,
    /// The number of misses.
    missed: usize,
}

impl<'f, F: Form> Sayings<'f, F> {
    pub fn new(form: &'f F, grammars: &'f [Grammar]) -> Self {
        let (accepted, answers) = (HashMap::new(), HashMap::new());
        Self { form, grammars, accepted, refused: Kinds::default(), answers, room: share(ROOM), missed: 0 }
    }

    /// The answer for a line with these verdicts and refusals; adds the offsets of the refusals.
    pub fn answer(&mut self, verdicts: Verdicts, refusals: &mut Refusals<'_>, offsets: &mut Vec<usize>) -> Rc<Answer> {
        let kinds = refusals.kinds();
        if let Some(known) = kinds.as_ref().and_then(|kinds| self.answers.get(kinds)) {
            offsets.extend(refusals.offsets());
            return Rc::clone(known);
        }
        self.missed += 1;
        // Otherwise answers would keep refusals that are no longer cached.
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

    /// The answer for a line with these verdicts, with a call of `refused` for each refusing grammar.
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

    /// The verdict of a grammar that refuses the line.
    pub fn refused(&mut self, error: &Error) -> Rc<Said> {
        let Self { form, refused, .. } = self;
        refused.of(error, || Said::of(*form, error.grammar(), |offset| Refusal::of(error, offset)))
    }

    /// The verdict of a grammar on a line that is not UTF-8, at the offset of the error.
    pub fn not_utf8(&self, grammar: Grammar, error: NotUtf8) -> Rc<Said> {
        let message = |offset| NotUtf8 { offset, ..error }.to_string();
        Rc::new(Said::of(self.form, grammar, |offset| {
            Refusal::unread(grammar, Reason::NonAscii, offset, message(offset))
        }))
    }
}

impl Said {
    /// The verdict for a refusal with any offset.
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

    /// The name of the reason why the line is refused.
    pub fn reason(&self) -> Option<&'static str> {
        match self.verdict {
            Verdict::Accepted(_) => None,
            Verdict::Refused(reason, _) => Some(reason),
        }
    }
}

impl Answer {
    /// Writes all verdicts.
    pub fn write(&self, form: &impl Form, offsets: &[usize], out: &mut Vec<u8>) {
        match &self.written {
            Some(written) => written.fill(offsets, out),
            None => form.together(&self.told, &mut Filled { offsets, out }),
        }
    }

    /// The verdict of each grammar, with the offset if it refuses the line.
    pub fn each<'a>(&'a self, offsets: &'a [usize]) -> impl Iterator<Item = (&'a Said, usize)> {
        let mut offsets = offsets.iter().copied();
        self.told.iter().map(move |said| {
            let refused = said.reason().and_then(|_| offsets.next());
            (&**said, refused.unwrap_or_default())
        })
    }
}
