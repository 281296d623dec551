//! The removal of `.` and `..` from a path, as sequences of segments: in time proportional to the path's length.

/// Removes each `.` that a slash follows.
pub(super) fn single(path: &str) -> String {
    let (root, segments) = split(path);
    let last = segments.len() - 1;
    let kept = segments.iter().enumerate().filter(|(at, segment)| **segment != "." || *at == last);
    join(root, kept.map(|(_, segment)| *segment))
}

/// Removes a last segment that is `.`; the slash before it stays.
pub(super) fn last_single(path: &str) -> String {
    let (root, mut segments) = split(path);
    if let Some(last) = segments.last_mut().filter(|last| **last == ".") {
        *last = "";
    }
    join(root, segments.into_iter())
}

/// Removes each segment other than `..` with a `..` and a slash after it, the leftmost first, until there is none.
pub(super) fn double(path: &str) -> String {
    let (root, segments) = split(path);
    let last = segments.len() - 1;
    let mut kept: Vec<&str> = Vec::with_capacity(segments.len());
    for (at, segment) in segments.into_iter().enumerate() {
        match kept.last() {
            Some(&before) if segment == ".." && at < last && before != ".." => {
                kept.pop();
            }
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
