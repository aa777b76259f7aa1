//! Known devices: those on which a person has signed in before. Attempts of other clients do not delay them.

use std::fmt;
use std::net::IpAddr;

use waybill_machines::Timestamp;
use waybill_machines::secret::{Digest, PersonId};

use super::{Answer, Source};
use crate::secret::{Secret, hex, random, sha256_hex, unhex};
use crate::streams::ChangeContext;

pub use waybill_machines::machines::account::{DEVICES_MAX, NEW_DEVICES_MAX};

/// How long a link for a new device works, in milliseconds.
pub const DEVICE_LINK_MS: i64 = 2 * 3_600_000;

/// The port for known devices.
pub trait Devices: Send + Sync + 'static {
    /// Whether one of these devices is known to a person.
    fn knows_device(&self, person: PersonId, devices: Vec<Digest>) -> Answer<'_, bool>;

    /// The person of a user name, if one of these devices is known to that person.
    fn person_on_device(&self, typed: &Secret, devices: &[Digest]) -> Option<PersonId>;

    /// Makes a device known to a person who has signed in on it completely.
    fn know_device(
        &self,
        person: PersonId,
        device: Digest,
        client: SeenClient,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Notes that a person has signed in completely on the first of these devices that is known.
    fn use_device(
        &self,
        person: PersonId,
        devices: Vec<Digest>,
        client: SeenClient,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// The devices that are known to a person, the last used first.
    fn devices(&self, person: PersonId) -> Answer<'_, Vec<KnownDevice>>;

    /// Forgets a device of a person.
    fn forget_device(
        &self,
        person: PersonId,
        device: Digest,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Forgets all devices of a person but those that the browser presents, and all unused links. Returns how many
    /// devices.
    fn forget_other_devices(
        &self,
        person: PersonId,
        presented: Vec<Digest>,
        context: ChangeContext,
    ) -> Answer<'_, usize>;

    /// A link with which a person may sign in once on a device that is not known, whatever strangers have tried.
    fn allow_device(&self, person: PersonId, context: ChangeContext) -> Answer<'_, DeviceLink>;
}

/// How often the use of a device is recorded at most, in milliseconds: each record holds the whole account.
pub const USE_RECORDED_EVERY_MS: i64 = 3_600_000;

/// The browser with which a person has signed in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeenClient {
    /// Its `User-Agent`.
    pub agent: Option<String>,
    /// Its address.
    pub address: Option<IpAddr>,
}

/// A known device as its user sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownDevice {
    /// The digest of its token, which is no secret.
    pub digest: Digest,
    /// When it became known.
    pub since: Timestamp,
    /// The last sign-in on it, to the hour; none if that was before uses were recorded.
    pub used_at: Option<Timestamp>,
    /// The `User-Agent` of its browser.
    pub agent: Option<String>,
    /// Its address.
    pub address: Option<String>,
}

/// A token that identifies a device, or the one in a link for a new device: 256 random bits. It prints as `[device]`.
pub struct DeviceToken(Secret);

impl DeviceToken {
    /// A new token.
    pub fn fresh() -> Self {
        Self(Secret::new(hex(&random::<32>())))
    }

    /// Parses a text that has the form of a token.
    pub fn parse(text: &str) -> Option<Self> {
        unhex::<32>(text).map(|_| Self(Secret::new(text)))
    }

    /// The text.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }

    /// The part of a link's address after the origin. The token is in the fragment, which browsers do not send, so that
    /// it is in no log.
    pub fn path_of_link(&self) -> String {
        format!("/ui/login#device={}", self.expose())
    }

    /// The digest that records hold. With so many random bits one fast hash is enough: it cannot be guessed.
    pub fn digest(&self) -> Digest {
        Digest(sha256_hex(self.expose().as_bytes()))
    }
}

impl fmt::Debug for DeviceToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[device]")
    }
}

/// A link for a new device.
#[derive(Debug)]
pub struct DeviceLink {
    /// The token in the link.
    pub token: DeviceToken,
    /// When the link expires.
    pub until: Timestamp,
}

/// What a client has presented beside a password or a code. It is passed as digests, which are no secrets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeviceProof {
    /// The devices in its cookie.
    pub devices: Vec<Digest>,
    /// The link for a new device that it was opened with.
    pub link: Option<NewDevice>,
}

/// The use of a link for a new device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDevice {
    /// The token in the link.
    pub link: Digest,
    /// The device that becomes known when the link is used.
    pub device: Digest,
    /// The browser on it.
    pub client: SeenClient,
}

/// The client that makes an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// Its address.
    pub source: Source,
    /// Its session.
    pub session: Option<String>,
    /// The devices that it has presented.
    pub proof: DeviceProof,
}

impl From<Source> for Client {
    fn from(source: Source) -> Self {
        Self { source, session: None, proof: DeviceProof::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_by_its_form_and_never_printed() {
        let token = DeviceToken::fresh();
        assert!(DeviceToken::parse(token.expose()).is_some());
        assert_eq!(format!("{token:?}"), "[device]");
        let longer = format!("{}0", token.expose());
        for wrong in ["", "device", &token.expose()[1..], &longer] {
            assert!(DeviceToken::parse(wrong).is_none(), "{wrong}");
        }
    }
}
