//! Names that a user may give, and the similar one that was meant.

use std::fmt::Display;

use uri_lineage::{Component, Generation, UnknownComponent};

/// The names of sets.
pub fn sets() -> impl Iterator<Item = &'static str> {
    ["all", "ascii", "rfc", "historical"].into_iter().chain(Generation::ALL.map(Generation::name))
}

/// The most similar known name, if one is similar enough.
fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    /// The same threshold as clap's.
    const ALIKE: f64 = 0.7;
    let name = name.to_lowercase();
    let alike = |known: &'n str| (strsim::jaro_winkler(&name, &known.to_lowercase()), known);
    let best = known.into_iter().map(alike).max_by(|left, right| left.0.total_cmp(&right.0))?;
    (best.0 > ALIKE).then_some(best.1)
}

/// The message for an unknown name, with a similar name as a suggestion.
pub fn suggest<'n>(error: &dyn Display, name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    match nearest(name, known) {
        Some(near) => format!("{error}; did you mean `{near}`?"),
        None => error.to_string(),
    }
}

/// Reads a component's name.
pub fn component(name: &str) -> Result<Component, String> {
    name.parse().map_err(|error: UnknownComponent| suggest(&error, name, Component::ALL.map(Component::name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name() {
        assert_eq!(nearest("hotname", ["port", "hostname", "host"]), Some("hostname"));
    }
}
