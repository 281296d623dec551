//! Languages as text: a regular expression, an ABNF grammar, a pest grammar.

pub(crate) mod notation;
mod pattern;
pub(crate) mod rules;

use crate::bnf::GrammarError;
use crate::language::Language;
use crate::language::expression::{ExpressionId, Expressions};
use crate::language::pattern::NEVER;
use crate::language::text::notation::{Abnf, Pest, TextNotation};
use crate::language::text::pattern::PatternWriter;
use crate::language::text::rules::{NamedRule, write_rules};
use crate::limits::limits;

impl Language {
    /// A regular expression that matches the members as a whole, in the usual syntax and without
    /// anchors.
    ///
    /// ```
    /// use regular_bnf::Language;
    ///
    /// let pattern = Language::matching("^a(b|c)*$")?.to_pattern()?;
    /// assert_eq!(pattern, "a[bc]*");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLong`] if the expression is too long.
    pub fn to_pattern(&self) -> Result<String, GrammarError> {
        let (expressions, root) = self.expressions(false)?;
        match root {
            Some(root) => Ok(PatternWriter { expressions: &expressions }.text(root)),
            None => Ok(NEVER.to_owned()),
        }
    }

    /// An ABNF grammar (RFC 5234, RFC 7405) whose first production, of the name, has the members. It
    /// is not recursive.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Language, Relation};
    ///
    /// let language = Language::matching("^a(b|c)*$")?;
    /// let text = language.to_abnf("word")?;
    /// assert_eq!(text, "word = %s\"a\" *%x62-63\n");
    /// let again = Language::new(&Bnf::read(&text)?, "word")?;
    /// assert_eq!(again.compare(&language)?.relation, Relation::Equal);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLong`] if the grammar is too long, and [`GrammarError::Empty`] if the
    /// language has no strings.
    pub fn to_abnf(&self, name: &str) -> Result<String, GrammarError> {
        self.rules::<Abnf>(name)
    }

    /// A pest grammar whose first rule, of the name, matches the members as a whole. It is not
    /// recursive, and no rule needs another parse of what it has read: it ends at the end of the
    /// input.
    ///
    /// ```
    /// use regular_bnf::Language;
    ///
    /// let text = Language::matching("^a(b|c)*$")?.to_pest("word")?;
    /// assert_eq!(text, "word = @{ \"a\" ~ 'b'..'c'* ~ !ANY }\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`to_abnf`](Self::to_abnf).
    pub fn to_pest(&self, name: &str) -> Result<String, GrammarError> {
        self.rules::<Pest>(name)
    }

    /// Checks that the automaton is not too large to be written.
    pub(crate) fn require_few_states(&self) -> Result<(), GrammarError> {
        let (states, limit) = (self.states(), limits().suite_states);
        if states > limit {
            let reached = format!("its automaton has {states} states, and the limit is {limit}");
            return Err(GrammarError::TooLong(reached));
        }
        Ok(())
    }

    /// The expression of the language; none if it has no members.
    fn expressions(&self, ordered: bool) -> Result<(Expressions, Option<ExpressionId>), GrammarError> {
        self.require_few_states()?;
        let states = self.states();
        let mut expressions = Expressions::new(ordered);
        let Ok(root) = expressions.add_language(self.automaton()) else {
            return Err(GrammarError::TooLong(format!("its automaton of {states} states needs too many steps")));
        };
        require_size(&expressions, root)?;
        Ok((expressions, root))
    }

    fn rules<N: TextNotation>(&self, name: &str) -> Result<String, GrammarError> {
        let (expressions, root) = self.expressions(N::ORDERED)?;
        let root = root.ok_or(GrammarError::Empty)?;
        Ok(write_rules::<N>(
            &expressions,
            &[NamedRule { name: name.to_owned(), subject: String::new(), expression: root }],
        ))
    }
}

/// Checks that an expression is not too long to be written.
pub(crate) fn require_size(expressions: &Expressions, root: Option<ExpressionId>) -> Result<(), GrammarError> {
    let size = root.map_or(0, |root| expressions.size(root));
    let limit = limits().pattern_copies;
    if size > limit {
        return Err(GrammarError::TooLong(format!("its expression has {size} parts, and the limit is {limit}")));
    }
    Ok(())
}
