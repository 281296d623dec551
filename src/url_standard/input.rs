//! The input of the parser, and the places in it of validation errors.

use std::borrow::Cow;

use super::error::{ErrorSink, UrlError, ValidationError};

/// An input, without the characters that the parser strips and removes.
pub(super) struct Input<'i> {
    pub text: Cow<'i, str>,
    /// How many bytes are stripped at the beginning.
    stripped: usize,
    /// The indices in the text in front of which a tab or newline is removed, in order.
    removed: Vec<usize>,
}

/// An ASCII tab or newline.
fn is_tab_or_newline(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r')
}

impl<'i> Input<'i> {
    pub fn new(original: &'i str, sink: &mut impl ErrorSink) -> Self {
        let is_stripped = |c: char| c <= ' ';
        let without_start = original.trim_start_matches(is_stripped);
        let stripped = original.len() - without_start.len();
        let kept = without_start.trim_end_matches(is_stripped);
        if kept.len() < original.len() {
            let offset = if stripped > 0 { 0 } else { kept.len() };
            sink.add(UrlError { error: ValidationError::InvalidUrlUnit, offset });
        }
        // Few inputs have one, and a loop without a branch is fast.
        if !kept.bytes().fold(false, |any, byte| any | is_tab_or_newline(byte)) {
            return Self { text: kept.into(), stripped, removed: Vec::new() };
        }
        let first = kept.bytes().position(is_tab_or_newline).unwrap_or_default();
        sink.add(UrlError { error: ValidationError::InvalidUrlUnit, offset: stripped + first });
        let (mut text, mut removed) = (String::with_capacity(kept.len()), Vec::new());
        for piece in kept.split_inclusive(['\t', '\n', '\r']) {
            let without_end = piece.trim_end_matches(['\t', '\n', '\r']);
            text += without_end;
            if without_end.len() < piece.len() {
                removed.push(text.len());
            }
        }
        Self { text: text.into(), stripped, removed }
    }

    /// The offset in the original input of an index in the text.
    fn offset(&self, index: usize) -> usize {
        self.stripped + index + self.removed.partition_point(|&removed| removed <= index)
    }
}

/// Reports the validation errors in a part of an input.
pub(super) struct ErrorReporter<'i, S> {
    pub input: &'i Input<'i>,
    /// Where the part begins in the text.
    pub start: usize,
    pub sink: &'i mut S,
}

impl<S: ErrorSink> ErrorReporter<'_, S> {
    /// An error at an index in the part.
    pub fn error(&self, error: ValidationError, index: usize) -> UrlError {
        UrlError { error, offset: self.input.offset(self.start + index) }
    }

    /// Reports an error that is no failure.
    pub fn add(&mut self, error: ValidationError, index: usize) {
        if S::RECORDS {
            self.sink.add(self.error(error, index));
        }
    }

    /// Reports an error that is a failure.
    pub fn fail<T>(&mut self, error: ValidationError, index: usize) -> Result<T, UrlError> {
        self.add(error, index);
        Err(self.error(error, index))
    }
}
