//! Named reasons: the words that a person would use for the fault of an input.
//!
//! A reason depends on the state in which a production stopped matching, which the preceding text also determines, and on the
//! character at that offset.

use std::fmt;

use crate::context::{Context, Escape, Scheme};
use crate::grammar::Grammar;
use crate::language::diagnose::Advice;
use crate::site::Site;

/// A row for each reason: the variant, its name, its meaning, and the topic in whose sections the document treats it.
macro_rules! reasons {
    ($($variant:ident $name:literal $text:literal $topic:ident;)*) => {
        /// Why an input is refused, as a person would group refusals. Each reason has a stable name in kebab case.
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
                let topics = &grammar.facts().topics;
                match self {
                    $(Self::$variant => topics.$topic,)*
                }
            }
        }
    };
}

reasons! {
    NoScheme "no-scheme" "no scheme and colon stand at the beginning" scheme;
    UnknownScheme "unknown-scheme" "the grammar has no production for the scheme" schemes;
    SchemeCase "scheme-case" "the scheme has capital letters" scheme;
    UrlPrefix "url-prefix" "`URL:` stands before the URL" prefix;
    Fragment "fragment" "a fragment is no part of a URL there" fragment;
    Space "space" "a space stands where none may stand" prohibited;
    Control "control" "a control character stands in it" prohibited;
    NonAscii "non-ascii" "a character or byte stands in it that is not US-ASCII" ascii;
    BrokenEscape "broken-escape" "two hexadecimal digits do not follow a percent sign" escape;
    NationalCharacter "national-character" "one of `{` `}` `|` `\\` `^` `~` `[` `]` and the grave accent stands in it" excluded;
    DelimiterCharacter "delimiter-character" "one of `<` `>` and the double quote stands in it" excluded;
    EmptyHost "empty-host" "a host is missing" host;
    Host "host" "a character stands in the site that no host may hold" name;
    Bracket "bracket" "a bracket in the site is not closed, or holds no address" host;
    Port "port" "a port is no number, or has no place there" host;
    MissingPath "missing-path" "the URL ends after the site, where a path has to follow" path;
    Incomplete "incomplete" "the URL ends too early" whole;
    ReservedCharacter "reserved-character" "a reserved character stands where it delimits nothing" reserved;
    UnexpectedCharacter "unexpected-character" "another character stands there than the grammar accepts" other;
}

impl Reason {
    /// The reason for a refusal, from its context, the refused character (`None` at the end), the advice, and the text that
    /// would complete the input.
    pub(crate) fn of(context: Context, found: Option<char>, advice: Option<&Advice>, completion: Option<&str>) -> Self {
        match advice {
            Some(Advice::UnknownScheme(_)) => return Self::UnknownScheme,
            Some(Advice::SchemeCase { .. }) => return Self::SchemeCase,
            Some(Advice::Prefix { .. }) => return Self::UrlPrefix,
            Some(Advice::Fragment) => return Self::Fragment,
            Some(Advice::NoPort) => return Self::Port,
            _ => {}
        }
        let path = || completion.is_some_and(|text| text.starts_with('/'));
        match found {
            Some(c) if !c.is_ascii() => Self::NonAscii,
            Some(c) if c.is_ascii_control() => Self::Control,
            Some(' ') => Self::Space,
            _ if context.escape != Escape::Outside => Self::BrokenEscape,
            _ if context.site == Site::Bracket => Self::Bracket,
            Some('{' | '}' | '|' | '\\' | '^' | '~' | '[' | ']' | '`') => Self::NationalCharacter,
            Some('<' | '>' | '"') => Self::DelimiterCharacter,
            Some('#') => Self::Fragment,
            None if context.site != Site::Outside && path() => Self::MissingPath,
            None | Some('/' | '?' | ':') if context.site == Site::Empty => Self::EmptyHost,
            _ if matches!(context.site, Site::Port | Site::NoPort) => Self::Port,
            Some(_) if context.site != Site::Outside => Self::Host,
            _ if context.site == Site::Outside && context.scheme != Scheme::Read => Self::NoScheme,
            None => Self::Incomplete,
            Some(';' | '/' | '?' | ':' | '@' | '=' | '&' | '+') => Self::ReservedCharacter,
            Some(_) => Self::UnexpectedCharacter,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text is not the name of a reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no reason is named `{}`", crate::visible::visible(.0))]
pub struct UnknownReason(String);

impl std::str::FromStr for Reason {
    type Err = UnknownReason;

    fn from_str(name: &str) -> Result<Self, UnknownReason> {
        Self::ALL.iter().copied().find(|reason| reason.name() == name).ok_or_else(|| UnknownReason(name.to_owned()))
    }
}
