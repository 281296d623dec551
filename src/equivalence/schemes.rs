//! The rules that only documents of one scheme have.

use super::effect::Effect;
use super::hints::Hints;
use super::letters::small;
use crate::ast::parsed::Matched;
use crate::grammar::{Equivalences, Grammar, SchemeDocument};
use crate::scheme::{HeaderField, MailtoUri, NewsItem, SchemeUri};

/// Implements a rule that no grammar of all URLs has.
macro_rules! scheme_rule {
    ($rule:ident $name:literal $description:literal $section:ident $change:path) => {
        pub(super) struct $rule;

        impl Effect for $rule {
            const NAME: &'static str = $name;
            const DESCRIPTION: &'static str = $description;
            const NEEDS: u8 = 0;

            fn section(document: &Equivalences) -> Option<&'static str> {
                document.$section
            }

            fn may_apply(_: &Hints<'_>, _: Grammar) -> bool {
                false
            }

            fn change(_: &Matched<'_>) -> Option<String> {
                None
            }

            fn change_uri(uri: &SchemeUri<'_>) -> Option<String> {
                $change(uri)
            }

            fn preserves(_: &Matched<'_>, _: &Matched<'_>) -> bool {
                false
            }
        }
    };
}

scheme_rule!(UrnComponents "urn-components" "components of a URN, which do not count" urn_components without_components);
scheme_rule!(HeaderNameCase "header-name-case" "the name of a header field in either case" header_names with_small_names);
scheme_rule!(ToField "to-field" "a header field `to` for addresses in front" to_fields without_to_fields);
scheme_rule!(AllNewsgroups "all-newsgroups" "`*` for all newsgroups" all_newsgroups without_asterisk);

/// A URN without its components.
fn without_components(uri: &SchemeUri<'_>) -> Option<String> {
    let SchemeUri::Urn(urn) = uri else { return None };
    Some(urn.text[.."urn:".len() + urn.nid.len() + ":".len() + urn.nss.len()].to_owned())
}

/// A URI of `mailto` with the names of its header fields in small letters.
fn with_small_names(uri: &SchemeUri<'_>) -> Option<String> {
    let SchemeUri::Mailto(uri) = uri else { return None };
    let fields = uri.header_fields().map(|field| (small(field.hfname.as_str()), field.hfvalue.as_str().to_owned()));
    Some(written(uri, uri.to.map(|to| to.as_str().to_owned()), fields))
}

/// A URI of `mailto` whose addresses are all in front of the question mark.
fn without_to_fields(uri: &SchemeUri<'_>) -> Option<String> {
    let SchemeUri::Mailto(uri) = uri else { return None };
    let is_to = |field: &HeaderField<'_>| field.is_named("to");
    // By RFC 2368 the whole list is encoded, with a space after each comma in its examples.
    let comma = if uri.document == SchemeDocument::Rfc2368 { "%2C%20" } else { "," };
    let added = uri.header_fields().filter(is_to).map(|field| field.hfvalue);
    let lists = uri.to.into_iter().chain(added).filter(|list| !list.is_empty());
    let to = lists.map(|list| list.as_str()).collect::<Vec<_>>().join(comma);
    let others = uri.header_fields().filter(|field| !is_to(field));
    let others = others.map(|field| (field.hfname.as_str().to_owned(), field.hfvalue.as_str().to_owned()));
    Some(written(uri, Some(to), others))
}

/// A URI of `mailto` with other addresses and header fields.
fn written(uri: &MailtoUri<'_>, to: Option<String>, fields: impl Iterator<Item = (String, String)>) -> String {
    let fields = fields.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&");
    let mark = if fields.is_empty() { "" } else { "?" };
    [&uri.text[.."mailto:".len()], &to.unwrap_or_default(), mark, &fields].concat()
}

/// A URI of `news` without the asterisk for all newsgroups.
fn without_asterisk(uri: &SchemeUri<'_>) -> Option<String> {
    let SchemeUri::News(uri) = uri else { return None };
    let is_all = matches!(uri.item, NewsItem::Newsgroups(groups) if groups == "*");
    is_all.then(|| uri.text[..uri.text.len() - "*".len()].to_owned())
}
