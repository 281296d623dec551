//! Strings that a grammar's own productions derive in two ways.

use std::collections::HashSet;
use std::ops::Range;

use super::derivation::{AGAIN, Derivation, WITHIN, derive};
use super::exchange::Exchange;
use super::search::{BEGIN, Comparer, END, MarkSide, Markings, shortest};
use crate::automaton::TooLarge;
use crate::automaton::dfa::Dfa;
use crate::automaton::nfa::Nfa;
use crate::bnf::{Bnf, Definition, Expr, LanguageError};
use crate::characters::CharSet;

/// A shortest string with two derivations in which a production matches different spans.
///
/// The productions decide the question, in either reading; parsers are not involved. In all members
/// of an entry production, marks are inserted where the production begins and ends. The language of
/// marked strings is regular too. Two of its members that differ only in marks are two derivations
/// of one string. The search walks pairs of states of its automaton, shortest strings first. If it
/// visits all pairs without a result, each string has only one marking.
///
/// A production that matches the empty string is equivalent to an absent production.
///
/// The time is proportional to the number of pairs, which is bounded.
///
/// If productions are undefined, only strings that do not need them are searched: two derivations
/// of such a string exist under every definition of the other productions. If no such string is
/// ambiguous, the question cannot be decided.
///
/// In a right-recursive production the inner uses end where the outermost ends, and have no marks
/// there.
///
/// ```
/// use regular_bnf::{Ambiguity, Bnf};
///
/// let bnf = Bnf::read("version = number [ \"-\" label ] [ \"-\" build ]\nlabel = number\nbuild = number\nnumber = 1*%x30-39\n")?;
/// let found = Ambiguity::of(&bnf, &["version"], "label")?.unwrap();
/// assert_eq!(found.witness, "0-0");
/// assert_eq!(found.spans, [vec![2..3], vec![]]);
/// // The dashes tell all numbers apart.
/// assert_eq!(Ambiguity::of(&bnf, &["version"], "number")?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Ambiguity {
    /// The entry production that derives the string.
    pub entry: String,
    /// The production that matches different spans.
    pub production: String,
    /// The string.
    pub witness: String,
    /// The spans of the production in each derivation, in bytes.
    pub spans: [Vec<Range<usize>>; 2],
    /// The two derivations; `None` if the string is too long for them.
    pub derivations: Option<[Derivation; 2]>,
}

impl Ambiguity {
    /// Searches for two derivations from some entry productions. If the grammar
    /// [ignores](Bnf::ignoring) characters, the derivations are those of the text that remains.
    ///
    /// # Errors
    ///
    /// If a production is not regular, if there are too many states, or if there is no result and
    /// some production is undefined or unreadable.
    pub fn of(bnf: &Bnf, entries: &[&str], production: &str) -> Result<Option<Self>, LanguageError> {
        let left;
        let bnf = if entries.iter().any(|entry| bnf.ignored(&Expr::Name((*entry).to_owned())).is_some()) {
            left = bnf.after_removal();
            &left
        } else {
            bnf
        };
        let found = match Self::find(bnf, entries, production) {
            Err(error @ (LanguageError::Undefined { .. } | LanguageError::Unreadable { .. })) => {
                Self::find(&defined(bnf), entries, production).and_then(|found| found.map(Some).ok_or(error))
            }
            found => found,
        };
        found.map_err(|error| match error {
            LanguageError::Undefined { production, name } => {
                LanguageError::Undefined { production: plain(&production), name: plain(&name) }
            }
            LanguageError::Unreadable { production, error } => {
                LanguageError::Unreadable { production: plain(&production), error }
            }
            LanguageError::Recursion(mut way) => {
                // The marked production has two names.
                way.dedup_by_key(|name| plain(name));
                way.iter_mut().for_each(|name| *name = plain(name));
                way.extend(way.first().filter(|_| way.len() == 1).cloned());
                // Beside its marked copy, a production is no longer recursive only at its
                // beginning.
                let cycle = way.first().and_then(|name| bnf.cycles()[bnf.index(name)?]);
                match cycle.filter(|cycle| bnf.left_cycles().contains_key(cycle)) {
                    Some(_) => LanguageError::LeftRecursion(way),
                    None => LanguageError::Recursion(way),
                }
            }
            LanguageError::NoProduction(_)
            | LanguageError::LeftRecursion(_)
            | LanguageError::Empty
            | LanguageError::TooLarge(_)
            | LanguageError::TooLong(_) => error,
        })
    }

    fn find(bnf: &Bnf, entries: &[&str], production: &str) -> Result<Option<Self>, LanguageError> {
        match Exchange::of(bnf)? {
            None => Self::find_marked(bnf, entries, production),
            Some(exchange) => {
                let found = Self::find_marked(&exchange.grammar(bnf), entries, production)?;
                Ok(found.map(|mut found| {
                    let (witness, offsets) = exchange.back(&found.witness);
                    found.spans.iter_mut().flatten().for_each(|span| *span = offsets[span.start]..offsets[span.end]);
                    found.derivations.iter_mut().flatten().for_each(|derivation| derivation.move_to(&offsets));
                    Self { witness, ..found }
                }))
            }
        }
    }

