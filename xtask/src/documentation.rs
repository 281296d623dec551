//! Outputs of the program in the documentation.

use std::collections::HashSet;
use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use uri_lineage::claims::{Claim, claims};
use uri_lineage::{DocumentGrammar, Grammar, Reading};

use crate::{File, adapters, read, root};

/// The paths of the guide's pages that people write, sorted.
pub fn guide_pages() -> Result<Vec<String>, Box<dyn Error>> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(root().join("guide"))? {
        let name = entry?
            .file_name()
            .into_string()
            .map_err(|name| format!("guide/{}: the name is not UTF-8", name.display()))?;
        if name.ends_with(".md") {
            pages.push(format!("guide/{name}"));
        }
    }
    pages.sort();
    Ok(pages)
}

/// The guide's page of each command: its help.
pub fn command_pages(program: &Path) -> Result<Vec<File>, Box<dyn Error>> {
    let help = shell_output(program, "uri-lineage --help")?;
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // A description may continue in a line that is further indented.
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let mut pages = Vec::new();
    for name in names.filter(|name| !name.is_empty() && *name != "help") {
        let page = format!(
            "# `{name}`: options\n\n[The guide](../README.md) explains when to use it.\n\n\
             ```console\n$ uri-lineage {name} -h\n```\n"
        );
        pages.push(File::new(format!("guide/commands/{name}.md"), with_outputs(program, &page)?));
    }
    Ok(pages)
}

/// A file that shows commands with their outputs.
pub fn shown(program: &Path, file: &str) -> Result<File, Box<dyn Error>> {
    Ok(File::new(file, with_outputs(program, &adapters::with_tables(&read(file)?)?)?))
}

