//! Ambiguity in the documents: derivations are derivations, witnesses are shortest, and where none
//! is claimed no short string has two, by an enumeration of all derivations that knows nothing of
//! automata.
#![cfg(feature = "compare")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use uri_lineage::Grammar::{self, Rfc1630, Rfc1630Generic, Rfc1738, Rfc1808, Rfc2396, Rfc3986, Uri1997, UrlDraft02};
use uri_lineage::regular_bnf::{Ambiguity, Bnf, Derivation, Expr, GrammarError, Language};
use uri_lineage::{Generation, Reading};

use crate::common::{sampled, short_strings, tries_everything};

fn bnf(grammar: Grammar) -> &'static Bnf {
    grammar.bnf(Reading::Corrected)
}

/// The places of a production in a derivation, the outer before the inner.
fn places(node: &Derivation, production: &str, all: &mut Vec<Range<usize>>) {
    if node.production == production {
        all.push(node.span.clone());
    }
    node.parts.iter().for_each(|part| places(part, production, all));
}

/// Each production matches its text, and its parts are in it one after another.
fn sound(bnf: &Bnf, languages: &mut HashMap<String, Option<Language>>, node: &Derivation, text: &str) {
    let name = node.production.clone();
    // As published some productions use what is not defined, and have no language; their parts have
    // one.
    if let Some(language) = languages.entry(name.clone()).or_insert_with(|| Language::new(bnf, &name).ok()) {
        assert!(language.contains(&text[node.span.clone()]), "{name} {:?} in {text}", node.span);
    }
    let uses = bnf.uses(&name);
    let mut at = node.span.start;
    for part in &node.parts {
        assert!(uses.contains(&part.production.as_str()), "{name} does not use {}", part.production);
        assert!(at <= part.span.start && part.span.end <= node.span.end, "{text}: {name}");
        at = part.span.end;
        sound(bnf, languages, part, text);
    }
}

#[test]
fn the_derivations_of_an_ambiguity_are_sound_and_differ() {
    let mut ambiguous = BTreeSet::new();
    for (grammar, reading) in Grammar::all().flat_map(|of| [(of, Reading::Published), (of, Reading::Corrected)]) {
        let bnf = &grammar.bnf(reading).after_removal();
        let entries = grammar.entry_productions();
        let mut languages = HashMap::new();
        // The automata of the URL Standard are large, and its grammars are not printed: some of
        // their productions are enough.
        let every = match (grammar.generation(), reading) {
            (Generation::UrlStandard, Reading::Published) => continue,
            (Generation::UrlStandard, Reading::Corrected) => 8,
            _ => 1,
        };
        for production in sampled(Ambiguity::productions(bnf, entries).into_iter().step_by(every), 3) {
            let found = match Ambiguity::find(bnf, entries, production) {
                Ok(Some(found)) => found,
                Ok(None) => continue,
                // As published some productions use what is not defined, and what does without that
                // has one derivation.
                Err(GrammarError::Undefined { .. } | GrammarError::Unreadable { .. }) => {
                    assert_eq!(reading, Reading::Published, "{grammar}:{production}");
                    continue;
                }
                Err(error) => panic!("{grammar}:{production}: {error}"),
            };
            ambiguous.insert(grammar);
            let name = format!("{grammar}:{production} {reading:?} {}", found.witness);
            let derivations = found.derivations.as_ref().unwrap_or_else(|| panic!("{name}"));
            assert_ne!(derivations[0], derivations[1], "{name}");
            for (derivation, spans) in derivations.iter().zip(&found.spans) {
                assert_eq!(
                    (&derivation.production, &derivation.span),
                    (&found.entry, &(0..found.witness.len())),
                    "{name}"
                );
                sound(bnf, &mut languages, derivation, &found.witness);
                let mut all = Vec::new();
                places(derivation, production, &mut all);
                let sorted = |all: &[Range<usize>]| all.iter().map(|at| (at.start, at.end)).collect::<BTreeSet<_>>();
                assert_eq!(sorted(&all), sorted(spans), "{name}");
            }
            let [left, right] = derivations;
            let [one, other] = left.differing_productions(right);
            assert_eq!((&one.production, &one.span), (&other.production, &other.span), "{name}");
            assert_ne!(one, other, "{name}");
        }
    }
    // Every document but the generic syntax of RFC 1630 prints ambiguous productions.
    let is_printed = |grammar: &Grammar| grammar.generation() != Generation::UrlStandard;
    let expected = Grammar::all().filter(|&grammar| is_printed(&grammar) && grammar != Rfc1630Generic);
    assert_eq!(ambiguous.into_iter().filter(is_printed).collect::<BTreeSet<_>>(), expected.collect());
}

