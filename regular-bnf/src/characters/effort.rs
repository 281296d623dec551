//! How hard characters and strings are to read.

/// The characters beyond US-ASCII that are the easiest to read: accented letters of the Latin
/// alphabet (and two signs between them).
pub const READABLE: (char, char) = ('\u{C0}', '\u{24F}');

/// How hard a character is to read: letters are easiest, then digits, then capital letters, then
/// marks, then control characters, then accented letters, then all other characters.
pub const fn effort(c: char) -> u32 {
    match c {
        'a'..='z' => 0,
        '0'..='9' => 1,
        'A'..='Z' => 4,
        '!'..='~' => 16,
        _ if c.is_ascii() => 64,
        _ if READABLE.0 <= c && c <= READABLE.1 => 128,
        _ => 256,
    }
}

/// The key by which strings are sorted: the shortest first, then the [most readable](effort).
///
/// ```
/// use regular_bnf::automaton::shortest_first;
///
/// let mut all = ["ab", "A", "a", "0"];
/// all.sort_by_key(|string| shortest_first(string));
/// assert_eq!(all, ["a", "0", "A", "ab"]);
/// ```
pub fn shortest_first(string: &str) -> (usize, u32, &str) {
    (string.chars().count(), string.chars().map(effort).sum(), string)
}
