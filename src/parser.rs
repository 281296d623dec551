//! The pest parsers, one a grammar, and the way from their pairs to a [`Tree`].
//!
//! No grammar has implicit white space, so that atomic rules and others read alike. Those that repeat something are atomic
//! (`$` or `@`): pest repeats with fewer steps there.

use std::fmt::Debug;
use std::sync::LazyLock;

use pest::{RuleType, Token};

use crate::tree::{Tree, TreeBuilder};

/// One rule of a grammar.
#[derive(Debug)]
pub(crate) struct RuleInfo {
    /// The production it stands for, as the document prints it; empty for a helper that no document has.
    pub(crate) production: &'static str,
    /// Whether it is the production's own rule, and not one that stops early in one place or reads it in one piece.
    pub(crate) is_production: bool,
    /// For a rule that reads its production in one piece, the place of the production's own rule.
    own: Option<usize>,
}

/// What ends the name of a rule that reads its production in one piece.
const WHOLE: &str = "__whole";

/// Whether a rule stops early in one place, and may take less than its production.
#[cfg(feature = "proof")]
pub(crate) fn stops_early(rule: &str) -> bool {
    rule.contains("__") && !rule.ends_with(WHOLE)
}

/// How a tree shows the productions that are lists: the labels of a name, the segments of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lists {
    /// In one piece, which is quick, and enough for the structs.
    Whole,
    /// With all that is in them.
    Divided,
}

/// One generated parser, whichever rules it has.
pub(crate) trait Engine: Sync {
    /// The rules, in the order of the file.
    fn rules(&self) -> &[RuleInfo];
    /// The place in [`rules`](Self::rules) of the rule that is a production.
    fn find(&self, production: &str) -> Option<usize> {
        // Those that are asked for most, the entries, stand first.
        self.rules().iter().position(|info| info.is_production && info.production == production)
    }
    /// Parses all of the input with the rule at that place of [`rules`](Self::rules). Why it is refused, an
    /// [automaton](crate::diagnose) knows better than the parser.
    fn parse<'i>(&self, rule: usize, input: &'i str, lists: Lists) -> Option<Tree<'i>>;
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

/// The rules of one grammar; `all` has them in the order of the file.
fn infos<R: Debug>(all: &[R]) -> Vec<RuleInfo> {
    let names: Vec<String> = all.iter().map(|rule| format!("{rule:?}")).collect();
    let info = |rule: &String| {
        let production = &*production_of(rule).leak();
        let own = rule.strip_suffix(WHOLE).and_then(|own| names.iter().position(|other| other == own));
        RuleInfo { production, is_production: !production.is_empty() && !rule.contains("__"), own }
    };
    names.iter().map(info).collect()
}

/// A rule of a generated parser.
trait Placed: RuleType {
    /// Its place in the order of the file.
    fn place(self) -> usize;
}

/// The rules of a generated parser: as it names them, and what is known of each.
struct Rules<R: 'static> {
    all: &'static [R],
    infos: &'static [RuleInfo],
}

impl<R: Placed> Rules<R> {
    fn info(&self, rule: R) -> Option<&'static RuleInfo> {
        self.infos.get(rule.place())
    }

    fn name(&self, rule: R) -> &'static str {
        self.info(rule).map_or("", |info| info.production)
    }

    /// Runs the parser on all of the input.
    fn run<'i, P: pest::Parser<R>>(&self, rule: R, input: &'i str, lists: Lists) -> Option<Tree<'i>> {
        let mut builder = TreeBuilder::new(input);
        let end = self.spans::<P>(rule, input, 0, lists, &mut builder)?;
        let end = end.unwrap_or_else(|| {
            // A character class is silent: pest gives no pair and does not tell where it stopped. No class takes both
            // a text and a longer one that begins so, and none takes more than an escape's three characters.
            let mut ends = input.char_indices().map(|(at, c)| at + c.len_utf8());
            let end = ends.find(|&end| P::parse(rule, &input[..end]).is_ok()).unwrap_or(input.len());
            builder.open(self.name(rule), 0);
            builder.close(end);
            end
        });
        (end == input.len()).then(|| builder.finish())
    }

    /// Adds the spans of a rule that reads the input from `start` on, and tells where the last of them ends.
    fn spans<P: pest::Parser<R>>(
        &self,
        rule: R,
        input: &str,
        start: usize,
        lists: Lists,
        builder: &mut TreeBuilder<'_>,
    ) -> Option<Option<usize>> {
        let mut end = None;
        for token in P::parse(rule, &input[start..]).ok()?.tokens() {
            match token {
                Token::Start { rule, pos } => builder.open(self.name(rule), start + pos.pos()),
                Token::End { rule, pos } => {
                    let at = start + pos.pos();
                    end = Some(at);
                    let own = if lists == Lists::Divided { self.info(rule).and_then(|info| info.own) } else { None };
                    match own.and_then(|own| self.all.get(own)) {
                        // The list is read again, by the rule that divides it.
                        Some(&own) => {
                            let start = builder.withdraw();
                            self.spans::<P>(own, &input[..at], start, lists, builder)?;
                        }
                        None => builder.close(at),
                    }
                }
            }
        }
        Some(end)
    }
}

/// Declares the parser of each grammar: a module with pest's derive, and a static that runs it.
macro_rules! engines {
    ($($engine:ident = $module:ident $file:tt,)*) => {$(
        mod $module {
            #[derive(pest_derive::Parser)]
            #[grammar = $file]
            pub(super) struct Generated;
        }

        impl Placed for $module::Rule {
            fn place(self) -> usize {
                self as usize
            }
        }

        pub(crate) struct $engine;

        impl $engine {
            fn table() -> &'static [RuleInfo] {
                static RULES: LazyLock<Vec<RuleInfo>> = LazyLock::new(|| infos($module::Rule::all_rules()));
                &RULES
            }
        }

        impl Engine for $engine {
            fn rules(&self) -> &[RuleInfo] {
                Self::table()
            }

            fn parse<'i>(&self, rule: usize, input: &'i str, lists: Lists) -> Option<Tree<'i>> {
                let all = $module::Rule::all_rules();
                let rules = Rules { all, infos: Self::table() };
                rules.run::<$module::Generated>(*all.get(rule)?, input, lists)
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
