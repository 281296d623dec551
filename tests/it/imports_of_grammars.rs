//! Grammars of RFCs that cite RFC 3986, as they are printed, and rules in whole documents.
#![cfg(feature = "compare")]

use std::collections::BTreeSet;

use uri_lineage::language::Imports;
use uri_lineage::regular_bnf::{
    Bnf, ImportError, Imported, Language, Notation, ProductionDifference, Relation, extract,
};
use uri_lineage::{Grammar, Reading};

use crate::common::documents;

macro_rules! printed {
    ($name:literal) => {
        Bnf::read_as(include_str!(concat!("../data/imports/", $name, ".txt")), Notation::Abnf).unwrap()
    };
}

/// The name that is printed or used, the production of RFC 3986 and members of the main
/// productions.
fn holds(imported: &Imported, names: &[(&str, &str)], members: &[(&str, &str, bool)]) {
    let newest = Grammar::Rfc3986.bnf(Reading::Corrected);
    for &(own, theirs) in names {
        let [own_language, theirs] =
            [(&imported.bnf, own), (newest, theirs)].map(|(bnf, name)| Language::new(bnf, name).unwrap());
        assert_eq!(own_language.compare(&theirs).unwrap().relation, Relation::Equal, "{own}");
    }
    for &(production, string, is_member) in members {
        let language = Language::new(&imported.bnf, production).unwrap();
        assert_eq!(language.contains(string), is_member, "{production}: {string}");
    }
}

fn newest<'b>() -> Imports<'b> {
    Imports::default().and(None, "rfc3986", Grammar::Rfc3986.bnf(Reading::Corrected), &[])
}

#[test]
fn rfc_9110() {
    let own = printed!("rfc9110");
    // The tag is of its own, and several grammars have a `URI-reference`, one in that section.
    let assumed = Imports::default().complete(&own).unwrap().assumed;
    let assumed: Vec<_> = assumed.iter().map(|one| (&*one.document, &*one.grammar)).collect();
    assert_eq!(assumed, [("URI", "rfc3986")]);
    let without_section = Bnf::read_as("URI-reference = <URI-reference, see [URI]>\n", Notation::Abnf).unwrap();
    let error = Imports::default().complete(&without_section).unwrap_err();
    let ImportError::Several { production, name, document, candidates, line, .. } = &error else { panic!("{error}") };
    assert_eq!((&**production, &**name, *line), ("URI-reference", "URI-reference", 1));
    assert_eq!((document.as_deref(), candidates.last().map(String::as_str)), (Some("URI"), Some("rfc3986")));
    assert_eq!(candidates, &["uri-1997", "rfc2396", "rfc2732", "rfc3986"]);
    let bnf = Grammar::Rfc3986.bnf(Reading::Corrected);
    for imports in [newest(), Imports::default().and(Some("URI"), "rfc3986", bnf, &[])] {
        let imported = imports.complete(&own).unwrap();
        let names = ["URI-reference", "absolute-URI", "relative-part", "authority", "port", "path-abempty", "segment"];
        holds(&imported, &names.map(|name| (name, name)), &[]);
        let members = [
            ("http-URI", "http://a:80/b?c", true),
            ("http-URI", "HTTP://[::1]", true),
            ("http-URI", "http:a", false),
            ("https-URI", "https://a/%7e", true),
            ("https-URI", "https://a/%7", false),
            ("partial-URI", "../a?b", true),
        ];
        holds(&imported, &[("uri-host", "host"), ("query", "query")], &members);
        assert!(imported.repeated.is_empty());
    }
}

#[test]
fn rfc_6455() {
    let imported = Imports::default().complete(&printed!("rfc6455")).unwrap();
    let members = [("ws-URI", "ws://a:/b?c", true), ("wss-URI", "wss://a/b#c", false), ("ws-URI", "ws://u@a/", false)];
    holds(&imported, &[("host", "host"), ("port", "port"), ("path", "path-abempty"), ("query", "query")], &members);
}

#[test]
fn rfc_8089() {
    let own = printed!("rfc8089");
    assert!(Language::new(&Imports::default().complete(&own).unwrap().bnf, "file-URI").is_err());
    let members = [("file-URI", "file:///a", true), ("file-URI", "file:/a", true), ("file-URI", "file:a", false)];
    holds(&newest().complete(&own).unwrap(), &[("path-absolute", "path-absolute")], &members);
}

