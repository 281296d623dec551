//! `explain`: a grammar or a production as the document prints it, and all that follows from it.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use uri_lineage::language::pattern;
use uri_lineage::published::{Bnf, Definition, Reading};
use uri_lineage::{Grammar, Reason};

use crate::check::filter::reason;
use crate::diagram::diagram;
use crate::diff::quoted;
use crate::failure::Failure;
use crate::output::{Output, table};
use crate::source::{NotationArgs, ReadingArg, Source, no_production};

/// Show a grammar, or one production of it, as the document prints it
///
/// With a production: its text and section, the correction and its evidence, what it uses and what uses it, the three
/// shortest members, and its language as a regular expression for other tools.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage explain rfc1738
  uri-lineage explain rfc1738 gopherurl
  uri-lineage explain uri-1997 hostname --svg hostname.svg
  uri-lineage explain --reason national-character")]
pub struct Args {
    /// A grammar's id, or the path of a file
    #[arg(value_name = "GRAMMAR", required_unless_present = "reason")]
    grammar: Option<String>,
    /// A production of it
    #[arg(value_name = "PRODUCTION")]
    production: Option<String>,
    /// Draw the production as a railroad diagram into this file
    #[arg(long, value_name = "FILE", requires = "production")]
    svg: Option<PathBuf>,
    /// Show what a reason for a refusal means, and where each document speaks of it; `all` shows all reasons
    #[arg(long, value_name = "REASON", value_parser = reasons, conflicts_with_all = ["grammar", "svg"])]
    reason: Option<Reasons>,
    #[command(flatten)]
    notation: NotationArgs,
}

/// One reason, or all.
#[derive(Clone)]
struct Reasons(Vec<Reason>);

fn reasons(name: &str) -> Result<Reasons, String> {
    match name {
        "all" => Ok(Reasons(Reason::ALL.to_vec())),
        name => reason(name).map(|reason| Reasons(vec![reason])),
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut output = Output::new(true);
    if let Some(Reasons(reasons)) = &args.reason {
        for (at, reason) in reasons.iter().enumerate() {
            let blank = if at > 0 { "\n" } else { "" };
            writeln!(output.out, "{blank}{}: {}", output.bold(reason), reason.text())?;
            for grammar in Grammar::ALL {
                writeln!(output.out, "  {grammar:<15}  {}, {}", grammar.document(), reason.section(grammar))?;
            }
        }
        output.out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let source = Source::read(args.grammar.as_deref().unwrap_or_default(), ReadingArg::Corrected, &args.notation)?;
    match args.production.as_ref().or(source.production.as_ref()) {
        Some(name) => production(args, &mut output, &source, name)?,
        None => whole(&mut output, &source)?,
    }
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The grammar as printed, if it is one of ours; else as it is.
fn published(source: &Source) -> &Bnf {
    source.grammar.map_or(&source.bnf, |grammar| Bnf::of(grammar, Reading::Published))
}

fn whole(output: &mut Output, source: &Source) -> Result<(), Failure> {
    let published = published(source);
    if let Some(grammar) = source.grammar {
        writeln!(
            output.out,
            "{}: {}, {}, {}\n",
            output.bold(grammar),
            grammar.document(),
            grammar.section(),
            grammar.date()
        )?;
    }
    for definition in published.productions() {
        writeln!(output.out, "{}", definition.text)?;
    }
    let corrected = |definition: &&Definition| published.get(&definition.name) != Some(*definition);
    let entries = source.grammar.map_or(&[][..], |grammar| grammar.entry_productions());
    let lists = [
        ("undefined", published.undefined()),
        ("unreachable", if entries.is_empty() { Vec::new() } else { published.unreachable(entries) }),
        ("corrected", source.bnf.productions().iter().filter(corrected).map(|d| d.name.as_str()).collect()),
    ];
    for (label, names) in lists.iter().filter(|(_, names)| !names.is_empty()) {
        writeln!(output.out, "\n{}: {}", output.bold(label), names.join(", "))?;
    }
    Ok(())
}

fn production(args: &Args, output: &mut Output, source: &Source, name: &str) -> Result<(), Failure> {
    let Some(corrected) = source.bnf.get(name) else {
        return Err(no_production(&source.name, &source.bnf, name));
    };
    let printed = published(source).get(name);
    let language = source.language(name)?;
    writeln!(output.out, "{}\n", output.bold(source.named(name)))?;
    if let Some(printed) = printed {
        printed.text.lines().try_for_each(|line| writeln!(output.out, "    {line}"))?;
    }
    let mut rows: Vec<[String; 2]> = Vec::new();
    let mut row = |label: &str, text: String| rows.push([label.to_owned(), text]);
    if let Some(grammar) = source.grammar {
        let (document, section) = Bnf::place(grammar, name);
        row("document", format!("{document}, {section}"));
        let heading = printed.map(|printed| printed.comment.as_str()).unwrap_or_default();
        // The first comment of a file speaks of the file.
        if heading.lines().count() == 1 {
            row("heading", heading.to_owned());
        }
    }
    if printed != Some(corrected) {
        row("corrected", corrected.text.clone());
        row("evidence", corrected.comment.clone());
    }
    for (label, names) in [("uses", source.bnf.uses(name)), ("used by", source.bnf.used_by(name))] {
        row(label, if names.is_empty() { "nothing".to_owned() } else { names.join(" ") });
    }
    let members: Vec<String> = language.members().take(3).map(|member| quoted(&member)).collect();
    row("members", members.join("  "));
    row("states", language.states().to_string());
    // Recursion may need more text than anybody wants.
    row("regex", pattern(&source.bnf, name).unwrap_or_else(|_| "too long to be shown".to_owned()));
    writeln!(output.out)?;
    output.out.write_all(table(&[], rows.into_iter().map(Vec::from), &[]).as_bytes())?;
    if let Some(file) = &args.svg
        && let Ok(body) = &corrected.body
    {
        let mut diagram = diagram(body, &|_| None);
        diagram.add_default_css();
        fs::write(file, diagram.to_string())
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?;
    }
    Ok(())
}
