//! Text around the grammar in a file: a byte order mark, and the headers and footers of an RFC's
//! pages.

use std::borrow::Cow;

/// The text of a file without a byte order mark, with blanks in place of the headers and footers of
/// pages, so that all other text keeps its line and column.
pub(super) fn without_pages(file: &str) -> Cow<'_, str> {
    let file = file.strip_prefix('\u{FEFF}').unwrap_or(file);
    // A page may begin in front of the first line.
    let mut is_page_start = true;
    let mut text = String::new();
    let mut copied = 0;
    let mut at = 0;
    for line in file.split_inclusive('\n') {
        let start = at;
        at += line.len();
        is_page_start |= line.starts_with('\u{C}');
        let (blank, foot) = (line.trim().is_empty(), is_foot(line));
        if foot || is_page_start && is_head(line) || blank && line.contains('\u{C}') {
            text.push_str(&file[copied..start]);
            text.extend(line.chars().map(|c| if c == '\n' { c } else { ' ' }));
            copied = at;
        }
        is_page_start = foot || is_page_start && blank;
    }
    match copied {
        0 => Cow::Borrowed(file),
        _ => Cow::Owned(text + &file[copied..]),
    }
}

/// Whether a line is the foot of a page:
/// `Crocker & Overell           Standards Track                    [Page 10]`.
fn is_foot(line: &str) -> bool {
    let number = line.trim_end().strip_suffix(']').and_then(|line| line.rsplit_once("  [Page "));
    number.is_some_and(|(before, number)| {
        !number.is_empty()
            && number.chars().all(|c| c.is_ascii_digit() || "ivxlc".contains(c))
            && !before.contains(['=', '|', ';', '"'])
    })
}

/// Whether a line is the head of a page:
/// `RFC 5234                          ABNF                       January 2008`.
fn is_head(line: &str) -> bool {
    let line = line.trim();
    let is_document = ["RFC ", "Internet-Draft", "Internet Draft"]
        .iter()
        .any(|prefix| line.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix)));
    let year = line.rsplit(' ').next().unwrap_or_default();
    is_document
        && year.len() == 4
        && year.bytes().all(|byte| byte.is_ascii_digit())
        && !line.contains(['=', '|', ';', '"'])
}
