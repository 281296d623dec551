//! Strings that two grammars accept and split differently.

use std::collections::{BTreeMap, VecDeque};
use std::hash::Hash;
use std::ops::Range;

use crate::automaton::alphabet::Mark;
use crate::automaton::dfa::{DEAD, Dfa, State};
use crate::automaton::ranked::{Outgoing, Ranked};
use crate::automaton::{TooLarge, effort};
use crate::bnf::GrammarError;
use crate::limits::limits;
use crate::marks::{MarkSide, MarkedMove, Markings, classes, markings};
use crate::spans::Spans;
use crate::spans::readings::{Disagreement, Phase, SpanComparison};

use super::cause::{Border, CauseSoFar, DelimiterContext, SplitCause};
use super::parts::ComponentTracker;

/// A string that two grammars accept and in which one component has different spans.
///
/// ```
/// use regular_bnf::{Differential, Place, SpanComparison, Spans};
///
/// // Which part of `1-2-3` is the label, the one after the first hyphen or the one after the last?
/// let first = "a = { num ~ (\"-\" ~ label)? } label = @{ (num | \"-\")* } num = @{ '0'..'9' }";
/// let last = "a = { (num ~ \"-\" ~ &(num ~ \"-\"))* ~ num ~ (\"-\" ~ label)? } \
///     label = @{ num* } num = @{ '0'..'9' }";
/// let spans = |pest| Spans::from_pest(pest, &["a"], [&[Place::rule("label")]]);
/// let ([first], [last]) = (spans(first)?, spans(last)?);
/// let found = Differential::shortest(&first, &last, SpanComparison::default())?.unwrap();
/// assert_eq!(found.witness, "0-0-");
/// assert_eq!((found.left, found.right), (Some(2..4), Some(4..4)));
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Differential {
    /// The string.
    pub witness: String,
    /// The span of the component in the left grammar, in bytes; `None` if the component is absent.
    pub left: Option<Range<usize>>,
    /// The span of the component in the right grammar.
    pub right: Option<Range<usize>>,
}

/// All strings that two grammars accept and in which one component has different spans.
///
/// The [`Spans`] of both are walked together, over the same characters but separate marks. The
/// strings come shortest first. If there are none, all pairs of states have been visited. The time
/// is proportional to the number of pairs, which is bounded.
///
/// ```
/// use regular_bnf::{Differentials, Disagreement, Language, Place, SpanComparison, Spans};
///
/// let first = "a = { b ~ (\"-\" ~ c)? } b = @{ ASCII_DIGIT* } c = @{ (\"-\" | ASCII_DIGIT)* }";
/// let last = "a = { b ~ (\"-\" ~ c)? } \
///     b = @{ (ASCII_DIGIT | \"-\" ~ &(ASCII_DIGIT* ~ \"-\"))* } c = @{ ASCII_DIGIT* }";
/// let spans = |pest| Spans::from_pest(pest, &["a"], [&[Place::rule("b")]]);
/// let ([first], [last]) = (spans(first)?, spans(last)?);
/// let differentials = Differentials::new(&first, &last, SpanComparison::default())?;
/// let shortest = |kind| differentials.of_kind(kind).next().map(|found| found.witness);
/// assert_eq!(shortest(Disagreement::One).as_deref(), Some("--"));
/// assert_eq!(shortest(Disagreement::Both).as_deref(), Some("0--"));
/// // Only strings that end in two digits.
/// let filter = Language::matching("[0-9][0-9]$")?;
/// let differentials = Differentials::new(&first.within(&filter)?, &last, SpanComparison::default())?;
/// assert_eq!(differentials.of_kind(Disagreement::One).next().unwrap().witness, "--00");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Differentials<K = Disagreement> {
    ranked: Ranked<MarkedMove, K>,
    delimiter: Option<char>,
}

debug_fields!(Differentials<K> { delimiter });

/// The additional effort of a character where another one leads to the same state: more than that
/// of any character.
const SECOND: u32 = 512;

/// The number of strings among which [`Differentials::of_kind`] moves those with different texts to
/// the front.
const TRIES: usize = 1_000;

