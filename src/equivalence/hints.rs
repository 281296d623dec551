//! Hints of which rules may apply to a text, read off the text without a parse.

/// A capital letter of US-ASCII.
pub(super) const CAPITAL: u8 = 1;
/// A percent sign.
pub(super) const PERCENT: u8 = 1 << 1;
/// A slash.
pub(super) const SLASH: u8 = 1 << 2;
/// A colon.
pub(super) const COLON: u8 = 1 << 3;
/// The delimiter in front of params, a query or a fragment.
pub(super) const DELIMITER: u8 = 1 << 4;

/// The mark of each byte.
const MARKS: [u8; 256] = {
    let mut marks = [0; 256];
    let mut capital = b'A';
    while capital <= b'Z' {
        marks[capital as usize] = CAPITAL;
        capital += 1;
    }
    marks[b'%' as usize] = PERCENT;
    marks[b'/' as usize] = SLASH;
    marks[b':' as usize] = COLON;
    marks[b';' as usize] = DELIMITER;
    marks[b'?' as usize] = DELIMITER;
    marks[b'#' as usize] = DELIMITER;
    marks
};

/// A text, the marks that occur in it, and where its authority and its path may be.
pub(crate) struct Hints<'t> {
    pub text: &'t str,
    marks: u8,
    /// The offset after the first `//`.
    site: Option<usize>,
    /// The offset of the first `/`, `?` or `#` after that; the length of the text if there is no
    /// such character.
    path: usize,
}

impl<'t> Hints<'t> {
    pub fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let marks = bytes.iter().fold(0, |marks, &byte| marks | MARKS[usize::from(byte)]);
        let site = bytes.windows(2).position(|pair| pair == b"//").map(|slashes| slashes + 2);
        let path = site.and_then(|site| Some(site + bytes[site..].iter().position(|byte| b"/?#".contains(byte))?));
        Self { text, marks, site, path: path.unwrap_or(text.len()) }
    }

    pub fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    /// Whether all of these marks occur.
    pub fn contain_all(&self, marks: u8) -> bool {
        self.marks & marks == marks
    }

    /// Whether the text begins with another, in any case.
    pub fn starts_with(&self, prefix: &[u8]) -> bool {
        self.bytes().get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    }

    /// How often a byte occurs.
    pub fn count(&self, sought: u8) -> usize {
        self.bytes().iter().filter(|&&byte| byte == sought).count()
    }

    /// The text after the first `//`.
    pub fn site(&self) -> Option<&'t [u8]> {
        Some(&self.bytes()[self.site?..])
    }

    /// The text that has the host, if there is one: it ends at the path, and begins after the first
    /// `//` or, without `//`, where the text does.
    pub fn authority(&self) -> &'t [u8] {
        &self.bytes()[self.site.unwrap_or_default()..self.path]
    }

    /// Splits the text at the first `/`, `?` or `#` after the first `//`. Without such a character
    /// the second part is empty.
    pub fn at_path(&self) -> (&'t [u8], &'t [u8]) {
        self.bytes().split_at(self.path)
    }
}
