//! `site`: generates the lineage as a static website, with a checker in the page.

mod characters;
mod checker;
mod checks;
mod differences;
mod filters;
mod findings;
mod folder;
#[cfg(test)]
mod generated;
mod grammar;
mod layout;
mod lineage;
mod matrix;
mod model;
mod pairs;
mod parser_pairs;
mod parsers;
mod schemes;
mod start;
mod tables;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use uri_lineage::language::tables::RefusalTables;
use uri_lineage::regular_bnf::Bnf;
use uri_lineage::{Grammar, SchemeDocument};

use crate::failure::Failure;
use crate::options::names::suggest;
use crate::options::source::{NotationArgs, is_pest, text_file};
use crate::output::Output;
use crate::parallel;
use folder::Folder;
use layout::{Links, Page, SearchEntry, unquoted};
use model::{Document, Site};

/// Generate the lineage as a static website in a folder, with a checker in the page
///
/// The website needs no server and no network: open `index.html` as a file. The command writes it
/// into a new folder beside DIR, which then replaces DIR: pages that are no longer generated
/// disappear. If DIR has files that `site` did not write, the command fails, unless --force is set.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage site public
  uri-lineage site public --with my.abnf --after rfc3986")]
pub struct Args {
    /// The folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Keep files in the folder that `site` did not write, except those with the names of its own
    /// files
    #[arg(long)]
    force: bool,
    /// A grammar file of your own (productions or a pest grammar) as another document; may be
    /// repeated
    #[arg(long, value_name = "FILE")]
    with: Vec<String>,
    /// The grammar that a document of your own follows, in the order of --with [default: the
    /// newest]
    #[arg(long, value_name = "GRAMMAR", requires = "with")]
    after: Vec<String>,
    #[command(flatten)]
    notation: NotationArgs,
}

/// Shared by all pages.
const ASSETS: &[(&str, &str)] = &[
    ("assets/style.css", include_str!("assets/style.css")),
    ("assets/prose.js", include_str!("assets/prose.js")),
    ("assets/anchor.js", include_str!("assets/anchor.js")),
    ("assets/search.js", include_str!("assets/search.js")),
    ("assets/automaton.js", include_str!("assets/automaton.js")),
    ("assets/parsers.js", include_str!("assets/parsers.js")),
    ("assets/machines.js", include_str!("assets/machines.js")),
    ("assets/relation.js", include_str!("assets/relation.js")),
    ("assets/url-parser.js", include_str!("assets/url-parser.js")),
    ("assets/reading.js", include_str!("assets/reading.js")),
    ("assets/refusal.js", include_str!("assets/refusal.js")),
    ("assets/checker.js", include_str!("assets/checker.js")),
    ("assets/characters.js", include_str!("assets/characters.js")),
    ("assets/compare.js", include_str!("assets/compare.js")),
    ("assets/copy.js", include_str!("assets/copy.js")),
    ("assets/fold.js", include_str!("assets/fold.js")),
    ("assets/filters.js", include_str!("assets/filters.js")),
    ("assets/skip.js", include_str!("assets/skip.js")),
    ("assets/findings.js", include_str!("assets/findings.js")),
];

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let documents = documents(args)?;
    // Report an unwritable folder before the long work.
    let folder = Folder::new(&args.folder, args.force)?;
    let site = Site::new(documents);
    let files = files(&site);
    folder.write(&files)?;
    let mut output = Output::new(true);
    writeln!(output.out, "{} files: open {}", files.len(), args.folder.join("index.html").display())?;
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The library's documents, and those of the user after their predecessors.
fn documents(args: &Args) -> Result<Vec<Document>, Failure> {
    let mut documents: Vec<Document> = Grammar::all().map(Document::new).collect();
    let newest = Grammar::ALL[Grammar::ALL.len() - 1].id().to_owned();
    for (number, file) in args.with.iter().enumerate() {
        let bnf = read_bnf(file, &args.notation)?;
        let document = Document::from_file(file, bnf, &documents);
        // The last predecessor is that of all further files.
        let after = args.after.get(number).or(args.after.last()).unwrap_or(&newest);
        let before =
            documents.iter().rposition(|document| document.id == *after || document.after.as_deref() == Some(after));
        let Some(before) = before else {
            let names = documents.iter().map(|document| document.id.as_str());
            return Err(Failure::Usage(suggest(
                &format_args!("there is no grammar `{after}` to follow"),
                after,
                names,
            )));
        };
        documents.insert(before + 1, Document { after: Some(after.clone()), ..document });
    }
    Ok(documents)
}

