//! The spans of a parse from which the structs are built.

use regular_bnf::parser::{self, Capture, Captured, Output, RuleType};

use crate::generated::Entry;
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::parse::tree::Tree;

/// The role of a captured span in its URL. The productions of all grammars that share a place
/// exclude each other, or one production contains the others. The outermost production is captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The alternative that accepted a URL with a scheme.
    Alternative,
    /// A URL without its prefix, or without its scheme.
    Relative,
    Scheme,
    User,
    Password,
    Host,
    Port,
    Path,
    /// The text after a question mark, or the number of an article.
    Query,
    Fragment,
    /// A type or a version; the `site` of 1997.
    Type,
    /// The database of a WAIS server; the kind of an `authority`.
    Database,
    /// A further part: attributes, parameters, a Gopher+ string, an unexamined label.
    Further,
    AbsPath,
    RelSegment,
    Authority,
}

const _: () = assert!((Place::Authority as usize) < parser::PLACES);

impl Captured for Rule {
    // Each place is known where the generated parsers are compiled.
    #[inline(always)]
    fn place(self) -> Option<usize> {
        let place = alternative(self)
            .or_else(|| scheme_or_login(self))
            .or_else(|| host_or_port(self))
            .or_else(|| path(self))
            .or_else(|| part_of_path_or_later(self));
        place.map(|place| place as usize)
    }
}

/// The place of the alternatives of a URL.
#[inline(always)]
fn alternative(rule: Rule) -> Option<Place> {
    Some(match rule {
        Rule::httpaddress
        | Rule::ftpaddress
        | Rule::afsaddress
        | Rule::newsaddress
        | Rule::nntpaddress
        | Rule::prosperolink
        | Rule::telnetaddress
        | Rule::gopheraddress
        | Rule::waisindex
        | Rule::waisdoc
        | Rule::mailtoaddress
        | Rule::midaddress
        | Rule::cidaddress
        | Rule::generic
        | Rule::httpurl
        | Rule::ftpurl
        | Rule::newsurl
        | Rule::nntpurl
        | Rule::telneturl
        | Rule::gopherurl
        | Rule::waisurl
        | Rule::mailtourl
        | Rule::fileurl
        | Rule::prosperourl
        | Rule::otherurl
        | Rule::genericurl
        | Rule::absoluteURL
        | Rule::absoluteURI => Place::Alternative,
        Rule::url | Rule::relativeURL | Rule::relativeURI => Place::Relative,
        _ => return None,
    })
}

/// The place of a scheme, a user or a password.
#[inline(always)]
fn scheme_or_login(rule: Rule) -> Option<Place> {
    Some(match rule {
        Rule::scheme
        | Rule::special_scheme
        | Rule::special_scheme_but_file
        | Rule::file_scheme
        | Rule::other_scheme => Place::Scheme,
        Rule::user
        | Rule::xalphas
        | Rule::userinfo
        | Rule::iuserinfo
        | Rule::username_special
        | Rule::username_not_special => Place::User,
        Rule::password | Rule::password_special | Rule::password_not_special => Place::Password,
        _ => return None,
    })
}

/// The place of a host or a port.
#[inline(always)]
fn host_or_port(rule: Rule) -> Option<Place> {
    Some(match rule {
        Rule::hostname
        | Rule::hostnumber
        | Rule::cellname
        | Rule::IPv4address
        | Rule::ipv6reference
        | Rule::URN_nid
        | Rule::IP_literal
        | Rule::reg_name__rfc3986
        | Rule::ireg_name
        | Rule::net_loc
        | Rule::IPv6_host
        | Rule::domain
        | Rule::opaque_host
        | Rule::empty_host
        | Rule::valid_host_string
        | Rule::valid_opaque_host_string => Place::Host,
        Rule::port | Rule::URL_port_string => Place::Port,
        _ => return None,
    })
}

