//! The places at which a component occurs in the rules of a pest grammar, as values and as text.

use std::fmt;

/// A use of a rule, or a literal, in the expressions of a pest grammar's rules. It bounds a
/// [`Place`].
///
/// ```
/// use regular_bnf::{Place, Point};
///
/// let at = Point::literal("@").within("authority");
/// assert_eq!(at.to_string(), "authority>'@'");
/// let user = Place::rule("user").within("login").before(at);
/// assert_eq!(user.to_string(), "login>user..<authority>'@'");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point<'a> {
    pub(crate) item: PlaceItem<'a>,
    /// The rule whose expression contains the item; `None` for any rule.
    pub(crate) within: Option<&'a str>,
}

/// An item in the expression of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum PlaceItem<'a> {
    Rule(&'a str),
    /// The beginning of a literal.
    Literal(&'a str),
}

impl<'a> Point<'a> {
    /// A use of a rule.
    pub const fn rule(name: &'a str) -> Self {
        Self { item: PlaceItem::Rule(name), within: None }
    }

    /// Characters at the beginning of a literal.
    pub const fn literal(text: &'a str) -> Self {
        Self { item: PlaceItem::Literal(text), within: None }
    }

    /// The same item, only in the expression of the rule with that name.
    pub const fn within(self, rule: &'a str) -> Self {
        Self { within: Some(rule), ..self }
    }
}

/// A place at which a component occurs in the rules of a pest grammar; [`Spans`](crate::Spans) are
/// computed from a list of them.
///
/// A place has a text too, which commands read and print:
///
/// | text | constructor | the component |
/// |---|---|---|
/// | `b` | `Place::rule("b")` | the text that the rule `b` matches, wherever a rule uses it |
/// | `a>b` | `.within("a")` | the same, only where the rule `a` uses it |
/// | `'xy'` | `Place::literal("xy")` | these characters at the beginning of a literal |
/// | `a>b..` | `.to_end()` | from `b` in `a` up to the end of the sequence that contains `b` |
/// | `a>b..<'@'` | `.before(Point::literal("@"))` | from `b` in `a` up to `'@'` there, exclusive |
/// | `a>b..c>d` | `.through(Point::rule("d").within("c"))` | from `b` in `a` up to the end of `d` in the rule `c` |
/// | `a>!b` | `Place::omitted("b").within("a")` | empty, if `a` omits its optional `b` |
///
/// ```
/// use regular_bnf::{Place, Point};
///
/// const USER: Place<'_> = Place::rule("user").within("login").before(Point::literal("@"));
/// assert_eq!(USER.to_string(), "login>user..<'@'");
/// assert_eq!(Place::list("number login>user..<'@'")?, [Place::rule("number"), USER]);
/// # Ok::<(), regular_bnf::InvalidPlace>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place<'a> {
    pub(crate) start: Point<'a>,
    pub(crate) extent: Extent<'a>,
}

