//! Outputs of the program in the documentation.

use std::env;
use std::error::Error;
use std::path::Path;
use std::process::Command;

use uri_lineage::Grammar;

use crate::{File, adapters, read, root};

/// A file that shows commands with their outputs.
pub fn shown(program: &Path, file: &str) -> Result<File, Box<dyn Error>> {
    let folder = program.parent().into_iter().map(Path::to_owned);
    let path = env::join_paths(folder.chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())))?;
    let output = |command: &str| -> Result<String, Box<dyn Error>> {
        let output = Command::new("sh").args(["-c", command]).current_dir(root()).env("PATH", &path).output()?;
        let printed = String::from_utf8(output.stdout)?;
        // A command that prints nothing has nothing to show: it is misspelt.
        if printed.is_empty() {
            return Err(format!("$ {command}\n{}", String::from_utf8_lossy(&output.stderr)).into());
        }
        Ok(printed)
    };
    Ok(File::new(file, with_outputs(&adapters::with_table(&read(file)?)?, output)?))
}

/// A text in which each command of a `console` block is followed by its output.
fn with_outputs(text: &str, output: impl Fn(&str) -> Result<String, Box<dyn Error>>) -> Result<String, Box<dyn Error>> {
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
            written += &format!("$ {command}\n{}", output(command)?);
        }
        written += "```";
        written += rest;
    }
    Ok(written)
}

/// The findings about the documents.
pub fn findings(program: &Path) -> Result<File, Box<dyn Error>> {
    let markdown = |arguments: &[&str]| -> Result<String, Box<dyn Error>> {
        let output = Command::new(program).args(arguments).args(["--format", "markdown"]).output()?;
        Ok(String::from_utf8(output.stdout)?)
    };
    let mut findings = "# What we found in the documents\n\n\
        Each line is a statement of a document that its own grammar contradicts: the section, the words of the document, what they\n\
        say, and what contradicts it. Written by `uri-lineage claims --findings --format markdown`.\n\n"
        .to_owned();
    findings += &markdown(&["claims", "--findings"])?;
    findings += "\n## What the documents leave open\n\n\
        Strings with two derivations, each with the decision at which the derivations part. Some derivations differ in structure\n\
        alone: each production matches the same text in both. A grammar that is absent here derives every string in one way. Written by\n\
        `uri-lineage ambiguity GRAMMAR --format markdown`.\n\n";
    for grammar in Grammar::ALL {
        findings += &markdown(&["ambiguity", grammar.id()])?;
    }
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
