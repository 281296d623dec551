//! The results for each URL, as columns.

use std::sync::{Arc, LazyLock};

use arrow_array::builder::UInt64Builder;
use arrow_array::cast::AsArray;
use arrow_array::types::Int8Type;
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, Int8Array, Int16Array, StringArray, StringViewArray, StructArray,
    UInt16Array,
};
use arrow_buffer::NullBuffer;
use arrow_schema::{Field, Fields};
use rustc_hash::FxHashMap;
use uri_lineage::classifier::{Classifier, Verdicts};
use uri_lineage::equivalence::EquivalenceRule;
use uri_lineage::language::Agreement;
use uri_lineage::whatwg::Url;
use uri_lineage::{Components, Grammar, Member, NotUtf8, Refusal};

use crate::texts::{Texts, TooLarge, taken};
use crate::urls::{Function, Urls, rows};

/// The results of a function for each of several grammars: a column for each, with the grammar's
/// id; null where the URL is null.
pub struct ByGrammar<F> {
    pub grammars: Vec<Grammar>,
    pub function: F,
}

impl<F, G: Function> Function for ByGrammar<F>
where
    F: Fn(Grammar) -> G + Sync,
{
    fn apply(&self, urls: &Urls<'_>) -> Result<ArrayRef, TooLarge> {
        let names: Vec<&str> = self.grammars.iter().map(|grammar| grammar.id()).collect();
        let columns = self.grammars.iter().map(|&grammar| (self.function)(grammar).apply(urls));
        Ok(rows_of(&names, columns.collect::<Result<_, _>>()?, urls.nulls()))
    }
}

/// The verdicts on a URL, whose host is examined for some grammars.
fn examined(grammars: &[Grammar], url: &[u8]) -> Verdicts {
    Classifier::get().classify_bytes(url).examined(grammars, url)
}

/// A bit for each grammar that accepts the URL, in order of date, the first the lowest.
pub fn accepted_by(urls: &Urls<'_>) -> Result<ArrayRef, TooLarge> {
    // A bit for each, and one for the sign.
    const _: () = assert!(Grammar::ALL.len() < i16::BITS as usize);
    let numbers = urls.iter().map(|url| url.map(|url| acceptance_bits(examined(Grammar::ALL, url))));
    Ok(Arc::new(numbers.collect::<Int16Array>()))
}

/// A bit for each grammar that accepts, in order of date, the first the lowest.
fn acceptance_bits(verdicts: Verdicts) -> i16 {
    let accepting = Grammar::all().filter(|&grammar| verdicts.accepts(grammar));
    accepting.fold(0, |bits, grammar| bits | 1 << grammar as usize)
}

/// Whether a grammar accepts the URL.
pub fn accepts(grammar: Grammar) -> impl Fn(&Urls<'_>) -> Result<ArrayRef, TooLarge> {
    move |urls| {
        let automaton = Classifier::get().automaton(grammar);
        let flags = rows!(urls, rows => {
            let mut flags = vec![false; rows.len()];
            let present = rows.enumerate().filter_map(|(row, url)| Some(((row, url?), url?)));
            automaton.classify_each(present, |(row, url), verdicts| flags[row] = verdicts.examined(&[grammar], url).accepts(grammar));
            flags
        });
        Ok(Arc::new(BooleanArray::new(flags.into(), urls.nulls())))
    }
}

/// Whether the URL is read alike.
pub fn agrees(agreement: &Agreement) -> impl Fn(&Urls<'_>) -> Result<ArrayRef, TooLarge> {
    |urls| Ok(flags(urls, |url| str::from_utf8(url).is_ok_and(|url| agreement.agrees(url))))
}

/// A flag for each URL.
fn flags(urls: &Urls<'_>, holds: impl Fn(&[u8]) -> bool) -> ArrayRef {
    let flags: BooleanArray = urls.iter().map(|url| url.map(&holds)).collect();
    Arc::new(flags)
}

/// All possible verdicts; some may be those of no URL.
pub fn all_verdicts() -> &'static [Verdicts] {
    static ALL: LazyLock<Vec<Verdicts>> = LazyLock::new(|| {
        let mut all: Vec<Verdicts> = possible_verdicts().collect();
        // The numbers are the same in each process, and do not tell why a grammar refuses a URL.
        all.sort_by_cached_key(ToString::to_string);
        all.dedup_by_key(|verdicts| verdicts.to_string());
        assert!(all.len() <= i16::MAX as usize, "{} verdicts", all.len());
        all
    });
    &ALL
}

/// All verdicts on a URL whose host is examined.
fn possible_verdicts() -> impl Iterator<Item = Verdicts> {
    Classifier::get().combinations().flat_map(Verdicts::outcomes)
}

