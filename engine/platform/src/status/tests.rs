use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use waybill_journal::Journal;
use waybill_journal::memory::MemoryJournal;
use waybill_machines::Timestamp;
use waybill_machines::rules::services::{NodeRef, ServiceId, ServiceType};
use waybill_machines::rules::versions::Version;
use waybill_machines::secret::PersonId;

use super::*;
use crate::services::Topology as _;
use waybill_stream::Who;

/// Quick enough for a test, and slow enough for a machine under load.
const QUICK: Timing = Timing {
    heartbeat: Duration::from_millis(5),
    check_within: Duration::from_millis(200),
    restart_first: Duration::from_millis(5),
    restart_most: Duration::from_millis(20),
};

struct Fixture {
    supervisor: Supervisor,
    clock: Arc<AtomicI64>,
}

fn fixture(journal: &Arc<dyn Journal>, services: &[(ServiceId, u8)], timing: Timing) -> Fixture {
    let clock = Arc::new(AtomicI64::new(1_000));
    let now = Arc::clone(&clock);
    let instance = |(service, number): &(ServiceId, u8)| Instance {
        service: *service,
        service_id: service_id("0123abcd", *service, *number),
        compatible: Version(1, 2, 3),
    };
    let options = SupervisorOptions {
        node_id: "n1".into(),
        version: Version(1, 2, 3),
        instances: services.iter().map(instance).collect(),
        timing,
        now: Arc::new(move || Timestamp::from_ms(now.load(Ordering::Relaxed))),
    };
    Fixture { supervisor: Supervisor::open(Arc::clone(journal), options).unwrap(), clock }
}

impl Fixture {
    async fn node(&self, service: ServiceId) -> Option<NodeReport> {
        let report = self.supervisor.report().await.unwrap();
        report.nodes.into_iter().find(|node| node.service == service)
    }

