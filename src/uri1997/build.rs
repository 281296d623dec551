//! From the spans of a tree to the structs.

use super::reference::*;
use crate::rule::Rule;
use crate::shared::Hostname;
use crate::tree::Node;

impl<'i> UriReference<'i> {
    /// From the span of `URI-reference` or of what may stand in one; `None` only for spans that the grammar does not make.
    ///
    /// No part stands there twice, so that one look at each span is enough.
    pub(crate) fn build(root: Node<'_, 'i>) -> Option<Self> {
        let (mut nid, mut nss, mut absolute, mut relative) = (None, None, false, false);
        let (mut scheme, mut site, mut userinfo, mut host, mut port) = (None, None, None, None, None);
        // Where a path begins, and whether by a slash.
        let (mut start, mut slash, mut path, mut query, mut fragment) = (None, false, None, None, None);
        let (input, spans) = root.spans();
        for span in spans {
            let text = || &input[span.start..span.end];
            match span.rule {
                Rule::URN_nid => nid = Some(text()),
                Rule::URN_nss => nss = Some(text()),
                Rule::absoluteURL => absolute = true,
                Rule::relativeURL => relative = true,
                Rule::scheme => scheme = Some(text()),
                Rule::authority => site = Some(Site::Authority(Authority(text().into()))),
                Rule::userinfo => userinfo = Some(text().into()),
                Rule::hostname => host = Some(Host::Hostname(Hostname(text().into()))),
                Rule::IPv4address => host = Some(Host::IPv4address(text())),
                Rule::port => port = Some(text().into()),
                Rule::abs_path => (start, slash) = (Some(span.start), true),
                Rule::path_segments => path = Some(&input[start.unwrap_or(span.start)..span.end]),
                Rule::query => query = Some(text().into()),
                Rule::fragment => fragment = Some(text().into()),
                _ => {}
            }
        }
        if let (Some(nid), Some(nss)) = (nid, nss) {
            return Some(Self::Urn(UrnReference { nid, nss: nss.into() }));
        }
        if !relative {
            // A reference to the current document.
            return Some(Self::Url(UrlReference { url: None, fragment }));
        }
        let site = site.or_else(|| Some(Site::Server(Server { userinfo, hostport: Hostport { host: host?, port } })));
        let path = path.map(|path| Path(path.into()));
        let hierarchy = match (site, path) {
            (Some(site), abs_path) => Hierarchy::NetPath { site, abs_path },
            (None, Some(path)) if slash => Hierarchy::AbsPath(path),
            (None, path) => Hierarchy::RelPath(path?),
        };
        let url = match (absolute, scheme) {
            (true, Some(scheme)) => {
                Url::Absolute(AbsoluteUrl { scheme, relative: RelativeUrl { mistaken_scheme: None, hierarchy, query } })
            }
            (_, mistaken_scheme) => Url::Relative(RelativeUrl { mistaken_scheme, hierarchy, query }),
        };
        Some(Self::Url(UrlReference { url: Some(url), fragment }))
    }
}
