//! From productions to regular expressions to automata.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use regexsolver::Term;
use regexsolver::error::EngineError;
use regexsolver::execution_profile::ExecutionProfileBuilder;

use super::dfa::{ALPHABET, Dfa};
use super::{Language, LanguageError};
use crate::published::{Bnf, Expr};

/// How many states an automaton may have, and how often a repetition may be counted out.
const MOST_STATES: usize = 100_000;
const MOST_REPEATS: u32 = 1_000;
/// How deep productions and brackets may lie in one another.
const MOST_DEPTH: usize = 400;

/// A regular expression: an [`Expr`] with all names resolved, and characters in classes.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Regex {
    Never,
    Empty,
    Class(BTreeSet<u8>),
    Sequence(Vec<Regex>),
    Alternatives(Vec<Regex>),
    Repeat(u32, Option<u32>, Box<Regex>),
    Except(Box<Regex>, Box<Regex>),
}

/// Lowers the productions of one grammar, each once.
pub(super) struct Lowering<'b> {
    bnf: &'b Bnf,
    /// Which names each production uses, and which of them it reaches.
    reach: HashMap<&'b str, BTreeSet<&'b str>>,
    done: HashMap<&'b str, Regex>,
}

/// A production's right side as a sum: for some productions what stands before them at the end, and the rest.
struct Linear<'b> {
    tails: BTreeMap<&'b str, Regex>,
    rest: Regex,
}

impl<'b> Lowering<'b> {
    pub(super) fn new(bnf: &'b Bnf) -> Self {
        let uses: HashMap<&str, Vec<&str>> =
            bnf.productions().iter().map(|d| (d.name.as_str(), bnf.uses(&d.name))).collect();
        let reach = uses
            .keys()
            .map(|&name| {
                let mut reached = BTreeSet::new();
                let mut waiting = uses[name].clone();
                while let Some(used) = waiting.pop() {
                    if reached.insert(used) {
                        waiting.extend(uses.get(used).into_iter().flatten());
                    }
                }
                (name, reached)
            })
            .collect();
        Self { bnf, reach, done: HashMap::new() }
    }

    pub(super) fn language(&mut self, name: &str) -> Result<Language, LanguageError> {
        let Some(definition) = self.bnf.get(name) else { return Err(LanguageError::NoProduction(name.to_owned())) };
        let regex = self.production(&definition.name, &definition.name, 0)?;
        let profile =
            ExecutionProfileBuilder::new().max_number_of_states(MOST_STATES).execution_timeout(20_000).build();
        let built = profile.run(|| -> Result<_, EngineError> {
            let mut automaton = regex.term()?.to_automaton()?.determinize()?.into_owned();
            automaton.minimize()?;
            let pattern = match regex.pattern() {
                Some(pattern) => pattern,
                // A name that not all tools know.
                None => {
                    Term::from_automaton(automaton.clone()).to_pattern()?.replace("\\p{ASCII_Hex_Digit}", "[0-9A-Fa-f]")
                }
            };
            Ok((Dfa::from_automaton(&automaton), pattern))
        });
        match built {
            Ok((dfa, pattern)) => Ok(Language { dfa, pattern }),
            Err(_) => Err(LanguageError::TooLarge(name.to_owned())),
        }
    }

    /// The pattern of a production, and, where it is a difference, that of what is taken from it.
    pub(super) fn pattern(&mut self, name: &str) -> Option<(String, Option<String>)> {
        let definition = self.bnf.get(name)?;
        match self.production(&definition.name, &definition.name, 0).ok()? {
            Regex::Except(left, right) => Some((left.pattern()?, Some(right.pattern()?))),
            other => Some((other.pattern()?, None)),
        }
    }

