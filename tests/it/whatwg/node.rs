//! A second implementation, where it is installed: the class `URL` of Node.js.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{at_most, sampled, share, short_strings};
use crate::whatwg::grammar::{URL, beginning};
use crate::whatwg::record::BASES;
use crate::whatwg::standard::{Record, parse, parse_with};
use crate::whatwg::verdicts::is_outside;
use crate::whatwg::wpt::members;

/// Reads a list of texts, each with a base or null, and writes the members of each URL, or null.
const SCRIPT: &str = "
const names = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];
const texts = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const read = ([text, base]) => { try { const url = new URL(text, base ?? undefined); return names.map(name => url[name]); } catch { return null; } };
process.stdout.write(JSON.stringify(texts.map(read)));
";

/// The version of Node's parser whose differences are known.
const KNOWN: &str = "2.9.2";

/// The version of the parser; `None` without Node.js.
fn version() -> Option<String> {
    let output = Command::new("node").args(["-p", "process.versions.ada"]).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// What each text is in Node.js, with its base if it has one; `None` without Node.js.
fn ask(texts: &[(String, Option<&str>)]) -> Option<Vec<Option<[String; 8]>>> {
    let mut node = Command::new("node");
    let mut child = node.args(["-e", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let json = serde_json::to_vec(texts).unwrap();
    child.stdin.take().unwrap().write_all(&json).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn node_js_reads_the_same_components() {
    if version().as_deref() != Some(KNOWN) {
        println!("skipped: Node.js with version {KNOWN} of its parser Ada is not installed");
        return;
    }
    let mut texts: Vec<String> = URL.sample(20).take(share(20_000, 10)).collect();
    texts.extend(URL.near_misses(20).take(share(20_000, 10)));
    for scheme in ["http:", "file:", "a:"] {
        let suite = URL.intersection(&beginning(scheme)).unwrap();
        texts.extend(sampled(suite.suite().unwrap().take(at_most(10_000)).step_by(16), 10).map(|vector| vector.input));
        let short = short_strings("/\\:@?#.|a1% \t^", 4);
        let short = sampled(short.chain(short_strings("/.C:|", 6)), 13);
        texts.extend(short.map(|text| format!("{scheme}{text}")));
    }
    compare(&texts.into_iter().map(|text| (text, None)).collect::<Vec<_>>());
}

#[test]
fn node_js_resolves_references_alike() {
    if version().as_deref() != Some(KNOWN) {
        println!("skipped: Node.js with version {KNOWN} of its parser Ada is not installed");
        return;
    }
    let references: Vec<String> = short_strings("a1:/\\?#|@.%C\t", 3).collect();
    let mut texts = Vec::new();
    for base in BASES {
        let scheme = base.split(':').next().unwrap();
        for text in sampled(&references, 41) {
            for front in ["", "//", "/C|", "http:", "file:", "a:", &format!("{scheme}:")] {
                texts.push((format!("{front}{text}"), Some(base)));
            }
        }
    }
    compare(&texts);
}

/// Whether the path of a record is opaque.
fn is_opaque(record: &Record) -> bool {
    record.host.is_none() && !record.path.starts_with('/')
}

/// Compares the library's records with those of Node.js.
fn compare(texts: &[(String, Option<&str>)]) {
    let found = ask(texts).expect("Node.js, which has just told its version");
    let (mut outside, mut opaque, mut differ, mut unknown) = (0, 0, [0; 5], Vec::new());
    for ((text, base), found) in texts.iter().zip(found) {
        let base = base.map(|base| parse(base).record.unwrap());
        let record = parse_with(text, base.as_ref()).record;
        let expected = record.as_ref().map(|record| members(record).map(|(_, text)| text));
        if record.as_ref().is_some_and(is_outside) {
            outside += 1;
        } else if base.as_ref().is_some_and(is_opaque) && expected.is_none() && text.contains('#') {
            // Node.js 20.20 resolves some references with a fragment against an opaque path. The
            // standard does so only with those that begin with `#` (4.4, no scheme state).
            opaque += usize::from(found.is_some());
        } else if found != expected {
            match found.as_ref().zip(expected.as_ref()).and_then(|(found, expected)| defect(found, expected)) {
                Some(defect) => differ[defect] += 1,
                None => unknown.push(format!("{text:?} {base:?} {found:?} {expected:?}")),
            }
        }
    }
    println!("{} texts, {outside} unexamined, {opaque} with an opaque base, {differ:?} differ", texts.len());
    assert!(unknown.is_empty(), "{}: {:#?}", unknown.len(), &unknown[..unknown.len().min(12)]);
}

/// Why Node.js 20.20 differs. The first two are rules of an earlier version of the standard, the
/// others are defects: a last segment `.` stays behind a segment that begins with a dot, `..` does
/// not remove a segment that begins with a drive letter, and `..` at the end leaves no empty
/// segment.
fn defect(found: &[String; 8], expected: &[String; 8]) -> Option<usize> {
    let mut same = found.clone();
    same[5] = expected[5].clone();
    let (file, opaque) = (found[0] == "file:", !expected[5].starts_with('/'));
    let path = if opaque { found[5].clone() } else { found[5].replace('^', "%5E") };
    let ours = &*expected[5];
    let drive = matches!(path.as_bytes(), [b'/', a, b':', ..] if a.is_ascii_alphabetic());
    match () {
        () if same != *expected => None,
        () if !opaque && path == ours => Some(0),
        () if opaque && path.trim_end() == ours.trim_end_matches("%20").trim_end() => Some(1),
        () if file && path.strip_suffix('.') == Some(ours) => Some(2),
        () if file && drive && ours == "/" => Some(3),
        () if !file && format!("{path}/") == ours => Some(4),
        () => None,
    }
}
