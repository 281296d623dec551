//! The languages of the rules of a grammar, one by one, with their steps counted.

use std::cell::RefCell;

use super::report::{BUILT, Budget};
use crate::automaton::TooLarge;
use crate::automaton::dfa::Dfa;
use crate::automaton::nfa::Nfa;
use crate::bnf::{Bnf, CORE, Definition, GrammarError};
use crate::language::Language;
use crate::limits::limits;
use crate::peg::{Marks, PegRule, RuleFault, States, classes, explored, read, rule_faults, rule_names};

/// The rules of a grammar, whose languages can be computed one by one.
///
/// See [`Linter::old`](super::Linter::old).
///
/// ```
/// use regular_bnf::lint::{Linter, Rules};
///
/// let old = Rules::from_pest("port = @{ ASCII_DIGIT+ }")?;
/// let report = Linter::new().old(&old).pest("port = @{ ASCII_DIGIT* }");
/// assert_eq!(report.findings[0].witness.as_deref(), Some(""));
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
pub struct Rules(RulesSource);

debug_fields!(Rules {});

enum RulesSource {
    Bnf(Box<Bnf>),
    One(String, Box<Language>),
    Pest(Box<RefCell<PestRules>>),
}

impl Rules {
    /// The productions of a grammar.
    pub fn from_bnf(bnf: Bnf) -> Self {
        Self(RulesSource::Bnf(Box::new(bnf)))
    }

    /// One rule of a known language: a regular expression is a rule named `pattern`.
    pub fn from_language(name: &str, language: Language) -> Self {
        Self(RulesSource::One(name.to_owned(), Box::new(language)))
    }

    /// The rules of a pest grammar.
    ///
    /// # Errors
    ///
    /// If the grammar cannot be read or is not regular.
    pub fn from_pest(pest: &str) -> Result<Self, GrammarError> {
        Ok(Self(RulesSource::Pest(Box::new(RefCell::new(PestRules::read(pest)?)))))
    }

    /// The names of the rules that the grammar defines itself.
    pub(super) fn names(&self) -> Vec<String> {
        match &self.0 {
            RulesSource::Bnf(bnf) => {
                let defined = bnf.productions().iter().filter(|definition| !is_core(definition));
                defined.map(|definition| definition.name.clone()).collect()
            }
            RulesSource::One(name, _) => vec![name.clone()],
            RulesSource::Pest(rules) => rules.borrow().names(),
        }
    }

    pub(super) fn language(&self, name: &str, budget: &mut Budget) -> Result<Language, GrammarError> {
        match &self.0 {
            RulesSource::Bnf(bnf) => language(bnf, name, budget),
            RulesSource::One(_, language) => Ok(Language::clone(language)),
            RulesSource::Pest(rules) => rules.borrow_mut().language(name, budget),
        }
    }
}

/// The language of a production; its states are counted.
pub(super) fn language(bnf: &Bnf, name: &str, budget: &mut Budget) -> Result<Language, GrammarError> {
    /// The steps of an automaton that is too large.
    const FAILED: usize = 5_000_000;
    let nfa = Nfa::from_production(bnf, name);
    let states = nfa.as_ref().map_or(limits().nfa_states, |nfa| nfa.len() as usize);
    budget.spend(BUILT * states).map_err(|TooLarge| too_large(name))?;
    let nfa = nfa?;
    let dfa = Dfa::new(&nfa).inspect_err(|_| _ = budget.spend(FAILED)).map_err(|TooLarge| too_large(name))?;
    budget.spend(dfa.len() * dfa.alphabet().len()).map_err(|TooLarge| too_large(name))?;
    Ok(Language { dfa })
}

fn too_large(name: &str) -> GrammarError {
    GrammarError::TooLarge(format!("the language of `{name}`"))
}

/// Whether a production is a core rule, which the grammar uses without defining it.
pub(super) fn is_core(definition: &Definition) -> bool {
    CORE.contains(&definition.text)
}

/// The rules of a pest grammar, and their states.
pub(super) struct PestRules {
    rules: Vec<PegRule>,
    /// Why a rule has no automaton.
    faults: Vec<Option<RuleFault>>,
    states: RefCell<States>,
}

impl PestRules {
    pub fn read(pest: &str) -> Result<Self, GrammarError> {
        Ok(Self::new(read(pest)?))
    }

    pub fn new(rules: Vec<PegRule>) -> Self {
        Self { faults: rule_faults(&rules), states: RefCell::new(States::new(&rules, &Marks::default())), rules }
    }

    /// The rules themselves.
    pub fn rules(&self) -> &[PegRule] {
        &self.rules
    }

    pub fn names(&self) -> Vec<String> {
        rule_names(&self.rules)
    }

    /// The strings that a rule matches as a whole.
    pub fn language(&mut self, name: &str, budget: &mut Budget) -> Result<Language, GrammarError> {
        let start = self.rules.iter().position(|rule| rule.name == name);
        let start = start.ok_or_else(|| GrammarError::NoProduction(name.to_owned()))?;
        if let Some(RuleFault { rule, what }) = self.faults[start].clone() {
            return Err(GrammarError::Unsupported { rule, what });
        }
        if self.states.borrow().exceeded() {
            self.states = RefCell::new(States::new(&self.rules, &Marks::default()));
        }
        let (classes, symbols) = classes(&self.states.borrow());
        let dfa = explored(&self.states, &[start], &classes, &symbols).map_err(|TooLarge| too_large(name))?;
        budget.spend(dfa.len() * symbols.len()).map_err(|TooLarge| too_large(name))?;
        Ok(Language { dfa })
    }
}
