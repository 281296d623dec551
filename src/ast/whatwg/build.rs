//! Builds the parts from the captures of a parse.

use super::{MatchedText, UrlString};
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::parse::captures::{Build, Captures, Place};

impl<'i> MatchedText<'i> {
    /// The text that was captured at a place.
    fn at(captures: &Captures<'i>, place: Place) -> Option<Self> {
        captures.at(place).map(|(rule, text)| Self { rule, text })
    }
}

impl<'i> Build<'i> for UrlString<'i> {
    fn is_built_from(captures: &Captures<'i>) -> bool {
        matches!(
            captures.rule(),
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

    fn build(captures: &Captures<'i>, grammar: Grammar) -> Self {
        let mut url = Self {
            grammar,
            text: captures.whole(),
            scheme: MatchedText::at(captures, Place::Scheme),
            username: MatchedText::at(captures, Place::User),
            password: MatchedText::at(captures, Place::Password),
            host: MatchedText::at(captures, Place::Host),
            unexamined: MatchedText::at(captures, Place::Further),
            port: MatchedText::at(captures, Place::Port),
            path: MatchedText::at(captures, Place::Path),
            query: MatchedText::at(captures, Place::Query),
            fragment: MatchedText::at(captures, Place::Fragment),
        };
        // Lists such as `valid-domain` are not divided here.
        if let Some(host) = url.host.filter(|host| host.rule == Rule::valid_host_string)
            && let Some(unexamined) = Grammar::WhatwgValid.by_rule(Rule::unexamined_label)
        {
            let label = host.text.split('.').find(|label| unexamined.accepts(label));
            url.unexamined = label.map(|label| MatchedText { rule: Rule::unexamined_label, text: label });
        }
        url
    }
}
