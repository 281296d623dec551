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

/// Lines that may be a rule.
struct CandidateRule {
    /// The index of its first line, and of the line after its last.
    lines: std::ops::Range<usize>,
    indent: usize,
    name: String,
    /// The body; `None` if it cannot be parsed.
    body: Option<Expr>,
}

/// The text of a document with blanks in place of everything but its rules, so that these keep
/// their lines and columns; `None` if it has no rule. With a section, only the rules of this
/// section: `2`, `3.2.2`, `A`, `E.3`.
///
/// A rule begins a line, `name = ...`, perhaps indented, and its other lines are indented more.
/// Lines that cannot be parsed are rules if they are between others. The notation must have an
/// equals sign.
///
/// ```
/// use regular_bnf::{Bnf, Notation, extract};
///
/// let text = "1.  Dates\n\n   A date is written as\n\n      date = year \"-\" month\n      year = 4DIGIT\n\n   with\n\n      month = 2DIGIT\n";
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
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        at += line.len();
        Line { text: line, start: at - line.len(), end: at }
    });
    let lines: Vec<Line<'_>> = lines.collect();
    let within = section.map_or(0..lines.len(), |section| span_of(&lines, section));
    let kept = rules(candidates(&text, &lines, within, notation), &lines, notation);
    let mut rest = kept.iter().peekable();
    rest.peek()?;
    let mut out = String::with_capacity(text.len());
    for (number, line) in lines.iter().enumerate() {
        while rest.peek().is_some_and(|rule| rule.lines.end <= number) {
            rest.next();
        }
        if rest.peek().is_some_and(|rule| rule.lines.contains(&number)) {
            out.push_str(line.text)
        } else {
            out.extend(line.text.chars().map(|c| if c == '\n' { c } else { ' ' }))
        }
    }
    Some(out)
}

/// The lines of a section.
fn span_of(lines: &[Line<'_>], section: &str) -> std::ops::Range<usize> {
    let number = section.trim().trim_end_matches('.').to_ascii_uppercase();
    let is_within =
        |other: &str| other.strip_prefix(&number).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let mut headings = lines.iter().enumerate().filter_map(|(at, line)| Some((at, heading(line.text)?)));
    let Some((start, _)) = headings.find(|(_, found)| *found == number) else { return 0..0 };
    let end = headings.find(|(_, found)| !is_within(found)).map_or(lines.len(), |(at, _)| at);
    start..end
}

/// The number of a section whose heading a line is: `3.2.2.  Names`, `Appendix A.  Collected ABNF`.
fn heading(line: &str) -> Option<String> {
    let is_appendix = line.get(..9).is_some_and(|begin| begin.eq_ignore_ascii_case("appendix "));
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
    let mut all = Vec::new();
    let mut at = within.start;
    while at < within.end {
        let line = &lines[at];
        let Some((name, body)) = begun(line.text) else {
            at += 1;
            continue;
        };
        let own = indent(line.text);
        let body = line.start + body;
        let mut last = CandidateRule { lines: at..at + 1, indent: own, name: name.to_owned(), body: None };
        // The rule up to each run of blank lines; the longest that can be parsed is it.
        let (mut end, mut blocks) = (at + 1, 0);
        let is_blank = |at: usize| lines[at].text.trim().is_empty();
        // A comment may be further left.
        let is_comment = |at: usize| lines[at].text.trim_start().starts_with(';');
        let goes_on = |at: usize| at < within.end && !is_blank(at) && (indent(lines[at].text) > own || is_comment(at));
        let most = at + LINES;
        loop {
            while goes_on(end) && end < most {
                end += 1;
            }
            let parsed = body_of(notation, &text[body..lines[end - 1].end]);
            if blocks == 0 || parsed.is_some() {
                last = CandidateRule { lines: at..end, body: parsed.or(last.body), ..last };
            }
            blocks += 1;
            let next = (end..within.end.min(most)).find(|&at| !is_blank(at));
            match next {
                Some(next) if blocks < BLOCKS && next > end && goes_on(next) && begun(lines[next].text).is_none() => {
                    end = next
                }
                _ => break,
            }
        }
        // Text that cannot be parsed may contain a rule.
        at = if last.body.is_some() { last.lines.end } else { at + 1 };
        all.push(last);
    }
    all
}

/// Whether an expression has a literal, a number or a description.
fn has_terminal(expr: &Expr) -> bool {
    match expr {
        Expr::Literal(_) | Expr::Range(..) | Expr::Undefined(_) => true,
        Expr::Void | Expr::Name(_) => false,
        Expr::Sequence(all) | Expr::Alternatives(all) => all.iter().any(has_terminal),
        Expr::Repeat(_, _, inner) => has_terminal(inner),
        Expr::Except(left, right) => has_terminal(left) || has_terminal(right),
    }
}

/// The candidates that are rules.
fn rules(mut all: Vec<CandidateRule>, lines: &[Line<'_>], notation: Notation) -> Vec<CandidateRule> {
    let key = |name: &str| name.to_ascii_lowercase();
    let bodies = || all.iter().filter_map(|rule| Some((rule, rule.body.as_ref()?)));
    let mut defined: HashSet<String> = bodies().map(|(rule, _)| key(&rule.name)).collect();
    if notation.is_abnf() {
        defined.extend(definitions(CORE, notation).into_iter().flatten().map(|rule| key(&rule.name)));
    }
    let used: HashSet<String> = bodies().flat_map(|(_, body)| body.names()).map(key).collect();
    let mut is_rule: Vec<bool> = all
        .iter()
        .map(|rule| {
            rule.body.as_ref().is_some_and(|body| {
                let is_known = used.contains(&key(&rule.name));
                is_known || has_terminal(body) || body.names().into_iter().any(|name| defined.contains(&key(name)))
            })
        })
        .collect();
    // Text that cannot be parsed is a broken rule if it is beside a rule, and not within a
    // paragraph.
    let is_blank = |at: usize| lines[at].text.trim().is_empty();
    let beside = |one: &CandidateRule, next: &CandidateRule| {
        one.indent == next.indent
            && one.lines.end <= next.lines.start
            && (one.lines.end..next.lines.start).all(is_blank)
            && (one.body.is_some() || one.lines.start.checked_sub(1).is_none_or(is_blank))
    };
    for at in 1..all.len() {
        is_rule[at] |= all[at].body.is_none() && is_rule[at - 1] && beside(&all[at - 1], &all[at]);
    }
    for at in (1..all.len()).rev() {
        is_rule[at - 1] |= all[at - 1].body.is_none() && is_rule[at] && beside(&all[at - 1], &all[at]);
    }
    let mut at = 0;
    all.retain(|_| {
        at += 1;
        is_rule[at - 1]
    });
    all
}
