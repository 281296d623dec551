//! The grammars with which a command reads URLs: built-in ones, and productions of the user's
//! files.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use uri_lineage::language::Recognizer;
use uri_lineage::regular_bnf::Spans;
use uri_lineage::{Component, Grammar, SchemeDocument};

use super::complete;
use super::files::names_user_grammar;
use super::names::SCHEMES;
use super::places::{PlaceArgs, Places};
use super::source::{NotationArgs, ReadingArg, Source};
use super::{GrammarSet, built_in_grammars, default_grammars};
use crate::failure::Failure;

/// The selected grammars, in the order of the arguments; the built-in ones of US-ASCII by default.
#[derive(clap::Args)]
pub struct UrlGrammarArgs {
    /// Grammars to use: ids, sets, and grammars of your own. The sets are `ascii` (all of 1993 to
    /// 2005 for URLs and URIs), `historical` (those of 1993 to 1997), the generations `first`,
    /// `second`, `intermediate` and `third`, `rfc` (`ascii` and RFC 3987, with the characters of
    /// Unicode), `url-standard` (the WHATWG's valid URL strings, and the strings that browsers
    /// accept), and `all`. The id of a document of one scheme (`rfc6068`) selects the URLs of that
    /// scheme, and `schemes` those of each scheme by the document in force. A file (`.abnf`, `.bnf`,
    /// `.pest`, `.regex`) may have a production after a colon. Separate several with commas, or
    /// repeat the option [default: ascii]
    #[arg(long = "grammar", short, value_name = "ID|FILE[:PRODUCTION]", value_delimiter = ',', value_parser = parse_grammar_arg)]
    #[arg(add = complete::grammars_or_files())]
    grammars: Vec<GrammarArg>,
    #[command(flatten)]
    user_grammars: UserGrammarArgs,
}

/// How grammars of the user are read.
#[derive(clap::Args)]
#[command(next_help_heading = "Grammars of your own")]
struct UserGrammarArgs {
    #[command(flatten)]
    places: PlaceArgs,
    #[command(flatten)]
    notation: NotationArgs,
}

/// The grammars that a name selects.
#[derive(Clone)]
pub enum GrammarArg {
    /// Built-in grammars.
    BuiltIn(Vec<Grammar>),
    /// A file, one production of a grammar, or a document of one scheme.
    User(String),
}

/// Finds the grammars that a name selects.
pub fn parse_grammar_arg(name: &str) -> Result<GrammarArg, String> {
    if names_user_grammar(name) || name == SCHEMES || name.parse::<SchemeDocument>().is_ok() {
        Ok(GrammarArg::User(name.to_owned()))
    } else {
        built_in_grammars(name).map(|GrammarSet(grammars)| GrammarArg::BuiltIn(grammars))
    }
}

/// Why a host is accepted unexamined, for people.
pub const UNEXAMINED_HOST: &str = "only Unicode's IDNA processing decides whether the host is a domain";

/// A grammar that reads URLs.
#[derive(Clone)]
pub enum UrlGrammar {
    /// A built-in grammar.
    BuiltIn(Grammar),
    /// A production, usually of a grammar file of the user.
    User(Arc<UserGrammar>),
}

/// A production with which a command reads URLs.
pub struct UserGrammar {
    /// The number of grammars of the user that were read earlier.
    pub index: usize,
    pub source: Source,
    pub recognizer: Recognizer,
    places: Arc<Places>,
    spans: OnceLock<Result<Vec<Spans>, Failure>>,
}

impl UserGrammar {
    fn read(name: &str, index: usize, args: &UserGrammarArgs, places: &Arc<Places>) -> Result<Self, Failure> {
        let source = Source::read(name, ReadingArg::Corrected, &args.notation)?;
        let recognizer = Self::recognizer(&source)?;
        Ok(Self { index, source, recognizer, places: Arc::clone(places), spans: OnceLock::new() })
    }

    fn recognizer(source: &Source) -> Result<Recognizer, Failure> {
        if source.name == SCHEMES && source.production.is_none() {
            return Ok(Recognizer::by_scheme(SCHEMES)?);
        }
        let production = source.main_production();
        let recognizer = Recognizer::new(source.title(), &production, source.language(&production)?);
        let recognizer =
            if source.has_productions() { recognizer.with_names(source.bnf.clone().into_owned()) } else { recognizer };
        Ok(if source.is_of_few_schemes() { recognizer.with_known_schemes_only() } else { recognizer })
    }

    /// The spans of all components, in the order of [`Component::ALL`].
    pub fn spans(&self) -> Result<&[Spans], &Failure> {
        let production = self.recognizer.production();
        if self.source.bnf.is_of_bytes() {
            let message = format!("{}: components of strings of bytes are not located", self.recognizer.grammar());
            return self.spans.get_or_init(|| Err(Failure::Usage(message))).as_deref();
        }
        let spans = self.spans.get_or_init(|| {
            let components = Component::ALL.into_iter();
            components.map(|component| self.source.spans(Some(production), component, &self.places)).collect()
        });
        spans.as_deref()
    }
}

