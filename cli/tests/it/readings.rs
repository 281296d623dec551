//! `differential` and `ambiguity`, end to end.

use std::ops::Range;

use crate::common::{at_most, file, json, run, sampled, share, short_strings, stdout, tries_everything};
use serde_json::{Value, json};
use uri_lineage::regular_bnf::Language;
use uri_lineage::{Grammar, Reading};

#[track_caller]
fn refused(args: &[&str], message: &str) {
    let output = run(args, "");
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains(message) && error.lines().count() == 1, "{args:?}: {error}");
}

#[test]
fn a_differential_for_each_component() {
    let all = json(&["differential", "rfc1630", "rfc1738", "--format", "json"], 1);
    let all = all.as_array().unwrap();
    let mut names: Vec<_> = all.iter().map(|one| one["component"].as_str().unwrap()).collect();
    names.dedup();
    assert_eq!(names, ["scheme", "user", "host", "port", "path", "query", "fragment"]);
    let of = |name: &str| all.iter().filter(|one| one["component"] == name).cloned().collect::<Vec<_>>();
    assert_eq!(
        of("host")[0],
        json!({"left": "rfc1630", "right": "rfc1738", "component": "host", "selection": [], "difference": "both",
        "witness": "ftp://a!@a/", "left_span": [6, 10], "right_span": [9, 10], "left_text": "a!@a",
        "right_text": "a", "cause": null, "causes": null,
        "why": null,
        "readings": [
            {"grammar": "rfc1630", "span": [6, 10], "text": "a!@a", "normal_text": "a!@a"},
            {"grammar": "rfc1738", "span": [9, 10], "text": "a", "normal_text": "a"}
        ]})
    );
    assert_eq!(
        (of("fragment")[0]["witness"].clone(), of("fragment")[0]["difference"].clone()),
        (json!(null), json!(null))
    );
    // What is asked for, each once, in the order of a URL.
    let some = json(
        &["differential", "rfc1630", "rfc1738", "--component", "query,host", "--component", "host", "-f", "json"],
        1,
    );
    assert_eq!(some, json!([of("host"), of("query")].concat()));
    assert_eq!(json(&["differential", "rfc1738:httpurl", "rfc3986", "-f", "json"], 0).as_array().unwrap().len(), 7);
    // Nothing to read is no agreement.
    assert!(stdout(&["differential", "rfc1738:httpurl", "rfc3986"], "", 0).starts_with("read alike in every string"));
    assert!(
        stdout(&["differential", "rfc1738:ftpurl", "rfc3986:host"], "", 0)
            .starts_with("no string is accepted by both: ")
    );
}

