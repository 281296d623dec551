//! The page of parsers: what `conform` found with the adapters of `examples/conform/`, from the
//! table of their last run.

use maud::{Markup, html};

use super::layout::{At, Page, escaped, grammar_path, page, prose, witness};

/// `examples/conform/run.py` writes this file. `xtask` generates the table of guide/results.md from
/// it.
const TABLE: &str = include_str!("parsers.tsv");

/// The findings of one parser and one grammar.
struct Run<'t> {
    parser: &'t str,
    version: &'t str,
    /// The grammar that the parser's documentation claims; empty if it claims none.
    claims: &'t str,
    /// The grammar, perhaps with a production.
    grammar: &'t str,
    tried: &'t str,
    /// Whether they are a complete suite: `yes`, or empty.
    complete: &'t str,
    findings: Vec<Finding<'t>>,
}

struct Finding<'t> {
    kind: &'t str,
    count: &'t str,
    witness: String,
    text: &'t str,
}

/// The runs, those of a parser together.
fn runs(table: &str) -> Vec<Run<'_>> {
    let mut all: Vec<Run<'_>> = Vec::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[parser, version, claims, grammar, tried, complete, kind, count, witness, text] = fields.as_slice() else {
            continue;
        };
        if all.last().is_none_or(|last| (last.parser, last.grammar) != (parser, grammar)) {
            all.push(Run { parser, version, claims, grammar, tried, complete, findings: Vec::new() });
        }
        let witness = serde_json::from_str(witness).unwrap_or_default();
        if let Some(last) = all.last_mut().filter(|_| !kind.is_empty()) {
            last.findings.push(Finding { kind, count, witness, text });
        }
    }
    all
}

pub fn parsers() -> Page {
    let runs = runs(TABLE);
    let parsers: Vec<&[Run<'_>]> = runs.chunk_by(|one, other| one.parser == other.parser).collect();
    let body = html! {
        p {
            "How parsers in use behave on the shortest strings of complete suites: those of the grammar that each claims (RFC 3986 if it claims \
             none), and those of the URL Standard's parser. Each finding is a group of strings with one explanation and a shortest string. "
            code { "uri-lineage conform" } " ran them, with the adapters of " code { "examples/conform/" } "; other versions may differ."
        }
        div.wide {
            table.parsers {
                thead { tr { @for head in ["parser", "version", "claims", "findings"] { th scope="col" { (head) } } } }
                tbody {
                    @for parser in &parsers {
                        tr {
                            th scope="row" { (prose(parser[0].parser)) }
                            td { (parser[0].version) }
                            td { @if parser[0].claims.is_empty() { "none" } @else { (grammar(parser[0].claims)) } }
                            td {
                                @for (at, run) in parser.iter().enumerate() {
                                    @if at > 0 { ", " }
                                    a href=(format!("#{}", anchor(run))) { (run.findings.len()) " with " (run.grammar) }
                                }
                            }
                        }
                    }
                }
            }
        }
        @for run in &runs { (section(run)) }
    };
    page(At::TOP, "parsers.html".to_owned(), "Where parsers differ from what they claim", &[], &body)
}

fn anchor(run: &Run<'_>) -> String {
    format!("of-{}-{}", escaped(&run.parser.replace('`', "")), escaped(run.grammar))
}

/// A link to a grammar.
fn grammar(name: &str) -> Markup {
    let id = name.split(':').next().unwrap_or(name);
    html! { a href=(At::TOP.link(&grammar_path(id))) { (name) } }
}

fn section(run: &Run<'_>) -> Markup {
    html! {
        section aria-labelledby=(anchor(run)) {
            h2 id=(anchor(run)) { (prose(run.parser)) " and " (run.grammar) }
            p {
                "Version " (run.version) ", " (grammar(run.grammar)) ": "
                @if run.complete.is_empty() { "the first " (run.tried) " strings, the shortest" } @else { "all " (run.tried) " strings of a complete suite" }
                @if run.findings.is_empty() { ": no finding." }
            }
            @if !run.findings.is_empty() {
                div.wide {
                    table.splits {
                        thead { tr { @for head in ["strings", "shortest", "what it does"] { th scope="col" { (head) } } } }
                        tbody {
                            @for finding in &run.findings {
                                tr.(finding.kind.split(' ').next().unwrap_or_default()) {
                                    td.number { (finding.count) }
                                    td { (witness(At::TOP, &finding.witness)) }
                                    td { (prose(finding.text)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
