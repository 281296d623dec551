//! Languages as text: a regular expression, an ABNF grammar, a pest grammar.

use std::collections::{HashMap, HashSet};

use crate::bnf::LanguageError;
use crate::characters::CharSet;
use crate::language::Language;
use crate::language::expression::{ExprKind, ExpressionId, Expressions};
use crate::language::pattern::{NEVER, class_pattern};
use crate::limits::limits;

impl Language {
    /// A regular expression that matches the members as a whole, in the usual syntax and without
    /// anchors.
    ///
    /// ```
    /// use regular_bnf::Language;
    ///
    /// let pattern = Language::matching("^a(b|c)*$")?.to_pattern()?;
    /// assert_eq!(pattern, "a[bc]*");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`LanguageError::TooLong`] if the expression is too long.
    pub fn to_pattern(&self) -> Result<String, LanguageError> {
        let expressions = self.expressions(false)?;
        match expressions.root {
            Some(root) => Ok(PatternWriter { expressions: &expressions }.text(root)),
            None => Ok(NEVER.to_owned()),
        }
    }

    /// An ABNF grammar whose first production, of the name, has the members. It is not recursive.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Language, Relation};
    ///
    /// let language = Language::matching("^a(b|c)*$")?;
    /// let text = language.to_abnf("word")?;
    /// assert_eq!(text, "word = %x61 *( %x62-63 )\n");
    /// let again = Language::new(&Bnf::read(&text)?, "word")?;
    /// assert_eq!(again.compare(&language)?.relation, Relation::Equal);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`LanguageError::TooLong`] if the grammar is too long, and [`LanguageError::Empty`] if the
    /// language has no strings.
    pub fn to_abnf(&self, name: &str) -> Result<String, LanguageError> {
        self.rules::<Abnf>(name)
    }

    /// A pest grammar whose first rule, of the name, matches the members as a whole. It is not
    /// recursive, and no rule needs another parse of what it has read: it ends at the end of the
    /// input.
    ///
    /// ```
    /// use regular_bnf::Language;
    ///
    /// let text = Language::matching("^a(b|c)*$")?.to_pest("word")?;
    /// assert_eq!(text, "word = @{ \"a\" ~ ('b'..'c')* ~ !ANY }\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`to_abnf`](Self::to_abnf).
    pub fn to_pest(&self, name: &str) -> Result<String, LanguageError> {
        self.rules::<Pest>(name)
    }

    fn expressions(&self, ordered: bool) -> Result<Expressions, LanguageError> {
        let states = self.states();
        if states > limits().suite_states {
            let limit = limits().suite_states;
            let reached = format!("its automaton has {states} states, and the limit is {limit}");
            return Err(LanguageError::TooLong(reached));
        }
        let Ok(expressions) = Expressions::new(self.automaton(), ordered) else {
            return Err(LanguageError::TooLong(format!("its automaton of {states} states needs too many steps")));
        };
        let size = expressions.root.map_or(0, |root| expressions.size(root));
        let limit = limits().pattern_copies;
        if size > limit {
            return Err(LanguageError::TooLong(format!("its expression has {size} parts, and the limit is {limit}")));
        }
        Ok(expressions)
    }

    fn rules<N: TextNotation>(&self, name: &str) -> Result<String, LanguageError> {
        let expressions = self.expressions(N::ORDERED)?;
        let Some(root) = expressions.root else { return Err(LanguageError::Empty) };
        let mut rules = RulesWriter::<N> {
            expressions: &expressions,
            names: HashMap::new(),
            order: Vec::new(),
            notation: std::marker::PhantomData,
        };
        rules.choose_names(root);
        let mut out = N::rule(name, &rules.expr(root), true);
        for &id in &rules.order {
            out += &N::rule(&rules.names[&id], &rules.expr(id), false);
        }
        Ok(out)
    }
}

/// How tightly the text of an expression binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Choice,
    Sequence,
    One,
}

struct PatternWriter<'a> {
    expressions: &'a Expressions,
}

