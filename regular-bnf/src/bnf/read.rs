//! Reads grammars in the notations of the documents.

use std::borrow::Cow;
use std::collections::HashMap;

use super::expr::{Definition, Expr, NotationError, alternatives, sequence};
use super::notation::{Notation, begun, is_in_name};
use super::pages::without_pages;
use super::parsers::{Rule, bodies};
use super::{abnf, lists};
use crate::limits::LIMITS;
use crate::parser::Span;

/// A production whose lines are being collected.
struct OpenProduction {
    /// Its span in the file, in bytes.
    range: std::ops::Range<usize>,
    /// The number of its first line, from 1.
    line: usize,
    /// The blanks in front of it. Its other lines have more.
    indent: usize,
}

/// The definitions so far.
#[derive(Default)]
struct CollectedDefinitions {
    definitions: Vec<Definition>,
    /// The index of the first definition of each name, in small letters.
    begun: HashMap<String, usize>,
    /// Where the parts of each definition are, if that is needed.
    parts: Option<Vec<PartLocations>>,
}

/// Where the parts of a production are in the text of a grammar. All offsets are in bytes.
#[derive(Debug, Default)]
pub(crate) struct PartLocations {
    /// The offset of its name.
    pub at: usize,
    /// The alternatives of the body, also if it has only one, and then those in each of its
    /// brackets, in order.
    pub choices: Vec<Vec<AlternativeLocation>>,
    /// The names that it uses, and its descriptions in words.
    pub names: Vec<NameLocation>,
}

/// An alternative.
#[derive(Debug)]
pub(crate) struct AlternativeLocation {
    pub at: usize,
    pub text: String,
    pub expr: Expr,
}

/// The use of a name, or a description in words.
#[derive(Debug)]
pub(crate) struct NameLocation {
    pub at: usize,
    pub name: String,
    pub is_prose: bool,
}

/// The productions of a file, with the places of their parts.
pub(crate) struct Located<'f> {
    /// The text in which offsets count. Every character has the line and the column that it has in
    /// the file.
    pub text: Cow<'f, str>,
    pub definitions: Vec<Definition>,
    /// For each definition its places.
    pub parts: Vec<PartLocations>,
}

/// Reads the productions of a file, with the places of their parts. The errors are those of
/// [`definitions`].
pub(crate) fn located(file: &str, notation: Notation) -> Result<Located<'_>, NotationError> {
    let text = without_pages(file);
    let read = read(&text, notation, Some(Vec::new()))?;
    Ok(Located { definitions: read.definitions, parts: read.parts.unwrap_or_default(), text })
}

/// Reads the productions of a file.
///
/// A production begins in the first column; its continuation lines are indented. A line that begins
/// with a semicolon in the first column is a comment. With an equals sign after the name, a
/// production may be indented, and its continuation lines are indented more and do not begin with a
/// name and an equals sign.
///
/// # Errors
///
/// If a line does not belong to a production. A byte order mark, and the headers and footers of
/// pages, are ignored. If a production cannot be parsed, its body contains the error.
pub fn definitions(file: &str, notation: Notation) -> Result<Vec<Definition>, NotationError> {
    Ok(read(&without_pages(file), notation, None)?.definitions)
}

