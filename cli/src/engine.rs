//! The work shared over the cores: each takes a piece of the input, works on it, and writes when it is the piece's turn.

use std::io::Write;
use std::sync::{Condvar, Mutex};

use indicatif::ProgressBar;

use crate::failure::Failure;
use crate::options;
use crate::output::{bar, plain};

/// From what size on a file is worth a progress bar.
const LARGE: u64 = 64 << 20;

/// A piece of fewer bytes ends where the input paused, or at its end.
const PAUSE: usize = 1 << 15;

/// What a command reads.
pub trait Source {
    /// What it is read as.
    type Pieces: Pieces;

    /// Begins to read.
    fn pieces(&self) -> Self::Pieces;

    /// How many bytes there are to read, if that is known.
    fn size(&self) -> Option<u64>;
}

/// An input that is read piece by piece.
pub trait Pieces: Send {
    type Piece: Piece;

    /// The next piece, or `None` after the last. After a failure comes what the other inputs hold. A piece may be made of what
    /// another [left](Piece::left).
    fn next(&mut self, left: Vec<u8>) -> Result<Option<Self::Piece>, Failure>;
}

/// What a worker is given at once.
pub trait Piece {
    /// How many bytes of the input it stands for.
    fn len(&self) -> usize;

    /// Room that it leaves for another.
    fn left(self) -> Vec<u8>;
}

/// What a command does with the pieces of its input. Each thread has a worker of its own, which does not leave it.
pub trait Work {
    type Piece: Piece;
    /// What it counts.
    type Counted: Send;

    /// Works on a piece; what is to be written goes to `written`.
    fn piece(&mut self, piece: &Self::Piece, written: &mut Written) -> Result<(), Failure>;

    /// What it has counted.
    fn counted(self) -> Self::Counted;

    /// Takes in what another worker has counted.
    fn merge(counted: &mut Self::Counted, other: Self::Counted);
}

/// What is to be written for a piece, to be used again for another.
#[derive(Default)]
pub struct Written {
    /// To standard output.
    pub out: Vec<u8>,
    /// To standard error.
    pub error: Vec<u8>,
    /// Records that could not be read.
    pub faults: Faults,
}

/// Records that could not be read, of those that had to be.
#[derive(Default)]
pub struct Faults {
    /// What the first of them lack, with their places.
    told: Vec<String>,
    bad: u64,
    good: u64,
}

impl Faults {
    /// How many are told of one by one.
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

    /// Tells of the faults of a piece, and counts them.
    fn take(&mut self, piece: &mut Self) {
        for told in piece.told.drain(..).take(Self::MOST - self.told.len()) {
            _ = writeln!(anstream::stderr(), "uri-lineage: {}", plain(&told));
            self.told.push(told);
        }
        self.bad += std::mem::take(&mut piece.bad);
        self.good += std::mem::take(&mut piece.good);
    }

    /// What is said of them at the end.
    fn failure(&self) -> Option<Failure> {
        let Self { bad, good, .. } = self;
        let records = if bad + good == 1 { "record" } else { "records" };
        match (bad, good) {
            (0, _) => None,
            (_, 0) => Some(Failure::Usage(format!("{bad} {records}, of which none could be read"))),
            _ => Some(Failure::Usage(format!("{bad} of {} {records} could not be read", bad + good))),
        }
    }
}

/// Where the pieces come from, and how many there have been.
struct Given<P> {
    pieces: P,
    given: u64,
}

/// Where the records go, in order.
struct Sink<O> {
    out: O,
    /// The piece whose turn it is.
    turn: u64,
    /// Why all must stop.
    failure: Option<Failure>,
    /// Inputs that could not be read; the others were.
    unread: Vec<Failure>,
    faults: Faults,
}

