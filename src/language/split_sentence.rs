//! The cause for which grammars read a component differently, as a sentence.

use regular_bnf::{Border, GrammarSide, SplitCause};

use crate::base::component::Component;

/// Why two groups of grammars, given by their names, read a component differently. The first
/// grammars of the groups are compared. One of them finds the span that comes first; `read_as` is
/// the component as which the other one reads the beginning of this span.
///
/// ```
/// use uri_lineage::Component;
/// use uri_lineage::language::split_sentence;
/// use uri_lineage::regular_bnf::{Border, GrammarSide, SplitCause};
///
/// let cause = SplitCause::Only { first: GrammarSide::Right, after: Border::Mark(':') };
/// let sentence = split_sentence(Component::Host, cause, None, [&["rfc3986"], &["whatwg"]]);
/// assert_eq!(sentence, "whatwg finds a host after `:`; rfc3986 finds none");
/// ```
pub fn split_sentence(
    component: Component,
    cause: SplitCause,
    read_as: Option<Component>,
    [left, right]: [&[&str]; 2],
) -> String {
    let (first, second) = if cause.first() == GrammarSide::Left { (left, right) } else { (right, left) };
    let [ends, begins, finds] = [("ends", "end"), ("begins", "begin"), ("finds", "find")]
        .map(|(singular, plural)| subject_and_verb(first, singular, plural));
    let goes = subject_and_verb(second, "goes", "go");
    let finds_none = format!("{} none", subject_and_verb(second, "finds", "find"));
    // How the second group reads the beginning of the first span.
    let reads_as = read_as.map(|part| format!("{} reads its beginning as the {part}", second.first().unwrap_or(&"")));
    // The same, and where the second group begins the component.
    let begins_later = |border| match &reads_as {
        Some(reads_as) => format!("{reads_as}, and begins the {component} {}", beginning(component, border)),
        None => format!("{} it {}", subject_and_verb(second, "begins", "begin"), beginning(component, border)),
    };
    match cause {
        SplitCause::Ends { before, .. } => format!("{ends} the {component} at {before}; {goes} on"),
        SplitCause::Begins { after, other_after, .. } => {
            format!("{begins} the {component} {}; {}", beginning(component, after), begins_later(other_after))
        }
        SplitCause::Apart { before, other_after, .. } => {
            format!("{ends} the {component} at {before}; {}", begins_later(other_after))
        }
        SplitCause::Only { after, .. } => {
            format!("{finds} a {component} {}; {}", beginning(component, after), reads_as.unwrap_or(finds_none))
        }
        SplitCause::Empty { after, .. } => {
            format!("{finds} an empty {component} {}; {finds_none}", beginning(component, after))
        }
    }
}

/// What grammars, by their names, read in one text: `rfc3986 reads a name; whatwg the address
/// 127.0.0.1`.
///
/// ```
/// use uri_lineage::language::readings_sentence;
///
/// let sides = [("rfc1738", "a name"), ("rfc3986", "a name"), ("whatwg", "the address 127.0.0.1")];
/// let sentence = readings_sentence(sides.into_iter());
/// assert_eq!(sentence, "rfc1738, rfc3986 read a name; whatwg the address 127.0.0.1");
/// ```
pub fn readings_sentence<'a>(sides: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, reading) in sides {
        match groups.iter_mut().find(|(group, _)| *group == reading) {
            Some((_, names)) => names.push(name),
            None => groups.push((reading, vec![name])),
        }
    }
    let groups = groups.iter().enumerate().map(|(number, (reading, names))| match number {
        0 => format!("{} {reading}", subject_and_verb(names, "reads", "read")),
        _ => format!("{} {reading}", names.join(", ")),
    });
    groups.collect::<Vec<_>>().join("; ")
}

/// The names of grammars, and a verb in the singular or the plural.
fn subject_and_verb(names: &[&str], singular: &str, plural: &str) -> String {
    format!("{} {}", names.join(", "), if names.len() == 1 { singular } else { plural })
}

/// Where a span begins, by the delimiter in front of it.
fn beginning(component: Component, border: Border) -> String {
    match border {
        Border::Edge => "at the beginning".to_owned(),
        // The slash of a path belongs to it in some documents.
        Border::Mark('/') if component == Component::Path => "at `/`".to_owned(),
        border => format!("after {border}"),
    }
}
