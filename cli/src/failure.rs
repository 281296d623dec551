//! Failures that end the program early.

use std::io;

use uri_lineage::regular_bnf::{GrammarError, InvalidTable, RegexError};

/// Why a command could not do its work. All except a closed pipe end with exit status 2 and one
/// line.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The reader of the output closed the pipe, as `head` does when it has enough.
    #[error("the reader of the output has gone")]
    ClosedPipe,
    /// Another error while writing.
    #[error("cannot write the output: {0}")]
    Output(io::Error),
    /// An input cannot be read.
    #[error("cannot read {name}: {error}")]
    Input {
        /// The file's name.
        name: String,
        /// The cause.
        error: io::Error,
    },
    /// A usage error.
    #[error("{0}{hint}", hint = limits_hint(.0))]
    Usage(String),
}

/// The option that helps where a message says that a question is too large; empty if it does not
/// help.
pub fn limits_hint(message: &str) -> &'static str {
    /// The end of the messages of the library about questions that are too large.
    const TOO_LARGE: &str = "too large to decide";
    if message.ends_with(TOO_LARGE) { "; --limits N raises the limits N times" } else { "" }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::Output(error),
        }
    }
}

impl From<GrammarError> for Failure {
    fn from(error: GrammarError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<RegexError> for Failure {
    fn from(error: RegexError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<InvalidTable> for Failure {
    fn from(error: InvalidTable) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}
