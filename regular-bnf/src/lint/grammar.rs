//! The lints of a grammar in a notation of BNF.

use std::collections::{HashMap, HashSet};

use super::against;
use super::alternatives::{UselessAlternative, useless, visit_accepted};
use super::derivable::{Derivable, derivable};
use super::entries::{default_entries, shown_entries};
use super::languages::language;
use super::lints::Lint;
use super::options::{Linter, shown};
use super::ordered::{NotOrdered, OrderedGrammar};
use super::report::{Budget, Finding, Findings, Report, USED_UP};
use crate::automaton::TooLarge;
use crate::automaton::dfa::Dfa;
use crate::automaton::nfa::Nfa;
use crate::bnf::{Bnf, Definition, Expr, GrammarError, Located, Notation, PartLocations, located};
use crate::language::Language;
use crate::language::import::{ImportError, ProductionDifference, RepeatedProduction};
use crate::limits::limits;
use crate::marks::{AmbiguityCause, defined};

/// A grammar whose definitions are distinct, with the places of their parts.
struct DistinctGrammar {
    bnf: Bnf,
    /// The locations of the productions that the file defines. Core rules that it uses come after
    /// these in the grammar.
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
    let definitions = definitions.into_iter().zip(parts).collect();
    let (first_definitions, redefinitions) = distinct(definitions, notation, &mut findings);
    let (definitions, parts): (Vec<Definition>, Vec<PartLocations>) = first_definitions.into_iter().unzip();
    let bnf = match Bnf::from_definitions(definitions, notation) {
        Ok(bnf) => bnf,
        Err(error) => {
            findings.add_at_line(1, 1, Finding::new(Lint::Syntax, None, error.to_string()));
            return Report { findings: findings.finish(&text), entries: Vec::new() };
        }
    };
    let bnf = imported(bnf, &parts, linter, &mut findings);
    bytes(&bnf, &parts, &mut findings);
    let entries = linter.entries_among(|name| Some(bnf.get(name)?.name.clone()), || default_names(&bnf, parts.len()));
    let grammar = DistinctGrammar::new(bnf, parts, &mut findings);
    grammar.names(&entries, &mut findings);
    grammar.redefinitions(redefinitions, &mut findings);
    grammar.recursion(&mut findings);
    grammar.emptiness(&mut findings);
    grammar.alternatives(&mut findings);
    grammar.ambiguity(&entries, &mut findings);
    grammar.in_order(&entries, &mut findings);
    against::within(linter, &entries, &mut findings, |name, budget| {
        (grammar.offset(name), grammar.language(name, budget))
    });
    let defined = grammar.defined().map(|(_, definition, parts)| (definition.name.as_str(), parts.at));
    let defined: Vec<(&str, usize)> = defined.collect();
    against::old(linter, &defined, &mut findings, |name, budget| grammar.language(name, budget));
    let core_rules = grammar.bnf.productions().iter().skip(grammar.parts.len());
    findings.remove_about(&core_rules.map(|definition| definition.name.clone()).collect());
    Report { findings: findings.finish(&text), entries }
}

/// The grammar with its imports, or without them if importing fails.
fn imported(bnf: Bnf, parts: &[PartLocations], linter: &Linter<'_>, findings: &mut Findings) -> Bnf {
    let Some(imports) = linter.imports else { return bnf };
    let error = match imports(&bnf) {
        Ok(imported) => {
            for repeated in &imported.repeated {
                findings.add(offset(&bnf, parts, &repeated.name), repeated_finding(repeated));
            }
            return imported.bnf;
        }
        Err(error) => error,
    };
    match &error {
        ImportError::Several { production, name, candidates, .. } => {
            let message = format!("several grammars define `{name}`: {}", candidates.join(", "));
            findings.add(offset(&bnf, parts, production), Finding::new(Lint::UndefinedRule, Some(production), message));
        }
        ImportError::Missing { .. } => {
            findings.add(0, Finding::new(Lint::UndefinedRule, None, error.to_string()));
        }
    }
    bnf
}

