// Generated from the state machines by `cargo test --test generated`. Do not edit.

// The calls of the console, one a route.

import type { AccessLogin, ActsPage, AdvisoriesImported, AdvisoriesStatus, ArchiveSearch, ArchivedFiles, ArchivedVersions, ArtifactCount, ArtifactQuery, AutoRedirect, BuildDetails, BuildDiff, BuildDiffQuery, BuildFilesPage, BuildFilesQuery, BuildRunQuery, BuildRunsPage, BuildRunsQuery, BuildRunsToDelete, BuildsPage, BuildsQuery, ChangePassword, CheckedResetKey, ChosenPassword, CleanupCandidates, CleanupCandidatesQuery, CleanupEnablement, CleanupPolicies, ClientCommands, ClientError, CodeOfApp, CodeVerified, ConsolePermission, ConsolePermissions, ConsoleRepositories, ConsoleRepository, ConsoleUsage, ConsoleWebServer, CreateReleaseBundle, CurrentDownloadRules, CurrentUser, DeletedRuns, DescribedCleanupPolicy, EffectiveQuery, EffectiveRights, Empty, Enrolled, Enrolment, Features, FileTicket, FollowRequest, ForgottenPassword, FoundArtifacts, FrontEnds, ImportAdvisoriesQuery, InstallCommands, InstallQuery, LayersRequest, LicenceRights, Licences, ListActs, ListChanges, LogConfig, LogData, LogQuery, LogSearch, LogSearchQuery, LoggedIn, Login, LoginDialogSettings, LoginQuery, LoginRelatedData, LoginVisualMode, LogoutUrl, Lookup, LookupQuery, MenuQuery, MovedToTrash, NewLicence, NewProject, NewRepository, NewSupportBundle, NewUpload, Next, NodeStatusEntry, Notifications, OauthProvider, OauthProvidersQuery, OnboardingDetails, OnboardingStatus, OpenedPasswordLink, PackageDownloads, PackageDownloadsQuery, PackageFollowers, PackagesQuery, PackagesRequest, PackagesResponse, PageQuery, PasswordLinkToken, PermissionChange, Project, PromoteReleaseBundle, PublicPermission, PurgedFiles, Records, RecordsQuery, RecoveryCodes, RedirectQuery, RedirectTarget, ReleaseBundleDetails, ReleaseBundleEnvironments, ReleaseBundleImported, ReleaseBundleManifest, ReleaseBundlePromoted, ReleaseBundles, ReleaseBundlesQuery, RemovedNode, RemovedVersion, ReplacedPassword, RepositoryChanges, ResetKey, ResetLinkRequested, RestoredFiles, RetentionSetting, SecondFactor, ServerVersion, ServiceEnabled, ServiceOrder, ServiceSupportBundle, SessionInfo, SetMeUp, Setup, SetupLink, SetupQuery, ShownFooter, StatusByType, StatusEntry, SupportBundleDeleted, SupportBundleManifest, SupportBundlePreviews, SupportBundles, SupportBundlesStarted, TestServices, TraceQuery, TrashName, TrashQuery, TrashedFiles, TreeDetails, TreePage, TreePageQuery, TreePlace, TreeProperties, TreeRelocated, TreeRelocation, TreeRepositories, UpgradeInfo, UploadedLogo, UserPlugins, UserUsage, VersionAbout, VersionBuilds, VersionDependencies, VersionLayers, VersionPlaceQuery, VersionProperties, VersionReadme, VersionViolations, WantedCleanupPolicy, WantedDownloadRules, Sender } from "./api";
import { part, search } from "./api";
import type { Menus } from "./types";

/** The session of the cookie; creates one if there is none. */
export const getSession = (api: Sender) =>
  api.call<SessionInfo>("GET", `session`);

/** The session's own records, the newest first. */
export const getSessionRecords = (api: Sender, query: RecordsQuery = {}) =>
  api.call<Records>("GET", `session/records${search(query)}`);

/** The menus of the session. */
export const getSessionMenu = (api: Sender, query: MenuQuery = {}) =>
  api.call<Menus>("GET", `session/menu${search(query)}`);

