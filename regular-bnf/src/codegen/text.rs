//! The text of generated parsers: literals, attributes and indentation.

use std::fmt::Write;

/// The beginning of each function: parsers call those of others that stand beside them.
pub(super) const VISIBLE_FN: &str = "pub(super) fn ";

/// Inlines each function that adds spans where another function calls it, if there is one such
/// place. The compiler does not, since the table of entries refers to the function too. Debug builds
/// are without it: they would take twice as long.
pub(super) fn inlined(functions: &str) -> String {
    let mut text = String::new();
    for line in functions.lines() {
        let header = line.strip_prefix(VISIBLE_FN).and_then(|signature| signature.split_once('<'));
        if header.is_some_and(|(name, _)| functions.matches(&format!("{name}(s, at, out)")).count() == 1) {
            text += "#[cfg_attr(not(debug_assertions), inline(always))]\n";
        }
        text += line;
        text += "\n";
    }
    text
}

/// The call of a function or macro with some arguments. `opening` contains its name, its opening
/// parenthesis, and what precedes the arguments.
pub(super) fn call(opening: &str, arguments: &[String]) -> String {
    /// The maximum length of a call in one line, without its indentation.
    const LINE: usize = 90;
    let line = format!("{opening}{})", arguments.join(", "));
    let fits = line.len() <= LINE && !line.contains('\n');
    if fits || arguments.len() == 1 {
        return line;
    }
    format!("{}\n{}\n)", opening.trim_end(), arguments.join(",\n"))
}

/// Indents each line of a text by the number of earlier lines whose brackets are open.
pub(super) fn indented(text: &str) -> String {
    let mut out = String::new();
    // The line of each open bracket.
    let mut open: Vec<usize> = Vec::new();
    for (number, line) in text.lines().map(str::trim).enumerate() {
        let closing = line.bytes().take_while(|byte| b")]}".contains(byte)).count();
        let depth = open[..open.len() - closing].chunk_by(|left, right| left == right).count();
        let _ = writeln!(out, "{:1$}{line}", "", if line.is_empty() { 0 } else { 4 * depth });
        for bracket in without_literals(line).bytes() {
            match bracket {
                b'(' | b'[' | b'{' => open.push(number),
                b')' | b']' | b'}' => _ = open.pop(),
                _ => {}
            }
        }
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
