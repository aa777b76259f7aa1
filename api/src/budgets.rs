//! What clients may use of the server: places for connections and sockets, and requests.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{Extensions, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tokio_util::either::Either;
use tokio_util::task::AbortOnDropHandle;
use waybill_engine::SessionToken;
use waybill_machines::secret::PersonId;
use waybill_platform::access::Source;
use waybill_platform::limits::{
    Account, Holder, Limits, Place, PlaceLimits, Places, Resource, ServerLimits,
};
use waybill_platform::trace;

use crate::bearer;
use crate::caller::{source, token};
use crate::client_address;
use crate::error::ApiError;
use crate::route::Route;
use crate::state::AppState;

/// The place of the connection that a request came over, as an extension of the request.
#[derive(Debug, Clone)]
pub struct ConnectionPlace(pub Arc<Place>);

impl ConnectionPlace {
    /// That of a request, if it came over a connection.
    pub fn of(extensions: &Extensions) -> Option<Self> {
        extensions.get::<Self>().cloned()
    }
}

/// Places for connections; `most` is what the limit of open files admits.
pub fn connections(limits: &Limits, most: u32) -> Places {
    let Limits { address, person, visitors, server: ServerLimits { connections, .. }, .. } = limits;
    let all = (*connections).min(most.try_into().unwrap_or(*connections));
    Places::new(PlaceLimits {
        resource: Resource::Connections,
        all,
        visitors: visitors.places_percent,
        address: address.connections,
        person: person.connections,
        // Another client at the address may be a user whose first request is still to come.
        own_gives_way: true,
    })
}

/// Places for sockets.
pub fn sockets(limits: &Limits) -> Places {
    let Limits { address, person, visitors, server, .. } = limits;
    Places::new(PlaceLimits {
        resource: Resource::Sockets,
        all: server.sockets,
        visitors: visitors.places_percent,
        address: address.sockets,
        person: person.sockets,
        // The tab whose socket was closed would connect again, and close that of another one.
        own_gives_way: false,
    })
}

/// Middleware: counts a request, and rejects it when its user or address has sent too many. Requests with an access
/// token are counted once the token's owner is known. Sessions and the steps of signing in have limits of their own.
pub async fn count(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<&'static Route>().copied();
    let cookie = token(request.headers(), &state.cookie_name());
    if cookie.is_none()
        && let Some(token) = bearer::counted(request.headers(), route)
    {
        // Whether the token is valid is judged with the request. One that was never given out belongs to a visitor.
        let ports = state.engine.ports();
        let is_known = ports.access_tokens.is_known(&token)
            || ports.applications.holder(&token, state.engine.now()).is_some();
        return if is_known {
            for_user(&state, request, next).await
        } else {
            next.run(request).await
        };
    }
    let address = client_address::of(request.extensions());
    let person = cookie.and_then(|cookie| signed_in(&cookie, &state));
    if let (Some(person), Some(connection)) = (&person, ConnectionPlace::of(request.extensions())) {
        connection.0.belongs_to(person);
    }
    let runs = match &person {
        Some(_) => Either::Left(for_user(&state, request, next)),
        None => Either::Right(next.run(request)),
    };
    if route.is_some_and(|route| route.limits_itself) {
        return runs.await;
    }
    let account = person.map_or_else(|| Account::Visitor(source(address)), Account::Person);
    match state.engine.budgets().request(&account) {
        Ok(()) => runs.await,
        Err(exceeded) => {
            let mut response = ApiError::too_many_requests(exceeded).into_response();
            // The next attempt costs a connection, of which there is a limit too.
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            response
        }
    }
}

/// Runs a request of a user where the requests of visitors do not delay it.
async fn for_user(state: &AppState, request: Request, next: Next) -> Response {
    let work = trace::within(trace::current(), async move { next.run(request).await });
    // If the client disconnects, the handler is dropped, as it is without a task of its own.
    let task = AbortOnDropHandle::new(state.runtime.spawn(work));
    task.await.unwrap_or_else(|_| ApiError::internal().into_response())
}

/// The user whose session a cookie opens.
fn signed_in(cookie: &SessionToken, state: &AppState) -> Option<PersonId> {
    state.engine.person_of(&state.engine.session_of(cookie)?)
}

/// Who holds the socket of a session.
pub fn holder(person: Option<PersonId>, source: Source) -> Holder {
    person.map_or(Holder::Visitor(source), Holder::Person)
}
