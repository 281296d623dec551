//! The fewest requirements that exclude all strings of a language.

use std::collections::HashMap;

use crate::automaton::dfa::Dfa;
use crate::bnf::GrammarError;
use crate::language::Language;
use crate::limits::limits;

/// Something that a string can be required to satisfy.
///
/// ```
/// use regular_bnf::{GrammarError, Language, Requirement};
///
/// /// No character beyond US-ASCII.
/// struct Ascii;
///
/// impl Requirement for Ascii {
///     fn holds(&self, string: &str) -> bool {
///         string.is_ascii()
///     }
///
///     fn language(&self) -> Result<Language, GrammarError> {
///         Ok(Language::matching("^[[:ascii:]]*$")?)
///     }
/// }
///
/// assert!(Ascii.language()?.members().take(1_000).all(|text| Ascii.holds(&text)));
/// # Ok::<(), GrammarError>(())
/// ```
pub trait Requirement {
    /// Whether a string satisfies it.
    fn holds(&self, string: &str) -> bool;

    /// All strings that satisfy it.
    ///
    /// # Errors
    ///
    /// If the language is too large.
    fn language(&self) -> Result<Language, GrammarError>;

    /// How hard it is to check. Of sets of the same size, one with the least sum is preferred.
    fn rank(&self) -> usize {
        0
    }
}

/// The fewest of some requirements that no unwanted string satisfies. See [`fewest`].
///
/// ```
/// use regular_bnf::{FewestRequirements, Language, fewest};
/// # struct Without(char);
/// # impl regular_bnf::Requirement for Without {
/// #     fn holds(&self, string: &str) -> bool {
/// #         !string.contains(self.0)
/// #     }
/// #     fn language(&self) -> Result<Language, regular_bnf::GrammarError> {
/// #         Ok(Language::matching(&format!("^[^{}]*$", self.0))?)
/// #     }
/// # }
///
/// let (unwanted, wanted) = (Language::matching("[@:]")?, Language::matching("^[a-z]+$")?);
/// let found = fewest(&unwanted, &wanted, &[Without('@'), Without('/')])?;
/// assert_eq!(found, FewestRequirements::None(":".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FewestRequirements {
    /// The requirements by their indices, each with a shortest unwanted string that satisfies all
    /// others: the string that makes it needed.
    These(Vec<(usize, String)>),
    /// No set that some wanted string satisfies suffices: an unwanted string that satisfies every
    /// requirement that allows some wanted strings, if there is one, or else a shortest unwanted
    /// string.
    None(String),
    /// Not decided within the [limits](crate::limits()): any such set has at least this number of
    /// requirements.
    AtLeast(usize),
}

/// The number of wanted members by which sets of requirements of the same size are compared.
const SAMPLE: usize = 1_000;

/// The fewest requirements that exclude all `unwanted` strings and that some `wanted` string
/// satisfies.
///
/// The result is exact: no smaller set suffices. Of sets of the same size it is one with the least
/// ranks and, among those, one whose requirements, each alone, exclude the fewest of 1,000 random
/// wanted strings. Earlier requirements are preferred.
///
/// The search keeps unwanted strings and decides for the best set of requirements that excludes all
/// of them whether it excludes the whole language. If not, a shortest string that it does not
/// exclude is kept, too.
///
/// ```
/// use regular_bnf::{FewestRequirements, Language, GrammarError, Requirement, fewest};
///
/// struct Without(char);
/// impl Requirement for Without {
///     fn holds(&self, string: &str) -> bool {
///         !string.contains(self.0)
///     }
///     fn language(&self) -> Result<Language, GrammarError> {
///         Ok(Language::matching(&format!("^[^{}]*$", self.0)).unwrap())
///     }
/// }
/// let (unwanted, wanted) = (Language::matching("^a*[bc]d*$")?, Language::matching("^a*d*$")?);
/// let found = fewest(&unwanted, &wanted, &[Without('a'), Without('b'), Without('c'), Without('d')])?;
/// assert_eq!(found, FewestRequirements::These(vec![(1, "b".to_owned()), (2, "c".to_owned())]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If a language is too large.
pub fn fewest<R: Requirement>(
    unwanted: &Language,
    wanted: &Language,
    requirements: &[R],
) -> Result<FewestRequirements, GrammarError> {
    let sample: Vec<String> = wanted.sample(1).take(SAMPLE).collect();
    let losses: Vec<usize> =
        requirements.iter().map(|requirement| sample.iter().filter(|text| !requirement.holds(text)).count()).collect();
    // No sum of losses is as great as one rank.
    let rank = SAMPLE * (requirements.len() + 1);
    let mut search = RequirementSearch {
        requirements,
        languages: HashMap::new(),
        cost: requirements.iter().zip(&losses).map(|(requirement, loss)| requirement.rank() * rank + loss).collect(),
        strings: Vec::new(),
        conflicts: Vec::new(),
        least: 0,
        steps: 0,
    };
    // A requirement that allows no wanted string excludes too much.
    let mut possible: Vec<usize> = Vec::new();
    for (index, &loss) in losses.iter().enumerate() {
        if loss < sample.len() || search.witness(wanted, &[index])?.is_some() {
            possible.push(index);
        }
    }
    loop {
        if search.strings.len() + search.conflicts.len() > limits().requirement_strings {
            return Ok(FewestRequirements::AtLeast(search.least));
        }
        let best = match search.best(possible.len()) {
            Ok(Some(best)) => best,
            Ok(None) => {
                let string = search.witness(unwanted, &[])?;
                return Ok(string.map_or(FewestRequirements::These(Vec::new()), FewestRequirements::None));
            }
            Err(least) => return Ok(FewestRequirements::AtLeast(least)),
        };
        if let Some(string) = search.witness(unwanted, &best)? {
            // The string satisfies the requirements of the best set.
            let untested = possible.iter().copied().filter(|index| !best.contains(index));
            let excluding: Vec<usize> = untested.filter(|&index| !requirements[index].holds(&string)).collect();
            if excluding.is_empty() {
                return Ok(FewestRequirements::None(string));
            }
            search.strings.push(excluding);
        } else if search.witness(wanted, &best)?.is_none() {
            let conflict = search.conflict(wanted, best)?;
            search.conflicts.push(conflict);
        } else {
            let mut needed = Vec::new();
            for &index in &best {
                let others: Vec<usize> = best.iter().copied().filter(|&needed| needed != index).collect();
                needed.extend(search.witness(unwanted, &others)?.map(|string| (index, string)));
            }
            return Ok(FewestRequirements::These(needed));
        }
    }
}

