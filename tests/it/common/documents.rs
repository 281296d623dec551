//! The texts of the documents, where the variable `DOCUMENTS` names a folder that has them.

use std::path::PathBuf;

use uri_lineage::DocumentGrammar;

/// The words of a file of the folder, with single spaces between them and without the headers and
/// footers of pages; `None` if no folder is named.
pub fn words(file: &str) -> Option<String> {
    let path = PathBuf::from(std::env::var_os("DOCUMENTS")?).join(file);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = String::from_utf8_lossy(&bytes);
    // The source of the URL Standard has marks of HTML, which are not words.
    let text = if file.ends_with(".bs") { without_marks(&text) } else { text.into_owned() };
    let is_header = |line: &str| line.contains("[Page ") || line.starts_with("RFC ") && line.contains("    ");
    let words: Vec<&str> = text.lines().filter(|line| !is_header(line)).flat_map(str::split_whitespace).collect();
    Some(words.join(" "))
}

/// The words of the document of a grammar.
pub fn words_of(grammar: DocumentGrammar) -> Option<String> {
    let file = match grammar.document() {
        "draft-ietf-uri-url-02" => "url-draft-02-1993.txt".to_owned(),
        "draft-ietf-uri-url-03" => "url-draft-03-1994.txt".to_owned(),
        "URL Standard" => "whatwg-url-2026-07-02.bs".to_owned(),
        "RFC 9110" => "rfc9110-section-4.txt".to_owned(),
        document => match document.strip_prefix("RFC ") {
            Some(number) => format!("rfc{number}.txt"),
            None => "uri-drafts-1997-12-split.txt".to_owned(),
        },
    };
    words(&file)
}

/// The text without `<` and `>`, and what is between them.
fn without_marks(text: &str) -> String {
    let first = text.find('<').unwrap_or(text.len());
    let rest = text[first..].split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, rest)| rest));
    let text: String = text[..first].chars().chain(rest.flat_map(str::chars)).collect();
    text.replace("&lt;", "<")
}
