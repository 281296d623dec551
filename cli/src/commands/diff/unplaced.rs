//! Changes of productions at which no cause is: found, and written.

use std::io::Write;

use uri_lineage::language::correspondence;
use uri_lineage::regular_bnf::{Bnf, Divergence, Divergences, GrammarError, Side};

use super::cause::unless_too_large;
use super::sentence::{ComparedNames, both_names};
use crate::failure::Failure;
use crate::output::Output;
use crate::output::text::quoted;

/// Finds the changes of productions of two grammars that both compared productions use, where none of
/// the causes is in these. Returns none, with a message, if they need too many states.
pub fn unplaced(causes: &Divergences, left: &Bnf, right: &Bnf) -> Result<Vec<Divergence>, GrammarError> {
    let changes = causes.unplaced(left, right, correspondence());
    Ok(unless_too_large("changes at which no cause is are not shown", changes)?.unwrap_or_default())
}

/// Writes a line for each two productions: the strings that only one of them accepts. The names are
/// those of the grammars.
pub fn write_unplaced(output: &mut Output, names: &ComparedNames<'_>, changes: &[Divergence]) -> Result<(), Failure> {
    if !changes.is_empty() {
        writeln!(output.out, "  {}", output.bold("also changed, though no cause above is in these productions:"))?;
    }
    for of_pair in changes.chunk_by(|one, other| pair(one) == pair(other)) {
        let Some([left, right]) = of_pair.first().map(pair) else { continue };
        let sentences = [Side::Left, Side::Right].into_iter().filter_map(|side| {
            let of_side: Vec<&Divergence> = of_pair.iter().filter(|change| change.side == side).collect();
            let strings: Vec<String> = of_side.iter().map(|change| quoted(&change.witness)).collect();
            of_side.first().map(|change| format!("{} {}", names.acceptance(change), strings.join(", ")))
        });
        let sentences: Vec<String> = sentences.collect();
        writeln!(output.out, "    {}: {}", both_names(left, right), sentences.join("; "))?;
    }
    Ok(())
}

/// The productions that changed.
fn pair(change: &Divergence) -> [&str; 2] {
    [&change.left_production, &change.right_production]
}