/// Each cause once, with its number; the strings that matter are among the shortest ones.
#[test]
fn every_cause_of_a_component() {
    let host = |args: &[&str]| {
        let all = json(&[&["differential", "--component", "host", "-f", "json", "--all"], args].concat(), 1);
        all.as_array().unwrap().clone()
    };
    let witnesses = [
        (["rfc2732", "rfc3986"], "", ["//0:", "0:", "0"]),
        (["rfc1630", "rfc2396"], "http", ["http://a@a", "a@a", "a"]),
        (["url-draft-02", "rfc3986"], "http", ["http://a:", "a:", "a"]),
        (["url-draft-02", "url-draft-03"], "ftp", ["ftp://a@@a/", "a", "a@@a"]),
        (["rfc1738", "rfc3986"], "ftp", ["ftp://0?@a", "a", "0"]),
    ];
    for (pair, scheme, [witness, left, right]) in sampled(witnesses, 5) {
        let scheme = if scheme.is_empty() { vec![] } else { vec!["--scheme", scheme] };
        let all = host(&[&pair[..], &scheme, &["-n", "5"]].concat());
        let of = |one: &&Value| {
            (&one["witness"], &one["left_text"], &one["right_text"]) == (&json!(witness), &json!(left), &json!(right))
        };
        let found = all.iter().find(of).unwrap_or_else(|| panic!("{pair:?}: {all:?}"));
        assert_eq!((&found["difference"], &found["why"]["between"]), (&json!("both"), &json!(pair)));
        // All strings of a cause are told alike, and no two causes are.
        let told = |one: &Value| (one["cause"].as_u64().unwrap(), one["why"].to_string());
        let causes: std::collections::BTreeSet<_> = all.iter().map(told).collect();
        assert_eq!(causes.len() as u64, all[0]["causes"].as_u64().unwrap(), "{all:?}");
        let sentences: std::collections::HashSet<_> = causes.iter().map(|(_, why)| why).collect();
        assert_eq!(sentences.len(), causes.len());
    }
    // Which production on either side reads the delimiter: it is one of the productions of that
    // document.
    for one in host(&["rfc1738", "rfc3986", "--scheme", "ftp"]) {
        let productions: Vec<&str> =
            [0, 1].into_iter().filter_map(|at| one["readings"][at]["production"].as_str()).collect();
        let grammars = [Grammar::Rfc1738, Grammar::Rfc3986];
        let known = |(name, grammar): (&&str, &Grammar)| grammar.bnf(Reading::Corrected).get(name).is_some();
        assert!(productions.iter().zip(&grammars).all(known), "{one}");
        if one["witness"] == "ftp://0?@a" {
            assert_eq!(productions, ["user", "URI"], "{one}");
        }
    }
    let text =
        stdout(&["differential", "rfc1738", "rfc3986", "--component", "host", "--scheme", "ftp", "--all"], "", 1);
    assert!(text.contains("\n  `?` is read by user (rfc1738), URI (rfc3986)\n"), "{text}");
    let both = host(&["rfc1738", "rfc3986", "--both"]);
    assert!(!both.is_empty() && both.iter().all(|one| one["difference"] == "both"), "{both:?}");
    // A filter leaves none.
    let none =
        ["differential", "rfc1738", "rfc3986", "--component", "host", "--all", "--both", "--matching", "^[^@]*$"];
    assert_eq!(stdout(&none, "", 0), "never two different texts in a selected string that both accept: host\n");
    // The spans and texts of the records are the string's.
    for one in host(&["rfc1738", "rfc2396", "rfc3986"]) {
        let (witness, readings) = (one["witness"].as_str().unwrap(), one["readings"].as_array().unwrap());
        assert_eq!(readings.len(), 3);
        for reading in readings.iter().filter(|reading| !reading["span"].is_null()) {
            let span = [0, 1].map(|at| reading["span"][at].as_u64().unwrap() as usize);
            assert_eq!(witness.get(span[0]..span[1]), reading["text"].as_str());
        }
        let some = |at: usize| readings[at]["span"].as_array().filter(|span| span[0] != span[1]);
        let names = ["rfc1738", "rfc2396", "rfc3986"];
        let differ = [(0, 1), (0, 2), (1, 2)].into_iter().filter(|&(left, right)| some(left) != some(right));
        let differ: Vec<_> = differ.map(|(left, right)| json!([names[left], names[right]])).collect();
        assert_eq!(one["why"]["differ"], json!(differ), "{one}");
        assert_eq!(one["why"]["between"], differ[0]);
    }
}

