//! The route table, one row per route.

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

use std::sync::LazyLock;

use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::any;
use axum::{Router, routing};
use release_bundles::MANIFEST_BYTES_MAX;
use tower_http::catch_panic::CatchPanicLayer;
use waybill_machines::rules::services::ServiceId;
use waybill_platform::logo::LOGO_BYTES_MAX;
use waybill_platform::release_bundles::Manifest;

use crate::caller::Admin;
use crate::error::ApiError;
use crate::extract::Body;
use crate::route::{AccessEvent, Route, Row, delete, get, post, put};
use crate::shape::{Payload, Shape};
use crate::state::AppState;
use crate::wire::support::NewSupportBundle;
use crate::{assets, headers, metrics_page, remote, requests, socket};

use ServiceId::{
    Access, Artifactory, Distribution, Insight, Mc, Router as RouterService, Tracker, Xray,
};

/// The path prefix of the console's calls.
pub const CONSOLE: &str = "/ui/api/v1";
/// The checksum lookup is available at the distribution service's own path and below the console's prefix.
const CHECKSUM: &str = "/distribution/api/ui/release_bundle/checksum/{checksum}";
/// Release bundles are served by one service, and their content is stored by another.
const RELEASE_BUNDLES: &[ServiceId] = &[Distribution, Artifactory];

/// All routes.
static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| rows().map(|row| row.route).collect());

/// All routes, in the order of the table.
pub fn all() -> &'static [Route] {
    &ROUTES
}

/// The routes of the path that a request was matched to, one per method.
pub fn matched(request: &Request) -> impl Iterator<Item = &'static Route> {
    let path = request.extensions().get::<MatchedPath>().cloned();
    all().iter().filter(move |route| path.as_ref().is_some_and(|path| path.as_str() == route.path))
}

/// The router of the whole server.
pub fn table(state: AppState) -> Router {
    let router = rows().fold(Router::new(), |router, Row { route, handler }| {
        let handler = handler.layer(DefaultBodyLimit::max(route.body_bytes_max));
        let handler = if route.tokens {
            handler.route_layer(middleware::from_fn(remote::reject_own_requests))
        } else {
            handler
        };
        router.route(&route.path, handler)
    });
    let no_such_call = || any(|| async { ApiError::not_found("There is no such call.") });
    router
        .route(CONSOLE, no_such_call())
        .route(&format!("{CONSOLE}/"), no_such_call())
        .route(&format!("{CONSOLE}/{{*call}}"), no_such_call())
        .fallback(|| async {
            ApiError::not_found("There is nothing here. The console is at /ui/.").into_response()
        })
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() })
        .layer(CatchPanicLayer::custom(|_| ApiError::internal().into_response()))
        .layer(middleware::from_fn_with_state(state.clone(), headers::add))
        .layer(middleware::from_fn_with_state(state.clone(), requests::trace_and_log))
        .with_state(state)
}

fn rows() -> impl Iterator<Item = Row> {
    let calls =
        [session(), access(), installation(), release_bundles(), logs(), support(), status()];
    let calls = calls.into_iter().flatten().map(|row| row.nested_under(CONSOLE));
    let public = [public_access(), public_operations(), public_status(), files()];
    calls.chain(public.into_iter().flatten())
}

/// The session, and what pages of the console request besides.
fn session() -> Vec<Row> {
    vec![
        get("/session", "The session of the cookie; creates one if there is none.", session::show)
            .logged_by(Access),
        get("/session/records", "The session's own records, the newest first.", session::records)
            .logged_by(Access),
        get("/session/menu", "The menus of the session.", menu::show).logged_by(Access),
        get("/session/trace", "The session's log as a verifiable file.", session::trace)
            .responds_with("application/jsonl")
            .logged_by(Access),
        get("/socket", "The socket that carries the machines.", socket::upgrade),
        post("/ui/onboarding/details", "The free texts of the onboarding.", onboarding::describe),
        post(
            "/ui/clientErrors",
            "Reports an error of a page to the server's log.",
            client_errors::report,
        ),
        get("/system/auth/screen/footer", "The footer.", system::footer),
        get("/system/version", "The version of the server.", system::version),
        get("/openapi.json", "This API as an OpenAPI document.", system::openapi)
            .responds_with("application/json"),
        get("/system/frontends", "The service front-ends whose services run.", frontends::list),
    ]
}

