//! Detects the notation of a grammar.

use std::collections::HashSet;

use super::abnf::CORE;
use super::notation::{Notation, begun, is_in_name};
use super::pages::without_pages;

impl Notation {
    /// Detects the notation of a file. In the oldest notation no equals sign follows a name. The
    /// signs of RFC 822's notation are vertical lines, exceptions (` - `) and lists (`#`); those of ABNF
    /// are slashes, numbers, and core rules that the file does not define.
    ///
    /// In a file with vertical lines or exceptions, the signs on more lines decide. In any other, a list
    /// is a sign of RFC 822 unless there is a number or a core rule, since RFC 822 also has slashes. A
    /// file without any sign is in ABNF.
    pub fn detect(file: &str) -> Self {
        let file = &*without_pages(file);
        let mut lines = file.lines().map(str::trim_start);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with(';')).unwrap_or_default();
        if !first.trim_start_matches(is_in_name).trim_start().starts_with('=') {
            return Self::BernersLee;
        }
        let signs = NotationSigns::count(file);
        let is_abnf = if signs.bars_and_exceptions > 0 {
            signs.of_abnf > signs.bars_and_exceptions
        } else {
            signs.lists == 0 || signs.numbers > 0
        };
        if is_abnf { Self::Abnf } else { Self::Rfc822 }
    }
}

/// How many lines have each sign of a notation, outside of literals, descriptions and comments.
#[derive(Default)]
struct NotationSigns {
    /// Vertical lines between alternatives, or exceptions.
    bars_and_exceptions: usize,
    /// Slashes between alternatives, numbers or core rules.
    of_abnf: usize,
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
            signs.bars_and_exceptions += usize::from(text.contains('|') || text.contains(" - "));
            signs.of_abnf += usize::from(text.contains('/') || has_number || has_core);
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
