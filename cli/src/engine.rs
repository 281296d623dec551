//! Shares work among threads: each thread reads a piece of the input, processes it, and writes its
//! results in the order of the pieces.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex};

use indicatif::ProgressBar;

use crate::common;
use crate::failure::Failure;
use crate::output::{bar, report};

/// The smallest file size for a progress bar, in bytes.
const PROGRESS_BAR_SIZE: u64 = 64 << 20;

/// A piece of fewer bytes is the last of its input, or the input paused after it.
const FULL_PIECE: usize = 1 << 15;

/// An input that is read piece by piece.
pub trait Pieces: Send {
    type Item: Piece;

    /// The size of the whole input in bytes; `None` if it is unknown.
    fn size(&self) -> Option<u64>;

    /// The next piece, or `None` after the last. After a failure, reading continues with the other
    /// inputs. The piece may reuse `buffer`, which is [from](Piece::into_buffer) an earlier piece.
    fn next(&mut self, buffer: Vec<u8>) -> Result<Option<Self::Item>, Failure>;
}

/// A part of the input that a worker processes at once.
pub trait Piece {
    /// The number of bytes of the input in this piece.
    fn len(&self) -> usize;

    /// The buffer, to be reused for another piece.
    fn into_buffer(self) -> Vec<u8>;
}

/// The processing of pieces by a command. Each thread has its own worker, which stays on that
/// thread.
pub trait Work<P: Piece> {
    /// The result for all pieces, apart from their records: counts, or whether a condition holds.
    type Output: Send;

    /// Processes a piece, and puts the output into `written`.
    fn process(&mut self, piece: &P, written: &mut PieceOutput) -> Result<(), Failure>;

    /// The output of this worker, after its last piece.
    fn finish(self) -> Self::Output;

    /// Adds the output of another worker.
    fn merge(output: &mut Self::Output, other: Self::Output);
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
    /// The number of bytes to be written.
    fn len(&self) -> usize {
        self.out.len() + self.error.len()
    }
}

/// Counts of readable and unreadable records, among those that must have a form.
#[derive(Default)]
pub struct Faults {
    /// Messages about the first unreadable records, with their places.
    messages: Vec<String>,
    unreadable: u64,
    readable: u64,
}

impl Faults {
    /// The greatest number of faults that are reported one by one.
    const MOST_REPORTED: usize = 10;

    /// Counts a record that could not be read.
    pub fn add(&mut self, message: impl FnOnce() -> String) {
        self.unreadable += 1;
        if self.messages.len() < Self::MOST_REPORTED {
            self.messages.push(message());
        }
    }

    /// Counts a record that could be read.
    pub fn pass(&mut self) {
        self.pass_all(1);
    }

    /// Counts records that could be read.
    pub fn pass_all(&mut self, records: u64) {
        self.readable += records;
    }

    /// Reports and counts the faults of a piece, and leaves none in it.
    fn take(&mut self, piece: &mut Self) {
        for message in piece.messages.drain(..).take(Self::MOST_REPORTED - self.messages.len()) {
            report(&message);
            self.messages.push(message);
        }
        self.unreadable += std::mem::take(&mut piece.unreadable);
        self.readable += std::mem::take(&mut piece.readable);
    }

    /// The failure at the end, if records could not be read.
    fn failure(&self) -> Option<Failure> {
        let (unreadable, all) = (self.unreadable, self.unreadable + self.readable);
        let records = if all == 1 { "record" } else { "records" };
        (unreadable > 0).then(|| Failure::Usage(format!("{unreadable} of {all} {records} could not be read")))
    }
}

/// The pieces that no worker has taken, and the number of those that workers have taken.
struct Queue<P> {
    pieces: P,
    taken: u64,
}

/// A piece that was processed.
struct Processed {
    written: PieceOutput,
    result: Result<(), Failure>,
    /// The number of bytes of its input.
    length: usize,
}

/// The bytes of output that may wait for the output of earlier pieces. If there are more, a worker
/// waits before it delivers its output.
const MOST_EARLY_BYTES: usize = 4 << 20;

