//! A grammar of a language with a rule for the texts of each component.
//!
//! The marked automata of the components are followed together with the language. The texts between
//! the marks of a component are a language of their own, and become a rule; what remains is a graph
//! whose edges are characters and rules.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use crate::automaton::TooLarge;
use crate::automaton::alphabet::{Alphabet, Mark, Symbol};
use crate::automaton::dfa::{DEAD, Dfa, State, SymbolClasses};
use crate::automaton::live::live_nodes;
use crate::bnf::GrammarError;
use crate::language::Language;
use crate::language::expression::{Edge, ExprKind, Expressions};
use crate::language::text::notation::Abnf;
use crate::language::text::require_size;
use crate::language::text::rules::{NamedRule, write_rules};
use crate::limits::limits;
use crate::spans::Spans;

impl Language {
    /// An ABNF grammar whose first production, of the name, has the members, and which has
    /// productions for the texts that some components have in the members, named after them. A
    /// component whose texts depend on what is around it has several: `month-may`, `day1`,
    /// `day2`.
    ///
    /// Components must follow each other in the strings as they do in the list. Members that the
    /// grammar of a component refuses, or in which components overlap, are not in the grammar:
    /// [compare](Self::compare) it with the language where this may be so.
    ///
    /// ```
    /// use regular_bnf::{Language, Place, Spans};
    ///
    /// let pest = "pair = { name ~ \"=\" ~ value } name = @{ ASCII_ALPHA+ } value = @{ ASCII_DIGIT* }";
    /// let [name, value] = Spans::from_pest(pest, &["pair"], [&[Place::rule("name")], &[Place::rule("value")]])?;
    /// let pairs = name.strings()?;
    /// let text = pairs.to_abnf_with("pair", &[("name", &name), ("value", &value)])?;
    /// assert_eq!(text, "pair = name \"=\" value\nname = 1*ALPHA\nvalue = *DIGIT\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLong`] if the grammar is too long or the components need too many steps
    /// together, and [`GrammarError::Empty`] if no member has the components in this order.
    pub fn to_abnf_with(&self, name: &str, components: &[(&str, &Spans)]) -> Result<String, GrammarError> {
        let spans: Vec<&Spans> = components.iter().map(|(_, spans)| *spans).collect();
        self.require_few_states()?;
        let too_long = |TooLarge| GrammarError::TooLong("its components need too many steps together".to_owned());
        let graph = MarkedGraph::new(self, &spans).and_then(|graph| graph.smallest()).map_err(too_long)?;
        let outline = Outline::new(&graph, spans.len()).map_err(too_long)?;
        let names: Vec<String> = outline.names(name, components);
        let mut expressions = Expressions::new(false);
        let whole = expressions.add_paths(graph.moves.len(), outline.edges, outline.ends).map_err(too_long)?;
        require_size(&expressions, whole)?;
        let expression = whole.ok_or(GrammarError::Empty)?;
        let mut rules = vec![NamedRule { name: name.to_owned(), subject: name.to_owned(), expression }];
        for (text, name) in outline.texts.iter().zip(names) {
            let expression = expressions.add_language(&text.dfa).map_err(too_long)?;
            require_size(&expressions, expression)?;
            let expression = expression.ok_or(GrammarError::Empty)?;
            rules.push(NamedRule { name, subject: components[text.component].0.to_owned(), expression });
        }
        Ok(write_rules::<Abnf>(&expressions, &rules))
    }
}

/// A position in a marked string, by what can follow.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Position {
    language: State,
    spans: Vec<State>,
    /// The component that is open.
    open: Option<usize>,
    /// The first component that may begin.
    next: usize,
}

/// What a position is followed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Move {
    Character(Symbol),
    Begin(usize),
    End,
}

