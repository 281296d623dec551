//! Regular expressions as grammars.

use std::fs;

use uri_lineage::Component;
use uri_lineage::language::{Flavour, Language, Regex, RegexError, Spans};
use uri_lineage::lint::Pattern as Examined;
use uri_lineage::published::Bnf;

use super::files::text_file;
use crate::failure::Failure;
use crate::output::text::plain;

/// The name of the only production of a regular expression.
pub const PATTERN: &str = "pattern";

/// How regular expressions are read.
#[derive(clap::Args)]
pub struct RegexArgs {
    /// The flavour of regular expressions [default: that in the file's name, as in
    /// `my.python.regex`; otherwise rust]
    #[arg(long, value_enum, value_name = "FLAVOUR")]
    flavour: Option<FlavourArg>,
    /// The flags of regular expressions, such as `i` or `im`, in the letters of the flavour
    #[arg(long, value_name = "LETTERS", default_value = "", hide_default_value = true)]
    flags: String,
    /// Regular expressions match somewhere in a string, as a search does [default: they match the
    /// whole string]
    #[arg(long)]
    anywhere: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum FlavourArg {
    /// The crate regex of Rust
    Rust,
    /// RegExp of ECMAScript
    Ecmascript,
    /// PCRE2 with UTF, without UCP
    Pcre,
    /// The module re of Python
    Python,
    /// Regexp of Ruby
    Ruby,
}

impl From<FlavourArg> for Flavour {
    fn from(flavour: FlavourArg) -> Self {
        match flavour {
            FlavourArg::Rust => Self::Rust,
            FlavourArg::Ecmascript => Self::EcmaScript,
            FlavourArg::Pcre => Self::Pcre,
            FlavourArg::Python => Self::Python,
            FlavourArg::Ruby => Self::Ruby,
        }
    }
}

/// Whether a file has a regular expression, by its name.
pub fn is_regex(file: &str) -> bool {
    file.ends_with(".regex")
}

/// The text of a regular expression of the user, and how it is read.
pub struct PatternText {
    /// The name of its file, or the beginning of the expression.
    pub name: String,
    pub text: String,
    pub flavour: Flavour,
}

impl PatternText {
    /// Reads an expression, or the file of this name that has one.
    pub fn read(text: &str, args: &RegexArgs) -> Result<Self, Failure> {
        let is_file = is_regex(text) || fs::metadata(text).is_ok_and(|file| file.is_file());
        let (name, text) = if is_file {
            let pattern = text_file(text)?;
            // The line end of the file is not part of it.
            let line = pattern.strip_suffix('\n').unwrap_or(&pattern);
            (text.to_owned(), line.strip_suffix('\r').unwrap_or(line).to_owned())
        } else {
            (shortened(text), text.to_owned())
        };
        let in_name = is_file.then(|| name.trim_end_matches(".regex").rsplit_once('.')?.1.parse().ok()).flatten();
        let flavour = args.flavour.map(Flavour::from).or(in_name).unwrap_or_default();
        Ok(Self { name, text, flavour })
    }

    /// The expression as a linter examines it.
    pub fn examined<'a>(&'a self, args: &'a RegexArgs) -> Examined<'a> {
        Examined { text: &self.text, flavour: self.flavour, flags: &args.flags, anywhere: args.anywhere }
    }
}

/// A regular expression of the user.
pub struct Pattern {
    /// The name of its file, or the beginning of the expression.
    pub name: String,
    text: String,
    regex: Regex,
    pub language: Language,
}

impl Pattern {
    /// Reads an expression, or the file of this name that has one.
    pub fn read(text: &str, args: &RegexArgs) -> Result<Self, Failure> {
        let PatternText { name, text, flavour } = PatternText::read(text, args)?;
        let regex = Regex::read(&text, flavour, &args.flags).map_err(|error| regex_failure(&error, &name, &text))?;
        let regex = if args.anywhere { regex.anywhere() } else { regex };
        let language = regex.language().map_err(|error| regex_failure(&error, &name, &text))?;
        Ok(Self { name, text, regex, language })
    }

    fn failure(&self, error: &RegexError) -> Failure {
        regex_failure(error, &self.name, &self.text)
    }

    /// Its productions: itself, and its groups if it has no lookaround.
    pub fn bnf(&self) -> Result<Bnf, Failure> {
        self.regex.to_bnf(PATTERN).map_err(|error| self.failure(&error))
    }

    /// The spans of a component: those of the group that a place names by its name or number, by
    /// default of the group with the component's name.
    pub fn spans(&self, component: Component, place: Option<&str>) -> Result<Spans, Failure> {
        let name = component.name();
        let spans = match place {
            Some(group) => self.regex.spans(group),
            None if self.regex.groups().iter().flatten().any(|group| group == name) => self.regex.spans(name),
            None => self.regex.without_spans(),
        };
        spans.map_err(|error| self.failure(&error))
    }
}

/// The beginning of an expression.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("/{}.../", &text[..end]),
        None => format!("/{text}/"),
    }
}

/// The error in an expression with a name.
fn regex_failure(error: &RegexError, name: &str, text: &str) -> Failure {
    Failure::Usage(format!("{}: {}", plain(name), located_message(error, text)))
}

/// The message of an error, with the line and the column in the expression.
fn located_message(error: &RegexError, text: &str) -> String {
    let (offset, message) = match error {
        RegexError::Syntax { offset, reason } => (*offset, reason.clone()),
        RegexError::Unsupported { offset, what } => (*offset, format!("{what} cannot be read as a regular language")),
        error => return error.to_string(),
    };
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count();
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    match line {
        0 => format!("column {column}: {message}"),
        line => format!("line {}, column {column}: {message}", line + 1),
    }
}
