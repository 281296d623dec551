//! The start page: the checker, and the documents on a time line.

use maud::html;
use uri_lineage::Grammar;
use uri_lineage::regular_bnf::Relation;

use super::checker;
use super::layout::{Links, Page, page, prose};
use super::model::{Document, Site};

/// The questions that people ask, each with the page that answers it.
pub fn questions() -> [(String, &'static str); 9] {
    let two = format!("compare.html#{}&{}", Grammar::Rfc1738, Grammar::Rfc3986);
    [
        ("check.html".to_owned(), "What does my URL mean in each document?"),
        (two, "How do two documents, or two productions, differ, and why?"),
        ("filters.html".to_owned(), "Which URLs pass my filter and reach another host?"),
        ("parsers.html".to_owned(), "Where does a parser differ from another one, or from a standard?"),
        ("differences.html".to_owned(), "Which strings do two documents split differently?"),
        ("characters.html#c7E".to_owned(), "Which document first allowed `~` in a path?"),
        ("matrix.html".to_owned(), "Which document has which production, and what became of it?"),
        ("schemes.html".to_owned(), "What became of `gopher`, `mailto` and the other schemes?"),
        ("findings.html".to_owned(), "What is wrong with an RFC?"),
    ]
}

pub fn start(site: &Site) -> Page {
    let links = Links::TOP;
    let groups = groups(site);
    let [first, last] =
        [groups.first(), groups.last()].map(|group| group.map(|group| group[0].1.date()).unwrap_or_default());
    let body = html! {
        ul.visitors {
            li { "You have a " b { "URL" } ": below, see where it leads by each standard, and by this browser." }
            li { "You read " b { "RFCs" } ": see " a href=(format!("compare.html#{}&{}", Grammar::Rfc2396, Grammar::Rfc3986)) { "what changed between two of them" } ", and why." }
            li { "You write a " b { "filter" } ": see " a href="filters.html" { "what passes it and reaches another host" } "." }
        }
        (checker::form())
        section aria-labelledby="questions" {
            h2 #questions { "Questions" }
            ul.questions { @for (link, question) in questions() { li { a href=(link) { (prose(question)) } } } }
        }
        section aria-labelledby="documents" {
            h2 #documents { "The documents" }
            p.note { "The larger a mark, the more rules are new or accept other strings than before. The URL Standard has no grammar: ours is written from its text." }
            ol.line {
                @for (number, group) in groups.iter().enumerate() {
                    @let has_rules = group[0].1.prints_productions();
                    @let changed: usize = if has_rules { group.iter().map(|(number, _)| changed(site, *number)).sum() } else { 0 };
                    li {
                        a.mark.(size(changed)) href=(links.grammar(group[0].1)) aria-hidden="true" tabindex="-1" title=[has_rules.then(|| format!("{changed} productions changed"))] {}
                        p.date { (group[0].1.date()) }
                        h3 {
                            @for (index, (_, document)) in group.iter().enumerate() {
                                @if index > 0 { ", " }
                                a href=(links.grammar(document)) { (document.short_name()) }
                            }
                        }
                        @if has_rules { p.changed { (changed) @if number == 0 { " rules, all new" } @else { " changed" } } }
                        @for (document, known_for) in known_for(group) {
                            p.known { @if let Some(document) = document { (document.short_name()) ": " } (prose(known_for)) }
                        }
                    }
                }
            }
        }
        p {
            "From " (first) " to " (last) ", " (groups.len()) " documents defined URLs, in " (site.documents.len())
            " grammars. Here you see each as it is printed, what is corrected in it and why, and how it differs from the others on all strings."
        }
    };
    page(links, "index.html".to_owned(), "What a URL was, document by document", &checker::SCRIPTS, &body)
}

/// The grammars with their numbers, in order of date; those of one document are grouped.
fn groups(site: &Site) -> Vec<Vec<(usize, &Document)>> {
    let grammars: Vec<(usize, &Document)> = site.documents.iter().enumerate().collect();
    grammars.chunk_by(|(_, left), (_, right)| title(left) == title(right)).map(<[_]>::to_vec).collect()
}

/// What a document is known for; with the grammar in front if its grammars differ in it.
fn known_for<'d>(group: &[(usize, &'d Document)]) -> Vec<(Option<&'d Document>, &'static str)> {
    let known = group.iter().filter_map(|&(_, document)| Some((document, document.grammar?.known_for())));
    let mut known: Vec<(&Document, &str)> = known.collect();
    known.dedup_by_key(|(_, known_for)| *known_for);
    let several = known.len() > 1;
    known.into_iter().map(|(document, known_for)| (several.then_some(document), known_for)).collect()
}

/// The document of a grammar.
fn title(document: &Document) -> &str {
    document.grammar.map_or(&*document.id, |grammar| grammar.document())
}

/// How many productions of a document are new, or have another language than before.
fn changed(site: &Site, number: usize) -> usize {
    let changed = site
        .members(number)
        .filter(|member| member.before.as_ref().is_none_or(|before| before.relation() != Relation::Equal));
    changed.count()
}

/// The class of a mark on the time line.
fn size(changed: usize) -> &'static str {
    match changed {
        0..=5 => "size-1",
        6..=12 => "size-2",
        13..=25 => "size-3",
        26..=40 => "size-4",
        _ => "size-5",
    }
}
