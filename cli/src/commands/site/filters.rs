//! The page for people who filter URLs before a browser reads them: the documents that filters
//! follow, beside the parser of the URL Standard.

use maud::{Markup, html};
use uri_lineage::Component;
use uri_lineage::language::Explanation;

use super::differences::reading;
use super::layout::{At, Page, page, prose, witness};
use super::model::{Filter, Site};

pub fn filters(site: &Site) -> Page {
    let body = html! {
        p {
            "Browsers follow the parser of the URL Standard, and filters often follow an RFC. If both accept a URL but split it differently, \
             the filter allows it, and the browser goes somewhere else. For each component, the table shows the shortest URLs that both \
             accept but split differently. A component without a row is read alike in all strings that both accept. A component that is \
             absent for one and empty for the other counts as read alike."
        }
        p {
            "Below each table are the fewest requirements under which both read every component of every URL alike, chosen from a fixed list, each \
             with a URL that only it excludes. " code { "uri-lineage agree" } " computes them for any grammars and components, and writes the URLs that \
             are read alike as a table, a regular expression or a grammar; " code { "uri-lineage check --agree" } " marks the lines of a list."
        }
        p.note {
            "The texts of a component are compared. The same text may mean different hosts: in "
            a href=(At::TOP.check("http://0/")) { code { "http://0/" } } ", RFC 3986 reads a name, and a browser reads the address 0.0.0.0."
        }
        nav.jump aria-label="Filters" { @for filter in &site.filters { a href=(format!("#by-{}", id(site, filter))) { (site.documents[filter.documents[0]].name()) } " " } }
        @for filter in &site.filters { (section(site, filter)) }
    };
    page(At::TOP, "filters.html".to_owned(), "Does my filter see what the browser sees?", &[], &body)
}

fn id<'s>(site: &'s Site, filter: &Filter) -> &'s str {
    &site.documents[filter.documents[0]].id
}

fn section(site: &Site, filter: &Filter) -> Markup {
    let [own, browser] = filter.documents.map(|at| &site.documents[at]);
    let pair = site.pairs.iter().find(|pair| [pair.left, pair.right] == filter.documents);
    let rows = pair
        .into_iter()
        .flat_map(|pair| pair.found.iter().enumerate())
        .flat_map(|(component, found)| found.iter().flatten().map(move |differential| (component, differential)));
    html! {
        section aria-labelledby=(format!("by-{}", own.id)) {
            h2 id=(format!("by-{}", own.id)) { "A filter by " (own.name()) }
            p {
                a href=(At::TOP.grammar(own)) { (own.id) } " and " a href=(At::TOP.grammar(browser)) { (browser.id) } ": "
                a href=(format!("compare.html#{}&{}", own.id, browser.id)) { "all causes" }
                @if !filter.followers.is_empty() { ". " (prose(filter.followers)) }
            }
            div.wide {
                table.splits {
                    thead { tr { @for head in ["component", "URL", "filter", "browser"] { th scope="col" { (head) } } } }
                    tbody {
                        @for (component, found) in rows {
                            tr {
                                td { (Component::ALL[component]) }
                                td { (witness(At::TOP, &found.witness)) }
                                td { (reading(site, filter.documents[0], component, &found.witness, &found.left)) }
                                td { (reading(site, filter.documents[1], component, &found.witness, &found.right)) }
                            }
                        }
                    }
                }
            }
            (requirements(filter))
        }
    }
}

/// What must be required of a URL so that both read it alike.
fn requirements(filter: &Filter) -> Markup {
    html! {
        @match &filter.explanation {
            Some(Explanation::Requirements(all)) => {
                p { "Both read every component alike in every URL with:" }
                ul.requirements {
                    @for (requirement, needed) in all {
                        li { b { (prose(&requirement.to_string())) } ": only this excludes " (witness(At::TOP, needed)) }
                    }
                }
            }
            Some(Explanation::None(string)) => p { "The requirements in the list do not suffice: " (witness(At::TOP, string)) " satisfies those that can be required." },
            Some(Explanation::AtLeast(least)) => p { "At least " (least) " requirements of the list are needed." },
            None => p { "The automaton of the strings that both read alike is too large." },
        }
    }
}
