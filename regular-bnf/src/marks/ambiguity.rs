//! Strings that a grammar's own productions derive in two ways.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use super::derivation::{AGAIN, Derivation, Deriver, WITHIN};
use super::exchange::{BEGIN, END, Exchange, marks_from_characters};
use super::search::{Comparer, MarkSide, Markings, shortest};
use crate::automaton::TooLarge;
use crate::automaton::alphabet::Mark;
use crate::automaton::dfa::Dfa;
use crate::automaton::nfa::Nfa;
use crate::bnf::{Bnf, Definition, Expr, GrammarError};

/// A shortest string with two derivations in which a production matches different spans.
///
/// It is about one production: in an ambiguous grammar there may be none. Whether a grammar is ambiguous is
/// [`AmbiguityCause::exists`](crate::AmbiguityCause::exists).
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
/// let rules = "version = number [ \"-\" label ] [ \"-\" build ]\n\
///     label = number\nbuild = number\nnumber = 1*%x30-39\n";
/// let bnf = Bnf::read(rules)?;
/// let found = Ambiguity::find(&bnf, &["version"], "label")?.unwrap();
/// assert_eq!(found.witness, "0-0");
/// assert_eq!(found.spans, [vec![2..3], vec![]]);
/// assert_eq!(found.to_string(), "`version` derives \"0-0\" with `label` at 2..3, and nowhere");
/// // The dashes tell all numbers apart.
/// assert_eq!(Ambiguity::find(&bnf, &["version"], "number")?, None);
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

/// What is derived in two ways, and where the production is in each, in bytes.
impl fmt::Display for Ambiguity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { entry, production, witness, spans, .. } = self;
        write!(f, "`{entry}` derives {witness:?} with `{production}` ")?;
        for (number, spans) in spans.iter().enumerate() {
            f.write_str(if number == 0 { "" } else { ", and " })?;
            let places: Vec<String> = spans.iter().map(|span| format!("{}..{}", span.start, span.end)).collect();
            if places.is_empty() { f.write_str("nowhere")? } else { write!(f, "at {}", places.join(", "))? }
        }
        Ok(())
    }
}

impl Ambiguity {
    /// Searches for two derivations from some entry productions. If the grammar
    /// [ignores](Bnf::ignoring) characters, the derivations are those of the text that remains.
    ///
    /// # Errors
    ///
    /// If a production is not regular, if there are too many states, or if there is no result and
    /// some production is undefined or unreadable.
    pub fn find(bnf: &Bnf, entries: &[&str], production: &str) -> Result<Option<Self>, GrammarError> {
        let without_removal;
        let bnf = if entries.iter().any(|entry| bnf.ignored(&Expr::Name((*entry).to_owned())).is_some()) {
            without_removal = bnf.after_removal();
            &without_removal
        } else {
            bnf
        };
        let ambiguity = match Self::find_regular(bnf, entries, production) {
            Err(error @ (GrammarError::Undefined { .. } | GrammarError::Unreadable { .. })) => {
                Self::find_regular(&defined(bnf), entries, production)
                    .and_then(|ambiguity| ambiguity.map(Some).ok_or(error))
            }
            decided => decided,
        };
        ambiguity.map_err(|error| with_document_names(bnf, error))
    }

    fn find_regular(bnf: &Bnf, entries: &[&str], production: &str) -> Result<Option<Self>, GrammarError> {
        match Exchange::new(bnf)? {
            None => Self::find_marked(bnf, entries, production),
            Some(exchange) => {
                let ambiguity = Self::find_marked(&exchange.grammar(bnf), entries, production)?;
                Ok(ambiguity.map(|mut ambiguity| {
                    let (witness, offsets) = exchange.exchanged_back(&ambiguity.witness);
                    let spans = ambiguity.spans.iter_mut().flatten();
                    spans.for_each(|span| *span = offsets[span.start]..offsets[span.end]);
                    let derivations = ambiguity.derivations.iter_mut().flatten();
                    derivations.for_each(|derivation| derivation.move_to(&offsets));
                    Self { witness, ..ambiguity }
                }))
            }
        }
    }

    /// The result for a grammar without the characters that represent marks.
    fn find_marked(bnf: &Bnf, entries: &[&str], production: &str) -> Result<Option<Self>, GrammarError> {
        let marked = marked(bnf, &[production])?;
        let mut best: Option<(&str, Markings)> = None;
        for entry in entries {
            if bnf.get(entry).is_none() {
                return Err(GrammarError::NoProduction((*entry).to_owned()));
            }
            let nfa = Nfa::from_production(&marked, entry)?;
            let searched = Dfa::new(&nfa).and_then(|dfa| marked_twice(&marks_from_characters(&dfa, None)));
            let searched = searched.map_err(|TooLarge| {
                GrammarError::TooLarge(format!("the language of `{entry}` with `{production}` marked"))
            });
            if let Some(markings) = searched?
                && best.as_ref().is_none_or(|(_, best)| markings.string.chars().count() < best.string.chars().count())
            {
                best = Some((entry, markings));
            }
        }
        Ok(best.map(|(entry, Markings { string, left, right })| {
            let mut deriver = Deriver::new(&marked);
            let derivations = [&left, &right].map(|spans| deriver.find_marked(entry, &string, spans));
            let derivations = match derivations {
                [Some(left), Some(right)] => Some([left, right]),
                _ => None,
            };
            let (entry, production) = (entry.to_owned(), production.to_owned());
            Self { entry, production, witness: string, spans: [left, right], derivations }
        }))
    }

