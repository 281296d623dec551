//! What the documents say of their own grammars, and whether it holds.
//!
//! A claim that does not hold is a finding: a place where a document and its grammar disagree.

use std::collections::HashMap;

use crate::grammar::Grammar;
use crate::language::automaton::ALPHABET;
use crate::language::automaton::dfa::{DEAD, State};
use crate::language::compare::Relation;
use crate::language::published::LanguageError;
use crate::language::published::{Bnf, Reading};
use crate::language::regular::Language;
use crate::request::{GopherPlus, Request, request};
use crate::resolve::{Options, resolve};

/// A production of one grammar in one reading.
type Of = (Grammar, Reading, &'static str);

/// Something that a document says, in a form that can be decided.
#[derive(Debug, Clone, Copy)]
enum Check {
    /// Every string of the first is one of the second.
    Within(Of, Of),
    /// No string is one of both.
    Disjoint(Of, Of),
    /// Both have the same strings.
    Equal(Of, Of),
    /// The production takes the string.
    Takes(Of, &'static str),
    /// The production does not take the string.
    Refuses(Of, &'static str),
    /// No string of the production holds one of these characters.
    Without(Of, &'static str),
    /// The entry productions reach the production.
    Reached(Of),
    /// The entry productions of the grammar take the document's own examples.
    Examples(Grammar, Reading),
    /// The base, the reference and the result that the document shows; by its wording, or by the algorithm as it is read.
    Resolves(Grammar, Reading, &'static str, &'static str, &'static str),
    /// The summary of Gopher+ strings has a form for the string.
    GopherPlusForm(&'static str),
    /// A Gopher client sends this for a URL, its line end left out.
    Sends(Grammar, &'static str, &'static str),
}

/// What came of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Claim {
    /// The document.
    pub document: &'static str,
    /// Where it says so.
    pub place: &'static str,
    /// What it says, in our words.
    pub says: &'static str,
    /// What was decided: productions, reading and question.
    pub question: String,
    /// Whether it holds; `None` where it cannot be decided.
    pub holds: Option<bool>,
    /// Strings that show that it does not hold: a shortest one, or all examples that are refused.
    pub witnesses: Vec<String>,
    /// Why it cannot be decided.
    pub undecided: Option<String>,
}

use Check::{Disjoint, Equal, Examples, GopherPlusForm, Reached, Refuses, Resolves, Sends, Takes, Within, Without};
use Grammar::{Rfc1630, Rfc1630Generic, Rfc1738, Uri1997, UrlDraft02, UrlDraft03};
use Reading::{Corrected, Published};

const fn of(grammar: Grammar, production: &'static str) -> Of {
    (grammar, Corrected, production)
}

const fn printed(grammar: Grammar, production: &'static str) -> Of {
    (grammar, Published, production)
}

/// Where it is said, what is said, and how it is decided.
const CLAIMS: &[(Grammar, &str, &str, Check)] = &[
    // Draft 02.
    (
        UrlDraft02,
        "BNF syntax",
        "`generic` parses the same URLs as the other productions",
        Within(of(UrlDraft02, "httpaddress"), of(UrlDraft02, "generic")),
    ),
    (
        UrlDraft02,
        "BNF syntax",
        "`generic` parses the same URLs as the other productions",
        Within(of(UrlDraft02, "url"), of(UrlDraft02, "generic")),
    ),
    (
        UrlDraft02,
        "BNF syntax",
        "the characters of `national` appear in no production",
        Without(of(UrlDraft02, "fragmentaddress"), "{}|[]\\^~"),
    ),
    (
        UrlDraft02,
        "BNF syntax",
        "the characters of `punctuation` appear in no production",
        Without(of(UrlDraft02, "fragmentaddress"), "<>"),
    ),
    (
        UrlDraft02,
        "News",
        "a message identifier is told from a group by its `@`",
        Disjoint(of(UrlDraft02, "group"), of(UrlDraft02, "article")),
    ),
    (
        UrlDraft02,
        "Internet protocol parts",
        "a host is a domain name or four decimal numbers",
        Refuses(of(UrlDraft02, "host"), "a b"),
    ),
    (
        UrlDraft02,
        "Internet protocol parts",
        "a colon separates host and port",
        Refuses(of(UrlDraft02, "hostname"), "a:80"),
    ),
    (UrlDraft02, "HTTP", "spaces should be escaped", Refuses(of(UrlDraft02, "httpaddress"), "http://a/b c")),
    (
        UrlDraft02,
        "Telnet, rlogin, tn3270",
        "rlogin is a scheme of interactive sessions",
        Takes(of(UrlDraft02, "telnetaddress"), "rlogin://a"),
    ),
    (UrlDraft02, "Gopher", "type and selector may be left out", Takes(of(UrlDraft02, "gopheraddress"), "gopher://a/")),
    (UrlDraft02, "the whole document", "its examples are URLs", Examples(UrlDraft02, Published)),
    (UrlDraft02, "the whole document", "its examples are URLs", Examples(UrlDraft02, Corrected)),
    (
        UrlDraft02,
        "1.2 Partial form",
        "`..` is removed with the path element before it",
        Resolves(UrlDraft02, Published, "http://a/b/c/d", "../g", "http://a/b/g"),
    ),
    (UrlDraft02, "NNTP", "the server is named, too", Takes(of(UrlDraft02, "nntpaddress"), "nntp://a/b/1")),
    (
        UrlDraft02,
        "1.1 Fragment-id",
        "a void fragment may stand behind its hash sign",
        Takes(of(UrlDraft02, "fragmentaddress"), "x:#"),
    ),
    // Draft 03.
    (
        UrlDraft03,
        "Gopher, Examples",
        "`some_gplus_stuff` stands for a Gopher+ string",
        GopherPlusForm("some_gplus_stuff"),
    ),
    (
        UrlDraft03,
        "Gopher",
        "a view and a language are named with a coded space between them",
        GopherPlusForm("+application/postscript%20Es_ES"),
    ),
    (
        UrlDraft03,
        "PrePrefix",
        "a URL starts with the constant prefix `URL:`",
        Refuses(of(UrlDraft03, "prefixedurl"), "url:news:a"),
    ),
    (
        UrlDraft03,
        "BNF for specific URL schemes",
        "the characters of `national` appear in no production",
        Without(of(UrlDraft03, "prefixedurl"), "{}|[]\\^~"),
    ),
    (
        UrlDraft03,
        "BNF for specific URL schemes",
        "the characters of `punctuation` appear in no production",
        Without(of(UrlDraft03, "prefixedurl"), "<>"),
    ),
    (
        UrlDraft03,
        "News",
        "a message identifier is told from a group by its `@`",
        Disjoint(of(UrlDraft03, "group"), of(UrlDraft03, "article")),
    ),
    (
        UrlDraft03,
        "FTP, Data type",
        "a suffix `;type=` names the transfer type",
        Takes(printed(UrlDraft03, "ftpaddress"), "ftp://a/b;type=I"),
    ),
    (
        UrlDraft03,
        "Gopher",
        "a search may stand behind an encoded tab",
        Takes(of(UrlDraft03, "gopheraddress"), "gopher://host/7a_gopher_selector%09foobar"),
    ),
    (
        UrlDraft03,
        "Gopher",
        "a selector may begin with a slash",
        Takes(of(UrlDraft03, "gopheraddress"), "gopher://host/0/selector"),
    ),
    (UrlDraft03, "Specific Schemes", "rlogin is a scheme", Takes(of(UrlDraft03, "url"), "rlogin://a")),
    (UrlDraft03, "Specific Schemes", "tn3270 is a scheme", Takes(of(UrlDraft03, "url"), "tn3270://a")),
    (UrlDraft03, "the whole document", "its examples are URLs", Examples(UrlDraft03, Published)),
    (UrlDraft03, "the whole document", "its examples are URLs", Examples(UrlDraft03, Corrected)),
    // RFC 1630.
    (
        Rfc1630Generic,
        "BNF of Generic URI Syntax",
        "`uri` parses the same URIs as the specific productions",
        Within(printed(Rfc1630, "httpaddress"), printed(Rfc1630Generic, "uri")),
    ),
    (
        Rfc1630Generic,
        "BNF of Generic URI Syntax",
        "`uri` parses the same URIs as the specific productions",
        Within(of(Rfc1630, "httpaddress"), of(Rfc1630Generic, "uri")),
    ),
    (
        Rfc1630Generic,
        "BNF of Generic URI Syntax",
        "`uri` parses the same URIs as the specific productions",
        Within(of(Rfc1630, "waisdoc"), of(Rfc1630Generic, "uri")),
    ),
    (
        Rfc1630Generic,
        "BNF of Generic URI Syntax",
        "`uri` parses the same URIs as the specific productions",
        Within(of(Rfc1630, "newsaddress"), of(Rfc1630Generic, "uri")),
    ),
    (
        Rfc1630Generic,
        "BNF of Generic URI Syntax",
        "`uri` parses the same URIs as the specific productions",
        Within(of(Rfc1630, "url"), of(Rfc1630Generic, "uri")),
    ),
    (
        Rfc1630Generic,
        "BNF of Generic URI Syntax",
        "the characters of `national` appear in no production",
        Without(of(Rfc1630Generic, "fragmentaddress"), "{}|[]\\^~"),
    ),
    (
        Rfc1630Generic,
        "Query strings",
        "real plus signs in a query are encoded",
        Refuses(of(Rfc1630Generic, "xalphas"), "a+"),
    ),
    (Rfc1630, "Query strings", "real plus signs in a query are encoded", Refuses(of(Rfc1630, "xalphas"), "a+")),
    (
        Rfc1630,
        "The percent sign",
        "a percent sign is never anything but an escape",
        Refuses(of(Rfc1630, "url"), "http://a/%"),
    ),
    (
        Rfc1630,
        "BNF for specific URL schemes",
        "the characters of `national` appear in no production",
        Without(of(Rfc1630, "prefixedurl"), "{}|[]\\^~"),
    ),
    (
        Rfc1630,
        "News",
        "a message identifier is told from a group by its `@`",
        Disjoint(of(Rfc1630, "group"), of(Rfc1630, "article")),
    ),
    (Rfc1630, "Note: Trailing slashes", "a path may have a void segment", Takes(of(Rfc1630, "path"), "a/")),
    (Rfc1630, "Partial (relative) form", "a path may hold consecutive slashes", Takes(of(Rfc1630, "path"), "a//b")),
    (
        Rfc1630,
        "FTP, Data type",
        "a suffix `;type=` names the transfer type",
        Takes(printed(Rfc1630, "ftpaddress"), "ftp://a/b;type=I"),
    ),
    (
        Rfc1630,
        "Gopher",
        "without a command the type may be left out",
        Takes(of(Rfc1630, "gopheraddress"), "gopher://a/"),
    ),
    (Rfc1630, "Specific Schemes", "file is a scheme", Takes(of(Rfc1630, "url"), "file://localhost/a")),
    (Rfc1630, "Specific Schemes", "rlogin is a scheme", Takes(of(Rfc1630, "url"), "rlogin://a")),
    (Rfc1630, "Specific Schemes", "tn3270 is a scheme", Takes(of(Rfc1630, "url"), "tn3270://a")),
    (
        Rfc1630,
        "BNF for specific URL schemes",
        "host names and host numbers share no string",
        Disjoint(of(Rfc1630, "hostname"), of(Rfc1630, "hostnumber")),
    ),
    (
        Rfc1630,
        "BNF for specific URL schemes",
        "`url` is that of draft 03",
        Equal(of(Rfc1630, "url"), of(UrlDraft03, "url")),
    ),
    (
        Rfc1630,
        "BNF for specific URL schemes",
        "`prefixedurl` is that of draft 03",
        Equal(of(Rfc1630, "prefixedurl"), of(UrlDraft03, "prefixedurl")),
    ),
    (UrlDraft03, "NNTP", "the server is named, too", Takes(of(UrlDraft03, "nntpaddress"), "nntp://a/b/1")),
    (Rfc1630, "NNTP", "the server is named, too", Takes(of(Rfc1630, "nntpaddress"), "nntp://a/b/1")),
    (
        Rfc1630Generic,
        "Fragment-id",
        "a void fragment may stand behind its hash sign",
        Takes(of(Rfc1630Generic, "fragmentaddress"), "x:#"),
    ),
    (
        Rfc1630,
        "Other reserved characters",
        "the asterisk is reserved, and no ordinary character",
        Refuses(of(Rfc1630, "extra"), "*"),
    ),
    (
        Rfc1630,
        "Other reserved characters",
        "the exclamation mark is reserved, and no ordinary character",
        Refuses(of(Rfc1630, "extra"), "!"),
    ),
    (
        Rfc1630Generic,
        "Partial (relative) form",
        "`xxx/../` and `/.` may be removed in any order, `/.` first too",
        Resolves(Rfc1630Generic, Corrected, "x:/a/b", "../.", "x:/a/.."),
    ),
    (
        Rfc1630,
        "Partial (relative) form",
        "what stands behind the rightmost slash of `http://a` is its path",
        Resolves(Rfc1630, Published, "http://a", "g", "http://a/g"),
    ),
    (Rfc1630Generic, "the whole document", "its examples are URIs", Examples(Rfc1630Generic, Published)),
    (Rfc1630Generic, "the whole document", "its examples are URIs", Examples(Rfc1630Generic, Corrected)),
    (Rfc1630, "the whole document", "its examples are URLs", Examples(Rfc1630, Published)),
    (Rfc1630, "the whole document", "its examples are URLs", Examples(Rfc1630, Corrected)),
    // RFC 1738.
    (
        Rfc1738,
        "5",
        "the predefined schemes follow the generic form",
        Within(of(Rfc1738, "url"), of(Rfc1738, "genericurl")),
    ),
    (Rfc1738, "5", "a predefined scheme has its own production", Refuses(of(Rfc1738, "genericurl"), "http:a")),
    (Rfc1738, "2.2", "unsafe characters are always encoded", Without(of(Rfc1738, "url"), "{}|[]\\^~` <>\"#")),
    (
        Rfc1738,
        "3.1",
        "the rightmost label tells a domain name from an address",
        Disjoint(of(Rfc1738, "hostname"), of(Rfc1738, "hostnumber")),
    ),
    (Rfc1738, "3.1", "an empty user is not the same as none", Takes(of(Rfc1738, "ftpurl"), "ftp://@host.com/")),
    (Rfc1738, "3.2.2", "`/` and `;` in a name of an FTP path are encoded", Refuses(of(Rfc1738, "fsegment"), "a;b")),
    (Rfc1738, "3.3", "an HTTP URL has no user", Refuses(of(Rfc1738, "httpurl"), "http://a@b/")),
    (
        Rfc1738,
        "3.3",
        "the slash may be left out if neither path nor search is there",
        Refuses(of(Rfc1738, "httpurl"), "http://a?b"),
    ),
    (
        Rfc1738,
        "3.4.1",
        "the slash of a gopher URL may be left out with the path",
        Takes(of(Rfc1738, "gopherurl"), "gopher://a"),
    ),
    (
        Rfc1738,
        "3.6",
        "a message identifier is told from a group by its `@`",
        Disjoint(of(Rfc1738, "group"), of(Rfc1738, "article")),
    ),
    (Rfc1738, "3.6", "behind the `@` stands a full domain name", Refuses(of(Rfc1738, "article"), "a@1.2.3.4")),
    (Rfc1738, "3.8", "the last slash of a telnet URL may be left out", Takes(of(Rfc1738, "telneturl"), "telnet://a")),
    (Rfc1738, "3.10", "the host of a file URL may be empty", Takes(of(Rfc1738, "fileurl"), "file:///a")),
    (Rfc1738, "3.10", "a file URL has a host part, empty or not", Refuses(of(Rfc1738, "fileurl"), "file:/a")),
    (Rfc1738, "3.11", "`;` in a host-specific object name is encoded", Refuses(of(Rfc1738, "ppath"), "a;b")),
    (Rfc1738, "4", "names that begin with `x-` are for experiments", Takes(of(Rfc1738, "otherurl"), "x-a:b")),
    (Rfc1738, "Appendix", "the prefix `URL:` may stand before a URL", Takes(of(Rfc1738, "url"), "URL:a:b")),
    (
        Rfc1738,
        "2.2",
        "only `;`, `/`, `?`, `:`, `@`, `=` and `&` may have a meaning of their own: `*` may be an escape",
        Takes(of(Rfc1738, "grouppart"), "%2A"),
    ),
    (Rfc1738, "3.2.2", "a type code is one of `a`, `i` and `d`", Refuses(of(Rfc1738, "ftptype"), "A")),
    (Rfc1738, "3.4.1", "a selector holds no TAB", Refuses(of(Rfc1738, "selector"), "%09")),
    (Rfc1738, "3.4.1", "a selector holds no LF", Refuses(of(Rfc1738, "selector"), "%0A")),
    (Rfc1738, "3.4.1", "a selector holds no CR", Refuses(of(Rfc1738, "selector"), "%0D")),
    (
        Rfc1738,
        "3.4.1",
        "no character is reserved within a gopher path: a search may hold `/`",
        Takes(of(Rfc1738, "search"), "/"),
    ),
    (
        Rfc1738,
        "3.4.1",
        "no character is reserved within a gopher path: a search may hold `?`",
        Takes(of(Rfc1738, "search"), "?"),
    ),
    (
        Rfc1738,
        "3.4.3",
        "the search is sent before a Gopher+ string, the empty one too, as section 3.4.9 prints it for a form",
        Sends(Rfc1738, "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A", "s\\t\\t+\\t1\\r\\n+-1\\r\\na\\r\\n."),
    ),
    (Rfc1738, "3.5", "a mail address has an `@` (RFC 822)", Refuses(of(Rfc1738, "mailtourl"), "mailto:a")),
    (
        Rfc1738,
        "3.6",
        "a newsgroup's name is a row of names with periods between them",
        Refuses(of(Rfc1738, "group"), "a..b"),
    ),
    (
        Rfc1738,
        "3.6",
        "a newsgroup's name is a row of names with periods between them",
        Refuses(of(Rfc1738, "group"), "a."),
    ),
    (Rfc1738, "3.7", "the number of the article is a part of the form", Refuses(of(Rfc1738, "nntpurl"), "nntp://a/b")),
    (Rfc1738, "the whole document", "its examples are URLs", Examples(Rfc1738, Published)),
    (Rfc1738, "the whole document", "its examples are URLs", Examples(Rfc1738, Corrected)),
    // 1997.
    (
        Uri1997,
        "URL draft, 3.2",
        "generic-URL and opaque-URL take the same strings",
        Equal(of(Uri1997, "generic-URL"), of(Uri1997, "opaque-URL")),
    ),
    (
        Uri1997,
        "URI draft, 1.2",
        "a URN reference can be parsed as an opaque URL",
        Within(of(Uri1997, "URN-reference"), of(Uri1997, "opaque-URL")),
    ),
    (
        Uri1997,
        "URI draft, 1",
        "the URLs of RFC 1738 are URLs still",
        Within(of(Rfc1738, "url"), of(Uri1997, "absoluteURL")),
    ),
    (
        Uri1997,
        "URL draft, 3.3.1",
        "the rightmost label tells a domain name from an address",
        Disjoint(of(Uri1997, "hostname"), of(Uri1997, "IPv4address")),
    ),
    (
        Uri1997,
        "URL draft, 3.3.1",
        "a site ends at the next slash or question mark",
        Takes(of(Uri1997, "net_path"), "//a?q"),
    ),
    (Uri1997, "URL draft, 4", "a relative path does not begin with a slash", Refuses(of(Uri1997, "rel_path"), "/a")),
    (
        Uri1997,
        "URL draft, 4",
        "the first segment of a relative path has no colon",
        Refuses(of(Uri1997, "rel_path"), "this:that"),
    ),
    (
        Uri1997,
        "URL draft, Appendix B",
        "what stands before the first colon is the scheme",
        Refuses(of(Uri1997, "relativeURL"), "~:a"),
    ),
    (Uri1997, "URL draft, 3.3.2", "`path` is the path component", Reached(of(Uri1997, "path"))),
    (
        Uri1997,
        "URI draft, 2.4.3",
        "the excluded characters are not used",
        Without(of(Uri1997, "absoluteURL"), "{}|[]\\^` <>\"#"),
    ),
    (Uri1997, "RFC 2141, 2.1", "the namespace `urn` is not used", Refuses(of(Uri1997, "URN-nid"), "urn")),
    (Uri1997, "RFC 2141, 2.3.1", "a percent sign begins an escape", Refuses(of(Uri1997, "URN-nss"), "%")),
    (Uri1997, "URL draft, 3.1", "scheme names are in lower case", Refuses(of(Uri1997, "scheme"), "A")),
    (
        Uri1997,
        "URI draft, 2.3",
        "unreserved characters can be escaped without changing the semantics",
        Resolves(Uri1997, Corrected, "http://a/b/c/d", "%2e%2e/g", "http://a/b/g"),
    ),
    (
        Uri1997,
        "URL draft, 4.2, step 6",
        "the path of a reference stays a path",
        Resolves(Uri1997, Corrected, "s:/a", ".//g", "s:/.//g"),
    ),
    (Uri1997, "the whole document", "its examples are references", Examples(Uri1997, Published)),
    (Uri1997, "the whole document", "its examples are references", Examples(Uri1997, Corrected)),
    (
        Rfc1630,
        "Partial (relative) form, Examples",
        "`/g` in the context of `magic://a/b/c//d/e/f` is `magic://a/g`",
        Resolves(Rfc1630, Published, "magic://a/b/c//d/e/f", "/g", "magic://a/g"),
    ),
    (
        Rfc1630,
        "Partial (relative) form, Examples",
        "`../g` in the context of `magic://a/b/c//d/e/` is `magic://a/b/c//d/g`",
        Resolves(Rfc1630, Published, "magic://a/b/c//d/e/", "../g", "magic://a/b/c//d/g"),
    ),
    (
        Uri1997,
        "Appendix C.2",
        "`g?y/./x` is `http://a/b/c/g?y/x`",
        Resolves(Uri1997, Corrected, "http://a/b/c/d;p?q", "g?y/./x", "http://a/b/c/g?y/x"),
    ),
    (
        Uri1997,
        "Appendix C.2",
        "`g?y/../x` is `http://a/b/c/x`",
        Resolves(Uri1997, Corrected, "http://a/b/c/d;p?q", "g?y/../x", "http://a/b/c/x"),
    ),
    (
        Uri1997,
        "4.2, step 4",
        "a reference without a site has the base's",
        Resolves(Uri1997, Corrected, "http://h", "g", "http://h/g"),
    ),
];

/// Decides all claims, in the order of the documents.
///
/// ```
/// let claims = uri_lineage::claims::claims();
/// let claim = claims.iter().find(|claim| claim.says.starts_with("generic-URL and opaque-URL")).unwrap();
/// assert_eq!(claim.holds, Some(true));
/// ```
pub fn claims() -> Vec<Claim> {
    let mut languages = HashMap::new();
    let mut decide = |&(grammar, place, says, check): &(Grammar, &'static str, &'static str, Check)| {
        let (holds, witnesses, undecided) = match check.decide(&mut languages) {
            Ok(witnesses) => (Some(witnesses.is_empty()), witnesses, None),
            Err(error) => (None, Vec::new(), Some(error.to_string())),
        };
        Claim { document: grammar.document(), place, says, question: check.to_string(), holds, witnesses, undecided }
    };
    CLAIMS.iter().map(&mut decide).collect()
}

impl Check {
    /// Strings that show that the claim does not hold.
    fn decide(
        self,
        languages: &mut HashMap<Of, Result<Language, LanguageError>>,
    ) -> Result<Vec<String>, LanguageError> {
        let mut language = |of: Of| {
            let (grammar, reading, production) = of;
            languages.entry(of).or_insert_with(|| Language::of(Bnf::of(grammar, reading), production)).clone()
        };
        let witness = match self {
            Within(left, right) => language(left)?.compare(&language(right)?)?.left_only,
            Disjoint(left, right) => language(left)?.compare(&language(right)?)?.both,
            Equal(left, right) => {
                let comparison = language(left)?.compare(&language(right)?)?;
                match comparison.relation {
                    Relation::Equal => None,
                    _ => comparison.left_only.or(comparison.right_only),
                }
            }
            Takes(of, string) => (!language(of)?.contains(string)).then(|| string.to_owned()),
            Refuses(of, string) => language(of)?.contains(string).then(|| string.to_owned()),
            Without(of, characters) => {
                let language = language(of)?;
                let dfa = language.dfa();
                let used = |c: &usize| (1..dfa.len() as State).any(|state| dfa.step(state, *c as u8) != DEAD);
                let character =
                    (0..ALPHABET).filter(used).map(|c| char::from(c as u8)).find(|c| characters.contains(*c));
                character.map(String::from)
            }
            Reached((grammar, reading, production)) => {
                let unreachable = Bnf::of(grammar, reading).unreachable(grammar.entry_productions());
                unreachable.contains(&production).then(|| production.to_owned())
            }
            Examples(grammar, reading) => {
                // As published an entry production may use a name that is not defined: then its alternatives count.
                let names = grammar.entry_productions().iter().chain(grammar.facts().alternatives);
                let (entries, errors): (Vec<_>, Vec<_>) =
                    names.map(|entry| language((grammar, reading, entry))).partition(Result::is_ok);
                if let (true, Some(Err(error))) = (entries.is_empty(), errors.into_iter().next()) {
                    return Err(error);
                }
                let refused = |text: &&str| !entries.iter().flatten().any(|language| language.contains(text));
                return Ok(examples(grammar).filter(refused).map(str::to_owned).collect());
            }
            Resolves(grammar, reading, base, reference, result) => {
                let options = Options { wording: reading == Published, ..Options::default() };
                let found = match resolve(grammar, base, reference, options) {
                    Ok(found) => found.target.to_string(),
                    Err(error) => error.to_string(),
                };
                (found != result).then_some(found)
            }
            Sends(grammar, url, line) => {
                let sent = match request(grammar, url) {
                    Ok(Request::Gopher { sends, .. }) => sends.to_string(),
                    Ok(_) => String::new(),
                    Err(error) => error.to_string(),
                };
                (sent.strip_suffix("\\r\\n") != Some(line)).then_some(sent)
            }
            GopherPlusForm(string) => GopherPlus::parse(string).is_err().then(|| string.to_owned()),
        };
        Ok(witness.into_iter().collect())
    }
}

/// What a grammar's own document presents as a URL, each once: no partial forms, and none that it calls illegal.
fn examples(grammar: Grammar) -> impl Iterator<Item = &'static str> {
    let document = if grammar == Rfc1630Generic { Rfc1630.id() } else { grammar.id() };
    let mut seen = std::collections::HashSet::new();
    include_str!("../../grammar/examples.tsv").lines().filter_map(move |line| {
        let mut fields = line.split('\t');
        let own = fields.next()? == document;
        let presented = fields.nth(1)? == "url";
        let text = fields.next()?;
        (own && presented && seen.insert(text)).then_some(text)
    })
}

impl std::fmt::Display for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = |&(grammar, reading, production): &Of| match reading {
            Corrected => format!("{grammar}:{production}"),
            Published => format!("{grammar}:{production} as published"),
        };
        match self {
            Within(left, right) => write!(f, "every {} is a {}", name(left), name(right)),
            Disjoint(left, right) => write!(f, "no {} is a {}", name(left), name(right)),
            Equal(left, right) => write!(f, "{} and {} are equal", name(left), name(right)),
            Takes(of, string) => write!(f, "{} takes `{string}`", name(of)),
            Refuses(of, string) => write!(f, "{} refuses `{string}`", name(of)),
            Without(of, characters) => write!(f, "no {} holds one of `{characters}`", name(of)),
            Reached(of) => write!(f, "{} is reached", name(of)),
            Examples(grammar, Corrected) => write!(f, "{grammar} takes each of its document's examples"),
            Resolves(grammar, reading, base, reference, result) => {
                let by = if *reading == Published { ", by the wording" } else { "" };
                write!(f, "{grammar} resolves `{reference}` against `{base}` to `{result}`{by}")
            }
            GopherPlusForm(string) => write!(f, "`{string}` is a Gopher+ string"),
            Sends(grammar, url, line) => write!(f, "{grammar} sends `{line}` for `{url}`"),
            Examples(grammar, Published) => write!(f, "{grammar} as published takes each of its document's examples"),
        }
    }
}