/// Reads the productions of a file whose pages are removed.
fn read(
    file: &str,
    notation: Notation,
    parts: Option<Vec<PartLocations>>,
) -> Result<CollectedDefinitions, NotationError> {
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let mut all = CollectedDefinitions { parts, ..CollectedDefinitions::default() };
    let (mut comment, mut next): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut in_comment = false;
    let mut open: Option<OpenProduction> = None;
    let mut at = 0;
    for (number, line) in file.split_inclusive('\n').enumerate() {
        let (start, end) = (at, at + line.len());
        at = end;
        // With an equals sign, the rules of a file, or of each part of it, may be indented alike.
        let margin = match (notation, &open) {
            (Notation::BernersLee, _) => 0,
            (_, Some(open)) => open.indent,
            (_, None) => usize::MAX,
        };
        if line.trim().is_empty() {
            in_comment = false;
        } else if let Some(text) = line.trim_start().strip_prefix(';').filter(|_| indent(line) <= margin) {
            if !in_comment {
                // A comment inside of a rule of ABNF may be further left than the rule.
                if !notation.is_abnf() {
                    close(file, open.take(), &comment, notation, &mut all)?;
                }
                next.clear();
            }
            in_comment = true;
            next.push(text.trim());
        } else if indent(line) > margin && (notation == Notation::BernersLee || begun(line).is_none()) {
            let Some(open) = &mut open else {
                return Err(place(file, start, "a production, whose name begins in the first column"));
            };
            open.range.end = end;
        } else {
            close(file, open.take(), &comment, notation, &mut all)?;
            let indent = indent(line);
            open = Some(OpenProduction { range: start + indent..end, line: number + 1, indent });
            in_comment = false;
            comment.clone_from(&next);
        }
    }
    close(file, open, &comment, notation, &mut all)?;
    if all.definitions.is_empty() { Err(place(file, file.len(), "a production")) } else { Ok(all) }
}

/// Ends the collected production, if there is one, and adds it to the definitions.
fn close(
    file: &str,
    open: Option<OpenProduction>,
    comment: &[&str],
    notation: Notation,
    CollectedDefinitions { definitions, begun, parts }: &mut CollectedDefinitions,
) -> Result<(), NotationError> {
    let Some(OpenProduction { range, line, .. }) = open else { return Ok(()) };
    // Lines are counted from the production on: a file may have an error in each production.
    let start = file[..range.start].rfind('\n').map_or(0, |newline| newline + 1);
    let place = |file: &str, at: usize, expected: &str| {
        let error = place(&file[start..], at - start, expected);
        NotationError { line: error.line + line - 1, ..error }
    };
    let text = &file[range.clone()];
    let name = &text[..text.find(|c| !is_in_name(c)).unwrap_or(text.len())];
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err(place(file, range.start, "the name of a production, which begins with a letter"));
    }
    let behind = &text[name.len()..];
    let mut body_start = range.start + name.len();
    let mut more = false;
    if notation != Notation::BernersLee {
        let blanks = behind.len() - behind.trim_start().len();
        let Some(body) = behind.trim_start().strip_prefix('=') else {
            return Err(place(file, body_start + blanks, "`=`"));
        };
        more = notation.is_abnf() && body.starts_with('/');
        body_start += blanks + 1 + usize::from(more);
    }
    if let Some(at) = too_deep(&file[body_start..range.end]) {
        return Err(place(file, body_start + at, &format!("at most {} brackets within one another", LIMITS.brackets)));
    }
    let mut own = parts.is_some().then(|| PartLocations { at: range.start, ..PartLocations::default() });
    let body = notation.body(&file[body_start..range.end], body_start, own.as_mut());
    let body = body.map_err(|(at, expected)| place(file, body_start + at, &expected));
    // A page break leaves blank lines.
    let lines = text.split_inclusive('\n').filter(|line| !line.trim().is_empty()).collect::<String>();
    let (name, text, comment) = (name.to_owned(), lines.trim_end().to_owned(), comment.join("\n").trim().to_owned());
    if !more {
        begun.entry(name.to_ascii_lowercase()).or_insert(definitions.len());
        definitions.push(Definition { name, text, comment, line, body });
        parts.iter_mut().for_each(|parts| parts.extend(own.take()));
        return Ok(());
    }
    // RFC 5234, section 3.3: incremental alternatives for an earlier rule.
    let at = begun.get(&name.to_ascii_lowercase()).copied();
    let Some((at, begun)) = at.and_then(|at| Some((at, definitions.get_mut(at)?))) else {
        return Err(place(file, range.start, "a rule that was begun before, to add to it"));
    };
    if let (Some(own), Some(parts)) = (own, parts.as_mut().and_then(|parts| parts.get_mut(at))) {
        parts.add(own);
    }
    begun.text.push('\n');
    begun.text.push_str(&text);
    begun.body = match (std::mem::replace(&mut begun.body, Ok(Expr::Void)), body) {
        (Ok(Expr::Alternatives(mut all)), Ok(more)) => {
            all.push(more);
            Ok(Expr::Alternatives(all))
        }
        (Ok(first), Ok(more)) => Ok(Expr::Alternatives(vec![first, more])),
        (Err(error), _) | (_, Err(error)) => Err(error),
    };
    Ok(())
}

