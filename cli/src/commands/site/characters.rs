//! Each US-ASCII character by document and part of a URL, as cells.

use maud::{Markup, html};
use uri_lineage::language::{Characters, Usage};
use uri_lineage::{Component, Part};

use super::layout::{At, Entry, Page, page, script};
use super::model::{Document, Site};
use crate::commands::chars::{component, of_part, ranges, runs, shown};

/// The usual names of the characters that are neither letters nor digits.
const NAMES: [(char, &str); 33] = [
    (' ', "space"),
    ('!', "exclamation mark"),
    ('"', "double quote quotation mark"),
    ('#', "hash number sign"),
    ('$', "dollar"),
    ('%', "percent"),
    ('&', "ampersand"),
    ('\'', "apostrophe single quote"),
    ('(', "left parenthesis"),
    (')', "right parenthesis"),
    ('*', "asterisk star"),
    ('+', "plus"),
    (',', "comma"),
    ('-', "hyphen minus"),
    ('.', "full stop dot period"),
    ('/', "slash solidus"),
    (':', "colon"),
    (';', "semicolon"),
    ('<', "less-than left angle bracket"),
    ('=', "equals"),
    ('>', "greater-than right angle bracket"),
    ('?', "question mark"),
    ('@', "at sign"),
    ('[', "left bracket"),
    ('\\', "backslash reverse solidus"),
    (']', "right bracket"),
    ('^', "circumflex caret"),
    ('_', "underscore low line"),
    ('`', "grave accent backtick"),
    ('{', "left brace"),
    ('|', "vertical bar pipe"),
    ('}', "right brace"),
    ('~', "tilde"),
];

fn name(character: char) -> Option<&'static str> {
    NAMES.iter().find(|(own, _)| *own == character).map(|(_, name)| *name)
}

/// The characters as results of the search: themselves, their names, their escapes and their
/// numbers.
pub fn entries() -> impl Iterator<Item = Entry> {
    ('\0'..='\x7F').map(|character| {
        let number = u32::from(character);
        let names = [shown(character), name(character).unwrap_or_default().to_owned()];
        let words = names.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        Entry {
            kind: "character",
            text: format!("{words} %{number:02X} U+{number:04X}"),
            link: format!("characters.html#{}", anchor(character)),
        }
    })
}

fn anchor(character: char) -> String {
    format!("c{:02X}", u32::from(character))
}

/// How one character may occur in one part, document by document.
type Row = Vec<Option<Usage>>;

/// The rows of a part, each with its characters.
type Rows = Vec<(Vec<char>, Row)>;

/// The rows of all parts.
fn parts(site: &Site) -> Vec<(Part, Rows)> {
    let of = |part| (0..site.documents.len()).map(move |number| of_document(site, number, part)).collect::<Vec<_>>();
    Part::ALL.map(|part| (part, rows(&of(part)))).into()
}

/// The characters of a part in a document: of a component those in its spans, which are known here.
fn of_document(site: &Site, number: usize, part: Part) -> Option<Characters> {
    let grammar = site.documents[number].grammar?;
    let at = component(part).and_then(|component| Component::ALL.iter().position(|one| *one == component));
    match (at, &site.spans[number]) {
        (Some(at), Some(Ok(spans))) => site.has[number][at].then(|| Characters::of_spans(&spans[at])),
        _ => of_part(grammar, part),
    }
}

/// The rows of a part: characters that all documents treat alike share one.
fn rows(all: &[Option<Characters>]) -> Rows {
    let mut rows: Rows = Vec::new();
    for character in '\0'..='\x7F' {
        let own: Row = all.iter().map(|all| all.as_ref().map(|all| all.usage(character))).collect();
        match rows.iter_mut().find(|(_, row)| *row == own) {
            Some((characters, _)) => characters.push(character),
            None => rows.push((vec![character], own)),
        }
    }
    // What changed comes first, and what is alike everywhere last.
    let changes = |row: &Row| row.iter().flatten().collect::<Vec<_>>().chunk_by(|one, other| one == other).count();
    rows.sort_by_key(|(_, row)| std::cmp::Reverse(changes(row)));
    rows
}

pub fn characters(site: &Site) -> Page {
    let parts = parts(site);
    let body = html! {
        p {
            "May a character occur in a part of a URL as itself, as an escape only, or never? A row holds the characters that no \
             document tells apart there. A host, a query and a fragment are what " code { "uri-lineage compare" } " reads as such."
        }
        p.ask hidden {
            label for="character" { "One character: " }
            input #character type="text" autocomplete="off" spellcheck="false" maxlength="24" placeholder="~, tilde, %7E";
        }
        div #answer aria-live="polite" {}
        ul.legend {
            @for usage in [Some(Usage::Bare), Some(Usage::Escaped), Some(Usage::Never), None] {
                li { span.cell.(class(usage)) { (sign(usage)) } " " (word(usage)) }
            }
        }
        nav.jump aria-label="Parts" { @for (part, _) in &parts { a href=(format!("#part-{part}")) { "in " (article(*part)) } " " } }
        @for (at, (part, rows)) in parts.iter().enumerate() {
            section id=(format!("part-{part}")) {
                h2 { "In " (article(*part)) }
                (table(site, *part, rows, at == 0))
            }
        }
    };
    page(
        At::TOP,
        "characters.html".to_owned(),
        "Every character in every part of a URL",
        &["assets/characters-data.js", "assets/characters.js"],
        &body,
    )
}

