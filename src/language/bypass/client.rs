//! Clients: the strings in which a grammar reads a host, and the host that it reads in one.

use std::net::IpAddr;

use percent_encoding::percent_decode_str;
use regular_bnf::{ContentCondition, GrammarError, Language, Spans};

use super::cause::HostForm;
use crate::base::component::Component;
use crate::grammar::Grammar;
use crate::language::host_set::{Bound, HostRule, HostSet, Reached, read_as};
use crate::language::host_spelling::{self, ANY, matching};
use crate::language::spans;
use crate::url_standard::{Host, SCHEMES_WITH_PORT, Url};

/// A program that connects to the host that a grammar, or a model of a parser, reads in a URL.
#[derive(Debug, Clone)]
pub struct Client {
    /// The grammar by whose rules the text of a host is a name or an address.
    pub(super) grammar: Grammar,
    /// Whether the spans are those of a model, and not of the grammar.
    is_model: bool,
    /// The components in the text that the parser keeps, in the order of [`Component::ALL`].
    kept: [Spans; Component::ALL.len()],
    /// The strings that the grammar accepts.
    pub(super) accepted: Language,
}

impl Client {
    /// The client of a grammar. That of `whatwg-valid` reads URLs as a document's would: the parser of
    /// browsers is [`Grammar::Whatwg`].
    ///
    /// # Errors
    ///
    /// An error in the productions, which does not occur for the grammars of this library.
    pub fn new(grammar: Grammar) -> Result<Self, GrammarError> {
        let kept = spans::of_kept_text(grammar, Component::ALL)?;
        let accepted = spans::inputs(grammar, kept[0].strings()?)?;
        Ok(Self { grammar, is_model: false, kept, accepted })
    }

    /// The client of a model of a parser: of the spans of its components, in the order of
    /// [`Component::ALL`], in the strings that it accepts. The text of a host is a name, or an address in
    /// four decimal numbers or in brackets, as in RFC 3986.
    ///
    /// ```
    /// use uri_lineage::language::{Client, Reached};
    /// use uri_lineage::{Component, Grammar};
    ///
    /// // A parser that reads URLs by RFC 2396.
    /// let parser = Client::of_model(Grammar::Rfc2396.spans(Component::ALL)?)?;
    /// assert_eq!(parser.reached("http://user@HOST/"), Some(Reached::Name("host".to_owned())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if the automaton of the strings has too many states.
    pub fn of_model(spans: [Spans; Component::ALL.len()]) -> Result<Self, GrammarError> {
        let accepted = spans[0].strings()?;
        Ok(Self { grammar: Grammar::Rfc3986, is_model: true, kept: spans, accepted })
    }

    /// The grammar by which it reads URLs; `None` if it reads them by a model of a parser.
    pub fn grammar(&self) -> Option<Grammar> {
        (!self.is_model).then_some(self.grammar)
    }

    /// Whether it is the parser of the URL Standard.
    pub(super) fn is_standard(&self) -> bool {
        !self.is_model && self.grammar.facts().ipv4.are_numbers()
    }

    /// The strings in which a component has some content, without the characters that the parser
    /// removes.
    pub(super) fn with(&self, component: Component, content: ContentCondition<'_>) -> Result<Language, GrammarError> {
        spans::inputs(self.grammar, self.kept[component as usize].with(content)?)
    }

    /// The accepted strings in which a pattern matches.
    pub(super) fn accepted_with(&self, pattern: &str) -> Result<Language, GrammarError> {
        self.accepted.intersection(&Language::matching(pattern)?)
    }

    /// The strings in which one of some patterns matches the whole text of a component.
    pub(super) fn matching(&self, component: Component, patterns: &[String]) -> Result<Language, GrammarError> {
        self.with(component, ContentCondition::In(&matching(patterns)?))
    }

    /// The strings whose host it reads as the members of a language.
    pub(super) fn reading(&self, hosts: &Language) -> Result<Language, GrammarError> {
        self.with(Component::Host, ContentCondition::In(hosts))
    }

    /// The strings whose host it reads as what a pattern matches.
    pub(super) fn named(&self, pattern: &str) -> Result<Language, GrammarError> {
        let texts = matching(&[pattern.to_owned()])?;
        self.reading(&read_as(self.grammar, &texts)?)
    }

    /// The strings of which a component contains what a pattern matches, in any spelling.
    pub(super) fn containing(&self, component: Component, pattern: &str) -> Result<Language, GrammarError> {
        let texts = matching(&[format!("{ANY}*{pattern}{ANY}*")])?;
        let texts = host_spelling::texts(&texts)?;
        self.with(component, ContentCondition::In(&texts))
    }

