//! The features that only ABNF (RFC 5234) has: characters by their numbers, case-insensitive
//! literals and names, incremental alternatives, and core rules.

use std::collections::{HashMap, HashSet};

use super::expr::{Definition, Expr, alternatives, sequence};

/// The core rules of ABNF (RFC 5234, Appendix B.1), which every grammar may use without a
/// definition.
pub const CORE: &str = include_str!("../../notation/core.abnf");

/// The expected input at a number that is too high for a character.
pub(crate) const TOO_HIGH: &str = "a character, whose number is at most 10FFFF (hexadecimal)";
/// The expected input at the number of a surrogate.
pub(crate) const SURROGATE: &str =
    "a character: D800 to DFFF (hexadecimal) are the numbers of surrogates, which are no characters";

/// A case-insensitive literal (section 2.3).
pub(super) fn caseless(text: &str) -> Expr {
    if text.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        sequence(text.chars().map(caseless_character).collect())
    } else {
        Expr::Literal(text.to_owned())
    }
}

/// A letter in either case, or another character.
fn caseless_character(c: char) -> Expr {
    if c.is_ascii_alphabetic() {
        alternatives([c.to_ascii_lowercase(), c.to_ascii_uppercase()].map(|c| Expr::Literal(c.into())).into())
    } else {
        Expr::Literal(c.into())
    }
}

/// Characters by their numbers, after the percent sign (sections 2.3 and 3.4). A number is a code
/// point of Unicode, or a byte.
///
/// A range that contains surrogates is the range without them: they are no characters.
///
/// # Errors
///
/// The expected input, if a number is not a character, or if a range contains none.
pub(super) fn number(text: &str, bytes: bool) -> Result<Expr, &'static str> {
    let (base, digits) = text.split_at(1);
    let radix = match base {
        "x" | "X" => 16,
        "d" | "D" => 10,
        _ => 2,
    };
    let Some((first, last)) = digits.split_once('-') else {
        let mut text = String::new();
        for digits in digits.split('.') {
            text.push(char::from_u32(code_point(digits, radix, bytes)?).ok_or(SURROGATE)?);
        }
        return Ok(Expr::Literal(text));
    };
    let (first, last) = (code_point(first, radix, bytes)?, code_point(last, radix, bytes)?);
    if first > last {
        return Err("a range from a lower number to a higher one");
    }
    let from = char::from_u32(first).unwrap_or('\u{E000}');
    let to = char::from_u32(last).unwrap_or('\u{D7FF}');
    match (from, to) {
        _ if from > to => Err(SURROGATE),
        _ if to.is_ascii() => Ok(alternatives((from..=to).map(|c| Expr::Literal(c.into())).collect())),
        _ => Ok(Expr::Range(from, to)),
    }
}

/// The number that digits stand for, if it is a byte or a code point of Unicode.
fn code_point(digits: &str, radix: u32, bytes: bool) -> Result<u32, &'static str> {
    match u32::from_str_radix(digits, radix) {
        Ok(number) if bytes && number <= 0xFF || !bytes && number <= char::MAX as u32 => Ok(number),
        _ if bytes => Err("a byte, whose number is at most FF (hexadecimal)"),
        _ => Err(TOO_HIGH),
    }
}

/// Replaces each name with the spelling of its definition, since names are case-insensitive
/// (section 2.1), and adds the core rules that are used but undefined.
pub(super) fn complete(definitions: &mut Vec<Definition>, core: &[Definition]) {
    let mut spellings: HashMap<String, String> = HashMap::new();
    for definition in definitions.iter().chain(core) {
        spellings.entry(definition.name.to_ascii_lowercase()).or_insert_with(|| definition.name.clone());
    }
    for definition in definitions.iter_mut() {
        definition.name = spelled(&definition.name, &spellings);
        // Prose as the definition of a core rule refers to that core rule.
        let printed = core.iter().find(|core| core.name.eq_ignore_ascii_case(&definition.name));
        if let (Some(core), Ok(Expr::Undefined(_))) = (printed, &definition.body) {
            definition.body = core.body.clone();
        }
        spell(definition, &spellings);
    }
    let mut defined: HashSet<String> = definitions.iter().map(|definition| definition.name.clone()).collect();
    let mut completed = 0;
    while let Some(definition) = definitions.get(completed) {
        let names = definition.body.iter().flat_map(Expr::names);
        let used: Vec<&Definition> = names.filter_map(|name| core.iter().find(|core| core.name == name)).collect();
        let mut added: Vec<Definition> =
            used.into_iter().filter(|core| defined.insert(core.name.clone())).cloned().collect();
        added.iter_mut().for_each(|core| spell(core, &spellings));
        definitions.extend(added);
        completed += 1;
    }
}

/// Replaces the names in a definition with the spellings of their definitions.
fn spell(definition: &mut Definition, spellings: &HashMap<String, String>) {
    if let Ok(body) = &mut definition.body {
        *body = body.map(&mut |expr| match expr {
            Expr::Name(name) => Some(Expr::Name(spelled(name, spellings))),
            _ => None,
        });
    }
}

/// The spelling of a name where it is defined, by its form in small letters.
fn spelled(name: &str, spellings: &HashMap<String, String>) -> String {
    spellings.get(&name.to_ascii_lowercase()).cloned().unwrap_or_else(|| name.to_owned())
}
