//! Properties of the generated files: of all documents, or of some in a sample.

#[path = "../../../tests/it/common/html.rs"]
mod html;

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::sync::LazyLock;

use uri_lineage::claims::claims;
use uri_lineage::language::correspondence;
use uri_lineage::{Grammar, Reading};

use super::files;
use super::model::{Document, Site};
use crate::sampling::tries_everything;
use html::{text, values};

/// The grammars of the site.
fn grammars() -> Vec<Grammar> {
    if tries_everything() { Grammar::all().collect() } else { vec![Grammar::Rfc1738, Grammar::Rfc3986] }
}

/// The files of the site by their paths.
static SITE: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let documents = grammars().into_iter().map(Document::new).collect();
    files(&Site::new(documents)).into_iter().collect()
});

/// Whether a path is that of a page of a grammar that is not in the site.
fn is_omitted(path: &str) -> bool {
    let id = path.strip_prefix("grammar/").and_then(|name| name.strip_suffix(".html"));
    id.and_then(|id| id.parse().ok()).is_some_and(|grammar| !grammars().contains(&grammar))
}

/// The size of a text, compressed.
fn compressed(text: &str) -> usize {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text.as_bytes()).unwrap();
    gzip.finish().unwrap().len()
}

/// The path that a link on a page leads to, and the place there.
fn target(page: &str, link: &str) -> (String, Option<String>) {
    let (path, place) = link.split_once('#').map_or((link, None), |(path, place)| (path, Some(place.to_owned())));
    if path.is_empty() {
        return (page.to_owned(), place);
    }
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = match path.strip_prefix("../") {
        Some(path) => path.to_owned(),
        None if folder.is_empty() => path.to_owned(),
        None => format!("{folder}/{path}"),
    };
    (path, place)
}

#[test]
fn links_resolve_within_the_site() {
    let files = &*SITE;
    let pages: Vec<(&String, &String)> = files.iter().filter(|(path, _)| path.ends_with(".html")).collect();
    let ids: HashMap<&str, HashSet<&str>> = pages
        .iter()
        .map(|&(path, html)| {
            let ids = values(html, "id");
            let distinct: HashSet<&str> = ids.iter().copied().collect();
            assert_eq!(distinct.len(), ids.len(), "{path} has an id twice");
            (path.as_str(), distinct)
        })
        .collect();
    let mut reached = HashSet::from(["index.html".to_owned()]);
    for &(page, html) in &pages {
        // The URL Standard's parser has more than a hundred productions, each with a diagram.
        let most = if page.starts_with("grammar/whatwg") { 6_500 * html.matches("<svg").count() } else { 300_000 };
        assert!(html.len() < most, "{page} has {} bytes", html.len());
        for link in values(html, "href").into_iter().chain(values(html, "src")).chain(values(html, "xlink:href")) {
            // Only links to the texts of documents, and to errata on them, lead out of the site.
            if let Some(number) = link.strip_prefix("https://www.rfc-editor.org/errata/eid") {
                assert!(number.bytes().all(|byte| byte.is_ascii_digit()), "{page}: {link}");
                continue;
            }
            if let Some(number) = link.strip_prefix("https://www.rfc-editor.org/rfc/rfc") {
                assert!(number.bytes().all(|byte| byte.is_ascii_digit()), "{page}: {link}");
                assert!(html.contains(&format!("<a href=\"{link}\">RFC {number}</a>")), "{page}: {link}");
                continue;
            }
            assert!(!link.contains("//") && !link.starts_with('/'), "{page}: {link}");
            let (path, place) = target(page, link);
            if is_omitted(&path) {
                continue;
            }
            assert!(files.contains_key(&path), "{page}: {link}");
            if let Some(place) = place {
                let is_place =
                    is_checked_or_compared(link, &path, &place) || ids[path.as_str()].contains(place.as_str());
                assert!(is_place, "{page}: {link}");
            }
            reached.insert(path);
        }
        assert!(!html.contains(" style=\"") && !html.contains(" onclick"), "{page}");
    }
    // The search leads to places as well; all pages are reached from others, and all files are
    // used.
    let index = &files["assets/index.js"];
    let entries: Vec<serde_json::Value> =
        serde_json::from_str(index.split_once(" = ").unwrap().1.trim_end().trim_end_matches(';')).unwrap();
    for entry in &entries {
        // As it would be in a page.
        let link = &*entry["link"].as_str().unwrap().replace('&', "&amp;");
        let (path, place) = target("index.html", link);
        let is_place =
            |place: String| is_checked_or_compared(link, &path, &place) || ids[path.as_str()].contains(place.as_str());
        assert!(place.is_none_or(is_place), "{entry}");
    }
    for path in files.keys() {
        // Scripts load these when they are needed.
        let data = ["table", "url-parser-program", "components", "refusals", "languages"]
            .map(|name| format!("assets/{name}.js"));
        let loaded = data.contains(path) || path.starts_with("assets/pairs/");
        assert!(loaded || reached.contains(path), "nothing leads to {path}");
    }
}

/// Whether the place of a link is a URL that the script of the checker reads, or productions that
/// the one of comparisons reads.
fn is_checked_or_compared(link: &str, path: &str, place: &str) -> bool {
    if place.starts_with("check=") {
        return place == "check=" || ["check.html", "index.html"].contains(&path);
    }
    // Productions, and a string of theirs.
    if place.starts_with("in=") {
        return path == "check.html" && place.contains("&amp;check=");
    }
    link.contains("compare.html#")
        && place.split("&amp;").all(|side| {
            let (id, name) = side.split_once(':').map_or((side, None), |(id, name)| (id, Some(name)));
            let grammar = id.parse::<Grammar>();
            grammar.is_ok_and(|grammar| name.is_none_or(|name| grammar.bnf(Reading::Corrected).get(name).is_some()))
        })
}

