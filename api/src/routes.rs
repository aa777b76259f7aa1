//! The whole route table, one line an operation.

pub mod auth;
pub mod client_errors;
mod frontends;
mod licences;
pub mod logo;
mod logs;
mod menu;
mod onboarding;
mod people;
mod projects;
mod qa;
pub mod release_bundles;
mod retention;
pub mod session;
pub mod setup;
pub mod status;
mod support;
mod system;
pub mod tokens;

use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{delete, get, post};
use axum::{Extension, Router, response::IntoResponse};
use release_bundles::MANIFEST_BYTES_MAX;
use tower_http::catch_panic::CatchPanicLayer;
use waybill_machines::rules::services::ServiceId;
use waybill_platform::logo::LOGO_BYTES_MAX;

use crate::bearer::TakesTokens;
use crate::error::ApiError;
use crate::house::House;
use crate::sent::BODY_BYTES_MAX;
use crate::{assets, headers, metrics_page, remote, requests, socket};

/// The lookup by checksum stands at the distribution service's own path, and below the console's.
const CHECKSUM: &str = "/distribution/api/ui/release_bundle/checksum/{checksum}";
/// The handler that asks this service for its support bundle.
macro_rules! bundle_of {
    ($service:ident) => {
        |house, admin, body| support::create_of(ServiceId::$service, house, admin, body)
    };
}

/// Everything that the server answers.
#[allow(clippy::too_many_lines, reason = "it is a table, one line an operation")]
pub fn table(house: House) -> Router {
    let api = Router::new()
        .route("/session", get(session::show))
        .route("/session/records", get(session::records))
        .route("/session/menu", get(menu::show))
        .route("/session/trace", get(session::trace))
        .route("/socket", get(socket::upgrade))
        .route("/setup", get(setup::check).post(setup::claim))
        .route("/ui/auth/login", post(auth::log_in))
        .route("/access/auth/login", post(auth::log_in_to_access))
        .route("/ui/auth/logout", post(auth::log_out))
        .route("/ui/auth/current", get(auth::current))
        .route("/ui/auth/changePassword", post(auth::change_password))
        .route("/ui/auth/mfa/enroll", get(auth::enrolment).post(auth::enroll))
        .route("/ui/auth/mfa/verify", post(auth::verify))
        .route("/access/auth/mfa/enroll", get(auth::enrolment).post(auth::enroll))
        .route("/access/auth/mfa/verify", post(auth::verify))
        .route("/ui/auth/sessions", get(session::list))
        .route("/ui/auth/sessions/revoke", post(session::revoke))
        .route("/access/api/ui/users", get(people::list))
        .route("/ui/onboarding/details", post(onboarding::describe))
        .route("/projects", get(projects::list).post(projects::create))
        .route("/system/auth/screen/footer", get(system::footer))
        .route("/system/version", get(system::version))
        .merge(qa_calls())
        .route(
            "/system/licenses",
            get(licences::show).post(licences::install).delete(licences::remove),
        )
        .route(
            "/system/logo",
            get(logo::show)
                .put(logo::upload)
                .delete(logo::remove)
                .layer(DefaultBodyLimit::max(LOGO_BYTES_MAX)),
        )
        .route("/system/logo/{digest}", get(logo::picture))
        .route("/system/frontends", get(frontends::list))
        .merge(operations())
        .route("/ui/clientErrors", post(client_errors::take))
        .fallback(|| async { ApiError::not_found("There is no such call.") })
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() });
    Router::new()
        .nest("/ui/api/v1", api)
        .route("/artifactory/api/system/license", get(licences::show_one))
        .route("/artifactory/api/system/licenses", post(licences::install_one))
        .merge(public_operations())
        .route("/access/api/v1/projects", get(projects::list).post(projects::create))
        .route("/access/api/v1/tokens", get(tokens::list))
        .route("/access/api/v1/tokens/{id}", delete(tokens::revoke))
        .route("/livez", get(system::live))
        .route("/readyz", get(system::ready))
        .route("/", get(assets::to_console))
        .route("/ui", get(assets::to_console))
        .route("/ui/", get(assets::page))
        .route("/ui/{*path}", get(assets::file_or_page))
        .fallback(|| async {
            ApiError::not_found("There is nothing here. The console is at /ui/.").into_response()
        })
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() })
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .layer(CatchPanicLayer::custom(|_| ApiError::internal().into_response()))
        .layer(middleware::from_fn_with_state(house.clone(), headers::add))
        .layer(middleware::from_fn_with_state(house.clone(), requests::note))
        .with_state(house)
}

