//! The scanner's calls: searching the versions of packages that it compares with advisories, details of one, and what
//! it compares with (PKG-10).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::repositories::PackageType;
use waybill_machines::rules::search::{COMPONENT_ROWS, ComponentDirection, ComponentOrderBy};
use waybill_platform::repositories::{
    CATALOGUE_PAGE_MAX, COMPONENTS_PAGE_MAX, COMPONENTS_REACHED_MAX, ComponentOrder,
    ComponentQuery, ComponentRow, Findings, PackageId, VersionQuery, VersionRow,
};
use waybill_platform::scanning::Imported;
use waybill_platform::services::ServiceError;

use super::Asker;
use super::nodes::licences;
use super::scanning::{Scan, counted, vulnerability};
use crate::caller::RepositoryReader;
use crate::error::ApiError;
use crate::extract::{Body, QueryParams, check_length};
use crate::state::AppState;
use crate::version::VERSION;
use crate::wire::components::{
    ComponentDetails, ComponentDetailsRequest, ComponentSearch, ComponentSearchQuery,
    ScannedComponent, ScannedComponents, ScannerVersion,
};

/// `POST xray/ui/component/paginatedsearch`.
pub async fn search(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(query): QueryParams<ComponentSearchQuery>,
    Body(wanted): Body<ComponentSearch>,
) -> Result<Json<ScannedComponents>, ApiError> {
    admit(&state, &reader).await?;
    let (page_num, num_of_rows) = page_of(&query)?;
    let scan = Scan::of_installation(&state).await?;
    let database = scan.in_use()?;
    let severities = wanted.severities.unwrap_or_default();
    let affected = database.affected_by(wanted.cve.as_deref().unwrap_or_default(), &severities);
    let types = PackageType::ALL.into_iter().filter(|of| database.knows(*of)).collect();
    let findings: Arc<dyn Findings> = database;
    let order_by = query.order_by.unwrap_or_default();
    let direction = query.direction.unwrap_or_else(|| order_by.direction());
    let query = ComponentQuery {
        types,
        name: wanted.name.unwrap_or_default(),
        findings: (!wanted.all_components.unwrap_or_default()).then_some(findings),
        affected,
        order: match order_by {
            ComponentOrderBy::LastUpdated => ComponentOrder::LastUpdated,
            ComponentOrderBy::Name => ComponentOrder::Name,
        },
        descending: direction == ComponentDirection::Desc,
        offset: (page_num - 1) * num_of_rows,
        limit: num_of_rows,
    };
    let asker = asker(state, reader);
    let scope = asker.scope(&[]).await?;
    let page = asker.state.engine.ports().catalogue.components(query, scope).await;
    let page = page.map_err(|error| ApiError::of_repository(&error))?;
    let data = page.rows.into_iter().map(|row| component(row, &scan)).collect();
    Ok(Json(ScannedComponents {
        data,
        page_num,
        num_of_rows,
        has_next_page: page.has_more,
        is_partial: !page.is_complete,
    }))
}

/// `POST xray/ui/component/details/general`.
pub async fn details(
    State(state): State<AppState>,
    reader: RepositoryReader,
    Body(wanted): Body<ComponentDetailsRequest>,
) -> Result<Json<ComponentDetails>, ApiError> {
    admit(&state, &reader).await?;
    check_length(&[("component_id", &wanted.component_id)])?;
    let scan = Scan::of_installation(&state).await?;
    scan.in_use()?;
    let (package, version) = wanted.component_id.rsplit_once(':').unwrap_or_default();
    let package: PackageId = package.parse().map_err(|_| ApiError::no_such_component())?;
    let asker = asker(state, reader);
    let found = version_row(&asker, &package, version).await?;
    let found = found.ok_or_else(ApiError::no_such_component)?;
    let (scan_status, findings) = scan.of(&package, version);
    let vulnerability_list = findings.matches.iter().map(vulnerability).collect();
    let (size, created) = (found.bytes(), found.created_at);
    let repositories = found.places.into_iter().map(|place| place.repository.settings.key);
    let row = ComponentRow {
        package,
        version: found.name,
        modified_at: found.modified_at,
        licence: found.licence,
    };
    Ok(Json(ComponentDetails {
        repositories: repositories.collect(),
        component: component(row, &scan),
        scan_status,
        vulnerability_list,
        description: found.description,
        created,
        size,
    }))
}

