//! Writes the findings as a report in Markdown, for the authors of a parser.

use std::io::Write;

use super::verdicts::{ConformFinding, ParserCheck};
use super::written::ConformReport;
use crate::failure::Failure;
use crate::output::Output;
use crate::output::text::{in_json, plain, quoted};

impl ConformReport<'_> {
    /// A section for each finding: what the parser does, the shortest string, the rule that decides,
    /// and how to see it again.
    pub fn markdown(&self, mut output: Output, command: &[String]) -> Result<(), Failure> {
        let out = &mut output.out;
        writeln!(out, "# {}: {}", plain(&self.name), self.result())?;
        for (number, finding) in (1..).zip(&self.findings) {
            let deviation = &finding.deviation;
            writeln!(out, "\n## {number}. The parser {}\n", plain(&finding.sentence()))?;
            let strings =
                if deviation.count == 1 { "One string".to_owned() } else { format!("{} strings", deviation.count) };
            writeln!(out, "{strings}; the shortest, in JSON:\n\n    {}\n", in_json(&deviation.witness))?;
            if !deviation.examples.is_empty() {
                writeln!(out, "A shortest string for each other character:\n")?;
                deviation.examples.iter().try_for_each(|example| writeln!(out, "    {}", in_json(example)))?;
                writeln!(out)?;
            }
            writeln!(out, "Expected: {}\n", expected(finding))?;
            if let Some(citation) = &finding.citation {
                writeln!(out, "{}:\n", plain(&citation.place))?;
                citation.rule.lines().try_for_each(|line| writeln!(out, "    {}", plain(line.trim_end())))?;
                writeln!(out)?;
            }
            writeln!(out, "Got: {}\n", got(finding))?;
            writeln!(out, "To see it again:\n\n    {}", reproduction(&deviation.witness, command))?;
        }
        Ok(output.out.flush()?)
    }
}

/// What the grammar says of the shortest string.
fn expected(finding: &ConformFinding) -> String {
    match (finding.check, &finding.read, finding.deviation.offset) {
        (ParserCheck::Component(component, _), Some([Some(text), _]), _) => format!("the {component} {}", quoted(text)),
        (ParserCheck::Component(component, _), ..) => format!("no {component}"),
        (ParserCheck::Accepts | ParserCheck::Refuses, _, Some(offset)) => format!("it is refused, at byte {offset}"),
        (ParserCheck::Accepts | ParserCheck::Refuses, _, None) => "it is accepted".to_owned(),
        _ => "an answer".to_owned(),
    }
}

/// What the parser answers to the shortest string.
fn got(finding: &ConformFinding) -> String {
    let answer = match (finding.check, &finding.read) {
        (ParserCheck::Component(component, _), Some([_, Some(text)])) => format!("the {component} {}", quoted(text)),
        (ParserCheck::Component(component, _), _) => format!("no {component}"),
        (ParserCheck::Accepts, _) => match &finding.host {
            Some(host) => format!("it is accepted, with the host {}", quoted(host)),
            None => "it is accepted".to_owned(),
        },
        (ParserCheck::Refuses, _) => "it is refused".to_owned(),
        (ParserCheck::Crash, _) => "a crash".to_owned(),
        (ParserCheck::Hang, _) => "no answer in time".to_owned(),
        (ParserCheck::Answer, _) => "an answer of another form".to_owned(),
        (ParserCheck::TooLong, _) => "an answer that is too long".to_owned(),
        (ParserCheck::Surplus, _) => "more answers than strings".to_owned(),
    };
    match &finding.message {
        Some(message) => format!("{answer}: {}", plain(message)),
        None => answer,
    }
}

/// A command line that shows the answer.
fn reproduction(witness: &str, command: &[String]) -> String {
    let json = serde_json::Value::from(witness).to_string();
    let [print, parser] = [vec!["printf", "%s\\n", &json], command.iter().map(String::as_str).collect()]
        // A word of a command has no NUL, which alone cannot be quoted.
        .map(|words| shlex::try_join(words).unwrap_or_default());
    format!("{print} | {parser}")
}
