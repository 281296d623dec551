//! The page that compares any two documents or productions, and the data for its script in several
//! files.

use std::collections::HashMap;
use std::ops::Range;

use maud::html;
use serde::Serialize;
use uri_lineage::Component;
use uri_lineage::regular_bnf::{Comparison, Divergences, Relation, Side};

use super::layout::{Links, Page, lineage_path, page, production_path, qualified_name, script, text_url};
use super::lineage::production;
use super::model::{DocumentDifferences, EntryPair, Family, ProductionId, Site};
use super::tables::languages;
use crate::commands::diff::{ComparedDocuments, ComparedNames, Mention, Mentions, verb};
use crate::options::sides::ComponentReading;

const RELATIONS: [Relation; 5] =
    [Relation::Equal, Relation::Narrower, Relation::Wider, Relation::Overlapping, Relation::Disjoint];

pub fn compare() -> Page {
    let body = html! {
        p {
            "Any two documents, or any two productions: their relation, every cause, and the components that both read differently. The address contains the choice."
        }
        form.pick hidden {
            @for side in ["left", "right"] {
                fieldset {
                    legend { (side) }
                    label for=(format!("{side}-document")) { "Document " }
                    select id=(format!("{side}-document")) {}
                    " "
                    label for=(format!("{side}-production")) { "Production " }
                    select id=(format!("{side}-production")) {}
                }
            }
            button #swap type="button" { "Swap" }
        }
        p #relation role="status" {}
        div #result {}
        noscript {
            p {
                "The choice needs JavaScript. " a href="differences.html" { "Differences" } " shows what each two documents read differently. Each lineage of "
                a href="matrix.html" { "Productions" } " shows the causes between neighbours. " code { "uri-lineage diff" } " and " code { "uri-lineage differential" } " compare any two."
            }
        }
    };
    page(
        Links::TOP,
        "compare.html".to_owned(),
        "Compare two documents",
        &[
            "assets/anchor.js",
            "assets/prose.js",
            "assets/documents.js",
            "assets/machines.js",
            "assets/relation.js",
            "assets/compare.js",
        ],
        &body,
    )
}

