//! Converts productions to regular expressions for other tools.
//!
//! [Automata](crate::automaton) decide questions; this module generates text on request. Left and
//! right recursion become repetition.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::bnf::{Bnf, Expr, LanguageError};
use crate::characters::{CharSet, after};
use crate::language::Language;
use crate::limits::LIMITS;

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
pub fn pattern(bnf: &Bnf, production: &str) -> Result<String, LanguageError> {
    let Some(definition) = bnf.get(production) else {
        return Err(LanguageError::NoProduction(production.to_owned()));
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
    let too_large = |_| LanguageError::TooLarge(format!("the language of `{production}`"));
    Language::new(bnf, production)?.to_pattern().map_err(too_large)
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

/// The right side of a production as a sum: for each recursive production its factor, and the rest.
struct Linear<'b> {
    /// Whether a factor precedes its production (right recursion) or follows it.
    last: bool,
    recurring: BTreeMap<&'b str, PatternExpr>,
    rest: PatternExpr,
}

impl<'b> Lowering<'b> {
    /// Copies an expression, if the limit allows it.
    fn copy(&mut self, regex: &PatternExpr, user: &str) -> Result<PatternExpr, LanguageError> {
        self.copies += regex.size();
        if self.copies > LIMITS.pattern_copies {
            Err(LanguageError::TooLarge(format!("the expression of `{user}`")))
        } else {
            Ok(regex.clone())
        }
    }

    fn cycle(&self, name: &str) -> Option<u32> {
        self.bnf.index(name).and_then(|at| self.cycles[at])
    }

    /// The expression of a production, for its use in `user`.
    fn production(&mut self, name: &'b str, user: &str, depth: usize) -> Result<PatternExpr, LanguageError> {
        if let Some(regex) = self.done.get(name).cloned() {
            return self.copy(&regex, user);
        }
        if depth > LIMITS.depth {
            return Err(LanguageError::TooLarge(format!("the expression of `{user}`")));
        }
        let Some(definition) = self.bnf.get(name) else {
            return Err(LanguageError::Undefined { production: user.to_owned(), name: name.to_owned() });
        };
        if self.cycle(name).is_some() {
            self.recursive(&definition.name, depth)?;
        } else {
            let regex = self.expr(self.body(&definition.name)?, &definition.name, depth + 1)?;
            self.done.insert(&definition.name, regex);
        }
        self.production(name, user, depth)
    }

    fn body(&self, name: &str) -> Result<&'b Expr, LanguageError> {
        match self.bnf.get(name).map(|definition| &definition.body) {
            Some(Ok(body)) => Ok(body),
            Some(Err(error)) => Err(LanguageError::Unreadable { production: name.to_owned(), error: error.clone() }),
            None => Err(LanguageError::NoProduction(name.to_owned())),
        }
    }

    fn expr(&mut self, expr: &'b Expr, user: &str, depth: usize) -> Result<PatternExpr, LanguageError> {
        if depth > LIMITS.depth {
            return Err(LanguageError::TooLarge(format!("the expression of `{user}`")));
        }
        let all = |lowering: &mut Self, all: &'b [Expr]| -> Result<Vec<PatternExpr>, LanguageError> {
            all.iter().map(|expr| lowering.expr(expr, user, depth + 1)).collect()
        };
        Ok(match expr {
            Expr::Void => PatternExpr::Empty,
            Expr::Literal(text) => PatternExpr::sequence(text.chars().map(|c| PatternExpr::Class(c.into())).collect()),
            Expr::Range(first, last) => PatternExpr::Class(CharSet::range(*first, *last)),
            Expr::Name(name) => self.production(name, user, depth + 1)?,
            Expr::Undefined(name) => {
                return Err(LanguageError::Undefined { production: user.to_owned(), name: name.clone() });
            }
            Expr::Sequence(exprs) => PatternExpr::sequence(all(self, exprs)?),
            Expr::Alternatives(exprs) => PatternExpr::alternatives(all(self, exprs)?),
            Expr::Repeat(least, most, expr) => {
                PatternExpr::Repeat(*least, *most, Box::new(self.expr(expr, user, depth + 1)?))
            }
            Expr::Except(left, right) => PatternExpr::Except(
                Box::new(self.expr(left, user, depth + 1)?),
                Box::new(self.expr(right, user, depth + 1)?),
            ),
        })
    }

    /// Solves the equations of a recursive production and of its cycle.
    ///
    /// Each equation is a sum X = A X + B Y + C. Replacing X with A* (B Y + C) in the others, one
    /// after another, solves them. In left recursion the factors follow their productions.
    fn recursive(&mut self, name: &'b str, depth: usize) -> Result<(), LanguageError> {
        let own = self.cycle(name);
        let all = self.bnf.productions().iter().zip(self.cycles);
        let last = own.is_none_or(|own| !self.bnf.left_cycles().contains_key(&own));
        let cycle: BTreeSet<&'b str> =
            all.filter(|(_, cycle)| **cycle == own).map(|(definition, _)| definition.name.as_str()).collect();
        let mut sums: Vec<(&'b str, Linear<'b>)> = Vec::new();
        for &member in &cycle {
            let linear = self.linear(self.body(member)?, member, (&cycle, last), depth + 1)?;
            sums.push((member, linear));
        }
        for at in (0..sums.len()).rev() {
            let (own, linear) = &mut sums[at];
            if let Some(again) = linear.recurring.remove(own) {
                linear.times(&PatternExpr::Repeat(0, None, Box::new(again)));
            }
            let (own, recurring, rest) = (*own, linear.recurring.clone(), linear.rest.clone());
            let size = rest.size() + recurring.values().map(PatternExpr::size).sum::<usize>();
            for (_, other) in &mut sums[..at] {
                if let Some(factor) = other.recurring.remove(own) {
                    self.copies += size + (recurring.len() + 1) * factor.size();
                    if self.copies > LIMITS.pattern_copies {
                        return Err(LanguageError::TooLarge(format!("the expression of `{name}`")));
                    }
                    let mut inlined = Linear { last, recurring: recurring.clone(), rest: rest.clone() };
                    inlined.times(&factor);
                    other.add(inlined);
                }
            }
        }
        // The first has no other variable left; each later one has only earlier ones.
        for (member, linear) in sums {
            let mut choices = vec![linear.rest];
            for (other, factor) in linear.recurring {
                let other = self.production(other, name, depth + 1)?;
                choices.push(other.times(&factor, last));
            }
            self.done.insert(member, PatternExpr::alternatives(choices));
        }
        Ok(())
    }

    fn linear(
        &mut self,
        expr: &'b Expr,
        user: &'b str,
        (cycle, at_end): (&BTreeSet<&'b str>, bool),
        depth: usize,
    ) -> Result<Linear<'b>, LanguageError> {
        let sum = |rest| Linear { last: at_end, recurring: BTreeMap::new(), rest };
        let recurs = |expr: &'b Expr| expr.names().into_iter().find(|name| cycle.contains(name));
        if recurs(expr).is_none() {
            return Ok(sum(self.expr(expr, user, depth + 1)?));
        }
        Ok(match expr {
            Expr::Name(name) => {
                Linear { recurring: BTreeMap::from([(name.as_str(), PatternExpr::Empty)]), ..sum(PatternExpr::Never) }
            }
            Expr::Alternatives(all) => {
                let mut sum = sum(PatternExpr::Never);
                for expr in all {
                    sum.add(self.linear(expr, user, (cycle, at_end), depth + 1)?);
                }
                sum
            }
            Expr::Sequence(all) => {
                let mut others: Vec<&Expr> = all.iter().filter(|expr| **expr != Expr::Void).collect();
                if others.is_empty() {
                    return Ok(sum(PatternExpr::Empty));
                }
                let outer = others.remove(if at_end { others.len() - 1 } else { 0 });
                if let Some(name) = others.iter().find_map(|expr| recurs(expr)) {
                    return Err(LanguageError::Recursion(self.way(user, name)));
                }
                let others = others.iter().map(|expr| self.expr(expr, user, depth + 1)).collect::<Result<_, _>>()?;
                let mut sum = self.linear(outer, user, (cycle, at_end), depth + 1)?;
                sum.times(&PatternExpr::sequence(others));
                sum
            }
            Expr::Repeat(least @ (0 | 1), Some(1), expr) => {
                let mut all = self.linear(expr, user, (cycle, at_end), depth + 1)?;
                if *least == 0 {
                    all.add(sum(PatternExpr::Empty));
                }
                all
            }
            other => return Err(LanguageError::Recursion(self.way(user, recurs(other).unwrap_or(user)))),
        })
    }

    fn way(&self, user: &str, name: &str) -> Vec<String> {
        match (self.bnf.index(user), self.bnf.index(name)) {
            (Some(user), Some(name)) => self.bnf.way_back(user, name),
            _ => vec![user.to_owned()],
        }
    }
}

