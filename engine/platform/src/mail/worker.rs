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
use waybill_machines::secret::PersonId;
use waybill_outbound::Outbound;

use super::message::{Draft, called};
use super::outbox::Outbox;
use super::pause::Pause;
use super::server::Server;
use super::smtp::Smtp;
use super::texts::Texts;
use super::{Language, MailError, Now};
use crate::access::{AccessError, Accounts, PasswordToken, User};
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
/// The address of a user's dialog on the page of users, without the id at its end.
const PATH_OF_USER: &str = "/ui/admin/management/users?user=";
/// The longest name of an account that administrators are sent, in characters.
const SHOWN_NAME_CHARS_MAX: usize = 64;
/// In place of a name that they are not sent.
const NOT_SHOWN: &str = "…";

/// What the port and the worker share.
pub(super) struct Shared {
    pub server: Server,
    pub outbox: Outbox,
    pub texts: Texts,
    pub outbound: Outbound,
    pub accounts: Arc<dyn Accounts>,
    /// The address of the installation, with a slash at its end; `None` if it is not configured.
    pub public_url: Option<String>,
    /// What people call the installation.
    pub server_name: String,
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

/// What a mail says that others of its kind do not.
#[derive(Default)]
pub(super) struct Filling {
    /// The address of its link.
    link: Option<Secret>,
    /// The account that waits for approval.
    waiting: Option<User>,
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
        if mail.expires_at <= now || self.is_settled(id, mail).await {
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
        let filling = self.filling(id, mail).await?;
        self.hand_over(id, mail, (name.as_str(), address.as_str()), &filling, WITHIN).await
    }

    /// Hands a mail with a user name, an address and what it says to the server.
    pub(super) async fn hand_over(
        &self,
        id: &MailId,
        mail: &OpenMail,
        (name, to): (&str, &str),
        filling: &Filling,
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
        let account = filling.waiting.as_ref().map_or(("", ""), |user| {
            let name = user.name.as_deref().filter(|name| is_shown(name));
            (name.unwrap_or(NOT_SHOWN), user.email.as_deref().unwrap_or_default())
        });
        let installation = called(&self.server_name, self.host());
        let draft = Draft {
            id,
            kind: mail.kind,
            language: Language::parse(&mail.language).unwrap_or_default(),
            server: &server,
            to,
            name,
            installation: &installation,
            link: filling.link.as_ref().map(Secret::expose),
            account,
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
        if mail.kind == MailKind::Registration {
            let address = self.accounts.applicant_address(person).await;
            let address = address.map_err(|error| unreadable(&error))?;
            let address = address.ok_or(MailFailure::AddressMissing {})?;
            return Ok(Recipient { name: String::new(), address });
        }
        let user = self.accounts.user(person).await.map_err(|error| unreadable(&error))?;
        // A user who no longer administers does not learn of the account of another one.
        let is_for_admins = mail.kind == MailKind::AccountWaiting;
        let is_meant = |user: &User| user.enabled && (user.effective_admin || !is_for_admins);
        let user = user.filter(is_meant).ok_or(MailFailure::AddressMissing {})?;
        let address = user.email.ok_or(MailFailure::AddressMissing {})?;
        Ok(Recipient { name: user.name.unwrap_or_default(), address })
    }

    /// What a mail says that others of its kind do not, as of now.
    async fn filling(&self, id: &MailId, mail: &OpenMail) -> Result<Filling, MailFailure> {
        if !mail.kind.has_link() {
            return Ok(Filling::default());
        }
        let secret = self.secret_of(id, mail).await?;
        let (path, waiting) = if mail.kind == MailKind::AccountWaiting {
            let user =
                self.user_that_waits(&secret).await?.ok_or(MailFailure::AddressMissing {})?;
            (format!("{PATH_OF_USER}{}", user.person.0), Some(user))
        } else {
            let token = PasswordToken::parse(secret.expose()).ok_or_else(|| missing(id))?;
            (token.path_of_link(), None)
        };
        let url = self.public_url.as_ref().ok_or(MailFailure::NotConfigured {})?;
        let link = Secret::new(format!("{}{path}", url.trim_end_matches('/')));
        Ok(Filling { link: Some(link), waiting })
    }

    /// Whether an administrator has decided about the account that a mail says is waiting.
    async fn is_settled(&self, id: &MailId, mail: &OpenMail) -> bool {
        if mail.kind != MailKind::AccountWaiting {
            return false;
        }
        let Ok(secret) = self.secret_of(id, mail).await else { return false };
        matches!(self.user_that_waits(&secret).await, Ok(None))
    }

    /// The account with an id, if it still waits for approval.
    async fn user_that_waits(&self, id: &Secret) -> Result<Option<User>, MailFailure> {
        let person = PersonId(id.expose().to_owned());
        let user = self.accounts.user(person).await.map_err(|error| unreadable(&error))?;
        Ok(user.filter(|user| user.pending))
    }

    /// The secret that a mail was queued with.
    async fn secret_of(&self, id: &MailId, mail: &OpenMail) -> Result<Secret, MailFailure> {
        let secret = self.outbox.content(id, mail).await.map_err(|error| {
            tracing::warn!(%error, "the link of a mail cannot be read");
            MailFailure::Unreachable {}
        })?;
        secret.ok_or_else(|| missing(id))
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

fn unreadable(error: &AccessError) -> MailFailure {
    tracing::warn!(%error, "an account that a mail needs cannot be read");
    MailFailure::Unreachable {}
}

fn missing(id: &MailId) -> MailFailure {
    tracing::error!(mail = %id, "the vault does not have the link of a mail");
    MailFailure::AddressMissing {}
}

/// Whether administrators are sent the name that a visitor has chosen. One that is a sentence, or the address of a
/// page, would be a stranger's message in a mail of this server.
fn is_shown(name: &str) -> bool {
    let is_of_name = |letter: char| letter.is_alphanumeric() || "._-+@".contains(letter);
    name.chars().count() <= SHOWN_NAME_CHARS_MAX && name.chars().all(is_of_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [PASS-04]
    #[test]
    fn a_name_that_is_a_message_of_a_stranger_is_not_sent() {
        for name in ["carol", "carol.lee-2@example.org", "jürgen", "キャロル", "كارول"] {
            assert!(is_shown(name), "{name}");
        }
        let long = "c".repeat(SHOWN_NAME_CHARS_MAX + 1);
        for name in ["https://example.org", "example.org/login", "call us now", "<b>carol", &long] {
            assert!(!is_shown(name), "{name}");
        }
    }
}
