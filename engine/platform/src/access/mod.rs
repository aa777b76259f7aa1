//! The access service: who may sign in, with what, and what they may do.
//!
//! The answers that a machine takes are the machine's own types. Secrets come in as [`Secret`] and
//! leave as [`Secret`]; neither is ever in a record. A call fails with an [`AccessError`] only when
//! it could not be judged; what was judged and not granted is an answer.

mod embedded;
mod error;
mod hashing;
mod names;
mod password_rules;
mod recovery;
mod settings;
mod slow_down;
mod source;
mod tokens;
mod totp;

use std::future::Future;
use std::pin::Pin;

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;
use waybill_machines::Timestamp;
use waybill_machines::machines::login::{Authenticated, LoggedOut};
use waybill_machines::machines::mfa::{Prepared, Verified};
use waybill_machines::machines::password::Changed;
use waybill_machines::machines::startup::Identity;
use waybill_machines::rules::custom_data::{CustomChange, DataStored};
use waybill_machines::secret::{PersonId, Personal};

pub use embedded::{Embedded, Options};
pub use error::{AccessError, AccountRefused, SetupRefused};
pub use hashing::Cost;
pub use names::{NAME_CHARS_MAX, canonical};
pub use password_rules::{PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN};
pub use settings::{AccessSettings, MfaPolicy, TotpSkew};
pub use slow_down::{Limits, SlowDown};
pub use source::Source;
pub use tokens::{
    DESCRIPTION_CHARS_MAX, MadeToken, NewToken, TOKEN_LIVES_MS_MAX, TOKEN_PREFIX, Token,
    TokenRefused, TokenShown,
};

use crate::secret::{Credentials, Passwords, Secret};
use crate::streams::Act;

/// An answer as it will be.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, AccessError>> + Send + 'a>>;

/// The port. Calls are independent of each other and may run at once.
pub trait Access: Send + Sync + 'static {
    /// Checks a user name and a password (LOGIN-01). An unknown name, a wrong password and a
    /// disabled account give the same answer after the same work.
    fn authenticate(
        &self,
        credentials: Credentials,
        source: Source,
        act: Act,
    ) -> Answer<'_, Authenticated>;

    /// Ends a sign-in.
    fn log_out(&self, person: PersonId, act: Act) -> Answer<'_, LoggedOut>;

    /// What a record may hold of a user name as it was typed. Known and unknown names cannot be told
    /// apart by it; only the name of an account can be revealed later.
    fn label(&self, typed: &Secret) -> Answer<'_, Personal>;

    /// Makes the secret of a second factor (MFA-02), in the place of one that the session did not confirm.
    fn begin_enrolment(&self, enrolment: Enrolment, act: Act) -> Answer<'_, Prepared>;

    /// The secret that waits to be confirmed, for the page of the session that began it and nobody else.
    fn pending_enrolment(&self, enrolment: Enrolment) -> Answer<'_, Option<PendingEnrolment>>;

    /// Checks the first code of a second factor and enrols it. Whoever confirms first wins: what waits in other
    /// sessions of the same person is dropped.
    fn confirm_enrolment(
        &self,
        enrolment: Enrolment,
        code: Secret,
        source: Source,
        act: Act,
    ) -> Answer<'_, Confirmed>;

    /// Checks a one-time code (MFA-01). Each works once, however many are given at the same time.
    fn verify_code(
        &self,
        person: PersonId,
        code: Secret,
        source: Source,
        act: Act,
    ) -> Answer<'_, Verified>;

    /// Checks a recovery code. Each works once.
    fn verify_recovery(
        &self,
        person: PersonId,
        code: Secret,
        source: Source,
        act: Act,
    ) -> Answer<'_, Verified>;

    /// Changes a password, given the current one (PASS-03).
    fn change_password(
        &self,
        person: PersonId,
        passwords: Passwords,
        source: Source,
        act: Act,
    ) -> Answer<'_, Changed>;

    /// Who somebody is and what visitors may do (BOOT-04). A person who may not sign in any more
    /// counts as a visitor. The first session that asks about somebody is their first one inside, and
    /// stays so however often it asks (NAV-13).
    fn current_user(&self, person: Option<PersonId>, act: Act) -> Answer<'_, Identity>;

    /// Changes what is kept for a user beside the account. Doing it twice does no harm.
    fn store_custom_data(
        &self,
        person: PersonId,
        change: CustomChange,
        act: Act,
    ) -> Answer<'_, DataStored>;

    /// One user; none when there is no such account.
    fn user(&self, person: PersonId) -> Answer<'_, Option<User>>;

    /// Every user, by name.
    fn users(&self) -> Answer<'_, Vec<User>>;

    /// Whose name this is.
    fn person_named(&self, name: &str) -> Answer<'_, Option<PersonId>>;

    /// Makes an account.
    fn create_user(&self, user: NewUser, act: Act) -> Answer<'_, Created>;

    /// Lets somebody sign in no more, or again. Their sessions hear of it through
    /// [`Access::changes`].
    fn set_enabled(&self, person: PersonId, is_enabled: bool, act: Act) -> Answer<'_, ()>;

    /// Gives or takes the right to administer.
    fn set_admin(&self, person: PersonId, is_admin: bool, act: Act) -> Answer<'_, ()>;

    /// Sets a random password, shown once, that its owner has to change. Nobody chooses a password
    /// for somebody else.
    fn reset_password(&self, person: PersonId, act: Act) -> Answer<'_, Secret>;

    /// Takes the second factor away, so that the owner enrols a new one.
    fn reset_mfa(&self, person: PersonId, act: Act) -> Answer<'_, ()>;

    /// Makes an access token.
    fn make_token(&self, new: NewToken, act: Act) -> Answer<'_, MadeToken>;

    /// Every token that was not revoked, the newest first.
    fn tokens(&self) -> Answer<'_, Vec<TokenShown>>;

    /// Lets a token work no more.
    fn revoke_token(&self, id: String, act: Act) -> Answer<'_, ()>;

    /// In whose name a token acts; nobody's when it is wrong, was revoked or has expired, or its owner may not sign
    /// in. Too many wrong ones from one source are told to wait.
    fn holder_of_token(
        &self,
        token: Token,
        source: Source,
        at: Timestamp,
    ) -> Answer<'_, Option<PersonId>>;

    /// Whether the installation still waits for its first administrator.
    fn setup_needed(&self) -> Answer<'_, bool>;

    /// A new set-up link while one is needed; older links are dead then.
    fn setup_offer(&self, act: Act) -> Answer<'_, Option<SetupLink>>;

    /// Whether a link's token works, and until when.
    fn setup_check(&self, token: Secret, at: Timestamp) -> Answer<'_, Timestamp>;

    /// Makes the first administrator. The account and the end of setting up are one change.
    fn setup_claim(&self, claim: SetupClaim, act: Act) -> Answer<'_, PersonId>;

    /// Changes after which somebody's sessions have to be looked at again. Whoever misses some
    /// (`Lagged`) looks at all of them.
    fn changes(&self) -> broadcast::Receiver<AccountChange>;
}

