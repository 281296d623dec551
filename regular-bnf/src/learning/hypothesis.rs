//! A hypothesis: an automaton over marked strings that agrees with the answers it was made from.

use std::collections::HashSet;

use super::questions::{BEGIN_MARK, END_MARK, MarkedString, MarkedSymbol, Outcome, Questions, text};
use super::teacher::{LearnError, Teacher};
use crate::automaton::effort;
use crate::automaton::live::live_nodes;

/// The number of questions that are asked at once.
const BATCH: usize = 1 << 13;
/// How many access strings an error shows.
const SHOWN: usize = 3;

/// An automaton, and the discrimination tree that tells its states apart.
pub(super) struct Hypothesis {
    pub states: Vec<HypothesisState>,
    tree: Vec<TreeNode>,
    /// Steps whose targets are not known yet.
    waiting: Vec<WaitingStep>,
    /// The number of symbols.
    width: usize,
}

/// A state of a hypothesis.
pub(super) struct HypothesisState {
    /// A string that leads to the state.
    pub access: MarkedString,
    pub outcome: Outcome,
    /// The state after each symbol.
    pub next: Vec<usize>,
    leaf: usize,
}

/// A node of the discrimination tree. A state is below the child of the outcome of its access string
/// with the suffix of the node.
enum TreeNode {
    Leaf { state: usize, parent: usize },
    Inner { suffix: MarkedString, children: [Option<usize>; Outcome::COUNT], parent: Option<usize> },
}

/// A step from a state whose target is a leaf below a node of the tree.
#[derive(Clone, Copy)]
struct WaitingStep {
    from: usize,
    symbol: MarkedSymbol,
    node: usize,
}

/// The root of the tree: its suffix is empty.
const ROOT: usize = 0;
/// The state before the first symbol.
pub(super) const START: usize = 0;

impl Hypothesis {
    /// The hypothesis that follows from the strings of at most one symbol.
    pub fn new<T: Teacher>(questions: &mut Questions<T>, most: usize) -> Result<Self, LearnError<T::Error>> {
        let root = TreeNode::Inner { suffix: MarkedString::new(), children: [None; Outcome::COUNT], parent: None };
        let mut hypothesis =
            Self { states: Vec::new(), tree: vec![root], waiting: Vec::new(), width: questions.width() };
        let outcome = questions.outcome(&[])?;
        hypothesis.add_state(MarkedString::new(), outcome, ROOT, outcome);
        hypothesis.close(questions, most)?;
        Ok(hypothesis)
    }

    /// Adds a state as a child of a node, and its steps to those whose targets are not known.
    fn add_state(&mut self, access: MarkedString, outcome: Outcome, parent: usize, branch: Outcome) -> usize {
        let (state, leaf) = (self.states.len(), self.tree.len());
        self.tree.push(TreeNode::Leaf { state, parent });
        if let TreeNode::Inner { children, .. } = &mut self.tree[parent] {
            children[branch as usize] = Some(leaf);
        }
        self.states.push(HypothesisState { access, outcome, next: vec![START; self.width], leaf });
        let symbols = (0..self.width).map(|symbol| symbol as MarkedSymbol);
        self.waiting.extend(symbols.map(|symbol| WaitingStep { from: state, symbol, node: ROOT }));
        state
    }

    /// Finds the targets of all steps; a step that fits no leaf leads to a new state.
    fn close<T: Teacher>(&mut self, questions: &mut Questions<T>, most: usize) -> Result<(), LearnError<T::Error>> {
        while !self.waiting.is_empty() {
            let steps: Vec<WaitingStep> = self.waiting.drain(self.waiting.len().saturating_sub(BATCH)..).collect();
            let words: Vec<MarkedString> = steps.iter().map(|step| self.question(*step)).collect();
            let outcomes = questions.outcomes(&words)?;
            for (step, outcome) in steps.into_iter().zip(outcomes) {
                self.descend(step, outcome);
            }
            if self.states.len() > most {
                return Err(LearnError::TooManyStates { most, longest: self.longest_access() });
            }
        }
        Ok(())
    }

    /// The access string after a step, with the suffix of the node.
    fn question(&self, step: WaitingStep) -> MarkedString {
        let mut word = self.states[step.from].access.clone();
        word.push(step.symbol);
        if let TreeNode::Inner { suffix, .. } = &self.tree[step.node] {
            word.extend_from_slice(suffix);
        }
        word
    }

    /// Moves a step from a node to the child of an outcome.
    fn descend(&mut self, step: WaitingStep, outcome: Outcome) {
        let WaitingStep { from, symbol, node } = step;
        let child = match &self.tree[node] {
            TreeNode::Inner { children, .. } => children[outcome as usize],
            // No step waits at a leaf.
            TreeNode::Leaf { .. } => Some(node),
        };
        let Some(child) = child else {
            let mut access = self.states[from].access.clone();
            access.push(symbol);
            let own = if node == ROOT { outcome } else { self.root_branch(node) };
            let state = self.add_state(access, own, node, outcome);
            self.states[from].next[usize::from(symbol)] = state;
            return;
        };
        match self.tree[child] {
            TreeNode::Leaf { state, .. } => self.states[from].next[usize::from(symbol)] = state,
            TreeNode::Inner { .. } => self.waiting.push(WaitingStep { from, symbol, node: child }),
        }
    }

