//! Ten grammars for each lint, each with one defect: the lint finds it, in the line and the rule.

use regular_bnf::lint::{Lint, Linter, Report, Rules};
use regular_bnf::{Bnf, Import, Language, Lookup, Notation};

/// Grammars with the line of the defect, and lints that the defect implies.
type Planted = (Lint, &'static [Lint], [(usize, &'static str); 10]);

const ABNF: [Planted; 13] = [
    (
        Lint::Syntax,
        &[],
        [
            (1, "a = 2*1\"x\"\n"),
            (2, "a = b\nb = \"y\n"),
            (1, "a = ( \"x\"\n"),
            (1, "a = \"x\" )\n"),
            (1, "a = \"x\" /\n"),
            (1, "a = %xZZ\n"),
            (1, "a = %x5A-41\n"),
            (1, "a = 3*2( \"x\" / \"y\" )\n"),
            (2, "a = b\nb = = \"y\"\n"),
            (1, "a = %xD800\n"),
        ],
    ),
    (
        Lint::UndefinedRule,
        &[],
        [
            (1, "a = b\n"),
            (1, "a = \"x\" / b\n"),
            (1, "a = *b\n"),
            (1, "a = [ b ]\n"),
            (2, "a = b\nb = \"x\" c\n"),
            (1, "a = ( \"x\" / ( b \"y\" ) )\n"),
            (3, "a = b\nb = \"x\"\n  c\n"),
            (1, "a = DIGITS\n"),
            (1, "a = \"x\" 2*3missing-rule\n"),
            (2, "a = b\nb =\"x\" / %x41 / c\n"),
        ],
    ),
    (
        Lint::RedefinedRule,
        &[],
        [
            (2, "a = \"x\"\na = \"y\"\n"),
            (2, "a = \"x\"\nA = \"x\" \"x\"\n"),
            (2, "a = %s\"x\"\na = \"x\"\n"),
            (3, "a = b\nb = 1*\"x\"\nB = *\"x\"\n"),
            (2, "a = 2*4DIGIT\na = 2*5DIGIT\n"),
            (2, "a = ALPHA\na = DIGIT\n"),
            (2, "a = \"x\" [ \"y\" ]\na = \"x\" \"y\"\n"),
            (3, "a = b \"z\"\nb = %x61-63\nb = %x61-64\n"),
            (2, "a = *( \"x\" \"y\" )\na = *( \"x\" / \"y\" )\n"),
            (2, "a = \"x\" / \"y\"\na = \"x\"\n"),
        ],
    ),
    (
        Lint::EmptyLanguage,
        &[],
        [
            (1, "a = \"x\" a\n"),
            (1, "a = a \"x\"\n"),
            (1, "a = \"(\" a \")\"\n"),
            (2, "a = \"x\" / b\nb = \"y\" b\n"),
            (2, "a = [ b ]\nb = c\nc = b\n"),
            (2, "a = \"x\" / b\nb = 1*b\n"),
            (2, "a = \"x\" / b\nb = \"y\" c \"z\"\nc = b b\n"),
            (1, "a = ( \"x\" / \"y\" ) a\n"),
            (2, "a = *b\nb = 2( \"x\" b )\n"),
            (2, "a = \"x\" / b\nb = b / \"y\" b\n"),
        ],
    ),
    (
        Lint::RepeatedRule,
        &[],
        [
            (2, "a = \"x\"\na = \"x\"\n"),
            (2, "a = \"x\" / \"y\"\nA = \"y\" / \"x\"\n"),
            (3, "a = b\nb = *\"x\"\nb = [ 1*\"x\" ]\n"),
            (2, "a = %x61-63\na = %s\"a\" / %x62 / %x63\n"),
            (2, "a = 2\"x\"\na = \"xx\"\n"),
            (2, "a = \"x\"\na = %x58 / %x78\n"),
            (4, "a = b c\nb = \"x\"\nc = \"y\"\nC = \"y\"\n"),
            (2, "a = \"x\" [ \"y\" ]\na = \"xy\" / \"x\"\n"),
            (2, "a = DIGIT\na = %x30-39\n"),
            (3, "a = b\nb = \"x\"\nb = \"x\"\n"),
        ],
    ),
    (
        Lint::UnusedRule,
        &[],
        [
            (2, "a = \"x\"\nb = \"y\"\n"),
            (3, "a = c\nc = \"x\"\nb = \"y\"\n"),
            (2, "a = \"x\"\nb = \"y\" [ b ]\n"),
            (2, "a = \"x\"\nb = a\n"),
            (2, "a = *\"x\"\nDIGIT = \"0\"\n"),
            (3, "a = b\nb = \"x\"\nb-old = \"x\"\n"),
            (2, "a = \"x\" [ a ]\nb = a \"y\"\n"),
            (2, "a = 2DIGIT\nmonth = 2DIGIT\n"),
            (3, "a = b / \"y\"\nb = \"x\"\nc = b\n"),
            (2, "a = \"b\"\nb = \"x\"\n"),
        ],
    ),
    (
        Lint::OnlyEmpty,
        &[],
        [
            (1, "a = \"\"\n"),
            (2, "a = \"x\" b\nb = 0\"y\"\n"),
            (2, "a = \"x\" b\nb = \"\"\n"),
            (2, "a = \"x\" b\nb = *0DIGIT\n"),
            (2, "a = \"x\" b\nb = 3\"\"\n"),
            (2, "a = \"x\" b\nb = 0( \"y\" / \"z\" )\n"),
            (2, "a = \"x\" b\nb = ( \"\" )\n"),
            (2, "a = \"x\" b\nb = \"\" 0\"y\"\n"),
            (2, "a = \"x\" b\nb = %s\"\"\n"),
            (2, "a = \"x\" b\nb = 0*0a\n"),
        ],
    ),
    (
        Lint::UselessAlternative,
        &[Lint::Ambiguous],
        [
            (1, "a = \"x\" / \"y\" / \"x\"\n"),
            (1, "a = \"x\" / %x78\n"),
            (1, "a = 1*ALPHA / \"end\"\n"),
            (1, "a = \"xy\" / \"x\" / \"x\" \"y\"\n"),
            (2, "a = b\nb = ALPHA / %x41-46\n"),
            (1, "a = *( 1*2\"x\" / \"x\" )\n"),
            (2, "a = \"x\"\n  / \"X\"\n"),
            (2, "a = DIGIT \".\" / b\na =/ \"5.\"\nb = \"-\"\n"),
            (1, "a = ALPHA / DIGIT / ( \"a\" / \"5\" )\n"),
            (1, "a = 2*HEXDIG / 3( \"a\" / DIGIT )\n"),
        ],
    ),
    (
        Lint::Ambiguous,
        &[Lint::OrderedChoice],
        [
            (1, "a = b / c\nb = \"x\" / \"y\"\nc = \"y\" / \"z\"\n"),
            (1, "a = *\"x\" *\"x\"\n"),
            (1, "a = b [ \"y\" ]\nb = \"x\" [ \"y\" ]\n"),
            (1, "a = *( \"x\" / \"xx\" )\n"),
            (1, "a = [ \"x\" ] *\"x\"\n"),
            (1, "a = \"xy\" / \"x\" *\"y\"\n"),
            (1, "a = *( *\"x\" \"y\" / *\"x\" \"y\" \"z\" / \"z\" )\n"),
            (1, "a = 1*DIGIT / 1*HEXDIG \"z\" / 1*ALPHA \"z\"\n"),
            (1, "a = b b\nb = *\"x\"\n"),
            (1, "a = *( \"x\" [ \"y\" ] / \"y\" )\n"),
        ],
    ),
    (
        Lint::OrderedChoice,
        &[Lint::Ambiguous],
        [
            (1, "a = \"x\" / \"xy\"\n"),
            (1, "a = *\"x\" \"x\"\n"),
            (1, "a = *( \"x\" / \"y\" ) \"y\"\n"),
            (1, "a = [ \"x\" ] \"x\"\n"),
            (1, "a = DIGIT / 1*DIGIT \".\"\n"),
            (1, "a = b \"y\"\nb = 1*( \"x\" / \"y\" )\n"),
            (1, "a = *( \"x\" \".\" ) \"x\" \".\" \"z\"\n"),
            (1, "a = \"x\" [ a ] / \"y\" / \"yz\"\n"),
            (1, "a = 1*2\"x\" \"xy\"\n"),
            (1, "a = *( \"x\" *\"y\" ) \"y\"\n"),
        ],
    ),
    (
        Lint::Recursion,
        &[],
        [
            (1, "a = \"(\" [ a ] \")\"\n"),
            (1, "a = \"x\" / \"(\" a \")\"\n"),
            (1, "a = \"x\" *( \"(\" a \")\" )\n"),
            (2, "a = b / \"x\"\nb = \"[\" a \"]\"\n"),
            (1, "a = *( \"x\" / b )\nb = \"{\" a \"}\"\n"),
            (2, "a = b\nb = \"-\" b \"-\" / \"x\"\n"),
            (1, "a = [ \"x\" a \"y\" ]\n"),
            (1, "a = \"x\" / 2( \"y\" a )\n"),
            (3, "a = b \"z\"\nb = c\nc = \"x\" / \"y\" c \"y\"\n"),
            (1, "a = \"x\" / a \"y\" / \"z\" a\n"),
        ],
    ),
    (
        Lint::Prose,
        &[],
        [
            (1, "a = <text>\n"),
            (1, "a = \"x\" / <text>\n"),
            (2, "a = b\nb = *<any character>\n"),
            (1, "a = [ <text> ] \"x\"\n"),
            (2, "a =\n  <text>\n"),
            (1, "a = 1*4<digits>\n"),
            (2, "a = b\nb = <see elsewhere>\n"),
            (1, "a = ( \"x\" <text> )\n"),
            (1, "a = DIGIT <letters> DIGIT\n"),
            (3, "a = b / c\nb = \"x\"\nc = <text>\n"),
        ],
    ),
    (
        Lint::Bytes,
        &[],
        [
            (1, "a = %x80-FF\n"),
            (1, "a = *( %x20-7E / %x80-FF )\n"),
            (1, "a = *OCTET\n"),
            (2, "a = b\nb = \"x\" / %xA0-FF\n"),
            (1, "a = %d128-255\n"),
            (1, "a = %b10000000-11111111\n"),
            (2, "a = 1*b\nb = %x00-FF\n"),
            (1, "a = [ 2*3octet ]\n"),
            (3, "a = b c\nb = \"x\"\nc = \"y\" %x80-FF\n"),
            (1, "a = %x80-FF b\nb = %x80-FF\n"),
        ],
    ),
];

