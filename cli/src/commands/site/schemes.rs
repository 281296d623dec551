//! A page per scheme: its documents one below the other, with every cause why neighbours differ; and the
//! list of the schemes.

use maud::{Markup, html};
use uri_lineage::regular_bnf::{Definition, Divergences, Language};
use uri_lineage::{DocumentGrammar, Grammar, Reading, SchemeDocument, scheme};

use super::layout::{Links, Page, anchor_text, page, place, prose, sign, strings};
use super::lineage::reasons;
use crate::commands::diff::{ComparedDocuments, causes, verb};
use crate::commands::lineage::in_force;

const LINKS: Links = Links::BELOW;

/// A scheme in one document: the production of its URLs.
struct Generation {
    document: DocumentGrammar,
    production: &'static str,
    language: Language,
}

impl Generation {
    /// The production with its grammar in front.
    fn name(&self) -> String {
        format!("{}:{}", self.document, self.production)
    }

    fn anchor(&self) -> String {
        anchor_text(&self.name())
    }

    fn definition(&self, reading: Reading) -> Option<&'static Definition> {
        self.document.bnf(reading).get(self.production)
    }
}

/// The documents of a scheme from RFC 1738 on, in order of date, each with the production of its URLs;
/// of URNs from the drafts of 1997 on.
fn documents(scheme: &str) -> impl Iterator<Item = (DocumentGrammar, &'static str)> {
    let (grammar, name) = match scheme {
        "urn" => (Grammar::Uri1997, "URN-reference".to_owned()),
        scheme => (Grammar::Rfc1738, format!("{scheme}url")),
    };
    let first = grammar.bnf(Reading::Corrected).get(&name).map(|production| production.name.as_str());
    let first = first.map(|production| (DocumentGrammar::Grammar(grammar), production));
    let later = SchemeDocument::of_scheme(scheme)
        .filter_map(move |document| Some((DocumentGrammar::Scheme(document), document.production_of(scheme)?)));
    first.into_iter().chain(later)
}

/// The productions of a scheme that have languages, in order of date.
fn generations(scheme: &str) -> Vec<Generation> {
    let generations = documents(scheme).filter_map(|(document, production)| {
        let language = Language::new(document.bnf(Reading::Corrected), production).ok()?;
        Some(Generation { document, production, language })
    });
    generations.collect()
}

/// The path of the page of a scheme.
pub fn scheme_path(scheme: &str) -> String {
    format!("scheme/{scheme}.html")
}

/// The list of the schemes.
pub fn schemes() -> Page {
    let body = html! {
        p {
            "RFC 1738 defined ten schemes. Each has a history that goes on in documents of its own, which are laid over the generic syntax of \
             their time. " code { "uri-lineage check --schemes" } " checks each URL by the latest document for its scheme."
        }
        div.wide {
            table {
                thead { tr { @for head in ["scheme", "documents", "latest"] { th scope="col" { (head) } } } }
                tbody {
                    @for scheme in scheme::schemes() {
                        tr {
                            th scope="row" { a href=(scheme_path(scheme)) { code { (scheme) } } }
                            td { (documents(scheme).map(|(document, _)| document.document()).collect::<Vec<_>>().join(", ")) }
                            td { (SchemeDocument::in_force(scheme).map_or(Grammar::Rfc1738.document(), SchemeDocument::document)) }
                        }
                    }
                }
            }
        }
        h2 #variants { "Variants and updates" }
        ul {
            @for document in SchemeDocument::ALL.iter().filter(|document| document.variant_of().is_some() || document.schemes().is_empty()) {
                li { b { (document.id()) } ": " (place(document.document(), document.section())) ". " (prose(document.about())) }
            }
        }
    };
    page(Links::TOP, "schemes.html".to_owned(), "What became of each scheme", &[], &body)
}

/// The pages of all schemes.
pub fn pages() -> Vec<Page> {
    scheme::schemes().map(scheme_page).collect()
}

fn scheme_page(scheme: &str) -> Page {
    let generations = generations(scheme);
    let body = html! {
        p { (prose(&in_force(scheme))) ". The documents are in order of date." }
        h2 #changes { "What changed" }
        @if generations.len() < 2 { p { "It has one document." } }
        @for pair in generations.windows(2) { (change(&pair[0], &pair[1])) }
        h2 #texts { "As printed" }
        p { "The rule that each document gives for " code { (scheme) } " URLs." }
        div.cards { @for generation in &generations { (card(generation)) } }
    };
    page(LINKS, scheme_path(scheme), &format!("The scheme {scheme}"), &[], &body)
}

/// The production of a scheme in one document, and the document as printed.
fn card(generation: &Generation) -> Markup {
    let [printed, corrected] = [Reading::Published, Reading::Corrected].map(|reading| generation.definition(reading));
    let is_prose = matches!(generation.document, DocumentGrammar::Scheme(document) if document.is_from_prose());
    html! {
        div.card id=(generation.anchor()) {
            h2 { (generation.name()) " " small { (generation.document.date()) } }
            p { (place(generation.document.document(), generation.document.section())) @if is_prose { ", which has only prose: the productions are written from it" } }
            @match printed {
                Some(printed) => pre { (printed.text) },
                None => p { "Not printed." },
            }
            @if let Some(corrected) = corrected.filter(|corrected| Some(*corrected) != printed) {
                p { b { "Corrected" } }
                pre { (corrected.text) }
                p.note { (corrected.comment) }
            }
            p { "Shortest strings: " (strings(LINKS, None, generation.language.members().take(3).collect::<Vec<_>>().iter().map(String::as_str))) }
            @if let DocumentGrammar::Scheme(document) = generation.document {
                details.whole {
                    summary { "All productions of " (document.document()) }
                    pre tabindex="0" { (document.bnf(Reading::Corrected).productions().iter().map(|definition| definition.text.as_str()).collect::<Vec<_>>().join("\n")) }
                }
            }
        }
    }
}

/// The relation of a document to the one before it, and its reasons.
fn change(before: &Generation, after: &Generation) -> Markup {
    let names = [before.name(), after.name()];
    let relation = after.language.compare(&before.language).map(|comparison| comparison.relation);
    let [left, right] = [before, after].map(|it| (it.document.bnf(Reading::Corrected), it.production));
    let causes: Option<Divergences> = causes(left, right).ok().flatten();
    let documents =
        ComparedDocuments::new((Some(before.document), before.production), (Some(after.document), after.production));
    html! {
        @if let Ok(relation) = relation {
            h3 { code { (names[1]) } " " (verb(relation)) " " code { (names[0]) } " " (sign(relation)) }
        }
        @if let Some(causes) = causes {
            (reasons(&causes, names.each_ref().map(String::as_str), documents.as_ref()))
        }
    }
}
