//! The octets that a Gopher or Gopher+ client sends.

use super::build::{decoded, octets};
use super::{GopherPlus, Octets, RequestError};
use crate::text::Text;

/// What the item part of a gopher URL asks for.
pub(super) struct Item<'i> {
    pub selector: Text<'i>,
    /// What stands behind the first encoded tab.
    pub search: Option<Text<'i>>,
    /// What stands behind the second.
    pub plus: Option<Text<'i>>,
}

impl<'i> Item<'i> {
    /// Divides a `gcommand` of draft 03 at its first two encoded tabs.
    pub fn divide(command: &'i str) -> Self {
        let mut parts = command.splitn(3, "%09").map(Text::from);
        Self { selector: parts.next().unwrap_or_default(), search: parts.next(), plus: parts.next() }
    }

    /// All that is sent, and whether a form has to be filled in first.
    ///
    /// The first generation sends no empty search before a Gopher+ string (`selector TAB +`); RFC 1738, section 3.4.3, does
    /// (`selector TAB TAB +`).
    pub fn sends(&self, empty_search: bool) -> Result<(Octets, bool), RequestError> {
        let mut line = octets("selector", self.selector)?;
        let plus = self.plus.map(|plus| GopherPlus::parse(plus.as_str())).transpose()?;
        match self.search {
            Some(search) if !search.as_str().is_empty() || plus.is_none() || empty_search => {
                line.push(b'\t');
                line.extend(octets("search", search)?);
            }
            _ => {}
        }
        let asks = plus == Some(GopherPlus::Ask);
        let mut form = None;
        if let Some(plus) = plus {
            line.push(b'\t');
            form = write(plus, &mut line)?;
        }
        match form {
            None => line.extend(b"\r\n"),
            Some(values) => {
                line.extend(b"\t1\r\n+-1\r\n");
                for value in values {
                    line.extend(octets("ask_item_value", value)?);
                    line.extend(b"\r\n");
                }
                line.extend(b".\r\n");
            }
        }
        Ok((Octets(line), asks))
    }
}

/// Writes all of a Gopher+ string but the values of a form.
fn write<'i>(plus: GopherPlus<'i>, line: &mut Vec<u8>) -> Result<Option<Vec<Text<'i>>>, RequestError> {
    let mut names = |mark: u8, names: Vec<Text<'i>>| {
        line.push(mark);
        for (at, name) in names.into_iter().enumerate() {
            if at > 0 {
                line.push(b' ');
            }
            line.extend(octets("gopher+_string", name)?);
        }
        Ok(())
    };
    match plus {
        GopherPlus::Ask => names(b'?', Vec::new()).map(|()| None),
        GopherPlus::ItemAttributes(attributes) => names(b'!', attributes).map(|()| None),
        GopherPlus::DirectoryAttributes(attributes) => names(b'$', attributes).map(|()| None),
        GopherPlus::Content { view, language, form } => {
            names(b'+', view.into_iter().chain(language).collect()).map(|()| form)
        }
    }
}

/// The type of an item: one octet, `1` where the URL has no item.
pub(super) fn gtype(gtype: Option<Text<'_>>) -> Octets {
    gtype.map_or(Octets(b"1".to_vec()), decoded)
}
