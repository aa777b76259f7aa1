//! The states and events of the second-factor machine.

use serde::{Deserialize, Serialize};

use crate::named;
use crate::secret::{Digest, Handle, PersonId};
use crate::sign_in::Notice;

/// Which kind of code is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Authenticator {
    /// A time-based one-time password, as the usual authenticator apps make them.
    Google,
}

/// Whether a second factor could be prepared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Prepared {
    /// Its secret waits to be fetched by the page.
    Ready {},
    /// It could not.
    Failed {
        /// Why.
        notice: Notice,
    },
    /// The server stopped meanwhile.
    Interrupted {},
}

/// What the access service says to a code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Verified {
    /// It is right.
    Accepted {},
    /// It is wrong, was used before, or comes too soon.
    Refused {
        /// Why.
        notice: Notice,
    },
    /// No code may be tried any more.
    Forbidden {
        /// Why.
        notice: Notice,
    },
    /// The server stopped before it could say.
    Interrupted {},
}

/// Where the second factor stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "MfaState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// None is asked for.
    Idle {},
    /// A secret is being made.
    Preparing {
        /// Whose.
        person: PersonId,
    },
    /// The page shows the secret and waits for the first code.
    Enrolling {
        /// Whose.
        person: PersonId,
        /// What was wrong with the last code.
        failure: Option<Notice>,
    },
    /// The first code is being checked.
    Confirming {
        /// Whose.
        person: PersonId,
        /// Recognises the cookie that the session gets.
        token: Digest,
    },
    /// The recovery codes are on the page, this once.
    CodesShown {
        /// Whose.
        person: PersonId,
    },
    /// A code is asked for.
    Verify {
        /// Whose.
        person: PersonId,
        /// Which kind.
        authenticator: Authenticator,
        /// What was wrong with the last code.
        failure: Option<Notice>,
    },
    /// A code is being checked.
    Verifying {
        /// Whose.
        person: PersonId,
        /// Which kind.
        authenticator: Authenticator,
        /// Recognises the cookie that the session gets.
        token: Digest,
    },
    /// The factor was given.
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

/// What happens to the second factor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "MfaEvent"))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// One has to be enrolled.
    BeginEnrolment {
        /// Whose.
        person: PersonId,
    },
    /// A code has to be given.
    BeginVerification {
        /// Whose.
        person: PersonId,
        /// Which kind.
        authenticator: Authenticator,
    },
    /// The secret was made, or not.
    #[serde(rename = "access.begin_enrolment")]
    Prepared(Prepared),
    /// A code was typed.
    Submit {
        /// The ticket for the code.
        code: Handle,
        /// Recognises the cookie that the session gets.
        token: Digest,
    },
    /// A recovery code was typed.
    Recover {
        /// The ticket for the code.
        code: Handle,
        /// Recognises the cookie that the session gets.
        token: Digest,
    },
    /// The first code was checked.
    #[serde(rename = "access.confirm_enrolment")]
    Confirmed(Verified),
    /// A code was checked.
    #[serde(rename = "access.verify_code")]
    CodeVerified(Verified),
    /// A recovery code was checked.
    #[serde(rename = "access.verify_recovery")]
    RecoveryVerified(Verified),
    /// The user has put the recovery codes away.
    CodesSaved {},
    /// The sign-in was given up, or the session ended.
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
    CodesSaved = "codes_saved",
    Reset = "reset",
});

/// What a tab may propose over the socket; codes go over HTTP.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// The recovery codes are put away.
    CodesSaved {},
}
named!(Proposal { CodesSaved = "codes_saved" });
