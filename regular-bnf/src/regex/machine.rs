//! Lookaround, atomic groups and captures, as states of a deterministic automaton.
//!
//! A continuation is a stack of expressions to match one after another, and an [`EndCondition`]:
//! the condition when the stack is empty. It represents the texts, from the current position on,
//! that it matches. A state is a boolean function of continuations.
//!
//! - Alternatives are a disjunction. Lookahead is the conjunction with a continuation after which
//!   any text may follow; negated lookahead is the conjunction with its negation.
//! - In an atomic group a match never returns to an alternative once the group has ended. The first
//!   alternative is therefore chosen if it leads to the end of the group, *whatever comes after*;
//!   otherwise the second one is. Both conditions are continuations, so the choice is a boolean
//!   function, too.
//! - Lookbehind is matched from every position on, beside the state: at each position it is known
//!   which of these matches end there, as a function of continuations (of lookahead in the
//!   lookbehind that is still undecided).
//! - The text of a group is marked. The preference of the flavour is then decided as in an atomic
//!   group around everything.

use rustc_hash::FxHashMap as HashMap;

use super::nodes::{EmptyRepetition, LoopNode, RegexNode, RegexNodeId, RegexNodes};
use super::tree::{Dialect, Greed, Tree};
use crate::automaton::TooLarge;
use crate::automaton::alphabet::{Alphabet, Element, Mark};
use crate::automaton::dfa::{Dfa, SymbolClasses};
use crate::characters::CharSet;
use crate::limits::limits;
use crate::peg::{Bdd, Bdds, FALSE, TRUE};

/// A continuation's stack, by its index.
type StackId = u32;
const NOTHING: StackId = 0;

/// The condition when the stack is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum EndCondition {
    /// Any remainder.
    Free,
    /// The end of the text.
    Whole,
    /// A lookbehind ends here.
    Behind(usize),
    /// The end of the text, with marks. The group has no text.
    Absent,
    /// Like `Absent`, but the group has a text that must be forgotten.
    Forgotten,
    /// The group will get the text that counts.
    Before,
    /// The position is in the text of the group that counts.
    Inside,
    /// The group has had the text that counts.
    After,
}

impl EndCondition {
    /// Whether the text has marks.
    fn is_marked(self) -> bool {
        matches!(self, Self::Absent | Self::Forgotten | Self::Before | Self::Inside | Self::After)
    }
}

#[derive(Debug, Clone, Copy)]
struct StackFrame {
    top: RegexNodeId,
    below: StackId,
    /// Whether a repetition in it has not yet matched a character.
    fresh: bool,
    /// Whether it is in an atomic group.
    atomic: bool,
}

/// The lookbehinds that end at a position, as an index into [`Machine::contexts`].
type Context = u32;

/// A state before a character: the text, and the lookbehinds that are being matched.
type MachineState = (Bdd, Vec<Bdd>);

pub(super) struct Machine {
    dialect: Dialect,
    sets: Vec<CharSet>,
    nodes: RegexNodes,
    frames: Vec<StackFrame>,
    frame_indices: HashMap<(RegexNodeId, StackId), StackId>,
    advanced: HashMap<StackId, StackId>,
    cut: HashMap<StackId, StackId>,
    variables: Vec<(StackId, EndCondition)>,
    variable_numbers: HashMap<(StackId, EndCondition), u32>,
    bdds: Bdds,
    contexts: Vec<Vec<Bdd>>,
    context_indices: HashMap<Vec<Bdd>, Context>,
    opened: HashMap<(StackId, EndCondition, Context), Bdd>,
    opened_functions: HashMap<(Bdd, Context), Bdd>,
    steps: HashMap<(Bdd, Element), Bdd>,
    depth: usize,
    exceeded: bool,
}

impl Machine {
    pub(super) fn new(tree: &Tree, sets: &[CharSet], group: Option<usize>, dialect: Dialect) -> (Self, u32) {
        let frame = StackFrame { top: 0, below: NOTHING, fresh: false, atomic: false };
        let mut machine = Self {
            dialect,
            sets: sets.to_vec(),
            nodes: RegexNodes::new(group),
            frames: vec![frame],
            frame_indices: HashMap::default(),
            advanced: HashMap::default(),
            cut: HashMap::default(),
            variables: Vec::new(),
            variable_numbers: HashMap::default(),
            bdds: Bdds::new(),
            contexts: Vec::new(),
            context_indices: HashMap::default(),
            opened: HashMap::default(),
            opened_functions: HashMap::default(),
            steps: HashMap::default(),
            depth: 0,
            exceeded: false,
        };
        let root = machine.nodes.build(tree);
        (machine, root)
    }

