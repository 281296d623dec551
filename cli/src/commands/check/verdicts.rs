//! The verdicts on a line, as text: rendered once for all lines whose verdicts differ in offsets
//! only, and cached.

use std::rc::Rc;

use uri_lineage::classifier::{Refusals, RefusalsKey, Verdicts};
use uri_lineage::language::{RecognizerError, RefusalKey};
use uri_lineage::{Error, ErrorKey, NotUtf8, Reason, Refusal};

use crate::citation::CitedRule;
use crate::options::url_grammar::UrlGrammar;
use crate::output::cache::{Cache, Size};
use crate::output::template::{OffsetFiller, Sink, Template};
use crate::refusal::{MessageAt, hinted};

/// Which grammars accept a line.
#[derive(Clone, Copy)]
pub struct Acceptance {
    pub built_in: Verdicts,
    /// The productions of the user, by their numbers, one bit each.
    pub user: u64,
}

impl Acceptance {
    /// Whether a grammar accepts the line.
    #[inline]
    pub fn has(self, grammar: &UrlGrammar) -> bool {
        match grammar {
            UrlGrammar::BuiltIn(grammar) => self.built_in.accepts(*grammar),
            UrlGrammar::User(grammar) => self.user >> grammar.index & 1 != 0,
        }
    }

    /// Whether one of some grammars accepts the line.
    #[inline]
    pub fn has_any(self, grammars: &[UrlGrammar]) -> bool {
        grammars.iter().any(|grammar| self.has(grammar))
    }

    /// Whether all of some grammars accept the line.
    #[inline]
    pub fn has_all(self, grammars: &[UrlGrammar]) -> bool {
        grammars.iter().all(|grammar| self.has(grammar))
    }

    /// The production with which a grammar accepts the line.
    pub fn production(self, grammar: &UrlGrammar) -> Option<&str> {
        match grammar {
            UrlGrammar::BuiltIn(grammar) => self.built_in.production(*grammar),
            UrlGrammar::User(user) => self.has(grammar).then(|| user.recognizer.production()),
        }
    }
}

/// What determines the verdict of a grammar that accepts.
#[derive(Clone, PartialEq, Eq, Hash)]
struct AcceptedKey {
    /// The place of the grammar among the selected ones.
    grammar: usize,
    /// The production of a built-in grammar.
    production: Option<&'static str>,
}

impl Size for AcceptedKey {
    fn size(&self) -> usize {
        size_of::<Self>()
    }
}

/// What determines the verdict of a production of the user that refuses.
#[derive(Clone, PartialEq, Eq, Hash)]
struct UserRefusalKey {
    /// The number of the production.
    production: usize,
    error: RefusalKey,
}

impl Size for UserRefusalKey {
    fn size(&self) -> usize {
        size_of::<Self>()
    }
}

/// The verdict of a grammar on all lines for which it is the same, apart from the offset.
pub struct Verdict {
    pub grammar: UrlGrammar,
    pub outcome: VerdictOutcome,
    /// The verdict in the format of the records.
    pub written: Template,
}

