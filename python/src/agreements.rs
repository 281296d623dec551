//! The strings that grammars read alike.

use std::sync::{Arc, Mutex, PoisonError};

use uri_lineage::language::Agreement;
use uri_lineage::{Component, Grammar};

/// The number of agreements that are kept. Each has up to a few megabytes.
const KEPT: usize = 16;

/// The grammars and the components of an agreement.
type Key = (Vec<Grammar>, Vec<Component>);

/// The strings that some grammars accept and in which they read some components alike.
/// Building it takes up to some seconds. It is cached, because an engine calls for a few thousand
/// rows at a time.
///
/// # Errors
///
/// If no component is named, or an automaton has too many states.
pub fn agreement(grammars: Vec<Grammar>, mut components: Vec<Component>) -> Result<Arc<Agreement>, String> {
    static AGREEMENTS: Mutex<Vec<(Key, Arc<Agreement>)>> = Mutex::new(Vec::new());
    components.sort_unstable();
    components.dedup();
    if components.is_empty() {
        return Err("no component is named".to_owned());
    }
    let key = (grammars, components);
    // A thread that needs an agreement waits while another builds one. An entry is complete even if a
    // thread has panicked.
    let mut agreements = AGREEMENTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, agreement)) = agreements.iter().find(|(known, _)| *known == key) {
        return Ok(agreement.clone());
    }
    let agreement = Agreement::new(&key.0, &key.1).map_err(|error| error.to_string())?;
    let agreement = Arc::new(agreement);
    if agreements.len() == KEPT {
        agreements.remove(0);
    }
    agreements.push((key, agreement.clone()));
    Ok(agreement)
}
