//! The tables of parsers in the documentation, from the output of `examples/conform/run.py`.

use std::error::Error;

use crate::read;

/// Makes a table of the text of a file.
type MakeTable = fn(&str) -> String;

/// The files, each with what makes a table of it.
const TABLES: [(&str, MakeTable); 2] =
    [("cli/src/commands/site/parsers.tsv", findings), ("cli/src/commands/site/parser-pairs.tsv", pairs)];
/// The line after a table.
const END: &str = "<!-- end -->";

/// A text with each table between its marks, if it has them.
pub fn with_tables(text: &str) -> Result<String, Box<dyn Error>> {
    let mut text = text.to_owned();
    for (file, markdown) in TABLES {
        let begin = format!("<!-- From {file}: -->\n");
        let Some((before, table)) = text.split_once(&begin) else { continue };
        let (_, after) = table.split_once(END).ok_or_else(|| format!("the table of {file} has no end"))?;
        text = format!("{before}{begin}\n{}\n{END}{after}", markdown(&read(file)?));
    }
    Ok(text)
}

/// A row for each parser: for each component and grammar a shortest string in which the parser reads it
/// otherwise, and the number of causes.
fn pairs(table: &str) -> String {
    /// Other components are learned for few parsers.
    const COLUMNS: [(&str, &str); 4] =
        [("host", "RFC 3986"), ("host", "URL Standard"), ("port", "RFC 3986"), ("port", "URL Standard")];
    let head = COLUMNS.map(|(component, grammar)| format!("{component}, {grammar}")).join(" | ");
    let mut written = format!("| parser | {head} |\n|---|{}\n", "---|".repeat(COLUMNS.len()));
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    for run in rows.chunk_by(|left, right| left[0] == right[0]) {
        let cells = COLUMNS.map(|(component, grammar)| pair_cell(run, grammar, component)).join(" | ");
        written += &format!("| {} | {cells} |\n", run[0][0]);
    }
    written
}

/// How a parser reads a component beside a grammar.
fn pair_cell(run: &[Vec<&str>], grammar: &str, component: &str) -> String {
    match run.iter().find(|row| row[1] == grammar && row[2] == component) {
        None => "no model".to_owned(),
        Some(row) if row[3] == "0" => "alike".to_owned(),
        Some(row) => {
            let string = row[4].trim_matches('"').replace('|', "\\|");
            let causes = if row[3] == "1" { "1 cause".to_owned() } else { format!("{} causes", row[3]) };
            format!("`{string}`, {causes}")
        }
    }
}

/// A row for each parser and grammar: for each kind the finding that explains the most strings, if
/// possible a finding that holds for all strings with its feature.
fn findings(table: &str) -> String {
    let mut written =
        "| parser | grammar | accepts beyond it | refuses | reads differently |\n|---|---|---|---|---|\n".to_owned();
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    for run in rows.chunk_by(|left, right| (left[0], left[3]) == (right[0], right[3])) {
        let cells = ["accepts", "refuses", "component"].map(|kind| cell(run, kind));
        written += &format!("| {} {} | `{}` | {} |\n", run[0][0], run[0][1], run[0][3], cells.join(" | "));
    }
    written
}

/// The main finding of a kind in a run, and the number of the others.
fn cell(run: &[Vec<&str>], kind: &str) -> String {
    let findings = run.iter().filter(|row| row[6].split(' ').next() == Some(kind));
    let count = findings.clone().count();
    let main = findings.max_by_key(|row| {
        let holds_always = !["in some places", "other strings"].iter().any(|words| row[9].contains(words));
        (holds_always, row[7].parse().unwrap_or(0))
    });
    let others = if count > 1 { format!(" and {} more", count - 1) } else { String::new() };
    main.map_or_else(String::new, |row| shown(row[9], row[8]) + &others)
}

/// A finding without its verb and with few of its characters, and its shortest string if a cell can
/// contain it.
fn shown(text: &str, witness: &str) -> String {
    let text = text.strip_prefix("accepts ").or_else(|| text.strip_prefix("refuses ")).unwrap_or(text);
    let (characters, place) =
        text.rsplit_once(" in `").map_or((text, None), |(characters, place)| (characters, Some(place)));
    let pieces: Vec<&str> = characters.split(", ").collect();
    let few = if pieces.len() > 4 { format!("{} and others", pieces[..3].join(", ")) } else { characters.to_owned() };
    let place = place.map_or_else(String::new, |place| format!(" in `{place}"));
    let string = witness.trim_matches('"');
    let is_plain = !string.is_empty() && !string.contains(|c: char| "`|\\".contains(c) || !c.is_ascii());
    // A grave accent as code needs two more around it, and a bar would end the cell.
    let sentence = (few + &place).replace("```", "a grave accent").replace('|', "\\|");
    if is_plain { format!("{sentence}: `{string}`") } else { sentence }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_has_the_finding_of_the_most_strings() {
        let table = "head\n\
            A\t1\t\trfc3986\t9\t9\taccepts\t2\t\"a b\"\taccepts space in `path`\n\
            A\t1\t\trfc3986\t9\t9\taccepts\t3\t\"|\"\taccepts `|`, a, b, c, d in `path`\n\
            A\t1\t\twhatwg\t9\t9\t\t\t\t\n";
        let written = findings(table);
        let rows: Vec<&str> = written.lines().skip(2).collect();
        assert_eq!(
            rows,
            ["| A 1 | `rfc3986` | `\\|`, a, b and others in `path` and 1 more |  |  |", "| A 1 | `whatwg` |  |  |  |"]
        );
    }
}
