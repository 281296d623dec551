//! Shared by all pages: the frame, links, and the display of strings.

use std::collections::HashMap;

use maud::{DOCTYPE, Markup, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use uri_lineage::regular_bnf::Relation;

use super::model::{Document, ProductionId, Site};
use crate::output::text::plain;

/// A finished page.
pub struct Page {
    /// Relative to the folder of the site.
    pub path: String,
    pub html: String,
}

/// A result of the search.
#[derive(Serialize)]
pub struct SearchEntry {
    pub kind: &'static str,
    pub text: String,
    /// Relative to the folder of the site.
    pub link: String,
}

impl SearchEntry {
    pub fn new(kind: &'static str, text: impl Into<String>, link: impl Into<String>) -> Self {
        Self { kind, text: text.into(), link: link.into() }
    }
}

/// The links of a page, which depend on its folder.
#[derive(Clone, Copy)]
pub struct Links(&'static str);

impl Links {
    /// The page is in the folder of the site.
    pub const TOP: Self = Self("");
    /// The page is in a folder below the folder of the site.
    pub const BELOW: Self = Self("../");

    /// A link to a path in the folder of the site.
    pub fn path(self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    pub fn grammar(self, document: &Document) -> String {
        self.path(&grammar_path(&document.id))
    }

    /// A link to a production on the page of its grammar.
    pub fn production(self, site: &Site, (document, name): &ProductionId) -> String {
        self.path(&production_path(&site.documents[*document].id, name))
    }

    /// A link to the checker with a URL.
    pub fn check(self, url: &str) -> String {
        self.path(&format!("check.html#check={}", percent_encode(url)))
    }

    /// A link to the checker with a string of productions, each with its grammar in front.
    fn check_in(self, productions: &[&str], string: &str) -> String {
        if productions.is_empty() {
            return self.check(string);
        }
        let named: Vec<String> = productions.iter().map(|name| percent_encode(name).to_string()).collect();
        self.path(&format!("check.html#in={}&check={}", named.join(","), percent_encode(string)))
    }

    /// A link to the lineage of a production, at its document.
    pub fn lineage(self, site: &Site, production: &ProductionId) -> Option<String> {
        let (family, _) = site.find(production)?;
        Some(self.path(&format!("{}#{}", lineage_path(&family.slug), member_anchor(site, production))))
    }
}

/// A text in an address.
pub fn percent_encode(text: &str) -> impl std::fmt::Display + '_ {
    /// The characters that `encodeURIComponent` does not escape, so that links are those of the
    /// checker.
    const MARKS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'!').remove(b'~');
    const ESCAPED: &AsciiSet = &MARKS.remove(b'*').remove(b'\'').remove(b'(').remove(b')');
    utf8_percent_encode(text, ESCAPED)
}

pub fn grammar_path(grammar: &str) -> String {
    format!("grammar/{grammar}.html")
}

/// The path and anchor of a production on the page of its grammar.
pub fn production_path(grammar: &str, name: &str) -> String {
    format!("{}#{}", grammar_path(grammar), anchor(name))
}

pub fn lineage_path(slug: &str) -> String {
    format!("lineage/{slug}.html")
}

/// The anchor of a production on the page of its grammar.
pub fn anchor(name: &str) -> String {
    format!("p-{}", anchor_text(name))
}

/// Text as part of an anchor: case is kept, a blank becomes a hyphen, and other marks become their
/// numbers, so that texts that differ only in marks have different anchors.
pub fn anchor_text(text: &str) -> String {
    let mut anchor = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ' ' => anchor.push('-'),
            c if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') => anchor.push(c),
            c => anchor += &format!(".{:X}", u32::from(c)),
        }
    }
    anchor
}

/// The anchor of a production on the page of its lineage.
pub fn member_anchor(site: &Site, (document, name): &ProductionId) -> String {
    format!("{}-{}", site.documents[*document].id, anchor(name))
}

/// The name of a production with its grammar in front: `rfc1738:host`.
pub fn qualified_name(site: &Site, (document, name): &ProductionId) -> String {
    format!("{}:{name}", site.documents[*document].id)
}

/// The pages in the navigation of every page, by what one does there.
pub const CONTENTS: [(&str, &[(&str, &str)]); 3] = [
    ("Check", &[("check.html", "Checker"), ("filters.html", "Filters"), ("parsers.html", "Parsers")]),
    (
        "Compare",
        &[("compare.html", "Two documents"), ("differences.html", "Differences"), ("characters.html", "Characters")],
    ),
    (
        "Browse",
        &[
            ("index.html", "Documents"),
            ("matrix.html", "Productions"),
            ("schemes.html", "Schemes"),
            ("findings.html", "Findings"),
        ],
    ),
];