/// Set-up, sign-in, accounts and projects.
fn access() -> Vec<Row> {
    use AccessEvent::{Code, Enrolment, Login, Logout, Password, Revocation, Setup};
    vec![
        get("/setup", "Whether a link to set up the server still works.", setup::check)
            .logged_by(Access),
        post("/setup", "Creates the first administrator.", setup::claim).logs_access(Setup),
        post("/ui/auth/login", "Signs in.", auth::log_in).logs_access(Login),
        post("/access/auth/login", "Signs in.", auth::log_in_to_access).logs_access(Login),
        post("/ui/auth/logout", "Signs out.", auth::log_out).logs_access(Logout),
        get("/ui/auth/current", "Who has signed in.", auth::current).logged_by(Access),
        post("/ui/auth/changePassword", "Changes the user's password.", auth::change_password)
            .logs_access(Password),
        get("/ui/auth/mfa/enroll", "The second factor that is to be set up.", auth::enrolment)
            .logged_by(Access),
        post("/ui/auth/mfa/enroll", "Sets up the second factor.", auth::enroll)
            .logs_access(Enrolment),
        post("/ui/auth/mfa/verify", "Verifies the second factor.", auth::verify).logs_access(Code),
        get("/access/auth/mfa/enroll", "The second factor that is to be set up.", auth::enrolment)
            .logged_by(Access),
        post("/access/auth/mfa/enroll", "Sets up the second factor.", auth::enroll)
            .logs_access(Enrolment),
        post("/access/auth/mfa/verify", "Verifies the second factor.", auth::verify)
            .logs_access(Code),
        get("/ui/auth/sessions", "The sessions of the same user.", session::list).logged_by(Access),
        post(
            "/ui/auth/sessions/revoke",
            "Ends one of the user's sessions, or all others.",
            session::revoke,
        )
        .logs_access(Revocation),
        get("/access/api/ui/users", "All accounts.", people::list).depends_on(&[Access]),
        get("/projects", "A page of the projects, by key.", projects::list)
            .depends_on(&[Access])
            .logged_by(Access),
        post("/projects", "Creates a project.", projects::create)
            .depends_on(&[Access])
            .logged_by(Access),
    ]
}

/// The licence and the logo of the installation, and the services of a server for testing.
fn installation() -> Vec<Row> {
    vec![
        get("/system/licenses", "The licence and its history.", licences::show)
            .depends_on(&[Artifactory]),
        post("/system/licenses", "Installs a key.", licences::install).depends_on(&[Artifactory]),
        delete("/system/licenses", "Removes the installed key.", licences::remove)
            .depends_on(&[Artifactory]),
        get("/system/logo", "The uploaded logo.", logo::show),
        put("/system/logo", "Uploads a logo: a PNG, JPEG or WebP picture.", logo::upload)
            .accepts_body(Payload::Bytes("application/octet-stream"), LOGO_BYTES_MAX),
        delete("/system/logo", "Removes the uploaded logo.", logo::remove),
        get("/system/logo/{digest}", "The picture itself.", logo::picture).responds_with("image/*"),
        get("/qa/services", "The services of a server for testing.", qa::list),
        post("/qa/services/{id}", "Stops, starts or crashes a service for testing.", qa::order),
    ]
}

/// Release bundles and their retention. Access tokens are accepted.
fn release_bundles() -> Vec<Row> {
    vec![
        get(
            "/release_bundles",
            "A page of the release bundles, newest first.",
            release_bundles::list,
        )
        .depends_on(RELEASE_BUNDLES)
        .accepts_tokens(),
        post("/release_bundles", "Imports the bundle of a manifest.", release_bundles::import)
            .depends_on(RELEASE_BUNDLES)
            .accepts_body(Payload::Json(Shape::of::<Manifest>()), MANIFEST_BYTES_MAX)
            .accepts_tokens(),
        get(
            "/release_bundles/{name}/{version}",
            "A bundle, with some of its artifacts.",
            release_bundles::one,
        )
        .depends_on(RELEASE_BUNDLES)
        .accepts_tokens(),
        get(CHECKSUM, FIND, release_bundles::find).depends_on(RELEASE_BUNDLES).accepts_tokens(),
        get(
            "/ui/bundle/retention/config/enable",
            "Whether retention of target bundles is on.",
            retention::show,
        )
        .accepts_tokens(),
    ]
}

