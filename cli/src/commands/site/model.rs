//! The data of the pages: all results about the documents, computed once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use uri_lineage::claims::{Claim, claims};
use uri_lineage::language::{Agreement, Characters, Explanation, NumberHosts, correspondence};
use uri_lineage::regular_bnf::{
    AmbiguityCause, Bnf, Comparison, Definition, Differential, Differentials, Disagreement, Divergences, GrammarError,
    Language, Relation, SpanComparison, Spans,
};
use uri_lineage::{Component, Grammar, Reading};

use crate::commands::ambiguity::all_causes;
use crate::commands::diff::causes;
use crate::commands::lineage::counterpart;
use crate::parallel;

/// One grammar in both readings.
pub struct Document {
    /// The id of the grammar, or a name generated from that of a file.
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
    pub pairs: Vec<MemberPair>,
}

/// Two members of a family, by their numbers, and the causes of their difference: the left is of
/// the earlier document.
pub struct MemberPair {
    pub members: [usize; 2],
    pub comparison: Comparison,
    pub causes: Option<Arc<Divergences>>,
}

/// The main entry productions of two documents, and the causes of their difference: the left is of
/// the earlier document.
pub struct EntryPair {
    pub documents: [usize; 2],
    pub comparison: Comparison,
    pub causes: Option<Arc<Divergences>>,
}

/// A production of one document.
pub struct Member {
    pub place: ProductionId,
    /// The facts about its language, or why it has no language.
    pub facts: Result<LanguageFacts, GrammarError>,
    /// Its relation to the production of the nearest earlier document that has it.
    pub before: Option<Neighbour>,
    /// Its relation to the production of the nearest later document that has it.
    pub after: Option<Neighbour>,
}

pub struct LanguageFacts {
    pub language: Language,
    /// Its shortest members.
    pub firsts: Vec<String>,
    pub characters: Characters,
}

/// The relation of a production to the production at `place`: the left of the comparison is the
/// production itself.
pub struct Neighbour {
    pub place: ProductionId,
    /// The causes of their difference, if all can be found: their left is the production at
    /// `place`.
    pub causes: Option<Arc<Divergences>>,
    pub comparison: Comparison,
}

/// Strings that two documents read differently: for each component a shortest string of each kind.
pub struct DocumentDifferences {
    pub left: usize,
    pub right: usize,
    pub differentials: Vec<Result<Vec<Differential>, GrammarError>>,
}

/// The spans of all components in the strings of a document; `None` for a file of the user.
pub type DocumentSpans = Option<Result<Vec<Spans>, GrammarError>>;

/// A document that filters follow, beside the parser that browsers follow.
pub struct FilterComparison {
    /// The number of the document, and that of the URL Standard's parser.
    pub documents: [usize; 2],
    /// Who follows the document, as a sentence; empty if unknown.
    pub followers: &'static str,
    /// Under which requirements both read all components alike; `None` if an automaton is too
    /// large.
    pub explanation: Option<Explanation>,
    /// A shortest string in which both read the same host, and only the browser an address.
    pub number: Option<String>,
}

pub struct Site {
    pub documents: Vec<Document>,
    pub families: Vec<Family>,
    pub findings: Vec<Claim>,
    pub pairs: Vec<DocumentDifferences>,
    /// The documents that filters follow.
    pub filters: Vec<FilterComparison>,
    /// The main entry productions of each two documents that are in no lineage together.
    pub entries: Vec<EntryPair>,
    /// For each document the spans of all components.
    pub spans: Vec<DocumentSpans>,
    /// For each document, whether it has each component.
    pub has: Vec<Vec<bool>>,
    /// For each document, the decisions at which two derivations of a string part.
    pub ambiguities: Vec<Vec<AmbiguityCause>>,
    /// The index of each production among the families.
    places: HashMap<ProductionId, (usize, usize)>,
}

