//! Derivations of a string by productions.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::search::{BEGIN, END};
use crate::bnf::{Bnf, Expr};
use crate::limits::LIMITS;

/// The suffix of a production's name inside the marked production. No notation has spaces in names.
pub(super) const WITHIN: char = '\t';
/// The suffix of the marked production's name at the end of another use of it.
pub(super) const AGAIN: char = '\n';

/// A production, its span in a string, and the productions in its derivation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Derivation {
    /// The printed name of the production.
    pub production: String,
    /// The span, in bytes.
    pub span: Range<usize>,
    /// The productions that it directly uses in this derivation, in order.
    pub parts: Vec<Derivation>,
}

impl Derivation {
    /// The first derivation of a string by a production: the first alternative that derives the
    /// text, and of parts in a sequence the shortest first. `None` if the production does not
    /// derive the string, if the string has more than 200 bytes, or if it contains one of the
    /// control characters U+0001 and U+0002.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Derivation};
    ///
    /// let bnf = Bnf::read("site = name [ \":\" port ]\nname = 1*%x61-7A\nport = *DIGIT\n")?;
    /// let site = Derivation::of(&bnf, "site", "a:").unwrap();
    /// let port = site.parts.last().unwrap();
    /// assert_eq!((port.production.as_str(), port.span.clone()), ("port", 2..2));
    /// assert_eq!(Derivation::of(&bnf, "site", ":"), None);
    /// # Ok::<(), regular_bnf::BnfError>(())
    /// ```
    pub fn of(bnf: &Bnf, production: &str, string: &str) -> Option<Self> {
        if string.contains([BEGIN, END]) { None } else { derive(bnf, production, string, &[]) }
    }

    /// Moves the spans to other offsets.
    pub(super) fn move_to(&mut self, offsets: &[usize]) {
        self.span = offsets[self.span.start]..offsets[self.span.end];
        self.parts.iter_mut().for_each(|part| part.move_to(offsets));
    }

    /// The innermost production that contains every difference between two derivations: both have
    /// it at the same span, and derive it differently.
    pub fn parting<'d>(&'d self, other: &'d Self) -> [&'d Self; 2] {
        let [mut left, mut right] = [self, other];
        loop {
            let same = left.parts.len() == right.parts.len();
            let mut differing = left.parts.iter().zip(&right.parts).filter(|(left, right)| left != right);
            match (differing.next(), differing.next()) {
                (Some((one, other)), None)
                    if same && (&one.production, &one.span) == (&other.production, &other.span) =>
                {
                    (left, right) = (one, other);
                }
                _ => return [left, right],
            }
        }
    }
}

/// The first derivation of a string by the productions of a grammar with marks, with the marked
/// production at these spans; `None` if the string is too long, or there is no such derivation.
pub(super) fn derive(marked: &Bnf, entry: &str, string: &str, spans: &[Range<usize>]) -> Option<Derivation> {
    if string.len() > LIMITS.derivation_bytes {
        return None;
    }
    let mut text = Vec::new();
    // Spans that begin at the same offset are in order, outer spans first; one END closes all open
    // spans.
    for at in 0..=string.len() {
        let begins = |text: &mut Vec<u8>, empty: bool| {
            for _ in spans.iter().filter(|span| span.start == at && span.is_empty() == empty) {
                text.push(BEGIN as u8);
                if empty {
                    text.push(END as u8);
                }
            }
        };
        if spans.iter().any(|span| span.end == at && !span.is_empty()) {
            text.push(END as u8);
        }
        begins(&mut text, true);
        begins(&mut text, false);
        text.extend(string.as_bytes().get(at));
    }
    let mut deriver = Deriver { bnf: marked, text: &text, known: HashMap::new(), lengths: HashMap::new() };
    let whole = Expr::Name(entry.to_owned());
    let parts = deriver.parts(&whole, 0, text.len())?;
    // For each offset of the text with marks the offset in the string.
    let mut places = vec![0];
    for byte in &text {
        places.push(places.last().unwrap_or(&0) + usize::from(![BEGIN, END].contains(&char::from(*byte))));
    }
    parts.first().map(|part| part.shown(&places).remove(0))
}

