//! `/metrics` for Prometheus, on a listener of its own, so that it can be kept from the public one.

use axum::extract::State;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use waybill_engine::Engine;
use waybill_journal::Health;

/// Installs the recorder. Everything that is counted before is lost, so this comes first.
pub fn install() -> anyhow::Result<PrometheusHandle> {
    Ok(PrometheusBuilder::new().install_recorder()?)
}

/// What the page is made from.
#[derive(Clone)]
pub struct Source {
    /// What was counted.
    pub recorder: PrometheusHandle,
    /// What can be asked.
    pub engine: Engine,
}

/// `GET /metrics`.
pub async fn page(State(source): State<Source>) -> String {
    let engine = &source.engine;
    let (open, in_memory) = engine.counts();
    set("waybill_sessions_open", open);
    set("waybill_sessions_in_memory", in_memory);
    metrics::gauge!("waybill_records").set(to_f64(engine.journal().count()));
    let writable = matches!(engine.journal().health(), Health::Writable);
    metrics::gauge!("waybill_journal_writable").set(f64::from(u8::from(writable)));
    source.recorder.render()
}

fn set(name: &'static str, count: usize) {
    metrics::gauge!(name).set(to_f64(count as u64));
}

#[allow(clippy::cast_precision_loss, reason = "a gauge of this size needs no more")]
fn to_f64(count: u64) -> f64 {
    count as f64
}
