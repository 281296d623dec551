//! Writes whole records, and delays signals that end the program until a record is complete.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// The buffer size before a write.
const BUFFER: usize = 1 << 16;
/// The maximum buffered size of a line without an end.
const MOST: usize = 1 << 20;

/// Locked during a write; a signal that ends the program waits for it.
static WRITING: Mutex<()> = Mutex::new(());

/// Writes whole lines, if there are line ends: the output ends at a line end whenever the program
/// ends. A single write of a caller that ends with a line end is not divided.
pub struct LineWriter<W: Write> {
    out: W,
    buffer: Vec<u8>,
}

impl<W: Write> LineWriter<W> {
    pub fn new(out: W) -> Self {
        Self { out, buffer: Vec::new() }
    }

    /// Writes the buffer up to `end`.
    fn write_buffer(&mut self, end: usize) -> io::Result<()> {
        let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        let written = self.out.write_all(&self.buffer[..end]).and_then(|()| self.out.flush());
        // Bytes that could not be written are not written again.
        self.buffer.drain(..end);
        written
    }
}

impl<W: Write> Write for LineWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.buffer.is_empty() && bytes.len() >= BUFFER && bytes.ends_with(b"\n") {
            let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
            return self.out.write_all(bytes).map(|()| bytes.len());
        }
        if self.buffer.len() + bytes.len() > BUFFER {
            let lines = memchr::memrchr(b'\n', &self.buffer).map_or(0, |end| end + 1);
            if lines > 0 {
                self.write_buffer(lines)?;
            }
        }
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() > MOST {
            let lines = memchr::memrchr(b'\n', &self.buffer).map_or(self.buffer.len(), |end| end + 1);
            self.write_buffer(lines)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_buffer(self.buffer.len())
    }
}

/// Writes the buffer when the program ends normally.
impl<W: Write> Drop for LineWriter<W> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            _ = self.flush();
        }
    }
}

/// From now on, a signal that ends the program waits for the current write.
#[cfg(unix)]
pub fn delay_signals() {
    use std::sync::TryLockError;
    use std::time::{Duration, Instant};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// The maximum wait.
    const PATIENCE: Duration = Duration::from_secs(1);
    // Without the thread, signals have their default effect.
    _ = std::thread::Builder::new().name("signals".to_owned()).spawn(|| {
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
    });
}

#[cfg(not(unix))]
pub fn delay_signals() {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::share;

    /// The bytes of each write.
    #[derive(Default)]
    struct WriteLog(Vec<Vec<u8>>);

    impl Write for &mut WriteLog {
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
                let text = line.repeat(share(2_000_000, 4) / line.len());
                let mut writes = WriteLog::default();
                let mut writer = LineWriter::new(&mut writes);
                for piece in text.as_bytes().chunks(piece) {
                    writer.write_all(piece).unwrap();
                }
                writer.flush().unwrap();
                drop(writer);
                assert!(
                    writes.0.iter().all(|written| written.is_empty() || written.ends_with(b"\n")),
                    "{size} {piece}"
                );
                assert_eq!(writes.0.concat(), text.as_bytes());
            }
        }
    }
}
