//! Converts productions to regular expressions for other tools.
//!
//! [Automata](crate::automaton) decide questions; this module generates text on request. Left and
//! right recursion become repetition.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::bnf::{Bnf, Expr, GrammarError};
use crate::characters::{CharSet, after};
use crate::language::Language;
use crate::limits::limits;

/// A regular expression: an [`Expr`] with all names resolved, and with character classes.
#[derive(Debug, Clone, PartialEq, Eq)]
enum PatternExpr {
    Never,
    Empty,
    Class(CharSet),
    Sequence(Vec<PatternExpr>),
    Alternatives(Vec<PatternExpr>),
    Repeat(u32, Option<u32>, Box<PatternExpr>),
    Except(Box<PatternExpr>, Box<PatternExpr>),
}

/// A regular expression that matches no string.
pub(crate) const NEVER: &str = "[^\\s\\S]";

/// A regular expression for the language of a production, without anchors.
///
/// ```
/// use regular_bnf::{Bnf, pattern};
///
/// let bnf = Bnf::read("name = letter *( letter | \"-\" )\nletter = \"a\" | \"b\" | \"c\"\n")?;
/// assert_eq!(pattern(&bnf, "name")?, "[a-c][\\-a-c]*");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the production or one that it uses is undefined, unreadable or not regular, or if the text
/// would be too long.
pub fn pattern(bnf: &Bnf, production: &str) -> Result<String, GrammarError> {
    let Some(definition) = bnf.get(production) else {
        return Err(GrammarError::NoProduction(production.to_owned()));
    };
    let ignores_characters = bnf.ignored(&Expr::Name(production.to_owned())).is_some();
    if !ignores_characters {
        let mut lowering = Lowering { bnf, cycles: bnf.cycles(), done: HashMap::new(), copies: 0 };
        let regex = lowering.production(&definition.name, &definition.name, 0)?;
        if let Some(pattern) = regex.pattern() {
            return Ok(pattern);
        }
    }
    // The expression has differences, or characters that the language ignores: only the automaton
    // can be written.
    let pattern = Language::new(bnf, production)?.to_pattern();
    pattern.map_err(|_| GrammarError::TooLarge(format!("the language of `{production}`")))
}

/// Converts the productions of one grammar, each once.
struct Lowering<'b> {
    bnf: &'b Bnf,
    /// The cycle of each recursive production.
    cycles: &'b [Option<u32>],
    done: HashMap<&'b str, PatternExpr>,
    /// The number of copied expressions.
    copies: usize,
}

/// The right side of a production as a sum: for each recursive production its factor, and the term
/// without recursion.
struct Linear<'b> {
    /// Whether a factor precedes its production (right recursion) or follows it.
    last: bool,
    recurring: BTreeMap<&'b str, PatternExpr>,
    constant: PatternExpr,
}

impl<'b> Lowering<'b> {
    /// Copies an expression, if the limit allows it.
    fn copy(&mut self, regex: &PatternExpr, user: &str) -> Result<PatternExpr, GrammarError> {
        self.copies += regex.size();
        if self.copies > limits().pattern_copies {
            Err(GrammarError::TooLarge(format!("the expression of `{user}`")))
        } else {
            Ok(regex.clone())
        }
    }

    fn cycle(&self, name: &str) -> Option<u32> {
        self.bnf.index(name).and_then(|at| self.cycles[at])
    }

    /// The expression of a production, for its use in `user`.
    fn production(&mut self, name: &'b str, user: &str, depth: usize) -> Result<PatternExpr, GrammarError> {
        if let Some(regex) = self.done.get(name).cloned() {
            return self.copy(&regex, user);
        }
        if depth > limits().depth {
            return Err(GrammarError::TooLarge(format!("the expression of `{user}`")));
        }
        let Some(definition) = self.bnf.get(name) else {
            return Err(GrammarError::Undefined { production: user.to_owned(), name: name.to_owned() });
        };
        if self.cycle(name).is_some() {
            self.recursive(&definition.name, depth)?;
        } else {
            let regex = self.expr(self.body(&definition.name)?, &definition.name, depth + 1)?;
            self.done.insert(&definition.name, regex);
        }
        self.production(name, user, depth)
    }

