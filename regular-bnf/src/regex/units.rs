//! Units of UTF-16, which ECMAScript without the flag `u` matches.
//!
//! A surrogate is represented by a character of a private plane, so that the same trees and
//! automata serve both. At the end, two steps of such an automaton become one step by a character.

use std::collections::HashMap;

use crate::automaton::TooLarge;
use crate::automaton::alphabet::Alphabet;
use crate::automaton::dfa::{DEAD, Dfa, State, SymbolClasses};
use crate::characters::CharSet;
use crate::limits::LIMITS;

/// The character that represents the unit 0.
const PLANE: u32 = 0x10_0000;

/// The character that represents a surrogate.
pub(super) fn unit(surrogate: u16) -> char {
    char::from_u32(PLANE + u32::from(surrogate)).unwrap_or_default()
}

/// Whether a character represents a surrogate.
pub(super) fn is_unit(c: char) -> bool {
    (unit(0xD800)..=unit(0xDFFF)).contains(&c)
}

/// The two units of a character beyond the first plane.
pub(super) fn of(c: char) -> Option<[char; 2]> {
    let mut both = [0; 2];
    match *c.encode_utf16(&mut both) {
        [high, low] => Some([unit(high), unit(low)]),
        _ => None,
    }
}

/// Whether a set has a unit.
pub(super) fn has_some(set: &CharSet) -> bool {
    !set.intersection(&CharSet::range(unit(0xD800), unit(0xDFFF))).is_empty()
}

/// The automaton over characters of an automaton over units.
pub(super) fn joined(dfa: &Dfa) -> Result<Dfa, TooLarge> {
    let alphabet = dfa.alphabet();
    // Surrogates that the automaton does not distinguish.
    let runs = |first: u16| {
        let mut runs: HashMap<usize, Vec<u32>> = HashMap::new();
        for surrogate in first..first + 0x400 {
            runs.entry(alphabet.symbol(unit(surrogate))).or_default().push((surrogate - first).into());
        }
        runs.into_values().collect::<Vec<_>>()
    };
    let mut sets: Vec<CharSet> = alphabet.symbols().map(|symbol| alphabet.set(symbol)).collect();
    let plane = CharSet::range('\0', '\u{FFFF}');
    sets.iter_mut().for_each(|set| *set = set.intersection(&plane));
    let (highs, lows) = (runs(0xD800), runs(0xDC00));
    for high in &highs {
        for low in &lows {
            let ranges = together(low).into_iter().flat_map(|(first, last)| {
                let whole = (first, last) == (0, 0x3FF);
                let of = if whole { together(high) } else { high.iter().map(|&high| (high, high)).collect() };
                of.into_iter().map(move |(from, to)| (0x10000 + (from << 10) + first, 0x10000 + (to << 10) + last))
            });
            let ranges = ranges.filter_map(|(first, last)| Some((char::from_u32(first)?, char::from_u32(last)?)));
            let singles: Vec<CharSet> = ranges.map(|(first, last)| CharSet::range(first, last)).collect();
            sets.push(CharSet::union_of(&singles));
        }
    }
    let over = Alphabet::new(&sets);
    let characters: Vec<char> = over.characters().collect();
    let step = |state: State, c: char| match of(c) {
        Some([high, low]) => dfa.step(dfa.step(state, high), low),
        None => dfa.step(state, c),
    };
    let classes = SymbolClasses { class_of: over.symbols().collect(), alphabet: over };
    let steps =
        |&state: &State| Ok(characters.iter().map(|&c| Some(step(state, c)).filter(|&to| to != DEAD)).collect());
    Ok(Dfa::explore(Dfa::START, LIMITS.dfa_states, classes, steps, |&state| dfa.is_accepting(state))?.minimal())
}

/// Numbers in order as ranges.
fn together(all: &[u32]) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &one in all {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == one => *last = one,
            _ => ranges.push((one, one)),
        }
    }
    ranges
}
