//! Hostile input: nothing that a user gives acts on the terminal, grows without bound, or is lost.

use crate::common::{program, run, sampled, share, stdout};
use std::io::Write;
use std::process::Stdio;
use uri_lineage::Grammar;

/// What acts on a terminal or on the direction of text, beside what ends a line.
fn acts(text: &str) -> bool {
    text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t') || ('\u{202A}'..='\u{202E}').contains(&c))
}

/// Every command that shows text for people, with input that would act on a terminal.
#[test]
fn no_output_acts_on_the_terminal() {
    let hostile = "http://a\u{1b}[31m/\u{202e}b\u{9b}c\rd\u{7f}e\u{0}";
    let lines = format!("{hostile}\nhttp://a%1B%5B31mX/\nurl:http://a%1B/\n");
    let without_nul = hostile.replace('\0', "");
    let folder = std::env::temp_dir().join(format!("uri-lineage-\u{1b}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let bnf = file("a\u{1b}.bnf", "; \u{1b}[31m\na = \"x\u{1b}[31m\"  ; \u{9b}\n");
    let of = format!("{bnf}:a");
    let pest = file("a\u{1b}.pest", "url = { \"x\\x1b[31m\" ~ host } host = @{ ANY }\n");
    let urls = file("urls\u{1b}", &lines);
    for args in [
        vec!["check"],
        vec!["check", "--summary"],
        vec!["check", &urls, &urls],
        vec!["check", "no such \u{1b} file"],
        vec!["parse", &without_nul],
        vec!["request"],
        vec!["request", "http://a%1B%5B31mX/"],
        vec!["normalize"],
        vec!["convert", "--to", "rfc1738"],
        vec!["same", &without_nul, "x:y"],
        vec!["resolve", "http://a/b", "x\nuri-1997         http://evil/"],
        vec!["resolve", "--steps", "http://a/b", &without_nul],
        vec!["relative", "http://a/b", &without_nul],
        vec!["extract"],
        vec!["explain", &bnf],
        vec!["explain", &bnf, "a"],
        vec!["diff", &of, "rfc1738:host"],
        vec!["sample", &of],
        vec!["ambiguity", &bnf],
        vec!["lint", &bnf, &pest],
        vec!["lint", &urls, "no such \u{1b} file"],
        vec!["lint", &bnf, "--entry", "\u{1b}[31m"],
        vec!["differential", "--pest", &pest, "--pest", &pest, "--strict"],
        vec!["differential", "rfc1738", "--pest", "no such \u{1b} file"],
        vec!["chars", "\u{1b}"],
        vec!["chars", "--in", "\u{1b}[31m"],
        vec!["lineage", "\u{1b}[31m"],
    ] {
        let output = run(&args, &lines);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(!acts(&text), "{args:?}: {text:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!acts(&error), "{args:?}: {error:?}");
    }
    // A line of one reference is one line.
    let forged = stdout(&["resolve", "http://a/b", "x\nuri-1997         http://evil/"], "", 1);
    assert!(!forged.lines().any(|line| line.starts_with("uri-1997         http://evil/")), "{forged}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// A diagram stays XML whatever stands in the grammar.
#[test]
fn a_diagram_is_xml() {
    let folder = std::env::temp_dir().join(format!("uri-lineage-svg-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (bnf, svg) = (folder.join("a.bnf"), folder.join("a.svg"));
    std::fs::write(&bnf, "a = \"<script>\u{1b}&\" | <prose \u{8}>\n").unwrap();
    let output = run(&["explain", bnf.to_str().unwrap(), "a", "--svg", svg.to_str().unwrap()], "");
    // Prose defines nothing: the production has no language, and is not drawn.
    assert_eq!(output.status.code(), Some(2));
    std::fs::write(&bnf, "a = \"<script>\u{1b}&\" | \"x\"\n").unwrap();
    assert_eq!(
        run(&["explain", bnf.to_str().unwrap(), "a", "--svg", svg.to_str().unwrap()], "").status.code(),
        Some(0)
    );
    let svg = std::fs::read_to_string(svg).unwrap();
    assert!(!acts(&svg) && svg.contains("&lt;script&gt;") && !svg.contains("<script>"), "{svg}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Commands that keep whole lines skip one that exceeds the memory which they may use, and read the
/// next; `check` classifies it.
#[test]
fn a_line_longer_than_the_memory() {
    for command in sampled([vec!["request"], vec!["normalize"], vec!["convert", "--to", "rfc1738"]], 3) {
        let mut child = program()
            .args(&command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        (0..share(1 << 11, 3)).for_each(|_| stdin.write_all(&[0; 1 << 16]).unwrap());
        // The program has read the line, except the part in the pipe.
        if cfg!(target_os = "linux") {
            let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
            let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
            assert!(peak < 64 << 10, "{command:?}: {peak} KiB");
        }
        stdin.write_all(b"\nhttp://a/\n").unwrap();
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let told = "uri-lineage: standard input:1: the record is longer than 1048576 bytes\n\
                    uri-lineage: 1 of 2 records could not be read\n";
        assert_eq!(error, told, "{command:?}");
        assert!(String::from_utf8(output.stdout).unwrap().contains("http://a"), "{command:?}");
    }
}

/// What comes is answered before more comes.
#[test]
fn commands_answer_line_by_line() {
    use std::io::{BufRead, BufReader};
    for command in [vec!["normalize", "-g", "rfc1738"], vec!["convert", "--to", "rfc1738"], vec!["extract"]] {
        let mut child = program().args(&command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        for url in ["http://a/b", "http://c/d"] {
            writeln!(stdin, "{url}").unwrap();
            let found = lines.find(|line| line.as_ref().unwrap().contains(url));
            assert!(found.is_some(), "{command:?}");
        }
        drop(stdin);
        child.wait().unwrap();
    }
}

#[test]
fn absent_files_empty_inputs_and_odd_line_ends_are_read() {
    // A file that is not there does not hide the others.
    let output = run(&["check", "--summary", crate::common::URLS, "no such file", crate::common::URLS], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stdout).unwrap().contains("428 lines checked"));
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot read no such file"));
    // Empty input exits with 0.
    for command in ["request", "normalize", "check"] {
        assert_eq!(run(&[command], "").status.code(), Some(0), "{command}");
    }
    // A grammar that is asked for twice answers once.
    let twice = stdout(&["check", "-g", "rfc1738", "-g", "rfc1738", "--format", "jsonl"], "http://a/\n", 0);
    assert_eq!(twice.matches("rfc1738").count(), 1);
    // A carriage return that ends the input ends no line, in any command.
    for command in ["check", "normalize"] {
        assert_eq!(run(&[command, "-g", "rfc1738"], "http://a/\r").status.code(), Some(1), "{command}");
        assert_eq!(run(&[command, "-g", "rfc1738"], "http://a/\r\n").status.code(), Some(0), "{command}");
    }
    // A long line of blanks is blank.
    let blank = " ".repeat(1 << 20) + "\nhttp://a/\n";
    assert!(
        stdout(&["check", "--summary"], blank, 0)
            .contains("1 line checked: 1 accepted by all grammars, 0 by some, 0 by none; 1 blank line skipped")
    );
    // A plus sign is no digit of an escape.
    assert!(!stdout(&["check", "--advice", "-g", "uri-1997"], "urn:a:%+9\n", 0).contains("%09"));
    // What delimits is a danger in every generation.
    let advice = stdout(&["check", "-g", "all", "--long", "--advice"], "http://a/%0D%0Ab\n", 0);
    assert_eq!(advice.matches("%0D at byte 9").count(), Grammar::ALL.len(), "{advice}");
}

/// An array of JSON is written as it comes, and reads as one.
#[test]
fn arrays_are_streamed() {
    for command in ["normalize", "request"] {
        let text = stdout(&[command, "-g", "rfc1738", "-f", "json"], "http://a/\nftp://b/c\n", 0);
        let array: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(array.as_array().unwrap().len(), 2);
        assert_eq!(text, serde_json::to_string_pretty(&array).unwrap() + "\n");
        assert_eq!(stdout(&[command, "-f", "json"], "", 0), "[]\n");
    }
}

/// However many witnesses are asked for, the first come at once.
#[test]
fn the_first_witnesses_come_at_once() {
    use std::io::Read;
    for format in sampled(["text", "json"], 2) {
        let mut child = program()
            .args(["diff", "--brief", "--format", format, "-n", "1000000000", "rfc1738:hpath", "rfc1738:hsegment"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut first = [0; 1 << 16];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(String::from_utf8_lossy(&first).contains("//"), "{format}");
    }
}
