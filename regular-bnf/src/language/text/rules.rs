//! Expressions as the rules of a grammar, in any notation.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::marker::PhantomData;

use crate::characters::CharSet;
use crate::language::expression::{ExprKind, ExpressionId, Expressions};
use crate::language::text::notation::{Precedence, TextNotation};

/// A rule with a name of its own.
pub(crate) struct NamedRule {
    pub name: String,
    /// What it describes: the beginning of the names of its parts. Several rules may describe one
    /// thing.
    pub subject: String,
    pub expression: ExpressionId,
}

/// The text of some rules. [`ExprKind::Rule`] is the number of one of them; the first uses the
/// others.
pub(crate) fn write_rules<N: TextNotation>(expressions: &Expressions, rules: &[NamedRule]) -> String {
    let mut writer = RulesWriter::<N> { expressions, rules, parts: HashMap::new(), notation: PhantomData };
    let order = writer.choose_parts();
    let mut out = String::new();
    for (number, rule) in rules.iter().enumerate() {
        out += &N::rule(&rule.name, &writer.expr(rule.expression), number == 0);
        for (id, _) in order.iter().filter(|(_, owner)| *owner == Owner::Rule(number)) {
            out += &N::rule(&writer.parts[id], &writer.expr(*id), false);
        }
    }
    for (id, _) in order.iter().filter(|(_, owner)| *owner == Owner::Sets) {
        out += &N::rule(&writer.parts[id], &writer.expr(*id), false);
    }
    out
}

/// What uses an expression that has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// The first rule that uses it, by its number.
    Rule(usize),
    /// It is a set of characters, whatever uses it.
    Sets,
}

struct RulesWriter<'a, N> {
    expressions: &'a Expressions,
    rules: &'a [NamedRule],
    /// The names of the expressions that are rules because they are used more than once or large.
    parts: HashMap<ExpressionId, String>,
    notation: PhantomData<N>,
}

/// An expression with more parts than this has a name if it is used more than once, or if it is a
/// class.
const SMALL: usize = 2;

/// An expression with more parts than this has a name if rules of different subjects use it.
const SMALL_SHARED: usize = 6;

/// An expression that would be written with more parts than this has a name.
const LARGE: usize = 40;