/// For each end of an expression that begins at a place, all ways in which some productions occur
/// in it: which one, from where, to where.
type Ways = BTreeMap<usize, BTreeSet<Vec<(usize, usize, usize)>>>;

/// All derivations of a string, by the productions as they are written.
struct Enumeration<'a> {
    bnf: &'a Bnf,
    text: &'a [u8],
    productions: &'a [&'a str],
    known: HashMap<(*const Expr, usize), Ways>,
}

impl<'a> Enumeration<'a> {
    fn ways(&mut self, expr: &'a Expr, from: usize) -> Ways {
        let key = (std::ptr::from_ref(expr), from);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut ways = Ways::new();
        let mut add = |end: usize, all: BTreeSet<_>| ways.entry(end).or_default().extend(all);
        let nothing = || BTreeSet::from([Vec::new()]);
        match expr {
            Expr::Void => add(from, nothing()),
            Expr::Literal(text) if self.text[from..].starts_with(text.as_bytes()) => add(from + text.len(), nothing()),
            Expr::Literal(_) | Expr::Range(..) | Expr::Undefined(_) => {}
            Expr::Name(name) => {
                let body = self.bnf.get(name).unwrap().body.as_ref().unwrap();
                for (end, all) in self.ways(body, from) {
                    // An empty one is like none.
                    let own = self.productions.iter().position(|own| own == name);
                    let own = own.filter(|_| from < end).map(|at| (at, from, end));
                    add(end, all.into_iter().map(|inner| own.into_iter().chain(inner).collect()).collect());
                }
            }
            Expr::Alternatives(all) => {
                all.iter().for_each(|expr| self.ways(expr, from).into_iter().for_each(|(end, all)| add(end, all)))
            }
            Expr::Sequence(all) => {
                let start = Ways::from([(from, nothing())]);
                let whole = all.iter().fold(start, |before, expr| self.after(before, expr, false));
                whole.into_iter().for_each(|(end, all)| add(end, all));
            }
            Expr::Repeat(least, most, inner) => {
                let mut before = Ways::from([(from, nothing())]);
                for count in 0..=most.unwrap_or(u32::MAX) {
                    if count >= *least {
                        before.iter().for_each(|(end, all)| add(*end, all.clone()));
                    }
                    // After the required ones, each matches some text.
                    before = self.after(before, inner, count >= *least);
                    if before.is_empty() {
                        break;
                    }
                }
            }
            Expr::Except(left, right) => {
                let but = self.ways(right, from);
                self.ways(left, from)
                    .into_iter()
                    .filter(|(end, _)| !but.contains_key(end))
                    .for_each(|(end, all)| add(end, all));
            }
        }
        self.known.insert(key, ways.clone());
        ways
    }

    fn after(&mut self, before: Ways, expr: &'a Expr, takes: bool) -> Ways {
        let mut after = Ways::new();
        for (middle, firsts) in before {
            for (end, rests) in self.ways(expr, middle).into_iter().filter(|(end, _)| !takes || *end > middle) {
                let joined = firsts.iter().flat_map(|first| rests.iter().map(move |rest| [&first[..], rest].concat()));
                after.entry(end).or_default().extend(joined);
            }
        }
        after
    }
}

