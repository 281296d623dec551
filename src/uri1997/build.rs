//! From the spans of a tree to the structs.
//!
//! Every function gives `None` only for spans that the grammar does not make.

use super::reference::*;
use crate::parts::{Hostname, digits, text};
use crate::text::Text;
use crate::tree::Node;

impl<'i> UriReference<'i> {
    /// From the span of `URI-reference` or of what may stand in one.
    pub(crate) fn build(node: Node<'_, 'i>) -> Option<Self> {
        Some(match node.name() {
            "URI-reference" => Self::build(node.children().next()?)?,
            "URN-reference" => {
                Self::Urn(UrnReference { nid: node.child("URN-nid")?.text(), nss: text(node, "URN-nss")? })
            }
            "URL-reference" => {
                let url = match node.children().find(|child| child.name() != "fragment") {
                    Some(url) => Some(Url::build(url)?),
                    None => None,
                };
                Self::Url(UrlReference { url, fragment: text(node, "fragment") })
            }
            _ => Self::Url(UrlReference { url: Some(Url::build(node)?), fragment: None }),
        })
    }
}

impl<'i> Url<'i> {
    /// From the span of `absoluteURL`, `generic-URL` or `relativeURL`.
    fn build(node: Node<'_, 'i>) -> Option<Self> {
        Some(match node.name() {
            "absoluteURL" => Self::build(node.child("generic-URL")?)?,
            "generic-URL" => Self::Absolute(AbsoluteUrl {
                scheme: node.child("scheme")?.text(),
                relative: RelativeUrl::build(node.child("relativeURL")?)?,
            }),
            "relativeURL" => Self::Relative(RelativeUrl::build(node)?),
            _ => return None,
        })
    }
}

impl<'i> RelativeUrl<'i> {
    fn build(node: Node<'_, 'i>) -> Option<Self> {
        let mistaken_scheme = node.child("scheme").map(|scheme| scheme.text());
        let form = node.children().find(|child| child.name() != "scheme")?;
        let (hierarchy, query) = match form.name() {
            "net_path" => {
                let abs_path = match form.child("abs_path") {
                    Some(abs_path) => Some(absolute(abs_path)?),
                    None => None,
                };
                let query = abs_path.map_or_else(|| text(node, "query"), |(_, query)| query);
                let site = Site::build(form.child("site")?)?;
                (Hierarchy::NetPath { site, abs_path: abs_path.map(|(path, _)| path) }, query)
            }
            "abs_path" => {
                let (path, query) = absolute(form)?;
                (Hierarchy::AbsPath(path), query)
            }
            _ => (Hierarchy::RelPath(Path(text(form, "path_segments")?)), text(form, "query")),
        };
        Some(Self { mistaken_scheme, hierarchy, query })
    }
}

/// The path of an `abs_path`, slash included, and its query.
fn absolute<'i>(node: Node<'_, 'i>) -> Option<(Path<'i>, Option<Text<'i>>)> {
    let rel_path = node.child("rel_path")?;
    let end = rel_path.child("path_segments")?.end();
    let path = node.text().get(..end - node.start())?;
    Some((Path(path.into()), text(rel_path, "query")))
}

impl<'i> Site<'i> {
    fn build(node: Node<'_, 'i>) -> Option<Self> {
        let Some(server) = node.child("server") else { return Some(Self::Authority(Authority(node.text().into()))) };
        let hostport = server.child("hostport")?;
        let host = hostport.child("host")?.children().next()?;
        Some(Self::Server(Server {
            userinfo: text(server, "userinfo"),
            hostport: Hostport {
                host: match host.name() {
                    "hostname" => Host::Hostname(Hostname(host.text().into())),
                    _ => Host::IPv4address(host.text()),
                },
                port: digits(hostport, "port"),
            },
        }))
    }
}
