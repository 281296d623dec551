//! Makes the parsers of `src/parsers/` from the `.pest` files.
//!
//! Each rule becomes one function over bytes, or two: one that adds spans and one that does not, for where pest adds
//! none. What takes one character is a table of flags, what repeats it is a loop, and a choice looks at a character
//! before it enters an alternative. The functions are written from the expressions that the
//! [proof](crate::language::proof) is made of.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

use crate::language::peg::{Expr, Facts, Kind, OTHER, PegError, Rule, Set, read, silent, simplify};

/// Productions that another document prints otherwise, by their rules' names: the variants that they have instead.
pub(crate) type Variants = HashMap<String, String>;

/// The Rust text of the parser of a pest file, by the name of the file.
pub(crate) fn parser(file: &str, pest: &str, variants: &Variants) -> Result<String, PegError> {
    let written = read(pest)?;
    let (rules, silent) = (simplify(&written), silent(&written));
    let facts = Facts::of_rules(&rules);
    let mut maker = Maker {
        rules: &rules,
        silent: &silent,
        variants,
        facts,
        adds: adding(&rules),
        lists: lists(&rules),
        sets: Vec::new(),
        wanted: BTreeSet::new(),
        labels: 0,
    };
    let mut functions = String::new();
    let entries: Vec<usize> = (0..rules.len()).filter(|&at| rules[at].is_production()).collect();
    let mut table = String::new();
    for &at in &entries {
        let name = &rules[at].name;
        let loud = rules[at].kind != Kind::Silent;
        maker.wanted.insert((at, loud));
        let run = if loud { format!("Run::Spans(take_{name})") } else { format!("Run::Class(skip_{name})") };
        let _ = writeln!(table, "    Entry {{ rule: Rule::{}, run: {run} }},", variant(variants, name));
    }
    let mut made = BTreeSet::new();
    while let Some(&next) = maker.wanted.difference(&made).next() {
        made.insert(next);
        functions += "\n";
        functions += &maker.function(next.0, next.1);
    }
    let mut text = format!(
        "// Made from `{file}` by `src/language/generate.rs`. A unit test keeps it fresh: do not edit it.\n\n\
         use super::run::*;\nuse crate::rule::Rule;\n\n\
         pub(super) const ENTRIES: &[Entry] = &[\n{table}];\n\n"
    );
    for (at, set) in maker.sets.iter().enumerate() {
        let _ = writeln!(text, "static C{at}: Set = set({:#x}, {});", set.ascii, set.other);
    }
    Ok(indented(&(text + &functions)))
}

/// The names of all rules of some parsers, for the type that they share: as Rust writes them, and as the documents do.
pub(crate) fn rules(names: &[(String, String)], lists: &[String]) -> String {
    let mut text = String::from(
        "// Made from the `.pest` files by `src/language/generate.rs`. A unit test keeps it fresh: do not edit it.\n\n\
         /// A production of any of the grammars.\n\
         #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]\n\
         #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = \"the documents' own names\")]\n\
         pub(crate) enum Rule {\n",
    );
    names.iter().for_each(|(rule, _)| _ = writeln!(text, "    {rule},"));
    let _ = write!(
        text,
        "}}\n\nimpl Rule {{\n    pub(crate) const FIRST: Self = Self::{};\n\n",
        names.first().map_or("", |(rule, _)| rule),
    );
    let _ = write!(
        text,
        "    /// Whether it repeats something: the labels of a name, the segments of a path, the words of a search.\n    \
         pub(crate) fn is_list(self) -> bool {{\n        matches!(self, {})\n    }}\n\n",
        lists.iter().map(|rule| format!("Self::{rule}")).collect::<Vec<_>>().join(" | ")
    );
    text += "    /// The name as the document prints it.\n    pub(crate) fn name(self) -> &'static str {\n        \
             NAMES[self as usize]\n    }\n}\n\nstatic NAMES: &[&str] = &[\n";
    names.iter().for_each(|(_, name)| _ = writeln!(text, "    {name:?},"));
    text + "];\n"
}

/// The variant of `Rule` that a production has.
fn variant<'n>(variants: &'n Variants, stem: &'n str) -> &'n str {
    variants.get(stem).map_or(stem, String::as_str)
}

