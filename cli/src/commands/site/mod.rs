//! `site`: generates the lineage as a static website, with a checker in the page.

mod characters;
mod checker;
mod differences;
mod findings;
mod grammar;
mod layout;
mod lineage;
mod matrix;
mod model;
mod start;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::Serialize;
use uri_lineage::Grammar;

use crate::failure::Failure;
use crate::output::Output;
use layout::{At, Page};
use model::{Document, Site};

/// Generate the lineage as a static website in a folder, with a checker in the page
///
/// The website needs no server and no network: open `index.html` as a file. The folder is created if it does not exist; files of
/// the same names are overwritten, other files are kept.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage site public")]
pub struct Args {
    /// The folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Shared by all pages.
const ASSETS: [(&str, &str); 5] = [
    ("assets/style.css", include_str!("assets/style.css")),
    ("assets/search.js", include_str!("assets/search.js")),
    ("assets/automaton.js", include_str!("assets/automaton.js")),
    ("assets/checker.js", include_str!("assets/checker.js")),
    ("assets/characters.js", include_str!("assets/characters.js")),
];

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    // Report an unwritable folder before the long work.
    fs::create_dir_all(&args.folder).map_err(|error| unwritten(&args.folder, &error))?;
    let site = Site::of(Grammar::ALL.map(Document::of).into());
    let files = files(&site);
    for (path, text) in &files {
        let path = args.folder.join(path);
        let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, text));
        written.map_err(|error| unwritten(&path, &error))?;
    }
    let mut output = Output::new(true);
    writeln!(output.out, "{} files: open {}", files.len(), args.folder.join("index.html").display())?;
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn unwritten(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Usage(format!("cannot write {}: {error}", path.display()))
}

/// All files of the site, by their paths in its folder.
fn files(site: &Site) -> Vec<(String, String)> {
    let pages = pages(site);
    let assets = ASSETS.map(|(path, text)| (path.to_owned(), text.to_owned()));
    let made = [("assets/table.js", checker::table()), ("assets/index.js", layout::script("INDEX", &index(site)))];
    let made = made.map(|(path, text)| (path.to_owned(), text));
    pages.into_iter().map(|page| (page.path, page.html)).chain(assets).chain(made).collect()
}

fn pages(site: &Site) -> Vec<Page> {
    let top = [
        start::start(site),
        matrix::matrix(site),
        characters::characters(site),
        differences::differences(site),
        findings::findings(site),
    ];
    let grammars = (0..site.documents.len()).map(|number| grammar::grammar(site, number));
    let lineages = site.families.iter().map(|family| lineage::lineage(site, family));
    top.into_iter().chain(grammars).chain(lineages).collect()
}

/// An entry of the search.
#[derive(Serialize)]
struct Entry {
    kind: &'static str,
    text: String,
    link: String,
}

fn index(site: &Site) -> Vec<Entry> {
    let documents = site.documents.iter().map(|document| Entry {
        kind: "document",
        text: format!("{} {}", document.grammar.document(), document.grammar),
        link: At::TOP.grammar(document.grammar),
    });
    let productions = site.families.iter().map(|family| Entry {
        kind: "production",
        text: family.names().join(" "),
        link: layout::lineage_path(&family.slug),
    });
    let findings = site.findings.iter().map(|claim| Entry {
        kind: "finding",
        text: format!("{}: {} {}", claim.document, claim.says, claim.question),
        link: format!("findings.html#{}", findings::anchor(claim)),
    });
    documents.chain(productions).chain(findings).collect()
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use uri_lineage::claims::Claim;
    use uri_lineage::published::{Bnf, Notation, Reading};

    use super::*;

    /// A grammar whose texts all look like markup, and a claim.
    fn hostile() -> Site {
        let text = "; RFC 1738 <script>alert(1)</script>\n\n; \"><img src=x onerror=alert(1)>\n\n\
            url = \"<script>alert(1)</script>\" other / %x22 / \"&lt;\" ; <b>a comment</b>\n\
            other = \"'\" / \"</svg><script>\" / <a name=\"in words\">\n";
        let read =
            |text: &str| Cow::Owned(Bnf::read_as(text, Notation::Abnf).unwrap_or_else(|error| panic!("{error}")));
        let documents = [Grammar::Rfc1630, Grammar::Rfc1738].map(|grammar| Document {
            grammar,
            published: read(text),
            corrected: read(&text.replace("<a name=\"in words\">", "\"<i>\"")),
        });
        let mut site = Site::of(documents.into());
        site.findings = vec![Claim {
            grammar: Grammar::Rfc1738,
            productions: vec![(Grammar::Rfc1738, Reading::Published, "url")],
            document: "<u>RFC</u>",
            place: "<u>place</u>",
            quotation: "<u>words</u>",
            says: "<u>says</u> `<u>code</u>`",
            question: "<u>question</u>\" onload=\"x".to_owned(),
            holds: Some(false),
            witnesses: vec!["<u>witness</u>".to_owned(), "</code>&".to_owned()],
            but: Some("it accepts `<u>witness</u>`, `</code>&`".to_owned()),
            undecided: None,
        }];
        site
    }

    #[test]
    fn no_text_becomes_markup() {
        let site = hostile();
        assert!(site.families.iter().flat_map(|family| &family.members).any(|member| member.facts.is_ok()));
        let mut seen = 0;
        for Page { path, html } in pages(&site) {
            for markup in ["<script>", "<img", "<u>", "<b>a", "<i><", "</svg><", "onload=\"x", "\"><"] {
                // Links within the page.
                let own = ["<i>alike</i>", "<i>none</i>", "<i>empty</i>"]
                    .iter()
                    .fold(html.clone(), |html, own| html.replace(own, ""));
                let own = own.replace("\"><", ">\n<");
                assert!(!own.contains(markup), "{path}: {markup}: {}", own.split_once(markup).unwrap().1);
            }
            seen += usize::from(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        }
        // On the pages of the grammars, of the lineage, and of the finding.
        assert!(seen >= 4, "{seen}");
    }
}
