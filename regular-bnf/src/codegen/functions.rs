//! The functions of generated parsers: one for a rule, or for a large expression that is part of
//! several others.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Write;

use super::base::Inherited;
use super::names::{Variants, function_name, variant};
use super::spans::{adding, adds, lists};
use super::text::{VISIBLE_FN, call, ranges, shown};
use crate::characters::{BEYOND, CharSet};
use crate::peg::{PegExpr, PegRule, SpanKind, StaticProperties};

/// An expression that is read by a function of its own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Part {
    expr: PegExpr,
    /// Whether the function adds spans.
    loud: bool,
}

/// Writes the functions.
pub(super) struct FunctionWriter<'r> {
    rules: &'r [PegRule],
    /// The rules in the form that adds no spans.
    silent: &'r [PegRule],
    variants: &'r Variants,
    pub(super) inherited: Inherited,
    properties: Vec<StaticProperties>,
    /// Whether each rule adds spans, or uses a rule that does.
    adds: Vec<bool>,
    /// Whether each rule is a list, which a typed parse reads in one piece.
    lists: Vec<bool>,
    /// The tables of flags, each once.
    pub(super) sets: Vec<CharSet>,
    /// The required functions of rules: the rule, and whether the function adds spans.
    wanted: BTreeSet<(usize, bool)>,
    /// The expressions that are part of several others; `None` in a first pass, in which every large
    /// expression has a function.
    shared: Option<HashSet<Part>>,
    /// The number of expressions of which the one that is being written is a part.
    nesting: usize,
    /// The functions of expressions, by their expressions.
    parts: HashMap<Part, PartFunction>,
    /// The expressions whose functions are not written yet.
    waiting: VecDeque<Part>,
    /// The rule that is being written.
    rule: usize,
    /// For each rule the last number in the name of a function of its expressions.
    part_numbers: Vec<usize>,
}

/// A function of an expression.
struct PartFunction {
    name: String,
    /// The number of places where it is called.
    calls: usize,
}

impl<'r> FunctionWriter<'r> {
    /// A writer for some rules, which are given in both forms.
    pub(super) fn new(rules: &'r [PegRule], silent: &'r [PegRule], variants: &'r Variants) -> Self {
        let mut first_pass = Self::with_functions_for(None, rules, silent, variants);
        first_pass.functions();
        let shared = first_pass.parts.into_iter().filter(|(_, function)| function.calls > 1).map(|(part, _)| part);
        Self::with_functions_for(Some(shared.collect()), rules, silent, variants)
    }

    fn with_functions_for(
        shared: Option<HashSet<Part>>,
        rules: &'r [PegRule],
        silent: &'r [PegRule],
        variants: &'r Variants,
    ) -> Self {
        Self {
            rules,
            silent,
            variants,
            inherited: Inherited::default(),
            properties: StaticProperties::for_rules(rules),
            adds: adding(rules),
            lists: lists(rules),
            sets: Vec::new(),
            wanted: BTreeSet::new(),
            shared,
            nesting: 0,
            parts: HashMap::new(),
            waiting: VecDeque::new(),
            rule: 0,
            part_numbers: vec![0; rules.len()],
        }
    }

    /// The Rust text of the functions of all productions, and of what these use.
    pub(super) fn functions(&mut self) -> String {
        let productions = self.rules.iter().enumerate().filter(|(_, rule)| rule.is_production());
        let productions = productions.filter(|(at, _)| !self.inherited.has(*at));
        self.wanted = productions.map(|(at, rule)| (at, rule.kind != SpanKind::Silent)).collect();
        let mut functions = String::new();
        let mut written = BTreeSet::new();
        while let Some(&next) = self.wanted.difference(&written).next() {
            written.insert(next);
            if self.inherited.calls(next.0, &function_name(&self.rules[next.0].name, next.1)) {
                continue;
            }
            let _ = write!(functions, "\n{}", self.rule_function(next.0, next.1));
            while let Some(part) = self.waiting.pop_front() {
                let _ = write!(functions, "\n{}", self.part_function(part));
            }
        }
        functions
    }

