//! Mails to users, and the server that takes them (PASS-01, PASS-04).
//!
//! ```text
//! queue --> record --> worker --> Begin is recorded --> SMTP --> Sent, Deferred or Failed is recorded
//! ```
//!
//! A mail is recorded before it is sent and again before each attempt, so that a crash loses none. After a crash
//! between the server's taking it and the record of that, it is sent again with the same `Message-ID`. Records have
//! neither addresses nor texts: a user's address is looked up at each attempt, and the token of a link is in the vault
//! until the mail has ended.

mod budgets;
mod embedded;
mod language;
mod log;
mod message;
mod outbox;
mod pause;
mod server;
mod smtp;
mod texts;
mod view;
mod worker;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use waybill_machines::Timestamp;
use waybill_machines::rules::mail::{MailFailure, MailId, MailKind, MailProblem, MailServer};
use waybill_machines::secret::{Digest, PersonId};
use waybill_outbound::OutboundError;

pub use embedded::{EmbeddedMail, MailSources, OpenError, end_open_mails};
pub use language::Language;
pub use log::{LoggedMail, MailState};
pub use texts::TextsError;

use crate::keyed::TaskStopped;
pub use crate::proxies::GivenPassword;
use crate::secret::Secret;
use crate::streams::{ChangeContext, StreamError};
use crate::vault::VaultError;

/// Where the time comes from.
pub type Now = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, MailError>> + Send + 'a>>;

/// The port for the mail server.
pub trait MailServers: Send + Sync + 'static {
    /// The mail server; `None` if there is none.
    fn server(&self) -> Option<StoredServer>;

    /// Sets the mail server up, or changes it. At another host or port or with another user it has no password, unless
    /// one is given.
    fn set(
        &self,
        wanted: MailServer,
        password: GivenPassword,
        context: ChangeContext,
    ) -> Answer<'_, StoredServer>;

    /// Removes the mail server, with its password. What waits is tried again until it is of no use.
    fn remove(&self, context: ChangeContext) -> Answer<'_, ()>;
}

/// The port for mails.
pub trait Mail: Send + Sync + 'static {
    /// Whether mails with links can be sent: there is a mail server, and the address of this installation is
    /// configured.
    fn can_send(&self) -> bool;

    /// Whether a mail to a user would be queued, for a caller that does something before.
    ///
    /// # Errors
    ///
    /// [`MailError`], as of [`Mail::queue`].
    fn admits(&self, person: &PersonId, kind: MailKind, at: Timestamp) -> Result<(), MailError>;

    /// Has a mail sent to a user. It is durable once this answers, and sent in the background.
    fn queue(&self, mail: NewMail, context: ChangeContext) -> Answer<'_, MailId>;

    /// Sends a test to an address at once, and answers once the server has taken it. The address is in no record.
    fn test(
        &self,
        to: String,
        language: Option<Language>,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// The newest mails of the last days, the newest first.
    fn log(&self, limit: usize) -> Vec<LoggedMail>;
}

/// A mail server that is set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredServer {
    /// What it is.
    pub settings: MailServer,
    password: Option<Digest>,
}

impl StoredServer {
    /// Whether it has a password.
    pub const fn has_password(&self) -> bool {
        self.password.is_some()
    }
}

/// A mail to a user.
#[derive(Debug)]
pub struct NewMail {
    /// What it is about.
    pub kind: MailKind,
    /// The user, to whose address it is sent.
    pub person: PersonId,
    /// The token of its link, for a kind that has one, or the id of the account that waits for approval.
    pub secret: Option<Secret>,
    /// The language in which it is written; English if it is not known.
    pub language: Option<Language>,
    /// When it is of no use any longer.
    pub expires_at: Timestamp,
}

/// Why a call has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// The mail server is not valid.
    #[error("{0}")]
    Problem(MailProblem),
    /// This server does not connect to such an address.
    #[error("This server would not connect to this mail server: {0}.")]
    Address(OutboundError),
    /// Mails would be sent over the internet in clear.
    #[error(
        "Mails have links that are secret. They are sent without encryption to a server in this network only: choose \
         STARTTLS or TLS."
    )]
    InClear,
    /// There is no mail server.
    #[error("There is no mail server. Set one up first.")]
    NotConfigured,
    /// Links would have no address.
    #[error(
        "Mails with links need the address of this installation. Set public_url in the configuration."
    )]
    NoPublicUrl,
    /// Too many mails wait.
    #[error("Too many mails are waiting to be sent. Try again later.")]
    Full,
    /// The user has been sent as many mails as are permitted.
    #[error("This user has been sent too many mails lately. Try again later.")]
    Budget,
    /// A text is no mail address.
    #[error("This is not a mail address. Write it like maria@example.org.")]
    BadAddress,
    /// A test was not sent.
    #[error("{0}")]
    NotSent(MailFailure),
    /// The vault does not have the password.
    #[error("The password of the mail server is missing. Enter it again.")]
    PasswordMissing,
    /// The machine refuses it, which is a bug.
    #[error("A mail was not recorded: {0}")]
    Rejected(String),
    /// The vault failed.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A change stopped, which is a bug.
    #[error("A change of the mail service stopped.")]
    Stopped,
}

impl From<TaskStopped> for MailError {
    fn from(_: TaskStopped) -> Self {
        Self::Stopped
    }
}

impl From<OutboundError> for MailError {
    fn from(error: OutboundError) -> Self {
        match error {
            OutboundError::SecretInClear => Self::InClear,
            error => Self::Address(error),
        }
    }
}

impl MailError {
    /// Whether it is certain that nothing was recorded.
    const fn is_certain(&self) -> bool {
        match self {
            Self::Stream(error) => error.is_certain(),
            _ => true,
        }
    }
}
