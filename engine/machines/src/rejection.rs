//! Why a machine rejects an event.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::IntoDeserializer;
use serde::de::value::Error;
use serde::{Deserialize, Serialize};

/// The code of a rejection. Its name in records, on the wire and in catalogues of texts is the variant's in snake case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
// Each is named after its reason, and the machine that uses it says when it applies.
#[allow(missing_docs)]
pub enum RejectionCode {
    // Any machine.
    NotInThisState,
    MalformedEvent,
    EventOfAnotherMachine,
    CascadeTooLong,
    /// Another event of the same group was rejected, so this one is not stored.
    Withheld,
    NotSignedIn,
    NotAuthorised,
    NotReady,
    TooLong,
    FeatureUnsupported,

    // The session and signing in.
    CookieNotRenewed,
    SessionOfAnother,
    FactorOfAnother,
    AnswerAboutAnother,
    FactsMissing,
    NotAway,
    SignInFlowUnknown,
    SignInFlowExpired,
    SignedInMeanwhile,
    NoAuthenticatorApp,
    PasskeyQuestionUnknown,
    PasskeyQuestionExpired,

    // Accounts and the first-time set-up.
    AlreadyEnrolled,
    NotEnrolled,
    WasInside,
    CodeAlreadyUsed,
    NoSuchCode,
    NoSuchToken,
    TokenExpired,
    TokenIdTaken,
    TokenScope,
    TokenScopesTooLarge,
    TooManyTokens,
    TooManyProjects,
    TooManyGroups,
    EditedMeanwhile,
    RobotHasNoPassword,
    PasswordsStopped,
    GroupName,
    GroupDescription,
    NotAMember,
    WrongLink,
    LinkExpired,
    /// The key that comes with a new password was not checked in this session.
    KeyNotChecked,
    NoSuchDevice,
    IdentityLinked,
    TooManyIdentities,
    NoSuchIdentity,
    LastCredential,
    PasskeyKnown,
    TooManyPasskeys,
    NoSuchPasskey,
    PasskeyCounterWentBack,
    NoRecoveryCodes,

    // The onboarding.
    AnsweredAlready,
    PurposeMissing,
    RoleMissing,
    OtherRoleMissing,
    CompanyNameMissing,
    FeatureMissing,
    OnboardingBeingSent,
    OnboardingAlreadySent,

    // Logs.
    NoLogSelected,
    ServiceNotChanged,
    UnknownService,
    UnknownNode,
    UnknownLog,

    // Search and packages.
    SearchQuery,
    SearchModel,
    SearchEmpty,
    SearchNameTooShort,
    SearchArchiveIncomplete,
    SearchTypeNotShown,
    SearchTypeNeedsAllProjects,
    NoSuchSearch,
    NoFurtherRows,
    NoSuchTab,
    NotPackages,
    TooManyFollowed,

    // Nodes.
    NodeUnknown,
    NodeIsThere,
    NodeRemovedAlready,

    // Licences.
    LicenceUnknownType,
    LicenceExpired,

    // Applications.
    ApplicationName,
    ApplicationDescription,
    ApplicationCallback,
    ApplicationFixed,
    ApplicationScopes,
    ScopeNotGranted,

    // Git integrations.
    GitName,
    GitUserName,
    GitToken,
    GitUrl,
    GitFtp,
    GitVendorFixed,
    GitNotTested,
    GitNotScanned,
    GitUnavailable,
    UnknownIntegration,

    // Projects.
    ProjectKeyStart,
    ProjectKeyTooLong,
    ProjectKeyCharacters,
    ProjectKeyTaken,
    ProjectNameMissing,
    ProjectName,
    ProjectDescription,

    // Support bundles and release bundles.
    BundleUnknown,
    BundleInProgress,
    BundleFailed,
    BundleIdTaken,
    BundleNameMissing,
    BundleName,
    BundleDescription,
    BundleServices,
    BundleServiceNotAskable,
    BundleDates,
    BundleThreadDumpCount,
    BundleThreadDumpInterval,
    BundleTotalBytes,
    BundleFileBytes,
    BundleNothing,
    BundleExists,
    BundleVersion,
    BundlePath,
    BundleNoArtifacts,
    BundleTooManyArtifacts,
    BundleSize,
    BundleEnvironment,
    BundleRepositories,
    BundlePromoting,
    BundleNotPromotable,
    BundleTargets,
    BundleDistributing,
    BundleNotDistributable,
    BundleRemoving,

