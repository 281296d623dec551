//! What a filter or the client reads a URL by: a grammar, or a model of a parser.

use uri_lineage::language::{Client, Language, Spans, Targets};
use uri_lineage::{Component, Grammar};

use crate::failure::Failure;
use crate::model::{Model, SUFFIX};
use crate::options::source::text_file;

/// A grammar or a model that a filter or the client reads a URL by.
pub struct Reader {
    /// The id of the grammar, or the name of the model's file.
    pub name: String,
    pub client: Client,
    pub host: Spans,
    /// The strings of which a model says something.
    pub known: Option<Language>,
}

impl Reader {
    /// Reads a model from a file whose name ends as those of models do, or takes a grammar.
    pub fn new(name: &str, targets: &Targets) -> Result<Self, Failure> {
        let failure = |error: &dyn std::fmt::Display| Failure::Usage(format!("{name}: {error}"));
        if name.ends_with(SUFFIX) {
            return Self::of_model(name, &Model::read(name, &text_file(name)?)?, targets);
        }
        let grammar: Grammar = name.parse().map_err(|error| failure(&error))?;
        let [host] = grammar.spans([Component::Host]).map_err(|error| failure(&error))?;
        let client = Client::new(grammar).map_err(|error| failure(&error))?;
        Ok(Self { name: grammar.id().to_owned(), client, host, known: None })
    }

    fn of_model(name: &str, model: &Model, targets: &Targets) -> Result<Self, Failure> {
        let failure = |error: &dyn std::fmt::Display| Failure::Usage(format!("{name}: {error}"));
        let learned = model.components().unwrap_or_default();
        let is_asked = |component: &Component| match component {
            Component::Host => true,
            Component::Scheme => !targets.schemes.is_empty(),
            Component::Port => !targets.ports.is_empty(),
            _ => false,
        };
        if let Some(missing) = Component::ALL.iter().filter(|it| is_asked(it)).find(|it| !learned.contains(it)) {
            return Err(failure(&format_args!("it says nothing of the {missing}: it must be learned")));
        }
        let known = model.known(&learned)?;
        let spans = Component::ALL.map(|component| {
            let spans = model.spans(component).map_err(|error| failure(&error))?;
            spans.within(&known).map_err(|error| failure(&error))
        });
        let spans: Vec<Spans> = spans.into_iter().collect::<Result<_, Failure>>()?;
        let host = spans[Component::Host as usize].clone();
        // There is one for each component.
        let Ok(spans) = <[Spans; Component::ALL.len()]>::try_from(spans) else {
            return Err(failure(&"it is incomplete"));
        };
        let client = Client::of_model(spans).map_err(|error| failure(&error))?;
        Ok(Self { name: name.to_owned(), client, host, known: Some(known) })
    }
}
