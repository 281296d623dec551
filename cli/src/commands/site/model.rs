//! The data of the pages: all results about the documents, computed once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use uri_lineage::claims::{Claim, claims};
use uri_lineage::language::{
    Agreement, AmbiguityCause, Characters, Comparison, Differential, Disagreement, Divergences, Explanation, Language,
    LanguageError, Relation, Spans, correspondence,
};
use uri_lineage::proof::ProofError;
use uri_lineage::published::{Bnf, Definition, Reading};
use uri_lineage::{Component, Grammar};

use crate::commands::ambiguity::all_causes;
use crate::commands::diff::causes;
use crate::commands::lineage::counterpart;
use crate::parallel::each;

/// One grammar in both readings.
pub struct Document {
    /// The id of the grammar, or a name made from that of a file.
    pub id: String,
    /// The library's grammar; `None` for a file of the user.
    pub grammar: Option<Grammar>,
    /// The predecessor that the user named.
    pub after: Option<String>,
    pub published: Cow<'static, Bnf>,
    pub corrected: Cow<'static, Bnf>,
}

/// A production: the number of its document, and its name.
pub type ProductionId = (usize, String);

/// Corresponding productions of all documents, in order of date.
pub struct Family {
    /// The name of its page.
    pub slug: String,
    pub members: Vec<Member>,
    /// Every two members of different documents.
    pub pairings: Vec<Pairing>,
}

/// Two members of a family, by their numbers, and why they differ: the left is of the earlier
/// document.
pub struct Pairing {
    pub members: [usize; 2],
    pub comparison: Comparison,
    pub why: Option<Arc<Divergences>>,
}

/// The main entry productions of two documents, and why they differ: the left is of the earlier
/// document.
pub struct Entries {
    pub documents: [usize; 2],
    pub comparison: Comparison,
    pub why: Option<Arc<Divergences>>,
}

/// A production of one document.
pub struct Member {
    pub place: ProductionId,
    /// The facts about its language, or why it has none.
    pub facts: Result<Examined, LanguageError>,
    /// Its relation to the nearest earlier document that has it, and to the nearest later one.
    pub before: Option<Neighbour>,
    pub after: Option<Neighbour>,
}

pub struct Examined {
    pub language: Language,
    /// Its shortest members.
    pub firsts: Vec<String>,
    pub characters: Characters,
}

/// The relation of a production to another one: it is the left of the comparison.
pub struct Neighbour {
    pub place: ProductionId,
    /// Why they differ, if all causes can be found: the other one is the left of each.
    pub why: Option<Arc<Divergences>>,
    pub comparison: Comparison,
}

/// Strings that two documents read differently: for each component a shortest string of each kind.
pub struct Pair {
    pub left: usize,
    pub right: usize,
    pub found: Vec<Result<Vec<Differential>, ProofError>>,
}

/// A document that filters follow, beside the parser that browsers follow.
pub struct Filter {
    /// The number of the document, and that of the URL Standard's parser.
    pub documents: [usize; 2],
    /// Who follows the document, as a sentence; empty if unknown.
    pub followers: &'static str,
    /// Under which requirements both read all components alike; `None` if an automaton is too
    /// large.
    pub explanation: Option<Explanation>,
}

pub struct Site {
    pub documents: Vec<Document>,
    pub families: Vec<Family>,
    pub findings: Vec<Claim>,
    pub pairs: Vec<Pair>,
    /// The documents that filters follow.
    pub filters: Vec<Filter>,
    /// The main entry productions of each two documents that are in no lineage together.
    pub entries: Vec<Entries>,
    /// For each document the spans of all components; `None` for a file of the user.
    pub spans: Vec<Option<Result<Vec<Spans>, ProofError>>>,
    /// For each document, whether it has each component.
    pub has: Vec<Vec<bool>>,
    /// For each document, the decisions at which two derivations of a string part.
    pub ambiguities: Vec<Vec<AmbiguityCause>>,
    /// The index of each production among the families.
    places: HashMap<ProductionId, (usize, usize)>,
}

/// A piece of the work.
enum Job {
    Spans(usize),
    Ambiguity(usize),
    Claims,
    Member(ProductionId),
}