/// An independent part of the work.
enum Job {
    Spans(usize),
    Ambiguity(usize),
    Claims,
    Member(ProductionId),
}

enum JobResult {
    Spans(DocumentSpans),
    Ambiguity(Vec<AmbiguityCause>),
    Claims(Vec<Claim>),
    Member(Box<Member>),
}

impl Job {
    fn run(self, documents: &[Document]) -> JobResult {
        match self {
            Self::Spans(number) => {
                let grammar = documents[number].grammar;
                JobResult::Spans(grammar.map(|grammar| grammar.spans(Component::ALL).map(Vec::from)))
            }
            Self::Ambiguity(number) => JobResult::Ambiguity(ambiguities(&documents[number])),
            Self::Claims => {
                JobResult::Claims(claims().into_iter().filter(|claim| claim.holds == Some(false)).collect())
            }
            Self::Member(place) => JobResult::Member(Box::new(Member::new(documents, place))),
        }
    }
}

impl Document {
    /// One of the library's grammars.
    pub fn new(grammar: Grammar) -> Self {
        let [published, corrected] =
            [Reading::Published, Reading::Corrected].map(|reading| Cow::Borrowed(grammar.bnf(reading)));
        Self { id: grammar.id().to_owned(), grammar: Some(grammar), after: None, published, corrected }
    }

    /// A grammar in a file of the user, with an id that no other document has.
    pub fn from_file(file: &str, bnf: Bnf, others: &[Self]) -> Self {
        let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
        let name = Some(slug(&stem)).filter(|name| !name.is_empty()).unwrap_or_else(|| "own".to_owned());
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut ids = std::iter::once(name.clone()).chain(numbered);
        let id = ids.find(|id| others.iter().all(|other| other.id != *id)).unwrap_or(name);
        let bnf = Cow::<Bnf>::Owned(bnf);
        Self { id, grammar: None, after: None, published: bnf.clone(), corrected: bnf }
    }

    /// The name that people use for the grammar.
    pub fn short_name(&self) -> String {
        self.grammar.map_or_else(|| self.name(), short_name)
    }

    /// The name of the grammar in a sentence: `RFC 1738`, `the draft of 1993`, `the URL Standard (parser)`,
    /// `my (your own)`.
    pub fn name(&self) -> String {
        self.grammar.map_or_else(|| format!("{} (your own)", self.id), name)
    }

