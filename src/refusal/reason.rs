//! Named reasons: the words that a person would use for the fault of an input.
//!
//! A reason depends on the state in which a production stopped matching, which the preceding text
//! also determines, and on the character at that offset.

use std::fmt;

use regular_bnf::{UnknownName, find_by_name};

use crate::base::authority::AuthorityState;
use crate::grammar::Grammar;
use crate::refusal::context::{Context, EscapePosition, SchemeProgress};
use crate::refusal::diagnose::Advice;
use crate::refusal::diagnose::{SchemeFault, delimiter_advice, may_be_password};
use crate::refusal::forgive::Forgiven;

/// A row for each reason: the variant, its name, its meaning, and the topic in whose sections the
/// document treats it.
macro_rules! reasons {
    ($($variant:ident $name:literal $text:literal $topic:ident;)*) => {
        /// Why an input is refused, as a person would group refusals. Each reason has a stable name
        /// in kebab case.
        ///
        /// ```
        /// use uri_lineage::{Grammar, Reason};
        ///
        /// let reason = |url| Grammar::Rfc1738.parse(url).unwrap_err().reason();
        /// assert_eq!(reason("http://host/a b"), Reason::Space);
        /// assert_eq!(reason("HTTP://host/").to_string(), "scheme-case");
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Reason {
            $(
                #[doc = concat!("`", $name, "`: ", $text, ".")]
                $variant,
            )*
        }

        impl Reason {
            /// All reasons.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name of this reason.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The meaning, in a few words.
            pub fn text(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }

            /// The section of the grammar's document that concerns this reason.
            pub fn section(self, grammar: Grammar) -> &'static str {
                let reason_sections = &grammar.facts().reason_sections;
                match self {
                    $(Self::$variant => reason_sections.$topic,)*
                }
            }
        }
    };
}

reasons! {
    NoScheme "no-scheme" "the input does not begin with a scheme and a colon" scheme;
    UnknownScheme "unknown-scheme" "the grammar has no production for the scheme" schemes;
    SchemeCase "scheme-case" "the scheme has capital letters" scheme;
    UrlPrefix "url-prefix" "the URL has a prefix `URL:`" prefix;
    Fragment "fragment" "it contains a `#` that the grammar does not accept there" fragment;
    Space "space" "it contains a space that the grammar does not allow" prohibited;
    Control "control" "it contains a control character" prohibited;
    NonAscii "non-ascii" "it contains a character or byte that is not US-ASCII" ascii;
    BrokenEscape "broken-escape" "two hexadecimal digits must follow a percent sign" escape;
    NationalCharacter "national-character" "it contains one of `{` `}` `|` `\\` `^` `~` `[` `]` or the grave accent" excluded;
    DelimiterCharacter "delimiter-character" "it contains one of `<` `>` or the double quote" excluded;
    EmptyHost "empty-host" "a host is missing" host;
    Host "host" "a host may not contain this character, or is no domain" name;
    Bracket "bracket" "a bracket in the authority is not closed, or does not contain an address" host;
    Port "port" "the port is not a number, or not allowed here" host;
    MissingPath "missing-path" "the URL ends after the host, where a path must follow" path;
    Incomplete "incomplete" "the URL ends too early" whole;
    ReservedCharacter "reserved-character" "it contains a reserved character where the character delimits nothing" reserved;
    UnexpectedCharacter "unexpected-character" "it contains another character that the grammar does not accept there" other;
}

