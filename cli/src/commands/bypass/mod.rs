//! `bypass`: whether a URL can pass a filter although the client reaches another host.

mod args;
mod reader;
mod report;
mod verified;

use std::io::Write;
use std::process::ExitCode;

use uri_lineage::language::{Client, Targets};
use uri_lineage::regular_bnf::Language;

pub use self::args::Args;
use self::args::{BypassFormat, FixFormat};
use self::reader::{Reader, about};
use self::report::BypassReport;
use crate::failure::Failure;
use crate::options::regex::{PATTERN, escaped};
use crate::options::source::Source;
use crate::output::Output;
use crate::schema::OutputDescription;

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description.record::<report::BypassAnswer<'_>>().format("json", "record");
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (targets, patterns) = (args.targets()?, patterns(args)?);
    let names = args.filter.iter().chain([&args.client]);
    let readers = names.map(|name| Reader::new(name, &targets)).collect::<Result<Vec<_>, _>>()?;
    readers.iter().try_for_each(|reader| check_schemes(&targets, &reader.client))?;
    // The client is the last one.
    let Some((client, filters)) = readers.split_last() else { return Ok(ExitCode::SUCCESS) };
    let failure = about(&client.name);
    let filter = filter(patterns, &targets, filters, client)?;
    let mut output = Output::new(args.fix.is_none() && args.format == BypassFormat::Text);
    if let Some(format) = args.fix {
        let safe = targets.reached_by(&client.client).map_err(failure)?.intersection(&filter)?.minimal();
        output.out.write_all(written(&safe, format)?.as_bytes())?;
        output.out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let filters: Vec<Client> = filters.iter().map(|reader| reader.client.clone()).collect();
    let bypasses = targets.bypasses(&filter, &filters, &client.client).map_err(&failure)?;
    let relative = targets.relative(&filter, &client.client).map_err(&failure)?;
    let mut report = BypassReport::new(&targets, client, &readers, &bypasses, relative);
    if args.verify {
        report.verify(&args.command)?;
    }
    match args.format {
        BypassFormat::Json => {
            serde_json::to_writer(&mut output.out, &report.answer())?;
            writeln!(output.out)?;
        }
        BypassFormat::Text => report.text(&mut output)?,
    }
    output.out.flush()?;
    Ok(if report.is_safe() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The filters that are patterns and prefixes; an error if there is no filter at all.
fn patterns(args: &Args) -> Result<Vec<Language>, Failure> {
    if args.filter_regex.is_empty() && args.filter_prefix.is_empty() && args.filter.is_empty() {
        let expected =
            "expected a filter: --filter-regex PATTERN, --filter-prefix TEXT or --filter GRAMMAR; see --help";
        return Err(Failure::Usage(expected.to_owned()));
    }
    let mut patterns = Vec::new();
    for pattern in &args.filter_regex {
        patterns.push(Source::from_regex(pattern, &args.notation)?.language(PATTERN)?);
    }
    for prefix in &args.filter_prefix {
        patterns.push(Language::matching(&format!("^{}", escaped(prefix)))?);
    }
    Ok(patterns)
}

/// The strings that pass all filters, and of which the models say something.
fn filter(
    patterns: Vec<Language>,
    targets: &Targets,
    readers: &[Reader],
    client: &Reader,
) -> Result<Language, Failure> {
    let mut filters = patterns;
    for reader in readers {
        filters.push(targets.possibly_reached_by(&reader.client).map_err(about(&reader.name))?);
    }
    filters.extend(readers.iter().chain([client]).filter_map(|reader| reader.known.clone()));
    let every_string = Language::matching("")?;
    Ok(filters.iter().try_fold(every_string, |passed, filter| passed.intersection(filter))?.minimal())
}

/// A filter as text.
fn written(safe: &Language, format: FixFormat) -> Result<String, Failure> {
    const OTHERWISE: &str = "--fix rust, python and javascript write larger automata, and --limits N raises the limits";
    let failure = |error: &dyn std::fmt::Display| Failure::Usage(format!("{error}; {OTHERWISE}"));
    let table = || safe.table().map_err(|error| Failure::Usage(format!("{error}; --limits N raises the limits")));
    Ok(match format {
        FixFormat::Regex => {
            let pattern = safe.to_pattern().map_err(|error| failure(&error))?;
            let read = Language::matching(&format!("^(?:{pattern})$")).map_err(|error| failure(&error))?;
            if read != *safe {
                return Err(Failure::Usage(format!("the regular expression is not proved; {OTHERWISE}")));
            }
            pattern + "\n"
        }
        FixFormat::Rust => format!("/// Whether a URL is safe.\n{}", table()?.to_rust("is_safe")),
        FixFormat::Python => table()?.to_python("is_safe"),
        FixFormat::Javascript => table()?.to_javascript("isSafe"),
    })
}

/// Refuses schemes by which a client reads no domains and addresses.
fn check_schemes(targets: &Targets, client: &Client) -> Result<(), Failure> {
    let known = client.schemes();
    let other = targets.schemes.iter().find(|scheme| !known.is_empty() && !known.contains(&scheme.as_str()));
    other.map_or(Ok(()), |other| {
        let known = known.join(", ");
        Err(Failure::Usage(format!("`{other}`: the URL Standard reads domains and addresses by {known}")))
    })
}
