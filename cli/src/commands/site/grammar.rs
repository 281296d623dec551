//! A page per grammar: every production as printed, with the results of its analysis.

use maud::{Markup, PreEscaped, html};
use railroad::Node;
use uri_lineage::regular_bnf::{Definition, Expr, Relation};

use super::layout::{Links, Page, anchor, grammar_path, page, place, prose, qualified_name, sign, strings, witness};
use super::model::{Document, Member, Neighbour, Site};
use crate::commands::ambiguity::groups;
use crate::output::diagram::diagram;

pub fn grammar(site: &Site, number: usize) -> Page {
    let links = Links::BELOW;
    let document = &site.documents[number];
    let corrections = document.corrected.productions().iter();
    let corrections = corrections.filter(|definition| document.published.get(&definition.name).is_none());
    let body = html! {
        @if let Some(grammar) = document.grammar {
            p { (place(grammar.document(), grammar.section())) ", " (grammar.date()) ". " i { (grammar.title()) } }
            p { (prose(grammar.about())) }
            @if let Some(amended) = grammar.amends() {
                p {
                    "The document prints only what it changes; all else is that of "
                    a href=(links.path(&grammar_path(amended.id()))) { (amended.document()) } "."
                }
            }
        } @else { p { "A grammar of your own. Its productions have one reading." } }
        p {
            "A whole input may match " @for (number, entry) in document.entries().into_iter().enumerate() {
                @if number > 0 { ", " }
                a href=(format!("#{}", anchor(entry))) { code { (entry) } }
            }
            ". " @if document.grammar.is_some() { a href=(links.path(&format!("findings.html#of-{}", document.id))) { "Findings" } ". " }
            a href=(links.path(&format!("compare.html#{}", document.id))) { "Compare it with another" } "."
        }
        @if document.grammar.is_none() { (faults(site, number)) }
        details.whole {
            summary { "The whole grammar as text" }
            p { button.copy type="button" value="whole" hidden { "Copy" } }
            pre #whole tabindex="0" { (document.published.productions().iter().map(|definition| definition.text.as_str()).collect::<Vec<_>>().join("\n")) }
        }
        div.listed {
            nav.names aria-label="Productions" {
                ul { @for name in document.names() { li { a href=(format!("#{}", anchor(name))) { (name) } } } }
            }
            div {
                h2 { "Productions" }
                (printed(site, number))
                @if corrections.clone().next().is_some() {
                    h2 { "Productions that only the corrections have" }
                    @for correction in corrections { (production(site, number, &correction.name, None)) }
                }
            }
        }
    };
    let title = match document.grammar {
        Some(grammar) => format!("{}: {grammar}", grammar.document()),
        None => document.name(),
    };
    page(links, grammar_path(&document.id), &title, &["assets/copy.js", "assets/fold.js"], &body)
}

/// The errors in a grammar of the user.
fn faults(site: &Site, number: usize) -> Markup {
    let document = &site.documents[number];
    let (undefined, entries) = (document.corrected.undefined(), document.entries());
    let unused = document.corrected.unreachable(&entries);
    let ambiguities = groups(&site.ambiguities[number]);
    html! {
        section.faults {
            h2 #faults { "Findings" }
            dl {
                dt { "Undefined" }
                dd { @if undefined.is_empty() { "nothing" } @for name in undefined { code { (name) } " " } }
                dt { "Unused" }
                dd { @if unused.is_empty() { "nothing" } @for name in unused { a href=(format!("#{}", anchor(name))) { (name) } " " } }
                dt { "Without a language" }
                dd {
                    @let errors = site.members(number).filter_map(|member| Some((member, member.facts.as_ref().err()?))).collect::<Vec<_>>();
                    @if errors.is_empty() { "nothing" }
                    @for (member, error) in errors { p { code { (member.place.1) } ": " (prose(&error.to_string())) } }
                }
                dt { "Ambiguous" }
                dd {
                    @if ambiguities.is_empty() { "nothing: each string has one derivation" }
                    @for group in &ambiguities { p { (group.heading(str::to_owned)) ": " (witness(Links::BELOW, group.witness())) } }
                }
            }
        }
    }
}

/// The productions as printed, with the document's comments above them.
fn printed(site: &Site, number: usize) -> Markup {
    let document = &site.documents[number];
    let mut before = "";
    let commented = document.published.productions().iter().map(|definition| {
        let comment = definition.comment.as_str();
        let is_new = comment != before;
        before = comment;
        (is_new.then_some(comment).filter(|comment| !comment.is_empty()), definition)
    });
    html! {
        @for (comment, definition) in commented {
            (production(site, number, &definition.name, comment))
        }
    }
}

