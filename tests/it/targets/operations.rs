//! Conversion, requests, resolution, composition.

use uri_lineage::classifier::Classifier;
use uri_lineage::compose::Parts;
use uri_lineage::convert::{ConvertError, convert};
use uri_lineage::equivalence::Equivalence;
use uri_lineage::request::Request;
use uri_lineage::resolve::{Options, Resolution, Target};
use uri_lineage::{DocumentGrammar, Generation, Grammar};

use super::input;

/// A URL as a grammar reads it, written for another.
fn written(from: Grammar, url: &str, to: Grammar) -> Result<String, ConvertError> {
    convert(&from.parse(url)?, to)
}

/// What is converted, the target accepts; converted again it stays; and it comes back with the same
/// normal form.
pub fn conversion(bytes: &[u8]) {
    let input = &*input(bytes);
    for from in Grammar::all() {
        if from.parse(input).is_err() {
            continue;
        }
        for to in Grammar::all() {
            let Ok(text) = written(from, input, to) else { continue };
            assert!(to.parse(&text).is_ok(), "{from} to {to}: {input:?} {text:?}");
            assert_eq!(written(to, &text, to).as_ref(), Ok(&text), "{from} to {to}: {input:?}");
            let requests = [from.request(input), to.request(&text)];
            if let [Ok(one), Ok(other)] = requests {
                assert_eq!(
                    std::mem::discriminant(&one),
                    std::mem::discriminant(&other),
                    "{from} to {to}: {input:?} {text:?}"
                );
                assert_eq!(server(&one), server(&other), "{from} to {to}: {input:?} {text:?}");
            }
            // There and back again nothing is lost but a prefix; in the first generation a space of
            // a search may come back as the plus sign between words, and an opaque URL of the
            // scheme `urn` may be a URN then.
            let begins = |prefix: &str| input.get(..prefix.len()).is_some_and(|text| text.eq_ignore_ascii_case(prefix));
            let another = begins("url:") || begins("urn:");
            if !another && let Ok(back) = written(to, &text, from) {
                let same = |left: &str, right: &str| {
                    from.same(left, right).is_ok_and(|found| found != Equivalence::Different { reserved: false })
                };
                let words = |url: &str| match url.split_once('?') {
                    Some((before, search)) => format!("{before}?{}", search.replace("%20", "+").replace(' ', "+")),
                    None => url.to_owned(),
                };
                let (left, right) = (words(input), words(&back));
                let as_words = from.generation() == Generation::First && (left == right || same(&left, &right));
                // To RFC 1738, the letters of a scheme are small ones (section 2.1).
                let small_scheme = |url: &str| match url.split_once(':') {
                    Some((scheme, after)) => [&scheme.to_ascii_lowercase(), ":", after].concat(),
                    None => url.to_owned(),
                };
                let is_same_scheme = to == Grammar::Rfc1738 && same(&small_scheme(input), &small_scheme(&back));
                let lost = !same(input, &back) && !as_words && !is_same_scheme;
                assert!(!lost, "{from} to {to}: {input:?} {text:?} {back:?}");
            }
        }
    }
}

fn server(request: &Request) -> Option<String> {
    let json = format!("{request:?}");
    json.find("Server").map(|at| json[at..].split('}').next().unwrap_or_default().to_owned())
}

/// No line of a request holds an octet that would end it.
pub fn requests(bytes: &[u8]) {
    let input = &*input(bytes);
    let url = Classifier::get().classify(input);
    for document in DocumentGrammar::all() {
        let request = match document {
            DocumentGrammar::Grammar(grammar) => {
                let request = grammar.request(input);
                assert_eq!(url.request(grammar), request, "{grammar} {input:?}");
                request
            }
            DocumentGrammar::Scheme(document) => document.request(input),
        };
        let Ok(request) = request else { continue };
        let sent = match &request {
            Request::Gopher { sends, .. } => {
                // The line ends of a form are the protocol's own.
                let text = sends.as_bytes().strip_suffix(b"\r\n").expect("a line");
                if !text.windows(9).any(|lines| lines == b"\t1\r\n+-1\r\n") {
                    assert!(!text.iter().any(|octet| b"\r\n\0".contains(octet)), "{document} {input:?}");
                }
                assert!(!text.contains(&0));
                continue;
            }
            Request::Http { path, proxy, .. } => vec![path.clone(), proxy.clone()],
            Request::News { commands, .. } | Request::Nntp { commands, .. } => commands.clone(),
            Request::Mailto { to, fields, body } => {
                // A line of a body may have a tab.
                assert!(body.iter().all(|line| !line.as_bytes().iter().any(|octet| b"\r\n\0".contains(octet))));
                fields.iter().flat_map(|(name, value)| [name, value]).chain(to).cloned().collect()
            }
            _ => continue,
        };
        for line in sent {
            assert!(!line.as_bytes().iter().any(|octet| b"\r\n\0\t".contains(octet)), "{document} {input:?}");
        }
    }
}

