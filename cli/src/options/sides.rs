//! Grammars whose readings of strings are compared, and the strings that are selected.

use std::ops::Range;

use uri_lineage::language::{Language, Place, Spans};
use uri_lineage::{Component, Grammar, UnknownComponent};

use super::complete;
use super::names::suggest;
use super::regex::{Pattern, is_regex};
use super::source::{NotationArgs, ReadingArg, Source, divided, text_file};
use crate::failure::Failure;
use crate::output::Output;
use crate::output::text::{columns, plain};
use crate::parallel::each;

/// Grammars of the user's own.
#[derive(clap::Args)]
pub struct PestArgs {
    /// A pest grammar of your own, and its rule for a URL [default: the first]; it is the right side, or the last
    #[arg(long, value_name = "FILE[:RULE]")]
    pest: Vec<String>,
    /// A regular expression, or a file that has one, as a grammar; after those of --pest
    #[arg(long, value_name = "PATTERN|FILE")]
    regex: Vec<String>,
    /// Where a component is in a grammar of your own [default: the match of the rule, or of the group, of that name]
    ///
    /// `host=hostname`: the match of the rule; `host=hostport>host`: where the rule `hostport` uses it; `scheme='http'`: the
    /// beginning of a literal; `user=login>user..<'@'`: from one place up to another. Separate several with blanks. In a regular expression
    /// `host=3` is the text of group 3, and `host=name` that of a group with a name.
    #[arg(long, value_name = "COMPONENT=PLACE")]
    place: Vec<String>,
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
    /// Only strings that this regular expression matches somewhere; `^` and `$` are the ends of the string
    #[arg(long, value_name = "REGEX", value_parser = matching)]
    matching: Vec<Language>,
    #[command(flatten)]
    pub notation: NotationArgs,
}

/// Reads a component's name.
pub fn component(name: &str) -> Result<Component, String> {
    name.parse().map_err(|error: UnknownComponent| suggest(&error, name, Component::ALL.map(Component::name)))
}

/// Reads a scheme: its characters are those that any of the documents allows.
fn scheme(name: &str) -> Result<String, String> {
    let all = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    if all { Ok(name.to_owned()) } else { Err(format!("`{}` is not a scheme", plain(name))) }
}

/// Reads a regular expression.
fn matching(regex: &str) -> Result<Language, String> {
    Language::matching(regex).map_err(|error| error.to_string())
}

impl SelectionArgs {
    /// The strings that the options select; `None` if they select all.
    pub fn language(&self) -> Result<Option<Language>, Failure> {
        let mut all = self.matching.clone();
        if !self.scheme.is_empty() {
            // A point is the only character of a scheme that means something in a regular expression, beside the plus sign.
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
    /// The name of each grammar, and its source.
    pub fn sources<'a>(&'a self, grammars: &'a [String]) -> Vec<(&'a str, Of)> {
        let named = grammars.iter().map(|name| (name.as_str(), if is_regex(name) { Of::Regex } else { Of::Grammar }));
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
        let places = places(&self.place)?;
        if !places.is_empty() && sources.iter().all(|(_, of)| *of == Of::Grammar) {
            return Err(Failure::Usage("--place locates components for --pest or --regex; see --help".to_owned()));
        }
        let read = each("grammars", sources, |(name, of)| match of {
            Of::Grammar => Ok(Side { name: name.to_owned(), spans: of_grammar(name, components)? }),
            Of::Pest => Ok(Side { name: name.to_owned(), spans: of_file(name, components, &places)? }),
            Of::Regex => {
                let pattern = Pattern::read(name, &notation.regex)?;
                let spans = components.iter().map(|&component| {
                    // The last place that a component has.
                    let place = places.iter().rev().find(|(of, _)| *of == component).map(|(_, place)| *place);
                    pattern.spans(component, place)
                });
                let spans = spans.collect::<Result<_, _>>()?;
                Ok(Side { name: pattern.name, spans })
            }
        });
        read.into_iter().collect()
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

/// The notation of a grammar.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// A built-in grammar.
    Grammar,
    /// A pest grammar of the user.
    Pest,
    /// A regular expression of the user.
    Regex,
}

/// One of the grammars, by the name that the user wrote.
pub struct Side {
    pub name: String,
    pub spans: Vec<Spans>,
}

/// `GRAMMAR[:PRODUCTION]`.
fn of_grammar(name: &str, components: &[Component]) -> Result<Vec<Spans>, Failure> {
    let (id, production) = name.split_once(':').map_or((name, None), |(id, production)| (id, Some(production)));
    let usage = |error: &dyn std::fmt::Display| Failure::Usage(format!("{name}: {error}"));
    let grammar: Grammar = super::grammar(id).map_err(Failure::Usage)?;
    if let Some(production) = production {
        let bnf = grammar.bnf(Default::default());
        if bnf.get(production).is_none() {
            return Err(super::source::no_production(id, bnf, production));
        }
        let each = |&component: &Component| grammar.spans_of(production, [component]).map(|[spans]| spans);
        return components.iter().map(each).collect::<Result<_, _>>().map_err(|error| usage(&error));
    }
    // All components share work.
    match components == Component::ALL {
        true => grammar.spans(Component::ALL).map(Vec::from),
        false => components.iter().map(|&component| grammar.spans([component]).map(|[spans]| spans)).collect(),
    }
    .map_err(|error| usage(&error))
}

/// `FILE[:RULE]`.
fn of_file(name: &str, components: &[Component], places: &[(Component, &str)]) -> Result<Vec<Spans>, Failure> {
    let (file, rule) = divided(name);
    let usage = |error: &dyn std::fmt::Display| Failure::Usage(format!("{file}: {error}"));
    let text = text_file(file)?;
    let prover = uri_lineage::proof::Prover::new(&text).map_err(|error| usage(&error))?;
    let rules = prover.rules();
    let first = rules.first().ok_or_else(|| usage(&"the pest grammar has no rule"))?;
    let each = |&component: &Component| {
        let said: Vec<&str> = places.iter().filter(|(of, _)| *of == component).map(|(_, place)| *place).collect();
        let said = match said[..] {
            [] if rules.iter().any(|rule| rule == component.name()) => component.name().to_owned(),
            _ => said.join(" "),
        };
        Spans::of_pest(&text, &[rule.unwrap_or(first)], [&Place::list(&said)?]).map(|[spans]| spans)
    };
    components.iter().map(each).collect::<Result<_, _>>().map_err(|error| usage(&error))
}

/// `COMPONENT=PLACE`.
fn places(all: &[String]) -> Result<Vec<(Component, &str)>, Failure> {
    let split = |text: &'_ String| {
        let (name, _) = text.split_once('=').ok_or_else(|| format!("`{text}` is not of the form COMPONENT=PLACE"))?;
        Ok((component(name)?, name.len() + 1))
    };
    let each = |text| split(text).map(|(component, at)| (component, &text[at..])).map_err(Failure::Usage);
    all.iter().map(each).collect()
}
