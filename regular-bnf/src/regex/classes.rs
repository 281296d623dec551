//! The character classes of each flavour, and its matching without regard to case.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

use super::flavour::{Flags, Flavour};
use crate::automaton::regex::set;
use crate::characters::CharSet;

/// A class or a character, alone or in a class in brackets.
pub(super) enum ClassMember {
    Class(CharSet),
    Character(char),
}

/// A class in the syntax of regex-syntax, such as `\p{Greek}`.
pub(super) fn unicode(class: &str) -> Option<CharSet> {
    let hir = regex_syntax::parse(class).ok()?;
    match hir.kind() {
        HirKind::Class(class) => Some(set(class)),
        HirKind::Literal(literal) => std::str::from_utf8(&literal.0).ok()?.chars().next().map(CharSet::from),
        _ => None,
    }
}

/// The characters of some ranges.
pub(super) fn ranges(ranges: &[(char, char)]) -> CharSet {
    ranges.iter().fold(CharSet::EMPTY, |set, &(first, last)| set.union(&CharSet::range(first, last)))
}

pub(super) fn complement(set: &CharSet) -> CharSet {
    CharSet::all().difference(set)
}

pub(super) fn ascii_words() -> CharSet {
    ranges(&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')])
}

fn hexadecimal() -> CharSet {
    ranges(&[('0', '9'), ('A', 'F'), ('a', 'f')])
}

/// White space in a line.
pub(super) fn horizontal() -> CharSet {
    ranges(&[
        ('\t', '\t'),
        (' ', ' '),
        ('\u{A0}', '\u{A0}'),
        ('\u{1680}', '\u{1680}'),
        ('\u{180E}', '\u{180E}'),
        ('\u{2000}', '\u{200A}'),
        ('\u{202F}', '\u{202F}'),
        ('\u{205F}', '\u{205F}'),
        ('\u{3000}', '\u{3000}'),
    ])
}

/// Characters that end a line.
pub(super) fn vertical() -> CharSet {
    ranges(&[('\n', '\r'), ('\u{85}', '\u{85}'), ('\u{2028}', '\u{2029}')])
}

/// Sets that are built from tables of Unicode, each once.
fn tables() -> &'static [CharSet; 4] {
    static TABLES: OnceLock<[CharSet; 4]> = OnceLock::new();
    TABLES.get_or_init(|| ["\\w", "[\\p{L}\\p{N}_]", "\\d", "\\s"].map(|class| unicode(class).unwrap_or_default()))
}

/// The class of an escape, such as `d`; `None` if the flavour has no such class.
pub(super) fn escape(letter: char, flavour: Flavour, flags: Flags) -> Option<CharSet> {
    let lower = letter.to_ascii_lowercase();
    let [_, python_words, digits, spaces] = tables();
    let unicode = flavour == Flavour::Python && !flags.ascii;
    let class = match (lower, flavour) {
        ('d', _) if unicode => digits.clone(),
        ('d', _) => CharSet::range('0', '9'),
        ('w', _) if unicode => python_words.clone(),
        ('w', Flavour::EcmaScript) if flags.ignore_case && flags.unicode() => {
            ascii_words().union(&ranges(&[('\u{17F}', '\u{17F}'), ('\u{212A}', '\u{212A}')]))
        }
        ('w', _) => ascii_words(),
        ('s', Flavour::EcmaScript) => {
            let line_ends = ranges(&[('\t', '\r'), ('\u{2028}', '\u{2029}'), ('\u{FEFF}', '\u{FEFF}')]);
            line_ends.union(&horizontal()).difference(&'\u{180E}'.into())
        }
        ('s', _) if unicode => spaces.union(&CharSet::range('\u{1C}', '\u{1F}')),
        ('s', _) => ranges(&[('\t', '\r'), (' ', ' ')]),
        ('h', Flavour::Pcre) => horizontal(),
        ('v', Flavour::Pcre) => vertical(),
        ('h', Flavour::Ruby) => hexadecimal(),
        _ => return None,
    };
    Some(if letter.is_ascii_uppercase() { complement(&class) } else { class })
}

