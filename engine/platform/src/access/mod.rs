//! The access service: who may sign in, with what, and what they may do.
//!
//! Each subject is a port of its own, whose calls are independent of each other and may run concurrently; [`Embedded`]
//! implements all of them.
//!
//! The answers that a machine takes are the machine's own types. Secrets are passed as [`crate::Secret`] in both
//! directions; none is ever in a record. A call fails with an [`AccessError`] only when the request could not be
//! decided; a rejected request is an answer.

mod accounts;
mod administration;
mod client_logins;
mod devices;
mod directories;
mod embedded;
mod error;
mod forgotten_passwords;
mod groups;
mod hashing;
mod identities;
mod names;
mod passkeys;
mod password_links;
mod password_rules;
mod provisioning;
mod recovery;
mod registrations;
mod second_factors;
mod settings;
mod setup;
mod sign_in;
pub(crate) mod slow_down;
mod source;
mod tokens;
mod totp;
mod user_data;
mod webauthn;

use std::future::Future;
use std::pin::Pin;

pub use accounts::{
    AccountChange, Accounts, ChangeKind, ListedUser, USERS_MAX, User, UserPage, UserQuery,
    UserRole, UserStatus,
};
pub use administration::{Administration, Created, NewUser, UserEdit};
pub use client_logins::{
    CLIENT_CODE_CHARS, CLIENT_LOGIN_MS, CLIENT_LOGINS_MAX, CLIENT_LOGINS_OF_SOURCE_MAX,
    CLIENT_TOKEN_MS, ClientLoginRefused, ClientLogins, ClientSession, ClientToken, ConfirmedClient,
    WRONG_CLIENT_CODES_MAX,
};
pub use devices::{
    Client, DEVICE_LINK_MS, DEVICES_MAX, DeviceLink, DeviceProof, DeviceToken, Devices,
    KnownDevice, NEW_DEVICES_MAX, NewDevice, SeenClient, USE_RECORDED_EVERY_MS,
};
pub use directories::{DirectoryVerdict, PasswordDirectories};
pub use embedded::{Embedded, HeldAttempt, Options, ReservedAttempt};
pub use error::{AccessError, AccountRefused, DeviceRefused, PasswordLinkRefused, SetupRefused};
pub use forgotten_passwords::{ForgottenPasswords, SentOrRefused};
pub use groups::{GROUPS_OF_INSTALLATION_MAX, Group, GroupChanges, GroupRefused, Groups, NewGroup};
pub use hashing::Cost;
pub use identities::{
    Identities, IdentityRefused, LinkedIdentity, ManagedGroups, NewAccountOfIdentity,
    ProvenIdentity, SamlName,
};
pub use names::{NAME_CHARS_MAX, canonical};
pub use passkeys::{
    AskedPasskey, CheckedPasskey, NewCeremony, OwnPasskey, PASSKEY_NAME_CHARS_MAX, PASSKEYS_MAX,
    PasskeyRefused, Passkeys, PasskeysOfUser, PasskeysUnavailable, answered_challenge,
};
pub use password_links::{
    CheckedPasswordLink, LinkUsed, PASSWORD_LINK_MS, PasswordLink, PasswordLinks, PasswordToken,
    RESET_LINK_MS, SentInvitation, TokenPurpose,
};
pub use password_rules::{PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN};
pub use provisioning::{
    IsFound, MEMBERS_CHANGED_MAX, NewIdentity, PROVISIONED_EMAILS_MAX, PROVISIONED_TEXT_CHARS_MAX,
    ProvisionedAttributes, ProvisionedEmail, ProvisionedGroup, ProvisionedUser, ProvisionedUsers,
    Provisioning, ProvisioningRefused, ProvisioningSettings, UserKey, UserScan, WantedGroup,
    WantedUser,
};
pub use registrations::{
    NewRegistration, REGISTRATION_LINK_MS, RegistrationRefused, RegistrationSettings, Registrations,
};
pub use second_factors::{Confirmed, Enrolment, Factor, PendingEnrolment, SecondFactors};
pub use settings::{
    AccessSettings, LocalPasswords, MfaPolicy, PasskeyPolicy, SessionSettings, SignInSettings,
    TotpSkew,
};
pub use setup::{Setup, SetupClaim, SetupLink};
pub use sign_in::SignIn;
pub use slow_down::Limits;
pub use source::Source;
pub(crate) use source::{NETWORKS, Network};
pub use tokens::{
    AccessTokens, ApiKey, DESCRIPTION_CHARS_MAX, HeldToken, MadeToken, NewToken,
    TOKEN_LIVES_MS_MAX, TOKEN_PREFIX, Token, TokenHolder, TokenRefused, TokenShown,
};
pub use user_data::UserData;

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, AccessError>> + Send + 'a>>;
