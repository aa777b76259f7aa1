//! The list of a person's known devices: what is recorded of their use, and forgetting them.

use std::sync::Arc;

use waybill_machines::RejectionCode;
use waybill_machines::machines::account::{Device, DeviceClient, DevicesKept, Event};
use waybill_machines::secret::{Digest, PersonId, Personal};

use super::{AccessError, Inner};
use crate::access::devices::{KnownDevice, SeenClient, USE_RECORDED_EVERY_MS};
use crate::access::{AccountRefused, DeviceRefused};
use crate::streams::ChangeContext;

impl Inner {
    /// Stores what is known of a browser as values of a person, of which records hold the digests. A value that is
    /// stored already is not stored again.
    pub(super) async fn stored_client(
        self: &Arc<Self>,
        person: &PersonId,
        seen: SeenClient,
        before: DeviceClient,
    ) -> Result<DeviceClient, AccessError> {
        let person = person.clone();
        self.blocking(move |inner| {
            let agent = match seen.agent.filter(|agent| !agent.is_empty()) {
                Some(agent) => match before.agent {
                    Some(known) if inner.revealed(Some(&known))?.as_ref() == Some(&agent) => {
                        Some(known)
                    }
                    _ => Some(inner.vault.personal(&person, &agent)?),
                },
                None => None,
            };
            let address = seen.address.map(|address| address.to_canonical().to_string());
            let address = address.map(|address| inner.vault.address(&person, &address));
            Ok(DeviceClient { agent, address: address.transpose()? })
        })
        .await
    }

    fn revealed(&self, personal: Option<&Personal>) -> Result<Option<String>, AccessError> {
        let Some(personal) = personal else { return Ok(None) };
        Ok(self.vault.reveal(personal)?.map(|text| text.expose().to_owned()))
    }

    /// Records that a person has signed in on a known device, unless that was recorded within the last hour.
    pub(super) async fn use_device(
        self: &Arc<Self>,
        person: &PersonId,
        presented: &[Digest],
        seen: SeenClient,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let Some(device) = self.known_device(person, presented) else { return Ok(()) };
        let devices = self.existing(person)?.profile.devices;
        let Some(known) = devices.into_iter().find(|known| known.digest == device) else {
            return Ok(());
        };
        let is_recorded =
            |used_at| (0..USE_RECORDED_EVERY_MS).contains(&context.at.ms_since(used_at));
        if known.used_at.is_some_and(is_recorded) {
            return Ok(());
        }
        let client = self.stored_client(person, seen, known.client).await?;
        let event = Event::UseDevice { device, client };
        let recorded = self.record(person, event, false, context).await?;
        recorded.map(drop).map_err(|_| AccountRefused::NotNow.into())
    }

    /// The known devices of a person, the last used first.
    pub(super) fn devices_of(&self, person: &PersonId) -> Result<Vec<KnownDevice>, AccessError> {
        let mut devices = self.existing(person)?.profile.devices;
        devices.sort_by_key(|device| device.used_at.unwrap_or(device.since));
        let shown = |device: Device| {
            Ok(KnownDevice {
                digest: device.digest,
                since: device.since,
                used_at: device.used_at,
                agent: self.revealed(device.client.agent.as_ref())?,
                address: self.revealed(device.client.address.as_ref())?,
            })
        };
        devices.into_iter().rev().map(shown).collect()
    }

    /// Forgets a device of a person.
    pub(super) async fn forget_device(
        self: &Arc<Self>,
        person: &PersonId,
        device: Digest,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        self.existing(person)?;
        let recorded = self.record(person, Event::ForgetDevice { device }, true, context).await?;
        recorded.map(drop).map_err(|rejection| match rejection.code {
            RejectionCode::NoSuchDevice => DeviceRefused::Unknown.into(),
            _ => AccountRefused::NotNow.into(),
        })
    }

    /// Forgets all devices but the one of this browser, if that is known, and all unused links.
    pub(super) async fn forget_other_devices(
        self: &Arc<Self>,
        person: &PersonId,
        presented: &[Digest],
        context: &ChangeContext,
    ) -> Result<usize, AccessError> {
        let before = self.existing(person)?.profile.devices.len();
        let kept = match self.known_device(person, presented) {
            Some(device) => DevicesKept::Only { device },
            None => DevicesKept::None {},
        };
        let recorded = self.record(person, Event::ForgetDevices { kept }, true, context).await?;
        let profile = recorded.map_err(|_| AccountRefused::NotNow)?;
        Ok(before.saturating_sub(profile.devices.len()))
    }
}
