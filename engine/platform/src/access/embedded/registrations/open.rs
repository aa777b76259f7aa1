//! The registrations whose links are on their way, and what an administrator has set for them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use waybill_journal::Journal;
use waybill_machines::machines::registration::{Applicant, Event, State};
use waybill_machines::machines::registration_settings;
use waybill_machines::rules::registration::{REGISTRATIONS_MAX, check_registration};
use waybill_machines::secret::Digest;
use waybill_machines::{AnyState, MachineName, Timestamp};

use crate::access::{
    AccessError, LocalPasswords, PasswordLinkRefused, PasswordToken, RegistrationRefused,
    RegistrationSettings,
};
use crate::keyed::{Keyed, StoredByKey};
use crate::marked_secrets::MarkedSecrets;
use crate::streams::{ChangeContext, StreamError};
use crate::vault::{Kind, Vault, VaultError};

/// The only id of the settings, and the key.
const SETTINGS_ID: &str = "main";

/// What an administrator has set.
#[derive(Debug, Clone)]
struct StoredSettings(RegistrationSettings);

impl StoredByKey for StoredSettings {
    const MACHINE: MachineName = MachineName::RegistrationSettings;
    const STREAMS: &'static str = "registration_settings/";
    const IDS: &'static str = SETTINGS_ID;

    fn of(_: &str, state: &AnyState) -> Option<Self> {
        let AnyState::RegistrationSettings(registration_settings::State::Configured { settings }) =
            state
        else {
            return None;
        };
        Some(Self(settings.clone()))
    }

    fn id(&self) -> &'static str {
        SETTINGS_ID
    }

    fn key(&self) -> String {
        SETTINGS_ID.to_owned()
    }
}

/// A registration whose link is on its way.
#[derive(Debug, Clone)]
pub(super) struct OpenRegistration {
    /// The place that it has.
    pub place: String,
    pub applicant: Applicant,
}

impl StoredByKey for OpenRegistration {
    const MACHINE: MachineName = MachineName::Registration;
    const STREAMS: &'static str = "registration/";
    const IDS: &'static str = "place";

    fn of(id: &str, state: &AnyState) -> Option<Self> {
        let AnyState::Registration(State::Open { applicant }) = state else { return None };
        Some(Self { place: id.to_owned(), applicant: applicant.clone() })
    }

    fn id(&self) -> &str {
        &self.place
    }

    fn key(&self) -> String {
        self.applicant.person.0.clone()
    }
}

/// What a visitor has typed, which is in the vault.
#[derive(Serialize, Deserialize)]
pub(in crate::access::embedded) struct Typed {
    /// The canonical name.
    pub(super) name: String,
    pub(super) email: String,
}

/// The registrations and what is set for them.
pub(in crate::access::embedded) struct RegistrationsOpen {
    settings: Keyed<StoredSettings>,
    /// Whose passwords are accepted. New users have one that is theirs alone.
    passwords: LocalPasswords,
    pub(super) open: Keyed<OpenRegistration>,
    pub(super) typed: MarkedSecrets,
}

impl RegistrationsOpen {
    /// Reads what is stored. Blocks on the disk.
    pub(in crate::access::embedded) fn read(
        journal: Arc<dyn Journal>,
        vault: Arc<Vault>,
        passwords: LocalPasswords,
    ) -> Result<Self, StreamError> {
        let settings = Keyed::open(Arc::clone(&journal))?;
        let open = Keyed::open(journal)?;
        let typed = MarkedSecrets::new(vault, Kind::Registration, "access.registrations");
        Ok(Self { settings, passwords, open, typed })
    }

    /// Removes what no open registration has. Blocks on the disk.
    pub(in crate::access::embedded) fn sweep(&self) -> Result<usize, VaultError> {
        if self.open.may_lack_records() {
            return Ok(0);
        }
        let open = self.open.all();
        self.typed.sweep(open.iter().map(|open| (open.place.as_str(), &open.applicant.details)))
    }