impl Reason {
    /// The reason for a refusal, from its context, the refused character (`None` at the end), the
    /// advice, and the text that would complete the input.
    pub(crate) fn from_refusal(
        context: Context,
        refused: Option<char>,
        advice: Option<&Advice<'_>>,
        completion: Option<&str>,
    ) -> Self {
        match advice {
            Some(Advice::UnknownScheme(_) | Advice::NoSuchScheme | Advice::OtherScheme(_)) => {
                return Self::UnknownScheme;
            }
            Some(Advice::SchemeCase { .. }) => return Self::SchemeCase,
            Some(Advice::Prefix { .. }) => return Self::UrlPrefix,
            Some(Advice::Fragment) => return Self::Fragment,
            Some(Advice::NoPort | Advice::NotPort) => return Self::Port,
            Some(Advice::NoDomain { .. }) => return Self::Host,
            _ => {}
        }
        let needs_path = completion.is_some_and(|text| text.starts_with('/'));
        match refused {
            Some(c) if !c.is_ascii() => Self::NonAscii,
            Some(c) if c.is_ascii_control() => Self::Control,
            Some(' ') => Self::Space,
            _ if context.escape != EscapePosition::Outside => Self::BrokenEscape,
            _ if context.authority == AuthorityState::Bracket => Self::Bracket,
            Some('{' | '}' | '|' | '\\' | '^' | '~' | '[' | ']' | '`') => Self::NationalCharacter,
            Some('<' | '>' | '"') => Self::DelimiterCharacter,
            Some('#') => Self::Fragment,
            None if context.authority != AuthorityState::Outside && needs_path => Self::MissingPath,
            None | Some('/' | '?' | ':') if context.authority == AuthorityState::Empty => Self::EmptyHost,
            _ if matches!(context.authority, AuthorityState::Port | AuthorityState::NoPort) => Self::Port,
            Some(_) if context.authority != AuthorityState::Outside => Self::Host,
            _ if context.authority == AuthorityState::Outside && context.scheme != SchemeProgress::Read => {
                Self::NoScheme
            }
            None => Self::Incomplete,
            Some(';' | '/' | '?' | ':' | '@' | '=' | '&' | '+') => Self::ReservedCharacter,
            Some(_) => Self::UnexpectedCharacter,
        }
    }
}

impl Reason {
    /// The reason for which a grammar refuses a character (`None` at the end) in this context;
    /// `slash` tells whether a slash could follow there. `None` if the reason also depends on the
    /// production that was being read, or on the whole input.
    pub(crate) fn at_place(grammar: Grammar, context: Context, refused: Option<char>, slash: bool) -> Option<Self> {
        // In a scheme no alternative has been read for which the general syntax could accept the
        // input.
        match SchemeFault::new(grammar, context) {
            Some(SchemeFault::Forgiven(Forgiven::Prefix)) => return Some(Self::UrlPrefix),
            Some(SchemeFault::Forgiven(Forgiven::SchemeCase)) => return Some(Self::SchemeCase),
            Some(SchemeFault::Unknown) => return Some(Self::UnknownScheme),
            None => {}
        }
        let delimiter = delimiter_advice(grammar, context, refused);
        let reason = Self::from_refusal(context, refused, delimiter.as_ref(), None);
        // The production and the whole input may lead to other reasons.
        let with_path = slash.then(|| Self::from_refusal(context, refused, delimiter.as_ref(), Some("/")));
        let general = grammar.facts().general_syntax.map(Advice::Generic);
        let with_general = general.map(|advice| Self::from_refusal(context, refused, Some(&advice), None));
        let not_port = may_be_password(context, refused).then_some(Advice::NotPort);
        let with_port = not_port
            .map(|advice| Self::from_refusal(context, refused, Some(delimiter.as_ref().unwrap_or(&advice)), None));
        [with_path, with_general, with_port].into_iter().flatten().all(|other| other == reason).then_some(reason)
    }
}

impl Reason {
    /// Whether the fault is a character in a place where the document does not allow it.
    pub(crate) fn concerns_character(self) -> bool {
        matches!(
            self,
            Self::Fragment
                | Self::Space
                | Self::Control
                | Self::NonAscii
                | Self::NationalCharacter
                | Self::DelimiterCharacter
                | Self::Host
                | Self::ReservedCharacter
                | Self::UnexpectedCharacter
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Serializes as the name.
#[cfg(feature = "serde")]
impl serde::Serialize for Reason {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// All names, each with its meaning.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for Reason {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Reason".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let reasons = Self::ALL
            .iter()
            .map(|reason| schemars::json_schema!({ "const": reason.name(), "description": reason.text() }));
        schemars::json_schema!({
            "description": "A reason for a refusal, by name.",
            "oneOf": reasons.collect::<Vec<_>>(),
        })
    }
}

impl std::str::FromStr for Reason {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        find_by_name("reason", name, Self::ALL.iter().copied(), Self::name)
    }
}