/// Whether a grammar accepts a line.
pub enum VerdictOutcome {
    /// The grammar accepts the line with a production.
    Accepted { production: Box<str> },
    /// The grammar refuses the line: the name of the reason, the message for people, and the rule
    /// that was tried, if citations are requested.
    Refused { reason: &'static str, message: Template, citation: Option<Box<CitedRule>> },
}

/// A kind of outcome, by which text groups the grammars.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OutcomeKind {
    Accepted,
    /// The name of the reason.
    Refused(&'static str),
}

/// The verdicts of all selected grammars, in order, on all lines for which they are the same, apart
/// from the offsets.
pub struct LineVerdicts {
    pub verdicts: Vec<Rc<Verdict>>,
    /// The text of all verdicts together, with places for the offsets of the refusals; `None` if it
    /// is not cached.
    together: Option<Template>,
}

/// The format in which verdicts are written.
pub trait VerdictFormat {
    fn accepted(&self, grammar: &str, production: &str) -> Vec<u8>;
    /// A refusal with its offset open. `message` replaces its message.
    fn refused(&self, refusal: &Refusal, message: &Template) -> Template;
    /// The rule of a production that was tried, if citations are requested.
    fn citation(&self, grammar: &UrlGrammar, production: &str) -> Option<CitedRule>;
    /// Writes all verdicts together, with places for the offsets of the refusals.
    fn together(&self, verdicts: &[Rc<Verdict>], sink: &mut impl Sink);
}

/// What determines all verdicts on a line, apart from offsets.
#[derive(Clone, PartialEq, Eq, Hash)]
struct LineVerdictsKey {
    built_in: RefusalsKey,
    /// The errors of the user's productions; `None` for one that accepts.
    user: Box<[Option<RefusalKey>]>,
}

impl Size for LineVerdictsKey {
    fn size(&self) -> usize {
        self.built_in.size() + size_of_val(&*self.user)
    }
}

/// Renders verdicts in a format.
pub struct Renderer<'f, F> {
    format: &'f F,
    grammars: &'f [UrlGrammar],
    /// Whether one of them is built in.
    built_in: bool,
    accepted: Cache<AcceptedKey, Verdict>,
    refused: Cache<ErrorKey, Verdict>,
    refused_by_user: Cache<UserRefusalKey, Verdict>,
    lines: Cache<LineVerdictsKey, LineVerdicts>,
}

impl<'f, F: VerdictFormat> Renderer<'f, F> {
    pub fn new(format: &'f F, grammars: &'f [UrlGrammar]) -> Self {
        Self {
            format,
            grammars,
            built_in: grammars.iter().any(|grammar| grammar.built_in().is_some()),
            accepted: Cache::default(),
            refused: Cache::default(),
            refused_by_user: Cache::default(),
            lines: Cache::default(),
        }
    }

