//! Reads grammars in the notations of the documents.

use std::borrow::Cow;
use std::collections::HashMap;

use super::expr::{Definition, Expr, NotationError, alternatives, sequence};
use super::foreign::{COLON, ForeignSign, instead_of_construct};
use super::notation::{Notation, begun, is_in_name};
use super::pages::without_pages;
use super::parsers::{Rule, bodies};
use super::{abnf, lists};
use crate::limits::limits;
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
    /// The bodies that begin with a colon: how many, and the error at the first.
    colons: usize,
    first_colon: Option<NotationError>,
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
/// ```
/// use regular_bnf::{Notation, definitions};
///
/// let rules = definitions("port = *DIGIT\nsite = 1*( ALPHA\n", Notation::Abnf)?;
/// assert_eq!((rules[0].name.as_str(), rules[0].body.is_ok()), ("port", true));
/// assert_eq!((rules[1].name.as_str(), rules[1].body.is_ok()), ("site", false));
/// # Ok::<(), regular_bnf::NotationError>(())
/// ```
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
    let mut read = CollectedDefinitions { parts, ..CollectedDefinitions::default() };
    let (mut comment, mut next): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut in_comment = false;
    let mut open: Option<OpenProduction> = None;
    let mut at = 0;
    for (number, line) in file.split_inclusive('\n').enumerate() {
        let (start, end) = (at, at + line.len());
        at = end;
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        // With an equals sign, the rules of a file, or of each part of it, may be indented alike.
        let margin = match (notation, &open) {
            (Notation::BernersLee, _) => 0,
            (_, Some(open)) => open.indent,
            (_, None) => usize::MAX,
        };
        if line.trim().is_empty() {
            in_comment = false;
        } else if let Some(text) = line.trim_start().strip_prefix(';').filter(|_| indent <= margin) {
            if !in_comment {
                // A comment inside of a rule of ABNF may be further left than the rule.
                if !notation.is_abnf() {
                    read.close(file, open.take(), &comment, notation)?;
                }
                next.clear();
            }
            in_comment = true;
            next.push(text.trim());
        } else if indent > margin && (notation == Notation::BernersLee || begun(line).is_none()) {
            let Some(open) = &mut open else {
                let sign = ForeignSign::find(line.trim_start()).filter(|sign| sign.sign != COLON);
                return Err(match sign {
                    Some(sign) => error_at(file, start + indent + sign.at, &sign.expected()),
                    None => error_at(file, start, "a production, whose name begins in the first column"),
                });
            };
            open.range.end = end;
        } else {
            read.close(file, open.take(), &comment, notation)?;
            open = Some(OpenProduction { range: start + indent..end, line: number + 1, indent });
            in_comment = false;
            comment.clone_from(&next);
        }
    }
    read.close(file, open, &comment, notation)?;
    // If most bodies begin with a colon, it is the sign of another notation, and not a literal.
    match read.first_colon.take().filter(|_| 2 * read.colons > read.definitions.len()) {
        Some(error) => Err(error),
        None if read.definitions.is_empty() => Err(error_at(file, file.len(), "a production")),
        None => Ok(read),
    }
}

/// The name and the body of a production in the text of a file.
struct Header<'f> {
    name: &'f str,
    /// The offset of the body in the file.
    body_start: usize,
    /// Whether the body has further alternatives for an earlier rule (`=/`).
    is_incremental: bool,
    /// The colon with which the body begins, which may be the sign of another notation.
    colon: Option<ForeignSign>,
}

