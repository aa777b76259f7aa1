//! The status of the services of another platform (STATUS-01), and removing a node from its topology (STATUS-02).
//!
//! It is polled only on demand, and never more often than its services send heartbeats; with a growing interval while
//! it does not respond. Its last report is kept, and returned as unavailable with the reason.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use waybill_machines::Timestamp;
use waybill_machines::rules::services::{NodeRef, ServiceId};
use waybill_machines::rules::uptime::Uptime;
use waybill_outbound::{Method, Request};

use super::sanitize::{is_name, text};
use super::{Remote, RemoteError, code_of, refused};
use crate::status::{
    MicroService, NodeHealth, NodeReport, NodeStatus, Report, Run, Status, StatusAnswer,
    StatusError,
};
use crate::streams::ChangeContext;

/// The interval of the services' heartbeats: polling more often finds nothing new.
const PACE: Duration = Duration::from_secs(5);
/// The longest interval between two tries when the platform does not respond.
const PACE_MOST: Duration = Duration::from_secs(60);
/// The most nodes of services, and the most tasks in one of them.
const NODES_MAX: usize = 1_000;
const TASKS_MAX: usize = 50;
/// Enough for a thousand nodes with their tasks.
const BODY_BYTES_MAX: usize = 4 * 1_024 * 1_024;
/// The longest name and the longest sentence that are accepted.
const NAME_CHARS_MAX: usize = 128;
const SENTENCE_CHARS_MAX: usize = 500;

/// The port's implementation by another platform. Its methods have to be called within a Tokio runtime.
pub struct RemoteStatus {
    inner: Arc<Inner>,
}

struct Inner {
    remote: Remote,
    now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    poll_state: Mutex<PollState>,
    /// Held during a request, one at a time: a concurrent caller gets the same report.
    turn: tokio::sync::Mutex<()>,
    changes: watch::Sender<u64>,
    /// Whether a task polls the platform, as long as there are subscribers.
    is_asking: AtomicBool,
}

/// The last report and the state of polling.
#[derive(Default)]
struct PollState {
    last: Option<Report>,
    failed: Option<RemoteError>,
    failures: u32,
    next: Option<Instant>,
}

impl RemoteStatus {
    /// The status of this platform. Nothing is requested before a caller asks for it.
    pub fn new(remote: Remote, now: Arc<dyn Fn() -> Timestamp + Send + Sync>) -> Self {
        let inner = Inner {
            remote,
            now,
            poll_state: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
            changes: watch::Sender::new(0),
            is_asking: AtomicBool::new(false),
        };
        Self { inner: Arc::new(inner) }
    }
}

impl Status for RemoteStatus {
    fn report(&self) -> StatusAnswer<'_, Report> {
        Box::pin(async move {
            self.inner.refresh().await;
            self.inner.last_report()
        })
    }

    fn remove(&self, node: NodeRef, _: ChangeContext) -> StatusAnswer<'_, ()> {
        Box::pin(self.inner.remove(node))
    }

    fn changes(&self) -> watch::Receiver<u64> {
        let receiver = self.inner.changes.subscribe();
        if !self.inner.is_asking.swap(true, Ordering::SeqCst) {
            tokio::spawn(keep_asking(Arc::clone(&self.inner)));
        }
        receiver
    }
}

/// Polls as long as there are subscribers.
async fn keep_asking(inner: Arc<Inner>) {
    loop {
        if inner.changes.receiver_count() == 0 {
            inner.is_asking.store(false, Ordering::SeqCst);
            // A subscriber that came in between either starts another task, or is counted here.
            if inner.changes.receiver_count() == 0 || inner.is_asking.swap(true, Ordering::SeqCst) {
                return;
            }
        }
        let next = inner.poll_state().next;
        if let Some(next) = next {
            sleep_until(next).await;
        }
        inner.refresh().await;
    }
}

