//! A page per lineage of a production: its texts side by side, and every cause why neighbours differ.

use maud::{Markup, html};
use uri_lineage::language::{Characters, Divergence, Relation, Side, Usage};

use super::grammar::linked;
use super::layout::{At, Page, lineage_path, member, page, prose, sign, string, strings};
use super::model::{Family, Member, Neighbour, Place, Site};
use crate::commands::chars::runs;
use crate::commands::diff::Names;

pub fn lineage(site: &Site, family: &Family) -> Page {
    let changes = family.members.iter().filter_map(|member| Some((member, member.before.as_ref()?)));
    let body = html! {
        p { "What plays this part in each document, in order of date." }
        div.side role="region" aria-label="Texts" tabindex="0" {
            @for member in &family.members { (text(site, member)) }
        }
        h2 { "What changed" }
        @if changes.clone().next().is_none() { p { "It occurs in one document only." } }
        @for (own, before) in changes { (change(site, own, before)) }
        h2 { "The characters it may hold" }
        @for (all, members) in characters(family) {
            h3 { @for (at, member) in members.iter().enumerate() { @if at > 0 { ", " } (name(site, &member.place)) } }
            dl { (held("bare", &all, Usage::Bare)) (held("escaped only", &all, Usage::Escaped)) }
        }
    };
    page(At::BELOW, lineage_path(&family.slug), &family.names().join(", "), &[], &body)
}

/// A production with its grammar in front.
fn name(site: &Site, (document, name): &(usize, String)) -> Markup {
    html! { code { (site.documents[*document].grammar) ":" (name) } }
}

/// A production in one document.
fn text(site: &Site, own: &Member) -> Markup {
    let (number, name) = &own.place;
    let document = &site.documents[*number];
    let link = |name: &str| {
        let place = (*number, name.to_owned());
        At::BELOW.lineage(site, &place).unwrap_or_else(|| At::BELOW.production(site, &place))
    };
    let [printed, corrected] = document.readings(name);
    html! {
        section id=(member(site, &own.place)) aria-labelledby=(format!("{}-h", member(site, &own.place))) {
            h2 id=(format!("{}-h", member(site, &own.place))) {
                a href=(At::BELOW.production(site, &own.place)) { (document.grammar) ":" (name) }
            }
            p.date { (document.grammar.date()) @if let Some(before) = &own.before { ", " (sign(before.relation())) } @else { ", new" } }
            @match printed {
                Some(printed) => (linked(document, printed, &link)),
                None => p { "Not printed." },
            }
            @if let Some(corrected) = corrected {
                p { b { "Corrected" } }
                (linked(document, corrected, &link))
            }
            @match &own.facts {
                Ok(facts) => p { "First members: " (strings(facts.firsts.iter().map(String::as_str))) },
                Err(error) => p { "No language: " (error) },
            }
        }
    }
}

/// The relation of a production to the previous one, and its reasons.
fn change(site: &Site, own: &Member, before: &Neighbour) -> Markup {
    let names = [name(site, &before.place), name(site, &own.place)];
    let verb = crate::commands::diff::verb(before.relation());
    html! {
        h3 { (names[1]) " " (verb) " " (names[0]) " " (sign(before.relation())) }
        @match &before.why {
            Some(why) => {
                p { (why.list().len()) @if why.list().len() == 1 { " cause" } @else { " causes" } ". Every string that only one of them accepts belongs to exactly one." }
                ul.reasons { @for one in why.list() { li { (divergence(site, one, [&before.place, &own.place])) } } }
            }
            None if before.relation() == Relation::Equal => {}
            None => {
                p { "The two have too many states together for all causes to be told." }
                ul.reasons {
                    @for (name, witness) in [(&names[1], &before.comparison.left_only), (&names[0], &before.comparison.right_only)] {
                        @if let Some(witness) = witness { li { "only " (name) ": " (string(witness)) } }
                    }
                }
            }
        }
    }
}

/// One cause: a sentence, and a string with a mark at the place.
fn divergence(site: &Site, one: &Divergence, [before, own]: [&Place; 2]) -> Markup {
    let Divergence { offset, witness, .. } = one;
    let name = |(at, name): &Place| format!("{}:{name}", site.documents[*at].grammar);
    let (earlier, later) = (name(before), name(own));
    let [subject, object] = Names { names: [&earlier, &later], later: Some(Side::Right) }.sentence(one);
    let (before, rest) = witness.split_at_checked(*offset).unwrap_or((witness, ""));
    let length = rest.chars().next().map_or(0, char::len_utf8);
    let (at, after) = rest.split_at(length);
    html! {
        (subject) " " b { (prose(&object)) } ": "
        @if witness.is_empty() { (string("")) } @else {
            code.string { (before) mark { @if at.is_empty() { "▏" } @else { (at) } } (after) }
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
