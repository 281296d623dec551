//! The answer of `bypass`: text for people, and a record.

use std::io::Write;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::Component;
use uri_lineage::language::{Bypass, Reached, Targets};
use uri_lineage::regular_bnf::Spans;

use super::reader::Reader;
use super::verified::{self, RealReading};
use crate::failure::Failure;
use crate::options::sides::ComponentReading;
use crate::output::Output;
use crate::output::text::plain;

/// The causes, each with a string.
pub struct BypassReport<'a> {
    targets: &'a Targets,
    client: &'a Reader,
    /// The filters, and the client at the end.
    readers: &'a [Reader],
    /// Those of which a string reaches what it must not.
    proved: Vec<(&'a Bypass, String)>,
    /// The others, with a shortest string that may reach it.
    open: Vec<(&'a Bypass, String)>,
    /// A reference that passes and is relative to a base.
    relative: Option<String>,
    /// What the real client says of each URL that reaches what it must not, if it is asked.
    verified: Vec<RealReading>,
}

/// Whether a URL can pass the filters although the client reaches what it must not.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
pub struct BypassAnswer<'a> {
    /// Whether no URL can; `null` if that is not decided.
    safe: Option<bool>,
    /// The grammar of the client, or the file of its model.
    client: &'a str,
    /// A shortest reference without a scheme that passes, which is not decided; `null` if none passes.
    relative: Option<&'a str>,
    /// The causes, the most dangerous first.
    causes: Vec<BypassRecord<'a>>,
}

/// A cause by which URLs pass.
#[derive(Serialize, JsonSchema)]
pub struct BypassRecord<'a> {
    /// The cause, in words.
    cause: String,
    /// What a filter has to require so that no such URL passes.
    requires: &'static str,
    /// A shortest URL, as far as one is found.
    witness: &'a str,
    /// Whether the client reaches what it must not with this URL; otherwise that is not decided.
    decided: bool,
    /// The name or the address that the client reaches; `null` if the URL has no host.
    reached: Option<String>,
    /// The special-purpose network of IANA's registries in which that address is; otherwise `null`.
    network: Option<&'static str>,
    /// The document that reserves the network; `null` if there is none.
    reserved_by: Option<&'static str>,
    /// What each grammar or model of a filter, and then that of the client, reads as the host.
    readings: Vec<HostReading<'a>>,
    /// What the real client says, with --verify.
    verified: Option<&'a RealReading>,
}

/// What a grammar reads as the host.
#[derive(Serialize, JsonSchema)]
pub struct HostReading<'a> {
    /// The grammar, or the file of a model.
    grammar: &'a str,
    /// The text of the host; `null` if there is none.
    host: Option<&'a str>,
    /// Where it begins and ends in the URL, in bytes; `null` if there is none.
    #[schemars(with = "Option<crate::schema::types::SpanSchema>")]
    span: Option<[usize; 2]>,
}

impl<'a> BypassReport<'a> {
    pub fn new(
        targets: &'a Targets,
        client: &'a Reader,
        readers: &'a [Reader],
        bypasses: &'a [Bypass],
        relative: Option<String>,
    ) -> Self {
        let (mut proved, mut open) = (Vec::new(), Vec::new());
        for bypass in bypasses {
            match bypass.witness(targets, &client.client) {
                Some(witness) => proved.push((bypass, witness)),
                None => open.extend(bypass.strings.members().next().map(|string| (bypass, string))),
            }
        }
        Self { targets, client, readers, proved, open, relative, verified: Vec::new() }
    }

    /// Asks a real client about each URL that reaches what it must not.
    pub fn verify(&mut self, command: &[String]) -> Result<(), Failure> {
        let urls: Vec<&str> = self.proved.iter().map(|(_, url)| url.as_str()).collect();
        self.verified = verified::ask(command, &urls, self.targets, &self.client.client)?;
        Ok(())
    }

    /// Whether no string passes and reaches what it must not.
    pub fn is_safe(&self) -> bool {
        self.proved.is_empty() && self.open.is_empty() && self.relative.is_none()
    }

