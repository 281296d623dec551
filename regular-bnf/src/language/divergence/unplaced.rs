//! Changes of corresponding productions at which no cause is: another production reads the text, or
//! the text is refused further on.

use std::collections::BTreeSet;

use super::{Divergence, Divergences};
use crate::bnf::{Bnf, GrammarError};
use crate::language::Language;
use crate::language::compare::Relation;
use crate::language::diff::Correspondence;

impl Divergences {
    /// The causes why corresponding productions differ that both compared productions use, where none
    /// of the causes in the [list](Self::list) is in these productions. Their strings are accepted in
    /// another production, or are refused further on: the limit of a number is none of the causes if its
    /// digits may also be a name. Takes the grammars and the correspondence that were compared.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Correspondence, Divergences};
    ///
    /// // A number with too many digits is a name.
    /// let old = Bnf::abnf("part = number / name\nnumber = 1*DIGIT\nname = 1*( ALPHA / DIGIT )\n")?;
    /// let new = Bnf::abnf("part = number / name\nnumber = 1*3DIGIT\nname = 1*( ALPHA / DIGIT )\n")?;
    /// let all = Divergences::new((&old, "part"), (&new, "part"), &Correspondence::default())?;
    /// assert!(all.list().is_empty());
    /// let unplaced = all.unplaced(&old, &new, &Correspondence::default())?;
    /// assert_eq!((unplaced[0].left_production.as_str(), unplaced[0].witness.as_str()), ("number", "0000"));
    /// # Ok::<(), regular_bnf::GrammarError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the combined automaton of two productions has too many states.
    pub fn unplaced(&self, left: &Bnf, right: &Bnf, parts: &Correspondence) -> Result<Vec<Divergence>, GrammarError> {
        let placed: BTreeSet<[&str; 2]> = self.list.iter().flat_map(Divergence::places).collect();
        let mut unplaced = Vec::new();
        for pair @ [left_name, right_name] in self.inner_pairs() {
            if placed.contains(&pair) {
                continue;
            }
            let languages = (Language::new(left, left_name)?, Language::new(right, right_name)?);
            if languages.0.compare(&languages.1)?.relation == Relation::Equal {
                continue;
            }
            let within = Self::new((left, left_name), (right, right_name), parts)?;
            let innermost = within.list.into_iter().filter(|cause| cause.places().any(|place| place == pair));
            unplaced.extend(innermost.filter(|cause| !self.lacks(cause)));
        }
        Ok(unplaced)
    }

    /// The corresponding productions that occur in the compared ones, without these. A production with a
    /// counterpart of its name has no other.
    fn inner_pairs(&self) -> impl Iterator<Item = [&str; 2]> {
        let [of_left, of_right] = &self.counterparts;
        let (left_names, right_names) = (&self.left.names, &self.right.names);
        let inner = (0..of_left.len()).filter(|&left| left != self.left.root && self.left.occurs(left));
        let pairs = inner.flat_map(|left| of_left[left].iter().map(move |&right| (left, right)));
        let occurring = pairs.filter(|&(_, right)| right != self.right.root && self.right.occurs(right));
        let unnamed = occurring.filter(|&(left, right)| {
            let (left_name, right_name) = (&left_names[left], &right_names[right]);
            let has_name_in = |counterparts: &[usize], names: &[String], name: &String| {
                counterparts.iter().any(|&counterpart| names[counterpart] == *name)
            };
            left_name == right_name
                || !has_name_in(&of_left[left], right_names, left_name)
                    && !has_name_in(&of_right[right], left_names, right_name)
        });
        unnamed.map(|(left, right)| [&*left_names[left], &*right_names[right]])
    }

    /// Whether a cause of two productions is one of characters that the whole other side lacks.
    fn lacks(&self, cause: &Divergence) -> bool {
        self.list.iter().any(|whole| {
            let is_lacking = whole.accepting.is_none() && whole.refusing.is_none();
            is_lacking && whole.side == cause.side && cause.characters.iter().any(|c| whole.characters.contains(c))
        })
    }
}