/// The shortest reference resolves to its target, and references of any kind resolve or are errors.
pub fn references(bytes: &[u8]) {
    let (left, right) = bytes.split_at(bytes.len() / 2);
    let (base, reference) = (&*input(left), &*input(right));
    // RFC 1808, 2.4.1 to 2.4.5: an empty component and an absent one are both empty.
    let resolve = |reference: &str| Some(Grammar::Rfc1808.resolve(base, reference, Options::default()).ok()?.target);
    for mark in ["#", "?", ";"] {
        // The marks come in one order, and two of them may occur in a net_loc.
        if reference.contains(['#', '?', ';']) || mark != "#" && reference.contains("//") {
            continue;
        }
        match (resolve(reference), resolve(&format!("{reference}{mark}"))) {
            (Some(Target::Url(one)), Some(Target::Url(other))) => {
                let found = Grammar::Rfc1808.same(&one, &other);
                assert!(
                    !matches!(found, Ok(Equivalence::Different { .. })),
                    "{base:?} {reference:?} {mark} {one:?} {other:?}"
                );
            }
            (one, other) => assert_eq!(one, other, "{base:?} {reference:?} {mark}"),
        }
    }
    for grammar in Grammar::all() {
        let found = grammar.resolve(base, reference, Options::default());
        // RFC 3986, 2.3, calls an escaped dot equivalent to a dot; its 5.2.4 removes only segments
        // of dots (a finding).
        let hidden =
            matches!(grammar, Grammar::Rfc3986 | Grammar::Rfc3987) && reference.to_ascii_lowercase().contains("%2e");
        // A normal form has the target of its reference, unless a warning says that the algorithm of
        // the document made another path of it (`file:/..///a`).
        if !hidden
            && let Ok(normal) = grammar.normalize(reference)
            && let Ok(Resolution { target: Target::Url(one), warning: None, .. }) = &found
            && let Ok(Resolution { target: Target::Url(other), warning: None, .. }) =
                grammar.resolve(base, &normal.text, Options::default())
        {
            let same = grammar.same(one, &other);
            assert!(
                !matches!(same, Ok(Equivalence::Different { .. })),
                "{grammar} {base:?} {reference:?} {one:?} {other:?}"
            );
        }
        if let Ok(found) = &found
            && let Target::Url(target) = &found.target
            && found.warning.is_none()
            && let Ok(short) = grammar.relative(base, target)
        {
            assert!(short.len() <= target.len(), "{grammar} {base:?} {target:?} {short:?}");
            let back = grammar.resolve(base, &short, Options::default()).unwrap();
            assert_eq!(back.warning, None, "{grammar} {base:?} {target:?} {short:?}");
            let back = back.target;
            let same = match &back {
                Target::Url(url) => url == target,
                Target::SameDocument { fragment: None } => base == target,
                Target::SameDocument { fragment: Some(fragment) } => format!("{base}#{fragment}") == *target,
            };
            assert!(same, "{grammar} {base:?} {target:?} {short:?} {back:?}");
        }
    }
}

/// Plain parts that are written are read again.
pub fn composition(bytes: &[u8]) {
    let input = &*input(bytes);
    for grammar in Grammar::all() {
        let Some(parts) = grammar.parse(input).ok().as_ref().and_then(Parts::read) else { continue };
        for to in Grammar::all() {
            let Ok(text) = parts.write(to) else { continue };
            assert_eq!(to.parse(&text).ok().as_ref().and_then(Parts::read), Some(parts.clone()), "{input:?} {text:?}");
        }
    }
}
