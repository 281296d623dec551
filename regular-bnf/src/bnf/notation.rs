//! The notations, and how they are told apart.

use super::pages::without_pages;

/// A notation of BNF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// That of the first documents of the web: a name begins in the first column, and no equals sign follows it; a word of two or
    /// more letters is a production, and all else a character that stands for itself.
    BernersLee,
    /// That of RFC 822.
    Rfc822,
    /// ABNF, of RFC 5234, with the literals of RFC 7405.
    Abnf,
}

impl Notation {
    /// The notation of a file. In the oldest no equals sign follows a name. Of the others ABNF has slashes or numbers, and no
    /// vertical lines.
    pub fn of(file: &str) -> Self {
        let file = &*without_pages(file);
        let is_rule = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with(';');
        let first = file.lines().find(is_rule).unwrap_or_default().trim_start();
        if !first.trim_start_matches(is_in_name).trim_start().starts_with('=') {
            return Self::BernersLee;
        }
        let (mut lines, mut slashes) = (false, false);
        let mut rest = file.chars().peekable();
        while let Some(c) = rest.next() {
            // Literals, prose and comments say nothing.
            let end = match c {
                '"' => '"',
                '<' => '>',
                ';' => '\n',
                _ => {
                    lines |= c == '|';
                    slashes |= c == '/' || c == '%' && rest.peek().is_some_and(|c| "xXdDbBsSiI".contains(*c));
                    continue;
                }
            };
            while rest.next().is_some_and(|c| c != end && c != '\n') {}
        }
        if slashes && !lines { Self::Abnf } else { Self::Rfc822 }
    }
}

/// Whether the name of a production may hold a character.
pub(super) fn is_in_name(c: char) -> bool {
    !c.is_whitespace() && c != '='
}
