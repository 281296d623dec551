//! Lines of files and of standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;

use crate::failure::Failure;

/// The inputs to read, one after another.
#[derive(clap::Args)]
pub struct Files {
    /// Files to read, one URL a line; standard input without a file or for `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// One input: its name for people, and its bytes.
pub struct Source {
    pub name: String,
    reader: BufReader<Box<dyn Read>>,
}

impl Files {
    /// Whether records must say of which file they are.
    pub fn several(&self) -> bool {
        self.files.len() > 1
    }

    /// Opens the inputs one by one.
    pub fn sources(&self) -> impl Iterator<Item = Result<Source, Failure>> + '_ {
        let stdin = self.files.is_empty().then(|| PathBuf::from("-"));
        stdin.into_iter().chain(self.files.iter().cloned()).map(|path| {
            let name = path.display().to_string();
            let read: Box<dyn Read> = match name.as_str() {
                "-" => Box::new(io::stdin().lock()),
                _ => Box::new(File::open(&path).map_err(|error| Failure::Input { name: name.clone(), error })?),
            };
            Ok(Source { name, reader: BufReader::with_capacity(1 << 16, read) })
        })
    }
}

impl Source {
    /// Reads the next line into `line`, without its end (LF or CR LF); `false` at the end of the input.
    pub fn next_line(&mut self, line: &mut Vec<u8>) -> Result<bool, Failure> {
        line.clear();
        let read = self.reader.read_until(b'\n', line);
        read.map_err(|error| Failure::Input { name: self.name.clone(), error })?;
        let some = !line.is_empty();
        if line.ends_with(b"\n") {
            line.pop();
            if line.ends_with(b"\r") {
                line.pop();
            }
        }
        Ok(some)
    }
}
