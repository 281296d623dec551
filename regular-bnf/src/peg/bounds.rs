//! Limits for untrusted pest files.

use std::collections::HashMap;

use super::expr::PestSyntaxError;
use super::operators::is_unicode_property;
use crate::limits::limits;

/// The length of the string or character literal at the beginning of a text, with its quotation
/// marks; `None` if the literal does not end.
pub(crate) fn literal_length(text: &str, mark: char) -> Option<usize> {
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
pub(super) fn check_bounds(pest: &str) -> Result<(), PestSyntaxError> {
    let mut counts = TokenCounts::new();
    let mut remainder = pest;
    while let Some(c) = remainder.chars().next() {
        let token;
        (token, remainder) = remainder.split_at(token_length(remainder, c));
        counts.add(token, c)?;
    }
    let mut cache = HashMap::new();
    let sizes = counts.uses.iter().map(|(name, rule)| (inlined_size(name, &counts.uses, &mut cache), rule.line));
    match sizes.max() {
        Some((size, line)) if size > limits().peg_inlined_expressions => {
            Err(too_many(limits().peg_inlined_expressions, "expressions after rules are expanded", line))
        }
        _ => Ok(()),
    }
}

/// The length of the token at the beginning of a text, whose first character is `c`: a name, a
/// literal, a comment, or another character alone. The operators in a literal or a comment are not
/// tokens.
fn token_length(text: &str, c: char) -> usize {
    let end = match c {
        c if is_name_character(c) => text.find(|c| !is_name_character(c)),
        '"' | '\'' => literal_length(text, c),
        '/' if text.starts_with("//") => text.find('\n'),
        '/' if text.starts_with("/*") => text.find("*/").map(|end| end + 2),
        _ => Some(c.len_utf8()),
    };
    end.unwrap_or(text.len())
}

fn is_name_character(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn syntax_error(line: usize, message: String) -> PestSyntaxError {
    PestSyntaxError { line, column: None, span: 0..0, message }
}

fn too_many(limit: usize, items: &str, line: usize) -> PestSyntaxError {
    syntax_error(line, format!("more than {limit} {items}"))
}

/// The counts in the part of a text that has been read.
struct TokenCounts<'p> {
    line: usize,
    open_brackets: usize,
    /// Open braces. The braces inside those of a rule enclose a counted repetition.
    open_braces: usize,
    /// Predicates in a row.
    predicates: usize,
    /// Operators of the current rule.
    operators: usize,
    rules: usize,
    /// Uses of properties of Unicode.
    properties: usize,
    /// Whether only white space and comments follow the last `(`.
    is_after_bracket: bool,
    /// The last name outside of braces: that of the rule whose braces open next.
    name: &'p str,
    /// The name of the current rule.
    rule: &'p str,
    /// The depth of nested repetitions in the current rule and in each of its open brackets.
    bracket_repetitions: Vec<usize>,
    /// The depth of nested repetitions of the last operand.
    operand_repetitions: usize,
    uses: HashMap<&'p str, RuleUses<'p>>,
}

/// The names in a rule, with repetitions, and its line.
#[derive(Default)]
struct RuleUses<'p> {
    names: Vec<&'p str>,
    line: usize,
}

impl<'p> TokenCounts<'p> {
    fn new() -> Self {
        Self {
            line: 1,
            open_brackets: 0,
            open_braces: 0,
            predicates: 0,
            operators: 0,
            rules: 0,
            properties: 0,
            is_after_bracket: false,
            name: "",
            rule: "",
            bracket_repetitions: vec![0],
            operand_repetitions: 0,
            uses: HashMap::new(),
        }
    }

    /// Counts a token that begins with `c`.
    fn add(&mut self, token: &'p str, c: char) -> Result<(), PestSyntaxError> {
        self.line += token.matches('\n').count();
        // pest_meta panics if a group begins with `|`.
        if self.is_after_bracket && c == '|' {
            return Err(syntax_error(self.line, "an alternative is missing before `|`".to_owned()));
        }
        let is_blank = c.is_whitespace() || token.starts_with("//") || token.starts_with("/*");
        self.is_after_bracket = c == '(' || self.is_after_bracket && is_blank;
        if is_name_character(c) && self.open_braces > 0 {
            self.uses.entry(self.rule).or_default().names.push(token);
            self.properties += usize::from(is_unicode_property(token));
        } else if is_name_character(c) && token != "_" {
            // `_` alone makes a rule silent.
            self.name = token;
        }
        match c {
            '(' | '[' => self.open_brackets += 1,
            ')' | ']' => self.open_brackets = self.open_brackets.saturating_sub(1),
            '{' => self.open_braces += 1,
            '}' => self.open_braces = self.open_braces.saturating_sub(1),
            '|' | '~' | '*' | '+' | '?' => self.operators += 1,
            _ => {}
        }
        self.predicates = match c {
            '!' | '&' => self.predicates + 1,
            c if c.is_whitespace() => self.predicates,
            _ => 0,
        };
        self.count_repetitions(c);
        match (c, self.open_braces) {
            ('{', 1) => self.begin_rule(),
            ('}', 0) => self.end_rule(),
            _ => {}
        }
        self.check()
    }

    fn begin_rule(&mut self) {
        self.rules += 1;
        self.rule = self.name;
        self.uses.insert(self.rule, RuleUses { names: Vec::new(), line: self.line });
    }

    fn end_rule(&mut self) {
        self.operators = 0;
        self.bracket_repetitions = vec![0];
        self.operand_repetitions = 0;
    }

    fn count_repetitions(&mut self, c: char) {
        match c {
            '(' => self.bracket_repetitions.push(0),
            // The group is the last operand now.
            ')' if self.bracket_repetitions.len() > 1 => {
                self.operand_repetitions = self.bracket_repetitions.pop().unwrap_or_default();
            }
            '*' | '+' | '?' => self.operand_repetitions += 1,
            '{' if self.open_braces > 1 => self.operand_repetitions += 1,
            c if c.is_whitespace() || self.open_braces > 1 || c == '}' => {}
            _ => self.operand_repetitions = 0,
        }
        if let Some(depth) = self.bracket_repetitions.last_mut() {
            *depth = self.operand_repetitions.max(*depth);
        }
    }

    /// Fails if a count exceeds its limit.
    fn check(&self) -> Result<(), PestSyntaxError> {
        let limits = [
            (self.operand_repetitions, limits().peg_repetitions, "repetitions in one another"),
            (self.open_brackets, limits().brackets, "brackets in one another"),
            (self.predicates, limits().brackets, "predicates in a row"),
            (self.operators, limits().peg_operators, "operators in one rule"),
            (self.rules, limits().peg_rules, "rules"),
            (self.properties, limits().regex_classes, "properties of Unicode"),
        ];
        match limits.into_iter().find(|(count, limit, _)| count > limit) {
            Some((_, limit, items)) => Err(too_many(limit, items, self.line)),
            None => Ok(()),
        }
    }
}

/// The number of names in a rule after all rules are inlined. A recursive use counts once.
fn inlined_size<'a>(
    name: &'a str,
    uses: &HashMap<&'a str, RuleUses<'a>>,
    cache: &mut HashMap<&'a str, usize>,
) -> usize {
    if let Some(&size) = cache.get(name) {
        return size;
    }
    // A recursive use finds this size.
    cache.insert(name, 1);
    let names = uses.get(name).map_or(&[][..], |rule| &rule.names);
    let size = names.iter().fold(1usize, |sum, name| sum.saturating_add(inlined_size(name, uses, cache)));
    cache.insert(name, size);
    size
}
