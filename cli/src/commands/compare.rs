//! `compare`: one URL as split by every grammar, and by the WHATWG URL Standard.

use std::borrow::Cow;
use std::io::Write;
use std::net::Ipv4Addr;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use uri_lineage::classifier::{Classification, Classifier};
use uri_lineage::whatwg::{Url, UrlError};
use uri_lineage::{Component, Grammar, default_port};

use crate::browser;
use crate::citation::{CITED, CiteArgs, CitedRule};
use crate::engine::{PieceOutput, Work};
use crate::failure::Failure;
use crate::hints::accepting_hint;
use crate::input::{Block, UrlArgs};
use crate::list::{List, ListArgs, columns, place};
use crate::options::url_grammar::{UrlGrammar, UrlGrammarArgs};
use crate::output::Output;
use crate::output::bytes::{all_bytes, is_printable};
use crate::output::screen::Colours;
use crate::output::small_table::{Cell, small_table};
use crate::output::text::plain;
use crate::schema::OutputDescription;
use crate::schema::types::{ByGrammar, ComponentTexts};

/// Show how every grammar splits a URL into components, and where they differ
///
/// The table has a column for each grammar that accepts the URL, and one for the WHATWG URL
/// Standard, which repairs its input. A star marks components that two documents read differently;
/// `w` marks components that the WHATWG reads differently from the newest document that accepts the
/// URL, or, if no document accepts it, those whose text it repairs. A slash that delimits a path is
/// not a difference; absent and empty components compare equal. A component that a document does
/// not have is not compared. A net_loc is compared as a whole. In a document without hosts, so is a
/// path that contains the host.
///
/// The column of the WHATWG is the record that the standard's parser makes of the URL. With
/// `--grammar whatwg` it is still one column, while differences are those of the text that is read,
/// and of a host that is an address for the WHATWG and a name for another document.
///
/// Exit status: 0 if the documents that accept a URL read it alike, 1 if two differ or none accepts
/// it, 2 for a usage error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage compare 'ftp://user:pw@host/dir;type=a'
  uri-lineage compare --grammar rfc1738,rfc3986 --format json 'gopher://h/7s%09a'
  uri-lineage compare --grammar rfc3986,my.abnf:did --place 'host=method' did:web:a
  uri-lineage compare --only-differing --format jsonl < urls.txt")]
pub struct Args {
    #[command(flatten)]
    urls: UrlArgs,
    #[command(flatten)]
    grammars: UrlGrammarArgs,
    /// Show only URLs that two documents read differently, or, with `=whatwg`, those that the
    /// WHATWG reads or accepts differently
    #[arg(long, value_enum, value_name = "FROM", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "documents")]
    only_differing: Option<Differing>,
    #[command(flatten)]
    cite: CiteArgs,
    #[command(flatten)]
    list: ListArgs,
}

/// Which differences select a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Differing {
    /// Two documents read it differently.
    Documents,
    /// The WHATWG reads it differently from the newest document that accepts it, or only the WHATWG
    /// or only documents accept it.
    Whatwg,
}

/// The names of the members of a record.
const MEMBERS: [&str; 9] =
    ["uri", "differing", "whatwg_differing", "readings", "whatwg", "whatwg_refused", "refused", CITED, "address"];

/// The columns of a table.
fn table(cite: CiteArgs) -> Vec<(&'static str, String)> {
    columns(MEMBERS.iter().copied().filter(|name| *name != CITED || cite.is_set()))
}

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    place::describe::<ComparedUrl<'_>>(description, &table(CiteArgs::ALWAYS));
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let input = args.urls.input()?.with_whole_records();
    let list = &List::for_input(&args.list, table(args.cite), &input);
    let output = Output::new(list.is_text());
    let grammars = args.grammars.list()?;
    for grammar in grammars.iter().filter_map(UrlGrammar::user_grammar) {
        grammar.spans().map_err(|error| Failure::Usage(error.to_string()))?;
    }
    let grammars =
        grammars.into_iter().map(|grammar| ComparedGrammar { components: grammar.present_components(), grammar });
    let grammars: Vec<_> = grammars.collect();
    let Args { only_differing, cite, .. } = *args;
    let (colours, hints) = (output.colours(), args.grammars.is_default());
    let (alike, all_read) = list.process(
        input.blocks(),
        || UrlComparer { only_differing, cite, grammars: &grammars, list, colours, hints, alike: true },
        output,
    )?;
    Ok(match (all_read, alike) {
        (false, _) => ExitCode::from(2),
        (true, true) => ExitCode::SUCCESS,
        (true, false) => ExitCode::FAILURE,
    })
}

