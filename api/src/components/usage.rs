//! How much is stored, by repository and project, for administrators (USAGE-01). Files are counted as often as they
//! occur; a content is stored once, however many files have it.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::repositories::RepositoryClass;
use waybill_platform::repositories::{RepositoryError, StoredRepository, Usage};

use super::repositories::{SERVICE, rows_for_clients};
use crate::caller::{Admin, AdminClient};
use crate::component::Component;
use crate::error::{ApiError, ErrorForm};
use crate::route::{Row, get};
use crate::state::AppState;
use crate::wire::usage::{
    BinariesSummary, ConsoleUsage, FileStoreSummary, ProjectSummary, ProjectUsage,
    RepositorySummary, RepositoryUsage, StorageInfo,
};

/// How much is stored.
pub struct Usages;

impl Component for Usages {
    fn calls(&self) -> Vec<Row> {
        let usage = get("/usage", "How much is stored, by repository and project.", console);
        vec![usage.depends_on(SERVICE)]
    }

    fn public(&self) -> Vec<Row> {
        let path = "/artifactory/api/storageinfo";
        let rows = vec![get(path, "How much is stored, by repository and project.", public)];
        rows_for_clients(rows, ErrorForm::Listed)
    }
}

/// `GET usage`.
pub async fn console(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<ConsoleUsage>, ApiError> {
    Ok(Json(usage(&state).await?))
}

/// `GET api/storageinfo`.
pub async fn public(
    State(state): State<AppState>,
    _: AdminClient,
) -> Result<Json<StorageInfo>, ApiError> {
    Ok(Json(summarised(usage(&state).await?)))
}

async fn usage(state: &AppState) -> Result<ConsoleUsage, ApiError> {
    let ports = state.engine.ports();
    let failed = |error: RepositoryError| ApiError::of_repository(&error);
    let mut repositories = Vec::new();
    for stored in ports.repositories.repositories().await.map_err(failed)? {
        // What a virtual one shows is in others.
        if stored.settings.class == RepositoryClass::Virtual {
            continue;
        }
        let usage = unless_gone(ports.artifacts.usage(stored.clone()).await).map_err(failed)?;
        let trash = unless_gone(ports.trash.trash_usage(stored.clone()).await).map_err(failed)?;
        repositories.push(row(stored, usage, trash));
    }
    let stored = ports.cleaning.stored_bytes().await.map_err(failed)?;
    let sum = |of: fn(&RepositoryUsage) -> u64| repositories.iter().map(of).sum();
    Ok(ConsoleUsage {
        files: sum(|one| one.files),
        bytes: sum(|one| one.bytes),
        trash_bytes: sum(|one| one.trash_bytes),
        projects: by_project(&repositories),
        repositories,
        contents: stored.contents,
        stored_bytes: stored.bytes,
    })
}

/// The usage of a repository; that of one that was deleted meanwhile is zero.
fn unless_gone(usage: Result<Usage, RepositoryError>) -> Result<Usage, RepositoryError> {
    match usage {
        Err(RepositoryError::NoRepository) => Ok(Usage::default()),
        usage => usage,
    }
}

fn row(stored: StoredRepository, usage: Usage, trash: Usage) -> RepositoryUsage {
    let settings = stored.settings;
    RepositoryUsage {
        id: stored.id,
        key: settings.key,
        class: settings.class,
        package_type: settings.package_type,
        project_key: settings.project_key,
        files: usage.files,
        bytes: usage.bytes,
        trash_bytes: trash.bytes,
        quota_bytes: settings.quota_bytes,
    }
}

/// The projects that have repositories, by key, and then what belongs to none.
fn by_project(repositories: &[RepositoryUsage]) -> Vec<ProjectUsage> {
    // Those without a project sort behind all others.
    let mut projects = BTreeMap::<(bool, Option<&String>), ProjectUsage>::new();
    for one in repositories {
        let key = one.project_key.as_ref();
        let project = projects.entry((key.is_none(), key)).or_insert_with(|| ProjectUsage {
            key: key.cloned(),
            repositories: 0,
            files: 0,
            bytes: 0,
        });
        project.repositories += 1;
        project.files += one.files;
        project.bytes = project.bytes.saturating_add(one.bytes);
    }
    projects.into_values().collect()
}

fn summarised(usage: ConsoleUsage) -> StorageInfo {
    let ConsoleUsage { repositories, projects, files, bytes, trash_bytes, .. } = usage;
    let artifacts = bytes.saturating_add(trash_bytes);
    let total = RepositorySummary {
        repo_key: "TOTAL".to_owned(),
        repo_type: "NA".to_owned(),
        package_type: None,
        project_key: None,
        files_count: files,
        items_count: files,
        used_space: size_text(bytes),
        used_space_in_bytes: bytes,
        trash_in_bytes: trash_bytes,
        percentage: None,
        quota_in_bytes: None,
    };
    let rows = repositories.into_iter().map(|one| RepositorySummary {
        repo_key: one.key,
        repo_type: one.class.as_str().to_uppercase(),
        package_type: Some(one.package_type.as_str().to_owned()),
        project_key: one.project_key,
        files_count: one.files,
        items_count: one.files,
        used_space: size_text(one.bytes),
        used_space_in_bytes: one.bytes,
        trash_in_bytes: one.trash_bytes,
        percentage: Some(share_text(one.bytes, bytes)),
        quota_in_bytes: one.quota_bytes,
    });
    let of_projects = projects.into_iter().map(|one| ProjectSummary {
        project_key: one.key,
        repositories_count: one.repositories,
        files_count: one.files,
        used_space: size_text(one.bytes),
        used_space_in_bytes: one.bytes,
    });
    StorageInfo {
        binaries_summary: BinariesSummary {
            binaries_count: usage.contents.to_string(),
            binaries_size: size_text(usage.stored_bytes),
            binaries_size_in_bytes: usage.stored_bytes,
            artifacts_size: size_text(artifacts),
            artifacts_size_in_bytes: artifacts,
            optimization: share_text(usage.stored_bytes, artifacts),
            items_count: files.to_string(),
            artifacts_count: files.to_string(),
        },
        file_store_summary: FileStoreSummary {
            storage_type: "content-addressed".to_owned(),
            used_space: size_text(usage.stored_bytes),
            used_space_in_bytes: usage.stored_bytes,
        },
        repositories_summary_list: rows.chain([total]).collect(),
        projects_summary_list: of_projects.collect(),
    }
}

/// A number of bytes as the platform writes it: two decimals, in units of 1024.
fn size_text(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["KB", "MB", "GB", "TB", "PB"];
    if bytes < 1_024 {
        return format!("{bytes} bytes");
    }
    // In hundredths of the unit.
    let (mut size, mut unit) = (u128::from(bytes) * 100 / 1_024, 0);
    while size >= 102_400 && unit + 1 < UNITS.len() {
        size /= 1_024;
        unit += 1;
    }
    format!("{}.{:02} {}", size / 100, size % 100, UNITS[unit])
}

/// A share of a whole as the platform writes it, in per cent with two decimals; of nothing it is zero.
fn share_text(part: u64, whole: u64) -> String {
    let share = u128::from(part) * 10_000 / u128::from(whole.max(1));
    format!("{}.{:02}%", share / 100, share % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_shares_are_written_as_the_platform_does() {
        for (bytes, text) in [
            (0, "0 bytes"),
            (1_023, "1023 bytes"),
            (1_024, "1.00 KB"),
            (1_536, "1.50 KB"),
            (5 * 1_024 * 1_024, "5.00 MB"),
            (u64::MAX, "16383.99 PB"),
        ] {
            assert_eq!(size_text(bytes), text);
        }
        let shares = [share_text(0, 0), share_text(1, 3), share_text(7, 7)];
        assert_eq!(shares, ["0.00%", "33.33%", "100.00%"]);
    }
}
