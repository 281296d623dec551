//! Regular expressions as grammars.

use std::fs;

use uri_lineage::Component;
use uri_lineage::regular_bnf::lint::Pattern as Examined;
use uri_lineage::regular_bnf::{Bnf, Flavour, Language, Regex, RegexError, Spans};

use super::files::text_file;
use crate::failure::Failure;
use crate::output::text::plain;

/// The name of the only production of a regular expression.
pub const PATTERN: &str = "pattern";

/// How many characters of an expression name it.
const SHOWN: usize = 40;

/// A regular expression that matches a text.
pub fn escaped(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_punctuation() { format!("\\{c}") } else { c.to_string() }).collect()
}

/// How regular expressions are read.
#[derive(clap::Args)]
pub struct RegexArgs {
    /// The flavour of regular expressions, except of files whose names have one, as
    /// `my.python.regex` [default: rust]
    #[arg(long, value_enum, value_name = "FLAVOUR")]
    flavour: Option<FlavourArg>,
    /// The flags of regular expressions, such as `i` or `im`, in the letters of the flavour; those of
    /// a literal `/.../i` are added
    ///
    /// Text between slashes is a literal of ECMAScript or Ruby if that is its flavour. Without a
    /// flavour it is one of ECMAScript if it begins with `^` or ends with `$` and has no
    /// alternatives: there the slashes cannot be characters.
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
    flags: String,
}

impl PatternText {
    /// Reads an expression, or the file of this name that has one.
    pub fn read(text: &str, args: &RegexArgs) -> Result<Self, Failure> {
        let is_file = is_regex(text) || fs::metadata(text).is_ok_and(|file| file.is_file());
        let name = text;
        let text = if is_file {
            let pattern = text_file(name)?;
            // The line end of the file is not part of it.
            let line = pattern.strip_suffix('\n').unwrap_or(&pattern);
            line.strip_suffix('\r').unwrap_or(line).to_owned()
        } else {
            name.to_owned()
        };
        let in_name = is_file.then(|| name.trim_end_matches(".regex").rsplit_once('.')?.1.parse().ok()).flatten();
        let flavour = in_name.or(args.flavour.map(Flavour::from));
        let literal = Literal::find(&text).filter(|literal| literal.is_of(flavour));
        let name = match &literal {
            _ if is_file => name.to_owned(),
            Some(Literal { body, .. }) if body.chars().count() <= SHOWN => text.clone(),
            Some(Literal { body, .. }) => shortened(body),
            None => shortened(&text),
        };
        Ok(match literal {
            Some(Literal { body, flags }) => {
                let flavour = flavour.unwrap_or(Flavour::EcmaScript);
                Self { text: body.to_owned(), flavour, flags: args.flags.clone() + flags, name }
            }
            None => Self { name, text, flavour: flavour.unwrap_or_default(), flags: args.flags.clone() },
        })
    }

    /// The expression as a linter examines it.
    pub fn examined<'a>(&'a self, args: &'a RegexArgs) -> Examined<'a> {
        Examined { text: &self.text, flavour: self.flavour, flags: &self.flags, anywhere: args.anywhere }
    }
}

/// A regular expression as programs of ECMAScript and Ruby contain it: `/body/flags`.
struct Literal<'t> {
    body: &'t str,
    flags: &'t str,
}

impl<'t> Literal<'t> {
    /// The parts of a text that has the form of a literal.
    fn find(text: &'t str) -> Option<Self> {
        let (body, flags) = text.strip_prefix('/')?.rsplit_once('/')?;
        let is_literal = !body.is_empty() && flags.bytes().all(|byte| byte.is_ascii_lowercase());
        let has_slash = operators(body).is_none_or(|operators| operators.iter().any(|&(_, c)| c == '/'));
        (is_literal && !has_slash).then_some(Self { body, flags })
    }

    /// Whether text of this form is a literal in a flavour. Without a flavour it is one if the
    /// slashes cannot be meant as characters.
    fn is_of(&self, flavour: Option<Flavour>) -> bool {
        match flavour {
            Some(flavour) => [Flavour::EcmaScript, Flavour::Ruby].contains(&flavour),
            None => {
                let operators = operators(self.body).unwrap_or_default();
                let last = (self.body.len() - 1, '$');
                let is_anchored = operators.first() == Some(&(0, '^')) || operators.last() == Some(&last);
                is_anchored && operators.iter().all(|&(_, c)| c != '|')
            }
        }
    }
}

/// The characters of a body that are neither escaped nor in a class, each with its offset; `None` if
/// the body ends within an escape or a class.
fn operators(body: &str) -> Option<Vec<(usize, char)>> {
    let (mut operators, mut is_escaped, mut in_class) = (Vec::new(), false, false);
    for (offset, c) in body.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            _ if in_class => {}
            _ => operators.push((offset, c)),
        }
    }
    (!is_escaped && !in_class).then_some(operators)
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
        let PatternText { name, text, flavour, flags } = PatternText::read(text, args)?;
        let regex = Regex::new(&text, flavour, &flags).map_err(|error| regex_failure(&error, &name, &text))?;
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
    match text.char_indices().nth(SHOWN) {
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
