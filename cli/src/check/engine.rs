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

/// A block of fewer bytes ends where the input paused, or at its end.
const PAUSE: usize = 1 << 15;

/// Where the records go, in order.
struct Sink<W> {
    out: W,
    /// The block whose turn it is.
    turn: u64,
    /// Why all must stop.
    failure: Option<Failure>,
    /// Inputs that could not be read; the others were.
    unread: Vec<Failure>,
}

/// Checks all lines and gives the counts, and the inputs that could not be read.
pub fn run(
    args: &Args,
    grammars: &[Grammar],
    writer: &Writer,
    out: impl Write + Send,
) -> Result<(Summary, Vec<Failure>), Failure> {
    let bar = progress(args);
    let source = Mutex::new(Source { blocks: args.files.blocks(), given: 0 });
    let sink = Mutex::new(Sink { out, turn: 0, failure: None, unread: Vec::new() });
    let turns = Condvar::new();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let mut summary = Summary::new(grammars, args.files.several());
    std::thread::scope(|scope| {
        let work = || worker(args, grammars, writer, &source, &sink, &turns, &bar);
        // Where the system gives no more threads, those that there are do the work.
        let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..workers).map_while(spawn).collect();
        summary.merge(work());
        // A thread that panicked has left its block unwritten; the panic goes on here.
        others.into_iter().for_each(|other| match other.join() {
            Ok(own) => summary.merge(own),
            Err(panic) => std::panic::resume_unwind(panic),
        });
    });
    bar.finish_and_clear();
    match sink.into_inner() {
        Ok(Sink { failure: None, unread, .. }) => Ok((summary, unread)),
        Ok(Sink { failure: Some(failure), .. }) => Err(failure),
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
    let mut summary = Summary::new(grammars, args.files.several());
    let mut judge = Judge::new(args);
    let mut records = Vec::new();
    let fail = |failure: Failure| {
        if let Ok(mut sink) = sink.lock() {
            sink.failure.get_or_insert(failure);
        }
        turns.notify_all();
    };
    /// Ends the others' waiting for the turn of a worker that panics.
    struct Turn<F: Fn()>(F);
    impl<F: Fn()> Drop for Turn<F> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                (self.0)();
            }
        }
    }
    let _turn = Turn(|| fail(Failure::Output(std::io::Error::other("a part of the work was lost"))));
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
                    drop(source);
                    if let Ok(mut sink) = sink.lock() {
                        sink.unread.push(failure);
                    }
                    continue;
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
        // A small block is what a pipe or a terminal had to give: its records are not kept waiting for more.
        let pause = block.content.len() < PAUSE;
        let written = sink.out.write_all(&records).and_then(|()| if pause { sink.out.flush() } else { Ok(()) });
        if let Err(error) = written {
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

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::check::Format;
    use crate::output::Colours;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    /// An output that panics at the second block.
    struct Panics(usize);

    impl Write for Panics {
        fn write(&mut self, records: &[u8]) -> std::io::Result<usize> {
            self.0 += 1;
            assert!(self.0 < 2, "a panic on purpose");
            Ok(records.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// Without an end to their turns the other workers would wait for ever.
    #[test]
    fn a_worker_that_panics_ends_the_others() {
        let file = std::env::temp_dir().join(format!("uri-lineage-panic-{}", std::process::id()));
        std::fs::write(&file, "http://a/\n".repeat(1_000_000)).unwrap();
        let line = Line::parse_from(["check", "--format", "csv", file.to_str().unwrap()]);
        let writer = Writer::new(Colours::default(), Some(Format::Csv), false);
        let run = std::panic::AssertUnwindSafe(|| run(&line.args, &[Grammar::Rfc1738], &writer, Panics(0)));
        let outcome = std::panic::catch_unwind(run);
        std::fs::remove_file(&file).unwrap();
        // The panic goes on, or is an error: what is lost is never taken for done.
        assert!(!matches!(outcome, Ok(Ok(_))));
    }
}
