//! Limits for untrusted pest files.

use std::collections::HashMap;

use super::expr::PestSyntaxError;
use crate::limits::LIMITS;

/// The end of a string or character that begins with a quotation mark.
pub(crate) fn quoted(text: &str, mark: char) -> Option<usize> {
    let mut escaped = false;
    for (offset, c) in text.char_indices().skip(1) {
        if c == mark && !escaped {
            return Some(offset + 1);
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

/// Rejects texts that would overflow the stack: reading and proving recurse into brackets, into
/// adjacent operands, and into rules that use one another.
pub(super) fn bounded(pest: &str) -> Result<(), PestSyntaxError> {
    let mut counts = TokenCounts {
        line: 1,
        brackets: 0,
        braces: 0,
        predicates: 0,
        operators: 0,
        rules: 0,
        opened: false,
        name: "",
        rule: "",
        repetitions: vec![0],
        repeated: 0,
        uses: HashMap::new(),
    };
    let mut remainder = pest;
    while let Some(c) = remainder.chars().next() {
        let token;
        (token, remainder) = remainder.split_at(token_length(remainder, c));
        counts.add(token, c)?;
    }
    let mut sizes = HashMap::new();
    let sizes = counts.uses.iter().map(|(name, rule)| (written_out(name, &counts.uses, &mut sizes), rule.line));
    match sizes.max() {
        Some((size, line)) if size > LIMITS.peg_written_out => {
            Err(too_many(LIMITS.peg_written_out, "expressions after rules are expanded", line))
        }
        _ => Ok(()),
    }
}

/// The length of the token that begins with `c`: a name, a string, a character, a comment, or one
/// other character. Strings, characters and comments contain no operators.
fn token_length(text: &str, c: char) -> usize {
    let end = match c {
        c if is_name_character(c) => text.find(|c| !is_name_character(c)),
        '"' | '\'' => quoted(text, c),
        '/' if text.starts_with("//") => text.find('\n'),
        '/' if text.starts_with("/*") => text.find("*/").map(|end| end + 2),
        _ => Some(c.len_utf8()),
    };
    end.unwrap_or(text.len())
}

fn is_name_character(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn fault(line: usize, message: String) -> PestSyntaxError {
    PestSyntaxError { line, column: None, span: 0..0, message }
}

fn too_many(limit: usize, items: &str, line: usize) -> PestSyntaxError {
    fault(line, format!("more than {limit} {items}"))
}

/// The counts in the part of a text that has been read.
struct TokenCounts<'p> {
    line: usize,
    /// Open brackets.
    brackets: usize,
    /// Open braces. A brace inside a rule is a counted repetition.
    braces: usize,
    /// Predicates in a row.
    predicates: usize,
    /// Operators of the rule.
    operators: usize,
    rules: usize,
    /// Whether only white space and comments follow the last `(`.
    opened: bool,
    /// The last name outside of braces.
    name: &'p str,
    rule: &'p str,
    /// The depth of nested repetitions in each open bracket.
    repetitions: Vec<usize>,
    /// The depth of nested repetitions of the last operand.
    repeated: usize,
    uses: HashMap<&'p str, RuleUses<'p>>,
}

/// The names in a rule, with repetitions, and its line.
#[derive(Default)]
struct RuleUses<'p> {
    names: Vec<&'p str>,
    line: usize,
}

impl<'p> TokenCounts<'p> {
    /// Counts a token that begins with `c`.
    fn add(&mut self, token: &'p str, c: char) -> Result<(), PestSyntaxError> {
        self.line += token.matches('\n').count();
        // pest_meta panics here.
        if self.opened && c == '|' {
            return Err(fault(self.line, "an alternative is missing before `|`".to_owned()));
        }
        let is_blank = c.is_whitespace() || token.starts_with("//") || token.starts_with("/*");
        self.opened = c == '(' || self.opened && is_blank;
        if is_name_character(c) && self.braces > 0 {
            self.uses.entry(self.rule).or_default().names.push(token);
        } else if is_name_character(c) && token != "_" {
            // `_` alone makes a rule silent.
            self.name = token;
        }
        match c {
            '(' | '[' => self.brackets += 1,
            ')' | ']' => self.brackets = self.brackets.saturating_sub(1),
            '{' => self.braces += 1,
            '}' => self.braces = self.braces.saturating_sub(1),
            '|' | '~' | '*' | '+' | '?' => self.operators += 1,
            _ => {}
        }
        self.predicates = match c {
            '!' | '&' => self.predicates + 1,
            c if c.is_whitespace() => self.predicates,
            _ => 0,
        };
        self.count_repetitions(c);
        match (c, self.braces) {
            ('{', 1) => {
                self.rules += 1;
                self.rule = self.name;
                self.uses.insert(self.rule, RuleUses { names: Vec::new(), line: self.line });
            }
            ('}', 0) => (self.operators, self.repetitions, self.repeated) = (0, vec![0], 0),
            _ => {}
        }
        self.check()
    }

    fn count_repetitions(&mut self, c: char) {
        match c {
            '(' => self.repetitions.push(0),
            ')' if self.repetitions.len() > 1 => self.repeated = self.repetitions.pop().unwrap_or_default(),
            '*' | '+' | '?' => self.repeated += 1,
            '{' if self.braces > 1 => self.repeated += 1,
            c if c.is_whitespace() || self.braces > 1 || c == '}' => {}
            _ => self.repeated = 0,
        }
        if let Some(depth) = self.repetitions.last_mut() {
            *depth = self.repeated.max(*depth);
        }
    }

    /// Fails if a count exceeds its limit.
    fn check(&self) -> Result<(), PestSyntaxError> {
        let limits = [
            (self.repeated, LIMITS.peg_repetitions, "repetitions in one another"),
            (self.brackets, LIMITS.brackets, "brackets in one another"),
            (self.predicates, LIMITS.brackets, "predicates in a row"),
            (self.operators, LIMITS.peg_operators, "operators in one rule"),
            (self.rules, LIMITS.peg_rules, "rules"),
        ];
        match limits.into_iter().find(|(count, limit, _)| count > limit) {
            Some((_, limit, items)) => Err(too_many(limit, items, self.line)),
            None => Ok(()),
        }
    }
}

/// The number of names in a rule after all rules are inlined. A recursive use counts once.
fn written_out<'a>(name: &'a str, uses: &HashMap<&'a str, RuleUses<'a>>, sizes: &mut HashMap<&'a str, usize>) -> usize {
    if let Some(&size) = sizes.get(name) {
        return size;
    }
    sizes.insert(name, 1);
    let names = uses.get(name).map_or(&[][..], |rule| &rule.names);
    let size = names.iter().fold(1usize, |sum, name| sum.saturating_add(written_out(name, uses, sizes)));
    sizes.insert(name, size);
    size
}
