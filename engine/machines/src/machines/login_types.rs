//! The states and events of the login machine.

use serde::{Deserialize, Serialize};

use crate::named;
use crate::secret::{Digest, Handle, PersonId, Personal};
use crate::sign_in::{Attempt, Authenticated, LoggedOut, Notice, SignInVia};
use crate::time::Timestamp;

/// The state of signing in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LoginState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// No user is signed in.
    SignedOut {
        /// The message above the form.
        notice: Option<Notice>,
    },
    /// The access service checks user name and password.
    Checking {
        /// The values that are kept until the sign-in is complete.
        attempt: Attempt,
    },
    /// The password was correct; a one-time code is required.
    OtpRequired {
        /// The user who signs in.
        person: PersonId,
        /// Whether the user is an administrator.
        admin: bool,
        /// The values that are kept until the sign-in is complete.
        attempt: Attempt,
        /// An address to leave the application for, instead of the landing path.
        external_redirect: Option<String>,
    },
    /// The password was correct; the user must enrol a second factor.
    EnrolRequired {
        /// The user who signs in.
        person: PersonId,
        /// Whether the user is an administrator.
        admin: bool,
        /// The values that are kept until the sign-in is complete.
        attempt: Attempt,
        /// An address to leave the application for, instead of the landing path.
        external_redirect: Option<String>,
    },
    /// The password was correct, but must be changed.
    PasswordExpired {
        /// The user whose password has expired.
        person: PersonId,
        /// The user name, for display.
        account: Personal,
    },
    /// A user is signed in.
    SignedIn {
        /// The signed-in user.
        person: PersonId,
        /// Whether the user is an administrator.
        admin: bool,
        /// When the sign-in was completed.
        since: Timestamp,
        /// When the sign-in expires.
        until: Timestamp,
        /// Whether the user's set-me-up data is to be shown, which ends when the user has seen it (NAV-16). False in
        /// records that are older than this field.
        #[serde(default)]
        set_me_up: bool,
        /// By which identity of which provider the user has signed in; none with a password, and in records that are
        /// older than this field.
        #[serde(default)]
        via: Option<SignInVia>,
        /// The passkey with which the user has signed in instead of a password; none in records that are older than
        /// this field.
        #[serde(default)]
        passkey: Option<Digest>,
    },
    /// The access service is notified of the sign-out.
    SigningOut {
        /// The user who signs out.
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

/// The events of signing in and out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LoginEvent"))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The sign-in form was submitted.
    Submit {
        /// The values that are kept until the sign-in is complete.
        attempt: Attempt,
        /// The handle of user name and password.
        credentials: Handle,
    },
    /// The answer of the access service.
    #[serde(rename = "access.authenticate")]
    Authenticated(Authenticated),
    /// A provider has proven who the user is. Only the machine of sign-ins with providers sends this.
    ProviderAnswered {
        /// The user, with what is still required.
        answer: Authenticated,
        /// The values that are kept until the sign-in is complete.
        attempt: Attempt,
    },
    /// A passkey has proven who the user is. Only the machine of passkeys sends this.
    PasskeyAnswered {
        /// The user, who owes no second factor.
        answer: Authenticated,
        /// The values that are kept until the sign-in is complete.
        attempt: Attempt,
    },
    /// The second factor was verified or enrolled.
    SecondFactorPassed {
        /// The user whose factor it is.
        person: PersonId,
        /// The digest of the new session cookie.
        token: Digest,
    },
    /// The second factor may not be tried again (MFA-01: a 403 returns to login).
    SecondFactorForbidden {
        /// The reason.
        notice: Notice,
    },
    /// The expired password has been changed.
    PasswordChanged {},
    /// The user cancels the sign-in.
    Cancel {},
    /// The user has seen the set-me-up data.
    SetMeUpSeen {},
    /// The user logs out.
    LogOut {},
    /// The access service has answered the notification.
    #[serde(rename = "access.log_out")]
    LoggedOut(LoggedOut),
    /// The maximum duration of the sign-in has elapsed, or a check found that it is no longer valid.
    Expire {},
    /// The user was away for longer than the installation allows. Only the machine of idle users sends this.
    ExpireIdle {},
    /// The sign-in was revoked from another session.
    Revoke {},
}
named!(Event {
    Submit = "submit",
    Authenticated = "access.authenticate",
    ProviderAnswered = "provider_answered",
    PasskeyAnswered = "passkey_answered",
    SecondFactorPassed = "second_factor_passed",
    SecondFactorForbidden = "second_factor_forbidden",
    PasswordChanged = "password_changed",
    Cancel = "cancel",
    SetMeUpSeen = "set_me_up_seen",
    LogOut = "log_out",
    LoggedOut = "access.log_out",
    Expire = "expire",
    ExpireIdle = "expire_idle",
    Revoke = "revoke",
});

/// What a tab may propose over the socket. Events that change a cookie are sent over HTTP.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Cancel the sign-in.
    Cancel {},
    /// The set-me-up data has been seen.
    SetMeUpSeen {},
}
named!(Proposal { Cancel = "cancel", SetMeUpSeen = "set_me_up_seen" });
