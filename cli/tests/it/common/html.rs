//! Reads the pages of the site.

/// The values of an attribute.
pub fn values<'h>(html: &'h str, attribute: &str) -> Vec<&'h str> {
    let mark = format!(" {attribute}=\"");
    html.split(&mark).skip(1).filter_map(|tail| tail.split('"').next()).collect()
}

/// The text of a page, without its elements.
pub fn text(html: &str) -> String {
    let body = html.split_once("<main").unwrap().1;
    let pieces = body.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text));
    let text: String = pieces.collect();
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
        .iter()
        .fold(text, |text, (entity, c)| text.replace(entity, c))
}
