//! Units of UTF-16, which ECMAScript without the flag `u` matches.
//!
//! A surrogate is represented by a character of a private plane, so that the same trees and
//! automata serve both. At the end, two steps of such an automaton become one step by a character.

use std::collections::HashMap;

use crate::automaton::alphabet::{Alphabet, Element};
use crate::automaton::dfa::{Dfa, State};
use crate::characters::CharSet;

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
pub(super) fn pair(c: char) -> Option<[char; 2]> {
    let mut units = [0; 2];
    match *c.encode_utf16(&mut units) {
        [high, low] => Some([unit(high), unit(low)]),
        _ => None,
    }
}

/// Whether a set has a unit.
pub(super) fn has_unit(set: &CharSet) -> bool {
    !set.intersection(&CharSet::range(unit(0xD800), unit(0xDFFF))).is_empty()
}

/// The automaton over characters of an automaton over units.
pub(super) fn joined(dfa: &Dfa) -> Dfa {
    let alphabet = dfa.alphabet();
    let mut sets: Vec<CharSet> = alphabet.symbols().map(|symbol| alphabet.set(symbol)).collect();
    let first_plane = CharSet::range('\0', '\u{FFFF}');
    sets.iter_mut().for_each(|set| *set = set.intersection(&first_plane));
    let (highs, lows) = (surrogate_classes(alphabet, 0xD800), surrogate_classes(alphabet, 0xDC00));
    for high in &highs {
        for low in &lows {
            let ranges = together(low).into_iter().flat_map(|(first, last)| {
                // All low surrogates of adjacent high surrogates are one range of characters.
                let is_complete = (first, last) == (0, 0x3FF);
                let highs = if is_complete { together(high) } else { high.iter().map(|&high| (high, high)).collect() };
                highs.into_iter().map(move |(from, to)| (0x10000 + (from << 10) + first, 0x10000 + (to << 10) + last))
            });
            let ranges = ranges.filter_map(|(first, last)| Some((char::from_u32(first)?, char::from_u32(last)?)));
            let ranges: Vec<CharSet> = ranges.map(|(first, last)| CharSet::range(first, last)).collect();
            sets.push(CharSet::union_of(&ranges));
        }
    }
    let joined_alphabet = Alphabet::new(&sets);
    let has_marks = alphabet.marks().next().is_some();
    let joined_alphabet = if has_marks { joined_alphabet.with_marks() } else { joined_alphabet };
    dfa.with_steps(joined_alphabet, |state, element| step(dfa, state, element))
}

/// A step of an automaton over units by the units of a character, or by a mark.
fn step(dfa: &Dfa, state: State, element: Element) -> State {
    match element.character().and_then(pair) {
        Some([high, low]) => dfa.step(dfa.step(state, high), low),
        None => dfa.step(state, element),
    }
}

/// The 1,024 surrogates from one on, as sets that the alphabet does not distinguish. The surrogates
/// are numbered from 0.
fn surrogate_classes(alphabet: &Alphabet, first: u16) -> Vec<Vec<u32>> {
    let mut classes: HashMap<usize, Vec<u32>> = HashMap::new();
    for surrogate in first..first + 0x400 {
        classes.entry(alphabet.symbol(unit(surrogate))).or_default().push((surrogate - first).into());
    }
    classes.into_values().collect()
}

/// Numbers in order as ranges.
fn together(numbers: &[u32]) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    ranges
}
