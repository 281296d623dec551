//! The site as files: what stands on the pages, and where links lead. `tests/site/` has what a browser shows.

mod common;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use common::{run, stdout};
use uri_lineage::claims::claims;
use uri_lineage::language::{Characters, correspondence};
use uri_lineage::published::Reading;
use uri_lineage::{Component, Grammar, Part};

/// The files of the site by their paths. All tests that only read share one.
static SITE: LazyLock<HashMap<String, String>> = LazyLock::new(|| site("site").1);

/// The site in a folder of its own, and its files.
fn site(name: &str) -> (PathBuf, HashMap<String, String>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    _ = fs::remove_dir_all(&folder);
    let said = stdout(&["site", folder.to_str().unwrap()], "", 0);
    let files = read(&folder, &folder);
    assert_eq!(said, format!("{} files: open {}\n", files.len(), folder.join("index.html").display()));
    (folder, files)
}

fn read(top: &Path, folder: &Path) -> HashMap<String, String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let each = |path: PathBuf| match path.is_dir() {
        true => read(top, &path),
        false => HashMap::from([(
            path.strip_prefix(top).unwrap().to_str().unwrap().replace('\\', "/"),
            fs::read_to_string(&path).unwrap(),
        )]),
    };
    entries.flat_map(each).collect()
}

/// The values of an attribute.
fn values<'h>(html: &'h str, attribute: &str) -> Vec<&'h str> {
    let mark = format!(" {attribute}=\"");
    html.split(&mark).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// What a page says, without its elements.
fn text(html: &str) -> String {
    let body = html.split_once("<main").unwrap().1;
    let pieces = body.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text));
    let text: String = pieces.collect();
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
        .iter()
        .fold(text, |text, (entity, c)| text.replace(entity, c))
}

/// The path that a link on a page leads to, and the place there.
fn target(page: &str, link: &str) -> (String, Option<String>) {
    let (path, place) = link.split_once('#').map_or((link, None), |(path, place)| (path, Some(place.to_owned())));
    if path.is_empty() {
        return (page.to_owned(), place);
    }
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = match path.strip_prefix("../") {
        Some(path) => path.to_owned(),
        None if folder.is_empty() => path.to_owned(),
        None => format!("{folder}/{path}"),
    };
    (path, place)
}

#[test]
fn all_links_resolve_and_nothing_comes_from_elsewhere() {
    let files = &*SITE;
    let pages = || files.iter().filter(|(path, _)| path.ends_with(".html"));
    let ids: HashMap<&str, HashSet<&str>> = pages()
        .map(|(path, html)| {
            let all = values(html, "id");
            let set: HashSet<&str> = all.iter().copied().collect();
            assert_eq!(set.len(), all.len(), "{path} has an id twice");
            (path.as_str(), set)
        })
        .collect();
    let (mut links, mut reached) = (0, HashSet::from(["index.html".to_owned()]));
    for (page, html) in pages() {
        assert!(html.len() < 300_000, "{page} has {} bytes", html.len());
        for link in values(html, "href").into_iter().chain(values(html, "src")).chain(values(html, "xlink:href")) {
            links += 1;
            // The text of a document is the only thing elsewhere, and only a link.
            if let Some(number) = link.strip_prefix("https://www.rfc-editor.org/rfc/rfc") {
                assert!(number.bytes().all(|byte| byte.is_ascii_digit()), "{page}: {link}");
                assert!(html.contains(&format!("<a href=\"{link}\">RFC {number}</a>")), "{page}: {link}");
                continue;
            }
            assert!(!link.contains("//") && !link.starts_with('/'), "{page}: {link}");
            let (path, place) = target(page, link);
            assert!(files.contains_key(&path), "{page}: {link}");
            // The form's own link is filled in by the script.
            if let Some(place) = place.filter(|place| place != "check=") {
                assert!(ids[path.as_str()].contains(place.as_str()), "{page}: {link}");
            }
            reached.insert(path);
        }
        assert!(!html.contains(" style=\"") && !html.contains(" onclick"), "{page}");
    }
    assert!(links > 5_000, "{links}");
    // The search leads to places as well; all pages are reached from others, and all files are used.
    let index = &files["assets/index.js"];
    let entries: Vec<serde_json::Value> =
        serde_json::from_str(index.split_once(" = ").unwrap().1.trim_end().trim_end_matches(';')).unwrap();
    for entry in &entries {
        let (path, place) = target("index.html", entry["link"].as_str().unwrap());
        assert!(place.is_none_or(|place| ids[path.as_str()].contains(place.as_str())), "{entry}");
    }
    for path in files.keys() {
        assert!(reached.contains(path), "nothing leads to {path}");
    }
}

