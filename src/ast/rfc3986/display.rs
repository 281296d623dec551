//! `Display`: every struct writes its input, character for character.

use super::reference::*;
use crate::ast::shared::{display, write_marked};

display! {
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
