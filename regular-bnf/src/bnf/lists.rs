//! HTTP's list rule, `#element` (RFC 9110, section 5.6.1).

use std::borrow::Cow;

use super::expr::{Expr, alternatives, sequence};

/// The lists that the list rule defines.
///
/// ```
/// # #[cfg(feature = "language")] {
/// use regular_bnf::{AbnfVariant, Bnf, Language, Lists, Notation};
///
/// let names = |lists| {
///     let variant = AbnfVariant { lists: Some(lists), ..AbnfVariant::default() };
///     Bnf::read_as("names = 1#name\nname = 1*ALPHA\n", Notation::AbnfVariant(variant))?.language("names")
/// };
/// assert!(!names(Lists::Sent)?.contains("foo ,bar,") && names(Lists::Received)?.contains("foo ,bar,"));
/// # }
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lists {
    /// Those that a sender generates: no element is empty (section 5.6.1.1).
    Sent,
    /// Those that a recipient must accept: empty elements are ignored, and do not count (section
    /// 5.6.1.2).
    Received,
}

/// The text of a rule in which each sign of a list is that of a repetition, which has the same
/// syntax, and the offsets of these signs.
pub(super) fn signs(body: &str) -> (Cow<'_, str>, Vec<usize>) {
    let mut signs = Vec::new();
    let mut characters = body.char_indices();
    while let Some((at, c)) = characters.next() {
        // Literals, prose and comments are skipped.
        let end = match c {
            '"' => '"',
            '<' => '>',
            ';' => '\n',
            '#' => {
                signs.push(at);
                continue;
            }
            _ => continue,
        };
        characters.find(|&(_, c)| c == end);
    }
    if signs.is_empty() {
        return (Cow::Borrowed(body), signs);
    }
    let mut text = body.as_bytes().to_vec();
    signs.iter().for_each(|&at| text[at] = b'*');
    (String::from_utf8(text).map_or(Cow::Borrowed(body), Cow::Owned), signs)
}

impl Lists {
    /// The list of at least and at most so many elements.
    pub(super) fn expr(self, least: u32, most: Option<u32>, element: Expr) -> Expr {
        if most == Some(0) {
            return Expr::Void;
        }
        // The first element is in front of the repetition.
        let (least_after, most_after) = (least.saturating_sub(1), most.map(|most| most - 1));
        match self {
            Self::Sent => {
                let next = sequence(vec![separator(), element.clone()]);
                let list = sequence(vec![element, Expr::Repeat(least_after, most_after, Box::new(next))]);
                if least == 0 { Expr::Repeat(0, Some(1), Box::new(list)) } else { list }
            }
            Self::Received => {
                let separators = Expr::Repeat(0, None, Box::new(separator()));
                let next = sequence(vec![Expr::Repeat(1, None, Box::new(separator())), element.clone()]);
                let elements = Expr::Repeat(least_after, most_after, Box::new(next));
                let list = sequence(vec![separators.clone(), element, elements, separators.clone()]);
                if least == 0 { alternatives(vec![separators, list]) } else { list }
            }
        }
    }
}

/// `OWS "," OWS`, where `OWS` is that of section 5.6.3, whatever the grammar defines.
fn separator() -> Expr {
    let blank = alternatives([" ", "\t"].map(|blank| Expr::Literal(blank.to_owned())).into());
    let blanks = Expr::Repeat(0, None, Box::new(blank));
    sequence(vec![blanks.clone(), Expr::Literal(",".to_owned()), blanks])
}
