//! The folder of a site: a new folder is written beside the old one and renamed, so that the folder
//! never has half of a site.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Lists the files of a site, one a line, in its folder: all other files are foreign.
pub const LIST: &str = ".uri-lineage-site";

/// A folder into which a site may be written.
pub struct Folder {
    /// The real path: no link is followed afterwards.
    path: PathBuf,
    /// The files and links that `site` did not write, to be kept.
    foreign: Vec<PathBuf>,
}

impl Folder {
    /// Examines a folder, before the long work. With `force`, foreign files may stay in it.
    pub fn new(folder: &Path, force: bool) -> Result<Self, Failure> {
        let path = create(folder).map_err(|error| write_failure(folder, &error))?;
        if path.parent().is_none() {
            return Err(Failure::Usage(format!("{}: a site needs a folder of its own", folder.display())));
        }
        let listed: BTreeSet<PathBuf> = match fs::read_to_string(path.join(LIST)) {
            Ok(list) => list.lines().map(PathBuf::from).chain([PathBuf::from(LIST)]).collect(),
            Err(_) => BTreeSet::new(),
        };
        let files = files(&path).map_err(|error| write_failure(folder, &error))?;
        let foreign: Vec<PathBuf> = files.into_iter().filter(|file| !listed.contains(file)).collect();
        match foreign.first() {
            Some(first) if !force => Err(Failure::Usage(format!(
                "{} has files that `site` did not write, such as {}; --force keeps those that the site does not replace",
                folder.display(),
                first.display()
            ))),
            _ => Ok(Self { path, foreign }),
        }
    }

    /// Replaces the folder by one with these files; foreign files are moved to it.
    pub fn write(&self, site: &[(String, String)]) -> Result<(), Failure> {
        let [new, old] = ["new", "old"].map(|label| {
            let mut name = self.path.file_name().unwrap_or_default().to_owned();
            name.push(format!(".{label}-{}", std::process::id()));
            self.path.with_file_name(name)
        });
        let replaced = self.fill(&new, site).and_then(|()| {
            fs::rename(&self.path, &old)?;
            // If this fails, the old folder is put back.
            fs::rename(&new, &self.path).inspect_err(|_| _ = fs::rename(&old, &self.path))
        });
        replaced.map_err(|error| {
            _ = fs::remove_dir_all(&new);
            write_failure(&self.path, &error)
        })?;
        for file in &self.foreign {
            let (from, to) = (old.join(file), self.path.join(file));
            // A file of the site replaces a foreign file of the same name.
            if fs::symlink_metadata(&to).is_err() {
                let moved = to.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::rename(&from, &to));
                moved.map_err(|error| write_failure(&to, &error))?;
            }
        }
        // Links are removed, and their targets are kept.
        fs::remove_dir_all(&old).map_err(|error| write_failure(&old, &error))
    }

    /// Writes all files into a fresh folder.
    fn fill(&self, folder: &Path, site: &[(String, String)]) -> io::Result<()> {
        fs::create_dir(folder)?;
        let mut list: Vec<&str> = site.iter().map(|(path, _)| path.as_str()).collect();
        list.sort_unstable();
        fs::write(folder.join(LIST), list.join("\n") + "\n")?;
        for (path, text) in site {
            let path = folder.join(path);
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(path, text)?;
        }
        // The same people may read it as before.
        fs::set_permissions(folder, fs::metadata(&self.path)?.permissions())
    }
}

/// Creates a folder, unless it exists, and returns its real path. A name such as `.` would have no
/// place beside it.
fn create(folder: &Path) -> io::Result<PathBuf> {
    match fs::symlink_metadata(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => fs::create_dir_all(folder)?,
        Err(error) => return Err(error),
        Ok(_) => {}
    }
    fs::canonicalize(folder)
}

/// All files and links in a folder and in its folders. No link is followed.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut files, mut waiting) = (Vec::new(), vec![PathBuf::new()]);
    while let Some(inner) = waiting.pop() {
        let count = files.len();
        let mut folders = 0;
        for entry in fs::read_dir(folder.join(&inner))? {
            let entry = entry?;
            let path = inner.join(entry.file_name());
            // The type of a link is that of a link.
            if entry.file_type()?.is_dir() {
                folders += 1;
                waiting.push(path);
            } else {
                files.push(path);
            }
        }
        // An empty folder counts as a file.
        if files.len() == count && folders == 0 && !inner.as_os_str().is_empty() {
            files.push(inner);
        }
    }
    files.sort();
    Ok(files)
}

fn write_failure(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("cannot write {}: {error}", path.display()))
}
