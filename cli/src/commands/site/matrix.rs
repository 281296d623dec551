//! The matrix: which document has which production, and its relation to the previous one.

use maud::{Markup, html};

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
                        th scope="col" { a href=(at.grammar(document.grammar)) { (document.grammar) } }
                    }
                }
            }
            tbody {
                @for family in &site.families {
                    tr {
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
    let body = html! {
        p {
            "A row holds what plays one part in the documents. A cell says how the production stands to that of the nearest document \
             before which has it, decided on all strings, and opens its lineage. Where a document has another name for it, the name \
             stands there."
        }
        (scrolled("Productions by documents", &table))
    };
    page(at, "matrix.html".to_owned(), "Every production in every document", &[], &body)
}

fn cell(site: &Site, member: &Member, first: &Member) -> Markup {
    let Some(link) = At::TOP.lineage(site, &member.place) else { return html! {} };
    let name = &member.place.1;
    html! {
        a href=(link) {
            @match (&member.before, &member.facts) {
                (Some(before), _) => (sign(before.relation())),
                (None, Ok(_)) => span.relation.new { span aria-hidden="true" { "+" } " new" },
                (None, Err(_)) => span.relation.none { "no language" },
            }
            @if *name != first.place.1 { " " small { (name) } }
        }
    }
}
