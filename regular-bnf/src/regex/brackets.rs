//! Classes in brackets, and escapes for characters and classes.

use super::classes::{self, ClassMember};
use super::flavour::Flavour;
use super::read::RegexReader;
use super::units;
use crate::automaton::regex::RegexError;
use crate::characters::CharSet;
use crate::limits::limits;

/// A class in brackets, while it is read.
#[derive(Default)]
struct Operands {
    /// The operands before the last operator, and the operator.
    left: Option<(CharSet, Operator)>,
    /// The sets after the last operator.
    right: Vec<CharSet>,
}

/// An operator between parts of a class.
#[derive(Clone, Copy)]
enum Operator {
    And,
    Minus,
}

impl Operands {
    /// The characters of all operands.
    fn joined(&mut self) -> CharSet {
        let right = CharSet::union_of(&std::mem::take(&mut self.right));
        match self.left.take() {
            Some((left, Operator::And)) => left.intersection(&right),
            Some((left, Operator::Minus)) => left.difference(&right),
            None => right,
        }
    }
}

impl RegexReader {
    /// A class after its opening bracket, which is at `start`.
    pub(super) fn brackets(&mut self, start: usize) -> Result<CharSet, RegexError> {
        self.nested(start, 0)
    }

    fn nested(&mut self, start: usize, depth: usize) -> Result<CharSet, RegexError> {
        if depth > limits().brackets {
            return self.wrong(start, format!("more than {} nested brackets", limits().brackets));
        }
        let negated = self.skip("^");
        let mut operands = Operands::default();
        // A first `]` is a member, except in ECMAScript.
        let mut is_member = self.flavour != Flavour::EcmaScript;
        loop {
            let Some(c) = self.peek() else { return self.wrong(start, "unclosed class") };
            if c == ']' && !is_member {
                self.at += 1;
                break;
            }
            is_member = false;
            if let Some(operator) = self.operator() {
                operands.left = Some((operands.joined(), operator));
            } else if let Some(set) = self.class_in_class(depth)? {
                operands.right.push(set);
            } else {
                self.member_or_range(&mut operands.right)?;
            }
        }
        let set = operands.joined();
        // In other flavours a class such as `\w` has no other cases.
        let set = if self.flavour == Flavour::EcmaScript { self.with_case(set) } else { set };
        Ok(if negated { classes::complement(&set) } else { set })
    }

    /// Whether a class can contain a class in brackets.
    fn has_nested_classes(&self) -> bool {
        self.flags.v || self.flavour == Flavour::Ruby
    }

    fn operator(&mut self) -> Option<Operator> {
        if self.has_nested_classes() && self.skip("&&") {
            Some(Operator::And)
        } else if self.flags.v && self.skip("--") {
            Some(Operator::Minus)
        } else {
            None
        }
    }

    /// A class in brackets in a class, or `[:name:]`.
    fn class_in_class(&mut self, depth: usize) -> Result<Option<CharSet>, RegexError> {
        let start = self.at;
        if self.looking_at("[:")
            && [Flavour::Pcre, Flavour::Ruby].contains(&self.flavour)
            && let Some(set) = self.posix()?
        {
            return Ok(Some(set));
        }
        if !self.has_nested_classes() || !self.skip("[") {
            return Ok(None);
        }
        self.nested(start, depth + 1).map(Some)
    }

    /// A character, a class such as `\w` or a range.
    fn member_or_range(&mut self, sets: &mut Vec<CharSet>) -> Result<(), RegexError> {
        let start = self.at;
        let v = self.flags.v;
        // Whether a class at the end of a range is an error.
        let strict = self.flavour == Flavour::Python || self.flavour == Flavour::EcmaScript && self.flags.unicode();
        let low = match self.member()? {
            ClassMember::Class(set) => {
                if self.is_range_next() && !v {
                    if strict {
                        return self.wrong(start, "a class at the beginning of a range");
                    }
                    self.at += 1;
                    sets.push('-'.into());
                }
                sets.push(set);
                return Ok(());
            }
            ClassMember::Character(c) => c,
        };
        if !self.is_range_next() || v && self.looking_at("--") {
            sets.extend(self.character_sets(low));
            return Ok(());
        }
        self.at += 1;
        if self.flavour == Flavour::Pcre && self.looking_at("[:") {
            return self.wrong(start, "a class at the end of a range");
        }
        match self.member()? {
            ClassMember::Character(high) if low <= high => {
                let range = self.with_case(CharSet::range(low, high));
                sets.push(range);
                // A range between characters beyond the units is one between their units.
                if self.of_units() && [low, high].into_iter().any(|c| units::pair(c).is_some() && !units::is_unit(c)) {
                    return self.refuse(start, "a range of surrogate pairs without the flag `u`");
                }
            }
            ClassMember::Character(_) => return self.wrong(start, "a range out of order"),
            ClassMember::Class(_) if strict => return self.wrong(start, "a class at the end of a range"),
            ClassMember::Class(set) => {
                sets.extend(self.character_sets(low));
                sets.extend(['-'.into(), set]);
            }
        }
        Ok(())
    }

