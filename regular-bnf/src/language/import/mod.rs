//! Productions of other grammars, that a grammar cites or uses without a definition.

mod citation;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

pub use self::citation::{Citation, document as cited_document};
use crate::bnf::{Bnf, Definition, Expr, GrammarError};
use crate::language::Language;

/// A production that a grammar needs from elsewhere.
///
/// ```
/// use regular_bnf::{Bnf, Lookup};
///
/// let bnf = Bnf::abnf("page = method \"://\" site\nsite = <site, see [NAMES], section 2>\n")?;
/// let mut wanted = Vec::new();
/// bnf.import(&[], &mut |production| {
///     let document = production.citation.as_ref().map(|citation| citation.document.clone());
///     wanted.push((production.name.to_owned(), document));
///     Lookup::Nowhere
/// })?;
/// assert_eq!(wanted, [("site".to_owned(), Some("NAMES".to_owned())), ("method".to_owned(), None)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use regular_bnf::{Bnf, Import, Lookup};
///
/// let hosts = Bnf::abnf("site = 1*ALPHA\n")?;
/// let site = Import { grammar: "hosts".into(), bnf: &hosts, production: "site".into() };
/// let imported = Bnf::abnf("page = \"//\" site\n")?.import(&[site], &mut |_| Lookup::Nowhere)?;
/// assert!(imported.bnf.language("page")?.contains("//localhost"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use regular_bnf::{Bnf, Import, Lookup};
///
/// let (hosts, bnf) = (Bnf::abnf("site = 1*ALPHA\n")?, Bnf::abnf("page = method \"://\" site\n")?);
/// let imported = bnf.import(&[], &mut |wanted| match hosts.get(wanted.name) {
///     Some(site) => Lookup::In(Import { grammar: "hosts".into(), bnf: &hosts, production: (&*site.name).into() }),
///     None => Lookup::Nowhere,
/// })?;
/// assert_eq!(imported.bnf.undefined(), ["method"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub enum Lookup<'b> {
    /// Nowhere. It stays undefined.
    Nowhere,
    /// In one grammar.
    In(Import<'b>),
    /// In one grammar that is not selected, because of the section that is cited: others define the
    /// name too.
    InSection(Import<'b>),
    /// In several grammars with these names, of which none is selected.
    InSeveral(Vec<String>),
}

/// A production that a grammar defines, and that it also imports.
///
/// ```
/// use regular_bnf::{Bnf, Import, Lookup};
///
/// let hosts = Bnf::abnf("hostport = 1*ALPHA \":\" port\nport = *DIGIT\n")?;
/// let hostport = Import { grammar: "hosts".into(), bnf: &hosts, production: "hostport".into() };
/// let own = Bnf::abnf("page = \"//\" hostport\nport = [ 1*DIGIT ]\n")?;
/// let imported = own.import(&[hostport], &mut |_| Lookup::Nowhere)?;
/// let port = &imported.repeated[0];
/// assert_eq!((port.name.as_str(), port.grammar.as_str(), &port.difference), ("port", "hosts", &None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RepeatedProduction {
    /// The name.
    pub name: String,
    /// The name of the other grammar.
    pub grammar: String,
    /// How the languages differ; `None` if they are equal. If they differ, the imported production
    /// has the name of its grammar in front of its own.
    pub difference: Option<ProductionDifference>,
}

/// How the language of a production differs from that of an imported one of its name.
///
/// ```
/// use regular_bnf::{Bnf, Import, Lookup, ProductionDifference};
///
/// let hosts = Bnf::abnf("hostport = 1*ALPHA \":\" port\nport = *DIGIT\n")?;
/// let hostport = Import { grammar: "hosts".into(), bnf: &hosts, production: "hostport".into() };
/// let own = Bnf::abnf("page = \"//\" hostport\nport = 1*5DIGIT\n")?;
/// let imported = own.import(&[hostport], &mut |_| Lookup::Nowhere)?;
/// let difference = ProductionDifference::Witness { witness: String::new(), only_own: false };
/// assert_eq!(imported.repeated[0].difference, Some(difference));
/// assert!(imported.bnf.language("hosts:port")?.contains("") && !imported.bnf.language("port")?.contains(""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProductionDifference {
    /// Only one of them accepts a string.
    Witness {
        /// A shortest such string.
        witness: String,
        /// Whether the imported one refuses it.
        only_own: bool,
    },
    /// It is not decided whether they differ.
    Undecided(GrammarError),
}