impl PartLocations {
    /// Adds incremental alternatives.
    fn add(&mut self, more: Self) {
        let mut choices = more.choices.into_iter();
        match (self.choices.first_mut(), choices.next()) {
            (Some(own), Some(more)) => own.extend(more),
            (_, more) => self.choices.extend(more),
        }
        self.choices.extend(choices);
        self.names.extend(more.names);
    }
}

/// The body of a production, if it can be parsed; whatever its numbers are.
pub(super) fn body_of(notation: Notation, body: &str) -> Option<Expr> {
    if too_deep(body).is_some() {
        return None;
    }
    let (text, lists) = notation.without_lists(body);
    let spans = bodies()[notation.parser()].parse(&text).ok()?;
    let root = SyntaxNode { body, spans: &spans, lists: &lists };
    Some(root.part(Rule::alternatives).map_or(Expr::Void, |node| notation.expr(node)))
}

/// The offset at which brackets are nested too deeply: the parser uses stack space for each level.
fn too_deep(body: &str) -> Option<usize> {
    let mut depth = 0usize;
    let deeper = |(_, c): &(usize, char)| {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > LIMITS.brackets
    };
    body.char_indices().find(deeper).map(|(at, _)| at)
}

/// The error for an offset in a file. It counts lines from the beginning of the file, but only for
/// the error that is reported.
fn place(file: &str, at: usize, expected: &str) -> NotationError {
    let before = file.get(..at).unwrap_or(file);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    NotationError {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        expected: expected.to_owned(),
    }
}

/// The offset of an error and the expected input: the cause if it is inside a literal or a number,
/// else from pest's own parser if that is available, else the offset alone.
fn unreadable(notation: Notation, body: &str, at: usize) -> (usize, String) {
    #[cfg(feature = "language")]
    let expected = super::expected::expected(notation, body);
    #[cfg(not(feature = "language"))]
    let expected = {
        _ = (notation, body);
        None
    };
    let (at, expected) = expected.unwrap_or_else(|| (at, "something else".to_owned()));
    inside(notation, body, at).unwrap_or((at, expected))
}

/// The offset and the expected input of an error inside the literal or the number that cannot be
/// read at an offset.
fn inside(notation: Notation, body: &str, at: usize) -> Option<(usize, String)> {
    if let Some(opening) = opening_mark(notation, body, at) {
        return inside_literal(notation, body, opening + 1);
    }
    if !notation.is_abnf() || !body.get(..at)?.ends_with('%') {
        return None;
    }
    let kind = body[at..].chars().next().unwrap_or_default();
    let digits = match kind {
        'x' | 'X' => "hexadecimal",
        'd' | 'D' => "decimal",
        'b' | 'B' => "binary",
        's' | 'S' | 'i' | 'I' if body[at + 1..].starts_with('"') => return inside_literal(notation, body, at + 2),
        's' | 'S' | 'i' | 'I' => return Some((at + 1, format!("a literal after `%{kind}`"))),
        _ => return Some((at, "`x`, `d` or `b` after `%`, and the number of a character".to_owned())),
    };
    Some((at + 1, format!("{digits} digits after `%{kind}`")))
}

/// The offset of the quotation mark that opens the literal at an offset, or around it.
fn opening_mark(notation: Notation, body: &str, at: usize) -> Option<usize> {
    // Berners-Lee's notation has no literals.
    if notation == Notation::BernersLee {
        return None;
    }
    let mut rest = 0;
    while rest <= at {
        let text = body.get(rest..)?;
        let end = match text.chars().next()? {
            '"' => {
                let end = text[1..].find('"').map(|end| end + 2);
                match end {
                    Some(end) if rest + end <= at => Some(end),
                    _ => return Some(rest),
                }
            }
            // The quotation mark itself, and descriptions in words.
            '<' => text.find('>').map(|end| end + 1),
            ';' => text.find('\n'),
            c => Some(c.len_utf8()),
        };
        rest += end?;
    }
    None
}

