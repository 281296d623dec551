//! The limits on grammars and automata.

use std::sync::OnceLock;

/// Bounds on the work for a grammar. All are counts, for example of states, steps or bytes, so
/// results do not depend on the machine.
///
/// ```
/// use regular_bnf::LIMITS;
///
/// assert_eq!(LIMITS.dfa_states, 20_000);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Nested brackets in the text of a grammar.
    pub brackets: usize,
    /// Nested expressions in a production.
    pub depth: usize,
    /// Nested productions that are still recognized as a set of characters. Deeper nesting only
    /// costs more states.
    pub set_depth: u32,
    /// States of a nondeterministic automaton.
    pub nfa_states: usize,
    /// States of a deterministic automaton, before minimization.
    pub dfa_states: usize,
    /// States of a minimal automaton.
    pub minimal_states: usize,
    /// Visits to states of the nondeterministic automaton during the construction of a
    /// deterministic one. Visits to positions for a grammar with components.
    pub dfa_work: usize,
    /// States of the automaton of the strings in which two grammars read a component alike, or in
    /// which a component meets a condition; before minimization. Positions in the marked strings for
    /// a grammar with components. States of a table over bytes.
    pub graph_states: usize,
    /// Pairs of states of two automata that are combined, compared or walked together.
    pub pairs: usize,
    /// States of the nondeterministic automaton of a production whose divergences are listed. For
    /// each state the productions around it are recorded.
    pub divergence_states: u32,
    /// Pairs of states, with marks, in the search for two derivations of one string.
    pub marked_pairs: usize,
    /// Productions in the derivations of all causes of ambiguity of a grammar.
    pub derivation_parts: usize,
    /// Moves between pairs of states that are recorded to list strings in order.
    pub marked_moves: usize,
    /// Classes of strings when several grammars are compared. The strings of a class have the same
    /// pairs of grammars that read a component alike.
    pub split_regions: usize,
    /// Bytes of a string whose derivations are returned, in time cubic in the length.
    pub derivation_bytes: usize,
    /// Sets of requirements that are tried to find a smallest one.
    pub requirement_sets: usize,
    /// Strings that show that a set of requirements is not sufficient.
    pub requirement_strings: usize,
    /// Expressions that are copied into one regular expression.
    pub pattern_copies: usize,
    /// Pairs of alternatives that are compared to write an automaton as a regular expression.
    pub pattern_pairs: usize,
    /// States of an automaton for which a conformance suite is generated.
    pub suite_states: usize,
    /// Characters of a conformance suite.
    pub suite_characters: usize,
    /// Faults of an implementation that an audit of a suite considers: states times symbols times
    /// states.
    pub audit_faults: usize,
    /// Steps of an audit: the characters that faulty implementations read.
    pub audit_work: u64,
    /// Edits that are tried for one near miss.
    pub near_miss_tries: usize,
    /// Repetitions of a counted pest repetition, which are expanded.
    pub peg_repeats: u32,
    /// Expressions of a pest rule; of all rules of a file, if white space is skipped between them.
    pub peg_expressions: usize,
    /// Operators of a pest rule, without brackets.
    pub peg_operators: usize,
    /// Rules of a pest grammar.
    pub peg_rules: usize,
    /// Nested repetitions in a pest rule: each level doubles the time of pest_meta.
    pub peg_repetitions: usize,
    /// Expressions of a pest grammar after all rules are inlined: pest_meta visits all of them.
    pub peg_inlined_expressions: usize,
    /// Continuations of pest rules, and branches of decision diagrams over them.
    pub peg_continuations: usize,
    /// Derivatives of continuations.
    pub peg_derivatives: usize,
    /// Combinations of decision diagrams.
    pub peg_combinations: usize,
    /// Characters of a regular expression.
    pub regex_characters: usize,
    /// Classes such as `\w` and `\p{L}` in a regular expression of Rust, and properties of Unicode in a
    /// pest grammar, each with hundreds of ranges.
    pub regex_classes: usize,
    /// Continuations of a regular expression with lookaround or atomic groups.
    pub regex_continuations: usize,
    /// Nested expressions of a regular expression that are entered before the next character is
    /// read.
    pub regex_depth: usize,
    /// Steps of one lint for all productions of a grammar.
    pub lint_steps: usize,
    /// Nested expressions, through all rules, that are entered before the next character is read
    /// when alternatives are tried in order.
    pub lint_depth: usize,
}

