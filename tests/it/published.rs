//! The published grammars, their notations and their languages.
#![cfg(feature = "compare")]

use std::fmt::Write;

use crate::common::{assert_snapshot, sampled};
use uri_lineage::claims::claims;
use uri_lineage::language::correspondence;
use uri_lineage::regular_bnf::{GrammarDiff, GrammarError, Language, MatchReason, MatchedPair, pattern};
use uri_lineage::{Grammar, Reading};

#[test]
fn every_correction_has_its_evidence() {
    for grammar in Grammar::all() {
        let (published, corrected) = (grammar.bnf(Reading::Published), grammar.bnf(Reading::Corrected));
        for definition in corrected.productions() {
            if published.get(&definition.name) != Some(definition) {
                assert!(definition.comment.ends_with('.'), "{grammar}:{}", definition.name);
            }
        }
    }
}

/// The productions of a text, each without its spacing: a line that does not begin with a space
/// begins one.
fn productions<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in lines.filter(|line| !line.starts_with(';')) {
        let bare: String = line.split_whitespace().collect();
        match all.last_mut() {
            Some(last) if line.starts_with(' ') || bare.is_empty() => last.push_str(&bare),
            _ => all.push(bare),
        }
    }
    all
}

/// A struct of the first two generations has its productions above it, as its documents print them
/// or as they are corrected.
#[test]
fn the_productions_above_structs_are_those_of_the_documents() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for (folder, grammars) in
        [("rfc1630", &["url-draft-02", "url-draft-03", "rfc1630-generic", "rfc1630"][..]), ("rfc1738", &["rfc1738"])]
    {
        let files =
            grammars.iter().flat_map(|id| [format!("grammar/{id}.bnf"), format!("grammar/{id}.corrections.bnf")]);
        let printed: Vec<String> = files.map(|file| std::fs::read_to_string(root.join(file)).unwrap()).collect();
        let printed: Vec<String> = printed.iter().flat_map(|text| productions(text.lines())).collect();
        for file in std::fs::read_dir(root.join("src/ast").join(folder)).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            for block in text.split("/// ```text\n").skip(1) {
                let block = block.split("/// ```\n").next().unwrap();
                let lines = block.lines().filter_map(|line| line.trim_start().strip_prefix("/// "));
                for production in productions(lines) {
                    assert!(printed.contains(&production), "{folder}: {production}");
                    count += 1;
                }
            }
        }
    }
    assert_eq!(count, 78);
}

#[test]
fn slips_of_the_documents() {
    let undefined = |grammar: Grammar| grammar.bnf(Reading::Published).undefined();
    assert_eq!(undefined(Grammar::UrlDraft02), ["digit"]);
    assert_eq!(undefined(Grammar::UrlDraft03), ["addr-spec", "content-identifier"]);
    assert!(undefined(Grammar::Rfc1630Generic).is_empty());
    assert_eq!(undefined(Grammar::Rfc1630), ["addr-spec", "content-identifier"]);
    assert_eq!(undefined(Grammar::Rfc1738), ["/"]);
    assert_eq!(undefined(Grammar::Uri1997), ["<as defined in RFC???? -- URL Syntax>", "<as defined in RFC2141>"]);
    for grammar in Grammar::all() {
        let corrected = grammar.bnf(Reading::Corrected);
        assert!(corrected.undefined().is_empty());
        assert!(Language::all(corrected).iter().all(|(_, language)| language.is_ok()));
    }
    let server = Grammar::Uri1997.bnf(Reading::Published).get("server").unwrap();
    let error = server.body.as_ref().unwrap_err();
    assert_eq!((error.line, error.column), (59, 47));
    assert!(matches!(
        Language::new(Grammar::Uri1997.bnf(Reading::Published), "site"),
        Err(GrammarError::Unreadable { production, .. }) if production == "server"
    ));
}

/// The productions of a pest file quote their production.
#[test]
fn names_in_the_pest_files_are_the_documents() {
    for grammar in Grammar::all() {
        let bnf = grammar.bnf(Reading::Corrected);
        for production in grammar.productions() {
            assert!(bnf.get(production.name()).is_some(), "{grammar}:{}", production.name());
        }
    }
}

#[test]
fn uses_and_users() {
    let bnf = Grammar::Rfc1738.bnf(Reading::Corrected);
    assert_eq!(bnf.uses("hostport"), ["host", "port"]);
    assert_eq!(bnf.used_by("fpath"), ["ftpurl", "fileurl"]);
    assert_eq!(bnf.unreachable(Grammar::Rfc1738.entry_productions()), ["national", "punctuation"]);
}