    fn body(&self, name: &str) -> Result<&'b Expr, GrammarError> {
        match self.bnf.get(name).map(|definition| &definition.body) {
            Some(Ok(body)) => Ok(body),
            Some(Err(error)) => Err(GrammarError::Unreadable { production: name.to_owned(), error: error.clone() }),
            None => Err(GrammarError::NoProduction(name.to_owned())),
        }
    }

    fn expr(&mut self, expr: &'b Expr, user: &str, depth: usize) -> Result<PatternExpr, GrammarError> {
        if depth > limits().depth {
            return Err(GrammarError::TooLarge(format!("the expression of `{user}`")));
        }
        Ok(match expr {
            Expr::Void => PatternExpr::Empty,
            Expr::Literal(text) => PatternExpr::sequence(text.chars().map(|c| PatternExpr::Class(c.into())).collect()),
            Expr::Range(first, last) => PatternExpr::Class(CharSet::range(*first, *last)),
            Expr::Name(name) => self.production(name, user, depth + 1)?,
            Expr::Undefined(name) => {
                return Err(GrammarError::Undefined { production: user.to_owned(), name: name.clone() });
            }
            Expr::Sequence(exprs) => PatternExpr::sequence(self.exprs(exprs, user, depth + 1)?),
            Expr::Alternatives(exprs) => PatternExpr::alternatives(self.exprs(exprs, user, depth + 1)?),
            Expr::Repeat(least, most, expr) => {
                PatternExpr::Repeat(*least, *most, Box::new(self.expr(expr, user, depth + 1)?))
            }
            Expr::Except(left, right) => PatternExpr::Except(
                Box::new(self.expr(left, user, depth + 1)?),
                Box::new(self.expr(right, user, depth + 1)?),
            ),
        })
    }

    fn exprs(
        &mut self,
        exprs: impl IntoIterator<Item = &'b Expr>,
        user: &str,
        depth: usize,
    ) -> Result<Vec<PatternExpr>, GrammarError> {
        exprs.into_iter().map(|expr| self.expr(expr, user, depth)).collect()
    }

    /// Solves the equations of a recursive production and of its cycle.
    ///
    /// Each equation is a sum X = A X + B Y + C. Replacing X with A* (B Y + C) in the others, one
    /// after another, solves them. In left recursion the factors follow their productions.
    fn recursive(&mut self, name: &'b str, depth: usize) -> Result<(), GrammarError> {
        let number = self.cycle(name);
        let last = number.is_none_or(|number| !self.bnf.left_cycles().contains_key(&number));
        let members = self.bnf.productions().iter().zip(self.cycles).filter(|(_, cycle)| **cycle == number);
        let cycle: BTreeSet<&'b str> = members.map(|(definition, _)| definition.name.as_str()).collect();
        let mut sums: Vec<(&'b str, Linear<'b>)> = Vec::new();
        for &member in &cycle {
            let linear = self.linear(self.body(member)?, member, &cycle, last, depth + 1)?;
            sums.push((member, linear));
        }
        for at in (0..sums.len()).rev() {
            let (member, linear) = &mut sums[at];
            if let Some(factor) = linear.recurring.remove(member) {
                linear.times(&PatternExpr::Repeat(0, None, Box::new(factor)));
            }
            let (member, recurring, constant) = (*member, linear.recurring.clone(), linear.constant.clone());
            let size = constant.size() + recurring.values().map(PatternExpr::size).sum::<usize>();
            for (_, earlier) in &mut sums[..at] {
                if let Some(factor) = earlier.recurring.remove(member) {
                    self.copies += size + (recurring.len() + 1) * factor.size();
                    if self.copies > limits().pattern_copies {
                        return Err(GrammarError::TooLarge(format!("the expression of `{name}`")));
                    }
                    let mut inlined = Linear { last, recurring: recurring.clone(), constant: constant.clone() };
                    inlined.times(&factor);
                    earlier.add(inlined);
                }
            }
        }
        // The first sum has no variable left. Each later one has only variables of earlier ones.
        for (member, linear) in sums {
            let mut choices = vec![linear.constant];
            for (earlier, factor) in linear.recurring {
                let earlier = self.production(earlier, name, depth + 1)?;
                choices.push(earlier.times(&factor, last));
            }
            self.done.insert(member, PatternExpr::alternatives(choices));
        }
        Ok(())
    }

    /// An expression as a sum, for the productions of a cycle.
    fn linear(
        &mut self,
        expr: &'b Expr,
        user: &'b str,
        cycle: &BTreeSet<&'b str>,
        last: bool,
        depth: usize,
    ) -> Result<Linear<'b>, GrammarError> {
        let Some(recurring) = recurring_name(expr, cycle) else {
            return Ok(Linear::constant(last, self.expr(expr, user, depth + 1)?));
        };
        Ok(match expr {
            Expr::Name(name) => {
                let recurring = BTreeMap::from([(name.as_str(), PatternExpr::Empty)]);
                Linear { last, recurring, constant: PatternExpr::Never }
            }
            Expr::Alternatives(alternatives) => {
                let mut sum = Linear::constant(last, PatternExpr::Never);
                for expr in alternatives {
                    sum.add(self.linear(expr, user, cycle, last, depth + 1)?);
                }
                sum
            }
            Expr::Sequence(parts) => {
                let mut factors: Vec<&Expr> = parts.iter().filter(|expr| **expr != Expr::Void).collect();
                if factors.is_empty() {
                    return Ok(Linear::constant(last, PatternExpr::Empty));
                }
                let outer = factors.remove(if last { factors.len() - 1 } else { 0 });
                if let Some(name) = factors.iter().find_map(|expr| recurring_name(expr, cycle)) {
                    return Err(GrammarError::Recursion(self.path(user, name)));
                }
                let factor = PatternExpr::sequence(self.exprs(factors, user, depth + 1)?);
                let mut sum = self.linear(outer, user, cycle, last, depth + 1)?;
                sum.times(&factor);
                sum
            }
            Expr::Repeat(least @ (0 | 1), Some(1), expr) => {
                let mut sum = self.linear(expr, user, cycle, last, depth + 1)?;
                if *least == 0 {
                    sum.add(Linear::constant(last, PatternExpr::Empty));
                }
                sum
            }
            _ => return Err(GrammarError::Recursion(self.path(user, recurring))),
        })
    }

    /// The productions through which a production uses another one of its cycle.
    fn path(&self, user: &str, name: &str) -> Vec<String> {
        match (self.bnf.index(user), self.bnf.index(name)) {
            (Some(user), Some(name)) => self.bnf.way_back(user, name),
            _ => vec![user.to_owned()],
        }
    }
}

