//! Whether a file of a package may be sent to a client, by the rules about downloads.

use waybill_machines::Timestamp;
use waybill_machines::rules::download_rules::DownloadCondition;
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::download_rules::{Severe, StoredRules, Verdict, VersionFacts, judge};
use waybill_platform::repositories::{RepositoryError, StoredVersion, VersionId};
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
    /// What is known of it, if it is in no index of versions: those of remote repositories are in none.
    pub described: Option<Described>,
}

/// What is known of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
    /// Its licence as its author writes it; empty if it has none, or it is not known.
    pub licence: String,
    /// When it was published, or else when the server got to know it.
    pub published_at: Timestamp,
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
    let WantedVersion { repository, repository_id, package_type, id, described } = wanted;
    let mut applying = rules.of(repository).peekable();
    if applying.peek().is_none() {
        return Ok(Verdict::Allowed);
    }
    let asks_for_severity =
        applying.any(|rule| matches!(rule.condition, DownloadCondition::Severity { .. }));
    let described = match described {
        Some(described) => described.clone(),
        None => match ports.packages.version(repository_id.clone(), id.clone()).await? {
            Some(StoredVersion { summary, published_at, .. }) => {
                Described { licence: summary.licence, published_at }
            }
            None => return Ok(Verdict::Allowed),
        },
    };
    let advisories =
        if asks_for_severity { advisories_in_use(ports, at).await?.ok() } else { None };
    let found = advisories.as_ref().map(|all| all.find(*package_type, &id.package, &id.version));
    let most_severe = found.as_ref().and_then(|found| found.matches.first());
    let facts = VersionFacts {
        repository,
        package: &id.package,
        version: &id.version,
        advisory: most_severe
            .map(|one| Severe { id: &one.advisory.id, level: one.severity().level }),
        licence: &described.licence,
        published_at: described.published_at,
    };
    Ok(judge(&rules.rules, &facts, at))
}