/// A grammar, and whether it has each component at all.
struct ComparedGrammar {
    grammar: UrlGrammar,
    /// In the order of [`Component::ALL`].
    components: [bool; Component::ALL.len()],
}

struct UrlComparer<'a> {
    only_differing: Option<Differing>,
    cite: CiteArgs,
    grammars: &'a [ComparedGrammar],
    list: &'a List,
    colours: Colours,
    /// Whether to hint at other grammars where all refuse a URL.
    hints: bool,
    /// Whether some grammar accepted each URL so far, and no two read it differently.
    alike: bool,
}

impl Work<Block> for UrlComparer<'_> {
    type Output = bool;

    fn process(&mut self, block: &Block, written: &mut PieceOutput) -> Result<(), Failure> {
        let list = self.list;
        list.each_url(block, written, |place, url, PieceOutput { out, .. }| {
            let classified = Classifier::get().classify(&url).examined(Grammar::ALL);
            let whatwg = Url::parse(&url);
            let readings = self.readings(classified);
            let refused = self.refused(classified, whatwg.as_ref().err());
            let address = whatwg.as_ref().ok().and_then(|record| browser::disguised_address(record, &url));
            let differing = differing(&readings, address);
            self.alike &= differing.is_empty() && !readings.is_empty();
            if self.only_differing == Some(Differing::Documents) && differing.is_empty() {
                return Ok(());
            }
            let mut compared = ComparedUrl::new(&url, whatwg.as_ref(), readings, differing, refused);
            compared.address = address;
            compared.cited = self.cited(classified, &compared.refused);
            if self.only_differing == Some(Differing::Whatwg) && !compared.differs_from_whatwg() {
                return Ok(());
            }
            if list.is_text() {
                compared.text(self.colours, self.hints, out)
            } else {
                list.write_result(place, compared, out)
            }
        })
    }

    fn finish(self) -> bool {
        self.alike
    }

    fn merge(alike: &mut bool, other: bool) {
        *alike &= other;
    }
}

impl<'a> UrlComparer<'a> {
    /// The grammars that refuse a URL, each with the offset; `failure` is why the parser of the URL
    /// Standard fails.
    fn refused(&self, url: Classification<'_>, failure: Option<&UrlError>) -> Vec<(&'a UrlGrammar, usize)> {
        let stops = url.stops();
        let offset = |grammar: Grammar| match stops.get(grammar) {
            Some(stop) => Some(stop.offset),
            None => url.refusal(grammar).map(|error| error.offset()),
        };
        let refused = self.grammars.iter().filter_map(|ComparedGrammar { grammar, .. }| match grammar {
            UrlGrammar::BuiltIn(browser::GRAMMAR) => Some((grammar, failure?.offset)),
            UrlGrammar::BuiltIn(built_in) => Some((grammar, offset(*built_in)?)),
            UrlGrammar::User(user) => Some((grammar, user.recognizer.check(url.as_str()).err()?.offset())),
        });
        refused.collect()
    }

    /// With --cite, the rules that the grammars that refuse a URL were reading.
    fn cited(&self, url: Classification<'_>, refused: &GrammarMap<'a, usize>) -> GrammarMap<'a, CitedRule> {
        let refused = if self.cite.is_set() { &refused.0[..] } else { &[] };
        let cited = refused.iter().filter_map(|&(grammar, _)| {
            let rule = match grammar {
                UrlGrammar::BuiltIn(built_in) => self.cite.rule(&url.refusal(*built_in)?),
                UrlGrammar::User(user) => self.cite.rule_in(grammar, user.recognizer.production()),
            };
            Some((grammar, rule?))
        });
        GrammarMap(cited.collect())
    }

    /// The readings of the grammars that accept a URL.
    fn readings<'u>(&self, url: Classification<'u>) -> Vec<(&'a UrlGrammar, ReadComponents<'u>)> {
        // With room for all, because readings are large and would be moved.
        let mut readings = Vec::with_capacity(self.grammars.len());
        for ComparedGrammar { grammar, components } in self.grammars {
            let is_refused = grammar.built_in().is_some_and(|grammar| !url.accepts(grammar));
            if let Some(texts) = if is_refused { None } else { grammar.component_texts(url.as_str()) } {
                readings.push((grammar, ReadComponents { exist: *components, texts, url: url.as_str() }));
            }
        }
        readings
    }
}

/// The components of a URL as one grammar splits it.
struct ReadComponents<'u> {
    /// Whether the document has each component at all, in the order of [`Component::ALL`].
    exist: [bool; Component::ALL.len()],
    /// The text of each component, in the order of [`Component::ALL`].
    texts: [Option<Cow<'u, str>>; Component::ALL.len()],
    /// The text that was read.
    url: &'u str,
}

