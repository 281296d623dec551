//! Models of parsers: what `learn` writes, and what commands read as a grammar.

mod division;
pub mod learning;
mod locate;
pub mod options;
mod readings;
mod teacher;
mod values;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use uri_lineage::Component;
use uri_lineage::regular_bnf::{AutomatonTable, InvalidTable, Language, Spans};

use self::options::LearnOptions;
use self::teacher::ParserTeacher;
use crate::failure::Failure;

/// The number of the format of model files.
const FORMAT: u32 = 1;
/// The end of the names of model files.
pub const SUFFIX: &str = ".model";

/// A model file.
#[derive(Clone, Serialize, Deserialize)]
pub struct Model {
    /// The number of the format.
    model: u32,
    /// The parser's name and version.
    pub parser: String,
    /// The command that runs it.
    pub command: Vec<String>,
    /// The strings about which the parser was asked.
    pub domain: Domain,
    /// How much was tried.
    pub options: LearnOptions,
    /// What was learned.
    pub learned: Vec<LearnedModel>,
    /// The components whose models have too many states, each with the longest strings that lead to
    /// new ones.
    pub too_large: BTreeMap<String, Vec<String>>,
    /// The strings that showed that an earlier model was wrong.
    pub counterexamples: Vec<String>,
    /// How many strings the parser was asked about.
    pub asked: usize,
    /// The strings that the parser did not answer.
    pub faults: Faults,
    /// For each component in how many strings its place could not be found, and one of them.
    pub unlocated: BTreeMap<String, Unlocated>,
    /// How many strings were asked again.
    pub asked_again: usize,
    /// Those to which the answer was another.
    pub changed: Vec<String>,
}

/// The strings about which a parser was asked.
#[derive(Clone, Serialize, Deserialize, Default)]
pub struct Domain {
    /// The options that select them.
    pub options: Vec<String>,
    /// The strings; all of US-ASCII if there is none.
    pub automaton: Option<AutomatonTable>,
}

/// What was learned of the verdict, or of a component.
#[derive(Clone, Serialize, Deserialize)]
pub struct LearnedModel {
    /// The component; `verdict` for whether the parser accepts a string.
    pub of: String,
    /// The number of states.
    pub states: usize,
    /// Whether all strings were tried that find one more state.
    pub has_one_more: bool,
    /// The strings, with marks around the component.
    pub automaton: AutomatonTable,
    /// The strings of which nothing is known.
    pub unknown: AutomatonTable,
    /// For each oracle how many strings it tried, and how many showed that the model was wrong.
    pub oracles: BTreeMap<String, [usize; 2]>,
}

/// The strings that a parser did not answer.
#[derive(Clone, Serialize, Deserialize, Default)]
pub struct Faults {
    pub count: usize,
    pub first: Vec<String>,
}

/// The strings in which the place of a component could not be found.
#[derive(Clone, Serialize, Deserialize)]
pub struct Unlocated {
    pub count: usize,
    pub first: String,
}

/// All strings of US-ASCII.
pub fn ascii() -> Result<Language, Failure> {
    Ok(Language::matching(r"^[\x00-\x7F]*$")?)
}

/// The name of the verdict among what is learned.
pub const VERDICT: &str = "verdict";

impl Domain {
    /// The strings; `None` for all of US-ASCII.
    pub fn language(&self) -> Result<Option<Language>, InvalidTable> {
        self.automaton.as_ref().map(AutomatonTable::language).transpose()
    }
}

impl Model {
    /// A model of which nothing is learned yet.
    pub fn new(parser: String, command: Vec<String>, domain: Domain, options: LearnOptions) -> Self {
        Self {
            model: FORMAT,
            parser,
            command,
            domain,
            options,
            learned: Vec::new(),
            too_large: BTreeMap::new(),
            counterexamples: Vec::new(),
            asked: 0,
            faults: Faults::default(),
            unlocated: BTreeMap::new(),
            asked_again: 0,
            changed: Vec::new(),
        }
    }