/// The positions in the marked strings of a language, by numbers from [`Dfa::START`]. A move leads
/// to one position.
struct MarkedGraph {
    alphabet: Alphabet,
    moves: Vec<Vec<(Move, State)>>,
    accepting: Vec<bool>,
    /// The component that is open at a position.
    open: Vec<Option<usize>>,
}

impl MarkedGraph {
    fn new(language: &Language, spans: &[&Spans]) -> Result<Self, TooLarge> {
        let language = language.automaton();
        let alphabet =
            spans.iter().fold(language.alphabet().clone(), |alphabet, spans| alphabet.refined(spans.dfa.alphabet()));
        let alphabet = alphabet.without_marks();
        let start = Position { language: Dfa::START, spans: vec![Dfa::START; spans.len()], open: None, next: 0 };
        let mut numbers = HashMap::from([(start.clone(), Dfa::START)]);
        let mut positions = vec![start];
        let mut count_of_moves = 0;
        // The dead position has no moves.
        let mut graph = Self { alphabet, moves: vec![Vec::new()], accepting: vec![false], open: vec![None] };
        while let Some(position) = positions.get(graph.moves.len() - 1).cloned() {
            let mut moves = Vec::new();
            for (step, target) in position.moves(language, spans, &graph.alphabet) {
                let number = *numbers.entry(target).or_insert_with_key(|target| {
                    positions.push(target.clone());
                    positions.len() as State
                });
                moves.push((step, number));
            }
            count_of_moves += moves.len();
            if positions.len() > limits().graph_states || count_of_moves > limits().marked_moves / 4 {
                return Err(TooLarge);
            }
            let accepts = position.open.is_none()
                && language.is_accepting(position.language)
                && position.spans.iter().zip(spans).all(|(&state, spans)| spans.dfa.is_accepting(state));
            graph.moves.push(moves);
            graph.accepting.push(accepts);
            graph.open.push(position.open);
        }
        Ok(graph)
    }

    /// The same strings, with one position for all positions that are followed alike, and without
    /// those that no string goes through.
    fn smallest(self) -> Result<Self, TooLarge> {
        let live = self.live();
        if !live[Dfa::START as usize] {
            let (moves, accepting, open) = (vec![Vec::new(); 2], vec![false; 2], vec![None; 2]);
            return Ok(Self { moves, accepting, open, ..self });
        }
        // The class of each position: by what is open and whether a string may end, and then by the
        // classes that its moves lead to, until no class is divided.
        let mut class_of: Vec<usize> = vec![0; self.moves.len()];
        let round: usize = self.moves.iter().map(|moves| moves.len() + 1).sum();
        let (mut count, mut work) = (0, 0);
        loop {
            work += round;
            if work > limits().dfa_work {
                return Err(TooLarge);
            }
            let mut classes = HashMap::new();
            let next: Vec<usize> = (0..self.moves.len())
                .map(|at| {
                    let live_moves = self.moves[at].iter().filter(|(_, to)| live[*to as usize]);
                    let moves: Vec<(Move, usize)> =
                        live_moves.map(|&(step, to)| (step, class_of[to as usize])).collect();
                    let number = classes.len();
                    *classes.entry((class_of[at], self.accepting[at], self.open[at], moves)).or_insert(number)
                })
                .collect();
            class_of = next;
            if classes.len() == count {
                break;
            }
            count = classes.len();
        }
        // The first position of each class, in the order in which the start reaches them.
        let mut number_of: HashMap<usize, State> = HashMap::from([(class_of[Dfa::START as usize], Dfa::START)]);
        let mut firsts = vec![Dfa::START as usize];
        let (mut moves, mut accepting, mut open) = (vec![Vec::new()], vec![false], vec![None]);
        while let Some(&first) = firsts.get(moves.len() - 1) {
            let live_moves = self.moves[first].iter().filter(|(_, to)| live[*to as usize]);
            let numbered = live_moves.map(|&(step, to)| {
                let number = *number_of.entry(class_of[to as usize]).or_insert_with(|| {
                    firsts.push(to as usize);
                    firsts.len() as State
                });
                (step, number)
            });
            moves.push(numbered.collect());
            accepting.push(self.accepting[first]);
            open.push(self.open[first]);
        }
        Ok(Self { moves, accepting, open, ..self })
    }

