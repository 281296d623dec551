//! Grammars as arguments of commands: an id or a file, optionally with a production after a colon.

use std::borrow::Cow;
use std::fs;

use uri_lineage::language::{Language, Spans};
use uri_lineage::proof::ProofError;
use uri_lineage::published::{Bnf, Notation, Reading};
use uri_lineage::{Component, Grammar};

use crate::failure::Failure;
use crate::options::names::suggest;

/// A grammar, built-in or from a file of the user, optionally with one of its productions.
pub struct Source {
    /// As the user wrote it, without the production.
    pub name: String,
    /// A built-in grammar; `None` for a file.
    pub grammar: Option<Grammar>,
    pub bnf: Cow<'static, Bnf>,
    pub production: Option<String>,
    reading: Reading,
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
}

/// The notation of the user's grammar files.
#[derive(clap::Args)]
pub struct NotationArgs {
    /// The notation of grammar files [default: ABNF if the name ends in .abnf, otherwise detected]
    #[arg(long, value_enum, value_name = "NOTATION")]
    notation: Option<NotationArg>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum NotationArg {
    /// The notation of drafts 02 and 03 and of RFC 1630
    BernersLee,
    /// The notation of RFC 822, as RFC 1738 uses it
    Rfc822,
    /// ABNF, the notation of RFC 5234
    Abnf,
}

impl NotationArgs {
    /// The notation of a file with this text.
    pub fn of(&self, name: &str, text: &str) -> Notation {
        match self.notation {
            Some(NotationArg::BernersLee) => Notation::BernersLee,
            Some(NotationArg::Rfc822) => Notation::Rfc822,
            Some(NotationArg::Abnf) => Notation::Abnf,
            None if name.ends_with(".abnf") => Notation::Abnf,
            None => Notation::of(text),
        }
    }

    /// Reads the grammar in a file.
    pub fn file(&self, name: &str) -> Result<Bnf, Failure> {
        let text = text_file(name)?;
        Bnf::read_as(&text, self.of(name, &text)).map_err(|error| Failure::Usage(format!("{name}: {error}")))
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
        let production = production.map(str::to_owned);
        let (grammar, bnf) = match name.parse::<Grammar>() {
            Ok(grammar) => (Some(grammar), Cow::Borrowed(grammar.bnf(reading.into()))),
            Err(unknown) if !name.contains(['.', '/', '\\']) => {
                return Err(Failure::Usage(suggest(&unknown, name, Grammar::ALL.map(Grammar::id))));
            }
            Err(_) => (None, Cow::Owned(notation.file(name)?)),
        };
        if let Some(production) = &production
            && bnf.get(production).is_none()
        {
            return Err(no_production(name, &bnf, production));
        }
        Ok(Self { name: name.to_owned(), grammar, bnf, production, reading: reading.into() })
    }

    /// The name, with the name of a production after it.
    pub fn named(&self, production: &str) -> String {
        format!("{}:{production}", self.name)
    }

    /// Whether it is in the reading from which the parsers are generated.
    pub fn corrected(&self) -> bool {
        self.reading == Reading::Corrected
    }

    /// The language of one of its productions.
    pub fn language(&self, production: &str) -> Result<Language, Failure> {
        Language::of(&self.bnf, production)
            .map_err(|error| Failure::Usage(format!("{}: {error}", self.named(production))))
    }

    /// The spans of a component in the strings of a production; `None` for a file.
    pub fn spans(&self, production: &str, component: Component) -> Option<Result<Spans, ProofError>> {
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

/// Divides `NAME[:PRODUCTION]`. The name of an existing file may also contain a colon.
pub fn divided(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(':') {
        Some((name, production)) if !fs::exists(text).unwrap_or_default() => (name, Some(production)),
        _ => (text, None),
    }
}

/// The message for an undefined production, with a similar name as a suggestion.
pub fn no_production(grammar: &str, bnf: &Bnf, production: &str) -> Failure {
    let names = bnf.productions().iter().map(|definition| definition.name.as_str());
    Failure::Usage(suggest(&format_args!("{grammar} has no production named `{production}`"), production, names))
}

/// Reads a file, which must be text.
pub fn text_file(name: &str) -> Result<String, Failure> {
    fs::read_to_string(name).map_err(|error| Failure::Input { name: name.to_owned(), error })
}
