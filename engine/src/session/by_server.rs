//! Commands that the server sends to a session itself.

use waybill_machines::machines::login;
use waybill_machines::machines::session::{self as life, CloseReason};
use waybill_machines::secret::PersonId;
use waybill_machines::{AnyEvent, MachineName};
use waybill_stream::Who;

use super::{Body, Command};
use crate::identity::SessionId;

/// The command that ends a session from elsewhere: a signed-in one by its login machine, any other at once.
pub(crate) fn end(session: &SessionId, signed_in: bool) -> Command {
    let (machine, event): (_, AnyEvent) = if signed_in {
        (MachineName::Login, login::Event::Revoke {}.into())
    } else {
        (MachineName::Session, life::Event::Close { reason: CloseReason::Revoked }.into())
    };
    tracing::info!(%session, "a session is ended from elsewhere");
    by_the_server(machine, event)
}

/// The command that ends a session of a visitor whose journal is dropped.
pub(crate) fn abandon(session: &SessionId) -> Command {
    tracing::info!(%session, "an old session without a sign-in is ended");
    by_the_server(
        MachineName::Session,
        life::Event::Close { reason: CloseReason::Abandoned }.into(),
    )
}

/// The command that cancels a sign-in whose password was verified and may be valid no more.
pub(crate) fn cancel_sign_in(person: &PersonId) -> Command {
    tracing::info!(person = person.0, "pending sign-ins are cancelled");
    by_the_server(MachineName::Login, login::Event::Cancel {}.into())
}

fn by_the_server(machine: MachineName, event: AnyEvent) -> Command {
    Command {
        id: None,
        machine,
        tab: None,
        body: Body::Event(Box::new(event)),
        expected: None,
        who: Some(Who::System),
        presented: None,
        paid_by: None,
    }
}
