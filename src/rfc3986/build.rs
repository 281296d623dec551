//! Builds the structs from the spans of a tree.

use super::reference::*;
use crate::rule::Rule;
use crate::tree::Node;

impl<'i> UriReference<'i> {
    /// Builds from the span of `URI-reference`, of `IRI-reference`, or of an alternative of either; `None` for another
    /// production.
    ///
    /// No part occurs twice, so one pass over the spans is sufficient.
    pub(crate) fn build(root: Node<'_, 'i>) -> Option<Self> {
        let (Rule::URI_reference
        | Rule::URI
        | Rule::absolute_URI
        | Rule::relative_ref
        | Rule::IRI_reference
        | Rule::IRI
        | Rule::absolute_IRI
        | Rule::irelative_ref) = root.rule()
        else {
            return None;
        };
        let (mut scheme, mut userinfo, mut host, mut port) = (None, None, None, None);
        let (mut path, mut query, mut fragment) = (Path::Empty, None, None);
        let (input, spans) = root.spans();
        for span in spans {
            let text = || &input[span.start..span.end];
            match span.rule {
                Rule::scheme => scheme = Some(text()),
                Rule::userinfo | Rule::iuserinfo => userinfo = Some(text().into()),
                Rule::IP_literal => host = Some(Host::IpLiteral(IpLiteral(text()))),
                // The last part of an address of version 6 may be one of version 4.
                Rule::IPv4address => host = host.or(Some(Host::IPv4address(text()))),
                Rule::reg_name__rfc3986 | Rule::ireg_name => host = Some(Host::RegName(text().into())),
                Rule::port => port = Some(text().into()),
                Rule::path_abempty | Rule::ipath_abempty => path = Path::AbEmpty(text().into()),
                Rule::path_absolute | Rule::ipath_absolute => path = Path::Absolute(text().into()),
                Rule::path_noscheme | Rule::ipath_noscheme => path = Path::NoScheme(text().into()),
                Rule::path_rootless | Rule::ipath_rootless => path = Path::Rootless(text().into()),
                Rule::query | Rule::iquery => query = Some(text().into()),
                Rule::fragment | Rule::ifragment => fragment = Some(text().into()),
                _ => {}
            }
        }
        let part = HierPart { authority: host.map(|host| Authority { userinfo, host, port }), path };
        Some(match scheme {
            Some(scheme) => Self::Uri(Uri { scheme, hier_part: part, query, fragment }),
            None => Self::RelativeRef(RelativeRef { relative_part: part, query, fragment }),
        })
    }
}
