//! Recognizers of productions of any grammar. Their refusals are as detailed as those of the
//! library's grammars.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use regular_bnf::automaton::lazy::{LazyDfa, State};
use regular_bnf::{Bnf, Derivation, Language};

use crate::base::visible::{caret, shown};
use crate::refusal::content::{RefusalContent, RefusalKey, Schemes};
use crate::refusal::context::Context;
use crate::refusal::diagnose::{Class, find_classes};
use crate::refusal::error::NotUtf8;
use crate::refusal::expected::Expected;
use crate::refusal::reason::Reason;
use crate::refusal::record::Refusal;

/// A production of any grammar that checks inputs: it accepts them, or refuses them with an exact
/// offset, the expected input and a reason, as [`Grammar::parse`](crate::Grammar::parse) does.
///
/// The automaton is built lazily, and never has more states than the minimal one. Threads that
/// share a recognizer may wait for each other; a clone has an automaton of its own.
///
/// ```
/// use uri_lineage::language::Recognizer;
/// use uri_lineage::regular_bnf::{Bnf, Language};
///
/// let bnf = Bnf::read("did = \"did:\" method \":\" id\nmethod = 1*lower\nid = 1*lower\nlower = %x61-7A\n")?;
/// let language = Language::new(&bnf, "did")?;
/// let did = Recognizer::new("did.abnf", "did", language).with_names(bnf);
/// assert!(did.check("did:web:a").is_ok());
/// let refused = did.check("did:Web").unwrap_err();
/// assert_eq!((refused.offset(), refused.refusal(4).expected.join(" or ")), (4, "`method` or `lower`".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Recognizer {
    grammar: String,
    production: String,
    language: Language,
    walker: LazyDfa,
    /// The grammar whose names of productions appear in refusals; absent if the names mean nothing
    /// to a person.
    bnf: Option<Bnf>,
    classes: Vec<Class<String>>,
    schemes: OnceLock<Schemes>,
    /// What refusals name of inputs that begin with some texts.
    starts: Arc<[NamedStart]>,
    /// Whether the characters of the language stand for bytes: `U+0080` for the byte 0x80.
    reads_bytes: bool,
}

/// The names in refusals of inputs that begin with a text, in any case.
pub(super) struct NamedStart {
    text: String,
    production: String,
    classes: Vec<Class<String>>,
}

impl NamedStart {
    /// The names of a grammar.
    pub(super) fn new(text: String, production: String, bnf: &Bnf) -> Self {
        Self { text, production, classes: find_classes(bnf) }
    }
}

impl Clone for Recognizer {
    fn clone(&self) -> Self {
        let clone = Self::new(&self.grammar, &self.production, self.language.clone());
        let clone = Self { schemes: self.schemes.clone(), starts: Arc::clone(&self.starts), ..clone };
        match &self.bnf {
            Some(bnf) => clone.with_names(bnf.clone()),
            None => clone,
        }
    }
}

impl fmt::Debug for Recognizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recognizer").field("grammar", &self.grammar).field("production", &self.production).finish()
    }
}

impl Recognizer {
    /// A recognizer of a language. Its refusals name the grammar and the production.
    pub fn new(grammar: impl Into<String>, production: impl Into<String>, language: Language) -> Self {
        let walker = language.walker();
        Self {
            grammar: grammar.into(),
            production: production.into(),
            language,
            walker,
            bnf: None,
            classes: Vec::new(),
            schemes: OnceLock::new(),
            starts: Arc::default(),
            reads_bytes: false,
        }
    }