    /// The function of a rule.
    fn rule_function(&mut self, at: usize, loud: bool) -> String {
        let PegRule { name, kind, expr, .. } = &self.rules[at];
        let parts_are_loud = loud && *kind != SpanKind::Leaf;
        let expr = if parts_are_loud { expr } else { &self.silent[at].expr };
        let production = variant(self.variants, self.rules[at].stem().unwrap_or_default());
        self.rule = at;
        let body = self.expr(expr, parts_are_loud);
        let body = match (loud, kind) {
            (false, _) | (true, SpanKind::Silent) => body,
            (true, SpanKind::Leaf) => format!("let end = {body};\nout.leaf(Rule::{production}, at, end)"),
            (true, SpanKind::Spans) => {
                let whole = if self.lists[at] {
                    self.wanted.insert((at, false));
                    format!("if !out.lists() {{\nreturn out.leaf(Rule::{production}, at, skip_{name}(s, at));\n}}\n")
                } else {
                    String::new()
                };
                format!(
                    "{whole}let place = out.open();\nlet end = {body};\nout.close(place, Rule::{production}, at, end)"
                )
            }
        };
        function(&function_name(name, loud), loud, &body)
    }

    /// The function of an expression.
    fn part_function(&mut self, part: Part) -> String {
        let name = self.parts[&part].name.clone();
        let body = self.expr(&part.expr, part.loud);
        function(&name, part.loud, &body)
    }

    fn properties(&self, expr: &PegExpr) -> StaticProperties {
        StaticProperties::new(expr, &self.properties)
    }

    /// Whether an expression can add spans.
    fn adds(&self, expr: &PegExpr) -> bool {
        adds(expr, &self.adds)
    }

    fn set(&mut self, set: &CharSet) -> String {
        let at = self.sets.iter().position(|present| present == set).unwrap_or_else(|| {
            self.sets.push(set.clone());
            self.sets.len() - 1
        });
        format!("&C{at}")
    }

    /// The table of the bytes with which the characters of a set begin.
    fn flags(&mut self, set: &CharSet) -> String {
        let field = if NonAsciiPart::new(set) == NonAsciiPart::Partly { ".flags" } else { "" };
        self.set(set) + field
    }

    /// A loop over the characters of a set.
    fn many(&mut self, set: &CharSet) -> String {
        let many = if NonAsciiPart::new(set) == NonAsciiPart::Partly { "many_characters" } else { "many" };
        format!("{many}(s, at, {})", self.set(set))
    }

    /// A step that reads a part of an expression: the call of its function, if it has one.
    fn step(&mut self, expr: &PegExpr, loud: bool) -> String {
        /// The minimum size of an expression that becomes a function.
        const LARGE: usize = 8;
        /// The nesting at which every large expression becomes a function. An expression is up to
        /// three macros inside each other, and the compiler expands at most 128.
        const DEEP: usize = 16;
        let part = Part { expr: expr.clone(), loud: loud && self.adds(expr) };
        let has_function = match &self.shared {
            Some(shared) => shared.contains(&part) || self.nesting >= DEEP && expr.size() >= LARGE,
            None => expr.size() >= LARGE,
        };
        if has_function {
            return self.part_call(part);
        }
        self.nesting += 1;
        let step = self.expr(expr, loud);
        self.nesting -= 1;
        step
    }

    /// The call of the function of an expression, which is written later.
    fn part_call(&mut self, part: Part) -> String {
        if !self.parts.contains_key(&part) {
            let name = function_name(&self.part_name(), part.loud);
            self.parts.insert(part.clone(), PartFunction { name, calls: 0 });
            self.waiting.push_back(part.clone());
        }
        let function = self.parts.get_mut(&part).expect("it was inserted");
        function.calls += 1;
        called(&function.name, part.loud)
    }

    /// A name for an expression of the rule that is being written, which no rule has.
    fn part_name(&mut self) -> String {
        let (rule, number) = (&self.rules[self.rule].name, &mut self.part_numbers[self.rule]);
        loop {
            *number += 1;
            let name = format!("{rule}__{number}");
            if self.rules.iter().all(|rule| rule.name != name) {
                return name;
            }
        }
    }

    /// A Rust expression that reads `s` from `at` on, and returns where it stopped, or `FAIL`.
    fn expr(&mut self, expr: &PegExpr, loud: bool) -> String {
        let loud = loud && self.adds(expr);
        match expr {
            PegExpr::Empty => "at".to_owned(),
            PegExpr::End => "end(s, at)".to_owned(),
            PegExpr::Class(set) => match (only(expr).as_deref(), NonAsciiPart::new(set)) {
                (Some([byte]), _) => format!("byte(s, at, {})", shown(&[*byte])),
                (Some(bytes), _) => format!("literal(s, at, {})", shown(bytes)),
                (None, NonAsciiPart::Ascii) => format!("one(s, at, {})", self.set(set)),
                (None, NonAsciiPart::Whole) => format!("character(s, at, {})", self.set(set)),
                (None, NonAsciiPart::Partly) => format!("one_character(s, at, {})", self.set(set)),
            },
            PegExpr::Rule(rule) => {
                self.wanted.insert((*rule, loud));
                called(&function_name(&self.rules[*rule].name, loud), loud)
            }
            PegExpr::Ahead(inner, negated) => {
                let predicate = if *negated { "not_ahead" } else { "ahead" };
                call(&format!("{predicate}(at, "), &[self.step(inner, false)])
            }
            PegExpr::Repeat(inner) => self.repeat(inner, loud),
            PegExpr::Sequence(items) => self.sequence(items, loud),
            PegExpr::Choice(alternatives) => self.choice(alternatives, loud),
        }
    }

