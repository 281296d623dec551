//! The text of generated parsers: literals, attributes and indentation.

use std::fmt::Write;

/// Inlines each function that adds spans where another function calls it, if there is one such
/// place. The compiler does not, since the table of entries refers to the function too.
pub(super) fn inlined(functions: &str) -> String {
    let mut text = String::new();
    for line in functions.lines() {
        let header = line.strip_prefix("fn ").and_then(|signature| signature.split_once('<'));
        if header.is_some_and(|(name, _)| functions.matches(&format!("{name}(s, at, out)")).count() == 1) {
            text += "#[inline(always)]\n";
        }
        text += line;
        text += "\n";
    }
    text
}

/// Indents each line of a text by the depth of its braces.
pub(super) fn indented(text: &str) -> String {
    let (mut out, mut depth) = (String::new(), 0usize);
    for line in text.lines().map(str::trim) {
        let closes = line.starts_with(['}', ']']);
        let _ = writeln!(out, "{:1$}{line}", "", if line.is_empty() { 0 } else { 4 * (depth - usize::from(closes)) });
        let code = without_literals(line);
        depth += code.matches(['{', '[']).count();
        depth -= code.matches(['}', ']']).count();
    }
    out
}

/// A line without its literals of bytes, whose braces and brackets are text.
fn without_literals(line: &str) -> String {
    let (mut code, mut tail) = (String::new(), line);
    while let Some(at) = ["b'", "b\""].into_iter().filter_map(|opening| tail.find(opening)).min() {
        code.push_str(&tail[..at]);
        let (quote, mut escaped) = (tail.as_bytes()[at + 1], false);
        let mut end = tail.len();
        for (offset, byte) in tail.bytes().enumerate().skip(at + 2) {
            if byte == quote && !escaped {
                end = offset + 1;
                break;
            }
            escaped = byte == b'\\' && !escaped;
        }
        tail = &tail[end..];
    }
    code + tail
}

/// A pattern for bytes in ascending order.
pub(super) fn ranges(bytes: &[u8]) -> String {
    let runs = bytes.chunk_by(|left, right| left + 1 == *right);
    let patterns = runs.map(|run| match run {
        [first, .., last] if run.len() > 2 => format!("{}..={}", shown(&[*first]), shown(&[*last])),
        _ => run.iter().map(|&byte| shown(&[byte])).collect::<Vec<_>>().join(" | "),
    });
    patterns.collect::<Vec<_>>().join(" | ")
}

/// Bytes as a Rust literal.
pub(super) fn shown(bytes: &[u8]) -> String {
    match bytes {
        [byte] => format!("b'{}'", byte.escape_ascii()),
        _ => format!("b\"{}\"", bytes.escape_ascii()),
    }
}

/// A character as an escape in a Rust literal.
pub(super) fn numbered(c: char) -> String {
    format!("\\u{{{:X}}}", c as u32)
}
