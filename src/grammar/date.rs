//! The dates of the documents.

use std::fmt;

/// The date of a document: a year, and a month if the document prints one. Dates compare in order
/// of time; a year without a month comes before its months.
///
/// ```
/// use uri_lineage::Grammar;
///
/// let date = Grammar::Rfc1738.date();
/// assert_eq!((date.year(), date.month(), date.to_string()), (1994, Some(12), "December 1994".to_owned()));
/// assert!(Grammar::UrlDraft02.date() < date);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: Option<u8>,
}

/// The names of the months.
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl Date {
    pub(super) const fn year_only(year: u16) -> Self {
        Self { year, month: None }
    }

    pub(super) const fn new(year: u16, month: u8) -> Self {
        Self { year, month: Some(month) }
    }

    /// The year.
    pub fn year(self) -> u16 {
        self.year
    }

    /// The month, from 1, if the document prints it.
    pub fn month(self) -> Option<u8> {
        self.month
    }
}

/// As documents print it: `June 1994`, or the year alone.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.month.and_then(|month| MONTHS.get(usize::from(month).checked_sub(1)?)) {
            Some(month) => write!(f, "{month} {}", self.year),
            None => self.year.fmt(f),
        }
    }
}

/// Serializes as the text.
#[cfg(feature = "serde")]
impl serde::Serialize for Date {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
