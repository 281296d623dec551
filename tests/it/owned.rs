//! Values that outlive their input, and what the ecosystem expects of values.
#![cfg(feature = "serde")]

use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::common::{examples, scheme_examples, scheme_forms, short_strings};
use uri_lineage::{Digits, Grammar, Owned, Text, rfc1630, rfc1738, rfc1808, rfc2396, rfc3986, rfc3987, scheme, whatwg};

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
            assert_eq!((owned.as_str(), &*owned.to_string()), (value.as_str(), value.as_str()));
            assert_eq!(format!("{owned:?}"), format!("{value:?}"));
            assert_eq!(serde_json::to_string(&owned).unwrap(), serde_json::to_string(&value).unwrap());
            assert_eq!(value.components().into_owned().get(), value.components());
        }
    }
}

/// An owned URL has the parts of the borrowed one, and its record.
#[test]
fn owned_urls_have_the_parts() {
    let url: rfc3986::UriBuf = "http://h:80/a?b#c".parse().unwrap();
    assert_eq!(
        (url.authority(), url.path(), url.query()),
        (url.get().authority(), url.get().path(), url.get().query())
    );
    assert_eq!((url.hier_part(), url.fragment()), (url.get().hier_part(), url.get().fragment()));
    assert_eq!(serde_json::to_value(url.record()).unwrap(), serde_json::to_value(url.get().record()).unwrap());
    let url: rfc1738::GopherUrlBuf = "gopher://h:71/1a".parse().unwrap();
    assert_eq!((url.hostport(), url.item()), (url.get().hostport(), url.get().item()));
    let url: whatwg::UrlStringBuf = "https://u@h/".parse().unwrap();
    assert_eq!((url.scheme(), url.username()), (Some("https"), Some("u".into())));
    // Ports that a `u16` can't hold stay as they are.
    for (port, json) in [("080", 80.into()), ("", "".into()), ("65536", "65536".into())] as [(_, serde_json::Value); 3]
    {
        let url: rfc3986::UriBuf = format!("http://h:{port}/").parse().unwrap();
        assert_eq!(serde_json::to_value(url.components()).unwrap()["port"], json);
    }
}

