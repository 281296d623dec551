//! Grammars that a command reads URLs with: built-in ones, and productions of the user's files.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use uri_lineage::language::{Recognizer, Spans};
use uri_lineage::{Component, Grammar};

use super::complete;
use super::files::is_own;
use super::places::{PlaceArgs, Places};
use super::source::{NotationArgs, ReadingArg, Source};
use super::{Named, by_default, known};
use crate::failure::Failure;

/// The selected grammars, in the order of the arguments; the built-in ones of US-ASCII by default.
#[derive(clap::Args)]
pub struct GivenArgs {
    /// Grammars to use: ids, sets, and grammars of your own. The sets are `ascii` (the ten of 1993
    /// to 2005 for URLs and URIs), `historical` (the six of 1993 to 1997), the generations `first`,
    /// `second`, `intermediate` and `third`, `rfc` (the ten and RFC 3987, with the characters of
    /// Unicode), `url-standard` (the WHATWG's valid URL strings, and the strings that browsers
    /// accept), and `all`. A file (`.abnf`, `.bnf`, `.pest`, `.regex`) may have a production after
    /// a colon. Separate several with commas, or repeat the option [default: ascii]
    #[arg(long = "grammar", short, value_name = "ID|FILE[:PRODUCTION]", value_delimiter = ',', value_parser = asked)]
    #[arg(add = complete::given())]
    grammars: Vec<Asked>,
    #[command(flatten)]
    own: OwnArgs,
}

/// How grammars of the user are read.
#[derive(clap::Args)]
#[command(next_help_heading = "Grammars of your own")]
struct OwnArgs {
    #[command(flatten)]
    places: PlaceArgs,
    #[command(flatten)]
    notation: NotationArgs,
}

/// What a name selects.
#[derive(Clone)]
pub enum Asked {
    /// Built-in grammars.
    BuiltIn(Vec<Grammar>),
    /// A file, or one production of a grammar.
    Own(String),
}

/// Finds what a name selects.
pub fn asked(name: &str) -> Result<Asked, String> {
    if is_own(name) {
        Ok(Asked::Own(name.to_owned()))
    } else {
        known(name).map(|Named(grammars)| Asked::BuiltIn(grammars))
    }
}

/// Why a host is accepted unexamined, for people.
pub const UNEXAMINED_HOST: &str = "only Unicode's IDNA processing decides whether the host is a domain";

/// A grammar that reads URLs.
#[derive(Clone)]
pub enum Given {
    /// A built-in grammar.
    BuiltIn(Grammar),
    /// A production of a grammar, as a rule one of the user.
    Own(Arc<Own>),
}

/// A production that reads URLs.
pub struct Own {
    /// The number of those that were read before it.
    pub index: usize,
    pub source: Source,
    pub recognizer: Recognizer,
    places: Arc<Places>,
    spans: OnceLock<Result<Vec<Spans>, Failure>>,
}

impl Own {
    fn read(name: &str, index: usize, args: &OwnArgs, places: &Arc<Places>) -> Result<Self, Failure> {
        let source = Source::read(name, ReadingArg::Corrected, &args.notation)?;
        let production = source.main_production();
        let recognizer = Recognizer::new(source.title(), &production, source.language(&production)?);
        let recognizer =
            if source.has_productions() { recognizer.with_names(source.bnf.clone().into_owned()) } else { recognizer };
        Ok(Self { index, source, recognizer, places: Arc::clone(places), spans: OnceLock::new() })
    }

    /// The spans of all components, in the order of [`Component::ALL`].
    pub fn spans(&self) -> Result<&[Spans], &Failure> {
        let production = self.recognizer.production();
        if self.source.bnf.is_of_bytes() {
            let said = format!("{}: components of strings of bytes are not located", self.recognizer.grammar());
            return self.spans.get_or_init(|| Err(Failure::Usage(said))).as_deref();
        }
        let spans = |component: Component| self.source.spans(Some(production), component, &self.places);
        self.spans.get_or_init(|| Component::ALL.into_iter().map(spans).collect()).as_deref()
    }
}

impl Given {
    /// The id of a built-in grammar, or the name that the user wrote.
    pub fn name(&self) -> &str {
        match self {
            Self::BuiltIn(grammar) => grammar.id(),
            Self::Own(own) => own.recognizer.grammar(),
        }
    }

