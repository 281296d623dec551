//! `urn`: RFC 8141, section 2.

use super::typed::{scheme_uri, text};
use crate::ast::components::Components;
use crate::ast::shared::read_only;
use crate::ast::text::Text;
use crate::generated::rule::Rule;
use crate::parse::tree::Tree;

read_only! {
    /// A URN: RFC 8141, section 2.
    ///
    /// ```text
    /// namestring    = assigned-name [ rq-components ] [ "#" f-component ]
    /// assigned-name = "urn" ":" NID ":" NSS
    /// rq-components = [ "?+" r-component ] [ "?=" q-component ]
    /// ```
    ///
    /// ```
    /// use uri_lineage::scheme::Urn;
    ///
    /// let urn = Urn::parse("urn:Example:a%2cb?+r?=q#f")?;
    /// assert_eq!((urn.nid(), urn.nss().as_str()), ("Example", "a%2cb"));
    /// assert_eq!((urn.r_component().unwrap().as_str(), urn.q_component().unwrap().as_str()), ("r", "q"));
    /// // Section 3.1: the components do not count, nor do the case of `urn`, of the NID and of escapes.
    /// assert!(urn.is_equivalent(&Urn::parse("URN:example:a%2Cb")?));
    /// assert!(!urn.is_equivalent(&Urn::parse("urn:example:a,b")?));
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Urn<'i> {
        text,
        record,
        /// The namespace identifier, in which case means nothing (section 2.1).
        #[cfg_attr(feature = "serde", serde(rename = "NID"))]
        pub nid: &'i str,
        /// The namespace-specific string (section 2.2).
        #[cfg_attr(feature = "serde", serde(rename = "NSS"))]
        pub nss: Text<'i>,
        /// The parameters of a resolution service (section 2.3.1).
        #[cfg_attr(feature = "serde", serde(rename = "r-component", skip_serializing_if = "Option::is_none"))]
        pub r_component: Option<Text<'i>>,
        /// The parameters of the resource (section 2.3.2).
        #[cfg_attr(feature = "serde", serde(rename = "q-component", skip_serializing_if = "Option::is_none"))]
        pub q_component: Option<Text<'i>>,
        /// The fragment (section 2.3.3).
        #[cfg_attr(feature = "serde", serde(rename = "f-component", skip_serializing_if = "Option::is_none"))]
        pub f_component: Option<Text<'i>>,
    }
}

scheme_uri!(Urn Rfc8141 "namestring");

impl<'i> Urn<'i> {
    pub(super) fn build(tree: &Tree<'i>) -> Self {
        Self {
            text: tree.input(),
            nid: tree.first(Rule::NID).map_or("", |nid| nid.text()),
            nss: text(tree, Rule::NSS).unwrap_or_default(),
            r_component: text(tree, Rule::r_component),
            q_component: text(tree, Rule::q_component),
            f_component: text(tree, Rule::f_component),
        }
    }

    /// The name in the form in which equivalent names are equal (section 3.1): `urn` and the NID in
    /// small letters, the digits of escapes in capitals, without r-, q- and f-component.
    pub fn normalized_name(&self) -> String {
        let mut name = format!("urn:{}:", self.nid.to_ascii_lowercase());
        let mut digits = 0;
        for c in self.nss.as_str().chars() {
            name.push(if digits > 0 { c.to_ascii_uppercase() } else { c });
            digits = if c == '%' { 2 } else { usize::saturating_sub(digits, 1) };
        }
        name
    }

    /// Whether two names are equivalent: section 3.1.
    pub fn is_equivalent(&self, other: &Urn<'_>) -> bool {
        self.normalized_name() == other.normalized_name()
    }

    pub(super) fn components(&self) -> Components<'i> {
        let name = &self.text["urn:".len().."urn:".len() + self.nid.len() + ":".len() + self.nss.len()];
        Components { fragment: self.f_component, ..Components::new(&self.text[.."urn".len()]).path(name) }
    }
}
