//! URLs in running text, by the documents' own examples.

use uri_lineage::extract::{ExtractedUrl, Extractor, LONGEST, split_point};

use crate::common::{sampled, share};

fn found(text: &str) -> Vec<ExtractedUrl<'static>> {
    Extractor::new(text.as_bytes()).collect::<Result<_, _>>().unwrap()
}

#[track_caller]
fn urls(text: &str, expected: &[&str]) {
    assert_eq!(found(text).into_iter().map(|found| found.url).collect::<Vec<_>>(), expected, "{text}");
}

/// Draft 02, section 1.3.
#[test]
fn draft02_wrappers() {
    let text = "Yes, Jim, I found it under <ftp://info.cern.ch/pub> but\nyou can probably pick it up from <ftp://ds.internic.net/rfc>.";
    urls(text, &["ftp://info.cern.ch/pub", "ftp://ds.internic.net/rfc"]);
    assert_eq!((found(text)[1].line, found(text)[1].column), (2, 34));
    assert_eq!(found(text)[1].raw, "<ftp://ds.internic.net/rfc>");
}

/// RFC 1738, Appendix: lines broken with white space, a fragment within the brackets.
#[test]
fn rfc1738_appendix() {
    let text = "      Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;
      type=d> but you can probably pick it up from <URL:ftp://ds.in
      ternic.net/rfc>.  Note the warning in <URL:http://ds.internic.
      net/instructions/overview.html#WARNING>.\n";
    urls(
        text,
        &[
            "ftp://info.cern.ch/pub/www/doc;type=d",
            "ftp://ds.internic.net/rfc",
            "http://ds.internic.net/instructions/overview.html#WARNING",
        ],
    );
}

/// The URI draft of 1997, Appendix B: quotes and brackets, as RFC 2396 prints the same lines. In
/// the mail in which the draft has come down to us an empty line stands between them.
#[test]
fn uri1997_appendix_b() {
    let text = "      Yes, Jim, I found it under \"http://www.w3.org/Addressing/\",
      but you can probably pick it up from <ftp://ds.internic.
      net/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
      ietf/uri/historical.html#WARNING>.\n";
    urls(
        text,
        &[
            "http://www.w3.org/Addressing/",
            "ftp://ds.internic.net/rfc/",
            "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING",
        ],
    );
    urls("or just using whitespace\n\n                  http://test.com/\n", &["http://test.com/"]);
}

/// RFC 3986, Appendix C, whose text has another host than those before.
#[test]
fn rfc3986_appendix_c() {
    let text = "      Yes, Jim, I found it under \"http://www.w3.org/Addressing/\",
      but you can probably pick it up from <ftp://foo.example.
      com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
      ietf/uri/historical.html#WARNING>.\n";
    urls(
        text,
        &[
            "http://www.w3.org/Addressing/",
            "ftp://foo.example.com/rfc/",
            "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING",
        ],
    );
    urls("\"http://example.com/\", angle brackets\n<http://example.com/>, or", &["http://example.com/"; 2]);
    // A host in brackets is no end of a URL.
    urls("see <ldap://[2001:db8::7]/c=GB?objectClass?one>", &["ldap://[2001:db8::7]/c=GB?objectClass?one"]);
    urls("see http://[::1]:80/a now", &["http://[::1]:80/a"]);
}

/// "the hyphen may or may not actually be part of the URI"
#[test]
fn hyphens_at_a_lines_end() {
    let one = &found("<URL:http://a/long-\n   name/x-y>")[0];
    assert_eq!(one.url, "http://a/long-name/x-y");
    assert_eq!(one.without_hyphen.as_deref(), Some("http://a/longname/x-y"));
    assert_eq!(found("<http://a/x-y>")[0].without_hyphen, None);
}

#[test]
fn punctuation_at_the_end_belongs_to_the_sentence() {
    urls(
        "See http://a/b. Or (ftp://c/d), [gopher://e/1]; mailto:x@y?",
        &["http://a/b", "ftp://c/d", "gopher://e/1", "mailto:x@y"],
    );
    urls("http://a/b_(c) http://a/b)", &["http://a/b_(c)", "http://a/b"]);
    urls("URL:http://a/b, and URL: no", &["http://a/b"]);
    urls("<a href=\"http://a/b\">text</a>", &["http://a/b"]);
    urls("'news:comp.infosystems' urn:isbn:1 nntp://h/g", &["news:comp.infosystems", "urn:isbn:1", "nntp://h/g"]);
}

