//! Grammars in the notations of BNF, as data: the productions and their uses of each other.
//!
//! ```
//! use regular_bnf::Bnf;
//!
//! let dates = Bnf::read("date = year \"-\" month\nyear = 4DIGIT\nmonth = 2DIGIT / name\n")?;
//! assert_eq!(dates.uses("date"), ["year", "month"]);
//! assert_eq!(dates.undefined(), ["name"]);
//! # Ok::<(), regular_bnf::GrammarError>(())
//! ```

mod abnf;
#[cfg(feature = "language")]
mod bounded;
mod complete;
mod cycles;
mod detect;
mod error;
#[cfg(feature = "language")]
mod expected;
mod expr;
mod extract;
mod foreign;
mod lists;
mod notation;
mod pages;
mod parsers;
mod place;
mod read;
mod recursion;
mod written;

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::OnceLock;

pub use abnf::CORE;
#[cfg(feature = "language")]
pub(crate) use abnf::{SURROGATE, TOO_HIGH};
pub(crate) use cycles::cycles;
pub use error::GrammarError;
pub use expr::{Definition, Expr, NotationError};
pub use extract::{ExtractedRules, OmittedRule, extract};
pub use lists::Lists;
pub use notation::{AbnfVariant, Notation};
#[cfg(feature = "language")]
pub(crate) use place::{Extent, PlaceItem};
pub use place::{InvalidPlace, Place, Point};
#[cfg(feature = "language")]
pub(crate) use read::crossed;
pub use read::definitions;
#[cfg(feature = "language")]
pub(crate) use read::{Located, PartLocations, located};

use crate::characters::{CharSet, Ignored};
use crate::limits::limits;

/// The productions of one grammar.
#[derive(Debug, Clone, Default)]
pub struct Bnf {
    definitions: Vec<Definition>,
    /// The index of the production of each name; in small letters if names are case-insensitive.
    places: HashMap<String, usize>,
    /// Whether names are case-insensitive.
    caseless: bool,
    /// Whether its characters are bytes.
    of_bytes: bool,
    /// The characters that are removed in front of some productions, by name.
    ignored: Option<(Ignored, Vec<String>)>,
    derived: Derived,
}

/// Lazily computed properties of the productions.
#[derive(Debug, Clone, Default)]
struct Derived {
    characters: OnceLock<Vec<Option<CharSet>>>,
    cycles: OnceLock<Vec<Option<u32>>>,
    left: OnceLock<HashMap<u32, Vec<usize>>>,
}

/// The set of characters of an expression, if all its members are single characters; `named`
/// returns the set of a production.
fn set_of(expr: &Expr, named: &mut dyn FnMut(&str) -> Option<CharSet>) -> Option<CharSet> {
    match expr {
        Expr::Literal(text) => {
            let mut characters = text.chars();
            characters.next().filter(|_| characters.next().is_none()).map(CharSet::from)
        }
        Expr::Range(first, last) => Some(CharSet::range(*first, *last)),
        Expr::Name(name) => named(name),
        Expr::Alternatives(alternatives) => {
            let sets: Vec<CharSet> = alternatives.iter().map(|expr| set_of(expr, named)).collect::<Option<_>>()?;
            Some(CharSet::union_of(&sets))
        }
        _ => None,
    }
}

/// Whether an expression has a character beyond U+00FF.
fn has_beyond_bytes(expr: &Expr) -> bool {
    match expr {
        Expr::Void | Expr::Name(_) | Expr::Undefined(_) => false,
        Expr::Literal(text) => text.chars().any(|c| c > '\u{FF}'),
        Expr::Range(_, last) => *last > '\u{FF}',
        Expr::Sequence(parts) | Expr::Alternatives(parts) => parts.iter().any(has_beyond_bytes),
        Expr::Repeat(_, _, inner) => has_beyond_bytes(inner),
        Expr::Except(left, right) => has_beyond_bytes(left) || has_beyond_bytes(right),
    }
}

/// Reads a grammar in the notation that is [detected](Notation::detect), as [`Bnf::read`] does.
impl std::str::FromStr for Bnf {
    type Err = GrammarError;

    fn from_str(text: &str) -> Result<Self, GrammarError> {
        Self::read(text)
    }
}