/// The offset and the expected input of an error in the literal whose text begins at an offset;
/// `None` if it can be read.
fn inside_literal(notation: Notation, body: &str, start: usize) -> Option<(usize, String)> {
    let is_text = |c: char| c != '"' && if notation.is_abnf() { matches!(c, ' '..='~') } else { c != '\n' };
    let text = body.get(start..)?;
    let end = text.find(|c| !is_text(c)).unwrap_or(text.len());
    let expected = match text[end..].chars().next() {
        Some('"') if end == 0 && !notation.is_abnf() => "a literal that is not empty",
        Some('"') => return None,
        None | Some('\n' | '\r') => "a closing quotation mark",
        Some(_) => "a literal of printable US-ASCII characters",
    };
    Some((start + end, expected.to_owned()))
}

/// A span of the body of a production, the first of `spans`, with its descendants.
#[derive(Clone, Copy)]
struct SyntaxNode<'b> {
    body: &'b str,
    spans: &'b [Span<Rule>],
    /// The offsets of the repetitions that are lists.
    lists: &'b [usize],
}

impl<'b> SyntaxNode<'b> {
    fn rule(self) -> Rule {
        self.spans[0].rule
    }

    fn start(self) -> usize {
        self.spans[0].start
    }

    fn text(self) -> &'b str {
        &self.body[self.start()..self.spans[0].end]
    }

    fn children(self) -> impl Iterator<Item = Self> {
        let mut below = &self.spans[1..self.spans[0].size];
        std::iter::from_fn(move || {
            let node = Self { spans: below, ..self };
            below = below.get(below.first()?.size..)?;
            Some(node)
        })
    }

    fn part(self, rule: Rule) -> Option<Self> {
        self.children().find(|node| node.rule() == rule)
    }
}

/// The expected input at a repetition whose bounds are in the wrong order.
pub(crate) fn crossed(least: u32, most: u32) -> String {
    format!("a repetition whose maximum, {most}, is not below its minimum, {least}")
}

impl Notation {
    /// Parses the body of a production; the error has the offset, and the expected input there. The
    /// places of its parts are added to `parts`; the body begins at an offset of the file.
    fn body(self, body: &str, start: usize, parts: Option<&mut PartLocations>) -> Result<Expr, (usize, String)> {
        let (read, lists) = self.without_lists(body);
        let spans = bodies()[self.parser()].parse(&read).map_err(|at| unreadable(self, &read, at))?;
        let root = SyntaxNode { body, spans: &spans, lists: &lists };
        for node in (0..spans.len()).map(|at| SyntaxNode { spans: &spans[at..], ..root }) {
            let text = node.text();
            let count = |text: &str| text.parse::<u32>().ok();
            let bound = |rule| node.part(rule).and_then(|bound| count(bound.text()));
            let expected = match node.rule() {
                Rule::least | Rule::most | Rule::times if !text.is_empty() && count(text).is_none() => {
                    format!("a count of at most {}", u32::MAX)
                }
                // RFC 822, section 2.4, and RFC 5234, section 3.6: a minimum and a maximum.
                Rule::repeat => match (bound(Rule::least), bound(Rule::most)) {
                    (Some(least), Some(most)) if least > most => crossed(least, most),
                    _ => continue,
                },
                Rule::number => match abnf::number(&text[1..], self.variant().bytes) {
                    Err(expected) => expected.to_owned(),
                    Ok(_) => continue,
                },
                Rule::text if !text.is_ascii() => "a literal of US-ASCII".to_owned(),
                _ => continue,
            };
            return Err((node.start(), expected));
        }
        if let Some(parts) = parts {
            let nodes = (0..spans.len()).map(|at| SyntaxNode { spans: &spans[at..], ..root });
            nodes.for_each(|node| self.locate(node, start, parts));
        }
        Ok(root.part(Rule::alternatives).map_or(Expr::Void, |node| self.expr(node)))
    }

