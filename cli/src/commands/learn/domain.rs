//! The strings about which a parser is asked.

use uri_lineage::regular_bnf::{AutomatonTable, Language};

use crate::failure::Failure;
use crate::model::{Domain, ascii};
use crate::options::regex::escaped;
use crate::options::sides::SelectionArgs;

/// Options that select the strings about which a parser is asked.
#[derive(clap::Args)]
pub struct DomainArgs {
    /// Only strings in which the first and the last character of this text occur in this text alone:
    /// with `[::1]` there are no other brackets; may be repeated
    #[arg(long, value_name = "TEXT")]
    token: Vec<String>,
    /// Only strings without this text, in any case; may be repeated
    #[arg(long, value_name = "TEXT")]
    without: Vec<String>,
    #[command(flatten)]
    selection: SelectionArgs,
}

impl DomainArgs {
    /// The domain that the options select.
    pub fn read(&self) -> Result<Domain, Failure> {
        let mut options: Vec<String> = self.token.iter().map(|text| format!("--token {text}")).collect();
        options.extend(self.without.iter().map(|text| format!("--without {text}")));
        options.extend(self.selection.options());
        if options.is_empty() {
            return Ok(Domain::default());
        }
        let mut selected = ascii()?;
        if let Some(language) = self.selection.language()? {
            selected = selected.intersection(&language)?;
        }
        for text in &self.token {
            let (Some(first), Some(last)) = (text.chars().next(), text.chars().next_back()) else {
                return Err(Failure::Usage("--token: the text must not be empty".to_owned()));
            };
            let ends = [first, last].map(|c| escaped(&c.to_string())).concat();
            let only = format!("^(?:[^{ends}]|{})*$", escaped(text));
            selected = selected.intersection(&Language::matching(&only)?)?;
        }
        for text in &self.without {
            selected = selected.difference(&Language::matching(&format!("(?i-u:{})", escaped(text)))?)?;
        }
        Ok(Domain { options, automaton: Some(AutomatonTable::from_language(&selected)) })
    }
}
