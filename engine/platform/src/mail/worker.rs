//! Sending what waits: a few mails at once, each again later if it can be, until it is of no use.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::sleep;
use waybill_machines::Timestamp;
use waybill_machines::machines::mail_outbox::{Event, OpenMail};
use waybill_machines::rules::mail::{MailFailure, MailId, MailKind};
use waybill_outbound::Outbound;

use super::message::Draft;
use super::outbox::Outbox;
use super::pause::Pause;
use super::server::Server;
use super::smtp::Smtp;
use super::texts::Texts;
use super::{Language, MailError, Now};
use crate::access::{AccessError, Accounts, PasswordToken};
use crate::secret::Secret;
use crate::streams::ChangeContext;

/// How many mails are handed over at once.
const AT_ONCE: usize = 4;
/// How long handing one over may take.
const WITHIN: Duration = Duration::from_secs(120);
/// How long after each attempt the next one follows; the last time applies to all others.
const RETRIED_MS: [i64; 4] = [60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];
/// How often what is due is looked for while something waits. The clock may be set meanwhile.
const LOOKED_EVERY: Duration = Duration::from_secs(1);
/// How long the worker sleeps while nothing waits; a new mail wakes it.
const NOTHING_WAITS: Duration = Duration::from_secs(3_600);
/// How long after a failure of the journal a mail is tried again.
const AFTER_ERROR_MS: i64 = 60_000;
const AFTER_ERROR: Duration = Duration::from_secs(5);

/// What the port and the worker share.
pub(super) struct Shared {
    pub server: Server,
    pub outbox: Outbox,
    pub texts: Texts,
    pub outbound: Outbound,
    pub accounts: Arc<dyn Accounts>,
    /// The address of the installation, with a slash at its end; `None` if it is not configured.
    pub public_url: Option<String>,
    pub now: Now,
    /// Wakes the worker.
    pub queued: Notify,
    pub pause: Pause,
    /// Whether no further mail is taken, because the process ends.
    pub is_ending: AtomicBool,
}

/// A user that a mail is sent to.
struct Recipient {
    name: String,
    address: String,
}

/// A mail that a task is at. If that panics, the mail is tried again later: no other task would take it.
struct Taken<'a> {
    shared: &'a Shared,
    id: &'a MailId,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let later = self.shared.now().plus_ms(AFTER_ERROR_MS);
            self.shared.outbox.give_back(self.id, later);
        }
    }
}

/// Sends for as long as the service exists, and ends after what is being handed over when the process does.
pub(super) async fn send_all(shared: Arc<Shared>) {
    let mut sending = JoinSet::new();
    loop {
        while sending.try_join_next().is_some() {}
        if shared.is_ending.load(Ordering::SeqCst) {
            while sending.join_next().await.is_some() {}
            return;
        }
        while sending.len() < shared.at_once() {
            let now = (shared.now)();
            let is_paused = shared.pause.is_at(now);
            let Some((id, waiting)) = shared.outbox.take_due(now, is_paused) else { break };
            let shared = Arc::clone(&shared);
            sending.spawn(async move {
                let _taken = Taken { shared: &shared, id: &id };
                shared.send_one(&id, &waiting.mail).await;
            });
        }
        let pause = if shared.outbox.has_waiting() { LOOKED_EVERY } else { NOTHING_WAITS };
        tokio::select! {
            _ = sending.join_next(), if !sending.is_empty() => {}
            () = shared.queued.notified() => {}
            () = sleep(pause) => {}
        }
    }
}

impl Shared {
    /// How many mails may be handed over at once now.
    fn at_once(&self) -> usize {
        if self.pause.is_failing() { 1 } else { AT_ONCE }
    }

    /// Tries to send a mail that was taken from the outbox, and records what comes of it.
    async fn send_one(&self, id: &MailId, mail: &OpenMail) {
        let now = (self.now)();
        if mail.expires_at <= now {
            return self.recorded(id, Event::Expired { id: id.0.clone() }).await;
        }
        let context = ChangeContext::system(now);
        let begun = self.outbox.note(id, Event::Begin { id: id.0.clone() }, &context).await;
        if let Err(error) = begun {
            tracing::warn!(%error, "a mail is sent later, since its attempt was not recorded");
            return self.outbox.give_back(id, now.plus_ms(AFTER_ERROR_MS));
        }
        let delivered = self.deliver(id, mail).await;
        self.pause.note(delivered, (self.now)());
        let event = match delivered {
            Ok(()) => Event::Sent { id: id.0.clone() },
            Err(reason) => self.after(id, mail, reason),
        };
        self.recorded(id, event).await;
    }

    /// What follows a failed attempt.
    fn after(&self, id: &MailId, mail: &OpenMail, reason: MailFailure) -> Event {
        let failed = usize::try_from(mail.attempts).unwrap_or(usize::MAX);
        let pause = RETRIED_MS.get(failed).or(RETRIED_MS.last()).copied().unwrap_or_default();
        let not_before = (self.now)().plus_ms(pause);
        let id = id.0.clone();
        if reason.is_temporary() && not_before < mail.expires_at {
            Event::Deferred { id, not_before, reason }
        } else {
            Event::Failed { id, reason }
        }
    }

