//! Grammars as arguments of commands: an id or a file, optionally with a production after a colon.

use std::borrow::Cow;
use std::fs;

use uri_lineage::language::{Language, Spans, UrlStandard};
use uri_lineage::proof::ProofError;
use uri_lineage::published::{Bnf, Notation, Reading};
use uri_lineage::{Component, Grammar};

use crate::failure::Failure;
use crate::options::names::suggest;
use crate::options::regex::{PATTERN, Pattern, RegexArgs, is_regex};

/// A grammar, built-in or from a file of the user, optionally with one of its productions.
pub struct Source {
    /// As the user wrote it, without the production.
    pub name: String,
    /// A grammar of a document; `None` for one of the URL Standard, and for a file.
    pub grammar: Option<Grammar>,
    /// A grammar of the URL Standard.
    standard: Option<UrlStandard>,
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

/// The notation of the user's grammar files.
#[derive(clap::Args)]
pub struct NotationArgs {
    /// The notation of grammar files [default: ABNF if the name ends in .abnf, otherwise detected]
    #[arg(long, value_enum, value_name = "NOTATION")]
    notation: Option<NotationArg>,
    #[command(flatten)]
    pub regex: RegexArgs,
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
        if is_regex(name) {
            return match production {
                None | Some(PATTERN) => Self::of_regex(name, notation),
                Some(other) => {
                    Err(Failure::Usage(format!("{name} has no production named `{other}`: it is `{PATTERN}`")))
                }
            };
        }
        let production = production.map(str::to_owned);
        let (grammar, standard, bnf) = match (UrlStandard::of(name), name.parse::<Grammar>()) {
            (Some(own), _) => (None, Some(own), Cow::Borrowed(own.bnf())),
            (None, Ok(grammar)) => (Some(grammar), None, Cow::Borrowed(grammar.bnf(reading.into()))),
            (None, Err(unknown)) if !name.contains(['.', '/', '\\']) => {
                let ids = Grammar::ALL.map(Grammar::id).into_iter().chain(UrlStandard::ALL.map(UrlStandard::id));
                return Err(Failure::Usage(suggest(&unknown, name, ids)));
            }
            (None, Err(_)) => (None, None, Cow::Owned(notation.file(name)?)),
        };
        if let Some(production) = &production
            && bnf.get(production).is_none()
        {
            return Err(no_production(name, &bnf, production));
        }
        Ok(Self { name: name.to_owned(), grammar, standard, bnf, production, reading: reading.into(), pattern: None })
    }

    /// Reads a regular expression, or a file that has one.
    pub fn of_regex(text: &str, notation: &NotationArgs) -> Result<Self, Failure> {
        let pattern = Pattern::read(text, &notation.regex)?;
        Ok(Self {
            name: pattern.name.clone(),
            grammar: None,
            standard: None,
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
        let spans = match (self.grammar, self.standard) {
            (Some(grammar), _) => grammar.spans_of(production, [component]),
            (None, Some(standard)) => standard.spans(Some(production), [component]),
            (None, None) => return None,
        };
        Some(spans.map(|[spans]| spans))
    }

    /// The entry productions of a built-in grammar; none for a file.
    pub fn entries(&self) -> &'static [&'static str] {
        let of_a_document = self.grammar.map(Grammar::entry_productions);
        of_a_document.or(self.standard.map(UrlStandard::entry_productions)).unwrap_or_default()
    }

    /// The selected production, or the main production of the grammar.
    pub fn main_production(&self) -> String {
        let of_a_file = || MAIN.into_iter().find(|name| self.bnf.get(name).is_some());
        let built_in = self.grammar.map(Grammar::main_production);
        let built_in = built_in.or(self.standard.map(UrlStandard::main_production));
        let whole = built_in.or_else(of_a_file);
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