impl Bnf {
    /// Reads a grammar in ABNF (RFC 5234), in which names and literals have any case.
    ///
    /// ```
    /// # #[cfg(feature = "language")] {
    /// let bnf = regular_bnf::Bnf::abnf("greeting = \"hello\" 1*SP name\nname = 1*ALPHA\n")?;
    /// assert!(bnf.language("greeting")?.contains("Hello world"));
    /// # }
    /// # Ok::<(), regular_bnf::GrammarError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`read`](Self::read).
    pub fn abnf(text: &str) -> Result<Self, GrammarError> {
        Self::read_as(text, Notation::Abnf)
    }

    /// Reads the text of a grammar. The notation is [detected](Notation::detect): where it is known,
    /// [`abnf`](Self::abnf) and [`read_as`](Self::read_as) are sure.
    ///
    /// # Errors
    ///
    /// If the text cannot be parsed (the line, the column and the expected input), or if a name is
    /// redefined differently.
    pub fn read(file: &str) -> Result<Self, GrammarError> {
        Self::read_as(file, Notation::detect(file))
    }

    /// Reads the text of a grammar in a notation. A byte order mark, and the headers and footers of
    /// an RFC's pages, are ignored.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Notation};
    ///
    /// // RFC 5234: names in either case, and core rules that need not be printed.
    /// let bnf = Bnf::read_as("word = \"a\" 1*digit\n", Notation::Abnf)?;
    /// assert_eq!(bnf.uses("WORD"), ["DIGIT"]);
    /// # Ok::<(), regular_bnf::GrammarError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`read`](Self::read).
    pub fn read_as(file: &str, notation: Notation) -> Result<Self, GrammarError> {
        let definitions = definitions(file, notation)?;
        if let Some(error) = definitions.iter().find_map(|definition| definition.body.as_ref().err()) {
            return Err(error.clone().into());
        }
        Self::from_definitions(definitions, notation)
    }

    /// Builds a grammar from definitions. Some may have unreadable bodies; productions that use
    /// these have no language. In ABNF, undefined core rules are added if they are used.
    ///
    /// # Errors
    ///
    /// If a name is redefined differently.
    pub fn from_definitions(mut definitions: Vec<Definition>, notation: Notation) -> Result<Self, GrammarError> {
        let caseless = notation.is_abnf();
        if caseless {
            abnf::complete(&mut definitions, &self::definitions(CORE, notation)?);
        }
        let of_bytes = notation.variant().bytes;
        Ok(Self { of_bytes, ..Self::merge(definitions, caseless)? })
    }

    /// Whether it is a grammar of bytes: the characters up to U+00FF of its strings are bytes, and
    /// it has no others.
    pub fn is_of_bytes(&self) -> bool {
        self.of_bytes
    }

    /// The notation in which messages write its expressions.
    #[cfg(feature = "language")]
    pub(crate) fn notation(&self) -> Notation {
        if self.caseless { Notation::Abnf } else { Notation::Rfc822 }
    }

    /// Whether two names are alike in its notation.
    #[cfg(feature = "language")]
    pub(crate) fn is_same_name(&self, left: &str, right: &str) -> bool {
        if self.caseless { left.eq_ignore_ascii_case(right) } else { left == right }
    }

    /// Removes a production that is printed a second time, if both agree. Prose, which defines
    /// nothing, agrees with every definition.
    fn merge(definitions: Vec<Definition>, caseless: bool) -> Result<Self, GrammarError> {
        let mut bnf = Self { caseless, ..Self::default() };
        for definition in definitions {
            match bnf.get(&definition.name) {
                None => bnf.add(definition),
                Some(first) if first.body == definition.body || matches!(first.body, Ok(Expr::Undefined(_))) => {}
                Some(_) => return Err(GrammarError::Redefined { name: definition.name, line: definition.line }),
            }
        }
        Ok(bnf)
    }

    fn add(&mut self, definition: Definition) {
        let name = if self.caseless { definition.name.to_ascii_lowercase() } else { definition.name.clone() };
        self.places.insert(name, self.definitions.len());
        self.definitions.push(definition);
    }

    /// Lays other productions over it; see [`with`](Self::with).
    pub(crate) fn lay_over(&mut self, corrections: Vec<Definition>) {
        for correction in corrections {
            match self.index(&correction.name) {
                Some(at) => self.definitions[at] = correction,
                None => self.add(correction),
            }
        }
        self.derived = Derived::default();
    }

    /// The grammar with other productions laid over it: each replaces the one with its name, or is
    /// appended.
    #[must_use]
    pub fn with(&self, definitions: Vec<Definition>) -> Self {
        let mut with = self.clone();
        with.lay_over(definitions);
        with
    }

