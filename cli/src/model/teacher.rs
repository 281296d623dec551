//! A parser that is asked about strings.

use indicatif::ProgressBar;
use uri_lineage::Component;
use uri_lineage::regular_bnf::{Answer, Part, Teacher};

use super::locate::Places;
use super::values::Values;
use crate::failure::Failure;
use crate::parser::answer::ParserAnswer;
use crate::parser::process::{Parser, ParserFault};

/// How many strings with faults are kept.
const KEPT: usize = 3;

/// A parser as the teacher of a learner.
pub struct ParserTeacher<'a> {
    parser: Parser<'a>,
    bar: ProgressBar,
    /// How many strings have been asked.
    pub asked: usize,
    /// Whether any answer was usable.
    pub has_answered: bool,
    /// The strings without a usable answer: how many, and the first of them.
    pub faults: (usize, Vec<String>),
    /// For each component in how many strings its value could not be located, and the first of
    /// them.
    pub unlocated: [(usize, Option<String>); Component::ALL.len()],
}

impl<'a> ParserTeacher<'a> {
    pub fn new(parser: Parser<'a>, bar: ProgressBar) -> Self {
        Self { parser, bar, asked: 0, has_answered: false, faults: (0, Vec::new()), unlocated: Default::default() }
    }

    /// Lets a fresh process answer what is asked next.
    pub fn restart(&mut self) {
        self.parser.end();
    }

    /// What the parser says of each string: an error if there is no usable answer, and `None` if it
    /// refuses the string.
    fn values(&mut self, strings: &[&str]) -> Result<Vec<Result<Option<Values>, ()>>, Failure> {
        let mut values = Vec::new();
        values.resize_with(strings.len(), || Err(()));
        let tried = self.parser.run(strings, |index, answer: Result<&[u8], ParserFault>| {
            if let Ok(Ok(answer)) = answer.map(ParserAnswer::read) {
                values[index] =
                    if answer.valid { Values::new(&answer, strings[index]).map(Some).ok_or(()) } else { Ok(None) };
            }
        })?;
        self.asked += strings.len();
        self.has_answered |= values.iter().any(Result::is_ok);
        self.bar.set_message(self.asked.to_string());
        self.bar.tick();
        if tried < strings.len() {
            return Err(Failure::Usage("the parser crashed or did not answer too often".to_owned()));
        }
        Ok(values)
    }

    /// Asks where values are that no division explains.
    fn locate(&mut self, places: &mut [Places]) -> Result<(), Failure> {
        while !places.iter().all(Places::is_done) {
            let questions: Vec<&str> = places.iter().flat_map(Places::questions).collect();
            let answers = if questions.is_empty() { Vec::new() } else { self.values(&questions)? };
            let mut answers = answers.into_iter().map(|answer| answer.ok().flatten());
            places.iter_mut().for_each(|places| places.answer(&mut answers));
        }
        Ok(())
    }
}

impl Teacher for ParserTeacher<'_> {
    type Error = Failure;

    fn answers(&mut self, strings: &[String]) -> Result<Vec<Answer>, Failure> {
        let values = self.values(&strings.iter().map(String::as_str).collect::<Vec<_>>())?;
        let mut answers = vec![Answer::Refused; strings.len()];
        let (mut accepted, mut places) = (Vec::new(), Vec::new());
        for (at, value) in values.into_iter().enumerate() {
            match value {
                Ok(None) => {}
                Ok(Some(values)) => {
                    accepted.push(at);
                    places.push(Places::new(&strings[at], values));
                }
                Err(()) => {
                    answers[at] = Answer::Unknown;
                    self.faults.0 += 1;
                    if self.faults.1.len() < KEPT {
                        self.faults.1.push(strings[at].clone());
                    }
                }
            }
        }
        self.locate(&mut places)?;
        for (at, places) in accepted.into_iter().zip(places) {
            answers[at] = places.into_answer();
            let Answer::Accepted(parts) = &answers[at] else { continue };
            for (unlocated, part) in self.unlocated.iter_mut().zip(parts.iter()) {
                if *part == Part::Unknown {
                    unlocated.0 += 1;
                    unlocated.1.get_or_insert_with(|| strings[at].clone());
                }
            }
        }
        Ok(answers)
    }
}
