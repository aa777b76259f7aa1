//! Effects as data. Only the runtime performs them, after the record that requests them is durable.
//!
//! A call to a port is answered by an event with the name of the call, sent to the machine that made it. A call to the
//! browser is pushed with the change and has no answer. A `tell` sends an event to another machine, which decides it in
//! the same group of records.

mod browser;
mod destination;
mod names;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub use browser::{Clearable, Dialog, Severity, SignInOver};
pub use destination::Destination;

use crate::registry::AnyEvent;
use crate::rules::custom_data::{CustomChange, StepData};
use crate::rules::git::{GitFields, GitProduct};
use crate::rules::logs::LogFile;
use crate::rules::onboarding::WizardStep;
use crate::rules::routes::Place;
use crate::rules::search::{PackageSort, SearchFilter};
use crate::rules::services::{NodeRef, ServiceId};
use crate::rules::support::BundleRequest;
use crate::secret::{Digest, Handle, PersonId};
use crate::sign_in::{PasskeyCeremony, SamlSubject, SignInFlow};

/// Every effect that a machine can request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "call", deny_unknown_fields)]
pub enum Call {
    /// Checks a user name and a password; the handle refers to both.
    #[serde(rename = "access.authenticate")]
    Authenticate {
        /// The handle of user name and password.
        credentials: Handle,
    },
    /// Ends the sign-in at the access service.
    #[serde(rename = "access.log_out")]
    LogOut {
        /// The user to sign out.
        person: PersonId,
        /// The provider by which the user has signed in; none in records that are older than this field.
        #[serde(default)]
        via: Option<String>,
        /// The user and the session there, for a provider of SAML; none for others, and in records that are older than
        /// this field.
        #[serde(default)]
        saml: Option<SamlSubject>,
    },
    /// Exchanges the code of a provider, and finds whose identity it proves (SSO-01).
    #[serde(rename = "access.exchange_code")]
    ExchangeCode {
        /// The way to the provider and back.
        flow: SignInFlow,
        /// The handle of the code.
        code: Handle,
    },
    /// Checks what an authenticator has answered, and uses or adds its passkey.
    #[serde(rename = "access.check_passkey")]
    CheckPasskey {
        /// The question.
        ceremony: PasskeyCeremony,
        /// The handle of the answer.
        response: Handle,
    },
    /// Creates a second factor to enrol. Its secret goes to the page over HTTP only.
    #[serde(rename = "access.begin_enrolment")]
    BeginEnrolment {
        /// The user who enrols.
        person: PersonId,
    },
    /// Checks the first code of a new second factor, and enrols the factor.
    #[serde(rename = "access.confirm_enrolment")]
    ConfirmEnrolment {
        /// The user who enrols.
        person: PersonId,
        /// The handle of the code.
        code: Handle,
    },
    /// Checks a one-time code; each code is valid once.
    #[serde(rename = "access.verify_code")]
    VerifyCode {
        /// The user who signs in.
        person: PersonId,
        /// The handle of the code.
        code: Handle,
    },
    /// Checks a recovery code; each code is valid once.
    #[serde(rename = "access.verify_recovery")]
    VerifyRecovery {
        /// The user who signs in.
        person: PersonId,
        /// The handle of the recovery code.
        code: Handle,
    },
    /// Changes a password, given the current one.
    #[serde(rename = "access.change_password")]
    ChangePassword {
        /// The user whose password changes.
        person: PersonId,
        /// The handle of the current and the new password.
        passwords: Handle,
    },
    /// Checks the code that a command-line client's terminal shows, and gives the client an access token (CLI-01).
    #[serde(rename = "access.grant_client_login")]
    GrantClientLogin {
        /// The user on whose behalf the client is to act.
        person: PersonId,
        /// The digest of the client's session.
        client: Digest,
        /// What the client calls itself.
        name: String,
        /// The handle of the code.
        code: Handle,
    },
    /// Sends a link for a new password by mail, if there is such an account.
    #[serde(rename = "access.forgot_password")]
    SendResetLink {
        /// The handle of the user name or mail address.
        account: Handle,
    },
    /// Checks the key of a link for a new password.
    #[serde(rename = "access.check_reset_key")]
    CheckResetKey {
        /// The handle of the key.
        link: Handle,
    },
    /// Sets a new password, given the key of a link.
    #[serde(rename = "access.reset_password")]
    ResetPassword {
        /// The user whose password is set.
        person: PersonId,
        /// The handle of the key and the new password.
        secrets: Handle,
    },
    /// Asks whether the session is still valid.
    #[serde(rename = "access.check_session")]
    CheckSession {},
    /// Fetches the current user and the access rights of anonymous visitors.
    #[serde(rename = "access.current_user")]
    CurrentUser {
        /// The signed-in user; none for a visitor.
        person: Option<PersonId>,
    },
    /// Changes a user's custom data, which is stored with the account.
    #[serde(rename = "access.store_custom_data")]
    StoreCustomData {
        /// The user whose data changes.
        person: PersonId,
        /// The change to apply.
        change: CustomChange,
    },
    /// Fetches the recent searches of a user (SEARCH-06).
    #[serde(rename = "access.recent_searches")]
    RecentSearches {
        /// The user.
        person: PersonId,
    },
    /// Creates a project, unless the key is taken.
    #[serde(rename = "projects.create")]
    CreateProject {
        /// The unique key of the project.
        project_key: String,
        /// The display name of the project.
        name: String,
    },
    /// Fetches the footer settings.
    #[serde(rename = "settings.footer")]
    Footer {},
    /// Fetches the list of services.
    #[serde(rename = "topology.services")]
    Services {},
    /// Fetches the licence and its entitlements.
    #[serde(rename = "licences.entitlements")]
    Entitlements {},
    /// Fetches the status of the nodes (STATUS-01).
    #[serde(rename = "status.nodes")]
    NodeStatus {},
    /// Fetches the status of the services (STATUS-01).
    #[serde(rename = "status.services")]
    ServiceStatus {},
    /// Removes a node from the topology (STATUS-02).
    #[serde(rename = "status.remove_node")]
    RemoveNode {
        /// The node to remove.
        node: NodeRef,
    },
    /// Fetches the settings that are needed only inside the console.
    #[serde(rename = "settings.load")]
    LoadSettings {},
    /// Creates the support bundle of one service (BUNDLE-01).
    #[serde(rename = "support.create")]
    CreateSupportBundle {
        /// The id of the bundle that this part belongs to.
        bundle: String,
        /// The service to collect from.
        service: ServiceId,
        /// What the bundle is to contain.
        wanted: Box<BundleRequest>,
    },
    /// Removes the file of a support bundle.
    #[serde(rename = "support.remove")]
    RemoveSupportBundle {
        /// The id of the bundle that the file belongs to.
        bundle: String,
        /// The service whose file is removed.
        service: ServiceId,
    },
    /// Fetches which logs a service has, and on which nodes (LOGV-02).
    #[serde(rename = "logs.config")]
    LogsConfig {
        /// The service whose logs are listed.
        service: ServiceId,
    },
    /// Reads how far a log extends. Its text goes to the page over HTTP or as a topic.
    #[serde(rename = "logs.data")]
    LogsData {
        /// The log to look at.
        file: LogFile,
        /// The offset at which the last read ended, in bytes.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        file_size: u64,
        /// The generation of the file that was read last; none before the first read.
        generation: Option<String>,
    },
    /// Fetches a page of packages. Its rows go to the page over HTTP; the answer has their number and digest.
    #[serde(rename = "packages.list")]
    ListPackages {
        /// The number of the request.
        request: u32,
        /// What packages are filtered by.
        filter: Box<SearchFilter>,
        /// The sort.
        sort: PackageSort,
        /// The cursor after which the page begins; none for the first one.
        after: Option<String>,
    },
    /// Counts packages.
    #[serde(rename = "packages.count")]
    CountPackages {
        /// The number of the request.
        request: u32,
        /// What packages are filtered by.
        filter: Box<SearchFilter>,
    },
    /// Fetches a package.
    #[serde(rename = "packages.package")]
    FetchPackage {
        /// The number of the request.
        request: u32,
        /// The id of the package.
        package: String,
    },
    /// Fetches a page of the versions of a package, as [`Call::ListPackages`] does.
    #[serde(rename = "packages.versions")]
    ListVersions {
        /// The number of the request.
        request: u32,
        /// The id of the package.
        package: String,
        /// What versions are filtered by.
        filter: Box<SearchFilter>,
        /// Whether versions before a release are left out.
        ignore_pre_release: bool,
        /// The sort.
        sort: PackageSort,
        /// The cursor after which the page begins; none for the first one.
        after: Option<String>,
    },
    /// Fetches a version.
    #[serde(rename = "packages.version")]
    FetchVersion {
        /// The number of the request.
        request: u32,
        /// The id of the package.
        package: String,
        /// The version.
        version: String,
    },
    /// Asks whether retention of target bundles is enabled (RET-01).
    #[serde(rename = "retention.status")]
    RetentionStatus {},
    /// Fetches the vendors of Git repositories with what is connected to them, and the base URL (INT-06).
    #[serde(rename = "git.list")]
    ListGit {},
    /// Tests whether a vendor accepts a user with a token (INT-04).
    #[serde(rename = "git.test")]
    TestGit {
        /// The key of an existing integration, whose stored token is used if none is given.
        key: Option<String>,
        /// The fields to test.
        fields: Box<GitFields>,
        /// The handle of the token; none for the stored one.
        token: Option<Handle>,
    },
    /// Creates a Git integration.
    #[serde(rename = "git.create")]
    CreateGit {
        /// The fields of the integration.
        fields: Box<GitFields>,
        /// The handle of the token.
        token: Handle,
        /// The mark of the passed test.
        mark: Digest,
    },
    /// Changes a Git integration.
    #[serde(rename = "git.update")]
    UpdateGit {
        /// The key of the integration.
        key: String,
        /// The fields from now on.
        fields: Box<GitFields>,
        /// The handle of the token; none to keep the stored one.
        token: Option<Handle>,
        /// The mark of the passed test; none if it connects as before.
        mark: Option<Digest>,
    },
    /// Selects what a Git integration is used for.
    #[serde(rename = "git.products")]
    ChooseGitProducts {
        /// The key of the integration.
        key: String,
        /// The products.
        products: BTreeSet<GitProduct>,
    },
    /// Deletes a Git integration.
    #[serde(rename = "git.delete")]
    DeleteGit {
        /// The key of the integration.
        key: String,
    },