    /// What a member of a production may begin with, if all members are single characters or escapes of one.
    pub(super) fn class(&mut self, name: &str) -> Option<[bool; ALPHABET]> {
        fn collect(regex: &Regex, holds: &mut [bool; ALPHABET]) -> Option<()> {
            match regex {
                Regex::Class(class) => {
                    class.iter().for_each(|&c| holds[usize::from(c)] = true);
                    Some(())
                }
                Regex::Alternatives(all) => all.iter().try_for_each(|regex| collect(regex, holds)),
                Regex::Sequence(all) => {
                    let percent = matches!(all.first(), Some(Regex::Class(class)) if class.iter().eq([&b'%']));
                    let hex = |regex: &Regex| matches!(regex, Regex::Class(class) if class.len() == 22);
                    (all.len() == 3 && percent && all[1..].iter().all(hex)).then(|| holds[usize::from(b'%')] = true)
                }
                _ => None,
            }
        }
        /// Whether an expression has nothing that a class has not, which takes less time than to lower it.
        fn plain(expr: &Expr) -> bool {
            match expr {
                Expr::Literal(_) | Expr::Name(_) => true,
                Expr::Sequence(all) | Expr::Alternatives(all) => all.iter().all(plain),
                _ => false,
            }
        }
        let definition = self.bnf.get(name)?;
        let mut reached = self.reach[definition.name.as_str()].iter().copied().chain([name]);
        if !reached.all(|name| self.body(name).is_ok_and(plain)) {
            return None;
        }
        let regex = self.production(&definition.name, &definition.name, 0).ok()?;
        let mut holds = [false; ALPHABET];
        collect(&regex, &mut holds)?;
        Some(holds)
    }

    /// The expression of a production that `user` uses.
    fn production(&mut self, name: &'b str, user: &str, depth: usize) -> Result<Regex, LanguageError> {
        if let Some(regex) = self.done.get(name) {
            return Ok(regex.clone());
        }
        if depth > MOST_DEPTH {
            return Err(LanguageError::TooLarge(user.to_owned()));
        }
        let Some(definition) = self.bnf.get(name) else {
            return Err(LanguageError::Undefined { production: user.to_owned(), name: name.to_owned() });
        };
        if self.reach[name].contains(name) {
            self.recursive(&definition.name, depth)?;
        } else {
            let regex = self.expr(self.body(&definition.name)?, &definition.name, depth + 1)?;
            self.done.insert(&definition.name, regex);
        }
        Ok(self.done[name].clone())
    }