    /// The minimal automaton of the texts that match as a whole; of the texts with marks if there
    /// is a marked group.
    pub(super) fn automaton(mut self, root: u32) -> Result<Dfa, TooLarge> {
        let stack = self.push(root, NOTHING);
        let modes: &[EndCondition] = if self.nodes.group.is_some() {
            &[EndCondition::Absent, EndCondition::Before]
        } else {
            &[EndCondition::Whole]
        };
        let mut start = FALSE;
        for &mode in modes {
            let variable = self.variable(stack, mode);
            start = self.bdds.or(start, variable);
        }
        let start: MachineState = (start, vec![FALSE; self.nodes.behinds.len()]);
        let alphabet = Alphabet::new(&self.sets);
        let alphabet = if self.nodes.group.is_some() { alphabet.with_marks() } else { alphabet };
        let (classes, first) = SymbolClasses::by_key(alphabet, |element| match element {
            Element::Character(c) => (None, self.sets.iter().map(|set| set.contains(c)).collect::<Vec<bool>>()),
            Element::Mark(mark) => (Some(mark), Vec::new()),
        });
        let machine = std::cell::RefCell::new(self);
        let dfa = Dfa::explore(
            start,
            limits().dfa_states,
            classes,
            |state| machine.borrow_mut().next_states(state, &first),
            |state| machine.borrow_mut().accepts(state),
        )?;
        // `accepts` does not check the limits.
        if machine.borrow().too_large() { Err(TooLarge) } else { Ok(dfa.minimal()) }
    }

    /// The state after each character or mark; `None` if nothing is accepted from it.
    fn next_states(
        &mut self,
        state: &MachineState,
        elements: &[Element],
    ) -> Result<Vec<Option<MachineState>>, TooLarge> {
        let next = elements
            .iter()
            .map(|&element| Some(self.step(state, element)).filter(|(text, _)| *text != FALSE))
            .collect();
        if self.too_large() { Err(TooLarge) } else { Ok(next) }
    }

    fn too_large(&self) -> bool {
        self.exceeded
            || self.bdds.exceeded()
            || self.variables.len() > limits().regex_continuations
            || self.opened_functions.len().max(self.steps.len()) > limits().peg_derivatives
    }

    fn push(&mut self, top: RegexNodeId, below: StackId) -> StackId {
        let node = self.nodes[top];
        if node == RegexNode::Empty {
            return below;
        }
        let next = self.frames.len() as StackId;
        let index = *self.frame_indices.entry((top, below)).or_insert(next);
        if index == next {
            let frame_below = self.frames[below as usize];
            let fresh = matches!(node, RegexNode::Repeated(EmptyRepetition::Stops | EmptyRepetition::Fails, _))
                || frame_below.fresh;
            self.frames.push(StackFrame { top, below, fresh, atomic: node == RegexNode::Commit || frame_below.atomic });
        }
        index
    }

    /// The stack after a character: every repetition has matched one.
    fn advance(&mut self, stack: StackId) -> StackId {
        let frame = self.frames[stack as usize];
        if !frame.fresh {
            return stack;
        }
        if let Some(&advanced) = self.advanced.get(&stack) {
            return advanced;
        }
        let below = self.advance(frame.below);
        let top = match self.nodes[frame.top] {
            RegexNode::Repeated(_, next) => self.nodes.node(RegexNode::Repeated(EmptyRepetition::Not, next)),
            _ => frame.top,
        };
        let advanced = self.push(top, below);
        self.advanced.insert(stack, advanced);
        advanced
    }

    /// The stack up to the end of the innermost atomic group.
    fn cut(&mut self, stack: StackId) -> StackId {
        let frame = self.frames[stack as usize];
        if stack == NOTHING || self.nodes[frame.top] == RegexNode::Commit {
            return NOTHING;
        }
        if let Some(&cut) = self.cut.get(&stack) {
            return cut;
        }
        let below = self.cut(frame.below);
        let cut = self.push(frame.top, below);
        self.cut.insert(stack, cut);
        cut
    }

