//! Groups: captures, lookaround, flags, calls.

use super::calls::Call;
use super::flavour::Flavour;
use super::read::{ItemKind, RegexReader};
use super::tree::{AHEAD, BEHIND, NOT_AHEAD, NOT_BEHIND, Tree};
use crate::automaton::regex::RegexError;

impl RegexReader {
    pub(super) fn group(&mut self) -> Result<(Tree, ItemKind), RegexError> {
        use Flavour::{EcmaScript, Pcre, Python, Ruby};
        let start = self.at;
        let flavour = self.flavour;
        self.at += 1;
        self.enter(start)?;
        let flags = self.flags;
        let (mut kind, mut group, mut atomic) = (ItemKind::Atom, None, false);
        if self.looking_at("*") && flavour == Pcre {
            return self.refuse(start, "a verb");
        }
        if !self.skip("?") {
            if !self.only_named {
                group = Some(self.capture(None));
            }
        } else if self.skip("#") && flavour != EcmaScript {
            self.until(')')?;
            self.depth -= 1;
            return Ok((Tree::EMPTY, ItemKind::Nothing));
        } else if self.skip(":") {
        } else if self.skip("=") {
            kind = ItemKind::Around(AHEAD);
        } else if self.skip("!") {
            kind = ItemKind::Around(NOT_AHEAD);
        } else if self.skip("<=") {
            kind = ItemKind::Around(BEHIND);
        } else if self.skip("<!") {
            kind = ItemKind::Around(NOT_BEHIND);
        } else if flavour != EcmaScript && self.skip(">") {
            atomic = true;
        } else if (flavour != Python && self.skip("<")) || ([Python, Pcre].contains(&flavour) && self.skip("P<")) {
            let name = self.name('>')?;
            group = Some(self.capture(Some(name)));
        } else if [Pcre, Ruby].contains(&flavour) && self.skip("'") {
            let name = self.name('\'')?;
            group = Some(self.capture(Some(name)));
        } else if self.looking_at("P=") {
            return self.refuse(start, "a back-reference");
        } else if self.looking_at("(") {
            return self.refuse(start, "a condition");
        } else if self.looking_at("|") {
            return self.refuse(start, "a group that numbers captures anew");
        } else if self.looking_at("~") {
            return self.refuse(start, "an absence operator");
        } else if self.looking_at("C") {
            return self.refuse(start, "a callout");
        } else if flavour == Pcre && self.calls_group() {
            if !self.skip("&") {
                self.skip("P>");
            }
            let target = self.until(')')?;
            self.depth -= 1;
            return Ok((self.call(target, start), ItemKind::Atom));
        } else if let Some(tree) = self.flags(start)? {
            self.depth -= 1;
            return Ok((tree, ItemKind::Nothing));
        }
        let inner = self.alternatives()?;
        if !self.skip(")") {
            return self.wrong(start, "unclosed group");
        }
        self.flags = flags;
        self.depth -= 1;
        let tree = match (kind, group) {
            (ItemKind::Around(look), _) => {
                if look.behind {
                    self.behind(&inner, start)?;
                }
                return Ok((inner.look(look), ItemKind::Around(look)));
            }
            (_, Some(group)) => Tree::Group(group, Box::new(inner)),
            _ if atomic => Tree::Atomic(Box::new(inner)),
            _ => inner,
        };
        Ok((tree, ItemKind::Atom))
    }

    /// Whether a call of a group in PCRE2's syntax is next.
    fn calls_group(&self) -> bool {
        let signed =
            ["+", "-"].iter().any(|sign| self.looking_at(sign)) && self.peek_at(1).is_some_and(|c| c.is_ascii_digit());
        signed || self.peek().is_some_and(|c| c.is_ascii_digit() || "R&".contains(c)) || self.looking_at("P>")
    }

    /// A call of a group by its name or number, which may be relative.
    pub(super) fn call(&mut self, target: String, start: usize) -> Tree {
        let groups = self.groups.len();
        let number = match target.strip_prefix(['+', '-']) {
            None => target.parse().ok(),
            Some(distance) => distance.parse().ok().and_then(|distance: usize| {
                if target.starts_with('+') { (groups - 1).checked_add(distance) } else { groups.checked_sub(distance) }
            }),
        };
        self.calls.push(Call { at: self.offset(start), target, number });
        Tree::Call(self.calls.len() - 1)
    }

    /// Which widths of lookbehind the flavour allows.
    fn behind(&self, inner: &Tree, start: usize) -> Result<(), RegexError> {
        let (short, long) = inner.width();
        match self.flavour {
            _ if self.parts.is_edited() => Ok(()),
            Flavour::Python if long != Some(short) => self.wrong(start, "look-behind requires a fixed width"),
            Flavour::Pcre | Flavour::Ruby if long.is_none() => {
                self.wrong(start, "look-behind requires a bounded width")
            }
            _ => Ok(()),
        }
    }

    /// `(?flags)` and `(?flags:`; the rest of the surrounding group where Ruby makes it one, or
    /// nothing.
    fn flags(&mut self, start: usize) -> Result<Option<Tree>, RegexError> {
        let (mut on, mut flags, mut some) = (true, self.flags, false);
        loop {
            match self.next() {
                Some('-') if on => on = false,
                Some(':') if some || !on => {
                    self.flags = flags;
                    return Ok(None);
                }
                Some(')') if self.flavour != Flavour::EcmaScript => {
                    // Python allows these at the beginning only, and for the whole.
                    if self.flavour == Flavour::Python && start != 0 {
                        return self.wrong(start, "global flags not at the beginning");
                    }
                    self.flags = flags;
                    return match self.flavour {
                        // The rest of the group is a group of its own, with all its alternatives.
                        Flavour::Ruby => {
                            self.enter(start)?;
                            let rest = self.alternatives()?;
                            self.depth -= 1;
                            Ok(Some(rest))
                        }
                        _ => Ok(Some(Tree::EMPTY)),
                    };
                }
                Some(c) if self.flavour == Flavour::Python && ['u', 'L'].contains(&c) => {
                    return self.refuse(start, "the flags `u` and `L`");
                }
                Some(c) if self.flavour == Flavour::EcmaScript && !['i', 'm', 's'].contains(&c) => {
                    return self.wrong(start, "unknown group");
                }
                Some(c) => match flags.set(c, on, self.flavour) {
                    Some(()) => some = true,
                    None => return self.wrong(self.at - 1, "unknown flag or group"),
                },
                None => return self.wrong(start, "unclosed group"),
            }
        }
    }

    fn name(&mut self, end: char) -> Result<String, RegexError> {
        let start = self.at;
        let name = self.until(end)?;
        let valid = |(at, c): (usize, char)| {
            // Ruby has nearly any name.
            c == '_'
                || c == '-' && at > 0 && self.flavour == Flavour::Ruby
                || c == '$' && self.flavour == Flavour::EcmaScript
                || if at == 0 { c.is_alphabetic() } else { c.is_alphanumeric() }
        };
        if name.is_empty() || !name.chars().enumerate().all(valid) {
            return self.wrong(start, "expected the name of a group");
        }
        if self.groups.iter().flatten().any(|known| *known == name) {
            return self.refuse(start, "a second group of the same name");
        }
        Ok(name)
    }

    fn capture(&mut self, name: Option<String>) -> usize {
        self.groups.push(name);
        self.groups.len() - 1
    }
}
