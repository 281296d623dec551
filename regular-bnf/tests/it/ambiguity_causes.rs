//! Decisions at which two derivations part, against a count of all derivations of all short
//! strings.

use std::collections::HashMap;

use regular_bnf::{
    Ambiguity, AmbiguityCause, Bnf, Definition, Derivation, DerivationDifference, Expr, GrammarError, Notation,
};

use crate::common::{share, short_strings};

/// The longest strings whose derivations are counted.
const LONGEST: usize = 4;

/// Two derivations are counted, and more are not distinguished from two.
const MANY: u8 = 2;

fn plus(one: u8, other: u8) -> u8 {
    one.saturating_add(other).min(MANY)
}

fn times(one: u8, other: u8) -> u8 {
    one.saturating_mul(other).min(MANY)
}

/// Counts the derivations of a string by the expressions as they are written.
struct Count<'a> {
    bnf: &'a Bnf,
    text: &'a str,
    /// The derivations of each production between two offsets, as far as they are known.
    known: HashMap<(usize, usize, usize), u8>,
}

impl Count<'_> {
    fn of(bnf: &Bnf, text: &str, production: &str) -> u8 {
        let mut count = Count { bnf, text, known: HashMap::new() };
        // Derivations through recursive productions are found in rounds.
        loop {
            let mut next = HashMap::new();
            for (at, definition) in bnf.productions().iter().enumerate() {
                for from in 0..=text.len() {
                    for to in from..=text.len() {
                        next.insert((at, from, to), count.expr(definition.body.as_ref().unwrap(), from, to));
                    }
                }
            }
            if next == count.known {
                return next[&(bnf.index(production).unwrap(), 0, text.len())];
            }
            count.known = next;
        }
    }

    fn expr(&self, expr: &Expr, from: usize, to: usize) -> u8 {
        match expr {
            Expr::Void => u8::from(from == to),
            Expr::Literal(text) => u8::from(self.text[from..to] == **text),
            Expr::Range(first, last) => {
                let mut characters = self.text[from..to].chars();
                let one = characters.next().filter(|_| characters.next().is_none());
                u8::from(one.is_some_and(|c| (*first..=*last).contains(&c)))
            }
            Expr::Undefined(_) => 0,
            Expr::Name(name) => self.known.get(&(self.bnf.index(name).unwrap(), from, to)).copied().unwrap_or_default(),
            Expr::Alternatives(all) => all.iter().map(|expr| self.expr(expr, from, to)).fold(0, plus),
            Expr::Sequence(all) => match &all[..] {
                [] => u8::from(from == to),
                [first, rest @ ..] => {
                    let rest = Expr::Sequence(rest.to_vec());
                    let split = |middle| times(self.expr(first, from, middle), self.expr(&rest, middle, to));
                    (from..=to).map(split).fold(0, plus)
                }
            },
            Expr::Repeat(0, None, inner) => {
                let rest = |middle| times(self.expr(inner, from, middle), self.expr(expr, middle, to));
                let once = (from + 1..=to).map(rest).fold(u8::from(from == to), plus);
                // An element that matches the empty string may be repeated.
                if once > 0 && self.expr(inner, from, from) > 0 { MANY } else { once }
            }
            Expr::Repeat(0, Some(0), _) => u8::from(from == to),
            Expr::Repeat(least, most, inner) => {
                let rest = Expr::Repeat(least.saturating_sub(1), most.map(|most| most - 1), inner.clone());
                let split = |middle| times(self.expr(inner, from, middle), self.expr(&rest, middle, to));
                (from..=to).map(split).fold(u8::from(*least == 0 && from == to), plus)
            }
            Expr::Except(left, right) => match self.expr(right, from, to) {
                0 => self.expr(left, from, to),
                _ => 0,
            },
        }
    }
}

