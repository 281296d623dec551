//! The answers of a parser, and how they differ from what a grammar reads.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer};
use uri_lineage::Component;

/// An answer: a JSON object. Absent members are not compared; other members are ignored.
#[derive(Deserialize)]
pub struct ParserAnswer {
    /// Whether the parser accepts the string.
    pub valid: bool,
    #[serde(default)]
    scheme: AnsweredComponent,
    #[serde(default)]
    user: AnsweredComponent,
    #[serde(default)]
    host: AnsweredComponent,
    #[serde(default)]
    port: AnsweredComponent,
    #[serde(default)]
    path: AnsweredComponent,
    #[serde(default)]
    query: AnsweredComponent,
    #[serde(default)]
    fragment: AnsweredComponent,
}

/// A component in an answer.
#[derive(Default, Clone, PartialEq, Eq)]
pub enum AnsweredComponent {
    /// The parser does not name the component.
    #[default]
    Omitted,
    /// It is absent (`null`).
    Absent,
    Text(String),
    /// It is at these offsets in the string, in bytes.
    At(usize, usize),
}

impl AnsweredComponent {
    /// The component as the parser has it, of a string.
    pub fn text<'a>(&'a self, string: &'a str) -> Option<&'a str> {
        match self {
            Self::Omitted | Self::Absent => None,
            Self::Text(text) => Some(text),
            Self::At(start, end) => string.get(*start..*end),
        }
    }
}

impl<'de> Deserialize<'de> for AnsweredComponent {
    /// A text, a number (a port), two offsets, or `null`.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum JsonComponent {
            Text(String),
            Number(u64),
            Offsets([usize; 2]),
        }
        Ok(match Option::deserialize(deserializer)? {
            None => Self::Absent,
            Some(JsonComponent::Text(text)) => Self::Text(text),
            Some(JsonComponent::Number(number)) => Self::Text(number.to_string()),
            Some(JsonComponent::Offsets([start, end])) => Self::At(start, end),
        })
    }
}

impl ParserAnswer {
    /// Reads an answer; an error is one line.
    pub fn read(line: &[u8]) -> Result<Self, String> {
        let text = str::from_utf8(line).map_err(|_| "it is not UTF-8".to_owned())?;
        // Serde reads an array as the members in order, too.
        if !text.trim_start().starts_with('{') {
            return Err("it is not a JSON object".to_owned());
        }
        serde_json::from_str(text).map_err(|error| format!("it is not such a JSON object: {error}"))
    }

    pub fn component(&self, component: Component) -> &AnsweredComponent {
        match component {
            Component::Scheme => &self.scheme,
            Component::User => &self.user,
            Component::Host => &self.host,
            Component::Port => &self.port,
            Component::Path => &self.path,
            Component::Query => &self.query,
            Component::Fragment => &self.fragment,
        }
    }
}

/// How a component of an answer differs from the grammar's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ComponentDifference {
    Missing,
    Extra,
    Case,
    Decoded,
    Encoded,
    More,
    Less,
    Other,
}

impl ComponentDifference {
    /// The behaviour of the parser, without the strings that show it.
    pub fn sentence(self, component: Component) -> String {
        match self {
            Self::Missing => format!("finds no {component} in"),
            Self::Extra => format!("finds a {component} that is absent in"),
            Self::Case => format!("changes the case of the {component} in"),
            Self::Decoded => format!("decodes the {component} in"),
            Self::Encoded => format!("escapes the {component} in"),
            Self::More => format!("reads more as the {component} in"),
            Self::Less => format!("reads less as the {component} in"),
            Self::Other => format!("reads another {component} in"),
        }
    }

    /// Whether both components mean the same, and are only written differently.
    pub fn is_spelling(self) -> bool {
        matches!(self, Self::Case | Self::Decoded | Self::Encoded)
    }

    /// Compares a component of a string with the one in an answer; `None` if they are alike. Unless
    /// `strict` is set, absent and empty components are alike, and so are paths with and without
    /// the slash in front.
    pub fn find(
        input: &str,
        component: Component,
        expected: Option<&str>,
        answered: Option<&str>,
        strict: bool,
    ) -> Option<Self> {
        let expected = comparable(expected, component, strict);
        let (expected, answered) = match (expected, comparable(answered, component, strict)) {
            (None, None) => return None,
            (Some(_), None) => return Some(Self::Missing),
            (None, Some(_)) => return Some(Self::Extra),
            (Some(expected), Some(answered)) => (expected, answered),
        };
        if expected == answered {
            return None;
        }
        Some(match () {
            () if expected.to_lowercase() == answered.to_lowercase() => Self::Case,
            () if answered.contains(expected) && input.contains(answered) => Self::More,
            () if expected.contains(answered) => Self::Less,
            () if decoded(expected) == answered => Self::Decoded,
            () if decoded(answered) == expected || decoded(answered) == decoded(expected) => Self::Encoded,
            () => Self::Other,
        })
    }
}

/// The text of a component as it is compared. Unless `strict` is set, an empty text is absent, and
/// a path lacks the slash in front.
fn comparable(text: Option<&str>, component: Component, strict: bool) -> Option<&str> {
    let text = text?;
    let is_path = component == Component::Path;
    let text = if is_path && !strict { text.strip_prefix('/').unwrap_or(text) } else { text };
    (strict || !text.is_empty()).then_some(text)
}

/// The text with its escapes decoded; invalid UTF-8 is replaced.
fn decoded(text: &str) -> Cow<'_, str> {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy()
}
