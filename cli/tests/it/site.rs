//! The site that the program writes, beside the answers of other commands; `tests/site/` tests it
//! in a browser.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::common::html::{text, values};
use crate::common::{run, stdout, tries_everything};
use serde_json::json;
use uri_lineage::whatwg::{Host, Url, UrlError};
use uri_lineage::{Component, Grammar, Part};

/// The files of the site by their paths; all tests that only read share them. `None` unless tests try
/// everything, since the site takes half a minute of the processor. The unit tests of the command
/// read the pages of some documents.
static SITE: LazyLock<Option<HashMap<String, String>>> = LazyLock::new(|| {
    if !tries_everything() {
        return None;
    }
    let [folder, outside] = folders_of_others("site");
    // A page of an earlier site.
    fs::write(folder.join("old.html"), "").unwrap();
    fs::write(folder.join(LIST), "old.html\n").unwrap();
    let message = stdout(&["site", folder.to_str().unwrap(), "--force"], "", 0);
    // With --force the files of others stay, except those that the site replaces; a link is not
    // followed. Pages that are no longer generated disappear.
    assert_eq!(fs::read_to_string(folder.join("more/CNAME")).unwrap(), "mine");
    assert_eq!(fs::read_to_string(outside.join("style.css")).unwrap(), "theirs");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    assert!(!folder.join("assets").is_symlink());
    fs::remove_dir_all(folder.join("more")).unwrap();
    let mut files = read(&folder, &folder);
    let list = files.remove(LIST).unwrap();
    assert_eq!(list.lines().map(str::to_owned).collect::<HashSet<_>>(), files.keys().cloned().collect());
    assert_eq!(message, format!("{} files: open {}\n", files.len(), folder.join("index.html").display()));
    Some(files)
});

/// The list of the files that the program wrote.
const LIST: &str = ".uri-lineage-site";

fn read(top: &Path, folder: &Path) -> HashMap<String, String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let each = |path: PathBuf| {
        if path.is_dir() {
            read(top, &path)
        } else {
            HashMap::from([(
                path.strip_prefix(top).unwrap().to_str().unwrap().replace('\\', "/"),
                fs::read_to_string(&path).unwrap(),
            )])
        }
    };
    entries.flat_map(each).collect()
}

/// The page of a lineage has the relations and the witnesses that `lineage` reports.
#[test]
fn lineages_are_those_of_the_command() {
    let Some(files) = &*SITE else { return };
    for name in ["hostname", "gopheraddress", "search", "segment", "xalpha"] {
        let page = text(&files[&format!("lineage/{name}.html")]);
        let said: serde_json::Value =
            serde_json::from_str(&stdout(&["lineage", name, "--format", "json"], "", 0)).unwrap();
        for generation in said.as_array().unwrap() {
            let grammar = generation["grammar"].as_str().unwrap();
            let own = format!("{grammar}:{}", generation["production"].as_str().unwrap());
            // Documents of one scheme are on its page.
            if grammar.parse::<Grammar>().is_err() {
                assert!(text(&files["scheme/gopher.html"]).contains(&own), "{own}");
                continue;
            }
            assert!(page.contains(&own), "{own}");
            let change = &generation["change"];
            if let (Some(before), Some(relation)) = (change["before"].as_str(), change["relation"].as_str()) {
                assert!(page.contains(&format!("{own} {relation} {before}")), "{own} {relation} {before}");
            }
            for reason in change["divergences"].as_array().into_iter().flatten() {
                let witness = reason["witness"].as_str().unwrap();
                // The page shows the end of a string as a mark.
                let (before, after) = witness.split_at(reason["offset"].as_u64().unwrap() as usize);
                let shown =
                    if after.is_empty() && !before.is_empty() { format!("{before}▏") } else { witness.to_owned() };
                assert!(witness.is_empty() || page.contains(&shown), "{own}: {shown}");
            }
        }
    }
}

