//! The inverse of resolution: the shortest reference to a target.

use super::absolute::is_reference;
use super::base::Base;
use super::partial;
use super::resolution::{Accepts, Options, ResolveError};
use crate::accepted::Accepted;
use crate::grammar::{Generation, Grammar};
use crate::rfc1808;

/// The shortest reference that resolves to `target` against `base`. The function checks it by
/// resolution.
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
/// If the document does not define relative references, if the base is invalid, or if the target is
/// not an absolute URL.
pub fn relative(base: &impl Accepted, target: &str) -> Result<String, ResolveError> {
    base.with_parsed(|base| Base::new(base)?.relative(target))
}

impl Base<'_> {
    /// The shortest reference that resolves to `target` against this base:
    /// [`relative`](fn@relative).
    ///
    /// # Errors
    ///
    /// If the target is not an absolute URL.
    pub fn relative(&self, target: &str) -> Result<String, ResolveError> {
        self.relative_by(target, &mut Grammar::accepts)
    }

    /// The same, but `accepts` decides whether a grammar accepts a text, as in
    /// [`resolve_by`](Self::resolve_by).
    ///
    /// # Errors
    ///
    /// Those of [`relative`](Self::relative).
    pub fn relative_by(&self, target: &str, accepts: Accepts<'_>) -> Result<String, ResolveError> {
        // The target itself is a reference to it, unless resolution changes it. A target that has
        // the base's path unchanged, with its dot segments, is that of a reference without a path.
        let whole = self.resolves_to(target, target, accepts);
        let none = || if whole { Ok(target.to_owned()) } else { Err(ResolveError::NoTarget) };
        let Some(context) = self.context() else { return none() };
        // The candidates include the target itself. Of two with the same length the first is
        // chosen.
        let mut candidates = candidates(self, context, target);
        candidates.sort_by_key(Candidate::len);
        let mut text = String::with_capacity(target.len());
        for candidate in &candidates {
            candidate.write(&mut text);
            // Most candidates resolve to something else, and then it does not matter whether the
            // grammar accepts them.
            if self.leads_to(&text, target)
                && is_reference(self.grammar(), &text, accepts)
                && (whole || self.resolves_to(&text, target, accepts))
            {
                return Ok(text);
            }
        }
        none()
    }

    /// The context that resolution puts in front of a relative path; an opaque base has none.
    fn context(&self) -> Option<&str> {
        let context = || {
            let mut target = self.resolve("x", Options::default()).ok()?.target.to_string();
            (target.pop() == Some('x')).then_some(target)
        };
        self.context.get_or_init(context).as_deref()
    }
}

impl Grammar {
    /// The shortest reference to `target` from a base that is passed as text:
    /// [`relative`](fn@relative).
    ///
    /// # Errors
    ///
    /// Those of [`relative`](fn@relative), and an error if the base is not a URL.
    pub fn relative(self, base: &str, target: &str) -> Result<String, ResolveError> {
        relative(&self.base(base)?, target)
    }
}

/// A candidate reference to the target, in pieces, since few candidates are assembled.
struct Candidate<'t> {
    /// The number of `../` at the beginning.
    up: usize,
    /// Dots after them, possibly with a slash.
    dots: &'static str,
    /// The part of the target's path that the reference contains.
    path: &'t str,
    /// The part of the target's query and fragment that the reference contains.
    rest: &'t str,
}

impl Candidate<'_> {
    fn len(&self) -> usize {
        "../".len() * self.up + self.dots.len() + self.path.len() + self.rest.len()
    }

    /// Replaces a text with the reference.
    fn write(&self, text: &mut String) {
        text.clear();
        text.extend(std::iter::repeat_n("../", self.up));
        text.extend([self.dots, self.path, self.rest]);
    }
}

