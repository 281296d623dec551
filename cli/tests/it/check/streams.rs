//! The exit status of `check`, its streams, and files that it cannot read.

use crate::common::{URLS, program, run, stdout};

#[test]
fn the_exit_status_reports_whether_lines_are_accepted() {
    let status = |args: &[&str], input: &str| run(&[&["check"], args].concat(), input).status.code();
    assert_eq!(status(&[], "a:b\n"), Some(0));
    assert_eq!(status(&[], "a:b\n^\n"), Some(1));
    assert_eq!(status(&["--require", "all"], "http://a/\n"), Some(0));
    assert_eq!(status(&["--require", "all"], "a:b\n"), Some(1));
    assert_eq!(status(&["--require", "all", "--grammar", "rfc1738", "--grammar", "uri-1997"], "a:b\n"), Some(0));
    assert_eq!(status(&[], ""), Some(0));
    assert_eq!(status(&["--no-such-option"], ""), Some(2));
    assert_eq!(status(&["--grammar", "rfc9999"], ""), Some(2));
    for args in [&["check", "--no-such-option"][..], &["check", "--grammar", "x"], &["nonsense"], &["same"]] {
        let message = String::from_utf8(run(args, "").stderr).unwrap();
        assert!(message.starts_with("uri-lineage: ") && message.lines().count() == 1, "{message}");
    }
}

#[test]
fn an_unreadable_file_is_reported_in_one_line() {
    let output = run(&["check", "no/such/file"], "");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message.lines().count(), 1);
    assert!(message.starts_with("uri-lineage: cannot read no/such/file: "), "{message}");
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = program()
        .args(["check", "--format", "text", "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let _ = std::io::Write::write_all(&mut stdin, "http://a/b\n".repeat(10_000).as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn there_is_no_colour_in_a_pipe() {
    assert!(!stdout(&["check"], "a:b\n", 0).contains('\u{1b}'));
}

#[test]
fn an_unreadable_file_is_reported_after_the_records_of_others() {
    let output = run(&["check", "--format", "jsonl", URLS, "no/such/file"], "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 214);
}

/// The record of a line is written while the pipe pauses after the line.
#[test]
fn records_are_written_before_the_input_ends() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let mut child =
        program().args(["check", "--format", "jsonl"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in ["http://a/", "news:*", "^"] {
        writeln!(stdin, "{line}").unwrap();
        assert!(lines.next().unwrap().unwrap().contains(&format!("\"input\":\"{line}\"")));
    }
    drop(stdin);
    child.wait().unwrap();
}

/// Nothing can be written to standard error.
#[test]
fn a_full_standard_error_does_not_change_the_exit_status() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let status = program().args(["check", "no such file"]).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(2));
}