    fn repeat(&mut self, inner: &PegExpr, loud: bool) -> String {
        if let PegExpr::Class(set) = inner {
            return self.many(set);
        }
        let (class, others) = self.split_class(inner);
        let out = if loud { ", out" } else { "" };
        let many = class.map(|set| format!(" {};", self.many(&set))).unwrap_or_default();
        call(&format!("repeat!(at{out};{many} "), &[self.step(&others, loud)])
    }

    /// The class of a repeated choice that can be looped over before the other alternatives, and
    /// those alternatives.
    fn split_class(&self, inner: &PegExpr) -> (Option<CharSet>, PegExpr) {
        if let PegExpr::Choice(alternatives) = inner
            && let Some(at) = alternatives.iter().position(|expr| matches!(expr, PegExpr::Class(_)))
            && let PegExpr::Class(set) = &alternatives[at]
        {
            let mut others = alternatives.clone();
            others.remove(at);
            if others.iter().all(|expr| self.is_disjoint(expr, set)) {
                let others = if others.len() == 1 { others.remove(0) } else { PegExpr::Choice(others) };
                return (Some(set.clone()), others);
            }
        }
        (None, inner.clone())
    }

    /// Whether an expression is not empty and begins with none of the characters of a set.
    fn is_disjoint(&self, expr: &PegExpr, set: &CharSet) -> bool {
        let properties = self.properties(expr);
        !properties.nullable && properties.first.intersection(set).is_empty()
    }

    fn sequence(&mut self, items: &[PegExpr], loud: bool) -> String {
        let (mut steps, mut rest) = (Vec::new(), items);
        while !rest.is_empty() {
            // Consecutive single characters are compared at once.
            let literal: Vec<Vec<u8>> = rest.iter().map_while(only).collect();
            let letters: Vec<u8> = rest.iter().map_while(only_letter).collect();
            let (length, step) = match (literal.len(), letters.len()) {
                (length @ 2.., _) => (length, format!("literal(s, at, {})", shown(&literal.concat()))),
                (_, length @ 2..) => (length, format!("letters(s, at, {})", shown(&letters))),
                _ => (1, self.step(&rest[0], loud)),
            };
            steps.push(step);
            rest = &rest[length..];
        }
        if steps.len() == 1 { steps.remove(0) } else { call("sequence!(at; ", &steps) }
    }

    fn choice(&mut self, alternatives: &[PegExpr], loud: bool) -> String {
        /// The number of alternatives from which the first character selects the candidates.
        const MANY: usize = 4;
        if let Some((most @ 2.., step)) = optional_repetitions(alternatives) {
            let out = if loud { ", out" } else { "" };
            return call(&format!("repeat_up_to!({most}, at{out}; "), &[self.sequence(step, loud)]);
        }
        let properties = alternatives.iter().map(|expr| self.properties(expr));
        let alternatives: Vec<Alternative<'_>> = alternatives.iter().zip(properties).collect();
        let calls =
            alternatives.iter().filter(|(expr, _)| matches!(expr, PegExpr::Rule(_) | PegExpr::Sequence(_))).count();
        if calls < MANY {
            return self.alternatives(&alternatives, loud, true);
        }
        // For each character the alternatives that can begin with it, in order; the end of the
        // input counts as a character.
        let end = candidates(&alternatives, |_| false);
        let mut groups: Vec<(Vec<usize>, Vec<u8>)> = Vec::new();
        for c in 0..=0x7F {
            let candidates = candidates(&alternatives, |first| first.contains(char::from(c)));
            if candidates == end {
                continue;
            }
            match groups.iter_mut().find(|(group, _)| *group == candidates) {
                Some((_, bytes)) => bytes.push(c),
                None => groups.push((candidates, vec![c])),
            }
        }
        let mut arms: Vec<(String, Vec<usize>)> = Vec::new();
        arms.extend(groups.into_iter().map(|(group, bytes)| (format!("Some({})", ranges(&bytes)), group)));
        // An alternative that cannot begin with a character beyond US-ASCII that occurs there fails
        // by itself.
        let beyond = candidates(&alternatives, |first| !first.beyond().is_empty());
        if beyond != end {
            arms.push(("Some(128..)".to_owned(), beyond));
        }
        arms.push(("_".to_owned(), end));
        let mut text = String::from("match s.get(at) {\n");
        for (pattern, candidates) in arms {
            let candidates: Vec<Alternative<'_>> = candidates.iter().map(|&at| alternatives[at].clone()).collect();
            let body =
                if candidates.is_empty() { "FAIL".to_owned() } else { self.alternatives(&candidates, loud, false) };
            let line = format!("{pattern} => {body},");
            text +=
                &if line.contains('\n') || line.len() < 110 { line } else { format!("{pattern} => {{\n{body}\n}}") };
            text += "\n";
        }
        text + "}"
    }