/// RFC 3986, Appendix C: "delimited in a variety of ways". What encloses a URL is no part of it, as
/// brackets are none.
#[test]
fn enclosing_marks() {
    for mark in ["*", "_", "|", "'", "`", "**", "__", "```"] {
        for url in ["http://x/", "http://x/a*b", "mailto:a@b", "http://x/a_b?c|d"] {
            for (before, behind) in [("", ""), ("see ", " now"), ("(", ")."), ("", ","), ("a\n", "!?")] {
                urls(&format!("{before}{mark}{url}{mark}{behind}"), &[url]);
            }
            urls(&format!("{mark}{url} and more{mark}"), &[url]);
        }
    }
    // Nothing was opened, or something else.
    urls("http://x/* (http://y/_ _http://z/*", &["http://x/*", "http://y/_", "http://z/*"]);
    urls("*http://x/** **http://x/*", &["http://x/*", "http://x/"]);
    assert_eq!(found("a *http://x/*")[0].column, 4);
}

/// A comma before another URL is none of the first.
#[test]
fn urls_in_a_row() {
    urls("http://a/,http://b/", &["http://a/", "http://b/"]);
    urls("http://a/,,http://b/,c,ftp://d/,", &["http://a/", "http://b/,c", "ftp://d/"]);
    urls("mailto:a@b,mailto:c@d", &["mailto:a@b", "mailto:c@d"]);
    urls("URL:http://a/,URL:http://b/", &["http://a/", "http://b/"]);
    urls("(http://a/,http://b/)", &["http://a/", "http://b/"]);
    urls(
        "http://a/b,c http://a/b,c:d http://a/,http:// http://a/,//b/",
        &["http://a/b,c", "http://a/b,c:d", "http://a/,http://", "http://a/,//b/"],
    );
    let column = |at: usize| found("http://a/,http://b/")[at].column;
    assert_eq!((column(0), column(1)), (1, 11));
}

/// Character references in HTML and SGML. Elsewhere they are characters as others are.
#[test]
fn character_references_are_decoded_in_markup_alone() {
    let marked = |text: &str| -> Vec<ExtractedUrl<'static>> {
        Extractor::new(text.as_bytes()).markup(true).map(Result::unwrap).collect()
    };
    let urls_of = |text: &str| marked(text).into_iter().map(|found| found.url.into_owned()).collect::<Vec<_>>();
    for (text, expected) in [
        ("<a href=\"http://x/?a=1&amp;b=2\">", "http://x/?a=1&b=2"),
        ("http://x/&tilde;user/ and", "http://x/~user/"),
        ("http://x/&#126;u/&#x7e;v", "http://x/~u/~v"),
        ("&lt;http://x/&gt;", "http://x/"),
        ("&lt;URL:http://x/&gt;.", "http://x/"),
        ("&quot;http://x/&quot;", "http://x/"),
        ("http://x/&nbsp;next", "http://x/"),
        ("http://x/&eacute;tat", "http://x/état"),
        ("http://b&uuml;cher.de/&yuml;.", "http://bücher.de/ÿ"),
        ("http://x/&mdash;next", "http://x/"),
        ("http://x/é&gt;é", "http://x/é"),
        ("http://x/?a&amp;", "http://x/?a&"),
        // No reference, or to what no URL holds.
        ("http://x/?a&b=c;d", "http://x/?a&b=c;d"),
        ("http://x/?a&unknown;.", "http://x/?a&unknown"),
        ("\"http://x/&quot;y\"", "http://x/&quot;y"),
        // Once only.
        ("http://x/?&amp;amp;x", "http://x/?&amp;x"),
    ] {
        assert_eq!(urls_of(text), [expected], "{text}");
    }
    let (one, both) = (&marked("a &lt;http://x/?b&amp;c&gt; http://y/"), found("http://x/?b&amp;c http://y/"));
    assert_eq!((one[0].column, &*one[0].raw), (7, "http://x/?b&amp;c"));
    assert_eq!(one[1].column, 29);
    assert_eq!(both[0].url, "http://x/?b&amp;c");
    assert_eq!(marked("<URL:http://x/&amp;b-\nc>")[0].without_hyphen.as_deref(), Some("http://x/&bc"));
}

