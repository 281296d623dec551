//! Reads the syntax of the crate regex, with the parser of that crate.

use regex_syntax::ast::{self, Ast, ClassSetItem};
use regex_syntax::hir::translate::TranslatorBuilder;
use regex_syntax::hir::{Class, Hir, HirKind, Look as Assertion};

use super::classes;
use super::parts::{PART, PartReplacement, PartReplacements, RegexParts};
use super::tree::{AHEAD, BEHIND, Greed, Look, NOT_AHEAD, NOT_BEHIND, ParsedRegex, PartKind, Sets, Tree};
use crate::automaton::regex::{RegexError, set, syntax};
use crate::characters::CharSet;
use crate::limits::limits;

/// Reads an expression; `flags` are those of `(?flags)`.
pub(super) fn read(pattern: &str, flags: &str, edits: &PartReplacements) -> Result<ParsedRegex, RegexError> {
    let mut translator = TranslatorBuilder::new();
    let mut tree = ast::parse::ParserBuilder::new();
    tree.nest_limit(limits().brackets as u32);
    for flag in flags.chars() {
        match flag {
            'i' => translator.case_insensitive(true),
            'm' => translator.multi_line(true),
            's' => translator.dot_matches_new_line(true),
            'U' => translator.swap_greed(true),
            'R' => translator.crlf(true),
            'x' => {
                tree.ignore_whitespace(true);
                &mut translator
            }
            unknown => return Err(RegexError::Flag(unknown)),
        };
    }
    // Each of these classes becomes hundreds of ranges when the tree is translated.
    let mut ast = tree.build().parse(pattern).map_err(|error| syntax(error.into()))?;
    let Ok(classes) = ast::visit(&ast, ClassCount(0));
    if classes > limits().regex_classes {
        return Err(RegexError::TooLarge);
    }
    let mut parts = RegexParts::new(edits);
    edit(&mut ast, &mut parts);
    let hir = translator.build().translate(pattern, &ast).map_err(|error| syntax(error.into()))?;
    let mut reader = RustRegexReader { sets: Sets::default(), groups: vec![None] };
    let tree = reader.tree(&hir);
    Ok(ParsedRegex { tree, sets: reader.sets, groups: reader.groups, parts: parts.all })
}

/// Finds the parts of a tree, and replaces some.
fn edit(ast: &mut Ast, parts: &mut RegexParts) {
    match ast {
        Ast::Alternation(alternation) => {
            let choice = parts.start_choice();
            for alternative in &mut alternation.asts {
                let span = alternative.span().start.offset..alternative.span().end.offset;
                parts.start_part(span.start);
                edit(alternative, parts);
                replace(alternative, parts.end_part(PartKind::Alternative(choice), span));
            }
        }
        Ast::Concat(concat) => concat.asts.iter_mut().for_each(|part| edit(part, parts)),
        Ast::Repetition(repeated) => edit(&mut repeated.ast, parts),
        Ast::Group(group) => edit(&mut group.ast, parts),
        Ast::Assertion(assertion) => {
            let span = assertion.span.start.offset..assertion.span.end.offset;
            parts.start_part(span.start);
            replace(ast, parts.end_part(PartKind::Assertion, span));
        }
        _ => {}
    }
}

fn replace(ast: &mut Ast, edit: Option<PartReplacement>) {
    let span = *ast.span();
    match edit {
        None => {}
        Some(PartReplacement::Empty) => *ast = Ast::empty(span),
        Some(PartReplacement::Captured) => {
            let inner = Box::new(std::mem::replace(ast, Ast::empty(span)));
            *ast = Ast::group(ast::Group { span, kind: ast::GroupKind::CaptureIndex(PART as u32), ast: inner });
        }
        // An alternation without alternatives.
        Some(PartReplacement::Never) => *ast = Ast::alternation(ast::Alternation { span, asts: Vec::new() }),
    }
}

struct ClassCount(usize);

impl ast::Visitor for ClassCount {
    type Output = usize;
    type Err = std::convert::Infallible;

    fn finish(self) -> Result<usize, Self::Err> {
        Ok(self.0)
    }

    fn visit_pre(&mut self, ast: &Ast) -> Result<(), Self::Err> {
        self.0 += usize::from(matches!(ast, Ast::ClassUnicode(_) | Ast::ClassPerl(_) | Ast::ClassBracketed(_)));
        Ok(())
    }

    fn visit_class_set_item_pre(&mut self, item: &ClassSetItem) -> Result<(), Self::Err> {
        self.0 += usize::from(matches!(item, ClassSetItem::Unicode(_) | ClassSetItem::Perl(_)));
        Ok(())
    }
}

