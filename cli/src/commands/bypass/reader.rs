//! What a filter or the client reads a URL by: a grammar, or a model of a parser.

use uri_lineage::language::{Client, Targets};
use uri_lineage::regular_bnf::{Language, Spans};
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
        if name.ends_with(SUFFIX) {
            return Self::of_model(name, &Model::read(name, &text_file(name)?)?, targets);
        }
        let grammar: Grammar = name.parse().map_err(about(name))?;
        let [host] = grammar.spans([Component::Host]).map_err(about(name))?;
        let client = Client::new(grammar).map_err(about(name))?;
        Ok(Self { name: grammar.id().to_owned(), client, host, known: None })
    }

    fn of_model(name: &str, model: &Model, targets: &Targets) -> Result<Self, Failure> {
        let mut needed = vec![Component::Host];
        needed.extend((!targets.schemes.is_empty()).then_some(Component::Scheme));
        needed.extend((!targets.ports.is_empty()).then_some(Component::Port));
        model.check_learned(name, &needed)?;
        let known = model.known(&model.components().unwrap_or_default())?;
        let spans = Component::ALL.map(|component| {
            let spans = model.spans(component).map_err(about(name))?;
            spans.within(&known).map_err(about(name))
        });
        let spans: Vec<Spans> = spans.into_iter().collect::<Result<_, Failure>>()?;
        let host = spans[Component::Host as usize].clone();
        // There is one for each component.
        let Ok(spans) = <[Spans; Component::ALL.len()]>::try_from(spans) else {
            return Err(about(name)("it is incomplete"));
        };
        let client = Client::of_model(spans).map_err(about(name))?;
        Ok(Self { name: name.to_owned(), client, host, known: Some(known) })
    }
}

/// An error of a computation about a grammar or a model.
pub fn about<E: std::fmt::Display>(name: &str) -> impl Fn(E) -> Failure {
    move |error| Failure::Usage(format!("{name}: {error}"))
}
