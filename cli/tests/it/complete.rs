//! Completion, tried in real shells as a user does: something is typed, then the tab key.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{sampled, stdout};

/// What is typed, and what a tab has to add to it so that this stands there.
const TYPED: [(&str, &str); 15] = [
    ("uri-lineage norma", "normalize"),
    ("uri-lineage check --gram", "--grammar"),
    ("uri-lineage check --grammar rfc17", "rfc1738"),
    ("uri-lineage check -g histo", "historical"),
    ("uri-lineage check -g rfc1738,rfc3986,rfc18", "rfc1738,rfc3986,rfc1808"),
    ("uri-lineage check --in rfc27", "rfc2732"),
    ("uri-lineage check --reason nationa", "national-character"),
    ("uri-lineage check --production gopherur", "gopherurl"),
    ("uri-lineage parse --production rfc1738:gopherur", "rfc1738:gopherurl"),
    ("uri-lineage explain rfc3986 IPv4a", "IPv4address"),
    ("uri-lineage explain rfc1738:gopherur", "rfc1738:gopherurl"),
    ("uri-lineage claims -g rfc60", "rfc6068"),
    ("uri-lineage schema norma", "normalize"),
    ("uri-lineage explain --lint useless", "useless-alternative"),
    ("uri-lineage lint my.abnf --deny idle-r", "idle-repetition"),
];

fn path() -> std::ffi::OsString {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_uri-lineage")).parent().unwrap();
    let old = std::env::var_os("PATH").unwrap();
    std::env::join_paths([program.to_owned()].into_iter().chain(std::env::split_paths(&old))).unwrap()
}

/// Whether programs are installed; what is not is named.
fn installed(programs: &[&str]) -> bool {
    let there = |name: &str| std::env::split_paths(&path()).any(|folder| folder.join(name).is_file());
    programs.iter().all(|name| {
        there(name) || {
            eprintln!("COMPLETION WAS NOT TRIED: {name} is not installed");
            false
        }
    })
}

/// What a shell on a terminal of its own shows after these keys. It ends by itself, or after some
/// time.
fn on_a_terminal(shell: &str, keys: &str) -> String {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let shown = folder.join(format!("completion-{}", shell.split(' ').next().unwrap()));
    let mut child = Command::new("script")
        .args(["-qefc", shell, "/dev/null"])
        .current_dir(folder)
        .env("PATH", path())
        .env("TERM", "dumb")
        .env("PS1", "> ")
        .env("HISTFILE", "/dev/null")
        .stdin(Stdio::piped())
        .stdout(std::fs::File::create(&shown).unwrap())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(keys.as_bytes()).unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    drop(stdin);
    String::from_utf8_lossy(&std::fs::read(shown).unwrap()).into_owned()
}

/// Types every line with a tab, and prints what stands there then instead of running it.
fn tried(shell: &str, before: &str) {
    // The beginning of the line becomes a comment of a kind: what is completed is printed between
    // marks.
    for (typed, wanted) in sampled(TYPED, 3) {
        let keys = format!("{before}\n{typed}\t\x01printf '<%s>' \x05\nexit\nexit\n");
        let shown = on_a_terminal(shell, &keys);
        let mark = format!("<{wanted}>");
        assert!(shown.contains(&mark), "{shell}: {typed}: no {mark} in {shown:?}");
    }
}

#[test]
fn bash_completes() {
    if installed(&["bash", "script"]) {
        tried(
            "bash --norc --noprofile -i",
            "bind 'set enable-bracketed-paste off'; source <(uri-lineage completions bash)",
        );
    }
}

#[test]
fn zsh_completes() {
    if installed(&["zsh", "script"]) {
        tried("zsh -f -i", "bindkey -e; autoload -U compinit; compinit -u -D; source <(uri-lineage completions zsh)");
    }
}

#[test]
fn fish_completes() {
    if !installed(&["fish"]) {
        return;
    }
    for (typed, wanted) in sampled(TYPED, 3) {
        let script = format!("uri-lineage completions fish | source; complete --do-complete '{typed}'");
        let output = Command::new("fish").args(["--no-config", "-c", &script]).env("PATH", path()).output().unwrap();
        let found = String::from_utf8_lossy(&output.stdout);
        // A candidate, and its help after a tab.
        let mut found_words = found.lines().filter_map(|line| line.split('\t').next());
        assert!(found_words.any(|word| word == wanted), "{typed}: {found}");
    }
}

#[test]
fn every_shell_has_a_script() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(stdout(&["completions", shell], "", 0).contains("URI_LINEAGE_COMPLETE"), "{shell}");
    }
}