/// What a filter must know of: strings in which each of two standards finds a host, and another
/// one.
#[test]
fn one_string_has_two_hosts() {
    let host = |args: &[&str]| {
        let all = json(&[&["differential", "--component", "host", "--both", "-f", "json"], args].concat(), 1);
        let all: Vec<_> = all.as_array().unwrap().clone();
        all.into_iter()
            .map(|one| {
                [&one["witness"], &one["left_text"], &one["right_text"]].map(|it| it.as_str().unwrap().to_owned())
            })
            .collect::<Vec<_>>()
    };
    for standard in ["uri-1997", "rfc2396", "rfc2732"] {
        assert_eq!(host(&[standard, "rfc3986"])[0], ["//0:", "0:", "0"]);
    }
    assert_eq!(host(&["rfc1630", "rfc2396", "--scheme", "http"])[0], ["http://a@a", "a@a", "a"]);
    for standard in ["uri-1997", "rfc2396", "rfc3986"] {
        assert_eq!(host(&["url-draft-02", standard, "--scheme", "HTTP"])[0], ["http://a:", "a:", "a"]);
    }
    assert!(
        host(&["url-draft-02", "url-draft-03", "-n", "5"]).contains(&["ftp://a@@a/", "a", "a@@a"].map(str::to_owned))
    );
    assert_eq!(host(&["rfc1738", "rfc3986", "--scheme", "ftp"])[0], ["ftp://0?@a", "a", "0"]);
    // Each is as short as the first that any string shows.
    let many = host(&["rfc1738", "rfc3986", "-n", "50"]);
    assert!(many.len() == 50 && many.is_sorted_by_key(|[witness, ..]| witness.len()), "{many:?}");
    assert!(
        many.iter()
            .all(|[witness, left, right]| left != right && [left, right].iter().all(|text| witness.contains(*text)))
    );
}

#[test]
fn differentials_are_restricted_to_selected_strings() {
    let all =
        |args: &[&str], status| json(&[&["differential", "--component", "host", "-f", "json"], args].concat(), status);
    let witness = |args: &[&str]| all(args, 1)[0]["witness"].as_str().unwrap().to_owned();
    // What a filter that refuses every user lets pass.
    assert_eq!(witness(&["url-draft-02", "rfc3986", "--matching", "^https?://[^@]*$"]), "http://a:");
    assert_eq!(all(&["rfc1738", "rfc3986", "--both", "--matching", "^[^@]*$"], 0)[0]["witness"], json!(null));
    assert_eq!(all(&["rfc1738", "rfc3986", "--within", "rfc1738:httpurl"], 0)[0]["witness"], json!(null));
    let own = file("own.abnf", "url = \"x:\" *VCHAR\nport = 1*DIGIT\n");
    let found = witness(&["rfc1738", "rfc3986", "--within", &format!("{own}:url"), "--matching", "[0-9]{3}$"]);
    assert!(found.to_lowercase().starts_with("x:") && found.ends_with(|c: char| c.is_ascii_digit()), "{found}");
    // All conditions hold together.
    assert_eq!(
        all(&["rfc1738", "rfc3986", "--scheme", "http,news", "--scheme", "ftp", "--matching", "^x"], 0)[0]["witness"],
        json!(null)
    );
    let text = stdout(&["differential", "rfc1738", "rfc3986", "--scheme", "mailto"], "", 1);
    assert!(text.contains("read alike in every selected string that both accept: scheme, "), "{text}");
    for (args, message) in [
        (["--matching", "(a"], "unclosed group"),
        (["--matching", "a\\b"], "assertion"),
        (["--scheme", "a:b"], "`a:b` is not a scheme"),
        (["--within", "rfc1738:nix"], "rfc1738 has no production named `nix`"),
    ] {
        refused(&[&["differential", "rfc1738", "rfc3986"], &args[..]].concat(), message);
    }
}

/// The spans are those that the library's typed parts have.
#[test]
fn witnesses_have_the_spans_of_the_typed_parts() {
    for pair in [["rfc1738", "uri-1997"], ["rfc1808", "rfc3986"], ["rfc2396", "rfc3986"]] {
        let found = json(&["differential", pair[0], pair[1], "--component", "host", "-f", "json"], 1);
        let witness = found[0]["witness"].as_str().unwrap();
        for (grammar, span) in pair.iter().zip([&found[0]["left_span"], &found[0]["right_span"]]) {
            let value = grammar.parse::<Grammar>().unwrap().parse_value(witness).unwrap();
            let at = |index: usize| span[index].as_u64().unwrap() as usize;
            let text = (!span.is_null()).then(|| &witness[at(0)..at(1)]);
            assert_eq!(value.components().host.map(|host| host.as_str()), text, "{grammar} {witness}");
        }
    }
}

