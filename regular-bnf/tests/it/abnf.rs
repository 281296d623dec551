//! ABNF: RFC 5234 section by section, and the grammar of ABNF itself.

use regular_bnf::{Bnf, GrammarError, Language, Notation, Relation};

const RFC2234: &str = include_str!("../data/rfc2234.abnf");

#[track_caller]
fn language(file: &str, production: &str) -> Result<Language, GrammarError> {
    Language::new(&Bnf::read_as(file, Notation::Abnf).unwrap(), production)
}

/// What ABNF says, in the notation of RFC 822.
#[test]
fn each_section_means_what_it_says() {
    let equal = |abnf: &str, rfc822: &str| {
        let rfc822 = Language::new(&Bnf::read_as(rfc822, Notation::Rfc822).unwrap(), "aa").unwrap();
        let comparison = language(abnf, "aa").unwrap().compare(&rfc822).unwrap();
        assert_eq!(comparison.relation, Relation::Equal, "{abnf}: {comparison:?}");
    };
    // 2.1: names in either case. 2.3: characters by their numbers, literals in either case.
    equal("aa = BB\nbB = %x61\n", "aa = \"a\"\n");
    equal("aa = %d97 / %b1100010 / %X63\n", "aa = \"a\" | \"b\" | \"c\"\n");
    equal("aa = %x61.62.63\n", "aa = \"abc\"\n");
    equal("aa = \"aB1\"\n", "aa = ( \"a\" | \"A\" ) ( \"b\" | \"B\" ) \"1\"\n");
    equal("aa = \"\" %x61\n", "aa = \"a\"\n");
    // RFC 7405.
    equal("aa = %s\"aB\" / %i\"c\"\n", "aa = \"aB\" | \"c\" | \"C\"\n");
    // 3.1 and 3.2: one after another, alternatives. 3.3: rules in pieces. 3.4: ranges.
    equal("aa = %x61 %x62 / %x63\n", "aa = \"ab\" | \"c\"\n");
    equal("aa = %x61\naa =/ %x62 / %x63\nAA =/ %x64\n", "aa = \"a\" | \"b\" | \"c\" | \"d\"\n");
    equal("aa = %x61-64\n", "aa = \"a\" | \"b\" | \"c\" | \"d\"\n");
    // 3.5 to 3.8: groups, repetitions, so many, what may be left out.
    equal("aa = %x61 (%x62 / %x63) %x64\n", "aa = \"a\" ( \"b\" | \"c\" ) \"d\"\n");
    equal("aa = *%x61 1*%x62 *2%x63 1*2%x64\n", "aa = *\"a\" 1*\"b\" *2\"c\" 1*2\"d\"\n");
    equal("aa = 3%x61\n", "aa = \"aaa\"\n");
    equal("aa = [%x61] 2[%x62]\n", "aa = [ \"a\" ] *2( \"b\" )\n");
    // 3.9: comments, and lines that go on.
    equal("; a comment\naa = %x61 ; \"b\" / %x62\n     / %x63 ; another\n", "aa = \"a\" | \"c\"\n");
    // The left margin is where the first rule stands.
    equal("   aa = %x61\n     / bb\n\n   bb = %x62\n", "aa = \"a\" | \"b\"\n");
    // Appendix B.1.
    equal("aa = bit / SP / dquote\n", "aa = \"0\" | \"1\" | \" \" | <\">\n");
    equal(
        "aa = HEXDIG\n",
        "aa = ( \"0\" | \"1\" | \"2\" | \"3\" | \"4\" | \"5\" | \"6\" | \"7\" | \"8\" | \"9\" | \"a\" | \"b\" | \"c\" | \"d\" | \"e\" | \"f\" | \"A\" | \"B\" | \"C\" | \"D\" | \"E\" | \"F\" )\n",
    );
    // Names of one's own come first, in any case, and for other core rules too.
    equal("aa = bit\nBIT = %x62\n", "aa = \"b\"\n");
    equal("aa = %x41 LWSP\nwsp = %x62\ncrlf = %x63\n", "aa = \"A\" *( \"b\" | \"cb\" )\n");
}

#[test]
fn lines_that_define_nothing_are_named() {
    let error = |file: &str| language(file, "aa").unwrap_err().to_string();
    assert_eq!(error("aa = <some words>\n"), "`aa` uses `<some words>`, which is not defined");
    assert_eq!(error("aa = bb\n"), "`aa` uses `bb`, which is not defined");
    assert_eq!(
        error("aa = \"(\" *aa \")\"\n"),
        "the recursion aa -> aa of `aa` is neither only at its end nor only at its beginning: its language is not known to be regular"
    );
}

