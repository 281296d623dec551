//! Names in arguments, and suggestions for unknown names.

use std::fmt::Display;
use std::time::Duration;

use uri_lineage::{Component, Generation, UnknownComponent};

/// The name of the grammar of all schemes, each by the document in force.
pub const SCHEMES: &str = "schemes";

/// The names of sets.
pub fn sets() -> impl Iterator<Item = &'static str> {
    ["all", "ascii", "rfc", "historical"].into_iter().chain(Generation::ALL.map(Generation::name))
}

/// The most similar valid name, if one is similar enough.
fn nearest<'n>(name: &str, valid: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    /// The same threshold as clap's.
    const THRESHOLD: f64 = 0.7;
    let name = name.to_lowercase();
    let scored = valid.into_iter().map(|valid| (strsim::jaro_winkler(&name, &valid.to_lowercase()), valid));
    let (score, best) = scored.max_by(|left, right| left.0.total_cmp(&right.0))?;
    (score > THRESHOLD).then_some(best)
}

/// The message for an unknown name, with a similar valid name as a suggestion.
pub fn suggest<'n>(error: &dyn Display, name: &str, valid: impl IntoIterator<Item = &'n str>) -> String {
    match nearest(name, valid) {
        Some(similar) => format!("{error}; did you mean `{similar}`?"),
        None => error.to_string(),
    }
}

/// Reads a component's name.
pub fn component(name: &str) -> Result<Component, String> {
    name.parse().map_err(|error: UnknownComponent| suggest(&error, name, Component::ALL.map(Component::name)))
}

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    let duration = Duration::try_from_secs_f64(number).map_err(|error| error.to_string())?;
    if duration.is_zero() { Err("it must be more than 0".to_owned()) } else { Ok(duration) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name() {
        assert_eq!(nearest("hotname", ["port", "hostname", "host"]), Some("hostname"));
    }
}
