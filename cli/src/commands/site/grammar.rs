//! A page per grammar: every production as printed, with the results of its analysis.

use maud::{Markup, PreEscaped, html};
use railroad::Node;
use uri_lineage::language::Relation;
use uri_lineage::published::{Definition, Expr};

use super::layout::{At, Page, anchor, grammar_path, page, place, prose, sign, strings, witness};
use super::model::{Document, Neighbour, Site};
use crate::commands::ambiguity::groups;
use crate::output::diagram::diagram;

pub fn grammar(site: &Site, number: usize) -> Page {
    let at = At::BELOW;
    let document = &site.documents[number];
    let corrections = document.corrected.productions().iter().filter(|own| document.published.get(&own.name).is_none());
    let body = html! {
        @if let Some(grammar) = document.grammar {
            p { (place(grammar.document(), grammar.section())) ", " (grammar.date()) ". " i { (grammar.title()) } }
            p { (prose(grammar.about())) }
            @if let Some(over) = grammar.amends() {
                p {
                    "The document prints only what it changes; all else is that of "
                    a href=(at.link(&grammar_path(over.id()))) { (over.document()) } "."
                }
            }
        } @else { p { "A grammar of your own. Its productions have one reading." } }
        p {
            "A whole input may match " @for (number, entry) in document.entries().into_iter().enumerate() {
                @if number > 0 { ", " }
                a href=(format!("#{}", anchor(entry))) { code { (entry) } }
            }
            ". " @if document.grammar.is_some() { a href=(at.link(&format!("findings.html#of-{}", document.id))) { "Findings" } ". " }
            a href=(at.link(&format!("compare.html#{}", document.id))) { "Compare it with another" } "."
        }
        @if document.grammar.is_none() { (faults(site, number)) }
        details.whole {
            summary { "The whole grammar as text" }
            p { button.copy type="button" value="whole" hidden { "Copy" } }
            pre #whole tabindex="0" { (document.published.productions().iter().map(|one| one.text.as_str()).collect::<Vec<_>>().join("\n")) }
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
                    @for correction in corrections { (production(site, number, &correction.name)) }
                }
            }
        }
    };
    let title = match document.grammar {
        Some(grammar) => format!("{}: {grammar}", grammar.document()),
        None => document.name(),
    };
    page(at, grammar_path(&document.id), &title, &["assets/copy.js"], &body)
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
                    @let lost = site.members(number).filter_map(|member| Some((member, member.facts.as_ref().err()?))).collect::<Vec<_>>();
                    @if lost.is_empty() { "nothing" }
                    @for (member, error) in lost { p { code { (member.place.1) } ": " (prose(&error.to_string())) } }
                }
                dt { "Ambiguous" }
                dd {
                    @if ambiguities.is_empty() { "nothing: each string has one derivation" }
                    @for group in &ambiguities { p { (group.heading(str::to_owned)) ": " (witness(At::BELOW, group.witness())) } }
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
        let new = comment != before;
        before = comment;
        (new.then_some(comment).filter(|comment| !comment.is_empty()), definition)
    });
    html! {
        @for (comment, definition) in commented {
            @if let Some(comment) = comment { p.note { (comment) } }
            (production(site, number, &definition.name))
        }
    }
}

