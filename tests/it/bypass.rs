//! Bypasses of filters, beside brute force: what passes a filter and leads a client to another host
//! is in exactly one class, and nothing else is.
#![cfg(feature = "compare")]

use uri_lineage::language::{Bypass, BypassCause, Client, HostForm, HostSet, Reached, Targets};
use uri_lineage::regular_bnf::Language;
use uri_lineage::{Component, Grammar};

use crate::common::{sampled, share};

/// Pieces of URLs that mean something to filters.
const PIECES: [&str; 34] = [
    "",
    "//",
    "/",
    "\\",
    "///",
    "a",
    "evil",
    "@",
    ":",
    "b.ex",
    "b",
    ".",
    "ex",
    "aXb.ex",
    "?",
    "#",
    "%2e",
    "%40",
    "\t",
    "\n",
    " ",
    "127.1",
    "127.0.0.1",
    "0x7f",
    "1",
    "[::1]",
    "[::ffff:7f00:1]",
    "①",
    "ｂ.ex",
    "\u{AD}",
    "localhost",
    "80",
    "é",
    "%C2%B9",
];

fn allowed(hosts: &str) -> Targets {
    Targets { hosts: hosts.parse().unwrap(), are_allowed: true, ..Targets::default() }
}

fn denied(hosts: &str) -> Targets {
    Targets { hosts: hosts.parse().unwrap(), ..Targets::default() }
}

/// All strings of a beginning and a number of pieces.
fn strings(beginnings: &'static [&str], length: u32) -> impl Iterator<Item = String> {
    let pieces = (0..PIECES.len().pow(length)).map(move |number| {
        let chosen = (0..length).map(|place| PIECES[number / PIECES.len().pow(place) % PIECES.len()]);
        chosen.collect::<String>()
    });
    pieces.flat_map(|pieces| beginnings.iter().map(move |beginning| format!("{beginning}{pieces}")))
}

/// Holds the classes to a client, string for string. Returns how many strings are missed.
fn compare(
    filter: &Language,
    targets: &Targets,
    client: &Client,
    bypasses: &[Bypass],
    tried: impl Iterator<Item = String>,
) -> usize {
    let safe = targets.reached_by(client).unwrap();
    let mut missed = 0;
    for url in tried {
        let classes = bypasses.iter().filter(|bypass| bypass.strings.contains(&url)).count();
        let is_missed = filter.contains(&url) && targets.are_missed_by(client, &url);
        assert!(classes <= 1, "{url:?} is in {classes} classes");
        assert!(!is_missed || classes == 1, "{url:?} passes, and is in no class");
        assert!(classes == 0 || filter.contains(&url), "{url:?} does not pass");
        let is_certain = bypasses.iter().any(|bypass| bypass.certain.contains(&url));
        // The client refuses what IDNA processing refuses.
        let is_refused = client.grammar() == Some(Grammar::Whatwg) && uri_lineage::whatwg::Url::parse(&url).is_err();
        assert!(is_missed || !is_certain || is_refused, "{url:?} leads to what is meant");
        assert!(!safe.contains(&url) || !targets.are_missed_by(client, &url), "{url:?} is not safe");
        missed += usize::from(is_missed);
    }
    missed
}

#[test]
fn every_string_that_leads_elsewhere_is_in_one_class() {
    let browser = Client::new(Grammar::Whatwg).unwrap();
    let document = Client::new(Grammar::Rfc3986).unwrap();
    let filters = [
        ("^https?://b\\.ex", allowed("b.ex")),
        ("^https?://([a-z]+\\.)?b.ex(?:[/?#]|$)", allowed("b.ex,*.b.ex")),
        ("b\\.ex", allowed("b.ex,127.0.0.0/8")),
        ("^[^@]*$", denied("127.0.0.0/8,::1,localhost,::ffff:0:0/96")),
        ("^http://(?:b\\.ex)?[^/]*$", denied("*.ex,127.0.0.1")),
    ];
    let mut missed = 0;
    for (pattern, targets) in sampled(&filters, 3) {
        let filter = Language::matching(pattern).unwrap();
        for client in [&browser, &document] {
            let bypasses = targets.bypasses(&filter, &[], client).unwrap();
            for bypass in &bypasses {
                let witness = bypass.witness(targets, client);
                assert!(witness.is_none_or(|url| filter.contains(&url) && targets.are_missed_by(client, &url)));
            }
            let all = strings(&["http://b.ex", "https:", "http://", "ftp://b.ex@", "b:", ""], 3);
            let near = bypasses.iter().flat_map(|bypass| bypass.strings.near_misses(1).take(100));
            missed += compare(&filter, targets, client, &bypasses, sampled(all.step_by(3), 27).chain(near));
        }
    }
    assert!(missed > share(1_000, 10), "{missed}");
}

