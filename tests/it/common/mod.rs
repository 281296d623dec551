//! What the integration tests share.

/// Asserts a snapshot in the folder `snapshots/`.
pub fn assert_snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// An example of a document: the document (a grammar's id), the text, and what each grammar says of it.
pub struct Example {
    pub document: &'static str,
    pub text: &'static str,
    /// In the order of the grammars: the production that accepts it, or `@` and the offset where it is refused.
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

/// Each grammar with itself and with the later ones; the URL Standard's two, whose automata are the largest, with RFC 3986
/// and each other.
pub fn pairs() -> impl Iterator<Item = [uri_lineage::Grammar; 2]> {
    use uri_lineage::{Generation, Grammar};
    let own = |grammar: Grammar| grammar.generation() == Generation::UrlStandard;
    let all = Grammar::ALL.into_iter().enumerate();
    let all = all.flat_map(|(at, left)| Grammar::ALL.into_iter().skip(at).map(move |right| [left, right]));
    all.filter(move |&[left, right]| !own(right) || own(left) && left != right || left == Grammar::Rfc3986)
}

/// The complete suite of a production. Those of the URL Standard, some of which have millions of strings, end early.
#[cfg(feature = "language")]
pub fn suite(
    production: uri_lineage::Production,
    language: &uri_lineage::language::Language,
) -> impl Iterator<Item = uri_lineage::language::Vector> {
    let most = match production.grammar().generation() {
        uri_lineage::Generation::UrlStandard => 5_000,
        _ => usize::MAX,
    };
    let suite = language.suite();
    // Of the parser's main production there is none.
    assert!(suite.is_ok() || most < usize::MAX, "{}:{}", production.grammar(), production.name());
    suite.into_iter().flatten().take(most)
}

/// All strings of up to `longest` characters of an alphabet, the shorter first.
pub fn strings(alphabet: &str, longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut begin = 0;
    for _ in 0..longest {
        let end = all.len();
        for at in begin..end {
            all.extend(alphabet.chars().map(|c| format!("{}{c}", all[at])).collect::<Vec<_>>());
        }
        begin = end;
    }
    all
}
