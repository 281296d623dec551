//! The automata and facts on which the content of refusals depends, as data, for other
//! implementations.

pub use regular_bnf::automaton::table::Table;

use crate::base::component::Component;
use crate::generated::entries;
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::refusal::automata::{Walker, lazy};
use crate::refusal::deepest::candidates;
use crate::refusal::diagnose::{StateDiagnosis, classes, may_advise_text};
use crate::refusal::message::expected_words;

/// The contents of a refusal in a state of a production that do not depend on the refused
/// character.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RefusalState {
    /// Whether an input may end there.
    pub accepts: bool,
    /// The expected input, as in [`Refusal::expected`](crate::Refusal::expected).
    pub expected: Vec<String>,
    /// The expected input as words in a message; empty if nothing is expected.
    pub words: String,
    /// The shortest text that would complete the input; `None` if it may end there.
    pub completion: Option<String>,
}

/// A production that an error may name.
#[derive(Debug, Clone)]
pub struct CandidateTable {
    /// Its printed name.
    pub production: &'static str,
    /// Whether errors may name it before a scheme has been read.
    pub early: bool,
    /// Its automaton.
    pub table: Table<RefusalState>,
}

/// Everything on which the refusals of one grammar depend.
///
/// An error names the first candidate that reads furthest into the input and that may be named
/// there, or else the main production. The automaton of that candidate tells what it expected.
#[derive(Debug, Clone)]
pub struct RefusalTables {
    /// The candidates, in order of preference.
    pub candidates: Vec<CandidateTable>,
    /// The production that an error names if no candidate may be named.
    pub main: &'static str,
    /// The name and the automaton of the general syntax, if the grammar has one that its URLs need
    /// not follow.
    pub general: Option<(&'static str, Table<bool>)>,
    /// The alternatives that a scheme selects, and the entry productions.
    pub alternatives: &'static [&'static str],
    /// The entry productions.
    pub entries: &'static [&'static str],
    /// The characters with which a scheme may begin; `None` if the grammar has no production for
    /// schemes in general.
    pub scheme: Option<String>,
    /// Whether a text may be advised that completes an input, or replaces a character.
    pub may_advise_text: bool,
    /// Whether the grammar has ports.
    pub port: bool,
    /// Whether the grammar has fragments.
    pub fragment: bool,
    /// The names of the classes of characters, the smallest first, each with its ranges of
    /// characters.
    pub classes: Vec<(&'static str, Vec<(char, char)>)>,
}

impl RefusalTables {
    /// The automata and facts of a grammar. All states are built, which takes a moment.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::language::tables::RefusalTables;
    ///
    /// let refusals = RefusalTables::new(Grammar::Rfc1738);
    /// let news = refusals.candidates.iter().find(|one| one.production == "newsurl").unwrap();
    /// let state = "news:".chars().fold(1, |state, c| news.table.step(state, c));
    /// assert_eq!(news.table.labels[state as usize].as_ref().unwrap().completion.as_deref(), Some("a"));
    /// ```
    pub fn new(grammar: Grammar) -> Self {
        let facts = grammar.facts();
        let general = facts.general_syntax.and_then(|name| {
            let walker = lazy(grammar, name)?;
            Some((name, Table::from_lazy(walker, |state| walker.accepts(state))))
        });
        let scheme = entries(grammar)
            .iter()
            .find(|entry| entry.rule == Rule::scheme)
            .map(|entry| ('\0'..='\x7F').filter(|c| entry.accepts(&c.to_string())).collect());
        let classes = classes(grammar).iter().rev().map(|class| (class.name, class.holds.ranges()));
        Self {
            candidates: candidates(grammar)
                .filter_map(|(production, early)| CandidateTable::new(grammar, production, early))
                .collect(),
            main: grammar.main().name(),
            general,
            alternatives: facts.alternatives,
            entries: facts.entries,
            scheme,
            may_advise_text: may_advise_text(grammar),
            port: grammar.has(Component::Port),
            fragment: grammar.has(Component::Fragment),
            classes: classes.collect(),
        }
    }
}

impl CandidateTable {
    fn new(grammar: Grammar, production: Rule, early: bool) -> Option<Self> {
        let walker = lazy(grammar, production.name())?;
        let table = Table::from_lazy(walker, |state| {
            RefusalState::new(&StateDiagnosis::new(grammar, production, Walker::Lazy(walker), state))
        });
        Some(Self { production: production.name(), early, table })
    }
}

impl RefusalState {
    fn new(next: &StateDiagnosis) -> Self {
        Self {
            accepts: next.accepts(),
            expected: next.expected().iter().map(ToString::to_string).collect(),
            words: expected_words(next.expected()).to_string(),
            completion: next.completion().map(str::to_owned),
        }
    }
}
