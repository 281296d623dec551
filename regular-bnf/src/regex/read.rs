//! Reads the syntax of ECMAScript, PCRE2, Python and Ruby.
//!
//! The crates that parse these syntaxes have trees without places, or are for one engine, so this
//! crate has its own reader. It follows the flavour where flavours differ. Other constructs are
//! refused, with their names and places.

use super::flavour::{Flags, Flavour};
use super::parts::{PartReplacement, PartReplacements, RegexParts};
use super::tree::{AHEAD, BEHIND, Look, NOT_AHEAD, NOT_BEHIND, ParsedRegex, PartKind, Sets, Tree};
use std::collections::HashMap;

use super::calls::{self, Call};
use super::classes::{self, ClassMember};
use super::units;
use crate::automaton::regex::RegexError;
use crate::characters::CharSet;
use crate::limits::limits;

/// Reads an expression of a flavour other than Rust's.
pub(super) fn read(
    pattern: &str,
    flavour: Flavour,
    flags: &str,
    edits: &PartReplacements,
) -> Result<ParsedRegex, RegexError> {
    let chars: Vec<(usize, char)> = pattern.char_indices().collect();
    let mut reader = RegexReader {
        flags: Flags::read(flags, flavour)?,
        end: pattern.len(),
        // Ruby: groups without a name do not capture if others have one.
        only_named: flavour == Flavour::Ruby && has_named_groups(&chars),
        captures: if flavour == Flavour::EcmaScript { captures(&chars) } else { 0 },
        chars,
        at: 0,
        flavour,
        depth: 0,
        sets: Sets::default(),
        groups: vec![None],
        calls: Vec::new(),
        parts: RegexParts::new(edits),
        folded: HashMap::new(),
    };
    if flavour == Flavour::EcmaScript && !reader.flags.unicode() {
        // These represent surrogates.
        if let Some(at) = reader.chars.iter().position(|&(_, c)| units::is_unit(c)) {
            return reader.refuse(at, "this character of a private plane without the flag `u`");
        }
    }
    if flavour == Flavour::Pcre && reader.looking_at("(*") {
        return reader.refuse(0, "a verb");
    }
    let tree = reader.alternatives()?;
    match reader.peek() {
        None => {
            let tree = calls::resolved(tree, &reader.calls, &reader.groups, flavour)?;
            Ok(ParsedRegex { tree, sets: reader.sets, groups: reader.groups, parts: reader.parts.all })
        }
        Some(_) => reader.wrong(reader.at, "unmatched `)`"),
    }
}

fn has_named_groups(chars: &[(usize, char)]) -> bool {
    let mut escaped = false;
    chars.windows(4).any(|window| {
        let [(_, a), (_, b), (_, c), (_, d)] = *window else { return false };
        let is_group = !escaped && a == '(' && b == '?' && (c == '\'' || c == '<' && !['=', '!'].contains(&d));
        escaped = !escaped && a == '\\';
        is_group
    })
}

/// How many groups of an expression of ECMAScript capture, also after the place that is read.
fn captures(chars: &[(usize, char)]) -> usize {
    let (mut count, mut in_class, mut at) = (0, false, 0);
    let char_at = |at: usize| chars.get(at).map(|&(_, c)| c);
    while let Some(c) = char_at(at) {
        match c {
            '\\' => at += 1,
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => {
                let is_named = char_at(at + 2) == Some('<') && !matches!(char_at(at + 3), Some('=' | '!'));
                count += usize::from(char_at(at + 1) != Some('?') || is_named);
            }
            _ => {}
        }
        at += 1;
    }
    count
}

pub(super) struct RegexReader {
    /// The characters and their offsets.
    chars: Vec<(usize, char)>,
    end: usize,
    pub at: usize,
    pub flavour: Flavour,
    pub flags: Flags,
    pub only_named: bool,
    /// How many groups of an expression of ECMAScript capture.
    pub captures: usize,
    pub depth: usize,
    pub sets: Sets,
    pub groups: Vec<Option<String>>,
    /// The calls of groups.
    pub calls: Vec<Call>,
    pub parts: RegexParts,
    /// Sets with the other cases of their characters.
    folded: HashMap<(CharSet, Flags), CharSet>,
}

