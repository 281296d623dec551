//! URLs of `https` in documents that have only `http`.

use uri_lineage::Grammar;

/// The verdict, for people, of a document without the scheme `https` on the same URL of `http`: RFC
/// 9110, section 4.2.2, gives both schemes one syntax. `None` for other URLs, and if the grammar
/// reads both schemes by the same production.
pub fn as_http(grammar: Grammar, url: &str) -> Option<String> {
    let http = ["http:", url.strip_prefix("https:")?].concat();
    let [verdict, verdict_of_http] = [url, http.as_str()].map(|text| grammar.parse(text));
    let verdict = verdict.as_ref().map(|parsed| parsed.production()).map_err(|error| error.production());
    let words = match &verdict_of_http {
        Ok(parsed) if verdict == Ok(parsed.production()) => return None,
        Err(error) if verdict == Err(error.production()) => return None,
        Ok(parsed) => format!("accepted by `{}`", parsed.production()),
        // The scheme `https` has one more byte.
        Err(error) => error.message_at(format_args!("byte {}", error.offset() + 1)).to_string(),
    };
    Some(format!("this grammar has no scheme `https`; as `http`: {words}"))
}
