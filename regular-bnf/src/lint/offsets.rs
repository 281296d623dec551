//! The offsets of the rules of a pest grammar and of their operators, which the syntax tree of
//! pest_meta lacks.

use std::ops::Range;

use pest::iterators::Pair;
use pest_meta::parser::Rule as Meta;

use crate::peg::pairs;

/// The offsets of a rule and its operators.
#[derive(Debug)]
pub(super) struct RuleOffsets {
    /// The offset of its name, in bytes.
    pub name: usize,
    /// Its choices and repetitions, in the order of their signs. A syntax tree has its operators in
    /// the same order, if the left side of a choice comes before it, and the right side and a
    /// repeated element as they are written.
    pub operators: Vec<Range<usize>>,
}

/// The offsets of the rules of a file that pest can read, in its order.
pub(super) fn rule_offsets(file: &str) -> Vec<RuleOffsets> {
    let Ok(pairs) = pairs(file) else { return Vec::new() };
    let mut offsets = Vec::new();
    for rule in pairs.filter(|pair| pair.as_rule() == Meta::grammar_rule) {
        let mut inner = rule.into_inner();
        let Some(identifier) = inner.next().filter(|identifier| identifier.as_rule() == Meta::identifier) else {
            continue;
        };
        let mut operators = Vec::new();
        inner.filter(|pair| pair.as_rule() == Meta::expression).for_each(|body| expression(body, &mut operators));
        operators.sort_by_key(|(sign, _)| *sign);
        let operators = operators.into_iter().map(|(_, span)| span).collect();
        offsets.push(RuleOffsets { name: identifier.as_span().start(), operators });
    }
    offsets
}

/// Adds the offset of each sign, and the span that it concerns: the alternative after it, or the
/// repetition that ends with it.
fn expression(pair: Pair<'_, Meta>, operators: &mut Vec<(usize, Range<usize>)>) {
    let mut sign = None;
    let mut alternative: Option<Range<usize>> = None;
    let mut terms = 0;
    for part in pair.into_inner() {
        let span = part.as_span();
        match part.as_rule() {
            Meta::choice_operator if terms > 0 => {
                operators.extend(sign.zip(alternative.take()));
                sign = Some(span.start());
            }
            Meta::term => {
                terms += 1;
                let start = alternative.map_or(span.start(), |alternative| alternative.start);
                term(part, operators);
                alternative = Some(start..span.end());
            }
            _ => {}
        }
    }
    operators.extend(sign.zip(alternative));
}

fn term(pair: Pair<'_, Meta>, operators: &mut Vec<(usize, Range<usize>)>) {
    let mut start = None;
    for part in pair.into_inner() {
        let span = part.as_span();
        match part.as_rule() {
            Meta::positive_predicate_operator | Meta::negative_predicate_operator => continue,
            Meta::tag_id | Meta::assignment_operator => continue,
            Meta::expression => expression(part, operators),
            Meta::_push => {
                part.into_inner()
                    .filter(|part| part.as_rule() == Meta::expression)
                    .for_each(|body| expression(body, operators));
            }
            Meta::optional_operator
            | Meta::repeat_operator
            | Meta::repeat_once_operator
            | Meta::repeat_exact
            | Meta::repeat_min
            | Meta::repeat_max
            | Meta::repeat_min_max => {
                operators.push((span.start(), start.unwrap_or(span.start())..span.end()));
                continue;
            }
            _ => {}
        }
        start = start.or(Some(span.start()));
    }
}