/// A production and its span in the text with marks.
struct ProductionSpan {
    name: String,
    span: Range<usize>,
    parts: ProductionSpans,
}

type ProductionSpans = Rc<Vec<Rc<ProductionSpan>>>;

impl ProductionSpan {
    /// The derivation with the document's names. Auxiliary productions are replaced with their
    /// parts, or with their original.
    fn shown(&self, places: &[usize]) -> Vec<Derivation> {
        let below: Vec<Derivation> = self.parts.iter().flat_map(|part| part.shown(places)).collect();
        let production = self.name.trim_end_matches([AGAIN, WITHIN]);
        // The marked production has itself, without marks, as a part.
        let inner = self.parts.first().is_some_and(|part| part.name == format!("{production}{WITHIN}"));
        let parts = if inner { below.into_iter().flat_map(|part| part.parts).collect() } else { below };
        vec![Derivation {
            production: production.to_owned(),
            span: places[self.span.start]..places[self.span.end],
            parts,
        }]
    }
}

struct Deriver<'b> {
    bnf: &'b Bnf,
    text: &'b [u8],
    /// The result for an expression between two offsets; `None` while it is being computed.
    known: HashMap<(*const Expr, usize, usize, usize), Option<ProductionSpans>>,
    /// The least and the greatest length of the text of an expression, in bytes.
    lengths: HashMap<*const Expr, Lengths>,
}

/// A least and a greatest length; `None` if there is no greatest, or if it is not known.
type Lengths = (usize, Option<usize>);

impl<'b> Deriver<'b> {
    /// The productions that derive the text between two offsets from an expression.
    fn parts(&mut self, expr: &'b Expr, from: usize, to: usize) -> Option<ProductionSpans> {
        let (least, most) = self.lengths(expr);
        if to - from < least || most.is_some_and(|most| to - from > most) {
            return None;
        }
        self.remembered((expr, from, to, 0), |own| own.look(expr, from, to))
    }

    /// The lengths of an expression. Those of a recursive production are not limited.
    fn lengths(&mut self, expr: &'b Expr) -> Lengths {
        if let Some(&known) = self.lengths.get(&std::ptr::from_ref(expr)) {
            return known;
        }
        self.lengths.insert(expr, (0, None));
        let sum = |(least, most): Lengths, (own, longest): Lengths| -> Lengths {
            (least.saturating_add(own), most.zip(longest).and_then(|(most, longest)| most.checked_add(longest)))
        };
        let lengths = match expr {
            Expr::Void => (0, Some(0)),
            Expr::Literal(text) => (text.len(), Some(text.len())),
            Expr::Range(first, last) => (first.len_utf8(), Some(last.len_utf8())),
            Expr::Undefined(_) => (0, None),
            Expr::Name(name) => match self.bnf.get(name).map(|definition| definition.body.as_ref()) {
                Some(Ok(body)) => self.lengths(body),
                _ => (0, None),
            },
            Expr::Sequence(all) => all.iter().fold((0, Some(0)), |all, expr| sum(all, self.lengths(expr))),
            Expr::Alternatives(all) => {
                let either = |(least, most): Lengths, (own, longest): Lengths| {
                    (least.min(own), most.zip(longest).map(|(most, longest)| most.max(longest)))
                };
                all.iter().map(|expr| self.lengths(expr)).reduce(either).unwrap_or((0, None))
            }
            Expr::Repeat(least, most, inner) => {
                let (own, longest) = self.lengths(inner);
                let most = most.zip(longest).and_then(|(most, longest)| longest.checked_mul(most as usize));
                (own.saturating_mul(*least as usize), most)
            }
            Expr::Except(left, _) => self.lengths(left),
        };
        self.lengths.insert(expr, lengths);
        lengths
    }

