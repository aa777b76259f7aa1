//! The route table, assembled from the rows of all components.

use std::sync::LazyLock;

use axum::extract::{DefaultBodyLimit, MatchedPath, Request};
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::any;
use axum::{Router, routing};
use tower_http::catch_panic::CatchPanicLayer;

use crate::error::{self, ApiError};
use crate::route::{Route, Row};
use crate::state::AppState;
use crate::{
    budgets, client_address, components, cross_origin, download_rules, downloads, headers,
    metrics_page, remote, requests, sso_proxies,
};

/// The path prefix of the console's calls.
pub const CONSOLE: &str = "/ui/api/v1";
/// All routes.
static ROUTES: LazyLock<Vec<Route>> =
    LazyLock::new(|| components::rows(CONSOLE).map(|row| row.route).collect());

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
    let below = with_rows(components::rows(CONSOLE));
    let no_such_call = || any(|| async { ApiError::not_found("There is no such call.") });
    let below = below
        .route(CONSOLE, no_such_call())
        .route(&format!("{CONSOLE}/"), no_such_call())
        .route(&format!("{CONSOLE}/{{*call}}"), no_such_call())
        // No repository has this key.
        .route("/artifactory/api/{*call}", no_such_call());
    let elsewhere = with_rows(components::rows(CONSOLE).filter(|row| row.route.is_at_root));
    let base_path = state.edge.address.base_path().clone();
    base_path.split(around(below, state.clone()), around(elsewhere, state))
}

fn with_rows(rows: impl Iterator<Item = Row>) -> Router<AppState> {
    rows.fold(Router::new(), |router, Row { route, handler }| {
        let handler = handler.layer(DefaultBodyLimit::max(route.body_bytes_max));
        let handler = if route.tokens {
            handler.route_layer(middleware::from_fn(remote::reject_own_requests))
        } else {
            handler
        };
        router.route(&route.path, handler)
    })
}

/// What is done for every request, found or not.
fn around(router: Router<AppState>, state: AppState) -> Router {
    let console = state.edge.address.base_path().path("/ui/");
    let nothing = format!("There is nothing here. The console is at {console}.");
    router
        .fallback(|| async { ApiError::not_found(nothing).into_response() })
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() })
        .layer(CatchPanicLayer::custom(|_| ApiError::internal().into_response()))
        .layer(middleware::from_fn_with_state(state.clone(), budgets::count))
        .layer(middleware::from_fn(cross_origin::allow))
        .layer(middleware::from_fn_with_state(state.clone(), download_rules::apply))
        .layer(middleware::from_fn_with_state(state.clone(), headers::add))
        .layer(middleware::from_fn_with_state(state.clone(), downloads::follow))
        .layer(middleware::from_fn(error::in_form_of_route))
        .layer(middleware::from_fn_with_state(state.clone(), requests::trace_and_log))
        .layer(middleware::from_fn_with_state(state.clone(), client_address::resolve))
        .layer(middleware::from_fn_with_state(state.clone(), sso_proxies::take))
        .with_state(state)
}

/// The router of the metrics listener.
pub fn metrics_table(source: metrics_page::Source) -> Router {
    Router::new().route("/metrics", routing::get(metrics_page::page)).with_state(source)
}

#[cfg(test)]
mod tests;
