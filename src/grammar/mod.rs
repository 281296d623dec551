//! The facts about each grammar: one file a grammar. All other lists are derived from them.
//!
//! The facts depend on no other part of the library than the names of components. A new grammar
//! needs its files in `grammar/`, a file here, a line in [`each_grammar`], a `mod` line, and the
//! code specific to it, without which the library does not compile.

use std::sync::OnceLock;

use regular_bnf::{CharSet, Ignored};

use crate::base::component::Component;

mod date;
mod document;
mod facts;
mod generation;
mod list;
pub(crate) mod published;
mod schemes;

mod rfc1630;
mod rfc1630_generic;
mod rfc1738;
mod rfc1808;
mod rfc2396;
mod rfc2732;
mod rfc3986;
mod rfc3987;
mod uri_1997;
mod url_draft_02;
mod url_draft_03;
mod whatwg;
mod whatwg_valid;

pub use date::Date;
pub use document::DocumentGrammar;
#[cfg(feature = "compare")]
pub(crate) use document::either;
pub(crate) use facts::{Equivalences, Facts, GopherDialect, Ipv4Hosts, ResolutionAlgorithm, Security, Structs};
pub use generation::Generation;
pub use list::Grammar;
pub(crate) use list::each_grammar;
pub use schemes::SchemeDocument;
pub(crate) use schemes::{EquivalencesOfBase, each_scheme_document};

/// Defines the methods that return the data of a grammar: its id, its texts and its facts.
macro_rules! data_methods {
    ($($(#[$doc:meta])* $name:ident $module:ident $id:literal $pest:literal;)*) => {
        impl Grammar {
            /// All grammars, in order of date.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// All grammars, in order of date, one after another.
            pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone + use<> {
                Self::ALL.iter().copied()
            }

            /// The id, which commands and data use: `url-draft-02`, `rfc1738`, ...
            pub fn id(self) -> &'static str {
                match self {$(
                    Self::$name => $id,
                )*}
            }

            /// The transcription: the text of the `.pest` file from which the parser is generated.
            pub fn pest(self) -> &'static str {
                match self {$(
                    Self::$name => include_str!(concat!("../../", $pest)),
                )*}
            }

            /// The texts of the productions as printed, and of the corrections.
            pub(crate) fn bnf_files(self) -> [&'static str; 2] {
                match self {$(
                    Self::$name => [
                        include_str!(concat!("../../grammar/", $id, ".bnf")),
                        include_str!(concat!("../../grammar/", $id, ".corrections.bnf")),
                    ],
                )*}
            }

            pub(crate) fn facts(self) -> &'static Facts {
                match self {
                    $(Self::$name => const { &$module::FACTS },)*
                }
            }
        }
    };
}
each_grammar!(data_methods);

impl Grammar {
    /// Whether any string that this grammar accepts has a component. RFC 1808 does not divide its
    /// `net_loc`, so it has neither a user nor a port; its host is the whole `net_loc`.
    ///
    /// ```
    /// use uri_lineage::{Component, Grammar};
    ///
    /// assert!(Grammar::Rfc1808.has(Component::Host) && !Grammar::Rfc1808.has(Component::Port));
    /// // The generic grammar of RFC 1630 has no hosts: they are part of the path.
    /// assert!(!Grammar::Rfc1630Generic.has(Component::Host));
    /// ```
    pub fn has(self, component: Component) -> bool {
        !self.facts().places.get(component).is_empty()
    }