const PEST: [Planted; 3] = [
    (
        Lint::UntakenBranch,
        &[],
        [
            (1, "a = { \"x\" | \"xy\" }\n"),
            (1, "a = { \"x\" ~ (\"y\" | \"z\" | \"yy\") }\n"),
            (2, "a = { b ~ \"!\" }\nb = { ASCII_ALPHA | \"xy\" | \"z\" }\n"),
            (1, "a = { \"x\"* ~ \"y\" ~ (\"1\" | \"2\" | \"1\" ~ \"3\") }\n"),
            (1, "a = { ^\"x\" | \"X\" }\n"),
            (1, "a = { \"y\" | \"z\" ~ \"z\" | \"z\" ~ \"z\" }\n"),
            (1, "a = { 'a'..'m' | 'c'..'d' }\n"),
            (1, "a = { (\"ab\" | \"c\" | \"abc\")+ }\n"),
            (1, "a = { ANY | \"x\" }\n"),
            (1, "a = { \"x\" ~ !\"y\" ~ (\"z\" | \"yz\") }\n"),
        ],
    ),
    (
        Lint::IdleRepetition,
        &[],
        [
            (1, "a = { \"x\"* ~ \"x\"? }\n"),
            (1, "a = { \"x\"* ~ \"x\"* ~ \"y\" }\n"),
            (1, "a = { !\"x\" ~ \"x\"? ~ \"y\" }\n"),
            (1, "a = { (\"x\" | \"y\")+ ~ \"y\"* }\n"),
            (1, "a = { ANY* ~ \"x\"? }\n"),
            (2, "a = { b ~ \"!\" }\nb = { ASCII_DIGIT+ ~ (\"0\" ~ \".\")* }\n"),
            (1, "a = { &\"x\" ~ \"y\"? ~ \"x\" }\n"),
            (1, "a = { \"x\" ~ (\"y\" ~ \"y\"* ~ \"yz\"?)+ }\n"),
            (1, "a = { \"x\"+ ~ \"x\"{0,3} }\n"),
            (1, "a = { (!\"z\" ~ ANY)* ~ \"q\"? ~ \"z\" }\n"),
        ],
    ),
    (
        Lint::EndlessRepetition,
        &[],
        [
            (1, "a = { (\"x\"?)* }\n"),
            (1, "a = { \"x\" ~ (\"y\"*)* }\n"),
            (1, "a = { (\"x\" | \"\")+ }\n"),
            (1, "a = { (!\"x\")* }\n"),
            (1, "a = { b+ }\nb = { \"y\"* }\n"),
            (1, "a = { \"x\" ~ (&\"y\")* }\n"),
            (1, "a = { \"x\" | (\"y\"? ~ \"z\"?)* }\n"),
            (1, "a = { (\"x\"{0,2})* }\n"),
            (1, "a = { \"x\" ~ (EOI)* }\n"),
            (1, "a = { (\"x\"? ~ !\"y\")+ }\n"),
        ],
    ),
];