    /// Whether a `-` is next that is not the last character of the class.
    fn is_range_next(&self) -> bool {
        self.looking_at("-") && self.peek_at(1).is_some_and(|c| c != ']')
    }

    fn of_units(&self) -> bool {
        self.flavour == Flavour::EcmaScript && !self.flags.unicode()
    }

    /// A character in a class, as its units if these match.
    fn character_sets(&mut self, c: char) -> Vec<CharSet> {
        match units::pair(c).filter(|_| self.of_units() && !units::is_unit(c)) {
            Some(units) => units.map(CharSet::from).into(),
            None => vec![self.with_case(c.into())],
        }
    }

    fn member(&mut self) -> Result<ClassMember, RegexError> {
        let start = self.at;
        let Some(c) = self.next() else { return self.wrong(start, "unclosed class") };
        if c != '\\' {
            if self.flags.v && "()[]{}/|-".contains(c) {
                return self.wrong(start, format!("`{c}` in a class needs a `\\`"));
            }
            return Ok(ClassMember::Character(c));
        }
        if let Some(c) = self.octal_in_class(start)? {
            return Ok(ClassMember::Character(c));
        }
        match self.peek() {
            Some('b') => {
                self.at += 1;
                Ok(ClassMember::Character('\u{8}'))
            }
            Some('R' | 'X' | 'N' | 'B') if self.flavour == Flavour::Pcre => self.wrong(start, "no class"),
            Some('Q' | 'E') if self.flavour == Flavour::Pcre => self.refuse(start, "\\Q and \\E in a class"),
            Some('q') if self.flags.v => self.refuse(start, "strings in a class"),
            Some('-') => {
                self.at += 1;
                Ok(ClassMember::Character('-'))
            }
            _ => self.class_escape(start),
        }
    }

    /// `[:name:]`; `None` if the text has another form.
    fn posix(&mut self) -> Result<Option<CharSet>, RegexError> {
        let start = self.at;
        self.at += 2;
        let negated = self.skip("^");
        let mut name = String::new();
        while let Some(c) = self.peek().filter(char::is_ascii_alphabetic) {
            name.push(c);
            self.at += 1;
        }
        if !self.skip(":]") {
            self.at = start;
            return Ok(None);
        }
        // Letters of one case are all letters without regard to case.
        let name = if self.flags.ignore_case && ["lower", "upper"].contains(&&*name) { "alpha" } else { &name };
        match classes::posix(name, self.flavour) {
            Some(set) => Ok(Some(if negated { classes::complement(&set) } else { set })),
            None => self.wrong(start, "unknown class"),
        }
    }

    /// The class or the character of an escape after its `\`, which is at `start`.
    pub(super) fn class_escape(&mut self, start: usize) -> Result<ClassMember, RegexError> {
        use Flavour::{EcmaScript, Pcre, Python, Ruby};
        let flavour = self.flavour;
        let strict = flavour == EcmaScript && self.flags.unicode();
        let Some(c) = self.next() else { return self.wrong(start, "`\\` at the end") };
        if let Some(set) = classes::escape(c, flavour, self.flags) {
            return Ok(ClassMember::Class(set));
        }
        Ok(ClassMember::Character(match c {
            'p' | 'P' if flavour == Pcre || flavour == Ruby && self.looking_at("{") || strict => {
                return self.property(start, c == 'P').map(ClassMember::Class);
            }
            't' => '\t',
            'n' => '\n',
            'r' => '\r',
            'f' => '\u{C}',
            'v' => '\u{B}',
            'a' if flavour != EcmaScript => '\u{7}',
            'e' if [Pcre, Ruby].contains(&flavour) => '\u{1B}',
            'x' => self.hexadecimal_escape(start)?,
            'u' if flavour != Pcre => self.unicode_escape(start)?,
            'U' if flavour == Python => match self.hexadecimal(8, 8) {
                Some(code) => self.character(code, start)?,
                None => return self.wrong(start, "expected eight hexadecimal digits"),
            },
            'c' if flavour != Python => match self.peek() {
                Some(c) if c.is_ascii_alphabetic() => {
                    self.at += 1;
                    char::from(c as u8 & 0x1F)
                }
                _ => return self.refuse(start, "this control character"),
            },
            'C' | 'M' if flavour == Ruby => return self.refuse(start, "this control character"),
            '0' if flavour == EcmaScript => match self.peek() {
                Some('0'..='9') => return self.wrong(start, "an octal escape with the flag `u` or `v`"),
                _ => '\0',
            },
            '0' => {
                let mut code = 0;
                for _ in 0..2 {
                    if let Some(digit) = self.peek().and_then(|c| c.to_digit(8)) {
                        code = code * 8 + digit;
                        self.at += 1;
                    }
                }
                self.character(code, start)?
            }
            'o' if flavour == Pcre => return self.refuse(start, "an octal escape"),
            c if strict && !"^$\\.*+?()[]{}|/-".contains(c) && !(self.flags.v && "&!#%,:;<=>@`~".contains(c)) => {
                return self.wrong(start, format!("unknown escape `\\{c}`"));
            }
            c if c.is_ascii_alphanumeric() && [Python, Pcre].contains(&flavour) => {
                return self.wrong(start, format!("unknown escape `\\{c}`"));
            }
            c => c,
        }))
    }

