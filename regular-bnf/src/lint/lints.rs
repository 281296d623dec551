//! The lints: their names, severities and descriptions, each with an example.

use std::fmt;
use std::str::FromStr;

use crate::named::{UnknownName, find_by_name};

/// How severe a finding is.
///
/// ```
/// use regular_bnf::Notation;
/// use regular_bnf::lint::{Linter, Severity};
///
/// let worst = |text| Linter::new().bnf(text, Notation::Abnf).findings.iter().map(|finding| finding.severity).max();
/// assert_eq!(worst("port = 1*DIGIT / *DIGIT\n"), Some(Severity::Warning));
/// assert_eq!(worst("port = 1*DIGIT /\n"), Some(Severity::Error));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Severity {
    /// A fact that is worth knowing.
    Note,
    /// Probably a mistake, or a reason for care.
    Warning,
    /// The grammar is wrong.
    Error,
}

impl Severity {
    /// All severities.
    pub const ALL: [Self; 3] = [Self::Note, Self::Warning, Self::Error];

    /// The name: `note`, `warning` or `error`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The notation of an example.
///
/// ```
/// use regular_bnf::lint::{ExampleKind, Lint};
///
/// assert_eq!(Lint::UntakenBranch.example().kind, ExampleKind::Pest);
/// assert_eq!(Lint::IdleAssertion.example().kind, ExampleKind::Pattern);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExampleKind {
    /// ABNF.
    Abnf,
    /// A grammar of pest.
    Pest,
    /// A regular expression of PCRE2, on one line.
    Pattern,
}

/// A grammar that has a finding, and the same grammar mended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// The notation of both grammars.
    pub kind: ExampleKind,
    /// The grammar with the finding.
    pub text: &'static str,
    /// The grammar without it.
    pub mended: &'static str,
    /// The grammar within whose first production the language should be, the old version, or the
    /// one that is imported; for lints that need one.
    pub other: Option<&'static str>,
}

/// Defines the lints.
macro_rules! lints {
    ($($lint:ident $name:literal $severity:ident $summary:literal $text:literal $example:expr;)*) => {
        /// A lint.
        ///
        /// ```
        /// use regular_bnf::lint::Lint;
        ///
        /// let lint: Lint = "unused-rule".parse()?;
        /// assert_eq!(lint, Lint::UnusedRule);
        /// assert_eq!(lint.severity().name(), "warning");
        /// # Ok::<(), regular_bnf::UnknownName>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum Lint {
            $(
                #[doc = $summary]
                #[cfg_attr(feature = "serde", serde(rename = $name))]
                $lint,
            )*
        }

        impl Lint {
            /// All lints.
            pub const ALL: &'static [Self] = &[$(Self::$lint),*];

            /// The name.
            pub fn name(self) -> &'static str {
                match self { $(Self::$lint => $name,)* }
            }

            /// The severity of its findings. A place at which pest refuses a file is an error,
            /// whichever lint it has.
            pub fn severity(self) -> Severity {
                match self { $(Self::$lint => Severity::$severity,)* }
            }

            /// The lint in a few words.
            pub fn summary(self) -> &'static str {
                match self { $(Self::$lint => $summary,)* }
            }

            /// The question that the lint decides, why it matters, and the remedy.
            pub fn text(self) -> &'static str {
                match self { $(Self::$lint => $text,)* }
            }

            /// A grammar that has the finding, and its mended form.
            pub fn example(self) -> Example {
                match self { $(Self::$lint => $example,)* }
            }
        }
    };
}

const fn abnf(text: &'static str, mended: &'static str) -> Example {
    Example { kind: ExampleKind::Abnf, text, mended, other: None }
}

/// An example with another grammar: the outer one, the old version, or the imported one.
const fn beside(second: &'static str, text: &'static str, mended: &'static str) -> Example {
    Example { kind: ExampleKind::Abnf, text, mended, other: Some(second) }
}

const fn pest(text: &'static str, mended: &'static str) -> Example {
    Example { kind: ExampleKind::Pest, text, mended, other: None }
}

const fn pattern(text: &'static str, mended: &'static str) -> Example {
    Example { kind: ExampleKind::Pattern, text, mended, other: None }
}