/** The free texts of the onboarding. */
export const postOnboardingDetails = (api: Sender, body: OnboardingDetails) =>
  api.call<Next>("POST", `ui/onboarding/details`, body);

/** Whether a link to set up the server still works. */
export const getSetup = (api: Sender, query: SetupQuery) =>
  api.call<SetupLink>("GET", `setup${search(query)}`);

/** Creates the first administrator. */
export const postSetup = (api: Sender, body: Setup) =>
  api.call<Next>("POST", `setup`, body);

/** Signs in. */
export const postAuthLogin = (api: Sender, body: Login, query: LoginQuery = {}) =>
  api.call<LoggedIn>("POST", `ui/auth/login${search(query)}`, body);

/** Signs in. */
export const postAccessAuthLogin = (api: Sender, body: AccessLogin) =>
  api.call<LoggedIn>("POST", `access/auth/login`, body);

/** Signs out. */
export const postAuthLogout = (api: Sender) =>
  api.call<Next>("POST", `ui/auth/logout`);

/** Who has signed in. */
export const getAuthCurrent = (api: Sender) =>
  api.call<CurrentUser>("GET", `ui/auth/current`);

/** Changes the user's password. */
export const postAuthChangePassword = (api: Sender, body: ChangePassword) =>
  api.call<Next>("POST", `ui/auth/changePassword`, body);

/** Whether a link for choosing a password works, and whose it is. */
export const postAuthPasswordLinkCheck = (api: Sender, body: PasswordLinkToken) =>
  api.call<OpenedPasswordLink>("POST", `ui/auth/passwordLink/check`, body);

/** Chooses a password with a link. */
export const postAuthPasswordLink = (api: Sender, body: ChosenPassword) =>
  api.call<Next>("POST", `ui/auth/passwordLink`, body);

/** The second factor that is to be set up. */
export const getAuthMfaEnroll = (api: Sender) =>
  api.call<Enrolment>("GET", `ui/auth/mfa/enroll`);

/** Sets up the second factor. */
export const postAuthMfaEnroll = (api: Sender, body: SecondFactor) =>
  api.call<Enrolled>("POST", `ui/auth/mfa/enroll`, body);

/** Verifies the second factor. */
export const postAuthMfaVerify = (api: Sender, body: SecondFactor) =>
  api.call<CodeVerified>("POST", `ui/auth/mfa/verify`, body);

/** Replaces the user's recovery codes. */
export const postAuthMfaRecoveryCodes = (api: Sender, body: CodeOfApp) =>
  api.call<RecoveryCodes>("POST", `ui/auth/mfa/recoveryCodes`, body);

/** The second factor that is to be set up. */
export const getAccessAuthMfaEnroll = (api: Sender) =>
  api.call<Enrolment>("GET", `access/auth/mfa/enroll`);

/** Sets up the second factor. */
export const postAccessAuthMfaEnroll = (api: Sender, body: SecondFactor) =>
  api.call<Enrolled>("POST", `access/auth/mfa/enroll`, body);

/** Verifies the second factor. */
export const postAccessAuthMfaVerify = (api: Sender, body: SecondFactor) =>
  api.call<CodeVerified>("POST", `access/auth/mfa/verify`, body);

/** What the form for signing in offers. */
export const getAuthLoginRelatedData = (api: Sender) =>
  api.call<LoginRelatedData>("GET", `ui/auth/loginRelatedData`);

/** What the form for signing in offers. */
export const getAccessAuthLoginRelatedData = (api: Sender) =>
  api.call<LoginRelatedData>("GET", `access/auth/loginRelatedData`);

/** Whether the sign-in page leads straight to the provider. */
export const getAuthAutoRedirect = (api: Sender) =>
  api.call<AutoRedirect>("GET", `ui/auth/autoRedirect`);

/** The message on the sign-in page. */
export const getAuthLoginDialogSettings = (api: Sender) =>
  api.call<LoginDialogSettings>("GET", `ui/auth/loginDialogSettings`);

