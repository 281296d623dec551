//! Which grammars accept a text, decided for all grammars at once.

use uri_lineage::classifier::{Classifier, Verdicts};
use uri_lineage::{Error, Grammar, Parsed};

/// Parses a text with a grammar. Unicode's IDNA processing decides about a host that the grammar does
/// not examine.
pub fn parse_examined(grammar: Grammar, text: &str) -> Result<Parsed<'_>, Error> {
    Classifier::get().classify(text).examined(&[grammar]).parse(grammar)
}

/// The verdicts on the last two texts. Documents that resolve the same reference need the verdicts
/// on it, and mostly on the same result.
#[derive(Default)]
pub struct LastVerdicts {
    texts: [Option<(String, Verdicts)>; 2],
    /// The index of the text that was used last.
    last: usize,
}

impl LastVerdicts {
    /// Whether a grammar accepts a text.
    pub fn accepts(&mut self, grammar: Grammar, text: &str) -> bool {
        match self.texts.iter().position(|cached| cached.as_ref().is_some_and(|(cached, _)| cached == text)) {
            Some(index) => self.last = index,
            None => {
                self.last = 1 - self.last;
                let (cached, verdicts) = self.texts[self.last].get_or_insert_default();
                cached.clear();
                cached.push_str(text);
                *verdicts = Classifier::get().classify(text).examined(Grammar::ALL).verdicts();
            }
        }
        self.texts[self.last].as_ref().is_some_and(|(_, verdicts)| verdicts.accepts(grammar))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdicts_are_those_of_the_grammars() {
        let mut last = LastVerdicts::default();
        let texts = ["", "a", "http://a/", "", "http://a/", "a", "^", "^", "", "x:y"];
        for text in texts {
            for grammar in Grammar::all() {
                assert_eq!(last.accepts(grammar, text), grammar.accepts(text), "{grammar} {text:?}");
                assert_eq!(last.accepts(grammar, "http://a/"), grammar.accepts("http://a/"), "{grammar}");
            }
        }
    }
}
