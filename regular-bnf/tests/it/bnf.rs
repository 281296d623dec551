//! The older notations, and what has no language.

use regular_bnf::{Bnf, GrammarError, Language, Notation, Relation};

#[track_caller]
fn error(file: &str) -> String {
    read(file).unwrap_err().to_string()
}

/// Reads a grammar in one of the notations of the documents, which have no sign in some files.
fn read(file: &str) -> Result<Bnf, GrammarError> {
    let is_oldest = Notation::detect(file) == Notation::BernersLee;
    Bnf::read_as(file, if is_oldest { Notation::BernersLee } else { Notation::Rfc822 })
}

#[track_caller]
fn language(file: &str, production: &str) -> Result<Language, GrammarError> {
    Language::new(&read(file).unwrap(), production)
}

#[test]
fn syntax_errors_have_a_place_and_a_cause() {
    assert_eq!(error("a = \"x\n"), "line 1, column 7: expected a closing quotation mark");
    assert_eq!(error("a = \"é\"\n"), "line 1, column 6: expected a literal of US-ASCII");
    assert_eq!(error("a = \"x\" | 1*\"\"\n"), "line 1, column 14: expected a literal that is not empty");
    assert_eq!(error("a = \"x\"\nb = ( a\n"), "line 3, column 1: expected an element");
    assert_eq!(error("a = \"x\"\n\nb  \"y\"\n"), "line 3, column 4: expected `=`");
    assert_eq!(error("  a  \"x\"\n"), "line 1, column 1: expected a production, whose name begins in the first column");
    assert_eq!(error(""), "line 1, column 1: expected a production");
    assert_eq!(error("a  x [ y\n"), "line 2, column 1: expected a bracket, a space, a vline, a void, a name or a mark");
    assert_eq!(
        error("1a = \"x\"\n"),
        "line 1, column 1: expected the name of a production, which begins with a letter"
    );
    assert_eq!(error("a = \"x\"\na = \"y\"\n"), "line 2: `a` is redefined differently");
    assert!(matches!(Bnf::read("a = \"x\"\na = \"x\"\n").map(|bnf| bnf.productions().len()), Ok(1)));
    assert_eq!(error("aa | bb\n"), "line 1, column 4: expected the end of the production or alternatives");
    // Deep nesting is no reason to overflow a stack.
    assert!(Bnf::read(&format!("a = {}\"x\"{}\n", "[".repeat(100_000), "]".repeat(100_000))).is_err());
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
        "the recursion a -> a of `a` is neither only at its end nor only at its beginning: its language is not known to be regular"
    );
    assert_eq!(
        error("a = b \"x\"\nb = \"z\" [ c ] \"y\"\nc = a\n", "a"),
        "the recursion a -> b -> c -> a of `a` is neither only at its end nor only at its beginning: its language is not known to be regular"
    );
    assert_eq!(
        error("a = *a \"x\"\n", "a"),
        "the recursion a -> a of `a` is neither only at its end nor only at its beginning: its language is not known to be regular"
    );
    assert_eq!(error("a = b\n", "a"), "`a` uses `b`, which is not defined");
    assert_eq!(error("a = \"x\"\n", "b"), "no production is named `b`");
    assert_eq!(error("a = 1*99999\"x\"\n", "a"), "the language of `a` is too large to decide");
    // A chain without an end is no member.
    assert!(language("a = \"x\" a\n", "a").unwrap().members().next().is_none());
}
