//! Random members, near misses, and conformance suites.

use std::collections::{HashMap, HashSet, VecDeque};

use rustc_hash::FxHashSet;

use crate::automaton::ALPHABET;
use crate::automaton::alphabet::{Element, Symbol, text};
use crate::automaton::dfa::{DEAD, Dfa, State};
use crate::automaton::symbol_set::SymbolSet;
use crate::bnf::GrammarError;
use crate::language::Language;
use crate::limits::limits;

/// A string of a conformance suite.
///
/// ```
/// use regular_bnf::{Language, TestVector};
///
/// // A parser that forgets that a method begins with a letter.
/// let accepts = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
/// let method = Language::matching("^[A-Za-z][A-Za-z0-9]*$")?;
/// let wrong = method.suite()?.find(|vector| accepts(&vector.input) != vector.valid);
/// assert_eq!(wrong, Some(TestVector { input: "0A".to_owned(), valid: false }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TestVector {
    /// The string.
    pub input: String,
    /// Whether it is a member.
    pub valid: bool,
}

impl Language {
    /// An endless sequence of random members; empty if the language is empty.
    ///
    /// The same seed produces the same members.
    pub fn sample(&self, seed: u64) -> impl Iterator<Item = String> + '_ {
        let mut rng = fastrand::Rng::with_seed(seed);
        let has_members = self.members().next().is_some();
        std::iter::from_fn(move || has_members.then(|| self.dfa.random(&mut rng)))
    }

    /// Random strings outside the language, each one edit away from a member.
    ///
    /// The sequence ends if no more are found after a limited number of attempts.
    pub fn near_misses(&self, seed: u64) -> impl Iterator<Item = String> + '_ {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut members = self.sample(seed);
        let beyond: Vec<char> = self.dfa.tested().into_iter().filter(|c| !c.is_ascii()).collect();
        std::iter::from_fn(move || {
            (0..limits().near_miss_tries).find_map(|_| {
                let mut string: Vec<char> = members.next()?.chars().collect();
                let at = rng.usize(..=string.len());
                match rng.u8(0..3) {
                    0 => string.insert(at, random_character(&beyond, &mut rng)),
                    1 if at < string.len() => string[at] = random_character(&beyond, &mut rng),
                    _ if at < string.len() => {
                        string.remove(at);
                    }
                    _ => {}
                }
                let string: String = string.into_iter().collect();
                Some(string).filter(|string| !self.contains(string))
            })
        })
    }

    /// A complete conformance suite, by the W-method: an implementation that passes, and has no
    /// more states than the minimal automaton (including the dead state), accepts exactly this
    /// language.
    ///
    /// Every state is reached by its shortest string. From it every character is tried, and the
    /// next state is distinguished from all other states by strings. States share these strings as
    /// far as their behaviour is the same.
    ///
    /// Beyond US-ASCII, both ends of each range of characters that the automaton does not
    /// distinguish are tried. If it accepts no string with such a character, only an accented
    /// letter and a control character are tried.
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] for an automaton of more than 1,000 states, or a suite of more
    /// than 300 million characters: every pair of states needs a distinguishing string, which is
    /// tried after each of them and after each character.
    pub fn suite(&self) -> Result<impl Iterator<Item = TestVector> + '_, GrammarError> {
        self.suite_beyond(0)
    }

    /// A complete suite for implementations that have up to `extra` states more than the minimal
    /// automaton: from every state each string of `extra + 1` characters is tried. Each further
    /// state multiplies the suite by the number of characters.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Language};
    ///
    /// let digits = Language::new(&Bnf::read("digits = 1*%x30-39\n")?, "digits")?;
    /// // This implementation refuses all strings that are longer than those of the suite.
    /// let valid = digits.suite()?.filter(|vector| vector.valid);
    /// let longest = valid.map(|vector| vector.input.len()).max().unwrap();
    /// let wrong = |string: &str| digits.contains(string) && string.len() <= longest;
    /// assert!(digits.suite()?.all(|vector| wrong(&vector.input) == vector.valid));
    /// assert!(digits.suite_beyond(1)?.any(|vector| wrong(&vector.input) != vector.valid));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`suite`](Self::suite).
    pub fn suite_beyond(&self, extra: usize) -> Result<impl Iterator<Item = TestVector> + '_, GrammarError> {
        let strings = self.dfa.suite_strings(extra)?;
        Ok(strings.map(|input| TestVector { valid: self.contains(&input), input }))
    }

    /// A bounded conformance suite, for an automaton whose [complete suite](Self::suite) is too
    /// large. The number of its strings grows linearly with the number of steps of the automaton.
    ///
    /// Every state is reached by its shortest string. From it every symbol is tried. For each next
    /// state from which a member can be completed, one step is completed to a shortest member. The
    /// states with the shortest strings come first. The suite finds an implementation with a wrong
    /// verdict on one of these strings. One that goes on in a wrong state after such a string may
    /// pass.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Language};
    ///
    /// let digits = Language::new(&Bnf::read("digits = 1*%x30-39\n")?, "digits")?;
    /// let wrong = |string: &str| digits.contains(string) && string != "0";
    /// assert!(digits.cover().any(|vector| wrong(&vector.input) != vector.valid));
    /// assert!(digits.cover().count() < digits.suite()?.count());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cover(&self) -> impl Iterator<Item = TestVector> + '_ {
        self.dfa.cover_strings().map(|input| TestVector { valid: self.contains(&input), input })
    }
}

