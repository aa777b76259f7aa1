//! Registration: what is set for it, and accounts that visitors ask for (PASS-04).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use waybill_platform::secret::Secret;

/// Whether visitors create accounts, and which ones may.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RegistrationPage {
    /// Whether visitors may create accounts.
    pub enabled: bool,
    /// The domains of the mail addresses with which they may; all of them if it is empty.
    pub domains: BTreeSet<String>,
    /// Whether an administrator has to approve a new account before its user can sign in.
    pub approval: bool,
    /// Whether mails with links can be sent: there is a mail server, and `public_url` is configured. Otherwise the
    /// sign-in page does not offer it.
    pub can_send: bool,
}

/// What is set from now on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WantedRegistration {
    /// Whether visitors may create accounts.
    pub enabled: bool,
    /// The domains of the mail addresses with which they may; all of them if it is missing or empty.
    pub domains: Option<Vec<String>>,
    /// Whether an administrator has to approve a new account before its user can sign in; not if it is missing.
    pub approval: Option<bool>,
}

/// An account that a visitor asks for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct AskedAccount {
    /// The user name.
    pub user: Secret,
    /// The mail address, to which a link is sent.
    pub email: Secret,
    /// The language of the page, such as `de`, in which the mail is written; English if it is missing or unknown.
    pub language: Option<String>,
}
