//! Types of signing in that machines and ports exchange.

use serde::{Deserialize, Serialize};

use crate::rules::path_memory::StoredPlace;
use crate::secret::{Digest, PersonId, Personal};
use crate::time::Timestamp;

/// A message above a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Notice {
    /// The key of the text in the catalogue.
    pub code: String,
    /// The server's own message; empty if it has none.
    pub message: String,
    /// The earliest time at which a retry can succeed.
    pub retry_at: Option<Timestamp>,
}

impl Notice {
    /// A notice with a code and the server's own message.
    pub fn new(code: &str, message: &str) -> Self {
        Self { code: code.to_owned(), message: message.to_owned(), retry_at: None }
    }
}

/// A sign-in in progress: the values that are kept until it is complete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// The user name that was typed.
    pub account: Personal,
    /// The user chose "remember me", so the sign-in lasts longer.
    pub remember: bool,
    /// The digest of the cookie that the session gets if the sign-in succeeds without a further step.
    pub token: Digest,
    /// The place that the user requested before signing in.
    pub stored: Option<StoredPlace>,
    /// Whether a user has logged out in this browser since the last sign-in (NAV-16). False in records that are older
    /// than this field.
    #[serde(default)]
    pub set_me_up: bool,
    /// By which identity of which provider the user signs in; none with a password, and in records that are older than
    /// this field.
    #[serde(default)]
    pub via: Option<SignInVia>,
    /// How long the sign-in may last; none in records that are older than this field.
    #[serde(default)]
    pub terms: Option<SignInTerms>,
    /// The passkey with which the user signs in instead of a password; none in records that are older than this field.
    #[serde(default)]
    pub passkey: Option<Digest>,
}

/// How long a sign-in may last, by the settings of the installation when it began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SignInTerms {
    /// It ends after this long, whatever its user does, in minutes.
    pub lasts_minutes: u32,
    /// It ends after this long without activity, in minutes; none where only its duration is limited.
    pub idle_minutes: Option<u32>,
}

/// The identity at a provider by which a user has signed in (SSO-01, SSO-02).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SignInVia {
    /// The name of the provider.
    pub provider: String,
    /// The mark of issuer and subject, or of entity id and name id, which reveals neither.
    pub identity: Digest,
    /// The mark of the session at the provider, if it has named one.
    pub session: Option<Digest>,
    /// What a provider of SAML is named when its session is to end; none for others, and in records that are older than
    /// this field.
    #[serde(default)]
    pub saml: Option<SamlSubject>,
}

/// The user of a session at a provider of SAML, as a request to end it names both (SSO-02).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SamlSubject {
    /// The persistent name id of the user there.
    pub name_id: Personal,
    /// The index of the session there, if it has named one. It is good for nothing without the key of this server.
    pub index: Option<String>,
    /// When the session there ends, and with it the sign-in here at the latest; none if the provider does not limit it,
    /// and in records that are older than this field.
    #[serde(default)]
    pub until: Option<Timestamp>,
}

/// What a user goes to a provider for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SignInPurpose {
    /// To sign in.
    SignIn,
    /// To link an identity to the account of the user who has signed in.
    Link,
    /// To accept an invitation with an identity, which is linked to the account of the invitation.
    Registration,
    /// To sign in there once more, before an act for which a session alone is not enough (ROLE-02).
    Confirm,
}

impl SignInPurpose {
    /// Whether it is for a user who has signed in, and changes nothing about that.
    pub const fn is_of_user(self) -> bool {
        match self {
            Self::Link | Self::Confirm => true,
            Self::SignIn | Self::Registration => false,
        }
    }
}

/// A way to a provider and back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SignInFlow {
    /// The name of the provider.
    pub provider: String,
    /// The digest of the `state` that the user is sent there with.
    pub digest: Digest,
    /// What the user goes there for.
    pub purpose: SignInPurpose,
    /// The user who has signed in then, as the server knows; none for a visitor.
    pub person: Option<PersonId>,
}

/// What is kept of the sign-in page until the user is back from a provider.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Landing {
    /// The user chose "remember me", so the sign-in lasts longer.
    pub remember: bool,
    /// The place that the user requested before signing in.
    pub stored: Option<StoredPlace>,
    /// Whether a user has logged out in this browser since the last sign-in (NAV-16).
    pub set_me_up: bool,
    /// How long the sign-in may last; none in records that are older than this field.
    #[serde(default)]
    pub terms: Option<SignInTerms>,
}

