//! Expressions as text, for messages.

use std::fmt;

use super::expr::Expr;
use super::notation::Notation;
use crate::characters::is_invisible;

impl Expr {
    /// Its text for messages: in ABNF, or for all other notations in that of RFC 822, with numbers as
    /// in ABNF for what people cannot see.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Notation};
    ///
    /// let bnf = Bnf::read_as("x = *( \"a-\" / %x41-5A )\n", Notation::Abnf)?;
    /// let body = bnf.productions()[0].body.clone()?;
    /// assert_eq!(body.to_text(Notation::Abnf), "*( \"a-\" / %x41-5A )");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_text(&self, notation: Notation) -> String {
        WrittenExpr { expr: self, is_abnf: notation.is_abnf() }.to_string()
    }
}

/// An expression in ABNF, or in the notation of RFC 822.
struct WrittenExpr<'e> {
    expr: &'e Expr,
    is_abnf: bool,
}

impl fmt::Display for WrittenExpr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expr, is_abnf } = *self;
        let written = |expr| WrittenExpr { expr, is_abnf };
        if let Some(text) = caseless_text(expr).filter(|_| is_abnf) {
            return write!(f, "\"{text}\"");
        }
        if let Some((first, last)) = range(expr).filter(|_| is_abnf) {
            return write!(f, "%x{:X}-{:X}", u32::from(first), u32::from(last));
        }
        match expr {
            Expr::Void => f.write_str("\"\""),
            Expr::Literal(text) if text.is_empty() => f.write_str("\"\""),
            Expr::Literal(text) => pieces(text, is_abnf).enumerate().try_for_each(|(at, (form, piece))| {
                if at > 0 {
                    f.write_str(" ")?;
                }
                match form {
                    CharacterForm::Visible if is_abnf && piece.bytes().any(|byte| byte.is_ascii_alphabetic()) => {
                        write!(f, "%s\"{piece}\"")
                    }
                    CharacterForm::Visible => write!(f, "\"{piece}\""),
                    CharacterForm::Mark if is_abnf => f.write_str("DQUOTE"),
                    CharacterForm::Mark => f.write_str("<\">"),
                    CharacterForm::Invisible => piece
                        .chars()
                        .enumerate()
                        .try_for_each(|(at, c)| write!(f, "{}{:02X}", if at == 0 { "%x" } else { "." }, u32::from(c))),
                }
            }),
            Expr::Range(first, last) => write!(f, "%x{:X}-{:X}", *first as u32, *last as u32),
            Expr::Name(name) => f.write_str(name),
            Expr::Undefined(prose) => write!(f, "<{prose}>"),
            Expr::Sequence(items) => write_list(f, items.iter().map(written), " "),
            Expr::Alternatives(alternatives) => {
                f.write_str("( ")?;
                write_list(f, alternatives.iter().map(written), if is_abnf { " / " } else { " | " })?;
                f.write_str(" )")
            }
            Expr::Repeat(0, Some(1), inner) => write!(f, "[ {} ]", written(inner)),
            Expr::Repeat(least, most, inner) => {
                if *least > 0 {
                    write!(f, "{least}")?;
                }
                f.write_str("*")?;
                if let Some(most) = most {
                    write!(f, "{most}")?;
                }
                let inner_text = written(inner);
                // Alternatives have brackets already.
                match &**inner {
                    _ if is_abnf && (caseless_text(inner).is_some() || range(inner).is_some()) => {
                        write!(f, "{inner_text}")
                    }
                    Expr::Literal(text) if pieces(text, is_abnf).nth(1).is_some() => write!(f, "({inner_text})"),
                    Expr::Name(_) | Expr::Literal(_) | Expr::Alternatives(_) => write!(f, "{inner_text}"),
                    _ => write!(f, "({inner_text})"),
                }
            }
            Expr::Except(left, right) => write!(f, "{} - {}", written(left), written(right)),
        }
    }
}

fn write_list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    items: impl Iterator<Item = T>,
    separator: &str,
) -> fmt::Result {
    items.enumerate().try_for_each(|(at, item)| match at {
        0 => write!(f, "{item}"),
        _ => write!(f, "{separator}{item}"),
    })
}

/// The ends of an expression that ABNF writes as a range: one, or at least three single characters
/// in order.
fn range(expr: &Expr) -> Option<(char, char)> {
    match expr {
        Expr::Range(first, last) => Some((*first, *last)),
        Expr::Alternatives(characters) if characters.len() > 2 => {
            let only = |expr: &Expr| match expr {
                Expr::Literal(text) => text.chars().next().filter(|c| c.len_utf8() == text.len()),
                _ => None,
            };
            let characters: Vec<char> = characters.iter().map(only).collect::<Option<_>>()?;
            let is_range = characters.windows(2).all(|pair| u32::from(pair[0]) + 1 == u32::from(pair[1]));
            is_range.then_some((characters[0], characters[characters.len() - 1]))
        }
        _ => None,
    }
}

/// The text of an expression that is one literal of ABNF, in whose letters case does not matter.
fn caseless_text(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Alternatives(cases) => match &cases[..] {
            [Expr::Literal(small), Expr::Literal(large)] => {
                let mut characters = small.chars();
                let is_letter =
                    characters.next().is_some_and(|c| c.is_ascii_lowercase()) && characters.next().is_none();
                (is_letter && *large == small.to_ascii_uppercase()).then(|| small.clone())
            }
            _ => None,
        },
        Expr::Sequence(parts) => {
            let characters = parts.iter().map(|part| match part {
                Expr::Literal(text) => {
                    let mut characters = text.chars().map(|c| CharacterForm::from_character(c, true));
                    (characters.next() == Some(CharacterForm::Visible)
                        && characters.next().is_none()
                        && !text.bytes().any(|byte| byte.is_ascii_alphabetic()))
                    .then(|| text.clone())
                }
                Expr::Alternatives(_) => caseless_text(part),
                _ => None,
            });
            characters.collect()
        }
        _ => None,
    }
}

/// How the characters of a piece of a literal are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CharacterForm {
    /// In quotation marks.
    Visible,
    /// The quotation mark itself.
    Mark,
    /// By their numbers: people could not tell them apart.
    Invisible,
}

impl CharacterForm {
    /// The form of a character. ABNF has no literals beyond US-ASCII.
    fn from_character(c: char, is_abnf: bool) -> Self {
        match c {
            '"' => Self::Mark,
            c if is_invisible(c) || is_abnf && !c.is_ascii() => Self::Invisible,
            _ => Self::Visible,
        }
    }
}

/// The pieces of a literal that are written differently, in order.
fn pieces(text: &str, is_abnf: bool) -> impl Iterator<Item = (CharacterForm, &str)> {
    let mut tail = text;
    std::iter::from_fn(move || {
        let first = CharacterForm::from_character(tail.chars().next()?, is_abnf);
        let end = tail
            .char_indices()
            .skip(1)
            .find(|&(_, c)| first == CharacterForm::Mark || CharacterForm::from_character(c, is_abnf) != first);
        let piece;
        (piece, tail) = tail.split_at(end.map_or(tail.len(), |(at, _)| at));
        Some((first, piece))
    })
}