impl PatternWriter<'_> {
    fn text(&self, id: ExpressionId) -> String {
        self.written(id).0
    }

    fn tight(&self, id: ExpressionId, least: Precedence) -> String {
        let (text, binds) = self.written(id);
        if binds < least { format!("(?:{text})") } else { text }
    }

    fn written(&self, id: ExpressionId) -> (String, Precedence) {
        match self.expressions.kind(id) {
            ExprKind::Empty | ExprKind::End => (String::new(), Precedence::Sequence),
            ExprKind::Class(set) => (class_pattern(set), Precedence::One),
            ExprKind::Star(inner) => (self.tight(*inner, Precedence::One) + "*", Precedence::Sequence),
            ExprKind::Sequence(parts) => {
                let mut text = String::new();
                let mut parts = parts.iter().copied().peekable();
                while let Some(part) = parts.next() {
                    // `A A*` is `A+`.
                    if parts.next_if(|&next| *self.expressions.kind(next) == ExprKind::Star(part)).is_some() {
                        text += &(self.tight(part, Precedence::One) + "+");
                    } else {
                        text += &self.tight(part, Precedence::Sequence);
                    }
                }
                (text, Precedence::Sequence)
            }
            ExprKind::Choice(alternatives) => {
                let mut nonempty = alternatives.clone();
                nonempty.retain(|&id| !matches!(self.expressions.kind(id), ExprKind::Empty | ExprKind::End));
                let text = match nonempty[..] {
                    [only] => return (self.tight(only, Precedence::One) + "?", Precedence::Sequence),
                    _ => nonempty.iter().map(|&id| self.tight(id, Precedence::Sequence)).collect::<Vec<_>>().join("|"),
                };
                if nonempty.len() == alternatives.len() {
                    (text, Precedence::Choice)
                } else {
                    (format!("(?:{text})?"), Precedence::Sequence)
                }
            }
        }
    }
}

/// A notation of rules.
trait TextNotation {
    fn rule(name: &str, expr: &str, first: bool) -> String;
    /// Characters, and how tightly their text binds.
    fn class(set: &CharSet) -> (String, Precedence);
    fn star(inner: &str) -> String;
    fn group(inner: &str) -> String;
    /// An optional expression.
    fn optional(inner: &str) -> String;
    const SEQUENCE: &'static str;
    const CHOICE: &'static str;
    /// The end of the string; empty if the notation does not write it.
    const END: &'static str;
    const EMPTY: &'static str;
    /// Whether a choice is ordered.
    const ORDERED: bool;
}

struct RulesWriter<'a, N> {
    expressions: &'a Expressions,
    names: HashMap<ExpressionId, String>,
    /// The expressions with names, each after those that use it.
    order: Vec<ExpressionId>,
    notation: std::marker::PhantomData<N>,
}

/// An expression with more parts than this has a name if it is used more than once, or if it is a
/// class.
const SMALL: usize = 2;

/// An expression that would be written with more parts than this has a name.
const LARGE: usize = 40;

impl<N: TextNotation> RulesWriter<'_, N> {
    /// Names the expressions that are used more than once, and classes that are not short.
    fn choose_names(&mut self, root: ExpressionId) {
        let mut uses: HashMap<ExpressionId, usize> = HashMap::new();
        let (mut seen, mut order, mut waiting) = (HashSet::new(), Vec::new(), vec![root]);
        while let Some(id) = waiting.pop() {
            if !seen.insert(id) {
                continue;
            }
            order.push(id);
            let inner: Vec<ExpressionId> = match self.expressions.kind(id) {
                ExprKind::Sequence(ids) | ExprKind::Choice(ids) => ids.clone(),
                ExprKind::Star(inner) => vec![*inner],
                ExprKind::Empty | ExprKind::End | ExprKind::Class(_) => Vec::new(),
            };
            inner.iter().for_each(|&id| *uses.entry(id).or_default() += 1);
            waiting.extend(inner.into_iter().rev());
        }
        let large = self.large(&order, &uses);
        let (mut parts, mut sets) = (0, 0);
        for id in order.into_iter().filter(|id| *id != root) {
            let name = match self.expressions.kind(id) {
                ExprKind::Class(set) if set.ranges().len() > SMALL => {
                    sets += 1;
                    format!("set{sets}")
                }
                ExprKind::Class(_) => continue,
                _ if uses[&id] > 1 && self.expressions.size(id) > SMALL || large.contains(&id) => {
                    parts += 1;
                    format!("part{parts}")
                }
                _ => continue,
            };
            self.names.insert(id, name);
            self.order.push(id);
        }
        // Sets last.
        self.order.sort_by_key(|id| matches!(self.expressions.kind(*id), ExprKind::Class(_)));
    }

    /// The expressions that are too large for the text of those that use them.
    fn large(&self, order: &[ExpressionId], uses: &HashMap<ExpressionId, usize>) -> HashSet<ExpressionId> {
        let (mut large, mut sizes) = (HashSet::new(), HashMap::<ExpressionId, usize>::new());
        // An expression has a greater number than those in it.
        let mut order: Vec<ExpressionId> = order.to_vec();
        order.sort_unstable();
        for id in order {
            let size = 1 + match self.expressions.kind(id) {
                ExprKind::Sequence(ids) | ExprKind::Choice(ids) => ids.iter().map(|id| sizes[id]).sum(),
                ExprKind::Star(inner) => sizes[inner],
                ExprKind::Class(set) => set.ranges().len().min(SMALL + 1),
                ExprKind::Empty | ExprKind::End => 0,
            };
            let named = size > LARGE && !matches!(self.expressions.kind(id), ExprKind::Class(_));
            if named {
                large.insert(id);
            }
            let shared = uses.get(&id).is_some_and(|uses| *uses > 1) && size > SMALL;
            sizes.insert(id, if named || shared { 1 } else { size });
        }
        large
    }

    fn tight(&self, id: ExpressionId, least: Precedence) -> String {
        let (text, binds) = match self.names.get(&id) {
            Some(name) => (name.clone(), Precedence::One),
            None => self.written(id),
        };
        if binds < least { N::group(&text) } else { text }
    }

    fn expr(&self, id: ExpressionId) -> String {
        self.written(id).0
    }

    fn written(&self, id: ExpressionId) -> (String, Precedence) {
        match self.expressions.kind(id) {
            ExprKind::Empty => (N::EMPTY.to_owned(), Precedence::One),
            ExprKind::End if N::END.is_empty() => (N::EMPTY.to_owned(), Precedence::One),
            ExprKind::End => (N::END.to_owned(), Precedence::One),
            ExprKind::Class(set) => N::class(set),
            ExprKind::Star(inner) => (N::star(&self.tight(*inner, Precedence::Choice)), Precedence::One),
            ExprKind::Sequence(ids) => {
                let parts: Vec<String> = ids
                    .iter()
                    .filter(|id| !N::END.is_empty() || *self.expressions.kind(**id) != ExprKind::End)
                    .map(|&id| self.tight(id, Precedence::One))
                    .collect();
                let binds = if parts.len() == 1 { Precedence::One } else { Precedence::Sequence };
                (parts.join(N::SEQUENCE), binds)
            }
            ExprKind::Choice(ids) => {
                let nonempty = ids.iter().filter(|id| match self.expressions.kind(**id) {
                    ExprKind::Empty => false,
                    ExprKind::End => !N::END.is_empty(),
                    _ => true,
                });
                let alternatives: Vec<String> = nonempty.map(|&id| self.tight(id, Precedence::Sequence)).collect();
                let text = alternatives.join(N::CHOICE);
                if alternatives.len() == ids.len() {
                    (text, Precedence::Choice)
                } else {
                    (N::optional(&text), Precedence::One)
                }
            }
        }
    }
}

