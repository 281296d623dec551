//! Prospero, section 3.11.

use std::fmt::Display;

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Hostport, Path, display, read_only};
use crate::ast::text::Text;
use crate::base::visible::shown;
use crate::generated::rule::Rule;
use crate::parse::captures::Captures;

read_only! {
    /// `prosperourl`, section 3.11.
    ///
    /// ```text
    /// prosperourl    = "prospero://" hostport "/" ppath *[ fieldspec ]
    /// ppath          = psegment *[ "/" psegment ]
    /// psegment       = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1738::ProsperoUrl;
    ///
    /// let url = ProsperoUrl::parse("prospero://host.dom//pros/name")?;
    /// assert_eq!(url.ppath(), "/pros/name");
    /// assert_eq!(url.fields().iter().count(), 0);
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct ProsperoUrl<'i> {
        text,
        record,
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
///
/// ```
/// use uri_lineage::rfc1738::ProsperoUrl;
///
/// let fields = ProsperoUrl::parse("prospero://host.dom/name;OBJECT-VERSION=3;OWNER=bcn")?.fields();
/// assert!(fields.iter().map(|field| field.fieldname()).eq(["OBJECT-VERSION", "OWNER"]));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fields<'i>(pub(crate) &'i str);

crate::ast::borrowing::borrowing! { Fields; }

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
    ///
    /// ```
    /// use uri_lineage::rfc1738::ProsperoUrl;
    ///
    /// let url = ProsperoUrl::parse("prospero://host.dom//pros/name;OBJECT-VERSION=3")?;
    /// let version = url.fields().iter().find(|field| field.fieldname() == "OBJECT-VERSION").unwrap();
    /// assert_eq!(version.fieldvalue(), "3");
    /// # Ok::<(), uri_lineage::Error>(())
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
    Fields, s, f => f.write_str(s.0);
    Fieldspec, s, f => write!(f, ";{}={}", s.fieldname, s.fieldvalue);
}

impl<'i> SchemeUrl<'i> for ProsperoUrl<'i> {
    const SCHEME: &'static str = "prospero";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        let fields = captures.span(Rule::ppath).map_or("", |(_, end)| &captures.input()[end..]);
        Self {
            text: captures.whole(),
            hostport: Hostport::build(captures),
            ppath: Path(captures.required(Rule::ppath)),
            fields: Fields(fields),
        }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).at(self.hostport).path(self.link().to_string())
    }
}
