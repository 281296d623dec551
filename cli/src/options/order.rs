//! The order in which a command's grammars are written, by name or as options.

use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

/// How a grammar is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrittenAs {
    /// As an argument without an option.
    Name,
    /// With --pest.
    Pest,
    /// With --regex.
    Regex,
}

/// The ids of the arguments that are grammars.
const IDS: [(&str, WrittenAs); 5] = [
    ("left", WrittenAs::Name),
    ("right", WrittenAs::Name),
    ("grammars", WrittenAs::Name),
    ("pest", WrittenAs::Pest),
    ("regex", WrittenAs::Regex),
];

/// How each grammar of a command line is written, in order. It adds no arguments to a command. It
/// must be the first field of the command's arguments: clap removes the values of each field from
/// the matches, and their places with them.
#[derive(Debug, Clone, Default)]
pub struct GrammarOrder(Vec<WrittenAs>);

impl GrammarOrder {
    /// The grammars in the order in which they are written.
    pub fn sorted<T>(&self, grammars: impl IntoIterator<Item = (WrittenAs, T)>) -> Vec<T> {
        let mut unsorted: Vec<(WrittenAs, T)> = grammars.into_iter().collect();
        let mut sorted = Vec::new();
        for kind in &self.0 {
            if let Some(at) = unsorted.iter().position(|(written_as, _)| written_as == kind) {
                sorted.push(unsorted.remove(at).1);
            }
        }
        sorted.extend(unsorted.into_iter().map(|(_, grammar)| grammar));
        sorted
    }
}

impl Args for GrammarOrder {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl FromArgMatches for GrammarOrder {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut written: Vec<(usize, WrittenAs)> = Vec::new();
        for id in matches.ids() {
            let Some((name, kind)) = IDS.into_iter().find(|(name, _)| *name == id.as_str()) else { continue };
            written.extend(matches.indices_of(name).into_iter().flatten().map(|index| (index, kind)));
        }
        written.sort_by_key(|(index, _)| *index);
        Ok(Self(written.into_iter().map(|(_, kind)| kind).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
