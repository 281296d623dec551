//! The flavours of regular expressions, and their flags.

use std::fmt;
use std::str::FromStr;

use crate::automaton::regex::RegexError;
use crate::named::{UnknownName, find_by_name};

/// The syntax and the meaning of a regular expression: those of one family of engines.
///
/// ```
/// use regular_bnf::Flavour;
///
/// assert_eq!("pcre".parse(), Ok(Flavour::Pcre));
/// assert_eq!(Flavour::EcmaScript.to_string(), "ecmascript");
/// let error = "perl".parse::<Flavour>().unwrap_err().to_string();
/// assert_eq!(error, "no flavour is named `perl`; there are rust, ecmascript, pcre, python, ruby");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Flavour {
    /// The crate regex of Rust. Flags: `imsxUR`.
    #[default]
    Rust,
    /// `RegExp` of ECMAScript. Flags: `imsuv`; `d`, `g` and `y` do not change the matches.
    EcmaScript,
    /// PCRE2 with UTF and without UCP. Flags: `imsx`.
    Pcre,
    /// The module `re` of Python, for `str`. Flags: `aimsx`; `u` is the default.
    Python,
    /// `Regexp` of Ruby (Onigmo), for UTF-8. Flags: `imx`.
    Ruby,
}

impl Flavour {
    /// All flavours.
    pub const ALL: [Self; 5] = [Self::Rust, Self::EcmaScript, Self::Pcre, Self::Python, Self::Ruby];

    /// The name, in small letters.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rust => "rust",
            Self::EcmaScript => "ecmascript",
            Self::Pcre => "pcre",
            Self::Python => "python",
            Self::Ruby => "ruby",
        }
    }
}

impl fmt::Display for Flavour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Flavour {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        find_by_name("flavour", name, Self::ALL, Self::name)
    }
}

/// The flags in force at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Flags {
    pub ignore_case: bool,
    /// `^` and `$` match at lines; Ruby's always do.
    pub lines: bool,
    /// `.` matches line ends.
    pub dot_all: bool,
    /// White space and comments are ignored.
    pub extended: bool,
    /// Python's `a`.
    pub ascii: bool,
    /// ECMAScript's `u`.
    pub u: bool,
    /// ECMAScript's `v`.
    pub v: bool,
}

impl Flags {
    /// Reads flags such as `im`.
    pub(super) fn read(letters: &str, flavour: Flavour) -> Result<Self, RegexError> {
        let mut flags = Self::default();
        letters.chars().try_for_each(|letter| flags.set(letter, true, flavour).ok_or(RegexError::Flag(letter)))?;
        if flags.u && flags.v {
            return Err(RegexError::Flag('v'));
        }
        Ok(flags)
    }

    /// Sets or unsets a flag; `None` if the flavour does not have it.
    pub(super) fn set(&mut self, letter: char, on: bool, flavour: Flavour) -> Option<()> {
        let flag = match (letter, flavour) {
            ('i', _) => &mut self.ignore_case,
            ('m', Flavour::Ruby) => &mut self.dot_all,
            ('m', _) => &mut self.lines,
            ('s', Flavour::EcmaScript | Flavour::Pcre | Flavour::Python) => &mut self.dot_all,
            ('x', Flavour::Pcre | Flavour::Python | Flavour::Ruby) => &mut self.extended,
            ('a', Flavour::Python) => &mut self.ascii,
            ('u', Flavour::Python) => return Some(()),
            ('u', Flavour::EcmaScript) => &mut self.u,
            ('v', Flavour::EcmaScript) => &mut self.v,
            ('d' | 'g' | 'y', Flavour::EcmaScript) => return Some(()),
            _ => return None,
        };
        *flag = on;
        Some(())
    }

    /// Whether an expression of ECMAScript matches characters, and not units of UTF-16.
    pub(super) fn unicode(self) -> bool {
        self.u || self.v
    }
}
