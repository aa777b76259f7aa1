//! The supervisor: each service of this process is a task of its own, which sends heartbeats, and is restarted when it
//! crashes.

mod keeper;
mod telemetry;

use std::collections::{BTreeMap, BTreeSet};
use std::future::ready;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use waybill_journal::Journal;
use waybill_machines::Timestamp;
use waybill_machines::facts::Service;
use waybill_machines::rules::services::{NodeRef, ServiceId};
use waybill_machines::rules::versions::Version;

use super::membership::Membership;
use super::{Health, OFFLINE_AFTER_MS, Report, Run, Status, StatusAnswer, StatusError, Work};
use crate::services::{Answer, NotRunning, Topology};
use crate::streams::{ChangeContext, StreamError};
use keeper::{Message, supervise};
use telemetry::{Telemetry, of_foreign_node};

/// So many removed nodes are reported at most.
const REMOVED_MAX: usize = 100;

/// Intervals and time limits.
#[derive(Debug, Clone, Copy)]
pub struct Timing {
    /// The interval of a service's heartbeats.
    pub heartbeat: Duration,
    /// The time limit for a health check.
    pub check_within: Duration,
    /// The delay before the first restart after a crash; each further crash doubles it.
    pub restart_first: Duration,
    /// The longest delay before a restart.
    pub restart_most: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            heartbeat: Duration::from_secs(5),
            check_within: Duration::from_secs(4),
            restart_first: Duration::from_secs(2),
            restart_most: Duration::from_secs(60),
        }
    }
}

/// One service that this process runs.
#[derive(Debug, Clone)]
pub struct Instance {
    /// The service.
    pub service: ServiceId,
    /// Its globally unique id.
    pub service_id: String,
    /// The version of the public interface that it implements.
    pub compatible: Version,
}

/// Options of a supervisor.
pub struct SupervisorOptions {
    /// The node of this process.
    pub node_id: String,
    /// The version of its services.
    pub version: Version,
    /// The services to run, in display order.
    pub instances: Vec<Instance>,
    /// Intervals and time limits.
    pub timing: Timing,
    /// The clock.
    pub now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
}

/// A request to a service's task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Stop until the next start.
    Stop,
    /// Start again.
    Start,
    /// Crash.
    Crash,
}

/// The services of this process. Its methods have to be called within a Tokio runtime.
pub struct Supervisor {
    inner: Arc<Inner>,
}

