//! The states and events of the login machine.

use serde::{Deserialize, Serialize};

use crate::named;
use crate::secret::{Digest, Handle, PersonId, Personal};
use crate::sign_in::{Attempt, Authenticated, LoggedOut, Notice};
use crate::time::Timestamp;

/// Where signing in stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LoginState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// Nobody is signed in.
    SignedOut {
        /// What to say above the form.
        notice: Option<Notice>,
    },
    /// User name and password are being checked.
    Checking {
        /// What is remembered meanwhile.
        attempt: Attempt,
    },
    /// The password was right; a code is owed.
    OtpRequired {
        /// Who.
        person: PersonId,
        /// An administrator.
        admin: bool,
        /// What is remembered meanwhile.
        attempt: Attempt,
        /// Where the application is to be left for, instead of the landing path.
        external_redirect: Option<String>,
    },
    /// The password was right; a second factor has to be enrolled.
    EnrolRequired {
        /// Who.
        person: PersonId,
        /// An administrator.
        admin: bool,
        /// What is remembered meanwhile.
        attempt: Attempt,
        /// Where the application is to be left for, instead of the landing path.
        external_redirect: Option<String>,
    },
    /// The password was right, and must be changed.
    PasswordExpired {
        /// Who.
        person: PersonId,
        /// The user name, to be shown.
        account: Personal,
    },
    /// Somebody is signed in.
    SignedIn {
        /// Who.
        person: PersonId,
        /// An administrator.
        admin: bool,
        /// Since when.
        since: Timestamp,
        /// Until when at the latest.
        until: Timestamp,
    },
    /// The access service is being told.
    SigningOut {
        /// Who.
        person: PersonId,
    },
}
named!(State {
    SignedOut = "signed_out",
    Checking = "checking",
    OtpRequired = "otp_required",
    EnrolRequired = "enrol_required",
    PasswordExpired = "password_expired",
    SignedIn = "signed_in",
    SigningOut = "signing_out",
});

/// What happens while signing in and out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LoginEvent"))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The form was sent.
    Submit {
        /// What is remembered meanwhile.
        attempt: Attempt,
        /// The ticket for user name and password.
        credentials: Handle,
    },
    /// The access service answered.
    #[serde(rename = "access.authenticate")]
    Authenticated(Authenticated),
    /// The second factor was given, or enrolled.
    SecondFactorPassed {
        /// Who gave it.
        person: PersonId,
        /// Recognises the cookie that the session gets.
        token: Digest,
    },
    /// The second factor may not be tried any more (MFA-01: a 403 returns to login).
    SecondFactorForbidden {
        /// Why.
        notice: Notice,
    },
    /// The expired password was changed.
    PasswordChanged {},
    /// The user gives up signing in.
    Cancel {},
    /// The user logs out.
    LogOut {},
    /// The access service has been told.
    #[serde(rename = "access.log_out")]
    LoggedOut(LoggedOut),
    /// The sign-in came to the end of its time, or a check found that it no longer counts.
    Expire {},
    /// The sign-in was ended from elsewhere.
    Revoke {},
}
named!(Event {
    Submit = "submit",
    Authenticated = "access.authenticate",
    SecondFactorPassed = "second_factor_passed",
    SecondFactorForbidden = "second_factor_forbidden",
    PasswordChanged = "password_changed",
    Cancel = "cancel",
    LogOut = "log_out",
    LoggedOut = "access.log_out",
    Expire = "expire",
    Revoke = "revoke",
});

/// What a tab may propose over the socket; what changes a cookie goes over HTTP.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Give up signing in.
    Cancel {},
}
named!(Proposal { Cancel = "cancel" });
