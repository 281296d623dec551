//! The spans of a component in every string that a grammar accepts.

pub(crate) mod agreement;
pub(crate) mod differential;
mod grammar;
pub(crate) mod readings;
pub(crate) mod table;
mod together;

use std::collections::HashSet;
use std::ops::Range;

use crate::automaton::TooLarge;
use crate::automaton::alphabet::{Element, Mark};
use crate::automaton::dfa::{DEAD, Dfa, State, SymbolClasses};
use crate::automaton::ignoring::ignoring;
use crate::bnf::{Bnf, Definition, Expr, Extent, GrammarError, Place, PlaceItem};
use crate::characters::Ignored;
use crate::language::Language;
use crate::limits::limits;
use crate::marks::marking;
use crate::peg::{marked_rule_faults, production_rule, read, rule_name};
use crate::spans::together::marked_strings;

/// The suffix of the name of a production that is used in one place.
const COPY: char = '\u{B}';

/// The span of one component in every string that a grammar accepts, as the pest rules match it.
///
/// It is an automaton over the strings with marks at the beginning and the end of the component. It
/// is built from the rules in the same way as the automata of the [proof](crate::Prover): the rules
/// that match text check the marks, and lookahead skips them. It therefore covers every string, and
/// each string has only one marking.
///
/// ```
/// use regular_bnf::{Place, Refused, Spans};
///
/// let pest = "version = { number ~ (\".\" ~ number)? ~ (\"-\" ~ label)? } number = @{ digit+ }
///     label = @{ (digit | \"-\")+ } digit = _{ '0'..'9' }";
/// let [label] = Spans::from_pest(pest, &["version"], [&[Place::rule("label")]])?;
/// assert_eq!(label.in_string("1.2-3-4"), Ok(Some(4..7)));
/// // No label, and no version at all.
/// assert_eq!(label.in_string("1.2"), Ok(None));
/// assert_eq!(label.in_string("1."), Err(Refused));
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Spans {
    /// Its alphabet has the marks.
    pub(crate) dfa: Dfa,
    pub(crate) exists: bool,
}

/// The grammar refuses the string.
///
/// ```
/// use regular_bnf::{Bnf, Place, Spans};
///
/// let bnf = Bnf::abnf("address = local \"@\" domain\nlocal = 1*ALPHA\ndomain = 1*ALPHA\n")?;
/// let domain = Spans::from_bnf(&bnf, "address", &[Place::rule("domain")])?;
/// let error = domain.in_string("webmaster").unwrap_err();
/// assert_eq!(error.to_string(), "the grammar refuses the string");
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the grammar refuses the string")]
pub struct Refused;

