//! Grammars of others that import productions of this library's, or of files of their own.

use std::borrow::Cow;

use regular_bnf::{Bnf, Import, ImportError, Imported, Lookup, WantedProduction, cited_document};

use crate::grammar::Grammar;
use crate::published::Reading;

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
        let named = |selected: &Selected<'b>| {
            let import = |name: &'b String| Import { production: Cow::Borrowed(name.as_str()), ..selected.import("") };
            selected.productions.iter().map(import).collect::<Vec<_>>()
        };
        let also: Vec<Import<'b>> = self.selected.iter().flat_map(named).collect();
        bnf.import(&also, &mut |wanted| self.find(wanted))
    }

    /// Finds a production.
    pub fn find(&self, wanted: &WantedProduction<'_>) -> Lookup<'b> {
        let name = wanted.name;
        let defines = |one: &&Selected<'b>| one.bnf.get(name).is_some();
        let selected = |all: Vec<&Selected<'b>>| one_of(all.into_iter().map(|one| one.import(name)).collect());
        let Some(citation) = &wanted.citation else {
            let listed =
                |one: &&Selected<'b>| one.productions.is_empty() || one.productions.iter().any(|own| own == name);
            return selected(self.selected.iter().filter(defines).filter(listed).collect());
        };
        let document = &citation.document;
        let meant: Vec<_> = self.selected.iter().filter(|one| one.document.as_ref() == Some(document)).collect();
        if !meant.is_empty() {
            return selected(meant);
        }
        let known: Vec<Grammar> = self.documents(document);
        if !known.is_empty() {
            let all: Vec<_> = known.iter().map(|&grammar| self.import(grammar, name)).collect();
            let defining: Vec<_> = all.iter().filter(|import| import.bnf.get(name).is_some()).cloned().collect();
            return one_of(if defining.is_empty() { all } else { defining });
        }
        if is_numbered(document) {
            return Lookup::Nowhere;
        }
        let meant: Vec<_> = self.selected.iter().filter(|one| one.document.is_none()).filter(defines).collect();
        if !meant.is_empty() {
            return selected(meant);
        }
        let all = Grammar::ALL.into_iter().map(|grammar| self.import(grammar, name));
        one_of(all.filter(|import| import.bnf.get(name).is_some()).collect())
    }

    /// The grammars of a document.
    fn documents(&self, document: &str) -> Vec<Grammar> {
        let standard = STANDARDS.iter().find(|(name, _)| *name == document).map(|(_, grammar)| *grammar);
        let is_printed = |grammar: &Grammar| cited_document(grammar.document()) == document || grammar.id() == document;
        let all = Grammar::ALL.into_iter().filter(is_printed);
        all.chain(standard).collect()
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
    fn import(&self, name: &str) -> Import<'b> {
        Import { grammar: self.name.clone(), bnf: self.bnf, production: name.to_owned().into() }
    }
}

/// The only one, none, or all of several.
fn one_of(mut all: Vec<Import<'_>>) -> Lookup<'_> {
    match all.len() {
        0 => Lookup::Nowhere,
        1 => Lookup::In(all.remove(0)),
        _ => Lookup::InSeveral(all.into_iter().map(|import| import.grammar.into_owned()).collect()),
    }
}