enum Done {
    Spans(Option<Result<Vec<Spans>, ProofError>>),
    Ambiguity(Vec<AmbiguityCause>),
    Claims(Vec<Claim>),
    Member(Box<Member>),
}

impl Document {
    /// One of the library's grammars.
    pub fn new(grammar: Grammar) -> Self {
        let [published, corrected] =
            [Reading::Published, Reading::Corrected].map(|reading| Cow::Borrowed(grammar.bnf(reading)));
        Self { id: grammar.id().to_owned(), grammar: Some(grammar), after: None, published, corrected }
    }

    /// A grammar in a file of the user, with an id that no other document has.
    pub fn of_file(file: &str, bnf: Bnf, others: &[Self]) -> Self {
        let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
        let name = Some(slug(&stem)).filter(|name| !name.is_empty()).unwrap_or_else(|| "own".to_owned());
        let taken = |id: &String| others.iter().any(|other| other.id == *id);
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let id = std::iter::once(name.clone()).chain(numbered).find(|id| !taken(id)).unwrap_or(name);
        let bnf = Cow::<Bnf>::Owned(bnf);
        Self { id, grammar: None, after: None, published: bnf.clone(), corrected: bnf }
    }

    /// The common name of the document: `RFC 1738`, `the draft of 1993`, `my (your own)`.
    pub fn name(&self) -> String {
        match self.grammar {
            Some(grammar) if grammar.document().starts_with("RFC ") => {
                let alone = Grammar::ALL.iter().filter(|other| other.document() == grammar.document()).count() == 1;
                if alone { grammar.document().to_owned() } else { format!("{} ({grammar})", grammar.document()) }
            }
            Some(grammar) if grammar.document().starts_with("draft") => format!("the draft of {}", grammar.date()),
            Some(grammar) => format!("the {}", grammar.document()),
            None => format!("{} (your own)", self.id),
        }
    }

    /// When it appeared.
    pub fn date(&self) -> String {
        self.grammar.map_or_else(|| "your own".to_owned(), |grammar| grammar.date().to_string())
    }

    /// The productions that a whole input may match: of a file, those that no other production
    /// uses.
    pub fn entries(&self) -> Vec<&str> {
        match self.grammar {
            Some(grammar) => grammar.entry_productions().to_vec(),
            None => {
                let free: Vec<&str> = self.names().filter(|name| self.corrected.used_by(name).is_empty()).collect();
                if free.is_empty() { self.names().take(1).collect() } else { free }
            }
        }
    }

    /// Its productions in one reading.
    pub fn bnf(&self, reading: Reading) -> &Bnf {
        match reading {
            Reading::Published => &self.published,
            Reading::Corrected => &self.corrected,
        }
    }

    /// A production as printed, if the document prints it, and its correction, if any.
    pub fn readings(&self, name: &str) -> [Option<&Definition>; 2] {
        let [printed, corrected] = [&self.published, &self.corrected].map(|bnf| bnf.get(name));
        [printed, corrected.filter(|corrected| printed != Some(corrected))]
    }

    /// The names of its productions in the document's order; those that occur only in corrections
    /// come last.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.corrected.productions().iter().map(|definition| definition.name.as_str())
    }
}

impl Family {
    /// The names of its members, each once.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for Member { place: (_, name), .. } in &self.members {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }
}

impl Neighbour {
    pub fn relation(&self) -> Relation {
        self.comparison.relation
    }
}