struct RequirementSearch<'r, R> {
    requirements: &'r [R],
    languages: HashMap<usize, Language>,
    /// The cost of each requirement, among sets of the same size.
    cost: Vec<usize>,
    /// For each unwanted string that is kept, the requirements that exclude it.
    strings: Vec<Vec<usize>>,
    /// Sets that no wanted string satisfies.
    conflicts: Vec<Vec<usize>>,
    /// The least size of a set that may suffice.
    least: usize,
    steps: usize,
}

impl<R: Requirement> RequirementSearch<'_, R> {
    /// A shortest string of a language that satisfies some requirements.
    fn witness(&mut self, language: &Language, required: &[usize]) -> Result<Option<String>, GrammarError> {
        for &index in required {
            if !self.languages.contains_key(&index) {
                let satisfying = self.requirements[index].language()?;
                self.languages.insert(index, satisfying);
            }
        }
        let mut remaining = language.clone();
        for index in required {
            remaining = remaining.intersection(&self.languages[index])?;
        }
        Ok(remaining.automaton().shortest(Dfa::START))
    }

    /// A smallest part of a set that no wanted string satisfies: without any one of its
    /// requirements, some string does.
    fn conflict(&mut self, wanted: &Language, mut set: Vec<usize>) -> Result<Vec<usize>, GrammarError> {
        let mut position = 0;
        while position < set.len() {
            let requirement = set.remove(position);
            if self.witness(wanted, &set)?.is_some() {
                set.insert(position, requirement);
                position += 1;
            }
        }
        Ok(set)
    }

    /// The best set that excludes all strings that are kept; `None` if no set does. The error is
    /// the least size of such a set, if the search needs too many steps.
    fn best(&mut self, possible: usize) -> Result<Option<Vec<usize>>, usize> {
        // A string needs one requirement, so a larger set would have one that no string needs.
        while self.least <= possible.min(self.strings.len()) {
            let mut best: Option<(usize, Vec<usize>)> = None;
            self.choose(self.least, &mut Vec::new(), &mut Vec::new(), 0, &mut best).map_err(|TooLong| self.least)?;
            if let Some((_, mut best)) = best {
                best.sort_unstable();
                return Ok(Some(best));
            }
            self.least += 1;
        }
        Ok(None)
    }

    /// Chooses `left` more requirements for the strings that are kept.
    fn choose(
        &mut self,
        left: usize,
        chosen: &mut Vec<usize>,
        banned: &mut Vec<usize>,
        cost: usize,
        best: &mut Option<(usize, Vec<usize>)>,
    ) -> Result<(), TooLong> {
        self.steps += 1;
        if self.steps > limits().requirement_sets {
            return Err(TooLong);
        }
        if best.as_ref().is_some_and(|(least, _)| cost >= *least)
            || self.conflicts.iter().any(|conflict| conflict.iter().all(|index| chosen.contains(index)))
        {
            return Ok(());
        }
        // Strings that no requirement excludes yet. Strings that share no requirement need one
        // each.
        let (mut apart, mut used) = (0, Vec::new());
        let mut next: Option<&Vec<usize>> = None;
        for string in self.strings.iter().filter(|string| !string.iter().any(|index| chosen.contains(index))) {
            if !string.iter().any(|index| used.contains(index)) {
                apart += 1;
                used.extend_from_slice(string);
            }
            if next.is_none_or(|next| string.len() < next.len()) {
                next = Some(string);
            }
        }
        let Some(next) = next.cloned() else {
            if left == 0 {
                *best = Some((cost, chosen.clone()));
            }
            return Ok(());
        };
        if apart > left {
            return Ok(());
        }
        let before = banned.len();
        for index in next {
            if banned.contains(&index) {
                continue;
            }
            chosen.push(index);
            self.choose(left - 1, chosen, banned, cost + self.cost[index], best)?;
            chosen.pop();
            // The sets with this requirement have been tried.
            banned.push(index);
        }
        banned.truncate(before);
        Ok(())
    }
}

struct TooLong;
