//! Derivations of a string by productions.

use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::exchange::{BEGIN, END};
use crate::bnf::{Bnf, Expr};
use crate::limits::limits;

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

/// The production with its span, and the productions in it in parentheses.
///
/// ```
/// let bnf = regular_bnf::Bnf::read("site = name [ \":\" port ]\nname = 1*%x61-7A\nport = *DIGIT\n")?;
/// let site = regular_bnf::Derivation::find(&bnf, "site", "a:1").unwrap();
/// assert_eq!(site.to_string(), "site 0..3 (name 0..1, port 2..3 (DIGIT 2..3))");
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
impl fmt::Display for Derivation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}..{}", self.production, self.span.start, self.span.end)?;
        for (number, part) in self.parts.iter().enumerate() {
            write!(f, "{}{part}", if number == 0 { " (" } else { ", " })?;
        }
        f.write_str(if self.parts.is_empty() { "" } else { ")" })
    }
}

impl Derivation {
    /// The first derivation of a string by a production: the first alternative that derives the
    /// text, and of parts in a sequence the shortest first. `None` if the production does not
    /// derive the string, or if the string has more than 200 bytes.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Derivation};
    ///
    /// let bnf = Bnf::read("site = name [ \":\" port ]\nname = 1*%x61-7A\nport = *DIGIT\n")?;
    /// let site = Derivation::find(&bnf, "site", "a:").unwrap();
    /// let port = site.parts.last().unwrap();
    /// assert_eq!((port.production.as_str(), port.span.clone()), ("port", 2..2));
    /// assert_eq!(Derivation::find(&bnf, "site", ":"), None);
    /// # Ok::<(), regular_bnf::GrammarError>(())
    /// ```
    pub fn find(bnf: &Bnf, production: &str, string: &str) -> Option<Self> {
        Deriver::new(bnf).find(production, string)
    }

    /// The number of its productions, with those of its parts.
    pub(super) fn size(&self) -> usize {
        1 + self.parts.iter().map(Self::size).sum::<usize>()
    }

    /// Moves the spans to other offsets.
    pub(super) fn move_to(&mut self, offsets: &[usize]) {
        self.span = offsets[self.span.start]..offsets[self.span.end];
        self.parts.iter_mut().for_each(|part| part.move_to(offsets));
    }

    /// The innermost production that contains every difference between two derivations: both have
    /// it at the same span, and derive it differently.
    pub fn differing_productions<'d>(&'d self, right_derivation: &'d Self) -> [&'d Self; 2] {
        let [mut left, mut right] = [self, right_derivation];
        loop {
            let same_length = left.parts.len() == right.parts.len();
            let mut differing = left.parts.iter().zip(&right.parts).filter(|(left, right)| left != right);
            match (differing.next(), differing.next()) {
                (Some((l, r)), None) if same_length && (&l.production, &l.span) == (&r.production, &r.span) => {
                    (left, right) = (l, r);
                }
                _ => return [left, right],
            }
        }
    }
}

/// The string with the characters that represent marks at the beginning and the end of each span.
fn insert_marks(string: &str, spans: &[Range<usize>]) -> Vec<u8> {
    let mut text = Vec::new();
    // Spans that begin at the same offset are in order, outer spans first. One END closes all open
    // spans.
    for offset in 0..=string.len() {
        if spans.iter().any(|span| span.end == offset && !span.is_empty()) {
            text.push(END as u8);
        }
        let starting = spans.iter().filter(|span| span.start == offset);
        let (empty, nonempty): (Vec<_>, Vec<_>) = starting.partition(|span| span.is_empty());
        text.extend([BEGIN as u8, END as u8].repeat(empty.len()));
        text.extend([BEGIN as u8].repeat(nonempty.len()));
        text.extend(string.as_bytes().get(offset));
    }
    text
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
    fn derivation(&self, offsets: &[usize]) -> Derivation {
        let mut parts: Vec<Derivation> = self.parts.iter().map(|part| part.derivation(offsets)).collect();
        let production = self.name.trim_end_matches([AGAIN, WITHIN]);
        // The marked production has itself, without marks, as a part.
        if self.parts.first().is_some_and(|part| part.name == format!("{production}{WITHIN}")) {
            parts = parts.into_iter().flat_map(|part| part.parts).collect();
        }
        let span = offsets[self.span.start]..offsets[self.span.end];
        Derivation { production: production.to_owned(), span, parts }
    }
}

/// Derives strings from the productions of a grammar.
pub(crate) struct Deriver<'b> {
    bnf: &'b Bnf,
    /// What is known of the texts of an expression.
    facts: FxHashMap<*const Expr, TextFacts>,
    text: Vec<u8>,
    /// The result for an expression between two offsets of the text; `None` while it is being
    /// computed.
    results: FxHashMap<(*const Expr, usize, usize, usize), Option<ProductionSpans>>,
}