    fn variable(&mut self, stack: StackId, mode: EndCondition) -> Bdd {
        if (stack, mode) == (NOTHING, EndCondition::Free) {
            return TRUE;
        }
        let next = self.variables.len() as u32;
        let id = *self.variable_numbers.entry((stack, mode)).or_insert(next);
        if id == next {
            self.variables.push((stack, mode));
        }
        if self.variables.len() > limits().regex_continuations {
            self.exceeded = true;
            return FALSE;
        }
        self.bdds.variable(id)
    }

    /// The continuation as a function of those that read a character or have an empty stack.
    fn open(&mut self, stack: StackId, mode: EndCondition, context: Context) -> Bdd {
        if let Some(&function) = self.opened.get(&(stack, mode, context)) {
            return function;
        }
        if self.depth > limits().regex_depth || self.too_large() {
            self.exceeded = true;
            return FALSE;
        }
        self.depth += 1;
        let function = self.open_top(stack, mode, context);
        self.depth -= 1;
        self.opened.insert((stack, mode, context), function);
        function
    }

    /// Opens the topmost expression of a continuation.
    fn open_top(&mut self, stack: StackId, mode: EndCondition, context: Context) -> Bdd {
        if stack == NOTHING {
            return self.variable(stack, mode);
        }
        let StackFrame { top, below, .. } = self.frames[stack as usize];
        match self.nodes[top] {
            RegexNode::Empty | RegexNode::Commit => self.open(below, mode, context),
            RegexNode::Never => FALSE,
            RegexNode::Set(_) => self.variable(stack, mode),
            RegexNode::Sequence(first, second) => {
                let stack = self.push(second, below);
                let stack = self.push(first, stack);
                self.open(stack, mode, context)
            }
            RegexNode::Choice(first, second) => {
                let [first, second] = [first, second].map(|alternative| self.push(alternative, below));
                self.prefer((first, mode), (second, mode), context)
            }
            RegexNode::Loop(repetition) => self.open_loop(repetition, below, mode, context),
            RegexNode::Repeated(EmptyRepetition::Not, repetition) => {
                let stack = self.push(repetition, below);
                self.open(stack, mode, context)
            }
            RegexNode::Repeated(EmptyRepetition::Fails, _) => FALSE,
            RegexNode::Repeated(EmptyRepetition::Stops, _) => self.open(below, mode, context),
            RegexNode::Atomic(inner) => {
                let commit = self.nodes.node(RegexNode::Commit);
                let below = self.push(commit, below);
                let stack = self.push(inner, below);
                self.open(stack, mode, context)
            }
            RegexNode::Ahead(inner, negated) => {
                let ahead = self.push(inner, NOTHING);
                let ahead = self.open(ahead, EndCondition::Free, context);
                let below = self.open(below, mode, context);
                let ahead = if negated { self.bdds.not(ahead) } else { ahead };
                self.bdds.and(ahead, below)
            }
            RegexNode::Behind(number, negated) => {
                let ended = self.contexts[context as usize].get(number).copied().unwrap_or(FALSE);
                let below = self.open(below, mode, context);
                let ended = if negated { self.bdds.not(ended) } else { ended };
                self.bdds.and(ended, below)
            }
            RegexNode::Marked(inner) => self.open_marked(inner, below, mode, context),
            RegexNode::Mark(_) if mode.is_marked() => self.variable(stack, mode),
            RegexNode::Mark(_) => self.open(below, mode, context),
        }
    }