/// The report has the finding in the line, none elsewhere, and no other warning or error that is
/// not implied.
#[track_caller]
fn check(lint: Lint, implied: &[Lint], line: usize, text: &str, report: &Report) {
    let found = report.findings.iter().filter(|found| found.lint == lint).map(|found| found.line);
    assert_eq!(found.collect::<Vec<_>>().first(), Some(&line), "{lint}:\n{text}{:#?}", report.findings);
    for other in report.findings.iter().filter(|found| found.lint != lint) {
        assert!(implied.contains(&other.lint), "{lint}:\n{text}{other:#?}");
    }
}

/// A linter for a planted defect. A rule that no other uses is unused only if an entry is named.
fn from_first(lint: Lint) -> Linter<'static> {
    if lint == Lint::UnusedRule { Linter::new().entry("a") } else { Linter::new() }
}

#[test]
fn each_defect_of_abnf_is_found() {
    for (lint, implied, all) in ABNF {
        for (line, text) in all {
            let report = from_first(lint).bnf(text, Notation::Abnf);
            // A useless alternative is a second derivation, and a rule without strings makes others
            // so.
            let implied = [
                implied,
                &[Lint::EmptyLanguage, Lint::OnlyEmpty, Lint::Recursion, Lint::OrderedChoice, Lint::Undecided],
            ]
            .concat();
            check(lint, &implied, line, text, &report);
        }
    }
}