    pub fn answer(&self) -> BypassAnswer<'_> {
        let causes = self.proved.iter().map(|cause| (cause, true)).chain(self.open.iter().map(|cause| (cause, false)));
        let causes = causes.enumerate().map(|(number, ((bypass, witness), decided))| {
            let reached = self.client.client.reached(witness);
            let (network, reserved_by) = reached.as_ref().and_then(Reached::special_purpose).unzip();
            BypassRecord {
                cause: bypass.cause.to_string(),
                requires: bypass.cause.requirement(),
                witness,
                decided,
                reached: reached.map(|host| host.to_string()),
                network,
                reserved_by,
                readings: self.readings(witness),
                // Those that are not decided come last, and are not asked about.
                verified: self.verified.get(number),
            }
        });
        BypassAnswer {
            safe: if self.is_safe() { Some(true) } else { (!self.proved.is_empty()).then_some(false) },
            client: &self.client.name,
            relative: self.relative.as_deref(),
            causes: causes.collect(),
        }
    }

    fn readings<'s>(&'s self, url: &'s str) -> Vec<HostReading<'s>> {
        let readings = self.readers.iter().map(|Reader { name, host, .. }| {
            let span = host.in_string(url).ok().flatten();
            HostReading {
                grammar: name,
                host: span.clone().and_then(|span| url.get(span)),
                span: span.map(|span| [span.start, span.end]),
            }
        });
        readings.collect()
    }

    pub fn text(&self, output: &mut Output) -> Result<(), Failure> {
        let client = &self.client.name;
        let place = if self.targets.are_allowed { "to what is not allowed" } else { "to a denied host" };
        let schemes = self.targets.schemes(&self.client.client);
        let by_schemes = if schemes.is_empty() { String::new() } else { format!(" by {}", schemes.join(", ")) };
        let has_models = self.readers.iter().any(|reader| reader.known.is_some());
        let of_models = if has_models { " of which the models say something" } else { "" };
        match self.proved.len() {
            0 if self.open.is_empty() && self.relative.is_some() => {
                writeln!(
                    output.out,
                    "no URL with a scheme passes the filter and leads a client of {client} {place}; relative references pass"
                )?;
            }
            0 if self.open.is_empty() => {
                let safe = format!("no URL passes the filter and leads a client of {client} {place}");
                writeln!(output.out, "{}", output.good(safe))?;
                writeln!(
                    output.out,
                    "It is decided for all URLs{by_schemes}{of_models}; DNS and redirects are outside."
                )?;
            }
            0 => writeln!(output.out, "no URL is found that passes the filter and leads a client of {client} {place}")?,
            1 => writeln!(output.out, "URLs pass the filter and lead a client of {client} {place}, for 1 cause:")?,
            count => {
                writeln!(
                    output.out,
                    "URLs pass the filter and lead a client of {client} {place}, for {count} causes:"
                )?;
            }
        }
        for (number, (bypass, witness)) in self.proved.iter().enumerate() {
            writeln!(output.out, "\n{}", output.bold(bypass.cause))?;
            self.witness(witness, output)?;
            if let Some(verified) = self.verified.get(number) {
                writeln!(output.out, "  {verified}")?;
            }
            writeln!(output.out, "  require {}", bypass.cause.requirement())?;
        }
        for (bypass, witness) in &self.open {
            writeln!(output.out, "\n{}: not decided", output.bold(bypass.cause))?;
            self.witness(witness, output)?;
        }
        if let Some(relative) = &self.relative {
            let shown = if relative.is_empty() { "the empty string".to_owned() } else { plain(relative).into_owned() };
            match self.targets.missed_by_reference(&self.client.client, relative) {
                Some(host) => {
                    writeln!(output.out, "\nRelative references pass: with {shown} the client reaches {host}.")?
                }
                None => writeln!(
                    output.out,
                    "\nRelative references pass, such as {shown}; what a client reaches with them is not decided."
                )?,
            }
            writeln!(output.out, "  require a scheme")?;
        }
        Ok(())
    }

    /// A string, and below it the hosts that the grammars read.
    fn witness(&self, url: &str, output: &mut Output) -> Result<(), Failure> {
        let width = self.readers.iter().map(|reader| reader.name.len()).max().unwrap_or_default();
        writeln!(output.out, "  {:width$} | {}", "", plain(url))?;
        for (number, Reader { name, host, .. }) in self.readers.iter().enumerate() {
            let reading = match host.in_string(url) {
                Ok(span) => ComponentReading::new(url, &span, true).marked(url, Component::Host, output),
                Err(_) => "refused".to_owned(),
            };
            let is_client = number + 1 == self.readers.len();
            let reached = if is_client { self.reached(url, host) } else { String::new() };
            writeln!(output.out, "  {name:width$} | {reading}{reached}")?;
        }
        Ok(())
    }

    /// What the client reaches, if it is not what is written, and what special-purpose network that is in;
    /// with a space in front.
    fn reached(&self, url: &str, host: &Spans) -> String {
        let Some(reached) = self.client.client.reached(url) else { return String::new() };
        let written = host.in_string(url).ok().flatten().and_then(|span| url.get(span));
        let name = reached.to_string();
        let name = if written == Some(&*name) { String::new() } else { format!(" {name}") };
        match reached.special_purpose() {
            Some((network, document)) => format!("{name} (in {network}: {document})"),
            None => name,
        }
    }
}
