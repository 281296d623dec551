//! Writes the file of the [kept](super::kept) automata.

use std::collections::HashMap;

use regular_bnf::automaton::table::Table;

use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::refusal::automata::{Walker, lazy};
use crate::refusal::deepest::candidates;
use crate::refusal::diagnose::StateDiagnosis;
use crate::refusal::expected::Expected;
use crate::refusal::prebuilt::{ACCEPTS, COMPLETES, NEITHER, sources_fingerprint};

/// The facts about a state, as the file has them.
fn encode_facts(next: &StateDiagnosis) -> Vec<u8> {
    let mut out = Vec::new();
    match next.completion() {
        _ if next.accepts() => out.push(ACCEPTS),
        Some(text) => {
            out.push(COMPLETES);
            write_text(text, &mut out);
        }
        None => out.push(NEITHER),
    }
    for expected in next.expected() {
        match expected {
            Expected::Production(name) => {
                out.push(b'p');
                write_text(name, &mut out);
            }
            Expected::Class(name) => {
                out.push(b'c');
                write_text(name, &mut out);
            }
            Expected::Character(c) => {
                out.push(b'x');
                out.extend((*c as u32).to_le_bytes());
            }
            Expected::Range(first, last) => {
                out.push(b'r');
                [first, last].into_iter().for_each(|c| out.extend((*c as u32).to_le_bytes()));
            }
            Expected::End => out.push(b'e'),
        }
    }
    out
}

fn write_number(number: usize, out: &mut Vec<u8>) {
    out.extend((number as u32).to_le_bytes());
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    write_number(text.len(), out);
    out.extend(text.as_bytes());
}

fn write_table(table: &Table<Vec<u8>>, out: &mut Vec<u8>) {
    assert!(table.width <= 1 << u8::BITS && table.states() <= 1 << u16::BITS, "the numbers do not fit into the file");
    out.extend(table.ascii.iter().map(|&class| class as u8));
    write_number(table.beyond.len(), out);
    for &(from, class) in &table.beyond {
        out.extend((from as u32).to_le_bytes());
        out.push(class as u8);
    }
    [table.width, table.states()].into_iter().for_each(|number| write_number(number, out));
    table.next.iter().for_each(|&to| out.extend((to as u16).to_le_bytes()));
    let mut numbers = HashMap::new();
    let mut facts = Vec::new();
    for label in &table.labels {
        // The dead state has no label, and has facts as well.
        let state_facts: &[u8] = label.as_deref().unwrap_or(&[NEITHER]);
        let number: u16 = *numbers.entry(state_facts).or_insert_with(|| {
            facts.push(state_facts);
            (facts.len() - 1) as u16
        });
        out.extend(number.to_le_bytes());
    }
    write_number(facts.len(), out);
    for facts in facts {
        write_number(facts.len(), out);
        out.extend(facts);
    }
}

/// The content of `grammar/refusals.bin`, generated from the published grammars.
///
/// This takes seconds. A test compares the result with the file.
pub fn generated() -> Vec<u8> {
    let mut out = sources_fingerprint().to_le_bytes().to_vec();
    for grammar in Grammar::all() {
        let mut rules: Vec<_> = Vec::new();
        for (rule, _) in candidates(grammar) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        let automata: Vec<_> =
            rules.into_iter().filter_map(|rule: Rule| Some((rule, lazy(grammar, rule.name())?))).collect();
        write_number(automata.len(), &mut out);
        for (rule, lazy) in automata {
            let table = Table::from_lazy(lazy, |state| {
                encode_facts(&StateDiagnosis::new(grammar, rule, Walker::Lazy(lazy), state))
            });
            write_text(rule.name(), &mut out);
            write_table(&table, &mut out);
        }
    }
    out
}
