//! Selects lines.

use uri_lineage::{Grammar, Reason};

use super::verdicts::{Acceptance, LineVerdicts};
use crate::failure::Failure;
use crate::options::complete;
use crate::options::names::find_by_name;
use crate::options::url_grammar::{GrammarArg, UrlGrammar, UrlGrammarLoader, parse_grammar_arg};
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
    #[arg(long = "reason", value_name = "REASON", value_delimiter = ',', value_parser = find_by_name::<Reason>)]
    #[arg(add = complete::reasons(&[]))]
    reasons: Vec<Reason>,
    /// Only lines that some grammar accepts with one of these productions
    #[arg(long = "production", value_name = "[ID:]NAME", value_delimiter = ',', value_parser = production)]
    #[arg(add = complete::any_production())]
    productions: Vec<ProductionArg>,
    /// Only lines that all these grammars accept
    #[arg(long = "in", value_name = "ID|FILE[:PRODUCTION]", value_delimiter = ',', value_parser = parse_grammar_arg)]
    #[arg(add = complete::grammars_or_files())]
    within: Vec<GrammarArg>,
    /// Only lines that all these grammars refuse
    #[arg(long, value_name = "ID|FILE[:PRODUCTION]", value_delimiter = ',', value_parser = parse_grammar_arg)]
    #[arg(add = complete::grammars_or_files())]
    not_in: Vec<GrammarArg>,
}

/// The filter with the grammars that it names.
pub struct LineFilter<'a> {
    args: &'a FilterArgs,
    within: Vec<UrlGrammar>,
    not_in: Vec<UrlGrammar>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Only {
    /// Every selected grammar refuses the line
    Refused,
    /// Some grammar accepts the line
    Accepted,
    /// Some grammars accept the line, others refuse it
    Disagree,
    /// All grammars accept the line and read the components of --agree alike
    Alike,
    /// All grammars accept the line and read a component of --agree differently
    Unlike,
}

impl FilterArgs {
    /// Whether lines are selected by the result of --agree.
    pub fn needs_agreement(&self) -> bool {
        matches!(self.only, Some(Only::Alike | Only::Unlike))
    }

    /// Reads the grammars that the options name. Each production must be one of the `selected`
    /// grammars.
    pub fn read(&self, loader: &mut UrlGrammarLoader<'_>, selected: &[UrlGrammar]) -> Result<LineFilter<'_>, Failure> {
        let missing = self
            .productions
            .iter()
            .find(|production| !selected.iter().any(|grammar| has_production(grammar, production)));
        if let Some(missing) = missing {
            let name = plain(&missing.name);
            return Err(Failure::Usage(format!("no selected grammar has a production named `{name}`")));
        }
        Ok(LineFilter { args: self, within: loader.find(&self.within)?, not_in: loader.find(&self.not_in)? })
    }
}

/// Whether a grammar has a production as an entry.
fn has_production(grammar: &UrlGrammar, production: &ProductionArg) -> bool {
    let name = &production.name;
    match grammar {
        UrlGrammar::BuiltIn(grammar) => production.selects(Some(*grammar), name) && grammar.production(name).is_some(),
        UrlGrammar::User(grammar) => production.selects(None, grammar.recognizer.production()),
    }
}

impl LineFilter<'_> {
    /// The grammars among the selected ones, and those of the filter, for which IDNA processing
    /// decides about hosts.
    pub fn examined(&self, selected: &[UrlGrammar]) -> Vec<Grammar> {
        let all = selected.iter().chain(&self.within).chain(&self.not_in).filter_map(UrlGrammar::built_in);
        all.filter(|grammar| grammar.unexamined().is_some()).collect()
    }

    /// Whether lines are selected by reason.
    pub fn has_reasons(&self) -> bool {
        !self.args.reasons.is_empty()
    }

    /// Whether the reasons select a line with these verdicts.
    pub fn accepts_reasons(&self, line: &LineVerdicts) -> bool {
        let mut reasons = line.verdicts.iter().filter_map(|verdict| verdict.reason());
        !self.has_reasons() || reasons.any(|name| self.args.reasons.iter().any(|reason| reason.name() == name))
    }

    /// Whether all options except the reasons select a line. `alike` is the result of --agree.
    pub fn accepts(&self, selected: &[UrlGrammar], acceptance: Acceptance, alike: Option<bool>) -> bool {
        let has_verdicts = match self.args.only {
            None => true,
            Some(Only::Refused) => !acceptance.has_any(selected),
            Some(Only::Accepted) => acceptance.has_any(selected),
            Some(Only::Alike) => alike == Some(true),
            Some(Only::Unlike) => alike == Some(false),
            Some(Only::Disagree) => acceptance.has_any(selected) && !acceptance.has_all(selected),
        };
        has_verdicts
            && acceptance.has_all(&self.within)
            && !acceptance.has_any(&self.not_in)
            && self.accepts_productions(selected, acceptance)
    }

    /// Whether some grammar accepts a line with one of the selected productions.
    fn accepts_productions(&self, selected: &[UrlGrammar], acceptance: Acceptance) -> bool {
        let productions = &self.args.productions;
        let mut accepting =
            selected.iter().filter_map(|grammar| Some((grammar.built_in(), acceptance.production(grammar)?)));
        productions.is_empty()
            || accepting.any(|(grammar, name)| productions.iter().any(|production| production.selects(grammar, name)))
    }
}
