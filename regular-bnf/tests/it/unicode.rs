//! Characters beyond US-ASCII: every route answers alike for every one of them.

use std::collections::HashSet;

use crate::names::{Rule, entry, reference};
use pest::Parser;
use regex::Regex;
use regular_bnf::automaton::dfa::{Dfa, State};
use regular_bnf::automaton::lazy::LazyDfa;
use regular_bnf::automaton::nfa::Nfa;
use regular_bnf::{
    Ambiguity, Bnf, CharSet, Correspondence, Divergences, GrammarError, Language, Notation, Place, ProofOutcome,
    Prover, Relation, Spans, pattern, prove_all,
};

use crate::common::{sampled, short_strings};

const NAMES: &str = include_str!("names/names.abnf");
const PEST: &str = include_str!("names/names.pest");

fn bnf() -> Bnf {
    Bnf::read_as(NAMES, Notation::Abnf).unwrap()
}

fn language(abnf: &str) -> Language {
    Language::new(&Bnf::read_as(abnf, Notation::Abnf).unwrap(), "a").unwrap()
}

/// All characters: 1,112,064.
fn all() -> impl Iterator<Item = char> {
    '\0'..=char::MAX
}

fn is_letter(c: char) -> bool {
    let ranges = [(0x80, 0x7FE), (0x801, 0xD7FF), (0xF000, 0xFFFD), (0x10001, 0x10FFFE)];
    c.is_ascii_alphabetic() || ranges.iter().any(|&(first, last)| (first..=last).contains(&(c as u32)))
}

fn is_mark(c: char) -> bool {
    [0x7FF, 0x800, 0xFFFF, 0x10000, 0x10FFFF].contains(&(c as u32))
}

/// A production, and whether it matches a character.
type Class = (Rule, &'static str, fn(char) -> bool);

/// The productions that match single characters (`mark` one string more).
fn classes() -> [Class; 6] {
    [
        (Rule::letter, "letter", is_letter),
        (Rule::mark, "mark", is_mark),
        (Rule::any, "any", |_| true),
        (Rule::two, "two", |c| c.len_utf8() == 2),
        (Rule::three, "three", |c| c.len_utf8() == 3),
        (Rule::four, "four", |c| c.len_utf8() == 4),
    ]
}

/// The spans of the generated parser, or those of pest_derive's, as names of rules with offsets.
fn ours(rule: Rule, input: &str) -> Option<Vec<(String, usize, usize)>> {
    let spans = entry(rule).parse(input).ok()?;
    Some(spans.into_iter().map(|span| (format!("{:?}", span.rule), span.start, span.end)).collect())
}

fn theirs(rule: Rule, input: &str) -> Option<Vec<(String, usize, usize)>> {
    let own = match rule {
        Rule::name => reference::Rule::name,
        Rule::marks => reference::Rule::marks,
        Rule::letter => reference::Rule::letter,
        Rule::mark => reference::Rule::mark,
        Rule::any => reference::Rule::any,
        Rule::two => reference::Rule::two,
        Rule::three => reference::Rule::three,
        Rule::four => reference::Rule::four,
    };
    let pairs = reference::Parser::parse(own, input).ok().filter(|pairs| pairs.as_str() == input)?;
    let span = |pair: pest::iterators::Pair<'_, reference::Rule>| {
        (format!("{:?}", pair.as_rule()), pair.as_span().start(), pair.as_span().end())
    };
    Some(pairs.flatten().map(span).collect())
}

/// The spans of a repetition that fails in its middle are removed.
#[test]
fn limited_repetitions_have_the_spans_of_pest() {
    let mut accepted = 0;
    for text in short_strings("a\u{7FF}\u{800}.", 7) {
        let spans = ours(Rule::marks, &text);
        assert_eq!(spans, theirs(Rule::marks, &text), "{text}");
        accepted += usize::from(spans.is_some());
    }
    // With 0, 1 or 2 repetitions of two marks, and perhaps a letter.
    assert_eq!(accepted, 2 * (2 + 4 + 8));
}

#[test]
fn every_route_has_the_same_characters() {
    let bnf = bnf();
    for (rule, name, holds) in classes() {
        let language = Language::new(&bnf, name).unwrap();
        let lazy = LazyDfa::from_production(&bnf, name).unwrap();
        let regex = Regex::new(&format!("^(?:{})$", pattern(&bnf, name).unwrap())).unwrap();
        let set = bnf.characters(bnf.get(name).unwrap().body.as_ref().unwrap());
        assert_eq!(set.is_none(), name == "mark");
        for c in sampled(all(), 17) {
            let text = c.to_string();
            let member = holds(c);
            assert_eq!(language.contains(&text), member, "{name}: {c:?}");
            let stop = lazy.walk(&text);
            assert_eq!(stop.offset == text.len() && lazy.accepts(stop.state), member, "{name}: {c:?}");
            assert_eq!(regex.is_match(&text), member, "{name}: {c:?}");
            assert!(set.as_ref().is_none_or(|set| set.contains(c) == member), "{name}: {c:?}");
            assert_eq!(ours(rule, &text).is_some(), member, "{name}: {c:?}");
            assert_eq!(theirs(rule, &text).is_some(), member, "{name}: {c:?}");
        }
        let count = all().filter(|&c| holds(c)).count();
        assert!(set.is_none_or(|set| set.len() as usize == count));
    }
}