struct Maker<'r> {
    rules: &'r [Rule],
    /// The same where they add no spans.
    silent: &'r [Rule],
    variants: &'r Variants,
    facts: Vec<Facts>,
    /// The rules that add spans, or use one that does.
    adds: Vec<bool>,
    /// The rules that a parse for the structs reads in one piece.
    lists: Vec<bool>,
    /// The tables of flags, each once.
    sets: Vec<Set>,
    /// The functions that are called: of which rule, and whether it adds spans.
    wanted: BTreeSet<(usize, bool)>,
    labels: usize,
}

impl Maker<'_> {
    fn function(&mut self, at: usize, loud: bool) -> String {
        self.labels = 0;
        let Rule { name, kind, expr } = &self.rules[at];
        let expr = if loud && *kind != Kind::Leaf { expr } else { &self.silent[at].expr };
        let production = variant(self.variants, self.rules[at].stem().unwrap_or_default());
        let inner = loud && *kind != Kind::Leaf;
        let body = self.expr(expr, inner);
        match (loud, kind) {
            (false, _) => format!("fn skip_{name}(s: &[u8], at: usize) -> usize {{\n{body}\n}}\n"),
            (true, Kind::Silent) => {
                format!("fn take_{name}(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {{\n{body}\n}}\n")
            }
            (true, Kind::Leaf) => format!(
                "fn take_{name}(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {{\n\
                 let end = {body};\nout.leaf(Rule::{production}, at, end)\n}}\n"
            ),
            (true, Kind::Spans) => {
                let whole = if self.lists[at] {
                    self.wanted.insert((at, false));
                    format!("if !out.lists {{\nreturn out.leaf(Rule::{production}, at, skip_{name}(s, at));\n}}\n")
                } else {
                    String::new()
                };
                format!(
                    "fn take_{name}(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {{\n{whole}\
                     let place = out.open();\nlet end = {body};\nout.close(place, Rule::{production}, at, end)\n}}\n"
                )
            }
        }
    }

    fn facts(&self, expr: &Expr) -> Facts {
        Facts::of(expr, &self.facts)
    }

    /// Whether it can add spans.
    fn adds(&self, expr: &Expr) -> bool {
        adds(expr, &self.adds)
    }

    fn set(&mut self, set: Set) -> String {
        let at = self.sets.iter().position(|known| *known == set).unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        });
        format!("&C{at}")
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("'l{}", self.labels)
    }

    /// An expression of Rust that reads `s` from `at` on: where it stopped, or `FAIL`.
    fn expr(&mut self, expr: &Expr, loud: bool) -> String {
        let loud = loud && self.adds(expr);
        match expr {
            Expr::Empty => "at".to_owned(),
            Expr::End => "end(s, at)".to_owned(),
            Expr::Class(set) => match set.only() {
                Some(byte) => format!("byte(s, at, {})", shown(&[byte])),
                None if set.other => format!("character(s, at, {})", self.set(*set)),
                None => format!("one(s, at, {})", self.set(*set)),
            },
            Expr::Rule(rule) => {
                let name = &self.rules[*rule].name;
                self.wanted.insert((*rule, loud));
                if loud { format!("take_{name}(s, at, out)") } else { format!("skip_{name}(s, at)") }
            }
            Expr::Ahead(inner, negated) => {
                let inner = self.expr(inner, false);
                let test = if *negated { "==" } else { "!=" };
                format!("only(at, ({inner}) {test} FAIL)")
            }
            Expr::Repeat(inner) => self.repeat(inner, loud),
            Expr::Sequence(all) => self.sequence(all, loud),
            Expr::Choice(all) => self.choice(all, loud),
        }
    }

    fn repeat(&mut self, inner: &Expr, loud: bool) -> String {
        if let Expr::Class(set) = inner {
            return format!("many(s, at, {})", self.set(*set));
        }
        let (class, rest) = self.class_and_rest(inner);
        let step = self.expr(&rest, loud);
        let out = if loud { "out, " } else { "" };
        let many = class.map(|set| format!("at = many(s, at, {});\n", self.set(set))).unwrap_or_default();
        format!("{{\nlet mut at = at;\nloop {{\n{many}at = again!({out}at, {step});\n}}\n}}")
    }

    /// The class of a repeated choice that can be looped over before the others are tried, and the others.
    fn class_and_rest(&self, inner: &Expr) -> (Option<Set>, Expr) {
        if let Expr::Choice(all) = inner
            && let Some(at) = all.iter().position(|expr| matches!(expr, Expr::Class(_)))
            && let Expr::Class(set) = all[at]
        {
            let apart = |expr: &Expr| {
                let facts = self.facts(expr);
                !facts.nullable && facts.first.and(set).is_empty()
            };
            let mut rest = all.clone();
            rest.remove(at);
            if rest.iter().all(apart) {
                let rest = if rest.len() == 1 { rest.remove(0) } else { Expr::Choice(rest) };
                return (Some(set), rest);
            }
        }
        (None, inner.clone())
    }

    fn sequence(&mut self, all: &[Expr], loud: bool) -> String {
        if let Some(bytes) = literal(all) {
            return format!("literal(s, at, {})", shown(&bytes));
        }
        let label = self.label();
        let mut text = format!("{label}: {{\n");
        let mut at = 0;
        while at < all.len() {
            // Single characters in a row are compared at once.
            let literal: Vec<u8> = all[at..].iter().map_while(only).collect();
            let step = if literal.len() > 1 {
                at += literal.len();
                format!("literal(s, at, {})", shown(&literal))
            } else {
                at += 1;
                self.expr(&all[at - 1], loud)
            };
            if at >= all.len() {
                text += &step;
            } else if let Expr::Repeat(_) | Expr::Empty = all[at - 1] {
                let _ = writeln!(text, "let at = {step};");
            } else {
                let _ = writeln!(text, "let at = step!({label}, {step});");
            }
        }
        text + "\n}"
    }

    fn choice(&mut self, all: &[Expr], loud: bool) -> String {
        /// From so many alternatives on the first character tells which to try.
        const MANY: usize = 4;
        let facts: Vec<Facts> = all.iter().map(|expr| self.facts(expr)).collect();
        let calls = all.iter().filter(|expr| matches!(expr, Expr::Rule(_) | Expr::Sequence(_))).count();
        if calls < MANY {
            let all: Vec<(&Expr, Facts)> = all.iter().zip(facts).collect();
            return self.alternatives(&all, loud, true);
        }
        // For each character those that can begin with it, in order; the end of the input is one more character.
        let candidates = |symbol: Option<usize>| -> Vec<usize> {
            let may = |facts: &Facts| facts.nullable || symbol.is_some_and(|symbol| facts.first.holds(symbol));
            (0..all.len()).filter(|&at| may(&facts[at])).collect()
        };
        let mut groups: Vec<(Vec<usize>, Vec<u8>)> = Vec::new();
        let end = candidates(None);
        for c in 0..OTHER as u8 {
            let which = candidates(Some(usize::from(c)));
            if which == end {
                continue;
            }
            match groups.iter_mut().find(|(known, _)| *known == which) {
                Some((_, bytes)) => bytes.push(c),
                None => groups.push((which, vec![c])),
            }
        }
        let other = candidates(Some(OTHER));
        let mut text = String::from("match s.get(at) {\n");
        let mut arm = |maker: &mut Self, pattern: String, which: &[usize]| {
            let some: Vec<(&Expr, Facts)> = which.iter().map(|&at| (&all[at], facts[at])).collect();
            let body = if some.is_empty() { "FAIL".to_owned() } else { maker.alternatives(&some, loud, false) };
            let _ = writeln!(text, "{pattern} => {body},");
        };
        for (which, bytes) in groups {
            arm(self, format!("Some({})", ranges(&bytes)), &which);
        }
        if other != end {
            arm(self, "Some(128..)".to_owned(), &other);
        }
        arm(self, "_".to_owned(), &end);
        text + "}"
    }

    /// One alternative after another. With `look` a character is looked at before one is entered.
    fn alternatives(&mut self, all: &[(&Expr, Facts)], loud: bool, look: bool) -> String {
        if let ([(expr, _)], false) = (all, look) {
            return self.expr(expr, loud);
        }
        let label = self.label();
        let mut text = format!("{label}: {{\n");
        for (i, (expr, facts)) in all.iter().enumerate() {
            let last = i + 1 == all.len();
            let body = self.expr(expr, loud);
            if last {
                text += &body;
                break;
            }
            let out = if loud && self.adds(expr) { "out, " } else { "" };
            let attempt = format!("attempt!({label}, {out}{body});\n");
            // A class or a literal looks for itself.
            let looks = matches!(expr, Expr::Class(_))
                || matches!(expr, Expr::Sequence(all) if matches!(all.first(), Some(Expr::Class(_))));
            if look && !looks && !facts.nullable && facts.first != Set::ALL {
                let set = self.set(facts.first);
                let _ = write!(text, "if holds(s, at, {set}) {{\n{attempt}}}\n");
            } else {
                text += &attempt;
            }
        }
        text + "\n}"
    }
}

