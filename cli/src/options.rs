//! Options that commands share.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write;
use std::sync::OnceLock;

use uri_lineage::{Forgiven, Generation, Grammar, UnknownGrammar, forgive};

use crate::complete;
use crate::output::plain;

/// The grammars to use, in the order given; all by default.
#[derive(clap::Args)]
pub struct GrammarArgs {
    /// Grammars to use, by id or by set: `all`, `historical` (the six of 1993 to 1997), and the generations `first`, `second`,
    /// `forerunner` and `third`; several with commas between, or given one by one [default: all]
    #[arg(long = "grammar", short, value_name = "ID", value_delimiter = ',', value_parser = named)]
    #[arg(add = complete::grammars())]
    grammars: Vec<Named>,
}

/// What a name stands for.
#[derive(Clone)]
struct Named(Vec<Grammar>);

/// The names of sets.
pub fn sets() -> impl Iterator<Item = &'static str> {
    ["all", "historical"].into_iter().chain(Generation::ALL.map(Generation::name))
}

/// The grammars of a name.
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

/// The grammar of an id.
pub fn grammar(id: &str) -> Result<Grammar, String> {
    id.parse().map_err(|error: UnknownGrammar| meant(&error, id, Grammar::ALL.map(Grammar::id)))
}

/// A production by its name as the document prints it, of one grammar or of any that has it.
#[derive(Clone)]
pub struct ProductionArg {
    pub grammar: Option<Grammar>,
    pub name: String,
}

impl ProductionArg {
    /// Whether it is this production of a grammar.
    pub fn is(&self, grammar: Grammar, name: &str) -> bool {
        self.grammar.is_none_or(|own| own == grammar) && self.name == name
    }
}

/// Reads `[GRAMMAR:]PRODUCTION`.
pub fn production(text: &str) -> Result<ProductionArg, String> {
    let (id, name) = text.split_once(':').map_or((None, text), |(id, name)| (Some(id), name));
    Ok(ProductionArg { grammar: id.map(grammar).transpose()?, name: name.to_owned() })
}

/// The name that somebody may have meant, if one is near enough.
fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    /// As much alike as clap asks for.
    const ALIKE: f64 = 0.7;
    let name = name.to_lowercase();
    let alike = |known: &'n str| (strsim::jaro_winkler(&name, &known.to_lowercase()), known);
    let best = known.into_iter().map(alike).max_by(|left, right| left.0.total_cmp(&right.0))?;
    (best.0 > ALIKE).then_some(best.1)
}

/// An error of a name that there is not, with the one that may have been meant.
pub fn meant<'n>(error: &dyn Display, name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    match nearest(name, known) {
        Some(near) => format!("{error}; did you mean `{near}`?"),
        None => error.to_string(),
    }
}

/// The same; where none is near, with all names that there are.
pub fn meant_of<'n>(error: &dyn Display, name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let known: Vec<&str> = known.collect();
    let all = format_args!("{error}; there are {}", known.join(", ")).to_string();
    let error: &dyn Display = if nearest(name, known.iter().copied()).is_some() { error } else { &all };
    meant(error, name, known)
}

impl GrammarArgs {
    /// Whether grammars were asked for.
    pub fn asked(&self) -> bool {
        !self.grammars.is_empty()
    }

    /// The grammars, each once.
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

/// What to forgive.
#[derive(clap::Args)]
pub struct ForgiveArgs {
    /// Forgive what the documents ask programs to forgive: `URL:` in either case before a URL, capitals in a scheme
    ///
    /// What was forgiven is reported.
    #[arg(long)]
    pub forgive: bool,
}

impl ForgiveArgs {
    /// The URL to judge, and what was forgiven.
    pub fn apply<'u>(&self, url: &'u str) -> (Cow<'u, str>, Vec<Forgiven>) {
        if self.forgive { forgive(url) } else { (url.into(), Vec::new()) }
    }

    /// The URL to judge; what was forgiven is told in `error`.
    pub fn reported<'u>(&self, url: &'u str, error: &mut Vec<u8>) -> Cow<'u, str> {
        let (given, forgiven) = self.apply(url);
        for what in forgiven {
            _ = writeln!(error, "uri-lineage: {}: forgiven: {what}", plain(url));
        }
        given
    }
}

/// What every command understands.
#[derive(clap::Args, Clone)]
#[command(next_help_heading = "For every command")]
pub struct CommonArgs {
    /// When to colour: on a terminal, always or never
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    color: When,
    /// Write nothing to standard output: the exit status tells
    #[arg(long, short, global = true)]
    quiet: bool,
    /// How many threads work on a list, at most 8 [default: as many as there are cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Show no progress bar
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
    /// From now on these hold.
    pub fn hold(&self) {
        match self.color {
            When::Auto => {}
            When::Always => anstream::ColorChoice::Always.write_global(),
            When::Never => anstream::ColorChoice::Never.write_global(),
        }
        _ = COMMON.set(self.clone());
    }
}

/// Whether nothing is to be written to standard output.
pub fn quiet() -> bool {
    COMMON.get().is_some_and(|common| common.quiet)
}

/// How many threads are to work on a list.
pub fn threads() -> usize {
    /// Each has learned states and answers of its own, which take up memory; all read one input, one after another.
    const MOST: usize = 8;
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| {
        let asked = COMMON.get().and_then(|common| common.threads).map(usize::from);
        asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).min(MOST)
    })
}

/// How much of something that all threads may keep is for each: of so much for one of two.
pub fn share(of_two: usize) -> usize {
    2 * of_two / threads().max(2)
}

/// Whether a progress bar may be shown.
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