    /// Tries the alternatives in order. With `look`, a character is tested before an alternative is
    /// entered.
    fn alternatives(&mut self, alternatives: &[Alternative<'_>], loud: bool, look: bool) -> String {
        let last = alternatives.len() - 1;
        let mut steps = Vec::new();
        for (at, (expr, properties)) in alternatives.iter().enumerate() {
            let step = self.step(expr, loud);
            // A class or a literal performs the test itself.
            let looks = matches!(expr, PegExpr::Class(_))
                || matches!(expr, PegExpr::Sequence(items) if matches!(items.first(), Some(PegExpr::Class(_))));
            let tested = look && at < last && !looks && !properties.nullable && properties.first != CharSet::all();
            steps.push(if tested {
                call(&format!("first!(s, at, {}; ", self.flags(&properties.first)), &[step])
            } else {
                step
            });
        }
        match (steps.len(), loud) {
            (1, _) => steps.remove(0),
            (_, true) => call("choice!(out; ", &steps),
            (_, false) => call("choice!(", &steps),
        }
    }
}

/// The call of a function.
fn called(name: &str, loud: bool) -> String {
    format!("{name}(s, at{})", if loud { ", out" } else { "" })
}

/// A function with its body.
fn function(name: &str, loud: bool, body: &str) -> String {
    let (type_parameter, out) = if loud { ("<O: Output<Rule>>", ", out: &mut O") } else { ("", "") };
    format!("{VISIBLE_FN}{name}{type_parameter}(s: &[u8], at: usize{out}) -> usize {{\n{body}\n}}\n")
}

/// An alternative of a choice.
type Alternative<'e> = (&'e PegExpr, StaticProperties);

/// The indices of the alternatives that may be empty, or whose set of first characters fits.
fn candidates(alternatives: &[Alternative<'_>], fits: impl Fn(&CharSet) -> bool) -> Vec<usize> {
    let numbered = alternatives.iter().enumerate();
    let candidates = numbered.filter(|(_, (_, properties))| properties.nullable || fits(&properties.first));
    candidates.map(|(at, _)| at).collect()
}

/// The characters beyond US-ASCII of a set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NonAsciiPart {
    /// None of them.
    Ascii,
    /// All of them.
    Whole,
    /// Some of them.
    Partly,
}

impl NonAsciiPart {
    pub(super) fn new(set: &CharSet) -> Self {
        match set.beyond() {
            [] => Self::Ascii,
            [(BEYOND, char::MAX)] => Self::Whole,
            _ => Self::Partly,
        }
    }
}

/// The lower-case letter that an expression matches in either case, if it matches nothing else.
fn only_letter(expr: &PegExpr) -> Option<u8> {
    let PegExpr::Class(set) = expr else { return None };
    (b'a'..=b'z').find(|&letter| *set == CharSet::ascii(1 << letter | 1 << letter.to_ascii_uppercase()))
}

/// The number of repetitions and the repeated sequence of `(e (e (e)?)?)?`, whose outermost choice
/// has the given alternatives.
fn optional_repetitions(alternatives: &[PegExpr]) -> Option<(usize, &[PegExpr])> {
    let [expr, PegExpr::Empty] = alternatives else { return None };
    let items = if let PegExpr::Sequence(items) = expr { items } else { std::slice::from_ref(expr) };
    if let [first @ .., PegExpr::Choice(rest)] = items
        && let Some((count, repeated)) = optional_repetitions(rest)
        && repeated == first
    {
        return Some((count + 1, first));
    }
    Some((1, items))
}

/// The bytes of the character that an expression matches, if it matches only one.
fn only(expr: &PegExpr) -> Option<Vec<u8>> {
    if let PegExpr::Class(set) = expr { set.only().map(|c| c.to_string().into_bytes()) } else { None }
}