lints! {
    Syntax "syntax" Error "A place that cannot be read."
        "The production is left out of all other lints. The place is that of the first character that does not fit."
        abnf("pair = 2*1\"x\"\n", "pair = 1*2\"x\"\n");
    UndefinedRule "undefined-rule" Error "A name that is used and not defined."
        "Only its first use is reported. The core rules of ABNF need no definition. Languages that need the name are not decided."
        abnf("date = year \"-\" month\nyear = 4DIGIT\n", "date = year \"-\" month\nyear = 4DIGIT\nmonth = 2DIGIT\n");
    RedefinedRule "redefined-rule" Error "A name that is defined again, with another language."
        "The string is a shortest one that only one of the definitions accepts. Names of ABNF are the same in either case. The first \
        definition is used."
        abnf("digit = \"0\" / \"1\"\nDigit = \"0\" / \"1\" / \"2\"\n", "digit = \"0\" / \"1\"\n");
    EmptyLanguage "empty-language" Error "A rule that accepts no string."
        "Usually it is recursive without an end. It is decided for every grammar, also for one that is not regular. A rule of pest \
        is reported if it matches at the beginning of no text."
        abnf("list = \"a\" list\n", "list = \"a\" [list]\n");
    EndlessRepetition "endless-repetition" Error "A repetition of pest that never stops."
        "Its element can match the empty text, so that pest refuses the file. The string is a shortest text on which the \
        repetition would never stop. It is found if it is the only fault of the file."
        pest("words = { \"a\" ~ (\"b\"?)* }\n", "words = { \"a\" ~ \"b\"* }\n");
    NotWithin "not-within" Error "An entry that accepts strings outside of another language."
        "The string is a shortest one that the entry accepts and the other language does not have. Needs another grammar to \
        compare with."
        beside("number = 1*DIGIT\n", "year = *4DIGIT\n", "year = 1*4DIGIT\n");
    RepeatedRule "repeated-rule" Warning "A name that is defined again, with the same language, or differs from another only in case."
        "Copies drift apart: one definition is enough. Where names are not the same in either case, two that differ only in case \
        are easily confused."
        abnf("digit = \"0\" / \"1\"\nDigit = \"1\" / \"0\"\n", "digit = \"0\" / \"1\"\n");
    UnusedRule "unused-rule" Warning "A rule that no entry reaches."
        "Unless entries are named, they are the rules that no other rule uses, and the first if these do not reach it: rules that only \
        use each other are left over. Of named entries, either the rule is left over, or whole strings are read from it and it should \
        be named as an entry."
        abnf("a = \"x\"\nb = \"y\" [ c ]\nc = \"z\" [ b ]\n", "a = \"x\" [ b ]\nb = \"y\" [ c ]\nc = \"z\" [ b ]\n");
    OnlyEmpty "only-empty" Warning "A rule that accepts only the empty string."
        "It is decided for every grammar, also for one that is not regular. Sometimes this is intended."
        abnf("path = \"/\" segment\nsegment = 0\"a\"\n", "path = \"/\" segment\nsegment = 0*\"a\"\n");
    UselessAlternative "useless-alternative" Warning "An alternative that never matters."
        "Earlier alternatives accept all its strings, so that the language is the same without it. In a regular expression, also \
        everything around it counts. The string is a shortest one of the alternative. Often the alternatives were meant to exclude one another."
        abnf("word = 1*ALPHA / \"end\"\n", "word = 1*ALPHA / \"-end\"\n");
    Ambiguous "ambiguous" Warning "A rule that derives a string in two ways."
        "The string is a shortest one with two derivations that differ within this rule. A document should specify which one is \
        meant. Rules that no entry reaches are examined as well."
        abnf("name = word / mark\nword = 1*ALPHA\nmark = \"x\" / \"-\"\n", "name = word / mark\nword = 1*ALPHA\nmark = \"-\"\n");
    OrderedChoice "ordered-choice" Warning "A rule that loses strings if it is read in order."
        "Parsers such as those of PEG and Parsec choose the first alternative that matches, repeat as often as possible, and never \
        return. The string is a shortest one that the rule accepts and such a parser refuses, decided for all strings. Longer \
        alternatives first, or a test of the text after a repetition, avoid it. Reported are the \
        entries, and each rule that would lose strings even if the rules that it uses lost none."
        abnf("name = label *(\".\" label)\nlabel = \"a\" / \"ab\"\n", "name = label *(\".\" label)\nlabel = \"ab\" / \"a\"\n");
    UntakenBranch "untaken-branch" Warning "An alternative of pest that never matches."
        "On every text on which it would match at this place of the rule, an earlier alternative matches. The string is a shortest \
        one of the alternative. Usually an earlier alternative is a beginning of this one: put the longer one first."
        pest("word = { \"a\" | \"ab\" }\n", "word = { \"ab\" | \"a\" }\n");
    IdleRepetition "idle-repetition" Warning "A repetition or an optional element of pest that never matches."
        "On every text, nothing is left at this place of the rule that its element could match, usually because a repetition in \
        front of it consumes all of it. The string is a shortest one of the element."
        pest("word = { \"a\"* ~ \"a\"? }\n", "word = { \"a\"* ~ \"b\"? }\n");
    FailingAssertion "failing-assertion" Warning "An assertion of a regular expression that never holds."
        "The pattern matches the same strings with a part that never matches in its place. The string is a shortest one that would \
        match if the assertion held. Often it looks at text that is outside of the match."
        pattern("a(?=b)|c\n", "a(?=b)b|c\n");
    IdleAssertion "idle-assertion" Warning "An assertion of a regular expression that never matters."
        "The pattern matches the same strings without it, whether it always holds or something else decides. The string is a \
        shortest one that is matched through it. `^` and `$` of a pattern that matches whole strings are not reported."
        pattern("(?!-)[a-z]+\n", "(?!x)[a-z]+\n");
    AcceptsLess "accepts-less" Warning "A rule that refuses strings that its old version accepted."
        "The string is a shortest one. Needs the old version of the grammar."
        beside("year = 4DIGIT / 2DIGIT\n", "year = 4DIGIT\n", "year = 4DIGIT / 2DIGIT\n");
    AcceptsMore "accepts-more" Note "A rule that accepts strings that its old version refused."
        "The string is a shortest one. Needs the old version of the grammar."
        beside("year = 4DIGIT\n", "year = 4*5DIGIT\n", "year = 4DIGIT\n");
    RepeatedImport "repeated-import" Note "A rule that is defined again, with the language of one that is imported."
        "Both accept exactly the same strings. A copy may drift from its original: cite it instead. Needs a rule that is imported, by a \
        citation or by its name; the repeated rule is that rule or one that it uses."
        beside(
            "year = 4DIGIT\nmonth = year \"-\" 2DIGIT\n",
            "period = year \"/\" month\nyear = 4DIGIT\nmonth = <month, see [OTHER]>\n",
            "period = year \"/\" month\nyear = <year, see [OTHER]>\nmonth = <month, see [OTHER]>\n"
        );
    Recursion "recursion" Note "Recursion by which a language is not known to be regular."
        "Recursion only at the end of rules, or only at their beginning, is regular. For other recursion most questions are \
        undecidable in general. For rules that need it, only emptiness is decided."
        abnf("list = \"(\" *list \")\"\n", "list = \"(\" *\"a\" \")\"\n");
    Prose "prose" Note "A description in words."
        "It defines no strings, so that languages that need it are not decided."
        abnf("date = <a date, in digits>\n", "date = 8DIGIT\n");
    Bytes "bytes" Note "Numbers of characters that may be meant as bytes, or a grammar of bytes."
        "A range up to FF, or `OCTET`, is one of the characters U+0080 to U+00FF, unless the grammar is read as one of bytes. The first \
        rule that has one is reported."
        abnf("header = *( %x20-7E / %x80-FF )\n", "header = *%x20-7E\n");
    Undecided "undecided" Note "A lint that could not be decided."
        "The work on a grammar is bounded, independently of the machine. A question that is too large is reported, and the answer is not guessed."
        abnf("x = *(\"a\" / \"b\") \"a\" 20(\"a\" / \"b\")\n", "x = *(\"a\" / \"b\") \"a\" 2(\"a\" / \"b\")\n");
}

impl FromStr for Lint {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        find_by_name("lint", name, Self::ALL.iter().copied(), Self::name)
    }
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
