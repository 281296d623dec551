//! Options that commands share.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write;
use std::sync::OnceLock;

use uri_lineage::{Forgiven, Generation, Grammar, UnknownGrammar, forgive};

use crate::complete;
use crate::output::plain;

/// The selected grammars, in the order of the arguments; all by default.
#[derive(clap::Args)]
pub struct GrammarArgs {
    /// Grammars to use: ids or sets. The sets are `all`, `historical` (the six of 1993 to 1997), and the generations `first`,
    /// `second`, `forerunner` and `third`. Separate several with commas, or repeat the option [default: all]
    #[arg(long = "grammar", short, value_name = "ID", value_delimiter = ',', value_parser = named)]
    #[arg(add = complete::grammars())]
    grammars: Vec<Named>,
}

/// The grammars that a name selects.
#[derive(Clone)]
struct Named(Vec<Grammar>);

/// The names of sets.
pub fn sets() -> impl Iterator<Item = &'static str> {
    ["all", "historical"].into_iter().chain(Generation::ALL.map(Generation::name))
}

/// Finds the grammars that a name selects.
fn named(name: &str) -> Result<Named, String> {
    let holds = |grammar: &Grammar| match name {
        "all" => true,
        "historical" => grammar.is_historical(),
        _ => grammar.generation().name() == name,
    };
    if sets().any(|set| set == name) {
        return Ok(Named(Grammar::ALL.into_iter().filter(holds).collect()));
    }
    let ids = Grammar::ALL.map(Grammar::id);
    let known = ids.into_iter().chain(sets());
    let one = name.parse::<Grammar>().map(|grammar| Named(vec![grammar]));
    one.map_err(|error| meant(&error, name, known))
}

/// Finds the grammar with an id.
pub fn grammar(id: &str) -> Result<Grammar, String> {
    id.parse().map_err(|error: UnknownGrammar| meant(&error, id, Grammar::ALL.map(Grammar::id)))
}

/// A production by its name as printed in the document, of one grammar or of any grammar that defines it.
#[derive(Clone)]
pub struct ProductionArg {
    pub grammar: Option<Grammar>,
    pub name: String,
}

impl ProductionArg {
    /// Whether this selects a production of a grammar.
    pub fn is(&self, grammar: Grammar, name: &str) -> bool {
        self.grammar.is_none_or(|own| own == grammar) && self.name == name
    }
}

/// Reads `[GRAMMAR:]PRODUCTION`.
pub fn production(text: &str) -> Result<ProductionArg, String> {
    let (id, name) = text.split_once(':').map_or((None, text), |(id, name)| (Some(id), name));
    Ok(ProductionArg { grammar: id.map(grammar).transpose()?, name: name.to_owned() })
}

/// The most similar known name, if one is similar enough.
fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    /// The same threshold as clap's.
    const ALIKE: f64 = 0.7;
    let name = name.to_lowercase();
    let alike = |known: &'n str| (strsim::jaro_winkler(&name, &known.to_lowercase()), known);
    let best = known.into_iter().map(alike).max_by(|left, right| left.0.total_cmp(&right.0))?;
    (best.0 > ALIKE).then_some(best.1)
}

/// The message for an unknown name, with a similar name as a suggestion.
pub fn meant<'n>(error: &dyn Display, name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    match nearest(name, known) {
        Some(near) => format!("{error}; did you mean `{near}`?"),
        None => error.to_string(),
    }
}

/// Like `meant`; lists all known names if none is similar.
pub fn meant_of<'n>(error: &dyn Display, name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let known: Vec<&str> = known.collect();
    let all = format_args!("{error}; there are {}", known.join(", ")).to_string();
    let error: &dyn Display = if nearest(name, known.iter().copied()).is_some() { error } else { &all };
    meant(error, name, known)
}

impl GrammarArgs {
    /// Whether the user selected grammars.
    pub fn asked(&self) -> bool {
        !self.grammars.is_empty()
    }

    /// The selected grammars, each once.
    pub fn list(&self) -> Vec<Grammar> {
        if !self.asked() {
            return Grammar::ALL.to_vec();
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

/// Which deviations to forgive.
#[derive(clap::Args)]
pub struct ForgiveArgs {
    /// Forgive deviations that the documents tell programs to accept: the prefix `URL:` in either case, and capitals in a scheme
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

/// Options of every command.
#[derive(clap::Args, Clone)]
#[command(next_help_heading = "For every command")]
pub struct CommonArgs {
    /// When to colour output: on a terminal only, always or never
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    color: When,
    /// Write nothing to standard output; only the exit status shows the result
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Number of threads that process a list, at most 8 [default: the number of cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Do not show a progress bar
    #[arg(long, global = true)]
    no_progress: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

static COMMON: OnceLock<CommonArgs> = OnceLock::new();

impl CommonArgs {
    /// Makes these options the global ones.
    pub fn hold(&self) {
        match self.color {
            When::Auto => {}
            When::Always => anstream::ColorChoice::Always.write_global(),
            When::Never => anstream::ColorChoice::Never.write_global(),
        }
        _ = COMMON.set(self.clone());
    }
}

/// Whether standard output is suppressed.
pub fn quiet() -> bool {
    COMMON.get().is_some_and(|common| common.quiet)
}

/// The number of threads that process a list.
pub fn threads() -> usize {
    /// Each thread has its own caches, which use memory; all threads read one input in turn.
    const MOST: usize = 8;
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| {
        let asked = COMMON.get().and_then(|common| common.threads).map(usize::from);
        asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).min(MOST)
    })
}

/// The share of one thread in a total that all threads may keep. `of_two` is the share of one of two threads.
pub fn share(of_two: usize) -> usize {
    2 * of_two / threads().max(2)
}

/// Whether a progress bar is allowed.
pub fn progress() -> bool {
    !COMMON.get().is_some_and(|common| common.no_progress)
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
        assert_eq!(nearest("hotname", ["port", "hostname", "host"]), Some("hostname"));
    }
}