/// Facts about all texts of an expression.
#[derive(Clone, Copy)]
struct TextFacts {
    /// The least length, in bytes.
    least: usize,
    /// The greatest length, in bytes; `None` if there is none, or if it is not known.
    most: Option<usize>,
    /// The bytes with which texts that are not empty may begin.
    first: FirstBytes,
}

impl TextFacts {
    const EMPTY: Self = Self { least: 0, most: Some(0), first: FirstBytes::NONE };
    const UNKNOWN: Self = Self { least: 0, most: None, first: FirstBytes::ALL };

    /// Whether the text between two offsets may be one of the expression.
    fn allow(self, text: &[u8], from: usize, to: usize) -> bool {
        let length = to - from;
        self.least <= length
            && self.most.is_none_or(|most| length <= most)
            && text[from..to].first().is_none_or(|&byte| self.first.has(byte))
    }

    /// The facts about one text after another.
    fn then(self, next: Self) -> Self {
        Self {
            least: self.least.saturating_add(next.least),
            most: self.most.zip(next.most).and_then(|(most, next)| most.checked_add(next)),
            first: if self.least == 0 { self.first.or(next.first) } else { self.first },
        }
    }

    /// The facts about the texts of either of two expressions.
    fn or(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.zip(other.most).map(|(most, other)| most.max(other)),
            first: self.first.or(other.first),
        }
    }
}

/// A set of first bytes: some of US-ASCII, and none or all of the others.
#[derive(Clone, Copy)]
struct FirstBytes {
    ascii: u128,
    others: bool,
}

impl FirstBytes {
    const NONE: Self = Self { ascii: 0, others: false };
    const ALL: Self = Self { ascii: u128::MAX, others: true };

    /// The first bytes of the characters of a range.
    fn of_range(first: char, last: char) -> Self {
        let ascii = (0..128).filter(|&byte| (u32::from(first)..=u32::from(last)).contains(&byte));
        Self { ascii: ascii.fold(0, |set, byte| set | 1 << byte), others: !last.is_ascii() }
    }

    fn or(self, other: Self) -> Self {
        Self { ascii: self.ascii | other.ascii, others: self.others || other.others }
    }

    fn has(self, byte: u8) -> bool {
        if byte.is_ascii() { self.ascii >> byte & 1 == 1 } else { self.others }
    }
}

impl<'b> Deriver<'b> {
    pub(crate) fn new(bnf: &'b Bnf) -> Self {
        Self { bnf, facts: FxHashMap::default(), text: Vec::new(), results: FxHashMap::default() }
    }

    /// The first derivation of a string by a production. See [`Derivation::find`].
    pub(crate) fn find(&mut self, production: &str, string: &str) -> Option<Derivation> {
        if string.len() > limits().derivation_bytes {
            return None;
        }
        let offsets: Vec<usize> = (0..=string.len()).collect();
        self.find_text(production, string.as_bytes().to_vec(), &offsets)
    }

    /// The first derivation of a string by a production of a grammar with marks, with the marked
    /// production at these spans; `None` if the string is too long, or there is no such derivation.
    pub(super) fn find_marked(&mut self, production: &str, string: &str, spans: &[Range<usize>]) -> Option<Derivation> {
        if string.len() > limits().derivation_bytes {
            return None;
        }
        let text = insert_marks(string, spans);
        let mut offsets = vec![0];
        for byte in &text {
            offsets.push(offsets.last().unwrap_or(&0) + usize::from(![BEGIN, END].contains(&char::from(*byte))));
        }
        self.find_text(production, text, &offsets)
    }

    /// The first derivation of a text, whose offsets are in a string.
    fn find_text(&mut self, production: &str, text: Vec<u8>, offsets: &[usize]) -> Option<Derivation> {
        self.text = text;
        self.results.clear();
        let whole = self.production(production, 0, self.text.len())?;
        Some(whole.derivation(offsets))
    }

    /// A production that derives the text between two offsets.
    fn production(&mut self, name: &str, from: usize, to: usize) -> Option<ProductionSpan> {
        let bnf = self.bnf;
        let definition = bnf.get(name)?;
        let parts = self.parts(definition.body.as_ref().ok()?, from, to)?;
        Some(ProductionSpan { name: definition.name.clone(), span: from..to, parts })
    }

    /// The productions that derive the text between two offsets from an expression.
    fn parts(&mut self, expr: &'b Expr, from: usize, to: usize) -> Option<ProductionSpans> {
        if !self.facts(expr).allow(&self.text, from, to) {
            return None;
        }
        match expr {
            Expr::Void | Expr::Literal(_) | Expr::Range(..) | Expr::Undefined(_) => self.compute_parts(expr, from, to),
            _ => self.cached((expr, from, to, 0), |deriver| deriver.compute_parts(expr, from, to)),
        }
    }

