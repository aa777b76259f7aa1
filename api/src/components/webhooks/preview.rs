//! What a webhook would be sent events of, as far as it exists already (HOOK-05).

use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::webhooks::WebhookFilter;
use waybill_platform::builds::{BuildFilter, PageRange as BuildRange};
use waybill_platform::permissions::Rights;
use waybill_platform::release_bundles::{BundleCursor, BundleFilter, PageRange as BundleRange};
use waybill_platform::repositories::{
    Comparison, Criterion, ItemField, Query, Searched, SortOrder, TextField, TextTest, TimeField,
};

use super::filters;
use super::projects::is_repository_meant;
use crate::caller::RepositoryReader;
use crate::error::ApiError;
use crate::state::AppState;
use crate::wire::webhooks::{WebhookEventFilter, WebhookPreview};

/// The most names of each kind in an answer.
const NAMES_MAX: usize = 50;
/// How many of the newest files are looked at.
const FILES_SEEN_MAX: usize = 10_000;
/// How many names of builds or of bundles are read at once, and at most.
const PORTION: usize = 1_000;
const NAMES_SEEN_MAX: usize = 100_000;

pub(super) async fn preview(
    state: &AppState,
    reader: &RepositoryReader,
    project: Option<&str>,
    wanted: WebhookEventFilter,
) -> Result<WebhookPreview, ApiError> {
    let criteria = wanted.criteria.unwrap_or_default();
    let filter = filters::resolved(state, wanted.domain, criteria, project).await?;
    if project.is_some() && !wanted.domain.is_of_projects() {
        return Ok(WebhookPreview::default());
    }
    match &filter {
        WebhookFilter::Repositories { .. } => {
            in_repositories(state, reader, project, &filter).await
        }
        WebhookFilter::Builds(names) => {
            let mut all = builds(state, &reader.rights, project).await?;
            all.retain(|name| names.has(name));
            Ok(of_names(all))
        }
        WebhookFilter::Bundles(names) => {
            let mut all = bundles(state).await?;
            all.retain(|name| names.has(name));
            Ok(of_names(all))
        }
        WebhookFilter::All {} => Ok(WebhookPreview::default()),
    }
}

fn of_names(mut names: Vec<String>) -> WebhookPreview {
    names.sort_unstable();
    names.dedup();
    let total = names.len();
    names.truncate(NAMES_MAX);
    WebhookPreview { names, total, ..WebhookPreview::default() }
}

async fn in_repositories(
    state: &AppState,
    reader: &RepositoryReader,
    project: Option<&str>,
    filter: &WebhookFilter,
) -> Result<WebhookPreview, ApiError> {
    let ports = state.engine.ports();
    let failed = |error| ApiError::of_repository(&error);
    let mut wanted = ports.repositories.repositories().await.map_err(failed)?;
    wanted.retain(|stored| {
        is_repository_meant(project, stored)
            && filter.has_repository(&stored.id, stored.settings.class)
    });
    let names = wanted.iter().map(|stored| stored.settings.key.clone()).collect();
    let is_file = TextTest::Compares(Comparison::Equal, "file".to_owned());
    let query = Query {
        criterion: Criterion::Text(TextField::Kind, is_file),
        order: vec![SortOrder { field: ItemField::Time(TimeField::Updated), descending: true }],
        offset: 0,
        limit: Some(FILES_SEEN_MAX),
    };
    let found = ports.search.search(query, Searched::readable(wanted, &reader.rights)).await;
    let found = found.map_err(failed)?.items;
    let meant = found.iter().filter(|item| {
        let repository = &item.repository;
        filter.has_file(&repository.id, repository.settings.class, item.path())
    });
    let path = |item: &waybill_platform::repositories::FoundItem| {
        format!("{}/{}", item.repository.settings.key, item.path())
    };
    let files_total = meant.clone().count();
    let files = meant.take(NAMES_MAX).map(path).collect();
    Ok(WebhookPreview {
        files,
        files_total,
        files_seen: found.len(),
        has_more_files: found.len() == FILES_SEEN_MAX,
        ..of_names(names)
    })
}

/// The names of builds that may be read, of a project if one is given.
pub(super) async fn builds(
    state: &AppState,
    rights: &Rights,
    project: Option<&str>,
) -> Result<Vec<String>, ApiError> {
    let (mut names, mut after) = (Vec::new(), None);
    loop {
        let range = BuildRange { after, limit: PORTION };
        let of_project = project.map(str::to_owned);
        let filter = BuildFilter { project: of_project, range, ..BuildFilter::default() };
        let sight = rights.builds(Action::Read);
        let page = state.engine.ports().builds.builds(filter, sight).await;
        let page = page.map_err(|error| ApiError::of_build(&error))?;
        names.extend(page.rows.iter().map(|row| row.last.build.name.clone()));
        after = page.next;
        if after.is_none() || names.len() >= NAMES_SEEN_MAX {
            return Ok(names);
        }
    }
}

/// The names of release bundles.
pub(super) async fn bundles(state: &AppState) -> Result<Vec<String>, ApiError> {
    let (mut names, mut after) = (Vec::new(), None);
    loop {
        let portion = BundleRange { after, offset: 0, limit: PORTION };
        let filter = BundleFilter { origin: None, name: None, portion };
        let page = state.engine.ports().release_bundles.list(filter).await;
        let page = page.map_err(|error| ApiError::of_bundle(&error))?;
        names.extend(page.rows.iter().map(|row| row.bundle.name.clone()));
        after = page.rows.last().map(|row| BundleCursor::of(row).to_string());
        if !page.has_next || names.len() >= NAMES_SEEN_MAX {
            return Ok(names);
        }
    }
}
