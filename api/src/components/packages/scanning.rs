//! What security advisories say of packages and versions (PKG-03, PKG-04, PKG-05, PKG-10).

use std::sync::Arc;

use waybill_advisories::{Level, Match};
use waybill_engine::{NotScanning, advisories_in_use};
use waybill_platform::repositories::PackageId;
use waybill_platform::scanning::{Database, Found};
use waybill_platform::services::ServiceError;

use crate::error::ApiError;
use crate::state::AppState;
use crate::wire::scanning::{ScanStatus, Vulnerability, VulnerabilityCounts};

/// The advisories, as far as the installation may use them.
pub(super) struct Scan {
    database: Arc<Database>,
    /// Why no package is compared with them.
    refused: Option<ScanStatus>,
}

impl Scan {
    /// What applies at present.
    pub(super) async fn of_installation(state: &AppState) -> Result<Self, ApiError> {
        let known = advisories_in_use(state.engine.ports(), state.engine.now()).await;
        let (database, refused) = match known.map_err(|error| unreadable(&error))? {
            Ok(database) => (database, None),
            Err(NotScanning::Unavailable) => (Arc::default(), Some(ScanStatus::Unavailable)),
            Err(NotScanning::LicenceRequired) => {
                (Arc::default(), Some(ScanStatus::LicenceRequired))
            }
        };
        Ok(Self { database, refused })
    }

    /// The advisories, to filter by; none where they may not be used.
    pub(super) fn database(&self) -> Arc<Database> {
        Arc::clone(&self.database)
    }

    /// The advisories with which packages are compared.
    ///
    /// # Errors
    ///
    /// Why none is, in the words of the documents.
    pub(super) fn in_use(&self) -> Result<Arc<Database>, ApiError> {
        match self.refused.and_then(ApiError::of_scan_status) {
            Some(error) => Err(error),
            None => Ok(self.database()),
        }
    }

    /// The severities by which packages can be filtered: none while nothing is known. Advisories that say none, or that
    /// nothing is wrong, are not looked for.
    pub(super) fn severities(&self) -> impl Iterator<Item = Level> {
        let levels = [Level::Critical, Level::High, Level::Medium, Level::Low];
        levels.into_iter().filter(|_| !self.database.is_empty())
    }

    /// Whether there is a scanning service that runs, whatever the licence includes.
    pub(super) fn is_there(&self) -> bool {
        self.refused != Some(ScanStatus::Unavailable)
    }

    /// What is known of a version of a package.
    pub(super) fn of(&self, id: &PackageId, version: &str) -> (ScanStatus, Found<'_>) {
        match self.refused {
            Some(refused) => (refused, Found::default()),
            None if !self.database.knows(id.package_type) => {
                (ScanStatus::NotScanned, Found::default())
            }
            None => (ScanStatus::Scanned, self.database.find(id.package_type, &id.name, version)),
        }
    }
}

fn unreadable(error: &ServiceError) -> ApiError {
    tracing::error!(service = "artifactory", %error, "whether packages are scanned is not known");
    ApiError::internal()
}

/// How many there are of each severity.
pub(super) fn counted(found: &Found<'_>) -> VulnerabilityCounts {
    let counts = found.counts();
    let of = |level| counts.get(&level).and_then(|count| u64::try_from(*count).ok());
    VulnerabilityCounts {
        critical: of(Level::Critical),
        high: of(Level::High),
        medium: of(Level::Medium),
        low: of(Level::Low),
        info: of(Level::Info),
        unknown: of(Level::Unknown),
        skipped: None,
    }
}

pub(super) fn vulnerability(found: &Match<'_>) -> Vulnerability {
    let (advisory, severity) = (found.advisory, found.severity());
    Vulnerability {
        id: advisory.id.clone(),
        aliases: advisory.aliases.clone(),
        cves: advisory.cves().map(ToOwned::to_owned).collect(),
        summary: advisory.summary.clone(),
        severity: severity.level.as_str().to_owned(),
        score: severity.score.map(|score| f64::from(score.tenths()) / 10.0),
        vector: severity.vector.clone(),
        fixed_versions: found.fixed.iter().map(|version| (*version).to_owned()).collect(),
    }
}