    fn body(&self, name: &str) -> Result<&'b Expr, LanguageError> {
        match self.bnf.get(name).map(|definition| &definition.body) {
            Some(Ok(body)) => Ok(body),
            Some(Err(error)) => Err(LanguageError::Unreadable { production: name.to_owned(), error: error.clone() }),
            None => Err(LanguageError::NoProduction(name.to_owned())),
        }
    }

    fn expr(&mut self, expr: &'b Expr, user: &str, depth: usize) -> Result<Regex, LanguageError> {
        if depth > MOST_DEPTH {
            return Err(LanguageError::TooLarge(user.to_owned()));
        }
        let all = |lowering: &mut Self, all: &'b [Expr]| -> Result<Vec<Regex>, LanguageError> {
            all.iter().map(|expr| lowering.expr(expr, user, depth + 1)).collect()
        };
        Ok(match expr {
            Expr::Void => Regex::Empty,
            Expr::Literal(text) => Regex::sequence(text.bytes().map(|c| Regex::Class(BTreeSet::from([c]))).collect()),
            Expr::Name(name) => self.production(name, user, depth + 1)?,
            Expr::Undefined(name) => {
                return Err(LanguageError::Undefined { production: user.to_owned(), name: name.clone() });
            }
            Expr::Sequence(exprs) => Regex::sequence(all(self, exprs)?),
            Expr::Alternatives(exprs) => Regex::alternatives(all(self, exprs)?),
            Expr::Repeat(least, most, expr) => {
                if *least.max(&most.unwrap_or(0)) > MOST_REPEATS {
                    return Err(LanguageError::TooLarge(user.to_owned()));
                }
                Regex::Repeat(*least, *most, Box::new(self.expr(expr, user, depth + 1)?))
            }
            Expr::Except(left, right) => {
                Regex::Except(Box::new(self.expr(left, user, depth + 1)?), Box::new(self.expr(right, user, depth + 1)?))
            }
        })
    }

    /// Solves a production that comes back to itself, together with all that do so with it.
    ///
    /// Each is a sum X = A X + B Y + C; replacing X by A* (B Y + C) in the others, one after another, leaves none.
    fn recursive(&mut self, name: &'b str, depth: usize) -> Result<(), LanguageError> {
        let cycle: BTreeSet<&'b str> = self.reach[name]
            .iter()
            .copied()
            .filter(|other| self.reach.get(other).is_some_and(|r| r.contains(name)))
            .collect();
        let mut sums: Vec<(&'b str, Linear<'b>)> = Vec::new();
        for &member in &cycle {
            let linear = self.linear(self.body(member)?, member, &cycle, depth + 1)?;
            sums.push((member, linear));
        }
        for at in (0..sums.len()).rev() {
            let (own, linear) = &mut sums[at];
            if let Some(again) = linear.tails.remove(own) {
                linear.lead(&Regex::Repeat(0, None, Box::new(again)));
            }
            let (own, tails, rest) = (*own, linear.tails.clone(), linear.rest.clone());
            for (_, other) in &mut sums[..at] {
                if let Some(before) = other.tails.remove(own) {
                    let mut inlined = Linear { tails: tails.clone(), rest: rest.clone() };
                    inlined.lead(&before);
                    other.add(inlined);
                }
            }
        }
        // The first has no other left; each of the later ones has only earlier ones.
        for (member, linear) in sums {
            let mut choices = vec![linear.rest];
            for (other, before) in linear.tails {
                choices.push(Regex::sequence(vec![before, self.done[other].clone()]));
            }
            self.done.insert(member, Regex::alternatives(choices));
        }
        Ok(())
    }

    fn linear(
        &mut self,
        expr: &'b Expr,
        user: &'b str,
        cycle: &BTreeSet<&'b str>,
        depth: usize,
    ) -> Result<Linear<'b>, LanguageError> {
        let recurs = |expr: &'b Expr| expr.names().into_iter().find(|name| cycle.contains(name));
        if recurs(expr).is_none() {
            return Ok(Linear { tails: BTreeMap::new(), rest: self.expr(expr, user, depth + 1)? });
        }
        Ok(match expr {
            Expr::Name(name) => Linear { tails: BTreeMap::from([(name.as_str(), Regex::Empty)]), rest: Regex::Never },
            Expr::Alternatives(all) => {
                let mut sum = Linear { tails: BTreeMap::new(), rest: Regex::Never };
                for expr in all {
                    sum.add(self.linear(expr, user, cycle, depth + 1)?);
                }
                sum
            }
            Expr::Sequence(all) => {
                let Some((last, before)) = all.split_last() else {
                    return Ok(Linear { tails: BTreeMap::new(), rest: Regex::Empty });
                };
                if let Some(name) = before.iter().find_map(recurs) {
                    return Err(LanguageError::NotTail(self.way(user, name)));
                }
                let before = before.iter().map(|expr| self.expr(expr, user, depth + 1)).collect::<Result<_, _>>()?;
                let mut sum = self.linear(last, user, cycle, depth + 1)?;
                sum.lead(&Regex::sequence(before));
                sum
            }
            Expr::Repeat(0, Some(1), expr) => {
                let mut sum = self.linear(expr, user, cycle, depth + 1)?;
                sum.add(Linear { tails: BTreeMap::new(), rest: Regex::Empty });
                sum
            }
            other => return Err(LanguageError::NotTail(self.way(user, recurs(other).unwrap_or(user)))),
        })
    }

    /// A shortest way from a production by way of one that it uses back to itself.
    fn way(&self, from: &'b str, first: &'b str) -> Vec<String> {
        let mut ways = std::collections::VecDeque::from([vec![from, first]]);
        let mut seen = BTreeSet::new();
        while let Some(way) = ways.pop_front() {
            let last = way[way.len() - 1];
            if last == from {
                return way.into_iter().map(str::to_owned).collect();
            }
            if seen.insert(last) {
                ways.extend(self.bnf.uses(last).into_iter().map(|next| [way.as_slice(), &[next]].concat()));
            }
        }
        vec![from.to_owned(), first.to_owned()]
    }
}

