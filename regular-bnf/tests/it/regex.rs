//! Regular expressions: what is read of each flavour, held to the engines.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use fastrand::Rng;
use regular_bnf::{Flavour, Refused, Regex, RegexError};

use crate::common::{share, short_strings};

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
    let mut rng = Rng::with_seed(1);
    let strings: Vec<String> = short_strings("ab\n", 4).collect();
    let anchors = &["^", "$", "(?m:^)", "(?m:$)", "\\b", "\\B", "\\b{start}", "\\b{end-half}", "(?mR:$)"];
    let syntax = Syntax { around: false, behind: false, atomic: false, anchors };
    let (mut captured, mut uncaptured, mut unmatched) = (0, 0, 0);
    for _ in 0..share(350, 3) {
        let pattern = with_group(&mut rng, syntax, true);
        let regex = Regex::new(&pattern, Flavour::Rust, "").unwrap();
        for anywhere in [false, true] {
            let whole = format!("\\A(?:{pattern})\\z");
            let theirs = regex::Regex::new(if anywhere { &pattern } else { &whole }).unwrap();
            let regex = Regex::new(&pattern, Flavour::Rust, "").unwrap();
            let regex = if anywhere { regex.anywhere() } else { regex };
            let ours = ours(&regex, &strings).unwrap();
            for (string, ours) in strings.iter().zip(ours) {
                let captures = theirs.captures(string);
                let theirs = captures.map(|captures| captures.get(1).map(|group| group.range()));
                *(match theirs {
                    Some(Some(_)) => &mut captured,
                    Some(None) => &mut uncaptured,
                    None => &mut unmatched,
                }) += 1;
                assert_eq!(ours, theirs, "`{pattern}` on {string:?}, anywhere: {anywhere}");
            }
        }
        drop(regex);
    }
    // No sort of match is rare among the inputs.
    let total = captured + uncaptured + unmatched;
    let counts = [captured, uncaptured, unmatched];
    assert!(counts.iter().all(|count| count * 20 > total), "{counts:?}");
}

