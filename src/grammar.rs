//! The facts: one row a grammar. All that is listed elsewhere is derived from the rows.
//!
//! This file uses nothing of the rest. To add a grammar takes its files in `grammar/`, a row here, and what is truly its
//! own, for which the compiler asks by name.

use std::fmt;
use std::str::FromStr;

/// Which structs the URLs of a grammar are read into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Generation {
    /// The drafts 02 and 03 and RFC 1630: [`rfc1630`](crate::rfc1630).
    First,
    /// RFC 1738: [`rfc1738`](crate::rfc1738).
    Second,
    /// The drafts of December 1997: [`uri1997`](crate::uri1997).
    Third,
}

/// How a document has relative references resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resolution {
    /// Draft 02, "Partial form".
    Draft02,
    /// RFC 1630, "Partial (relative) form". The base may be read by the document's other grammar too.
    Rfc1630 { other: Grammar },
    /// draft-fielding-url-syntax-03, section 4.2.
    Uri1997,
}

/// How a gopher URL says what is searched for, and what of it is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gopher {
    /// After a question mark, with plus signs between the words (draft 02).
    Mark,
    /// After an encoded tab. Before a Gopher+ string an empty search is not sent (draft 03, "Gopher").
    Tab,
    /// All that stands there is the command string, as it is (RFC 1630, "Gopher").
    Command,
    /// After an encoded tab. An empty search is sent, but for a form that is filled in (RFC 1738, 3.4.3 and 3.4.9).
    Empty,
}

/// The sections of a document that say what some rules and warnings rest on.
pub(crate) struct Sections {
    pub escapes: &'static str,
    pub ports: &'static str,
    /// What warns of passwords and, where `all_warnings`, of ports and delimiters.
    pub security: Option<&'static str>,
    pub all_warnings: bool,
}

/// What there is to know of a grammar.
pub(crate) struct Facts {
    pub id: &'static str,
    pub document: &'static str,
    pub section: &'static str,
    pub date: &'static str,
    pub generation: Generation,
    /// As the rulings list them.
    pub entries: &'static [&'static str],
    /// The entry production that is meant where none is read yet.
    pub main: &'static str,
    /// The fewest of the entries that take everything, in the order to try.
    pub starts: &'static [&'static str],
    /// The entry that takes a URL with all that may follow it.
    pub whole: &'static str,
    /// The productions of which one accepts the input where the grammar accepts it.
    pub alternatives: &'static [&'static str],
    /// The classes of the characters that are not reserved.
    pub unreserved: &'static [&'static str],
    /// The prefix that the document demands before a URL.
    pub prefix: &'static str,
    /// Whether a plus sign in a search is a space.
    pub plus: bool,
    pub resolution: Option<Resolution>,
    pub gopher: Gopher,
    /// Whether an ftp address without a file name asks for a list of the directory.
    pub ftp_lists: bool,
    pub sections: Sections,
    /// The productions as printed, and the corrections.
    pub bnf: [&'static str; 2],
    /// The grammar as pest reads it.
    pub pest: &'static str,
}

/// Makes the type of the grammars from their rows. The files and the module of the parser bear the name of the id.
macro_rules! rows {
    (($d:tt) $($name:ident $module:ident $id:literal $pest:literal {
        document: $document:literal,
        section: $section:literal,
        date: $date:literal,
        $($field:ident: $value:expr,)*
    })*) => {
        /// One of the grammars, in order of date.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        pub enum Grammar {$(
            #[doc = concat!($document, ", ", $date, ", ", $section, ".")]
            #[cfg_attr(feature = "serde", serde(rename = $id))]
            $name,
        )*}

        impl Grammar {
            /// All of them, in order of date.
            pub const ALL: [Self; [$($id),*].len()] = [$(Self::$name),*];

            pub(crate) fn facts(self) -> &'static Facts {
                match self {$(
                    Self::$name => &Facts {
                        id: $id,
                        document: $document,
                        section: $section,
                        date: $date,
                        $($field: $value,)*
                        bnf: [
                            include_str!(concat!("../grammar/", $id, ".bnf")),
                            include_str!(concat!("../grammar/", $id, ".corrections.bnf")),
                        ],
                        pest: include_str!(concat!("../", $pest)),
                    },
                )*}
            }
        }

        /// Hands the name of every grammar, the module of its parser and its file to a macro.
        macro_rules! each_grammar {
            ($d each:ident) => {
                $d each! { $($name $module $pest,)* }
            };
        }
        pub(crate) use each_grammar;
    };
}

