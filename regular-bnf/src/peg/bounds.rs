//! Limits for untrusted pest files.

use std::collections::HashMap;

use super::expr::PestSyntaxError;
use crate::limits::LIMITS;

/// The end of a string or character that begins with a quotation mark.
pub(crate) fn quoted(text: &str, mark: char) -> Option<usize> {
    let mut escaped = false;
    let ends = |(_, c): &(usize, char)| {
        let ends = *c == mark && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    };
    text.char_indices().skip(1).find(ends).map(|(at, _)| at + 1)
}

/// Rejects texts that would overflow the stack: reading and proving recurse into brackets, into
/// adjacent operands, and into rules that use one another.
pub(super) fn bounded(pest: &str) -> Result<(), PestSyntaxError> {
    let fault = |line: usize, message: String| Err(PestSyntaxError { line, column: None, span: 0..0, message });
    let too_much = |what: String, line: usize| fault(line, format!("more than {what}"));
    let (mut brackets, mut braces, mut prefixes, mut operators, mut rules, mut line) = (0usize, 0usize, 0, 0, 0, 1);
    let (mut rest, mut opened) = (pest, false);
    // For each rule the names in it, with repetitions, and its line.
    let mut used: HashMap<&str, (Vec<&str>, usize)> = HashMap::new();
    let (mut rule, mut name_before) = ("", "");
    // The depth of nested repetitions: in each open bracket, and in the last operand.
    let (mut repeated, mut last) = (vec![0usize], 0);
    while let Some(c) = rest.chars().next() {
        // Strings, characters and comments contain no operators.
        let in_name = |c: char| c.is_alphanumeric() || c == '_';
        let end = match c {
            c if in_name(c) => rest.find(|c| !in_name(c)),
            '"' | '\'' => quoted(rest, c),
            '/' if rest.starts_with("//") => rest.find('\n'),
            '/' if rest.starts_with("/*") => rest.find("*/").map(|end| end + 2),
            _ => Some(c.len_utf8()),
        };
        let (token, behind) = rest.split_at(end.unwrap_or(rest.len()));
        rest = behind;
        line += token.matches('\n').count();
        // pest_meta panics here.
        if opened && c == '|' {
            return fault(line, "an alternative is missing before `|`".to_owned());
        }
        opened = c == '(' || opened && (c.is_whitespace() || token.starts_with("//") || token.starts_with("/*"));
        if in_name(c) && braces == 0 {
            // `_` in front of a brace makes a rule silent.
            name_before = if token == "_" { name_before } else { token };
        } else if in_name(c) {
            used.entry(rule).or_default().0.push(token);
        }
        match c {
            '(' | '[' => brackets += 1,
            ')' | ']' => brackets = brackets.saturating_sub(1),
            '{' => braces += 1,
            '}' => braces = braces.saturating_sub(1),
            '|' | '~' | '*' | '+' | '?' => operators += 1,
            _ => {}
        }
        match c {
            '(' => repeated.push(0),
            ')' if repeated.len() > 1 => last = repeated.pop().unwrap_or_default(),
            '*' | '+' | '?' => last += 1,
            '{' if braces > 1 => last += 1,
            c if c.is_whitespace() || braces > 1 || c == '}' => {}
            _ => last = 0,
        }
        if let Some(level) = repeated.last_mut() {
            *level = last.max(*level);
        }
        if last > LIMITS.peg_repetitions {
            return too_much(format!("{} repetitions in one another", LIMITS.peg_repetitions), line);
        }
        // A brace inside a rule is a counted repetition.
        match (c, braces) {
            ('{', 1) => {
                (rules, rule) = (rules + 1, name_before);
                used.insert(rule, (Vec::new(), line));
            }
            ('}', 0) => (operators, repeated, last) = (0, vec![0], 0),
            _ => {}
        }
        prefixes = match c {
            '!' | '&' => prefixes + 1,
            c if c.is_whitespace() => prefixes,
            _ => 0,
        };
        if brackets > LIMITS.brackets {
            return too_much(format!("{} brackets in one another", LIMITS.brackets), line);
        }
        if prefixes > LIMITS.brackets {
            return too_much(format!("{} predicates in a row", LIMITS.brackets), line);
        }
        if operators > LIMITS.peg_operators {
            return too_much(format!("{} operators in one rule", LIMITS.peg_operators), line);
        }
        if rules > LIMITS.peg_rules {
            return too_much(format!("{} rules", LIMITS.peg_rules), line);
        }
    }
    let mut sizes = HashMap::new();
    let largest = used.iter().map(|(name, (_, line))| (written_out(name, &used, &mut sizes), *line)).max();
    match largest {
        Some((size, line)) if size > LIMITS.peg_written_out => {
            too_much(format!("{} expressions after rules are expanded", LIMITS.peg_written_out), line)
        }
        _ => Ok(()),
    }
}

/// The number of names in a rule after all rules are inlined. A recursive use counts once.
fn written_out<'a>(
    name: &'a str,
    used: &HashMap<&'a str, (Vec<&'a str>, usize)>,
    sizes: &mut HashMap<&'a str, usize>,
) -> usize {
    if let Some(&size) = sizes.get(name) {
        return size;
    }
    sizes.insert(name, 1);
    let names = used.get(name).map_or(&[][..], |(names, _)| names);
    let size = names.iter().fold(1usize, |sum, name| sum.saturating_add(written_out(name, used, sizes)));
    sizes.insert(name, size);
    size
}