/// The finding about a production that is also imported.
fn repeated_finding(RepeatedProduction { name, grammar, difference }: &RepeatedProduction) -> Finding {
    match difference {
        None => {
            let message = format!("`{name}` is defined again, with the language that it has in {grammar}");
            Finding::new(Lint::RepeatedImport, Some(name), message)
        }
        Some(ProductionDifference::Witness { witness, only_own }) => {
            let clause = if *only_own { "which refuses" } else { "which alone accepts" };
            let message = format!("`{name}` is defined differently in {grammar}, from which it is imported, {clause}");
            Finding::new(Lint::RedefinedRule, Some(name), message).with(Some(witness.clone()))
        }
        Some(ProductionDifference::Undecided(error)) => {
            let message = format!(
                "`{name}` is also imported from {grammar}, and it is not decided whether both are equal: {error}"
            );
            Finding::new(Lint::RedefinedRule, Some(name), message)
        }
    }
}

/// The names of the default entries. `defined` is how many productions the file defines; imported
/// ones follow these.
fn default_names(bnf: &Bnf, defined: usize) -> Vec<String> {
    let uses = (0..defined).map(|production| bnf.used_productions(production).filter(|&used| used < defined).collect());
    let uses: Vec<Vec<usize>> = uses.collect();
    default_entries(&uses).into_iter().map(|entry| bnf.productions()[entry].name.clone()).collect()
}

/// The offset of a production in the file; 0 if the file does not define it.
fn offset(bnf: &Bnf, parts: &[PartLocations], name: &str) -> usize {
    bnf.index(name).and_then(|index| parts.get(index)).map_or(0, |parts| parts.at)
}

/// Further definitions of names, each with the index of the first definition.
type Redefinitions = Vec<(usize, Definition, PartLocations)>;

/// The first definition of each name, and the further ones.
fn distinct(
    definitions: Vec<(Definition, PartLocations)>,
    notation: Notation,
    findings: &mut Findings,
) -> (Vec<(Definition, PartLocations)>, Redefinitions) {
    let mut distinct: Vec<(Definition, PartLocations)> = Vec::new();
    let mut redefinitions = Vec::new();
    let mut indices: HashMap<String, Vec<usize>> = HashMap::new();
    for (definition, parts) in definitions {
        let alike = indices.entry(definition.name.to_ascii_lowercase()).or_default();
        let first = alike.iter().find(|&&index| notation.is_abnf() || distinct[index].0.name == definition.name);
        if let Some(&first) = first {
            redefinitions.push((first, definition, parts));
            continue;
        }
        if let Some(&similar) = alike.first() {
            let (name, similar) = (&definition.name, &distinct[similar].0);
            let message = format!("`{name}` differs only in case from `{}` in line {}", similar.name, similar.line);
            findings.add(parts.at, Finding::new(Lint::RepeatedRule, Some(name), message));
        }
        alike.push(distinct.len());
        distinct.push((definition, parts));
    }
    (distinct, redefinitions)
}

/// Adds the names that an expression needs, and whether each is a description in words.
fn needs<'e>(expr: &'e Expr, names: &mut Vec<(&'e str, bool)>) {
    match expr {
        Expr::Void | Expr::Literal(_) | Expr::Range(..) | Expr::Repeat(_, Some(0), _) => {}
        Expr::Name(name) => names.push((name, false)),
        Expr::Undefined(name) => names.push((name, true)),
        Expr::Sequence(exprs) | Expr::Alternatives(exprs) => exprs.iter().for_each(|expr| needs(expr, names)),
        Expr::Repeat(_, _, inner) => needs(inner, names),
        Expr::Except(left, right) => [left, right].into_iter().for_each(|expr| needs(expr, names)),
    }
}

/// Whether the needs of an expression are productions whose languages are known.
fn is_known(expr: &Expr, bnf: &Bnf, unknown: &[bool]) -> bool {
    let mut names = Vec::new();
    needs(expr, &mut names);
    names.iter().all(|(name, is_prose)| !is_prose && bnf.index(name).is_some_and(|index| !unknown[index]))
}

/// Marks the users of marked productions, too.
fn spread(marked: &mut [bool], users: &[Vec<usize>]) {
    let mut waiting: Vec<usize> = (0..marked.len()).filter(|&index| marked[index]).collect();
    while let Some(index) = waiting.pop() {
        waiting.extend(users[index].iter().filter(|&&user| !std::mem::replace(&mut marked[user], true)));
    }
}