    /// The verdicts on a line; adds the offsets of the refusals. `refused_by_user` has the refusals
    /// by the user's productions, by their numbers.
    pub fn line(
        &mut self,
        acceptance: Acceptance,
        refusals: &mut Refusals<'_>,
        refused_by_user: &[Option<RecognizerError<'_>>],
        offsets: &mut Vec<usize>,
    ) -> Rc<LineVerdicts> {
        let built_in = if self.built_in { refusals.cache_key() } else { Some(RefusalsKey::default()) };
        let user = refused_by_user.iter().map(|refused| Some(refused.as_ref()?.key()));
        let key = built_in.map(|built_in| LineVerdictsKey { built_in, user: user.collect() });
        if let Some(cached) = key.as_ref().and_then(|key| self.lines.get(key)) {
            self.offsets(acceptance, refusals.offsets(), refused_by_user, offsets);
            return cached;
        }
        let cleared = self.cleared();
        let mut line = self.uncached(acceptance, |renderer, grammar| match grammar {
            UrlGrammar::BuiltIn(_) => {
                let error = refusals.next()?;
                offsets.push(error.offset());
                Some(renderer.refused(&error))
            }
            UrlGrammar::User(user) => {
                let refused = refused_by_user.get(user.index)?.as_ref()?;
                offsets.push(refused.offset());
                Some(renderer.refused_by_user(grammar, user.index, refused))
            }
        });
        if cleared != self.cleared() {
            // Otherwise lines would keep verdicts that are no longer cached.
            self.lines.clear();
        }
        let Some(key) = key else { return Rc::new(line) };
        let mut together = Template::default();
        self.format.together(&line.verdicts, &mut together);
        together.shrink();
        line.together = Some(together);
        self.lines.insert(key, line)
    }

    /// Adds the offsets of the refusals in the order of the grammars.
    fn offsets(
        &self,
        acceptance: Acceptance,
        mut built_in: impl Iterator<Item = usize>,
        refused_by_user: &[Option<RecognizerError<'_>>],
        offsets: &mut Vec<usize>,
    ) {
        if refused_by_user.is_empty() {
            return offsets.extend(built_in);
        }
        let refusing = self.grammars.iter().filter(|grammar| !acceptance.has(grammar));
        offsets.extend(refusing.filter_map(|grammar| match grammar {
            UrlGrammar::BuiltIn(_) => built_in.next(),
            UrlGrammar::User(grammar) => Some(refused_by_user.get(grammar.index)?.as_ref()?.offset()),
        }));
    }

    fn cleared(&self) -> usize {
        self.refused.cleared() + self.refused_by_user.cleared()
    }

    /// The verdicts on a line, with a call of `refused` for each refusing grammar.
    pub fn uncached(
        &mut self,
        acceptance: Acceptance,
        mut refused: impl FnMut(&mut Self, &'f UrlGrammar) -> Option<Rc<Verdict>>,
    ) -> LineVerdicts {
        let verdicts =
            self.grammars.iter().enumerate().filter_map(|(number, grammar)| match acceptance.production(grammar) {
                Some(production) => {
                    let key = AcceptedKey {
                        grammar: number,
                        production: grammar.built_in().and_then(|grammar| acceptance.built_in.production(grammar)),
                    };
                    Some(self.accepted(key, grammar, production))
                }
                None => refused(self, grammar),
            });
        LineVerdicts { verdicts: verdicts.collect(), together: None }
    }

    fn accepted(&mut self, key: AcceptedKey, grammar: &UrlGrammar, production: &str) -> Rc<Verdict> {
        let format = self.format;
        self.accepted.get_or(&key, || Verdict {
            grammar: grammar.clone(),
            outcome: VerdictOutcome::Accepted { production: production.into() },
            written: Template::plain(format.accepted(grammar.name(), production)),
        })
    }

    /// The verdict of a built-in grammar that refuses the line.
    fn refused(&mut self, error: &Error) -> Rc<Verdict> {
        let format = self.format;
        self.refused.get_or(error.cache_key(), || {
            let message = Template::record(|place, out| write!(out, "{}", MessageAt(error, place)));
            let grammar = UrlGrammar::BuiltIn(error.grammar());
            Verdict::refused(format, grammar, error.reason().name(), &hinted(error), message)
        })
    }

    /// The verdict of a production of the user that refuses the line.
    fn refused_by_user(&mut self, grammar: &UrlGrammar, index: usize, refused: &RecognizerError<'_>) -> Rc<Verdict> {
        let format = self.format;
        self.refused_by_user.get_or(&UserRefusalKey { production: index, error: refused.key() }, || {
            let message = Template::record(|place, out| write!(out, "{}", refused.message_at(place)));
            let refusal = refused.refusal(refused.offset());
            Verdict::refused(format, grammar.clone(), refused.reason().name(), &refusal, message)
        })
    }

    /// The verdict of a grammar on a line that is not UTF-8, at the offset of the error.
    pub fn not_utf8(&self, grammar: &UrlGrammar, error: NotUtf8) -> Rc<Verdict> {
        let refusal = match grammar {
            UrlGrammar::BuiltIn(grammar) => Refusal::not_utf8(*grammar, error),
            UrlGrammar::User(grammar) => grammar.recognizer.not_utf8(error),
        };
        let message = Template::plain(refusal.message.as_str());
        Rc::new(Verdict::refused(self.format, grammar.clone(), Reason::NonAscii.name(), &refusal, message))
    }
}

impl Verdict {
    /// The verdict for a refusal with this message.
    fn refused(
        format: &impl VerdictFormat,
        grammar: UrlGrammar,
        reason: &'static str,
        refusal: &Refusal,
        message: Template,
    ) -> Self {
        let written = format.refused(refusal, &message);
        let citation = format.citation(&grammar, &refusal.production).map(Box::new);
        Self { grammar, outcome: VerdictOutcome::Refused { reason, message, citation }, written }
    }

    pub fn kind(&self) -> OutcomeKind {
        match self.outcome {
            VerdictOutcome::Accepted { .. } => OutcomeKind::Accepted,
            VerdictOutcome::Refused { reason, .. } => OutcomeKind::Refused(reason),
        }
    }

    /// The rule that was tried, if the grammar refuses the line and citations are requested.
    pub fn citation(&self) -> Option<&CitedRule> {
        match &self.outcome {
            VerdictOutcome::Accepted { .. } => None,
            VerdictOutcome::Refused { citation, .. } => citation.as_deref(),
        }
    }

    /// The name of the reason why the line is refused.
    pub fn reason(&self) -> Option<&'static str> {
        match self.outcome {
            VerdictOutcome::Accepted { .. } => None,
            VerdictOutcome::Refused { reason, .. } => Some(reason),
        }
    }
}

impl Size for Verdict {
    fn size(&self) -> usize {
        let outcome = match &self.outcome {
            VerdictOutcome::Accepted { production } => production.len(),
            VerdictOutcome::Refused { message, citation, .. } => {
                message.size() + citation.as_ref().map_or(0, |citation| citation.size())
            }
        };
        size_of::<Self>() + outcome + self.written.size()
    }
}

impl Size for LineVerdicts {
    fn size(&self) -> usize {
        let together = self.together.as_ref().map_or(0, Template::size);
        // A verdict that was too large for its cache belongs to this line alone.
        let uncached = self.verdicts.iter().filter(|verdict| Rc::strong_count(verdict) == 1);
        let uncached: usize = uncached.map(|verdict| verdict.size()).sum();
        size_of::<Self>() + size_of_val(&*self.verdicts) + together + uncached
    }
}

impl LineVerdicts {
    /// Writes all verdicts.
    pub fn write(&self, format: &impl VerdictFormat, offsets: &[usize], out: &mut Vec<u8>) {
        match &self.together {
            Some(together) => together.fill(offsets, out),
            None => format.together(&self.verdicts, &mut OffsetFiller { offsets, out }),
        }
    }

    /// The verdict of each grammar, with the offset if it refuses the line.
    pub fn with_offsets<'a>(&'a self, offsets: &'a [usize]) -> impl Iterator<Item = (&'a Verdict, usize)> {
        let mut offsets = offsets.iter().copied();
        self.verdicts.iter().map(move |verdict| {
            let offset = verdict.reason().and_then(|_| offsets.next());
            (&**verdict, offset.unwrap_or_default())
        })
    }
}

#[cfg(test)]
mod tests {
    use uri_lineage::Grammar;
    use uri_lineage::classifier::Classifier;