    /// The result for a grammar in which the characters of the marks do not matter.
    fn find_marked(bnf: &Bnf, entries: &[&str], production: &str) -> Result<Option<Self>, LanguageError> {
        let marked = marked(bnf, &[production])?;
        let mut best: Option<(&str, Markings)> = None;
        for entry in entries {
            if bnf.get(entry).is_none() {
                return Err(LanguageError::NoProduction((*entry).to_owned()));
            }
            let too_large =
                |TooLarge| LanguageError::TooLarge(format!("the language of `{entry}` with `{production}` marked"));
            let dfa = Dfa::new(&Nfa::from_production(&marked, entry)?).map_err(too_large)?;
            let found = shortest(&dfa, &dfa, MarkComparison::Alike([SideMarks::default(); 2]), &Derivations)
                .map_err(too_large)?;
            if let Some(found) = found
                && best.as_ref().is_none_or(|(_, best)| found.string.chars().count() < best.string.chars().count())
            {
                best = Some((entry, found));
            }
        }
        Ok(best.map(|(entry, Markings { string, left, right })| {
            let derivations = [&left, &right].map(|spans| derive(&marked, entry, &string, spans));
            let derivations = match derivations {
                [Some(one), Some(other)] => Some([one, other]),
                _ => None,
            };
            let (entry, production) = (entry.to_owned(), production.to_owned());
            Self { entry, production, witness: string, spans: [left, right], derivations }
        }))
    }

    /// The productions that are reachable from some entry productions, in the document's order:
    /// those for which [`of`](Self::of) can return a result.
    pub fn productions<'b>(bnf: &'b Bnf, entries: &[&str]) -> Vec<&'b str> {
        let missing: HashSet<&str> = bnf.unreachable(entries).into_iter().collect();
        let names = bnf.productions().iter().map(|definition| definition.name.as_str());
        names.filter(|name| !missing.contains(name)).collect()
    }
}

/// Tests whether two derivations differ in marks, ignoring marks around the empty string.
struct Derivations;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum MarkComparison {
    Alike([SideMarks; 2]),
    Differ,
}

/// The marks of one derivation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct SideMarks {
    /// Whether the production has begun earlier and not ended.
    open: bool,
    /// Whether it ends here, ...
    ends: bool,
    /// ... and begins here.
    begins: bool,
}

impl Derivations {
    /// Whether the same marks began and ended here on both sides.
    fn alike([left, right]: [SideMarks; 2]) -> bool {
        (left.ends, left.begins) == (right.ends, right.begins)
    }
}

impl Comparer for Derivations {
    type Memory = MarkComparison;

    fn mark(&self, phase: MarkComparison, side: MarkSide, mark: char) -> Option<MarkComparison> {
        let MarkComparison::Alike(mut sides) = phase else { return Some(phase) };
        let side = &mut sides[side as usize];
        match mark {
            BEGIN => side.begins = true,
            // The production that has begun here is empty.
            _ => *side = SideMarks { open: false, ends: side.ends || side.open, begins: false },
        }
        Some(MarkComparison::Alike(sides))
    }

    fn character(&self, phase: MarkComparison, _: char) -> Option<MarkComparison> {
        Some(match phase {
            MarkComparison::Alike(sides) if Self::alike(sides) => MarkComparison::Alike(
                sides.map(|side| SideMarks { open: side.open || side.begins, ..SideMarks::default() }),
            ),
            _ => MarkComparison::Differ,
        })
    }

    fn differ(&self, phase: MarkComparison) -> bool {
        match phase {
            MarkComparison::Alike(sides) => !Self::alike(sides),
            MarkComparison::Differ => true,
        }
    }
}

/// The suffix of a production's name for a copy without marks, which is used only to match text. No
/// notation has spaces in names.
const UNMARKED: char = '\r';

/// The name in the document.
fn plain(name: &str) -> String {
    name.trim_end_matches([WITHIN, AGAIN, UNMARKED]).to_owned()
}

/// The automaton of the strings of a production with marks around some of the productions that it
/// uses, and a shortest string with two markings.
#[cfg(feature = "peg")]
pub(crate) fn marking(bnf: &Bnf, entry: &str, productions: &[&str]) -> Result<(Dfa, Option<Markings>), LanguageError> {
    let marked = marked(bnf, productions)?;
    let too_large = |TooLarge| LanguageError::TooLarge(format!("the language of `{entry}` with marks"));
    let dfa = Dfa::new(&Nfa::from_production(&marked, entry)?).map_err(too_large)?;
    let twice =
        shortest(&dfa, &dfa, MarkComparison::Alike([SideMarks::default(); 2]), &Derivations).map_err(too_large)?;
    Ok((dfa, twice))
}