#[test]
fn a_pest_grammar_of_ones_own() {
    let pest = file(
        "own.pest",
        "url = { scheme ~ \"://\" ~ (user ~ \"@\")? ~ host ~ (\"/\" ~ ANY*)? }\nscheme = @{ ASCII_ALPHA+ }\n\
         user = @{ (!(\"@\" | \"/\") ~ ANY)* }\nhost = @{ (!\"/\" ~ ANY)* }\n",
    );
    let found = json(&["differential", "rfc3986", "--pest", &pest, "--component", "user,host,path", "-f", "json"], 1);
    // It reads the text in front of the first `@` as a user where RFC 3986 finds a query, and has
    // no path.
    let found = found.as_array().unwrap();
    assert!(found.iter().all(|one| one["witness"].is_string()), "{found:?}");
    let path = found.iter().find(|one| one["component"] == "path" && one["difference"] == "one").unwrap();
    assert!(path["left_span"].is_array() && path["right_span"].is_null(), "{path}");
    let placed =
        ["differential", "rfc3986", "--pest", &pest, "--place", "path=url>'/'..", "--component", "scheme,path"];
    assert_eq!(json(&[&placed[..], &["-f", "json"]].concat(), 1)[0]["witness"], json!(null));
    // Two of them, with a rule that is named.
    let rule = format!("{pest}:url");
    assert_eq!(json(&["differential", "--pest", &pest, "--pest", &rule, "-f", "json"], 0)[2]["witness"], json!(null));
    for (args, message) in [
        (vec!["differential", "rfc3986"], "expected two grammars"),
        (vec!["differential", "rfc3986", "--pest", "nowhere.pest"], "nowhere.pest"),
        (vec!["differential", "rfc3986", "rfc173"], "did you mean `rfc1738`?"),
        (vec!["differential", "rfc3986:URL", "rfc1738"], "no production named `URL`; did you mean `URI`?"),
        (vec!["differential", "rfc3986", "rfc1738", "--component", "hots"], "did you mean `host`?"),
        (vec!["differential", "rfc3986", "--pest", &pest, "--place", "host"], "is not of the form COMPONENT=PLACE"),
        (vec!["differential", "rfc3986", "--pest", &pest, "--place", "host=url>nix"], "no rule is named `nix`"),
        (vec!["differential", "rfc3986", "--pest", &pest, "--place", "host=>"], "`>` is not a place"),
    ] {
        refused(&args, message);
    }
    // The rules that pest matches between others are not read by themselves.
    let spaced = "WHITESPACE = _{ \" \" }\nCOMMENT = _{ \"#\" }\nurl = { scheme ~ \":\" }\nscheme = { \"a\" }\n";
    let spaced = file("spaced.pest", spaced);
    let verdicts = stdout(&["check", "--grammar", &spaced], "a:\na # :\n#\n", 1);
    let accepted: Vec<bool> = verdicts.lines().map(|line| line.contains("accepted")).collect();
    assert_eq!(accepted, [true, true, false], "{verdicts}");
    assert!(!stdout(&["lint", &spaced], "", 0).contains("unused"));
    let stack = file("stack.pest", "url = { PUSH(\"a\") ~ POP }\n");
    refused(&["differential", "rfc3986", "--pest", &stack], "the stack");
    let recursive = file("recursive.pest", "url = { \"a\" ~ url? ~ \"b\" }\n");
    refused(&["differential", "rfc3986", "--pest", &recursive], "recursion");
}

