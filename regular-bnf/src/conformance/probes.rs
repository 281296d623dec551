//! Members beyond a suite: numbers and lengths at which programs often have limits.

use std::collections::HashSet;

use super::explainer::Explainer;
use crate::automaton::shortest_first;
use crate::marks::{Derivation, Deriver};

/// The number of members whose derivations are looked at: the shortest, and some of the others.
const SHORTEST: usize = 500;
const OTHERS: usize = 1_000;

/// Decimal numbers around the sizes of integers.
const NUMBERS: [&str; 16] = [
    "0",
    "00",
    "01",
    "255",
    "256",
    "999",
    "1000",
    "65535",
    "65536",
    "99999",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
];

/// Lengths around the limits of names, and of fields of one byte.
const LENGTHS: [usize; 8] = [2, 15, 16, 63, 64, 127, 128, 160];

impl Explainer {
    /// Members in which a production is a number or a length at which programs often have a limit.
    /// No suite has to have them: a limit of 255 is hundreds of states more than the grammar has.
    /// `members` are members, of which the shortest that has a production is changed.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Explainer};
    ///
    /// let bnf = Bnf::read("site = name [ \":\" port ]\nname = 1*%x61-7A\nport = *DIGIT\n")?;
    /// let explainer = Explainer::new(&bnf, "site")?;
    /// let probes = explainer.probes(&["a", "a:", "a:0"]);
    /// assert!(probes.contains(&"a:65536".to_owned()) && probes.contains(&"a".repeat(64)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probes(&self, members: &[&str]) -> Vec<String> {
        let mut members = members.to_vec();
        members.sort_by_key(|member| shortest_first(member));
        let (mut seen, mut probes) = (HashSet::new(), Vec::new());
        let mut deriver = Deriver::new(&self.bnf);
        for member in chosen(&members) {
            if let Some(derivation) = deriver.find(&self.production, member) {
                self.changed(&derivation, member, &mut seen, &mut probes);
            }
        }
        probes.sort_by(|left: &String, right| shortest_first(left).cmp(&shortest_first(right)));
        probes.dedup();
        probes
    }

    /// Adds the members in which the text of a production, or of one inside it, is another number
    /// or longer. Each production is changed once.
    fn changed(&self, node: &Derivation, member: &str, seen: &mut HashSet<String>, probes: &mut Vec<String>) {
        let (before, text, after) = (&member[..node.span.start], &member[node.span.clone()], &member[node.span.end..]);
        if let Some(last) = text.chars().next_back()
            && seen.insert(node.production.clone())
        {
            let numbers = NUMBERS.iter().map(|&number| number.to_owned());
            let lengthened = LENGTHS.into_iter().map(|length| {
                let missing = length.saturating_sub(text.chars().count());
                format!("{text}{}", String::from(last).repeat(missing))
            });
            let changed = numbers.chain(lengthened).map(|text| [before, &text, after].concat());
            probes.extend(changed.filter(|probe| self.language.contains(probe)));
        }
        node.parts.iter().for_each(|part| self.changed(part, member, seen, probes));
    }
}

/// Some of the strings, which are in order of length: the shortest, and others that are the same in
/// every list.
fn chosen<'s>(strings: &[&'s str]) -> Vec<&'s str> {
    let (shortest, others) = strings.split_at(strings.len().min(SHORTEST));
    let mut selected: Vec<usize> = (0..others.len()).collect();
    selected.sort_by_cached_key(|&at| fnv_1a(others[at]));
    selected.truncate(OTHERS);
    selected.sort_unstable();
    shortest.iter().copied().chain(selected.into_iter().map(|at| others[at])).collect()
}

/// The hash FNV-1a, which spreads similar strings and depends on nothing else.
fn fnv_1a(string: &str) -> u64 {
    string.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}
