//! Relative references, by the documents' own examples.

use std::borrow::Cow;

use crate::common::{assert_snapshot, sampled, short_strings};
use uri_lineage::Grammar::{
    self, Rfc1630, Rfc1630Generic, Rfc1738, Rfc1808, Rfc2396, Rfc2732, Rfc3986, Rfc3987, Uri1997, UrlDraft02,
    UrlDraft03,
};
use uri_lineage::resolve::{LeadingDots, Options, Resolution, ResolveError, Target};
use uri_lineage::{Component, Value, Warning};

const BASE: &str = "http://a/b/c/d;p?q";

fn with(grammar: Grammar, base: &str, reference: &str, options: Options) -> String {
    match grammar.resolve(base, reference, options) {
        Ok(found) => match found.target {
            Target::Url(url) => url,
            same @ Target::SameDocument { .. } => format!("(current document){same}"),
        },
        Err(error) => format!("error: {error}"),
    }
}

fn plain(grammar: Grammar, base: &str, reference: &str) -> String {
    with(grammar, base, reference, Options::default())
}

/// RFC 1630, "Partial (relative) form", Examples: in two contexts with "exactly the same" results.
#[test]
fn rfc1630_examples() {
    let examples = [
        ("g", "magic://a/b/c//d/e/g"),
        ("/g", "magic://a/g"),
        ("//g", "magic://g"),
        ("../g", "magic://a/b/c//d/g"),
        ("g:h", "g:h"),
    ];
    for grammar in [Rfc1630, Rfc1630Generic] {
        for base in ["magic://a/b/c//d/e/f", "magic://a/b/c//d/e/"] {
            for (reference, result) in examples {
                assert_eq!(plain(grammar, base, reference), result, "{reference} in {base}");
            }
        }
    }
}

/// The wording asks that no longer run of slashes follow, and gives another result for one of the
/// five examples.
#[test]
fn rfc1630_wording() {
    let wording = Options { wording: true, ..Options::default() };
    let base = "magic://a/b/c//d/e/f";
    assert_eq!(with(Rfc1630, base, "/g", wording), "magic://a/b/c//d/g");
    for reference in ["g", "//g", "../g", "g:h"] {
        assert_eq!(with(Rfc1630, base, reference, wording), plain(Rfc1630, base, reference));
    }
}

/// "all occurrences of "xxx/../" or "/." are recursively removed, where xxx, ".." and "." are
/// complete path elements".
#[test]
fn rfc1630_removals() {
    let resolved = |reference| plain(Rfc1630Generic, "magic://a/b/c/d", reference);
    assert_eq!(resolved("x/../../g"), "magic://a/b/g");
    assert_eq!(resolved("x/./g"), "magic://a/b/c/x/g");
    assert_eq!(resolved("."), "magic://a/b/c");
    assert_eq!(resolved("..g/.h"), "magic://a/b/c/..g/.h");
    assert_eq!(resolved("../../../../g"), "magic://a/../../g");
    // Search and fragment are no path; the grammar has no slashes in them.
    let refused = "error: the steps result in `magic://a/b/c/g?x/../y#z/./w`, which the grammar refuses: ";
    assert!(resolved("g?x/../y#z/./w").starts_with(refused));
    assert_eq!(plain(Rfc1630, "http://a/b?c+d", "g"), "http://a/g");
    assert_eq!(
        resolved("///g"),
        "error: the reference begins with 3 slashes, but the base has no run of exactly that many"
    );
    assert_eq!(
        plain(Rfc1630Generic, "magic:a", "/g"),
        "error: the reference begins with 1 slash, but the base has no run of exactly that many"
    );
}

