//! Providers of `OpenID` Connect, OAuth 2 and SAML with which users sign in (SSO-01, SSO-02): their settings, the way
//! of a user to one and back, and what it proves.

// What only SAML needs.
#![cfg_attr(not(feature = "saml"), allow(dead_code, unused_imports))]

mod checks;
mod claims;
mod confirmations;
mod documents;
mod embedded;
mod ending;
mod exchange;
mod fault;
mod flows;
mod keys;
mod logout_token;
mod marks;
mod proven;
mod proving;
mod saml;
mod secrets;
mod stored;
mod transport;

use std::future::Future;
use std::pin::Pin;

use serde::Serialize;
use waybill_machines::Timestamp;
use waybill_machines::rules::sign_in_providers::{
    ProviderKind, ProviderProblem, SIGN_IN_PROVIDERS_MAX, SignInProvider,
};
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::sign_in::{SamlSubject, SignInFlow, SignInPurpose};
use waybill_outbound::OutboundError;

pub use embedded::{Accounts, EmbeddedSignInProviders};
pub use exchange::{PROVEN_WITHIN, state_digest};
pub use flows::{ANSWERS_A_MINUTE, BEGINS_A_MINUTE, FLOWS_MAX};
pub(crate) use marks::Marks;
#[cfg(feature = "saml")]
pub use saml::verified_name_id;
pub use saml::{
    HeldAnswer, LogoutReply, Outgoing, OutgoingForm, ReceivedLogout, SamlError, SamlMetadata,
    VerifiedLogout,
};
pub use waybill_machines::sign_in::CodeExchanged;

use crate::access::{AccessError, Client, NewIdentity, PasswordToken, Source};
use crate::giving_way::HeldBy;
use crate::keyed::TaskStopped;
use crate::secret::{Secret, SignInCode};
use crate::streams::{ChangeContext, StreamError};
use crate::vault::VaultError;

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, SsoError>> + Send + 'a>>;

