//! Large and hostile grammars end within the limits.

use std::fmt::Write;

use regular_bnf::Notation;
use regular_bnf::lint::{Lint, Linter, Report};

use crate::common::share;

/// How many rules a large grammar has.
fn many() -> usize {
    share(100_000, 40)
}

fn rules(rule: impl Fn(usize) -> String) -> String {
    (0..many()).fold(String::new(), |mut all, n| {
        _ = writeln!(all, "{}", rule(n));
        all
    })
}

#[track_caller]
fn lint(text: &str) -> Report {
    Linter::new().bnf(text, Notation::Abnf)
}

fn count(report: &Report, lint: Lint) -> usize {
    report.findings.iter().filter(|found| found.lint == lint).count()
}

#[test]
fn a_long_chain_of_rules_is_undecided() {
    let report = lint(&rules(|n| format!("r{n} = \"x\" r{} / \"y\"", (n + 1).min(many() - 1))));
    assert!(count(&report, Lint::Undecided) > 0);
    assert_eq!(count(&report, Lint::Syntax) + count(&report, Lint::UnusedRule), 0);
}

#[test]
fn unused_rules_are_found_among_many() {
    let text = rules(|n| format!("r{n} = *( \"x\" / \"xx\" ) [ r0 ]"));
    let report = Linter::new().entry("r0").bnf(&text, Notation::Abnf);
    assert_eq!(count(&report, Lint::UnusedRule), many() - 1);
}

#[test]
fn many_definitions_of_one_name_are_found() {
    let report = lint(&rules(|n| format!("r = {}\"x\"", n % 7)));
    assert_eq!(count(&report, Lint::RedefinedRule) + count(&report, Lint::RepeatedRule), many() - 1);
}

#[test]
fn many_unreadable_rules_are_found() {
    assert_eq!(count(&lint(&rules(|n| format!("r{n} = (")),), Lint::Syntax), many());
}

#[test]
fn recursion_through_all_rules_is_found() {
    let report = lint(&rules(|n| format!("r{n} = \"(\" r{} \")\" / \"x\"", n ^ 1)));
    assert_eq!(count(&report, Lint::Recursion), many() / 2);
    let report = lint(&rules(|n| format!("r{n} = \"(\" r{} \")\" / \"x\"", (n + 1) % many())));
    assert_eq!(count(&report, Lint::Recursion), 1);
    let report = lint(&rules(|n| format!("r{n} = r{} / r{}", (n + 1) % many(), (n * 7) % many())));
    assert_eq!(count(&report, Lint::EmptyLanguage), many());
}

#[test]
fn long_lines_end_within_the_limits() {
    let all = (0..many()).map(|n| format!("%s\"w{n}\"")).collect::<Vec<_>>().join(" / ");
    let report = lint(&format!("r = {all} / %s\"w5\"\n"));
    assert!(count(&report, Lint::UselessAlternative) + count(&report, Lint::Undecided) > 0);
    let all = (0..many()).map(|n| format!("u{n}")).collect::<Vec<_>>().join(" / ");
    assert_eq!(count(&lint(&format!("r = {all}\n")), Lint::UndefinedRule), many());
}

#[test]
fn nesting_deeper_than_the_limit_is_an_error() {
    let nested = |depth: usize| format!("r = {}\"x\"{}\n", "*( ".repeat(depth), " )".repeat(depth));
    lint(&nested(100));
    assert_eq!(count(&lint(&nested(101)), Lint::Syntax), 1);
    assert_eq!(count(&lint(&nested(many())), Lint::Syntax), 1);
    let optional = format!("r = {}\n", "[ \"x\" ] ".repeat(many()));
    lint(&optional);
    lint("r = *( 9999999\"x\" / 0*4294967295( \"y\" [ \"z\" ] ) )\n");
}

#[test]
fn random_texts_do_not_panic() {
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..2_000 {
        let pieces = [
            "a", "=", " ", "\n", "/", "(", ")", "[", "]", "*", "\"", "%x4", "<", ">", "1", ";", "\r", "\u{FEFF}", "é",
            "{", "}", "~", "|", "!", "?", "+", "_",
        ];
        let text: String = (0..rng.usize(..60)).filter_map(|_| rng.choice(&pieces).copied()).collect();
        for notation in [Notation::Abnf, Notation::Rfc822, Notation::BernersLee] {
            Linter::new().bnf(&text, notation);
            Linter::new().bnf(&format!("a = {text}\n"), notation);
        }
        Linter::new().pest(&text);
        Linter::new().pest(&format!("a = {{ {text} }}"));
    }
}

#[test]
fn many_pest_rules_end_within_the_limits() {
    let rules: String = (0..share(1_000, 10))
        .map(|n| format!("r{n} = {{ (\"a\" | \"ab\" | \"b\")* ~ (\"c\" | \"cd\")? }}\n"))
        .collect();
    let report = Linter::new().pest(&rules);
    assert!(count(&report, Lint::UntakenBranch) > 0);
    let one =
        format!("r = {{ {} }}\n", (0..share(400, 4)).map(|n| format!("\"w{n}\"")).collect::<Vec<_>>().join(" | "));
    let _ = Linter::new().pest(&one);
}
