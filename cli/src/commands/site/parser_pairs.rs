//! How each two parsers differ, in all URLs of which their models say something: from the table of the
//! last comparison.

use maud::{Markup, html};
use serde::Serialize;
use uri_lineage::Component;

use super::layout::{Links, script, witness};

/// `examples/conform/run.py --pairs` writes this file. It has asked the parsers about each string.
const TABLE: &str = include_str!("parser-pairs.tsv");

/// A cause why two sides read a component in different ways, or that they read it alike.
#[derive(Serialize)]
struct PairRow<'t> {
    left: &'t str,
    right: &'t str,
    component: &'t str,
    /// The number of causes; 0 if they read the component alike.
    causes: usize,
    /// A shortest string of the cause.
    witness: Option<String>,
    /// What each side reads; `None` if the component is absent.
    texts: [Option<String>; 2],
}

fn rows(table: &str) -> Vec<PairRow<'_>> {
    let rows = table.lines().skip(1).filter_map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[left, right, component, causes, witness, left_text, right_text] = fields.as_slice() else { return None };
        let text = |json: &str| serde_json::from_str(json).unwrap_or_default();
        let texts = [text(left_text), text(right_text)];
        Some(PairRow { left, right, component, causes: causes.parse().ok()?, witness: text(witness), texts })
    });
    rows.collect()
}

/// The table for the script of the page.
pub fn data() -> String {
    script("PAIRS", &rows(TABLE))
}

/// The values of a column, each once and in the order of the table.
fn distinct<'t>(rows: &[PairRow<'t>], of: impl Fn(&PairRow<'t>) -> &'t str) -> Vec<&'t str> {
    let mut values = Vec::new();
    for value in rows.iter().map(of) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// The two matrices of parsers and components, and the choice of any two parsers.
pub fn section() -> Markup {
    let rows = rows(TABLE);
    let parsers = distinct(&rows, |row| row.left);
    // Each parser is on the left, and grammars are not.
    let mut grammars = distinct(&rows, |row| row.right);
    grammars.retain(|name| !parsers.contains(name));
    let components = Component::ALL.map(Component::name).into_iter();
    let components: Vec<&str> = components.filter(|name| rows.iter().any(|row| row.component == *name)).collect();
    html! {
        section aria-labelledby="any-two" {
            h2 id="any-two" { "Any two parsers compared" }
            p {
                "A model of each parser was learned from its answers, so that two parsers are compared in all URLs and not in a list: in those of \
                 US-ASCII without percent-encoding, punycode, segments that begin with a dot, numbers as hosts and IPv6 addresses but "
                code { "[::1]" } ". Both parsers were then asked about each URL that is shown. A model is no proof: they may differ where \
                 nothing was tried."
            }
            p hidden {
                @for (side, label) in [("left", "Compare"), ("right", "with")] {
                    label for=(format!("{side}-parser")) { (label) } " "
                    select id=(format!("{side}-parser")) {
                        @for name in grammars.iter().chain(&parsers) { option { (name) } }
                    }
                    " "
                }
                label for="pair-component" { "in" } " "
                select id="pair-component" {
                    option value="" { "all components" }
                    @for name in &components { option { (name) } }
                }
            }
            div id="pair" aria-live="polite" {}
        }
        @for grammar in &grammars {
            section aria-labelledby=(anchor(grammar)) {
                h2 id=(anchor(grammar)) { (grammar) ": each parser" }
                p { "A shortest URL that both accept and in which the parser reads another component, with the number of causes." }
                div.wide {
                    table.parsers {
                        thead { tr { th scope="col" { "parser" } @for component in &components { th scope="col" { (component) } } } }
                        tbody {
                            @for parser in &parsers {
                                tr {
                                    th scope="row" { (parser) }
                                    @for component in &components { td { (cell(&rows, parser, grammar, component)) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn anchor(grammar: &str) -> String {
    format!("beside-{}", grammar.to_lowercase().replace(' ', "-"))
}

/// How a parser reads a component beside a grammar.
fn cell(rows: &[PairRow<'_>], parser: &str, grammar: &str, component: &str) -> Markup {
    let row = rows.iter().find(|row| row.left == parser && row.right == grammar && row.component == component);
    html! {
        @match row.map(|row| (row.causes, &row.witness)) {
            None => { "not examined" }
            Some((causes, Some(url))) => { (witness(Links::TOP, url)) " " span.number { (causes) @if causes == 1 { " cause" } @else { " causes" } } }
            Some((_, None)) => { "alike" }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_a_string_exactly_if_there_is_a_cause() {
        let rows = rows(TABLE);
        assert_eq!(rows.len(), TABLE.lines().count() - 1);
        assert!(distinct(&rows, |row| row.left).len() > 5);
        for PairRow { left, right, component, causes, witness, texts } in rows {
            assert_eq!(witness.is_some(), causes > 0, "{left}, {right}: {component}");
            assert!(witness.is_none() || texts[0] != texts[1], "{left}, {right}: {component}");
        }
    }
}