/// The productions of a file of the user.
fn read_bnf(file: &str, notation: &NotationArgs) -> Result<Bnf, Failure> {
    if !is_pest(file) {
        return notation.read_unbounded(file);
    }
    Bnf::from_pest(&text_file(file)?).map_err(|error| Failure::Usage(format!("{file}: {error}")))
}

/// All files of the site, by their paths in its folder.
fn files(site: &Site) -> Vec<(String, String)> {
    let pages = pages(site);
    let assets = ASSETS.iter().map(|&(path, text)| (path.to_owned(), text.to_owned()));
    let refusals =
        parallel::map("refusals", Grammar::all().collect(), |grammar| (grammar, RefusalTables::new(grammar)));
    let generated = [
        ("assets/table.js", checker::table()),
        ("assets/url-parser-program.js", checker::url_parser()),
        ("assets/components.js", tables::components(&site.spans.iter().flatten().collect::<Vec<_>>())),
        ("assets/refusals.js", tables::refusals(&refusals)),
        ("assets/characters-data.js", characters::data(site)),
        ("assets/parsers-data.js", parser_pairs::data()),
        ("assets/index.js", layout::script("INDEX", &index(site))),
    ];
    let generated = generated.map(|(path, text)| (path.to_owned(), text));
    let pages = pages.into_iter().map(|page| (page.path, page.html));
    pages.chain(assets).chain(generated).chain(pairs::files(site)).collect()
}

fn pages(site: &Site) -> Vec<Page> {
    let top = [
        start::start(site),
        checker::checker_page(),
        pairs::compare(),
        matrix::matrix(site),
        characters::characters(site),
        differences::differences(site),
        filters::filters(site),
        schemes::schemes(),
        findings::findings(site),
    ];
    let grammars = (0..site.documents.len()).map(|number| grammar::grammar(site, number));
    let lineages = site.families.iter().map(|family| lineage::lineage(site, family));
    top.into_iter()
        .chain(grammars)
        .chain(lineages)
        .chain(schemes::pages())
        .chain(parsers::pages(&parser_pairs::section()))
        .collect()
}