    /// Adds the places of the parts of a span, without those of its descendants.
    fn locate(self, node: SyntaxNode<'_>, start: usize, parts: &mut PartLocations) {
        let at = |node: SyntaxNode<'_>| start + node.start();
        match node.rule() {
            Rule::alternatives => {
                let way = |child: SyntaxNode<'_>| AlternativeLocation {
                    at: at(child),
                    text: child.text().trim_end().to_owned(),
                    expr: self.expr(child),
                };
                let ways: Vec<AlternativeLocation> = node.children().map(way).collect();
                if ways.len() > 1 || parts.choices.is_empty() {
                    parts.choices.push(ways);
                }
            }
            rule @ (Rule::name | Rule::prose | Rule::mark) if rule != Rule::mark || self == Self::Rfc822 => {
                parts.names.push(NameLocation {
                    at: at(node),
                    name: node.text().to_owned(),
                    is_prose: rule != Rule::name,
                });
            }
            _ => {}
        }
    }

    /// The body of a production with lists written as repetitions, and their offsets.
    fn without_lists(self, body: &str) -> (Cow<'_, str>, Vec<usize>) {
        match self.variant().lists {
            Some(_) => lists::signs(body),
            None => (Cow::Borrowed(body), Vec::new()),
        }
    }

    fn expr(self, node: SyntaxNode<'_>) -> Expr {
        let text = node.text();
        let below = || node.children().map(|child| self.expr(child)).collect::<Vec<_>>();
        match node.rule() {
            Rule::alternatives => alternatives(below()),
            Rule::literal if self.is_abnf() => match node.part(Rule::text) {
                Some(text) => abnf::caseless(text.text()),
                None => Expr::Void,
            },
            Rule::exact if node.part(Rule::text).is_none() => Expr::Void,
            // A number that is no character has been reported.
            Rule::number => abnf::number(&text[1..], self.variant().bytes).unwrap_or(Expr::Void),
            Rule::sequence | Rule::literal | Rule::exact | Rule::group => sequence(below()),
            Rule::optional => Expr::Repeat(0, Some(1), Box::new(sequence(below()))),
            Rule::name => Expr::Name(text.to_owned()),
            Rule::space => Expr::Literal(" ".to_owned()),
            Rule::vline => Expr::Literal("|".to_owned()),
            Rule::void => Expr::Void,
            Rule::quotation_mark => Expr::Literal("\"".to_owned()),
            Rule::prose => Expr::Undefined(text.to_owned()),
            Rule::mark if self == Self::Rfc822 => Expr::Undefined(text.to_owned()),
            Rule::difference => {
                let mut sides = below().into_iter();
                match (sides.next(), sides.next()) {
                    (Some(left), Some(right)) => Expr::Except(Box::new(left), Box::new(right)),
                    (left, _) => left.unwrap_or(Expr::Void),
                }
            }
            Rule::element => self.element(node),
            _ => Expr::Literal(text.to_owned()),
        }
    }

    /// An element, or a repetition of one.
    fn element(self, node: SyntaxNode<'_>) -> Expr {
        let mut below = node.children();
        match (below.next(), below.next()) {
            (Some(repeat), Some(what)) => {
                let bound = |rule| repeat.part(rule).and_then(|bound| bound.text().parse().ok());
                // In the older notation, brackets after a repetition group.
                let what = match what.rule() {
                    Rule::optional if !self.is_abnf() => {
                        sequence(what.children().map(|child| self.expr(child)).collect())
                    }
                    _ => self.expr(what),
                };
                let times = bound(Rule::times);
                let (least, most) = (times.or(bound(Rule::least)), times.or(bound(Rule::most)));
                let sign = repeat.start()..repeat.start() + repeat.text().len();
                let next = node.lists.partition_point(|&at| at < sign.start);
                let is_list = node.lists.get(next).is_some_and(|at| sign.contains(at));
                match self.variant().lists.filter(|_| is_list) {
                    Some(lists) => lists.expr(least.unwrap_or(0), most, what),
                    None => Expr::Repeat(least.unwrap_or(0), most, Box::new(what)),
                }
            }
            (Some(what), None) => self.expr(what),
            _ => Expr::Void,
        }
    }
}
