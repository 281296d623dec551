//! The lints of a grammar in a notation of BNF.

use std::collections::{HashMap, HashSet};

use super::against;
use super::alternatives::{UselessAlternative, each_accepted, useless};
use super::derivable::{Derivable, derivable};
use super::languages::language;
use super::lints::Lint;
use super::options::{Linter, shown};
use super::report::{Budget, Finding, Findings, Report, USED_UP};
use crate::automaton::dfa::Dfa;
use crate::automaton::nfa::Nfa;
use crate::bnf::{Bnf, Definition, Expr, LanguageError, Located, Notation, PartLocations, located};
use crate::language::import::{ImportError, RepeatedProduction};
use crate::marks::{AmbiguityCause, defined};

/// A grammar whose definitions are distinct, with the places of their parts.
struct DistinctGrammar {
    bnf: Bnf,
    /// The places of the productions that the file defines. Core rules that it uses come after
    /// these.
    parts: Vec<PartLocations>,
    /// For each production whether its language cannot be decided: it needs an undefined,
    /// unreadable or irregular production.
    unknown: Vec<bool>,
    /// For each production whether it is, or needs, one that is not regular.
    irregular: Vec<bool>,
    derivable: Vec<Derivable>,
}

pub(super) fn lint(file: &str, notation: Notation, linter: &Linter<'_>) -> Report {
    let mut findings = Findings::default();
    let Located { text, definitions, parts } = match located(file, notation) {
        Ok(located) => located,
        Err(error) => {
            findings.unreadable(None, &error);
            return Report { findings: findings.finish(file), entries: Vec::new() };
        }
    };
    for definition in &definitions {
        if let Err(error) = &definition.body {
            findings.unreadable(Some(&definition.name), error);
        }
    }
    let all = definitions.into_iter().zip(parts).collect();
    let (kept, again) = distinct(all, notation, &mut findings);
    let (definitions, parts): (Vec<Definition>, Vec<PartLocations>) = kept.into_iter().unzip();
    let bnf = match Bnf::from_definitions(definitions, notation) {
        Ok(bnf) => bnf,
        Err(error) => {
            findings.placed(1, 1, Finding::new(Lint::Syntax, None, error.to_string()));
            return Report { findings: findings.finish(&text), entries: Vec::new() };
        }
    };
    let bnf = imported(bnf, &parts, linter, &mut findings);
    bytes(&bnf, &parts, &mut findings);
    let entries = linter.entries_among(|name| Some(bnf.get(name)?.name.clone()), &bnf.productions()[0].name);
    let grammar = DistinctGrammar::new(bnf, parts, &mut findings);
    grammar.names(&entries, &mut findings);
    grammar.redefinitions(again, &mut findings);
    grammar.recursion(&mut findings);
    grammar.emptiness(&mut findings);
    grammar.alternatives(&mut findings);
    grammar.ambiguity(&entries, &mut findings);
    #[cfg(feature = "peg")]
    grammar.in_order(&entries, &mut findings);
    against::within(linter, &entries, &mut findings, |name, budget| {
        let at = grammar.bnf.index(name).unwrap_or_default();
        let language = (!grammar.unknown[at]).then(|| language(&grammar.bnf, name, budget));
        (grammar.parts.get(at).map_or(0, |parts| parts.at), language)
    });
    let own = grammar.bnf.productions().iter().zip(&grammar.parts).map(|(own, parts)| (own.name.as_str(), parts.at));
    against::old(linter, &own.collect::<Vec<_>>(), &mut findings, |name, budget| {
        let known = grammar.bnf.index(name).is_some_and(|at| !grammar.unknown[at]);
        known.then(|| language(&grammar.bnf, name, budget))
    });
    let others = grammar.bnf.productions().iter().skip(grammar.parts.len()).map(|other| other.name.clone());
    findings.without(&others.collect());
    Report { findings: findings.finish(&text), entries }
}