const FIRST_GENERATION: &[&str] = &[
    "httpaddress",
    "ftpaddress",
    "newsaddress",
    "nntpaddress",
    "prosperoaddress",
    "telnetaddress",
    "gopheraddress",
    "waisaddress",
    "mailtoaddress",
    "midaddress",
    "cidaddress",
];

rows! { ($)
    UrlDraft02 url_draft_02 "url-draft-02" "grammar/url-draft-02.pest" {
        document: "draft-ietf-uri-url-02",
        section: "BNF syntax",
        date: "1993",
        generation: Generation::First,
        entries: &["prefixedurl", "url", "fragmentaddress", "uri"],
        main: "url",
        starts: &["prefixedurl", "fragmentaddress"],
        whole: "fragmentaddress",
        alternatives: &[
            "httpaddress",
            "ftpaddress",
            "newsaddress",
            "nntpaddress",
            "prosperoaddress",
            "telnetaddress",
            "gopheraddress",
            "waisaddress",
            "mailtoaddress",
            "generic",
        ],
        unreserved: &["alpha", "digit", "safe", "extra"],
        prefix: "",
        plus: false,
        resolution: Some(Resolution::Draft02),
        gopher: Gopher::Mark,
        ftp_lists: false,
        sections: Sections { escapes: "Encoding prohibited characters", ports: "Internet protocol parts", security: Some("Security considerations"), all_warnings: false },
    }
    UrlDraft03 url_draft_03 "url-draft-03" "grammar/url-draft-03.pest" {
        document: "draft-ietf-uri-url-03",
        section: "BNF for specific URL schemes",
        date: "March 1994",
        generation: Generation::First,
        entries: &["prefixedurl", "url"],
        main: "url",
        starts: &["prefixedurl", "url"],
        whole: "url",
        alternatives: FIRST_GENERATION,
        unreserved: &["alpha", "digit", "safe", "extra"],
        // "must start with a constant prefix" (section "PrePrefix")
        prefix: "URL:",
        plus: false,
        resolution: None,
        gopher: Gopher::Tab,
        ftp_lists: true,
        sections: Sections { escapes: "Encoding prohibited characters", ports: "Internet protocol parts", security: Some("Security considerations"), all_warnings: true },
    }
    Rfc1630Generic rfc1630_generic "rfc1630-generic" "grammar/rfc1630-generic.pest" {
        document: "RFC 1630",
        section: "BNF of Generic URI Syntax",
        date: "June 1994",
        generation: Generation::First,
        entries: &["fragmentaddress", "uri"],
        main: "uri",
        starts: &["fragmentaddress"],
        whole: "fragmentaddress",
        alternatives: &["uri"],
        unreserved: &["alpha", "digit", "safe", "extra"],
        prefix: "",
        plus: true,
        resolution: Some(Resolution::Rfc1630 { other: Grammar::Rfc1630 }),
        gopher: Gopher::Tab,
        ftp_lists: true,
        sections: Sections { escapes: "Reduced or increased safe character sets", ports: "Internet protocol parts", security: None, all_warnings: false },
    }
    Rfc1630 rfc1630 "rfc1630" "grammar/rfc1630.pest" {
        document: "RFC 1630",
        section: "BNF for specific URL schemes",
        date: "June 1994",
        generation: Generation::First,
        entries: &["prefixedurl", "url"],
        main: "url",
        starts: &["prefixedurl", "url"],
        whole: "url",
        alternatives: FIRST_GENERATION,
        unreserved: &["alpha", "digit", "safe", "extra"],
        prefix: "",
        plus: true,
        resolution: Some(Resolution::Rfc1630 { other: Grammar::Rfc1630Generic }),
        gopher: Gopher::Command,
        ftp_lists: true,
        sections: Sections { escapes: "Reduced or increased safe character sets", ports: "Internet protocol parts", security: None, all_warnings: false },
    }
    Rfc1738 rfc1738 "rfc1738" "grammar/rfc1738.pest" {
        document: "RFC 1738",
        section: "section 5",
        date: "December 1994",
        generation: Generation::Second,
        entries: &["url", "genericurl"],
        main: "url",
        // What only `genericurl` takes is no URL: a predefined scheme has a production of its own.
        starts: &["url"],
        whole: "url",
        alternatives: &[
            "httpurl",
            "ftpurl",
            "newsurl",
            "nntpurl",
            "telneturl",
            "gopherurl",
            "waisurl",
            "mailtourl",
            "fileurl",
            "prosperourl",
            "otherurl",
        ],
        unreserved: &["unreserved"],
        prefix: "",
        plus: false,
        resolution: None,
        gopher: Gopher::Empty,
        ftp_lists: true,
        sections: Sections { escapes: "2.2", ports: "3.2 to 3.11", security: Some("6"), all_warnings: true },
    }
    Uri1997 uri_1997 "uri-1997" "grammar/uri-1997.pest" {
        document: "draft-fielding-uri-syntax-01 and draft-fielding-url-syntax-03",
        section: "Appendices A",
        date: "December 1997",
        generation: Generation::Third,
        entries: &["URI-reference", "URL-reference", "URN-reference", "absoluteURL", "relativeURL"],
        main: "URI-reference",
        starts: &["URI-reference"],
        whole: "URI-reference",
        alternatives: &["URN-reference", "absoluteURL", "relativeURL"],
        unreserved: &["unreserved"],
        prefix: "",
        plus: false,
        resolution: Some(Resolution::Uri1997),
        gopher: Gopher::Tab,
        ftp_lists: true,
        sections: Sections { escapes: "2.4.2", ports: "5", security: Some("6"), all_warnings: true },
    }
}