/// Draft 02, section 1.2.
#[test]
fn draft02_partial_form() {
    let resolved = |reference| plain(UrlDraft02, "http://a:80/b/c/d", reference);
    assert_eq!(resolved("g"), "http://a:80/b/c/g");
    assert_eq!(resolved("/g"), "http://a:80/g");
    assert_eq!(resolved("//h:81/g"), "http://h:81/g");
    assert_eq!(resolved("../g"), "http://a:80/b/g");
    assert_eq!(resolved(".."), "http://a:80/b/");
    assert_eq!(resolved("./g"), "http://a:80/b/c/g");
    assert_eq!(resolved("ftp://x/y"), "ftp://x/y");
    // A colon after a slash makes no full form.
    assert_eq!(resolved("e/x:y"), "http://a:80/b/c/e/x:y");
    // To the letter, `xxx/..` goes and the slash after it stays.
    let wording = Options { wording: true, ..Options::default() };
    assert_eq!(with(UrlDraft02, "http://a:80/b/c/d", "../g", wording), "http://a:80/b//g");
}

/// The URL draft of 1997, Appendix C.1.
#[test]
fn uri1997_normal_examples() {
    for (reference, result) in [
        ("g:h", "g:h"),
        ("g", "http://a/b/c/g"),
        ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g"),
        ("?y", "http://a/b/c/?y"),
        ("g?y", "http://a/b/c/g?y"),
        ("#s", "(current document)#s"),
        ("g#s", "http://a/b/c/g#s"),
        ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"),
        ("..", "http://a/b/"),
        ("../", "http://a/b/"),
        ("../g", "http://a/b/g"),
        ("../..", "http://a/"),
        ("../../", "http://a/"),
        ("../../g", "http://a/g"),
    ] {
        assert_eq!(plain(Uri1997, BASE, reference), result, "{reference}");
    }
}

/// Appendix C.2.
#[test]
fn uri1997_abnormal_examples() {
    for (reference, result) in [
        ("", "(current document)"),
        ("../../../g", "http://a/../g"),
        ("../../../../g", "http://a/../../g"),
        ("/./g", "http://a/./g"),
        ("/../g", "http://a/../g"),
        ("g.", "http://a/b/c/g."),
        (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."),
        ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"),
        // The document shows `http://a/b/c/g?y/x` and `http://a/b/c/x`; the algorithm sets the
        // query aside first.
        ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"),
        ("http:g", "http:g"),
        ("http:", "http:"),
    ] {
        assert_eq!(plain(Uri1997, BASE, reference), result, "{reference}");
    }
}

/// Step 6 g leaves a choice.
#[test]
fn uri1997_leading_dots() {
    let leading = |leading, reference| with(Uri1997, BASE, reference, Options { leading, ..Options::default() });
    for reference in ["../../../g", "../../../../g"] {
        assert_eq!(leading(LeadingDots::Remove, reference), "http://a/g");
        assert!(leading(LeadingDots::Refuse, reference).starts_with("error: the path still begins with `..`"));
    }
    assert_eq!(leading(LeadingDots::Remove, "../../.."), "http://a/");
    assert_eq!(leading(LeadingDots::Remove, "../../../..g"), "http://a/..g");
    assert_eq!(leading(LeadingDots::Refuse, "../../g"), "http://a/g");
}

/// A base without a path: the algorithm puts no slash between host and reference.
#[test]
fn uri1997_base_without_path() {
    assert_eq!(plain(Uri1997, "http://h", "g"), "http://hg");
    assert_eq!(plain(Uri1997, "http://h", "/g"), "http://h/g");
    assert_eq!(plain(Uri1997, "mailto:a@b", "c"), "mailto:c");
}

/// Every example of RFC 1808 (5.1, 5.2), RFC 2396 (C.1, C.2), which is RFC 2732's too, and RFC 3986
/// (5.4.1, 5.4.2).
#[test]
fn the_examples_since_1995() {
    for line in include_str!("../data/resolution.tsv").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, base, reference, result] = fields[..] else { panic!("{line}") };
        let grammar: Grammar = id.parse().unwrap();
        for grammar in [Some(grammar), (grammar == Rfc2396).then_some(Rfc2732)].into_iter().flatten() {
            assert_eq!(plain(grammar, base, reference), result, "{grammar} {reference}");
            // The way back.
            let Ok(short) = grammar.relative(base, result) else { continue };
            assert!(short.len() <= result.len());
            let same = plain(grammar, base, &short);
            assert!(same == result || same == "(current document)" && base == result, "{grammar} {result} {short}");
        }
    }
}

