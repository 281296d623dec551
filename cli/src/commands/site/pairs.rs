//! The page that compares any two documents or productions: data for its script, piece by piece.

use std::collections::HashMap;

use maud::html;
use serde::Serialize;
use uri_lineage::Component;
use uri_lineage::language::{Comparison, Divergence, Divergences, Relation, Side};

use super::layout::{At, Page, lineage_path, page, production_path, script};
use super::model::{Entries, Family, ProductionId, Site};
use super::tables::languages;
use crate::commands::diff::{ComparedNames, verb};
use crate::options::sides::Read;

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
        At::TOP,
        "compare.html".to_owned(),
        "Compare two documents",
        &["assets/documents.js", "assets/machines.js", "assets/relation.js", "assets/compare.js"],
        &body,
    )
}

/// The data that the page needs when it opens.
#[derive(Serialize)]
struct Documents<'s> {
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
    let mut known: HashMap<&ProductionId, (usize, usize)> = HashMap::new();
    for (at, family) in site.families.iter().enumerate() {
        known.extend(family.members.iter().enumerate().map(|(number, member)| (&member.place, (at, number))));
    }
    let all = site.families.iter().flat_map(|family| &family.members);
    let (machines, numbers) =
        languages(all.filter_map(|member| Some((&member.place, &member.facts.as_ref().ok()?.language))));
    let documents = site.documents.iter().enumerate().map(|(at, document)| {
        let production = |name| {
            let place = (at, str::to_owned(name));
            let &(family, member) = known.get(&place)?;
            Some((name, family, member, numbers.get(&place).copied()))
        };
        DocumentRow {
            id: &document.id,
            name: document.name(),
            link: At::TOP.grammar(document),
            main: document.names().position(|name| document.entries().first() == Some(&name)).unwrap_or_default(),
            productions: document.names().filter_map(production).collect(),
        }
    });
    let relation = |of: Relation| RELATIONS.iter().position(|one| *one == of).unwrap_or_default();
    let data = Documents {
        components: Component::ALL.map(Component::name),
        relations: RELATIONS.map(verb),
        slugs: site.families.iter().map(|family| family.slug.as_str()).collect(),
        lineages: site.families.iter().map(|family| lineage_path(&family.slug)).collect(),
        documents: documents.collect(),
        families: site
            .families
            .iter()
            .map(|family| {
                let row =
                    |one: &super::model::Pairing| [one.members[0], one.members[1], relation(one.comparison.relation)];
                family.pairings.iter().map(row).collect()
            })
            .collect(),
        pairs: site.pairs.iter().map(|pair| pair_row(site, pair)).collect(),
        entries: site
            .entries
            .iter()
            .map(|one| [one.documents[0], one.documents[1], relation(one.comparison.relation)])
            .collect(),
    };
    let causes = site.families.iter().filter(|family| !family.pairings.is_empty()).map(|family| {
        let text = format!("PAIRS[{}] = {};\n", serde_json::json!(family.slug), causes(site, family));
        (format!("assets/pairs/{}.js", family.slug), text)
    });
    let first = [
        ("assets/documents.js".to_owned(), script("DOCUMENTS", &data) + "const PAIRS = {};\n"),
        ("assets/languages.js".to_owned(), machines),
    ];
    let entries = site.documents.iter().enumerate().filter_map(|(at, document)| {
        let own: Vec<&Entries> = site.entries.iter().filter(|one| one.documents[0] == at).collect();
        let path = format!("documents-{}", document.id);
        let text = format!("PAIRS[{}] = {};\n", serde_json::json!(path), entry_causes(site, &own));
        (!own.is_empty()).then(|| (format!("assets/pairs/{path}.js"), text))
    });
    first.into_iter().chain(causes).chain(entries).collect()
}

fn pair_row<'s>(site: &Site, pair: &'s super::model::Pair) -> PairRow<'s> {
    let found = pair.found.iter().enumerate().map(|(component, found)| {
        let strings = found.as_ref().ok()?.iter().map(|found| {
            let read = |side: usize, span| match Read::of(&found.witness, span, site.has[side][component]) {
                Read::Text(text, _) => text,
                Read::Empty(_) => "\u{1}empty",
                Read::None => "\u{1}none",
                Read::NoSuch => "\u{1}no such component",
            };
            [found.witness.as_str(), read(pair.left, &found.left), read(pair.right, &found.right)]
        });
        Some(strings.collect())
    });
    PairRow { left: pair.left, right: pair.right, found: found.collect() }
}

/// The causes of two productions, as a row of a script.
#[derive(Serialize)]
struct Row<'f> {
    /// The numbers of the members of a lineage, or of documents.
    members: [usize; 2],
    left_only: &'f Option<String>,
    right_only: &'f Option<String>,
    both: &'f Option<String>,
    /// The sentence in two pieces, a string, and the offset of the place in it; `null` if the
    /// causes are not known.
    causes: Option<Vec<(String, String, String, usize)>>,
}

impl<'f> Row<'f> {
    fn new(members: [usize; 2], names: [&str; 2], comparison: &'f Comparison, why: Option<&Divergences>) -> Self {
        let Comparison { left_only, right_only, both, .. } = comparison;
        let names = ComparedNames { names, later: Some(Side::Right) };
        let cause = |one: &'_ Divergence| {
            let [subject, object] = names.sentence(one);
            (subject, object, one.witness.clone(), one.offset)
        };
        let causes = why.map(|all| all.list().iter().map(cause).collect());
        Self { members, left_only, right_only, both, causes }
    }
}

fn id(site: &Site, (document, name): &ProductionId) -> String {
    format!("{}:{name}", site.documents[*document].id)
}

/// The causes of all pairs of a lineage.
fn causes(site: &Site, family: &Family) -> String {
    #[derive(Serialize)]
    struct Causes<'f> {
        members: Vec<(String, String)>,
        pairs: Vec<Row<'f>>,
    }
    let pairs = family.pairings.iter().map(|pairing| {
        let [left, right] = pairing.members.map(|number| id(site, &family.members[number].place));
        Row::new(pairing.members, [&left, &right], &pairing.comparison, pairing.why.as_deref())
    });
    let members = family.members.iter().map(|member| {
        let (document, name) = &member.place;
        (id(site, &member.place), production_path(&site.documents[*document].id, name))
    });
    serde_json::to_string(&Causes { members: members.collect(), pairs: pairs.collect() }).unwrap_or_default()
}

/// The causes of the main entry productions of documents.
fn entry_causes(site: &Site, all: &[&Entries]) -> String {
    #[derive(Serialize)]
    struct Causes<'f> {
        pairs: Vec<Row<'f>>,
    }
    let main = |document: usize| {
        let name = site.documents[document].entries().first().map(|name| (*name).to_owned());
        id(site, &(document, name.unwrap_or_default()))
    };
    let pairs = all.iter().map(|one| {
        let [left, right] = one.documents.map(main);
        Row::new(one.documents, [&left, &right], &one.comparison, one.why.as_deref())
    });
    serde_json::to_string(&Causes { pairs: pairs.collect() }).unwrap_or_default()
}
