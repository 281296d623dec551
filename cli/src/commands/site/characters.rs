//! The second matrix: each US-ASCII character by document and part of a URL.

use maud::{Markup, html};
use uri_lineage::Part;
use uri_lineage::language::{Characters, Usage};

use super::layout::{At, Page, page, scrolled};
use super::model::Site;
use crate::commands::chars::shown;

/// A kind of characters: its name, and a test.
type Kind = (&'static str, fn(&char) -> bool);

/// The characters of most interest come first.
const KINDS: [Kind; 3] = [
    ("Marks", char::is_ascii_punctuation),
    ("Digits and letters", char::is_ascii_alphanumeric),
    ("Space and control characters", |character| !character.is_ascii_graphic()),
];

pub fn characters(site: &Site) -> Page {
    // By part, then by document.
    let all: Vec<Vec<Option<Characters>>> = Part::ALL
        .iter()
        .map(|&part| site.documents.iter().map(|document| Characters::of_part(document.grammar, part)).collect())
        .collect();
    let table = html! {
        table.characters {
            thead {
                tr { th scope="col" { "character" } @for part in Part::ALL { th scope="col" { (part) } } }
            }
            @for (kind, holds) in KINDS {
                tbody {
                    tr { th.kind colspan=(Part::ALL.len() + 1) scope="rowgroup" { (kind) } }
                    @for character in ('\0'..='\x7F').filter(holds) {
                        tr id=(format!("c{:02X}", u32::from(character))) {
                            th scope="row" { code { (shown(character)) } }
                            @for part in &all {
                                td { (cell(site, &part.iter().map(|all| all.as_ref().map(|all| all.usage(character))).collect::<Vec<_>>())) }
                            }
                        }
                    }
                }
            }
        }
    };
    let body = html! {
        p {
            "May a character occur in a part of a URL as itself, as an escape only, or never? Each cell shows the "
            (site.documents.len()) " grammars in order of date:"
        }
        ol.order { @for document in &site.documents { li { a href=(At::TOP.grammar(document.grammar)) { (document.grammar) } } } }
        ul.legend {
            @for usage in [Some(Usage::Bare), Some(Usage::Escaped), Some(Usage::Never), None] {
                li { (mark(usage)) " " (word(usage)) }
            }
        }
        p.ask hidden {
            label for="character" { "When did a character become legal? " }
            input #character type="text" autocomplete="off" spellcheck="false" maxlength="8" placeholder="~";
        }
        p #answer aria-live="polite" {}
        (scrolled("Characters by parts of a URL", &table))
    };
    page(
        At::TOP,
        "characters.html".to_owned(),
        "Every character in every part of a URL",
        &["assets/characters.js"],
        &body,
    )
}

/// How one character may occur in one part, for each document: signs for a quick look, and words.
fn cell(site: &Site, usages: &[Option<Usage>]) -> Markup {
    let mut from = 0;
    let runs: Vec<(usize, usize, Option<Usage>)> = usages
        .chunk_by(|one, other| one == other)
        .map(|run| {
            from += run.len();
            (from - run.len(), from - 1, run[0])
        })
        .collect();
    html! {
        span.signs aria-hidden="true" {
            @for (first, last, usage) in &runs { @let (sign, class) = sign(*usage); i.(class) { (sign.repeat(last - first + 1)) } }
        }
        span.words {
            @for (number, (first, last, usage)) in runs.iter().enumerate() {
                @if number > 0 { "; " }
                (word(*usage))
                @if *first > 0 || last + 1 < usages.len() {
                    " " (site.documents[*first].grammar) @if last > first { " to " (site.documents[*last].grammar) }
                }
            }
        }
    }
}

fn sign(usage: Option<Usage>) -> (&'static str, &'static str) {
    match usage {
        Some(Usage::Bare) => ("●", "bare"),
        Some(Usage::Escaped) => ("%", "escaped"),
        Some(Usage::Never) => ("×", "never"),
        None => ("·", "absent"),
    }
}

fn mark(usage: Option<Usage>) -> Markup {
    let (sign, class) = sign(usage);
    html! { span.signs.(class) aria-hidden="true" { (sign) } }
}

fn word(usage: Option<Usage>) -> String {
    usage.map_or_else(|| "no such part".to_owned(), |usage| usage.to_string())
}
