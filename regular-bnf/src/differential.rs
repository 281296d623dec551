//! Strings that two grammars accept and split differently.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use crate::automaton::dfa::{DEAD, Dfa, State};
use crate::automaton::ranked::{Out, Ranked};
use crate::automaton::{TooLarge, effort};
use crate::limits::LIMITS;
use crate::marks::{BEGIN, END, Found, MarkSide, Move, classes, found};
use crate::proof::ProofError;
use crate::spans::Spans;

/// A string that two grammars accept and in which one component has different spans.
///
/// ```
/// use regular_bnf::{Differential, Place, Spans};
///
/// // Which part of `1-2-3` is the label, that behind the first hyphen or that behind the last?
/// let first = "a = { num ~ (\"-\" ~ label)? } label = @{ (num | \"-\")* } num = @{ '0'..'9' }";
/// let last = "a = { (num ~ \"-\" ~ &(num ~ \"-\"))* ~ num ~ (\"-\" ~ label)? } label = @{ num* } num = @{ '0'..'9' }";
/// let spans = |pest| Spans::of_pest(pest, &["a"], [&[Place::rule("label")]]);
/// let ([first], [last]) = (spans(first)?, spans(last)?);
/// let found = Differential::of(&first, &last, false, None)?.unwrap();
/// assert_eq!(found.witness, "0-0-");
/// assert_eq!((found.left, found.right), (Some(2..4), Some(4..4)));
/// # Ok::<(), regular_bnf::ProofError>(())
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

/// How two grammars differ in a component of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Disagreement {
    /// Both have the component, it is not empty, and its spans differ.
    Both,
    /// In at most one of the two it is present and not empty.
    One,
}

impl Disagreement {
    /// All kinds: the one that matters most first.
    pub const ALL: [Self; 2] = [Self::Both, Self::One];
}

/// All strings that two grammars accept and in which one component has different spans.
///
/// The [`Spans`] of both are walked together, over the same characters but separate marks. The strings come shortest first. If
/// there are none, all pairs of states have been visited. The time is proportional to the number of pairs, which is bounded.
///
/// Absent and empty components compare equal, wherever the empty one occurs, unless `strict` is set.
///
/// ```
/// use regular_bnf::{Differentials, Disagreement, Language, Place, Spans};
///
/// let first = "a = { b ~ (\"-\" ~ c)? } b = @{ ASCII_DIGIT* } c = @{ (\"-\" | ASCII_DIGIT)* }";
/// let last = "a = { b ~ (\"-\" ~ c)? } b = @{ (ASCII_DIGIT | \"-\" ~ &(ASCII_DIGIT* ~ \"-\"))* } c = @{ ASCII_DIGIT* }";
/// let spans = |pest| Spans::of_pest(pest, &["a"], [&[Place::rule("b")]]);
/// let ([first], [last]) = (spans(first)?, spans(last)?);
/// let all = Differentials::of(&first, &last, false, None)?;
/// let shortest = |kind| all.of_kind(kind).next().map(|found| found.witness);
/// assert_eq!(shortest(Disagreement::One).as_deref(), Some("--"));
/// assert_eq!(shortest(Disagreement::Both).as_deref(), Some("0--"));
/// // Only strings that end in two digits.
/// let filter = Language::matching("[0-9][0-9]$")?;
/// let all = Differentials::of(&first.within(&filter)?, &last, false, None)?;
/// assert_eq!(all.of_kind(Disagreement::One).next().unwrap().witness, "--00");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Differentials {
    all: Ranked<Move, Disagreement>,
    delimiter: Option<char>,
}

/// The additional effort of a character where another one leads to the same state: more than that of any character.
const SECOND: u32 = 512;

/// The number of strings among which [`Differentials::of_kind`] moves those with different texts to the front.
const TRIES: usize = 1_000;

impl Differential {
    /// A shortest string in which the spans of a component differ; `None` if there is no such string. The arguments are those
    /// of [`Differentials::of`].
    ///
    /// # Errors
    ///
    /// If the combined automaton has too many states.
    pub fn of(left: &Spans, right: &Spans, strict: bool, delimiter: Option<char>) -> Result<Option<Self>, ProofError> {
        let all = Differentials::of(left, right, strict, delimiter)?;
        Ok(all.all.ways(|_| true).next().map(Self::new))
    }

