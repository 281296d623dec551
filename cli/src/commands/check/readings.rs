//! How the grammars read a line that they read differently, with --agree.

use uri_lineage::Component;

use crate::options::given::Given;

/// How each grammar reads a component.
pub struct Readings {
    pub component: Component,
    /// The text for each grammar; `None` if the component is absent.
    pub texts: Vec<(Given, Option<String>)>,
}

impl Readings {
    /// The components that the grammars read differently in a line that all of them accept. If two
    /// read the same text at different places of the line, all components are listed.
    pub fn of(grammars: &[Given], components: &[Component], line: &str) -> Vec<Self> {
        let read: Vec<_> = grammars.iter().filter_map(|given| Some((given, given.texts(line)?))).collect();
        let text = |component: Component| {
            let texts = read
                .iter()
                .map(|(given, texts)| ((*given).clone(), texts[component as usize].as_deref().map(str::to_owned)));
            Self { component, texts: texts.collect() }
        };
        let all = || components.iter().copied().map(text);
        let differ: Vec<Self> = all().filter(Self::differ).collect();
        if differ.is_empty() { all().collect() } else { differ }
    }

    /// Whether the texts differ. Absent and empty components are alike.
    fn differ(&self) -> bool {
        let texts: Vec<&str> = self.texts.iter().map(|(_, text)| text.as_deref().unwrap_or_default()).collect();
        texts.windows(2).any(|pair| pair[0] != pair[1])
    }

    /// Each text with the grammars that read it, in the order of the grammars.
    pub fn groups(&self) -> Vec<(Option<&str>, Vec<&str>)> {
        let mut groups: Vec<(Option<&str>, Vec<&str>)> = Vec::new();
        for (given, text) in &self.texts {
            match groups.iter_mut().find(|(other, _)| *other == text.as_deref()) {
                Some((_, names)) => names.push(given.name()),
                None => groups.push((text.as_deref(), vec![given.name()])),
            }
        }
        groups
    }
}