/// The port for providers with which users sign in.
pub trait SignInProviders: Send + Sync + 'static {
    /// All providers, in the order of the sign-in page.
    fn providers(&self) -> Answer<'_, Vec<StoredProvider>>;

    /// Those that the sign-in page offers, in its order. At once, from memory.
    fn offered(&self) -> Vec<OfferedProvider>;

    /// Adds a provider. Of two with the same name, one is rejected because the name is taken.
    fn create(
        &self,
        new: SignInProvider,
        secret: GivenClientSecret,
        context: ChangeContext,
    ) -> Answer<'_, StoredProvider>;

    /// Changes the provider with the same name.
    fn change(
        &self,
        wanted: SignInProvider,
        secret: GivenClientSecret,
        context: ChangeContext,
    ) -> Answer<'_, StoredProvider>;

    /// Deletes a provider. Identities stay linked, and are good again with a provider of the same issuer. Sign-ins that
    /// have come by it go on.
    fn delete(&self, name: String, context: ChangeContext) -> Answer<'_, ()>;

    /// Fetches the documents of a provider, whether it is enabled or not, and says what they lead to.
    fn test(&self, name: String) -> Answer<'_, TestedProvider>;

    /// The identity that a subject of a provider is: of its ID tokens, or a persistent name id of SAML. `None` if there
    /// is no such provider, or it has neither.
    fn identity_of(&self, provider: &str, subject: &str) -> Option<NewIdentity>;

    /// Prepares the way of a user to a provider. A session has one such way at a time: another one replaces it. None is
    /// refused for those of others: where there are too many, one from the network that has the most gives way.
    fn begin(&self, new: NewFlow, at: Timestamp) -> Answer<'_, BegunFlow>;

    /// Forgets a way that leads nowhere any longer.
    fn forget(&self, flow: &Digest);

    /// Exchanges the code of a provider, and finds whose identity it proves. A flow is good for one exchange. Whatever
    /// the provider does wrong is a refusal with a notice; the log says more.
    fn exchange(
        &self,
        flow: SignInFlow,
        code: SignInCode,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, CodeExchanged>;

    /// Whether the user of a session has signed in at a provider once more within the last minutes. That is good for
    /// one act.
    fn take_confirmation(&self, session: &str, person: &PersonId, at: Timestamp) -> bool;

    /// The address at which a browser ends its session at a provider and comes back, if the provider has one. One of
    /// SAML is named the user and the session.
    fn end_session_url(
        &self,
        provider: String,
        subject: Option<SamlSubject>,
        at: Timestamp,
    ) -> Answer<'_, Option<String>>;

    /// Verifies the token with which a provider ends sign-ins (`OpenID` Connect Back-Channel Logout 1.0). The caller
    /// ends the sessions, and then uses the token up.
    fn verify_logout(
        &self,
        provider: String,
        token: Secret,
        at: Timestamp,
    ) -> Answer<'_, LoggedOutAtProvider>;

    /// Uses the token of a logout up, whose sessions have ended. Until then it is good: a provider whose logout has
    /// failed sends it again.
    fn use_up_logout(&self, ended: &LoggedOutAtProvider);

    /// Holds the answer of a provider of SAML, which a browser has brought without its cookies, until it comes for it
    /// with them and exchanges it as if its ticket were a code. The way that the `RelayState` names holds one answer.
    ///
    /// # Errors
    ///
    /// [`SsoError::NoFlow`], if there is no such way, or it has an answer already.
    fn hold_answer(
        &self,
        provider: &str,
        relay: &Secret,
        answer: Secret,
        source: &Source,
        at: Timestamp,
    ) -> Result<HeldAnswer, SsoError>;

    /// What this server publishes about itself for a provider of SAML, as XML.
    fn metadata(&self, provider: String) -> Answer<'_, String>;

    /// Reads what a provider of SAML publishes about itself, for the form of an administrator.
    fn read_metadata(&self, text: &str) -> Result<SamlMetadata, SsoError>;

    /// Verifies a request of a provider of SAML to end sign-ins. Each is good once. The caller ends the sessions.
    fn verify_logout_request(
        &self,
        provider: &str,
        received: &ReceivedLogout,
        at: Timestamp,
    ) -> Result<VerifiedLogout, SsoError>;

    /// The answer to such a request; none if the provider has no address for it.
    fn answer_logout(
        &self,
        reply: LogoutReply,
        is_ended: bool,
        at: Timestamp,
    ) -> Answer<'_, Option<Outgoing>>;

    /// The message to a provider of SAML that waits for a browser which was sent for it, once.
    fn waiting(&self, ticket: &Secret, at: Timestamp) -> Option<Outgoing>;

    /// Where a provider of SAML ends its sessions (NAV-12): the address without any message. At once, from memory.
    fn logout_address(&self, provider: &str) -> Option<String>;
}

/// A provider that is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredProvider {
    /// Its id, which is never reused.
    pub id: String,
    /// What it is.
    pub settings: SignInProvider,
    /// The mark of its client secret; `None` if it has none.
    pub secret: Option<Digest>,
    /// When it was created.
    pub created_at: Timestamp,
    /// The user who created it; `None` for the server itself.
    pub created_by: Option<PersonId>,
}

/// A provider as the sign-in page shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OfferedProvider {
    /// Its name.
    pub name: String,
    /// Its label.
    pub label: String,
    /// What it is.
    pub kind: ProviderKind,
    /// Its icon.
    pub icon: ProviderKind,
}

/// The client secret of a provider that is saved.
#[derive(Debug)]
pub enum GivenClientSecret {
    /// The one that it has.
    Kept,
    /// Another one.
    New(Secret),
    /// None: a public client, which PKCE alone protects.
    None,
}

/// What the documents of a provider lead to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TestedSignInProvider"),
    schemars(rename = "TestedSignInProvider")
)]
pub struct TestedProvider {
    /// Where users are sent.
    pub authorization_endpoint: String,
    /// Where codes are exchanged; null for one of SAML, which has none.
    pub token_endpoint: Option<String>,
    /// Where browsers end their sessions there; null if it has no such address.
    pub end_session_endpoint: Option<String>,
    /// How many of its keys can be used; null for one that signs nothing.
    pub keys: Option<usize>,
}

