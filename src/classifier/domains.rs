//! The hosts that the automata accept unexamined, decided by Unicode's IDNA processing (UTS 46).

use super::machine::{Classifier, NO_DOMAIN, Verdicts};
use crate::grammar::Grammar;
use crate::refusal::domain::makes_host;

impl Classifier {
    /// The verdicts on an input, in which IDNA processing decides about the host for some grammars:
    /// none of these accepts the input unexamined. Without the feature `idna`, those of
    /// [`classify`](Self::classify).
    ///
    /// It takes as long as parsing the input where one of the grammars accepts it unexamined.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::classifier::Classifier;
    ///
    /// let (classifier, input) = (Classifier::get(), "http://\u{AD}/");
    /// assert!(classifier.classify(input.as_bytes()).is_unexamined(Grammar::Whatwg));
    /// # #[cfg(feature = "idna")] {
    /// // Nothing remains of a soft hyphen.
    /// let verdicts = classifier.examine(&[Grammar::Whatwg], input.as_bytes());
    /// assert!(!verdicts.accepts(Grammar::Whatwg) && verdicts.accepts(Grammar::Rfc3987));
    /// let error = verdicts.refusal(Grammar::Whatwg, input).unwrap();
    /// assert_eq!((error.production(), error.offset()), ("host-special", 7));
    /// # }
    /// ```
    pub fn examine(&self, grammars: &[Grammar], input: &[u8]) -> Verdicts {
        self.classify(input).examined(grammars, input)
    }
}

impl Verdicts {
    /// What [`Classifier::examine`] makes of these verdicts on an input.
    #[inline]
    pub fn examined(self, grammars: &[Grammar], input: &[u8]) -> Self {
        let is_asked = cfg!(feature = "idna") && grammars.iter().any(|&grammar| self.is_unexamined(grammar));
        if is_asked { self.decided(grammars, input) } else { self }
    }

    /// The grammars that refuse the input for its host alone, of which Unicode's IDNA processing (UTS
    /// 46) makes no domain. There are such grammars in verdicts from [`Classifier::examine`].
    pub fn without_domain(self) -> impl Iterator<Item = Grammar> {
        Grammar::ALL.into_iter().filter(move |&grammar| self.has_no_domain(grammar))
    }

    /// The verdicts that [`Classifier::examine`] makes of these for all grammars, for one input or
    /// another.
    pub fn outcomes(self) -> Vec<Self> {
        let mut outcomes = vec![self];
        for grammar in Grammar::ALL.into_iter().filter(|&grammar| self.is_unexamined(grammar)) {
            outcomes = outcomes.into_iter().flat_map(|verdicts| verdicts.with_and_without_domain(grammar)).collect();
        }
        outcomes
    }

    /// These verdicts if IDNA processing makes a domain of the host that a grammar accepts
    /// unexamined, and if it does not.
    fn with_and_without_domain(self, grammar: Grammar) -> [Self; 2] {
        let (mut with, mut without) = (self, self);
        // The acceptor of examined inputs precedes that of unexamined ones.
        with.0[grammar as usize] -= 1;
        without.0[grammar as usize] = NO_DOMAIN;
        [with, without]
    }

    fn decided(self, grammars: &[Grammar], input: &[u8]) -> Self {
        // A grammar accepts no other bytes.
        let Ok(input) = str::from_utf8(input) else { return self };
        grammars.iter().fold(self, |verdicts, &grammar| {
            if !verdicts.is_unexamined(grammar) {
                return verdicts;
            }
            let [with, without] = verdicts.with_and_without_domain(grammar);
            if makes_host(grammar, input) { with } else { without }
        })
    }
}

#[cfg(feature = "idna")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::whatwg::Url;

    /// The parser of the URL Standard and the verdict are one, whatever stands in the host; and a
    /// refused host has an error of each kind of call.
    #[test]
    fn an_examined_verdict_is_that_of_the_parser() {
        let labels = ["a", "xn--a", "xn--mnich-kva", "\u{FC}", "\u{AD}", "\u{FF11}", "256", "a\u{200D}b", "\u{FFFD}"];
        let mut refused = [0; 2];
        for text in crate::combinations::combinations(&[&labels[..], &[".", "%C3%BC", "%", "/", "@"]].concat(), 3) {
            for input in [format!("http://{text}"), format!("file://{text}/a"), format!("a://{text}"), text] {
                let verdicts = Classifier::get().examine(&Grammar::ALL, input.as_bytes());
                assert_eq!(verdicts.accepts(Grammar::Whatwg), Url::parse(&input).is_ok(), "{input:?}");
                for (grammar, refused) in [Grammar::Whatwg, Grammar::WhatwgValid].into_iter().zip(&mut refused) {
                    assert!(!verdicts.is_unexamined(grammar));
                    let twice = Classifier::get().examine(&[grammar; 2], input.as_bytes());
                    assert_eq!(twice.accepts(grammar), verdicts.accepts(grammar));
                    assert!(Classifier::get().classify(input.as_bytes()).outcomes().contains(&verdicts));
                    let error = verdicts.refusal(grammar, &input);
                    assert_eq!(error.is_none(), verdicts.accepts(grammar), "{grammar} {input:?}");
                    assert_eq!(verdicts.refusals(&[grammar], &input).next(), error);
                    assert_eq!(verdicts.parse(grammar, &input).err(), error);
                    assert_eq!(verdicts.has_no_domain(grammar), error.is_some() && grammar.accepts(&input));
                    *refused += usize::from(verdicts.has_no_domain(grammar));
                }
            }
        }
        assert!(refused.iter().all(|&count| count > 100), "{refused:?}");
    }

    /// A valid host causes no validation error, and is no number in other digits.
    #[test]
    fn a_valid_host_is_a_domain_by_strict_processing() {
        let hosts =
            ["b\u{FC}cher.example", "xn--bcher-kva", "xn--a", "a-\u{FC}", "-\u{FC}", "\u{2603}", "1.2.3.\u{FF14}"];
        let is_valid = hosts.map(|host| {
            let input = format!("https://{host}/");
            let verdicts = Classifier::get().examine(&Grammar::ALL, input.as_bytes());
            let (record, errors) = Url::parse_with_errors(&input, None);
            let is_read = record.is_ok() && errors.is_empty();
            assert!(is_read || !verdicts.accepts(Grammar::WhatwgValid), "{input}");
            verdicts.accepts(Grammar::WhatwgValid)
        });
        assert_eq!(is_valid, [true, true, false, true, false, true, false]);
    }
}
