//! Grammars as arguments of commands: an id or a file, optionally with a production after a colon.
//! Every command with such an argument reads it as a [`Source`].

use std::borrow::Cow;

use uri_lineage::language::in_force_bnf;
use uri_lineage::regular_bnf::{Bnf, GrammarError, Language, Notation, Place, Prover, Spans, definitions};
use uri_lineage::{Component, DocumentGrammar, Grammar, Reading, SchemeDocument};

use crate::failure::Failure;
use crate::model::{Model, SUFFIX};
use crate::options::grammar_file::built_in;
pub use crate::options::grammar_file::{GrammarText, NotationArgs, no_production, split_production, text_file};
use crate::options::names::SCHEMES;
use crate::options::order::{GrammarOrder, WrittenAs};
use crate::options::places::Places;
use crate::options::regex::{PATTERN, Pattern, is_regex};

/// A grammar, built-in or from a file of the user, optionally with one of its productions.
pub struct Source {
    /// As the user wrote it, without the production.
    pub name: String,
    /// The document, if it is built in; `None` for a file.
    pub built_in: Option<DocumentGrammar>,
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
    Pest { text: String, prover: Box<Prover>, rule: String, language: Language },
    /// A model of a parser; its only production is [`ACCEPTED`].
    Model(Box<Model>, Language),
}

