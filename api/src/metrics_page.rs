//! `/metrics` for Prometheus, on a separate listener, which need not be publicly reachable.

use axum::extract::State;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use waybill_engine::Engine;
use waybill_journal::Health;
use waybill_platform::limits::Places;

use crate::version::{COMMIT, VERSION};

/// Installs the recorder. Metrics recorded earlier are lost, so this is called first.
pub fn install() -> anyhow::Result<PrometheusHandle> {
    let recorder = PrometheusBuilder::new().install_recorder()?;
    let build = metrics::gauge!("waybill_build_info", "version" => VERSION, "commit" => COMMIT);
    build.set(1.0);
    Ok(recorder)
}

/// The state of the metrics page.
#[derive(Clone)]
pub struct Source {
    /// The recorded metrics.
    pub recorder: PrometheusHandle,
    /// Provides the gauges that are read on each request.
    pub engine: Engine,
    /// The places of connections.
    pub connections: Places,
    /// The places of sockets.
    pub sockets: Places,
}

/// `GET /metrics`.
pub async fn page(State(source): State<Source>) -> String {
    let engine = &source.engine;
    let (open, in_memory) = engine.counts();
    set("waybill_sessions_open", open);
    set("waybill_sessions_in_memory", in_memory);
    metrics::gauge!("waybill_records").set(to_f64(engine.journal().count()));
    set_places("waybill_connections_open", &source.connections);
    set_places("waybill_sockets_open", &source.sockets);
    let writable = matches!(engine.journal().health(), Health::Writable);
    metrics::gauge!("waybill_journal_writable").set(f64::from(u8::from(writable)));
    source.recorder.render()
}

fn set(name: &'static str, count: usize) {
    metrics::gauge!(name).set(to_f64(count as u64));
}

/// How many places visitors hold, and how many others do.
fn set_places(name: &'static str, places: &Places) {
    let (visitors, all) = places.counts();
    metrics::gauge!(name, "by" => "visitors").set(to_f64(visitors as u64));
    metrics::gauge!(name, "by" => "others").set(to_f64((all - visitors) as u64));
}

#[allow(clippy::cast_precision_loss, reason = "a gauge of this size needs no more")]
fn to_f64(count: u64) -> f64 {
    count as f64
}
