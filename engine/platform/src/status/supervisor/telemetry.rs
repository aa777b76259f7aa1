//! The telemetry of one service of this process, which is kept only in memory.

use waybill_machines::Timestamp;
use waybill_machines::rules::services::{NodeRef, ServiceId};
use waybill_machines::rules::uptime::Uptime;
use waybill_machines::rules::versions::Version;

use crate::status::history::History;
use crate::status::{
    Health, MicroService, NodeHealth, NodeReport, NodeStatus, OFFLINE_AFTER_MS, OVERDUE_AFTER_MS,
    Pulse, Run,
};

pub(super) struct Telemetry {
    service: ServiceId,
    pub(super) run: Run,
    /// When the current run began.
    since: Option<Timestamp>,
    last_heartbeat: Option<Timestamp>,
    pub(super) health: Option<Health>,
    restarts: u32,
    silent: bool,
    history: History,
    pub(super) micro_services: Vec<(&'static str, Pulse)>,
}

impl Telemetry {
    pub(super) fn new(service: ServiceId, observed_since: Timestamp) -> Self {
        Self {
            service,
            run: Run::Starting,
            since: None,
            last_heartbeat: None,
            health: None,
            restarts: 0,
            silent: false,
            history: History::new(observed_since),
            micro_services: Vec::new(),
        }
    }

    pub(super) fn begin(&mut self, at: Timestamp) {
        (self.run, self.since, self.health, self.silent) = (Run::Starting, Some(at), None, false);
    }

    pub(super) fn beat(&mut self, at: Timestamp, health: Health) {
        (self.run, self.last_heartbeat, self.health) = (Run::Running, Some(at), Some(health));
        self.silent = false;
        self.history.online(at);
    }

    pub(super) fn stop(&mut self, at: Timestamp) {
        self.history.offline(at, "stopped");
        (self.run, self.since) = (Run::Stopped, None);
    }

    pub(super) fn crash(&mut self, at: Timestamp) {
        self.history.offline(at, "crashed");
        (self.run, self.since) = (Run::Crashed, None);
        self.restarts = self.restarts.saturating_add(1);
    }

    /// Whether it has just stopped sending heartbeats.
    pub(super) fn notice_missed_heartbeats(&mut self, at: Timestamp, after_ms: i64) -> bool {
        let is_silent = self.run == Run::Running && !self.is_fresh(at, after_ms);
        let just_now = is_silent && !self.silent;
        if just_now {
            self.history.offline(at, "silent");
            tracing::error!(
                service = self.service.as_str(),
                "the service has stopped sending heartbeats"
            );
        }
        self.silent |= is_silent;
        just_now
    }

    fn is_fresh(&self, at: Timestamp, within_ms: i64) -> bool {
        self.last_heartbeat.is_some_and(|last| at.ms_since(last) <= within_ms)
    }

    /// The status, the code and the sentence of the report.
    fn status(&self, at: Timestamp) -> (NodeStatus, &'static str, String) {
        let offline = |code, message: &str| (NodeStatus::Offline, code, message.to_owned());
        match (self.run, &self.health) {
            (Run::Starting | Run::Elsewhere, _) | (Run::Running, None) => {
                offline("starting", "It starts, and has not beaten yet.")
            }
            (Run::Stopped, _) => offline("stopped", "It was stopped."),
            (Run::Crashed, _) => offline("crashed", "It crashed and starts again in a moment."),
            (Run::Running, _) if !self.is_fresh(at, OFFLINE_AFTER_MS) => {
                offline("silent", "It is running, but its heartbeat has stopped.")
            }
            (Run::Running, Some(health)) => {
                (NodeStatus::Online, health.code(), health.message().to_owned())
            }
        }
    }

    pub(super) fn report(
        &self,
        node: NodeRef,
        version: Version,
        at: Timestamp,
        watched_since: Timestamp,
    ) -> NodeReport {
        let (status, code, message) = self.status(at);
        let is_online = status == NodeStatus::Online;
        let is_healthy = is_online && self.health.as_ref().is_some_and(Health::is_healthy);
        let uptime = uptime(self.since.filter(|_| is_online), at, self.last_heartbeat.is_some());
        let heart = MicroService {
            name: self.service.as_str().to_owned(),
            last_heartbeat: self.last_heartbeat,
            uptime_text: uptime.to_string(),
            uptime: uptime.clone(),
        };
        let parts = self.micro_services.iter().map(|(name, pulse)| part(name, pulse, at));
        NodeReport {
            service: self.service,
            service_type: self.service.service_type(),
            node,
            version: Some(version),
            status,
            run: self.run,
            state: NodeHealth::of(is_healthy),
            code: code.into(),
            message,
            last_heartbeat: self.last_heartbeat,
            overdue: is_overdue(self.last_heartbeat, at, watched_since),
            uptime_text: uptime.to_string(),
            uptime,
            restarts: self.restarts,
            micro_services: std::iter::once(heart).chain(parts).collect(),
            uptime_history: Some(self.history.uptime(at)),
            last_incident: self.history.incident(at),
        }
    }
}

/// A task that sends its own heartbeats.
fn part(name: &str, pulse: &Pulse, at: Timestamp) -> MicroService {
    let beats = pulse.read();
    let since = beats.filter(|_| pulse.is_fresh(at, OFFLINE_AFTER_MS)).map(|(first, _)| first);
    let uptime = uptime(since, at, beats.is_some());
    MicroService {
        name: name.to_owned(),
        last_heartbeat: beats.map(|(_, last)| last),
        uptime_text: uptime.to_string(),
        uptime,
    }
}

/// The report of a member of the topology that this process does not run.
pub(super) fn of_foreign_node(
    node: NodeRef,
    service: ServiceId,
    at: Timestamp,
    watched_since: Timestamp,
) -> NodeReport {
    let uptime = Uptime::NotApplicable {};
    NodeReport {
        service,
        service_type: service.service_type(),
        node,
        version: None,
        status: NodeStatus::Offline,
        run: Run::Elsewhere,
        state: NodeHealth::Unhealthy,
        code: "not_here".into(),
        message: "It was here before, and has not beaten since the server started.".to_owned(),
        last_heartbeat: None,
        overdue: is_overdue(None, at, watched_since),
        uptime_text: uptime.to_string(),
        uptime,
        restarts: 0,
        micro_services: Vec::new(),
        uptime_history: None,
        last_incident: None,
    }
}

fn uptime(since: Option<Timestamp>, at: Timestamp, ever: bool) -> Uptime {
    match since {
        Some(since) => Uptime::of_ms(u64::try_from(at.ms_since(since)).unwrap_or(0)),
        None if ever => Uptime::Unavailable {},
        None => Uptime::NotApplicable {},
    }
}

/// The time before the server started does not count as missing heartbeats.
fn is_overdue(last: Option<Timestamp>, at: Timestamp, watched_since: Timestamp) -> bool {
    at.ms_since(last.unwrap_or(watched_since)) >= OVERDUE_AFTER_MS
}
