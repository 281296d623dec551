//! The steps of resolution, written down from the documents once more, as they word them: text that
//! is cut and put together.

use crate::common::{sampled, short_strings};
use uri_lineage::Grammar::{self, Rfc1630, Rfc1630Generic, Rfc1808, Rfc2396, Rfc2732, Rfc3986, Uri1997, UrlDraft02};
use uri_lineage::Warning;
use uri_lineage::resolve::{Options, ResolveError, Target};

/// The segments of a path, each by the place where it begins and ends. There is no segment in front
/// of a slash at the beginning.
fn segments(path: &str) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let mut begin = usize::from(path.starts_with('/'));
    for segment in path[begin..].split('/') {
        all.push((begin, begin + segment.len()));
        begin += segment.len() + 1;
    }
    all
}

/// "All occurrences of "./", where "." is a complete path segment, are removed."
fn each_single(path: &mut String) {
    while let Some((begin, _)) =
        segments(path).into_iter().find(|&(a, b)| &path[a..b] == "." && path[b..].starts_with('/'))
    {
        path.replace_range(begin..begin + 2, "");
    }
}

/// "If the buffer string ends with "." as a complete path segment, that "." is removed."
fn last_single(path: &mut String) {
    if segments(path).last().is_some_and(|&(a, b)| &path[a..b] == ".") {
        path.pop();
    }
}

/// "All occurrences of "<segment>/../", where <segment> is a complete path segment not equal to
/// "..", are removed ... iteratively, removing the leftmost matching pattern on each iteration,
/// until no matching pattern remains."
fn each_double(path: &mut String) {
    while let Some((begin, end)) =
        segments(path).into_iter().find(|&(a, b)| &path[a..b] != ".." && path[b..].starts_with("/../"))
    {
        path.replace_range(begin..end + 4, "");
    }
}

/// "If the buffer string ends with "<segment>/..", where <segment> is a complete path segment not
/// equal to "..", that "<segment>/.." is removed."
fn last_double(path: &mut String) {
    if let Some((begin, _)) = segments(path).into_iter().find(|&(a, b)| &path[a..b] != ".." && &path[b..] == "/..") {
        path.truncate(begin);
    }
}

/// RFC 1808, section 4, step 6; 1997, section 4.2, and RFC 2396, section 5.2, step 6.
fn merged(base: &str, reference: &str) -> String {
    let mut path = base[..base.rfind('/').map_or(0, |slash| slash + 1)].to_owned() + reference;
    each_single(&mut path);
    last_single(&mut path);
    each_double(&mut path);
    last_double(&mut path);
    path
}

/// RFC 3986, section 5.2.4.
fn remove_dot_segments(path: &str) -> String {
    let (mut input, mut output) = (path.to_owned(), String::new());
    while !input.is_empty() {
        if input.starts_with("../") {
            input.replace_range(..3, "");
        } else if input.starts_with("./") {
            input.replace_range(..2, "");
        } else if input.starts_with("/./") {
            input.replace_range(..3, "/");
        } else if input == "/." {
            input = "/".to_owned();
        } else if input.starts_with("/../") || input == "/.." {
            let cut = if input == "/.." { 3 } else { 4 };
            input.replace_range(..cut, "/");
            let last = output.rfind('/').unwrap_or(0);
            output.truncate(last);
        } else if input == "." || input == ".." {
            input.clear();
        } else {
            let end = input[1..].find('/').map_or(input.len(), |slash| slash + 1);
            output.extend(input.drain(..end));
        }
    }
    output
}

/// Scheme, authority and path of a text without query and fragment.
fn components(grammar: Grammar, text: &str) -> (Option<&str>, Option<&str>, &str) {
    let colon = text.find([':', '/']).filter(|&at| at > 0 && text[at..].starts_with(':'));
    // RFC 1808, section 2.4.2: "before any characters not allowed as part of a scheme name".
    let colon =
        colon.filter(|&at| grammar != Rfc1808 || text[..at].chars().all(|c| c.is_alphanumeric() || "+-.".contains(c)));
    let (scheme, rest) = colon.map_or((None, text), |at| (Some(&text[..at]), &text[at + 1..]));
    match rest.strip_prefix("//") {
        Some(rest) => {
            let end = rest.find('/').unwrap_or(rest.len());
            (scheme, Some(&rest[..end]), &rest[end..])
        }
        None => (scheme, None, rest),
    }
}