#[test]
fn fancy_regex_matches_the_same() {
    let mut rng = Rng::with_seed(2);
    let strings: Vec<String> = short_strings("ab\n", 4).collect();
    let syntax = Syntax { around: true, behind: true, atomic: true, anchors: &["\\A", "\\z", "\\b", "\\B"] };
    let mut tried = 0;
    for _ in 0..600 {
        let pattern = with_group(&mut rng, syntax, true);
        let Ok(theirs) = fancy_regex::Regex::new(&format!("\\A(?:{pattern})\\z")) else { continue };
        let regex = match Regex::new(&pattern, Flavour::Pcre, "") {
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
    // The crate refuses the remaining patterns.
    assert_eq!(tried, 460);
}

/// An engine outside of Rust.
struct Engine {
    command: &'static [&'static str],
    flavour: Flavour,
}

const ENGINES: [Engine; 4] = [
    Engine { command: &["python3", "tests/engines/engine.py"], flavour: Flavour::Python },
    Engine { command: &["node", "tests/engines/engine.js"], flavour: Flavour::EcmaScript },
    Engine { command: &["perl", "tests/engines/engine.pl"], flavour: Flavour::Pcre },
    Engine { command: &["ruby", "tests/engines/engine.rb"], flavour: Flavour::Ruby },
];

/// A question to an engine.
struct Question {
    pattern: String,
    flags: &'static str,
    anywhere: bool,
    strings: Vec<String>,
}

/// The reply of an engine to a question.
enum Reply {
    /// The pattern is invalid.
    Invalid,
    /// It did not end: engines that backtrack may need more time than there is.
    Endless,
    Answers(Vec<Answer>),
}

impl Reply {
    fn of_line(line: &str) -> Self {
        let answer = |answer: &str| match answer {
            "-" => None,
            "." => Some(None),
            span => {
                let (begin, end) = span.split_once("..").unwrap();
                Some(Some(begin.parse().unwrap()..end.parse().unwrap()))
            }
        };
        if line == "error" { Self::Invalid } else { Self::Answers(line.split(',').map(answer).collect()) }
    }
}

impl Question {
    /// The line that an engine reads.
    fn line(&self) -> String {
        let hexadecimal = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
        let mode = if self.anywhere { "anywhere" } else { "whole" };
        let strings: Vec<String> = self.strings.iter().map(|string| hexadecimal(string)).collect();
        format!("{} {} {mode} {}\n", hexadecimal(&self.pattern), hexadecimal(self.flags), strings.join(","))
    }
}

impl Engine {
    /// After this long without an answer an engine is stopped, and started again with the next
    /// question.
    const PATIENCE: Duration = Duration::from_secs(5);

    /// Its replies to questions; `None` if the engine is not installed.
    fn ask(&self, questions: &[Question]) -> Option<Vec<Reply>> {
        let mut replies = Vec::new();
        while replies.len() < questions.len() {
            replies.extend(self.ask_until_endless(&questions[replies.len()..])?);
        }
        Some(replies)
    }

    /// Its replies to all questions, or to those up to the first one that does not end.
    fn ask_until_endless(&self, questions: &[Question]) -> Option<Vec<Reply>> {
        let (program, script) = (self.command[0], self.command[1]);
        let mut child = match Command::new(program).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() {
            Ok(child) => child,
            Err(_) => {
                eprintln!("skipped: {program} is not installed");
                return None;
            }
        };
        let input: String = questions.iter().map(Question::line).collect();
        let (mut pipe, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        // An engine that is stopped reads no further.
        let writer = std::thread::spawn(move || drop(pipe.write_all(input.as_bytes())));
        let (lines, answered) = mpsc::channel();
        let reader = std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| lines.send(line)).ok();
        });
        let mut replies = Vec::new();
        while replies.len() < questions.len() {
            match answered.recv_timeout(Self::PATIENCE) {
                Ok(line) => replies.push(Reply::of_line(&line)),
                Err(RecvTimeoutError::Timeout) => {
                    eprintln!("{program} does not end: /{}/", questions[replies.len()].pattern);
                    replies.push(Reply::Endless);
                    break;
                }
                Err(RecvTimeoutError::Disconnected) => panic!("{program} ended after {} replies", replies.len()),
            }
        }
        child.kill().unwrap();
        child.wait().unwrap();
        writer.join().unwrap();
        reader.join().unwrap();
        Some(replies)
    }

    /// Holds our reading to the engine's; returns how many patterns both read.
    fn compare(&self, questions: &[Question]) -> Option<usize> {
        let mut both = 0;
        for (question, theirs) in questions.iter().zip(self.ask(questions)?) {
            let Question { pattern, flags, anywhere, strings } = question;
            let regex = Regex::new(pattern, self.flavour, flags);
            let regex = regex.map(|regex| if *anywhere { regex.anywhere() } else { regex });
            let (ours, theirs) = match (regex, theirs) {
                (Ok(regex), Reply::Answers(theirs)) => (ours(&regex, strings).unwrap(), theirs),
                (Err(RegexError::Unsupported { .. }), _) | (Err(_), Reply::Invalid) | (_, Reply::Endless) => continue,
                // What Perl and PCRE2 do not agree on.
                (Ok(_), Reply::Invalid) if self.flavour == Flavour::Pcre => continue,
                (Ok(_), Reply::Invalid) => panic!("{}: `{pattern}` is invalid there", self.command[0]),
                (Err(error), _) => panic!("{}: `{pattern}` is valid there: {error}", self.command[0]),
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

#[test]
fn other_engines_match_the_same_by_chance() {
    let strings: Vec<String> = short_strings("ab\n", 4).collect();
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
            // Ruby has no `s`: its `m` is that of others.
            flags: ["", "m", "i", if engine.flavour == Flavour::Ruby { "m" } else { "s" }][rng.usize(..4)],
            anywhere: rng.bool(),
            strings: strings.clone(),
        };
        let questions: Vec<Question> = (0..250).map(question).collect();
        let Some(both) = engine.compare(&questions) else { continue };
        // Engines refuse little of what is made by chance.
        assert!(both * 2 > questions.len(), "{}: {both}", engine.command[0]);
    }
}

#[test]
fn classes_have_the_same_characters() {
    let beyond =
        ['\u{345}', '\u{660}', '\u{180E}', '\u{2028}', '\u{2160}', '\u{212A}', '\u{3000}', '\u{FEFF}', '\u{1F600}'];
    let characters: Vec<String> = ('\0'..='\u{24F}').chain(beyond).map(String::from).collect();
    let all = [
        "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", ".", "[^a]", "k", "s", "i", "[a-z]", "[^i]", "\u{DF}", "\u{B5}",
        "\\x41", "[\\w-]",
    ];
    let posix =
        ["\\h", "\\H", "\\v", "\\N", "[[:alpha:]]", "[[:^punct:]]", "[[:space:]x]", "[]a]", "[^]a]", "\\p{Lu}", "\\R"];
    for engine in ENGINES {
        let (more, flags): (&[&str], &[&str]) = match engine.flavour {
            Flavour::EcmaScript => (&["[]", "[^]", "\\u0041", "[\\d-x]"], &["", "i", "s", "u", "iu", "v"]),
            Flavour::Ruby => {
                (&["\\h", "\\H", "[[:alpha:]]", "[[:space:]x]", "[a-z&&[^i]]", "\\p{Lu}", "\\R"], &["", "m"])
            }
            Flavour::Python => (&["[]a]", "\\u0041", "\\Z"], &["", "i", "s", "a", "ia"]),
            _ => (&posix, &["", "i", "s"]),
        };
        let patterns = all.iter().chain(more);
        // Unlike Perl's, PCRE2's horizontal space has the Mongolian vowel separator.
        let asked = |pattern: &str| {
            let all = characters.iter().filter(|c| *c != "\u{180E}" || !["\\h", "\\H"].contains(&pattern));
            all.cloned().collect()
        };
        let question = |pattern: &&str, flags| Question {
            pattern: (*pattern).to_owned(),
            flags,
            anywhere: false,
            strings: asked(pattern),
        };
        let questions = patterns.flat_map(|one| flags.iter().map(move |flags| question(one, flags)));
        // Unlike Perl's, PCRE2's classes of letters are those of one case without regard to case
        // too.
        let questions: Vec<_> =
            questions.filter(|question| (&*question.pattern, question.flags) != ("\\p{Lu}", "i")).collect();
        let Some(both) = engine.compare(&questions) else { continue };
        assert!(both > questions.len() / 2, "{}: {both}", engine.command[0]);
    }
}

/// Escapes of digits, classes and the beginnings of groups by chance: what the engine refuses is not
/// read, and what it reads is not called invalid.
#[test]
fn random_escapes_and_groups_are_read_as_the_engines_read_them() {
    const TOKENS: [&str; 27] = [
        "\\0", "\\1", "\\2", "\\7", "\\8", "\\9", "\\00", "\\01", "\\08", "\\12", "\\18", "\\001", "\\177", "\\377",
        "\\400", "\\1777", "[", "]", "(", ")", "(?:", "(?#", "(?", ":", "7", "-", "a",
    ];
    let single = ('\0'..='\u{FF}').map(String::from);
    let strings: Vec<String> = single.chain(short_strings("\0\u{1}\u{7F}78a", 3)).collect();
    for (seed, engine) in (20..).zip(ENGINES) {
        let mut rng = Rng::with_seed(seed);
        let question = |_| {
            let tokens = (0..rng.usize(1..7)).map(|_| TOKENS[rng.usize(..TOKENS.len())]);
            let mut pattern: String = tokens.collect();
            // Most of the others are invalid.
            if rng.bool() {
                pattern = ["[", &pattern.replace(['[', ']'], ""), "]"].concat();
            } else if rng.bool() {
                pattern = ["(", &pattern.replace(['(', ')', '?'], ""), ")"].concat();
            }
            let flags = if engine.flavour == Flavour::EcmaScript && rng.u8(..4) == 0 { "u" } else { "" };
            Question { pattern, flags, anywhere: false, strings: strings.clone() }
        };
        let questions: Vec<Question> = (0..share(4_000, 10)).map(question).collect();
        let Some(both) = engine.compare(&questions) else { continue };
        assert!(both > 0, "{}", engine.command[0]);
    }
    // ECMAScript has no comments.
    let error = Regex::new("(?#:a)", Flavour::EcmaScript, "").unwrap_err();
    assert!(matches!(error, RegexError::Syntax { offset: 0, .. }), "{error}");
}

#[test]
fn units_of_utf_16_are_those_of_the_engine() {
    let engine = &ENGINES[1];
    let strings: Vec<String> = short_strings("a\u{1F600}\u{10000}\u{10FFFF}", 2).collect();
    let patterns = [
        ".",
        "..",
        "[^a]",
        "[^a]{2}",
        "\u{1F600}",
        "[\u{1F600}]",
        "\\uD83D.",
        ".(?<=\\uDE00)",
        "(.)(?:a|.)*",
        "\\ud83d\\ude00",
    ];
    let question = |pattern: &str, flags| Question {
        pattern: pattern.to_owned(),
        flags,
        anywhere: false,
        strings: strings.clone(),
    };
    let questions: Vec<_> =
        patterns.iter().flat_map(|pattern| ["", "u"].map(|flags| question(pattern, flags))).collect();
    // A group of half a character has no text here.
    let questions =
        questions.into_iter().filter(|question| !question.pattern.starts_with('(') || question.flags == "u");
    engine.compare(&questions.collect::<Vec<_>>());
}

/// Real expressions, each on the suite of its language, or the shortest strings of it.
#[test]
fn real_expressions_match_the_same() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/patterns/");
    let sources = std::fs::read_to_string(format!("{folder}sources.tsv")).unwrap();
    let mut answered = BTreeMap::new();
    for line in sources.lines().skip(1) {
        let [file, flags, _, _] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let text = std::fs::read_to_string(format!("{folder}{file}")).unwrap();
        let pattern = text.trim_end_matches('\n');
        let flavour: Flavour = file.split('.').nth(1).unwrap().parse().unwrap();
        for anywhere in [false, true] {
            let regex = Regex::new(pattern, flavour, flags).unwrap_or_else(|error| panic!("{file}: {error}"));
            let regex = if anywhere { regex.anywhere() } else { regex };
            let language = regex.language().unwrap_or_else(|error| panic!("{file}: {error}"));
            let Some(engine) = ENGINES.iter().find(|engine| engine.flavour == flavour) else {
                eprintln!("skipped: {file}, whose engine is not tried");
                continue;
            };
            let suite = language.suite().map(|suite| suite.take(share(1_500, 5)).map(|vector| vector.input).collect());
            let mut strings: Vec<String> = suite.unwrap_or_default();
            strings.extend(language.sample(1).take(share(150, 3)).chain(language.near_misses(1).take(share(150, 3))));
            let flags: &'static str = ["", "i", "iu", "u"].into_iter().find(|known| *known == flags).unwrap();
            let question = Question { pattern: pattern.to_owned(), flags, anywhere, strings };
            let answers = engine.ask(std::slice::from_ref(&question));
            // An engine that is installed answers for each of its expressions.
            assert_eq!(*answered.entry(engine.command[0]).or_insert(answers.is_some()), answers.is_some(), "{file}");
            let Some(answers) = answers else { continue };
            let [Reply::Answers(theirs)] = &answers[..] else { panic!("{file}") };
            assert_eq!(theirs.len(), question.strings.len(), "{file}");
            let matched = theirs.iter().filter(|answer| answer.is_some()).count();
            assert!(matched > 0, "{file}: it matches none of {} strings", theirs.len());
            for (string, theirs) in question.strings.iter().zip(theirs) {
                assert_eq!(language.contains(string), theirs.is_some(), "{file} on {string:?}, anywhere: {anywhere}");
            }
        }
    }
}

