//! URLs in running text.

use uri_lineage::extract::{ExtractedUrl, Extractor, split_point};

use super::input;

/// URLs in any text: each is where it says it is, and none holds white space.
pub fn extraction(bytes: &[u8]) {
    let mut text = Vec::new();
    for part in bytes.split(|&byte| byte == b'|') {
        text.extend_from_slice(part);
        text.extend_from_slice(input(part).as_bytes());
        text.extend_from_slice(b"> <\n(\"' \xC2\xA0"[part.len() % 9..].split_at(1).0);
    }
    let lines = text.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
    for found in Extractor::new(&*text) {
        let found = found.unwrap();
        assert!(found.line <= lines && found.column > 0 && !found.url.is_empty());
        assert!(!found.url.contains(char::is_whitespace) && !found.url.contains(char::is_control), "{found:?}");
        assert!(found.url.contains(':'), "{found:?}");
    }
}

/// Texts of brackets, quotes, lines and pieces of URLs: where one may be cut, nothing is lost and
/// nothing is added.
pub fn seams(bytes: &[u8]) {
    const PIECES: [&str; 28] = [
        "\n",
        "\n",
        "\n> ",
        "> ",
        "| ",
        "<",
        ">",
        "\"",
        "“",
        "”",
        "«",
        "»",
        "URL:",
        "http:",
        "//a/",
        "b",
        "-",
        ":",
        " ",
        ",",
        "*",
        "_",
        "&gt;",
        ",http://c/",
        "href='",
        "'",
        "src=\"",
        "é[",
    ];
    let text: String = bytes.iter().map(|&byte| PIECES[usize::from(byte) % PIECES.len()]).collect();
    let text = text.as_bytes();
    for markup in [false, true] {
        cut_everywhere(text, markup);
    }
}

fn cut_everywhere(text: &[u8], markup: bool) {
    let all = |text: &[u8]| Extractor::new(text).markup(markup).map(Result::unwrap).collect::<Vec<_>>();
    let whole = all(text);
    // Every place where a beginning of it may be cut.
    let mut end = text.len();
    while let Some(at) = split_point(&text[..end]) {
        let (before, behind) = text.split_at(at);
        let lines = before.iter().filter(|&&byte| byte == b'\n').count() as u64;
        let behind = all(behind).into_iter().map(|found| ExtractedUrl { line: found.line + lines, ..found });
        let pieces: Vec<ExtractedUrl<'_>> = all(before).into_iter().chain(behind).collect();
        assert_eq!(pieces, whole, "cut at {at}: {:?}", String::from_utf8_lossy(text));
        end = at - 1;
    }
}
