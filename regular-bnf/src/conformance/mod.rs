//! How an implementation differs from a production, in words, from the strings that it judges otherwise.
//!
//! Nothing is known of the implementation but its verdicts. A *deviation* is a feature of strings: an empty port, a character in
//! a production. It fits if the implementation judges otherwise all strings with the feature, as far as it has judged them.
//! The deviations are chosen greedily: next comes the one that fits and explains most of the strings that are left; of equally good
//! ones the simplest, in the innermost production.

mod cover;
mod members;
mod outsiders;
mod probes;

use std::fmt;
use std::sync::Mutex;

use crate::bnf::{Bnf, LanguageError};
use crate::charset::CharSet;
use crate::divergence::part::Part;
use crate::language::Language;

/// What strings have in common that an implementation judges otherwise than a production.
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
    /// A character occurs in the production. Of strings that the grammar refuses: it refuses the character there.
    Character,
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

/// A group of strings that an implementation judges otherwise than a production, with a shortest one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Deviation {
    /// What the strings have in common.
    pub feature: Feature,
    /// The production; `null` for features of whole strings.
    pub production: Option<String>,
    /// The characters (names of the grammar's character classes, or characters) or texts of the feature.
    pub characters: Vec<String>,
    /// The number of the feature: a count of characters or of occurrences, or the greatest number that is not concerned.
    pub number: Option<u64>,
    /// Whether the implementation judges all strings with the feature otherwise, of those that were tried.
    pub always: bool,
    /// How many of the strings it explains: a count.
    pub count: usize,
    /// A shortest string of the group, the most readable of those.
    pub witness: String,
    /// The byte offset at which the production refuses the string; `null` if it accepts the string.
    pub offset: Option<usize>,
}

/// Explains how implementations differ from a production.
///
/// ```
/// use regular_bnf::{Bnf, Explainer, Feature};
///
/// let bnf = Bnf::read("host = name [ \":\" port ]\nname = 1*( %x61-7A / \"-\" )\nport = *DIGIT\n")?;
/// let explainer = Explainer::of(&bnf, "host")?;
/// // It requires a digit in the port.
/// let refused = explainer.refused(&["a:", "a-b:"], &["a", "b:0", "a-b", "b:12"]);
/// assert_eq!((refused[0].feature, refused[0].production.as_deref()), (Feature::Empty, Some("port")));
/// assert_eq!((refused[0].to_string().as_str(), refused[0].count), ("an empty `port`", 2));
/// // It accepts capital letters.
/// let accepted = explainer.accepted(&["A", "aB"], &["a!", "!", "a:a", "", "-_"]);
/// assert_eq!(accepted[0].to_string(), "`A`, `B` in `name`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Explainer {
    bnf: Bnf,
    production: String,
    language: Language,
    part: Part,
    known: Mutex<members::Known>,
}

impl Explainer {
    /// Prepares the explanations for a production of a grammar.
    ///
    /// # Errors
    ///
    /// If the production or one that it uses is undefined, unreadable, not regular or too large.
    pub fn of(bnf: &Bnf, production: &str) -> Result<Self, LanguageError> {
        let (language, part) = (Language::of(bnf, production)?, Part::of(bnf, production)?);
        Ok(Self { bnf: bnf.clone(), production: production.to_owned(), language, part, known: Mutex::default() })
    }

    /// The production that is being read after a text, and some characters in the words of the grammar: names of its classes, then
    /// characters. After a text that no member begins with, it is the production in which the text is refused.
    ///
    /// ```
    /// use regular_bnf::{Bnf, CharSet, Explainer};
    ///
    /// let bnf = Bnf::read("host = name [ \":\" port ]\nname = 1*%x61-7A\nport = *DIGIT\n")?;
    /// let explainer = Explainer::of(&bnf, "host")?;
    /// assert_eq!(explainer.place("a:1", &CharSet::range('0', '9')), ("port".to_owned(), vec!["DIGIT".to_owned()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn place(&self, before: &str, characters: &CharSet) -> (String, Vec<String>) {
        let part = &self.part;
        let mut at = part.start();
        for c in before.chars() {
            match part.step(at, c) {
                Some(next) => at = next,
                None => break,
            }
        }
        let read = characters.most_readable();
        let readers = Some(part.readers(at, read)).filter(|readers| !readers.is_empty());
        let readers = readers.unwrap_or_else(|| part.readers(at, None));
        let deepest = readers.iter().max_by_key(|reader| (reader.around.len(), std::cmp::Reverse(reader.node)));
        let production = deepest.map_or(part.root, |reader| part.text(reader));
        (self.name(production).unwrap_or_default(), part.words(characters.clone()))
    }

    /// The name of a production in the text of a deviation.
    fn name(&self, production: usize) -> Option<String> {
        self.part.names.get(production).cloned()
    }
}

/// The strings of the deviation as a noun phrase: `an empty port`.
impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let production = self.production.as_deref().unwrap_or_default();
        let (characters, number) = (self.characters.join(", "), self.number.unwrap_or_default());
        let some = if self.always { "" } else { " in some places" };
        match self.feature {
            Feature::Any => f.write_str("every string"),
            Feature::Present if self.always => write!(f, "every `{production}`"),
            Feature::Present => write!(f, "some `{production}`"),
            Feature::Empty => write!(f, "an empty `{production}`{some}"),
            Feature::Character => write!(f, "{characters} in `{production}`{some}"),
            Feature::Anything => write!(f, "any character in `{production}`"),
            Feature::Unfinished => write!(f, "an unfinished `{production}`{some}"),
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
