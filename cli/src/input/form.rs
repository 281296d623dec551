//! The form of the records in an input, and the URL in each record.

use std::borrow::Cow;
use std::io::Read;

use super::warc::Warc;
use crate::failure::Failure;

/// How records are read.
///
/// A line ends with LF or CR LF. A byte order mark at the beginning, blanks around a URL and blank
/// lines are skipped.
#[derive(clap::Args)]
#[command(next_help_heading = "Input")]
pub struct FormArgs {
    /// Records end with NUL and are read unchanged, including blanks
    ///
    /// Without this option, a record is a line, which ends with LF or CR LF. Blank lines, blanks
    /// around a URL and a byte order mark at the beginning of an input are skipped.
    #[arg(long, short = '0')]
    null: bool,
    /// The URL is the field with this number, from 1
    ///
    /// A record with fewer fields is reported, the others are read, and the exit status is 2.
    #[arg(long, value_name = "N", conflicts_with = "records")]
    field: Option<usize>,
    /// The character between fields [default: tab]
    ///
    /// If it is a comma, a field may be quoted, as in CSV (RFC 4180), but may not contain a line
    /// break. Blanks in quotation marks belong to the field.
    #[arg(long, value_name = "C")]
    delimiter: Option<char>,
    /// The kind of records [default: URLs; CDX and CDXJ are detected from the first line]
    #[arg(long = "input", value_name = "FORM", value_enum)]
    records: Option<Records>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Records {
    /// URLs
    Urls,
    /// CDX or CDXJ lines of a web archive, each with the original URL
    Cdx,
    /// WARC or WAT records of a web archive, each with its WARC-Target-URI; the line number is the
    /// number of the record
    Warc,
}

impl FormArgs {
    fn delimiter(&self) -> Vec<u8> {
        self.delimiter.unwrap_or('\t').to_string().into_bytes()
    }

    /// The form of pairs.
    pub fn pairs(&self) -> Form {
        Form { null: self.null, place: UrlLocation::Pair { delimiter: self.delimiter() } }
    }

    /// The selected form.
    pub fn form(&self) -> Result<Form, Failure> {
        if self.delimiter.is_some() && self.field.is_none() {
            return Err(Failure::Usage(
                "--delimiter needs --field, the number of the field that has the URL".to_owned(),
            ));
        }
        let place = match (self.records, self.field) {
            (Some(Records::Cdx), _) => UrlLocation::Cdx,
            (Some(Records::Warc), _) => UrlLocation::Warc,
            (None, None) if !self.null => UrlLocation::Recognised,
            (_, None) => UrlLocation::All,
            (_, Some(0)) => return Err(Failure::Usage("fields are counted from 1".to_owned())),
            (_, Some(number)) => UrlLocation::Field { number: number - 1, delimiter: self.delimiter() },
        };
        Ok(Form { null: self.null, place })
    }
}

/// The form of the records in an input.
#[derive(Clone, Default)]
pub struct Form {
    /// Whether a record ends with NUL and is read unchanged.
    pub null: bool,
    place: UrlLocation,
}

/// Where the URL is in a record.
#[derive(Clone, Default, PartialEq, Eq)]
enum UrlLocation {
    #[default]
    All,
    /// The whole record, unless the first record is a CDX record.
    Recognised,
    /// In the field with this number, from 0.
    Field { number: usize, delimiter: Vec<u8> },
    /// In the column that a CDX header names `a`, if it names one, from 0.
    Headed { number: Option<usize>, delimiter: Vec<u8> },
    /// A pair: the record has two.
    Pair { delimiter: Vec<u8> },
    /// Where CDX and CDXJ have it.
    Cdx,
    /// In the header of a WARC record; the headers are read as lines.
    Warc,
}

/// Why a record has no URL.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Lacks {
    #[error("field {0} is absent: the record has {1}")]
    Field(usize, usize),
    #[error("a quoted field does not end in its line")]
    Quote,
    #[error("not a pair: {0} must separate two parts, and no more")]
    Pair(String),
    #[error("not a record of CDX or CDXJ: its third field must be a URL")]
    Cdx,
    #[error("not a record of CDXJ: its JSON has no `url`")]
    Member,
    #[error("not a record of CDXJ: its JSON is invalid")]
    Json,
    #[error("the header of CDX names no column `a`, which has the original URL")]
    Column,
}

