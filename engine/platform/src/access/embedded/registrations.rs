//! Visitors who create accounts: the link is sent after the answer, as for forgotten passwords, and used as that of an
//! invitation is. Until then there is no account.

mod open;

use std::sync::Arc;

use waybill_machines::Timestamp;
use waybill_machines::machines::registration::{Applicant, Event};
use waybill_machines::rules::mail::MailKind;
use waybill_machines::secret::PersonId;

use super::forgotten_passwords::{Asked, Request, SAME_ADDRESS_MAX};
use super::mails::NOTICE_MS;
use super::{AccessError, Embedded, Inner};
use crate::access::names::{self, of_new_account};
use crate::access::{
    AccountRefused, Answer, CheckedPasswordLink, Client, LinkUsed, NewRegistration, NewUser,
    PasswordLinkRefused, PasswordToken, REGISTRATION_LINK_MS, RegistrationRefused,
    RegistrationSettings, Registrations,
};
use crate::mail::{Language, Mail, MailError, NewMail};
use crate::secret::{Secret, hex, random};
use crate::streams::ChangeContext;
use open::OpenRegistration;
pub(super) use open::{RegistrationsOpen, Typed};

impl Registrations for Embedded {
    fn registration(&self) -> RegistrationSettings {
        self.inner.registrations.settings()
    }

    fn set_registration(
        &self,
        settings: RegistrationSettings,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.run(|inner| async move { inner.registrations.set(settings, &context).await })
    }

    fn register(
        &self,
        new: NewRegistration,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        let answer = self.inner.take_registration(&new, &client, context);
        Box::pin(std::future::ready(answer))
    }
}

impl Embedded {
    /// Ends the registrations whose links have expired.
    pub async fn end_registrations(&self, at: Timestamp) {
        let is_over = |open: &OpenRegistration| open.applicant.until <= at;
        // Without waiting for a change, as long as there is nothing to do.
        if self.inner.registrations.open.filtered(is_over).is_empty() {
            return;
        }
        let context = ChangeContext::system(at);
        if let Err(error) = self.inner.registrations.end(is_over, &context).await {
            tracing::warn!(service = "access", %error, "registrations are ended later");
        }
    }
}

impl Inner {
    /// Checks what does not depend on other users, and queues the rest.
    fn take_registration(
        &self,
        new: &NewRegistration,
        client: &Client,
        context: ChangeContext,
    ) -> Result<(), AccessError> {
        let settings = self.registrations.settings();
        if !settings.enabled {
            return Err(RegistrationRefused::Off.into());
        }
        if !self.mail().is_some_and(|mail| mail.can_send()) {
            return Err(MailError::NotConfigured.into());
        }
        let name = of_new_account(new.name.expose())?;
        let email = new.email.expose().trim().to_owned();
        names::check_email(&email)?;
        if !settings.admits(&email) {
            return Err(RegistrationRefused::Domain.into());
        }
        let asked = Asked::Account(Typed { name, email });
        let request = Request { asked, language: new.language, context };
        self.take_request(request, client).map_err(AccessError::Later)
    }

    /// Sends a link, or a notice to the users with this mail address. A name that is taken shows when the link is
    /// opened, by the owner of the address alone.
    pub(super) async fn send_registration_link(
        &self,
        typed: &Typed,
        language: Option<Language>,
        context: &ChangeContext,
    ) {
        let Some(mail) = self.mail() else { return };
        let owners = self.people.read().with_email(&typed.email.to_lowercase());
        let sent = if owners.is_empty() {
            self.open_registration(&*mail, typed, language, context).await
        } else {
            self.notify_owners(&*mail, owners, language, context).await
        };
        match sent {
            Ok(()) => {}
            // Strangers could send requests without end.
            Err(AccessError::Mail(error)) if *error == MailError::Budget => {}
            Err(error) => {
                tracing::warn!(service = "access", %error, "a link for a registration was not sent");
            }
        }
    }

    async fn notify_owners(
        &self,
        mail: &dyn Mail,
        owners: Vec<PersonId>,
        language: Option<Language>,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let expires_at = context.at.plus_ms(NOTICE_MS);
        for person in owners.into_iter().take(SAME_ADDRESS_MAX) {
            let kind = MailKind::AccountExists;
            let new = NewMail { kind, person, secret: None, language, expires_at };
            mail.queue(new, context.clone()).await?;
        }
        Ok(())
    }

