//! Explanations of wrong implementations, planted by chance.

use crate::common::short_strings;
use regular_bnf::{Bnf, Explainer, Feature, Language, Place, Spans, TestOptions, TestStrings};

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

fn test_strings(abnf: &str, production: &str, options: TestOptions) -> TestStrings {
    Explainer::new(&Bnf::abnf(abnf).unwrap(), production).unwrap().test_strings(options, &[])
}

/// A place with an authority and a path.
const PLACE: &str =
    "place = kind \":\" [ \"//\" name ] \"/\" *( name / \"/\" )\nkind = 1*ALPHA\nname = 1*( ALPHA / DIGIT )\n";

/// Every string of the delimiters up to their length is tried if they occur, and none beyond the
/// suite if they do not.
#[test]
fn short_strings_of_delimiters_are_tried_where_they_occur() {
    let options = TestOptions::default().random(0);
    let is_short = |string: &&String| string.len() <= 5 && string.chars().all(|c| "a1:/@?#".contains(c));
    let place = test_strings(PLACE, "place", options);
    assert_eq!(place.strings.iter().filter(is_short).count(), (0..=5).map(|length| 7usize.pow(length)).sum::<usize>());
    let name = test_strings(PLACE, "name", options);
    assert!(name.strings.iter().filter(is_short).count() < 50, "{name:?}");
}

/// If no complete suite for so many states fits, fewer are tried, or a bounded one.
#[test]
fn as_many_states_are_tried_as_fit() {
    let port = |more| test_strings("port = *DIGIT\n", "port", TestOptions::default().random(0).more_states(more));
    let [none, one] = [0, 1].map(port);
    assert!(none.is_complete && one.is_complete && none.strings.len() < one.strings.len());
    assert_eq!([none, one].map(|tests| tests.more_states), [0, 1]);
    let long = test_strings("long = 200ALPHA\n", "long", TestOptions::default().more_states(1));
    assert!(!long.is_complete && long.more_states == 0 && !long.strings.is_empty());
}

/// The strings are in order, each once, whatever their number; with components they are those of
/// each suite too.
#[test]
fn tested_strings_are_shortest_first() {
    let bnf = Bnf::read(GRAMMAR).unwrap();
    let spans = Spans::from_bnf(&bnf, "address", &[Place::rule("port")]).unwrap();
    let explainer = Explainer::new(&bnf, "address").unwrap();
    let options = TestOptions::default().random(20).seed(3);
    let [alone, with] = [&[][..], &[&spans]].map(|components| explainer.test_strings(options, components));
    assert!(with.is_complete && alone.strings.iter().all(|string| with.strings.contains(string)));
    assert!(spans.suite().unwrap().iter().all(|string| with.strings.contains(string)));
    for tests in [alone, with] {
        let lengths: Vec<usize> = tests.strings.iter().map(|string| string.chars().count()).collect();
        assert!(lengths.is_sorted());
        assert_eq!(tests.strings.iter().collect::<std::collections::HashSet<_>>().len(), tests.strings.len());
    }
}
