//! The audit logs: every change in the platform's journal as a readable line. The journal is authoritative; an audit
//! log can be deleted, and continues with the next change.

mod changes;
mod kinds;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};
use waybill_journal::{Journal, ReadError, RecordView, StoredRecord};
use waybill_machines::MachineName;

use super::line::{AuditEntry, audit_line};
use super::names::{LogId, LogKind};
use super::sources;
use super::writer::LogWriter;
use crate::trace::Trace;
use changes::change;
use kinds::kind_of;

/// How often the journal is polled.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// A new audit log of an existing journal begins this many records before its end.
const BEGIN_BACK: u64 = 10_000;
/// How many records are read at once.
const PORTION: usize = 256;
/// How many records are searched for the state before a change: the last one nearly always has it, and each one that is
/// read means a frame of the journal.
const LOOK_BACK: [u64; 2] = [1, 32];

/// Follows a journal and writes its changes.
pub struct AuditLog {
    journal: Arc<dyn Journal>,
    writer: LogWriter,
    mark: PathBuf,
    position: u64,
}

impl AuditLog {
    /// An audit log that continues at the position stored in a file in the folder of the logs.
    pub fn new(journal: Arc<dyn Journal>, writer: LogWriter, root: &Path) -> Self {
        let mark = root.join("audit.position");
        let count = journal.count();
        let noted = fs::read_to_string(&mark).ok().and_then(|text| text.trim().parse().ok());
        // A journal that was restored from a backup may be shorter than the stored position.
        let position = noted.filter(|position| *position <= count);
        let position = position.unwrap_or_else(|| count.saturating_sub(BEGIN_BACK));
        Self { journal, writer, mark, position }
    }