    /// Opens a repetition with `below` after it.
    fn open_loop(&mut self, repetition: LoopNode, below: StackId, mode: EndCondition, context: Context) -> Bdd {
        let LoopNode { body, least, most, greed, empty, marked, repeated } = repetition;
        if most == Some(0) {
            return self.open(below, mode, context);
        }
        let mode_inside = match mode {
            // A repetition discards the text that the group had.
            EndCondition::Forgotten if marked => Some(EndCondition::Absent),
            EndCondition::After if marked && self.dialect == Dialect::EcmaScript => None,
            mode => Some(mode),
        };
        let empty_meaning = match self.dialect {
            _ if !empty || least > 0 => None,
            Dialect::Perl => Some(EmptyRepetition::Stops),
            Dialect::EcmaScript => Some(EmptyRepetition::Fails),
            Dialect::Rust if most.is_some() => None,
            Dialect::Rust => Some(if repeated { EmptyRepetition::Fails } else { EmptyRepetition::Stops }),
        };
        let next = self.nodes.node(RegexNode::Loop(LoopNode {
            least: least.saturating_sub(1),
            most: most.map(|most| most - 1),
            repeated: self.dialect == Dialect::Rust,
            ..repetition
        }));
        let next = empty_meaning.map_or(next, |meaning| self.nodes.node(RegexNode::Repeated(meaning, next)));
        let stack = self.push(next, below);
        let stack = self.push(body, stack);
        match (least, mode_inside, greed) {
            (0, None, _) => self.without(stack, below, mode, greed, context),
            (0, Some(inside), Greed::Greedy) => self.prefer((stack, inside), (below, mode), context),
            (0, Some(inside), Greed::Lazy) => self.prefer((below, mode), (stack, inside), context),
            (_, Some(inside), _) => self.open(stack, inside, context),
            (_, None, _) => FALSE,
        }
    }

    /// Opens the marked group with `below` after it.
    fn open_marked(&mut self, inner: RegexNodeId, below: StackId, mode: EndCondition, context: Context) -> Bdd {
        let unmarked = self.push(inner, below);
        let forgets = self.dialect == Dialect::EcmaScript;
        match mode {
            EndCondition::Absent if forgets => self.open(unmarked, EndCondition::Forgotten, context),
            EndCondition::Absent | EndCondition::After => FALSE,
            EndCondition::Before => {
                let [begin_mark, end_mark] = Mark::ALL.map(|mark| self.nodes.node(RegexNode::Mark(mark)));
                let stack = self.push(end_mark, below);
                let stack = self.push(inner, stack);
                let stack = self.push(begin_mark, stack);
                // The text that counts is this one, or that of a later repetition.
                let marked = self.variable(stack, EndCondition::Before);
                let unmarked = self.open(unmarked, mode, context);
                self.bdds.or(marked, unmarked)
            }
            mode => self.open(unmarked, mode, context),
        }
    }

    /// One of two continuations: either, or the first that leads to the end where a match does not
    /// return.
    fn prefer(&mut self, first: (StackId, EndCondition), second: (StackId, EndCondition), context: Context) -> Bdd {
        let leads = self.leads(first.0, first.1, context);
        let [first, second] = [first, second].map(|(stack, mode)| self.open(stack, mode, context));
        match leads {
            None => self.bdds.or(first, second),
            Some(leads) => self.bdds.choose(leads, first, second),
        }
    }

    /// Whether a continuation leads to the end of its atomic group, or of the text if that is
    /// marked; `None` where a match may return.
    fn leads(&mut self, stack: StackId, mode: EndCondition, context: Context) -> Option<Bdd> {
        if self.frames[stack as usize].atomic {
            let cut = self.cut(stack);
            return Some(self.open(cut, EndCondition::Free, context));
        }
        mode.is_marked().then(|| self.open(stack, EndCondition::Whole, context))
    }

    /// The continuation without a further repetition, if the match prefers that.
    fn without(
        &mut self,
        repeated: StackId,
        below: StackId,
        mode: EndCondition,
        greed: Greed,
        context: Context,
    ) -> Bdd {
        let below = self.open(below, mode, context);
        match self.leads(repeated, mode, context) {
            Some(leads) if greed == Greed::Greedy => self.bdds.choose(leads, FALSE, below),
            _ => below,
        }
    }

    /// The function with its continuations opened.
    fn open_all(&mut self, f: Bdd, context: Context) -> Bdd {
        if let Some(&opened) = self.opened_functions.get(&(f, context)) {
            return opened;
        }
        let Some((variable, low, high)) = self.bdds.branch_of(f) else { return f };
        if self.too_large() {
            return FALSE;
        }
        let (stack, mode) = self.variables[variable as usize];
        let condition = self.open(stack, mode, context);
        let (low, high) = (self.open_all(low, context), self.open_all(high, context));
        let opened = self.bdds.choose(condition, high, low);
        self.opened_functions.insert((f, context), opened);
        opened
    }

