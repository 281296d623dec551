//! The matrix: which document has which production, and its relation to the previous one.

use maud::{Markup, html};
use uri_lineage::regular_bnf::Relation;

use super::layout::{Links, Page, lineage_path, page, scrolled, sign};
use super::model::{Member, Site};

pub fn matrix(site: &Site) -> Page {
    let links = Links::TOP;
    // Productions that many documents have are the most informative.
    let table = html! {
        table.matrix {
            thead {
                tr {
                    th scope="col" { "production" }
                    @for document in &site.documents {
                        th.document scope="col" { a href=(links.grammar(document)) { (document.short_name()) } }
                    }
                }
            }
            tbody {
                @for family in &site.families {
                    tr id=(format!("l-{}", family.slug)) {
                        th scope="row" {
                            @if let Some(first) = family.members.first() { a href=(links.path(&lineage_path(&family.slug))) { (first.place.1) } }
                        }
                        @for number in 0..site.documents.len() {
                            td { @for member in family.members.iter().filter(|member| member.place.0 == number) { (cell(site, member, &family.members[0])) } }
                        }
                    }
                }
            }
        }
    };
    let relations =
        [Relation::Equal, Relation::Narrower, Relation::Wider, Relation::Overlapping, Relation::Disjoint].map(sign);
    let body = html! {
        p {
            "A row has the productions that play one part in the documents. A cell has the relation of the production to that of the nearest \
             earlier document that has one, decided on all strings, and opens its lineage. Another name for the part is below the sign."
        }
        ul.legend {
            @for relation in &relations { li { (relation) } }
            li { (new()) }
            li { (no_language()) }
        }
        (scrolled("Productions by documents", &table))
    };
    page(links, "matrix.html".to_owned(), "Every production in every document", &[], &body)
}

/// The sign of a production without an earlier one.
fn new() -> Markup {
    html! { span.relation.new { span aria-hidden="true" { "+" } " new" } }
}

/// The sign of a production without a language.
fn no_language() -> Markup {
    html! { span.relation.none { span aria-hidden="true" { "–" } " no language" } }
}

fn cell(site: &Site, member: &Member, first: &Member) -> Markup {
    let Some(link) = Links::TOP.lineage(site, &member.place) else { return html! {} };
    let name = &member.place.1;
    html! {
        a href=(link) title=(format!("{}:{name}", site.documents[member.place.0].id)) {
            @match (&member.before, &member.facts) {
                (Some(before), _) => (sign(before.relation())),
                (None, Ok(_)) => (new()),
                (None, Err(_)) => (no_language()),
            }
            @if *name != first.place.1 { " " small { (name) } }
        }
    }
}
