//! The outputs to which parsers add the spans of rules.

/// The result of a failed step; not an offset in any input.
pub const FAIL: usize = usize::MAX;

/// The rules of some parsers: a generated enum.
pub trait RuleType: Copy + Eq + 'static {
    /// The first rule, which fills places that have no spans yet: its encoding is zeros, which is
    /// fastest.
    const FIRST: Self;
}

/// Receives the spans of a parse. A rule is opened where it begins, and closed where it ends or
/// fails.
pub trait Output<R> {
    /// A state to which the output can return.
    type Mark: Copy;

    /// The current state.
    fn mark(&self) -> Self::Mark;

    /// Forgets the spans that were added since a mark.
    fn undo(&mut self, mark: Self::Mark);

    /// Whether the parts of lists are wanted.
    fn lists(&self) -> bool;

    /// Opens a span, before its descendants.
    fn open(&mut self) -> Self::Mark;

    /// Closes a span, and returns its end. If the rule failed ([`FAIL`]), forgets the span and all
    /// spans after it.
    fn close(&mut self, opened: Self::Mark, rule: R, start: usize, end: usize) -> usize;

    /// Adds a span without descendants, and returns its end.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leaf(&mut self, rule: R, start: usize, end: usize) -> usize {
        let opened = self.open();
        self.close(opened, rule, start, end)
    }
}

/// One span of a parse, in input order; `size` counts the span and all its descendants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span<R> {
    /// The rule that matched.
    pub rule: R,
    /// The offset of its beginning, in bytes.
    pub start: usize,
    /// The offset of its end, in bytes.
    pub end: usize,
    /// The number of spans, including all descendants.
    pub size: usize,
}

/// All spans found so far, in the order in which they begin.
#[derive(Debug)]
pub struct SpanList<R> {
    pub(super) spans: Vec<Span<R>>,
    lists: bool,
    /// The offset at which the furthest failed rule began.
    pub(super) furthest: usize,
}

impl<R> SpanList<R> {
    pub(super) fn new(capacity: usize, lists: bool) -> Self {
        Self { spans: Vec::with_capacity(capacity), lists, furthest: 0 }
    }
}

impl<R: RuleType> Output<R> for SpanList<R> {
    /// The number of spans.
    type Mark = usize;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mark(&self) -> usize {
        self.spans.len()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn undo(&mut self, mark: usize) {
        self.spans.truncate(mark);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lists(&self) -> bool {
        self.lists
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open(&mut self) -> usize {
        // A place for the span, before its descendants.
        self.spans.push(Span { rule: R::FIRST, start: 0, end: 0, size: 0 });
        self.spans.len() - 1
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn close(&mut self, place: usize, rule: R, start: usize, end: usize) -> usize {
        if end == FAIL {
            self.spans.truncate(place);
            self.furthest = self.furthest.max(start);
        } else {
            let size = self.spans.len() - place;
            if let Some(span) = self.spans.get_mut(place) {
                *span = Span { rule, start, end, size };
            }
        }
        end
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leaf(&mut self, rule: R, start: usize, end: usize) -> usize {
        if end == FAIL {
            self.furthest = self.furthest.max(start);
        } else {
            self.spans.push(Span { rule, start, end, size: 1 });
        }
        end
    }
}

/// The rules whose spans are captured.
pub trait Captured: RuleType {
    /// The place of the rule among the captures of a parse, less than [`PLACES`]; `None` for a rule
    /// that is not captured.
    ///
    /// Rules share a place if at most one of them occurs in an input, or if one contains the
    /// others. Of several spans at one place, the one that ends last is captured, the outermost.
    fn place(self) -> Option<usize> {
        None
    }
}

/// The number of places for captures.
pub const PLACES: usize = 16;

/// The spans of some rules, each at the [place](Captured::place) of its rule. Lists are not
/// divided.
///
/// ```
/// use regular_bnf::parser::{Captured, Captures, EntryPoint, Run, Set, many, set};
/// # #[derive(Debug, Clone, Copy, PartialEq, Eq)]
/// # enum Rule {
/// #     Port,
/// # }
/// # impl regular_bnf::parser::RuleType for Rule {
/// #     const FIRST: Self = Self::Port;
/// # }
///
/// impl Captured for Rule {
///     fn place(self) -> Option<usize> {
///         Some(self as usize)
///     }
/// }
///
/// static DIGITS: Set = set(0x3FF << b'0', false);
/// let port = EntryPoint { rule: Rule::Port, run: Run::Class(|s, at| many(s, at, &DIGITS)) };
/// let mut captures = Captures::new();
/// assert!(port.capture("80", &mut captures));
/// assert_eq!(captures.at(Rule::Port as usize).unwrap().end, 2);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Captures<R> {
    /// The offsets of the beginning and of the end at each place, in bytes.
    spans: [(usize, usize); PLACES],
    rules: [R; PLACES],
    /// One bit for each place.
    occupied: u16,
}

/// The span of a captured rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capture<R> {
    /// The rule that matched.
    pub rule: R,
    /// The offset of its beginning, in bytes.
    pub start: usize,
    /// The offset of its end, in bytes.
    pub end: usize,
}

impl<R: Captured> Captures<R> {
    /// No captures.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new() -> Self {
        Self { spans: [(0, 0); PLACES], rules: [R::FIRST; PLACES], occupied: 0 }
    }

    /// Moves each capture from its offsets to those that a function returns.
    pub fn move_each(&mut self, moved: impl Fn(usize, usize) -> (usize, usize)) {
        for (place, (start, end)) in self.spans.iter_mut().enumerate() {
            if self.occupied & 1 << place != 0 {
                (*start, *end) = moved(*start, *end);
            }
        }
    }

    /// The capture at a place.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at(&self, place: usize) -> Option<Capture<R>> {
        if self.occupied & 1 << place == 0 {
            return None;
        }
        let ((start, end), rule) = (self.spans[place], self.rules[place]);
        Some(Capture { rule, start, end })
    }
}

impl<R: Captured> Default for Captures<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Captured> Output<R> for Captures<R> {
    /// The occupied places.
    type Mark = u16;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mark(&self) -> u16 {
        self.occupied
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn undo(&mut self, mark: u16) {
        self.occupied = mark;
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lists(&self) -> bool {
        false
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open(&mut self) -> u16 {
        self.occupied
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn close(&mut self, opened: u16, rule: R, start: usize, end: usize) -> usize {
        if end == FAIL {
            self.occupied = opened;
        } else if let Some(place) = rule.place() {
            (self.spans[place], self.rules[place]) = ((start, end), rule);
            self.occupied |= 1 << place;
        }
        end
    }
}