/// The production of a model: the strings that the parser accepts.
const ACCEPTED: &str = "accepted";

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
    /// A regular expression, or a file that has one, as a grammar
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

    /// Reads a grammar, or a regular expression.
    pub fn read_one(&self, text: Option<&str>) -> Result<Source, Failure> {
        let [source] = self.read_all([text], &GrammarOrder::default(), "one grammar")?;
        Ok(source)
    }

    /// Reads two grammars or regular expressions, in the order in which they are written.
    pub fn read_two(&self, texts: [Option<&str>; 2], order: &GrammarOrder) -> Result<[Source; 2], Failure> {
        self.read_all(texts, order, "two grammars")
    }

    fn read_all<const N: usize>(
        &self,
        texts: [Option<&str>; N],
        order: &GrammarOrder,
        expected: &str,
    ) -> Result<[Source; N], Failure> {
        let named = texts.into_iter().flatten().map(|text| (WrittenAs::Name, self.read(text)));
        let regexes = self.regex.iter().map(|text| (WrittenAs::Regex, Source::from_regex(text, &self.notation)));
        let sources = order.sorted(named.chain(regexes)).into_iter().collect::<Result<Vec<_>, _>>()?;
        sources.iter().try_for_each(|source| source.check_comparable(&sources[0]))?;
        sources
            .try_into()
            .map_err(|_| Failure::Usage(format!("expected {expected}, which may be --regex PATTERN; see --help")))
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
        let (name, production) = split_production(text);
        if is_regex(name) {
            return match production {
                None | Some(PATTERN) => Self::from_regex(name, notation),
                Some(production) => {
                    Err(Failure::Usage(format!("{name} has no production named `{production}`: it is `{PATTERN}`")))
                }
            };
        }
        if is_pest(name) {
            return Self::from_pest(name, production);
        }
        if is_model(name) {
            return match production {
                None | Some(ACCEPTED) => Self::from_model(name),
                Some(production) => {
                    Err(Failure::Usage(format!("{name} has no production named `{production}`: it is `{ACCEPTED}`")))
                }
            };
        }
        if name == SCHEMES {
            return Self::of_schemes(production);
        }
        let production = production.map(str::to_owned);
        let mut suffix = String::new();
        let (built_in, bnf) = match built_in(name)? {
            Some(built_in) => (Some(built_in), Cow::Borrowed(built_in.bnf(reading.into()))),
            None => {
                let bnf;
                (bnf, suffix) = notation.read_bounded(name)?;
                (None, Cow::Owned(bnf))
            }
        };
        if let Some(production) = &production
            && bnf.get(production).is_none()
        {
            return Err(no_production(name, &bnf, production));
        }
        let name = format!("{name}{suffix}");
        Ok(Self { name, built_in, bnf, production, reading: reading.into(), machine: None })
    }

    /// The URIs of all schemes, each by the document in force; or another of its productions.
    fn of_schemes(production: Option<&str>) -> Result<Self, Failure> {
        let bnf = in_force_bnf();
        match production {
            Some(production) if bnf.get(production).is_none() => Err(no_production(SCHEMES, bnf, production)),
            production => Ok(Self {
                name: SCHEMES.to_owned(),
                built_in: None,
                bnf: Cow::Borrowed(bnf),
                production: production.map(str::to_owned),
                reading: Reading::Corrected,
                machine: None,
            }),
        }
    }

    /// Reads a pest grammar: its main rule, or another.
    pub fn from_pest(name: &str, rule: Option<&str>) -> Result<Self, Failure> {
        let text = text_file(name)?;
        let prover = Prover::new(&text).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
        let main = prover.main_rule().ok_or_else(|| Failure::Usage(format!("{name}: the pest grammar has no rule")))?;
        let production = rule.map(str::to_owned);
        let rule = rule.unwrap_or(main).to_owned();
        let language = Language::from_pest(&text, &rule).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
        Ok(Self {
            name: name.to_owned(),
            built_in: None,
            bnf: Cow::Owned(language_bnf(&language, &rule)),
            production,
            reading: Reading::Corrected,
            machine: Some(Machine::Pest { text, prover: Box::new(prover), rule, language }),
        })
    }

    /// Reads a model of a parser.
    fn from_model(name: &str) -> Result<Self, Failure> {
        let model = Model::read(name, &text_file(name)?)?;
        let language = model.language().map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
        Ok(Self {
            name: name.to_owned(),
            built_in: None,
            bnf: Cow::Owned(language_bnf(&language, ACCEPTED)),
            production: Some(ACCEPTED.to_owned()),
            reading: Reading::Corrected,
            machine: Some(Machine::Model(Box::new(model), language)),
        })
    }

    /// The model, if it is one.
    pub fn model(&self) -> Option<&Model> {
        match &self.machine {
            Some(Machine::Model(model, _)) => Some(model),
            _ => None,
        }
    }

    /// Reads a regular expression, or a file that has one.
    pub fn from_regex(text: &str, notation: &NotationArgs) -> Result<Self, Failure> {
        let pattern = Pattern::read(text, &notation.regex)?;
        Ok(Self {
            name: pattern.name.clone(),
            built_in: None,
            bnf: Cow::Owned(pattern.bnf()?),
            production: Some(PATTERN.to_owned()),
            reading: Reading::Corrected,
            machine: Some(Machine::Regex(pattern)),
        })
    }

    /// The name, with the name of a production after it.
    pub fn title_of(&self, production: &str) -> String {
        if self.has_one_production() {
            return self.name.clone();
        }
        format!("{}:{production}", self.name)
    }

    /// The name, with the selected production.
    pub fn title(&self) -> String {
        match &self.production {
            Some(production) if !self.has_one_production() => self.title_of(production),
            _ => self.name.clone(),
        }
    }

    /// Whether it is in the reading from which the parsers are generated.
    pub fn is_corrected(&self) -> bool {
        self.reading == Reading::Corrected
    }

    /// Whether it is a regular expression or a model, so that its production needs no name.
    fn has_one_production(&self) -> bool {
        matches!(self.machine, Some(Machine::Regex(_) | Machine::Model(..)))
    }

    /// Whether its productions are those that a person wrote.
    pub fn has_productions(&self) -> bool {
        self.machine.is_none()
    }

    /// A production as a person wrote it: as the document prints it, as it is in a file, or the rule
    /// of a pest grammar. `None` if the document uses it but does not print it.
    pub fn written(&self, production: &str) -> Option<&str> {
        if let Some(Machine::Pest { prover, .. }) = &self.machine {
            return prover.rule_text(production);
        }
        self.published().get(production).map(|printed| printed.text.as_str())
    }

    /// The grammar as printed if it is built-in, otherwise unchanged.
    pub fn published(&self) -> &Bnf {
        self.built_in.map_or(&self.bnf, |built_in| built_in.bnf(Reading::Published))
    }

    /// In the published reading, takes the strings of the productions that a production uses and
    /// that the document does not define; returns their names.
    pub fn leave_out_undefined(&mut self, production: &str) -> Vec<String> {
        if self.is_corrected() {
            return Vec::new();
        }
        let undefined = self.bnf.undefined_in(production);
        if !undefined.is_empty() {
            self.bnf = Cow::Owned(self.bnf.without_strings(&undefined));
        }
        undefined
    }

    /// The language of one of its productions.
    pub fn language(&self, production: &str) -> Result<Language, Failure> {
        match &self.machine {
            Some(Machine::Regex(pattern)) if production == PATTERN => return Ok(pattern.language.clone()),
            Some(Machine::Pest { rule, language, .. }) if rule == production => return Ok(language.clone()),
            Some(Machine::Model(_, language)) if production == ACCEPTED => return Ok(language.clone()),
            _ => {}
        }
        self.language_of(&self.bnf, production)
    }

    /// The document of one scheme, if the main production is that of one.
    pub fn whole_document(&self) -> Option<SchemeDocument> {
        let Some(DocumentGrammar::Scheme(document)) = self.built_in else { return None };
        (self.main_production() == document.main_production()).then_some(document)
    }

    /// Whether the grammar is that of documents of one scheme, which say nothing of URLs of other
    /// schemes.
    pub fn is_of_few_schemes(&self) -> bool {
        let is_of_all = self.name == SCHEMES && self.production.is_none();
        is_of_all || self.whole_document().is_some_and(|document| !document.schemes().is_empty())
    }

    /// The grammar of all URLs, if it is built in.
    pub fn grammar(&self) -> Option<Grammar> {
        self.built_in?.grammar()
    }

    /// The built-in grammar, if the production is one of its entries.
    pub fn whole_grammar(&self, production: &str) -> Option<Grammar> {
        self.grammar().filter(|grammar| grammar.entry_productions().contains(&production))
    }

    /// The language of a production without the strings that the grammar accepts unexamined; `None`
    /// if there are no such strings.
    pub fn examined(&self, production: &str) -> Result<Option<Language>, Failure> {
        let bnf = self.grammar().and_then(Grammar::bnf_examined);
        bnf.map(|bnf| self.language_of(&bnf, production)).transpose()
    }

    fn language_of(&self, bnf: &Bnf, production: &str) -> Result<Language, Failure> {
        Language::new(bnf, production).map_err(|error| self.failure(production, &error))
    }

    /// The failure of a computation about a production.
    fn failure(&self, production: &str, error: &dyn std::fmt::Display) -> Failure {
        Failure::Usage(format!("{}: {error}", self.title_of(production)))
    }

    /// The spans of a component in the strings of a production; by default those of the main
    /// production, or of a whole built-in grammar. In a grammar of the user the component is at its
    /// place, by default where the production, rule or group of its name is.
    pub fn spans(&self, production: Option<&str>, component: Component, places: &Places) -> Result<Spans, Failure> {
        let main = production.map_or_else(|| self.main_production(), str::to_owned);
        if self.name == SCHEMES {
            let message = "each of its documents divides URLs in its own way; name one, such as rfc6068";
            return Err(self.failure(&main, &message));
        }
        let spans = match (self.built_in, &self.machine, production) {
            (Some(built_in), _, production) => built_in.spans(production, component),
            (None, Some(Machine::Regex(pattern)), _) => {
                return pattern.spans(component, places.get(component).last().copied());
            }
            (None, Some(Machine::Model(model, _)), _) => {
                return model.spans(component).map_err(|error| self.failure(&main, &error));
            }
            (None, ..) => self.located_spans(&main, &self.place_text(component, places)),
        };
        spans.map_err(|error| self.failure(&main, &error))
    }

    /// The spans at the places of a text, in a grammar of the user that is not a regular
    /// expression.
    fn located_spans(&self, production: &str, places: &str) -> Result<Spans, GrammarError> {
        let places = Place::list(places)?;
        match &self.machine {
            Some(Machine::Pest { text, .. }) => Spans::from_pest(text, &[production], [&places]).map(|[spans]| spans),
            _ => Spans::from_bnf(&self.bnf, production, &places),
        }
    }

    /// The places of a component in a grammar of the user, separated with spaces.
    fn place_text(&self, component: Component, places: &Places) -> String {
        let name = component.name();
        let is_defined = match &self.machine {
            Some(Machine::Pest { prover, .. }) => prover.rules().iter().any(|rule| rule == name),
            _ => self.bnf.get(name).is_some(),
        };
        let texts = places.get(component);
        if texts.is_empty() && is_defined { name.to_owned() } else { texts.join(" ") }
    }

    /// The spans of the components that strings of a production have, as far as they can be
    /// decided.
    pub fn components(&self, production: &str) -> Vec<(Component, Spans)> {
        let components = Component::ALL.into_iter().filter_map(|component| {
            let spans = self.spans(Some(production), component, &Places::default()).ok()?;
            spans.exists().then_some((component, spans))
        });
        components.collect()
    }

    /// Refuses to compare a grammar of bytes with one of other characters than US-ASCII: a
    /// character up to U+00FF would be a byte.
    pub fn check_comparable(&self, other: &Self) -> Result<(), Failure> {
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
            // A grammar without a language is refused where it is used.
            _ => Ok(()),
        }
    }

    /// The entry productions of a built-in grammar; empty for a file.
    pub fn entries(&self) -> &'static [&'static str] {
        self.built_in.map(DocumentGrammar::entry_productions).unwrap_or_default()
    }

    /// The selected production, or the main production of the grammar.
    pub fn main_production(&self) -> String {
        let selected = self.production.as_deref().or(self.built_in.map(DocumentGrammar::main_production));
        let main = selected.or_else(|| MAIN.into_iter().find_map(|name| Some(&*self.bnf.get(name)?.name)));
        let main = main.or_else(|| self.bnf.productions().first().map(|definition| definition.name.as_str()));
        main.unwrap_or_default().to_owned()
    }
}

/// Whether a file is a pest grammar, by its name.
pub fn is_pest(file: &str) -> bool {
    file.ends_with(".pest")
}

/// Whether a file is a model of a parser, by its name.
fn is_model(file: &str) -> bool {
    file.ends_with(SUFFIX)
}

/// The productions of a language that is not written as productions.
fn language_bnf(language: &Language, name: &str) -> Bnf {
    /// A person can read a grammar of one rule for an automaton with so many states.
    const FEW: usize = 100;
    let abnf = if language.states() <= FEW { language.to_abnf(name).ok() } else { None };
    let mut definitions = abnf.and_then(|abnf| definitions(&abnf, Notation::Abnf).ok()).unwrap_or_default();
    // All other names are made here.
    for definition in definitions.iter_mut().filter(|definition| definition.name != name) {
        definition.line = 0;
    }
    let bnf = Bnf::from_definitions(definitions, Notation::Abnf).ok();
    // The names of ABNF have no underscores.
    bnf.filter(|bnf| bnf.get(name).is_some()).unwrap_or_else(|| language.to_bnf(name))
}

/// The main production of a file has the first of these names that it defines.
const MAIN: [&str; 3] = ["url", "URI-reference", "uri"];
