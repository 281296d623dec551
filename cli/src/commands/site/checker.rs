//! The checker in the page: the classifier's automata as data, and its form.

use std::collections::{BTreeMap, HashMap};

use maud::{Markup, html};
use serde::Serialize;
use uri_lineage::Grammar;
use uri_lineage::classifier::{self, Classifier};

use super::layout::{Links, Page, grammar_path, page, percent_encode, production_path, script};
use super::model::short_name;
use super::tables::{pack, pack_bytes};
use crate::browser;

/// The scripts that the page of the checker loads.
pub const SCRIPTS: [&str; 8] = [
    "assets/anchor.js",
    "assets/prose.js",
    "assets/machines.js",
    "assets/automaton.js",
    "assets/url-parser.js",
    "assets/reading.js",
    "assets/refusal.js",
    "assets/checker.js",
];

/// URLs that documents read or refuse in striking ways.
const EXAMPLES: [(&str, &str); 6] = [
    ("ftp://a!@a/", "a user, or part of a host"),
    ("http://0?@a", "three hosts"),
    ("http://h/~me", "refused until 1997"),
    (HOSTILE, "a backslash: another host for browsers"),
    ("HTTP://h/", "capital letters in a scheme"),
    ("http://[::1]:80/", "brackets"),
];

/// A URL whose host two readers may take for another one: it is there before the visitor types.
const HOSTILE: &str = "https://good.example\\@evil.example/";

/// What the documents make of [`HOSTILE`]; the page's script replaces it.
fn hostile() -> Markup {
    let accepting = Grammar::all().filter(|grammar| grammar.accepts(HOSTILE)).count();
    html! {
        code { (HOSTILE) } ": by the URL Standard a browser goes to " b { (browser::host(HOSTILE)) } ". "
        "Of " (Grammar::ALL.len()) " grammars " (accepting) @if accepting == 1 { " accepts" } @else { " accept" } " it; programs that look for the "
        code { "@" } " go to " b { "evil.example" } "."
    }
}

/// The page of the checker.
pub fn checker_page() -> Page {
    let body = html! {
        (form())
        section.notes {
            h2 { "What the answers mean" }
            ul {
                li { "Each row has an answer and the documents that share it, each with the production that accepts or refuses." }
                li { b.star { "*" } " marks components that two documents read differently, as " code { "uri-lineage compare" } " does: a slash that delimits a path is not a difference, and absent and empty components compare equal." }
                li { "The row of the URL Standard shows what its parser makes of the URL, with the names of the validation errors. " b.star { "w" } " marks components that it reads differently from the newest document that accepts the URL." }
                li { "Where this browser departs from the URL Standard, it has a row of its own. " b.star { "b" } " marks the components." }
                li { "The mark in a refused URL is on the first character that makes it invalid in that document." }
            }
        }
    };
    page(Links::TOP, "check.html".to_owned(), "Checker", &SCRIPTS, &body)
}

/// The automata in the format that the page reads.
#[derive(Serialize)]
struct CheckerTable {
    /// The grammars, in order of date.
    grammars: Vec<&'static str>,
    /// The names of the documents.
    names: Vec<String>,
    /// The page of each grammar.
    pages: Vec<String>,
    /// For each grammar the links to the productions that accept.
    places: Vec<BTreeMap<&'static str, String>>,
    automata: Vec<ClassifierAutomaton>,
}

/// One automaton of the classifier.
#[derive(Serialize)]
struct ClassifierAutomaton {
    /// Its grammars, as indices.
    grammars: Vec<usize>,
    /// The labels of states: for each of its grammars the production that accepts an input with its
    /// end there, or null; and whether the grammar can still accept.
    labels: Vec<StateLabel>,
    states: u32,
    start: u32,
    /// How many classes of bytes there are.
    width: usize,
    /// 32-bit little-endian numbers, compressed with gzip and encoded in base64: the class of each
    /// byte, the next state for each state and class, and the label of each state.
    data: String,
}

#[derive(Serialize, PartialEq, Eq, Hash, Clone)]
struct StateLabel {
    accepts: Vec<Option<&'static str>>,
    /// Whether the productions accept unexamined.
    unexamined: Vec<bool>,
    open: Vec<bool>,
}

/// A script that contains the URL Standard's parser, compiled for WebAssembly from `page/`.
pub fn url_parser() -> String {
    script("URL_PARSER", &pack_bytes(include_bytes!("assets/url-parser.wasm")))
}

