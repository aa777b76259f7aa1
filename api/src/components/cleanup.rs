//! Cleanup policies: what is removed from repositories once it is old or unused, for administrators (CLEAN-01).
//! Programs use the platform's public format, and the console the same one.

mod console;
mod policies;
mod public;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use waybill_engine::{Clock as _, SystemClock};
use waybill_platform::cleanup::{EmbeddedCleanup, Workplace};

use super::repositories::{SERVICE, rows_for_clients};
use super::version_order::rules;
use crate::component::{Component, Opened, Opening};
use crate::error::ErrorForm;
use crate::route::{Row, delete, get, post, put};

const PATH: &str = "/artifactory/api/cleanup/packages/policies";
const ONE: &str = "/artifactory/api/cleanup/packages/policies/{key}";
const ENABLEMENT: &str = "/artifactory/api/cleanup/packages/policies/{key}/enablement";
const CANDIDATES: &str = "/artifactory/api/cleanup/packages/policies/{key}/candidates";
const RUN: &str = "/artifactory/api/cleanup/packages/policies/{key}/run";

/// How often it is looked whether a policy is due.
const LOOKED_EVERY: Duration = Duration::from_secs(20);

/// Cleanup policies.
pub struct Cleanup;

impl Component for Cleanup {
    fn calls(&self) -> Vec<Row> {
        let rows = vec![
            get("/cleanup-policies", "All cleanup policies.", console::list),
            post("/cleanup-policies", "Creates a cleanup policy.", console::create),
            put("/cleanup-policies/{key}", "Changes a cleanup policy.", console::change),
            delete("/cleanup-policies/{key}", "Deletes a cleanup policy.", console::remove),
            post(
                "/cleanup-policies/{key}/enablement",
                "Has a cleanup policy run by itself, or no longer.",
                console::enable,
            ),
            get(
                "/cleanup-policies/{key}/candidates",
                "What a cleanup policy would remove now.",
                console::candidates,
            ),
            post("/cleanup-policies/{key}/run", "Runs a cleanup policy now.", console::run),
            delete(
                "/cleanup-policies/{key}/run",
                "Cancels the run of a cleanup policy.",
                console::cancel,
            ),
        ];
        rows.into_iter().map(|row| row.depends_on(SERVICE)).collect()
    }

    fn public(&self) -> Vec<Row> {
        let rows = vec![
            get(PATH, "All cleanup policies.", public::list),
            get(ONE, "A cleanup policy.", public::one),
            post(ONE, "Creates a cleanup policy.", public::create),
            put(ONE, "Changes a cleanup policy.", public::change),
            delete(ONE, "Deletes a cleanup policy.", public::remove),
            post(ENABLEMENT, "Has a cleanup policy run by itself, or no longer.", public::enable),
            get(CANDIDATES, "What a cleanup policy would remove now.", public::candidates),
            post(RUN, "Runs a cleanup policy now.", public::run),
            delete(RUN, "Cancels the run of a cleanup policy.", public::cancel),
        ];
        rows_for_clients(rows, ErrorForm::Listed)
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let ports = &opened.ports;
        let opened_first = "the repositories are opened first";
        let work = Workplace::new(
            ports.repositories.clone().context(opened_first)?,
            ports.cleaning.clone().context(opened_first)?,
            rules,
            Arc::new(|| SystemClock.now()),
        );
        let service = Arc::new(EmbeddedCleanup::open(opening.data.platform.clone(), work)?);
        run_when_due(&service);
        opened.ports.cleanup = Some(service);
        Ok(())
    }
}

/// Runs policies by their schedules, as long as the service exists. What was due while the server did not run is not
/// made up for.
fn run_when_due(service: &Arc<EmbeddedCleanup>) {
    // Commands on the server's machine open the service without a runtime, and for a moment.
    let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
    let service = Arc::downgrade(service);
    runtime.spawn(async move {
        let mut looked_at = SystemClock.now();
        if let Some(service) = service.upgrade()
            && let Err(error) = service.end_interrupted(looked_at).await
        {
            tracing::error!(service = "artifactory", %error, "interrupted cleanups were not recorded");
        }
        loop {
            tokio::time::sleep(LOOKED_EVERY).await;
            let Some(service) = service.upgrade() else { return };
            let now = SystemClock.now();
            service.run_due(looked_at, now).await;
            looked_at = now;
        }
    });
}
