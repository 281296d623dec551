//! Lints of regular expressions: ten with one defect for each lint, and random ones mended as the
//! findings suggest.

use fastrand::Rng;
use regular_bnf::lint::{Finding, Lint, Linter, Pattern, Rules};
use regular_bnf::{Flavour, Language, Regex, Relation};

fn findings(text: &str, flavour: Flavour) -> Vec<Finding> {
    Linter::new().pattern(Pattern { text, flavour, ..Pattern::default() }).findings
}

/// Patterns with the column of the defect.
pub type Planted = (Lint, Flavour, [(usize, &'static str); 10]);

pub const PLANTED: [Planted; 7] = [
    (
        Lint::UselessAlternative,
        Flavour::Pcre,
        [
            (8, "[a-z]+|end"),
            (5, "a|b|a"),
            (8, "x(ab|a|ab)"),
            (5, "(?:|)x"),
            (7, "(a|b)|b"),
            (4, "(a|aa)*"),
            // A match does not return into the group, so the longer one is never tried.
            (6, "(?>a|ab)c|d"),
            (10, "(?:a(?!b|bc))[cb]{1,2}|x"),
            (12, "(?:ab|x)|a(b|c)"),
            (4, "a*|b{0}"),
        ],
    ),
    (
        Lint::UselessAlternative,
        Flavour::Rust,
        [
            (8, "https?|(?:http)"),
            (3, "a|a"),
            (7, "(?i:a|A)"),
            (8, "(?:\\d+|42)"),
            (4, "(b|[a&&b])"),
            (5, "\\w+|(word)"),
            (7, "a(b|c|b)"),
            (3, "é|é"),
            (6, "[ab]|b"),
            (11, "(?P<n>ab?|a)(?:)"),
        ],
    ),
    (
        Lint::FailingAssertion,
        Flavour::EcmaScript,
        [
            (2, "a(?=b)|c"),
            (2, "a^b|c"),
            (2, "a$b|c"),
            (2, "a\\bb|c"),
            (1, "(?!a)a|c"),
            (3, "ab(?<=a)|c"),
            (3, "xa(?<!a)|c"),
            (2, "a\\B-|c"),
            (1, "(?=ab)ac|c"),
            (5, "c|a?(?=x)"),
        ],
    ),
    (
        Lint::IdleAssertion,
        Flavour::Python,
        [
            (1, "(?!-)[a-z]+"),
            (2, "a(?!b)"),
            (2, "a\\b-"),
            (1, "(?=a)a"),
            (2, "a(?<=a)b"),
            (5, "[ab](?<!c)d"),
            (1, "(?=.*)x"),
            (1, "(?!b)(?:a|c)"),
            (2, "a\\Bb"),
            (4, "a*b(?=c)c"),
        ],
    ),
    (
        Lint::EmptyLanguage,
        Flavour::Ruby,
        [
            (1, "a(?=b)"),
            (1, "(?!a)a"),
            (1, "[a&&b]"),
            (1, "(?!)"),
            (1, "x[^\\s\\S]"),
            (1, "(?>a|ab)(?<=b)"),
            (1, "a(?<=b)"),
            (1, "a\\bb"),
            (1, "(?=a)(?=b)."),
            (1, "(?:(?!x)x)+"),
        ],
    ),
    (
        Lint::OnlyEmpty,
        Flavour::Python,
        [
            (1, ""),
            (1, "a{0}"),
            (1, "(?:)"),
            (1, "()*"),
            (1, "(?:a{0}){2}"),
            (1, "[ab]{0,0}"),
            (1, "^$"),
            (1, "(?P<n>)"),
            (1, "\\Z"),
            (1, "(?#x)"),
        ],
    ),
    (
        Lint::Syntax,
        Flavour::Pcre,
        [
            (1, "(a"),
            (2, "a)"),
            (1, "*a"),
            (2, "a{2,1}"),
            (1, "[a"),
            (2, "a\\"),
            (4, "a++*"),
            (2, "[b-a]"),
            (4, "(?<a"),
            (2, "é(?<n>"),
        ],
    ),
];

#[test]
fn planted_defects_are_found_at_their_places() {
    let mut wrong = Vec::new();
    for (lint, flavour, patterns) in PLANTED {
        for (column, text) in patterns {
            let found = findings(text, flavour);
            let is_here = |found: &Finding| (found.lint, found.line, found.column) == (lint, 1, column);
            // A pattern without strings has it for a reason, which is found, too.
            let others = |found: &Finding| found.lint != lint && lint != Lint::EmptyLanguage;
            if !found.iter().any(is_here) || found.iter().any(others) {
                wrong.push(format!("{lint} {text}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn good_patterns_have_no_findings() {
    for (text, flavour) in [
        ("^[a-z]+$", Flavour::Rust),
        ("https?://[^/]+(?:/.*)?", Flavour::EcmaScript),
        ("(?!xn--)[a-z-]+", Flavour::Pcre),
        ("(?=.*[0-9])[a-z0-9]+", Flavour::Python),
        ("(a|ab)(c|bcd)(d*)", Flavour::Ruby),
        ("(?:a|b)*abb", Flavour::Rust),
    ] {
        assert_eq!(findings(text, flavour), [], "{text}");
    }
    // In a search, anchors and what surrounds the match matter.
    for text in ["^a", "a(?=b)", "a(?!b)", "\\ba"] {
        let pattern = Pattern { text, flavour: Flavour::EcmaScript, anywhere: true, ..Pattern::default() };
        assert_eq!(Linter::new().pattern(pattern).findings, [], "{text}");
    }
}

#[test]
fn versions_and_other_languages() {
    let language = |text: &str| Regex::new(text, Flavour::Rust, "").unwrap().language().unwrap();
    let (old, new) = (language("[0-9]{4}"), Pattern { text: "[0-9]{4,5}", ..Pattern::default() });
    let rules = Rules::from_language("pattern", old.clone());
    let found = Linter::new().old(&rules).within("year", &old).pattern(new).findings;
    let found: Vec<_> = found.iter().map(|found| (found.lint, found.witness.as_deref())).collect();
    assert_eq!(found, [(Lint::NotWithin, Some("00000")), (Lint::AcceptsMore, Some("00000"))]);
}

fn random(rng: &mut Rng, depth: usize) -> String {
    if depth == 0 {
        return ["a", "b", "[ab]", "."][rng.usize(..4)].to_owned();
    }
    let mut below = || random(rng, depth - 1);
    let (one, other) = (below(), below());
    match rng.u8(..10) {
        0..=2 => format!("{one}{other}"),
        3..=5 => format!("(?:{one}|{other})"),
        6 => format!("(?:{one})*"),
        7 => format!("(?={one}){other}"),
        8 => format!("{one}(?!{other})"),
        _ => format!("(?>{one}|{other})"),
    }
}

/// The pattern without the parts that findings name: the outermost ones, in the order of the text.
fn mended(text: &str, findings: &[Finding]) -> String {
    let mut parts: Vec<(usize, usize, &str)> = Vec::new();
    for found in findings {
        let start = found.column - 1;
        let part = found.message.split('`').nth(1).filter(|_| found.message.starts_with('`')).unwrap_or_default();
        assert!(text[start..].starts_with(part), "{text}: {found:?}");
        parts.push((start, start + part.len(), if found.lint == Lint::IdleAssertion { "" } else { "(?!)" }));
    }
    parts.sort_by_key(|&(start, end, _)| (start, std::cmp::Reverse(end)));
    let (mut done, mut mended) = (0, String::new());
    for (start, end, with) in parts {
        if start >= done {
            mended += &text[done..start];
            mended += with;
            done = end;
        }
    }
    mended + &text[done..]
}

/// All findings together, and not only each alone, leave the language as it is; and each witness
/// shows it.
#[test]
fn mended_patterns_match_the_same_strings() {
    let language = |text: &str| -> Option<Language> { Regex::new(text, Flavour::Pcre, "").ok()?.language().ok() };
    let mut rng = Rng::with_seed(36);
    let mut mended_ones = 0;
    for _ in 0..400 {
        let text = random(&mut rng, 3);
        let Some(own) = language(&text) else { continue };
        let found = findings(&text, Flavour::Pcre);
        let lints = [Lint::UselessAlternative, Lint::IdleAssertion, Lint::FailingAssertion];
        let found: Vec<_> = found.into_iter().filter(|found| lints.contains(&found.lint)).collect();
        let other = mended(&text, &found);
        let comparison = own.compare(&language(&other).unwrap()).unwrap();
        assert_eq!(comparison.relation, Relation::Equal, "{text} and {other}: {found:?}");
        mended_ones += usize::from(!found.is_empty());
        for one in &found {
            let matches = one.witness.as_ref().map(|witness| own.contains(witness));
            match one.lint {
                Lint::IdleAssertion => assert!(matches.unwrap_or(true), "{text}: {one:?}"),
                Lint::FailingAssertion => assert!(!matches.unwrap_or(false), "{text}: {one:?}"),
                _ => {}
            }
        }
    }
    assert!(mended_ones > 0);
}