/// The grammar with what it imports, or without it if that fails.
fn imported(bnf: Bnf, parts: &[PartLocations], linter: &Linter<'_>, findings: &mut Findings) -> Bnf {
    let Some(imports) = linter.imports else { return bnf };
    let at = |name: &str| bnf.index(name).and_then(|at| parts.get(at)).map_or(0, |parts| parts.at);
    let error = match imports(&bnf) {
        Ok(imported) => {
            for RepeatedProduction { name, grammar, .. } in &imported.repeated {
                let message = format!("`{name}` is defined again, with the language that it has in {grammar}");
                findings.add(at(name), Finding::new(Lint::RepeatedImport, Some(name), message));
            }
            return imported.bnf;
        }
        Err(error) => error,
    };
    match &error {
        ImportError::Several { production, name, candidates, .. } => {
            let message = format!("several grammars define `{name}`: {}", candidates.join(", "));
            findings.add(at(production), Finding::new(Lint::UndefinedRule, Some(production), message));
        }
        ImportError::Differs { name, grammar, witness, only_own, .. } => {
            let which = if *only_own { "which refuses" } else { "which alone accepts" };
            let message = format!("`{name}` is defined differently in {grammar}, from which it is imported, {which}");
            let finding = Finding::new(Lint::RedefinedRule, Some(name), message);
            findings.add(at(name), finding.with(Some(witness.clone())));
        }
        ImportError::Undecided { name, grammar, error, .. } => {
            let message = format!(
                "`{name}` is also imported from {grammar}, and it is not decided whether both are equal: {error}"
            );
            findings.add(at(name), Finding::new(Lint::RedefinedRule, Some(name), message));
        }
        ImportError::Missing { .. } => {
            findings.add(0, Finding::new(Lint::UndefinedRule, None, error.to_string()));
        }
    }
    bnf
}

/// The first definition of each name, and the others, each with the index of the first.
type Redefinitions = Vec<(usize, Definition, PartLocations)>;

fn distinct(
    all: Vec<(Definition, PartLocations)>,
    notation: Notation,
    findings: &mut Findings,
) -> (Vec<(Definition, PartLocations)>, Redefinitions) {
    let mut kept: Vec<(Definition, PartLocations)> = Vec::new();
    let mut again = Vec::new();
    let mut known: HashMap<String, Vec<usize>> = HashMap::new();
    for (definition, parts) in all {
        let alike = known.entry(definition.name.to_ascii_lowercase()).or_default();
        let same = |&&at: &&usize| notation.is_abnf() || kept[at].0.name == definition.name;
        match alike.iter().find(same) {
            Some(&first) => again.push((first, definition, parts)),
            None => {
                if let Some(&other) = alike.first() {
                    let (name, other) = (&definition.name, &kept[other].0);
                    let message = format!("`{name}` differs only in case from `{}` in line {}", other.name, other.line);
                    findings.add(parts.at, Finding::new(Lint::RepeatedRule, Some(name), message));
                }
                alike.push(kept.len());
                kept.push((definition, parts));
            }
        }
    }
    (kept, again)
}

/// The names without which an expression matches nothing, or nothing known.
fn needs<'e>(expr: &'e Expr, names: &mut Vec<(&'e str, bool)>) {
    match expr {
        Expr::Void | Expr::Literal(_) | Expr::Range(..) | Expr::Repeat(_, Some(0), _) => {}
        Expr::Name(name) => names.push((name, false)),
        Expr::Undefined(name) => names.push((name, true)),
        Expr::Sequence(all) | Expr::Alternatives(all) => all.iter().for_each(|expr| needs(expr, names)),
        Expr::Repeat(_, _, inner) => needs(inner, names),
        Expr::Except(left, right) => [left, right].into_iter().for_each(|expr| needs(expr, names)),
    }
}

/// Whether a grammar is one of bytes, and the rules for which it matters.
fn bytes(bnf: &Bnf, parts: &[PartLocations], findings: &mut Findings) {
    let uses = |definition: &Definition| {
        let mut found = false;
        if let Ok(expr) = &definition.body {
            expr.map(&mut |expr| {
                found |=
                    matches!(expr, Expr::Range(_, '\u{FF}')) || matches!(expr, Expr::Name(name) if name == "OCTET");
                None
            });
        }
        found
    };
    // The first alone: what is true of one is true of all.
    let first = bnf.productions().iter().zip(parts).find(|(definition, _)| uses(definition));
    let message = match (bnf.is_of_bytes(), first) {
        (true, _) => "a grammar of bytes: the characters U+0080 to U+00FF of strings are the bytes 80 to FF".to_owned(),
        (false, Some((definition, _))) => {
            format!("`{}` has characters up to U+00FF, which may be meant as bytes", definition.name)
        }
        (false, None) => return,
    };
    let (name, at) = first.map_or((None, 0), |(definition, parts)| (Some(&*definition.name), parts.at));
    findings.add(at, Finding::new(Lint::Bytes, name, message));
}