/// A page with its frame. Scripts are loaded only from the site, and no other code runs, but
/// for the URL Standard's parser, which is compiled for WebAssembly.
pub fn page(links: Links, path: String, title: &str, scripts: &[&str], body: &Markup) -> Page {
    let name = "uri-lineage";
    let runs_parser = scripts.contains(&"assets/url-parser.js");
    let sources = if runs_parser { "'self' 'wasm-unsafe-eval'" } else { "'self'" };
    let html = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy"
                    content=(format!("default-src 'none'; script-src {sources}; style-src 'self'; base-uri 'none'; form-action 'none'"));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · " (name) }
                link rel="stylesheet" href=(links.path("assets/style.css"));
                @for script in ["assets/skip.js", "assets/index.js", "assets/search.js"].iter().chain(scripts) {
                    script defer src=(links.path(script)) {}
                }
            }
            body data-top=(links.0) {
                a.skip href="#main" { "To the text" }
                header {
                    nav aria-label="Pages" {
                        a.home href=(links.path("index.html")) { (name) }
                        @for (group, pages) in CONTENTS {
                            ul aria-label=(group) {
                                @for &(place, label) in pages {
                                    li { a href=(links.path(place)) aria-current=[(place == path).then_some("page")] { (label) } }
                                }
                            }
                        }
                        search hidden {
                            label for="search" { "Search" }
                            input #search type="search" autocomplete="off" spellcheck="false" role="combobox"
                                aria-expanded="false" aria-controls="found" aria-autocomplete="list"
                                placeholder="RFC 3986 host, ~, a URL";
                            ul #found role="listbox" aria-label="Results" hidden {}
                            p.words #search-status role="status" {}
                        }
                    }
                }
                main #main tabindex="-1" {
                    h1 { (title) }
                    (body)
                }
                footer {
                    p {
                        "Generated by " code { "uri-lineage site" } " from the grammars. “Every” and “no” are computed for all possible strings. What is \
                         said of a parser was tried on strings, or computed on a model that was learned from it. "
                        label.keys hidden { input #slash type="checkbox" checked; " The key " kbd { "/" } " goes to the search" }
                    }
                }
            }
        }
    };
    Page { path, html: number_anchors(&html.into_string()) }
}

/// The beginning of the anchors of witnesses.
const WITNESS: &str = "w--";

/// Numbers the anchors of witnesses that occur more than once on a page, together with the links to
/// them.
fn number_anchors(html: &str) -> String {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut pieces = html.split(WITNESS);
    let mut numbered = pieces.next().unwrap_or_default().to_owned();
    let mut number = 0;
    for piece in pieces {
        let (name, after) = piece.split_at(piece.find('"').unwrap_or_default());
        // A link to the anchor is directly after it.
        if numbered.ends_with(" id=\"") {
            let count = counts.entry(name).or_default();
            *count += 1;
            number = *count;
        }
        numbered.push_str("w-");
        numbered.push_str(name);
        if number > 1 {
            numbered += &format!("-{number}");
        }
        numbered.push_str(after);
    }
    numbered
}

/// A string of a production, with an anchor and a link into the checker: of whole URLs if there is no
/// production. Invisible characters are shown as escapes.
fn string(links: Links, production: Option<&str>, text: &str) -> Markup {
    html! {
        @if text.is_empty() { i { "the empty string" } } @else {
            a.string id=(format!("{WITNESS}{}", anchor_text(text))) href=(links.check_in(production.as_slice(), text)) { code { (plain(text)) } }
        }
    }
}

/// A URL that shows something: also with a link to its anchor.
pub fn witness(links: Links, text: &str) -> Markup {
    displayed_witness(links, &[], text, &html! { (plain(text)) })
}

/// A string that shows something about some productions, each with its grammar in front.
pub fn witness_in(links: Links, productions: &[&str], text: &str) -> Markup {
    displayed_witness(links, productions, text, &html! { (plain(text)) })
}

/// A string that shows something about some productions, displayed in another way.
pub fn displayed_witness(links: Links, productions: &[&str], text: &str, display: &Markup) -> Markup {
    html! {
        @if text.is_empty() { i { "the empty string" } } @else {
            a.string id=(format!("{WITNESS}{}", anchor_text(text))) href=(links.check_in(productions, text)) { code { (display) } }
            a.anchor href=(format!("#{WITNESS}{}", anchor_text(text))) aria-label="Link to this string" { "#" }
        }
    }
}

/// A piece of a string.
pub fn piece(text: &str) -> Markup {
    html! { @if text.is_empty() { i { "the empty string" } } @else { code.string { (plain(text)) } } }
}

/// Several strings of a production in a row.
pub fn strings<'t>(links: Links, production: Option<&str>, texts: impl Iterator<Item = &'t str>) -> Markup {
    html! {
        @for (number, text) in texts.enumerate() {
            @if number > 0 { ", " }
            (string(links, production, text))
        }
    }
}

/// Text of the project in which code is between grave accents. Three accents are one as code.
pub fn prose(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split("```").enumerate() {
            @if index > 0 { code { "`" } }
            @for (index, piece) in part.split('`').enumerate() {
                @if index % 2 == 0 { (piece) } @else { code { (piece) } }
            }
        }
    }
}

/// The same text without the grave accents.
pub fn unquoted(text: &str) -> String {
    text.replace('`', "")
}

/// The relation of a production to another: a sign and a word; the colour adds no information.
pub fn sign(relation: Relation) -> Markup {
    let sign = match relation {
        Relation::Equal => "=",
        Relation::Narrower => "⊂",
        Relation::Wider => "⊃",
        Relation::Overlapping => "∩",
        Relation::Disjoint => "∥",
    };
    html! { span.relation.(relation) { span aria-hidden="true" { (sign) } " " (relation) } }
}

/// The URL of an RFC's text; drafts have no permanent URL.
pub fn text_url(document: &str) -> Option<String> {
    let number = document.strip_prefix("RFC ")?;
    Some(format!("https://www.rfc-editor.org/rfc/rfc{number}"))
}

/// A document and a section, with a link to the text if it has one.
pub fn place(document: &str, section: &str) -> Markup {
    html! {
        @match text_url(document) {
            Some(link) => a href=(link) { (document) },
            None => (document),
        }
        ", " (section)
    }
}

/// A table that scrolls independently if it is wider than the screen, also with the keyboard.
pub fn scrolled(label: &str, table: &Markup) -> Markup {
    html! { div.scroll role="region" aria-label=(label) tabindex="0" { (table) } }
}

/// A script that contains a value. JSON is JavaScript.
pub fn script(name: &str, value: &impl Serialize) -> String {
    format!("\"use strict\";\nconst {name} = {};\n", serde_json::to_string(value).unwrap_or_default())
}
