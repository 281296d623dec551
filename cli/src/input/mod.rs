//! URLs from arguments, files and standard input, in the same way for all commands.

mod blocks;
mod form;
pub mod long;
mod members;
mod open;
#[cfg(test)]
mod tests;
mod version;
mod warc;

use std::path::{Path, PathBuf};

pub use blocks::{BLOCK, Block, BlockContent, Blocks, ReadRecord, RecordUrl};
pub use form::{FormArgs, RecordForm};
pub use long::LongLine;
use open::is_url_with_scheme;
pub use open::open;

use crate::failure::Failure;
use crate::output::report;

/// For commands that read lists: the positional arguments are files.
#[derive(clap::Args)]
pub struct FileArgs {
    /// Files to read, one URL per line; `-` is standard input [default: standard input, unless
    /// --url is given]. gzip and zstd files are decompressed
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    named: NamedArgs,
    #[command(flatten)]
    form: FormArgs,
}

/// For commands with a long output per URL: the positional arguments are URLs.
#[derive(clap::Args)]
pub struct UrlArgs {
    /// URLs [default: standard input, one URL per line, unless --file is given]
    #[arg(value_name = "URL")]
    urls: Vec<String>,
    #[command(flatten)]
    named: NamedArgs,
    #[command(flatten)]
    form: FormArgs,
}

/// URLs and files as options, which are the same for all commands.
#[derive(clap::Args)]
struct NamedArgs {
    /// A URL; may be repeated
    #[arg(long, value_name = "URL")]
    url: Vec<String>,
    /// A file to read, one URL per line; `-` is standard input. gzip and zstd files are
    /// decompressed. May be repeated
    #[arg(long, value_name = "FILE")]
    file: Vec<PathBuf>,
}

impl FileArgs {
    /// The selected input.
    pub fn input(&self) -> Result<Input, Failure> {
        let files = [&*self.files, &self.named.file].concat();
        Ok(Input::new(self.named.url.clone(), files, self.form.form()?))
    }
}

impl UrlArgs {
    fn with_form(&self, form: RecordForm) -> Input {
        for name in self.urls.iter().filter(|url| is_file_name(url)) {
            report(&format!("`{name}` is read as a URL, and is the name of a file: did you mean --file {name}?"));
        }
        Input::new([&*self.urls, &self.named.url].concat(), self.named.file.clone(), form)
    }

    /// The selected input.
    pub fn input(&self) -> Result<Input, Failure> {
        Ok(self.with_form(self.form.form()?))
    }

    /// The selected input, where each record is a pair.
    pub fn pairs(&self) -> Input {
        self.with_form(self.form.pairs())
    }
}

/// Whether an argument is the name of a file, and not a URL with a scheme.
fn is_file_name(argument: &str) -> bool {
    Path::new(argument).is_file() && !is_url_with_scheme(argument)
}

/// The input of a command: the URLs of its arguments, then the files; or standard input if neither
/// is given.
pub struct Input {
    urls: Vec<String>,
    files: Vec<PathBuf>,
    form: RecordForm,
    /// The longest record that is read whole, in bytes.
    longest: usize,
}

impl Input {
    fn new(urls: Vec<String>, mut files: Vec<PathBuf>, form: RecordForm) -> Self {
        files.extend((urls.is_empty() && files.is_empty()).then(|| PathBuf::from("-")));
        Self { urls, files, form, longest: blocks::BLOCK }
    }

    /// The lines of these files.
    #[cfg(test)]
    pub fn files(files: &[PathBuf]) -> Self {
        Self { urls: Vec::new(), files: files.to_vec(), form: RecordForm::default(), longest: blocks::BLOCK }
    }

    /// For commands that read records whole, including long ones; a record over the limit is
    /// skipped as a fault.
    pub fn with_whole_records(self) -> Self {
        Self { longest: blocks::WHOLE, ..self }
    }

    /// Starts to read the records, block by block.
    pub fn blocks(&self) -> Blocks {
        Blocks::new(&self.urls, &self.files, &self.form, self.longest)
    }

    /// The end of a record.
    pub fn end(&self) -> u8 {
        self.form.end()
    }

    /// Whether each record must name its input.
    pub fn has_several(&self) -> bool {
        self.files.len() + usize::from(!self.urls.is_empty()) > 1
    }

    /// Whether all URLs are arguments.
    pub fn is_arguments(&self) -> bool {
        !self.urls.is_empty() && self.files.is_empty()
    }

    /// The URL, if the input is one argument.
    pub fn single(&self) -> Option<&str> {
        match (self.urls.as_slice(), self.files.as_slice()) {
            ([url], []) => Some(url),
            _ => None,
        }
    }
}

/// The size of all inputs in bytes, if all are files of known size.
pub fn size<'f>(files: impl IntoIterator<Item = &'f PathBuf>) -> Option<u64> {
    files.into_iter().map(open::size).sum()
}