#[test]
fn ambiguity_of_a_document() {
    let all = json(&["ambiguity", "rfc3986", "--format", "json"], 1);
    let ambiguous: Vec<_> = all.as_array().unwrap().iter().filter(|one| one["ambiguous"] == true).collect();
    let names: Vec<_> = ambiguous.iter().map(|one| one["production"].as_str().unwrap()).collect();
    assert_eq!(names, ["IPv4address", "dec-octet", "reg-name", "unreserved", "DIGIT"]);
    let name = ambiguous[2];
    assert_eq!((&name["witness"], &name["spans"]), (&json!("//0.0.0.0"), &json!([[[2, 9]], []])));
    let host = all.as_array().unwrap().iter().find(|one| one["production"] == "host").unwrap();
    assert_eq!((&host["said"][0][0], &host["ambiguous"]), (&json!("3.2.2"), &json!(false)));
    let cause = &host["causes"][0];
    assert_eq!((&cause["ways"], &cause["differs"]), (&json!(["IPv4address", "reg-name"]), &json!("place")));
    assert_eq!(cause["witness"], "//0.0.0.0");
    assert_eq!(name["derivations"][0]["production"], "URI-reference");
    assert_ne!(name["derivations"][0], name["derivations"][1]);
    // What is not ambiguous is said too.
    assert_eq!(all.as_array().unwrap().len(), 36);
    stdout(&["ambiguity", "rfc1630-generic"], "", 0);
    let one = stdout(&["ambiguity", "rfc1630", "user"], "", 1);
    assert_eq!(one, stdout(&["ambiguity", "rfc1630:user"], "", 1));
    assert!(one.contains("in login: hostport, or user hostport"), "{one}");
    // The cause comes first; what only follows from it is listed on request.
    let text = stdout(&["ambiguity", "rfc1738"], "", 1);
    assert!(text.contains("\nin schemepart: *xchar, or ip-schemepart\n  a://a\n  RFC 1738, 3.1: "), "{text}");
    assert!(!text.contains("toplabel") && stdout(&["ambiguity", "rfc1738", "--all"], "", 1).contains("toplabel"));
}

/// Any production of a file may be the entry, and trees that differ in nothing else are two
/// derivations.
#[test]
fn ambiguity_of_structure_in_ones_own() {
    let own = file("structure.abnf", "t = u\nu = %x1 / %x1\nv = *w\nw = 1*%x1\n");
    let text = stdout(&["ambiguity", &format!("{own}:u")], "", 1);
    assert!(
        text.contains("from u: 0 of 1 productions in different places; 1 decision in structure alone\nin u: "),
        "{text}"
    );
    assert!(text.contains(", in structure alone\n"), "{text}");
    let text = stdout(&["ambiguity", &format!("{own}:v")], "", 1);
    assert!(text.contains("from v: 1 of 2 productions in different places\nin v: the end of w\n"), "{text}");
    refused(&["ambiguity", &format!("{own}:x")], "has no production named `x`");
}

#[test]
fn ambiguity_as_published_and_of_ones_own() {
    // As published `gopherurl` cannot be read, and `otherurl` takes all others all the same.
    let text = stdout(&["ambiguity", "--reading", "published", "rfc1738", "otherurl"], "", 1);
    assert!(text.contains("in url: newsurl, or otherurl"), "{text}");
    refused(&["ambiguity", "--reading", "published", "rfc1738", "selector"], "uses `/`, which is not defined");
    // Where nothing is found, and not all was decided, that is no answer.
    let text = stdout(&["ambiguity", "--reading", "published", "uri-1997"], "", 2);
    assert!(text.contains("undecided: digit: `URN-nid` uses"), "{text}");
    let own =
        file("own.bnf", "url = http | other\nhttp = \"http:\" *x\nother = 1*x \":\" *x\nx = \"h\" | \"t\" | \"p\"\n");
    let text = stdout(&["ambiguity", &own, "http"], "", 1);
    assert!(text.contains("http: http:\n  in url: http, or other\n"), "{text}");
    for (args, message) in [
        (vec!["ambiguity", "rfc3986", "reg_name"], "did you mean `reg-name`?"),
        (vec!["ambiguity", "rfc3986", "path"], "path occurs in no string of URI-reference"),
        (vec!["ambiguity", "rfc3986:host", "host"], "name one production"),
        (vec!["ambiguity", "nowhere.bnf"], "nowhere.bnf"),
    ] {
        refused(&args, message);
    }
    let nested = file("nested.bnf", "a = b\nb = \"(\" [ b ] \")\"\n");
    refused(&["ambiguity", &nested, "b"], "its language is not known to be regular");
}

