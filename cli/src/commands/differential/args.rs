//! The arguments of `differential`.

use crate::options::complete;
use crate::options::order::GrammarOrder;
use crate::options::sides::{ComponentArgs, PestArgs, SelectionArgs};
use crate::output::DocumentFormat as Format;

/// Find strings that two grammars or more accept but split differently, component by component
///
/// For each component, reports a shortest string in which both have the component and read it at
/// different places, and a shortest string in which only one of them has it, or that no such
/// strings exist. A host at one place that is a name for one and an IPv4 address for the other is a
/// difference too, shown with the address. All results are decided on the pest rules, which have one
/// parse per string, for all strings. A component that a grammar does not have is absent. The user
/// is the text in front of the `@`, including the password. A slash that delimits a path is not a
/// difference.
///
/// --all reports every cause: the delimiters at which the two spans of a component part. Each
/// string that both accept and split differently belongs to exactly one cause of the component, and
/// each cause has a shortest string. Hosts that are addresses for some grammars alone are a cause of
/// their own. With more than two grammars, causes are always reported: in the strings of one, the
/// same grammars read the component alike, and the sentence is about the first two that do not.
///
/// The grammars of the URL Standard leave it to Unicode's IDNA processing which hosts are domains. Of
/// their strings those are shown that the URL Standard accepts; where none is found, its refusal is
/// shown with the string.
///
/// --scheme, --within and --matching select strings: with several of them, a string must satisfy
/// all.
///
/// Exit status: 0 if both split all components alike, 1 if they differ, 2 for a usage error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage differential rfc1738 uri-1997
  uri-lineage differential rfc3986 whatwg --component host
  uri-lineage differential rfc1738 rfc3986 --component host --all
  uri-lineage differential rfc1738 rfc3986 whatwg --component host
  uri-lineage differential --component host --both --scheme http rfc1630 rfc2396
  uri-lineage differential --matching '^https?://[^@]*$' url-draft-02 rfc3986
  uri-lineage differential rfc3986 my.model --component host --all --verify
  uri-lineage differential rfc3986 --pest my.pest:url --place 'host=hostport>host'
  uri-lineage differential rfc3986 --regex '(?<scheme>[a-z]+):(?<path>.*)' --component scheme")]
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
    /// Report every cause, with the number of causes
    #[arg(long)]
    pub all: bool,
    /// Only strings in which both have the component, it is not empty, and it is at different
    /// places or has different meanings
    #[arg(long, conflicts_with = "strict")]
    pub both: bool,
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Also count it as a difference if a component is absent for one grammar and empty for the
    /// other
    #[arg(long)]
    pub strict: bool,
    /// Ask the parsers of models about each string before it is shown. A model that is wrong is
    /// learned again, and its file is written anew, until no string is refuted
    #[arg(long)]
    pub verify: bool,
    /// Number of strings of each kind, or of each cause, to show for a component
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    pub witnesses: usize,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}