impl<'b> Linear<'b> {
    /// Puts an expression before all of the sum.
    fn lead(&mut self, before: &Regex) {
        let led =
            |regex: &mut Regex| *regex = Regex::sequence(vec![before.clone(), std::mem::replace(regex, Regex::Never)]);
        self.tails.values_mut().for_each(led);
        led(&mut self.rest);
    }

    fn add(&mut self, other: Self) {
        let sum =
            |left: &mut Regex, right| *left = Regex::alternatives(vec![std::mem::replace(left, Regex::Never), right]);
        for (name, regex) in other.tails {
            sum(self.tails.entry(name).or_insert(Regex::Never), regex);
        }
        sum(&mut self.rest, other.rest);
    }
}

impl Regex {
    fn sequence(all: Vec<Regex>) -> Self {
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

    /// Characters and classes among the alternatives become one class.
    fn alternatives(all: Vec<Regex>) -> Self {
        let mut class = BTreeSet::new();
        let mut flat: Vec<Self> = Vec::new();
        let mut waiting = all;
        waiting.reverse();
        while let Some(regex) = waiting.pop() {
            match regex {
                Self::Never => {}
                Self::Class(more) => class.extend(more),
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

    /// The expression in the usual syntax; `None` where a difference stands in it, which that has not.
    fn pattern(&self) -> Option<String> {
        let group = |regex: &Self| {
            let pattern = regex.pattern()?;
            Some(match regex {
                Self::Class(_) => pattern,
                _ => format!("(?:{pattern})"),
            })
        };
        Some(match self {
            Self::Never => "[^\\s\\S]".to_owned(),
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
            Self::Repeat(least, Some(most), regex) => format!("{}{{{least},{most}}}", group(regex)?),
            Self::Except(..) => return None,
        })
    }

    fn term(&self) -> Result<Term, EngineError> {
        if let Some(pattern) = self.pattern() {
            return Term::from_pattern(&pattern);
        }
        Ok(match self {
            Self::Sequence(all) => {
                let terms = all.iter().map(Self::term).collect::<Result<Vec<_>, _>>()?;
                Term::new_empty_string().concat(&terms)?
            }
            Self::Alternatives(all) => {
                let terms = all.iter().map(Self::term).collect::<Result<Vec<_>, _>>()?;
                Term::new_empty().union(&terms)?
            }
            Self::Repeat(least, Some(most), regex) => regex.term()?.repeat(*least..=*most)?,
            Self::Repeat(least, None, regex) => regex.term()?.repeat(*least..)?,
            Self::Except(left, right) => left.term()?.difference(&right.term()?)?,
            Self::Never | Self::Empty | Self::Class(_) => Term::new_empty(),
        })
    }
}

fn class_pattern(class: &BTreeSet<u8>) -> String {
    let escaped = |c: u8| match c {
        b'\\' | b'.' | b'+' | b'*' | b'?' | b'(' | b')' | b'|' | b'[' | b']' | b'{' | b'}' | b'^' | b'$' | b'-'
        | b'&' | b'~' | b'#' => format!("\\{}", char::from(c)),
        b' '..=b'~' => char::from(c).to_string(),
        _ => format!("\\x{c:02X}"),
    };
    if class.len() == 1 {
        // Outside a class these stand for themselves, and some tools do not let them be escaped.
        return class
            .iter()
            .map(|&c| if b"-&~#".contains(&c) { char::from(c).to_string() } else { escaped(c) })
            .collect();
    }
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for &c in class {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == c => *end = c,
            _ => ranges.push((c, c)),
        }
    }
    let shown = ranges.into_iter().map(|(start, end)| match end - start {
        0 => escaped(start),
        1 => escaped(start) + &escaped(end),
        _ => format!("{}-{}", escaped(start), escaped(end)),
    });
    format!("[{}]", shown.collect::<String>())
}
