//! Reads a pest file with pest's own reader.

use std::ops::Range;

use pest::iterators::{Pair, Pairs};
use pest_meta::ast::Rule as AstRule;
use pest_meta::parser::Rule as Meta;

use super::bounds::check_bounds;
use super::convert::convert;
use super::expr::{PegRule, PestSyntaxError};
use crate::bnf::{SURROGATE, TOO_HIGH, crossed};

/// Why a pest file cannot be parsed.
pub(crate) struct UnreadablePest(pub String);

/// The rules of a pest file, in its order.
pub(crate) fn read(pest: &str) -> Result<Vec<PegRule>, UnreadablePest> {
    Ok(convert(&parse(pest).map_err(|faults| UnreadablePest(in_words(&faults)))?))
}

/// All faults in one line.
fn in_words(faults: &[PestSyntaxError]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// The rules in pest's syntax tree.
pub(crate) fn parse(pest: &str) -> Result<Vec<AstRule>, Vec<PestSyntaxError>> {
    let pairs = pairs(pest)?;
    pest_meta::validator::validate_pairs(pairs.clone()).map_err(faults)?;
    pest_meta::parser::consume_rules(pairs).map_err(faults)
}

fn faults(errors: Vec<pest::error::Error<Meta>>) -> Vec<PestSyntaxError> {
    errors.iter().map(PestSyntaxError::new).collect()
}

/// The rules as pest's parser reads them.
pub(crate) fn pairs(pest: &str) -> Result<Pairs<'_, Meta>, Vec<PestSyntaxError>> {
    check_bounds(pest).map_err(|fault| vec![fault])?;
    let pairs = pest_meta::parser::parse(Meta::grammar_rules, pest)
        .map_err(|error| vec![PestSyntaxError::new(&error.renamed_rules(pest_meta::parser::rename_meta_rule))])?;
    let faults: Vec<PestSyntaxError> = pairs.clone().flatten().filter_map(|pair| impossible(&pair)).collect();
    if faults.is_empty() { Ok(pairs) } else { Err(faults) }
}

/// The rules of a pest grammar that can be read, as they are written.
pub(super) fn rule_texts(pest: &str) -> Vec<String> {
    rule_pairs(pest).map(|pair| rule_text(&pair)).collect()
}

/// The rules of a pest grammar in the tree of its text.
pub(super) fn rule_pairs(pest: &str) -> impl Iterator<Item = Pair<'_, Meta>> {
    pairs(pest).into_iter().flatten().filter(|pair| {
        let first = pair.clone().into_inner().next();
        first.is_some_and(|first| first.as_rule() == Meta::identifier)
    })
}

pub(super) fn rule_text(pair: &Pair<'_, Meta>) -> String {
    pair.as_str().trim_end().to_owned()
}

/// A part that pest's parser accepts although it has no meaning: pest_meta would panic when it
/// builds the syntax tree, or misread a repetition.
fn impossible(pair: &Pair<'_, Meta>) -> Option<PestSyntaxError> {
    let span = pair.as_span();
    let everything = 0..span.as_str().len();
    let (part, expected) = match pair.as_rule() {
        Meta::inner_str | Meta::inner_chr => {
            let (part, expected) = wrong_escape(span.as_str())?;
            (part, expected.to_owned())
        }
        Meta::integer if span.as_str().parse::<i32>().is_err() => {
            (everything, "a number that fits into 32 bits, with its sign".to_owned())
        }
        Meta::repeat_min_max => {
            let numbers = pair.clone().into_inner().filter(|part| part.as_rule() == Meta::number);
            // pest_meta reports numbers that are too large.
            let numbers: Vec<u32> = numbers.filter_map(|number| number.as_str().parse().ok()).collect();
            match numbers[..] {
                [least, most] if least > most => (everything, crossed(least, most)),
                _ => return None,
            }
        }
        _ => return None,
    };
    let span = span.get(part).unwrap_or(span);
    let message = format!("expected {expected}");
    Some(PestSyntaxError::new(&pest::error::Error::new_from_span(
        pest::error::ErrorVariant::CustomError { message },
        span,
    )))
}

/// The first escape of a text that is not a character, and the expected input there. Only escapes
/// of the form `\u{..}` can be wrong.
fn wrong_escape(text: &str) -> Option<(Range<usize>, &'static str)> {
    let mut escapes = text.match_indices('\\');
    while let Some((at, _)) = escapes.next() {
        let escape = &text[at + 1..];
        // The second backslash of an escaped backslash does not begin an escape.
        if escape.starts_with('\\') {
            escapes.next();
        }
        let Some((digits, _)) = escape.strip_prefix("u{").and_then(|digits| digits.split_once('}')) else { continue };
        let number = u32::from_str_radix(digits, 16).ok();
        if number.and_then(char::from_u32).is_none() {
            let is_surrogate = number.is_some_and(|number| number <= char::MAX as u32);
            return Some((at..at + digits.len() + 4, if is_surrogate { SURROGATE } else { TOO_HIGH }));
        }
    }
    None
}

impl PestSyntaxError {
    fn new(error: &pest::error::Error<Meta>) -> Self {
        let (line, column) = match error.line_col {
            pest::error::LineColLocation::Pos(at) | pest::error::LineColLocation::Span(at, _) => at,
        };
        let span = match error.location {
            pest::error::InputLocation::Pos(at) => at..at,
            pest::error::InputLocation::Span((start, end)) => start..end,
        };
        Self { line, column: Some(column), span, message: error.variant.message().into_owned() }
    }
}
