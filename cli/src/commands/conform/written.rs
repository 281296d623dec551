//! Writes the findings: for people, as JSON Lines, as JUnit XML.

use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::Component;
use uri_lineage::regular_bnf::Feature;

use super::suites::{Guarantee, Tests};
use super::verdicts::{Answers, ConformFinding, ParserCheck};
use crate::commands::vectors::MISSED;
use crate::failure::Failure;
use crate::options::url_grammar::UNEXAMINED_HOST;
use crate::output::Output;
use crate::output::text::{above_caret, caret_column, counted, plain, quoted};
use crate::parser::process::LONGEST_ANSWER;
use crate::schema::OutputDescription;

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description.record::<ConformRecord<'_>>().record::<ConformSummary<'_>>().format("jsonl", "lines");
}

/// The result of a run.
pub struct ConformReport<'a> {
    /// The production, as the user wrote it.
    pub name: String,
    pub tests: &'a Tests,
    /// How many strings were sent.
    pub tried: usize,
    pub findings: Vec<ConformFinding>,
    pub answers: &'a Answers<'a>,
}

/// A group of strings with wrong answers, with an explanation and a shortest string.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
struct ConformRecord<'a> {
    /// The behaviour of the parser.
    finding: FindingKind,
    /// The component that it reads differently; absent for other findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Component>")]
    component: Option<&'static str>,
    /// The finding as a sentence without its subject.
    text: String,
    /// The common feature of the strings.
    feature: Feature,
    /// The production of the feature; `null` for features of whole strings.
    production: Option<&'a str>,
    /// The characters (names of the grammar's classes, or characters) or texts of the feature.
    characters: &'a [String],
    /// The number of the feature: a count of characters or of occurrences, or the greatest port,
    /// for example, that is not concerned.
    number: Option<u64>,
    /// Whether the answer is wrong for all strings with the feature.
    always: bool,
    /// How many strings the feature explains: a count.
    count: usize,
    /// A shortest string.
    witness: &'a str,
    /// The byte offset at which the production refuses the string; `null` if it accepts the string.
    offset: Option<usize>,
    /// A shortest string for each other character that has the feature, shortest first, and at most
    /// 20; absent if there is none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    examples: &'a [String],
    /// The text of the component in the string; absent for other findings, `null` if the component
    /// is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<TextOrNull>")]
    expected: Option<Option<&'a str>>,
    /// The component that the parser read, at most 200 bytes of it; absent for other findings,
    /// `null` if the component is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<TextOrNull>")]
    read: Option<Option<&'a str>>,
    /// The host that the parser read in the shortest string, if only the parser accepts it and names
    /// a host; at most 200 bytes of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<&'a str>,
    /// `true` if the grammar accepts the shortest string unexamined: only Unicode's IDNA processing
    /// (UTS 46) decides whether its host is a domain, so the parser may be right. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unexamined: bool,
    /// The document and the section of the rule that the finding is about, or the file of one's own
    /// grammar; absent if the grammar does not define it.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    /// The rule, as it is printed there.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
    /// How the parser failed, in words; absent if it answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
}

/// A text, or `null`.
#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Text")]
#[allow(dead_code, reason = "it describes what is written")]
enum TextOrNull {
    Present(String),
    Absent(()),
}

/// A kind of finding.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum FindingKind {
    /// It accepts strings that the grammar refuses.
    Accepts,
    /// It refuses strings that the grammar accepts.
    Refuses,
    /// It reads a component differently.
    Component,
    /// It ends without an answer.
    Crash,
    /// It does not answer in time.
    Hang,
    /// Its answer is not a JSON object with the member `valid`.
    Answer,
    /// Its answer is too long.
    TooLong,
    /// It writes answers without a string.
    Surplus,
}

/// The last record: the number of strings and the result.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Summary")]
struct ConformSummary<'a> {
    /// The grammar and the production, as written in the argument.
    name: &'a str,
    /// How many strings were selected: a count.
    strings: usize,
    /// How many of them were sent: a count. It is smaller if the parser failed too often.
    tried: usize,
    /// How many of them only one of parser and grammar accepts: a count.
    disagreements: usize,
    /// How many states the minimal automaton of the production has: a count.
    states: usize,
    /// How many states more the parser may have: a count.
    more: usize,
    /// Whether the suites are complete, so that a parser without findings and with no more states
    /// accepts exactly the language.
    complete: bool,
    /// Whether a complete suite is too large, so that the strings only reach every state and try
    /// every step once.
    bounded: bool,
    /// The components that the parser named.
    #[schemars(with = "Vec<Component>")]
    components: Vec<&'static str>,
    /// How many findings there are: a count.
    findings: usize,
}