impl<'u> ReadComponents<'u> {
    /// The components of a record of the URL Standard.
    fn from_record(url: &'u Url) -> Self {
        Self {
            exist: [true; Component::ALL.len()],
            texts: Component::ALL.map(|component| url.get(component)),
            url: url.as_str(),
        }
    }

    /// Whether the document has a component at all.
    fn has(&self, component: Component) -> bool {
        self.exist[component as usize]
    }

    /// Whether the document splits the text of a component no further than others do.
    fn is_whole(&self, component: Component) -> bool {
        match component {
            // The host is a net_loc, which may contain user and port.
            Component::Host => !self.has(Component::User) && !self.has(Component::Port),
            // The path contains the host.
            Component::Path => !self.has(Component::Host) && self.text(component).starts_with("//"),
            _ => false,
        }
    }

    /// The text of a component, if it is present.
    fn get(&self, component: Component) -> Option<&str> {
        self.texts[component as usize].as_deref()
    }

    /// The text of a component in a table: an empty one as quotation marks.
    fn shown(&self, component: Component) -> &str {
        match self.get(component) {
            None => "",
            Some("") => "\"\"",
            Some(text) => text,
        }
    }

    /// The text of a component; an absent one is empty.
    fn text(&self, component: Component) -> &str {
        self.get(component).unwrap_or_default()
    }

    /// The offset at which a component ends in the text that was read; `None` if it is absent, or
    /// not a single piece of that text.
    fn end(&self, component: Component) -> Option<usize> {
        match self.texts[component as usize] {
            Some(Cow::Borrowed(text)) => (text.as_ptr() as usize + text.len()).checked_sub(self.url.as_ptr() as usize),
            _ => None,
        }
    }

    /// Whether another reading of the same text has the same component, and at the same place.
    fn is_same(&self, reading: &Self, component: Component) -> bool {
        let (ours, theirs) = (self.text(component), reading.text(component));
        // Most are the same slice of the URL.
        std::ptr::eq(ours, theirs)
            || is_empty(ours, component) && is_empty(theirs, component)
            || is_same_text(ours, theirs, component)
                && self.end(component).zip(reading.end(component)).is_none_or(|(ours, theirs)| ours == theirs)
    }

    /// Whether user, host and port together equal a text.
    fn authority_is(&self, text: &str) -> bool {
        let mut suffix = Some(text);
        let parts = [("", Component::User, "@"), ("", Component::Host, ""), (":", Component::Port, "")];
        for (mark_before, component, mark_after) in parts {
            if let Some(part) = self.get(component) {
                suffix = suffix
                    .and_then(|text| text.strip_prefix(mark_before)?.strip_prefix(part)?.strip_prefix(mark_after));
            }
        }
        suffix == Some("")
    }

    /// Whether another grammar reads this component differently. A component that only one of both
    /// documents has is not compared.
    fn differs(&self, reading: &Self, component: Component) -> bool {
        match (component, self.is_whole(component), reading.is_whole(component)) {
            _ if !self.has(component) || !reading.has(component) => false,
            (Component::Path, true, false) | (Component::Path, false, true) => false,
            (Component::Host, true, false) => !reading.authority_is(self.text(component)),
            (Component::Host, false, true) => !self.authority_is(reading.text(component)),
            _ => !self.is_same(reading, component),
        }
    }

    /// Whether the text of a component is not in the URL, or a host has not the two slashes in
    /// front: the WHATWG has repaired it. Letter case does not matter, nor the slash that it adds
    /// for an empty path.
    fn repairs(&self, url: &str, component: Component) -> bool {
        let text = self.text(component).to_ascii_lowercase();
        match component {
            Component::Host if !text.is_empty() && !url.contains("//") => true,
            Component::Path if text == "/" => false,
            _ => !url.to_ascii_lowercase().contains(&text),
        }
    }

    /// Whether the WHATWG reads this component differently: it converts schemes and hosts to lower
    /// case, omits the default port, and writes the text anew.
    fn differs_from_whatwg(&self, whatwg: &Self, component: Component) -> bool {
        let (ours, theirs) = (self.text(component), whatwg.text(component));
        match component {
            Component::Scheme | Component::Host if self.has(component) && !self.is_whole(component) => {
                !ours.eq_ignore_ascii_case(theirs)
            }
            Component::Port if self.has(component) && whatwg.get(component).is_none() => {
                let scheme = self.text(Component::Scheme).to_ascii_lowercase();
                !ours.is_empty() && ours.parse().ok() != default_port(&scheme)
            }
            _ if self.has(component) && !self.is_whole(component) => !is_same_text(ours, theirs, component),
            _ => self.differs(whatwg, component),
        }
    }
}

