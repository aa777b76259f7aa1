//! The service in this process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use waybill_journal::Journal;
use waybill_machines::Timestamp;
use waybill_machines::machines::mail_outbox::{Event, OpenMail};
use waybill_machines::rules::mail::{MailId, MailKind, MailServer, is_mail_address};
use waybill_machines::secret::PersonId;
use waybill_outbound::Outbound;

use super::log::LoggedMail;
use super::outbox::Outbox;
use super::pause::Pause;
use super::server::Server;
use super::texts::{Texts, TextsError};
use super::worker::{Filling, Shared, send_all};
use super::{
    Answer, GivenPassword, Language, Mail, MailError, MailServers, NewMail, Now, StoredServer,
};
use crate::access::Accounts;
use crate::keyed::to_completion;
use crate::streams::{ChangeContext, StreamError};
use crate::vault::{Vault, VaultError};

/// How long what is being handed over may take when the process ends.
const FINISHED_WITHIN: Duration = Duration::from_secs(5);
/// How long a test may take.
const TEST_WITHIN: Duration = Duration::from_secs(10);
/// When a test is of no use any longer, in milliseconds: its administrator waits for it.
const TEST_MS: i64 = 60_000;

/// The service. It sends from [`EmbeddedMail::begin`] on, as long as it exists.
pub struct EmbeddedMail {
    shared: Arc<Shared>,
    worker: Mutex<Option<JoinHandle<()>>>,
}

/// What the service is opened with.
pub struct MailSources {
    /// The platform's journal.
    pub journal: Arc<dyn Journal>,
    /// The vault.
    pub vault: Arc<Vault>,
    /// The client of other servers.
    pub outbound: Outbound,
    /// The users, whose addresses are looked up.
    pub accounts: Arc<dyn Accounts>,
    /// The address of this installation that links begin with; `None` if it is not configured.
    pub public_url: Option<String>,
    /// What people call this installation; empty if it has no name.
    pub server_name: String,
    /// Where the time comes from.
    pub now: Now,
}

/// The service cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The journal cannot be read.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// The vault cannot be read.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// The texts are not valid, which is a bug.
    #[error(transparent)]
    Texts(#[from] TextsError),
}

/// Gives up all mails that wait, and answers how many: after a backup was restored their links have ended, and some of
/// them may have been sent since the backup.
///
/// # Errors
///
/// [`MailError`], if the outbox cannot be read or changed.
pub async fn end_open_mails(
    journal: Arc<dyn Journal>,
    vault: Arc<Vault>,
    context: &ChangeContext,
) -> Result<usize, MailError> {
    Outbox::open(journal, vault, context.at)?.end_all(context).await
}

impl EmbeddedMail {
    /// Opens the service, and removes secrets that no record names. Blocks on the disk. Nothing is sent before
    /// [`Self::begin`], so that no command on the server's machine sends what waits.
    ///
    /// # Errors
    ///
    /// [`OpenError`], if what is stored cannot be read.
    pub fn open(sources: MailSources) -> Result<Self, OpenError> {
        let MailSources { journal, vault, outbound, accounts, public_url, server_name, now } =
            sources;
        let outbox = Outbox::open(Arc::clone(&journal), Arc::clone(&vault), now())?;
        let server = Server::open(journal, vault, outbound.clone())?;
        let swept = outbox.sweep()? + server.sweep()?;
        if swept > 0 {
            tracing::info!(service = "access", swept, "secrets that no mail needs were removed");
        }
        let shared = Shared {
            server,
            outbox,
            texts: Texts::read()?,
            outbound,
            accounts,
            public_url,
            server_name,
            now,
            queued: Notify::new(),
            pause: Pause::default(),
            is_ending: AtomicBool::new(false),
        };
        Ok(Self { shared: Arc::new(shared), worker: Mutex::default() })
    }