    async fn until(&self, service: ServiceId, wanted: impl Fn(&NodeReport) -> bool) -> NodeReport {
        for _ in 0..12_000 {
            if let Some(node) = self.node(service).await.filter(|node| wanted(node)) {
                return node;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("{service} did not reach the expected state: {:?}", self.node(service).await);
    }
}

fn healthy(_: ServiceId) -> Work {
    Work::checked(|| std::future::ready(Health::Healthy))
}

fn ann() -> ChangeContext {
    ChangeContext::by(Who::Person(PersonId("p_ann".into())), Timestamp::from_ms(7))
}

/// covers: [STATUS-01, STATUS-02]
#[tokio::test]
async fn a_service_that_stops_can_be_removed_once_and_comes_back_with_its_heartbeat() {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let fixture = fixture(&journal, &[(ServiceId::Insight, 0), (ServiceId::Access, 0)], QUICK);
    fixture.supervisor.start(healthy).await;
    let online = fixture.until(ServiceId::Insight, NodeReport::is_online).await;
    assert_eq!((online.state, online.service_type), (NodeHealth::Healthy, ServiceType::Insight));
    assert_eq!(online.uptime_text, "0 seconds");
    assert_eq!(
        fixture.supervisor.remove(online.node.clone(), ann()).await,
        Err(StatusError::Online)
    );

    fixture.supervisor.order("insight", Order::Stop).await.unwrap();
    let offline = fixture.node(ServiceId::Insight).await.unwrap();
    assert_eq!((offline.status, &*offline.code), (NodeStatus::Offline, "stopped"));
    assert_eq!(offline.uptime_text, "unavailable");
    let both = (
        fixture.supervisor.remove(offline.node.clone(), ann()),
        fixture.supervisor.remove(offline.node.clone(), ann()),
    );
    let (first, second) = tokio::join!(both.0, both.1);
    let outcomes = [first, second];
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
    assert!(outcomes.contains(&Err(StatusError::RemovedAlready)), "{outcomes:?}");
    assert_eq!(fixture.node(ServiceId::Insight).await, None);
    let removed = fixture.supervisor.report().await.unwrap().removed;
    let removed: Vec<_> = removed.iter().map(|node| (&node.node, node.at, &node.by)).collect();
    assert_eq!(removed, [(&offline.node, Timestamp::from_ms(7), &Some(PersonId("p_ann".into())))]);
    let there = fixture.supervisor.services().await.unwrap();
    assert_eq!(there.iter().map(|service| service.name.as_str()).collect::<Vec<_>>(), ["access"]);

    fixture.supervisor.order(&offline.node.service_id, Order::Start).await.unwrap();
    let online = fixture.until(ServiceId::Insight, NodeReport::is_online).await;
    let incident = online.last_incident.unwrap();
    assert_eq!((&*incident.code, incident.ended.is_some()), ("stopped", true));
    assert_eq!(fixture.supervisor.report().await.unwrap().removed, []);
    let stream = format!("node/{}/n1", offline.node.service_id.replace('@', "."));
    let records = journal.read(&stream, 1, 10).unwrap();
    let recorded: Vec<(String, String)> = records
        .iter()
        .map(|record| record.view().unwrap())
        .map(|view| (view.to.to_owned(), view.who.to_owned()))
        .collect();
    let recorded: Vec<(&str, &str)> = recorded.iter().map(|(to, who)| (&**to, &**who)).collect();
    // The second removal is recorded as rejected, and no heartbeat is recorded at all.
    let expected =
        [("member", "system"), ("removed", "p_ann"), ("removed", "p_ann"), ("member", "system")];
    assert_eq!(recorded, expected);
}

#[tokio::test]
async fn a_service_that_crashes_is_started_again() {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let fixture = fixture(&journal, &[(ServiceId::Xray, 0)], QUICK);
    let panics = Arc::new(AtomicBool::new(true));
    let flag = Arc::clone(&panics);
    fixture
        .supervisor
        .start(move |_| {
            let flag = Arc::clone(&flag);
            Work::checked(move || {
                let panics = flag.load(Ordering::Relaxed);
                async move {
                    if panics {
                        std::panic::resume_unwind(Box::new("out of luck"));
                    }
                    Health::Healthy
                }
            })
        })
        .await;
    let crashed = fixture.until(ServiceId::Xray, |node| node.restarts > 2).await;
    assert!(!crashed.is_online());
    panics.store(false, Ordering::Relaxed);
    let before = fixture.until(ServiceId::Xray, NodeReport::is_online).await.restarts;
    fixture.supervisor.order("xray", Order::Crash).await.unwrap();
    let again = |node: &NodeReport| node.is_online() && node.restarts == before + 1;
    fixture.until(ServiceId::Xray, again).await;
}

#[tokio::test]
async fn a_crashed_service_that_is_stopped_stays_so() {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let slow = Timing { restart_first: Duration::from_millis(50), ..QUICK };
    let fixture = fixture(&journal, &[(ServiceId::Xray, 0)], slow);
    fixture.supervisor.start(healthy).await;
    fixture.until(ServiceId::Xray, NodeReport::is_online).await;
    fixture.supervisor.order("xray", Order::Crash).await.unwrap();
    fixture.supervisor.order("xray", Order::Stop).await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(fixture.node(ServiceId::Xray).await.unwrap().run, Run::Stopped);
    fixture.supervisor.order("xray", Order::Start).await.unwrap();
    fixture.until(ServiceId::Xray, NodeReport::is_online).await;
}

/// covers: [STATUS-01]
#[tokio::test]
async fn dependencies_decide_the_health_and_heartbeats_the_status() {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let once = Timing { heartbeat: Duration::from_secs(3_600), ..QUICK };
    let fixture = fixture(&journal, &[(ServiceId::Metadata, 0), (ServiceId::Jfconnect, 0)], once);
    let pulse = Pulse::default();
    let part = pulse.clone();
    fixture
        .supervisor
        .start(move |service| match service {
            ServiceId::Metadata => {
                Work::checked(std::future::pending::<Health>).with("index", part.clone())
            }
            _ => Work::not_implemented(),
        })
        .await;
    let slow = fixture.until(ServiceId::Metadata, NodeReport::is_online).await;
    assert_eq!((slow.state, &*slow.code), (NodeHealth::Unhealthy, "check_slow"));
    assert_eq!(slow.micro_services[1].uptime_text, "N/A");
    let idle = fixture.until(ServiceId::Jfconnect, NodeReport::is_online).await;
    assert_eq!((idle.state, &*idle.code), (NodeHealth::Healthy, "no_work_yet"));
    assert!(idle.message.contains("no work"), "it says so: {}", idle.message);
    assert_eq!(fixture.supervisor.report().await.unwrap().summary().unhealthy, 1);

    pulse.beat(Timestamp::from_ms(1_000));
    fixture.clock.store(11_000, Ordering::Relaxed);
    let node = fixture.node(ServiceId::Metadata).await.unwrap();
    assert_eq!(node.micro_services[1].uptime_text, "10 seconds");
    fixture.clock.store(1_000 + OFFLINE_AFTER_MS + 1, Ordering::Relaxed);
    let silent = fixture.node(ServiceId::Metadata).await.unwrap();
    assert_eq!(
        (silent.status, silent.code.as_ref(), silent.overdue),
        (NodeStatus::Offline, "silent", false)
    );
    assert_eq!(silent.micro_services[1].uptime_text, "unavailable");
    fixture.clock.store(1_000 + OVERDUE_AFTER_MS, Ordering::Relaxed);
    assert!(fixture.node(ServiceId::Metadata).await.unwrap().overdue);
}

/// covers: [STATUS-01, STATUS-02]
#[tokio::test]
async fn nodes_are_restored_from_the_journal_and_mission_controls_are_distinguished() {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let first = fixture(&journal, &[(ServiceId::Mc, 0), (ServiceId::Mc, 1)], QUICK);
    first.supervisor.start(healthy).await;
    first.until(ServiceId::Mc, NodeReport::is_online).await;
    first.supervisor.stop().await;
    drop(first);

    // The configuration now has one mission control less.
    let second = fixture(&journal, &[(ServiceId::Mc, 0)], QUICK);
    second.supervisor.start(healthy).await;
    let report = second.supervisor.report().await.unwrap();
    let ids: std::collections::BTreeSet<_> =
        report.nodes.iter().map(|node| node.node.service_id.clone()).collect();
    assert_eq!(ids.len(), 2, "{ids:?}");
    let gone = report.nodes.iter().find(|node| node.run == Run::Elsewhere).unwrap();
    assert_eq!((&*gone.code, gone.uptime_text.as_str()), ("not_here", "N/A"));
    second.supervisor.remove(gone.node.clone(), ann()).await.unwrap();
    drop(second);
    let third = fixture(&journal, &[(ServiceId::Mc, 0)], QUICK);
    let report = third.supervisor.report().await.unwrap();
    assert_eq!((report.nodes.len(), report.removed.len()), (1, 1));
    assert_eq!(report.removed[0].by, Some(PersonId("p_ann".into())));
    assert_eq!(
        third.supervisor.remove(gone.node.clone(), ann()).await,
        Err(StatusError::RemovedAlready)
    );
}

/// covers: [STATUS-02]
#[tokio::test]
async fn ids_that_name_nothing_leave_nothing_behind() {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let fixture = fixture(&journal, &[(ServiceId::Access, 0)], QUICK);
    let known = service_id("0123abcd", ServiceId::Access, 0);
    let huge = "n".repeat(100_000);
    for (service_id, node_id) in [
        ("", ""),
        ("../x", "n1"),
        (&known, "../n1"),
        (&known, &huge),
        (&huge, "n1"),
        (&known, "n2"),
    ] {
        let node = NodeRef { service_id: service_id.into(), node_id: node_id.into() };
        assert_eq!(fixture.supervisor.remove(node, ann()).await, Err(StatusError::Unknown));
    }
    assert!(journal.streams("", None, 10).is_empty());
    assert_eq!(fixture.supervisor.order("../access", Order::Stop).await, Err(StatusError::Unknown));
}
