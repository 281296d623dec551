//! What a real client says of the URLs that are shown.

use std::fmt;
use std::net::IpAddr;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::Component;
use uri_lineage::language::{Client, Reached, Targets};

use crate::failure::Failure;
use crate::output::text::plain;
use crate::parser::answer::ParserAnswer;
use crate::parser::process::{Parser, TIMEOUT};

/// What a real client says of a URL.
#[derive(Default, Serialize, JsonSchema)]
pub struct RealReading {
    /// Whether it accepts the URL; `null` if it does not answer.
    accepts: Option<bool>,
    /// The host that it reads; `null` if there is none.
    host: Option<String>,
    /// Whether it reaches what it must not.
    confirmed: bool,
}

/// Asks a client about URLs.
pub fn ask(command: &[String], urls: &[&str], targets: &Targets, client: &Client) -> Result<Vec<RealReading>, Failure> {
    let mut readings: Vec<RealReading> = urls.iter().map(|_| RealReading::default()).collect();
    Parser::new(command, TIMEOUT).run(urls, |index, answer| {
        let Ok(Ok(answer)) = answer.map(ParserAnswer::read) else { return };
        let host = answer.component(Component::Host).text(urls[index]).filter(|host| !host.is_empty());
        let reached = host.map(reached);
        let [scheme, port] = [Component::Scheme, Component::Port].map(|part| answer.component(part).text(urls[index]));
        // A command need not say what the scheme is.
        let has_scheme = scheme.is_none_or(|scheme| targets.has_scheme(client, Some(scheme)));
        let has_others = !targets.are_allowed || has_scheme && targets.has_port(port);
        let is_missed = !(targets.has_host(reached.as_ref()) && has_others);
        readings[index] = RealReading {
            accepts: Some(answer.valid),
            confirmed: answer.valid && is_missed,
            host: host.map(str::to_owned),
        };
    })?;
    Ok(readings)
}

/// The name or the address that a client reads.
fn reached(host: &str) -> Reached {
    let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    address.parse::<IpAddr>().map_or_else(|_| Reached::Name(host.to_lowercase()), Reached::Address)
}

impl fmt::Display for RealReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.confirmed { "confirmed" } else { "not confirmed" };
        match (self.accepts, &self.host) {
            (None, _) => write!(f, "{verdict}: the client does not answer"),
            (Some(false), _) => write!(f, "{verdict}: the client refuses the URL"),
            (Some(true), None) => write!(f, "{verdict}: the client finds no host"),
            (Some(true), Some(host)) => write!(f, "{verdict}: the client reads the host {}", plain(host)),
        }
    }
}