#[test]
fn what_is_not_read_is_refused_by_name_and_place() {
    let refused = [
        (Flavour::Pcre, "(a)b\\1", 4, "a back-reference"),
        (Flavour::Python, "(?P<x>a)(?P=x)", 8, "a back-reference"),
        (Flavour::Pcre, "a(?R)?", 1, "recursion"),
        (Flavour::Ruby, "(?<a>x\\g<a>?)", 6, "recursion"),
        (Flavour::Pcre, "(a)?(?(1)b)", 4, "a condition"),
        (Flavour::Pcre, "a\\Kb", 1, "`\\K`, which moves the beginning of the match"),
        (Flavour::Pcre, "é(*FAIL)", 2, "a verb"),
        (Flavour::Ruby, "(?~a)", 0, "an absence operator"),
    ];
    for (flavour, pattern, at, name) in refused {
        let error = Regex::new(pattern, flavour, "").unwrap_err();
        assert_eq!(error, RegexError::Unsupported { offset: at, what: name }, "{pattern}");
    }
    for (flavour, pattern, at) in [
        (Flavour::Python, "(?<=a+)", 0),
        (Flavour::EcmaScript, "a**", 2),
        (Flavour::Pcre, "(a", 0),
        (Flavour::Pcre, "a)", 1),
        (Flavour::Rust, "a(?=b)", 1),
        (Flavour::EcmaScript, "[b-a]", 1),
    ] {
        let error = Regex::new(pattern, flavour, "").unwrap_err();
        assert!(matches!(error, RegexError::Syntax { offset, .. } if offset == at), "{pattern}: {error:?}");
    }
    assert_eq!(Regex::new("a", Flavour::Ruby, "z").unwrap_err(), RegexError::Flag('z'));
    let regex = Regex::new("(?=(?<x>a))a(b)", Flavour::Pcre, "").unwrap();
    assert_eq!(regex.spans("x").unwrap_err(), RegexError::Group("x".to_owned()));
    assert_eq!(regex.spans("3").unwrap_err(), RegexError::Group("3".to_owned()));
    assert!(regex.spans("2").is_ok());
}