#[test]
fn each_grammar_stands_there_as_it_is_printed() {
    let files = &*SITE;
    for grammar in Grammar::ALL {
        let page = text(&files[&format!("grammar/{grammar}.html")]);
        let [printed, corrected] = [Reading::Published, Reading::Corrected].map(|reading| grammar.bnf(reading));
        let mut rest = page.as_str();
        for definition in printed.productions() {
            rest = rest.split_once(&definition.text).unwrap_or_else(|| panic!("{grammar}: {}", definition.text)).1;
            let correction = corrected.get(&definition.name).filter(|own| *own != definition);
            if let Some(correction) = correction {
                let (before, after) = rest.split_once(&correction.text).unwrap();
                assert!(before.contains(&correction.comment), "{grammar}: {}", definition.name);
                rest = after;
            }
        }
        for correction in corrected.productions().iter().filter(|own| printed.get(&own.name).is_none()) {
            rest = rest.split_once(&correction.text).unwrap().1;
        }
    }
}

/// What `lineage` says of a production stands on the page of its lineage, and in the matrix.
#[test]
fn lineages_are_those_of_the_command() {
    let files = &*SITE;
    for name in ["hostname", "gopheraddress", "search", "segment", "xalpha"] {
        let page = text(&files[&format!("lineage/{name}.html")]);
        let said: serde_json::Value =
            serde_json::from_str(&stdout(&["lineage", name, "--format", "json"], "", 0)).unwrap();
        for generation in said.as_array().unwrap() {
            let own =
                format!("{}:{}", generation["grammar"].as_str().unwrap(), generation["production"].as_str().unwrap());
            assert!(page.contains(&own), "{own}");
            let change = &generation["change"];
            if let (Some(before), Some(relation)) = (change["before"].as_str(), change["relation"].as_str()) {
                assert!(page.contains(&format!("{own} {relation} {before}")), "{own} {relation} {before}");
            }
            for reason in change["divergences"].as_array().into_iter().flatten() {
                let witness = reason["witness"].as_str().unwrap();
                // At the end stands a mark.
                let (before, after) = witness.split_at(reason["offset"].as_u64().unwrap() as usize);
                let shown =
                    if after.is_empty() && !before.is_empty() { format!("{before}▏") } else { witness.to_owned() };
                assert!(witness.is_empty() || page.contains(&shown), "{own}: {shown}");
            }
        }
    }
    // Each production has one cell in the matrix: its row is that of the productions with which it corresponds.
    let matrix = &files["matrix.html"];
    let cells: Vec<(String, Option<String>)> = values(matrix, "href")
        .into_iter()
        .filter(|link| link.starts_with("lineage/"))
        .map(|link| target("matrix.html", link))
        .collect();
    let mut pages: HashMap<String, String> = HashMap::new();
    for grammar in Grammar::ALL {
        for definition in grammar.bnf(Reading::Corrected).productions() {
            let heading = format!(">{grammar}:{}</a></h2>", definition.name);
            let holders: Vec<&String> = files
                .iter()
                .filter(|(path, html)| path.starts_with("lineage/") && html.contains(&heading))
                .map(|(path, _)| path)
                .collect();
            assert_eq!(holders.len(), 1, "{heading} {holders:?}");
            let place = |(path, place): &&(String, Option<String>)| {
                path == holders[0] && place.as_ref().is_some_and(|place| place.starts_with(&format!("{grammar}-")))
            };
            assert!(cells.iter().any(|cell| place(&cell)), "{heading}");
            for name in std::iter::once(definition.name.as_str()).chain(correspondence().of(&definition.name)) {
                assert_eq!(pages.entry(name.to_owned()).or_insert_with(|| holders[0].clone()), holders[0], "{name}");
            }
        }
    }
}