#[test]
fn members_come_shortest_and_most_readable_first() {
    let members = |production, n| {
        let language = Language::new(Grammar::Rfc1738.bnf(Reading::Corrected), production).unwrap();
        language.members().take(n).collect::<Vec<_>>()
    };
    assert_eq!(members("hex", 3), ["a", "b", "c"]);
    assert_eq!(members("hostnumber", 2), ["0.0.0.0", "0.0.0.1"]);
    assert_eq!(members("escape", 1), ["%aa"]);
    assert_eq!(members("extra", 10).len(), 6);
}

/// The relation of two productions with its witnesses, as `diff` prints them.
fn pair_text(pair: &MatchedPair, left: Grammar, right: Grammar) -> String {
    let comparison = pair.comparison.as_ref().unwrap();
    let names = if pair.left == pair.right { pair.left.clone() } else { format!("{} / {}", pair.left, pair.right) };
    let matched = match pair.matched {
        MatchReason::Name => "",
        MatchReason::Part => " (in the table of correspondences)",
        MatchReason::Definition => " (renamed)",
    };
    let mut text = format!("{names}: {}{matched}\n", comparison.relation);
    let (only_left, only_right) = (format!("only {left}"), format!("only {right}"));
    for (label, witness) in [
        (only_left.as_str(), &comparison.left_only),
        (only_right.as_str(), &comparison.right_only),
        ("both", &comparison.both),
    ] {
        if let Some(witness) = witness {
            writeln!(text, "  {label}: {witness:?}").unwrap();
        }
    }
    text
}

#[test]
fn each_grammar_differs_from_its_predecessor_as_recorded() {
    for grammars in Grammar::ALL.windows(2) {
        let [left, right] = [grammars[0], grammars[1]];
        let diff = GrammarDiff::new(left.bnf(Reading::Corrected), right.bnf(Reading::Corrected), correspondence());
        let mut text: String = diff.pairs.iter().map(|pair| pair_text(pair, left, right)).collect();
        for (label, names) in [("gone", &diff.only_left), ("added", &diff.only_right)] {
            if !names.is_empty() {
                writeln!(text, "{label}: {}", names.join(", ")).unwrap();
            }
        }
        assert_snapshot(&format!("diff-{left}-{right}"), &text);
    }
}

#[test]
fn witnesses_are_accepted_on_the_sides_that_they_show() {
    for pair in Grammar::ALL.windows(2) {
        let [left, right] = [0, 1].map(|i| pair[i].bnf(Reading::Corrected));
        for definition in left.productions().iter().filter(|d| right.get(&d.name).is_some()) {
            let [l, r] = [left, right].map(|bnf| Language::new(bnf, &definition.name).unwrap());
            let comparison = l.compare(&r).unwrap();
            assert!(comparison.left_only.is_none_or(|w| l.contains(&w) && !r.contains(&w)));
            assert!(comparison.right_only.is_none_or(|w| !l.contains(&w) && r.contains(&w)));
            assert!(comparison.both.is_none_or(|w| l.contains(&w) && r.contains(&w)));
        }
    }
}

#[test]
fn claims_have_the_recorded_verdicts() {
    let mut text = String::new();
    for claim in claims() {
        let verdict = match (claim.holds, claim.undecided) {
            (Some(true), _) => "holds".to_owned(),
            (Some(false), _) => format!("does not hold: {}", claim.but.unwrap_or_default()),
            (None, why) => format!("undecided: {}", why.unwrap()),
        };
        let (document, place, says, quotation, question) =
            (claim.document, claim.place, claim.says, claim.quotation, claim.question);
        writeln!(text, "{document}, {place}: {says}\n  > {quotation}\n  {question}: {verdict}").unwrap();
    }
    assert_snapshot("claims", &text);
}

/// A regular expression that is printed is the language: read back, it makes the same automaton.
#[test]
fn patterns_are_the_languages() {
    for grammar in Grammar::all() {
        // Of whole inputs with what the URL Standard's parser removes there is no expression of an
        // acceptable length.
        let bnf = &grammar.bnf(Reading::Corrected).after_removal();
        for (name, language) in sampled(Language::all(bnf), 3) {
            let language = language.unwrap();
            let pattern = regex::Regex::new(&format!("^(?:{})$", pattern(bnf, name).unwrap())).unwrap();
            for member in language.sample(1).take(20) {
                assert!(pattern.is_match(&member), "{grammar}:{name}: {member:?}");
            }
            for miss in language.near_misses(1).take(20) {
                assert!(!pattern.is_match(&miss), "{grammar}:{name}: {miss:?}");
            }
        }
    }
}
