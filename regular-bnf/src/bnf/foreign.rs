//! The notations that are not read, by what only they have: a file in one of them is refused by
//! the name of its notation, and not read as text.

use super::notation::Notation;

/// The signs after the name of a rule, and what uses them. Longer signs come first.
const SIGNS: [(&str, &str); 7] = [
    ("::=", "BNF, the W3C's EBNF and ASN.1"),
    (":=", "RFC 2045"),
    (COLON, "ANTLR, Yacc and Lark"),
    ("<-", "PEG"),
    ("\u{2190}", "PEG"),
    ("->", "textbooks on formal grammars"),
    ("\u{2192}", "textbooks on formal grammars"),
];

/// The sign that may also be a literal at the beginning of a body in Berners-Lee's notation.
pub(super) const COLON: &str = ":";

/// The sign of a notation that is not read, after the name of a rule.
#[derive(Clone, Copy)]
pub(super) struct ForeignSign {
    /// Its offset in the text.
    pub at: usize,
    pub sign: &'static str,
    notation: &'static str,
}

impl ForeignSign {
    /// The sign after the name at the beginning of a text: `name ::=`, `<a name> ::=`,
    /// `[1] name ::=`.
    pub(super) fn find(text: &str) -> Option<Self> {
        let after_number = match text.strip_prefix('[') {
            Some(numbered) => {
                let (number, tail) = numbered.split_once(']')?;
                number.bytes().all(|byte| byte.is_ascii_alphanumeric()).then(|| tail.trim_start())?
            }
            None => text,
        };
        let after_name = match after_number.strip_prefix('<') {
            Some(bracketed) => {
                let (name, tail) = bracketed.split_once('>')?;
                (!name.contains(['\n', '<', '"'])).then_some(tail)?
            }
            None => {
                let end = after_number.find(|c: char| !c.is_ascii_alphanumeric() && !"-_+.".contains(c));
                let (name, tail) = after_number.split_at(end.unwrap_or(after_number.len()));
                // The name does not contain the beginning of an arrow.
                let arrow = name.ends_with('-') && tail.starts_with('>');
                (!name.is_empty()).then(|| &after_number[name.len() - usize::from(arrow)..])?
            }
        };
        let tail = after_name.trim_start();
        let (sign, notation) = SIGNS.into_iter().find(|(sign, _)| tail.starts_with(sign))?;
        Some(Self { at: text.len() - tail.len(), sign, notation })
    }

    /// The expected input instead of the sign.
    pub(super) fn expected(self) -> String {
        let Self { sign, notation, .. } = self;
        format!("`=`, as in ABNF: `{sign}` is the sign in {notation}, whose rules are not read; write them in ABNF")
    }
}

/// The place and the expected input instead of a construct of another notation, for a body that
/// cannot be read at an offset.
pub(super) fn instead_of_construct(notation: Notation, body: &str, at: usize) -> Option<(usize, String)> {
    let text = body.get(at..)?;
    // Berners-Lee's notation reads every character.
    if notation == Notation::BernersLee {
        return None;
    }
    // A rule of another notation that is indented looks like a continuation line.
    let mut start = 0;
    for line in body.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        if start > at {
            break;
        }
        if let Some(sign) = ForeignSign::find(line.trim_start()).filter(|_| start > 0) {
            return Some((start + indent + sign.at, sign.expected()));
        }
        start += line.len();
    }
    let expected = match text.chars().next()? {
        '{' if body[..at].trim().is_empty() => {
            "elements, as in ABNF: `{ }` is that of ISO 14977's EBNF, or of pest, whose files' names end in .pest"
        }
        '{' => "`*( )` for a repetition, as in ABNF: `{ }` is that of ISO 14977's EBNF, which is not read",
        ',' => "a blank between elements, as in ABNF: `,` is that of ISO 14977's EBNF, which is not read",
        '\'' => "a literal between `\"`: literals between `'` are those of other notations, which are not read",
        '|' if notation.is_abnf() => "`/` between alternatives, as in ABNF: `|` is that of other notations",
        '~' => "a blank between elements, as in ABNF: `~` is that of pest, whose files' names end in .pest",
        '?' => "`[ ]` around what is optional, as in ABNF: a `?` after it is that of notations that are not read",
        '+' | '*' if !body[..at].ends_with(|c: char| c.is_whitespace()) => {
            "a repetition in front of its element (`*x`, `1*x`), as in ABNF"
        }
        '#' if text[1..].starts_with(['x', 'X']) => {
            "`%x`, as in ABNF: `#x` is that of the W3C's EBNF, which is not read"
        }
        _ => return None,
    };
    Some((at, expected.to_owned()))
}
