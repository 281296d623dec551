//! `differential`: strings that two grammars both accept and read differently.

use std::io::Write;
use std::ops::Range;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::Grammar;
use uri_lineage::language::{Component, Differential, Spans, UnknownComponent};

use crate::complete;
use crate::failure::Failure;
use crate::options::{self, meant};
use crate::output::{DocumentFormat as Format, Output, code, plain};
use crate::schema::Described;
use crate::schema::types::Span;
use crate::source::{divided, text_file};
use crate::work::each;

/// Find strings that two grammars both accept and read differently, component by component
///
/// For each component the shortest string that both accept and in which it stands elsewhere, or the statement that there is none.
/// Both are decided on the pest rules, in their one reading, for all strings. A component that a grammar does not have is
/// absent. The user is what stands before the `@`, with the password. A slash that delimits a path is no difference.
///
/// Exit status 0 when both read all components alike, 1 when not, 2 for bad usage.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage differential rfc1738 uri-1997
  uri-lineage differential --component host,user rfc1630 rfc3986
  uri-lineage differential rfc3986 --pest my.pest:url --place 'host=hostport>host'")]
pub struct Args {
    /// Two grammars, or productions of them; one, where a pest grammar of your own is the other
    #[arg(value_name = "GRAMMAR[:PRODUCTION]", num_args = 0..=2)]
    #[arg(add = complete::sources())]
    grammars: Vec<String>,
    /// A pest grammar of your own, and the rule that takes a URL [default: the first]; it stands on the right
    #[arg(long, value_name = "FILE[:RULE]")]
    pest: Vec<String>,
    /// Where a component stands in it [default: what the rule of that name takes]
    ///
    /// `host=hostname`: what the rule takes; `host=hostport>host`: where the rule `hostport` uses it; `scheme='http'`: the
    /// beginning of a literal; `user=login>user..<'@'`: from one up to another; several with blanks between them.
    #[arg(long, value_name = "COMPONENT=PLACE", requires = "pest")]
    place: Vec<String>,
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = component)]
    #[arg(help = format!("Which components to compare: {} [default: all]", Component::ALL.map(Component::name).join(", ")))]
    component: Vec<Component>,
    /// Count it as a difference too that a component is absent by one and empty by the other
    #[arg(long)]
    strict: bool,
    /// How to show the result
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What programs read of it.
pub fn describe(all: &mut Described) {
    all.record::<Record<'_>>().format("json", "array");
}

/// Reads a component's name.
fn component(name: &str) -> Result<Component, String> {
    name.parse().map_err(|error: UnknownComponent| meant(&error, name, Component::ALL.map(Component::name)))
}

/// What one side reads as a component.
pub enum Read<'f> {
    /// Something, and where it stands.
    Text(&'f str, Range<usize>),
    /// Nothing, which stands there all the same.
    Empty(usize),
    /// Nothing at all.
    None,
    /// It has no such component.
    NoSuch,
}

impl<'f> Read<'f> {
    /// What stands in the string at the span; `has` tells whether the side has the component at all.
    pub fn of(found: &'f Differential, span: &Option<Range<usize>>, has: bool) -> Self {
        match span {
            Some(span) if span.is_empty() => Self::Empty(span.start),
            Some(span) => Self::Text(found.witness.get(span.clone()).unwrap_or_default(), span.clone()),
            None if has => Self::None,
            None => Self::NoSuch,
        }
    }
}

/// One of the two, by the name that the user gave it.
struct Side<'a> {
    name: &'a str,
    spans: Vec<Spans>,
}

