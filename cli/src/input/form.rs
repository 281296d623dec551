//! The form of the records in an input, and the URL in each record.

use std::borrow::Cow;
use std::io::{self, Cursor, Read};

use super::members::MemberReader;
use super::open::Source;
use super::version::{begins_record, may_become_record};
use super::warc::{self, Warc};
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
    /// The URL is the field with this number, from 1, or with this name in the header
    ///
    /// A record with fewer fields is reported, the others are read, and the exit status is 2.
    #[arg(long, value_name = "FIELD", conflicts_with = "records")]
    field: Option<String>,
    /// The first record of each input is a header, which is not read as a URL
    #[arg(long, conflicts_with = "records")]
    header: bool,
    /// The character between fields [default: tab]
    ///
    /// If it is a comma, a field may be quoted, as in CSV (RFC 4180), but may not contain a line
    /// break. Blanks in quotation marks belong to the field.
    #[arg(long, value_name = "C")]
    delimiter: Option<char>,
    /// The kind of records [default: URLs; WARC, CDX and CDXJ are detected from the first line]
    #[arg(long = "input", value_name = "FORM", value_enum)]
    records: Option<RecordKind>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum RecordKind {
    /// URLs
    Urls,
    /// CDX or CDXJ lines of a web archive, each with the original URL
    Cdx,
    /// WARC or WAT records of a web archive, each with its WARC-Target-URI; the line number is the
    /// number of the record. A damaged record is reported, and the others are read
    Warc,
}

impl FormArgs {
    fn delimiter(&self) -> Vec<u8> {
        self.delimiter.unwrap_or('\t').to_string().into_bytes()
    }

    /// The form of pairs.
    pub fn pairs(&self) -> RecordForm {
        self.with_place(UrlLocation::Pair { delimiter: self.delimiter() }, None)
    }

    /// The form of records with URLs in this place. `field` is the name of their field in a header.
    fn with_place(&self, place: UrlLocation, field: Option<String>) -> RecordForm {
        let has_header = self.header || field.is_some();
        let place = if has_header { UrlLocation::AfterHeader { name: field, place: Box::new(place) } } else { place };
        RecordForm { null: self.null, place }
    }

    /// The selected form.
    pub fn form(&self) -> Result<RecordForm, Failure> {
        if self.delimiter.is_some() && self.field.is_none() {
            return Err(Failure::Usage(
                "--delimiter needs --field, the number or the name of the field with the URL".to_owned(),
            ));
        }
        let place = match (self.records, &self.field) {
            (Some(RecordKind::Cdx), _) => UrlLocation::Cdx,
            (Some(RecordKind::Warc), _) => UrlLocation::Warc,
            (None, None) if !self.null && !self.header => UrlLocation::Detected,
            (_, None) => UrlLocation::All,
            (_, Some(field)) => return self.field_form(field),
        };
        Ok(self.with_place(place, None))
    }

    /// The form of records with a field that has the URL.
    fn field_form(&self, field: &str) -> Result<RecordForm, Failure> {
        let (number, name) = match field.parse::<usize>() {
            Ok(0) => return Err(Failure::Usage("fields are counted from 1".to_owned())),
            Ok(number) => (number - 1, None),
            Err(_) => (0, Some(field.to_owned())),
        };
        Ok(self.with_place(UrlLocation::Field { number, delimiter: self.delimiter() }, name))
    }
}

/// The form of the records in an input.
#[derive(Clone, Default)]
pub struct RecordForm {
    /// Whether a record ends with NUL and is read unchanged.
    pub null: bool,
    place: UrlLocation,
}

/// Where the URL is in a record.
#[derive(Clone, Default, PartialEq, Eq)]
enum UrlLocation {
    #[default]
    All,
    /// The whole record, unless the first record is one of CDX or WARC.
    Detected,
    /// In the field with this number, from 0.
    Field { number: usize, delimiter: Vec<u8> },
    /// In the column that a CDX header names `a`, if it names one, from 0.
    Headed { number: Option<usize>, columns: usize, delimiter: Vec<u8> },
    /// After a header: the place in the other records, where the header may name the field.
    AfterHeader { name: Option<String>, place: Box<UrlLocation> },
    /// A pair: the record has two.
    Pair { delimiter: Vec<u8> },
    /// Where CDX and CDXJ have it.
    Cdx,
    /// In the header of a WARC record; the headers are read as lines.
    Warc,
}

