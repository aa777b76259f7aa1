//! Middleware for every request: its trace id, a line of the request log, and a line of the access log for sign-in
//! calls and rejections.

use std::net::IpAddr;
use std::time::Instant;

use axum::body::HttpBody as _;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use waybill_engine::SessionId;
use waybill_machines::rules::services::ServiceId;
use waybill_platform::logs::{Answered, LogId, LogKind, access_line, request_line};
use waybill_platform::telemetry::{Attribute, Started};
use waybill_platform::trace::{self, Trace};

use crate::bearer::TokenOwner;
use crate::caller::token;
use crate::client_address;
use crate::metrics_page;
use crate::route::{Log, Route};
use crate::routes;
use crate::state::AppState;

/// The header that carries the trace id, in both directions.
const TRACE: HeaderName = HeaderName::from_static("x-trace-id");

/// The header by which another server names the trace and its own span.
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// Runs a request within its trace and logs the response.
pub async fn trace_and_log(
    State(state): State<AppState>,
    mut request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let info = RequestInfo::of(&request, &state);
    request.extensions_mut().insert(info.token_owner.clone());
    if let Some(route) = info.route {
        request.extensions_mut().insert(route);
    }
    let trace = info.trace.clone();
    let span = Started::server(trace.clone());
    let mut response = trace::within(Some(span.trace()), next.run(request)).await;
    info.end(span, response.status().as_u16());
    if let Ok(value) = HeaderValue::from_str(&trace.to_string()) {
        response.headers_mut().insert(TRACE, value);
    }
    let took = began.elapsed();
    metrics_page::count(info.route, &info.method, response.status().as_u16(), took);
    let took_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    info.write_logs(&state, &response, took_ms);
    response
}

/// Response extension: what the caller wanted to be let in for was not accepted, although the browser goes on.
#[derive(Debug, Clone, Copy)]
pub struct NotAccepted;

/// Data about a request that is collected before it is handled.
struct RequestInfo {
    at: waybill_machines::Timestamp,
    trace: Trace,
    address: Option<IpAddr>,
    session: Option<SessionId>,
    /// The matching route, if the path has one with this method.
    route: Option<&'static Route>,
    /// The service to whose logs the request is written.
    service: ServiceId,
    /// The user who was signed in before the request; after a logout there is none.
    user: Option<String>,
    /// Receives the owner of an access token when it is known.
    token_owner: TokenOwner,
    method: Method,
    uri: String,
    agent: String,
}

impl RequestInfo {
    fn of(request: &Request, state: &AppState) -> Self {
        let headers = request.headers();
        let session =
            token(headers, &state.cookie_name()).and_then(|token| state.engine.session_of(&token));
        let address = client_address::of(request.extensions());
        let of_path: Vec<_> = routes::matched(request).collect();
        let trace = text(headers, TRACEPARENT).and_then(Trace::of_traceparent);
        let trace = trace.or_else(|| text(headers, TRACE).and_then(Trace::parse));
        let trace = trace.unwrap_or_else(Trace::fresh);
        Self {
            at: state.engine.now(),
            trace: trace.with_address(address),
            address,
            user: session.as_ref().and_then(|session| user(state, session)),
            session,
            route: of_path.iter().copied().find(|route| route.answers(request.method())),
            service: service_of(request.uri().path(), of_path.first().copied()),
            token_owner: TokenOwner::default(),
            method: request.method().clone(),
            uri: request.uri().to_string(),
            agent: text(headers, header::USER_AGENT).unwrap_or_default().to_owned(),
        }
    }

    /// Ends the span of the request.
    fn end(&self, span: Started, status: u16) {
        span.end(|| {
            let method = metrics_page::method_label(&self.method).to_owned();
            let path = self.route.map(|route| route.path.as_str());
            let name = path.map_or_else(|| method.clone(), |path| format!("{method} {path}"));
            let mut attributes = vec![Attribute::Method(method), Attribute::Status(status)];
            attributes.extend(path.map(Attribute::Route));
            (name, status >= 500, attributes)
        });
    }