/// The destination of the records, in order.
struct OrderedOutput<O> {
    out: O,
    /// The number of the piece that is written next.
    turn: u64,
    /// The processed pieces that wait for an earlier piece, by their numbers.
    early: BTreeMap<u64, Processed>,
    /// The bytes of the output of these pieces.
    early_bytes: usize,
    /// The number of waiting workers, which are woken after each piece.
    waiting: usize,
    /// Empty outputs, to be reused.
    spare: Vec<PieceOutput>,
    /// The failure that stops all workers.
    failure: Option<Failure>,
    /// Why some inputs could not be read; the others were read.
    unreadable_inputs: Vec<Failure>,
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
            unreadable_inputs: Vec::new(),
            faults: Faults::default(),
        }
    }

    /// Whether the output of the piece with a number need not wait.
    fn has_room(&self, number: u64) -> bool {
        number == self.turn || self.early_bytes < MOST_EARLY_BYTES || self.failure.is_some()
    }

    /// Writes the output of a piece, and of the later ones that waited for it; or stores the output
    /// until its turn.
    fn put(&mut self, number: u64, processed: Processed) {
        self.early_bytes += processed.written.len();
        self.early.insert(number, processed);
        while let Some(Processed { mut written, result, length }) = self.early.remove(&self.turn) {
            self.early_bytes -= written.len();
            let result = self.write(&mut written, length).map_err(Failure::from).and(result);
            if let Err(failure) = result {
                self.failure = Some(failure);
                break;
            }
            written.out.clear();
            written.error.clear();
            self.spare.push(written);
            self.turn += 1;
        }
    }

    /// Writes the output for a piece of `length` bytes.
    fn write(&mut self, written: &mut PieceOutput, length: usize) -> io::Result<()> {
        let mut result = self.out.write_all(&written.out);
        // A small piece comes from a pipe or a terminal that paused: do not delay its records.
        if result.is_ok() && length < FULL_PIECE {
            result = self.out.flush();
        }
        // A message that cannot be written is no reason to stop.
        _ = anstream::stderr().write_all(&written.error);
        self.faults.take(&mut written.faults);
        result
    }
}

/// Processes the whole input. Returns the merged output of the workers, and why some inputs or
/// records could not be read.
pub fn run<P: Pieces, W: Work<P::Item>>(
    pieces: P,
    new_worker: impl Fn() -> W + Sync,
    out: impl Write + Send,
) -> Result<(W::Output, Vec<Failure>), Failure> {
    let bar = progress(pieces.size());
    let queue = Mutex::new(Queue { pieces, taken: 0 });
    let engine = Engine { queue, output: Mutex::new(OrderedOutput::new(out)), turns: Condvar::new(), bar };
    let mut merged = new_worker().finish();
    std::thread::scope(|scope| {
        let mut threads = Vec::new();
        for _ in 1..common::threads() {
            // If the system cannot start more threads, the existing threads do the work.
            let thread = std::thread::Builder::new().spawn_scoped(scope, || engine.work(new_worker()).finish());
            let Ok(thread) = thread else { break };
            threads.push(thread);
        }
        W::merge(&mut merged, engine.work(new_worker()).finish());
        for thread in threads {
            match thread.join() {
                Ok(output) => W::merge(&mut merged, output),
                // A thread that panicked did not write its piece; propagate the panic.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    engine.bar.finish_and_clear();
    match engine.output.into_inner() {
        Ok(OrderedOutput { failure: None, mut unreadable_inputs, faults, .. }) => {
            unreadable_inputs.extend(faults.failure());
            Ok((merged, unreadable_inputs))
        }
        Ok(OrderedOutput { failure: Some(failure), .. }) => Err(failure),
        Err(_) => Err(lost_work()),
    }
}

/// The failure after a panic in a worker.
fn lost_work() -> Failure {
    Failure::Output(io::Error::other("a part of the work was lost"))
}

/// The state that all workers share.
struct Engine<P, O> {
    queue: Mutex<Queue<P>>,
    output: Mutex<OrderedOutput<O>>,
    /// Notified when the output of a piece was put.
    turns: Condvar,
    bar: ProgressBar,
}

/// Wakes the workers that wait for the turn of a worker that panics.
struct PanicGuard<'e, P, O>(&'e Engine<P, O>);

impl<P, O> Drop for PanicGuard<'_, P, O> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            if let Ok(mut output) = self.0.output.lock() {
                output.failure.get_or_insert_with(lost_work);
            }
            self.0.turns.notify_all();
        }
    }
}

