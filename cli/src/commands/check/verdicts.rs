//! The verdicts on a line, as text: rendered once for all lines whose verdicts differ in offsets only, and cached.

use std::rc::Rc;

use uri_lineage::classifier::{CacheKey as LineKey, Refusals, Verdicts};
use uri_lineage::{CacheKey, Error, Grammar, NotUtf8, Reason, Refusal};

use crate::output::cache::{Cache, Size};
use crate::output::template::{OffsetFiller, Sink, Template};
use crate::refusal::hinted;

/// The verdict of a grammar on all lines for which it is the same, apart from the offset.
pub struct Verdict {
    pub grammar: Grammar,
    pub outcome: Outcome,
    /// The verdict in the format of the records.
    pub written: Template,
}

/// Whether a grammar accepts a line.
pub enum Outcome {
    /// The production that accepts the line, and whether it does so [unexamined](Verdicts::is_unexamined).
    Accepted(&'static str, bool),
    /// The name of the reason why the line is refused, and the message for people.
    Refused(&'static str, Template),
}

/// The verdicts of all selected grammars on such lines, in order.
pub struct LineVerdicts {
    pub each: Vec<Rc<Verdict>>,
    /// The text of all verdicts together, with places for the offsets of the refusals; `None` if it is not cached.
    together: Option<Template>,
}

/// The format in which verdicts are written.
pub trait Form {
    fn accepted(&self, grammar: Grammar, production: &'static str, unexamined: bool) -> Vec<u8>;
    fn refused(&self, refusal: &Refusal) -> Vec<u8>;
    /// Writes all verdicts together, with places for the offsets of the refusals.
    fn together(&self, verdicts: &[Rc<Verdict>], sink: &mut impl Sink);
}

/// Renders verdicts in a form.
pub struct Renderer<'f, F> {
    form: &'f F,
    grammars: &'f [Grammar],
    accepted: Cache<(Grammar, &'static str, bool), Verdict>,
    refused: Cache<CacheKey, Verdict>,
    lines: Cache<LineKey, LineVerdicts>,
}

impl<'f, F: Form> Renderer<'f, F> {
    pub fn new(form: &'f F, grammars: &'f [Grammar]) -> Self {
        Self { form, grammars, accepted: Cache::default(), refused: Cache::default(), lines: Cache::default() }
    }

    /// The verdicts on a line; adds the offsets of the refusals.
    pub fn line(
        &mut self,
        verdicts: Verdicts,
        refusals: &mut Refusals<'_>,
        offsets: &mut Vec<usize>,
    ) -> Rc<LineVerdicts> {
        let key = refusals.cache_key();
        if let Some(known) = key.as_ref().and_then(|key| self.lines.get(key)) {
            offsets.extend(refusals.offsets());
            return known;
        }
        let cleared = self.refused.cleared();
        let mut line = self.uncached(verdicts, |renderer, _| {
            let error = refusals.next()?;
            offsets.push(error.offset());
            Some(renderer.refused(&error))
        });
        if cleared != self.refused.cleared() {
            // Otherwise lines would keep verdicts that are no longer cached.
            self.lines.clear();
        }
        let Some(key) = key else { return Rc::new(line) };
        let mut together = Template::default();
        self.form.together(&line.each, &mut together);
        together.shrink();
        line.together = Some(together);
        self.lines.insert(key, line)
    }

    /// The verdicts on a line, with a call of `refused` for each refusing grammar.
    pub fn uncached(
        &mut self,
        verdicts: Verdicts,
        mut refused: impl FnMut(&mut Self, Grammar) -> Option<Rc<Verdict>>,
    ) -> LineVerdicts {
        let each = self.grammars.iter().filter_map(|&grammar| match verdicts.production(grammar) {
            Some(production) => Some(self.accepted((grammar, production, verdicts.is_unexamined(grammar)))),
            None => refused(self, grammar),
        });
        LineVerdicts { each: each.collect(), together: None }
    }

    fn accepted(&mut self, how: (Grammar, &'static str, bool)) -> Rc<Verdict> {
        let form = self.form;
        self.accepted.get_or(&how, || {
            let (grammar, production, unexamined) = how;
            let written = Template::plain(form.accepted(grammar, production, unexamined));
            Verdict { grammar, outcome: Outcome::Accepted(production, unexamined), written }
        })
    }

    /// The verdict of a grammar that refuses the line.
    fn refused(&mut self, error: &Error) -> Rc<Verdict> {
        let form = self.form;
        let verdict = || Verdict::of(form, error.grammar(), error.reason().name(), |offset| hinted(error, offset));
        self.refused.get_or(error.cache_key(), verdict)
    }

    /// The verdict of a grammar on a line that is not UTF-8, at the offset of the error.
    pub fn not_utf8(&self, grammar: Grammar, error: NotUtf8) -> Rc<Verdict> {
        let refusal = |offset| Refusal::not_utf8(grammar, NotUtf8 { offset, ..error });
        Rc::new(Verdict::of(self.form, grammar, Reason::NonAscii.name(), refusal))
    }
}

impl Verdict {
    /// The verdict for a refusal at any offset.
    fn of(form: &impl Form, grammar: Grammar, reason: &'static str, refusal: impl Fn(usize) -> Refusal) -> Self {
        let [message, written] = Template::all(|offset| {
            let refusal = refusal(offset);
            let written = form.refused(&refusal);
            [refusal.message.into_bytes(), written]
        });
        Self { grammar, outcome: Outcome::Refused(reason, message), written }
    }

    /// The name of the reason why the line is refused.
    pub fn reason(&self) -> Option<&'static str> {
        match self.outcome {
            Outcome::Accepted(..) => None,
            Outcome::Refused(reason, _) => Some(reason),
        }
    }

    /// Whether the grammar accepts the line unexamined.
    pub fn is_unexamined(&self) -> bool {
        matches!(self.outcome, Outcome::Accepted(_, true))
    }
}

impl Size for Verdict {
    fn size(&self) -> usize {
        let message = if let Outcome::Refused(_, message) = &self.outcome { message.size() } else { 0 };
        size_of::<Self>() + message + self.written.size()
    }
}

impl Size for LineVerdicts {
    fn size(&self) -> usize {
        let together = self.together.as_ref().map_or(0, Template::size);
        // A verdict that was too large for its cache belongs to this line alone.
        let own = self.each.iter().filter(|verdict| Rc::strong_count(verdict) == 1).map(|verdict| verdict.size());
        size_of::<Self>() + size_of_val(&*self.each) + together + own.sum::<usize>()
    }
}

impl LineVerdicts {
    /// Writes all verdicts.
    pub fn write(&self, form: &impl Form, offsets: &[usize], out: &mut Vec<u8>) {
        match &self.together {
            Some(together) => together.fill(offsets, out),
            None => form.together(&self.each, &mut OffsetFiller { offsets, out }),
        }
    }

    /// The verdict of each grammar, with the offset if it refuses the line.
    pub fn with_offsets<'a>(&'a self, offsets: &'a [usize]) -> impl Iterator<Item = (&'a Verdict, usize)> {
        let mut offsets = offsets.iter().copied();
        self.each.iter().map(move |verdict| {
            let refused = verdict.reason().and_then(|_| offsets.next());
            (&**verdict, refused.unwrap_or_default())
        })
    }
}

#[cfg(test)]
mod tests {
    use uri_lineage::classifier::Classifier;

    use super::*;

    /// A form in which each refusal is too large for a cache.
    struct Large;

    impl Form for Large {
        fn accepted(&self, _: Grammar, production: &'static str, _: bool) -> Vec<u8> {
            production.as_bytes().to_vec()
        }

        fn refused(&self, _: &Refusal) -> Vec<u8> {
            vec![b'x'; 1 << 15]
        }

        fn together(&self, _: &[Rc<Verdict>], _: &mut impl Sink) {}
    }

    #[test]
    fn a_line_counts_what_it_alone_keeps() {
        let mut renderer = Renderer::new(&Large, &Grammar::ALL);
        let mut line = |input: &str| {
            let verdicts = Classifier::get().classify(input.as_bytes());
            let mut refusals = verdicts.refusals(&Grammar::ALL, input);
            let key = refusals.cache_key();
            let line = renderer.line(verdicts, &mut refusals, &mut Vec::new());
            (key.map(|key| renderer.lines.get(&key).is_some()), line.size())
        };
        // The first refusals of a program have no key.
        let refused = (0..1_000).map(|_| line("a:/~")).find(|(cached, _)| cached.is_some()).unwrap();
        assert!(refused.0 == Some(false) && refused.1 > 1 << 15, "{refused:?}");
        assert_eq!(line("mailto:timbl@info.cern.ch").0, Some(true));
    }
}