fn production(site: &Site, number: usize, name: &str, comment: Option<&str>) -> Markup {
    let document = &site.documents[number];
    let id = (number, name.to_owned());
    let [printed, correction] = document.readings(name);
    let body = document.corrected.get(name).map(|definition| &definition.body);
    html! {
        details.part.production open id=(anchor(name)) {
            summary { h3 { (name) } }
            @if let Some(comment) = comment { p.note { (comment) } }
            div.facts {
                div {
                    @if let Some(printed) = printed { (linked(document, printed, &fragment, &[])) }
                    @else { p { "No production of the document." } }
                    @if let Some(correction) = correction {
                        p { b { @if printed.is_some() { "Corrected" } @else { "Added" } } ": " (correction.comment) }
                        (linked(document, correction, &fragment, &[]))
                    }
                    @if let Some(Ok(body)) = body { (figure(document, name, body)) }
                }
                dl {
                    @if let Some(grammar) = document.grammar {
                        @let uri_lineage::ProductionSource { document: source, section, .. } = grammar.source(name);
                        @if !document.prints_productions() {
                            dt { "Written from" } dd { (place(source, section)) }
                        } @else if printed.is_some() || source != grammar.document() {
                            dt { "Printed in" } dd { (place(source, section)) }
                        }
                    }
                    dt { "Uses" } dd { (names(document, document.corrected.uses(name))) }
                    dt { "Used by" } dd { (names(document, document.corrected.used_by(name))) }
                    @if let Some((_, member)) = site.find(&id) { (facts(site, member)) }
                    @if let Some(link) = Links::BELOW.lineage(site, &id) {
                        dt { "Lineage" } dd { a href=(link) { "all generations of " (name) } }
                    }
                }
            }
        }
    }
}

/// The link of a production on this page.
fn fragment(name: &str) -> String {
    format!("#{}", anchor(name))
}

/// Productions, with links to the productions that the document defines.
fn names(document: &Document, names: Vec<&str>) -> Markup {
    html! {
        @if names.is_empty() { "nothing" }
        @for name in names {
            @if document.corrected.get(name).is_some() { a href=(fragment(name)) { (name) } } @else { (name) } " "
        }
    }
}

/// The language of a production, and its relations to the productions of the neighbouring documents
/// that have it.
fn facts(site: &Site, member: &Member) -> Markup {
    html! {
        @match &member.facts {
            Ok(facts) => { dt { "Shortest strings" } dd { (strings(Links::BELOW, Some(&qualified_name(site, &member.place)), facts.firsts.iter().map(String::as_str))) } }
            Err(error) => { dt { "No language" } dd { (prose(&error.to_string())) } }
        }
        @for (label, other) in [("Before", &member.before), ("After", &member.after)] {
            @if let Some(other) = other { dt { (label) } dd { (neighbour(site, other)) } }
        }
    }
}

/// The relation of the production to that of another document.
fn neighbour(site: &Site, other: &Neighbour) -> Markup {
    let (number, name) = &other.place;
    let preposition = match other.relation() {
        Relation::Equal => "to",
        Relation::Narrower | Relation::Wider => "than",
        Relation::Overlapping => "with",
        Relation::Disjoint => "from",
    };
    html! {
        (sign(other.relation())) " " (preposition) " "
        a href=(Links::BELOW.production(site, &other.place)) { (site.documents[*number].id) ":" (name) }
    }
}

/// A production as printed; `link` returns the link of each name. The pieces with the numbers
/// `changed` are marked.
pub fn linked(
    document: &Document,
    definition: &Definition,
    link: &dyn Fn(&str) -> String,
    changed: &[usize],
) -> Markup {
    let uses = definition.body.as_ref().map(|body| body.names()).unwrap_or_default();
    html! {
        pre.bnf tabindex="0" {
            @for (number, piece) in pieces(&definition.text).into_iter().enumerate() {
                // The first word is the name of the production.
                @let is_link = number > 0 && uses.contains(&piece) && document.corrected.get(piece).is_some();
                @let shown = html! { @if is_link { a href=(link(piece)) { (piece) } } @else { (piece) } };
                @if changed.contains(&number) { mark { (shown) } } @else { (shown) }
            }
        }
    }
}

/// Divides a text into words that may be names, and the text between them. Quoted text is not a
/// name, nor is a number in front of it.
pub fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut remaining = text;
    while let Some(first) = remaining.chars().next() {
        let length = if first == '"' {
            let line = remaining.lines().next().unwrap_or_default();
            line[1..].find('"').map_or(1, |end| end + 2)
        } else if first.is_ascii_digit() {
            remaining.bytes().take_while(u8::is_ascii_digit).count()
        } else if is_name_character(first) {
            remaining.chars().take_while(|&c| is_name_character(c)).count()
        } else {
            first.len_utf8()
        };
        let (piece, after) = remaining.split_at(length);
        pieces.push(piece);
        remaining = after;
    }
    pieces
}

/// Whether a character may occur in the name of a production; all of these are US-ASCII.
fn is_name_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+')
}

/// A railroad diagram. The code that draws it escapes all text.
fn figure(document: &Document, name: &str, body: &Expr) -> Markup {
    let mut diagram = diagram(body, &|name| document.corrected.get(name).map(|definition| fragment(&definition.name)));
    let (width, height) = (diagram.width(), diagram.height());
    diagram.attr("width".to_owned()).or_insert(width.to_string());
    diagram.attr("height".to_owned()).or_insert(height.to_string());
    /// A diagram that may be wider than its column scrolls with the keyboard.
    const WIDE: i64 = 270;
    let tab_index = (width > WIDE).then_some("0");
    html! {
        figure aria-label=(format!("Diagram of {name}")) tabindex=[tab_index] { (PreEscaped(diagram.to_string())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_between_marks_and_quotes() {
        assert_eq!(
            pieces("a = 2b \"b c\" *[ b+_c ]"),
            ["a", " ", "=", " ", "2", "b", " ", "\"b c\"", " ", "*", "[", " ", "b+_c", " ", "]"]
        );
        assert_eq!(pieces("<\"> é"), ["<", "\"", ">", " ", "é"]);
    }
}