    /// This recognizer, with refusals that name productions and classes of characters as the
    /// grammar does. If the grammar is one of bytes, the recognizer reads the bytes of an input.
    ///
    /// ```
    /// use uri_lineage::language::Recognizer;
    /// use uri_lineage::regular_bnf::{AbnfVariant, Bnf, Language, Notation};
    ///
    /// let variant = AbnfVariant { bytes: true, ..AbnfVariant::default() };
    /// let bnf = Bnf::read_as("two = 2%x80-FF\n", Notation::AbnfVariant(variant))?;
    /// let two = Recognizer::new("two.abnf", "two", Language::new(&bnf, "two")?).with_names(bnf);
    /// assert!(two.accepts("é") && !two.accepts("éé"));
    /// assert_eq!(two.check("éé").unwrap_err().offset(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_names(self, bnf: Bnf) -> Self {
        Self { reads_bytes: bnf.is_of_bytes(), classes: find_classes(&bnf), bnf: Some(bnf), ..self }
    }

    /// This recognizer, whose refusals of inputs that begin with some texts name other productions and
    /// classes.
    pub(super) fn with_starts(self, starts: impl Iterator<Item = NamedStart>) -> Self {
        Self { starts: starts.collect(), ..self }
    }

    /// The production that an accepted input is of, by its name in refusals.
    ///
    /// ```
    /// use uri_lineage::language::Recognizer;
    ///
    /// let schemes = Recognizer::by_scheme("schemes")?;
    /// assert_eq!(schemes.production_of("MAILTO:a@h"), "rfc6068:mailtoURI");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn production_of(&self, input: &str) -> &str {
        self.start_of(input).map_or(&self.production, |start| &start.production)
    }

    /// The beginning of an input, if it has names of its own.
    fn start_of(&self, input: &str) -> Option<&NamedStart> {
        let starts_with =
            |start: &str| input.get(..start.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(start));
        self.starts.iter().find(|start| starts_with(&start.text))
    }

    /// The beginning of the inputs that lead to a state, if it has names of its own.
    fn start_in(&self, state: State) -> Option<&NamedStart> {
        if self.starts.is_empty() {
            return None;
        }
        self.start_of(&self.walker.access_string(state))
    }

    /// The classes that refusals in a state name.
    fn classes_in(&self, state: State) -> &[Class<String>] {
        self.start_in(state).map_or(&self.classes, |start| &start.classes)
    }

    /// The name of the grammar.
    pub fn grammar(&self) -> &str {
        &self.grammar
    }

    /// The name of the production.
    pub fn production(&self) -> &str {
        &self.production
    }

    /// The language.
    pub fn language(&self) -> &Language {
        &self.language
    }

    /// The text that the automaton reads for an input.
    #[inline]
    fn text_of<'i>(&self, input: &'i str) -> Cow<'i, str> {
        if self.reads_bytes && !input.is_ascii() {
            Cow::Owned(input.bytes().map(char::from).collect())
        } else {
            Cow::Borrowed(input)
        }
    }

    /// Whether the production accepts a whole input.
    #[inline]
    pub fn accepts(&self, input: &str) -> bool {
        let text = &*self.text_of(input);
        let stop = self.walker.walk(text);
        stop.offset == text.len() && self.walker.accepts(stop.state)
    }

    /// Checks a whole input.
    ///
    /// # Errors
    ///
    /// Where and why the production refuses the input.
    #[inline]
    pub fn check(&self, input: &str) -> Result<(), RecognizerError<'_>> {
        let text = &*self.text_of(input);
        let stop = self.walker.walk(text);
        if stop.offset == text.len() && self.walker.accepts(stop.state) {
            return Ok(());
        }
        let refused = text[stop.offset..].chars().next();
        let context = Context::new(text, stop.offset);
        let offset = if self.reads_bytes { input_offset(input, &text[..stop.offset]) } else { stop.offset };
        Err(RecognizerError { recognizer: self, offset, key: RefusalKey { state: stop.state, refused, context } })
    }

    /// The record for bytes that are not UTF-8.
    pub fn not_utf8(&self, error: NotUtf8) -> Refusal {
        Refusal::from_not_utf8(self.grammar.clone().into(), self.production.clone().into(), error)
    }

    /// What is known about the schemes of the members: whether one of a few is required, or any.
    fn schemes(&self) -> Schemes {
        *self.schemes.get_or_init(|| {
            let with_scheme = Language::matching("^[A-Za-z][A-Za-z0-9+.-]*:(?s:.*)$").ok();
            let comparison = with_scheme.and_then(|with_scheme| self.language.compare(&with_scheme).ok());
            let is_required = comparison.is_some_and(|comparison| comparison.left_only.is_none());
            if is_required { Schemes::Required } else { Schemes::Optional }
        })
    }

    /// This recognizer, whose members begin with one of a few schemes: a refusal says of another that
    /// it is unknown.
    #[must_use]
    pub fn with_known_schemes_only(self) -> Self {
        Self { schemes: Schemes::Few.into(), ..self }
    }

    /// The outermost production that begins where a shortest text that leads to a state ends.
    /// `completion` is the shortest text after it that the recognizer accepts.
    fn expected_production(&self, state: State, completion: &str) -> Option<Expected<'_>> {
        let (bnf, before) = (self.bnf.as_ref()?, self.walker.access_string(state));
        if before.is_empty() {
            return None;
        }
        let tree = Derivation::find(bnf, &self.production, &[&*before, completion].concat())?;
        let mut node = &tree;
        while node.span.start < before.len() || node.span.is_empty() {
            node = node.parts.iter().find(|part| part.span.end > before.len())?;
        }
        let definition = bnf.get(&node.production).filter(|definition| definition.is_written())?;
        let name = Some(definition.name.as_str()).filter(|_| node.span.start == before.len())?;
        // The name of the grammar stands in front of an imported name that another one has too.
        let name = if self.starts.is_empty() { name } else { name.rsplit(':').next().unwrap_or(name) };
        (!self.classes_in(state).iter().any(|class| class.name == name)).then_some(Expected::Production(name))
    }
}

