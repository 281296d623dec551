//! Builds the parts from the spans of a tree.

use super::{MatchedText, Url};
use crate::grammar::Grammar;
use crate::rule::Rule;
use crate::tree::Node;

impl<'i> Url<'i> {
    /// Builds from the span of `URL`, of `valid-URL-string`, or of an alternative of it; `None` for another production.
    pub(crate) fn build(root: Node<'_, 'i>) -> Option<Self> {
        let (Rule::URL
        | Rule::valid_URL_string
        | Rule::valid_URL_string_without_base
        | Rule::valid_URL_string_with_special_base
        | Rule::valid_URL_string_with_file_base
        | Rule::valid_URL_string_with_other_base
        | Rule::valid_URL_string_with_opaque_base
        | Rule::absolute_URL_with_fragment_string
        | Rule::relative_URL_with_fragment_string) = root.rule()
        else {
            return None;
        };
        let (input, spans) = root.spans();
        let mut url = Self {
            text: root.text(),
            scheme: None,
            username: None,
            password: None,
            host: None,
            unexamined: None,
            port: None,
            path: None,
            query: None,
            fragment: None,
        };
        for span in spans {
            let part = match span.rule {
                Rule::special_scheme | Rule::special_scheme_but_file | Rule::file_scheme | Rule::other_scheme => {
                    &mut url.scheme
                }
                Rule::username_special | Rule::username_not_special => &mut url.username,
                Rule::password_special | Rule::password_not_special => &mut url.password,
                Rule::IPv6_host
                | Rule::domain
                | Rule::opaque_host
                | Rule::empty_host
                | Rule::valid_host_string
                | Rule::valid_opaque_host_string => &mut url.host,
                Rule::unexamined => &mut url.unexamined,
                Rule::port | Rule::URL_port_string => &mut url.port,
                Rule::path_special
                | Rule::path_not_special
                | Rule::path_after_one_slash
                | Rule::path_without_host
                | Rule::path_with_drive_letter
                | Rule::opaque_path
                | Rule::path_absolute_URL_string
                | Rule::path_absolute_non_authority_URL_string
                | Rule::path_relative_scheme_less_URL_string
                | Rule::opaque_path_URL_string => &mut url.path,
                Rule::query_state | Rule::URL_query_string => &mut url.query,
                Rule::fragment_state | Rule::URL_fragment_string => &mut url.fragment,
                _ => continue,
            };
            *part = Some(MatchedText { rule: span.rule, text: input[span.start..span.end].into() });
        }
        // Lists such as `valid-domain` are not divided here.
        if let Some(host) = url.host.filter(|host| host.rule == Rule::valid_host_string)
            && let Some(unexamined) = Grammar::WhatwgValid.by_rule(Rule::unexamined_label)
        {
            let label = host.as_str().split('.').find(|label| unexamined.accepts(label));
            url.unexamined = label.map(|label| MatchedText { rule: Rule::unexamined_label, text: label.into() });
        }
        Some(url)
    }
}