/// The byte that an expression takes, if it takes no other.
fn only(expr: &Expr) -> Option<u8> {
    if let Expr::Class(set) = expr { set.only() } else { None }
}

/// The bytes of a sequence of single characters.
fn literal(all: &[Expr]) -> Option<Vec<u8>> {
    all.iter().map(only).collect()
}

/// Whether an expression can add spans, by which rules do. A predicate adds none.
fn adds(expr: &Expr, rules: &[bool]) -> bool {
    match expr {
        Expr::Ahead(..) => false,
        Expr::Rule(rule) => rules[*rule],
        _ => expr.below().iter().any(|expr| adds(expr, rules)),
    }
}

/// The rules that add spans or use one that does. Computed until nothing changes, since rules recur.
fn adding(rules: &[Rule]) -> Vec<bool> {
    let mut all = vec![false; rules.len()];
    loop {
        let next: Vec<bool> = rules.iter().map(|rule| rule.kind != Kind::Silent || adds(&rule.expr, &all)).collect();
        if next == all {
            return all;
        }
        all = next;
    }
}

/// Which rules are lists: they repeat one part at a time, and all their parts are leaves or lists.
fn lists(rules: &[Rule]) -> Vec<bool> {
    let shown: Vec<Shown> = rules.iter().map(|rule| Shown::of(&rule.expr, rules)).collect();
    let mut lists = vec![false; rules.len()];
    // A list of lists is known once they are.
    for _ in 0..rules.len() {
        for (at, Shown { parts, repeated, .. }) in shown.iter().enumerate() {
            let known = parts.iter().all(|&rule| rules[rule].kind == Kind::Leaf || lists[rule]);
            lists[at] = rules[at].kind == Kind::Spans && *repeated == 1 && known;
        }
    }
    lists
}

