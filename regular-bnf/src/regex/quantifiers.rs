//! Quantifiers.

use super::flavour::Flavour;
use super::read::{ItemKind, RegexReader};
use super::tree::{Greed, Tree};
use crate::automaton::regex::RegexError;
use crate::limits::limits;

impl RegexReader {
    /// Whether a quantifier is next.
    pub(super) fn is_quantifier_next(&mut self) -> bool {
        let start = self.at;
        let is_quantifier = matches!(self.quantifier(), Ok(Some(_)) | Err(_));
        self.at = start;
        is_quantifier
    }

    /// The minimum and the maximum of a quantifier.
    pub(super) fn quantifier(&mut self) -> Result<Option<(u32, Option<u32>)>, RegexError> {
        let start = self.at;
        let simple = match self.peek() {
            Some('*') => Some((0, None)),
            Some('+') => Some((1, None)),
            Some('?') => Some((0, Some(1))),
            Some('{') => None,
            _ => return Ok(None),
        };
        self.at += 1;
        if simple.is_some() {
            return Ok(simple);
        }
        let least = self.number();
        let comma = self.skip(",");
        let most = if comma { self.number() } else { least };
        let closed = self.skip("}");
        let range = match (least, most) {
            _ if !closed => None,
            (None, None) => None,
            (None, Some(_)) => match self.flavour {
                Flavour::Python | Flavour::Ruby => Some((0, most)),
                Flavour::Pcre => return self.refuse(start, "`{,n}`, which versions of PCRE2 read differently"),
                _ => None,
            },
            (Some(least), most) => Some((least, most)),
        };
        match range {
            Some((least, Some(most))) if least > most => self.wrong(start, "a range of repetitions out of order"),
            Some(range) => Ok(Some(range)),
            None => {
                self.at = start;
                Ok(None)
            }
        }
    }

    fn number(&mut self) -> Option<u32> {
        let mut value = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            value = Some(value.unwrap_or(0u32).saturating_mul(10).saturating_add(digit));
            self.at += 1;
        }
        value
    }

    pub(super) fn repeated(&mut self, mut tree: Tree, mut kind: ItemKind, start: usize) -> Result<Tree, RegexError> {
        use Flavour::{EcmaScript, Pcre, Python, Ruby};
        let mut levels = 0;
        loop {
            self.spaces();
            let at = self.at;
            let braces = self.peek() == Some('{');
            let Some((least, most)) = self.quantifier()? else { break };
            levels += 1;
            let allowed = match &kind {
                ItemKind::Atom => true,
                ItemKind::Around(look) => self.flavour != EcmaScript || !look.behind && !self.flags.unicode(),
                ItemKind::Nothing => false,
            };
            if !allowed || levels > 1 && self.flavour != Ruby {
                return self.wrong(at, "nothing to repeat");
            }
            self.depth += 1;
            if self.depth > limits().brackets {
                return self.wrong(start, format!("more than {} nested groups", limits().brackets));
            }
            kind = ItemKind::Atom;
            let (mut greed, mut possessive) = (Greed::Greedy, false);
            match self.peek() {
                // Ruby reads `e{2}?` as an optional `e{2}`.
                Some('?') if !(self.flavour == Ruby && braces && most == Some(least)) => {
                    self.at += 1;
                    greed = Greed::Lazy;
                }
                Some('+') if [Pcre, Python].contains(&self.flavour) || self.flavour == Ruby && !braces => {
                    self.at += 1;
                    possessive = true;
                }
                _ => {}
            }
            tree = Tree::Repeat(Box::new(tree), least, most, greed);
            if possessive {
                tree = Tree::Atomic(Box::new(tree));
            }
        }
        self.depth -= levels;
        Ok(tree)
    }
}
