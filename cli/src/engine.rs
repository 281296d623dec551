//! Shares work among threads: each thread reads a piece of the input, processes it, and writes its
//! results in the order of the pieces.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Condvar, Mutex};

use indicatif::ProgressBar;

use crate::failure::Failure;
use crate::options::common::threads;
use crate::output::bar;
use crate::output::text::plain;

/// The smallest file size for a progress bar.
const LARGE: u64 = 64 << 20;

/// A piece of fewer bytes ends where the input paused, or at its end.
const PAUSE: usize = 1 << 15;

/// The input of a command.
pub trait Source {
    /// The reader of the pieces.
    type Pieces: Pieces;

    /// Starts reading.
    fn pieces(&self) -> Self::Pieces;

    /// The size of the input in bytes, if known.
    fn size(&self) -> Option<u64>;
}

/// An input that is read piece by piece.
pub trait Pieces: Send {
    type Piece: Piece;

    /// The next piece, or `None` after the last. After a failure, reading continues with the other
    /// inputs. A piece may reuse the buffer that another [left](Piece::left).
    fn next(&mut self, left: Vec<u8>) -> Result<Option<Self::Piece>, Failure>;
}

/// The unit of work of a worker.
pub trait Piece {
    /// The number of bytes of the input in this piece.
    fn len(&self) -> usize;

    /// The buffer, to be reused for another piece.
    fn left(self) -> Vec<u8>;
}

/// The processing of pieces by a command. Each thread has its own worker, which stays on that
/// thread.
pub trait Work {
    type Piece: Piece;
    /// The counts.
    type Counted: Send;

    /// Processes a piece, and puts the output into `written`.
    fn piece(&mut self, piece: &Self::Piece, written: &mut PieceOutput) -> Result<(), Failure>;

    /// The counts of this worker.
    fn counted(self) -> Self::Counted;

    /// Adds the counts of another worker.
    fn merge(counted: &mut Self::Counted, other: Self::Counted);
}

/// The output for a piece. It is reused for other pieces.
#[derive(Default)]
pub struct PieceOutput {
    /// For standard output.
    pub out: Vec<u8>,
    /// For standard error.
    pub error: Vec<u8>,
    /// Records that could not be read.
    pub faults: Faults,
}

impl PieceOutput {
    /// The number of its bytes.
    fn len(&self) -> usize {
        self.out.len() + self.error.len()
    }
}

/// Counts of readable and unreadable records, among those that must have a form.
#[derive(Default)]
pub struct Faults {
    /// Messages about the first of them, with their places.
    told: Vec<String>,
    bad: u64,
    good: u64,
}

impl Faults {
    /// How many are reported one by one.
    const MOST: usize = 10;

    /// Adds a record that could not be read.
    pub fn add(&mut self, told: impl FnOnce() -> String) {
        self.bad += 1;
        if self.told.len() < Self::MOST {
            self.told.push(told());
        }
    }

    /// Adds a record that could be read.
    pub fn pass(&mut self) {
        self.good += 1;
    }

    /// Reports the faults of a piece, and counts them.
    fn take(&mut self, piece: &mut Self) {
        for told in piece.told.drain(..).take(Self::MOST - self.told.len()) {
            _ = writeln!(anstream::stderr(), "uri-lineage: {}", plain(&told));
            self.told.push(told);
        }
        self.bad += std::mem::take(&mut piece.bad);
        self.good += std::mem::take(&mut piece.good);
    }

    /// The summary of the faults at the end.
    fn failure(&self) -> Option<Failure> {
        let Self { bad, good, .. } = self;
        let records = if bad + good == 1 { "record" } else { "records" };
        (*bad > 0).then(|| Failure::Usage(format!("{bad} of {} {records} could not be read", bad + good)))
    }
}

/// The pieces that no worker has taken, and the number of those that one has.
struct Queue<P> {
    pieces: P,
    taken: u64,
}

/// A piece that was processed.
struct Processed {
    written: PieceOutput,
    outcome: Result<(), Failure>,
    /// The number of bytes of its input.
    length: usize,
}

/// The number of bytes of output that wait for that of earlier pieces. A worker waits itself where
/// there are more.
const WAITING: usize = 4 << 20;

/// The destination of the records, in order.
struct OrderedOutput<O> {
    out: O,
    /// The piece that is written next.
    turn: u64,
    /// Later pieces, by their turns.
    early: BTreeMap<u64, Processed>,
    /// The bytes of their output.
    early_bytes: usize,
    /// The workers that wait, which are woken after each piece.
    waiting: usize,
    /// Outputs that are reused.
    spare: Vec<PieceOutput>,
    /// The failure that stops all workers.
    failure: Option<Failure>,
    /// Inputs that could not be read; the others were read.
    unread: Vec<Failure>,
    faults: Faults,
}

impl<O: Write> OrderedOutput<O> {
    fn new(out: O) -> Self {
        Self {
            out,
            turn: 0,
            early: BTreeMap::new(),
            early_bytes: 0,
            waiting: 0,
            spare: Vec::new(),
            failure: None,
            unread: Vec::new(),
            faults: Faults::default(),
        }
    }

    /// Whether a piece can be put now.
    fn has_room(&self, turn: u64) -> bool {
        turn == self.turn || self.early_bytes < WAITING || self.failure.is_some()
    }