/// How far a place extends from its first item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Extent<'a> {
    /// To the end of the item itself.
    Item,
    /// To the end of the sequence that contains the item.
    Sequence,
    /// Up to a point, exclusive.
    Before(Point<'a>),
    /// Up to a point, inclusive.
    Through(Point<'a>),
    /// The item is optional and omitted.
    Omitted,
}

impl<'a> Place<'a> {
    /// The text that a rule matches.
    pub const fn rule(name: &'a str) -> Self {
        Self { start: Point::rule(name), extent: Extent::Item }
    }

    /// Characters at the beginning of a literal.
    pub const fn literal(text: &'a str) -> Self {
        Self { start: Point::literal(text), extent: Extent::Item }
    }

    /// The empty text where an optional use of a rule is omitted. The rule that uses it must be
    /// [named](Self::within).
    pub const fn omitted(rule: &'a str) -> Self {
        Self { extent: Extent::Omitted, ..Self::rule(rule) }
    }

    /// The same place, only in the expression of the rule with that name.
    pub const fn within(self, rule: &'a str) -> Self {
        Self { start: self.start.within(rule), ..self }
    }

    /// Extends the place to the end of the sequence that contains its item. The rule that has the
    /// sequence must be [named](Self::within).
    pub const fn to_end(self) -> Self {
        Self { extent: Extent::Sequence, ..self }
    }

    /// Extends the place up to a point, exclusive. The point is in the rule of the place unless it
    /// names another.
    pub const fn before(self, end: Point<'a>) -> Self {
        Self { extent: Extent::Before(end), ..self }
    }

    /// Extends the place to the end of a point. The point is in the rule of the place unless it
    /// names another.
    pub const fn through(self, end: Point<'a>) -> Self {
        Self { extent: Extent::Through(end), ..self }
    }

    /// Reads a list of places, separated by blanks.
    ///
    /// # Errors
    ///
    /// If a part of the text is not a place.
    pub fn list(text: &'a str) -> Result<Vec<Self>, InvalidPlace> {
        let (mut places, mut remainder) = (Vec::new(), text.trim_start());
        while let Some(word) = remainder.split_whitespace().next() {
            let (place, tail) = place(remainder)
                .filter(|(_, tail)| tail.is_empty() || tail.starts_with(char::is_whitespace))
                .ok_or_else(|| InvalidPlace(word.to_owned()))?;
            places.push(place);
            remainder = tail.trim_start();
        }
        Ok(places)
    }
}

/// A place at the beginning of a text, and the text after it.
fn place(text: &str) -> Option<(Place<'_>, &str)> {
    let (start, tail) = point(text)?;
    if let (PlaceItem::Rule(parent), Some(tail)) = (start.item, tail.strip_prefix(">!")) {
        let (item, tail) = name(tail)?;
        return start.within.is_none().then_some((Place::omitted(item).within(parent), tail));
    }
    let (extent, tail) = match tail.strip_prefix("..") {
        None => (Extent::Item, tail),
        Some(tail) if tail.is_empty() || tail.starts_with(char::is_whitespace) => (Extent::Sequence, tail),
        Some(tail) => match tail.strip_prefix('<') {
            Some(tail) => point(tail).map(|(end, tail)| (Extent::Before(end), tail))?,
            None => point(tail).map(|(end, tail)| (Extent::Through(end), tail))?,
        },
    };
    Some((Place { start, extent }, tail))
}

/// A point at the beginning of a text, and the text after it.
fn point(text: &str) -> Option<(Point<'_>, &str)> {
    let (first, tail) = item(text)?;
    match (first, tail.strip_prefix('>')) {
        (PlaceItem::Rule(parent), Some(inner)) if !inner.starts_with('!') => {
            let (item, tail) = item(inner)?;
            Some((Point { item, within: Some(parent) }, tail))
        }
        _ => Some((Point { item: first, within: None }, tail)),
    }
}

/// `rule` or `'literal'`, and the text after it.
fn item(text: &str) -> Option<(PlaceItem<'_>, &str)> {
    match text.strip_prefix('\'') {
        Some(inner) => {
            let (literal, tail) = inner.split_once('\'')?;
            (!literal.is_empty()).then_some((PlaceItem::Literal(literal), tail))
        }
        None => name(text).map(|(name, tail)| (PlaceItem::Rule(name), tail)),
    }
}

/// The name of a rule, and the text after it.
fn name(text: &str) -> Option<(&str, &str)> {
    let length = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-').unwrap_or(text.len());
    (length > 0).then(|| text.split_at(length))
}

impl fmt::Display for Point<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rule) = self.within {
            write!(f, "{rule}>")?;
        }
        write!(f, "{}", self.item)
    }
}

impl fmt::Display for PlaceItem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(name) => f.write_str(name),
            Self::Literal(text) => write!(f, "'{text}'"),
        }
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { start, extent } = self;
        match extent {
            Extent::Item => write!(f, "{start}"),
            Extent::Sequence => write!(f, "{start}.."),
            Extent::Before(end) => write!(f, "{start}..<{end}"),
            Extent::Through(end) => write!(f, "{start}..{end}"),
            Extent::Omitted => write!(f, "{}>!{}", start.within.unwrap_or_default(), start.item),
        }
    }
}

/// The text is not a place of a component.
///
/// ```
/// use regular_bnf::Place;
///
/// let error = Place::list("port authority>").unwrap_err();
/// assert!(error.to_string().starts_with("`authority>` is not a place: expected a rule"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a place: expected a rule, a literal in single quotes, or RULE>RULE")]
pub struct InvalidPlace(pub(crate) String);