/// `GET xray/ui/homepage/getXrayVersion`. The licence does not matter: the scanner runs without it.
pub async fn scanner_version(
    State(state): State<AppState>,
    reader: RepositoryReader,
) -> Result<Json<ScannerVersion>, ApiError> {
    admit(&state, &reader).await?;
    if !Scan::of_installation(&state).await?.is_there() {
        return Err(ApiError::xray_unavailable());
    }
    let database = state.engine.ports().scanning.database();
    let known = database.last().filter(|_| !database.is_lost());
    let revision = known.map(|last| last.import.database.sha256.0.clone());
    let last_import = database.last().map(|Imported { at, .. }| *at);
    Ok(Json(ScannerVersion { xray_version: VERSION, xray_revision: revision, last_import }))
}

/// Visitors who have not signed in use the scanner where the installation lets them (SEARCH-01).
async fn admit(state: &AppState, reader: &RepositoryReader) -> Result<(), ApiError> {
    if reader.person.is_some() {
        return Ok(());
    }
    let settings = state.engine.ports().settings.console().await;
    let settings =
        settings.map_err(|error: ServiceError| ApiError::unavailable(error.to_string()))?;
    let is_allowed = settings.scanning_search_for_visitors;
    is_allowed.then_some(()).ok_or_else(ApiError::unauthenticated)
}

fn asker(state: AppState, reader: RepositoryReader) -> Asker {
    let RepositoryReader { person, rights, .. } = reader;
    Asker { state, person, rights }
}

/// The number of the page and of its rows.
fn page_of(query: &ComponentSearchQuery) -> Result<(usize, usize), ApiError> {
    let rows = query.num_of_rows.unwrap_or(COMPONENT_ROWS);
    if !(1..=COMPONENTS_PAGE_MAX).contains(&rows) {
        let message = format!("'num_of_rows' must be a number from 1 to {COMPONENTS_PAGE_MAX}.");
        return Err(ApiError::bad_request("rows_out_of_bounds", message).at("num_of_rows"));
    }
    let page = query.page_num.unwrap_or(1);
    let pages = COMPONENTS_REACHED_MAX / rows;
    if !(1..=pages).contains(&page) {
        let message = format!(
            "'page_num' must be a number from 1 to {pages}. Search for a name to see what is behind."
        );
        return Err(ApiError::bad_request("page_out_of_bounds", message).at("page_num"));
    }
    Ok((page, rows))
}

/// A version of a package by its exact name, as far as the caller may read it.
async fn version_row(
    asker: &Asker,
    package: &PackageId,
    version: &str,
) -> Result<Option<VersionRow>, ApiError> {
    let query = VersionQuery {
        package: package.clone(),
        repositories: Vec::new(),
        name: version.to_owned(),
        tags: Vec::new(),
        licences: Vec::new(),
        after: None,
        before: None,
        ignores_pre_releases: false,
        affected: None,
        descending: true,
        limit: CATALOGUE_PAGE_MAX,
        cursor: None,
    };
    let scope = asker.scope(&[]).await?;
    let page = asker.state.engine.ports().catalogue.versions(query, scope).await;
    let page = page.map_err(|error| ApiError::of_repository(&error))?;
    // The name of the query is a pattern that ignores case.
    Ok(page.rows.into_iter().find(|row| row.name == version))
}

fn component(row: ComponentRow, scan: &Scan) -> ScannedComponent {
    let ComponentRow { package, version, modified_at, licence } = row;
    let (_, found) = scan.of(&package, &version);
    ScannedComponent {
        vulnerabilities: counted(&found),
        id: format!("{package}:{version}"),
        package_type: package.package_type.as_str().to_owned(),
        name: package.name,
        version,
        licenses: licences(&licence),
        last_updated: modified_at,
    }
}
