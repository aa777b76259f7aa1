//! New recovery codes in place of those of a user.

use std::sync::Arc;

use waybill_machines::machines::account::Event;
use waybill_machines::secret::PersonId;

use super::{AccessError, Inner};
use crate::access::{AccountRefused, recovery};
use crate::secret::Secret;
use crate::streams::ChangeContext;
use crate::vault::Kind;

impl Inner {
    pub(super) async fn renew_recovery_codes(
        self: &Arc<Self>,
        person: PersonId,
        context: &ChangeContext,
    ) -> Result<Vec<Secret>, AccessError> {
        let _changing = self.changing.lock().await;
        let old = self.existing(&person)?.profile.recovery;
        let (codes, digests) = recovery::new_codes();
        let put = move |inner: &Self| Ok(inner.vault.put(Kind::Recovery, digests.expose())?);
        let new = self.blocking(put).await?;
        let event = Event::RenewRecovery { recovery: new.clone() };
        let recorded = self.record_with(&person, event, vec![(Kind::Recovery, new)], context);
        recorded.await?.map_err(|_| AccountRefused::NotNow)?;
        self.discard(old.into_iter().map(|old| (Kind::Recovery, old.secret)).collect()).await;
        Ok(codes)
    }
}