/// The value of an attribute is a URL as a whole, whatever it contains.
#[test]
fn values_of_attributes_are_whole_in_markup() {
    let urls_of = |text: &str| -> Vec<String> {
        let urls = Extractor::new(text.as_bytes()).markup(true);
        urls.map(|found| found.unwrap().url.into_owned()).collect()
    };
    let values = [
        ("http://h/My Page.html", "http://h/My Page.html"),
        (" http://h/ ", "http://h/"),
        ("http://h/&eacute;&quot;&lt;&nbsp;&amp;amp;", "http://h/é\"<\u{A0}&amp;"),
        ("http://h/&#10;", "http://h/&#10;"),
        ("http://b&uuml;cher.de/a]b)", "http://bücher.de/a]b)"),
        ("http://h/a>b", "http://h/a>b"),
        ("http://h/long\n   name", "http://h/longname"),
        ("http://h/my page\n   name.", "http://h/my pagename."),
        ("mailto:a@b?subject=Hello, World!", "mailto:a@b?subject=Hello, World!"),
        ("http://h/“x”", "http://h/“x”"),
    ];
    for (value, url) in values {
        for (before, after) in [("<a href=\"", "\">x</a>"), ("<IMG SRC = '", "'>"), ("\n<q x=y cite='", "' a=\"b\">")] {
            assert_eq!(urls_of(&[before, value, after].concat()), [url], "{before}{value}{after}");
        }
    }
    for (text, expected) in [
        // The value of another attribute is text.
        ("<a title=\"http://h/ is a page\">", "http://h/"),
        ("<a href=http://h/ id='x y'>", "http://h/"),
        // The second quote is absent.
        ("<a href=\"http://h/>x</a> <a id=\"x\">", "http://h/"),
        ("<a href='http://h/\n\nx'>", "http://h/"),
        ("say 'http://h/' or", "http://h/"),
    ] {
        assert_eq!(urls_of(text), [expected], "{text}");
    }
    assert_eq!(urls_of("<a href=\"a b\" title='Note: x' src='x:y z'>"), [""; 0]);
}

#[test]
fn words_that_are_not_urls_are_not_extracted() {
    urls("Note: this. 10:30 a:b <b> <foo@bar> \"So: he said\" <x> C:\\dir http:", &[]);
    urls("\"Note: this\" \"see news: a b\" <br/> <!-- x:y -->", &[]);
    urls("", &[]);
    // A control character ends a URL, and none comes out.
    urls("<URL:http://a/\u{1b}[2J> \"http://b/\u{7f}\"", &["http://a/", "http://b/"]);
    urls("<URL:", &[]);
}

/// A URL is found behind a word that introduces it and behind marks of the text, and a name in a
/// program is none.
#[test]
fn words_and_marks_in_front_of_a_url() {
    for before in [
        "See:",
        "see: ",
        "--",
        "...",
        "+",
        "-.+",
        "(see:",
        "\"t\":",
        "a::",
        "1:2:",
        "a/b:",
        "x@y:",
        "view-source:",
        "[1]:",
    ] {
        for url in ["http://a/b", "x-y.z://c", "URL:ftp://d/"] {
            let expected = url.trim_start_matches("URL:");
            urls(&[before, url].concat(), &[expected]);
            urls(&format!("e {before}{url} {before}{url}\n"), &[expected, expected]);
        }
    }
    urls("-mailto:a@b .news:c", &["mailto:a@b", "news:c"]);
    urls("std::file::open re:news:a x.http:a", &[]);
}

/// A quoted mail has marks at the beginnings of its lines.
#[test]
fn quoted_mail() {
    urls("> see <URL:http://a.b/\n> c/d> there", &["http://a.b/c/d"]);
    urls("> > see <URL:http://a.b/\n> > c/d>", &["http://a.b/c/d"]);
    urls("| <http://a.b/\n| c>", &["http://a.b/c"]);
    // Without them in the first line they are the closing mark.
    urls("see <URL:http://a.b/\n> c/d>", &["http://a.b/"]);
}

