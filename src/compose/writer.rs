//! Writes the parts that all schemes share.

use super::error::ComposeError;
use super::server::{Account, Endpoint};
use crate::ast::text::Octets;
use crate::generated::{Entry, scheme_entry};
use crate::grammar::DocumentGrammar;

/// Writes URLs of one document.
pub(crate) struct Writer {
    pub grammar: DocumentGrammar,
    /// Whether to escape every octet that can be escaped.
    pub cautious: bool,
}

/// The text of a URL or of a part.
pub(crate) type Composed = Result<String, ComposeError>;

impl Writer {
    /// Returns the error that the grammar has no such URL or part.
    pub fn inexpressible<T>(&self, why: &'static str) -> Result<T, ComposeError> {
        Err(ComposeError::Inexpressible { grammar: self.grammar, why })
    }

    /// Whether the grammar has a production.
    pub fn has(&self, production: &str) -> bool {
        self.rule(production).is_some()
    }

    /// The rule of a production: of the document, or of its base.
    fn rule(&self, production: &str) -> Option<&'static Entry> {
        match self.grammar {
            DocumentGrammar::Grammar(grammar) => grammar.production(production).map(|production| production.entry()),
            DocumentGrammar::Scheme(document) => scheme_entry(document, production)
                .or_else(|| document.base().production(production).map(|production| production.entry())),
        }
    }

    /// Whether a production accepts a text.
    pub fn accepts(&self, production: &str, text: &str) -> bool {
        self.rule(production).is_some_and(|rule| rule.accepts(text))
    }

    /// Writes the octets of a part: as characters where its production accepts each alone, else as
    /// escapes.
    pub fn part(&self, production: &'static str, octets: &Octets) -> Composed {
        let Some(rule) = self.rule(production) else { return self.inexpressible("it has no such part") };
        let mut text = String::with_capacity(octets.0.len());
        for chunk in octets.0.utf8_chunks() {
            for character in chunk.valid().chars() {
                let mut bytes = [0; 4];
                let character = character.encode_utf8(&mut bytes);
                if character.is_ascii() {
                    self.push_octets(production, rule, character.as_bytes(), &mut text)?;
                    continue;
                }
                let escaped: String = character.bytes().map(|octet| format!("%{octet:02X}")).collect();
                // RFC 3987 alone has characters beyond US-ASCII. RFC 6068 has only the escapes of whole ones.
                if !self.cautious && rule.accepts(character) {
                    text.push_str(character)
                } else if rule.accepts(&escaped) {
                    text.push_str(&escaped)
                } else {
                    self.push_octets(production, rule, character.as_bytes(), &mut text)?
                }
            }
            self.push_octets(production, rule, chunk.invalid(), &mut text)?;
        }
        Ok(text)
    }

    /// Adds octets to the text of a part, each as a character or as an escape.
    fn push_octets(
        &self,
        production: &'static str,
        rule: &Entry,
        octets: &[u8],
        text: &mut String,
    ) -> Result<(), ComposeError> {
        for &octet in octets {
            let escape = format!("%{octet:02X}");
            let mut bytes = [0; 4];
            let plain = char::from(octet).encode_utf8(&mut bytes);
            // Some productions accept fewer octets at the beginning than behind it.
            let is_accepted = octet.is_ascii()
                && octet != b'%'
                && (rule.accepts(plain) || !text.is_empty() && rule.accepts(&format!("a{plain}")));
            // The production may refuse an octet alone but accept it inside a name, since some
            // names must begin with a letter.
            if is_accepted && (!self.cautious || octet.is_ascii_alphanumeric() || !rule.accepts(&escape)) {
                text.push_str(plain);
            } else if rule.accepts(&escape) || rule.accepts(&format!("a{escape}")) {
                text.push_str(&escape);
            } else if octet.is_ascii()
                && octet != b'%'
                && (rule.accepts(&format!("a{plain}")) || rule.accepts(&format!("a{plain}a")))
            {
                text.push_str(plain);
            } else {
                return Err(ComposeError::Octet { grammar: self.grammar, production, octet });
            }
        }
        Ok(())
    }

    /// Writes a part with its delimiter in front, if the part is present.
    pub fn marked_part(&self, mark: &str, production: &'static str, octets: &Option<Octets>) -> Composed {
        octets.as_ref().map_or(Ok(String::new()), |octets| Ok([mark, &self.part(production, octets)?].concat()))
    }

    /// Writes segments with slashes between them.
    pub fn path(&self, production: &'static str, segments: &[Octets]) -> Composed {
        let segments: Result<Vec<String>, _> = segments.iter().map(|segment| self.part(production, segment)).collect();
        Ok(segments?.join("/"))
    }

    /// Writes a slash and the segments, if there is a path.
    pub fn slash_path(&self, production: &'static str, path: &Option<Vec<Octets>>) -> Composed {
        path.as_ref().map_or(Ok(String::new()), |path| Ok(format!("/{}", self.path(production, path)?)))
    }

    /// Writes a server, with the user and the password in front.
    pub fn login(&self, account: &Option<Account>, endpoint: &Endpoint) -> Composed {
        let account = match account {
            Some(Account { user, password }) => {
                format!("{}{}@", self.part("user", user)?, self.marked_part(":", "password", password)?)
            }
            None => String::new(),
        };
        Ok(account + &self.endpoint(endpoint))
    }

    /// Writes a server.
    pub fn endpoint(&self, endpoint: &Endpoint) -> String {
        let port = endpoint.port.map(|port| format!(":{port}")).unwrap_or_default();
        format!("{}{port}", endpoint.host)
    }
}
