//! Grammar files of the user: how they are read, and what they import.

use std::borrow::Cow;

use uri_lineage::language::Imports;
use uri_lineage::regular_bnf::{
    AbnfVariant, AssumedDocument, Bnf, ExtractedRules, ImportError, Imported, Lists, Notation, OmittedRule, extract,
};
use uri_lineage::{DocumentGrammar, Reading};

use super::complete;
pub use super::files::{split_production, text_file};
use super::names::{suggest, with_suggestion};
use super::regex::RegexArgs;
use super::sourcecode;
use crate::failure::Failure;
use crate::output::report;

/// The number of lines that a message lists.
const MOST_LINES: usize = 20;

/// How grammar files are read.
#[derive(clap::Args)]
pub struct NotationArgs {
    /// The notation of grammar files [default: ABNF if the name ends in .abnf, otherwise detected]
    #[arg(long, value_enum, value_name = "NOTATION")]
    notation: Option<NotationArg>,
    /// A grammar from which grammar files import productions: those that they use without a
    /// definition, and those that they cite in words; may be repeated
    ///
    /// A citation such as `<host, see [RFC3986], Section 3.2.2>` needs no option. With names, these
    /// productions are imported, and no others by their names alone. With a document, the grammar
    /// is the one that citations such as `<host, see [URI]>` mean.
    #[arg(long, value_name = "[DOCUMENT=]GRAMMAR[:NAME,...]")]
    #[arg(add = complete::sources())]
    import: Vec<String>,
    /// Extract the rules from a whole document (an RFC or draft, as text or XML), or only from one
    /// section
    #[arg(long, value_name = "SECTION", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    extract: Option<String>,
    /// Read `#element` in ABNF as HTTP's list rule (RFC 9110, section 5.6.1): the lists that a
    /// sender generates, or those that a recipient accepts
    #[arg(long, value_enum, value_name = "LISTS")]
    list_rule: Option<ListsArg>,
    /// Read the numbers of ABNF as bytes, so that `%x80-FF` and `OCTET` are bytes and not
    /// characters
    ///
    /// In every output `(bytes)` follows the name of such a grammar, and each byte is written as
    /// the character with the same number. The grammar accepts an input if it accepts the bytes of
    /// the input, which is text in UTF-8.
    #[arg(long)]
    bytes: bool,
    /// If recursion is not known to be regular, decide only about strings in which a rule stands
    /// inside itself at most N times
    ///
    /// In every output `(at most N deep)` follows the name of a grammar for which this matters.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=1_000))]
    depth: Option<u16>,
    #[command(flatten)]
    pub regex: RegexArgs,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum NotationArg {
    /// The notation of drafts 02 and 03 and of RFC 1630
    BernersLee,
    /// The notation of RFC 822, as RFC 1738 uses it
    Rfc822,
    /// ABNF, the notation of RFC 5234
    Abnf,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum ListsArg {
    /// Without empty elements
    Sent,
    /// With empty elements, which do not count
    Received,
}

impl NotationArgs {
    /// ABNF, in the selected variant.
    fn abnf(&self) -> Notation {
        let lists = self.list_rule.map(|lists| match lists {
            ListsArg::Sent => Lists::Sent,
            ListsArg::Received => Lists::Received,
        });
        let variant = AbnfVariant { lists, bytes: self.bytes };
        if variant == AbnfVariant::default() { Notation::Abnf } else { Notation::AbnfVariant(variant) }
    }

    /// The notation of a file with this text.
    fn notation(&self, name: &str, text: &str) -> Notation {
        match self.notation {
            Some(NotationArg::BernersLee) => Notation::BernersLee,
            Some(NotationArg::Rfc822) => Notation::Rfc822,
            Some(NotationArg::Abnf) => self.abnf(),
            None if name.ends_with(".abnf") => self.abnf(),
            None => match Notation::detect(text) {
                notation if notation.is_abnf() => self.abnf(),
                // Lists and bytes are those of ABNF.
                Notation::Rfc822 if self.bytes || self.list_rule.is_some() => self.abnf(),
                notation => notation,
            },
        }
    }

    /// Reads the text of a grammar file. A message on standard error says what is not read of a
    /// whole document.
    pub fn read_text(&self, name: &str) -> Result<GrammarText, Failure> {
        let text = text_file(name)?;
        let Some(section) = &self.extract else {
            let notation = self.notation(name, &text);
            return Ok(GrammarText { rules: text, notation, document: String::new() });
        };
        let section = Some(section.as_str()).filter(|section| !section.is_empty());
        let refused = |message: String| Failure::Usage(format!("{name}: {message}"));
        if sourcecode::is_xml(&text) {
            if section.is_some() {
                return Err(refused("a section of XML cannot be selected".to_owned()));
            }
            let rules = sourcecode::abnf(&text).map_err(refused)?;
            let rules = rules.ok_or_else(|| refused("no `sourcecode` or `artwork` has the type `abnf`".to_owned()))?;
            let document = sourcecode::references(&text).map_err(refused)?;
            return Ok(GrammarText { rules, notation: self.abnf(), document });
        }
        let (ExtractedRules { text: rules, count, omitted, .. }, notation) = self.extract_rules(name, &text, section);
        report_omitted(name, &omitted);
        if count == 0 {
            return Err(refused("no rules are found in the text".to_owned()));
        }
        Ok(GrammarText { rules, notation, document: text })
    }

    /// The rules in the text of a document, and their notation. It is detected from the lines that are
    /// part of a rule in at least one notation.
    fn extract_rules(&self, name: &str, text: &str, section: Option<&str>) -> (ExtractedRules, Notation) {
        if self.notation.is_some() {
            let notation = self.notation(name, text);
            return (extract(text, section, notation), notation);
        }
        let rfc822 = extract(text, section, Notation::Rfc822);
        let abnf = extract(text, section, self.abnf());
        let lines = rfc822.text.lines().zip(abnf.text.lines());
        let lines: Vec<&str> = lines.map(|(line, other)| if line.trim().is_empty() { other } else { line }).collect();
        // Without a sign, it is the notation in which more rules can be parsed, and ABNF if that does
        // not decide.
        if Notation::detect(&lines.join("\n")).is_abnf() || abnf.count >= rfc822.count {
            (abnf, self.abnf())
        } else {
            (rfc822, Notation::Rfc822)
        }
    }

    /// Reads the grammar in a file, and returns the suffix of its name: how it is read, if that
    /// matters.
    pub fn read_bounded(&self, name: &str) -> Result<(Bnf, String), Failure> {
        let bnf = self.read_complete(name)?;
        let bytes = if bnf.is_of_bytes() { " (bytes)" } else { "" };
        let Some(depth) = self.depth else { return Ok((bnf, bytes.to_owned())) };
        let (bounded, recursions) = bnf.bounded(depth.into())?;
        let deep = if recursions.is_empty() { String::new() } else { format!(" (at most {depth} deep)") };
        Ok((bounded, bytes.to_owned() + &deep))
    }

    /// Reads the grammar in a file, with all that it imports, where recursion cannot be bounded.
    pub fn read_unbounded(&self, name: &str) -> Result<Bnf, Failure> {
        self.refuse_depth()?;
        self.read_complete(name)
    }

    /// Refuses --depth, where an answer could not be marked as bounded.
    pub fn refuse_depth(&self) -> Result<(), Failure> {
        match self.depth {
            Some(_) => Err(Failure::Usage("--depth cannot be used here: the result is about all strings".to_owned())),
            None => Ok(()),
        }
    }

    /// Reads the grammar in a file, with all that it imports.
    fn read_complete(&self, name: &str) -> Result<Bnf, Failure> {
        let GrammarText { rules, notation, document } = self.read_text(name)?;
        let bnf = parse_bnf(name, &rules, notation)?;
        let bnf = completed(name, self.imports(document)?.complete(&bnf))?;
        match bnf.beyond_bytes().filter(|_| bnf.is_of_bytes()) {
            Some(production) => {
                let why = format!("`{production}` is imported and has characters beyond U+00FF, which are no bytes");
                Err(Failure::Usage(format!("{name}: {why}")))
            }
            None => Ok(bnf),
        }
    }

    /// The grammars of --import. The list of references in the text of a document tells what its tags
    /// mean.
    pub fn imports(&self, document: String) -> Result<ImportedGrammars, Failure> {
        let grammars = self.import.iter().map(|text| self.import(text)).collect::<Result<_, _>>()?;
        Ok(ImportedGrammars { grammars, document })
    }

    /// Reads `[DOCUMENT=]GRAMMAR[:NAME,...]`.
    fn import(&self, text: &str) -> Result<ImportedGrammar, Failure> {
        let (document, grammar) = match text.split_once('=') {
            Some((document, grammar)) if !document.contains(['/', ':']) => (Some(document.to_owned()), grammar),
            _ => (None, text),
        };
        let (name, names) = split_production(grammar);
        let bnf = match built_in(name)? {
            Some(built_in) => Cow::Borrowed(built_in.bnf(Reading::Corrected)),
            None => {
                // An imported file has only rules, and may cite other documents.
                let text = text_file(name)?;
                let bnf = parse_bnf(name, &text, self.notation(name, &text))?;
                Cow::Owned(completed(name, Imports::default().complete(&bnf))?)
            }
        };
        let names: Vec<String> = names.into_iter().flat_map(|names| names.split(',')).map(str::to_owned).collect();
        if let Some(missing) = names.iter().find(|name| bnf.get(name).is_none()) {
            return Err(no_production(name, &bnf, missing));
        }
        Ok(ImportedGrammar { document, name: name.to_owned(), bnf, names })
    }
}

/// Reports what looks like a rule in a document and is not read as one: one message for each reason.
fn report_omitted(name: &str, omitted: &[OmittedRule]) {
    let mut lines_by_reason: Vec<(&str, Vec<usize>)> = Vec::new();
    for OmittedRule { line, reason, .. } in omitted {
        match lines_by_reason.iter_mut().find(|(known, _)| known == reason) {
            Some((_, lines)) => lines.push(*line),
            None => lines_by_reason.push((reason, vec![*line])),
        }
    }
    for (reason, lines) in lines_by_reason {
        let mut numbers: Vec<String> = lines.iter().take(MOST_LINES).map(usize::to_string).collect();
        if lines.len() > MOST_LINES {
            numbers.push(format!("and {} others", lines.len() - MOST_LINES));
        }
        let noun = if lines.len() == 1 { "line" } else { "lines" };
        report(&format!("{name}: not read as a rule in {noun} {}: {reason}", numbers.join(", ")));
    }
}

/// The text of a grammar file.
pub struct GrammarText {
    /// The rules. Every line keeps its number in the file.
    pub rules: String,
    pub notation: Notation,
    /// The document from which they are extracted; empty if the file has only rules.
    pub document: String,
}

/// The grammar of a file with all that it imports. A message names the tags that were taken for
/// grammars of this library; an error names the option that selects one.
fn completed(name: &str, imported: Result<Imported, ImportError>) -> Result<Bnf, Failure> {
    match imported {
        Ok(imported) => {
            for AssumedDocument { document, grammar, .. } in &imported.assumed {
                report(&format!(
                    "{name}: [{document}] is taken for {grammar}, the newest that defines what is cited in that section: \
                     to select another, use --import {document}=GRAMMAR"
                ));
            }
            Ok(imported.bnf)
        }
        Err(error) => {
            let hint = match &error {
                ImportError::Several { document, candidates, .. } => {
                    let tag = document.as_ref().map(|document| format!("{document}=")).unwrap_or_default();
                    let newest = candidates.last().map_or("GRAMMAR", String::as_str);
                    format!("; select one, for example with --import {tag}{newest}")
                }
                _ => String::new(),
            };
            Err(Failure::Usage(format!("{name}: {error}{hint}")))
        }
    }
}

fn parse_bnf(name: &str, text: &str, notation: Notation) -> Result<Bnf, Failure> {
    Bnf::read_as(text, notation).map_err(|error| Failure::Usage(format!("{name}: {error}")))
}

/// The grammars from which a file imports productions.
pub struct ImportedGrammars {
    grammars: Vec<ImportedGrammar>,
    /// The text of the document that cites; empty if there are only rules.
    document: String,
}

struct ImportedGrammar {
    document: Option<String>,
    name: String,
    bnf: Cow<'static, Bnf>,
    names: Vec<String>,
}

impl ImportedGrammars {
    /// A grammar with all that it imports.
    pub fn complete(&self, bnf: &Bnf) -> Result<Imported, ImportError> {
        let imports = Imports::default().with_references(&self.document);
        let imports = self.grammars.iter().fold(imports, |imports, grammar| {
            let ImportedGrammar { document, name, bnf, names } = grammar;
            imports.and(document.as_deref(), name.clone(), bnf, names)
        });
        imports.complete(bnf)
    }
}

/// The built-in document of that id; `None` for the name of a file.
pub fn built_in(name: &str) -> Result<Option<DocumentGrammar>, Failure> {
    match name.parse::<DocumentGrammar>() {
        Ok(grammar) => Ok(Some(grammar)),
        Err(_) if name.contains(['.', '/', '\\']) => Ok(None),
        Err(error) => Err(Failure::Usage(with_suggestion(&error))),
    }
}

/// The message for an undefined production, with a similar name as a suggestion.
pub fn no_production(grammar: &str, bnf: &Bnf, production: &str) -> Failure {
    let names = bnf.productions().iter().map(|definition| definition.name.as_str());
    Failure::Usage(suggest(&format_args!("{grammar} has no production named `{production}`"), production, names))
}