/// What a way to a provider begins with.
#[derive(Debug)]
pub struct NewFlow {
    /// The name of the provider.
    pub provider: String,
    /// The id of the session.
    pub session: String,
    /// Where the request comes from.
    pub source: Source,
    /// The invitation that is accepted with the identity.
    pub invitation: Option<PasswordToken>,
    /// What the user goes there for.
    pub purpose: SignInPurpose,
}

impl NewFlow {
    /// Whether the user has to sign in there, also where the provider knows the browser.
    fn signs_in_again(&self) -> bool {
        self.purpose == SignInPurpose::Confirm
    }

    fn held_by(&self) -> HeldBy {
        if self.purpose.is_of_user() {
            HeldBy::user(&self.source)
        } else {
            HeldBy::visitor(&self.source)
        }
    }
}

/// A way to a provider that is prepared.
#[derive(Debug)]
pub struct BegunFlow {
    /// The digest of the `state`, by which records name it.
    pub digest: Digest,
    /// Where the browser goes. It has the `state`, so that it is in no log.
    pub url: Secret,
}

/// What a provider has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedOutAtProvider {
    /// The name of the provider.
    pub provider: String,
    /// The owner of the identity; `None` if the token names no subject, or one that is not known here.
    pub person: Option<PersonId>,
    /// The mark of the identity; `None` if the token names no subject.
    pub identity: Option<Digest>,
    /// The mark of the session at the provider; `None` if all sign-ins of the identity end.
    pub session: Option<Digest>,
    /// The digest of the id of the token, or of the request of SAML, that says so.
    pub token: Digest,
    /// When that expires.
    pub token_until: Timestamp,
}

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum SsoError {
    /// The provider is not valid.
    #[error("{0}")]
    Problem(ProviderProblem),
    /// The name belongs to another provider.
    #[error("There is a provider with this name already. Choose another name.")]
    NameTaken,
    /// The installation has the most providers allowed.
    #[error("There are {SIGN_IN_PROVIDERS_MAX} providers, which is the most. Delete one first.")]
    TooMany,
    /// There is no such provider, or it is disabled.
    #[error("There is no such provider, or it is disabled.")]
    Unknown,
    /// This server has no address to which a provider could send a browser back.
    #[error(
        "This server has no address that a provider could lead back to. Set public_url in the configuration."
    )]
    NoAddress,
    /// This server does not connect to such an address.
    #[error("This server would not connect to this provider: {0}.")]
    Address(#[from] OutboundError),
    /// It would be connected to over the internet without TLS.
    #[error(
        "This server connects to a provider over https, or over http within its own network only. Enter the address \
         with https."
    )]
    InClear,
    /// Its documents cannot be fetched or are not valid.
    #[error("The sign-in service cannot be reached. Try again, or sign in with your password.")]
    Unavailable,
    /// A test has found why it cannot be used, which administrators learn and users do not.
    #[error("The provider cannot be used: {0}.")]
    Failed(String),
    /// Its client secret is not in the vault.
    #[error("The client secret of the provider is missing. Enter it again.")]
    SecretMissing,
    /// Too many have begun from one address.
    #[error("Too many attempts. Wait a moment before you try again.")]
    TooManyBegins,
    /// The token of a logout is not valid. The log says why.
    #[error("The logout token is not valid.")]
    LogoutToken,
    /// The request of a provider of SAML to end sign-ins is not valid. The log says why.
    #[error("The request to sign out is not valid.")]
    LogoutRequest,
    /// There is no way to a provider that an answer belongs to.
    #[error("This sign-in has expired, or it was begun in another browser. Sign in again.")]
    NoFlow,
    /// The provider has not signed the user in.
    #[error("The sign-in service has not signed you in. Try again, or sign in with your password.")]
    Denied,
    /// What a provider of SAML publishes about itself cannot be read.
    #[error("These are no metadata of an identity provider: {0}.")]
    Metadata(String),
    /// This build has no SAML.
    #[error("This build of the server has no SAML.")]
    WithoutSaml,
    /// What this server sends to providers of SAML cannot be signed.
    #[error(transparent)]
    Saml(#[from] SamlError),
    /// The access service failed.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// The vault failed.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// A change stopped, which is a bug.
    #[error(transparent)]
    Stopped(#[from] TaskStopped),
}
