//! Why and where a grammar refuses an input.

use std::fmt;
use std::sync::OnceLock;

use crate::base::visible::{caret, shown};
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::refusal::automata::walker;
use crate::refusal::context::Context;
use crate::refusal::deepest::{Deepest, deepest};
use crate::refusal::diagnose::Diagnosis;
pub use crate::refusal::diagnose::{Advice, ErrorKey};
use crate::refusal::domain::host_production;
pub use crate::refusal::expected::Expected;
use crate::refusal::forgive::forgive;
use crate::refusal::message::{Message, PlainRefusal};
use crate::refusal::reason::Reason;

/// A refusal: the offset at which a production stops matching the input, and the characters or
/// productions it expected there.
///
/// Both are exact. The offset, in bytes, is the length of the longest prefix of the input that can
/// be continued to a match. The list of expected items is complete, and uses the document's own
/// character classes. Both are read off an automaton of the production. The offset is computed at
/// once; the other facts are computed lazily.
///
/// The message uses the productions' printed names. [`report`](Error::report) also shows the place
/// in the input.
///
/// ```
/// use uri_lineage::rfc1738::Url;
///
/// let error = Url::parse("http://www.w3.org:http/").unwrap_err();
/// assert_eq!(error.production(), "httpurl");
/// assert_eq!(error.offset(), 18);
/// assert!(error.to_string().starts_with("rfc1738: `httpurl` refuses `h` at byte 18: expected `port`, a digit"));
/// assert!(error.to_string().ends_with("; `genericurl` accepts it"));
/// ```
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}: {}", self.grammar(), self.message())]
pub struct Error {
    key: ErrorKey,
    offset: usize,
    diagnosis: OnceLock<Box<Diagnosis>>,
}

/// Bytes that are not UTF-8. Every grammar refuses them, and the error has only the first invalid
/// byte and its offset.
///
/// ```
/// use uri_lineage::NotUtf8;
///
/// let error = NotUtf8::text(b"http://a/\xE9").unwrap_err();
/// assert_eq!(error.to_string(), "the byte E9 at byte 9 is not UTF-8; as data it is written %E9");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the byte {byte:02X} at byte {offset} is not UTF-8; as data it is written %{byte:02X}")]
pub struct NotUtf8 {
    /// The first byte that is not part of valid UTF-8.
    pub byte: u8,
    /// Its offset, in bytes.
    pub offset: usize,
}

impl NotUtf8 {
    /// Converts bytes to text.
    ///
    /// # Errors
    ///
    /// If the bytes are not UTF-8.
    pub fn text(bytes: &[u8]) -> Result<&str, Self> {
        std::str::from_utf8(bytes).map_err(|error| {
            let offset = error.valid_up_to();
            Self { byte: bytes.get(offset).copied().unwrap_or_default(), offset }
        })
    }
}

/// Two errors are equal if they have the same content and the same offset.
impl PartialEq for Error {
    fn eq(&self, other: &Self) -> bool {
        (&self.key, self.offset) == (&other.key, other.offset)
    }
}

impl Eq for Error {}

impl Error {
    /// Why a production does not match an input.
    pub(crate) fn from_production(grammar: Grammar, production: Rule, input: &str) -> Self {
        let stop = walker(grammar, production.name()).map(|walker| walker.walk(input)).unwrap_or_default();
        Self::from_deepest(grammar, Deepest { production, stop }, input)
    }

    /// Why every one of some productions refuses an input. Where one kind of URL was asked for, the others do
    /// not matter.
    pub(crate) fn of_productions(grammar: Grammar, rules: &[Rule], input: &str) -> Self {
        let facts = grammar.facts();
        let accepts_all_kinds =
            |rule: Rule| facts.main_entry == rule.name() || facts.minimal_entries.contains(&rule.name());
        match *rules {
            [rule] if !accepts_all_kinds(rule) => Self::from_production(grammar, rule, input),
            _ => {
                let names: Vec<&str> = rules.iter().map(|rule| rule.name()).collect();
                Self::of_entries(grammar, &names, input)
            }
        }
    }

    /// Why every one of some entry productions refuses an input.
    ///
    /// The error names the production that matches the longest prefix; if no scheme has been read,
    /// it names the main production.
    fn of_entries(grammar: Grammar, productions: &[&str], input: &str) -> Self {
        match deepest(grammar, productions, input) {
            Some(deepest) => Self::from_deepest(grammar, deepest, input),
            None => Self::from_production(grammar, grammar.main(), input),
        }
    }

    /// Why the entry productions of a grammar refuse an input.
    pub(crate) fn from_grammar(grammar: Grammar, input: &str) -> Self {
        Self::of_entries(grammar, grammar.facts().minimal_entries, input)
    }

