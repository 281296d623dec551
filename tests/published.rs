//! The published grammars, their notations and their languages.
#![cfg(feature = "language")]

mod common;

use std::fmt::Write;

use common::assert_snapshot;
use uri_lineage::Grammar;
use uri_lineage::claims::claims;
use uri_lineage::language::{Language, LanguageError, Relation, pattern};
use uri_lineage::published::{Bnf, Reading};

#[test]
fn every_correction_has_its_evidence() {
    for grammar in Grammar::ALL {
        let (published, corrected) = (Bnf::of(grammar, Reading::Published), Bnf::of(grammar, Reading::Corrected));
        for definition in corrected.productions() {
            if published.get(&definition.name) != Some(definition) {
                assert!(definition.comment.ends_with('.'), "{grammar}:{}", definition.name);
            }
        }
    }
}

#[test]
fn slips_of_the_documents() {
    let undefined = |grammar| Bnf::of(grammar, Reading::Published).undefined();
    assert_eq!(undefined(Grammar::UrlDraft02), ["digit"]);
    assert_eq!(undefined(Grammar::UrlDraft03), ["addr-spec", "content-identifier"]);
    assert!(undefined(Grammar::Rfc1630Generic).is_empty());
    assert_eq!(undefined(Grammar::Rfc1630), ["addr-spec", "content-identifier"]);
    assert_eq!(undefined(Grammar::Rfc1738), ["/"]);
    assert_eq!(undefined(Grammar::Uri1997), ["<as defined in RFC???? -- URL Syntax>", "<as defined in RFC2141>"]);
    for grammar in Grammar::ALL {
        let corrected = Bnf::of(grammar, Reading::Corrected);
        assert!(corrected.undefined().is_empty());
        assert!(Language::all(corrected).iter().all(|(_, language)| language.is_ok()));
    }
    let server = Bnf::of(Grammar::Uri1997, Reading::Published).get("server").unwrap();
    let error = server.body.as_ref().unwrap_err();
    assert_eq!((error.line, error.column), (59, 47));
    assert!(matches!(
        Language::of(Bnf::of(Grammar::Uri1997, Reading::Published), "site"),
        Err(LanguageError::Unreadable { production, .. }) if production == "server"
    ));
}

/// The productions of a pest file quote their production.
#[test]
fn names_in_the_pest_files_are_the_documents() {
    for grammar in Grammar::ALL {
        let bnf = Bnf::of(grammar, Reading::Corrected);
        for production in grammar.productions() {
            assert!(bnf.get(production.name()).is_some(), "{grammar}:{}", production.name());
        }
    }
}

#[test]
fn uses_and_users() {
    let bnf = Bnf::of(Grammar::Rfc1738, Reading::Corrected);
    assert_eq!(bnf.uses("hostport"), ["host", "port"]);
    assert_eq!(bnf.used_by("fpath"), ["ftpurl", "fileurl"]);
    assert_eq!(bnf.unreachable(Grammar::Rfc1738.entry_productions()), ["national", "punctuation"]);
}

#[track_caller]
fn error(file: &str) -> String {
    Bnf::read(file).unwrap_err().to_string()
}

#[test]
fn a_file_that_cannot_be_read_says_where_and_what() {
    assert_eq!(error("a = \"x\n"), "line 1, column 5: expected an element");
    assert_eq!(error("a = \"x\"\nb = ( a\n"), "line 3, column 1: expected an element");
    assert_eq!(error("a = \"x\"\n\nb  \"y\"\n"), "line 3, column 4: expected `=`");
    assert_eq!(
        error("  a = \"x\"\n"),
        "line 1, column 1: expected a production, whose name stands in the first column"
    );
    assert_eq!(error(""), "line 1, column 1: expected a production");
    assert_eq!(error("a  x [ y\n"), "line 2, column 1: expected a bracket, a space, a vline, a void, a name or a mark");
    assert_eq!(
        error("1a = \"x\"\n"),
        "line 1, column 1: expected the name of a production, which begins with a letter"
    );
    assert_eq!(error("a = \"x\"\na = \"y\"\n"), "line 2: `a` is defined again, and otherwise");
    assert!(matches!(Bnf::read("a = \"x\"\na = \"x\"\n").map(|bnf| bnf.productions().len()), Ok(1)));
    assert_eq!(error("aa | bb\n"), "line 1, column 4: expected the end of the production or alternatives");
    // Deep nesting is no reason to overflow a stack.
    assert!(Bnf::read(&format!("a = {}\"x\"{}\n", "[".repeat(100_000), "]".repeat(100_000))).is_err());
}

#[track_caller]
fn language(file: &str, production: &str) -> Result<Language, LanguageError> {
    Language::of(&Bnf::read(file).unwrap(), production)
}

#[test]
fn both_notations_mean_what_they_say() {
    let equal = |left: &str, right: &str| {
        let (left, right) = (language(left, "aa").unwrap(), language(right, "aa").unwrap());
        assert_eq!(left.compare(&right).unwrap().relation, Relation::Equal);
    };
    equal("aa    x y [ z ] | bb\n\nbb    w [ bb ]\n", "aa = \"xy\" [\"z\"] | 1*\"w\"\n");
    equal("aa    space | vline | [ | ]\n", "aa = \" \" | \"|\" | \"[\" | \"]\" ; a comment\n");
    equal("aa    void | ; | =\n", "aa = [ \";\" | \"=\" ]\n");
    equal("aa    bb c | d\nbb\n", "aa = 1*[ \"c\" | \"d\" ] - 2*( \"c\" | \"d\" )\n");
    equal("aa    \" | < | -\n", "aa = <\"> | \"<\" | \"-\"\n");
    equal("aa    x x | x x x\n", "aa = 2*3\"x\"\n");
    // Mutual recursion at the end, by two ways.
    equal(
        "aa    x bb | y aa | z\nbb    v aa | w bb | u\n",
        "aa = *( \"y\" | \"x\" *\"w\" \"v\" ) ( \"z\" | \"x\" *\"w\" \"u\" )\n",
    );
}

