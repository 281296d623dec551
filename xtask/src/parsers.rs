//! The parsers and the types of their rules, from the pest grammars.

use std::error::Error;

use regular_bnf::{Generator, rule_name};
use uri_lineage::Grammar;
use uri_lineage::published::Reading;

use crate::{File, read};

/// All parsers: those of the documents' grammars, which share their rules with the grammar of
/// Gopher+, and those of the notations.
pub fn files() -> Result<Vec<File>, Box<dyn Error>> {
    let mut files = Vec::new();
    let mut generator = Generator::default();
    for grammar in Grammar::ALL {
        let id = grammar.id();
        let path = format!("grammar/{id}.pest");
        let pest = match grammar.amends() {
            Some(amended) => {
                let pest = apply_changes(id, amended, &read(&format!("grammar/{id}.changes.pest"))?);
                files.push(File::new(path, &*pest));
                pest
            }
            None => read(&path)?,
        };
        let productions = grammar.bnf(Reading::Corrected).productions();
        let module = id.replace('-', "_");
        let text = generator.parser(&module, &pest, |rule| {
            let production = productions.iter().find(|production| rule_name(&production.name) == rule);
            Some(production.unwrap_or_else(|| panic!("{id} has no production for the rule {rule}")).name.clone())
        })?;
        files.push(File::new(format!("src/generated/{module}.rs"), text));
    }
    let text = generator.parser("gopher_plus", &read("grammar/gopher-plus.pest")?, |_| None)?;
    files.push(File::new("src/generated/gopher_plus.rs", text));
    files.push(File::new("src/generated/rule.rs", generator.rules()));

    let mut generator = Generator::default();
    for id in ["abnf", "berners-lee", "rfc822"] {
        let module = id.replace('-', "_");
        let text = generator.parser(&module, &read(&format!("regular-bnf/notation/{id}.pest"))?, |_| None)?;
        files.push(File::new(format!("regular-bnf/src/bnf/parsers/{module}.rs"), text));
    }
    files.push(File::new("regular-bnf/src/bnf/parsers/rule.rs", generator.rules()));

    // The parser of a test: its characters are not all of US-ASCII.
    let mut generator = Generator::default();
    let text = generator.parser("names", &read("regular-bnf/tests/it/names/names.pest")?, |_| None)?;
    files.push(File::new("regular-bnf/tests/it/names/names.rs", text));
    files.push(File::new("regular-bnf/tests/it/names/rule.rs", generator.rules()));
    Ok(files)
}

/// The grammar of a document that prints only its changes: rules with their comments, an empty line
/// between two.
fn apply_changes(id: &str, amended: Grammar, changes: &str) -> String {
    let mut rules = blocks(amended.pest());
    for change in blocks(changes) {
        match rules.iter_mut().find(|block| block_name(block) == block_name(change)) {
            Some(block) => *block = change,
            None => rules.push(change),
        }
    }
    let head = format!(
        "//! Generated from `{amended}.pest` and `{id}.changes.pest` by `cargo xtask generate`: do not edit it."
    );
    [&[&*head], &*rules].concat().join("\n\n") + "\n"
}

/// The rules of a pest grammar, each with its comments.
fn blocks(text: &str) -> Vec<&str> {
    text.trim_end().split("\n\n").skip(1).collect()
}

/// The name of a rule.
fn block_name(block: &str) -> Option<&str> {
    block.lines().find(|line| !line.starts_with("//"))?.split(' ').next()
}
