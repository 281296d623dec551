//! Values that outlive their input, and what the ecosystem expects of values.
#![cfg(feature = "serde")]

mod common;

use std::fmt::{Debug, Display};
use std::hash::Hash;

use common::examples;
use uri_lineage::{Grammar, Owned, rfc1630, rfc1738, uri1997};

#[test]
fn kept_inputs_are_what_they_were() {
    for example in examples() {
        for grammar in Grammar::ALL {
            let Ok(parsed) = grammar.parse(example.text) else { continue };
            let owned = parsed.clone().into_owned();
            assert_eq!(owned.parsed(), parsed);
            assert_eq!(owned.parsed().value(), parsed.value());
            assert_eq!(owned.to_string(), example.text);
            let written = (serde_json::to_string(&owned).unwrap(), serde_json::to_string(&parsed.value()).unwrap());
            assert_eq!(written.0, written.1);
        }
    }
}

#[test]
fn urls_are_read_from_text_in_data() {
    for example in examples() {
        let json = serde_json::to_string(example.text).unwrap();
        let read: Result<rfc1738::Url<'_>, _> = serde_json::from_str(&json);
        assert_eq!(read.ok(), rfc1738::Url::parse(example.text).ok(), "{}", example.text);
        let read: Result<uri1997::UriReference<'_>, _> = serde_json::from_str(&json);
        assert_eq!(read.ok(), uri1997::UriReference::try_from(example.text).ok(), "{}", example.text);
    }
    let error = serde_json::from_str::<rfc1738::Url<'_>>("\"http:/x\"").unwrap_err().to_string();
    assert!(error.starts_with("rfc1738: `httpurl` refuses `x` at byte 6"), "{error}");
}

/// What every value of the library is.
#[test]
fn values_are_plain() {
    macro_rules! values {
        ($($module:ident: $($type:ident)*;)*) => {$($(
            value::<$module::$type<'static>>();
        )*)*};
    }
    fn value<T: Clone + Eq + Hash + Debug + Display + Send + Sync + serde::Serialize>() {}
    use uri_lineage as common;
    values! {
        common: Host Hostname Hostport Login Path Text Digits Value;
        rfc1630: Url FragmentAddress Address HttpAddress FtpAddress AfsAddress NewsAddress NntpAddress ProsperoAddress
            TelnetAddress GopherAddress WaisAddress Waisindex Waisdoc MailtoAddress MidAddress CidAddress Generic Search
            Ftptype Groupart Group AddrSpec GopherItem Command Document Wpath WpathField;
        rfc1738: Url HttpUrl FtpUrl FileUrl GopherUrl GopherItem GopherSearch MailtoUrl NewsUrl Grouppart Article NntpUrl
            TelnetUrl WaisUrl Waisdatabase Waisindex Waisdoc ProsperoUrl Fields Fieldspec GenericUrl Schemepart IpSchemepart;
        uri1997: UriReference UrnReference UrlReference Url AbsoluteUrl RelativeUrl Hierarchy Site Authority Server Hostport Host
            Path Segment;
    }
    value::<rfc1630::Formcode>();
    value::<rfc1738::Ftptype>();
    value::<Owned>();
    fn error<T: std::error::Error + Clone + Eq + Send + Sync + 'static>() {}
    error::<uri_lineage::Error>();
}