    /// Records what has come of a mail, again and again until it is recorded: without the record it would be sent
    /// again.
    async fn recorded(&self, id: &MailId, event: Event) {
        loop {
            let context = ChangeContext::system((self.now)());
            match self.outbox.note(id, event.clone(), &context).await {
                Ok(()) => return,
                Err(MailError::Rejected(why)) => {
                    tracing::error!(why, "what came of a mail was not recorded");
                    return;
                }
                Err(error) => {
                    tracing::warn!(%error, "what came of a mail is recorded later");
                    sleep(AFTER_ERROR).await;
                }
            }
        }
    }

    async fn deliver(&self, id: &MailId, mail: &OpenMail) -> Result<(), MailFailure> {
        let Recipient { name, address } = self.recipient(mail).await?;
        let link = self.link_of(id, mail).await?;
        let (name, link) = (name.as_str(), link.as_ref().map(Secret::expose));
        self.hand_over(id, mail, (name, address.as_str()), link, WITHIN).await
    }

    /// Hands a mail with a user name, an address and a link to the server.
    pub(super) async fn hand_over(
        &self,
        id: &MailId,
        mail: &OpenMail,
        (name, to): (&str, &str),
        link: Option<&str>,
        within: Duration,
    ) -> Result<(), MailFailure> {
        let found = self.server.with_password().await.map_err(|error| match error {
            MailError::PasswordMissing => MailFailure::Authentication {},
            error => {
                tracing::warn!(%error, "the password of the mail server cannot be read");
                MailFailure::NotConfigured {}
            }
        })?;
        let (server, password) = found.ok_or(MailFailure::NotConfigured {})?;
        let draft = Draft {
            id,
            kind: mail.kind,
            language: Language::parse(&mail.language).unwrap_or_default(),
            server: &server,
            to,
            name,
            host: self.host(),
            link,
            happened_at: mail.queued_at,
            sent_at: (self.now)(),
        };
        let message = draft.message(&self.texts).map_err(|_| MailFailure::AddressMissing {})?;
        let (outbound, password) = (&self.outbound, password.as_ref());
        let smtp = Smtp { outbound, server: &server, password, host: self.host() };
        smtp.send(&message, within).await
    }

    /// The user's name and address now. An account that is disabled, or gone, gets no mail. A visitor who creates one
    /// is not greeted by name: strangers would send texts of theirs to others.
    async fn recipient(&self, mail: &OpenMail) -> Result<Recipient, MailFailure> {
        let person = mail.person.clone().ok_or(MailFailure::AddressMissing {})?;
        let unreadable = |error: AccessError| {
            tracing::warn!(%error, "the address of a user cannot be read");
            MailFailure::Unreachable {}
        };
        if mail.kind == MailKind::Registration {
            let address = self.accounts.applicant_address(person).await.map_err(unreadable)?;
            let address = address.ok_or(MailFailure::AddressMissing {})?;
            return Ok(Recipient { name: String::new(), address });
        }
        let user = self.accounts.user(person).await.map_err(unreadable)?;
        let user = user.filter(|user| user.enabled).ok_or(MailFailure::AddressMissing {})?;
        let address = user.email.ok_or(MailFailure::AddressMissing {})?;
        Ok(Recipient { name: user.name.unwrap_or_default(), address })
    }

    /// The address of a mail's link, for a kind that has one.
    async fn link_of(&self, id: &MailId, mail: &OpenMail) -> Result<Option<Secret>, MailFailure> {
        if !mail.kind.has_link() {
            return Ok(None);
        }
        let token = self.outbox.content(id, mail).await.map_err(|error| {
            tracing::warn!(%error, "the link of a mail cannot be read");
            MailFailure::Unreachable {}
        })?;
        let token = token.as_ref().and_then(|token| PasswordToken::parse(token.expose()));
        let path = token.map(|token| token.path_of_link());
        match (&self.public_url, path) {
            (Some(url), Some(path)) => {
                Ok(Some(Secret::new(format!("{}{path}", url.trim_end_matches('/')))))
            }
            (None, _) => Err(MailFailure::NotConfigured {}),
            (_, None) => {
                tracing::error!(mail = %id, "the vault does not have the link of a mail");
                Err(MailFailure::AddressMissing {})
            }
        }
    }

    /// The host of the installation.
    fn host(&self) -> Option<&str> {
        let (_, behind) = self.public_url.as_ref()?.split_once("://")?;
        let authority = behind.split('/').next()?;
        // Without the port, which an address of IPv6 has behind a bracket.
        let host = match authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            _ => authority,
        };
        Some(host).filter(|host| !host.is_empty())
    }

    /// Whether a mail of a kind can be sent at all.
    pub(super) fn check(&self, kind: MailKind) -> Result<(), MailError> {
        if self.server.get().is_none() {
            return Err(MailError::NotConfigured);
        }
        if kind.has_link() && self.public_url.is_none() {
            return Err(MailError::NoPublicUrl);
        }
        Ok(())
    }

    /// The time.
    pub(super) fn now(&self) -> Timestamp {
        (self.now)()
    }
}
