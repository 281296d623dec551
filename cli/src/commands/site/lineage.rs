//! A page per lineage of a production: its texts one below the other, every cause why neighbours
//! differ, and what uses it.

use std::collections::BTreeSet;

use maud::{Markup, html};
use uri_lineage::language::{Characters, Divergence, Relation, Side, Usage};
use uri_lineage::published::Bnf;

use super::grammar::{linked, pieces};
use super::layout::{At, Page, lineage_path, marked, member, page, piece, prose, sign, strings, witness};
use super::model::{Family, Member, Neighbour, ProductionId, Site};
use crate::commands::chars::runs;
use crate::commands::diff::ComparedNames;

const AT: At = At::BELOW;

pub fn lineage(site: &Site, family: &Family) -> Page {
    let changes = family.members.iter().filter_map(|member| Some((member, member.before.as_ref()?)));
    let body = html! {
        p {
            "The productions that play this part, in order of date. Marked words are not in the production that is compared with: that of the nearest earlier document."
        }
        div.listed {
            nav.names aria-label="Productions" {
                ul {
                    @for one in &family.members { li { a href=(format!("#{}", member(site, &one.place))) { (id(site, &one.place)) } } }
                    li { a href="#changes" { "What changed" } }
                    li { a href="#uses" { "Uses" } }
                    li { a href="#characters" { "Characters" } }
                }
            }
            div {
                div.cards { @for member in &family.members { (text(site, member)) } }
                h2 #changes { "What changed" }
                @if changes.clone().next().is_none() { p { "It occurs in one document only." } }
                @for (own, before) in changes { (change(site, own, before)) }
                h2 #uses { "What it uses, and what uses it" }
                (uses(site, family))
                h2 #characters { "The characters it may hold" }
                @for (all, members) in characters(family) {
                    h3 { @for (at, member) in members.iter().enumerate() { @if at > 0 { ", " } (name(site, &member.place)) } }
                    dl { (held("bare", &all, Usage::Bare)) (held("escaped only", &all, Usage::Escaped)) }
                }
            }
        }
    };
    page(AT, lineage_path(&family.slug), &family.names().join(", "), &[], &body)
}

fn id(site: &Site, (document, name): &ProductionId) -> String {
    format!("{}:{name}", site.documents[*document].id)
}

/// A production with its grammar in front.
fn name(site: &Site, place: &ProductionId) -> Markup {
    html! { code { (id(site, place)) } }
}

/// A production in one document.
fn text(site: &Site, own: &Member) -> Markup {
    let (number, name) = &own.place;
    let document = &site.documents[*number];
    let link = |name: &str| {
        let place = (*number, name.to_owned());
        AT.lineage(site, &place).unwrap_or_else(|| AT.production(site, &place))
    };
    let [printed, corrected] = document.readings(name);
    // The text with which it is compared is the corrected one.
    let before = own.before.as_ref().and_then(|before| {
        let (number, name) = &before.place;
        site.documents[*number].corrected.get(name)
    });
    let changed = |text: &str| before.map(|before| news(&before.text, text)).unwrap_or_default();
    html! {
        div.card id=(member(site, &own.place)) {
            h2 {
                a href=(AT.production(site, &own.place)) { (id(site, &own.place)) }
                " " small { (document.date()) @if let Some(before) = &own.before { ", " (sign(before.relation())) } @else { ", new" } }
            }
            @match printed {
                Some(printed) => (linked(document, printed, &link, &changed(&printed.text))),
                None => p { "Not printed." },
            }
            @if let Some(corrected) = corrected {
                p { b { "Corrected" } }
                (linked(document, corrected, &link, &changed(&corrected.text)))
            }
            @match &own.facts {
                Ok(facts) => p { "First members: " (strings(AT, facts.firsts.iter().map(String::as_str))) },
                Err(error) => p { "No language: " (prose(&error.to_string())) },
            }
        }
    }
}

/// The numbers of the pieces of a text that are not in an earlier one, in order: all but a longest
/// common sequence. The names of the productions themselves, signs of definition and blanks do not
/// count.
fn news(before: &str, text: &str) -> Vec<usize> {
    let counts = |(at, piece): &(usize, &str)| *at > 0 && !piece.trim().is_empty() && !matches!(*piece, "=" | ":");
    let of = |text| pieces(text).into_iter().enumerate().filter(counts).collect::<Vec<(usize, &str)>>();
    let (old, new) = (of(before), of(text));
    // The length of the longest common sequence of what follows.
    let mut longest = vec![vec![0; new.len() + 1]; old.len() + 1];
    for (at, (_, one)) in old.iter().enumerate().rev() {
        for (to, (_, other)) in new.iter().enumerate().rev() {
            longest[at][to] =
                if one == other { longest[at + 1][to + 1] + 1 } else { longest[at + 1][to].max(longest[at][to + 1]) };
        }
    }
    let (mut at, mut to, mut found) = (0, 0, Vec::new());
    while to < new.len() {
        if at < old.len() && old[at].1 == new[to].1 {
            (at, to) = (at + 1, to + 1);
        } else if at < old.len() && longest[at + 1][to] >= longest[at][to + 1] {
            at += 1;
        } else {
            found.push(new[to].0);
            to += 1;
        }
    }
    found
}

