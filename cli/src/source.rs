//! What commands take as a grammar: an id or a file, and perhaps a production after a colon.

use std::borrow::Cow;
use std::fs;

use uri_lineage::Grammar;
use uri_lineage::language::Language;
use uri_lineage::published::{Bnf, Notation, Reading};

use crate::failure::Failure;
use crate::options::{self, meant};

/// A grammar, ours or the user's own, and perhaps one production of it.
pub struct Source {
    /// As the user wrote it, without the production.
    pub name: String,
    /// One of the library's, or a file.
    pub grammar: Option<Grammar>,
    pub bnf: Cow<'static, Bnf>,
    pub production: Option<String>,
}

/// The reading of our own grammars, where there are two.
#[derive(clap::Args)]
pub struct ReadingArgs {
    /// Which reading of our own grammars is meant
    #[arg(long, value_enum, default_value_t = ReadingArg::Corrected)]
    pub reading: ReadingArg,
}

/// How the grammars that a user names are read.
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

/// The notation of grammars of a user's own.
#[derive(clap::Args)]
pub struct NotationArgs {
    /// The notation of files [default: ABNF for a file that ends in .abnf, else recognised]
    #[arg(long, value_enum, value_name = "NOTATION")]
    notation: Option<NotationArg>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum NotationArg {
    /// That of the drafts 02 and 03 and of RFC 1630
    BernersLee,
    /// That of RFC 822, as RFC 1738 uses it
    Rfc822,
    /// That of RFC 5234
    Abnf,
}

impl NotationArgs {
    /// Reads the grammar of a file.
    pub fn file(&self, name: &str) -> Result<Bnf, Failure> {
        let text = text_file(name)?;
        let notation = match self.notation {
            Some(NotationArg::BernersLee) => Notation::BernersLee,
            Some(NotationArg::Rfc822) => Notation::Rfc822,
            Some(NotationArg::Abnf) => Notation::Abnf,
            None if name.ends_with(".abnf") => Notation::Abnf,
            None => Notation::of(&text),
        };
        Bnf::read_as(&text, notation).map_err(|error| Failure::Usage(format!("{name}: {error}")))
    }
}

/// Which reading of the library's grammars is meant.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ReadingArg {
    /// Exactly as printed, slips included
    Published,
    /// With the corrections laid over
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
        let (grammar, bnf) = match options::grammar(name) {
            Ok(grammar) => (Some(grammar), Cow::Borrowed(grammar.bnf(reading.into()))),
            Err(unknown) if !name.contains(['.', '/', '\\']) => return Err(Failure::Usage(unknown)),
            Err(_) => (None, Cow::Owned(notation.file(name)?)),
        };
        if let Some(production) = &production
            && bnf.get(production).is_none()
        {
            return Err(no_production(name, &bnf, production));
        }
        Ok(Self { name: name.to_owned(), grammar, bnf, production })
    }

    /// The name with that of a production after it.
    pub fn named(&self, production: &str) -> String {
        format!("{}:{production}", self.name)
    }

    /// The language of one of its productions.
    pub fn language(&self, production: &str) -> Result<Language, Failure> {
        Language::of(&self.bnf, production)
            .map_err(|error| Failure::Usage(format!("{}: {error}", self.named(production))))
    }

    /// The production asked for, or the one that stands for the whole grammar.
    pub fn main_production(&self) -> String {
        let of_a_file = || ["url", "URI-reference", "uri"].into_iter().find(|name| self.bnf.get(name).is_some());
        let whole = self.grammar.map(Grammar::main_production).or_else(of_a_file);
        let first = || self.bnf.productions().first().map(|definition| definition.name.as_str());
        self.production.as_deref().or(whole).or_else(first).unwrap_or_default().to_owned()
    }
}

/// Divides `NAME[:PRODUCTION]`. A colon may also stand in the name of a file that there is.
pub fn divided(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(':') {
        Some((name, production)) if !fs::exists(text).unwrap_or_default() => (name, Some(production)),
        _ => (text, None),
    }
}

/// What is said of a production that a grammar has not, and which one may have been meant.
pub fn no_production(grammar: &str, bnf: &Bnf, production: &str) -> Failure {
    let names = bnf.productions().iter().map(|definition| definition.name.as_str());
    Failure::Usage(meant(&format_args!("{grammar} has no production named `{production}`"), production, names))
}

/// Reads a file that must be text.
pub fn text_file(name: &str) -> Result<String, Failure> {
    fs::read_to_string(name).map_err(|error| Failure::Input { name: name.to_owned(), error })
}
