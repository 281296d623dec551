//! Grammars of RFCs that cite RFC 3986, as they are printed, and rules in whole documents.
#![cfg(feature = "language")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use uri_lineage::Grammar;
use uri_lineage::language::{ImportError, Imported, Imports, Language, Relation};
use uri_lineage::published::{Bnf, Notation, Reading, extract};

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
    // The tag is of its own, and several grammars have a `URI-reference`.
    let error = Imports::default().complete(&own).unwrap_err();
    let ImportError::Several { production, name, candidates, line, .. } = &error else { panic!("{error}") };
    assert_eq!((&**production, &**name, *line), ("URI-reference", "URI-reference", 1));
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

/// A copy that is equal is reported, and one that differs is refused with a shortest string.
#[test]
fn equal_copies_are_reported_and_different_ones_refused() {
    let own = |query: &str| {
        let text =
            format!("url = \"x://\" authority [ \"?\" query ]\nauthority = <authority, see RFC3986>\nport = {query}\n");
        newest().complete(&Bnf::read_as(&text, Notation::Abnf).unwrap())
    };
    let imported = own("0*DIGIT").unwrap();
    let repeated: Vec<_> = imported.repeated.iter().map(|one| (&*one.name, &*one.grammar)).collect();
    assert_eq!(repeated, [("port", "rfc3986")]);
    let error = own("1*DIGIT").unwrap_err().to_string();
    assert_eq!(error, "line 3: `port` differs from that of rfc3986, which is imported: only the second accepts \"\"");
    let error = own("*( DIGIT / \":\" )").unwrap_err().to_string();
    assert_eq!(error, "line 3: `port` differs from that of rfc3986, which is imported: only the first accepts \":\"");
}

/// With `DOCUMENTS`, a folder with the texts of the RFCs: the rules in a whole document are those
/// of the transcription, as printed.
#[test]
fn rules_of_documents_are_those_of_the_transcriptions() {
    let Some(folder) = std::env::var_os("DOCUMENTS") else { return };
    // With rules that are no part of the grammar: RFC 1808 has one of a header, and writes results
    // of resolution as rules; RFC 2396 has the characters that it excludes.
    let all: [(&str, Grammar, Notation, &[&str]); 5] = [
        ("rfc1738.txt", Grammar::Rfc1738, Notation::Rfc822, &[]),
        ("rfc1808.txt", Grammar::Rfc1808, Notation::Rfc822, &["base-header", "g"]),
        ("rfc2396.txt", Grammar::Rfc2396, Notation::Rfc822, &["control", "delims", "space", "unwise"]),
        ("rfc3986.txt", Grammar::Rfc3986, Notation::Abnf, &[]),
        ("rfc3987.txt", Grammar::Rfc3987, Notation::Abnf, &[]),
    ];
    for (file, grammar, notation, others) in all {
        let text = fs::read(Path::new(&folder).join(file)).unwrap();
        let text = String::from_utf8_lossy(&text);
        let rules = extract(&text, None, notation).unwrap();
        let all = uri_lineage::published::definitions(&rules, notation).unwrap();
        for (line, kept) in rules.lines().zip(text.trim_start_matches('\u{FEFF}').lines()) {
            assert!(line.trim().is_empty() || line == kept, "{file}: {line}");
        }
        let printed = Bnf::from_definitions(all.clone(), notation).unwrap_or_else(|error| panic!("{file}: {error}"));
        let missing: Vec<_> = grammar
            .bnf(Reading::Published)
            .productions()
            .iter()
            .filter(|own| printed.get(&own.name).is_none_or(|found| found.body != own.body))
            .map(|own| &*own.name)
            .collect();
        let names: BTreeSet<&str> = all.iter().map(|own| &*own.name).collect();
        let more: Vec<_> =
            names.into_iter().filter(|name| grammar.bnf(Reading::Published).get(name).is_none()).collect();
        assert!(missing.is_empty() && more == others, "{file}: missing {missing:?}, more {more:?}");
    }
}
