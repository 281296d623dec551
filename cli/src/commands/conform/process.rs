//! A parser that runs as a process: strings go in, one a line, and answers come out. Nothing of it
//! is trusted.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::failure::Failure;

/// The number of strings that may wait for their answers.
const WINDOW: usize = 256;
/// The longest answer, in bytes.
pub const LONGEST: usize = 1 << 20;
/// How much of the end of standard error is kept, in bytes.
const ERRORS: usize = 4 << 10;
/// How often the command is started again after a crash or a hang.
pub const RESTARTS: usize = 100;
/// The command cannot run if it has ended so often without an answer.
const PATIENCE: usize = 3;

/// How a parser is run.
pub struct Parser<'a> {
    pub command: &'a [String],
    pub timeout: Duration,
}

/// Why there is no answer for a string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The process ended; with its status, and the last line that it wrote to standard error.
    Crash(String),
    /// No answer in time.
    Hang,
    /// The answer is too long.
    TooLong,
    /// It answered although nothing was left to answer.
    Surplus,
}

/// The output of the process.
enum Heard {
    Line(Vec<u8>),
    TooLong,
}

/// A process with its pipes. Threads read and write them, so that no pipe blocks the other.
struct Running {
    child: Child,
    strings: Option<SyncSender<Vec<u8>>>,
    answers: Receiver<Heard>,
    errors: Arc<Mutex<VecDeque<u8>>>,
}

impl Parser<'_> {
    /// Sends every string and passes on each answer, in order except after a fault. Returns how
    /// many strings have been tried: fewer than all, if the command failed too often.
    ///
    /// Strings are sent ahead of the answers. After a fault the strings without an answer are sent
    /// again one by one, so that the one that is the cause is known.
    pub fn run(&self, strings: &[&str], mut heard: impl FnMut(usize, Result<&[u8], Fault>)) -> Result<usize, Failure> {
        let (mut next, mut restarts, mut answered) = (0, 0, false);
        // How many strings are sent one by one, and the fault that led to it, until it occurs
        // again.
        let (mut alone, mut unrepeated) = (0usize, None);
        let mut waiting: VecDeque<usize> = VecDeque::new();
        let mut running = self.start()?;
        loop {
            let window = if alone > 0 { 1 } else { WINDOW };
            while waiting.len() < window && next < strings.len() {
                running.send(strings[next]);
                waiting.push_back(next);
                next += 1;
            }
            let Some(&first) = waiting.front() else { break };
            let fault = match running.answers.recv_timeout(self.timeout) {
                Ok(Heard::Line(line)) => {
                    answered = true;
                    waiting.pop_front();
                    heard(first, Ok(&line));
                    alone = alone.saturating_sub(1);
                    if alone == 0
                        && let Some((at, fault)) = unrepeated.take()
                    {
                        heard(at, Err(fault));
                    }
                    continue;
                }
                Ok(Heard::TooLong) => Fault::TooLong,
                Err(RecvTimeoutError::Timeout) => Fault::Hang,
                Err(RecvTimeoutError::Disconnected) => Fault::Crash(String::new()),
            };
            let fault = running.end(fault);
            restarts += 1;
            if !answered && restarts >= PATIENCE {
                return Err(self.cannot_run(&fault));
            }
            if waiting.len() == 1 {
                heard(first, Err(fault));
                next = first + 1;
                alone = alone.saturating_sub(1);
                unrepeated = None;
            } else {
                (alone, next, unrepeated) = (waiting.len(), first, Some((first, fault)));
            }
            waiting.clear();
            if restarts > RESTARTS {
                return Ok(next);
            }
            running = self.start()?;
        }
        running.strings = None;
        if let (Ok(_), Some(last)) = (running.answers.recv_timeout(self.timeout), strings.len().checked_sub(1)) {
            heard(last, Err(Fault::Surplus));
        }
        running.end(Fault::Surplus);
        Ok(strings.len())
    }

    fn start(&self) -> Result<Running, Failure> {
        let name = self.command.first().map(String::as_str).unwrap_or_default();
        let mut command = Command::new(name);
        command.args(self.command.get(1..).unwrap_or_default());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own, so that what a shell starts ends with the shell.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let cannot = |error: std::io::Error| Failure::Usage(format!("cannot run {name}: {error}"));
        let mut child = command.spawn().map_err(cannot)?;
        let none = || cannot(std::io::ErrorKind::BrokenPipe.into());
        let mut stdin = child.stdin.take().ok_or_else(none)?;
        let stdout = child.stdout.take().ok_or_else(none)?;
        let mut stderr = child.stderr.take().ok_or_else(none)?;
        let (strings, sent) = sync_channel::<Vec<u8>>(2 * WINDOW);
        let (hear, answers) = sync_channel(2 * WINDOW);
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let written = Arc::clone(&errors);
        let thread = |name: &str| std::thread::Builder::new().name(name.to_owned());
        let started = [
            // If the parser has gone, the other thread knows.
            thread("strings")
                .spawn(move || sent.iter().try_for_each(|line| stdin.write_all(&line)).unwrap_or_default()),
            thread("answers").spawn(move || listen(BufReader::new(stdout), &hear)),
            thread("errors").spawn(move || {
                let mut piece = [0; ERRORS];
                while let Ok(length @ 1..) = stderr.read(&mut piece) {
                    let mut kept = written.lock().unwrap_or_else(PoisonError::into_inner);
                    kept.extend(&piece[..length]);
                    let more = kept.len().saturating_sub(ERRORS);
                    kept.drain(..more);
                }
            }),
        ];
        started.into_iter().collect::<Result<Vec<_>, _>>().map_err(cannot)?;
        Ok(Running { child, strings: Some(strings), answers, errors })
    }

    fn cannot_run(&self, fault: &Fault) -> Failure {
        let how = match fault {
            Fault::Crash(how) => format!("it ends without an answer: {how}"),
            Fault::TooLong => format!("its first answer has more than {LONGEST} bytes"),
            _ => format!(
                "no answer in {} s; each answer must be a line of its own, and flushed",
                self.timeout.as_secs_f64()
            ),
        };
        Failure::Usage(format!("{}: {how}", self.command.join(" ")))
    }
}

