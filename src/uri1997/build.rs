//! From the spans of a tree to the structs.
//!
//! Every function gives `None` only for spans that the grammar does not make.

use super::reference::*;
use crate::rule::Rule;
use crate::shared::{Hostname, digits, text};
use crate::text::Text;
use crate::tree::Node;

impl<'i> UriReference<'i> {
    /// From the span of `URI-reference` or of what may stand in one.
    pub(crate) fn build(node: Node<'_, 'i>) -> Option<Self> {
        Some(match node.rule() {
            Rule::URI_reference => Self::build(node.children().next()?)?,
            Rule::URN_reference => {
                Self::Urn(UrnReference { nid: node.part(Rule::URN_nid)?.text(), nss: text(node, Rule::URN_nss)? })
            }
            Rule::URL_reference => {
                let url = match node.children().find(|child| child.rule() != Rule::fragment) {
                    Some(url) => Some(Url::build(url)?),
                    None => None,
                };
                Self::Url(UrlReference { url, fragment: text(node, Rule::fragment) })
            }
            _ => Self::Url(UrlReference { url: Some(Url::build(node)?), fragment: None }),
        })
    }
}

impl<'i> Url<'i> {
    /// From the span of `absoluteURL`, `generic-URL` or `relativeURL`.
    fn build(node: Node<'_, 'i>) -> Option<Self> {
        Some(match node.rule() {
            Rule::absoluteURL => Self::build(node.part(Rule::generic_URL)?)?,
            Rule::generic_URL => Self::Absolute(AbsoluteUrl {
                scheme: node.part(Rule::scheme)?.text(),
                relative: RelativeUrl::build(node.part(Rule::relativeURL)?)?,
            }),
            Rule::relativeURL => Self::Relative(RelativeUrl::build(node)?),
            _ => return None,
        })
    }
}

impl<'i> RelativeUrl<'i> {
    fn build(node: Node<'_, 'i>) -> Option<Self> {
        let mistaken_scheme = node.part(Rule::scheme).map(|scheme| scheme.text());
        let form = node.children().find(|child| child.rule() != Rule::scheme)?;
        let (hierarchy, query) = match form.rule() {
            Rule::net_path => {
                let abs_path = match form.part(Rule::abs_path) {
                    Some(abs_path) => Some(absolute(abs_path)?),
                    None => None,
                };
                let query = abs_path.map_or_else(|| text(node, Rule::query), |(_, query)| query);
                let site = Site::build(form.part(Rule::site)?)?;
                (Hierarchy::NetPath { site, abs_path: abs_path.map(|(path, _)| path) }, query)
            }
            Rule::abs_path => {
                let (path, query) = absolute(form)?;
                (Hierarchy::AbsPath(path), query)
            }
            _ => (Hierarchy::RelPath(Path(text(form, Rule::path_segments)?)), text(form, Rule::query)),
        };
        Some(Self { mistaken_scheme, hierarchy, query })
    }
}

/// The path of an `abs_path`, slash included, and its query.
fn absolute<'i>(node: Node<'_, 'i>) -> Option<(Path<'i>, Option<Text<'i>>)> {
    let rel_path = node.part(Rule::rel_path)?;
    let end = rel_path.part(Rule::path_segments)?.end();
    let path = node.text().get(..end - node.start())?;
    Some((Path(path.into()), text(rel_path, Rule::query)))
}

impl<'i> Site<'i> {
    fn build(node: Node<'_, 'i>) -> Option<Self> {
        let Some(server) = node.part(Rule::server) else { return Some(Self::Authority(Authority(node.text().into()))) };
        let hostport = server.part(Rule::hostport)?;
        let host = hostport.part(Rule::host)?.children().next()?;
        Some(Self::Server(Server {
            userinfo: text(server, Rule::userinfo),
            hostport: Hostport {
                host: match host.rule() {
                    Rule::hostname => Host::Hostname(Hostname(host.text().into())),
                    _ => Host::IPv4address(host.text()),
                },
                port: digits(hostport, Rule::port),
            },
        }))
    }
}