impl Differential {
    /// A shortest string in which the spans of a component differ; `None` if there is no such
    /// string. [`Differentials`] has all.
    ///
    /// # Errors
    ///
    /// If the combined automaton has too many states.
    pub fn shortest(left: &Spans, right: &Spans, comparison: SpanComparison) -> Result<Option<Self>, GrammarError> {
        let differentials = Differentials::new(left, right, comparison)?;
        Ok(differentials.ranked.paths(|_| true).next().map(Self::new))
    }

    fn new(moves: Vec<MarkedMove>) -> Self {
        let Markings { string, left, right } = markings(moves);
        Self { witness: string, left: left.into_iter().next(), right: right.into_iter().next() }
    }

    /// Whether the texts of the component differ, apart from the delimiter at its beginning.
    fn texts_differ(&self, delimiter: Option<char>) -> bool {
        let [left, right] = [&self.left, &self.right].map(|span| {
            let text = self.witness.get(span.clone()?)?;
            Some(delimiter.and_then(|delimiter| text.strip_prefix(delimiter)).unwrap_or(text))
        });
        left != right
    }
}

impl Differentials {
    /// Compares the spans of a component in two grammars.
    ///
    /// [`Spans::within`] selects the strings that count.
    ///
    /// # Errors
    ///
    /// If the combined automaton has too many states.
    pub fn new(left: &Spans, right: &Spans, comparison: SpanComparison) -> Result<Self, GrammarError> {
        let outcome = StepOutcome { stepped: |(), _, _, _, _| (), end: |(), phase| comparison.differ(phase) };
        Ok(Self {
            ranked: explored([left, right], [&[]; 2], comparison, (), outcome)?,
            delimiter: comparison.delimiter,
        })
    }
}

impl Differentials<(SplitCause, Option<usize>)> {
    /// The same strings as [`new`](Differentials::new), by cause: every string belongs to exactly
    /// one.
    ///
    /// `parts` are the spans of other components of the left and of the right grammar. Beside the
    /// cause is the number of the part in which the other grammar reads the beginning of the span
    /// that comes first; `None` if it is in no part, or if both spans begin at one place.
    ///
    /// ```
    /// use regular_bnf::{Border, Differentials, GrammarSide, Place, SpanComparison, Spans, SplitCause};
    ///
    /// let first = "a = { b ~ (\"-\" ~ c)? } b = @{ ASCII_DIGIT* } c = @{ (\"-\" | ASCII_DIGIT)* }";
    /// let last = "a = { b ~ (\"-\" ~ c)? } \
    ///     b = @{ (ASCII_DIGIT | \"-\" ~ &(ASCII_DIGIT* ~ \"-\"))* } c = @{ ASCII_DIGIT* }";
    /// let spans = |pest| Spans::from_pest(pest, &["a"], [&[Place::rule("b")], &[Place::rule("c")]]);
    /// let ([first, first_c], [last, last_c]) = (spans(first)?, spans(last)?);
    /// let differentials = Differentials::by_cause(&first, &last, [&[&first_c], &[&last_c]], SpanComparison::default())?;
    /// let shortest = |cause| differentials.of_kind(cause).next().unwrap().witness;
    /// let shortest: Vec<_> = differentials.kinds().into_iter().map(|cause| (shortest(cause), cause)).collect();
    /// let ends = SplitCause::Ends { first: GrammarSide::Left, before: Border::Mark('-') };
    /// let only = SplitCause::Only { first: GrammarSide::Right, after: Border::Edge };
    /// assert_eq!(shortest, [("--".to_owned(), (only, None)), ("0--".to_owned(), (ends, None))]);
    /// # Ok::<(), regular_bnf::GrammarError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the combined automaton has too many states.
    pub fn by_cause(
        left: &Spans,
        right: &Spans,
        parts: [&[&Spans]; 2],
        comparison: SpanComparison,
    ) -> Result<Self, GrammarError> {
        let outcome = StepOutcome {
            stepped: |(trace, before): (CauseSoFar, Border), phase, parts, c, begins| {
                let trace = trace.stepped(&comparison, phase, DelimiterContext { before, parts }, Some(c));
                // The delimiter in front of a place matters if a span may begin there.
                let matters = begins && !trace.is_certain();
                (trace, if matters { Border::from_character(c) } else { Border::Edge })
            },
            end: |(trace, before): (CauseSoFar, Border), phase| {
                trace.cause(&comparison, phase, DelimiterContext { before, parts: [None; 2] })
            },
        };
        let start = (CauseSoFar::START, Border::Edge);
        Ok(Self {
            ranked: explored([left, right], parts, comparison, start, outcome)?,
            delimiter: comparison.delimiter,
        })
    }
}

