//! The texts of the documents, where the variable `DOCUMENTS` names a folder that has them.

use std::path::PathBuf;

/// The text of a document, by its name; `None` if no folder is named.
pub fn text(document: &str) -> Option<String> {
    read(&file(document))
}

/// The words of a document, with single spaces between them and without the headers and footers of
/// pages; `None` if no folder is named.
pub fn words(document: &str) -> Option<String> {
    words_in(&file(document))
}

/// The words in a file of the folder, as [`words`] has them.
pub fn words_in(file: &str) -> Option<String> {
    let text = read(file)?;
    // The source of the URL Standard has marks of HTML, which are not words.
    let text = if file.ends_with(".bs") { without_marks(&text) } else { text };
    Some(printed_words(&text).collect::<Vec<_>>().join(" "))
}

/// A text without its spacing and without the headers and footers of pages.
pub fn bare(text: &str) -> String {
    printed_words(text).collect()
}

/// The words of a text without the headers and footers of pages.
fn printed_words(text: &str) -> impl Iterator<Item = &str> {
    let is_header = |line: &str| line.contains("[Page ") || line.starts_with("RFC ") && line.contains("    ");
    text.lines().filter(move |line| !is_header(line)).flat_map(str::split_whitespace)
}

fn read(file: &str) -> Option<String> {
    let path = PathBuf::from(std::env::var_os("DOCUMENTS")?).join(file);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The file of a document, by its name.
fn file(document: &str) -> String {
    match document {
        "draft-ietf-uri-url-02" => "url-draft-02-1993.txt".to_owned(),
        "draft-ietf-uri-url-03" => "url-draft-03-1994.txt".to_owned(),
        name if name.starts_with("draft-fielding") => "uri-drafts-1997-12-split.txt".to_owned(),
        "URL Standard" => "whatwg-url-2026-07-02.bs".to_owned(),
        // Only a part of it is among the documents.
        "RFC 9110" => "rfc9110-section-4.txt".to_owned(),
        rfc => format!("{}.txt", rfc.to_lowercase().replace(' ', "")),
    }
}

/// The text without `<` and `>`, and what is between them.
fn without_marks(text: &str) -> String {
    let first = text.find('<').unwrap_or(text.len());
    let rest = text[first..].split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, rest)| rest));
    let text: String = text[..first].chars().chain(rest.flat_map(str::chars)).collect();
    text.replace("&lt;", "<")
}
