//! Files that are compressed, damaged or joined, read as records.

use std::borrow::Cow;
use std::io::Read;

use super::{BLOCK, Blocks, ReadRecord, RecordForm};
use crate::engine::{Faults, Pieces};

/// The records of a file as text, and whether reading it failed.
fn read(name: &str, bytes: &[u8], form: &RecordForm) -> (Vec<String>, bool) {
    let file = std::env::temp_dir().join(format!("uri-lineage-blocks-{}-{name}", std::process::id()));
    std::fs::write(&file, bytes).unwrap();
    let mut blocks = Blocks::new(&[], std::slice::from_ref(&file), form, BLOCK);
    let (mut records, mut failed) = (Vec::new(), false);
    loop {
        // A failure is the last message of an input.
        match blocks.next(Vec::new()) {
            Ok(Some(block)) => {
                assert!(!failed);
                let faults = &mut Faults::default();
                let texts = block.texts(faults).filter_map(|record| record.content.ok());
                records.extend(texts.map(Cow::into_owned));
            }
            Ok(None) => break,
            Err(_) => assert!(!std::mem::replace(&mut failed, true)),
        }
    }
    std::fs::remove_file(&file).unwrap();
    (records, failed)
}

/// URLs that compress badly: their lines have at least a number of bytes.
fn lines(bytes: usize) -> Vec<String> {
    let (mut state, mut lines, mut length) = (1_u64, Vec::new(), 0);
    while length < bytes {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let line = format!("http://{:x}/", state >> 16);
        length += line.len() + 1;
        lines.push(line);
    }
    lines
}

fn gzip(text: &str) -> Vec<u8> {
    use std::io::Write;
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text.as_bytes()).unwrap();
    gzip.finish().unwrap()
}

fn zstd(text: &str) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest)
}

/// The bytes that a reader returns before it fails.
fn readable(mut read: impl Read) -> Vec<u8> {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 1000]);
    while let Ok(length @ 1..) = read.read(&mut buffer) {
        bytes.extend_from_slice(&buffer[..length]);
    }
    bytes
}

/// A compressed file may be cut anywhere, also between its members: the whole lines of the text
/// that can be decompressed are read, and an error is next.
#[test]
fn a_cut_file_has_its_whole_lines() {
    let lines = lines(400_000);
    let parts: Vec<String> = lines.chunks(lines.len() / 3 + 1).map(|part| part.join("\n") + "\n").collect();
    for (name, compress) in [("gzip", gzip as fn(&str) -> Vec<u8>), ("zstd", zstd)] {
        let members: Vec<Vec<u8>> = parts.iter().map(|part| compress(part)).collect();
        let file = members.concat();
        let ends = members.iter().scan(0, |end, member| {
            *end += member.len();
            Some(*end)
        });
        let ends: Vec<usize> = ends.collect();
        let near_ends = ends.iter().flat_map(|end| (end.saturating_sub(9)..=end + 12).filter(|&cut| cut <= file.len()));
        for cut in (6..file.len()).step_by(file.len() / 60).chain(near_ends) {
            let mut text = Vec::new();
            let mut start = 0;
            for member in &members {
                let part = &file[start.min(cut)..(start + member.len()).min(cut)];
                start += member.len();
                match name {
                    "gzip" => text.extend(readable(flate2::read::GzDecoder::new(part))),
                    _ => ruzstd::decoding::StreamingDecoder::new(part)
                        .into_iter()
                        .for_each(|frame| text.extend(readable(frame))),
                }
            }
            let count = memchr::memchr_iter(b'\n', &text).count();
            let (records, failed) = read(&format!("cut-{name}"), &file[..cut], &RecordForm::default());
            assert!(records == lines[..count], "{name}, {cut} bytes: {} lines, not {count}", records.len());
            assert_eq!(failed, !ends.contains(&cut), "{name}, {cut} bytes");
        }
    }
}

/// Damage inside of a gzip file is an error, after all lines in front of it.
#[test]
fn a_damaged_file_has_the_lines_in_front_of_the_damage() {
    use std::io::Write;
    let lines = lines(600_000);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    let mut damages = Vec::new();
    for (index, part) in lines.chunks(400).enumerate() {
        gzip.write_all((part.join("\n") + "\n").as_bytes()).unwrap();
        // A flush writes an empty stored block. Its length occurs twice, so a change of its last
        // byte is an error.
        gzip.flush().unwrap();
        damages.push((gzip.get_ref().len() - 1, index * 400 + part.len()));
    }
    let file = gzip.finish().unwrap();
    assert_eq!(read("damaged", &file, &RecordForm::default()), (lines.clone(), false));
    for (offset, count) in damages {
        let mut damaged = file.clone();
        damaged[offset] ^= 1;
        let (records, failed) = read("damaged", &damaged, &RecordForm::default());
        assert!(failed && records == lines[..count], "{offset}: {} of {count}", records.len());
    }
}

