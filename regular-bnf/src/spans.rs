//! The spans of a component in every string that a grammar accepts.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::automaton::TooLarge;
use crate::automaton::alphabet::Symbol;
use crate::automaton::dfa::{Classes, DEAD, Dfa, State};
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
/// use regular_bnf::{Place, Refused, Spans};
///
/// let pest = "version = { number ~ (\".\" ~ number)? ~ (\"-\" ~ label)? } number = @{ digit+ } label = @{ (digit | \"-\")+ }
///     digit = _{ '0'..'9' }";
/// let [label] = Spans::of_pest(pest, &["version"], [&[Place::rule("label")]])?;
/// assert_eq!(label.in_string("1.2-3-4"), Ok(Some(4..7)));
/// // No label, and no version at all.
/// assert_eq!(label.in_string("1.2"), Ok(None));
/// assert_eq!(label.in_string("1."), Err(Refused));
/// # Ok::<(), regular_bnf::ProofError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Spans {
    pub(crate) dfa: Dfa,
    pub(crate) exists: bool,
}

/// The grammar refuses the string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the grammar refuses the string")]
pub struct Refused;

impl Spans {
    /// The spans of some components in all strings that one of some rules of a pest grammar accepts. Each component has a list
    /// of [places](Place). One call shares work between the components.
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
            let mut explored = explored(&states, &starts, component, &classes, &symbols);
            // What other components have cached counts, too.
            if explored.is_err() && component > 0 {
                states.replace(States::new(rules, &marks)?);
                explored = self::explored(&states, &starts, component, &classes, &symbols);
            }
            let dfa = explored.map_err(|TooLarge| ProofError::TooLarge(rules[starts[0]].name.clone()))?;
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

    /// The span of the component in a string, in bytes; `None` if the component is absent.
    ///
    /// # Errors
    ///
    /// If the grammar refuses the string.
    pub fn in_string(&self, string: &str) -> Result<Option<Range<usize>>, Refused> {
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
            let Some(c) = string[at..].chars().next() else { break };
            if [BEGIN, END].contains(&c) {
                return Err(Refused);
            }
            at += c.len_utf8();
            ways.iter_mut().for_each(|way| way.0 = self.dfa.step(way.0, c));
            ways.retain(|way| way.0 != DEAD);
        }
        let way = ways.into_iter().find(|way| self.dfa.is_accepting(way.0)).ok_or(Refused)?;
        Ok(way.1.zip(way.2).map(|(begin, end)| begin..end))
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
            for (c, &to) in self.dfa.alphabet().characters().zip(self.dfa.row(state)) {
                let after = match (c, marks) {
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

/// The automaton of the strings with the marks of one component.
fn explored(
    states: &RefCell<States>,
    starts: &[usize],
    component: usize,
    classes: &Classes,
    symbols: &[Symbol],
) -> Result<Dfa, TooLarge> {
    let start = states.borrow_mut().start(starts, component);
    let steps = |state: &_| {
        let mut states = states.borrow_mut();
        let step = |&symbol: &Symbol| Some(states.step(*state, symbol)).filter(|&next| next != FALSE);
        let row = symbols.iter().map(step).collect();
        if states.exceeded() { Err(TooLarge) } else { Ok(row) }
    };
    let accepts = |&state: &_| states.borrow_mut().accepts(state);
    Ok(Dfa::explore(start, LIMITS.dfa_states, classes.clone(), steps, accepts)?.minimal())
}

/// The classes of symbols, and for each class a symbol that represents it: the rules do not distinguish characters of one class.
/// The two marks have classes of their own.
fn classes(states: &States) -> Result<(Classes, Vec<Symbol>), ProofError> {
    let alphabet = states.alphabet().clone();
    let marks = [(BEGIN as Symbol, OPEN), (END as Symbol, CLOSE)];
    let column = |symbol: Symbol| {
        let c = alphabet.character(symbol);
        states.sets().iter().map(|set| set.contains(c)).collect::<Vec<_>>()
    };
    let mut known: HashMap<Vec<bool>, usize> = HashMap::new();
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut classes = vec![0; alphabet.len()];
    for symbol in alphabet.symbols().filter(|&symbol| marks.iter().all(|&(mark, _)| mark != symbol)) {
        classes[symbol] = *known.entry(column(symbol)).or_insert_with(|| {
            symbols.push(symbol);
            symbols.len() - 1
        });
    }
    // The marks replace two characters, which the grammar must not use.
    for (character, mark) in marks {
        let column = column(character);
        if !known.contains_key(&column) && column.contains(&true) {
            return Err(ProofError::Control);
        }
        classes[character] = symbols.len();
        symbols.push(mark);
    }
    Ok((Classes { alphabet: alphabet.clone(), of: classes }, symbols))
}
