//! Productions of other grammars, that a grammar cites or uses without a definition.

mod citation;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

pub use self::citation::{Citation, document as cited_document};
use crate::bnf::{Bnf, Definition, Expr, LanguageError};
use crate::language::Language;

/// A production that a grammar needs from elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WantedProduction<'w> {
    /// The production that needs it.
    pub production: &'w str,
    /// Its name.
    pub name: &'w str,
    /// The document that is cited; `None` for a name that is only used.
    pub citation: Option<Citation<'w>>,
}

/// A production of another grammar.
#[derive(Debug, Clone)]
pub struct Import<'b> {
    /// The name of the grammar, for messages.
    pub grammar: Cow<'b, str>,
    /// The grammar.
    pub bnf: &'b Bnf,
    /// The production.
    pub production: Cow<'b, str>,
}

/// Where a production is found.
#[derive(Debug, Clone)]
pub enum Lookup<'b> {
    /// Nowhere. It stays undefined.
    Nowhere,
    /// In one grammar.
    In(Import<'b>),
    /// In several grammars with these names, of which none is selected.
    InSeveral(Vec<String>),
}

/// A production that a grammar defines again, with the language of the imported one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RepeatedProduction {
    /// The name.
    pub name: String,
    /// The name of the other grammar.
    pub grammar: String,
}

/// A grammar with all that it imports.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Imported {
    /// The grammar. Imported productions come last.
    pub bnf: Bnf,
    /// The productions that were imported, each with the name of its grammar.
    pub from: BTreeMap<String, String>,
    /// The productions that the grammar defines itself, with the languages of imported ones.
    pub repeated: Vec<RepeatedProduction>,
}

/// Why productions cannot be imported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// A production occurs in several grammars.
    #[error("line {line}: several grammars define `{name}`, which `{production}` needs: {}", .candidates.join(", "))]
    Several {
        /// The production that needs it.
        production: String,
        /// The line of that production, from 1.
        line: usize,
        /// The name that is looked for.
        name: String,
        /// The names of the grammars.
        candidates: Vec<String>,
    },
    /// The grammar from which a production is imported does not have it.
    #[error("{grammar} has no production named `{name}`")]
    Missing {
        /// The name of the grammar.
        grammar: String,
        /// The production.
        name: String,
    },
    /// A name is defined with another language than the imported one.
    #[error("line {line}: `{name}` differs from that of {grammar}, which is imported: only {} accepts {witness:?}", if *.only_own { "the first" } else { "the second" })]
    Differs {
        /// The name.
        name: String,
        /// The line of the definition, from 1.
        line: usize,
        /// The name of the grammar from which it is imported.
        grammar: String,
        /// A shortest string that one of them accepts.
        witness: String,
        /// Whether the imported one refuses the string.
        only_own: bool,
    },
    /// Whether a name is defined with the language of the imported one cannot be decided.
    #[error(
        "line {line}: `{name}` is also imported from {grammar}, and it is not decided whether both are equal: {error}"
    )]
    Undecided {
        /// The name.
        name: String,
        /// The line of the definition, from 1.
        line: usize,
        /// The name of the grammar from which it is imported.
        grammar: String,
        /// Why it is not decided.
        error: LanguageError,
    },
}