/// A generator of small numbers.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }

    /// An expression that uses the productions from `first` on.
    fn expr(&mut self, first: usize, depth: u32) -> Expr {
        let letter = |chance: &mut Self| if chance.below(2) == 0 { "a" } else { "b" };
        match self.below(if depth == 0 { 4 } else { 10 }) {
            0 | 1 => Expr::Literal(letter(self).to_owned()),
            2 if self.below(3) == 0 => Expr::Void,
            2 => Expr::Literal(format!("{}{}", letter(self), letter(self))),
            3 if first < PRODUCTIONS => {
                Expr::Name(format!("p{}", first + self.below((PRODUCTIONS - first) as u64) as usize))
            }
            3 => Expr::Range('a', 'b'),
            4 | 5 => Expr::Sequence((0..2).map(|_| self.expr(first, depth - 1)).collect()),
            6 | 7 => Expr::Alternatives((0..2 + self.below(2)).map(|_| self.expr(first, depth - 1)).collect()),
            8 if self.below(6) == 0 => {
                let [left, right] = [self.expr(first, depth - 1), self.expr(PRODUCTIONS, depth - 1)];
                Expr::Except(Box::new(left), Box::new(right))
            }
            _ => {
                let bounds = [(0, Some(1)), (0, None), (1, None), (0, Some(2)), (1, Some(2))];
                let (least, most) = bounds[self.below(5) as usize];
                Expr::Repeat(least, most, Box::new(self.expr(first, depth - 1)))
            }
        }
    }

    /// A grammar whose productions use later ones, and some of them themselves at one end.
    fn grammar(&mut self) -> Bnf {
        let own = |at: usize| Expr::Name(format!("p{at}"));
        let all = (0..PRODUCTIONS).map(|at| {
            let body = self.expr(at + 1, 2);
            let body = match self.below(8) {
                0 => Expr::Alternatives(vec![Expr::Sequence(vec![body, own(at)]), self.expr(at + 1, 1)]),
                1 => Expr::Alternatives(vec![Expr::Sequence(vec![own(at), body]), self.expr(at + 1, 1)]),
                2 => Expr::Sequence(vec![body, Expr::Repeat(0, Some(1), Box::new(own(at)))]),
                _ => body,
            };
            let (name, text, comment) = (format!("p{at}"), String::new(), String::new());
            Definition { name, text, comment, line: at + 1, body: Ok(body) }
        });
        Bnf::from_definitions(all.collect(), Notation::Rfc822).unwrap()
    }
}

const PRODUCTIONS: usize = 4;

fn printed(bnf: &Bnf) -> String {
    bnf.productions()
        .iter()
        .map(|own| format!("{} = {}\n", own.name, own.body.as_ref().unwrap().to_text(Notation::Rfc822)))
        .collect()
}

/// Whether the parts of a derivation are in order, inside it.
fn sound(node: &Derivation) -> bool {
    let mut at = node.span.start;
    node.parts.iter().all(|part| {
        let inside = at <= part.span.start && part.span.end <= node.span.end;
        at = part.span.end;
        inside && sound(part)
    })
}

#[test]
fn causes_are_those_of_all_derivations_of_short_strings() {
    let mut chance = Chance(0x9E37_79B9_7F4A_7C15);
    let strings: Vec<String> = short_strings("ab", LONGEST).collect();
    let (mut ambiguous, mut unambiguous, mut places, mut structures) = (0, 0, 0, 0);
    for _ in 0..share(1_200, 6) {
        let bnf = chance.grammar();
        let text = printed(&bnf);
        let causes = match AmbiguityCause::all(&bnf, &["p0"]) {
            Ok(causes) => causes,
            Err(GrammarError::Recursion(_)) => continue,
            Err(error) => panic!("{error}\n{text}"),
        };
        let many = |text: &&String| Count::of(&bnf, text, "p0") == MANY;
        let shortest = strings.iter().find(many).map(String::len);
        let found = causes.first().map(|cause| cause.witness.len()).filter(|length| *length <= LONGEST);
        assert_eq!(found, shortest, "{text}{causes:?}");
        for cause in &causes {
            assert_eq!(Count::of(&bnf, &cause.witness, "p0"), MANY, "{text}{cause:?}");
            for derivation in cause.derivations.iter().flatten() {
                assert_eq!((&*derivation.production, &derivation.span), ("p0", &(0..cause.witness.len())), "{text}");
                assert!(sound(derivation), "{text}{cause:?}");
            }
            places += usize::from(cause.differs == DerivationDifference::Place);
            structures += usize::from(cause.differs == DerivationDifference::Structure);
        }
        // Two derivations that have a production in different places part somewhere.
        let mut moved = false;
        for production in Ambiguity::productions(&bnf, &["p0"]) {
            if let Ok(Some(found)) = Ambiguity::find(&bnf, &["p0"], production) {
                moved = true;
                let first = causes.first().unwrap_or_else(|| panic!("{text}{found:?}"));
                assert!(first.witness.len() <= found.witness.len(), "{text}{found:?}");
            }
        }
        let said = causes.iter().any(|cause| cause.differs == DerivationDifference::Place);
        assert!(moved || !said, "{text}{causes:?}");
        *(if causes.is_empty() { &mut unambiguous } else { &mut ambiguous }) += 1;
    }
    assert!(ambiguous > 0 && unambiguous > 0 && places > 0 && structures > 0);
}

