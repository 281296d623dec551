//! Recursive productions up to a depth, where their languages are not known to be regular.

use super::{Bnf, Definition, Expr, LanguageError};
use crate::limits::LIMITS;

impl Bnf {
    /// The grammar with recursion of bounded depth where it is neither only at the end of
    /// productions nor only at their beginning, and the productions of which each such recursion
    /// consists. Its languages are parts of those of this grammar: their strings have derivations
    /// in which at most `depth` recursive uses are within one another. Without such recursion it is
    /// the same grammar.
    ///
    /// A production within the recursion has copies, one for each depth: `list~1`, `list~2`.
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
    pub fn bounded(&self, depth: usize) -> Result<(Self, Vec<Vec<String>>), LanguageError> {
        let irregular = self.irregular();
        let cycles = self.cycles();
        let mut definitions = Vec::new();
        for (cycle, _) in &irregular {
            let numbered = self.productions().iter().zip(cycles);
            let members: Vec<&Definition> = numbered
                .filter(|(_, production_cycle)| **production_cycle == Some(*cycle))
                .map(|(definition, _)| definition)
                .collect();
            let copies = members.len().saturating_mul(depth.saturating_add(1));
            if definitions.len().saturating_add(copies) > LIMITS.nfa_states {
                return Err(LanguageError::TooLarge("recursion of this depth".to_owned()));
            }
            for level in 0..=depth {
                definitions.extend(members.iter().map(|&definition| {
                    let body = definition.body.as_ref();
                    let body = body.map(|body| body.map(&mut |expr| self.deeper_use(expr, *cycle, level, depth)));
                    let body = body.map_err(Clone::clone);
                    Definition { name: copy(&definition.name, level), body, ..definition.clone() }
                }));
            }
        }
        Ok((self.with(definitions), irregular.into_iter().map(|(_, way)| way).collect()))
    }

    /// The use of a production of a cycle at a level, as a use of its copy at the next level; no
    /// strings at the last level. `None` for all other expressions.
    fn deeper_use(&self, expr: &Expr, cycle: u32, level: usize, depth: usize) -> Option<Expr> {
        let Expr::Name(name) = expr else { return None };
        let production = self.index(name).filter(|&production| self.cycles()[production] == Some(cycle))?;
        Some(if level < depth {
            Expr::Name(copy(&self.productions()[production].name, level + 1))
        } else {
            Expr::Alternatives(Vec::new())
        })
    }
}

/// The name of the copy of a production at a level.
fn copy(name: &str, level: usize) -> String {
    if level == 0 { name.to_owned() } else { format!("{name}~{level}") }
}