/// RFC 5538 also cites documents that this library does not have: only what needs them stays
/// undefined.
#[test]
fn rfc_5538() {
    let imported = Imports::default().complete(&printed!("rfc5538")).unwrap();
    let members =
        [("nntpURL", "nntp://a/b.c/1", true), ("nntpURL", "nntp://a/b*", false), ("newsgroups", "de.*", true)];
    let names = ["authority", "host", "port", "userinfo", "pct-encoded", "gen-delims"];
    holds(&imported, &names.map(|name| (name, name)), &members);
    let error = Language::new(&imported.bnf, "newsURL").unwrap_err().to_string();
    assert_eq!(error, "`msg-id-core` uses `<see RFC 5536 Section 3.1.3>`, which is not defined");
}

/// RFC 6068 uses names of RFC 3986 and of RFC 5322 that its prose mentions.
#[test]
fn rfc_6068() {
    let mail = Bnf::read_as(
        "dot-atom-text = 1*atext *( \".\" 1*atext )\natext = ALPHA / DIGIT / \"+\" / \"-\" / \"_\"\n\
         quoted-string = DQUOTE *( %x20-21 / %x23-7E ) DQUOTE\n",
        Notation::Abnf,
    );
    let mail = mail.unwrap();
    let imported = newest().and(None, "mail", &mail, &[]).complete(&printed!("rfc6068")).unwrap();
    let members =
        [("mailtoURI", "mailto:a@b.c,d@e?subject=f%20g", true), ("mailtoURI", "mailto:a@b?subject=f g", false)];
    holds(&imported, &[("unreserved", "unreserved")], &members);
}

/// A copy that is equal is reported, and one that differs with a shortest string: then the imported
/// production has a name of its own, and what uses it is as it was.
#[test]
fn copies_are_reported_and_never_change_what_is_imported() {
    let own = |query: &str| {
        let text =
            format!("url = \"x://\" authority [ \"?\" query ]\nauthority = <authority, see RFC3986>\nport = {query}\n");
        newest().complete(&Bnf::read_as(&text, Notation::Abnf).unwrap())
    };
    let of = |query: &str| {
        let imported = own(query).unwrap();
        let members = [("url", "x://a:", true), ("url", "x://a:0", true), ("url", "x://a::", false)];
        holds(&imported, &[], &members);
        let own_port = Language::new(&imported.bnf, "port").unwrap();
        assert_eq!(
            [":", "", "0"].map(|text| own_port.contains(text)),
            [query.contains(':'), !query.starts_with('1'), true]
        );
        let [repeated] = &imported.repeated[..] else { panic!("{:?}", imported.repeated) };
        assert_eq!((&*repeated.name, &*repeated.grammar), ("port", "rfc3986"));
        assert_eq!(imported.bnf.get("rfc3986:port").is_some(), repeated.difference.is_some());
        repeated.difference.clone()
    };
    let differs = |witness: &str, only_own| Some(ProductionDifference::Witness { witness: witness.into(), only_own });
    assert_eq!(of("0*DIGIT"), None);
    assert_eq!(of("1*DIGIT"), differs("", false));
    assert_eq!(of("*( DIGIT / \":\" )"), differs(":", true));
}

/// RFC 9110 has a header with the name of a production that it cites. Names are alike but for their
/// case, and mean two things.
#[test]
fn a_production_of_ones_own_may_have_the_name_of_an_imported_one() {
    let own = "Host = uri-host [ \":\" port ]\nuri-host = <host, see [RFC3986], Section 3.2.2>\n\
               port = <port, see [RFC3986], Section 3.2.3>\n";
    let imported = newest().complete(&Bnf::read_as(own, Notation::Abnf).unwrap()).unwrap();
    let members = [
        ("Host", "example.org:80", true),
        ("Host", "[::1]", true),
        ("uri-host", "example.org:80", false),
        ("rfc3986:host", "example.org", true),
    ];
    holds(&imported, &[], &members);
}

/// A grammar that is selected for a tag, or for the document that the references give it, comes
/// before that of this library.
#[test]
fn a_selected_grammar_comes_before_the_references() {
    let own = Bnf::read_as("all = <host, see [URI]>\n", Notation::Abnf).unwrap();
    let selected = Bnf::read_as("host = \"h\"\n", Notation::Abnf).unwrap();
    let references = "   [URI]  Generic Syntax, RFC 3986\n";
    for document in ["URI", "RFC3986", "RFC 3986"] {
        let imports = Imports::default().with_references(references).and(Some(document), "own", &selected, &[]);
        holds(&imports.complete(&own).unwrap(), &[], &[("all", "h", true), ("all", "a", false)]);
    }
    let imports = Imports::default().with_references(references).and(Some("RFC2396"), "own", &selected, &[]);
    holds(&imports.complete(&own).unwrap(), &[], &[("all", "a", true)]);
}