/// Whether a grammar is one of bytes, and the rules for which it matters.
fn bytes(bnf: &Bnf, parts: &[PartLocations], findings: &mut Findings) {
    // Only the first rule is reported: the same holds for all.
    let first = bnf.productions().iter().zip(parts).find(|(definition, _)| uses_bytes(definition));
    let message = match (bnf.is_of_bytes(), first) {
        (true, _) => "a grammar of bytes: the characters U+0080 to U+00FF of strings are the bytes 80 to FF".to_owned(),
        (false, Some((definition, _))) => {
            format!("`{}` has characters up to U+00FF, which may be meant as bytes", definition.name)
        }
        (false, None) => return,
    };
    let (name, offset) = first.map_or((None, 0), |(definition, parts)| (Some(&*definition.name), parts.at));
    findings.add(offset, Finding::new(Lint::Bytes, name, message));
}

/// Whether a production uses characters that may be meant as bytes.
fn uses_bytes(definition: &Definition) -> bool {
    let mut uses_bytes = false;
    if let Ok(expr) = &definition.body {
        expr.map(&mut |expr| {
            uses_bytes |=
                matches!(expr, Expr::Range(_, '\u{FF}')) || matches!(expr, Expr::Name(name) if name == "OCTET");
            None
        });
    }
    uses_bytes
}

