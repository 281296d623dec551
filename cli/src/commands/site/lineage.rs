//! A page per lineage of a production: its texts one below the other, every cause why neighbours
//! differ, and the productions that use it.

use std::collections::BTreeSet;

use maud::{Markup, html};
use uri_lineage::DocumentGrammar;
use uri_lineage::language::{Characters, Usage};
use uri_lineage::regular_bnf::{Bnf, Definition, Divergence, Divergences, Relation, Side};

use super::grammar::{linked, pieces};
use super::layout::{
    Links, Page, displayed_witness, lineage_path, member_anchor, page, piece, place, prose, qualified_name, sign,
    strings, witness_in,
};
use super::model::{Family, Member, Neighbour, ProductionId, Site};
use crate::commands::chars::runs;
use crate::commands::claims::capitalized;
use crate::commands::diff::{ComparedDocuments, ComparedNames, Mentions};

const LINKS: Links = Links::BELOW;

pub fn lineage(site: &Site, family: &Family) -> Page {
    let changes = family.members.iter().filter_map(|member| Some((member, member.before.as_ref()?)));
    let body = html! {
        p {
            "The rules that play this part in the documents, in order of date. Each is compared with that of the nearest earlier document, whatever its name."
        }
        div.listed {
            nav.names aria-label="Productions" {
                ul {
                    li { a href="#changes" { "What changed" } }
                    @for member in &family.members { li { a href=(format!("#{}", member_anchor(site, &member.place))) { (qualified_name(site, &member.place)) } } }
                    li { a href="#uses" { "Uses" } }
                    li { a href="#characters" { "Characters" } }
                }
            }
            div {
                h2 #changes { "What changed" }
                @if changes.clone().next().is_none() { p { "It occurs in one document only." } }
                @for (member, before) in changes.clone().filter(|(_, before)| before.relation() != Relation::Equal) { (change(site, member, before)) }
                @let unchanged: Vec<_> = changes.filter(|(_, before)| before.relation() == Relation::Equal).collect();
                @if !unchanged.is_empty() {
                    p {
                        "Unchanged: " @for (index, (member, before)) in unchanged.iter().enumerate() {
                            @if index > 0 { "; " }
                            (name(site, &member.place)) " is equal to " (name(site, &before.place))
                        } "."
                    }
                }
                h2 #texts { "As printed" }
                p { "Marked words are those that the earlier document's rule did not have." }
                div.cards { @for member in &family.members { (text(site, member)) } }
                details.part open {
                    summary { h2 #uses { "What it uses, and what uses it" } }
                    (uses(site, family))
                }
                details.part open {
                    summary { h2 #characters { "The characters it may hold" } }
                    @for (characters, members) in character_groups(family) {
                        h3 { @for (index, member) in members.iter().enumerate() { @if index > 0 { ", " } (name(site, &member.place)) } }
                        dl { (characters_of(characters, "bare", Usage::Bare)) (characters_of(characters, "escaped only", Usage::Escaped)) }
                    }
                }
            }
        }
    };
    page(LINKS, lineage_path(&family.slug), &family.names().join(", "), &["assets/fold.js"], &body)
}

/// The name of a production with its grammar in front.
fn name(site: &Site, place: &ProductionId) -> Markup {
    html! { code { (qualified_name(site, place)) } }
}

/// A production in one document.
fn text(site: &Site, member: &Member) -> Markup {
    let (number, name) = &member.place;
    let document = &site.documents[*number];
    let link = |name: &str| {
        let place = (*number, name.to_owned());
        LINKS.lineage(site, &place).unwrap_or_else(|| LINKS.production(site, &place))
    };
    let [printed, corrected] = document.readings(name);
    let is_equal = member.before.as_ref().is_some_and(|before| before.relation() == Relation::Equal);
    html! {
        details.card.part open[!is_equal] id=(member_anchor(site, &member.place)) {
            summary {
                h2 { (qualified_name(site, &member.place)) }
                " " small { (document.date()) @if let Some(before) = &member.before { ", " (sign(before.relation())) } @else { ", new" } }
            }
            p { a href=(LINKS.production(site, &member.place)) { "On the page of " (document.short_name()) } }
            @match printed {
                Some(printed) => (linked(document, printed, &link, &new_pieces(site, member, printed))),
                None => p { "Not printed." },
            }
            @if let Some(corrected) = corrected {
                p { b { "Corrected" } }
                (linked(document, corrected, &link, &new_pieces(site, member, corrected)))
            }
            @match &member.facts {
                Ok(facts) => p { "Shortest strings: " (strings(LINKS, Some(&qualified_name(site, &member.place)), facts.firsts.iter().map(String::as_str))) },
                Err(error) => p { "No language: " (prose(&error.to_string())) },
            }
        }
    }
}

/// The numbers of the pieces of a definition that are not in the corrected text of the earlier
/// production.
fn new_pieces(site: &Site, member: &Member, definition: &Definition) -> Vec<usize> {
    let Some(Neighbour { place: (number, name), .. }) = &member.before else { return Vec::new() };
    let before = site.documents[*number].corrected.get(name);
    before.map(|before| added_pieces(&before.text, &definition.text)).unwrap_or_default()
}

/// The numbers of the pieces of a text that are not in an earlier one, in order: all but a longest
/// common sequence.
fn added_pieces(before: &str, text: &str) -> Vec<usize> {
    let (old, new) = (compared_pieces(before), compared_pieces(text));
    // For each two positions, the length of the longest common sequence after them.
    let mut longest = vec![vec![0; new.len() + 1]; old.len() + 1];
    for (i, (_, old)) in old.iter().enumerate().rev() {
        for (j, (_, new)) in new.iter().enumerate().rev() {
            longest[i][j] =
                if old == new { longest[i + 1][j + 1] + 1 } else { longest[i + 1][j].max(longest[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut added) = (0, 0, Vec::new());
    while j < new.len() {
        if i < old.len() && old[i].1 == new[j].1 {
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && longest[i + 1][j] >= longest[i][j + 1] {
            i += 1;
        } else {
            added.push(new[j].0);
            j += 1;
        }
    }
    added
}

/// The pieces of a definition with their numbers, without its name, signs of definition and blanks.
fn compared_pieces(text: &str) -> Vec<(usize, &str)> {
    let pieces = pieces(text).into_iter().enumerate().skip(1);
    pieces.filter(|(_, piece)| !piece.trim().is_empty() && !matches!(*piece, "=" | ":")).collect()
}

/// The productions that each member uses and that use it, directly and through others.
fn uses(site: &Site, family: &Family) -> Markup {
    html! {
        div.wide {
            table.uses {
                thead { tr { th scope="col" { "production" } th scope="col" { "uses" } th scope="col" { "is used by" } } }
                tbody {
                    @for member in &family.members {
                        @let (number, name) = &member.place;
                        @let bnf = &*site.documents[*number].corrected;
                        tr {
                            th scope="row" { (qualified_name(site, &member.place)) }
                            td { (direct_and_indirect(site, *number, &bnf.uses(name), &closure(bnf, name, Bnf::uses))) }
                            td { (direct_and_indirect(site, *number, &bnf.used_by(name), &closure(bnf, name, Bnf::used_by))) }
                        }
                    }
                }
            }
        }
    }
}

/// Productions of a document, and after them those that are reached only through them.
fn direct_and_indirect(site: &Site, number: usize, direct: &[&str], reached: &BTreeSet<&str>) -> Markup {
    let indirect: Vec<&str> = reached.iter().copied().filter(|name| !direct.contains(name)).collect();
    html! {
        @if direct.is_empty() { "nothing" }
        (names(site, number, direct))
        @if !indirect.is_empty() { small { "through these: " (names(site, number, &indirect)) } }
    }
}

/// Productions of a document, with links to those that it defines.
fn names(site: &Site, number: usize, names: &[&str]) -> Markup {
    html! {
        @for &name in names {
            @if site.documents[number].corrected.get(name).is_some() {
                a href=(LINKS.production(site, &(number, name.to_owned()))) { (name) }
            } @else { (name) }
            " "
        }
    }
}

/// All names that are reached from a name, without itself.
fn closure<'b>(bnf: &'b Bnf, name: &str, next: fn(&'b Bnf, &str) -> Vec<&'b str>) -> BTreeSet<&'b str> {
    let mut reached = BTreeSet::new();
    let mut waiting = next(bnf, name);
    while let Some(name) = waiting.pop() {
        if reached.insert(name) {
            waiting.extend(next(bnf, name));
        }
    }
    reached.remove(name);
    reached
}

/// The relation of a production to the previous one, and its reasons.
fn change(site: &Site, member: &Member, before: &Neighbour) -> Markup {
    let names = [name(site, &before.place), name(site, &member.place)];
    let verb = crate::commands::diff::verb(before.relation());
    let address = [&before.place, &member.place].map(|place| qualified_name(site, place)).join("&");
    html! {
        details.part open {
            summary { h3 { (names[1]) " " (verb) " " (names[0]) " " (sign(before.relation())) } }
            p { a href=(LINKS.path(&format!("compare.html#{address}"))) { "Compare the two" } }
            (causes(site, member, before, &names))
        }
    }
}

/// The causes why a production differs from the previous one.
fn causes(site: &Site, member: &Member, before: &Neighbour, names: &[Markup; 2]) -> Markup {
    html! {
        @match &before.causes {
            Some(causes) => {
                @match causes.list().len() {
                    1 => p { "One difference, which has every string that only one of the two accepts." },
                    count => p { (count) " differences. Together they have every string that only one of the two accepts, each once." },
                }
                @let ids = [&before.place, &member.place].map(|place| qualified_name(site, place));
                @let documents = ComparedDocuments::new(production(site, &before.place), production(site, &member.place));
                (reasons(causes, ids.each_ref().map(String::as_str), documents.as_ref()))
            }
            None if before.relation() == Relation::Equal => {}
            None => {
                p { "Both together have too many states to list all causes." }
                ul.reasons {
                    @let ids = [&before.place, &member.place].map(|place| qualified_name(site, place));
                    @for (name, string) in [(&names[1], &before.comparison.left_only), (&names[0], &before.comparison.right_only)] {
                        @if let Some(string) = string { li { "only " (name) ": " (witness_in(LINKS, &[&ids[0], &ids[1]], string)) } }
                    }
                }
            }
        }
    }
}

/// A production, and the grammar of the document if it is of one.
pub fn production<'s>(site: &Site, (number, name): &'s ProductionId) -> (Option<DocumentGrammar>, &'s str) {
    (site.documents[*number].grammar.map(DocumentGrammar::Grammar), name)
}

/// The causes why two productions differ, the later last, each with what the documents say of it.
pub fn reasons(causes: &Divergences, names: [&str; 2], documents: Option<&ComparedDocuments<'_>>) -> Markup {
    let changes = documents.map(|documents| documents.changes(causes)).unwrap_or_default();
    html! {
        ul.reasons {
            @for (number, cause) in causes.list().iter().enumerate() {
                li {
                    (divergence(cause, names))
                    @if let Some(of_cause) = changes.of_causes.get(number) { (mentions(of_cause)) }
                }
            }
        }
        @if !changes.others.is_empty() {
            details {
                summary { "The documents also mention changes that no difference above shows" }
                ul.reasons {
                    @for mention in &changes.others {
                        li { (prose(mention.says)) p { q { (mention.quotation) } " " (place(mention.document, mention.section)) } }
                    }
                }
            }
        }
    }
}

/// What the documents say of a cause.
fn mentions(said: &Mentions) -> Markup {
    html! {
        @for mention in &said.mentions { p { q { (mention.quotation) } " " (place(mention.document, mention.section)) } }
        @if let Some(note) = said.note() { p { small { (capitalized(&note)) "." } } }
    }
}

/// One cause why two productions differ, the later last: a sentence, and a string with a mark at the
/// place.
pub fn divergence(divergence: &Divergence, names: [&str; 2]) -> Markup {
    let Divergence { offset, witness, .. } = divergence;
    let [subject, object] = ComparedNames { names, later: Some(Side::Right) }.sentence(divergence);
    let (before, tail) = witness.split_at_checked(*offset).unwrap_or((witness, ""));
    let (character, after) = tail.split_at(tail.chars().next().map_or(0, char::len_utf8));
    html! {
        (subject) " " b { (prose(&object)) } ": "
        @if witness.is_empty() { (piece("")) } @else {
            (displayed_witness(LINKS, &names, witness, &html! { (before) mark { @if character.is_empty() { "▏" } @else { (character) } } (after) }))
        }
    }
}

/// The characters that may occur in the members of a lineage; members with the same characters are
/// grouped.
fn character_groups(family: &Family) -> Vec<(&Characters, Vec<&Member>)> {
    let mut groups: Vec<(&Characters, Vec<&Member>)> = Vec::new();
    for member in &family.members {
        let Ok(facts) = &member.facts else { continue };
        match groups.iter_mut().find(|(characters, _)| **characters == facts.characters) {
            Some((_, members)) => members.push(member),
            None => groups.push((&facts.characters, vec![member])),
        }
    }
    groups
}

/// The characters with a usage.
fn characters_of(characters: &Characters, label: &str, usage: Usage) -> Markup {
    let ascii: Vec<char> = ('\0'..='\x7F').filter(|&c| characters.usage(c) == usage).collect();
    let beyond = usage == Usage::Bare && characters.beyond_ascii();
    html! {
        @if !ascii.is_empty() || beyond {
            dt { (label) }
            dd { code.string { (runs(&ascii)) } @if beyond { " characters beyond US-ASCII" } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_words_are_those_outside_of_the_longest_common_sequence() {
        fn added<'t>(before: &str, text: &'t str) -> Vec<&'t str> {
            added_pieces(before, text).into_iter().map(|number| pieces(text)[number]).collect()
        }
        assert_eq!(added("a = b [ c ] d", "x = b [ e ] d f"), ["e", "f"]);
        assert!(added("a = b c", "z  =  b\n  c").is_empty());
        assert_eq!(added("a = b", "a = c b c"), ["c", "c"]);
    }
}