impl OpenProduction {
    /// Finds the name and the body. The error has the offset and the expected input.
    fn header<'f>(&self, file: &'f str, notation: Notation) -> Result<Header<'f>, (usize, String)> {
        let text = &file[self.range.clone()];
        let colon = match ForeignSign::find(text) {
            Some(sign) if notation == Notation::BernersLee && sign.sign == COLON => Some(sign),
            Some(sign) => return Err((self.range.start + sign.at, sign.expected())),
            None => None,
        };
        let name = &text[..text.find(|c| !is_in_name(c)).unwrap_or(text.len())];
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let expected = "the name of a production, which begins with a letter";
            return Err((self.range.start, expected.to_owned()));
        }
        let mut body_start = self.range.start + name.len();
        let mut is_incremental = false;
        if notation != Notation::BernersLee {
            let definition = &text[name.len()..];
            let blanks = definition.len() - definition.trim_start().len();
            let Some(body) = definition.trim_start().strip_prefix('=') else {
                return Err((body_start + blanks, "`=`".to_owned()));
            };
            is_incremental = notation.is_abnf() && body.starts_with('/');
            body_start += blanks + 1 + usize::from(is_incremental);
        }
        if let Some(at) = too_deep(&file[body_start..self.range.end]) {
            return Err((body_start + at, format!("at most {} brackets within one another", limits().brackets)));
        }
        Ok(Header { name, body_start, is_incremental, colon })
    }

    /// The error for an offset in the file. Lines are counted from the production on: a file may
    /// have an error in each production.
    fn error(&self, file: &str, at: usize, expected: &str) -> NotationError {
        let start = file[..self.range.start].rfind('\n').map_or(0, |newline| newline + 1);
        let error = error_at(&file[start..], at - start, expected);
        NotationError { line: error.line + self.line - 1, ..error }
    }
}

impl CollectedDefinitions {
    /// Ends the collected production, if there is one, and adds it to the definitions.
    fn close(
        &mut self,
        file: &str,
        open: Option<OpenProduction>,
        comment: &[&str],
        notation: Notation,
    ) -> Result<(), NotationError> {
        let Some(open) = open else { return Ok(()) };
        let header = open.header(file, notation);
        let header = header.map_err(|(at, expected)| open.error(file, at, &expected))?;
        let Header { name, body_start, is_incremental, colon } = header;
        if let Some(sign) = colon {
            self.colons += 1;
            self.first_colon.get_or_insert_with(|| open.error(file, open.range.start + sign.at, &sign.expected()));
        }
        let mut parts =
            self.parts.is_some().then(|| PartLocations { at: open.range.start, ..PartLocations::default() });
        let body = notation.body(&file[body_start..open.range.end], body_start, parts.as_mut());
        let body = body.map_err(|(at, expected)| open.error(file, body_start + at, &expected));
        // A page break leaves blank lines.
        let lines = file[open.range.clone()].split_inclusive('\n').filter(|line| !line.trim().is_empty());
        let text = lines.collect::<String>().trim_end().to_owned();
        if is_incremental {
            if self.extend_rule(name, &text, body, parts) {
                return Ok(());
            }
            return Err(open.error(file, open.range.start, "a rule that was begun before, to add to it"));
        }
        self.begun.entry(name.to_ascii_lowercase()).or_insert(self.definitions.len());
        let (name, comment) = (name.to_owned(), comment.join("\n").trim().to_owned());
        self.definitions.push(Definition { name, text, comment, line: open.line, body });
        if let Some(located) = &mut self.parts {
            located.extend(parts);
        }
        Ok(())
    }

    /// Adds incremental alternatives to an earlier rule (RFC 5234, section 3.3). Returns whether
    /// there is one.
    fn extend_rule(
        &mut self,
        name: &str,
        text: &str,
        body: Result<Expr, NotationError>,
        parts: Option<PartLocations>,
    ) -> bool {
        let Some(&at) = self.begun.get(&name.to_ascii_lowercase()) else { return false };
        let Some(rule) = self.definitions.get_mut(at) else { return false };
        if let (Some(parts), Some(rule_parts)) = (parts, self.parts.as_mut().and_then(|located| located.get_mut(at))) {
            rule_parts.add(parts);
        }
        rule.text.push('\n');
        rule.text.push_str(text);
        rule.body = match (std::mem::replace(&mut rule.body, Ok(Expr::Void)), body) {
            (Ok(Expr::Alternatives(mut alternatives)), Ok(body)) => {
                alternatives.push(body);
                Ok(Expr::Alternatives(alternatives))
            }
            (Ok(first), Ok(body)) => Ok(Expr::Alternatives(vec![first, body])),
            (Err(error), _) | (_, Err(error)) => Err(error),
        };
        true
    }
}

