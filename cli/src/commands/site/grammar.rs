//! A page per grammar: every production as printed, with the results of its analysis.

use maud::{Markup, PreEscaped, html};
use railroad::Node;
use uri_lineage::language::Relation;
use uri_lineage::published::{Definition, Expr};

use super::layout::{At, Page, anchor, grammar_path, page, place, prose, sign, strings};
use super::model::{Document, Neighbour, Site};
use crate::output::diagram::diagram;

pub fn grammar(site: &Site, number: usize) -> Page {
    let document = &site.documents[number];
    let grammar = document.grammar;
    let corrections = document.corrected.productions().iter().filter(|own| document.published.get(&own.name).is_none());
    let body = html! {
        p { (place(grammar.document(), grammar.section())) ", " (grammar.date()) ". " i { (grammar.title()) } }
        p { (prose(grammar.about())) }
        @if let Some(over) = grammar.amends() {
            p {
                "The document prints only what it changes; all else is that of "
                a href=(At::BELOW.grammar(over)) { (over.document()) } "."
            }
        }
        p {
            "It accepts the strings of these productions: " (strings(grammar.entry_productions().iter().copied())) "."
        }
        nav.names aria-label="Productions" {
            ul {
                @for name in document.names() { li { a href=(format!("#{}", anchor(name))) { (name) } } }
            }
        }
        (printed(site, number))
        @if corrections.clone().next().is_some() {
            h2 { "Productions that only the corrections have" }
            @for correction in corrections { (production(site, number, &correction.name)) }
        }
    };
    page(At::BELOW, grammar_path(grammar), &format!("{}: {grammar}", grammar.document()), &[], &body)
}

/// The productions as printed, under the document's headings.
fn printed(site: &Site, number: usize) -> Markup {
    let document = &site.documents[number];
    let mut before = "";
    let headed = document.published.productions().iter().map(|definition| {
        let heading = definition.comment.as_str();
        let new = heading != before;
        before = heading;
        (new.then_some(heading).filter(|heading| !heading.is_empty()), definition)
    });
    html! {
        @for (at, (heading, definition)) in headed.enumerate() {
            // The first comment of a file describes the file.
            @let of_file = heading.is_some_and(|heading| heading.starts_with(document.grammar.document()));
            @if of_file { p.note { (heading.unwrap_or_default()) } }
            @match heading.filter(|_| !of_file) {
                Some(heading) => h2 { (heading) },
                None if at == 0 => h2 { "Productions" },
                None => {}
            }
            (production(site, number, &definition.name))
        }
    }
}

fn production(site: &Site, number: usize, name: &str) -> Markup {
    let document = &site.documents[number];
    let own = (number, name.to_owned());
    let [printed, correction] = document.readings(name);
    let body = document.corrected.get(name).map(|definition| &definition.body);
    let link = |name: &str| format!("#{}", anchor(name));
    let uri_lineage::published::Source { document: printed_in, section } = document.grammar.source(name);
    let used_by = document.corrected.used_by(name);
    let member = site.find(&own).map(|(_, member)| member);
    html! {
        section.production id=(anchor(name)) aria-labelledby=(format!("{}-h", anchor(name))) {
            h3 id=(format!("{}-h", anchor(name))) { (name) }
            @if let Some(printed) = printed { (linked(document, printed, &link)) }
            @else { p { "No production of the document." } }
            @if let Some(correction) = correction {
                p { b { "Corrected" } ": " (correction.comment) }
                (linked(document, correction, &link))
            }
            @if let Some(Ok(body)) = body { (figure(document, name, body)) }
            dl {
                dt { "Printed in" } dd { (place(printed_in, section)) }
                dt { "Used by" }
                dd {
                    @if used_by.is_empty() { "nothing" }
                    @for user in used_by { a href=(format!("#{}", anchor(user))) { (user) } " " }
                }
                @match member.map(|member| &member.facts) {
                    Some(Ok(facts)) => { dt { "First members" } dd { (strings(facts.firsts.iter().map(String::as_str))) } }
                    Some(Err(error)) => { dt { "No language" } dd { (error) } }
                    None => {}
                }
                @for (label, other) in [("Before", member.and_then(|own| own.before.as_ref())), ("After", member.and_then(|own| own.after.as_ref()))] {
                    dt { (label) }
                    dd { @match other { Some(other) => (neighbour(site, other)), None => { "not there" } } }
                }
                @if let Some(link) = At::BELOW.lineage(site, &own) {
                    dt { "Lineage" } dd { a href=(link) { "all generations of " (name) } }
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
        a href=(At::BELOW.production(site, &other.place)) { (site.documents[*number].grammar) ":" (name) }
    }
}

/// A production as printed; `link` returns the link of each name.
pub fn linked(document: &Document, definition: &Definition, link: &dyn Fn(&str) -> String) -> Markup {
    let uses = definition.body.as_ref().map(|body| body.names()).unwrap_or_default();
    let known = |word: &str| uses.contains(&word) && document.corrected.get(word).is_some();
    html! {
        pre.bnf tabindex="0" {
            @for (number, piece) in pieces(&definition.text).into_iter().enumerate() {
                // The first word is the production's own name.
                @if number > 0 && known(piece) { a href=(link(piece)) { (piece) } } @else { (piece) }
            }
        }
    }
}

/// Divides a text into words that may be names, and the text between them. Quoted text is not a name, nor is a number in front of
/// it.
fn pieces(text: &str) -> Vec<&str> {
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
    /// A diagram wider than the screen scrolls with the keyboard.
    const WIDE: i64 = 640;
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