impl Site {
    /// Computes all results for these documents, in order of date. This takes seconds.
    pub fn new(documents: Vec<Document>) -> Self {
        let numbers = 0..documents.len();
        let members = documents
            .iter()
            .enumerate()
            .flat_map(|(at, document)| document.names().map(move |name| Job::Member((at, name.to_owned()))));
        // Start with the longest, so that no long piece is left for the end.
        let mut jobs: Vec<Job> = numbers.clone().map(Job::Spans).chain(numbers.map(Job::Ambiguity)).collect();
        jobs.push(Job::Claims);
        jobs.extend(members);
        let done = each("productions", jobs, |job| match job {
            Job::Spans(at) => {
                Done::Spans(documents[at].grammar.map(|grammar| grammar.spans(Component::ALL).map(Vec::from)))
            }
            Job::Ambiguity(at) => Done::Ambiguity(ambiguities(&documents[at])),
            Job::Claims => {
                let finding = |claim: &Claim| claim.holds == Some(false);
                Done::Claims(claims().into_iter().filter(finding).collect())
            }
            Job::Member(place) => Done::Member(Box::new(Member::new(&documents, place))),
        });
        let (mut spans, mut all, mut findings) = (Vec::new(), Vec::new(), Vec::new());
        let mut ambiguities = Vec::new();
        for done in done {
            match done {
                Done::Spans(found) => spans.push(found),
                Done::Ambiguity(found) => ambiguities.push(found),
                Done::Claims(found) => findings = found,
                Done::Member(member) => all.push(*member),
            }
        }
        let has = |spans: &Option<Result<Vec<Spans>, ProofError>>| match spans {
            Some(Ok(spans)) => spans.iter().map(Spans::exists).collect(),
            _ => vec![true; Component::ALL.len()],
        };
        let has = spans.iter().map(has).collect();
        let pairs = pairs(&spans);
        let filters = filters(&documents, &spans);
        let mut families = families(&documents, all);
        pair_members(&documents, &mut families);
        let places = families.iter().enumerate().flat_map(|(at, family)| {
            family.members.iter().enumerate().map(move |(member, own)| (own.place.clone(), (at, member)))
        });
        let places = places.collect();
        let entries = entries(&documents, &families, &places);
        Self { documents, families, findings, pairs, filters, entries, spans, has, ambiguities, places }
    }

    /// The family and the member of a production, if the document has it.
    pub fn find(&self, place: &ProductionId) -> Option<(&Family, &Member)> {
        let &(family, member) = self.places.get(place)?;
        let family = &self.families[family];
        Some((family, &family.members[member]))
    }

    /// The productions of a document.
    pub fn members(&self, document: usize) -> impl Iterator<Item = &Member> {
        self.families.iter().flat_map(|family| &family.members).filter(move |member| member.place.0 == document)
    }

    /// The number of a grammar's document.
    pub fn number(&self, grammar: Grammar) -> Option<usize> {
        self.documents.iter().position(|document| document.grammar == Some(grammar))
    }
}

impl Member {
    fn new(documents: &[Document], place: ProductionId) -> Self {
        let (at, name) = &place;
        let language = match Language::new(&documents[*at].corrected, name) {
            Ok(language) => language,
            Err(error) => return Self { place, facts: Err(error), before: None, after: None },
        };
        const FIRSTS: usize = 5;
        let facts = Characters::new(&documents[*at].corrected, &[name])
            .map(|characters| (language.members().take(FIRSTS).collect(), characters));
        // The lineage of the published documents is theirs alone.
        let counts = |other: &usize| documents[*at].grammar.is_none() || documents[*other].grammar.is_some();
        let neighbour = |other| Neighbour::of(documents, &place, &language, other);
        let before = (0..*at).rev().filter(counts).find_map(neighbour);
        let after = (at + 1..documents.len()).filter(counts).find_map(neighbour);
        let facts = facts.map(|(firsts, characters)| Examined { language, firsts, characters });
        Self { place, facts, before, after }
    }
}

impl Neighbour {
    /// The relation of a production to that of another document, if that document has one with a
    /// language.
    fn of(documents: &[Document], (at, name): &ProductionId, language: &Language, other: usize) -> Option<Self> {
        let bnf = &documents[other].corrected;
        let own = counterpart(bnf, name)?;
        let comparison = language.compare(&Language::new(bnf, own).ok()?).ok()?;
        // Each difference is explained once, at the later document.
        let why = if comparison.relation == Relation::Equal || other > *at {
            None
        } else {
            causes((bnf, own), (&documents[*at].corrected, name)).ok()?.map(Arc::new)
        };
        Some(Self { place: (other, own.to_owned()), why, comparison })
    }
}

fn ambiguities(document: &Document) -> Vec<AmbiguityCause> {
    all_causes(&document.corrected, &document.entries()).0
}

