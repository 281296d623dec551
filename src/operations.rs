//! The operations of the library as methods of a grammar and of a document of one scheme. A method parses the text and calls the
//! function of the operation's module.

use std::net::Ipv4Addr;

#[cfg(feature = "compare")]
use regular_bnf::{Bnf, GrammarError, Proof, Spans};

use crate::ast::parsed::Parsed;
use crate::ast::typed;
use crate::ast::value::Value;
#[cfg(feature = "compare")]
use crate::base::component::Component;
use crate::convert::{self, ConvertError};
use crate::equivalence::{Equivalence, EquivalenceRule, Normal, normalize, normalize_uri, same, same_uris};
#[cfg(feature = "compare")]
use crate::grammar::published::{self, ProductionSource, Reading};
use crate::grammar::{Generation, Grammar, Ipv4Hosts, SchemeDocument};
#[cfg(feature = "compare")]
use crate::language::spans;
#[cfg(feature = "compare")]
use crate::proof;
use crate::refusal::error::Error;
use crate::request::{self, Request, RequestError};
use crate::resolve::{self, Options, Resolution, ResolveError, relative};
use crate::scheme::SchemeError;
use crate::url_standard::{Host, Url};
use crate::warning::{Warning, warnings_of_uri};

impl Grammar {
    /// Parses the whole input with the grammar's entry productions.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// let parsed = Grammar::Rfc1738.parse("news:comp.infosystems.www.misc")?;
    /// assert_eq!(parsed.production(), "newsurl");
    /// assert!(Grammar::Rfc1630.parse("file://localhost/etc/motd").is_err());
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If no entry production matches the whole input. The error has the byte offset, and the input
    /// that was expected there.
    pub fn parse(self, input: &str) -> Result<Parsed<'_>, Error> {
        let parsed = self.starts(input).find_map(|production| Parsed::with_production(production, input));
        parsed.ok_or_else(|| Error::from_grammar(self, input))
    }

    /// Returns the typed parts of an input that the entry productions accept, without its tree.
    /// This is faster than [`parse`](Self::parse), and allocates nothing unless the URL has an
    /// unusual number of parts.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// let value = Grammar::Rfc3986.parse_value("http://[::1]:80/a")?;
    /// assert_eq!(value.components().host.unwrap().as_str(), "[::1]");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`parse`](Self::parse).
    pub fn parse_value(self, input: &str) -> Result<Value<'_>, Error> {
        typed::parse_with(self, self.starts(input), input, || Error::from_grammar(self, input))
    }

    /// Parses a text with this grammar and returns the client's request for the URL:
    /// [`request`](fn@crate::request::request).
    ///
    /// # Errors
    ///
    /// Those of [`request`](fn@crate::request::request), and an error if the grammar refuses the
    /// text.
    pub fn request(self, url: &str) -> Result<Request, RequestError> {
        request::parse_and_request(self, url)
    }

    /// Whether the document of this grammar specifies the client's request for some URLs.
    pub fn defines_requests(self) -> bool {
        matches!(self.generation(), Generation::First | Generation::Second)
            || self.facts().requests.http_of_general_syntax
    }

    /// Parses a text with this grammar and returns its normal form by all rules: [`normalize`].
    ///
    /// # Errors
    ///
    /// If the grammar refuses the text.
    pub fn normalize(self, url: &str) -> Result<Normal, Error> {
        Ok(normalize(&self.parse(url)?, EquivalenceRule::ALL))
    }

    /// Whether two texts are equivalent URLs by all rules: [`same`].
    ///
    /// # Errors
    ///
    /// If the grammar refuses one of the texts.
    pub fn same(self, left: &str, right: &str) -> Result<Equivalence, Error> {
        Ok(same(&self.parse(left)?, &self.parse(right)?, EquivalenceRule::ALL))
    }

    /// Converts a URL so that this grammar accepts it: [`convert`](fn@crate::convert::convert).
    ///
    /// The source is this grammar if it accepts the URL, else the newest grammar that accepts it.
    ///
    /// # Errors
    ///
    /// Those of [`convert`](fn@crate::convert::convert), and an error if no grammar accepts the
    /// URL.
    pub fn convert(self, url: &str) -> Result<String, ConvertError> {
        convert::convert_text(url, self)
    }

    /// Resolves a reference against a [base](Self::base), both passed as text:
    /// [`resolve`](fn@crate::resolve::resolve).
    ///
    /// # Errors
    ///
    /// Those of [`resolve`](fn@crate::resolve::resolve), and an error if the base is not a URL.
    pub fn resolve(self, base: &str, reference: &str, options: Options) -> Result<Resolution, ResolveError> {
        resolve::resolve(&self.base(base)?, reference, options)
    }

    /// Whether the document of this grammar defines relative references.
    pub fn defines_references(self) -> bool {
        self.facts().resolution.is_some()
    }

    /// Parses a base from text, for [`resolve`](fn@crate::resolve::resolve) and
    /// [`relative`](fn@crate::resolve::relative).
    ///
    /// If the document has two grammars, the base may be a URL of either.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::resolve::{Options, resolve};
    ///
    /// // The specific grammar of RFC 1630 does not have this scheme.
    /// let base = Grammar::Rfc1630.base("magic://a/b/c//d/e/f")?;
    /// assert_eq!(resolve(&base, "g", Options::default())?.target.to_string(), "magic://a/b/c//d/e/g");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the document does not define relative references, or the text is not a URL of the
    /// document.
    pub fn base(self, text: &str) -> Result<Parsed<'_>, ResolveError> {
        resolve::parse_base(self, text)
    }

    /// The shortest reference to `target` from a base that is passed as text:
    /// [`relative`](fn@crate::resolve::relative).
    ///
    /// # Errors
    ///
    /// Those of [`relative`](fn@crate::resolve::relative), and an error if the base is not a URL.
    pub fn relative(self, base: &str, target: &str) -> Result<String, ResolveError> {
        relative(&self.base(base)?, target)
    }

    /// The IPv4 address that a host is for this grammar's document; `None` for a name. Documents have
    /// four decimal numbers; the URL Standard reads any host that ends in a number (section 3.5), if the
    /// scheme is special, such as `http`.
    ///
    /// ```
    /// use std::net::Ipv4Addr;
    /// use uri_lineage::Grammar;
    ///
    /// let read = |grammar: Grammar, host| grammar.ipv4_address(host).map(|address| address.octets());
    /// assert_eq!(read(Grammar::Rfc1738, "10.0.0.010"), Some([10, 0, 0, 10]));
    /// assert_eq!(read(Grammar::Rfc3986, "10.0.0.010"), None);
    /// assert_eq!(read(Grammar::Whatwg, "10.0.0.010"), Some([10, 0, 0, 8]));
    /// ```
    pub fn ipv4_address(self, host: &str) -> Option<Ipv4Addr> {
        let most_digits = match self.facts().ipv4 {
            // The standard library reads this form.
            Ipv4Hosts::Octets => return host.parse().ok(),
            Ipv4Hosts::Numbers { .. } => {
                let url = Url::parse(&format!("http://{host}/")).ok()?;
                return if let Some(Host::Ipv4(address)) = url.host() { Some(address) } else { None };
            }
            Ipv4Hosts::ThreeDigits => 3,
            Ipv4Hosts::Decimal => usize::MAX,
        };
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= most_digits;
        let octets: Option<Vec<u8>> =
            host.split('.').map(|text| text.parse().ok().filter(|_| is_number(text))).collect();
        Some(Ipv4Addr::from(<[u8; 4]>::try_from(octets?).ok()?))
    }

    /// The productions of this grammar, in one reading.
    #[cfg(feature = "compare")]
    pub fn bnf(self, reading: Reading) -> &'static Bnf {
        published::bnf(self, reading)
    }

    /// The corrected productions of this grammar without the [unexamined](Self::unexamined)
    /// production, so that IDNA processing cannot refuse a member of their language. `None` if the
    /// grammar accepts nothing unexamined.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::regular_bnf::Language;
    ///
    /// let examined = Grammar::WhatwgValid.bnf_examined().unwrap();
    /// let host = Language::new(&examined, "valid-host-string").unwrap();
    /// assert!(host.contains("example.com") && !host.contains("b\u{fc}cher.example"));
    /// ```
    #[cfg(feature = "compare")]
    pub fn bnf_examined(self) -> Option<Bnf> {
        published::examined(self, Reading::Corrected)
    }

    /// The document and the section that print a production of this grammar. An inherited
    /// production has the source of the document that prints it.
    ///
    /// ```
    /// use uri_lineage::{Grammar, ProductionSource};
    ///
    /// let source = |document, section, defining_section| ProductionSource { document, section, defining_section };
    /// assert_eq!(Grammar::Rfc2732.source("host"), source("RFC 2732", "section 3", None));
    /// assert_eq!(Grammar::Rfc2732.source("port"), source("RFC 2396", "Appendix A", Some("section 3.2.2")));
    /// assert_eq!(Grammar::Rfc3986.source("DIGIT"), source("RFC 5234", "Appendix B.1", None));
    /// ```
    #[cfg(feature = "compare")]
    pub fn source(self, production: &str) -> ProductionSource {
        published::source(self, production)
    }

    /// The spans of some components in all strings that this grammar accepts. One call shares work
    /// between the components.
    ///
    /// ```
    /// use uri_lineage::{Component, Grammar};
    ///
    /// let [hosts] = Grammar::Rfc1738.spans([Component::Host])?;
    /// assert_eq!(hosts.in_string("http://www.w3.org:80/"), Ok(Some(7..17)));
    /// // No host, and no URL at all.
    /// assert_eq!(hosts.in_string("news:comp.infosystems.www"), Ok(None));
    /// assert!(hosts.in_string("http:///").is_err());
    /// # Ok::<(), uri_lineage::regular_bnf::GrammarError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`], which does not occur for the grammars of this library.
    #[cfg(feature = "compare")]
    pub fn spans<const N: usize>(self, components: [Component; N]) -> Result<[Spans; N], GrammarError> {
        spans::of_grammar(self, components)
    }

    /// The spans in all strings that one production of this grammar accepts.
    ///
    /// # Errors
    ///
    /// [`GrammarError::NoRule`] if the grammar has no such production.
    #[cfg(feature = "compare")]
    pub fn spans_of<const N: usize>(
        self,
        production: &str,
        components: [Component; N],
    ) -> Result<[Spans; N], GrammarError> {
        spans::of_production(self, production, components)
    }

    /// Proves every rule of this grammar's pest file that is written for a production, in the order
    /// of the file.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// let proofs = Grammar::Rfc1630Generic.prove()?;
    /// assert!(proofs.iter().all(|proof| proof.outcome.holds()));
    /// # Ok::<(), uri_lineage::regular_bnf::GrammarError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the pest file or a production cannot be analysed.
    #[cfg(feature = "compare")]
    pub fn prove(self) -> Result<Vec<Proof>, GrammarError> {
        proof::prove(self)
    }
}

