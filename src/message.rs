//! The messages of refusals.

use std::fmt;

use crate::language::diagnose::Advice;
use crate::language::expected::Expected;
use crate::visible::{is_invisible, shown, shown_character};

/// The content of a refusal's message.
pub(crate) struct Message<'a> {
    /// The production that was being read.
    pub production: &'a str,
    /// The refused character, or `None` at the end of the input.
    pub found: Option<char>,
    pub expected: &'a [Expected<'a>],
    pub advice: Option<&'a Advice<'a>>,
}

impl Message<'_> {
    /// Writes the message, with the place of the refusal.
    pub fn write(&self, f: &mut fmt::Formatter<'_>, place: &dyn fmt::Display) -> fmt::Result {
        write!(f, "`{}` refuses ", self.production)?;
        match self.found {
            // A character beyond US-ASCII may look like another.
            Some(found) if !found.is_ascii() && !is_invisible(found) => {
                write!(f, "{} (U+{:04X})", shown_character(found), u32::from(found))?;
            }
            Some(found) => write!(f, "{}", shown_character(found))?,
            None => f.write_str("the end")?,
        }
        write!(f, " at {place}")?;
        let scheme =
            matches!(self.advice, Some(Advice::UnknownScheme(_) | Advice::SchemeCase { .. } | Advice::Prefix { .. }));
        if !scheme && !self.expected.is_empty() {
            write!(f, ": expected {}", expected_words(self.expected))?;
        }
        if self.advice.is_some() {
            f.write_str(if scheme { ": " } else { "; " })?;
            self.write_advice(f)?;
        }
        Ok(())
    }

    /// Writes the advice, if there is any.
    pub fn write_advice(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.advice, self.found) {
            (None, _) => Ok(()),
            (Some(Advice::Escape { escape, class, delimits }), Some(found)) => {
                let found = shown_character(found);
                match (class, delimits) {
                    (_, true) => write!(f, "{found} as data is written {escape}"),
                    (Some(class), false) => write!(f, "{found} is `{class}`: write {escape}"),
                    (None, false) => write!(f, "{found} is written {escape}"),
                }
            }
            (Some(Advice::Escape { escape, .. }), None) => write!(f, "write {escape}"),
            (Some(Advice::Percent), _) => f.write_str("write %25 for a percent sign that does not begin an escape"),
            (Some(Advice::Complete(text)), _) => write!(f, "`{text}` would complete it"),
            (Some(Advice::Generic(production)), _) => write!(f, "`{production}` accepts it"),
            (Some(Advice::UnknownScheme(scheme)), _) => write!(f, "this grammar has no scheme `{scheme}`"),
            (Some(Advice::SchemeCase { .. }), _) => f.write_str("the scheme is written in capital letters"),
            (Some(Advice::Prefix { .. }), _) => f.write_str("the URL has a prefix `URL:`"),
            (Some(Advice::NoPort), _) => f.write_str("this grammar has no ports"),
            (Some(Advice::NotPort), _) => f.write_str("a port has only digits, and `@` follows user and password"),
            (Some(Advice::Fragment), _) => f.write_str("URLs of this grammar have no fragment"),
        }
    }
}

/// An input on a line of its own, and a caret below the character at an offset. A long input is
/// truncated.
pub(crate) fn caret(input: &str, offset: usize) -> impl fmt::Display + '_ {
    /// How many characters are shown on either side of the caret.
    const REACH: usize = 60;
    shown(move |f| {
        let (before, after) = input.split_at_checked(offset).unwrap_or((input, ""));
        let start = before.char_indices().rev().nth(REACH - 1).map_or(0, |(at, _)| at);
        let end = after.char_indices().nth(REACH).map_or(after.len(), |(at, _)| at);
        let plain = |text: &str| -> String { text.chars().map(|c| if is_invisible(c) { '?' } else { c }).collect() };
        let lead = if start > 0 { "..." } else { "" };
        let tail = if end < after.len() { "..." } else { "" };
        let before = plain(&before[start..]);
        writeln!(f, "  | {lead}{before}{}{tail}", plain(&after[..end]))?;
        write!(f, "  | {:1$}^", "", lead.len() + before.chars().count())
    })
}

/// The expected productions, with the characters that they may begin with in parentheses; or either
/// alone.
pub(crate) fn expected_words<'e>(expected: &'e [Expected<'e>]) -> impl fmt::Display + 'e {
    shown(move |f| {
        let (productions, rest): (Vec<_>, Vec<_>) =
            expected.iter().partition(|expected| matches!(expected, Expected::Production(_)));
        let list = |f: &mut fmt::Formatter<'_>, all: &[&Expected<'_>]| {
            all.iter().enumerate().try_for_each(|(i, expected)| match i {
                0 => write!(f, "{expected}"),
                _ if i + 1 == all.len() => write!(f, " or {expected}"),
                _ => write!(f, ", {expected}"),
            })
        };
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
    })
}
