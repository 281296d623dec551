//! The proof that a pest rule accepts exactly the language of its production.
//!
//! It is decided, not tested: the states that a rule goes through run beside the automaton of the
//! production, breadth first, and the first disagreement is a shortest witness.

mod bdd;
mod peg;

use std::collections::{HashMap, HashSet, VecDeque};

use pest_meta::ast::Rule;

use crate::automaton::dfa::{DEAD, Dfa, State};
use crate::automaton::effort;
use crate::grammar::Grammar;
use crate::language::{Language, LanguageError};
use crate::parser::{production_of, stops_early};
use crate::published::{Bnf, Reading};
use bdd::{Bdd, FALSE};
use peg::{OTHER, Peg, SYMBOLS};

/// The rules that take what the production does not whose name they bear, and why.
///
/// A rule that stops early has no need to be here: it has `__` in its name and may take less.
pub const EXCEPTIONS: [(Grammar, &str, &str); 1] = [(
    Grammar::Uri1997,
    "scheme__mistaken",
    "the regular expression of Appendix B takes what stands before the first colon for the scheme, even where it cannot \
     be one; the language of the rules that use it is not affected",
)];

/// What came of one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The rule, by its name in the pest file.
    pub rule: String,
    /// The production it is compared with.
    pub production: String,
    /// What was found.
    pub verdict: Verdict,
}

/// How a rule stands to its production.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Both accept the same strings.
    Equal,
    /// The rule stands for its production in one place and takes only some of its strings, on purpose.
    Part,
    /// They do not, on purpose, and this is why: see [`EXCEPTIONS`].
    Excepted(&'static str),
    /// They do not.
    Differs {
        /// A shortest string on which they differ.
        witness: String,
        /// Whether the rule accepts it; the production does not then.
        rule_accepts: bool,
    },
}

impl Verdict {
    /// Whether the rule does what it should.
    pub fn holds(&self) -> bool {
        !matches!(self, Self::Differs { .. })
    }
}

/// Why a proof cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The pest file cannot be read.
    #[error("the pest grammar cannot be read: {0}")]
    Pest(String),
    /// A rule uses what the proof cannot follow.
    #[error("the rule `{rule}` uses {what}")]
    Unsupported {
        /// The rule.
        rule: String,
        /// What it uses.
        what: String,
    },
    /// A rule has more states than the limits allow.
    #[error("the rule `{0}` is too large to decide")]
    TooLarge(String),
    /// There is no rule of that name.
    #[error("there is no rule named `{0}`")]
    NoRule(String),
    /// The production has no language.
    #[error(transparent)]
    Language(#[from] LanguageError),
}

impl Grammar {
    /// Proves every rule of this grammar's pest file that stands for a production, in the order of the file.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// let proofs = Grammar::Rfc1630Generic.prove()?;
    /// assert!(proofs.iter().all(|proof| proof.verdict.holds()));
    /// # Ok::<(), uri_lineage::proof::ProofError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where the pest file or a production cannot be followed.
    pub fn prove(self) -> Result<Vec<Proof>, ProofError> {
        // All languages at once share their work.
        let languages: HashMap<_, _> = Language::all(Bnf::of(self, Reading::Corrected)).into_iter().collect();
        let mut prover = Prover::new(self.pest_file())?;
        let rules: Vec<String> = prover.rules().to_vec();
        let mut proofs = Vec::new();
        for rule in rules {
            let production = production_of(&rule);
            if !production.is_empty() {
                let missing = || LanguageError::NoProduction(production.clone());
                let language =
                    languages.get(production.as_str()).ok_or_else(missing)?.as_ref().map_err(Clone::clone)?;
                let mut proof = prover.prove(&rule, &production, language)?;
                let excepted = EXCEPTIONS.iter().find(|(grammar, name, _)| (*grammar, *name) == (self, rule.as_str()));
                if let Some((.., reason)) = excepted
                    && !proof.verdict.holds()
                {
                    proof.verdict = Verdict::Excepted(reason);
                }
                proofs.push(proof);
            }
        }
        Ok(proofs)
    }
}

/// Proves rules of one pest file.
pub struct Prover {
    peg: Peg,
}