impl Bnf {
    /// The grammar with productions of other grammars: those of `also`, those that it
    /// [cites](Citation) in words, and undefined names that `resolve` finds, each with all that it
    /// uses.
    ///
    /// A name has one meaning. If an imported production has the name of another one of the
    /// grammar, both must have the same language, which is decided. An undefined name that comes
    /// with an import is the imported one.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Lookup, Import, Language, Notation};
    ///
    /// let dates = Bnf::read_as("year = 4DIGIT\nmonth = 2DIGIT\n", Notation::Abnf)?;
    /// let own = "period = year \"/\" last-year\nyear = <year, see [DATES]>\nlast-year = <year, see [DATES]>\n";
    /// let own = Bnf::read_as(own, Notation::Abnf)?;
    /// let imported = own.import(&[], &mut |wanted| {
    ///     let document = wanted.citation.as_ref().map(|citation| &*citation.document);
    ///     let production = wanted.name.to_owned().into();
    ///     match document {
    ///         Some("DATES") => Lookup::In(Import { grammar: "dates".into(), bnf: &dates, production }),
    ///         _ => Lookup::Nowhere,
    ///     }
    /// })?;
    /// assert!(Language::new(&imported.bnf, "period")?.contains("1994/2005"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If several grammars define a production that is needed, if the selected grammar does not
    /// define it, or if a name has two meanings.
    pub fn import<'b>(
        &self,
        also: &[Import<'b>],
        resolve: &mut dyn FnMut(&WantedProduction<'_>) -> Lookup<'b>,
    ) -> Result<Imported, ImportError> {
        let mut importing = Importing { grammar: self, same: HashMap::new(), waiting: also.iter().cloned().collect() };
        let mut changed = Vec::new();
        for definition in self.productions() {
            changed.extend(importing.cited(definition, resolve)?);
        }
        importing.undefined(resolve)?;
        importing.finish(changed)
    }
}

/// An import in progress.
struct Importing<'o, 'b> {
    grammar: &'o Bnf,
    /// For productions of the grammar that are those of another one by citation: the name of that
    /// grammar.
    same: HashMap<usize, Cow<'b, str>>,
    /// The productions to import.
    waiting: VecDeque<Import<'b>>,
}

impl<'b> Importing<'_, 'b> {
    /// The definition with imported productions for its citations; `None` if there are none.
    fn cited(
        &mut self,
        definition: &Definition,
        resolve: &mut dyn FnMut(&WantedProduction<'_>) -> Lookup<'b>,
    ) -> Result<Option<Definition>, ImportError> {
        let Ok(body) = &definition.body else { return Ok(None) };
        let cited_at = self.grammar.index(&definition.name);
        let (mut failed, mut has_import) = (None, false);
        let changed = body.map(&mut |expr| {
            let Expr::Undefined(prose) = expr else { return None };
            let citation = Citation::parse(prose)?;
            let is_whole_body = body == expr;
            let name = citation.name.or(is_whole_body.then_some(&*definition.name))?;
            let wanted = WantedProduction { production: &definition.name, name, citation: Some(citation.clone()) };
            let import = match resolve(&wanted) {
                Lookup::Nowhere => return None,
                Lookup::In(import) => import,
                Lookup::InSeveral(candidates) => {
                    failed.get_or_insert_with(|| several(definition, name, candidates));
                    return None;
                }
            };
            let Some(imported) = import.bnf.get(&import.production) else {
                failed.get_or_insert(missing(&import));
                return None;
            };
            has_import = true;
            let expr = if self.grammar.index(&imported.name) == cited_at && is_whole_body {
                self.same.extend(cited_at.map(|production| (production, import.grammar.clone())));
                imported.body.clone().ok()
            } else {
                Some(Expr::Name(imported.name.clone()))
            };
            self.waiting.push_back(import);
            expr
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(has_import.then(|| Definition { body: Ok(changed), ..definition.clone() })),
        }
    }

    /// Finds names that are used and not defined.
    fn undefined(&mut self, resolve: &mut dyn FnMut(&WantedProduction<'_>) -> Lookup<'b>) -> Result<(), ImportError> {
        let mut seen = BTreeSet::new();
        for definition in self.grammar.productions() {
            let mut names = Vec::new();
            if let Ok(body) = &definition.body {
                body.map(&mut |expr| {
                    names.extend(if let Expr::Name(name) = expr { Some(name.clone()) } else { None });
                    None
                });
            }
            for name in names {
                if self.grammar.index(&name).is_some() || !seen.insert(name.clone()) {
                    continue;
                }
                match resolve(&WantedProduction { production: &definition.name, name: &name, citation: None }) {
                    Lookup::Nowhere => {}
                    Lookup::In(import) => self.waiting.push_back(import),
                    Lookup::InSeveral(candidates) => return Err(several(definition, &name, candidates)),
                }
            }
        }
        Ok(())
    }

    /// Adds the productions that are imported, with all that they use, and compares those of one
    /// name.
    fn finish(mut self, changed: Vec<Definition>) -> Result<Imported, ImportError> {
        let mut bnf = self.grammar.with(changed);
        let mut from = BTreeMap::new();
        // Productions of one name from two grammars.
        let mut alike: Vec<(usize, Import<'b>)> = Vec::new();
        let mut seen = BTreeSet::new();
        let mut added = Vec::new();
        while let Some(import) = self.waiting.pop_front() {
            let Some(definition) = import.bnf.get(&import.production) else { return Err(missing(&import)) };
            if !seen.insert((import.grammar.clone(), definition.name.clone())) {
                continue;
            }
            let uses = import.bnf.uses(&definition.name).into_iter();
            let uses = uses.filter_map(|name| import.bnf.get(name));
            self.waiting.extend(uses.map(|used| Import { production: used.name.clone().into(), ..import.clone() }));
            match bnf.index(&definition.name) {
                None => {
                    added.push(bnf.productions().len());
                    bnf.lay_over(vec![definition.clone()]);
                    from.insert(definition.name.clone(), import.grammar.to_string());
                }
                Some(at) if self.same.get(&at) == Some(&import.grammar) => {
                    from.insert(bnf.productions()[at].name.clone(), import.grammar.to_string());
                }
                Some(at) => alike.push((at, import)),
            }
        }
        let bnf = spelled(bnf, &added);
        let mut repeated = Vec::new();
        for (at, import) in alike {
            let definition = &bnf.productions()[at];
            compare(&bnf, definition, &import)?;
            // Productions that two imported grammars share, and core rules, are not repetitions of
            // this grammar.
            if self.grammar.index(&definition.name).is_some() && !crate::bnf::CORE.contains(&definition.text) {
                repeated
                    .push(RepeatedProduction { name: definition.name.clone(), grammar: import.grammar.into_owned() });
            }
        }
        Ok(Imported { bnf, from, repeated })
    }
}

/// The grammar whose imported productions use names as they are spelled in their definitions: other
/// notations distinguish names in case.
fn spelled(bnf: Bnf, added: &[usize]) -> Bnf {
    let definitions = added.iter().map(|&at| {
        let definition = &bnf.productions()[at];
        let body = definition.body.as_ref().map(|body| {
            body.map(&mut |expr| match expr {
                Expr::Name(name) => Some(Expr::Name(bnf.get(name).map_or(name, |definition| &definition.name).clone())),
                _ => None,
            })
        });
        Definition { body: body.map_err(Clone::clone), ..definition.clone() }
    });
    let definitions = definitions.collect();
    bnf.with(definitions)
}

/// Whether a production has the language of an imported one.
fn compare(bnf: &Bnf, definition: &Definition, import: &Import<'_>) -> Result<(), ImportError> {
    let (name, line, grammar) = (definition.name.clone(), definition.line, import.grammar.to_string());
    let languages =
        Language::new(bnf, &name).and_then(|left| Ok((left, Language::new(import.bnf, &import.production)?)));
    match languages.and_then(|(left, right)| left.compare(&right)) {
        Ok(comparison) => match (comparison.left_only, comparison.right_only) {
            (None, None) => Ok(()),
            (Some(left), Some(right)) if left.chars().count() > right.chars().count() => {
                Err(ImportError::Differs { name, line, grammar, witness: right, only_own: false })
            }
            (Some(witness), _) => Err(ImportError::Differs { name, line, grammar, witness, only_own: true }),
            (None, Some(witness)) => Err(ImportError::Differs { name, line, grammar, witness, only_own: false }),
        },
        Err(error) => Err(ImportError::Undecided { name, line, grammar, error }),
    }
}

fn several(definition: &Definition, name: &str, candidates: Vec<String>) -> ImportError {
    ImportError::Several {
        production: definition.name.clone(),
        line: definition.line,
        name: name.to_owned(),
        candidates,
    }
}

fn missing(import: &Import<'_>) -> ImportError {
    ImportError::Missing { grammar: import.grammar.to_string(), name: import.production.to_string() }
}