/// The limits of this crate.
pub const LIMITS: Limits = Limits {
    brackets: 100,
    depth: 400,
    set_depth: 100,
    nfa_states: 400_000,
    dfa_states: 20_000,
    minimal_states: 5_000,
    dfa_work: 50_000_000,
    graph_states: 100_000,
    pairs: 300_000,
    divergence_states: 1 << 15,
    marked_pairs: 2_000_000,
    derivation_parts: 500_000,
    marked_moves: 8_000_000,
    split_regions: 200,
    derivation_bytes: 200,
    requirement_sets: 2_000_000,
    requirement_strings: 1_000,
    pattern_copies: 200_000,
    pattern_pairs: 5_000_000,
    suite_states: 1_000,
    suite_characters: 300_000_000,
    audit_faults: 100_000_000,
    audit_work: 5_000_000_000,
    near_miss_tries: 10_000,
    peg_repeats: 1_000,
    peg_expressions: 100_000,
    peg_operators: 500,
    peg_rules: 1_000,
    peg_repetitions: 16,
    peg_inlined_expressions: 50_000,
    peg_continuations: 1_000_000,
    peg_derivatives: 3_000_000,
    peg_combinations: 2_000_000,
    regex_characters: 1_000_000,
    regex_classes: 2_000,
    regex_continuations: 5_000,
    regex_depth: 400,
    lint_steps: 100_000_000,
    lint_depth: 500,
};

/// The limits after [`raise_limits`].
static RAISED: OnceLock<Limits> = OnceLock::new();

/// The limits of this process: [`LIMITS`], unless [`raise_limits`] has raised them.
///
/// ```
/// use regular_bnf::{LIMITS, limits};
///
/// assert_eq!(limits().pairs, LIMITS.pairs);
/// ```
pub fn limits() -> &'static Limits {
    RAISED.get().unwrap_or(&LIMITS)
}

/// The greatest factor of [`raise_limits`]. States and moves are numbers of 32 bits.
pub const MAX_LIMIT_FACTOR: u32 = 100;

/// Multiplies the limits on states, strings and steps for the rest of the process, by at most
/// [`MAX_LIMIT_FACTOR`]: for questions that need more time and memory. Limits on nesting stay, since
/// the stack does not grow, and so do those on the text of a grammar, which bound the time of other
/// crates.
///
/// Only the first call has an effect. Returns whether this is the first call.
///
/// ```
/// use regular_bnf::{LIMITS, limits, raise_limits};
///
/// assert!(raise_limits(2));
/// assert_eq!(limits().dfa_states, 2 * LIMITS.dfa_states);
/// assert_eq!(limits().depth, LIMITS.depth);
/// assert!(!raise_limits(3));
/// ```
pub fn raise_limits(factor: u32) -> bool {
    let factor = factor.clamp(1, MAX_LIMIT_FACTOR);
    let times = |limit: usize| limit.saturating_mul(factor as usize);
    let raised = Limits {
        nfa_states: times(LIMITS.nfa_states),
        dfa_states: times(LIMITS.dfa_states),
        minimal_states: times(LIMITS.minimal_states),
        dfa_work: times(LIMITS.dfa_work),
        graph_states: times(LIMITS.graph_states),
        pairs: times(LIMITS.pairs),
        divergence_states: LIMITS.divergence_states.saturating_mul(factor),
        marked_pairs: times(LIMITS.marked_pairs),
        derivation_parts: times(LIMITS.derivation_parts),
        marked_moves: times(LIMITS.marked_moves),
        split_regions: times(LIMITS.split_regions),
        requirement_sets: times(LIMITS.requirement_sets),
        requirement_strings: times(LIMITS.requirement_strings),
        pattern_copies: times(LIMITS.pattern_copies),
        pattern_pairs: times(LIMITS.pattern_pairs),
        suite_states: times(LIMITS.suite_states),
        suite_characters: times(LIMITS.suite_characters),
        audit_faults: times(LIMITS.audit_faults),
        audit_work: LIMITS.audit_work.saturating_mul(factor.into()),
        peg_expressions: times(LIMITS.peg_expressions),
        peg_continuations: times(LIMITS.peg_continuations),
        peg_derivatives: times(LIMITS.peg_derivatives),
        peg_combinations: times(LIMITS.peg_combinations),
        regex_continuations: times(LIMITS.regex_continuations),
        lint_steps: times(LIMITS.lint_steps),
        ..LIMITS
    };
    RAISED.set(raised).is_ok()
}
