//! The page of parsers: the findings of `conform` with the adapters of `examples/conform/`, from
//! the table of their last run.

use maud::{Markup, html};

use super::layout::{Links, Page, anchor_text, grammar_path, page, prose, witness};

/// `examples/conform/run.py` writes this file. `xtask` generates the table of guide/results.md from
/// it.
const TABLE: &str = include_str!("parsers.tsv");

/// The findings of one parser and one grammar.
struct ParserRun<'t> {
    parser: &'t str,
    version: &'t str,
    /// The grammar that the parser's documentation claims; empty if it claims none.
    claims: &'t str,
    /// The grammar, perhaps with a production.
    grammar: &'t str,
    tried: &'t str,
    /// Whether the strings are a complete suite: `yes`, or empty.
    complete: &'t str,
    findings: Vec<TableFinding<'t>>,
}

struct TableFinding<'t> {
    kind: &'t str,
    count: &'t str,
    witness: String,
    text: &'t str,
}

/// The runs, those of a parser together.
fn runs(table: &str) -> Vec<ParserRun<'_>> {
    let mut runs: Vec<ParserRun<'_>> = Vec::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[parser, version, claims, grammar, tried, complete, kind, count, witness, text] = fields.as_slice() else {
            continue;
        };
        if runs.last().is_none_or(|last| (last.parser, last.grammar) != (parser, grammar)) {
            runs.push(ParserRun { parser, version, claims, grammar, tried, complete, findings: Vec::new() });
        }
        let witness = serde_json::from_str(witness).unwrap_or_default();
        if let Some(last) = runs.last_mut().filter(|_| !kind.is_empty()) {
            last.findings.push(TableFinding { kind, count, witness, text });
        }
    }
    runs
}

/// The page, with the section of any two parsers.
pub fn parsers(pairs: &Markup) -> Page {
    let runs = runs(TABLE);
    let parsers: Vec<&[ParserRun<'_>]> = runs.chunk_by(|left, right| left.parser == right.parser).collect();
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
                                @for (index, run) in parser.iter().enumerate() {
                                    @if index > 0 { ", " }
                                    a href=(format!("#{}", anchor(run))) { (run.findings.len()) " with " (run.grammar) }
                                }
                            }
                        }
                    }
                }
            }
        }
        (pairs)
        @for run in &runs { (section(run)) }
    };
    let scripts = ["assets/parsers-data.js", "assets/parsers.js"];
    page(Links::TOP, "parsers.html".to_owned(), "Where parsers differ from what they claim", &scripts, &body)
}

fn anchor(run: &ParserRun<'_>) -> String {
    format!("of-{}-{}", anchor_text(&run.parser.replace('`', "")), anchor_text(run.grammar))
}

/// A link to a grammar.
fn grammar(name: &str) -> Markup {
    let id = name.split(':').next().unwrap_or(name);
    html! { a href=(Links::TOP.path(&grammar_path(id))) { (name) } }
}

fn section(run: &ParserRun<'_>) -> Markup {
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
                                    td { (witness(Links::TOP, &finding.witness)) }
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