/// A printable character of US-ASCII or, if there are some, one of the characters `beyond`.
fn random_character(beyond: &[char], rng: &mut fastrand::Rng) -> char {
    match beyond.len() {
        0 => char::from(rng.u8(b' '..=b'~')),
        count if rng.bool() => beyond[rng.usize(..count)],
        _ => char::from(rng.u8(b' '..=b'~')),
    }
}

/// All words of a length over some characters and marks, in order.
fn words(elements: &[Element], length: usize) -> impl Iterator<Item = Vec<Element>> + use<> {
    let (elements, count) = (elements.to_vec(), elements.len());
    (0..count.pow(length as u32)).map(move |number| {
        (0..length).map(|place| elements[number / count.pow((length - 1 - place) as u32) % count]).collect()
    })
}

/// The number of bytes of a character; 0 of a mark.
fn bytes(element: Element) -> usize {
    element.character().map_or(0, char::len_utf8)
}

impl Dfa {
    /// The strings of a [complete suite](Language::suite_beyond), each once; without their marks if the
    /// automaton has marks.
    pub(crate) fn suite_strings(&self, extra: usize) -> Result<impl Iterator<Item = String> + '_, GrammarError> {
        let states = self.len() - 1;
        let too_large = GrammarError::TooLarge(format!("a suite for {} states", states + extra));
        if states > limits().suite_states {
            return Err(too_large);
        }
        let Some(identifiers) = self.identifiers(limits().suite_characters) else { return Err(too_large) };
        let access = self.access_strings();
        let mut tested = self.tested();
        if tested.len() == ALPHABET {
            // An implementation may accept characters that no member has.
            let symbols = self.alphabet().symbols().skip(ALPHABET);
            tested.extend(symbols.filter_map(|symbol| self.alphabet().set(symbol).most_readable()));
        }
        let tested = self.tested_elements(tested);
        if self.suite_size(&access, &tested, &identifiers, extra) > limits().suite_characters {
            return Err(too_large);
        }
        let mut seen = FxHashSet::default();
        let strings = access
            .into_iter()
            .flat_map(move |(state, access)| {
                let tested = tested.clone();
                let longer = (1..=extra + 1).flat_map(move |length| words(&tested, length));
                std::iter::once(Vec::new()).chain(longer).map(move |word| {
                    let to = word.iter().fold(state, |state, &element| self.step(state, element));
                    (access.clone() + &text(&word), to)
                })
            })
            .flat_map(move |(string, state)| {
                let suffixes = identifiers[state as usize].iter();
                suffixes.map(|suffix| [&*string, suffix].concat()).collect::<Vec<String>>()
            })
            .filter(move |string| seen.insert(string.clone()));
        Ok(strings)
    }

    /// The strings of a [cover](Language::cover), each once; without their marks if the automaton has
    /// marks.
    pub(crate) fn cover_strings(&self) -> impl Iterator<Item = String> + '_ {
        let representatives = self.alphabet().symbols().filter_map(|symbol| self.representative(symbol));
        let tested = self.tested_elements(representatives.collect());
        let (mut seen, mut completions) = (HashSet::new(), HashMap::new());
        let access = self.access_strings().into_iter();
        let strings = access.flat_map(move |(state, access)| self.continued(state, &access, &tested, &mut completions));
        strings.filter(move |string| seen.insert(string.clone()))
    }

    /// The tested characters, and the marks of the automaton.
    fn tested_elements(&self, characters: Vec<char>) -> Vec<Element> {
        let marks = self.alphabet().marks().map(|(mark, _)| mark.into());
        characters.into_iter().map(Element::from).chain(marks).collect()
    }

    /// A random member. The automaton must have one.
    fn random(&self, rng: &mut fastrand::Rng) -> String {
        let mut string = String::new();
        let mut state = Self::START;
        loop {
            // Every class of characters has the same probability, so that letters do not outweigh
            // delimiters.
            let row = &self.row(state)[self.alphabet().symbols()];
            let mut targets: Vec<State> = row.iter().copied().filter(|&to| to != DEAD).collect();
            targets.sort_unstable();
            targets.dedup();
            let stop = self.is_accepting(state) && (targets.is_empty() || rng.usize(..4) == 0);
            if stop || targets.is_empty() {
                return string;
            }
            // A long string is completed on the shortest path.
            if string.len() > 64 {
                string.extend(self.shortest(state));
                return string;
            }
            let to = targets[rng.usize(..targets.len())];
            // The characters of US-ASCII together are as frequent as all others together.
            let symbols: Vec<Symbol> = self.alphabet().symbols().filter(|&symbol| row[symbol] == to).collect();
            let (ascii, beyond) = symbols.split_at(symbols.partition_point(|&symbol| symbol < ALPHABET));
            let symbols = if beyond.is_empty() || !ascii.is_empty() && rng.bool() { ascii } else { beyond };
            let symbol = symbols[rng.usize(..symbols.len())];
            string.push(if symbol < ALPHABET {
                self.alphabet().character(symbol)
            } else {
                self.random_beyond(symbol, rng)
            });
            state = to;
        }
    }

    /// A character of a symbol beyond US-ASCII: often an end of one of its ranges.
    fn random_beyond(&self, symbol: Symbol, rng: &mut fastrand::Rng) -> char {
        let ranges = self.alphabet().set(symbol).ranges();
        let (first, last) = ranges[rng.usize(..ranges.len())];
        match rng.u8(..4) {
            0 => first,
            1 => last,
            _ => rng.char(first..=last),
        }
    }

    /// The characters that matter: those of US-ASCII and, if some string with another character is
    /// accepted, both ends of each range of the symbols beyond.
    fn tested(&self) -> Vec<char> {
        let symbols: Vec<Symbol> = self.alphabet().symbols().collect();
        let (ascii, beyond) = symbols.split_at(ALPHABET);
        let ascii = ascii.iter().map(|&symbol| self.alphabet().character(symbol));
        let mut rows = (0..self.len() as State).map(|state| self.row(state));
        if !rows.any(|row| beyond.iter().any(|&symbol| row[symbol] != DEAD)) {
            return ascii.collect();
        }
        let sets = beyond.iter().flat_map(|&symbol| self.alphabet().set(symbol).ranges());
        let ends = sets.flat_map(|(first, last)| [Some(first), Some(last).filter(|&last| last != first)]).flatten();
        ascii.chain(ends).collect()
    }

    /// A character of a symbol; `None` if the symbol has none.
    fn representative(&self, symbol: Symbol) -> Option<char> {
        if symbol < ALPHABET {
            Some(self.alphabet().character(symbol))
        } else {
            self.alphabet().set(symbol).most_readable()
        }
    }

    /// The strings of a [cover](Language::cover) at a state that `access` leads to. The shortest
    /// completions from states are computed once.
    fn continued(
        &self,
        state: State,
        access: &str,
        tested: &[Element],
        completions: &mut HashMap<State, String>,
    ) -> Vec<String> {
        let (mut strings, mut completed) = (vec![access.to_owned()], HashSet::from([DEAD]));
        for &element in tested.iter().filter(|_| state != DEAD) {
            let to = self.step(state, element);
            let mut string = access.to_owned();
            string.extend(element.character());
            if completed.insert(to) {
                let suffix = completions.entry(to).or_insert_with(|| self.shortest(to).unwrap_or_default());
                strings.push(format!("{string}{suffix}"));
            }
            strings.push(string);
        }
        strings
    }

    /// The bytes of a suite's strings, repeated ones included; `usize::MAX` if they exceed the
    /// limit.
    fn suite_size(
        &self,
        access: &[(State, String)],
        tested: &[Element],
        identifiers: &[Vec<String>],
        extra: usize,
    ) -> usize {
        // For each state the strings of some length from it, with the identifiers after them.
        let mut sizes: Vec<TotalSize> = identifiers
            .iter()
            .map(|suffixes| suffixes.iter().map(|suffix| TotalSize { strings: 1, bytes: suffix.len() }).sum())
            .collect();
        let mut total = 0usize;
        for length in 0..=extra + 1 {
            if length > 0 {
                let longer = (0..self.len() as State).map(|state| {
                    tested
                        .iter()
                        .map(|&element| sizes[self.step(state, element) as usize].with_prefix(bytes(element)))
                        .sum()
                });
                sizes = longer.collect();
            }
            let accessed = access.iter().map(|(state, access)| sizes[*state as usize].with_prefix(access.len()));
            total = total.saturating_add(accessed.sum::<TotalSize>().bytes);
            if total > limits().suite_characters {
                return usize::MAX;
            }
        }
        total
    }

    /// Every reachable state, with the text of a shortest string that leads to it.
    fn access_strings(&self) -> Vec<(State, String)> {
        let mut seen = vec![false; self.len()];
        let mut waiting = VecDeque::from([(Self::START, String::new())]);
        let mut access = Vec::new();
        seen[Self::START as usize] = true;
        while let Some((state, string)) = waiting.pop_front() {
            for (element, &to) in self.alphabet().elements().zip(self.row(state)) {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    let mut longer = string.clone();
                    longer.extend(element.character());
                    waiting.push_back((to, longer));
                }
            }
            access.push((state, string));
        }
        access
    }

    /// For each state the strings that distinguish it from every other, without their marks. Any two
    /// states share one that distinguishes them. `None` if the strings have more than `most` characters
    /// together.
    pub(crate) fn identifiers(&self, most: usize) -> Option<Vec<Vec<String>>> {
        let apart = self.apart();
        let n = self.len();
        let (mut identifiers, mut size) = (vec![Vec::new(); n], 0);
        let mut groups = vec![(0..n as State).collect::<Vec<_>>()];
        while let Some(group) = groups.pop() {
            let pair = group.get(1).map(|&second| group[0] as usize * n + second as usize);
            let Some(pair) = pair.filter(|&pair| apart[pair].is_some()) else {
                // A group of one state. The state is still tested for its own acceptance.
                for &state in &group {
                    if identifiers[state as usize].is_empty() {
                        identifiers[state as usize].push(String::new());
                    }
                }
                continue;
            };
            let word = distinguishing_word(&apart, pair);
            let string = text(&word);
            size += string.len() * group.len();
            if size > most {
                return None;
            }
            let (mut accepting, mut refusing) = (Vec::new(), Vec::new());
            for state in group {
                identifiers[state as usize].push(string.clone());
                let end = word.iter().fold(state, |state, &element| self.step(state, element));
                if self.is_accepting(end) { accepting.push(state) } else { refusing.push(state) }
            }
            groups.extend([accepting, refusing]);
        }
        // A state's own acceptance is tested even if other strings distinguish it from all others.
        for suffixes in identifiers.iter_mut().filter(|suffixes| !suffixes.iter().any(String::is_empty)) {
            suffixes.push(String::new());
        }
        Some(identifiers)
    }

    /// For each state the states before it, each with the symbols that lead from there.
    fn edges_before(&self) -> Vec<Vec<(usize, SymbolSet)>> {
        let mut before = vec![Vec::new(); self.len()];
        for from in 0..self.len() {
            for (symbol, &to) in self.row(from as State).iter().enumerate() {
                let edges: &mut Vec<(usize, SymbolSet)> = &mut before[to as usize];
                if edges.last().is_none_or(|(last, _)| *last != from) {
                    edges.push((from, SymbolSet::empty(self.alphabet().len())));
                }
                if let Some((_, symbols)) = edges.last_mut() {
                    symbols.insert(symbol);
                }
            }
        }
        before
    }

    /// For every two states (a row for each first one) the beginning of a shortest string that only
    /// one of them accepts.
    fn apart(&self) -> Vec<Option<Distinction>> {
        let n = self.len();
        let mut apart: Vec<Option<Distinction>> = vec![None; n * n];
        let mut waiting = VecDeque::new();
        let before = self.edges_before();
        let elements: Vec<Element> = self.alphabet().elements().collect();
        for left in 0..n {
            for right in 0..n {
                if self.is_accepting(left as State) != self.is_accepting(right as State) {
                    apart[left * n + right] = Some(Distinction::Now);
                    waiting.push_back((left, right));
                }
            }
        }
        while let Some((left, right)) = waiting.pop_front() {
            for (l, left_symbols) in &before[left] {
                for (r, right_symbols) in &before[right] {
                    if apart[l * n + r].is_some() {
                        continue;
                    }
                    if let Some(symbol) = left_symbols.first_common(right_symbols) {
                        let element = elements[symbol];
                        apart[r * n + l] = Some(Distinction::By(element, (right * n + left) as u32));
                        apart[l * n + r] = Some(Distinction::By(element, (left * n + right) as u32));
                        waiting.extend([(*l, *r), (*r, *l)]);
                    }
                }
            }
        }
        apart
    }
}

