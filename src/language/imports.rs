//! Imports of productions into grammars of others: from this library's grammars, or from selected
//! grammars.

use std::borrow::Cow;

use regular_bnf::{Bnf, Import, ImportError, Imported, Lookup, WantedProduction, cited_document};

use crate::grammar::Grammar;
use crate::grammar::published::Reading;

/// The productions that a grammar may import: those of all grammars of this library, by citations
/// such as `<host, see [RFC3986], Section 3.2.2>`, and those of selected grammars.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::language::{Imports, Language};
/// use uri_lineage::published::Bnf;
///
/// let own = Bnf::read("link = \"<\" target \">\"\ntarget = <URI, see [RFC3986], Section 3>\n")?;
/// let imported = Imports::default().complete(&own)?;
/// assert!(Language::new(&imported.bnf, "link")?.contains("<mailto:a>"));
///
/// // A tag that is no number of an RFC, in a case in which several grammars define the production.
/// let own = Bnf::read("target = <URI-reference, see [URI], Section 4.1>\n")?;
/// assert!(Imports::default().complete(&own).is_err());
/// let imports = Imports::default().and(Some("URI"), "rfc3986", Grammar::Rfc3986.bnf(Default::default()), &[]);
/// assert!(Language::new(&imports.complete(&own)?.bnf, "target")?.contains("../a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Imports<'b> {
    reading: Reading,
    selected: Vec<Selected<'b>>,
}

regular_bnf::debug_fields!(Imports<'b> { reading });

/// A selected grammar.
#[derive(Clone)]
struct Selected<'b> {
    /// The document of citations that it is.
    document: Option<String>,
    name: Cow<'b, str>,
    bnf: &'b Bnf,
    /// The productions that are imported in any case. If the list is empty, each may be.
    productions: &'b [String],
}

/// STD 66 is RFC 3986.
const STANDARDS: [(&str, Grammar); 1] = [("STD66", Grammar::Rfc3986)];

impl<'b> Imports<'b> {
    /// The productions of this library's grammars, in one reading.
    pub fn new(reading: Reading) -> Self {
        Self { reading, selected: Vec::new() }
    }

    /// Selects a grammar, with its name for messages: its productions are imported by names that
    /// are not defined, and by citations of `document`, or of an unknown document. With a list of
    /// productions, these are imported in any case, and no others by their names alone.
    #[must_use]
    pub fn and(
        mut self,
        document: Option<&str>,
        name: impl Into<Cow<'b, str>>,
        bnf: &'b Bnf,
        productions: &'b [String],
    ) -> Self {
        let document = document.map(cited_document);
        self.selected.push(Selected { document, name: name.into(), bnf, productions });
        self
    }

    /// A grammar with all that it imports.
    ///
    /// A citation names one of the selected grammars, or an RFC or STD of which this library has
    /// the grammar. One that names an unknown document means the only selected grammar that defines
    /// the production, or the only one of this library.
    ///
    /// # Errors
    ///
    /// If several grammars define a production that is needed, if a selected grammar does not
    /// define it, or if a name would have two languages.
    pub fn complete(&self, bnf: &Bnf) -> Result<Imported, ImportError> {
        let listed = self.selected.iter().flat_map(|selected| {
            selected
                .productions
                .iter()
                .map(move |name| Import { production: Cow::Borrowed(name.as_str()), ..selected.import("") })
        });
        bnf.import(&listed.collect::<Vec<_>>(), &mut |wanted| self.find(wanted))
    }

    /// Finds a production.
    pub fn find(&self, wanted: &WantedProduction<'_>) -> Lookup<'b> {
        let name = wanted.name;
        let Some(citation) = &wanted.citation else {
            let importable = self.selected.iter().filter(|selected| selected.defines(name) && selected.lists(name));
            return lookup(importable.map(|selected| selected.import(name)).collect());
        };
        let document = &citation.document;
        let cited: Vec<_> = self.selected.iter().filter(|one| one.document.as_ref() == Some(document)).collect();
        if !cited.is_empty() {
            return lookup(cited.into_iter().map(|selected| selected.import(name)).collect());
        }
        let grammars: Vec<Grammar> = self.documents(document);
        if !grammars.is_empty() {
            let imports: Vec<_> = grammars.iter().map(|&grammar| self.import(grammar, name)).collect();
            let defining: Vec<_> = imports.iter().filter(|import| import.bnf.get(name).is_some()).cloned().collect();
            return lookup(if defining.is_empty() { imports } else { defining });
        }
        if is_numbered(document) {
            return Lookup::Nowhere;
        }
        let without_document: Vec<_> = self
            .selected
            .iter()
            .filter(|selected| selected.document.is_none() && selected.defines(name))
            .map(|selected| selected.import(name))
            .collect();
        if !without_document.is_empty() {
            return lookup(without_document);
        }
        let imports = Grammar::ALL.into_iter().map(|grammar| self.import(grammar, name));
        lookup(imports.filter(|import| import.bnf.get(name).is_some()).collect())
    }

    /// The grammars of a document.
    fn documents(&self, document: &str) -> Vec<Grammar> {
        let standard = STANDARDS.iter().find(|(name, _)| *name == document).map(|(_, grammar)| *grammar);
        let printed = Grammar::ALL
            .into_iter()
            .filter(|grammar| cited_document(grammar.document()) == document || grammar.id() == document);
        printed.chain(standard).collect()
    }

    fn import(&self, grammar: Grammar, name: &str) -> Import<'b> {
        Import { grammar: grammar.id().into(), bnf: grammar.bnf(self.reading), production: name.to_owned().into() }
    }
}

/// Whether a document is of a series, so that its number tells which one it is.
fn is_numbered(document: &str) -> bool {
    let number = ["RFC", "STD", "BCP"].iter().find_map(|series| document.strip_prefix(series));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

impl<'b> Selected<'b> {
    fn defines(&self, name: &str) -> bool {
        self.bnf.get(name).is_some()
    }

    /// Whether a production may be imported without a citation.
    fn lists(&self, name: &str) -> bool {
        self.productions.is_empty() || self.productions.iter().any(|listed| listed == name)
    }

    fn import(&self, name: &str) -> Import<'b> {
        Import { grammar: self.name.clone(), bnf: self.bnf, production: name.to_owned().into() }
    }
}

/// The result of a search that found these imports.
fn lookup(mut imports: Vec<Import<'_>>) -> Lookup<'_> {
    match imports.len() {
        0 => Lookup::Nowhere,
        1 => Lookup::In(imports.remove(0)),
        _ => Lookup::InSeveral(imports.into_iter().map(|import| import.grammar.into_owned()).collect()),
    }
}
