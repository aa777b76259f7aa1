//! What is sent to sign in: the form, codes, and what comes back from providers and authenticators.

use serde::Deserialize;
use waybill_machines::Timestamp;
use waybill_machines::sign_in::{PasskeyPurpose, SignInPurpose};

use crate::format::Duration;

/// The fields of the login form.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LoginSubmit {
    /// The user name that was typed.
    pub user: String,
    /// `correct`, `wrong`, or the text that was typed.
    #[serde(default = "correct")]
    pub password: String,
    /// Whether the session outlives the browser.
    #[serde(default = "yes")]
    pub remember: bool,
    /// The stored path that the browser sends, instead of the one in its storage.
    pub stored: Option<Stored>,
    /// The flag of the set-me-up data that the browser sends, instead of the one in its storage.
    pub set_me_up: Option<bool>,
}

fn correct() -> String {
    "correct".into()
}

const fn yes() -> bool {
    true
}

/// A path that was requested before signing in. Without a time it was requested now.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Stored {
    /// Path and query under `/ui`.
    pub path: String,
    /// When it was requested.
    pub at: Option<Timestamp>,
    /// How long ago it was requested.
    pub ago: Option<Duration>,
}

/// What a user goes to a provider with.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SsoBegin {
    /// The name of the provider.
    #[serde(default = "corporate")]
    pub provider: String,
    /// What the user goes there for.
    #[serde(default = "to_sign_in")]
    pub purpose: SignInPurpose,
}

fn corporate() -> String {
    "corporate".into()
}

const fn to_sign_in() -> SignInPurpose {
    SignInPurpose::SignIn
}

/// What a user comes back from a provider with.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SsoCallback {
    /// The user whose identity the code proves; of an unknown one it belongs to no account.
    pub user: String,
    /// The flow that it is for.
    #[serde(default = "FlowWord::own")]
    pub flow: FlowWord,
}

/// What a user comes back from a provider with who has not signed in there.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SsoDenied {
    /// The flow that it is for.
    pub flow: FlowWord,
}

/// What a browser asks for a passkey for.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PasskeyBegin {
    /// What it is asked for.
    #[serde(default = "alone")]
    pub purpose: PasskeyPurpose,
}

const fn alone() -> PasskeyPurpose {
    PasskeyPurpose::SignIn
}

/// What an authenticator answers.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct PasskeyAnswer {
    /// The user whose passkey it has, for signing in with it alone; of an unknown one it belongs to no account.
    pub user: String,
    /// The question that it answers.
    pub flow: FlowWord,
}

/// The flow that a browser comes back from a provider for, or the question that an authenticator answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FlowWord {
    /// The last one of the session.
    #[default]
    Own,
    /// One of another browser.
    Other,
}

impl FlowWord {
    const fn own() -> Self {
        Self::Own
    }
}

/// The code that is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CodeWord {
    /// The correct code.
    Correct,
    /// A wrong code.
    Wrong,
    /// The code that was correct the last time; it is valid only once.
    Reused,
}
