//! Why a grammar refuses an input, and where.

use std::fmt;
use std::sync::OnceLock;

use crate::context::Context;
use crate::forgive::forgive;
use crate::grammar::Grammar;
pub use crate::language::diagnose::{Advice, Expected, Kind};
use crate::language::diagnose::{Diagnosis, walker};
use crate::language::furthest::{Furthest, furthest};
use crate::reason::Reason;
use crate::rule::Rule;
use crate::shared::shown;
use crate::visible::is_invisible;

/// A refusal: where the input stops being what the production describes, and what could have stood there.
///
/// Both are exact: the offset is that of the first byte after which nothing can follow that the production would accept, and
/// all that could have stood there is listed, in the document's own classes of characters. They are read off an automaton
/// of the production, which is made when it is first asked for. The offset is there at once; the rest is found when it is
/// first asked for.
///
/// The message names productions as the document prints them. [`report`](Error::report) shows the place in the input.
///
/// ```
/// use uri_lineage::rfc1738::Url;
///
/// let error = Url::parse("http://www.w3.org:http/").unwrap_err();
/// assert_eq!(error.production(), "httpurl");
/// assert_eq!(error.offset(), 18);
/// assert!(error.to_string().starts_with("rfc1738: `httpurl` refuses `h` at byte 18: expected `port`, a digit"));
/// assert!(error.to_string().ends_with("; `genericurl` takes it"));
/// ```
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}: {}", self.grammar(), self.message())]
pub struct Error {
    kind: Kind,
    offset: usize,
    diagnosis: OnceLock<Box<Diagnosis>>,
}

/// Bytes that are not UTF-8. No grammar takes them, and none can say more than where they cease to be text.
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
    /// The first byte that is none of UTF-8 where it stands.
    pub byte: u8,
    /// Its offset, in bytes.
    pub offset: usize,
}

impl NotUtf8 {
    /// The text that bytes are.
    ///
    /// # Errors
    ///
    /// Where they are not UTF-8.
    pub fn text(bytes: &[u8]) -> Result<&str, Self> {
        std::str::from_utf8(bytes).map_err(|error| {
            let offset = error.valid_up_to();
            Self { byte: bytes.get(offset).copied().unwrap_or_default(), offset }
        })
    }
}

/// Of the same kind, at the same offset.
impl PartialEq for Error {
    fn eq(&self, other: &Self) -> bool {
        (&self.kind, self.offset) == (&other.kind, other.offset)
    }
}

impl Eq for Error {}

impl Error {
    /// Why a production does not accept an input.
    pub(crate) fn by(grammar: Grammar, production: Rule, input: &str) -> Self {
        let stop = walker(grammar, production.name()).map(|walker| walker.walk(input)).unwrap_or_default();
        Self::alone(grammar, (production, stop), input)
    }

    /// Why none of some entry productions accepts an input.
    ///
    /// The production that reads furthest was being read; before a scheme has been read it is the main one.
    pub(crate) fn of(grammar: Grammar, productions: &[&str], input: &str) -> Self {
        match furthest(grammar, productions, input) {
            Some(furthest) => Self::alone(grammar, furthest, input),
            None => Self::by(grammar, grammar.main(), input),
        }
    }

    /// Of one grammar.
    fn alone(grammar: Grammar, furthest: Furthest, input: &str) -> Self {
        let context = Context::of(input, furthest.1.offset);
        Self::at(grammar, furthest, input, context, || grammar.accepts(&forgive(input).0))
    }

    /// Of the production that was being read, in this context. `forgivable` says whether the grammar accepts the input if its
    /// scheme is forgiven.
    pub(crate) fn at(
        grammar: Grammar,
        furthest: Furthest,
        input: &str,
        context: Context,
        forgivable: impl FnOnce() -> bool,
    ) -> Self {
        let kind = Kind::of(grammar, furthest, input, context, forgivable);
        Self { kind, offset: furthest.1.offset, diagnosis: OnceLock::new() }
    }

