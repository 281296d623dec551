//! The arguments of `diff`.

use super::level::CauseLevel;
use crate::options::complete;
use crate::options::order::GrammarOrder;
use crate::options::source::SourceArgs;
use crate::output::Format;

/// Compare two productions or two grammars: find the strings that only one of them accepts
///
/// LEFT and RIGHT are a grammar's id or the path of a file, optionally with `:production` after it.
/// The result is decided on the languages, not on the text; a witness is a shortest string that
/// shows the difference. If only one of them names a production, the other one is the production of
/// the same name, or the main rule of a pest grammar.
///
/// For two productions, every cause of the difference is shown once: a sentence, a shortest string
/// of the difference with this cause, a caret at the place where only one of them can continue, and
/// the productions that both are reading there. Every string of the difference belongs to exactly
/// one cause. Of two grammars of this program the later one is the subject. Below a cause stand the
/// words in which the later document, or a document between the two, says what it changed. Below all
/// causes stand the productions that both use and that changed though no cause is in them: another
/// production accepts their text, or it is refused further on.
///
/// For two grammars, the output lists first the productions whose text and language changed, then
/// those whose language changed only because a production that they use changed. Productions of
/// equal language are omitted, except in JSON.
///
/// A model of a parser is compared in the strings of which it says something, and without causes.
///
/// Exit status: 0 if the languages are equal, 1 if they differ, 2 for a usage error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage diff rfc1738:hostname uri-1997:hostname
  uri-lineage diff --by component rfc1738:url rfc3986:URI
  uri-lineage diff --silent uri-1997:URI-reference rfc2396:URI-reference
  uri-lineage diff url-draft-03 rfc1630
  uri-lineage diff --reading published rfc1738:fpath my.bnf:path
  uri-lineage diff rfc3986:port --regex '[0-9]{1,5}' --flavour python")]
pub struct Args {
    #[command(flatten)]
    pub order: GrammarOrder,
    /// A grammar, or a production of one
    #[arg(value_name = "LEFT")]
    #[arg(add = complete::sources())]
    pub left: Option<String>,
    /// Another grammar or production, unless --regex is the other
    #[arg(value_name = "RIGHT")]
    #[arg(add = complete::sources())]
    pub right: Option<String>,
    #[command(flatten)]
    pub sources: SourceArgs,
    /// For two productions, show only shortest strings of each kind, without causes
    #[arg(long)]
    pub brief: bool,
    /// For two productions, put the causes together by component or by production
    #[arg(long, value_name = "LEVEL", conflicts_with = "brief")]
    pub by: Option<CauseLevel>,
    /// For two productions of documents, show only the changes that no document mentions: neither the
    /// later one nor one between the two
    #[arg(long, conflicts_with = "brief")]
    pub silent: bool,
    /// Number of strings to show for two productions: of each cause (at most 1,000) or, with
    /// --brief, of each kind
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    pub witnesses: usize,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}