    /// Whether a string can end after each position.
    fn live(&self) -> Vec<bool> {
        let rows = self.moves.iter().enumerate();
        let edges = rows.flat_map(|(from, moves)| moves.iter().map(move |&(_, to)| (from, to as usize)));
        live_nodes(self.moves.len(), edges, (0..self.accepting.len()).filter(|&at| self.accepting[at]))
    }

    /// Where a move leads.
    fn after(&self, from: State, step: Move) -> Option<State> {
        let moves = &self.moves[from as usize];
        moves.iter().find(|(other, _)| *other == step).map(|&(_, to)| to)
    }

    /// The texts from the beginning of a component to those ends after which a position follows.
    fn texts(&self, begin: State, after: State) -> Result<Dfa, TooLarge> {
        let dfa = Dfa::explore(
            begin,
            limits().pairs,
            SymbolClasses::singletons(self.alphabet.clone()),
            |&at| {
                let mut targets = vec![None; self.alphabet.len()];
                for &(step, to) in &self.moves[at as usize] {
                    if let Move::Character(symbol) = step {
                        targets[symbol] = Some(to);
                    }
                }
                Ok(targets)
            },
            |&at| self.after(at, Move::End) == Some(after),
        )?;
        Ok(dfa.minimal())
    }

    /// The positions that follow the ends of the component that begins at a position, in order, and
    /// the number of positions in between.
    fn ends(&self, begin: State) -> (Vec<State>, usize) {
        let (mut seen, mut waiting, mut ends) = (vec![false; self.moves.len()], vec![begin], Vec::new());
        seen[begin as usize] = true;
        while let Some(at) = waiting.pop() {
            for &(step, to) in &self.moves[at as usize] {
                if step == Move::End {
                    ends.push(to);
                } else if !std::mem::replace(&mut seen[to as usize], true) {
                    waiting.push(to);
                }
            }
        }
        ends.sort_unstable();
        ends.dedup();
        (ends, seen.into_iter().filter(|&seen| seen).count())
    }
}

impl Position {
    /// The moves to positions that are not dead, in order.
    fn moves(&self, language: &Dfa, spans: &[&Spans], alphabet: &Alphabet) -> Vec<(Move, Self)> {
        let mut moves = Vec::new();
        for symbol in alphabet.symbols() {
            let c = alphabet.character(symbol);
            let state = language.step(self.language, c);
            let after: Option<Vec<State>> =
                self.spans.iter().zip(spans).map(|(&state, spans)| spans.read(state, c)).collect();
            if let Some(after) = after.filter(|_| state != DEAD) {
                moves.push((Move::Character(symbol), Self { language: state, spans: after, ..*self }));
            }
        }
        let marked = |component: usize, mark| {
            let state = spans[component].dfa.step(self.spans[component], mark);
            let mut after = self.spans.clone();
            after[component] = state;
            (state != DEAD).then_some(after)
        };
        match self.open {
            Some(component) => {
                let after = marked(component, Mark::End).map(|spans| Self { spans, open: None, ..*self });
                moves.extend(after.map(|after| (Move::End, after)));
            }
            None => {
                for component in self.next..spans.len() {
                    let open = Some(component);
                    let after =
                        marked(component, Mark::Begin).map(|spans| Self { spans, open, next: component + 1, ..*self });
                    moves.extend(after.map(|after| (Move::Begin(component), after)));
                }
            }
        }
        moves
    }
}

/// The texts of a component in one place.
struct ComponentText {
    component: usize,
    dfa: Dfa,
}

