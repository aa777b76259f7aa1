//! Signing in and out, passwords, and whether a session's user may still sign in.

use waybill_machines::AnyEvent;
use waybill_machines::machines::{idle, login, password};
use waybill_machines::secret::{Handle, PersonId};
use waybill_platform::secret::Payload;

use super::{Request, unavailable};

pub(super) async fn authenticate(request: &Request<'_>, credentials: &Handle) -> Option<AnyEvent> {
    let Some(Payload::Credentials(given)) = request.take(credentials) else {
        return request.interrupted();
    };
<<<<<<< HEAD:engine/src/perform/access.rs
    let answer = access(request).authenticate(given, request.source(), request.act.clone()).await;
=======
    let answer = request.ports().sign_in.authenticate(given, request.source(), request.act.clone()).await;
>>>>>>> b4bffab (Divide the rest of access by subject and drop it):engine/src/perform/sign_in.rs
    let answer = answer
        .unwrap_or_else(|error| login::Authenticated::Refused { notice: unavailable(&error) });
    Some(login::Event::Authenticated(answer).into())
}

<<<<<<< HEAD:engine/src/perform/access.rs
pub(super) async fn log_out(request: &Request<'_>, person: &PersonId) -> Option<AnyEvent> {
    let answer = access(request).log_out(person.clone(), request.act.clone()).await;
=======
pub(super) async fn log_out(asked: &Request<'_>, person: &PersonId) -> Option<AnyEvent> {
    let answer = request.ports().sign_in.log_out(person.clone(), request.act.clone()).await;
>>>>>>> b4bffab (Divide the rest of access by subject and drop it):engine/src/perform/sign_in.rs
    Some(login::Event::LoggedOut(answer.unwrap_or(login::LoggedOut::Done {})).into())
}

pub(super) async fn change_password(
    request: &Request<'_>,
    person: &PersonId,
    passwords: &Handle,
) -> Option<AnyEvent> {
    let Some(Payload::Passwords(given)) = request.take(passwords) else {
        return request.interrupted();
    };
<<<<<<< HEAD:engine/src/perform/access.rs
    let (source, act) = (request.source(), request.act.clone());
    let answer = access(request).change_password(person.clone(), given, source, act).await;
=======
    let (source, act) = (request.source(), request.act.clone());
    let answer = request.ports().sign_in.change_password(person.clone(), given, source, act).await;
>>>>>>> b4bffab (Divide the rest of access by subject and drop it):engine/src/perform/sign_in.rs
    let failed = |error| password::Changed::Refused { notice: unavailable(&error) };
    Some(password::Event::Changed(answer.unwrap_or_else(failed)).into())
}

/// SESS-01: a session is valid while its user may still sign in.
<<<<<<< HEAD:engine/src/perform/access.rs
pub(super) async fn check_session(request: &Request<'_>) -> Option<AnyEvent> {
    let user = match request.person() {
        Some(person) => access(request).user(person.clone()).await.ok().flatten(),
=======
pub(super) async fn check_session(asked: &Request<'_>) -> Option<AnyEvent> {
    let user = match request.person() {
        Some(person) => request.ports().accounts.user(person.clone()).await.ok().flatten(),
>>>>>>> b4bffab (Divide the rest of access by subject and drop it):engine/src/perform/sign_in.rs
        None => None,
    };
    let checked = match user {
        Some(user) if user.enabled => idle::Checked::Valid {},
        _ => idle::Checked::Expired {},
    };
    Some(idle::Event::Checked(checked).into())
}
<<<<<<< HEAD:engine/src/perform/access.rs

fn access<'a>(request: &Request<'a>) -> &'a dyn Access {
    request.ports().access.as_ref()
}
=======
>>>>>>> b4bffab (Divide the rest of access by subject and drop it):engine/src/perform/sign_in.rs
