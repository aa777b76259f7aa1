//! The states and events of the second-factor machine.

use serde::{Deserialize, Serialize};

use crate::named;
use crate::secret::{Digest, Handle, PersonId};
pub use crate::sign_in::Authenticator;
use crate::sign_in::Notice;

/// The answer of the access service to preparing a second factor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Prepared {
    /// The secret has been created and can be fetched by the page.
    Ready {},
    /// The secret could not be created.
    Failed {
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {},
}

/// The answer of the access service to a code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Verified {
    /// The code is correct.
    Accepted {},
    /// The code is wrong, was used before, or was submitted too soon.
    Refused {
        /// The reason.
        notice: Notice,
    },
    /// No further code may be tried.
    Forbidden {
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {},
}

/// The state of the second factor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "MfaState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// No second factor is being enrolled or verified.
    Idle {},
    /// The access service creates a secret.
    Preparing {
        /// The user who enrols.
        person: PersonId,
    },
    /// The page shows the secret and waits for the first code.
    Enrolling {
        /// The user who enrols.
        person: PersonId,
        /// Why the last code failed.
        failure: Option<Notice>,
    },
    /// The access service checks the first code.
    Confirming {
        /// The user who enrols.
        person: PersonId,
        /// The digest of the new session cookie.
        token: Digest,
    },
    /// The page shows the recovery codes, which are shown only once.
    CodesShown {
        /// The user who has enrolled.
        person: PersonId,
    },
    /// The page waits for a code or a passkey.
    Verify {
        /// The user who signs in.
        person: PersonId,
        /// What it can be verified with.
        authenticator: Authenticator,
        /// Why the last code failed.
        failure: Option<Notice>,
    },
    /// The access service checks a code.
    Verifying {
        /// The user who signs in.
        person: PersonId,
        /// What it can be verified with.
        authenticator: Authenticator,
        /// The digest of the new session cookie.
        token: Digest,
    },
    /// The second factor was verified or enrolled.
    Passed {},
}
named!(State {
    Idle = "idle",
    Preparing = "preparing",
    Enrolling = "enrolling",
    Confirming = "confirming",
    CodesShown = "codes_shown",
    Verify = "verify",
    Verifying = "verifying",
    Passed = "passed",
});

/// The events of the second factor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "MfaEvent"))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The user must enrol a second factor.
    BeginEnrolment {
        /// The user who enrols.
        person: PersonId,
    },
    /// The user must give a code, or show a passkey.
    BeginVerification {
        /// The user who signs in.
        person: PersonId,
        /// What it can be verified with.
        authenticator: Authenticator,
    },
    /// The answer to creating a secret.
    #[serde(rename = "access.begin_enrolment")]
    Prepared(Prepared),
    /// The user submitted a code.
    Submit {
        /// The handle of the code.
        code: Handle,
        /// The digest of the new session cookie.
        token: Digest,
    },
    /// The user submitted a recovery code.
    Recover {
        /// The handle of the recovery code.
        code: Handle,
        /// The digest of the new session cookie.
        token: Digest,
    },
    /// The answer to the first code.
    #[serde(rename = "access.confirm_enrolment")]
    Confirmed(Verified),
    /// The answer to a code.
    #[serde(rename = "access.verify_code")]
    CodeVerified(Verified),
    /// The answer to a recovery code.
    #[serde(rename = "access.verify_recovery")]
    RecoveryVerified(Verified),
    /// A passkey of the user was verified. Only the machine of passkeys sends this.
    PasskeyVerified {
        /// The user whose passkey it is.
        person: PersonId,
        /// The digest of the new session cookie.
        token: Digest,
    },
    /// A passkey was added to the account as its second factor. Only the machine of passkeys sends this.
    PasskeyEnrolled {
        /// The user whose passkey it is.
        person: PersonId,
        /// The digest of the new session cookie.
        token: Digest,
    },
    /// The user has saved the recovery codes.
    CodesSaved {},
    /// The sign-in was cancelled, or the session ended.
    Reset {},
}
named!(Event {
    BeginEnrolment = "begin_enrolment",
    BeginVerification = "begin_verification",
    Prepared = "access.begin_enrolment",
    Submit = "submit",
    Recover = "recover",
    Confirmed = "access.confirm_enrolment",
    CodeVerified = "access.verify_code",
    RecoveryVerified = "access.verify_recovery",
    PasskeyVerified = "passkey_verified",
    PasskeyEnrolled = "passkey_enrolled",
    CodesSaved = "codes_saved",
    Reset = "reset",
});

/// What a tab may propose over the socket. Codes are sent over HTTP.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Confirm that the recovery codes are saved.
    CodesSaved {},
}
named!(Proposal { CodesSaved = "codes_saved" });