#[test]
fn differences_are_those_of_the_command() {
    let Some(files) = &*SITE else { return };
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

/// A filter and a browser split the strings that `differential` shows, and read alike what `agree`
/// requires.
#[test]
fn filters_are_those_of_differential_and_agree() {
    let Some(files) = &*SITE else { return };
    let page = &files["filters.html"];
    let sections: Vec<&str> = page.split("<h2 id=\"by-").skip(1).collect();
    let ids: Vec<&str> = sections.iter().map(|section| section.split('"').next().unwrap()).collect();
    assert_eq!(ids, ["rfc3987", "rfc3986", "rfc2396", "rfc1808", "rfc1738"]);
    for (id, section) in ids.iter().zip(&sections) {
        let shown = |line: &str| line.matches("<a class=\"string\" ").count();
        let (table, required) = section.split_once("</table>").unwrap();
        let said: serde_json::Value =
            serde_json::from_slice(&run(&["differential", id, "whatwg", "--format", "json"], "").stdout).unwrap();
        let found: Vec<_> = said.as_array().unwrap().iter().filter(|one| !one["witness"].is_null()).collect();
        assert_eq!(shown(table), found.len(), "{id}");
        for one in found {
            let string = one["witness"].as_str().unwrap().replace('&', "&amp;");
            assert!(table.contains(&format!("<td>{}</td>", one["component"].as_str().unwrap())), "{id}: {one}");
            assert!(table.contains(&format!(">{string}</code>")), "{id}: {one}");
        }
        assert!(shown(required) >= 3, "{id}: {required}");
    }
    // One is enough: `agree` computes the same.
    let section = text(&format!("<main{}", sections[1]));
    let agreed = run(&["agree", "rfc3986", "whatwg", "--component", "host"], "").stdout;
    let agreed = String::from_utf8(agreed).unwrap();
    let required = agreed.split("no fewer suffice:\n").nth(1).unwrap();
    for pair in required.lines().collect::<Vec<_>>().chunks(2) {
        let needed = pair[1].trim().strip_prefix("needed for ").unwrap();
        let line = format!("{}: only this excludes {needed}", pair[0].trim().replace('`', ""));
        assert!(section.contains(&line), "{line}: {section}");
    }
}

/// The cells of a part are those of `chars`, in the page and in the data of its script.
#[test]
fn characters_are_those_of_the_command() {
    let Some(files) = &*SITE else { return };
    let page = &files["characters.html"];
    let data: serde_json::Value = {
        let script = &files["assets/characters-data.js"];
        serde_json::from_str(script.split_once(" = ").unwrap().1.trim_end().trim_end_matches(';')).unwrap()
    };
    let mut args = vec!["chars", "--format", "json", "--grammar"];
    let all = Grammar::all().map(Grammar::id).collect::<Vec<_>>().join(",");
    args.push(&all);
    let said: Vec<serde_json::Value> = serde_json::from_str(&stdout(&args, "", 0)).unwrap();
    assert_eq!(said.len(), Part::ALL.len() * 128 * Grammar::ALL.len());
    let words: Vec<&str> = data["signs"].as_array().unwrap().iter().map(|sign| sign[2].as_str().unwrap()).collect();
    for (at, records) in said.chunks(Grammar::ALL.len()).enumerate() {
        let (part, character) = (at / 128, at % 128);
        let row = data["rows"][part][character].as_u64().unwrap() as usize;
        let kind = &data["kinds"][part][row];
        let cells = kind[0].as_array().unwrap().iter().map(|cell| words[cell.as_u64().unwrap() as usize]);
        let theirs = records.iter().map(|record| record["usage"].as_str().unwrap_or("no such part"));
        assert_eq!(cells.collect::<Vec<_>>(), theirs.collect::<Vec<_>>(), "{}", records[0]);
        // The page has a row for each kind.
        let section = page.split(&format!("id=\"part-{}\"", Part::ALL[part])).nth(1).unwrap();
        let section = section.split("</section>").next().unwrap();
        assert_eq!(section.matches("<td class=\"sentence\"").count(), data["kinds"][part].as_array().unwrap().len());
        let sentence = format!(">{}</td>", kind[1].as_str().unwrap());
        assert!(section.contains(&sentence), "{sentence}");
    }
    assert!(text(page).contains("escaped until RFC 1808; bare since the draft of December 1997"));
    // One definition of a component: what `compare` reads as a host.
    let host = |id: &str| {
        let one = |record: &&serde_json::Value| {
            record["part"] == "host" && record["grammar"] == id && record["character"] == "_"
        };
        said.iter().find(one).unwrap()["usage"].clone()
    };
    let run = run(&["compare", "--format", "json", "http://a_a/"], "");
    let read: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    let read = read.get(0).unwrap_or(&read);
    for (id, reading) in read["readings"].as_object().unwrap() {
        if reading["host"] == "a_a" {
            assert_eq!(host(id), "bare", "{id}");
        }
    }
    assert_eq!([host("rfc1808"), host("rfc2732")], ["bare", "bare"]);
}

#[test]
fn a_witness_of_a_difference_leads_into_the_checker() {
    let Some(files) = &*SITE else { return };
    let said: serde_json::Value = serde_json::from_slice(
        &run(&["differential", "rfc1738", "rfc3986", "--component", "host", "--format", "json"], "").stdout,
    )
    .unwrap();
    assert_eq!(said[0]["witness"], "a://0?@a");
    assert!(files["differences.html"].contains("href=\"check.html#check=a%3A%2F%2F0%3F%40a\""));
}

/// The causes of any two productions of a lineage are those of `diff`.
#[test]
fn pairs_are_those_of_the_command() {
    let Some(files) = &*SITE else { return };
    let read = |slug: &str| -> serde_json::Value {
        let script = &files[&format!("assets/pairs/{slug}.js")];
        serde_json::from_str(script.split_once(" = ").unwrap().1.trim_end().trim_end_matches(';')).unwrap()
    };
    for (slug, left, right) in [
        ("host", "rfc1738:host", "rfc3986:host"),
        ("hostname", "url-draft-02:hostname", "rfc3987:ireg-name"),
        ("query", "rfc1808:query", "rfc3986:query"),
    ] {
        let slug = if slug == "query" { "search" } else { slug };
        let pairs = read(slug);
        let number = |name: &str| {
            pairs["members"].as_array().unwrap().iter().position(|member| member[0] == name).unwrap() as u64
        };
        let members = serde_json::json!([number(left), number(right)]);
        let pair = pairs["pairs"].as_array().unwrap().iter().find(|pair| pair["members"] == members).unwrap();
        let said: serde_json::Value =
            serde_json::from_slice(&run(&["diff", left, right, "--format", "json"], "").stdout).unwrap();
        for key in ["left_only", "right_only", "both"] {
            assert_eq!(pair[key], said[key], "{left} {right} {key}");
        }
        let theirs = said["divergences"].as_array().unwrap().iter();
        let theirs: Vec<_> = theirs.map(|one| (one["witness"].clone(), one["offset"].clone())).collect();
        let ours = pair["causes"].as_array().unwrap().iter().map(|one| (one[2].clone(), one[3].clone()));
        assert_eq!(ours.collect::<Vec<_>>(), theirs, "{left} {right}");
    }
}

/// Two documents as a whole: every two have a relation of their main entry productions, and the
/// causes are those of `diff`.
#[test]
fn documents_are_related_as_their_entry_productions_are() {
    let Some(files) = &*SITE else { return };
    let read = |path: &str| -> serde_json::Value {
        let text = files[path].split_once(" = ").unwrap().1.split(";\n").next().unwrap();
        serde_json::from_str(text).unwrap()
    };
    let all = read("assets/documents.js");
    let documents = all["documents"].as_array().unwrap();
    // The lineage of the main entry production.
    let family = |at: usize| &documents[at]["productions"][documents[at]["main"].as_u64().unwrap() as usize][1];
    let entry = |left: usize, right: usize| {
        all["entries"].as_array().unwrap().iter().find(|row| row[0] == left && row[1] == right)
    };
    for (left, right) in (0..documents.len()).flat_map(|right| (0..right).map(move |left| (left, right))) {
        assert_eq!(entry(left, right).is_none(), family(left) == family(right), "{left} {right}");
    }
    let (left, right) = (Grammar::Rfc1738, Grammar::Rfc3986);
    let number = |id: Grammar| documents.iter().position(|one| one["id"] == id.id()).unwrap();
    let [one, other] = [left, right].map(number);
    let pairs = read(&format!("assets/pairs/documents-{left}.js"));
    let members = serde_json::json!([one, other]);
    let pair = pairs["pairs"].as_array().unwrap().iter().find(|pair| pair["members"] == members).unwrap();
    let names = [left, right].map(|grammar| format!("{grammar}:{}", grammar.entry_productions()[0]));
    let said: serde_json::Value =
        serde_json::from_slice(&run(&["diff", &names[0], &names[1], "--format", "json"], "").stdout).unwrap();
    let related = entry(one, other).unwrap()[2].as_u64().unwrap() as usize;
    assert_eq!((&all["relations"][related], &said["relation"]), (&"overlaps with".into(), &"overlapping".into()));
    let theirs = said["divergences"].as_array().unwrap().iter().map(|one| &one["witness"]);
    let ours = pair["causes"].as_array().unwrap().iter().map(|one| &one[2]);
    assert_eq!(ours.collect::<Vec<_>>(), theirs.collect::<Vec<_>>());
}

/// Productions of one part are in one lineage, under whatever name, and each page has what uses
/// them.
#[test]
fn lineages_join_what_plays_one_part() {
    let Some(files) = &*SITE else { return };
    for (slug, names) in [
        ("path", &["rfc1738:hpath", "rfc1738:fpath", "rfc3986:path"][..]),
        ("segment", &["rfc1738:hsegment", "rfc1738:fsegment", "rfc3986:segment"]),
    ] {
        let page = text(&files[&format!("lineage/{slug}.html")]);
        assert!(names.iter().all(|name| page.contains(name)), "{slug}");
    }
    let port = files["lineage/port.html"].split("id=\"uses\"").nth(1).unwrap();
    for name in
        ["rfc1738.html#p-hostport", "rfc3986.html#p-authority", "rfc3986.html#p-DIGIT", "rfc2396.html#p-hostport"]
    {
        assert!(port.contains(&format!("../grammar/{name}")), "{name}");
    }
}

/// Folders for a site: one that has files of others and a link to the second one.
fn folders_of_others(name: &str) -> [PathBuf; 2] {
    let [folder, outside] =
        ["", "-outside"].map(|suffix| Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}{suffix}")));
    for folder in [&folder, &outside] {
        _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).unwrap();
    }
    fs::write(folder.join("index.html"), "mine").unwrap();
    fs::create_dir(folder.join("more")).unwrap();
    fs::write(folder.join("more/CNAME"), "mine").unwrap();
    fs::write(outside.join("style.css"), "theirs").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&outside, folder.join("assets")).unwrap();
    [folder, outside]
}