impl Inner {
    fn poll_state(&self) -> MutexGuard<'_, PollState> {
        // Each update leaves the value consistent.
        self.poll_state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Requests the report, unless it is too early.
    async fn refresh(&self) {
        let _turn = self.turn.lock().await;
        if self.poll_state().next.is_some_and(|next| Instant::now() < next) {
            return;
        }
        let fetched = self.fetch().await;
        let mut poll_state = self.poll_state();
        match fetched {
            Ok(report) => {
                if poll_state.failed.take().is_some() {
                    tracing::info!("the other platform reports the status of its services again");
                }
                (poll_state.last, poll_state.failures) = (Some(report), 0);
            }
            Err(error) => {
                if poll_state.failed.replace(error) != Some(error) {
                    tracing::warn!(%error, "the other platform does not report the status of its services");
                }
                poll_state.failures = poll_state.failures.saturating_add(1);
            }
        }
        let pace = PACE.saturating_mul(1 << poll_state.failures.saturating_sub(1).min(8));
        poll_state.next = Some(Instant::now() + pace.min(PACE_MOST));
        drop(poll_state);
        self.changes.send_modify(|number| *number += 1);
    }

    async fn fetch(&self) -> Result<Report, RemoteError> {
        let target = self.remote.console.below(&["system", "status", "ha"], &[]);
        let response: Response =
            self.remote.read(Request::get(target).with_body_limit(BODY_BYTES_MAX)).await?;
        response.report((self.now)())
    }

    fn last_report(&self) -> Result<Report, StatusError> {
        let poll_state = self.poll_state();
        match (&poll_state.last, poll_state.failed) {
            (Some(last), None) => Ok(last.clone()),
            (Some(last), Some(error)) => Ok(unavailable(last.clone(), error)),
            (None, error) => Err(error.map_or(StatusError::Unreachable, StatusError::Remote)),
        }
    }

    async fn remove(&self, node: NodeRef) -> Result<(), StatusError> {
        if !is_name(&node.service_id, NAME_CHARS_MAX) || !is_name(&node.node_id, NAME_CHARS_MAX) {
            return Err(StatusError::Unknown);
        }
        let path = ["access", "api", "v1", "topology", &node.service_id, &node.node_id];
        let request = Request::new(Method::DELETE, self.remote.root.below(&path, &[]));
        let answer = self.remote.ask(request).await?;
        let known = ["node_unknown", "node_removed_already", "node_online"];
        let removed = match (answer.status, code_of(&answer, &known)) {
            (200 | 204, _) => Ok(()),
            (_, Some("node_unknown")) => Err(StatusError::Unknown),
            (_, Some("node_removed_already")) => Err(StatusError::RemovedAlready),
            (_, Some("node_online")) => Err(StatusError::Online),
            (status, _) => Err(refused(status).into()),
        };
        // The report is out of date, whether or not the removal succeeded.
        self.poll_state().next = None;
        self.changes.send_modify(|number| *number += 1);
        removed
    }
}

/// The last report, marked as unavailable with the error.
fn unavailable(mut report: Report, error: RemoteError) -> Report {
    for node in &mut report.nodes {
        node.status = NodeStatus::Offline;
        node.state = NodeHealth::Unhealthy;
        node.code = Cow::Owned(error.code().to_string());
        node.message = format!("This is what was known last: {error}.");
        (node.uptime, node.uptime_text) = not_known();
        for task in &mut node.micro_services {
            (task.uptime, task.uptime_text) = not_known();
        }
    }
    report
}

fn not_known() -> (Uptime, String) {
    let uptime = Uptime::Unavailable {};
    let text = uptime.to_string();
    (uptime, text)
}

/// The response of the platform. Later versions may send more fields.
#[derive(Deserialize)]
struct Response {
    #[serde(default)]
    node_id: String,
    services: BTreeMap<String, ResponseType>,
}

#[derive(Deserialize)]
struct ResponseType {
    nodes: Vec<ResponseNode>,
}