    /// Whether the document prints the productions. Those of the URL Standard are of this project.
    pub fn prints_productions(&self) -> bool {
        self.grammar.is_none_or(Grammar::prints_productions)
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
                let unused: Vec<&str> = self.names().filter(|name| self.corrected.used_by(name).is_empty()).collect();
                if unused.is_empty() { self.names().take(1).collect() } else { unused }
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

/// The name that people use for a grammar: `RFC 1738`, `draft of 1993`, `URL Standard (valid URLs)`.
pub fn short_name(grammar: Grammar) -> String {
    let name = name(grammar);
    name.strip_prefix("the ").unwrap_or(&name).to_owned()
}

/// The name of a grammar in a sentence: its document, and what it describes if the document has several.
fn name(grammar: Grammar) -> String {
    let document = match grammar.document() {
        document if document.starts_with("RFC ") => document.to_owned(),
        document if document.starts_with("draft") => format!("the draft of {}", grammar.date()),
        document => format!("the {document}"),
    };
    grammar.scope().map_or(document.clone(), |scope| format!("{document} ({scope})"))
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
        let results = parallel::map("productions", jobs(&documents), |job| job.run(&documents));
        let (mut spans, mut ambiguities) = (Vec::new(), Vec::new());
        let (mut members, mut findings) = (Vec::new(), Vec::new());
        for result in results {
            match result {
                JobResult::Spans(document) => spans.push(document),
                JobResult::Ambiguity(causes) => ambiguities.push(causes),
                JobResult::Claims(claims) => findings = claims,
                JobResult::Member(member) => members.push(*member),
            }
        }
        let has = spans.iter().map(|spans| match spans {
            Some(Ok(spans)) => spans.iter().map(Spans::exists).collect(),
            _ => vec![true; Component::ALL.len()],
        });
        let has = has.collect();
        let pairs = pairs(&spans);
        let filters = filters(&documents, &spans);
        let mut families = families(&documents, members);
        pair_members(&documents, &mut families);
        let places = families.iter().enumerate().flat_map(|(family_index, family)| {
            let members = family.members.iter().enumerate();
            members.map(move |(member_index, member)| (member.place.clone(), (family_index, member_index)))
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
        number(&self.documents, grammar)
    }
}

/// All jobs. The longest come first, so that no long job is left for the end.
fn jobs(documents: &[Document]) -> Vec<Job> {
    let numbers = 0..documents.len();
    let mut jobs: Vec<Job> = numbers.clone().map(Job::Spans).chain(numbers.map(Job::Ambiguity)).collect();
    jobs.push(Job::Claims);
    for (number, document) in documents.iter().enumerate() {
        jobs.extend(document.names().map(|name| Job::Member((number, name.to_owned()))));
    }
    jobs
}

impl Member {
    fn new(documents: &[Document], place: ProductionId) -> Self {
        const FIRSTS: usize = 5;
        let (number, name) = &place;
        let document = &documents[*number];
        let language = match Language::new(&document.corrected, name) {
            Ok(language) => language,
            Err(error) => return Self { place, facts: Err(error), before: None, after: None },
        };
        let before = (0..*number).rev().find_map(|other| Neighbour::new(documents, &place, &language, other));
        let after = (number + 1..documents.len()).find_map(|other| Neighbour::new(documents, &place, &language, other));
        let facts = Characters::new(&document.corrected, &[name]).map(|characters| {
            let firsts = language.members().take(FIRSTS).collect();
            LanguageFacts { language, firsts, characters }
        });
        Self { place, facts, before, after }
    }
}

impl Neighbour {
    /// The relation of a production to that of another document, if that document has one with a
    /// language.
    fn new(documents: &[Document], (number, name): &ProductionId, language: &Language, other: usize) -> Option<Self> {
        // A published document has no neighbours that are files of the user.
        if documents[*number].grammar.is_some() && documents[other].grammar.is_none() {
            return None;
        }
        let bnf = &documents[other].corrected;
        let other_name = counterpart(bnf, name)?;
        let comparison = language.compare(&Language::new(bnf, other_name).ok()?).ok()?;
        // Each difference is explained once, at the later document.
        let causes = if comparison.relation == Relation::Equal || other > *number {
            None
        } else {
            causes((bnf, other_name), (&documents[*number].corrected, name)).ok()?.map(Arc::new)
        };
        Some(Self { place: (other, other_name.to_owned()), causes, comparison })
    }
}

fn ambiguities(document: &Document) -> Vec<AmbiguityCause> {
    all_causes(&document.corrected, &document.entries()).0
}

/// Each document, paired with each later document.
fn pairs(spans: &[DocumentSpans]) -> Vec<DocumentDifferences> {
    let documents: Vec<(usize, Result<&[Spans], &GrammarError>)> =
        spans.iter().enumerate().filter_map(|(number, spans)| Some((number, spans.as_ref()?.as_deref()))).collect();
    let pairs = documents.iter().enumerate();
    let pairs = pairs.flat_map(|(index, &left)| documents[index + 1..].iter().map(move |&right| (left, right)));
    parallel::map("pairs of documents", pairs.collect(), |((left, left_spans), (right, right_spans))| {
        let differentials = Component::ALL.map(|component| {
            let [left, right] = [left_spans, right_spans].map(|spans| match spans {
                Ok(spans) => Ok(&spans[component as usize]),
                Err(error) => Err(error.clone()),
            });
            let differentials = Differentials::new(left?, right?, component.comparison())?;
            Ok(Disagreement::ALL.into_iter().filter_map(|kind| differentials.of_kind(kind).next()).collect())
        });
        DocumentDifferences { left, right, differentials: differentials.into() }
    })
}

/// The grammars that filters follow and that do not read all components as browsers do, the newest
/// first; and who follows them, if their documentation says so.
const FILTERS: [(Grammar, &str); 5] = [
    (Grammar::Rfc3987, ""),
    (Grammar::Rfc3986, ""),
    (Grammar::Rfc2396, "Java's `java.net.URI` follows it, as amended by RFC 2732."),
    (
        Grammar::Rfc1808,
        "Python's `urllib.parse` was designed for it; its documentation calls RFC 3986 the current standard.",
    ),
    (Grammar::Rfc1738, ""),
];

/// Compares the documents that filters follow with the parser that browsers follow.
fn filters(documents: &[Document], spans: &[DocumentSpans]) -> Vec<FilterComparison> {
    let Some(browser) = number(documents, Grammar::Whatwg) else { return Vec::new() };
    // The oldest grammar needs as long as the others together, so it is the first.
    let filters = FILTERS.into_iter().rev();
    let filters = filters.filter_map(|(grammar, followers)| Some((number(documents, grammar)?, followers))).collect();
    let mut comparisons = parallel::map("filters", filters, |(filter, followers)| {
        let grammars = [filter, browser].map(|number| documents[number].grammar);
        let documents = [filter, browser];
        let spans = documents.iter().map(|&number| spans[number].as_ref()?.as_ref().ok().cloned());
        let spans: Option<Vec<_>> = spans.collect();
        let agreement = spans
            .as_ref()
            .and_then(|spans| Agreement::of_spans(spans, &grammars, &Component::ALL, &Component::ALL, false).ok());
        let explanation = agreement.and_then(|agreement| agreement.explanation().ok());
        let number = spans.as_deref().and_then(|spans| number_host(spans, &grammars));
        FilterComparison { documents, followers, explanation, number }
    });
    comparisons.reverse();
    comparisons
}

/// A shortest string in which two grammars read the same host, and only one of them an address.
fn number_host(spans: &[Vec<Spans>], grammars: &[Option<Grammar>]) -> Option<String> {
    let hosts = NumberHosts::read_by(grammars).ok()??;
    let [left, right] = spans else { return None };
    let [left, right] = [left, right].map(|spans| spans.get(Component::Host as usize));
    let alike = left?.alike(&[right?], SpanComparison::default()).ok()?;
    alike.intersection(hosts.differing()).ok()?.members().next()
}

/// The number of a grammar's document.
fn number(documents: &[Document], grammar: Grammar) -> Option<usize> {
    documents.iter().position(|document| document.grammar == Some(grammar))
}

/// Compares every two members of each family.
fn pair_members(documents: &[Document], families: &mut [Family]) {
    let jobs = families.iter().enumerate().flat_map(|(index, family)| {
        let pairs = comparable_members(&family.members).into_iter();
        pairs.map(move |members| (index, members))
    });
    let pairs = parallel::map("pairs of productions", jobs.collect(), |(index, members)| {
        let [left, right] = members.map(|number| &families[index].members[number]);
        let (comparison, causes) = compare(documents, left, right)?;
        Some((index, MemberPair { members, comparison, causes }))
    });
    for (index, pair) in pairs.into_iter().flatten() {
        families[index].pairs.push(pair);
    }
}

/// Each two members of different documents that have languages, by their numbers.
fn comparable_members(members: &[Member]) -> Vec<[usize; 2]> {
    let numbers: Vec<usize> = (0..members.len()).filter(|&number| members[number].facts.is_ok()).collect();
    let pairs = numbers.iter().flat_map(|&left| numbers.iter().map(move |&right| [left, right]));
    pairs.filter(|&[left, right]| left < right && members[left].place.0 != members[right].place.0).collect()
}

/// The relation of two productions, and the causes of their difference; `None` if one of them has
/// no language.
fn compare(documents: &[Document], left: &Member, right: &Member) -> Option<(Comparison, Option<Arc<Divergences>>)> {
    let (Ok(left_facts), Ok(right_facts)) = (&left.facts, &right.facts) else { return None };
    let comparison = left_facts.language.compare(&right_facts.language).ok()?;
    let causes = match (comparison.relation, &right.before) {
        (Relation::Equal, _) => None,
        (_, Some(before)) if before.place == left.place => before.causes.clone(),
        // The productions of the URL Standard's parser are so large that all these pairs would take
        // as long as the rest of the site. Causes are shown only for neighbours, and for the main
        // entry productions of documents in force.
        _ if is_too_large(documents, left, right) => None,
        _ => {
            let [left, right] = [left, right].map(|member| (&*documents[member.place.0].corrected, &*member.place.1));
            causes(left, right).ok()?.map(Arc::new)
        }
    };
    Some((comparison, causes))
}

/// Whether the causes of two productions take too long: one is of the URL Standard's parser, and
/// they are not the main entry productions of documents in force.
fn is_too_large(documents: &[Document], left: &Member, right: &Member) -> bool {
    let [earlier, later] = [left, right].map(|member| documents[member.place.0].grammar);
    let is_main = documents[right.place.0].entries().first() == Some(&right.place.1.as_str());
    let is_in_force = earlier.is_none_or(|grammar| grammar >= Grammar::Rfc3986);
    [earlier, later].contains(&Some(Grammar::Whatwg)) && !(is_main && is_in_force)
}

/// Compares the main entry productions of each two documents that are in no lineage together.
fn entries(
    documents: &[Document],
    families: &[Family],
    places: &HashMap<ProductionId, (usize, usize)>,
) -> Vec<EntryPair> {
    let entries = documents.iter().enumerate().map(|(number, document)| {
        let name = (*document.entries().first()?).to_owned();
        places.get(&(number, name)).copied()
    });
    let entries: Vec<(usize, usize)> = entries.flatten().collect();
    let pairs = entries.iter().enumerate().flat_map(|(index, &left)| {
        entries[index + 1..].iter().filter(move |right| left.0 != right.0).map(move |&right| [left, right])
    });
    let pairs = parallel::map("documents", pairs.collect(), |pair: [(usize, usize); 2]| {
        let [left, right] = pair.map(|(family, member)| &families[family].members[member]);
        let (comparison, causes) = compare(documents, left, right)?;
        Some(EntryPair { documents: [left.place.0, right.place.0], comparison, causes })
    });
    pairs.into_iter().flatten().collect()
}

/// Groups corresponding productions: of one name, or of names that correspond.
fn families(documents: &[Document], members: Vec<Member>) -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    // The index of the family of each name.
    let mut indices: HashMap<String, usize> = HashMap::new();
    for member in members {
        let name = &member.place.1;
        let names: Vec<&str> = std::iter::once(name.as_str()).chain(correspondence().of(name)).collect();
        let index = names.iter().find_map(|&name| indices.get(name).copied()).unwrap_or_else(|| {
            families.push(Family { slug: slug(name), members: Vec::new(), pairs: Vec::new() });
            families.len() - 1
        });
        indices.extend(names.into_iter().map(|name| (name.to_owned(), index)));
        families[index].members.push(member);
    }
    // File names may be case-insensitive.
    let mut slugs: HashMap<String, usize> = HashMap::new();
    for family in &mut families {
        family.members.sort_by_key(|member| {
            let (number, name) = &member.place;
            (*number, documents[*number].names().position(|other| other == name))
        });
        let count = slugs.entry(family.slug.clone()).or_default();
        *count += 1;
        if *count > 1 {
            family.slug = format!("{}-{count}", family.slug);
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