/// The offset in an input after some text of it, which has a character for each byte of the input.
/// Inside of a character of the input, the offset is that of the character.
fn input_offset(input: &str, text: &str) -> usize {
    let offset = text.chars().count();
    (0..=offset).rev().find(|&boundary| input.is_char_boundary(boundary)).unwrap_or_default()
}

/// A refusal by a [`Recognizer`].
///
/// ```
/// use uri_lineage::language::Recognizer;
/// use uri_lineage::regular_bnf::Bnf;
///
/// let bnf = Bnf::read("id = \"urn:x:\" 2DIGIT\n")?;
/// let recognizer = Recognizer::new("ids.abnf", "id", bnf.language("id")?);
/// let error = recognizer.check("urn:x:7a").unwrap_err();
/// assert_eq!(error.to_string(), "ids.abnf: `id` refuses `a` at byte 7: expected `0` to `9`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct RecognizerError<'r> {
    recognizer: &'r Recognizer,
    offset: usize,
    key: RefusalKey,
}

impl<'r> RecognizerError<'r> {
    /// The byte offset of the refused character; the length of the input if the input ended too
    /// early.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The name of the production that was being read.
    pub fn production(&self) -> &'r str {
        self.recognizer.start_in(self.key.state).map_or(&self.recognizer.production, |start| &start.production)
    }

    /// Equal for refusals with the same content.
    #[doc(hidden)]
    pub fn key(&self) -> RefusalKey {
        self.key
    }

    fn content(&self) -> RefusalContent<'r> {
        let (walker, classes) = (&self.recognizer.walker, self.recognizer.classes_in(self.key.state));
        let production = |completion: &str| self.recognizer.expected_production(self.key.state, completion);
        let mut content = RefusalContent::new(walker, classes, self.key, production, || self.recognizer.schemes());
        content.expected = merge_characters(content.expected);
        content
    }

    /// The named reason, as a person would group refusals.
    pub fn reason(&self) -> Reason {
        self.content().reason
    }

    /// The record of the refusal. `offset`, in bytes, is [that of the refusal](Self::offset), or
    /// its offset in a longer text that contains the input.
    pub fn refusal(&self, offset: usize) -> Refusal {
        let (grammar, production) = (self.recognizer.grammar.clone(), self.production().to_owned());
        self.content().record(grammar.into(), production.into(), self.key.refused, offset)
    }

    /// The message for people, with a place that the caller names.
    pub fn message_at<'a>(&'a self, place: impl fmt::Display + 'a) -> impl fmt::Display + 'a {
        shown(move |f| self.content().message(self.production(), self.key.refused).write(f, &place))
    }

    /// The message for people, followed by the input on a line of its own with a caret below the
    /// refused character.
    pub fn report<'a>(&'a self, input: &'a str) -> impl fmt::Display + 'a {
        shown(move |f| write!(f, "{self}\n{}", caret(input, self.offset)))
    }
}

/// The grammar and the message.
impl fmt::Display for RecognizerError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.recognizer.grammar, self.message_at(format_args!("byte {}", self.offset)))
    }
}

impl std::error::Error for RecognizerError<'_> {}

/// The expected items, with a range in place of many consecutive characters.
fn merge_characters(items: Vec<Expected<'_>>) -> Vec<Expected<'_>> {
    /// The greatest number of consecutive characters that are listed one by one.
    const MOST_LISTED: usize = 3;
    let runs = items.chunk_by(are_consecutive).flat_map(|run| match run {
        [Expected::Character(first), .., Expected::Character(last)] if run.len() > MOST_LISTED => {
            vec![Expected::Range(*first, *last)]
        }
        run => run.to_vec(),
    });
    runs.collect()
}

fn are_consecutive(left: &Expected<'_>, right: &Expected<'_>) -> bool {
    match (left, right) {
        (Expected::Character(left), Expected::Character(right)) => u32::from(*left) + 1 == u32::from(*right),
        _ => false,
    }
}