    /// Writes a piece, and the later ones that waited for it, or keeps it until its turn.
    fn put(&mut self, turn: u64, processed: Processed) {
        self.early_bytes += processed.written.len();
        self.early.insert(turn, processed);
        while let Some(Processed { mut written, outcome, length }) = self.early.remove(&self.turn) {
            self.early_bytes -= written.len();
            // A small piece comes from a pipe or a terminal that paused: do not delay its records.
            let flush = |out: &mut O| if length < PAUSE { out.flush() } else { Ok(()) };
            let put = self.out.write_all(&written.out).and_then(|()| flush(&mut self.out));
            // A message that cannot be written is no reason to stop.
            _ = anstream::stderr().write_all(&written.error);
            self.faults.take(&mut written.faults);
            if let Err(failure) = put.map_err(Failure::from).and(outcome) {
                self.failure = Some(failure);
                break;
            }
            written.out.clear();
            written.error.clear();
            self.spare.push(written);
            self.turn += 1;
        }
    }
}

/// Processes the whole input. Returns the counts of the workers, and the inputs that could not be
/// read.
pub fn run<S: Source, W: Work<Piece = <S::Pieces as Pieces>::Piece>>(
    input: &S,
    worker: impl Fn() -> W + Sync,
    out: impl Write + Send,
) -> Result<(W::Counted, Vec<Failure>), Failure> {
    let bar = progress(input.size());
    let source = Mutex::new(Queue { pieces: input.pieces(), taken: 0 });
    let sink = Mutex::new(OrderedOutput::new(out));
    let turns = Condvar::new();
    let mut all = worker().counted();
    std::thread::scope(|scope| {
        let work = || work(worker(), &source, &sink, &turns, &bar).counted();
        // If the system cannot start more threads, the existing threads do the work.
        let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads()).map_while(spawn).collect();
        W::merge(&mut all, work());
        // A thread that panicked did not write its piece; propagate the panic.
        others.into_iter().for_each(|other| match other.join() {
            Ok(own) => W::merge(&mut all, own),
            Err(panic) => std::panic::resume_unwind(panic),
        });
    });
    bar.finish_and_clear();
    match sink.into_inner() {
        Ok(OrderedOutput { failure: None, mut unread, faults, .. }) => {
            unread.extend(faults.failure());
            Ok((all, unread))
        }
        Ok(OrderedOutput { failure: Some(failure), .. }) => Err(failure),
        Err(_) => Err(Failure::Output(std::io::Error::other("a part of the work was lost"))),
    }
}

fn work<P: Pieces, W: Work<Piece = P::Piece>, O: Write>(
    mut worker: W,
    source: &Mutex<Queue<P>>,
    sink: &Mutex<OrderedOutput<O>>,
    turns: &Condvar,
    bar: &ProgressBar,
) -> W {
    let fail = |failure: Failure| {
        if let Ok(mut sink) = sink.lock() {
            sink.failure.get_or_insert(failure);
        }
        turns.notify_all();
    };
    /// Wakes the workers that wait for the turn of a worker that panics.
    struct Turn<F: Fn()>(F);
    impl<F: Fn()> Drop for Turn<F> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                (self.0)();
            }
        }
    }
    let _turn = Turn(|| fail(Failure::Output(std::io::Error::other("a part of the work was lost"))));
    let mut written = PieceOutput::default();
    let mut left = Vec::new();
    loop {
        let (piece, turn) = {
            let Ok(mut source) = source.lock() else { return worker };
            match source.pieces.next(std::mem::take(&mut left)) {
                Ok(None) => return worker,
                Ok(Some(piece)) => {
                    source.taken += 1;
                    (piece, source.taken - 1)
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
        let outcome = worker.piece(&piece, &mut written);
        let length = piece.len();
        left = piece.left();
        let processed = Processed { written, outcome, length };
        let Ok(mut sink) = sink.lock() else { return worker };
        if !sink.has_room(turn) {
            sink.waiting += 1;
            let Ok(waited) = turns.wait_while(sink, |sink| !sink.has_room(turn)) else { return worker };
            sink = waited;
            sink.waiting -= 1;
        }
        if sink.failure.is_some() {
            return worker;
        }
        sink.put(turn, processed);
        written = sink.spare.pop().unwrap_or_default();
        let wake = sink.waiting > 0;
        drop(sink);
        if wake {
            turns.notify_all();
        }
        bar.inc(length as u64);
    }
}

/// A progress bar with rate and remaining time, only on a terminal and only for a large file.
fn progress(size: Option<u64>) -> ProgressBar {
    size.filter(|&size| size >= LARGE).map_or_else(ProgressBar::hidden, |size| {
        bar(size, "{bar:32} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Block, Input};

    /// A command that writes something for each block.
    struct Writes;

    impl Work for Writes {
        type Piece = Block;
        type Counted = ();

        fn piece(&mut self, _: &Block, written: &mut PieceOutput) -> Result<(), Failure> {
            written.out.push(b'.');
            Ok(())
        }

        fn counted(self) {}

        fn merge((): &mut (), (): ()) {}
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

    /// Without the wake-up, the other workers would wait forever.
    #[test]
    fn a_worker_that_panics_ends_the_others() {
        let file = std::env::temp_dir().join(format!("uri-lineage-panic-{}", std::process::id()));
        std::fs::write(&file, "http://a/\n".repeat(1_000_000)).unwrap();
        let input = Input::files(std::slice::from_ref(&file));
        let run = std::panic::AssertUnwindSafe(|| run(&input, || Writes, Panics(0)));
        let outcome = std::panic::catch_unwind(run);
        std::fs::remove_file(&file).unwrap();
        // The panic propagates or becomes an error: lost work never counts as done.
        assert!(!matches!(outcome, Ok(Ok(_))));
    }
}
