// Generated from the state machines by `cargo test --test generated`. Do not edit.

// The calls of the console, one a route.

import type { AccessLogin, ActsPage, AdvisoriesImported, AdvisoriesStatus, AskPasskey, AskedAccount, AutoRedirect, ChangePassword, CheckedResetKey, ChosenPassword, ClientCommands, ClientError, ClockOrder, CodeOfApp, CodeVerified, ConsolePermission, ConsolePermissions, ConsoleRepositories, ConsoleRepository, CurrentUser, EffectiveQuery, EffectiveRights, Empty, Enrolled, Enrolment, ExternalLogins, Features, ForgottenPassword, FrontEnds, ImportAdvisoriesQuery, LicenceRights, Licences, ListActs, ListChanges, LogConfig, LogData, LogQuery, LogSearch, LogSearchQuery, LoggedIn, Login, LoginDialogSettings, LoginQuery, LoginRelatedData, LoginVisualMode, LogoutUrl, MenuQuery, NewLicence, NewProject, NewRepository, NewSupportBundle, Next, NodeStatusEntry, Notifications, OauthProvider, OauthProvidersQuery, OnboardingDetails, OnboardingStatus, OpenedPasswordLink, PackagesQuery, PackagesRequest, PackagesResponse, PageQuery, PasskeyAccepted, PasskeyAnswer, PasskeyChallenge, PasswordLinkToken, PermissionChange, Project, ProxyLogin, PublicPermission, Records, RecordsQuery, RecoveryCodes, RedirectQuery, RedirectTarget, RemovedNode, ReplacedPassword, RepositoryChanges, ResetKey, ResetLinkRequested, RetentionSetting, SecondFactor, ServerVersion, ServiceEnabled, ServiceOrder, ServiceSupportBundle, SessionInfo, SetMeUp, Setup, SetupLink, SetupQuery, ShownFooter, StatusByType, StatusEntry, SupportBundleDeleted, SupportBundleManifest, SupportBundlePreviews, SupportBundles, SupportBundlesStarted, TestServices, TestTime, TraceQuery, UpgradeInfo, UploadedLogo, UserPlugins, Sender } from "./api";
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

/** Signs in as the user whom a proxy has signed in. */
export const postAuthHttpSso = (api: Sender, body: ProxyLogin) =>
  api.call<LoggedIn>("POST", `ui/auth/httpSso`, body);

/** Links the identity that a proxy knows the user by. */
export const postAuthHttpSsoLink = (api: Sender) =>
  api.call<Empty>("POST", `ui/auth/httpSso/link`);

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

/** A question for the authenticators of the browser. */
export const postAuthPasskeyAsk = (api: Sender, body: AskPasskey) =>
  api.call<PasskeyChallenge>("POST", `ui/auth/passkey/ask`, body);

/** Takes what an authenticator has answered: signs in, or proves or sets up a second factor. */
export const postAuthPasskeyAnswer = (api: Sender, body: PasskeyAnswer) =>
  api.call<PasskeyAccepted>("POST", `ui/auth/passkey/answer`, body);

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

/** Whether directories check passwords, and whether a proxy has signed a user in. */
export const getAuthExternalLogins = (api: Sender) =>
  api.call<ExternalLogins>("GET", `ui/auth/externalLogins`);

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

/** Sends a link that creates an account. */
export const postAuthRegistration = (api: Sender, body: AskedAccount) =>
  api.call<ResetLinkRequested>("POST", `ui/auth/registration`, body);

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

/** Puts the clock of a server for testing forward. */
export const postQaClock = (api: Sender, body: ClockOrder) =>
  api.call<TestTime>("POST", `qa/clock`, body);

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
