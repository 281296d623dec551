//! The options of a linter: what to examine, and with what to compare.

use super::languages::Rules;
use crate::automaton::regex::RegexError;
use crate::bnf::Bnf;
use crate::characters::visible;
use crate::language::Language;
use crate::language::import::{ImportError, Imported};
use crate::peg::literal_length;
use crate::regex::{Flavour, PartReplacements, Regex};

/// Completes a grammar with what it imports; see [`Bnf::import`].
///
/// ```
/// use regular_bnf::lint::{Importer, Linter};
/// use regular_bnf::{Bnf, Import, Lookup, Notation};
///
/// let hosts = Bnf::abnf("site = 1*ALPHA\n")?;
/// let importer: Importer<'_> = &|bnf| {
///     let site = Import { grammar: "hosts".into(), bnf: &hosts, production: "site".into() };
///     bnf.import(&[site], &mut |_| Lookup::Nowhere)
/// };
/// let report = Linter::new().importing(importer).bnf("page = \"//\" site\n", Notation::Abnf);
/// assert!(report.findings.is_empty());
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
pub type Importer<'a> = &'a (dyn Fn(&Bnf) -> Result<Imported, ImportError> + Sync);

/// Examines grammars.
///
/// The entries of a grammar are its productions or rules from which whole strings are read: by
/// default those that no other uses; and the first, if these do not reach it.
#[derive(Clone, Default)]
pub struct Linter<'a> {
    entries: Vec<String>,
    /// The language within which the entries should be, and its name.
    pub(super) within: Option<(String, &'a Language)>,
    /// The old version.
    pub(super) old: Option<&'a Rules>,
    /// Completes a grammar with what it imports.
    pub(super) imports: Option<Importer<'a>>,
}

debug_fields!(Linter<'a> { entries });

impl<'a> Linter<'a> {
    /// A linter that reads each grammar from its default entries.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an entry. Grammars without a production or rule of that name ignore it;
    /// [`Report::entries`](super::Report::entries) has the entries that were used.
    ///
    /// ```
    /// use regular_bnf::Notation;
    /// use regular_bnf::lint::{Lint, Linter};
    ///
    /// let names = "first = \"a\"\nlast = \"b\"\n";
    /// assert!(Linter::new().bnf(names, Notation::Abnf).findings.is_empty());
    /// assert_eq!(Linter::new().entry("first").bnf(names, Notation::Abnf).findings[0].lint, Lint::UnusedRule);
    /// ```
    #[must_use]
    pub fn entry(mut self, name: &str) -> Self {
        self.entries.push(name.to_owned());
        self
    }

    /// Requires that the entries accept only strings of a language, which has this name in
    /// messages.
    ///
    /// ```
    /// use regular_bnf::lint::{Lint, Linter};
    /// use regular_bnf::{Bnf, Language, Notation};
    ///
    /// let numbers = Language::new(&Bnf::read_as("number = 1*DIGIT\n", Notation::Abnf)?, "number")?;
    /// let report = Linter::new().within("number", &numbers).bnf("year = *4DIGIT\n", Notation::Abnf);
    /// assert_eq!((report.findings[0].lint, report.findings[0].witness.as_deref()), (Lint::NotWithin, Some("")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn within(self, name: &str, language: &'a Language) -> Self {
        Self { within: Some((name.to_owned(), language)), ..self }
    }

    /// Compares each production or rule with the one of the same name in the old version of the
    /// grammar.
    ///
    /// ```
    /// use regular_bnf::lint::{Linter, Rules};
    /// use regular_bnf::{Bnf, Notation};
    ///
    /// let old = Rules::from_bnf(Bnf::read_as("year = 4DIGIT\n", Notation::Abnf)?);
    /// let report = Linter::new().old(&old).bnf("year = 4*5DIGIT\n", Notation::Abnf);
    /// assert_eq!(report.findings[0].witness.as_deref(), Some("00000"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn old(self, rules: &'a Rules) -> Self {
        Self { old: Some(rules), ..self }
    }

    /// Completes each grammar with what it imports before it is examined. Imported rules have no
    /// findings.
    ///
    /// ```
    /// use regular_bnf::lint::{Lint, Linter};
    /// use regular_bnf::{Bnf, Lookup, Import, Notation};
    ///
    /// let years = Bnf::read_as("year = 4DIGIT\n", Notation::Abnf)?;
    /// let import = |bnf: &Bnf| {
    ///     bnf.import(&[], &mut |wanted| match wanted.name {
    ///         "year" => Lookup::In(Import { grammar: "years".into(), bnf: &years, production: "year".into() }),
    ///         _ => Lookup::Nowhere,
    ///     })
    /// };
    /// let report = Linter::new().importing(&import).bnf("date = year \"-\" month\n", Notation::Abnf);
    /// let findings: Vec<_> = report.findings.iter().map(|finding| (finding.lint, &*finding.message)).collect();
    /// assert_eq!(findings, [(Lint::UndefinedRule, "`month` is not defined")]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn importing(self, imports: Importer<'a>) -> Self {
        Self { imports: Some(imports), ..self }
    }

    /// The entries among the names of a grammar; `find` returns a name as it is defined, and
    /// `default` the entries of a grammar that defines none of them.
    pub(super) fn entries_among(
        &self,
        find: impl Fn(&str) -> Option<String>,
        default: impl FnOnce() -> Vec<String>,
    ) -> Vec<String> {
        let mut entries: Vec<String> = Vec::new();
        for name in self.entries.iter().filter_map(|name| find(name)) {
            if !entries.contains(&name) {
                entries.push(name);
            }
        }
        if entries.is_empty() { default() } else { entries }
    }
}

