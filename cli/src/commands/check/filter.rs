//! Selects lines.

use uri_lineage::{Reason, UnknownReason};

use super::verdicts::{Accepts, LineVerdicts};
use crate::failure::Failure;
use crate::options::complete;
use crate::options::given::{Asked, Given, Shelf, asked};
use crate::options::names::suggest;
use crate::options::{ProductionArg, production};
use crate::output::text::plain;

/// Options that select the lines to show and to count: a line must satisfy all of them.
#[derive(clap::Args)]
#[command(next_help_heading = "Filters")]
pub struct FilterArgs {
    /// Only lines with these verdicts of the selected grammars; alike and unlike need --agree
    #[arg(long, value_enum, value_name = "WHICH")]
    only: Option<Only>,
    /// Only lines that some grammar refuses for one of these reasons; see explain --reason
    #[arg(long = "reason", value_name = "REASON", value_delimiter = ',', value_parser = reason)]
    #[arg(add = complete::reasons(&[]))]
    reasons: Vec<Reason>,
    /// Only lines that some grammar accepts with one of these productions
    #[arg(long = "production", value_name = "[ID:]NAME", value_delimiter = ',', value_parser = production)]
    #[arg(add = complete::of_any())]
    productions: Vec<ProductionArg>,
    /// Only lines that all these grammars accept
    #[arg(long = "in", value_name = "ID|FILE[:PRODUCTION]", value_delimiter = ',', value_parser = asked)]
    #[arg(add = complete::given())]
    within: Vec<Asked>,
    /// Only lines that all these grammars refuse
    #[arg(long, value_name = "ID|FILE[:PRODUCTION]", value_delimiter = ',', value_parser = asked)]
    #[arg(add = complete::given())]
    not_in: Vec<Asked>,
}

/// The filter with the grammars that it names.
pub struct Filter<'a> {
    args: &'a FilterArgs,
    within: Vec<Given>,
    not_in: Vec<Given>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Only {
    /// Every selected grammar refuses the line
    Refused,
    /// Some grammar accepts the line
    Accepted,
    /// Some grammars accept the line, others refuse it
    Disagree,
    /// Some grammar accepts the line unexamined: only Unicode's IDNA processing decides whether its
    /// host is a domain
    Unexamined,
    /// All grammars accept the line and read the components of --agree alike
    Alike,
    /// All grammars accept the line and read a component of --agree differently
    Unlike,
}

/// Finds the reason with a name.
pub fn reason(name: &str) -> Result<Reason, String> {
    let names = Reason::ALL.iter().map(|reason| reason.name());
    name.parse().map_err(|error: UnknownReason| suggest(&error, name, names))
}

impl FilterArgs {
    /// Whether lines are selected by the result of --agree.
    pub fn agreeing(&self) -> bool {
        matches!(self.only, Some(Only::Alike | Only::Unlike))
    }

    /// Reads the grammars that the options name. Each production must be one of the `asked`
    /// grammars.
    pub fn read(&self, shelf: &mut Shelf<'_>, asked: &[Given]) -> Result<Filter<'_>, Failure> {
        for own in &self.productions {
            let of = |given: &Given| match given {
                Given::BuiltIn(grammar) => own.is(Some(*grammar), &own.name) && grammar.production(&own.name).is_some(),
                Given::Own(known) => own.is(None, known.recognizer.production()),
            };
            if !asked.iter().any(of) {
                return Err(Failure::Usage(format!(
                    "no selected grammar has a production named `{}`",
                    plain(&own.name)
                )));
            }
        }
        Ok(Filter { args: self, within: shelf.find(&self.within)?, not_in: shelf.find(&self.not_in)? })
    }
}

impl Filter<'_> {
    /// Whether lines are selected by reason.
    pub fn reasons(&self) -> bool {
        !self.args.reasons.is_empty()
    }

    /// Whether the reasons select a line with these verdicts.
    pub fn wants_reason(&self, line: &LineVerdicts) -> bool {
        let wanted = |reason: &str| self.args.reasons.iter().any(|wanted| wanted.name() == reason);
        !self.reasons() || line.each.iter().filter_map(|verdict| verdict.reason()).any(wanted)
    }

    /// Whether all options except the reasons select a line. `alike` is the result of --agree.
    pub fn wants(&self, asked: &[Given], accepts: Accepts, alike: Option<bool>) -> bool {
        let has = |given: &Given| accepts.has(given);
        let only = match self.args.only {
            None => true,
            Some(Only::Refused) => !asked.iter().any(has),
            Some(Only::Accepted) => asked.iter().any(has),
            Some(Only::Unexamined) => asked.iter().any(|given| accepts.is_unexamined(given)),
            Some(Only::Alike) => alike == Some(true),
            Some(Only::Unlike) => alike == Some(false),
            Some(Only::Disagree) => asked.iter().any(has) && !asked.iter().all(has),
        };
        let productions = &self.args.productions;
        let by = |given: &Given| {
            let is = |name: &str| productions.iter().any(|own| own.is(given.built_in(), name));
            accepts.production(given).is_some_and(is)
        };
        only && self.within.iter().all(has)
            && !self.not_in.iter().any(has)
            && (productions.is_empty() || asked.iter().any(by))
    }
}
