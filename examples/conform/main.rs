//! The crates url, fluent-uri, iri-string and http, and the URL Standard's parser of this library, as parsers for `uri-lineage
//! conform`.
//!
//! ```sh
//! cargo build --example conform
//! uri-lineage conform rfc3986 -- target/debug/examples/conform fluent-uri
//! ```

use std::io::{BufRead, Write};

use serde_json::{Value, json};

fn main() -> std::io::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let parse = match name.as_str() {
        "url" => url,
        "fluent-uri" => fluent_uri,
        "iri-string" => iri_string,
        "http" => http,
        "url-standard" => url_standard,
        _ => return Err(std::io::Error::other("usage: conform url|fluent-uri|iri-string|http|url-standard")),
    };
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line?)?;
        writeln!(out, "{}", parse(&text).unwrap_or(json!({ "valid": false })))?;
        out.flush()?;
    }
    Ok(())
}

/// The parser of the WHATWG's URL Standard.
fn url(text: &str) -> Option<Value> {
    let url = url::Url::parse(text).ok()?;
    let user = url.password().map_or(url.username().to_owned(), |password| format!("{}:{password}", url.username()));
    Some(json!({ "valid": true, "scheme": url.scheme(), "user": user, "host": url.host_str(), "port": url.port(),
        "path": url.path(), "query": url.query(), "fragment": url.fragment() }))
}

/// References of RFC 3986.
fn fluent_uri(text: &str) -> Option<Value> {
    let uri = fluent_uri::UriRef::parse(text).ok()?;
    let authority = uri.authority();
    Some(json!({ "valid": true, "scheme": uri.scheme().map(|scheme| scheme.as_str()),
        "user": authority.and_then(|authority| authority.userinfo()).map(|user| user.as_str()),
        "host": authority.map(|authority| authority.host()), "path": uri.path().as_str(),
        "port": authority.and_then(|authority| authority.port()).map(|port| port.as_str()),
        "query": uri.query().map(|query| query.as_str()),
        "fragment": uri.fragment().map(|fragment| fragment.as_str()) }))
}

/// References of RFC 3986.
fn iri_string(text: &str) -> Option<Value> {
    let uri = iri_string::types::UriReferenceStr::new(text).ok()?;
    let authority = uri.authority_components();
    Some(json!({ "valid": true, "scheme": uri.scheme_str(), "path": uri.path_str(), "query": uri.query_str(),
        "user": authority.and_then(|authority| authority.userinfo()), "host": authority.map(|authority| authority.host()),
        "port": authority.and_then(|authority| authority.port()),
        "fragment": uri.fragment().map(|fragment| fragment.as_str()) }))
}

/// The targets of HTTP requests: no fragments, and a host where there is a scheme.
fn http(text: &str) -> Option<Value> {
    let uri: http::Uri = text.parse().ok()?;
    let authority = uri.authority().map(http::uri::Authority::as_str).unwrap_or_default();
    Some(json!({ "valid": true, "scheme": uri.scheme_str(), "host": uri.host(), "path": uri.path(),
        "user": authority.rsplit_once('@').map(|(user, _)| user), "query": uri.query(), "fragment": null,
        "port": uri.port().map(|port| port.as_str().to_owned()) }))
}

/// The parser of the URL Standard, step by step as its text says.
fn url_standard(text: &str) -> Option<Value> {
    let url = uri_lineage::whatwg::Url::parse(text).ok()?;
    let mut answer = json!({ "valid": true });
    for component in uri_lineage::Component::ALL {
        answer[component.to_string()] = json!(url.get(component));
    }
    Some(answer)
}
