//! The algorithms of the WHATWG's URL Standard, step by step as its sections "URL parsing" and "URL
//! serializing" describe them: without an encoding and a state override. It is written for
//! comparison, and knows neither the grammar nor a library of URLs.
//!
//! Unicode's IDNA processing is left out. A domain that is not US-ASCII is accepted as it is.

use crate::whatwg::code_points::{
    c0_control_set, default_port, encode, fragment_set, is_removed, is_special, is_stripped, path_set, push, query_set,
    special_query_set, userinfo_set,
};
use crate::whatwg::hosts::Parser;

/// A URL record, its components serialized.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    pub scheme: String,
    pub username: String,
    pub password: String,
    pub host: Option<String>,
    pub port: Option<u16>,
    pub path: String,
    pub query: Option<String>,
    pub fragment: Option<String>,
    /// The domain is not of US-ASCII, and the host is its text.
    pub unexamined: bool,
}

/// The result of the parser, and the names of the validation errors, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    pub record: Option<Record>,
    pub errors: Vec<&'static str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    SchemeStart,
    Scheme,
    NoScheme,
    SpecialRelativeOrAuthority,
    PathOrAuthority,
    Relative,
    RelativeSlash,
    SpecialAuthoritySlashes,
    SpecialAuthorityIgnoreSlashes,
    Authority,
    Host,
    Port,
    File,
    FileSlash,
    FileHost,
    PathStart,
    Path,
    OpaquePath,
    Query,
    Fragment,
}

fn is_windows_drive_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

fn is_single_dot(segment: &str) -> bool {
    [".", "%2e"].contains(&&*segment.to_ascii_lowercase())
}

fn is_double_dot(segment: &str) -> bool {
    ["..", ".%2e", "%2e.", "%2e%2e"].contains(&&*segment.to_ascii_lowercase())
}

fn starts_with_a_windows_drive_letter(text: &[char]) -> bool {
    matches!(text, [letter, ':' | '|', rest @ ..] if letter.is_ascii_alphabetic() && matches!(rest, [] | ['/' | '\\' | '?' | '#', ..]))
}

/// #shorten-a-urls-path
fn shorten(scheme: &str, segments: &mut Vec<String>) {
    let drive = matches!(&**segments, [only] if is_windows_drive_letter(only) && only.ends_with(':'));
    if scheme != "file" || !drive {
        segments.pop();
    }
}

impl Record {
    /// Without a host a path begins with a slash, or is opaque.
    fn has_an_opaque_path(&self) -> bool {
        self.host.is_none() && !self.path.starts_with('/')
    }

    fn segments(&self) -> Vec<String> {
        self.path.split('/').skip(1).map(str::to_owned).collect()
    }

    /// Takes the part of a base in front of its path.
    fn take_authority(&mut self, base: &Self) {
        let Self { username, password, host, port, .. } = base.clone();
        (self.username, self.password, self.host, self.port) = (username, password, host, port);
    }
}

/// #concept-basic-url-parser without a base.
pub fn parse(input: &str) -> Outcome {
    parse_with(input, None)
}

/// #concept-basic-url-parser
pub fn parse_with(input: &str, base: Option<&Record>) -> Outcome {
    let mut parser = Parser::default();
    let record = parser.run(input, base);
    Outcome { record, errors: parser.errors }
}

