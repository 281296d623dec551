//! Section 1.3, "Percent-encoded bytes": the percent-encode sets.

use percent_encoding::{AsciiSet, CONTROLS};

pub(super) const FRAGMENT: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`');
pub(super) const QUERY: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>');
pub(super) const SPECIAL_QUERY: &AsciiSet = &QUERY.add(b'\'');
pub(super) const PATH: &AsciiSet = &QUERY.add(b'?').add(b'^').add(b'`').add(b'{').add(b'}');
pub(super) const USERINFO: &AsciiSet =
    &PATH.add(b'/').add(b':').add(b';').add(b'=').add(b'@').add(b'[').add(b'\\').add(b']').add(b'|');
