//! ABNF as some documents read it: HTTP's list rule, and bytes.

use regular_bnf::{AbnfVariant, Bnf, GrammarError, Language, Lists, Notation, Relation};

fn http(lists: Lists) -> Notation {
    Notation::AbnfVariant(AbnfVariant { lists: Some(lists), ..AbnfVariant::default() })
}

fn bytes() -> Notation {
    Notation::AbnfVariant(AbnfVariant { bytes: true, ..AbnfVariant::default() })
}

fn language(text: &str, notation: Notation) -> Language {
    let bnf = Bnf::read_as(text, notation).unwrap_or_else(|error| panic!("{text}: {error}"));
    Language::new(&bnf, &bnf.productions()[0].name).unwrap()
}

/// The examples of section 5.6.1.2.
#[test]
fn the_example_of_rfc_9110() {
    let list = language(include_str!("../data/rfc9110-lists.abnf"), http(Lists::Received));
    for valid in ["foo,bar", "foo ,bar,", "foo , ,bar,charlie"] {
        assert!(list.contains(valid), "{valid}");
    }
    for invalid in ["", ",", ",   ,"] {
        assert!(!list.contains(invalid), "{invalid}");
    }
    let sent = language(include_str!("../data/rfc9110-lists.abnf"), http(Lists::Sent));
    assert_eq!(["foo,bar", "foo ,bar,", "foo , ,bar,charlie"].map(|list| sent.contains(list)), [true, false, false]);
}

/// The expansions of section 5.6.1, as printed there; what a recipient accepts without a minimum.
#[test]
fn expansions_are_those_of_the_document() {
    let ows = "\nOWS = *( SP / HTAB )\n";
    for (rule, lists, expanded) in [
        ("1#ALPHA", Lists::Sent, "ALPHA *( OWS \",\" OWS ALPHA )"),
        ("#ALPHA", Lists::Sent, "[ ALPHA *( OWS \",\" OWS ALPHA ) ]"),
        ("2#4ALPHA", Lists::Sent, "ALPHA 1*3( OWS \",\" OWS ALPHA )"),
        ("#3ALPHA", Lists::Sent, "[ ALPHA *2( OWS \",\" OWS ALPHA ) ]"),
        ("2#ALPHA", Lists::Sent, "ALPHA 1*( OWS \",\" OWS ALPHA )"),
        ("#ALPHA", Lists::Received, "[ ALPHA ] *( OWS \",\" OWS [ ALPHA ] )"),
        ("0#0ALPHA", Lists::Sent, "\"\""),
        ("1#( ALPHA / \"#\" ) ; 1#DIGIT", Lists::Sent, "( ALPHA / \"#\" ) *( OWS \",\" OWS ( ALPHA / \"#\" ) )"),
        ("1*( 1#ALPHA \";\" ) *DIGIT", Lists::Sent, "1*( ALPHA *( OWS \",\" OWS ALPHA ) \";\" ) *DIGIT"),
    ] {
        let own = language(&format!("list = {rule}\n"), http(lists));
        let other = language(&format!("list = {expanded}{ows}"), Notation::Abnf);
        assert_eq!(own.compare(&other).unwrap().relation, Relation::Equal, "{rule}");
    }
}

/// For each number of elements and of empty ones, a recipient accepts the list if there are enough
/// elements and not too many.
#[test]
fn a_recipient_counts_elements_that_are_not_empty() {
    let mut rng = fastrand::Rng::with_seed(36);
    for _ in 0..30 {
        let (least, more) = (rng.u32(..4), rng.u32(..4));
        let most = (rng.bool() && least + more > 0).then_some(least + more);
        let bound = most.map_or(String::new(), |most| most.to_string());
        let list = language(&format!("list = {least}#{bound}\"x\"\n"), http(Lists::Received));
        for _ in 0..30 {
            let elements: Vec<&str> = (0..rng.usize(..9)).map(|_| ["x", "x", ""][rng.usize(..3)]).collect();
            let some = elements.iter().filter(|element| !element.is_empty()).count() as u32;
            let text = elements.join([",", " ,", ", ", "\t, "][rng.usize(..4)]);
            let accepted = some >= least && most.is_none_or(|most| some <= most);
            // Blanks are those beside commas only.
            assert_eq!(list.contains(&text), accepted, "{least}#{bound}: {text:?}");
        }
    }
}

#[test]
fn a_list_is_an_error_in_plain_abnf() {
    let error = Bnf::read_as("a = \"x\"\nlist = 1#a\n", Notation::Abnf).unwrap_err();
    let GrammarError::Notation(place) = error else { panic!("{error}") };
    assert_eq!((place.line, place.column), (2, 9));
    // The bounds are those of a repetition.
    let error = Bnf::read_as("list = 3#2\"x\"\n", http(Lists::Sent)).unwrap_err();
    assert!(error.to_string().contains("a repetition whose maximum, 2, is not below its minimum, 3"), "{error}");
}

#[test]
fn bytes_are_numbers_up_to_ff() {
    // UTF-8, as RFC 3629 has it, of two bytes.
    let utf8 = language("char = %xC2-DF %x80-BF\n", bytes());
    assert!(utf8.contains("\u{C3}\u{A9}") && !utf8.contains("é"));
    for (text, column) in [("a = %x100\n", 5), ("a = %x80-100\n", 5), ("a = \"x\" %d256\n", 9), ("a = %x41.100\n", 5)] {
        let GrammarError::Notation(place) = Bnf::read_as(text, bytes()).unwrap_err() else { panic!("{text}") };
        assert_eq!((place.line, place.column), (1, column), "{text}");
        assert!(place.expected.starts_with("a byte"), "{}", place.expected);
    }
    let octets = language("octets = *OCTET\n", bytes());
    assert!((0..=255u8).all(|byte| octets.contains(&char::from(byte).to_string())) && !octets.contains("\u{100}"));
}