    use super::*;

    /// A format in which each refusal is too large for a cache.
    struct Large;

    impl VerdictFormat for Large {
        fn accepted(&self, _: &str, production: &str) -> Vec<u8> {
            production.as_bytes().to_vec()
        }

        fn refused(&self, _: &Refusal, _: &Template) -> Template {
            Template::plain([b'x'; 1 << 15])
        }

        fn citation(&self, _: &UrlGrammar, _: &str) -> Option<CitedRule> {
            None
        }

        fn together(&self, _: &[Rc<Verdict>], _: &mut impl Sink) {}
    }

    #[test]
    fn a_line_counts_what_it_alone_keeps() {
        let grammars: Vec<UrlGrammar> = Grammar::all().map(UrlGrammar::BuiltIn).collect();
        let mut renderer = Renderer::new(&Large, &grammars);
        // The first refusals of a program have no key.
        let mut refused = (0..1_000).map(|_| render(&mut renderer, "a:/~"));
        let refused = refused.find(|(is_cached, _)| is_cached.is_some()).unwrap();
        assert!(refused.0 == Some(false) && refused.1 > 1 << 15, "{refused:?}");
        assert_eq!(render(&mut renderer, "mailto:timbl@info.cern.ch").0, Some(true));
    }

    /// Whether the verdicts on a line are cached, if they can be, and their size.
    fn render(renderer: &mut Renderer<'_, Large>, input: &str) -> (Option<bool>, usize) {
        let classified = Classifier::get().classify(input).examined(Grammar::ALL);
        let mut refusals = classified.refusals();
        let key = refusals.cache_key();
        let acceptance = Acceptance { built_in: classified.verdicts(), user: 0 };
        let line = renderer.line(acceptance, &mut refusals, &[], &mut Vec::new());
        (
            key.map(|key| renderer.lines.get(&LineVerdictsKey { built_in: key, user: Box::default() }).is_some()),
            line.size(),
        )
    }
}