#[test]
fn findings_characters_and_differences_are_those_of_the_library() {
    let files = &*SITE;
    let findings = &files["findings.html"];
    for claim in claims().iter().filter(|claim| claim.holds == Some(false)) {
        let but = claim.but.as_ref().unwrap().replace('`', "");
        for said in [claim.place, claim.quotation, &claim.says.replace('`', ""), &claim.question.replace('`', ""), &but]
        {
            assert!(text(findings).contains(said), "{said}");
        }
        for (grammar, reading, name) in &claim.productions {
            assert!(text(findings).contains(&*grammar.bnf(*reading).get(name).unwrap().text), "{name}");
        }
    }
    let characters = &files["characters.html"];
    let rows: Vec<&str> = characters.split("<tr id=\"c").skip(1).collect();
    assert_eq!(rows.len(), 128);
    for row in rows {
        let character = u8::from_str_radix(&row[..2], 16).unwrap();
        let cells: Vec<String> = row
            .split("<span class=\"signs\"")
            .skip(1)
            .map(|cell| {
                let signs = cell.split("</span>").next().unwrap();
                signs.split('<').filter_map(|piece| piece.split_once('>')).map(|(_, signs)| signs).collect()
            })
            .collect();
        for (part, cell) in Part::ALL.into_iter().zip(cells) {
            let sign = |grammar| match Characters::of_part(grammar, part)
                .map(|all| all.usage(character).to_string())
                .as_deref()
            {
                Some("bare") => '●',
                Some("escaped") => '%',
                Some("never") => '×',
                _ => '·',
            };
            assert_eq!(cell, Grammar::ALL.map(sign).iter().collect::<String>(), "{part} {character:02X}");
        }
    }
    let differences = files["differences.html"].clone();
    for pair in [("rfc1738", "rfc3986"), ("rfc1630", "rfc1738"), ("uri-1997", "rfc2396")] {
        let row =
            differences.split(&format!("id=\"{}-{}\"", pair.0, pair.1)).nth(1).unwrap().split("</tr>").next().unwrap();
        let said: serde_json::Value =
            serde_json::from_slice(&run(&["differential", pair.0, pair.1, "--format", "json"], "").stdout).unwrap();
        let alike = said.as_array().unwrap().iter().filter(|one| one["witness"].is_null()).count();
        assert_eq!(row.matches("<i>alike</i>").count(), alike, "{pair:?}");
        let components: HashSet<&str> =
            said.as_array().unwrap().iter().map(|one| one["component"].as_str().unwrap()).collect();
        assert_eq!(components.len(), Component::ALL.len());
        for witness in said.as_array().unwrap().iter().filter_map(|one| one["witness"].as_str()) {
            assert!(row.contains(&format!(">{}</code>", witness.replace('&', "&amp;"))), "{pair:?} {witness}");
        }
    }
}

/// Chance has no part in it, and what else stands in the folder stays.
#[test]
fn a_site_is_written_over_itself() {
    let (folder, files) = site("site-twice");
    assert!(files == *SITE, "two runs differ");
    fs::write(folder.join("CNAME"), "mine").unwrap();
    stdout(&["site", folder.to_str().unwrap(), "--threads", "1"], "", 0);
    let mut again = read(&folder, &folder);
    assert_eq!(again.remove("CNAME").as_deref(), Some("mine"));
    assert!(again == files, "two runs differ");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let file = common::file("site-file", "");
    let output = run(&["site", &format!("{file}/below")], "");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("site-file/below") && said.lines().count() == 1, "{said}");
}