/// Each document, paired with each later document.
fn pairs(spans: &[Option<Result<Vec<Spans>, ProofError>>]) -> Vec<Pair> {
    let known: Vec<(usize, &Result<Vec<Spans>, ProofError>)> =
        spans.iter().enumerate().filter_map(|(at, spans)| Some((at, spans.as_ref()?))).collect();
    let all = known.iter().enumerate().flat_map(|(at, &left)| known[at + 1..].iter().map(move |&right| (left, right)));
    each("pairs of documents", all.collect(), |((left, ours), (right, theirs))| {
        let found = Component::ALL.iter().enumerate().map(|(at, &component)| -> Result<_, ProofError> {
            let [ours, theirs] = [ours, theirs].map(|all| all.as_ref().map(|all| &all[at]).map_err(Clone::clone));
            let all = component.differentials(ours?, theirs?, false)?;
            Ok(Disagreement::ALL.into_iter().filter_map(|kind| all.of_kind(kind).next()).collect())
        });
        Pair { left, right, found: found.collect() }
    })
}

/// The grammars that filters follow and that do not read all components as browsers do, the newest
/// first; and who follows them, if their documentation says so.
const FILTERS: [(Grammar, &str); 5] = [
    (Grammar::Rfc3987, ""),
    (Grammar::Rfc3986, ""),
    (Grammar::Rfc2396, "Java's `java.net.URI` claims it."),
    (Grammar::Rfc1808, "The documentation of Python's `urllib.parse` names it."),
    (Grammar::Rfc1738, ""),
];

/// What filters and browsers read alike.
fn filters(documents: &[Document], spans: &[Option<Result<Vec<Spans>, ProofError>>]) -> Vec<Filter> {
    let number = |grammar| documents.iter().position(|document| document.grammar == Some(grammar));
    let Some(browser) = number(Grammar::Whatwg) else { return Vec::new() };
    let all = FILTERS.into_iter().filter_map(|(grammar, followers)| Some(([number(grammar)?, browser], followers)));
    // The oldest needs as long as the others together: it is the first.
    let mut found = each("filters", all.rev().collect(), |(both, followers): ([usize; 2], &'static str)| {
        let sides = both.iter().map(|&at| spans[at].as_ref()?.as_ref().ok().cloned()).collect::<Option<Vec<_>>>();
        let agreement = sides.and_then(|all| Agreement::of_spans(&all, &Component::ALL, &Component::ALL, false).ok());
        Filter { documents: both, followers, explanation: agreement.and_then(|agreement| agreement.explanation().ok()) }
    });
    found.reverse();
    found
}

/// Compares every two members of each family.
fn pair_members(documents: &[Document], families: &mut [Family]) {
    let of = |(at, family): (usize, &Family)| {
        let members = &family.members;
        let facts = |number: usize| members[number].facts.is_ok();
        let pairs = (0..members.len()).flat_map(|left| (left + 1..members.len()).map(move |right| [left, right]));
        let apart = |[left, right]: &[usize; 2]| members[*left].place.0 != members[*right].place.0;
        pairs.filter(apart).filter(|pair| pair.iter().all(|&one| facts(one))).map(|pair| (at, pair)).collect::<Vec<_>>()
    };
    let jobs: Vec<(usize, [usize; 2])> = families.iter().enumerate().flat_map(of).collect();
    let read = &*families;
    let done = each("pairs of productions", jobs, |(at, numbers)| {
        let [left, right] = numbers.map(|number| &read[at].members[number]);
        let known = right.before.as_ref().filter(|before| before.place == left.place);
        let (comparison, why) = compared(documents, [left, right], known.map(|before| &before.why))?;
        Some((at, Pairing { members: numbers, comparison, why }))
    });
    for (at, pairing) in done.into_iter().flatten() {
        families[at].pairings.push(pairing);
    }
}