impl ConformFinding {
    /// The finding as a sentence without its subject.
    pub fn sentence(&self) -> String {
        let strings = &self.deviation;
        match self.check {
            ParserCheck::Accepts => format!("accepts {strings}"),
            ParserCheck::Refuses => format!("refuses {strings}"),
            ParserCheck::Component(component, difference) => format!("{} {strings}", difference.sentence(component)),
            ParserCheck::Crash => format!("crashes on {strings}"),
            ParserCheck::Hang => format!("does not answer in time to {strings}"),
            ParserCheck::Answer => format!("answers without a JSON object as expected to {strings}"),
            ParserCheck::TooLong => format!("answers with more than {LONGEST_ANSWER} bytes to {strings}"),
            ParserCheck::Surplus => {
                "writes more answers than it receives strings, so its answers may belong to other strings".to_owned()
            }
        }
    }

    /// The class of its test case in JUnit XML.
    fn class_name(&self) -> &'static str {
        match self.check {
            ParserCheck::Component(component, _) => component.name(),
            ParserCheck::Accepts | ParserCheck::Refuses => "verdicts",
            _ => "answers",
        }
    }

    fn kind(&self) -> FindingKind {
        match self.check {
            ParserCheck::Accepts => FindingKind::Accepts,
            ParserCheck::Refuses => FindingKind::Refuses,
            ParserCheck::Component(..) => FindingKind::Component,
            ParserCheck::Crash => FindingKind::Crash,
            ParserCheck::Hang => FindingKind::Hang,
            ParserCheck::Answer => FindingKind::Answer,
            ParserCheck::TooLong => FindingKind::TooLong,
            ParserCheck::Surplus => FindingKind::Surplus,
        }
    }

    fn record(&self) -> ConformRecord<'_> {
        let deviation = &self.deviation;
        let [expected, read] = match &self.read {
            Some(readings) => readings.each_ref().map(|text| Some(text.as_deref())),
            None => [None, None],
        };
        ConformRecord {
            finding: self.kind(),
            component: if let ParserCheck::Component(component, _) = self.check {
                Some(component.name())
            } else {
                None
            },
            text: self.sentence(),
            feature: deviation.feature,
            production: deviation.production.as_deref(),
            characters: &deviation.characters,
            number: deviation.number,
            always: deviation.always,
            count: deviation.count,
            witness: &deviation.witness,
            offset: deviation.offset,
            examples: &deviation.examples,
            expected,
            read,
            host: self.host.as_deref(),
            unexamined: self.unexamined,
            source: self.citation.as_ref().map(|citation| citation.place.as_str()),
            rule: self.citation.as_ref().map(|citation| citation.rule.as_str()),
            message: self.message.as_deref(),
        }
    }

    /// The lines below the sentence: the string, and both readings of it.
    fn details(&self) -> Vec<String> {
        let deviation = &self.deviation;
        let mut lines = vec![above_caret(&deviation.witness).into_owned()];
        let before = deviation.offset.and_then(|offset| deviation.witness.get(..offset));
        if let Some(before) = before.filter(|_| !deviation.witness.is_empty() && self.check == ParserCheck::Accepts) {
            lines.push(format!("{:width$}^", "", width = caret_column(&deviation.witness, before.len())));
        }
        if !deviation.examples.is_empty() {
            let examples: Vec<String> = deviation.examples.iter().map(|example| quoted(example)).collect();
            lines.push(format!("also {}", examples.join(", ")));
        }
        if let Some(readings) = &self.read {
            let [grammar, parser] = readings.each_ref().map(|text| text.as_deref().map_or("absent".to_owned(), quoted));
            lines.push(format!("grammar: {grammar}; parser: {parser}"));
        }
        lines.extend(self.host.as_deref().map(|host| format!("the parser reads the host {}", quoted(host))));
        lines.extend(self.message.as_deref().map(|message| plain(message).into_owned()));
        if let Some(citation) = &self.citation {
            lines.extend(citation.lines());
        }
        if self.unexamined {
            lines.push(format!("the grammar accepts it unexamined: {UNEXAMINED_HOST}"));
        }
        lines
    }
}

