//! Builds the structs from the captures of a parse.

use super::reference::*;
use crate::ast::shared::Hostname;
use crate::ast::text::Text;
use crate::base::bytes;
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::parse::captures::{Build, Captures, Place};

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
    fn is_built_from(captures: &Captures<'i>) -> bool {
        STRUCTURED.contains(&captures.rule())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn build(captures: &Captures<'i>, grammar: Grammar) -> Self {
        let text = captures.whole();
        if let (Some(nid), Some(nss)) = (captures.text(Rule::URN_nid), captures.text(Rule::URN_nss)) {
            return Self::Urn(UrnReference { text, nid, nss });
        }
        Self::Uri(Reference { text, grammar, uri: Uri::build(captures), fragment: captures.text(Rule::fragment) })
    }
}

impl<'i> Uri<'i> {
    /// `None` for a reference to the current document.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn build(captures: &Captures<'i>) -> Option<Self> {
        let scheme = captures.text(Rule::scheme);
        match (captures.rule_at(Place::Alternative), scheme) {
            (Some(_), Some(scheme)) => {
                Some(Self::Absolute(AbsoluteUri { scheme, relative: RelativeUri::build(captures, None) }))
            }
            (None, _) if captures.rule_at(Place::Relative).is_none() => None,
            _ => Some(Self::Relative(RelativeUri::build(captures, scheme))),
        }
    }
}

impl<'i> RelativeUri<'i> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn build(captures: &Captures<'i>, mistaken_scheme: Option<&'i str>) -> Self {
        let (opaque, query) = match captures.text::<&str>(Rule::opaque_part) {
            Some(opaque) => {
                // The query of Appendix B also begins here.
                let before = bytes::first(opaque.as_bytes(), |byte| byte == b'?').unwrap_or(opaque.len());
                (Some(&opaque[..before]), opaque.get(before + "?".len()..).map(Text::from))
            }
            None => (None, captures.text(Rule::query)),
        };
        Self { mistaken_scheme, hierarchy: Hierarchy::build(captures, opaque), query }
    }
}

impl<'i> Hierarchy<'i> {
    /// `opaque` is the text of an `opaque_part` in front of its query.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn build(captures: &Captures<'i>, opaque: Option<&'i str>) -> Self {
        // In 1997 an `authority` is a name in a `site`; since then it contains a server or a name.
        if let Some(production) = captures.rule_at(Place::Type).or(captures.rule_at(Place::Authority)) {
            let abs_path = Path::build(captures).filter(|path| !path.text.as_str().is_empty());
            return Self::NetPath(NetPath { production, authority: Authority::build(captures), abs_path });
        }
        match (opaque, Path::build(captures)) {
            (Some(opaque), _) => Self::OpaquePart(opaque.into()),
            (None, Some(path)) if path.is_absolute() => Self::AbsPath(path),
            (None, path) => Self::RelPath(path.unwrap_or(Path { text: Text::default(), opaque_first: false })),
        }
    }
}

impl<'i> Authority<'i> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn build(captures: &Captures<'i>) -> Self {
        let production = match (captures.rule_at(Place::Database), captures.rule_at(Place::Authority)) {
            (Some(Rule::reg_name), _) => Rule::reg_name,
            // In 1997 an `authority` contains neither a server nor a `reg_name`: it is the name.
            (None, Some(_)) => Rule::authority,
            _ => return Self::Server(Server::build(captures)),
        };
        Self::RegName(RegName { production, text: captures.required(production) })
    }
}

impl<'i> Server<'i> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn build(captures: &Captures<'i>) -> Self {
        let hostport = captures.at(Place::Host).map(|(rule, text)| Hostport {
            host: match rule {
                Rule::hostname => Host::Hostname(Hostname(text.into())),
                Rule::IPv4address => Host::IPv4address(text),
                _ => Host::Ipv6Reference(text),
            },
            port: captures.text(Rule::port),
        });
        Self { userinfo: captures.text(Rule::userinfo), hostport }
    }
}

impl<'i> Path<'i> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn build(captures: &Captures<'i>) -> Option<Self> {
        let (first, segments) = (captures.span(Rule::rel_segment), captures.span(Rule::path_segments));
        let opaque_first = first.is_some();
        // The span of `abs_path`, and in 1997 that of `rel_path`, includes the query.
        let start = first.or(captures.span(Rule::abs_path)).or(segments)?;
        let text = captures.input().get(start.0..segments.unwrap_or(start).1)?;
        Some(Self { text: text.into(), opaque_first })
    }
}
