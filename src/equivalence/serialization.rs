//! The equivalence of the URL Standard: its parser changes what it reads, and two URLs are equivalent if
//! it serializes them alike.

use super::effect::Effect;
use super::hints::Hints;
use crate::ast::parsed::Matched;
use crate::grammar::{Equivalences, Grammar};
use crate::url_standard::Url;

pub(super) struct Serialization;

impl Effect for Serialization {
    const NAME: &'static str = "serialization";
    const DESCRIPTION: &'static str = "parsing and serialisation";
    const NEEDS: u8 = 0;

    fn section(document: &Equivalences) -> Option<&'static str> {
        document.serialization
    }

    fn may_apply(_: &Hints<'_>, _: Grammar) -> bool {
        true
    }

    fn change(url: &Matched<'_>) -> Option<String> {
        Url::parse(url.input()).ok().map(String::from)
    }

    /// Other parts are what the standard reads in the URL.
    fn preserves(_: &Matched<'_>, _: &Matched<'_>) -> bool {
        true
    }
}
