//! What ends a server, and what is left to do then.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::signal::unix::Signal;
use waybill_engine::Engine;
use waybill_journal::Journal;
use waybill_platform::limits::Places;
use waybill_platform::logs::{AuditLog, LogWriter};
use waybill_platform::status::Supervisor;

use crate::component::AtStop;

/// Maximum time for sockets to close during shutdown.
const SOCKETS_WITHIN: Duration = Duration::from_secs(3);

/// Waits for a signal to stop, or for a journal to fail.
pub async fn wait(
    [mut terminate, mut interrupt]: [Signal; 2],
    sessions: &Arc<dyn Journal>,
    platform: &Arc<dyn Journal>,
) -> anyhow::Result<()> {
    let (mut first, mut second) = (sessions.failed(), platform.failed());
    let why = tokio::select! {
        _ = terminate.recv() => None,
        _ = interrupt.recv() => None,
        failed = first.wait_for(Option::is_some) => failed.ok().and_then(|why| why.clone()),
        failed = second.wait_for(Option::is_some) => failed.ok().and_then(|why| why.clone()),
    };
    match why {
        None => {
            tracing::info!("received a signal to stop");
            Ok(())
        }
        Some(why) => anyhow::bail!(
            "the journal failed, so the server stops: {why}. Nothing that was not stored was acknowledged. \
             Mend the disk and start again"
        ),
    }
}

/// What is left to do once all requests have finished.
pub async fn finish(sockets: &Places, supervisor: &Supervisor, engine: &Engine, index_file: &Path) {
    // Each socket sends its browser a close frame; browsers that do not respond in time are dropped.
    let _ = tokio::time::timeout(SOCKETS_WITHIN, sockets.emptied()).await;
    supervisor.stop().await;
    // Without it the next start reads the whole journal.
    if let Err(error) = engine.save_index(index_file, true).await {
        tracing::warn!(%error, "the index of sessions was not saved");
    }
}

/// Lets the components finish, and writes the last log lines, which are the first that an administrator looks for.
pub async fn flush(
    at_stop: Vec<AtStop>,
    platform: Arc<dyn Journal>,
    writer: LogWriter,
    root: PathBuf,
) {
    let flush = move || {
        for finish in at_stop {
            finish();
        }
        drop(AuditLog::new(platform, writer.clone(), &root).write_pending());
        writer.flush();
    };
    let _ = tokio::task::spawn_blocking(flush).await;
}
