//! Section 3.3, "IDNA": Unicode's ToASCII (UTS 46).
//!
//! Without the feature `idna` it is applied as far as US-ASCII goes: what a label beyond US-ASCII, or
//! one that begins with `xn--`, stands for is not examined. With it, the crate idna refuses a label
//! of more than 1,000 characters beyond US-ASCII, which would take it too long.

#[cfg(not(feature = "idna"))]
pub(super) use ascii::{is_valid, to_ascii};
#[cfg(all(feature = "compare", feature = "idna"))]
pub(crate) use unicode::mapped_character;
#[cfg(feature = "idna")]
pub(super) use unicode::{is_valid, to_ascii};

#[cfg(feature = "idna")]
mod unicode {
    use std::borrow::Cow;

    use idna::AsciiDenyList;
    use idna::uts46::{DnsLength, Hyphens, Uts46};

    /// The domain parser ToASCII; `None` for a failure.
    pub fn to_ascii(domain: &str) -> Option<Cow<'_, str>> {
        let (deny, hyphens, length) = (AsciiDenyList::EMPTY, Hyphens::Allow, DnsLength::Ignore);
        Uts46::new().to_ascii(domain.as_bytes(), deny, hyphens, length).ok()
    }

    /// What a character beyond US-ASCII alone is mapped to, if that is US-ASCII; nothing, if it is
    /// removed.
    #[cfg(feature = "compare")]
    pub fn mapped_character(c: char) -> Option<String> {
        let mapped = to_ascii(c.encode_utf8(&mut [0; 4]))?.into_owned();
        (!mapped.starts_with("xn--")).then_some(mapped)
    }

    /// Whether the domain parser ToASCII succeeds when it is strict.
    pub fn is_valid(domain: &str) -> bool {
        let (deny, hyphens, length) = (AsciiDenyList::STD3, Hyphens::Check, DnsLength::Verify);
        Uts46::new().to_ascii(domain.as_bytes(), deny, hyphens, length).is_ok()
    }
}

#[cfg(not(feature = "idna"))]
mod ascii {
    use std::borrow::Cow;

    use crate::url_standard::code_points::{is_forbidden_in_domains, is_url_code_point};

    /// The domain as it is; `None` if it has a character that no processing removes or allows.
    pub fn to_ascii(domain: &str) -> Option<Cow<'_, str>> {
        let remains = |c: char| c == char::REPLACEMENT_CHARACTER || is_forbidden_in_domains(c);
        (!domain.contains(remains)).then_some(domain.into())
    }

    /// Whether all labels have letters, digits and hyphens, no hyphen at an end or in the third and
    /// fourth place, and 1 to 63 characters; all together have at most 253.
    pub fn is_valid(domain: &str) -> bool {
        let is_beyond_ascii = |c: char| !c.is_ascii() && c != char::REPLACEMENT_CHARACTER && is_url_code_point(c);
        let is_in_label = |c: char| c.is_ascii_alphanumeric() || c == '-' || is_beyond_ascii(c);
        let is_label = |label: &str| {
            let has_hyphens = label.get(2..4) == Some("--");
            let is_examined =
                label.is_ascii() && !label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--"));
            let has_wrong_length = !(1..=63).contains(&label.len());
            let is_wrong = has_wrong_length || has_hyphens || label.starts_with('-') || label.ends_with('-');
            label.chars().all(is_in_label) && !(is_examined && is_wrong)
        };
        domain.split('.').all(is_label) && (!domain.is_ascii() || domain.len() <= 253)
    }
}