/// RFC 2396, section 5.2, step 3, and RFC 3986, section 5.2.2: `http:g` "for backward
/// compatibility".
#[test]
fn backward_compatible() {
    let options = Options { backward_compatible: true, ..Options::default() };
    for grammar in [Uri1997, Rfc2396, Rfc2732, Rfc3986] {
        assert_eq!(with(grammar, BASE, "http:g", options), "http://a/b/c/g", "{grammar}");
        assert_eq!(with(grammar, BASE, "https:g", options), "https:g", "{grammar}");
        assert_eq!(with(grammar, BASE, "http://h/g", options), "http://h/g", "{grammar}");
    }
    assert_eq!(with(Rfc3986, BASE, "http:?y", options), "http://a/b/c/d;p?y");
    // Only where "the scheme is known to always use the <hier_part> syntax".
    for grammar in [Rfc2396, Rfc2732] {
        assert_eq!(with(grammar, "mailto:a@b", "mailto:c@d", options), "mailto:c@d", "{grammar}");
    }
}

/// What RFC 3986 changed: dot segments never stay, a path may be missing, and a base may have a
/// fragment.
#[test]
fn rfc_3986_and_those_before() {
    assert_eq!(plain(Rfc2396, BASE, "?y"), "http://a/b/c/?y");
    assert_eq!(plain(Rfc3986, BASE, "?y"), "http://a/b/c/d;p?y");
    assert_eq!(plain(Rfc1808, BASE, "?y"), "http://a/b/c/d;p?y");
    assert_eq!(plain(Rfc2396, "http://h", "g"), "http://hg");
    assert_eq!(plain(Rfc3986, "http://h", "g"), "http://h/g");
    assert_eq!(plain(Rfc3986, "http://h/a#b", ""), "http://h/a");
    assert_eq!(plain(Rfc3986, BASE, "http://x/a/../b"), "http://x/b");
    assert_eq!(plain(Rfc3986, "mailto:a@b", "c"), "mailto:c");
    // Two slashes that a removal leaves are an authority: the algorithm decides.
    assert_eq!(plain(Rfc3986, "x:/a", ".//b"), "x://b");
    assert_eq!(
        Rfc3986.relative(BASE, "http://a/b/../c").unwrap_err().to_string(),
        "no reference resolves to the target: it is not an absolute URL, or it has dot segments"
    );
    // An empty net_loc is none (RFC 1808, step 3); since RFC 2396 it is one.
    assert_eq!(plain(Rfc1808, BASE, "///g"), "http://a/g");
    assert_eq!(plain(Rfc2396, BASE, "///g"), "http:///g");
}

#[test]
fn invalid_bases_and_references_are_errors() {
    assert_eq!(Rfc1738.resolve(BASE, "g", Options::default()), Err(ResolveError::Undefined(Rfc1738)));
    assert_eq!(plain(UrlDraft03, BASE, "g"), "error: url-draft-03 does not define relative references");
    assert_eq!(plain(Uri1997, "b/c", "g"), "error: invalid base URL: it has no scheme");
    assert_eq!(plain(Uri1997, "", "g"), "error: invalid base URL: it has no scheme");
    assert_eq!(plain(Uri1997, "http://a#b", "g"), "error: invalid base URL: it has a fragment");
    assert_eq!(plain(Uri1997, "urn:a:b", "g"), "error: invalid base URL: it is a URN");
    assert!(
        plain(Uri1997, "http://a/ b", "g").starts_with("error: invalid base URL: uri-1997: `absoluteURL` refuses ' '")
    );
    assert!(plain(Uri1997, BASE, "^").starts_with("error: invalid reference: "));
    assert!(plain(Rfc1630, "b/c", "g").starts_with("error: invalid base URL: "));
}

