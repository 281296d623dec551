//! Groups of strings on which an implementation and a production differ, in words.

use std::collections::BTreeMap;
use std::fmt;

use crate::automaton::shortest_first;

/// The common feature of strings on which an implementation and a production differ.
///
/// ```
/// use regular_bnf::{Bnf, Feature, conform};
///
/// let octet = Bnf::abnf("octet = 1*3DIGIT\n")?;
/// let report = conform(&octet, "octet", |text| text.parse::<u8>().is_ok())?;
/// let refused = &report.refused[0];
/// assert_eq!((refused.feature, refused.number, refused.witness.as_str()), (Feature::Beyond, Some(255), "256"));
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Feature {
    /// All strings.
    Any,
    /// The production occurs.
    Present,
    /// The production is empty. Of strings that the grammar refuses: it requires one.
    Empty,
    /// A character occurs in the production. Of strings that the grammar refuses: it refuses the
    /// character there.
    Character,
    /// A character occurs in a literal of the production itself, not of one that it uses.
    Literal,
    /// A character of any kind that the grammar refuses occurs in the production.
    Anything,
    /// The string ends within the production.
    Unfinished,
    /// The production begins with a character.
    Begins,
    /// The production ends with a character.
    Ends,
    /// The production occurs more than a number of times.
    Repeated,
    /// The production is a certain text.
    Text,
    /// The production has more than a number of characters.
    Longer,
    /// The production is a decimal number that is greater than another.
    Beyond,
    /// The production does not occur.
    Absent,
    /// Nothing else that is known here.
    Other,
}

/// A group of strings on which an implementation and a production differ, with a shortest one.
///
/// ```
/// use regular_bnf::{Bnf, conform};
///
/// // Literals of ABNF have either case.
/// let bnf = Bnf::abnf("method = \"http\" / \"https\"\n")?;
/// let report = conform(&bnf, "method", |text| ["http", "https"].contains(&text))?;
/// let letters = &report.refused[0];
/// assert_eq!((letters.witness.as_str(), letters.characters.len()), ("Http", 4));
/// assert_eq!(letters.to_string(), "`H`, `P`, `S`, `T` in `method`");
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Deviation {
    /// The common feature of the strings.
    pub feature: Feature,
    /// The production; `null` for features of whole strings.
    pub production: Option<String>,
    /// The characters (names of the grammar's character classes, or characters) or texts of the
    /// feature.
    pub characters: Vec<String>,
    /// The number of the feature: a count of characters or of occurrences, or the greatest number
    /// that is not concerned.
    pub number: Option<u64>,
    /// Whether they differ on all strings with the feature that were tried.
    pub always: bool,
    /// How many of the strings it explains: a count.
    pub count: usize,
    /// A shortest string of the group, of those that were tried, the most readable of those.
    pub witness: String,
    /// The byte offset at which the production refuses the string; `null` if it accepts the string.
    pub offset: Option<usize>,
    /// A shortest string for each other character that has the feature, shortest first, and at most
    /// 20.
    pub examples: Vec<String>,
}

/// The most strings beside the shortest.
const EXAMPLES: usize = 20;

/// The strings of a deviation beside its witness: a shortest string for each character.
pub(super) fn examples<'s>(strings: impl IntoIterator<Item = (char, &'s str)>, witness: &str) -> Vec<String> {
    let mut by_character: BTreeMap<char, &str> = BTreeMap::new();
    for (c, string) in strings {
        let example = by_character.entry(c).or_insert(string);
        if shortest_first(string) < shortest_first(example) {
            *example = string;
        }
    }
    let mut examples: Vec<&str> = by_character.into_values().filter(|&example| example != witness).collect();
    examples.sort_by_key(|example| shortest_first(example));
    examples.dedup();
    examples.into_iter().take(EXAMPLES).map(str::to_owned).collect()
}

/// The strings of the deviation as a noun phrase: `an empty port`.
impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let production = self.production.as_deref().unwrap_or_default();
        let (characters, number) = (self.characters.join(", "), self.number.unwrap_or_default());
        let places = if self.always { "" } else { " in some places" };
        match self.feature {
            Feature::Any => f.write_str("every string"),
            Feature::Present if self.always => write!(f, "every `{production}`"),
            Feature::Present => write!(f, "some `{production}`"),
            Feature::Empty => write!(f, "an empty `{production}`{places}"),
            Feature::Character => write!(f, "{characters} in `{production}`{places}"),
            Feature::Literal => write!(f, "{characters} in the literals of `{production}`"),
            Feature::Anything => write!(f, "any character in `{production}`"),
            Feature::Unfinished => write!(f, "strings that end within `{production}`{places}"),
            Feature::Begins => write!(f, "a `{production}` that begins with {characters}"),
            Feature::Ends => write!(f, "a `{production}` that ends with {characters}"),
            Feature::Repeated => write!(f, "more than {number} `{production}`"),
            Feature::Text => write!(f, "the `{production}` {characters}"),
            Feature::Longer => write!(f, "a `{production}` of more than {number} characters"),
            Feature::Beyond => write!(f, "a `{production}` beyond {number}"),
            Feature::Absent => write!(f, "strings without `{production}`"),
            Feature::Other => f.write_str("other strings"),
        }
    }
}
