//! The rules on escapes.

use super::decode;
use super::effect::Effect;
use super::hints::{Hints, PERCENT};
use super::letters::capitals;
use super::preserved::{unchanged, unchanged_but};
use crate::ast::parsed::Matched;
use crate::generated::rule::Rule;
use crate::grammar::{Equivalences, Grammar};

pub(super) struct Plus;

impl Effect for Plus {
    const NAME: &'static str = "plus";
    const DESCRIPTION: &'static str = "a plus sign for a space in a query";
    const NEEDS: u8 = PERCENT;

    fn section(document: &Equivalences) -> Option<&'static str> {
        document.plus_is_space
    }

    fn may_apply(hints: &Hints<'_>, _: Grammar) -> bool {
        hints.text.contains("%20")
    }

    fn change(url: &Matched<'_>) -> Option<String> {
        let search = url.tree().first(Rule::search).filter(|search| search.text().contains("%20"))?;
        Some(search.replaced_by(&search.text().replace("%20", "+")))
    }

    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool {
        unchanged_but(before, after, &[Rule::search], |octets| {
            octets.iter().map(|&octet| if octet == b'+' { b' ' } else { octet }).collect()
        })
    }
}

pub(super) struct Escape;

impl Effect for Escape {
    const NAME: &'static str = "escape";
    const DESCRIPTION: &'static str = "an escape for its character";
    const NEEDS: u8 = PERCENT;

    fn section(document: &Equivalences) -> Option<&'static str> {
        document.escapes
    }

    fn may_apply(hints: &Hints<'_>, grammar: Grammar) -> bool {
        decode::may_decode(grammar, hints.text)
    }

    fn change(url: &Matched<'_>) -> Option<String> {
        decode::decode_all(url)
    }

    fn change_less(url: &Matched<'_>) -> Option<String> {
        decode::decode_some(url)
    }

    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool {
        unchanged(before, after)
    }
}

pub(super) struct EscapeCase;

impl Effect for EscapeCase {
    const NAME: &'static str = "escape-case";
    const DESCRIPTION: &'static str = "an escape's digits in either case";
    const NEEDS: u8 = PERCENT;

    fn section(document: &Equivalences) -> Option<&'static str> {
        document.escape_case
    }

    fn may_apply(hints: &Hints<'_>, _: Grammar) -> bool {
        hints.bytes().windows(3).any(|escape| escape[0] == b'%' && escape[1..].iter().any(u8::is_ascii_lowercase))
    }

    fn change(url: &Matched<'_>) -> Option<String> {
        Some(capitals(url.input()))
    }

    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool {
        unchanged(before, after)
    }
}