/// Whether a component is empty. A path of one slash counts as empty.
fn is_empty(text: &str, component: Component) -> bool {
    text.is_empty() || component == Component::Path && text == "/"
}

/// Whether two texts of a component are the same. The slash in front of a path may belong to it
/// or not.
fn is_same_text(ours: &str, theirs: &str, component: Component) -> bool {
    let is_path = component == Component::Path;
    ours == theirs || is_path && (ours.strip_prefix('/') == Some(theirs) || theirs.strip_prefix('/') == Some(ours))
}

/// The components that two readings split differently. Among readings that split a component as far
/// as any, comparing each with the first is enough. `address` is what the URL Standard reads in the
/// host, if the host is written in another way.
fn differing(readings: &[(&UrlGrammar, ReadComponents<'_>)], address: Option<Ipv4Addr>) -> Vec<Component> {
    let has_standard = readings.iter().any(|(grammar, _)| grammar.built_in() == Some(browser::GRAMMAR));
    let differs_in_address = address.filter(|_| has_standard).is_some_and(|address| {
        readings.iter().filter(|(_, reading)| reading.has(Component::Host)).any(|(grammar, reading)| {
            !browser::reads_address(grammar.built_in(), reading.get(Component::Host), address)
        })
    });
    let mut components = Component::ALL.to_vec();
    components.retain(|&component| {
        if component == Component::Host && differs_in_address {
            return true;
        }
        let mut readings = readings.iter().map(|(_, reading)| reading).filter(|reading| reading.has(component));
        let first = readings.clone().find(|reading| !reading.is_whole(component)).or_else(|| readings.clone().next());
        first.is_some_and(|first| readings.any(|reading| first.differs(reading, component)))
    });
    components
}

/// A value for each of some grammars, under the grammar's name.
struct GrammarMap<'a, T>(Vec<(&'a UrlGrammar, T)>);

impl<T> GrammarMap<'_, T> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Serialize> Serialize for GrammarMap<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(grammar, value)| (grammar.name(), value)))
    }
}

/// Only the components that are present.
impl Serialize for ReadComponents<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let components = Component::ALL.into_iter();
        serializer.collect_map(components.filter_map(|component| Some((component.name(), self.get(component)?))))
    }
}

/// How all grammars read a URL.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Seen")]
struct ComparedUrl<'u> {
    /// The URL.
    uri: &'u str,
    /// The components that two documents read differently.
    #[schemars(with = "Vec<String>")]
    differing: Vec<Component>,
    /// The other components that the WHATWG reads differently from the newest document that accepts
    /// the URL; if no document accepts it, the components whose text the WHATWG repairs.
    #[schemars(with = "Vec<String>")]
    whatwg_differing: Vec<Component>,
    /// All components that the WHATWG reads differently.
    #[serde(skip)]
    repaired: Vec<Component>,
    /// The components according to each grammar that accepts the URL.
    #[schemars(with = "ByGrammar<ComponentTexts>")]
    readings: GrammarMap<'u, ReadComponents<'u>>,
    /// The components according to the WHATWG URL Standard; `null` if it refuses the URL.
    #[schemars(with = "Option<ComponentTexts>")]
    whatwg: Option<ReadComponents<'u>>,
    /// Why the WHATWG URL Standard refuses the URL; `null` if it accepts it.
    whatwg_refused: Option<String>,
    /// The offset at which each of the other grammars refuses the URL, in bytes.
    #[schemars(with = "ByGrammar<usize>")]
    refused: GrammarMap<'u, usize>,
    /// With --cite, the rule that each of these was reading there; absent if there are none.
    #[serde(skip_serializing_if = "GrammarMap::is_empty")]
    #[schemars(with = "Option<ByGrammar<CitedRule>>")]
    cited: GrammarMap<'u, CitedRule>,
    /// The IPv4 address that the WHATWG reads in the host, if the host is not written as four decimal
    /// numbers without zeros in front; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<Ipv4Addr>,
}