#[test]
fn brackets_and_quotes_are_not_prose() {
    urls("if x < http://a.b/c and y > z", &["http://a.b/c"]);
    urls("if x <http://a.b/c and y > z", &["http://a.b/c"]);
    urls("\"http://a.b/c and more\"", &["http://a.b/c"]);
    // RFC 1630, References.
    urls(
        "<ftp://boombox.micro.umn.edu/pub/gopher/ gopher_protocol>",
        &["ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol"],
    );
    urls("vector<std::string> map<a:b> \"22:00\" \"this:that\" the other:thing <URL:http:> http:// \"http://\"", &[]);
    // An empty line ends them.
    urls("<http://a.b/\n\nc> \"http://d/\n\ne\"", &["http://a.b/", "http://d/"]);
    urls("<fxqn:/us/va/reston> <URL:magic:x> <hdl:x>", &["fxqn:/us/va/reston", "magic:x"]);
}

/// Punctuation and white space beyond US-ASCII end a URL, other characters are part of it.
#[test]
fn typographic_marks() {
    urls("“http://a/b” «http://c/d» „ftp://e/f“ ‘http://g/’", &["http://a/b", "http://c/d", "ftp://e/f", "http://g/"]);
    urls("“http://a/\nb”", &["http://a/b"]);
    urls("http://a.b/é http://c—d", &["http://a.b/é", "http://c"]);
    urls("http://bücher.de/x, http://☃.net/ URL:http://é.fr.", &["http://bücher.de/x", "http://☃.net/", "http://é.fr"]);
    urls("见http://例え.jp/路，http://b/。", &["http://例え.jp/路", "http://b/"]);
    urls("http://a/(é) (http://é/), *http://é/*", &["http://a/(é)", "http://é/", "http://é/"]);
    assert_eq!(found("http://bücher.de/ http://a/")[1].column, 19);
    // Bytes that are not UTF-8 are those of ISO 8859-1 as far as the end is concerned.
    let latin: Vec<_> = Extractor::new(&b"http://b\xFCcher.de/x\xA0http://a/\xBB"[..]).map(Result::unwrap).collect();
    assert_eq!(latin.iter().map(|found| &*found.url).collect::<Vec<_>>(), ["http://b\u{FFFD}cher.de/x", "http://a/"]);
    // A byte order mark, a no-break space, an ideographic one.
    urls("\u{FEFF}http://a/ \u{A0}http://b/\u{3000}http://c/", &["http://a/", "http://b/", "http://c/"]);
}

/// A URL between white space ends where a person reads its end: at white space, at punctuation, at
/// the end of the text. Otherwise it might name another host.
#[test]
fn a_url_ends_where_a_person_reads_its_end() {
    const LETTERS: [&str; 12] = ["a", "é", "ü", "ß", "中", "ي", "\u{301}", "☃", "💩", "\u{FFFD}", "\u{200D}", "．"];
    const MARKS: [&str; 14] =
        [" ", "\n", "\t", "\"", "<", "\u{A0}", "\u{3000}", "”", "»", "。", "—", "، ", "\u{FEFF}", ""];
    let mut rng = fastrand::Rng::with_seed(60);
    for _ in 0..share(20_000, 10) {
        let mut word = |count| (0..count).map(|_| LETTERS[rng.usize(..LETTERS.len())]).collect::<String>();
        let (host, path) = (word(3), word(2));
        let (before, after) = (MARKS[rng.usize(..MARKS.len())], MARKS[rng.usize(..MARKS.len())]);
        let url = format!("http://{host}/{path}");
        for scheme in ["", "URL:"] {
            let text = format!("x {before}{scheme}{url}{after}");
            let found = found(&text);
            assert_eq!(found.iter().map(|found| &*found.url).collect::<Vec<_>>(), [&*url], "{text:?}");
            assert_eq!(
                found[0].raw.trim_start_matches(['"', '<']).trim_end_matches(['"', '<']),
                [scheme, &*url].concat()
            );
        }
    }
}