#[test]
fn short_strings_are_ambiguous_exactly_where_reported() {
    let cases = [
        (UrlDraft02, "generic", "a:?", 6),
        (UrlDraft02, "search", "a:+", 6),
        (UrlDraft02, "login", "a@:", 6),
        (UrlDraft02, "groupart", "a@.*", 5),
        (Rfc1630Generic, "fragmentaddress", "a:/?", 5),
        (Rfc1630Generic, "fragmentaddress", "a:#+", 6),
        (Rfc1630, "login", "a@:", 6),
        (Rfc1630, "groupart", "a@.*", 5),
        (Rfc1630, "path", "a+/", 6),
        (Rfc1738, "schemepart", "a/@", 6),
        (Rfc1738, "schemepart", "/.0", 6),
        (Rfc1738, "grouppart", "a@*.-", 5),
        (Rfc1808, "URL", "a:/", 6),
        (Rfc1808, "URL", "a/;?", 5),
        (Uri1997, "URI-reference", "a/:", 6),
        (Uri1997, "URI-reference", "/;#?", 5),
        (Rfc2396, "URI-reference", "a/@", 6),
        (Rfc2396, "URI-reference", "a/:?", 5),
        (Rfc3986, "URI-reference", "a/@", 6),
        (Rfc3986, "URI-reference", "a/:#", 6),
        (Rfc3986, "host", "0.a", 7),
        (Rfc3986, "IPv6address", ":0", 7),
    ];
    let (mut ambiguous, mut unambiguous) = (0, 0);
    for (grammar, entry, characters, most) in sampled(cases, 3) {
        let bnf = bnf(grammar);
        let language = Language::new(bnf, entry).unwrap();
        let most = if tries_everything() { most } else { most - 2 };
        let all: Vec<String> = short_strings(characters, most).filter(|text| language.contains(text)).collect();
        assert!(all.iter().any(|text| text.len() == most), "{grammar}:{entry}: no string is that long");
        let start = Expr::Name(entry.to_owned());
        let long = |name: &&str| Language::new(bnf, name).unwrap().members().take(200).any(|text| text.len() > 1);
        let productions: Vec<&str> = Ambiguity::productions(bnf, &[entry]).into_iter().filter(long).collect();
        let ways = |text: &str, productions: &[&str]| {
            let mut enumeration = Enumeration { bnf, text: text.as_bytes(), productions, known: HashMap::new() };
            enumeration.ways(&start, 0).remove(&text.len()).unwrap_or_default()
        };
        // Where all productions together occur in one way, each does.
        let some: Vec<&String> = all.iter().filter(|text| ways(text, &productions).len() != 1).collect();
        for production in &productions {
            let found = Ambiguity::find(bnf, &[entry], production).unwrap();
            let shortest = found.as_ref().map_or(usize::MAX, |found| found.witness.len());
            let witness = |text: &str| found.as_ref().is_some_and(|found| found.witness == text);
            // What is longer than the witness may have as many as it likes.
            for text in some.iter().filter(|text| text.len() < shortest || witness(text)) {
                let ways = ways(text, &[production]);
                let name = format!("{grammar}:{production} in {entry} {text}: {ways:?}, claimed {found:?}");
                assert!(!ways.is_empty(), "{name}");
                assert_eq!(ways.len() > 1, witness(text), "{name}");
                ambiguous += usize::from(witness(text));
            }
            let claimed = all.iter().any(|text| witness(text));
            assert!(!claimed || some.iter().any(|text| witness(text)), "{grammar}:{production} {found:?}");
            unambiguous += usize::from(found.is_none());
        }
    }
    assert!(ambiguous > 0 && unambiguous > 0, "{ambiguous} {unambiguous}");
}

/// What the parsers' one reading has to decide.
#[test]
fn the_ambiguities_of_the_documents_are_known() {
    let parts = |grammar, entry: &str, production| {
        let found = Ambiguity::find(bnf(grammar), &[entry], production).unwrap().unwrap();
        let [left, right] = found.derivations.unwrap();
        let parting = left.differing_productions(&right)[0].production.clone();
        (found.witness, parting)
    };
    let is = |witness: &str, parting: &str| (witness.to_owned(), parting.to_owned());
    assert_eq!(parts(Rfc1630, "url", "user"), is("ftp://a@a/", "login"));
    assert_eq!(parts(Rfc1630, "url", "article"), is("news:a@a", "groupart"));
    assert_eq!(parts(Rfc1630, "url", "search"), is("http://a?a+a", "search"));
    assert_eq!(parts(Rfc1738, "url", "selector"), is("gopher://a/a%09", "gopherurl"));
    assert_eq!(parts(Rfc2396, "URI-reference", "net_path"), is("//", "relativeURI"));
    assert_eq!(parts(Rfc3986, "URI-reference", "reg-name"), is("//0.0.0.0", "host"));
    // RFC 1738 tells articles from groups, and users from hosts; the generic syntax of RFC 1630
    // leaves nothing open.
    assert_eq!(Ambiguity::find(bnf(Rfc1738), &["newsurl"], "article"), Ok(None));
    assert_eq!(Ambiguity::find(bnf(Rfc1738), &["ftpurl"], "user"), Ok(None));
    let all = Ambiguity::productions(bnf(Rfc1630Generic), &["fragmentaddress"]);
    assert!(all.iter().all(|name| Ambiguity::find(bnf(Rfc1630Generic), &["fragmentaddress"], name) == Ok(None)));
    // As published `otherurl` matches every other URL, although the gopher URLs cannot be read.
    let published = Rfc1738.bnf(Reading::Published);
    let found = Ambiguity::find(published, Rfc1738.entry_productions(), "otherurl").unwrap().unwrap();
    assert_eq!(found.witness, "news:a");
    let file = "url = http | otherurl\nhttp = \"http:\" *x\notherurl = scheme \":\" *x\nscheme = 1*lower\nlower = \"h\" | \"t\" | \"p\"\nx = \"x\"\n";
    let own = Bnf::read(file).unwrap();
    assert_eq!(Ambiguity::find(&own, &["url"], "scheme").unwrap().unwrap().witness, "http:");
}