/// No lint is without a test here: the others need another grammar, or are about regular
/// expressions.
#[test]
fn each_lint_is_planted() {
    let beside = [Lint::NotWithin, Lint::AcceptsLess, Lint::AcceptsMore, Lint::RepeatedImport, Lint::Undecided];
    let patterns = super::patterns::PLANTED.iter().map(|(lint, ..)| *lint);
    let planted: Vec<Lint> = ABNF.iter().chain(&PEST).map(|(lint, ..)| *lint).chain(patterns).chain(beside).collect();
    for lint in Lint::ALL {
        assert!(planted.contains(lint), "{lint}");
    }
}

#[test]
fn each_defect_of_pest_is_found() {
    for (lint, implied, all) in PEST {
        for (line, text) in all {
            check(lint, implied, line, text, &Linter::new().pest(text));
        }
    }
}

#[test]
fn other_defects_of_pest_are_found() {
    let all = [
        (Lint::Syntax, 1, "a = { \"x\" ~ }\n"),
        (Lint::UndefinedRule, 1, "a = { b }\n"),
        (Lint::RedefinedRule, 2, "a = { \"x\" }\na = { \"y\" }\n"),
        (Lint::UnusedRule, 2, "a = { \"x\" }\nb = { \"y\" }\n"),
        (Lint::EmptyLanguage, 2, "a = { \"x\" | b }\nb = { !\"y\" ~ \"y\" }\n"),
        (Lint::Undecided, 1, "a = { PUSH(\"x\") ~ POP }\n"),
        (Lint::UntakenBranch, 1, "a = { \"x\"? | \"y\" }\n"),
    ];
    for (lint, line, text) in all {
        check(lint, &[Lint::UntakenBranch], line, text, &from_first(lint).pest(text));
    }
}