    fn diagnosis(&self) -> &Diagnosis {
        self.diagnosis.get_or_init(|| Box::new(self.kind.diagnosis()))
    }

    /// What it says, apart from the offset.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// let error = |url| Grammar::Rfc1738.parse(url).unwrap_err();
    /// assert_eq!(error("http://host/~me").kind(), error("http://www.host.dom/pub/~you").kind());
    /// assert_ne!(error("http://host/~me").kind(), error("http://host/^me").kind());
    /// ```
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The grammar that refused the input.
    pub fn grammar(&self) -> Grammar {
        self.kind.grammar
    }

    /// The production that was being read, by its name as the document prints it.
    pub fn production(&self) -> &'static str {
        self.kind.production.name()
    }

    /// Where the input was refused: a byte offset; the length of the input if it ended too early.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The character that was refused, or `None` at the end of the input.
    pub fn found(&self) -> Option<char> {
        self.kind.found
    }

    /// The smallest class of characters to which the document assigns the refused character, if it does.
    pub fn found_class(&self) -> Option<&'static str> {
        self.diagnosis().class
    }

    /// What could have stood there.
    pub fn expected(&self) -> &[Expected] {
        &self.diagnosis().next.expected
    }

    /// What would mend the input.
    pub fn advice(&self) -> Option<&Advice> {
        self.diagnosis().advice.as_ref()
    }

    /// The reason by its name, as a person would group refusals.
    pub fn reason(&self) -> Reason {
        Reason::of(self.kind.context, self.found(), self.advice(), self.diagnosis().completion())
    }

    /// The message without the grammar's name.
    pub fn message(&self) -> impl fmt::Display + '_ {
        self.message_at(shown(move |f| write!(f, "byte {}", self.offset)))
    }

    /// The message without the grammar's name, with other words for the place.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// let error = Grammar::Rfc1738.parse("http://host/ path").unwrap_err();
    /// assert!(error.message_at("line 3, column 13").to_string().starts_with("`httpurl` refuses ' ' at line 3, column 13: "));
    /// ```
    pub fn message_at<'a>(&'a self, place: impl fmt::Display + 'a) -> impl fmt::Display + 'a {
        shown(move |f| {
            write!(f, "`{}` refuses ", self.production())?;
            match self.found() {
                Some(found) => write!(f, "{}", character(found))?,
                None => f.write_str("the end")?,
            }
            write!(f, " at {place}")?;
            let scheme = matches!(
                self.advice(),
                Some(Advice::UnknownScheme(_) | Advice::SchemeCase { .. } | Advice::Prefix { .. })
            );
            if !scheme {
                self.write_expected(f)?;
            }
            match self.advice() {
                None => Ok(()),
                Some(_) if scheme => write!(f, ": {}", self.advice_text()),
                Some(_) => write!(f, "; {}", self.advice_text()),
            }
        })
    }

    /// What would mend the input, in words; nothing where nothing is known.
    pub fn advice_text(&self) -> impl fmt::Display + '_ {
        shown(move |f| match (self.advice(), self.found()) {
            (None, _) => Ok(()),
            (Some(Advice::Escape { escape, class, delimits }), Some(found)) => {
                let found = character(found);
                match (class, delimits) {
                    (_, true) => write!(f, "{found} as data is written {escape}"),
                    (Some(class), false) => write!(f, "{found} is `{class}`: write {escape}"),
                    (None, false) => write!(f, "{found} is written {escape}"),
                }
            }
            (Some(Advice::Escape { escape, .. }), None) => write!(f, "write {escape}"),
            (Some(Advice::Percent), _) => f.write_str("a percent sign that begins no escape is written %25"),
            (Some(Advice::Complete(text)), _) => write!(f, "`{text}` would complete it"),
            (Some(Advice::Generic(production)), _) => write!(f, "`{production}` takes it"),
            (Some(Advice::UnknownScheme(scheme)), _) => write!(f, "`{scheme}` is no scheme of this grammar"),
            (Some(Advice::SchemeCase { .. }), _) => f.write_str("the scheme is written in capital letters"),
            (Some(Advice::Prefix { .. }), _) => f.write_str("a prefix `URL:` stands before the URL"),
            (Some(Advice::NoPort), _) => f.write_str("this grammar has no ports"),
            (Some(Advice::Fragment), _) => f.write_str("a fragment is no part of a URL in this grammar"),
        })
    }

    /// A production, and the characters that it may begin with in parentheses; or either alone.
    fn write_expected(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (productions, rest): (Vec<_>, Vec<_>) =
            self.expected().iter().partition(|expected| matches!(expected, Expected::Production(_)));
        let list = |f: &mut fmt::Formatter<'_>, all: &[&Expected]| {
            all.iter().enumerate().try_for_each(|(i, expected)| match i {
                0 => write!(f, "{expected}"),
                _ if i + 1 == all.len() => write!(f, " or {expected}"),
                _ => write!(f, ", {expected}"),
            })
        };
        if !self.expected().is_empty() {
            f.write_str(": expected ")?;
        }
        list(f, &productions)?;
        match (productions.is_empty(), rest.as_slice()) {
            (_, []) | (false, [Expected::Class("digit")]) => Ok(()),
            (true, rest) => list(f, rest),
            (false, rest) => {
                f.write_str(" (")?;
                list(f, rest)?;
                f.write_str(")")
            }
        }
    }

    /// The message for people: the input on a line of its own, with a caret below the refused character.
    ///
    /// `input` is the text that was parsed. A long one is shown in part, and what does not print is shown as `?`.
    pub fn report<'a>(&'a self, input: &'a str) -> impl fmt::Display + 'a {
        /// How many characters are shown on either side of the caret.
        const REACH: usize = 60;
        shown(move |f| {
            let (before, after) = input.split_at_checked(self.offset).unwrap_or((input, ""));
            let start = before.char_indices().rev().nth(REACH - 1).map_or(0, |(at, _)| at);
            let end = after.char_indices().nth(REACH).map_or(after.len(), |(at, _)| at);
            let plain =
                |text: &str| -> String { text.chars().map(|c| if is_invisible(c) { '?' } else { c }).collect() };
            let lead = if start > 0 { "..." } else { "" };
            let tail = if end < after.len() { "..." } else { "" };
            let before = plain(&before[start..]);
            writeln!(f, "{self}")?;
            writeln!(f, "  | {lead}{before}{}{tail}", plain(&after[..end]))?;
            write!(f, "  | {:1$}^", "", lead.len() + before.chars().count())
        })
    }
}

/// A character in a message.
fn character(c: char) -> impl fmt::Display {
    shown(move |f| match c {
        ' ' => f.write_str("' '"),
        c if is_invisible(c) => write!(f, "'{}'", c.escape_default()),
        c => write!(f, "`{c}`"),
    })
}

/// An object with `grammar`, `production`, `reason`, `offset`, `found`, `class`, `expected`, `advice` and `message`. What is not
/// there is `null`: `found` at the end of the input.
#[cfg(feature = "serde")]
impl serde::Serialize for Error {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut object = serializer.serialize_struct("refusal", 9)?;
        object.serialize_field("grammar", self.grammar().id())?;
        object.serialize_field("production", self.production())?;
        object.serialize_field("reason", self.reason().name())?;
        object.serialize_field("offset", &self.offset)?;
        object.serialize_field("found", &self.found())?;
        object.serialize_field("class", &self.found_class())?;
        let expected: Vec<String> = self.expected().iter().map(ToString::to_string).collect();
        object.serialize_field("expected", &expected)?;
        object.serialize_field("advice", &self.advice().map(|_| self.advice_text().to_string()))?;
        object.serialize_field("message", &self.message().to_string())?;
        object.end()
    }
}