    /// Begins to send what waits, on this runtime.
    pub fn begin(&self, runtime: &Handle) {
        let mut worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner);
        worker.get_or_insert_with(|| runtime.spawn(send_all(Arc::clone(&self.shared))));
    }

    /// Ends without another attempt, after what is being handed over; that takes a few seconds at most. Blocks the
    /// thread.
    pub fn finish(&self) {
        self.shared.is_ending.store(true, Ordering::SeqCst);
        self.shared.queued.notify_one();
        let since = Instant::now();
        while since.elapsed() < FINISHED_WITHIN && self.is_at_work() {
            thread::sleep(Duration::from_millis(10));
        }
        self.stop();
    }

    fn is_at_work(&self) -> bool {
        let worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner);
        worker.as_ref().is_some_and(|worker| !worker.is_finished())
    }

    /// Ends without another attempt. What is being handed over is sent again at the next start.
    pub fn stop(&self) {
        if let Some(worker) = self.worker.lock().unwrap_or_else(PoisonError::into_inner).take() {
            worker.abort();
        }
    }
}

impl Drop for EmbeddedMail {
    fn drop(&mut self) {
        self.stop();
    }
}

impl MailServers for EmbeddedMail {
    fn server(&self) -> Option<StoredServer> {
        self.shared.server.get()
    }

    fn set(
        &self,
        wanted: MailServer,
        password: GivenPassword,
        context: ChangeContext,
    ) -> Answer<'_, StoredServer> {
        to_completion(&self.shared, async move |shared| {
            let stored = shared.server.set(wanted, password, &context).await?;
            shared.try_now();
            Ok(stored)
        })
    }

    fn remove(&self, context: ChangeContext) -> Answer<'_, ()> {
        to_completion(&self.shared, async move |shared| shared.server.remove(&context).await)
    }
}

impl Mail for EmbeddedMail {
    fn can_send(&self) -> bool {
        self.shared.check(MailKind::ResetPassword).is_ok()
    }

    fn admits(&self, person: &PersonId, kind: MailKind, at: Timestamp) -> Result<(), MailError> {
        self.shared.check(kind)?;
        self.shared.outbox.admits(person, kind, at)
    }

    fn queue(&self, mail: NewMail, context: ChangeContext) -> Answer<'_, MailId> {
        to_completion(&self.shared, async move |shared| {
            shared.check(mail.kind)?;
            let id = shared.outbox.queue(mail, &context).await?;
            shared.queued.notify_one();
            Ok(id)
        })
    }

    fn test(
        &self,
        to: String,
        language: Option<Language>,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        to_completion(&self.shared, async move |shared| {
            shared.test(to.trim(), language.unwrap_or_default(), &context).await
        })
    }

    fn log(&self, limit: usize) -> Vec<LoggedMail> {
        self.shared.outbox.log(limit, self.shared.now())
    }
}

impl Shared {
    /// Has mails tried that waited for the server.
    fn try_now(&self) {
        self.pause.end();
        self.queued.notify_one();
    }

    /// Sends a test, and records it as any other mail.
    async fn test(
        &self,
        to: &str,
        language: Language,
        context: &ChangeContext,
    ) -> Result<(), MailError> {
        if !is_mail_address(to) {
            return Err(MailError::BadAddress);
        }
        self.check(MailKind::Test)?;
        let expires_at = context.at.plus_ms(TEST_MS);
        let id = self.outbox.queue_test(language, expires_at, context).await?;
        let begun = Event::Begin { id: id.0.clone() };
        if let Err(error) = self.outbox.note(&id, begun, context).await {
            // The worker ends it.
            self.outbox.give_back(&id, expires_at);
            return Err(error);
        }
        let mail = OpenMail {
            kind: MailKind::Test,
            person: None,
            content: None,
            language: language.as_str().to_owned(),
            queued_at: context.at,
            expires_at,
            attempts: 1,
            not_before: context.at,
            sending: true,
        };
        let sent = self.hand_over(&id, &mail, ("", to), &Filling::default(), TEST_WITHIN).await;
        if sent.is_ok() {
            self.try_now();
        }
        let event = match sent {
            Ok(()) => Event::Sent { id: id.0.clone() },
            Err(reason) => Event::Failed { id: id.0.clone(), reason },
        };
        // What was not recorded ends by itself; the administrator is not kept waiting for the journal.
        if let Err(error) = self.outbox.note(&id, event, context).await {
            tracing::warn!(%error, "what came of a test of the mail server was not recorded");
            self.outbox.give_back(&id, expires_at);
        }
        sent.map_err(MailError::NotSent)
    }
}