impl Grammar {
    /// The name by which commands and data know the grammar: `url-draft-02`, `rfc1738`, ...
    pub fn id(self) -> &'static str {
        self.facts().id
    }

    /// The document that defines it.
    pub fn document(self) -> &'static str {
        self.facts().document
    }

    /// Where in the document its productions stand.
    pub fn section(self) -> &'static str {
        self.facts().section
    }

    /// When the document appeared.
    pub fn date(self) -> &'static str {
        self.facts().date
    }

    /// Which structs its URLs are read into.
    pub fn generation(self) -> Generation {
        self.facts().generation
    }

    /// The transcription: the text of the `.pest` file of which the parser is made.
    pub fn pest(self) -> &'static str {
        self.facts().pest
    }

    /// The productions by which the grammar accepts an input, by their names as printed.
    pub fn entry_productions(self) -> &'static [&'static str] {
        self.facts().entries
    }
}

impl fmt::Display for Grammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// The text is no grammar's id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no grammar is named `{0}`; there are {ids}", ids = ids())]
pub struct UnknownGrammar(String);

/// The ids in a sentence.
fn ids() -> String {
    let all = Grammar::ALL.map(Grammar::id);
    match all.split_last() {
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => String::new(),
    }
}

impl FromStr for Grammar {
    type Err = UnknownGrammar;

    fn from_str(id: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|grammar| grammar.id() == id).ok_or_else(|| UnknownGrammar(id.to_owned()))
    }
}
