//! The URIs of all schemes that documents define, each by the document in force.

use std::sync::OnceLock;

use regular_bnf::{Bnf, GrammarError, Language, Notation};

use super::imports::Imports;
use super::recognizer::{NamedStart, Recognizer};
use crate::base::component::Component;
use crate::grammar::published::Reading;
use crate::grammar::{Grammar, SchemeDocument};
use crate::scheme::schemes_of_rfc1738;

/// The production of all URIs.
const URI: &str = "URI";

/// The name of the production of RFC 1738 for one scheme.
fn production_of_rfc1738(scheme: &str) -> String {
    format!("{scheme}url")
}

/// The rules of all URIs, in ABNF. Each document in force has a rule, by the name of its first scheme,
/// which cites the production of all its URIs.
fn rules() -> String {
    let documents = SchemeDocument::ALL.iter().filter(|document| document.is_in_force()).map(|document| {
        let production = document.main_production().to_owned();
        (document.schemes()[0], production, document.document(), document.has(Component::Fragment))
    });
    let of_rfc1738 =
        schemes_of_rfc1738().map(|scheme| (scheme, production_of_rfc1738(scheme), Grammar::Rfc1738.document(), false));
    let (mut rules, mut with_fragment, mut without_fragment) = (String::new(), Vec::new(), Vec::new());
    for (name, production, document, has_fragment) in documents.chain(of_rfc1738) {
        rules += &format!("{name} = <{production}, see [{document}]>\n");
        if has_fragment { with_fragment.push(name) } else { without_fragment.push(name) }
    }
    // Most documents define URIs without a fragment, which may follow each (RFC 3986, section 4.3); that
    // of a URN is its `f-component`.
    let [with_fragment, without_fragment] = [with_fragment, without_fragment].map(|names| names.join(" / "));
    format!(
        "{URI} = without-fragment [ \"#\" fragment ] / {with_fragment}\n\
         without-fragment = {without_fragment}\n\
         fragment = <fragment, see [RFC3986]>\n\
         {rules}"
    )
}

/// The productions of the URIs of all schemes that documents define, each by the document in force:
/// `URI` is the production of all.
///
/// ```
/// use uri_lineage::language::in_force_bnf;
/// use uri_lineage::regular_bnf::Language;
///
/// let uri = Language::new(in_force_bnf(), "URI")?;
/// assert!(uri.contains("ftp://h/a;type=i") && uri.contains("mailto:a@b") && !uri.contains("mailto:a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn in_force_bnf() -> &'static Bnf {
    static BNF: OnceLock<Bnf> = OnceLock::new();
    BNF.get_or_init(|| {
        // A rule that cannot be read is a defect of the library, which its tests find.
        let rules =
            Bnf::read_as(&rules(), Notation::Abnf).unwrap_or_else(|error| panic!("the rules in force: {error}"));
        Imports::default().complete(&rules).unwrap_or_else(|error| panic!("the rules in force: {error}")).bnf
    })
}

impl Recognizer {
    /// A recognizer of the URIs of all schemes, each by the document [in force](in_force_bnf). Its
    /// refusals name the document and the production of the scheme.
    ///
    /// ```
    /// use uri_lineage::language::Recognizer;
    ///
    /// let schemes = Recognizer::by_scheme("schemes")?;
    /// let refused = schemes.check("gopher://h/1a%0a").unwrap_err();
    /// assert_eq!((refused.production(), refused.offset()), ("rfc4266:gopher-url", 15));
    /// // No document is known that defines the scheme.
    /// assert_eq!(schemes.check("x:").unwrap_err().reason().name(), "unknown-scheme");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`], if the limits are lowered.
    pub fn by_scheme(name: impl Into<String>) -> Result<Self, GrammarError> {
        let documents = SchemeDocument::ALL.iter().filter(|document| document.is_in_force());
        let of_documents = documents.flat_map(|document| {
            let schemes = document.schemes().iter().zip(document.entry_productions());
            let bnf = document.bnf(Reading::Corrected);
            schemes.map(move |(scheme, production)| {
                NamedStart::new(format!("{scheme}:"), format!("{document}:{production}"), bnf)
            })
        });
        let rfc1738 = Grammar::Rfc1738.bnf(Reading::Corrected);
        let of_rfc1738 = schemes_of_rfc1738().map(|scheme| {
            NamedStart::new(format!("{scheme}:"), format!("rfc1738:{}", production_of_rfc1738(scheme)), rfc1738)
        });
        let recognizer = Self::new(name, URI, Language::new(in_force_bnf(), URI)?).with_names(in_force_bnf().clone());
        Ok(recognizer.with_known_schemes_only().with_starts(of_documents.chain(of_rfc1738)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each scheme that a document defines is in the rules, by the document in force.
    #[test]
    fn every_scheme_is_that_of_its_document() {
        let all = Recognizer::by_scheme("all").unwrap();
        for document in SchemeDocument::ALL.iter().filter(|document| document.variant_of().is_none()) {
            for scheme in document.schemes() {
                let production = document.production_of(scheme).unwrap();
                let language = Language::new(document.bnf(Default::default()), production).unwrap();
                for member in language.sample(1).take(200) {
                    assert!(!document.is_in_force() || all.accepts(&member), "{document}: {member}");
                }
                let start = Language::matching(&format!("^(?i-u:{scheme}):")).unwrap();
                let of_scheme = all.language().intersection(&start).unwrap();
                // A fragment may follow.
                let bare = Language::matching("^[^#]*$").unwrap();
                let [of_scheme, language] = [of_scheme, language].map(|it| it.intersection(&bare).unwrap());
                assert!(!document.is_in_force() || of_scheme == language, "{document}: {scheme}");
            }
        }
    }
}
