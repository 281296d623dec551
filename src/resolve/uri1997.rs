//! The algorithm of the URL draft of December 1997, section 4.2.

use super::dots;
use super::resolution::{Leading, Options, Resolution, ResolveError, Steps, Target};
use crate::parsed::{Parsed, Value};
use crate::uri1997::{Groups, UriReference, Url};

pub(super) fn resolve(base: &Parsed<'_>, reference: &str, options: Options) -> Result<Resolution, ResolveError> {
    match base.value() {
        Some(Value::Uri1997(UriReference::Urn(_))) => return Err(ResolveError::NoBase("it is a URN")),
        Some(Value::Uri1997(UriReference::Url(url))) if matches!(url.url, Some(Url::Absolute(_))) => {
            if url.fragment.is_some() {
                return Err(ResolveError::NoBase("it has a fragment"));
            }
        }
        _ => return Err(ResolveError::NoBase("it has no scheme")),
    }
    let base = Groups::parse(base.input()).map_err(|error| ResolveError::Base(Box::new(error)))?;
    let url = Groups::parse(reference).map_err(|error| ResolveError::Reference(Box::new(error)))?;
    let mut steps = Steps::default();
    steps.add("1: the reference in its components", show(&url));
    if let Groups { scheme: None, site: None, query: None, path: "", fragment } = url {
        let fragment = fragment.map(str::to_owned);
        steps.add("2: nothing but perhaps a fragment: the current document", reference);
        return Ok(steps.end(Target::SameDocument { fragment }));
    }
    if url.scheme.is_some() {
        steps.add("3: it has a scheme, and is absolute", reference);
        return Ok(steps.end(Target::Url(reference.to_owned())));
    }
    let mut whole = Groups { scheme: base.scheme, ..url };
    steps.add("3: the scheme is the base's", show(&whole));
    let path;
    if whole.site.is_some() {
        steps.add("4: it has a site, and its path is left as it is", show(&whole));
    } else {
        whole.site = base.site;
        steps.add("4: the site is the base's", show(&whole));
        if whole.path.starts_with('/') {
            steps.add("5: its path begins with a slash, and is left as it is", show(&whole));
        } else {
            path = merge(base.path, whole.path, options.leading, &mut steps)?;
            whole.path = &path;
        }
    }
    let result = whole.to_string();
    steps.add("7: the components together", &*result);
    Ok(steps.end(Target::Url(result)))
}

/// Step 6.
fn merge(base: &str, path: &str, leading: Leading, steps: &mut Steps) -> Result<String, ResolveError> {
    let mut buffer = base.rfind('/').map_or(String::new(), |slash| base[..=slash].to_owned());
    steps.add("6a: the base's path up to its last slash", &*buffer);
    buffer.push_str(path);
    steps.add("6b: the reference's path behind it", &*buffer);
    type Removal = fn(&str) -> String;
    let removals: [(&'static str, Removal); 4] = [
        ("6c: each `./` removed", dots::single),
        ("6d: a last `.` removed", dots::last_single),
        ("6e: each `<segment>/../` removed", dots::double),
        ("6f: a last `<segment>/..` removed", dots::last_double),
    ];
    for (rule, removal) in removals {
        buffer = removal(&buffer);
        steps.add(rule, &*buffer);
    }
    let without = dots::without_leading(&buffer);
    if without.len() < buffer.len() {
        match leading {
            Leading::Keep => steps.add("6g: the `..` left at the beginning is kept", &*buffer),
            Leading::Remove => {
                buffer = without.to_owned();
                steps.add("6g: the `..` left at the beginning is removed", &*buffer);
            }
            Leading::Refuse => return Err(ResolveError::LeadingDots(buffer)),
        }
    }
    steps.add("6h: the path", &*buffer);
    Ok(buffer)
}

fn show(groups: &Groups<'_>) -> String {
    let part = |name, value: Option<&str>| value.map(|value| format!("{name} {value:?}"));
    let Groups { scheme, site, path, query, fragment } = *groups;
    let parts = [
        part("scheme", scheme),
        part("site", site),
        part("path", Some(path)),
        part("query", query),
        part("fragment", fragment),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
