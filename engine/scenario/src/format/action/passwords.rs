//! What is sent to change a password, or to replace one that was forgotten.

use serde::Deserialize;

/// The fields of the password form.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PasswordSubmit {
    /// The current password.
    #[serde(default = "CurrentWord::correct")]
    pub current: CurrentWord,
    /// The new password.
    pub new: String,
}

/// The fields of the form for asking for a link for a new password.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ForgotPasswordSubmit {
    /// The user name or mail address that was typed.
    pub account: String,
}

/// The link for a new password that is opened.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ResetPasswordOpen {
    /// The user whose link it is. That of an unknown user does not work.
    pub user: String,
}

/// The fields of the form with the new password.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ResetPasswordSubmit {
    /// The user whose link's key is sent with it.
    pub user: String,
    /// The new password.
    pub new: String,
}

/// The current password that is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CurrentWord {
    /// The correct password.
    Correct,
    /// A wrong password.
    Wrong,
}

impl CurrentWord {
    const fn correct() -> Self {
        Self::Correct
    }
}
