//! The only writer of all log files: a thread with a bounded queue. Logging never blocks; lines that do not fit are
//! counted, and the count is logged.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

use waybill_machines::rules::services::ServiceId;

use super::files::{Appended, Rotation};
use super::line::service_line;
use super::names::{LogId, LogKind};
use super::now;

/// The capacity of the queue, in lines.
const LINES_MAX: usize = 4_096;
/// The most bytes that are collected before they are written.
const BATCH_BYTES: usize = 256 * 1024;
/// How long lines are collected after others were written.
const PAUSE: Duration = Duration::from_millis(2);
/// How long [`LogWriter::flush`] waits.
const FLUSH_WITHIN: Duration = Duration::from_secs(5);

enum Message {
    Line(LogId, String),
    Flush(SyncSender<()>),
}

/// The sender of lines. Clones write through the same thread, which ends when all are dropped.
#[derive(Clone)]
pub struct LogWriter {
    queue: SyncSender<Message>,
    lost: Arc<AtomicU64>,
}

impl LogWriter {
    /// Starts the writer for a folder.
    pub fn start(root: &Path, rotation: Rotation) -> std::io::Result<Self> {
        let (queue, messages) = sync_channel(LINES_MAX);
        let lost = Arc::new(AtomicU64::new(0));
        let mut work = Work {
            root: root.to_owned(),
            rotation,
            open: BTreeMap::new(),
            lost: Arc::clone(&lost),
            is_failing: false,
        };
        std::fs::create_dir_all(root)?;
        let thread = std::thread::Builder::new().name("log-writer".to_owned());
        thread.spawn(move || work.run(&messages))?;
        Ok(Self { queue, lost })
    }

    /// Queues one line, without its end; `false` if it does not fit, so that it is lost. It never blocks.
    pub fn write(&self, log: LogId, line: String) -> bool {
        match self.queue.try_send(Message::Line(log, line)) {
            Ok(()) => true,
            Err(TrySendError::Full(_)) => {
                self.lost.fetch_add(1, Ordering::Relaxed);
                false
            }
            Err(TrySendError::Disconnected(_)) => false,
        }
    }

    /// Waits until everything that was queued before is in the files, for a limited time.
    pub fn flush(&self) {
        let (done, is_done) = sync_channel(1);
        if self.queue.send(Message::Flush(done)).is_ok() {
            let _ = is_done.recv_timeout(FLUSH_WITHIN);
        }
    }
}

struct Work {
    root: PathBuf,
    rotation: Rotation,
    open: BTreeMap<LogId, Appended>,
    lost: Arc<AtomicU64>,
    is_failing: bool,
}

impl Work {
    fn run(&mut self, messages: &Receiver<Message>) {
        while let Ok(first) = messages.recv() {
            let mut batch: BTreeMap<LogId, (String, u64)> = BTreeMap::new();
            let mut waiting = Vec::new();
            let mut bytes = 0;
            let mut next = Some(first);
            while let Some(message) = next {
                match message {
                    Message::Line(log, line) => {
                        let (text, lines) = batch.entry(log).or_default();
                        bytes += line.len();
                        text.push_str(&line);
                        text.push('\n');
                        *lines += 1;
                    }
                    Message::Flush(done) => waiting.push(done),
                }
                next = if bytes < BATCH_BYTES { messages.try_recv().ok() } else { None };
            }
            self.report_losses(&mut batch);
            for (log, (text, lines)) in batch {
                self.append(log, &text, lines);
            }
            for done in waiting {
                let _ = done.send(());
            }
            // A burst of lines is written together. Else each would wake this thread, which takes time from requests.
            std::thread::sleep(PAUSE);
        }
    }

    fn report_losses(&self, batch: &mut BTreeMap<LogId, (String, u64)>) {
        // While nothing can be written, this line cannot be either.
        if self.is_failing {
            return;
        }
        let lost = self.lost.swap(0, Ordering::Relaxed);
        if lost > 0 {
            let service = ServiceId::Artifactory;
            let message = format!("{lost} log lines were lost: more came than could be written");
            let line = service_line(now(), service, "WARN", None, "waybill::logs", &message);
            let log = LogId::new(service, LogKind::Service);
            let (text, _) = batch.entry(log).or_default();
            text.push_str(&line);
            text.push('\n');
        }
    }

    fn append(&mut self, log: LogId, text: &str, lines: u64) {
        let at = now();
        let appended = match self.open.get_mut(&log) {
            Some(file) => file.append(text, self.rotation, at),
            None => Appended::open(&self.root, log, at).and_then(|mut file| {
                let appended = file.append(text, self.rotation, at);
                self.open.insert(log, file);
                appended
            }),
        };
        match appended {
            Ok(()) => self.is_failing = false,
            Err(error) => {
                self.lost.fetch_add(lines, Ordering::Relaxed);
                self.open.remove(&log);
                if !std::mem::replace(&mut self.is_failing, true) {
                    // It cannot be reported in the log itself. Standard error may be closed as well.
                    let _ = writeln!(std::io::stderr(), "the log {log} cannot be written: {error}");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: LogId = LogId::new(ServiceId::Access, LogKind::Request);

    /// covers: [LOGV-02]
    #[test]
    fn lines_reach_their_file_in_order_and_losses_are_logged() {
        let root = tempfile::tempdir().unwrap();
        let writer = LogWriter::start(root.path(), Rotation::default()).unwrap();
        for number in 0..100 {
            writer.write(LOG, format!("line {number}"));
        }
        writer.flush();
        let read = |path: &str| std::fs::read_to_string(root.path().join(path)).unwrap();
        let lines = read("access/access-request.log");
        assert_eq!(lines.lines().count(), 100);
        assert!(lines.ends_with("line 98\nline 99\n"));
        writer.lost.store(7, Ordering::Relaxed);
        writer.write(LOG, "after".to_owned());
        writer.flush();
        assert!(read("artifactory/artifactory-service.log").contains("7 log lines were lost"));
    }

    #[test]
    fn a_folder_that_cannot_be_written_loses_lines_and_nothing_else() {
        let root = tempfile::tempdir().unwrap();
        let writer = LogWriter::start(root.path(), Rotation::default()).unwrap();
        std::fs::write(root.path().join("access"), "in the way").unwrap();
        writer.write(LOG, "lost".to_owned());
        writer.flush();
        assert_eq!(writer.lost.load(Ordering::Relaxed), 1);
        std::fs::remove_file(root.path().join("access")).unwrap();
        writer.write(LOG, "kept".to_owned());
        writer.flush();
        writer.write(LOG, "told".to_owned());
        writer.flush();
        let lines = std::fs::read_to_string(root.path().join("access/access-request.log"));
        assert_eq!(lines.unwrap(), "kept\ntold\n");
    }
}