/// Candidates for a short reference. Each omits a different amount of the text that base and target
/// share: resolution takes omitted text from the base, so it has to be the same in both.
fn candidates<'t>(base: &Base<'_>, context: &str, target: &'t str) -> Vec<Candidate<'t>> {
    // In RFC 1808 params follow the path, and a reference may consist of params alone (section 4,
    // step 5). Its net_loc may contain the same marks.
    let with_params = base.grammar().generation() == Generation::Intermediate;
    let marks: &[u8] = if with_params { b";?#" } else { b"?#" };
    let before = |text: &str, marks: &[u8]| {
        let begin = if with_params { rfc1808::Url::new(text).before_path() } else { 0 };
        text.bytes().skip(begin).position(|byte| marks.contains(&byte)).map_or(text.len(), |at| begin + at)
    };
    let (path, rest) = target.split_at(before(target, marks));
    let (all_path, query) = target.split_at(before(target, b"?#"));
    let (whole, fragment) = target.split_at(before(target, b"#"));
    let known = match base.grammar().generation() {
        Generation::First => partial::bare(base.as_str()),
        _ => base.as_str(),
    };
    let plain = |dots, path, rest| Candidate { up: 0, dots, path, rest };
    let mut candidates = Vec::with_capacity(12);
    candidates.push(plain("", target, ""));
    // An empty reference, a fragment, or a query and a fragment.
    if known == target {
        candidates.push(plain("", "", ""));
    }
    if &known[..before(known, b"#")] == whole {
        candidates.push(plain("", "", fragment));
    }
    if &known[..before(known, b"?#")] == all_path {
        candidates.push(plain("", "", query));
    }
    if &known[..before(known, marks)] == path || context == path {
        candidates.push(plain("", "", rest));
    }
    // From a slash on: site, or absolute path. The site may be empty, and the path may begin in the
    // same run of slashes. Of a longer run only the first slashes and the last one are tried.
    let common = |text: &str| text.bytes().zip(target.bytes()).take_while(|(left, right)| left == right).count();
    let (alike, mut at) = (common(known), 0);
    for _ in 0..3 {
        at += path[at..].find('/').unwrap_or(path.len() - at);
        let run = path[at..].bytes().take_while(|&byte| byte == b'/').count();
        let begins = (at..at + run).take(3).chain((run > 3).then(|| at + run - 1));
        for begin in begins.filter(|&begin| begin <= alike) {
            let behind = &target[begin..];
            // A path that begins like a site, after a dot segment, which RFC 3986 removes.
            candidates.extend(behind.starts_with("//").then(|| plain("/.", behind, "")));
            candidates.push(plain("", behind, ""));
        }
        at += run;
    }
    // A path from the deepest directory that contains both, or one that goes up to it. The base
    // usually begins with the context.
    let meet = if known.starts_with(context) { alike.min(context.len()) } else { common(context) }.min(path.len());
    // A path that does not begin with a slash begins behind the scheme.
    let scheme = || path.as_bytes()[..meet].iter().position(|&byte| byte == b':').map_or(0, |colon| colon + 1);
    let slash = path.as_bytes()[..meet].iter().rposition(|&byte| byte == b'/');
    let shared = slash.map_or_else(scheme, |slash| slash + 1);
    let count = |text: &str| text.bytes().filter(|&byte| byte == b'/').count();
    let (up, below) = (count(&context[shared..]), &path[shared..]);
    candidates.push(Candidate { up, dots: "", path: below, rest });
    if below.is_empty() || path == context {
        candidates.push(match up.checked_sub(1) {
            Some(up) => Candidate { up, dots: "..", path: "", rest },
            None => plain(".", "", rest),
        });
        // The target is the shared directory itself: a reference that begins with its own last
        // segment.
        let inner = path[..shared.saturating_sub(1)].rfind('/').map_or(0, |slash| slash + 1);
        candidates.push(Candidate { up: up + 1, dots: "", path: &path[inner..], rest });
    }
    // In the first generation a last `/.` is removed with its slash. If the rest has a colon, a
    // slash may be needed in front of it.
    if context.strip_prefix(path).is_some_and(|behind| behind.starts_with('/')) {
        let up = count(&context[path.len() + 1..]);
        candidates.extend([".", "./."].map(|dots| Candidate { up, dots, path: "", rest }));
    }
    // A reference needs a dot in front if it begins with a slash or with a segment that has a
    // colon, or if it has no segment.
    if let Some(behind) = target.strip_prefix(context) {
        candidates.push(plain("", behind, ""));
        let segment = &behind[..behind.find('/').unwrap_or(behind.len())];
        if segment.is_empty() || segment.contains([':', ';', '?', '#']) {
            candidates.push(plain("./", behind, ""));
        }
    }
    candidates
}