/// A production of the cycle that an expression uses.
fn recurring_name<'b>(expr: &'b Expr, cycle: &BTreeSet<&'b str>) -> Option<&'b str> {
    expr.names().into_iter().find(|name| cycle.contains(name))
}

impl Linear<'_> {
    /// A sum without recursion.
    fn constant(last: bool, constant: PatternExpr) -> Self {
        Self { last, recurring: BTreeMap::new(), constant }
    }

    /// Multiplies every term of the sum by a factor.
    fn times(&mut self, factor: &PatternExpr) {
        for regex in self.recurring.values_mut().chain([&mut self.constant]) {
            *regex = std::mem::replace(regex, PatternExpr::Never).times(factor, self.last);
        }
    }

    fn add(&mut self, sum: Self) {
        for (name, regex) in sum.recurring {
            self.recurring.entry(name).or_insert(PatternExpr::Never).add(regex);
        }
        self.constant.add(sum.constant);
    }
}

impl PatternExpr {
    /// The number of expressions in it.
    fn size(&self) -> usize {
        1 + match self {
            Self::Never | Self::Empty | Self::Class(_) => 0,
            Self::Sequence(parts) | Self::Alternatives(parts) => parts.iter().map(Self::size).sum(),
            Self::Repeat(_, _, inner) => inner.size(),
            Self::Except(left, right) => left.size() + right.size(),
        }
    }

    /// The product with a factor: in front if `last`, else after it.
    fn times(self, factor: &Self, last: bool) -> Self {
        let factor = factor.clone();
        Self::sequence(if last { vec![factor, self] } else { vec![self, factor] })
    }

    /// Adds another alternative.
    fn add(&mut self, alternative: Self) {
        *self = Self::alternatives(vec![std::mem::replace(self, Self::Never), alternative]);
    }

