//! Each US-ASCII character by document and part of a URL, as cells.

use maud::{Markup, html};
use uri_lineage::Part;
use uri_lineage::language::{Characters, Usage};

use super::layout::{Links, Page, SearchEntry, page, script};
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
    NAMES.iter().find(|(named, _)| *named == character).map(|(_, name)| *name)
}

/// The characters as results of the search: themselves, their names, their escapes and their
/// numbers.
pub fn entries() -> impl Iterator<Item = SearchEntry> {
    ('\0'..='\x7F').map(|character| {
        let number = u32::from(character);
        let names = [shown(character), name(character).unwrap_or_default().to_owned()];
        let words = names.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        let text = format!("{words} %{number:02X} U+{number:04X}");
        SearchEntry::new("character", text, format!("characters.html#{}", anchor(character)))
    })
}

fn anchor(character: char) -> String {
    format!("c{:02X}", u32::from(character))
}

/// How one character may occur in one part, document by document.
type UsageRow = Vec<Option<Usage>>;

/// The rows of a part, each with its characters.
type UsageTable = Vec<(Vec<char>, UsageRow)>;

/// The rows of all parts.
fn parts(site: &Site) -> Vec<(Part, UsageTable)> {
    let parts = Part::ALL.map(|part| {
        let documents: Vec<_> = (0..site.documents.len()).map(|number| part_characters(site, number, part)).collect();
        (part, rows(&documents))
    });
    parts.into()
}

/// The characters of a part in a document: for a component those in its spans, which the site has.
fn part_characters(site: &Site, number: usize, part: Part) -> Option<Characters> {
    let grammar = site.documents[number].grammar?;
    match (component(part), &site.spans[number]) {
        (Some(component), Some(Ok(spans))) => {
            let index = component as usize;
            site.has[number][index].then(|| Characters::of_spans(&spans[index]))
        }
        _ => of_part(grammar, part),
    }
}

/// The rows of a part: characters that all documents treat alike share a row.
fn rows(documents: &[Option<Characters>]) -> UsageTable {
    let mut rows: UsageTable = Vec::new();
    for character in '\0'..='\x7F' {
        let usages: UsageRow = documents.iter().map(|characters| Some(characters.as_ref()?.usage(character))).collect();
        match rows.iter_mut().find(|(_, row)| *row == usages) {
            Some((characters, _)) => characters.push(character),
            None => rows.push((vec![character], usages)),
        }
    }
    // The characters with the most changes come first.
    rows.sort_by_key(|(_, row)| std::cmp::Reverse(runs_of_usage(row)));
    rows
}

/// How many runs of equal usage a row has.
fn runs_of_usage(row: &UsageRow) -> usize {
    let usages: Vec<Usage> = row.iter().flatten().copied().collect();
    usages.chunk_by(Usage::eq).count()
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
            @for usage in USAGES {
                li { span.cell.(class(usage)) { (sign(usage)) } " " (word(usage)) }
            }
        }
        p.note { "The parser of the URL Standard accepts more than valid URLs: it encodes some of the characters that stand there bare, and removes tabs and line ends." }
        nav.jump aria-label="Parts" { @for (part, _) in &parts { a href=(format!("#part-{part}")) { "in " (article(*part)) } " " } }
        @for (index, (part, rows)) in parts.iter().enumerate() {
            section id=(format!("part-{part}")) {
                h2 { "In " (article(*part)) }
                (table(site, *part, rows, index == 0))
            }
        }
    };
    page(
        Links::TOP,
        "characters.html".to_owned(),
        "Every character in every part of a URL",
        &["assets/characters-data.js", "assets/characters.js"],
        &body,
    )
}

