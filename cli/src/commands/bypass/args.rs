//! The arguments of `bypass`.

use uri_lineage::language::{HostSet, Targets};

use crate::failure::Failure;
use crate::options::complete;
use crate::options::source::NotationArgs;
use crate::options::source::text_file;
use crate::output::text::plain;

/// Decide whether a URL can pass a filter although the client then reaches another host, and show
/// every way
///
/// A filter is a regular expression, a beginning, a grammar, or a model of a parser that learn has
/// written. As a filter a grammar or a model stands for a program that reads a URL by it, and
/// compares the host that it reads with the hosts of --allow or --deny. A URL passes if it passes all
/// filters. The client connects to the host that its grammar or model reads: by the URL Standard, as
/// browsers do, unless --client names another.
///
/// The hosts are those that the client reads, however they are written: in capital letters,
/// percent-encoded, as numbers of any base, and in characters beyond US-ASCII that Unicode's IDNA
/// processing maps to others. DNS and redirects are outside: a name may have any address. What is
/// denied is also denied with a dot at its end, and as an IPv6 address that stands for an IPv4
/// address. Names beyond US-ASCII cannot be given.
///
/// With a model, only strings of which it says something are examined. The hosts that it reads are
/// names, and addresses in four decimal numbers or in brackets. A model is no proof: --verify asks the
/// parser itself.
///
/// The answer is decided for all strings. Each cause is shown once, the most dangerous first, with a
/// shortest string, with what the filter's grammar and the client read, and with what would close it.
/// --fix writes the largest filter that is safe: it has the strings that pass all filters and with
/// which the client certainly reaches what it may.
///
/// A reference without a scheme is relative to a base, and is not decided: it is shown if one passes.
///
/// A percent-encoded character beyond US-ASCII may stand for one of US-ASCII. Where only such strings
/// are left of a cause, and none is found that reaches another host, the cause is shown as not
/// decided.
///
/// Exit status: 0 if no string passes and reaches another host, 1 if one does, or if a cause is not
/// decided, 2 for a usage error, or if an automaton is too large. With --fix 0.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage bypass --filter-prefix https://example.com --allow example.com
  uri-lineage bypass --filter-regex '^https://([a-z]+\\.)?example\\.com' --anywhere --allow 'example.com,*.example.com'
  uri-lineage bypass --filter rfc3986 --deny private --scheme http,https
  uri-lineage bypass --filter-regex '^https?://[^@]*$' --filter rfc2396 --deny 10.0.0.0/8,localhost
  uri-lineage bypass --filter-prefix https://example.com --allow example.com --fix python
  uri-lineage bypass --filter python.model --client node.model --allow example.com --scheme http,https
  uri-lineage bypass --filter rfc3986 --deny 10.0.0.0/8 --scheme http --verify -- node my.mjs")]
pub struct Args {
    /// A grammar, or a model of a parser, that the filter reads a URL by
    #[arg(long, value_name = "GRAMMAR|FILE.model", add = complete::sources())]
    pub filter: Vec<String>,
    /// A regular expression that the filter matches, or a file that has one
    #[arg(long, value_name = "PATTERN|FILE")]
    pub filter_regex: Vec<String>,
    /// The beginning of the URLs that pass
    #[arg(long, value_name = "TEXT")]
    pub filter_prefix: Vec<String>,
    /// The grammar, or the model of a parser, by which the client reads a URL
    #[arg(long, value_name = "GRAMMAR|FILE.model", default_value = "whatwg", add = complete::sources())]
    pub client: String,
    #[command(flatten)]
    hosts: HostArgs,
    /// The schemes by which the client connects [default: for the URL Standard http, https, ws, wss
    /// and ftp; all otherwise]
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = scheme)]
    scheme: Vec<String>,
    /// The only ports that a URL may name; without one the client uses the scheme's [default: all]
    #[arg(long, value_name = "NUMBER", value_delimiter = ',', conflicts_with = "deny")]
    port: Vec<u16>,
    #[command(flatten)]
    pub notation: NotationArgs,
    /// Write the largest safe filter instead
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "format")]
    pub fix: Option<FixFormat>,
    /// Ask the real client about each URL that is shown: a command that answers strings as that of
    /// conform does
    #[arg(long, requires = "command", conflicts_with = "fix")]
    pub verify: bool,
    /// The command of --verify, with its arguments
    #[arg(last = true, value_name = "COMMAND", requires = "verify")]
    pub command: Vec<String>,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = BypassFormat::Text)]
    pub format: BypassFormat,
}

/// The hosts that are meant.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct HostArgs {
    /// The hosts that the client may reach: domains, domains below one as *.example.com, addresses,
    /// networks as 10.0.0.0/8, `private` for all special-purpose networks of IANA's registries and
    /// localhost, or @FILE with one a line
    #[arg(long, value_name = "HOST", value_delimiter = ',')]
    allow: Vec<String>,
    /// The hosts that the client must not reach, in the same forms
    #[arg(long, value_name = "HOST", value_delimiter = ',')]
    deny: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum BypassFormat {
    /// Text for people
    Text,
    /// One object
    Json,
}

/// How a filter is written.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum FixFormat {
    /// A regular expression that matches the whole string
    Regex,
    /// A table in Rust with a function that reads bytes; it needs no crate
    Rust,
    /// A module in Python with a function
    Python,
    /// A module in JavaScript that exports a function
    Javascript,
}

impl Args {
    /// What the client may reach.
    pub fn targets(&self) -> Result<Targets, Failure> {
        let are_allowed = !self.hosts.allow.is_empty();
        let rules = if are_allowed { &self.hosts.allow } else { &self.hosts.deny };
        let mut hosts = HostSet::default();
        for rule in rules {
            let Some(file) = rule.strip_prefix('@') else {
                hosts.extend(rule.parse::<HostSet>().map_err(|error| Failure::Usage(error.to_string()))?);
                continue;
            };
            let text = text_file(file)?;
            for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
                let set = line.parse::<HostSet>().map_err(|error| Failure::Usage(format!("{file}: {error}")));
                hosts.extend(set?);
            }
        }
        if hosts.rules().is_empty() {
            return Err(Failure::Usage(format!("{} has no hosts", rules.join(","))));
        }
        let hosts = if are_allowed { hosts } else { hosts.with_synonyms() };
        Ok(Targets { hosts, are_allowed, schemes: self.scheme.clone(), ports: self.port.clone() })
    }
}

/// Reads a scheme.
fn scheme(text: &str) -> Result<String, String> {
    let name = text.trim();
    let is_in_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let is_scheme = name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_in_scheme);
    if is_scheme { Ok(name.to_ascii_lowercase()) } else { Err(format!("`{}` is not a scheme", plain(text))) }
}
