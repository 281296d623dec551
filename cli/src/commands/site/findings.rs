//! The page of findings: errors of the documents about their own grammars, in the form of errata,
//! and questions that they leave open.

use maud::{Markup, html};
use uri_lineage::claims::Claim;
use uri_lineage::language::AmbiguityCause;
use uri_lineage::published::Reading;
use uri_lineage::{DocumentGrammar, Generation};

use super::grammar::linked;
use super::layout::{Links, Page, anchor_text, page, piece, place, prose, witness};
use super::model::{Document, Site};
use crate::commands::ambiguity::groups;

/// The kinds of findings, by consequence: the error of a parser that follows the grammar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Consequence {
    TwoReadings,
    Accepts,
    Refuses,
    Resolves,
    Sends,
    Differs,
    Undefined,
}

impl Consequence {
    const ALL: [Self; 7] =
        [Self::TwoReadings, Self::Accepts, Self::Refuses, Self::Resolves, Self::Sends, Self::Differs, Self::Undefined];

    /// The kind of a finding, by the words of its question.
    fn new(claim: &Claim) -> Self {
        /// The words of the questions of each kind; the first kind whose words occur is selected.
        const WORDS: [(Consequence, &[&str]); 6] = [
            (Consequence::TwoReadings, &[" is both ("]),
            (Consequence::Resolves, &[" resolves `"]),
            (Consequence::Sends, &[" sends `", "Gopher+ string"]),
            (Consequence::Undefined, &[" defines each of its words"]),
            (Consequence::Accepts, &[" refuses `", " holds one of `"]),
            (Consequence::Refuses, &[" accepts `", " accepts each of "]),
        ];
        let kind = WORDS.iter().find(|(_, words)| words.iter().any(|words| claim.question.contains(words)));
        kind.map_or(Self::Differs, |(kind, _)| *kind)
    }

    fn id(self) -> &'static str {
        match self {
            Self::TwoReadings => "two-readings",
            Self::Accepts => "accepts",
            Self::Refuses => "refuses",
            Self::Resolves => "resolves",
            Self::Sends => "sends",
            Self::Differs => "differs",
            Self::Undefined => "undefined",
        }
    }

    fn heading(self) -> &'static str {
        match self {
            Self::TwoReadings => "One string, two readings",
            Self::Accepts => "The grammar accepts what the document excludes",
            Self::Refuses => "The grammar refuses what the document allows",
            Self::Resolves => "The algorithm does not yield the document's example",
            Self::Sends => "The client sends something else",
            Self::Differs => "Two productions are not related as the document states",
            Self::Undefined => "Words without a definition",
        }
    }
}

pub fn findings(site: &Site) -> Page {
    let kinds = Consequence::ALL.map(|kind| {
        let claims: Vec<&Claim> = site.findings.iter().filter(|claim| Consequence::new(claim) == kind).collect();
        (kind, claims)
    });
    let kinds: Vec<(Consequence, Vec<&Claim>)> = kinds.into_iter().filter(|(_, claims)| !claims.is_empty()).collect();
    let mut grammars = std::collections::HashSet::new();
    let body = html! {
        p { "Each is a statement of a document that its own grammar, algorithm, examples or successor contradict, with a string that shows it. The kinds with the worst consequences come first." }
        p.filters hidden {
            label for="of-document" { "Document " }
            select #of-document {
                option value="" { "all" }
                @for id in ids_with_findings(site) { option value=(id) { (id) } }
            }
            " "
            label for="of-kind" { "Kind " }
            select #of-kind { option value="" { "all" } @for (kind, _) in &kinds { option value=(kind.id()) { (kind.heading()) } } }
            " " output #count {}
        }
        @for (kind, claims) in kinds {
            section.kind id=(format!("kind-{}", kind.id())) data-kind=(kind.id()) {
                h2 { (kind.heading()) }
                @for claim in claims { (finding(site, claim, kind, grammars.insert(claim.grammar.id()))) }
            }
        }
        h2 #open { "What the documents leave open" }
        p {
            "Strings that the productions derive in two ways, each with the decision at which its derivations part. Some derivations \
             differ in structure alone: each production matches the same text in both. A grammar that is absent here derives every \
             string in one way. The URL Standard prints no productions: those of its grammars are of this project, and not here."
        }
        @for (document, causes) in site.documents.iter().zip(&site.ambiguities).filter(|(document, causes)| is_open(document, causes)) {
            h3 id=(format!("open-{}", document.id)) { (document.id) }
            ul {
                @for group in groups(causes) {
                    li {
                        b { (group.heading(str::to_owned)) } ": " (witness(Links::TOP, group.witness()))
                        @for line in group.statements(document.grammar) { p { (prose(&line)) } }
                    }
                }
            }
        }
        // The addresses of documents without findings lead here.
        @for document in site.documents.iter().filter(|document| document.grammar.is_some() && !has_findings(site, &document.id)) {
            p.note id=(format!("of-{}", document.id)) { (document.id) ": no finding." }
        }
    };
    let title = "What the documents get wrong about themselves";
    page(Links::TOP, "findings.html".to_owned(), title, &["assets/findings.js"], &body)
}

