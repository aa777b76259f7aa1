//! Links that visitors ask for: for forgotten passwords, and for accounts that they create. A request goes into a queue
//! whatever it asks for; one task looks for accounts, so that neither an answer nor its time says whether there is one.

use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::runtime::Handle;
use tokio::sync::mpsc;
use waybill_machines::machines::account::{Event, LinkPurpose};
use waybill_machines::machines::login::Notice;
use waybill_machines::rules::mail::{MailKind, is_mail_address};
use waybill_machines::secret::PersonId;

use super::registrations::Typed;
use super::{AccessError, Embedded, Inner};
use crate::access::slow_down::Key;
use crate::access::{
    Answer, Client, ForgottenPasswords, PasswordToken, RESET_LINK_MS, SentOrRefused, error,
};
use crate::limits::{Budget, Exceeded, Rate, Resource, Scope};
use crate::mail::{Language, Mail, MailError, NewMail};
use crate::secret::Secret;
use crate::streams::ChangeContext;

/// How many requests wait.
const REQUESTS_MAX: usize = 1_000;
/// How many requests one address may send in an hour.
const AN_HOUR: NonZeroU32 = match NonZeroU32::new(20) {
    Some(number) => number,
    None => NonZeroU32::MIN,
};
/// How many users with the same mail address are sent a mail.
pub(super) const SAME_ADDRESS_MAX: usize = 5;

/// The requests that wait.
pub(super) struct ForgottenRequests {
    queue: mpsc::Sender<Request>,
    /// Until the task has it.
    waiting: Mutex<Option<mpsc::Receiver<Request>>>,
    by_source: Rate<Key>,
}

/// A request of a visitor.
pub(super) struct Request {
    pub asked: Asked,
    pub language: Option<Language>,
    pub context: ChangeContext,
}

/// What a visitor asks for.
pub(super) enum Asked {
    /// A new password, with the user name or the mail address that was typed.
    Password(Secret),
    /// An account.
    Account(Typed),
}

impl ForgottenRequests {
    pub(super) fn new() -> Self {
        let (queue, waiting) = mpsc::channel(REQUESTS_MAX);
        let by_source = Rate::an_hour(Budget(Scope::Address, Resource::ResetLinks), AN_HOUR);
        Self { queue, waiting: Mutex::new(Some(waiting)), by_source }
    }
}

impl ForgottenPasswords for Embedded {
    fn send_reset_link(
        &self,
        typed: Secret,
        language: Option<Language>,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, SentOrRefused> {
        let answer = if self.inner.mail().is_some_and(|mail| mail.can_send()) {
            let request = Request { asked: Asked::Password(typed), language, context };
            self.inner.take_request(request, &client)
        } else {
            let message = "This installation sends no mails. Ask an administrator for a link.";
            Err(Notice::new("no_mail", message))
        };
        let answer = answer.map_or_else(SentOrRefused::Refused, |()| SentOrRefused::Sent);
        Box::pin(std::future::ready(Ok(answer)))
    }
}

impl Inner {
    /// Queues a request, unless there are too many.
    pub(super) fn take_request(&self, request: Request, client: &Client) -> Result<(), Notice> {
        let at = request.context.at;
        if let Err(Exceeded { wait }) =
            self.forgotten.by_source.take(&self.source_key(&client.source), 1)
        {
            let wait_ms = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
            return Err(error::slow_down(at.plus_ms(wait_ms)));
        }
        self.forgotten.queue.try_send(request).map_err(|_| error::busy(at))
    }

    /// Begins to answer requests. Commands on the server's machine have no runtime, and no requests.
    pub(super) fn begin_forgotten(self: &Arc<Self>) {
        let waiting = &self.forgotten.waiting;
        let waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let (Some(waiting), Ok(runtime)) = (waiting, Handle::try_current()) {
            runtime.spawn(answer_all(Arc::downgrade(self), waiting));
        }
    }

    async fn answer(&self, request: &Request) {
        match &request.asked {
            Asked::Password(typed) => self.send_reset_links(typed, request).await,
            Asked::Account(typed) => {
                let Request { language, context, .. } = request;
                self.send_registration_link(typed, *language, context).await;
            }
        }
    }

    async fn send_reset_links(&self, typed: &Secret, request: &Request) {
        let Some(mail) = self.mail() else { return };
        for person in self.meant(typed) {
            // One user of an address does without a link, and not all of them.
            if let Err(error) = self.send_reset_link(&*mail, person, request).await {
                tracing::warn!(service = "access", %error, "a link for a forgotten password was not sent");
            }
        }
    }

    /// The users with a name or a mail address.
    fn meant(&self, typed: &Secret) -> Vec<PersonId> {
        let named = self.find(typed.expose());
        let address = typed.expose().trim().to_lowercase();
        let mut meant: Vec<PersonId> = named.into_iter().collect();
        if is_mail_address(&address) {
            let others = self.people.read().with_email(&address);
            let others = others.into_iter().filter(|person| Some(person) != meant.first());
            meant = meant.iter().cloned().chain(others).take(SAME_ADDRESS_MAX).collect();
        }
        meant
    }

    /// Makes a link for a user and has it sent, unless there is no address, or no password that is accepted here.
    async fn send_reset_link(
        &self,
        mail: &dyn Mail,
        person: PersonId,
        request: &Request,
    ) -> Result<(), AccessError> {
        let Some(account) = self.active(&person)? else { return Ok(()) };
        let profile = &account.profile;
        let has_password = !profile.external && !profile.robot && self.accepts_password_of(profile);
        if !has_password || profile.email.is_none() {
            return Ok(());
        }
        let (kind, context) = (MailKind::ResetPassword, &request.context);
        // Before the link of an earlier request becomes invalid: strangers could send requests without end.
        match mail.admits(&person, kind, context.at) {
            Ok(()) => {}
            Err(MailError::Budget) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
        let token = PasswordToken::fresh_reset(&person);
        let (link, until) = (token.digest(), context.at.plus_ms(RESET_LINK_MS));
        let event = Event::AllowPassword { link, until, purpose: LinkPurpose::Reset };
        if self.record(&person, event, false, context).await?.is_err() {
            return Ok(());
        }
        let (secret, language) = (Some(token.to_secret()), request.language);
        let new = NewMail { kind, person, secret, language, expires_at: until };
        mail.queue(new, context.clone()).await?;
        Ok(())
    }
}

/// Answers requests for as long as the service exists.
async fn answer_all(inner: Weak<Inner>, mut requests: mpsc::Receiver<Request>) {
    while let Some(request) = requests.recv().await {
        let Some(inner) = inner.upgrade() else { return };
        inner.answer(&request).await;
    }
}
