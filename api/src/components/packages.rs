//! The packages of all repositories: lists, searches and details, as queries in GraphQL.

mod about;
mod components;
mod details;
mod filters;
mod install;
mod nodes;
mod readme;
mod sbom;
mod scanning;
mod schema;
mod topic;
mod totals;
mod usage;
mod violations;

use std::sync::{Arc, LazyLock};

use anyhow::Context as _;
use async_graphql::{Request, Variables};
use axum::Json;
use axum::extract::State;
use waybill_machines::rules::services::ServiceId;
use waybill_machines::secret::PersonId;
use waybill_platform::followed_packages::EmbeddedFollowedPackages;
use waybill_platform::permissions::Rights;
use waybill_platform::repositories::Searched;
use waybill_platform::services::PackagePages;

use super::following::{FollowedTopic, RightsSource};
use super::repositories::{SERVICE, rows_for_clients, sources};
use super::sbom::MEDIA;
use crate::caller::{PackageClient, RepositoryReader};
use crate::component::{Component, Opened, Opening};
use crate::error::{ApiError, ErrorForm};
use crate::extract::{Body, QueryParams};
use crate::route::{Row, get, post};
use crate::state::AppState;
use crate::wire::packages::{
    PackagesProblem, PackagesQuery, PackagesRequest, PackagesResponse, QueryPlace,
};

use topic::FollowedChanges;

/// Where programs query, as the platform documents it.
const PUBLIC: &str = "/metadata/api/v1/query";

/// Packages.
pub struct Packages;

impl Component for Packages {
    fn calls(&self) -> Vec<Row> {
        let rows = vec![
            post("/packages", "Packages and versions, as a query in GraphQL.", console),
            get("/packages/readme", "The readme of a version.", details::version_readme),
            get(
                "/packages/dependencies",
                "What a version depends on.",
                details::version_dependencies,
            ),
            get(
                "/packages/properties",
                "The properties of the lead file of a version.",
                details::version_properties,
            ),
            get(
                "/packages/about",
                "Who made a version, and what it runs on.",
                details::version_about,
            ),
            get(
                "/packages/layers",
                "The layers of an image, with the commands that made them.",
                details::version_layers,
            ),
            post(
                "/packages/layers",
                "The same, with the view that is wanted.",
                details::version_layers_in_view,
            ),
            get(
                "/packages/builds",
                "The runs of builds that made a version.",
                details::version_builds,
            ),
            get(
                "/packages/sbom",
                "The software bill of materials of a version, in CycloneDX or SPDX.",
                sbom::version_sbom,
            )
            .responds_with(MEDIA),
            get(
                "/packages/downloads",
                "How often a package was downloaded, by day.",
                usage::downloads,
            ),
            post(
                "/packages/download",
                "A ticket for downloading a version.",
                details::version_download,
            ),
            post("/packages/follow", "Follows a package, or ends that.", usage::follow),
            get("/packages/install", "How a version is installed.", details::install_commands),
            post(
                "/packages/violations",
                "What is wrong with a version: vulnerabilities, and licences that are not clear.",
                violations::version_violations,
            ),
            get(
                "/packages/artifactCount",
                "How many files the user may read.",
                totals::artifact_count,
            ),
            get(
                "/packages/userUsage",
                "How many accounts use the installation.",
                totals::user_usage,
            ),
        ];
        let scanner = vec![
            post(
                "/xray/ui/component/paginatedsearch",
                "A page of the versions of packages that are scanned.",
                components::search,
            ),
            post(
                "/xray/ui/component/details/general",
                "What the scanner knows of a version.",
                components::details,
            ),
            get(
                "/xray/ui/homepage/getXrayVersion",
                "The scanner, and what it compares with.",
                components::scanner_version,
            ),
        ];
        // Whether the scanner runs is answered by each of its calls, in the words that lists have for it.
        let scanner = scanner.into_iter().map(|row| row.logged_by(ServiceId::Xray));
        rows.into_iter().chain(scanner).map(|row| row.depends_on(SERVICE)).collect()
    }

    fn public(&self) -> Vec<Row> {
        let rows = vec![post(PUBLIC, "Packages and versions, as a query in GraphQL.", public)];
        rows_for_clients(rows, ErrorForm::Listed)
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let ports = &opened.ports;
        let first = "the repositories are opened first";
        let followed = FollowedChanges {
            catalogue: ports.catalogue.clone().context(first)?,
            repositories: ports.repositories.clone().context(first)?,
        };
        let rights = RightsSource::new(ports)?;
        opened.topics.push(Arc::new(FollowedTopic { followed, rights }));
        let followed = EmbeddedFollowedPackages::open(opening.data.platform.clone())?;
        opened.ports.followed_packages = Some(Arc::new(followed));
        Ok(())
    }
}

/// Who asks, and what may be read.
struct Asker {
    state: AppState,
    /// The user; none without signing in.
    person: Option<PersonId>,
    rights: Rights,
}

impl Asker {
    /// The repositories in which something may be read, of those that are asked for.
    async fn scope(&self, keys: &[String]) -> Result<Vec<Searched>, ApiError> {
        sources::searched(&self.state, &self.rights, keys).await
    }

    /// How many rows pages have where a query asks for no number: as configured, except for administrators.
    async fn pages(&self) -> Result<PackagePages, ApiError> {
        let settings = &*self.state.engine.ports().settings;
        let pages = PackagePages::of(settings, self.rights.is_admin()).await;
        pages.map_err(|error| ApiError::unavailable(error.to_string()))
    }
}

/// `POST packages`: a query of the console.
pub async fn console(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(_): QueryParams<PackagesQuery>,
    Body(request): Body<PackagesRequest>,
) -> Json<PackagesResponse> {
    let RepositoryReader { person, rights, .. } = reader;
    Json(answered(request, Asker { state, person, rights }).await)
}

/// `POST metadata/api/v1/query`: a query of a program.
pub async fn public(
    State(state): State<AppState>,
    client: PackageClient,
    QueryParams(_): QueryParams<PackagesQuery>,
    Body(request): Body<PackagesRequest>,
) -> Json<PackagesResponse> {
    let (person, rights) = (client.person().cloned(), client.rights().clone());
    Json(answered(request, Asker { state, person, rights }).await)
}

async fn answered(request: PackagesRequest, asker: Asker) -> PackagesResponse {
    static SCHEMA: LazyLock<schema::PackagesSchema> = LazyLock::new(schema::schema);

    let PackagesRequest { query, variables, operation_name, .. } = request;
    let mut query = Request::new(query).data(asker);
    if let Some(variables) = variables {
        query = query.variables(Variables::from_json(variables));
    }
    if let Some(name) = operation_name {
        query = query.operation_name(name);
    }
    let answer = SCHEMA.execute(query).await;
    let errors = answer.errors.iter().map(problem).collect();
    PackagesResponse { data: answer.data.into_json().unwrap_or_default(), errors }
}

fn problem(error: &async_graphql::ServerError) -> PackagesProblem {
    let place = |at: &async_graphql::Pos| QueryPlace { line: at.line, column: at.column };
    let path = error.path.iter().map(|part| match part {
        async_graphql::PathSegment::Field(name) => name.clone(),
        async_graphql::PathSegment::Index(index) => index.to_string(),
    });
    let code = error.extensions.as_ref().and_then(|values| match values.get("code") {
        Some(async_graphql::Value::String(code)) => Some(code.clone()),
        _ => None,
    });
    PackagesProblem {
        message: error.message.clone(),
        locations: error.locations.iter().map(place).collect(),
        path: path.collect(),
        code,
    }
}