/// Whether productions that a document prints derive strings in two ways.
fn is_open(document: &Document, causes: &[AmbiguityCause]) -> bool {
    let is_printed = document.grammar.is_none_or(|grammar| grammar.generation() != Generation::UrlStandard);
    is_printed && !causes.is_empty()
}

/// The documents with findings, in the order of the lists.
fn ids_with_findings(site: &Site) -> Vec<&'static str> {
    DocumentGrammar::all().map(DocumentGrammar::id).filter(|id| has_findings(site, id)).collect()
}

fn has_findings(site: &Site, id: &str) -> bool {
    site.findings.iter().any(|claim| claim.grammar.id() == id)
}

/// The anchor of a finding: it does not change while the question is unchanged.
pub fn anchor(claim: &Claim) -> String {
    format!("f-{}-{}", claim.grammar, anchor_text(&claim.question))
}

/// A finding as an erratum. The first of a document has the document's address.
fn finding(site: &Site, claim: &Claim, kind: Consequence, first: bool) -> Markup {
    let document_anchor = format!("of-{}", claim.grammar);
    html! {
        section.finding id=(anchor(claim)) data-document=(claim.grammar) {
            h3 id=[first.then_some(document_anchor)] {
                (prose(claim.says)) " " a.anchor href=(format!("#{}", anchor(claim))) aria-label="Link to this finding" { "#" }
            }
            dl {
                dt { "Section" } dd { (place(claim.document, claim.place)) }
                dt { "It says" } dd { blockquote { (claim.quotation) } }
                @if let Some(but) = &claim.but { dt { "But" } dd { (prose(but)) "." } }
                dt { "Question" } dd { (prose(&claim.question)) }
                @if !claim.witnesses.is_empty() {
                    dt { "Shortest" }
                    dd { @for (index, text) in claim.witnesses.iter().enumerate() { @if index > 0 { ", " } @if kind == Consequence::Undefined { (piece(text)) } @else { (witness(Links::TOP, text)) } } }
                }
                @let shared = shared(site, claim, kind);
                @if !shared.is_empty() {
                    dt { "Shared by" }
                    dd { @for (index, id) in shared.iter().enumerate() { @if index > 0 { ", " } (id) } }
                }
            }
            @for &(grammar, reading, name) in &claim.productions {
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

/// The other documents with the same fault: they have the same finding, or their corresponding
/// production accepts or refuses the same string.
fn shared(site: &Site, claim: &Claim, kind: Consequence) -> Vec<String> {
    let same = site.findings.iter().filter(|other| other.says == claim.says).map(|other| other.grammar.id().to_owned());
    let mut ids: Vec<String> = same.collect();
    let accepts = match kind {
        Consequence::Accepts => Some(true),
        Consequence::Refuses => Some(false),
        _ => None,
    };
    if let ([(grammar, Reading::Corrected, name)], [string]) = (&claim.productions[..], &claim.witnesses[..])
        && let Some(accepts) = accepts
        && let Some(family) = grammar
            .grammar()
            .and_then(|grammar| site.number(grammar))
            .and_then(|number| Some(site.find(&(number, (*name).to_owned()))?.0))
    {
        let members = family
            .members
            .iter()
            .filter(|member| member.facts.as_ref().is_ok_and(|facts| facts.language.contains(string) == accepts));
        ids.extend(members.map(|member| site.documents[member.place.0].id.clone()));
    }
    ids.retain(|id| id != claim.grammar.id());
    ids.sort_by_key(|id| DocumentGrammar::all().position(|grammar| grammar.id() == id));
    ids.dedup();
    ids
}