/** Which way of signing in the page offers first. */
export const getAuthLoginVisualMode = (api: Sender) =>
  api.call<LoginVisualMode>("GET", `ui/auth/loginVisualMode`);

/** Whether a plugin of the operator's keeps passwords. */
export const getAuthUserPlugins = (api: Sender) =>
  api.call<UserPlugins>("GET", `ui/auth/userPlugins`);

/** Where signing out leads. */
export const getAuthSamlLogoutUrl = (api: Sender) =>
  api.call<LogoutUrl>("GET", `ui/auth/saml/logoutUrl`);

/** Has a link for a new password sent, if there is such an account. */
export const postAuthForgotpassword = (api: Sender, body: ForgottenPassword) =>
  api.call<ResetLinkRequested>("POST", `ui/auth/forgotpassword`, body);

/** Whether the key of such a link works, and whose it is. */
export const postAuthValidatetoken = (api: Sender, query: ResetKey) =>
  api.call<CheckedResetKey>("POST", `ui/auth/validatetoken${search(query)}`);

/** Sets a password with a key that the session has had checked. */
export const postAuthResetpassword = (api: Sender, body: ReplacedPassword, query: ResetKey) =>
  api.call<Next>("POST", `ui/auth/resetpassword${search(query)}`, body);

/** The providers that the sign-in page offers. */
export const getAuthOauthProviders = (api: Sender, query: OauthProvidersQuery = {}) =>
  api.call<Array<OauthProvider>>("GET", `ui/auth/oauthProviders${search(query)}`);

/** A provider ends the sign-ins of an identity. */
export const postAuthBackchannelName = (api: Sender, name: string, body: Blob) =>
  api.call<Empty>("POST", `ui/auth/backchannel/${part(name)}`, body);

/** What users and the server did, the newest first. */
export const getAuditActs = (api: Sender, query: ListActs = {}) =>
  api.call<ActsPage>("GET", `audit/acts${search(query)}`);

/** What a request has led to, the newest first. */
export const getAuditTrace = (api: Sender, query: TraceQuery) =>
  api.call<ActsPage>("GET", `audit/trace${search(query)}`);

/** What the session changed in the installation, the newest first. */
export const getSessionChanges = (api: Sender, query: ListChanges = {}) =>
  api.call<ActsPage>("GET", `session/changes${search(query)}`);

/** The permissions, with what they grant. */
export const getPermissions = (api: Sender) =>
  api.call<ConsolePermissions>("GET", `permissions`);

/** What a user may do in a repository, and why. */
export const getRights = (api: Sender, query: EffectiveQuery) =>
  api.call<EffectiveRights>("GET", `rights${search(query)}`);

/** Creates a permission. */
export const postPermissions = (api: Sender, body: PublicPermission) =>
  api.call<ConsolePermission>("POST", `permissions`, body);

/** Changes what a permission grants on files, and names of release bundles. */
export const putPermissionsName = (api: Sender, name: string, body: PermissionChange) =>
  api.call<ConsolePermission>("PUT", `permissions/${part(name)}`, body);

/** Deletes a permission. */
export const deletePermissionsName = (api: Sender, name: string) =>
  api.call<Empty>("DELETE", `permissions/${part(name)}`);

/** A page of the projects, by key. */
export const getProjects = (api: Sender, query: PageQuery = {}) =>
  api.call<Array<Project>>("GET", `projects${search(query)}`);

/** Creates a project. */
export const postProjects = (api: Sender, body: NewProject) =>
  api.call<Project>("POST", `projects`, body);

/** The licence and its history. */
export const getSystemLicenses = (api: Sender) =>
  api.call<Licences>("GET", `system/licenses`);

/** Installs a key. */
export const postSystemLicenses = (api: Sender, body: NewLicence) =>
  api.call<Licences>("POST", `system/licenses`, body);

/** Removes the installed key. */
export const deleteSystemLicenses = (api: Sender) =>
  api.call<Licences>("DELETE", `system/licenses`);

