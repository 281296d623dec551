//! Options that commands share.

pub mod complete;
pub mod documents;
mod files;
mod grammar_file;
pub mod lints;
pub mod names;
pub mod order;
pub mod places;
pub mod regex;
pub mod sides;
pub mod source;
mod sourcecode;
pub mod url_grammar;

use std::borrow::Cow;
use std::io::Write;

use uri_lineage::{Forgiven, Generation, Grammar, SchemeDocument, forgive};

use self::files::names_user_grammar;
use self::names::{find_by_name, sets, suggest};
use crate::output::text::plain;

/// The selected grammars, in the order of the arguments; those of US-ASCII by default.
#[derive(clap::Args)]
pub struct GrammarArgs {
    /// Grammars to use: ids or sets. The sets are `ascii` (all of 1993 to 2005 for URLs and URIs),
    /// `historical` (those of 1993 to 1997), the generations `first`, `second`, `intermediate` and
    /// `third`, `rfc` (`ascii` and RFC 3987, with the characters of Unicode), `url-standard` (the
    /// WHATWG's valid URL strings, and the strings that browsers accept), and `all`. Separate
    /// several with commas, or repeat the option [default: ascii]
    #[arg(long = "grammar", short, value_name = "ID", value_delimiter = ',', value_parser = document_grammars)]
    #[arg(add = complete::grammars())]
    grammars: Vec<GrammarSet>,
}

/// The grammars that a name selects.
#[derive(Clone)]
struct GrammarSet(Vec<Grammar>);

/// Finds the grammars that a name selects, for a command that needs their documents.
fn document_grammars(name: &str) -> Result<GrammarSet, String> {
    if names_user_grammar(name) {
        let accepts = "check, parse, compare and chars accept a grammar of your own";
        return Err(format!("this command needs the document of a built-in grammar; {accepts}"));
    }
    if name.parse::<SchemeDocument>().is_ok() {
        let accepts = "check, parse, compare, diff, explain and others accept it";
        return Err(format!("this command does not know the documents of one scheme; {accepts}"));
    }
    built_in_grammars(name)
}

/// The grammars of all URLs that an id or a set selects.
fn grammars(name: &str) -> Result<Vec<Grammar>, String> {
    document_grammars(name).map(|GrammarSet(grammars)| grammars)
}

/// Finds the built-in grammars that a name selects.
fn built_in_grammars(name: &str) -> Result<GrammarSet, String> {
    if sets().any(|set| set == name) {
        return Ok(GrammarSet(Grammar::all().filter(|grammar| is_in_set(*grammar, name)).collect()));
    }
    match name.parse::<Grammar>() {
        Ok(grammar) => Ok(GrammarSet(vec![grammar])),
        Err(error) => Err(suggest(&error, name, error.known().iter().copied().chain(sets()))),
    }
}

/// Whether a grammar is in the set with a name.
fn is_in_set(grammar: Grammar, set: &str) -> bool {
    match set {
        "all" => true,
        "rfc" => grammar.generation() != Generation::UrlStandard,
        "ascii" => grammar.is_ascii(),
        "historical" => grammar.is_historical(),
        _ => grammar.generation().name() == set,
    }
}

/// A production by its name as printed in the document, of one grammar or of any grammar that
/// defines it.
#[derive(Clone)]
pub struct ProductionArg {
    pub grammar: Option<Grammar>,
    pub name: String,
}

impl ProductionArg {
    /// Whether this selects a production; `grammar` is `None` for a grammar of the user.
    pub fn selects(&self, grammar: Option<Grammar>, name: &str) -> bool {
        (self.grammar.is_none() || self.grammar == grammar) && self.name == name
    }
}

/// Reads `[GRAMMAR:]PRODUCTION`.
pub fn production(text: &str) -> Result<ProductionArg, String> {
    let (id, name) = text.split_once(':').map_or((None, text), |(id, name)| (Some(id), name));
    Ok(ProductionArg { grammar: id.map(find_by_name).transpose()?, name: name.to_owned() })
}

impl GrammarArgs {
    /// Whether the user selected no grammars.
    pub fn is_default(&self) -> bool {
        self.grammars.is_empty()
    }

    /// The grammars at which a hint may point where no selected grammar answers: those that are not
    /// used by default, unless the user selected grammars.
    pub fn others(&self) -> Vec<Grammar> {
        if self.is_default() { other_grammars() } else { Vec::new() }
    }

    /// The selected grammars, each once.
    pub fn list(&self) -> Vec<Grammar> {
        if self.is_default() {
            return default_grammars();
        }
        let mut list = Vec::new();
        for &grammar in self.grammars.iter().flat_map(|set| &set.0) {
            if !list.contains(&grammar) {
                list.push(grammar);
            }
        }
        list
    }
}

/// The grammars that are used if the user selects no grammars.
fn default_grammars() -> Vec<Grammar> {
    Grammar::all().filter(|grammar| grammar.is_ascii()).collect()
}

/// The grammars that are not used by default.
pub fn other_grammars() -> Vec<Grammar> {
    Grammar::all().filter(|grammar| !grammar.is_ascii()).collect()
}

/// Which deviations to forgive.
#[derive(clap::Args)]
pub struct ForgiveArgs {
    /// Forgive deviations that the documents tell programs to accept: the prefix `URL:` in either
    /// case, and capitals in a scheme
    ///
    /// Each forgiven deviation is reported.
    #[arg(long)]
    pub forgive: bool,
}

impl ForgiveArgs {
    /// The URL to check, and the forgiven deviations.
    pub fn apply<'u>(&self, url: &'u str) -> (Cow<'u, str>, Vec<Forgiven>) {
        if self.forgive { forgive(url) } else { (url.into(), Vec::new()) }
    }

    /// The URL to check; reports the forgiven deviations to `error`.
    pub fn apply_reported<'u>(&self, url: &'u str, error: &mut Vec<u8>) -> Cow<'u, str> {
        let (checked, forgiven) = self.apply(url);
        for deviation in forgiven {
            _ = writeln!(error, "uri-lineage: {}: forgiven: {deviation}", plain(url));
        }
        checked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_has_a_suggestion() {
        fn message(name: &str) -> String {
            document_grammars(name).err().unwrap_or_default()
        }
        assert!(message("RFC1738").ends_with("did you mean `rfc1738`?"));
        assert!(message("historcal").ends_with("did you mean `historical`?"));
        assert!(!message("xyz").contains("did you mean"));
        assert_eq!(document_grammars("first").unwrap().0.len(), 4);
    }
}
