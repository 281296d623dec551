//! Verdicts and typed parses against peers, in one run.
//!
//! The list is generated: URLs of the 1990s with longer paths, and random members of the published
//! grammars. `URLS=FILE cargo bench --package uri-lineage --features compare` measures
//! on the lines of a file instead.

use std::process::{Command, Stdio};
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use uri_lineage::classifier::Classifier;
use uri_lineage::regular_bnf::{Language, pattern};
use uri_lineage::{Grammar, Reading, rfc1630, rfc1738, rfc1808, rfc2396, rfc3986, whatwg};

/// At least so many URLs.
const COUNT: usize = 100_000;

/// The URLs, each on a line.
fn urls() -> String {
    if let Some(file) = std::env::var_os("URLS") {
        return std::fs::read_to_string(file).expect("a file of URLs");
    }
    let nineties: Vec<&str> = include_str!("../tests/data/urls-1990s.txt").lines().collect();
    let url = Language::new(Grammar::Rfc1738.bnf(Reading::Corrected), "httpurl").expect("a language");
    let mut members = url.sample(1990);
    let mut urls = String::new();
    for i in 0..COUNT {
        let base = nineties[i * 7919 % nineties.len()];
        let has_directory = base.contains("://") && !base.contains(['?', '#', ';']);
        urls += &match i % 10 {
            0 => members.next().unwrap_or_default(),
            _ if has_directory => format!("{base}/dir{}/page{i}.html", i % 97),
            _ => base.to_owned(),
        };
        urls.push('\n');
    }
    urls
}

/// How many URLs a parser accepts.
fn count(urls: &[&str], accepts: impl Fn(&str) -> bool) -> usize {
    urls.iter().filter(|&&url| accepts(url)).count()
}

fn verdicts(c: &mut Criterion) {
    let text = urls();
    let urls: Vec<&str> = text.lines().collect();
    let classifier = Classifier::get();
    let mut group = c.benchmark_group("verdicts");
    group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(20).measurement_time(Duration::from_secs(3));

    group.bench_function("uri-lineage, all grammars", |b| {
        b.iter(|| count(&urls, |url| classifier.classify(url).accepts(Grammar::Rfc3986)));
    });
    let automaton = classifier.automaton(Grammar::Rfc3986);
    group.bench_function("uri-lineage, many at once", |b| {
        b.iter(|| {
            let mut count = 0;
            let urls = urls.iter().map(|url| ((), url.as_bytes()));
            automaton.classify_each(urls, |(), verdicts| count += usize::from(verdicts.accepts(Grammar::Rfc3986)));
            count
        });
    });
    group.bench_function("fluent-uri", |b| b.iter(|| count(&urls, |url| fluent_uri::Uri::parse(url).is_ok())));
    group.bench_function("iri-string", |b| b.iter(|| count(&urls, |url| iri_string::types::UriStr::new(url).is_ok())));
    group.bench_function("http", |b| b.iter(|| count(&urls, |url| url.parse::<http::Uri>().is_ok())));
    group.bench_function("uriparse", |b| b.iter(|| count(&urls, |url| uriparse::URI::try_from(url).is_ok())));
    group.bench_function("url", |b| b.iter(|| count(&urls, |url| url::Url::parse(url).is_ok())));
    ripgrep(&text, |search| {
        group.bench_function("ripgrep, httpurl of RFC 1738", |b| b.iter(&mut *search));
    });
    group.finish();
}

/// Where ripgrep is installed, a search of all lines for the `httpurl` of RFC 1738, by the
/// expression that `explain` prints.
fn ripgrep(text: &str, measure: impl FnOnce(&mut dyn FnMut())) {
    let file = std::env::temp_dir().join(format!("uri-lineage-{}.txt", std::process::id()));
    std::fs::write(&file, text).expect("a place for a list of URLs");
    let url = pattern(Grammar::Rfc1738.bnf(Reading::Corrected), "httpurl").expect("a regular expression");
    let mut search = Command::new("rg");
    search.args(["--no-unicode", "--count", "--line-regexp", "--regexp", &url]).arg(&file).stdout(Stdio::null());
    match search.status() {
        Ok(_) => measure(&mut || {
            search.status().ok();
        }),
        Err(_) => eprintln!("ripgrep is not installed"),
    }
    std::fs::remove_file(file).ok();
}