/// The place of a path, whatever a document calls it.
#[inline(always)]
fn path(rule: Rule) -> Option<Place> {
    Some(match rule {
        Rule::path
        | Rule::hsoname
        | Rule::gcommand
        | Rule::selector
        | Rule::wpath
        | Rule::group
        | Rule::article
        | Rule::hpath
        | Rule::fpath
        | Rule::ppath
        | Rule::schemepart
        | Rule::encoded822addr
        | Rule::path_segments
        | Rule::opaque_part
        | Rule::URN_nss
        | Rule::path_abempty
        | Rule::path_absolute
        | Rule::path_noscheme
        | Rule::path_rootless
        | Rule::ipath_abempty
        | Rule::ipath_absolute
        | Rule::ipath_noscheme
        | Rule::ipath_rootless
        | Rule::path_special
        | Rule::path_not_special
        | Rule::path_after_one_slash
        | Rule::path_without_host
        | Rule::path_with_drive_letter
        | Rule::opaque_path
        | Rule::path_absolute_URL_string
        | Rule::path_absolute_non_authority_URL_string
        | Rule::path_relative_scheme_less_URL_string
        | Rule::opaque_path_URL_string => Place::Path,
        _ => return None,
    })
}

/// The place of what a path consists of, or what follows it.
#[inline(always)]
fn part_of_path_or_later(rule: Rule) -> Option<Place> {
    Some(match rule {
        // Digits in a `wpath` or in an `ftptype` share their place with no other part either.
        Rule::digits | Rule::search | Rule::query | Rule::iquery | Rule::query_state | Rule::URL_query_string => {
            Place::Query
        }
        Rule::fragmentid | Rule::fragment | Rule::ifragment | Rule::fragment_state | Rule::URL_fragment_string => {
            Place::Fragment
        }
        Rule::gtype | Rule::wtype | Rule::ftptype | Rule::version | Rule::site => Place::Type,
        Rule::database | Rule::server | Rule::reg_name | Rule::ip_schemepart => Place::Database,
        Rule::attributes | Rule::gopher_plus_string | Rule::urlpath | Rule::unexamined | Rule::params => Place::Further,
        Rule::abs_path => Place::AbsPath,
        Rule::rel_segment => Place::RelSegment,
        Rule::authority => Place::Authority,
        _ => return None,
    })
}

/// The spans of an input that a production accepts, from which its struct is built.
pub(crate) trait CapturedSpans<'i> {
    /// The input that was parsed.
    fn input(&self) -> &'i str;

    /// The rule of the production.
    fn rule(&self) -> Rule;

    /// The span of the production, in bytes.
    fn whole_span(&self) -> (usize, usize);

    /// The captured span at a place.
    fn capture(&self, place: usize) -> Option<Capture<Rule>>;

    /// The text that the production matched.
    #[inline]
    fn whole(&self) -> &'i str {
        let (start, end) = self.whole_span();
        &self.input()[start..end]
    }

    /// The span of a captured production, in bytes.
    #[inline(always)]
    fn span(&self, rule: Rule) -> Option<(usize, usize)> {
        let capture = self.capture(rule.place()?)?;
        (capture.rule == rule).then_some((capture.start, capture.end))
    }

    /// The text of a captured production.
    #[inline(always)]
    fn text<T: From<&'i str>>(&self, rule: Rule) -> Option<T> {
        self.span(rule).map(|(start, end)| T::from(&self.input()[start..end]))
    }

    /// The text of a captured production that each input of its struct has.
    #[inline(always)]
    fn required<T: From<&'i str>>(&self, rule: Rule) -> T {
        debug_assert!(self.span(rule).is_some(), "{:?} has no {}", self.input(), rule.name());
        T::from(self.text(rule).unwrap_or_default())
    }

    /// The production that was captured at a place, and its text.
    #[inline(always)]
    fn at(&self, place: Place) -> Option<(Rule, &'i str)> {
        self.capture(place as usize).map(|Capture { rule, start, end }| (rule, &self.input()[start..end]))
    }

    /// The text that was captured at a place.
    #[inline(always)]
    fn text_at<T: From<&'i str>>(&self, place: Place) -> Option<T> {
        self.at(place).map(|(_, text)| T::from(text))
    }

    /// The production that was captured at a place.
    #[inline(always)]
    fn rule_at(&self, place: Place) -> Option<Rule> {
        self.capture(place as usize).map(|capture| capture.rule)
    }
}