    /// The outcome of the states below a node that is not the root.
    fn root_branch(&self, node: usize) -> Outcome {
        let (mut below, mut at) = (node, self.parent(node));
        while let Some(parent) = at.filter(|&parent| parent != ROOT) {
            (below, at) = (parent, self.parent(parent));
        }
        let TreeNode::Inner { children, .. } = &self.tree[ROOT] else { return Outcome::Refused };
        let outcomes = [Outcome::Refused, Outcome::Accepted, Outcome::Unknown];
        let branch = outcomes.into_iter().find(|&outcome| children[outcome as usize] == Some(below));
        branch.unwrap_or(Outcome::Refused)
    }

    fn parent(&self, node: usize) -> Option<usize> {
        match self.tree[node] {
            TreeNode::Leaf { parent, .. } => Some(parent),
            TreeNode::Inner { parent, .. } => parent,
        }
    }

    /// The suffixes that tell a state from all others.
    pub fn suffixes(&self, state: usize) -> Vec<&[MarkedSymbol]> {
        let (mut suffixes, mut node) = (Vec::new(), self.states[state].leaf);
        while let Some(parent) = self.parent(node) {
            if let TreeNode::Inner { suffix, .. } = &self.tree[parent] {
                suffixes.push(suffix.as_slice());
            }
            node = parent;
        }
        suffixes
    }

    /// The states through which a marked string leads, from the start on.
    fn path(&self, word: &[MarkedSymbol]) -> Vec<usize> {
        let mut path = vec![START];
        let mut state = START;
        for &symbol in word {
            state = self.states[state].next[usize::from(symbol)];
            path.push(state);
        }
        path
    }

    /// What the hypothesis says of a marked string.
    pub fn outcome(&self, word: &[MarkedSymbol]) -> Outcome {
        let state = word.iter().fold(START, |state, &symbol| self.states[state].next[usize::from(symbol)]);
        self.states[state].outcome
    }

    /// Makes the hypothesis agree with the machine on a marked string. Each time that they differ, a
    /// binary search finds a step of the string whose target is two states in truth. Each time there
    /// is one state more, and the machine has finitely many.
    pub fn refine<T: Teacher>(
        &mut self,
        word: &[MarkedSymbol],
        questions: &mut Questions<T>,
        most: usize,
    ) -> Result<(), LearnError<T::Error>> {
        let truth = questions.outcome(word)?;
        while self.outcome(word) != truth {
            let path = self.path(word);
            // The access string of the state at `right` with the rest has another outcome than the
            // machine's, and that of the state at `left` has the machine's.
            let (mut left, mut right) = (0, word.len());
            let mut wrong = self.states[path[right]].outcome;
            while right - left > 1 {
                let middle = left.midpoint(right);
                let outcome = questions.outcome(&[&self.states[path[middle]].access, &word[middle..]].concat())?;
                if outcome == truth {
                    left = middle;
                } else {
                    (right, wrong) = (middle, outcome);
                }
            }
            let mut access = self.states[path[left]].access.clone();
            access.push(word[left]);
            let (state, suffix) = (path[right], &word[right..]);
            self.split(state, suffix, wrong, (access, truth));
            self.close(questions, most)?;
        }
        Ok(())
    }

    /// Divides a state by a suffix: its own outcome is `outcome`, and another access string has
    /// another.
    fn split(&mut self, state: usize, suffix: &[MarkedSymbol], outcome: Outcome, other: (MarkedString, Outcome)) {
        let (leaf, moved) = (self.states[state].leaf, self.tree.len());
        let parent = self.parent(leaf);
        self.tree.push(TreeNode::Leaf { state, parent: leaf });
        self.states[state].leaf = moved;
        let mut children = [None; Outcome::COUNT];
        children[outcome as usize] = Some(moved);
        self.tree[leaf] = TreeNode::Inner { suffix: suffix.to_vec(), children, parent };
        for (from, known) in self.states.iter().enumerate() {
            let leading = known.next.iter().enumerate().filter(|(_, to)| **to == state);
            self.waiting.extend(leading.map(|(symbol, _)| WaitingStep {
                from,
                symbol: symbol as MarkedSymbol,
                node: leaf,
            }));
        }
        let (access, branch) = other;
        self.add_state(access, self.states[state].outcome, leaf, branch);
    }

    /// Classes of symbols that lead to the same states from everywhere: a symbol of each, and marks
    /// last.
    pub fn representatives(&self) -> Vec<MarkedSymbol> {
        let mut seen = HashSet::new();
        let column = |symbol: usize| self.states.iter().map(|state| state.next[symbol]).collect::<Vec<_>>();
        let symbols = readable_symbols().filter(|&symbol| usize::from(symbol) < self.width);
        symbols.filter(|&symbol| seen.insert(column(symbol.into()))).collect()
    }

    /// Whether the machine can accept something after each state.
    pub fn live(&self) -> Vec<bool> {
        let steps =
            self.states.iter().enumerate().flat_map(|(from, state)| state.next.iter().map(move |&to| (from, to)));
        let ends = (0..self.states.len()).filter(|&state| self.states[state].outcome == Outcome::Accepted);
        live_nodes(self.states.len(), steps, ends)
    }

    fn longest_access(&self) -> Vec<String> {
        let mut strings: Vec<String> = self.states.iter().map(|state| text(&state.access)).collect();
        strings.sort_by_key(|string| std::cmp::Reverse(string.len()));
        strings.dedup();
        strings.truncate(SHOWN);
        strings
    }
}

/// All symbols: letters, digits, other readable characters, control characters, and marks.
fn readable_symbols() -> impl Iterator<Item = MarkedSymbol> {
    let mut characters: Vec<MarkedSymbol> = (0..BEGIN_MARK).collect();
    characters.sort_by_key(|&symbol| effort(char::from(symbol)));
    characters.into_iter().chain([BEGIN_MARK, END_MARK])
}
