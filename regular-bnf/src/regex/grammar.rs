//! Expressions without lookaround as productions.

use std::collections::HashSet;

use super::tree::{Sets, Tree};
use crate::bnf::{Bnf, Definition, Expr, GrammarError, Notation};
use crate::characters::{BEYOND, CharSet};

/// The characters of a set that are written where the set is used.
const FEW: usize = 100;

/// A grammar whose first production has the name, and whose others are the groups with names.
pub(super) fn grammar(tree: &Tree, sets: &Sets, groups: &[Option<String>], name: &str) -> Result<Bnf, GrammarError> {
    let mut writer = DefinitionWriter {
        sets,
        groups,
        definitions: Vec::new(),
        large: vec![false; sets.all.len()],
        name,
        defined: HashSet::new(),
    };
    let body = writer.expr(tree);
    writer.definitions.push(definition(name, body));
    writer.definitions.reverse();
    Bnf::from_definitions(writer.definitions, Notation::Rfc822)
}

fn definition(name: &str, body: Expr) -> Definition {
    Definition {
        name: name.to_owned(),
        text: format!("{name} = {}", body.to_text(Notation::Rfc822)),
        comment: String::new(),
        line: 1,
        body: Ok(body),
    }
}

struct DefinitionWriter<'t> {
    sets: &'t Sets,
    groups: &'t [Option<String>],
    definitions: Vec<Definition>,
    /// The sets that have a production.
    large: Vec<bool>,
    name: &'t str,
    /// The groups that have a production.
    defined: HashSet<usize>,
}

impl DefinitionWriter<'_> {
    fn expr(&mut self, tree: &Tree) -> Expr {
        match tree {
            // The reader has replaced all calls.
            Tree::Call(_) => Expr::Void,
            Tree::Set(set) => {
                let body = characters(&self.sets.all[*set]);
                match &body {
                    Expr::Alternatives(alternatives) if alternatives.len() > FEW => {
                        let name = format!("characters-{}", set + 1);
                        if !std::mem::replace(&mut self.large[*set], true) {
                            self.definitions.push(Definition { line: 0, ..definition(&name, body) });
                        }
                        Expr::Name(name)
                    }
                    _ => body,
                }
            }
            Tree::Concat(parts) => Expr::Sequence(parts.iter().map(|part| self.expr(part)).collect()),
            Tree::Alt(alternatives) => Expr::Alternatives(alternatives.iter().map(|tree| self.expr(tree)).collect()),
            Tree::Repeat(inner, least, most, _) => Expr::Repeat(*least, *most, Box::new(self.expr(inner))),
            Tree::Group(group, inner) => {
                match self.groups.get(*group).cloned().flatten().filter(|name| name != self.name) {
                    Some(name) => {
                        // A group that is called occurs more than once.
                        if self.defined.insert(*group) {
                            let body = self.expr(inner);
                            self.definitions.push(definition(&name, body));
                        }
                        Expr::Name(name)
                    }
                    None => self.expr(inner),
                }
            }
            // The caller has excluded these.
            Tree::Atomic(inner) | Tree::Look(_, inner) => self.expr(inner),
        }
    }
}

fn characters(set: &CharSet) -> Expr {
    let ascii = (0..BEYOND as u8).map(char::from).filter(|&c| set.contains(c)).map(|c| Expr::Literal(c.into()));
    let beyond = set.beyond().iter().map(|&(first, last)| Expr::Range(first, last));
    let mut alternatives: Vec<Expr> = ascii.chain(beyond).collect();
    if alternatives.len() == 1 { alternatives.remove(0) } else { Expr::Alternatives(alternatives) }
}
