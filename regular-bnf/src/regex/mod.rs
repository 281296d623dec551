//! Regular expressions of five flavours as regular languages.
//!
//! [`rust`] and [`read`] make a [tree] of an expression, in which assertions are lookaround. A tree
//! without lookaround and atomic groups becomes productions ([`grammar`]); the [`machine`] decides
//! all others, and the texts of captures.

mod brackets;
mod calls;
mod classes;
mod edges;
mod flavour;
mod grammar;
mod groups;
mod machine;
mod nodes;
mod octal;
mod parts;
mod quantifiers;
mod read;
mod rust;
mod tree;
mod units;

pub use flavour::Flavour;
pub(crate) use parts::{PartReplacement, PartReplacements};
pub(crate) use tree::{Part, PartKind};

use machine::Machine;
use tree::{Dialect, ParsedRegex, Sets, Tree};

use crate::automaton::TooLarge;
use crate::automaton::dfa::Dfa;
use crate::automaton::regex::RegexError;
use crate::bnf::{Bnf, GrammarError, Notation};
use crate::language::Language;
use crate::limits::limits;
use crate::spans::Spans;

/// A regular expression, as its flavour reads it: the strings that match as a whole, or
/// [somewhere](Self::anywhere).
///
/// All regular constructs are read: classes (those of Unicode too), repetition of every kind,
/// alternatives, flags, anchors, boundaries of words, lookaround (nested and negated), atomic
/// groups and possessive repetition. Calls of groups are read if they are not recursive. Other
/// constructs, such as back-references, recursion and conditions, are
/// [refused](RegexError::Unsupported); the error has their names and places.
///
/// | flavour | reads | does not read |
/// |---|---|---|
/// | rust | everything, by the parser of the crate | `(?-u)` where it matches bytes |
/// | ecmascript | flags `i`, `m`, `s`, `u`, `v` | octal escapes, strings in classes of `v` |
/// | pcre | PCRE2 with UTF, `\R`, `\h`, `\v`, `\N`, `\Q` | verbs, `\K`, `\G`, `\X`, callouts, octals after `\1` |
/// | python | `str` patterns, all of Unicode | `\N{}`, `LOCALE` |
/// | ruby | UTF-8, and `\R`, `\h`, `&&` | `\K`, `\G`, `\X`, absence; case folding to several characters (`ß`, `ss`) |
///
/// Branch reset of PCRE2 is not read either. Classes of Unicode are those of the version that the crate
/// regex-syntax has.
///
/// ```
/// use regular_bnf::{Flavour, Regex};
///
/// // `$` of Python also matches before a line feed that ends the text.
/// let [python, ecmascript] = [Flavour::Python, Flavour::EcmaScript].map(|flavour| {
///     let regex = Regex::new("^(?!xn)[a-z]+$", flavour, "").and_then(|regex| regex.anywhere().language());
///     regex.map(|language| (language.contains("abc"), language.contains("abc\n"), language.contains("xnx")))
/// });
/// assert_eq!((python?, ecmascript?), ((true, true, false), (true, false, false)));
/// # Ok::<(), regular_bnf::RegexError>(())
/// ```
#[derive(Debug)]
pub struct Regex {
    tree: Tree,
    sets: Sets,
    groups: Vec<Option<String>>,
    parts: Vec<Part>,
    dialect: Dialect,
    /// Whether the automata read units of UTF-16.
    of_units: bool,
}

impl Regex {
    /// Reads an expression, which matches whole strings unless it is [`anywhere`](Self::anywhere); `flags` are letters such as `im`, for the whole expression.
    ///
    /// # Errors
    ///
    /// If the expression is invalid, too long or nested too deeply, if it has something that is not
    /// read, or if the flavour does not have one of the flags. Offsets are in bytes.
    pub fn new(pattern: &str, flavour: Flavour, flags: &str) -> Result<Self, RegexError> {
        Self::edited(pattern, flavour, flags, &PartReplacements::new())
    }

    /// Reads an expression with some of its parts replaced.
    pub(crate) fn edited(
        pattern: &str,
        flavour: Flavour,
        flags: &str,
        edits: &PartReplacements,
    ) -> Result<Self, RegexError> {
        if pattern.len() > limits().regex_characters {
            return Err(RegexError::TooLarge);
        }
        let ParsedRegex { tree, sets, groups, parts } = match flavour {
            Flavour::Rust => rust::read(pattern, flags, edits)?,
            _ => read::read(pattern, flavour, flags, edits)?,
        };
        let dialect = match flavour {
            Flavour::Rust => Dialect::Rust,
            Flavour::EcmaScript => Dialect::EcmaScript,
            _ => Dialect::Perl,
        };
        let of_units = flavour == Flavour::EcmaScript && !flags.contains(['u', 'v']);
        Ok(Self { tree, sets, groups, parts, dialect, of_units })
    }

    /// The expression for the strings in which it matches somewhere, as functions that search do.
    /// Groups have the text of the first match.
    #[must_use]
    pub fn anywhere(mut self) -> Self {
        self.tree = edges::anywhere(&self.tree, &mut self.sets);
        self
    }

    /// Its parts, in the order in which they begin.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The names of the capturing groups, from group 1 on; `None` for a group without a name.
    pub fn groups(&self) -> &[Option<String>] {
        self.groups.get(1..).unwrap_or_default()
    }

