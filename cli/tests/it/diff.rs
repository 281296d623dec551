//! `diff`: two productions and two grammars, their causes, and what the documents say of them.

use serde_json::{Value, json};

use crate::common::{assert_snapshot, file, json, refused, run, stdout};

/// What the drafts of 1997 say of the dot behind a domain name.
const DOT: &str = "and may be followed by a single \".\" if it is necessary to distinguish between the complete domain \
                   name and any local domain.";

#[test]
fn two_productions_are_compared() {
    assert_eq!(
        json(&["diff", "--brief", "--format", "json", "rfc1738:hostname", "uri-1997:hostname"], 1),
        json!({"left": "rfc1738:hostname", "right": "uri-1997:hostname", "relation": "narrower",
               "left_only": null, "right_only": "a.", "both": "a"})
    );
    // Every cause, with the place in its witness.
    let diff = json(&["diff", "--format", "json", "rfc1738:hostname", "uri-1997:hostname"], 1);
    assert_eq!(
        diff["divergences"],
        json!([{"side": "right", "kind": "required", "left_production": "domainlabel", "right_production": "domainlabel",
                "also": [], "accepting": null, "refusing": "toplabel", "whole": false, "parts": [], "required": [], "characters": ["the end"], "offset": 2,
                "witness": "a.",
                "left_derivation": ["hostname", "toplabel"], "right_derivation": ["hostname"],
                "mentions": [{"document": "draft-fielding-uri-syntax-01 and draft-fielding-url-syntax-03", "section": "URL draft, 3.3.1",
                              "quotation": DOT, "says": diff["divergences"][0]["mentions"][0]["says"]}],
                "silent": false}])
    );
    assert_eq!(json(&["diff", "--format", "json", "rfc3986:port", "rfc2396:port"], 0)["divergences"], json!([]));
    let text = stdout(&["diff", "rfc1738:hostname", "uri-1997:hostname"], "", 1);
    let cause = format!(
        "rfc1738:hostname is narrower than uri-1997:hostname\n  both: a\n  uri-1997:hostname also accepts an end \
         without toplabel\n    | a.\n    |   ^\n    in hostname > toplabel, hostname\n    \
         draft-fielding-uri-syntax-01 and draft-fielding-url-syntax-03, URL draft, 3.3.1: \"{DOT}\"\n"
    );
    let others = "  the documents also mention changes that no cause above shows:\n    productions of classes of \
                  characters were renamed\n      draft-fielding-uri-syntax-01";
    assert!(text.starts_with(&format!("{cause}{others}")), "{text}");
    assert_eq!(json(&["diff", "--format", "json", "rfc1630:url", "url-draft-03:url"], 0)["relation"], "equal");
    // The subject is the later document, on whichever side it is.
    let earlier = stdout(&["diff", "uri-1997:hostname", "rfc1738:hostname"], "", 1);
    assert!(earlier.contains("uri-1997:hostname also accepts an end without toplabel"), "{earlier}");
    let lost = stdout(&["diff", "rfc1738:scheme", "rfc3986:scheme"], "", 1);
    assert!(
        lost.contains("rfc3986:scheme no longer accepts digit, `+`, `-`, `.` in place of ALPHA in scheme"),
        "{lost}"
    );
    // Parts of one production are one cause, and so is an alternative, wherever the other document
    // lacks it.
    let labels = stdout(&["diff", "rfc2396:host", "rfc3986:host"], "", 1);
    assert!(labels.contains("  7 causes:\n") && labels.contains(" in place of toplabel\n"), "{labels}");
    assert!(labels.contains(" in place of alphanum in domainlabel or toplabel\n"), "{labels}");
    // A number that is too large may still be a password.
    let standard = stdout(&["diff", "rfc3986:URI", "whatwg:URL"], "", 1);
    let limit = "  also changed, though no cause above is in these productions:\n    port: no longer accepts 65536\n";
    assert!(standard.ends_with(limit), "{standard}");
    let lost = stdout(&["diff", "url-draft-02:prefixedurl", "url-draft-03:prefixedurl"], "", 1);
    assert_eq!(lost.matches("no longer accepts generic in url\n").count(), 1, "{lost}");
    // More strings of each cause.
    let many = json(&["diff", "--format", "json", "-n", "3", "rfc2396:host", "rfc3986:host"], 1);
    assert!(many["more"].is_null());
    for cause in many["divergences"].as_array().unwrap() {
        assert_eq!(cause["witnesses"][0].as_str().unwrap().len(), cause["witness"].as_str().unwrap().len(), "{cause}");
    }
    let text = stdout(&["diff", "-n", "3", "rfc2396:host", "rfc3986:host"], "", 1);
    assert!(text.contains("also accepts IP-literal in host\n    | [::]\n    | ^\n    | ["), "{text}");
    let more =
        json(&["diff", "--brief", "--format", "json", "-n", "3", "rfc1738:unreserved", "uri-1997:unreserved"], 1);
    assert_eq!(more["more"], json!({"left_only": ["+"], "right_only": ["~"], "both": ["a", "b", "c"]}));
    let disjoint = stdout(&["diff", "rfc1738:hostname", "rfc1738:hostnumber"], "", 1);
    assert!(disjoint.starts_with("rfc1738:hostname is disjoint from rfc1738:hostnumber\n"), "{disjoint}");
}

