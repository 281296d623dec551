//! Builds the parts from the captures of a parse.

use super::{MatchedText, Url};
use crate::captures::{Build, Found, Place};
use crate::grammar::Grammar;
use crate::rule::Rule;

impl<'i> Build<'i> for Url<'i> {
    fn has_value_of(found: &impl Found<'i>) -> bool {
        matches!(
            found.rule(),
            Rule::URL
                | Rule::valid_URL_string
                | Rule::valid_URL_string_without_base
                | Rule::valid_URL_string_with_special_base
                | Rule::valid_URL_string_with_file_base
                | Rule::valid_URL_string_with_other_base
                | Rule::valid_URL_string_with_opaque_base
                | Rule::absolute_URL_with_fragment_string
                | Rule::relative_URL_with_fragment_string
        )
    }

    fn build(found: &impl Found<'i>, grammar: Grammar) -> Self {
        let part = |place| found.at(place).map(|(rule, text)| MatchedText { rule, text: text.into() });
        let mut url = Self {
            grammar,
            text: found.whole(),
            scheme: part(Place::Scheme),
            username: part(Place::User),
            password: part(Place::Password),
            host: part(Place::Host),
            unexamined: part(Place::Further),
            port: part(Place::Port),
            path: part(Place::Path),
            query: part(Place::Query),
            fragment: part(Place::Fragment),
        };
        // Lists such as `valid-domain` are not divided here.
        if let Some(host) = url.host.filter(|host| host.rule == Rule::valid_host_string)
            && let Some(unexamined) = Grammar::WhatwgValid.by_rule(Rule::unexamined_label)
        {
            let label = host.as_str().split('.').find(|label| unexamined.accepts(label));
            url.unexamined = label.map(|label| MatchedText { rule: Rule::unexamined_label, text: label.into() });
        }
        url
    }
}