/// The output of a line of a shell in the root of the repository, in which `uri-lineage` is the
/// program.
fn shell_output(program: &Path, line: &str) -> Result<String, Box<dyn Error>> {
    let folder = program.parent().into_iter().map(Path::to_owned);
    let path = env::join_paths(folder.chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())))?;
    let mut shell = Command::new("sh");
    // `COLUMNS` would set the width of help.
    shell.args(["-c", line]).current_dir(root()).env("PATH", &path).env_remove("COLUMNS");
    let output = shell.output()?;
    let printed = String::from_utf8(output.stdout)?;
    // A command that prints nothing is misspelt.
    if printed.is_empty() {
        return Err(format!("$ {line}\n{}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(printed)
}

/// A text in which each command of a `console` block is followed by its output.
fn with_outputs(program: &Path, text: &str) -> Result<String, Box<dyn Error>> {
    let mut written = String::new();
    for (number, part) in text.split("```console\n").enumerate() {
        if number == 0 {
            written += part;
            continue;
        }
        written += "```console\n";
        // An output may contain the mark, but not at the beginning of a line.
        let (block, rest) = part.split_once("\n```").ok_or("a block has no end")?;
        for command in block.lines().filter_map(|line| line.strip_prefix("$ ")) {
            written += &format!("$ {command}\n{}", shell_output(program, command)?);
        }
        written += "```";
        written += rest;
    }
    Ok(written)
}

/// Corrections of one text in one or more documents.
struct Correction {
    /// The productions as they are printed and read.
    productions: Vec<String>,
    /// The documents and sections, each with its evidence.
    places: Vec<[String; 2]>,
}

/// The corrections of all documents, without those that a finding shows. Documents that are corrected alike
/// share one.
fn corrections(claims: &[Claim]) -> Vec<Correction> {
    let mut all: Vec<Correction> = Vec::new();
    for correction in DocumentGrammar::all().flat_map(|grammar| corrections_of(grammar, claims)) {
        match all.iter_mut().find(|earlier| earlier.productions == correction.productions) {
            Some(earlier) => earlier.places.extend(correction.places),
            None => all.push(correction),
        }
    }
    all
}

/// The corrections of a document, one for each piece of evidence; without those that a finding shows.
fn corrections_of(grammar: DocumentGrammar, claims: &[Claim]) -> Vec<Correction> {
    let on_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let findings = claims.iter().filter(|claim| claim.grammar == grammar).filter_map(|claim| claim.finding.as_ref());
    let shown: HashSet<&str> = findings.flat_map(|finding| &finding.corrected).copied().collect();
    let names = grammar.bnf(Reading::Corrected).productions().iter().map(|production| &*production.name);
    let mut corrections: Vec<Correction> = Vec::new();
    for production in names.filter(|name| !shown.contains(name)).filter_map(|name| grammar.correction(name)) {
        let source = grammar.source(&production.name);
        // What a document of one scheme takes over from another document is no correction.
        if source.document != grammar.document() {
            continue;
        }
        let read_as = on_one_line(&production.text);
        let text = match grammar.bnf(Reading::Published).get(&production.name) {
            Some(printed) => format!("`{}`, read as `{read_as}`", on_one_line(&printed.text)),
            None => format!("`{read_as}`, which is not printed"),
        };
        let place = [format!("**{}**, {}", source.document, source.section), on_one_line(&production.comment)];
        match corrections.last_mut().filter(|last| last.places[0] == place) {
            Some(last) => last.productions.push(text),
            None => corrections.push(Correction { productions: vec![text], places: vec![place] }),
        }
    }
    corrections
}

impl Correction {
    /// The correction as the text of an item.
    fn sentences(&self) -> String {
        let mut text = String::new();
        for (at, [place, evidence]) in self.places.iter().enumerate() {
            let is_new = !self.places[..at].iter().any(|[_, earlier]| earlier == evidence);
            let evidence = if is_new { format!(": {evidence}") } else { ".".to_owned() };
            text += &if at == 0 { format!("{place}{evidence}") } else { format!(" The same in {place}{evidence}") };
            if at == 0 {
                text += &format!(" {}.", self.productions.join("; "));
            }
        }
        text
    }
}

/// The findings about the documents.
pub fn findings(program: &Path) -> Result<File, Box<dyn Error>> {
    let markdown = |arguments: &[&str]| -> Result<String, Box<dyn Error>> {
        let output = Command::new(program).args(arguments).args(["--format", "markdown"]).output()?;
        Ok(String::from_utf8(output.stdout)?)
    };
    let mut findings = "# What we found in the documents\n\n\
        Five lists: statements of the documents that their own grammars, algorithms, examples or successors contradict; errata that a\n\
        string confirms or refutes; productions that are corrected, with the evidence; strings that the productions derive in two ways;\n\
        and strings that two neighbours split differently.\n\n\
        ## What contradicts the documents\n\n\
        What leads a reader furthest astray comes first. Each line has the section, what its words say, the words, what contradicts them,\n\
        the errata that report it, and the successor that mends it. Documents that say the same share a line. Written by\n\
        `uri-lineage claims --findings --format markdown`.\n\n"
        .to_owned();
    findings += &markdown(&["claims", "--findings"])?;
    findings += "## What the errata say\n\n\
        Errata of the RFC Editor's list on these grammars, as far as a string decides them. Written by\n\
        `uri-lineage claims --errata --format markdown`, which also has the others.\n\n";
    let errata = markdown(&["claims", "--errata"])?;
    let decided =
        errata.lines().filter(|line| [". Confirmed: ", ". Refuted: "].iter().any(|words| line.contains(words)));
    decided.for_each(|line| findings += &format!("{line}\n"));
    findings += "\n## What is corrected\n\n\
        Productions that cannot be meant as they are printed. The parsers read them as corrected; `--reading published` reads them as\n\
        printed. Corrections that mend what contradicts a document stand there.\n\n";
    corrections(&claims()).iter().for_each(|correction| findings += &format!("- {}\n", correction.sentences()));
    findings += "\n## What the documents leave open\n\n\
        Strings with two derivations, each with the decision at which the derivations part. A grammar that is absent here derives every\n\
        string in one way. The URL Standard prints no productions: those of its grammars are of this project, and not here. Written by\n\
        `uri-lineage ambiguity GRAMMAR --format markdown`.\n\n";
    let mut in_structure = String::new();
    for grammar in Grammar::all().filter(|grammar| grammar.prints_productions()) {
        for line in markdown(&["ambiguity", grammar.id()])?.lines() {
            let list = if line.contains(", in structure alone: ") { &mut in_structure } else { &mut findings };
            *list += &format!("{line}\n");
        }
    }
    findings += "\n### In structure alone\n\nEach production matches the same text in both derivations.\n\n";
    findings += &in_structure;
    findings += "\n## Where neighbours split a string differently\n\n\
        For each component, a shortest string in which both documents find it, with different texts, and a shortest string in which only\n\
        one of them finds it. Written by\n\
        `uri-lineage differential LEFT RIGHT --format markdown`.\n";
    for pair in Grammar::ALL.windows(2) {
        let differences = markdown(&["differential", pair[0].id(), pair[1].id()])?;
        findings += &format!("\n### {} and {}\n\n{differences}", pair[0], pair[1]);
    }
    Ok(File::new("FINDINGS.md", findings))
}