/// The relation of two productions, and why they differ, unless that is known; `None` if one of
/// them has no language.
fn compared(
    documents: &[Document],
    [left, right]: [&Member; 2],
    known: Option<&Option<Arc<Divergences>>>,
) -> Option<(Comparison, Option<Arc<Divergences>>)> {
    let (Ok(ours), Ok(theirs)) = (&left.facts, &right.facts) else { return None };
    let comparison = ours.language.compare(&theirs.language).ok()?;
    let place = |(document, name): &'_ ProductionId| (&*documents[*document].corrected, name.clone());
    let (one, other) = (place(&left.place), place(&right.place));
    let why = match (comparison.relation, known) {
        (Relation::Equal, _) => None,
        (_, Some(known)) => known.clone(),
        // The productions of the URL Standard's parser are so large that all these pairs would take
        // as long as the rest of the site: its neighbours have causes, and as a whole the documents
        // in force.
        _ if is_too_large(documents, left, right) => None,
        _ => causes((one.0, &one.1), (other.0, &other.1)).ok()?.map(Arc::new),
    };
    Some((comparison, why))
}

/// Whether the causes of two productions take too long: one is of the URL Standard's parser, and
/// they are not the main entry productions of documents in force.
fn is_too_large(documents: &[Document], left: &Member, right: &Member) -> bool {
    let [earlier, later] = [left, right].map(|member| documents[member.place.0].grammar);
    let main = documents[right.place.0].entries().first() == Some(&right.place.1.as_str());
    let in_force = earlier.is_none_or(|grammar| grammar >= Grammar::Rfc3986);
    [earlier, later].contains(&Some(Grammar::Whatwg)) && !(main && in_force)
}

/// Compares the main entry productions of each two documents that are in no lineage together.
fn entries(
    documents: &[Document],
    families: &[Family],
    places: &HashMap<ProductionId, (usize, usize)>,
) -> Vec<Entries> {
    let main = |document: usize| -> Option<ProductionId> {
        Some((document, documents[document].entries().first().map(|name| (*name).to_owned())?))
    };
    let pairs = (0..documents.len()).flat_map(|left| (left + 1..documents.len()).map(move |right| [left, right]));
    let apart = pairs.filter_map(|[left, right]| {
        let [one, other] = [places.get(&main(left)?)?, places.get(&main(right)?)?];
        (one.0 != other.0).then_some([*one, *other])
    });
    let done = each("documents", apart.collect(), |both: [(usize, usize); 2]| {
        let [left, right] = both.map(|(family, member)| &families[family].members[member]);
        let (Ok(ours), Ok(theirs)) = (&left.facts, &right.facts) else { return None };
        let comparison = ours.language.compare(&theirs.language).ok()?;
        let [one, other] = [left, right].map(|member| (&*documents[member.place.0].corrected, &*member.place.1));
        let why = match comparison.relation {
            Relation::Equal => None,
            _ if is_too_large(documents, left, right) => None,
            _ => causes(one, other).ok()?.map(Arc::new),
        };
        Some(Entries { documents: [left.place.0, right.place.0], comparison, why })
    });
    done.into_iter().flatten().collect()
}

/// Groups corresponding productions: of one name, or of names that correspond.
fn families(documents: &[Document], all: Vec<Member>) -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for member in all {
        let name = &member.place.1;
        let names = || std::iter::once(name.as_str()).chain(correspondence().of(name));
        let at = names().find_map(|name| known.get(name).copied()).unwrap_or_else(|| {
            families.push(Family { slug: slug(name), members: Vec::new(), pairings: Vec::new() });
            families.len() - 1
        });
        names().for_each(|name| _ = known.insert(name.to_owned(), at));
        families[at].members.push(member);
    }
    // File names may be case-insensitive.
    let mut taken: HashMap<String, usize> = HashMap::new();
    for family in &mut families {
        family.members.sort_by_key(|member| {
            let (at, name) = &member.place;
            (*at, documents[*at].names().position(|other| other == name))
        });
        let times = taken.entry(family.slug.clone()).or_default();
        *times += 1;
        if *times > 1 {
            family.slug = format!("{}-{times}", family.slug);
        }
    }
    families
}

/// A name for a file: lower-case letters, digits and hyphens.
fn slug(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_fit_for_files() {
        assert_eq!(slug("gopher+_string"), "gopher-string");
        assert_eq!(slug("<URI-reference>"), "uri-reference");
    }
}
