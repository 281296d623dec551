//! The components of a URL, decoded, so that two documents can be compared.

use crate::ast::components::Components;
use crate::ast::parsed::Parsed;
use crate::ast::text::Text;
use crate::grammar::Generation;

/// The generic components of a URL, decoded.
#[derive(PartialEq, Eq)]
pub(super) struct DecodedComponents {
    scheme: Option<String>,
    userinfo: Option<Vec<u8>>,
    host: Vec<u8>,
    port: Option<String>,
    path: Vec<Vec<u8>>,
    query: Option<Vec<u8>>,
    fragment: Option<Vec<u8>>,
}

impl DecodedComponents {
    /// Reads the plus signs in a search of the first generation as spaces.
    pub fn divide_words(&mut self, parsed: &Parsed<'_>) {
        if self.query.is_some() && parsed.grammar().generation() == Generation::First {
            let query = parsed.value().components().query;
            self.query = query.map(|query| Text::from(&*query.as_str().replace('+', " ")).octets().into_owned());
        }
    }

    /// `text` is the URL without a prefix; `coarse` is for grammars without sites.
    pub fn new(components: &Components<'_>, text: &str, coarse: bool) -> Self {
        let user = components.user.map(decoded);
        let password = components.password.map(|password| [b":", &*password.octets()].concat());
        let mut parts = Self {
            scheme: components.scheme.map(str::to_owned),
            userinfo: user.map(|user| [user, password.unwrap_or_default()].concat()),
            // An empty and an absent host mean the same machine (RFC 1738, section 3.10).
            host: components.host.map(decoded).unwrap_or_default(),
            port: components.port.map(|port| port.to_string()),
            path: Vec::new(),
            query: components.query.map(decoded),
            fragment: components.fragment.map(decoded),
        };
        // The whole text after the site, unchanged: some schemes divide it further than the generic
        // components do.
        let after_scheme = text.split_once(':').map_or(text, |(_, after_scheme)| after_scheme);
        let after_scheme = after_scheme.split('#').next().unwrap_or_default();
        let has_site = !coarse && (components.host.is_some() || after_scheme.starts_with("//"));
        let path = match after_scheme.strip_prefix("//").filter(|_| has_site) {
            // Only without a query may a login contain a question mark.
            Some(site) if parts.query.is_some() => site.find(['/', '?']).map_or("", |end| &site[end..]),
            Some(site) => site.find('/').map_or("", |slash| &site[slash..]),
            None => after_scheme,
        };
        let path = match parts.query {
            Some(_) if path.contains('?') => &path[..path.find('?').unwrap_or(path.len())],
            // A gopher search follows a tab, and is part of the generic path.
            _ => {
                parts.query = None;
                path
            }
        };
        if coarse {
            (parts.userinfo, parts.host, parts.port) = (None, Vec::new(), None);
        }
        parts.path = path.split('/').map(|segment| decoded(segment.into())).collect();
        parts
    }
}

fn decoded(text: Text<'_>) -> Vec<u8> {
    text.octets().into_owned()
}