/// A type that is built from the spans of a parse.
pub(crate) trait Build<'i>: Sized {
    /// Whether the type has a value for the production that was parsed: an entry production of a
    /// grammar, or one inside it.
    fn is_built_from(captures: &impl CapturedSpans<'i>) -> bool;

    /// Builds the value from the spans of such a production.
    fn build(captures: &impl CapturedSpans<'i>, grammar: Grammar) -> Self;
}

/// The captures of a parse, without its tree.
#[derive(Debug)]
pub(crate) struct Captures<'i> {
    input: &'i str,
    rule: Rule,
    whole: (usize, usize),
    spans: parser::Captures<Rule>,
}

impl<'i> Captures<'i> {
    /// The maximum length of an input, in bytes.
    pub const MOST: usize = parser::Captures::<Rule>::MOST;

    /// No captures yet.
    #[inline(always)]
    pub fn new(input: &'i str) -> Self {
        Self { input, rule: Rule::FIRST, whole: (0, input.len()), spans: parser::Captures::new() }
    }

    /// The captures among all spans of an input.
    fn from_tree(tree: &Tree<'i>) -> Self {
        let mut captures = parser::Captures::new();
        for span in tree.undivided() {
            // A span precedes the spans inside of it, and the outermost is captured.
            if span.rule.place().is_some_and(|place| captures.at(place).is_none()) {
                captures.leaf(span.rule, span.start, span.end);
            }
        }
        Self { input: tree.input(), rule: tree.rule(), whole: tree.whole_span(), spans: captures }
    }

    /// Whether an entry matches the whole input; adds its captures.
    #[inline(always)]
    pub fn parse(&mut self, entry: &Entry) -> bool {
        let mark = self.spans.mark();
        let accepted = entry.capture(self.input, &mut self.spans);
        if !accepted {
            self.spans.undo(mark);
        }
        self.rule = entry.rule;
        accepted
    }
}

impl<'i> CapturedSpans<'i> for Captures<'i> {
    #[inline(always)]
    fn input(&self) -> &'i str {
        self.input
    }

    #[inline(always)]
    fn rule(&self) -> Rule {
        self.rule
    }

    #[inline(always)]
    fn whole_span(&self) -> (usize, usize) {
        self.whole
    }

    #[inline(always)]
    fn capture(&self, place: usize) -> Option<Capture<Rule>> {
        self.spans.at(place)
    }
}

/// Builds a value from a tree.
pub(crate) fn built<'i, T: Build<'i>>(tree: &Tree<'i>, grammar: Grammar) -> T {
    match tree.input().len() {
        ..=Captures::MOST => T::build(&Captures::from_tree(tree), grammar),
        // Slower, and for any length.
        _ => T::build(tree, grammar),
    }
}

impl<'i> CapturedSpans<'i> for Tree<'i> {
    fn input(&self) -> &'i str {
        self.input()
    }

    fn rule(&self) -> Rule {
        self.root().rule()
    }

    fn whole_span(&self) -> (usize, usize) {
        (self.root().start(), self.root().end())
    }

    fn capture(&self, place: usize) -> Option<Capture<Rule>> {
        let span = self.undivided().find(|span| span.rule.place() == Some(place))?;
        Some(Capture { rule: span.rule, start: span.start, end: span.end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::value::Value;

    /// A tree, the captures among its spans, and a parse without a tree build the same value.
    #[test]
    fn every_source_of_captures_builds_the_same_value() {
        let nineties = include_str!("../../tests/data/urls-1990s.txt").lines();
        let odd =
            ["http://[::ffff:1.2.3.4]:80/a", "urn:a:b", "a;b?c#d", "wais://h/d/t/1=a;2=b;", "nntp://h:1/a.b/2", "c|/"];
        for url in nineties.chain(odd) {
            for production in Grammar::ALL.into_iter().flat_map(Grammar::productions) {
                let (grammar, Ok(tree)) = (production.grammar(), production.tree(url)) else { continue };
                let value: Value = Build::build(&tree, grammar);
                assert_eq!(value, built(&tree, grammar), "{grammar} {url:?}");
                let parsed = crate::ast::typed::parse_with(grammar, [production].into_iter(), url, || unreachable!());
                assert_eq!(value, parsed.unwrap(), "{grammar} {url:?}");
            }
        }
    }
}