/// Why a record has no URL.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MissingUrl {
    #[error("field {0} is absent: the record has {1}")]
    Field(usize, usize),
    #[error("a quoted field does not end in its line")]
    Quote,
    #[error("not a pair: {0} must separate two parts, and no more")]
    Pair(String),
    #[error("not a record of CDX or CDXJ: its third field must be a URL")]
    Cdx,
    #[error("not a record of CDXJ: its JSON has neither `url` nor `uri`")]
    Member,
    #[error("not a record of CDXJ: its JSON is invalid")]
    Json,
    #[error("not a record of CDX: its fifth field must be a status. Does its URL contain a space?")]
    Status,
    #[error("the record has {0} fields, and the header of CDX names {1}. Does its URL contain a space?")]
    Surplus(usize, usize),
    #[error("the header of CDX names no column `a`, which has the original URL")]
    Column,
}

impl RecordForm {
    /// The form of CDX, selected or detected.
    #[cfg(test)]
    pub fn cdx(null: bool, detected: bool) -> Self {
        Self { null, place: if detected { UrlLocation::Detected } else { UrlLocation::Cdx } }
    }

    /// The form of arguments: each is a URL, or a pair if records are, unchanged.
    pub fn argument(&self) -> Self {
        let place = match &self.place {
            UrlLocation::AfterHeader { place, .. } => place,
            place => place,
        };
        let place = match place {
            pair @ UrlLocation::Pair { .. } => pair.clone(),
            _ => UrlLocation::All,
        };
        Self { null: true, place }
    }

    /// Whether a record is more than its URL: the URL is found only in a whole record.
    pub fn has_columns(&self) -> bool {
        !matches!(self.place, UrlLocation::All | UrlLocation::Detected)
    }

    /// The end of a record.
    pub fn end(&self) -> u8 {
        if self.null { 0 } else { b'\n' }
    }

    /// The records of an input, unpacked from WARC records if the form is WARC or this is detected,
    /// and their form.
    pub fn unpacked(&self, mut read: Box<dyn Source>) -> io::Result<(Box<dyn Read + Send>, Self)> {
        let mut first = Vec::new();
        if self.place == UrlLocation::Detected {
            while may_become_record(&first) {
                let mut byte = [0];
                if read.read(&mut byte)? == 0 {
                    break;
                }
                first.push(byte[0]);
            }
        }
        if self.place == UrlLocation::Warc || begins_record(&first) {
            let form = Self { null: self.null, place: UrlLocation::Warc };
            return Ok((Box::new(Warc::new(MemberReader::new(first, read), self.end())), form));
        }
        Ok((Box::new(Cursor::new(first).chain(read)), self.clone()))
    }

    /// What is wrong with a record whose URL can be read nevertheless.
    pub fn problem(&self, record: &[u8]) -> Option<String> {
        let problem = if self.place == UrlLocation::Warc { warc::problem(record) } else { None };
        problem.map(|problem| String::from_utf8_lossy(problem).into_owned())
    }

    /// Whether a record without a URL is more than a blank line or a header.
    pub fn lacks_url(&self, record: &[u8]) -> bool {
        self.place == UrlLocation::Warc || self.has_columns() && !self.skips(record) && !is_header(record)
    }

    /// Whether the first record that is not blank is a header.
    pub fn expects_header(&self) -> bool {
        matches!(self.place, UrlLocation::AfterHeader { .. })
    }

    /// Whether the first record that is not blank decides where the URLs are.
    pub fn is_decided_later(&self) -> bool {
        self.place == UrlLocation::Detected || self.expects_header() || self.has_headers()
    }