impl Form {
    /// The form of CDX, selected or detected.
    #[cfg(test)]
    pub fn cdx(null: bool, detected: bool) -> Self {
        Self { null, place: if detected { UrlLocation::Recognised } else { UrlLocation::Cdx } }
    }

    /// The form of arguments: each is a URL, or a pair if records are, unchanged.
    pub fn argument(&self) -> Self {
        let place = match &self.place {
            pair @ UrlLocation::Pair { .. } => pair.clone(),
            _ => UrlLocation::All,
        };
        Self { null: true, place }
    }

    /// Whether a record is more than its URL: the URL is found only in a whole record.
    pub fn has_columns(&self) -> bool {
        !matches!(self.place, UrlLocation::All | UrlLocation::Recognised | UrlLocation::Warc)
    }

    /// The end of a record.
    pub fn end(&self) -> u8 {
        if self.null { 0 } else { b'\n' }
    }

    /// The records of an input, unpacked from WARC records where necessary.
    pub fn unpacked(&self, read: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        match self.place {
            UrlLocation::Warc => Box::new(Warc::new(read, self.end())),
            _ => read,
        }
    }

    /// The form that the first of these records selects, if any, and whether it is a header. A CDX
    /// header names the columns; `a` is the column of the original URL.
    pub fn headed(&self, records: &[u8]) -> Option<(Self, bool)> {
        if !matches!(self.place, UrlLocation::Recognised) && !self.has_headers() {
            return None;
        }
        let first = records.split(|&byte| byte == self.end()).next()?;
        let form = |place| Self { null: self.null, place };
        let named = |place: &UrlLocation| matches!(place, UrlLocation::Headed { number: Some(_), .. });
        // Other lists may have a line that only begins like a header.
        if let Some(place) = header(first).filter(|place| named(place) || self.has_headers() && is_header(first)) {
            return Some((form(place), true));
        }
        (self.place == UrlLocation::Recognised && is_cdx(first)).then(|| (form(UrlLocation::Cdx), false))
    }

    /// Whether a record may be a CDX header.
    fn has_headers(&self) -> bool {
        matches!(self.place, UrlLocation::Cdx | UrlLocation::Headed { .. })
    }

    /// The offset of the first CDX header in whole records. Indexes that were joined have several,
    /// and each decides the records after it.
    pub fn header_in(&self, records: &[u8]) -> Option<usize> {
        if !self.has_headers() {
            return None;
        }
        let begins = |at: usize| at == 0 || records[at - 1] == self.end();
        let mut starts = memchr::memmem::find_iter(records, b"CDX").filter_map(|at| at.checked_sub(1));
        starts.find(|&at| records[at] != self.end() && begins(at) && is_header(&records[at..]))
    }

    /// Whether a record is a blank line, which is not checked, or a record of WARC without a URI.
    #[inline]
    pub fn skips(&self, url: &[u8]) -> bool {
        if self.null {
            return url.is_empty() && self.place == UrlLocation::Warc;
        }
        let blank = url.first().is_none_or(u8::is_ascii_whitespace) && url.trim_ascii().is_empty();
        // Both parts of a pair may be empty.
        blank
            && !matches!(&self.place, UrlLocation::Pair { delimiter } if memchr::memmem::find(url, delimiter).is_some())
    }

