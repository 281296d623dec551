//! What many tests ask of the grammars and what is expensive to build: it is built once for all.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use uri_lineage::regular_bnf::{Language, Proof, Spans};
#[cfg(feature = "compare")]
use uri_lineage::{Component, Grammar, Reading};

/// Values by their keys. Each is built by the first test that asks for it; others that ask for it
/// wait.
struct Shared<K: 'static, V: 'static> {
    cells: OnceLock<Mutex<HashMap<K, &'static OnceLock<V>>>>,
}

impl<K: Eq + std::hash::Hash, V> Shared<K, V> {
    const fn new() -> Self {
        Self { cells: OnceLock::new() }
    }

    fn get(&self, key: K, build: impl FnOnce() -> V) -> &'static V {
        let cells = self.cells.get_or_init(Mutex::default);
        let cell: &OnceLock<V> = cells.lock().unwrap().entry(key).or_insert_with(|| Box::leak(Box::default()));
        cell.get_or_init(build)
    }
}

/// The language of a production of a corrected grammar.
pub fn language(grammar: Grammar, production: &str) -> &'static Language {
    static LANGUAGES: Shared<(Grammar, String), Language> = Shared::new();
    LANGUAGES.get((grammar, production.to_owned()), || {
        let language = Language::new(grammar.bnf(Reading::Corrected), production);
        language.unwrap_or_else(|error| panic!("{grammar}:{production}: {error}"))
    })
}

/// The spans of a component in all that a grammar accepts.
pub fn spans(grammar: Grammar, component: Component) -> &'static Spans {
    static SPANS: Shared<Grammar, [Spans; Component::ALL.len()]> = Shared::new();
    &SPANS.get(grammar, || grammar.spans(Component::ALL).unwrap())[component as usize]
}

/// The proofs of all rules of a grammar.
#[cfg(feature = "compare")]
pub fn proofs(grammar: Grammar) -> &'static [Proof] {
    static PROOFS: Shared<Grammar, Vec<Proof>> = Shared::new();
    PROOFS.get(grammar, || grammar.prove().unwrap())
}
