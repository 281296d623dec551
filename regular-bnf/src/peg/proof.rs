//! The proof that a pest rule accepts exactly the language of its production.
//!
//! The proof decides the question, and does not test it: the states of a rule are walked together
//! with the automaton of the production, breadth first, and the first disagreement is a shortest
//! witness. Each rule is proved twice: as written in the `.pest` file, and in the simpler form from
//! which the parsers are generated.
//!
//! ```
//! use regular_bnf::{Bnf, Language, Prover, ProofOutcome};
//!
//! let bnf = Bnf::read("a = \"x\" | \"xy\"\n")?;
//! let proof = Prover::new("a = { \"x\" | \"xy\" }")?.prove("a", "a", &Language::new(&bnf, "a")?)?;
//! assert_eq!(proof.outcome, ProofOutcome::Differs { witness: "xy".into(), rule_accepts: false });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashSet;

use super::bdd::FALSE;
use super::expr::{PegRule, RuleFault, rule_names};
use super::marks::Marks;
use super::operators::main_rule;
use super::read::{UnreadablePest, read, rule_texts};
use super::regular::rule_faults;
use super::simplify::{silent, simplify};
use super::states::States;
use crate::automaton::dfa::{DEAD, Dfa, State};
use crate::automaton::search::Search;
use crate::automaton::{TooLarge, effort};
use crate::bnf::GrammarError;
use crate::language::Language;
use crate::limits::limits;

/// The result for one rule.
///
/// ```
/// use regular_bnf::{Bnf, Prover};
///
/// let port = Bnf::abnf("port-number = *DIGIT\n")?.language("port-number")?;
/// let proof = Prover::new("port = @{ ASCII_DIGIT* }")?.prove("port", "port-number", &port)?;
/// assert_eq!((proof.rule.as_str(), proof.production.as_str()), ("port", "port-number"));
/// assert!(proof.outcome.holds());
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The name of the rule in the pest file.
    pub rule: String,
    /// The production with which it was compared.
    pub production: String,
    /// The result.
    pub outcome: ProofOutcome,
}