fn table(site: &Site, part: Part, rows: &UsageTable, anchors: bool) -> Markup {
    html! {
        div.scroll role="region" aria-label=(format!("Characters in {}", article(part))) tabindex="0" {
            table.characters {
                thead {
                    tr {
                        th scope="col" { "characters" }
                        @for document in &site.documents { th.document scope="col" { a href=(Links::TOP.grammar(document)) { (document.short_name()) } } }
                        th scope="col" { "in words" }
                    }
                }
                tbody {
                    @for (characters, row) in rows {
                        tr {
                            th scope="row" {
                                @if anchors { (with_anchors(characters)) } @else { code { (runs(characters)) } }
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

/// The characters of a row, each with an anchor, also within a range.
fn with_anchors(characters: &[char]) -> Markup {
    html! {
        @for run in ranges(characters) {
            @match run {
                [first, between @ .., last] if run.len() > 3 => {
                    (with_anchor(*first)) "–" @for c in between { span id=(anchor(*c)) {} } (with_anchor(*last)) " "
                }
                run => { @for c in run { (with_anchor(*c)) " " } }
            }
        }
    }
}

fn with_anchor(character: char) -> Markup {
    html! { code id=(anchor(character)) { (shown(character)) } }
}

fn article(part: Part) -> String {
    match part {
        Part::Segment => "a path".to_owned(),
        Part::Selector => "a Gopher selector".to_owned(),
        part => format!("a {part}"),
    }
}

/// A row as a sentence: "escaped until RFC 1808; bare since the draft of December 1997".
fn sentence(documents: &[Document], row: &UsageRow) -> String {
    // Documents without such a part are omitted.
    let usages: Vec<(&Document, Usage)> =
        documents.iter().zip(row).filter_map(|(document, usage)| Some((document, (*usage)?))).collect();
    let runs: Vec<&[(&Document, Usage)]> = usages.chunk_by(|(_, left), (_, right)| left == right).collect();
    let count = runs.len();
    let clauses = runs.iter().enumerate().map(|(index, run)| {
        let (first, last) = (run[0].0.name(), run[run.len() - 1].0.name());
        let usage = run[0].1;
        match index {
            _ if count == 1 => format!("{usage} in all"),
            index if index + 1 == count => format!("{usage} since {first}"),
            0 if first != last => format!("{usage} until {last}"),
            _ if first == last => format!("{usage} in {first}"),
            _ => format!("{usage} from {first} to {last}"),
        }
    });
    clauses.collect::<Vec<_>>().join("; ")
}

/// For each character its usage in each part and document, and the sentences, as a script.
pub fn data(site: &Site) -> String {
    #[derive(serde::Serialize)]
    struct CharacterData {
        documents: Vec<(String, String)>,
        parts: Vec<String>,
        signs: Vec<(&'static str, &'static str, String)>,
        names: Vec<(char, &'static str)>,
        /// For each part: for each character the number of its row.
        rows: Vec<Vec<usize>>,
        /// For each part and row: the signs of the documents as numbers, and the sentence.
        kinds: Vec<Vec<(Vec<usize>, String)>>,
    }
    let parts = parts(site);
    let rows = parts.iter().map(|(_, rows)| ('\0'..='\x7F').map(|c| row_index(rows, c)).collect());
    let kinds = parts.iter().map(|(_, rows)| {
        let kinds = rows.iter().map(|(_, row)| {
            let signs = row.iter().map(|usage| USAGES.iter().position(|other| other == usage).unwrap_or_default());
            (signs.collect(), sentence(&site.documents, row))
        });
        kinds.collect()
    });
    let data = CharacterData {
        documents: site.documents.iter().map(|document| (document.id.clone(), Links::TOP.grammar(document))).collect(),
        parts: Part::ALL.map(article).to_vec(),
        signs: USAGES.map(|usage| (sign(usage), class(usage), word(usage))).to_vec(),
        names: NAMES.to_vec(),
        rows: rows.collect(),
        kinds: kinds.collect(),
    };
    script("CHARACTERS", &data)
}

/// The index of the row that has a character.
fn row_index(rows: &UsageTable, character: char) -> usize {
    rows.iter().position(|(characters, _)| characters.contains(&character)).unwrap_or_default()
}

/// How a character may occur in a part; `None` if the document has no such part.
const USAGES: [Option<Usage>; 4] = [Some(Usage::Bare), Some(Usage::Escaped), Some(Usage::Never), None];

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