/// A tag of a document that was taken for a grammar.
///
/// ```
/// use regular_bnf::{Bnf, Import, Lookup};
///
/// let dates = Bnf::abnf("full-date = 4DIGIT \"-\" 2DIGIT \"-\" 2DIGIT\n")?;
/// let own = Bnf::abnf("date = <full-date, see [DATES], Section 5.6>\n")?;
/// let imported = own.import(&[], &mut |wanted| {
///     let production = wanted.name.to_owned().into();
///     Lookup::InSection(Import { grammar: "dates".into(), bnf: &dates, production })
/// })?;
/// let assumed = imported.assumed.first().unwrap();
/// assert_eq!((assumed.document.as_str(), assumed.grammar.as_str()), ("DATES", "dates"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct AssumedDocument {
    /// The tag, such as `ABNF`.
    pub document: String,
    /// The name of the grammar whose section defines what is cited.
    pub grammar: String,
}

/// A grammar with all that it imports.
///
/// ```
/// use regular_bnf::{Bnf, Import, Lookup};
///
/// let hosts = Bnf::abnf("site = label *( \".\" label )\nlabel = 1*ALPHA\n")?;
/// let site = Import { grammar: "hosts".into(), bnf: &hosts, production: "site".into() };
/// let imported = Bnf::abnf("page = \"//\" site\n")?.import(&[site], &mut |_| Lookup::Nowhere)?;
/// // With all that it uses.
/// assert_eq!(imported.from["label"], "hosts");
/// assert_eq!(imported.bnf.uses("site"), ["label"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Imported {
    /// The grammar. Imported productions come last.
    pub bnf: Bnf,
    /// The productions that were imported, each with the name of its grammar.
    pub from: BTreeMap<String, String>,
    /// The productions that the grammar defines itself and also imports.
    pub repeated: Vec<RepeatedProduction>,
    /// The tags whose grammars follow only from the sections that are cited.
    pub assumed: BTreeSet<AssumedDocument>,
}

/// Why productions cannot be imported.
///
/// ```
/// use regular_bnf::{Bnf, Lookup};
///
/// let bnf = Bnf::abnf("page = \"//\" site\n")?;
/// let grammars = ["old", "new"].map(String::from);
/// let error = bnf.import(&[], &mut |_| Lookup::InSeveral(grammars.to_vec())).unwrap_err();
/// assert_eq!(error.to_string(), "line 1: several grammars define `site`, which `page` needs: old, new");
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
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
        /// The document that is cited, if one is.
        document: Option<String>,
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
}

