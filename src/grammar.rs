//! The facts: one row for each grammar. All other lists are derived from these rows.
//!
//! This file depends on no other module. A new grammar needs its files in `grammar/`, a row here, and the code specific to it,
//! whose absence is a compiler error.

mod rows;

use std::fmt;
use std::str::FromStr;

use rows::each_row;

/// The generations: documents in one generation divide URLs into the same structs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Generation {
    /// The drafts 02 and 03 and RFC 1630: [`rfc1630`](crate::rfc1630).
    First,
    /// RFC 1738: [`rfc1738`](crate::rfc1738).
    Second,
    /// RFC 1808, which preceded the third generation: [`rfc1808`](crate::rfc1808).
    Forerunner,
    /// The drafts of December 1997, RFC 2396 and RFC 2732: [`uri`](crate::uri); RFC 3986: [`rfc3986`](crate::rfc3986).
    Third,
}

impl Generation {
    /// All generations, in order of date.
    pub const ALL: [Self; 4] = [Self::First, Self::Second, Self::Forerunner, Self::Third];

    /// The name that commands use for the generation.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Forerunner => "forerunner",
            Self::Third => "third",
        }
    }
}

/// The structs into which the URLs of a grammar are parsed; their fields are named after its productions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Structs {
    Rfc1630,
    Rfc1738,
    Rfc1808,
    Uri,
    Rfc3986,
}

/// The algorithm by which a document resolves relative references.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resolution {
    /// Draft 02, "Partial form".
    Draft02,
    /// RFC 1630, "Partial (relative) form". The base may match either of the document's two grammars.
    Rfc1630 { other: Grammar },
    /// RFC 1808, section 4.
    Rfc1808,
    /// draft-fielding-url-syntax-03, section 4.2.
    Uri1997,
    /// RFC 2396, section 5.2.
    Rfc2396,
    /// RFC 3986, section 5.2.
    Rfc3986,
}

/// How a gopher URL expresses a search, and which part of it the client sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gopher {
    /// After a question mark, with plus signs between the words (draft 02).
    Mark,
    /// After an encoded tab. An empty search before a Gopher+ string is not sent (draft 03, "Gopher").
    Tab,
    /// The whole text is the command string, unchanged (RFC 1630, "Gopher").
    Command,
    /// After an encoded tab. An empty search is sent, except for a form that is filled in (RFC 1738, 3.4.3 and 3.4.9).
    Empty,
}

/// The sections of a document that make two strings equivalent. A rule applies if its section is present.
pub(crate) struct Equal {
    pub scheme_case: Option<&'static str>,
    pub host_case: Option<&'static str>,
    pub escapes: Option<&'static str>,
    pub escape_case: Option<&'static str>,
    pub ports: Option<&'static str>,
    /// On the RFCs of single schemes. Without this section, the only default ports are those of RFC 1738.
    pub schemes: Option<&'static str>,
    pub empty_port: Option<&'static str>,
    pub dots: Option<&'static str>,
    pub empty_path: Option<&'static str>,
    pub localhost: Option<&'static str>,
    pub gopher_type: Option<&'static str>,
    pub slash: Option<&'static str>,
    /// On empty components that are equivalent to absent ones.
    pub empty: Option<&'static str>,
}

impl Equal {
    /// The rules of the first two generations.
    const fn plain(escapes: &'static str, ports: &'static str) -> Self {
        let (escapes, ports) = (Some(escapes), Some(ports));
        Self { escapes, escape_case: escapes, ports, ..Self::NONE }
    }

    const NONE: Self = Self {
        scheme_case: None,
        host_case: None,
        escapes: None,
        escape_case: None,
        ports: None,
        schemes: None,
        empty_port: None,
        dots: None,
        empty_path: None,
        localhost: None,
        gopher_type: None,
        slash: None,
        empty: None,
    };
}

/// The sections of a document that warn about a URL.
pub(crate) struct Security {
    pub passwords: Option<&'static str>,
    pub ports: Option<&'static str>,
    pub delimiters: Option<&'static str>,
    pub file_hosts: Option<&'static str>,
    pub rare_addresses: Option<&'static str>,
    pub misleading: Option<&'static str>,
    /// On paths that begin with two slashes in a URL without an authority.
    pub double_slashes: Option<&'static str>,
}

impl Security {
    /// One section has every warning except the one about hosts in file URLs.
    const fn of(section: &'static str) -> Self {
        let section = Some(section);
        Self { passwords: section, ports: section, delimiters: section, ..Self::NONE }
    }

    const NONE: Self = Self {
        passwords: None,
        ports: None,
        delimiters: None,
        file_hosts: None,
        rare_addresses: None,
        misleading: None,
        double_slashes: None,
    };
}