/// What the steps give, and whether a path has become an authority; `None` for the current
/// document.
fn steps(grammar: Grammar, base: &str, reference: &str) -> Option<(String, bool)> {
    let (scheme, site, base_path) = components(grammar, base);
    let put_together = |scheme: &str, site: Option<&str>, path: &str| {
        let site_text = site.map(|site| format!("//{site}")).unwrap_or_default();
        let joins = match site {
            Some(_) => !path.is_empty() && !path.starts_with('/'),
            None => path.starts_with("//"),
        };
        Some((format!("{scheme}:{site_text}{path}"), joins))
    };
    let (own, authority, path) = components(grammar, reference);
    let scheme = scheme.unwrap();
    match grammar {
        Rfc1808 => {
            if reference.is_empty() {
                return Some((base.to_owned(), false));
            }
            if own.is_some() {
                return Some((reference.to_owned(), false));
            }
            // An empty net_loc is the base's.
            match authority.filter(|authority| !authority.is_empty()) {
                Some(authority) => put_together(scheme, Some(authority), path),
                None if path.starts_with('/') => put_together(scheme, site, path),
                None if path.is_empty() => put_together(scheme, site, base_path),
                None => put_together(scheme, site, &merged(base_path, path)),
            }
        }
        Uri1997 | Rfc2396 | Rfc2732 => {
            if reference.is_empty() {
                return None;
            }
            match (own, authority) {
                (Some(_), _) => Some((reference.to_owned(), false)),
                (None, Some(authority)) => put_together(scheme, Some(authority), path),
                (None, None) if path.starts_with('/') => put_together(scheme, site, path),
                (None, None) => put_together(scheme, site, &merged(base_path, path)),
            }
        }
        Rfc3986 => match (own, authority) {
            (Some(own), authority) => put_together(own, authority, &remove_dot_segments(path)),
            (None, Some(authority)) => put_together(scheme, Some(authority), &remove_dot_segments(path)),
            (None, None) if path.is_empty() => put_together(scheme, site, base_path),
            (None, None) if path.starts_with('/') => put_together(scheme, site, &remove_dot_segments(path)),
            (None, None) => {
                let merged = if site.is_some() && base_path.is_empty() {
                    format!("/{path}")
                } else {
                    base_path[..base_path.rfind('/').map_or(0, |slash| slash + 1)].to_owned() + path
                };
                put_together(scheme, site, &remove_dot_segments(&merged))
            }
        },
        // "xxx/../" and "/." are removed, in which order is not said: here a "/." at the end comes
        // last. A host is no part of the path.
        _ => {
            // "must have a colon and that colon must occur before any slash".
            if reference.split('/').next().is_some_and(|before| before.contains(':')) {
                return Some((reference.to_owned(), false));
            }
            let slashes = reference.len() - reference.trim_start_matches('/').len();
            if grammar == UrlDraft02 && slashes > 0 {
                return match slashes {
                    1 => put_together(scheme, site, reference),
                    _ => Some((format!("{scheme}:{reference}"), false)),
                };
            }
            if slashes > 0 {
                let run = |at: &usize| {
                    let text = &base[*at..];
                    !base[..*at].ends_with('/') && text.len() - text.trim_start_matches('/').len() == slashes
                };
                let at = (0..base.len()).find(run)?;
                return Some((format!("{}{reference}", &base[..at]), false));
            }
            let base_path = if site.is_some() && base_path.is_empty() { "/" } else { base_path };
            let mut path = base_path[..base_path.rfind('/').map_or(0, |slash| slash + 1)].to_owned() + reference;
            each_single(&mut path);
            each_double(&mut path);
            if path.ends_with("/.") {
                path.truncate(path.len() - 2);
            }
            if grammar == UrlDraft02 {
                last_double(&mut path);
            }
            put_together(scheme, site, &path)
        }
    }
}

/// All short references against bases of each shape. A result that the grammar refuses is an error.
#[test]
fn resolution_follows_the_wording_of_each_step() {
    let (mut without_steps, mut refused) = (0, 0);
    for grammar in [UrlDraft02, Rfc1630, Rfc1630Generic, Rfc1808, Uri1997, Rfc2396, Rfc2732, Rfc3986] {
        let mut resolved = 0;
        for base in ["x://h", "x://h/", "x://h/a/b", "x://h/a//b/", "x:/a/b", "x:/", "x:d", "x:d/e", "x:/a/../b/./c"] {
            if grammar.base(base).is_err() {
                continue;
            }
            let long =
                ["*/..//../g", ".//../g", "a/b/../..//../../g", "../..//../x", "*/..///../g", "a/..//.", "a/..//.."];
            let short = sampled(short_strings("a./", 7).chain(short_strings("a/:.*", 4)), 5);
            for reference in short.chain(long.map(str::to_owned)) {
                let found = grammar.resolve(base, &reference, Options::default());
                let opaque = matches!(grammar, Rfc2396 | Rfc2732) && !base[2..].starts_with('/');
                let stated = |error: &ResolveError| {
                    matches!(error, ResolveError::Reference(_) | ResolveError::Slashes(_))
                        || opaque && matches!(error, ResolveError::UnsuitableBase(_))
                };
                let expected = steps(grammar, base, &reference);
                match (found, expected) {
                    (Err(error), _) if stated(&error) => without_steps += 1,
                    (Err(ResolveError::Refused { result, .. }), Some((expected, _))) => {
                        assert_eq!(result, expected, "{grammar} {base} {reference}");
                        assert!(!grammar.accepts(&result), "{grammar} {base} {reference} {result}");
                        refused += 1;
                    }
                    (Ok(found), None) => assert!(matches!(found.target, Target::SameDocument { .. }), "{reference}"),
                    (Ok(found), Some((expected, authority))) => {
                        assert_eq!(found.target.to_string(), expected, "{grammar} {base} {reference}");
                        let warning = authority.then_some(Warning::PathAsAuthority);
                        assert_eq!(found.warning, warning, "{grammar} {base} {reference}");
                        resolved += 1;
                    }
                    other => panic!("{grammar} {base} {reference}: {other:?}"),
                }
            }
        }
        assert!(resolved > 0, "{grammar}");
    }
    assert!(without_steps > 0 && refused > 0);
}