impl Prover {
    /// Reads a pest grammar.
    ///
    /// # Errors
    ///
    /// Where it cannot be read, or a rule uses the stack, recursion, implicit white space, or what is not US-ASCII.
    pub fn new(pest: &str) -> Result<Self, ProofError> {
        let rules = read(pest)?;
        Ok(Self { peg: Peg::new(&rules)? })
    }

    /// The names of the rules, in order.
    pub fn rules(&self) -> &[String] {
        self.peg.names()
    }

    /// Decides whether a rule accepts exactly the language of a production.
    ///
    /// A rule with `__` in its name passes if it takes only strings of the production, except that `__whole` at its end
    /// promises all of them.
    ///
    /// # Errors
    ///
    /// Where there is no such rule, or it has too many states.
    pub fn prove(&mut self, rule: &str, production: &str, language: &Language) -> Result<Proof, ProofError> {
        let Some(at) = self.rules().iter().position(|name| name == rule) else {
            return Err(ProofError::NoRule(rule.to_owned()));
        };
        let part = stops_early(rule);
        let verdict = match self.disagreement(at, language.dfa(), part)? {
            Some((witness, rule_accepts)) => Verdict::Differs { witness, rule_accepts },
            None if part => Verdict::Part,
            None => Verdict::Equal,
        };
        Ok(Proof { rule: rule.to_owned(), production: production.to_owned(), verdict })
    }

    /// The shortest string on which they differ, and whether the rule accepts it. With `part` only those count that
    /// the rule accepts.
    fn disagreement(&mut self, rule: usize, dfa: &Dfa, part: bool) -> Result<Option<(String, bool)>, ProofError> {
        /// How many pairs of states of both sides may be looked at.
        const MOST_PAIRS: usize = 300_000;
        let too_large = |peg: &Peg| Err(ProofError::TooLarge(peg.names()[rule].clone()));
        let symbols = self.representatives(dfa);
        let mut done: Vec<HashMap<Bdd, Bdd>> = vec![HashMap::new(); SYMBOLS];
        let start = (self.peg.start(rule), Dfa::START);
        let mut seen = HashSet::from([start]);
        let mut waiting: VecDeque<((Bdd, State), String)> = VecDeque::from([(start, String::new())]);
        while let Some(((state, row), string)) = waiting.pop_front() {
            let (left, right) = (self.peg.accepts(state), dfa.is_accepting(row));
            if left != right && (left || !part) {
                return Ok(Some((string, left)));
            }
            for &symbol in &symbols {
                let next = self.peg.step(state, symbol, &mut done[symbol]);
                if self.peg.exceeded() || seen.len() > MOST_PAIRS {
                    return too_large(&self.peg);
                }
                let row = if symbol == OTHER { DEAD } else { dfa.step(row, symbol as u8) };
                // Neither can accept any more.
                if (next, row) != (FALSE, DEAD) && seen.insert((next, row)) {
                    let mut string = string.clone();
                    string.push(if symbol == OTHER { 'é' } else { char::from(symbol as u8) });
                    waiting.push_back(((next, row), string));
                }
            }
        }
        Ok(None)
    }

    /// One symbol, the most readable, of each set that neither the rules nor the automaton tell apart.
    fn representatives(&self, dfa: &Dfa) -> Vec<usize> {
        let mut order: Vec<usize> = (0..SYMBOLS).collect();
        order.sort_by_key(|&symbol| (effort(symbol as u8), symbol));
        let mut seen = HashSet::new();
        order.retain(|&symbol| {
            let rules: Vec<bool> = self.peg.classes().map(|class| class[symbol]).collect();
            let states = 0..dfa.len() as State;
            let column: Vec<State> = if symbol == OTHER {
                vec![DEAD; dfa.len()]
            } else {
                states.map(|s| dfa.step(s, symbol as u8)).collect()
            };
            seen.insert((rules, column))
        });
        order
    }
}