    /// The form of the records after this header; or an error if the header does not name the field.
    pub fn after_header(&self, header: &[u8]) -> Result<Self, String> {
        let UrlLocation::AfterHeader { name, place } = &self.place else { return Ok(self.clone()) };
        let mut place = (**place).clone();
        if let (Some(name), UrlLocation::Field { number, delimiter }) = (name, &mut place) {
            let names = fields(header.strip_suffix(b"\r").unwrap_or(header), delimiter).unwrap_or_default();
            let names: Vec<_> = names.into_iter().map(|name| self.trim(name)).collect();
            match names.iter().position(|field| **field == *name.as_bytes()) {
                Some(position) => *number = position,
                None => {
                    let names: Vec<_> =
                        names.iter().map(|name| format!("`{}`", String::from_utf8_lossy(name))).collect();
                    return Err(format!("its header has no field `{name}`: it has {}", names.join(", ")));
                }
            }
        }
        Ok(Self { null: self.null, place })
    }

    /// The form that the first of these records selects, if any, and whether it is a header. A CDX
    /// header names the columns; `a` is the column of the original URL.
    pub fn selected_by(&self, records: &[u8]) -> Option<(Self, bool)> {
        if !matches!(self.place, UrlLocation::Detected) && !self.has_headers() {
            return None;
        }
        let first = records.split(|&byte| byte == self.end()).find(|record| !self.skips(record))?;
        if let Some(place) = header(first) {
            let names_url = matches!(place, UrlLocation::Headed { number: Some(_), .. });
            // Other lists may have a line that only begins like a header.
            if names_url || self.has_headers() && is_header(first) {
                return Some((Self { null: self.null, place }, true));
            }
        }
        let is_cdx = self.place == UrlLocation::Detected && is_cdx(first);
        is_cdx.then_some((Self { null: self.null, place: UrlLocation::Cdx }, false))
    }

    /// Whether a record can show which form the records have: it is neither blank nor a comment.
    pub fn is_decided_by(&self, record: &[u8]) -> bool {
        !self.skips(record) && (self.expects_header() || !record.starts_with(b"#"))
    }

    /// The index of the first record that looks like CDX although CDX was not detected: after
    /// comments, or a header that does not name the column of the URL.
    pub fn resembles_cdx(&self, records: &[u8]) -> Option<usize> {
        if self.place != UrlLocation::Detected {
            return None;
        }
        let mut lines = records.split(|&byte| byte == self.end()).enumerate();
        let (index, first) = lines.find(|(_, line)| self.is_decided_by(line))?;
        (is_header(first) || is_cdx(first)).then_some(index)
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
        let mut starts = memchr::memmem::find_iter(records, b"CDX").filter_map(|name| name.checked_sub(1));
        starts.find(|&start| {
            let begins_record = start == 0 || records[start - 1] == self.end();
            records[start] != self.end() && begins_record && is_header(&records[start..])
        })
    }

    /// Whether a record is a blank line, which is not checked, or a record of WARC without a URI.
    #[inline]
    pub fn skips(&self, url: &[u8]) -> bool {
        if self.null {
            return url.is_empty() && self.place == UrlLocation::Warc;
        }
        let is_blank = url.first().is_none_or(u8::is_ascii_whitespace) && url.trim_ascii().is_empty();
        // Both parts of a pair may be empty.
        is_blank
            && !matches!(&self.place, UrlLocation::Pair { delimiter } if memchr::memmem::find(url, delimiter).is_some())
    }

