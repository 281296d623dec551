//! Control characters are text as other characters are: no grammar's spans depend on which characters
//! it has.

use fastrand::Rng;
use regular_bnf::{
    Bnf, Differential, Differentials, Disagreement, Expr, Language, Notation, Place, SpanComparison, Spans,
};

use crate::common::short_strings;

fn read(abnf: &str) -> Bnf {
    Bnf::read_as(abnf, Notation::Abnf).unwrap()
}

fn hosts(abnf: &str) -> Spans {
    Spans::from_bnf(&read(abnf), "u", &[Place::rule("host")]).unwrap()
}

#[test]
fn a_grammar_may_distinguish_any_character() {
    // All accept U+0001 after a letter, and its host is with it in one of them.
    let [without, with] = ["host = *\"a\"\npath = %x01 *\"a\"\n", "host = *\"a\" %x01\npath = *\"a\"\n"]
        .map(|split| hosts(&format!("u = host path\n{split}")));
    assert_eq!((without.in_string("a\u{1}a"), with.in_string("a\u{1}a")), (Ok(Some(0..1)), Ok(Some(0..2))));
    let shortest = Differential::shortest(&without, &with, SpanComparison::default()).unwrap().unwrap();
    assert_eq!((shortest.witness.as_str(), shortest.left, shortest.right), ("\u{1}", Some(0..0), Some(0..1)));
    let alike = without.alike(&[&with], SpanComparison::default()).unwrap();
    assert!(short_strings("a\u{1}\u{2}", 4).all(|string| !alike.contains(&string)));
    // Characters that only one of two reads alike with those are no hindrance either.
    let [one, other] = ["%x01 / %x03", "%x01 / %x04"].map(|set| hosts(&format!("u = host\nhost = *( {set} )\n")));
    assert_eq!(Differential::shortest(&one, &other, SpanComparison::default()), Ok(None));
    let alike = one.alike(&[&other], SpanComparison::default()).unwrap();
    assert!(alike.contains("\u{1}\u{1}") && !alike.contains("\u{3}"));
}

#[test]
fn spans_are_within_any_language() {
    let spans = hosts("u = host\nhost = *%x00-7F\n");
    let within = |set: &str| {
        let language = Language::new(&read(&format!("all = *{set}\n")), "all").unwrap();
        spans.within(&language).unwrap()
    };
    assert_eq!(within("%x00-1F").in_string("\u{1}\u{2}\u{3}"), Ok(Some(0..3)));
    assert!(within("%x61").in_string("\u{1}").is_err());
    assert!(within("( %x00 / %x03-7F )").in_string("\u{1}\u{2}\u{3}").is_err());
    assert_eq!(within("%x01-02").in_string("\u{1}\u{2}"), Ok(Some(0..2)));
    assert!(within("( %x01 %x02 / %x00 )").in_string("\u{1}\u{1}").is_err());
}

/// The automaton reads marks as symbols of their own: without them it has the strings in which the component
/// is absent.
#[test]
fn members_of_the_automaton_have_no_marks() {
    let bnf = read("u = ( host path ) / \"-\"\nhost = 1*%x61\npath = *%x01\n");
    let spans = Spans::from_bnf(&bnf, "u", &[Place::rule("host")]).unwrap();
    let dfa = spans.automaton();
    assert_eq!(dfa.members().collect::<Vec<_>>(), ["-"]);
    assert!(dfa.accepts("-") && !dfa.accepts("a") && !dfa.accepts("\u{1}a\u{2}"));
    assert_eq!(spans.strings().unwrap().members().take(3).collect::<Vec<_>>(), ["a", "-", "aa"]);
}

/// The last characters of all take the place of others inside; as text they are what they were.
#[test]
fn the_last_characters_are_text() {
    for set in ["%x00-10FFFF", "( %x00-00 / %x02-10FFFF )"] {
        let bnf = format!("u = host path\nhost = *%x01\npath = [ ( %x00 / %x02-10FFFF ) *{set} ]\n");
        let spans = hosts(&bnf);
        let all = spans.strings().unwrap();
        let language = Language::new(&read(&bnf), "u").unwrap();
        for string in short_strings("\u{1}\u{2}a\u{10FFFD}\u{10FFFE}\u{10FFFF}", 4) {
            let ones = string.len() - string.trim_start_matches('\u{1}').len();
            let expected = language.contains(&string).then_some(Some(0..ones));
            assert_eq!(spans.in_string(&string).ok(), expected, "{set} {string:?}");
            assert_eq!(all.contains(&string), expected.is_some(), "{set} {string:?}");
        }
    }
}

