//! The expressions.

/// How many symbols there are: US-ASCII, and one for all other characters.
pub(crate) const SYMBOLS: usize = 129;
/// The symbol of all characters that are not US-ASCII.
pub(crate) const OTHER: usize = 128;

/// A set of symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Set {
    /// A bit for each character of US-ASCII.
    pub ascii: u128,
    /// Whether it holds all other characters; it holds all of them or none.
    pub other: bool,
}

impl Set {
    pub(crate) const ALL: Self = Self { ascii: u128::MAX, other: true };

    pub(crate) fn ascii(holds: impl Fn(u8) -> bool) -> Self {
        let bits = (0..OTHER as u8).filter(|&c| holds(c)).fold(0, |bits, c| bits | 1 << c);
        Self { ascii: bits, other: false }
    }

    pub(crate) fn holds(self, symbol: usize) -> bool {
        if symbol == OTHER { self.other } else { self.ascii & 1 << symbol != 0 }
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Self::default()
    }

    pub(crate) fn or(self, with: Self) -> Self {
        Self { ascii: self.ascii | with.ascii, other: self.other || with.other }
    }

    pub(crate) fn and(self, with: Self) -> Self {
        Self { ascii: self.ascii & with.ascii, other: self.other && with.other }
    }

    pub(crate) fn without(self, with: Self) -> Self {
        Self { ascii: self.ascii & !with.ascii, other: self.other && !with.other }
    }

    /// The character, if it holds just one of US-ASCII.
    pub(crate) fn only(self) -> Option<u8> {
        (!self.other && self.ascii.count_ones() == 1).then(|| self.ascii.trailing_zeros() as u8)
    }
}

/// An expression. Where pest has more, it is said by these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Expr {
    /// Takes nothing.
    Empty,
    /// Takes one character of a set.
    Class(Set),
    /// The end of the input.
    End,
    /// All, one after another.
    Sequence(Vec<Expr>),
    /// The first that takes something.
    Choice(Vec<Expr>),
    /// As often as it goes.
    Repeat(Box<Expr>),
    /// `&e`, or `!e` if negated.
    Ahead(Box<Expr>, bool),
    /// A rule, by its place.
    Rule(usize),
}

impl Expr {
    /// The expressions right below.
    pub(crate) fn below(&self) -> &[Expr] {
        match self {
            Self::Empty | Self::Class(_) | Self::End | Self::Rule(_) => &[],
            Self::Sequence(all) | Self::Choice(all) => all,
            Self::Repeat(inner) | Self::Ahead(inner, _) => std::slice::from_ref(&**inner),
        }
    }

    /// How many expressions it is made of.
    pub(crate) fn size(&self) -> usize {
        1 + self.below().iter().map(Self::size).sum::<usize>()
    }

    /// Every expression in it, itself too.
    pub(crate) fn visit<'e>(&'e self, see: &mut dyn FnMut(&'e Self)) {
        see(self);
        self.below().iter().for_each(|expr| expr.visit(see));
    }
}

/// What a rule adds to the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A span, and those of the rules that it uses.
    Spans,
    /// A span of its own and no more.
    Leaf,
    /// Only the spans of the rules that it uses.
    Silent,
}

/// A rule of a pest file.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub name: String,
    pub kind: Kind,
    pub expr: Expr,
}

impl Rule {
    /// The production that it stands for, as a Rust name; none for a helper that no document has.
    pub(crate) fn stem(&self) -> Option<&str> {
        rule_stem(&self.name)
    }

    /// Whether it is the production's own rule, and not one that stops early in one place.
    pub(crate) fn is_production(&self) -> bool {
        self.stem().is_some() && !self.stops_early()
    }

    /// Whether it stops early in one place, and may take less than its production.
    pub(crate) fn stops_early(&self) -> bool {
        self.name.contains("__")
    }
}

/// The name of the rule for a production: a rule's name cannot hold `-` or `+`.
///
/// ```
/// assert_eq!(regular_bnf::rule_name("pre-release+build"), "pre_release_plusbuild");
/// ```
pub fn rule_name(production: &str) -> String {
    production.replace('+', "_plus").replace('-', "_")
}

/// The [name](rule_name) of the production for which a rule is written: what is before `__` in its name. A rule with `__` stands for its
/// production in one place, where it must stop early. `None` for a helper that no document has, whose name begins with `_`.
///
/// ```
/// use regular_bnf::rule_stem;
///
/// assert_eq!([rule_stem("label__last"), rule_stem("_labels")], [Some("label"), None]);
/// ```
pub fn rule_stem(rule: &str) -> Option<&str> {
    rule.split("__").next().filter(|stem| !stem.is_empty() && !stem.starts_with('_'))
}

/// Why a pest file cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PegError {
    /// It cannot be read.
    Unreadable(String),
    /// A rule uses something that expressions here do not have.
    Unsupported { rule: String, what: String },
}
