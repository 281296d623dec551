//! The rules in the text of a whole document.

use std::collections::HashSet;

use super::abnf::CORE;
use super::expr::Expr;
use super::foreign::ForeignSign;
use super::notation::{Notation, begun};
use super::pages::without_pages;
use super::read::{body_of, definitions};

/// The greatest number of lines of a rule. The bound keeps the time linear.
const LINES: usize = 200;

/// The greatest number of parts of a rule between blank lines: a page may end within a rule.
const BLOCKS: usize = 4;

/// A line of the document, with its span in bytes.
struct Line<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

impl Line<'_> {
    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Whether it continues a rule with an indentation. Only a comment may be further left.
    fn continues(&self, rule_indent: usize) -> bool {
        !self.is_blank() && (indent(self.text) > rule_indent || self.text.trim_start().starts_with(';'))
    }
}

/// Lines that may be a rule.
struct CandidateRule {
    /// The indices of its lines.
    lines: std::ops::Range<usize>,
    indent: usize,
    name: String,
    /// Whether a blank is before or after the equals sign.
    is_spaced: bool,
    /// The body; `None` if it cannot be parsed.
    body: Option<Expr>,
    /// Whether it has more lines or parts than a rule may have.
    is_too_long: bool,
}

/// The rules in the text of a document.
///
/// ```
/// use regular_bnf::{Bnf, Notation, extract};
///
/// let document = "3.2.3.  Port\n\n   A port is a number:\n\n      port = *DIGIT\n";
/// let rules = extract(document, None, Notation::Abnf);
/// assert_eq!((rules.count, rules.text.trim()), (1, "port = *DIGIT"));
/// assert_eq!(Bnf::abnf(&rules.text)?.get("port").unwrap().line, 5);
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ExtractedRules {
    /// The text of the document with blanks in place of everything but its rules, so that the rules
    /// keep their lines and columns.
    pub text: String,
    /// The number of rules that can be parsed.
    pub count: usize,
    /// What looks like a rule and is not in `text`, in the order of the document.
    pub omitted: Vec<OmittedRule>,
}

/// Lines that look like a rule and are not read as one.
///
/// ```
/// use regular_bnf::{Notation, extract};
///
/// let rules = extract("   port = *DIGIT\n\n   site ::= 1*ALPHA\n", None, Notation::Abnf);
/// assert_eq!(rules.omitted[0].line, 3);
/// assert!(rules.omitted[0].reason.starts_with("expected `=`, as in ABNF: `::=` is the sign in BNF"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OmittedRule {
    /// The number of its first line, from 1.
    pub line: usize,
    /// Why it is not read as a rule.
    pub reason: String,
}

/// Extracts the rules from the text of a document. With a section, only the rules of this section:
/// `2`, `3.2.2`, `A`, `E.3`.
///
/// A rule begins with a line `name = ...`, which may be indented; its other lines are indented
/// more: at most 200 lines, in at most four parts between blank lines. It has a literal or a
/// number, or it uses or is used by another rule. Where other rules have blanks around the equals
/// sign, `NAME=VALUE` is an example, not a rule, unless it is in one block with a rule. Lines that
/// look like a rule but cannot be parsed are rules if they are beside one. A notation without an
/// equals sign has no rules that can be found.
///
/// ```
/// use regular_bnf::{Bnf, Notation, extract};
///
/// let text = "1.  Dates\n\n   A date is written as\n\n      date = year \"-\" month\n      year = 4DIGIT\n\n\
///     \x20  such as\n\n      DATE=2026-11\n\n   with\n\n      month = 2DIGIT\n";
/// let rules = extract(text, None, Notation::Abnf);
/// assert_eq!((rules.count, rules.omitted[0].line), (3, 10));
/// let bnf = Bnf::read_as(&rules.text, Notation::Abnf)?;
/// assert_eq!(bnf.productions().iter().map(|rule| rule.line).collect::<Vec<_>>()[..3], [5, 6, 14]);
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
pub fn extract(document: &str, section: Option<&str>, notation: Notation) -> ExtractedRules {
    if notation == Notation::BernersLee {
        return ExtractedRules::default();
    }
    let text = without_pages(document);
    let mut offset = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        offset += line.len();
        Line { text: line, start: offset - line.len(), end: offset }
    });
    let lines: Vec<Line<'_>> = lines.collect();
    let within = section.map_or(0..lines.len(), |section| section_lines(&lines, section));
    let candidates = candidates(&text, &lines, within.clone(), notation);
    let is_rule = select_rules(&candidates, &lines, notation);
    let (mut rules, mut omitted) = (Vec::new(), Vec::new());
    for (candidate, is_rule) in candidates.into_iter().zip(is_rule) {
        if is_rule {
            rules.push(candidate);
        } else {
            omitted.push(candidate.omitted(&text, &lines, notation));
        }
    }
    omitted.extend(foreign_rules(&lines, within));
    omitted.sort_by_key(|rule| rule.line);
    let mut extracted = ExtractedRules {
        text: String::with_capacity(text.len()),
        count: rules.iter().filter(|rule| rule.body.is_some()).count(),
        omitted,
    };
    let mut rules = rules.iter().peekable();
    for (number, line) in lines.iter().enumerate() {
        while rules.peek().is_some_and(|rule| rule.lines.end <= number) {
            rules.next();
        }
        if rules.peek().is_some_and(|rule| rule.lines.contains(&number)) {
            extracted.text.push_str(line.text)
        } else {
            extracted.text.extend(line.text.chars().map(|c| if c == '\n' { c } else { ' ' }))
        }
    }
    extracted
}

