//! What all grammars say of one URL, together with the URL.

use super::machine::{Classifier, Verdicts};
use super::normal_forms::NormalForms;
use super::refusals::Refusals;
use super::stops::Stops;
use crate::ast::parsed::Parsed;
use crate::equivalence::EquivalenceRule;
use crate::grammar::Grammar;
use crate::refusal::error::Error;
use crate::request::{Request, RequestError, request_accepted};

/// What all grammars say of one URL. [`Classifier::classify`] returns it.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::classifier::Classifier;
///
/// let url = Classifier::get().classify("http://host/~me");
/// assert!(url.accepts(Grammar::Rfc3986) && !url.accepts(Grammar::Rfc1738));
/// for (grammar, production) in &url {
///     assert_eq!(production.is_some(), url.accepts(grammar));
/// }
/// for error in url.refusals() {
///     assert_eq!((error.offset(), error.found()), (12, Some('~')));
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Classification<'i> {
    input: &'i str,
    verdicts: Verdicts,
}

impl<'i> Classification<'i> {
    /// The URL.
    pub fn as_str(&self) -> &'i str {
        self.input
    }

    /// The verdicts alone, without the URL.
    pub fn verdicts(&self) -> Verdicts {
        self.verdicts
    }

    /// Whether a grammar accepts the URL.
    pub fn accepts(&self, grammar: Grammar) -> bool {
        self.verdicts.accepts(grammar)
    }

    /// The production by which a grammar accepts the URL, named as in
    /// [`Parsed::production`](crate::Parsed::production); `None` if the grammar refuses the URL.
    pub fn production(&self, grammar: Grammar) -> Option<&'static str> {
        self.verdicts.production(grammar)
    }

    /// Each grammar, with the production by which it accepts the URL.
    pub fn iter(&self) -> impl Iterator<Item = (Grammar, Option<&'static str>)> + use<> {
        self.into_iter()
    }

    /// What the grammars say when Unicode's IDNA processing (UTS 46) decides about the host for some of
    /// them. Afterwards none of these leaves the host [unexamined](Verdicts::is_unexamined). Without the
    /// feature `idna` nothing changes.
    ///
    /// It takes as long as parsing the URL where one of the grammars accepts it unexamined.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::classifier::Classifier;
    ///
    /// let url = Classifier::get().classify("http://\u{AD}/");
    /// assert!(url.verdicts().is_unexamined(Grammar::Whatwg));
    /// # #[cfg(feature = "idna")] {
    /// // Nothing remains of a soft hyphen.
    /// let url = url.examined(&[Grammar::Whatwg]);
    /// assert!(!url.accepts(Grammar::Whatwg) && url.accepts(Grammar::Rfc3987));
    /// let error = url.refusal(Grammar::Whatwg).unwrap();
    /// assert_eq!((error.production(), error.offset()), ("host-special", 7));
    /// # }
    /// ```
    pub fn examined(&self, grammars: &[Grammar]) -> Self {
        Self { verdicts: self.verdicts.examined(grammars, self.input.as_bytes()), ..*self }
    }

    /// Parses the URL with a grammar. The result is that of [`Grammar::parse`], but a refused URL is
    /// not parsed, which is faster; and after [`examined`](Self::examined) a host that is no domain is an
    /// error.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::classifier::Classifier;
    ///
    /// let url = Classifier::get().classify("file://localhost/etc/motd");
    /// for grammar in Grammar::all() {
    ///     assert_eq!(url.parse(grammar), grammar.parse(url.as_str()));
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Grammar::parse`].
    pub fn parse(&self, grammar: Grammar) -> Result<Parsed<'i>, Error> {
        self.refusal(grammar).map_or_else(|| grammar.parse(self.input), Err)
    }

    /// The client's request for the URL. The result is that of [`Grammar::request`], but a URL for
    /// which the document defines no request is not parsed, which is faster.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::classifier::Classifier;
    /// use uri_lineage::request::RequestError;
    ///
    /// let url = Classifier::get().classify("ftp://host/a");
    /// assert!(url.request(Grammar::Rfc1738).is_ok());
    /// let undefined = RequestError::Undefined { grammar: Grammar::Rfc1808.into(), in_force: None };
    /// assert_eq!(url.request(Grammar::Rfc1808), Err(undefined));
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Grammar::request`].
    pub fn request(&self, grammar: Grammar) -> Result<Request, RequestError> {
        match self.refusal(grammar) {
            Some(error) => Err(RequestError::Refused(Box::new(error))),
            None => request_accepted(grammar, self.input),
        }
    }

    /// The error of a grammar that refuses the URL; `None` if the grammar accepts it.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::classifier::Classifier;
    ///
    /// let url = Classifier::get().classify("http://host/~me");
    /// assert_eq!(url.refusal(Grammar::Rfc1738).unwrap().offset(), 12);
    /// assert_eq!(url.refusal(Grammar::Rfc3986), None);
    /// ```
    pub fn refusal(&self, grammar: Grammar) -> Option<Error> {
        if self.verdicts.accepts(grammar) {
            return None;
        }
        let has_no_domain = self.verdicts.has_no_domain(grammar);
        let error = if has_no_domain { Error::no_domain } else { Error::from_grammar };
        Some(error(grammar, self.input))
    }

    /// The error of each grammar that refuses the URL. Together they are faster than one by one, since
    /// the URL is read once.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::classifier::Classifier;
    ///
    /// let url = Classifier::get().classify("http://host/~me");
    /// assert_eq!(url.refusals().count() + url.verdicts().accepting().count(), Grammar::ALL.len());
    /// ```
    pub fn refusals(&self) -> Refusals<'i> {
        self.refusals_of(Grammar::ALL)
    }

    /// The errors of some grammars, in the order of the grammars; none for one that accepts the URL.
    pub fn refusals_of<'a>(&self, grammars: &'a [Grammar]) -> Refusals<'a>
    where
        'i: 'a,
    {
        Refusals::new(self.input, self.verdicts, grammars)
    }

    /// For each grammar that refuses the URL the place at which it stopped accepting it; none for a
    /// grammar that refuses only the host ([`Verdicts::has_no_domain`]).
    pub fn stops(&self) -> Stops {
        Classifier::get().stops(self.input.as_bytes())
    }

    /// Prepares the normal forms of the URL that result from these rules. The URL is read once for
    /// all grammars; each form is computed when it is requested.
    pub fn normal_forms<'a>(&self, rules: &'a [EquivalenceRule]) -> NormalForms<'a>
    where
        'i: 'a,
    {
        NormalForms::new(self.input, self.verdicts, rules)
    }
}

/// Each grammar, with the production by which it accepts the URL.
impl IntoIterator for &Classification<'_> {
    type Item = (Grammar, Option<&'static str>);
    type IntoIter = std::array::IntoIter<Self::Item, { Grammar::ALL.len() }>;

    fn into_iter(self) -> Self::IntoIter {
        std::array::from_fn(|at| (Grammar::ALL[at], self.production(Grammar::ALL[at]))).into_iter()
    }
}

impl Verdicts {
    /// The verdicts together with their input. `input` must be the text that was classified: for another
    /// text the errors mean nothing.
    pub fn of(self, input: &str) -> Classification<'_> {
        Classification { input, verdicts: self }
    }
}
