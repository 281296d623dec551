//! The rule that a finding is about, as its document prints it.

use crate::options::source::Source;

/// A rule and where it is printed.
pub struct Citation {
    /// The document and the section; the file of a grammar of the user.
    pub place: String,
    /// The rule, as it is printed. It may have several lines.
    pub rule: String,
}

impl Citation {
    /// The citation of a production; `None` if the grammar does not define it.
    pub fn find(source: &Source, production: &str) -> Option<Self> {
        let definition = source.bnf.get(production)?;
        let place = match source.grammar {
            Some(grammar) => {
                let printed = grammar.source(production);
                format!("{}, {}", printed.document, printed.defining_section.unwrap_or(printed.section))
            }
            None => source.name.clone(),
        };
        Some(Self { place, rule: definition.text.trim().to_owned() })
    }

    /// The lines of the rule.
    pub fn rule_lines(&self) -> impl Iterator<Item = &str> {
        self.rule.lines().map(str::trim_end)
    }
}