fn typed(c: &mut Criterion) {
    let text = urls();
    let mut group = c.benchmark_group("typed");
    group.sample_size(20).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_secs(1));
    // Each grammar is compared with the peers on the URLs that all of them accept.
    let mut against = |name: &str, parses: &dyn Fn(&str) -> bool| {
        let url = |text: &str| url::Url::parse(text).is_ok();
        let fluent = |text: &str| fluent_uri::Uri::parse(text).is_ok();
        let urls: Vec<&str> = text.lines().filter(|u| parses(u) && url(u) && fluent(u)).collect();
        group.throughput(Throughput::Elements(urls.len() as u64));
        let mut measure = |peer, parses: &dyn Fn(&str) -> bool| {
            let id = BenchmarkId::new(peer, name);
            group.bench_function(id, |b| b.iter(|| urls.iter().filter(|u| parses(u)).count()));
        };
        measure("uri-lineage", parses);
        measure("url", &url);
        measure("fluent-uri", &fluent);
    };
    against("url-draft-02", &|url| rfc1630::Url::parse_draft_02(url).is_ok());
    against("url-draft-03", &|url| rfc1630::Url::parse_draft_03(url).is_ok());
    against("rfc1630-generic", &|url| rfc1630::FragmentAddress::parse(url).is_ok());
    against("rfc1630", &|url| rfc1630::Url::parse(url).is_ok());
    against("rfc1738", &|url| rfc1738::Url::parse(url).is_ok());
    against("rfc1808", &|url| rfc1808::Url::parse(url).is_ok());
    against("uri-1997", &|url| rfc2396::UriReference::parse_1997(url).is_ok());
    against("rfc2396", &|url| rfc2396::UriReference::parse(url).is_ok());
    against("rfc2732", &|url| rfc2396::UriReference::parse_rfc2732(url).is_ok());
    against("rfc3986", &|url| rfc3986::UriReference::parse(url).is_ok());
    group.finish();
}

/// URL records of the URL Standard, which the crate `url` makes by an earlier text of it.
fn records(c: &mut Criterion) {
    let text = urls();
    let urls: Vec<&str> = text.lines().collect();
    let mut group = c.benchmark_group("records");
    group.throughput(Throughput::Elements(urls.len() as u64)).sample_size(20).measurement_time(Duration::from_secs(2));
    group.bench_function("uri-lineage", |b| b.iter(|| count(&urls, |url| whatwg::Url::parse(url).is_ok())));
    group.bench_function("url", |b| b.iter(|| count(&urls, |url| url::Url::parse(url).is_ok())));
    group.finish();
}

/// Time against length: the throughput of each grammar stays what it is.
fn lengths(c: &mut Criterion) {
    let mut group = c.benchmark_group("lengths");
    group.sample_size(10).measurement_time(Duration::from_secs(1)).warm_up_time(Duration::from_millis(200));
    for grammar in Grammar::all() {
        for (verdict, end) in [("accepted", ""), ("refused", "^")] {
            for length in [1_000, 10_000, 100_000, 1_000_000, 10_000_000] {
                let input = format!("http://host/{}{end}", "a/".repeat(length / 2));
                group.throughput(Throughput::Bytes(input.len() as u64));
                let id = BenchmarkId::new(format!("{grammar}, {verdict}"), length);
                group.bench_with_input(id, &input, |b, input| b.iter(|| grammar.parse(input).is_ok()));
            }
        }
    }
    group.finish();
}

criterion_group!(benches, verdicts, typed, records, lengths);
criterion_main!(benches);
