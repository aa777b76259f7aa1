//! Keeping one service running: its heartbeats are sent by one task, and another task restarts it when it crashes.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::{JoinError, JoinHandle};
use tokio::time::Instant;

use super::{Inner, Instance, Order, Timing};
use crate::status::{Health, Work};

/// A request, and the channel on which its completion is reported.
pub(super) type Message = (Order, oneshot::Sender<()>);

/// A service that ran for this long before it crashed is not considered unable to start.
const SETTLED_AFTER: Duration = Duration::from_secs(300);

/// The senders by which the completion of requests is reported.
type Waiting = Vec<oneshot::Sender<()>>;

enum End {
    /// It was requested.
    Stopped,
    /// It crashed, or ended unexpectedly.
    Crashed(String, Waiting),
    /// No further requests can arrive: the process is shutting down.
    ShuttingDown,
}

/// Keeps a service running until it is stopped, and stopped until it is started.
pub(super) async fn supervise(
    inner: Arc<Inner>,
    instance: Instance,
    work: Work,
    mut orders: mpsc::Receiver<Message>,
) {
    let (service, mut crashes) = (instance.service.as_str(), 0);
    let mut wait_for_start = Waiting::new();
    loop {
        let began = Instant::now();
        tracing::info!(service, service_id = instance.service_id, "the service starts");
        inner.with(&instance.service_id, |telemetry| telemetry.begin((inner.now)()));
        report_done(wait_for_start);
        let starts_again = match run(&inner, &instance, &work, &mut orders).await {
            End::Stopped => {
                crashes = 0;
                wait_for_start_order(&inner, &instance, &mut orders).await
            }
            End::Crashed(why, wait_for_crash) => {
                crashes = if began.elapsed() > SETTLED_AFTER { 1 } else { crashes + 1 };
                let pause = pause(&inner.timing, crashes);
                let restart_in_ms = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
                tracing::error!(service, why, crashes, restart_in_ms, "the service crashed");
                let at = (inner.now)();
                inner.with(&instance.service_id, |telemetry| telemetry.crash(at));
                report_done(wait_for_crash);
                wait_to_restart(&inner, &instance, &mut orders, pause).await
            }
            End::ShuttingDown => None,
        };
        let Some(waiting) = starts_again else { return };
        wait_for_start = waiting;
    }
}

/// Reports completion; the receivers may have been dropped.
fn report_done(waiting: Waiting) {
    for done in waiting {
        let _ = done.send(());
    }
}

async fn run(
    inner: &Arc<Inner>,
    instance: &Instance,
    work: &Work,
    orders: &mut mpsc::Receiver<Message>,
) -> End {
    let crash = Arc::new(Notify::new());
    let mut life = tokio::spawn(send_heartbeats(
        Arc::clone(inner),
        instance.clone(),
        work.clone(),
        Arc::clone(&crash),
    ));
    let mut wait_for_crash = Waiting::new();
    loop {
        tokio::select! {
            ended = &mut life => return End::Crashed(end_reason(ended), wait_for_crash),
            order = orders.recv() => match order {
                Some((Order::Stop, done)) => {
                    end(&mut life).await;
                    stopped(inner, instance, done);
                    return End::Stopped;
                }
                Some((Order::Crash, done)) => {
                    crash.notify_one();
                    wait_for_crash.push(done);
                }
                // It is running already.
                Some((Order::Start, done)) => report_done(vec![done]),
                None => {
                    end(&mut life).await;
                    return End::ShuttingDown;
                }
            }
        }
    }
}

/// The task of a service: checks its health with each heartbeat.
async fn send_heartbeats(inner: Arc<Inner>, instance: Instance, work: Work, crash: Arc<Notify>) {
    loop {
        let known = tokio::time::timeout(inner.timing.check_within, work.health()).await;
        let health = known.unwrap_or_else(|_| {
            Health::unhealthy("check_slow", "What it stands on does not answer in time.")
        });
        inner.beat(&instance, health).await;
        tokio::select! {
            () = tokio::time::sleep(inner.timing.heartbeat) => {}
            // The same as a real crash: the task unwinds.
            () = crash.notified() => resume_unwind(Box::new("it was told to")),
        }
    }
}

async fn end(life: &mut JoinHandle<()>) {
    life.abort();
    // Whether it ended by the abort or before does not matter.
    let _ = life.await;
}

fn stopped(inner: &Inner, instance: &Instance, done: oneshot::Sender<()>) {
    tracing::info!(service = instance.service.as_str(), "the service was stopped");
    let at = (inner.now)();
    inner.with(&instance.service_id, |telemetry| telemetry.stop(at));
    report_done(vec![done]);
}

/// Waits until a start is requested, and returns the senders that wait for it; `None` when no further requests can
/// arrive because the process is shutting down.
async fn wait_for_start_order(
    inner: &Inner,
    instance: &Instance,
    orders: &mut mpsc::Receiver<Message>,
) -> Option<Waiting> {
    loop {
        match orders.recv().await? {
            (Order::Start, done) => return Some(vec![done]),
            (Order::Stop, done) => stopped(inner, instance, done),
            (Order::Crash, done) => report_done(vec![done]),
        }
    }
}

/// Waits until the service is due to be restarted, or a request arrives.
async fn wait_to_restart(
    inner: &Inner,
    instance: &Instance,
    orders: &mut mpsc::Receiver<Message>,
    pause: Duration,
) -> Option<Waiting> {
    let until = Instant::now() + pause;
    loop {
        let Ok(order) = tokio::time::timeout_at(until, orders.recv()).await else {
            tracing::warn!(service = instance.service.as_str(), "the service is started again");
            return Some(Waiting::new());
        };
        match order? {
            (Order::Start, done) => return Some(vec![done]),
            (Order::Stop, done) => {
                stopped(inner, instance, done);
                return wait_for_start_order(inner, instance, orders).await;
            }
            (Order::Crash, done) => report_done(vec![done]),
        }
    }
}

/// How long to wait after so many consecutive crashes.
fn pause(timing: &Timing, crashes: u32) -> Duration {
    let doubled = 2_u32.saturating_pow(crashes.saturating_sub(1));
    timing.restart_first.saturating_mul(doubled).min(timing.restart_most)
}

fn end_reason(ended: Result<(), JoinError>) -> String {
    match ended {
        Ok(()) => "it came to an end".to_owned(),
        Err(error) => match error.try_into_panic() {
            Ok(panic) => {
                let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                text.or_else(|| panic.downcast_ref::<String>().cloned())
                    .unwrap_or_else(|| "it panicked".to_owned())
            }
            Err(_) => "it was cancelled".to_owned(),
        },
    }
}
