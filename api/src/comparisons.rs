//! Comparing all stored versions with advisories when these arrive, as background work. What single versions are
//! affected by is always answered from the newest advisories; the comparison says what they mean for the installation.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use waybill_engine::advisories_in_use;
use waybill_machines::Timestamp;
use waybill_machines::machines::advisories::AdvisoryComparison;
use waybill_machines::rules::services::ServiceId;
use waybill_platform::repositories::{
    Compared, Comparing, ComparisonProgress, Findings, RepositoryError, Searched,
};
use waybill_platform::scanning::{Database, RecordedComparison, ScanningError};
use waybill_platform::services::ServiceError;
use waybill_platform::streams::ChangeContext;

use crate::state::AppState;

/// When it is looked again whether a comparison is due: versions come and go, and a service or a licence may have come.
const LOOKED_EVERY: Duration = Duration::from_mins(10);
/// After which time everything is compared again, although no advisories have arrived.
const COMPARED_EVERY_MS: i64 = 24 * 60 * 60 * 1_000;
/// How long it is waited for the index of packages, again and again.
const INDEX_AWAITED: Duration = Duration::from_secs(1);

/// The comparison that runs at present.
#[derive(Debug, Default)]
pub struct Comparisons(Mutex<Option<Arc<ComparisonProgress>>>);

impl Comparisons {
    /// The packages and versions that were compared so far; none if no comparison runs.
    pub fn running(&self) -> Option<(u64, u64)> {
        self.slot().as_ref().map(|progress| progress.compared())
    }

    fn slot(&self) -> std::sync::MutexGuard<'_, Option<Arc<ComparisonProgress>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why nothing was compared.
#[derive(Debug, thiserror::Error)]
enum ComparisonError {
    #[error(transparent)]
    Service(#[from] ServiceError),
    #[error(transparent)]
    Repository(#[from] RepositoryError),
    #[error(transparent)]
    Scanning(#[from] ScanningError),
}

/// Compares until the server stops.
pub async fn run(state: AppState) {
    let mut imports = state.engine.ports().scanning.imports();
    let mut shutdown = state.shutdown.clone();
    loop {
        imports.borrow_and_update();
        tokio::select! {
            done = compare_if_due(&state) => if let Err(error) = done {
                let service = ServiceId::Xray.as_str();
                tracing::error!(service, %error, "stored versions were not compared with advisories");
            },
            // Those that have just arrived are what counts.
            changed = imports.changed() => {
                if changed.is_err() { return }
                continue;
            }
            _ = shutdown.wait_for(|stops| *stops) => return,
        }
        tokio::select! {
            changed = imports.changed() => if changed.is_err() { return },
            () = tokio::time::sleep(LOOKED_EVERY) => {}
            _ = shutdown.wait_for(|stops| *stops) => return,
        }
    }
}

async fn compare_if_due(state: &AppState) -> Result<(), ComparisonError> {
    let now = state.engine.now();
    let ports = state.engine.ports();
    let Ok(database) = advisories_in_use(ports, now).await? else { return Ok(()) };
    let Some(last) = database.last() else { return Ok(()) };
    let digest = last.import.database.sha256.clone();
    if database.comparison().is_some_and(|before| !is_due(before, now)) {
        return Ok(());
    }
    let compared = compare(state, database).await?;
    let Compared { packages, versions, affected_packages, affected, .. } = compared;
    let comparison =
        AdvisoryComparison { database: digest, packages, versions, affected_packages, affected };
    let service = ServiceId::Xray.as_str();
    tracing::info!(
        service,
        packages,
        versions,
        affected_packages,
        "stored versions were compared with advisories"
    );
    let context = ChangeContext::system(state.engine.now());
    Ok(ports.scanning.record(comparison, context).await?)
}

fn is_due(before: &RecordedComparison, now: Timestamp) -> bool {
    now.ms_since(before.at) >= COMPARED_EVERY_MS
}

/// Compares all stored versions, once the index of packages is complete.
async fn compare(state: &AppState, database: Arc<Database>) -> Result<Compared, ComparisonError> {
    let ports = state.engine.ports();
    let findings: Arc<dyn Findings> = database;
    loop {
        let progress = Arc::new(ComparisonProgress::default());
        let shown = Shown::of(state, &progress);
        let comparing = Comparing { findings: Arc::clone(&findings), progress };
        let scope = Searched::everything(ports.repositories.repositories().await?);
        let compared = ports.catalogue.compare(comparing, scope).await?;
        if compared.is_complete {
            return Ok(compared);
        }
        drop(shown);
        tokio::time::sleep(INDEX_AWAITED).await;
    }
}

/// Shows how far a comparison has come until it ends, and cancels it if it is no longer waited for.
struct Shown<'a> {
    state: &'a AppState,
    progress: Arc<ComparisonProgress>,
}

impl<'a> Shown<'a> {
    fn of(state: &'a AppState, progress: &Arc<ComparisonProgress>) -> Self {
        *state.comparisons.slot() = Some(Arc::clone(progress));
        Self { state, progress: Arc::clone(progress) }
    }
}

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        self.progress.cancel();
        *self.state.comparisons.slot() = None;
    }
}