    /// The URL of a record, empty for a blank record; or why it has no URL.
    #[inline(always)]
    pub fn url<'r>(&self, record: &'r [u8]) -> Result<Cow<'r, [u8]>, Lacks> {
        let url = match &self.place {
            UrlLocation::All | UrlLocation::Recognised | UrlLocation::Warc | UrlLocation::Pair { .. } => {
                Cow::Borrowed(record)
            }
            UrlLocation::Field { .. } | UrlLocation::Headed { .. } | UrlLocation::Cdx => self.column(record)?,
        };
        Ok(self.trim(url))
    }

    /// A field without the blanks around it. Those of a quoted field, which is owned, belong to it.
    #[inline]
    fn trim<'r>(&self, field: Cow<'r, [u8]>) -> Cow<'r, [u8]> {
        match field {
            Cow::Borrowed(field) if !self.null => Cow::Borrowed(trimmed(field)),
            field => field,
        }
    }

    /// The column of a record that holds its URL.
    fn column<'r>(&self, record: &'r [u8]) -> Result<Cow<'r, [u8]>, Lacks> {
        match &self.place {
            // Headers remain in records of which the user selected a field.
            _ if self.skips(record) || is_header(record) => Ok(Cow::Borrowed(&record[..0])),
            UrlLocation::Headed { number: None, .. } => Err(Lacks::Column),
            UrlLocation::Field { number, delimiter } | UrlLocation::Headed { number: Some(number), delimiter } => {
                let mut fields = fields(record, delimiter)?;
                let count = fields.len();
                if *number >= count {
                    return Err(Lacks::Field(number + 1, count));
                }
                Ok(fields.swap_remove(*number))
            }
            _ => cdx(record),
        }
    }

    /// The two parts of a record that is a pair.
    pub fn pair<'r>(&self, record: &'r [u8]) -> Result<[Cow<'r, [u8]>; 2], Lacks> {
        let UrlLocation::Pair { delimiter } = &self.place else { return Err(Lacks::Pair("something".to_owned())) };
        let between = || match delimiter.as_slice() {
            b"\t" => "a tab".to_owned(),
            other => format!("`{}`", String::from_utf8_lossy(other)),
        };
        let trim = |part| self.trim(part);
        // A URL may contain a comma, but no tab and no quotation mark.
        let divided = match delimiter.as_slice() {
            b"," => record.contains(&b'"'),
            other => other == b"\t",
        };
        if divided {
            let pair = <[_; 2]>::try_from(fields(record, delimiter)?).map_err(|_| Lacks::Pair(between()))?;
            return Ok(pair.map(trim));
        }
        let at = memchr::memmem::find(record, delimiter).ok_or_else(|| Lacks::Pair(between()))?;
        Ok([&record[..at], &record[at + delimiter.len()..]].map(|part| trim(Cow::Borrowed(part))))
    }
}

/// Whether a line is a CDX header: its first character separates the names of the columns.
fn is_header(line: &[u8]) -> bool {
    matches!(line, [delimiter, b'C', b'D', b'X', next, ..] if delimiter == next && delimiter.is_ascii_whitespace())
}

/// The place of the URL, from a CDX header.
fn header(line: &[u8]) -> Option<UrlLocation> {
    let line = String::from_utf8_lossy(line);
    let delimiter = line.chars().next().filter(|&first| first != char::REPLACEMENT_CHARACTER)?;
    let mut columns = line[delimiter.len_utf8()..].trim_end().split(delimiter);
    columns.next().filter(|&name| name == "CDX")?;
    let number = columns.position(|name| name == "a");
    Some(UrlLocation::Headed { number, delimiter: delimiter.to_string().into_bytes() })
}

/// Whether a line is a CDX or CDXJ line: a key, a time of 14 digits, and a URL or JSON. URLs
/// contain no spaces.
fn is_cdx(line: &[u8]) -> bool {
    let mut fields = line.trim_ascii_end().splitn(3, |&byte| byte == b' ');
    let (Some(key), Some(time), Some(rest)) = (fields.next(), fields.next(), fields.next()) else { return false };
    let url = rest.split(|&byte| byte == b' ').next().unwrap_or_default();
    !key.is_empty()
        && time.len() == 14
        && time.iter().all(u8::is_ascii_digit)
        && (rest.starts_with(b"{") || url.contains(&b':'))
}