impl<'a> Side<'a> {
    /// A grammar of the user's own, or one of ours.
    fn read(name: &'a str, own: bool, components: &[Component], places: &[(Component, &str)]) -> Result<Self, Failure> {
        let spans = if own { of_file(name, components, places)? } else { of_grammar(name, components)? };
        Ok(Self { name, spans })
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut components = args.component.clone();
    components.sort_unstable();
    components.dedup();
    if components.is_empty() {
        components = Component::ALL.to_vec();
    }
    let ours = args.grammars.iter().map(|name| (name, false));
    let sources: Vec<_> = ours.chain(args.pest.iter().map(|name| (name, true))).collect();
    let two = || Failure::Usage("two grammars are compared, of which --pest FILE may be one; see --help".to_owned());
    if sources.len() != 2 {
        return Err(two());
    }
    let places = places(&args.place)?;
    let read = each("grammars", sources, |(name, own)| Side::read(name, own, &components, &places));
    let sides: Vec<Side> = read.into_iter().collect::<Result<_, _>>()?;
    let [left, right] = &sides[..] else { return Err(two()) };
    let of = |(at, &component): (usize, &Component)| {
        let found = component.differential(&left.spans[at], &right.spans[at], args.strict);
        found.map_err(|error| Failure::Usage(format!("{} and {}: {error}", left.name, right.name)))
    };
    let found: Vec<_> = components.iter().enumerate().map(of).collect::<Result<_, _>>()?;
    let shown = Shown { left, right, components, found };
    let mut output = Output::new(args.format == Format::Text);
    match args.format {
        Format::Json => {
            serde_json::to_writer(&mut output.out, &shown.records())?;
            writeln!(output.out)?;
        }
        Format::Text => shown.text(&mut output)?,
        Format::Markdown => shown.markdown(&mut output)?,
    }
    output.out.flush()?;
    let alike = shown.found.iter().all(Option::is_none);
    Ok(if alike { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// `GRAMMAR[:PRODUCTION]`.
fn of_grammar(name: &str, components: &[Component]) -> Result<Vec<Spans>, Failure> {
    let (id, production) = name.split_once(':').map_or((name, None), |(id, production)| (id, Some(production)));
    let grammar: Grammar = options::grammar(id).map_err(Failure::Usage)?;
    let usage = |error: &dyn std::fmt::Display| Failure::Usage(format!("{name}: {error}"));
    if let Some(production) = production {
        let bnf = grammar.bnf(Default::default());
        if bnf.get(production).is_none() {
            return Err(crate::source::no_production(id, bnf, production));
        }
        let each = |&component: &Component| grammar.spans_of(production, [component]).map(|[spans]| spans);
        return components.iter().map(each).collect::<Result<_, _>>().map_err(|error| usage(&error));
    }
    // All together share work.
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
    let first = rules.first().ok_or_else(|| usage(&"there is no rule"))?;
    let place = |component: Component| {
        let said: Vec<&str> = places.iter().filter(|(of, _)| *of == component).map(|(_, place)| *place).collect();
        let named = rules.iter().any(|rule| rule == component.name());
        match said[..] {
            [] if named => component.name().to_owned(),
            _ => said.join(" "),
        }
    };
    let each = |&component: &Component| {
        Spans::of_pest(&text, &[rule.unwrap_or(first)], [&*place(component)]).map(|[spans]| spans)
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

/// What programs read of one component.
#[derive(Serialize, JsonSchema)]
#[schemars(description = "What two grammars read as one component.")]
struct Record<'a> {
    /// One grammar, as it was given.
    left: &'a str,
    /// The other.
    right: &'a str,
    /// The component.
    #[schemars(with = "Component")]
    component: &'static str,
    /// A shortest string that both accept and in which the component is in different places; `null` where there is none.
    witness: Option<String>,
    /// Where the left has the component in the witness; `null` where it is absent.
    #[schemars(with = "Option<Span>")]
    left_span: Option<[usize; 2]>,
    /// Where the right has the component in the witness; `null` where it is absent.
    #[schemars(with = "Option<Span>")]
    right_span: Option<[usize; 2]>,
}

/// What came of two grammars, component by component.
struct Shown<'a> {
    left: &'a Side<'a>,
    right: &'a Side<'a>,
    components: Vec<Component>,
    found: Vec<Option<Differential>>,
}

impl<'a> Shown<'a> {
    fn records(&self) -> Vec<Record<'a>> {
        let pair = |span: &Option<Range<usize>>| span.as_ref().map(|span| [span.start, span.end]);
        let record = |(component, found): (&Component, &Option<Differential>)| Record {
            left: self.left.name,
            right: self.right.name,
            component: component.name(),
            witness: found.as_ref().map(|found| found.witness.clone()),
            left_span: found.as_ref().and_then(|found| pair(&found.left)),
            right_span: found.as_ref().and_then(|found| pair(&found.right)),
        };
        self.components.iter().zip(&self.found).map(record).collect()
    }

    /// What both sides read as the component of that number.
    fn read<'f>(&self, at: usize, found: &'f Differential) -> [(&'a str, Read<'f>); 2] {
        let sides = [(self.left, &found.left), (self.right, &found.right)];
        sides.map(|(side, span)| (side.name, Read::of(found, span, side.spans[at].exists())))
    }

    fn text(&self, output: &mut Output) -> Result<(), Failure> {
        let width = self.left.name.len().max(self.right.name.len());
        let mut alike = Vec::new();
        for (at, (component, found)) in self.components.iter().zip(&self.found).enumerate() {
            let Some(found) = found else {
                alike.push(component.name());
                continue;
            };
            writeln!(output.out, "{}", output.bold(component))?;
            writeln!(output.out, "  {:width$} | {}", "", plain(&found.witness))?;
            for (name, read) in self.read(at, found) {
                let read = match read {
                    // One that is empty stands before a character.
                    Read::Empty(at) => format!("{:at$}| empty", ""),
                    Read::Text(text, span) => {
                        format!("{:at$}{}", "", output.bad("^".repeat(text.len())), at = span.start)
                    }
                    Read::None => "none".to_owned(),
                    Read::NoSuch => format!("it has no {component}"),
                };
                writeln!(output.out, "  {name:width$} | {read}")?;
            }
        }
        if !alike.is_empty() {
            writeln!(
                output.out,
                "{}: {}",
                output.good("read alike in every string that both accept"),
                alike.join(", ")
            )?;
        }
        Ok(())
    }

    fn markdown(&self, output: &mut Output) -> Result<(), Failure> {
        // A bar would end the cell.
        let code = |text: &str| code(text).replace('|', "\\|");
        writeln!(output.out, "| component | a string that both accept | {} | {} |", self.left.name, self.right.name)?;
        writeln!(output.out, "|---|---|---|---|")?;
        for (at, (component, found)) in self.components.iter().zip(&self.found).enumerate() {
            let Some(found) = found else {
                writeln!(output.out, "| {component} | read alike in all | | |")?;
                continue;
            };
            let [ours, theirs] = self.read(at, found).map(|(_, read)| match read {
                Read::Empty(_) => "empty".to_owned(),
                Read::Text(text, _) => code(text),
                Read::None => "none".to_owned(),
                Read::NoSuch => format!("has no {component}"),
            });
            writeln!(output.out, "| {component} | {} | {ours} | {theirs} |", code(&found.witness))?;
        }
        Ok(())
    }
}