impl PartLocations {
    /// Adds incremental alternatives.
    fn add(&mut self, incremental: Self) {
        let mut choices = incremental.choices.into_iter();
        match (self.choices.first_mut(), choices.next()) {
            (Some(alternatives), Some(added)) => alternatives.extend(added),
            (_, added) => self.choices.extend(added),
        }
        self.choices.extend(choices);
        self.names.extend(incremental.names);
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
    for (at, c) in body.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > limits().brackets {
            return Some(at);
        }
    }
    None
}

/// The error for an offset in a file. It counts lines from the beginning of the file, but only for
/// the error that is reported.
fn error_at(file: &str, at: usize, expected: &str) -> NotationError {
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
    let construct = instead_of_construct(notation, body, at);
    inside(notation, body, at).or(construct).unwrap_or((at, expected))
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
    let mut start = 0;
    while start <= at {
        let text = body.get(start..)?;
        let end = match text.chars().next()? {
            '"' => {
                let end = text[1..].find('"').map(|end| end + 2);
                match end {
                    Some(end) if start + end <= at => Some(end),
                    _ => return Some(start),
                }
            }
            // The quotation mark itself, and descriptions in words.
            '<' => text.find('>').map(|end| end + 1),
            ';' => text.find('\n'),
            c => Some(c.len_utf8()),
        };
        start += end?;
    }
    None
}

