//! Repositories, for the console.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::{Audit, PackageType, RepositoryClass};
use waybill_platform::secret::Secret;

/// All repositories.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ConsoleRepositories {
    /// The repositories, by key.
    pub repositories: Vec<ConsoleRepository>,
}

/// A repository, for administrators.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ConsoleRepository {
    /// The id, which is never reused.
    pub id: String,
    /// The key.
    pub key: String,
    /// Where it has its files from.
    pub class: RepositoryClass,
    /// The kind of its packages.
    pub package_type: PackageType,
    /// What it is for.
    pub description: String,
    /// What only its administrators see.
    pub notes: String,
    /// The patterns of the paths that it may hold.
    pub includes: String,
    /// The patterns of the paths that it may not hold.
    pub excludes: String,
    /// The project that it belongs to.
    pub project_key: Option<String>,
    /// The environments that it belongs to.
    pub environments: Vec<String>,
    /// How many bytes it may hold; null without limit.
    pub quota_bytes: Option<u64>,
    /// What is recorded of its downloads.
    pub audit: Audit,
    /// Where a remote one has its files from; null for others.
    pub upstream: Option<ConsoleUpstream>,
    /// What a virtual one joins; null for others.
    pub members: Option<ConsoleMembers>,
    /// The number of its files.
    pub files: u64,
    /// What they take, in bytes.
    pub bytes: u64,
    /// When it was created.
    pub created_at: Timestamp,
    /// The address that its clients are configured with.
    pub url: String,
    /// Differs whenever the settings do.
    pub revision: String,
}

/// Where a remote repository has its files from.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ConsoleUpstream {
    /// The address.
    pub url: String,
    /// The user by which it is read, who may be empty for a token; null without credentials.
    pub user: Option<String>,
    /// Whether it is not asked.
    pub offline: bool,
    /// For how long what may change is served without asking again, in seconds.
    pub fresh_s: u32,
    /// For how long what it does not have is not asked for again, in seconds.
    pub missing_s: u32,
    /// Whether names that it has are asked of no other remote repository of the same virtual one.
    pub has_priority: bool,
}

/// The repositories that a virtual one joins.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ConsoleMembers {
    /// Their keys, in the order in which they are asked.
    pub repositories: Vec<String>,
    /// The key of the local one that takes uploads.
    pub deploys_to: Option<String>,
    /// The patterns of the names that no remote one is asked for.
    pub reserved: String,
}

/// A repository to create.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct NewRepository {
    /// The key.
    pub key: String,
    /// Where it has its files from; local if it is missing.
    #[serde(default)]
    pub class: RepositoryClass,
    /// The kind of its packages.
    pub package_type: PackageType,
    /// Everything else.
    #[serde(default)]
    pub settings: RepositoryValues,
}

/// Changes of a repository.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RepositoryChanges {
    /// `revision` of the repository that the author has seen. If it has changed meanwhile, the answer is 409.
    pub revision: String,
    /// What changes.
    pub settings: RepositoryValues,
}

/// Settings of a repository; what is not named keeps its value.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct RepositoryValues {
    /// What it is for.
    pub description: Option<String>,
    /// What only its administrators see.
    pub notes: Option<String>,
    /// The patterns of the paths that it may hold.
    pub includes: Option<String>,
    /// The patterns of the paths that it may not hold.
    pub excludes: Option<String>,
    /// The project that it belongs to; empty for none.
    pub project_key: Option<String>,
    /// The environments that it belongs to.
    pub environments: Option<Vec<String>>,
    /// How many bytes it may hold; 0 for no limit.
    pub quota_bytes: Option<u64>,
    /// What is recorded of its downloads.
    pub audit: Option<Audit>,
    /// The address that a remote one has its files from.
    pub url: Option<String>,
    /// The user by which it reads there; empty for a token.
    pub user: Option<String>,
    /// The password or token; empty for none.
    pub password: Option<Secret>,
    /// Whether that is not asked.
    pub offline: Option<bool>,
    /// For how long what may change is served without asking again, in seconds.
    pub fresh_s: Option<u32>,
    /// For how long what it does not have is not asked for again, in seconds.
    pub missing_s: Option<u32>,
    /// Whether names that it has are asked of no other remote repository of the same virtual one.
    pub has_priority: Option<bool>,
    /// The keys of the repositories that a virtual one joins, in the order in which they are asked.
    pub repositories: Option<Vec<String>>,
    /// The key of the local one of them that takes uploads; empty for none.
    pub deploys_to: Option<String>,
    /// The patterns of the names that no remote one is asked for.
    pub reserved: Option<String>,
}

/// What a command is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CommandPurpose {
    /// Has the client use the repository.
    Configure,
    /// Has the client use the repository without a token, which it does not send to this address.
    ConfigurePublic,
    /// Lets the client install what was published lately, which it does not by itself.
    AllowNew,
    /// Gives the client a token.
    SignIn,
    /// Stores something.
    Publish,
    /// Fetches something.
    Install,
    /// Copies what another registry has.
    Import,
}

/// A command of a package client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ClientCommand {
    /// The client.
    pub client: String,
    /// What it is for.
    pub purpose: CommandPurpose,
    /// The command as it is entered. `<TOKEN>` is for an access token; other words in angle brackets are the user's.
    pub command: String,
}

/// The commands with which clients use a repository.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ClientCommands {
    /// The commands, in the order in which they are entered.
    pub commands: Vec<ClientCommand>,
}
