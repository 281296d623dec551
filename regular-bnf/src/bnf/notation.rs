//! The notations, and their detection.

use std::collections::HashSet;

use super::abnf::CORE;
use super::lists::Lists;
use super::pages::without_pages;

/// A notation of BNF.
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

    /// Detects the notation of a file. In the oldest notation no equals sign follows a name. Of the
    /// other two, RFC 822's has vertical lines or lists (`#`), and ABNF has slashes, numbers, or
    /// core rules that the file does not define. If a file has signs of both, the more lines decide.
    pub fn detect(file: &str) -> Self {
        let file = &*without_pages(file);
        let mut lines = file.lines().map(str::trim_start);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with(';')).unwrap_or_default();
        if !first.trim_start_matches(is_in_name).trim_start().starts_with('=') {
            return Self::BernersLee;
        }
        let signs = NotationSigns::count(file);
        let is_abnf = if signs.bars > 0 {
            signs.slashes + signs.numbers > signs.bars
        } else if signs.lists > 0 {
            // RFC 822 itself has slashes and lists.
            signs.numbers > 0
        } else {
            signs.slashes + signs.numbers > 0
        };
        if is_abnf { Self::Abnf } else { Self::Rfc822 }
    }
}

/// How many lines have each sign of a notation, outside of literals, descriptions and comments.
#[derive(Default)]
struct NotationSigns {
    /// Vertical lines between alternatives.
    bars: usize,
    /// Slashes between alternatives.
    slashes: usize,
    /// Lists of RFC 822: `#element`.
    lists: usize,
    /// Numbers of ABNF, and its core rules that the file does not define.
    numbers: usize,
}

impl NotationSigns {
    fn count(file: &str) -> Self {
        let defined: HashSet<&str> = file.lines().filter_map(|line| Some(begun(line)?.0)).collect();
        let core = CORE.lines().filter_map(|line| Some(begun(line)?.0));
        let core: HashSet<&str> = core.filter(|name| !defined.contains(name)).collect();
        let mut signs = Self::default();
        for line in file.lines() {
            let text = without_quoted(line);
            let has_number =
                ["%x", "%X", "%d", "%D", "%b", "%B", "%s", "%S", "%i", "%I"].iter().any(|sign| text.contains(sign));
            let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            let has_core = words.any(|word| core.contains(word.trim_start_matches(|c: char| c.is_ascii_digit())));
            signs.bars += usize::from(text.contains('|'));
            signs.slashes += usize::from(text.contains('/'));
            signs.lists += usize::from(text.contains('#'));
            signs.numbers += usize::from(has_number || has_core);
        }
        signs
    }
}

/// A line without its literals, its descriptions in words and its comment.
fn without_quoted(line: &str) -> String {
    let mut text = String::new();
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        let end = match c {
            ';' => break,
            '"' => '"',
            '<' => '>',
            _ => {
                text.push(c);
                continue;
            }
        };
        text.push(' ');
        characters.find(|&c| c == end);
    }
    text
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