impl ComponentText {
    /// The only text, if it can be a part of a rule's name: lower case letters and digits.
    fn only(&self) -> Option<String> {
        let texts = Language { dfa: self.dfa.clone() };
        let mut members = texts.members();
        let only = members.next().filter(|_| members.next().is_none())?;
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        (!only.is_empty() && only.chars().all(is_name)).then_some(only)
    }
}

/// A marked graph in which each component is one edge.
struct Outline {
    /// The different texts, by component.
    texts: Vec<ComponentText>,
    edges: Vec<Edge>,
    ends: Vec<State>,
}

impl Outline {
    fn new(graph: &MarkedGraph, components: usize) -> Result<Self, TooLarge> {
        let outside: Vec<State> =
            (Dfa::START..graph.moves.len() as State).filter(|&at| graph.open[at as usize].is_none()).collect();
        let mut edges = Vec::new();
        for &from in &outside {
            let steps = graph.moves[from as usize].iter().filter_map(|&(step, to)| match step {
                Move::Character(symbol) => Some((symbol, to)),
                Move::Begin(_) | Move::End => None,
            });
            let classes = graph.alphabet.classes(steps).into_iter();
            edges.extend(classes.map(|(set, to)| Edge { from, to, label: ExprKind::Class(set) }));
        }
        let mut texts: Vec<ComponentText> = Vec::new();
        // The labels from the beginning of a component, with the positions after it.
        let mut known: HashMap<State, Vec<(State, ExprKind)>> = HashMap::new();
        let mut work = 0;
        for component in 0..components {
            for &from in &outside {
                let Some(begin) = graph.after(from, Move::Begin(component)) else { continue };
                if let Entry::Vacant(labels) = known.entry(begin) {
                    let (ends, between) = graph.ends(begin);
                    work += (ends.len() + 1) * between * graph.alphabet.len();
                    if work > limits().dfa_work {
                        return Err(TooLarge);
                    }
                    let found =
                        ends.into_iter().map(|to| Ok((to, label(&mut texts, component, graph.texts(begin, to)?))));
                    labels.insert(found.collect::<Result<_, TooLarge>>()?);
                }
                let labels = known[&begin].iter().cloned();
                edges.extend(labels.map(|(to, label)| Edge { from, to, label }));
            }
        }
        let ends = outside.into_iter().filter(|&at| graph.accepting[at as usize]).collect();
        Ok(Self { texts, edges, ends })
    }

    /// The names of the rules: the component, and where it has several rules, its only text or a
    /// number. None is that of the whole or of another, in any case.
    fn names(&self, whole: &str, components: &[(&str, &Spans)]) -> Vec<String> {
        let mut taken = HashSet::from([whole.to_ascii_lowercase()]);
        let name = |text: &ComponentText| {
            let (component, _) = components[text.component];
            let has_one = self.texts.iter().filter(|other| other.component == text.component).count() == 1;
            let first = match text.only() {
                _ if has_one => Some(component.to_owned()),
                only => only.map(|only| format!("{component}-{only}")),
            };
            let numbered = (1..).map(|number| format!("{component}{number}"));
            let mut free = first.into_iter().chain(numbered).filter(|name| taken.insert(name.to_ascii_lowercase()));
            free.next().unwrap_or_default()
        };
        self.texts.iter().map(name).collect()
    }
}

/// The label for some texts of a component: nothing if the component is empty, otherwise a rule for
/// the same texts.
fn label(texts: &mut Vec<ComponentText>, component: usize, dfa: Dfa) -> ExprKind {
    if dfa.is_accepting(Dfa::START) && dfa.row(Dfa::START).iter().all(|&to| to == DEAD) {
        return ExprKind::Empty;
    }
    let same = texts.iter().position(|text| text.component == component && text.dfa == dfa);
    let number = same.unwrap_or_else(|| {
        texts.push(ComponentText { component, dfa });
        texts.len() - 1
    });
    // The first rule is the whole.
    ExprKind::Rule(number + 1)
}
