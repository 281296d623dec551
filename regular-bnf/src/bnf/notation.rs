//! The notations.

use super::lists::Lists;

/// A notation of BNF.
///
/// ```
/// use regular_bnf::Notation;
///
/// assert_eq!(Notation::detect("hostport  site [ : port ]\n"), Notation::BernersLee);
/// assert_eq!(Notation::detect("hostport = site [ \":\" port ]\nsite = hostname | hostnumber\n"), Notation::Rfc822);
/// assert_eq!(Notation::detect("authority = site [ \":\" port ]\nport = *DIGIT\n"), Notation::Abnf);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// The notation of the first documents of the web. A name begins in the first column, without
    /// an equals sign after it. A word of two or more letters is a production; every other
    /// character is literal.
    BernersLee,
    /// The notation of RFC 822.
    Rfc822,
    /// ABNF (RFC 5234), with the literals of RFC 7405.
    Abnf,
    /// A variant of ABNF.
    AbnfVariant(AbnfVariant),
}

/// A variant of ABNF, as some documents use it.
///
/// ```
/// # #[cfg(feature = "language")] {
/// use regular_bnf::{AbnfVariant, Bnf, Language, Lists, Notation};
///
/// // RFC 9110: a list of at least one element, as a recipient reads it.
/// let http = AbnfVariant { lists: Some(Lists::Received), ..AbnfVariant::default() };
/// let bnf = Bnf::read_as("names = 1#name\nname = 1*ALPHA\n", Notation::AbnfVariant(http))?;
/// let names = Language::new(&bnf, "names")?;
/// assert!(names.contains("foo , ,bar,charlie") && !names.contains(","));
///
/// // Bytes that are not all UTF-8. A string of bytes is written as the characters with the same numbers.
/// let bytes = AbnfVariant { bytes: true, ..AbnfVariant::default() };
/// let bnf = Bnf::read_as("text = *( %x20-7E / %x80-FF )\n", Notation::AbnfVariant(bytes))?;
/// assert!(bnf.is_of_bytes() && Language::new(&bnf, "text")?.contains("a\u{FF}"));
/// assert!(Bnf::read_as("text = %x100\n", Notation::AbnfVariant(bytes)).is_err());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct AbnfVariant {
    /// HTTP's list rule, `#element`; without it, `#` is an error.
    pub lists: Option<Lists>,
    /// Whether numbers are those of bytes, and not of characters: `%x80-FF` is any byte that is not
    /// US-ASCII. A number beyond FF is an error.
    pub bytes: bool,
}

impl Notation {
    /// Whether it is ABNF, in any variant.
    pub fn is_abnf(self) -> bool {
        matches!(self, Self::Abnf | Self::AbnfVariant(_))
    }

    /// The variant of ABNF.
    pub(super) fn variant(self) -> AbnfVariant {
        match self {
            Self::AbnfVariant(variant) => variant,
            _ => AbnfVariant::default(),
        }
    }

    /// The index of the parser of its bodies.
    pub(super) fn parser(self) -> usize {
        match self {
            Self::BernersLee => 0,
            Self::Rfc822 => 1,
            Self::Abnf | Self::AbnfVariant(_) => 2,
        }
    }
}

/// Whether the name of a production may contain a character.
pub(super) fn is_in_name(c: char) -> bool {
    !c.is_whitespace() && c != '='
}

/// The name of the production that a line begins, perhaps after blanks, and the offset in the line
/// of the text after the equals sign.
pub(super) fn begun(line: &str) -> Option<(&str, usize)> {
    let text = line.trim_start_matches([' ', '\t']);
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !"-_+".contains(c)).unwrap_or(text.len());
    let name = &text[..end];
    let definition = text[end..].trim_start_matches([' ', '\t']);
    let body = definition.strip_prefix("=/").or(definition.strip_prefix('='))?;
    let is_rule = name.starts_with(|c: char| c.is_ascii_alphabetic()) && !body.starts_with(['=', '>']);
    is_rule.then_some((name, line.len() - body.len()))
}
