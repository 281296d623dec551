//! `parse` and `grammars`, end to end.

use crate::common::{assert_snapshot, run, stdout};
use serde_json::Value;
use uri_lineage::Grammar;

fn json(args: &[&str], status: i32) -> Value {
    serde_json::from_str(&stdout(&[&["parse", "--format", "json"], args].concat(), "", status)).unwrap()
}

#[test]
fn one_url_is_parsed_by_all_grammars() {
    for (name, uri) in [
        ("http", "http://info.cern.ch:8000/imaginary/test?a+b"),
        ("ftp", "url:ftp://me:pw@host.dom/%2Fetc/motd;type=I"),
        ("gopher", "gopher://host/7sel%09find%09+"),
        ("reference", "../a;b=c/d?e#f"),
        ("urn", "urn:isbn:0-395-36341-1"),
    ] {
        let [tree, json] = ["tree", "json"].map(|format| stdout(&["parse", "--format", format, uri], "", 0));
        assert_snapshot(&format!("parse-{name}-tree"), &tree);
        assert_snapshot(&format!("parse-{name}-json"), &json);
    }
}

#[test]
fn json_is_an_object_a_grammar() {
    let all = json(&["-g", "all", "http://a:80/b"], 0);
    let grammars: Vec<_> = all.as_array().unwrap().iter().map(|object| object["grammar"].as_str().unwrap()).collect();
    assert!(grammars.iter().copied().eq(Grammar::all().map(Grammar::id)), "{grammars:?}");
    for object in all.as_array().unwrap() {
        assert!(object["production"].is_string());
        assert!(object.get("components").is_some() != object.get("error").is_some());
    }
    assert_eq!(all[2]["error"]["offset"], 8);
    assert_eq!(all[4]["components"]["hostport"]["port"], "80");
    assert_eq!(all[5]["components"]["net_loc"], "a:80");
    assert_eq!(all[6]["components"]["net_path"]["site"]["server"]["hostport"]["host"]["hostname"], "a");
    assert_eq!(all[9]["components"]["hier-part"]["authority"]["host"]["reg-name"], "a");
}

#[test]
fn any_production_can_be_asked_for() {
    let all = json(&["--production", "hostport", "--grammar", "rfc1738", "1.2.3.4:80"], 0);
    assert_eq!(all[0]["components"], serde_json::json!({"host": {"hostnumber": "1.2.3.4"}, "port": "80"}));
    assert_eq!(json(&["--production", "rfc1738:hostport", "1.2.3.4:80"], 0), all);
    let all = json(&["--production", "afsaddress", "afs://cell/a/b"], 0);
    assert_eq!(all.as_array().unwrap().len(), 3);
    assert_eq!(all[0]["components"]["cellname"], "cell");
    let all = json(&["--production", "xchar", "%4"], 1);
    assert_eq!(all[0]["error"]["offset"], 2);
}

#[test]
fn unknown_names_are_usage_errors() {
    for args in [
        &["parse", "--production", "nonsense", "a"][..],
        &["parse", "--production", "hpath", "--grammar", "uri-1997", "a"],
        &["parse", "--production", "uri-1997:hpath", "a"],
        &["parse", "--production", "nonsense:hpath", "a"],
        &["parse", "--grammar", "rfc2397", "a"],
        &["parse", "--field", "0"],
        &[],
    ] {
        assert_eq!(run(args, "").status.code(), Some(2), "{args:?}");
    }
    assert_eq!(run(&["parse", "^"], "").status.code(), Some(1));
}

#[test]
fn grammars_are_listed_as_recorded() {
    assert_snapshot("grammars", &stdout(&["grammars"], "", 0));
}

/// The text stays as it is in the URL; its serialised value is that of `compare`.
#[test]
fn the_grammar_of_browsers_has_text_and_value() {
    let urls = ["HTTP:\\\\u@Ex%41mple:080\\a/../b?\u{e9}", " file:///c|/x", "a://0x7F.1", "http://0X7f.1", "mailto:A"];
    for url in urls {
        let parsed = json(&["-g", "whatwg", url], 0);
        let compared = crate::common::json(&["compare", "-g", "whatwg", "-f", "json", url], 0);
        let value = &parsed[0]["serialised"];
        assert_eq!(value["components"], compared[0]["whatwg"], "{url}");
        let uri = value["uri"].as_str().unwrap();
        // The value is a fixed point.
        let again = json(&["-g", "whatwg", uri], 0);
        assert_eq!(again[0]["serialised"], *value, "{url}");
        assert!(stdout(&["parse", "-g", "whatwg", url], "", 0).contains(uri), "{url}");
    }
    assert_eq!(json(&["-g", "whatwg", "http://0X7f.1"], 0)[0]["components"]["domain"], "0X7f.1");
    // This host is empty for Unicode's IDNA processing.
    let parsed = json(&["-g", "whatwg", "http://\u{ad}/"], 1);
    assert_eq!(parsed[0]["error"]["reason"], "host");
    assert!(parsed[0].get("serialised").is_none());
    // A part of a URL has no value, nor has a URL of a document.
    assert!(json(&["-p", "port", "-g", "whatwg", "80"], 0)[0].get("serialised").is_none());
    assert!(json(&["-g", "rfc3986", "http://a"], 0)[0].get("serialised").is_none());
}
