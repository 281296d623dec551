//! Prospero, section 3.11.

use std::fmt::Display;

use crate::captures::Found;
use crate::components::Components;
use crate::compose::parts::{ComposeError, Parts};
use crate::compose::reader::{endpoint, octets, segments};
use crate::compose::writer::Writer;
use crate::grammar::Grammar;
use crate::request::error::RequestError;
use crate::request::fields::{line, server};
use crate::request::steps::Request;
use crate::rule::Rule;
use crate::scheme_url::SchemeUrl;
use crate::shared::{Hostport, Path, display, read_only};
use crate::text::Text;
use crate::visible::shown;

read_only! {
    /// `prosperourl`, section 3.11.
    ///
    /// ```text
    /// prosperourl    = "prospero://" hostport "/" ppath *[ fieldspec ]
    /// ppath          = psegment *[ "/" psegment ]
    /// psegment       = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct ProsperoUrl<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The name of the object on that host.
        pub ppath: Path<'i>,
        /// Fields and values, each after a semicolon.
        #[cfg_attr(feature = "serde", serde(rename = "fieldspec"))]
        pub fields: Fields<'i>,
    }
}

/// The `fieldspec`s of a Prospero URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fields<'i>(pub(crate) &'i str);

crate::owned::borrowing! { Fields; }

impl<'i> Fields<'i> {
    /// The fields in order. Neither a name nor a value contains a semicolon or an equals sign.
    pub fn iter(self) -> impl Iterator<Item = Fieldspec<'i>> {
        self.0.split(';').skip(1).map(|field| {
            let (fieldname, fieldvalue) = field.split_once('=').unwrap_or((field, ""));
            Fieldspec { fieldname: fieldname.into(), fieldvalue: fieldvalue.into() }
        })
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Fields<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

read_only! {
    /// `fieldspec`: a field of a Prospero link and its value.
    ///
    /// ```text
    /// fieldspec      = ";" fieldname "=" fieldvalue
    /// fieldname      = *[ uchar | "?" | ":" | "@" | "&" ]
    /// fieldvalue     = *[ uchar | "?" | ":" | "@" | "&" ]
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Fieldspec<'i> {
        /// The field.
        pub fieldname: Text<'i>,
        /// Its value.
        pub fieldvalue: Text<'i>,
    }
}

impl ProsperoUrl<'_> {
    /// The text after the host: the object's name and fields.
    fn link(&self) -> impl Display + '_ {
        shown(|f| write!(f, "{}{}", self.ppath, self.fields))
    }
}

display! {
    ProsperoUrl, s, f => write!(f, "prospero://{}/{}", s.hostport, s.link());
    Fields, s, f => f.write_str(s.0);
    Fieldspec, s, f => write!(f, ";{}={}", s.fieldname, s.fieldvalue);
}

impl<'i> SchemeUrl<'i> for ProsperoUrl<'i> {
    const SCHEME: &'static str = "prospero";

    #[inline]
    fn build(captures: &impl Found<'i>) -> Self {
        let fields = captures.span(Rule::ppath).map_or("", |(_, end)| &captures.input()[end..]);
        Self {
            hostport: Hostport::build(captures),
            ppath: Path(captures.required(Rule::ppath)),
            fields: Fields(fields),
        }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).at(self.hostport).path(self.link().to_string())
    }

    fn parts(&self) -> Option<Parts> {
        Some(Parts::Prospero {
            endpoint: endpoint(self.hostport)?,
            hsoname: segments(self.ppath),
            version: None,
            attributes: None,
            fields: self.fields.iter().map(|field| (octets(field.fieldname), octets(field.fieldvalue))).collect(),
        })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Prospero { endpoint, hsoname, version, fields, .. } = parts else { return Ok(None) };
        if version.is_some() {
            return writer.unsayable("its prospero URLs have no version");
        }
        let mut text = format!("prospero://{}/{}", writer.endpoint(endpoint), writer.path("psegment", hsoname)?);
        for (name, value) in fields {
            text += &format!(";{}={}", writer.part("fieldname", name)?, writer.part("fieldvalue", value)?);
        }
        Ok(Some(text))
    }

    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        let server = server(Self::SCHEME, self.hostport)?;
        let hsoname = line("ppath", self.ppath.text())?;
        let mut fields = Vec::new();
        for Fieldspec { fieldname, fieldvalue } in self.fields.iter() {
            fields.push((line("fieldname", fieldname)?, line("fieldvalue", fieldvalue)?));
        }
        Ok(Request::Prospero { server, hsoname, version: None, attributes: None, fields })
    }
}
