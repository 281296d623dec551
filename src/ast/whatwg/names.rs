//! The record, under the names of the productions.

use serde::ser::SerializeMap;

use super::UrlString;

crate::ast::whole_text::record! {
    UrlString, url, serializer => {
        let mut map = serializer.serialize_map(None)?;
        url.parts().try_for_each(|part| map.serialize_entry(part.rule.name(), part.text))?;
        map.end()
    }
}