    /// The grammar of a parser that removes characters from its input before it reads it: the
    /// languages of `entries`, as whole inputs, [ignore](Ignored) them. Where another production
    /// uses an entry, nothing is removed.
    ///
    /// ```
    /// # #[cfg(feature = "language")] {
    /// use regular_bnf::{Bnf, Ignored, Language};
    ///
    /// let bnf = Bnf::read("pair = word \"-\" word\nword = 1*%x61-7A\n")?;
    /// let bnf = bnf.ignoring(Ignored { anywhere: '\n'.into(), ends: ' '.into() }, &["pair"]);
    /// assert!(Language::new(&bnf, "pair")?.contains(" a-\nb "));
    /// assert!(!Language::new(&bnf, "word")?.contains("a\nb"));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ignoring(mut self, ignored: Ignored, entries: &[&str]) -> Self {
        self.ignored = Some((ignored, entries.iter().map(|&name| name.to_owned()).collect()));
        self
    }

    /// The characters that are removed from an input before an expression reads it.
    pub(crate) fn ignored(&self, expr: &Expr) -> Option<&Ignored> {
        let (ignored, entries) = self.ignored.as_ref()?;
        let Expr::Name(name) = expr else { return None };
        entries.iter().any(|entry| self.index(entry) == self.index(name)).then_some(ignored)
    }

    /// The grammar of the text that remains.
    #[must_use]
    pub fn after_removal(&self) -> Self {
        Self { ignored: None, ..self.clone() }
    }

    /// The first production with characters beyond U+00FF, which no grammar of bytes has unless it
    /// imports them.
    pub fn beyond_bytes(&self) -> Option<&str> {
        let mut definitions = self.definitions.iter();
        let first = definitions.find(|definition| definition.body.as_ref().is_ok_and(has_beyond_bytes));
        first.map(|definition| definition.name.as_str())
    }

    /// The productions in the document's order; productions that occur only in corrections come
    /// last.
    pub fn productions(&self) -> &[Definition] {
        &self.definitions
    }

    /// The production with that name.
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.index(name).map(|at| &self.definitions[at])
    }

    /// The index of the production with that name.
    pub fn index(&self, name: &str) -> Option<usize> {
        let place = if self.caseless { self.places.get(&name.to_ascii_lowercase()) } else { self.places.get(name) };
        place.copied()
    }

    /// The names that a production uses, in order, each once.
    pub fn uses(&self, name: &str) -> Vec<&str> {
        let body = self.get(name).and_then(|definition| definition.body.as_ref().ok());
        let mut seen = HashSet::new();
        body.into_iter().flat_map(Expr::names).filter(|name| seen.insert(*name)).collect()
    }

    /// The productions that use a name, in the document's order.
    pub fn used_by(&self, name: &str) -> Vec<&str> {
        let users = self.definitions.iter();
        let users = users.filter(|user| user.body.as_ref().is_ok_and(|body| body.names().contains(&name)));
        users.map(|user| user.name.as_str()).collect()
    }

    /// The undefined names, in the order of their first use.
    pub fn undefined(&self) -> Vec<&str> {
        let bodies = self.definitions.iter().filter_map(|definition| definition.body.as_ref().ok());
        let mut seen = HashSet::new();
        bodies.flat_map(Expr::names).filter(|name| self.index(name).is_none() && seen.insert(*name)).collect()
    }

    /// The names that a production uses, itself or by others, and that are undefined or only described
    /// in words; each once.
    ///
    /// ```
    /// let bnf = regular_bnf::Bnf::read("a = b / c\nb = %x62 / <any word>\nd = e\n")?;
    /// assert_eq!(bnf.undefined_in("a"), ["<any word>", "c"]);
    /// assert_eq!(bnf.undefined_in("b"), ["<any word>"]);
    /// # Ok::<(), regular_bnf::GrammarError>(())
    /// ```
    pub fn undefined_in(&self, production: &str) -> Vec<String> {
        let (mut undefined, mut seen, mut waiting) = (Vec::new(), HashSet::new(), vec![production]);
        while let Some(name) = waiting.pop() {
            let is_new = seen.insert(if self.caseless { name.to_ascii_lowercase() } else { name.to_owned() });
            if !is_new {
                continue;
            }
            match self.get(name).map(|definition| &definition.body) {
                None | Some(Ok(Expr::Undefined(_))) => undefined.push(name.to_owned()),
                Some(_) => waiting.extend(self.uses(name).into_iter().rev()),
            }
        }
        undefined
    }

    /// The grammar in which some productions have no strings, whether they are defined or not.
    ///
    /// ```
    /// # #[cfg(feature = "language")] {
    /// use regular_bnf::{Bnf, Language};
    ///
    /// let bnf = Bnf::read("a = b / c\nb = %x62\n")?;
    /// let language = Language::new(&bnf.without_strings(&["c"]), "a")?;
    /// assert_eq!(language.members().collect::<Vec<_>>(), ["b"]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn without_strings(&self, names: &[impl AsRef<str>]) -> Self {
        let emptied = |name: &str| {
            let body = Ok(Expr::Alternatives(Vec::new()));
            match self.get(name) {
                Some(definition) => Definition { body, ..definition.clone() },
                None => {
                    Definition { name: name.to_owned(), text: String::new(), comment: String::new(), line: 0, body }
                }
            }
        };
        let mut without = self.with(names.iter().map(|name| emptied(name.as_ref())).collect());
        // Words in place of a name are in the middle of other productions.
        for definition in &mut without.definitions {
            if let Ok(body) = &mut definition.body {
                *body = body.map(&mut |expr| match expr {
                    Expr::Undefined(words) if names.iter().any(|name| name.as_ref() == words) => {
                        Some(Expr::Alternatives(Vec::new()))
                    }
                    _ => None,
                });
            }
        }
        without
    }

    /// The productions that are unreachable from `entries`, in the document's order.
    pub fn unreachable(&self, entries: &[&str]) -> Vec<&str> {
        let mut reached: HashSet<&str> = HashSet::new();
        let mut waiting: Vec<&str> = entries.to_vec();
        while let Some(name) = waiting.pop() {
            if let Some(definition) = self.get(name)
                && reached.insert(&definition.name)
            {
                waiting.extend(self.uses(&definition.name));
            }
        }
        let names = self.definitions.iter().map(|definition| definition.name.as_str());
        names.filter(|name| !reached.contains(name)).collect()
    }

    /// The set of characters of an expression, if all its members are single characters.
    pub fn characters(&self, expr: &Expr) -> Option<CharSet> {
        let sets = self.derived.characters.get_or_init(|| {
            let mut cache = vec![None; self.definitions.len()];
            (0..cache.len()).map(|at| self.characters_of(at, &mut cache, 0)).collect()
        });
        set_of(expr, &mut |name| sets[self.index(name)?].clone())
    }

    /// The set of characters of a production. `cache` has the results so far.
    fn characters_of(&self, at: usize, cache: &mut Vec<Option<Option<CharSet>>>, depth: u32) -> Option<CharSet> {
        if cache[at].is_none() {
            // A recursive production is not a set of characters.
            cache[at] = Some(None);
            let body = self.definitions[at].body.as_ref().ok().filter(|_| depth < limits().set_depth)?;
            let set = set_of(body, &mut |name| self.characters_of(self.index(name)?, cache, depth + 1));
            cache[at] = Some(set);
        }
        cache[at].clone().flatten()
    }

    /// For each production the number of its cycle of recursive productions; `None` if it is not
    /// recursive.
    pub(crate) fn cycles(&self) -> &[Option<u32>] {
        self.derived.cycles.get_or_init(|| self.find_cycles())
    }

    fn find_cycles(&self) -> Vec<Option<u32>> {
        let uses = (0..self.definitions.len()).map(|production| self.used_productions(production).collect());
        cycles(&uses.collect::<Vec<_>>())
    }

    /// The productions that a production uses, in order, each once.
    pub(crate) fn used_productions(&self, production: usize) -> impl Iterator<Item = usize> {
        self.uses(&self.definitions[production].name).into_iter().filter_map(|name| self.index(name))
    }

    /// A shortest path from a production, through one that it uses, back to itself. Both are in one
    /// cycle.
    pub(crate) fn way_back(&self, from: usize, first: usize) -> Vec<String> {
        let cycles = self.cycles();
        let mut came_from = HashMap::from([(first, from)]);
        let mut waiting = VecDeque::from([first]);
        while let Some(production) = waiting.pop_front().filter(|&production| production != from) {
            for next in self.used_productions(production).filter(|&next| cycles[next] == cycles[from]) {
                if let std::collections::hash_map::Entry::Vacant(entry) = came_from.entry(next) {
                    entry.insert(production);
                    waiting.push_back(next);
                }
            }
        }
        let mut path = vec![self.definitions[from].name.clone()];
        let mut production = from;
        while let Some(&before) = came_from.get(&production) {
            path.push(self.definitions[before].name.clone());
            production = before;
            if production == from {
                break;
            }
        }
        path.reverse();
        path
    }
}