#[test]
fn a_call_of_a_group_is_a_copy_of_it() {
    for (flavour, pattern) in [
        (Flavour::Ruby, "(?<x>a|b)\\g<x>"),
        (Flavour::Pcre, "(?<x>a|b)(?&x)"),
        (Flavour::Pcre, "(?-1)?a(a|b)(?1)".trim_start_matches("(?-1)?a")),
        (Flavour::Pcre, "(?+1)(a|b)"),
    ] {
        let language = Regex::new(pattern, flavour, "").unwrap().language().unwrap();
        assert_eq!(language.members().collect::<Vec<_>>(), ["aa", "ab", "ba", "bb"], "{pattern}");
    }
}

#[test]
fn hostile_expressions_end_within_the_limits() {
    let (many, some) = (share(100_000, 10), share(20_000, 10));
    let deep = |open: &str, close: &str| format!("{}a{}", open.repeat(many), close.repeat(many));
    let words: Vec<String> = (0..many).map(|number| format!("w{number}")).collect();
    let words = words.join("|");
    let calls: String = (0..40).map(|at| format!("(?<g{at}>(?&g{})(?&g{})){{0}}", at + 1, at + 1)).collect();
    let patterns = [
        "((a{1,1000}){1,1000}){1,1000}".to_owned(),
        "(?=b?)((a{1,1000}){1,1000}){1,1000}".to_owned(),
        "(?=b?)((a?){1,1000}){1,1000}(a|aa)*{1,2}".replace("*{1,2}", "*"),
        "(a|aa)*(a|aa){1000}(?!a)".to_owned(),
        "(?>(a?){4000000000})a".to_owned(),
        "a{4000000000}".to_owned(),
        "(?=.*a.{14}).*(?<!b.{14})(?=.*c.{12}).*".to_owned(),
        deep("(", ")"),
        deep("(?:", ")"),
        deep("(?=", ")"),
        deep("[", "]"),
        words.clone(),
        format!("(?={words})x"),
        "[\\w\\W]".repeat(some),
        "\\w".repeat(some),
        format!("{calls}(?<g40>a)(?&g0)"),
        "(?<=".repeat(90) + "a" + &")".repeat(90),
        "(?:a?".repeat(90) + &")*".repeat(90),
    ];
    for pattern in &patterns {
        // All flavours read it; one decides it.
        let read = Flavour::ALL.map(|flavour| Regex::new(pattern, flavour, "i"));
        let [.., pcre, _, _] = read;
        // An answer or a limit: everything ends.
        let _ = pcre.and_then(|regex| regex.language());
    }
}

