//! Where components are in grammars of the user's own.

use uri_lineage::Component;

use super::names::find_by_name;
use crate::failure::Failure;

/// Options for the components of the user's grammars.
#[derive(clap::Args, Default)]
pub struct PlaceArgs {
    /// Where a component is in a grammar of your own [default: the match of the production, rule or
    /// group of that name]
    ///
    /// `host=hostname`: the match of the rule or production; `host=hostport>host`: where the rule
    /// `hostport` uses it. In a pest grammar also `scheme='http'`: the beginning of a literal;
    /// `user=login>user..<'@'`: from one place up to another. Separate several places with spaces.
    /// The names of productions may have `_` instead of `-`. In a regular expression, `host=3` is
    /// the text of group 3, and `host=name` that of the group `name`.
    #[arg(long, value_name = "COMPONENT=PLACE")]
    place: Vec<String>,
}

/// The places of components.
#[derive(Default)]
pub struct Places(Vec<(Component, String)>);

impl PlaceArgs {
    /// Reads `COMPONENT=PLACE`.
    pub fn read(&self) -> Result<Places, Failure> {
        let places = self.place.iter().map(|text| parse_place(text)).collect::<Result<_, _>>();
        Ok(Places(places.map_err(Failure::Usage)?))
    }
}

fn parse_place(text: &str) -> Result<(Component, String), String> {
    let split = text.split_once('=').ok_or_else(|| format!("`{text}` is not of the form COMPONENT=PLACE"));
    let (name, place) = split?;
    Ok((find_by_name(name)?, place.to_owned()))
}

impl Places {
    /// Whether the user located no component.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The places of a component, in order.
    pub fn get(&self, component: Component) -> Vec<&str> {
        self.0.iter().filter(|(located, _)| *located == component).map(|(_, place)| place.as_str()).collect()
    }
}