/// Markdown, wikis, Org and TeX: the bracket that the text opens in front of a URL ends it, and
/// the brackets of the URL do not.
#[test]
fn brackets_of_markup_languages() {
    for url in ["http://h/q/", "http://h/a_(b)", "http://[::1]/", "http://h/?a[]=1", "http://h/a(b)(c)d"] {
        for (text, count) in [
            ("[URL](URL)", 2),
            ("[![x](URL)](URL)", 2),
            ("[URL][1] [1]: URL", 2),
            ("[[URL][text]]", 1),
            ("[text|URL]s", 1),
            ("[url=URL]text[/url]", 1),
            ("\\href{URL}{text}", 1),
            ("(URL)(URL)", 2),
            ("* [x](URL): y", 1),
        ] {
            urls(&text.replace("URL", url), &vec![url; count]);
        }
    }
    urls("a [b] http://x/a]b (c http://y/a)b", &["http://x/a]b", "http://y/a)b"]);
}

/// With steps in proportion to the square of its length, a word would take hours.
#[test]
fn a_word_of_a_million_characters_is_searched() {
    for word in [
        "(url:",
        "(http://",
        "'http://h",
        "{a://",
        "(news:",
        "<URL:http:",
        "http://,",
        "“a:",
        "<a://x\n> ",
        "*",
        "http://a,",
        "*http://a*",
        "http://a/,a",
        "http://é",
        "http://a\u{FFFD}",
        "[http://é]",
        "[(http://a",
    ] {
        for count in [1_000, share(200_000, 5)] {
            let text = word.repeat(count);
            let _ = found(&text);
        }
    }
}

/// Marks of several bytes: one that opens again, and characters that share a byte with a mark.
#[test]
fn curly_quotes() {
    urls("“http://a/b”", &["http://a/b"]);
    urls("“http://a “http://b/c”", &["http://a", "http://b/c"]);
    urls("“http://a/“ “http://b/\n”", &["http://a/", "http://b/"]);
    urls("“http://a/\u{41d}\u{41c}”", &["http://a/\u{41d}\u{41c}"]);
}

/// Bytes that are no UTF-8, no line ends, brackets that never close: all is read, in time
/// proportional to its length.
#[test]
fn any_bytes_are_searched_in_linear_time() {
    let mut bytes = b"\xFF\xFE <URL:http://a/\xFF> http://b/\n".repeat(1000);
    bytes.extend(b"<a:".repeat(300_000));
    bytes.extend(b"\"a:".repeat(300_000));
    bytes.extend(b" http://y/");
    bytes.extend(b")".repeat(LONGEST / 2));
    bytes.extend(b"x".repeat(3 * LONGEST));
    bytes.extend(b" http://last/ ");
    bytes.extend(b"http://".iter().chain(&vec![b'x'; 2 * LONGEST]));
    let found: Vec<ExtractedUrl<'_>> = Extractor::new(&bytes[..]).map(Result::unwrap).collect();
    assert_eq!(found.len(), 2001);
    assert_eq!(found[1].url, "http://b/");
    assert_eq!(found[2000].url, "http://last/");
    assert_eq!(found[1999].line, 1000);
}

/// A text is cut where no URL goes across, whatever comes behind, and nowhere else within reason.
#[test]
fn splitting_a_text_does_not_change_its_urls() {
    for (text, at) in [
        ("http://a/\nhttp://b/\n", Some(20)),
        ("http://a/\nhttp://b/", Some(10)),
        ("no line's end", None),
        ("", None),
        // What is open may go on behind the end, or be no URL yet.
        ("a\n<http://b/\n", Some(2)),
        ("a\n<\n", Some(2)),
        // A scheme contains no line end.
        ("a\n\"ur\n", Some(6)),
        ("a\n“http://b/\n", Some(2)),
        ("<http://a/\n> b\n", None),
        // It is closed, or none begins there.
        ("<http://a/>\n", Some(12)),
        ("<a href=\"http://b/\">\nc\n", Some(23)),
        ("\"http://a/\"\n, \n", Some(15)),
        ("{\"url\": \"http://a/\", \"x\": 1}\n", Some(29)),
        ("a < b\nc\n", Some(8)),
        ("> <URL:http://a/\n> b\n> c", None),
    ] {
        assert_eq!(split_point(text.as_bytes()), at, "{text:?}");
    }
    // A mark that is too far in front no longer closes anything.
    let long = ["<http://a/", &"\nx".repeat(LONGEST), "\n"].concat();
    assert_eq!(split_point(long.as_bytes()), Some(long.len()));
    let marks = ["<http://a/\n", &"> ".repeat(4 * LONGEST), "\n"].concat();
    assert_eq!(split_point(marks.as_bytes()), Some(marks.len()));
}