/// Copies of an imported rule, each with the line of the copy: equal ones are reported as such, and
/// the others with a shortest string.
#[test]
fn copies_of_imported_rules_are_found() {
    let other = Bnf::read_as("word = 1*letter *( \"-\" 1*letter )\nletter = %x61-7A\n", Notation::Abnf).unwrap();
    let import = |own: &Bnf| {
        own.import(&[], &mut |wanted| match &wanted.citation {
            Some(_) => {
                Lookup::In(Import { grammar: "other".into(), bnf: &other, production: wanted.name.to_owned().into() })
            }
            None => Lookup::Nowhere,
        })
    };
    let equal = [
        "%x61-7A",
        "%x61-6D / %x6E-7A",
        "%d97-122",
        "%x61 / %x62-7A",
        "1%x61-7A",
        "( %x61-7A )",
        "0\"x\" %x61-7A",
        "%x61-79 / %s\"z\"",
        "%x61-7A / %x65",
        "1*1%x61-7A",
    ];
    let different = [
        ("%x61-79", "z"),
        ("ALPHA", "A"),
        ("*%x61-7A", ""),
        ("2%x61-7A", "a"),
        ("%x61-7A / \"-\"", "-"),
        ("[ %x61-7A ]", ""),
        ("%x61-7A / DIGIT", "0"),
        ("%x62-7A", "a"),
        ("%x61-7A \"a\"", "a"),
        ("%s\"a\"", "b"),
    ];
    let all =
        equal.iter().map(|body| (*body, None)).chain(different.iter().map(|(body, string)| (*body, Some(*string))));
    for (body, string) in all {
        let text = format!("line = word \":\" letter\nword = <word, see [OTHER]>\nletter = {body}\n");
        let report = Linter::new().importing(&import).bnf(&text, Notation::Abnf);
        let lint = if string.is_some() { Lint::RedefinedRule } else { Lint::RepeatedImport };
        let found: Vec<_> = report.findings.iter().filter(|found| found.lint == lint).collect();
        assert_eq!(found.len(), 1, "{body}: {:?}", report.findings);
        assert_eq!((found[0].line, found[0].production.as_deref()), (3, Some("letter")), "{body}");
        assert_eq!(found[0].witness.as_deref(), string, "{body}");
    }
}

/// Pairs of an old and a new version, of which the second accepts more.
const WIDER: [(&str, &str); 10] = [
    ("\"x\"", "\"x\" / \"y\""),
    ("4DIGIT", "4*5DIGIT"),
    ("1*\"x\"", "*\"x\""),
    ("%s\"x\"", "\"x\""),
    ("\"x\" \"y\"", "\"x\" [ \"y\" ]"),
    ("%x61-63", "%x61-64"),
    ("DIGIT", "HEXDIG"),
    ("*( \"x\" \"y\" )", "*( \"x\" / \"y\" )"),
    ("0\"x\"", "*1\"x\""),
    ("\"x\" *( \".\" \"x\" )", "\"x\" *( \".\" *\"x\" )"),
];

#[test]
fn wider_and_narrower_versions_are_found() {
    for (narrow, wide) in WIDER {
        let grammar = |body: &str| format!("list = item *( \",\" item )\nitem = \"<\" body \">\"\nbody = {body}\n");
        let [narrow, wide] = [narrow, wide].map(grammar);
        let bnf = |text: &str| Bnf::read_as(text, Notation::Abnf).unwrap();
        for (old, new, lint) in [(&narrow, &wide, Lint::AcceptsMore), (&wide, &narrow, Lint::AcceptsLess)] {
            let rules = Rules::from_bnf(bnf(old));
            let report = Linter::new().old(&rules).bnf(new, Notation::Abnf);
            let found: Vec<_> = report.findings.iter().filter(|found| found.lint == lint).collect();
            assert_eq!(found.iter().map(|found| found.line).collect::<Vec<_>>(), [1, 2, 3], "{old}{new}");
            for (found, name) in found.iter().zip(["list", "item", "body"]) {
                let string = found.witness.as_deref().unwrap();
                let accepts = |text: &str| Language::new(&bnf(text), name).unwrap().contains(string);
                assert_eq!((accepts(&wide), accepts(&narrow)), (true, false), "{string}");
            }
            let other = if lint == Lint::AcceptsMore { Lint::AcceptsLess } else { Lint::AcceptsMore };
            assert!(report.findings.iter().all(|found| found.lint != other));
        }
        let outer = Language::new(&bnf(&narrow), "list").unwrap();
        let of = |text: &str| {
            let report = Linter::new().within("narrow", &outer).bnf(text, Notation::Abnf);
            report.findings.into_iter().filter(|found| found.lint == Lint::NotWithin).count()
        };
        assert_eq!((of(&narrow), of(&wide)), (0, 1));
    }
}

/// A question that is too large is reported by each lint that gives up, and by no other.
#[test]
fn questions_that_are_too_large_are_reported() {
    for n in 0..10 {
        let text = format!("x = *( \"a\" / \"b\" ) \"a\" {}( \"a\" / \"b\" )\n", 18 + n);
        let report = Linter::new().bnf(&text, Notation::Abnf);
        let found: Vec<_> = report.findings.iter().map(|found| found.lint).collect();
        assert_eq!(found, [Lint::Undecided]);
        assert!(report.findings[0].message.starts_with("`ordered-choice` is not decided for `x`"));
    }
}

