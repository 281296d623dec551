//! Shared by all pages: the frame, links, and the display of strings.

use maud::{DOCTYPE, Markup, html};
use uri_lineage::Grammar;
use uri_lineage::language::Relation;

use super::model::{Place, Site};
use crate::output::text::plain;

/// A finished page.
pub struct Page {
    /// Relative to the folder of the site.
    pub path: String,
    pub html: String,
}

/// The place of a page: how its links lead back to the folder of the site.
#[derive(Clone, Copy)]
pub struct At(&'static str);

impl At {
    pub const TOP: Self = Self("");
    /// In a folder of the site.
    pub const BELOW: Self = Self("../");

    /// A link to a path in the folder of the site.
    pub fn link(self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    pub fn grammar(self, grammar: Grammar) -> String {
        self.link(&grammar_path(grammar))
    }

    /// A link to a production on the page of its grammar.
    pub fn production(self, site: &Site, (document, name): &Place) -> String {
        self.link(&production_path(site.documents[*document].grammar, name))
    }

    /// A link to the lineage of a production, at its document.
    pub fn lineage(self, site: &Site, place: &Place) -> Option<String> {
        let (family, _) = site.find(place)?;
        Some(self.link(&format!("{}#{}", lineage_path(&family.slug), self::member(site, place))))
    }
}

pub fn grammar_path(grammar: Grammar) -> String {
    format!("grammar/{grammar}.html")
}

/// The path and anchor of a production on the page of its grammar.
pub fn production_path(grammar: Grammar, name: &str) -> String {
    format!("{}#{}", grammar_path(grammar), anchor(name))
}

pub fn lineage_path(slug: &str) -> String {
    format!("lineage/{slug}.html")
}

/// The anchor of a production on the page of its grammar.
pub fn anchor(name: &str) -> String {
    format!("p-{}", escaped(name))
}

/// Text as part of an anchor: case is kept, a blank becomes a hyphen, and other marks become their numbers, so that texts that
/// differ only in marks have different anchors.
pub fn escaped(text: &str) -> String {
    let shown = |c: char| match c {
        ' ' => "-".to_owned(),
        c if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') => c.to_string(),
        c => format!(".{:X}", u32::from(c)),
    };
    text.chars().map(shown).collect()
}

/// The anchor of a production on the page of its lineage.
pub fn member(site: &Site, (document, name): &Place) -> String {
    format!("{}-{}", site.documents[*document].grammar, anchor(name))
}

/// The pages in the navigation of every page.
const CONTENTS: [(&str, &str); 6] = [
    ("index.html", "Documents"),
    ("matrix.html", "Productions"),
    ("characters.html", "Characters"),
    ("differences.html", "Differences"),
    ("findings.html", "Findings"),
    ("index.html#checker", "Checker"),
];

/// A page with its frame. Scripts are loaded only from the site, and no other code runs.
pub fn page(at: At, path: String, title: &str, scripts: &[&str], body: &Markup) -> Page {
    let name = "uri-lineage";
    let html = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy"
                    content="default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · " (name) }
                link rel="stylesheet" href=(at.link("assets/style.css"));
                @for script in ["assets/index.js", "assets/search.js"].iter().chain(scripts) {
                    script defer src=(at.link(script)) {}
                }
            }
            body data-top=(at.0) {
                a.skip href="#main" { "To the text" }
                header {
                    nav aria-label="Pages" {
                        a.home href=(at.link("index.html")) { (name) }
                        ul {
                            @for (place, label) in CONTENTS {
                                li { a href=(at.link(place)) aria-current=[(place == path).then_some("page")] { (label) } }
                            }
                        }
                        search {
                            label for="search" { "Search" }
                            input #search type="search" autocomplete="off" spellcheck="false" role="combobox"
                                aria-expanded="false" aria-controls="found" aria-autocomplete="list"
                                placeholder="production, document, finding";
                            ul #found role="listbox" aria-label="What was found" hidden {}
                        }
                    }
                }
                main #main tabindex="-1" {
                    h1 { (title) }
                    (body)
                }
                footer {
                    p { "Made by " code { "uri-lineage site" } " from the grammars themselves. What is said of all strings is decided on automata, not sampled." }
                }
            }
        }
    };
    Page { path, html: html.into_string() }
}

/// A string of a language: invisible characters are shown as escapes.
pub fn string(text: &str) -> Markup {
    html! {
        @if text.is_empty() { i { "the empty string" } } @else { code.string { (plain(text)) } }
    }
}

/// Several strings in a row.
pub fn strings<'t>(all: impl Iterator<Item = &'t str>) -> Markup {
    html! {
        @for (at, text) in all.enumerate() {
            @if at > 0 { ", " }
            (string(text))
        }
    }
}

/// Text of the project in which code is between grave accents.
pub fn prose(text: &str) -> Markup {
    html! {
        @for (at, piece) in text.split('`').enumerate() {
            @if at % 2 == 0 { (piece) } @else { code { (piece) } }
        }
    }
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
pub fn text_of(document: &str) -> Option<String> {
    let number = document.strip_prefix("RFC ")?;
    Some(format!("https://www.rfc-editor.org/rfc/rfc{number}"))
}

/// A document and a section, with a link to the text if it has one.
pub fn place(document: &str, section: &str) -> Markup {
    html! {
        @match text_of(document) {
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
pub fn script(name: &str, value: &impl serde::Serialize) -> String {
    format!("\"use strict\";\nconst {name} = {};\n", serde_json::to_string(value).unwrap_or_default())
}