/// A grammar and a model that reads all strings as it does are the same client.
#[test]
fn a_model_is_the_client_that_its_grammar_is() {
    let document = Client::new(Grammar::Rfc3986).unwrap();
    let model = Client::of_model(Grammar::Rfc3986.spans(Component::ALL).unwrap()).unwrap();
    assert!(model.grammar().is_none());
    let filter = Language::matching("^https?:").unwrap();
    let mut named = allowed("b.ex,127.0.0.0/8");
    (named.schemes, named.ports) = (vec!["https".to_owned()], vec![443]);
    for targets in [named, denied("*.ex,::1")] {
        let (safe, of_model) = (targets.reached_by(&document).unwrap(), targets.reached_by(&model).unwrap());
        assert!(safe == of_model);
        for url in sampled(strings(&["http://b.ex", "https://", "b:", ""], 2), 3) {
            assert_eq!(model.reached(&url), document.reached(&url), "{url:?}");
            assert_eq!(targets.are_missed_by(&model, &url), targets.are_missed_by(&document, &url), "{url:?}");
        }
        let bypasses = targets.bypasses(&filter, &[], &model).unwrap();
        let missed = compare(&filter, &targets, &model, &bypasses, strings(&["http://b.ex", "https://"], 2));
        assert!(missed > 10, "{missed}");
    }
}

/// A filter that reads URLs by an RFC in front of a browser: numbers are names for it.
#[test]
fn a_document_in_front_of_a_browser_misses_addresses() {
    let browser = Client::new(Grammar::Whatwg).unwrap();
    let reader = [Client::new(Grammar::Rfc3986).unwrap()];
    let targets = denied("127.0.0.0/8");
    let filter = targets.reached_by(&reader[0]).unwrap();
    let bypasses = targets.bypasses(&filter, &reader, &browser).unwrap();
    let witness =
        |cause: BypassCause| bypasses.iter().find(|bypass| bypass.cause == cause)?.witness(&targets, &browser);
    for (cause, expected) in [
        (BypassCause::Address(HostForm::FewerNumbers), "http://127.0"),
        (BypassCause::Address(HostForm::OtherBase), "http://0177."),
        (BypassCause::UnreadHost, "http:127.0"),
    ] {
        let url = witness(cause).unwrap_or_else(|| panic!("{cause}"));
        assert_eq!(browser.reached(&url), Some(Reached::Address("127.0.0.0".parse().unwrap())), "{cause}: {url}");
        // As short as the expected one.
        assert!(url.len() <= expected.len() + 3, "{cause}: {url}");
    }
    let numbers = ["http://2130706433/", "http://0x7f.1/", "http://127.0.0.%31/", "http://user@127.1/"];
    for url in numbers {
        assert!(bypasses.iter().any(|bypass| bypass.strings.contains(url)), "{url}");
    }
    assert!(!filter.contains("http://127.0.0.1/"));
}

