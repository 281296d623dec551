//! The URLs of the benchmark: more than 10,000 different ones of all schemes, the same each time.
//!
//! A list of few URLs that is repeated measures what a program remembers. These are the documents'
//! examples, URLs of the 1990s, the beginning of one with the end of another, one edit of these,
//! and members of all grammars by chance.

use std::collections::HashSet;

use uri_lineage::regular_bnf::Language;
use uri_lineage::{Grammar, Reading};

/// Real URLs of the time.
const REAL: &str = include_str!("../../tests/data/urls-1990s.txt");
/// The documents' examples, in the fourth column.
const EXAMPLES: &str = include_str!("../../grammar/examples.tsv");
/// How many are made of the beginning of one URL and the end of another.
const JOINED: usize = 9_500;
/// How many are one edit from another.
const EDITED: usize = 600;
/// How many are members of each entry production by chance.
const MEMBERS: usize = 10;

/// The URLs, each once, in an order by chance.
pub fn urls() -> Vec<String> {
    let mut chance = Chance(1);
    let examples = EXAMPLES.lines().filter_map(|line| line.split('\t').nth(3));
    let mut all: Vec<String> = REAL.lines().chain(examples).map(|url| url.trim().to_owned()).collect();
    // A blank line is none of the list.
    let mut known = HashSet::from([String::new()]);
    all.retain(|url| !url.contains(char::is_control) && known.insert(url.clone()));
    let mut add = |all: &mut Vec<String>, count: usize, make: &mut dyn FnMut(&[String]) -> String| {
        let goal = all.len() + count;
        while all.len() < goal {
            let url = make(all);
            if known.insert(url.clone()) {
                all.push(url);
            }
        }
    };
    let given = all.len();
    add(&mut all, JOINED, &mut |all| {
        let [begin, end] = [&all[chance.below(given)], &all[chance.below(given)]];
        [&begin[..path(begin)], &end[path(end)..]].concat()
    });
    add(&mut all, EDITED, &mut |all| {
        let mut url: Vec<char> = all[chance.below(all.len())].chars().collect();
        let at = chance.below(url.len());
        let printable = char::from(b' ' + 1 + chance.below(94) as u8);
        match chance.below(3) {
            0 => url.insert(at, printable),
            1 => url[at] = printable,
            _ => _ = url.remove(at),
        }
        url.into_iter().collect()
    });
    for grammar in Grammar::all() {
        for production in grammar.entry_productions() {
            let language = Language::new(grammar.bnf(Reading::Corrected), production).expect("a grammar of ours");
            let mut members = language.sample(grammar as u64);
            add(&mut all, MEMBERS, &mut |_| members.next().expect("members without end"));
        }
    }
    // Shuffled, so that each block has some of all.
    for at in (1..all.len()).rev() {
        all.swap(at, chance.below(at + 1));
    }
    all
}

/// Where the path of a URL begins, or its end.
fn path(url: &str) -> usize {
    let host = url.find("://").map_or(0, |colon| colon + 3);
    url[host..].find('/').map_or(url.len(), |slash| host + slash)
}

/// Numbers by chance, the same each time.
struct Chance(u64);

impl Chance {
    /// A number below another.
    fn below(&mut self, bound: usize) -> usize {
        // xorshift64*, whose high bits are the better ones.
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }
}
