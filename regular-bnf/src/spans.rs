//! The spans of a component in every string that a grammar accepts.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::automaton::dfa::{DEAD, Dfa, State};
use crate::automaton::{ALPHABET, TooLarge};
use crate::limits::LIMITS;
use crate::marks::{BEGIN, END};
use crate::peg::{CLOSE, FALSE, MarkError, Marks, OPEN, States, read, rule_name};
use crate::place::Place;
use crate::proof::ProofError;

/// The span of one component in every string that a grammar accepts, as the pest rules match it.
///
/// It is an automaton over the strings with marks at the beginning and the end of the component. It is built from the rules in
/// the same way as the automata of the [proof](crate::Prover): the rules that match text check the marks, and lookahead skips
/// them. It therefore covers every string, and each string has only one marking.
///
/// ```
/// use regular_bnf::{Place, Spans};
///
/// let pest = "version = { number ~ (\".\" ~ number)? ~ (\"-\" ~ label)? } number = @{ digit+ } label = @{ (digit | \"-\")+ }
///     digit = _{ '0'..'9' }";
/// let [label] = Spans::of_pest(pest, &["version"], [&[Place::rule("label")]])?;
/// assert_eq!(label.in_string("1.2-3-4"), Some(Some(4..7)));
/// // No label, and no version at all.
/// assert_eq!(label.in_string("1.2"), Some(None));
/// assert_eq!(label.in_string("1."), None);
/// # Ok::<(), regular_bnf::ProofError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Spans {
    pub(crate) dfa: Dfa,
    exists: bool,
}

impl Spans {
    /// The spans of some components in all strings of US-ASCII that one of some rules of a pest grammar accepts. Each component
    /// has a list of [places](Place). One call shares work between the components.
    ///
    /// # Errors
    ///
    /// If the file cannot be parsed, if a rule or a place does not exist, if the language of a rule is not regular, or if a
    /// component can occur twice in one string.
    pub fn of_pest<const N: usize>(
        pest: &str,
        starts: &[&str],
        places: [&[Place<'_>]; N],
    ) -> Result<[Self; N], ProofError> {
        let rules = &read(pest)?;
        let find = |name: &&str| {
            let found = rules.iter().position(|rule| rule.name == rule_name(name));
            found.ok_or_else(|| ProofError::NoRule((*name).to_owned()))
        };
        let starts: Vec<usize> = starts.iter().map(find).collect::<Result<_, _>>()?;
        let marks = Marks::of_places(&places, rules).map_err(|error| match error {
            MarkError::Invalid(place) => ProofError::Place(place),
            MarkError::NoRule(rule) => ProofError::NoRule(rule),
            MarkError::NotThere(place) => ProofError::NotThere(place),
        })?;
        // All components share the lookahead.
        let states = RefCell::new(States::new(rules, &marks)?);
        let (classes, symbols) = classes(&states.borrow())?;
        let mut all = Vec::new();
        for (component, places) in places.into_iter().enumerate() {
            let start = states.borrow_mut().start(&starts, component);
            let steps = |state: &_| {
                let mut states = states.borrow_mut();
                let step = |&symbol: &usize| Some(states.step(*state, symbol)).filter(|&next| next != FALSE);
                let row = symbols.iter().map(step).collect();
                if states.exceeded() { Err(TooLarge) } else { Ok(row) }
            };
            let dfa =
                Dfa::explore(start, LIMITS.dfa_states, &classes, steps, |&state| states.borrow_mut().accepts(state));
            let dfa = dfa.map_err(|TooLarge| ProofError::TooLarge(rules[starts[0]].name.clone()))?.minimal();
            let spans = Self { exists: !places.is_empty(), dfa };
            if !spans.is_one() {
                let places: Vec<String> = places.iter().map(Place::to_string).collect();
                return Err(ProofError::Twice(places.join(" ")));
            }
            all.push(spans);
        }
        // One for each component.
        all.try_into().map_err(|_| ProofError::TooLarge(rules[starts[0]].name.clone()))
    }

    /// Whether the component occurs in any string.
    pub fn exists(&self) -> bool {
        self.exists
    }

    /// The span of the component in a string, in bytes: `None` if the string is refused, `Some(None)` if the component is
    /// absent.
    pub fn in_string(&self, string: &str) -> Option<Option<Range<usize>>> {
        // All markings of the text so far; wrong markings are dropped.
        let mut ways: Vec<(State, Option<usize>, Option<usize>)> = vec![(Dfa::START, None, None)];
        let mut at = 0;
        loop {
            let marked = |way: &(State, Option<usize>, Option<usize>)| match *way {
                (state, None, _) => Some((self.dfa.step(state, BEGIN), Some(at), None)),
                (state, Some(begin), None) => Some((self.dfa.step(state, END), Some(begin), Some(at))),
                _ => None,
            };
            // A component that begins here may end here.
            for _ in [BEGIN, END] {
                let more: Vec<_> =
                    ways.iter().filter_map(marked).filter(|way| way.0 != DEAD && !ways.contains(way)).collect();
                ways.extend(more);
            }
            let Some(&byte) = string.as_bytes().get(at) else { break };
            if [BEGIN, END].contains(&byte) {
                return None;
            }
            at += 1;
            ways.iter_mut().for_each(|way| way.0 = self.dfa.step(way.0, byte));
            ways.retain(|way| way.0 != DEAD);
        }
        let way = ways.into_iter().find(|way| self.dfa.is_accepting(way.0))?;
        Some(way.1.zip(way.2).map(|(begin, end)| begin..end))
    }

    /// Whether the component occurs at most once in every string, and ends after its beginning.
    fn is_one(&self) -> bool {
        // A state with the marks so far: none, the beginning, or both.
        let mut known = HashSet::from([(Dfa::START, 0)]);
        let mut waiting = vec![(Dfa::START, 0)];
        while let Some((state, marks)) = waiting.pop() {
            if marks == 1 && self.dfa.is_accepting(state) {
                return false;
            }
            for byte in 0..ALPHABET as u8 {
                let to = self.dfa.step(state, byte);
                let after = match (byte, marks) {
                    _ if to == DEAD => continue,
                    (BEGIN, 0) => 1,
                    (END, 1) => 2,
                    (BEGIN | END, _) => return false,
                    _ => marks,
                };
                if known.insert((to, after)) {
                    waiting.push((to, after));
                }
            }
        }
        true
    }
}

/// The class of each character, and for each class a symbol that represents it: the rules do not distinguish characters of one
/// class. The two marks have classes of their own.
fn classes(states: &States) -> Result<([u8; ALPHABET], Vec<usize>), ProofError> {
    let marks = [(usize::from(BEGIN), OPEN), (usize::from(END), CLOSE)];
    let column = |symbol: usize| states.sets().iter().map(|set| set.holds(symbol)).collect::<Vec<_>>();
    let mut known: HashMap<Vec<bool>, u8> = HashMap::new();
    let mut symbols: Vec<usize> = Vec::new();
    let mut classes = [0; ALPHABET];
    for symbol in (0..ALPHABET).filter(|&symbol| marks.iter().all(|&(mark, _)| mark != symbol)) {
        classes[symbol] = *known.entry(column(symbol)).or_insert_with(|| {
            symbols.push(symbol);
            (symbols.len() - 1) as u8
        });
    }
    // The marks replace two characters, which the grammar must not use.
    for (character, mark) in marks {
        let column = column(character);
        if !known.contains_key(&column) && column.contains(&true) {
            return Err(ProofError::Control);
        }
        classes[character] = symbols.len() as u8;
        symbols.push(mark);
    }
    Ok((classes, symbols))
}