/// The data that the page needs when it opens.
#[derive(Serialize)]
struct CompareData<'s> {
    components: [&'static str; Component::ALL.len()],
    relations: [&'static str; RELATIONS.len()],
    slugs: Vec<&'s str>,
    lineages: Vec<String>,
    documents: Vec<DocumentRow<'s>>,
    /// The relations of the main entry productions of two documents that are in no lineage
    /// together: the numbers of the documents and of the relation.
    entries: Vec<[usize; 3]>,
    /// For each lineage: its members, and the relations between them, as the numbers of two members
    /// and of the relation.
    families: Vec<Vec<[usize; 3]>>,
    /// For each two documents: for each component the strings that both read differently.
    pairs: Vec<PairRow<'s>>,
}

#[derive(Serialize)]
struct DocumentRow<'s> {
    id: &'s str,
    name: String,
    link: String,
    /// The number of its main entry production.
    main: usize,
    /// The productions in order: the name, the lineage, the number among its members, and the
    /// number of its automaton.
    productions: Vec<(&'s str, usize, usize, Option<usize>)>,
}

#[derive(Serialize)]
struct PairRow<'s> {
    left: usize,
    right: usize,
    /// For each component: each string with its two readings; `null` if they are not known.
    found: Vec<Option<Vec<[&'s str; 3]>>>,
}

/// The files of the page: the documents, the automata of all productions, and the causes of each
/// lineage.
pub fn files(site: &Site) -> Vec<(String, String)> {
    let members = site.families.iter().flat_map(|family| &family.members);
    let (machines, numbers) =
        languages(members.filter_map(|member| Some((&member.place, &member.facts.as_ref().ok()?.language))));
    let first = [
        ("assets/documents.js".to_owned(), script("DOCUMENTS", &data(site, &numbers)) + "const PAIRS = {};\n"),
        ("assets/languages.js".to_owned(), machines),
    ];
    let lineages = site.families.iter().filter(|family| !family.pairs.is_empty()).map(|family| {
        let text = format!("PAIRS[{}] = {};\n", serde_json::json!(family.slug), lineage_causes(site, family));
        (format!("assets/pairs/{}.js", family.slug), text)
    });
    let entries = site.documents.iter().enumerate().filter_map(|(number, document)| {
        let pairs: Vec<&EntryPair> = site.entries.iter().filter(|pair| pair.documents[0] == number).collect();
        let path = format!("documents-{}", document.id);
        let text = format!("PAIRS[{}] = {};\n", serde_json::json!(path), entry_causes(site, &pairs));
        (!pairs.is_empty()).then(|| (format!("assets/pairs/{path}.js"), text))
    });
    first.into_iter().chain(lineages).chain(entries).collect()
}

/// The data of the page; `automata` has the number of each production's automaton.
fn data<'s>(site: &'s Site, automata: &HashMap<&ProductionId, usize>) -> CompareData<'s> {
    let mut indices: HashMap<&ProductionId, (usize, usize)> = HashMap::new();
    for (index, family) in site.families.iter().enumerate() {
        indices.extend(family.members.iter().enumerate().map(|(number, member)| (&member.place, (index, number))));
    }
    let documents = site.documents.iter().enumerate().map(|(number, document)| {
        let productions = document.names().filter_map(|name| {
            let place = (number, name.to_owned());
            let &(family, member) = indices.get(&place)?;
            Some((name, family, member, automata.get(&place).copied()))
        });
        DocumentRow {
            id: &document.id,
            name: document.short_name(),
            link: Links::TOP.grammar(document),
            main: document.names().position(|name| document.entries().first() == Some(&name)).unwrap_or_default(),
            productions: productions.collect(),
        }
    });
    let families = site
        .families
        .iter()
        .map(|family| family.pairs.iter().map(|pair| numbered_relation(pair.members, &pair.comparison)).collect());
    CompareData {
        components: Component::ALL.map(Component::name),
        relations: RELATIONS.map(verb),
        slugs: site.families.iter().map(|family| family.slug.as_str()).collect(),
        lineages: site.families.iter().map(|family| lineage_path(&family.slug)).collect(),
        documents: documents.collect(),
        families: families.collect(),
        pairs: site.pairs.iter().map(|pair| pair_row(site, pair)).collect(),
        entries: site.entries.iter().map(|pair| numbered_relation(pair.documents, &pair.comparison)).collect(),
    }
}

/// The numbers of two members or documents, and the number of their relation.
fn numbered_relation([left, right]: [usize; 2], comparison: &Comparison) -> [usize; 3] {
    let relation = RELATIONS.iter().position(|&relation| relation == comparison.relation);
    [left, right, relation.unwrap_or_default()]
}

fn pair_row<'s>(site: &Site, pair: &'s DocumentDifferences) -> PairRow<'s> {
    let components = pair.differentials.iter().enumerate().map(|(component, differentials)| {
        let strings = differentials.as_ref().ok()?.iter().map(|differential| {
            let string = differential.witness.as_str();
            let left = reading(string, &differential.left, site.has[pair.left][component]);
            let right = reading(string, &differential.right, site.has[pair.right][component]);
            [string, left, right]
        });
        Some(strings.collect())
    });
    PairRow { left: pair.left, right: pair.right, found: components.collect() }
}

/// How a document reads a component of a string: its text, or a message after U+0001.
fn reading<'s>(string: &'s str, span: &Option<Range<usize>>, has: bool) -> &'s str {
    match ComponentReading::new(string, span, has) {
        ComponentReading::Text(text, _) => text,
        ComponentReading::Empty(_) => "\u{1}empty",
        ComponentReading::Absent => "\u{1}none",
        ComponentReading::NoSuch => "\u{1}no such component",
    }
}