/// Refuses texts that would need more of the stack than there is: reading and proving descend into brackets, into what stands
/// before and beside each other, and into rules that use one another.
fn bounded(pest: &str) -> Result<(), ProofError> {
    const MOST_BRACKETS: usize = 100;
    const MOST_PREFIXES: usize = 100;
    const MOST_OPERATORS: usize = 500;
    const MOST_RULES: usize = 1_000;
    // Each doubles the time that pest_meta takes to look at the rule.
    const MOST_REPETITIONS: usize = 16;
    let too_much = |what: String, line: usize| Err(ProofError::Pest(format!("line {line}: more than {what}")));
    /// Where a string or a character ends that begins with a quotation mark.
    fn quoted(text: &str, mark: char) -> Option<usize> {
        let mut escaped = false;
        let ends = |(_, c): &(usize, char)| {
            let ends = *c == mark && !escaped;
            escaped = *c == '\\' && !escaped;
            ends
        };
        text.char_indices().skip(1).find(ends).map(|(at, _)| at + 1)
    }
    let (mut brackets, mut braces, mut prefixes, mut operators, mut rules, mut line) = (0usize, 0usize, 0, 0, 0, 1);
    let (mut rest, mut opened) = (pest, false);
    // How deep repetitions lie in one another: in each open bracket, and in what was read last.
    let (mut repeated, mut last) = (vec![0usize], 0);
    while let Some(c) = rest.chars().next() {
        // Strings, characters and comments hold no operators.
        let end = match c {
            '"' | '\'' => quoted(rest, c),
            '/' if rest.starts_with("//") => rest.find('\n'),
            '/' if rest.starts_with("/*") => rest.find("*/").map(|end| end + 2),
            _ => Some(c.len_utf8()),
        };
        let (token, behind) = rest.split_at(end.unwrap_or(rest.len()));
        rest = behind;
        line += token.matches('\n').count();
        // pest_meta panics here.
        if opened && c == '|' {
            return Err(ProofError::Pest(format!("line {line}: an alternative is missing before `|`")));
        }
        opened = c == '(' || opened && (c.is_whitespace() || token.starts_with("//") || token.starts_with("/*"));
        match c {
            '(' | '[' => brackets += 1,
            ')' | ']' => brackets = brackets.saturating_sub(1),
            '{' => braces += 1,
            '}' => braces = braces.saturating_sub(1),
            '|' | '~' | '*' | '+' | '?' => operators += 1,
            _ => {}
        }
        match c {
            '(' => repeated.push(0),
            ')' if repeated.len() > 1 => last = repeated.pop().unwrap_or_default(),
            '*' | '+' | '?' => last += 1,
            '{' if braces > 1 => last += 1,
            c if c.is_whitespace() || braces > 1 || c == '}' => {}
            _ => last = 0,
        }
        if let Some(level) = repeated.last_mut() {
            *level = last.max(*level);
        }
        if last > MOST_REPETITIONS {
            return too_much(format!("{MOST_REPETITIONS} repetitions in one another"), line);
        }
        // A brace within a rule counts a repetition.
        match (c, braces) {
            ('{', 1) => rules += 1,
            ('}', 0) => (operators, repeated, last) = (0, vec![0], 0),
            _ => {}
        }
        prefixes = match c {
            '!' | '&' => prefixes + 1,
            c if c.is_whitespace() => prefixes,
            _ => 0,
        };
        if brackets > MOST_BRACKETS {
            return too_much(format!("{MOST_BRACKETS} brackets in one another"), line);
        }
        if prefixes > MOST_PREFIXES {
            return too_much(format!("{MOST_PREFIXES} predicates in a row"), line);
        }
        if operators > MOST_OPERATORS {
            return too_much(format!("{MOST_OPERATORS} operators in one rule"), line);
        }
        if rules > MOST_RULES {
            return too_much(format!("{MOST_RULES} rules"), line);
        }
    }
    Ok(())
}

/// The rules of a pest file.
fn read(pest: &str) -> Result<Vec<Rule>, ProofError> {
    bounded(pest)?;
    let unreadable = |errors: Vec<pest::error::Error<pest_meta::parser::Rule>>| {
        let all: Vec<String> = errors
            .iter()
            .map(|error| {
                let (line, column) = match error.line_col {
                    pest::error::LineColLocation::Pos(at) | pest::error::LineColLocation::Span(at, _) => at,
                };
                format!("line {line}, column {column}: {}", error.variant.message())
            })
            .collect();
        ProofError::Pest(all.join("; "))
    };
    let pairs = pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, pest)
        .map_err(|error| unreadable(vec![error.renamed_rules(pest_meta::parser::rename_meta_rule)]))?;
    pest_meta::validator::validate_pairs(pairs.clone()).map_err(unreadable)?;
    pest_meta::parser::consume_rules(pairs).map_err(unreadable)
}
