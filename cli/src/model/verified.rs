//! Whether a parser agrees with its model.

use indicatif::ProgressBar;
use uri_lineage::language::{Answer, Part, Teacher};

use super::Model;
use super::learning::LearnOptions;
use super::teacher::ParserTeacher;
use crate::failure::Failure;
use crate::output::report;
use crate::output::text::counted;
use crate::parser::process::Parser;

impl Model {
    /// Asks the parser about strings. If the model is wrong about some, it is learned again, and its
    /// file is written. Returns whether it was wrong.
    pub fn is_mended(&mut self, file: &str, strings: &[String]) -> Result<bool, Failure> {
        let options = LearnOptions::default();
        let refuted = self.refuted(strings, &options)?;
        if refuted.is_empty() {
            return Ok(false);
        }
        let count = counted(refuted.len() as u64, "string");
        report(&format_args!("{file} is wrong about {count}, and is learned again"));
        let components = self.components().unwrap_or_default();
        self.learn(&components, &refuted, &options)?;
        self.write(file)?;
        Ok(true)
    }

    /// The strings about which the model is wrong.
    fn refuted(&self, strings: &[String], options: &LearnOptions) -> Result<Vec<String>, Failure> {
        let invalid = |error: &dyn std::fmt::Display| Failure::Usage(error.to_string());
        let mut teacher = ParserTeacher::new(Parser::new(&self.command, options.timeout), ProgressBar::hidden());
        let answers = teacher.answers(strings)?;
        let language = self.language().map_err(|error| invalid(&error))?;
        let components = self.components().unwrap_or_default();
        let spans = components.iter().map(|&component| Ok((component, self.spans(component)?)));
        let spans = spans
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error: uri_lineage::language::InvalidTable| invalid(&error))?;
        let is_right = |string: &str, answer: &Answer| match answer {
            Answer::Unknown => true,
            Answer::Refused => !language.contains(string),
            Answer::Accepted(parts) => {
                language.contains(string)
                    && spans.iter().all(|(component, spans)| {
                        match (&parts[*component as usize], spans.in_string(string)) {
                            (Part::Unknown, _) => true,
                            (Part::Absent, read) => read.is_ok_and(|span| span.is_none()),
                            (Part::At(span), read) => read.is_ok_and(|read| read.as_ref() == Some(span)),
                        }
                    })
            }
        };
        let asked = strings.iter().zip(&answers);
        Ok(asked.filter(|(string, answer)| !is_right(string, answer)).map(|(string, _)| string.clone()).collect())
    }
}
