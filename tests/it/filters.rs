//! Filters as people write them, in front of a real client: each string that is shown is a bypass, and
//! no string that bypasses a filter is in no class.
#![cfg(feature = "compare")]

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use uri_lineage::Grammar;
use uri_lineage::language::{Bypass, Client, Targets};
use uri_lineage::regular_bnf::{Flavour, Regex};

use crate::common::{share, tries_everything};

/// The host that the filters are meant to allow, with those below it.
const HOST: &str = "example.com";

/// Patterns of the shapes that are found in programs.
const FILTERS: [&str; 31] = [
    r"^https://example\.com",
    r"^https?://example\.com",
    r"^https://example.com/",
    r"^https?://(www\.)?example\.com",
    r"^https?://([a-z0-9-]+\.)*example\.com",
    r"^https?://.*\.example\.com",
    r"example\.com",
    r"example\.com$",
    r"^https?://[^/]+\.example\.com/",
    r"^https?://[\w.-]+\.example\.com(/|$)",
    r"^(https?:)?//([^/]+\.)?example\.com(/|$)",
    r"^https?://[^/?#]*example\.com",
    r"^https://[a-z]+\.example\.com/.*$",
    r"^https?://(.+\.)?example\.com(:\d+)?(/.*)?$",
    r"^(https?|ftp)://(www\.)?example\.com/",
    r"//example\.com/",
    r"^https://example\.com(/|$)",
    r"^https://example\.com[/?#]",
    r"^https?://(?:[^@/]*@)?example\.com",
    r"^https?://[^@]*example\.com",
    r"^https?:\/\/(m|www|api)\.example\.com",
    r"^http(s)?://([\w-]+\.)+example\.com(/[\w\- ./?%&=]*)?$",
    r"^https://example\.com:\d+/",
    r"^https?://([^.]+\.)?example\.com[^.]",
    r"^\s*https://example\.com",
    r"^https?://(?:[\w-]+\.)?example\.(?:com|org)(?:/|$)",
    r"^https:\/\/[^\/]*\.example\.com(:[0-9]+)?\/",
    r"^https?://example\.com.*\.(png|jpg)$",
    r"^.*://example\.com/",
    r"^https?://(.*\.)?example\.com([/?#].*)?$",
    r"^https?://[a-z.]*example\.com/?$",
];

#[test]
fn each_string_that_bypasses_a_filter_is_in_a_class() {
    if !Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return;
    }
    let browser = Client::new(Grammar::Whatwg).unwrap();
    let hosts = format!("{HOST},*.{HOST}").parse().unwrap();
    let targets = Targets { hosts, are_allowed: true, ..Targets::default() };
    // The classes of each take ten seconds of a processor.
    let filters: Vec<&str> = FILTERS.into_iter().step_by(if tries_everything() { 12 } else { 31 }).collect();
    let classes = |pattern: &str| {
        let regex = Regex::new(pattern, Flavour::EcmaScript, "").unwrap().anywhere();
        targets.bypasses(&regex.language().unwrap(), &[], &browser).unwrap()
    };
    // Each takes seconds.
    let bypasses: Vec<Vec<Bypass>> = std::thread::scope(|scope| {
        let halves = filters.chunks(filters.len().div_ceil(2));
        let halves = halves.map(|half| scope.spawn(|| half.iter().map(|it| classes(it)).collect::<Vec<_>>()));
        halves.collect::<Vec<_>>().into_iter().flat_map(|half| half.join().unwrap()).collect()
    });
    let asked: Vec<Value> = filters
        .iter()
        .zip(&bypasses)
        .map(|(pattern, bypasses)| {
            let seeds: Vec<String> = bypasses.iter().filter_map(|bypass| bypass.witness(&targets, &browser)).collect();
            json!({ "pattern": pattern, "host": HOST, "seeds": seeds, "count": share(32_500, 20) })
        })
        .collect();
    for ((pattern, bypasses), answer) in filters.iter().zip(&bypasses).zip(ask(&Value::from(asked))) {
        assert_eq!(answer["wrong"], json!([]), "{pattern}: the client does not connect to another host");
        for url in answer["found"].as_array().unwrap().iter().filter_map(Value::as_str) {
            let classes = bypasses.iter().filter(|bypass| bypass.strings.contains(url)).count();
            assert_eq!(classes, 1, "{pattern}: {url:?} is in {classes} classes");
        }
    }
}

/// Lets the client in Node.js try filters.
fn ask(filters: &Value) -> Vec<Value> {
    let mut node = Command::new("node")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/filters.mjs"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    node.stdin.take().unwrap().write_all(filters.to_string().as_bytes()).unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
}
