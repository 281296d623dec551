//! The text of generated parsers: literals, attributes and indentation.

use std::fmt::Write;

/// Inlines each function that adds spans where another function calls it, if there is one such
/// place. The compiler does not, since the table of entries refers to the function too.
pub(super) fn inlined(functions: &str) -> String {
    let called = |name: &str| functions.matches(&format!("{name}(s, at, out)")).count();
    let attribute = |line: &str| match line.strip_prefix("fn ").and_then(|rest| rest.split_once('<')) {
        Some((name, _)) if called(name) == 1 => "#[inline(always)]\n",
        _ => "",
    };
    functions.lines().map(|line| format!("{}{line}\n", attribute(line))).collect()
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
    let (mut code, mut rest) = (String::new(), line);
    while let Some(at) = ["b'", "b\""].into_iter().filter_map(|begin| rest.find(begin)).min() {
        code.push_str(&rest[..at]);
        let (quote, mut escaped) = (rest.as_bytes()[at + 1], false);
        let ends = |byte| {
            let ends = byte == quote && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        };
        let length = rest.bytes().skip(at + 2).position(ends).map_or(rest.len(), |length| at + 2 + length + 1);
        rest = &rest[length..];
    }
    code + rest
}

/// A pattern for bytes in ascending order.
pub(super) fn ranges(bytes: &[u8]) -> String {
    let runs = bytes.chunk_by(|left, right| left + 1 == *right);
    let run = |run: &[u8]| match run {
        [first, .., last] if run.len() > 2 => format!("{}..={}", shown(&[*first]), shown(&[*last])),
        _ => run.iter().map(|&byte| shown(&[byte])).collect::<Vec<_>>().join(" | "),
    };
    runs.map(run).collect::<Vec<_>>().join(" | ")
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
