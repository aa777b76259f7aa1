//! Acts of who has not signed in, on the account of a user: failed sign-ins, and the use of links.

use std::sync::Arc;

use waybill_machines::By;
use waybill_machines::secret::{PersonId, Personal};
use waybill_stream::Who;

use super::{AccessError, Inner};
use crate::streams::ChangeContext;
use crate::trace::Actor;

impl Inner {
    /// The circumstances of such an act in a session and from an address. The address is a value of the user, so that
    /// it is erased with the account.
    pub(super) async fn by_visitor(
        self: &Arc<Self>,
        person: &PersonId,
        session: Option<String>,
        address: Option<String>,
        context: &ChangeContext,
    ) -> ChangeContext {
        let mut context = ChangeContext { who: Who::Anonymous, ..context.clone() };
        if let (Some(trace), Some(session)) = (&context.trace, session) {
            let address = match address {
                Some(address) => self.store_address(person, address).await,
                None => None,
            };
            let by = By::Session { session, address };
            context.trace = Some(trace.with_actor(Actor { who: Who::Anonymous, by }));
        }
        context
    }

    /// The circumstances with the session and the address of who has a link, and has not signed in.
    pub(super) async fn by_holder(
        self: &Arc<Self>,
        person: &PersonId,
        context: &ChangeContext,
    ) -> ChangeContext {
        let Some(trace) = &context.trace else { return context.clone() };
        let Some(By::Session { session, .. }) = trace.by() else { return context.clone() };
        let address = trace.address().map(|address| address.to_canonical().to_string());
        self.by_visitor(person, Some(session), address, context).await
    }

    async fn store_address(
        self: &Arc<Self>,
        person: &PersonId,
        address: String,
    ) -> Option<Personal> {
        let person = person.clone();
        let store = move |inner: &Self| Ok(inner.vault.address(&person, &address)?);
        let stored: Result<_, AccessError> = self.blocking(store).await;
        let warn = |error: &_| tracing::warn!(%error, "an act is recorded without its address");
        stored.inspect_err(warn).ok()
    }
}
