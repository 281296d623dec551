//! Limits on pest files of anybody.

use super::expr::PegError;

/// Refuses texts that would overflow the stack: reading and proving recurse into brackets, into what stands
/// before and beside each other, and into rules that use one another.
pub(super) fn bounded(pest: &str) -> Result<(), PegError> {
    const MOST_BRACKETS: usize = 100;
    const MOST_PREFIXES: usize = 100;
    const MOST_OPERATORS: usize = 500;
    const MOST_RULES: usize = 1_000;
    // Each doubles the time that pest_meta takes to look at the rule.
    const MOST_REPETITIONS: usize = 16;
    let too_much = |what: String, line: usize| Err(PegError::Unreadable(format!("line {line}: more than {what}")));
    /// Where a string or a character ends that begins with a quotation mark.
    fn quoted(text: &str, mark: char) -> Option<usize> {
        let mut escaped = false;
        let ends = |(_, c): &(usize, char)| {
            let ends = *c == mark && !escaped;
            escaped = *c == '\\' && !escaped;
            ends
        };
        text.char_indices().skip(1).find(ends).map(|(at, _)| at + 1)
    }
    let (mut brackets, mut braces, mut prefixes, mut operators, mut rules, mut line) = (0usize, 0usize, 0, 0, 0, 1);
    let (mut rest, mut opened) = (pest, false);
    // How deep repetitions are nested: in each open bracket, and in what was read last.
    let (mut repeated, mut last) = (vec![0usize], 0);
    while let Some(c) = rest.chars().next() {
        // Strings, characters and comments hold no operators.
        let end = match c {
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
            return Err(PegError::Unreadable(format!("line {line}: an alternative is missing before `|`")));
        }
        opened = c == '(' || opened && (c.is_whitespace() || token.starts_with("//") || token.starts_with("/*"));
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
        if last > MOST_REPETITIONS {
            return too_much(format!("{MOST_REPETITIONS} repetitions in one another"), line);
        }
        // A brace within a rule counts a repetition.
        match (c, braces) {
            ('{', 1) => rules += 1,
            ('}', 0) => (operators, repeated, last) = (0, vec![0], 0),
            _ => {}
        }
        prefixes = match c {
            '!' | '&' => prefixes + 1,
            c if c.is_whitespace() => prefixes,
            _ => 0,
        };
        if brackets > MOST_BRACKETS {
            return too_much(format!("{MOST_BRACKETS} brackets in one another"), line);
        }
        if prefixes > MOST_PREFIXES {
            return too_much(format!("{MOST_PREFIXES} predicates in a row"), line);
        }
        if operators > MOST_OPERATORS {
            return too_much(format!("{MOST_OPERATORS} operators in one rule"), line);
        }
        if rules > MOST_RULES {
            return too_much(format!("{MOST_RULES} rules"), line);
        }
    }
    Ok(())
}
