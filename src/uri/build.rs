//! Builds the structs from the captures of a parse.

use super::reference::*;
use crate::captures::{Build, Found, Place};
use crate::grammar::Grammar;
use crate::rule::Rule;
use crate::shared::Hostname;
use crate::text::Text;

/// The productions that have fields in a reference.
const STRUCTURED: &[Rule] = &[
    Rule::URI_reference,
    Rule::URL_reference,
    Rule::URN_reference,
    Rule::absoluteURL,
    Rule::relativeURL,
    Rule::absoluteURI,
    Rule::relativeURI,
];

impl<'i> Build<'i> for UriReference<'i> {
    fn has_value_of(found: &impl Found<'i>) -> bool {
        STRUCTURED.contains(&found.root())
    }

    #[inline(always)]
    fn build(found: &impl Found<'i>, grammar: Grammar) -> Self {
        if let (Some(nid), Some(nss)) = (found.text(Rule::URN_nid), found.text(Rule::URN_nss)) {
            return Self::Urn(UrnReference { nid, nss });
        }
        Self::Uri(Reference { grammar, uri: Uri::build(found), fragment: found.text(Rule::fragment) })
    }
}

impl<'i> Uri<'i> {
    /// `None` for a reference to the current document.
    #[inline(always)]
    fn build(found: &impl Found<'i>) -> Option<Self> {
        let absolute = found.rule_at(Place::Alternative).is_some();
        if !absolute && found.rule_at(Place::Relative).is_none() {
            return None;
        }
        let scheme = found.text(Rule::scheme);
        let mut query = found.text(Rule::query);
        let hierarchy = match (Authority::build(found), found.text::<&str>(Rule::opaque_part)) {
            (Some((production, authority)), _) => {
                let abs_path = Path::build(found).filter(|path| !path.text.as_str().is_empty());
                Hierarchy::NetPath(NetPath { production, authority, abs_path })
            }
            (None, Some(opaque)) => {
                // The query of Appendix B also begins here.
                let before = opaque.bytes().position(|byte| byte == b'?').unwrap_or(opaque.len());
                query = opaque.get(before + "?".len()..).map(Text::from);
                Hierarchy::OpaquePart(opaque[..before].into())
            }
            (None, None) => {
                let path = Path::build(found).unwrap_or(Path { text: Text::default(), opaque_first: false });
                if path.is_absolute() { Hierarchy::AbsPath(path) } else { Hierarchy::RelPath(path) }
            }
        };
        Some(match (absolute, scheme) {
            (true, Some(scheme)) => Self::Absolute(AbsoluteUri {
                scheme,
                relative: RelativeUri { mistaken_scheme: None, hierarchy, query },
            }),
            (_, mistaken_scheme) => Self::Relative(RelativeUri { mistaken_scheme, hierarchy, query }),
        })
    }
}

impl<'i> Authority<'i> {
    /// The authority with the production between the slashes of a `net_path` and its path.
    #[inline(always)]
    fn build(found: &impl Found<'i>) -> Option<(Rule, Self)> {
        // In 1997 an `authority` is a name in a `site`; since then it contains a server or a name.
        let production = found.rule_at(Place::Type).or(found.rule_at(Place::Authority))?;
        let (name, text) = match found.at(Place::Database) {
            Some((Rule::server, _)) => return Some((production, Self::Server(Server::build(found)))),
            Some(name) => name,
            None => found.at(Place::Authority)?,
        };
        Some((production, Self::RegName(RegName { production: name, text: text.into() })))
    }
}

impl<'i> Server<'i> {
    #[inline(always)]
    fn build(found: &impl Found<'i>) -> Self {
        let hostport = found.at(Place::Host).map(|(rule, text)| Hostport {
            host: match rule {
                Rule::hostname => Host::Hostname(Hostname(text.into())),
                Rule::IPv4address => Host::IPv4address(text),
                _ => Host::Ipv6Reference(text),
            },
            port: found.text(Rule::port),
        });
        Self { userinfo: found.text(Rule::userinfo), hostport }
    }
}

impl<'i> Path<'i> {
    #[inline(always)]
    fn build(found: &impl Found<'i>) -> Option<Self> {
        let (first, segments) = (found.span(Rule::rel_segment), found.span(Rule::path_segments));
        let opaque_first = first.is_some();
        // The span of `abs_path`, and in 1997 that of `rel_path`, includes the query.
        let begun = first.or(found.span(Rule::abs_path)).or(segments)?;
        let text = found.input().get(begun.0..segments.unwrap_or(begun).1)?;
        Some(Self { text: text.into(), opaque_first })
    }
}
