//! Applications that sign users in with this installation (APP-01, APP-02).

use std::collections::BTreeSet;

use serde::{Deserialize, Deserializer, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::applications::{Application, ApplicationKind, ApplicationScope};
use waybill_machines::secret::PersonId;
use waybill_platform::applications::ApplicationChange;

/// All applications.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DescribedApplications {
    /// The applications, by name.
    pub applications: Vec<DescribedApplication>,
}

/// An application, without its secret.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DescribedApplication {
    /// Its client id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it runs.
    pub kind: ApplicationKind,
    /// What it is for.
    pub description: String,
    /// Where users are sent back to.
    pub callback_url: String,
    /// What it may ask users for; null for everything.
    pub scopes: Option<BTreeSet<ApplicationScope>>,
    /// The address of the platform, by which the application finds everything else.
    pub platform_base_url: String,
    /// When it was registered.
    pub registered_at: Timestamp,
}

/// An application to register, or what it is to be from now on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct WantedApplication {
    /// Its name.
    pub name: String,
    /// Where it runs.
    pub kind: ApplicationKind,
    /// What it is for.
    pub description: String,
    /// Where users are sent back to.
    pub callback_url: String,
    /// What it may ask users for; null for everything. If it is missing, an application that exists keeps what it has,
    /// and a new one may ask for everything.
    #[allow(clippy::option_option, reason = "null and missing differ here")]
    #[serde(default, deserialize_with = "there")]
    #[cfg_attr(
        feature = "schema",
        ts(as = "Option<BTreeSet<ApplicationScope>>", optional = nullable),
        schemars(with = "Option<BTreeSet<ApplicationScope>>")
    )]
    pub scopes: Option<Option<BTreeSet<ApplicationScope>>>,
}

/// A field that is there, null or not. One that is missing has its default instead.
#[allow(clippy::option_option, reason = "null and missing differ here")]
fn there<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl From<WantedApplication> for Application {
    fn from(wanted: WantedApplication) -> Self {
        let WantedApplication { name, kind, description, callback_url, scopes } = wanted;
        let trimmed = |text: String| text.trim().to_owned();
        Self {
            name: trimmed(name),
            kind,
            description: trimmed(description),
            callback_url: trimmed(callback_url),
            scopes: scopes.flatten(),
        }
    }
}

impl From<WantedApplication> for ApplicationChange {
    fn from(wanted: WantedApplication) -> Self {
        let keeps_scopes = wanted.scopes.is_none();
        Self { settings: wanted.into(), keeps_scopes }
    }
}

/// An application with its secret, which is visible now and cannot be retrieved later.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RegisteredApplication {
    /// The application.
    pub application: DescribedApplication,
    /// Its secret.
    pub secret: String,
}

/// Which users are listed who let an application act.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ApplicationUsersQuery {
    /// A part of the user name, in any case.
    pub search: Option<String>,
    /// `next` of the page before.
    pub after: Option<PersonId>,
    /// Maximum number of users, at most 1,000.
    pub limit: Option<usize>,
}

/// A page of the users who let an application act.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ApplicationUsers {
    /// The users, by name.
    pub users: Vec<ApplicationUser>,
    /// How many there are in all.
    pub total: usize,
    /// Where the next page begins; null at the end.
    pub next: Option<PersonId>,
}

/// A user who lets an application act.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ApplicationUser {
    /// The id of the user.
    pub user: PersonId,
    /// The user name; null after it was erased.
    pub name: Option<String>,
    /// What the application may do, of what the user has consented to.
    pub scopes: BTreeSet<ApplicationScope>,
    /// When the user last consented to something new.
    pub consented_at: Timestamp,
    /// How many sign-ins to the application go on.
    pub sign_ins: usize,
    /// When the application last got a token for one of the newest sign-ins; null if there is none.
    pub last_used_at: Option<Timestamp>,
}

/// Users no longer let an application act.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RevokedUsers {
    /// How many they are.
    pub revoked: usize,
}

/// The names of all applications (DET-06).
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ApplicationName {
    /// The client id.
    pub id: String,
    /// The name.
    pub name: String,
}

/// A request of an application, as the address that a user was sent to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AuthorizationQuery {
    /// That address, or its query.
    pub auth_url: String,
}

/// What an application wants, before the user consents.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AuthorizationRequestShown {
    /// The application.
    pub client: ApplicationClient,
    /// What it wants.
    pub scopes: BTreeSet<ApplicationScope>,
    /// What of that the user has not consented to before.
    pub new_scopes: BTreeSet<ApplicationScope>,
    /// Where the user is sent back to: scheme, host and port.
    pub callback_origin: String,
    /// Whether the user shows the password to consent.
    pub password_required: bool,
    /// How long the application has access at most, in milliseconds, if the user does not revoke it before.
    pub lasts_ms: i64,
}

/// What users see of an application.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ApplicationClient {
    /// Its client id.
    pub client_id: String,
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// Where it runs.
    pub kind: ApplicationKind,
}

/// A decision of the user about a request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct Authorize {
    /// The address that the user was sent to.
    pub url: String,
    /// Whether the user consents; true if it is missing.
    pub consents: Option<bool>,
}

/// Where the user goes on.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Authorized {
    /// The callback of the application with a code, or with the refusal.
    pub redirect: String,
}

/// What the caller lets an application do (DET-06).
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct UserIntegration {
    /// The name of the user.
    pub username: String,
    /// The client id of the application.
    pub client_id: String,
    /// The name of the application.
    pub name: String,
    /// What was consented to.
    pub scopes: BTreeSet<ApplicationScope>,
    /// When, the last time.
    pub consented_at: Timestamp,
}

/// Which of the applications are listed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct UserIntegrationsQuery {
    /// Whether only those of the platform itself are wanted, of which there are none.
    pub internal: Option<bool>,
}

/// Tokens for an application (RFC 6749, `OpenID` Connect).
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OauthTokens {
    /// The access token.
    pub access_token: String,
    /// Always `Bearer`.
    pub token_type: &'static str,
    /// How long it is good for, in seconds.
    pub expires_in: i64,
    /// The refresh token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refresh_token: Option<String>,
    /// Who has signed in, as a signed token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id_token: Option<String>,
    /// What they permit, as names between spaces.
    pub scope: String,
}
