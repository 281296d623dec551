//! `same` and `normalize`: equivalent URLs and normal forms.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use uri_lineage::classifier::Classification;
use uri_lineage::equivalence::{self, Equivalence, EquivalenceRule, Normal, normalize_uri};
use uri_lineage::scheme::SchemeError;
use uri_lineage::{DocumentGrammar, Error, Grammar, Parsed, SchemeDocument};

use crate::failure::Failure;
use crate::list::ListArgs;
use crate::list::each::{EachArgs, GrammarAnswer, Results, answer_each};
use crate::list::pairs::{self, PairArgs, PairError, PairResult};
use crate::list::verdicts::parse_examined;
use crate::options::documents::{AnsweringDocument, AnsweringGrammarArgs};
use crate::options::names::with_suggestion;
use crate::options::other_grammars;
use crate::output::screen::Colours;
use crate::output::text::padded;
use crate::refusal::MessageAt;
use crate::schema::OutputDescription;

/// The rules of equivalence to apply.
#[derive(clap::Args)]
struct RuleArgs {
    /// Apply only these rules: rules by name, or the steps of RFC 3986's ladder (section 6.2),
    /// `simple`, `case`, `percent-encoding`, `path-segments` and `scheme-based`. Separate several
    /// with commas [default: all rules of each document]
    #[arg(long = "rules", value_name = "RULE", value_delimiter = ',', value_parser = rule)]
    rules: Option<Vec<RuleSet>>,
}

/// The rules that a name selects.
#[derive(Clone)]
struct RuleSet(Vec<EquivalenceRule>);

fn rule(name: &str) -> Result<RuleSet, String> {
    EquivalenceRule::named(name).map(RuleSet).map_err(|error| with_suggestion(&error))
}

impl RuleArgs {
    fn rules(&self) -> Vec<EquivalenceRule> {
        match &self.rules {
            Some(named) => named.iter().flat_map(|named| named.0.iter().copied()).collect(),
            None => EquivalenceRule::ALL.to_vec(),
        }
    }
}

/// Decide whether two URLs are equivalent, as each document defines it, and show the rules
///
/// RFC 1630 brings both to the same encoding level; RFC 1738 names the parts that may be omitted;
/// the drafts of 1997 define it in sections 2.4.2 (escapes) and 5 (hosts and ports), RFC 2396 in
/// sections 2.4.2 and 6, RFC 3986 in section 6.2. With `--grammar whatwg` two URLs are equivalent
/// if its parser makes the same record of them (section 4.6). A document of one scheme, such as RFC
/// 8141 for `urn`, has rules of its own and those of the grammar over which it is laid; the one in
/// force for the scheme comes last.
///
/// Exit status: 0 if the two are equivalent under every selected grammar, 1 if they are not under
/// one, 2 for a usage error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage same http://www.XEROX.com http://www.xerox.com
  uri-lineage same --grammar rfc1630 http://a/b-c http://a/b%2Dc
  uri-lineage same --grammar rfc3986 --rules case,percent-encoding http://A/%7Eb http://a/~b
  uri-lineage same http://www.xerox.com/ --format jsonl < urls.txt
  uri-lineage same --pairs --file pairs.tsv")]
pub struct SameArgs {
    /// The URL with which the others are compared
    #[arg(value_name = "URL", required_unless_present = "pairs")]
    first: Option<String>,
    #[command(flatten)]
    pairs: PairArgs,
    #[command(flatten)]
    grammars: AnsweringGrammarArgs,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    list: ListArgs,
}

/// Convert a URL to its normal form, which all equivalent URLs share, as each document defines
/// equivalence
///
/// With `--grammar whatwg` the result is the serialisation of the standard's parser, as in browsers.
/// After the grammars of all URLs comes the document in force for the scheme, such as RFC 9110 for
/// `http`.
///
/// Exit status: 0 if every selected grammar accepts the URL, 1 if one refuses it, 2 for a usage
/// error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage normalize http://www.XEROX.com:80/%7euser
  uri-lineage normalize --grammar rfc3986 --rules path-segments http://a/b/../c
  uri-lineage normalize --grammar rfc1738 --format json file://localhost/etc/motd")]
