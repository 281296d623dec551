//! Productions as data, independent of the notation.

use std::fmt;

use super::notation::Notation;
use crate::characters::is_invisible;

/// The right side of a production.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    /// The empty string.
    Void,
    /// A literal.
    Literal(String),
    /// One character from the first to the last. Ranges within US-ASCII are
    /// [alternatives](Self::Alternatives).
    Range(char, char),
    /// The use of a production.
    Name(String),
    /// A description in words, or a mark that should have been quoted, which defines no strings.
    Undefined(String),
    /// Concatenation.
    Sequence(Vec<Expr>),
    /// Alternatives.
    Alternatives(Vec<Expr>),
    /// Repetition, with a minimum and an optional maximum.
    Repeat(u32, Option<u32>, Box<Expr>),
    /// The strings of the first expression without those of the second; only in corrections.
    Except(Box<Expr>, Box<Expr>),
}

impl Expr {
    /// The expression with some parts replaced by `change`, outermost parts first. Replacements are
    /// not searched again.
    pub(crate) fn map(&self, change: &mut dyn FnMut(&Self) -> Option<Self>) -> Self {
        if let Some(changed) = change(self) {
            return changed;
        }
        match self {
            Self::Void | Self::Literal(_) | Self::Range(..) | Self::Name(_) | Self::Undefined(_) => self.clone(),
            Self::Sequence(items) => Self::Sequence(items.iter().map(|expr| expr.map(change)).collect()),
            Self::Alternatives(alternatives) => {
                Self::Alternatives(alternatives.iter().map(|expr| expr.map(change)).collect())
            }
            Self::Repeat(least, most, inner) => Self::Repeat(*least, *most, Box::new(inner.map(change))),
            Self::Except(left, right) => Self::Except(Box::new(left.map(change)), Box::new(right.map(change))),
        }
    }

    /// The names of the productions that it uses, in order, with repetitions.
    pub fn names(&self) -> Vec<&str> {
        fn collect<'e>(expr: &'e Expr, names: &mut Vec<&'e str>) {
            match expr {
                Expr::Void | Expr::Literal(_) | Expr::Range(..) => {}
                Expr::Name(name) | Expr::Undefined(name) => names.push(name),
                Expr::Sequence(parts) | Expr::Alternatives(parts) => parts.iter().for_each(|expr| collect(expr, names)),
                Expr::Repeat(_, _, expr) => collect(expr, names),
                Expr::Except(left, right) => [left, right].into_iter().for_each(|expr| collect(expr, names)),
            }
        }
        let mut names = Vec::new();
        collect(self, &mut names);
        names
    }

    /// Its text in a notation, for messages: ABNF, or the notation of RFC 822 for all others.
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

/// A place in a `.bnf` file that cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: expected {expected}")]
pub struct NotationError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The expected input there.
    pub expected: String,
}

/// One production of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// The printed text, including the name and all lines.
    pub text: String,
    /// The last comment in front of it: in a grammar a heading of the document, in corrections the
    /// evidence.
    pub comment: String,
    /// The first line in the file, from 1; 0 if nobody wrote the production, so that messages do not
    /// use its name.
    pub line: usize,
    /// The parsed body, or the place where it cannot be parsed.
    pub body: Result<Expr, NotationError>,
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

/// The ends of a range of ABNF: of at least three characters in order, or beyond US-ASCII.
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
                    (characters.next() == Some(CharacterForm::Visible) && characters.next().is_none())
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

/// A sequence, or its only item.
pub(super) fn sequence(mut items: Vec<Expr>) -> Expr {
    match items.len() {
        1 => items.remove(0),
        _ => Expr::Sequence(items),
    }
}

/// Alternatives, or the only one.
pub(super) fn alternatives(mut alternatives: Vec<Expr>) -> Expr {
    match alternatives.len() {
        1 => alternatives.remove(0),
        _ => Expr::Alternatives(alternatives),
    }
}
