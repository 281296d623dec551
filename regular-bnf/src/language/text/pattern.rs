//! An expression as a regular expression.

use crate::language::expression::{ExprKind, ExpressionId, Expressions};
use crate::language::pattern::{NEVER, class_pattern};
use crate::language::text::notation::Precedence;

pub(super) struct PatternWriter<'a> {
    pub expressions: &'a Expressions,
}

impl PatternWriter<'_> {
    pub fn text(&self, id: ExpressionId) -> String {
        self.written(id).0
    }

    fn tight(&self, id: ExpressionId, least: Precedence) -> String {
        let (text, binds) = self.written(id);
        if binds < least { format!("(?:{text})") } else { text }
    }

    fn written(&self, id: ExpressionId) -> (String, Precedence) {
        match self.expressions.kind(id) {
            ExprKind::Empty | ExprKind::End => (String::new(), Precedence::Sequence),
            ExprKind::Class(set) => (class_pattern(set), Precedence::One),
            // A pattern has no rules.
            ExprKind::Rule(_) => (NEVER.to_owned(), Precedence::One),
            ExprKind::Star(inner) => (self.tight(*inner, Precedence::One) + "*", Precedence::Sequence),
            ExprKind::Sequence(parts) => {
                let mut text = String::new();
                let mut parts = parts.iter().copied().peekable();
                while let Some(part) = parts.next() {
                    // `A A*` is `A+`.
                    if parts.next_if(|&next| *self.expressions.kind(next) == ExprKind::Star(part)).is_some() {
                        text += &(self.tight(part, Precedence::One) + "+");
                    } else {
                        text += &self.tight(part, Precedence::Sequence);
                    }
                }
                (text, Precedence::Sequence)
            }
            ExprKind::Choice(alternatives) => {
                let mut nonempty = alternatives.clone();
                nonempty.retain(|&id| !matches!(self.expressions.kind(id), ExprKind::Empty | ExprKind::End));
                let text = match nonempty[..] {
                    [only] => return (self.tight(only, Precedence::One) + "?", Precedence::Sequence),
                    _ => nonempty.iter().map(|&id| self.tight(id, Precedence::Sequence)).collect::<Vec<_>>().join("|"),
                };
                if nonempty.len() == alternatives.len() {
                    (text, Precedence::Choice)
                } else {
                    (format!("(?:{text})?"), Precedence::Sequence)
                }
            }
        }
    }
}
