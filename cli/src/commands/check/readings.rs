//! How the grammars read a line that they read differently, with --agree.

use uri_lineage::Component;
use uri_lineage::whatwg::Url;

use crate::browser::{disguised_address, reads_address};
use crate::options::url_grammar::UrlGrammar;

/// How each grammar reads a component.
pub struct ComponentReadings {
    pub component: Component,
    /// The text for each grammar; `None` if the component is absent.
    pub texts: Vec<(UrlGrammar, Option<String>)>,
}

impl ComponentReadings {
    /// The components that the grammars read differently in a line that all of them accept. If two
    /// read the same text at different places of the line, all components are listed. A host that is
    /// a name for the documents, and an address for the URL Standard, is read differently.
    pub fn differing(grammars: &[UrlGrammar], components: &[Component], line: &str) -> Vec<Self> {
        let texts: Vec<_> =
            grammars.iter().filter_map(|grammar| Some((grammar, grammar.component_texts(line)?))).collect();
        let record = Url::parse(line).ok();
        let readings = components.iter().map(|&component| {
            let address = record.as_ref().filter(|_| component == Component::Host);
            let address = address.and_then(|record| disguised_address(record, line));
            let texts = texts.iter().map(|(grammar, texts)| {
                let text = texts[component as usize].as_deref().map(str::to_owned);
                let address = address.filter(|address| reads_address(grammar.built_in(), text.as_deref(), *address));
                let address = address.map(|address| address.to_string());
                ((*grammar).clone(), address.or(text))
            });
            Self { component, texts: texts.collect() }
        });
        let (differing, alike): (Vec<Self>, Vec<Self>) = readings.partition(Self::differ);
        if differing.is_empty() { alike } else { differing }
    }

    /// Whether the texts differ. Absent and empty components are alike.
    fn differ(&self) -> bool {
        let texts: Vec<&str> = self.texts.iter().map(|(_, text)| text.as_deref().unwrap_or_default()).collect();
        texts.windows(2).any(|pair| pair[0] != pair[1])
    }

    /// Each text with the grammars that read it, in the order of the grammars.
    pub fn groups(&self) -> Vec<(Option<&str>, Vec<&str>)> {
        let mut groups: Vec<(Option<&str>, Vec<&str>)> = Vec::new();
        for (grammar, text) in &self.texts {
            match groups.iter_mut().find(|(group_text, _)| *group_text == text.as_deref()) {
                Some((_, names)) => names.push(grammar.name()),
                None => groups.push((text.as_deref(), vec![grammar.name()])),
            }
        }
        groups
    }
}
