//! The facts about a production that explanations need.

use std::sync::Mutex;

use super::traits::TraitCache;
use crate::bnf::{Bnf, GrammarError};
use crate::characters::CharSet;
use crate::language::Language;
use crate::language::divergence::labelled::LabelledLanguage;

/// Explains how implementations differ from a production.
///
/// ```
/// use regular_bnf::{Bnf, Explainer, Feature};
///
/// let bnf = Bnf::read("site = name [ \":\" port ]\nname = 1*( %x61-7A / \"-\" )\nport = *DIGIT\n")?;
/// let explainer = Explainer::new(&bnf, "site")?;
/// // It requires a digit in the port.
/// let refused = explainer.refused(&["a:", "a-b:"], &["a", "b:0", "a-b", "b:12"]);
/// assert_eq!((refused[0].feature, refused[0].production.as_deref()), (Feature::Empty, Some("port")));
/// assert_eq!((refused[0].to_string().as_str(), refused[0].count), ("an empty `port`", 2));
/// // It accepts capital letters.
/// let accepted = explainer.accepted(&["A", "aB"], &["a!", "!", "a:a", "", "-_"]);
/// assert_eq!(accepted[0].to_string(), "`A`, `B` in `site`");
/// assert_eq!((accepted[0].witness.as_str(), &*accepted[0].examples), ("A", &["aB".to_owned()][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```
/// use regular_bnf::{Bnf, Explainer, Notation};
///
/// // Literals of ABNF have any case, and the parser reads only small letters.
/// let bnf = Bnf::read_as("link = \"x:\" name\nname = 1*ALPHA\n", Notation::Abnf)?;
/// let refused = Explainer::new(&bnf, "link")?.refused(&["X:a", "X:b"], &["x:a", "x:X", "x:b"]);
/// assert_eq!(refused[0].to_string(), "`X` in the literals of `link`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Explainer {
    pub(super) bnf: Bnf,
    pub(super) production: String,
    pub(super) language: Language,
    pub(super) labelled: LabelledLanguage,
    /// The derivations that have been compared.
    pub(super) cache: Mutex<TraitCache>,
}

debug_fields!(Explainer { production });

impl Explainer {
    /// Prepares the explanations for a production of a grammar.
    ///
    /// # Errors
    ///
    /// If the production or one that it uses is undefined, unreadable, not regular or too large.
    pub fn new(bnf: &Bnf, production: &str) -> Result<Self, GrammarError> {
        let (language, labelled) = (Language::new(bnf, production)?, LabelledLanguage::new(bnf, production)?);
        Ok(Self { bnf: bnf.clone(), production: production.to_owned(), language, labelled, cache: Mutex::default() })
    }

    /// The production that is being read after a text, and some characters in the words of the
    /// grammar: names of its classes, then characters. After a text that no member begins with, it
    /// is the production in which the text is refused.
    ///
    /// ```
    /// use regular_bnf::{Bnf, CharSet, Explainer};
    ///
    /// let bnf = Bnf::read("site = name [ \":\" port ]\nname = 1*%x61-7A\nport = *DIGIT\n")?;
    /// let explainer = Explainer::new(&bnf, "site")?;
    /// assert_eq!(explainer.place("a:1", &CharSet::range('0', '9')), ("port".to_owned(), vec!["DIGIT".to_owned()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn place(&self, before: &str, characters: &CharSet) -> (String, Vec<String>) {
        let labelled = &self.labelled;
        let mut state = labelled.start();
        for c in before.chars() {
            match labelled.step(state, c) {
                Some(next) => state = next,
                None => break,
            }
        }
        let character = characters.most_readable();
        let readers = Some(labelled.readers(state, character)).filter(|readers| !readers.is_empty());
        let readers = readers.unwrap_or_else(|| labelled.readers(state, None));
        let deepest = readers.iter().max_by_key(|reader| (reader.around.len(), std::cmp::Reverse(reader.node)));
        let production = deepest.map_or(labelled.root, |reader| labelled.text(reader));
        (self.name(production).unwrap_or_default(), labelled.words(characters.clone()))
    }

    /// The name of a production in the text of a deviation.
    pub(super) fn name(&self, production: usize) -> Option<String> {
        self.labelled.names.get(production).cloned()
    }
}
