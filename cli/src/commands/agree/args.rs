//! The arguments of `agree`.

use crate::options::complete;
use crate::options::order::GrammarOrder;
use crate::options::sides::{ComponentArgs, PestArgs, SelectionArgs};

/// Find the strings that several grammars all accept and read alike, and the fewest requirements
/// under which they read all alike
///
/// The set is exact: it has each string that all accept and that `differential` does not report for
/// two of them. Every other string that all accept belongs to a cause of a component, as in
/// `differential --all`: which grammars read it alike, and the delimiters at which the first two
/// others part. Each cause is shown with a shortest string, shortest first. A host that is a name for
/// one grammar and an address for another (`http://2130706433`) is not read alike.
///
/// The requirements are the fewest of a fixed list that exclude all of these strings: no occurrence
/// of a character, in the string or in a component; a certain scheme, or not that scheme; `//`
/// after the scheme, or not, or no third slash; no empty component; no host that ends in a number.
/// Each is shown with a string that only it excludes. Strings with a scheme and the components
/// remain. If no set of the list suffices, a string shows why.
///
/// The grammars of the URL Standard leave it to Unicode's IDNA processing which hosts are domains. Of
/// their strings those are shown that the URL Standard accepts; where none is found, its refusal is
/// shown with the string. The set that is written has strings that it refuses for their hosts.
///
/// --format selects the notation of the set: regex, abnf and pest match the string as a whole;
/// jsonl is the automaton. The ABNF grammar has rules that are named after the components, as the
/// first grammar reads them. It and the pest grammar are proved to have this set before they are
/// written.
///
/// Exit status: with a format that writes the set, 0. Otherwise 0 if all strings that all accept
/// are read alike, 1 if some are not. 2 for a usage error, or if an automaton is too large.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage agree rfc1738 rfc3986 --component host
  uri-lineage agree rfc1738 rfc2396 rfc3986 --scheme http --format regex
  uri-lineage agree rfc2396 rfc3986 --component host,port --format rust > filter.rs
  uri-lineage agree rfc1738 rfc3986 --scheme http --format abnf > safe.abnf
  uri-lineage agree rfc3986 --pest my.pest:url --place 'host=hostport>host'")]
pub struct Args {
    #[command(flatten)]
    pub order: GrammarOrder,
    /// Two grammars or more, or productions of them
    #[arg(value_name = "GRAMMAR[:PRODUCTION]")]
    #[arg(add = complete::sources())]
    pub grammars: Vec<String>,
    #[command(flatten)]
    pub pest: PestArgs,
    #[command(flatten)]
    pub components: ComponentArgs,
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Also count it as a difference if a component is absent for one grammar and empty for another
    #[arg(long)]
    pub strict: bool,
    /// Number of strings of each cause to show
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    pub witnesses: usize,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = AgreeFormat::Text)]
    pub format: AgreeFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum AgreeFormat {
    /// Text for people
    Text,
    /// JSON Lines: the answer, the causes, and the states of the automaton
    Jsonl,
    /// A regular expression that matches the whole string
    Regex,
    /// An ABNF grammar
    Abnf,
    /// A pest grammar
    Pest,
    /// A table in Rust with a function that reads bytes; it needs no crate
    Rust,
}
