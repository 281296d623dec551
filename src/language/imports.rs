//! Imports of productions into grammars of others: from this library's grammars, or from selected
//! grammars.

use std::borrow::Cow;
use std::collections::BTreeMap;

use regular_bnf::{Bnf, Import, ImportError, Imported, Lookup, WantedProduction, cited_document};

use crate::grammar::Grammar;
use crate::grammar::SchemeDocument;
use crate::grammar::published::Reading;

/// The productions that a grammar may import: those of all grammars and documents of one scheme of
/// this library, by citations such as `<host, see [RFC3986], Section 3.2.2>`, and those of selected grammars.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::language::Imports;
/// use uri_lineage::regular_bnf::{Bnf, Language};
///
/// let own = Bnf::read("link = \"<\" target \">\"\ntarget = <URI, see [RFC3986], Section 3>\n")?;
/// let imported = Imports::default().complete(&own)?;
/// assert!(Language::new(&imported.bnf, "link")?.contains("<mailto:a>"));
///
/// // A tag that is no number of an RFC, in a case in which several grammars define the production.
/// let own = Bnf::read("target = <URI-reference, see [URI]>\n")?;
/// assert!(Imports::default().complete(&own).is_err());
/// let imports = Imports::default().and(Some("URI"), "rfc3986", Grammar::Rfc3986.bnf(Default::default()), &[]);
/// assert!(Language::new(&imports.complete(&own)?.bnf, "target")?.contains("../a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Imports<'b> {
    reading: Reading,
    selected: Vec<Selected<'b>>,
    /// For tags of a list of references the documents that they name.
    references: BTreeMap<String, String>,
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
        Self { reading, selected: Vec::new(), references: BTreeMap::new() }
    }

    /// Reads the list of references in the text of a document: a tag in brackets at the beginning
    /// of a line means the first RFC, or STD, that its entry names.
    ///
    /// ```
    /// use uri_lineage::language::Imports;
    /// use uri_lineage::regular_bnf::{Bnf, Language};
    ///
    /// let own = Bnf::read("target = <URI-reference, see [URI]>\n")?;
    /// let text = "   [URI]      Berners-Lee, T., \"Uniform Resource Identifier (URI): Generic\n\
    ///             Syntax\", STD 66, RFC 3986, January 2005.\n";
    /// let imported = Imports::default().with_references(text).complete(&own)?;
    /// assert!(Language::new(&imported.bnf, "target")?.contains("//[v1.a]"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_references(mut self, text: &str) -> Self {
        self.references.extend(references(text));
        self
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
    /// the production, or the only one of this library, or the newest one of this library that
    /// defines it in the section that is cited, if all that do are of one generation. For the last
    /// [`Imported::assumed`] has the tag.
    ///
    /// # Errors
    ///
    /// If several grammars define a production that is needed, or if a selected grammar does not
    /// define it.
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
        let tag = &citation.document;
        // A number of an RFC needs no list of references.
        let document = if is_numbered(tag) { tag } else { self.references.get(tag).unwrap_or(tag) };
        // What is selected for the tag comes before what is selected for the document that it names.
        for selected_for in [tag, document] {
            let cited = self.selected.iter().filter(|selected| selected.document.as_ref() == Some(selected_for));
            let imports: Vec<_> = cited.map(|selected| selected.import(name)).collect();
            if !imports.is_empty() {
                return lookup(imports);
            }
        }
        if let Some(scheme_document) = scheme_document(document) {
            return lookup(vec![self.import_of_scheme(scheme_document, name)]);
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
        let grammars: Vec<Grammar> =
            Grammar::all().filter(|grammar| grammar.bnf(self.reading).get(name).is_some()).collect();
        match newest_in_section(&grammars, name, citation.section) {
            Some(newest) if grammars.len() > 1 => Lookup::InSection(self.import(newest, name)),
            _ => lookup(grammars.into_iter().map(|grammar| self.import(grammar, name)).collect()),
        }
    }

    /// The grammars of a document.
    fn documents(&self, document: &str) -> Vec<Grammar> {
        let standard = STANDARDS.iter().find(|(name, _)| *name == document).map(|(_, grammar)| *grammar);
        let printed =
            Grammar::all().filter(|grammar| cited_document(grammar.document()) == document || grammar.id() == document);
        printed.chain(standard).collect()
    }

    fn import_of_scheme(&self, document: SchemeDocument, name: &str) -> Import<'b> {
        Import { grammar: document.id().into(), bnf: document.bnf(self.reading), production: name.to_owned().into() }
    }

    fn import(&self, grammar: Grammar, name: &str) -> Import<'b> {
        Import { grammar: grammar.id().into(), bnf: grammar.bnf(self.reading), production: name.to_owned().into() }
    }
}

/// The document of one scheme that is cited, without its variants.
fn scheme_document(document: &str) -> Option<SchemeDocument> {
    let mut documents = SchemeDocument::ALL.iter().copied().filter(|known| known.variant_of().is_none());
    documents.find(|known| cited_document(known.document()) == document)
}

/// The tags of a list of references, each with the RFC, or else the STD, that its entry names first.
fn references(text: &str) -> BTreeMap<String, String> {
    let mut references = BTreeMap::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some((tag, rest)) = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
            continue;
        };
        // In a paragraph, one blank follows a tag.
        if !(rest.is_empty() || rest.starts_with("  ")) {
            continue;
        }
        let mut entry = rest.to_owned();
        while let Some(more) = lines.next_if(|more| !more.trim().is_empty() && !more.trim_start().starts_with('[')) {
            entry.push(' ');
            entry.push_str(more.trim());
        }
        let named = ["RFC", "STD"].into_iter().find_map(|series| numbered(&entry, series));
        if let Some(document) = named {
            references.entry(cited_document(tag)).or_insert(document);
        }
    }
    references
}

/// The first document of a series in a text.
fn numbered(text: &str, series: &str) -> Option<String> {
    text.match_indices(series).find_map(|(at, _)| {
        let number = text[at + series.len()..].trim_start_matches([' ', '-', '\u{A0}']);
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        (digits > 0).then(|| format!("{series}{}", &number[..digits]))
    })
}

/// The newest of the grammars that define a production in the section of that number, if these are
/// of one generation.
fn newest_in_section(grammars: &[Grammar], production: &str, number: Option<&str>) -> Option<Grammar> {
    let number = number?;
    let in_section = grammars.iter().copied().filter(|&grammar| defines_in(grammar, production, number));
    let in_section: Vec<Grammar> = in_section.collect();
    let newest = *in_section.last()?;
    in_section.iter().all(|grammar| grammar.generation() == newest.generation()).then_some(newest)
}

/// Whether a grammar's document defines a production in the section of that number.
fn defines_in(grammar: Grammar, production: &str, number: &str) -> bool {
    let source = grammar.source(production);
    [source.defining_section, Some(source.section)].into_iter().flatten().any(|section| {
        let printed = section.split_once(' ').map_or(section, |(_, number)| number);
        printed.eq_ignore_ascii_case(number)
    })
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
