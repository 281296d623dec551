//! `completions` and `man`: shell completions and manual pages.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;
use clap_complete::env::Shells;

use crate::Cli;
use crate::failure::Failure;
use crate::options::complete;
use crate::output::Output;

/// Write shell completions: a script that requests the candidates from the program itself
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage completions bash > ~/.local/share/bash-completion/completions/uri-lineage
  uri-lineage completions fish > ~/.config/fish/completions/uri-lineage.fish")]
pub struct CompletionArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Write the manual: one page, or with --dir one page for each command
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage man | man -l -
  uri-lineage man --dir ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Write uri-lineage.1, uri-lineage-check.1 and so on into this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub fn completions(args: &CompletionArgs) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    let name = Cli::command().get_name().to_owned();
    let shell = args.shell.to_string();
    if let Some(completer) = Shells::builtins().completer(&shell) {
        completer.write_registration(complete::VARIABLE, &name, &name, &name, &mut script)?;
    }
    if args.shell == Shell::Bash {
        script.extend(include_bytes!("complete.bash"));
    }
    write(&script)
}

pub fn man(args: &ManArgs) -> Result<ExitCode, Failure> {
    if let Some(dir) = &args.dir {
        clap_mangen::generate_to(Cli::command(), dir)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut page)?;
    write(&page)
}

/// Not as text, in which control characters are shown as escapes.
fn write(bytes: &[u8]) -> Result<ExitCode, Failure> {
    let mut output = Output::new(false);
    output.out.write_all(bytes)?;
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}
