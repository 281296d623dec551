//! The page of parsers: the findings of `conform` with the adapters of `examples/conform/`, from
//! the table of their last run.

use maud::{Markup, html};
use uri_lineage::DocumentGrammar;

use super::layout::{Links, Page, SearchEntry, anchor_text, grammar_path, page, prose, unquoted, witness};

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

/// The runs of each parser.
fn by_parser<'r, 't>(runs: &'r [ParserRun<'t>]) -> impl Iterator<Item = &'r [ParserRun<'t>]> {
    runs.chunk_by(|left, right| left.parser == right.parser)
}

/// The page of all parsers, with the section of any two of them, and a page for each.
pub fn pages(pairs: &Markup) -> Vec<Page> {
    let runs = runs(TABLE);
    let body = html! {
        (pairs)
        h2 #conformance { "How each parser behaves beside a standard" }
        p {
            "Each parser was run on short strings made from the standard that it says it follows (RFC 3986 if it names none), and on those of the \
             URL Standard's parser. A finding is a group of strings with one explanation. "
            code { "uri-lineage conform" } " ran them, with the adapters of " code { "examples/conform/" } "; other versions may differ."
        }
        div.wide {
            table.parsers {
                thead { tr { @for head in ["parser", "version", "follows", "findings"] { th scope="col" { (head) } } } }
                tbody {
                    @for parser in by_parser(&runs) {
                        tr {
                            th scope="row" { a href=(path(parser[0].parser)) { (prose(parser[0].parser)) } }
                            td { (parser[0].version) }
                            td { (followed(Links::TOP, &parser[0])) }
                            td {
                                @for (index, run) in parser.iter().enumerate() {
                                    @if index > 0 { ", " }
                                    a href=(format!("{}#{}", path(run.parser), anchor(run))) { (run.findings.len()) " with " (grammar_name(run.grammar)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    let scripts = ["assets/parsers-data.js", "assets/parsers.js"];
    let overview = page(
        Links::TOP,
        "parsers.html".to_owned(),
        "Where parsers differ, from each other and from a standard",
        &scripts,
        &body,
    );
    std::iter::once(overview).chain(by_parser(&runs).map(parser_page)).collect()
}

/// Each parser and its page.
pub fn entries() -> Vec<SearchEntry> {
    let runs = runs(TABLE);
    let names = by_parser(&runs).map(|parser| parser[0].parser);
    names.map(|name| SearchEntry::new("parser", unquoted(name), path(name))).collect()
}

fn path(parser: &str) -> String {
    format!("parser/{}.html", slug(parser))
}

fn slug(parser: &str) -> String {
    let words = parser.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}

fn anchor(run: &ParserRun<'_>) -> String {
    anchor_text(run.grammar)
}

/// The page of a parser: its findings beside each grammar.
fn parser_page(runs: &[ParserRun<'_>]) -> Page {
    let first = &runs[0];
    let body = html! {
        p { "Version " (first.version) ". Its documentation names " (followed(Links::BELOW, first)) ". " a href="../parsers.html" { "All parsers, and any two beside each other" } "." }
        @for run in runs { (section(run)) }
    };
    page(Links::BELOW, path(first.parser), &unquoted(first.parser), &["assets/fold.js"], &body)
}

/// The grammar that a parser's documentation names.
fn followed(links: Links, run: &ParserRun<'_>) -> Markup {
    html! { @if run.claims.is_empty() { "no standard" } @else { (grammar(links, run.claims)) } }
}

/// A link to a grammar.
fn grammar(links: Links, name: &str) -> Markup {
    let id = name.split(':').next().unwrap_or(name);
    html! { a href=(links.path(&grammar_path(id))) { (grammar_name(name)) } }
}

/// The name of the document of a grammar, with the production if there is one: `RFC 3986 (URI)`.
fn grammar_name(name: &str) -> String {
    let document =
        |id: &str| id.parse().map_or(id.to_owned(), |grammar: DocumentGrammar| grammar.document().to_owned());
    match name.split_once(':') {
        Some((id, production)) => format!("{} ({production})", document(id)),
        None => document(name),
    }
}

fn section(run: &ParserRun<'_>) -> Markup {
    html! {
        details.part open {
            summary { h2 id=(anchor(run)) { "Beside " (grammar_name(run.grammar)) } }
            p {
                (grammar(Links::BELOW, run.grammar)) ": "
                @if run.complete.is_empty() { "the first " (run.tried) " strings, the shortest" } @else { "all " (run.tried) " strings of a complete suite" }
                @if run.findings.is_empty() { "; no finding." } @else { "." }
            }
            @if !run.findings.is_empty() {
                div.wide {
                    table.splits {
                        thead { tr { @for head in ["strings", "shortest", "what it does"] { th scope="col" { (head) } } } }
                        tbody {
                            @for finding in &run.findings {
                                tr.(finding.kind.split(' ').next().unwrap_or_default()) {
                                    td.number { (finding.count) }
                                    td { (witness(Links::BELOW, &finding.witness)) }
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