/// A regular expression to examine.
///
/// ```
/// use regular_bnf::lint::{Lint, Linter, Pattern};
///
/// let report = Linter::new().pattern(Pattern { text: "[a-z]+|end", ..Pattern::default() });
/// assert_eq!((report.findings[0].lint, report.findings[0].column), (Lint::UselessAlternative, 8));
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Pattern<'a> {
    /// The expression.
    pub text: &'a str,
    /// Its flavour.
    pub flavour: Flavour,
    /// The letters of its flags, for the whole expression.
    pub flags: &'a str,
    /// Whether it matches somewhere in a string; otherwise it matches whole strings.
    pub anywhere: bool,
}

impl Pattern<'_> {
    /// Reads the expression with some parts replaced.
    pub(super) fn read(&self, edits: &PartReplacements) -> Result<Regex, RegexError> {
        let regex = Regex::edited(self.text, self.flavour, self.flags, edits)?;
        Ok(if self.anywhere { regex.anywhere() } else { regex })
    }
}

/// Text of productions on one line, cut if it is long. White space between parts is one space; that
/// in literals stays.
pub(super) fn shown(text: &str) -> String {
    on_one_line(text, |tail| {
        // `<">` is the quotation mark itself.
        if tail.starts_with("<\">") {
            return Some(3);
        }
        let literal = tail.strip_prefix('"')?;
        // A quotation mark alone in its line is text of a comment.
        let end = literal.find(['"', '\n'])?;
        literal[end..].starts_with('"').then_some(end + 2)
    })
}

/// Text of a pest file on one line, as that of productions.
pub(super) fn shown_rule(text: &str) -> String {
    on_one_line(text, |tail| {
        let mark = tail.chars().next().filter(|mark| ['"', '\''].contains(mark))?;
        literal_length(tail, mark)
    })
}

/// The text with white space as one space, except in literals; `literal` returns the length of the
/// literal at the beginning of a text.
fn on_one_line(text: &str, literal: impl Fn(&str) -> Option<usize>) -> String {
    let (mut line, mut remainder) = (String::new(), text.trim());
    while let Some(c) = remainder.chars().next() {
        let spaces = remainder.len() - remainder.trim_start().len();
        let end = if spaces > 0 { spaces } else { literal(remainder).unwrap_or(c.len_utf8()) };
        let (part, tail) = remainder.split_at(end);
        line.push_str(if spaces > 0 { " " } else { part });
        remainder = tail;
    }
    cut(&line)
}

/// A text with escapes for its invisible characters, cut if it is long.
pub(super) fn cut(text: &str) -> String {
    /// The number of characters that are shown.
    const MOST: usize = 60;
    let line = visible(text).to_string();
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}
