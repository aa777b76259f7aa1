//! The repositories of Git integrations: choosing them, and comparing what they depend on with security advisories.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use waybill_advisories::Match;
use waybill_engine::advisories_in_use;
use waybill_machines::rules::git::GitProduct;
use waybill_platform::git::{ManifestPackage, RepositoryPage, ScannedManifest, ScannedRepository};
use waybill_platform::scanning::Database;

use super::admin::{admitted, described, supported};
use crate::caller::Admin;
use crate::error::ApiError;
use crate::extract::{Body, PathParams, QueryParams};
use crate::state::AppState;
use crate::wire::git::{
    ChosenGitRepositories, DescribedGitIntegration, GitAdvisory, GitFinding, GitManifest,
    GitRepositories, GitRepositoriesQuery, GitScan, GitScanRequest, ListedGitRepository,
    VcsIntegration,
};

/// The most findings of an answer, of which the most severe ones stay.
const FINDINGS_MAX: usize = 2_000;

/// `GET xray/ui/vcs_integrations`.
pub async fn connected(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<Vec<VcsIntegration>>, ApiError> {
    supported(&state).await?;
    let all = state.engine.ports().git.integrations().await?;
    let scanned = all.into_iter().filter(|one| one.products.contains(&GitProduct::Scanning));
    let rows = scanned.map(|one| VcsIntegration {
        integration_id: one.key,
        vcs_type: one.fields.vendor.key(),
        name: one.fields.name,
        url: one.fields.url,
        repositories: one.repositories,
    });
    Ok(Json(rows.collect()))
}

/// `GET integration/{key}/repositories?page=&query=`.
pub async fn repositories(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(key): PathParams<String>,
    QueryParams(query): QueryParams<GitRepositoriesQuery>,
) -> Result<Json<GitRepositories>, ApiError> {
    supported(&state).await?;
    state.engine.admit_git_list(&admin.person).map_err(ApiError::too_many_requests)?;
    let GitRepositoriesQuery { page, query } = query;
    let page = page.filter(|page| !page.is_empty());
    let query = query.unwrap_or_default().trim().to_owned();
    let listed = state.engine.ports().git.repositories(key, page, query).await;
    let RepositoryPage { repositories, next } = listed?;
    let repositories = repositories.into_iter().map(|one| ListedGitRepository {
        name: one.name,
        web_url: one.web_url,
        default_branch: one.default_branch,
        private: one.private,
    });
    Ok(Json(GitRepositories { repositories: repositories.collect(), next }))
}

/// `PUT integration/{key}/repositories`.
pub async fn choose(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<ChosenGitRepositories>,
) -> Result<Json<DescribedGitIntegration>, ApiError> {
    supported(&state).await?;
    let context = admin.context(state.engine.now());
    let git = &state.engine.ports().git;
    let changed = git.choose_repositories(key, wanted.repositories, context).await;
    Ok(Json(described(changed?)))
}

/// `POST integration/{key}/scan`.
pub async fn scan(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<GitScanRequest>,
) -> Result<Json<GitScan>, ApiError> {
    supported(&state).await?;
    admitted(&state, &admin)?;
    let scanned = state.engine.ports().git.scan(key, wanted.repository).await?;
    let database = advisories(&state).await?;
    // Manifests of large projects name ten thousands of versions.
    let compared = tokio::task::spawn_blocking(move || compared(scanned, database.as_deref()));
    Ok(Json(compared.await.map_err(|_| ApiError::internal())?))
}

/// The advisories with which packages are compared; none where the installation compares none, or has none.
async fn advisories(state: &AppState) -> Result<Option<Arc<Database>>, ApiError> {
    let known = advisories_in_use(state.engine.ports(), state.engine.now()).await;
    match known {
        Ok(known) => Ok(known.ok().filter(|database| !database.is_empty())),
        Err(error) => {
            tracing::error!(service = "xray", %error, "whether packages are scanned is not known");
            Err(ApiError::internal())
        }
    }
}

fn compared(scanned: ScannedRepository, database: Option<&Database>) -> GitScan {
    let ScannedRepository { repository, revision, manifests, truncated } = scanned;
    let mut findings = database.map_or_else(Vec::new, |known| findings(known, &manifests));
    let truncated = truncated || findings.len() > FINDINGS_MAX;
    findings.truncate(FINDINGS_MAX);
    let manifests = manifests.into_iter().map(|manifest| GitManifest {
        path: manifest.path,
        kind: manifest.kind.as_str().to_owned(),
        packages: manifest.packages.len(),
        problem: manifest.problem,
    });
    GitScan {
        repository,
        revision,
        manifests: manifests.collect(),
        findings,
        truncated,
        advisories_available: database.is_some(),
    }
}

/// The affected packages of each manifest, the most severe first.
fn findings(database: &Database, manifests: &[ScannedManifest]) -> Vec<GitFinding> {
    let mut found = Vec::new();
    for manifest in manifests {
        for package in &manifest.packages {
            let ManifestPackage { package_type, name, version } = package;
            let matches = database.find(*package_type, name, version).matches;
            // The most severe is the first.
            let Some(level) = matches.first().map(|one| one.severity().level) else { continue };
            let finding = GitFinding {
                manifest: manifest.path.clone(),
                package_type: package_type.as_str().to_owned(),
                name: name.clone(),
                version: version.clone(),
                advisories: matches.iter().map(advisory).collect(),
            };
            found.push((level, finding));
        }
    }
    found.sort_by_key(|(level, _)| *level);
    found.into_iter().map(|(_, finding)| finding).collect()
}

fn advisory(found: &Match<'_>) -> GitAdvisory {
    GitAdvisory {
        id: found.advisory.id.clone(),
        severity: found.severity().level.as_str().to_owned(),
        fixed: found.fixed.iter().map(|version| (*version).to_owned()).collect(),
    }
}