fn table(site: &Site, part: Part, rows: &Rows, anchors: bool) -> Markup {
    html! {
        div.scroll role="region" aria-label=(format!("Characters in {}", article(part))) tabindex="0" {
            table.characters {
                thead {
                    tr {
                        th scope="col" { "characters" }
                        @for document in &site.documents { th.document scope="col" { a href=(At::TOP.grammar(document)) { (document.id) } } }
                        th scope="col" { "in words" }
                    }
                }
                tbody {
                    @for (characters, row) in rows {
                        tr {
                            th scope="row" {
                                @if anchors { (addressed(characters)) } @else { code { (runs(characters)) } }
                            }
                            @for (document, usage) in site.documents.iter().zip(row) {
                                td.cell.(class(*usage)) title=(format!("{}: {}", document.name(), word(*usage))) {
                                    span aria-hidden="true" { (sign(*usage)) } span.words { (word(*usage)) }
                                }
                            }
                            td.sentence { (sentence(&site.documents, row)) }
                        }
                    }
                }
            }
        }
    }
}

/// The characters of a row, each of which is an address, also within a range.
fn addressed(characters: &[char]) -> Markup {
    let one = |c: &char| html! { code id=(anchor(*c)) { (shown(*c)) } };
    html! {
        @for run in ranges(characters) {
            @match run {
                [first, between @ .., last] if run.len() > 3 => {
                    (one(first)) "–" @for c in between { span id=(anchor(*c)) {} } (one(last)) " "
                }
                run => { @for c in run { (one(c)) " " } }
            }
        }
    }
}

fn article(part: Part) -> String {
    match part {
        Part::Segment => "a path".to_owned(),
        Part::Selector => "a Gopher selector".to_owned(),
        part => format!("a {part}"),
    }
}

/// A row as a sentence: "escaped until RFC 1808; bare since the draft of December 1997".
fn sentence(documents: &[Document], row: &Row) -> String {
    // Documents without such a part say nothing.
    let known: Vec<(&Document, Usage)> =
        documents.iter().zip(row).filter_map(|(document, usage)| Some((document, (*usage)?))).collect();
    let runs: Vec<&[(&Document, Usage)]> = known.chunk_by(|(_, one), (_, other)| one == other).collect();
    let count = runs.len();
    let said = runs.iter().enumerate().map(|(at, run)| {
        let (first, last) = (run[0].0.name(), run[run.len() - 1].0.name());
        let usage = run[0].1;
        match at {
            _ if count == 1 => format!("{usage} in all"),
            at if at + 1 == count => format!("{usage} since {first}"),
            0 if first != last => format!("{usage} until {last}"),
            _ if first == last => format!("{usage} in {first}"),
            _ => format!("{usage} from {first} to {last}"),
        }
    });
    said.collect::<Vec<_>>().join("; ")
}

/// For each character its usage in each part and document, and the sentences, as a script.
pub fn data(site: &Site) -> String {
    #[derive(serde::Serialize)]
    struct Data {
        documents: Vec<(String, String)>,
        parts: Vec<String>,
        signs: Vec<(&'static str, &'static str, String)>,
        names: Vec<(char, &'static str)>,
        /// For each part: for each character the number of its row.
        rows: Vec<Vec<usize>>,
        /// For each part and row: the signs of the documents as numbers, and the sentence.
        kinds: Vec<Vec<(Vec<usize>, String)>>,
    }
    let all = [Some(Usage::Bare), Some(Usage::Escaped), Some(Usage::Never), None];
    let parts = parts(site);
    let number = |usage: &Option<Usage>| all.iter().position(|one| one == usage).unwrap_or_default();
    let of = |rows: &Rows, c: char| rows.iter().position(|(all, _)| all.contains(&c)).unwrap_or(0);
    let data = Data {
        documents: site.documents.iter().map(|one| (one.id.clone(), At::TOP.grammar(one))).collect(),
        parts: Part::ALL.map(article).to_vec(),
        signs: all.map(|usage| (sign(usage), class(usage), word(usage))).to_vec(),
        names: NAMES.to_vec(),
        rows: parts.iter().map(|(_, rows)| ('\0'..='\x7F').map(|c| of(rows, c)).collect()).collect(),
        kinds: parts
            .iter()
            .map(|(_, rows)| {
                rows.iter().map(|(_, row)| (row.iter().map(number).collect(), sentence(&site.documents, row))).collect()
            })
            .collect(),
    };
    script("CHARACTERS", &data)
}

fn sign(usage: Option<Usage>) -> &'static str {
    match usage {
        Some(Usage::Bare) => "●",
        Some(Usage::Escaped) => "%",
        Some(Usage::Never) => "×",
        None => "·",
    }
}

fn class(usage: Option<Usage>) -> &'static str {
    match usage {
        Some(Usage::Bare) => "bare",
        Some(Usage::Escaped) => "escaped",
        Some(Usage::Never) => "never",
        None => "absent",
    }
}

fn word(usage: Option<Usage>) -> String {
    usage.map_or_else(|| "no such part".to_owned(), |usage| usage.to_string())
}
