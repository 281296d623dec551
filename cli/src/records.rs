//! Whole records, and the signals that end the program between them.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// How much is held before it is written.
const ROOM: usize = 1 << 16;
/// What is held at most of a line that does not end.
const MOST: usize = 1 << 20;

/// Held while something is written: what ends the program waits for it.
static WRITING: Mutex<()> = Mutex::new(());

/// Writes whole lines, as far as there are any: what is written ends at the end of one, whenever the program ends. What a caller
/// writes at once, and ends with a line's end, is not divided.
pub struct Records<W: Write> {
    out: W,
    held: Vec<u8>,
}

impl<W: Write> Records<W> {
    pub fn new(out: W) -> Self {
        Self { out, held: Vec::new() }
    }

    /// Writes what is held up to a place.
    fn pass(&mut self, end: usize) -> io::Result<()> {
        let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        let written = self.out.write_all(&self.held[..end]).and_then(|()| self.out.flush());
        // What could not be written is not written again.
        self.held.drain(..end);
        written
    }
}

impl<W: Write> Write for Records<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.held.is_empty() && bytes.len() >= ROOM && bytes.ends_with(b"\n") {
            let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
            return self.out.write_all(bytes).map(|()| bytes.len());
        }
        if self.held.len() + bytes.len() > ROOM {
            let whole = memchr::memrchr(b'\n', &self.held).map_or(0, |end| end + 1);
            if whole > 0 {
                self.pass(whole)?;
            }
        }
        self.held.extend_from_slice(bytes);
        if self.held.len() > MOST {
            let whole = memchr::memrchr(b'\n', &self.held).map_or(self.held.len(), |end| end + 1);
            self.pass(whole)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass(self.held.len())
    }
}

/// What is held is written where the program ends in order.
impl<W: Write> Drop for Records<W> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            _ = self.flush();
        }
    }
}

/// From now on a signal to end waits until what is being written is written.
#[cfg(unix)]
pub fn end_between() {
    use std::sync::TryLockError;
    use std::time::{Duration, Instant};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// How long is waited.
    const PATIENCE: Duration = Duration::from_secs(1);
    // Without the thread the signals do what they always do.
    let wait = || {
        let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
        for signal in signals.forever() {
            // Who reads a pipe may have stopped to.
            let end = Instant::now() + PATIENCE;
            let mut writing = WRITING.try_lock();
            while matches!(writing, Err(TryLockError::WouldBlock)) && Instant::now() < end {
                std::thread::sleep(Duration::from_millis(1));
                writing = WRITING.try_lock();
            }
            _ = emulate_default_handler(signal);
        }
    };
    _ = std::thread::Builder::new().name("signals".to_owned()).spawn(wait);
}

#[cfg(not(unix))]
pub fn end_between() {}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written at a time.
    #[derive(Default)]
    struct Times(Vec<Vec<u8>>);

    impl Write for &mut Times {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_are_never_divided() {
        for size in [1, 7, 1_000, 70_000, 300_000] {
            for piece in [1, 10, 999, 65_536, 100_000] {
                let line = [&*"x".repeat(size), "\n"].concat();
                let all = line.repeat(2_000_000 / line.len());
                let mut times = Times::default();
                let mut records = Records::new(&mut times);
                for piece in all.as_bytes().chunks(piece) {
                    records.write_all(piece).unwrap();
                }
                records.flush().unwrap();
                drop(records);
                assert!(times.0.iter().all(|written| written.is_empty() || written.ends_with(b"\n")), "{size} {piece}");
                assert_eq!(times.0.concat(), all.as_bytes());
            }
        }
    }
}