impl<'u> ComparedUrl<'u> {
    fn new(
        uri: &'u str,
        whatwg: Result<&'u Url, &UrlError>,
        readings: Vec<(&'u UrlGrammar, ReadComponents<'u>)>,
        differing: Vec<Component>,
        refused: Vec<(&'u UrlGrammar, usize)>,
    ) -> Self {
        let whatwg_refused = whatwg.err().map(ToString::to_string);
        let whatwg = whatwg.ok().map(ReadComponents::from_record);
        let repaired: Vec<Component> = match (readings.last(), &whatwg) {
            (Some((_, newest)), Some(whatwg)) => {
                Component::ALL.into_iter().filter(|part| newest.differs_from_whatwg(whatwg, *part)).collect()
            }
            (None, Some(whatwg)) => Component::ALL.into_iter().filter(|part| whatwg.repairs(uri, *part)).collect(),
            (_, None) => Vec::new(),
        };
        let whatwg_differing = repaired.iter().copied().filter(|part| !differing.contains(part)).collect();
        let (readings, refused) = (GrammarMap(readings), GrammarMap(refused));
        Self {
            uri,
            differing,
            whatwg_differing,
            repaired,
            readings,
            whatwg,
            whatwg_refused,
            refused,
            cited: GrammarMap(Vec::new()),
            address: None,
        }
    }

    /// Whether the WHATWG reads the URL differently, or only it or only documents accept it.
    fn differs_from_whatwg(&self) -> bool {
        !self.repaired.is_empty() || self.readings.0.is_empty() != self.whatwg.is_none()
    }

    /// Writes it for people; `hints` tells whether to name other grammars where all refuse it.
    fn text(&self, colours: Colours, hints: bool, out: &mut Vec<u8>) -> Result<(), Failure> {
        writeln!(out, "{}", colours.bold(plain(self.uri)))?;
        self.table(out);
        self.refusals(out);
        self.cited.0.iter().try_for_each(|(_, rule)| rule.write("  ", &mut *out))?;
        if let Some(address) = self.address {
            writeln!(out, "the host of the WHATWG is the address {address}, written in another way")?;
        }
        if let Some(error) = &self.whatwg_refused {
            writeln!(out, "refused by the WHATWG: {error}")?;
        }
        let may_hint = hints && self.readings.0.is_empty();
        if let Some(hint) = may_hint.then(|| accepting_hint(self.uri.as_bytes())).flatten() {
            writeln!(out, "hint: {hint}")?;
        }
        out.push(b'\n');
        Ok(())
    }

    /// The components in each reading: a row for each component, a column for each reading.
    fn table(&self, out: &mut Vec<u8>) {
        // The documents read parts of the URL, so one test of it serves all their cells.
        let cell = if all_bytes(self.uri.as_bytes(), is_printable) { Cell::printable } else { Cell::new };
        let whatwg = self.whatwg.as_slice();
        // The record is shown in place of the text that the standard's parser reads.
        let documents = self.readings.0.iter().filter(|(grammar, _)| grammar.built_in() != Some(browser::GRAMMAR));
        let documents: Vec<_> = documents.collect();
        let names = documents.iter().map(|(grammar, _)| grammar.name()).chain(whatwg.iter().map(|_| "WHATWG"));
        let width = documents.len() + whatwg.len() + 2;
        let mut cells: Vec<Cell<'_>> = Vec::with_capacity(width * (Component::ALL.len() + 1));
        cells.extend(["", ""].into_iter().chain(names).map(Cell::new));
        for component in Component::ALL {
            if documents.iter().all(|(_, reading)| reading.get(component).is_none())
                && whatwg.iter().all(|reading| reading.get(component).is_none())
            {
                continue;
            }
            cells.extend([self.mark(component), component.name()].map(Cell::printable));
            cells.extend(documents.iter().map(|(_, reading)| cell(reading.shown(component))));
            cells.extend(whatwg.iter().map(|reading| Cell::new(reading.shown(component))));
        }
        // Without a reading there is nothing but the header.
        if cells.len() > width {
            small_table(width, &cells, out);
        }
    }

    /// The mark in front of a component that is read differently.
    fn mark(&self, component: Component) -> &'static str {
        match (self.differing.contains(&component), self.repaired.contains(&component)) {
            (true, true) => "*w",
            (true, false) => "*",
            (false, true) => "w",
            (false, false) => "",
        }
    }

    /// The grammars that refuse the URL, with the offsets; of the URL Standard the reason follows.
    fn refusals(&self, out: &mut Vec<u8>) {
        let refused = self.refused.0.iter().filter(|(grammar, _)| grammar.built_in() != Some(browser::GRAMMAR));
        let mut refused = refused.enumerate().peekable();
        if refused.peek().is_none() {
            return;
        }
        for (number, (grammar, offset)) in refused {
            let separator = if number == 0 { "refused by " } else { ", " };
            let mut digits = itoa::Buffer::new();
            let pieces = [separator, grammar.name(), " at byte ", digits.format(*offset)];
            pieces.iter().for_each(|piece| out.extend_from_slice(piece.as_bytes()));
        }
        out.push(b'\n');
    }
}
