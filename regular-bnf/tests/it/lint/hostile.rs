//! Large and hostile grammars end within the limits.

use std::fmt::Write;

use regular_bnf::Notation;
use regular_bnf::lint::{Lint, Linter, Report};

use crate::sample::share;

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
fn a_chain_of_rules() {
    let report = lint(&rules(|n| format!("r{n} = \"x\" r{} / \"y\"", (n + 1).min(many() - 1))));
    assert!(count(&report, Lint::Undecided) > 0);
    assert_eq!(count(&report, Lint::Syntax) + count(&report, Lint::UnusedRule), 0);
}

#[test]
fn rules_that_nothing_uses() {
    let report = lint(&rules(|n| format!("r{n} = *( \"x\" / \"xx\" ) [ r0 ]")));
    assert_eq!(count(&report, Lint::UnusedRule), many() - 1);
}

#[test]
fn definitions_of_one_name() {
    let report = lint(&rules(|n| format!("r = {}\"x\"", n % 7)));
    assert_eq!(count(&report, Lint::RedefinedRule) + count(&report, Lint::RepeatedRule), many() - 1);
}

#[test]
fn unreadable_rules() {
    assert_eq!(count(&lint(&rules(|n| format!("r{n} = (")),), Lint::Syntax), many());
}

#[test]
fn recursion_everywhere() {
    let report = lint(&rules(|n| format!("r{n} = \"(\" r{} \")\" / \"x\"", n ^ 1)));
    assert_eq!(count(&report, Lint::Recursion), many() / 2);
    let report = lint(&rules(|n| format!("r{n} = \"(\" r{} \")\" / \"x\"", (n + 1) % many())));
    assert_eq!(count(&report, Lint::Recursion), 1);
    let report = lint(&rules(|n| format!("r{n} = r{} / r{}", (n + 1) % many(), (n * 7) % many())));
    assert_eq!(count(&report, Lint::EmptyLanguage), many());
}

#[test]
fn many_alternatives_and_undefined_names_in_one_line() {
    let all = (0..many()).map(|n| format!("%s\"w{n}\"")).collect::<Vec<_>>().join(" / ");
    let report = lint(&format!("r = {all} / %s\"w5\"\n"));
    assert!(count(&report, Lint::UselessAlternative) + count(&report, Lint::Undecided) > 0);
    let all = (0..many()).map(|n| format!("u{n}")).collect::<Vec<_>>().join(" / ");
    assert_eq!(count(&lint(&format!("r = {all}\n")), Lint::UndefinedRule), many());
}

#[test]
fn deep_nesting() {
    let nested = |depth: usize| format!("r = {}\"x\"{}\n", "*( ".repeat(depth), " )".repeat(depth));
    lint(&nested(100));
    assert_eq!(count(&lint(&nested(101)), Lint::Syntax), 1);
    assert_eq!(count(&lint(&nested(many())), Lint::Syntax), 1);
    let optional = format!("r = {}\n", "[ \"x\" ] ".repeat(many()));
    lint(&optional);
    lint("r = *( 9999999\"x\" / 0*4294967295( \"y\" [ \"z\" ] ) )\n");
}

#[test]
fn bytes_of_any_kind() {
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
fn pest_rules() {
    let rules: String =
        (0..1_000).map(|n| format!("r{n} = {{ (\"a\" | \"ab\" | \"b\")* ~ (\"c\" | \"cd\")? }}\n")).collect();
    let report = Linter::new().pest(&rules);
    assert!(count(&report, Lint::UntakenBranch) > 0);
    let one = format!("r = {{ {} }}\n", (0..400).map(|n| format!("\"w{n}\"")).collect::<Vec<_>>().join(" | "));
    let _ = Linter::new().pest(&one);
}
