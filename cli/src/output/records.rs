//! Writes whole records, and delays signals that end the program until a record is complete.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// The buffer size before a write.
const ROOM: usize = 1 << 16;
/// The maximum buffered size of a line without an end.
const MOST: usize = 1 << 20;

/// Locked during a write; a signal that ends the program waits for it.
static WRITING: Mutex<()> = Mutex::new(());

/// Writes whole lines, if there are line ends: the output ends at a line end whenever the program
/// ends. A single write of a caller that ends with a line end is not divided.
pub struct Records<W: Write> {
    out: W,
    held: Vec<u8>,
}

impl<W: Write> Records<W> {
    pub fn new(out: W) -> Self {
        Self { out, held: Vec::new() }
    }

    /// Writes the buffer up to `end`.
    fn pass(&mut self, end: usize) -> io::Result<()> {
        let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        let written = self.out.write_all(&self.held[..end]).and_then(|()| self.out.flush());
        // Bytes that could not be written are not written again.
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

/// Writes the buffer when the program ends normally.
impl<W: Write> Drop for Records<W> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            _ = self.flush();
        }
    }
}

/// From now on, a signal that ends the program waits for the current write.
#[cfg(unix)]
pub fn end_between() {
    use std::sync::TryLockError;
    use std::time::{Duration, Instant};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// The maximum wait.
    const PATIENCE: Duration = Duration::from_secs(1);
    // Without the thread, signals have their default effect.
    let wait = || {
        let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
        for signal in signals.forever() {
            // The reader of a pipe may have stopped reading.
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

    /// The bytes of each write.
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
