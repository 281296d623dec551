//! The inverse of resolution: the shortest reference to a target.

use super::absolute::is_reference;
use super::base::Base;
use super::partial;
use super::resolution::{Accepts, Options, ResolveError};
use crate::ast::accepted::Accepted;
use crate::ast::rfc1808;
use crate::grammar::{Generation, Grammar};

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

    /// Like [`relative`](Self::relative), but `accepts` decides whether a grammar accepts a text,
    /// as in [`resolve_by`](Self::resolve_by).
    ///
    /// # Errors
    ///
    /// Those of [`relative`](Self::relative).
    pub fn relative_by(&self, target: &str, accepts: Accepts<'_>) -> Result<String, ResolveError> {
        // The target itself is a reference to it, unless resolution changes it. A target that has
        // the base's path unchanged, with its dot segments, is that of a reference without a path.
        let resolves_to_itself = self.resolves_to(target, target, accepts);
        // The candidates include the target itself. The sort is stable, so the first of two with
        // the same length is tried first.
        let mut candidates = self.context().map_or_else(Vec::new, |context| candidates(self, context, target));
        candidates.sort_by_key(ReferenceCandidate::len);
        let mut text = String::with_capacity(target.len());
        for candidate in &candidates {
            candidate.write(&mut text);
            // Most candidates resolve to something else, and then it does not matter whether the
            // grammar accepts them.
            if self.steps_lead_to(&text, target)
                && is_reference(self.grammar(), &text, accepts)
                && (resolves_to_itself || self.resolves_to(&text, target, accepts))
            {
                return Ok(text);
            }
        }
        if resolves_to_itself { Ok(target.to_owned()) } else { Err(ResolveError::Unreachable) }
    }

    /// The context that resolution puts in front of a relative path; an opaque base has none.
    fn context(&self) -> Option<&str> {
        let context = self.context.get_or_init(|| {
            let mut target = self.resolve("x", Options::default()).ok()?.target.to_string();
            (target.pop() == Some('x')).then_some(target)
        });
        context.as_deref()
    }
}

/// A candidate reference to the target, in pieces, since few candidates are assembled.
struct ReferenceCandidate<'t> {
    /// The number of `../` at the beginning.
    up: usize,
    /// Dots after them, possibly with a slash.
    dots: &'static str,
    /// The part of the target's path that the reference contains.
    path: &'t str,
    /// The part of the target's query and fragment that the reference contains.
    suffix: &'t str,
}

impl<'t> ReferenceCandidate<'t> {
    fn new(dots: &'static str, path: &'t str, suffix: &'t str) -> Self {
        Self { up: 0, dots, path, suffix }
    }

    fn len(&self) -> usize {
        "../".len() * self.up + self.dots.len() + self.path.len() + self.suffix.len()
    }

    /// Replaces a text with the reference.
    fn write(&self, text: &mut String) {
        text.clear();
        text.extend(std::iter::repeat_n("../", self.up));
        text.extend([self.dots, self.path, self.suffix]);
    }
}

/// Candidates for a short reference. Each omits a different amount of the text that base and target
/// share: resolution takes omitted text from the base, so it has to be the same in both.
fn candidates<'t>(base: &Base<'_>, context: &str, target: &'t str) -> Vec<ReferenceCandidate<'t>> {
    let base_text = match base.grammar().generation() {
        Generation::First => partial::bare(base.as_str()),
        _ => base.as_str(),
    };
    // In RFC 1808 params follow the path, and a reference may consist of params alone (section 4,
    // step 5).
    let has_params = base.grammar().generation() == Generation::Intermediate;
    let marks: &[u8] = if has_params { b";?#" } else { b"?#" };
    let (path, suffix) = target.split_at(first_mark(target, marks, has_params));
    let mut candidates = Vec::with_capacity(12);
    candidates.push(ReferenceCandidate::new("", target, ""));
    // An empty reference, a fragment, a query and a fragment, or params with both.
    if base_text == target {
        candidates.push(ReferenceCandidate::new("", "", ""));
    }
    for marks in [b"#" as &[u8], b"?#"] {
        let (before, after) = target.split_at(first_mark(target, marks, has_params));
        if &base_text[..first_mark(base_text, marks, has_params)] == before {
            candidates.push(ReferenceCandidate::new("", "", after));
        }
    }
    if &base_text[..first_mark(base_text, marks, has_params)] == path || context == path {
        candidates.push(ReferenceCandidate::new("", "", suffix));
    }
    let common = common_prefix(base_text, target);
    add_from_slash(&mut candidates, path, target, common);
    // The base usually begins with the context.
    let common =
        if base_text.starts_with(context) { common.min(context.len()) } else { common_prefix(context, target) };
    add_from_directory(&mut candidates, context, path, suffix, common.min(path.len()));
    // A reference needs a dot in front if it begins with a slash or with a segment that has a
    // colon, or if it has no segment.
    if let Some(relative) = target.strip_prefix(context) {
        candidates.push(ReferenceCandidate::new("", relative, ""));
        let segment = &relative[..relative.find('/').unwrap_or(relative.len())];
        if segment.is_empty() || segment.contains([':', ';', '?', '#']) {
            candidates.push(ReferenceCandidate::new("./", relative, ""));
        }
    }
    candidates
}