/// The files that the start page loads at once are small.
#[test]
fn the_start_page_is_small() {
    let files = &*SITE;
    let start = &files["index.html"];
    let weight: usize = std::iter::once("index.html")
        .chain(values(start, "src"))
        .chain(["assets/style.css"])
        .map(|path| compressed(&files[path]))
        .sum();
    assert!(weight < 150_000, "{weight} bytes");
}

#[test]
fn each_grammar_has_its_productions_as_printed() {
    let files = &*SITE;
    for grammar in grammars() {
        let page = text(&files[&format!("grammar/{grammar}.html")]);
        let [printed, corrected] = [Reading::Published, Reading::Corrected].map(|reading| grammar.bnf(reading));
        let mut remaining = page.as_str();
        for definition in printed.productions() {
            let Some((_, after)) = remaining.split_once(&definition.text) else {
                panic!("{grammar}: {}", definition.text)
            };
            remaining = after;
            let correction = corrected.get(&definition.name).filter(|correction| *correction != definition);
            if let Some(correction) = correction {
                let (before, after) = remaining.split_once(&correction.text).unwrap();
                assert!(before.contains(&correction.comment), "{grammar}: {}", definition.name);
                remaining = after;
            }
        }
        for correction in corrected.productions().iter().filter(|added| printed.get(&added.name).is_none()) {
            remaining = remaining.split_once(&correction.text).unwrap().1;
        }
    }
}

#[test]
fn each_production_has_a_page_of_its_lineage_and_a_cell_in_the_matrix() {
    let files = &*SITE;
    let matrix = &files["matrix.html"];
    let cells: Vec<(String, Option<String>)> = values(matrix, "href")
        .into_iter()
        .filter(|link| link.starts_with("lineage/"))
        .map(|link| target("matrix.html", link))
        .collect();
    let mut pages: HashMap<String, String> = HashMap::new();
    for grammar in grammars() {
        for definition in grammar.bnf(Reading::Corrected).productions() {
            let heading = format!("<h2>{grammar}:{}</h2> <small>", definition.name);
            let holders: Vec<&String> = files
                .iter()
                .filter(|(path, html)| path.starts_with("lineage/") && html.contains(&heading))
                .map(|(path, _)| path)
                .collect();
            assert_eq!(holders.len(), 1, "{heading} {holders:?}");
            let prefix = format!("{grammar}-");
            let has_cell = cells.iter().any(|(path, place)| {
                path == holders[0] && place.as_ref().is_some_and(|place| place.starts_with(&prefix))
            });
            assert!(has_cell, "{heading}");
            for name in std::iter::once(definition.name.as_str()).chain(correspondence().of(&definition.name)) {
                assert_eq!(pages.entry(name.to_owned()).or_insert_with(|| holders[0].clone()), holders[0], "{name}");
            }
        }
    }
}

#[test]
fn findings_have_the_words_of_the_claims() {
    let findings = &SITE["findings.html"];
    for claim in claims().iter().filter(|claim| claim.holds == Some(false)) {
        let but = claim.but.as_ref().unwrap().replace('`', "");
        for said in [claim.place, claim.quotation, &claim.says.replace('`', ""), &but] {
            assert!(text(findings).contains(said), "{said}");
        }
        for (grammar, reading, name) in claim
            .productions
            .iter()
            .filter(|(grammar, ..)| grammar.grammar().is_some_and(|grammar| grammars().contains(&grammar)))
        {
            assert!(text(findings).contains(&*grammar.bnf(*reading).get(name).unwrap().text), "{name}");
        }
    }
}

/// Every string that shows something leads to the checker and has an anchor of its own.
#[test]
fn witnesses_lead_into_the_checker() {
    let mut pages_with_witnesses = HashSet::new();
    for (path, html) in SITE.iter().filter(|(path, _)| path.ends_with(".html")) {
        for link in html.split("<a class=\"string\" ").skip(1) {
            let attributes = link.split('>').next().unwrap();
            assert!(
                attributes.starts_with("id=\"w-")
                    && attributes.contains("check.html#")
                    && attributes.contains("check="),
                "{path}: {attributes}"
            );
            pages_with_witnesses.insert(path.as_str());
        }
    }
    for page in ["differences.html", "findings.html", "grammar/rfc1738.html", "lineage/host.html"] {
        assert!(pages_with_witnesses.contains(page), "{page}");
    }
}

/// An exception is drawn as a box around its expression, comments of a grammar are notes, and
/// documents without a counterpart are not named.
#[test]
fn a_grammar_page_has_diagrams_and_notes() {
    let page = &SITE["grammar/rfc1738.html"];
    let after = page.split("aria-label=\"Diagram of otherurl\"").nth(1).unwrap();
    let diagram = after.split("</figure>").next().unwrap();
    assert!(diagram.contains("but not"), "{diagram}");
    assert_eq!(diagram.matches("class=\"nonterminal\"").count(), 2, "{diagram}");
    assert!(page.contains("<p class=\"note\">The generic form of a URL is:</p>"));
    assert!(!text(page).contains("not there"));
}
