//! Reads the syntax of the crate regex, with the parser of that crate.

use regex_syntax::ast::{self, Ast, ClassSetItem};
use regex_syntax::hir::translate::TranslatorBuilder;
use regex_syntax::hir::{Class, Hir, HirKind, Look as Assertion};

use super::classes;
use super::parts::{Edit, Edits, PART, RegexParts};
use super::tree::{AHEAD, BEHIND, Greed, NOT_AHEAD, NOT_BEHIND, ParsedRegex, PartKind, Sets, Tree};
use crate::automaton::regex::{RegexError, set, syntax};
use crate::characters::CharSet;
use crate::limits::LIMITS;

/// Reads an expression; `flags` are those of `(?flags)`.
pub(super) fn read(pattern: &str, flags: &str, edits: &Edits) -> Result<ParsedRegex, RegexError> {
    let mut translator = TranslatorBuilder::new();
    let mut tree = ast::parse::ParserBuilder::new();
    tree.nest_limit(LIMITS.brackets as u32);
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
            other => return Err(RegexError::Flag(other)),
        };
    }
    // Each of these classes is hundreds of ranges in the form that is read below.
    let mut ast = tree.build().parse(pattern).map_err(|error| syntax(error.into()))?;
    let Ok(classes) = ast::visit(&ast, ClassCount(0));
    if classes > LIMITS.regex_classes {
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
    let replace = |ast: &mut Ast, edit: Option<Edit>| {
        let span = *ast.span();
        match edit {
            None => {}
            Some(Edit::Empty) => *ast = Ast::empty(span),
            // An alternation without alternatives.
            Some(Edit::Captured) => {
                let inner = Box::new(std::mem::replace(ast, Ast::empty(span)));
                *ast = Ast::group(ast::Group { span, kind: ast::GroupKind::CaptureIndex(PART as u32), ast: inner });
            }
            Some(Edit::Never) => *ast = Ast::alternation(ast::Alternation { span, asts: Vec::new() }),
        }
    };
    match ast {
        Ast::Alternation(all) => {
            let choice = parts.choice();
            for one in &mut all.asts {
                let span = one.span().start.offset..one.span().end.offset;
                parts.begin(span.start);
                edit(one, parts);
                let done = parts.end(PartKind::Alternative(choice), span);
                replace(one, done);
            }
        }
        Ast::Concat(all) => all.asts.iter_mut().for_each(|one| edit(one, parts)),
        Ast::Repetition(repeated) => edit(&mut repeated.ast, parts),
        Ast::Group(group) => edit(&mut group.ast, parts),
        Ast::Assertion(assertion) => {
            let span = assertion.span.start.offset..assertion.span.end.offset;
            parts.begin(span.start);
            let done = parts.end(PartKind::Assertion, span);
            replace(ast, done);
        }
        _ => {}
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
            HirKind::Concat(all) => Tree::Concat(all.iter().map(|hir| self.tree(hir)).collect()),
            HirKind::Alternation(all) => Tree::Alt(all.iter().map(|hir| self.tree(hir)).collect()),
        }
    }

    fn class(&mut self, class: &Class) -> Tree {
        self.sets.tree(set(class))
    }

    fn assertion(&mut self, assertion: Assertion) -> Tree {
        let sets = &mut self.sets;
        let mut not = |c: &[char]| {
            let all = c.iter().fold(CharSet::EMPTY, |all, &c| all.union(&c.into()));
            sets.tree(CharSet::all().difference(&all))
        };
        let line_start = |set: Tree| set.look(NOT_BEHIND);
        let line_end = |set: Tree| set.look(NOT_AHEAD);
        let words = || classes::unicode("\\w").unwrap_or_default();
        match assertion {
            Assertion::Start => sets.start(),
            Assertion::End => sets.end(),
            Assertion::StartLF => line_start(not(&['\n'])),
            Assertion::EndLF => line_end(not(&['\n'])),
            // Not between the two characters of a line end.
            Assertion::StartCRLF => {
                let other = not(&['\r', '\n']);
                let [cr, lf] = ['\r', '\n'].map(|c| sets.tree(c.into()));
                let inside = Tree::Concat(vec![cr.look(BEHIND), lf.look(AHEAD)]).look(NOT_AHEAD);
                Tree::Concat(vec![line_start(other), inside])
            }
            Assertion::EndCRLF => {
                let other = not(&['\r', '\n']);
                let [cr, lf] = ['\r', '\n'].map(|c| sets.tree(c.into()));
                let inside = Tree::Concat(vec![cr.look(BEHIND), lf.look(AHEAD)]).look(NOT_AHEAD);
                Tree::Concat(vec![line_end(other), inside])
            }
            Assertion::WordAscii => sets.word_boundary(classes::ascii_words(), false),
            Assertion::WordAsciiNegate => sets.word_boundary(classes::ascii_words(), true),
            Assertion::WordUnicode => sets.word_boundary(words(), false),
            Assertion::WordUnicodeNegate => sets.word_boundary(words(), true),
            Assertion::WordStartAscii => self.edge(classes::ascii_words(), true, true),
            Assertion::WordEndAscii => self.edge(classes::ascii_words(), false, true),
            Assertion::WordStartUnicode => self.edge(words(), true, true),
            Assertion::WordEndUnicode => self.edge(words(), false, true),
            Assertion::WordStartHalfAscii => self.edge(classes::ascii_words(), true, false),
            Assertion::WordEndHalfAscii => self.edge(classes::ascii_words(), false, false),
            Assertion::WordStartHalfUnicode => self.edge(words(), true, false),
            Assertion::WordEndHalfUnicode => self.edge(words(), false, false),
        }
    }

    /// The beginning or the end of a word, or only the side that is outside it.
    fn edge(&mut self, words: CharSet, start: bool, both: bool) -> Tree {
        let word = self.sets.tree(words);
        let (outside, inside) = if start { (NOT_BEHIND, AHEAD) } else { (NOT_AHEAD, BEHIND) };
        let mut all = vec![word.clone().look(outside)];
        if both {
            all.push(word.look(inside));
        }
        Tree::Concat(all)
    }
}
