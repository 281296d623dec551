//! Why and where a document of one scheme refuses an input.

use std::fmt;
use std::sync::OnceLock;

use regular_bnf::automaton::lazy::{LazyDfa, State};

use super::productions;
use crate::base::visible::{caret, shown};
use crate::generated::scheme_entry;
use crate::grammar::SchemeDocument;
use crate::grammar::published::Reading;
use crate::parse::tree::Tree;
use crate::refusal::content::{RefusalContent, RefusalKey, Schemes};
use crate::refusal::context::Context;
use crate::refusal::diagnose::{Advice, Class, find_classes};
use crate::refusal::expected::Expected;
use crate::refusal::message::PlainRefusal;
use crate::refusal::reason::Reason;
use crate::refusal::record::Refusal;

/// A refusal by a document of one scheme: the offset at which its production stops matching the
/// input, and what it expected there. Both are exact, as those of [`Error`](crate::Error) are.
///
/// ```
/// use uri_lineage::{Reason, SchemeDocument};
///
/// let error = SchemeDocument::Rfc6068.parse("mailto:a@b?subject").unwrap_err();
/// assert_eq!((error.production(), error.offset(), error.found()), ("mailtoURI", 18, None));
/// assert_eq!(
///     error.to_string(),
///     "rfc6068: `mailtoURI` refuses the end at byte 18: expected `hfield` (`qchar` or `=`); `=` would complete it",
/// );
/// let error = SchemeDocument::Rfc6068.parse("http://a/").unwrap_err();
/// assert_eq!(error.reason(), Reason::UnknownScheme);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}", self.document, self.message())]
pub struct SchemeError {
    document: SchemeDocument,
    /// The index of the entry production.
    entry: usize,
    offset: usize,
    key: RefusalKey,
}

/// An entry production of a document, and its automaton.
struct Entry {
    name: &'static str,
    automaton: LazyDfa,
}

/// The entry productions of a document; none whose language is not regular.
fn entries(document: SchemeDocument) -> &'static [Entry] {
    static ALL: [OnceLock<Vec<Entry>>; SchemeDocument::ALL.len()] =
        [const { OnceLock::new() }; SchemeDocument::ALL.len()];
    ALL[document as usize].get_or_init(|| {
        let bnf = productions::bnf(document, Reading::Corrected);
        let entries = document.entry_productions().iter();
        let entries =
            entries.filter_map(|&name| Some(Entry { name, automaton: LazyDfa::from_production(bnf, name).ok()? }));
        entries.collect()
    })
}

/// The classes of a document.
fn classes(document: SchemeDocument) -> &'static [Class] {
    static ALL: [OnceLock<Vec<Class>>; SchemeDocument::ALL.len()] =
        [const { OnceLock::new() }; SchemeDocument::ALL.len()];
    ALL[document as usize].get_or_init(|| find_classes(productions::bnf(document, Reading::Corrected)))
}

impl SchemeError {
    /// Why some entry productions of a document refuse an input: by the one that matches the longest
    /// prefix.
    pub(super) fn new(document: SchemeDocument, productions: &[&str], input: &str) -> Self {
        let entries = entries(document).iter().enumerate().filter(|(_, entry)| productions.contains(&entry.name));
        let stops = entries.map(|(at, entry)| (at, entry.automaton.walk(input)));
        // Of equal prefixes, the production that is listed first.
        let longest = stops.reduce(|longest, stop| if stop.1.offset > longest.1.offset { stop } else { longest });
        let (entry, stop) = longest.unwrap_or_default();
        let refused = input.get(stop.offset..).and_then(|rest| rest.chars().next());
        let key = RefusalKey { state: stop.state, refused, context: Context::new(input, stop.offset) };
        Self { document, entry, offset: stop.offset, key }
    }

    /// The document that refused the input.
    pub fn document(&self) -> SchemeDocument {
        self.document
    }

    /// The entry production that was being read, by its name.
    pub fn production(&self) -> &'static str {
        self.document.entry_productions()[self.entry]
    }

    /// The byte offset of the refused character; the length of the input if the input ended too
    /// early.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The refused character, or `None` at the end of the input.
    pub fn found(&self) -> Option<char> {
        self.key.refused
    }

    /// The smallest of the document's character classes that contains the refused character, if one
    /// does.
    pub fn found_class(&self) -> Option<&'static str> {
        self.content().class
    }

    /// The productions and character classes that could occur at the offset.
    pub fn expected(&self) -> Vec<Expected<'static>> {
        self.content().expected
    }

    /// A change that could repair the input.
    pub fn advice(&self) -> Option<Advice<'static>> {
        self.content().advice
    }

    /// The named reason, as a person would group refusals.
    pub fn reason(&self) -> Reason {
        self.content().reason
    }

    /// The message without the document's name.
    pub fn message(&self) -> impl fmt::Display + '_ {
        self.message_at(shown(move |f| write!(f, "byte {}", self.offset)))
    }

    /// The message without the document's name, with a place that the caller names.
    pub fn message_at<'a>(&'a self, place: impl fmt::Display + 'a) -> impl fmt::Display + 'a {
        shown(move |f| self.content().message(self.production(), self.key.refused).write(f, &place))
    }

    /// The message for people, followed by the input on a line of its own with a caret below the
    /// refused character.
    pub fn report<'a>(&'a self, input: &'a str) -> impl fmt::Display + 'a {
        shown(move |f| write!(f, "{self}\n{}", self.caret(input)))
    }

    /// The input on a line of its own with a caret below the refused character: the last lines of the
    /// [report](Self::report).
    pub fn caret<'a>(&'a self, input: &'a str) -> impl fmt::Display + 'a {
        caret(input, self.offset)
    }

    /// The message for people who do not know the document: what is wrong, and the advice, without the
    /// names of productions.
    pub fn plain(&self) -> impl fmt::Display + '_ {
        shown(move |f| {
            let content = self.content();
            let (document, reason) = (self.document.document(), content.reason);
            let message = content.message(self.production(), self.key.refused);
            message.write_plain(f, PlainRefusal { document, reason, offset: self.offset })
        })
    }

    /// The advice in words; empty if there is no advice.
    pub fn advice_text(&self) -> impl fmt::Display + '_ {
        shown(move |f| self.content().message(self.production(), self.key.refused).write_advice(f))
    }

    fn content(&self) -> RefusalContent<'static> {
        let entry = &entries(self.document)[self.entry];
        let expected = |completion: &str| expected_production(self.document, entry, self.key.state, completion);
        let schemes = || if self.document.schemes().is_empty() { Schemes::Optional } else { Schemes::Few };
        RefusalContent::new(&entry.automaton, classes(self.document), self.key, expected, schemes)
    }
}

/// The outermost production that begins where a shortest text that leads to a state ends.
fn expected_production(
    document: SchemeDocument,
    entry: &Entry,
    state: State,
    completion: &str,
) -> Option<Expected<'static>> {
    let before = entry.automaton.access_string(state);
    if before.is_empty() {
        return None;
    }
    let completed = [&*before, completion].concat();
    let tree = Tree::parse(scheme_entry(document, entry.name)?, &completed).ok()?;
    let name = tree.outermost_from(before.len())?.name();
    (!classes(document).iter().any(|class| class.name == name)).then_some(Expected::Production(name))
}

impl From<&SchemeError> for Refusal {
    fn from(error: &SchemeError) -> Self {
        let (document, production) = (error.document.id(), error.production());
        error.content().record(document.into(), production.into(), error.found(), error.offset)
    }
}