/** The uploaded logo. */
export const getSystemLogo = (api: Sender) =>
  api.call<UploadedLogo>("GET", `system/logo`);

/** Uploads a logo: a PNG, JPEG or WebP picture. */
export const putSystemLogo = (api: Sender, body: Blob) =>
  api.call<UploadedLogo>("PUT", `system/logo`, body);

/** Removes the uploaded logo. */
export const deleteSystemLogo = (api: Sender) =>
  api.call<UploadedLogo>("DELETE", `system/logo`);

/** A page of the release bundles, newest first. */
export const getReleaseBundles = (api: Sender, query: ReleaseBundlesQuery = {}) =>
  api.call<ReleaseBundles>("GET", `release_bundles${search(query)}`);

/** Imports the bundle of a manifest. */
export const postReleaseBundles = (api: Sender, body: ReleaseBundleManifest) =>
  api.call<ReleaseBundleImported>("POST", `release_bundles`, body);

/** The environments that bundles can be promoted to. */
export const getReleaseBundlesEnvironments = (api: Sender) =>
  api.call<ReleaseBundleEnvironments>("GET", `release_bundles/environments`);

/** A bundle, with some of its artifacts. */
export const getReleaseBundlesNameVersion = (api: Sender, name: string, version: string, query: ReleaseBundlesQuery = {}) =>
  api.call<ReleaseBundleDetails>("GET", `release_bundles/${part(name)}/${part(version)}${search(query)}`);

/** Creates a bundle from files in repositories. */
export const postReleaseBundlesNameVersion = (api: Sender, name: string, version: string, body: CreateReleaseBundle) =>
  api.call<ReleaseBundleImported>("POST", `release_bundles/${part(name)}/${part(version)}`, body);

/** Deletes a bundle; files in repositories stay. */
export const deleteReleaseBundlesNameVersion = (api: Sender, name: string, version: string) =>
  api.call<Empty>("DELETE", `release_bundles/${part(name)}/${part(version)}`);

/** Promotes a bundle to an environment, or judges that. */
export const postReleaseBundlesNameVersionPromotions = (api: Sender, name: string, version: string, body: PromoteReleaseBundle) =>
  api.call<ReleaseBundlePromoted>("POST", `release_bundles/${part(name)}/${part(version)}/promotions`, body);

/** The release bundles that hold a file with this checksum. */
export const getDistributionApiUiReleaseBundleChecksumChecksum = (api: Sender, checksum: string, query: LookupQuery = {}) =>
  api.call<Lookup>("GET", `distribution/api/ui/release_bundle/checksum/${part(checksum)}${search(query)}`);

/** The repositories, by key. */
export const getRepositories = (api: Sender) =>
  api.call<ConsoleRepositories>("GET", `repositories`);

/** Creates a repository. */
export const postRepositories = (api: Sender, body: NewRepository) =>
  api.call<ConsoleRepository>("POST", `repositories`, body);

/** Changes a repository. */
export const patchRepositoriesKey = (api: Sender, key: string, body: RepositoryChanges) =>
  api.call<ConsoleRepository>("PATCH", `repositories/${part(key)}`, body);

/** Deletes a repository and everything in it. */
export const deleteRepositoriesKey = (api: Sender, key: string) =>
  api.call<Empty>("DELETE", `repositories/${part(key)}`);

/** How package clients use a repository. */
export const getRepositoriesKeyCommands = (api: Sender, key: string) =>
  api.call<ClientCommands>("GET", `repositories/${part(key)}/commands`);

/** The security advisories that are known. */
export const getAdvisories = (api: Sender) =>
  api.call<AdvisoriesStatus>("GET", `advisories`);

/** Imports security advisories: a document of OSV, or a zip archive of such documents. */
export const postAdvisoriesImport = (api: Sender, body: Blob, query: ImportAdvisoriesQuery = {}) =>
  api.call<AdvisoriesImported>("POST", `advisories/import${search(query)}`, body);

/** Packages and versions, as a query in GraphQL. */
export const postPackages = (api: Sender, body: PackagesRequest, query: PackagesQuery = {}) =>
  api.call<PackagesResponse>("POST", `packages${search(query)}`, body);

