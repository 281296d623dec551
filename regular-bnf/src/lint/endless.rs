//! Texts on which a repetition of a pest grammar never stops.

use std::ops::Range;

use pest_meta::ast::Expr as Ast;

use super::derivable::Derivable;
use super::ordered::empty_match;
use super::probe::{PrecedingPart, add_rule, probe, shortest};
use super::report::Budget;
use crate::peg::{
    Marks, PegExpr, PestSyntaxError, States, StaticProperties, convert, convert_part, implicit_fault, parse,
    rule_faults,
};

/// The rule that replaces the repetition.
const HOLE: &str = "lint_hole";

/// A shortest text on which the repetition at a span is reached and its element matches the empty
/// text; `None` if there is no such text, or if that cannot be decided.
///
/// pest refuses the file. So a rule that matches the element once replaces the repetition.
pub(super) fn witness(file: &str, span: &Range<usize>, faults: &[PestSyntaxError]) -> Option<String> {
    if faults.len() > 1 || file.contains(HOLE) {
        return None;
    }
    let span = &balanced(file, span.clone())?;
    let repetition = file.get(span.clone())?.trim_end();
    let element = match repetition.strip_suffix(['*', '+']) {
        Some(element) => element,
        None => &repetition[..repetition.strip_suffix('}')?.rfind('{')?],
    };
    let (before, after) = (&file[..span.start], &file[span.end..]);
    let rules = parse(&format!("{before} {HOLE} {after}\n{HOLE} = _{{ {element} }}")).ok()?;
    if implicit_fault(rules.iter().map(|rule| rule.name.as_str())).is_some() {
        return None;
    }
    let mut converted = convert(&rules);
    if rule_faults(&converted).iter().any(Option::is_some) {
        return None;
    }
    let names: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
    let properties = StaticProperties::for_rules(&converted);
    let mut path = ReplacementPath { names: &names, properties: &properties, rule: "", frames: Vec::new() };
    let is_reached = rules.iter().any(|rule| {
        path.rule = &rule.name;
        path.leads(&rule.expr)
    });
    let element = converted.last().filter(|_| is_reached)?.expr.clone();
    let derivable: Vec<Derivable> =
        properties.iter().map(|properties| Derivable { some: true, empty: properties.nullable, text: true }).collect();
    let matches_empty = empty_match(&element, &converted, &derivable)?;
    let frames = path.frames;
    let probe = probe(&frames, matches_empty, &mut converted);
    let probe = add_rule(probe, &mut converted);
    let mut states = States::new(&converted, &Marks::default());
    let start = states.prefix(probe);
    shortest(&mut states, start, &mut Budget::new()).ok().flatten()
}

/// A span that ends before an unmatched closing bracket, which pest's spans may contain.
pub(super) fn balanced(file: &str, span: Range<usize>) -> Option<Range<usize>> {
    let text = file.get(span.clone())?;
    let (mut depth, mut quoted, mut escaped) = (0usize, None, false);
    for (at, c) in text.char_indices() {
        match (quoted, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(mark), _) if mark == c => quoted = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quoted = Some(c),
            (None, '(') => depth += 1,
            (None, ')') if depth == 0 => return Some(span.start..span.start + at),
            (None, ')') => depth -= 1,
            _ => {}
        }
    }
    Some(span)
}

/// The path to the rule that replaces the repetition.
struct ReplacementPath<'r> {
    names: &'r [&'r str],
    properties: &'r [StaticProperties],
    rule: &'r str,
    frames: Vec<PrecedingPart>,
}

impl ReplacementPath<'_> {
    fn converted(&self, expr: &Ast) -> Option<PegExpr> {
        convert_part(self.names, self.rule, expr).ok()
    }

    /// Whether an expression contains the rule. If so, the frames before the rule are kept.
    fn leads(&mut self, expr: &Ast) -> bool {
        match expr {
            Ast::Ident(name) => name == HOLE,
            Ast::Seq(first, second) => self.leads(first) || self.leads_after(first, second, PrecedingPart::After),
            Ast::Choice(first, second) => self.leads(first) || self.leads_after(first, second, PrecedingPart::Unless),
            Ast::PosPred(inner) | Ast::NegPred(inner) | Ast::Opt(inner) => self.leads(inner),
            Ast::Rep(inner)
            | Ast::RepOnce(inner)
            | Ast::RepExact(inner, _)
            | Ast::RepMin(inner, _)
            | Ast::RepMax(inner, _)
            | Ast::RepMinMax(inner, ..) => {
                let loops = self.converted(inner).filter(|expr| !StaticProperties::new(expr, self.properties).nullable);
                let before = self.frames.len();
                self.frames.extend(loops.map(PrecedingPart::Loop));
                let leads = self.leads(inner);
                if !leads {
                    self.frames.truncate(before);
                }
                leads
            }
            _ => false,
        }
    }

    fn leads_after(&mut self, first: &Ast, second: &Ast, frame: fn(PegExpr) -> PrecedingPart) -> bool {
        let Some(first) = self.converted(first) else { return false };
        self.frames.push(frame(first));
        let leads = self.leads(second);
        if !leads {
            self.frames.pop();
        }
        leads
    }
}
