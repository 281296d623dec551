//! The parsers and the types of their rules, from the pest grammars.

use std::error::Error;

use regular_bnf::{Generator, rule_name};
use uri_lineage::Grammar;
use uri_lineage::published::Reading;

use crate::{File, read};

/// All of them: those of the documents' grammars, which share their rules with that of Gopher+, and
/// those of the notations.
pub fn files() -> Result<Vec<File>, Box<dyn Error>> {
    let mut files = Vec::new();
    let mut generator = Generator::default();
    for grammar in Grammar::ALL {
        let id = grammar.id();
        let path = format!("grammar/{id}.pest");
        let pest = match grammar.amends() {
            Some(over) => {
                let pest = laid_over(id, over, &read(&format!("grammar/{id}.changes.pest"))?);
                files.push(File::new(path, &*pest));
                pest
            }
            None => read(&path)?,
        };
        let productions = grammar.bnf(Reading::Corrected).productions();
        let printed = |rule: &str| productions.iter().map(|it| &it.name).find(|name| rule_name(name) == rule).cloned();
        let module = id.replace('-', "_");
        let text = generator.parser(&module, &pest, |rule| {
            Some(printed(rule).unwrap_or_else(|| panic!("{id} has no production for the rule {rule}")))
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
fn laid_over(id: &str, over: Grammar, changes: &str) -> String {
    let name = |block: &str| {
        let rule = block.lines().find(|line| !line.starts_with("//"))?;
        rule.split(' ').next().map(str::to_owned)
    };
    let blocks = |text: &str| {
        text.trim_end().split("\n\n").skip(1).map(|block| (name(block), block.to_owned())).collect::<Vec<_>>()
    };
    let (mut all, changes) = (blocks(over.pest()), blocks(changes));
    for (name, block) in changes {
        match all.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = block,
            None => all.push((name, block)),
        }
    }
    let head =
        format!("//! Generated from `{over}.pest` and `{id}.changes.pest` by `cargo xtask generate`: do not edit it.");
    let texts = [head].into_iter().chain(all.into_iter().map(|(_, block)| block));
    texts.collect::<Vec<_>>().join("\n\n") + "\n"
}
