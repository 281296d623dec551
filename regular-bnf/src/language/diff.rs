//! Comparison of all productions of two grammars.

use crate::bnf::{Bnf, Expr, GrammarError};
use crate::language::Language;
use crate::language::compare::{Comparison, Relation};

/// Why two productions were matched.
///
/// ```
/// use regular_bnf::{Bnf, Correspondence, GrammarDiff, MatchReason};
///
/// let old = Bnf::abnf("login = user \"@\" site\nuser = *ALPHA\nsite = 1*ALPHA\n")?;
/// let new = Bnf::abnf("authority = userinfo \"@\" site\nuserinfo = *ALPHA\nsite = 1*ALPHA\n")?;
/// let diff = GrammarDiff::new(&old, &new, &Correspondence::read("login authority\n"));
/// let reason = |name| diff.pairs.iter().find(|pair| pair.left == name).unwrap().matched;
/// assert_eq!(["login", "user", "site"].map(reason), [MatchReason::Part, MatchReason::Definition, MatchReason::Name]);
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MatchReason {
    /// Both have the same name, perhaps in another case.
    Name,
    /// They correspond in the correspondence table.
    Part,
    /// They have the same definition, which uses another production, and no other production has it:
    /// one was renamed.
    Definition,
}

/// Two productions that were matched.
///
/// ```
/// use regular_bnf::{Bnf, Correspondence, GrammarDiff, Relation};
///
/// let (old, new) = (Bnf::abnf("port = 1*DIGIT\n")?, Bnf::abnf("port = *DIGIT\n")?);
/// let diff = GrammarDiff::new(&old, &new, &Correspondence::default());
/// let port = &diff.pairs[0];
/// assert_eq!((port.left.as_str(), port.right.as_str()), ("port", "port"));
/// assert_eq!(port.comparison.clone()?.relation, Relation::Narrower);
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone)]
pub struct MatchedPair {
    /// The production of the left grammar.
    pub left: String,
    /// The production of the right grammar.
    pub right: String,
    /// Why they were matched.
    pub matched: MatchReason,
    /// The comparison of their languages, or why it cannot be decided.
    pub comparison: Result<Comparison, GrammarError>,
}

/// The productions of two grammars, matched and compared.
#[derive(Debug, Clone, Default)]
pub struct GrammarDiff {
    /// The matched productions, in the left grammar's order.
    pub pairs: Vec<MatchedPair>,
    /// The productions of the left grammar without a counterpart.
    pub only_left: Vec<String>,
    /// The productions of the right grammar without a counterpart.
    pub only_right: Vec<String>,
}

/// The names of corresponding productions in different grammars.
///
/// ```
/// use regular_bnf::Correspondence;
///
/// let parts = Correspondence::read("# a row a part\nnumber digits\nlabel pre-release tag\n");
/// assert_eq!(parts.of("label").collect::<Vec<_>>(), ["pre-release", "tag"]);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Correspondence {
    rows: Vec<Vec<String>>,
}

impl Correspondence {
    /// Reads a table: each line has the names of corresponding productions. A line that begins with
    /// `#` is a comment.
    pub fn read(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        Self { rows: lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect() }
    }

    /// The names that correspond to a name, without the name itself.
    pub fn of<'c>(&'c self, name: &'c str) -> impl Iterator<Item = &'c str> {
        let rows = self.rows.iter().filter(move |row| row.iter().any(|member| member == name));
        rows.flatten().map(String::as_str).filter(move |member| *member != name)
    }
}

