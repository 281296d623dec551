//! How several grammars read a component: the strings that they do not all read alike, in classes.

use super::cause::SplitCause;
use super::walk::{Differential, Differentials};
use crate::bnf::GrammarError;
use crate::language::Language;
use crate::limits::limits;
use crate::spans::Spans;
use crate::spans::readings::SpanComparison;

/// A class of strings that several grammars accept but do not all read alike.
///
/// The strings of a class have in common which pairs of grammars read the component alike. For the
/// first pair that does not, they also have in common the cause, and the part as which one grammar
/// reads the beginning of the other grammar's span. Every string that the grammars do not all read
/// alike belongs to exactly one class.
///
/// ```
/// use regular_bnf::{Place, Spans, SplitClass, SplitOptions};
///
/// let first = "a = { b ~ (\"-\" ~ c)? } b = @{ ASCII_DIGIT* } c = @{ (\"-\" | ASCII_DIGIT)* }";
/// let last = "a = { b ~ (\"-\" ~ c)? } \
///     b = @{ (ASCII_DIGIT | \"-\" ~ &(ASCII_DIGIT* ~ \"-\"))* } c = @{ ASCII_DIGIT* }";
/// let whole = "a = { b } b = @{ (\"-\" | ASCII_DIGIT)* }";
/// let spans = |pest| Spans::from_pest(pest, &["a"], [&[Place::rule("b")]]).map(|[spans]| spans);
/// let sides = [spans(first)?, spans(last)?, spans(whole)?];
/// let classes = SplitClass::find_all(&sides.each_ref(), &SplitOptions::default())?;
/// let shown: Vec<_> = classes.iter().map(|class| (class.strings[0].witness.as_str(), class.alike(0, 1))).collect();
/// // In the shortest string only the last one has text. In others the first two are not alike.
/// assert_eq!(shown[0], ("-", true));
/// assert!(shown.iter().any(|(_, alike)| !alike));
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitClass {
    /// The numbers of the first two grammars that do not read the component alike: in the order (0,
    /// 1), (0, 2), (1, 2), (0, 3).
    pub pair: (usize, usize),
    /// Why these two differ; the first of them is the left one.
    pub cause: SplitCause,
    /// The part in which one grammar reads the beginning of the other grammar's span, if that span
    /// begins first: its number. `None` if that is not in a part, or if both spans begin at the same
    /// offset.
    pub read_as: Option<usize>,
    /// The shortest strings, with the spans of these two.
    pub strings: Vec<Differential>,
    /// For each pair, in that order, whether the two read the component alike.
    alike: Vec<bool>,
}

/// How [`SplitClass::find_all`] divides strings.
///
/// ```
/// use regular_bnf::{Bnf, Place, SpanComparison, Spans, SplitClass, SplitOptions};
///
/// let old = Bnf::abnf("hostport = site [ \":\" [ port ] ]\nsite = 1*ALPHA\nport = 1*DIGIT\n")?;
/// let new = Bnf::abnf("hostport = site [ \":\" port ]\nsite = 1*ALPHA\nport = *DIGIT\n")?;
/// let [old, new] = [old, new].map(|bnf| Spans::from_bnf(&bnf, "hostport", &[Place::rule("port")]).unwrap());
/// assert!(SplitClass::find_all(&[&old, &new], &SplitOptions::default())?.is_empty());
/// // In `a:` the port is absent for the old one, and empty for the new one.
/// let options = SplitOptions::default().comparison(SpanComparison::default().strict(true)).witnesses(2);
/// assert_eq!(SplitClass::find_all(&[&old, &new], &options)?[0].strings.len(), 2);
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct SplitOptions<'s> {
    comparison: SpanComparison,
    parts: Vec<Vec<&'s Spans>>,
    witnesses: usize,
}

impl<'s> SplitOptions<'s> {
    /// Which spans count as alike.
    #[must_use]
    pub fn comparison(self, comparison: SpanComparison) -> Self {
        Self { comparison, ..self }
    }

