//! The pest parsers, one a grammar, and the way from their pairs to a [`Tree`].

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::LazyLock;

use pest::error::{ErrorVariant, InputLocation};
use pest::{RuleType, Token};

use crate::error::{Advice, Expected};
use crate::tree::{Tree, TreeBuilder};

/// What pest knows of a refusal.
#[derive(Debug, Default)]
pub(crate) struct Refusal {
    pub(crate) offset: usize,
    pub(crate) expected: Vec<Expected>,
    pub(crate) advice: Option<Advice>,
    /// The class of the refused character.
    pub(crate) class: Option<&'static str>,
}

/// One rule of a grammar.
#[derive(Debug)]
pub(crate) struct RuleInfo {
    /// The rule's own name in the `.pest` file.
    pub(crate) rule: String,
    /// The production it stands for, as the document prints it; empty for a helper that no document has.
    pub(crate) production: &'static str,
}

impl RuleInfo {
    /// Whether the rule is the production whose name it bears, and not one that stops early in one place.
    pub(crate) fn is_production(&self) -> bool {
        !self.production.is_empty() && !self.rule.contains("__")
    }
}

/// One generated parser, whichever rules it has.
pub(crate) trait Engine: Sync {
    /// The rules, in the order of the file.
    fn rules(&self) -> &[RuleInfo];
    /// The place in [`rules`](Self::rules) of the rule that is a production.
    fn find(&self, production: &str) -> Option<usize>;
    /// Parses all of the input with the rule at that place of [`rules`](Self::rules).
    fn parse<'i>(&self, rule: usize, input: &'i str) -> Result<Tree<'i>, Refusal>;
}

/// A rule's production: what stands before `__`, as the document prints it.
pub(crate) fn production_of(rule: &str) -> String {
    // The names with an underscore in print. All other underscores of a rule's name stand for a hyphen.
    const UNDERSCORED: [&str; 5] = ["net_path", "abs_path", "rel_path", "path_segments", "gopher+_string"];
    let name = rule.split("__").next().unwrap_or_default().replace("_plus", "+");
    if name.is_empty() || rule.starts_with('_') {
        String::new()
    } else if UNDERSCORED.contains(&name.as_str()) {
        name
    } else {
        name.replace('_', "-")
    }
}

/// The names of one grammar's rules; `all` has them in the order of the file.
fn names<R: Debug + 'static>(all: &'static [R]) -> Vec<RuleInfo> {
    all.iter()
        .map(|rule| {
            let rule = format!("{rule:?}");
            let production = production_of(&rule);
            RuleInfo { rule, production: &*production.leak() }
        })
        .collect()
}

/// Where each production has its rule. Helpers and productions in one place (`__`) are left out.
fn places(rules: &[RuleInfo]) -> HashMap<&'static str, usize> {
    let own = rules.iter().enumerate().filter(|(_, info)| info.is_production());
    own.map(|(at, info)| (info.production, at)).collect()
}

/// Runs a generated parser. `place` gives a rule's place in `rules`.
fn run<'i, P: pest::Parser<R>, R: RuleType>(
    rules: &'static [RuleInfo],
    place: fn(R) -> usize,
    rule: R,
    input: &'i str,
) -> Result<Tree<'i>, Refusal> {
    let name = |rule| rules.get(place(rule)).map_or("", |info| info.production);
    let pairs = P::parse(rule, input).map_err(|error| refusal(error, name))?;
    let mut builder = TreeBuilder::new(input);
    let mut end = 0;
    for token in pairs.tokens() {
        match token {
            Token::Start { rule, pos } => builder.open(name(rule), pos.pos()),
            Token::End { pos, .. } => {
                end = pos.pos();
                builder.close(end);
            }
        }
    }
    if builder.is_empty() {
        // A character class is silent: pest gives no pair and does not tell where it stopped. No class takes both a
        // text and a longer one that begins so, and none takes more than an escape's three characters.
        end = input
            .char_indices()
            .map(|(at, c)| at + c.len_utf8())
            .find(|&end| P::parse(rule, &input[..end]).is_ok())
            .unwrap_or(input.len());
        builder.open(name(rule), 0);
        builder.close(end);
    }
    match end == input.len() {
        true => Ok(builder.finish()),
        false => Err(Refusal { offset: end, expected: vec![Expected::End], ..Refusal::default() }),
    }
}

fn refusal<R: RuleType>(error: pest::error::Error<R>, name: impl Fn(R) -> &'static str) -> Refusal {
    let offset = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let ErrorVariant::ParsingError { positives, .. } = error.variant else {
        return Refusal { offset, ..Refusal::default() };
    };
    let mut expected: Vec<_> =
        positives.into_iter().map(name).filter(|name| !name.is_empty()).map(Expected::Production).collect();
    expected.sort();
    expected.dedup();
    Refusal { offset, expected, ..Refusal::default() }
}

/// Declares the parser of each grammar: a module with pest's derive, and a static that runs it.
macro_rules! engines {
    ($($engine:ident = $module:ident $file:tt,)*) => {$(
        mod $module {
            #[derive(pest_derive::Parser)]
            #[grammar = $file]
            pub(super) struct Generated;
        }

        pub(crate) struct $engine;

        impl $engine {
            fn table() -> &'static [RuleInfo] {
                static RULES: LazyLock<Vec<RuleInfo>> = LazyLock::new(|| names($module::Rule::all_rules()));
                &RULES
            }
        }

        impl Engine for $engine {
            fn rules(&self) -> &[RuleInfo] {
                Self::table()
            }

            fn find(&self, production: &str) -> Option<usize> {
                static PLACES: LazyLock<HashMap<&str, usize>> = LazyLock::new(|| places($engine::table()));
                PLACES.get(production).copied()
            }

            fn parse<'i>(&self, rule: usize, input: &'i str) -> Result<Tree<'i>, Refusal> {
                match $module::Rule::all_rules().get(rule) {
                    Some(&rule) => run::<$module::Generated, _>(Self::table(), |rule| rule as usize, rule, input),
                    None => Err(Refusal::default()),
                }
            }
        }
    )*};
}

engines! {
    UrlDraft02 = url_draft_02 "grammar/url-draft-02.pest",
    UrlDraft03 = url_draft_03 "grammar/url-draft-03.pest",
    Rfc1630Generic = rfc1630_generic "grammar/rfc1630-generic.pest",
    Rfc1630 = rfc1630 "grammar/rfc1630.pest",
    Rfc1738 = rfc1738 "grammar/rfc1738.pest",
    Uri1997 = uri_1997 "grammar/uri-1997.pest",
}