    /// The built-in grammar.
    pub fn built_in(&self) -> Option<Grammar> {
        match self {
            Self::BuiltIn(grammar) => Some(*grammar),
            Self::Own(_) => None,
        }
    }

    /// Whether only Unicode's IDNA processing can judge some hosts that the grammar accepts.
    pub fn has_unexamined(&self) -> bool {
        self.built_in().is_some_and(|grammar| grammar.unexamined().is_some())
    }

    /// The text of each component of a URL, in the order of [`Component::ALL`]; `None` if the
    /// grammar refuses the URL.
    pub fn texts<'u>(&self, url: &'u str) -> Option<[Option<Cow<'u, str>>; Component::ALL.len()]> {
        match self {
            Self::BuiltIn(grammar) => {
                let value = grammar.parse_value(url).ok()?;
                let view = value.components();
                Some(Component::ALL.map(|component| view.get(component)))
            }
            Self::Own(own) if own.recognizer.accepts(url) => {
                let all = own.spans().ok()?;
                let text = |of: Component| Some(Cow::Borrowed(url.get(all[of as usize].in_string(url).ok()??)?));
                Some(Component::ALL.map(text))
            }
            Self::Own(_) => None,
        }
    }

    /// Whether the grammar has each component, in the order of [`Component::ALL`].
    pub fn has(&self) -> [bool; Component::ALL.len()] {
        Component::ALL.map(|component| match self {
            Self::BuiltIn(grammar) => grammar.has(component),
            Self::Own(own) => own.spans().is_ok_and(|all| all[component as usize].exists()),
        })
    }

    /// The production of the user.
    pub fn own(&self) -> Option<&Arc<Own>> {
        match self {
            Self::BuiltIn(_) => None,
            Self::Own(own) => Some(own),
        }
    }
}

impl PartialEq for Given {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::BuiltIn(one), Self::BuiltIn(other)) => one == other,
            (Self::Own(one), Self::Own(other)) => one.index == other.index,
            _ => false,
        }
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// All grammars that one command reads.
pub struct Shelf<'a> {
    args: &'a GivenArgs,
    places: Arc<Places>,
    owns: Vec<(String, Arc<Own>)>,
}

impl GivenArgs {
    /// Whether the user selected grammars.
    pub fn asked(&self) -> bool {
        !self.grammars.is_empty()
    }

    /// Reads the selected grammars, each once.
    pub fn list(&self) -> Result<Vec<Given>, Failure> {
        self.shelf()?.list()
    }

    /// The grammars that the command reads, of which none has been read.
    pub fn shelf(&self) -> Result<Shelf<'_>, Failure> {
        Ok(Shelf { args: self, places: Arc::new(self.own.places.read()?), owns: Vec::new() })
    }
}

impl Shelf<'_> {
    /// The selected grammars, each once.
    pub fn list(&mut self) -> Result<Vec<Given>, Failure> {
        match self.args.grammars.as_slice() {
            [] => Ok(by_default().into_iter().map(Given::BuiltIn).collect()),
            all => self.find(all),
        }
    }

    /// The grammars that names select, each once.
    pub fn find(&mut self, names: &[Asked]) -> Result<Vec<Given>, Failure> {
        let mut all: Vec<Given> = Vec::new();
        for name in names {
            let found = match name {
                Asked::BuiltIn(grammars) => grammars.iter().map(|&grammar| Given::BuiltIn(grammar)).collect(),
                Asked::Own(name) => vec![self.own(name)?],
            };
            for given in found {
                if !all.contains(&given) {
                    all.push(given);
                }
            }
        }
        Ok(all)
    }

    fn own(&mut self, name: &str) -> Result<Given, Failure> {
        /// A set of them fits into a number.
        const MOST: usize = u64::BITS as usize;
        if let Some((_, own)) = self.owns.iter().find(|(known, _)| known == name) {
            return Ok(Given::Own(Arc::clone(own)));
        }
        if self.owns.len() == MOST {
            return Err(Failure::Usage(format!("more than {MOST} grammars of your own")));
        }
        let own = Arc::new(Own::read(name, self.owns.len(), &self.args.own, &self.places)?);
        self.owns.push((name.to_owned(), Arc::clone(&own)));
        Ok(Given::Own(own))
    }

    /// All productions of the user that have been read, in the order of their numbers.
    pub fn owns(&self) -> Vec<Arc<Own>> {
        self.owns.iter().map(|(_, own)| Arc::clone(own)).collect()
    }
}
