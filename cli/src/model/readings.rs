//! What a model says of strings, and whether its parser agrees.

use indicatif::ProgressBar;
use serde_json::{Value, json};
use uri_lineage::Component;
use uri_lineage::regular_bnf::{Answer, Language, Part, Spans, Teacher};

use super::Model;
use super::teacher::ParserTeacher;
use crate::failure::Failure;
use crate::output::report;
use crate::output::text::counted;
use crate::parser::process::{Parser, ParserFault};

impl Model {
    /// Answers strings as the parser would, each with its number. Returns how many there were.
    pub fn answer_all(
        &self,
        strings: &[&str],
        receive: &mut impl FnMut(usize, Result<&[u8], ParserFault>),
    ) -> Result<usize, Failure> {
        let readings = self.readings()?;
        for (index, string) in strings.iter().enumerate() {
            let answer = readings.answer(string).to_string();
            receive(index, Ok(answer.as_bytes()));
        }
        Ok(strings.len())
    }

    /// Asks the parser about strings. If the model is wrong about some, it is learned again, and its
    /// file is written. Returns whether it was wrong.
    pub fn is_mended(&mut self, file: &str, strings: &[String]) -> Result<bool, Failure> {
        let refuted = self.refuted(strings)?;
        if refuted.is_empty() {
            return Ok(false);
        }
        let count = counted(refuted.len() as u64, "string");
        report(&format_args!("{file} is wrong about {count}, and is learned again"));
        let components = self.components().unwrap_or_default();
        self.learn(&components, &refuted)?;
        self.write(file)?;
        Ok(true)
    }

    /// The strings about which the model is wrong.
    fn refuted(&self, strings: &[String]) -> Result<Vec<String>, Failure> {
        let mut teacher = ParserTeacher::new(Parser::new(&self.command, self.options.timeout), ProgressBar::hidden());
        let answers = teacher.answers(strings)?;
        let readings = self.readings()?;
        let is_right = |string: &str, answer: &Answer| match answer {
            Answer::Unknown => true,
            Answer::Refused => !readings.language.contains(string),
            Answer::Accepted(parts) => readings.agree(string, parts),
        };
        let asked = strings.iter().zip(&answers);
        Ok(asked.filter(|(string, answer)| !is_right(string, answer)).map(|(string, _)| string.clone()).collect())
    }
}

/// The automata of a model.
struct ModelReadings {
    language: Language,
    spans: Vec<(Component, Spans)>,
}

impl Model {
    fn readings(&self) -> Result<ModelReadings, Failure> {
        let components = self.components().unwrap_or_default().into_iter();
        let spans = components.map(|component| Ok((component, self.spans(component)?)));
        Ok(ModelReadings { language: self.language()?, spans: spans.collect::<Result<_, Failure>>()? })
    }
}

impl ModelReadings {
    /// What the model says of a string, as a parser's answer.
    fn answer(&self, string: &str) -> Value {
        let spans = self.spans.iter().map(|(component, spans)| {
            let span = spans.in_string(string).ok().flatten();
            (component.name().to_owned(), span.map_or(Value::Null, |span| json!([span.start, span.end])))
        });
        let valid = ("valid".to_owned(), Value::Bool(self.language.contains(string)));
        Value::Object([valid].into_iter().chain(spans).collect())
    }

    /// Whether the model accepts a string, and reads the components at the same places.
    fn agree(&self, string: &str, parts: &[Part]) -> bool {
        self.language.contains(string)
            && self.spans.iter().all(|(component, spans)| {
                match (&parts[*component as usize], spans.in_string(string)) {
                    (Part::Unknown, _) => true,
                    (_, Err(_)) => false,
                    (Part::Absent, Ok(read)) => read.is_none(),
                    (Part::At(span), Ok(read)) => read.as_ref() == Some(span),
                }
            })
    }
}