/// The rules with spans right below an expression.
#[derive(Default)]
struct Shown {
    parts: Vec<usize>,
    /// The most that stand one after another.
    most: usize,
    /// The most that are repeated together.
    repeated: usize,
}

impl Shown {
    fn of(expr: &Expr, rules: &[Rule]) -> Self {
        match expr {
            Expr::Ahead(..) => Self::default(),
            Expr::Rule(rule) if rules[*rule].kind == Kind::Silent => Self::of(&rules[*rule].expr, rules),
            Expr::Rule(rule) => Self { parts: vec![*rule], most: 1, repeated: 0 },
            _ => {
                let mut all = Self::default();
                for Self { parts, most, repeated } in expr.below().iter().map(|expr| Self::of(expr, rules)) {
                    all.parts.extend(parts);
                    all.most = if let Expr::Choice(_) = expr { all.most.max(most) } else { all.most + most };
                    all.repeated = all.repeated.max(repeated);
                }
                if let Expr::Repeat(_) = expr {
                    all.repeated = all.repeated.max(all.most);
                }
                all
            }
        }
    }
}

/// A text with each line as far in as the braces around it say.
fn indented(text: &str) -> String {
    let (mut out, mut depth) = (String::new(), 0usize);
    for line in text.lines().map(str::trim) {
        let closes = line.starts_with(['}', ']']);
        let _ = writeln!(out, "{:1$}{line}", "", if line.is_empty() { 0 } else { 4 * (depth - usize::from(closes)) });
        // A brace in quotation marks is a byte.
        let code = line.replace("b'{'", "").replace("b'}'", "");
        depth += code.matches(['{', '[']).count();
        depth -= code.matches(['}', ']']).count();
    }
    out
}

/// A pattern for some bytes in order.
fn ranges(bytes: &[u8]) -> String {
    let runs = bytes.chunk_by(|left, right| left + 1 == *right);
    let run = |run: &[u8]| match run {
        [first, .., last] if run.len() > 2 => format!("{}..={}", shown(&[*first]), shown(&[*last])),
        _ => run.iter().map(|&byte| shown(&[byte])).collect::<Vec<_>>().join(" | "),
    };
    runs.map(run).collect::<Vec<_>>().join(" | ")
}

