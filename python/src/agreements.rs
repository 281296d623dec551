//! The tables of strings that grammars read alike.

use std::sync::{Arc, Mutex, PoisonError};

use uri_lineage::language::{Agreement, ByteTable};
use uri_lineage::{Component, Grammar};

/// The number of tables that are kept. Each has up to a few megabytes.
const KEPT: usize = 16;

/// The grammars and the components of a table.
type Key = (Vec<Grammar>, Vec<Component>);

/// The table of the strings that some grammars accept and in which they read some components alike.
/// Building it takes up to some seconds. It is cached, because an engine calls for a few thousand
/// rows at a time.
///
/// # Errors
///
/// If no component is named, or an automaton has too many states.
pub fn table(grammars: Vec<Grammar>, mut components: Vec<Component>) -> Result<Arc<ByteTable>, String> {
    static TABLES: Mutex<Vec<(Key, Arc<ByteTable>)>> = Mutex::new(Vec::new());
    components.sort_unstable();
    components.dedup();
    if components.is_empty() {
        return Err("no component is named".to_owned());
    }
    let key = (grammars, components);
    // A thread that needs a table waits while another builds one. An entry is complete even if a
    // thread has panicked.
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, table)) = tables.iter().find(|(known, _)| *known == key) {
        return Ok(table.clone());
    }
    let agreement = Agreement::new(&key.0, &key.1).map_err(|error| error.to_string())?;
    let table = Arc::new(agreement.table().clone());
    if tables.len() == KEPT {
        tables.remove(0);
    }
    tables.push((key, table.clone()));
    Ok(table)
}