impl Bnf {
    /// The grammar with productions of other grammars: those of `also`, those that it
    /// [cites](Citation) in words, and undefined names that `resolve` finds, each with all that it
    /// uses.
    ///
    /// What is imported never changes the meaning of a name. If an imported production has the name
    /// of one that the grammar defines, or of one of another imported grammar, and another
    /// language, it gets the name of its grammar in front of its own: `dates:year`. An undefined
    /// name that comes with an import is the imported one, and an error if different ones come with
    /// several imports.
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
    /// If several grammars define a production that is needed, or if the selected grammar does not
    /// define it.
    pub fn import<'b>(
        &self,
        also: &[Import<'b>],
        resolve: &mut dyn FnMut(&WantedProduction<'_>) -> Lookup<'b>,
    ) -> Result<Imported, ImportError> {
        let mut importing = Importing {
            grammar: self,
            same: HashMap::new(),
            names: HashMap::new(),
            unresolved: Vec::new(),
            assumed: BTreeSet::new(),
            waiting: also.iter().cloned().collect(),
        };
        let mut changed = Vec::new();
        for definition in self.productions() {
            changed.extend(importing.cited(definition, resolve)?);
        }
        importing.undefined(resolve)?;
        importing.finish(&self.with(changed))
    }
}

/// An import in progress.
struct Importing<'o, 'b> {
    grammar: &'o Bnf,
    /// For productions of the grammar that are those of another one by citation: the name of that
    /// grammar.
    same: HashMap<usize, Cow<'b, str>>,
    /// For undefined names the imported production that they mean, by its qualified name.
    names: HashMap<String, String>,
    /// Undefined names that mean what comes with an import, each with the production that uses it.
    unresolved: Vec<(&'o Definition, String)>,
    assumed: BTreeSet<AssumedDocument>,
    /// The productions to import.
    waiting: VecDeque<Import<'b>>,
}

impl<'b> Importing<'_, 'b> {
    /// The definition with the qualified names of imported productions for its citations; `None` if
    /// there are none.
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
                Lookup::InSection(import) => {
                    let grammar = import.grammar.to_string();
                    self.assumed.insert(AssumedDocument { document: citation.document.clone(), grammar });
                    import
                }
                Lookup::InSeveral(candidates) => {
                    failed.get_or_insert_with(|| several(definition, &wanted, candidates));
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
                imported.body.as_ref().ok().map(|body| qualified_body(body, &import))
            } else {
                Some(Expr::Name(qualified(&import.grammar, &imported.name)))
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
                let wanted = WantedProduction { production: &definition.name, name: &name, citation: None };
                match resolve(&wanted) {
                    Lookup::Nowhere => self.unresolved.push((definition, name)),
                    Lookup::In(import) | Lookup::InSection(import) => {
                        let meant = import.bnf.get(&import.production).ok_or_else(|| missing(&import))?;
                        self.names.insert(name.clone(), qualified(&import.grammar, &meant.name));
                        self.waiting.push_back(import);
                    }
                    Lookup::InSeveral(candidates) => return Err(several(definition, &wanted, candidates)),
                }
            }
        }
        Ok(())
    }

    /// Adds the productions that are imported, with all that they use. In `own`, the grammar with its
    /// citations replaced, imported productions have qualified names.
    fn finish(mut self, own: &Bnf) -> Result<Imported, ImportError> {
        let imports = self.needed()?;
        let mut names = ImportNames::new(&imports, own, &self.same);
        let separate = self.assembled(own, &imports, &names);
        let mut repeated = Vec::new();
        for (import, definition) in &imports {
            let qualified = qualified(&import.grammar, &definition.name);
            let Some(other) = names.taken.get(&qualified).cloned() else { continue };
            let difference = difference(&separate, &other, import);
            let of_own = own.index(&other).map(|at| &own.productions()[at]);
            // Core rules are not repetitions of this grammar.
            if of_own.is_some_and(|definition| !crate::bnf::CORE.contains(&definition.text)) {
                repeated.push(RepeatedProduction {
                    name: other.clone(),
                    grammar: import.grammar.to_string(),
                    difference: difference.clone(),
                });
            }
            if difference.is_none() && !names.reaches_taken(&separate, &other) {
                names.finals.insert(qualified, other);
            }
        }
        for (definition, name) in &self.unresolved {
            let candidates = names.candidates(name, &imports, own);
            if candidates.len() > 1 {
                let wanted = WantedProduction { production: &definition.name, name, citation: None };
                return Err(several(definition, &wanted, candidates));
            }
        }
        let bnf = self.assembled(own, &imports, &names);
        let from = imports.iter().filter_map(|(import, definition)| {
            let name = names.finals.get(&qualified(&import.grammar, &definition.name))?;
            let is_own = own.index(name).is_some_and(|at| self.same.get(&at) != Some(&import.grammar));
            (!is_own).then(|| (name.clone(), import.grammar.to_string()))
        });
        // Of equal productions the first is imported.
        let mut origins = BTreeMap::new();
        from.for_each(|(name, grammar)| _ = origins.entry(name).or_insert(grammar));
        Ok(Imported { bnf, from: origins, repeated, assumed: self.assumed })
    }

    /// The productions to import, with all that they use, each once.
    fn needed(&mut self) -> Result<Vec<(Import<'b>, &'b Definition)>, ImportError> {
        let mut seen = BTreeSet::new();
        let mut needed = Vec::new();
        while let Some(import) = self.waiting.pop_front() {
            let Some(definition) = import.bnf.get(&import.production) else { return Err(missing(&import)) };
            if !seen.insert(qualified(&import.grammar, &definition.name)) {
                continue;
            }
            let uses = import.bnf.uses(&definition.name).into_iter();
            let uses = uses.filter_map(|name| import.bnf.get(name));
            self.waiting.extend(uses.map(|used| Import { production: used.name.clone().into(), ..import.clone() }));
            needed.push((import, definition));
        }
        Ok(needed)
    }

    /// The grammar and its imports, with these names.
    fn assembled(&self, own: &Bnf, imports: &[(Import<'b>, &'b Definition)], names: &ImportNames) -> Bnf {
        let renamed = |body: &Expr| {
            body.map(&mut |expr| match expr {
                Expr::Name(name) => {
                    let name = self.names.get(name).unwrap_or(name);
                    names.finals.get(name).cloned().map(Expr::Name)
                }
                _ => None,
            })
        };
        let with_body = |definition: &Definition, name: &str, body: Option<Expr>| Definition {
            name: name.to_owned(),
            body: body.map_or_else(|| definition.body.clone(), Ok),
            ..definition.clone()
        };
        let own_definitions = own.productions().iter().map(|definition| {
            let body = definition.body.as_ref().ok().map(renamed);
            with_body(definition, &definition.name, body)
        });
        let mut bnf = own.with(own_definitions.collect());
        for (import, definition) in imports {
            let Some(name) = names.finals.get(&qualified(&import.grammar, &definition.name)) else { continue };
            if bnf.index(name).is_none() {
                let body = definition.body.as_ref().ok().map(|body| renamed(&qualified_body(body, import)));
                bnf.lay_over(vec![with_body(definition, name, body)]);
            }
        }
        bnf
    }
}