    /// The URL of a record, empty for a blank record; or why it has no URL.
    #[inline(always)]
    pub fn url<'r>(&self, record: &'r [u8]) -> Result<Cow<'r, [u8]>, MissingUrl> {
        let url = match &self.place {
            UrlLocation::All | UrlLocation::Detected | UrlLocation::Pair { .. } => Cow::Borrowed(record),
            UrlLocation::Warc => Cow::Borrowed(warc::uri(record)),
            UrlLocation::AfterHeader { .. } => Cow::Borrowed(&record[..0]),
            UrlLocation::Field { .. } | UrlLocation::Headed { .. } | UrlLocation::Cdx => self.column(record)?,
        };
        Ok(self.trim(url))
    }

    /// A field without the blanks around it. The blanks of a quoted field, which is owned, belong
    /// to the field.
    #[inline]
    fn trim<'r>(&self, field: Cow<'r, [u8]>) -> Cow<'r, [u8]> {
        match field {
            Cow::Borrowed(field) if !self.null => Cow::Borrowed(trimmed(field)),
            field => field,
        }
    }

    /// The column of a record that holds its URL.
    fn column<'r>(&self, record: &'r [u8]) -> Result<Cow<'r, [u8]>, MissingUrl> {
        match &self.place {
            // Headers remain in records of which the user selected a field.
            _ if self.skips(record) || is_header(record) => Ok(Cow::Borrowed(&record[..0])),
            UrlLocation::Headed { number: None, .. } => Err(MissingUrl::Column),
            UrlLocation::Field { number, delimiter } | UrlLocation::Headed { number: Some(number), delimiter, .. } => {
                let mut fields = fields(record, delimiter)?;
                if let UrlLocation::Headed { columns, .. } = self.place {
                    let last = fields.iter().rposition(|field| !field.is_empty());
                    fields.truncate(last.map_or(0, |last| last + 1));
                    if fields.len() > columns {
                        return Err(MissingUrl::Surplus(fields.len(), columns));
                    }
                }
                let count = fields.len();
                if *number >= count {
                    return Err(MissingUrl::Field(number + 1, count));
                }
                Ok(fields.swap_remove(*number))
            }
            _ => cdx(record),
        }
    }

    /// The two parts of a record that is a pair.
    pub fn pair<'r>(&self, record: &'r [u8]) -> Result<[Cow<'r, [u8]>; 2], MissingUrl> {
        let UrlLocation::Pair { delimiter } = &self.place else { return Err(MissingUrl::Pair("something".to_owned())) };
        // A URL may contain a comma, but no tab and no quotation mark.
        let has_only_delimiters = match delimiter.as_slice() {
            b"," => record.contains(&b'"'),
            delimiter => delimiter == b"\t",
        };
        let parts = if has_only_delimiters {
            <[_; 2]>::try_from(fields(record, delimiter)?).ok()
        } else {
            memchr::memmem::find(record, delimiter)
                .map(|end| [&record[..end], &record[end + delimiter.len()..]].map(Cow::Borrowed))
        };
        let parts = parts.ok_or_else(|| {
            MissingUrl::Pair(match delimiter.as_slice() {
                b"\t" => "a tab".to_owned(),
                delimiter => format!("`{}`", String::from_utf8_lossy(delimiter)),
            })
        })?;
        Ok(parts.map(|part| self.trim(part)))
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
    let mut names = line[delimiter.len_utf8()..].trim_end().split(delimiter);
    names.next().filter(|&name| name == "CDX")?;
    let names: Vec<&str> = names.collect();
    let number = names.iter().position(|&name| name == "a");
    Some(UrlLocation::Headed { number, columns: names.len(), delimiter: delimiter.to_string().into_bytes() })
}

/// Whether a line is a CDX or CDXJ line: a key, a time of 14 digits, and a URL or JSON. URLs
/// contain no spaces.
fn is_cdx(line: &[u8]) -> bool {
    let mut fields = line.trim_ascii_end().splitn(3, |&byte| byte == b' ');
    let (Some(key), Some(time), Some(columns)) = (fields.next(), fields.next(), fields.next()) else { return false };
    let url = columns.split(|&byte| byte == b' ').next().unwrap_or_default();
    !key.is_empty()
        && time.len() == 14
        && time.iter().all(u8::is_ascii_digit)
        && (columns.starts_with(b"{") || url.contains(&b':'))
}

/// Removes spaces and tabs on both sides.
#[inline]
fn trimmed(url: &[u8]) -> &[u8] {
    if url.first().is_some_and(|&byte| is_blank(byte)) || url.last().is_some_and(|&byte| is_blank(byte)) {
        let start = url.iter().position(|&byte| !is_blank(byte)).unwrap_or(url.len());
        let end = url.iter().rposition(|&byte| !is_blank(byte)).map_or(start, |last| last + 1);
        return &url[start..end];
    }
    url
}

