//! Known devices of accounts, and which of them an attempt is made on.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use waybill_machines::machines::account::{DeviceClient, Event, Profile, UnusedLink};
use waybill_machines::rules::mail::MailKind;
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{Rejection, RejectionCode, Timestamp};

use super::{AccessError, Embedded, Inner};
use crate::access::devices::{
    Client, DEVICE_LINK_MS, DeviceLink, DeviceProof, DeviceToken, Devices, KnownDevice, NewDevice,
    SeenClient,
};
use crate::access::slow_down::{Attempt, Key, Reserved, device_key};
use crate::access::{AccountRefused, Answer, canonical};
use crate::secret::Secret;
use crate::streams::ChangeContext;

/// The devices and unused links of all accounts. An attempt looks them up before it is counted, and for that an account
/// must not be read: the time would reveal that the name is an account's.
#[derive(Default)]
pub(super) struct KnownDevices {
    people: RwLock<HashMap<PersonId, OfPerson>>,
}

struct OfPerson {
    devices: Vec<Digest>,
    links: Vec<UnusedLink>,
}

impl KnownDevices {
    pub(super) fn of<'a>(accounts: impl IntoIterator<Item = (&'a PersonId, &'a Profile)>) -> Self {
        let people = accounts.into_iter();
        let people = people.map(|(person, profile)| (person.clone(), OfPerson::of(profile)));
        Self { people: RwLock::new(people.collect()) }
    }

    fn device(&self, person: &PersonId, presented: &[Digest]) -> Option<Digest> {
        let people = self.people.read().unwrap_or_else(PoisonError::into_inner);
        let known = &people.get(person)?.devices;
        presented.iter().find(|device| known.contains(device)).cloned()
    }

    fn allows(&self, person: &PersonId, link: &Digest, at: Timestamp) -> bool {
        let people = self.people.read().unwrap_or_else(PoisonError::into_inner);
        let mut links = people.get(person).into_iter().flat_map(|of_person| &of_person.links);
        links.any(|unused| unused.digest == *link && at < unused.until)
    }
}

impl OfPerson {
    fn of(profile: &Profile) -> Self {
        let devices = profile.devices.iter().map(|device| device.digest.clone()).collect();
        Self { devices, links: profile.device_links.clone() }
    }
}

impl Devices for Embedded {
    fn knows_device(&self, person: PersonId, devices: Vec<Digest>) -> Answer<'_, bool> {
        let is_known = self.inner.known_device(&person, &devices).is_some();
        Box::pin(std::future::ready(Ok(is_known)))
    }

    fn person_on_device(&self, typed: &Secret, devices: &[Digest]) -> Option<PersonId> {
        let person = self.inner.find(&canonical(typed.expose())?)?;
        self.inner.known_device(&person, devices).map(|_| person)
    }

    fn know_device(
        &self,
        person: PersonId,
        device: Digest,
        client: SeenClient,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.run(|inner| async move {
            let client = inner.stored_client(&person, client, DeviceClient::default()).await?;
            let event = Event::KnowDevice { device, link: None, client: Some(client) };
            inner
                .know_device(&person, event, false, &context)
                .await?
                .map_err(|_| AccountRefused::NotNow.into())
        })
    }

    fn use_device(
        &self,
        person: PersonId,
        devices: Vec<Digest>,
        client: SeenClient,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.run(|inner| async move { inner.use_device(&person, &devices, client, &context).await })
    }

    fn devices(&self, person: PersonId) -> Answer<'_, Vec<KnownDevice>> {
        self.run_blocking(move |inner| inner.devices_of(&person))
    }

    fn forget_device(
        &self,
        person: PersonId,
        device: Digest,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.run(|inner| async move { inner.forget_device(&person, device, &context).await })
    }

    fn forget_other_devices(
        &self,
        person: PersonId,
        presented: Vec<Digest>,
        context: ChangeContext,
    ) -> Answer<'_, usize> {
        self.run(
            |inner| async move { inner.forget_other_devices(&person, &presented, &context).await },
        )
    }

    fn allow_device(&self, person: PersonId, context: ChangeContext) -> Answer<'_, DeviceLink> {
        self.run(|inner| async move {
            // A record for an unknown person would begin a stream.
            inner.existing(&person)?;
            let token = DeviceToken::fresh();
            let until = context.at.plus_ms(DEVICE_LINK_MS);
            let event = Event::AllowDevice { link: token.digest(), until };
            let recorded = inner.record(&person, event, true, &context).await?;
            recorded.map_err(|_| AccountRefused::NotNow)?;
            Ok(DeviceLink { token, until })
        })
    }
}