impl DistinctGrammar {
    fn new(bnf: Bnf, parts: Vec<PartLocations>, findings: &mut Findings) -> Self {
        let n = bnf.productions().len();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); n];
        let (mut unknown, mut irregular) = (vec![false; n], vec![false; n]);
        for (user, definition) in bnf.productions().iter().enumerate() {
            let mut used = Vec::new();
            match &definition.body {
                Ok(body) => needs(body, &mut used),
                Err(_) => unknown[user] = true,
            }
            for (name, is_prose) in used {
                match bnf.index(name).filter(|_| !is_prose) {
                    Some(used) => users[used].push(user),
                    None => unknown[user] = true,
                }
            }
        }
        let cycles: HashSet<u32> = bnf.irregular().into_iter().map(|(cycle, _)| cycle).collect();
        for (irregular, cycle) in irregular.iter_mut().zip(bnf.cycles()) {
            *irregular = cycle.is_some_and(|cycle| cycles.contains(&cycle));
        }
        spread(&mut irregular, &users);
        unknown.iter_mut().zip(&irregular).for_each(|(unknown, irregular)| *unknown |= irregular);
        spread(&mut unknown, &users);
        let mut budget = Budget::new();
        let mut failed = false;
        let derivable = derivable(&bnf, &mut |expr| {
            if !is_known(expr, &bnf, &unknown) {
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

    /// The language of a production; `None` if it cannot be decided.
    fn language(&self, name: &str, budget: &mut Budget) -> Option<Result<Language, GrammarError>> {
        let index = self.bnf.index(name).filter(|&index| !self.unknown[index]);
        index.map(|_| language(&self.bnf, name, budget))
    }

    /// The offset of a production in the file.
    fn offset(&self, name: &str) -> usize {
        offset(&self.bnf, &self.parts, name)
    }

    /// The productions of the file, with their indices and locations.
    fn defined(&self) -> impl Iterator<Item = (usize, &Definition, &PartLocations)> {
        let productions = self.bnf.productions().iter().zip(&self.parts).enumerate();
        productions.map(|(index, (definition, parts))| (index, definition, parts))
    }

    /// Undefined names, descriptions in words, and productions that are not used.
    fn names(&self, entries: &[String], findings: &mut Findings) {
        let mut seen = HashSet::new();
        for (_, definition, parts) in self.defined() {
            let body: HashSet<&str> = definition.body.iter().flat_map(Expr::names).collect();
            for used in &parts.names {
                let name = &used.name;
                if used.is_prose {
                    // Prose as the definition of a core rule has been replaced with that rule.
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
        // An unreadable production may use any name.
        let mut unreadable = self.bnf.productions().iter().filter(|definition| definition.body.is_err());
        if unreadable.any(|definition| !missing.contains(definition.name.as_str())) {
            return;
        }
        let from = shown_entries(entries);
        let unused = self.defined().filter(|(_, definition, _)| missing.contains(definition.name.as_str()));
        for (_, definition, parts) in unused {
            let message = format!("`{}` is not used from {from}", definition.name);
            findings.add(parts.at, Finding::new(Lint::UnusedRule, Some(&definition.name), message));
        }
    }

    /// Names that are defined more than once.
    fn redefinitions(&self, redefinitions: Redefinitions, findings: &mut Findings) {
        let mut budget = Budget::new();
        for (first, definition, parts) in redefinitions {
            let finding = redefinition(&self.bnf, &self.bnf.productions()[first], &definition, &mut budget);
            findings.add(parts.at, finding);
        }
    }

    /// Recursion by which a language is not known to be regular.
    fn recursion(&self, findings: &mut Findings) {
        let count = self.irregular.iter().filter(|irregular| **irregular).count();
        for (_, path) in self.bnf.irregular() {
            let name = path.first().map_or("", |name| name);
            let message = format!(
                "the recursion {} is neither only at its end nor only at its beginning: of {count} rules that need it, \
                 only emptiness is decided",
                path.join(" -> ")
            );
            findings.add(self.offset(name), Finding::new(Lint::Recursion, Some(name), message));
        }
    }

    fn emptiness(&self, findings: &mut Findings) {
        for (index, Definition { name, .. }, parts) in self.defined() {
            let (lint, message) = match self.derivable[index] {
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
        for (_, Definition { name, .. }, parts) in self.defined() {
            for alternatives in &parts.choices {
                let alternatives = alternatives.iter();
                let alternatives: Vec<_> =
                    alternatives.filter(|alternative| is_known(&alternative.expr, &self.bnf, &self.unknown)).collect();
                if alternatives.len() < 2 {
                    continue;
                }
                let exprs: Vec<&Expr> = alternatives.iter().map(|alternative| &alternative.expr).collect();
                let useless = match budget.left() {
                    0 => Err(GrammarError::TooLarge("the grammar".to_owned())),
                    _ => useless(&self.bnf, &exprs, &mut budget),
                };
                let useless = useless.unwrap_or_else(|error| {
                    findings.undecided(Lint::UselessAlternative, Some(parts.at), Some(name), &error);
                    Vec::new()
                });
                for UselessAlternative { index, covering, witness } in useless {
                    let text = shown(&alternatives[index].text);
                    let message = match covering {
                        Some(covering) => {
                            let covering = shown(&alternatives[covering].text);
                            format!("`{text}` never matters: `{covering}` before it accepts all its strings")
                        }
                        None => format!("`{text}` never matters: those before it accept all its strings"),
                    };
                    let finding = Finding::new(Lint::UselessAlternative, Some(name), message);
                    findings.add(alternatives[index].at, finding.with(Some(witness)));
                }
            }
        }
    }

    /// The productions that a production uses.
    fn uses(&self, index: usize) -> Vec<usize> {
        let body = self.bnf.productions()[index].body.as_ref().ok();
        body.into_iter().flat_map(Expr::names).filter_map(|name| self.bnf.index(name)).collect()
    }

    /// The productions from which derivations are examined: the entries and, among the productions
    /// that they do not reach, those that no other production uses. Productions that are not
    /// regular are replaced with those that they use.
    fn roots(&self, entries: &[String]) -> Vec<usize> {
        let n = self.bnf.productions().len();
        let (mut roots, mut reached) = (Vec::new(), vec![false; n]);
        let mut is_used = vec![false; n];
        for user in 0..n {
            self.uses(user).into_iter().filter(|&used| used != user).for_each(|used| is_used[used] = true);
        }
        let entries = entries.iter().filter_map(|name| self.bnf.index(name));
        let unused = (0..n).filter(|&index| !is_used[index]);
        for root in entries.chain(unused).chain(0..n) {
            if std::mem::replace(&mut reached[root], true) {
                continue;
            }
            let mut waiting = vec![root];
            if !self.irregular[root] {
                roots.push(root);
            }
            while let Some(user) = waiting.pop() {
                for used in self.uses(user) {
                    if !std::mem::replace(&mut reached[used], true) {
                        if self.irregular[user] && !self.irregular[used] {
                            roots.push(used);
                        }
                        waiting.push(used);
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
        /// How many times the work from the entries the searches for strings of single productions
        /// may take.
        const REPEATED: usize = 4;
        // Two derivations without undefined names exist under every definition of the names.
        let has_undefined = self.unknown.iter().zip(&self.irregular).any(|(unknown, irregular)| *unknown && !irregular);
        let defined = has_undefined.then(|| defined(&self.bnf));
        let bnf = defined.as_ref().unwrap_or(&self.bnf);
        let mut budget = Budget::new();
        let mut causes = Vec::new();
        let size = |causes: &[AmbiguityCause]| causes.iter().map(AmbiguityCause::size).sum::<usize>();
        for root in self.roots(entries) {
            let name = &self.bnf.productions()[root].name;
            let most = (budget.left() / PAIR).min(limits().marked_pairs);
            let result = match most {
                0 => Err(GrammarError::TooLarge("the grammar".to_owned())),
                most => AmbiguityCause::within(bnf, name, most),
            };
            match result {
                Ok((of_root, pairs)) => {
                    causes.extend(of_root);
                    _ = budget.spend(pairs * PAIR);
                }
                Err(error) => {
                    if let GrammarError::TooLarge(_) = error {
                        _ = budget.spend(most * PAIR);
                    }
                    let offset = self.parts.get(root).map(|parts| parts.at);
                    findings.undecided(Lint::Ambiguous, offset, Some(name), &error);
                }
            }
        }
        let mut searchable = size(&causes) * REPEATED;
        let mut by_production: Vec<(String, Vec<AmbiguityCause>)> = Vec::new();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for cause in AmbiguityCause::shortest(causes) {
            let number = *numbers.entry(cause.within.clone()).or_insert(by_production.len());
            match by_production.get_mut(number) {
                Some((_, causes)) => causes.push(cause),
                None => by_production.push((cause.within.clone(), vec![cause])),
            }
        }
        for (name, mut causes) in by_production {
            let count = causes.len();
            let cause = causes.swap_remove(0);
            // A string of the production itself, and not of one that uses it.
            let most = (budget.left() / PAIR).min(limits().marked_pairs);
            let is_searched = cause.entry != name && most > 0 && searchable > 0;
            let searched = if is_searched { AmbiguityCause::within(bnf, &name, most).ok() } else { None };
            let own_cause = searched.and_then(|(causes, pairs)| {
                _ = budget.spend(pairs * PAIR);
                searchable = searchable.saturating_sub(size(&causes));
                causes.into_iter().find(|found| found.within == name && found.is_same_decision(&cause))
            });
            let AmbiguityCause { production, ways: [left, right], witness, derivations, .. } =
                own_cause.unwrap_or(cause);
            let decision = if production == name {
                format!("by `{}`, or `{}`", shown(&left), shown(&right))
            } else {
                format!("by two ends of `{production}`")
            };
            let others = if count > 1 { format!(" (and {} other decisions)", count - 1) } else { String::new() };
            let message = format!("`{name}` derives a string in two ways, {decision}{others}");
            let finding = Finding::new(Lint::Ambiguous, Some(&name), message).with(Some(witness));
            findings.add(self.offset(&name), Finding { derivations, ..finding });
        }
    }

    /// The strings that are lost if the productions are read in order.
    fn in_order(&self, entries: &[String], findings: &mut Findings) {
        const LINT: Lint = Lint::OrderedChoice;
        let Ok(mut ordered) = OrderedGrammar::new(&self.bnf, &self.derivable, &self.unknown) else {
            return findings.undecided(LINT, None, None, &USED_UP);
        };
        let mut budget = Budget::new();
        let mut losses: HashMap<usize, Loss> = HashMap::new();
        let mut mended = false;
        for index in ordered.innermost_first() {
            let definition = self.bnf.productions().get(index);
            let Some((Definition { name, .. }, parts)) = definition.zip(self.parts.get(index)) else { continue };
            match ordered.reason(index) {
                Some(NotOrdered::Silent) => continue,
                Some(reason) => {
                    findings.undecided(LINT, Some(parts.at), Some(name), &reason);
                    continue;
                }
                None => {}
            }
            match self.loss(index, &mut ordered, &mut mended, &mut budget) {
                Ok(loss) => losses.extend(loss.map(|loss| (index, loss))),
                Err(error) => findings.undecided(LINT, Some(parts.at), Some(name), &error),
            }
        }
        for (index, Definition { name, .. }, parts) in self.defined() {
            let loss = losses.get(&index).filter(|loss| loss.is_own || entries.contains(name));
            let Some(Loss { string, is_own }) = loss else { continue };
            let causes = if *is_own { Vec::new() } else { loss_causes(index, &ordered, &losses) };
            let because = self.because(&causes);
            let message = format!("read in order, as PEG does, `{name}`{because} refuses a string of its language");
            findings.add(parts.at, Finding::new(LINT, Some(name), message).with(Some(string.clone())));
        }
    }

    /// Decides whether a production loses strings if it is read in order. A production that does is
    /// mended for those that use it.
    fn loss(
        &self,
        index: usize,
        ordered: &mut OrderedGrammar,
        mended: &mut bool,
        budget: &mut Budget,
    ) -> Result<Option<Loss>, GrammarError> {
        let name = &self.bnf.productions()[index].name;
        if budget.left() == 0 {
            return Err(GrammarError::TooLarge("the grammar".to_owned()));
        }
        let language = language(&self.bnf, name, budget)?;
        let dfa = language.automaton();
        let lost = ordered.lost(index, dfa, budget).and_then(|string| {
            let is_own = if *mended { ordered.loses_itself(index, dfa, budget)? } else { string.is_some() };
            Ok((string, is_own))
        });
        let (string, is_own) = lost.map_err(|TooLarge| GrammarError::TooLarge(format!("`{name}`, read in order,")))?;
        if is_own || string.is_some() {
            ordered.mend(index, dfa);
            *mended = true;
        }
        Ok(string.map(|string| Loss { string, is_own }))
    }

    /// A clause about the productions that cause a loss.
    fn because(&self, causes: &[usize]) -> String {
        /// The number of causes that are named.
        const NAMES: usize = 4;
        let names = causes.iter().map(|&cause| format!("`{}`", self.bnf.productions()[cause].name));
        let names: Vec<String> = names.collect();
        match &names[..] {
            [] => String::new(),
            names if names.len() > NAMES => {
                format!(", because of {} and {} others,", names[..NAMES].join(", "), names.len() - NAMES)
            }
            names => format!(", because of {},", names.join(" or ")),
        }
    }
}

/// A string that a production loses if it is read in order.
struct Loss {
    string: String,
    /// Whether the production would lose strings even if the productions that it uses lost none.
    is_own: bool,
}

/// The productions with losses of their own that a production uses, directly or not.
fn loss_causes(index: usize, ordered: &OrderedGrammar, losses: &HashMap<usize, Loss>) -> Vec<usize> {
    let mut causes = Vec::new();
    let (mut seen, mut waiting) = (HashSet::from([index]), ordered.uses(index));
    while let Some(used) = waiting.pop() {
        if seen.insert(used) {
            waiting.extend(ordered.uses(used));
            causes.extend(losses.get(&used).filter(|loss| loss.is_own).map(|_| used));
        }
    }
    causes.sort_unstable();
    causes
}

/// The finding for a name that is defined again.
fn redefinition(bnf: &Bnf, first: &Definition, second: &Definition, budget: &mut Budget) -> Finding {
    let (name, line) = (&second.name, first.line);
    let relation = match (&first.body, &second.body) {
        (Err(_), _) | (_, Err(_)) => "after its definition",
        (Ok(left), Ok(right)) if left == right => "as",
        // A description in words agrees with every definition.
        (Ok(Expr::Undefined(_)), _) | (_, Ok(Expr::Undefined(_))) => "besides a description in words,",
        (Ok(left), Ok(right)) => {
            let mut difference = None;
            let decided = visit_accepted(bnf, &[left, right], budget, |accepted, string| {
                if let [only] = accepted {
                    difference = Some((*only, string()));
                }
                difference.is_none()
            });
            let (clause, witness) = match (decided, difference) {
                (_, Some((0, string))) => (", which alone accepts", Some(string)),
                (_, Some((_, string))) => (", which does not accept", Some(string)),
                (Err(_), None) => ("; whether both accept the same strings is not decided", None),
                (Ok(()), None) => {
                    let message = format!("`{name}` is defined again, with the same language as in line {line}");
                    return Finding::new(Lint::RepeatedRule, Some(name), message);
                }
            };
            let message = format!("`{name}` is defined differently in line {line}{clause}");
            return Finding::new(Lint::RedefinedRule, Some(name), message).with(witness);
        }
    };
    let message = format!("`{name}` is defined again, {relation} in line {line}");
    Finding::new(Lint::RepeatedRule, Some(name), message)
}