impl Parser {
    fn run(&mut self, input: &str, base: Option<&Record>) -> Option<Record> {
        let stripped = input.trim_matches(is_stripped);
        if stripped.len() < input.len() {
            self.error("invalid-URL-unit");
        }
        let input: Vec<char> = stripped.chars().filter(|&c| !is_removed(c)).collect();
        if input.len() < stripped.chars().count() {
            self.error("invalid-URL-unit");
        }
        let mut url = Record::default();
        let (mut segments, mut opaque): (Vec<String>, Option<String>) = (Vec::new(), None);
        let (mut state, mut buffer) = (State::SchemeStart, String::new());
        let (mut at_sign_seen, mut inside_brackets, mut password_token_seen) = (false, false, false);
        let mut pointer: isize = 0;
        loop {
            let c = input.get(pointer as usize).copied();
            let remaining = || input.get(pointer as usize + 1..).unwrap_or_default();
            let special = is_special(&url.scheme);
            let backslash = special && c == Some('\\');
            match state {
                State::SchemeStart => match c {
                    Some(c) if c.is_ascii_alphabetic() => {
                        buffer.push(c.to_ascii_lowercase());
                        state = State::Scheme;
                    }
                    _ => {
                        state = State::NoScheme;
                        pointer -= 1;
                    }
                },
                State::Scheme => match c {
                    Some(c) if c.is_ascii_alphanumeric() || "+-.".contains(c) => buffer.push(c.to_ascii_lowercase()),
                    Some(':') => {
                        url.scheme = std::mem::take(&mut buffer);
                        if url.scheme == "file" {
                            if !remaining().starts_with(&['/', '/']) {
                                self.error("special-scheme-missing-following-solidus");
                            }
                            state = State::File;
                        } else if is_special(&url.scheme) && base.is_some_and(|base| base.scheme == url.scheme) {
                            state = State::SpecialRelativeOrAuthority;
                        } else if is_special(&url.scheme) {
                            state = State::SpecialAuthoritySlashes;
                        } else if remaining().starts_with(&['/']) {
                            state = State::PathOrAuthority;
                            pointer += 1;
                        } else {
                            opaque = Some(String::new());
                            state = State::OpaquePath;
                        }
                    }
                    _ => {
                        buffer.clear();
                        state = State::NoScheme;
                        pointer = -1;
                    }
                },
                State::NoScheme => match base {
                    Some(base) if base.has_an_opaque_path() && c == Some('#') => {
                        let Record { scheme, query, .. } = base.clone();
                        (url.scheme, url.query, url.fragment) = (scheme, query, Some(String::new()));
                        (opaque, state) = (Some(base.path.clone()), State::Fragment);
                    }
                    Some(base) if !base.has_an_opaque_path() => {
                        state = if base.scheme == "file" { State::File } else { State::Relative };
                        url.scheme.clone_from(&base.scheme);
                        pointer -= 1;
                    }
                    _ => {
                        self.error("missing-scheme-non-relative-URL");
                        return None;
                    }
                },
                State::SpecialRelativeOrAuthority => {
                    if c == Some('/') && remaining().starts_with(&['/']) {
                        state = State::SpecialAuthorityIgnoreSlashes;
                        pointer += 1;
                    } else {
                        self.error("special-scheme-missing-following-solidus");
                        state = State::Relative;
                        pointer -= 1;
                    }
                }
                State::Relative => {
                    let base = base.unwrap();
                    if c == Some('/') || backslash {
                        if backslash {
                            self.error("invalid-reverse-solidus");
                        }
                        state = State::RelativeSlash;
                    } else {
                        url.take_authority(base);
                        (segments, url.query) = (base.segments(), base.query.clone());
                        match c {
                            Some('?') => (url.query, state) = (Some(String::new()), State::Query),
                            Some('#') => (url.fragment, state) = (Some(String::new()), State::Fragment),
                            Some(_) => {
                                url.query = None;
                                shorten(&url.scheme, &mut segments);
                                state = State::Path;
                                pointer -= 1;
                            }
                            None => {}
                        }
                    }
                }
                State::RelativeSlash => {
                    if special && matches!(c, Some('/' | '\\')) {
                        if backslash {
                            self.error("invalid-reverse-solidus");
                        }
                        state = State::SpecialAuthorityIgnoreSlashes;
                    } else if c == Some('/') {
                        state = State::Authority;
                    } else {
                        url.take_authority(base.unwrap());
                        state = State::Path;
                        pointer -= 1;
                    }
                }
                State::PathOrAuthority => {
                    if c == Some('/') {
                        state = State::Authority;
                    } else {
                        state = State::Path;
                        pointer -= 1;
                    }
                }
                State::SpecialAuthoritySlashes => {
                    state = State::SpecialAuthorityIgnoreSlashes;
                    if c == Some('/') && remaining().starts_with(&['/']) {
                        pointer += 1;
                    } else {
                        self.error("special-scheme-missing-following-solidus");
                        pointer -= 1;
                    }
                }
                State::SpecialAuthorityIgnoreSlashes => {
                    if matches!(c, Some('/' | '\\')) {
                        self.error("special-scheme-missing-following-solidus");
                    } else {
                        state = State::Authority;
                        pointer -= 1;
                    }
                }
                State::Authority => match c {
                    Some('@') => {
                        self.error("invalid-credentials");
                        if at_sign_seen {
                            buffer.insert_str(0, "%40");
                        }
                        at_sign_seen = true;
                        for c in std::mem::take(&mut buffer).chars() {
                            if c == ':' && !password_token_seen {
                                password_token_seen = true;
                                continue;
                            }
                            let part = if password_token_seen { &mut url.password } else { &mut url.username };
                            push(part, c, userinfo_set);
                        }
                    }
                    None | Some('/' | '?' | '#') => {
                        if at_sign_seen && buffer.is_empty() {
                            self.error("host-missing");
                            return None;
                        }
                        pointer -= buffer.chars().count() as isize + 1;
                        buffer.clear();
                        state = State::Host;
                    }
                    _ if backslash => {
                        if at_sign_seen && buffer.is_empty() {
                            self.error("host-missing");
                            return None;
                        }
                        pointer -= buffer.chars().count() as isize + 1;
                        buffer.clear();
                        state = State::Host;
                    }
                    Some(c) => buffer.push(c),
                },
                State::Host => match c {
                    Some(':') if !inside_brackets => {
                        if buffer.is_empty() {
                            self.error("host-missing");
                            return None;
                        }
                        url.host = Some(self.host(&std::mem::take(&mut buffer), !special)?);
                        state = State::Port;
                    }
                    c if backslash || matches!(c, None | Some('/' | '?' | '#')) => {
                        pointer -= 1;
                        if special && buffer.is_empty() {
                            self.error("host-missing");
                            return None;
                        }
                        url.host = Some(self.host(&std::mem::take(&mut buffer), !special)?);
                        state = State::PathStart;
                    }
                    c => {
                        inside_brackets = (inside_brackets || c == Some('[')) && c != Some(']');
                        buffer.extend(c);
                    }
                },
                State::Port => match c {
                    Some(c) if c.is_ascii_digit() => buffer.push(c),
                    c if backslash || matches!(c, None | Some('/' | '?' | '#')) => {
                        if !buffer.is_empty() {
                            let Ok(port) = buffer.trim_start_matches('0').parse::<u16>().or_else(|error| {
                                if buffer.bytes().all(|digit| digit == b'0') { Ok(0) } else { Err(error) }
                            }) else {
                                self.error("port-out-of-range");
                                return None;
                            };
                            url.port = Some(port).filter(|_| default_port(&url.scheme) != Some(Some(port)));
                            buffer.clear();
                        }
                        state = State::PathStart;
                        pointer -= 1;
                    }
                    _ => {
                        self.error("port-invalid");
                        return None;
                    }
                },
                State::File => {
                    url.host = Some(String::new());
                    if matches!(c, Some('/' | '\\')) {
                        if c == Some('\\') {
                            self.error("invalid-reverse-solidus");
                        }
                        state = State::FileSlash;
                    } else if let Some(base) = base.filter(|base| base.scheme == "file") {
                        url.host.clone_from(&base.host);
                        (segments, url.query) = (base.segments(), base.query.clone());
                        match c {
                            Some('?') => (url.query, state) = (Some(String::new()), State::Query),
                            Some('#') => (url.fragment, state) = (Some(String::new()), State::Fragment),
                            Some(_) => {
                                url.query = None;
                                if starts_with_a_windows_drive_letter(&input[pointer as usize..]) {
                                    self.error("file-invalid-Windows-drive-letter");
                                    segments.clear();
                                } else {
                                    shorten(&url.scheme, &mut segments);
                                }
                                state = State::Path;
                                pointer -= 1;
                            }
                            None => {}
                        }
                    } else {
                        state = State::Path;
                        pointer -= 1;
                    }
                }
                State::FileSlash => {
                    if matches!(c, Some('/' | '\\')) {
                        if c == Some('\\') {
                            self.error("invalid-reverse-solidus");
                        }
                        state = State::FileHost;
                    } else {
                        if let Some(base) = base.filter(|base| base.scheme == "file") {
                            url.host.clone_from(&base.host);
                            let rest = input.get(pointer as usize..).unwrap_or_default();
                            let drive = base.segments().into_iter().next();
                            let drive = drive.filter(|first| is_windows_drive_letter(first) && first.ends_with(':'));
                            segments.extend(drive.filter(|_| !starts_with_a_windows_drive_letter(rest)));
                        }
                        state = State::Path;
                        pointer -= 1;
                    }
                }
                State::FileHost => match c {
                    None | Some('/' | '\\' | '?' | '#') => {
                        pointer -= 1;
                        if is_windows_drive_letter(&buffer) {
                            self.error("file-invalid-Windows-drive-letter-host");
                            state = State::Path;
                        } else if buffer.is_empty() {
                            url.host = Some(String::new());
                            state = State::PathStart;
                        } else {
                            let host = self.host(&std::mem::take(&mut buffer), false)?;
                            url.host = Some(if host == "localhost" { String::new() } else { host });
                            state = State::PathStart;
                        }
                    }
                    Some(c) => buffer.push(c),
                },
                State::PathStart => {
                    if special {
                        if backslash {
                            self.error("invalid-reverse-solidus");
                        }
                        state = State::Path;
                        if !matches!(c, Some('/' | '\\')) {
                            pointer -= 1;
                        }
                    } else {
                        match c {
                            Some('?') => (url.query, state) = (Some(String::new()), State::Query),
                            Some('#') => (url.fragment, state) = (Some(String::new()), State::Fragment),
                            Some(c) => {
                                state = State::Path;
                                if c != '/' {
                                    pointer -= 1;
                                }
                            }
                            None => {}
                        }
                    }
                }
                State::Path => {
                    let slash = c == Some('/') || backslash;
                    if slash || matches!(c, None | Some('?' | '#')) {
                        if backslash {
                            self.error("invalid-reverse-solidus");
                        }
                        if is_double_dot(&buffer) {
                            shorten(&url.scheme, &mut segments);
                            if !slash {
                                segments.push(String::new());
                            }
                        } else if is_single_dot(&buffer) {
                            if !slash {
                                segments.push(String::new());
                            }
                        } else {
                            if url.scheme == "file" && segments.is_empty() && is_windows_drive_letter(&buffer) {
                                buffer.replace_range(1.., ":");
                            }
                            segments.push(buffer.clone());
                        }
                        buffer.clear();
                        match c {
                            Some('?') => (url.query, state) = (Some(String::new()), State::Query),
                            Some('#') => (url.fragment, state) = (Some(String::new()), State::Fragment),
                            _ => {}
                        }
                    } else if let Some(c) = c {
                        self.unit(c, remaining());
                        push(&mut buffer, c, path_set);
                    }
                }
                State::OpaquePath => match c {
                    Some('?') => (url.query, state) = (Some(String::new()), State::Query),
                    Some('#') => (url.fragment, state) = (Some(String::new()), State::Fragment),
                    Some(' ') => {
                        self.error("invalid-URL-unit");
                        let last = matches!(remaining().first(), Some('?' | '#'));
                        opaque.get_or_insert_default().push_str(if last { "%20" } else { " " });
                    }
                    Some(c) => {
                        self.unit(c, remaining());
                        push(opaque.get_or_insert_default(), c, c0_control_set);
                    }
                    None => {}
                },
                State::Query => match c {
                    None | Some('#') => {
                        let set = if special { special_query_set } else { query_set };
                        url.query.get_or_insert_default().push_str(&encode(&std::mem::take(&mut buffer), set));
                        if c.is_some() {
                            (url.fragment, state) = (Some(String::new()), State::Fragment);
                        }
                    }
                    Some(c) => {
                        self.unit(c, remaining());
                        buffer.push(c);
                    }
                },
                State::Fragment => {
                    if let Some(c) = c {
                        self.unit(c, remaining());
                        push(url.fragment.get_or_insert_default(), c, fragment_set);
                    }
                }
            }
            // After the step that ends the input in a state, the pointer may have moved back.
            if pointer >= input.len() as isize {
                break;
            }
            pointer += 1;
        }
        url.path = opaque.unwrap_or_else(|| segments.iter().map(|segment| format!("/{segment}")).collect());
        url.unexamined = self.unexamined;
        Some(url)
    }
}