    /// Reads the text of a model file.
    pub fn read(name: &str, text: &str) -> Result<Self, Failure> {
        let invalid = |why: &dyn std::fmt::Display| Failure::Usage(format!("{name} is not a model: {why}"));
        let model: Self = serde_json::from_str(text).map_err(|error| invalid(&error))?;
        if model.model != FORMAT {
            return Err(invalid(&format_args!("its format is {}, and this program reads {FORMAT}", model.model)));
        }
        Ok(model)
    }

    /// Writes the model into a file.
    pub fn write(&self, name: &str) -> Result<(), Failure> {
        let text = serde_json::to_string(self)?;
        // A model that is there stays whole if the program ends here.
        let new = format!("{name}.new");
        let written = std::fs::write(&new, text + "\n").and_then(|()| std::fs::rename(&new, name));
        written.map_err(|error| Failure::Usage(format!("cannot write {name}: {error}")))
    }

    /// Takes what a teacher has counted.
    fn count(&mut self, teacher: &ParserTeacher<'_>) {
        self.asked = teacher.asked;
        let (count, first) = teacher.faults.clone();
        self.faults = Faults { count, first };
        let unlocated = Component::ALL.into_iter().zip(teacher.unlocated.clone());
        self.unlocated = unlocated
            .filter(|(component, _)| self.is_asked(*component))
            .filter_map(|(component, (count, first))| {
                Some((component.name().to_owned(), Unlocated { count, first: first? }))
            })
            .collect();
    }

    /// The components that were learned; `None` if nothing was.
    pub fn components(&self) -> Option<Vec<Component>> {
        let is_learned = |component: &Component| self.find(component.name()).is_some();
        (!self.learned.is_empty()).then(|| Component::ALL.into_iter().filter(is_learned).collect())
    }

    /// Refuses components of which the model says nothing. The name is that of its file.
    pub fn check_learned(&self, name: &str, components: &[Component]) -> Result<(), Failure> {
        let missing = components.iter().find(|component| self.find(component.name()).is_none());
        missing.map_or(Ok(()), |missing| {
            Err(Failure::Usage(format!("{name}: it says nothing of the {missing}: it must be learned")))
        })
    }

    /// The components that were to be learned; `None` if nothing was learned.
    pub fn asked_components(&self) -> Option<Vec<Component>> {
        (!self.learned.is_empty()).then(|| Component::ALL.into_iter().filter(|&it| self.is_asked(it)).collect())
    }

    /// Whether a component was to be learned.
    fn is_asked(&self, component: Component) -> bool {
        self.find(component.name()).is_some() || self.too_large.contains_key(component.name())
    }

    fn find(&self, of: &str) -> Option<&LearnedModel> {
        self.learned.iter().find(|learned| learned.of == of)
    }

    /// The strings that the parser accepts.
    pub fn language(&self) -> Result<Language, InvalidTable> {
        self.find(VERDICT).map(|learned| learned.automaton.clone()).unwrap_or_default().language()
    }

    /// The spans of a component. If it was not learned, no string has it.
    pub fn spans(&self, component: Component) -> Result<Spans, InvalidTable> {
        let learned = self.find(component.name()).or_else(|| self.find(VERDICT));
        learned.map(|learned| learned.automaton.clone()).unwrap_or_default().spans()
    }

    /// The strings of which the model says something, about the verdict and some components.
    pub fn known(&self, components: &[Component]) -> Result<Language, Failure> {
        let domain = self.domain.language()?.map_or_else(ascii, Ok)?;
        let asked = self.learned.iter().filter(|learned| {
            learned.of == VERDICT || components.iter().any(|component| component.name() == learned.of)
        });
        asked.into_iter().try_fold(domain, |known, learned| Ok(known.difference(&learned.unknown.language()?)?))
    }
}
