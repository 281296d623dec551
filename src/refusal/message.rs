//! The messages of refusals.

use std::fmt;

use crate::base::visible::{is_invisible, shown, shown_character};
use crate::refusal::diagnose::Advice;
use crate::refusal::expected::Expected;
use crate::refusal::reason::Reason;

/// The content of a refusal's message.
pub(crate) struct Message<'a> {
    /// The production that was being read.
    pub production: &'a str,
    /// The refused character, or `None` at the end of the input.
    pub refused: Option<char>,
    pub expected: &'a [Expected<'a>],
    pub advice: Option<&'a Advice<'a>>,
}

/// What a message says to people who do not know the document.
pub(crate) struct PlainRefusal<'a> {
    pub document: &'a str,
    pub reason: Reason,
    pub offset: usize,
}

impl Message<'_> {
    /// Writes the message, with the place of the refusal.
    pub fn write(&self, f: &mut fmt::Formatter<'_>, place: &dyn fmt::Display) -> fmt::Result {
        write!(f, "`{}` refuses ", self.production)?;
        match self.refused {
            // A character beyond US-ASCII may look like another.
            Some(refused) if !refused.is_ascii() && !is_invisible(refused) => {
                write!(f, "{} (U+{:04X})", shown_character(refused), u32::from(refused))?;
            }
            Some(refused) => write!(f, "{}", shown_character(refused))?,
            None => f.write_str("the end")?,
        }
        write!(f, " at {place}")?;
        let concerns_scheme = matches!(
            self.advice,
            Some(
                Advice::UnknownScheme(_)
                    | Advice::NoSuchScheme
                    | Advice::OtherScheme(_)
                    | Advice::SchemeCase { .. }
                    | Advice::Prefix { .. }
            )
        );
        if !concerns_scheme && !self.expected.is_empty() {
            write!(f, ": expected {}", expected_words(self.expected))?;
        }
        if self.advice.is_some() {
            f.write_str(if concerns_scheme { ": " } else { "; " })?;
            self.write_advice(f)?;
        }
        Ok(())
    }

    /// Writes the message for people who do not know the document: what is wrong, and the advice,
    /// without names of productions.
    pub fn write_plain(&self, f: &mut fmt::Formatter<'_>, plain: PlainRefusal<'_>) -> fmt::Result {
        let PlainRefusal { document, reason, offset } = plain;
        match (self.advice, self.refused) {
            // The character is the first of the host.
            (Some(Advice::NoDomain { .. }), _) => write!(f, "the host is no domain, at byte {offset} ({document})")?,
            (Some(Advice::OtherScheme(scheme)), _) => {
                write!(f, "the scheme is not `{scheme}`, at byte {offset} ({document})")?;
            }
            (_, Some(refused)) if reason.concerns_character() => {
                write!(f, "{} is not allowed there, at byte {offset} ({document})", shown_character(refused))?;
            }
            _ => write!(f, "{}, at byte {offset} ({document})", reason.text())?,
        }
        match self.advice {
            None | Some(Advice::Generic(_) | Advice::NoSuchScheme | Advice::OtherScheme(_)) => Ok(()),
            Some(Advice::Escape { escape, .. }) => write!(f, ": write {escape}"),
            // Any other letter or digit would do as well.
            Some(Advice::Complete(text)) if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) => Ok(()),
            Some(Advice::SchemeCase { .. }) => f.write_str(": write it in small letters"),
            Some(Advice::Prefix { .. }) => f.write_str(": remove it"),
            Some(_) => {
                f.write_str(": ")?;
                self.write_advice(f)
            }
        }
    }

    /// Writes the advice, if there is any.
    pub fn write_advice(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.advice, self.refused) {
            (None, _) => Ok(()),
            (Some(Advice::Escape { escape, class, delimits }), Some(refused)) => {
                let refused = shown_character(refused);
                match (class, delimits) {
                    (_, true) => write!(f, "{refused} as data is written {escape}"),
                    (Some(class), false) => write!(f, "{refused} is `{class}`: write {escape}"),
                    (None, false) => write!(f, "{refused} is written {escape}"),
                }
            }
            (Some(Advice::Escape { escape, .. }), None) => write!(f, "write {escape}"),
            (Some(Advice::Percent), _) => f.write_str("write %25 for a percent sign that does not begin an escape"),
            (Some(Advice::Complete(text)), _) => write!(f, "`{text}` would complete it"),
            (Some(Advice::Generic(production)), _) => write!(f, "`{production}` accepts it"),
            (Some(Advice::UnknownScheme(scheme)), _) => write!(f, "this grammar has no scheme `{scheme}`"),
            (Some(Advice::OtherScheme(scheme)), _) => write!(f, "its scheme is `{scheme}`"),
            (Some(Advice::NoSuchScheme), _) => f.write_str("this grammar has no such scheme"),
            (Some(Advice::SchemeCase { .. }), _) => f.write_str("the scheme is written in capital letters"),
            (Some(Advice::Prefix { .. }), _) => f.write_str("the URL has a prefix `URL:`"),
            (Some(Advice::NoPort), _) => f.write_str("this grammar has no ports"),
            (Some(Advice::NotPort), _) => f.write_str("a port has only digits, and `@` follows user and password"),
            (Some(Advice::FirstSegment), _) => f.write_str("write `./` in front of a path, or `//` in front of a host"),
            (Some(Advice::Zone), _) => f.write_str(
                "RFC 6874 defines zones after addresses, and this grammar does not: write the address without its zone",
            ),
            (Some(Advice::NoDomain { strict: false }), _) => {
                f.write_str("Unicode's IDNA processing makes neither a domain nor an address of this host")
            }
            (Some(Advice::NoDomain { strict: true }), _) => {
                f.write_str("Unicode's IDNA processing, when it is strict, makes no domain of this host")
            }
            (Some(Advice::Fragment), _) => f.write_str("URLs of this grammar have no fragment"),
        }
    }
}

/// The expected productions, with the characters that they may begin with in parentheses; or either
/// alone.
pub(crate) fn expected_words<'e>(expected: &'e [Expected<'e>]) -> impl fmt::Display + 'e {
    shown(move |f| {
        let (productions, characters): (Vec<_>, Vec<_>) =
            expected.iter().partition(|expected| matches!(expected, Expected::Production(_)));
        write_alternatives(f, &productions)?;
        match (productions.is_empty(), characters.as_slice()) {
            (_, []) | (false, [Expected::Class("digit")]) => Ok(()),
            (true, characters) => write_alternatives(f, characters),
            (false, characters) => {
                f.write_str(" (")?;
                write_alternatives(f, characters)?;
                f.write_str(")")
            }
        }
    })
}

/// Writes `a, b or c`; of very many items only some.
fn write_alternatives(f: &mut fmt::Formatter<'_>, items: &[&Expected<'_>]) -> fmt::Result {
    /// The greatest number of items that are listed.
    const MOST: usize = 40;
    let (listed, others) = items.split_at(items.len().min(MOST));
    listed.iter().enumerate().try_for_each(|(index, item)| match index {
        0 => write!(f, "{item}"),
        _ if index + 1 == items.len() => write!(f, " or {item}"),
        _ => write!(f, ", {item}"),
    })?;
    if others.is_empty() { Ok(()) } else { write!(f, " or {} more", others.len()) }
}
