//! The page for people who filter URLs before a browser reads them: the documents that filters
//! follow, beside the parser of the URL Standard.

use maud::{Markup, html};
use uri_lineage::Component;
use uri_lineage::language::Explanation;
use uri_lineage::whatwg::Url;

use super::checks;
use super::differences::reading;
use super::layout::{Links, Page, page, prose, witness};
use super::model::{FilterComparison, Site};
use crate::browser::disguised_address;

pub fn filters(site: &Site) -> Page {
    let body = html! {
        (checks::section())
        h2 #documents { "Filters that read a URL by a document" }
        p {
            "Browsers follow the parser of the URL Standard, and filters often follow an RFC. If both accept a URL but split it differently, \
             the filter allows it, and the browser goes somewhere else. For each component, the table shows the shortest URLs that both \
             accept but split differently. A component without a row is read alike in all strings that both accept. A component that is \
             absent for one and empty for the other counts as read alike."
        }
        p {
            "Below each table is what a filter has to require as well, so that it and the browser split each URL at the same places. The \
             browser then still changes the text: it decodes percent-encoded hosts, and removes segments of dots from paths. A filter \
             compares what remains after that. Beside each requirement is a URL that only it stops. " code { "uri-lineage agree" } " computes them for any grammars and components, and writes the URLs that \
             are read alike as a table, a regular expression or a grammar; " code { "uri-lineage check --agree" } " marks the lines of a list."
        }
        p.note {
            "The same text may mean different hosts: in " a href=(Links::TOP.check("http://0/")) { code { "http://0/" } }
            ", RFC 3986 reads a name, and a browser reads the address 0.0.0.0. The last row of a table is such a URL."
        }
        nav.jump aria-label="Filters" { @for filter in &site.filters { a href=(format!("#by-{}", id(site, filter))) { (site.documents[filter.documents[0]].name()) } " " } }
        @for filter in &site.filters { (section(site, filter)) }
    };
    page(
        Links::TOP,
        "filters.html".to_owned(),
        "Which URLs pass a filter and reach another host?",
        &["assets/copy.js", "assets/fold.js", "assets/filters.js"],
        &body,
    )
}

fn id<'s>(site: &'s Site, filter: &FilterComparison) -> &'s str {
    &site.documents[filter.documents[0]].id
}

fn section(site: &Site, filter: &FilterComparison) -> Markup {
    let [followed, browser] = filter.documents.map(|number| &site.documents[number]);
    let pair = site.pairs.iter().find(|pair| [pair.left, pair.right] == filter.documents);
    let rows = pair
        .into_iter()
        .flat_map(|pair| pair.differentials.iter().enumerate())
        .flat_map(|(component, result)| result.iter().flatten().map(move |differential| (component, differential)));
    html! {
        details.part open {
            summary { h2 id=(format!("by-{}", followed.id)) { "A filter by " (followed.name()) } }
            p {
                a href=(Links::TOP.grammar(followed)) { (followed.short_name()) } " and " a href=(Links::TOP.grammar(browser)) { (browser.short_name()) } ": "
                a href=(format!("compare.html#{}&{}", followed.id, browser.id)) { "all causes" }
                @if !filter.followers.is_empty() { ". " (prose(filter.followers)) }
            }
            div.wide {
                table.splits {
                    thead { tr { @for head in ["component", "URL", "filter", "browser"] { th scope="col" { (head) } } } }
                    tbody {
                        @for (component, differential) in rows {
                            @let string = &differential.witness;
                            tr {
                                td { (Component::ALL[component]) }
                                td { (witness(Links::TOP, string)) }
                                td { (reading(site, filter.documents[0], component, string, &differential.left)) }
                                td { (reading(site, filter.documents[1], component, string, &differential.right)) }
                            }
                        }
                        @if let Some(string) = &filter.number {
                            tr {
                                td { (Component::Host) }
                                td { (witness(Links::TOP, string)) }
                                td { "what is written" }
                                td { @if let Some(address) = Url::parse(string).ok().and_then(|record| disguised_address(&record, string)) { "the address " (address) } }
                            }
                        }
                    }
                }
            }
            (requirements(filter))
        }
    }
}

/// The requirements on a URL under which both read it alike.
fn requirements(filter: &FilterComparison) -> Markup {
    html! {
        @match &filter.explanation {
            Some(Explanation::Requirements(requirements)) => {
                p { "Both split every URL at the same places if it has:" }
                ul.requirements {
                    @for (requirement, excluded) in requirements {
                        li { b { (prose(&requirement.to_string())) } ": only this excludes " (witness(Links::TOP, excluded)) }
                    }
                }
            }
            Some(Explanation::None(string)) => p { "The requirements in the list do not suffice: " (witness(Links::TOP, string)) " satisfies those that can be required." },
            Some(Explanation::AtLeast(least)) => p { "At least " (least) " requirements of the list are needed." },
            None => p { "The automaton of the strings that both read alike is too large." },
        }
    }
}
