//! The published grammars as data: the productions in both readings, and their uses of each other.
//!
//! ```
//! # #[cfg(feature = "compare")] {
//! use uri_lineage::{Grammar, Reading};
//!
//! let printed = Grammar::Rfc1738.bnf(Reading::Published);
//! assert_eq!(printed.get("port").unwrap().text, "port           = digits");
//! assert_eq!(printed.undefined(), ["/"]);
//! let corrected = Grammar::Rfc1630.bnf(Reading::Corrected);
//! assert_eq!(corrected.uses("hostport"), ["host", "port"]);
//! # }
//! ```

use std::sync::OnceLock;

#[cfg(feature = "compare")]
use regular_bnf::Definition;
use regular_bnf::{Bnf, GrammarError, Notation};

use crate::grammar::Grammar;

/// How the productions of a document are read. [`Corrected`](Self::Corrected) is the default, and what the
/// parsers accept.
///
/// ```
/// # #[cfg(feature = "compare")] {
/// use uri_lineage::{Grammar, Reading};
///
/// let server = |reading| Grammar::Uri1997.bnf(reading).get("server").unwrap().text.as_str();
/// assert_eq!(server(Reading::Published), r#"server        = [ [ userinfo ] "@" ] hostport ]"#);
/// assert_eq!(server(Reading::Corrected), r#"server        = [ [ userinfo ] "@" ] hostport"#);
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Reading {
    /// Exactly as printed, including slips.
    #[cfg_attr(
        not(feature = "compare"),
        allow(dead_code, reason = "only the published grammars as data have both readings")
    )]
    Published,
    /// With the corrections, each of which has its evidence.
    #[default]
    Corrected,
}

/// Where a production is printed.
///
/// ```
/// use uri_lineage::Grammar;
///
/// // An appendix collects the grammar.
/// let source = Grammar::Rfc3986.source("authority");
/// assert_eq!((source.document, source.section), ("RFC 3986", "Appendix A"));
/// assert_eq!(source.defining_section, Some("section 3.2"));
/// ```
#[cfg(feature = "compare")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProductionSource {
    /// The common name of the document.
    pub document: &'static str,
    /// The section, with the word for it: `section 3`, `Appendix A`.
    pub section: &'static str,
    /// The section of the text that defines the production, if `section` only collects the grammar.
    pub defining_section: Option<&'static str>,
}

/// For each production of a grammar that an appendix collects, the section that defines it. A line
/// has a grammar, a section and a production.
#[cfg(feature = "compare")]
const SECTIONS: &str = include_str!("../../grammar/sections.tsv");

/// The section of a grammar's document that defines a production.
#[cfg(feature = "compare")]
fn defining_section(grammar: Grammar, production: &str) -> Option<&'static str> {
    let lines = SECTIONS.lines().filter_map(|line| line.strip_prefix(grammar.id())?.strip_prefix('\t'));
    lines.filter_map(|line| line.split_once('\t')).find(|(_, name)| *name == production).map(|(section, _)| section)
}

/// The productions of a grammar, in one reading.
pub(crate) fn bnf(grammar: Grammar, reading: Reading) -> &'static Bnf {
    static ALL: [[OnceLock<Bnf>; 2]; Grammar::ALL.len()] =
        [const { [const { OnceLock::new() }; 2] }; Grammar::ALL.len()];
    // Most programs need one reading only.
    ALL[grammar as usize][reading as usize].get_or_init(|| {
        let files = grammar.bnf_files();
        let amended = grammar.amends().map(|amended| bnf(amended, reading));
        // A file that cannot be read is a defect of the library, which the tests of all grammars find.
        let read = read(files, Notation::detect(files[0]), reading, amended)
            .unwrap_or_else(|error| panic!("a file of {grammar} is broken: {error}"));
        match grammar.ignored() {
            Some(ignored) => read.ignoring(ignored.clone(), grammar.entry_productions()),
            None => read,
        }
    })
}

/// The productions of a grammar, of which the unexamined ones match nothing; `None` if the grammar
/// accepts nothing unexamined.
pub(crate) fn examined(grammar: Grammar, reading: Reading) -> Option<Bnf> {
    let bnf = bnf(grammar, reading);
    let unexamined = grammar.facts().unexamined;
    (!unexamined.is_empty()).then(|| bnf.without_strings(unexamined))
}

/// Reads the productions from two files of the library: those that a document prints, and the
/// corrections. They are laid over those of the document that it amends.
pub(crate) fn read(
    [published, corrections]: [&str; 2],
    notation: Notation,
    reading: Reading,
    amended: Option<&Bnf>,
) -> Result<Bnf, GrammarError> {
    let definitions = regular_bnf::definitions(published, notation)?;
    let printed = match amended {
        Some(amended) => amended.with(definitions),
        None => Bnf::from_definitions(definitions, notation)?,
    };
    // If nothing needs correction, the file has only a comment.
    let has_corrections = corrections.lines().any(|line| !line.is_empty() && !line.starts_with(';'));
    Ok(match reading {
        Reading::Corrected if has_corrections => printed.with(regular_bnf::definitions(corrections, notation)?),
        Reading::Published | Reading::Corrected => printed,
    })
}

/// The source of a core rule of ABNF that a document cites.
#[cfg(feature = "compare")]
pub(crate) fn core_source(definition: &Definition) -> Option<ProductionSource> {
    let source = ProductionSource { document: "RFC 5234", section: "Appendix B.1", defining_section: None };
    regular_bnf::CORE.contains(&definition.text).then_some(source)
}

/// The document and the section that print a production of a grammar.
#[cfg(feature = "compare")]
pub(crate) fn source(grammar: Grammar, production: &str) -> ProductionSource {
    let definition = grammar.bnf(Reading::Published).get(production);
    let inherited = grammar
        .amends()
        .filter(|amended| definition.is_some() && amended.bnf(Reading::Published).get(production) == definition);
    match inherited {
        Some(amended) => source(amended, production),
        None => definition.and_then(core_source).unwrap_or_else(|| {
            let defining_section = defining_section(grammar, production);
            ProductionSource { document: grammar.document(), section: grammar.section(), defining_section }
        }),
    }
}