/// The offset and the expected input of an error in the literal whose text begins at an offset;
/// `None` if it can be read.
fn inside_literal(notation: Notation, body: &str, start: usize) -> Option<(usize, String)> {
    let text = body.get(start..)?;
    let end = text.find(|c| match c {
        '"' | '\n' => true,
        _ => notation.is_abnf() && !matches!(c, ' '..='~'),
    });
    let end = end.unwrap_or(text.len());
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
        let mut spans = &self.spans[1..self.spans[0].size];
        std::iter::from_fn(move || {
            let node = Self { spans, ..self };
            spans = spans.get(spans.first()?.size..)?;
            Some(node)
        })
    }

    fn part(self, rule: Rule) -> Option<Self> {
        self.children().find(|node| node.rule() == rule)
    }

    /// The count in a part.
    fn count(self, rule: Rule) -> Option<u32> {
        self.part(rule)?.text().parse().ok()
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
            if let Some(expected) = self.invalid_value(node) {
                return Err((node.start(), expected));
            }
        }
        if let Some(parts) = parts {
            let nodes = (0..spans.len()).map(|at| SyntaxNode { spans: &spans[at..], ..root });
            nodes.for_each(|node| self.locate(node, start, parts));
        }
        Ok(root.part(Rule::alternatives).map_or(Expr::Void, |node| self.expr(node)))
    }

    /// The expected input instead of a span whose text has the right syntax and a wrong value: a
    /// count or a number that is too high, bounds in the wrong order, or a character beyond
    /// US-ASCII.
    fn invalid_value(self, node: SyntaxNode<'_>) -> Option<String> {
        let text = node.text();
        match node.rule() {
            Rule::least | Rule::most | Rule::times if !text.is_empty() && text.parse::<u32>().is_err() => {
                Some(format!("a count of at most {}", u32::MAX))
            }
            // RFC 822, section 2.4, and RFC 5234, section 3.6: a minimum and a maximum.
            Rule::repeat => match (node.count(Rule::least), node.count(Rule::most)) {
                (Some(least), Some(most)) if least > most => Some(crossed(least, most)),
                _ => None,
            },
            Rule::number => abnf::number(&text[1..], self.variant().bytes).err().map(str::to_owned),
            Rule::text if !text.is_ascii() => Some("a literal of US-ASCII".to_owned()),
            _ => None,
        }
    }

    /// Adds the places of the parts of a span, without those of its descendants.
    fn locate(self, node: SyntaxNode<'_>, start: usize, parts: &mut PartLocations) {
        match node.rule() {
            Rule::alternatives => {
                let alternatives = node.children().map(|child| AlternativeLocation {
                    at: start + child.start(),
                    text: child.text().trim_end().to_owned(),
                    expr: self.expr(child),
                });
                let alternatives: Vec<AlternativeLocation> = alternatives.collect();
                if alternatives.len() > 1 || parts.choices.is_empty() {
                    parts.choices.push(alternatives);
                }
            }
            rule @ (Rule::name | Rule::prose | Rule::mark) if rule != Rule::mark || self == Self::Rfc822 => {
                parts.names.push(NameLocation {
                    at: start + node.start(),
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
        match node.rule() {
            Rule::alternatives => alternatives(self.children(node)),
            Rule::literal if self.is_abnf() => match node.part(Rule::text) {
                Some(text) => abnf::caseless(text.text()),
                None => Expr::Void,
            },
            Rule::exact if node.part(Rule::text).is_none() => Expr::Void,
            // A number that is no character has been reported.
            Rule::number => abnf::number(&text[1..], self.variant().bytes).unwrap_or(Expr::Void),
            Rule::sequence | Rule::literal | Rule::exact | Rule::group => sequence(self.children(node)),
            Rule::optional => Expr::Repeat(0, Some(1), Box::new(sequence(self.children(node)))),
            Rule::name => Expr::Name(text.to_owned()),
            Rule::space => Expr::Literal(" ".to_owned()),
            Rule::vline => Expr::Literal("|".to_owned()),
            Rule::void => Expr::Void,
            Rule::quotation_mark => Expr::Literal("\"".to_owned()),
            Rule::prose => Expr::Undefined(text.to_owned()),
            Rule::mark if self == Self::Rfc822 => Expr::Undefined(text.to_owned()),
            Rule::difference => {
                let mut sides = self.children(node).into_iter();
                match (sides.next(), sides.next()) {
                    (Some(left), Some(right)) => Expr::Except(Box::new(left), Box::new(right)),
                    (left, _) => left.unwrap_or(Expr::Void),
                }
            }
            Rule::element => self.element(node),
            _ => Expr::Literal(text.to_owned()),
        }
    }

    /// The expressions of the children of a span.
    fn children(self, node: SyntaxNode<'_>) -> Vec<Expr> {
        node.children().map(|child| self.expr(child)).collect()
    }

    /// An element, or a repetition of one.
    fn element(self, node: SyntaxNode<'_>) -> Expr {
        let mut children = node.children();
        match (children.next(), children.next()) {
            (Some(repeat), Some(element)) => {
                // In the older notation, brackets after a repetition group.
                let element = match element.rule() {
                    Rule::optional if !self.is_abnf() => sequence(self.children(element)),
                    _ => self.expr(element),
                };
                let times = repeat.count(Rule::times);
                let least = times.or(repeat.count(Rule::least)).unwrap_or(0);
                let most = times.or(repeat.count(Rule::most));
                let sign = repeat.start()..repeat.start() + repeat.text().len();
                let next = node.lists.partition_point(|&at| at < sign.start);
                let is_list = node.lists.get(next).is_some_and(|at| sign.contains(at));
                match self.variant().lists.filter(|_| is_list) {
                    Some(lists) => lists.expr(least, most, element),
                    None => Expr::Repeat(least, most, Box::new(element)),
                }
            }
            (Some(element), None) => self.expr(element),
            _ => Expr::Void,
        }
    }
}