const FIND: &str = "The release bundles that hold a file with this checksum.";

/// The logs of the services. Access tokens are accepted.
fn logs() -> Vec<Row> {
    vec![
        get("/system/logs/config/{service}", LOG_CONFIG, logs::config).accepts_tokens(),
        get("/system/logs/config/{service}/{node}", LOG_CONFIG, logs::config_of_node)
            .accepts_tokens(),
        get("/system/logs/data/{service}", LOG_DATA, logs::data).quiet().accepts_tokens(),
        get("/system/logs/data/{service}/{node}/{file}", LOG_DATA, logs::data_of_node)
            .quiet()
            .accepts_tokens(),
        get("/system/logs/download/{service}", "A log as a file, or a part of it.", logs::download)
            .responds_with("text/plain; charset=utf-8")
            .accepts_tokens(),
    ]
}

const LOG_CONFIG: &str = "The logs of a service, and the nodes that have them.";
const LOG_DATA: &str = "A part of a log, after or before an offset.";

/// Support bundles. Access tokens are accepted.
fn support() -> Vec<Row> {
    let of_console = vec![
        get(
            "/ui/userSupport/listBundles",
            "Every support bundle, the newest first.",
            support::list,
        )
        .accepts_tokens(),
        post(
            "/ui/userSupport/generateBundle",
            "Requests support bundles from services.",
            support::generate,
        )
        .accepts_tokens(),
        delete("/ui/userSupport/deleteBundle/{id}", "Deletes a support bundle.", support::delete)
            .accepts_tokens(),
        get(
            "/ui/userSupport/downloadBundle/{id}",
            "A support bundle's archive, or a part of it.",
            support::download,
        )
        .responds_with("application/zip")
        .accepts_tokens(),
        post("/ui/userSupport/previewBundle", "Previews support bundles.", support::preview)
            .accepts_tokens(),
        get(
            "/ui/userSupport/previewBundle/{id}",
            "The contents of a support bundle.",
            support::show,
        )
        .accepts_tokens(),
    ];
    of_console.into_iter().chain(bundles_of_services()).collect()
}

/// The row of a service's own path for requesting a support bundle.
macro_rules! bundle_of {
    ($path:literal, $service:ident) => {
        post(
            $path,
            "Requests a support bundle from the service.",
            |state: State<AppState>, admin: Admin, body: Body<NewSupportBundle>| {
                support::create_of($service, state, admin, body)
            },
        )
        .depends_on(&[$service])
        .accepts_tokens()
    };
}

/// BUNDLE-02: the paths at which services accept requests for support bundles.
fn bundles_of_services() -> Vec<Row> {
    vec![
        bundle_of!("/distribution/api/v1/system/support/bundle", Distribution),
        bundle_of!("/xray/api/v1/system/support/bundle", Xray),
        bundle_of!("/mc/api/v1/system/support/bundle", Mc),
        bundle_of!("/insight/api/v1/system/support/bundle", Insight),
        bundle_of!("/tracker/api/v3/pdn/system/support/bundle", Tracker),
    ]
}

/// The status of the services. Access tokens are accepted.
fn status() -> Vec<Row> {
    vec![
        get("/system/status", "The status of every node of every service.", status::simple)
            .accepts_tokens(),
        get("/system/status/ha", "The services by type, each with its nodes.", status::by_type)
            .accepts_tokens(),
        get("/system/status/nodes", "The nodes that services run on.", status::nodes)
            .accepts_tokens(),
        get(
            "/system/ismicroserviceenabled/{service}",
            "Whether a service is part of the installation.",
            status::enabled,
        )
        .accepts_tokens(),
        delete(TOPOLOGY_NODE, "Takes a node out of the topology.", status::remove).accepts_tokens(),
    ]
}

const TOPOLOGY_NODE: &str = "/access/api/v1/topology/{service_id}/{node_id}";

