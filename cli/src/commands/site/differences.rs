//! The page of strings that two documents accept and split differently.

use std::ops::Range;

use maud::{Markup, html};
use uri_lineage::Component;

use super::layout::{Links, Page, SearchEntry, page, piece, scrolled, witness};
use super::model::{DocumentDifferences, Site};
use crate::options::sides::ComponentReading;
use crate::output::text::plain;

pub fn differences(site: &Site) -> Page {
    let table = html! {
        table.differences {
            thead { tr { th scope="col" { "documents" } @for component in Component::ALL { th scope="col" { (component) } } } }
            tbody {
                @for pair in &site.pairs {
                    @let [left, right] = [pair.left, pair.right].map(|side| &site.documents[side]);
                    tr id=(format!("{}-{}", left.id, right.id)) {
                        th scope="row" {
                            a href=(Links::TOP.grammar(left)) { (left.short_name()) } " and " a href=(Links::TOP.grammar(right)) { (right.short_name()) } " "
                            a.anchor href=(format!("compare.html#{}&{}", left.id, right.id)) { "compare" }
                        }
                        @for number in 0..Component::ALL.len() { td { (cell(site, pair, number)) } }
                    }
                }
            }
        }
    };
    let body = html! {
        p {
            "For each two documents and each component: a shortest string that both accept and in which both have the component, with \
             different texts, and a shortest string in which only one of them has it. " i { "alike" } " means that no such string exists, which is proved for all strings. A component that is absent for one document and \
             empty for the other counts as read alike. Filters and fetchers that follow different documents disagree about these strings."
        }
        (scrolled("Differences by documents and components", &table))
    };
    page(Links::TOP, "differences.html".to_owned(), "What two documents read differently", &[], &body)
}

/// Each string of the page with its documents and component, and its place.
pub fn entries(site: &Site) -> impl Iterator<Item = SearchEntry> + '_ {
    site.pairs.iter().flat_map(move |pair| {
        let [left, right] = [pair.left, pair.right].map(|side| &site.documents[side]);
        let link = format!("differences.html#{}-{}", left.id, right.id);
        let strings = pair.differentials.iter().zip(Component::ALL).flat_map(|(result, component)| {
            result.iter().flatten().map(move |differential| (&differential.witness, component))
        });
        strings.map(move |(string, component)| {
            let names = [left, right].map(|document| document.short_name());
            let text = format!("{} {component}: {}, {}", plain(string), names[0], names[1]);
            SearchEntry::new("difference", text, &*link)
        })
    })
}

fn cell(site: &Site, pair: &DocumentDifferences, component: usize) -> Markup {
    let differentials = match &pair.differentials[component] {
        Ok(differentials) if differentials.is_empty() => return html! { i { "alike" } },
        Ok(differentials) => differentials,
        Err(error) => return html! { (error) },
    };
    html! {
        @for differential in differentials {
            @let string = &differential.witness;
            (witness(Links::TOP, string))
            ul {
                @for (side, span) in [(pair.left, &differential.left), (pair.right, &differential.right)] {
                    li { (site.documents[side].short_name()) ": " (reading(site, side, component, string, span)) }
                }
            }
        }
    }
}

/// How a document reads a component of a string.
pub fn reading(site: &Site, side: usize, component: usize, string: &str, span: &Option<Range<usize>>) -> Markup {
    html! {
        @match ComponentReading::new(string, span, site.has[side][component]) {
            ComponentReading::Text(text, _) => (piece(text)),
            ComponentReading::Empty(_) => i { "empty" },
            ComponentReading::Absent => "none",
            ComponentReading::NoSuch => { "has no " (Component::ALL[component]) },
        }
    }
}
