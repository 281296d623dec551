//! Expressions and findings in which people can tell all characters apart.

use std::collections::HashMap;

use fastrand::Rng;
use regular_bnf::lint::{Lint, Linter, Pattern};
use regular_bnf::{Bnf, Definition, Expr, Language, Notation, Relation, is_invisible};

const CHARACTERS: [char; 16] =
    ['a', 'b', ' ', '"', '<', '>', '%', 'x', '0', '\t', '\n', '\r', '\u{1}', '\u{A0}', '\u{202E}', 'é'];

fn text(rng: &mut Rng) -> String {
    (0..rng.usize(..4)).filter_map(|_| rng.choice(CHARACTERS)).collect()
}

#[test]
fn literals_are_written_with_numbers_where_they_are_invisible() {
    let literal = |text: &str| Expr::Literal(text.to_owned());
    let written = |text: &str| literal(text).to_text(Notation::Rfc822);
    let repeat = |expr| Expr::Repeat(0, None, Box::new(expr)).to_text(Notation::Rfc822);
    assert_eq!(written(""), "\"\"");
    assert_eq!(written("\""), "<\">");
    assert_eq!(written("\r\n"), "%x0D.0A");
    assert_eq!(written("a b\tc\""), "\"a b\" %x09 \"c\" <\">");
    assert_eq!(repeat(literal("\r\n")), "*%x0D.0A");
    assert_eq!(repeat(literal("a\u{FEFF}")), "*(\"a\" %xFEFF)");
}

#[test]
fn literals_of_different_texts_are_written_differently() {
    let mut rng = Rng::with_seed(3);
    let mut known: HashMap<String, String> = HashMap::new();
    for _ in 0..20_000 {
        let all = [text(&mut rng), text(&mut rng)];
        let shown = Expr::Sequence(all.iter().map(|text| Expr::Literal(text.clone())).collect());
        let shown = shown.to_text(Notation::Rfc822);
        assert!(!shown.contains(is_invisible), "{shown:?}");
        let text = known.entry(shown.clone()).or_insert_with(|| all.concat());
        assert_eq!(*text, all.concat(), "{shown}");
    }
}

/// The message of the only finding of a lint.
#[track_caller]
fn message(report: regular_bnf::lint::Report, lint: Lint) -> String {
    let mut all = report.findings.into_iter().filter(|found| found.lint == lint).map(|found| found.message);
    all.next().unwrap_or_else(|| panic!("{lint:?}"))
}

#[test]
fn the_two_ways_of_an_ambiguity_look_different() {
    let mut rng = Rng::with_seed(4);
    for _ in 0..60 {
        let [one, other] = [rng.u32(..33), rng.u32(33..256)];
        for [one, other] in [[one, other], [one, (one + 1) % 33]] {
            let grammar = format!("a = 1*( \"!\" / %d{one} ) / 1*( \"!\" / %d{other} )\n");
            let message = message(Linter::new().bnf(&grammar, Notation::Abnf), Lint::Ambiguous);
            assert!(!message.contains(is_invisible), "{message:?}");
            let mut ways: Vec<&str> = message.split('`').skip(3).step_by(2).collect();
            ways.dedup();
            assert_eq!(ways.len(), 2, "{message}");
        }
    }
    let grammar = "a = 1*( %s\"x\" / %d10 ) / 1*( %s\"x\" / %d13 )\n";
    let message = message(Linter::new().bnf(grammar, Notation::Abnf), Lint::Ambiguous);
    assert_eq!(message, "`a` derives a string in two ways, by `1*( %s\"x\" / %x0A )`, or `1*( %s\"x\" / %x0D )`");
}

#[test]
fn literals_keep_their_white_space() {
    let report =
        Linter::new().bnf("a = %s\"x  y\" / \"x\" \"  y\"\n   ; it's \"\n  \"  z\" / %s\"x  y\"\n", Notation::Abnf);
    let found = message(report, Lint::UselessAlternative);
    assert_eq!(found, "`%s\"x  y\"` never matters: `%s\"x  y\"` before it accepts all its strings");
    // A backslash is text in a production.
    let report = Linter::new().bnf("a = \"\\\"   \"b\"   \"  c\" / \"\\\"   \"b  c\"\n", Notation::Abnf);
    let found = message(report, Lint::UselessAlternative);
    assert!(found.starts_with("`\"\\\" \"b  c\"` never matters"), "{found}");
    let report = Linter::new().pest("a = { \"x\" | \"x \\\"\n \t\"\n  ~\n  'a'..'b' }");
    let found = message(report, Lint::UntakenBranch);
    assert!(found.contains("`\"x \\\"\\n \\t\" ~ 'a'..'b'` never matches"), "{found}");
    let report = Linter::new().pattern(Pattern { text: "[ \t]+| \t", ..Pattern::default() });
    assert!(message(report, Lint::UselessAlternative).contains("` \\t`"));
}

/// An expression by chance.
fn expression(rng: &mut Rng, depth: usize) -> Expr {
    let parts = |rng: &mut Rng| (0..rng.usize(1..4)).map(|_| expression(rng, depth + 1)).collect();
    match rng.usize(if depth > 3 { 0..3 } else { 0..9 }) {
        0 => Expr::Literal(text(rng)),
        8 => Expr::Sequence(["a", "b"].map(|text| Expr::Literal(text.to_owned())).to_vec()),
        1 => Expr::Range('b', 'x'),
        2 => Expr::Alternatives(["a", "A"].map(|text| Expr::Literal(text.to_owned())).to_vec()),
        3 => Expr::Alternatives(["1", "2", "3"].map(|text| Expr::Literal(text.to_owned())).to_vec()),
        4 => Expr::Sequence(parts(rng)),
        5 => Expr::Alternatives(parts(rng)),
        _ => {
            let (least, more) = (rng.u32(..3), rng.u32(..3));
            Expr::Repeat(least, Some(least + more).filter(|_| more < 2), Box::new(expression(rng, depth + 1)))
        }
    }
}

/// What a message writes in ABNF, ABNF reads with the same meaning.
#[test]
fn expressions_in_abnf_are_read_again() {
    let mut rng = Rng::with_seed(5234);
    for _ in 0..500 {
        let expr = expression(&mut rng, 0);
        let shown = expr.to_text(Notation::Abnf);
        let definition =
            Definition { name: "x".into(), text: String::new(), comment: String::new(), line: 1, body: Ok(expr) };
        let own = Bnf::from_definitions(vec![definition], Notation::Rfc822).unwrap();
        let again =
            Bnf::read_as(&format!("x = {shown}\n"), Notation::Abnf).unwrap_or_else(|error| panic!("{shown}: {error}"));
        let [own, again] = [own, again].map(|bnf| Language::new(&bnf, "x").unwrap());
        assert_eq!(own.compare(&again).unwrap().relation, Relation::Equal, "{shown}");
    }
}