    fn remembered(
        &mut self,
        (expr, from, to, item): (&'b Expr, usize, usize, usize),
        look: impl FnOnce(&mut Self) -> Option<ProductionSpans>,
    ) -> Option<ProductionSpans> {
        let key = (std::ptr::from_ref(expr), from, to, item);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        self.known.insert(key, None);
        let found = look(self);
        self.known.insert(key, found.clone());
        found
    }

    fn look(&mut self, expr: &'b Expr, from: usize, to: usize) -> Option<ProductionSpans> {
        let nothing = || Some(Rc::new(Vec::new()));
        match expr {
            Expr::Void => (from == to).then(nothing)?,
            Expr::Literal(text) => (self.text[from..to] == *text.as_bytes()).then(nothing)?,
            Expr::Range(first, last) => {
                let mut characters = std::str::from_utf8(&self.text[from..to]).ok()?.chars();
                let only = characters.next().filter(|c| first <= c && c <= last);
                only.filter(|_| characters.next().is_none()).and_then(|_| nothing())
            }
            Expr::Undefined(_) => None,
            Expr::Name(name) => {
                let definition = self.bnf.get(name)?;
                let parts = self.parts(definition.body.as_ref().ok()?, from, to)?;
                Some(Rc::new(vec![Rc::new(ProductionSpan { name: definition.name.clone(), span: from..to, parts })]))
            }
            Expr::Alternatives(all) => all.iter().find_map(|expr| self.parts(expr, from, to)),
            Expr::Sequence(all) => self.sequence(expr, all, 0, from, to),
            Expr::Repeat(least, most, inner) => self.repeat(expr, inner, (*least, *most), from, to),
            Expr::Except(left, right) => {
                let left = self.parts(left, from, to)?;
                self.parts(right, from, to).is_none().then_some(left)
            }
        }
    }

    /// The parts of a sequence from one item on.
    fn sequence(
        &mut self,
        expr: &'b Expr,
        all: &'b [Expr],
        item: usize,
        from: usize,
        to: usize,
    ) -> Option<ProductionSpans> {
        match &all[item..] {
            [] => (from == to).then(|| Rc::new(Vec::new())),
            [last] => self.parts(last, from, to),
            [first, ..] => self.remembered((expr, from, to, item + 1), |own| {
                let (least, most) = own.lengths(first);
                let end = most.map_or(to, |most| to.min(from + most));
                (from + least..=end).find_map(|middle| {
                    let first = own.parts(first, from, middle)?;
                    Some(joined(first, own.sequence(expr, all, item + 1, middle, to)?))
                })
            }),
        }
    }

    /// Repeats an expression. Repetitions beyond the minimum must not be empty.
    fn repeat(
        &mut self,
        expr: &'b Expr,
        inner: &'b Expr,
        (least, most): (u32, Option<u32>),
        from: usize,
        to: usize,
    ) -> Option<ProductionSpans> {
        if from == to && least == 0 {
            return Some(Rc::new(Vec::new()));
        }
        if most == Some(0) {
            return None;
        }
        // The count runs down from the end of the repetition, since the rest is part of the key.
        let left = (least as usize) << 16 | most.map_or(0xFFFF, |most| most.min(0xFFFE) as usize);
        self.remembered((expr, from, to, left + 1), |own| {
            let rest = (least.saturating_sub(1), most.map(|most| most - 1));
            let begin = if least > 0 { from } else { from + 1 };
            (begin..=to).find_map(|middle| {
                let first = own.parts(inner, from, middle)?;
                Some(joined(first, own.repeat(expr, inner, rest, middle, to)?))
            })
        })
    }
}

fn joined(first: ProductionSpans, rest: ProductionSpans) -> ProductionSpans {
    match (first.is_empty(), rest.is_empty()) {
        (true, _) => rest,
        (_, true) => first,
        _ => Rc::new(first.iter().chain(rest.iter()).cloned().collect()),
    }
}
