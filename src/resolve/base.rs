//! The base of references, divided once.

use std::sync::OnceLock;

use super::partial::Divided;
use super::resolution::ResolveError;
use super::{generic, rfc1808};
use crate::ast::parsed::Parsed;
use crate::ast::rfc1808::Division;
use crate::ast::rfc2396::Groups;
use crate::grammar::{Grammar, ResolutionAlgorithm};

/// A base for references, divided once for all of them by the algorithm of its document.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::resolve::{Base, Options};
///
/// let base = Grammar::Rfc3986.parse("http://a/b/c/d;p?q")?;
/// let base = Base::new(&base)?;
/// for (reference, target) in [("../g", "http://a/b/g"), ("?y", "http://a/b/c/d;p?y"), ("//g", "http://g")] {
///     assert_eq!(base.resolve(reference, Options::default())?.target.to_string(), target);
/// }
/// assert_eq!(base.relative("http://a/b/c/g")?, "g");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Base<'i> {
    grammar: Grammar,
    text: &'i str,
    pub(super) parts: BaseParts<'i>,
    /// The text that resolution puts in front of a relative path, if any. Only
    /// [`relative`](Self::relative) computes it, once.
    pub(super) context: OnceLock<Option<String>>,
}

/// The parts of a base that an algorithm names.
#[derive(Debug)]
pub(super) enum BaseParts<'i> {
    Draft02(Divided<'i>),
    Rfc1630(Divided<'i>),
    Rfc1808(Division<'i>),
    /// 1997 and RFC 2396; an opaque base has no hierarchy.
    Uri {
        groups: Groups<'i>,
        opaque: bool,
    },
    Rfc3986(Groups<'i>),
}

impl<'i> Base<'i> {
    /// Divides a base.
    ///
    /// # Errors
    ///
    /// If the document of its grammar does not define relative references, or if the text cannot be
    /// a base: it has no scheme, it is a URN, or, in 1997 and RFC 2396, it has a fragment.
    pub fn new(base: &Parsed<'i>) -> Result<Self, ResolveError> {
        let grammar = base.grammar();
        let parts = match grammar.facts().resolution {
            Some(ResolutionAlgorithm::Draft02) => BaseParts::Draft02(Divided::new(base)?),
            Some(ResolutionAlgorithm::Rfc1630 { .. }) => BaseParts::Rfc1630(Divided::new(base)?),
            Some(ResolutionAlgorithm::Rfc1808) => BaseParts::Rfc1808(rfc1808::base_url(base)?),
            Some(ResolutionAlgorithm::Uri1997 | ResolutionAlgorithm::Rfc2396) => {
                let groups = generic::base_groups(base)?;
                if groups.fragment.is_some() {
                    return Err(ResolveError::UnsuitableBase("it has a fragment"));
                }
                BaseParts::Uri { groups, opaque: generic::is_opaque(base) }
            }
            Some(ResolutionAlgorithm::Rfc3986) => BaseParts::Rfc3986(generic::base_groups(base)?),
            None => return Err(ResolveError::Undefined(grammar)),
        };
        Ok(Self { grammar, text: base.input(), parts, context: OnceLock::new() })
    }

    /// The grammar that parsed the base.
    pub fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// The text of the base.
    pub fn as_str(&self) -> &'i str {
        self.text
    }
}