    fn sequence(parts: Vec<PatternExpr>) -> Self {
        let mut flat = Vec::new();
        for regex in parts {
            match regex {
                Self::Never => return Self::Never,
                Self::Empty => {}
                Self::Sequence(inner) => flat.extend(inner),
                regex => flat.push(regex),
            }
        }
        match flat.len() {
            0 => Self::Empty,
            1 => flat.remove(0),
            _ => Self::Sequence(flat),
        }
    }

    /// A choice, in which characters and classes are merged into one class.
    fn alternatives(alternatives: Vec<PatternExpr>) -> Self {
        let mut class = CharSet::EMPTY;
        let mut flat: Vec<Self> = Vec::new();
        let mut waiting = alternatives;
        waiting.reverse();
        while let Some(regex) = waiting.pop() {
            match regex {
                Self::Never => {}
                Self::Class(set) => class = class.union(&set),
                Self::Alternatives(inner) => waiting.extend(inner.into_iter().rev()),
                regex if flat.contains(&regex) => {}
                regex => flat.push(regex),
            }
        }
        if !class.is_empty() {
            flat.insert(0, Self::Class(class));
        }
        match flat.len() {
            0 => Self::Never,
            1 => flat.remove(0),
            _ => Self::Alternatives(flat),
        }
    }

    /// The expression in the usual syntax; `None` if it contains a difference, which the syntax
    /// cannot express.
    fn pattern(&self) -> Option<String> {
        Some(match self {
            Self::Never => NEVER.to_owned(),
            Self::Empty => String::new(),
            Self::Class(class) => class_pattern(class),
            Self::Sequence(parts) => {
                let patterns = parts.iter().map(|regex| match regex {
                    Self::Alternatives(_) => regex.grouped(),
                    _ => regex.pattern(),
                });
                patterns.collect::<Option<String>>()?
            }
            Self::Alternatives(alternatives) => {
                alternatives.iter().map(Self::pattern).collect::<Option<Vec<_>>>()?.join("|")
            }
            Self::Repeat(0, None, regex) => regex.grouped()? + "*",
            Self::Repeat(1, None, regex) => regex.grouped()? + "+",
            Self::Repeat(0, Some(1), regex) => regex.grouped()? + "?",
            Self::Repeat(least, None, regex) => format!("{}{{{least},}}", regex.grouped()?),
            Self::Repeat(least, Some(most), regex) if least == most => format!("{}{{{least}}}", regex.grouped()?),
            Self::Repeat(least, Some(most), regex) => format!("{}{{{least},{most}}}", regex.grouped()?),
            Self::Except(..) => return None,
        })
    }

    /// The [pattern](Self::pattern), in brackets unless it is a class.
    fn grouped(&self) -> Option<String> {
        let pattern = self.pattern()?;
        Some(match self {
            Self::Class(_) => pattern,
            _ => format!("(?:{pattern})"),
        })
    }
}

/// A class of characters. Characters beyond US-ASCII are written by their numbers, `\x{A0}`.
pub(crate) fn class_pattern(class: &CharSet) -> String {
    if let Some(c) = class.only() {
        // Outside a class these characters are literal, and some tools do not allow them to be
        // escaped.
        return if "-&~#".contains(c) { c.to_string() } else { escaped(c) };
    }
    let ranges = class.ranges().into_iter().map(|(first, last)| match (first, last) {
        _ if first == last => escaped(first),
        _ if after(first) == Some(last) => escaped(first) + &escaped(last),
        // The surrogates are no gap of the class, and some tools do not allow a range to contain
        // them.
        ('\0'..='\u{D7FF}', '\u{E000}'..) => {
            format!("{}-{}{}-{}", escaped(first), escaped('\u{D7FF}'), escaped('\u{E000}'), escaped(last))
        }
        _ => format!("{}-{}", escaped(first), escaped(last)),
    });
    format!("[{}]", ranges.collect::<String>())
}

/// A character of a class, escaped if it has a meaning in some tool.
fn escaped(c: char) -> String {
    match c {
        '\\' | '.' | '+' | '*' | '?' | '(' | ')' | '|' | '[' | ']' | '{' | '}' | '^' | '$' | '-' | '&' | '~' | '#' => {
            format!("\\{c}")
        }
        ' '..='~' => c.to_string(),
        c if c.is_ascii() => format!("\\x{:02X}", c as u32),
        c => format!("\\x{{{:X}}}", c as u32),
    }
}
