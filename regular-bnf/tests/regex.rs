//! Regular expressions: what is read of each flavour, held to the engines.

#![cfg(feature = "peg")]

use std::io::Write;
use std::ops::Range;
use std::process::{Command, Stdio};

use fastrand::Rng;
use regular_bnf::{Flavour, Regex, RegexError};

/// All strings over some characters, up to a length.
fn strings(characters: &[char], length: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut begin = 0;
    for _ in 0..length {
        let end = all.len();
        for at in begin..end {
            all.extend(characters.iter().map(|c| format!("{}{c}", all[at])).collect::<Vec<_>>());
        }
        begin = end;
    }
    all
}

/// What a match says of group 1: its span, or that it has none.
type Answer = Option<Option<Range<usize>>>;

/// Our answers; without the group if it has none.
fn ours(regex: &Regex, strings: &[String]) -> Result<Vec<Answer>, RegexError> {
    let language = regex.language()?;
    let spans = (!regex.groups().is_empty()).then(|| regex.spans("1")).transpose();
    let spans = match spans {
        Err(RegexError::Group(_)) => None,
        other => other?,
    };
    let answer = |string: &String| {
        let accepted = language.contains(string).then_some(None);
        match &spans {
            Some(spans) => {
                let answer = spans.in_string(string).ok();
                assert_eq!(answer.is_some(), accepted.is_some(), "{regex:?} on {string:?}");
                answer
            }
            None => accepted,
        }
    };
    Ok(strings.iter().map(answer).collect())
}

/// Which syntax a random expression has.
#[derive(Clone, Copy)]
struct Syntax {
    around: bool,
    behind: bool,
    atomic: bool,
    anchors: &'static [&'static str],
}

fn random(rng: &mut Rng, syntax: Syntax, depth: usize, fixed: bool) -> String {
    let below = |rng: &mut Rng| random(rng, syntax, depth - 1, fixed);
    if depth == 0 {
        return ["a", "b", "[ab]", "[^a]", ".", "a", "b", ""][rng.usize(..8)].to_owned();
    }
    match rng.u8(..16) {
        0..=3 => format!("{}{}", below(rng), below(rng)),
        4..=6 if !fixed => format!("(?:{}|{})", below(rng), below(rng)),
        7..=9 if !fixed => {
            let body = below(rng);
            let counts = ["*", "+", "?", "{2}", "{1,2}", "{0,2}", "{2,}"];
            let mut suffixes = vec!["", "", "?"];
            if syntax.atomic {
                suffixes.push("+");
            }
            format!("(?:{body}){}{}", counts[rng.usize(..counts.len())], suffixes[rng.usize(..suffixes.len())])
        }
        10 if syntax.around => format!("(?={})", random(rng, syntax, depth - 1, false)),
        11 if syntax.around => format!("(?!{})", random(rng, syntax, depth - 1, false)),
        12 if syntax.behind => format!("(?<={})", random(rng, Syntax { around: false, ..syntax }, depth - 1, true)),
        13 if syntax.behind => format!("(?<!{})", random(rng, Syntax { around: false, ..syntax }, depth - 1, true)),
        14 if syntax.atomic && !fixed => format!("(?>{})", below(rng)),
        15 if !syntax.anchors.is_empty() => syntax.anchors[rng.usize(..syntax.anchors.len())].to_owned(),
        _ => below(rng),
    }
}

/// An expression with at most one capturing group, that is somewhere in it.
fn with_group(rng: &mut Rng, syntax: Syntax, repeated: bool) -> String {
    let [before, inner, after] = [1, 2, 2].map(|depth| random(rng, syntax, depth, false));
    match rng.u8(if repeated { ..4 } else { ..2 }) {
        0 => random(rng, syntax, 4, false),
        1 => format!("{before}({inner}){after}"),
        2 => format!("(?:{before}({inner})|{after})*{}", random(rng, syntax, 1, false)),
        _ => format!("(?:{after}|({inner}))(?:{before})*"),
    }
}

#[test]
fn the_crate_regex_matches_the_same() {
    let (mut rng, strings) = (Rng::with_seed(1), strings(&['a', 'b', '\n'], 4));
    let anchors = &["^", "$", "(?m:^)", "(?m:$)", "\\b", "\\B", "\\b{start}", "\\b{end-half}", "(?mR:$)"];
    let syntax = Syntax { around: false, behind: false, atomic: false, anchors };
    let mut groups = 0;
    for _ in 0..700 {
        let pattern = with_group(&mut rng, syntax, true);
        let regex = Regex::read(&pattern, Flavour::Rust, "").unwrap();
        for anywhere in [false, true] {
            let whole = format!("\\A(?:{pattern})\\z");
            let theirs = regex::Regex::new(if anywhere { &pattern } else { &whole }).unwrap();
            let regex = Regex::read(&pattern, Flavour::Rust, "").unwrap();
            let regex = if anywhere { regex.anywhere() } else { regex };
            let ours = ours(&regex, &strings).unwrap();
            for (string, ours) in strings.iter().zip(ours) {
                let captures = theirs.captures(string);
                let theirs = captures.map(|captures| captures.get(1).map(|group| group.range()));
                groups += usize::from(matches!(theirs, Some(Some(_))));
                assert_eq!(ours, theirs, "`{pattern}` on {string:?}, anywhere: {anywhere}");
            }
        }
        drop(regex);
    }
    assert!(groups > 10_000, "{groups}");
}