    /// What holds: visitors create no accounts whose passwords would not be accepted.
    pub(super) fn settings(&self) -> RegistrationSettings {
        let stored = self.stored();
        RegistrationSettings { enabled: stored.enabled && self.accepts_passwords(), ..stored }
    }

    fn stored(&self) -> RegistrationSettings {
        self.settings.get(SETTINGS_ID).map(|stored| stored.0).unwrap_or_default()
    }

    fn accepts_passwords(&self) -> bool {
        self.passwords == LocalPasswords::AllUsers
    }

    /// The registration of a link that works.
    pub(super) fn linked(
        &self,
        token: &PasswordToken,
        at: Timestamp,
    ) -> Result<OpenRegistration, AccessError> {
        if !self.settings().enabled {
            return Err(RegistrationRefused::Off.into());
        }
        let open = self.open.get(&token.person().0);
        let open = open.filter(|open| open.applicant.link == token.digest());
        match open {
            Some(open) if at < open.applicant.until => Ok(open),
            Some(_) => Err(PasswordLinkRefused::ResetExpired.into()),
            None => Err(PasswordLinkRefused::ResetWrong.into()),
        }
    }

    pub(super) async fn typed_of(
        &self,
        open: &OpenRegistration,
    ) -> Result<Option<Typed>, AccessError> {
        let Applicant { person, details, .. } = &open.applicant;
        let given_for = [person.0.as_str()];
        let text = self.typed.read::<AccessError>(&open.place, details, &given_for).await?;
        Ok(text.and_then(|text| serde_json::from_str(text.expose()).ok()))
    }

    /// The open registration of a mail address.
    pub(super) async fn of_address(
        &self,
        email: &str,
    ) -> Result<Option<OpenRegistration>, AccessError> {
        let email = email.to_lowercase();
        for open in self.open.all() {
            let typed = self.typed_of(&open).await?;
            if typed.is_some_and(|typed| typed.email.to_lowercase() == email) {
                return Ok(Some(open));
            }
        }
        Ok(None)
    }

    /// A place that no open registration has.
    pub(super) fn free_place(&self) -> Option<String> {
        let open = self.open.all();
        let mut places = (1..=REGISTRATIONS_MAX).map(|number| number.to_string());
        places.find(|place| open.iter().all(|open| open.place != *place))
    }

    /// Removes what a visitor has typed. What could not be removed is at the next start.
    pub(super) async fn forget(&self, place: &str, details: &Digest) {
        if let Err(error) = self.typed.remove::<AccessError>(place, details).await {
            tracing::warn!(service = "access", %error, "what a visitor has typed is removed later");
        }
    }

    /// Ends the registrations that are meant.
    pub(super) async fn end(
        &self,
        is_meant: impl Fn(&OpenRegistration) -> bool,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let _changing = self.open.lock().await;
        for open in self.open.filtered(&is_meant) {
            let ended = self.open.change(&open, Event::End {}, context).await?;
            ended.map_err(|_| AccessError::Defect("a registration did not end"))?;
            self.forget(&open.place, &open.applicant.details).await;
        }
        Ok(())
    }

    pub(super) async fn set(
        &self,
        settings: RegistrationSettings,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        check_registration(&settings).map_err(RegistrationRefused::Settings)?;
        let is_on = settings.enabled;
        {
            let _changing = self.settings.lock().await;
            if self.stored() == settings {
                return Ok(());
            }
            let event = registration_settings::Event::Set { settings };
            let set = self.settings.create_as(SETTINGS_ID, event, context).await?;
            set.map_err(|_| AccessError::Defect("what is set for registration was rejected"))?;
        }
        if is_on { Ok(()) } else { self.end(|_| true, context).await }
    }

    /// Ends all registrations: after a backup was restored, their links have ended.
    pub(in crate::access::embedded) async fn end_all(
        &self,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        self.end(|_| true, context).await
    }
}
