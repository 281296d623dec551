//! A cause as a sentence.

use uri_lineage::Component;
use uri_lineage::language::{Border, GrammarSide, SplitCause};

/// Why two groups of grammars, by their names, read a component differently. `read_as` is the
/// component as which the other of the two that are compared, the first of its group, reads the
/// beginning of the span that comes first.
pub fn sentence(
    component: Component,
    cause: SplitCause,
    read_as: Option<Component>,
    [left, right]: [Vec<&str>; 2],
) -> String {
    let (one, other) = if cause.first() == GrammarSide::Left { (left, right) } else { (right, left) };
    let verb = |names: &[&str], one: &str, several: &str| {
        format!("{} {}", names.join(", "), if names.len() == 1 { one } else { several })
    };
    let [ends, begins, finds] =
        [("ends", "end"), ("begins", "begin"), ("finds", "find")].map(|(single, plural)| verb(&one, single, plural));
    let goes = verb(&other, "goes", "go");
    let reads = format!("{} reads its beginning", other.first().unwrap_or(&""));
    let none = format!("{} none", verb(&other, "finds", "find"));
    // What the other group does with the beginning of the first span, and where it begins the
    // component.
    let later = |border| match read_as {
        Some(part) => format!("{reads} as the {part}, and begins the {component} {}", from(component, border)),
        None => format!("{} it {}", verb(&other, "begins", "begin"), from(component, border)),
    };
    let from = |border| from(component, border);
    match cause {
        SplitCause::Ends { before, .. } => format!("{ends} the {component} at {}; {goes} on", end(before)),
        SplitCause::Begins { after, other_after, .. } => {
            format!("{begins} the {component} {}; {}", from(after), later(other_after))
        }
        SplitCause::Apart { before, other_after, .. } => {
            format!("{ends} the {component} at {}; {}", end(before), later(other_after))
        }
        SplitCause::Only { after, .. } => {
            let rest = read_as.map_or(none, |part| format!("{reads} as the {part}"));
            format!("{finds} a {component} {}; {rest}", from(after))
        }
        SplitCause::Empty { after, .. } => format!("{finds} an empty {component} {}; {none}", from(after)),
    }
}

/// The place in front of a span.
fn from(component: Component, border: Border) -> String {
    match border {
        Border::Edge => "at the beginning".to_owned(),
        // The slash of a path belongs to it in some documents.
        Border::Mark('/') if component == Component::Path => "at `/`".to_owned(),
        border => format!("after {}", end(border)),
    }
}

/// A character as a delimiter.
pub fn delimiter(c: char) -> String {
    match c {
        ' '..='~' => end(Border::Mark(c)),
        c => format!("U+{:04X}", u32::from(c)),
    }
}

/// The delimiter after the end of a span.
fn end(border: Border) -> String {
    match border {
        Border::Edge => "the end".to_owned(),
        Border::Mark(' ') => "a space".to_owned(),
        Border::Mark('`') => "a grave accent".to_owned(),
        Border::Mark(c) => format!("`{c}`"),
        Border::Letter => "a letter".to_owned(),
        Border::Digit => "a digit".to_owned(),
        Border::Other => "a control character or one beyond US-ASCII".to_owned(),
    }
}
