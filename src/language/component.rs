//! The spans of the components of a URL, in every string that a grammar accepts.

use regular_bnf::{Differential, ProofError, Spans, rule_name};

use super::named::named;
use crate::grammar::Grammar;

named! {
    /// A part of most URLs, named as in [`Components`](crate::Components).
    Component, "component", "in the order of a URL", UnknownComponent {
        /// The scheme, without its colon.
        Scheme = "scheme",
        /// The user name, and the password if there is one: the text in front of the `@`.
        User = "user",
        /// The host; if a document does not divide the authority, the whole authority.
        Host = "host",
        /// The port.
        Port = "port",
        /// The path.
        Path = "path",
        /// The query.
        Query = "query",
        /// The fragment.
        Fragment = "fragment",
    }
}

impl Grammar {
    /// The spans of some components in all strings that this grammar accepts. One call shares work between the components.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::language::Component;
    ///
    /// let [hosts] = Grammar::Rfc1738.spans([Component::Host])?;
    /// assert_eq!(hosts.in_string("http://www.w3.org:80/"), Some(Some(7..17)));
    /// // No host, and no URL at all.
    /// assert_eq!(hosts.in_string("news:comp.infosystems.www"), Some(None));
    /// assert_eq!(hosts.in_string("http:///"), None);
    /// # Ok::<(), uri_lineage::proof::ProofError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ProofError::TooLarge`], which does not occur for the grammars of this library.
    pub fn spans<const N: usize>(self, components: [Component; N]) -> Result<[Spans; N], ProofError> {
        Spans::of_pest(self.pest(), self.facts().starts, components.map(|component| places(self, component)))
    }

    /// The spans in all strings that one production of this grammar accepts.
    ///
    /// # Errors
    ///
    /// [`ProofError::NoRule`] if the grammar has no such production.
    pub fn spans_of<const N: usize>(
        self,
        production: &str,
        components: [Component; N],
    ) -> Result<[Spans; N], ProofError> {
        let rule = rule_name(production);
        let missing = |error| match error {
            ProofError::NoRule(_) => ProofError::NoRule(production.to_owned()),
            error => error,
        };
        Spans::of_pest(self.pest(), &[&rule], components.map(|component| places(self, component))).map_err(missing)
    }
}

impl Component {
    /// A shortest string that two grammars accept and in which this component has different [spans](Grammar::spans); or the
    /// proof that there is no such string.
    ///
    /// Absent and empty components compare equal, unless `strict` is set. A slash in front of the path belongs to neither side:
    /// the first documents exclude it from the path, and the later ones include it.
    ///
    /// ```
    /// use uri_lineage::Grammar::{Rfc1738, Uri1997};
    /// use uri_lineage::language::Component;
    ///
    /// let parts = [Component::Query, Component::Fragment];
    /// let ([query, fragment], [new_query, new_fragment]) = (Rfc1738.spans(parts)?, Uri1997.spans(parts)?);
    /// let found = Component::Query.differential(&query, &new_query, false)?.unwrap();
    /// assert_eq!((found.left, &found.witness[found.right.unwrap()]), (None, "a"));
    /// // RFC 1738 has no fragments, and accepts no `#`.
    /// assert_eq!(Component::Fragment.differential(&fragment, &new_fragment, false)?, None);
    /// # Ok::<(), uri_lineage::proof::ProofError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the combined automaton has too many states.
    pub fn differential(self, left: &Spans, right: &Spans, strict: bool) -> Result<Option<Differential>, ProofError> {
        Differential::of(left, right, strict, (self == Self::Path).then_some('/'))
    }
}

/// The places of a component, by the rules of a grammar.
fn places(grammar: Grammar, component: Component) -> &'static str {
    let places = &grammar.facts().places;
    match component {
        Component::Scheme => places.scheme,
        Component::User => places.user,
        Component::Host => places.host,
        Component::Port => places.port,
        Component::Path => places.path,
        Component::Query => places.query,
        Component::Fragment => places.fragment,
    }
}
