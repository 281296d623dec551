//! The page of findings: errors of the documents about their own grammars, and questions that they leave open.

use maud::{Markup, html};
use uri_lineage::claims::Claim;

use super::grammar::linked;
use super::layout::{At, Page, escaped, page, place, prose, string};
use super::model::Site;
use crate::commands::ambiguity::groups;

pub fn findings(site: &Site) -> Page {
    let body = html! {
        p { "Each is something that a document says of its own grammar and that does not hold, with a string that shows it." }
        @for (at, claim) in site.findings.iter().enumerate() {
            @let new = at == 0 || site.findings[at - 1].document != claim.document;
            @if new { h2 { (claim.document) } }
            (finding(site, claim))
        }
        h2 #open { "What the documents leave open" }
        p {
            "Strings that the productions derive in two ways, each with the decision at which its derivations part. Some derivations \
             differ in structure alone: each production matches the same text in both. A grammar that is absent here derives every \
             string in one way."
        }
        @for (document, found) in site.documents.iter().zip(&site.ambiguities).filter(|(_, found)| !found.is_empty()) {
            h3 id=(format!("open-{}", document.grammar)) { (document.grammar) }
            ul {
                @for group in groups(found) {
                    li {
                        b { (group.heading(str::to_owned)) } ": " (string(group.witness()))
                        @for line in group.said(Some(document.grammar)) { p { (prose(&line)) } }
                    }
                }
            }
        }
    };
    page(At::TOP, "findings.html".to_owned(), "What the documents get wrong about themselves", &[], &body)
}

/// The anchor of a finding: it does not change while the question is unchanged.
pub fn anchor(claim: &Claim) -> String {
    format!("f-{}-{}", claim.grammar, escaped(&claim.question))
}

fn finding(site: &Site, claim: &Claim) -> Markup {
    html! {
        section.finding id=(anchor(claim)) {
            h3 {
                (prose(claim.says)) " " a.anchor href=(format!("#{}", anchor(claim))) aria-label="Link to this finding" { "#" }
            }
            blockquote { (claim.quotation) }
            p { (place(claim.document, claim.place)) ". The question: " i { (prose(&claim.question)) } "." }
            @for &(grammar, reading, name) in &claim.productions {
                @if let Some(number) = site.number(grammar) {
                    @let document = &site.documents[number];
                    @if let Some(definition) = document.bnf(reading).get(name) {
                        (linked(document, definition, &|name| At::TOP.production(site, &(number, name.to_owned()))))
                    }
                }
            }
            @if let Some(but) = &claim.but { p { b { "But " } (prose(but)) "." } }
        }
    }
}
