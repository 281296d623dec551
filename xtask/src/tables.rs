//! The table of all verdicts, and the verdicts on the documents' examples.

use std::collections::BTreeSet;
use std::error::Error;

use uri_lineage::Grammar;
use uri_lineage::classifier::generated;
use uri_lineage::language::generated_refusals;

use crate::{File, read};

const EXAMPLES: &str = "grammar/examples.tsv";

/// The automaton of all grammars, laid out for typical inputs.
pub fn classifier() -> File {
    File::new("grammar/classifier.bin", generated(&typical()))
}

/// The automata of the productions that errors may name.
pub fn refusals() -> File {
    File::new("grammar/refusals.bin", generated_refusals())
}

/// Typical inputs: the documents' examples, URLs from texts of their time, and sites of other
/// forms; each alone, with a common path, and with the paths of some others.
fn typical() -> Vec<String> {
    /// How many paths of other texts each site gets.
    const OTHERS: usize = 8;
    let examples = read(EXAMPLES).unwrap_or_default();
    let examples = examples.lines().filter_map(|line| line.split('\t').nth(3)).map(str::to_owned);
    let nineties = read("tests/data/urls-1990s.txt").unwrap_or_default();
    let sites = ["192.0.2.7:8080", "3com.h-1.x2.de", "a-b.0x.1-c.d", "ab-c.d"].into_iter();
    let sites = sites.flat_map(|site| ["http", "HTTP", "ftp"].map(|scheme| format!("{scheme}://{site}")));
    let texts: BTreeSet<String> = examples.chain(nineties.lines().map(str::to_owned)).chain(sites).collect();
    let texts: Vec<(&str, &str)> = texts.iter().map(|text| text.split_at(path(text))).collect();
    let with_paths = texts.iter().enumerate().flat_map(|(index, &(site, path))| {
        // The texts are sorted, so others at equal distances are of all kinds.
        let others = (1..=OTHERS).map(|other| texts[(index + other * texts.len() / (OTHERS + 1)) % texts.len()].1);
        let paths = [path.to_owned(), format!("{path}/dir1/page1.html")].into_iter().chain(others.map(str::to_owned));
        paths.map(|path| format!("{site}{path}")).collect::<Vec<_>>()
    });
    with_paths.collect()
}

/// Where the path of a URL begins, or its end.
fn path(url: &str) -> usize {
    let site = url.find("://").map_or(0, |colon| colon + "://".len());
    url[site..].find('/').map_or(url.len(), |slash| site + slash)
}

/// The examples with the verdict of each grammar: the production that accepts the text, or `@` and
/// the offset where it is refused.
pub fn examples() -> Result<File, Box<dyn Error>> {
    let examples = read(EXAMPLES)?;
    let lines = examples.lines().map(|line| {
        let fields: Vec<&str> = line.splitn(5, '\t').take(4).collect();
        let verdict = |grammar| verdict(grammar, fields.get(3).unwrap_or(&""));
        let verdicts: Vec<String> = Grammar::all().map(verdict).collect();
        format!("{}\t{}\n", fields.join("\t"), verdicts.join("\t"))
    });
    Ok(File::new(EXAMPLES, lines.collect::<String>()))
}

/// The production that accepts a text, or `@` and the offset where it is refused.
fn verdict(grammar: Grammar, text: &str) -> String {
    match grammar.parse(text) {
        Ok(parsed) => parsed.production().to_owned(),
        Err(error) => format!("@{}", error.offset()),
    }
}