/// The grammar with marks around some productions.
fn marked(bnf: &Bnf, productions: &[&str]) -> Result<Bnf, LanguageError> {
    let find = |name: &&str| bnf.index(name).ok_or_else(|| LanguageError::NoProduction((*name).to_owned()));
    let marked: Vec<usize> = productions.iter().map(find).collect::<Result<_, _>>()?;
    let cycles = bnf.cycles();
    let in_cycle = |index: usize| cycles[index].is_some() && marked.iter().any(|&at| cycles[index] == cycles[at]);
    let mark = |mark: char| Expr::Literal(mark.to_string());
    // Inside the marked production, its recursive uses are at its end.
    let within = |expr: &Expr| {
        renamed(expr, &|name| match bnf.index(name) {
            Some(index) if marked.contains(&index) => format!("{name}{AGAIN}"),
            Some(index) if in_cycle(index) => format!("{name}{WITHIN}"),
            _ => name.to_owned(),
        })
    };
    let mut all: Vec<Definition> = Vec::new();
    let mut unmarked = Vec::new();
    for (index, definition) in bnf.productions().iter().enumerate() {
        let define = |name: String, body: Expr| Definition { name, body: Ok(body), ..definition.clone() };
        let Ok(body) = &definition.body else { continue };
        let name = &definition.name;
        let inner = || Expr::Name(format!("{name}{WITHIN}"));
        let body = excepting(body, &mut unmarked);
        if marked.contains(&index) {
            all.push(define(name.clone(), Expr::Sequence(vec![mark(BEGIN), inner(), mark(END)])));
            all.push(define(format!("{name}{AGAIN}"), Expr::Sequence(vec![mark(BEGIN), inner()])));
        } else {
            all.push(define(name.clone(), body.clone()));
        }
        if marked.contains(&index) || in_cycle(index) {
            all.push(define(format!("{name}{WITHIN}"), within(&body)));
        }
    }
    // An exception excludes text independently of marks.
    let mut done = HashSet::new();
    while let Some(name) = unmarked.pop() {
        let Some(definition) = bnf.get(&name).filter(|_| done.insert(name.clone())) else { continue };
        if let Ok(body) = &definition.body {
            let body = passing(body, &mut unmarked);
            all.push(Definition { name: format!("{name}{UNMARKED}"), body: Ok(body), ..definition.clone() });
        }
    }
    Ok(bnf.with(all))
}

/// The grammar in which undefined productions derive no strings.
pub(crate) fn defined(bnf: &Bnf) -> Bnf {
    let nothing = || Expr::Alternatives(Vec::new());
    let without = |body: &Expr| {
        body.map(&mut |expr| match expr {
            Expr::Undefined(_) => Some(nothing()),
            Expr::Name(name) if bnf.get(name).is_none() => Some(nothing()),
            // A definition could enlarge the excluded set.
            Expr::Except(_, right) if !right.names().is_empty() => Some(nothing()),
            _ => None,
        })
    };
    let body = |definition: &Definition| definition.body.as_ref().map_or_else(|_| nothing(), without);
    bnf.with(bnf.productions().iter().map(|own| Definition { body: Ok(body(own)), ..own.clone() }).collect())
}

/// The expression with other names, except inside exceptions.
fn renamed(expr: &Expr, name: &dyn Fn(&str) -> String) -> Expr {
    expr.map(&mut |expr| match expr {
        Expr::Name(own) => Some(Expr::Name(name(own))),
        Expr::Except(left, right) => Some(Expr::Except(Box::new(renamed(left, name)), right.clone())),
        _ => None,
    })
}

/// The expression with exceptions that skip marks. The names that the exceptions use are added to
/// `used`.
fn excepting(expr: &Expr, used: &mut Vec<String>) -> Expr {
    expr.map(&mut |expr| match expr {
        Expr::Except(left, right) => {
            let right = Expr::Sequence(vec![passing(right, used), marks()]);
            Some(Expr::Except(Box::new(excepting(left, used)), Box::new(right)))
        }
        // The characters of the marks do not matter: see `Exchange`.
        Expr::Literal(text) if text.contains([BEGIN, END]) => Some(Expr::Alternatives(Vec::new())),
        Expr::Range(first, last) if *first <= END => Some(without_marks(*first, *last)),
        _ => None,
    })
}

/// A range without the characters that are marks.
fn without_marks(first: char, last: char) -> Expr {
    let set = CharSet::range(first, last).difference(&CharSet::range(BEGIN, END));
    Expr::Alternatives(set.ranges().into_iter().map(|(first, last)| Expr::Range(first, last)).collect())
}

/// Any number of marks.
fn marks() -> Expr {
    let mark = |mark: char| Expr::Literal(mark.to_string());
    Expr::Repeat(0, None, Box::new(Expr::Alternatives(vec![mark(BEGIN), mark(END)])))
}

/// An expression that skips marks in front of each character.
fn passing(expr: &Expr, used: &mut Vec<String>) -> Expr {
    expr.map(&mut |expr| match expr {
        Expr::Literal(text) => {
            let each = text.chars().flat_map(|c| [marks(), Expr::Literal(c.to_string())]);
            Some(Expr::Sequence(each.collect()))
        }
        Expr::Range(..) => Some(Expr::Sequence(vec![marks(), expr.clone()])),
        Expr::Name(name) => {
            used.push(name.clone());
            Some(Expr::Name(format!("{name}{UNMARKED}")))
        }
        _ => None,
    })
}
