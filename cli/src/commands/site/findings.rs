//! The page of findings: errors of the documents about their own grammars, in the form of errata,
//! and questions that they leave open.

use std::collections::HashSet;

use maud::{Markup, html};
use uri_lineage::DocumentGrammar;
use uri_lineage::claims::{Claim, Erratum, Finding, errata};
use uri_lineage::regular_bnf::{AmbiguityCause, Definition};

use super::grammar::linked;
use super::layout::{Links, Page, anchor_text, page, place, prose, witness};
use super::model::{Document, Site, short_name};
use crate::commands::ambiguity::{DecisionGroup, groups};
use crate::commands::claims::facts;

pub fn findings(site: &Site) -> Page {
    let effects = facts(&site.findings);
    let mut grammars = HashSet::new();
    let body = html! {
        p { "Each is a statement of a document that its own grammar, algorithm, examples or successor contradict, with a string that shows it. What leads a reader furthest astray comes first." }
        p.filters hidden {
            label for="of-document" { "Document " }
            select #of-document {
                option value="" { "all" }
                @for (id, name) in documents_with_findings(site) { option value=(id) { (name) } }
            }
            " "
            label for="of-kind" { "Effect " }
            select #of-kind { option value="" { "all" } @for (effect, _) in &effects { option value=(effect) { (effect.heading()) } } }
            " " output #count {}
        }
        @for (effect, facts) in effects {
            details.part.kind open id=(format!("kind-{effect}")) data-kind=(effect) {
                summary { h2 { (effect.heading()) } }
                @for fact in facts { (finding(site, &fact, &mut grammars)) }
            }
        }
        details.part open {
            summary { h2 #errata { "What the errata say" } }
            p { "Errata of the RFC Editor's list on these grammars, as far as a string decides them." }
            ul {
                @for erratum in errata().filter(|erratum| erratum.question.is_some()) {
                    li { (decided(&erratum)) }
                }
            }
        }
        details.part open {
            summary { h2 #corrections { "What is corrected" } }
            p { "Productions that cannot be read as they are printed; each is printed with its correction on the page of its document. Corrections that mend what contradicts a document stand there." }
            ul {
                @for (number, correction) in corrections(site) {
                    li {
                        a href=(Links::TOP.production(site, &(number, correction.name.clone()))) {
                            (site.documents[number].short_name()) ", " code { (correction.name) }
                        }
                        ": " (correction.comment)
                    }
                }
            }
        }
        details.part open {
            summary { h2 #open { "What the documents leave open" } }
            p {
                "Strings that the productions derive in two ways, each with the decision at which its derivations part. A grammar that is \
                 absent here derives every string in one way. The URL Standard prints no productions: those of its grammars are of this project, and not here."
            }
            @for (document, causes) in ambiguous(site) {
                h3 id=(format!("open-{}", document.id)) { (document.short_name()) }
                ul { @for group in groups(causes).iter().filter(|group| !group.is_structural()) { li { (decision(document, group)) } } }
            }
            h3 #structure { "In structure alone" }
            p { "Each production matches the same text in both derivations." }
            ul {
                @for (document, causes) in ambiguous(site) {
                    @for group in groups(causes).iter().filter(|group| group.is_structural()) {
                        li { (document.short_name()) ", " (decision(document, group)) }
                    }
                }
            }
        }
        // The addresses of documents without findings lead here.
        @for document in site.documents.iter().filter(|document| document.grammar.is_some() && !has_findings(site, &document.id)) {
            p.note id=(format!("of-{}", document.id)) { (document.short_name()) ": no finding." }
        }
    };
    let title = "What the documents get wrong about themselves";
    page(Links::TOP, "findings.html".to_owned(), title, &["assets/fold.js", "assets/findings.js"], &body)
}

/// The productions that are corrected, each with the number of its document; without those that a finding
/// shows.
fn corrections(site: &Site) -> impl Iterator<Item = (usize, &Definition)> {
    let documents = site.documents.iter().enumerate().filter(|(_, document)| document.prints_productions());
    documents.flat_map(|(number, document)| {
        let printed = document.published.productions().iter();
        let findings = site.findings.iter().filter(|claim| claim.grammar.id() == document.id);
        let shown = findings.filter_map(|claim| claim.finding.as_ref()).flat_map(|finding| &finding.corrected);
        let shown: HashSet<&str> = shown.copied().collect();
        let corrected = printed.filter_map(move |definition| document.readings(&definition.name)[1]);
        corrected
            .filter(move |definition| !shown.contains(&*definition.name))
            .map(move |definition| (number, definition))
    })
}

/// The documents that print ambiguous productions, and why these are.
fn ambiguous(site: &Site) -> impl Iterator<Item = (&Document, &Vec<AmbiguityCause>)> {
    let documents = site.documents.iter().zip(&site.ambiguities);
    documents.filter(|(document, causes)| document.prints_productions() && !causes.is_empty())
}

/// A decision at which derivations part, with a string.
fn decision(document: &Document, group: &DecisionGroup<'_>) -> Markup {
    html! {
        b { (group.heading(str::to_owned)) } ": " (witness(Links::TOP, group.witness()))
        @for line in group.statements(document.grammar) { p { (prose(&line)) } }
    }
}

/// The documents with findings, in the order of the lists.
fn documents_with_findings(site: &Site) -> Vec<(&'static str, String)> {
    let found = DocumentGrammar::all().filter(|document| has_findings(site, document.id()));
    let named = found.map(|document| {
        let name = document.grammar().map_or_else(|| document.document().to_owned(), short_name);
        (document.id(), name)
    });
    named.collect()
}

fn has_findings(site: &Site, id: &str) -> bool {
    site.findings.iter().any(|claim| claim.grammar.id() == id)
}

/// The anchor of a finding: it does not change while the question is unchanged.
pub fn anchor(claim: &Claim) -> String {
    format!("f-{}-{}", claim.grammar, anchor_text(&claim.question))
}

/// A fact as an erratum: what one document, or several, say alike. The first finding of a document has the
/// document's address.
fn finding(site: &Site, fact: &[&Claim], grammars: &mut HashSet<&'static str>) -> Markup {
    let Some((first, others)) = fact.split_first() else { return html! {} };
    let ids: Vec<&str> = fact.iter().map(|claim| claim.grammar.id()).collect();
    let last = fact.last().and_then(|claim| claim.finding.as_ref());
    html! {
        section.finding id=(anchor(first)) data-document=(ids.join(" ")) {
            h3 {
                @for id in ids { @if grammars.insert(id) { span id=(format!("of-{id}")) {} } }
                "Not so: " (prose(first.says)) " " a.anchor href=(format!("#{}", anchor(first))) aria-label="Link to this finding" { "#" }
            }
            dl {
                dt { "Section" } dd { (place(first.document, first.place)) }
                dt { "It says" } dd { blockquote { (first.quotation) } }
                @if let Some(but) = &first.but { dt { "But" } dd { (prose(but)) "." } }
                @if let Some(finding) = &first.finding { dt { "Kind" } dd { (finding.kind.words()) } }
                // A name of a production is no string to check.
                @if !first.witnesses.is_empty() && !first.question.contains(" defines ") {
                    dt { "Check" }
                    dd { @for (index, text) in first.witnesses.iter().enumerate() { @if index > 0 { ", " } (witness(Links::TOP, text)) } }
                }
                @for claim in others {
                    dt { "The same in" }
                    dd id=(anchor(claim)) {
                        (place(claim.document, claim.place)) blockquote { (claim.quotation) }
                        @if let Some(but) = &claim.but { "But " (prose(but)) "." }
                    }
                }
                @if let Some(finding) = last { (follow_up(finding)) }
                @for claim in fact { (corrected(site, claim)) }
            }
            @for &(grammar, reading, name) in fact.iter().flat_map(|claim| &claim.productions) {
                @if let Some(number) = grammar.grammar().and_then(|grammar| site.number(grammar)) {
                    @let document = &site.documents[number];
                    @if let Some(definition) = document.bnf(reading).get(name) {
                        (linked(document, definition, &|name| Links::TOP.production(site, &(number, name.to_owned())), &[]))
                    }
                }
            }
        }
    }
}

/// An erratum that a string decides.
fn decided(erratum: &Erratum) -> Markup {
    let Erratum { rfc, number, section, status, says, decision, because, question, .. } = erratum;
    html! {
        (number_link(*number)) ", " (status.words()) ", " (place(&format!("RFC {rfc}"), section)) ": " (prose(says)) ". "
        b { (decision.words()) } ": " (prose(because)) ". "
        @if let Some(question) = question { small { (prose(question)) "." } }
    }
}

/// The number of an erratum, with a link to its page.
fn number_link(number: u32) -> Markup {
    html! { a href=(format!("https://www.rfc-editor.org/errata/eid{number}")) { (number) } }
}

/// The corrected productions that mend a finding.
fn corrected(site: &Site, claim: &Claim) -> Markup {
    let names = claim.finding.iter().flat_map(|finding| &finding.corrected);
    html! {
        @for name in names {
            dt { "Read here as" }
            dd {
                pre { code { (claim.grammar.correction(name).map_or(*name, |production| &production.text)) } }
                @if let Some(number) = claim.grammar.grammar().and_then(|grammar| site.number(grammar)) {
                    a href=(Links::TOP.production(site, &(number, (*name).to_owned()))) { (claim.document) ", " code { (name) } }
                }
            }
        }
    }
}

/// The errata that report a finding, and the successor that mends it.
fn follow_up(finding: &Finding) -> Markup {
    html! {
        @for erratum in &finding.errata {
            dt { "Erratum" }
            dd { (number_link(erratum.number)) ", " (erratum.status.words()) }
        }
        @if let Some(mended) = finding.mended { dt { "Mended in" } dd { (place(mended.document, mended.section)) } }
    }
}
