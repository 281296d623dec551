//! The rules in the text of a whole document.

use std::collections::HashSet;

use super::abnf::CORE;
use super::expr::Expr;
use super::notation::{Notation, begun};
use super::pages::without_pages;
use super::read::{body_of, definitions};

/// The lines that a rule may have. The bound keeps the time linear.
const LINES: usize = 200;

/// Parts of a rule between blank lines: a page may end within a rule.
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
    /// The body; `None` if it cannot be parsed.
    body: Option<Expr>,
}

/// The text of a document with blanks in place of everything but its rules, so that the rules keep
/// their lines and columns; `None` if it has no rule. With a section, only the rules of this
/// section: `2`, `3.2.2`, `A`, `E.3`.
///
/// A rule begins with a line `name = ...`, which may be indented; its other lines are indented
/// more. Lines that look like a rule but cannot be parsed are rules if they are beside one. A
/// notation without an equals sign has no rules that can be found.
///
/// ```
/// use regular_bnf::{Bnf, Notation, extract};
///
/// let text = "1.  Dates\n\n   A date is written as\n\n      date = year \"-\" month\n      year = 4DIGIT\n\n\
///     \x20  with\n\n      month = 2DIGIT\n";
/// let rules = extract(text, None, Notation::Abnf).unwrap();
/// let bnf = Bnf::read_as(&rules, Notation::Abnf)?;
/// assert_eq!(bnf.productions().iter().map(|rule| rule.line).collect::<Vec<_>>()[..3], [5, 6, 10]);
/// # Ok::<(), regular_bnf::BnfError>(())
/// ```
pub fn extract(document: &str, section: Option<&str>, notation: Notation) -> Option<String> {
    if notation == Notation::BernersLee {
        return None;
    }
    let text = without_pages(document);
    let mut offset = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        offset += line.len();
        Line { text: line, start: offset - line.len(), end: offset }
    });
    let lines: Vec<Line<'_>> = lines.collect();
    let within = section.map_or(0..lines.len(), |section| section_lines(&lines, section));
    let rules = select_rules(candidates(&text, &lines, within, notation), &lines, notation);
    let mut rules = rules.iter().peekable();
    rules.peek()?;
    let mut out = String::with_capacity(text.len());
    for (number, line) in lines.iter().enumerate() {
        while rules.peek().is_some_and(|rule| rule.lines.end <= number) {
            rules.next();
        }
        if rules.peek().is_some_and(|rule| rule.lines.contains(&number)) {
            out.push_str(line.text)
        } else {
            out.extend(line.text.chars().map(|c| if c == '\n' { c } else { ' ' }))
        }
    }
    Some(out)
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
    let body = lines[first].start + body;
    let limit = lines.len().min(first + LINES);
    let mut candidate = CandidateRule { lines: first..first + 1, indent, name: name.to_owned(), body: None };
    let mut end = first + 1;
    for block in 0..BLOCKS {
        while end < limit && lines[end].continues(indent) {
            end += 1;
        }
        let parsed = body_of(notation, &text[body..lines[end - 1].end]);
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

/// The candidates that are rules.
fn select_rules(mut candidates: Vec<CandidateRule>, lines: &[Line<'_>], notation: Notation) -> Vec<CandidateRule> {
    let (mut defined, mut used) = (HashSet::new(), HashSet::new());
    for candidate in &candidates {
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
    for candidate in &candidates {
        is_rule.push(candidate.body.as_ref().is_some_and(|body| {
            used.contains(&candidate.name.to_ascii_lowercase())
                || has_terminal(body)
                || body.names().into_iter().any(|name| defined.contains(&name.to_ascii_lowercase()))
        }));
    }
    // Text that cannot be parsed is a broken rule if it is beside a rule, and not within a
    // paragraph.
    for index in 1..candidates.len() {
        let (before, candidate) = (&candidates[index - 1], &candidates[index]);
        is_rule[index] |= candidate.body.is_none() && is_rule[index - 1] && before.is_beside(candidate, lines);
    }
    for index in (1..candidates.len()).rev() {
        let (candidate, after) = (&candidates[index - 1], &candidates[index]);
        is_rule[index - 1] |= candidate.body.is_none() && is_rule[index] && candidate.is_beside(after, lines);
    }
    let mut is_rule = is_rule.into_iter();
    candidates.retain(|_| is_rule.next().unwrap_or_default());
    candidates
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
}