/// Asserts that the program does not write a site into a folder without `--force`.
fn assert_refused(folder: &Path) {
    let output = run(&["site", folder.to_str().unwrap()], "");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.contains("--force"), "{said}");
}

#[test]
fn the_files_of_others_are_safe() {
    let [folder, _] = folders_of_others("site-foreign");
    assert_refused(&folder);
    assert_eq!(fs::read_to_string(folder.join("index.html")).unwrap(), "mine");
}

/// A site takes long to generate, so one test tries all this: a site is written over another, with
/// two documents more, and on one thread.
#[test]
fn a_site_is_written_over_itself() {
    let Some(before) = &*SITE else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site");
    with_a_grammar_of_ones_own(&folder, before);
    // The program knows which files are its own.
    fs::write(folder.join("theirs.html"), "").unwrap();
    assert_refused(&folder);
    // No other folder is left beside it.
    let beside = fs::read_dir(folder.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name());
    let beside: Vec<_> = beside.filter(|name| name.to_string_lossy().starts_with("site.")).collect();
    assert!(beside.is_empty(), "{beside:?}");
}

fn with_a_grammar_of_ones_own(folder: &Path, before: &HashMap<String, String>) {
    let file = crate::common::file(
        "my.abnf",
        "URI = \"x:\" host [ \":\" port ]\nhost = \"a\" / 1*\"a\" / nowhere\nport = 1*DIGIT\nlonely = lonely-two\nlonely-two = lonely\n",
    );
    let pest = crate::common::file(
        "shop.pest",
        "URI = { \"x:\" ~ host ~ (\":\" ~ port)? }\nhost = { \"a\" | \"ab\" }\nport = @{ ASCII_DIGIT+ }\n",
    );
    let with = ["--threads", "1", "--with", &file, "--after", "rfc2396", "--with", &pest, "--after", "rfc3986"];
    stdout(&[&["site", folder.to_str().unwrap()], &with[..]].concat(), "", 0);
    let files = read(folder, folder);
    // Apart from them two runs are equal: only pages that show documents of one's own differ.
    let differing = before.iter().filter(|(path, page)| files.get(*path) != Some(page)).map(|(path, _)| path.as_str());
    let shared = ["index.html", "matrix.html", "characters.html", "findings.html"];
    let productions = ["digit", "host", "port", "uri"].map(|name| format!("lineage/{name}.html"));
    let (assets, pages): (Vec<&str>, Vec<&str>) = differing.partition(|path| path.starts_with("assets/"));
    for page in pages {
        assert!(shared.contains(&page) || productions.iter().any(|known| known == page), "{page} differs");
    }
    assert!(assets.len() < 20, "{assets:?}");
    let page = text(&files["grammar/my.html"]);
    for said in ["nowhere", "lonely lonely-two", "which is not defined", "my (your own)"] {
        assert!(page.contains(said), "{said}: {page}");
    }
    // Its column follows its predecessor's; its relation is to it, and that of published documents
    // is as before.
    let heads: Vec<&str> =
        values(&files["matrix.html"], "href").into_iter().filter(|link| link.starts_with("grammar/")).collect();
    let at = heads.iter().position(|link| *link == "grammar/my.html").unwrap();
    assert_eq!((heads[at - 1], heads.len()), ("grammar/rfc2396.html", Grammar::ALL.len() + 2));
    // A pest rule has the language that it matches: its second alternative never matches.
    let shop = text(&files["grammar/shop.html"]);
    assert!(shop.contains("host = { \"a\" | \"ab\" }") && shop.contains("x:a, x:a:0"), "{shop}");
    assert!(!shop.contains("x:ab"), "{shop}");
    assert!(text(&files["lineage/port.html"]).contains("shop:port is narrower than rfc3986:port"));
    let port = text(&files["lineage/port.html"]);
    assert!(port.contains("my:port is narrower than rfc2396:port"), "{port}");
    assert!(port.contains("rfc2732:port is equal to rfc2396:port"), "{port}");
    let unknown = run(&["site", folder.to_str().unwrap(), "--with", &file, "--after", "rfc2397"], "");
    let said = String::from_utf8(unknown.stderr).unwrap();
    assert!(unknown.status.code() == Some(2) && said.contains("did you mean `rfc2396`?"), "{said}");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let file = crate::common::file("site-file", "");
    let output = run(&["site", &format!("{file}/below")], "");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("site-file/below") && said.lines().count() == 1, "{said}");
}

