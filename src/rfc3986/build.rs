//! Builds the structs from the captures of a parse.

use super::reference::*;
use crate::captures::{Build, Found, Place};
use crate::grammar::Grammar;
use crate::rule::Rule;

impl<'i> Build<'i> for UriReference<'i> {
    fn has_value_of(found: &impl Found<'i>) -> bool {
        matches!(
            found.rule(),
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

    #[inline(always)]
    fn build(found: &impl Found<'i>, _: Grammar) -> Self {
        let host = found.at(Place::Host).map(|(rule, text)| match rule {
            Rule::IP_literal => Host::IpLiteral(IpLiteral(text)),
            Rule::IPv4address => Host::IPv4address(text),
            _ => Host::RegName(text.into()),
        });
        let path = found.at(Place::Path).map_or(Path::Empty, |(rule, text)| match rule {
            Rule::path_abempty | Rule::ipath_abempty => Path::AbEmpty(text.into()),
            Rule::path_absolute | Rule::ipath_absolute => Path::Absolute(text.into()),
            Rule::path_noscheme | Rule::ipath_noscheme => Path::NoScheme(text.into()),
            _ => Path::Rootless(text.into()),
        });
        let text = |place| found.at(place).map(|(_, text)| text);
        let (userinfo, port) = (text(Place::User).map(Into::into), text(Place::Port).map(Into::into));
        let (query, fragment) = (text(Place::Query).map(Into::into), text(Place::Fragment).map(Into::into));
        let part = HierPart { authority: host.map(|host| Authority { userinfo, host, port }), path };
        match text(Place::Scheme) {
            Some(scheme) => Self::Uri(Uri { scheme, hier_part: part, query, fragment }),
            None => Self::RelativeRef(RelativeRef { relative_part: part, query, fragment }),
        }
    }
}