/** The readme of a version. */
export const getPackagesReadme = (api: Sender, query: VersionPlaceQuery) =>
  api.call<VersionReadme>("GET", `packages/readme${search(query)}`);

/** What a version depends on. */
export const getPackagesDependencies = (api: Sender, query: VersionPlaceQuery) =>
  api.call<VersionDependencies>("GET", `packages/dependencies${search(query)}`);

/** The properties of the lead file of a version. */
export const getPackagesProperties = (api: Sender, query: VersionPlaceQuery) =>
  api.call<VersionProperties>("GET", `packages/properties${search(query)}`);

/** Who made a version, and what it runs on. */
export const getPackagesAbout = (api: Sender, query: VersionPlaceQuery) =>
  api.call<VersionAbout>("GET", `packages/about${search(query)}`);

/** The layers of an image, with the commands that made them. */
export const getPackagesLayers = (api: Sender, query: VersionPlaceQuery) =>
  api.call<VersionLayers>("GET", `packages/layers${search(query)}`);

/** The same, with the view that is wanted. */
export const postPackagesLayers = (api: Sender, body: LayersRequest) =>
  api.call<VersionLayers>("POST", `packages/layers`, body);

/** The runs of builds that made a version. */
export const getPackagesBuilds = (api: Sender, query: VersionPlaceQuery) =>
  api.call<VersionBuilds>("GET", `packages/builds${search(query)}`);

/** How often a package was downloaded, by day. */
export const getPackagesDownloads = (api: Sender, query: PackageDownloadsQuery) =>
  api.call<PackageDownloads>("GET", `packages/downloads${search(query)}`);

/** A ticket for downloading a version. */
export const postPackagesDownload = (api: Sender, body: VersionPlaceQuery) =>
  api.call<FileTicket>("POST", `packages/download`, body);

/** Follows a package, or ends that. */
export const postPackagesFollow = (api: Sender, body: FollowRequest) =>
  api.call<PackageFollowers>("POST", `packages/follow`, body);

/** How a version is installed. */
export const getPackagesInstall = (api: Sender, query: InstallQuery) =>
  api.call<InstallCommands>("GET", `packages/install${search(query)}`);

/** What is wrong with a version: vulnerabilities, and licences that are not clear. */
export const postPackagesViolations = (api: Sender, body: VersionPlaceQuery) =>
  api.call<VersionViolations>("POST", `packages/violations`, body);

/** How many files the user may read. */
export const getPackagesArtifactCount = (api: Sender) =>
  api.call<ArtifactCount>("GET", `packages/artifactCount`);

/** How many accounts use the installation. */
export const getPackagesUserUsage = (api: Sender) =>
  api.call<UserUsage>("GET", `packages/userUsage`);

/** Finds artifacts for a user. */
export const getSearchArtifacts = (api: Sender, query: ArtifactQuery) =>
  api.call<FoundArtifacts>("GET", `search/artifacts${search(query)}`);

/** How much is stored, by repository and project. */
export const getUsage = (api: Sender) =>
  api.call<ConsoleUsage>("GET", `usage`);

/** The web server, and the repositories that Docker clients reach through it. */
export const getPackagesWebServer = (api: Sender) =>
  api.call<ConsoleWebServer>("GET", `packages/webServer`);

/** The repositories that the user may read. */
export const getTreeRepositories = (api: Sender) =>
  api.call<TreeRepositories>("GET", `tree/repositories`);

/** A page of a folder in a repository. */
export const getTreeEntries = (api: Sender, query: TreePageQuery) =>
  api.call<TreePage>("GET", `tree/entries${search(query)}`);

/** A ticket for downloading a file. */
export const postTreeDownloads = (api: Sender, body: TreePlace) =>
  api.call<FileTicket>("POST", `tree/downloads`, body);

/** A ticket for uploading a file. */
export const postTreeUploads = (api: Sender, body: NewUpload) =>
  api.call<FileTicket>("POST", `tree/uploads`, body);