#[derive(Deserialize)]
struct ResponseNode {
    node_id: String,
    status: ResponseStatus,
    #[serde(default)]
    service: String,
    #[serde(default)]
    service_id: String,
    state: Option<NodeHealth>,
    #[serde(default)]
    code: String,
    #[serde(default)]
    message: String,
    version: Option<String>,
    last_heartbeat: Option<String>,
    #[serde(default)]
    overdue: bool,
    #[serde(default)]
    restarts: u32,
    #[serde(default)]
    uptime: Value,
    #[serde(default)]
    micro_services: Vec<ResponseTask>,
}

#[derive(Deserialize)]
enum ResponseStatus {
    Online,
    Offline,
}

#[derive(Deserialize)]
struct ResponseTask {
    name: String,
    last_heartbeat: Option<String>,
    #[serde(default)]
    uptime: Value,
}

impl Response {
    fn report(self, at: Timestamp) -> Result<Report, RemoteError> {
        if self.services.values().map(|one| one.nodes.len()).sum::<usize>() > NODES_MAX {
            return Err(RemoteError::InvalidResponse);
        }
        let mut nodes = Vec::new();
        for (_, service) in self.services {
            for node in service.nodes {
                if !is_name(&node.node_id, NAME_CHARS_MAX) {
                    return Err(RemoteError::InvalidResponse);
                }
                // A service that is unknown to this build is left out.
                nodes.extend(node.report());
            }
        }
        nodes.sort_by_key(|node| node.service);
        Ok(Report { at, node_id: text(&self.node_id, NAME_CHARS_MAX), nodes, removed: Vec::new() })
    }
}

impl ResponseNode {
    fn service(&self) -> Option<ServiceId> {
        let prefix = self.service_id.split('@').next().unwrap_or_default();
        let by_prefix = || ServiceId::ALL.into_iter().find(|service| service.prefix() == prefix);
        self.service.parse().ok().or_else(by_prefix)
    }

    fn report(self) -> Option<NodeReport> {
        let service = self.service()?;
        let is_online = matches!(self.status, ResponseStatus::Online);
        let is_healthy = self.state.is_none_or(|state| state == NodeHealth::Healthy);
        let (uptime, uptime_text) = uptime(&self.uptime);
        let tasks =
            self.micro_services.into_iter().take(TASKS_MAX).map(ResponseTask::into_micro_service);
        Some(NodeReport {
            service,
            service_type: service.service_type(),
            node: NodeRef {
                service_id: text(&self.service_id, NAME_CHARS_MAX),
                node_id: self.node_id,
            },
            version: self.version.and_then(|version| version.parse().ok()),
            status: if is_online { NodeStatus::Online } else { NodeStatus::Offline },
            run: Run::Elsewhere,
            state: NodeHealth::of(is_online && is_healthy),
            code: Cow::Owned(text(&self.code, NAME_CHARS_MAX)),
            message: text(&self.message, SENTENCE_CHARS_MAX),
            last_heartbeat: self.last_heartbeat.and_then(|at| at.parse().ok()),
            overdue: self.overdue,
            uptime,
            uptime_text,
            restarts: self.restarts,
            micro_services: tasks.collect(),
            uptime_history: None,
            last_incident: None,
        })
    }
}

impl ResponseTask {
    fn into_micro_service(self) -> MicroService {
        let (uptime, uptime_text) = uptime(&self.uptime);
        MicroService {
            name: text(&self.name, NAME_CHARS_MAX),
            last_heartbeat: self.last_heartbeat.and_then(|at| at.parse().ok()),
            uptime,
            uptime_text,
        }
    }
}

/// An uptime in an unknown format is treated as unknown.
fn uptime(value: &Value) -> (Uptime, String) {
    let read = Uptime::deserialize(value).ok();
    let read = read.filter(|uptime| !matches!(uptime, Uptime::For { spans } if spans.len() > 2));
    read.map_or_else(not_known, |uptime| {
        let text = uptime.to_string();
        (uptime, text)
    })
}