/// RFC 2396, section 3: "considered opaque"; what is absolute or the current document needs no
/// base.
#[test]
fn an_opaque_base() {
    for grammar in [Rfc2396, Rfc2732] {
        for reference in [".", "g", "/g", "//h/g", "?q"] {
            for base in ["mailto:a@b", "gV:*"] {
                let opaque = "error: invalid base URL: it is opaque: no slash follows its scheme";
                assert_eq!(plain(grammar, base, reference), opaque, "{grammar} {base} {reference}");
            }
        }
        assert_eq!(plain(grammar, "mailto:a@b", "http://h/"), "http://h/");
        assert_eq!(plain(grammar, "mailto:a@b", "#s"), "(current document)#s");
        assert_eq!(grammar.relative("mailto:a@b", "mailto:c").unwrap(), "mailto:c");
    }
    // No URI is opaque in these.
    for grammar in [Rfc1808, Uri1997, Rfc3986] {
        assert_eq!(plain(grammar, "mailto:a@b", "."), "mailto:", "{grammar}");
    }
}

/// What the steps give is a URL of the document, or an error says that it is none.
#[test]
fn a_result_that_the_grammar_refuses_is_an_error() {
    let refused = |grammar, base, reference| match Grammar::resolve(grammar, base, reference, Options::default()) {
        Err(ResolveError::Refused { result, .. }) => result,
        other => panic!("{grammar} {base} {reference}: {other:?}"),
    };
    assert_eq!(refused(Rfc1630, "http://a/b", "?q=1"), "http://a/?q=1");
    assert_eq!(refused(Rfc1630, "http://a/b", "a b.html"), "http://a/a b.html");
    assert_eq!(refused(Rfc3986, "x:/a", ".//b:c"), "x://b:c");
    for grammar in [UrlDraft02, Rfc1630, Rfc1630Generic, Rfc1808, Uri1997, Rfc2396, Rfc2732, Rfc3986] {
        // RFC 1630 has two grammars.
        let both = [Rfc1630, Rfc1630Generic];
        let accepts = |url: &str| {
            if both.contains(&grammar) {
                both.into_iter().any(|grammar| grammar.accepts(url))
            } else {
                grammar.accepts(url)
            }
        };
        for base in ["x:/a/b", "http://h/a/b", "x://h", "x:", "x:d", "ftp://u@h:1/a"] {
            for reference in sampled(short_strings("a./:?=% ", 4), 5) {
                let found = grammar.resolve(base, &reference, Options::default());
                if let Ok(Resolution { target: Target::Url(url), .. }) = found {
                    assert!(accepts(&url), "{grammar} {base} {reference}: {url}");
                }
            }
        }
    }
}

/// RFC 3986, section 3.3: "If a URI does not contain an authority component, then the path cannot
/// begin with two slash characters".
#[test]
fn a_path_that_becomes_an_authority() {
    for grammar in [UrlDraft02, Rfc1630Generic, Rfc1808, Uri1997, Rfc2396, Rfc2732, Rfc3986] {
        let found = grammar.resolve("x:/a/b", "..//evil/", Options::default()).unwrap();
        assert_eq!(found.target, Target::Url("x://evil/".into()), "{grammar}");
        assert_eq!(found.warning, Some(Warning::PathAsAuthority), "{grammar}");
        let section = (grammar == Rfc3986).then_some("3.3");
        assert_eq!(Warning::PathAsAuthority.section(grammar), section, "{grammar}");
        for (base, reference) in [("x:/a/b", "../evil/"), ("x://h/a/b", "..//evil/"), ("x://h/b", "//evil/")] {
            let found = grammar.resolve(base, reference, Options::default()).unwrap();
            assert_eq!(found.warning, None, "{grammar} {base} {reference}");
        }
        // Since RFC 3986 a slash separates the path from an authority.
        let found = grammar.resolve("x://h", ".evil/", Options::default());
        let joined = found.is_ok_and(|found| found.warning == Some(Warning::PathAsAuthority));
        assert_eq!(joined, [Rfc1808, Uri1997, Rfc2396, Rfc2732].contains(&grammar), "{grammar}");
        assert!(grammar.relative("x://h", "x://h.evil/").is_ok_and(|short| short != ".evil/"), "{grammar}");
        // RFC 1630 looks for two slashes in the base.
        let short = if grammar == Rfc1630Generic { "x://evil/" } else { "//evil/" };
        assert_eq!(grammar.relative("x:/a/b", "x://evil/").unwrap(), short, "{grammar}");
    }
}