/** Moves a file or a folder to the trash. */
export const postTreeTrash = (api: Sender, body: TreePlace) =>
  api.call<MovedToTrash>("POST", `tree/trash`, body);

/** The trash of a repository. */
export const getTreeTrash = (api: Sender, query: TrashQuery) =>
  api.call<TrashedFiles>("GET", `tree/trash${search(query)}`);

/** Restores files from the trash or from the archive. */
export const postTreeRestore = (api: Sender, body: TrashName) =>
  api.call<RestoredFiles>("POST", `tree/restore`, body);

/** Deletes files in the trash or in the archive for good. */
export const postTreePurge = (api: Sender, body: TrashName) =>
  api.call<PurgedFiles>("POST", `tree/purge`, body);

/** Copies or moves a file or a folder. */
export const postTreeRelocations = (api: Sender, body: TreeRelocation) =>
  api.call<TreeRelocated>("POST", `tree/relocations`, body);

/** Deletes a version of a package. */
export const postTreeVersionRemovals = (api: Sender, body: TreePlace) =>
  api.call<RemovedVersion>("POST", `tree/version-removals`, body);

/** Changes the properties of a file. */
export const postTreeProperties = (api: Sender, body: TreeProperties) =>
  api.call<Empty>("POST", `tree/properties`, body);

/** What is known of a file, a folder or a repository. */
export const getTreeDetails = (api: Sender, query: TreePlace) =>
  api.call<TreeDetails>("GET", `tree/details${search(query)}`);

/** Moves a version to the archive. */
export const postArchiveVersions = (api: Sender, body: TreePlace) =>
  api.call<ArchivedFiles>("POST", `archive/versions`, body);

/** Searches the archived versions of packages. */
export const getArchiveVersions = (api: Sender, query: ArchiveSearch) =>
  api.call<ArchivedVersions>("GET", `archive/versions${search(query)}`);

/** All cleanup policies. */
export const getCleanupPolicies = (api: Sender) =>
  api.call<CleanupPolicies>("GET", `cleanup-policies`);

/** Creates a cleanup policy. */
export const postCleanupPolicies = (api: Sender, body: WantedCleanupPolicy) =>
  api.call<DescribedCleanupPolicy>("POST", `cleanup-policies`, body);

/** Changes a cleanup policy. */
export const putCleanupPoliciesKey = (api: Sender, key: string, body: WantedCleanupPolicy) =>
  api.call<DescribedCleanupPolicy>("PUT", `cleanup-policies/${part(key)}`, body);

/** Deletes a cleanup policy. */
export const deleteCleanupPoliciesKey = (api: Sender, key: string) =>
  api.call<Empty>("DELETE", `cleanup-policies/${part(key)}`);

/** Has a cleanup policy run by itself, or no longer. */
export const postCleanupPoliciesKeyEnablement = (api: Sender, key: string, body: CleanupEnablement) =>
  api.call<DescribedCleanupPolicy>("POST", `cleanup-policies/${part(key)}/enablement`, body);

/** What a cleanup policy would remove now. */
export const getCleanupPoliciesKeyCandidates = (api: Sender, key: string, query: CleanupCandidatesQuery = {}) =>
  api.call<CleanupCandidates>("GET", `cleanup-policies/${part(key)}/candidates${search(query)}`);

/** Runs a cleanup policy now. */
export const postCleanupPoliciesKeyRun = (api: Sender, key: string) =>
  api.call<DescribedCleanupPolicy>("POST", `cleanup-policies/${part(key)}/run`);

/** Cancels the run of a cleanup policy. */
export const deleteCleanupPoliciesKeyRun = (api: Sender, key: string) =>
  api.call<DescribedCleanupPolicy>("DELETE", `cleanup-policies/${part(key)}/run`);

/** The rules about downloads of packages. */
export const getDownloadRules = (api: Sender) =>
  api.call<CurrentDownloadRules>("GET", `download-rules`);

/** Replaces all rules about downloads of packages. */
export const putDownloadRules = (api: Sender, body: WantedDownloadRules) =>
  api.call<CurrentDownloadRules>("PUT", `download-rules`, body);