    /// The language: the strings that match.
    ///
    /// # Errors
    ///
    /// [`RegexError::TooLarge`].
    pub fn language(&self) -> Result<Language, RegexError> {
        let tree = edges::trimmed(&self.tree, true, true, &self.sets);
        let dfa = if tree.is_plain() {
            let bnf = grammar::grammar(&tree, &self.sets, &[], "pattern").map_err(|_| RegexError::TooLarge)?;
            Language::new(&bnf, "pattern").map_err(|_| RegexError::TooLarge)?.dfa
        } else {
            self.decided(&tree, None)?
        };
        self.characters(dfa, &tree).map(|dfa| Language { dfa })
    }

    /// A grammar whose first production has the name and the language of the expression. Groups
    /// with names are productions, too, if the expression has no lookaround and no atomic groups.
    ///
    /// ```
    /// use regular_bnf::{Flavour, Language, Regex};
    ///
    /// let bnf = Regex::new("(?<name>[a-z]+)=1", Flavour::Rust, "")?.to_bnf("pair")?;
    /// assert!(Language::new(&bnf, "pair")?.contains("a=1") && Language::new(&bnf, "name")?.contains("a"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RegexError::TooLarge`].
    pub fn to_bnf(&self, name: &str) -> Result<Bnf, RegexError> {
        let tree = edges::trimmed(&self.tree, true, true, &self.sets);
        let plain = tree.is_plain() && !self.has_units(&tree);
        if let Some(bnf) = plain.then(|| grammar::grammar(&tree, &self.sets, &self.groups, name).ok()).flatten() {
            return Ok(bnf);
        }
        match self.language()?.to_abnf(name) {
            Ok(text) => Bnf::read_as(&text, Notation::Abnf).map_err(|_| RegexError::TooLarge),
            // A class without characters, for which ABNF has no notation.
            Err(GrammarError::Empty) => Self::new(r"[^\s\S]", Flavour::EcmaScript, "")?.to_bnf(name),
            Err(_) => Err(RegexError::TooLarge),
        }
    }

    /// The text of a group, by its name or number, in every string of the language. If the
    /// expression is ambiguous, it is the text that the flavour prefers; if the group is repeated,
    /// it is that of the last repetition.
    ///
    /// ```
    /// use regular_bnf::{Flavour, Regex};
    ///
    /// let pair = Regex::new("(?<name>a*)(a*)", Flavour::Pcre, "")?;
    /// assert_eq!(pair.spans("name")?.in_string("aa"), Ok(Some(0..2)));
    /// let pair = Regex::new("(?<name>a*?)(a*)", Flavour::Pcre, "")?;
    /// assert_eq!(pair.spans("2")?.in_string("aa"), Ok(Some(0..2)));
    /// # Ok::<(), regular_bnf::RegexError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RegexError::Group`] if there is no such group or if it is in lookaround, and
    /// [`RegexError::TooLarge`].
    pub fn spans(&self, group: &str) -> Result<Spans, RegexError> {
        let by_name = self.groups.iter().position(|name| name.as_deref() == Some(group));
        let number = by_name.or(group.parse().ok().filter(|&number| number > 0));
        let number = number.filter(|&number| number < self.groups.len() && !self.is_looked_at(number));
        let number = number.ok_or_else(|| RegexError::Group(group.to_owned()))?;
        let tree = edges::trimmed(&self.tree, true, true, &self.sets);
        let dfa = self.decided(&tree, Some(number))?;
        Ok(Spans { dfa: self.characters(dfa, &tree)?, exists: true })
    }

    /// Whether the preferred match of some string goes through the part that is captured; `None` if
    /// that is in lookaround.
    pub(crate) fn goes_through(&self) -> Result<Option<bool>, RegexError> {
        if self.is_looked_at(parts::PART) {
            return Ok(None);
        }
        let dfa = self.decided(&edges::trimmed(&self.tree, true, true, &self.sets), Some(parts::PART))?;
        Ok(Some(Spans::from_automaton(dfa).exists()))
    }

    /// Whether a group is in lookaround, so that its text is not part of the match.
    fn is_looked_at(&self, number: usize) -> bool {
        self.tree.any(&|tree| matches!(tree, Tree::Look(_, inner) if inner.has_group(number)))
    }

    /// The spans of a component that the expression does not have.
    ///
    /// # Errors
    ///
    /// [`RegexError::TooLarge`].
    pub fn without_spans(&self) -> Result<Spans, RegexError> {
        Ok(Spans { dfa: self.language()?.dfa.with_marks(), exists: false })
    }

    fn decided(&self, tree: &Tree, group: Option<usize>) -> Result<Dfa, RegexError> {
        let (machine, root) = Machine::new(tree, &self.sets.all, group, self.dialect);
        machine.automaton(root).map_err(|TooLarge| RegexError::TooLarge)
    }

    /// Whether the automaton of a tree reads units.
    fn has_units(&self, tree: &Tree) -> bool {
        self.of_units && tree.uses(&self.sets, &units::has_unit)
    }

    /// The automaton over characters.
    fn characters(&self, dfa: Dfa, tree: &Tree) -> Result<Dfa, RegexError> {
        if self.has_units(tree) { Ok(units::joined(&dfa)) } else { Ok(dfa) }
    }
}