/// The licence, projects and access tokens at the platform's public paths.
fn public_access() -> Vec<Row> {
    vec![
        get("/artifactory/api/system/license", "The installed licence.", licences::show_one)
            .depends_on(&[Artifactory]),
        post("/artifactory/api/system/licenses", "Installs a key.", licences::install_one)
            .depends_on(&[Artifactory]),
        get("/access/api/v1/projects", "A page of the projects, by key.", projects::list)
            .depends_on(&[Access]),
        post("/access/api/v1/projects", "Creates a project.", projects::create)
            .depends_on(&[Access]),
        get("/access/api/v1/tokens", "The access tokens.", tokens::list),
        delete("/access/api/v1/tokens/{id}", "Revokes an access token.", tokens::revoke),
    ]
}

/// Release bundles, support bundles and logs at the platform's public paths, for programs.
fn public_operations() -> Vec<Row> {
    let asked = vec![
        get(CHECKSUM, FIND, release_bundles::find).depends_on(RELEASE_BUNDLES).accepts_tokens(),
        get(
            "/lifecycle/api/v2/release_bundle/records/{name}",
            "The versions of a release bundle.",
            release_bundles::records,
        )
        .depends_on(RELEASE_BUNDLES)
        .logged_by(RouterService)
        .accepts_tokens(),
        get(
            "/lifecycle/api/v2/release_bundle/statuses/{name}/{version}",
            "The status of a release bundle.",
            release_bundles::status,
        )
        .depends_on(RELEASE_BUNDLES)
        .logged_by(RouterService)
        .accepts_tokens(),
        bundle_of!("/artifactory/api/system/support/bundle", Artifactory),
        bundle_of!("/artifactory/api/system/support/bundle/", Artifactory),
        get("/artifactory/api/system/support/bundles", BUNDLES, support::list_public)
            .depends_on(&[Artifactory])
            .accepts_tokens(),
        get("/artifactory/api/system/support/bundles/", BUNDLES, support::list_public)
            .depends_on(&[Artifactory])
            .accepts_tokens(),
        get("/artifactory/api/system/logs/config", LOG_CONFIG, logs::config_of_repositories)
            .accepts_tokens(),
        get("/artifactory/api/system/logs/data", LOG_DATA, logs::data_of_repositories)
            .quiet()
            .accepts_tokens(),
        get("/{service}/api/v1/system/logs/config", LOG_CONFIG, logs::config).accepts_tokens(),
        get("/{service}/api/v1/system/logs/data", LOG_DATA, logs::data).quiet().accepts_tokens(),
    ];
    asked.into_iter().chain(bundles_of_services()).collect()
}

const BUNDLES: &str = "The support bundles of the repository service.";

/// The status of the services at the paths that other programs and load balancers use.
fn public_status() -> Vec<Row> {
    vec![
        delete(TOPOLOGY_NODE, "Takes a node out of the topology.", status::remove).accepts_tokens(),
        get(
            "/router/api/v1/topology/health",
            "The health of the services.",
            status::topology_health,
        )
        .accepts_tokens(),
        get(
            "/artifactory/api/system/status",
            "The nodes of the repository service.",
            status::of_repositories,
        )
        .accepts_tokens(),
        get("/artifactory/api/system/ping", "Whether the repository service runs.", status::ping)
            .accepts_tokens(),
        get(
            "/artifactory/api/v1/system/readiness",
            "Whether the repository service accepts requests.",
            status::ready,
        )
        .accepts_tokens(),
        get(
            "/mc/api/v4/system/ping",
            "Whether mission control runs.",
            status::ping_mission_control,
        )
        .accepts_tokens(),
        get("/livez", "The process runs.", system::live).logged_by(RouterService),
        get("/readyz", "The server accepts commands.", system::ready).logged_by(RouterService),
    ]
}

/// The console itself.
fn files() -> Vec<Row> {
    vec![
        get("/", "Redirects to the console.", assets::to_console).logged_by(RouterService),
        get("/ui", "Redirects to the console.", assets::to_console).logged_by(RouterService),
        get("/ui/", "The page of the console.", assets::page)
            .responds_with("text/html; charset=utf-8")
            .logged_by(RouterService),
        get("/ui/{*path}", "A file of the console, or its page.", assets::file_or_page)
            .responds_with("*/*")
            .logged_by(RouterService),
    ]
}

/// The router of the metrics listener.
pub fn metrics_table(source: metrics_page::Source) -> Router {
    Router::new().route("/metrics", routing::get(metrics_page::page)).with_state(source)
}

#[cfg(test)]
mod tests;
