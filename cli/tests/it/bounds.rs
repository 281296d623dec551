//! Grammars of a user's own that ask for more than there is: each ends within seconds and a
//! gigabyte, in an answer or in one clear line and exit status 2.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{sampled, share};

/// A folder of this test's own, which is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("uri-lineage-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs the program in a gigabyte.
#[track_caller]
fn bounded(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_uri-lineage");
    let output = if Path::new("/bin/sh").exists() {
        Command::new("/bin/sh").args(["-c", "ulimit -v 1048576; exec \"$0\" \"$@\"", program]).args(args).output()
    } else {
        Command::new(program).args(args).output()
    };
    let output = output.unwrap();
    let code = output.status.code();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(code, Some(0..=2)), "{args:?}: {code:?} {error}");
    assert!(code != Some(2) || error.lines().count() == 1, "{args:?}: {error}");
    output
}

#[track_caller]
fn refused(args: &[&str], why: &str) {
    let output = bounded(args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(error.contains(why), "{args:?}: {error}");
}

#[track_caller]
fn answered(args: &[&str], what: &str) {
    let output = bounded(args);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_ne!(output.status.code(), Some(2), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains(what), "{args:?}: {text}");
}

/// Rules that go on in one of the others, as an ordinary automaton written as a grammar does.
fn right_linear(count: usize) -> String {
    let mut text = String::new();
    for at in 0..count {
        let (one, other) = ((at * 7919 + 1) % count, (at * 104_729 + 3) % count);
        writeln!(text, "a{at} = \"x\" a{one} | \"y\" a{other} | \"z\"").unwrap();
    }
    text
}

#[test]
fn many_rules() {
    let folder = Folder::new("many-rules");
    let lines = |line: fn(usize) -> String, count| (0..count).map(line).collect::<String>();
    let flat = folder.file("flat.bnf", &lines(|at| format!("a{at} = \"x\"\n"), 100_000));
    answered(&["explain", &flat, "a5"], "members  x");
    let chain = lines(|at| format!("a{at} = a{}\n", at + 1), 20_000) + "a20000 = \"x\"\n";
    answered(&["explain", &folder.file("chain.bnf", &chain), "a0"], "members  x");
    answered(&["explain", &folder.file("mutual.bnf", &right_linear(1_000)), "a0"], "members  z");
    answered(&["explain", &folder.file("ten.bnf", &right_linear(10)), "a0"], "members  z");
    let double = lines(|at| format!("a{at} = a{0} a{0}\n", at + 1), 25) + "a25 = \"x\"\n";
    refused(&["explain", &folder.file("double.bnf", &double), "a0"], "the language of `a0` is too large to decide");
    let alternatives: Vec<String> = (0..100_000).map(|at| format!("\"x{at}\"")).collect();
    let alternatives = folder.file("alternatives.bnf", &format!("a = {}\n", alternatives.join(" | ")));
    refused(&["explain", &alternatives, "a"], "too large");
}

/// Where two productions can be compared, and not all reasons be told, that is said.
#[test]
fn no_reasons_without_a_word() {
    let folder = Folder::new("reasons");
    let alternatives: Vec<String> = (0..400).map(|at| format!("\"{}{at}\"", "x".repeat(100))).collect();
    let file = folder.file("many.bnf", &format!("a = {}\nb = \"x\"\n", alternatives.join(" | ")));
    let output = bounded(&["diff", &format!("{file}:a"), &format!("{file}:b")]);
    let [out, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(out.contains("is disjoint from") && out.contains("b: x\n"), "{out}");
    assert!(error.contains("no causes are shown: the language of `a` is too large"), "{error}");
}

/// ABNF has more ways to be long: rules in pieces, names in any case, undefined names, ranges.
#[test]
fn much_abnf() {
    let folder = Folder::new("abnf");
    let lines = |line: fn(usize) -> String, count| (0..count).map(line).collect::<String>();
    let pieces = "a = %x61\n".to_owned() + &"A =/ %x61\n".repeat(100_000);
    answered(&["explain", &folder.file("pieces.abnf", &pieces), "a"], "members  a");
    let undefined = lines(|at| format!("a{at} = B{at} / %x80-FF\n"), 50_000);
    refused(&["sample", &folder.file("undefined.abnf", &undefined)], "which is not defined");
    let cases = lines(|at| format!("aA{at} = Aa{} / ALPHA\n", at + 1), 10_000) + "AA10000 = %x00-7F\n";
    answered(&["explain", &folder.file("cases.abnf", &cases), "aa9999"], "members  a  b  c");
    let literal = format!("a = \"{}\"\n", "aB".repeat(20_000));
    bounded(&["explain", &folder.file("literal.abnf", &literal), "a"]);
    let brackets = format!("a = {}%x61{}\n", "(".repeat(100_000), ")".repeat(100_000));
    refused(&["sample", &folder.file("brackets.abnf", &brackets)], "at most 100 brackets within one another");
    for text in
        ["a = %x", "a = <", "a = \"", "a = 1*", "a =/ \"x\"", "=", "a", ";", "", "  ", "a = %d99999999999999999999"]
    {
        bounded(&["sample", &folder.file("broken.abnf", text)]);
    }
}

#[test]
fn many_repetitions() {
    let folder = Folder::new("many-repetitions");
    let file = folder.file(
        "a.bnf",
        "a = 3*3( 1000*1000\"a\" )\nb = 20*20( 1000*1000\"a\" )\nc = *( 3001*3001\"a\" )\nd = *( 3663*3663\"a\" )\n\
         e = 999*999\"a\"\nf = *( \"a\" | \"b\" ) \"a\" 25*25( \"a\" | \"b\" )\n",
    );
    let of = |name: &str| format!("{file}:{name}");
    for (name, states) in sampled([("e", 1000), ("a", 3001)], 2) {
        refused(&["vectors", "--states", "1", &of(name)], &format!("a suite for {} states", states + 1));
        // Without more states, a bounded suite replaces the complete one, and a message reports it.
        let suite = bounded(&["vectors", "--limit", "3", &of(name)]);
        let note = String::from_utf8_lossy(&suite.stderr);
        assert!(note.contains(&format!("for the {states} states")) && note.contains("bounded"), "{note}");
        assert!(suite.stdout.iter().filter(|&&byte| byte == b'\n').count() >= 3, "{note}");
    }
    refused(&["explain", &file, "b"], "the language of `b`");
    refused(&["diff", &of("c"), &of("d")], "a combination of 3001 by 3663 states");
    refused(&["explain", &file, "f"], "the language of `f`");
    // Unmarked it would need a state for each set of places; the marks tell the place.
    let place =
        folder.file("g.bnf", "a = *b \"a\" 25*25( b )\nb = \"a\" | \"b\"\nc = *b \"a\" 25*25( b ) d\nd = *\"x\"\n");
    answered(&["ambiguity", "--entry", "a", &place, "b"], "b always in the same place");
    refused(&["ambiguity", "--entry", "a", &format!("{place}:d")], "occurs in no string of a");
    let long = folder.file("h.bnf", "a = 1000*1000b 1000*1000c\nb = \"a\"\nc = \"a\"\n");
    answered(&["ambiguity", &long, "b"], "b always in the same place");
}

/// What cannot be read as it stands is refused: nothing is dropped silently.
#[test]
fn characters_beyond_us_ascii_and_overflows_are_refused() {
    let folder = Folder::new("notation");
    let (one, other) = (folder.file("1.bnf", "a = \"x\" | \"é\"\n"), folder.file("2.bnf", "a = \"x\"\n"));
    refused(&["diff", &format!("{one}:a"), &format!("{other}:a")], "expected a literal of US-ASCII");
    let count = folder.file("3.bnf", "a = 1*5000000000\"a\"\n");
    refused(&["diff", &format!("{count}:a"), &format!("{other}:a")], "expected a count of at most 4294967295");
}

#[test]
fn pest_grammars() {
    let folder = Folder::new("pest");
    let bnf = folder.file("a.bnf", "a = \"x\"\n");
    let repeated = |text: &str, count| text.repeat(count);
    for (name, text, why) in [
        (
            "brackets",
            format!("a = {{ {}\"x\"{} }}", repeated("(", 3_000), repeated(")", 3_000)),
            "brackets in one another",
        ),
        ("repetitions", format!("a = {{ \"x\"{} }}", repeated("+ ", 37)), "repetitions in one another"),
        ("nested", format!("a = {{ {}\"x\"{} }}", repeated("(", 37), repeated(")+", 37)), "repetitions in one another"),
        ("bar", "a = { \"y\" ~ ( /* | */ | \"x\" ) }".to_owned(), "an alternative is missing before `|`"),
        ("predicates", format!("a = {{ {}\"x\" }}", repeated("!", 20_000)), "predicates in a row"),
        ("alternatives", format!("a = {{ \"x\" {} }}", repeated("| \"y\" ", 100_000)), "operators in one rule"),
        ("counted", format!("a = {{ \"x\"{{2}} {} }}", repeated("~ \"y\"{2} ", 100_000)), "operators in one rule"),
    ] {
        refused(&["prove", "--pest", &folder.file(name, &text), "--bnf", &bnf], why);
    }
    let rules: String = (0..10_000).map(|at| format!("a{at} = {{ \"x\" ~ a{}? }}\n", at + 1)).collect();
    refused(&["prove", "--pest", &folder.file("rules", &(rules + "a10000 = { \"x\" }")), "--bnf", &bnf], "1000 rules");
    // Rules that are written out more often than anybody could look at.
    let in_one_another = |count: usize, times: usize| {
        let rule = |at: usize| format!("a{at} = {{ {} }}\n", vec![format!("a{}", at + 1); times].join(" ~ "));
        (0..count).map(rule).collect::<String>() + &format!("a{count} = _{{ \"x\"? }}\n")
    };
    let deep = folder.file("deep", &in_one_another(3, 240));
    refused(&["prove", "--pest", &deep, "--bnf", &bnf], "line 1: more than 50000 expressions");
    bounded(&["prove", "--pest", &folder.file("less-deep", &in_one_another(2, 90)), "--bnf", &bnf, "a0=a"]);
    // Look-ahead whose states multiply.
    let ahead: String = ('a'..='z').map(|c| format!("&(ANY* ~ \"{c}\" ~ ANY{{25}}) ~ ")).collect();
    let bnf = folder.file("b.bnf", "a = *( \"a\" | \"b\" | \"c\" )\n");
    for (name, text) in [
        ("ahead", format!("a = {{ {ahead} ANY* }}")),
        ("ahead2", "a = { (!((!\"x\" ~ ANY)* ~ \"x\" ~ ANY{25} ~ \"y\") ~ ANY)* }".to_owned()),
    ] {
        let pest = folder.file(name, &text);
        bounded(&["prove", "--pest", &pest, "--bnf", &bnf]);
        bounded(&["differential", "--pest", &pest, "--pest", &pest, "--component", "host", "--place", "host=a"]);
    }
}

/// Grammars by chance, with names, repetitions and recursion anywhere.
#[test]
fn grammars_by_chance_end_within_the_limits() {
    let folder = Folder::new("any-grammar");
    let mut state = 1997u64;
    let mut chance = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for round in 0..share(8, 4) {
        let count = [5, 30, 300, 3_000][round % 4];
        let mut text = String::new();
        for at in 0..count {
            write!(text, "a{at} =").unwrap();
            for _ in 0..1 + chance(6) {
                match chance(7) {
                    0 => write!(text, " a{}", chance(count)),
                    1 => write!(text, " a{}", (at + 1 + chance(3)).min(count - 1)),
                    2 => write!(text, " {}*{}\"b\"", chance(3), 3 + chance(40)),
                    3 => write!(text, " *( \"c\" | \"d{}\" )", chance(9)),
                    4 => write!(text, " [ a{} ]", chance(count)),
                    _ => write!(text, " \"{}\"", char::from(b'a' + chance(20) as u8)),
                }
                .unwrap();
                if chance(4) == 0 {
                    text.push_str(" |");
                    write!(text, " \"z{}\"", chance(9)).unwrap();
                }
            }
            text.push('\n');
        }
        let file = folder.file(&format!("{round}.bnf"), &text);
        bounded(&["explain", &file, "a0"]);
        bounded(&["diff", &format!("{file}:a0"), &format!("{file}:a1")]);
        bounded(&["ambiguity", &format!("{file}:a1")]);
        bounded(&["lint", &file]);
    }
}

/// Where the system starts no more threads, the one that there is does all the work.
#[test]
#[cfg(unix)]
fn one_thread_is_enough() {
    let folder = Folder::new("one-thread");
    let file = folder.file("urls", &"http://a/\nhttp:x\n".repeat(100_000));
    let run = |limits: &str| {
        let script = format!("{limits} exec \"$0\" check --summary --grammar rfc1738 \"$1\"");
        let output = Command::new("/bin/sh").args(["-c", &script, env!("CARGO_BIN_EXE_uri-lineage"), &file]).output();
        let output = output.unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    // A thread would ask for a stack of eight times the memory that there is.
    assert_eq!(run("ulimit -v 1048576; export RUST_MIN_STACK=8589934592;"), run(""));
}

/// The most memory that a program has used so far, in KiB; 0 if it has ended.
#[cfg(target_os = "linux")]
fn peak_memory(child: &std::process::Child) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.split_whitespace().next()?.parse().ok()).unwrap_or_default()
}

/// What a command works on does not stay in memory: neither the list, nor what is said of it.
#[cfg(target_os = "linux")]
#[test]
fn lists_of_any_size_take_little_memory() {
    use std::io::Read;
    use std::process::Stdio;
    /// In KiB.
    const MOST: usize = 64 << 10;
    let folder = Folder::new("memory");
    let urls = include_str!("../../../tests/data/urls-1990s.txt");
    // Several times what is allowed, once it is written as records.
    let list = folder.file("list.txt", &urls.repeat((3 << 19) / urls.len()));
    let text = folder.file("text.txt", &urls.replace('\n', " or\n<URL:").repeat((3 << 19) / urls.len()));
    // Schemes of which no two are alike, so that no two refusals are.
    let schemes: String = (0..50_000).map(|n| format!("s{n}x{}:\n", "y".repeat(n % 100))).collect();
    let schemes = folder.file("schemes.txt", &schemes);
    // The shortest lines, of which each is written as some kilobytes.
    let short = folder.file("short.txt", &"a\n".repeat(20_000));
    // Characters of all kinds in every place, so that there are some thousand kinds of refusals.
    let places = urls.lines().step_by(4).flat_map(|url| url.char_indices().map(move |(at, _)| url.split_at(at)));
    let pieces = ["~", " ", "%", "^", ":", "#", "|", "@", "/"];
    let kinds = places.flat_map(|(before, after)| pieces.map(|piece| format!("{before}{piece}{after}\n")));
    let kinds = folder.file("kinds.txt", &kinds.collect::<String>());
    let mut all: Vec<Vec<&str>> = Vec::new();
    for format in ["jsonl", "csv"] {
        all.extend(["check", "normalize", "request", "parse"].map(|command| match command {
            "check" => vec![command, "--format", format, &short],
            _ => vec![command, "--format", format, "--file", &short],
        }));
    }
    for format in ["text", "json", "jsonl", "csv"] {
        all.extend([
            vec!["normalize", "--format", format, "--file", &list],
            vec!["request", "--format", format, "--file", &list],
            vec!["parse", "--format", format, "--file", &list],
            vec!["compare", "--format", format, "--file", &list],
            vec!["convert", "--to", "uri-1997", "--format", format, "--file", &list],
            vec!["resolve", "http://a/b/c", "--format", format, "--file", &list],
            vec!["same", "http://a/b/c", "--format", format, "--file", &list],
            vec!["extract", "--format", format, &text],
        ]);
    }
    for format in ["text", "jsonl", "csv"] {
        all.push(vec!["check", "--summary", "--format", format, &list]);
        all.push(vec!["check", "--format", format, &schemes]);
        all.push(vec!["check", "--format", format, &kinds]);
    }
    for args in sampled(&all, 29) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_uri-lineage"));
        let mut child = command.args(args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (mut out, mut buffer) = (child.stdout.take().unwrap(), vec![0; 1 << 20]);
        let (mut most, mut written) = (0, 0);
        loop {
            most = most.max(peak_memory(&child));
            match out.read(&mut buffer).unwrap() {
                0 => break,
                read => written += read,
            }
        }
        assert!(child.wait().unwrap().code().is_some_and(|code| code < 2), "{args:?}");
        assert!(written > 1 << 20, "{args:?}: {written}");
        assert!(most > 0 && most <= MOST, "{args:?}: {most} KiB");
    }
}

/// A machine with more memory answers larger questions, and messages name the option.
#[test]
fn limits_are_raised_by_an_option() {
    let folder = Folder::new("raised");
    let file = folder.file("a.bnf", "a = 6000*6000\"a\"\n");
    refused(&["explain", &file, "a"], "is too large to decide; --limits N raises the limits N times");
    answered(&["explain", "--limits", "2", &file, "a"], "states   6001");
    assert_eq!(bounded(&["explain", "--limits", "0", &file, "a"]).status.code(), Some(2));
}

/// The decision between some thousand alternatives has millions of pairs of ways, and each decision
/// of a chain of productions has derivations as deep as the chain: neither fills the memory.
#[test]
#[cfg(target_os = "linux")]
fn many_decisions_take_little_memory() {
    let alternatives: Vec<String> = (0..4_000).map(|at| format!("\"x{at}\"")).collect();
    ambiguity_is_too_large(&format!("a = {}\n", alternatives.join(" / ")));
    let chain: String = (0..700).map(|at| format!("p{at} = \"a\" p{0} / \"a\" p{0} \"\"\n", at + 1)).collect();
    ambiguity_is_too_large(&(chain + "p700 = \"b\"\n"));
}

/// The ambiguity of a grammar is too large to decide, which takes at most 256 MiB.
#[cfg(target_os = "linux")]
fn ambiguity_is_too_large(grammar: &str) {
    let folder = Folder::new("decisions");
    let file = folder.file("decisions.abnf", grammar);
    let mut command = Command::new(env!("CARGO_BIN_EXE_uri-lineage"));
    let mut child = command.args(["ambiguity", &file]).stdout(std::process::Stdio::piped()).spawn().unwrap();
    let mut most = 0;
    let status = loop {
        most = most.max(peak_memory(&child));
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None => std::thread::sleep(std::time::Duration::from_millis(1)),
        }
    };
    let said = std::io::read_to_string(child.stdout.unwrap()).unwrap();
    assert!(status.code() == Some(2) && said.contains("is too large to decide; --limits N"), "{said}");
    assert!(most <= 256 << 10, "{most} KiB");
}

/// The numbers in the help are those that hold.
#[test]
fn the_help_names_the_limits() {
    use crate::common::stdout;
    use uri_lineage::regular_bnf::LIMITS;

    let help = stdout(&["--help"], "", 0).split_whitespace().collect::<Vec<_>>().join(" ").replace(',', "");
    let million = 1_000_000;
    for limit in [
        format!(
            "at most {} states when it is built and {} when it is minimal",
            LIMITS.dfa_states, LIMITS.minimal_states
        ),
        format!("at most {} states or {} if they have marks", LIMITS.pairs, LIMITS.marked_pairs),
        format!("at most {} states and has at most {} million", LIMITS.suite_states, LIMITS.suite_characters / million),
        format!("at most {} rules with {} operators each", LIMITS.peg_rules, LIMITS.peg_operators),
    ] {
        assert!(help.contains(&limit), "{limit}: {help}");
    }
}