/// The word that distinguishes the two states of a pair.
fn distinguishing_word(apart: &[Option<Distinction>], mut pair: usize) -> Vec<Element> {
    let mut word = Vec::new();
    while let Some(Distinction::By(element, next)) = apart[pair] {
        word.push(element);
        pair = next as usize;
    }
    word
}

/// A number of strings, and their bytes; each `usize::MAX` at most.
#[derive(Debug, Clone, Copy, Default)]
struct TotalSize {
    strings: usize,
    bytes: usize,
}

impl TotalSize {
    /// The size of the same strings, each with a prefix of some bytes.
    fn with_prefix(self, bytes: usize) -> Self {
        Self { bytes: self.bytes.saturating_add(self.strings.saturating_mul(bytes)), ..self }
    }
}

impl std::iter::Sum for TotalSize {
    fn sum<I: Iterator<Item = Self>>(sizes: I) -> Self {
        sizes.fold(Self::default(), |sum, size| Self {
            strings: sum.strings.saturating_add(size.strings),
            bytes: sum.bytes.saturating_add(size.bytes),
        })
    }
}

/// The distinction between two states.
#[derive(Debug, Clone, Copy)]
enum Distinction {
    /// Only one of them accepts.
    Now,
    /// A character or a mark that leads to a distinguished pair of states.
    By(Element, u32),
}
