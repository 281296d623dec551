//! Builds the structs from the captures of a parse.

use super::reference::*;
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::parse::captures::{Build, Captures, Place};

impl<'i> Build<'i> for UriReference<'i> {
    fn is_built_from(captures: &Captures<'i>) -> bool {
        matches!(
            captures.rule(),
            Rule::URI_reference
                | Rule::URI
                | Rule::absolute_URI
                | Rule::relative_ref
                | Rule::IRI_reference
                | Rule::IRI
                | Rule::absolute_IRI
                | Rule::irelative_ref
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn build(captures: &Captures<'i>, _: Grammar) -> Self {
        match captures.text_at(Place::Scheme) {
            Some(scheme) => Self::Uri(Uri::with_scheme(captures, scheme)),
            None => Self::RelativeRef(RelativeRef {
                text: captures.whole(),
                relative_part: HierPart::build(captures),
                query: captures.text_at(Place::Query),
                fragment: captures.text_at(Place::Fragment),
            }),
        }
    }
}

impl<'i> Build<'i> for Uri<'i> {
    fn is_built_from(captures: &Captures<'i>) -> bool {
        captures.rule() == Rule::URI
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn build(captures: &Captures<'i>, _: Grammar) -> Self {
        Self::with_scheme(captures, captures.required(Rule::scheme))
    }
}

impl<'i> Uri<'i> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_scheme(captures: &Captures<'i>, scheme: &'i str) -> Self {
        Self {
            text: captures.whole(),
            scheme,
            hier_part: HierPart::build(captures),
            query: captures.text_at(Place::Query),
            fragment: captures.text_at(Place::Fragment),
        }
    }
}

impl<'i> HierPart<'i> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn build(captures: &Captures<'i>) -> Self {
        let host = captures.at(Place::Host).map(|(rule, text)| match rule {
            Rule::IP_literal => Host::IpLiteral(IpLiteral(text)),
            Rule::IPv4address => Host::IPv4address(text),
            _ => Host::RegName(text.into()),
        });
        let path = captures.at(Place::Path).map_or(Path::Empty, |(rule, text)| match rule {
            Rule::path_abempty | Rule::ipath_abempty => Path::AbEmpty(text.into()),
            Rule::path_absolute | Rule::ipath_absolute => Path::Absolute(text.into()),
            Rule::path_noscheme | Rule::ipath_noscheme => Path::NoScheme(text.into()),
            _ => Path::Rootless(text.into()),
        });
        let (userinfo, port) = (captures.text_at(Place::User), captures.text_at(Place::Port));
        Self { authority: host.map(|host| Authority { userinfo, host, port }), path }
    }
}