    /// Shows a notification; its text is in the browser's catalogue.
    #[serde(rename = "browser.notify")]
    Notify {
        /// The key of the text in the catalogue.
        key: String,
        /// The values that the text interpolates.
        args: BTreeMap<String, String>,
        /// How long the notification is shown, in milliseconds.
        duration_ms: u32,
    },
    /// Navigates to a place of the console, for which the guards are evaluated again.
    #[serde(rename = "browser.navigate")]
    Navigate {
        /// The destination.
        to: Place,
    },
    /// Leaves the application for an external address.
    #[serde(rename = "browser.leave")]
    Leave {
        /// The external address.
        url: String,
    },
    /// Ends the session: the browser deletes its cookie (NAV-12).
    #[serde(rename = "browser.end_session")]
    EndSession {
        /// The address to leave for afterwards, if the identity provider has a session of its own.
        leave_for: Option<String>,
    },
    /// Offers to sign in again in place: what is on the page is kept for the same user, and is not shown until then.
    #[serde(rename = "browser.sign_in_again")]
    SignInAgain {
        /// Why the sign-in is over.
        over: SignInOver,
    },
    /// Stores the place that the user requested before they had to sign in (MEM-01).
    #[serde(rename = "browser.remember_path")]
    RememberPath {
        /// The place to store.
        place: Place,
    },
    /// Sets the flag that the next sign-in shows the user's set-me-up data (NAV-16). It has nothing of the user.
    #[serde(rename = "browser.remember_set_me_up")]
    RememberSetMeUp {},
    /// Pauses all polling of the server.
    #[serde(rename = "browser.pause_polling")]
    PausePolling {},
    /// Resumes polling.
    #[serde(rename = "browser.resume_polling")]
    ResumePolling {},
    /// Closes dialogs that belong to the page that was left (NAV-14).
    #[serde(rename = "browser.close_dialogs")]
    CloseDialogs {
        /// The dialogs to close.
        what: Vec<Dialog>,
    },
    /// Saves a step of the wizard in local storage (ONB-04).
    #[serde(rename = "browser.save_step")]
    SaveStep {
        /// The step to save.
        step: WizardStep,
        /// The data of the step.
        data: StepData,
    },
    /// Clears data that the browser caches.
    #[serde(rename = "browser.clear")]
    Clear {
        /// The kinds of data to clear.
        what: Vec<Clearable>,
    },

    /// Sends an event to another machine of the session, which decides it in the same group of records.
    #[serde(rename = "tell")]
    Tell {
        /// The event, with its machine's name.
        event: Box<AnyEvent>,
    },
}

impl Call {
    /// A `tell` of this event.
    pub fn tell(event: impl Into<AnyEvent>) -> Self {
        Self::Tell { event: Box::new(event.into()) }
    }
}
