//! The strings that several grammars accept and in which a component has the same span.

use crate::automaton::TooLarge;
use crate::automaton::alphabet::{Element, Mark};
use crate::automaton::dfa::{DEAD, Dfa, State};
use crate::automaton::subsets::{self, Graph, GraphAlphabet};
use crate::bnf::GrammarError;
use crate::characters::CharSet;
use crate::language::Language;
use crate::marks::MarkSide;
use crate::spans::Spans;
use crate::spans::readings::{Phase, SpanComparison};

impl Spans {
    /// The strings that this grammar and others accept and in which a component has the same span
    /// in each two of them: a string that all accept is a member, or a
    /// [differential](crate::Differentials::new) of two of them.
    ///
    /// ```
    /// use regular_bnf::{Place, SpanComparison, Spans};
    ///
    /// let first = "a = { b ~ (\"-\" ~ c)? } b = @{ ASCII_DIGIT* } c = @{ (\"-\" | ASCII_DIGIT)* }";
    /// let last = "a = { b ~ (\"-\" ~ c)? } \
    ///     b = @{ (ASCII_DIGIT | \"-\" ~ &(ASCII_DIGIT* ~ \"-\"))* } c = @{ ASCII_DIGIT* }";
    /// let spans = |pest| Spans::from_pest(pest, &["a"], [&[Place::rule("b")]]);
    /// let ([first], [last]) = (spans(first)?, spans(last)?);
    /// let alike = first.alike(&[&last], SpanComparison::default())?;
    /// assert!(alike.contains("1-2") && !alike.contains("1-2-3"));
    /// # Ok::<(), regular_bnf::GrammarError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if an automaton has too many states. It names the grammar at which the limit was reached.
    pub fn alike(&self, others: &[&Self], comparison: SpanComparison) -> Result<Language, GrammarError> {
        let grammars: Vec<&Self> = std::iter::once(self).chain(others.iter().copied()).collect();
        let mut common: Option<Dfa> = None;
        for (first, left) in grammars.iter().enumerate() {
            // Agreement is transitive without a delimiter: comparing the first grammar with all
            // others suffices. Two spans that both differ from a third one by the delimiter may
            // differ by more from each other.
            if first > 0 && comparison.delimiter.is_none() {
                break;
            }
            for (second, right) in grammars.iter().enumerate().skip(first + 1) {
                let language = MarkedPair::new(left, right, comparison).alike();
                let joined = language.and_then(|language| match &common {
                    None => Ok(language),
                    Some(common) => Ok(common.product(&language, |left, right| left && right)?.minimal()),
                });
                common = Some(joined.map_err(|TooLarge| too_large(common.as_ref(), second + 1, grammars.len()))?);
            }
        }
        common.map_or_else(|| self.strings(), |dfa| Ok(Language { dfa }))
    }

    /// The strings that the grammar accepts.
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if the automaton has too many states.
    pub fn strings(&self) -> Result<Language, GrammarError> {
        self.with(ContentCondition::Any)
    }

    /// The strings that the grammar accepts and in which the component has some content.
    ///
    /// ```
    /// use regular_bnf::{ContentCondition, Language, Place, Spans};
    ///
    /// let pest = "a = { b ~ (\"-\" ~ c)? } b = @{ ASCII_DIGIT* } c = @{ ASCII_DIGIT* }";
    /// let [c] = Spans::from_pest(pest, &["a"], [&[Place::rule("c")]])?;
    /// let shortest = |content| c.with(content).map(|language| language.members().next());
    /// assert_eq!(shortest(ContentCondition::Some)?.as_deref(), Some("-0"));
    /// let not_empty = c.with(ContentCondition::NotEmpty)?;
    /// assert!(!not_empty.contains("1-") && not_empty.contains("1"));
    /// assert!(!c.with(ContentCondition::Without(&'7'.into()))?.contains("7-17"));
    /// let even = Language::matching("^[0-9]*[02468]$").unwrap();
    /// assert_eq!(["1-38", "38-1", "38"].map(|string| c.with(ContentCondition::In(&even)).unwrap().contains(string)), [true, false, false]);
    /// # Ok::<(), regular_bnf::GrammarError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if the automaton has too many states.
    pub fn with(&self, content: ContentCondition<'_>) -> Result<Language, GrammarError> {
        let sets: Vec<CharSet> =
            if let ContentCondition::Without(set) = content { vec![set.clone()] } else { Vec::new() };
        let texts = if let ContentCondition::In(language) = content { Some(language.automaton()) } else { None };
        let automata: Vec<&Dfa> = std::iter::once(&self.dfa).chain(texts).collect();
        let alphabet = GraphAlphabet { automata: &automata, sets: &sets };
        let dfa = subsets::strings(&ConditionedComponent { dfa: &self.dfa, content }, alphabet.classes());
        dfa.map(|dfa| Language { dfa }).map_err(|TooLarge| {
            GrammarError::TooLarge(format!("the strings of a marked automaton of {} states", self.states()))
        })
    }
}