pub struct NormalizeArgs {
    #[command(flatten)]
    each: EachArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

/// The change of a URL, in words.
struct RuleWords {
    document: DocumentGrammar,
    rule: EquivalenceRule,
}

impl fmt::Display for RuleWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { document, rule } = self;
        match rule.source(*document) {
            // A document of one scheme has the rules of its base.
            Some((source, section)) if source != *document => {
                write!(f, "{} ({}, {section})", rule.text(), source.document())
            }
            source => write!(f, "{} ({})", rule.text(), source.map_or("", |(_, section)| section)),
        }
    }
}

impl Serialize for RuleWords {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Rules in words.
fn words(document: DocumentGrammar, rules: &[EquivalenceRule]) -> String {
    rules.iter().map(|&rule| RuleWords { document, rule }.to_string()).collect::<Vec<_>>().join(", ")
}

/// The first URL as a document reads it.
struct FirstUrl<'t> {
    read: ReadUrl<'t>,
    /// The fragment after what is read.
    fragment: Option<&'t str>,
    /// Whether no fragment may follow.
    is_whole: bool,
}

/// A URL as a grammar reads it, or a URI that a document of one scheme accepts.
enum ReadUrl<'t> {
    Url(Box<Parsed<'t>>),
    Uri(SchemeDocument, &'t str),
}

/// Whether two URLs are equivalent, and why.
#[derive(Serialize, JsonSchema)]
struct SameResult {
    /// Whether the two URLs are equivalent.
    equivalent: bool,
    /// The rules that make them equivalent, each with its section; or why they are not.
    rule: String,
}

impl PairResult for SameResult {
    const NAMES: [(&str, &str); 2] = [("left", "One URL."), ("right", "The other.")];
    const MEMBERS: &[&str] = &["equivalent", "rule"];
    type FirstUrl<'t> = FirstUrl<'t>;

    fn read(first: AnsweringDocument<'_>) -> Result<FirstUrl<'_>, PairError> {
        let AnsweringDocument { document, uri, fragment, is_whole } = first;
        let read = match document {
            DocumentGrammar::Grammar(grammar) => ReadUrl::Url(Box::new(parse("first", grammar, uri)?)),
            DocumentGrammar::Scheme(document) => {
                document.parse(uri).map_err(|error| PairError::of_scheme("invalid first URL: ", error))?;
                ReadUrl::Uri(document, uri)
            }
        };
        Ok(FirstUrl { read, fragment, is_whole })
    }

    fn holds(&self) -> bool {
        self.equivalent
    }

    fn write(&self, colours: Colours, out: &mut Vec<u8>) -> io::Result<()> {
        if self.equivalent {
            write!(out, "{}: {}", colours.good("equivalent"), self.rule)
        } else {
            write!(out, "{}: {}", colours.bad("different"), self.rule)
        }
    }
}

/// Parses one of the two URLs, by its name in messages.
fn parse<'t>(name: &str, grammar: Grammar, text: &'t str) -> Result<Parsed<'t>, PairError> {
    parse_examined(grammar, text).map_err(|error| PairError::new(format!("invalid {name} URL: "), Some(error)))
}

/// Describes the machine-readable output of same.
pub fn describe_same(description: &mut OutputDescription) {
    pairs::describe::<SameResult>(description);
}

pub fn same(args: &SameArgs) -> Result<ExitCode, Failure> {
    let rules = args.rules.rules();
    let selected = args.grammars.list();
    let others = if args.grammars.is_default() { other_grammars() } else { Vec::new() };
    pairs::process::<SameResult>(
        &args.pairs,
        args.first.as_deref(),
        &selected,
        &others,
        &args.list,
        |left, right, _| SameResult::new(left, right, &rules),
    )
}

impl SameResult {
    fn new(left: &FirstUrl<'_>, right: &str, rules: &[EquivalenceRule]) -> Result<Self, PairError> {
        let divided = right.split_once('#').filter(|_| !left.is_whole);
        let (right, fragment) = divided.map_or((right, None), |(uri, fragment)| (uri, Some(fragment)));
        let result = match &left.read {
            ReadUrl::Url(left) => Self::of_urls(left, right, rules)?,
            ReadUrl::Uri(document, left) => {
                let same = equivalence::same_uris(*document, left, right, rules);
                let same = same.map_err(|error| PairError::of_scheme("invalid second URL: ", error))?;
                Self::of_equivalence((*document).into(), &same)
            }
        };
        if left.fragment != fragment {
            return Ok(Self { equivalent: false, rule: "the fragments differ".to_owned() });
        }
        Ok(result)
    }

