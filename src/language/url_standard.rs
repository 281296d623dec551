//! The grammars of the WHATWG's URL Standard.

use std::sync::OnceLock;

use regular_bnf::{Bnf, CharSet, Ignored, Language, LanguageError};
#[cfg(feature = "proof")]
use regular_bnf::{Place, Point, Proof, ProofError, Spans, prove_all, rule_name};

#[cfg(feature = "proof")]
use crate::component::Component;

/// A grammar of the WHATWG's URL Standard, as of 2 July 2026: what may be written, or what the parser reads.
///
/// The standard defines the first in prose and the second by an algorithm. Both are written out as ABNF, and each rule of a pest grammar
/// is proved to be its production. Unicode's IDNA processing (UTS 46) is outside: what only it decides is accepted *unexamined*, in the
/// productions `unexamined-label` and `unexamined`.
///
/// They are languages: productions, spans of components, comparison with the [documents](crate::Grammar). The program knows them by
/// their [ids](Self::id).
///
/// ```
/// use uri_lineage::language::UrlStandard;
///
/// let [written, read] = UrlStandard::ALL.map(|grammar| grammar.language().unwrap());
/// assert!(written.contains("../a?b") && !read.contains("../a?b"));
/// assert!(read.contains(" HTTP:\\\\a\t/%") && !written.contains(" HTTP:\\\\a\t/%"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UrlStandard {
    /// "Host writing" and "URL writing": valid URL strings, relative to any base or to none.
    Written,
    /// "Host parsing" and "URL parsing": the inputs on which the basic URL parser, without a base, does not fail.
    Read,
}

impl UrlStandard {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Written, Self::Read];

    /// The id: `whatwg-valid`, `whatwg`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Written => "whatwg-valid",
            Self::Read => "whatwg",
        }
    }

    /// The grammar with an id.
    ///
    /// ```
    /// use uri_lineage::language::UrlStandard;
    ///
    /// assert_eq!(UrlStandard::of("whatwg"), Some(UrlStandard::Read));
    /// ```
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|grammar| grammar.id() == id)
    }

    /// The pest grammar whose rules are proved to be the productions.
    pub fn pest(self) -> &'static str {
        match self {
            Self::Written => include_str!("../../grammar/whatwg-valid.pest"),
            Self::Read => include_str!("../../grammar/whatwg.pest"),
        }
    }

    /// The productions. The whole input of the parser is what it [ignores](Self::ignored) and the production `URL`.
    pub fn bnf(self) -> &'static Bnf {
        static ALL: [OnceLock<Bnf>; 2] = [const { OnceLock::new() }; 2];
        ALL[self as usize].get_or_init(|| {
            let file = match self {
                Self::Written => include_str!("../../grammar/whatwg-valid.bnf"),
                Self::Read => include_str!("../../grammar/whatwg.bnf"),
            };
            // A file that cannot be read is a defect of the library, which its tests find.
            let bnf = Bnf::read(file).unwrap_or_else(|error| panic!("the file of {} is broken: {error}", self.id()));
            match self.ignored() {
                Some(ignored) => bnf.ignoring(ignored, &[self.main_production()]),
                None => bnf,
            }
        })
    }

    /// What the parser removes from an input before it reads it: tab, LF and CR everywhere, C0 controls and spaces at both ends. `None`
    /// for what may be written.
    pub fn ignored(self) -> Option<Ignored> {
        let anywhere = ['\t', '\n', '\r'].into_iter().fold(CharSet::EMPTY, |set, c| set.union(&c.into()));
        (self == Self::Read).then(|| Ignored { anywhere, ends: CharSet::range('\0', ' ') })
    }

    /// The entry productions: any valid string and those of each kind of base; or `URL`.
    pub fn entry_productions(self) -> &'static [&'static str] {
        match self {
            Self::Written => &[
                "valid-URL-string",
                "valid-URL-string-without-base",
                "valid-URL-string-with-special-base",
                "valid-URL-string-with-file-base",
                "valid-URL-string-with-other-base",
                "valid-URL-string-with-opaque-base",
            ],
            Self::Read => &["URL"],
        }
    }

    /// The first of the entry productions.
    pub fn main_production(self) -> &'static str {
        self.entry_productions()[0]
    }

    /// The strings of the main production.
    ///
    /// # Errors
    ///
    /// [`LanguageError::TooLarge`], which does not occur.
    pub fn language(self) -> Result<Language, LanguageError> {
        Language::of(self.bnf(), self.main_production())
    }
}

#[cfg(feature = "proof")]
impl UrlStandard {
    /// Proves each rule of the pest grammar that has a production.
    ///
    /// # Errors
    ///
    /// If a production cannot be analysed, which does not occur.
    pub fn prove(self) -> Result<Vec<Proof>, ProofError> {
        let bnf = self.bnf().after_removal();
        let names: Vec<&str> = bnf.productions().iter().map(|definition| &*definition.name).collect();
        prove_all(self.pest(), |rule| {
            let name = names.iter().find(|name| rule_name(name) == rule);
            let name = name.ok_or_else(|| LanguageError::NoProduction(rule.to_owned()))?;
            Ok(((*name).to_owned(), Language::of(&bnf, name)?))
        })
    }

