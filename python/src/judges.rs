//! What is said of each URL, as columns.

use std::sync::Arc;

use arrow_array::builder::{StringBuilder, UInt64Builder};
use arrow_array::types::Int8Type;
use arrow_array::{Array, ArrayRef, DictionaryArray, Int8Array, Int16Array, StringArray, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{Field, Fields};
use rustc_hash::FxHashMap;
use uri_lineage::classifier::{Classifier, Verdicts};
use uri_lineage::{Components, Grammar, NotUtf8, Reason};

use crate::urls::Urls;

/// A bit for each grammar that accepts the URL, in order of date, the first the lowest.
pub fn accepts(urls: &Urls<'_>) -> ArrayRef {
    // A bit for each, and one for the sign.
    const _: () = assert!(Grammar::ALL.len() < i16::BITS as usize);
    let classifier = Classifier::get();
    let mut last = Known::new(|verdicts: Verdicts| {
        Grammar::ALL.iter().fold(0i16, |bits, &grammar| bits | i16::from(verdicts.accepts(grammar)) << grammar as usize)
    });
    let bits: Int16Array = urls.iter().map(|url| Some(*last.of(classifier.classify(url?)))).collect();
    Arc::new(bits)
}

/// What was made of verdicts: few URLs in a row differ in them, and few verdicts there are.
struct Known<T, F> {
    make: F,
    all: FxHashMap<Verdicts, T>,
}

impl<T, F: Fn(Verdicts) -> T> Known<T, F> {
    fn new(make: F) -> Self {
        Self { make, all: FxHashMap::default() }
    }

    fn of(&mut self, verdicts: Verdicts) -> &T {
        self.all.entry(verdicts).or_insert_with(|| (self.make)(verdicts))
    }
}

/// For each grammar the production that accepts the URL, or null.
pub struct Check {
    pub grammars: Vec<Grammar>,
    /// Whether the columns are dictionaries.
    pub dictionary: bool,
}

impl crate::urls::Judge for Check {
    fn judge(&self, urls: &Urls<'_>) -> ArrayRef {
        let classifier = Classifier::get();
        let names: Vec<Vec<&'static str>> = self.grammars.iter().map(|&grammar| productions(grammar)).collect();
        let keys = |verdicts: Verdicts| -> Vec<i8> {
            let key = |(&grammar, names): (&Grammar, &Vec<&str>)| {
                let accepted = verdicts.production(grammar);
                accepted.and_then(|name| names.iter().position(|known| *known == name)).map_or(-1, |key| key as i8)
            };
            self.grammars.iter().zip(&names).map(key).collect()
        };
        let mut known = Known::new(keys);
        let rows = urls.iter();
        let mut columns: Vec<Vec<i8>> = self.grammars.iter().map(|_| Vec::with_capacity(rows.len())).collect();
        for url in rows {
            // A null is accepted by none.
            let keys = url.map(|url| known.of(classifier.classify(url)));
            for (at, column) in columns.iter_mut().enumerate() {
                column.push(keys.map_or(-1, |keys| keys[at]));
            }
        }
        let arrays = columns.into_iter().zip(&names).map(|(keys, names)| -> ArrayRef {
            let some = |&key: &i8| (key >= 0).then_some(key);
            if self.dictionary {
                let keys: Int8Array = keys.iter().map(some).collect();
                Arc::new(DictionaryArray::<Int8Type>::new(keys, Arc::new(StringArray::from(names.clone()))))
            } else {
                Arc::new(keys.iter().map(|key| some(key).map(|key| names[key as usize])).collect::<StringArray>())
            }
        });
        let names: Vec<&str> = self.grammars.iter().map(|grammar| grammar.id()).collect();
        rows_of(&names, arrays.collect(), nulls(urls))
    }
}

/// The productions that can be the verdict of a grammar.
fn productions(grammar: Grammar) -> Vec<&'static str> {
    let classifier = Classifier::get();
    let mut names: Vec<&str> =
        (0..classifier.states()).filter_map(|state| classifier.verdicts(state).production(grammar)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Rows of several columns.
fn rows_of(names: &[&str], arrays: Vec<ArrayRef>, nulls: Option<NullBuffer>) -> ArrayRef {
    let field = |(name, array): (&&str, &ArrayRef)| Field::new(*name, array.data_type().clone(), true);
    let fields: Fields = names.iter().zip(&arrays).map(field).collect();
    Arc::new(StructArray::new(fields, arrays, nulls))
}

/// Which rows are null.
fn nulls(urls: &Urls<'_>) -> Option<NullBuffer> {
    Some(urls.iter().map(|url| url.is_some()).collect::<NullBuffer>()).filter(|nulls| nulls.null_count() > 0)
}

/// Why a grammar refuses each URL: null where it accepts it.
pub fn refusals(grammar: Grammar) -> impl Fn(&Urls<'_>) -> ArrayRef {
    move |urls| {
        let classifier = Classifier::get();
        let (mut productions, mut reasons) = (StringBuilder::new(), StringBuilder::new());
        let (mut offsets, mut messages) = (UInt64Builder::new(), StringBuilder::new());
        let mut refused = Vec::new();
        for url in urls.iter() {
            let refusal =
                url.filter(|url| !classifier.classify(url).accepts(grammar)).and_then(|url| refusal(grammar, url));
            refused.push(refusal.is_some());
            let (production, reason, offset, message) = match &refusal {
                Some((production, reason, offset, message)) => {
                    (Some(*production), Some(*reason), Some(*offset), Some(message))
                }
                None => (None, None, None, None),
            };
            productions.append_option(production);
            reasons.append_option(reason);
            offsets.append_option(offset);
            messages.append_option(message);
        }
        let arrays: Vec<ArrayRef> = vec![
            Arc::new(productions.finish()),
            Arc::new(reasons.finish()),
            Arc::new(offsets.finish()),
            Arc::new(messages.finish()),
        ];
        rows_of(&["production", "reason", "offset", "message"], arrays, Some(NullBuffer::from(refused)))
    }
}

/// Production, reason, offset and message of a refusal.
fn refusal(grammar: Grammar, url: &[u8]) -> Option<(&'static str, &'static str, u64, String)> {
    match NotUtf8::text(url) {
        Err(error) => {
            let reason = Reason::NonAscii.name();
            Some((
                grammar.entry_productions().first().copied().unwrap_or_default(),
                reason,
                error.offset as u64,
                error.to_string(),
            ))
        }
        Ok(text) => {
            let error = grammar.value(text).err()?;
            Some((error.production(), error.reason().name(), error.offset() as u64, error.message().to_string()))
        }
    }
}

/// The names of the components, in the order of a URL.
const COMPONENTS: [&str; 8] = ["scheme", "user", "password", "host", "port", "path", "query", "fragment"];

/// The components of each URL as a grammar reads them: null where it refuses the URL, and where it has no such component.
pub fn components(grammar: Grammar) -> impl Fn(&Urls<'_>) -> ArrayRef {
    move |urls| {
        let classifier = Classifier::get();
        let mut columns = COMPONENTS.map(|_| StringBuilder::new());
        let mut read = Vec::new();
        for url in urls.iter() {
            let text =
                url.filter(|url| classifier.classify(url).accepts(grammar)).and_then(|url| str::from_utf8(url).ok());
            let value = text.and_then(|text| grammar.value(text).ok());
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
            columns.iter_mut().zip(text).for_each(|(column, text)| column.append_option(text));
        }
        let arrays = columns.map(|mut column| -> ArrayRef { Arc::new(column.finish()) });
        rows_of(&COMPONENTS, arrays.into(), Some(NullBuffer::from(read)))
    }
}

/// The form that equivalent URLs share by a grammar's document; null where the grammar refuses the URL.
pub fn normalise(grammar: Grammar) -> impl Fn(&Urls<'_>) -> ArrayRef {
    move |urls| {
        let classifier = Classifier::get();
        let normal = |url: &[u8]| {
            let text = classifier.classify(url).accepts(grammar).then(|| str::from_utf8(url).ok()).flatten()?;
            grammar.normalise(text).ok().map(|normal| normal.text)
        };
        Arc::new(urls.iter().map(|url| normal(url?)).collect::<StringArray>())
    }
}
