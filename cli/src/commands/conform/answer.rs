//! The answers of a parser, and how they differ from what a grammar reads.

use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Deserializer};
use uri_lineage::Component;

/// An answer: a JSON object. Absent members are not compared; other members are ignored.
#[derive(Deserialize)]
pub struct Answer {
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
#[derive(Default)]
pub enum AnsweredComponent {
    /// The parser does not name the component.
    #[default]
    Omitted,
    /// It is absent (`null`).
    Absent,
    Text(String),
}

impl<'de> Deserialize<'de> for AnsweredComponent {
    /// A text, a number (a port) or `null`.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Value {
            Text(String),
            Number(u64),
        }
        Ok(match Option::deserialize(deserializer)? {
            None => Self::Absent,
            Some(Value::Text(text)) => Self::Text(text),
            Some(Value::Number(number)) => Self::Text(number.to_string()),
        })
    }
}

impl Answer {
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
pub enum Difference {
    Missing,
    Extra,
    Case,
    Decoded,
    Encoded,
    More,
    Less,
    Other,
}

impl Difference {
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

    /// Compares the component at a span of a string with the one in an answer; `None` if they are
    /// alike. Unless `strict` is set, absent and empty components are alike, and so are paths with
    /// and without the slash in front.
    pub fn of(
        input: &str,
        component: Component,
        span: Option<Range<usize>>,
        given: Option<&str>,
        strict: bool,
    ) -> Option<Self> {
        let own = span.and_then(|span| input.get(span));
        let bare = |text: Option<&'_ str>| -> Option<String> {
            let text = text.filter(|text| strict || !text.is_empty())?;
            let text =
                if component == Component::Path && !strict { text.strip_prefix('/').unwrap_or(text) } else { text };
            (strict || !text.is_empty()).then(|| text.to_owned())
        };
        let (own, given) = (bare(own), bare(given));
        let (own, given) = match (own, given) {
            (None, None) => return None,
            (Some(_), None) => return Some(Self::Missing),
            (None, Some(_)) => return Some(Self::Extra),
            (Some(own), Some(given)) => (own, given),
        };
        Some(match () {
            () if own == given => return None,
            () if own.eq_ignore_ascii_case(&given) || own.to_lowercase() == given.to_lowercase() => Self::Case,
            () if given.contains(&own) && input.contains(&given) => Self::More,
            () if own.contains(&given) => Self::Less,
            () if decoded(&own) == given => Self::Decoded,
            () if decoded(&given) == own || decoded(&given) == decoded(&own) => Self::Encoded,
            () => Self::Other,
        })
    }
}

/// The text with its escapes decoded; invalid UTF-8 is replaced.
fn decoded(text: &str) -> Cow<'_, str> {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy()
}