impl Running {
    /// Sends a string.
    fn send(&self, string: &str) {
        let mut line = serde_json::Value::from(string).to_string().into_bytes();
        line.push(b'\n');
        // There is room for all that may wait. If the parser has gone, its answer is missing.
        _ = self.strings.iter().try_for_each(|strings| strings.try_send(line.clone()));
    }

    /// Ends the process and its children. A crash gets its status.
    fn end(mut self, fault: Fault) -> Fault {
        self.strings = None;
        let mut crashed = None;
        if matches!(fault, Fault::Crash(_)) {
            // Its output has ended; a process that nevertheless goes on is ended.
            for _ in 0..100 {
                crashed = self.child.try_wait().ok().flatten();
                if crashed.is_some() {
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        _ = self.child.kill();
        _ = self.child.wait();
        match fault {
            Fault::Crash(_) => Fault::Crash(self.how(crashed)),
            other => other,
        }
    }

    /// How the process ended, with the last line of its standard error.
    fn how(&self, status: Option<ExitStatus>) -> String {
        let status = status.map_or("it closed its output".to_owned(), |status| status.to_string());
        let kept: Vec<u8> = self.errors.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect();
        let text = String::from_utf8_lossy(&kept);
        match text.lines().rfind(|line| !line.trim().is_empty()) {
            Some(line) => format!("{status}: {}", line.trim()),
            None => status,
        }
    }
}

/// Reads lines until the end, until one is too long, or until nobody listens.
fn listen(mut output: impl BufRead, hear: &SyncSender<Heard>) {
    loop {
        let mut line = Vec::new();
        let read = (&mut output).take(LONGEST as u64 + 1).read_until(b'\n', &mut line);
        let heard = match read {
            Err(_) | Ok(0) => return,
            Ok(_) if line.last() == Some(&b'\n') => {
                line.pop();
                Heard::Line(line)
            }
            Ok(length) if length > LONGEST => Heard::TooLong,
            // A line without an end: the process has ended within it.
            Ok(_) => return,
        };
        let last = matches!(heard, Heard::TooLong);
        if hear.send(heard).is_err() || last {
            return;
        }
    }
}
