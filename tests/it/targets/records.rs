//! URL records of the URL Standard.

use uri_lineage::Grammar;
use uri_lineage::classifier::Classifier;
use uri_lineage::whatwg::{Host, Url};

use super::input;

/// The parser of records accepts what the grammar does, and a record is what its serialization is
/// parsed to, with any base.
pub fn records(bytes: &[u8]) {
    let text = input(bytes);
    let (url, errors) = Url::parse_with_errors(&text, None);
    assert_eq!(Url::parse(&text), url);
    let verdicts = Classifier::get().classify(&text).verdicts();
    let is_decided = !verdicts.is_unexamined(Grammar::Whatwg);
    assert!(verdicts.accepts(Grammar::Whatwg) || url.is_err(), "{text:?}");
    assert!(url.is_ok() || !verdicts.accepts(Grammar::Whatwg) || !is_decided, "{text:?}: {url:?}");
    for error in &errors {
        assert!(text.is_char_boundary(error.offset), "{text:?}: {error}");
    }
    let bases = ["https://u@b:8/c/d?e#f", "file://h/C:/x", "a:b", "a://h/i", "a:/j/k"];
    for base in bases.map(|base| Url::parse(base).unwrap()) {
        let resolved = Url::parse_with_base(&text, &base);
        assert_eq!(Url::parse_with_errors(&text, Some(&base)).0, resolved);
        for url in [&url, &resolved].into_iter().flatten() {
            let serialized = url.as_str();
            let again = Url::parse_with_base(serialized, &base);
            assert_eq!(again.map(|again| format!("{again:?}")), Ok(format!("{url:?}")), "{text:?}");
            let reference = url.relative_to(&base);
            assert_eq!(Url::parse_with_base(&reference, &base).as_ref(), Ok(url), "{text:?}: {reference}");
        }
    }
    if let Ok(url) = &url {
        let host = url.host().as_ref().map(ToString::to_string);
        assert_eq!(host.as_deref(), url.host_str());
        assert!(!matches!(url.host(), Some(Host::Domain("")) | Some(Host::Opaque(""))), "{text:?}");
        let segments: String = url.path_segments().map(|segment| format!("/{segment}")).collect();
        assert!(url.has_opaque_path() || segments == url.path(), "{text:?}");
    }
}
