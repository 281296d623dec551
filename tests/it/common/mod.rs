//! What the integration tests share.
#![cfg_attr(
    not(feature = "compare"),
    allow(dead_code, unused_imports, reason = "the tests of some features use a part of it")
)]

#[cfg(feature = "compare")]
mod automata;
#[cfg(feature = "compare")]
pub mod documents;
mod sample;
mod strings;

#[cfg(feature = "compare")]
pub use automata::proofs;
#[cfg(feature = "compare")]
pub use automata::{language, spans};
pub use sample::{at_most, sampled, share, tries_everything};
pub use strings::short_strings;

/// Asserts a snapshot in the folder `snapshots/`.
pub fn assert_snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// An example of a document: the document (a grammar's id), the text, and what each grammar says of
/// it.
pub struct Example {
    pub document: &'static str,
    pub text: &'static str,
    /// In the order of the grammars: the production that accepts it, or `@` and the offset where it
    /// is refused.
    pub verdicts: Vec<&'static str>,
}

/// Every URL that the documents give as an example, reference lists included.
pub fn examples() -> impl Iterator<Item = Example> {
    include_str!("../../../grammar/examples.tsv").lines().map(|line| {
        let mut fields = line.split('\t');
        let mut next = || fields.next().expect("a field");
        let (document, _section, _line) = (next(), next(), next());
        Example { document, text: next(), verdicts: fields.collect() }
    })
}

/// An example that a document of one scheme prints.
pub struct SchemeExample {
    pub document: uri_lineage::SchemeDocument,
    pub section: &'static str,
    /// Whether the document presents it as correct.
    pub is_accepted: bool,
    /// The production that matches the text, or would match it if it were correct.
    pub production: &'static str,
    pub text: &'static str,
}

/// Every example that the documents of one scheme print, reference lists excluded.
pub fn scheme_examples() -> impl Iterator<Item = SchemeExample> {
    include_str!("../../../grammar/schemes/examples.tsv").lines().map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [document, section, verdict, production, text] = *fields else { panic!("{line}") };
        assert!(["accepted", "refused"].contains(&verdict), "{line}");
        SchemeExample {
            document: document.parse().unwrap(),
            section,
            is_accepted: verdict == "accepted",
            production,
            text,
        }
    })
}

/// URIs of the forms for which a document of one scheme prints no example.
#[cfg(feature = "serde")]
pub fn scheme_forms() -> impl Iterator<Item = (uri_lineage::SchemeDocument, &'static str)> {
    use uri_lineage::SchemeDocument::*;
    let forms: [(_, &[&str]); 7] = [
        (Rfc4156, &["wais://h/database", "wais://h:210/database?search", "wais://h/database/wtype/w/path"]),
        (Rfc4157, &["prospero://h/hsoname;field=value;OBJECT-VERSION=1"]),
        (Rfc4248, &["telnet://h", "telnet://user@h/", "telnet://user:password@h:23/"]),
        (Rfc4266, &["gopher://h", "gopher://h/1", "gopher://h:70/7selector%09search", "gopher://h/0s%09%09+%091"]),
        (Rfc5538, &["snews://h/comp.lang.c"]),
        (Rfc8089User, &["file://user@h/path"]),
        (Rfc9110, &["https://h/a?b"]),
    ];
    forms.into_iter().flat_map(|(document, texts)| texts.iter().map(move |text| (document, *text)))
}

/// Each grammar with itself and with the later ones; the URL Standard's two, whose automata are the
/// largest, with RFC 3986 and each other. A sample has some grammars with themselves, some with the
/// next one, and each grammar in at least one pair.
pub fn pairs() -> impl Iterator<Item = [uri_lineage::Grammar; 2]> {
    use uri_lineage::{Generation, Grammar};
    let own = |grammar: Grammar| grammar.generation() == Generation::UrlStandard;
    let all = Grammar::all().enumerate();
    let later = if tries_everything() { usize::MAX } else { 2 };
    let all = all.flat_map(move |(at, left)| Grammar::all().skip(at).take(later).map(move |right| [left, right]));
    sampled(all.filter(move |&[left, right]| !own(right) || own(left) && left != right || left == Grammar::Rfc3986), 3)
}

/// The complete suite of a production, or a sample of it. Those of the URL Standard, some of which
/// have millions of strings, end early.
#[cfg(feature = "compare")]
pub fn suite(
    production: uri_lineage::Production,
    language: &uri_lineage::regular_bnf::Language,
) -> impl Iterator<Item = uri_lineage::regular_bnf::TestVector> {
    let most = match production.grammar().generation() {
        uri_lineage::Generation::UrlStandard => share(5_000, 20),
        _ => at_most(500),
    };
    let suite = language.suite();
    // Of the parser's main production there is none.
    assert!(
        suite.is_ok() || production.grammar().generation() == uri_lineage::Generation::UrlStandard,
        "{}:{}",
        production.grammar(),
        production.name()
    );
    sampled(suite.into_iter().flatten().take(most), 10)
}