/// Whether a byte is a space or a tab.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The fields of a record. Between commas they may be quoted. A quoted field is owned, the others
/// are borrowed: `csv_core`, which has the same fields, does not report which are quoted.
fn fields<'r>(record: &'r [u8], delimiter: &[u8]) -> Result<Vec<Cow<'r, [u8]>>, MissingUrl> {
    let quotes = memchr::memchr_iter(b'"', record).count();
    if delimiter != b"," || quotes == 0 {
        let ends = memchr::memmem::find_iter(record, delimiter).chain([record.len()]);
        let mut start = 0;
        let fields = ends.map(|end| {
            let field = &record[start..end];
            start = end + delimiter.len();
            Cow::Borrowed(field)
        });
        return Ok(fields.collect());
    }
    if !quotes.is_multiple_of(2) {
        return Err(MissingUrl::Quote);
    }
    let mut fields = Vec::new();
    let mut remaining = record;
    loop {
        let (field, tail) = match remaining.strip_prefix(b"\"") {
            Some(quoted) => unquote(quoted)?,
            None => {
                let (field, tail) = split_at_comma(remaining);
                (Cow::Borrowed(field), tail)
            }
        };
        fields.push(field);
        match tail.split_first() {
            Some((_, tail)) => remaining = tail,
            None => return Ok(fields),
        }
    }
}

/// The text of a field of CSV, whose first quotation mark is removed, and the record from the comma
/// after the field.
fn unquote(field: &[u8]) -> Result<(Cow<'_, [u8]>, &[u8]), MissingUrl> {
    let (mut text, mut remaining) = (Vec::new(), field);
    loop {
        let quote = memchr::memchr(b'"', remaining).ok_or(MissingUrl::Quote)?;
        text.extend_from_slice(&remaining[..quote]);
        remaining = &remaining[quote + 1..];
        // Two quotation marks are one.
        match remaining.strip_prefix(b"\"") {
            Some(tail) => {
                text.push(b'"');
                remaining = tail;
            }
            None => break,
        }
    }
    // RFC 4180 has no text between the second quotation mark and the comma. Lists do.
    let (unquoted, tail) = split_at_comma(remaining);
    text.extend_from_slice(unquoted);
    Ok((Cow::Owned(text), tail))
}

/// Splits in front of the first comma.
fn split_at_comma(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(memchr::memchr(b',', text).unwrap_or(text.len()))
}

/// The original URL of a line: the third column, or a member of the JSON that is the line, its third
/// column, or its fourth.
fn cdx(record: &[u8]) -> Result<Cow<'_, [u8]>, MissingUrl> {
    if record.starts_with(b"{") {
        return capture(record);
    }
    let columns = record.splitn(3, |&byte| byte == b' ').nth(2).ok_or(MissingUrl::Cdx)?;
    if columns.starts_with(b"{") {
        return capture(columns);
    }
    let mut columns = columns.splitn(2, |&byte| byte == b' ');
    let (url, after_url) = (columns.next().unwrap_or_default(), columns.next().unwrap_or_default());
    if after_url.starts_with(b"{") {
        return capture(after_url);
    }
    if !url.iter().any(|byte| b":/.".contains(byte)) || url.contains(&b'"') {
        return Err(MissingUrl::Cdx);
    }
    // Media type and status follow the URL in all kinds of CDX.
    let status = after_url.split(|&byte| byte == b' ').nth(1);
    match status {
        Some(status) if status != b"-" && !status.iter().all(u8::is_ascii_digit) => Err(MissingUrl::Status),
        _ => Ok(Cow::Borrowed(url)),
    }
}

/// The URL of a capture in JSON.
fn capture(json: &[u8]) -> Result<Cow<'_, [u8]>, MissingUrl> {
    match serde_json::from_slice::<Capture<'_>>(json) {
        Ok(Capture { url, uri }) => match url.or(uri).ok_or(MissingUrl::Member)? {
            JsonText(Cow::Borrowed(url)) => Ok(Cow::Borrowed(url.as_bytes())),
            JsonText(Cow::Owned(url)) => Ok(Cow::Owned(url.into_bytes())),
        },
        // Valid JSON of another shape.
        Err(error) if error.is_data() => Err(MissingUrl::Member),
        Err(_) => Err(MissingUrl::Json),
    }
}

/// The members of a CDXJ capture that are read here.
#[derive(serde::Deserialize)]
struct Capture<'r> {
    #[serde(borrow)]
    url: Option<JsonText<'r>>,
    #[serde(borrow)]
    uri: Option<JsonText<'r>>,
}

/// A text that is borrowed if it has no escapes.
#[derive(serde::Deserialize)]
struct JsonText<'r>(#[serde(borrow)] Cow<'r, str>);