#[test]
fn the_rules_are_proved_and_a_wrong_end_is_found() {
    let bnf = bnf();
    let prove = |pest: &str| prove_all(pest, |rule| Ok((rule.to_owned(), Language::new(&bnf, rule)?))).unwrap();
    assert!(prove(PEST).iter().all(|proof| proof.outcome == ProofOutcome::Equal), "{:?}", prove(PEST));
    // Each end of each range, moved by one character.
    for (from, to, witness, rule_accepts) in [
        ("'\\u{80}'..'\\u{7FE}'", "'\\u{81}'..'\\u{7FE}'", '\u{80}', false),
        ("'\\u{80}'..'\\u{7FE}'", "'\\u{80}'..'\\u{7FF}'", '\u{7FF}', true),
        ("'\\u{801}'..'\\u{D7FF}'", "'\\u{802}'..'\\u{D7FF}'", '\u{801}', false),
        ("'\\u{801}'..'\\u{D7FF}'", "'\\u{801}'..'\\u{D7FE}'", '\u{D7FF}', false),
        ("'\\u{801}'..'\\u{D7FF}'", "'\\u{801}'..'\\u{E000}'", '\u{E000}', true),
        ("'\\u{F000}'..'\\u{FFFD}'", "'\\u{EFFF}'..'\\u{FFFD}'", '\u{EFFF}', true),
        ("'\\u{10001}'..'\\u{10FFFE}'", "'\\u{10000}'..'\\u{10FFFE}'", '\u{10000}', true),
        ("'\\u{10001}'..'\\u{10FFFE}'", "'\\u{10001}'..'\\u{10FFFF}'", char::MAX, true),
    ] {
        let wrong = PEST.replacen(from, to, 1);
        assert_ne!(wrong, PEST);
        let letter = Language::new(&bnf, "letter").unwrap();
        let proof = Prover::new(&wrong).unwrap().prove("letter", "letter", &letter).unwrap();
        assert_eq!(proof.outcome, ProofOutcome::Differs { witness: witness.into(), rule_accepts }, "{to}");
    }
}

/// Members, near misses and suites are text, and every route decides them alike.
#[test]
fn strings_by_chance_are_read_alike() {
    let bnf = bnf();
    for rule in [Rule::name, Rule::mark, Rule::letter, Rule::three] {
        let mut lengths = HashSet::new();
        let name = format!("{rule:?}");
        let language = Language::new(&bnf, &name).unwrap();
        let lazy = LazyDfa::from_production(&bnf, &name).unwrap();
        let mut check = |text: &str, member: bool| {
            assert_eq!(language.contains(text), member, "{name}: {text:?}");
            assert_eq!(ours(rule, text).is_some(), member, "{name}: {text:?}");
            assert_eq!(ours(rule, text), theirs(rule, text), "{name}: {text:?}");
            // The offset is that of the first character after which nothing is accepted.
            let stop = lazy.walk(text);
            let possible = |end: usize| lazy.after_text(lazy.start(), &text[..end]).is_some();
            let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
            assert_eq!(stop.offset, ends.take_while(|&end| possible(end)).last().unwrap_or(0), "{name}: {text:?}");
            lengths.extend(text.chars().map(char::len_utf8));
        };
        language.sample(1).take(5_000).for_each(|text| check(&text, true));
        language.near_misses(1).take(5_000).for_each(|text| check(&text, false));
        language.members().take(3_000).for_each(|text| check(&text, true));
        for vector in language.suite().unwrap() {
            check(&vector.input, vector.valid);
        }
        assert_eq!(lengths.len(), 4, "{name}: {lengths:?}");
    }
}