impl UrlGrammar {
    /// The id of a built-in grammar, or the name that the user wrote.
    pub fn name(&self) -> &str {
        match self {
            Self::BuiltIn(grammar) => grammar.id(),
            Self::User(user) => user.recognizer.grammar(),
        }
    }

    /// The built-in grammar.
    pub fn built_in(&self) -> Option<Grammar> {
        match self {
            Self::BuiltIn(grammar) => Some(*grammar),
            Self::User(_) => None,
        }
    }

    /// The text of each component of a URL, in the order of [`Component::ALL`]; `None` if the
    /// grammar refuses the URL.
    pub fn component_texts<'u>(&self, url: &'u str) -> Option<[Option<Cow<'u, str>>; Component::ALL.len()]> {
        match self {
            Self::BuiltIn(grammar) => {
                let value = grammar.parse_value(url).ok()?;
                let view = value.components();
                Some(Component::ALL.map(|component| view.get(component)))
            }
            Self::User(user) if user.recognizer.accepts(url) => {
                let spans = user.spans().ok()?;
                Some(Component::ALL.map(|component| {
                    let span = spans[component as usize].in_string(url).ok()??;
                    url.get(span).map(Cow::Borrowed)
                }))
            }
            Self::User(_) => None,
        }
    }

    /// Whether the grammar has each component, in the order of [`Component::ALL`].
    pub fn present_components(&self) -> [bool; Component::ALL.len()] {
        Component::ALL.map(|component| match self {
            Self::BuiltIn(grammar) => grammar.has(component),
            Self::User(user) => user.spans().is_ok_and(|spans| spans[component as usize].exists()),
        })
    }

    /// The production of the user.
    pub fn user_grammar(&self) -> Option<&Arc<UserGrammar>> {
        match self {
            Self::BuiltIn(_) => None,
            Self::User(user) => Some(user),
        }
    }
}

impl PartialEq for UrlGrammar {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::BuiltIn(left), Self::BuiltIn(right)) => left == right,
            (Self::User(left), Self::User(right)) => left.index == right.index,
            _ => false,
        }
    }
}

impl fmt::Display for UrlGrammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the grammars of one command, each file once.
pub struct UrlGrammarLoader<'a> {
    args: &'a UrlGrammarArgs,
    places: Arc<Places>,
    /// The grammars of the user that have been read, by their names.
    user_grammars: Vec<(String, Arc<UserGrammar>)>,
}

impl UrlGrammarArgs {
    /// Whether the user selected no grammars.
    pub fn is_default(&self) -> bool {
        self.grammars.is_empty()
    }

    /// Reads the selected grammars, each once.
    pub fn list(&self) -> Result<Vec<UrlGrammar>, Failure> {
        self.loader()?.list()
    }

    /// A loader that has not read any grammar.
    pub fn loader(&self) -> Result<UrlGrammarLoader<'_>, Failure> {
        Ok(UrlGrammarLoader {
            args: self,
            places: Arc::new(self.user_grammars.places.read()?),
            user_grammars: Vec::new(),
        })
    }
}

impl UrlGrammarLoader<'_> {
    /// The grammar of all schemes, each by the document in force.
    pub fn schemes(&mut self) -> Result<UrlGrammar, Failure> {
        self.read(SCHEMES)
    }

    /// The selected grammars, each once.
    pub fn list(&mut self) -> Result<Vec<UrlGrammar>, Failure> {
        match self.args.grammars.as_slice() {
            [] => Ok(default_grammars().into_iter().map(UrlGrammar::BuiltIn).collect()),
            names => self.find(names),
        }
    }

    /// The grammars that names select, each once.
    pub fn find(&mut self, names: &[GrammarArg]) -> Result<Vec<UrlGrammar>, Failure> {
        let mut grammars: Vec<UrlGrammar> = Vec::new();
        for name in names {
            let selected = match name {
                GrammarArg::BuiltIn(grammars) => grammars.iter().map(|&grammar| UrlGrammar::BuiltIn(grammar)).collect(),
                GrammarArg::User(name) => vec![self.read(name)?],
            };
            for grammar in selected {
                if !grammars.contains(&grammar) {
                    grammars.push(grammar);
                }
            }
        }
        Ok(grammars)
    }

    /// Reads a grammar of the user, if it has not been read.
    fn read(&mut self, name: &str) -> Result<UrlGrammar, Failure> {
        /// A set of them fits into a number.
        const MOST: usize = u64::BITS as usize;
        if let Some((_, user)) = self.user_grammars.iter().find(|(read, _)| read == name) {
            return Ok(UrlGrammar::User(Arc::clone(user)));
        }
        if self.user_grammars.len() == MOST {
            return Err(Failure::Usage(format!("more than {MOST} grammars of your own")));
        }
        let index = self.user_grammars.len();
        let user = Arc::new(UserGrammar::read(name, index, &self.args.user_grammars, &self.places)?);
        self.user_grammars.push((name.to_owned(), Arc::clone(&user)));
        Ok(UrlGrammar::User(user))
    }

    /// All productions of the user that have been read, in the order of their numbers.
    pub fn user_grammars(&self) -> Vec<Arc<UserGrammar>> {
        self.user_grammars.iter().map(|(_, user)| Arc::clone(user)).collect()
    }
}
