//! From the spans of a tree to the structs.

use super::reference::*;
use crate::rule::Rule;
use crate::shared::Hostname;
use crate::tree::Node;

/// The productions that are read into a reference.
const STRUCTURED: &[Rule] = &[
    Rule::URI_reference,
    Rule::URL_reference,
    Rule::URN_reference,
    Rule::absoluteURL,
    Rule::relativeURL,
    Rule::absoluteURI,
    Rule::relativeURI,
    Rule::URI,
    Rule::absolute_URI,
    Rule::relative_ref,
];

/// A path by the production that takes it.
#[derive(Clone, Copy)]
enum Kind {
    Absolute,
    Relative,
    Opaque,
}
use Kind::{Absolute, Opaque, Relative};

impl<'i> UriReference<'i> {
    /// From the span of `URI-reference` or of what may stand in one; `None` only for spans that the grammar does not make.
    ///
    /// No part stands there twice, so that one look at each span is enough.
    pub(crate) fn build(root: Node<'_, 'i>) -> Option<Self> {
        let (mut nid, mut nss) = (None, None);
        // Whether the scheme is one, and whether anything stands there but a fragment.
        let (mut absolute, mut any) = (false, false);
        let (mut scheme, mut name, mut userinfo, mut host, mut port) = (None, None, None, None, None);
        // Where the path begins, and how.
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
                Rule::absoluteURL | Rule::absoluteURI | Rule::URI | Rule::absolute_URI => {
                    (absolute, any) = (true, true)
                }
                Rule::relativeURL | Rule::relativeURI | Rule::relative_ref => any = true,
                Rule::scheme => scheme = Some(text()),
                // In 1997 a name; in RFC 3986 what holds a server.
                Rule::authority | Rule::reg_name => name = Some(RegName(text().into())),
                Rule::userinfo => userinfo = Some(text().into()),
                Rule::hostname => host = Some(Host::Hostname(Hostname(text().into()))),
                // The last part of an address of version 6 may be one of version 4.
                Rule::IPv4address => host = host.or(Some(Host::IPv4address(text()))),
                // With the brackets around them.
                Rule::IPv6address => host = Some(Host::IPv6address(&input[span.start - 1..span.end + 1])),
                Rule::IPvFuture => host = Some(Host::IPvFuture(&input[span.start - 1..span.end + 1])),
                Rule::reg_name__rfc3986 => host = Some(Host::RegName(RegName(text().into()))),
                Rule::port => port = Some(text().into()),
                Rule::abs_path => begun = begun.or(Some((Absolute, span.start))),
                Rule::rel_segment => {
                    begun = Some((Relative, span.start));
                    path = Some((Relative, text()));
                }
                Rule::path_segments => {
                    let (kind, start) = begun.unwrap_or((Relative, span.start));
                    path = Some((kind, &input[start..span.end]));
                }
                Rule::path_absolute | Rule::path_abempty => path = Some((Absolute, text())),
                Rule::path_noscheme | Rule::path_rootless | Rule::path_empty => path = Some((Relative, text())),
                Rule::opaque_part => {
                    // Appendix B has the query begin here too.
                    let (before, after) = match text().split_once('?') {
                        Some((before, after)) => (before, Some(after.into())),
                        None => (text(), None),
                    };
                    (path, query) = (Some((Opaque, before)), after);
                }
                Rule::query => query = Some(text().into()),
                Rule::fragment => fragment = Some(text().into()),
                _ => {}
            }
        }
        if let (Some(nid), Some(nss)) = (nid, nss) {
            return Some(Self::Urn(UrnReference { nid, nss: nss.into() }));
        }
        if !any {
            // A reference to the current document.
            return Some(Self::Uri(Reference { uri: None, fragment }));
        }
        let server = host.map(|host| Authority::Server(Server { userinfo, hostport: Hostport { host, port } }));
        let path = path.map(|(kind, text): (_, &'i str)| (kind, Path(text.into())));
        let hierarchy = match (server.or(name.map(Authority::RegName)), path) {
            (Some(authority), path) => {
                let abs_path = path.map(|(_, path)| path).filter(|path| !path.text().as_str().is_empty());
                Hierarchy::NetPath { authority, abs_path }
            }
            (None, Some((Absolute, path))) => Hierarchy::AbsPath(path),
            (None, Some((Relative, path))) => Hierarchy::RelPath(path),
            (None, Some((Opaque, path))) => Hierarchy::OpaquePart(path),
            (None, None) => return None,
        };
        let uri = match (absolute, scheme) {
            (true, Some(scheme)) => {
                Uri::Absolute(AbsoluteUri { scheme, relative: RelativeUri { mistaken_scheme: None, hierarchy, query } })
            }
            (_, mistaken_scheme) => Uri::Relative(RelativeUri { mistaken_scheme, hierarchy, query }),
        };
        Some(Self::Uri(Reference { uri: Some(uri), fragment }))
    }
}