/// A condition on the text of a component.
///
/// ```
/// use regular_bnf::{Bnf, ContentCondition, Language, Place, Spans};
///
/// let bnf = Bnf::abnf("fileurl = \"file://\" [ site ] \"/\" *ALPHA\nsite = 1*ALPHA\n")?;
/// let site = Spans::from_bnf(&bnf, "fileurl", &[Place::rule("site")])?;
/// assert!(site.with(ContentCondition::Nothing)?.contains("file:///etc"));
/// let localhost = Language::matching("^localhost$")?;
/// let local = site.with(ContentCondition::In(&localhost))?;
/// assert!(local.contains("file://localhost/etc") && !local.contains("file://site/etc"));
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentCondition<'c> {
    /// The component has any text, or is absent.
    Any,
    /// The component has at least one character.
    Some,
    /// The component has at least one character, or is absent.
    NotEmpty,
    /// The component is empty or absent.
    Nothing,
    /// The component has no character of a set, or is absent.
    Without(&'c CharSet),
    /// The component is present, and its text is a member of a language.
    In(&'c Language),
}

/// The error for a limit that is exceeded at the grammar number `reached`, when the grammars up to
/// it are compared.
fn too_large(common: Option<&Dfa>, reached: usize, grammars: usize) -> GrammarError {
    let states = common.map_or(0, |common| common.len() - 1);
    let before = if states > 0 { format!(" ({states} states before it)") } else { String::new() };
    GrammarError::TooLarge(format!("what all read alike, at grammar {reached} of {grammars}{before}"))
}

/// Two marked automata over the same characters, while their marks are alike.
struct MarkedPair<'s> {
    sides: [(MarkSide, &'s Dfa); 2],
    comparison: SpanComparison,
}

impl<'s> MarkedPair<'s> {
    fn new(left: &'s Spans, right: &'s Spans, comparison: SpanComparison) -> Self {
        Self { sides: [(MarkSide::Left, &left.dfa), (MarkSide::Right, &right.dfa)], comparison }
    }

    /// The strings whose markings on both sides are alike. A string has one marking on each side,
    /// and so one path through the graph.
    fn alike(&self) -> Result<Dfa, TooLarge> {
        let delimiter: Vec<CharSet> = self.comparison.delimiter.into_iter().map(CharSet::from).collect();
        let alphabet = GraphAlphabet { automata: &self.sides.map(|(_, dfa)| dfa), sets: &delimiter };
        subsets::strings(self, alphabet.classes())
    }
}

impl Graph for MarkedPair<'_> {
    type Vertex = ([State; 2], Phase);

    fn start(&self) -> Self::Vertex {
        ([Dfa::START; 2], Phase::default())
    }

    fn push_empty_moves(&self, (states, phase): Self::Vertex, targets: &mut Vec<Self::Vertex>) {
        for mark in Mark::ALL {
            for (side, dfa) in self.sides {
                let next = dfa.step(states[side as usize], mark);
                if next != DEAD
                    && let Some(phase) = self.comparison.mark(phase, side, mark)
                {
                    let mut states = states;
                    states[side as usize] = next;
                    targets.push((states, phase));
                }
            }
        }
    }

    fn step(&self, (states, phase): Self::Vertex, element: Element) -> Option<Self::Vertex> {
        let c = element.character()?;
        let states = self.sides.map(|(side, dfa)| dfa.step(states[side as usize], c));
        let phase = self.comparison.alike(self.comparison.character(phase, c))?;
        (!states.contains(&DEAD)).then_some((states, phase))
    }

    fn is_end(&self, (states, phase): Self::Vertex) -> bool {
        let accepted = self.sides.iter().all(|(side, dfa)| dfa.is_accepting(states[*side as usize]));
        accepted && self.comparison.differ(phase).is_none()
    }
}

/// A marked automaton, and the condition on its component.
struct ConditionedComponent<'s> {
    dfa: &'s Dfa,
    content: ContentCondition<'s>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum ContentProgress {
    /// In front of the component.
    Before,
    /// After the mark of its beginning.
    Begun,
    /// After its first character: the state of the automaton of its text, if that is a member of a
    /// language.
    Inside(State),
    /// After the mark of its end; whether the component has text.
    After(bool),
}

impl Graph for ConditionedComponent<'_> {
    type Vertex = (State, ContentProgress);

    fn start(&self) -> Self::Vertex {
        (Dfa::START, ContentProgress::Before)
    }

    fn push_empty_moves(&self, (state, progress): Self::Vertex, targets: &mut Vec<Self::Vertex>) {
        let (mark, next, text) = match progress {
            ContentProgress::Before => (Mark::Begin, ContentProgress::Begun, None),
            ContentProgress::Begun => (Mark::End, ContentProgress::After(false), Some(Dfa::START)),
            ContentProgress::Inside(text) => (Mark::End, ContentProgress::After(true), Some(text)),
            ContentProgress::After(_) => return,
        };
        let state = self.dfa.step(state, mark);
        let allowed = match (self.content, text) {
            (ContentCondition::Some | ContentCondition::NotEmpty, _) => next != ContentProgress::After(false),
            (ContentCondition::In(language), Some(text)) => language.automaton().is_accepting(text),
            _ => true,
        };
        if state != DEAD && allowed {
            targets.push((state, next));
        }
    }

    fn step(&self, (state, progress): Self::Vertex, element: Element) -> Option<Self::Vertex> {
        let c = element.character()?;
        let text = match progress {
            ContentProgress::Begun => Some(Dfa::START),
            ContentProgress::Inside(text) => Some(text),
            ContentProgress::Before | ContentProgress::After(_) => None,
        };
        let text = text.map(|text| match self.content {
            ContentCondition::In(language) => language.automaton().step(text, c),
            _ => text,
        });
        let allowed = match (self.content, text) {
            (_, None) => true,
            (ContentCondition::Nothing, _) => false,
            (ContentCondition::Without(set), _) => !set.contains(c),
            (_, Some(text)) => text != DEAD,
        };
        let progress = text.map_or(progress, ContentProgress::Inside);
        let state = self.dfa.step(state, c);
        (state != DEAD && allowed).then_some((state, progress))
    }

    fn is_end(&self, (state, progress): Self::Vertex) -> bool {
        self.dfa.is_accepting(state)
            && match self.content {
                ContentCondition::Some => progress == ContentProgress::After(true),
                ContentCondition::In(_) => matches!(progress, ContentProgress::After(_)),
                _ => true,
            }
    }
}
