//! The start page: the checker, one example of a difference, and the documents on a time line.

use std::cmp::Reverse;

use maud::{Markup, html};
use uri_lineage::{Component, Grammar};

use super::checker;
use super::layout::{At, Page, page, place, prose, string};
use super::model::Site;
use crate::options::sides::Read;

pub fn start(site: &Site) -> Page {
    let at = At::TOP;
    let documents = documents(site);
    let [first, last] = [documents.first(), documents.last()]
        .map(|one| one.map(|(_, group)| group[0].date().to_string()).unwrap_or_default());
    let body = html! {
        p.lead {
            "From " (first) " to " (last) ", " (documents.len()) " documents said what a URL is, each with a grammar of its own. Here each of \
             them is read exactly as it is printed, and compared with the others on all strings."
        }
        (fact(site))
        (checker::form())
        section aria-labelledby="documents" {
            h2 #documents { "The documents" }
            ol.line {
                @for (document, group) in &documents {
                    li {
                        p.date { (group[0].date()) }
                        h3 { (group[0].title()) }
                        p { (place(document, group[0].section())) @for other in &group[1..] { "; " (other.section()) } }
                        p { (prose(group[0].about())) }
                        p { b { "Known for: " } (prose(group[0].known_for())) }
                        p {
                            @for (number, grammar) in group.iter().enumerate() {
                                @if number > 0 { ", " }
                                a href=(at.grammar(*grammar)) { "the grammar " code { (grammar) } }
                            }
                        }
                    }
                }
            }
        }
    };
    page(at, "index.html".to_owned(), "What a URL was, document by document", &checker::SCRIPTS, &body)
}

/// The documents in order of date, each with its grammars.
fn documents(site: &Site) -> Vec<(&'static str, Vec<Grammar>)> {
    let grammars: Vec<_> = site.documents.iter().map(|document| document.grammar).collect();
    let same = grammars.chunk_by(|one, other| one.document() == other.document());
    same.map(|group| (group[0].document(), group.to_vec())).collect()
}

/// The shortest string in which two consecutive documents, both with users, read different hosts; of the latest such documents.
fn fact(site: &Site) -> Markup {
    let [user, host] = [Component::User, Component::Host]
        .map(|one| Component::ALL.iter().position(|component| *component == one).unwrap_or_default());
    let striking = site.pairs.iter().filter(|pair| pair.left + 1 == pair.right).filter_map(|pair| {
        let found = pair.found[host].as_ref().ok()?.first()?;
        let divided = [pair.left, pair.right].into_iter().all(|side| site.has[side][user]);
        let [Read::Text(ours, _), Read::Text(theirs, _)] =
            [&found.left, &found.right].map(|span| Read::of(&found.witness, span, true))
        else {
            return None;
        };
        divided.then_some((pair, found, [ours, theirs]))
    });
    let striking = striking.min_by_key(|(pair, found, _)| (found.witness.len(), Reverse(pair.left)));
    html! {
        @if let Some((pair, found, hosts)) = striking {
            @let documents = [pair.left, pair.right].map(|side| site.documents[side].grammar.document());
            p.fact {
                "Both " (documents[0]) " and " (documents[1]) " take " (string(&found.witness)) "."
                @for (document, host) in documents.into_iter().zip(hosts) { " By " (document) " its host is " (string(host)) "." }
                " No shorter string shows it. " a href="differences.html" { "More of them" } "."
            }
        }
    }
}