/// An item before a quantifier.
#[derive(PartialEq)]
pub(super) enum ItemKind {
    Atom,
    /// An assertion in brackets.
    Around(Look),
    /// Another assertion, or a comment.
    Nothing,
}

impl RegexReader {
    pub(super) fn peek(&self) -> Option<char> {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).map(|&(_, c)| c)
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek();
        self.at += usize::from(c.is_some());
        c
    }

    pub(super) fn looking_at(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(ahead, c)| self.peek_at(ahead) == Some(c))
    }

    /// Skips a text if it is next.
    pub(super) fn skip(&mut self, text: &str) -> bool {
        let is_next = self.looking_at(text);
        self.at += if is_next { text.chars().count() } else { 0 };
        is_next
    }

    pub(super) fn offset(&self, at: usize) -> usize {
        self.chars.get(at).map_or(self.end, |&(offset, _)| offset)
    }

    pub(super) fn wrong<T>(&self, at: usize, reason: impl Into<String>) -> Result<T, RegexError> {
        Err(RegexError::Syntax { offset: self.offset(at), reason: reason.into() })
    }

    pub(super) fn refuse<T>(&self, at: usize, construct: &'static str) -> Result<T, RegexError> {
        Err(RegexError::Unsupported { offset: self.offset(at), what: construct })
    }

    /// The text up to a character, which is skipped.
    pub(super) fn until(&mut self, end: char) -> Result<String, RegexError> {
        let (start, mut text) = (self.at, String::new());
        loop {
            match self.next() {
                Some(c) if c == end => return Ok(text),
                Some(c) => text.push(c),
                None => return self.wrong(start, format!("expected `{end}` later")),
            }
        }
    }

    pub(super) fn enter(&mut self, at: usize) -> Result<(), RegexError> {
        self.depth += 1;
        if self.depth > limits().brackets {
            return self.wrong(at, format!("more than {} nested groups", limits().brackets));
        }
        Ok(())
    }

    /// Alternatives up to a closing bracket or the end.
    pub(super) fn alternatives(&mut self) -> Result<Tree, RegexError> {
        let choice = self.parts.start_choice();
        let mut alternatives = Vec::new();
        loop {
            let start = self.offset(self.at);
            self.parts.start_part(start);
            let tree = self.sequence()?;
            let is_one_of_several = !alternatives.is_empty() || self.looking_at("|");
            let kind = if is_one_of_several { PartKind::Alternative(choice) } else { PartKind::Other };
            let edit = self.parts.end_part(kind, start..self.offset(self.at));
            alternatives.push(PartReplacement::tree(edit, tree));
            if !self.skip("|") {
                break;
            }
        }
        Ok(if alternatives.len() == 1 { alternatives.remove(0) } else { Tree::Alt(alternatives) })
    }

    fn sequence(&mut self) -> Result<Tree, RegexError> {
        let mut items = Vec::new();
        while let Some(c) = self.peek() {
            let start = self.at;
            match c {
                '|' | ')' => break,
                '#' if self.flags.extended => {
                    while self.next().is_some_and(|c| c != '\n') {}
                    continue;
                }
                c if self.flags.extended && (c.is_ascii_whitespace() || c == '\u{B}') => {
                    self.at += 1;
                    continue;
                }
                '\\' if self.flavour == Flavour::Pcre && self.skip("\\Q") => {
                    while self.peek().is_some() && !self.skip("\\E") {
                        let literal = self.next().map(|c| self.literal(c));
                        items.extend(literal);
                    }
                    if self.is_quantifier_next() {
                        return self.refuse(start, "a quantifier after \\Q...\\E");
                    }
                    continue;
                }
                '\\' if self.flavour == Flavour::Pcre && self.skip("\\E") => continue,
                _ => {}
            }
            let offset = self.offset(start);
            self.parts.start_part(offset);
            let (atom, kind) = match c {
                '(' => self.group()?,
                '*' | '+' | '?' => return self.wrong(start, "nothing to repeat"),
                _ => self.atom(c)?,
            };
            let asserts = match kind {
                ItemKind::Atom => false,
                ItemKind::Around(_) => true,
                // Flags and comments begin with a bracket.
                ItemKind::Nothing => c != '(',
            };
            let part_kind = if asserts { PartKind::Assertion } else { PartKind::Other };
            let edit = self.parts.end_part(part_kind, offset..self.offset(self.at));
            let atom = PartReplacement::tree(edit, atom);
            items.push(self.repeated(atom, kind, start)?);
        }
        Ok(if items.len() == 1 { items.remove(0) } else { Tree::Concat(items) })
    }

    /// One character, class, escape or assertion.
    fn atom(&mut self, c: char) -> Result<(Tree, ItemKind), RegexError> {
        let start = self.at;
        self.at += 1;
        let strict = self.flavour == Flavour::EcmaScript && self.flags.unicode();
        Ok(match c {
            '.' => {
                let excepted = match self.flavour {
                    _ if self.flags.dot_all => CharSet::EMPTY,
                    Flavour::EcmaScript => line_ends(),
                    _ => '\n'.into(),
                };
                (self.sets.tree(classes::complement(&excepted)), ItemKind::Atom)
            }
            '^' => (self.line_start(), ItemKind::Nothing),
            '$' => (self.line_end(), ItemKind::Nothing),
            '[' => {
                let set = self.brackets(start)?;
                (self.sets.tree(set), ItemKind::Atom)
            }
            '\\' => self.escape(start)?,
            ']' | '{' | '}' if strict => return self.wrong(start, format!("a single `{c}`")),
            c => (self.literal(c), ItemKind::Atom),
        })
    }

    fn line_start(&mut self) -> Tree {
        let ends = match self.flavour {
            Flavour::Ruby => return self.line_start_in_text(),
            _ if !self.flags.lines => return self.sets.start(),
            Flavour::Pcre => return self.line_start_in_text(),
            Flavour::EcmaScript => line_ends(),
            _ => '\n'.into(),
        };
        self.sets.tree(classes::complement(&ends)).look(NOT_BEHIND)
    }

    /// The beginning of a line, but not after a line feed that ends the text.
    fn line_start_in_text(&mut self) -> Tree {
        let (start, after) = (self.sets.start(), self.sets.tree('\n'.into()).look(BEHIND));
        let before_character = self.sets.tree(CharSet::all()).look(AHEAD);
        Tree::Alt(vec![start, Tree::Concat(vec![after, before_character])])
    }

    fn line_end(&mut self) -> Tree {
        let ends = match self.flavour {
            Flavour::EcmaScript if !self.flags.lines => return self.sets.end(),
            Flavour::EcmaScript => line_ends(),
            Flavour::Ruby => '\n'.into(),
            _ if !self.flags.lines => return self.sets.end_or_last_line_feed(),
            _ => '\n'.into(),
        };
        self.sets.tree(classes::complement(&ends)).look(NOT_AHEAD)
    }

    /// A literal character, or both of its cases.
    pub(super) fn literal(&mut self, c: char) -> Tree {
        let of_units = self.flavour == Flavour::EcmaScript && !self.flags.unicode();
        match units::pair(c).filter(|_| of_units && !units::is_unit(c)) {
            Some(pair) => Tree::Concat(pair.map(|unit| self.sets.tree(unit.into())).into()),
            None => {
                let set = self.with_case(c.into());
                self.sets.tree(set)
            }
        }
    }

    /// The set, with the other cases of its characters if the flag is set.
    pub(super) fn with_case(&mut self, set: CharSet) -> CharSet {
        if !self.flags.ignore_case {
            return set;
        }
        let (flavour, flags) = (self.flavour, self.flags);
        // The same few sets occur often.
        let folded =
            self.folded.entry((set, flags)).or_insert_with_key(|(set, _)| classes::folded(set, flavour, flags));
        folded.clone()
    }

    fn escape(&mut self, start: usize) -> Result<(Tree, ItemKind), RegexError> {
        use Flavour::{Pcre, Python, Ruby};
        let Some(c) = self.peek() else { return self.wrong(start, "`\\` at the end") };
        let flavour = self.flavour;
        if let Some(c) = self.octal_outside(start)? {
            return Ok((self.literal(c), ItemKind::Atom));
        }
        if let Some(construct) = self.unsupported_escape(c) {
            return self.refuse(start, construct);
        }
        let assertion = match (c, flavour) {
            ('b' | 'B', _) => {
                let words = classes::words(flavour, self.flags);
                let boundary = self.sets.word_boundary(words, c == 'B');
                match (c, flavour) {
                    // Before Python 3.14 `\B` does not match the empty text.
                    ('B', Python) => {
                        let empty = Tree::Concat(vec![self.sets.start(), self.sets.end()]);
                        Tree::Concat(vec![empty.look(NOT_AHEAD), boundary])
                    }
                    _ => boundary,
                }
            }
            ('A', Pcre | Python | Ruby) => self.sets.start(),
            ('z', Pcre | Ruby) | ('Z', Python) => self.sets.end(),
            ('Z', Pcre | Ruby) => self.sets.end_or_last_line_feed(),
            ('g', Pcre | Ruby) if matches!(self.peek_at(1), Some('<' | '\'')) => {
                let end = if self.peek_at(1) == Some('<') { '>' } else { '\'' };
                self.at += 2;
                let target = self.until(end)?;
                return Ok((self.call(target, start), ItemKind::Atom));
            }
            ('R', Pcre | Ruby) => {
                self.at += 1;
                let pair = Tree::Concat(['\r', '\n'].map(|c| self.sets.tree(c.into())).into());
                let single = self.sets.tree(classes::vertical());
                return Ok((Tree::Atomic(Box::new(Tree::Alt(vec![pair, single]))), ItemKind::Atom));
            }
            ('N', Pcre) => {
                self.at += 1;
                return Ok((self.sets.tree(classes::complement(&'\n'.into())), ItemKind::Atom));
            }
            _ => {
                let tree = match self.class_escape(start)? {
                    ClassMember::Class(set) => self.sets.tree(set),
                    ClassMember::Character(c) => self.literal(c),
                };
                return Ok((tree, ItemKind::Atom));
            }
        };
        self.at += 1;
        Ok((assertion, ItemKind::Nothing))
    }

    /// The construct of an escape that is not supported.
    fn unsupported_escape(&self, c: char) -> Option<&'static str> {
        use Flavour::{EcmaScript, Pcre, Ruby};
        let next = self.peek_at(1);
        Some(match (c, self.flavour) {
            ('b' | 'B', Ruby) if next == Some('{') => "a boundary of another kind",
            ('G', Pcre | Ruby) => "`\\G`, the end of the match before",
            ('K', Pcre | Ruby) => "`\\K`, which moves the beginning of the match",
            ('X', Pcre | Ruby) => "`\\X`, a cluster of characters",
            ('C', Pcre) => "`\\C`, a unit of code",
            ('k', Pcre | Ruby | EcmaScript) => "a back-reference",
            ('g', Pcre) if !matches!(next, Some('<' | '\'')) => "a back-reference",
            ('1'..='9', _) => "a back-reference",
            ('N', Pcre) if next == Some('{') => "a character by its name",
            _ => return None,
        })
    }

    /// White space before a quantifier.
    pub(super) fn spaces(&mut self) {
        while self.flags.extended && self.peek().is_some_and(|c| c.is_ascii_whitespace()) {
            self.at += 1;
        }
    }
}

fn line_ends() -> CharSet {
    classes::ranges(&[('\n', '\n'), ('\r', '\r'), ('\u{2028}', '\u{2029}')])
}
