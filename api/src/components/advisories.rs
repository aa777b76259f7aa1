//! Security advisories: importing them, and what is known of them, for administrators (PKG-03, PKG-10).

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use tokio::sync::Semaphore;
use waybill_machines::AnyState;
use waybill_machines::machines::advisories::AdvisoryComparison;
use waybill_platform::repositories::SourceError;
use waybill_platform::scanning::{
    Batch, EmbeddedScanning, Imported, Reading, RecordedComparison, Report, SOURCE_BYTES_MAX,
    ScanningError,
};
use waybill_platform::stored_file::StoredFile;

use super::artifacts::body::Portions;
use super::repositories::SERVICE;
use crate::caller::Admin;
use crate::component::{Component, Opened, Opening};
use crate::error::ApiError;
use crate::extract::{QueryParams, announced_bytes};
use crate::route::{Row, get, post};
use crate::shape::Payload;
use crate::state::AppState;
use crate::wire::scanning::{
    AdvisoriesImported, AdvisoriesStatus, ImportAdvisoriesQuery, LastAdvisoryImport,
    LastComparison, RunningComparison,
};

/// The folder of the advisories.
pub const FOLDER: &str = "advisories";
/// How uploaded documents are named in reports.
const UPLOADED: &str = "the uploaded file";

/// Imports are carried out one at a time: each has its advisories in memory.
static IMPORTING: Semaphore = Semaphore::const_new(1);

/// Security advisories. Programs authenticate with access tokens.
pub struct Advisories;

impl Component for Advisories {
    fn calls(&self) -> Vec<Row> {
        vec![
            get("/advisories", "The security advisories that are known.", status)
                .depends_on(SERVICE)
                .accepts_tokens(),
            post(
                "/advisories/import",
                "Imports security advisories: a document of OSV, or a zip archive of such documents.",
                import,
            )
            .depends_on(SERVICE)
            .accepts_body(Payload::Bytes("application/octet-stream"), usize::MAX)
            .accepts_tokens(),
        ]
    }

    fn folder(&self) -> Option<&'static str> {
        Some(FOLDER)
    }

    fn files(&self, state: &AnyState) -> Vec<StoredFile> {
        EmbeddedScanning::files(state)
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let journal = opening.data.platform.clone();
        let scanning = EmbeddedScanning::open(journal, &opening.data.root.join(FOLDER))?;
        opened.ports.scanning = Some(Arc::new(scanning));
        Ok(())
    }
}

/// `GET advisories`: how many there are, and when they were imported last.
pub async fn status(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<AdvisoriesStatus>, ApiError> {
    let database = state.engine.ports().scanning.database();
    let types = database.by_type().iter();
    let types: BTreeMap<_, _> = types.map(|(of, count)| (of.as_str().to_owned(), *count)).collect();
    let last = match database.last() {
        None => None,
        Some(Imported { import, at, by }) => {
            let accounts = &state.engine.ports().accounts;
            let user = match by {
                Some(person) => state.access(accounts.user(person.clone()).await)?,
                None => None,
            };
            Some(LastAdvisoryImport {
                at: *at,
                by: user.and_then(|user| user.name),
                counts: import.counts,
                digest: import.database.sha256.0.clone(),
            })
        }
    };
    let (advisories, is_lost) = (database.len(), database.is_lost());
    let comparing = state.comparisons.running();
    let comparing = comparing.map(|(packages, versions)| RunningComparison { packages, versions });
    let comparison = database.comparison().map(last_comparison);
    Ok(Json(AdvisoriesStatus { advisories, types, is_lost, last, comparing, comparison }))
}

fn last_comparison(recorded: &RecordedComparison) -> LastComparison {
    let AdvisoryComparison { packages, versions, affected_packages, affected, .. } =
        recorded.comparison;
    LastComparison { at: recorded.at, packages, versions, affected_packages, affected }
}

/// `POST advisories/import`: adds what is in the body to what is known.
pub async fn import(
    State(state): State<AppState>,
    admin: Admin,
    QueryParams(query): QueryParams<ImportAdvisoriesQuery>,
    request: Request,
) -> Result<Json<AdvisoriesImported>, ApiError> {
    if announced_bytes(&request).is_some_and(|bytes| bytes > SOURCE_BYTES_MAX) {
        return Err(ApiError::advisories_too_large());
    }
    let _importing = IMPORTING.try_acquire().map_err(|_| ApiError::advisories_busy())?;
    let scanning = Arc::clone(&state.engine.ports().scanning);
    let failed = |error: ScanningError| ApiError::of_scanning(&error);
    let file = scanning.spool().await.map_err(failed)?;
    let file = spooled(file, request).await?;
    let read = tokio::task::spawn_blocking(move || read(file)).await;
    let (batch, report) = read.map_err(|_| ApiError::internal())?;
    if batch.is_empty() {
        return Err(ApiError::no_advisories(&report));
    }
    let dry_run = query.dry_run.unwrap_or_default();
    let context = admin.context(state.engine.now());
    let imported = scanning.import(batch, report.unread, dry_run, context).await;
    let Imported { import, .. } = imported.map_err(failed)?;
    let (advisories, counts) = (import.advisories, import.counts);
    Ok(Json(AdvisoriesImported { dry_run, advisories, counts, report }))
}

/// Receives the body into a file.
async fn spooled(mut file: File, request: Request) -> Result<File, ApiError> {
    let mut portions = Portions::new(request.into_body());
    let mut left = SOURCE_BYTES_MAX;
    while let Some(portion) = portions.next().await {
        let portion = portion.map_err(|error| match error {
            SourceError::TooSlow => ApiError::too_slow(),
            _ => ApiError::interrupted_advisories(),
        })?;
        left = left.checked_sub(portion.len() as u64).ok_or_else(ApiError::advisories_too_large)?;
        let written = tokio::task::spawn_blocking(move || {
            file.write_all(&portion)?;
            Ok::<_, std::io::Error>(file)
        });
        let written = written.await.map_err(|_| ApiError::internal())?;
        file = written.map_err(|error| ApiError::of_scanning(&error.into()))?;
    }
    file.rewind().map_err(|error| ApiError::of_scanning(&error.into()))?;
    Ok(file)
}

fn read(file: File) -> (Batch, Report) {
    let mut ignored = |_: waybill_platform::scanning::Progress<'_>| {};
    let mut reading = Reading::new(&mut ignored);
    reading.file(UPLOADED, file);
    reading.finish()
}