/// A suite finds every implementation whose ranges end one character too early or too late.
#[test]
fn a_suite_has_both_ends_of_each_range() {
    let suite: HashSet<String> = Language::new(&bnf(), "letter").unwrap().suite().unwrap().map(|it| it.input).collect();
    for c in ["\u{80}", "\u{7FE}", "\u{7FF}", "\u{800}", "\u{801}", "\u{D7FF}", "\u{E000}", "\u{EFFF}", "\u{F000}"] {
        assert!(suite.contains(c), "{c:?}");
    }
    for c in ["\u{FFFD}", "\u{FFFE}", "\u{10000}", "\u{10001}", "\u{10FFFE}", "\u{10FFFF}"] {
        assert!(suite.contains(c), "{c:?}");
    }
    // For a language of US-ASCII two others are enough: a parser may accept them.
    let suite: Vec<_> = language("a = %x61-62\n").suite().unwrap().collect();
    let others: HashSet<char> = suite.iter().flat_map(|it| it.input.chars()).filter(|c| !c.is_ascii()).collect();
    assert_eq!(others.len(), 2);
}

#[test]
fn all_members_come_in_order() {
    let members: Vec<String> = language("a = %x61 / %x80-81 / %xE9 / %x250-252\n").members().collect();
    assert_eq!(members, ["a", "é", "\u{80}", "\u{81}", "ɐ", "ɑ", "ɒ"]);
    // Each once, and all.
    let pairs: Vec<String> = language("a = 2( %x79 / %x7FF-801 )\n").members().collect();
    assert_eq!((pairs.len(), pairs.iter().collect::<HashSet<_>>().len(), &*pairs[0]), (16, 16, "yy"));
    assert_eq!(language("a = %x0-10FFFF\n").members().take(200).collect::<HashSet<_>>().len(), 200);
}

#[test]
fn languages_are_compared_by_characters() {
    let compare = |left: &str, right: &str| language(left).compare(&language(right)).unwrap();
    let comparison = compare("a = %x80-7FF\n", "a = %x80-7FE\n");
    assert_eq!((comparison.relation, comparison.left_only.as_deref()), (Relation::Wider, Some("\u{7FF}")));
    // The most readable of the shortest; a character counts once, however many bytes it has.
    assert_eq!(compare("a = %x7A / %xE9\n", "a = %xE9\n").left_only.as_deref(), Some("z"));
    assert_eq!(compare("a = %x7A.7A / %x1F600\n", "a = %xE9\n").left_only.as_deref(), Some("\u{1F600}"));
    // However it is written, it is the same language.
    for (left, right) in [
        ("a = %x80-10FFFF\n", "a = %x80-D7FF / %xE000-10FFFF\n"),
        ("a = %xD000-E100\n", "a = %xD000-D7FF / %xE000-E100\n"),
        ("a = %xD800-E000\n", "a = %xE000\n"),
        ("a = %xD7FF-DFFF\n", "a = %xD7FF\n"),
        ("a = %x61-7F / %x80-FF\n", "a = %x61-FF\n"),
        ("a = %d233.8212\n", "a = %xE9 %x2014\n"),
        ("a = %b11101001\n", "a = %xE9\n"),
    ] {
        assert_eq!(compare(left, right).relation, Relation::Equal, "{left}{right}");
        assert_eq!(language(left).automaton(), language(right).automaton(), "{left}{right}");
    }
    let one = Bnf::read_as("a = 1*b\nb = %x61 / c\nc = %xA0-D7FF\n", Notation::Abnf).unwrap();
    let other = Bnf::read_as("a = 1*b\nb = %x61 / %xA1-D7FE\n", Notation::Abnf).unwrap();
    let all = Divergences::new((&one, "a"), (&other, "a"), &Correspondence::default()).unwrap();
    let [divergence] = all.list() else { panic!() };
    assert_eq!((&divergence.witness, divergence.offset), (&"\u{A0}".to_owned(), 0));
    assert_eq!(divergence.characters, ["U+00A0", "U+D7FF"]);
    assert_eq!(all.of_string("aé\u{D7FF}é"), Some(divergence));
    assert_eq!(all.of_string("aé"), None);
}

#[test]
fn numbers_that_are_no_characters_are_errors() {
    let error = |body: &str| match Bnf::read_as(&format!("a = \"x\" / {body}\n"), Notation::Abnf) {
        Err(GrammarError::Notation(error)) => (error.column, error.expected),
        other => panic!("{body}: {other:?}"),
    };
    for body in ["%x110000", "%xE9-110000", "%x99999999999999999999", "%x41.110000", "%d1114112"] {
        assert_eq!(error(body), (11, "a character, whose number is at most 10FFFF (hexadecimal)".to_owned()), "{body}");
    }
    for body in ["%xD800", "%xDFFF", "%xD800-DFFF", "%x41.DBFF", "%d55296"] {
        assert!(error(body).1.contains("surrogates"), "{body}");
    }
    assert!(error("%x10FFFF-10FFFE").1.contains("a range from a lower number"));
    // Noncharacters are characters like all others.
    assert!(language("a = %xFDD0-FDEF / %xFFFF\n").contains("\u{FDD0}"));
}