#[test]
fn characters_by_document() {
    let all = json(&["chars", "-g", "all", "~", "--format", "json"], 0);
    let all = all.as_array().unwrap();
    assert_eq!(all.len(), 7 * Grammar::ALL.len());
    let of = |part: &str, grammar: &str| {
        &all.iter().find(|one| one["part"] == part && one["grammar"] == grammar).unwrap()["usage"]
    };
    assert_eq!((of("segment", "rfc1738"), of("segment", "uri-1997")), (&json!("escaped"), &json!("bare")));
    assert_eq!(of("password", "rfc3986"), &json!(null));
    let of_one = |character: &str| stdout(&["chars", "-g", "rfc1738,rfc3986", character], "", 0);
    for same in sampled(["%7E", "%7e", "U+007E", "u+7e"], 4) {
        assert_eq!(of_one(same), of_one("~"), "{same}");
    }
    let one = stdout(&["chars", "space", "--in", "host,query", "--grammar", "rfc3986"], "", 0);
    assert_eq!(one, "space  rfc3986\nhost   escaped\nquery  escaped\n");
    let one = stdout(&["chars", "\u{e9}", "--in", "segment", "--grammar", "rfc1738,rfc3987"], "", 0);
    assert_eq!(one, "é        rfc1738  rfc3987\nsegment  escaped  bare\n");
    // Every character is in exactly one row.
    let rows = stdout(&["chars", "--in", "query"], "", 0);
    assert_eq!(rows.matches('~').count(), 1, "{rows}");
    assert_eq!(
        json(&["chars", "-g", "rfc1738,rfc3986", "--in", "query", "-f", "json"], 0).as_array().unwrap().len(),
        128 * 2
    );
    for (args, message) in [
        (["chars", "ab"], "expected one character"),
        (["chars", "U+110000"], "expected one character"),
        (["chars", "--in=hots"], "did you mean `host`?"),
    ] {
        refused(&args, message);
    }
}