impl GrammarDiff {
    /// Compares two grammars, production by production.
    ///
    /// Productions are matched by name, then by the correspondence table, then by equal definitions.
    /// Productions of one language that are defined otherwise are no counterparts: they may have
    /// nothing else in common.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Correspondence, GrammarDiff};
    ///
    /// let left = Bnf::read("date = year \"-\" month\nyear = 4DIGIT\nmonth = 2DIGIT\n")?;
    /// let right = Bnf::read("date = year \"-\" mon\nyear = 4DIGIT\nmon = 2DIGIT\nday = DIGIT DIGIT\n")?;
    /// let diff = GrammarDiff::new(&left, &right, &Correspondence::default());
    /// let month = diff.pairs.iter().find(|pair| pair.left == "month").unwrap();
    /// assert_eq!((month.right.as_str(), &*diff.only_right), ("mon", &["day".to_owned()][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(left: &Bnf, right: &Bnf, parts: &Correspondence) -> Self {
        fn definition<'b>(bnf: &'b Bnf, name: &str) -> Option<&'b Expr> {
            bnf.get(name)?.body.as_ref().ok()
        }
        let is_only = |bnf: &Bnf, names: &[(&str, Result<Language, GrammarError>)], body: &Expr| {
            names.iter().filter(|(name, _)| definition(bnf, name) == Some(body)).count() == 1
        };
        let (left_bnf, right_bnf) = (left, right);
        let (left, right) = (Language::all(left), Language::all(right));
        let mut open: Vec<bool> = vec![true; right.len()];
        let mut matches: Vec<Option<(usize, MatchReason)>> = vec![None; left.len()];
        match_open(&mut matches, &mut open, MatchReason::Name, |l, r| left[l].0 == right[r].0);
        match_open(&mut matches, &mut open, MatchReason::Name, |l, r| left[l].0.eq_ignore_ascii_case(right[r].0));
        match_open(&mut matches, &mut open, MatchReason::Part, |l, r| {
            parts.of(left[l].0).any(|name| name == right[r].0)
        });
        match_open(&mut matches, &mut open, MatchReason::Definition, |l, r| {
            let (Ok(left_language), Ok(right_language)) = (&left[l].1, &right[r].1) else { return false };
            let Some(body) = definition(left_bnf, left[l].0) else { return false };
            definition(right_bnf, right[r].0) == Some(body)
                && !body.names().is_empty()
                && left_language.automaton() == right_language.automaton()
                && is_only(left_bnf, &left, body)
                && is_only(right_bnf, &right, body)
        });
        let mut diff = Self::default();
        for ((left_name, left_language), counterpart) in left.iter().zip(matches) {
            let Some((r, matched)) = counterpart else {
                diff.only_left.push((*left_name).to_owned());
                continue;
            };
            let (right_name, right_language) = &right[r];
            let comparison = match (left_language, right_language) {
                (Ok(left), Ok(right)) => left.compare(right),
                (Err(error), _) | (_, Err(error)) => Err(error.clone()),
            };
            let (left, right) = ((*left_name).to_owned(), (*right_name).to_owned());
            diff.pairs.push(MatchedPair { left, right, matched, comparison });
        }
        let names = right.iter().zip(open).filter(|(_, open)| *open);
        diff.only_right = names.map(|((name, _), _)| (*name).to_owned()).collect();
        diff
    }

    /// Whether every production has a counterpart with the same language.
    pub fn is_equal(&self) -> bool {
        let has_counterparts = self.only_left.is_empty() && self.only_right.is_empty();
        has_counterparts
            && self
                .pairs
                .iter()
                .all(|pair| pair.comparison.as_ref().is_ok_and(|comparison| comparison.relation == Relation::Equal))
    }
}

/// Matches each production of the left that has no counterpart yet with the first open one of the
/// right that fits.
fn match_open(
    matches: &mut [Option<(usize, MatchReason)>],
    open: &mut [bool],
    matched: MatchReason,
    fits: impl Fn(usize, usize) -> bool,
) {
    for (l, counterpart) in matches.iter_mut().enumerate() {
        if counterpart.is_none()
            && let Some(r) = (0..open.len()).find(|&r| open[r] && fits(l, r))
        {
            open[r] = false;
            *counterpart = Some((r, matched));
        }
    }
}