#[test]
fn what_is_no_regular_language_is_refused_with_its_cycle() {
    let error = |file: &str, name: &str| language(file, name).unwrap_err().to_string();
    assert_eq!(
        error("a = \"(\" a \")\" | \"x\"\n", "a"),
        "the recursion a -> a is neither at the end of `a` nor at its beginning only: its language cannot be decided here"
    );
    assert_eq!(
        error("a = b \"x\"\nb = \"z\" [ c ] \"y\"\nc = a\n", "a"),
        "the recursion a -> b -> c -> a is neither at the end of `a` nor at its beginning only: its language cannot be decided here"
    );
    assert_eq!(
        error("a = *a \"x\"\n", "a"),
        "the recursion a -> a is neither at the end of `a` nor at its beginning only: its language cannot be decided here"
    );
    assert_eq!(error("a = b\n", "a"), "`a` uses `b`, which is not defined");
    assert_eq!(error("a = \"x\"\n", "b"), "there is no production named `b`");
    assert_eq!(error("a = 1*99999\"x\"\n", "a"), "the language of `a` is too large to decide");
    // A chain without an end is no member.
    assert!(language("a = \"x\" a\n", "a").unwrap().members().next().is_none());
}

#[test]
fn members_come_shortest_and_most_readable_first() {
    let members = |production, n| {
        let language = Language::of(Bnf::of(Grammar::Rfc1738, Reading::Corrected), production).unwrap();
        language.members().take(n).collect::<Vec<_>>()
    };
    assert_eq!(members("hex", 3), ["a", "b", "c"]);
    assert_eq!(members("hostnumber", 2), ["0.0.0.0", "0.0.0.1"]);
    assert_eq!(members("escape", 1), ["%aa"]);
    assert_eq!(members("extra", 10).len(), 6);
}

/// What the documents print, against the first generation's last and so on.
#[test]
fn each_generation_against_the_next() {
    use uri_lineage::language::GrammarDiff;
    for pair in Grammar::ALL.windows(2) {
        let [left, right] = [pair[0], pair[1]];
        let diff = GrammarDiff::of(Bnf::of(left, Reading::Corrected), Bnf::of(right, Reading::Corrected));
        let mut text = String::new();
        for pair in &diff.pairs {
            let comparison = pair.comparison.as_ref().unwrap();
            writeln!(
                text,
                "{} / {}: {} ({:?})  left {:?}  right {:?}  both {:?}",
                pair.left,
                pair.right,
                comparison.relation,
                pair.matched,
                comparison.left_only,
                comparison.right_only,
                comparison.both
            )
            .unwrap();
        }
        writeln!(text, "only left: {}\nonly right: {}", diff.only_left.join(" "), diff.only_right.join(" ")).unwrap();
        assert_snapshot(&format!("diff-{left}-{right}"), &text);
    }
}

#[test]
fn witnesses_are_what_they_say() {
    for pair in Grammar::ALL.windows(2) {
        let [left, right] = [0, 1].map(|i| Bnf::of(pair[i], Reading::Corrected));
        for definition in left.productions().iter().filter(|d| right.get(&d.name).is_some()) {
            let [l, r] = [left, right].map(|bnf| Language::of(bnf, &definition.name).unwrap());
            let comparison = l.compare(&r).unwrap();
            assert!(comparison.left_only.is_none_or(|w| l.contains(&w) && !r.contains(&w)));
            assert!(comparison.right_only.is_none_or(|w| !l.contains(&w) && r.contains(&w)));
            assert!(comparison.both.is_none_or(|w| l.contains(&w) && r.contains(&w)));
        }
    }
}

#[test]
fn claims_of_the_documents() {
    let mut text = String::new();
    for claim in claims() {
        let verdict = match (claim.holds, claim.undecided) {
            (Some(true), _) => "holds".to_owned(),
            (Some(false), _) => format!("does not hold: {}", claim.witnesses.join("  ")),
            (None, why) => format!("undecided: {}", why.unwrap()),
        };
        writeln!(text, "{}, {}: {}\n  {}: {verdict}", claim.document, claim.place, claim.says, claim.question).unwrap();
    }
    assert_snapshot("claims", &text);
}

/// A regular expression that is printed is the language: read back, it makes the same automaton.
#[test]
fn patterns_are_the_languages() {
    for grammar in Grammar::ALL {
        let bnf = Bnf::of(grammar, Reading::Corrected);
        for (name, language) in Language::all(bnf) {
            let language = language.unwrap();
            let pattern = regex::Regex::new(&format!("^(?:{})$", pattern(bnf, name).unwrap())).unwrap();
            for member in language.sample(1).take(20) {
                assert!(pattern.is_match(&member), "{grammar}:{name}: {member:?}");
            }
            for miss in language.near_misses(1).take(20) {
                assert!(!pattern.is_match(&miss), "{grammar}:{name}: {miss:?}");
            }
        }
    }
}
