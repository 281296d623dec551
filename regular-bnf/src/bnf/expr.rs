//! Productions as data, independent of the notation.

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
}

/// A place in a `.bnf` file that cannot be parsed.
///
/// ```
/// use regular_bnf::{Notation, definitions};
///
/// let error = definitions("site = 1*ALPHA\nport : *DIGIT\n", Notation::Abnf).unwrap_err();
/// assert_eq!((error.line, error.column), (2, 6));
/// assert!(error.to_string().starts_with("line 2, column 6: expected `=`, as in ABNF"));
/// ```
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
///
/// ```
/// use regular_bnf::Bnf;
///
/// let bnf = Bnf::abnf("; 3.2.3. Port\nport = *DIGIT\n")?;
/// let port = bnf.get("port").unwrap();
/// assert_eq!((port.comment.as_str(), port.text.as_str(), port.line), ("3.2.3. Port", "port = *DIGIT", 2));
/// assert_eq!(port.body.as_ref().unwrap().names(), ["DIGIT"]);
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// The printed text, including the name and all lines.
    pub text: String,
    /// The last comment in front of it: in a grammar a heading of the document, in corrections the
    /// evidence.
    pub comment: String,
    /// The first line in the file, from 1; 0 if a program made the production and its name.
    pub line: usize,
    /// The parsed body, or the place where it cannot be parsed.
    pub body: Result<Expr, NotationError>,
}

impl Definition {
    /// Whether its name is an author's. Names that a program makes mean nothing to a person, and
    /// messages do not use them.
    pub fn is_written(&self) -> bool {
        self.line > 0
    }
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