/// The number of the verdict on the URL among [all](all_verdicts).
pub fn verdicts(urls: &Urls<'_>) -> Result<ArrayRef, TooLarge> {
    static NUMBERS: LazyLock<FxHashMap<Verdicts, i16>> = LazyLock::new(|| {
        let numbers: FxHashMap<String, i16> = all_verdicts().iter().map(Verdicts::to_string).zip(0..).collect();
        possible_verdicts().map(|verdicts| (verdicts, numbers[&verdicts.to_string()])).collect()
    });
    let numbers = &*NUMBERS;
    let rows = urls.iter().map(|url| numbers.get(&examined(Grammar::ALL, url?)).copied());
    Ok(Arc::new(rows.collect::<Int16Array>()))
}

/// For each grammar the production that accepts the URL, or null.
pub struct Check {
    pub grammars: Vec<Grammar>,
    /// Whether the columns are dictionaries; else they are strings.
    pub dictionary: bool,
    /// Whether strings are views; by default, if the URLs are.
    pub view: Option<bool>,
}

impl Function for Check {
    fn apply(&self, urls: &Urls<'_>) -> Result<ArrayRef, TooLarge> {
        let (verdicts, rows) = numbered_verdicts(&self.grammars, urls);
        let are_views = self.view.unwrap_or(matches!(urls, Urls::StringView(_) | Urls::BinaryView(_)));
        let columns = self.grammars.iter().map(|&grammar| {
            let accepting = verdicts.iter().map(|verdicts| verdicts.production(grammar));
            if self.dictionary {
                return dictionary(grammar, accepting, &rows);
            }
            let productions: ArrayRef = if are_views {
                Arc::new(accepting.collect::<StringViewArray>())
            } else {
                Arc::new(accepting.collect::<StringArray>())
            };
            taken(&productions, &rows)
        });
        let columns = columns.collect::<Result<_, _>>()?;
        let names: Vec<&str> = self.grammars.iter().map(|grammar| grammar.id()).collect();
        Ok(rows_of(&names, columns, urls.nulls()))
    }
}

/// The verdicts of some grammars that occur, and each row's number among them. A null has the first, in which no
/// grammar accepts.
fn numbered_verdicts(grammars: &[Grammar], urls: &Urls<'_>) -> (Vec<Verdicts>, UInt16Array) {
    let mut occurring = vec![Verdicts::default()];
    let mut numbers = FxHashMap::default();
    let rows = urls.iter().map(|url| {
        let Some(url) = url else { return 0 };
        *numbers.entry(examined(grammars, url)).or_insert_with_key(|&verdicts| {
            occurring.push(verdicts);
            // There are fewer than numbers of two bytes.
            (occurring.len() - 1) as u16
        })
    });
    let rows = rows.collect::<Vec<_>>().into();
    (occurring, rows)
}

/// A dictionary of a grammar's productions, with the production of each row's verdict.
fn dictionary<'p>(
    grammar: Grammar,
    accepting: impl Iterator<Item = Option<&'p str>>,
    rows: &UInt16Array,
) -> Result<ArrayRef, TooLarge> {
    let names = productions(grammar);
    let keys = accepting.map(|name| {
        let name = name?;
        names.iter().position(|production| *production == name).map(|key| key as i8)
    });
    let keys = taken(&keys.collect::<Int8Array>(), rows)?;
    let names = Arc::new(StringArray::from(names.to_vec()));
    Ok(Arc::new(DictionaryArray::new(keys.as_primitive::<Int8Type>().clone(), names)))
}

/// The productions that can be the verdict of a grammar.
fn productions(grammar: Grammar) -> &'static [&'static str] {
    // An engine may ask for a few rows at a time.
    static ALL: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| {
        let names = |grammar| {
            let mut names: Vec<&str> = all_verdicts().iter().filter_map(|kind| kind.production(grammar)).collect();
            names.sort_unstable();
            names.dedup();
            names
        };
        Grammar::all().map(names).collect()
    });
    &ALL[grammar as usize]
}

/// Rows of several columns.
fn rows_of(names: &[&str], arrays: Vec<ArrayRef>, nulls: Option<NullBuffer>) -> ArrayRef {
    let columns = names.iter().zip(&arrays);
    let fields: Fields = columns.map(|(name, array)| Field::new(*name, array.data_type().clone(), true)).collect();
    Arc::new(StructArray::new(fields, arrays, nulls))
}

/// A column of a member of refusals.
enum Column {
    Texts(Texts),
    Offsets(UInt64Builder),
}

impl Column {
    fn new(member: &Member<'_>, rows: usize) -> Self {
        match member {
            Member::Offset(_) => Self::Offsets(UInt64Builder::with_capacity(rows)),
            Member::Text(_) | Member::Message(_) | Member::List(_) => Self::Texts(Texts::new(rows)),
        }
    }