/// A typed URL, borrowed or owned, is its text as a string in data, and is read from it; it prints,
/// compares and is kept as its text, and its record has its parts.
#[test]
fn urls_are_strings_in_data() {
    macro_rules! are_strings {
        ($($module:ident::$type:ident)*) => {$({
            let more = ["nntp://h/g/1", "prospero://h/a;b=c", "wais://h/d?s", "telnet://u@h/", "file:///a"];
            let mut texts: Vec<&str> = examples().map(|example| example.text).chain(more).collect();
            texts.retain(|text| $module::$type::parse(text).is_ok());
            assert!(!texts.is_empty(), stringify!($module::$type));
            for text in &texts {
                let url = $module::$type::parse(text).unwrap();
                let owned = url.into_owned();
                let json = serde_json::to_string(url.as_str()).unwrap();
                for string in [serde_json::to_string(&url), serde_json::to_string(&owned)] {
                    assert_eq!(string.unwrap(), json);
                }
                // The parser of the URL Standard strips characters at both ends.
                let whole = serde_json::to_string(text).unwrap();
                assert_eq!(serde_json::from_str::<$module::$type<'_>>(&whole).unwrap(), url);
                assert_eq!(serde_json::from_str::<Owned<$module::$type<'_>>>(&whole).unwrap(), owned);
                assert_eq!((text.parse().as_ref(), (*text).try_into()), (Ok(&owned), Ok(url)));
                assert_eq!((owned.get(), owned.as_str(), owned.as_ref()), (url, url.as_str(), url.as_ref()));
                assert!(owned == url.as_str() && owned == *url.as_str());
                assert_eq!(owned.components(), url.components());
                assert_eq!((owned.grammar(), owned.scheme()), (url.grammar(), url.components().scheme));
                assert_eq!((format!("{owned:?}"), owned.to_string()), (format!("{url:?}"), url.to_string()));
                assert_eq!((format!("{url}").as_str(), url == *url.as_str()), (url.as_str(), true));
                assert!(serde_json::to_value(url.record()).unwrap().is_object() || url.as_str().is_empty());
                for other in texts.iter().map(|text| $module::$type::parse(text).unwrap()) {
                    assert_eq!(url.cmp(&other), url.as_str().cmp(other.as_str()), "{text} {other}");
                    assert_eq!(url == other, url.as_str() == other.as_str(), "{text} {other}");
                    assert_eq!(owned.cmp(&other.into_owned()), url.cmp(&other));
                }
            }
        })*};
    }
    are_strings! {
        rfc1630::Url rfc1630::FragmentAddress rfc1738::Url rfc1738::GenericUrl rfc1738::HttpUrl rfc1738::FtpUrl
        rfc1738::NewsUrl rfc1738::NntpUrl rfc1738::TelnetUrl rfc1738::GopherUrl rfc1738::WaisUrl rfc1738::MailtoUrl
        rfc1738::FileUrl rfc1738::ProsperoUrl rfc1808::Url rfc2396::UriReference rfc3986::UriReference rfc3986::Uri
        rfc3987::IriReference whatwg::UrlString
    }
    // A text with escapes of JSON cannot be borrowed.
    let kept: rfc1738::UrlBuf = serde_json::from_str(r#""http:\/\/a\/b""#).unwrap();
    assert_eq!(Ok(kept), "http://a/b".parse());
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
                assert_eq!(serde_json::to_string(&owned).unwrap(), json);
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
    macro_rules! parts {
        ($($module:ident: $($type:ident)*;)*) => {$($( part::<$module::$type<'static>>(); )*)*};
    }
    macro_rules! wholes {
        ($($module:ident: $($type:ident)*;)*) => {$($(
            part::<$module::$type<'static>>();
            part::<Owned<$module::$type<'static>>>();
            whole::<$module::$type<'static>>();
            let _: fn($module::$type<'static>) -> Owned<$module::$type<'static>> = $module::$type::into_owned;
        )*)*};
    }
    fn part<T: Clone + Eq + Hash + Debug + Display + Send + Sync>() {}
    fn whole<T: AsRef<str> + PartialEq<str> + serde::Serialize>() {}
    use uri_lineage as common;
    wholes! {
        common: Value;
        rfc1630: Url FragmentAddress;
        rfc1738: Url HttpUrl FtpUrl FileUrl GopherUrl MailtoUrl NewsUrl NntpUrl TelnetUrl WaisUrl Waisdatabase Waisindex
            Waisdoc ProsperoUrl GenericUrl;
        rfc1808: Url;
        rfc2396: UriReference UrnReference Reference;
        rfc3986: UriReference Uri RelativeRef;
        rfc3987: IriReference;
        whatwg: UrlString;
        scheme: SchemeUri HttpUri GopherUri MailtoUri NewsUri NntpUri TelnetUri WaisUri ProsperoUri FileUri Urn;
    }
    parts! {
        common: Host Hostname Hostport Login Path;
        rfc1630: Address HttpAddress FtpAddress AfsAddress NewsAddress NntpAddress ProsperoAddress TelnetAddress
            GopherAddress WaisAddress Waisindex Waisdoc MailtoAddress MidAddress CidAddress Generic Search Ftptype Groupart
            Group AddrSpec GopherItem Command Document Wpath WpathField;
        rfc1738: GopherItem GopherSearch Grouppart Article Fields Fieldspec Schemepart IpSchemepart;
        rfc2396: Uri AbsoluteUri RelativeUri Hierarchy NetPath Authority RegName Server Hostport Host Path Segment;
        rfc3986: HierPart Authority Host IpLiteral IpAddress Path;
    }
    part::<rfc1630::Formcode>();
    part::<rfc1738::Ftptype>();
    part::<Text<'static>>();
    part::<Digits<'static>>();
    fn error<T: std::error::Error + Clone + Eq + Send + Sync + 'static>() {}
    error::<uri_lineage::Error>();
    error::<scheme::SchemeError>();
}

/// Owned values are equal if the values are, wherever these have their texts from: the path is a text
/// of its own for one grammar, and a part of the input for another.
#[test]
fn owned_components_compare_as_borrowed_ones() {
    let (old, new) = (rfc1808::Url::parse("a;b").unwrap(), rfc3986::UriReference::parse("a;b").unwrap());
    assert_eq!(old.components(), new.components());
    assert_eq!(old.components().into_owned(), new.components().into_owned());
}

/// A production that is no entry may divide a text otherwise: such values are not equal, and their order
/// says so.
#[test]
fn order_and_equality_agree() {
    let parsed = |production| Grammar::Rfc1808.production(production).unwrap().parse("a:b").unwrap();
    let [whole, relative] = ["URL", "relativeURL"].map(parsed);
    let [uri_lineage::Value::Rfc1808(whole), uri_lineage::Value::Rfc1808(relative)] =
        [*whole.value(), *relative.value()]
    else {
        panic!()
    };
    assert_eq!(whole.as_str(), relative.as_str());
    assert_eq!(whole == relative, whole.cmp(&relative).is_eq());
    assert_eq!(whole.cmp(&whole), std::cmp::Ordering::Equal);
}