#[test]
fn fancy_regex_matches_the_same() {
    let (mut rng, strings) = (Rng::with_seed(2), strings(&['a', 'b', '\n'], 4));
    let syntax = Syntax { around: true, behind: true, atomic: true, anchors: &["\\A", "\\z", "\\b", "\\B"] };
    let mut tried = 0;
    for _ in 0..1_500 {
        let pattern = with_group(&mut rng, syntax, true);
        let Ok(theirs) = fancy_regex::Regex::new(&format!("\\A(?:{pattern})\\z")) else { continue };
        let regex = match Regex::read(&pattern, Flavour::Pcre, "") {
            Ok(regex) => regex,
            Err(error) => panic!("`{pattern}`: {error}"),
        };
        tried += 1;
        let ours = ours(&regex, &strings).unwrap();
        for (string, ours) in strings.iter().zip(ours) {
            let theirs = theirs.captures(string).unwrap();
            let theirs = theirs.map(|captures| captures.get(1).map(|group| group.start()..group.end()));
            assert_eq!(ours.is_some(), theirs.is_some(), "`{pattern}` on {string:?}");
        }
    }
    assert!(tried > 1_000, "{tried}");
}

/// An engine outside of Rust.
struct Engine {
    command: &'static [&'static str],
    flavour: Flavour,
}

const ENGINES: [Engine; 3] = [
    Engine { command: &["python3", "tests/engines/engine.py"], flavour: Flavour::Python },
    Engine { command: &["node", "tests/engines/engine.js"], flavour: Flavour::EcmaScript },
    Engine { command: &["perl", "tests/engines/engine.pl"], flavour: Flavour::Pcre },
];

/// A question to an engine.
struct Question {
    pattern: String,
    flags: &'static str,
    anywhere: bool,
    strings: Vec<String>,
}

impl Engine {
    /// Its answers to questions; nothing for an invalid pattern; `None` if the engine is not installed.
    fn ask(&self, questions: &[Question]) -> Option<Vec<Option<Vec<Answer>>>> {
        let (program, script) = (self.command[0], self.command[1]);
        let mut child = match Command::new(program).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() {
            Ok(child) => child,
            Err(_) => {
                eprintln!("skipped: {program} is not installed");
                return None;
            }
        };
        let hexadecimal = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
        let mut input = String::new();
        for question in questions {
            let mode = if question.anywhere { "anywhere" } else { "whole" };
            let strings: Vec<String> = question.strings.iter().map(|string| hexadecimal(string)).collect();
            let (pattern, flags) = (hexadecimal(&question.pattern), hexadecimal(question.flags));
            input += &format!("{pattern} {flags} {mode} {}\n", strings.join(","));
        }
        let mut pipe = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || pipe.write_all(input.as_bytes()));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap().unwrap();
        assert!(output.status.success(), "{program}");
        let text = String::from_utf8(output.stdout).unwrap();
        let answer = |answer: &str| match answer {
            "-" => None,
            "." => Some(None),
            span => {
                let (begin, end) = span.split_once("..").unwrap();
                Some(Some(begin.parse().unwrap()..end.parse().unwrap()))
            }
        };
        let line = |line: &str| (line != "error").then(|| line.split(',').map(answer).collect());
        let all: Vec<_> = text.lines().map(line).collect();
        assert_eq!(all.len(), questions.len(), "{program}");
        Some(all)
    }

    /// Holds our reading to the engine's; returns how many patterns both read.
    fn compare(&self, questions: &[Question]) -> Option<usize> {
        let mut both = 0;
        for (question, theirs) in questions.iter().zip(self.ask(questions)?) {
            let Question { pattern, flags, anywhere, strings } = question;
            let ours = Regex::read(pattern, self.flavour, flags);
            let ours = ours.map(|regex| if *anywhere { regex.anywhere() } else { regex });
            let (ours, theirs) = match (ours, theirs) {
                (Ok(regex), Some(theirs)) => (ours_of(&regex, strings), theirs),
                (Err(RegexError::Unsupported { .. }), _) | (Err(_), None) => continue,
                // What Perl and PCRE2 do not agree on.
                (Ok(_), None) if self.flavour == Flavour::Pcre => continue,
                (ours, theirs) => panic!("{}: `{pattern}`: {:?}, {}", self.command[0], ours.err(), theirs.is_some()),
            };
            both += 1;
            for ((string, ours), theirs) in strings.iter().zip(ours).zip(theirs) {
                let context = format!("{}: /{pattern}/{flags} on {string:?}, anywhere: {anywhere}", self.command[0]);
                assert_eq!(ours, theirs, "{context}");
            }
        }
        Some(both)
    }
}

fn ours_of(regex: &Regex, strings: &[String]) -> Vec<Answer> {
    ours(regex, strings).unwrap()
}

#[test]
fn other_engines_match_the_same_by_chance() {
    let strings = strings(&['a', 'b', '\n'], 4);
    for (seed, engine) in (3..).zip(ENGINES) {
        let mut rng = Rng::with_seed(seed);
        let anchors: &[&str] = match engine.flavour {
            Flavour::EcmaScript => &["^", "$", "\\b", "\\B", "(?!\\n)"],
            _ => &["^", "$", "\\b", "\\B", "\\A", "\\Z"],
        };
        let syntax = Syntax {
            around: true,
            behind: true,
            // Python 3.10 does not have them.
            atomic: engine.flavour != Flavour::EcmaScript,
            anchors,
        };
        let question = |_| Question {
            // Perl keeps the text of a group in a repetition that it has given up.
            pattern: with_group(&mut rng, syntax, engine.flavour != Flavour::Pcre),
            flags: ["", "m", "i", "s"][rng.usize(..4)],
            anywhere: rng.bool(),
            strings: strings.clone(),
        };
        let questions: Vec<Question> = (0..600).map(question).collect();
        let Some(both) = engine.compare(&questions) else { continue };
        assert!(both > 300, "{}: {both}", engine.command[0]);
    }
}