/// Bytes as Rust writes them.
fn shown(bytes: &[u8]) -> String {
    match bytes {
        [byte] => format!("b'{}'", byte.escape_ascii()),
        _ => format!("b\"{}\"", bytes.escape_ascii()),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::{env, fs};

    use super::*;
    use crate::grammar::Grammar;
    use crate::language::published::{Bnf, Reading};

    /// The files that are made, each with its text.
    fn files() -> Vec<(String, String)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let others = ["notation/abnf", "notation/berners-lee", "notation/rfc822", "gopher-plus"];
        let grammars = Grammar::ALL.map(|grammar| (grammar.id(), Some(grammar)));
        let mut names: Vec<(String, String)> = Vec::new();
        let (mut files, mut lists) = (Vec::new(), Vec::new());
        for (id, grammar) in grammars.into_iter().chain(others.map(|id| (id, None))) {
            let file = format!("grammar/{id}.pest");
            let module = id.rsplit('/').next().unwrap().replace('-', "_");
            let read_file = |file: &str| fs::read_to_string(folder.join(file)).unwrap();
            let pest = match grammar.and_then(Grammar::over) {
                Some(over) => laid_over(id, over, &read_file(&format!("grammar/{id}.changes.pest"))),
                None => read_file(&file),
            };
            if grammar.is_some_and(|grammar| grammar.over().is_some()) {
                files.push((file.clone(), pest.clone()));
            }
            let rules = read(&pest).unwrap();
            let mut variants = Variants::new();
            for (rule, list) in rules.iter().zip(super::lists(&rules)) {
                let Some(stem) = rule.stem() else { continue };
                let printed = grammar.map_or_else(
                    || stem.to_owned(),
                    |grammar| printed(grammar, rule).unwrap_or_else(|| panic!("{id} has no {stem}")),
                );
                // `reg_name` and `reg-name` have the same rule's name, and are two.
                let other = |(known, name): &(String, String)| *known == *stem && *name != printed;
                if grammar.is_some() && names.iter().any(other) {
                    variants.insert(stem.to_owned(), format!("{stem}__{module}"));
                }
                let variant = variant(&variants, stem).to_owned();
                if list && grammar.is_some() && !lists.contains(&variant) {
                    lists.push(variant.clone());
                }
                if !names.iter().any(|(known, _)| *known == variant) {
                    names.push((variant, printed));
                }
            }
            files.push((format!("src/parsers/{module}.rs"), parser(&file, &pest, &variants).unwrap()));
        }
        files.push(("src/rule.rs".to_owned(), super::rules(&names, &lists)));
        files
    }

    /// The grammar of a document that prints only what it changes: rules with their comments, an empty line between two.
    fn laid_over(id: &str, over: Grammar, changes: &str) -> String {
        let name = |block: &str| {
            block.lines().find(|line| !line.starts_with("//")).map(|line| line.split(' ').next().unwrap().to_owned())
        };
        let blocks = |text: &str| {
            text.trim_end().split("\n\n").skip(1).map(|block| (name(block), block.to_owned())).collect::<Vec<_>>()
        };
        let (mut all, changes) = (blocks(over.pest()), blocks(changes));
        for (name, block) in changes {
            match all.iter_mut().find(|(known, _)| *known == name) {
                Some((_, old)) => *old = block,
                None => all.push((name, block)),
            }
        }
        let head = format!(
            "//! Made from `{over}.pest` and `{id}.changes.pest` by `src/language/generate.rs`: do not edit it."
        );
        let texts = [head].into_iter().chain(all.into_iter().map(|(_, block)| block));
        texts.collect::<Vec<_>>().join("\n\n") + "\n"
    }

    /// The name of a production as the document prints it, by how Rust can write it.
    fn printed(grammar: Grammar, rule: &Rule) -> Option<String> {
        let productions = Bnf::of(grammar, Reading::Corrected).productions().iter();
        productions.map(|production| &production.name).find(|name| rule.stands_for(name)).cloned()
    }

    #[test]
    fn the_parsers_are_made_from_the_pest_files() {
        for (file, text) in files() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file);
            if env::var_os("UPDATE_PARSERS").is_some() {
                fs::write(&path, &text).unwrap();
            }
            let found = fs::read_to_string(&path).unwrap_or_default();
            assert!(found == text, "{file} is not what its grammar makes: UPDATE_PARSERS=1 makes it again");
        }
    }
}