/// Works on all of the input. Gives what the workers counted, and the inputs that could not be read.
pub fn run<S: Source, W: Work<Piece = <S::Pieces as Pieces>::Piece>>(
    input: &S,
    worker: impl Fn() -> W + Sync,
    out: impl Write + Send,
) -> Result<(W::Counted, Vec<Failure>), Failure> {
    let bar = progress(input.size());
    let source = Mutex::new(Given { pieces: input.pieces(), given: 0 });
    let sink = Mutex::new(Sink { out, turn: 0, failure: None, unread: Vec::new(), faults: Faults::default() });
    let turns = Condvar::new();
    let mut all = worker().counted();
    std::thread::scope(|scope| {
        let work = || work(worker(), &source, &sink, &turns, &bar).counted();
        // Where the system gives no more threads, those that there are do the work.
        let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..options::threads()).map_while(spawn).collect();
        W::merge(&mut all, work());
        // A thread that panicked has left its piece unwritten; the panic goes on here.
        others.into_iter().for_each(|other| match other.join() {
            Ok(own) => W::merge(&mut all, own),
            Err(panic) => std::panic::resume_unwind(panic),
        });
    });
    bar.finish_and_clear();
    match sink.into_inner() {
        Ok(Sink { failure: None, mut unread, faults, .. }) => {
            unread.extend(faults.failure());
            Ok((all, unread))
        }
        Ok(Sink { failure: Some(failure), .. }) => Err(failure),
        Err(_) => Err(Failure::Output(std::io::Error::other("a part of the work was lost"))),
    }
}

fn work<P: Pieces, W: Work<Piece = P::Piece>, O: Write>(
    mut worker: W,
    source: &Mutex<Given<P>>,
    sink: &Mutex<Sink<O>>,
    turns: &Condvar,
    bar: &ProgressBar,
) -> W {
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
    let mut written = Written::default();
    let mut left = Vec::new();
    loop {
        let (piece, turn) = {
            let Ok(mut source) = source.lock() else { return worker };
            match source.pieces.next(std::mem::take(&mut left)) {
                Ok(None) => return worker,
                Ok(Some(piece)) => {
                    source.given += 1;
                    (piece, source.given - 1)
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
        written.out.clear();
        written.error.clear();
        let outcome = worker.piece(&piece, &mut written);
        let waited =
            sink.lock().and_then(|sink| turns.wait_while(sink, |sink| sink.turn < turn && sink.failure.is_none()));
        let Ok(mut sink) = waited else { return worker };
        if sink.failure.is_some() {
            return worker;
        }
        // A small piece is what a pipe or a terminal had to give: its records are not kept waiting for more.
        let pause = piece.len() < PAUSE;
        let put = sink.out.write_all(&written.out).and_then(|()| if pause { sink.out.flush() } else { Ok(()) });
        // What cannot be told is no reason to stop.
        _ = anstream::stderr().write_all(&written.error);
        sink.faults.take(&mut written.faults);
        if let Err(failure) = put.map_err(Failure::from).and(outcome) {
            sink.failure = Some(failure);
        }
        sink.turn += 1;
        drop(sink);
        turns.notify_all();
        bar.inc(piece.len() as u64);
        left = piece.left();
    }
}

/// A bar with rate and time left, on a terminal and for a large file only.
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

        fn piece(&mut self, _: &Block, written: &mut Written) -> Result<(), Failure> {
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

    /// Without an end to their turns the other workers would wait for ever.
    #[test]
    fn a_worker_that_panics_ends_the_others() {
        let file = std::env::temp_dir().join(format!("uri-lineage-panic-{}", std::process::id()));
        std::fs::write(&file, "http://a/\n".repeat(1_000_000)).unwrap();
        let input = Input::files(std::slice::from_ref(&file));
        let run = std::panic::AssertUnwindSafe(|| run(&input, || Writes, Panics(0)));
        let outcome = std::panic::catch_unwind(run);
        std::fs::remove_file(&file).unwrap();
        // The panic goes on, or is an error: what is lost is never taken for done.
        assert!(!matches!(outcome, Ok(Ok(_))));
    }
}