/// Everything that the search finds.
fn index(site: &Site) -> Vec<SearchEntry> {
    let pages = layout::CONTENTS.iter().flat_map(|(group, pages)| {
        pages.iter().map(move |(link, label)| SearchEntry::new("page", format!("{label} {group}"), *link))
    });
    let questions = start::questions();
    let questions = questions.iter().map(|(link, question)| SearchEntry::new("question", unquoted(question), link));
    let documents = site.documents.iter().map(|document| {
        let text = format!("{} {}", document.short_name(), document.id);
        SearchEntry::new("document", text, Links::TOP.grammar(document))
    });
    let productions = site.families.iter().flat_map(|family| {
        let path = layout::lineage_path(&family.slug);
        let in_all_documents = SearchEntry::new("production", family.names().join(" "), &*path);
        let in_each_document = family.members.iter().map(move |member| {
            let (number, name) = &member.place;
            let document = &site.documents[*number];
            let text = format!("{} {name} {}", document.short_name(), document.id);
            let link = format!("{path}#{}", layout::member_anchor(site, &member.place));
            SearchEntry::new("production of a document", text, link)
        });
        std::iter::once(in_all_documents).chain(in_each_document)
    });
    let findings = site.findings.iter().map(|claim| {
        let text = format!("{}: {} {}", claim.document, unquoted(claim.says), claim.witnesses.join(" "));
        SearchEntry::new("finding", text.trim_end(), format!("findings.html#{}", findings::anchor(claim)))
    });
    let schemes = uri_lineage::scheme::schemes().map(|scheme| {
        let documents = SchemeDocument::of_scheme(scheme).map(|document| format!("{} {document}", document.document()));
        let text = format!("{scheme} {}", documents.collect::<Vec<_>>().join(" "));
        SearchEntry::new("scheme", text.trim_end(), schemes::scheme_path(scheme))
    });
    pages
        .chain(questions)
        .chain(documents)
        .chain(schemes)
        .chain(productions)
        .chain(characters::entries())
        .chain(findings)
        .chain(parsers::entries())
        .chain(differences::entries(site))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use uri_lineage::Reading;
    use uri_lineage::claims::{Claim, Finding, FindingEffect, FindingKind, Mended};
    use uri_lineage::regular_bnf::Notation;

    use super::*;

    /// A grammar whose texts all look like markup, and a claim.
    fn hostile() -> Site {
        let text = "; RFC 1738 <script>alert(1)</script>\n\n; \"><img src=x onerror=alert(1)>\n\n\
            url = \"<script>alert(1)</script>\" other / %x22 / \"&lt;\" ; <b>a comment</b>\n\
            other = \"'\" / \"</svg><script>\" / <a name=\"in words\">\n";
        let corrected = text.replace("<a name=\"in words\">", "\"<i>\"");
        let documents = [Grammar::Rfc1630, Grammar::Rfc1738].map(|grammar| {
            let [published, corrected] =
                [text, &corrected].map(|text| Cow::Owned(Bnf::read_as(text, Notation::Abnf).unwrap()));
            Document { id: grammar.id().to_owned(), grammar: Some(grammar), after: None, published, corrected }
        });
        let mut site = Site::new(documents.into());
        site.findings = vec![Claim {
            grammar: Grammar::Rfc1738.into(),
            productions: vec![(Grammar::Rfc1738.into(), Reading::Published, "url")],
            document: "<u>RFC</u>",
            place: "<u>place</u>",
            quotation: "<u>words</u>",
            says: "<u>says</u> `<u>code</u>`",
            question: "<u>question</u>\" onload=\"x".to_owned(),
            holds: Some(false),
            witnesses: vec!["<u>witness</u>".to_owned(), "</code>&".to_owned()],
            but: Some("it accepts `<u>witness</u>`, `</code>&`".to_owned()),
            undecided: None,
            finding: Some(Finding {
                kind: FindingKind::Ambiguity,
                effect: FindingEffect::Component,
                errata: Vec::new(),
                mended: Some(Mended { document: "<u>RFC</u>", section: "<u>section</u>" }),
                corrected: Vec::new(),
            }),
        }];
        site
    }

    #[test]
    fn no_text_becomes_markup() {
        let site = hostile();
        assert!(site.families.iter().flat_map(|family| &family.members).any(|member| member.facts.is_ok()));
        let mut escaped = 0;
        for Page { path, html } in pages(&site) {
            for markup in ["<script>", "<img", "<u>", "<b>a comment", "<i><", "</svg><", "onload=\"x", "\"><"] {
                // Elements of the pages themselves.
                let html = ["<i>alike</i>", "<i>none</i>", "<i>empty</i>"]
                    .iter()
                    .fold(html.clone(), |html, element| html.replace(element, ""));
                let html = html.replace("\"><", ">\n<");
                assert!(!html.contains(markup), "{path}: {markup}: {}", html.split_once(markup).unwrap().1);
            }
            escaped += usize::from(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        }
        // On the pages of the grammars, of the lineage, and of the finding.
        assert!(escaped >= 4, "{escaped}");
    }
}