    /// A character after `\x`.
    fn hexadecimal_escape(&mut self, start: usize) -> Result<char, RegexError> {
        use Flavour::{EcmaScript, Pcre, Ruby};
        let flavour = self.flavour;
        if flavour == Pcre && self.skip("{") {
            return self.braced(start);
        }
        match self.hexadecimal(if [Pcre, Ruby].contains(&flavour) { 1 } else { 2 }, 2) {
            Some(code) if flavour == Ruby && code > 0x7F => self.refuse(start, "a byte beyond US-ASCII"),
            Some(code) => self.character(code, start),
            None if flavour == EcmaScript && !self.flags.unicode() => Ok('x'),
            None if flavour == Pcre => Ok('\0'),
            None => self.wrong(start, "expected hexadecimal digits"),
        }
    }

    /// A character after `\u`.
    fn unicode_escape(&mut self, start: usize) -> Result<char, RegexError> {
        use Flavour::{EcmaScript, Ruby};
        let flavour = self.flavour;
        let strict = flavour == EcmaScript && self.flags.unicode();
        if (flavour == Ruby || strict) && self.skip("{") {
            return self.braced(start);
        }
        match self.hexadecimal(4, 4) {
            Some(high @ 0xD800..=0xDBFF) if strict && self.looking_at("\\u") => {
                let after_high = self.at;
                self.at += 2;
                match self.hexadecimal(4, 4) {
                    Some(low @ 0xDC00..=0xDFFF) => {
                        self.character(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00), start)
                    }
                    _ => {
                        self.at = after_high;
                        self.refuse(start, "half a surrogate pair")
                    }
                }
            }
            Some(code @ 0xD800..=0xDFFF) if flavour == EcmaScript && !strict => Ok(units::unit(code as u16)),
            Some(0xD800..=0xDFFF) if strict => self.refuse(start, "half a surrogate pair"),
            Some(code) => self.character(code, start),
            None if flavour == EcmaScript && !strict => Ok('u'),
            None => self.wrong(start, "expected four hexadecimal digits"),
        }
    }

    /// A property of Unicode after `\p`.
    fn property(&mut self, start: usize, mut negated: bool) -> Result<CharSet, RegexError> {
        let name = match self.next() {
            Some('{') => self.until('}')?,
            Some(c) if self.flavour == Flavour::Pcre => c.to_string(),
            _ => return self.wrong(start, "expected a property"),
        };
        let name = match name.strip_prefix('^') {
            Some(name) if self.flavour != Flavour::EcmaScript => {
                negated = !negated;
                name
            }
            _ => &name,
        };
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "_=".contains(c));
        let set = if is_name { self.named_property(name) } else { None };
        match set {
            Some(set) if negated => Ok(classes::complement(&set)),
            Some(set) => Ok(set),
            None => self.refuse(start, "this property of characters"),
        }
    }

    /// The characters with a property of Unicode, by its name.
    fn named_property(&self, name: &str) -> Option<CharSet> {
        // Ruby also has the classes of POSIX under these names.
        let posix = match self.flavour {
            Flavour::Ruby => classes::posix(&name.to_ascii_lowercase(), Flavour::Ruby),
            _ => None,
        };
        posix.or_else(|| classes::unicode(&format!("\\p{{{name}}}")))
    }

    fn braced(&mut self, start: usize) -> Result<char, RegexError> {
        let code = self.hexadecimal(1, 6);
        match code {
            Some(code) if self.skip("}") => self.character(code, start),
            _ => self.wrong(start, "expected hexadecimal digits in braces"),
        }
    }

    fn hexadecimal(&mut self, least: usize, most: usize) -> Option<u32> {
        let digits = (0..most).map_while(|ahead| self.peek_at(ahead)?.to_digit(16)).collect::<Vec<_>>();
        if digits.len() < least {
            return None;
        }
        self.at += digits.len();
        Some(digits.iter().fold(0, |code, digit| code * 16 + digit))
    }

    pub(super) fn character(&self, code: u32, start: usize) -> Result<char, RegexError> {
        match char::from_u32(code) {
            Some(c) => Ok(c),
            None => self.wrong(start, "no character has this number"),
        }
    }
}