    fn new(moves: Vec<Move>) -> Self {
        let Found { string, left, right } = found(moves);
        let first = |all: Vec<Range<usize>>| all.into_iter().next();
        Self { witness: string, left: first(left), right: first(right) }
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
    /// With `strict`, an absent and an empty component are different. A `delimiter` at the beginning of the component may
    /// belong to it in only one grammar without a difference. [`Spans::within`] selects the strings that count.
    ///
    /// # Errors
    ///
    /// If the combined automaton has too many states.
    pub fn of(left: &Spans, right: &Spans, strict: bool, delimiter: Option<char>) -> Result<Self, ProofError> {
        let readings = Readings { strict, delimiter };
        let sides = [(MarkSide::Left, &left.dfa), (MarkSide::Right, &right.dfa)];
        let classes = classes(&[&left.dfa, &right.dfa]);
        let start = ([Dfa::START; 2], Phase::default());
        let out = |&(states, phase): &([State; 2], Phase)| {
            let mut moves = Vec::new();
            for mark in [BEGIN, END] {
                for (side, dfa) in sides {
                    let to = dfa.step(states[side as usize], mark);
                    if to != DEAD
                        && let Some(phase) = readings.mark(phase, side, mark)
                    {
                        let mut states = states;
                        states[side as usize] = to;
                        moves.push(((Some(side), mark), None, (states, phase)));
                    }
                }
            }
            let mut reached: BTreeMap<_, Vec<char>> = BTreeMap::new();
            for (class, c) in classes.iter().filter_map(|class| Some((class, *class.first()?))) {
                let states = sides.map(|(side, dfa)| dfa.step(states[side as usize], c));
                if !states.contains(&DEAD) {
                    reached.entry((states, readings.character(phase, c))).or_default().extend(class);
                }
            }
            for (next, all) in reached {
                // Two characters suffice for two texts that differ. The second one is of another kind, if there is one.
                let all = all.into_iter().map(|c| (effort(c), c));
                let Some(first) = all.clone().min() else { continue };
                let second = all.filter(|other| *other != first).min_by_key(|other| (other.0 == first.0, *other));
                moves.push(((None, first.1), Some(first.0), next));
                moves.extend(second.map(|(effort, c)| ((None, c), Some(effort + SECOND), next)));
            }
            let accepted = sides.iter().all(|(side, dfa)| dfa.is_accepting(states[*side as usize]));
            Out { moves, end: if accepted { readings.differ(phase) } else { None } }
        };
        let all = Ranked::explore(start, LIMITS.marked_moves, out);
        let all = all.map_err(|TooLarge| ProofError::TooLarge("the comparison of the two".to_owned()))?;
        Ok(Self { all, delimiter })
    }

    /// The strings of one kind, shortest first. Of the characters at one place that make no difference only two occur: the most
    /// readable, and in later strings a second one.
    ///
    /// A string in which both find the same text at different places comes later: after the next 1,000 strings, or all.
    pub fn of_kind(&self, kind: Disagreement) -> impl Iterator<Item = Differential> {
        let mut all = self.all.ways(move |own| own == kind).map(Differential::new);
        let (mut later, mut tried) = (VecDeque::new(), 0);
        std::iter::from_fn(move || {
            while tried < TRIES {
                tried += 1;
                match all.next() {
                    Some(found) if found.texts_differ(self.delimiter) => return Some(found),
                    Some(same) => later.push_back(same),
                    None => break,
                }
            }
            later.pop_front().or_else(|| all.next())
        })
    }
}

/// Tests whether two markings of one component differ.
struct Readings {
    strict: bool,
    /// A character at the beginning that may belong to only one of them.
    delimiter: Option<char>,
}

/// The facts in front of the next character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
struct Phase {
    so_far: SoFar,
    /// The marks of each side since the last character.
    here: [Here; 2],
    /// What each side had of the component before the last character.
    had: [Had; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
enum SoFar {
    #[default]
    Alike,
    /// One side has begun in front of the delimiter, and the other has not.
    Delimiter(usize),
    Differ,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
enum Here {
    #[default]
    Nothing,
    Begin,
    End,
    /// The component is empty.
    Both,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
enum Had {
    #[default]
    Nothing,
    Empty,
    Text,
}

impl Readings {
    /// The state after the marks in front of a character; `delimiter` tells whether it is the delimiter.
    fn resolved(&self, phase: Phase, delimiter: bool) -> SoFar {
        // An empty component is equivalent to an absent one.
        let here = phase.here.map(|here| if here == Here::Both { Here::Nothing } else { here });
        match phase.so_far {
            SoFar::Differ => SoFar::Differ,
            SoFar::Alike if here[0] == here[1] => SoFar::Alike,
            SoFar::Alike => match here {
                [Here::Begin, Here::Nothing] if delimiter => SoFar::Delimiter(0),
                [Here::Nothing, Here::Begin] if delimiter => SoFar::Delimiter(1),
                _ => SoFar::Differ,
            },
            // After the delimiter both continue, or the delimiter was the whole component.
            SoFar::Delimiter(side) => match (here[side], here[1 - side]) {
                (Here::Nothing, Here::Begin) | (Here::End, Here::Nothing) => SoFar::Alike,
                _ => SoFar::Differ,
            },
        }
    }

    /// The phase after a mark on one side; `None` if no marking continues so. At one place the marks of the left come first.
    fn mark(&self, mut phase: Phase, side: MarkSide, mark: char) -> Option<Phase> {
        if side == MarkSide::Left && phase.here[MarkSide::Right as usize] != Here::Nothing {
            return None;
        }
        let here = &mut phase.here[side as usize];
        *here = match (*here, mark) {
            (Here::Nothing, BEGIN) => Here::Begin,
            (Here::Nothing, _) => Here::End,
            (Here::Begin, _) => Here::Both,
            _ => return None,
        };
        Some(phase)
    }

    /// The phase after a character.
    fn character(&self, phase: Phase, c: char) -> Phase {
        Phase { so_far: self.resolved(phase, self.delimiter == Some(c)), here: [Here::Nothing; 2], had: phase.had() }
    }

    /// How the markings differ if the string ends here.
    fn differ(&self, phase: Phase) -> Option<Disagreement> {
        let had = phase.had();
        let differ = self.resolved(phase, false) != SoFar::Alike
            || self.strict && (had[0] == Had::Nothing) != (had[1] == Had::Nothing);
        let kind = if had == [Had::Text; 2] { Disagreement::Both } else { Disagreement::One };
        differ.then_some(kind)
    }
}

impl Phase {
    /// What each side has of the component, with the marks since the last character.
    fn had(self) -> [Had; 2] {
        [0, 1].map(|side| match self.here[side] {
            Here::Nothing | Here::End => self.had[side],
            Here::Begin => Had::Text,
            Here::Both => Had::Empty,
        })
    }
}