impl<'b> Linear<'b> {
    /// Multiplies every term of the sum by a factor.
    fn times(&mut self, factor: &PatternExpr) {
        let last = self.last;
        let times = |regex: &mut PatternExpr| *regex = std::mem::replace(regex, PatternExpr::Never).times(factor, last);
        self.recurring.values_mut().for_each(times);
        times(&mut self.rest);
    }

    fn add(&mut self, other: Self) {
        let sum = |left: &mut PatternExpr, right| {
            *left = PatternExpr::alternatives(vec![std::mem::replace(left, PatternExpr::Never), right])
        };
        for (name, regex) in other.recurring {
            sum(self.recurring.entry(name).or_insert(PatternExpr::Never), regex);
        }
        sum(&mut self.rest, other.rest);
    }
}

impl PatternExpr {
    /// The number of expressions in it.
    fn size(&self) -> usize {
        1 + match self {
            Self::Never | Self::Empty | Self::Class(_) => 0,
            Self::Sequence(all) | Self::Alternatives(all) => all.iter().map(Self::size).sum(),
            Self::Repeat(_, _, inner) => inner.size(),
            Self::Except(left, right) => left.size() + right.size(),
        }
    }

    /// The product with a factor: in front if `last`, else after it.
    fn times(self, factor: &Self, last: bool) -> Self {
        let factor = factor.clone();
        Self::sequence(if last { vec![factor, self] } else { vec![self, factor] })
    }

