//! What the structs of all schemes share: how they are parsed and printed, and how they are built from
//! a tree.

use crate::ast::rfc3986::{Authority, Host, IpLiteral};
use crate::ast::text::{Digits, Text};
use crate::generated::rule::Rule;
use crate::parse::tree::Tree;

/// Implements parsing by some entry productions of the document in force, and the standard conversions
/// from and to text, for structs with a field `text` and a function `build`.
macro_rules! scheme_uri {
    ($name:ident $document:ident $($entry:literal)+) => {
        impl<'i> $name<'i> {
            #[doc = concat!("Parses with the document `", stringify!($document), "`.")]
            ///
            /// # Errors
            ///
            /// If the document refuses the input.
            pub fn parse(input: &'i str) -> Result<Self, super::error::SchemeError> {
                Ok(Self::build(&crate::grammar::SchemeDocument::$document.tree_of(&[$($entry),+], input)?))
            }
        }

        crate::ast::from_text::from_text! { $name parse super::error::SchemeError; }
    };
}
pub(super) use scheme_uri;

/// The text of the first span of a rule.
pub(super) fn text<'i>(tree: &Tree<'i>, rule: Rule) -> Option<Text<'i>> {
    tree.first(rule).map(|node| node.text().into())
}

/// The port of an authority of RFC 3986.
pub(super) fn port<'i>(tree: &Tree<'i>) -> Option<Digits<'i>> {
    tree.first(Rule::port).map(|node| node.text().into())
}

/// The host of a production that has the alternatives of RFC 3986's `host`; empty if the tree has none.
pub(super) fn host<'i>(tree: &Tree<'i>, production: Rule) -> Host<'i> {
    let Some(host) = tree.first(production) else { return Host::RegName(Text::default()) };
    let alternative = host.children().next().map(|child| child.rule());
    match alternative {
        Some(Rule::IP_literal) => Host::IpLiteral(IpLiteral(host.text())),
        Some(Rule::IPv4address) => Host::IPv4address(host.text()),
        _ => Host::RegName(host.text().into()),
    }
}

/// An authority of RFC 3986; its host is empty if the tree has none.
pub(super) fn authority<'i>(tree: &Tree<'i>) -> Authority<'i> {
    Authority { userinfo: text(tree, Rule::userinfo), host: host(tree, Rule::host), port: port(tree) }
}