#[test]
fn two_grammars_are_compared() {
    assert_snapshot("cli-diff-draft-03-rfc1630", &stdout(&["diff", "url-draft-03", "rfc1630"], "", 1));
    let diff = json(&["diff", "--format", "json", "rfc1630", "rfc1738"], 1);
    let find =
        |left: &str| diff["productions"].as_array().unwrap().iter().find(|p| p["left"] == left).cloned().unwrap();
    assert_eq!(find("rfc1630:httpaddress")["right"], "rfc1738:httpurl");
    assert_eq!(find("rfc1630:extra")["left_only"], "\"");
    assert!(diff["only_right"].as_array().unwrap().contains(&"fileurl".into()));
    assert_eq!(run(&["diff", "rfc1738", "rfc1738"], "").status.code(), Some(0));
    let published = json(&["diff", "--format", "json", "--reading", "published", "rfc1738", "rfc1738"], 1);
    let gopher =
        published["productions"].as_array().unwrap().iter().find(|p| p["left"] == "rfc1738:gopherurl").unwrap();
    assert_eq!(gopher["error"], "`gopherurl` uses `/`, which is not defined");
}

/// A production that the document does not define has no strings, and that is said.
#[test]
fn what_is_undefined_as_printed_is_left_out_of_a_comparison() {
    let published = ["diff", "--reading", "published", "rfc1630:url", "rfc1738:url"];
    let text = stdout(&published, "", 1);
    for production in ["rfc1630:addr-spec", "rfc1630:content-identifier", "rfc1738:/"] {
        let said = format!("  `{production}` is not defined, or only described in words: it has no strings here\n");
        assert!(text.contains(&said), "{text}");
    }
    let found = json(&[&published[..], &["--format", "json"]].concat(), 1);
    assert_eq!(found["undefined"], json!(["rfc1630:addr-spec", "rfc1630:content-identifier", "rfc1738:/"]));
    assert!(json(&["diff", "--format", "json", "rfc1630:url", "rfc1738:url"], 1).get("undefined").is_none());
}

/// What no document prints is neither gone nor added, an equal language is no renaming, and a
/// corrected definition is told from the printed one.
#[test]
fn the_changes_between_two_grammars_are_those_of_what_they_print() {
    let text = stdout(&["diff", "rfc1738", "rfc1808"], "", 1);
    assert!(!text.contains("predefined") && !text.contains("renamed:"), "{text}");
    // RFC 2396 prints `unwise`, too, outside of its grammar, and RFC 2732 says what it changed.
    let text = stdout(&["diff", "rfc2396", "rfc2732"], "", 1);
    assert!(text.contains("added: ipv6reference, IPv6address\n"), "{text}");
    assert!(text.contains("    RFC 2732, 3: \"and remove them from the 'unwise' set:\"\n"), "{text}");
    // The productions of the URL Standard's grammars are of this program.
    let text = stdout(&["diff", "whatwg-valid", "whatwg"], "", 1);
    assert!(!text.contains("renamed:") && !text.contains("added:") && !text.contains("gone:"), "{text}");
    let text = stdout(&["diff", "rfc2396", "rfc3986"], "", 1);
    assert!(text.contains("renamed: rel_path / path-noscheme, rel_segment / segment-nz-nc, escaped / pct-encoded"));
    let text = stdout(&["diff", "rfc1630", "rfc1738"], "", 1);
    let corrected = "    ftpaddress             f t p : / / login / path [ ; t y p e = ftptype ]\n    (corrected: see `explain rfc1630 ftpaddress`; printed is)\n    ftpaddress             f t p : / / login / path [  ftptype ]\n";
    assert!(text.contains(corrected), "{text}");
}

