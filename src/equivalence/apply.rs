//! The effect of each rule, by its name.

use std::fmt;
use std::str::FromStr;

use regular_bnf::{UnknownName, find_by_name};

use super::effect::Row;
use super::hints::Hints;
use super::preserved::same_division;
use super::rule::{EquivalenceRule, each_rule};
use super::{authority, case, escapes, omitted, path, schemes, serialization};
use crate::ast::parsed::Matched;
use crate::grammar::{DocumentGrammar, EquivalencesOfBase, Grammar, SchemeDocument};
use crate::parse::tree::Tree;
use crate::scheme::SchemeUri;

/// The effect of each rule, by its number.
macro_rules! rows {
    ($($(#[$doc:meta])* $rule:ident $module:ident;)*) => {
        static ROWS: [Row; EquivalenceRule::ALL.len()] = [$(Row::new::<$module::$rule>()),*];
    };
}
each_rule!(rows);

/// The steps of RFC 3986's ladder, section 6.2, each with the section of its rules. The first
/// compares strings, without a rule.
const LADDER: [(&str, Option<&str>); 5] = [
    ("simple", None),
    ("case", Some("6.2.2.1")),
    ("percent-encoding", Some("6.2.2.2")),
    ("path-segments", Some("6.2.2.3")),
    ("scheme-based", Some("6.2.3")),
];

impl EquivalenceRule {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The name of this rule.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The rule in words.
    ///
    /// ```
    /// use uri_lineage::equivalence::EquivalenceRule;
    ///
    /// assert_eq!(EquivalenceRule::HostCase.text(), "a host in either case");
    /// ```
    pub fn text(self) -> &'static str {
        self.row().description
    }

    /// The rules that a name selects: one rule by its own name, or the rules of a step of RFC
    /// 3986's ladder (section 6.2): `simple`, `case`, `percent-encoding`, `path-segments`,
    /// `scheme-based`.
    ///
    /// ```
    /// use uri_lineage::equivalence::EquivalenceRule;
    ///
    /// assert_eq!(EquivalenceRule::named("path-segments"), Ok(vec![EquivalenceRule::DotSegments]));
    /// assert_eq!(EquivalenceRule::named("simple"), Ok(vec![]));
    /// assert_eq!(EquivalenceRule::named("host-case"), Ok(vec![EquivalenceRule::HostCase]));
    /// ```
    ///
    /// # Errors
    ///
    /// If the name is unknown. The message lists all names.
    pub fn named(name: &str) -> Result<Vec<Self>, UnknownName> {
        // The error has the names of the steps, too.
        let name = find_by_name("rule", name, Self::names(), |name| name)?;
        let Some((_, step)) = LADDER.iter().find(|(step, _)| *step == name) else { return Ok(vec![name.parse()?]) };
        let Some(step) = step else { return Ok(Vec::new()) };
        let rules = Self::ALL.iter().copied().filter(|rule| {
            let sections = rule.section(Grammar::Rfc3986);
            sections.is_some_and(|sections| sections.split(", ").any(|section| section == *step))
        });
        Ok(rules.collect())
    }

    /// All names that [`named`](Self::named) accepts; the steps of the ladder come first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        LADDER.iter().map(|(step, _)| *step).chain(Self::ALL.iter().map(|rule| rule.name()))
    }

    /// The section of the grammar's document that contains the rule; `None` if the document does
    /// not contain it.
    pub fn section(self, grammar: impl Into<DocumentGrammar>) -> Option<&'static str> {
        (self.row().section)(match grammar.into() {
            DocumentGrammar::Grammar(grammar) => &grammar.facts().equivalences,
            DocumentGrammar::Scheme(document) => &document.facts().equivalences,
        })
    }

    /// The document that contains the rule for URLs of a document, and its section: the document
    /// itself, or the base of a document of one scheme.
    ///
    /// ```
    /// use uri_lineage::equivalence::EquivalenceRule::{DefaultPort, DotSegments, Escape};
    /// use uri_lineage::{Grammar, SchemeDocument};
    ///
    /// let rfc9110 = SchemeDocument::Rfc9110;
    /// assert_eq!(DefaultPort.source(rfc9110), Some((rfc9110.into(), "4.2.3")));
    /// assert_eq!(DotSegments.source(rfc9110), Some((Grammar::Rfc3986.into(), "6.2.2.3")));
    /// // "Percent-encoded characters MUST NOT be decoded" (3.1).
    /// assert_eq!(Escape.source(SchemeDocument::Rfc8141), None);
    /// ```
    pub fn source(self, grammar: impl Into<DocumentGrammar>) -> Option<(DocumentGrammar, &'static str)> {
        let grammar = grammar.into();
        if let Some(section) = self.section(grammar) {
            return Some((grammar, section));
        }
        let DocumentGrammar::Scheme(document) = grammar else { return None };
        let holds = match document.facts().equivalences_of_base {
            EquivalencesOfBase::All => true,
            EquivalencesOfBase::WithoutDotSegments => self != Self::DotSegments,
            EquivalencesOfBase::None => false,
        };
        let base = document.base();
        self.section(base).filter(|_| holds).map(|section| (base.into(), section))
    }

    /// Applies the rule to a URI whose tree is that of a document of one scheme; `None` if the document
    /// does not have the rule, or if the rule changes nothing or would change other parts.
    pub(super) fn apply_to_uri(
        self,
        document: SchemeDocument,
        uri: &SchemeUri<'_>,
        tree: &Tree<'_>,
        hints: &Hints<'_>,
    ) -> Option<String> {
        self.source(document)?;
        let (text, base) = (tree.input(), document.base());
        let changed = (self.row().change_uri)(uri).or_else(|| {
            occurring(base, hints, &[self]).next()?;
            let url = base.starts(text).find_map(|start| start.matched(text))?;
            self.apply(&url, |changed| changed.input().to_owned())
        });
        let changed = changed.filter(|changed| changed != text)?;
        let after = document.tree(&changed).ok()?;
        // The other rules compare the parts that the base has.
        (self != Self::Escape || same_division(tree, &after)).then_some(changed)
    }

    /// Applies the rule to a URL and passes the parsed result on; `None` if the rule changes
    /// nothing, or would change other parts.
    pub(super) fn apply<T>(self, url: &Matched<'_>, then: impl FnOnce(&Matched<'_>) -> T) -> Option<T> {
        let row = self.row();
        for change in [row.change, row.change_less] {
            let changed = change(url).filter(|text| text != url.input())?;
            if let Some(after) = url.parse_again(&changed).filter(|after| (row.preserves)(url, after)) {
                return Some(then(&after));
            }
        }
        None
    }

    /// The first rule that is tried again after this one has changed a URL.
    pub(super) fn next(self) -> Option<Self> {
        self.row().enables.or_else(|| Self::ALL.get(self as usize + 1).copied())
    }
}

