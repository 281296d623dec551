//! Tasks of this repository: `cargo xtask generate` writes every generated file anew, and
//! `cargo xtask generate --check` names those that are stale.

mod adapters;
mod documentation;
mod parsers;
#[cfg(test)]
#[allow(dead_code, reason = "the integration tests share it")]
#[path = "../../tests/it/common/sample.rs"]
mod sample;
mod surface;
mod tables;

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use surface::PublicItems;

/// A generated file, by its path from the root of the repository.
struct File {
    path: String,
    content: Vec<u8>,
}

impl File {
    fn new(path: impl Into<String>, content: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), content: content.into() }
    }

    fn is_stale(&self) -> bool {
        fs::read(root().join(&self.path)).ok().as_ref() != Some(&self.content)
    }
}

/// The files that `cargo xtask generate` writes. The first ones are inputs of the later ones; a
/// second run sees them.
fn generated(program: &Path) -> Result<Vec<File>, Box<dyn Error>> {
    let mut files = parsers::files()?;
    files.extend([tables::classifier(), tables::refusals(), tables::examples()?, documentation::findings(program)?]);
    files.push(documentation::shown(program, "README.md")?);
    for page in documentation::guide_pages()? {
        files.push(documentation::shown(program, &page)?);
    }
    files.extend(documentation::command_pages(program)?);
    Ok(files)
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A file of the repository.
fn read(path: &str) -> Result<String, Box<dyn Error>> {
    fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}").into())
}

/// The program, which is in the folder of this one or, for a test, in the folder above.
fn program() -> Result<PathBuf, Box<dyn Error>> {
    let executable = env::current_exe()?;
    let mut paths = executable
        .ancestors()
        .skip(1)
        .take(2)
        .map(|folder| folder.join(format!("uri-lineage{}", env::consts::EXE_SUFFIX)));
    paths.find(|path| path.is_file()).ok_or_else(|| "the program is not built".into())
}

fn generate(check: bool) -> Result<bool, Box<dyn Error>> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    if !Command::new(cargo)
        .args(["build", "--quiet", "--package", "uri-lineage-cli"])
        .current_dir(root())
        .status()?
        .success()
    {
        return Err("the program cannot be built".into());
    }
    update(&generated(&program()?)?, check)
}

/// The target for which the pages' program is compiled.
const PAGE_TARGET: &str = "wasm32-wasip1";

/// The URL Standard's parser for the pages of the site. Its bytes depend on the compiler; a test holds
/// its answers to those of the library.
fn page() -> Result<File, Box<dyn Error>> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let folder = root().join("cli/page");
    if !Command::new(cargo)
        .args(["build", "--release", "--locked", "--target", PAGE_TARGET])
        .current_dir(&folder)
        .status()?
        .success()
    {
        return Err(format!("the parser cannot be compiled; rustup target add {PAGE_TARGET}").into());
    }
    let program = fs::read(folder.join(format!("target/{PAGE_TARGET}/release/uri-lineage-page.wasm")))?;
    Ok(File::new("cli/src/commands/site/assets/url-parser.wasm", program))
}

/// Writes the stale files, or only names them. Returns whether there were none.
fn update(files: &[File], check: bool) -> Result<bool, Box<dyn Error>> {
    let mut fresh = true;
    for file in files.iter().filter(|file| file.is_stale()) {
        fresh = false;
        if check {
            println!("{} is stale", file.path);
        } else {
            fs::write(root().join(&file.path), &file.content)?;
            println!("{}", file.path);
        }
    }
    Ok(fresh)
}

/// Writes the list of public items, and names those whose documentation has no example.
fn write_public_items() -> Result<bool, Box<dyn Error>> {
    let items = PublicItems::read()?;
    for path in items.without_example() {
        println!("{path} has no example");
    }
    update(&[items.list()], false)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (check, result) = match arguments[..] {
        ["generate"] => (false, generate(false)),
        ["generate", "--check"] => (true, generate(true)),
        ["table"] => (false, update(&[tables::classifier(), tables::refusals()], false)),
        ["page"] => (false, page().and_then(|file| update(&[file], false))),
        ["surface"] => (false, write_public_items()),
        ["parsers"] => (false, parsers::files().and_then(|files| update(&files, false))),
        _ => {
            eprintln!(
                "cargo xtask generate          writes every generated file anew, and names those that changed\n\
                 cargo xtask parsers           writes the parsers alone, which is the first step after a change of a grammar\n\
                 cargo xtask table             writes the tables of verdicts and refusals alone; a stale one is built at each start\n\
                 cargo xtask page              compiles the URL Standard's parser for the pages of the site; it needs the target {PAGE_TARGET}\n\
                 cargo xtask surface           writes the list of public items, from their documentation\n\
                 cargo xtask generate --check  names those that are stale, and exits with 1 if there are any"
            );
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(fresh) if check && !fresh => {
            eprintln!("cargo xtask generate writes them anew");
            ExitCode::FAILURE
        }
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sample::tries_everything;
    use super::*;

    /// The README's test command finds stale files too. `cargo test --workspace` has built the
    /// program.
    #[track_caller]
    fn assert_fresh(files: Vec<File>) {
        let stale: Vec<_> = files.iter().filter(|file| file.is_stale()).map(|file| file.path.as_str()).collect();
        assert!(stale.is_empty(), "cargo xtask generate writes anew: {stale:?}");
    }

    #[test]
    fn parsers_are_fresh() {
        assert_fresh(parsers::files().unwrap());
    }

    #[test]
    fn the_verdicts_on_the_examples_are_fresh() {
        assert_fresh(vec![tables::examples().unwrap()]);
    }

    /// The library's tests find a table that was made from other grammars; here it is made anew.
    #[test]
    fn the_table_of_verdicts_is_fresh() {
        if tries_everything() {
            assert_fresh(vec![tables::classifier()]);
        }
    }

    #[test]
    fn the_automata_of_refusals_are_fresh() {
        assert_fresh(vec![tables::refusals()]);
    }

    #[test]
    fn the_outputs_in_the_readme_are_fresh() {
        assert_fresh(vec![documentation::shown(&program().unwrap(), "README.md").unwrap()]);
    }

    /// The pages that a sample of the tests reads; the others take long.
    const SAMPLED_PAGES: [&str; 3] = ["guide/crawl.md", "guide/parse.md", "guide/specification.md"];

    #[test]
    fn the_outputs_in_the_guide_are_fresh() {
        let program = program().unwrap();
        let pages = documentation::guide_pages().unwrap();
        assert!(pages.len() > 20, "{pages:?}");
        let read = pages.iter().filter(|page| tries_everything() || SAMPLED_PAGES.contains(&page.as_str()));
        assert_fresh(read.map(|page| documentation::shown(&program, page).unwrap()).collect());
    }

    #[test]
    fn the_pages_of_the_commands_are_fresh() {
        assert_fresh(documentation::command_pages(&program().unwrap()).unwrap());
    }

    /// A change of what is public is seen in the list.
    #[test]
    fn public_items_are_in_the_list_and_have_examples() {
        if tries_everything() {
            let items = PublicItems::read().unwrap();
            assert_fresh(vec![items.list()]);
            assert_eq!(items.without_example(), [""; 0]);
        }
    }

    #[test]
    fn the_findings_are_fresh() {
        if tries_everything() {
            assert_fresh(vec![documentation::findings(&program().unwrap()).unwrap()]);
        }
    }
}
