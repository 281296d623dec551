//! Whether grammars derive a string in two ways.

use regular_bnf::{Ambiguity, Bnf, GrammarError, Notation};

#[test]
fn grammars_of_anybody_end_in_an_answer_or_an_error() {
    let of = |file: &str, production: &str| {
        Ambiguity::find(&Bnf::read(file).unwrap(), &["a"], production).map(|found| found.map(|found| found.witness))
    };
    let found = |witness: &str| Ok(Some(witness.to_owned()));
    assert_eq!(of("a = b b\nb = *\"x\"\n", "b"), found("xx"));
    assert_eq!(of("a = b [ \"x\" ]\nb = 1*\"x\"\n", "b"), found("xx"));
    assert_eq!(of("a = b\nb = \"x\" [ b ]\n", "b"), Ok(None));
    // By way of another one, and from the outside by that.
    assert_eq!(of("a = c\nb = \"x\" [ c ]\nc = \"y\" [ b ] | \"y\" [ c ] | \"x\"\n", "b"), found("yx"));
    assert_eq!(of("a = c\nb = \"x\" c | \"z\"\nc = \"y\" b\n", "b"), Ok(None));
    assert_eq!(of("a = *b\nb = *\"x\"\n", "b"), found("xx"));
    assert_eq!(of("a = [ b ]\nb = *\"x\"\n", "b"), Ok(None));
    assert!(matches!(of("a = b \"x\" b\nb = \"y\" b \"z\"\n", "b"), Err(GrammarError::Recursion(_))));
    assert!(matches!(of("a = b\n", "b"), Err(GrammarError::NoProduction(_))));
    // What does without the undefined decides, where it has two derivations.
    assert_eq!(of("a = b [ c ] b | d\nb = *\"x\"\n", "b"), found("xx"));
    assert!(matches!(of("a = \"x\" b | c\nb = *\"x\"\n", "b"), Err(GrammarError::Undefined { .. })));
    // Errors name productions as the document does.
    for undefined in [of("a = b c\nb = \"x\"\n", "b"), of("a = b c\nb = \"x\"\n", "a")] {
        assert_eq!(undefined, Err(GrammarError::Undefined { production: "a".to_owned(), name: "c".to_owned() }));
    }
    assert_eq!(of("a = \"x\" a \"y\"\n", "a"), Err(GrammarError::Recursion(vec!["a".to_owned(), "a".to_owned()])));
    // Its language is regular, and its derivations are not followed.
    let left = GrammarError::LeftRecursion(vec!["a".to_owned(), "a".to_owned()]);
    assert_eq!(of("a = a \"x\" | \"y\"\n", "a"), Err(left));
    // Only a name that cannot be written stands for the marks.
    let abnf = Bnf::read_as("a = 1*CHAR b\nb = *%x61\n", Notation::Abnf).unwrap();
    assert_eq!(Ambiguity::find(&abnf, &["a"], "B").unwrap().unwrap().witness, "aa");
    // A witness that is too long has no derivations.
    let long = format!("a = \"{}\" b [ \"x\" ]\nb = 1*\"x\"\n", "y".repeat(300));
    let long = Ambiguity::find(&Bnf::read(&long).unwrap(), &["a"], "b").unwrap().unwrap();
    assert_eq!((long.witness.len(), long.derivations), (302, None));
}
