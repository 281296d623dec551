//! Grammars whose readings of strings are compared, and the strings that are selected.

use std::net::Ipv4Addr;
use std::ops::Range;

use uri_lineage::classifier::Classifier;
use uri_lineage::regular_bnf::{Bnf, Derivation, Language, Spans};
use uri_lineage::whatwg::Url;
use uri_lineage::{Component, Error, Grammar};

use super::complete;
use super::names::find_by_name;
use super::order::{GrammarOrder, WrittenAs};
use super::places::{PlaceArgs, Places};
use super::regex::escaped;
use super::source::{NotationArgs, ReadingArg, Source, split_production};
use crate::browser;
use crate::failure::Failure;
use crate::model::Model;
use crate::output::Output;
use crate::output::text::{columns, plain};
use crate::parallel;

/// Grammars of the user's own.
#[derive(clap::Args)]
pub struct PestArgs {
    /// A pest grammar of your own, and its rule for a URL [default: the first but `WHITESPACE` and
    /// `COMMENT`]
    #[arg(long, value_name = "FILE[:RULE]")]
    pest: Vec<String>,
    /// A regular expression, or a file that has one, as a grammar
    #[arg(long, value_name = "PATTERN|FILE")]
    regex: Vec<String>,
    #[command(flatten)]
    places: PlaceArgs,
}

/// The components that are compared.
#[derive(clap::Args)]
pub struct ComponentArgs {
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = find_by_name::<Component>)]
    #[arg(help = format!("Which components to compare: {} [default: all]", Component::ALL.map(Component::name).join(", ")))]
    component: Vec<Component>,
}

/// Options that select strings: a string must satisfy all of them.
#[derive(clap::Args)]
pub struct SelectionArgs {
    /// Only strings that begin with one of these schemes, in any case, and a colon
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = scheme)]
    scheme: Vec<String>,
    /// Only members of this production, of a grammar or of a grammar file
    #[arg(long, value_name = "GRAMMAR:PRODUCTION")]
    #[arg(add = complete::sources())]
    within: Vec<String>,
    /// Only strings that this regular expression matches somewhere; `^` and `$` are the ends of the
    /// string
    #[arg(long, value_name = "REGEX", value_parser = matching)]
    matching: Vec<Matching>,
    #[command(flatten)]
    pub notation: NotationArgs,
}

/// A regular expression, and the strings that it matches.
#[derive(Clone)]
struct Matching {
    text: String,
    language: Language,
}

/// Reads a scheme: its characters are those that any of the documents allows.
fn scheme(name: &str) -> Result<String, String> {
    let is_scheme = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    if is_scheme { Ok(name.to_owned()) } else { Err(format!("`{}` is not a scheme", plain(name))) }
}

/// Reads a regular expression.
fn matching(regex: &str) -> Result<Matching, String> {
    let language = Language::matching(regex).map_err(|error| error.to_string())?;
    Ok(Matching { text: regex.to_owned(), language })
}

impl SelectionArgs {
    /// The options as they are written, each with its value.
    pub fn options(&self) -> Vec<String> {
        let schemes = (!self.scheme.is_empty()).then(|| format!("--scheme {}", self.scheme.join(",")));
        let within = self.within.iter().map(|name| format!("--within {name}"));
        let matching = self.matching.iter().map(|regex| format!("--matching {}", regex.text));
        schemes.into_iter().chain(within).chain(matching).collect()
    }

    /// The strings that the options select; `None` if they select all.
    pub fn language(&self) -> Result<Option<Language>, Failure> {
        let mut languages: Vec<Language> = self.matching.iter().map(|regex| regex.language.clone()).collect();
        if !self.scheme.is_empty() {
            let names: Vec<String> = self.scheme.iter().map(|name| escaped(name)).collect();
            languages.push(Language::matching(&format!("^(?i-u:{}):", names.join("|")))?);
        }
        for name in &self.within {
            let source = Source::read(name, ReadingArg::Corrected, &self.notation)?;
            languages.push(source.language(&source.main_production())?);
        }
        let mut languages = languages.into_iter();
        let Some(first) = languages.next() else { return Ok(None) };
        Ok(Some(languages.try_fold(first, |selected, language| selected.intersection(&language))?))
    }
}

impl ComponentArgs {
    /// Whether the user names no component.
    pub fn is_default(&self) -> bool {
        self.component.is_empty()
    }