/// A name that the author does not define means the imported production of that name, and nothing
/// if there are two.
#[test]
fn an_undefined_name_is_not_one_of_several_imported_productions() {
    let complete = |own: &str| Imports::default().complete(&Bnf::read_as(own, Notation::Abnf).unwrap());
    let one = complete("pair = one HOST\none = <host, see [RFC3986]>\n").unwrap();
    holds(&one, &[], &[("pair", "[::1]a_b", true)]);
    let both = "pair = one two host\none = <host, see [RFC2396]>\ntwo = <host, see [RFC3986]>\n";
    let error = complete(both).unwrap_err();
    let ImportError::Several { production, name, candidates, .. } = &error else { panic!("{error}") };
    assert_eq!((&**production, &**name, candidates), ("pair", "host", &vec!["rfc2396".into(), "rfc3986".into()]));
    // Equal productions are one.
    let equal = "all = one two scheme\none = <scheme, see [RFC3986]>\ntwo = <scheme, see [RFC3987]>\n";
    holds(&complete(equal).unwrap(), &[], &[("all", "abc", true), ("all", "a1+", false)]);
}

/// Two imported grammars may define a name differently; each uses its own.
#[test]
fn productions_of_two_imported_grammars_do_not_meet() {
    let own = "pair = one \" \" two\none = <host, see [RFC2396]>\ntwo = <host, see [RFC3986]>\n";
    let imported = newest().complete(&Bnf::read_as(own, Notation::Abnf).unwrap()).unwrap();
    let members = [
        ("pair", "a.b [::1]", true),
        ("pair", "[::1] a.b", false),
        ("pair", "a.b a_b", true),
        ("pair", "a_b a.b", false),
    ];
    holds(&imported, &[], &members);
}

/// What a document prints outside of its grammar is no production of it.
#[test]
fn uncollected_productions_are_not_in_the_grammar() {
    for grammar in Grammar::ALL {
        for name in grammar.uncollected_productions() {
            assert!(grammar.bnf(Reading::Published).get(name).is_none(), "{grammar}: {name}");
        }
    }
}

/// With `DOCUMENTS`, a folder with the texts of the RFCs: the rules in a whole document are those
/// of the transcription, as printed.
#[test]
fn rules_of_documents_are_those_of_the_transcriptions() {
    // With rules that are no part of the grammar: RFC 1808 has one of a header, and writes results
    // of resolution as rules; RFC 2396 has those of the characters that it excludes.
    let all: [(Grammar, Notation, &[&str]); 5] = [
        (Grammar::Rfc1738, Notation::Rfc822, &[]),
        (Grammar::Rfc1808, Notation::Rfc822, &["base-header", "g"]),
        (Grammar::Rfc2396, Notation::Rfc822, Grammar::Rfc2396.uncollected_productions()),
        (Grammar::Rfc3986, Notation::Abnf, &[]),
        (Grammar::Rfc3987, Notation::Abnf, &[]),
    ];
    for (grammar, notation, others) in all {
        let Some(text) = documents::text(grammar.document()) else { return };
        let rules = extract(&text, None, notation).text;
        let all = uri_lineage::regular_bnf::definitions(&rules, notation).unwrap();
        for (line, kept) in rules.lines().zip(text.trim_start_matches('\u{FEFF}').lines()) {
            assert!(line.trim().is_empty() || line == kept, "{grammar}: {line}");
        }
        let printed = Bnf::from_definitions(all.clone(), notation).unwrap_or_else(|error| panic!("{grammar}: {error}"));
        let missing: Vec<_> = grammar
            .bnf(Reading::Published)
            .productions()
            .iter()
            .filter(|own| printed.get(&own.name).is_none_or(|found| found.body != own.body))
            .map(|own| &*own.name)
            .collect();
        let names = all.iter().map(|own| &*own.name);
        let more: BTreeSet<&str> = names.filter(|name| grammar.bnf(Reading::Published).get(name).is_none()).collect();
        assert!(
            missing.is_empty() && more == BTreeSet::from_iter(others.iter().copied()),
            "{grammar}: missing {missing:?}, more {more:?}"
        );
    }
}