/// A mark is no text of an exception either, even of one that excludes any character.
#[test]
fn exceptions_count_no_marks() {
    let mut definitions =
        read("u = host path\nhost = *\"a\"\npath = *\"b\"\nany = %x01-10FFFF\n").productions().to_vec();
    let body = definitions[0].body.clone().unwrap();
    for length in 1..4 {
        let excepted = Expr::Repeat(length, Some(length), Box::new(Expr::Name("any".to_owned())));
        definitions[0].body = Ok(Expr::Except(Box::new(body.clone()), Box::new(excepted)));
        let bnf = Bnf::from_definitions(definitions.clone(), Notation::Abnf).unwrap();
        let spans = Spans::from_bnf(&bnf, "u", &[Place::rule("host")]).unwrap();
        for string in short_strings("ab", 4) {
            let host = string.trim_end_matches('b').len();
            let is_member = !string[..host].contains('b') && string.len() != length as usize;
            assert_eq!(spans.in_string(&string).ok(), is_member.then_some(Some(0..host)), "{length} {string}");
        }
    }
}

/// The spans do not depend on which characters a grammar has.
#[test]
fn spans_do_not_depend_on_the_characters() {
    let mut rng = Rng::with_seed(11);
    let parts = ["*P", "*Q", "[ P ]", "[ Q ] P", "*( P / Q )", "P *Q", "*( P / Q / R )", "\"\"", "*( P Q )"];
    let mut compared = 0;
    let mut before: Option<[Spans; 2]> = None;
    for _ in 0..1_000 {
        let mut part = || rng.choice(parts).unwrap();
        let grammar = format!("u = front host path\nfront = {}\nhost = {}\npath = {}\n", part(), part(), part());
        let [letters, controls] = ["abc", "\u{1}\u{3}\u{2}"];
        let spans_with = |characters: &str| {
            let named = ["P", "Q", "R"].into_iter().zip(characters.chars());
            let named = named.fold(grammar.clone(), |all, (name, c)| all + &format!("{name} = %x{:X}\n", c as u32));
            Spans::from_bnf(&read(&named), "u", &[Place::rule("host")])
        };
        let (own, other) = match (spans_with(letters), spans_with(controls)) {
            (Ok(own), Ok(other)) => (own, other),
            // A component with two places in one string.
            (Err(_), Err(_)) => continue,
            (own, other) => panic!("{grammar}: {own:?}, {other:?}"),
        };
        for (text, control_text) in short_strings(letters, 4).zip(short_strings(controls, 4)) {
            assert_eq!(own.in_string(&text), other.in_string(&control_text), "{grammar}: {text}");
        }
        let pairs = || letters.chars().zip(controls.chars());
        let exchanged = |c| {
            let mut pairs = pairs().flat_map(|(letter, control)| [(letter, control), (control, letter)]);
            pairs.find(|&(from, _)| from == c).map_or(c, |(_, to)| to)
        };
        for text in own.suite().unwrap() {
            let control_text: String = text.chars().map(exchanged).collect();
            assert_eq!(own.in_string(&text), other.in_string(&control_text), "{grammar}: {text}");
        }
        if let Some([first, second]) = &before {
            let [found, of_controls] = [(first, &own), (second, &other)].map(|(left, right)| {
                let all = Differentials::new(left, right, SpanComparison::default()).unwrap();
                Disagreement::ALL.map(|kind| all.of_kind(kind).next().map(|found| (found.left, found.right)))
            });
            assert_eq!(found.map(|found| found.is_some()), of_controls.map(|found| found.is_some()), "{grammar}");
            let [alike, of_controls] =
                [(first, &own), (second, &other)].map(|(left, right)| left.alike(&[right], SpanComparison::default()));
            let (alike, of_controls) = (alike.unwrap(), of_controls.unwrap());
            for (text, control_text) in short_strings(letters, 4).zip(short_strings(controls, 4)) {
                assert_eq!(alike.contains(&text), of_controls.contains(&control_text), "{grammar}: {text}");
            }
        }
        compared += 1;
        before = Some([own, other]);
    }
    assert!(compared > 100, "{compared}");
}
