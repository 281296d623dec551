//! The grammars of documents as data, whether they are of all URLs or of one scheme.

use regular_bnf::{Bnf, Definition, GrammarError, Notation, Proof, Spans};

use crate::base::component::Component;
use crate::grammar::published::{ProductionSource, Reading};
use crate::grammar::{DocumentGrammar, either};

impl DocumentGrammar {
    /// The productions, in one reading.
    pub fn bnf(self, reading: Reading) -> &'static Bnf {
        either!(self, document => document.bnf(reading))
    }

    /// The notation of the productions. A document of one scheme uses that of its base.
    pub(crate) fn notation(self) -> Notation {
        let of_all_urls = match self {
            Self::Grammar(grammar) => grammar,
            Self::Scheme(document) => document.base(),
        };
        Notation::detect(of_all_urls.bnf_files()[0])
    }

    /// A production as corrected; `None` if it is printed so, or does not exist.
    ///
    /// ```
    /// use uri_lineage::{DocumentGrammar, Grammar};
    ///
    /// // The document uses the name and does not define it.
    /// let document = DocumentGrammar::from(Grammar::Rfc1630);
    /// assert_eq!(document.correction("addr-spec").unwrap().text.split_whitespace().last(), Some("host"));
    /// assert_eq!(document.correction("hostname"), None);
    /// ```
    pub fn correction(self, production: &str) -> Option<&'static Definition> {
        let [printed, corrected] =
            [Reading::Published, Reading::Corrected].map(|reading| self.bnf(reading).get(production));
        corrected.filter(|corrected| printed.is_none_or(|printed| printed.body != corrected.body))
    }

    /// The document and the section that print a production.
    pub fn source(self, production: &str) -> ProductionSource {
        either!(self, document => document.source(production))
    }

    /// The spans of a component in the strings of a production; in all strings without one.
    ///
    /// # Errors
    ///
    /// [`GrammarError::NoRule`] if the grammar has no such production.
    pub fn spans(self, production: Option<&str>, component: Component) -> Result<Spans, GrammarError> {
        let spans = either!(self, document => match production {
            Some(production) => document.spans_of(production, [component]),
            None => document.spans([component]),
        });
        spans.map(|[spans]| spans)
    }

    /// Proves every rule that is written for a production.
    ///
    /// # Errors
    ///
    /// If the pest grammar or a production cannot be analysed.
    pub fn prove(self) -> Result<Vec<Proof>, GrammarError> {
        either!(self, document => document.prove())
    }
}