    /// Runs until the task is dropped.
    pub async fn follow(mut self) {
        loop {
            if self.journal.count() > self.position {
                self = match tokio::task::spawn_blocking(move || self.write_pending()).await {
                    Ok(audit_log) => audit_log,
                    // The server is shutting down.
                    Err(_) => return,
                };
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Writes the changes since the last call. A read error is logged, and the records are read again later.
    #[must_use]
    pub fn write_pending(mut self) -> Self {
        loop {
            let portion = match self.journal.scan(self.position, PORTION) {
                Ok(portion) => portion,
                Err(error) => {
                    tracing::error!(%error, "the audit trail cannot be written");
                    // Behind damage there may be more.
                    let is_damage = matches!(error, ReadError::Damaged { .. });
                    let next = self.journal.readable_from(self.position + 1);
                    let Some(next) = next.filter(|_| is_damage) else { return self };
                    self.position = next;
                    continue;
                }
            };
            let Some(last) = portion.last() else { return self };
            self.position = last.position + 1;
            for record in &portion {
                if let Ok(Some((log, line))) = self.line_of(record) {
                    self.writer.write(log, line);
                }
            }
            // If a crash loses it, some lines are only written twice.
            let _ = fs::write(&self.mark, self.position.to_string());
        }
    }

    /// A change as a line; `None` for a rejection, which changed nothing.
    fn line_of(&self, record: &StoredRecord) -> Result<Option<(LogId, String)>, ReadError> {
        let view = record.view()?;
        let Some(state) = view.state else { return Ok(None) };
        if view.machine == "download" && view.event.contains("\"type\":\"count\"") {
            // It sums up lines of the access log.
            return Ok(None);
        }
        let before = self.state_before(&view)?;
        let (service, kind) = kind_of(view.machine);
        let token = token_action(&view);
        let audited = AuditEntry {
            at: view.at,
            trace: view.command.map(Trace::of_command),
            source: sources::take(record.hash),
            user: view.who.to_owned(),
            entity: view.stream.to_owned(),
            action: token.unwrap_or_else(|| action(&view)),
            kind: token.map_or(kind, |_| "TKN"),
            change: match (refused_download(&view), exchange(&view)) {
                (Some(download), _) => change("{}", &download),
                (None, Some(exchange)) => exchange,
                (None, None) => change(before.as_deref().unwrap_or("{}"), state),
            },
        };
        Ok(Some((LogId::new(service, LogKind::Audit), audit_line(&audited))))
    }

    fn state_before(&self, view: &RecordView<'_>) -> Result<Option<String>, ReadError> {
        if view.seq <= 1 {
            return Ok(None);
        }
        for back in LOOK_BACK {
            let from = view.seq.saturating_sub(back).max(1);
            let limit = usize::try_from(view.seq - from).unwrap_or(0);
            for record in self.journal.read(view.stream, from, limit)?.iter().rev() {
                if let Some(state) = record.view()?.state {
                    return Ok(Some(state.to_owned()));
                }
            }
        }
        Ok(None)
    }
}

/// `C` for created, `D` for deleted, `U` for all other changes.
fn action(view: &RecordView<'_>) -> char {
    let absent = view.machine.parse::<MachineName>().ok().map(|machine| machine.initial().name());
    match (absent == Some(view.from), absent == Some(view.to)) {
        (true, false) => 'C',
        (false, true) => 'D',
        _ => 'U',
    }
}

/// The action on an access token: an object of its own, although it is in its owner's account.
fn token_action(view: &RecordView<'_>) -> Option<char> {
    if view.machine != "account" {
        return None;
    }
    let event: Value = serde_json::from_str(view.event).ok()?;
    match event["type"].as_str()? {
        "make_token" => Some('C'),
        "revoke_token" => Some('D'),
        _ => None,
    }
}

/// The download that was refused. The state behind it is a number, which says nothing about it.
fn refused_download(view: &RecordView<'_>) -> Option<String> {
    if view.machine != "download_violations" {
        return None;
    }
    let event: Value = serde_json::from_str(view.event).ok()?;
    Some(event.get("violation")?.to_string())
}

/// For which job an issuer's rule gives which robot a token. The state does not change by that, and the subject of a
/// job is shown whole: it is what an auditor looks for, and is never a secret.
fn exchange(view: &RecordView<'_>) -> Option<String> {
    if view.machine != "trusted_issuer" {
        return None;
    }
    let event: Value = serde_json::from_str(view.event).ok()?;
    if event["type"] != "exchange" {
        return None;
    }
    let fields = ["rule", "person", "subject", "lives_s"];
    let added: Map<_, _> =
        fields.iter().map(|field| ((*field).to_owned(), event[*field].clone())).collect();
    Some(json!({ "added": added, "removed": {} }).to_string())
}

#[cfg(test)]
mod tests {
    use waybill_journal::MemoryJournal;
    use waybill_machines::Timestamp;
    use waybill_machines::machine::{Machine as _, Named as _};
    use waybill_machines::machines::{node, project, setup, trusted_issuer};
    use waybill_machines::rules::services::{NodeRef, ServiceId};
    use waybill_machines::secret::Digest;

    use super::super::Rotation;
    use super::*;
    use crate::status::service_id;
    use crate::streams::{ChangeContext, Command, Streams};
    use waybill_stream::Who;

    /// covers: [LOGV-02, EVT-08]
    #[tokio::test]
    async fn every_change_is_one_line_in_the_audit_log_of_its_service() {
        let root = tempfile::tempdir().unwrap();
        let journal = Arc::new(MemoryJournal::new());
        let streams = Streams::new(journal.clone());
        let writer = LogWriter::start(root.path(), Rotation::default()).unwrap();
        let audit_log = || AuditLog::new(journal.clone(), writer.clone(), root.path());
        let address = "192.0.2.7".parse().ok();
        let trace = Trace::parse("9f2c0000aaaa1111").map(|trace| trace.with_address(address));
        let mut context = ChangeContext::by(Who::Anonymous, Timestamp::from_ms(0));
        context.trace = trace;
        let link = Digest("0a1b".repeat(16));
        let offer = setup::Event::Offer { link: link.clone() };
        streams.submit(Command::new("setup", offer), &context).await.unwrap().unwrap();
        let again = project::Event::Create {
            project_key: "one".into(),
            name: "One".into(),
            description: String::new(),
            by: None,
        };
        for _ in 0..2 {
            drop(
                streams.submit(Command::new("project/one", again.clone()), &context).await.unwrap(),
            );
        }
        let _ = audit_log().write_pending();
        let _ = audit_log().write_pending();
        writer.flush();
        let path = root.path().join("access/access-audit.log");
        let text = fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2, "{text}");
        let begin = "1970-01-01T00:00:00.000Z|9f2c0000aaaa1111|192.0.2.7|anonymous|anonymous|";
        assert!(lines[0].starts_with(&format!("{begin}setup|C|STP|{{\"added\":{{")), "{text}");
        assert!(!text.contains(&link.0) && text.contains("\"link\":\"*\""), "{text}");
        assert!(lines[1].starts_with(&format!("{begin}project/one|C|PRJ|")), "{text}");
        let ends =
            "\"name\":\"One\",\"project_key\":\"one\",\"state\":\"existing\"},\"removed\":{}}";
        assert!(lines[1].ends_with(ends), "{text}");
    }

    /// covers: [LOGV-02, STATUS-02]
    #[tokio::test]
    async fn a_node_removal_is_in_the_audit_log_of_the_router() {
        let root = tempfile::tempdir().unwrap();
        let journal = Arc::new(MemoryJournal::new());
        let streams = Streams::new(journal.clone());
        let writer = LogWriter::start(root.path(), Rotation::default()).unwrap();
        let service_id = service_id("installation", ServiceId::Artifactory, 0);
        let node = NodeRef { service_id: service_id.clone(), node_id: "one".to_owned() };
        let stream = format!("node/{}/one", service_id.replace('@', "."));
        let context = ChangeContext::by(Who::Anonymous, Timestamp::from_ms(0));
        let join = node::Event::Join { service: ServiceId::Artifactory, node };
        let joined = streams.submit(Command::new(&stream, join.clone()), &context).await;
        joined.unwrap().unwrap();
        let again = streams.submit(Command::new(&stream, join), &context).await.unwrap();
        assert!(again.is_err(), "it is there, and the record of that has no state");
        let remove = node::Event::Remove { by: None };
        streams.submit(Command::new(&stream, remove), &context).await.unwrap().unwrap();
        let _ = AuditLog::new(journal, writer.clone(), root.path()).write_pending();
        writer.flush();
        let text = fs::read_to_string(root.path().join("router/router-audit.log")).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].contains(&format!("|{stream}|C|TOP|")), "{text}");
        assert!(lines[0].contains(&format!("\"node.service_id\":\"{service_id}\"")), "{text}");
        assert!(lines[1].contains(&format!("|{stream}|U|TOP|")), "{text}");
        assert!(!lines[1].contains("node.service_id"), "it has not changed: {text}");
    }

