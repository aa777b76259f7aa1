//! `/metrics` for Prometheus, on a separate listener, which need not be publicly reachable.

mod disk;
mod journal;
mod process;
mod requests;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use waybill_engine::Engine;
use waybill_journal::{Health, Journal};
use waybill_platform::limits::Places;
use waybill_platform::metric::{Kind, Metric, Row};

use crate::version::{COMMIT, VERSION};
pub use journal::observer;
pub use requests::{count, method_label};

/// The version of the text format that the page is in.
const TEXT_FORMAT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// How often what histograms have taken in is summed up. Without that it is kept until the next request of Prometheus,
/// which may never come.
const SUM_UP_EVERY: Duration = Duration::from_secs(5);

/// Installs the recorder. Metrics recorded earlier are lost, so this is called first.
pub fn install() -> anyhow::Result<PrometheusHandle> {
    let mut builder = PrometheusBuilder::new();
    for Row { name, kind, .. } in Metric::ALL.map(Metric::row) {
        if let Kind::Histogram(bounds) = kind {
            builder = builder.set_buckets_for_metric(Matcher::Full(name.to_owned()), bounds)?;
        }
    }
    let recorder = builder.install_recorder()?;
    Metric::describe_all();
    Metric::BuildInfo.set(&[VERSION, COMMIT], 1);
    process::note_start();
    requests::begin();
    for counter in [Metric::SocketsLagged, Metric::TopicsEnded, Metric::SpansExported] {
        counter.show(&[]);
    }
    for reason in ["queue_full", "not_delivered"] {
        Metric::SpansDropped.show(&[reason]);
    }
    for reason in ["hour_full", "queue_full", "not_recorded"] {
        Metric::ViolationsDropped.show(&[reason]);
    }
    tokio::spawn(sum_up(recorder.clone()));
    Ok(recorder)
}

async fn sum_up(recorder: PrometheusHandle) {
    loop {
        tokio::time::sleep(SUM_UP_EVERY).await;
        recorder.run_upkeep();
    }
}

/// The state of the metrics page.
#[derive(Clone)]
pub struct Source {
    /// The recorded metrics.
    pub recorder: PrometheusHandle,
    /// Provides the gauges that are read on each request.
    pub engine: Engine,
    /// The platform's journal.
    pub platform: Arc<dyn Journal>,
    /// The places of connections.
    pub connections: Places,
    /// The places of sockets.
    pub sockets: Places,
    /// The sizes of the parts of the data directory.
    pub disk: disk::Disk,
}

impl Source {
    /// What is read on each request, of a data directory.
    pub fn new(
        recorder: PrometheusHandle,
        engine: Engine,
        platform: Arc<dyn Journal>,
        [connections, sockets]: [Places; 2],
        root: &Path,
    ) -> Self {
        let disk = disk::Disk::new(root);
        Self { recorder, engine, platform, connections, sockets, disk }
    }
}

/// `GET /metrics`.
pub async fn page(State(source): State<Source>) -> impl IntoResponse {
    let engine = &source.engine;
    let (open, in_memory) = engine.counts();
    Metric::SessionsOpen.set(&[], open as u64);
    Metric::SessionsInMemory.set(&[], in_memory as u64);
    set_places(Metric::ConnectionsOpen, &source.connections);
    set_places(Metric::SocketsOpen, &source.sockets);
    let begins = engine.journal().health() == Health::Writable;
    journal::report(&engine.sessions_journals(), begins, source.platform.as_ref());
    source.disk.report().await;
    process::report();
    ([(header::CONTENT_TYPE, TEXT_FORMAT)], source.recorder.render())
}

/// How many places visitors hold, and how many others do.
fn set_places(metric: Metric, places: &Places) {
    let (visitors, all) = places.counts();
    metric.set(&["visitors"], visitors as u64);
    metric.set(&["others"], (all - visitors) as u64);
    places.report();
}
