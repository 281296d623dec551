//! Options of every command, and the settings that follow from them.

use std::sync::OnceLock;

use uri_lineage::regular_bnf::{MAX_LIMIT_FACTOR, raise_limits};

/// Options of every command.
#[derive(clap::Args, Clone)]
#[command(next_help_heading = "For every command")]
pub struct CommonArgs {
    /// When to colour output: on a terminal only, always or never
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    color: When,
    /// Write nothing to standard output; only the exit status shows the result
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Number of threads that process a list, at most 8 [default: the number of cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Do not show a progress bar
    #[arg(long, global = true)]
    no_progress: bool,
    /// Multiply the limits on the work for grammars by N: questions that are too large may need N
    /// times the time and the memory; see --help of the program
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_LIMIT_FACTOR)))]
    limits: Option<u32>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

static COMMON: OnceLock<CommonArgs> = OnceLock::new();

impl CommonArgs {
    /// Makes these options the global ones.
    pub fn set_global(&self) {
        match self.color {
            When::Auto => {}
            When::Always => anstream::ColorChoice::Always.write_global(),
            When::Never => anstream::ColorChoice::Never.write_global(),
        }
        if let Some(factor) = self.limits {
            raise_limits(factor);
        }
        _ = COMMON.set(self.clone());
    }
}

/// Whether standard output is suppressed.
pub fn is_quiet() -> bool {
    COMMON.get().is_some_and(|common| common.quiet)
}

/// The number of threads that process a list.
pub fn threads() -> usize {
    /// Each thread has its own caches, which use memory; all threads read one input in turn.
    const MOST: usize = 8;
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| {
        let selected = COMMON.get().and_then(|common| common.threads).map(usize::from);
        selected.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).min(MOST)
    })
}

/// The share of one thread in a total that all threads may use. `of_two` is the share of one of two
/// threads.
pub fn thread_share(of_two: usize) -> usize {
    2 * of_two / threads().max(2)
}

/// Whether a progress bar is allowed.
pub fn shows_progress() -> bool {
    !COMMON.get().is_some_and(|common| common.no_progress)
}
