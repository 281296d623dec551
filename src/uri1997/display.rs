//! `Display`: every struct gives back the input, character for character.

use super::reference::*;
use crate::shared::{behind, display};

display! {
    UriReference, s, f => match s {
        Self::Url(reference) => reference.fmt(f),
        Self::Urn(urn) => urn.fmt(f),
    };
    UrnReference, s, f => write!(f, "urn:{}:{}", s.nid, s.nss);
    UrlReference, s, f => {
        behind(f, "", s.url)?;
        behind(f, "#", s.fragment)
    };
    Url, s, f => match s {
        Self::Absolute(url) => url.fmt(f),
        Self::Relative(url) => url.fmt(f),
    };
    AbsoluteUrl, s, f => write!(f, "{}:{}", s.scheme, s.relative);
    RelativeUrl, s, f => {
        if let Some(scheme) = s.mistaken_scheme {
            write!(f, "{scheme}:")?;
        }
        s.hierarchy.fmt(f)?;
        behind(f, "?", s.query)
    };
    Hierarchy, s, f => match s {
        Self::NetPath { site, abs_path } => {
            write!(f, "//{site}")?;
            behind(f, "", *abs_path)
        }
        Self::AbsPath(path) | Self::RelPath(path) => path.fmt(f),
    };
    Site, s, f => match s {
        Self::Server(server) => server.fmt(f),
        Self::Authority(authority) => authority.fmt(f),
    };
    Authority, s, f => s.0.fmt(f);
    Server, s, f => {
        behind(f, "", s.userinfo)?;
        if s.userinfo.is_some() {
            f.write_str("@")?;
        }
        s.hostport.fmt(f)
    };
    Hostport, s, f => {
        s.host.fmt(f)?;
        behind(f, ":", s.port)
    };
    Host, s, f => f.write_str(s.as_str());
    Path, s, f => s.0.fmt(f);
    Segment, s, f => s.text().fmt(f);
}
