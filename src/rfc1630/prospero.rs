//! Prospero.

use std::fmt::Display;

use super::path as paths;
use crate::captures::Found;
use crate::components::Components;
use crate::compose::parts::{ComposeError, Parts};
use crate::compose::reader::{endpoint, number, segments};
use crate::compose::writer::Writer;
use crate::grammar::Grammar;
use crate::request::checked::Delimiters::Word;
use crate::request::error::RequestError;
use crate::request::fields::{line, optional, server};
use crate::request::steps::Request;
use crate::rule::Rule;
use crate::scheme_url::SchemeUrl;
use crate::shared::{Hostport, Path, display, read_only, write_marked};
use crate::text::{Digits, Text};
use crate::visible::shown;

read_only! {
    /// `prosperoaddress`.
    ///
    /// ```text
    /// prosperoaddress        prosperolink
    /// prosperolink           p r o s p e r o : / / hostport / hsoname [ % 0 0 version [ attributes ] ]
    /// hsoname                path
    /// version                digits
    /// attributes             attribute [ attributes ]
    /// attribute              alphanums
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct ProsperoAddress<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The name of the object on that host.
        pub hsoname: Path<'i>,
        /// The version, after `%00`.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub version: Option<Digits<'i>>,
        /// The text after the version.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub attributes: Option<&'i str>,
    }
}

impl ProsperoAddress<'_> {
    /// The text after the host: the object's name, version and attributes.
    fn object(&self) -> impl Display + '_ {
        shown(|f| {
            self.hsoname.fmt(f)?;
            write_marked(f, "%00", self.version)?;
            write_marked(f, "", self.attributes)
        })
    }
}

display! {
    ProsperoAddress, s, f => write!(f, "prospero://{}/{}", s.hostport, s.object());
}

impl<'i> SchemeUrl<'i> for ProsperoAddress<'i> {
    const SCHEME: &'static str = "prospero";

    /// Builds from the spans of `prosperolink`.
    #[inline]
    fn build(captures: &impl Found<'i>) -> Self {
        Self {
            hostport: Hostport::build(captures),
            hsoname: Path(captures.required(Rule::hsoname)),
            version: captures.text(Rule::version),
            attributes: captures.text(Rule::attributes),
        }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).at(self.hostport).path(self.object().to_string())
    }

    fn parts(&self) -> Option<Parts> {
        Some(Parts::Prospero {
            endpoint: endpoint(self.hostport)?,
            hsoname: segments(self.hsoname),
            version: match self.version {
                Some(version) => Some(number(version)?),
                None => None,
            },
            attributes: self.attributes.map(str::to_owned),
            fields: Vec::new(),
        })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Prospero { endpoint, hsoname, version, attributes, fields } = parts else { return Ok(None) };
        if !fields.is_empty() {
            return writer.unsayable("its prospero addresses have no fields");
        }
        let attributes = attributes.as_deref().unwrap_or_default();
        let version = version.map(|version| format!("%00{version}{attributes}")).unwrap_or_default();
        let hsoname = paths::write(writer, hsoname)?;
        Ok(Some(format!("prospero://{}/{hsoname}{version}", writer.endpoint(endpoint))))
    }

    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        Ok(Request::Prospero {
            server: server(Self::SCHEME, self.hostport)?,
            hsoname: line("hsoname", self.hsoname.text())?,
            version: optional("version", Word, self.version.map(|version| version.as_str().into()))?,
            attributes: optional("attributes", Word, self.attributes.map(Text::from))?,
            fields: Vec::new(),
        })
    }
}
