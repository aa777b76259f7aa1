//! The mail server and the mails that it was given (PASS-04), and forgotten passwords (PASS-01, PASS-02).

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::mail::{MailFailure, MailId, MailKind, MailSecurity};
use waybill_machines::secret::PersonId;
use waybill_platform::mail::MailState;
use waybill_platform::secret::Secret;

/// The mail server, if there is one.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MailServerPage {
    /// The mail server; null if there is none.
    pub server: Option<DescribedMailServer>,
    /// Whether mails with links can be sent: there is a mail server, and `public_url` is configured.
    pub can_send: bool,
}

/// A mail server, without its password.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DescribedMailServer {
    /// The name or the address of its host.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection to it is encrypted.
    pub security: MailSecurity,
    /// The user that this installation is at the server; null if the server asks for none.
    pub user: Option<String>,
    /// Whether there is a password.
    pub has_password: bool,
    /// The mail address of the sender.
    pub from: String,
    /// The name of the sender; empty for none.
    pub from_name: String,
}

/// What the mail server is to be from now on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WantedMailServer {
    /// The name or the address of its host.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection to it is encrypted.
    pub security: MailSecurity,
    /// The user that this installation is at the server. An empty one is none.
    pub user: Option<String>,
    /// The password. If it is missing, the stored one stays, unless host, port or user change. An empty one is none.
    pub password: Option<Secret>,
    /// The mail address of the sender.
    pub from: String,
    /// The name of the sender; none if it is missing.
    pub from_name: Option<String>,
}

/// A test of the mail server.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct MailTest {
    /// The mail address that the test is sent to.
    pub to: Secret,
    /// The language in which it is written, such as `de`; English if it is missing or unknown.
    pub language: Option<String>,
}

/// The newest mails.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SentMails {
    /// The mails of the last 8 days, the newest first: 100 at most.
    pub mails: Vec<ListedMail>,
}

/// A mail, without its address and its text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ListedMail {
    /// Its id, which is part of its `Message-ID`.
    pub id: MailId,
    /// What it is about.
    pub kind: MailKind,
    /// The user; null for a test.
    pub person: Option<PersonId>,
    /// The name of the user now; null for a test, or after it was erased.
    pub name: Option<String>,
    /// When it was queued.
    pub queued_at: Timestamp,
    /// What has come of it.
    pub state: MailState,
    /// How often it was handed to the server.
    pub attempts: u32,
    /// Why the last attempt failed.
    pub failure: Option<MailFailure>,
    /// When it was sent or given up.
    pub ended_at: Option<Timestamp>,
}

/// A request for a link with which a forgotten password is replaced.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct ForgottenPassword {
    /// The user name or the mail address.
    pub user: Secret,
    /// The language of the page, such as `de`, in which the mail is written; English if it is missing or unknown.
    pub language: Option<String>,
}

/// A request for a link was taken.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ResetLinkRequested {
    /// Always true, whether there is such an account or not.
    pub sent: bool,
}

/// The key of a link with which a forgotten password is replaced.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ResetKey {
    /// The key.
    pub key: Secret,
}

/// A link with which a forgotten password is replaced, which works.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CheckedResetKey {
    /// The name of its user; null after it was erased.
    pub user: Option<String>,
    /// When the link expires.
    pub until: Timestamp,
}

/// The password that replaces a forgotten one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct ReplacedPassword {
    /// The name of the user, if the caller wants it to be compared with that of the link.
    pub user: Option<String>,
    /// The password.
    pub password: Secret,
}

/// A user to invite by mail.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct Invitation {
    /// The mail address, which becomes the user name too.
    pub invited_email: String,
    /// Where the invitation was made; programs of the platform send it, and it means nothing here.
    pub source: Option<String>,
}

/// A user who was invited by mail.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct InvitedUser {
    /// The user name.
    pub username: String,
    /// The mail address.
    pub email: String,
    /// When the link in the mail expires.
    pub expires_at: Timestamp,
}