impl<K: Copy + Ord> Differentials<K> {
    /// The kinds of which there are strings, in the order of their shortest strings.
    pub fn kinds(&self) -> Vec<K> {
        self.ranked.kinds()
    }

    /// The strings of one kind, shortest first. Of the characters at one place that make no
    /// difference only two occur: the most readable, and in later strings a second one.
    ///
    /// A string in which both find the same text at different places comes later: after the next
    /// 1,000 strings, or all.
    pub fn of_kind(&self, kind: K) -> impl Iterator<Item = Differential> {
        let mut differentials = self.ranked.paths(move |end| end == kind).map(Differential::new);
        let (mut later, mut tried) = (VecDeque::new(), 0);
        std::iter::from_fn(move || {
            while tried < TRIES {
                tried += 1;
                match differentials.next() {
                    Some(different) if different.texts_differ(self.delimiter) => return Some(different),
                    Some(same) => later.push_back(same),
                    None => break,
                }
            }
            later.pop_front().or_else(|| differentials.next())
        })
    }
}

/// The result of a walk for the strings that it reads.
struct StepOutcome<F, G> {
    /// The memory after the marks at a place and a character: with the part in which each side
    /// reads the character, and whether a span may begin after it.
    stepped: F,
    /// The result for a string that ends here; `None` if both read it alike.
    end: G,
}

/// A state of a walk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct SpanWalkState<T> {
    /// The states of both sides.
    sides: [State; 2],
    phase: Phase,
    memory: T,
    /// For each side the state of its parts; `None` before these are chosen.
    parts: Option<[u32; 2]>,
}

