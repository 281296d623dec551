//! How much is tried to learn a model.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::parser::process::TIMEOUT;

/// How much is tried to learn a model.
#[derive(Clone, Serialize, Deserialize)]
pub struct LearnOptions {
    /// The greatest number of states.
    pub states: usize,
    /// How many strings are tried at random after the last that showed the model to be wrong.
    pub random: usize,
    /// The seed of the random choice.
    pub seed: u64,
    /// How long the parser may take for an answer.
    pub timeout: Duration,
}

impl Default for LearnOptions {
    fn default() -> Self {
        Self { states: 500, random: 100_000, seed: 0, timeout: TIMEOUT }
    }
}