    /// The components that are compared: by default those of which all models of parsers say something.
    pub fn comparable(&self, sources: &[Source]) -> Result<Vec<Component>, Failure> {
        let mut components = self.list();
        for source in sources {
            let Some(model) = source.model() else { continue };
            let learned = model.components().unwrap_or_default();
            model.check_learned(&source.name, &self.component)?;
            components.retain(|component| learned.contains(component));
        }
        if components.is_empty() {
            return Err(Failure::Usage("the models say nothing of the same component".to_owned()));
        }
        Ok(components)
    }

    /// The components, each once and in order; all by default.
    pub fn list(&self) -> Vec<Component> {
        if self.component.is_empty() {
            return Component::ALL.to_vec();
        }
        let mut components = self.component.clone();
        components.sort_unstable();
        components.dedup();
        components
    }
}

impl PestArgs {
    /// Reads two grammars or more in the order in which they are written.
    pub fn sources(
        &self,
        grammars: &[String],
        order: &GrammarOrder,
        notation: &NotationArgs,
    ) -> Result<Vec<Source>, Failure> {
        if grammars.len() + self.pest.len() + self.regex.len() < 2 {
            let expected =
                "expected two grammars or more, some of which may be --pest FILE or --regex PATTERN; see --help";
            return Err(Failure::Usage(expected.to_owned()));
        }
        let lists = [(grammars, WrittenAs::Name), (&self.pest, WrittenAs::Pest), (&self.regex, WrittenAs::Regex)];
        let names =
            lists.into_iter().flat_map(|(names, kind)| names.iter().map(move |name| (kind, (name.as_str(), kind))));
        let sources = order.sorted(names).into_iter().map(|(name, kind)| match kind {
            WrittenAs::Name => Source::read(name, ReadingArg::Corrected, notation),
            WrittenAs::Pest => {
                let (file, rule) = split_production(name);
                Source::from_pest(file, rule)
            }
            WrittenAs::Regex => Source::from_regex(name, notation),
        });
        let sources = sources.collect::<Result<Vec<_>, _>>()?;
        for source in &sources {
            sources.iter().try_for_each(|other| source.check_comparable(other))?;
        }
        Ok(sources)
    }

    /// Finds the components of grammars, and selects strings: those of the options, and those of which
    /// models of parsers say something.
    pub fn sides(
        &self,
        sources: &[Source],
        components: &[Component],
        selection: &SelectionArgs,
    ) -> Result<Vec<Side>, Failure> {
        let places = self.places.read()?;
        if !places.is_empty() && sources.iter().all(|source| source.built_in.is_some()) {
            return Err(Failure::Usage("--place locates components in grammars of your own; see --help".to_owned()));
        }
        let known = sources.iter().filter_map(Source::model).map(|model| model.known(components));
        let selected = selection.language()?.map(Ok).into_iter().chain(known);
        let selected = selected.reduce(|selected, known| Ok(selected?.intersection(&known?)?)).transpose()?;
        let sources = sources.iter().collect();
        let sides = parallel::map("grammars", sources, |source| Side::new(source, components, &places));
        let mut sides = sides.into_iter().collect::<Result<Vec<_>, _>>()?;
        // A string that all accept is selected if the first side accepts only selected strings.
        if let (Some(selected), Some(Side { name, spans, .. })) = (selected, sides.first_mut()) {
            for spans in spans {
                *spans = spans.within(&selected).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
            }
        }
        Ok(sides)
    }
}

/// How one side reads a component.
pub enum ComponentReading<'f> {
    /// A text and its span.
    Text(&'f str, Range<usize>),
    /// An empty text with a span.
    Empty(usize),
    /// The component is absent.
    Absent,
    /// The grammar has no such component.
    NoSuch,
}

impl<'f> ComponentReading<'f> {
    /// The text in the string at the span; `has` is whether the side has the component at all.
    pub fn new(string: &'f str, span: &Option<Range<usize>>, has: bool) -> Self {
        match span {
            Some(span) if span.is_empty() => Self::Empty(span.start),
            Some(span) => Self::Text(string.get(span.clone()).unwrap_or_default(), span.clone()),
            None if has => Self::Absent,
            None => Self::NoSuch,
        }
    }

    /// A line for people, below the string.
    pub fn marked(&self, string: &str, component: Component, output: &Output) -> String {
        match self {
            // An empty component is marked at its offset.
            Self::Empty(offset) => format!("{:1$}| empty", "", columns(&string[..*offset])),
            Self::Text(text, span) => {
                let marks = "^".repeat(columns(text));
                format!("{:1$}{2}", "", columns(&string[..span.start]), output.bad(marks))
            }
            Self::Absent => "none".to_owned(),
            Self::NoSuch => format!("it has no {component}"),
        }
    }
}

