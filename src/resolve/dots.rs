//! Removes `.` and `..` from a path, as sequences of segments, in time linear in the length of the
//! path.

use std::borrow::Cow;

/// A step that removes some segments of a path.
type Removal = fn(&str) -> String;

/// The four removals of RFC 1808 (section 4, step 6), 1997 and RFC 2396, in order, each with the
/// document's name for it.
pub(super) fn removals(names: [&'static str; 4]) -> impl Iterator<Item = (&'static str, Removal)> {
    let removals: [Removal; 4] = [single, last_single, double, last_double];
    names.into_iter().zip(removals)
}

/// Whether a path may have segments to remove; most paths have none.
pub(super) fn may_occur(path: &str) -> bool {
    path.starts_with('.') || path.contains("/.")
}

/// `remove_dot_segments`, RFC 3986, section 5.2.4.
pub(crate) fn segments(path: &str) -> Cow<'_, str> {
    if !may_occur(path) {
        return path.into();
    }
    let mut output = String::with_capacity(path.len());
    let mut input = path;
    while !input.is_empty() {
        // A: a prefix without a slash in front of it. D: the same prefix as the whole input.
        if let Some(suffix) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            input = suffix;
        } else if matches!(input, "." | "..") {
            input = "";
        } else if input.starts_with("/./") || input == "/." {
            // B.
            input = if input == "/." { "/" } else { &input[2..] };
        } else if input.starts_with("/../") || input == "/.." {
            // C.
            input = if input == "/.." { "/" } else { &input[3..] };
            output.truncate(output.rfind('/').unwrap_or(0));
        } else {
            // E.
            let end = input.bytes().skip(1).position(|byte| byte == b'/').map_or(input.len(), |slash| slash + 1);
            let (segment, suffix) = input.split_at(end);
            output.push_str(segment);
            input = suffix;
        }
    }
    output.into()
}

/// Removes each `.` that is followed by a slash.
pub(super) fn single(path: &str) -> String {
    let (root, segments) = split(path);
    let last = segments.len() - 1;
    let remaining = segments.iter().enumerate().filter(|(index, segment)| **segment != "." || *index == last);
    join(path, root, remaining.map(|(_, segment)| *segment))
}

/// Removes a last segment `.` and keeps the slash in front of it.
fn last_single(path: &str) -> String {
    let (root, mut segments) = split(path);
    if let Some(last) = segments.last_mut().filter(|last| **last == ".") {
        *last = "";
    }
    join(path, root, segments.into_iter())
}

/// Removes each segment other than `..` that is followed by `..` and a slash, the leftmost first,
/// until no such segment is left.
///
/// A removal may leave a path that begins with a slash (`a/..//../b`). There is no segment in front
/// of that slash, so a `..` after it stays, as it does in `/../b`.
pub(super) fn double(path: &str) -> String {
    let (mut root, segments) = split(path);
    let last = segments.len() - 1;
    let mut remaining: Vec<&str> = Vec::with_capacity(segments.len());
    for (index, segment) in segments.into_iter().enumerate() {
        match remaining.last() {
            Some(&before) if segment == ".." && index < last && before != ".." => {
                remaining.pop();
            }
            None if root.is_empty() && segment.is_empty() && (1..last).contains(&index) => root = "/",
            _ => remaining.push(segment),
        }
    }
    join(path, root, remaining.into_iter())
}

/// Removes a last `..` and the segment in front of it, unless that segment is `..`.
pub(super) fn last_double(path: &str) -> String {
    let (root, mut segments) = split(path);
    if let [.., before, ".."] = segments[..]
        && before != ".."
    {
        segments.truncate(segments.len() - 2);
        segments.push("");
    }
    join(path, root, segments.into_iter())
}

/// The path without the `..` segments at its beginning; an unchanged path if it has none.
pub(super) fn without_leading(path: &str) -> &str {
    let mut path = path;
    loop {
        let inner = path.strip_prefix('/').unwrap_or(path);
        match inner.strip_prefix("..") {
            Some("") => return &path[..path.len() - 2],
            // The slash after the removed segment replaces the slash in front of it.
            Some(after) if after.starts_with('/') => path = if path.starts_with('/') { after } else { &after[1..] },
            _ => return path,
        }
    }
}

/// Splits a path into its leading slash, if any, and its segments.
fn split(path: &str) -> (&'static str, Vec<&str>) {
    let (root, relative) = path.strip_prefix('/').map_or(("", path), |relative| ("/", relative));
    let mut segments = Vec::with_capacity(1 + relative.bytes().filter(|&byte| byte == b'/').count());
    segments.extend(relative.split('/'));
    (root, segments)
}

/// Puts a leading slash, if any, and segments of a path together.
fn join<'s>(path: &str, root: &str, segments: impl Iterator<Item = &'s str>) -> String {
    let mut joined = String::with_capacity(path.len());
    joined.push_str(root);
    for (index, segment) in segments.enumerate() {
        if index > 0 {
            joined.push('/');
        }
        joined.push_str(segment);
    }
    joined
}
