//! Hosts that the productions of the URL Standard's grammars accept unexamined.

use crate::base::component::Part;
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::parse::production::Production;
use crate::url_standard::{Host, Url, ValidationError};

/// Whether Unicode's IDNA processing (UTS 46) makes a domain or an address of the host of an input
/// that a grammar accepts unexamined. The feature `idna` must be on.
pub(crate) fn makes_host(grammar: Grammar, input: &str) -> bool {
    if !grammar.facts().has_valid_domains {
        return Url::parse(input).is_ok();
    }
    // Sections 3.3 and 3.4: a valid domain is what the domain parser returns when it is strict, and
    // does not end in a number.
    let (record, errors) = Url::parse_with_errors(input, None);
    let is_strict = errors.iter().all(|error| error.error != ValidationError::DomainToAscii);
    is_strict && record.is_ok_and(|url| matches!(url.host(), Some(Host::Domain(_))))
}

/// The production of the host in an input that a grammar accepts unexamined, and its offset in bytes.
pub(crate) fn host_production(grammar: Grammar, input: &str) -> (Rule, usize) {
    let productions = grammar.facts().parts.iter().filter(|(part, _)| *part == Part::Host);
    let rules = productions.flat_map(|(_, names)| names.iter().filter_map(|name| grammar.production(name)));
    let tree = grammar.starts(input).find_map(|start| start.outline(input));
    let hosts = rules.map(Production::rule).filter_map(|rule| Some((rule, tree.as_ref()?.first(rule)?.start())));
    hosts.min_by_key(|&(_, start)| start).unwrap_or((grammar.main(), 0))
}