    fn sequence(all: Vec<PatternExpr>) -> Self {
        let mut flat = Vec::new();
        for regex in all {
            match regex {
                Self::Never => return Self::Never,
                Self::Empty => {}
                Self::Sequence(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Self::Empty,
            1 => flat.remove(0),
            _ => Self::Sequence(flat),
        }
    }

    /// Characters and classes among the alternatives are merged into one class.
    fn alternatives(all: Vec<PatternExpr>) -> Self {
        let mut class = CharSet::EMPTY;
        let mut flat: Vec<Self> = Vec::new();
        let mut waiting = all;
        waiting.reverse();
        while let Some(regex) = waiting.pop() {
            match regex {
                Self::Never => {}
                Self::Class(more) => class = class.union(&more),
                Self::Alternatives(inner) => waiting.extend(inner.into_iter().rev()),
                other if flat.contains(&other) => {}
                other => flat.push(other),
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
        let group = |regex: &Self| {
            let pattern = regex.pattern()?;
            Some(match regex {
                Self::Class(_) => pattern,
                _ => format!("(?:{pattern})"),
            })
        };
        Some(match self {
            Self::Never => NEVER.to_owned(),
            Self::Empty => String::new(),
            Self::Class(class) => class_pattern(class),
            Self::Sequence(all) => {
                let each = all.iter().map(|regex| match regex {
                    Self::Alternatives(_) => group(regex),
                    _ => regex.pattern(),
                });
                each.collect::<Option<String>>()?
            }
            Self::Alternatives(all) => all.iter().map(Self::pattern).collect::<Option<Vec<_>>>()?.join("|"),
            Self::Repeat(0, None, regex) => group(regex)? + "*",
            Self::Repeat(1, None, regex) => group(regex)? + "+",
            Self::Repeat(0, Some(1), regex) => group(regex)? + "?",
            Self::Repeat(least, None, regex) => format!("{}{{{least},}}", group(regex)?),
            Self::Repeat(least, Some(most), regex) if least == most => format!("{}{{{least}}}", group(regex)?),
            Self::Repeat(least, Some(most), regex) => format!("{}{{{least},{most}}}", group(regex)?),
            Self::Except(..) => return None,
        })
    }
}

/// A class of characters. Characters beyond US-ASCII are written by their numbers, `\x{A0}`.
pub(crate) fn class_pattern(class: &CharSet) -> String {
    let escaped = |c: char| match c {
        '\\' | '.' | '+' | '*' | '?' | '(' | ')' | '|' | '[' | ']' | '{' | '}' | '^' | '$' | '-' | '&' | '~' | '#' => {
            format!("\\{c}")
        }
        ' '..='~' => c.to_string(),
        c if c.is_ascii() => format!("\\x{:02X}", c as u32),
        c => format!("\\x{{{:X}}}", c as u32),
    };
    if let Some(c) = class.only() {
        // Outside a class these characters are literal, and some tools do not allow them to be
        // escaped.
        return if "-&~#".contains(c) { c.to_string() } else { escaped(c) };
    }
    let shown = class.ranges().into_iter().map(|(first, last)| match (first, last) {
        _ if first == last => escaped(first),
        _ if after(first) == Some(last) => escaped(first) + &escaped(last),
        // The surrogates are no gap of the class, and some tools do not allow a range to contain
        // them.
        ('\0'..='\u{D7FF}', '\u{E000}'..) => {
            format!("{}-{}{}-{}", escaped(first), escaped('\u{D7FF}'), escaped('\u{E000}'), escaped(last))
        }
        _ => format!("{}-{}", escaped(first), escaped(last)),
    });
    format!("[{}]", shown.collect::<String>())
}
