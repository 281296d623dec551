//! Serialization under the names of RFC 3987's productions.

#![cfg(feature = "serde")]

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::IriReference;
use crate::ast::rfc3986;
use crate::ast::rfc3986::{HierPart, Host, IpLiteral};
use crate::ast::text::{Digits, Text};

#[derive(serde::Serialize)]
struct Reference<'i> {
    #[serde(skip_serializing_if = "Option::is_none")]
    scheme: Option<&'i str>,
    #[serde(rename = "ihier-part", skip_serializing_if = "Option::is_none")]
    ihier_part: Option<IhierPart<'i>>,
    #[serde(rename = "irelative-part", skip_serializing_if = "Option::is_none")]
    irelative_part: Option<IhierPart<'i>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    iquery: Option<Text<'i>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ifragment: Option<Text<'i>>,
}

#[derive(serde::Serialize)]
struct IhierPart<'i> {
    #[serde(skip_serializing_if = "Option::is_none")]
    iauthority: Option<Authority<'i>>,
    #[serde(flatten)]
    path: Path<'i>,
}

#[derive(serde::Serialize)]
struct Authority<'i> {
    #[serde(skip_serializing_if = "Option::is_none")]
    iuserinfo: Option<Text<'i>>,
    ihost: Ihost<'i>,
    #[serde(skip_serializing_if = "Option::is_none")]
    port: Option<Digits<'i>>,
}

#[derive(serde::Serialize)]
enum Ihost<'i> {
    #[serde(rename = "IP-literal")]
    IpLiteral(IpLiteral<'i>),
    IPv4address(&'i str),
    #[serde(rename = "ireg-name")]
    IregName(Text<'i>),
}

/// A path: its segments, under the name of its production.
struct Path<'i>(rfc3986::Path<'i>);

impl Serialize for Path<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        let name = format!("i{}", self.0.production());
        map.serialize_entry(&name, &self.0.segments().collect::<Vec<_>>())?;
        map.end()
    }
}

impl<'i> IhierPart<'i> {
    fn new(part: HierPart<'i>) -> Self {
        let iauthority = part.authority().map(|authority| Authority {
            iuserinfo: authority.userinfo(),
            ihost: match authority.host() {
                Host::IpLiteral(literal) => Ihost::IpLiteral(literal),
                Host::IPv4address(address) => Ihost::IPv4address(address),
                Host::RegName(name) => Ihost::IregName(name),
            },
            port: authority.port(),
        });
        Self { iauthority, path: Path(part.path()) }
    }
}

crate::ast::whole_text::record! {
    IriReference, iri, serializer => {
        let part = IhierPart::new(iri.part());
        let (ihier_part, irelative_part) = if iri.scheme().is_some() { (Some(part), None) } else { (None, Some(part)) };
        let (scheme, iquery, ifragment) = (iri.scheme(), iri.query(), iri.fragment());
        Reference { scheme, ihier_part, irelative_part, iquery, ifragment }.serialize(serializer)
    }
}