/// A user, a host and a port, as a grammar reads them in a text.
fn authority(grammar: Grammar, text: &str) -> [Option<String>; 3] {
    let value = grammar.parse_value(text).unwrap();
    let components = value.components();
    let of = |component| components.get(component).map(Cow::into_owned);
    [Component::User, Component::Host, Component::Port].map(of)
}

/// There is a warning exactly where the result has another authority than the reference, or the
/// base if the reference has none.
#[test]
fn a_warning_tells_that_the_authority_has_changed() {
    let (mut warned, mut silent) = (0, 0);
    for grammar in [Rfc1808, Uri1997, Rfc2396, Rfc2732, Rfc3986, Rfc3987] {
        for base in ["http://h", "http://h/", "http://h/a/b", "http://u@h:1", "x:/a/b"] {
            for reference in sampled(short_strings("a./?;@", 5).chain(short_strings("a:/#@", 4)), 7) {
                let Ok(found) = grammar.resolve(base, &reference, Options::default()) else { continue };
                let Target::Url(url) = &found.target else { continue };
                // A query alone is no reference of RFC 2396, and has no authority.
                let of_reference =
                    if grammar.accepts(&reference) { authority(grammar, &reference) } else { Default::default() };
                let scheme = |value: Value<'_>| value.components().get(Component::Scheme).is_some();
                let is_absolute = grammar.parse_value(&reference).is_ok_and(scheme);
                let found_authority = authority(grammar, url);
                // In RFC 1808 an empty net_loc is an absent one.
                let is_empty = |authority: &[Option<String>; 3]| authority[1].as_deref() == Some("");
                if grammar == Rfc1808 && is_empty(&found_authority) {
                    continue;
                }
                let has_authority = reference.starts_with("//") && !(grammar == Rfc1808 && is_empty(&of_reference));
                let expected = if has_authority || is_absolute { of_reference } else { authority(grammar, base) };
                let has_changed = found_authority != expected;
                assert_eq!(found.warning.is_some(), has_changed, "{grammar} {base} {reference} {url}");
                *(if has_changed { &mut warned } else { &mut silent }) += 1;
            }
        }
    }
    assert!(warned > 100 && silent > 1_000, "{warned} {silent}");
    let found = Rfc1808.resolve("http://h", "?@evil/", Options::default()).unwrap();
    assert_eq!((found.target.to_string().as_str(), found.warning.is_some()), ("http://h?@evil/", true));
}

