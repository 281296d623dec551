//! The cause why two productions differ, as a sentence.

use uri_lineage::regular_bnf::{CauseKind, Divergence, Relation, RepetitionBounds, Side};

/// The greatest number of parts of a production that a sentence names.
const MOST_PARTS: usize = 3;

/// The greatest number of characters, and sets of characters, that a sentence names.
const MOST_CHARACTERS: usize = 12;

/// The greatest number of these in place of required text, where the required text says more.
const MOST_CHARACTERS_IN_PLACE: usize = 6;

/// The names of two compared productions.
pub struct ComparedNames<'n> {
    pub names: [&'n str; 2],
    /// The side whose document is later, if one is.
    pub later: Option<Side>,
}

impl ComparedNames<'_> {
    /// The two halves of a sentence about a cause: the subject with its verb, and the object.
    pub fn sentence(&self, cause: &Divergence) -> [String; 2] {
        let [left, right] = self.names;
        let subject = match self.later {
            None => self.acceptance(cause),
            Some(Side::Left) => format!("{left} {}", self.acceptance(cause)),
            Some(Side::Right) => format!("{right} {}", self.acceptance(cause)),
        };
        [subject, self.object(cause)]
    }

    /// What the later side does with the strings of a cause: `also accepts`, `no longer accepts`. If neither
    /// side is later, which of them accepts the strings.
    pub fn acceptance(&self, cause: &Divergence) -> String {
        let [left, right] = self.names;
        match self.later {
            None => format!("only {} accepts", if cause.side == Side::Left { left } else { right }),
            Some(later) if later == cause.side => "also accepts".to_owned(),
            Some(_) => "no longer accepts".to_owned(),
        }
    }

    /// The strings that only one side accepts.
    fn object(&self, cause: &Divergence) -> String {
        let Divergence { kind, accepting, refusing, .. } = cause;
        let (characters, places) = (characters(cause), places(cause));
        let place = listed(&places, "and");
        match (kind, accepting, refusing) {
            (CauseKind::Characters, None, _) => characters,
            (CauseKind::Characters, Some(_), _) => format!("{characters} in {place}"),
            // Both sides have the production, and differ in a literal of it.
            (CauseKind::Alternative, Some(accepting), _) if !cause.whole || accepting == production(cause) => {
                format!("{characters} in {accepting}")
            }
            (CauseKind::Alternative, Some(accepting), _) => format!("{accepting} in {place}"),
            (CauseKind::Empty, _, Some(refusing)) => format!("an empty {refusing}"),
            (CauseKind::Required, _, Some(refusing)) if cause.characters == ["the end"] => {
                format!("an end without {}", required(cause, refusing))
            }
            (CauseKind::Required, _, Some(refusing)) => {
                format!("{} in place of {}", characters_in_place(cause), required(cause, refusing))
            }
            (CauseKind::Bound, ..) => self.bound(cause, &place),
            (CauseKind::Exception, _, Some(refusing)) => match (&cause.required[..], reading_refusing(cause)) {
                (text @ [_, ..], Some(reading)) => {
                    format!("strings that {refusing} excepts (here {reading} requires {})", any_of(text))
                }
                _ => format!("strings that {refusing} excepts"),
            },
            (CauseKind::Order, Some(accepting), _) => {
                // Both accept the characters there, but not everywhere.
                let places_of =
                    if self.later == Some(cause.side) { "in further places of" } else { "in some places of" };
                let production = if places.len() == 1 { accepting } else { &place };
                format!("{characters} {places_of} {production}")
            }
            _ => format!("{characters} in {place}"),
        }
    }

    /// A bound of repetitions as an object: the production, and the bounds of both sides. If one
    /// document is later, its bound comes last.
    fn bound(&self, cause: &Divergence, place: &str) -> String {
        let repetitions = if cause.whole { "more repetitions" } else { "fewer repetitions" };
        let Some(bounds) = cause.bounds else { return format!("{repetitions} in {place}") };
        let [left, right] = bounds.map(|repeats| bound_of(repeats, cause.whole));
        let bounds = match (self.later, cause.side) {
            (None, Side::Left) => format!("the bound is {left}, not {right}"),
            (None, Side::Right) => format!("the bound is {right}, not {left}"),
            (Some(Side::Left), _) => format!("the bound changed from {right} to {left}"),
            (Some(Side::Right), _) => format!("the bound changed from {left} to {right}"),
        };
        format!("{repetitions} in {place}: {bounds}")
    }
}

/// The upper bound of repetitions, or the lower one.
fn bound_of(repeats: RepetitionBounds, is_upper: bool) -> String {
    match (is_upper, repeats) {
        (false, RepetitionBounds { least, .. }) => least.to_string(),
        (true, RepetitionBounds { most: Some(most), .. }) => most.to_string(),
        (true, _) => "any number".to_owned(),
    }
}

/// The production of the side that accepts the strings.
fn production(cause: &Divergence) -> &String {
    if cause.side == Side::Left { &cause.left_production } else { &cause.right_production }
}

/// The innermost production that the refusing side is reading in the witness.
fn reading_refusing(cause: &Divergence) -> Option<&String> {
    if cause.side == Side::Left { cause.right_derivation.last() } else { cause.left_derivation.last() }
}

/// The productions in which the cause occurs, each once; with both names if they differ.
fn places(cause: &Divergence) -> Vec<String> {
    let mut places: Vec<String> = Vec::new();
    for [left, right] in cause.places() {
        let place = both_names(left, right);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

/// Two productions that correspond: their name, or both names if they differ.
pub fn both_names(left: &str, right: &str) -> String {
    if left == right { left.to_owned() } else { format!("{left} / {right}") }
}

/// The text that only one side accepts.
fn characters(cause: &Divergence) -> String {
    first_of(&cause.characters).unwrap_or_else(|| cause.characters.join(", "))
}

/// The text that only one side accepts where the other requires text: many characters are only other ones.
fn characters_in_place(cause: &Divergence) -> String {
    match &cause.characters[..] {
        few if few.len() <= MOST_CHARACTERS_IN_PLACE => characters(cause),
        [.., end] if end == "the end" => "other characters or the end".to_owned(),
        _ => "other characters".to_owned(),
    }
}

/// The first of very many characters, and the number of the others.
fn first_of(characters: &[String]) -> Option<String> {
    let (first, others) = characters.split_at_checked(MOST_CHARACTERS).filter(|(_, others)| !others.is_empty())?;
    Some(format!("{} and {} more", first.join(", "), others.len()))
}

/// The text that the production of the other side still requires.
fn required(cause: &Divergence, refusing: &str) -> String {
    match (&cause.parts[..], &cause.required[..]) {
        ([], []) => refusing.to_owned(),
        ([], text) => format!("{} in {refusing}", any_of(text)),
        (parts, _) if parts.len() > MOST_PARTS => format!("a part of {refusing}"),
        (parts, []) => listed(parts, "or"),
        (parts, text) => format!("{} in {}", any_of(text), listed(parts, "or")),
    }
}

/// Texts of which one is required.
fn any_of(texts: &[String]) -> String {
    first_of(texts).unwrap_or_else(|| listed(texts, "or"))
}

/// A list in words: `a, b and c`.
pub(super) fn listed(items: &[String], word: &str) -> String {
    match items.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, front)) => format!("{} {word} {last}", front.join(", ")),
        None => String::new(),
    }
}

/// The relation of the left to the right, as a verb.
pub fn verb(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "is equal to",
        Relation::Narrower => "is narrower than",
        Relation::Wider => "is wider than",
        Relation::Overlapping => "overlaps with",
        Relation::Disjoint => "is disjoint from",
    }
}