    /// The strings in whose host it reads an address that is written in a form.
    pub(super) fn addresses(&self, form: HostForm) -> Result<Language, GrammarError> {
        if form == HostForm::Ipv6 {
            return self.matching(Component::Host, &["\\[[\\s\\S]*".to_owned()]);
        }
        let pattern = match form {
            HostForm::BeyondAscii => BEYOND_ASCII,
            HostForm::Encoded => "[\\s\\S]*%[\\s\\S]*",
            HostForm::DotAtEnd => "[\\s\\S]*\\.",
            HostForm::OtherBase => "(?:[\\s\\S]*\\.)?0[0-9A-Fa-fXx]+(?:\\.[\\s\\S]*)?",
            HostForm::FewerNumbers => "[^.]*(?:\\.[^.]*){0,2}",
            HostForm::Decimal | HostForm::Ipv6 => "(?:0|[1-9][0-9]*)(?:\\.(?:0|[1-9][0-9]*)){3}",
        };
        let hosts = self.ipv4_hosts()?.intersection(&matching(&[pattern.to_owned()])?)?;
        self.reading(&hosts.minimal())
    }

    /// The texts of hosts in which it reads an IPv4 address, or a number that is too great for one.
    fn ipv4_hosts(&self) -> Result<Language, GrammarError> {
        if self.is_standard() {
            return host_spelling::numbers();
        }
        let all: HostSet = "0.0.0.0/0".parse::<HostRule>().into_iter().collect();
        all.hosts(self.grammar, Bound::Certain)
    }

    /// The schemes by which it connects to domains and addresses; all if there are none.
    pub fn schemes(&self) -> &'static [&'static str] {
        if self.is_standard() { &SCHEMES_WITH_PORT } else { &[] }
    }

    /// The host that the client reaches with a URL: `None` if it refuses the URL or finds no host.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::language::{Client, Reached};
    ///
    /// let browser = Client::new(Grammar::Whatwg)?;
    /// let address = Reached::Address("127.0.0.1".parse().unwrap());
    /// assert_eq!(browser.reached("http://user@0x7f.1\\.example"), Some(address));
    /// assert_eq!(browser.reached("mailto:user@example.com"), None);
    /// # Ok::<(), uri_lineage::regular_bnf::GrammarError>(())
    /// ```
    pub fn reached(&self, url: &str) -> Option<Reached> {
        self.read(url)?.reached
    }

    /// What the client reads in a URL; `None` if it refuses the URL.
    pub(super) fn read(&self, url: &str) -> Option<ClientReading> {
        let [scheme, host, port] = [Component::Scheme, Component::Host, Component::Port];
        if self.is_model {
            let text =
                |component: Component| Some(url.get(self.kept[component as usize].in_string(url).ok()??)?.to_owned());
            self.accepted.contains(url).then_some(())?;
            let reached = text(host).and_then(|host| self.host(&host));
            return Some(ClientReading { scheme: text(scheme), port: text(port), reached });
        }
        let parsed = self.grammar.parse(url).ok()?;
        let components = parsed.value().components();
        // The parser of the URL Standard removes tabs and line ends.
        let text = |component| components.get(component).map(|text| text.replace(['\t', '\n', '\r'], ""));
        let reached = if self.is_standard() {
            Url::parse(url).ok()?.host().and_then(|host| match host {
                Host::Domain(name) | Host::Opaque(name) => Some(Reached::Name(name.to_owned())),
                Host::Ipv4(address) => Some(Reached::Address(address.into())),
                Host::Ipv6(address) => Some(Reached::Address(address.into())),
                Host::Empty => None,
            })
        } else {
            components.host.and_then(|host| self.host(host.as_str()))
        };
        Some(ClientReading { scheme: text(scheme), port: text(port), reached })
    }

    /// The name or the address that the text of a host is.
    fn host(&self, text: &str) -> Option<Reached> {
        let ipv6 = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).and_then(|text| text.parse().ok());
        let address = ipv6.map(IpAddr::V6).or_else(|| self.grammar.ipv4_address(text).map(IpAddr::V4));
        match address {
            Some(address) => Some(Reached::Address(address)),
            None if text.is_empty() => None,
            None => Some(Reached::Name(percent_decode_str(text).decode_utf8_lossy().to_lowercase())),
        }
    }
}

/// What a client reads in a URL.
pub(super) struct ClientReading {
    pub scheme: Option<String>,
    pub port: Option<String>,
    /// What it connects to.
    pub reached: Option<Reached>,
}

/// A pattern of texts with a character beyond US-ASCII, or one that is percent-encoded.
pub(super) const BEYOND_ASCII: &str = "[\\s\\S]*(?:[^\\x00-\\x7F]|%[89A-Fa-f])[\\s\\S]*";