/// The causes of several pairs of productions, for a script.
#[derive(Serialize)]
struct AllCauses<'f, M> {
    /// The names and the addresses of the members of a lineage; nothing of documents.
    members: M,
    pairs: Vec<PairCauses<'f>>,
    /// What documents say of causes, each sentence once: the quotation, its place, and the address of the
    /// document if it has one.
    sentences: Vec<(&'static str, String, Option<String>)>,
}

/// The causes of two productions.
#[derive(Serialize)]
struct PairCauses<'f> {
    /// The numbers of the members of a lineage, or of documents.
    members: [usize; 2],
    left_only: &'f Option<String>,
    right_only: &'f Option<String>,
    both: &'f Option<String>,
    /// `null` if they are not known.
    causes: Option<Vec<CauseRow>>,
}

/// A cause: the two pieces of its sentence, a string, the offset of the place in it, the numbers of the
/// sentences of documents, and what is to be said if there are none.
#[derive(Serialize)]
struct CauseRow(String, String, String, usize, Vec<usize>, Option<String>);

impl<'f, M> AllCauses<'f, M> {
    fn new(members: M) -> Self {
        Self { members, pairs: Vec::new(), sentences: Vec::new() }
    }

    /// Adds the causes of two productions, which are those of `members`.
    fn add(
        &mut self,
        site: &Site,
        members: [usize; 2],
        productions: [&ProductionId; 2],
        comparison: &'f Comparison,
        causes: Option<&Divergences>,
    ) {
        let Comparison { left_only, right_only, both, .. } = comparison;
        let names = productions.map(|place| qualified_name(site, place));
        let names = ComparedNames { names: names.each_ref().map(String::as_str), later: Some(Side::Right) };
        let [left, right] = productions.map(|place| production(site, place));
        let documents = ComparedDocuments::new(left, right);
        let causes = causes.map(|causes| {
            let said = documents.map(|documents| documents.changes(causes).of_causes).unwrap_or_default();
            let rows = causes.list().iter().enumerate().map(|(number, cause)| {
                let [subject, object] = names.sentence(cause);
                let said = said.get(number);
                let mentions = said.into_iter().flat_map(|said| &said.mentions);
                let sentences = mentions.map(|mention| self.sentence(mention)).collect();
                CauseRow(subject, object, cause.witness.clone(), cause.offset, sentences, said.and_then(Mentions::note))
            });
            rows.collect()
        });
        self.pairs.push(PairCauses { members, left_only, right_only, both, causes });
    }

    /// The number of a sentence of a document.
    fn sentence(&mut self, mention: &Mention) -> usize {
        let Mention { document, section, quotation, .. } = mention;
        let row = (*quotation, format!("{document}, {section}"), text_url(document));
        self.sentences.iter().position(|other| *other == row).unwrap_or_else(|| {
            self.sentences.push(row);
            self.sentences.len() - 1
        })
    }
}

/// The causes of all pairs of a lineage.
fn lineage_causes(site: &Site, family: &Family) -> String {
    let members = family.members.iter().map(|member| {
        let (document, name) = &member.place;
        (qualified_name(site, &member.place), production_path(&site.documents[*document].id, name))
    });
    let mut all = AllCauses::new(members.collect::<Vec<_>>());
    for pair in &family.pairs {
        let productions = pair.members.map(|number| &family.members[number].place);
        all.add(site, pair.members, productions, &pair.comparison, pair.causes.as_deref());
    }
    serde_json::to_string(&all).unwrap_or_default()
}

/// The causes of the main entry productions of documents.
fn entry_causes(site: &Site, pairs: &[&EntryPair]) -> String {
    let mut all = AllCauses::new(());
    for pair in pairs {
        let productions = pair.documents.map(|number| {
            let name = site.documents[number].entries().first().map(|name| (*name).to_owned());
            (number, name.unwrap_or_default())
        });
        all.add(site, pair.documents, productions.each_ref(), &pair.comparison, pair.causes.as_deref());
    }
    serde_json::to_string(&all).unwrap_or_default()
}