    /// The document that defines the grammar.
    pub fn document(self) -> &'static str {
        self.facts().document.name
    }

    /// What the grammar is for, if its document has another grammar, too.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// assert_eq!([Grammar::Whatwg, Grammar::Rfc3986].map(Grammar::scope), [Some("parser"), None]);
    /// ```
    pub fn scope(self) -> Option<&'static str> {
        self.facts().document.scope
    }

    /// The part of the document that prints the productions.
    pub fn section(self) -> &'static str {
        self.facts().document.section
    }

    /// The grammars of the documents of a year, in order of date.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// let of_1994: Vec<&str> = Grammar::of_year(1994).map(Grammar::id).collect();
    /// assert_eq!(of_1994, ["url-draft-03", "rfc1630-generic", "rfc1630", "rfc1738"]);
    /// ```
    pub fn of_year(year: u16) -> impl Iterator<Item = Self> {
        Self::all().filter(move |grammar| grammar.date().year() == year)
    }

    /// The date of the document.
    pub fn date(self) -> Date {
        self.facts().document.date
    }

    /// The title of the document.
    pub fn title(self) -> &'static str {
        self.facts().document.title
    }

    /// A description of the document, in one sentence, with code between grave accents.
    pub fn about(self) -> &'static str {
        self.facts().document.about
    }

    /// The document's best-known property, with code between grave accents.
    pub fn known_for(self) -> &'static str {
        self.facts().document.known_for
    }

    /// The generation of the document.
    pub fn generation(self) -> Generation {
        match self.facts().structs {
            Structs::Rfc1630 => Generation::First,
            Structs::Rfc1738 => Generation::Second,
            Structs::Rfc1808 => Generation::Intermediate,
            Structs::Uri | Structs::Rfc3986 | Structs::Rfc3987 => Generation::Third,
            Structs::Whatwg => Generation::UrlStandard,
        }
    }

    /// The grammar that this one amends, if the document prints only the productions that it
    /// changes.
    pub fn amends(self) -> Option<Self> {
        self.facts().amends
    }

    /// The main entry production, the default of commands: `url`, `URI-reference`, ...
    pub fn main_production(self) -> &'static str {
        self.facts().main_entry
    }

    /// The production whose text the grammar accepts unexamined: the labels of a host on which only
    /// Unicode's IDNA processing (UTS 46) can decide, which no grammar can express. `None` if the
    /// grammar decides on every input.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// assert_eq!(Grammar::WhatwgValid.unexamined(), Some("unexamined-label"));
    /// assert_eq!(Grammar::Rfc3987.unexamined(), None);
    /// ```
    pub fn unexamined(self) -> Option<&'static str> {
        self.facts().unexamined.first().copied()
    }

    /// Whether the grammar is one of those of 1993 to 1997, which are the focus of this library.
    pub fn is_historical(self) -> bool {
        self.facts().historical
    }

    /// Whether the grammar accepts only US-ASCII, as do those of URLs and URIs from 1993 to 2005.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// let (ascii, others): (Vec<_>, Vec<_>) = Grammar::all().partition(|grammar| grammar.is_ascii());
    /// assert_eq!((ascii.len(), others), (10, vec![Grammar::Rfc3987, Grammar::WhatwgValid, Grammar::Whatwg]));
    /// ```
    pub fn is_ascii(self) -> bool {
        !self.facts().unicode
    }

    /// The characters that the grammar's parser removes from an input before it reads it: some
    /// everywhere, others at both ends. `None` if it removes nothing; only the WHATWG's parser
    /// removes characters.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// let ignored = Grammar::Whatwg.ignored().unwrap();
    /// assert_eq!(ignored.removed(" http://a\t/\n").unwrap().text, "http://a/");
    /// assert!(Grammar::WhatwgValid.ignored().is_none());
    /// ```
    pub fn ignored(self) -> Option<&'static Ignored> {
        static CACHE: [OnceLock<Option<Ignored>>; Grammar::ALL.len()] = [const { OnceLock::new() }; Grammar::ALL.len()];
        let [anywhere, ends] = self.facts().ignored.as_ref()?;
        let ignored = CACHE[self as usize].get_or_init(|| {
            let [anywhere, ends] =
                [anywhere, ends].map(|text| text.chars().fold(CharSet::EMPTY, |set, c| set.union(&c.into())));
            Some(Ignored { anywhere, ends })
        });
        ignored.as_ref()
    }

    /// The entry productions, by their printed names: those by which the document defines whole URLs.
    ///
    /// Not each decides what the grammar [accepts](Self::accepts): a text that only `genericurl` of RFC
    /// 1738 matches, such as `http:x`, is no URL, since the scheme has a production of its own.
    pub fn entry_productions(self) -> &'static [&'static str] {
        self.facts().entries
    }

    /// Whether the document prints productions. The URL Standard prints none: those of its grammars are of
    /// this project.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// assert!(Grammar::Rfc3986.prints_productions() && !Grammar::Whatwg.prints_productions());
    /// ```
    pub fn prints_productions(self) -> bool {
        self.generation() != Generation::UrlStandard
    }

    /// The productions that the document prints outside of its grammar, and that no production uses, such
    /// as those of the characters that a URL may not have.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// assert_eq!(Grammar::Rfc2396.uncollected_productions(), ["control", "space", "delims", "unwise"]);
    /// ```
    pub fn uncollected_productions(self) -> &'static [&'static str] {
        self.facts().uncollected
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The documentation of each variant names the document, the date and the section that its
    /// facts name.
    #[test]
    fn documentation_agrees_with_the_facts() {
        let list = include_str!("list.rs").replace("///", " ").split_whitespace().collect::<Vec<_>>().join(" ");
        for grammar in Grammar::all() {
            let sentence = format!("{}, {}, {}.", grammar.document(), grammar.date(), grammar.section());
            let sentence = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(list.contains(&sentence), "{grammar}: {sentence}");
        }
    }
}