struct RustRegexReader {
    sets: Sets,
    /// The names of the groups; the first is the whole match.
    groups: Vec<Option<String>>,
}

impl RustRegexReader {
    fn tree(&mut self, hir: &Hir) -> Tree {
        match hir.kind() {
            HirKind::Empty => Tree::EMPTY,
            HirKind::Literal(literal) => {
                // A pattern that is read in this mode matches whole characters only.
                let text = String::from_utf8_lossy(&literal.0);
                Tree::Concat(text.chars().map(|c| self.sets.tree(c.into())).collect())
            }
            HirKind::Class(class) => self.class(class),
            HirKind::Look(look) => self.assertion(*look),
            HirKind::Repetition(repeat) => {
                let greed = if repeat.greedy { Greed::Greedy } else { Greed::Lazy };
                Tree::Repeat(Box::new(self.tree(&repeat.sub)), repeat.min, repeat.max, greed)
            }
            HirKind::Capture(capture) => {
                let index = capture.index as usize;
                if self.groups.len() <= index {
                    self.groups.resize(index + 1, None);
                }
                self.groups[index] = capture.name.as_deref().map(str::to_owned);
                Tree::Group(index, Box::new(self.tree(&capture.sub)))
            }
            HirKind::Concat(parts) => Tree::Concat(parts.iter().map(|hir| self.tree(hir)).collect()),
            HirKind::Alternation(alternatives) => Tree::Alt(alternatives.iter().map(|hir| self.tree(hir)).collect()),
        }
    }

    fn class(&mut self, class: &Class) -> Tree {
        self.sets.tree(set(class))
    }

    fn assertion(&mut self, assertion: Assertion) -> Tree {
        match assertion {
            Assertion::Start => self.sets.start(),
            Assertion::End => self.sets.end(),
            Assertion::StartLF => self.line_edge(NOT_BEHIND, &['\n']),
            Assertion::EndLF => self.line_edge(NOT_AHEAD, &['\n']),
            Assertion::StartCRLF => self.crlf_edge(NOT_BEHIND),
            Assertion::EndCRLF => self.crlf_edge(NOT_AHEAD),
            Assertion::WordAscii => self.sets.word_boundary(classes::ascii_words(), false),
            Assertion::WordAsciiNegate => self.sets.word_boundary(classes::ascii_words(), true),
            Assertion::WordUnicode => self.sets.word_boundary(unicode_words(), false),
            Assertion::WordUnicodeNegate => self.sets.word_boundary(unicode_words(), true),
            Assertion::WordStartAscii => self.edge(classes::ascii_words(), true, true),
            Assertion::WordEndAscii => self.edge(classes::ascii_words(), false, true),
            Assertion::WordStartUnicode => self.edge(unicode_words(), true, true),
            Assertion::WordEndUnicode => self.edge(unicode_words(), false, true),
            Assertion::WordStartHalfAscii => self.edge(classes::ascii_words(), true, false),
            Assertion::WordEndHalfAscii => self.edge(classes::ascii_words(), false, false),
            Assertion::WordStartHalfUnicode => self.edge(unicode_words(), true, false),
            Assertion::WordEndHalfUnicode => self.edge(unicode_words(), false, false),
        }
    }

    /// The beginning or the end of a line, where no character is other than these line ends.
    fn line_edge(&mut self, look: Look, ends: &[char]) -> Tree {
        let ends = ends.iter().fold(CharSet::EMPTY, |ends, &c| ends.union(&c.into()));
        self.sets.tree(classes::complement(&ends)).look(look)
    }

    /// The beginning or the end of a line, but not between the two characters of a line end.
    fn crlf_edge(&mut self, look: Look) -> Tree {
        let edge = self.line_edge(look, &['\r', '\n']);
        let [cr, lf] = ['\r', '\n'].map(|c| self.sets.tree(c.into()));
        let inside = Tree::Concat(vec![cr.look(BEHIND), lf.look(AHEAD)]).look(NOT_AHEAD);
        Tree::Concat(vec![edge, inside])
    }

    /// The beginning or the end of a word, or only the side that is outside it.
    fn edge(&mut self, words: CharSet, start: bool, with_inside: bool) -> Tree {
        let word = self.sets.tree(words);
        let (outside, inside) = if start { (NOT_BEHIND, AHEAD) } else { (NOT_AHEAD, BEHIND) };
        let mut assertions = vec![word.clone().look(outside)];
        if with_inside {
            assertions.push(word.look(inside));
        }
        Tree::Concat(assertions)
    }
}

fn unicode_words() -> CharSet {
    classes::unicode("\\w").unwrap_or_default()
}
