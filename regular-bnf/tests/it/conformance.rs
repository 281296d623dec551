//! Explanations of wrong implementations, planted by chance.

use crate::common::short_strings;
use regular_bnf::{Bnf, Explainer, Feature, Language};

const GRAMMAR: &str = "address = [ scheme \":\" ] host [ \":\" port ] [ \"?\" query ]\nscheme = ALPHA *( ALPHA / DIGIT )\n\
    host = \"<\" *( ALPHA / DIGIT / \"-\" ) \">\"\nport = *DIGIT\nquery = *( ALPHA / \"%\" 2HEXDIG )\n";

/// The strings that are judged otherwise and those that are not, of one verdict of the grammar.
fn parted(valid: bool, accepts: impl Fn(&str) -> bool) -> (Vec<String>, Vec<String>) {
    let bnf = Bnf::read(GRAMMAR).unwrap();
    let language = Language::new(&bnf, "address").unwrap();
    let all = language.suite().unwrap().filter(|vector| vector.valid == valid).map(|vector| vector.input);
    let more = language.sample(1).take(if valid { 300 } else { 0 });
    all.chain(more).partition(|string| accepts(string) != valid)
}

fn texts(all: &[String]) -> Vec<&str> {
    all.iter().map(String::as_str).collect()
}

#[test]
fn every_character_that_is_refused_is_named() {
    let explainer = Explainer::new(&Bnf::read(GRAMMAR).unwrap(), "address").unwrap();
    for c in ['a', 'Z', '7', '-'] {
        let (wrong, right) = parted(true, |string| !string.contains(c));
        let found = explainer.refused(&texts(&wrong), &texts(&right));
        assert_eq!(found.len(), 1, "{c}: {found:?}");
        let first = &found[0];
        assert!(first.feature == Feature::Character && first.characters == [format!("`{c}`")], "{c}: {found:?}");
        assert!(first.always && wrong.contains(&first.witness));
        assert!(wrong.iter().all(|string| string.chars().count() >= first.witness.chars().count()));
    }
}

#[test]
fn every_character_that_is_accepted_is_named() {
    let explainer = Explainer::new(&Bnf::read(GRAMMAR).unwrap(), "address").unwrap();
    let language = Language::new(&Bnf::read(GRAMMAR).unwrap(), "address").unwrap();
    for c in ['!', '~', '\u{C0}', ' '] {
        // It accepts the character wherever it accepts a letter.
        let accepts = |string: &str| language.contains(&string.replace(c, "x"));
        let (wrong, right) = parted(false, accepts);
        let found = explainer.accepted(&texts(&wrong), &texts(&right));
        assert!(!found.is_empty() && found.len() <= 4, "{c}: {found:?}");
        for one in &found {
            assert!(one.feature == Feature::Character && one.characters.len() == 1, "{c}: {found:?}");
            assert!(one.witness[one.offset.unwrap()..].starts_with(c), "{c}: {found:?}");
        }
        assert_eq!(found.iter().map(|one| one.count).sum::<usize>(), wrong.len());
    }
}

#[test]
fn nothing_is_explained_where_nothing_is_wrong() {
    let explainer = Explainer::new(&Bnf::read(GRAMMAR).unwrap(), "address").unwrap();
    assert!(explainer.refused(&[], &["<>"]).is_empty() && explainer.accepted(&[], &["<"]).is_empty());
    // Strings that are no members have no derivation: they are left.
    assert_eq!(explainer.refused(&["no"], &["<>"])[0].feature, Feature::Absent);
    assert_eq!(explainer.refused(&["<>"], &[])[0].feature, Feature::Any);
}

/// Any strings are input: none makes it panic, and every string of a verdict is counted once.
#[test]
fn all_short_strings_are_counted_once() {
    let explainer = Explainer::new(&Bnf::read(GRAMMAR).unwrap(), "address").unwrap();
    let language = Language::new(&Bnf::read(GRAMMAR).unwrap(), "address").unwrap();
    let mut rng = fastrand::Rng::with_seed(3);
    let letters: Vec<char> = "<>:?%aF0-é\u{1}".chars().collect();
    let all: Vec<String> =
        (0..3_000).map(|_| (0..rng.usize(..7)).map(|_| letters[rng.usize(..letters.len())]).collect()).collect();
    for _ in 0..4 {
        let (wrong, right): (Vec<&str>, Vec<&str>) =
            all.iter().map(String::as_str).filter(|string| !language.contains(string)).partition(|_| rng.bool());
        let found = explainer.accepted(&wrong, &right);
        assert_eq!(found.iter().map(|one| one.count).sum::<usize>(), wrong.len());
        let (wrong, right): (Vec<&str>, Vec<&str>) =
            all.iter().map(String::as_str).filter(|string| language.contains(string)).partition(|_| rng.bool());
        let found = explainer.refused(&wrong, &right);
        assert_eq!(found.iter().map(|one| one.count).sum::<usize>(), wrong.len());
    }
}

/// An explanation that always fits does so for every string: a few strings that are treated alike
/// refute it, however many others do not, and the counts are of all.
#[test]
fn explanations_fit_every_string() {
    let bnf =
        "s = word [ \".\" future ]\nword = 1*2( %x61-7A )\nfuture = mark digit\nmark = %x56 / %x76\ndigit = %x30-39\n";
    let bnf = Bnf::read(bnf).unwrap();
    let explainer = Explainer::new(&bnf, "s").unwrap();
    let words: Vec<String> = short_strings("abcdefghijklmnopqrstuvwxyz", 2).filter(|word| !word.is_empty()).collect();
    let futures = || ["V", "v"].into_iter().flat_map(|mark| (0..10).map(move |digit| format!(".{mark}{digit}")));
    let members: Vec<String> = words
        .iter()
        .flat_map(|word| futures().chain([String::new()]).map(move |future| [word, &*future].concat()))
        .collect();
    assert_eq!(members.len(), 702 * 21);
    let explained = |is_wrong: &dyn Fn(&str) -> bool| {
        let (wrong, right): (Vec<&str>, Vec<&str>) =
            members.iter().map(String::as_str).partition(|member| is_wrong(member));
        explainer.refused(&wrong, &right)
    };
    let [capital] = &explained(&|member| member.contains('V'))[..] else { panic!("one cause") };
    assert_eq!((capital.to_string().as_str(), capital.count, capital.always), ("`V` in `future`", 702 * 10, true));
    // One member with a future is accepted.
    for accepted in ["a.v0", "q.V7", "zz.v9"] {
        let deviations = explained(&|member| member.contains('.') && member != accepted);
        let always = deviations.iter().filter(|deviation| deviation.always);
        assert!(always.clone().all(|deviation| deviation.feature != Feature::Present), "{deviations:?}");
        assert_eq!(deviations.iter().map(|deviation| deviation.count).sum::<usize>(), 702 * 20 - 1);
    }
}