/** The builds that the user may see. */
export const getBuilds = (api: Sender, query: BuildsQuery = {}) =>
  api.call<BuildsPage>("GET", `builds${search(query)}`);

/** The runs of a build. */
export const getBuildsRuns = (api: Sender, query: BuildRunsQuery) =>
  api.call<BuildRunsPage>("GET", `builds/runs${search(query)}`);

/** What is known of a run. */
export const getBuildsRun = (api: Sender, query: BuildRunQuery) =>
  api.call<BuildDetails>("GET", `builds/run${search(query)}`);

/** The artifacts or dependencies of a module. */
export const getBuildsFiles = (api: Sender, query: BuildFilesQuery) =>
  api.call<BuildFilesPage>("GET", `builds/files${search(query)}`);

/** What has changed between two runs. */
export const getBuildsDiff = (api: Sender, query: BuildDiffQuery) =>
  api.call<BuildDiff>("GET", `builds/diff${search(query)}`);

/** Deletes runs of a build. */
export const postBuildsDelete = (api: Sender, body: BuildRunsToDelete) =>
  api.call<DeletedRuns>("POST", `builds/delete`, body);

/** Whether retention of target bundles is on. */
export const getBundleRetentionConfigEnable = (api: Sender) =>
  api.call<RetentionSetting>("GET", `ui/bundle/retention/config/enable`);

/** The logs of a service, and the nodes that have them. */
export const getSystemLogsConfigService = (api: Sender, service: string, query: LogQuery = {}) =>
  api.call<LogConfig>("GET", `system/logs/config/${part(service)}${search(query)}`);

/** The logs of a service, and the nodes that have them. */
export const getSystemLogsConfigServiceNode = (api: Sender, service: string, node: string) =>
  api.call<LogConfig>("GET", `system/logs/config/${part(service)}/${part(node)}`);

/** A part of a log, after or before an offset. */
export const getSystemLogsDataService = (api: Sender, service: string, query: LogQuery = {}) =>
  api.call<LogData>("GET", `system/logs/data/${part(service)}${search(query)}`);

/** A part of a log, after or before an offset. */
export const getSystemLogsDataServiceNodeFile = (api: Sender, service: string, node: string, file: string, query: LogQuery = {}) =>
  api.call<LogData>("GET", `system/logs/data/${part(service)}/${part(node)}/${part(file)}${search(query)}`);

/** Lines of a log, and how many there are over time. */
export const getSystemLogsSearchService = (api: Sender, service: string, query: LogSearchQuery = {}) =>
  api.call<LogSearch>("GET", `system/logs/search/${part(service)}${search(query)}`);

/** Every support bundle, the newest first. */
export const getUserSupportListBundles = (api: Sender) =>
  api.call<SupportBundles>("GET", `ui/userSupport/listBundles`);

/** Requests support bundles from services. */
export const postUserSupportGenerateBundle = (api: Sender, body: NewSupportBundle) =>
  api.call<SupportBundlesStarted>("POST", `ui/userSupport/generateBundle`, body);

/** Deletes a support bundle. */
export const deleteUserSupportDeleteBundleId = (api: Sender, id: string) =>
  api.call<SupportBundleDeleted>("DELETE", `ui/userSupport/deleteBundle/${part(id)}`);

/** Previews support bundles. */
export const postUserSupportPreviewBundle = (api: Sender, body: NewSupportBundle) =>
  api.call<SupportBundlePreviews>("POST", `ui/userSupport/previewBundle`, body);

/** The contents of a support bundle. */
export const getUserSupportPreviewBundleId = (api: Sender, id: string) =>
  api.call<SupportBundleManifest>("GET", `ui/userSupport/previewBundle/${part(id)}`);

/** Requests a support bundle from the service. */
export const postDistributionApiV1SystemSupportBundle = (api: Sender, body: NewSupportBundle) =>
  api.call<ServiceSupportBundle>("POST", `distribution/api/v1/system/support/bundle`, body);