    /// Adds a row; null without a member. A list is one text, with semicolons in between.
    fn push(&mut self, member: Option<Member<'_>>) -> Result<(), TooLarge> {
        match (self, member) {
            (Self::Texts(texts), Some(Member::Text(text))) => texts.push(text.as_deref()),
            (Self::Texts(texts), Some(Member::Message(message))) => texts.push(Some(message)),
            (Self::Texts(texts), Some(list)) => texts.push(Some(&list.to_string())),
            (Self::Texts(texts), None) => texts.push(None),
            (Self::Offsets(offsets), Some(Member::Offset(offset))) => {
                offsets.append_value(offset as u64);
                Ok(())
            }
            (Self::Offsets(offsets), _) => {
                offsets.append_null();
                Ok(())
            }
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            Self::Texts(texts) => texts.finish(),
            Self::Offsets(mut offsets) => Arc::new(offsets.finish()),
        }
    }
}

/// Why a grammar refuses each URL: all members of a refusal but the grammar, and null where it
/// accepts the URL.
pub fn refusal(grammar: Grammar) -> impl Fn(&Urls<'_>) -> Result<ArrayRef, TooLarge> {
    /// The grammar is the first member.
    const KNOWN: usize = 1;
    move |urls| {
        let rows = urls.iter();
        // Any refusal tells which type each member has.
        let any = Refusal::not_utf8(grammar, NotUtf8 { byte: u8::MAX, offset: 0 });
        let mut columns: Vec<Column> =
            any.members().skip(KNOWN).map(|member| Column::new(&member, rows.len())).collect();
        let mut refused = Vec::new();
        for url in rows {
            let refusal = url.and_then(|url| refusal_of(grammar, examined(&[grammar], url), url));
            refused.push(refusal.is_some());
            let mut members = refusal.as_ref().map(|refusal| refusal.members().skip(KNOWN));
            columns.iter_mut().try_for_each(|column| column.push(members.as_mut().and_then(Iterator::next)))?;
        }
        let names: Vec<&str> = Refusal::MEMBERS[KNOWN..].iter().map(|(name, _)| *name).collect();
        let arrays = columns.into_iter().map(Column::finish).collect();
        Ok(rows_of(&names, arrays, Some(NullBuffer::from(refused))))
    }
}

/// Why a URL is refused; `None` if the grammar accepts it.
fn refusal_of(grammar: Grammar, verdicts: Verdicts, url: &[u8]) -> Option<Refusal> {
    match NotUtf8::text(url) {
        Err(error) => Some(Refusal::not_utf8(grammar, error)),
        Ok(text) => Some(Refusal::from(&verdicts.of(text).refusal(grammar)?)),
    }
}

/// The names of the components, in the order of a URL.
const COMPONENTS: [&str; 8] = ["scheme", "user", "password", "host", "port", "path", "query", "fragment"];

/// The components of each URL as a grammar reads them: null where it refuses the URL, and where it
/// has no such component.
pub fn components(grammar: Grammar) -> impl Fn(&Urls<'_>) -> Result<ArrayRef, TooLarge> {
    move |urls| {
        let rows = urls.iter();
        let mut columns = COMPONENTS.map(|_| Texts::new(rows.len()));
        let mut read = Vec::new();
        for url in rows {
            let text =
                url.filter(|url| examined(&[grammar], url).accepts(grammar)).and_then(|url| str::from_utf8(url).ok());
            let value = text.and_then(|text| grammar.parse_value(text).ok());
            let parts = value.as_ref().map(|value| value.components());
            read.push(parts.is_some());
            let parts = parts.unwrap_or_default();
            let Components { scheme, user, password, host, port, path, query, fragment } = &parts;
            let text = [
                *scheme,
                user.as_ref().map(|text| text.as_str()),
                password.as_ref().map(|text| text.as_str()),
                host.as_ref().map(|text| text.as_str()),
                port.as_ref().map(|digits| digits.as_str()),
                path.as_deref(),
                query.as_ref().map(|text| text.as_str()),
                fragment.as_ref().map(|text| text.as_str()),
            ];
            columns.iter_mut().zip(text).try_for_each(|(column, text)| column.push(text))?;
        }
        Ok(rows_of(&COMPONENTS, columns.map(Texts::finish).into(), Some(NullBuffer::from(read))))
    }
}

/// The form that equivalent URLs share by a grammar's document; null where the grammar refuses the
/// URL.
pub fn normalize(grammar: Grammar) -> impl Fn(&Urls<'_>) -> Result<ArrayRef, TooLarge> {
    move |urls| {
        let rows = urls.iter();
        let mut column = Texts::new(rows.len());
        for url in rows {
            let normal = url.and_then(|url| normal_form(examined(&[grammar], url), grammar, url));
            column.push(normal.as_deref())?;
        }
        Ok(column.finish())
    }
}

/// The normal form of a URL by a grammar, which is the serialization for the parser of the URL
/// Standard; `None` if its verdict is that the grammar refuses it.
fn normal_form(verdicts: Verdicts, grammar: Grammar, url: &[u8]) -> Option<String> {
    let text = verdicts.accepts(grammar).then(|| str::from_utf8(url).ok()).flatten()?;
    if grammar == Grammar::Whatwg {
        return Url::parse(text).ok().map(String::from);
    }
    verdicts.of(text).normal_forms(EquivalenceRule::ALL).of(grammar).ok().map(|normal| normal.text)
}
