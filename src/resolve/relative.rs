//! The way back: the shortest reference that stands for a target.

use super::absolute::resolve;
use super::resolution::{Options, ResolveError, Target};
use crate::grammar::Grammar;
use crate::parsed::Parsed;

/// The shortest reference that resolves to `target` against `base`; checked by resolving it.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::resolve::relative;
///
/// let base = Grammar::Uri1997.parse("http://a/b/c/d;p?q")?;
/// assert_eq!(relative(&base, "http://a/b/c/g")?, "g");
/// assert_eq!(relative(&base, "http://x/")?, "//x/");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Where the document defines no relative references, the base cannot be one, or the target is no absolute URL.
pub fn relative(base: &Parsed<'_>, target: &str) -> Result<String, ResolveError> {
    // The target itself is a reference to it, unless something is wrong with one of them.
    match resolve(base, target, Options::default())?.target {
        Target::Url(url) if url == target => {}
        _ => return Err(ResolveError::NoTarget),
    }
    let stands_for = |reference: &str| {
        let found = resolve(base, reference, Options::default());
        found.is_ok_and(|found| match found.target {
            Target::Url(url) => url == target,
            Target::SameDocument { fragment: None } => base.input() == target,
            Target::SameDocument { fragment: Some(fragment) } => {
                target.split_once('#') == Some((base.input(), &*fragment))
            }
        })
    };
    // What a reference is put after.
    let context = resolve(base, "x", Options::default())?.target.to_string();
    let mut candidates = candidates(context.strip_suffix('x').unwrap_or(base.input()), target);
    // The target is among them. Of two as long the first is taken.
    candidates.sort_by_key(String::len);
    let shortest = candidates.into_iter().find(|reference| stands_for(reference));
    Ok(shortest.unwrap_or_else(|| target.to_owned()))
}

impl Grammar {
    /// The shortest reference to `target` from a base that is a text: [`relative`](fn@relative).
    ///
    /// # Errors
    ///
    /// Those of [`relative`](fn@relative), and where the base is no URL.
    pub fn relative(self, base: &str, target: &str) -> Result<String, ResolveError> {
        relative(&self.base(base)?, target)
    }
}

/// References that may be short: what the two have in common left out, to different degrees.
fn candidates(context: &str, target: &str) -> Vec<String> {
    let (path, rest) = target.split_at(target.find(['?', '#']).unwrap_or(target.len()));
    let fragment = target.find('#').map_or("", |at| &target[at..]);
    let mut candidates = vec![target.to_owned(), fragment.to_owned(), rest.to_owned()];
    // From a slash on: site, or absolute path. The site may be empty, and the path begin in the same run of slashes; of a
    // longer run the beginning and the end are tried.
    let slashes = |text: &str| text.bytes().take_while(|&byte| byte == b'/').count();
    let mut at = 0;
    for _ in 0..3 {
        at += path[at..].find('/').unwrap_or(path.len() - at);
        let run = slashes(&path[at..]);
        let begins = (at..at + run).take(3).chain(run.checked_sub(1).map(|last| at + last));
        for begin in begins {
            // A path that begins as a site does, behind a dot segment that RFC 3986 has removed.
            candidates.extend(target[begin..].starts_with("//").then(|| format!("/.{}", &target[begin..])));
            candidates.push(target[begin..].to_owned());
        }
        at += run;
    }
    // A path from the last directory that both are in, or from there up.
    let meet = |path: &str| {
        let common = context.bytes().zip(path.bytes()).take_while(|(left, right)| left == right).count();
        let shared = context.as_bytes()[..common].iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
        (shared, "../".repeat(context[shared..].matches('/').count()))
    };
    // In the first generation a last `/.` goes with its slash.
    candidates.push(format!("{}.{rest}", meet(&format!("{path}/")).1));
    let (shared, up) = meet(path);
    let below = &path[shared..];
    let behind = target.strip_prefix(context);
    candidates.extend(behind.map(str::to_owned));
    candidates.push(format!("{up}{below}{rest}"));
    candidates.push(format!("{}{rest}", up.strip_suffix('/').unwrap_or(".")));
    // Where the shared directory is the target itself, seen from its own last segment.
    if below.is_empty() && shared > 0 {
        let inner = path[..shared - 1].rfind('/').map_or(0, |slash| slash + 1);
        candidates.push(format!("../{up}{}{rest}", &path[inner..]));
    }
    // Where one begins with a colon's segment, or with a slash.
    let dotted: Vec<String> = candidates.iter().map(|reference| format!("./{reference}")).collect();
    candidates.extend(dotted);
    candidates
}
