//! The record of a refusal: one list of members, from which JSON, tables and other languages are
//! derived.

use std::borrow::Cow;
use std::fmt;

use crate::grammar::Grammar;
use crate::refusal::error::{Error, NotUtf8};
use crate::refusal::reason::Reason;

/// The content of a member of a [`Refusal`].
///
/// ```
/// use uri_lineage::{Grammar, Member, Refusal};
///
/// let refusal = Refusal::from(&Grammar::Rfc1738.parse("http://host:8o80/").unwrap_err());
/// let members: Vec<Member> = refusal.members().collect();
/// assert_eq!(members[3], Member::Offset(13));
/// assert_eq!(members[6].to_string(), "`digit`; `/`; the end");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Member<'r> {
    /// Text, if present.
    Text(Option<Cow<'r, str>>),
    /// A sentence in which the offset may occur.
    Message(&'r str),
    /// An offset in bytes.
    Offset(usize),
    /// Several texts.
    List(&'r [String]),
}

/// The text for a cell of a table: empty if absent, a list with semicolons in between.
impl fmt::Display for Member<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text.as_deref().unwrap_or_default()),
            Self::Message(message) => f.write_str(message),
            Self::Offset(offset) => offset.fmt(f),
            Self::List(texts) => texts.iter().enumerate().try_for_each(|(index, text)| {
                f.write_str(if index > 0 { "; " } else { "" })?;
                f.write_str(text)
            }),
        }
    }
}

/// Types of members.
trait MemberContent {
    fn member(&self) -> Member<'_>;
}

impl MemberContent for usize {
    fn member(&self) -> Member<'_> {
        Member::Offset(*self)
    }
}

impl MemberContent for String {
    fn member(&self) -> Member<'_> {
        Member::Message(self)
    }
}

impl MemberContent for Vec<String> {
    fn member(&self) -> Member<'_> {
        Member::List(self)
    }
}

/// Implements [`Content`] for types that are a text, or may be.
macro_rules! texts {
    ($($type:ty, $value:ident => $text:expr;)*) => {$(
        impl MemberContent for $type {
            fn member(&self) -> Member<'_> {
                let $value = self;
                Member::Text($text)
            }
        }
    )*};
}

texts! {
    Reason, reason => Some(reason.name().into());
    Cow<'static, str>, text => Some((&**text).into());
    Option<Cow<'static, str>>, text => text.as_deref().map(Into::into);
    Option<char>, character => character.map(|character| character.to_string().into());
    Option<String>, text => text.as_ref().map(Into::into);
}

/// Defines the record from one row per member: its description, its name and its type.
macro_rules! record {
    ($(#[$about:meta])* $record:ident { $($(#[doc = $line:literal])+ $member:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct $record {
            $(
                $(#[doc = $line])+
                pub $member: $type,
            )*
        }

        impl $record {
            /// The names of the members, each with its description, in order.
            pub const MEMBERS: &[(&str, &str)] = &[$((stringify!($member), concat!($($line),+).trim_ascii())),*];

            /// The members, in the order of [`MEMBERS`](Self::MEMBERS).
            pub fn members(&self) -> impl Iterator<Item = Member<'_>> {
                [$(self.$member.member()),*].into_iter()
            }
        }
    };
}

record! {
    /// Why a grammar refuses a URL, as a record: the contents of an [`Error`], in plain values.
    ///
    /// JSON, the rows of tables, and the Python package are all derived from the members of this
    /// struct.
    ///
    /// ```
    /// use uri_lineage::{Grammar, Refusal};
    ///
    /// let refusal = Refusal::from(&Grammar::Rfc1738.parse("http://host/~me").unwrap_err());
    /// assert_eq!((refusal.offset, refusal.found, refusal.class.as_deref()), (12, Some('~'), Some("national")));
    /// let row: Vec<String> = refusal.members().map(|member| member.to_string()).collect();
    /// assert_eq!(row[..4], ["rfc1738", "httpurl", "national-character", "12"]);
    /// assert_eq!(Refusal::MEMBERS[2].0, "reason");
    /// ```
    Refusal {
        /// The grammar that refuses the URL: its id, or the name of a file.
        grammar: Cow<'static, str>,
        /// The production that was being matched.
        production: Cow<'static, str>,
        /// The name of the reason.
        reason: Reason,
        /// The offset of the refusal in the URL, in bytes: the end of the longest prefix with which
        /// an accepted URL can begin.
        offset: usize,
        /// The character at the offset; absent at the end of the URL, and if it is not text.
        found: Option<char>,
        /// The document's name for the class of that character; absent if it has none.
        class: Option<Cow<'static, str>>,
        /// The expected input at the offset: names of the document's classes, characters in
        /// backquotes, `the end`.
        expected: Vec<String>,
        /// Advice how to correct the URL; absent if the error has none.
        advice: Option<String>,
        /// The refusal as a sentence.
        message: String,
    }
}

impl From<&Error> for Refusal {
    fn from(error: &Error) -> Self {
        Self::at(error, error.offset())
    }
}

impl Refusal {
    /// The record of a refusal at another offset, in bytes: for a URL that is part of a longer
    /// input.
    pub fn at(error: &Error, offset: usize) -> Self {
        Self {
            grammar: error.grammar().id().into(),
            production: error.production().into(),
            reason: error.reason(),
            offset,
            found: error.found(),
            class: error.found_class().map(Into::into),
            expected: error.expected().iter().map(ToString::to_string).collect(),
            advice: error.advice().map(|_| error.advice_text().to_string()),
            message: error.message_at(format_args!("byte {offset}")).to_string(),
        }
    }

    /// The record for bytes that are not UTF-8, which every grammar refuses.
    pub fn not_utf8(grammar: Grammar, error: NotUtf8) -> Self {
        let production = grammar.entry_productions().first().copied().unwrap_or_default();
        Self::from_not_utf8(grammar.id().into(), production.into(), error)
    }

    /// The record for bytes that are not UTF-8, which a production refuses.
    pub(crate) fn from_not_utf8(grammar: Cow<'static, str>, production: Cow<'static, str>, error: NotUtf8) -> Self {
        Self {
            grammar,
            production,
            reason: Reason::NonAscii,
            offset: error.offset,
            found: None,
            class: None,
            expected: Vec::new(),
            advice: None,
            message: error.to_string(),
        }
    }
}

/// Serializes the [record](Refusal) of the refusal.
#[cfg(feature = "serde")]
impl serde::Serialize for Error {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Refusal::from(self).serialize(serializer)
    }
}

/// The schema of the [record](Refusal).
#[cfg(feature = "schema")]
impl schemars::JsonSchema for Error {
    fn schema_name() -> Cow<'static, str> {
        Refusal::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Refusal::json_schema(generator)
    }
}
