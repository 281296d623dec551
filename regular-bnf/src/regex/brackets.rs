//! Classes in brackets, and escapes for characters and classes.

use super::classes;
use super::flavour::Flavour;
use super::read::RegexReader;
use super::units;
use crate::automaton::regex::RegexError;
use crate::characters::CharSet;
use crate::limits::LIMITS;

/// An operator between parts of a class.
#[derive(Clone, Copy)]
enum Operator {
    And,
    Minus,
}

impl RegexReader {
    /// A class after its opening bracket, which is at `start`.
    pub(super) fn brackets(&mut self, start: usize) -> Result<CharSet, RegexError> {
        self.nested(start, 0)
    }

    fn nested(&mut self, start: usize, depth: usize) -> Result<CharSet, RegexError> {
        if depth > LIMITS.brackets {
            return self.wrong(start, format!("more than {} nested brackets", LIMITS.brackets));
        }
        let negated = self.skip("^");
        let v = self.flags.v;
        let (mut all, mut waiting, mut first) = (Vec::new(), None, true);
        let mut done: Option<CharSet> = None;
        let apply = |done: Option<CharSet>, waiting: Option<Operator>, set: CharSet| match (done, waiting) {
            (Some(done), Some(Operator::And)) => done.intersection(&set),
            (Some(done), Some(Operator::Minus)) => done.difference(&set),
            _ => set,
        };
        loop {
            let at = self.at;
            let Some(c) = self.peek() else { return self.wrong(start, "unclosed class") };
            let literal_bracket = first && self.flavour != Flavour::EcmaScript;
            let nests = v || self.flavour == Flavour::Ruby;
            if c == ']' && !literal_bracket {
                self.at += 1;
                break;
            }
            first = false;
            if nests && self.looking_at("&&") || v && self.looking_at("--") {
                let operator = if c == '&' { Operator::And } else { Operator::Minus };
                self.at += 2;
                let set = CharSet::union_of(&std::mem::take(&mut all));
                done = Some(apply(done, waiting, set));
                waiting = Some(operator);
                continue;
            }
            if c == '['
                && self.peek_at(1) == Some(':')
                && [Flavour::Pcre, Flavour::Ruby].contains(&self.flavour)
                && let Some(set) = self.posix()?
            {
                all.push(set);
                continue;
            }
            if c == '[' && nests {
                self.at += 1;
                all.push(self.nested(at, depth + 1)?);
                continue;
            }
            let low = match self.member()? {
                Ok(set) => {
                    if self.looking_at("-") && self.peek_at(1).is_some_and(|c| c != ']') && !v {
                        // A class has no place in a range.
                        let strict = self.flavour == Flavour::Python
                            || self.flavour == Flavour::EcmaScript && self.flags.unicode();
                        if strict {
                            return self.wrong(at, "a class at the beginning of a range");
                        }
                        self.at += 1;
                        all.push('-'.into());
                    }
                    all.push(set);
                    continue;
                }
                Err(c) => c,
            };
            let range =
                self.looking_at("-") && self.peek_at(1).is_some_and(|c| c != ']') && !(v && self.looking_at("--"));
            if !range {
                all.extend(self.one(low));
                continue;
            }
            self.at += 1;
            if self.flavour == Flavour::Pcre && self.looking_at("[:") {
                return self.wrong(at, "a class at the end of a range");
            }
            match self.member()? {
                Err(high) if low <= high => {
                    let range = self.with_case(CharSet::range(low, high));
                    all.push(range);
                    // A range between characters beyond the units is one between their units.
                    if self.of_units()
                        && ([low, high].into_iter().any(|c| units::of(c).is_some() && !units::is_unit(c)))
                    {
                        return self.refuse(at, "a range of surrogate pairs without the flag `u`");
                    }
                }
                Err(_) => return self.wrong(at, "a range out of order"),
                Ok(_)
                    if self.flavour == Flavour::Python
                        || self.flavour == Flavour::EcmaScript && self.flags.unicode() =>
                {
                    return self.wrong(at, "a class at the end of a range");
                }
                Ok(set) => {
                    all.extend(self.one(low));
                    all.extend(['-'.into(), set]);
                }
            }
        }
        let set = apply(done, waiting, CharSet::union_of(&all));
        // Elsewhere a class such as `\w` has no other cases.
        let set = if self.flavour == Flavour::EcmaScript { self.with_case(set) } else { set };
        Ok(if negated { classes::complement(&set) } else { set })
    }

    fn of_units(&self) -> bool {
        self.flavour == Flavour::EcmaScript && !self.flags.unicode()
    }

    /// A character in a class, as its units if these match.
    fn one(&mut self, c: char) -> Vec<CharSet> {
        match units::of(c).filter(|_| self.of_units() && !units::is_unit(c)) {
            Some(units) => units.map(CharSet::from).into(),
            None => vec![self.with_case(c.into())],
        }
    }