/// The sections of a document that concern each reason for a refusal.
pub(crate) struct Topics {
    pub scheme: &'static str,
    pub schemes: &'static str,
    pub prefix: &'static str,
    pub fragment: &'static str,
    /// On characters that are never allowed.
    pub prohibited: &'static str,
    pub ascii: &'static str,
    pub escape: &'static str,
    /// On marks that are not allowed, except the space.
    pub excluded: &'static str,
    pub host: &'static str,
    /// On the characters of a host.
    pub name: &'static str,
    pub path: &'static str,
    pub whole: &'static str,
    pub reserved: &'static str,
    pub other: &'static str,
}

/// The places of the components in [`Components`](crate::Components), by the rules of the pest file, in the syntax of
/// [`Spans`](crate::language::Spans).
#[cfg_attr(not(feature = "proof"), allow(dead_code, reason = "only the proof's automata ask for them"))]
pub(crate) struct Places {
    pub scheme: &'static str,
    /// Including the password.
    pub user: &'static str,
    pub host: &'static str,
    pub port: &'static str,
    pub path: &'static str,
    pub query: &'static str,
    pub fragment: &'static str,
}

/// The productions of the parts of a URL whose characters are compared across generations; empty for a part for which the
/// document has no production.
#[cfg_attr(not(feature = "language"), allow(dead_code, reason = "only languages ask for them"))]
pub(crate) struct Parts {
    pub user: &'static [&'static str],
    pub password: &'static [&'static str],
    pub host: &'static [&'static str],
    pub segment: &'static [&'static str],
    pub query: &'static [&'static str],
    pub fragment: &'static [&'static str],
    pub selector: &'static [&'static str],
}

impl Parts {
    const NONE: Self =
        Self { user: &[], password: &[], host: &[], segment: &[], query: &[], fragment: &[], selector: &[] };

    /// The productions of draft 03 and RFC 1630.
    const FIRST: Self = Self {
        user: &["user"],
        password: &["password"],
        host: &["host"],
        segment: &["segment"],
        query: &["search"],
        selector: &["gcommand"],
        ..Self::NONE
    };

    /// The productions of the third generation.
    const THIRD: Self = Self {
        user: &["userinfo"],
        host: &["host"],
        segment: &["segment"],
        query: &["query"],
        fragment: &["fragment"],
        ..Self::NONE
    };
}

impl Places {
    /// The places in draft 03 and RFC 1630.
    const FIRST: Self = Self {
        scheme: "'http' 'ftp' 'afs' 'news' 'nntp' 'prospero' 'telnet' 'gopher' 'wais' 'mailto' 'mid' 'cid'",
        user: "login>user..<'@'",
        host: "hostport>host afsaddress>cellname",
        port: "port",
        path: "httpaddress>path ftpaddress>path afsaddress>path newsaddress>groupart nntpaddress>group.. \
               mailtoaddress>xalphas__before_hostname.. midaddress>addr_spec cidaddress>content_identifier \
               waisindex>database waisdoc>database.. prosperolink>hsoname__before_version.. gopheraddress>gtype..gcommand",
        query: "search",
        fragment: "",
    };

    /// The places in RFC 2396 and RFC 2732.
    const RFC2396: Self = Self {
        scheme: "scheme",
        user: "userinfo",
        host: "hostport>host reg_name _no_server",
        port: "port",
        path: "hier_part>abs_path relativeURI>abs_path net_path>abs_path net_path>!abs_path relativeURI>rel_path \
               URI_reference>!absoluteURI _opaque_path",
        query: "query _opaque_query",
        fragment: "fragment",
    };
}

/// A description of a document for readers who do not know it.
pub(crate) struct Said {
    pub title: &'static str,
    pub about: &'static str,
    pub known_for: &'static str,
}

/// All facts about a grammar.
#[cfg_attr(not(feature = "proof"), allow(dead_code, reason = "some of it only the classifier and the proof ask for"))]
pub(crate) struct Facts {
    pub id: &'static str,
    pub document: &'static str,
    pub section: &'static str,
    pub date: &'static str,
    pub said: Said,
    pub structs: Structs,
    /// Whether the grammar is one of the six of 1993 to 1997.
    pub historical: bool,
    /// The entry productions, in the order of the rulings.
    pub entries: &'static [&'static str],
    /// The entry production that errors name if no production has been read yet.
    pub main: &'static str,
    /// The smallest set of entry productions that together accept every accepted input, in the order to try them.
    pub starts: &'static [&'static str],
    /// The entry production that accepts a URL with every optional part after it.
    pub whole: &'static str,
    /// The productions of which one matches the input if the grammar accepts it.
    pub alternatives: &'static [&'static str],
    /// The alternatives that a fragment may follow.
    pub fragments: &'static [&'static str],
    /// The production that accepts a reference that is empty or only a fragment, if the alternatives do not accept it.
    pub empty: Option<&'static str>,
    /// The classes of the unreserved characters.
    pub unreserved: &'static [&'static str],
    /// The prefix that the document requires before a URL.
    pub prefix: &'static str,
    /// Whether a plus sign in a search means a space.
    pub plus: bool,
    pub resolution: Option<Resolution>,
    pub gopher: Gopher,
    /// Whether an ftp address without a file name requests a directory listing.
    pub ftp_lists: bool,
    /// Whether the general syntax alone specifies the HTTP request.
    pub http: bool,
    /// The production of a general syntax, which accepts text that the scheme's own production refuses.
    pub general: Option<&'static str>,
    pub equal: Equal,
    pub security: Security,
    pub topics: Topics,
    pub places: Places,
    pub parts: Parts,
    /// The grammar that this one amends, if the document prints only the productions that it changes.
    pub over: Option<Grammar>,
    /// The productions as printed, and the corrections.
    pub bnf: [&'static str; 2],
    /// The text of the pest grammar.
    pub pest: &'static str,
}

