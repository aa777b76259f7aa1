//! Git integrations: connections to the servers of Git vendors, the repositories that are chosen there, and reading the
//! dependency manifests of these, when a user wants it or after pushes (INT-02, INT-07, DET-04).
//!
//! What an integration is, is a record in the platform journal. Its token is in the vault. A token is used only with
//! the connection that it was tested with: another address or another user takes another token.

mod client;
mod embedded;
mod error;
mod manifests;
mod scanning;
mod stored;
mod tokens;
mod vendors;

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use waybill_machines::Timestamp;
use waybill_machines::rules::git::{GitFields, GitHooks, GitLastScan, GitProduct};
use waybill_machines::rules::repositories::PackageType;
use waybill_machines::secret::{Digest, PersonId};

pub use embedded::EmbeddedGit;
pub use error::GitError;
pub use manifests::ManifestKind;

pub use crate::marked_secrets::OpenError;
use crate::secret::Secret;
use crate::streams::ChangeContext;

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, GitError>> + Send + 'a>>;

/// The clock.
pub type Now = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// The path below the address of this server at which vendors report pushes: the key of an integration and the id of a
/// hook follow it.
pub const HOOKS_PATH: &str = "/ui/api/v1/ui/git/hooks";
/// The headers by which vendors name events and sign them, in lower case.
pub const HOOK_HEADERS: [&str; 6] = [
    "x-github-event",
    "x-gitlab-event",
    "x-event-key",
    "x-hub-signature-256",
    "x-hub-signature",
    "x-gitlab-token",
];

/// The port for Git integrations.
pub trait Git: Send + Sync + 'static {
    /// All integrations, by key.
    fn integrations(&self) -> Answer<'_, Vec<StoredIntegration>>;

    /// Tests whether the vendor accepts a user with a token. `key` is an existing integration, whose stored token is
    /// used if none is given and it connects the same way. Answers a mark of this token with this connection: it can
    /// only be had from a test that has passed.
    fn test(
        &self,
        key: Option<String>,
        fields: GitFields,
        token: Option<Secret>,
    ) -> Answer<'_, Digest>;

    /// Creates an integration. `tested` is the mark of a test that has passed; without one, it is tested first. Of two
    /// with the same name, one is rejected because the name is taken.
    fn create(
        &self,
        fields: GitFields,
        token: Secret,
        tested: Option<Digest>,
        context: ChangeContext,
    ) -> Answer<'_, StoredIntegration>;

    /// Changes an integration. The stored token stays if none is given, unless it would connect another way: then there
    /// is none to keep.
    fn update(
        &self,
        key: String,
        fields: GitFields,
        token: Option<Secret>,
        tested: Option<Digest>,
        context: ChangeContext,
    ) -> Answer<'_, StoredIntegration>;

    /// Deletes an integration, with its token.
    fn delete(&self, key: String, context: ChangeContext) -> Answer<'_, ()>;

    /// Chooses what an integration is used for.
    fn choose_products(
        &self,
        key: String,
        products: BTreeSet<GitProduct>,
        context: ChangeContext,
    ) -> Answer<'_, StoredIntegration>;

    /// Chooses the repositories that are scanned.
    fn choose_repositories(
        &self,
        key: String,
        repositories: BTreeSet<String>,
        context: ChangeContext,
    ) -> Answer<'_, StoredIntegration>;

    /// A page of the repositories at the vendor whose names have a text. `page` is the `next` of the page before it;
    /// `None` for the first one.
    fn repositories(
        &self,
        key: String,
        page: Option<String>,
        query: String,
    ) -> Answer<'_, RepositoryPage>;

    /// Reads the dependency manifests of a chosen repository, at the newest revision of its default branch.
    fn scan(&self, key: String, repository: String) -> Answer<'_, ScannedRepository>;

    /// Has the vendor report pushes to the chosen repositories, which are scanned then. `address` is that of this
    /// server. Each repository has a hook, or why it could not be registered. Those that could not are tried again.
    fn turn_on_hooks(
        &self,
        key: String,
        address: Option<String>,
        context: ChangeContext,
    ) -> Answer<'_, StoredIntegration>;

    /// Scans the repositories only when a user wants it, and removes the hooks.
    fn turn_off_hooks(&self, key: String, context: ChangeContext) -> Answer<'_, StoredIntegration>;

    /// Whether an integration has such a hook. Both ids are random: what comes at other addresses need not be read.
    fn has_hook(&self, key: &str, hook: &str) -> bool;

    /// Takes what came at the address of a hook of an integration. After a push, the repository is scanned in the
    /// background.
    fn take_push(
        &self,
        key: String,
        hook: String,
        message: HookMessage,
        now: Now,
    ) -> Answer<'_, Pushed>;
}

/// What came at the address of a hook.
#[derive(Debug)]
pub struct HookMessage {
    /// Those of [`HOOK_HEADERS`] that it has. One of them may be the secret of the hook.
    pub headers: BTreeMap<&'static str, Secret>,
    /// The body.
    pub body: Bytes,
}

/// What follows from a signed message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pushed {
    /// It is a push, after which the repository is scanned.
    Taken,
    /// It is something else.
    Ignored,
}

/// An integration that exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredIntegration {
    /// Its key, which is never reused.
    pub key: String,
    /// What it connects to, and how.
    pub fields: GitFields,
    /// What it is used for.
    pub products: BTreeSet<GitProduct>,
    /// The repositories that are scanned.
    pub repositories: BTreeSet<String>,
    /// When it was created.
    pub created_at: Timestamp,
    /// The user who created it; `None` for the server itself.
    pub created_by: Option<PersonId>,
    /// When it was changed last.
    pub updated_at: Timestamp,
    /// The hooks by which pushes are reported; `None` unless they are turned on.
    pub hooks: Option<GitHooks>,
    /// The last scan after a push, by the name of the repository.
    pub scans: BTreeMap<String, GitLastScan>,
    /// The mark of its token with the connection.
    token: Digest,
}

/// A repository at a vendor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GitRepository {
    /// Its full name: the owner and the name, or the key of the project and the name.
    pub name: String,
    /// The address of its page.
    pub web_url: String,
    /// Its default branch, if the vendor lists it.
    pub default_branch: Option<String>,
    /// Whether it is not public.
    pub private: bool,
}

/// Some repositories at a vendor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RepositoryPage {
    /// The repositories.
    pub repositories: Vec<GitRepository>,
    /// What the next page is asked for with; `None` at the end.
    pub next: Option<String>,
}

/// The dependency manifests of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannedRepository {
    /// The full name of the repository.
    pub repository: String,
    /// The commit that was read; `None` if there is none yet.
    pub revision: Option<String>,
    /// The manifests, by path.
    pub manifests: Vec<ScannedManifest>,
    /// Whether a bound was reached, so that there is more than what was read.
    pub truncated: bool,
}

/// A dependency manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannedManifest {
    /// Its path in the repository.
    pub path: String,
    /// Its kind.
    pub kind: ManifestKind,
    /// The packages that it pins, each version once.
    pub packages: Vec<ManifestPackage>,
    /// Why it could not be read, as a sentence.
    pub problem: Option<String>,
}

/// A version of a package that a manifest pins.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ManifestPackage {
    /// The type of the package.
    pub package_type: PackageType,
    /// The name, as advisories spell it.
    pub name: String,
    /// The version, as its clients write it.
    pub version: String,
}
