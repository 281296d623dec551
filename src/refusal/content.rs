//! The content of a refusal by a production of which only the automaton and the names are known.

use std::borrow::Cow;

use regular_bnf::automaton::lazy::{LazyDfa, State};

use crate::base::visible::shown;
use crate::refusal::context::{Context, SchemeProgress};
use crate::refusal::diagnose::{Advice, Class, class_of, expected_items, state_advice};
use crate::refusal::expected::Expected;
use crate::refusal::message::Message;
use crate::refusal::reason::Reason;
use crate::refusal::record::Refusal;

/// Identifies the content of a refusal by a production, apart from the offset. Only keys of the same
/// production can be compared.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RefusalKey {
    pub(crate) state: State,
    pub(crate) refused: Option<char>,
    pub(crate) context: Context,
}

/// What is known about the schemes of a production's members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Schemes {
    /// Members need not begin with a scheme, so that a missing one is no reason for a refusal.
    Optional,
    /// Each member begins with a scheme.
    #[cfg_attr(not(feature = "compare"), allow(dead_code, reason = "only grammars of the user are such"))]
    Required,
    /// Each member begins with one of a few schemes: another is unknown.
    Few,
}

/// The content of a refusal.
pub(crate) struct RefusalContent<'n> {
    pub reason: Reason,
    pub class: Option<&'n str>,
    pub expected: Vec<Expected<'n>>,
    pub advice: Option<Advice<'n>>,
}

impl<'n> RefusalContent<'n> {
    /// The content of a refusal by the production of an automaton. `production` returns the
    /// production that is expected where a text follows with which the input would be complete;
    /// `schemes` is only asked where the answer matters.
    pub fn new<N: AsRef<str>>(
        automaton: &LazyDfa,
        classes: &'n [Class<N>],
        RefusalKey { state, refused, context }: RefusalKey,
        production: impl FnOnce(&str) -> Option<Expected<'n>>,
        schemes: impl FnOnce() -> Schemes,
    ) -> Self {
        let accepts = automaton.accepts(state);
        let completion = if accepts { None } else { automaton.completion(state) };
        let mut expected: Vec<_> = completion.as_deref().and_then(production).into_iter().collect();
        expected.extend(expected_items(classes, automaton.next_characters(state), accepts));
        let class = refused.and_then(|refused| class_of(classes, refused));
        let fits = |text: &str| automaton.after_text(state, text).is_some();
        let mut advice = state_advice(fits, context, refused, class, completion.as_deref());
        let context = match context.scheme {
            SchemeProgress::Read => context,
            SchemeProgress::Missing | SchemeProgress::Refused(_) => match schemes() {
                Schemes::Optional => Context { scheme: SchemeProgress::Read, ..context },
                Schemes::Few if context.scheme != SchemeProgress::Missing => {
                    advice = Some(Advice::NoSuchScheme);
                    context
                }
                Schemes::Few | Schemes::Required => context,
            },
        };
        let reason = Reason::from_refusal(context, refused, advice.as_ref(), completion.as_deref());
        Self { reason, class, expected, advice }
    }

    /// The message about a character that a production refuses.
    pub fn message<'a>(&'a self, production: &'a str, refused: Option<char>) -> Message<'a> {
        Message { production, refused, expected: &self.expected, advice: self.advice.as_ref() }
    }

    /// The record of the refusal at an offset, in bytes.
    pub fn record(
        &self,
        grammar: Cow<'static, str>,
        production: Cow<'static, str>,
        found: Option<char>,
        offset: usize,
    ) -> Refusal {
        let message = self.message(&production, found);
        let advice = self.advice.is_some().then(|| shown(|f| message.write_advice(f)).to_string());
        let message = shown(|f| message.write(f, &format_args!("byte {offset}"))).to_string();
        Refusal {
            grammar,
            production,
            reason: self.reason,
            offset,
            found,
            class: self.class.map(|class| class.to_owned().into()),
            expected: self.expected.iter().map(ToString::to_string).collect(),
            advice,
            message,
        }
    }
}