/// The grammars of this test differ in structure alone, each with its shortest string and the two
/// ways.
#[test]
fn structure_alone() {
    let of = |file: &str| {
        let all = AmbiguityCause::all(&Bnf::read(file).unwrap(), &["x"]).unwrap();
        assert!(all.iter().all(|cause| cause.differs == DerivationDifference::Structure), "{all:?}");
        let shown =
            |cause: AmbiguityCause| format!("{:?} {}: {}", cause.witness, cause.production, cause.ways.join(", "));
        all.into_iter().map(shown).collect::<Vec<_>>()
    };
    assert_eq!(of("x = \"a\" | \"a\"\n"), ["\"a\" x: \"a\", \"a\""]);
    assert_eq!(of("x = *(\"a\" | \"aa\")\n"), ["\"aa\" x: \"a\", \"aa\""]);
    assert_eq!(of("x = [ y ] \"a\"\ny = *\"b\"\n"), ["\"a\" x: without y, y"]);
    assert_eq!(of("x = *(*\"a\")\n")[0], "\"\" x: no more *\"a\", one more *\"a\"");
    assert_eq!(of("x = *\"a\"\n"), Vec::<String>::new());
    // A production that is recursive at its beginning.
    assert_eq!(of("x = x \"a\" | x \"a\" | \"b\"\n"), ["\"ba\" x: more of x, more of x"]);
}

/// The expression with other characters for its letters.
fn renamed(expr: &Expr, letters: [char; 2]) -> Expr {
    let letter = |c: char| if c == 'a' { letters[0] } else { letters[1] };
    let all = |all: &[Expr]| all.iter().map(|expr| renamed(expr, letters)).collect();
    let inner = |expr: &Expr| Box::new(renamed(expr, letters));
    match expr {
        Expr::Literal(text) => Expr::Literal(text.chars().map(letter).collect()),
        Expr::Range(first, last) => Expr::Range(letter(*first), letter(*last)),
        Expr::Void | Expr::Name(_) | Expr::Undefined(_) => expr.clone(),
        Expr::Sequence(inner) => Expr::Sequence(all(inner)),
        Expr::Alternatives(inner) => Expr::Alternatives(all(inner)),
        Expr::Repeat(least, most, expr) => Expr::Repeat(*least, *most, inner(expr)),
        Expr::Except(left, right) => Expr::Except(inner(left), inner(right)),
    }
}

/// The characters of a grammar do not matter: its letters may be the control characters that mark
/// places, or all others.
#[test]
fn any_characters_are_letters() {
    let mut chance = Chance(0xD1B5_4A32_D192_ED03);
    let mut found = 0;
    for _ in 0..150 {
        let bnf = chance.grammar();
        for letters in [['\u{1}', '\u{2}'], ['\u{2}', '\u{3}'], ['\0', '\u{1}'], ['\u{10FFFE}', '\u{10FFFF}']] {
            let body = |own: &Definition| Ok(renamed(own.body.as_ref().unwrap(), letters));
            let other = bnf.productions().iter().map(|own| Definition { body: body(own), ..own.clone() }).collect();
            let other = Bnf::from_definitions(other, Notation::Rfc822).unwrap();
            for production in Ambiguity::productions(&bnf, &["p0"]) {
                let of = |bnf: &Bnf| {
                    let found = Ambiguity::find(bnf, &["p0"], production).ok()?;
                    Some(found.map(|found| (found.witness.chars().count(), found)))
                };
                let (plain, marked) = (of(&bnf), of(&other));
                let length =
                    |found: &Option<Option<(usize, _)>>| found.as_ref().map(|found| found.as_ref().map(|own| own.0));
                assert_eq!(length(&plain), length(&marked), "{}{production}", printed(&bnf));
                let Some(Some((_, marked))) = marked else { continue };
                assert!(marked.witness.chars().all(|c| letters.contains(&c)), "{marked:?}");
                for derivation in marked.derivations.iter().flatten() {
                    assert_eq!(derivation.span, 0..marked.witness.len());
                    assert!(sound(derivation), "{marked:?}");
                }
                found += 1;
            }
        }
    }
    assert!(found > 0);
    // All characters are distinguished from the marks, and from no others.
    let bnf = Bnf::read_as("x = 2y\ny = *%x0-10FFFF\n", Notation::Abnf).unwrap();
    assert_eq!(Ambiguity::find(&bnf, &["x"], "y").unwrap().unwrap().witness, "aa");
    let bnf = Bnf::read_as("x = 2y\ny = *%x1\n", Notation::Abnf).unwrap();
    assert_eq!(Ambiguity::find(&bnf, &["x"], "y").unwrap().unwrap().witness, "\u{1}\u{1}");
}
