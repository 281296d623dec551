//! Corresponding productions of different documents.

use std::sync::LazyLock;

use regular_bnf::Correspondence;

/// The names of corresponding productions in different documents: the table
/// `grammar/correspondence.txt`.
///
/// ```
/// use uri_lineage::language::correspondence;
///
/// assert!(correspondence().of("relativeURL").any(|name| name == "relative-ref"));
/// ```
pub fn correspondence() -> &'static Correspondence {
    static TABLE: LazyLock<Correspondence> =
        LazyLock::new(|| Correspondence::read(include_str!("../../grammar/correspondence.txt")));
    &TABLE
}