/// The relation of a rule to its production.
///
/// ```
/// use regular_bnf::{Bnf, ProofOutcome, Prover};
///
/// let method = Bnf::abnf("method = %s\"http\" / %s\"https\"\n")?.language("method")?;
/// let proof = Prover::new("method = { \"http\" | \"https\" }")?.prove("method", "method", &method)?;
/// // The first alternative of pest is taken, and the second never tried.
/// assert_eq!(proof.outcome, ProofOutcome::Differs { witness: "https".to_owned(), rule_accepts: false });
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProofOutcome {
    /// Both accept the same strings.
    Equal,
    /// The rule represents its production in one place, and accepts only some of its strings by
    /// design.
    Part,
    /// They differ by design, for this reason. The proof itself never returns this; it is for
    /// callers that know exceptions.
    Excepted(&'static str),
    /// They differ.
    Differs {
        /// A shortest string on which they differ.
        witness: String,
        /// Whether the rule accepts the witness. The production does the opposite.
        rule_accepts: bool,
    },
}

impl ProofOutcome {
    /// Whether the rule is as intended.
    pub fn holds(&self) -> bool {
        !matches!(self, Self::Differs { .. })
    }
}

impl From<UnreadablePest> for GrammarError {
    fn from(UnreadablePest(message): UnreadablePest) -> Self {
        Self::Pest(message)
    }
}

impl From<RuleFault> for GrammarError {
    fn from(RuleFault { rule, what }: RuleFault) -> Self {
        Self::Unsupported { rule, what }
    }
}

/// Proves every rule of a pest grammar that is written for a production, in the order of the file:
/// the rules as written, and the simpler rules from which [`Generator`](crate::Generator) generates
/// its functions.
///
/// `production` returns the name of the production and its language for the
/// [stem](crate::rule_stem) of each rule.
///
/// ```
/// use regular_bnf::{Bnf, Language, prove_all, rule_name};
///
/// let bnf = Bnf::read("date = number \"-\" number\nnumber = 1*( \"0\" | \"1\" )\n")?;
/// let pest = "date = { number ~ \"-\" ~ number } number = @{ ('0'..'1')+ }";
/// let proofs = prove_all(pest, |rule| Ok((rule.to_owned(), Language::new(&bnf, rule)?)))?;
/// assert!(proofs.iter().all(|proof| proof.outcome.holds()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the pest grammar cannot be parsed or analysed, or if the language of a production cannot be
/// computed.
pub fn prove_all(
    pest: &str,
    mut production: impl FnMut(&str) -> Result<(String, Language), GrammarError>,
) -> Result<Vec<Proof>, GrammarError> {
    let rules = read(pest)?;
    let mut provers =
        [Prover::from_rules(rules.clone()), Prover::from_rules(simplify(&rules)), Prover::from_rules(silent(&rules))];
    let mut proofs = Vec::new();
    for rule in &rules {
        let Some(stem) = rule.stem() else { continue };
        let (name, language) = production(stem)?;
        let [written, generated @ ..] = &mut provers;
        let mut proof = written.prove(&rule.name, &name, &language)?;
        for prover in generated {
            if proof.outcome.holds() {
                proof = prover.prove(&rule.name, &name, &language)?;
            }
        }
        proofs.push(proof);
    }
    Ok(proofs)
}

/// Proves rules of one pest file.
pub struct Prover {
    rules: Vec<PegRule>,
    /// Why a rule has no automaton.
    faults: Vec<Option<RuleFault>>,
    names: Vec<String>,
    /// The rules as they are written; empty for rules that were rewritten.
    texts: Vec<String>,
    states: States,
}

debug_fields!(Prover { names });

impl Prover {
    /// Reads a pest grammar.
    ///
    /// # Errors
    ///
    /// If the grammar cannot be parsed.
    pub fn new(pest: &str) -> Result<Self, GrammarError> {
        Ok(Self { texts: rule_texts(pest), ..Self::from_rules(read(pest)?) })
    }

    fn from_rules(rules: Vec<PegRule>) -> Self {
        Self {
            faults: rule_faults(&rules),
            names: rule_names(&rules),
            texts: Vec::new(),
            states: States::new(&rules, &Marks::default()),
            rules,
        }
    }

    /// The names of the rules, in order.
    pub fn rules(&self) -> &[String] {
        &self.names
    }

    /// A rule as it is written, with its name; `None` if there is no such rule.
    ///
    /// ```
    /// use regular_bnf::Prover;
    ///
    /// let prover = Prover::new("pair = { part ~ \"-\" ~ part } part = { 'a'..'z' }")?;
    /// assert_eq!(prover.rule_text("part"), Some("part = { 'a'..'z' }"));
    /// # Ok::<(), regular_bnf::GrammarError>(())
    /// ```
    pub fn rule_text(&self, rule: &str) -> Option<&str> {
        let index = self.names.iter().position(|name| name == rule)?;
        self.texts.get(index).map(String::as_str)
    }

    /// The rule with which a text is read if no other is named: the first, but for `WHITESPACE` and
    /// `COMMENT`, which pest matches between others. `None` if there is no rule.
    pub fn main_rule(&self) -> Option<&str> {
        main_rule(self.names.iter().map(String::as_str))
    }

    /// Decides whether a rule accepts exactly the language of a production.
    ///
    /// A rule with `__` in its name passes if it accepts only strings of the production.
    ///
    /// # Errors
    ///
    /// If the rule does not exist, if it or a rule that it uses has the stack or recursion that is
    /// not at its end, or if it has too many states.
    pub fn prove(&mut self, rule: &str, production: &str, language: &Language) -> Result<Proof, GrammarError> {
        let Some(index) = self.names.iter().position(|name| name == rule) else {
            return Err(GrammarError::NoRule(rule.to_owned()));
        };
        if let Some(fault) = &self.faults[index] {
            return Err(fault.clone().into());
        }
        let part = self.rules[index].stops_early();
        let outcome = match self.disagreement(index, language.automaton(), part)? {
            Some((witness, rule_accepts)) => ProofOutcome::Differs { witness, rule_accepts },
            None if part => ProofOutcome::Part,
            None => ProofOutcome::Equal,
        };
        Ok(Proof { rule: rule.to_owned(), production: production.to_owned(), outcome })
    }

    /// A shortest string on which they differ, and whether the rule accepts it. With `part` only
    /// strings that the rule accepts count.
    fn disagreement(&mut self, rule: usize, dfa: &Dfa, part: bool) -> Result<Option<(String, bool)>, GrammarError> {
        let witness = disagreement(&mut self.states, rule, dfa, part, &mut |_| Ok(()));
        witness.map_err(|TooLarge| GrammarError::rule_too_large(&self.names[rule]))
    }
}

/// A shortest string on which a rule and an automaton differ, and whether the rule accepts it. With
/// `part` only strings that the rule accepts count. `spend` counts the steps.
pub(crate) fn disagreement(
    states: &mut States,
    rule: usize,
    dfa: &Dfa,
    part: bool,
    spend: &mut dyn FnMut(usize) -> Result<(), TooLarge>,
) -> Result<Option<(String, bool)>, TooLarge> {
    let characters = representatives(states, dfa);
    let start = (states.start(&[rule]), Dfa::START);
    let mut search = Search::new(start, limits().pairs);
    while let Some((at, (state, row))) = search.next() {
        let (left, right) = (states.accepts(state), dfa.is_accepting(row));
        if left != right && (left || !part) {
            return Ok(Some((search.path_to(at).into_iter().collect(), left)));
        }
        spend(characters.len())?;
        for &c in &characters {
            let symbol = states.alphabet().symbol(c);
            let (next, row) = (states.step(state, symbol), dfa.step(row, c));
            // Neither side can still accept.
            if (next, row) != (FALSE, DEAD) {
                search.reach(at, c, Some(effort(c)), (next, row))?;
            }
            if states.exceeded() {
                return Err(TooLarge);
            }
        }
    }
    Ok(None)
}

/// The most readable character of each set that neither the rules nor the automaton distinguish.
fn representatives(states: &States, dfa: &Dfa) -> Vec<char> {
    let alphabet = states.alphabet().refined(dfa.alphabet());
    let mut order: Vec<char> = alphabet.characters().collect();
    order.sort_by_key(|&c| (effort(c), c));
    let mut seen = HashSet::new();
    order.retain(|&c| {
        let rules: Vec<bool> = states.sets().iter().map(|set| set.contains(c)).collect();
        let column: Vec<State> = (0..dfa.len() as State).map(|state| dfa.step(state, c)).collect();
        seen.insert((rules, column))
    });
    order
}