    /// A class or a character in a class.
    fn member(&mut self) -> Result<Result<CharSet, char>, RegexError> {
        let start = self.at;
        let Some(c) = self.next() else { return self.wrong(start, "unclosed class") };
        if c != '\\' {
            if self.flags.v && "()[]{}/|-".contains(c) {
                return self.wrong(start, format!("`{c}` in a class needs a `\\`"));
            }
            return Ok(Err(c));
        }
        match self.peek() {
            Some('b') => {
                self.at += 1;
                Ok(Err('\u{8}'))
            }
            Some('1'..='9') => self.refuse(start, "an octal escape"),
            Some('R' | 'X' | 'N' | 'B') if self.flavour == Flavour::Pcre => self.wrong(start, "no class"),
            Some('Q' | 'E') if self.flavour == Flavour::Pcre => self.refuse(start, "\\Q and \\E in a class"),
            Some('q') if self.flags.v => self.refuse(start, "strings in a class"),
            Some('-') => {
                self.at += 1;
                Ok(Err('-'))
            }
            _ => self.class_escape(start),
        }
    }

    /// `[:name:]`; nothing if it is not one.
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
    pub(super) fn class_escape(&mut self, start: usize) -> Result<Result<CharSet, char>, RegexError> {
        use Flavour::{EcmaScript, Pcre, Python, Ruby};
        let flavour = self.flavour;
        let strict = flavour == EcmaScript && self.flags.unicode();
        let Some(c) = self.next() else { return self.wrong(start, "`\\` at the end") };
        if let Some(set) = classes::escape(c, flavour, self.flags) {
            return Ok(Ok(set));
        }
        Ok(Err(match c {
            'p' | 'P' if flavour == Pcre || flavour == Ruby && self.looking_at("{") || strict => {
                return self.property(start, c == 'P').map(Ok);
            }
            't' => '\t',
            'n' => '\n',
            'r' => '\r',
            'f' => '\u{C}',
            'v' => '\u{B}',
            'a' if flavour != EcmaScript => '\u{7}',
            'e' if [Pcre, Ruby].contains(&flavour) => '\u{1B}',
            'x' if flavour == Pcre && self.skip("{") => self.braced(start)?,
            'x' => match self.hexadecimal(if [Pcre, Ruby].contains(&flavour) { 1 } else { 2 }, 2) {
                Some(code) if flavour == Ruby && code > 0x7F => return self.refuse(start, "a byte beyond US-ASCII"),
                Some(code) => self.character(code, start)?,
                None if flavour == EcmaScript && !strict => 'x',
                None if flavour == Pcre => '\0',
                None => return self.wrong(start, "expected hexadecimal digits"),
            },
            'u' if flavour == Ruby && self.looking_at("{") || strict && self.looking_at("{") => {
                self.at += 1;
                self.braced(start)?
            }
            'u' if flavour != Pcre => match self.hexadecimal(4, 4) {
                Some(high @ 0xD800..=0xDBFF) if strict && self.looking_at("\\u") => {
                    let back = self.at;
                    self.at += 2;
                    match self.hexadecimal(4, 4) {
                        Some(low @ 0xDC00..=0xDFFF) => {
                            self.character(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00), start)?
                        }
                        _ => {
                            self.at = back;
                            return self.refuse(start, "half a surrogate pair");
                        }
                    }
                }
                Some(code @ 0xD800..=0xDFFF) if flavour == EcmaScript && !strict => units::unit(code as u16),
                Some(0xD800..=0xDFFF) if strict => return self.refuse(start, "half a surrogate pair"),
                Some(code) => self.character(code, start)?,
                None if flavour == EcmaScript && !strict => 'u',
                None => return self.wrong(start, "expected four hexadecimal digits"),
            },
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
                Some('0'..='9') => return self.refuse(start, "an octal escape"),
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
        let known = |c: char| c.is_ascii_alphanumeric() || "_=".contains(c);
        let set = Some(name).filter(|name| !name.is_empty() && name.chars().all(known));
        // Ruby also has the classes of POSIX under these names.
        let posix = |name: &str| match self.flavour {
            Flavour::Ruby => classes::posix(&name.to_ascii_lowercase(), Flavour::Ruby),
            _ => None,
        };
        match set.and_then(|name| posix(name).or_else(|| classes::unicode(&format!("\\p{{{name}}}")))) {
            Some(set) if negated => Ok(classes::complement(&set)),
            Some(set) => Ok(set),
            None => self.refuse(start, "this property of characters"),
        }
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

    fn character(&self, code: u32, start: usize) -> Result<char, RegexError> {
        match char::from_u32(code) {
            Some(c) => Ok(c),
            None => self.wrong(start, "no character has this number"),
        }
    }
}