/// What a cause says of the host holds of the host that the client reads.
#[test]
fn causes_tell_names_below_an_allowed_one_from_others() {
    let browser = Client::new(Grammar::Whatwg).unwrap();
    let targets = allowed("b.ex");
    for pattern in [r"^https?://([a-z]+\.)?b\.ex$", r"^https?://[a-z.]*b[.a-z]ex$", r"^https?://(c[a-z.@]*)?b\.ex/?$"] {
        let filter = Language::matching(pattern).unwrap();
        let bypasses = targets.bypasses(&filter, &[], &browser).unwrap();
        assert!(bypasses.iter().any(|bypass| bypass.cause == BypassCause::BelowName), "{pattern}");
        for Bypass { cause, strings, .. } in &bypasses {
            for url in strings.members().take(300) {
                let Some(Reached::Name(host)) = browser.reached(&url) else { panic!("{url}") };
                let is_below = host.ends_with(".b.ex");
                match cause {
                    BypassCause::BelowName => assert!(is_below, "{url}"),
                    BypassCause::LongerLabel => assert!(!is_below && host.ends_with("b.ex"), "{url}"),
                    BypassCause::AnyCharacter => {
                        let name = &host[host.len() - 4..];
                        assert!(name != "b.ex" && name.starts_with('b') && name.ends_with("ex"), "{url}");
                    }
                    _ => assert!(!is_below || url.contains('@'), "{cause}: {url}"),
                }
            }
        }
    }
}

#[test]
fn ports_and_schemes_are_among_the_targets() {
    let browser = Client::new(Grammar::Whatwg).unwrap();
    let mut targets = allowed("b.ex");
    (targets.schemes, targets.ports) = (vec!["https".to_owned()], vec![443]);
    let filter = Language::matching("^(?:https?|file|blob|urn):").unwrap();
    let bypasses = targets.bypasses(&filter, &[], &browser).unwrap();
    let causes: Vec<BypassCause> = bypasses.iter().map(|bypass| bypass.cause).collect();
    for cause in [BypassCause::Port, BypassCause::Scheme, BypassCause::UserInformation, BypassCause::LongerHost] {
        assert!(causes.contains(&cause), "{cause} {causes:?}");
    }
    let of = |cause| &bypasses.iter().find(|bypass| bypass.cause == cause).unwrap().strings;
    assert!(
        of(BypassCause::Port).contains("https://b.ex:444/") && !of(BypassCause::Port).contains("https://b.ex:0443/")
    );
    for url in ["http://b.ex/", "file:///b.ex", "blob:https://b.ex/1", "urn:b.ex"] {
        assert!(of(BypassCause::Scheme).contains(url), "{url}");
    }
    let safe = targets.reached_by(&browser).unwrap();
    assert!(safe.contains("https:\\\\u@B.EX:443") && !safe.contains("https://b.ex.") && !safe.contains("http://b.ex"));
    compare(
        &filter,
        &targets,
        &browser,
        &bypasses,
        sampled(strings(&["https://b.ex:44", "http://b.ex", "file://b.ex", "blob://b.ex"], 2), 7),
    );
}

/// User information is one cause, also where only addresses are allowed.
#[test]
fn user_information_in_front_of_addresses_is_one_cause() {
    let browser = Client::new(Grammar::Whatwg).unwrap();
    let filter = Language::matching("^http://10\\.").unwrap();
    let bypasses = allowed("10.0.0.0/8").bypasses(&filter, &[], &browser).unwrap();
    let causes: Vec<BypassCause> = bypasses.iter().map(|bypass| bypass.cause).collect();
    assert!(!causes.contains(&BypassCause::Address(HostForm::Decimal)), "{causes:?}");
    for url in ["http://10.@8.8.8.8", "http://10.1:80@[::1]/", "http://10.1@evil.example"] {
        let of: Vec<_> = bypasses.iter().filter(|bypass| bypass.strings.contains(url)).collect();
        assert_eq!(of.iter().map(|bypass| bypass.cause).collect::<Vec<_>>(), [BypassCause::UserInformation], "{url}");
    }
}

/// The names that mean the machine itself, and its addresses, are private.
#[test]
fn private_hosts_are_those_of_the_registries() {
    let private = HostSet::private();
    let is_private = |host: &str| match host.parse() {
        Ok(address) => private.contains(&Reached::Address(address)),
        Err(_) => private.contains(&Reached::Name(host.to_owned())),
    };
    for host in
        ["10.1.2.3", "169.254.169.254", "192.168.0.1", "::1", "fe80::1", "localhost", "a.localhost", "::ffff:8.8.8.8"]
    {
        assert!(is_private(host), "{host}");
    }
    for host in ["8.8.8.8", "2606:4700::1111", "11.0.0.1", "example.com", "notlocalhost"] {
        assert!(!is_private(host), "{host}");
    }
}
