//! `Display`: every struct writes its input, character for character.

use super::reference::*;
use crate::ast::shared::{display, write_marked};

display! {
    Uri, s, f => match s {
        Self::Absolute(uri) => uri.fmt(f),
        Self::Relative(uri) => uri.fmt(f),
    };
    AbsoluteUri, s, f => write!(f, "{}:{}", s.scheme, s.relative);
    RelativeUri, s, f => {
        if let Some(scheme) = s.mistaken_scheme {
            write!(f, "{scheme}:")?;
        }
        s.hierarchy.fmt(f)?;
        write_marked(f, "?", s.query)
    };
    Hierarchy, s, f => match s {
        Self::NetPath(path) => path.fmt(f),
        Self::AbsPath(path) | Self::RelPath(path) => path.fmt(f),
        Self::OpaquePart(text) => text.fmt(f),
    };
    NetPath, s, f => {
        write!(f, "//{}", s.authority)?;
        write_marked(f, "", s.abs_path)
    };
    Authority, s, f => match s {
        Self::Server(server) => server.fmt(f),
        Self::RegName(name) => name.fmt(f),
    };
    RegName, s, f => s.text.fmt(f);
    Server, s, f => {
        write_marked(f, "", s.userinfo)?;
        if s.userinfo.is_some() {
            f.write_str("@")?;
        }
        write_marked(f, "", s.hostport)
    };
    Hostport, s, f => {
        s.host.fmt(f)?;
        write_marked(f, ":", s.port)
    };
    Host, s, f => f.write_str(s.as_str());
    Path, s, f => s.text.fmt(f);
    Segment, s, f => s.text().fmt(f);
}