/** Requests a support bundle from the service. */
export const postMcApiV1SystemSupportBundle = (api: Sender, body: NewSupportBundle) =>
  api.call<ServiceSupportBundle>("POST", `mc/api/v1/system/support/bundle`, body);

/** Requests a support bundle from the service. */
export const postInsightApiV1SystemSupportBundle = (api: Sender, body: NewSupportBundle) =>
  api.call<ServiceSupportBundle>("POST", `insight/api/v1/system/support/bundle`, body);

/** Requests a support bundle from the service. */
export const postTrackerApiV3PdnSystemSupportBundle = (api: Sender, body: NewSupportBundle) =>
  api.call<ServiceSupportBundle>("POST", `tracker/api/v3/pdn/system/support/bundle`, body);

/** The status of every node of every service. */
export const getSystemStatus = (api: Sender) =>
  api.call<Array<StatusEntry>>("GET", `system/status`);

/** The services by type, each with its nodes. */
export const getSystemStatusHa = (api: Sender) =>
  api.call<StatusByType>("GET", `system/status/ha`);

/** The nodes that services run on. */
export const getSystemStatusNodes = (api: Sender) =>
  api.call<Array<NodeStatusEntry>>("GET", `system/status/nodes`);

/** Whether a service is part of the installation. */
export const getSystemIsmicroserviceenabledService = (api: Sender, service: string) =>
  api.call<ServiceEnabled>("GET", `system/ismicroserviceenabled/${part(service)}`);

/** Takes a node out of the topology. */
export const deleteAccessApiV1TopologyServiceIdNodeId = (api: Sender, serviceId: string, nodeId: string) =>
  api.call<RemovedNode>("DELETE", `access/api/v1/topology/${part(serviceId)}/${part(nodeId)}`);

/** The services of a server for testing. */
export const getQaServices = (api: Sender) =>
  api.call<TestServices>("GET", `qa/services`);

/** Stops, starts or crashes a service for testing. */
export const postQaServicesId = (api: Sender, id: string, body: ServiceOrder) =>
  api.call<TestServices>("POST", `qa/services/${part(id)}`, body);

/** Whether a page may lead to an address. */
export const getRedirect = (api: Sender, query: RedirectQuery) =>
  api.call<RedirectTarget>("GET", `redirect${search(query)}`);

/** What instructions for package clients begin with. */
export const getSystemSetMeUp = (api: Sender) =>
  api.call<SetMeUp>("GET", `system/setMeUp`);

/** What instructions for package clients begin with. */
export const getSetMeUp = (api: Sender) =>
  api.call<SetMeUp>("GET", `ui/setMeUp`);

/** What the installation supports. */
export const getFeatures = (api: Sender) =>
  api.call<Features>("GET", `ui/features`);

/** How far the user is with the onboarding. */
export const getOnboarding = (api: Sender) =>
  api.call<OnboardingStatus>("GET", `ui/onboarding`);

/** What the licence permits. */
export const getEntitlements = (api: Sender) =>
  api.call<LicenceRights>("GET", `ui/entitlements`);

/** What a higher licence would add. */
export const getSubscriptionsUpgradeInfo = (api: Sender) =>
  api.call<UpgradeInfo>("GET", `ui/subscriptions/upgradeInfo`);

/** What the user should know at present. */
export const getNotifications = (api: Sender) =>
  api.call<Notifications>("GET", `ui/notifications`);

/** The footer. */
export const getSystemAuthScreenFooter = (api: Sender) =>
  api.call<ShownFooter>("GET", `system/auth/screen/footer`);

/** The version of the server. */
export const getSystemVersion = (api: Sender) =>
  api.call<ServerVersion>("GET", `system/version`);

/** Reports an error of a page to the server's log. */
export const postClientErrors = (api: Sender, body: ClientError) =>
  api.call<Empty>("POST", `ui/clientErrors`, body);

/** The service front-ends whose services run. */
export const getSystemFrontends = (api: Sender) =>
  api.call<FrontEnds>("GET", `system/frontends`);
