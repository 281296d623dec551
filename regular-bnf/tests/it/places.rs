//! Places of components: their text and their values are the same, and invalid ones are errors.

use regular_bnf::{GrammarError, Place, Point, Spans};

const PEST: &str = "a = { b ~ \":x\" ~ c } b = { 'a'..'z'+ } c = { b? }";

/// All places with some names and literals, in every form.
fn places() -> Vec<Place<'static>> {
    let mut points = vec![];
    for point in [Point::rule("b"), Point::rule("_a1"), Point::literal(":"), Point::literal("a>b.. '<!")] {
        points.extend([point, point.within("a"), point.within("no")]);
    }
    let mut all = vec![];
    for start in [Place::rule("b"), Place::rule("a_1"), Place::literal(":x"), Place::literal(" .. ")] {
        for start in [start, start.within("a")] {
            all.extend([start, start.to_end()]);
            all.extend(points.iter().flat_map(|&end| [start.before(end), start.through(end)]));
        }
    }
    all.extend([Place::omitted("b").within("a"), Place::omitted("a").within("no")]);
    // A quotation mark ends a literal.
    all.retain(|place| place.to_string().matches('\'').count() % 2 == 0);
    all
}

#[test]
fn text_and_value_of_a_place_are_the_same() {
    let all = places();
    assert_eq!(all.len(), 162);
    for place in &all {
        assert_eq!(Place::list(&place.to_string()), Ok(vec![*place]));
    }
    let text: String = all.iter().map(|place| format!(" {place}\t")).collect();
    assert_eq!(Place::list(&text), Ok(all));
    assert_eq!(Place::list(" "), Ok(vec![]));
}

/// Each short text is a list of places that print as a list with the same places, or an error that
/// quotes a part of the text.
#[test]
fn every_short_text_is_a_list_or_an_error() {
    let letters = ["b", "'", ">", "<", "..", "!", " ", "\u{e9}", "."];
    let mut texts = vec![String::new()];
    let (mut lists, mut errors) = (0, 0);
    for _ in 0..6 {
        texts = texts.iter().flat_map(|text| letters.map(|letter| format!("{text}{letter}"))).collect();
        for text in &texts {
            match Place::list(text) {
                Ok(all) => {
                    lists += 1;
                    let printed: Vec<String> = all.iter().map(Place::to_string).collect();
                    assert_eq!(Place::list(&printed.join(" ")), Ok(all), "{text}");
                }
                Err(error) => {
                    errors += 1;
                    let message = error.to_string();
                    let quoted =
                        message.strip_prefix('`').and_then(|rest| rest.split_once("` is not a place")).unwrap().0;
                    assert!(!quoted.is_empty() && text.contains(quoted), "{text}: {message}");
                }
            }
        }
    }
    assert_eq!((lists, errors), (7_946, 589_924));
}

/// Spans are computed for every place, or an error names the place or its rule.
#[test]
fn places_that_do_not_fit_the_rules_are_errors() {
    let spans = |place: Place<'_>| Spans::from_pest(PEST, &["a"], [&[place]]).map(|[spans]| spans);
    for place in places().into_iter().chain([Place::omitted("b"), Place::literal("")]) {
        match spans(place) {
            Ok(spans) => assert!(spans.exists()),
            Err(GrammarError::NoRule(rule)) => assert!(place.to_string().contains(&rule), "{place}"),
            Err(GrammarError::Twice(said) | GrammarError::NotThere(said)) => assert_eq!(said, place.to_string()),
            Err(GrammarError::Place(error)) => assert!(error.to_string().contains(&place.to_string()), "{error}"),
            Err(other) => panic!("{place}: {other}"),
        }
    }
    let span = |place, text: &str| spans(place).unwrap().in_string(text).unwrap();
    assert_eq!(span(Place::rule("b").within("a").before(Point::literal(":")), "a:xb"), Some(0..1));
    assert_eq!(span(Place::literal(":"), "a:xb"), Some(1..2));
    assert_eq!(span(Place::literal(":").within("a").to_end(), "a:xb"), Some(1..4));
    assert_eq!(span(Place::literal(":").through(Point::rule("c").within("a")), "a:xb"), Some(1..4));
    assert_eq!(span(Place::omitted("b").within("c"), "a:x"), Some(3..3));
}

/// The spans of a component are the same whatever others are asked for, also if these are too many to be
/// explored at once.
#[test]
fn components_together_have_the_spans_of_each_alone() {
    fn compare<const N: usize>(places: &[(Place<'static>, Spans)]) {
        let components: [&[Place<'_>]; N] = std::array::from_fn(|number| std::slice::from_ref(&places[number].0));
        let together = Spans::from_pest(PEST, &["a"], components).unwrap();
        for ((place, alone), spans) in places.iter().zip(together) {
            assert_eq!(spans.automaton(), alone.automaton(), "{place}");
        }
    }
    let mut fitting = Vec::new();
    for place in places() {
        if let Ok([alone]) = Spans::from_pest(PEST, &["a"], [&[place]]) {
            fitting.push((place, alone));
        }
    }
    assert!(fitting.len() > 20, "{}", fitting.len());
    fitting.windows(20).for_each(compare::<20>);
    fitting.windows(3).for_each(compare::<3>);
}

/// Without a rule to begin with, no string is accepted.
#[test]
fn no_rule_matches_no_string() {
    let [spans] = Spans::from_pest(PEST, &[], [&[Place::rule("b")]]).unwrap();
    assert!(["", "a:x", "a:xb"].iter().all(|text| spans.in_string(text).is_err()));
}