struct Abnf;

impl TextNotation for Abnf {
    const SEQUENCE: &'static str = " ";
    const CHOICE: &'static str = " / ";
    const END: &'static str = "";
    const ORDERED: bool = false;
    const EMPTY: &'static str = "\"\"";

    fn rule(name: &str, expr: &str, _: bool) -> String {
        format!("{name} = {expr}\n")
    }

    fn class(set: &CharSet) -> (String, Precedence) {
        // A character is written by its number: in quotes a letter is one in either case.
        ranges::<Self>(set, |first, last| match (first as u32, last as u32) {
            (first, last) if first == last => format!("%x{first:02X}"),
            (first, last) => format!("%x{first:02X}-{last:02X}"),
        })
    }

    fn star(inner: &str) -> String {
        format!("*( {inner} )")
    }

    fn group(inner: &str) -> String {
        format!("( {inner} )")
    }

    fn optional(inner: &str) -> String {
        format!("[ {inner} ]")
    }
}

/// A set as a choice of its ranges.
fn ranges<N: TextNotation>(set: &CharSet, range: impl Fn(char, char) -> String) -> (String, Precedence) {
    let ranges: Vec<String> = set.ranges().into_iter().map(|(first, last)| range(first, last)).collect();
    (ranges.join(N::CHOICE), if ranges.len() == 1 { Precedence::One } else { Precedence::Choice })
}

struct Pest;

impl TextNotation for Pest {
    const SEQUENCE: &'static str = " ~ ";
    const CHOICE: &'static str = " | ";
    const END: &'static str = "!ANY";
    const ORDERED: bool = true;
    const EMPTY: &'static str = "\"\"";

    fn rule(name: &str, expr: &str, first: bool) -> String {
        let kind = if first { "@" } else { "_" };
        format!("{name} = {kind}{{ {expr} }}\n")
    }

    fn class(set: &CharSet) -> (String, Precedence) {
        ranges::<Self>(set, |first, last| {
            let (from, to) = (pest_escaped(first), pest_escaped(last));
            if first == last { format!("\"{from}\"") } else { format!("'{from}'..'{to}'") }
        })
    }

    fn star(inner: &str) -> String {
        format!("({inner})*")
    }

    fn group(inner: &str) -> String {
        format!("({inner})")
    }

    fn optional(inner: &str) -> String {
        format!("({inner})?")
    }
}

/// A character in quotes of either kind.
fn pest_escaped(c: char) -> String {
    match c {
        '!'..='~' if !"'\"\\".contains(c) => c.to_string(),
        _ => format!("\\u{{{:02X}}}", c as u32),
    }
}