/// A script that contains the automata.
pub fn table() -> String {
    let automata: Vec<ClassifierAutomaton> = Classifier::get().automata().map(ClassifierAutomaton::new).collect();
    let places = Grammar::all().map(|grammar| {
        let names = automata.iter().flat_map(|automaton| automaton.accepting(grammar));
        names.map(|name| (name, production_path(grammar.id(), name))).collect()
    });
    let table = CheckerTable {
        grammars: Grammar::all().map(Grammar::id).collect(),
        names: Grammar::all().map(short_name).collect(),
        pages: Grammar::all().map(|grammar| grammar_path(grammar.id())).collect(),
        places: places.collect(),
        automata,
    };
    script("TABLE", &table)
}

impl ClassifierAutomaton {
    fn new(automaton: classifier::Automaton<'_>) -> Self {
        let classes = automaton.classes();
        let width = classes.iter().max().map_or(0, |&most| usize::from(most) + 1);
        // A byte of each class.
        let members: Vec<u8> = (0..width)
            .filter_map(|class| (0..=u8::MAX).find(|&byte| usize::from(classes[usize::from(byte)]) == class))
            .collect();
        let mut labels: Vec<StateLabel> = Vec::new();
        let mut label_numbers: HashMap<StateLabel, u32> = HashMap::new();
        let mut numbers: Vec<u32> = classes.iter().map(|&class| class.into()).collect();
        let states = 0..automaton.states();
        numbers.extend(
            states
                .clone()
                .flat_map(|state| members.iter().map(|&byte| automaton.step(state, byte)).collect::<Vec<_>>()),
        );
        numbers.extend(states.map(|state| {
            *label_numbers.entry(StateLabel::new(&automaton, state)).or_insert_with_key(|label| {
                labels.push(label.clone());
                labels.len() as u32 - 1
            })
        }));
        Self {
            grammars: automaton.grammars().iter().map(|&grammar| grammar as usize).collect(),
            labels,
            states: automaton.states(),
            start: automaton.start(),
            width,
            data: pack(numbers),
        }
    }

    /// The productions by which the automaton accepts for a grammar.
    fn accepting(&self, grammar: Grammar) -> impl Iterator<Item = &'static str> {
        let index = self.grammars.iter().position(|&number| number == grammar as usize);
        self.labels.iter().filter_map(move |label| label.accepts[index?])
    }
}

impl StateLabel {
    fn new(automaton: &classifier::Automaton<'_>, state: u32) -> Self {
        let (verdicts, open) = (automaton.verdicts(state), automaton.open(state).collect::<Vec<_>>());
        let grammars = automaton.grammars().iter();
        Self {
            accepts: grammars.clone().map(|&grammar| verdicts.production(grammar)).collect(),
            unexamined: grammars.clone().map(|&grammar| verdicts.is_unexamined(grammar)).collect(),
            open: grammars.map(|grammar| open.contains(grammar)).collect(),
        }
    }
}

/// The form, to which the script writes the answers.
pub fn form() -> Markup {
    html! {
        section.checker aria-labelledby="checker" {
            label #checker for="urls" { "What does a URL mean in each document?" }
            textarea #urls rows="2" spellcheck="false" autocapitalize="off" autocomplete="off" aria-describedby="checker-help"
                placeholder="ftp://a!@a/" data-example=(HOSTILE) hidden {}
            noscript { p { "The checker needs JavaScript; " code { "uri-lineage check" } " and " code { "uri-lineage compare" } " do the same." } }
            p #summary role="status" { (hostile()) }
            div #verdicts {}
            p.tools hidden {
                span #copy hidden {
                    "Copy a test of it: "
                    button type="button" value="json" { "JSON" } " "
                    button type="button" value="rust" { "Rust" } " "
                    button type="button" value="python" { "Python" } " "
                    output {}
                }
                span #link hidden {
                    a #share href="#check=" { "Link to this check" }
                    " "
                    button type="button" { "Copy it" }
                    " "
                    output {}
                }
                span.file { label for="file" { "A file: " } input #file type="file"; }
            }
            p.examples hidden {
                "Try: "
                @for (number, (url, about)) in EXAMPLES.iter().enumerate() {
                    @if number > 0 { " " }
                    a.chip href=(format!("#check={}", percent_encode(url))) title=(about) { code { (url) } }
                }
            }
            p.note #checker-help { "One URL or many, one a line; or drop a file. Nothing leaves this page." }
        }
    }
}
