//! sizes
#![cfg(feature = "proof")]
use regular_bnf::*;
const PEST: &str = include_str!("../grammar/whatwg.pest");
#[test]
fn sizes() {
    for rule in [
        "port",
        "IPv6_address",
        "IPv4_host",
        "domain",
        "unexamined_domain",
        "host_special",
        "authority_state_special",
        "file_state",
        "URL",
    ] {
        let t = std::time::Instant::now();
        let l = Language::of_pest(PEST, rule);
        println!("{rule}: {:?} {:?}", l.map(|l| l.states()), t.elapsed());
    }
}
