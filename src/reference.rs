//! The parsers that pest_derive generates from the same `.pest` files: the reference for the
//! parsers of this crate.
//!
//! They are about ten times as slow.

use std::sync::LazyLock;

use pest::RuleType;
use pest::iterators::Pair;

use regular_bnf::rule_stem;

use crate::generated::rule::Rule;
use crate::grammar::{Grammar, each_grammar};
use crate::parse::production::Production;
use crate::parse::tree::{Span, Tree};

/// The tree of pest's parser for a whole input that a production matches.
///
/// Character classes have no spans in pest, and no tree here.
///
/// ```
/// use uri_lineage::{Grammar, reference};
///
/// let production = Grammar::Rfc1738.production("url").unwrap();
/// let input = "ftp://host.dom/etc/motd;type=a";
/// assert_eq!(reference::parse(production, input).as_ref(), Some(production.parse(input)?.tree()));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub fn parse(production: Production, input: &str) -> Option<Tree<'_>> {
    let rule = production.entry().rule;
    let spans = spans(production.grammar(), rule, input)?;
    let is_whole = spans.first().is_some_and(|root| root.end == input.len());
    is_whole.then(|| Tree::new(input, spans))
}

/// The rules of a pest parser, each with its production.
type Rules<R> = Vec<(R, Rule)>;

fn rules<R: RuleType>(grammar: Grammar, pest_rules: &[R]) -> Rules<R> {
    let pairs = pest_rules.iter().filter_map(|pest_rule| {
        let name = format!("{pest_rule:?}");
        let mut productions = grammar.productions().map(|production| production.entry().rule);
        // A production that two documents print differently has variants with a common stem.
        Some((*pest_rule, productions.find(|rule| rule_stem(&format!("{rule:?}")) == rule_stem(&name))?))
    });
    pairs.collect()
}

/// Adds the spans of a pair and all its descendants. The end of the input is a rule of pest, and
/// not a span.
fn collect<R: RuleType>(pair: Pair<'_, R>, rules: &Rules<R>, spans: &mut Vec<Span>) {
    let Some(&(_, rule)) = rules.iter().find(|(pest_rule, _)| *pest_rule == pair.as_rule()) else { return };
    let index = spans.len();
    spans.push(Span { rule, start: pair.as_span().start(), end: pair.as_span().end(), size: 1 });
    pair.into_inner().for_each(|inner| collect(inner, rules, spans));
    spans[index].size = spans.len() - index;
}

fn run<R: RuleType, P: pest::Parser<R>>(rules: &Rules<R>, rule: Rule, input: &str) -> Option<Vec<Span>> {
    // The production's own rule precedes its variants for one place.
    let (pest_rule, _) = rules.iter().find(|(_, production)| *production == rule)?;
    let mut spans = Vec::new();
    P::parse(*pest_rule, input).ok()?.for_each(|pair| collect(pair, rules, &mut spans));
    Some(spans)
}

macro_rules! parsers {
    ($($(#[$doc:meta])* $name:ident $module:ident $id:literal $pest:literal;)*) => {
        $(mod $module {
            #[derive(pest_derive::Parser)]
            #[grammar = $pest]
            pub(super) struct Parser;
        })*

        fn spans(grammar: Grammar, rule: Rule, input: &str) -> Option<Vec<Span>> {
            match grammar {
                $(Grammar::$name => {
                    static RULES: LazyLock<Rules<$module::Rule>> =
                        LazyLock::new(|| rules(Grammar::$name, $module::Rule::all_rules()));
                    run::<_, $module::Parser>(&RULES, rule, input)
                })*
            }
        }
    };
}
each_grammar!(parsers);
