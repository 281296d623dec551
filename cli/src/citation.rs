//! The rule that a result is about, as its document prints it.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::Grammar;
use uri_lineage::published::{Bnf, Reading};

use crate::options::source::Source;
use crate::options::url_grammar::UrlGrammar;
use crate::output::text::plain;

/// A rule and where it is printed.
#[derive(Serialize, JsonSchema)]
pub struct Citation {
    /// The document and the section; the file of a grammar of one's own.
    #[serde(rename = "source")]
    pub place: String,
    /// The rule, as it is printed. It may have several lines.
    pub rule: String,
}

impl Citation {
    /// The citation of a production; `None` if the grammar does not define it.
    pub fn find(source: &Source, production: &str) -> Option<Self> {
        Self::new(&source.bnf, production, source.grammar, &source.name)
    }

    /// The citation of the production of a grammar that reads URLs.
    pub fn of(grammar: &UrlGrammar, production: &str) -> Option<Self> {
        match grammar {
            UrlGrammar::BuiltIn(grammar) => {
                Self::new(grammar.bnf(Reading::Corrected), production, Some(*grammar), grammar.id())
            }
            UrlGrammar::User(user) => Self::find(&user.source, production),
        }
    }

    fn new(bnf: &Bnf, production: &str, grammar: Option<Grammar>, name: &str) -> Option<Self> {
        let definition = bnf.get(production)?;
        let place = match grammar {
            Some(grammar) => {
                let printed = grammar.source(production);
                format!("{}, {}", printed.document, printed.defining_section.unwrap_or(printed.section))
            }
            None => name.to_owned(),
        };
        Some(Self { place, rule: definition.text.trim().to_owned() })
    }

    /// The citation on lines for people: the place and the first line of the rule, then its other
    /// lines.
    pub fn lines(&self) -> Vec<String> {
        let mut rule = self.rule.lines().map(|line| plain(line.trim_end()));
        let first = format!("{}: {}", plain(&self.place), rule.next().unwrap_or_default());
        std::iter::once(first).chain(rule.map(Cow::into_owned)).collect()
    }
}
