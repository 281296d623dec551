//! `differential`: strings that two grammars accept and split differently.

use std::io::Write;
use std::ops::Range;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::language::{Differential, Disagreement, Language, Place, Spans, UrlStandard};
use uri_lineage::{Component, Grammar, UnknownComponent};

use crate::failure::Failure;
use crate::options;
use crate::options::complete;
use crate::options::names::suggest;
use crate::options::source::{NotationArgs, ReadingArg, Source, divided, text_file};
use crate::output::text::{code, columns, plain};
use crate::output::{DocumentFormat as Format, Output};
use crate::parallel::each;
use crate::schema::Described;
use crate::schema::types::Span;

/// Find strings that two grammars both accept but split differently, component by component
///
/// For each component, reports a shortest string in which both have the component and its texts differ, and a shortest string in
/// which only one of them has it, or that no such strings exist. All results are decided on the pest rules, which have one parse
/// per string, for all strings. A component that a grammar does not have is absent. The user is the text in front of the `@`,
/// including the password. A slash that delimits a path is not a difference.
///
/// --scheme, --within and --matching select strings: with several of them, a string must satisfy all.
///
/// Exit status: 0 if both split all components alike, 1 if they differ, 2 for a usage error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage differential rfc1738 uri-1997
  uri-lineage differential rfc3986 whatwg --component host
  uri-lineage differential --component host --both --scheme http rfc1630 rfc2396
  uri-lineage differential --matching '^https?://[^@]*$' url-draft-02 rfc3986
  uri-lineage differential rfc3986 --pest my.pest:url --place 'host=hostport>host'")]
pub struct Args {
    /// Two grammars, or productions of them; only one if --pest is the other
    #[arg(value_name = "GRAMMAR[:PRODUCTION]", num_args = 0..=2)]
    #[arg(add = complete::sources())]
    grammars: Vec<String>,
    /// A pest grammar of your own, and its rule for a URL [default: the first]; it is the right side
    #[arg(long, value_name = "FILE[:RULE]")]
    pest: Vec<String>,
    /// Where a component is in the pest grammar [default: the match of the rule of that name]
    ///
    /// `host=hostname`: the match of the rule; `host=hostport>host`: where the rule `hostport` uses it; `scheme='http'`: the
    /// beginning of a literal; `user=login>user..<'@'`: from one place up to another. Separate several with blanks.
    #[arg(long, value_name = "COMPONENT=PLACE", requires = "pest")]
    place: Vec<String>,
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = component)]
    #[arg(help = format!("Which components to compare: {} [default: all]", Component::ALL.map(Component::name).join(", ")))]
    component: Vec<Component>,
    /// Only strings in which both have the component, it is not empty, and its texts differ
    #[arg(long, conflicts_with = "strict")]
    both: bool,
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
    notation: NotationArgs,
    /// Also count it as a difference if a component is absent for one grammar and empty for the other
    #[arg(long)]
    strict: bool,
    /// Number of strings of each kind to show for a component
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    witnesses: usize,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Describes the machine-readable output.
pub fn describe(all: &mut Described) {
    all.record::<Record<'_>>().format("json", "array");
}