/// Removes spaces and tabs on both sides.
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

/// The fields of a record. Between commas they may be quoted. A quoted field is owned, the others
/// are borrowed: `csv_core`, which has the same fields, does not tell which are quoted.
fn fields<'r>(record: &'r [u8], delimiter: &[u8]) -> Result<Vec<Cow<'r, [u8]>>, Lacks> {
    let quotes = memchr::memchr_iter(b'"', record).count();
    if delimiter != b"," || quotes == 0 {
        let ends = memchr::memmem::find_iter(record, delimiter).chain([record.len()]);
        let mut begin = 0;
        let field = |end| Cow::Borrowed(&record[std::mem::replace(&mut begin, end + delimiter.len())..end]);
        return Ok(ends.map(field).collect());
    }
    if !quotes.is_multiple_of(2) {
        return Err(Lacks::Quote);
    }
    let mut fields = Vec::new();
    let mut rest = record;
    loop {
        let field = match rest.strip_prefix(b"\"") {
            Some(quoted) => Cow::Owned(unquoted(quoted, &mut rest)?),
            None => {
                let (field, more) = rest.split_at(memchr::memchr(b',', rest).unwrap_or(rest.len()));
                rest = more;
                Cow::Borrowed(field)
            }
        };
        fields.push(field);
        match rest.split_first() {
            Some((_, more)) => rest = more,
            None => return Ok(fields),
        }
    }
}

/// The text of a field of CSV, whose first quotation mark is removed. `rest` becomes the comma
/// after the field and the bytes that follow.
fn unquoted<'r>(field: &'r [u8], rest: &mut &'r [u8]) -> Result<Vec<u8>, Lacks> {
    let (mut text, mut field) = (Vec::new(), field);
    loop {
        let quote = memchr::memchr(b'"', field).ok_or(Lacks::Quote)?;
        text.extend_from_slice(&field[..quote]);
        field = &field[quote + 1..];
        // Two quotation marks are one.
        match field.strip_prefix(b"\"") {
            Some(more) => {
                text.push(b'"');
                field = more;
            }
            None => break,
        }
    }
    // RFC 4180 has no text between the second quotation mark and the comma. Lists do.
    let (after, more) = field.split_at(memchr::memchr(b',', field).unwrap_or(field.len()));
    text.extend_from_slice(after);
    *rest = more;
    Ok(text)
}

/// The original URL of a line: the third column, or its member `url` if that column begins JSON.
fn cdx(record: &[u8]) -> Result<Cow<'_, [u8]>, Lacks> {
    let rest = record.splitn(3, |&byte| byte == b' ').nth(2).ok_or(Lacks::Cdx)?;
    if !rest.starts_with(b"{") {
        return rest.split(|&byte| byte == b' ').next().map(Cow::Borrowed).ok_or(Lacks::Cdx);
    }
    match serde_json::from_slice::<Capture<'_>>(rest) {
        Ok(Capture { url: Cow::Borrowed(url) }) => Ok(Cow::Borrowed(url.as_bytes())),
        Ok(Capture { url: Cow::Owned(url) }) => Ok(Cow::Owned(url.into_bytes())),
        // Valid JSON of another shape.
        Err(error) if error.is_data() => Err(Lacks::Member),
        Err(_) => Err(Lacks::Json),
    }
}