/// Defines the type of the grammars from their rows. The id determines the names of the files and of the parser's module.
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
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum Grammar {$(
            #[doc = concat!($document, ", ", $date, ", ", $section, ".")]
            #[cfg_attr(feature = "serde", serde(rename = $id))]
            $name,
        )*}

        impl Grammar {
            /// All grammars, in order of date.
            pub const ALL: [Self; [$($id),*].len()] = [$(Self::$name),*];

            pub(crate) fn facts(self) -> &'static Facts {
                match self {$(
                    Self::$name => const { &Facts {
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
                    } },
                )*}
            }
        }

        /// Passes the name of every grammar, the module of its parser and its file to a macro.
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

/// For both grammars of RFC 1630.
const RFC1630_SAID: Said = Said {
    title: "Universal Resource Identifiers in WWW",
    about: "What the Web did since 1990, written down for information by its inventor, in two grammars: one for all schemes, and one \
            with a production for each.",
    known_for: "The first RFC on URIs: search after a question mark, with `+` for a space, and partial forms.",
};

/// For both grammars of RFC 1630.
const RFC1630_TOPICS: Topics = Topics {
    scheme: "URI syntax",
    schemes: "Registration of naming schemes",
    prefix: "BNF for specific URL schemes",
    fragment: "Fragment-id",
    prohibited: "Unsafe characters",
    ascii: "Unsafe characters",
    escape: "Conventional URI encoding scheme",
    excluded: "Unsafe characters",
    host: "BNF for specific URL schemes",
    name: "BNF for specific URL schemes",
    path: "BNF for specific URL schemes",
    whole: "URI syntax",
    reserved: "Reserved characters",
    other: "BNF for specific URL schemes",
};

each_row!(rows $);

impl Grammar {
    /// The id, which commands and data use: `url-draft-02`, `rfc1738`, ...
    pub fn id(self) -> &'static str {
        self.facts().id
    }

    /// The document that defines the grammar.
    pub fn document(self) -> &'static str {
        self.facts().document
    }

    /// The part of the document that prints the productions.
    pub fn section(self) -> &'static str {
        self.facts().section
    }

    /// The date of the document.
    pub fn date(self) -> &'static str {
        self.facts().date
    }

    /// The title of the document.
    pub fn title(self) -> &'static str {
        self.facts().said.title
    }

    /// A description of the document, in one sentence, with code between grave accents.
    pub fn about(self) -> &'static str {
        self.facts().said.about
    }

    /// What the document is known for, with code between grave accents.
    pub fn known_for(self) -> &'static str {
        self.facts().said.known_for
    }

    /// The generation of the document.
    pub fn generation(self) -> Generation {
        match self.facts().structs {
            Structs::Rfc1630 => Generation::First,
            Structs::Rfc1738 => Generation::Second,
            Structs::Rfc1808 => Generation::Forerunner,
            Structs::Uri | Structs::Rfc3986 => Generation::Third,
        }
    }

    /// The grammar that this one amends, if the document prints only the productions that it changes.
    pub fn over(self) -> Option<Self> {
        self.facts().over
    }

    /// The main entry production, the default of commands: `url`, `URI-reference`, ...
    pub fn main_production(self) -> &'static str {
        self.facts().main
    }

    /// Whether the grammar is one of the six of 1993 to 1997, which are the focus of this library.
    pub fn is_historical(self) -> bool {
        self.facts().historical
    }

    /// The transcription: the text of the `.pest` file from which the parser is generated.
    pub fn pest(self) -> &'static str {
        self.facts().pest
    }

    /// The entry productions, by their printed names: the grammar accepts an input that one of them matches.
    pub fn entry_productions(self) -> &'static [&'static str] {
        self.facts().entries
    }
}

impl fmt::Display for Grammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// The text is not the id of a grammar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no grammar is named `{}`; there are {ids}", .0.escape_debug(), ids = ids())]
pub struct UnknownGrammar(String);

/// The ids, joined for a sentence.
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