/// Reads a component's name.
fn component(name: &str) -> Result<Component, String> {
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

impl Args {
    /// The strings that the options select; `None` if they select all.
    fn selected(&self) -> Result<Option<Language>, Failure> {
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
    pub fn of(found: &'f Differential, span: &Option<Range<usize>>, has: bool) -> Self {
        match span {
            Some(span) if span.is_empty() => Self::Empty(span.start),
            Some(span) => Self::Text(found.witness.get(span.clone()).unwrap_or_default(), span.clone()),
            None if has => Self::None,
            None => Self::NoSuch,
        }
    }
}

/// One of the two grammars, by the name that the user wrote.
struct Side<'a> {
    name: &'a str,
    spans: Vec<Spans>,
}

impl<'a> Side<'a> {
    /// A grammar of the user, or a built-in one.
    fn read(
        name: &'a str,
        own: bool,
        components: &[Component],
        places: &[(Component, &str)],
        notation: &NotationArgs,
    ) -> Result<Self, Failure> {
        let spans = if own { of_file(name, components, places)? } else { of_grammar(name, components, notation)? };
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
    let two = || Failure::Usage("expected two grammars, one of which may be --pest FILE; see --help".to_owned());
    if sources.len() != 2 {
        return Err(two());
    }
    let places = places(&args.place)?;
    let read = each("grammars", sources, |(name, own)| Side::read(name, own, &components, &places, &args.notation));
    let sides: Vec<Side> = read.into_iter().collect::<Result<_, _>>()?;
    let [left, right] = &sides[..] else { return Err(two()) };
    let selected = args.selected()?;
    let kinds = if args.both { &[Disagreement::Both][..] } else { &Disagreement::ALL };
    let of = |(at, &component): (usize, &Component)| {
        let (ours, theirs) = (&left.spans[at], &right.spans[at]);
        let all = match &selected {
            Some(selected) => {
                ours.within(selected).and_then(|ours| component.differentials(&ours, theirs, args.strict))
            }
            None => component.differentials(ours, theirs, args.strict),
        };
        let all = all.map_err(|error| Failure::Usage(format!("{} and {}: {error}", left.name, right.name)))?;
        let of_kind = |&kind: &Disagreement| all.of_kind(kind).take(args.witnesses).map(move |found| (kind, found));
        Ok(kinds.iter().flat_map(of_kind).collect())
    };
    let found: Vec<_> = components.iter().enumerate().map(of).collect::<Result<_, Failure>>()?;
    let shown = Shown { left, right, components, found, both: args.both, selected: selected.is_some() };
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
    let alike = shown.found.iter().all(Vec::is_empty);
    Ok(if alike { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// `GRAMMAR[:PRODUCTION]`.
fn of_grammar(name: &str, components: &[Component], notation: &NotationArgs) -> Result<Vec<Spans>, Failure> {
    let (id, production) = name.split_once(':').map_or((name, None), |(id, production)| (id, Some(production)));
    if let Some(standard) = UrlStandard::of(id) {
        let source = Source::read(name, ReadingArg::Corrected, notation)?;
        let each = |&component: &Component| standard.spans(source.production.as_deref(), [component]).map(|[one]| one);
        let spans = components.iter().map(each).collect::<Result<_, _>>();
        return spans.map_err(|error| Failure::Usage(format!("{name}: {error}")));
    }
    let grammar: Grammar = options::grammar(id).map_err(Failure::Usage)?;
    let usage = |error: &dyn std::fmt::Display| Failure::Usage(format!("{name}: {error}"));
    if let Some(production) = production {
        let bnf = grammar.bnf(Default::default());
        if bnf.get(production).is_none() {
            return Err(crate::options::source::no_production(id, bnf, production));
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

/// A string that two grammars split differently in one component.
#[derive(Serialize, JsonSchema)]
#[schemars(description = "A string that two grammars split differently in one component, or that there is none.")]
struct Record<'a> {
    /// One grammar, as written in the argument.
    left: &'a str,
    /// The other grammar, as written in the argument.
    right: &'a str,
    /// The component.
    #[schemars(with = "Component")]
    component: &'static str,
    /// How they differ; `null` if there is no selected string in which they do.
    difference: Option<Disagreement>,
    /// A shortest string that both accept and in which the component differs so; `null` if there is none.
    witness: Option<&'a str>,
    /// The span of the left's component in the witness; `null` if it is absent.
    #[schemars(with = "Option<Span>")]
    left_span: Option<[usize; 2]>,
    /// The span of the right's component in the witness; `null` if it is absent.
    #[schemars(with = "Option<Span>")]
    right_span: Option<[usize; 2]>,
    /// The text of the left's component; `null` if it is absent.
    left_text: Option<&'a str>,
    /// The text of the right's component; `null` if it is absent.
    right_text: Option<&'a str>,
}

/// The result for two grammars, component by component.
struct Shown<'a> {
    left: &'a Side<'a>,
    right: &'a Side<'a>,
    components: Vec<Component>,
    found: Vec<Vec<(Disagreement, Differential)>>,
    /// Whether only strings in which both have the component were searched for, and whether only selected strings.
    both: bool,
    selected: bool,
}

impl<'a> Shown<'a> {
    fn records(&self) -> Vec<Record<'_>> {
        let all = self.components.iter().zip(&self.found);
        all.flat_map(|(&component, found)| match &found[..] {
            [] => vec![self.record(component, None)],
            all => all.iter().map(|found| self.record(component, Some(found))).collect(),
        })
        .collect()
    }

    fn record<'f>(&'f self, component: Component, found: Option<&'f (Disagreement, Differential)>) -> Record<'f> {
        let witness = found.map(|(_, found)| found.witness.as_str());
        let [left, right] = [|found: &Differential| found.left.clone(), |found: &Differential| found.right.clone()]
            .map(|side| found.and_then(|(_, found)| side(found)));
        let text = |span: &Option<Range<usize>>| witness?.get(span.clone()?);
        Record {
            left: self.left.name,
            right: self.right.name,
            component: component.name(),
            difference: found.map(|(kind, _)| *kind),
            witness,
            left_text: text(&left),
            right_text: text(&right),
            left_span: left.map(|span| [span.start, span.end]),
            right_span: right.map(|span| [span.start, span.end]),
        }
    }

    /// How both sides read the component with that number.
    fn read<'f>(&self, at: usize, found: &'f Differential) -> [(&'a str, Read<'f>); 2] {
        let sides = [(self.left, &found.left), (self.right, &found.right)];
        sides.map(|(side, span)| (side.name, Read::of(found, span, side.spans[at].exists())))
    }

    /// What holds for a component without differences.
    fn alike(&self) -> &'static str {
        match (self.both, self.selected) {
            (false, false) => "read alike in every string that both accept",
            (false, true) => "read alike in every selected string that both accept",
            (true, false) => "never two different texts in a string that both accept",
            (true, true) => "never two different texts in a selected string that both accept",
        }
    }

    fn text(&self, output: &mut Output) -> Result<(), Failure> {
        let width = self.left.name.len().max(self.right.name.len());
        let mut alike = Vec::new();
        for (at, (component, all)) in self.components.iter().zip(&self.found).enumerate() {
            if all.is_empty() {
                alike.push(component.name());
                continue;
            }
            writeln!(output.out, "{}", output.bold(component))?;
            for (_, found) in all {
                writeln!(output.out, "  {:width$} | {}", "", plain(&found.witness))?;
                let column = |offset: usize| columns(&found.witness[..offset]);
                for (name, read) in self.read(at, found) {
                    let read = match read {
                        // An empty component is marked at its offset.
                        Read::Empty(at) => format!("{:1$}| empty", "", column(at)),
                        Read::Text(text, span) => {
                            format!("{:at$}{}", "", output.bad("^".repeat(columns(text))), at = column(span.start))
                        }
                        Read::None => "none".to_owned(),
                        Read::NoSuch => format!("it has no {component}"),
                    };
                    writeln!(output.out, "  {name:width$} | {read}")?;
                }
            }
        }
        if !alike.is_empty() {
            writeln!(output.out, "{}: {}", output.good(self.alike()), alike.join(", "))?;
        }
        Ok(())
    }

    fn markdown(&self, output: &mut Output) -> Result<(), Failure> {
        // A bar would end the cell.
        let code = |text: &str| code(text).replace('|', "\\|");
        writeln!(output.out, "| component | a string that both accept | {} | {} |", self.left.name, self.right.name)?;
        writeln!(output.out, "|---|---|---|---|")?;
        for (at, (component, all)) in self.components.iter().zip(&self.found).enumerate() {
            if all.is_empty() {
                writeln!(output.out, "| {component} | {} | | |", self.alike())?;
            }
            for (_, found) in all {
                let [ours, theirs] = self.read(at, found).map(|(_, read)| match read {
                    Read::Empty(_) => "empty".to_owned(),
                    Read::Text(text, _) => code(text),
                    Read::None => "none".to_owned(),
                    Read::NoSuch => format!("has no {component}"),
                });
                writeln!(output.out, "| {component} | {} | {ours} | {theirs} |", code(&found.witness))?;
            }
        }
        Ok(())
    }
}