impl Spans {
    /// The spans of some components in all strings that one of some rules of a pest grammar
    /// accepts. Each component has a list of [places](Place). One call shares work between the
    /// components.
    ///
    /// # Errors
    ///
    /// If the file cannot be parsed, if a rule or a place does not exist, if the language of a rule
    /// is not regular, or if a component can occur twice in one string.
    pub fn from_pest<const N: usize>(
        pest: &str,
        starts: &[&str],
        places: [&[Place<'_>]; N],
    ) -> Result<[Self; N], GrammarError> {
        let rules = &read(pest)?;
        let starts: Vec<usize> = starts.iter().map(|start| production_rule(rules, start)).collect::<Result<_, _>>()?;
        let mut faults = marked_rule_faults(rules);
        if let Some(fault) = starts.iter().find_map(|&start| faults[start].take()) {
            return Err(fault.into());
        }
        let strings = marked_strings(rules, &starts, &places)?.into_iter().zip(places);
        let components = strings.map(|(dfa, places)| {
            let spans = Self { dfa, exists: !places.is_empty() };
            if spans.is_one() { Ok(spans) } else { Err(GrammarError::Twice(listed(places))) }
        });
        let components: Vec<Self> = components.collect::<Result<_, _>>()?;
        // There is one for each component, so this does not fail.
        components.try_into().map_err(|_| GrammarError::rule_too_large(""))
    }

    /// The spans of a component in all strings of a production, from the productions themselves:
    /// the text of a production, wherever it is used or [within](Place::within) another. A place
    /// names a production as a pest grammar would, with `_` for `-`, or as printed.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Place, Spans};
    ///
    /// let bnf = Bnf::read("telephone = area \"-\" local-number\narea = 1*%x30-39\nlocal-number = 1*%x30-39\n")?;
    /// let local = Spans::from_bnf(&bnf, "telephone", &[Place::rule("local_number")])?;
    /// assert_eq!(local.in_string("030-123"), Ok(Some(4..7)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a production or a place does not exist, if a place extends beyond a production, if a
    /// production is not regular or too large, or if the component can occur twice in one string or
    /// have two spans in it, since productions do not tell which is preferred.
    pub fn from_bnf(bnf: &Bnf, production: &str, places: &[Place<'_>]) -> Result<Self, GrammarError> {
        let mut definitions: Vec<Definition> = bnf.productions().to_vec();
        let mut marked = Vec::new();
        for place in places {
            let (Extent::Item, PlaceItem::Rule(name)) = (place.extent, place.start.item) else {
                return Err(GrammarError::NotOfProductions(place.to_string()));
            };
            let definition = find_production(bnf, name)?;
            let Some(user) = place.start.within else {
                marked.push(definition.name.clone());
                continue;
            };
            // The uses in that production become uses of a copy, whose name no notation allows.
            let copy = format!("{}{COPY}", definition.name);
            let user = &find_production(bnf, user)?.name;
            if !replace_uses(bnf, &mut definitions, user, &definition.name, &copy) {
                return Err(GrammarError::NotThere(place.to_string()));
            }
            if !marked.contains(&copy) {
                let body = Ok(Expr::Name(definition.name.clone()));
                definitions.push(Definition { name: copy.clone(), body, ..definition.clone() });
                marked.push(copy);
            }
        }
        let names: Vec<&str> = marked.iter().map(String::as_str).collect();
        let bnf = bnf.with(definitions);
        let (dfa, ambiguity) = marking(&bnf, production, &names)?;
        let spans = Self::from_automaton(dfa);
        let place = listed(places);
        if !spans.is_one() {
            return Err(GrammarError::Twice(place));
        }
        match ambiguity {
            Some(markings) => Err(GrammarError::Ambiguous { place, witness: markings.string }),
            None => Ok(spans),
        }
    }

    /// Spans as an automaton of the marked strings.
    pub(crate) fn from_automaton(dfa: Dfa) -> Self {
        let mut spans = Self { dfa, exists: true };
        spans.exists = spans.occurs();
        spans
    }

    /// Whether the grammar has a place for the component.
    pub fn exists(&self) -> bool {
        self.exists
    }

    /// Whether the component occurs in any string.
    pub fn occurs(&self) -> bool {
        (0..self.dfa.len() as State).any(|state| self.dfa.step(state, Mark::Begin) != DEAD)
    }

    /// The span of the component in a string, in bytes; `None` if the component is absent.
    ///
    /// # Errors
    ///
    /// If the grammar refuses the string.
    pub fn in_string(&self, string: &str) -> Result<Option<Range<usize>>, Refused> {
        // All markings of the text so far; wrong markings are dropped.
        let mut markings = vec![Marking { state: Dfa::START, start: None, end: None }];
        let mut offset = 0;
        loop {
            // An empty component begins and ends at one offset.
            for _ in Mark::ALL {
                let marked = markings.iter().filter_map(|marking| marking.marked(&self.dfa, offset));
                let added: Vec<Marking> = marked.filter(|marking| !markings.contains(marking)).collect();
                markings.extend(added);
            }
            let Some(c) = string[offset..].chars().next() else { break };
            offset += c.len_utf8();
            markings = markings
                .into_iter()
                .filter_map(|marking| self.read(marking.state, c).map(|state| Marking { state, ..marking }))
                .collect();
        }
        let marking = markings.into_iter().find(|marking| self.dfa.is_accepting(marking.state)).ok_or(Refused)?;
        Ok(marking.start.zip(marking.end).map(|(start, end)| start..end))
    }

    /// A complete conformance suite of the spans, by the W-method. Consider an implementation with
    /// no more states: if it agrees with these spans on each string of the suite, about the refusal
    /// or about the span, then it agrees with them on every string.
    ///
    /// # Errors
    ///
    /// The errors of [`Language::suite`].
    pub fn suite(&self) -> Result<Vec<String>, GrammarError> {
        Ok(sorted(self.dfa.suite_strings(0)?))
    }

    /// A bounded conformance suite of the spans: the strings of a [cover](Language::cover) of the
    /// automaton with marks.
    pub fn cover(&self) -> Vec<String> {
        sorted(self.dfa.cover_strings())
    }

    /// The spans in those strings that are also members of a language.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Language, Place, Spans};
    ///
    /// let pest = "pair = { name ~ \"-\" ~ ANY* } name = @{ (!\"-\" ~ ANY)* }";
    /// let [name] = Spans::from_pest(pest, &["pair"], [&[Place::rule("name")]])?;
    /// let digits = Language::new(&Bnf::read("digits = *( %x30-39 / %x2D )\n")?, "digits")?;
    /// let name = name.within(&digits)?;
    /// assert_eq!((name.in_string("12-3"), name.in_string("12-c").is_err()), (Ok(Some(0..2)), true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if there are too many pairs of states.
    pub fn within(&self, language: &Language) -> Result<Self, GrammarError> {
        let (spans, inner) = (&self.dfa, language.automaton());
        let alphabet = spans.alphabet().refined(inner.alphabet());
        let [(left, _), (right, _)] = [spans, inner].map(Dfa::columns);
        let (classes, first) = SymbolClasses::by_key(alphabet, |element| (left.class(element), right.class(element)));
        let dfa = Dfa::explore(
            (Dfa::START, Dfa::START),
            limits().pairs,
            classes,
            |&(left, right)| {
                let steps = first.iter().map(|&element| {
                    let right = match element {
                        Element::Character(c) => inner.step(right, c),
                        Element::Mark(_) => right,
                    };
                    Some((spans.step(left, element), right)).filter(|&(left, right)| left != DEAD && right != DEAD)
                });
                Ok(steps.collect())
            },
            |&(left, right)| spans.is_accepting(left) && inner.is_accepting(right),
        );
        let dfa = dfa.map_err(|TooLarge| GrammarError::TooLarge("the grammar within the language".to_owned()))?;
        Ok(Self { dfa: dfa.minimal(), exists: self.exists })
    }

    /// The spans in the strings from which the removal of some characters makes one that the
    /// grammar accepts.
    ///
    /// A span begins directly before its first character and ends directly after its last. An
    /// empty component is directly after the character that precedes it, or at the beginning of the
    /// string.
    ///
    /// ```
    /// use regular_bnf::{Ignored, Place, Spans};
    ///
    /// let pest = "pair = { '0'..'9' ~ \"-\" ~ name } name = @{ ('a'..'z' | \" \")* }";
    /// let [name] = Spans::from_pest(pest, &["pair"], [&[Place::rule("name")]])?;
    /// let name = name.ignoring(&Ignored { anywhere: '\n'.into(), ends: ' '.into() })?;
    /// assert_eq!(name.in_string("1-\na b\n "), Ok(Some(3..6)));
    /// assert_eq!(name.in_string(" \n1-\n "), Ok(Some(4..4)));
    /// # Ok::<(), regular_bnf::GrammarError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if the automaton has too many states.
    pub fn ignoring(&self, ignored: &Ignored) -> Result<Self, GrammarError> {
        let dfa = ignoring(&self.dfa, ignored);
        let dfa = dfa.map_err(|TooLarge| GrammarError::TooLarge("the grammar".to_owned()))?;
        Ok(Self { dfa, exists: self.exists })
    }

    /// The state after a character, unless nothing is accepted from it.
    fn read(&self, state: State, c: char) -> Option<State> {
        Some(self.dfa.step(state, c)).filter(|&state| state != DEAD)
    }

    /// The automaton of the strings with [marks](Mark) at the beginning and the end of the component.
    pub fn automaton(&self) -> &Dfa {
        &self.dfa
    }

    /// The number of states of the minimal automaton, without the dead state.
    pub fn states(&self) -> usize {
        self.dfa.len() - 1
    }

    /// Whether the component occurs at most once in every string, and ends after its beginning.
    fn is_one(&self) -> bool {
        // A state with the marks so far: none, the beginning, or both.
        let mut seen = HashSet::from([(Dfa::START, 0)]);
        let mut waiting = vec![(Dfa::START, 0)];
        while let Some((state, marks)) = waiting.pop() {
            if marks == 1 && self.dfa.is_accepting(state) {
                return false;
            }
            for (element, &to) in self.dfa.alphabet().elements().zip(self.dfa.row(state)) {
                let after = match (element, marks) {
                    _ if to == DEAD => continue,
                    (Element::Mark(Mark::Begin), 0) => 1,
                    (Element::Mark(Mark::End), 1) => 2,
                    (Element::Mark(_), _) => return false,
                    (Element::Character(_), _) => marks,
                };
                if seen.insert((to, after)) {
                    waiting.push((to, after));
                }
            }
        }
        true
    }
}

/// A marking of the text so far: the state, and where the component begins and ends.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Marking {
    state: State,
    start: Option<usize>,
    end: Option<usize>,
}

impl Marking {
    /// The marking with the next mark at an offset, if the automaton allows it.
    fn marked(self, dfa: &Dfa, offset: usize) -> Option<Self> {
        let marking = match (self.start, self.end) {
            (None, _) => Self { state: dfa.step(self.state, Mark::Begin), start: Some(offset), end: None },
            (Some(_), None) => Self { state: dfa.step(self.state, Mark::End), end: Some(offset), ..self },
            _ => return None,
        };
        (marking.state != DEAD).then_some(marking)
    }
}

/// Places as a list, as it is [read](Place::list).
fn listed(places: &[Place<'_>]) -> String {
    places.iter().map(Place::to_string).collect::<Vec<_>>().join(" ")
}

/// A production, which may be named as a pest rule.
fn find_production<'b>(bnf: &'b Bnf, name: &str) -> Result<&'b Definition, GrammarError> {
    let mut definitions = bnf.productions().iter();
    let definition =
        definitions.find(|definition| definition.name == name || rule_name(&definition.name) == rule_name(name));
    definition.ok_or_else(|| GrammarError::NoRule(name.to_owned()))
}

/// Replaces the uses of a production in another one, `user`, with uses of a copy. Returns whether
/// there are any.
fn replace_uses(bnf: &Bnf, definitions: &mut [Definition], user: &str, used: &str, copy: &str) -> bool {
    let mut replaced = false;
    for definition in definitions.iter_mut().filter(|definition| definition.name == user) {
        let Ok(body) = &definition.body else { continue };
        let body = body.map(&mut |expr| match expr {
            Expr::Name(name) if bnf.get(name).is_some_and(|definition| definition.name == used) => {
                replaced = true;
                Some(Expr::Name(copy.to_owned()))
            }
            _ => None,
        });
        definition.body = Ok(body);
    }
    replaced
}

fn sorted(strings: impl Iterator<Item = String>) -> Vec<String> {
    let mut strings: Vec<String> = strings.collect();
    strings.sort_unstable();
    strings
}