#[cfg(test)]
mod tests {
    use super::*;

    fn url(form: &RecordForm, line: &str) -> String {
        String::from_utf8(form.url(line.as_bytes()).unwrap().into_owned()).unwrap()
    }

    #[test]
    fn lines_of_web_archives() {
        let plain = "org,example)/ 20240101000000 http://example.org/ text/html 200 SHA - - 1 2 f.warc.gz";
        let json = r#"org,example)/ 20240101000000 {"status": "200", "url": "http://example.org/\u0041 b"}"#;
        for place in [UrlLocation::Cdx, UrlLocation::Detected] {
            let form = RecordForm { null: false, place };
            let [of_plain, of_json] = [plain, json]
                .map(|line| form.selected_by(line.as_bytes()).map_or(form.clone(), |(selected, _)| selected));
            assert_eq!(url(&of_plain, plain), "http://example.org/");
            assert_eq!(url(&of_json, json), "http://example.org/A b");
            assert_eq!(of_plain.url(b"org,example)/ 20240101000000"), Err(MissingUrl::Cdx));
            assert_eq!(url(&of_plain, " "), "");
            assert_eq!(url(&of_plain, " CDX N b a m s"), "");
            let (selected, is_header) = form.selected_by(b" CDX N b a m s\nx y z http://a/ w\n").unwrap();
            assert_eq!((url(&selected, "x y http://a/ w").as_str(), is_header), ("http://a/", true));
        }
        // A fault names the absent member of the JSON.
        let form = RecordForm { null: false, place: UrlLocation::Cdx };
        for (json, error) in [
            (r#"{"status": "200"}"#, MissingUrl::Member),
            ("{}", MissingUrl::Member),
            (r#"{"url": 1}"#, MissingUrl::Member),
            (r#"{"url": null}"#, MissingUrl::Member),
            (r#"{"url": "http://a/""#, MissingUrl::Json),
            (r#"{"url": "http://a/"} x"#, MissingUrl::Json),
            ("{", MissingUrl::Json),
            ("", MissingUrl::Cdx),
        ] {
            let line = ["org,example)/ 20240101000000", json].join(if json.is_empty() { "" } else { " " });
            assert_eq!(form.url(line.as_bytes()), Err(error), "{line}");
        }
        assert_eq!(MissingUrl::Member.to_string(), "not a record of CDXJ: its JSON has neither `url` nor `uri`");
        // Without the column of the URL, no other one is read instead.
        let (selected, is_header) = form.selected_by(b" CDX N b m s\nx y text/html 200\n").unwrap();
        assert_eq!((selected.url(b"x y text/html 200"), is_header), (Err(MissingUrl::Column), true));
        // Common lists of URLs are not detected as CDX.
        for line in ["http://a/", "http://a/ 20240101000000", "a 2024 http://a/", " CDX b\n", "", "a b c"] {
            assert!(
                RecordForm { null: false, place: UrlLocation::Detected }.selected_by(line.as_bytes()).is_none(),
                "{line}"
            );
        }
        assert!(RecordForm::default().selected_by(b" CDX N b a\n").is_none());
    }

    #[test]
    fn fields_and_blanks() {
        let form = RecordForm { null: false, place: UrlLocation::Field { number: 1, delimiter: b";;".to_vec() } };
        assert_eq!(url(&form, "a;; http://b/\t;;c"), "http://b/");
        assert_eq!(form.url(b"a"), Err(MissingUrl::Field(2, 1)));
        assert_eq!((url(&form, " \t"), url(&form, "a;;")), (String::new(), String::new()));
        assert_eq!(url(&RecordForm::default(), " \t "), "");
        assert_eq!(url(&RecordForm::default().argument(), " a "), " a ");
    }

    /// The output of the crate that writes CSV can be read back.
    #[test]
    fn fields_of_csv() {
        let cells = ["", "a", "a,b", "\"", "a\"b", ",", " x ", "\"\"", "\r", "a\rb", "a\nb", "\r\n"];
        for first in cells {
            for second in cells {
                for third in cells {
                    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
                    writer.write_record([first, second, third]).unwrap();
                    let line = writer.into_inner().unwrap();
                    let line = line.strip_suffix(b"\n").unwrap();
                    let fields = fields(line, b",").unwrap();
                    assert_eq!(fields, [first, second, third].map(str::as_bytes), "{}", String::from_utf8_lossy(line));
                }
            }
        }
        assert_eq!(fields(b"a,\"b", b","), Err(MissingUrl::Quote));
        // No text is lost but quotation marks, whatever the record.
        for length in 0..=6 {
            for number in 0..5usize.pow(length) {
                let record: Vec<u8> = (0..length).map(|place| b"a\",\r\n"[number / 5usize.pow(place) % 5]).collect();
                let Ok(fields) = fields(&record, b",") else { continue };
                let read = fields.iter().flat_map(|field| field.iter()).filter(|byte| !b"\","[..].contains(byte));
                let written = record.iter().filter(|byte| !b"\","[..].contains(byte));
                assert_eq!(read.count(), written.count(), "{record:?}");
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
                let Ok(fields) = fields(&record, b",") else { continue };
                let reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&*record);
                let read = reader.into_byte_records().next().unwrap().unwrap();
                assert!(fields.iter().map(|field| &**field).eq(read.iter()), "{}", String::from_utf8_lossy(&record));
                compared += 1;
            }
        }
        assert!(compared > 10_000, "{compared}");
    }

    /// A field is read alike whether another one is quoted or not.
    #[test]
    fn quotation_marks_do_not_change_other_fields() {
        let [first, second, third] = [0, 1, 2]
            .map(|number| RecordForm { null: false, place: UrlLocation::Field { number, delimiter: b",".to_vec() } });
        let pair = RecordForm { null: false, place: UrlLocation::Pair { delimiter: b",".to_vec() } };
        let fields = ["", " ", "a", " a ", "a b", "\ta", "a\t "];
        for field in fields {
            for (bare, quoted) in fields.iter().flat_map(|&bare| ["b", " b "].map(|quoted| (bare, quoted))) {
                assert_eq!(
                    url(&first, &format!("{field},{quoted},{bare}")),
                    url(&first, &format!("{field},\"{quoted}\",{bare}"))
                );
                assert_eq!(
                    url(&third, &format!("{bare},{quoted},{field}")),
                    url(&third, &format!("{bare},\"{quoted}\",{field}"))
                );
                let record = format!("{field},\"{quoted}\"");
                assert_eq!(&*pair.pair(record.as_bytes()).unwrap()[0], field.trim_matches([' ', '\t']).as_bytes());
                // Blanks in quotation marks are text.
                assert_eq!(url(&second, &record), quoted);
                assert_eq!(&*pair.pair(record.as_bytes()).unwrap()[1], quoted.as_bytes());
            }
        }
    }

    #[test]
    fn either_of_a_pair_may_be_empty() {
        fn form(delimiter: &str) -> RecordForm {
            RecordForm { null: false, place: UrlLocation::Pair { delimiter: delimiter.into() } }
        }
        fn pair(delimiter: &str, record: &str) -> Result<[String; 2], MissingUrl> {
            let pair = form(delimiter).pair(record.as_bytes())?;
            Ok(pair.map(|part| String::from_utf8(part.into_owned()).unwrap()))
        }
        for (delimiter, record, parts) in [
            ("\t", "http://a/b\t", ["http://a/b", ""]),
            ("\t", "\tg", ["", "g"]),
            ("\t", "\t", ["", ""]),
            (",", " a , b,c ", ["a", "b,c"]),
            (",", "\"a,b\",\"c\"", ["a,b", "c"]),
            (",", "a,\"b,c\"", ["a", "b,c"]),
        ] {
            assert_eq!(pair(delimiter, record), Ok(parts.map(str::to_owned)), "{record}");
        }
        assert_eq!(pair(",", "\"a\",\"b\",\"c\""), Err(MissingUrl::Pair("`,`".to_owned())));
        assert_eq!(pair("\t", "a\tb\tc"), Err(MissingUrl::Pair("a tab".to_owned())));
        assert_eq!(
            pair("\t", "a b").unwrap_err().to_string(),
            "not a pair: a tab must separate two parts, and no more"
        );
        assert!(form("\t").skips(b" ") && !form("\t").skips(b"\t"));
    }
}