/// A component that the expression lacks is absent in each of its strings. Control characters are text
/// as others are, in groups too.
#[test]
fn control_characters_are_text() {
    let strings: Vec<String> = short_strings("ab\u{1}\u{2}\u{3}", 4).collect();
    for pattern in [".*", "[^b]*", "a.?[^a]", r"[\s\S]b*", "(?:a|.)+", "(?!b).*"] {
        let regex = Regex::new(pattern, Flavour::Pcre, "").unwrap();
        let (language, lacking) = (regex.language().unwrap(), regex.without_spans().unwrap());
        for string in &strings {
            let member = language.contains(string);
            assert_eq!(lacking.in_string(string), if member { Ok(None) } else { Err(Refused) }, "{pattern} {string:?}");
        }
    }
    for pattern in [r"(b*)\x01?a", r"\x01*([^\x02b]*)b*", r"(a)[\x01b]*\x02*", r"([\x01\x02]*)\x02?"] {
        let whole = format!("^(?:{pattern})$");
        let group = Regex::new(&whole, Flavour::Pcre, "").unwrap().spans("1").unwrap();
        let same = regex::Regex::new(&whole).unwrap();
        for string in &strings {
            let captures = same.captures(string).map(|captures| captures.get(1).map(|text| text.range()));
            assert_eq!(group.in_string(string).ok(), captures, "{pattern} {string:?}");
        }
    }
}
