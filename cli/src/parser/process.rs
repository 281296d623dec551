//! A parser that runs as a process: it reads strings, one a line, and writes answers. The process
//! is not trusted.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::failure::Failure;

/// How long a parser may take for an answer, unless the user says otherwise.
pub const TIMEOUT: Duration = Duration::from_secs(5);
/// The number of strings that may wait for their answers.
const WINDOW: usize = 256;
/// The longest answer, in bytes.
pub const LONGEST_ANSWER: usize = 1 << 20;
/// The length of the end of standard error that is kept, in bytes.
const STDERR_TAIL: usize = 4 << 10;
/// How often the command is started again after a hang. Each costs the time that an answer has.
const HANGS: usize = 100;
/// How often the command is started again after a crash or another fault.
const CRASHES: usize = 10_000;
/// The command cannot run if it has ended so often without any answer.
const FIRST_STARTS: usize = 3;

/// A parser: a command that is started when it is needed, and again after a fault.
pub struct Parser<'a> {
    command: &'a [String],
    timeout: Duration,
    process: Option<ParserProcess>,
    failures: Failures,
    has_answered: bool,
}

/// Why there is no answer for a string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParserFault {
    /// The process ended; with its status, and the last line that it wrote to standard error.
    Crash(String),
    /// No answer in time.
    Hang,
    /// The answer is too long.
    TooLong,
    /// It answered although every string had an answer.
    Surplus,
}

/// The first string without an answer when a fault occurred, while other strings waited too. If the
/// fault does not occur again when each is sent alone, it is reported for this string.
struct Suspect {
    number: usize,
    fault: ParserFault,
}

/// How often the command failed.
#[derive(Default)]
struct Failures {
    hangs: usize,
    /// Crashes and other faults.
    crashes: usize,
}

impl Failures {
    fn add(&mut self, fault: &ParserFault) {
        if *fault == ParserFault::Hang {
            self.hangs += 1;
        } else {
            self.crashes += 1;
        }
    }

    fn are_too_many(&self) -> bool {
        self.hangs > HANGS || self.crashes > CRASHES
    }
}

/// A line of the output of the process.
enum ParserOutput {
    Line(Vec<u8>),
    TooLong,
}

/// A process with its pipes. Threads read and write them, so that no pipe blocks the other.
struct ParserProcess {
    child: Child,
    strings: Option<SyncSender<Vec<u8>>>,
    answers: Receiver<ParserOutput>,
    errors: Arc<Mutex<VecDeque<u8>>>,
}

impl<'a> Parser<'a> {
    /// A parser whose answers may take as long as `timeout`.
    pub fn new(command: &'a [String], timeout: Duration) -> Self {
        Self { command, timeout, process: None, failures: Failures::default(), has_answered: false }
    }

    /// Sends every string and passes on each answer with the number of its string, in order except
    /// after a fault. Returns how many strings have been tried: fewer than all, if the command
    /// failed too often.
    ///
    /// Strings are sent ahead of the answers. After a fault the strings without an answer are sent
    /// again one by one, to find the string that is the cause.
    pub fn run(
        &mut self,
        strings: &[&str],
        mut receive: impl FnMut(usize, Result<&[u8], ParserFault>),
    ) -> Result<usize, Failure> {
        let mut next = 0;
        // How many strings are still sent one by one.
        let mut one_by_one = 0usize;
        let mut suspect: Option<Suspect> = None;
        let mut waiting: VecDeque<usize> = VecDeque::new();
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
        loop {
            let window = if one_by_one > 0 { 1 } else { WINDOW };
            while waiting.len() < window && next < strings.len() {
                process.send(strings[next]);
                waiting.push_back(next);
                next += 1;
            }
            let Some(&first) = waiting.front() else { break };
            let fault = match process.answer(self.timeout) {
                Ok(answer) => {
                    self.has_answered = true;
                    waiting.pop_front();
                    receive(first, Ok(&answer));
                    one_by_one = one_by_one.saturating_sub(1);
                    if one_by_one == 0
                        && let Some(Suspect { number, fault }) = suspect.take()
                    {
                        receive(number, Err(fault));
                    }
                    continue;
                }
                Err(fault) => process.end(fault),
            };
            self.failures.add(&fault);
            if !self.has_answered && self.failures.hangs + self.failures.crashes >= FIRST_STARTS {
                return Err(self.cannot_run(&fault));
            }
            if waiting.len() == 1 {
                receive(first, Err(fault));
                next = first + 1;
                one_by_one = one_by_one.saturating_sub(1);
                suspect = None;
            } else {
                (one_by_one, next) = (waiting.len(), first);
                suspect = Some(Suspect { number: first, fault });
            }
            waiting.clear();
            if self.failures.are_too_many() {
                return Ok(next);
            }
            process = self.start()?;
        }
        self.process = Some(process);
        Ok(strings.len())
    }

    /// Ends the command. Returns a fault if it answers although every string has an answer.
    pub fn end(&mut self) -> Option<ParserFault> {
        let mut process = self.process.take()?;
        let has_surplus = process.has_surplus(self.timeout);
        process.end(ParserFault::Surplus);
        has_surplus.then_some(ParserFault::Surplus)
    }