/// The way back ends where it began, and no path becomes an authority on it.
#[test]
fn the_relative_reference_resolves() {
    let bases = ["x:/a/b", "x://h/a/b", "x://h", "x:a", "x:", "x:///a/b", "http://h/a/b?q", "x:/", "x:/a/b;p"];
    for grammar in [UrlDraft02, Rfc1630, Rfc1630Generic, Rfc1808, Uri1997, Rfc2396, Rfc2732, Rfc3986] {
        for base in bases.into_iter().filter(|base| grammar.base(base).is_ok()) {
            for rest in sampled(short_strings("ah./:", 5).chain(short_strings("a/;?#", 4)), 23) {
                for scheme in ["x:", "x://h/", "http://h/a/"] {
                    let target = format!("{scheme}{rest}");
                    let Ok(short) = grammar.relative(base, &target) else { continue };
                    let found = grammar.resolve(base, &short, Options::default()).unwrap();
                    assert_eq!(found.warning, None, "{grammar} {base} {target} {short}");
                    let same = match &found.target {
                        Target::Url(url) => *url == target,
                        Target::SameDocument { fragment: None } => base == target,
                        Target::SameDocument { fragment: Some(fragment) } => format!("{base}#{fragment}") == target,
                    };
                    assert!(same, "{grammar} {base} {target} {short}");
                }
            }
        }
    }
}

/// The steps bear the document's numbers.
#[test]
fn steps_have_the_numbers_of_the_document() {
    let found = Uri1997.resolve(BASE, "../g?y", Options { steps: true, ..Options::default() }).unwrap();
    let steps: Vec<_> = found.steps.iter().map(|step| format!("{}\n    {}", step.rule, step.result)).collect();
    assert_snapshot("resolve_steps", &steps.join("\n"));
}

/// No shorter reference resolves to the target: all short ones are tried.
#[test]
fn the_relative_reference_is_the_shortest() {
    for grammar in [Uri1997, UrlDraft02, Rfc1630Generic, Rfc1808, Rfc2396, Rfc2732, Rfc3986] {
        let bases = ["s://h/a/b/c", "s://h/a/", "s:a", "s://h", "s:///a/b", "s:///", "s://h//a", "s:////a/"];
        let others = ["s://h/./b", "s://h/a/../b?.", "s://?h/a/b", "s://;/a?b"];
        // A path without a slash at its beginning, behind a scheme that is longer than two dots and
        // a slash.
        let all_bases = bases.into_iter().chain(others).chain(["schema:a/b", "schema:a/b/", "schema:a"]);
        for base in sampled(all_bases, 4) {
            if !grammar.production(grammar.entry_productions()[0]).unwrap().accepts(base)
                && grammar.parse(base).is_err()
            {
                continue;
            }
            let mut shortest: std::collections::HashMap<String, String> = std::collections::HashMap::new();
            for reference in short_strings("a./?:", 5).chain(short_strings("b.;?#", 4)) {
                let found = grammar.resolve(base, &reference, Options::default());
                // Another one is found to a path that has become an authority.
                if let Ok(Resolution { target: Target::Url(url), warning: None, .. }) = found {
                    let known = shortest.entry(url).or_insert_with(|| reference.clone());
                    if reference.len() < known.len() {
                        *known = reference;
                    }
                }
            }
            for (target, reference) in shortest {
                let found = match grammar.relative(base, &target) {
                    Ok(found) => found,
                    // In RFC 3986 the target of a reference is a URL. In other documents it need
                    // not be one.
                    Err(error) if grammar == Rfc3986 => panic!("{base} {target} {reference}: {error}"),
                    Err(_) => continue,
                };
                assert!(found.len() <= reference.len(), "{grammar} {base} {target}: {found} {reference}");
            }
        }
    }
}

/// Many segments take time in proportion.
#[test]
fn long_references_are_resolved() {
    let base = format!("http://a/{}", "b/".repeat(100_000));
    let reference = "../".repeat(100_000);
    assert_eq!(plain(Uri1997, &base, &reference), "http://a/");
    assert_eq!(plain(Rfc1630, &base, &reference), "http://a/");
    assert_eq!(plain(Rfc1808, &base, &reference), "http://a/");
    assert_eq!(plain(Rfc3986, &base, &reference), "http://a/");
    assert_eq!(Uri1997.relative(&base, "http://a/").unwrap(), "/");
    assert_eq!(Uri1997.relative("file:///etc/motd", "file:///x/y").unwrap(), "/x/y");
}
