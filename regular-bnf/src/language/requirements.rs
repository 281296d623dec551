//! The fewest requirements that exclude all strings of a language.

use std::collections::HashMap;

use crate::automaton::dfa::Dfa;
use crate::bnf::LanguageError;
use crate::language::Language;
use crate::limits::LIMITS;

/// Something that a string can be required to satisfy.
pub trait Requirement {
    /// Whether a string satisfies it.
    fn holds(&self, string: &str) -> bool;

    /// All strings that satisfy it.
    ///
    /// # Errors
    ///
    /// If the language is too large.
    fn language(&self) -> Result<Language, LanguageError>;

    /// How hard it is to check. Of sets of the same size, one with the least sum is preferred.
    fn rank(&self) -> usize {
        0
    }
}

/// The fewest of some requirements that no unwanted string satisfies. See [`fewest`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FewestRequirements {
    /// The requirements by their indices, each with a shortest unwanted string that satisfies all
    /// others: the string that makes it needed.
    These(Vec<(usize, String)>),
    /// No set that some wanted string satisfies suffices: an unwanted string that satisfies every
    /// requirement that allows some wanted strings, if there is one, or else a shortest unwanted
    /// string.
    None(String),
    /// Not decided within the [limits](LIMITS): any such set has at least this number of
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
/// of them whether it excludes the whole language. If not, a shortest string of the rest is kept,
/// too.
///
/// ```
/// use regular_bnf::{FewestRequirements, Language, LanguageError, Requirement, fewest};
///
/// struct Without(char);
/// impl Requirement for Without {
///     fn holds(&self, string: &str) -> bool {
///         !string.contains(self.0)
///     }
///     fn language(&self) -> Result<Language, LanguageError> {
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
    all: &[R],
) -> Result<FewestRequirements, LanguageError> {
    let sample: Vec<String> = wanted.sample(1).take(SAMPLE).collect();
    let lost = |one: &R| sample.iter().filter(|text| !one.holds(text)).count();
    let loss: Vec<usize> = all.iter().map(lost).collect();
    // No sum of losses is as great as one rank.
    let rank = SAMPLE * (all.len() + 1);
    let cost = all.iter().zip(&loss).map(|(one, loss)| one.rank() * rank + loss).collect();
    let mut search = RequirementSearch {
        all,
        languages: HashMap::new(),
        cost,
        strings: Vec::new(),
        conflicts: Vec::new(),
        least: 0,
        steps: 0,
    };
    // A requirement that allows no wanted string excludes too much.
    let mut possible: Vec<usize> = Vec::new();
    for (at, &loss) in loss.iter().enumerate() {
        if loss < sample.len() || search.rest(wanted, &[at])?.is_some() {
            possible.push(at);
        }
    }
    loop {
        if search.strings.len() + search.conflicts.len() > LIMITS.requirement_strings {
            return Ok(FewestRequirements::AtLeast(search.least));
        }
        let best = match search.best(possible.len()) {
            Ok(Some(best)) => best,
            Ok(None) => {
                let string = search.rest(unwanted, &[])?;
                return Ok(string.map_or(FewestRequirements::These(Vec::new()), FewestRequirements::None));
            }
            Err(least) => return Ok(FewestRequirements::AtLeast(least)),
        };
        if let Some(string) = search.rest(unwanted, &best)? {
            let broken: Vec<usize> = {
                // It satisfies those of the set.
                let others = possible.iter().copied().filter(|at| !best.contains(at));
                others.filter(|&at| !all[at].holds(&string)).collect()
            };
            if broken.is_empty() {
                return Ok(FewestRequirements::None(string));
            }
            search.strings.push(broken);
        } else if search.rest(wanted, &best)?.is_none() {
            let conflict = search.conflict(wanted, best)?;
            search.conflicts.push(conflict);
        } else {
            let mut each = Vec::new();
            for &one in &best {
                let others: Vec<usize> = best.iter().copied().filter(|&other| other != one).collect();
                each.extend(search.rest(unwanted, &others)?.map(|string| (one, string)));
            }
            return Ok(FewestRequirements::These(each));
        }
    }
}

struct RequirementSearch<'r, R> {
    all: &'r [R],
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
    fn rest(&mut self, language: &Language, required: &[usize]) -> Result<Option<String>, LanguageError> {
        for &at in required {
            if !self.languages.contains_key(&at) {
                let own = self.all[at].language()?;
                self.languages.insert(at, own);
            }
        }
        let mut rest = language.clone();
        for at in required {
            rest = rest.intersection(&self.languages[at])?;
        }
        Ok(rest.automaton().shortest(Dfa::START))
    }

    /// A smallest part of a set that no wanted string satisfies: without any one of its
    /// requirements, some string does.
    fn conflict(&mut self, wanted: &Language, mut set: Vec<usize>) -> Result<Vec<usize>, LanguageError> {
        let mut at = 0;
        while at < set.len() {
            let one = set.remove(at);
            if self.rest(wanted, &set)?.is_some() {
                set.insert(at, one);
                at += 1;
            }
        }
        Ok(set)
    }

    /// The best set that excludes all strings that are kept; `None` if no set does. An error is the
    /// least size of one, if the search needs too many steps.
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
        if self.steps > LIMITS.requirement_sets {
            return Err(TooLong);
        }
        if best.as_ref().is_some_and(|(known, _)| cost >= *known)
            || self.conflicts.iter().any(|conflict| conflict.iter().all(|at| chosen.contains(at)))
        {
            return Ok(());
        }
        // Strings that no requirement excludes yet. Those that share no requirement need one each.
        let (mut apart, mut used) = (0, Vec::new());
        let mut next: Option<&Vec<usize>> = None;
        for string in self.strings.iter().filter(|string| !string.iter().any(|at| chosen.contains(at))) {
            if !string.iter().any(|at| used.contains(at)) {
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
        for at in next {
            if banned.contains(&at) {
                continue;
            }
            chosen.push(at);
            self.choose(left - 1, chosen, banned, cost + self.cost[at], best)?;
            chosen.pop();
            // The sets with it have been tried.
            banned.push(at);
        }
        banned.truncate(before);
        Ok(())
    }
}

struct TooLong;