    /// The productions that are reachable from some entry productions, in the document's order:
    /// those for which [`find`](Self::find) can return a result.
    pub fn productions<'b>(bnf: &'b Bnf, entries: &[&str]) -> Vec<&'b str> {
        let missing: HashSet<&str> = bnf.unreachable(entries).into_iter().collect();
        let names = bnf.productions().iter().map(|definition| definition.name.as_str());
        names.filter(|name| !missing.contains(name)).collect()
    }
}

/// The error with the names of productions in the document.
fn with_document_names(bnf: &Bnf, error: GrammarError) -> GrammarError {
    match error {
        GrammarError::Undefined { production, name } => {
            GrammarError::Undefined { production: document_name(&production), name: document_name(&name) }
        }
        GrammarError::Unreadable { production, error } => {
            GrammarError::Unreadable { production: document_name(&production), error }
        }
        GrammarError::Recursion(mut path) => {
            // The marked production has two names.
            path.dedup_by_key(|name| document_name(name));
            path.iter_mut().for_each(|name| *name = document_name(name));
            path.extend(path.first().filter(|_| path.len() == 1).cloned());
            // Beside its marked copy, a left-recursive production has other recursion, too.
            let cycle = path.first().and_then(|name| bnf.cycles()[bnf.index(name)?]);
            match cycle.filter(|cycle| bnf.left_cycles().contains_key(cycle)) {
                Some(_) => GrammarError::LeftRecursion(path),
                None => GrammarError::Recursion(path),
            }
        }
        _ => error,
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

    fn mark(&self, memory: MarkComparison, side: MarkSide, mark: Mark) -> Option<MarkComparison> {
        let MarkComparison::Alike(mut sides) = memory else { return Some(memory) };
        let side = &mut sides[side as usize];
        match mark {
            Mark::Begin => side.begins = true,
            // The production that has begun here is empty.
            Mark::End => *side = SideMarks { open: false, ends: side.ends || side.open, begins: false },
        }
        Some(MarkComparison::Alike(sides))
    }

    fn character(&self, memory: MarkComparison, _: char) -> Option<MarkComparison> {
        Some(match memory {
            MarkComparison::Alike(sides) if Self::alike(sides) => MarkComparison::Alike(
                sides.map(|side| SideMarks { open: side.open || side.begins, ..SideMarks::default() }),
            ),
            _ => MarkComparison::Differ,
        })
    }

    fn differ(&self, memory: MarkComparison) -> bool {
        match memory {
            MarkComparison::Alike(sides) => !Self::alike(sides),
            MarkComparison::Differ => true,
        }
    }
}

/// The suffix of a production's name for a copy without marks, which is used only to match text. No
/// notation has spaces in names.
const UNMARKED: char = '\r';

/// The name of a production in the document.
fn document_name(name: &str) -> String {
    name.trim_end_matches([WITHIN, AGAIN, UNMARKED]).to_owned()
}

/// The automaton of the strings of a production with marks around some of the productions that it
/// uses, and a shortest string with two markings.
pub(crate) fn marking(bnf: &Bnf, entry: &str, productions: &[&str]) -> Result<(Dfa, Option<Markings>), GrammarError> {
    let exchange = Exchange::new(bnf)?;
    let exchanged = exchange.as_ref().map(|exchange| exchange.grammar(bnf));
    let marked = marked(exchanged.as_ref().unwrap_or(bnf), productions)?;
    let nfa = Nfa::from_production(&marked, entry)?;
    let searched = Dfa::new(&nfa).and_then(|dfa| {
        let dfa = marks_from_characters(&dfa, exchange.as_ref());
        let markings = marked_twice(&dfa)?;
        Ok((dfa, markings))
    });
    searched.map_err(|TooLarge| GrammarError::TooLarge(format!("the language of `{entry}` with marks")))
}

/// A shortest string with two markings in a language of strings with marks.
pub(crate) fn marked_twice(dfa: &Dfa) -> Result<Option<Markings>, TooLarge> {
    shortest(dfa, dfa, MarkComparison::Alike([SideMarks::default(); 2]), &Derivations)
}

/// The grammar with the characters that represent marks around some productions. It has no such
/// characters itself: see [`Exchange`].
fn marked(bnf: &Bnf, productions: &[&str]) -> Result<Bnf, GrammarError> {
    let marked: Vec<usize> = productions
        .iter()
        .map(|&name| bnf.index(name).ok_or_else(|| GrammarError::NoProduction(name.to_owned())))
        .collect::<Result<_, _>>()?;
    let cycles = bnf.cycles();
    let marked_cycles: HashSet<u32> = marked.iter().filter_map(|&index| cycles[index]).collect();
    // The marked productions, and those that are recursive together with one of them.
    let inner: HashSet<usize> = (0..cycles.len())
        .filter(|index| marked.contains(index) || cycles[*index].is_some_and(|cycle| marked_cycles.contains(&cycle)))
        .collect();
    let mut definitions: Vec<Definition> = Vec::new();
    let mut unmarked = Vec::new();
    for (index, definition) in bnf.productions().iter().enumerate() {
        let Ok(body) = &definition.body else { continue };
        let name = &definition.name;
        let body = excepting(body, &mut unmarked);
        if marked.contains(&index) {
            let within = Expr::Name(format!("{name}{WITHIN}"));
            let outer = Expr::Sequence(vec![mark_character(BEGIN), within.clone(), mark_character(END)]);
            definitions.push(Definition { body: Ok(outer), ..definition.clone() });
            let recursive = Expr::Sequence(vec![mark_character(BEGIN), within]);
            definitions.push(Definition { name: format!("{name}{AGAIN}"), body: Ok(recursive), ..definition.clone() });
        } else {
            definitions.push(Definition { body: Ok(body.clone()), ..definition.clone() });
        }
        if inner.contains(&index) {
            // Inside the marked production, its recursive uses are at its end.
            let within = renamed(&body, &|name| match bnf.index(name) {
                Some(index) if marked.contains(&index) => format!("{name}{AGAIN}"),
                Some(index) if inner.contains(&index) => format!("{name}{WITHIN}"),
                _ => name.to_owned(),
            });
            definitions.push(Definition { name: format!("{name}{WITHIN}"), body: Ok(within), ..definition.clone() });
        }
    }
    // An exception excludes text independently of marks.
    let mut done = HashSet::new();
    while let Some(name) = unmarked.pop() {
        let Some(definition) = bnf.get(&name).filter(|_| done.insert(name.clone())) else { continue };
        if let Ok(body) = &definition.body {
            let body = Ok(passing(body, &mut unmarked));
            definitions.push(Definition { name: format!("{name}{UNMARKED}"), body, ..definition.clone() });
        }
    }
    Ok(bnf.with(definitions))
}

/// The character that represents a mark, as a literal.
fn mark_character(c: char) -> Expr {
    Expr::Literal(c.to_string())
}

/// The grammar in which undefined productions derive no strings.
pub(crate) fn defined(bnf: &Bnf) -> Bnf {
    let nothing = Expr::Alternatives(Vec::new());
    let mut definitions = bnf.productions().to_vec();
    for definition in &mut definitions {
        let body = definition.body.as_ref().map(|body| {
            body.map(&mut |expr| match expr {
                Expr::Undefined(_) => Some(nothing.clone()),
                Expr::Name(name) if bnf.get(name).is_none() => Some(nothing.clone()),
                // A definition could enlarge the excluded set.
                Expr::Except(_, right) if !right.names().is_empty() => Some(nothing.clone()),
                _ => None,
            })
        });
        definition.body = Ok(body.unwrap_or_else(|_| nothing.clone()));
    }
    bnf.with(definitions)
}

/// The expression with other names, except inside exceptions.
fn renamed(expr: &Expr, new_name: &dyn Fn(&str) -> String) -> Expr {
    expr.map(&mut |expr| match expr {
        Expr::Name(old) => Some(Expr::Name(new_name(old))),
        Expr::Except(left, right) => Some(Expr::Except(Box::new(renamed(left, new_name)), right.clone())),
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
        _ => None,
    })
}

/// Any number of marks.
fn marks() -> Expr {
    Expr::Repeat(0, None, Box::new(Expr::Alternatives(vec![mark_character(BEGIN), mark_character(END)])))
}

/// An expression that skips marks before each character.
fn passing(expr: &Expr, used: &mut Vec<String>) -> Expr {
    expr.map(&mut |expr| match expr {
        Expr::Literal(text) => {
            let parts = text.chars().flat_map(|c| [marks(), Expr::Literal(c.to_string())]);
            Some(Expr::Sequence(parts.collect()))
        }
        Expr::Range(..) => Some(Expr::Sequence(vec![marks(), expr.clone()])),
        Expr::Name(name) => {
            used.push(name.clone());
            Some(Expr::Name(format!("{name}{UNMARKED}")))
        }
        _ => None,
    })
}
