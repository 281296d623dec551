//! The rule that a result is about, as its document prints it.

use std::borrow::Cow;
use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::{DocumentGrammar, Error, Reading};

use crate::options::source::Source;
use crate::options::url_grammar::UrlGrammar;
use crate::output::text::plain;

/// The column of the place of a cited rule.
pub const SOURCE: &str = "cited_source";

/// The column of the text of a cited rule.
pub const RULE: &str = "cited_rule";

/// The member of a record that is the cited rule.
pub const CITED: &str = "cited";

/// The columns of a cited rule, each a name and the place in the record.
pub fn cited_columns() -> [(&'static str, String); 2] {
    [(SOURCE, format!("/{CITED}/source")), (RULE, format!("/{CITED}/rule"))]
}

/// Whether refusals cite rules.
#[derive(clap::Args, Clone, Copy)]
pub struct CiteArgs {
    /// With each refusal, cite the rule that was being read: its document, its section, and its text
    /// as printed or as corrected
    #[arg(long)]
    cite: bool,
}

impl CiteArgs {
    /// Citations in all refusals, for descriptions of the output.
    pub const ALWAYS: Self = Self { cite: true };

    pub fn is_set(self) -> bool {
        self.cite
    }

    /// The rule that was being read where a built-in grammar refuses a URL; `None` without --cite.
    pub fn rule(self, error: &Error) -> Option<CitedRule> {
        self.rule_of(error.grammar().into(), error.production())
    }

    /// The rule of a production of a document that was being read; `None` without --cite.
    pub fn rule_of(self, document: DocumentGrammar, production: &str) -> Option<CitedRule> {
        if self.cite { CitedRule::in_document(document, production) } else { None }
    }

    /// The rule of a production that was being read; `None` without --cite.
    pub fn rule_in(self, grammar: &UrlGrammar, production: &str) -> Option<CitedRule> {
        if self.cite { CitedRule::in_url_grammar(grammar, production) } else { None }
    }
}

/// A rule and where it is printed.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Citation")]
pub struct CitedRule {
    /// The document and the section; the file of a grammar of one's own.
    #[serde(rename = "source")]
    pub place: String,
    /// The rule, as it is printed, or as it is corrected where `source` says so. It may have several
    /// lines.
    pub rule: String,
}

impl CitedRule {
    /// The rule of a production in a grammar that is an argument; `None` if the grammar does not
    /// define it.
    pub fn in_source(source: &Source, production: &str) -> Option<Self> {
        match source.built_in {
            Some(built_in) => Self::in_document(built_in, production),
            None => Some(Self { place: source.name.clone(), rule: source.written(production)?.trim().to_owned() }),
        }
    }

    /// The rule of a production in a grammar that reads URLs.
    pub fn in_url_grammar(grammar: &UrlGrammar, production: &str) -> Option<Self> {
        match grammar {
            UrlGrammar::BuiltIn(grammar) => Self::in_document(DocumentGrammar::Grammar(*grammar), production),
            UrlGrammar::User(user) => Self::in_source(&user.source, production),
        }
    }

    /// The rule of a production of a document; a corrected one, by which URLs are read, is called so.
    fn in_document(document: DocumentGrammar, production: &str) -> Option<Self> {
        let rule = |reading| Some(document.bnf(reading).get(production)?.text.trim());
        let corrected = rule(Reading::Corrected)?;
        let note = if rule(Reading::Published) == Some(corrected) { "" } else { ", corrected" };
        let printed = document.source(production);
        let section = printed.defining_section.unwrap_or(printed.section);
        Some(Self { place: format!("{}, {section}{note}", printed.document), rule: corrected.to_owned() })
    }

    /// The size of the texts, in bytes.
    pub fn size(&self) -> usize {
        self.place.len() + self.rule.len()
    }

    /// Writes the rule for people: its lines, indented.
    pub fn write(&self, indentation: &str, mut out: impl Write) -> io::Result<()> {
        self.lines().iter().try_for_each(|line| writeln!(out, "{indentation}{line}"))
    }

    /// The rule on lines for people: the place and the first line of the rule, then its other
    /// lines.
    pub fn lines(&self) -> Vec<String> {
        let mut rule = self.rule.lines().map(|line| plain(line.trim_end()));
        let first = format!("{}: {}", plain(&self.place), rule.next().unwrap_or_default());
        std::iter::once(first).chain(rule.map(Cow::into_owned)).collect()
    }
}
