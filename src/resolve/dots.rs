//! The removal of `.` and `..` from a path, as sequences of segments: in time proportional to the path's length.

/// A step that removes some segments of a path.
type Removal = fn(&str) -> String;

/// The four removals of RFC 1808 (section 4, step 6), 1997 and RFC 2396, in order, each with the name that a document gives it.
pub(super) fn removals(names: [&'static str; 4]) -> impl Iterator<Item = (&'static str, Removal)> {
    let all: [Removal; 4] = [single, last_single, double, last_double];
    names.into_iter().zip(all)
}

/// Whether a path may have segments to remove; most have none.
pub(super) fn may_occur(path: &str) -> bool {
    path.starts_with('.') || path.contains("/.")
}

/// `remove_dot_segments`, RFC 3986, section 5.2.4.
pub(crate) fn segments(path: &str) -> String {
    if !may_occur(path) {
        return path.to_owned();
    }
    let mut output = String::with_capacity(path.len());
    let mut input = path;
    while !input.is_empty() {
        // A: a prefix that no slash precedes. D: the same, and nothing after it.
        if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            input = rest;
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
            let end = input[1..].find('/').map_or(input.len(), |slash| slash + 1);
            let (segment, rest) = input.split_at(end);
            output.push_str(segment);
            input = rest;
        }
    }
    output
}

/// Removes each `.` that a slash follows.
pub(super) fn single(path: &str) -> String {
    let (root, segments) = split(path);
    let last = segments.len() - 1;
    let kept = segments.iter().enumerate().filter(|(at, segment)| **segment != "." || *at == last);
    join(root, kept.map(|(_, segment)| *segment))
}

/// Removes a last segment that is `.`; the slash before it stays.
fn last_single(path: &str) -> String {
    let (root, mut segments) = split(path);
    if let Some(last) = segments.last_mut().filter(|last| **last == ".") {
        *last = "";
    }
    join(root, segments.into_iter())
}

/// Removes each segment other than `..` with a `..` and a slash after it, the leftmost first, until there is none.
///
/// A removal may leave a path that begins with a slash (`a/..//../b`). No segment stands before that slash, so that a `..`
/// after it stays, as it stays in `/../b`.
pub(super) fn double(path: &str) -> String {
    let (mut root, segments) = split(path);
    let last = segments.len() - 1;
    let mut kept: Vec<&str> = Vec::with_capacity(segments.len());
    for (at, segment) in segments.into_iter().enumerate() {
        match kept.last() {
            Some(&before) if segment == ".." && at < last && before != ".." => {
                kept.pop();
            }
            None if root.is_empty() && segment.is_empty() && (1..last).contains(&at) => root = "/",
            _ => kept.push(segment),
        }
    }
    join(root, kept.into_iter())
}

/// Removes a last `..` and the segment before it, if that is no `..`.
pub(super) fn last_double(path: &str) -> String {
    let (root, mut segments) = split(path);
    if let [.., before, ".."] = segments[..]
        && before != ".."
    {
        segments.truncate(segments.len() - 2);
        segments.push("");
    }
    join(root, segments.into_iter())
}

/// The path without the `..` at its beginning; the same path where there is none.
pub(super) fn without_leading(path: &str) -> &str {
    let mut rest = path;
    loop {
        let inner = rest.strip_prefix('/').unwrap_or(rest);
        match inner.strip_prefix("..") {
            Some("") => return &rest[..rest.len() - 2],
            // The slash before the removed segment is the one after it now.
            Some(after) if after.starts_with('/') => rest = if rest.starts_with('/') { after } else { &after[1..] },
            _ => return rest,
        }
    }
}

/// The slash at the beginning, if there is one, and the segments after it.
fn split(path: &str) -> (&'static str, Vec<&str>) {
    match path.strip_prefix('/') {
        Some(rest) => ("/", rest.split('/').collect()),
        None => ("", path.split('/').collect()),
    }
}

fn join<'s>(root: &str, segments: impl Iterator<Item = &'s str>) -> String {
    let mut path = root.to_owned();
    for (at, segment) in segments.enumerate() {
        if at > 0 {
            path.push('/');
        }
        path.push_str(segment);
    }
    path
}