impl SchemeDocument {
    /// Parses a text with this document and returns the client's request for the URL, as
    /// [`Grammar::request`] does.
    ///
    /// ```
    /// use uri_lineage::SchemeDocument;
    /// use uri_lineage::request::Request;
    ///
    /// let request = SchemeDocument::Rfc5538.request("news://h/id@host")?;
    /// let Request::News { server: Some(server), commands } = request else { panic!() };
    /// assert_eq!((server.port, commands[0].as_bytes()), (119, &b"ARTICLE <id@host>"[..]));
    /// # Ok::<(), uri_lineage::request::RequestError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the document refuses the text or [does not specify](Self::defines_requests) the request, or
    /// if an octet of the URL would end its field in the protocol.
    pub fn request(self, url: &str) -> Result<Request, RequestError> {
        request::parse_and_request_scheme(self, url)
    }

    /// Parses a text with this document and returns its normal form by all rules: [`normalize_uri`].
    ///
    /// # Errors
    ///
    /// If the document refuses the text.
    pub fn normalize(self, url: &str) -> Result<Normal, SchemeError> {
        normalize_uri(self, url, EquivalenceRule::ALL)
    }

    /// Whether two texts are equivalent URLs by all rules: [`same_uris`].
    ///
    /// # Errors
    ///
    /// If the document refuses one of the texts.
    pub fn same(self, left: &str, right: &str) -> Result<Equivalence, SchemeError> {
        same_uris(self, left, right, EquivalenceRule::ALL)
    }

    /// Converts a URL so that this document accepts it: [`convert_uri`](crate::convert::convert_uri) and
    /// [`convert_to_scheme`](crate::convert::convert_to_scheme).
    ///
    /// The source is this document if it accepts the URL, else the newest document of the scheme or the
    /// newest grammar that accepts it.
    ///
    /// # Errors
    ///
    /// If this document cannot express the URL, or if no document accepts it.
    pub fn convert(self, url: &str) -> Result<String, ConvertError> {
        convert::convert_text_to_scheme(url, self)
    }

    /// Parses a text with this document and returns the warnings of the document and of its base that
    /// apply to the URL, as [`warnings`](crate::warnings) does.
    ///
    /// ```
    /// use uri_lineage::{SchemeDocument, Warning};
    ///
    /// let found = SchemeDocument::Rfc6068.warnings("mailto:a@h?subject=x&bcc=b@h")?;
    /// assert_eq!(found, [Warning::UnsafeField { offset: 21 }]);
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the document refuses the text.
    pub fn warnings(self, url: &str) -> Result<Vec<Warning>, SchemeError> {
        Ok(warnings_of_uri(self, &self.parse(url)?))
    }
}