    /// The function with each of its variables replaced.
    fn replace(
        &mut self,
        f: Bdd,
        with: &mut dyn FnMut(&mut Self, StackId, EndCondition, u32) -> Bdd,
        done: &mut HashMap<Bdd, Bdd>,
    ) -> Bdd {
        let Some((variable, low, high)) = self.bdds.branch_of(f) else { return f };
        if let Some(&replaced) = done.get(&f) {
            return replaced;
        }
        let (stack, mode) = self.variables[variable as usize];
        let condition = with(self, stack, mode, variable);
        let (low, high) = (self.replace(low, with, done), self.replace(high, with, done));
        let replaced = self.bdds.choose(condition, high, low);
        done.insert(f, replaced);
        replaced
    }

    /// The lookbehinds at the position of a state: which end there, and all that are being matched.
    fn look_behind(&mut self, state: &MachineState) -> (Context, Vec<Bdd>) {
        let (mut ended, mut matched): (Vec<Bdd>, Vec<Bdd>) = Default::default();
        let mut context = self.context(&ended);
        for number in 0..self.nodes.behinds.len() {
            let mode = EndCondition::Behind(number);
            let start = self.push(self.nodes.behinds[number], NOTHING);
            let start = self.variable(start, mode);
            let pending = self.bdds.or(state.1[number], start);
            let pending = self.open_all(pending, context);
            let ends = self.replace(
                pending,
                &mut |machine, stack, behind_mode, variable| match (behind_mode == mode, stack) {
                    (true, NOTHING) => TRUE,
                    (true, _) => FALSE,
                    (false, _) => machine.bdds.variable(variable),
                },
                &mut HashMap::default(),
            );
            ended.push(ends);
            matched.push(pending);
            context = self.context(&ended);
        }
        (context, matched)
    }

    fn context(&mut self, ended: &[Bdd]) -> Context {
        if let Some(&context) = self.context_indices.get(ended) {
            return context;
        }
        self.contexts.push(ended.to_vec());
        let context = (self.contexts.len() - 1) as Context;
        self.context_indices.insert(ended.to_vec(), context);
        context
    }

    /// The state after a character, or a mark.
    fn step(&mut self, state: &MachineState, element: Element) -> MachineState {
        let (context, matched) = self.look_behind(state);
        let text = self.open_all(state.0, context);
        let text = self.derivative(text, element);
        let behinds = match element {
            // A mark is no position of its own.
            Element::Mark(_) => state.1.clone(),
            Element::Character(_) => matched.into_iter().map(|pending| self.derivative(pending, element)).collect(),
        };
        (text, behinds)
    }

    fn derivative(&mut self, f: Bdd, element: Element) -> Bdd {
        if let Some(&derivative) = self.steps.get(&(f, element)) {
            return derivative;
        }
        let Some((variable, low, high)) = self.bdds.branch_of(f) else { return f };
        if self.too_large() {
            return FALSE;
        }
        let (stack, mode) = self.variables[variable as usize];
        let condition = self.after(stack, mode, variable, element);
        let (low, high) = (self.derivative(low, element), self.derivative(high, element));
        let derivative = self.bdds.choose(condition, high, low);
        self.steps.insert((f, element), derivative);
        derivative
    }

    /// An opened continuation after a character or a mark.
    fn after(&mut self, stack: StackId, mode: EndCondition, variable: u32, element: Element) -> Bdd {
        if matches!(element, Element::Mark(_)) && !mode.is_marked() {
            return self.bdds.variable(variable);
        }
        if stack == NOTHING {
            return FALSE;
        }
        let StackFrame { top, below, .. } = self.frames[stack as usize];
        match (self.nodes[top], element) {
            (RegexNode::Set(set), Element::Character(c)) if self.sets[set].contains(c) => {
                let below = self.advance(below);
                self.variable(below, mode)
            }
            (RegexNode::Mark(expected), Element::Mark(mark)) if expected == mark => {
                let condition = match mark {
                    Mark::Begin => EndCondition::Inside,
                    Mark::End => EndCondition::After,
                };
                self.variable(below, condition)
            }
            _ => FALSE,
        }
    }

    /// Whether the text may end in a state.
    fn accepts(&mut self, state: &MachineState) -> bool {
        let (context, _) = self.look_behind(state);
        let text = self.open_all(state.0, context);
        let mut function = text;
        while let Some((variable, low, high)) = self.bdds.branch_of(function) {
            let (stack, mode) = self.variables[variable as usize];
            let may_end = matches!(mode, EndCondition::Whole | EndCondition::Absent | EndCondition::After);
            function = if stack == NOTHING && may_end { high } else { low };
        }
        function == TRUE
    }
}