impl<P: Pieces, O: Write> Engine<P, O> {
    /// Processes pieces until the input ends, or a failure stops all workers.
    fn work<W: Work<P::Item>>(&self, mut worker: W) -> W {
        let _guard = PanicGuard(self);
        let (mut written, mut buffer) = (PieceOutput::default(), Vec::new());
        while let Some((number, piece)) = self.next_piece(buffer) {
            let result = worker.process(&piece, &mut written);
            let length = piece.len();
            buffer = piece.into_buffer();
            let Some(spare) = self.put(number, Processed { written, result, length }) else { break };
            written = spare;
            self.bar.inc(length as u64);
        }
        worker
    }

    /// Reads the next piece, and returns it with its number; `None` after the last.
    fn next_piece(&self, mut buffer: Vec<u8>) -> Option<(u64, P::Item)> {
        loop {
            let mut queue = self.queue.lock().ok()?;
            match queue.pieces.next(std::mem::take(&mut buffer)) {
                Ok(piece) => {
                    let piece = piece?;
                    let number = queue.taken;
                    queue.taken += 1;
                    return Some((number, piece));
                }
                Err(failure) => {
                    drop(queue);
                    if let Ok(mut output) = self.output.lock() {
                        output.unreadable_inputs.push(failure);
                    }
                }
            }
        }
    }

    /// Delivers the output of a piece as soon as there is room. Returns an empty output to be
    /// reused; `None` after a failure.
    fn put(&self, number: u64, processed: Processed) -> Option<PieceOutput> {
        let mut output = self.output.lock().ok()?;
        if !output.has_room(number) {
            output.waiting += 1;
            output = self.turns.wait_while(output, |output| !output.has_room(number)).ok()?;
            output.waiting -= 1;
        }
        if output.failure.is_some() {
            return None;
        }
        output.put(number, processed);
        let spare = output.spare.pop().unwrap_or_default();
        let is_awaited = output.waiting > 0;
        drop(output);
        if is_awaited {
            self.turns.notify_all();
        }
        Some(spare)
    }
}

/// A progress bar with rate and remaining time, only on a terminal and only for a large file.
fn progress(size: Option<u64>) -> ProgressBar {
    size.filter(|&size| size >= PROGRESS_BAR_SIZE).map_or_else(ProgressBar::hidden, |size| {
        bar(size, "{bar:32} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Block, Input};

    /// A command that writes something for each block.
    struct Writes;

    impl Work<Block> for Writes {
        type Output = ();

        fn process(&mut self, _: &Block, written: &mut PieceOutput) -> Result<(), Failure> {
            written.out.push(b'.');
            Ok(())
        }

        fn finish(self) {}

        fn merge((): &mut (), (): ()) {}
    }

    /// An output that panics at the second block.
    struct Panics(usize);

    impl Write for Panics {
        fn write(&mut self, records: &[u8]) -> io::Result<usize> {
            self.0 += 1;
            assert!(self.0 < 2, "a panic on purpose");
            Ok(records.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Without the wake-up, the other workers would wait forever.
    #[test]
    fn a_worker_that_panics_ends_the_others() {
        let file = std::env::temp_dir().join(format!("uri-lineage-panic-{}", std::process::id()));
        std::fs::write(&file, "http://a/\n".repeat(1_000_000)).unwrap();
        let input = Input::files(std::slice::from_ref(&file));
        let run = std::panic::AssertUnwindSafe(|| run(input.blocks(), || Writes, Panics(0)));
        let outcome = std::panic::catch_unwind(run);
        std::fs::remove_file(&file).unwrap();
        // The panic propagates or becomes an error: lost work never counts as done.
        assert!(!matches!(outcome, Ok(Ok(_))));
    }
}
