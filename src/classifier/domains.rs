//! The hosts that the automata accept unexamined, decided by Unicode's IDNA processing (UTS 46).

use super::machine::{NO_DOMAIN, Verdicts};
use crate::grammar::Grammar;
use crate::refusal::domain::makes_host;

impl Verdicts {
    /// The verdicts after IDNA processing has decided about the host for some grammars, as in
    /// [`Classification::examined`](super::Classification::examined). `input` is the classified input, in
    /// bytes.
    #[inline]
    pub fn examined(self, grammars: &[Grammar], input: &[u8]) -> Self {
        let is_asked = cfg!(feature = "idna") && grammars.iter().any(|&grammar| self.is_unexamined(grammar));
        if is_asked { self.decided(grammars, input) } else { self }
    }

    /// The grammars that refuse the input for its host alone, of which Unicode's IDNA processing (UTS
    /// 46) makes no domain. There are such grammars only in [examined](Self::examined) verdicts.
    pub fn without_domain(self) -> impl Iterator<Item = Grammar> {
        Grammar::all().filter(move |&grammar| self.has_no_domain(grammar))
    }

    /// The verdicts that become of these when they are [examined](Self::examined) for all grammars, for
    /// one input or another.
    pub fn outcomes(self) -> Vec<Self> {
        let mut outcomes = vec![self];
        for grammar in Grammar::all().filter(|&grammar| self.is_unexamined(grammar)) {
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
    use crate::classifier::Classifier;
    use crate::whatwg::Url;

    /// The parser of the URL Standard and the verdict are one, whatever stands in the host; and a
    /// refused host has an error of each kind of call.
    #[test]
    fn an_examined_verdict_is_that_of_the_parser() {
        let labels = ["a", "xn--a", "xn--mnich-kva", "\u{FC}", "\u{AD}", "\u{FF11}", "256", "a\u{200D}b", "\u{FFFD}"];
        let mut refused = [0; 2];
        for text in crate::combinations::combinations(&[&labels[..], &[".", "%C3%BC", "%", "/", "@"]].concat(), 3) {
            for input in [format!("http://{text}"), format!("file://{text}/a"), format!("a://{text}"), text] {
                let unexamined = Classifier::get().classify(&input);
                let verdicts = unexamined.examined(Grammar::ALL);
                assert_eq!(verdicts.accepts(Grammar::Whatwg), Url::parse(&input).is_ok(), "{input:?}");
                for (grammar, refused) in [Grammar::Whatwg, Grammar::WhatwgValid].into_iter().zip(&mut refused) {
                    assert!(!verdicts.verdicts().is_unexamined(grammar));
                    let twice = unexamined.examined(&[grammar; 2]);
                    assert_eq!(twice.accepts(grammar), verdicts.accepts(grammar));
                    assert!(unexamined.verdicts().outcomes().contains(&verdicts.verdicts()));
                    let error = verdicts.refusal(grammar);
                    assert_eq!(error.is_none(), verdicts.accepts(grammar), "{grammar} {input:?}");
                    assert_eq!(verdicts.refusals_of(&[grammar]).next(), error);
                    assert_eq!(verdicts.parse(grammar).err(), error);
                    assert_eq!(verdicts.normal_forms(&[]).of(grammar).err(), error);
                    let has_no_domain = verdicts.verdicts().has_no_domain(grammar);
                    assert_eq!(has_no_domain, error.is_some() && grammar.accepts(&input));
                    *refused += usize::from(has_no_domain);
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
            let verdicts = Classifier::get().classify(&input).examined(Grammar::ALL);
            let (record, errors) = Url::parse_with_errors(&input, None);
            let is_read = record.is_ok() && errors.is_empty();
            assert!(is_read || !verdicts.accepts(Grammar::WhatwgValid), "{input}");
            verdicts.accepts(Grammar::WhatwgValid)
        });
        assert_eq!(is_valid, [true, true, false, true, false, true, false]);
    }
}
