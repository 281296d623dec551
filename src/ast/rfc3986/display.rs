//! `Display`: every struct writes its input, character for character.

use super::reference::*;
use crate::ast::shared::{display, write_marked};

display! {
    UriReference, s, f => match s {
        Self::Uri(uri) => uri.fmt(f),
        Self::RelativeRef(reference) => reference.fmt(f),
    };
    Uri, s, f => {
        write!(f, "{}:{}", s.scheme, s.hier_part)?;
        write_marked(f, "?", s.query)?;
        write_marked(f, "#", s.fragment)
    };
    RelativeRef, s, f => {
        s.relative_part.fmt(f)?;
        write_marked(f, "?", s.query)?;
        write_marked(f, "#", s.fragment)
    };
    HierPart, s, f => {
        write_marked(f, "//", s.authority)?;
        s.path.fmt(f)
    };
    Authority, s, f => {
        if let Some(userinfo) = s.userinfo {
            write!(f, "{userinfo}@")?;
        }
        s.host.fmt(f)?;
        write_marked(f, ":", s.port)
    };
    Host, s, f => f.write_str(s.as_str());
    IpLiteral, s, f => f.write_str(s.as_str());
    IpAddress, s, f => f.write_str(s.as_str());
    Path, s, f => s.text().fmt(f);
}