/// What is asked of the running services, for the console. A program may ask it with an access token.
fn operations() -> Router<House> {
    Router::new()
        .route("/release_bundles", get(release_bundles::list))
        .route(
            "/release_bundles",
            post(release_bundles::import).layer(DefaultBodyLimit::max(MANIFEST_BYTES_MAX)),
        )
        .route("/release_bundles/{name}/{version}", get(release_bundles::one))
        .route(CHECKSUM, get(release_bundles::find))
        .route("/ui/bundle/retention/config/enable", get(retention::show))
        .route("/system/logs/config/{service}", get(logs::config))
        .route("/system/logs/config/{service}/{node}", get(logs::config_of_node))
        .route("/system/logs/data/{service}", get(logs::data))
        .route("/system/logs/data/{service}/{node}/{file}", get(logs::data_of_node))
        .route("/system/logs/download/{service}", get(logs::download))
        .route("/ui/userSupport/listBundles", get(support::list))
        .route("/ui/userSupport/generateBundle", post(support::generate))
        .route("/ui/userSupport/deleteBundle/{id}", delete(support::delete))
        .route("/ui/userSupport/downloadBundle/{id}", get(support::download))
        .route("/ui/userSupport/previewBundle", post(support::preview))
        .route("/ui/userSupport/previewBundle/{id}", get(support::show))
        .merge(bundles_of_services())
        .merge(status_calls())
        .route_layer(Extension(TakesTokens))
        .route_layer(middleware::from_fn(remote::refuse_itself))
}

/// The same at the platform's public paths.
fn public_operations() -> Router<House> {
    Router::new()
        .route(CHECKSUM, get(release_bundles::find))
        .route("/lifecycle/api/v2/release_bundle/records/{name}", get(release_bundles::records))
        .route(
            "/lifecycle/api/v2/release_bundle/statuses/{name}/{version}",
            get(release_bundles::status),
        )
        .merge(bundles_of_services())
        .route("/artifactory/api/system/support/bundle", post(bundle_of!(Artifactory)))
        .route("/artifactory/api/system/support/bundle/", post(bundle_of!(Artifactory)))
        .route("/artifactory/api/system/support/bundles", get(support::list_public))
        .route("/artifactory/api/system/support/bundles/", get(support::list_public))
        .route("/artifactory/api/system/logs/config", get(logs::config_of_repositories))
        .route("/artifactory/api/system/logs/data", get(logs::data_of_repositories))
        .route("/{service}/api/v1/system/logs/config", get(logs::config))
        .route("/{service}/api/v1/system/logs/data", get(logs::data))
        .merge(services())
        .route_layer(Extension(TakesTokens))
        .route_layer(middleware::from_fn(remote::refuse_itself))
}

/// BUNDLE-02: the paths at which a service is asked for its support bundle.
fn bundles_of_services() -> Router<House> {
    Router::new()
        .route("/distribution/api/v1/system/support/bundle", post(bundle_of!(Distribution)))
        .route("/xray/api/v1/system/support/bundle", post(bundle_of!(Xray)))
        .route("/mc/api/v1/system/support/bundle", post(bundle_of!(Mc)))
        .route("/insight/api/v1/system/support/bundle", post(bundle_of!(Insight)))
        .route("/tracker/api/v3/pdn/system/support/bundle", post(bundle_of!(Tracker)))
}

/// What testers may do to services.
fn qa_calls() -> Router<House> {
    Router::new().route("/qa/services", get(qa::list)).route("/qa/services/{id}", post(qa::order))
}

/// How services are, for the console.
fn status_calls() -> Router<House> {
    Router::new()
        .route("/system/status", get(status::simple))
        .route("/system/status/ha", get(status::by_type))
        .route("/system/status/nodes", get(status::nodes))
        .route("/system/ismicroserviceenabled/{service}", get(status::enabled))
        .route("/access/api/v1/topology/{service_id}/{node_id}", delete(status::remove))
}

/// How services are, as other programs and load balancers ask it.
fn services() -> Router<House> {
    Router::new()
        .route("/access/api/v1/topology/{service_id}/{node_id}", delete(status::remove))
        .route("/router/api/v1/topology/health", get(status::topology_health))
        .route("/artifactory/api/system/status", get(status::of_repositories))
        .route("/artifactory/api/system/ping", get(status::ping))
        .route("/artifactory/api/v1/system/readiness", get(status::ready))
        .route("/mc/api/v4/system/ping", get(status::ping_mission_control))
}

/// What the listener for Prometheus answers.
pub fn metrics_table(source: metrics_page::Source) -> Router {
    Router::new().route("/metrics", get(metrics_page::page)).with_state(source)
}
