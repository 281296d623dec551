//! The checker in the page: the classifier's automaton as data, and its form.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use maud::{Markup, html};
use serde::Serialize;
use uri_lineage::Grammar;
use uri_lineage::classifier::{Classifier, Verdicts};

use super::layout::{grammar_path, production_path, script};

/// The scripts that the page of the checker loads.
pub const SCRIPTS: [&str; 3] = ["assets/table.js", "assets/automaton.js", "assets/checker.js"];

/// The automaton in the format that the page reads.
#[derive(Serialize)]
struct Table {
    /// The grammars, in order of date.
    grammars: Vec<&'static str>,
    /// The page of each grammar.
    pages: Vec<String>,
    /// For each grammar the links to the productions that accept.
    places: Vec<BTreeMap<&'static str, String>>,
    /// The labels of states: for each grammar the production that accepts an input with its end there, or null; and whether the
    /// grammar can still accept.
    labels: Vec<Label>,
    states: u32,
    start: u32,
    /// How many classes of bytes there are.
    width: usize,
    /// 16-bit little-endian numbers, compressed with gzip and encoded in base64: the class of each byte, the next state for each
    /// state and class, and the label of each state.
    data: String,
}

#[derive(Serialize, PartialEq, Eq, Hash, Clone)]
struct Label {
    accepts: Vec<Option<&'static str>>,
    open: Vec<bool>,
}

/// A script that contains the automaton.
pub fn table() -> String {
    let classifier = Classifier::get();
    let classes = classifier.classes();
    let width = classes.iter().max().map_or(0, |&most| usize::from(most) + 1);
    let member = |class: usize| (0..=u8::MAX).find(|&byte| usize::from(classes[usize::from(byte)]) == class);
    let members: Vec<u8> = (0..width).filter_map(member).collect();
    let mut labels: Vec<Label> = Vec::new();
    let mut known: HashMap<Label, u32> = HashMap::new();
    let mut numbers: Vec<u32> = classes.iter().map(|&class| class.into()).collect();
    let states = 0..classifier.states();
    numbers.extend(states.clone().flat_map(|state| members.iter().map(move |&byte| classifier.step(state, byte))));
    numbers.extend(states.map(|state| {
        let label = label(classifier.verdicts(state), classifier.open(state));
        *known.entry(label).or_insert_with_key(|label| {
            labels.push(label.clone());
            labels.len() as u32 - 1
        })
    }));
    let places = Grammar::ALL.map(|grammar| {
        let names = labels.iter().filter_map(|label| label.accepts[grammar as usize]);
        names.map(|name| (name, production_path(grammar, name))).collect()
    });
    let bytes: Vec<u8> = numbers.iter().flat_map(|&number| (number as u16).to_le_bytes()).collect();
    // Writing to a vector cannot fail.
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    _ = gzip.write_all(&bytes);
    let table = Table {
        grammars: Grammar::ALL.map(Grammar::id).to_vec(),
        pages: Grammar::ALL.map(grammar_path).to_vec(),
        places: places.to_vec(),
        labels,
        states: classifier.states(),
        start: classifier.start(),
        width,
        data: STANDARD.encode(gzip.finish().unwrap_or_default()),
    };
    script("TABLE", &table)
}

fn label(verdicts: Verdicts, open: impl Iterator<Item = Grammar>) -> Label {
    let open: Vec<Grammar> = open.collect();
    Label {
        accepts: Grammar::ALL.map(|grammar| verdicts.production(grammar)).to_vec(),
        open: Grammar::ALL.map(|grammar| open.contains(&grammar)).to_vec(),
    }
}

/// The form; the script does the rest.
pub fn form() -> Markup {
    html! {
        section.checker aria-labelledby="checker" {
            h2 #checker { "Checker" }
            p #checker-help {
                "One URL or many, one a line; or drop a file. Nothing leaves this page."
            }
            label for="urls" { "URLs" }
            textarea #urls rows="3" spellcheck="false" autocapitalize="off" autocomplete="off" aria-describedby="checker-help"
                placeholder="gopher://gopher.micro.umn.edu/00/Information%20About%20Gopher" {}
            p {
                label.file for="file" { "A file: " }
                input #file type="file";
                " " a #share href="#check=" hidden { "Link to this check" }
            }
            p #summary role="status" {}
            div #verdicts {}
            noscript { p { "The checker needs JavaScript; " code { "uri-lineage check" } " does the same." } }
        }
    }
}