/// Adds references that begin with a slash: a site, or an absolute path. The site may be empty, and
/// the path may begin in the same run of slashes. Of a longer run only the first slashes and the
/// last one are tried. Base and target have a common prefix of `common` bytes.
fn add_from_slash<'t>(candidates: &mut Vec<ReferenceCandidate<'t>>, path: &str, target: &'t str, common: usize) {
    let mut offset = 0;
    for _ in 0..3 {
        offset += path[offset..].find('/').unwrap_or(path.len() - offset);
        let run = path[offset..].bytes().take_while(|&byte| byte == b'/').count();
        let starts = (offset..offset + run).take(3).chain((run > 3).then(|| offset + run - 1));
        for start in starts.filter(|&start| start <= common) {
            let reference = &target[start..];
            // A path that begins like a site, after a dot segment, which RFC 3986 removes.
            candidates.extend(reference.starts_with("//").then(|| ReferenceCandidate::new("/.", reference, "")));
            candidates.push(ReferenceCandidate::new("", reference, ""));
        }
        offset += run;
    }
}

/// Adds paths from the deepest directory that contains base and target, and paths that go up to it.
/// The context and the target's path have a common prefix of `common` bytes.
fn add_from_directory<'t>(
    candidates: &mut Vec<ReferenceCandidate<'t>>,
    context: &str,
    path: &'t str,
    suffix: &'t str,
    common: usize,
) {
    let prefix = &path.as_bytes()[..common];
    // A path that does not begin with a slash begins after the scheme.
    let shared = match prefix.iter().rposition(|&byte| byte == b'/') {
        Some(slash) => slash + 1,
        None => prefix.iter().position(|&byte| byte == b':').map_or(0, |colon| colon + 1),
    };
    let (up, below) = (count_slashes(&context[shared..]), &path[shared..]);
    candidates.push(ReferenceCandidate { up, dots: "", path: below, suffix });
    if below.is_empty() || path == context {
        candidates.push(match up.checked_sub(1) {
            Some(up) => ReferenceCandidate { up, dots: "..", path: "", suffix },
            None => ReferenceCandidate::new(".", "", suffix),
        });
        // The target is the shared directory itself: a reference that begins with its own last
        // segment.
        let inner = path[..shared.saturating_sub(1)].rfind('/').map_or(0, |slash| slash + 1);
        candidates.push(ReferenceCandidate { up: up + 1, dots: "", path: &path[inner..], suffix });
    }
    // In the first generation a last `/.` is removed with its slash. If the suffix has a colon, a
    // slash may be needed in front of it.
    if context.strip_prefix(path).is_some_and(|directory| directory.starts_with('/')) {
        let up = count_slashes(&context[path.len() + 1..]);
        candidates.extend([".", "./."].map(|dots| ReferenceCandidate { up, dots, path: "", suffix }));
    }
}

/// The offset of the first of some marks; the length of the text if it has none. In RFC 1808, whose
/// net_loc may contain the same marks, they are searched from the path on.
fn first_mark(text: &str, marks: &[u8], has_params: bool) -> usize {
    let start = if has_params { rfc1808::Division::new(text).before_path() } else { 0 };
    text.bytes().skip(start).position(|byte| marks.contains(&byte)).map_or(text.len(), |index| start + index)
}

/// The length of the longest common prefix, in bytes.
fn common_prefix(left: &str, right: &str) -> usize {
    left.bytes().zip(right.bytes()).take_while(|(left, right)| left == right).count()
}

fn count_slashes(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'/').count()
}