fn production(site: &Site, number: usize, name: &str) -> Markup {
    let at = At::BELOW;
    let document = &site.documents[number];
    let own = (number, name.to_owned());
    let [printed, correction] = document.readings(name);
    let body = document.corrected.get(name).map(|definition| &definition.body);
    let link = |name: &str| format!("#{}", anchor(name));
    let (uses, used_by) = (document.corrected.uses(name), document.corrected.used_by(name));
    let member = site.find(&own).map(|(_, member)| member);
    let names = |all: Vec<&str>| {
        html! {
            @if all.is_empty() { "nothing" }
            @for name in all {
                @if document.corrected.get(name).is_some() { a href=(format!("#{}", anchor(name))) { (name) } } @else { (name) } " "
            }
        }
    };
    html! {
        div.production id=(anchor(name)) {
            h3 { a href=(format!("#{}", anchor(name))) { (name) } }
            div.facts {
                div {
                    @if let Some(printed) = printed { (linked(document, printed, &link, &[])) }
                    @else { p { "No production of the document." } }
                    @if let Some(correction) = correction {
                        p { b { "Corrected" } ": " (correction.comment) }
                        (linked(document, correction, &link, &[]))
                    }
                    @if let Some(Ok(body)) = body { (figure(document, name, body)) }
                }
                dl {
                    @if let Some(grammar) = document.grammar {
                        @let uri_lineage::published::Source { document: printed_in, section } = grammar.source(name);
                        dt { "Printed in" } dd { (place(printed_in, section)) }
                    }
                    dt { "Uses" } dd { (names(uses)) }
                    dt { "Used by" } dd { (names(used_by)) }
                    @match member.map(|member| &member.facts) {
                        Some(Ok(facts)) => { dt { "First members" } dd { (strings(at, facts.firsts.iter().map(String::as_str))) } }
                        Some(Err(error)) => { dt { "No language" } dd { (prose(&error.to_string())) } }
                        None => {}
                    }
                    // A document that has no counterpart is not named.
                    @for (label, other) in [("Before", member.and_then(|own| own.before.as_ref())), ("After", member.and_then(|own| own.after.as_ref()))] {
                        @if let Some(other) = other { dt { (label) } dd { (neighbour(site, other)) } }
                    }
                    @if let Some(link) = at.lineage(site, &own) {
                        dt { "Lineage" } dd { a href=(link) { "all generations of " (name) } }
                    }
                }
            }
        }
    }
}

/// The relation of the production to that of another document.
fn neighbour(site: &Site, other: &Neighbour) -> Markup {
    let (number, name) = &other.place;
    let than = match other.relation() {
        Relation::Equal => "to",
        Relation::Narrower | Relation::Wider => "than",
        Relation::Overlapping => "with",
        Relation::Disjoint => "from",
    };
    html! {
        (sign(other.relation())) " " (than) " "
        a href=(At::BELOW.production(site, &other.place)) { (site.documents[*number].id) ":" (name) }
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
    let known = |word: &str| uses.contains(&word) && document.corrected.get(word).is_some();
    html! {
        pre.bnf tabindex="0" {
            @for (number, piece) in pieces(&definition.text).into_iter().enumerate() {
                // The first word is the production's own name.
                @let shown = html! { @if number > 0 && known(piece) { a href=(link(piece)) { (piece) } } @else { (piece) } };
                @if changed.contains(&number) { mark { (shown) } } @else { (shown) }
            }
        }
    }
}

/// Divides a text into words that may be names, and the text between them. Quoted text is not a
/// name, nor is a number in front of it.
pub fn pieces(text: &str) -> Vec<&str> {
    let in_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'+');
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if first == '"' {
            let line = rest.lines().next().unwrap_or_default();
            line[1..].find('"').map_or(1, |end| end + 2)
        } else if first.is_ascii_digit() {
            rest.bytes().take_while(u8::is_ascii_digit).count()
        } else if in_name(first as u8) && first.is_ascii() {
            rest.bytes().take_while(|&byte| in_name(byte)).count()
        } else {
            first.len_utf8()
        };
        let (piece, after) = rest.split_at(length);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// A railroad diagram. The code that draws it escapes all text.
fn figure(document: &Document, name: &str, body: &Expr) -> Markup {
    let link = |name: &str| document.corrected.get(name).map(|own| format!("#{}", anchor(&own.name)));
    let mut diagram = diagram(body, &link);
    let (width, height) = (diagram.width(), diagram.height());
    diagram.attr("width".to_owned()).or_insert(width.to_string());
    diagram.attr("height".to_owned()).or_insert(height.to_string());
    /// A diagram that may be wider than its column scrolls with the keyboard.
    const WIDE: i64 = 270;
    let wide = (width > WIDE).then_some("0");
    html! {
        figure aria-label=(format!("Diagram of {name}")) tabindex=[wide] { (PreEscaped(diagram.to_string())) }
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
