//! Applications that sign users in with this installation, by OAuth 2.1 and `OpenID` Connect (APP-01, APP-02).
//!
//! An administrator registers an application. A user who signs in to it consents to what it may do; the application
//! gets a code, and exchanges that for an access token, a refresh token and an ID token. What was consented to is a
//! record for each user and application, with the digests of the tokens: revoking it ends all of them at once.

mod codes;
mod embedded;
mod grants;
mod guesses;
mod refresh_tokens;
mod signing;
mod stored;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::Pin;

use serde_json::Value;
use waybill_machines::Timestamp;
use waybill_machines::machines::application_grant::{GrantEnded, TokenLine};
use waybill_machines::rules::applications::{
    APPLICATIONS_MAX, Application, ApplicationProblem, ApplicationScope,
};
use waybill_machines::secret::{Digest, PersonId};

pub use codes::is_challenge;
pub use embedded::EmbeddedApplications;
pub use signing::SigningError;

use crate::access::{Source, Token};
use crate::keyed::TaskStopped;
use crate::limits::Exceeded;
use crate::secret::Secret;
use crate::streams::{ChangeContext, StreamError};
use crate::vault::VaultError;

/// The most applications that a user has consented to.
pub const GRANTS_OF_USER_MAX: usize = 100;

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, ApplicationError>> + Send + 'a>>;

/// The port for applications, and for what users let them do.
pub trait Applications: Send + Sync + 'static {
    /// All applications, by client id.
    fn applications(&self) -> Answer<'_, Vec<StoredApplication>>;

    /// The application with a client id; `None` if there is none.
    fn application(&self, client: String) -> Answer<'_, Option<StoredApplication>>;

    /// Registers an application. Answers it with its secret, which nothing can answer later. Of two with the same name,
    /// one is rejected because the name is taken.
    fn register(
        &self,
        new: Application,
        context: ChangeContext,
    ) -> Answer<'_, (StoredApplication, Secret)>;

    /// Changes an application.
    fn change(
        &self,
        client: String,
        wanted: ApplicationChange,
        context: ChangeContext,
    ) -> Answer<'_, StoredApplication>;

    /// Gives an application another secret. The one before counts no longer.
    fn rotate(&self, client: String, context: ChangeContext) -> Answer<'_, Secret>;

    /// Deletes an application, and revokes what users let it do.
    fn delete(&self, client: String, context: ChangeContext) -> Answer<'_, ()>;

    /// Checks that a secret is the one of an application. A wrong one is counted for its application and its source,
    /// and waits after too many; the right one is never delayed.
    ///
    /// # Errors
    ///
    /// [`ApplicationError::NotProven`] or [`ApplicationError::Guessed`].
    fn prove(
        &self,
        client: &str,
        secret: &Secret,
        source: &Source,
        at: Timestamp,
    ) -> Result<StoredApplication, ApplicationError>;

    /// What a user lets applications do, by client id.
    fn grants_of(&self, person: PersonId) -> Answer<'_, Vec<StoredGrant>>;

    /// What users let an application do, by user.
    fn grants_to(&self, client: String) -> Answer<'_, Vec<StoredGrant>>;

    /// A user consents to what an application wants, and it gets a code.
    fn consent(&self, request: CodeRequest, context: ChangeContext) -> Answer<'_, Secret>;

    /// Ends what a user lets an application do, with all tokens.
    fn revoke(
        &self,
        person: PersonId,
        client: String,
        why: GrantEnded,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Ends what all users let an application do. Answers how many they were.
    fn revoke_all(
        &self,
        client: String,
        why: GrantEnded,
        context: ChangeContext,
    ) -> Answer<'_, usize>;

    /// Whose a code of an application is. The code is not spent by that.
    fn sign_in_of_code(&self, client: &str, code: &Secret) -> Option<ApplicationSignIn>;

    /// Whose a refresh token of an application is. The token is not spent by that.
    fn sign_in_of_token(&self, client: &str, token: &Secret) -> Option<ApplicationSignIn>;

    /// Exchanges a code for tokens. A code that was used before ends the sign-in that it led to.
    fn exchange(&self, exchange: CodeExchange, context: ChangeContext) -> Answer<'_, IssuedTokens>;

    /// Exchanges a refresh token for others. One that was used before, however long ago, ends its sign-in. One that
    /// comes too soon after many others of the same sign-in is not spent.
    fn refresh(
        &self,
        client: String,
        token: Secret,
        context: ChangeContext,
    ) -> Answer<'_, IssuedTokens>;

    /// Ends the tokens of one sign-in, by one of them. A token of another application ends nothing.
    fn end(&self, client: String, token: Secret, context: ChangeContext) -> Answer<'_, ()>;

    /// Whose an access token is, and what it permits; `None` if it is not good.
    fn holder(&self, token: &Token, at: Timestamp) -> Option<ApplicationToken>;

    /// A sign-in to an application that goes on, by its id; `None` if it has ended. It goes on longer than an access
    /// token of it is good, if the application may refresh that.
    fn sign_in(
        &self,
        person: &PersonId,
        client: &str,
        line: &str,
        at: Timestamp,
    ) -> Option<OngoingSignIn>;

    /// Whether a token was issued to an application, good or not. It says nothing of what the token permits.
    fn is_known(&self, token: &Token) -> bool;

    /// The public keys that ID tokens verify with.
    fn public_keys(&self) -> Value;

    /// Claims as a signed ID token.
    ///
    /// # Errors
    ///
    /// [`SigningError`], if the key cannot be used.
    fn sign(&self, claims: &Value) -> Result<String, SigningError>;
}

