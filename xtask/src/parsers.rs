//! The parsers and the types of their rules, from the pest grammars.

use std::collections::HashSet;
use std::error::Error;

use regular_bnf::{Generator, ParserBase, rule_name};
use uri_lineage::{DocumentGrammar, Grammar, Reading, SchemeDocument};

use crate::{File, read};

/// All parsers: those of the documents' grammars, which share their rules with the grammar of
/// Gopher+, and those of the notations.
pub fn files() -> Result<Vec<File>, Box<dyn Error>> {
    let mut files = Vec::new();
    let mut generator = Generator::default();
    let mut grammars = Vec::new();
    for grammar in Grammar::all() {
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
        let module = id.replace('-', "_");
        let text = generator.parser(&module, &pest, |rule| Some(printed_name(grammar.into(), rule)))?;
        grammars.push((module, text));
    }
    for document in SchemeDocument::ALL {
        let module = document.id().replace('-', "_");
        let (base, text) = &grammars[document.base() as usize];
        let base = ParserBase { module: base, text, pest: document.base().pest() };
        let printed = |rule: &str| Some(printed_name(DocumentGrammar::Scheme(*document), rule));
        let text = generator.parser_over(Some(base), &module, document.pest(), printed)?;
        files.push(File::new(format!("src/generated/{module}.rs"), text));
    }
    files.extend(grammars.iter().map(|(module, text)| File::new(format!("src/generated/{module}.rs"), &**text)));
    let text = generator.parser("gopher_plus", &read("grammar/gopher-plus.pest")?, |_| None)?;
    files.push(File::new("src/generated/gopher_plus.rs", text));
    let rules = generator.rules();
    files.push(File::new("src/generated/captured.rs", captured(&rules, &read("grammar/captured.tsv")?)?));
    files.push(File::new("src/generated/rule.rs", rules));

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

/// The name of the production for which a rule is written.
fn printed_name(document: DocumentGrammar, rule: &str) -> String {
    let mut productions = document.bnf(Reading::Corrected).productions().iter();
    let production = productions.find(|production| rule_name(&production.name) == rule);
    production.unwrap_or_else(|| panic!("{document} has no production for the rule {rule}")).name.clone()
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

/// The role of each rule that is captured, from a table: a line for each role, with its rules, and
/// above it comments about it. `rules` is the text of the type of the rules.
fn captured(rules: &str, table: &str) -> Result<String, String> {
    let (mut roles, mut arms, mut seen) = (String::new(), String::new(), HashSet::new());
    // The first lines describe the table.
    for line in table.lines().skip_while(|line| !line.is_empty()).skip(1) {
        if let Some(comment) = line.strip_prefix('#') {
            roles += &format!("    ///{comment}\n");
            continue;
        }
        let (role, names) = line.split_once('\t').ok_or_else(|| format!("captured.tsv: `{line}` has no tab"))?;
        for name in names.split(' ') {
            if !rules.contains(&format!("\n    {name},\n")) {
                return Err(format!("captured.tsv: no rule is named `{name}`"));
            }
            if !seen.insert(name) {
                return Err(format!("captured.tsv: `{name}` has two roles"));
            }
        }
        roles += &format!("    {role},\n");
        arms += &format!("            Self::{} => Place::{role},\n", names.replace(' ', " | Self::"));
    }
    Ok(format!(
        "// Generated by `cargo xtask generate` from `grammar/captured.tsv`: do not edit it.\n\n\
         use regular_bnf::parser::Captured;\n\nuse super::rule::Rule;\n\n\
         /// The role of a captured span in its URL.\n\
         #[derive(Debug, Clone, Copy, PartialEq, Eq)]\npub(crate) enum Place {{\n{roles}}}\n\n\
         impl Captured for Rule {{\n    #[cfg_attr(not(debug_assertions), inline(always))]\n    fn place(self) -> Option<usize> {{\n        \
         Some(match self {{\n{arms}            _ => return None,\n        }} as usize)\n    }}\n}}\n"
    ))
}
