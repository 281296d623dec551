//! What commands read, and the options that all of them have.

use std::io::Write;

use crate::common::{file, run, sampled, share, stdout};

const TWO: &str = "http://a/\nftp://b/c\n";

/// What each way of giving the same URLs says.
fn same(args: &[&str], input: &[u8]) {
    let plain = stdout(&["check", "-f", "jsonl", "-g", "rfc1738"], TWO, 0);
    let args = [&["check", "-f", "jsonl", "-g", "rfc1738"], args].concat();
    assert_eq!(stdout(&args, input, 0), plain, "{args:?}");
}

#[test]
fn lines_are_read_alike_however_they_are_written() {
    same(&[], b"\xEF\xBB\xBFhttp://a/\r\nftp://b/c\r\n");
    same(&[], b"  http://a/\t\n\tftp://b/c");
    same(&["-0"], b"http://a/\0ftp://b/c\0");
    same(&["--field", "2"], b"1\thttp://a/\t3\n1\tftp://b/c\n");
    same(&["--field", "1", "--delimiter", ";"], b" http://a/ ; x\nftp://b/c;;\n");
    same(
        &["--input", "cdx"],
        b"a)/ 2024 http://a/ text/html 200\nb)/c 2024 {\"status\": \"200\", \"url\": \"ftp://b/c\"}\n",
    );
    // With a header the column is where it says, and the first line is the header's.
    let headed = stdout(&["check", "-f", "csv", "-g", "rfc1738", "--input", "cdx"], " CDX a b\nhttp://a/ 2024\n", 0);
    assert!(headed.contains("\n2,http://a/,rfc1738,true,httpurl,"), "{headed}");
    // A record that ends with NUL is taken as it stands.
    assert!(stdout(&["check", "-0", "-g", "rfc1738"], " http://a/\0", 1).contains("refused"));
    // A long record has its URL in its column too; one that is longer than 1 MiB is told of.
    let long = |length: usize| [&b"x\t"[..], b"http://a/\t", &vec![b'y'; length], b"\nx\tftp://b/c\n"].concat();
    same(&["--field", "2"], &long(300_000));
    let output = run(&["check", "--field", "2"], long(2_000_000));
    assert_eq!(output.status.code(), Some(2));
    let told = "uri-lineage: standard input:1: the record is longer than 1048576 bytes\n\
                uri-lineage: 1 of 2 records could not be read\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), told);
    // Commas stand between the cells of CSV.
    same(&["--field", "2", "--delimiter", ","], b"1,\"http://a/\",3\r\n\"a \"\"b\"\", c\",ftp://b/c\r\n");
    same(&["--url", "http://a/", "--url", "ftp://b/c"], b"");
}

