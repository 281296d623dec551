//! Groups: captures, lookaround, flags, calls.

use super::calls::Call;
use super::flavour::Flavour;
use super::read::{ItemKind, RegexReader};
use super::tree::{AHEAD, BEHIND, Look, NOT_AHEAD, NOT_BEHIND, Tree, Width};
use crate::automaton::regex::RegexError;

/// The construct that an opening bracket begins.
enum Opening {
    Plain,
    /// A capture, by its number.
    Capture(usize),
    Atomic,
    Around(Look),
    /// A comment, flags or a call, which is complete.
    Complete(Tree, ItemKind),
}

impl RegexReader {
    pub(super) fn group(&mut self) -> Result<(Tree, ItemKind), RegexError> {
        let (start, flags) = (self.at, self.flags);
        self.at += 1;
        self.enter(start)?;
        let opening = self.opening(start)?;
        if let Opening::Complete(tree, kind) = opening {
            self.depth -= 1;
            return Ok((tree, kind));
        }
        let inner = self.alternatives()?;
        if !self.skip(")") {
            return self.wrong(start, "unclosed group");
        }
        self.flags = flags;
        self.depth -= 1;
        Ok(match opening {
            Opening::Around(look) => {
                if look.behind {
                    self.check_lookbehind(&inner, start)?;
                }
                (inner.look(look), ItemKind::Around(look))
            }
            Opening::Capture(group) => (Tree::Group(group, Box::new(inner)), ItemKind::Atom),
            Opening::Atomic => (Tree::Atomic(Box::new(inner)), ItemKind::Atom),
            Opening::Plain | Opening::Complete(..) => (inner, ItemKind::Atom),
        })
    }

    /// Reads the beginning of a group after its bracket.
    fn opening(&mut self, start: usize) -> Result<Opening, RegexError> {
        use Flavour::{EcmaScript, Pcre, Python, Ruby};
        let flavour = self.flavour;
        if self.looking_at("*") && flavour == Pcre {
            return self.refuse(start, "a verb");
        }
        if !self.skip("?") {
            return Ok(if self.only_named { Opening::Plain } else { Opening::Capture(self.capture(None)) });
        }
        if flavour != EcmaScript && self.skip("#") {
            self.until(')')?;
            return Ok(Opening::Complete(Tree::EMPTY, ItemKind::Nothing));
        }
        if self.skip(":") {
            return Ok(Opening::Plain);
        }
        for (text, look) in [("=", AHEAD), ("!", NOT_AHEAD), ("<=", BEHIND), ("<!", NOT_BEHIND)] {
            if self.skip(text) {
                return Ok(Opening::Around(look));
            }
        }
        if flavour != EcmaScript && self.skip(">") {
            return Ok(Opening::Atomic);
        }
        if (flavour != Python && self.skip("<")) || ([Python, Pcre].contains(&flavour) && self.skip("P<")) {
            let name = self.name('>')?;
            return Ok(Opening::Capture(self.capture(Some(name))));
        }
        if [Pcre, Ruby].contains(&flavour) && self.skip("'") {
            let name = self.name('\'')?;
            return Ok(Opening::Capture(self.capture(Some(name))));
        }
        let unsupported = [
            ("P=", "a back-reference"),
            ("(", "a condition"),
            ("|", "a group that numbers captures anew"),
            ("~", "an absence operator"),
            ("C", "a callout"),
        ];
        if let Some((_, construct)) = unsupported.into_iter().find(|(text, _)| self.looking_at(text)) {
            return self.refuse(start, construct);
        }
        if flavour == Pcre && self.calls_group() {
            if !self.skip("&") {
                self.skip("P>");
            }
            let target = self.until(')')?;
            return Ok(Opening::Complete(self.call(target, start), ItemKind::Atom));
        }
        Ok(match self.flags(start)? {
            Some(tree) => Opening::Complete(tree, ItemKind::Nothing),
            None => Opening::Plain,
        })
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

    /// Fails if the flavour does not allow lookbehind of this width.
    fn check_lookbehind(&self, inner: &Tree, start: usize) -> Result<(), RegexError> {
        let Width { shortest, longest } = inner.width();
        match self.flavour {
            _ if self.parts.has_replacements() => Ok(()),
            Flavour::Python if longest != Some(shortest) => self.wrong(start, "look-behind requires a fixed width"),
            Flavour::Pcre | Flavour::Ruby if longest.is_none() => {
                self.wrong(start, "look-behind requires a bounded width")
            }
            _ => Ok(()),
        }
    }

    /// `(?flags)` or, with the result `None`, `(?flags:`. In Ruby the text after `(?flags)` up to
    /// the end of the surrounding group is a group.
    fn flags(&mut self, start: usize) -> Result<Option<Tree>, RegexError> {
        let (mut on, mut flags, mut is_empty) = (true, self.flags, true);
        loop {
            match self.next() {
                Some('-') if on => on = false,
                Some(':') if !is_empty || !on => {
                    self.flags = flags;
                    return Ok(None);
                }
                Some(')') if self.flavour != Flavour::EcmaScript => {
                    // Python allows these only at the beginning, for the whole expression.
                    if self.flavour == Flavour::Python && start != 0 {
                        return self.wrong(start, "global flags not at the beginning");
                    }
                    self.flags = flags;
                    return match self.flavour {
                        Flavour::Ruby => {
                            self.enter(start)?;
                            let inner = self.alternatives()?;
                            self.depth -= 1;
                            Ok(Some(inner))
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
                    Some(()) => is_empty = false,
                    None => return self.wrong(self.at - 1, "unknown flag or group"),
                },
                None => return self.wrong(start, "unclosed group"),
            }
        }
    }

    fn name(&mut self, end: char) -> Result<String, RegexError> {
        let start = self.at;
        let name = self.until(end)?;
        let is_valid = name.chars().enumerate().all(|(index, c)| {
            // Ruby allows nearly any name.
            c == '_'
                || c == '-' && index > 0 && self.flavour == Flavour::Ruby
                || c == '$' && self.flavour == Flavour::EcmaScript
                || if index == 0 { c.is_alphabetic() } else { c.is_alphanumeric() }
        });
        if name.is_empty() || !is_valid {
            return self.wrong(start, "expected the name of a group");
        }
        if self.groups.iter().flatten().any(|earlier| *earlier == name) {
            return self.refuse(start, "a second group of the same name");
        }
        Ok(name)
    }

    fn capture(&mut self, name: Option<String>) -> usize {
        self.groups.push(name);
        self.groups.len() - 1
    }
}