    // Builds.
    BuildName,
    BuildNumber,
    BuildStarted,
    BuildText,
    BuildMissing,
    BuildPromotion,

    // Permissions.
    PermissionName,
    PermissionTargets,
    PermissionPatterns,
    PermissionGrantees,
    PermissionFixed,
    // Repositories and the files in them.
    RepositoryKey,
    RepositoryKeyReserved,
    RepositoryText,
    RepositoryPatterns,
    RepositoryEnvironments,
    RepositoryQuota,
    RepositoryFixed,
    RepositoryUpstream,
    RepositoryMembers,
    /// The downloads of a virtual repository are those of its members.
    RepositoryAudit,
    ArtifactPath,
    ArtifactProperties,
    ArtifactExists,
    ArtifactMissing,
    PackageNames,
    PackageVersionExists,
    PackageVersionMissing,
    PackageTagMissing,
    PackageSpelling,

    // Cleanup policies.
    CleanupKey,
    CleanupText,
    CleanupRepositories,
    CleanupPatterns,
    CleanupCriteria,
    CleanupNumbers,
    CleanupDuration,
    CleanupFixed,
    CleanupRunning,
    CleanupNotRunning,

    // Rules about downloads.
    DownloadRuleName,
    DownloadRuleNameTaken,
    DownloadRuleRepositories,
    DownloadRuleLicences,
    DownloadRuleAge,
    TooManyDownloadRules,

    // Webhooks.
    WebhookInvalid,
    WebhookFixed,
    WebhookSecretsKept,
    WebhookNotRotated,
    WebhookNoEarlierSecret,
    WebhookCursorBack,

    // Proxies.
    ProxyInvalid,
    ProxyFixed,
    ProxyPasswordKept,

    // Mail.
    MailServerInvalid,
    MailServerPasswordKept,
    MailNotNew,
    TooManyMails,
    NoSuchMail,
    MailNotBegun,
    MailNotDue,
    MailExpired,

    // Targets of distributions.
    DistributionTargetInvalid,
    DistributionTargetFixed,
    DistributionTargetTokenKept,

    // Issuers of tokens that are exchanged.
    TrustedIssuerInvalid,
    TrustedIssuerFixed,
    ExchangeNotAllowed,

    // Providers with which users sign in.
    SignInProviderInvalid,
    SignInProviderFixed,
    SignInProviderSecretKept,

    // Provisioning of users and groups.
    ProvisioningInvalid,
    NotProvisioned,

    // Directories that check passwords.
    UserDirectoryInvalid,
    UserDirectoryFixed,
    UserDirectoryPasswordKept,

    // Visitors who create accounts.
    RegistrationSettingsInvalid,
    RegistrationOpen,

    /// A record of another build has a code that this one does not know.
    #[serde(other)]
    Unknown,
}

impl RejectionCode {
    /// The code of a record.
    pub fn of_record(code: &str) -> Self {
        let read = Self::deserialize(IntoDeserializer::<Error>::into_deserializer(code));
        read.unwrap_or(Self::Unknown)
    }
}

impl fmt::Display for RejectionCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Why an event was rejected: a code with a text in the catalogue, and the arguments of that text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Rejection {
    /// The code of the reason.
    pub code: RejectionCode,
    /// The values that the code's text interpolates.
    #[serde(default)]
    pub args: BTreeMap<String, String>,
}

impl Rejection {
    /// A rejection without arguments.
    pub const fn new(code: RejectionCode) -> Self {
        Self { code, args: BTreeMap::new() }
    }

    /// Adds one argument.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        self.args.insert(key.to_owned(), value.to_string());
        self
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code)?;
        for (key, value) in &self.args {
            write!(f, " {key}={value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_written_as_they_are_recorded() {
        for (code, name) in [
            (RejectionCode::NotInThisState, "not_in_this_state"),
            (RejectionCode::NodeIsThere, "node_is_there"),
        ] {
            assert_eq!((code.to_string().as_str(), RejectionCode::of_record(name)), (name, code));
        }
        assert_eq!(RejectionCode::of_record("not_of_this_build"), RejectionCode::Unknown);
    }
}
