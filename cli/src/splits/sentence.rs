//! A cause as a sentence.

use uri_lineage::Component;
use uri_lineage::language::{Border, Reader, SplitCause};

/// Why two grammars, by their names, read a component differently.
pub fn sentence(component: Component, cause: SplitCause, [left, right]: [&str; 2]) -> String {
    let (one, other) = if cause.first() == Reader::Left { (left, right) } else { (right, left) };
    let from = |border| from(component, border);
    match cause {
        SplitCause::Ends { before, .. } => format!("{one} ends the {component} at {}; {other} goes on", end(before)),
        SplitCause::Begins { after, other_after, .. } => {
            format!("{one} begins the {component} {}; {other} begins it later, {}", from(after), from(other_after))
        }
        SplitCause::Apart { before, other_after, .. } => {
            format!("{one} ends the {component} at {}; {other} begins it {}", end(before), from(other_after))
        }
        SplitCause::Only { after, .. } => format!("only {one} finds a {component}, {}", from(after)),
        SplitCause::Empty { after, .. } => format!("{one} finds an empty {component}, {}; {other} none", from(after)),
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

/// What is after the end of a span.
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
