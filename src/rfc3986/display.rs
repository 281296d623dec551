//! `Display`: every struct writes its input, character for character.

use super::reference::*;
use crate::shared::{behind, display};

display! {
    UriReference, s, f => match s {
        Self::Uri(uri) => uri.fmt(f),
        Self::RelativeRef(reference) => reference.fmt(f),
    };
    Uri, s, f => {
        write!(f, "{}:{}", s.scheme, s.hier_part)?;
        behind(f, "?", s.query)?;
        behind(f, "#", s.fragment)
    };
    RelativeRef, s, f => {
        s.relative_part.fmt(f)?;
        behind(f, "?", s.query)?;
        behind(f, "#", s.fragment)
    };
    HierPart, s, f => {
        behind(f, "//", s.authority)?;
        s.path.fmt(f)
    };
    Authority, s, f => {
        if let Some(userinfo) = s.userinfo {
            write!(f, "{userinfo}@")?;
        }
        s.host.fmt(f)?;
        behind(f, ":", s.port)
    };
    Host, s, f => f.write_str(s.as_str());
    IpLiteral, s, f => f.write_str(s.as_str());
    IpAddress, s, f => f.write_str(s.as_str());
    Path, s, f => s.text().fmt(f);
}
