//! Grammars as arguments of commands: an id or a file, optionally with a production after a colon.
//! Every command with such an argument reads it as a [`Source`].

use std::borrow::Cow;

use uri_lineage::language::{Language, Place, Spans};
use uri_lineage::proof::{ProofError, Prover};
use uri_lineage::published::{Bnf, Notation, Reading};
use uri_lineage::{Component, Grammar};

use crate::failure::Failure;
use crate::options::own::built_in;
pub use crate::options::own::{NotationArgs, divided, no_production, text_file};
use crate::options::places::Places;
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
    /// The program, if the grammar is not written as productions.
    machine: Option<Machine>,
}

/// A grammar that is a program: it has one production, whose language is decided.
enum Machine {
    /// A regular expression; its only production is [`PATTERN`].
    Regex(Pattern),
    /// A rule of a pest grammar.
    Pest { text: String, rules: Vec<String>, rule: String, language: Language },
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
    /// A regular expression, or a file that has one, as the last grammar
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
        all.iter().try_for_each(|source| source.comparable(&all[0]))?;
        let expected = if N == 1 { "one grammar, which" } else { "two grammars, which" };
        all.try_into().map_err(|_| Failure::Usage(format!("expected {expected} may be --regex PATTERN; see --help")))
    }
}

/// The reading of the library's grammars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
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
        if is_pest(name) {
            return Self::of_pest(name, production);
        }
        let production = production.map(str::to_owned);
        let mut suffix = String::new();
        let (grammar, bnf) = match built_in(name)? {
            Some(grammar) => (Some(grammar), Cow::Borrowed(grammar.bnf(reading.into()))),
            None => {
                let (bnf, how) = notation.bounded(name)?;
                suffix = how;
                (None, Cow::Owned(bnf))
            }
        };
        if let Some(production) = &production
            && bnf.get(production).is_none()
        {
            return Err(no_production(name, &bnf, production));
        }
        let name = format!("{name}{suffix}");
        Ok(Self { name, grammar, bnf, production, reading: reading.into(), machine: None })
    }

    /// Reads a pest grammar: the first rule, or another.
    pub fn of_pest(name: &str, rule: Option<&str>) -> Result<Self, Failure> {
        let text = text_file(name)?;
        let usage = |error: &dyn std::fmt::Display| Failure::Usage(format!("{name}: {error}"));
        let prover = Prover::new(&text).map_err(|error| usage(&error))?;
        let rules = prover.rules();
        let first = rules.first().ok_or_else(|| usage(&"the pest grammar has no rule"))?;
        let production = rule.map(str::to_owned);
        let rule = rule.unwrap_or(first).to_owned();
        let language = Language::of_pest(&text, &rule).map_err(|error| usage(&error))?;
        Ok(Self {
            name: name.to_owned(),
            grammar: None,
            bnf: Cow::Owned(productions(&language, &rule)),
            production,
            reading: Reading::Corrected,
            machine: Some(Machine::Pest { text, rules: rules.to_vec(), rule, language }),
        })
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
            machine: Some(Machine::Regex(pattern)),
        })
    }

    /// The name, with the name of a production after it.
    pub fn named(&self, production: &str) -> String {
        if self.is_regex() {
            return self.name.clone();
        }
        format!("{}:{production}", self.name)
    }

    /// The name, with the selected production.
    pub fn title(&self) -> String {
        match &self.production {
            Some(production) if !self.is_regex() => self.named(production),
            _ => self.name.clone(),
        }
    }

    /// Whether it is in the reading from which the parsers are generated.
    pub fn corrected(&self) -> bool {
        self.reading == Reading::Corrected
    }

    /// Whether it is a regular expression.
    pub fn is_regex(&self) -> bool {
        matches!(self.machine, Some(Machine::Regex(_)))
    }

    /// Whether its productions are those that a person wrote.
    pub fn has_productions(&self) -> bool {
        self.machine.is_none()
    }

    /// The language of one of its productions.
    pub fn language(&self, production: &str) -> Result<Language, Failure> {
        match &self.machine {
            Some(Machine::Regex(pattern)) if production == PATTERN => return Ok(pattern.language.clone()),
            Some(Machine::Pest { rule, language, .. }) if rule == production => return Ok(language.clone()),
            _ => {}
        }
        self.language_of(&self.bnf, production)
    }

    /// The language of a production without what the grammar accepts unexamined; `None` if it
    /// accepts nothing unexamined.
    pub fn examined(&self, production: &str) -> Result<Option<Language>, Failure> {
        let bnf = self.grammar.and_then(Grammar::bnf_examined);
        bnf.map(|bnf| self.language_of(&bnf, production)).transpose()
    }

    fn language_of(&self, bnf: &Bnf, production: &str) -> Result<Language, Failure> {
        Language::new(bnf, production).map_err(|error| Failure::Usage(format!("{}: {error}", self.named(production))))
    }

    /// The spans of a component in the strings of a production; by default those of the main
    /// production, or of a whole built-in grammar. In a grammar of the user the component is at its
    /// place, by default where the production, rule or group of its name is.
    pub fn spans(&self, production: Option<&str>, component: Component, places: &Places) -> Result<Spans, Failure> {
        let whole = production.is_none();
        let production = production.map_or_else(|| self.main_production(), str::to_owned);
        let failed = |error: ProofError| Failure::Usage(format!("{}: {error}", self.named(&production)));
        if let Some(grammar) = self.grammar {
            let spans = if whole { grammar.spans([component]) } else { grammar.spans_of(&production, [component]) };
            return spans.map(|[spans]| spans).map_err(failed);
        }
        let has = |name: &str| match &self.machine {
            Some(Machine::Pest { rules, .. }) => rules.iter().any(|rule| rule == name),
            _ => self.bnf.get(name).is_some(),
        };
        let said = match places.of(component) {
            said if said.is_empty() && has(component.name()) => component.name().to_owned(),
            said => said.join(" "),
        };
        let list = || Place::list(&said).map_err(ProofError::from);
        match &self.machine {
            Some(Machine::Regex(pattern)) => pattern.spans(component, places.of(component).last().copied()),
            Some(Machine::Pest { text, .. }) => {
                let spans = list().and_then(|places| Spans::of_pest(text, &[&production], [&places]));
                spans.map(|[spans]| spans).map_err(failed)
            }
            None => list().and_then(|places| Spans::of_bnf(&self.bnf, &production, &places)).map_err(failed),
        }
    }

    /// The spans of the components that strings of a production have, as far as they can be
    /// decided.
    pub fn components(&self, production: &str) -> Vec<(Component, Spans)> {
        let spans = |component: Component| {
            let spans = self.spans(Some(production), component, &Places::default()).ok()?;
            spans.exists().then_some((component, spans))
        };
        Component::ALL.into_iter().filter_map(spans).collect()
    }

    /// Refuses to compare a grammar of bytes with one of other characters than US-ASCII: a
    /// character up to U+00FF would be a byte.
    pub fn comparable(&self, other: &Self) -> Result<(), Failure> {
        let (bytes, characters) = match (self.bnf.is_of_bytes(), other.bnf.is_of_bytes()) {
            (true, false) => (self, other),
            (false, true) => (other, self),
            _ => return Ok(()),
        };
        match characters.language(&characters.main_production()) {
            Ok(language) if !language.is_of_ascii() => Err(Failure::Usage(format!(
                "{} is a grammar of bytes, and {} has characters beyond US-ASCII: their strings cannot be compared",
                bytes.name, characters.name
            ))),
            // What has no language is refused where it is used.
            _ => Ok(()),
        }
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

/// Whether a file is a pest grammar, by its name.
pub fn is_pest(file: &str) -> bool {
    file.ends_with(".pest")
}

/// The productions of a language that is not written as productions.
fn productions(language: &Language, name: &str) -> Bnf {
    /// So many states have a grammar of one rule that a person can read.
    const FEW: usize = 100;
    let short = || Bnf::read_as(&language.to_abnf(name).ok()?, Notation::Abnf).ok();
    let short = if language.states() <= FEW { short() } else { None };
    // The names of ABNF have no underscores.
    short.filter(|bnf| bnf.get(name).is_some()).unwrap_or_else(|| language.to_bnf(name))
}

/// The main production of a file that defines one of these, the first first.
pub const MAIN: [&str; 3] = ["url", "URI-reference", "uri"];