    /// covers: [LOGV-02, ROBOT-02]
    #[tokio::test]
    async fn an_exchange_names_its_job_its_rule_and_its_robot() {
        let root = tempfile::tempdir().unwrap();
        let journal = Arc::new(MemoryJournal::new());
        let streams = Streams::new(journal.clone());
        let writer = LogWriter::start(root.path(), Rotation::default()).unwrap();
        let context = ChangeContext::system(Timestamp::from_ms(0));
        let examples = trusted_issuer::TrustedIssuer::examples();
        for name in ["create", "exchange"] {
            let event = examples.iter().find(|event| event.name() == name).unwrap().clone();
            let command = Command::new("trusted_issuer/issuer_1", event);
            streams.submit(command, &context).await.unwrap().unwrap();
        }
        let _ = AuditLog::new(journal, writer.clone(), root.path()).write_pending();
        writer.flush();
        let text = fs::read_to_string(root.path().join("access/access-audit.log")).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].contains("trusted_issuer/issuer_1|C|TIS|"), "{text}");
        assert!(lines[1].contains("|system|trusted_issuer/issuer_1|U|TIS|"), "{text}");
        let added = "{\"added\":{\"lives_s\":900,\"person\":\"p_ci\",\"rule\":\"release\",\"subject\":\"repo:acme/app:ref:refs/heads/main\"},\"removed\":{}}";
        assert!(lines[1].ends_with(added), "{text}");
    }
}