/// One of the grammars, by the name that the user wrote.
pub struct Side {
    pub name: String,
    pub spans: Vec<Spans>,
    productions: Productions,
    /// The built-in grammar, if its whole inputs are compared.
    grammar: Option<Grammar>,
    /// The model of a parser, if it is one.
    model: Option<Model>,
}

/// How the productions that read a string are found.
enum Productions {
    /// By the parser of a built-in grammar.
    Parsed(Grammar),
    /// By a derivation.
    Derived(Box<Bnf>, String),
    /// The grammar has no productions that a person wrote.
    Unwritten,
}

impl Side {
    fn new(source: &Source, components: &[Component], places: &Places) -> Result<Self, Failure> {
        let name = source.title();
        let spans = match (source.grammar(), &source.production) {
            // All components share work.
            (Some(grammar), None) if components == Component::ALL => {
                let spans = grammar.spans(Component::ALL).map(Vec::from);
                spans.map_err(|error| Failure::Usage(format!("{name}: {error}")))?
            }
            (_, production) => {
                let spans = components.iter().map(|&component| source.spans(production.as_deref(), component, places));
                spans.collect::<Result<_, _>>()?
            }
        };
        let productions = match (source.grammar(), &source.production) {
            (Some(grammar), None) => Productions::Parsed(grammar),
            _ if source.has_productions() => {
                Productions::Derived(Box::new(source.bnf.clone().into_owned()), source.main_production())
            }
            _ => Productions::Unwritten,
        };
        let grammar = match source.production.as_deref() {
            Some(production) => source.whole_grammar(production),
            None => source.grammar(),
        };
        Ok(Self { name, spans, productions, grammar, model: source.model().cloned() })
    }

    /// Asks the parser of a model about strings, and mends the model and its file if it is wrong.
    /// Returns whether it was.
    pub fn is_mended(&mut self, strings: &[String]) -> Result<bool, Failure> {
        self.model.as_mut().map_or(Ok(false), |model| model.is_mended(&self.name, strings))
    }

    /// Whether it is a model of a parser, which is no proof.
    pub fn is_model(&self) -> bool {
        self.model.is_some()
    }

    /// The built-in grammar, if its whole inputs are compared.
    pub fn grammar(&self) -> Option<Grammar> {
        self.grammar
    }

    /// Whether it is the parser of the URL Standard.
    pub fn is_standard(&self) -> bool {
        self.grammar == Some(browser::GRAMMAR)
    }

    /// The IPv4 address that it reads in the host of a string, if the host is written in another way.
    pub fn address(&self, string: &str) -> Option<Ipv4Addr> {
        let record = if self.is_standard() { Url::parse(string).ok() } else { None };
        browser::disguised_address(&record?, string)
    }

    /// Whether it is a grammar that leaves it to Unicode's IDNA processing what a domain is.
    pub fn has_unexamined(&self) -> bool {
        self.grammar.is_some_and(|grammar| grammar.unexamined().is_some())
    }

    /// Why the URL Standard refuses a string that the productions of this grammar of it accept: its
    /// host is no domain by Unicode's IDNA processing.
    pub fn domain_error(&self, string: &str) -> Option<Error> {
        let grammar = self.grammar?;
        let examined = Classifier::get().classify(string).examined(&[grammar]);
        if examined.verdicts().has_no_domain(grammar) { examined.refusal(grammar) } else { None }
    }

    /// The innermost production that reads the character at an offset and is not that character
    /// alone; of a grammar of the user in one derivation.
    pub fn production_at(&self, string: &str, offset: usize) -> Option<String> {
        let c = string.get(offset..)?.chars().next()?;
        match &self.productions {
            Productions::Parsed(grammar) => {
                let parsed = grammar.parse(string).ok()?;
                let mut node = parsed.tree().root();
                while let Some(inner) =
                    node.children().find(|child| is_larger_span(&(child.start()..child.end()), offset, c))
                {
                    node = inner;
                }
                Some(node.name().to_owned())
            }
            Productions::Derived(bnf, production) => {
                let tree = Derivation::find(bnf, production, string)?;
                let mut node = &tree;
                while let Some(inner) = node.parts.iter().find(|part| is_larger_span(&part.span, offset, c)) {
                    node = inner;
                }
                Some(node.production.clone())
            }
            Productions::Unwritten => None,
        }
    }
}

/// Whether a span contains the character `c` at an offset, and other characters.
fn is_larger_span(span: &Range<usize>, offset: usize, c: char) -> bool {
    span.contains(&offset) && span.len() > c.len_utf8()
}