#[test]
fn an_error_has_its_place() {
    let error = |file: &str| Bnf::read_as(file, Notation::Abnf).unwrap_err().to_string();
    assert_eq!(error("aa = %x\n"), "line 1, column 8: expected hexadecimal digits after `%x`");
    assert_eq!(error("aa = 1*%Dz\n"), "line 1, column 10: expected decimal digits after `%D`");
    assert_eq!(error("aa = bb %b2\n"), "line 1, column 11: expected binary digits after `%b`");
    assert_eq!(
        error("aa = %41\n"),
        "line 1, column 7: expected `x`, `d` or `b` after `%`, and the number of a character"
    );
    assert_eq!(error("aa = %s x\n"), "line 1, column 8: expected a literal after `%s`");
    assert_eq!(error("aa = \"é\"\n"), "line 1, column 7: expected a literal of printable US-ASCII characters");
    assert_eq!(error("aa = bb ; it's \"\n  / %i\"x\n"), "line 2, column 9: expected a closing quotation mark");
    assert!(error("aa = \"x\"\"y\"\n").starts_with("line 1, column 9: expected "));
    assert_eq!(error("aa =/ %x61\n"), "line 1, column 1: expected a rule that was begun before, to add to it");
    assert_eq!(error("aa = %x61\nAA = %x62\n"), "line 2: `aa` is redefined differently");
    assert!(error("aa = 99999999999%x61\n").contains("a count of at most"));
    assert!(error("aa = %x61 | %x62\n").starts_with("line 1, column 11: "));
}

/// A literal or a number with an error, among others that have none: the error is found there, and
/// named.
#[test]
fn errors_in_literals_and_numbers_are_named() {
    let mut rng = fastrand::Rng::with_seed(9);
    const FINE: [&str; 10] = [
        "bb",
        "\"x;\"",
        "%s\"<\"",
        "%x41-5A",
        "%d10.13",
        "<it's \"x>",
        "*\"\"",
        "1*2( \"<\" )",
        "[ %b1 ]",
        "; \" <\n  %I\"y\"",
    ];
    // With the number of characters in front of the error.
    const WRONG: [(&str, usize, &str); 8] = [
        ("\"xé\"", 2, "a literal of printable US-ASCII characters"),
        ("%s\"\t\"", 3, "a literal of printable US-ASCII characters"),
        ("2\"x\n", 3, "a closing quotation mark"),
        ("%i\"\n", 3, "a closing quotation mark"),
        ("*%x", 3, "hexadecimal digits after `%x`"),
        ("%D-1", 2, "decimal digits after `%D`"),
        ("( %b2 )", 4, "binary digits after `%b`"),
        ("[ %S bb ]", 4, "a literal after `%S`"),
    ];
    for _ in 0..2_000 {
        let mut some = || {
            let all = (0..rng.usize(..4)).filter_map(|_| rng.choice(FINE));
            all.fold(String::new(), |all, one| format!("{all}{one}{}", [" ", " / ", "\n  "][all.len() % 3]))
        };
        let (before, after) = (some(), some());
        let (wrong, at, expected) = WRONG[rng.usize(..WRONG.len())];
        let before = format!("aa = {}{before}", if before.is_empty() { "" } else { "bb " });
        let error = Bnf::read_as(&format!("{before}{wrong}  {after}bb\nbb = \"x\"\n"), Notation::Abnf).unwrap_err();
        let (lines, last) = (before.matches('\n').count() + 1, before.rsplit('\n').next().unwrap_or_default());
        let column = last.chars().count() + at + 1;
        assert_eq!(
            error.to_string(),
            format!("line {lines}, column {column}: expected {expected}"),
            "{before}{wrong}  {after}"
        );
    }
}

#[test]
fn notations_are_told_apart() {
    // A file without a sign is in ABNF.
    for file in [RFC2234, "a = %x61\n", "a = \"x\" / \"y\"\n", "a = \"/\" ; x / y\n", "a = <x / y>\n", "a = \"%x\"\n"] {
        assert_eq!(Notation::detect(file), Notation::Abnf, "{file}");
    }
    for file in ["a = \"x\" | \"y\"\n", "a = 1#\"x\" / \"y\"\n"] {
        assert_eq!(Notation::detect(file), Notation::Rfc822, "{file}");
    }
    assert_eq!(Notation::detect("aa    x / y\n"), Notation::BernersLee);
    assert_eq!(Notation::detect(""), Notation::BernersLee);
}

/// ABNF in ABNF: the pieces are regular, and the whole is not.
#[test]
fn abnf_of_abnf() {
    // As printed three comments go on in lines without a semicolon.
    for (name, word) in [("char-val", "without"), ("prose-val", "resort")] {
        let printed = language(RFC2234, name).unwrap_err().to_string();
        assert_eq!(printed, format!("`{name}` uses `{word}`, which is not defined"));
    }
    let slips = ["without DQUOTE", "without angles", "last resort"];
    let mended = slips.iter().fold(RFC2234.to_owned(), |text, slip| text.replace(slip, &format!("; {slip}")));
    assert_eq!(mended.matches("; ").count(), RFC2234.matches("; ").count() + slips.len());
    for (name, inside, outside) in [
        ("char-val", "\"a/b\"", "\"a\"b\""),
        ("num-val", "%x41-5A", "%x41-"),
        ("num-val", "%d13.10", "%d13-10.9"),
        ("prose-val", "<words>", "<a>b>"),
        ("repeat", "1*5", "1**5"),
        ("rulename", "a-1", "1-a"),
    ] {
        let language = language(&mended, name).unwrap();
        assert!(language.contains(inside), "{name}: {inside}");
        assert!(!language.contains(outside), "{name}: {outside}");
    }
    let error = language(&mended, "rulelist").unwrap_err().to_string();
    assert!(
        error.contains("alternation")
            && error.contains("group")
            && error.ends_with("its language is not known to be regular"),
        "{error}"
    );
}