/// What is read in small pieces is found as well, and so it is where each read has to be asked for
/// again.
#[test]
fn urls_are_found_in_small_reads() {
    use std::io::{ErrorKind, Read, Result};
    struct OneByOne<'b>(&'b [u8], bool);
    impl Read for OneByOne<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(ErrorKind::WouldBlock.into());
            }
            let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
            buffer[0] = *first;
            self.0 = rest;
            Ok(1)
        }
    }
    let text = "a <http://b/> c “http://d/” \"e:\nf\" URL:http://g/ (http://h/). <URL:\n> <http://i/\n> j> \
        **http://k/** http://l/,http://m/";
    let mut asked = Vec::new();
    for next in Extractor::new(OneByOne(text.as_bytes(), false)) {
        match next {
            Err(error) => assert_eq!(error.kind(), ErrorKind::WouldBlock),
            Ok(found) => asked.push(found),
        }
    }
    assert_eq!(asked, found(text));
    assert_eq!(asked.len(), 8);
}

/// Any other error ends the search.
#[test]
fn a_read_error_ends_the_search() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("broken"))
        }
    }
    let mut extractor = Extractor::new(std::io::Read::chain(&b"<http://a/> http://b/"[..], Broken));
    assert_eq!(extractor.next().unwrap().unwrap().url, "http://a/");
    assert!(extractor.next().unwrap().is_err());
    assert!(extractor.next().is_none());
}

/// A column counts the characters before a URL, as they are when what is not UTF-8 is replaced.
#[test]
fn columns_count_what_is_not_utf_8_as_it_is_replaced() {
    let pieces: [&[u8]; 14] = [
        b"a ",
        b" ",
        b"\x80",
        b"\xBF ",
        b"\xC3",
        "é ".as_bytes(),
        b"\xE2\x80",
        b"\xF0\x9F\x98",
        "\u{1F600}".as_bytes(),
        b"\xED\xA0\x80",
        b"\xFF",
        b"\xC0\xAF",
        "“".as_bytes(),
        b"\n",
    ];
    let mut rng = fastrand::Rng::with_seed(80);
    for _ in 0..share(20_000, 10) {
        let mut text: Vec<u8> = (0..rng.usize(0..9)).flat_map(|_| pieces[rng.usize(..pieces.len())]).copied().collect();
        text.extend(b" http://a/ ");
        let found = Extractor::new(&text[..]).next().unwrap().unwrap();
        let before = &text[..text.len() - b"http://a/ ".len()];
        let line = before.rsplit(|&byte| byte == b'\n').next().unwrap();
        let column = String::from_utf8_lossy(line).chars().count() as u64 + 1;
        assert_eq!(found.column, column, "{}", String::from_utf8_lossy(&text));
    }
}

/// Quotation marks and semicolons without end: their lines are not read again for each mark.
/// Reading again would take half an hour.
#[test]
fn hostile_marks_take_linear_time() {
    let marks = |number| ">".repeat(number);
    let texts = [
        format!("{}<a:b{}x>\n", marks(1_000_000), "\n".repeat(60_000)),
        format!("{}<a:\n", marks(32_000)).repeat(250),
        format!("{}<a:b\n{}\n", marks(20_000), marks(32_000)).repeat(75),
        format!("http://a/{}\n", ";".repeat(65_000)).repeat(25),
    ];
    for text in sampled(texts, 3) {
        for markup in sampled([true, false], 2) {
            Extractor::new(text.as_bytes()).markup(markup).for_each(|found| assert!(found.is_ok()));
        }
    }
}
