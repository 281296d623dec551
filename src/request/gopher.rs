//! The octets that a Gopher or Gopher+ client sends.

use std::borrow::Cow;

use super::checked::{Checked, Delimiters::Line};
use super::error::RequestError;
use super::fields;
use super::gopher_plus::GopherPlus;
use super::steps::{Request, Server};
use crate::ast::text::Text;
use crate::grammar::GopherDialect;

/// The item part of a gopher URL, as a request.
#[derive(Clone, Default)]
pub(crate) struct GopherRequestItem<'i> {
    pub gtype: Text<'i>,
    pub selector: Text<'i>,
    /// The decoded octets of the search.
    pub search: Option<Cow<'i, [u8]>>,
    /// The Gopher+ string, encoded.
    pub plus: Option<Text<'i>>,
}

/// The request for an item; without one, for the server's top directory.
pub(crate) fn gopher(
    dialect: GopherDialect,
    server: Server,
    item: Option<GopherRequestItem<'_>>,
) -> Result<Request, RequestError> {
    // RFC 1738, section 3.4.1: the type "defaults to "1"".
    let gtype = item.as_ref().map_or(Ok(Checked::from_words("1")), |item| fields::line("gtype", item.gtype))?;
    let GopherCommand { sends, form } = item.unwrap_or_default().command(dialect)?;
    Ok(Request::Gopher { server, gtype, sends, form })
}

/// The command for an item.
struct GopherCommand {
    /// The octets that the client sends.
    sends: Checked,
    /// Whether the user must fill in a form first.
    form: bool,
}

impl GopherRequestItem<'_> {
    /// The command that the client sends. The documents differ:
    ///
    /// - RFC 1630, "Gopher": the command string "omitting the trailing CR LF pair", that is the
    ///   whole string, unchanged.
    /// - Draft 03, "Gopher": an empty search in front of a Gopher+ string is not sent
    ///   (`selector TAB +`).
    /// - RFC 1738, section 3.4.3: the search is sent, "which may be empty" (`selector TAB TAB +`).
    ///   Section 3.4.9 prints a filled form as draft 03 does.
    fn command(self, dialect: GopherDialect) -> Result<GopherCommand, RequestError> {
        let mut line = Checked::decoded("selector", Line, self.selector)?;
        // RFC 1630 has no Gopher+ strings; text without line ends is sent unchanged.
        let plus = match self.plus {
            None => GopherPlusText::Absent,
            Some(text) => match GopherPlus::parse(text.as_str()) {
                Ok(plus) => GopherPlusText::Parsed(plus),
                Err(_) if dialect == GopherDialect::Rfc1630 => GopherPlusText::Opaque(text),
                Err(error) => return Err(error.into()),
            },
        };
        let has_filled_form = matches!(plus, GopherPlusText::Parsed(GopherPlus::Content { form: Some(_), .. }));
        let sends_empty_search = match dialect {
            GopherDialect::Rfc1630 => true,
            GopherDialect::Rfc1738 => !has_filled_form,
            GopherDialect::Draft02 | GopherDialect::Draft03 => matches!(plus, GopherPlusText::Absent),
        };
        if let Some(search) = self.search.filter(|search| !search.is_empty() || sends_empty_search) {
            line = line.with("\t").and(&Checked::new("search", Line, search)?);
        }
        let form = matches!(plus, GopherPlusText::Parsed(GopherPlus::Ask));
        let line = match plus {
            GopherPlusText::Absent => line,
            GopherPlusText::Opaque(text) => line.with("\t").and(&Checked::decoded("gcommand", Line, text)?),
            GopherPlusText::Parsed(plus) => write_gopher_plus(&plus, line.with("\t"))?,
        };
        Ok(GopherCommand { sends: if has_filled_form { line } else { line.with("\r\n") }, form })
    }
}

/// The text after the search.
enum GopherPlusText<'i> {
    Absent,
    /// A Gopher+ string.
    Parsed(GopherPlus<'i>),
    /// Other text, which RFC 1630 sends unchanged.
    Opaque(Text<'i>),
}

/// Appends names to a line, with spaces between them.
fn write_names<'i>(line: Checked, names: impl IntoIterator<Item = &'i Text<'i>>) -> Result<Checked, RequestError> {
    names.into_iter().enumerate().try_fold(line, |line, (index, &name)| {
        let line = if index > 0 { line.with(" ") } else { line };
        Ok(line.and(&Checked::decoded("gopher+_string", Line, name)?))
    })
}

/// Appends a Gopher+ string to a line.
fn write_gopher_plus(plus: &GopherPlus<'_>, line: Checked) -> Result<Checked, RequestError> {
    match plus {
        GopherPlus::Ask => Ok(line.with("?")),
        GopherPlus::ItemAttributes(attributes) => write_names(line.with("!"), attributes),
        GopherPlus::DirectoryAttributes(attributes) => write_names(line.with("$"), attributes),
        GopherPlus::Content { view, language, form } => {
            let line = write_names(line.with("+"), view.iter().chain(language))?;
            let Some(values) = form else { return Ok(line) };
            let line = values.iter().try_fold(line.with("\t1\r\n+-1\r\n"), |line, &value| {
                Ok::<_, RequestError>(line.and(&Checked::decoded("ask_item_value", Line, value)?).with("\r\n"))
            })?;
            Ok(line.with(".\r\n"))
        }
    }
}