#[test]
fn a_grammar_file_is_compared_with_a_document() {
    let bnf = file("own.bnf", "port = 1*5digit\ndigit = \"0\" | \"1\"\n");
    let diff = json(&["diff", "--format", "json", &format!("{bnf}:port"), "rfc1738:port"], 1);
    assert_eq!((&diff["relation"], &diff["right_only"]), (&"narrower".into(), &"2".into()));
    refused(&["diff", "rfc1738:nonsense", "rfc1738:port"], "rfc1738 has no production named `nonsense`");
    refused(
        &["diff", "rfc1631", "rfc1738"],
        "no grammar is named `rfc1631`; there are url-draft-02, url-draft-03, rfc1630-generic, rfc1630, rfc1738, rfc1808, uri-1997, rfc2396, rfc2732, rfc3986, rfc3987, whatwg-valid, whatwg, rfc9110, rfc4266, rfc2368, rfc6068, rfc5538, rfc4248, rfc4156, rfc4157, rfc8089, rfc8089-user, rfc8089-drive, rfc8089-bar, rfc8089-unc, rfc8089-all, rfc8141, rfc6874; did you mean `rfc1630`?",
    );
    let broken = file("broken.bnf", "port = 1*digit\ndigit = \"0\" |\n");
    refused(&["explain", &broken], &format!("{broken}: line 3, column 1: expected an element"));
    let cycle = file("cycle.bnf", "a = \"(\" a \")\" | \"x\"\n");
    refused(
        &["sample", &cycle],
        &format!(
            "{cycle}:a: the recursion a -> a of `a` is neither only at its end nor only at its beginning: its language is not known to be regular"
        ),
    );
    assert_eq!(run(&["explain", "no/such.bnf"], "").status.code(), Some(2));
}

/// Of whole grammars what changed comes first, and what is equal is left out; JSON says what
/// changed of each.
#[test]
fn changed_productions_come_first() {
    let old = file("old.abnf", "url = host port\nhost = name\nname = *\"a\"\nport = 1*\"0\"\nsame = \"x\"\n");
    let new = file("new.abnf", "url = host port\nhost = name\nname = *\"a\"\nport = *\"0\"\nsame = \"x\"\n");
    let text = stdout(&["diff", &old, &new], "", 1);
    let (first, second) = (text.find("port: narrower").unwrap(), text.find("changed by what they use alone").unwrap());
    assert!(first < second && text[second..].contains("  url: narrower; only"), "{text}");
    assert!(["host", "name", "same"].iter().all(|name| !text.contains(&format!("{name}:"))), "{text}");
    let all = json(&["diff", &old, &new, "--format", "json"], 1);
    let change = |name: &str| {
        let all = all["productions"].as_array().unwrap();
        all.iter().find(|one| one["left"].as_str().unwrap().ends_with(name)).unwrap()["change"].clone()
    };
    assert_eq!((change(":url"), change(":port"), change(":name")), ("inherited".into(), "text".into(), "equal".into()));
}