/// Selects the rules that could change a text that the grammar accepts, if the document has them.
/// In most texts no rule can change anything, and these need not be parsed.
pub(super) fn occurring(
    grammar: Grammar,
    hints: &Hints<'_>,
    rules: &[EquivalenceRule],
) -> impl Iterator<Item = EquivalenceRule> {
    // The cheapest test comes first.
    rules.iter().copied().filter(move |rule| {
        hints.contain_all(rule.row().needs) && rule.section(grammar).is_some() && (rule.row().may_apply)(hints, grammar)
    })
}

/// Writes the name, which [`FromStr`] reads.
impl fmt::Display for EquivalenceRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EquivalenceRule {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        find_by_name("rule", name, Self::ALL.iter().copied(), Self::name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rule is displayed as it is read.
    #[test]
    fn names_are_read_again() {
        for &rule in EquivalenceRule::ALL {
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
    }

    /// A rule that could change a text is among the rules that occur in it.
    #[test]
    fn only_occurring_rules_change_a_text() {
        let urls = include_str!("../../tests/data/urls-1990s.txt").lines().step_by(8);
        let examples = include_str!("../../grammar/examples.tsv").lines().filter_map(|line| line.split('\t').nth(3));
        let pieces = [
            "A",
            "@B",
            "%7e",
            "%2e",
            "%20",
            ":80",
            ":",
            "/",
            "/.",
            "/1",
            "?",
            "#",
            "//",
            "localhost",
            "URL:",
            "urn:a:",
        ];
        let mut seen = std::collections::BTreeMap::<EquivalenceRule, usize>::new();
        for url in
            urls.chain(examples).chain(["file://localhost/a", "gopher://h.i/1", "//h/"]).filter(|url| url.is_ascii())
        {
            let edited = pieces.iter().flat_map(|piece| {
                let offsets = (0..=url.len()).filter(|&offset| {
                    offset == 0 || url[..offset].ends_with([':', '/', '@', '.']) || offset == url.len()
                });
                offsets.map(move |offset| [&url[..offset], piece, &url[offset..]].concat())
            });
            for text in edited.chain([url.to_owned(), url.to_ascii_uppercase()]) {
                for parsed in Grammar::all().filter_map(|grammar| grammar.parse(&text).ok()) {
                    for &rule in EquivalenceRule::ALL.iter().filter(|rule| rule.section(parsed.grammar()).is_some()) {
                        if (rule.row().change)(parsed.matched()).is_some_and(|changed| changed != text) {
                            let occurs = occurring(parsed.grammar(), &Hints::new(&text), &[rule]).next().is_some();
                            assert!(occurs, "{}: {rule:?} {text}", parsed.grammar());
                            *seen.entry(rule).or_default() += 1;
                        }
                    }
                }
            }
        }
        let of_grammars =
            EquivalenceRule::ALL.iter().filter(|rule| Grammar::all().any(|grammar| rule.section(grammar).is_some()));
        assert_eq!(seen.len(), of_grammars.count(), "{seen:?}");
    }
}
