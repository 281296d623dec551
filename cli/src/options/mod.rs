//! Options that commands share.

pub mod common;
pub mod complete;
mod files;
pub mod given;
pub mod lints;
pub mod names;
mod own;
pub mod places;
pub mod regex;
pub mod sides;
pub mod source;
mod sourcecode;

use std::borrow::Cow;
use std::io::Write;

use uri_lineage::{Forgiven, Generation, Grammar, UnknownGrammar, forgive};

use self::files::is_own;
use self::names::{sets, suggest};
use crate::output::text::plain;

/// The selected grammars, in the order of the arguments; those of US-ASCII by default.
#[derive(clap::Args)]
pub struct GrammarArgs {
    /// Grammars to use: ids or sets. The sets are `ascii` (the ten of 1993 to 2005 for URLs and
    /// URIs), `historical` (the six of 1993 to 1997), the generations `first`, `second`,
    /// `intermediate` and `third`, `rfc` (the ten and RFC 3987, with the characters of Unicode),
    /// `url-standard` (the WHATWG's valid URL strings, and the strings that browsers accept), and
    /// `all`. Separate several with commas, or repeat the option [default: ascii]
    #[arg(long = "grammar", short, value_name = "ID", value_delimiter = ',', value_parser = named)]
    #[arg(add = complete::grammars())]
    grammars: Vec<Named>,
}

/// The grammars that a name selects.
#[derive(Clone)]
struct Named(Vec<Grammar>);

/// Finds the grammars that a name selects.
fn named(name: &str) -> Result<Named, String> {
    if is_own(name) {
        let accepts = "check, parse, compare and chars accept a grammar of your own";
        return Err(format!("this command needs the document of a built-in grammar; {accepts}"));
    }
    known(name)
}

/// Finds the built-in grammars that a name selects.
fn known(name: &str) -> Result<Named, String> {
    let holds = |grammar: &Grammar| match name {
        "all" => true,
        "rfc" => grammar.generation() != Generation::UrlStandard,
        "ascii" => grammar.is_ascii(),
        "historical" => grammar.is_historical(),
        _ => grammar.generation().name() == name,
    };
    if sets().any(|set| set == name) {
        return Ok(Named(Grammar::ALL.into_iter().filter(holds).collect()));
    }
    let ids = Grammar::ALL.map(Grammar::id);
    let known = ids.into_iter().chain(sets());
    let one = name.parse::<Grammar>().map(|grammar| Named(vec![grammar]));
    one.map_err(|error| suggest(&error, name, known))
}

/// Finds the grammar with an id.
pub fn grammar(id: &str) -> Result<Grammar, String> {
    id.parse().map_err(|error: UnknownGrammar| suggest(&error, id, Grammar::ALL.map(Grammar::id)))
}

/// A production by its name as printed in the document, of one grammar or of any grammar that
/// defines it.
#[derive(Clone)]
pub struct ProductionArg {
    pub grammar: Option<Grammar>,
    pub name: String,
}

impl ProductionArg {
    /// Whether this selects a production of a built-in grammar, or of one of the user.
    pub fn is(&self, grammar: Option<Grammar>, name: &str) -> bool {
        self.grammar.is_none_or(|own| Some(own) == grammar) && self.name == name
    }
}

/// Reads `[GRAMMAR:]PRODUCTION`.
pub fn production(text: &str) -> Result<ProductionArg, String> {
    let (id, name) = text.split_once(':').map_or((None, text), |(id, name)| (Some(id), name));
    Ok(ProductionArg { grammar: id.map(grammar).transpose()?, name: name.to_owned() })
}

impl GrammarArgs {
    /// Whether the user selected grammars.
    pub fn asked(&self) -> bool {
        !self.grammars.is_empty()
    }

    /// The selected grammars, each once.
    pub fn list(&self) -> Vec<Grammar> {
        if !self.asked() {
            return by_default();
        }
        let mut list = Vec::new();
        for &grammar in self.grammars.iter().flat_map(|named| &named.0) {
            if !list.contains(&grammar) {
                list.push(grammar);
            }
        }
        list
    }
}

/// The grammars that are used if none is selected.
fn by_default() -> Vec<Grammar> {
    Grammar::ALL.into_iter().filter(|grammar| grammar.is_ascii()).collect()
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
    pub fn reported<'u>(&self, url: &'u str, error: &mut Vec<u8>) -> Cow<'u, str> {
        let (given, forgiven) = self.apply(url);
        for what in forgiven {
            _ = writeln!(error, "uri-lineage: {}: forgiven: {what}", plain(url));
        }
        given
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_what_they_were_meant_to_be() {
        let meant = |name| named(name).err().unwrap_or_default();
        assert!(meant("RFC1738").ends_with("did you mean `rfc1738`?"));
        assert!(meant("historcal").ends_with("did you mean `historical`?"));
        assert!(!meant("xyz").contains("did you mean"));
        assert_eq!(named("first").unwrap().0.len(), 4);
    }
}