/// Setting up a second factor, in one session. Whoever knows no more than the password must not come by a secret that
/// another session of the same person waits with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enrolment {
    /// Whose.
    pub person: PersonId,
    /// The id of the session that began it.
    pub session: String,
}

/// A second factor that waits for its first code.
#[derive(Debug)]
pub struct PendingEnrolment {
    /// The secret in base 32, for typing.
    pub secret: Secret,
    /// The same as an `otpauth` address.
    pub uri: Secret,
    /// The address as a QR code: a complete SVG element.
    pub qr_svg: Secret,
}

/// What came of confirming a second factor.
#[derive(Debug)]
pub struct Confirmed {
    /// What the machine is told.
    pub verified: Verified,
    /// The recovery codes, shown this once; empty unless the code was right.
    pub recovery_codes: Vec<Secret>,
}

/// A user as administrators see them.
#[allow(clippy::struct_excessive_bools, reason = "they are independent of each other")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "Account"),
    schemars(rename = "Account")
)]
pub struct User {
    /// The opaque id.
    pub person: PersonId,
    /// The name; none once it was erased.
    pub name: Option<String>,
    /// May administer the installation.
    pub admin: bool,
    /// May sign in.
    pub enabled: bool,
    /// Has a second factor.
    pub mfa: bool,
    /// Has to change the password before signing in.
    pub must_change_password: bool,
    /// When the account was made.
    pub created_at: Timestamp,
}

/// An account to be made.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewUser {
    /// The name, 1 to [`NAME_CHARS_MAX`] characters; see [`canonical`].
    pub name: String,
    /// The password. Without one a random one is made, which its owner has to change.
    pub password: Option<Secret>,
    /// May administer the installation.
    pub admin: bool,
    /// Has to change the password before signing in.
    pub must_change_password: bool,
}

/// An account that was made.
#[derive(Debug)]
pub struct Created {
    /// Its opaque id.
    pub person: PersonId,
    /// The random password, when none was given; shown this once.
    pub temporary: Option<Secret>,
}

/// A link that makes the first administrator.
#[derive(Debug)]
pub struct SetupLink {
    /// What stands in the link: 64 hex digits.
    pub token: Secret,
    /// Until when it works.
    pub until: Timestamp,
}

/// Using a set-up link.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupClaim {
    /// What stands in the link.
    pub token: Secret,
    /// The administrator's name.
    pub user: String,
    /// The administrator's password.
    pub password: Secret,
}

/// What happened to an account, for whoever keeps sessions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountChange {
    /// Whose.
    pub person: PersonId,
    /// What.
    pub kind: ChangeKind,
}

/// The changes that sessions care about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// The owner may not sign in any more: every session ends.
    Disabled,
    /// The owner may again.
    Enabled,
    /// Rights were given or taken: what was decided on the old ones has to be decided again.
    Admin,
    /// The password is another: sessions other than the one that changed it end.
    Password,
    /// The second factor was taken away.
    Mfa,
}
