//! Builds the structs from the spans of a tree.

use super::reference::*;
use crate::grammar::Grammar;
use crate::rule::Rule;
use crate::shared::Hostname;
use crate::text::{Digits, Text};
use crate::tree::Node;

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

/// The production that matches a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PathKind {
    Absolute,
    Relative,
    /// It begins with a `rel_segment`.
    Segmented,
    Opaque,
}
use PathKind::{Absolute, Opaque, Relative, Segmented};

impl<'i> UriReference<'i> {
    /// Builds from the span of `URI-reference` or of a production inside it; `None` only for spans that the grammar does not
    /// produce.
    ///
    /// No part occurs twice, so one pass over the spans is sufficient.
    pub(crate) fn build(root: Node<'_, 'i>, grammar: Grammar) -> Option<Self> {
        let (mut nid, mut nss) = (None, None);
        // Whether the scheme is valid, and whether the reference has any part except a fragment.
        let (mut absolute, mut any) = (false, false);
        // The production between the slashes of a `net_path` and its path, and its contents.
        let (mut site, mut name, mut is_server) = (None, None, false);
        let (mut scheme, mut userinfo, mut host, mut port) = (None, None, None, None);
        // The offset and the kind of the path.
        let (mut begun, mut path, mut query, mut fragment) = (None, None, None, None);
        let (input, spans) = root.spans();
        if !STRUCTURED.contains(&root.rule()) {
            return None;
        }
        for span in spans {
            let text = || &input[span.start..span.end];
            match span.rule {
                Rule::URN_nid => nid = Some(text()),
                Rule::URN_nss => nss = Some(text()),
                Rule::absoluteURL | Rule::absoluteURI => (absolute, any) = (true, true),
                Rule::relativeURL | Rule::relativeURI => any = true,
                Rule::scheme => scheme = Some(text()),
                Rule::site => site = Some(Rule::site),
                // In 1997 a name in a `site`; since then a production that contains a server or a name.
                Rule::authority if site.is_none() => site = Some(Rule::authority),
                Rule::authority | Rule::reg_name => name = Some((span.rule, text())),
                Rule::server => is_server = true,
                Rule::userinfo => userinfo = Some(text()),
                Rule::hostname => host = Some((Rule::hostname, text())),
                // The last part of an address of version 6 may be one of version 4.
                Rule::IPv4address => host = host.or(Some((Rule::IPv4address, text()))),
                Rule::ipv6reference => host = Some((Rule::ipv6reference, text())),
                Rule::port => port = Some(text()),
                Rule::abs_path => begun = begun.or(Some((Absolute, span.start))),
                Rule::rel_segment => {
                    begun = Some((Segmented, span.start));
                    path = Some((Segmented, text()));
                }
                Rule::path_segments => {
                    let (kind, start) = begun.unwrap_or((Relative, span.start));
                    path = Some((kind, &input[start..span.end]));
                }
                Rule::opaque_part => {
                    // The query of Appendix B also begins here.
                    let (before, after) = match text().split_once('?') {
                        Some((before, after)) => (before, Some(after)),
                        None => (text(), None),
                    };
                    (path, query) = (Some((Opaque, before)), after);
                }
                Rule::query => query = Some(text()),
                Rule::fragment => fragment = Some(text()),
                _ => {}
            }
        }
        let fragment = fragment.map(Text::from);
        if let (Some(nid), Some(nss)) = (nid, nss) {
            return Some(Self::Urn(UrnReference { nid, nss: nss.into() }));
        }
        if !any {
            // A reference to the current document.
            return Some(Self::Uri(Reference { grammar, uri: None, fragment }));
        }
        let path_of = |kind, text: &'i str| Path { text: text.into(), opaque_first: kind == Segmented };
        let hierarchy = match (site, path) {
            (Some(production), path) => {
                let authority = match name {
                    _ if is_server => Authority::Server(Server {
                        userinfo: userinfo.map(Text::from),
                        hostport: host.map(|(rule, text)| Hostport {
                            host: match rule {
                                Rule::hostname => Host::Hostname(Hostname(text.into())),
                                Rule::IPv4address => Host::IPv4address(text),
                                _ => Host::Ipv6Reference(text),
                            },
                            port: port.map(Digits::from),
                        }),
                    }),
                    Some((production, text)) => Authority::RegName(RegName { production, text: text.into() }),
                    None => return None,
                };
                let abs_path = path.filter(|(_, text)| !text.is_empty()).map(|(kind, text)| path_of(kind, text));
                Hierarchy::NetPath(NetPath { production, authority, abs_path })
            }
            (None, Some((Opaque, text))) => Hierarchy::OpaquePart(text.into()),
            (None, Some((Absolute, text))) => Hierarchy::AbsPath(path_of(Absolute, text)),
            (None, Some((kind, text))) => Hierarchy::RelPath(path_of(kind, text)),
            (None, None) => return None,
        };
        let query = query.map(Text::from);
        let uri = match (absolute, scheme) {
            (true, Some(scheme)) => {
                Uri::Absolute(AbsoluteUri { scheme, relative: RelativeUri { mistaken_scheme: None, hierarchy, query } })
            }
            (_, mistaken_scheme) => Uri::Relative(RelativeUri { mistaken_scheme, hierarchy, query }),
        };
        Some(Self::Uri(Reference { grammar, uri: Some(uri), fragment }))
    }
}