/// An application that exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredApplication {
    /// Its client id, which is never reused.
    pub client: String,
    /// What it is.
    pub settings: Application,
    /// When it was registered.
    pub registered_at: Timestamp,
    /// The user who registered it; `None` for the server itself.
    pub registered_by: Option<PersonId>,
    secret: Digest,
}

/// What an application is to be from now on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationChange {
    /// What is wanted of it.
    pub settings: Application,
    /// Whether it may ask users for what it may ask for now, whatever the settings say of that.
    pub keeps_scopes: bool,
}

/// What a user lets an application do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredGrant {
    id: String,
    /// The application.
    pub client: String,
    /// The user.
    pub person: PersonId,
    /// What was consented to.
    pub scopes: BTreeSet<ApplicationScope>,
    /// When, the last time.
    pub consented_at: Timestamp,
    lines: BTreeMap<String, TokenLine>,
}

/// What a code is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeRequest {
    /// The client id of the application.
    pub client: String,
    /// The user who signs in to it.
    pub person: PersonId,
    /// What the user has consented to for this sign-in.
    pub scopes: BTreeSet<ApplicationScope>,
    /// Where the user is sent back to.
    pub callback: String,
    /// The challenge of the verifier that the application has, by S256.
    pub challenge: String,
    /// What the ID token repeats.
    pub nonce: Option<String>,
    /// When the user has last proven who it is, if the application asks for that.
    pub signed_in_at: Option<Timestamp>,
}

/// Whose a sign-in to an application is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationSignIn {
    /// The user.
    pub person: PersonId,
    /// When it began.
    pub began_at: Timestamp,
}

/// A sign-in to an application that goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OngoingSignIn {
    /// When it began.
    pub began_at: Timestamp,
    /// What it permits, as far as the application may have that at present.
    pub scopes: BTreeSet<ApplicationScope>,
}

/// A code with what has to fit to it.
#[derive(Debug)]
pub struct CodeExchange {
    /// The client id of the application that has authenticated itself.
    pub client: String,
    /// The code.
    pub code: Secret,
    /// The verifier.
    pub verifier: Secret,
    /// The callback of the request, if it is repeated: the verifier is the proof (OAuth 2.1, 10.2).
    pub callback: Option<String>,
}

/// Tokens that were issued.
#[derive(Debug)]
pub struct IssuedTokens {
    /// The access token.
    pub access: Token,
    /// Until when it is good.
    pub access_until: Timestamp,
    /// The refresh token, if the user has consented to that.
    pub refresh: Option<Secret>,
    /// The user.
    pub person: PersonId,
    /// What they permit.
    pub scopes: BTreeSet<ApplicationScope>,
    /// What the code was for; `None` after a refresh.
    pub request: Option<CodeRequest>,
}

/// Whose an access token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationToken {
    /// The user.
    pub person: PersonId,
    /// The application.
    pub client: String,
    /// The id of the sign-in that it belongs to.
    pub line: String,
    /// When that began.
    pub began_at: Timestamp,
    /// What it permits, as far as the application may have that at present.
    pub scopes: BTreeSet<ApplicationScope>,
    /// Until when it is good.
    pub until: Timestamp,
}

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum ApplicationError {
    /// The application is not valid.
    #[error("{0}")]
    Problem(ApplicationProblem),
    /// An application runs elsewhere than before.
    #[error("Where an application runs cannot be changed; register another one.")]
    Fixed,
    /// The name belongs to another application.
    #[error("There is an integration of this name already")]
    NameTaken,
    /// The installation has the most applications allowed.
    #[error("There are {APPLICATIONS_MAX} integrations, which is the most. Delete one first.")]
    TooMany,
    /// There is no such application.
    #[error("There is no such integration.")]
    Unknown,
    /// The user has not consented to this application.
    #[error("The user has not let this application do anything.")]
    NoGrant,
    /// The user has consented to the most applications allowed.
    #[error(
        "You let {GRANTS_OF_USER_MAX} applications act for you, which is the most. Revoke one first."
    )]
    TooManyGrants,
    /// A code, a verifier, a callback or a token is not good. To say which would help only those who guess.
    #[error("The code or the token is not good, or was used before.")]
    NotGood,
    /// The application is unknown, or its secret is not the right one. To say which would help only those who guess.
    #[error("The application is unknown, or its secret is not the right one.")]
    NotProven,
    /// There were too many wrong secrets for this application from this source.
    #[error("Too many wrong secrets come from this address. Try again later.")]
    Guessed {
        /// When another one is checked.
        retry_at: Timestamp,
    },
    /// The tokens of one sign-in are refreshed too often.
    #[error("The tokens of this sign-in are refreshed too often. Try again later.")]
    TooOften(Exceeded),
    /// The vault failed.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A change stopped, which is a bug.
    #[error(transparent)]
    Stopped(#[from] TaskStopped),
}
