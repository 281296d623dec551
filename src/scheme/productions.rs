//! The productions of a document of one scheme, laid over those of its base, and its pest grammar
//! likewise.

use std::sync::OnceLock;

use regular_bnf::{Bnf, Notation};

use crate::grammar::SchemeDocument;
#[cfg(feature = "compare")]
use crate::grammar::published::ProductionSource;
use crate::grammar::published::{self, Reading};

/// The number of documents.
const COUNT: usize = SchemeDocument::ALL.len();

/// The productions in one reading: those of the document first, then those of its base that they
/// use.
pub(super) fn bnf(document: SchemeDocument, reading: Reading) -> &'static Bnf {
    static ALL: [[OnceLock<Bnf>; 2]; COUNT] = [const { [const { OnceLock::new() }; 2] }; COUNT];
    ALL[document as usize][reading as usize].get_or_init(|| {
        let base = published::bnf(document.base(), reading);
        own(document, reading).completed_from(base, &[document.main_production()])
    })
}

/// The productions of the document alone. Those of a variant take the place of the document's.
///
/// A file that cannot be read is a defect of the library, which the tests of all documents find.
fn own(document: SchemeDocument, reading: Reading) -> Bnf {
    // The rules are laid over others of the same notation.
    let notation = Notation::detect(document.base().bnf_files()[0]);
    let varied = document.variant_of().map(|varied| own(varied, reading));
    published::read(document.bnf_files(), notation, reading, varied.as_ref())
        .unwrap_or_else(|error| panic!("a file of {document} is broken: {error}"))
}

/// The pest grammar: the rules of the document, and those of its base that they use.
#[cfg(feature = "compare")]
pub(super) fn pest(document: SchemeDocument) -> &'static str {
    static ALL: [OnceLock<String>; COUNT] = [const { OnceLock::new() }; COUNT];
    ALL[document as usize].get_or_init(|| {
        let base = [document.variant_of().map_or("", SchemeDocument::own_pest), document.base().pest()].join("\n");
        laid_over(document.own_pest(), &base, vec![regular_bnf::rule_name(document.main_production())])
    })
}

/// Rules laid over those of a base: each takes the place of the one with its name. Of the others
/// only those stay that are needed, by these rules or by the entries.
#[cfg(feature = "compare")]
fn laid_over(own: &str, base: &str, entries: Vec<String>) -> String {
    let rules = |text| rule_blocks(text).filter_map(|block| Some((rule_of(block)?, block)));
    let own: Vec<(&str, &str)> = rules(own).collect();
    let is_own = |name: &str| own.iter().any(|(own, _)| *own == name);
    let base: Vec<(&str, &str)> = rules(base).filter(|(name, _)| !is_own(name)).collect();
    let (mut needed, mut waiting) = (vec![false; base.len()], entries);
    waiting.extend(own.iter().flat_map(|(_, block)| names_in(block)));
    while let Some(name) = waiting.pop() {
        let Some(index) = base.iter().position(|(rule, _)| *rule == name) else { continue };
        if !std::mem::replace(&mut needed[index], true) {
            waiting.extend(names_in(base[index].1));
        }
    }
    let taken = base.iter().zip(needed).filter_map(|((_, block), is_needed)| is_needed.then_some(*block));
    own.iter().map(|(_, block)| *block).chain(taken).collect::<Vec<_>>().join("\n\n") + "\n"
}

/// The rules of a pest grammar, each with its comments; an empty line is between two.
#[cfg(feature = "compare")]
fn rule_blocks(pest: &str) -> impl Iterator<Item = &str> {
    pest.trim_end().split("\n\n").filter(|block| !block.starts_with("//!"))
}

/// The name of the rule of a block; of helpers below it the names are not needed.
#[cfg(feature = "compare")]
fn rule_of(block: &str) -> Option<&str> {
    block.lines().find(|line| !line.starts_with("//"))?.split(' ').next()
}

/// The names that the rules of a block use, and those of the rules.
#[cfg(feature = "compare")]
fn names_in(block: &str) -> Vec<String> {
    let code = block.lines().filter(|line| !line.starts_with("//"));
    let code = code.flat_map(|line| line.split('"').step_by(2));
    let words = code.flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// For each production of another document that stands in the file of one: its document and section.
/// A line has the id of the file, the document, the section and the production.
#[cfg(feature = "compare")]
const SECTIONS: &str = include_str!("../../grammar/schemes/sections.tsv");

/// The document and the section that print a production, or of whose prose it is written.
#[cfg(feature = "compare")]
pub(super) fn source(document: SchemeDocument, production: &str) -> ProductionSource {
    let elsewhere = SECTIONS.lines().find_map(|line| {
        let [id, name, section, of_production] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
        (id == document.id() && of_production == production).then_some((name, section))
    });
    if let Some((name, section)) = elsewhere {
        return ProductionSource { document: name, section, defining_section: None };
    }
    let (base, corrected) = (document.base(), bnf(document, Reading::Corrected));
    let of_base = published::bnf(base, Reading::Corrected).get(production);
    if let Some(source) = corrected.get(production).and_then(published::core_source) {
        return source;
    }
    if of_base.is_some() && of_base == corrected.get(production) {
        return published::source(base, production);
    }
    match document.variant_of() {
        Some(varied) if bnf(varied, Reading::Corrected).get(production) == corrected.get(production) => {
            source(varied, production)
        }
        _ => ProductionSource { document: document.document(), section: document.section(), defining_section: None },
    }
}