    /// The facts about the texts of an expression. Of a recursive production little is known.
    fn facts(&mut self, expr: &'b Expr) -> TextFacts {
        if let Some(&facts) = self.facts.get(&std::ptr::from_ref(expr)) {
            return facts;
        }
        self.facts.insert(expr, TextFacts::UNKNOWN);
        let facts = match expr {
            Expr::Void => TextFacts::EMPTY,
            Expr::Literal(text) => TextFacts {
                least: text.len(),
                most: Some(text.len()),
                first: text.chars().next().map_or(FirstBytes::NONE, |c| FirstBytes::of_range(c, c)),
            },
            Expr::Range(first, last) => TextFacts {
                least: first.len_utf8(),
                most: Some(last.len_utf8()),
                first: FirstBytes::of_range(*first, *last),
            },
            Expr::Undefined(_) => TextFacts::UNKNOWN,
            Expr::Name(name) => match self.bnf.get(name).map(|definition| definition.body.as_ref()) {
                Some(Ok(body)) => self.facts(body),
                _ => TextFacts::UNKNOWN,
            },
            Expr::Sequence(parts) => parts.iter().fold(TextFacts::EMPTY, |facts, part| facts.then(self.facts(part))),
            Expr::Alternatives(alternatives) => {
                let facts = alternatives.iter().map(|expr| self.facts(expr));
                facts.reduce(TextFacts::or).unwrap_or(TextFacts::UNKNOWN)
            }
            Expr::Repeat(least, most, inner) => {
                let once = self.facts(inner);
                TextFacts {
                    least: once.least.saturating_mul(*least as usize),
                    most: most.zip(once.most).and_then(|(most, longest)| longest.checked_mul(most as usize)),
                    first: once.first,
                }
            }
            Expr::Except(left, _) => self.facts(left),
        };
        self.facts.insert(expr, facts);
        facts
    }

    /// The result for an expression between two offsets, computed once.
    fn cached(
        &mut self,
        (expr, from, to, item): (&'b Expr, usize, usize, usize),
        compute: impl FnOnce(&mut Self) -> Option<ProductionSpans>,
    ) -> Option<ProductionSpans> {
        let key = (std::ptr::from_ref(expr), from, to, item);
        if let Some(result) = self.results.get(&key) {
            return result.clone();
        }
        self.results.insert(key, None);
        let result = compute(self);
        self.results.insert(key, result.clone());
        result
    }

    fn compute_parts(&mut self, expr: &'b Expr, from: usize, to: usize) -> Option<ProductionSpans> {
        match expr {
            Expr::Void => (from == to).then(ProductionSpans::default),
            Expr::Literal(text) => (self.text[from..to] == *text.as_bytes()).then(ProductionSpans::default),
            Expr::Range(first, last) => {
                let mut characters = std::str::from_utf8(&self.text[from..to]).ok()?.chars();
                let only = characters.next().filter(|c| first <= c && c <= last);
                only.filter(|_| characters.next().is_none()).map(|_| ProductionSpans::default())
            }
            Expr::Undefined(_) => None,
            Expr::Name(name) => Some(Rc::new(vec![Rc::new(self.production(name, from, to)?)])),
            Expr::Alternatives(alternatives) => alternatives.iter().find_map(|expr| self.parts(expr, from, to)),
            Expr::Sequence(items) => self.sequence(expr, items, 0, from, to),
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
        items: &'b [Expr],
        item: usize,
        from: usize,
        to: usize,
    ) -> Option<ProductionSpans> {
        match &items[item..] {
            [] => (from == to).then(ProductionSpans::default),
            [last] => self.parts(last, from, to),
            [first, ..] => self.cached((expr, from, to, item + 1), |deriver| {
                let TextFacts { least, most, .. } = deriver.facts(first);
                let end = most.map_or(to, |most| to.min(from + most));
                (from + least..=end).find_map(|middle| {
                    let first = deriver.parts(first, from, middle)?;
                    Some(joined(first, deriver.sequence(expr, items, item + 1, middle, to)?))
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
            return Some(ProductionSpans::default());
        }
        if most == Some(0) {
            return None;
        }
        // The remaining numbers of repetitions are part of the key.
        let remaining = (least as usize) << 16 | most.map_or(0xFFFF, |most| most.min(0xFFFE) as usize);
        self.cached((expr, from, to, remaining + 1), |deriver| {
            let counts = (least.saturating_sub(1), most.map(|most| most - 1));
            let first_end = if least > 0 { from } else { from + 1 };
            (first_end..=to).find_map(|middle| {
                let first = deriver.parts(inner, from, middle)?;
                Some(joined(first, deriver.repeat(expr, inner, counts, middle, to)?))
            })
        })
    }
}

fn joined(first: ProductionSpans, second: ProductionSpans) -> ProductionSpans {
    match (first.is_empty(), second.is_empty()) {
        (true, _) => second,
        (_, true) => first,
        _ => Rc::new(first.iter().chain(second.iter()).cloned().collect()),
    }
}