/// The names of imported productions in the grammar.
struct ImportNames {
    /// For each qualified name the name in the grammar.
    finals: HashMap<String, String>,
    /// The qualified names of productions whose own name another production has, with that name.
    taken: HashMap<String, String>,
}

impl ImportNames {
    /// Each production keeps its name if it is free, and gets its qualified name otherwise. `same`
    /// has the productions of the grammar that are those of another one.
    fn new(imports: &[(Import<'_>, &Definition)], own: &Bnf, same: &HashMap<usize, Cow<'_, str>>) -> Self {
        let mut names = Self { finals: HashMap::new(), taken: HashMap::new() };
        // Notations may distinguish names in case or not, so the grammar knows which names it has.
        let mut bnf = own.clone();
        for (import, definition) in imports {
            let qualified = qualified(&import.grammar, &definition.name);
            let name = match bnf.index(&definition.name) {
                None => {
                    bnf.lay_over(vec![(*definition).clone()]);
                    definition.name.clone()
                }
                Some(at) if same.get(&at) == Some(&import.grammar) => bnf.productions()[at].name.clone(),
                Some(at) => {
                    names.taken.insert(qualified.clone(), bnf.productions()[at].name.clone());
                    qualified.clone()
                }
            };
            names.finals.insert(qualified, name);
        }
        names
    }

    /// The grammars from which different productions of that name are imported into `own`, whose
    /// notation tells whether names are alike.
    fn candidates(&self, name: &str, imports: &[(Import<'_>, &Definition)], own: &Bnf) -> Vec<String> {
        let mut candidates = BTreeMap::new();
        for (import, definition) in imports.iter().filter(|(_, definition)| own.is_same_name(&definition.name, name)) {
            if let Some(final_name) = self.finals.get(&qualified(&import.grammar, &definition.name)) {
                candidates.entry(final_name).or_insert_with(|| import.grammar.to_string());
            }
        }
        candidates.into_values().collect()
    }

    /// Whether a production uses one that has its qualified name, directly or through others. Such
    /// a production may be defined by what it would replace.
    fn reaches_taken(&self, bnf: &Bnf, production: &str) -> bool {
        let unreachable: HashSet<&str> = bnf.unreachable(&[production]).into_iter().collect();
        self.taken.keys().any(|name| !unreachable.contains(name.as_str()))
    }
}

/// The name of a production with that of its grammar in front.
fn qualified(grammar: &str, production: &str) -> String {
    format!("{grammar}:{production}")
}

/// A body of an imported production, with qualified names: as they are spelled in their
/// definitions, or as they are used if its grammar does not define them.
fn qualified_body(body: &Expr, import: &Import<'_>) -> Expr {
    body.map(&mut |expr| match expr {
        Expr::Name(name) => {
            let name = import.bnf.get(name).map_or(name, |definition| &definition.name);
            Some(Expr::Name(qualified(&import.grammar, name)))
        }
        _ => None,
    })
}

/// How the language of a production differs from that of an imported one.
fn difference(bnf: &Bnf, name: &str, import: &Import<'_>) -> Option<ProductionDifference> {
    let languages =
        Language::new(bnf, name).and_then(|left| Ok((left, Language::new(import.bnf, &import.production)?)));
    let (witness, only_own) = match languages.and_then(|(left, right)| left.compare(&right)) {
        Err(error) => return Some(ProductionDifference::Undecided(error)),
        Ok(comparison) => match (comparison.left_only, comparison.right_only) {
            (None, None) => return None,
            (Some(left), Some(right)) if left.chars().count() > right.chars().count() => (right, false),
            (Some(witness), _) => (witness, true),
            (None, Some(witness)) => (witness, false),
        },
    };
    Some(ProductionDifference::Witness { witness, only_own })
}

fn several(definition: &Definition, wanted: &WantedProduction<'_>, candidates: Vec<String>) -> ImportError {
    ImportError::Several {
        production: definition.name.clone(),
        line: definition.line,
        name: wanted.name.to_owned(),
        document: wanted.citation.as_ref().map(|citation| citation.document.clone()),
        candidates,
    }
}

fn missing(import: &Import<'_>) -> ImportError {
    ImportError::Missing { grammar: import.grammar.to_string(), name: import.production.to_string() }
}