    fn of_urls(left: &Parsed<'_>, right: &str, rules: &[EquivalenceRule]) -> Result<Self, PairError> {
        let grammar = left.grammar();
        let right = parse("second", grammar, right)?;
        let serialization = EquivalenceRule::Serialization;
        if rules.contains(&serialization) && serialization.section(grammar).is_some() {
            let [left, right] = [left, &right].map(|url| equivalence::normalize(url, &[serialization]).text);
            let rule = if left == right {
                format!("both are {left} (4.6)")
            } else {
                format!("one is {left}, the other {right} (4.6)")
            };
            return Ok(Self { equivalent: left == right, rule });
        }
        Ok(Self::of_equivalence(grammar.into(), &equivalence::same(left, &right, rules)))
    }

    fn of_equivalence(document: DocumentGrammar, equivalence: &Equivalence) -> Self {
        let (equivalent, rule) = match equivalence {
            Equivalence::Identical => (true, "they are the same string".to_owned()),
            Equivalence::By(rules) => (true, words(document, rules)),
            Equivalence::Different { reserved: true } => {
                (false, "escapes of reserved characters mean something else".to_owned())
            }
            Equivalence::Different { reserved: false } => (false, "no rule allows the difference".to_owned()),
        };
        Self { equivalent, rule }
    }
}

/// The normal form of a URL.
#[derive(Serialize, JsonSchema)]
pub struct Normalized {
    /// The normal form.
    result: String,
    /// The rules that were applied, in words, each with its section.
    #[schemars(with = "Vec<String>")]
    rules: Vec<RuleWords>,
}

impl Normalized {
    fn of_normal(document: DocumentGrammar, normal: Normal) -> Self {
        let rules = normal.rules.into_iter().map(|rule| RuleWords { document, rule }).collect();
        Self { result: normal.text, rules }
    }
}

impl GrammarAnswer for Normalized {
    type Settings = Vec<EquivalenceRule>;
    type Error = Error;
    const MEMBERS: &[&str] = &["result", "rules"];

    fn answers<'u>(
        url: Classification<'u>,
        rules: &'u Vec<EquivalenceRule>,
    ) -> impl Fn(Grammar) -> Result<Self, Error> + 'u {
        let forms = url.normal_forms(rules);
        move |grammar| Ok(Self::of_normal(grammar.into(), forms.of(grammar)?))
    }

    fn of_scheme(
        document: SchemeDocument,
        uri: &str,
        rules: &Vec<EquivalenceRule>,
    ) -> Result<Result<Self, Error>, SchemeError> {
        Ok(Ok(Self::of_normal(document.into(), normalize_uri(document, uri, rules)?)))
    }

    fn with_fragment(self, fragment: &str) -> Self {
        Self { result: [&self.result, "#", fragment].concat(), ..self }
    }

    fn write(&self, document: DocumentGrammar, out: &mut Vec<u8>) -> io::Result<()> {
        padded(document.id(), 17, out);
        out.extend_from_slice(self.result.as_bytes());
        out.push(b'\n');
        for (at, words) in self.rules.iter().enumerate() {
            match at {
                0 => {
                    padded("", 17, out);
                    write!(out, "by {words}")?;
                }
                _ => write!(out, ", {words}")?,
            }
        }
        if self.rules.is_empty() { Ok(()) } else { writeln!(out) }
    }

    fn write_error(document: &str, error: impl fmt::Display, colours: Colours, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{document:<16} {}", colours.bad(format_args!("error: {error}")))
    }

    fn refusal<'e>(error: &'e Error, place: impl fmt::Display + 'e) -> impl fmt::Display + 'e {
        MessageAt(error, place)
    }
}

pub fn normalize(args: &NormalizeArgs) -> Result<ExitCode, Failure> {
    let results = answer_each::<Normalized>(&args.each, &args.rules.rules())?;
    Ok(match results {
        Results { read: false, .. } => ExitCode::from(2),
        Results { all: true, .. } => ExitCode::SUCCESS,
        Results { all: false, .. } => ExitCode::FAILURE,
    })
}