#[test]
fn gzip_and_zstd_files_are_decompressed() {
    let gzip = gzip(TWO.as_bytes());
    let zstd =
        |text: &str| ruzstd::encoding::compress_to_vec(text.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest);
    same(&[], &gzip);
    same(&[], &zstd(TWO));
    // One after another.
    let (first, second) = TWO.split_at(12);
    same(&[], &[zstd(first), zstd(second)].concat());
    assert_eq!(stdout(&["normalize", "-g", "rfc1738"], &gzip, 0), stdout(&["normalize", "-g", "rfc1738"], TWO, 0));
    // What is damaged ends in one line, after what could be read.
    let output = run(&["check", "-g", "rfc1738"], &gzip[..gzip.len() - 4]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
    let output = run(&["check"], [&zstd(TWO)[..], b"(\xB5/\xFD"].concat());
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn several_urls_and_files_are_read_in_one_call() {
    let folder = std::env::temp_dir().join(format!("uri-lineage-input-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("list");
    std::fs::write(&file, TWO).unwrap();
    let file = file.to_str().unwrap();
    let all = stdout(&["normalize", "-g", "rfc1738", "http://x:80/", "http://y/z", "--file", file], "", 0);
    assert!(["http://x", "http://y/z", "http://a", "ftp://b/c"].iter().all(|url| all.contains(url)), "{all}");
    let converted = stdout(&["convert", "--to", "rfc1738", "http://h/~a", "--file", file], "", 0);
    assert_eq!(converted, ["http://h/%7Ea\n", TWO].concat());
    std::fs::remove_dir_all(&folder).unwrap();
    // A URL where a file is wanted.
    let error = String::from_utf8(run(&["check", "http://a/b"], "").stderr).unwrap();
    assert_eq!(
        error,
        "uri-lineage: cannot read http://a/b: this is a URL, not the name of a file: pass it with --url\n"
    );
    // A file where a URL is wanted.
    let list = crate::common::file("named.txt", TWO);
    for command in [&["normalize"][..], &["parse"], &["request"], &["compare"], &["convert", "--to", "rfc1738"]] {
        let error = String::from_utf8(run(&[command, &[&*list]].concat(), "").stderr).unwrap();
        assert!(error.contains(&format!("did you mean --file {list}?")), "{command:?}: {error}");
        let error = String::from_utf8(run(&[command, &["no-file.txt"]].concat(), "").stderr).unwrap();
        assert!(!error.contains("did you mean"), "{command:?}: {error}");
    }
}

/// Whatever a command takes by position: `--url` and `--file` are the same for all, and so is
/// standard input.
#[test]
fn all_commands_read_urls_and_files_by_the_same_options() {
    let file = std::env::temp_dir().join(format!("uri-lineage-options-{}", std::process::id()));
    std::fs::write(&file, TWO).unwrap();
    let file = file.to_str().unwrap();
    let urls: Vec<&str> = TWO.lines().flat_map(|url| ["--url", url]).collect();
    let commands: [&[&str]; 9] = [
        &["check", "-g", "rfc1738"],
        &["parse", "-g", "rfc1738"],
        &["normalize", "-g", "rfc1738"],
        &["request", "-g", "rfc1738"],
        &["convert", "--to", "uri-1997"],
        &["compare"],
        &["resolve", "-g", "rfc3986", "http://base/c"],
        &["relative", "-g", "rfc3986", "http://base/c"],
        &["same", "-g", "rfc3986", "http://base/c"],
    ];
    for command in commands {
        let said = |more: &[&str], input: &str| {
            let output = run(&[command, &["-f", "jsonl"], more].concat(), input);
            assert!(output.status.code() < Some(2), "{command:?} {more:?} {output:?}");
            output.stdout
        };
        let all = said(&[], TWO);
        assert!(!all.is_empty(), "{command:?}");
        assert_eq!(said(&["--file", file], ""), all, "{command:?}");
        assert_eq!(said(&urls, ""), all, "{command:?}");
    }
    let found = stdout(&["extract"], TWO, 0);
    assert_eq!(found, TWO);
    assert_eq!(stdout(&["extract", "--file", file], "", 0), found);
    assert_eq!(stdout(&["extract", "-n", "--file", file, file], "", 0).lines().count(), 4);
    std::fs::remove_file(file).unwrap();
}

#[test]
fn all_commands_have_the_common_options() {
    let all = stdout(&["check", "-f", "csv"], TWO, 0);
    assert_eq!(
        stdout(
            &[
                "check",
                "-f",
                "csv",
                "-g",
                "first,second,intermediate",
                "-g",
                "uri-1997,rfc2396,rfc2732,rfc3986,rfc1738"
            ],
            TWO,
            0
        ),
        all
    );
    assert_eq!(stdout(&["check", "-f", "csv", "-g", "ascii", "--threads", "1", "--no-progress"], TWO, 0), all);
    let every = |set| stdout(&["check", "-f", "csv", "-g", set], TWO, 0);
    assert!(every("rfc").contains("rfc3987") && !all.contains("rfc3987"));
    assert_eq!(every("all"), every("rfc,url-standard"));
    assert!(!every("rfc").contains("whatwg"));
    let historical = stdout(&["check", "-f", "csv", "-g", "historical"], "a:b\n", 0);
    let grammars: Vec<&str> = historical.lines().skip(1).filter_map(|line| line.split(',').nth(2)).collect();
    assert_eq!(grammars, ["url-draft-02", "url-draft-03", "rfc1630-generic", "rfc1630", "rfc1738", "uri-1997"]);
    assert_eq!(stdout(&["check", "-q"], TWO, 0), "");
    assert_eq!(stdout(&["request", "-q", "x"], "", 1), "");
    assert!(stdout(&["--color", "always", "check", "-g", "rfc1738"], TWO, 0).contains("\u{1B}[1mhttp://a/"));
    assert_eq!(stdout(&["normalise", "http://a/"], "", 0), stdout(&["normalize", "http://a/"], "", 0));
    let error = |args: &[&str]| String::from_utf8(run(args, "").stderr).unwrap();
    assert!(error(&["chekc"]).contains("some similar subcommands exist: 'schema', 'check'"));
    assert!(error(&["check", "-g", "RFC1738"]).contains("did you mean `rfc1738`?"));
    assert!(error(&["explain", "rfc1738:hotname"]).contains("did you mean `hostname`?"));
}

#[test]
fn completions_and_manual_pages_are_generated() {
    // A script asks the program for the words; `complete.rs` tries that in shells.
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(stdout(&["completions", shell], "", 0).contains("URI_LINEAGE_COMPLETE"), "{shell}");
    }
    let page = stdout(&["man"], "", 0);
    assert!(page.contains(".TH uri-lineage 1") && page.contains("normalize"));
}

#[test]
fn references_and_pairs_are_read_from_lists() {
    // One of several names its line.
    let one = |(reference, line): (&str, usize)| {
        let record = stdout(&["resolve", "-f", "jsonl", "-g", "uri-1997", "http://a/b/c", reference], "", 0);
        record.replacen('{', &format!("{{\"line\":{line},"), 1)
    };
    let each = [("g", 1), ("../h", 2), ("#s", 3)].map(one).concat();
    assert_eq!(stdout(&["resolve", "-f", "jsonl", "-g", "uri-1997", "http://a/b/c"], "g\n../h\n#s\n", 0), each);
    assert_eq!(stdout(&["resolve", "-f", "jsonl", "-g", "uri-1997", "http://a/b/c", "g", "../h", "#s"], "", 0), each);
    let pairs = "http://a/b/c\tg\nhttp://a/b/c\t../h\r\nhttp://a/b/c\t#s";
    assert_eq!(stdout(&["resolve", "--pairs", "-f", "jsonl", "-g", "uri-1997"], pairs, 0), each);
    let semicolons = pairs.replace('\t', ";");
    let by = ["resolve", "--pairs", "--delimiter", ";", "-f", "jsonl", "-g", "uri-1997"];
    assert_eq!(stdout(&by, &semicolons, 0), each);
    assert_eq!(run(&["resolve", "--delimiter", ";", "http://a/"], "b\n").status.code(), Some(2));
    // An argument is divided as a line is.
    for delimiter in ["\t", ";"] {
        let arguments = pairs.replace('\r', "").replace('\t', delimiter);
        let arguments: Vec<&str> = arguments.lines().flat_map(|pair| ["--url", pair]).collect();
        for command in ["resolve", "relative", "same"] {
            let args = [command, "--pairs", "--delimiter", delimiter, "-f", "jsonl", "-g", "uri-1997"];
            let lines = run(&args, pairs.replace('\t', delimiter));
            let output = run(&[&args, &*arguments].concat(), "");
            assert!(!output.stdout.is_empty() && output.stderr.is_empty(), "{command}: {output:?}");
            assert_eq!((output.status, output.stdout), (lines.status, lines.stdout), "{command} {delimiter}");
        }
    }
    let told = errors(&["resolve", "--pairs", "--url", "http://a/"], "", 2);
    assert!(told.starts_with("uri-lineage: arguments:1: not a pair: a tab must separate two parts"), "{told}");
    let back = stdout(&["relative", "--pairs", "-f", "jsonl", "-g", "uri-1997"], "http://a/b/c\thttp://a/b/g\n", 0);
    assert!(back.contains(r#""result":"g""#), "{back}");
    let output = run(&["resolve", "--pairs"], "http://a/\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stderr, b"uri-lineage: standard input:1: not a pair: a tab must separate two parts, and no more\nuri-lineage: 1 of 1 record could not be read\n");
}

/// Each command that works through a list names in each record the file and the line that it came
/// from, so that results can be joined with their lines; what cannot be read has a record too.
#[test]
fn every_record_names_its_line() {
    let mut bytes = b"http://a/\n\n%zz\n\xFF\n".to_vec();
    bytes.extend(vec![b'x'; (1 << 20) + 1]);
    bytes.extend_from_slice(b"\nftp://b/c\n");
    let first = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("placed.txt");
    std::fs::write(&first, bytes).unwrap();
    let [first, second] = [first.to_str().unwrap().to_owned(), file("placed-too.txt", "news:a\n")];
    let commands: [&[&str]; 7] = [
        &["normalize"],
        &["request"],
        &["parse"],
        &["compare"],
        &["convert", "--to", "rfc3986"],
        &["resolve", "http://h/"],
        &["same", "http://h/"],
    ];
    for command in commands {
        for format in ["json", "jsonl", "csv"] {
            let files = ["--file", &first, "--file", &second, "--format", format];
            let output = String::from_utf8(run(&[command, &files].concat(), "").stdout).unwrap();
            let records: Vec<serde_json::Value> = match format {
                "json" => serde_json::from_str(&output).unwrap(),
                "jsonl" => output.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
                _ => {
                    let mut rows = csv::Reader::from_reader(output.as_bytes());
                    let rows = rows.deserialize::<std::collections::HashMap<String, String>>();
                    let rows = rows.map(|row| {
                        let row = row.unwrap();
                        let unread = Some(&row["unread"]).filter(|text| !text.is_empty());
                        let line: u64 = row["line"].parse().unwrap();
                        serde_json::json!({ "file": row["file"], "line": line, "unread": unread })
                    });
                    rows.collect()
                }
            };
            let mut places: Vec<(&str, u64, &str)> = records
                .iter()
                .map(|record| {
                    let [file, unread] = ["file", "unread"].map(|name| record[name].as_str().unwrap_or_default());
                    (file, record["line"].as_u64().unwrap(), unread)
                })
                .collect();
            places.dedup();
            let expected = [
                (&*first, 1, ""),
                (&*first, 3, ""),
                (&*first, 4, "the byte FF at byte 0 is not UTF-8; as data it is written %FF"),
                (&*first, 5, "the record is longer than 1048576 bytes"),
                (&*first, 6, ""),
                (&*second, 1, ""),
            ];
            assert_eq!(places, expected, "{command:?} {format}");
        }
    }
}

#[test]
fn json_lines_have_an_object_per_record() {
    for args in [&["parse", "-g", "rfc1738"][..], &["normalize", "-g", "rfc1738"], &["request", "-g", "rfc1738"]] {
        let array: serde_json::Value =
            serde_json::from_str(&stdout(&[args, &["-f", "json"]].concat(), TWO, 0)).unwrap();
        let lines = stdout(&[args, &["-f", "jsonl"]].concat(), TWO, 0);
        let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(array.as_array().unwrap(), &lines, "{args:?}");
        assert_eq!(lines.len(), 2);
    }
    let found = stdout(&["extract", "-n"], "see\n<http://a/b>\n", 0);
    assert_eq!(found, "(standard input):2: http://a/b\n");
}

/// URLs come in the order of the text, however many cores find and show them; a file that cannot be
/// read is named, and the others are searched.
#[test]
fn urls_of_several_texts_come_in_order() {
    let numbers =
        |folder: &str| -> Vec<String> { (0..share(30_000, 3)).map(|n| format!("http://{folder}/{n}")).collect() };
    let text = |folder: &str| numbers(folder).join(" and\n<URL:") + "\n";
    let (one, other) = (file("texts-one.txt", &text("one")), file("texts-other.txt", &text("other")));
    let output = run(&["extract", &one, "no/such/file", &other], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no/such/file"));
    let expected: Vec<String> = numbers("one").into_iter().chain(numbers("other")).collect();
    let found = String::from_utf8(output.stdout).unwrap();
    assert!(found.lines().eq(&expected), "{} of {}", found.lines().count(), expected.len());
    let lines = stdout(&["extract", "-n", &one], "", 0);
    let last = numbers("one").pop().unwrap();
    assert!(lines.ends_with(&format!(":{}: {last}\n", share(30_000, 3))), "{}", &lines[lines.len() - 60..]);
}

/// What a run says on standard error, which must end with that status.
#[track_caller]
fn errors(args: &[&str], input: impl AsRef<[u8]>, status: i32) -> String {
    let output = run(args, input);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// A record that has no URL is an error of its own; the others are read.
#[test]
fn records_without_the_selected_field_are_errors() {
    let list = "1\thttp://a/\nx\n\n1\tftp://b/c\n2\t\n";
    let of = |command: &[&'static str]| [command, &["--field", "2"]].concat();
    for command in [
        &["check", "-f", "jsonl"][..],
        &["parse", "-f", "jsonl"],
        &["normalize", "-f", "jsonl"],
        &["request", "-f", "jsonl"],
        &["compare", "-f", "jsonl"],
        &["convert", "-f", "jsonl", "--to", "rfc1738"],
        &["resolve", "-f", "jsonl", "http://base/"],
    ] {
        let told = errors(&of(command), list, 2);
        let expected = "uri-lineage: standard input:2: field 2 is absent: the record has 1\n\
                        uri-lineage: 1 of 3 records could not be read\n";
        assert!(told.ends_with(expected), "{command:?}: {told}");
        let good = run(command, "http://a/\nftp://b/c\n").stdout;
        let lines = |text: &[u8]| {
            let text = String::from_utf8_lossy(text).into_owned();
            text.lines().filter(|record| !record.contains("\"unread\":")).count()
        };
        assert_eq!(lines(&run(&of(command), list).stdout), lines(&good), "{command:?}");
    }
    // However many there are, ten are told of; and if all are, that is said.
    let told = errors(&["check", "--field", "7"], "a\tb\n".repeat(5_000), 2);
    assert_eq!(told.lines().count(), 11, "{told}");
    assert!(told.ends_with("uri-lineage: 5000 of 5000 records could not be read\n"), "{told}");
    assert_eq!(errors(&["check", "-s", "--field", "7"], "\n \n", 0), "");
    let told = errors(&["check", "--field", "2", "--delimiter", ","], "a,\"b\n", 2);
    assert!(told.contains(":1: a quoted field does not end in its line"), "{told}");
}

#[test]
fn malformed_pairs_are_skipped_and_empty_parts_are_allowed() {
    let list = "http://a/b\t\nno pair\n\thttp://c/\n\nhttp://a/b\tg\n\t\n";
    for command in ["resolve", "relative", "same"] {
        let output = run(&[command, "--pairs", "-f", "jsonl", "-g", "rfc3986"], list);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}: {error}");
        let expected = "uri-lineage: standard input:2: not a pair: a tab must separate two parts, and no more\n\
                        uri-lineage: 1 of 5 records could not be read\n";
        assert_eq!(error, expected, "{command}");
        let (unread, read): (Vec<_>, Vec<_>) =
            std::str::from_utf8(&output.stdout).unwrap().lines().partition(|record| record.contains("unread"));
        assert_eq!(read.len(), 4, "{command}");
        let expected = r#"{"line":2,"unread":"not a pair: a tab must separate two parts, and no more"}"#;
        assert_eq!(unread, [expected], "{command}");
    }
    let resolved = stdout(&["resolve", "--pairs", "-f", "jsonl", "-g", "rfc3986"], "http://a/b\t\n", 0);
    assert!(resolved.contains("\"http://a/b\""), "{resolved}");
}

#[test]
fn a_wrong_checksum_is_an_error_that_names_the_file() {
    let text = TWO.repeat(1_000);
    let frame = ruzstd::encoding::compress_to_vec(text.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest);
    // The checksum is at the end.
    let mut damaged = frame.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("damaged.zst");
    std::fs::write(&path, &damaged).unwrap();
    let name = path.to_str().unwrap();
    let expected = format!("uri-lineage: cannot read {name}: its checksum is wrong: it is damaged\n");
    assert_eq!(errors(&["check", "-g", "rfc1738", name], "", 2), expected);
    // Of each frame.
    std::fs::write(&path, [&frame[..], &damaged].concat()).unwrap();
    assert_eq!(errors(&["extract", name], "", 2), expected);
    std::fs::write(&path, [&frame[..], &frame].concat()).unwrap();
    assert_eq!(errors(&["check", "-g", "rfc1738", name], "", 0), "");
}

#[test]
fn other_compressions_are_refused_by_name() {
    let xz = errors(&["check"], b"\xFD7zXZ\0\0\x04\xE6", 2);
    assert!(xz.contains("it is compressed with xz: decompress it first"), "{xz}");
    let bzip2 = errors(&["check"], b"BZh91AY&SY", 2);
    assert!(bzip2.contains("it is compressed with bzip2"), "{bzip2}");
    // A line that begins so is one.
    for line in ["BZh", "BZh9", "BZh9:a", "BZhx1A", "\u{1F}"] {
        assert!(run(&["check", "-g", "rfc1738"], line).status.code() < Some(2), "{line}");
    }
}

#[test]
fn lists_of_web_archives_are_recognised() {
    same(
        &[],
        b"a)/ 20240101000000 http://a/ text/html 200 S - - 1 2 f\nb)/c 20240101000000 {\"url\": \"ftp://b/c\"}\n",
    );
    let line =
        |text: &str| stdout(&["check", "-f", "csv", "-g", "rfc1738"], text, 0).lines().nth(1).unwrap().to_owned();
    assert!(line(" CDX N b a m\nx 20240101000000 http://a/ t\n").starts_with("2,http://a/,"));
    // Those who say that the lines are URLs have them read so.
    let plain = run(&["check", "--input", "urls", "-g", "rfc1738"], "a)/ 20240101000000 http://a/ t\n");
    assert_eq!(plain.status.code(), Some(1));
}

#[test]
fn warc_records_are_read_by_their_target_uris() {
    let record =
        |header: &str, body: &str| format!("WARC/1.0\r\n{header}Content-Length: {}\r\n\r\n{body}\r\n\r\n", body.len());
    let all = [
        record("WARC-Type: warcinfo\r\n", "software: x\r\n"),
        record("WARC-Target-URI: http://a/\r\n", "HTTP/1.1 200\r\n\r\nWARC/1.0\r\nWARC-Target-URI: http://no/\r\n"),
        record("WARC-Type: metadata\r\nwarc-target-uri: <ftp://b/c>\r\n", ""),
    ];
    let urls = |input: &[u8]| stdout(&["check", "-l", "-g", "rfc1738", "--input", "warc"], input, 0);
    assert_eq!(urls(all.concat().as_bytes()), TWO);
    // A record without a URI is skipped, however records end.
    for command in [&["check"][..], &["normalize"], &["compare"]] {
        let of = |more: &[&str]| {
            let args = [command, &["-f", "csv", "-g", "rfc1738", "--input", "warc"], more].concat();
            stdout(&args, all.concat(), 0)
        };
        assert_eq!(of(&["-0"]), of(&[]), "{command:?}");
    }
    let summary = stdout(&["check", "-0", "--summary", "-g", "rfc1738", "--input", "warc"], all.concat(), 0);
    assert!(summary.contains("2 lines checked: 2 accepted, 0 refused; 1 record without a URL skipped"), "{summary}");
    // Each record is a member of gzip.
    let members: Vec<u8> = all.iter().flat_map(|record| gzip(record.as_bytes())).collect();
    assert_eq!(urls(&members), TWO);
    for (broken, why) in [
        ("http://a/\n", "record 1 is not one of WARC: it does not begin with its version"),
        ("WARC/1.0\r\n\r\n", "it has no Content-Length"),
        ("WARC/1.0\r\nContent-Length: 9\r\n\r\nx", "it is cut short"),
        ("WARC/1.0\r\nContent-Length: 9\r\n", "its header does not end"),
    ] {
        let error = errors(&["check", "--input", "warc"], broken, 2);
        assert!(error.contains(why), "{error}");
    }
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text).unwrap();
    gzip.finish().unwrap()
}

/// A damaged record is reported with its place, and hides no other record, in plain files, in
/// compressed members, and in one member. WARC needs no option.
#[test]
fn a_damaged_warc_record_hides_no_other() {
    let body = "HTTP/1.1 200\r\n\r\n<html>body</html>";
    let record = |fields: &str, number: usize, length: usize| {
        format!(
            "WARC/1.1\r\n{fields}WARC-Target-URI: http://a/{number}\r\nContent-Length: {length}\r\n\r\n{body}\r\n\r\n"
        )
    };
    type Damage = fn(String) -> String;
    let damages: [(&str, Damage, bool); 8] = [
        ("other data follows its content", |record| record.replace(": 33", ": 31"), true),
        ("other data follows its content", |record| record.replace(": 33", ": 0"), true),
        ("it is cut short", |record| record.replace(": 33", ": 60"), false),
        ("it is cut short", |record| record.replace(": 33", ": 99999999999"), false),
        ("its Content-Length is not a number", |record| record.replace(": 33", ": x"), true),
        ("it has no Content-Length", |record| record.replace("Content-Length", "Length"), true),
        ("lines of its header end with CR CR LF", |record| record.replacen("\r\n", "\r\r\n", 4), true),
        (
            "it has several fields WARC-Target-URI",
            |record| record.replace("Content-L", "warc-target-uri: x\r\nContent-L"),
            true,
        ),
    ];
    assert_eq!(body.len(), 33);
    for (why, damage, resumes_in_plain) in damages {
        for damaged in 0..3 {
            let records: Vec<String> = (0..3)
                .map(|number| record("X: y\r\n", number, body.len()))
                .enumerate()
                .map(|(number, record)| if number == damaged { damage(record) } else { record })
                .collect();
            let urls: String = (0..3).map(|number| format!("http://a/{number}\n")).collect();
            let members: Vec<Vec<u8>> = records.iter().map(|record| gzip(record.as_bytes())).collect();
            let offset: usize = members[..damaged].iter().map(Vec::len).sum();
            let plain = records.concat();
            for (file, place, is_whole) in [
                (members.concat(), offset, true),
                (gzip(plain.as_bytes()), 0, resumes_in_plain),
                (plain.clone().into_bytes(), records[..damaged].concat().len(), resumes_in_plain),
            ] {
                let output = run(&["check", "-l", "-g", "rfc1738"], &file);
                let error = String::from_utf8(output.stderr).unwrap();
                assert_eq!(output.status.code(), Some(2), "{why} {damaged}: {error}");
                // In one member, a content that is too long ends within the next record.
                let is_known = error.contains(why) || !is_whole && error.contains("other data follows its content");
                assert!(is_known, "{why} {damaged}: {error}");
                if is_whole {
                    assert_eq!(String::from_utf8(output.stdout).unwrap(), urls, "{why} {damaged}");
                    assert!(error.ends_with("1 of 3 records could not be read\n"), "{error}");
                }
                if place > 0 {
                    let start = format!("uri-lineage: standard input:{0}: record {0}, at byte {place}: ", damaged + 1);
                    assert!(error.starts_with(&start), "{start} {error}");
                }
            }
        }
    }
}

/// A field may continue on the next line (WARC 1.0 and 1.1, section 4).
#[test]
fn folded_fields_of_warc_are_read() {
    for fold in ["\r\n ", "\r\n\t  ", "\n \t", " \r\n \r\n "] {
        let record = format!("WARC/1.0\r\nWARC-Target-URI:{fold}http://a/\r\nContent-Length:{fold}0\r\n\r\n\r\n\r\n");
        let file = [&*record, "WARC/1.0\nContent-Length: 0\nWARC-Target-URI: ftp://b/c\n\n"].concat();
        same(&[], file.as_bytes());
    }
    // Blocks of compressed data need not be records.
    let record = "WARC/1.0\r\nWARC-Target-URI: http://a/\r\nContent-Length: 40\r\n\r\n";
    let file =
        [record, &"x".repeat(40), "\r\n\r\n", &record.replace("http://a/", "ftp://b/c"), &"y".repeat(40)].concat();
    for size in [1, 2, 3, 7, 50, 100] {
        let members: Vec<u8> = file.as_bytes().chunks(size).flat_map(gzip).collect();
        same(&[], &members);
    }
}

/// The first frame of `.warc.zst` has the dictionary of the others, compressed or not.
#[test]
fn dictionaries_of_zstd_are_read() {
    let file = include_bytes!("../../../tests/data/dictionary.warc.zst");
    let expected = "http://a/1\nhttp://a/2\n";
    assert_eq!(stdout(&["check", "-l"], file, 0), expected);
    let length = u32::from_le_bytes(file[4..8].try_into().unwrap()) as usize;
    let (dictionary, frames) = file[8..].split_at(length);
    let mut plain = Vec::new();
    let mut decoder = ruzstd::decoding::StreamingDecoder::new(dictionary).unwrap();
    std::io::Read::read_to_end(&mut decoder, &mut plain).unwrap();
    let skippable = |content: &[u8]| [&file[..4], &(content.len() as u32).to_le_bytes(), content].concat();
    assert_eq!(stdout(&["check", "-l"], [&skippable(&plain), frames].concat(), 0), expected);
    assert!(errors(&["check"], frames, 2).contains("it needs the zstd dictionary"));
    // Whatever is cut or changed, the program ends in an error.
    for cut in (9..plain.len()).step_by(plain.len() / 8) {
        assert_eq!(run(&["check", "-l"], [&skippable(&plain[..cut]), frames].concat()).status.code(), Some(2), "{cut}");
    }
}

/// Lists of archives that are not detected are not read as URLs in silence.
#[test]
fn kinds_of_archives_are_detected_or_named() {
    let lines = "a)/ 20240101000000 http://a/ text/html 200 S\nb)/c 20240101000000 {\"url\": \"ftp://b/c\"}\n";
    let listed = |input: &str| stdout(&["check", "-l", "-g", "rfc1738"], input, 0);
    assert_eq!(listed(&format!("\n \n{lines}")), TWO);
    assert_eq!(listed("\n CDX a b\nhttp://a/ 2024\nftp://b/c 2024\n"), TWO);
    for (before, line) in [("# x\n\n", 3), (" CDX N b m s\n", 1), ("\n CDX N b\n", 2)] {
        let output = run(&["check", "-l", "-g", "rfc1738"], [before, lines].concat());
        let hint = format!("uri-lineage: standard input:{line}: this looks like CDX: use --input cdx\n");
        assert!(String::from_utf8_lossy(&output.stderr).contains(&hint), "{before}");
    }
    for list in ["# x\nhttp://a/\n", "http://a/\nb 20240101000000 http://a/\n", "WARC\n", "WARC/x\n"] {
        let output = run(&["check", "-g", "rfc1738"], list);
        assert!(output.status.code() < Some(2) && output.stderr.is_empty(), "{list}");
    }
}

#[test]
fn every_record_of_cdx_has_its_url_or_is_reported() {
    let urls = |lines: &str| run(&["check", "-l", "-g", "rfc1738", "--input", "cdx"], lines);
    for line in [
        "k 2015-01-01T00:00:00Z response {\"uri\": \"http://a/\"}",
        "{\"url\": \"http://a/\", \"ts\": \"2015\"}",
        "k 2015 {\"uri\": \"http://a/\"}",
        "k 2015 http://a/ - - S",
        "k 2015 http://a/",
    ] {
        let output = urls(line);
        assert_eq!((output.status.code(), &*output.stdout), (Some(0), &b"http://a/\n"[..]), "{line}");
    }
    for (line, why) in [
        ("k 2015 http://a/b c text/html 200 S - - 1 2 f", "its fifth field must be a status"),
        (" CDX N b a m s\nk 2015 http://a/b c text/html 200", "the record has 6 fields, and the header of CDX names 5"),
        ("k 2015 response", "its third field must be a URL"),
        ("k 2015 response x", "its third field must be a URL"),
        ("k 2015 \"url\": \"http://a/\"", "its third field must be a URL"),
        ("{\"ts\": \"2015\"}", "its JSON has neither `url` nor `uri`"),
    ] {
        let output = urls(line);
        assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{line}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(why), "{line}: {output:?}");
    }
}

#[test]
fn a_header_is_skipped_and_names_the_field() {
    let csv = "id,URL, url \r\n1,x,http://a/\r\n2,y,\"ftp://b/c\"\r\n";
    let args = ["check", "-l", "-g", "rfc1738", "--delimiter", ","];
    assert_eq!(stdout(&[&args[..], &["--field", "url"]].concat(), csv, 0), TWO);
    assert_eq!(stdout(&[&args[..], &["--field", "3", "--header"]].concat(), csv, 0), TWO);
    assert_eq!(stdout(&["check", "-l", "-g", "rfc1738", "--header"], format!("url\n{TWO}"), 0), TWO);
    assert_eq!(stdout(&["check", "-l", "--header", "--url", "http://a/"], "", 0), "http://a/\n");
    // Each file has its header, and lines count from it.
    let list = file("headed.tsv", "\u{FEFF}n\turl\n1\thttp://a/\n");
    let rows = stdout(&["check", "-f", "csv", "-g", "rfc1738", "--field", "url", &list, &list], "", 0);
    assert_eq!(rows.matches(",2,http://a/,").count(), 2, "{rows}");
    let error = errors(&[&args[..], &["--field", "uri"]].concat(), csv, 2);
    assert!(error.contains("its header has no field `uri`: it has `id`, `URL`, `url`"), "{error}");
    let pairs =
        stdout(&["resolve", "--pairs", "--header", "-g", "rfc3986", "-f", "jsonl"], "base\tref\nhttp://a/b\tc\n", 0);
    assert_eq!(pairs.lines().count(), 1);
}

/// Records are counted in every format, also where one of them is too long for a list.
#[test]
fn a_list_counts_all_records() {
    let list = format!("http://a/\nhttp://a/{}\n\nftp://b/c\n", "x".repeat(140_000));
    let output = run(&["check", "-l", "-g", "rfc1738"], list);
    assert_eq!((output.status.code(), String::from_utf8(output.stdout).unwrap().as_str()), (Some(2), TWO));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.ends_with("uri-lineage: 1 of 3 records could not be read\n"), "{error}");
}

/// What ends the program does so between records.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_the_output_between_records() {
    let urls = include_str!("../../../tests/data/urls-1990s.txt").repeat(2_000);
    let list = file("signal.txt", &urls);
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("signal.jsonl");
    let mut cut = 0;
    for after in sampled(0..10, 3) {
        let out = std::fs::File::create(&path).unwrap();
        let mut child = crate::common::program().args(["check", "-f", "jsonl", &list]).stdout(out).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(60 + 17 * after));
        let kill = std::process::Command::new("kill").arg(child.id().to_string()).status().unwrap();
        let status = child.wait().unwrap();
        let written = std::fs::read(&path).unwrap();
        assert!(
            written.is_empty() || written.ends_with(b"}\n"),
            "{:?}",
            String::from_utf8_lossy(&written[written.len() - 80..])
        );
        cut += usize::from(kill.success() && !status.success() && status.code().is_none());
    }
    assert!(cut > 0, "no run was ended by the signal");
    _ = std::fs::remove_file(&path);
}

/// A record that is too long for a command is a fault of its own: the others are read, and their
/// numbers are right.
#[test]
fn a_record_that_is_too_long_is_skipped() {
    type Line = fn(&str) -> String;
    let own = file("too-long.abnf", "any = *%x00-7F\n");
    let plain = |url: &str| format!("{url}\n");
    let pair = |url: &str| format!("http://a/\t{url}\n");
    let cases: [(&[&str], Line); 9] = [
        (&["normalize", "-g", "rfc1738"], plain),
        (&["convert", "--to", "rfc1738"], plain),
        (&["parse", "-g", "rfc1738"], plain),
        (&["request", "-g", "rfc1738"], plain),
        (&["compare", "-g", "rfc1738"], plain),
        (&["resolve", "-g", "rfc1808", "http://base/"], plain),
        (&["resolve", "--pairs", "-g", "rfc1808"], pair),
        (&["check", "-g", "rfc1738", "--field", "2"], pair),
        (&["check", "-g", &own], plain),
    ];
    let cases = cases.map(|(command, line)| (command, [line("http://a/"), line("http://b/c"), line("\u{E9}")], line));
    for (command, lines, line) in sampled(cases, 4) {
        let args = [command, &["-f", "jsonl"]].concat();
        // Those after the long record have the next number; what is said of that one is no result.
        let records = |output: &[u8], at: usize, shift: u64| -> Vec<serde_json::Value> {
            let text = String::from_utf8_lossy(output);
            let mut records: Vec<serde_json::Value> =
                text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            records.retain(|record| record.get("unread").is_none());
            for record in &mut records {
                if let Some(number) = record["line"].as_u64().filter(|&number| number > at as u64) {
                    record["line"] = (number + shift).into();
                }
            }
            records
        };
        let good = run(&args, lines.concat());
        for length in sampled([1 << 20, 3 << 20], 2) {
            for at in 0..=lines.len() {
                let long = line(&format!("http://{}/", "a".repeat(length)));
                let all = [&lines[..at], &[long], &lines[at..]].concat().concat();
                for all in [&*all, all.trim_end()] {
                    let output = run(&args, all);
                    let error = String::from_utf8(output.stderr).unwrap();
                    assert_eq!(output.status.code(), Some(2), "{command:?}: {error}");
                    assert_eq!(records(&output.stdout, 0, 0), records(&good.stdout, at, 1), "{command:?} {at}");
                    let told =
                        format!("uri-lineage: standard input:{}: the record is longer than 1048576 bytes\n", at + 1);
                    assert!(error.contains(&told), "{command:?}: {error}");
                    assert!(error.ends_with("uri-lineage: 1 of 4 records could not be read\n"), "{command:?}: {error}");
                }
            }
        }
    }
    // A blank line has any length.
    let blank = " ".repeat(3 << 20) + "\nhttp://a/\n";
    assert_eq!(stdout(&["convert", "--to", "rfc1738"], blank, 0), "http://a/\n");
}

/// Other programs read the URLs of `--list`: they are those of the input, byte for byte, and end as
/// the records do.
#[test]
fn listed_urls_are_unchanged() {
    let lines = b"http://a\tb/\nhttp://a/\xff\n\x01\nx y\n\xE2\x80\xAE\nhttp://a/\n";
    let list = |args: &[&str], input: &[u8]| run(&[&["check", "-l"], args].concat(), input).stdout;
    let (kept, refused) =
        (list(&["-g", "whatwg", "--only", "accepted"], lines), list(&["-g", "whatwg", "--only", "refused"], lines));
    let sorted = |bytes: &[u8]| {
        let mut lines: Vec<Vec<u8>> = bytes.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&[kept, refused].concat()), sorted(lines));
    let records = b" a\nb \0http://a/\0";
    assert_eq!(list(&["-0", "-g", "whatwg,rfc3986"], records), records);
}