impl<N: TextNotation> RulesWriter<'_, N> {
    /// Names the expressions that are used more than once, and classes that are not short. Returns
    /// them in the order in which the rules reach them.
    fn choose_parts(&mut self) -> Vec<(ExpressionId, Owner)> {
        let mut uses: HashMap<ExpressionId, usize> = HashMap::new();
        // The first rule that uses each, and whether a rule of another subject uses it too.
        let mut users: HashMap<ExpressionId, (usize, bool)> = HashMap::new();
        let mut order: Vec<ExpressionId> = Vec::new();
        for (number, rule) in self.rules.iter().enumerate() {
            let (mut seen, mut waiting) = (HashSet::new(), vec![rule.expression]);
            while let Some(id) = waiting.pop() {
                if !seen.insert(id) {
                    continue;
                }
                let inner = self.expressions.directly_in(id);
                match users.entry(id) {
                    Entry::Vacant(user) => {
                        user.insert((number, false));
                        order.push(id);
                        inner.iter().for_each(|&id| *uses.entry(id).or_default() += 1);
                    }
                    Entry::Occupied(mut user) => {
                        let (first, is_shared) = user.get_mut();
                        *is_shared |= self.rules[*first].subject != rule.subject;
                    }
                }
                waiting.extend(inner.iter().rev());
            }
        }
        let large = self.large(&order, &uses);
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut parts = Vec::new();
        for id in order {
            let (owner, base) = match self.expressions.kind(id) {
                _ if self.rules.iter().any(|rule| rule.expression == id) => continue,
                ExprKind::Class(set) if set.ranges().len() > SMALL && self.core_rule(set).is_none() => {
                    (Owner::Sets, "set".to_owned())
                }
                ExprKind::Class(_) => continue,
                _ => {
                    let (owner, is_shared) = users[&id];
                    let small = if is_shared { SMALL_SHARED } else { SMALL };
                    if !(uses[&id] > 1 && self.expressions.size(id) > small || large.contains(&id)) {
                        continue;
                    }
                    (Owner::Rule(owner), self.part_name(id, owner))
                }
            };
            // Names of ABNF are alike in any case.
            let count = counts.entry(base.to_ascii_lowercase()).or_default();
            let name = loop {
                *count += 1;
                let name = format!("{base}{count}");
                if !self.rules.iter().any(|rule| rule.name.eq_ignore_ascii_case(&name)) {
                    break name;
                }
            };
            self.parts.insert(id, name);
            parts.push((id, owner));
        }
        parts
    }

    /// The beginning of the name of a part: what it is a part of.
    fn part_name(&self, id: ExpressionId, owner: usize) -> String {
        if self.rules.len() == 1 {
            return "part".to_owned();
        }
        match self.rules_in(id)[..] {
            [] if owner == 0 => "part".to_owned(),
            [] => format!("{}-part", self.rules[owner].subject),
            [only] => format!("with-{}-", self.rules[only].name),
            [first, .., last] => format!("{}-to-{}-", self.rules[first].subject, self.rules[last].subject),
        }
    }

    /// The rules that an expression uses, in order.
    fn rules_in(&self, id: ExpressionId) -> Vec<usize> {
        let within = self.expressions.within(id).into_iter();
        let rules = within.filter_map(|id| match self.expressions.kind(id) {
            ExprKind::Rule(number) => Some(*number),
            _ => None,
        });
        let mut rules: Vec<usize> = rules.collect();
        rules.sort_unstable();
        rules
    }

    /// The name that every grammar has for a set, unless a rule has one of these names.
    fn core_rule(&self, set: &CharSet) -> Option<&'static str> {
        let core = N::CORE_RULES.iter().find(|(_, ranges)| set.ranges() == *ranges)?;
        let is_core = |rule: &NamedRule| N::CORE_RULES.iter().any(|(core, _)| rule.name.eq_ignore_ascii_case(core));
        (!self.rules.iter().any(is_core)).then_some(core.0)
    }

    /// The expressions that are too large for the text of those that use them.
    fn large(&self, order: &[ExpressionId], uses: &HashMap<ExpressionId, usize>) -> HashSet<ExpressionId> {
        let (mut large, mut sizes) = (HashSet::new(), HashMap::<ExpressionId, usize>::new());
        // An expression has a greater number than those in it.
        let mut order: Vec<ExpressionId> = order.to_vec();
        order.sort_unstable();
        for id in order {
            let size = 1 + match self.expressions.kind(id) {
                ExprKind::Sequence(ids) | ExprKind::Choice(ids) => ids.iter().map(|id| sizes[id]).sum(),
                ExprKind::Star(inner) => sizes[inner],
                ExprKind::Class(set) => set.ranges().len().min(SMALL + 1),
                ExprKind::Empty | ExprKind::End | ExprKind::Rule(_) => 0,
            };
            let named = size > LARGE && !matches!(self.expressions.kind(id), ExprKind::Class(_));
            if named {
                large.insert(id);
            }
            let shared = uses.get(&id).is_some_and(|uses| *uses > 1) && size > SMALL;
            sizes.insert(id, if named || shared { 1 } else { size });
        }
        large
    }

    fn tight(&self, id: ExpressionId, least: Precedence) -> String {
        let (text, binds) = match self.parts.get(&id) {
            Some(name) => (name.clone(), Precedence::One),
            None => self.written(id),
        };
        if binds < least { N::group(&text) } else { text }
    }

    fn expr(&self, id: ExpressionId) -> String {
        self.written(id).0
    }

    fn written(&self, id: ExpressionId) -> (String, Precedence) {
        match self.expressions.kind(id) {
            ExprKind::Empty => (N::EMPTY.to_owned(), Precedence::One),
            ExprKind::End => (N::END.to_owned(), Precedence::One),
            ExprKind::Class(set) => self.class(set),
            ExprKind::Rule(number) => (self.rules[*number].name.clone(), Precedence::One),
            ExprKind::Star(inner) => (N::repeated(&self.tight(*inner, Precedence::One), 0), Precedence::Sequence),
            ExprKind::Sequence(ids) => {
                let parts = self.sequence(ids);
                (parts.join(N::SEQUENCE), Precedence::Sequence)
            }
            ExprKind::Choice(ids) => {
                let nonempty = ids.iter().filter(|id| *self.expressions.kind(**id) != ExprKind::Empty);
                let alternatives: Vec<String> = nonempty.map(|&id| self.tight(id, Precedence::Sequence)).collect();
                let text = alternatives.join(N::CHOICE);
                if alternatives.len() == ids.len() {
                    (text, Precedence::Choice)
                } else {
                    (N::optional(&text), Precedence::One)
                }
            }
        }
    }

    fn class(&self, set: &CharSet) -> (String, Precedence) {
        self.core_rule(set).map_or_else(|| N::class(set), |core| (core.to_owned(), Precedence::One))
    }

    /// The texts of a sequence. What the notation writes as one literal is one of them.
    fn sequence(&self, ids: &[ExpressionId]) -> Vec<String> {
        let mut parts = Vec::new();
        let mut rest = ids;
        while let Some((&first, after)) = rest.split_first() {
            let sets: Vec<&CharSet> = (0..rest.len()).map_while(|at| self.literal_set(&rest[at..])).collect();
            if let Some((text, length)) = N::literal(&sets) {
                parts.push(text);
                rest = &rest[length..];
            } else if self.begins_repeated(rest) {
                // `A A*` is at least one `A`.
                parts.push(N::repeated(&self.tight(first, Precedence::One), 1));
                rest = &after[1..];
            } else {
                parts.push(self.tight(first, Precedence::Sequence));
                rest = after;
            }
        }
        parts
    }

    /// Whether a sequence begins with an expression and its repetition.
    fn begins_repeated(&self, ids: &[ExpressionId]) -> bool {
        matches!(ids, [first, next, ..] if *self.expressions.kind(*next) == ExprKind::Star(*first))
    }

    /// The set at the beginning of a sequence, if it can be a part of a literal.
    fn literal_set(&self, ids: &[ExpressionId]) -> Option<&CharSet> {
        match self.expressions.kind(*ids.first()?) {
            ExprKind::Class(set) if !self.parts.contains_key(&ids[0]) && !self.begins_repeated(ids) => Some(set),
            _ => None,
        }
    }
}
