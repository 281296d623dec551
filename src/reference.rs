//! The parsers as pest_derive makes them of the same `.pest` files: what those of this crate are held to.
//!
//! They take some ten times as long. Where they fail they say what they expected, which the notations of the published grammars
//! use.

use pest::RuleType;
use pest::error::{ErrorVariant, InputLocation};

use crate::parsers::Notation;

#[cfg(feature = "proof")]
pub use grammars::parse;

mod berners_lee {
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/notation/berners-lee.pest"]
    pub(super) struct Parser;
}

mod rfc822 {
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/notation/rfc822.pest"]
    pub(super) struct Parser;
}

/// Where the body of a production cannot be read, in bytes, and what was expected there; `None` where it can.
pub(crate) fn expected(notation: Notation, body: &str) -> Option<(usize, String)> {
    match notation {
        Notation::BernersLee => failure::<_, berners_lee::Parser>(berners_lee::Rule::body, body),
        Notation::Rfc822 => failure::<_, rfc822::Parser>(rfc822::Rule::body, body),
    }
}

/// Where pest stopped and what it expected, in words.
fn failure<R: RuleType, P: pest::Parser<R>>(rule: R, input: &str) -> Option<(usize, String)> {
    let error = P::parse(rule, input).err()?;
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let expected = match error.variant {
        ErrorVariant::ParsingError { positives, .. } => {
            let in_words = |rule: &R| match format!("{rule:?}").as_str() {
                "EOI" => "the end of the production".to_owned(),
                "optional" => "a bracket".to_owned(),
                "alternatives" => "alternatives".to_owned(),
                name if name.starts_with(['a', 'e', 'o']) => format!("an {}", name.replace('_', " ")),
                name => format!("a {}", name.replace('_', " ")),
            };
            let mut names: Vec<_> = positives.iter().map(in_words).collect();
            names.dedup();
            match names.split_last() {
                Some((last, [])) => last.clone(),
                Some((last, before)) => format!("{} or {last}", before.join(", ")),
                None => "something else".to_owned(),
            }
        }
        ErrorVariant::CustomError { message } => message,
    };
    Some((at, expected))
}

#[cfg(feature = "proof")]
mod grammars {
    use pest::RuleType;
    use pest::iterators::Pair;

    use crate::grammar::{Grammar, each_grammar};
    use crate::production::Production;
    use crate::rule::Rule;
    use crate::tree::{Span, Tree};

    /// The tree that pest's parser makes of an input with a production that takes all of it.
    ///
    /// A class of characters has no spans in pest, and no tree here.
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
        let whole = spans.first().is_some_and(|root| root.end == input.len());
        whole.then(|| Tree::of(input, spans))
    }

    /// Adds the spans of a pair and of all below it.
    fn collect<R: RuleType>(pair: Pair<'_, R>, spans: &mut Vec<Span>) {
        let name = format!("{:?}", pair.as_rule());
        let stem = name.split("__").next().unwrap_or_default();
        // The end of the input is a rule of pest's own.
        let Some(&rule) = Rule::ALL.iter().find(|rule| format!("{rule:?}") == stem) else { return };
        let at = spans.len();
        spans.push(Span { rule, start: pair.as_span().start(), end: pair.as_span().end(), size: 1 });
        pair.into_inner().for_each(|inner| collect(inner, spans));
        spans[at].size = spans.len() - at;
    }

    fn run<R: RuleType, P: pest::Parser<R>>(all: &[R], rule: Rule, input: &str) -> Option<Vec<Span>> {
        let rule = all.iter().find(|own| format!("{own:?}") == format!("{rule:?}"))?;
        let mut spans = Vec::new();
        P::parse(*rule, input).ok()?.for_each(|pair| collect(pair, &mut spans));
        Some(spans)
    }

    macro_rules! parsers {
        ($($name:ident $module:ident $pest:literal,)*) => {
            $(mod $module {
                #[derive(pest_derive::Parser)]
                #[grammar = $pest]
                pub(super) struct Parser;
            })*

            fn spans(grammar: Grammar, rule: Rule, input: &str) -> Option<Vec<Span>> {
                match grammar {
                    $(Grammar::$name => run::<_, $module::Parser>($module::Rule::all_rules(), rule, input),)*
                }
            }
        };
    }
    each_grammar!(parsers);
}