/// The members of a CDXJ capture that are read here.
#[derive(serde::Deserialize)]
struct Capture<'r> {
    #[serde(borrow)]
    url: Cow<'r, str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(form: &Form, line: &str) -> String {
        String::from_utf8(form.url(line.as_bytes()).unwrap().into_owned()).unwrap()
    }

    #[test]
    fn lines_of_web_archives() {
        let plain = "org,example)/ 20240101000000 http://example.org/ text/html 200 SHA - - 1 2 f.warc.gz";
        let json = r#"org,example)/ 20240101000000 {"status": "200", "url": "http://example.org/\u0041 b"}"#;
        for place in [UrlLocation::Cdx, UrlLocation::Recognised] {
            let form = Form { null: false, place };
            let of = |line: &str| form.headed(line.as_bytes()).map_or(form.clone(), |(form, _)| form);
            assert_eq!(url(&of(plain), plain), "http://example.org/");
            assert_eq!(url(&of(json), json), "http://example.org/A b");
            assert_eq!(of(plain).url(b"org,example)/ 20240101000000"), Err(Lacks::Cdx));
            assert_eq!(url(&of(plain), " "), "");
            assert_eq!(url(&of(plain), " CDX N b a m s"), "");
            let (headed, header) = form.headed(b" CDX N b a m s\nx y z http://a/ w\n").unwrap();
            assert_eq!((url(&headed, "x y http://a/ w").as_str(), header), ("http://a/", true));
        }
        // A fault names what the JSON lacks.
        let form = Form { null: false, place: UrlLocation::Cdx };
        for (json, lacks) in [
            (r#"{"status": "200"}"#, Lacks::Member),
            ("{}", Lacks::Member),
            (r#"{"url": 1}"#, Lacks::Member),
            (r#"{"url": null}"#, Lacks::Member),
            (r#"{"url": "http://a/""#, Lacks::Json),
            (r#"{"url": "http://a/"} x"#, Lacks::Json),
            ("{", Lacks::Json),
            ("", Lacks::Cdx),
        ] {
            let line = ["org,example)/ 20240101000000", json].join(if json.is_empty() { "" } else { " " });
            assert_eq!(form.url(line.as_bytes()), Err(lacks), "{line}");
        }
        assert_eq!(Lacks::Member.to_string(), "not a record of CDXJ: its JSON has no `url`");
        // Without the column of the URL, no other one is read instead.
        let (headed, header) = form.headed(b" CDX N b m s\nx y text/html 200\n").unwrap();
        assert_eq!((headed.url(b"x y text/html 200"), header), (Err(Lacks::Column), true));
        // Common lists of URLs are not detected as CDX.
        for line in ["http://a/", "http://a/ 20240101000000", "a 2024 http://a/", " CDX b\n", "", "a b c"] {
            assert!(Form { null: false, place: UrlLocation::Recognised }.headed(line.as_bytes()).is_none(), "{line}");
        }
        assert!(Form::default().headed(b" CDX N b a\n").is_none());
    }

    #[test]
    fn fields_and_blanks() {
        let form = Form { null: false, place: UrlLocation::Field { number: 1, delimiter: b";;".to_vec() } };
        assert_eq!(url(&form, "a;; http://b/\t;;c"), "http://b/");
        assert_eq!(form.url(b"a"), Err(Lacks::Field(2, 1)));
        assert_eq!((url(&form, " \t"), url(&form, "a;;")), (String::new(), String::new()));
        assert_eq!(url(&Form::default(), " \t "), "");
        assert_eq!(url(&Form::default().argument(), " a "), " a ");
    }

    /// The output of the crate that writes CSV can be read back.
    #[test]
    fn fields_of_csv() {
        let cells = ["", "a", "a,b", "\"", "a\"b", ",", " x ", "\"\"", "\r", "a\rb", "a\nb", "\r\n"];
        for one in cells {
            for two in cells {
                for three in cells {
                    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
                    writer.write_record([one, two, three]).unwrap();
                    let line = writer.into_inner().unwrap();
                    let line = line.strip_suffix(b"\n").unwrap();
                    let all = fields(line, b",").unwrap();
                    assert_eq!(all, [one, two, three].map(str::as_bytes), "{}", String::from_utf8_lossy(line));
                }
            }
        }
        assert_eq!(fields(b"a,\"b", b","), Err(Lacks::Quote));
        // No text is lost but quotation marks, whatever the record.
        for length in 0..=6 {
            for number in 0..5usize.pow(length) {
                let of = |place: u32| b"a\",\r\n"[number / 5usize.pow(place) % 5];
                let record: Vec<u8> = (0..length).map(of).collect();
                let Ok(all) = fields(&record, b",") else { continue };
                let text = |bytes: &[u8]| bytes.iter().filter(|byte| !b"\","[..].contains(byte)).count();
                assert_eq!(all.iter().map(|field| text(field)).sum::<usize>(), text(&record), "{record:?}");
            }
        }
        assert_eq!(fields(b"a\t\"b", b"\t").unwrap().len(), 2);
    }

    /// The fields of any record are those that the crate `csv` reads, unless a quoted field does
    /// not end.
    #[test]
    fn fields_are_those_of_the_crate_csv() {
        let mut compared = 0;
        for length in 1..=8 {
            for number in 0..4usize.pow(length) {
                let record: Vec<u8> = (0..length).map(|place| b"a\", "[number / 4usize.pow(place) % 4]).collect();
                let Ok(all) = fields(&record, b",") else { continue };
                let reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&*record);
                let read = reader.into_byte_records().next().unwrap().unwrap();
                assert!(all.iter().map(|field| &**field).eq(read.iter()), "{}", String::from_utf8_lossy(&record));
                compared += 1;
            }
        }
        assert!(compared > 10_000, "{compared}");
    }

    /// A field is read alike whether another one is quoted or not.
    #[test]
    fn quotation_marks_do_not_change_other_fields() {
        let csv = |number| Form { null: false, place: UrlLocation::Field { number, delimiter: b",".to_vec() } };
        let pair = Form { null: false, place: UrlLocation::Pair { delimiter: b",".to_vec() } };
        let fields = ["", " ", "a", " a ", "a b", "\ta", "a\t "];
        for one in fields {
            for (bare, quoted) in fields.iter().flat_map(|&bare| ["b", " b "].map(|other| (bare, other))) {
                let of = |other: &str| url(&csv(0), &format!("{one},{other},{bare}"));
                assert_eq!(of(quoted), of(&format!("\"{quoted}\"")));
                let last = |other: &str| url(&csv(2), &format!("{bare},{other},{one}"));
                assert_eq!(last(quoted), last(&format!("\"{quoted}\"")));
                let record = format!("{one},\"{quoted}\"");
                assert_eq!(&*pair.pair(record.as_bytes()).unwrap()[0], one.trim_matches([' ', '\t']).as_bytes());
                // Blanks in quotation marks are text.
                assert_eq!(url(&csv(1), &record), quoted);
                assert_eq!(&*pair.pair(record.as_bytes()).unwrap()[1], quoted.as_bytes());
            }
        }
    }

    #[test]
    fn either_of_a_pair_may_be_empty() {
        let form = |delimiter: &str| Form { null: false, place: UrlLocation::Pair { delimiter: delimiter.into() } };
        let pair = |delimiter: &str, record: &str| {
            let pair = form(delimiter).pair(record.as_bytes());
            pair.map(|pair| pair.map(|part| String::from_utf8(part.into_owned()).unwrap()))
        };
        let two = |one: &str, other: &str| Ok([one.to_owned(), other.to_owned()]);
        assert_eq!(pair("\t", "http://a/b\t"), two("http://a/b", ""));
        assert_eq!(pair("\t", "\tg"), two("", "g"));
        assert_eq!(pair("\t", "\t"), two("", ""));
        assert_eq!(pair(",", " a , b,c "), two("a", "b,c"));
        assert_eq!(pair(",", "\"a,b\",\"c\""), two("a,b", "c"));
        assert_eq!(pair(",", "a,\"b,c\""), two("a", "b,c"));
        assert_eq!(pair(",", "\"a\",\"b\",\"c\""), Err(Lacks::Pair("`,`".to_owned())));
        assert_eq!(pair("\t", "a\tb\tc"), Err(Lacks::Pair("a tab".to_owned())));
        assert_eq!(
            pair("\t", "a b").unwrap_err().to_string(),
            "not a pair: a tab must separate two parts, and no more"
        );
        assert!(form("\t").skips(b" ") && !form("\t").skips(b"\t"));
    }
}