impl Inner {
    /// The first of these devices that is known to a person.
    pub(super) fn known_device(&self, person: &PersonId, presented: &[Digest]) -> Option<Digest> {
        self.known_devices.device(person, presented)
    }

    /// Reads an account's devices again after an event that may have changed them. Those of one that cannot be read are
    /// not known until the next start.
    pub(super) fn refresh_devices(&self, person: &PersonId) {
        let mut people = self.known_devices.people.write().unwrap_or_else(PoisonError::into_inner);
        // Read while no other change can be entered, so that the newest one is entered last.
        let account = self.account(person).unwrap_or_else(|error| {
            tracing::warn!(service = "access", %error, "the known devices of a user could not be read");
            None
        });
        match account {
            Some(account) => people.insert(person.clone(), OfPerson::of(&account.profile)),
            None => people.remove(person),
        };
    }

    /// An attempt on an account. `person` is its owner, if there is one.
    pub(super) fn attempt_on(
        &self,
        account: Key,
        person: Option<&PersonId>,
        client: &Client,
        at: Timestamp,
    ) -> Attempt {
        let key = |digest: &Digest| device_key(&account, &digest.0);
        let device = person.and_then(|person| self.known_device(person, &client.proof.devices));
        let link = person.and_then(|person| self.usable_link(person, &client.proof, at));
        Attempt {
            account,
            source: self.source_key(&client.source),
            session: client.session.as_deref().map(|session| self.vault.name_key(session)),
            device: device.as_ref().map(key),
            link: link.map(|new| key(&new.link)),
        }
    }

    fn usable_link<'a>(
        &self,
        person: &PersonId,
        proof: &'a DeviceProof,
        at: Timestamp,
    ) -> Option<&'a NewDevice> {
        let link = proof.link.as_ref();
        link.filter(|new| self.known_devices.allows(person, &new.link, at))
    }

    /// Uses up the link because of which an attempt was allowed, after a right password, so that its device becomes
    /// known. Returns whether the sign-in may go on: not if the link was used elsewhere meanwhile.
    pub(super) async fn use_link(
        self: &Arc<Self>,
        person: &PersonId,
        proof: &DeviceProof,
        reserved: &Reserved,
        context: &ChangeContext,
    ) -> Result<bool, AccessError> {
        let new = proof.link.clone().filter(|_| reserved.is_by_link());
        let Some(NewDevice { link, device, client }) = new else { return Ok(true) };
        let client = self.stored_client(person, client, DeviceClient::default()).await?;
        let event = Event::KnowDevice { device, link: Some(link), client: Some(client) };
        let recorded = self.know_device(person, event, true, context).await?;
        Ok(!recorded.is_err_and(|rejection| rejection.code == RejectionCode::WrongLink))
    }

    /// Records that a device becomes known, of which its user is notified, except for the first of a new account.
    async fn know_device(
        &self,
        person: &PersonId,
        event: Event,
        is_refusal_recorded: bool,
        context: &ChangeContext,
    ) -> Result<Result<(), Rejection>, AccessError> {
        let account = self.account(person)?;
        let has_signed_in = account.is_some_and(|account| account.profile.last_sign_in.is_some());
        let recorded = self.record(person, event, is_refusal_recorded, context).await?;
        if recorded.is_ok() && has_signed_in {
            self.notify(person, MailKind::NewDevice, context);
        }
        Ok(recorded.map(drop))
    }
}
