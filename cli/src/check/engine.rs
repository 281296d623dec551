//! The work shared over the cores: each takes a block, judges it, and writes when it is the block's turn.

use std::io::Write;
use std::sync::{Condvar, Mutex};

use indicatif::{ProgressBar, ProgressStyle};
use uri_lineage::Grammar;

use super::Args;
use super::judge::Judge;
use super::record::Writer;
use super::summary::Summary;
use crate::failure::Failure;
use crate::input::{Block, Blocks};

/// From what size on a file is worth a progress bar.
const LARGE: u64 = 64 << 20;

/// Where the blocks come from, and how many there have been.
struct Source {
    blocks: Blocks,
    given: u64,
}

/// Where the records go, in order.
struct Sink<W> {
    out: W,
    /// The block whose turn it is.
    turn: u64,
    /// Why all must stop.
    failure: Option<Failure>,
}

/// Checks all lines and gives the counts.
pub fn run(args: &Args, grammars: &[Grammar], writer: &Writer, out: impl Write + Send) -> Result<Summary, Failure> {
    let bar = progress(args);
    let source = Mutex::new(Source { blocks: args.files.blocks(), given: 0 });
    let sink = Mutex::new(Sink { out, turn: 0, failure: None });
    let turns = Condvar::new();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let mut summary = Summary::new(grammars);
    std::thread::scope(|scope| {
        let work = || worker(args, grammars, writer, &source, &sink, &turns, &bar);
        let others: Vec<_> = (1..workers).map(|_| scope.spawn(work)).collect();
        summary.merge(work());
        // A thread that panicked has left its block unwritten; the panic goes on here.
        others.into_iter().for_each(|other| match other.join() {
            Ok(own) => summary.merge(own),
            Err(panic) => std::panic::resume_unwind(panic),
        });
    });
    bar.finish_and_clear();
    match sink.into_inner().map(|sink| sink.failure) {
        Ok(None) => Ok(summary),
        Ok(Some(failure)) => Err(failure),
        Err(_) => Err(Failure::Output(std::io::Error::other("a part of the work was lost"))),
    }
}

fn worker<W: Write>(
    args: &Args,
    grammars: &[Grammar],
    writer: &Writer,
    source: &Mutex<Source>,
    sink: &Mutex<Sink<W>>,
    turns: &Condvar,
    bar: &ProgressBar,
) -> Summary {
    let mut summary = Summary::new(grammars);
    let mut judge = Judge::new(args);
    let mut records = Vec::new();
    let fail = |failure: Failure| {
        if let Ok(mut sink) = sink.lock() {
            sink.failure.get_or_insert(failure);
        }
        turns.notify_all();
    };
    let mut buffer = Vec::new();
    loop {
        let (block, turn) = {
            let Ok(mut source) = source.lock() else { return summary };
            match source.blocks.next(std::mem::take(&mut buffer)) {
                Ok(None) => return summary,
                Ok(Some(block)) => {
                    source.given += 1;
                    (block, source.given - 1)
                }
                Err(failure) => {
                    // What was read before is written before the failure counts.
                    let turn = source.given;
                    drop(source);
                    let waited = sink
                        .lock()
                        .and_then(|sink| turns.wait_while(sink, |sink| sink.turn < turn && sink.failure.is_none()));
                    drop(waited);
                    fail(failure);
                    return summary;
                }
            }
        };
        records.clear();
        if let Err(failure) = judge.block(&block, writer, &mut summary, &mut records) {
            fail(failure);
            return summary;
        }
        let waited =
            sink.lock().and_then(|sink| turns.wait_while(sink, |sink| sink.turn < turn && sink.failure.is_none()));
        let Ok(mut sink) = waited else { return summary };
        if sink.failure.is_some() {
            return summary;
        }
        if let Err(error) = sink.out.write_all(&records) {
            sink.failure = Some(error.into());
        }
        sink.turn += 1;
        drop(sink);
        turns.notify_all();
        let Block { content, .. } = block;
        bar.inc(content.len() as u64);
        buffer = content.into_buffer();
    }
}

/// A bar with rate and time left, on a terminal and for a large file only.
fn progress(args: &Args) -> ProgressBar {
    let Some(size) = args.files.size().filter(|&size| size >= LARGE) else { return ProgressBar::hidden() };
    // Standard error; it hides itself where that is no terminal.
    let bar = ProgressBar::new(size);
    let style = ProgressStyle::with_template("{bar:32} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