    fn write_logs(self, state: &AppState, response: &Response, took_ms: u64) {
        let status = response.status();
        let log = self.route.map_or(Log::Request, |route| route.log);
        if log == Log::Quiet && status.is_success() {
            return;
        }
        let user = self.session.as_ref().and_then(|session| user(state, session));
        let user = self.token_owner.0.get().map(|token| token.person.0.clone()).or(user);
        let is_accepted = response.extensions().get::<NotAccepted>().is_none();
        let outcome_as = if is_accepted { status.as_u16() } else { 401 };
        let outcome = Outcome::of(&self.method, log, outcome_as);
        let service = self.service;
        let answered = Answered {
            at: self.at,
            trace: self.trace,
            address: self.address,
            user: user.or(self.user).unwrap_or_else(|| "anonymous".to_owned()),
            method: self.method.to_string(),
            uri: self.uri,
            status: status.as_u16(),
            bytes: response.body().size_hint().exact(),
            took_ms,
            agent: self.agent,
        };
        if let Some(Outcome { accepted, what }) = outcome {
            let log = LogId::new(service, LogKind::Access);
            state.log_writer.write(log, access_line(&answered, accepted, what));
        }
        let log = LogId::new(service, LogKind::Request);
        state.log_writer.write(log, request_line(&answered));
    }
}

fn user(state: &AppState, session: &SessionId) -> Option<String> {
    state.engine.person_of(session).map(|person| person.0)
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// The service that a path belongs to: the service named by its first segment (after the console's API prefix),
/// otherwise that of its route. Paths outside the API are the console itself, which belongs to the router.
fn service_of(path: &str, route: Option<&Route>) -> ServiceId {
    let call = path.strip_prefix(routes::CONSOLE).filter(|call| call.starts_with('/'));
    let first = call.unwrap_or(path).trim_start_matches('/').split('/').next();
    let named = first.and_then(|first| first.parse().ok());
    let other = if call.is_some() { ServiceId::Artifactory } else { ServiceId::Router };
    named.unwrap_or_else(|| route.map_or(other, |route| route.service))
}

/// The outcome of a request in the access log.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    accepted: bool,
    what: &'static str,
}

impl Outcome {
    /// None for requests that do not concern access: permitted reads and writes, and malformed requests.
    fn of(method: &Method, log: Log, status: u16) -> Option<Self> {
        let event = match log {
            Log::Access(event) => Some(event.as_str()),
            Log::Request | Log::Quiet => None,
        };
        let other = if method == Method::GET { "READ" } else { "WRITE" };
        match (event, status) {
            (Some(what), 200..=399) => Some(Self { accepted: true, what }),
            (Some(what), 401 | 403 | 409 | 410 | 422 | 429) => Some(Self { accepted: false, what }),
            (None, 401 | 403) => Some(Self { accepted: false, what: other }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(method: &Method, path: &str) -> Option<&'static Route> {
        routes::all().iter().find(|route| route.path == path && route.answers(method))
    }

    /// covers: [LOGV-02]
    #[test]
    fn every_path_belongs_to_a_service() {
        for (path, service) in [
            ("/ui/api/v1/ui/auth/login", ServiceId::Access),
            ("/ui/api/v1/access/api/ui/users", ServiceId::Access),
            ("/ui/api/v1/projects", ServiceId::Access),
            ("/access/api/v1/projects", ServiceId::Access),
            ("/ui/api/v1/socket", ServiceId::Artifactory),
            ("/ui/api/v1/system/version", ServiceId::Artifactory),
            ("/ui/api/v1/event/x", ServiceId::Event),
            ("/ui/api/v1/nothing", ServiceId::Artifactory),
            ("/xray/api/v1/system/logs/config", ServiceId::Xray),
            ("/ui/js/x.js", ServiceId::Router),
            ("/", ServiceId::Router),
            ("//access", ServiceId::Access),
        ] {
            let of_path = routes::all().iter().find(|route| route.path == path);
            assert_eq!(service_of(path, of_path), service, "{path}");
        }
    }

    #[test]
    fn the_access_log_has_sign_ins_and_rejections() {
        let of = |method: Method, call: &str, status| {
            let route = route(&method, &format!("{}/{call}", routes::CONSOLE)).expect("a route");
            let outcome = Outcome::of(&method, route.log, status);
            outcome.map(|outcome| (outcome.accepted, outcome.what))
        };
        for path in ["ui/auth/login", "access/auth/login"] {
            assert_eq!(of(Method::POST, path, 200), Some((true, "LOGIN")));
            assert_eq!(of(Method::POST, path, 401), Some((false, "LOGIN")));
            assert_eq!(of(Method::POST, path, 400), None);
        }
        // The second factor can be verified at either path.
        for path in ["ui/auth/mfa/verify", "access/auth/mfa/verify"] {
            assert_eq!(of(Method::POST, path, 401), Some((false, "CODE")));
        }
        assert_eq!(of(Method::GET, "setup", 200), None);
        assert_eq!(of(Method::POST, "setup", 200), Some((true, "SETUP")));
        assert_eq!(of(Method::GET, "system/licenses", 403), Some((false, "READ")));
        assert_eq!(of(Method::DELETE, "system/licenses", 403), Some((false, "WRITE")));
        assert_eq!(of(Method::GET, "system/licenses", 200), None);
    }
}
