//! The matrix: which document has which production, and its relation to the previous one.

use maud::{Markup, html};
use uri_lineage::language::Relation;

use super::layout::{At, Page, lineage_path, page, scrolled, sign};
use super::model::{Member, Site};

pub fn matrix(site: &Site) -> Page {
    let at = At::TOP;
    // Productions that many documents have are the most informative.
    let table = html! {
        table.matrix {
            thead {
                tr {
                    th scope="col" { "production" }
                    @for document in &site.documents {
                        th.document scope="col" { a href=(at.grammar(document)) { (document.id) } }
                    }
                }
            }
            tbody {
                @for family in &site.families {
                    tr id=(format!("l-{}", family.slug)) {
                        th scope="row" {
                            @if let Some(first) = family.members.first() { a href=(at.link(&lineage_path(&family.slug))) { (first.place.1) } }
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
            li { span.relation.new { span aria-hidden="true" { "+" } " new" } }
            li { span.relation.none { span aria-hidden="true" { "–" } " no language" } }
        }
        (scrolled("Productions by documents", &table))
    };
    page(at, "matrix.html".to_owned(), "Every production in every document", &[], &body)
}

fn cell(site: &Site, member: &Member, first: &Member) -> Markup {
    let Some(link) = At::TOP.lineage(site, &member.place) else { return html! {} };
    let name = &member.place.1;
    let new = |class: &str, sign: &str, word: &str| html! { span.relation.(class) { span aria-hidden="true" { (sign) } " " (word) } };
    html! {
        a href=(link) title=(format!("{}:{name}", site.documents[member.place.0].id)) {
            @match (&member.before, &member.facts) {
                (Some(before), _) => (sign(before.relation())),
                (None, Ok(_)) => (new("new", "+", "new")),
                (None, Err(_)) => (new("none", "–", "no language")),
            }
            @if *name != first.place.1 { " " small { (name) } }
        }
    }
}
