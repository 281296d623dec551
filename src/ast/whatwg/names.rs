//! Serialization under the names of the productions.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::UrlString;

impl Serialize for UrlString<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.parts().try_for_each(|part| map.serialize_entry(part.production(), &part.text))?;
        map.end()
    }
}
