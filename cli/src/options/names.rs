//! Names in arguments, and suggestions for unknown names.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use uri_lineage::Generation;
use uri_lineage::regular_bnf::UnknownName;

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

/// The message for a name that no thing of its kind has, with a similar name as a suggestion.
pub fn with_suggestion(error: &UnknownName) -> String {
    suggest(error, error.name(), error.known().iter().copied())
}

/// Finds the value with a name.
pub fn find_by_name<T: FromStr<Err = UnknownName>>(name: &str) -> Result<T, String> {
    name.parse().map_err(|error| with_suggestion(&error))
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