/// Tapes and fixed blocks pad files with NUL. Between members and at the end, NUL is not data.
#[test]
fn gzip_members_may_be_padded() {
    let lines = lines(1_000);
    let (first, second) = (gzip(&(lines[..9].join("\n") + "\n")), gzip(&lines[9..].join("\n")));
    for padding in [0, 1, 3, 511, 70_000].map(|length| vec![0; length]) {
        for file in [[&*first, &second, &padding], [&first, &padding, &second]].map(|parts| parts.concat()) {
            assert_eq!(read("padded", &file, &RecordForm::default()), (lines.clone(), false));
        }
        // Other data is an error, after the lines.
        let file = [&*first, &padding, b"x"].concat();
        assert_eq!(read("padded", &file, &RecordForm::default()), (lines[..9].to_vec(), true));
    }
}

/// Skippable frames (RFC 8878, section 3.1.2) may be anywhere, also first.
#[test]
fn skippable_frames_of_zstd_are_skipped() {
    let lines = lines(1_000);
    let (first, second) = (zstd(&(lines[..9].join("\n") + "\n")), zstd(&lines[9..].join("\n")));
    for (kind, length) in (0..16).zip([0, 1, 4, 511, 70_000].into_iter().cycle()) {
        let skipped = [&[0x50 | kind, 0x2A, 0x4D, 0x18][..], &u32::to_le_bytes(length), &vec![kind; length as usize]];
        let skipped = skipped.concat();
        for file in [
            [&*skipped, &first, &second].concat(),
            [&*first, &skipped, &second].concat(),
            [&*first, &second, &skipped].concat(),
            [&*skipped, &skipped, &first, &skipped, &skipped, &second, &skipped].concat(),
        ] {
            assert_eq!(read("skippable", &file, &RecordForm::default()), (lines.clone(), false));
        }
        // A cut frame is an error after the lines.
        for cut in (1..skipped.len()).filter(|cut| *cut < 20 || skipped.len() - cut < 5) {
            let file = [&*first, &skipped[..cut]].concat();
            assert_eq!(read("skippable", &file, &RecordForm::default()), (lines[..9].to_vec(), true), "{cut}");
        }
        assert_eq!(read("skippable", &skipped, &RecordForm::default()), (Vec::new(), false));
    }
    // A line that begins like a skippable frame is text.
    for text in ["P", "P*", "P*M", "P*M:a", "_*M\u{19}"] {
        assert_eq!(read("skippable", text.as_bytes(), &RecordForm::default()), (vec![text.to_owned()], false));
    }
}

/// In joined indexes each header decides the records after it, wherever blocks end.
#[test]
fn each_cdx_header_decides_the_records_after_it() {
    let headers = [" CDX N b a m", " CDX a N b m", "\tCDX\tN\tm\ta", " CDX N b a m"];
    let names = lines(400_000);
    for (step, ends_with_nul) in
        [1, 2, 7, 1_023, 1_024, 1_025, 5_000].into_iter().flat_map(|step| [(step, false), (step, true)])
    {
        let (mut text, mut line, mut urls) = (String::new(), 0, Vec::new());
        let end = if ends_with_nul { '\0' } else { '\n' };
        // Many headers are slow to read, so the number of parts is limited.
        for (index, part) in names.chunks(step).take(2_000).enumerate() {
            let header = headers[index % headers.len()];
            text.extend([header, if ends_with_nul { "" } else { "\r" }]);
            text.push(end);
            line += 1;
            for url in part {
                let columns = header[1..].split(&header[..1]).skip(1);
                let columns: Vec<&str> = columns.map(|name| if name == "a" { url } else { "x" }).collect();
                text.push_str(&columns.join(&header[..1]));
                text.push(end);
                line += 1;
                urls.push((line, url));
            }
        }
        let file = std::env::temp_dir().join(format!("uri-lineage-headers-{}", std::process::id()));
        std::fs::write(&file, &text).unwrap();
        for is_detected in [false, true] {
            let form = RecordForm::cdx(ends_with_nul, is_detected);
            let mut blocks = Blocks::new(&[], std::slice::from_ref(&file), &form, BLOCK);
            let mut expected = urls.iter();
            while let Some(block) = blocks.next(Vec::new()).unwrap() {
                for ReadRecord { number, content } in block.texts(&mut Faults::default()) {
                    let read = content.as_deref().map(|text| (number, text));
                    assert_eq!(expected.next().map(|&(line, url)| (line, &**url)), read.ok(), "{step}");
                }
            }
            assert_eq!(expected.next(), None);
        }
        std::fs::remove_file(&file).unwrap();
    }
}

/// A damaged line that is longer than a block is not returned, and the failure is reported once.
#[test]
fn a_damaged_long_line_ends_the_input() {
    let file = gzip(&["http://a/\n", &lines(600_000).concat(), "\nhttp://b/\n"].concat());
    assert_eq!(
        read("long", &file, &RecordForm::default()),
        (vec!["http://a/".to_owned(), "http://b/".to_owned()], false)
    );
    for cut in [2, 3, 5].map(|part| file.len() - file.len() / part) {
        assert_eq!(read("long", &file[..cut], &RecordForm::default()), (vec!["http://a/".to_owned()], true));
    }
}