/// A syntax error in a rule that is reached from an entry: the rules that it uses are not known. In
/// other rules it changes nothing.
#[test]
fn rules_that_an_unreadable_rule_may_use_are_not_unused() {
    const RULES: [&str; 5] =
        ["uri = scheme \":\" path", "scheme = \"a\"", "path = *part", "part = \"b\"", "lone = rest"];
    const REST: &str = "rest = \"c\"";
    let unused = |rules: &[String]| -> Vec<String> {
        let report = Linter::new().entry("uri").bnf(&(rules.join("\n") + "\n"), Notation::Abnf);
        let all = report.findings.into_iter().filter(|found| found.lint == Lint::UnusedRule);
        all.filter_map(|found| found.production).collect()
    };
    let all: Vec<String> = RULES.into_iter().chain([REST]).map(str::to_owned).collect();
    assert_eq!(unused(&all), ["lone", "rest"]);
    for at in 0..all.len() {
        for error in [" é", " (", " \"x", " %x"] {
            let mut all = all.clone();
            all[at] += error;
            let expected: &[&str] = if at < 4 { &[] } else { &["lone", "rest"] };
            assert_eq!(unused(&all), expected, "{all:?}");
        }
    }
    let added = ["uri = \"a\"", "uri =/ é scheme", "scheme = \"b\""].map(str::to_owned);
    assert_eq!(unused(&added), [""; 0]);
}

/// Rules by chance: without named entries, those that no other rule uses are entries, and what they
/// and the first rule do not reach is unused. What is imported and core rules are neither.
#[test]
fn default_entries_are_the_rules_that_no_other_uses() {
    let imported = Bnf::read_as("word = 1*ALPHA\nlone = \"l\"\n", Notation::Abnf).unwrap();
    let import = |own: &Bnf| {
        own.import(&[], &mut |wanted| match wanted.name {
            "word" => Lookup::In(Import {
                grammar: "words".into(),
                bnf: &imported,
                production: wanted.name.to_owned().into(),
            }),
            _ => Lookup::Nowhere,
        })
    };
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..300 {
        let count = rng.usize(1..7);
        let uses: Vec<Vec<usize>> =
            (0..count).map(|_| (0..rng.usize(..3)).map(|_| rng.usize(..count)).collect()).collect();
        let rule = |(name, used): (usize, &Vec<usize>)| {
            let used: Vec<String> = used.iter().map(|used| format!("[ r{used} ]")).collect();
            format!("r{name} = \"{name}\" word DIGIT {}\n", used.join(" "))
        };
        let abnf: String = uses.iter().enumerate().map(rule).collect();
        let pest =
            abnf.replace("[ ", "~ ").replace(" ]", "?").replace("word DIGIT", "~ ASCII_DIGIT").replace('\n', " }\n");
        let pest = pest.replace("= ", "= { ");
        let reports = [Linter::new().importing(&import).bnf(&abnf, Notation::Abnf), Linter::new().pest(&pest)];
        let is_root = |rule: usize| (0..count).all(|user| user == rule || !uses[user].contains(&rule));
        let reaches = |from: &dyn Fn(usize) -> bool| {
            let mut reached: Vec<bool> = (0..count).map(from).collect();
            for _ in 0..count {
                for user in 0..count {
                    if reached[user] {
                        uses[user].iter().for_each(|&used| reached[used] = true);
                    }
                }
            }
            reached
        };
        let from_roots = reaches(&is_root);
        let is_entry = |rule: usize| is_root(rule) || rule == 0 && !from_roots[0];
        let entries: Vec<String> = (0..count).filter(|&rule| is_entry(rule)).map(|rule| format!("r{rule}")).collect();
        let reached = reaches(&is_entry);
        let unused: Vec<String> = (0..count).filter(|&rule| !reached[rule]).map(|rule| format!("r{rule}")).collect();
        for report in reports {
            let found = report.findings.iter().filter(|found| found.lint == Lint::UnusedRule);
            let found: Vec<String> = found.filter_map(|found| found.production.clone()).collect();
            // pest refuses recursion at the beginning, which these rules do not have.
            assert_eq!((&report.entries, &found), (&entries, &unused), "{abnf}{pest}");
        }
    }
}
