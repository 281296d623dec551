//! Grammars whose readings of strings are compared, and the strings that are selected.

use std::ops::Range;

use uri_lineage::language::{Derivation, Language, Spans};
use uri_lineage::published::Bnf;
use uri_lineage::{Component, Grammar};

use super::complete;
use super::names::component;
use super::places::{PlaceArgs, Places};
use super::source::{NotationArgs, ReadingArg, Source, divided};
use crate::failure::Failure;
use crate::output::Output;
use crate::output::text::{columns, plain};
use crate::parallel::each;

/// Grammars of the user's own.
#[derive(clap::Args)]
pub struct PestArgs {
    /// A pest grammar of your own, and its rule for a URL [default: the first]; it is the right
    /// side, or the last
    #[arg(long, value_name = "FILE[:RULE]")]
    pest: Vec<String>,
    /// A regular expression, or a file that has one, as a grammar; after those of --pest
    #[arg(long, value_name = "PATTERN|FILE")]
    regex: Vec<String>,
    #[command(flatten)]
    places: PlaceArgs,
}

/// The components that are compared.
#[derive(clap::Args)]
pub struct ComponentArgs {
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = component)]
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
    let all = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    if all { Ok(name.to_owned()) } else { Err(format!("`{}` is not a scheme", plain(name))) }
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
        let matching = self.matching.iter().map(|one| format!("--matching {}", one.text));
        schemes.into_iter().chain(within).chain(matching).collect()
    }

    /// The strings that the options select; `None` if they select all.
    pub fn language(&self) -> Result<Option<Language>, Failure> {
        let mut all: Vec<Language> = self.matching.iter().map(|one| one.language.clone()).collect();
        if !self.scheme.is_empty() {
            // A point is the only character of a scheme that means something in a regular
            // expression, beside the plus sign.
            let names: Vec<String> =
                self.scheme.iter().map(|name| name.replace('.', "\\.").replace('+', "\\+")).collect();
            let begins = Language::matching(&format!("^(?i-u:{}):", names.join("|")));
            all.push(begins.map_err(|error| Failure::Usage(error.to_string()))?);
        }
        for name in &self.within {
            let source = Source::read(name, ReadingArg::Corrected, &self.notation)?;
            all.push(source.language(&source.main_production())?);
        }
        let mut all = all.into_iter();
        let Some(first) = all.next() else { return Ok(None) };
        Ok(Some(all.try_fold(first, |selected, one| selected.intersection(&one))?))
    }
}

impl ComponentArgs {
    /// The components, each once and in order; all by default.
    pub fn list(&self) -> Vec<Component> {
        if self.component.is_empty() {
            return Component::ALL.to_vec();
        }
        let mut all = self.component.clone();
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl PestArgs {
    /// The names of all grammars, and how each is given.
    pub fn sources<'a>(&'a self, grammars: &'a [String]) -> Vec<(&'a str, Of)> {
        let named = grammars.iter().map(|name| (name.as_str(), Of::Name));
        let pest = self.pest.iter().map(|name| (name.as_str(), Of::Pest));
        named.chain(pest).chain(self.regex.iter().map(|name| (name.as_str(), Of::Regex))).collect()
    }

    /// Reads the grammars.
    pub fn read(
        &self,
        sources: Vec<(&str, Of)>,
        components: &[Component],
        notation: &NotationArgs,
    ) -> Result<Vec<Side>, Failure> {
        let places = self.places.read()?;
        let read = sources.into_iter().map(|(name, of)| match of {
            Of::Name => Source::read(name, ReadingArg::Corrected, notation),
            Of::Pest => {
                let (file, rule) = divided(name);
                Source::of_pest(file, rule)
            }
            Of::Regex => Source::of_regex(name, notation),
        });
        let read = read.collect::<Result<Vec<_>, _>>()?;
        for source in &read {
            read.iter().try_for_each(|other| source.comparable(other))?;
        }
        if !places.is_empty() && read.iter().all(|source| source.grammar.is_some()) {
            return Err(Failure::Usage("--place locates components in grammars of your own; see --help".to_owned()));
        }
        let sides = each("grammars", read, |source| Side::new(&source, components, &places));
        sides.into_iter().collect()
    }
}

/// How one side reads a component.
pub enum Read<'f> {
    /// A text and its span.
    Text(&'f str, Range<usize>),
    /// An empty text with a span.
    Empty(usize),
    /// The component is absent.
    None,
    /// The grammar has no such component.
    NoSuch,
}

impl<'f> Read<'f> {
    /// The text in the string at the span; `has` is whether the side has the component at all.
    pub fn of(string: &'f str, span: &Option<Range<usize>>, has: bool) -> Self {
        match span {
            Some(span) if span.is_empty() => Self::Empty(span.start),
            Some(span) => Self::Text(string.get(span.clone()).unwrap_or_default(), span.clone()),
            None if has => Self::None,
            None => Self::NoSuch,
        }
    }