/// A walk of the spans of two grammars together, over the same characters but separate marks.
struct SpanWalk<'s, F, G> {
    sides: [(MarkSide, &'s Dfa); 2],
    /// For each side the automaton of the components in which characters are.
    parts: [ComponentTracker; 2],
    comparison: SpanComparison,
    /// The classes of characters that no automaton distinguishes.
    classes: Vec<Vec<char>>,
    outcome: StepOutcome<F, G>,
}

/// Explores the walk of the spans of two grammars.
fn explored<T, K>(
    spans: [&Spans; 2],
    parts: [&[&Spans]; 2],
    comparison: SpanComparison,
    start: T,
    outcome: StepOutcome<impl Fn(T, Phase, [Option<usize>; 2], char, bool) -> T, impl Fn(T, Phase) -> Option<K>>,
) -> Result<Ranked<MarkedMove, K>, GrammarError>
where
    T: Copy + Ord + Hash,
    K: Copy + Ord,
{
    let [left, right] = spans.map(|spans| &spans.dfa);
    let parts = parts.map(|side| side.iter().map(|part| &part.dfa).collect::<Vec<_>>());
    let walked: Vec<&Dfa> = [left, right].into_iter().chain(parts.iter().flatten().copied()).collect();
    let classes = bordered(classes(&walked));
    let characters: Vec<char> = classes.iter().filter_map(|class| class.first().copied()).collect();
    let [left_parts, right_parts] = parts.map(|parts| ComponentTracker::new(&parts, &characters).map_err(too_large));
    let walk = SpanWalk {
        sides: [(MarkSide::Left, left), (MarkSide::Right, right)],
        parts: [left_parts?, right_parts?],
        comparison,
        classes,
        outcome,
    };
    // The search has one start: no side has read anything.
    let start = SpanWalkState { sides: [Dfa::START; 2], phase: Phase::default(), memory: start, parts: None };
    Ranked::explore(start, limits().marked_moves, |state| walk.moves(state)).map_err(too_large)
}

fn too_large(TooLarge: TooLarge) -> GrammarError {
    GrammarError::TooLarge("the comparison of the two".to_owned())
}

impl<F, G> SpanWalk<'_, F, G> {
    /// The moves from a state, and the result of a string that ends there.
    fn moves<T, K>(&self, state: &SpanWalkState<T>) -> Outgoing<SpanWalkState<T>, MarkedMove, K>
    where
        T: Copy + Ord,
        F: Fn(T, Phase, [Option<usize>; 2], char, bool) -> T,
        G: Fn(T, Phase) -> Option<K>,
    {
        let Some(part_states) = state.parts else {
            let choices = pairs(&self.parts[0].starts, &self.parts[1].starts).into_iter();
            let moves = choices.map(|parts| (MarkedMove::Choice, None, SpanWalkState { parts: Some(parts), ..*state }));
            return Outgoing { moves: moves.collect(), end: None };
        };
        let mut moves = Vec::new();
        for mark in Mark::ALL {
            for (side, dfa) in self.sides {
                let to = dfa.step(state.sides[side as usize], mark);
                if to != DEAD
                    && let Some(phase) = self.comparison.mark(state.phase, side, mark)
                {
                    let mut next = SpanWalkState { phase, ..*state };
                    next.sides[side as usize] = to;
                    moves.push((MarkedMove::Mark(side, mark), None, next));
                }
            }
        }
        for (next, characters) in self.characters(state, part_states) {
            // Two characters suffice for two texts that differ. The second one is of another kind,
            // if there is one.
            let characters = characters.into_iter().map(|c| (effort(c), c));
            let Some(first) = characters.clone().min() else { continue };
            let others = characters.filter(|other| *other != first);
            let second = others.min_by_key(|other| (other.0 == first.0, *other));
            moves.push((MarkedMove::Character(first.1), Some(first.0), next));
            moves.extend(second.map(|(effort, c)| (MarkedMove::Character(c), Some(effort + SECOND), next)));
        }
        let mut parts = self.parts.iter().zip(part_states);
        let is_end = self.sides.iter().all(|(side, dfa)| dfa.is_accepting(state.sides[*side as usize]))
            && parts.all(|(parts, state)| parts.ends(state));
        Outgoing { moves, end: if is_end { (self.outcome.end)(state.memory, state.phase) } else { None } }
    }

    /// The states after a character, each with the characters that lead there.
    fn characters<T>(&self, state: &SpanWalkState<T>, part_states: [u32; 2]) -> BTreeMap<SpanWalkState<T>, Vec<char>>
    where
        T: Copy + Ord,
        F: Fn(T, Phase, [Option<usize>; 2], char, bool) -> T,
    {
        let mut reached: BTreeMap<_, Vec<char>> = BTreeMap::new();
        let read_as = [0, 1].map(|side| self.parts[side].inside(part_states[side]));
        for (class, characters) in self.classes.iter().enumerate() {
            let Some(&c) = characters.first() else { continue };
            let sides = self.sides.map(|(side, dfa)| dfa.step(state.sides[side as usize], c));
            if !sides.contains(&DEAD) {
                let begins = self.sides.iter().any(|(side, dfa)| dfa.step(sides[*side as usize], Mark::Begin) != DEAD);
                let memory = (self.outcome.stepped)(state.memory, state.phase, read_as, c, begins);
                let phase = self.comparison.character(state.phase, c);
                let [left, right] = [0, 1].map(|side| self.parts[side].step(part_states[side], class));
                for parts in pairs(left, right) {
                    let next = SpanWalkState { sides, phase, memory, parts: Some(parts) };
                    reached.entry(next).or_default().extend(characters);
                }
            }
        }
        reached
    }
}

/// All pairs of states of the left parts and of the right parts.
fn pairs(left: &[u32], right: &[u32]) -> Vec<[u32; 2]> {
    left.iter().flat_map(|&left| right.iter().map(move |&right| [left, right])).collect()
}

/// Sets of characters, each divided by the borders that they are.
fn bordered(classes: Vec<Vec<char>>) -> Vec<Vec<char>> {
    let mut bordered = Vec::new();
    for class in classes {
        let mut borders: BTreeMap<Border, Vec<char>> = BTreeMap::new();
        class.into_iter().for_each(|c| borders.entry(Border::from_character(c)).or_default().push(c));
        bordered.extend(borders.into_values());
    }
    bordered
}
