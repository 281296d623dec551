//! Which lines are wanted.

use uri_lineage::classifier::Verdicts;
use uri_lineage::{Grammar, Reason, UnknownReason};

use super::said::Answer;
use crate::complete;
use crate::options::{ProductionArg, meant_of, production};

/// Which lines to show and to count: those that satisfy all that is asked for.
#[derive(clap::Args)]
#[command(next_help_heading = "Filters")]
pub struct FilterArgs {
    /// Lines that no grammar asked for accepts, that some grammar accepts, or that some accept and others refuse
    #[arg(long, value_enum, value_name = "WHICH")]
    only: Option<Only>,
    /// Lines that some grammar refuses for one of these reasons; explain --reason shows them
    #[arg(long = "reason", value_name = "REASON", value_delimiter = ',', value_parser = reason)]
    #[arg(add = complete::reasons(&[]))]
    reasons: Vec<Reason>,
    /// Lines that some grammar accepts by one of these productions
    #[arg(long = "production", value_name = "[ID:]NAME", value_delimiter = ',', value_parser = production)]
    #[arg(add = complete::of_any())]
    productions: Vec<ProductionArg>,
    /// Lines that all these grammars accept
    #[arg(long = "in", value_name = "ID", value_delimiter = ',', value_parser = crate::options::grammar)]
    #[arg(add = complete::ids())]
    within: Vec<Grammar>,
    /// Lines that none of these grammars accepts
    #[arg(long, value_name = "ID", value_delimiter = ',', value_parser = crate::options::grammar)]
    #[arg(add = complete::ids())]
    not_in: Vec<Grammar>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Only {
    /// No grammar accepts the line
    Refused,
    /// Some grammar accepts the line
    Accepted,
    /// Some accept the line, and others refuse it
    Disagree,
}

/// The reason of a name.
pub fn reason(name: &str) -> Result<Reason, String> {
    let names = Reason::ALL.iter().map(|reason| reason.name());
    name.parse().map_err(|error: UnknownReason| meant_of(&error, name, names))
}

impl FilterArgs {
    /// Whether lines are chosen by reason.
    pub fn reasons(&self) -> bool {
        !self.reasons.is_empty()
    }

    /// Whether a line is wanted of which the grammars say this.
    pub fn wants_reason(&self, answer: &Answer) -> bool {
        let wanted = |reason: &str| self.reasons.iter().any(|wanted| wanted.name() == reason);
        !self.reasons() || answer.told.iter().filter_map(|said| said.reason()).any(wanted)
    }

    /// Whether a line is wanted by all but the reasons.
    pub fn wants(&self, asked: &[Grammar], verdicts: Verdicts) -> bool {
        let accepts = |grammar: &Grammar| verdicts.accepts(*grammar);
        let only = match self.only {
            None => true,
            Some(Only::Refused) => !asked.iter().any(accepts),
            Some(Only::Accepted) => asked.iter().any(accepts),
            Some(Only::Disagree) => asked.iter().any(accepts) && !asked.iter().all(accepts),
        };
        let by = |grammar: &Grammar| {
            verdicts.production(*grammar).is_some_and(|name| self.productions.iter().any(|own| own.is(*grammar, name)))
        };
        only && self.within.iter().all(accepts)
            && !self.not_in.iter().any(accepts)
            && (self.productions.is_empty() || asked.iter().any(by))
    }
}