/// The answer to the code of a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum CodeExchanged {
    /// The identity belongs to a user who may sign in.
    Accepted {
        /// The user who signs in.
        person: PersonId,
        /// Whether the user is an administrator.
        admin: bool,
        /// The second factor that is still required.
        mfa: MfaStatus,
        /// The user name.
        account: Personal,
        /// The identity.
        via: SignInVia,
        /// An address to leave the application for, instead of the landing path.
        external_redirect: Option<String>,
        /// What the second factor can be verified with; the codes of an app in records that are older than this field.
        #[serde(default)]
        authenticator: Authenticator,
    },
    /// The identity is linked to the account of the signed-in user.
    Linked {},
    /// The signed-in user has signed in there once more.
    Confirmed {},
    /// The identity is not accepted, or the provider did not answer.
    Refused {
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {},
}

/// What a second factor can be verified with. Recovery codes are always accepted too.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Authenticator {
    /// A time-based one-time password, as common authenticator apps generate it.
    #[default]
    Google,
    /// A passkey.
    Passkey,
    /// Either of them.
    Either,
}

/// What a passkey is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PasskeyPurpose {
    /// To sign in without a password. Which user that is follows from the passkey.
    SignIn,
    /// As the second factor, after a password or a provider.
    SecondFactor,
    /// A new one is created in place of the second factor that the installation demands.
    Enrolment,
    /// A new one is created for the user who has signed in.
    Add,
    /// To replace the recovery codes of the user who has signed in.
    RecoveryCodes,
}

impl PasskeyPurpose {
    /// Whether a new passkey is created, and not one asked for.
    pub const fn creates(self) -> bool {
        matches!(self, Self::Enrolment | Self::Add)
    }
}

/// A question to the authenticators of a browser, which one of them answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PasskeyCeremony {
    /// The digest of the challenge.
    pub digest: Digest,
    /// What the passkey is asked for.
    pub purpose: PasskeyPurpose,
    /// The user whose passkey it is or becomes, as the server knows; none if that follows from the passkey.
    pub person: Option<PersonId>,
}

/// The answer of the access service to what an authenticator has answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum PasskeyChecked {
    /// The passkey belongs to a user who may sign in with it alone. Its authenticator has verified the user, so that no
    /// second factor is owed.
    Accepted {
        /// The user who signs in.
        person: PersonId,
        /// Whether the user is an administrator.
        admin: bool,
        /// The user name.
        account: Personal,
        /// The passkey.
        passkey: Digest,
        /// An address to leave the application for, instead of the landing path.
        external_redirect: Option<String>,
    },
    /// The passkey is one of the user who signs in.
    Verified {},
    /// The new passkey belongs to the user now.
    Added {},
    /// The passkey is not accepted.
    Refused {
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {},
}

/// What a user has to do about a second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MfaStatus {
    /// No second factor is required.
    None,
    /// The user must enrol a second factor first.
    Enroll,
    /// The user must give a code.
    Verify,
}

/// The answer of the access service to a user name and a password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Authenticated {
    /// User name and password match.
    Accepted {
        /// The user who signs in.
        person: PersonId,
        /// Whether the user is an administrator.
        admin: bool,
        /// The second factor that is still required.
        mfa: MfaStatus,
        /// An address to leave the application for, instead of the landing path.
        external_redirect: Option<String>,
        /// What the second factor can be verified with; the codes of an app in records that are older than this field.
        #[serde(default)]
        authenticator: Authenticator,
        /// The identity in the directory that has checked the password; none if this installation has, and in records
        /// that are older than this field.
        #[serde(default)]
        via: Option<SignInVia>,
    },
    /// User name and password match, but the password must be changed first.
    CredentialsExpired {
        /// The user whose password has expired.
        person: PersonId,
    },
    /// User name and password do not match, or may not be tried now.
    Refused {
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {},
}

/// The answer of the access service to logging out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum LoggedOut {
    /// The access service has ended the sign-in.
    Done {
        /// An address to leave the application for: the provider's, so that its session ends too. None in records that
        /// are older than this field.
        #[serde(default)]
        leave_for: Option<String>,
    },
    /// The server stopped before the result was known. The session ends nevertheless.
    Interrupted {},
}
