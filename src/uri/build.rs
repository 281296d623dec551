//! Builds the structs from the captures of a parse.

use super::reference::*;
use crate::bytes;
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
        STRUCTURED.contains(&found.rule())
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
        let scheme = found.text(Rule::scheme);
        match (found.rule_at(Place::Alternative), scheme) {
            (Some(_), Some(scheme)) => {
                Some(Self::Absolute(AbsoluteUri { scheme, relative: RelativeUri::build(found, None) }))
            }
            (None, _) if found.rule_at(Place::Relative).is_none() => None,
            _ => Some(Self::Relative(RelativeUri::build(found, scheme))),
        }
    }
}

impl<'i> RelativeUri<'i> {
    #[inline(always)]
    fn build(found: &impl Found<'i>, mistaken_scheme: Option<&'i str>) -> Self {
        let (opaque, query) = match found.text::<&str>(Rule::opaque_part) {
            Some(opaque) => {
                // The query of Appendix B also begins here.
                let before = bytes::first(opaque.as_bytes(), |byte| byte == b'?').unwrap_or(opaque.len());
                (Some(&opaque[..before]), opaque.get(before + "?".len()..).map(Text::from))
            }
            None => (None, found.text(Rule::query)),
        };
        Self { mistaken_scheme, hierarchy: Hierarchy::build(found, opaque), query }
    }
}

impl<'i> Hierarchy<'i> {
    /// `opaque` is the text of an `opaque_part` in front of its query.
    #[inline(always)]
    fn build(found: &impl Found<'i>, opaque: Option<&'i str>) -> Self {
        // In 1997 an `authority` is a name in a `site`; since then it contains a server or a name.
        if let Some(production) = found.rule_at(Place::Type).or(found.rule_at(Place::Authority)) {
            let abs_path = Path::build(found).filter(|path| !path.text.as_str().is_empty());
            return Self::NetPath(NetPath { production, authority: Authority::build(found), abs_path });
        }
        match (opaque, Path::build(found)) {
            (Some(opaque), _) => Self::OpaquePart(opaque.into()),
            (None, Some(path)) if path.is_absolute() => Self::AbsPath(path),
            (None, path) => Self::RelPath(path.unwrap_or(Path { text: Text::default(), opaque_first: false })),
        }
    }
}

impl<'i> Authority<'i> {
    #[inline(always)]
    fn build(found: &impl Found<'i>) -> Self {
        let name = |production| Self::RegName(RegName { production, text: found.required(production) });
        match (found.rule_at(Place::Database), found.rule_at(Place::Authority)) {
            (Some(Rule::reg_name), _) => name(Rule::reg_name),
            // In 1997 an `authority` contains neither a server nor a `reg_name`: it is the name.
            (None, Some(_)) => name(Rule::authority),
            _ => Self::Server(Server::build(found)),
        }
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
