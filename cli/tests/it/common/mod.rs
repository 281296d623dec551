//! What the end-to-end tests share.

pub mod html;
pub mod records;
#[path = "../../../../tests/it/common/sample.rs"]
mod sample;
#[path = "../../../../tests/it/common/strings.rs"]
mod strings;

use std::io::{BufRead, Write};
use std::num::NonZero;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

pub use sample::{at_most, sampled, share, tries_everything};
pub use strings::short_strings;

/// The list of URLs of the 1990s, from the folder in which the program runs.
pub const URLS: &str = "tests/data/urls-1990s.txt";

/// The program, in the root of the workspace.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_uri-lineage"));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    command
}

/// A usage error, whose whole message is given.
#[track_caller]
pub fn refused(args: &[&str], message: &str) {
    let output = run(args, "");
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("uri-lineage: {message}\n"));
}

/// A file of its own for each test, in cargo's folder for them.
pub fn file(name: &str, text: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// Answers the strings of a parser's standard input, in a test that a command of [`planted`] runs.
/// The harness writes to standard output, so the answers go to another file descriptor. In any other
/// run the test does nothing.
pub fn answer_strings(mut answer: impl FnMut(&str, &str) -> Value) {
    let Ok(fault) = std::env::var(PLANTED) else { return };
    let mut answers = std::fs::OpenOptions::new().write(true).open("/dev/fd/3").unwrap();
    for line in std::io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line.unwrap()).unwrap();
        if writeln!(answers, "{}", answer(&fault, &text)).is_err() {
            return;
        }
    }
}

/// The variable that names the fault of a planted parser.
const PLANTED: &str = "URI_LINEAGE_PLANTED";

/// The command that runs a test of this program as a parser with a fault.
pub fn planted(test: &str, fault: &str) -> Vec<String> {
    let own = std::env::current_exe().unwrap();
    let script = format!("{PLANTED}=\"$1\" exec \"$0\" --exact {test} --nocapture 3>&1 >&2");
    ["sh", "-c", &script, own.to_str().unwrap(), fault].map(str::to_owned).to_vec()
}

/// Calls a function with each value, on as many threads as run at once: one long test would keep
/// one processor busy, and the others idle.
pub fn at_once<T: Sync>(all: &[T], each: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            each(one);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(work);
        }
    });
}

/// Runs the program with standard input. What it writes for programs is held to its schema.
pub fn run(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = program()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input");
    let input = input.as_ref().to_vec();
    let writer = std::thread::spawn(move || {
        // Who has read enough may have gone.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    records::hold(args, output.status.code(), &output.stdout);
    output
}

/// Standard output, for a run that must end with that status.
#[track_caller]
pub fn stdout(args: &[&str], input: impl AsRef<[u8]>, status: i32) -> String {
    let output = run(args, input);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Asserts a snapshot in the folder `snapshots/` of the workspace.
pub fn assert_snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Standard output as JSON.
#[track_caller]
pub fn json(args: &[&str], status: i32) -> serde_json::Value {
    serde_json::from_str(&stdout(args, "", status)).unwrap()
}