    /// Starts the command, with a thread for each of its pipes.
    fn start(&self) -> Result<ParserProcess, Failure> {
        let name = self.command.first().map(String::as_str).unwrap_or_default();
        let mut command = Command::new(name);
        command.args(self.command.get(1..).unwrap_or_default());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The process gets its own group, so that the children of a shell end with the shell.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command
            .spawn()
            .and_then(ParserProcess::with_pipes)
            .map_err(|error| Failure::Usage(format!("cannot run {name}: {error}")))
    }

    fn cannot_run(&self, fault: &ParserFault) -> Failure {
        let reason = match fault {
            ParserFault::Crash(ending) => format!("it ends without an answer: {ending}"),
            ParserFault::TooLong => format!("its first answer has more than {LONGEST_ANSWER} bytes"),
            _ => format!(
                "no answer in {} s; each answer must be a line of its own, and flushed",
                self.timeout.as_secs_f64()
            ),
        };
        Failure::Usage(format!("{}: {reason}", self.command.join(" ")))
    }
}

impl Drop for Parser<'_> {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.end(ParserFault::Surplus);
        }
    }
}

impl ParserProcess {
    /// Starts the threads for the pipes of a process.
    fn with_pipes(mut child: Child) -> io::Result<Self> {
        let stdin = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let stdout = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let stderr = child.stderr.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let (strings, lines) = sync_channel(2 * WINDOW);
        let (sender, answers) = sync_channel(2 * WINDOW);
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let end_of_errors = Arc::clone(&errors);
        spawn("strings", move || write_lines(&lines, stdin))?;
        spawn("answers", move || read_answers(BufReader::new(stdout), &sender))?;
        spawn("errors", move || keep_tail(stderr, &end_of_errors))?;
        Ok(Self { child, strings: Some(strings), answers, errors })
    }

    /// Whether the process writes another answer after the strings have ended.
    fn has_surplus(&mut self, timeout: Duration) -> bool {
        self.strings = None;
        self.answers.recv_timeout(timeout).is_ok()
    }

    /// The next answer. A crash does not have its status yet.
    fn answer(&self, timeout: Duration) -> Result<Vec<u8>, ParserFault> {
        match self.answers.recv_timeout(timeout) {
            Ok(ParserOutput::Line(line)) => Ok(line),
            Ok(ParserOutput::TooLong) => Err(ParserFault::TooLong),
            Err(RecvTimeoutError::Timeout) => Err(ParserFault::Hang),
            Err(RecvTimeoutError::Disconnected) => Err(ParserFault::Crash(String::new())),
        }
    }

    /// Sends a string.
    fn send(&self, string: &str) {
        let mut line = serde_json::Value::from(string).to_string().into_bytes();
        line.push(b'\n');
        // The channel has room for all strings that may wait. If the parser has ended, the missing
        // answer shows it.
        _ = self.strings.iter().try_for_each(|strings| strings.try_send(line.clone()));
    }

    /// Ends the process and its children. A crash gets its status.
    fn end(mut self, fault: ParserFault) -> ParserFault {
        self.strings = None;
        let mut status = None;
        if matches!(fault, ParserFault::Crash(_)) {
            // Its output has ended. A process that does not exit within a tenth of a second is
            // killed.
            for _ in 0..100 {
                status = self.child.try_wait().ok().flatten();
                if status.is_some() {
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
            ParserFault::Crash(_) => ParserFault::Crash(self.ending(status)),
            fault => fault,
        }
    }

    /// How the process ended, with the last line of its standard error.
    fn ending(&self, status: Option<ExitStatus>) -> String {
        let status = status.map_or("it closed its output".to_owned(), |status| status.to_string());
        let errors: Vec<u8> = self.errors.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect();
        let text = String::from_utf8_lossy(&errors);
        match text.lines().rfind(|line| !line.trim().is_empty()) {
            Some(line) => format!("{status}: {}", line.trim()),
            None => status,
        }
    }
}

/// Starts a thread with a name.
fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    std::thread::Builder::new().name(name.to_owned()).spawn(work).map(|_| ())
}

/// Writes the strings that are sent. If the parser has ended, the thread that reads its answers
/// reports it.
fn write_lines(lines: &Receiver<Vec<u8>>, mut stdin: impl Write) {
    _ = lines.iter().try_for_each(|line| stdin.write_all(&line));
}

/// Reads standard error, and keeps its end.
fn keep_tail(mut stderr: impl Read, end: &Mutex<VecDeque<u8>>) {
    let mut piece = [0; STDERR_TAIL];
    while let Ok(length @ 1..) = stderr.read(&mut piece) {
        let mut end = end.lock().unwrap_or_else(PoisonError::into_inner);
        end.extend(&piece[..length]);
        let excess = end.len().saturating_sub(STDERR_TAIL);
        end.drain(..excess);
    }
}

/// Reads lines until the end, until a line is too long, or until the receiver is dropped.
fn read_answers(mut output: impl BufRead, sender: &SyncSender<ParserOutput>) {
    loop {
        let mut line = Vec::new();
        let length = (&mut output).take(LONGEST_ANSWER as u64 + 1).read_until(b'\n', &mut line);
        let result = match length {
            Err(_) | Ok(0) => return,
            Ok(_) if line.last() == Some(&b'\n') => {
                line.pop();
                ParserOutput::Line(line)
            }
            Ok(length) if length > LONGEST_ANSWER => ParserOutput::TooLong,
            // A line without an end: the process has ended within it.
            Ok(_) => return,
        };
        let is_last = matches!(result, ParserOutput::TooLong);
        if sender.send(result).is_err() || is_last {
            return;
        }
    }
}