/// The productions that each member uses and that use it, directly and through others.
fn uses(site: &Site, family: &Family) -> Markup {
    let list = |number: usize, direct: &[String], all: &BTreeSet<String>| {
        let link = |name: &str| AT.production(site, &(number, name.to_owned()));
        let more: Vec<&String> = all.iter().filter(|name| !direct.contains(name)).collect();
        let known = |name: &str| site.documents[number].corrected.get(name).is_some();
        html! {
            @if direct.is_empty() { "nothing" }
            @for name in direct { @if known(name) { a href=(link(name)) { (name) } } @else { (name) } " " }
            @if !more.is_empty() { small { "through these: " @for name in more { @if known(name) { a href=(link(name)) { (name) } } @else { (name) } " " } } }
        }
    };
    html! {
        div.wide {
            table.uses {
                thead { tr { th scope="col" { "production" } th scope="col" { "uses" } th scope="col" { "is used by" } } }
                tbody {
                    @for member in &family.members {
                        @let (number, name) = &member.place;
                        @let bnf = &*site.documents[*number].corrected;
                        tr {
                            th scope="row" { (id(site, &member.place)) }
                            td { (list(*number, &owned(bnf.uses(name)), &closure(bnf, name, Bnf::uses))) }
                            td { (list(*number, &owned(bnf.used_by(name)), &closure(bnf, name, Bnf::used_by))) }
                        }
                    }
                }
            }
        }
    }
}

fn owned(names: Vec<&str>) -> Vec<String> {
    names.into_iter().map(str::to_owned).collect()
}

/// All names that are reached from one, without itself.
fn closure(bnf: &Bnf, name: &str, next: for<'b> fn(&'b Bnf, &str) -> Vec<&'b str>) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut waiting = vec![name.to_owned()];
    while let Some(at) = waiting.pop() {
        for one in next(bnf, &at) {
            if all.insert(one.to_owned()) {
                waiting.push(one.to_owned());
            }
        }
    }
    all.remove(name);
    all
}

/// The relation of a production to the previous one, and its reasons.
fn change(site: &Site, own: &Member, before: &Neighbour) -> Markup {
    let names = [name(site, &before.place), name(site, &own.place)];
    let verb = crate::commands::diff::verb(before.relation());
    let address = [&before.place, &own.place].map(|place| id(site, place)).join("&");
    html! {
        h3 {
            (names[1]) " " (verb) " " (names[0]) " " (sign(before.relation())) " "
            a.anchor href=(AT.link(&format!("compare.html#{address}"))) { "compare" }
        }
        @match &before.why {
            Some(why) => {
                p { (why.list().len()) @if why.list().len() == 1 { " cause" } @else { " causes" } ". Every string that only one of them accepts belongs to exactly one." }
                ul.reasons { @for one in why.list() { li { (divergence(site, one, [&before.place, &own.place])) } } }
            }
            None if before.relation() == Relation::Equal => {}
            None => {
                p { "Both together have too many states to list all causes." }
                ul.reasons {
                    @for (name, shown) in [(&names[1], &before.comparison.left_only), (&names[0], &before.comparison.right_only)] {
                        @if let Some(shown) = shown { li { "only " (name) ": " (witness(AT, shown)) } }
                    }
                }
            }
        }
    }
}

/// One cause: a sentence, and a string with a mark at the place.
fn divergence(site: &Site, one: &Divergence, [before, own]: [&ProductionId; 2]) -> Markup {
    let Divergence { offset, witness, .. } = one;
    let (earlier, later) = (id(site, before), id(site, own));
    let [subject, object] = ComparedNames { names: [&earlier, &later], later: Some(Side::Right) }.sentence(one);
    let (before, rest) = witness.split_at_checked(*offset).unwrap_or((witness, ""));
    let length = rest.chars().next().map_or(0, char::len_utf8);
    let (at, after) = rest.split_at(length);
    html! {
        (subject) " " b { (prose(&object)) } ": "
        @if witness.is_empty() { (piece("")) } @else {
            (marked(AT, witness, &html! { (before) mark { @if at.is_empty() { "▏" } @else { (at) } } (after) }))
        }
    }
}

/// The characters that may occur in it; members with the same characters are grouped.
fn characters(family: &Family) -> Vec<(Characters, Vec<&Member>)> {
    let mut all: Vec<(Characters, Vec<&Member>)> = Vec::new();
    for member in &family.members {
        let Ok(facts) = &member.facts else { continue };
        match all.iter_mut().find(|(known, _)| *known == facts.characters) {
            Some((_, members)) => members.push(member),
            None => all.push((facts.characters.clone(), vec![member])),
        }
    }
    all
}

fn held(label: &str, all: &Characters, usage: Usage) -> Markup {
    let held: Vec<char> = ('\0'..='\x7F').filter(|&c| all.usage(c) == usage).collect();
    let beyond = usage == Usage::Bare && all.beyond_ascii();
    html! {
        @if !held.is_empty() || beyond {
            dt { (label) }
            dd { code.string { (runs(&held)) } @if beyond { " characters beyond US-ASCII" } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_words_are_those_outside_of_the_longest_common_sequence() {
        let words = |before, text| news(before, text).into_iter().map(|at| pieces(text)[at]).collect::<Vec<_>>();
        assert_eq!(words("a = b [ c ] d", "x = b [ e ] d f"), ["e", "f"]);
        assert!(words("a = b c", "z  =  b\n  c").is_empty());
        assert_eq!(words("a = b", "a = c b c"), ["c", "c"]);
    }
}