    /// Why a grammar whose productions accept an input unexamined refuses it: IDNA processing makes
    /// no domain of its host.
    pub(crate) fn no_domain(grammar: Grammar, input: &str) -> Self {
        let (production, offset) = host_production(grammar, input);
        let key = ErrorKey::no_domain(grammar, production, input, offset);
        Self { key, offset, diagnosis: OnceLock::new() }
    }

    /// The error of the production that was being read, in the context of the input.
    fn from_deepest(grammar: Grammar, deepest: Deepest, input: &str) -> Self {
        let context = Context::new(input, deepest.stop.offset);
        Self::at(grammar, deepest, input, context, || grammar.accepts(&forgive(input).0))
    }

    /// The error of the production that was being read, in this context. `forgivable` returns
    /// whether the grammar accepts the input after its scheme is forgiven.
    pub(crate) fn at(
        grammar: Grammar,
        deepest: Deepest,
        input: &str,
        context: Context,
        forgivable: impl FnOnce() -> bool,
    ) -> Self {
        let key = ErrorKey::new(grammar, deepest, input, context, forgivable);
        Self { key, offset: deepest.stop.offset, diagnosis: OnceLock::new() }
    }

    fn diagnosis(&self) -> &Diagnosis {
        self.diagnosis.get_or_init(|| Box::new(self.key.diagnosis()))
    }

    /// Equal for errors with the same content, apart from the offset.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// let error = |url| Grammar::Rfc1738.parse(url).unwrap_err();
    /// assert_eq!(error("http://host/~me").cache_key(), error("http://www.host.dom/pub/~you").cache_key());
    /// assert_ne!(error("http://host/~me").cache_key(), error("http://host/^me").cache_key());
    /// ```
    #[doc(hidden)]
    pub fn cache_key(&self) -> &ErrorKey {
        &self.key
    }

    /// The grammar that refused the input.
    pub fn grammar(&self) -> Grammar {
        self.key.grammar
    }

    /// The production that was being read, by its printed name.
    pub fn production(&self) -> &'static str {
        self.key.production.name()
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
        self.diagnosis().class
    }

    /// The productions and character classes that could occur at the offset.
    pub fn expected(&self) -> &[Expected<'static>] {
        self.diagnosis().expected()
    }

    /// A change that could repair the input.
    pub fn advice(&self) -> Option<&Advice<'static>> {
        self.diagnosis().advice.as_ref()
    }

    /// The named reason, as a person would group refusals.
    pub fn reason(&self) -> Reason {
        Reason::from_refusal(self.key.context, self.found(), self.advice(), self.diagnosis().completion())
    }

    /// The message without the grammar's name.
    pub fn message(&self) -> impl fmt::Display + '_ {
        self.message_at(shown(move |f| write!(f, "byte {}", self.offset)))
    }

    /// The message without the grammar's name; `place` replaces the byte offset.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// let error = Grammar::Rfc1738.parse("http://host/ path").unwrap_err();
    /// let message = error.message_at("line 3, column 13").to_string();
    /// assert!(message.starts_with("`httpurl` refuses ' ' at line 3, column 13: "));
    /// ```
    pub fn message_at<'a>(&'a self, place: impl fmt::Display + 'a) -> impl fmt::Display + 'a {
        shown(move |f| self.content().write(f, &place))
    }

    /// The advice in words; empty if there is no advice.
    pub fn advice_text(&self) -> impl fmt::Display + '_ {
        shown(move |f| self.content().write_advice(f))
    }

    /// The content of the message.
    fn content(&self) -> Message<'_> {
        Message {
            production: self.production(),
            refused: self.found(),
            expected: self.expected(),
            advice: self.advice(),
        }
    }

    /// The message for people, followed by the input on a line of its own with a caret below the
    /// refused character.
    ///
    /// `input` is the text that was parsed. A long input is truncated, and invisible characters are
    /// shown as `?`.
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
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// let input = "http://host/a b";
    /// let error = Grammar::Rfc3986.parse(input).unwrap_err();
    /// let message = format!("{}\n{}", error.plain(), error.caret(input));
    /// assert_eq!(message, "\
    /// ' ' is not allowed there, at byte 13 (RFC 3986): write %20
    ///   | http://host/a b
    ///   |              ^");
    /// ```
    pub fn plain(&self) -> impl fmt::Display + '_ {
        shown(move |f| {
            let (document, reason) = (self.grammar().document(), self.reason());
            self.content().write_plain(f, PlainRefusal { document, reason, offset: self.offset })
        })
    }
}