/// The characters of words for `\b`.
pub(super) fn words(flavour: Flavour, flags: Flags) -> CharSet {
    match flavour {
        Flavour::Ruby => tables()[0].clone(),
        _ => escape('w', flavour, flags).unwrap_or_default(),
    }
}

/// The class `[:name:]`.
pub(super) fn posix(name: &str, flavour: Flavour) -> Option<CharSet> {
    const NAMES: [&str; 14] = [
        "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper",
        "word", "xdigit",
    ];
    if !NAMES.contains(&name) {
        return None;
    }
    if flavour != Flavour::Ruby {
        return match name {
            // The class of regex-syntax has no vertical tab.
            "space" => escape('s', flavour, Flags::default()),
            _ => unicode(&format!("[[:{name}:]]")),
        };
    }
    let class = match name {
        "alnum" => "[\\p{Alphabetic}\\p{N}--\\p{Nl}--\\p{No}]",
        "alpha" => "\\p{Alphabetic}",
        "ascii" => "[[:ascii:]]",
        "blank" => "[\\p{Zs}\\t]",
        "cntrl" => "\\p{Cc}",
        "digit" => "\\p{Nd}",
        "graph" => "[^\\p{White_Space}\\p{Cc}\\p{Cs}\\p{Cn}]",
        "lower" => "\\p{Lowercase}",
        "print" => "[[^\\p{White_Space}\\p{Cc}\\p{Cs}\\p{Cn}]\\p{Zs}]",
        "punct" => "[\\p{P}$+<=>^`|~]",
        "space" => "\\p{White_Space}",
        "upper" => "\\p{Uppercase}",
        "word" => "\\w",
        _ => return Some(hexadecimal()),
    };
    match class {
        "[\\p{Alphabetic}\\p{N}--\\p{Nl}--\\p{No}]" => Some(unicode("\\p{Alphabetic}")?.union(&unicode("\\p{Nd}")?)),
        class => unicode(class),
    }
}

/// The characters that match a set without regard to case.
pub(super) fn folded(set: &CharSet, flavour: Flavour, flags: Flags) -> CharSet {
    if flavour == Flavour::EcmaScript && !flags.unicode() {
        return same_capital(set);
    }
    if flavour == Flavour::Python && flags.ascii {
        let letters = ranges(&[('A', 'Z'), ('a', 'z')]);
        return simple(&set.intersection(&letters)).intersection(&letters).union(set);
    }
    let folded = simple(set);
    // Python's lower case of U+0130 is `i`, and its upper case of U+0131 is `I`.
    let dots = ['i', 'I', '\u{130}', '\u{131}'];
    if flavour == Flavour::Python && dots.iter().any(|&c| folded.contains(c)) {
        return dots.iter().fold(folded, |set, &c| set.union(&c.into()));
    }
    folded
}

/// Simple case folding of Unicode.
fn simple(set: &CharSet) -> CharSet {
    let ranges = set.ranges().into_iter().map(|(first, last)| ClassUnicodeRange::new(first, last));
    let mut class = ClassUnicode::new(ranges);
    match class.try_case_fold_simple() {
        Ok(()) => crate::automaton::regex::set(&Class::Unicode(class)),
        Err(_) => set.clone(),
    }
}

/// The characters with the same capital as one of a set: the matching of ECMAScript without `u`.
fn same_capital(set: &CharSet) -> CharSet {
    static GROUPS: OnceLock<Vec<CharSet>> = OnceLock::new();
    let groups = GROUPS.get_or_init(|| {
        let mut groups: BTreeMap<char, CharSet> = BTreeMap::new();
        for c in '\0'..='\u{FFFF}' {
            let capital = capital(c);
            if capital != c {
                let group = groups.entry(capital).or_insert_with(|| capital.into());
                *group = group.union(&c.into());
            }
        }
        groups.into_values().collect()
    });
    let matching = groups.iter().filter(|group| !group.intersection(set).is_empty());
    CharSet::union_of(matching.chain([set]))
}

/// The capital of a character, if that is one character. A character beyond US-ASCII has no capital
/// in US-ASCII.
fn capital(c: char) -> char {
    let mut capitals = c.to_uppercase();
    match (capitals.next(), capitals.next()) {
        (Some(capital), None) if c.is_ascii() || !capital.is_ascii() => capital,
        _ => c,
    }
}