    /// For each side, in the order of the sides, the spans of other components: of the same components in
    /// the same order. They divide the classes further, by the part in which one side reads the beginning
    /// of the other's component.
    #[must_use]
    pub fn parts(self, parts: Vec<Vec<&'s Spans>>) -> Self {
        Self { parts, ..self }
    }

    /// How many strings each class has at most: at least one.
    #[must_use]
    pub fn witnesses(self, witnesses: usize) -> Self {
        Self { witnesses, ..self }
    }
}

/// All pairs of grammars, by their numbers: each grammar with those in front of it.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(|right| (0..right).map(move |left| (left, right)))
}

impl SplitClass {
    /// All classes, those with the shortest strings first.
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if an automaton has too many states, or if there are too many
    /// classes.
    pub fn find_all(sides: &[&Spans], options: &SplitOptions<'_>) -> Result<Vec<Self>, GrammarError> {
        let SplitOptions { comparison, parts, witnesses } = options;
        let mut classes = Vec::new();
        for SplitRegion { strings, alike } in find_regions(sides, *comparison)? {
            let Some((pair, _)) = pairs(sides.len()).zip(&alike).find(|(_, alike)| !**alike) else { continue };
            let left = match strings {
                Some(strings) => sides[pair.0].within(&strings)?,
                None => sides[pair.0].clone(),
            };
            let parts = [pair.0, pair.1].map(|side| parts.get(side).map_or(&[][..], Vec::as_slice));
            let differentials = Differentials::by_cause(&left, sides[pair.1], parts, *comparison)?;
            classes.extend(differentials.kinds().into_iter().map(|(cause, read_as)| {
                let strings = differentials.of_kind((cause, read_as)).take((*witnesses).max(1)).collect();
                Self { pair, cause, read_as, strings, alike: alike.clone() }
            }));
        }
        classes.sort_by_cached_key(|class| class.strings.first().map(|shortest| shortest.witness.chars().count()));
        Ok(classes)
    }

    /// Whether two of the grammars, by their numbers, read the component alike in all strings of
    /// the class.
    pub fn alike(&self, first: usize, second: usize) -> bool {
        let (left, right) = (first.min(second), first.max(second));
        left == right || self.alike.get(right * right.saturating_sub(1) / 2 + left).copied().unwrap_or_default()
    }
}

/// Strings for which the same pairs of grammars read the component alike.
struct SplitRegion {
    /// The strings; `None` if these are all strings that the grammars accept.
    strings: Option<Language>,
    /// For each pair, whether the two read the component alike.
    alike: Vec<bool>,
}

/// Divides the strings that all sides accept into regions. Two sides need no division, since
/// [`Differentials`] contains only strings that they do not read alike.
fn find_regions(sides: &[&Spans], comparison: SpanComparison) -> Result<Vec<SplitRegion>, GrammarError> {
    if sides.len() == 2 {
        return Ok(vec![SplitRegion { strings: None, alike: vec![false] }]);
    }
    let Some((first, others)) = sides.split_first() else { return Ok(Vec::new()) };
    let mut accepted = first.strings()?;
    for side in others {
        accepted = common(&accepted, &side.strings()?)?;
    }
    let mut regions = vec![(accepted, Vec::new())];
    for (left, right) in pairs(sides.len()) {
        let same = sides[left].alike(&[sides[right]], comparison)?;
        let mut divided = Vec::new();
        for (strings, alike) in regions {
            let different = strings.difference(&same)?.minimal();
            for (strings, is_alike) in [(common(&strings, &same)?, true), (different, false)] {
                if strings.members().next().is_some() {
                    divided.push((strings, [&alike[..], &[is_alike]].concat()));
                }
            }
        }
        if divided.len() > limits().split_regions {
            return Err(GrammarError::TooLarge(format!("the classes of {} grammars", sides.len())));
        }
        regions = divided;
    }
    Ok(regions.into_iter().map(|(strings, alike)| SplitRegion { strings: Some(strings), alike }).collect())
}

/// The strings of both languages.
fn common(left: &Language, right: &Language) -> Result<Language, GrammarError> {
    Ok(left.intersection(right)?.minimal())
}