/// The sentence about a changed bound has the old bound and the new one.
#[test]
fn a_bound_that_changed() {
    let [old, new] = [("bound-old.abnf", "1*4DIGIT"), ("bound-new.abnf", "2*8DIGIT")]
        .map(|(name, port)| file(name, &format!("address = 1*ALPHA \":\" port\nport = {port}\n")));
    let [one, other] = [&old, &new].map(|file| format!("{file}:address"));
    let text = stdout(&["diff", &one, &other], "", 1);
    for (side, object) in [
        (&new, "more repetitions in port: the bound is 8, not 4"),
        (&old, "fewer repetitions in port: the bound is 1, not 2"),
    ] {
        assert!(text.contains(&format!("only {side}:address accepts {object}")), "{text}");
    }
    let all = json(&["diff", &one, &other, "-f", "json"], 1);
    let causes = all["divergences"].as_array().unwrap();
    let bounds = json!([{ "least": 1, "most": 4 }, { "least": 2, "most": 8 }]);
    assert_eq!(causes.len(), 2);
    assert!(causes.iter().all(|cause| cause["kind"] == "bound" && cause["bounds"] == bounds), "{all}");
}

/// What the documents say of a change stands below its cause; what none tells of is marked.
#[test]
fn causes_have_the_words_of_the_documents() {
    let args = ["diff", "rfc2396:URI-reference", "rfc3986:URI-reference"];
    let text = stdout(&args, "", 1);
    let words = "    RFC 3986, D.2: \"The ABNF has been corrected to allow the path component to be empty.\"\n";
    assert!(text.contains(&format!("    | ?\n    | ^\n    in URI-reference > relativeURI > rel_path > rel_segment > escaped, URI-reference > relative-ref\n{words}")), "{text}");
    // In either order, and between documents that are further apart.
    let far = ["diff", "rfc3986:URI", "rfc1738:url"];
    let tilde = stdout(&far, "", 1);
    assert!(tilde.contains("RFC 2396, Appendix G.2: \"The tilde \"~\" character was added"), "{tilde}");
    // The copies of one sentence are one.
    assert_eq!(tilde.matches("RFC 2396, Appendix G.2: \"The tilde").count(), 1, "{tilde}");
    for pair in [args, far, ["diff", "uri-1997:URI-reference", "rfc2396:URI-reference"]] {
        let all = json(&[&pair[..], &["--format", "json"]].concat(), 1);
        let all = all["divergences"].as_array().unwrap();
        let silent: Vec<&Value> = all.iter().filter(|cause| cause["silent"] == true).collect();
        assert!(silent.iter().all(|cause| cause["mentions"] == Value::Array(Vec::new())), "{silent:?}");
        let shown = json(&[&pair[..], &["--silent", "--format", "json"]].concat(), 1);
        assert_eq!(shown["divergences"].as_array().unwrap().iter().collect::<Vec<_>>(), silent);
    }
    // RFC 2396 does not speak of the drafts of 1997.
    let text = stdout(&["diff", "--silent", "uri-1997:relativeURL", "rfc2396:relativeURI"], "", 1);
    assert!(text.contains("no document says that this changed"), "{text}");
    let error = run(&["diff", "--silent", "rfc3986:port", "--regex", "[0-9]+"], "");
    let error = String::from_utf8(error.stderr).unwrap();
    assert!(error.contains("--silent needs two documents of this program"), "{error}");
    for option in [&["--silent"][..], &["--by", "component"]] {
        let args = [&["diff", "rfc2396", "rfc3986"], option].concat();
        let error =
            "--silent and --by select causes, which only two productions have: expected rfc3986:URI, for example";
        refused(&args, error);
    }
}

#[test]
fn causes_are_put_together_by_level() {
    let all = json(&["diff", "rfc1738:url", "rfc3986:URI", "--format", "json"], 1);
    let count = |value: &Value| value["divergences"].as_array().unwrap().len();
    for level in ["component", "production"] {
        let by = json(&["diff", "--by", level, "rfc1738:url", "rfc3986:URI", "--format", "json"], 1);
        assert_eq!(count(&by), count(&all));
        let names: Vec<&str> =
            by["divergences"].as_array().unwrap().iter().map(|cause| cause["level"].as_str().unwrap()).collect();
        // Each level stands once.
        let mut seen = std::collections::HashSet::new();
        assert!(names.chunk_by(|left, right| left == right).all(|run| seen.insert(run[0])), "{names:?}");
    }
    let text = stdout(&["diff", "--by", "component", "rfc1738:url", "rfc3986:URI"], "", 1);
    for component in ["scheme (", "host (", "path ("] {
        assert!(text.contains(&format!("\n  {component}")), "{component}: {text}");
    }
}
