//! Recursive productions up to a depth, where their languages are not known to be regular.

use super::error::GrammarError;
use std::collections::{BTreeSet, HashSet};

use super::{Bnf, Definition, Expr};
use crate::limits::limits;

/// How often each head of a cycle stands around a place in a derivation, in the order of the heads.
type Nesting = Vec<usize>;

/// A cycle of productions whose language is not known to be regular.
struct Cycle<'b> {
    bnf: &'b Bnf,
    number: u32,
    /// The productions through which every recursion of the cycle goes.
    heads: Vec<usize>,
    /// How often a head may stand inside itself.
    depth: usize,
}

impl Bnf {
    /// The grammar with recursion of bounded depth where it is neither only at the end of
    /// productions nor only at their beginning, and the productions of which each such recursion
    /// consists. Its languages are parts of those of this grammar, and none is empty that has
    /// strings there: their strings have derivations in which a counted production stands inside
    /// itself at most `depth` times. Without such recursion it is the same grammar.
    ///
    /// Enough productions are counted that every recursion goes through one of them: in
    /// `e = t *( "+" t )`, `t = DIGIT / "(" e ")"` the production `e`. A production within the
    /// recursion has copies, each named by its counts: `list~1`, or `list~1.0` where two productions
    /// are counted.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Language};
    ///
    /// let lists = Bnf::read("list = \"(\" *list \")\"\n")?;
    /// assert!(Language::new(&lists, "list").is_err());
    /// let (bounded, recursions) = lists.bounded(2)?;
    /// assert_eq!(recursions, [["list", "list"]]);
    /// let language = Language::new(&bounded, "list")?;
    /// assert!(language.contains("((())())") && !language.contains("(((())))"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the copies are too many.
    pub fn bounded(&self, depth: usize) -> Result<(Self, Vec<Vec<String>>), GrammarError> {
        let irregular = self.irregular();
        let mut definitions = Vec::new();
        for (number, _) in &irregular {
            let members: Vec<usize> =
                (0..self.cycles().len()).filter(|&member| self.cycles()[member] == Some(*number)).collect();
            let heads = members.first().map(|&first| self.heads(*number, first)).unwrap_or_default();
            Cycle { bnf: self, number: *number, heads, depth }.copy_all(&members, &mut definitions)?;
        }
        Ok((self.with(definitions), irregular.into_iter().map(|(_, way)| way).collect()))
    }

    /// Productions of a cycle through which every recursion goes, in order: those to which a walk
    /// from the first returns while it is within them.
    fn heads(&self, cycle: u32, first: usize) -> Vec<usize> {
        let (mut seen, mut heads) = (HashSet::from([first]), BTreeSet::new());
        // The productions that the walk is within, each with those that it uses and that come next.
        let mut walk = vec![(first, self.members_used(cycle, first))];
        let mut is_within = HashSet::from([first]);
        while let Some((production, next)) = walk.last_mut() {
            match next.next() {
                Some(used) if is_within.contains(&used) => {
                    heads.insert(used);
                }
                Some(used) if seen.insert(used) => {
                    walk.push((used, self.members_used(cycle, used)));
                    is_within.insert(used);
                }
                Some(_) => {}
                None => {
                    is_within.remove(production);
                    walk.pop();
                }
            }
        }
        heads.into_iter().collect()
    }

    /// The productions of a cycle that a production uses.
    fn members_used(&self, cycle: u32, production: usize) -> impl Iterator<Item = usize> {
        self.used_productions(production).filter(move |&used| self.cycles()[used] == Some(cycle))
    }
}

impl Cycle<'_> {
    /// Adds the copies of the productions of the cycle.
    fn copy_all(&self, members: &[usize], definitions: &mut Vec<Definition>) -> Result<(), GrammarError> {
        let starts = members.iter().map(|&member| (member, self.start(member)));
        let mut waiting: Vec<(usize, Nesting)> = starts.collect();
        let mut seen: HashSet<(usize, Nesting)> = waiting.iter().cloned().collect();
        // Expressions and counts that were written.
        let mut size = 0;
        while let Some((member, nesting)) = waiting.pop() {
            if size >= 4 * limits().nfa_states {
                return Err(GrammarError::TooLarge("recursion of this depth".to_owned()));
            }
            let definition = &self.bnf.productions()[member];
            let body = definition.body.as_ref().map_err(Clone::clone);
            let body = body.map(|body| {
                body.map(&mut |expr| {
                    size += 1;
                    let used = self.member(expr)?;
                    size += nesting.len();
                    let Some(deeper) = self.deeper(used, &nesting) else {
                        return Some(Expr::Alternatives(Vec::new()));
                    };
                    let name = self.copy_name(used, &deeper);
                    if seen.insert((used, deeper.clone())) {
                        waiting.push((used, deeper));
                    }
                    Some(Expr::Name(name))
                })
            });
            let name = self.copy_name(member, &nesting);
            let is_original = name == definition.name;
            let [text, comment] = [&definition.text, &definition.comment]
                .map(|text| if is_original { text.clone() } else { String::new() });
            definitions.push(Definition { name, text, comment, line: definition.line, body });
        }
        Ok(())
    }

    /// The production of the cycle that an expression uses.
    fn member(&self, expr: &Expr) -> Option<usize> {
        let Expr::Name(name) = expr else { return None };
        self.bnf.index(name).filter(|&production| self.bnf.cycles()[production] == Some(self.number))
    }

    /// The nesting within a production that is used from outside of the cycle.
    fn start(&self, member: usize) -> Nesting {
        self.heads.iter().map(|&head| usize::from(head == member)).collect()
    }

    /// The nesting within a production that is used; `None` if it is too deep.
    fn deeper(&self, member: usize, nesting: &[usize]) -> Option<Nesting> {
        let deeper: Nesting = nesting.iter().zip(self.start(member)).map(|(outer, inner)| outer + inner).collect();
        deeper.iter().all(|&count| count <= self.depth.saturating_add(1)).then_some(deeper)
    }

    /// The name of a copy: that of the production, if it is used from outside.
    fn copy_name(&self, member: usize, nesting: &[usize]) -> String {
        let name = &self.bnf.productions()[member].name;
        let outer: Vec<usize> = nesting.iter().zip(self.start(member)).map(|(total, inner)| total - inner).collect();
        if outer.iter().all(|&count| count == 0) {
            return name.clone();
        }
        let outer: Vec<String> = outer.iter().map(usize::to_string).collect();
        format!("{name}~{}", outer.join("."))
    }
}
