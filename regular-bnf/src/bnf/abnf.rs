//! The features that only ABNF (RFC 5234) has: characters by their numbers, case-insensitive literals and names, incremental
//! alternatives, and core rules.

use std::collections::{HashMap, HashSet};

use super::expr::{Definition, Expr, alternatives, sequence};

/// The core rules of ABNF (RFC 5234, Appendix B.1), which every grammar may use without a definition.
pub const CORE: &str = include_str!("../../notation/core.abnf");

/// A case-insensitive literal (section 2.3).
pub(super) fn caseless(text: &str) -> Expr {
    let letter = |c: char| match c.is_ascii_alphabetic() {
        true => alternatives([c.to_ascii_lowercase(), c.to_ascii_uppercase()].map(|c| Expr::Literal(c.into())).into()),
        false => Expr::Literal(c.into()),
    };
    match text.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        true => sequence(text.chars().map(letter).collect()),
        false => Expr::Literal(text.to_owned()),
    }
}

/// Characters by their numbers, after the percent sign (sections 2.3 and 3.4). Numbers beyond US-ASCII define no strings here.
pub(super) fn number(text: &str) -> Expr {
    let beyond = || Expr::Undefined(format!("%{text}, which is not US-ASCII"));
    let (base, digits) = text.split_at(1);
    let radix = match base {
        "x" | "X" => 16,
        "d" | "D" => 10,
        _ => 2,
    };
    let character = |digits: &str| u8::from_str_radix(digits, radix).ok().filter(u8::is_ascii).map(char::from);
    let one = |c: char| Expr::Literal(c.into());
    match digits.split_once('-') {
        Some((first, last)) => match (character(first), character(last)) {
            (Some(first), Some(last)) if first <= last => alternatives((first..=last).map(one).collect()),
            _ => beyond(),
        },
        None => digits.split('.').map(character).collect::<Option<_>>().map_or_else(beyond, Expr::Literal),
    }
}

/// Whether the text of a number is a range (section 3.4) whose end is smaller than its beginning.
pub(super) fn is_reversed(text: &str) -> bool {
    // The text after the percent sign and the base.
    let digits = text.get(2..).unwrap_or_default();
    let value = |digits: &str| {
        let digits = digits.trim_start_matches('0').to_ascii_lowercase();
        (digits.len(), digits)
    };
    digits.split_once('-').is_some_and(|(first, last)| value(first) > value(last))
}

/// Replaces each name with the spelling of its definition, since names are case-insensitive (section 2.1), and adds the core
/// rules that are used but undefined.
pub(super) fn complete(definitions: &mut Vec<Definition>, core: &[Definition]) {
    let mut spelling: HashMap<String, String> = HashMap::new();
    for definition in definitions.iter().chain(core) {
        spelling.entry(definition.name.to_ascii_lowercase()).or_insert_with(|| definition.name.clone());
    }
    let spelled = |name: &str| spelling.get(&name.to_ascii_lowercase()).cloned().unwrap_or_else(|| name.to_owned());
    for definition in definitions.iter_mut() {
        definition.name = spelled(&definition.name);
        // Prose as the definition of a core rule refers to that core rule.
        let printed = core.iter().find(|core| core.name.eq_ignore_ascii_case(&definition.name));
        if let (Some(core), Ok(Expr::Undefined(_))) = (printed, &definition.body) {
            definition.body = core.body.clone();
        }
        if let Ok(body) = &mut definition.body {
            *body = body.map(&mut |expr| match expr {
                Expr::Name(name) => Some(Expr::Name(spelled(name))),
                _ => None,
            });
        }
    }
    let mut known: HashSet<String> = definitions.iter().map(|definition| definition.name.clone()).collect();
    let mut at = 0;
    while let Some(definition) = definitions.get(at) {
        let names = definition.body.iter().flat_map(Expr::names);
        let used: Vec<&Definition> = names.filter_map(|name| core.iter().find(|core| core.name == name)).collect();
        definitions.extend(used.into_iter().filter(|core| known.insert(core.name.clone())).cloned());
        at += 1;
    }
}