#[test]
fn spans_and_derivations_are_in_bytes() {
    let [mark] = Spans::from_pest(PEST, &["name"], [&[Place::rule("mark")]]).unwrap();
    assert_eq!(mark.in_string("é\u{10001}.\u{800}"), Ok(Some(7..10)));
    assert_eq!(mark.in_string("é\u{10001}"), Ok(None));
    assert!(mark.in_string("é.").is_err());

    let bnf = Bnf::read_as("a = [ b ] [ c ]\nb = 1*%xE9-EA\nc = %xE9 / %x2014\n", Notation::Abnf).unwrap();
    let found = Ambiguity::find(&bnf, &["a"], "c").unwrap().unwrap();
    assert_eq!(found.witness, "é");
    let [one, other] = &found.spans;
    assert_eq!((one.len() + other.len(), one.iter().chain(other).next()), (1, Some(&(0..2))));
    let derivations = found.derivations.unwrap();
    assert!(derivations.iter().all(|derivation| derivation.span == (0..2)));
    // Ranges that hold the marks themselves.
    let bnf = Bnf::read_as("a = b b\nb = *%x0-10FFFF\n", Notation::Abnf).unwrap();
    assert_eq!(Ambiguity::find(&bnf, &["a"], "b").unwrap().unwrap().witness, "aa");
}

/// The automata over bytes: they accept the encodings of the characters of a set, and nothing else.
#[test]
fn automata_over_bytes() {
    let abnf = format!("{NAMES}wide = %x41 / %xD000-E100 / %x12345-54321 / %xFFFF-10400\n");
    let bnf = Bnf::read_as(&abnf, Notation::Abnf).unwrap();
    for name in ["letter", "any", "two", "three", "four", "wide"] {
        let dfa = Dfa::new(&Nfa::from_production(&bnf, name).unwrap().in_bytes()).unwrap();
        let set = bnf.characters(bnf.get(name).unwrap().body.as_ref().unwrap()).unwrap();
        let after = |text: &str| text.bytes().fold(Dfa::START, |state, byte| dfa.step(state, char::from(byte)));
        for c in all() {
            assert_eq!(dfa.is_accepting(after(&c.to_string())), set.contains(c), "{name}: {c:?}");
        }
        // There are as many members as characters: of each length the number of ways to the end.
        let mut ways: Vec<u64> = (0..dfa.len() as State).map(|state| u64::from(dfa.is_accepting(state))).collect();
        let mut members = 0;
        for _ in 0..4 {
            let step = |state| (0..=u8::MAX).map(|byte| ways[dfa.step(state, char::from(byte)) as usize]).sum();
            ways = (0..dfa.len() as State).map(step).collect();
            members += ways[Dfa::START as usize];
        }
        assert_eq!(members, u64::from(set.len()), "{name}");
    }
    // Texts by chance are accepted by both.
    let (language, nfa) =
        (Language::new(&bnf, "name").unwrap(), Nfa::from_production(&bnf, "name").unwrap().in_bytes());
    let dfa = Dfa::new(&nfa).unwrap();
    let accepts = |text: &str| dfa.accepts(&text.bytes().map(char::from).collect::<String>());
    assert!(language.sample(2).take(5_000).all(|text| accepts(&text)));
    assert!(!language.near_misses(2).take(5_000).any(|text| accepts(&text)));
}

/// The operations on sets, against all characters.
#[test]
fn sets_of_characters() {
    let sets = [
        CharSet::EMPTY,
        CharSet::all(),
        CharSet::range('a', 'é'),
        CharSet::range('\u{D000}', '\u{D7FF}').union(&CharSet::range('\u{E000}', '\u{E001}')),
        CharSet::range('\u{E000}', char::MAX).union(&'x'.into()),
        CharSet::range('b', 'a'),
        CharSet::from('\u{80}').union(&'\u{82}'.into()),
        CharSet::range('\u{0}', '\u{80}'),
    ];
    for left in &sets {
        for right in &sets {
            let (both, either, without) = (left.intersection(right), left.union(right), left.difference(right));
            for c in all().step_by(3) {
                let (l, r) = (left.contains(c), right.contains(c));
                assert_eq!((both.contains(c), either.contains(c), without.contains(c)), (l && r, l || r, l && !r));
            }
            assert_eq!(left.len() + right.len(), both.len() + either.len());
            assert_eq!(without.len(), left.len() - both.len());
            assert_eq!(left.is_subset(right), all().all(|c| !left.contains(c) || right.contains(c)));
            // One set has one form.
            assert_eq!(without.union(&both), *left);
        }
        let ranges = left.ranges();
        let again = ranges.iter().fold(CharSet::EMPTY, |set, &(first, last)| set.union(&CharSet::range(first, last)));
        assert_eq!(again, *left);
    }
    assert_eq!((sets[6].only(), CharSet::from('é').only()), (None, Some('é')));
}