/// Runs the parser of the pages on the lines of a file, and writes its answers; as the page does.
const RUN_PARSER: &str = "
const { readFileSync } = require('fs');
const [, script, program, input] = process.argv;
const UrlParser = new Function(`${readFileSync(script, 'utf8')}; return UrlParser`)();
const texts = readFileSync(input, 'utf8').split('\\n');
WebAssembly.compile(readFileSync(program)).then((module) => console.log(JSON.stringify(UrlParser.of(module, texts))));
";

/// The parser that the pages run was compiled from this library.
#[test]
fn the_parser_of_the_pages_is_that_of_the_library() {
    let vectors = stdout(&["vectors", "whatwg", "--format", "text", "--limit", "2000"], "", 0);
    let samples = stdout(&["sample", "whatwg", "-n", "2000", "--seed", "1997"], "", 0);
    let urls = fs::read_to_string("../tests/data/urls-1990s.txt").unwrap();
    let domains = "http://\u{AD}/\nhttp://\u{FC}/\nhttp://xn--a/\nhttps://1.2.3.\u{FF14}\n\u{FFFD}://\n";
    // A mark stands in front of each.
    let vectors: String = vectors.lines().flat_map(|line| [&line[2..], "\n"]).collect();
    let text = vectors + &samples + &urls + domains;
    let assets = "src/commands/site/assets";
    let (script, program) = (format!("{assets}/url-parser.js"), format!("{assets}/url-parser.wasm"));
    let input = crate::common::file("parser-of-the-pages.txt", text.trim_end());
    let Ok(output) = Command::new("node").args(["-e", RUN_PARSER, &script, &program, &input]).output() else {
        return println!("skipped: Node.js is not installed");
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answers.len() > 4_000 && answers.len() == text.trim_end().split('\n').count());
    for (line, answer) in text.trim_end().split('\n').zip(answers) {
        let (url, errors) = Url::parse_with_errors(line, None);
        let record = url.ok().map(|url| {
            json!({
                "href": url.as_str(),
                "components": Component::ALL.map(|component| url.get(component)),
                "has_domain": matches!(url.host(), Some(Host::Domain(_))),
            })
        });
        let errors = errors.iter().map(|UrlError { error, offset }| {
            json!({ "error": error.name(), "offset": offset, "description": error.description() })
        });
        let expected = json!({ "record": record, "errors": errors.collect::<Vec<_>>() });
        assert_eq!(answer, expected, "{line:?}: `cargo xtask page` compiles it anew");
    }
}
