//! The Gopher+ string, typed.

use crate::ast::text::Text;
use crate::generated::gopher_plus;
use crate::generated::rule::Rule;
use crate::parse::tree::Tree;

/// A Gopher+ string: draft 03, "Summary: gopher+ string part of Gopher URL"; RFC 1738, sections
/// 3.4.4 to 3.4.9.
///
/// ```
/// use uri_lineage::request::GopherPlus;
///
/// let view = GopherPlus::parse("+application/postscript%20Es_ES")?;
/// let GopherPlus::Content { view: Some(name), language: Some(language), form: None } = view else { panic!() };
/// assert_eq!((name.as_str(), language.as_str()), ("application/postscript", "Es_ES"));
/// # Ok::<(), uri_lineage::request::GopherPlusError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum GopherPlus<'i> {
    /// `?`: requests the item's form, for the user to fill in.
    Ask,
    /// `!`: requests the named attributes of the item; all attributes if the list is empty.
    ItemAttributes(Vec<Text<'i>>),
    /// `$`: requests the named attributes of all items in the directory; all attributes if the list
    /// is empty.
    DirectoryAttributes(Vec<Text<'i>>),
    /// `+`: requests the item itself.
    Content {
        /// The alternate view; `None` for the default view.
        view: Option<Text<'i>>,
        /// The language of the view.
        language: Option<Text<'i>>,
        /// The values of the item's form.
        form: Option<Vec<Text<'i>>>,
    },
}

/// A Gopher+ string that matches no form of the summary.
///
/// ```
/// use uri_lineage::request::GopherPlus;
///
/// // The space must be encoded.
/// let error = GopherPlus::parse("+application/postscript Es_ES").unwrap_err();
/// assert_eq!(error.offset, 23);
/// assert!(error.to_string().starts_with("not a Gopher+ string: "));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a Gopher+ string: the summary of draft 03 does not allow the byte at offset {offset}")]
pub struct GopherPlusError {
    /// The byte offset in the string.
    pub offset: usize,
}

impl<'i> GopherPlus<'i> {
    /// Parses a Gopher+ string of a URL, still encoded.
    ///
    /// # Errors
    ///
    /// If the string matches no form of the summary.
    pub fn parse(text: &'i str) -> Result<Self, GopherPlusError> {
        let tree = Tree::parse(gopher_plus(), text).map_err(|offset| GopherPlusError { offset })?;
        let form = tree.root().children().next().ok_or(GopherPlusError { offset: 0 })?;
        let (mut names, mut view, mut language, mut values) = (Vec::new(), None, None, None);
        for part in form.children() {
            let text = Text::from(part.text());
            match part.rule() {
                Rule::attribute_name => names.push(text),
                Rule::view_name => view = Some(text),
                Rule::language_name => language = Some(text),
                Rule::form => values = Some(part.children().map(|value| Text::from(value.text())).collect()),
                _ => {}
            }
        }
        Ok(match form.rule() {
            Rule::ask => Self::Ask,
            Rule::item_attributes => Self::ItemAttributes(names),
            Rule::directory_attributes => Self::DirectoryAttributes(names),
            _ => Self::Content { view, language, form: values },
        })
    }
}
