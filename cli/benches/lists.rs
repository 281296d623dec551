//! How fast the program works on lists: a row for each command, and programs that everybody knows
//! beside them.
//!
//! `cargo bench -p uri-lineage-cli` prints the table. Rates are of the best of some runs whose
//! output is discarded, so that no reader takes the processor from the program. The output is
//! counted in a run of its own, with the most memory that was resident, which is known on Linux
//! only. Programs that are not installed are left out.
//!
//! `cargo bench -p uri-lineage-cli -- list` prints the list itself, for a profiler.

mod urls;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How large the list is, in bytes.
const SIZE: usize = 20 << 20;
/// How often each command runs.
const RUNS: usize = 5;

fn main() {
    let urls: String = urls::urls().iter().flat_map(|url| [url, "\n"]).collect();
    if std::env::args().any(|arg| arg == "list") {
        print!("{urls}");
        return;
    }
    let folder = std::env::temp_dir().join(format!("uri-lineage-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the inputs");
    let (list, records) = (folder.join("list.txt"), folder.join("records.jsonl"));
    fs::write(&list, urls.repeat(SIZE / urls.len() + 1)).expect("a list");
    // Text with a URL now and then.
    let text = folder.join("text.txt");
    let words = "It is said in the documents of that time, and elsewhere, that a name is found so.\n".repeat(20);
    let prose: String = urls.lines().take(2000).flat_map(|url| [&words, "See <URL:", url, ">.\n"]).collect();
    fs::write(&text, prose.repeat(SIZE / prose.len() + 1)).expect("a text");

    println!("{:<44} {:>12} {:>10} {:>10} {:>9}", "", "lines/s", "MB/s in", "MB/s out", "MB");
    let program = |input: &Path, args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_uri-lineage"));
        command.args(args).arg(input);
        command
    };
    for args in [
        &["check", "--summary"][..],
        &["check", "--format", "jsonl"],
        &["check", "--format", "csv"],
        &["check"],
        &["check", "--list", "--in", "rfc1738", "--not-in", "uri-1997"],
        &["normalize", "--file"],
        &["normalize", "--format", "jsonl", "--file"],
        &["request", "--file"],
        &["request", "--format", "jsonl", "--file"],
        &["compare", "--file"],
        &["compare", "--format", "jsonl", "--file"],
        &["convert", "--to", "uri-1997", "--file"],
        &["resolve", "http://a/b/c/d", "--file"],
        &["resolve", "http://a/b/c/d", "--format", "jsonl", "--file"],
        &["relative", "http://a/b/c/d", "--file"],
        &["extract"],
        &["extract", "--format", "jsonl"],
    ] {
        row(&args.join(" "), &list, || program(&list, args));
    }
    for args in [&["extract"][..], &["extract", "--format", "jsonl"]] {
        row(&format!("{} (running text)", args.join(" ")), &text, || program(&text, args));
    }
    let output = program(&list, &["check", "--format", "jsonl"]).stderr(Stdio::null()).output().expect("records");
    fs::write(&records, output.stdout).expect("records");
    let other = |name: &'static str, args: &'static [&str], input: &PathBuf| {
        let mut command = Command::new(name);
        command.args(args).arg(input);
        command
    };
    row("wc -l (the list)", &list, || other("wc", &["-l"], &list));
    row("cat (the records)", &records, || other("cat", &[], &records));
    row("jq -c . (the records)", &records, || other("jq", &["-c", "."], &records));
    row("rg -c 'http://' (the list)", &list, || other("rg", &["-c", "http://"], &list));
    row("rg -o '[a-z]+:[^ >]+' (running text)", &text, || other("rg", &["-o", "[a-z]+:[^ >]+"], &text));
    fs::remove_dir_all(&folder).expect("the folder of the inputs");
}

/// Prints the best of some runs.
fn row(name: &str, input: &Path, command: impl Fn() -> Command) {
    let times: Option<Vec<Duration>> = (0..RUNS).map(|_| time(command())).collect();
    let Some(best) = times.and_then(|times| times.into_iter().min()) else { return };
    let Some((written, memory)) = output(command()) else { return };
    let bytes = fs::read(input).expect("the input");
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
    let rate = |amount: usize| amount as f64 / best.as_secs_f64();
    let memory = memory.map(|memory| (memory / 1024).to_string()).unwrap_or_default();
    let (read, written) = (rate(bytes.len()) / 1e6, rate(written) / 1e6);
    println!("{name:<44} {:>12.0} {read:>10.0} {written:>10.0} {memory:>9}", rate(lines));
}

/// The time that a command takes if its output is discarded; `None` where there is no such program.
fn time(mut command: Command) -> Option<Duration> {
    let start = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
    Some(start.elapsed())
}

/// The number of bytes that a command writes, and the most memory that it has had, in KiB.
fn output(mut command: Command) -> Option<(usize, Option<usize>)> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let mut out = child.stdout.take()?;
    // As much at once as `cat` reads.
    let (mut buffer, mut written, mut memory) = (vec![0; 128 << 10], 0, None);
    loop {
        match out.read(&mut buffer).ok()? {
            0 => break,
            read => written += read,
        }
        memory = memory.max(resident(&child));
    }
    child.wait().ok()?;
    Some((written, memory))
}

/// The most memory that a process has had, in KiB.
fn resident(child: &Child) -> Option<usize> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.split_whitespace().next()?.parse().ok()
}