impl ConformReport<'_> {
    /// The components that the parser named.
    fn components(&self) -> Vec<Component> {
        let components = self.tests.components.iter().map(|(component, _)| *component);
        components.filter(|component| self.answers.compares(*component)).collect()
    }

    fn summary(&self) -> ConformSummary<'_> {
        ConformSummary {
            name: &self.name,
            strings: self.tests.all.len(),
            tried: self.tried,
            disagreements: self.answers.disagreements(),
            states: self.tests.states,
            more: self.tests.more,
            complete: self.tests.guarantee == Guarantee::Complete,
            bounded: self.tests.guarantee == Guarantee::Bounded,
            components: self.components().into_iter().map(Component::name).collect(),
            findings: self.findings.len(),
        }
    }

    /// The result in one line.
    pub fn result(&self) -> String {
        let ConformSummary { strings, disagreements, states, more, findings, tried, .. } = self.summary();
        let compared = self.components();
        let parts = if compared.is_empty() {
            String::new()
        } else {
            format!(
                " and the components {}",
                compared.iter().map(|component| component.name()).collect::<Vec<_>>().join(", ")
            )
        };
        let suite = match self.tests.guarantee {
            Guarantee::Complete => "",
            Guarantee::Bounded => " of a bounded suite",
            Guarantee::Nothing => " of an incomplete suite",
        };
        match (findings, tried == strings) {
            (_, false) => format!(
                "stopped after {tried} of {strings} strings{suite}: the command failed too often; {}",
                counted(findings as u64, "finding")
            ),
            (0, _) => match self.tests.guarantee {
                Guarantee::Complete => format!(
                    "conforms on all {strings} strings: with at most {} states the verdicts{parts} are those of the grammar",
                    states + more
                ),
                Guarantee::Bounded => format!(
                    "no findings on the {strings} strings{suite}: it reaches each of {states} states and tries each step once; {MISSED}"
                ),
                Guarantee::Nothing => format!("no findings on the {strings} strings{suite}, which proves nothing"),
            },
            _ => format!(
                "{} on {}{suite}; {}",
                counted(findings as u64, "finding"),
                counted(strings as u64, "string"),
                counted(disagreements as u64, "other verdict")
            ),
        }
    }

    pub fn text(&self, mut output: Output) -> Result<(), Failure> {
        for finding in &self.findings {
            let count = match finding.deviation.count {
                1 => String::new(),
                count => format!(" ({count} strings)"),
            };
            writeln!(output.out, "{}{count}", output.bold(plain(&finding.sentence())))?;
            for line in finding.details() {
                writeln!(output.out, "  | {line}")?;
            }
        }
        let result = self.result();
        let conforms = self.findings.is_empty() && self.tried == self.tests.all.len();
        let result = if conforms { output.good(result) } else { output.bad(result) };
        writeln!(output.out, "{}: {result}", plain(&self.name))?;
        Ok(output.out.flush()?)
    }

    pub fn lines(&self, mut output: Output) -> Result<(), Failure> {
        for finding in &self.findings {
            serde_json::to_writer(&mut output.out, &finding.record())?;
            writeln!(output.out)?;
        }
        serde_json::to_writer(&mut output.out, &self.summary())?;
        writeln!(output.out)?;
        Ok(output.out.flush()?)
    }

    /// A test case for each check that passes, and one for each finding.
    pub fn junit(&self, mut output: Output) -> Result<(), Failure> {
        let compared = ["answers", "verdicts"].into_iter().chain(self.components().into_iter().map(Component::name));
        let passed: Vec<&str> =
            compared.filter(|check| !self.findings.iter().any(|finding| finding.class_name() == *check)).collect();
        let stopped = self.tried < self.tests.all.len();
        let failures = self.findings.len() + usize::from(stopped);
        let (tests, failures) = ((passed.len() + failures).to_string(), failures.to_string());
        let mut xml = Writer::new_with_indent(&mut output.out, b' ', 2);
        xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        let suite = xml.create_element("testsuite").with_attributes([
            ("name", &*legal(&self.name)),
            ("tests", &tests),
            ("failures", &failures),
        ]);
        suite.write_inner_content(|xml| {
            for check in passed {
                let case = xml.create_element("testcase").with_attribute(("classname", check));
                case.with_attribute(("name", "conforms")).write_empty()?;
            }
            for finding in &self.findings {
                let sentence = legal(&finding.sentence());
                failed(xml, finding.class_name(), &sentence, &legal(&finding.details().join("\n")))?;
            }
            if stopped {
                failed(xml, "answers", "stopped", &legal(&self.result()))?;
            }
            Ok(())
        })?;
        writeln!(output.out)?;
        Ok(output.out.flush()?)
    }
}

/// A test case with a failure.
fn failed<W: Write>(xml: &mut Writer<W>, check: &str, sentence: &str, details: &str) -> io::Result<()> {
    let case = xml.create_element("testcase").with_attributes([("classname", check), ("name", sentence)]);
    case.write_inner_content(|xml| {
        let failure = xml.create_element("failure").with_attribute(("message", sentence));
        failure.write_text_content(BytesText::new(details)).map(|_| ())
    })
    .map(|_| ())
}

/// A text of characters that XML has: others are escaped as for a terminal.
fn legal(text: &str) -> String {
    text.split('\n').map(|line| plain(line)).collect::<Vec<_>>().join("\n")
}
