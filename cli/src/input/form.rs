//! The form of the records in an input, and the URL in each.

use std::borrow::Cow;
use std::ops::Range;

use crate::failure::Failure;

/// How records are read.
///
/// A line ends with LF or CR LF. A byte order mark at the beginning, blanks around a URL and blank lines are skipped.
#[derive(clap::Args)]
#[command(next_help_heading = "Input")]
pub struct FormArgs {
    /// Records end with NUL, and are taken as they stand, blanks and all
    ///
    /// Without it a record is a line: it ends with LF or CR LF; blank lines, blanks around a URL and a byte order mark at
    /// the beginning of an input are skipped.
    #[arg(long, short = '0')]
    null: bool,
    /// The URL is the field of this number, from 1
    #[arg(long, value_name = "N", conflicts_with = "records")]
    field: Option<usize>,
    /// The character between fields [default: tab]
    #[arg(long, value_name = "C")]
    delimiter: Option<char>,
    /// What the records are
    #[arg(long = "input", value_name = "FORM", value_enum)]
    records: Option<Records>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Records {
    /// URLs
    Urls,
    /// CDX or CDXJ lines of a web archive, each with the original URL
    Cdx,
}

impl FormArgs {
    /// Whole records, and what stands between the fields of each.
    pub fn whole(&self) -> (Form, char) {
        (Form { null: self.null, place: Place::All }, self.delimiter.unwrap_or('\t'))
    }

    /// The form that is asked for.
    pub fn form(&self) -> Result<Form, Failure> {
        if self.delimiter.is_some() && self.field.is_none() {
            return Err(Failure::Usage(
                "--delimiter says what stands between fields; --field says which is meant".to_owned(),
            ));
        }
        let place = match (self.records, self.field) {
            (Some(Records::Cdx), _) => Place::Cdx,
            (_, None) => Place::All,
            (_, Some(0)) => return Err(Failure::Usage("fields are counted from 1".to_owned())),
            (_, Some(number)) => {
                let mut bytes = [0; 4];
                let delimiter = self.delimiter.unwrap_or('\t').encode_utf8(&mut bytes).as_bytes().to_vec();
                Place::Field { number: number - 1, delimiter }
            }
        };
        Ok(Form { null: self.null, place })
    }
}

/// The form of the records in an input.
#[derive(Clone, Default)]
pub struct Form {
    /// Whether a record ends with NUL, and is taken as it stands.
    pub null: bool,
    place: Place,
}

/// Where in a record the URL stands.
#[derive(Clone, Default, PartialEq, Eq)]
enum Place {
    #[default]
    All,
    /// In this field, from 0.
    Field { number: usize, delimiter: Vec<u8> },
    /// Where CDX and CDXJ have it.
    Cdx,
}

impl Form {
    /// That of arguments: each as it stands.
    pub fn argument() -> Self {
        Self { null: true, place: Place::All }
    }

    /// Whether a record is more than its URL, so that it has to be there whole for the URL to be found.
    pub fn has_columns(&self) -> bool {
        self.place != Place::All
    }

    /// What ends a record.
    pub fn end(&self) -> u8 {
        if self.null { 0 } else { b'\n' }
    }

    /// The form that the header of an input asks for, if it has one: a line of CDX that names the columns, `a` the one of
    /// the original URL.
    pub fn headed(&self, beginning: &[u8]) -> Option<Self> {
        let header = beginning.split(|&byte| byte == b'\n').next()?;
        let header = std::str::from_utf8(header).ok().filter(|_| self.place == Place::Cdx)?;
        let delimiter = header.chars().next()?;
        let mut columns = header[delimiter.len_utf8()..].trim_end().split(delimiter);
        let number = columns.next().filter(|&name| name == "CDX").and_then(|_| columns.position(|name| name == "a"))?;
        Some(Self { null: self.null, place: Place::Field { number, delimiter: delimiter.to_string().into_bytes() } })
    }

