//! Values that outlive their input, and what the ecosystem expects of values.
#![cfg(feature = "serde")]

use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::common::{examples, scheme_examples, scheme_forms, short_strings};
use uri_lineage::{Digits, Grammar, Owned, Text, rfc1630, rfc1738, rfc1808, rfc2396, rfc3986, scheme};

#[test]
fn kept_inputs_are_what_they_were() {
    for example in examples() {
        for grammar in Grammar::all() {
            let Ok(parsed) = grammar.parse(example.text) else { continue };
            let owned = parsed.clone().into_owned();
            assert_eq!(owned.get(), parsed);
            assert_eq!(owned.as_str(), example.text);
            let value = *parsed.value();
            let owned = value.into_owned();
            assert_eq!(owned.get(), value);
            assert_eq!(owned.clone(), owned);
            assert_eq!(owned.to_string(), example.text);
            assert_eq!(serde_json::to_string(&owned).unwrap(), serde_json::to_string(&value).unwrap());
            assert_eq!(value.components().into_owned().get(), value.components());
        }
    }
}

#[test]
fn urls_are_read_from_text_in_data() {
    for example in examples() {
        let json = serde_json::to_string(example.text).unwrap();
        let read: Result<rfc1738::Url<'_>, _> = serde_json::from_str(&json);
        assert_eq!(read.ok(), rfc1738::Url::parse(example.text).ok(), "{}", example.text);
        let read: Result<rfc2396::UriReference<'_>, _> = serde_json::from_str(&json);
        assert_eq!(read.ok(), rfc2396::UriReference::parse(example.text).ok(), "{}", example.text);
        let read: Result<rfc3986::UriReference<'_>, _> = serde_json::from_str(&json);
        assert_eq!(read.ok(), rfc3986::UriReference::try_from(example.text).ok(), "{}", example.text);
    }
    // A text with escapes of JSON cannot be borrowed.
    let kept: Owned<rfc1738::Url<'_>> = serde_json::from_str(r#""http:\/\/a\/b""#).unwrap();
    assert_eq!(kept, "http://a/b".parse().unwrap());
    assert_eq!(kept.get(), rfc1738::Url::parse("http://a/b").unwrap());
    assert!(serde_json::from_str::<rfc1738::Url<'_>>(r#""http:\/\/a\/b""#).is_err());
    let error = serde_json::from_str::<rfc1738::Url<'_>>("\"http:/x\"").unwrap_err().to_string();
    assert!(error.starts_with("rfc1738: `httpurl` refuses `x` at byte 6"), "{error}");
}

/// Each struct of one scheme is read with the document in force, and written by `Display`.
#[test]
fn uris_of_one_scheme_are_read_from_text_in_data() {
    macro_rules! round_trips {
        ($($type:ident)*) => {$({
            let examples = scheme_examples().map(|example| example.text);
            let mut accepted = 0;
            for text in examples.chain(scheme_forms().map(|(_, text)| text)) {
                let json = serde_json::to_string(text).unwrap();
                let parsed = scheme::$type::parse(text).ok();
                let read: Option<scheme::$type<'_>> = serde_json::from_str(&json).ok();
                assert_eq!(read, parsed, "{text}");
                let owned: Option<Owned<scheme::$type<'_>>> = serde_json::from_str(&json).ok();
                assert_eq!(owned.as_ref().map(Owned::get), parsed, "{text}");
                let Some(owned) = owned else { continue };
                assert_eq!(serde_json::to_string(&owned.to_string()).unwrap(), json);
                assert_eq!(text.parse(), Ok(owned));
                accepted += 1;
            }
            assert!(accepted > 0, stringify!($type));
        })*};
    }
    round_trips! {
        HttpUri GopherUri MailtoUri NewsUri NntpUri TelnetUri WaisUri ProsperoUri FileUri Urn
    }
    let error = serde_json::from_str::<scheme::Urn<'_>>("\"urn:a\"").unwrap_err().to_string();
    assert!(error.starts_with("rfc8141: "), "{error}");
}

/// Two values are kept alike only if they are alike.
#[test]
fn owned_values_compare_as_borrowed_ones() {
    let read = |text: &'static str| rfc1738::Url::parse(text).unwrap();
    let all = ["http://a/bc", "http://ab/c", "http://a/b?c", "http://a/b", "ftp://a/bc", "gopher://a/1", "gopher://a/"];
    for (left, right) in all.iter().flat_map(|left| all.map(|right| (*left, right))) {
        assert_eq!(read(left).into_owned() == read(right).into_owned(), left == right, "{left} {right}");
    }
}

/// A text of a URL finds itself as a key under its `str`, compares with it on either side, and
/// outlives the input as a `String`.
#[test]
fn texts_are_like_their_str() {
    let texts: Vec<String> = short_strings("a%4", 3).collect();
    let keys: HashMap<Text<'_>, usize> = texts.iter().enumerate().map(|(at, text)| (Text::from(&**text), at)).collect();
    for (at, text) in texts.iter().enumerate() {
        let value = Text::from(&**text);
        assert_eq!(keys.get(&**text), Some(&at), "{text}");
        assert_eq!(value, **text);
        assert_eq!(**text, value);
        assert_eq!(value, text.as_str());
        assert_eq!(text.as_str(), value);
        assert_eq!((value.len(), value.is_empty(), value.into_owned()), (text.len(), text.is_empty(), text.clone()));
        assert_eq!(Digits::from(&**text).cmp(&Digits::from("4")), text.as_str().cmp("4"), "{text}");
    }
}

/// What every value of the library is.
#[test]
fn values_can_be_cloned_compared_and_sent() {
    macro_rules! values {
        ($($module:ident: $($type:ident)*;)*) => {$($(
            value::<$module::$type<'static>>();
            value::<Owned<$module::$type<'static>>>();
            let _: fn($module::$type<'static>) -> Owned<$module::$type<'static>> = $module::$type::into_owned;
        )*)*};
    }
    fn value<T: Clone + Eq + Hash + Debug + Display + Send + Sync + serde::Serialize>() {}
    use uri_lineage as common;
    values! {
        common: Host Hostname Hostport Login Path Value;
        rfc1630: Url FragmentAddress Address HttpAddress FtpAddress AfsAddress NewsAddress NntpAddress ProsperoAddress
            TelnetAddress GopherAddress WaisAddress Waisindex Waisdoc MailtoAddress MidAddress CidAddress Generic Search
            Ftptype Groupart Group AddrSpec GopherItem Command Document Wpath WpathField;
        rfc1738: Url HttpUrl FtpUrl FileUrl GopherUrl GopherItem GopherSearch MailtoUrl NewsUrl Grouppart Article NntpUrl
            TelnetUrl WaisUrl Waisdatabase Waisindex Waisdoc ProsperoUrl Fields Fieldspec GenericUrl Schemepart IpSchemepart;
        rfc1808: Url;
        rfc2396: UriReference UrnReference Reference Uri AbsoluteUri RelativeUri Hierarchy NetPath Authority RegName Server
            Hostport Host Path Segment;
        rfc3986: UriReference Uri RelativeRef HierPart Authority Host IpLiteral IpAddress Path;
        scheme: SchemeUri HttpUri GopherUri MailtoUri NewsUri NntpUri TelnetUri WaisUri ProsperoUri FileUri Urn;
    }
    value::<rfc1630::Formcode>();
    value::<rfc1738::Ftptype>();
    value::<Text<'static>>();
    value::<Digits<'static>>();
    fn error<T: std::error::Error + Clone + Eq + Send + Sync + 'static>() {}
    error::<uri_lineage::Error>();
    error::<scheme::SchemeError>();
}