struct Inner {
    node_id: String,
    version: Version,
    timing: Timing,
    now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    watched_since: Timestamp,
    members: Membership,
    services: Mutex<BTreeMap<String, Telemetry>>,
    orders: Mutex<BTreeMap<String, mpsc::Sender<Message>>>,
    instances: Vec<Instance>,
    changes: watch::Sender<u64>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The data is telemetry, and each update leaves it consistent.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Supervisor {
    /// Reads the known nodes. No service runs before [`Supervisor::start`]. Blocks on the disk.
    pub fn open(
        journal: Arc<dyn Journal>,
        options: SupervisorOptions,
    ) -> Result<Self, StreamError> {
        let SupervisorOptions { node_id, version, instances, timing, now } = options;
        let watched_since = now();
        let telemetry = |instance: &Instance| {
            (instance.service_id.clone(), Telemetry::new(instance.service, watched_since))
        };
        let services = Mutex::new(instances.iter().map(telemetry).collect());
        let inner = Inner {
            node_id,
            version,
            timing,
            now,
            watched_since,
            members: Membership::open(journal)?,
            services,
            orders: Mutex::default(),
            instances,
            changes: watch::Sender::new(0),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Starts all services, each with its work, and records those that are not part of the topology yet.
    pub async fn start(&self, work: impl Fn(ServiceId) -> Work) {
        let inner = &self.inner;
        let nodes: Vec<_> = inner
            .instances
            .iter()
            .map(|instance| (inner.node(&instance.service_id), instance.service))
            .collect();
        // A node that was removed joins again with its heartbeat like all others.
        if let Err(error) = inner.members.join(&nodes, &ChangeContext::system((inner.now)())).await
        {
            tracing::warn!(%error, "the topology could not be recorded; the next heartbeat tries again");
        }
        for instance in &inner.instances {
            let (sender, receiver) = mpsc::channel(8);
            lock(&inner.orders).insert(instance.service_id.clone(), sender);
            let work = work(instance.service);
            inner.with(&instance.service_id, |telemetry| {
                telemetry.micro_services.clone_from(&work.micro_services);
            });
            tokio::spawn(supervise(Arc::clone(inner), instance.clone(), work, receiver));
        }
        tokio::spawn(watch_for_missed_heartbeats(Arc::clone(inner)));
    }

    /// Sends a request to a service: to one by its id, or to all of a kind by its name.
    pub async fn order(&self, which: &str, order: Order) -> Result<(), StatusError> {
        let is_addressed = |instance: &&Instance| {
            instance.service_id == which || instance.service.as_str() == which
        };
        let addressed: Vec<_> = self.inner.instances.iter().filter(is_addressed).collect();
        if addressed.is_empty() {
            return Err(StatusError::Unknown);
        }
        for instance in addressed {
            let sender = lock(&self.inner.orders).get(&instance.service_id).cloned();
            let sender = sender.ok_or(StatusError::Unreachable)?;
            let (done, is_done) = oneshot::channel();
            sender.send((order, done)).await.map_err(|_| StatusError::Unreachable)?;
            is_done.await.map_err(|_| StatusError::Unreachable)?;
        }
        Ok(())
    }

    /// The services of this process, in the topology or not.
    pub fn instances(&self) -> &[Instance] {
        &self.inner.instances
    }

    /// The state of a service's task.
    pub fn run_of(&self, service_id: &str) -> Option<Run> {
        lock(&self.inner.services).get(service_id).map(|telemetry| telemetry.run)
    }

    /// Stops all services before the process exits.
    pub async fn stop(&self) {
        for instance in &self.inner.instances {
            // A service that cannot be reached has stopped.
            let _ = self.order(&instance.service_id, Order::Stop).await;
        }
    }
}

impl Inner {
    fn node(&self, service_id: &str) -> NodeRef {
        NodeRef { service_id: service_id.to_owned(), node_id: self.node_id.clone() }
    }

    fn with(&self, service_id: &str, change: impl FnOnce(&mut Telemetry)) {
        if let Some(telemetry) = lock(&self.services).get_mut(service_id) {
            change(telemetry);
        }
        self.changes.send_modify(|number| *number += 1);
    }

    /// A heartbeat: stores the health of the service, and adds it to the topology if it is not a member.
    async fn beat(&self, instance: &Instance, health: Health) {
        let (at, service) = ((self.now)(), instance.service.as_str());
        let node = self.node(&instance.service_id);
        if !self.members.has(&node) {
            match self.members.join(&[(node, instance.service)], &ChangeContext::system(at)).await {
                Ok(()) => tracing::info!(service, "the service is part of the topology again"),
                Err(error) => tracing::warn!(service, %error, "the service could not be recorded"),
            }
        }
        self.with(&instance.service_id, |telemetry| {
            if telemetry.health.as_ref() != Some(&health) {
                let (code, detail) = (health.code(), health.message());
                if health.is_healthy() {
                    tracing::info!(service, code, detail, "the service is healthy");
                } else {
                    tracing::warn!(service, code, detail, "the service is not healthy");
                }
            }
            telemetry.beat(at, health);
        });
    }

    fn report(&self) -> Report {
        let at = (self.now)();
        let (mut nodes, mut own) = (Vec::new(), BTreeSet::new());
        let services = lock(&self.services);
        for instance in &self.instances {
            let node = self.node(&instance.service_id);
            let telemetry = services.get(&instance.service_id);
            if let Some(telemetry) = telemetry.filter(|_| !self.members.is_removed(&node)) {
                nodes.push(telemetry.report(node.clone(), self.version, at, self.watched_since));
            }
            own.insert(node);
        }
        drop(services);
        let others = self.members.members();
        let others = others.into_iter().filter(|(node, _)| !own.contains(node));
        nodes.extend(
            others.map(|(node, service)| of_foreign_node(node, service, at, self.watched_since)),
        );
        nodes.sort_by_key(|node| node.service);
        let removed = self.members.removed(REMOVED_MAX);
        Report { at, node_id: self.node_id.clone(), nodes, removed }
    }

    async fn remove(&self, node: &NodeRef, context: &ChangeContext) -> Result<(), StatusError> {
        let online = |found: &super::NodeReport| found.node == *node && found.is_online();
        if self.report().nodes.iter().any(online) {
            return Err(StatusError::Online);
        }
        self.members.remove(node, context).await?;
        tracing::info!(
            service_id = node.service_id,
            node_id = node.node_id,
            by = context.who.as_str(),
            "a node was removed from the topology"
        );
        self.changes.send_modify(|number| *number += 1);
        Ok(())
    }
}

/// Detects services that stop sending heartbeats without having been stopped, such as a task that hangs.
async fn watch_for_missed_heartbeats(inner: Arc<Inner>) {
    const TICK: Duration = Duration::from_secs(1);
    loop {
        tokio::time::sleep(TICK).await;
        let at = (inner.now)();
        let mut fell_silent = false;
        for telemetry in lock(&inner.services).values_mut() {
            fell_silent |= telemetry.notice_missed_heartbeats(at, OFFLINE_AFTER_MS);
        }
        if fell_silent {
            inner.changes.send_modify(|number| *number += 1);
        }
    }
}

impl Status for Supervisor {
    fn report(&self) -> StatusAnswer<'_, Report> {
        Box::pin(ready(Ok(self.inner.report())))
    }

    fn remove(&self, node: NodeRef, context: ChangeContext) -> StatusAnswer<'_, ()> {
        let inner = Arc::clone(&self.inner);
        Box::pin(async move {
            // Runs to completion even when the caller stops waiting, so that no removal is left incomplete.
            let removed = tokio::spawn(async move { inner.remove(&node, &context).await });
            removed.await.map_err(|_| StatusError::Defect("removing a node stopped"))?
        })
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.inner.changes.subscribe()
    }
}

impl Topology for Supervisor {
    fn services(&self) -> Answer<'_, Vec<Service>> {
        let inner = &self.inner;
        let belongs =
            |instance: &&Instance| !inner.members.is_removed(&inner.node(&instance.service_id));
        let services: BTreeMap<&str, Version> = inner
            .instances
            .iter()
            .filter(belongs)
            .map(|instance| (instance.service.as_str(), instance.compatible))
            .collect();
        let service = |(name, version): (&str, Version)| Service { name: name.to_owned(), version };
        Box::pin(ready(Ok(services.into_iter().map(service).collect())))
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.inner.changes.subscribe()
    }

    /// Of several instances one that runs is enough. One that has not sent its first heartbeat yet counts as running.
    fn works(&self, service: ServiceId) -> Result<(), NotRunning> {
        let services = lock(&self.inner.services);
        let own = self.inner.instances.iter().filter(|instance| instance.service == service);
        let mut why = None;
        for instance in own {
            why = match services.get(&instance.service_id).map(|telemetry| telemetry.run) {
                Some(Run::Stopped) => Some(NotRunning::Stopped(service)),
                Some(Run::Crashed) => Some(NotRunning::Crashed(service)),
                _ => return Ok(()),
            };
        }
        why.map_or(Ok(()), Err)
    }
}