/// `compare` marks a component where the spans of the grammars have different texts, on members and
/// on all short strings. A component that only one document has is not compared; a net_loc is an
/// authority, and a path in a document without hosts contains one.
#[test]
fn compare_marks_components_with_different_spans() {
    use uri_lineage::regular_bnf::{Language, Spans};
    use uri_lineage::{Component, Reading};

    let mut strings: Vec<String> = short_strings("a0:/@?#", 4).collect();
    strings.extend(strings.clone().iter().flat_map(|text| [format!("a:{text}"), format!("ftp://{text}")]));
    for grammar in sampled(Grammar::ALL, 3) {
        for entry in grammar.entry_productions() {
            let language = Language::new(grammar.bnf(Reading::Corrected), entry).unwrap();
            strings.extend(language.members().take(share(100, 10)).chain(language.sample(5).take(share(300, 10))));
        }
    }
    strings.retain(|text| !text.is_empty() && !text.contains(['\n', '\r']));
    strings.sort();
    strings.dedup();
    // Each of the 78 pairs of grammars compares them.
    let sample = strings.iter().step_by(if tries_everything() { 8 } else { 60 });
    let list = file("readings.txt", &sample.map(|text| format!("{text}\n")).collect::<String>());
    let spans: Vec<[Spans; 7]> = Grammar::ALL.iter().map(|grammar| grammar.spans(Component::ALL).unwrap()).collect();
    for grammar in Grammar::all() {
        for component in Component::ALL {
            assert_eq!(
                grammar.has(component),
                spans[grammar as usize][component as usize].exists(),
                "{grammar} {component}"
            );
        }
    }
    let span = |grammar: Grammar, component: Component, url: &str| {
        let span = spans[grammar as usize][component as usize].in_string(url).ok()?;
        Some(span.unwrap_or_default())
    };
    // The slash in front of a path may belong to it or not.
    let same = |component: Component, url: &str, [ours, theirs]: [&Range<usize>; 2]| {
        let is_path = component == Component::Path;
        let is_empty = |span: &Range<usize>| span.is_empty() || is_path && &url[span.clone()] == "/";
        let behind_slash = |longer: &Range<usize>, shorter: &Range<usize>| {
            is_path && url[longer.clone()].starts_with('/') && (longer.start + 1..longer.end) == *shorter
        };
        is_empty(ours) && is_empty(theirs) || ours == theirs || behind_slash(ours, theirs) || behind_slash(theirs, ours)
    };
    let (mut marked, mut alike) = (0, 0);
    for (at, left) in Grammar::all().enumerate() {
        for right in Grammar::all().skip(at + 1).take(at_most(1)) {
            let grammars = format!("{left},{right}");
            let output = run(&["compare", "--grammar", &grammars, "--format", "jsonl", "--file", &list], "").stdout;
            for line in String::from_utf8(output).unwrap().lines() {
                let record: Value = serde_json::from_str(line).unwrap();
                let url = record["uri"].as_str().unwrap();
                for component in Component::ALL {
                    let [ours, theirs] = [left, right].map(|grammar| span(grammar, component, url));
                    let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
                    let both = left.has(component) && right.has(component);
                    // What a document does not divide.
                    let whole = |grammar: Grammar| match component {
                        Component::Host => !grammar.has(Component::User) && !grammar.has(Component::Port),
                        Component::Path => {
                            let path = span(grammar, component, url).unwrap();
                            !grammar.has(Component::Host) && url[path].starts_with("//")
                        }
                        _ => false,
                    };
                    if whole(left) != whole(right) {
                        continue;
                    }
                    let mark = record["differing"].as_array().unwrap().contains(&json!(component.name()));
                    // The URL Standard may read an address where the other reads a name.
                    let is_name = component == Component::Host
                        && right == Grammar::Whatwg
                        && !record["address"].is_null()
                        && json!(left.ipv4_address(&url[ours.clone()])) != record["address"];
                    let differs = !same(component, url, [&ours, &theirs]) || is_name;
                    assert_eq!(mark, both && differs, "{grammars} {component}: {url}");
                    *(if mark { &mut marked } else { &mut alike }) += 1;
                }
            }
        }
    }
    if !tries_everything() {
        assert!(marked > 20 && alike > 2_000, "{marked} {alike}");
    }
    let star = stdout(&["compare", "--grammar", "rfc1738,rfc3986", "a://0"], "", 1);
    assert!(star.contains("*  host"), "{star}");
}

/// A filter of one's own with a wildcard, which has no port: no URL with a port is read alike.
#[test]
fn a_wildcard_reads_no_components() {
    let pattern = "https?://(?<host>[^/:@]+)(?:[:/].*)?";
    let args = ["agree", "rfc3986", "--regex", pattern, "--component", "host,port", "--format", "regex"];
    let agreed = Language::matching(&format!("^(?:{})$", stdout(&args, "", 0).trim_end())).unwrap();
    assert!(agreed.contains("http://a/") && agreed.contains("http://a:") && !agreed.contains("http://a:80"));
    let own = file("wildcard.regex", pattern);
    let grammars = format!("rfc3986,{own}");
    let checked = stdout(&["check", "-g", &grammars, "--agree", "port", "--url", "http://a:80/"], "", 0);
    assert!(checked.contains("port read differently: 80 by rfc3986; none by"), "{checked}");
    let python = |one: &str, other: &str, component: &str, code| {
        let patterns = ["--regex", one, "--regex", other, "--flavour", "python"];
        stdout(&[&["differential", "--all", "--component", component][..], &patterns].concat(), "", code)
    };
    assert!(python("(?P<host>a+)", "(?P<host>)(?P<path>[^b]*)", "host", 1).starts_with("host: 1 cause\n"));
    assert!(python("(?P<host>a+).*", "(?P<host>a+)[^b]*", "user", 0).starts_with("read alike"));
}