impl DistinctGrammar {
    fn new(bnf: Bnf, parts: Vec<PartLocations>, findings: &mut Findings) -> Self {
        let n = bnf.productions().len();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); n];
        let (mut unknown, mut irregular) = (vec![false; n], vec![false; n]);
        for (at, definition) in bnf.productions().iter().enumerate() {
            let mut used = Vec::new();
            match &definition.body {
                Ok(body) => needs(body, &mut used),
                Err(_) => unknown[at] = true,
            }
            for (name, is_prose) in used {
                match bnf.index(name).filter(|_| !is_prose) {
                    Some(used) => users[used].push(at),
                    None => unknown[at] = true,
                }
            }
        }
        let cycles: HashSet<u32> = bnf.irregular().into_iter().map(|(cycle, _)| cycle).collect();
        for (at, cycle) in bnf.cycles().iter().enumerate() {
            irregular[at] = cycle.is_some_and(|cycle| cycles.contains(&cycle));
        }
        let spread = |all: &mut Vec<bool>| {
            let mut waiting: Vec<usize> = (0..n).filter(|&at| all[at]).collect();
            while let Some(at) = waiting.pop() {
                waiting.extend(users[at].iter().filter(|&&user| !std::mem::replace(&mut all[user], true)));
            }
        };
        spread(&mut irregular);
        unknown.iter_mut().zip(&irregular).for_each(|(unknown, irregular)| *unknown |= irregular);
        spread(&mut unknown);
        let mut budget = Budget::new();
        let mut failed = false;
        let derivable = derivable(&bnf, &mut |expr| {
            let mut names = Vec::new();
            needs(expr, &mut names);
            let is_known =
                |(name, is_prose): &(&str, bool)| !is_prose && bnf.index(name).is_some_and(|at| !unknown[at]);
            if !names.iter().all(is_known) {
                return None;
            }
            /// The steps of one difference, whose automata are combined.
            const STEPS: usize = 100_000;
            let dfa = budget.spend(STEPS).ok().and_then(|()| Nfa::union(&bnf, [expr], "").ok());
            let dfa = dfa.and_then(|nfa| Dfa::new(&nfa).ok());
            failed |= dfa.is_none();
            dfa
        });
        if failed {
            findings.undecided(Lint::EmptyLanguage, None, None, &USED_UP);
        }
        Self { bnf, parts, unknown, irregular, derivable }
    }

    /// The productions of the file, with their indexes and places.
    fn own(&self) -> impl Iterator<Item = (usize, &Definition, &PartLocations)> {
        let all = self.bnf.productions().iter().zip(&self.parts).enumerate();
        all.map(|(at, (definition, parts))| (at, definition, parts))
    }

    /// Undefined names, descriptions in words, and productions that are not used.
    fn names(&self, entries: &[String], findings: &mut Findings) {
        let mut seen = HashSet::new();
        for (_, definition, parts) in self.own() {
            let body: HashSet<&str> = definition.body.iter().flat_map(Expr::names).collect();
            for used in &parts.names {
                let name = &used.name;
                if used.is_prose {
                    // Prose as the definition of a core rule is that core rule.
                    if body.contains(name.as_str()) {
                        let message = format!("`{}` describes strings in words: {name}", definition.name);
                        findings.add(used.at, Finding::new(Lint::Prose, Some(&definition.name), message));
                    }
                } else if self.bnf.get(name).is_none() && seen.insert(name) {
                    let message = format!("`{name}` is not defined");
                    findings.add(used.at, Finding::new(Lint::UndefinedRule, Some(&definition.name), message));
                }
            }
        }
        let names: Vec<&str> = entries.iter().map(String::as_str).collect();
        let missing: HashSet<&str> = self.bnf.unreachable(&names).into_iter().collect();
        // Which names an unreadable production uses is unknown.
        let is_reached = |own: &Definition| !missing.contains(own.name.as_str());
        if self.bnf.productions().iter().any(|own| own.body.is_err() && is_reached(own)) {
            return;
        }
        let from = entries.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ");
        for (_, definition, parts) in self.own().filter(|(_, own, _)| !is_reached(own)) {
            let message = format!("`{}` is not used from {from}", definition.name);
            findings.add(parts.at, Finding::new(Lint::UnusedRule, Some(&definition.name), message));
        }
    }

    /// Names that are defined more than once.
    fn redefinitions(&self, again: Redefinitions, findings: &mut Findings) {
        let mut budget = Budget::new();
        for (first, definition, parts) in again {
            let name = &definition.name;
            let before = &self.bnf.productions()[first];
            let line = before.line;
            let repeated = |how: &str| {
                let message = format!("`{name}` is defined again, {how} in line {line}");
                Finding::new(Lint::RepeatedRule, Some(name), message)
            };
            let (Ok(one), Ok(other)) = (&before.body, &definition.body) else {
                findings.add(parts.at, repeated("after its definition"));
                continue;
            };
            if one == other {
                findings.add(parts.at, repeated("as"));
                continue;
            }
            // Words agree with every definition.
            if matches!(one, Expr::Undefined(_)) || matches!(other, Expr::Undefined(_)) {
                findings.add(parts.at, repeated("besides a description in words,"));
                continue;
            }
            let mut differs = None;
            let decided = each_accepted(&self.bnf, &[one, other], &mut budget, |accepted, string| {
                if let [only] = accepted {
                    differs = Some((*only, string()));
                }
                differs.is_none()
            });
            let error = |how: &str| {
                let message = format!("`{name}` is defined differently in line {line}{how}");
                Finding::new(Lint::RedefinedRule, Some(name), message)
            };
            findings.add(
                parts.at,
                match (decided, differs) {
                    (_, Some((0, string))) => error(", which alone accepts").with(Some(string)),
                    (_, Some((_, string))) => error(", which does not accept").with(Some(string)),
                    (Ok(()), None) => repeated("with the same language as"),
                    (Err(_), None) => error("; whether both accept the same strings is not decided"),
                },
            );
        }
    }

    /// Recursion by which a language is not known to be regular.
    fn recursion(&self, findings: &mut Findings) {
        let count = self.irregular.iter().filter(|irregular| **irregular).count();
        for (_, way) in self.bnf.irregular() {
            let name = way.first().map_or("", |name| name);
            let message = format!(
                "the recursion {} is neither only at its end nor only at its beginning: of {count} rules that need it, \
                 only emptiness is decided",
                way.join(" -> ")
            );
            let at = self.bnf.index(name).and_then(|at| self.parts.get(at)).map_or(0, |parts| parts.at);
            findings.add(at, Finding::new(Lint::Recursion, Some(name), message));
        }
    }

    fn emptiness(&self, findings: &mut Findings) {
        for (at, Definition { name, .. }, parts) in self.own() {
            let (lint, message) = match self.derivable[at] {
                Derivable { some: false, .. } => (Lint::EmptyLanguage, format!("`{name}` accepts no string")),
                Derivable { text: false, .. } => (Lint::OnlyEmpty, format!("`{name}` accepts only the empty string")),
                _ => continue,
            };
            findings.add(parts.at, Finding::new(lint, Some(name), message));
        }
    }

    /// Alternatives that never matter.
    fn alternatives(&self, findings: &mut Findings) {
        let mut budget = Budget::new();
        for (_, Definition { name, .. }, parts) in self.own() {
            for ways in &parts.choices {
                let is_known = |expr: &Expr| {
                    let mut names = Vec::new();
                    needs(expr, &mut names);
                    names
                        .iter()
                        .all(|(name, is_prose)| !is_prose && self.bnf.index(name).is_some_and(|at| !self.unknown[at]))
                };
                let ways: Vec<_> = ways.iter().filter(|way| is_known(&way.expr)).collect();
                if ways.len() < 2 {
                    continue;
                }
                let found = match budget.left() {
                    0 => Err(LanguageError::TooLarge("the grammar".to_owned())),
                    _ => useless(&self.bnf, &ways.iter().map(|way| &way.expr).collect::<Vec<_>>(), &mut budget),
                };
                let found = found.unwrap_or_else(|error| {
                    findings.undecided(Lint::UselessAlternative, Some(parts.at), Some(name), &error);
                    Vec::new()
                });
                for UselessAlternative { at, covered, witness } in found {
                    let own = shown(&ways[at].text);
                    let message = match covered {
                        Some(by) => {
                            let by = shown(&ways[by].text);
                            format!("`{own}` never matters: `{by}` before it accepts all its strings")
                        }
                        None => format!("`{own}` never matters: those before it accept all its strings"),
                    };
                    let finding = Finding::new(Lint::UselessAlternative, Some(name), message);
                    findings.add(ways[at].at, finding.with(Some(witness)));
                }
            }
        }
    }

    /// The productions from which derivations are examined: the entries and, among those that they
    /// do not reach, the ones that no other uses. Instead of one that is not regular, those that it
    /// uses.
    fn roots(&self, entries: &[String]) -> Vec<usize> {
        let n = self.bnf.productions().len();
        let (mut roots, mut reached) = (Vec::new(), vec![false; n]);
        let uses = |at: usize| {
            let body = self.bnf.productions()[at].body.as_ref().ok();
            let names: Vec<&str> = body.into_iter().flat_map(Expr::names).collect();
            names.into_iter().filter_map(|name| self.bnf.index(name)).collect::<Vec<usize>>()
        };
        let mut used = vec![false; n];
        (0..n).for_each(|at| uses(at).into_iter().filter(|&other| other != at).for_each(|other| used[other] = true));
        let first = entries.iter().filter_map(|name| self.bnf.index(name));
        let unused = (0..n).filter(|&at| !used[at]);
        for root in first.chain(unused).chain(0..n).collect::<Vec<_>>() {
            if std::mem::replace(&mut reached[root], true) {
                continue;
            }
            let mut waiting = vec![root];
            if !self.irregular[root] {
                roots.push(root);
            }
            while let Some(at) = waiting.pop() {
                for other in uses(at) {
                    if !std::mem::replace(&mut reached[other], true) {
                        if self.irregular[at] && !self.irregular[other] {
                            roots.push(other);
                        }
                        waiting.push(other);
                    }
                }
            }
        }
        roots
    }

    /// Strings with two derivations, by the production that contains the difference.
    fn ambiguity(&self, entries: &[String], findings: &mut Findings) {
        /// The steps of visiting a pair of states.
        const PAIR: usize = 20;
        // Two derivations without undefined names exist under every definition of these.
        let known = self.unknown.iter().zip(&self.irregular).any(|(unknown, irregular)| *unknown && !irregular);
        let defined = known.then(|| defined(&self.bnf));
        let bnf = defined.as_ref().unwrap_or(&self.bnf);
        let mut budget = Budget::new();
        let mut all = Vec::new();
        for root in self.roots(entries) {
            let name = &self.bnf.productions()[root].name;
            let most = (budget.left() / PAIR).min(crate::limits::LIMITS.marked_pairs);
            let found = match most {
                0 => Err(LanguageError::TooLarge("the grammar".to_owned())),
                most => AmbiguityCause::within(bnf, name, most),
            };
            match found {
                Ok((found, pairs)) => {
                    all.extend(found);
                    _ = budget.spend(pairs * PAIR);
                }
                Err(error) => {
                    if let LanguageError::TooLarge(_) = error {
                        _ = budget.spend(most * PAIR);
                    }
                    let at = self.parts.get(root).map(|parts| parts.at);
                    findings.undecided(Lint::Ambiguous, at, Some(name), &error);
                }
            }
        }
        let mut places: Vec<(String, Vec<AmbiguityCause>)> = Vec::new();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for parting in AmbiguityCause::shortest(all) {
            let number = *numbers.entry(parting.within.clone()).or_insert(places.len());
            match places.get_mut(number) {
                Some((_, all)) => all.push(parting),
                None => places.push((parting.within.clone(), vec![parting])),
            }
        }
        for (name, mut partings) in places {
            let count = partings.len();
            let AmbiguityCause { production, ways: [one, other], witness, derivations, .. } = partings.swap_remove(0);
            let how = if production == name {
                format!("by `{}`, or `{}`", shown(&one), shown(&other))
            } else {
                format!("by two ends of `{production}`")
            };
            let more = if count > 1 { format!(" (and {} other decisions)", count - 1) } else { String::new() };
            let message = format!("`{name}` derives a string in two ways, {how}{more}");
            let at = self.bnf.index(&name).and_then(|at| self.parts.get(at)).map_or(0, |parts| parts.at);
            let finding = Finding::new(Lint::Ambiguous, Some(&name), message).with(Some(witness));
            findings.add(at, Finding { derivations, ..finding });
        }
    }

    /// The strings that are lost if the productions are read in order.
    #[cfg(feature = "peg")]
    fn in_order(&self, entries: &[String], findings: &mut Findings) {
        use super::ordered::{NotOrdered, Ordered};
        use crate::automaton::TooLarge;

        const LINT: Lint = Lint::OrderedChoice;
        /// How many causes are named.
        const NAMES: usize = 4;
        let Ok(mut ordered) = Ordered::new(&self.bnf, &self.derivable, &self.unknown) else {
            return findings.undecided(LINT, None, None, &USED_UP);
        };
        let mut budget = Budget::new();
        // The strings that rules lose, and whether they would lose some if the rules that they use
        // lost none.
        let mut lost: HashMap<usize, (String, bool)> = HashMap::new();
        let mut mended = false;
        for at in ordered.innermost_first() {
            let Some((name, parts)) = self.bnf.productions().get(at).map(|own| &own.name).zip(self.parts.get(at))
            else {
                continue;
            };
            match ordered.why(at) {
                Some(NotOrdered::Silent) => continue,
                Some(why) => {
                    findings.undecided(LINT, Some(parts.at), Some(name), &why);
                    continue;
                }
                None => {}
            }
            let mut decide = || {
                let too_large = |TooLarge| LanguageError::TooLarge(format!("`{name}`, read in order,"));
                if budget.left() == 0 {
                    return Err(LanguageError::TooLarge("the grammar".to_owned()));
                }
                let language = language(&self.bnf, name, &mut budget)?;
                let dfa = language.automaton();
                let string = ordered.lost(at, dfa, &mut budget).map_err(too_large)?;
                let itself = if mended {
                    ordered.loses_itself(at, dfa, &mut budget).map_err(too_large)?
                } else {
                    string.is_some()
                };
                if itself || string.is_some() {
                    ordered.mend(at, dfa);
                    mended = true;
                }
                Ok(string.map(|string| (string, itself)))
            };
            match decide() {
                Ok(found) => lost.extend(found.map(|found| (at, found))),
                Err(error) => findings.undecided(LINT, Some(parts.at), Some(name), &error),
            }
        }
        for (at, Definition { name, .. }, parts) in self.own() {
            let Some((string, itself)) = lost.get(&at).filter(|(_, itself)| *itself || entries.contains(name)) else {
                continue;
            };
            let mut causes = Vec::new();
            if !itself {
                let (mut seen, mut waiting) = (HashSet::from([at]), ordered.uses(at));
                while let Some(used) = waiting.pop() {
                    if seen.insert(used) {
                        waiting.extend(ordered.uses(used));
                        causes.extend(lost.get(&used).filter(|(_, itself)| *itself).map(|_| used));
                    }
                }
                causes.sort_unstable();
            }
            let names: Vec<String> =
                causes.iter().map(|&cause| format!("`{}`", self.bnf.productions()[cause].name)).collect();
            let because = match &names[..] {
                [] => String::new(),
                names if names.len() > NAMES => {
                    format!(", because of {} and {} others,", names[..NAMES].join(", "), names.len() - NAMES)
                }
                names => format!(", because of {},", names.join(" or ")),
            };
            let message = format!("read in order, as PEG does, `{name}`{because} refuses a string of its language");
            findings.add(parts.at, Finding::new(LINT, Some(name), message).with(Some(string.clone())));
        }
    }
}