    /// A line for people, below the string.
    pub fn marked(&self, string: &str, component: Component, output: &Output) -> String {
        let column = |offset: usize| columns(&string[..offset]);
        match self {
            // An empty component is marked at its offset.
            Self::Empty(at) => format!("{:1$}| empty", "", column(*at)),
            Self::Text(text, span) => {
                format!("{:at$}{}", "", output.bad("^".repeat(columns(text))), at = column(span.start))
            }
            Self::None => "none".to_owned(),
            Self::NoSuch => format!("it has no {component}"),
        }
    }
}

/// How a grammar is given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// By its name, or that of a file.
    Name,
    /// As a pest grammar, whatever its name.
    Pest,
    /// As a regular expression.
    Regex,
}

/// One of the grammars, by the name that the user wrote.
pub struct Side {
    pub name: String,
    pub spans: Vec<Spans>,
    productions: Productions,
}

/// How the productions that read a string are found.
enum Productions {
    /// By the parser of a built-in grammar.
    Parsed(Grammar),
    /// By a derivation.
    Derived(Box<Bnf>, String),
    /// The grammar has no productions that a person wrote.
    None,
}

impl Side {
    fn new(source: &Source, components: &[Component], places: &Places) -> Result<Self, Failure> {
        let name = source.title();
        let spans = match (source.grammar, &source.production) {
            // All components share work.
            (Some(grammar), None) if components == Component::ALL => {
                let spans = grammar.spans(Component::ALL).map(Vec::from);
                spans.map_err(|error| Failure::Usage(format!("{name}: {error}")))?
            }
            (_, production) => {
                let spans = |&component: &Component| source.spans(production.as_deref(), component, places);
                components.iter().map(spans).collect::<Result<_, _>>()?
            }
        };
        let productions = match (source.grammar, &source.production) {
            (Some(grammar), None) => Productions::Parsed(grammar),
            _ if source.has_productions() => {
                Productions::Derived(Box::new(source.bnf.clone().into_owned()), source.main_production())
            }
            _ => Productions::None,
        };
        Ok(Self { name, spans, productions })
    }

    /// The innermost production that reads the character at an offset and is not that character
    /// alone; of a grammar of the user in one derivation.
    pub fn production_at(&self, string: &str, offset: usize) -> Option<String> {
        let c = string.get(offset..)?.chars().next()?;
        let reads = |span: Range<usize>| span.contains(&offset) && span.len() > c.len_utf8();
        match &self.productions {
            Productions::Parsed(grammar) => {
                let parsed = grammar.parse(string).ok()?;
                let mut node = parsed.tree().root();
                while let Some(inner) = node.children().find(|child| reads(child.start()..child.end())) {
                    node = inner;
                }
                Some(node.name().to_owned())
            }
            Productions::Derived(bnf, production) => {
                let tree = Derivation::of(bnf, production, string)?;
                let mut node = &tree;
                while let Some(inner) = node.parts.iter().find(|part| reads(part.span.clone())) {
                    node = inner;
                }
                Some(node.production.clone())
            }
            Productions::None => None,
        }
    }
}