    /// The spans of some components in all strings of one production, or of the main production.
    ///
    /// A component is what the URL record has it from: before percent-encoding, lower case and the removal of dot segments. A tab, LF or
    /// CR inside it is a part of the span. Spans refuse strings with the characters U+0001 and U+0002.
    ///
    /// ```
    /// use uri_lineage::Component;
    /// use uri_lineage::language::UrlStandard;
    ///
    /// let [host] = UrlStandard::Read.spans(None, [Component::Host])?;
    /// let input = "http:\\user@\ta.b:80";
    /// let span = host.in_string(input).unwrap().unwrap();
    /// assert_eq!(&input[span], "a.b");
    /// # Ok::<(), uri_lineage::proof::ProofError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ProofError::NoRule`] if there is no such production.
    pub fn spans<const N: usize>(
        self,
        production: Option<&str>,
        components: [Component; N],
    ) -> Result<[Spans; N], ProofError> {
        let production = production.unwrap_or(self.main_production());
        let places = components.map(|component| self.places(component));
        let spans = Spans::of_pest(self.pest(), &[&rule_name(production)], places)?;
        let Some(ignored) = self.ignored().filter(|_| self.entry_productions().contains(&production)) else {
            return Ok(spans);
        };
        let mut all = spans;
        for spans in &mut all {
            *spans = spans.ignoring(&ignored)?;
        }
        Ok(all)
    }

    /// The places of a component, by the rules.
    fn places(self, component: Component) -> &'static [Place<'static>] {
        macro_rules! rules {
            ($($rule:literal)*) => { const { &[$(Place::rule($rule)),*] } };
        }
        match (self, component) {
            (Self::Written, Component::Scheme) => rules!("special_scheme_but_file" "other_scheme" "file_scheme"),
            (Self::Written, Component::User) => &[],
            (Self::Written, Component::Host) => rules!("valid_host_string" "valid_opaque_host_string"),
            (Self::Written, Component::Port) => rules!("URL_port_string"),
            (Self::Written, Component::Path) => rules!(
                "path_absolute_URL_string" "path_absolute_non_authority_URL_string" "path_relative_scheme_less_URL_string"
                "opaque_path_URL_string"
            ),
            (Self::Written, Component::Query) => rules!("URL_query_string"),
            (Self::Written, Component::Fragment) => rules!("URL_fragment_string"),
            (Self::Read, Component::Scheme) => rules!("special_scheme" "file_scheme" "other_scheme"),
            (Self::Read, Component::User) => {
                const {
                    const AT: Point<'static> = Point::literal("@");
                    &[
                        Place::rule("username_special__first").within("authority_state_special").before(AT),
                        Place::rule("username_not_special__first").within("authority_state_not_special").before(AT),
                    ]
                }
            }
            (Self::Read, Component::Host) => rules!("host_special" "host_not_special" "empty_host"),
            (Self::Read, Component::Port) => rules!("port"),
            (Self::Read, Component::Path) => rules!(
                "path_special" "path_not_special" "path_after_one_slash" "path_without_host" "path_with_drive_letter" "opaque_path"
            ),
            (Self::Read, Component::Query) => rules!("query_state"),
            (Self::Read, Component::Fragment) => rules!("fragment_state"),
        }
    }
}

/// The id.
impl std::fmt::Display for UrlStandard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.id())
    }
}

#[cfg(test)]
mod tests {
    #[cfg(feature = "proof")]
    use super::*;

    #[test]
    #[cfg(feature = "proof")]
    fn every_rule_is_proved() {
        for grammar in UrlStandard::ALL {
            let proofs = grammar.prove().unwrap();
            let wrong: Vec<_> = proofs.iter().filter(|proof| !proof.verdict.holds()).collect();
            assert!(wrong.is_empty() && proofs.len() > 60, "{grammar}: {wrong:#?}");
        }
    }

    /// The places exist in every entry production, and the productions and the rules have the same strings with what is ignored.
    #[test]
    #[cfg(feature = "proof")]
    fn places_fit_the_rules_and_spans_are_those_of_the_language() {
        for grammar in UrlStandard::ALL {
            for entry in grammar.entry_productions() {
                for component in Component::ALL {
                    let [spans] = grammar.spans(Some(entry), [component]).unwrap();
                    let has = !grammar.places(component).is_empty() && *entry != "valid-URL-string-with-opaque-base";
                    assert!(!has || spans.exists(), "{grammar}, {entry}: {component}");
                }
            }
            let [host] = grammar.spans(None, [Component::Host]).unwrap();
            let language = grammar.language().unwrap();
            for text in language.sample(26).take(5_000).chain(language.near_misses(26).take(5_000)) {
                // Spans refuse the characters that are their marks.
                if text.contains(['\x01', '\x02']) {
                    continue;
                }
                assert_eq!(host.in_string(&text).is_ok(), language.contains(&text), "{grammar}: {text:?}");
            }
        }
    }
}