    async fn open_registration(
        &self,
        mail: &dyn Mail,
        typed: &Typed,
        language: Option<Language>,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let RegistrationsOpen { open, typed: secrets, .. } = &self.registrations;
        let _changing = open.lock().await;
        // An administrator may have turned it off, and all that were open have ended.
        if !self.registrations.settings().enabled {
            return Ok(());
        }
        let known = self.registrations.of_address(&typed.email).await?;
        // The same as before, so that what an address is sent counts together.
        let person = known.as_ref().map_or_else(new_person, |known| known.applicant.person.clone());
        let kind = MailKind::Registration;
        mail.admits(&person, kind, context.at)?;
        let place = known.as_ref().map(|known| known.place.clone());
        let Some(place) = place.or_else(|| self.registrations.free_place()) else {
            tracing::warn!(service = "access", "too many registrations are open");
            return Ok(());
        };
        let text = serde_json::to_string(typed)
            .map_err(|_| AccessError::Defect("what a visitor has typed is no text"))?;
        let text = Secret::new(text);
        let details = secrets.mark(&[person.0.as_str()], &text);
        secrets.store::<AccessError>(&place, &details, text).await?;
        let token = PasswordToken::fresh_registration(&person);
        let until = context.at.plus_ms(REGISTRATION_LINK_MS);
        let link = token.digest();
        let applicant = Applicant { person: person.clone(), details: details.clone(), link, until };
        let event = Event::Ask { applicant };
        let recorded = match &known {
            Some(known) => open.change(known, event, context).await,
            None => open.create_as(&place, event, context).await,
        };
        let before = known.map(|known| known.applicant.details);
        // What may have been recorded needs what was typed; the next start knows.
        let unused = match &recorded {
            Ok(Ok(_)) => before.as_ref(),
            Ok(Err(_)) => Some(&details),
            Err(error) => error.is_certain().then_some(&details),
        };
        if let Some(unused) = unused.filter(|_| before.as_ref() != Some(&details)) {
            self.registrations.forget(&place, unused).await;
        }
        recorded?.map_err(|_| AccessError::Defect("a registration was rejected"))?;
        let secret = Some(token.to_secret());
        let new = NewMail { kind, person, secret, language, expires_at: until };
        mail.queue(new, context.clone()).await?;
        Ok(())
    }

    /// The mail address to which the link of an open registration is sent.
    pub(super) async fn applicant_address(
        &self,
        person: &PersonId,
    ) -> Result<Option<String>, AccessError> {
        let Some(open) = self.registrations.open.get(&person.0) else { return Ok(None) };
        Ok(self.registrations.typed_of(&open).await?.map(|typed| typed.email))
    }

    /// Whose link of a registration it is.
    pub(super) async fn check_registration(
        &self,
        token: &PasswordToken,
        at: Timestamp,
    ) -> Result<CheckedPasswordLink, AccessError> {
        let open = self.registrations.linked(token, at)?;
        let typed = self.registrations.typed_of(&open).await?;
        let typed = typed.ok_or(PasswordLinkRefused::ResetWrong)?;
        self.require_untaken(&typed)?;
        Ok(CheckedPasswordLink {
            name: Some(typed.name),
            until: open.applicant.until,
            sets_password: true,
        })
    }

    /// Creates the account of a registration, which is used up.
    pub(super) async fn use_registration(
        self: &Arc<Self>,
        token: &PasswordToken,
        password: Secret,
        context: &ChangeContext,
    ) -> Result<LinkUsed, AccessError> {
        // Held until the link is used up: of two uses at the same time, the second one is of no link.
        let _changing = self.registrations.open.lock().await;
        let open = self.registrations.linked(token, context.at)?;
        let typed = self.registrations.typed_of(&open).await?;
        let typed = typed.ok_or(PasswordLinkRefused::ResetWrong)?;
        let settings = self.registrations.settings();
        if !settings.admits(&typed.email) {
            return Err(RegistrationRefused::Domain.into());
        }
        self.require_untaken(&typed)?;
        let user = NewUser {
            name: typed.name,
            password: Some(password),
            email: Some(typed.email),
            registered: true,
            pending: settings.approval,
            ..NewUser::default()
        };
        let created = match self.create_account(user, None, context).await {
            Ok(created) => created,
            Err(AccessError::Account(AccountRefused::NameTaken | AccountRefused::LooksAlike)) => {
                return Err(RegistrationRefused::Taken.into());
            }
            Err(error) => return Err(error),
        };
        if settings.approval {
            self.notify_of_waiting(&created.person, context);
        }
        // If this is not recorded, the link leads to a name that is taken.
        let event = Event::Use { link: token.digest() };
        match self.registrations.open.change(&open, event, context).await {
            Ok(Ok(_)) => {
                self.registrations.forget(&open.place, &open.applicant.details).await;
            }
            Ok(Err(refused)) => {
                let code = refused.rejection.code;
                tracing::error!(service = "access", %code, "the link of a registration was not used up");
            }
            Err(error) => {
                tracing::warn!(service = "access", %error, "the link of a registration was not used up");
            }
        }
        Ok(if settings.approval { LinkUsed::Pending } else { LinkUsed::SignIn })
    }

    /// The name and the address may have become another user's meanwhile.
    fn require_untaken(&self, typed: &Typed) -> Result<(), AccessError> {
        let is_named = self.find(&typed.name).is_some();
        let people = self.people.read();
        let is_taken = is_named
            || people.looks_like_another(&typed.name)
            || !people.with_email(&typed.email.to_lowercase()).is_empty();
        if is_taken { Err(RegistrationRefused::Taken.into()) } else { Ok(()) }
    }
}

fn new_person() -> PersonId {
    PersonId(format!("p_{}", hex(&random::<16>())))
}
