//! Grammars as arguments of commands: an id or a file, optionally with a production after a colon.

use std::borrow::Cow;

use uri_lineage::language::{Language, Spans};
use uri_lineage::proof::ProofError;
use uri_lineage::published::{Bnf, Reading};
use uri_lineage::{Component, Grammar};

use crate::failure::Failure;
use crate::options::own::built_in;
pub use crate::options::own::{NotationArgs, divided, no_production, text_file};
use crate::options::regex::{PATTERN, Pattern, is_regex};

/// A grammar, built-in or from a file of the user, optionally with one of its productions.
pub struct Source {
    /// As the user wrote it, without the production.
    pub name: String,
    /// A built-in grammar; `None` for a file.
    pub grammar: Option<Grammar>,
    pub bnf: Cow<'static, Bnf>,
    pub production: Option<String>,
    reading: Reading,
    /// A regular expression; its only production is [`PATTERN`].
    pattern: Option<Pattern>,
}

/// The reading of built-in grammars that have two.
#[derive(clap::Args)]
pub struct ReadingArgs {
    /// The reading of the built-in grammars
    #[arg(long, value_enum, default_value_t = ReadingArg::Corrected)]
    pub reading: ReadingArg,
}

/// How the user's grammar arguments are read.
#[derive(clap::Args)]
pub struct SourceArgs {
    /// A regular expression, or a file that has one, as a grammar; it is the last
    #[arg(long, value_name = "PATTERN|FILE")]
    regex: Vec<String>,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    notation: NotationArgs,
}

impl SourceArgs {
    /// Reads `GRAMMAR[:PRODUCTION]`.
    pub fn read(&self, text: &str) -> Result<Source, Failure> {
        Source::read(text, self.reading.reading, &self.notation)
    }

    /// Reads grammars, and the regular expressions after them.
    pub fn all<const N: usize>(&self, texts: [Option<&str>; N]) -> Result<[Source; N], Failure> {
        let named = texts.into_iter().flatten().map(|text| self.read(text));
        let regexes = self.regex.iter().map(|text| Source::of_regex(text, &self.notation));
        let all = named.chain(regexes).collect::<Result<Vec<_>, _>>()?;
        let expected = if N == 1 { "one grammar, which" } else { "two grammars, which" };
        all.try_into().map_err(|_| Failure::Usage(format!("expected {expected} may be --regex PATTERN; see --help")))
    }
}

/// The reading of the library's grammars.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ReadingArg {
    /// Exactly as printed, including errors
    Published,
    /// With the corrections applied
    Corrected,
}

impl From<ReadingArg> for Reading {
    fn from(reading: ReadingArg) -> Self {
        match reading {
            ReadingArg::Published => Self::Published,
            ReadingArg::Corrected => Self::Corrected,
        }
    }
}

impl Source {
    /// Reads `GRAMMAR[:PRODUCTION]`.
    pub fn read(text: &str, reading: ReadingArg, notation: &NotationArgs) -> Result<Self, Failure> {
        let (name, production) = divided(text);
        if is_regex(name) {
            return match production {
                None | Some(PATTERN) => Self::of_regex(name, notation),
                Some(other) => {
                    Err(Failure::Usage(format!("{name} has no production named `{other}`: it is `{PATTERN}`")))
                }
            };
        }
        let production = production.map(str::to_owned);
        let mut bounded = None;
        let (grammar, bnf) = match built_in(name)? {
            Some(grammar) => (Some(grammar), Cow::Borrowed(grammar.bnf(reading.into()))),
            None => {
                let (bnf, how) = notation.bounded(name)?;
                bounded = how;
                (None, Cow::Owned(bnf))
            }
        };
        if let Some(production) = &production
            && bnf.get(production).is_none()
        {
            return Err(no_production(name, &bnf, production));
        }
        let name = format!("{name}{}", bounded.unwrap_or_default());
        Ok(Self { name, grammar, bnf, production, reading: reading.into(), pattern: None })
    }

    /// Reads a regular expression, or a file that has one.
    pub fn of_regex(text: &str, notation: &NotationArgs) -> Result<Self, Failure> {
        let pattern = Pattern::read(text, &notation.regex)?;
        Ok(Self {
            name: pattern.name.clone(),
            grammar: None,
            bnf: Cow::Owned(pattern.bnf()?),
            production: Some(PATTERN.to_owned()),
            reading: Reading::Corrected,
            pattern: Some(pattern),
        })
    }

    /// The name, with the name of a production after it.
    pub fn named(&self, production: &str) -> String {
        if self.is_regex() {
            return self.name.clone();
        }
        format!("{}:{production}", self.name)
    }

    /// Whether it is in the reading from which the parsers are generated.
    pub fn corrected(&self) -> bool {
        self.reading == Reading::Corrected
    }

    /// Whether it is a regular expression.
    pub fn is_regex(&self) -> bool {
        self.pattern.is_some()
    }

    /// The language of one of its productions.
    pub fn language(&self, production: &str) -> Result<Language, Failure> {
        if let Some(pattern) = self.pattern.as_ref().filter(|_| production == PATTERN) {
            return Ok(pattern.language.clone());
        }
        Language::of(&self.bnf, production)
            .map_err(|error| Failure::Usage(format!("{}: {error}", self.named(production))))
    }

    /// The spans of a component in the strings of a production; `None` for a file of productions.
    pub fn spans(&self, production: &str, component: Component) -> Option<Result<Spans, ProofError>> {
        if let Some(pattern) = &self.pattern {
            let spans = pattern.spans(component, None);
            return Some(spans.map_err(|_| ProofError::TooLarge(self.name.clone())));
        }
        Some(self.grammar?.spans_of(production, [component]).map(|[spans]| spans))
    }

    /// The entry productions of a built-in grammar; none for a file.
    pub fn entries(&self) -> &'static [&'static str] {
        self.grammar.map(Grammar::entry_productions).unwrap_or_default()
    }

    /// The selected production, or the main production of the grammar.
    pub fn main_production(&self) -> String {
        let of_a_file = || MAIN.into_iter().find(|name| self.bnf.get(name).is_some());
        let whole = self.grammar.map(Grammar::main_production).or_else(of_a_file);
        let first = || self.bnf.productions().first().map(|definition| definition.name.as_str());
        self.production.as_deref().or(whole).or_else(first).unwrap_or_default().to_owned()
    }
}

/// The main production of a file that defines one of these, the first first.
pub const MAIN: [&str; 3] = ["url", "URI-reference", "uri"];
