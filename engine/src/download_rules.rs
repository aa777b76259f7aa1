//! Whether a file of a package may be sent to a client, by the rules about downloads.

use waybill_machines::Timestamp;
use waybill_machines::rules::download_rules::DownloadCondition;
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::download_rules::{Severe, StoredRules, Verdict, VersionFacts, judge};
use waybill_platform::repositories::{RepositoryError, VersionId};
use waybill_platform::services::ServiceError;

use crate::{Ports, advisories_in_use};

/// A version of which a file is to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedVersion {
    /// The key of the repository that has it.
    pub repository: String,
    /// The id of that repository.
    pub repository_id: String,
    /// The type of that repository.
    pub package_type: PackageType,
    /// The version.
    pub id: VersionId,
}

/// Why a download cannot be judged.
#[derive(Debug, thiserror::Error)]
pub enum NotJudged {
    /// What is known of the version cannot be read.
    #[error(transparent)]
    Repository(#[from] RepositoryError),
    /// Whether the installation uses advisories cannot be read.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

/// What rules say of a download. Rules about severities say nothing while the installation compares no packages with
/// advisories ([`advisories_in_use`]), and no rule says anything of a version that is gone.
///
/// # Errors
///
/// [`NotJudged`], if what the rules ask for cannot be read.
pub async fn judge_download(
    ports: &Ports,
    rules: &StoredRules,
    wanted: &WantedVersion,
    at: Timestamp,
) -> Result<Verdict, NotJudged> {
    let WantedVersion { repository, repository_id, package_type, id } = wanted;
    let mut applying = rules.of(repository).peekable();
    if applying.peek().is_none() {
        return Ok(Verdict::Allowed);
    }
    let asks_for_severity =
        applying.any(|rule| matches!(rule.condition, DownloadCondition::Severity { .. }));
    let version = ports.packages.version(repository_id.clone(), id.clone()).await?;
    let Some(version) = version else { return Ok(Verdict::Allowed) };
    let advisories = match asks_for_severity {
        true => advisories_in_use(ports, at).await?.ok(),
        false => None,
    };
    let found = advisories.as_ref().map(|all| all.find(*package_type, &id.package, &id.version));
    let most_severe = found.as_ref().and_then(|found| found.matches.first());
    let facts = VersionFacts {
        repository,
        package: &id.package,
        version: &id.version,
        advisory: most_severe
            .map(|one| Severe { id: &one.advisory.id, level: one.severity().level }),
        licence: &version.summary.licence,
        published_at: version.published_at,
    };
    Ok(judge(&rules.rules, &facts, at))
}