/// The lines that begin a rule of a notation that is not read. A colon is not enough: it is also in
/// prose.
fn foreign_rules(lines: &[Line<'_>], within: std::ops::Range<usize>) -> impl Iterator<Item = OmittedRule> {
    lines[within.clone()].iter().zip(within).filter_map(|(line, index)| {
        let sign = ForeignSign::find(line.text.trim_start()).filter(|sign| sign.sign.ends_with('='))?;
        Some(OmittedRule { line: index + 1, reason: format!("expected {}", sign.expected()) })
    })
}

/// The indices of the lines of a section.
fn section_lines(lines: &[Line<'_>], section: &str) -> std::ops::Range<usize> {
    let number = section.trim().trim_end_matches('.').to_ascii_uppercase();
    let mut headings = lines.iter().enumerate().filter_map(|(index, line)| Some((index, heading(line.text)?)));
    let Some((start, _)) = headings.find(|(_, heading)| *heading == number) else { return 0..0 };
    let end = headings.find(|(_, heading)| !is_subsection(heading, &number)).map_or(lines.len(), |(index, _)| index);
    start..end
}

/// Whether a number is that of a section, or of one within it.
fn is_subsection(number: &str, section: &str) -> bool {
    number.strip_prefix(section).is_some_and(|suffix| suffix.is_empty() || suffix.starts_with('.'))
}

/// The number of a section whose heading a line is: `3.2.2.  Names`, `Appendix A.  Collected ABNF`.
fn heading(line: &str) -> Option<String> {
    let is_appendix = line.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("appendix "));
    let line = if is_appendix { line[9..].trim_start() } else { line };
    let end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '.').unwrap_or(line.len());
    let number = line[..end].trim_end_matches('.');
    let first = number.split('.').next().unwrap_or_default();
    let is_number = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
    let is_letter = first.len() == 1 && first.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_divided = line[..end].contains('.');
    let is_heading = is_number || is_letter && (is_appendix || is_divided);
    (is_heading && line[end..].starts_with([' ', '\t', '\r', '\n'])).then(|| number.to_ascii_uppercase())
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// All lines that look like rules.
fn candidates(
    text: &str,
    lines: &[Line<'_>],
    within: std::ops::Range<usize>,
    notation: Notation,
) -> Vec<CandidateRule> {
    let mut candidates = Vec::new();
    let mut index = within.start;
    while index < within.end {
        let Some((name, body)) = begun(lines[index].text) else {
            index += 1;
            continue;
        };
        let candidate = candidate(text, &lines[..within.end], index, name, body, notation);
        // Text that cannot be parsed may contain a rule.
        index = if candidate.body.is_some() { candidate.lines.end } else { index + 1 };
        candidates.push(candidate);
    }
    candidates
}

/// The rule that may begin at the line `first`. It may end at each run of blank lines: the longest
/// text that can be parsed is the rule. `body` is the offset of the body in the first line.
fn candidate(
    text: &str,
    lines: &[Line<'_>],
    first: usize,
    name: &str,
    body: usize,
    notation: Notation,
) -> CandidateRule {
    let indent = indent(lines[first].text);
    let is_spaced = lines[first].text[indent + name.len()..].starts_with([' ', '\t'])
        || lines[first].text[body..].starts_with([' ', '\t']);
    let body = lines[first].start + body;
    let limit = lines.len().min(first + LINES);
    let mut candidate = CandidateRule {
        lines: first..first + 1,
        indent,
        name: name.to_owned(),
        is_spaced,
        body: None,
        is_too_long: false,
    };
    let mut end = first + 1;
    for block in 0..=BLOCKS {
        while end < limit && lines[end].continues(indent) {
            end += 1;
        }
        let parsed = body_of(notation, &text[body..lines[end - 1].end]);
        let goes_on = end == limit && lines.get(limit).is_some_and(|line| line.continues(indent));
        if goes_on || block == BLOCKS && parsed.is_some() {
            return CandidateRule { body: None, is_too_long: true, ..candidate };
        }
        if block == 0 || parsed.is_some() {
            candidate = CandidateRule { lines: first..end, body: parsed.or(candidate.body), ..candidate };
        }
        match (end..limit).find(|&index| !lines[index].is_blank()) {
            Some(next) if next > end && lines[next].continues(indent) && begun(lines[next].text).is_none() => {
                end = next
            }
            _ => break,
        }
    }
    candidate
}

/// Whether an expression has a literal, a number or a description.
fn has_terminal(expr: &Expr) -> bool {
    match expr {
        Expr::Literal(_) | Expr::Range(..) | Expr::Undefined(_) => true,
        Expr::Void | Expr::Name(_) => false,
        Expr::Sequence(parts) | Expr::Alternatives(parts) => parts.iter().any(has_terminal),
        Expr::Repeat(_, _, inner) => has_terminal(inner),
        Expr::Except(left, right) => has_terminal(left) || has_terminal(right),
    }
}

/// For each candidate, whether it is a rule.
fn select_rules(candidates: &[CandidateRule], lines: &[Line<'_>], notation: Notation) -> Vec<bool> {
    let (mut defined, mut used) = (HashSet::new(), HashSet::new());
    for candidate in candidates {
        if let Some(body) = &candidate.body {
            defined.insert(candidate.name.to_ascii_lowercase());
            used.extend(body.names().into_iter().map(str::to_ascii_lowercase));
        }
    }
    if notation.is_abnf() {
        let core = definitions(CORE, notation).into_iter().flatten();
        defined.extend(core.map(|definition| definition.name.to_ascii_lowercase()));
    }
    let mut is_rule = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        is_rule.push(candidate.body.as_ref().is_some_and(|body| {
            used.contains(&candidate.name.to_ascii_lowercase())
                || has_terminal(body)
                || body.names().into_iter().any(|name| defined.contains(&name.to_ascii_lowercase()))
        }));
    }
    // Where rules have blanks around the equals sign, `NAME=VALUE` is an example.
    if candidates.iter().zip(&is_rule).any(|(candidate, is_rule)| *is_rule && candidate.is_spaced) {
        for (candidate, is_rule) in candidates.iter().zip(&mut is_rule) {
            *is_rule &= candidate.is_spaced;
        }
        extend_to_neighbours(&mut is_rule, candidates, lines, |candidate| candidate.body.is_some());
    }
    // Text that cannot be parsed is a broken rule if it is beside a rule.
    extend_to_neighbours(&mut is_rule, candidates, lines, |candidate| {
        candidate.body.is_none() && !candidate.is_too_long
    });
    is_rule
}

/// Makes the candidates with a property rules if they are beside one.
fn extend_to_neighbours(
    is_rule: &mut [bool],
    candidates: &[CandidateRule],
    lines: &[Line<'_>],
    property: impl Fn(&CandidateRule) -> bool,
) {
    for index in 1..candidates.len() {
        let (before, candidate) = (&candidates[index - 1], &candidates[index]);
        is_rule[index] |= is_rule[index - 1] && property(candidate) && before.is_beside(candidate, lines);
    }
    for index in (1..candidates.len()).rev() {
        let (candidate, after) = (&candidates[index - 1], &candidates[index]);
        is_rule[index - 1] |= is_rule[index] && property(candidate) && candidate.is_beside(after, lines);
    }
}

impl CandidateRule {
    /// Whether the next candidate has the same indentation, and only blank lines are between both.
    /// Text that cannot be parsed must not begin within a paragraph.
    fn is_beside(&self, next: &Self, lines: &[Line<'_>]) -> bool {
        self.indent == next.indent
            && self.lines.end <= next.lines.start
            && lines[self.lines.end..next.lines.start].iter().all(Line::is_blank)
            && (self.body.is_some() || self.lines.start.checked_sub(1).is_none_or(|before| lines[before].is_blank()))
    }

    /// Why it is not a rule.
    fn omitted(&self, text: &str, lines: &[Line<'_>], notation: Notation) -> OmittedRule {
        let first = self.lines.start;
        let own = &text[lines[first].start..lines[self.lines.end - 1].end];
        let error = match definitions(own, notation) {
            Ok(definitions) => definitions.into_iter().find_map(|definition| definition.body.err()),
            Err(error) => Some(error),
        };
        let reason = match error {
            _ if self.is_too_long => {
                format!("it has more than {LINES} lines, or more than {BLOCKS} parts between blank lines")
            }
            Some(error) => format!("expected {}", error.expected),
            None if self.is_spaced => "it has no literal, uses no rule and is used by none".to_owned(),
            None => "no blanks are around its `=`, unlike in the rules of the document".to_owned(),
        };
        OmittedRule { line: first + 1, reason }
    }
}