    /// Whether there is nothing to judge: a blank line, or one without the field.
    #[inline]
    pub fn skips(&self, url: &[u8]) -> bool {
        !self.null && url.first().is_none_or(u8::is_ascii_whitespace) && url.trim_ascii().is_empty()
    }

    /// The URL of a record; empty where there is none.
    #[inline]
    pub fn url<'r>(&self, record: &'r [u8]) -> Cow<'r, [u8]> {
        let url = match &self.place {
            Place::All => Cow::Borrowed(record),
            Place::Field { number, delimiter } => {
                Cow::Borrowed(field(record, *number, delimiter).and_then(|field| record.get(field)).unwrap_or_default())
            }
            Place::Cdx => cdx(record).unwrap_or_default(),
        };
        match url {
            Cow::Borrowed(url) if !self.null => Cow::Borrowed(trimmed(url)),
            url => url,
        }
    }
}

/// Without spaces and tabs around.
#[inline]
fn trimmed(url: &[u8]) -> &[u8] {
    let blank = |byte: Option<&u8>| matches!(byte, Some(b' ' | b'\t'));
    if blank(url.first()) || blank(url.last()) {
        let begin = url.iter().position(|byte| !blank(Some(byte))).unwrap_or(url.len());
        let end = url.iter().rposition(|byte| !blank(Some(byte))).map_or(begin, |last| last + 1);
        return &url[begin..end];
    }
    url
}

/// Where the field of a number stands.
fn field(record: &[u8], number: usize, delimiter: &[u8]) -> Option<Range<usize>> {
    let mut begin = 0;
    let mut ends = memchr::memmem::find_iter(record, delimiter);
    for _ in 0..number {
        begin = ends.next()? + delimiter.len();
    }
    Some(begin..ends.next().unwrap_or(record.len()))
}

/// The original URL of a line: the third column, or where JSON begins there, what it has as `url`.
fn cdx(record: &[u8]) -> Option<Cow<'_, [u8]>> {
    let third = field(record, 2, b" ")?;
    if record.get(third.start) != Some(&b'{') {
        return Some(Cow::Borrowed(&record[third]));
    }
    Some(match serde_json::from_slice::<Capture<'_>>(&record[third.start..]).ok()?.url {
        Cow::Borrowed(url) => Cow::Borrowed(url.as_bytes()),
        Cow::Owned(url) => Cow::Owned(url.into_bytes()),
    })
}

/// What CDXJ says of a capture, as far as it matters here.
#[derive(serde::Deserialize)]
struct Capture<'r> {
    #[serde(borrow)]
    url: Cow<'r, str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_web_archives() {
        let form = Form { null: false, place: Place::Cdx };
        let url = |form: &Form, line: &str| String::from_utf8(form.url(line.as_bytes()).into_owned()).unwrap();
        let plain = "org,example)/ 20240101000000 http://example.org/ text/html 200 SHA - - 1 2 f.warc.gz";
        assert_eq!(url(&form, plain), "http://example.org/");
        let json = r#"org,example)/ 20240101000000 {"status": "200", "url": "http://example.org/\u0041 b"}"#;
        assert_eq!(url(&form, json), "http://example.org/A b");
        assert_eq!(url(&form, "org,example)/ 20240101000000"), "");
        let headed = form.headed(b" CDX N b m a s\nx y z http://a/ w\n").unwrap();
        assert_eq!(url(&headed, "x y z http://a/ w"), "http://a/");
        assert!(form.headed(plain.as_bytes()).is_none());
        assert!(Form::default().headed(b" CDX N b a\n").is_none());
    }

    #[test]
    fn fields_and_blanks() {
        let form = Form { null: false, place: Place::Field { number: 1, delimiter: b";;".to_vec() } };
        assert_eq!(*form.url(b"a;; http://b/\t;;c"), *b"http://b/");
        assert_eq!(*form.url(b"a"), *b"");
        assert_eq!(*Form::default().url(b" \t "), *b"");
        assert_eq!(*Form::argument().url(b" a "), *b" a ");
    }
}
