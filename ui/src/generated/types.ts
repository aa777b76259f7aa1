// Generated from the state machines by `cargo test --test generated`. Do not edit.

export type AccountEvent = { "type": "create", 
/**
 * The user name.
 */
name: Personal, 
/**
 * Whether the user may administer the installation.
 */
admin: boolean, 
/**
 * Whether the password must be changed before signing in.
 */
must_change_password: boolean, 
/**
 * The vault entry of the password's hash.
 */
password: SecretRef, 
/**
 * What else is known of the account; nothing in records that are older than this field.
 */
details: Details, } | { "type": "set_password", 
/**
 * The vault entry of the new hash.
 */
password: SecretRef, 
/**
 * Whether the user must change it again, because an administrator set it.
 */
must_change_password: boolean, 
/**
 * The known devices that remain known.
 */
devices: DevicesKept, 
/**
 * The SHA-256 of the token in the link with which the user chose it, which is used up by this.
 */
link: Digest | null, 
/**
 * The sessions that go on; all in events that are older than this field.
 */
sessions: SessionsKept, } | { "type": "allow_password", 
/**
 * The SHA-256 of the token in the link, which only the user has.
 */
link: Digest, 
/**
 * When the link expires.
 */
until: Timestamp, 
/**
 * What the link is for; an invitation in events that are older than this field.
 */
purpose: LinkPurpose, } | { "type": "enrol", 
/**
 * The vault entry of its secret.
 */
secret: SecretRef, 
/**
 * The time step of the first code.
 */
step: number, 
/**
 * The vault entry of the recovery codes' digests.
 */
recovery: SecretRef, } | { "type": "use_code", 
/**
 * The time step of the code.
 */
step: number, } | { "type": "use_recovery_code", 
/**
 * The number of the code.
 */
number: number, } | { "type": "reset_mfa", 
/**
 * The sessions that go on; all in events that are older than this field.
 */
sessions: SessionsKept, } | { "type": "set_admin", 
/**
 * Whether the user may administer the installation.
 */
admin: boolean, } | { "type": "set_project_role", 
/**
 * The key of the project.
 */
project: string, 
/**
 * The role; none to leave the project.
 */
role: ProjectRole | null, } | { "type": "edit", 
/**
 * The change.
 */
edit: Edit, } | { "type": "unlock", } | { "type": "make_api_key", 
/**
 * The id of its access token: `t_` and 16 hex digits.
 */
id: string, 
/**
 * The SHA-256 of the token itself.
 */
digest: Digest, 
/**
 * The vault entry of the token itself.
 */
secret: SecretRef, 
/**
 * When the token expires.
 */
until: Timestamp, } | { "type": "renew_recovery", 
/**
 * The vault entry of the new codes' digests.
 */
recovery: SecretRef, } | { "type": "enter", 
/**
 * The stream of the session.
 */
session: string, } | { "type": "set_custom_data", 
/**
 * The change to apply.
 */
change: CustomChange, } | { "type": "make_token", 
/**
 * The id of the token: `t_` and 16 hex digits.
 */
id: string, 
/**
 * The SHA-256 of the token itself, which only its owner has.
 */
digest: Digest, 
/**
 * The user's description of its purpose.
 */
description: Personal | null, 
/**
 * When the token expires.
 */
until: Timestamp, 
/**
 * What it may be used for; everything that its owner may, if there is none. None in events that are older than
 * this field.
 */
scope: TokenScope | null, } | { "type": "revoke_token", 
/**
 * The id of the token.
 */
id: string, } | { "type": "know_device", 
/**
 * The SHA-256 of the token in its cookie.
 */
device: Digest, 
/**
 * The SHA-256 of the token in the link, which is used up by this.
 */
link: Digest | null, 
/**
 * What is known of its browser. Without it the event is older than this field, and the device replaces the
 * one that has been known for longest.
 */
client: DeviceClient | null, } | { "type": "use_device", 
/**
 * The SHA-256 of the token in its cookie.
 */
device: Digest, 
/**
 * What is known of its browser.
 */
client: DeviceClient, } | { "type": "forget_device", 
/**
 * The SHA-256 of the token in its cookie.
 */
device: Digest, } | { "type": "forget_devices", 
/**
 * The known devices that remain known.
 */
kept: DevicesKept, } | { "type": "allow_device", 
/**
 * The SHA-256 of the token in the link, which only the user has.
 */
link: Digest, 
/**
 * When the link expires.
 */
until: Timestamp, } | { "type": "fail_sign_in", 
/**
 * The step that failed.
 */
step: SignInStep, 
/**
 * How many, of which no earlier record has counted any.
 */
times: number, } | { "type": "stop_codes", } | { "type": "stop_passwords", 
/**
 * When that day ends.
 */
until: Timestamp, } | { "type": "link_identity", 
/**
 * The identity.
 */
identity: NewIdentity, 
/**
 * The SHA-256 of the token in the invitation that is accepted with it, which is used up by this.
 */
link: Digest | null, } | { "type": "unlink_identity", 
/**
 * The mark of the identity.
 */
mark: Digest, } | { "type": "add_passkey", 
/**
 * The SHA-256 of its id.
 */
id: Digest, 
/**
 * The vault entry of its public key.
 */
secret: SecretRef, 
/**
 * What the user calls it.
 */
name: Personal, 
/**
 * What its authenticator has signed about it.
 */
signed: PasskeySigned, 
/**
 * The vault entry of the recovery codes' digests; for the first second factor of the account.
 */
recovery: SecretRef | null, } | { "type": "use_passkey", 
/**
 * The SHA-256 of its id.
 */
id: Digest, 
/**
 * What its authenticator has signed about it.
 */
signed: PasskeySigned, } | { "type": "rename_passkey", 
/**
 * The SHA-256 of its id.
 */
id: Digest, 
/**
 * What the user calls it.
 */
name: Personal, } | { "type": "remove_passkey", 
/**
 * The SHA-256 of its id.
 */
id: Digest, } | { "type": "break_glass", } | { "type": "disable", } | { "type": "enable", } | { "type": "restore", 
/**
 * The name of the backup.
 */
backup: string, 
/**
 * The time at which the backup was made.
 */
cut_at: Timestamp, };

export type AccountState = { "state": "absent", } | { "state": "active", 
/**
 * The contents of the account.
 */
profile: Profile, } | { "state": "disabled", 
/**
 * The contents of the account.
 */
profile: Profile, };

export type AdvisoriesEvent = { "type": "import", 
/**
 * The import.
 */
import: AdvisoryImport, 
/**
 * The user who imports; none if it is not a user.
 */
by: PersonId | null, } | { "type": "compare", 
/**
 * What was found.
 */
comparison: AdvisoryComparison, };

export type AdvisoriesState = { "state": "none", } | { "state": "imported", 
/**
 * The newest import.
 */
import: AdvisoryImport, 
/**
 * When it was.
 */
at: Timestamp, 
/**
 * The user who imported; none if it was not a user.
 */
by: PersonId | null, 
/**
 * The newest comparison of the stored versions with them; none before the first one.
 */
comparison?: AdvisoryComparison | null, 
/**
 * When it ended.
 */
compared_at?: Timestamp | null, };

export type AdvisoryComparison = { 
/**
 * The file of the advisories.
 */
database: Digest, 
/**
 * The stored packages that any advisory is about.
 */
packages: number, 
/**
 * Their versions, each of which was compared.
 */
versions: number, 
/**
 * The packages of which a version is affected.
 */
affected_packages: number, 
/**
 * The affected versions.
 */
affected: AffectedCounts, };

export type AdvisoryCounts = { 
/**
 * They were unknown.
 */
added: number, 
/**
 * They are newer than what was known of them.
 */
changed: number, 
/**
 * They are known, or a newer one is.
 */
unchanged: number, 
/**
 * They were withdrawn by their authors, so that they count no more.
 */
withdrawn: number, 
/**
 * They are about no type of packages that is known here.
 */
unrelated: number, 
/**
 * They could not be read.
 */
skipped: number, };

export type AdvisoryImport = { 
/**
 * The file with all advisories that are known after it.
 */
database: Document, 
/**
 * How many these are, without those that were withdrawn.
 */
advisories: number, 
/**
 * What became of those that were imported.
 */
counts: AdvisoryCounts, 
/**
 * The digest of what was imported, in the form in which it is stored.
 */
imported: Digest, };

export type AffectedCounts = { 
/**
 * With a base score of CVSS of 9.0 or more.
 */
critical: number, 
/**
 * With one of 7.0 or more.
 */
high: number, 
/**
 * With one of 4.0 or more.
 */
medium: number, 
/**
 * With one above zero.
 */
low: number, 
/**
 * With one of zero, or about no vulnerability.
 */
info: number, 
/**
 * Without a severity.
 */
unknown: number, };

export type Answers = { 
/**
 * The purpose of the platform.
 */
purpose: Purpose | null, 
/**
 * The user's role and organisation.
 */
details: Details, 
/**
 * The features of interest.
 */
desired_features: Array<DesiredFeature>, 
/**
 * Whether to create a default project (ONB-03).
 */
default_project: boolean, };

export type AnyEvent = { "machine": "session" } & SessionEvent | { "machine": "startup" } & StartupEvent | { "machine": "login" } & LoginEvent | { "machine": "mfa" } & MfaEvent | { "machine": "password" } & PasswordEvent | { "machine": "cli_login" } & CliLoginEvent | { "machine": "idle" } & IdleEvent | { "machine": "navigation" } & NavigationEvent | { "machine": "quick_setup" } & QuickSetupEvent | { "machine": "onboarding" } & OnboardingEvent | { "machine": "personalisation" } & PersonalisationEvent | { "machine": "retention" } & RetentionEvent | { "machine": "log_viewer" } & LogViewerEvent | { "machine": "account" } & AccountEvent | { "machine": "setup" } & SetupEvent | { "machine": "licence" } & LicenceEvent | { "machine": "logo" } & LogoEvent | { "machine": "project" } & ProjectEvent | { "machine": "group" } & GroupEvent | { "machine": "support_bundle" } & SupportBundleEvent | { "machine": "release_bundle" } & ReleaseBundleEvent | { "machine": "node" } & NodeEvent | { "machine": "server" } & ServerEvent | { "machine": "reading" } & ReadingEvent | { "machine": "permission" } & PermissionEvent | { "machine": "repository" } & RepositoryEvent | { "machine": "package" } & PackageEvent | { "machine": "build" } & BuildEvent | { "machine": "download" } & DownloadEvent | { "machine": "cleanup_policy" } & CleanupPolicyEvent | { "machine": "advisories" } & AdvisoriesEvent | { "machine": "followed_packages" } & FollowedPackagesEvent | { "machine": "download_rules" } & DownloadRulesEvent | { "machine": "download_violations" } & DownloadViolationsEvent | { "machine": "webhook" } & WebhookEvent | { "machine": "webhook_cursor" } & WebhookCursorEvent | { "machine": "webhook_delivery" } & WebhookDeliveryEvent | { "machine": "application" } & ApplicationEvent | { "machine": "application_grant" } & ApplicationGrantEvent | { "machine": "service_status" } & ServiceStatusEvent | { "machine": "search" } & SearchEvent | { "machine": "packages" } & PackagesEvent | { "machine": "git_connection" } & GitConnectionEvent | { "machine": "git_integration" } & GitIntegrationEvent | { "machine": "outbound_proxy" } & OutboundProxyEvent | { "machine": "distribution_target" } & DistributionTargetEvent | { "machine": "trusted_issuer" } & TrustedIssuerEvent | { "machine": "mail_server" } & MailServerEvent | { "machine": "mail_outbox" } & MailOutboxEvent | { "machine": "forgot_password" } & ForgotPasswordEvent | { "machine": "reset_password" } & ResetPasswordEvent | { "machine": "sign_in_provider" } & SignInProviderEvent | { "machine": "sso" } & SsoEvent | { "machine": "provisioning" } & ProvisioningEvent | { "machine": "passkey" } & PasskeyEvent | { "machine": "user_directory" } & UserDirectoryEvent | { "machine": "registration_settings" } & RegistrationSettingsEvent | { "machine": "registration" } & RegistrationEvent;

export type Applicant = { 
/**
 * The id by which the link and the mail name the visitor. The account has another one.
 */
person: PersonId, 
/**
 * The mark of the name and the mail address.
 */
details: Digest, 
/**
 * The SHA-256 of the token in the link, which only the owner of the mail address has.
 */
link: Digest, 
/**
 * When the link expires.
 */
until: Timestamp, };

export type Application = { 
/**
 * Its name: letters and digits.
 */
name: string, 
/**
 * Where it runs.
 */
kind: ApplicationKind, 
/**
 * What it is for; users read this before they consent.
 */
description: string, 
/**
 * Where users are sent back to, exactly.
 */
callback_url: string, 
/**
 * What it may ask users for; everything if it is missing, as in records that are older than this field.
 */
scopes?: Array<ApplicationScope> | null, };

export type ApplicationEvent = { "type": "register", 
/**
 * What it is.
 */
application: Application, 
/**
 * The digest of its secret.
 */
secret: Digest, 
/**
 * The user who registers it; none for the server.
 */
by: PersonId | null, } | { "type": "change", 
/**
 * What it is from now on.
 */
application: Application, } | { "type": "rotate", 
/**
 * The digest of the new secret.
 */
secret: Digest, } | { "type": "delete", };

export type ApplicationGrantEvent = { "type": "consent", 
/**
 * To what.
 */
scopes: Array<ApplicationScope>, } | { "type": "issue", 
/**
 * The id of the line that begins.
 */
line: string, 
/**
 * What the tokens permit.
 */
scopes: Array<ApplicationScope>, 
/**
 * The digest of the access token.
 */
access: Digest, 
/**
 * The digest of the refresh token, if there is one.
 */
refresh: Digest | null, } | { "type": "refresh", 
/**
 * The digest of the one that is presented.
 */
presented: Digest, 
/**
 * The digest of the new access token.
 */
access: Digest, 
/**
 * The digest of the new refresh token.
 */
refresh: Digest, } | { "type": "end", 
/**
 * The id of the line.
 */
line: string, 
/**
 * Why. Old records have none: only applications ended lines then.
 */
why: LineEnded, } | { "type": "revoke", 
/**
 * Why.
 */
why: GrantEnded, };

export type ApplicationGrantState = { "state": "absent", } | { "state": "granted", 
/**
 * To what.
 */
scopes: Array<ApplicationScope>, 
/**
 * When, the last time.
 */
consented_at: Timestamp, 
/**
 * The lines of tokens, by their ids.
 */
lines: { [key in string]: TokenLine }, } | { "state": "revoked", 
/**
 * Why.
 */
why: GrantEnded, };

export type ApplicationKind = "server" | "device";

export type ApplicationScope = "openid" | "profile" | "email" | "offline_access" | "repositories:read" | "repositories:write" | "administration";

export type ApplicationState = { "state": "absent", } | { "state": "registered", 
/**
 * What it is.
 */
application: Application, 
/**
 * The digest of its secret.
 */
secret: Digest, 
/**
 * When it was registered.
 */
registered_at: Timestamp, 
/**
 * The user who registered it; none if the server did.
 */
registered_by: PersonId | null, } | { "state": "deleted", 
/**
 * The name that it had.
 */
name: string, };

export type ArchiveSearchType = "packages" | "artifacts";

export type ArtifactList = { 
/**
 * The SHA-256 of the list's file, which is also its name.
 */
digest: Digest, 
/**
 * The number of artifacts.
 */
artifacts: number, 
/**
 * The total size of the artifacts in bytes.
 */
size: number, };

export type ArtifactsSearchType = "quick" | "archive" | "property" | "checksum" | "package";

export type Attempt = { 
/**
 * The user name that was typed.
 */
account: Personal, 
/**
 * The user chose "remember me", so the sign-in lasts longer.
 */
remember: boolean, 
/**
 * The digest of the cookie that the session gets if the sign-in succeeds without a further step.
 */
token: Digest, 
/**
 * The place that the user requested before signing in.
 */
stored: StoredPlace | null, 
/**
 * Whether a user has logged out in this browser since the last sign-in (NAV-16). False in records that are older
 * than this field.
 */
set_me_up: boolean, 
/**
 * By which identity of which provider the user signs in; none with a password, and in records that are older than
 * this field.
 */
via: SignInVia | null, 
/**
 * How long the sign-in may last; none in records that are older than this field.
 */
terms: SignInTerms | null, 
/**
 * The passkey with which the user signs in instead of a password; none in records that are older than this field.
 */
passkey: Digest | null, };

export type Authenticated = { "outcome": "accepted", 
/**
 * The user who signs in.
 */
person: PersonId, 
/**
 * Whether the user is an administrator.
 */
admin: boolean, 
/**
 * The second factor that is still required.
 */
mfa: MfaStatus, 
/**
 * An address to leave the application for, instead of the landing path.
 */
external_redirect: string | null, 
/**
 * What the second factor can be verified with; the codes of an app in records that are older than this field.
 */
authenticator: Authenticator, 
/**
 * The identity in the directory that has checked the password; none if this installation has, and in records
 * that are older than this field.
 */
via: SignInVia | null, } | { "outcome": "credentials_expired", 
/**
 * The user whose password has expired.
 */
person: PersonId, } | { "outcome": "refused", 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type Authenticator = "google" | "passkey" | "either";

export type BrowserValues = { 
/**
 * The place that the user requested before they had to sign in.
 */
stored: StoredPlace | null, 
/**
 * Whether the browser has the session of a command-line client.
 */
client_session: boolean, 
/**
 * Whether the tab was opened with a link for choosing a password; false in records that are older than this field.
 */
password_link: boolean, 
/**
 * Whether the login page leads away to a provider: where the server says so, and the user of this tab has not just
 * signed out, whom the provider would sign in again (NAV-18). False in records that are older than this field.
 */
login_leads_away: boolean, };

export type BuildCounts = { 
/**
 * The number of modules.
 */
modules: number, 
/**
 * The number of artifacts of all modules.
 */
artifacts: number, 
/**
 * The number of dependencies of all modules.
 */
dependencies: number, };

export type BuildEvent = { "type": "publish", 
/**
 * The publication.
 */
build: BuildPublication, 
/**
 * The user who publishes it.
 */
by: PersonId | null, } | { "type": "promote", 
/**
 * The status; may be empty.
 */
status: string, 
/**
 * Why; may be empty.
 */
comment: string, 
/**
 * The key of the repository that its files were moved or copied to.
 */
repository: string | null, 
/**
 * The user who promotes it.
 */
by: PersonId | null, } | { "type": "delete", };

export type BuildGrants = { 
/**
 * The builds that it is about.
 */
targets: Array<BuildTarget>, 
/**
 * What users may do with them.
 */
users: { [key in PersonId]: Array<PermissionAction> }, 
/**
 * What the members of groups may do with them, by the ids of the groups.
 */
groups: { [key in string]: Array<PermissionAction> }, 
/**
 * Whether everyone may read them, also without credentials.
 */
anonymous_reads: boolean, };

export type BuildPromotion = { 
/**
 * The status, such as `staged`; may be empty.
 */
status: string, 
/**
 * Why; may be empty.
 */
comment: string, 
/**
 * The key of the repository that the files of the run were moved or copied to; none if they stayed where they are.
 */
repository: string | null, 
/**
 * The user who promoted it; none for the server itself.
 */
by: PersonId | null, 
/**
 * When.
 */
at: Timestamp, };

export type BuildPublication = { 
/**
 * The name of the build.
 */
name: string, 
/**
 * The number of this run of it.
 */
number: string, 
/**
 * The key of the project that it belongs to; none if it belongs to no project.
 */
project?: string | null, 
/**
 * When the run began, as its server wrote it.
 */
started: string, 
/**
 * The same as a time.
 */
started_at: Timestamp, 
/**
 * The server or program that ran the build; empty if it is not named.
 */
agent: string, 
/**
 * The build-info as it was sent.
 */
document: Document, 
/**
 * What is in the document.
 */
counts: BuildCounts, };

export type BuildState = { "state": "absent", } | { "state": "published", 
/**
 * The newest publication.
 */
build: BuildPublication, 
/**
 * When it was published.
 */
at: Timestamp, 
/**
 * The user who published it.
 */
by: PersonId | null, 
/**
 * Its promotions, the newest last. The oldest make room for others.
 */
promotions?: Array<BuildPromotion>, } | { "state": "deleted", 
/**
 * The name that it had.
 */
name: string, 
/**
 * The number that it had.
 */
number: string, };

export type BuildTarget = { 
/**
 * The builds.
 */
builds: BuildsOf, 
/**
 * The patterns of those that belong to it.
 */
includes: Array<string>, 
/**
 * The patterns of those that do not belong to it.
 */
excludes: Array<string>, };

export type BuildsOf = { "of": "any", } | { "of": "no_project", } | { "of": "project", 
/**
 * The key of the project.
 */
key: string, };

export type BundleArchive = { 
/**
 * The size in bytes.
 */
bytes: number, 
/**
 * The SHA-256 of the file.
 */
digest: Digest, 
/**
 * The number of files in it.
 */
files: number, 
/**
 * The number of values that are replaced with `[redacted]`.
 */
redacted: number, 
/**
 * The number of logs that are truncated or left out because of their size.
 */
shortened: number, };

export type BundleCreated = { "outcome": "success", 
/**
 * The service of the bundle.
 */
service: ServiceId, 
/**
 * The file of the bundle.
 */
archive: BundleArchive, } | { "outcome": "failure", 
/**
 * The service of the bundle.
 */
service: ServiceId, 
/**
 * The kind of failure.
 */
fault: BundleFault, 
/**
 * The error message, for readers of the record.
 */
message: string, };

export type BundleCreation = { 
/**
 * The id: `B1-` and 13 digits. The id of a service's bundle is this id, a dash and the service.
 */
id: string, 
/**
 * The requested contents of each bundle.
 */
wanted: BundleRequest, 
/**
 * When the bundles were requested.
 */
created_at: Timestamp, 
/**
 * The user who requested them; none on the command line.
 */
created_by: PersonId | null, 
/**
 * The bundles, one per service.
 */
parts: Array<BundlePart>, };

export type BundleDistribution = { 
/**
 * Its number, counted for each bundle from 1.
 */
number: number, 
/**
 * What it does.
 */
kind: DistributionKind, 
/**
 * The targets, in the order in which they are reached.
 */
targets: Array<TargetProgress>, 
/**
 * When it began.
 */
at: Timestamp, 
/**
 * The user who began it.
 */
by: PersonId | null, 
/**
 * How far it is.
 */
status: DistributionStatus, };

export type BundleDownload = { 
/**
 * The user who began the last download.
 */
by: PersonId | null, 
/**
 * When the last download began.
 */
at: Timestamp, 
/**
 * The number of downloads begun by all users.
 */
times: number, };

export type BundleEnd = { "why": "deleted", 
/**
 * The user; none if it was not a user.
 */
by: PersonId | null, } | { "why": "expired", };

export type BundleFault = "disk_full" | "interrupted" | "not_running" | "unavailable";

export type BundleGrants = { 
/**
 * The release bundles that it is about.
 */
targets: Array<BundleTarget>, 
/**
 * What is recorded for users.
 */
users: { [key in PersonId]: Array<PermissionAction> }, 
/**
 * What is recorded for the members of groups, by the ids of the groups.
 */
groups: { [key in string]: Array<PermissionAction> }, 
/**
 * Whether reading is recorded for everyone.
 */
anonymous_reads: boolean, };

export type BundleOrigin = "source" | "target";

export type BundlePart = { 
/**
 * The service.
 */
service: ServiceId, 
/**
 * The status of its bundle.
 */
status: BundleStatus, };

export type BundlePromotion = { 
/**
 * The name of the environment.
 */
environment: string, 
/**
 * The keys of the repositories that files are copied to.
 */
repositories: Array<string>, 
/**
 * When it began.
 */
at: Timestamp, 
/**
 * The user who promotes the bundle.
 */
by: PersonId | null, 
/**
 * How far it is.
 */
outcome: PromotionStatus, };

export type BundleRemoved = { "outcome": "done", } | { "outcome": "later", };

export type BundleRequest = { 
/**
 * The name of the bundle.
 */
name: string, 
/**
 * The description; may be empty.
 */
description: string, 
/**
 * The contents.
 */
parameters: Parameters, };

export type BundleSignature = { 
/**
 * The public key: 64 hex digits.
 */
key: string, 
/**
 * The signature: 128 hex digits.
 */
value: string, };

export type BundleStatus = { "status": "in_progress", } | { "status": "success", 
/**
 * The file of the bundle.
 */
archive: BundleArchive, 
/**
 * When the bundle was finished.
 */
at: Timestamp, 
/**
 * The downloads; none if there was no download.
 */
download: BundleDownload | null, } | { "status": "failure", 
/**
 * The kind of failure.
 */
fault: BundleFault, 
/**
 * The error message.
 */
message: string, 
/**
 * When the failure was reported.
 */
at: Timestamp, } | { "status": "removed", 
/**
 * Why it has been removed.
 */
end: BundleEnd, 
/**
 * When it was removed.
 */
at: Timestamp, };

export type BundleTarget = { 
/**
 * The release bundles.
 */
bundles: BundlesOf, 
/**
 * The patterns of those that belong to it.
 */
includes: Array<string>, 
/**
 * The patterns of those that do not belong to it.
 */
excludes: Array<string>, };

export type BundlesOf = { "of": "any", } | { "of": "no_project", };

export type BundlesTab = "source" | "target";

export type Call = { "call": "access.authenticate", 
/**
 * The handle of user name and password.
 */
credentials: Handle, } | { "call": "access.log_out", 
/**
 * The user to sign out.
 */
person: PersonId, 
/**
 * The provider by which the user has signed in; none in records that are older than this field.
 */
via: string | null, 
/**
 * The user and the session there, for a provider of SAML; none for others, and in records that are older than
 * this field.
 */
saml: SamlSubject | null, } | { "call": "access.exchange_code", 
/**
 * The way to the provider and back.
 */
flow: SignInFlow, 
/**
 * The handle of the code.
 */
code: Handle, } | { "call": "access.check_passkey", 
/**
 * The question.
 */
ceremony: PasskeyCeremony, 
/**
 * The handle of the answer.
 */
response: Handle, } | { "call": "access.begin_enrolment", 
/**
 * The user who enrols.
 */
person: PersonId, } | { "call": "access.confirm_enrolment", 
/**
 * The user who enrols.
 */
person: PersonId, 
/**
 * The handle of the code.
 */
code: Handle, } | { "call": "access.verify_code", 
/**
 * The user who signs in.
 */
person: PersonId, 
/**
 * The handle of the code.
 */
code: Handle, } | { "call": "access.verify_recovery", 
/**
 * The user who signs in.
 */
person: PersonId, 
/**
 * The handle of the recovery code.
 */
code: Handle, } | { "call": "access.change_password", 
/**
 * The user whose password changes.
 */
person: PersonId, 
/**
 * The handle of the current and the new password.
 */
passwords: Handle, } | { "call": "access.grant_client_login", 
/**
 * The user on whose behalf the client is to act.
 */
person: PersonId, 
/**
 * The digest of the client's session.
 */
client: Digest, 
/**
 * What the client calls itself.
 */
name: string, 
/**
 * The handle of the code.
 */
code: Handle, } | { "call": "access.forgot_password", 
/**
 * The handle of the user name or mail address.
 */
account: Handle, } | { "call": "access.check_reset_key", 
/**
 * The handle of the key.
 */
link: Handle, } | { "call": "access.reset_password", 
/**
 * The user whose password is set.
 */
person: PersonId, 
/**
 * The handle of the key and the new password.
 */
secrets: Handle, } | { "call": "access.check_session", } | { "call": "access.current_user", 
/**
 * The signed-in user; none for a visitor.
 */
person: PersonId | null, } | { "call": "access.store_custom_data", 
/**
 * The user whose data changes.
 */
person: PersonId, 
/**
 * The change to apply.
 */
change: CustomChange, } | { "call": "access.recent_searches", 
/**
 * The user.
 */
person: PersonId, } | { "call": "projects.create", 
/**
 * The unique key of the project.
 */
project_key: string, 
/**
 * The display name of the project.
 */
name: string, } | { "call": "settings.footer", } | { "call": "topology.services", } | { "call": "licences.entitlements", } | { "call": "status.nodes", } | { "call": "status.services", } | { "call": "status.remove_node", 
/**
 * The node to remove.
 */
node: NodeRef, } | { "call": "settings.load", } | { "call": "support.create", 
/**
 * The id of the bundle that this part belongs to.
 */
bundle: string, 
/**
 * The service to collect from.
 */
service: ServiceId, 
/**
 * What the bundle is to contain.
 */
wanted: BundleRequest, } | { "call": "support.remove", 
/**
 * The id of the bundle that the file belongs to.
 */
bundle: string, 
/**
 * The service whose file is removed.
 */
service: ServiceId, } | { "call": "logs.config", 
/**
 * The service whose logs are listed.
 */
service: ServiceId, } | { "call": "logs.data", 
/**
 * The log to look at.
 */
file: LogFile, 
/**
 * The offset at which the last read ended, in bytes.
 */
file_size: number, 
/**
 * The generation of the file that was read last; none before the first read.
 */
generation: string | null, } | { "call": "packages.list", 
/**
 * The number of the request.
 */
request: number, 
/**
 * What packages are filtered by.
 */
filter: SearchFilter, 
/**
 * The sort.
 */
sort: PackageSort, 
/**
 * The cursor after which the page begins; none for the first one.
 */
after: string | null, } | { "call": "packages.count", 
/**
 * The number of the request.
 */
request: number, 
/**
 * What packages are filtered by.
 */
filter: SearchFilter, } | { "call": "packages.package", 
/**
 * The number of the request.
 */
request: number, 
/**
 * The id of the package.
 */
package: string, } | { "call": "packages.versions", 
/**
 * The number of the request.
 */
request: number, 
/**
 * The id of the package.
 */
package: string, 
/**
 * What versions are filtered by.
 */
filter: SearchFilter, 
/**
 * Whether versions before a release are left out.
 */
ignore_pre_release: boolean, 
/**
 * The sort.
 */
sort: PackageSort, 
/**
 * The cursor after which the page begins; none for the first one.
 */
after: string | null, } | { "call": "packages.version", 
/**
 * The number of the request.
 */
request: number, 
/**
 * The id of the package.
 */
package: string, 
/**
 * The version.
 */
version: string, } | { "call": "retention.status", } | { "call": "git.list", } | { "call": "git.test", 
/**
 * The key of an existing integration, whose stored token is used if none is given.
 */
key: string | null, 
/**
 * The fields to test.
 */
fields: GitFields, 
/**
 * The handle of the token; none for the stored one.
 */
token: Handle | null, } | { "call": "git.create", 
/**
 * The fields of the integration.
 */
fields: GitFields, 
/**
 * The handle of the token.
 */
token: Handle, 
/**
 * The mark of the passed test.
 */
mark: Digest, } | { "call": "git.update", 
/**
 * The key of the integration.
 */
key: string, 
/**
 * The fields from now on.
 */
fields: GitFields, 
/**
 * The handle of the token; none to keep the stored one.
 */
token: Handle | null, 
/**
 * The mark of the passed test; none if it connects as before.
 */
mark: Digest | null, } | { "call": "git.products", 
/**
 * The key of the integration.
 */
key: string, 
/**
 * The products.
 */
products: Array<GitProduct>, } | { "call": "git.delete", 
/**
 * The key of the integration.
 */
key: string, } | { "call": "browser.notify", 
/**
 * The key of the text in the catalogue.
 */
key: string, 
/**
 * The values that the text interpolates.
 */
args: { [key in string]: string }, 
/**
 * How long the notification is shown, in milliseconds.
 */
duration_ms: number, } | { "call": "browser.navigate", 
/**
 * The destination.
 */
to: Place, } | { "call": "browser.leave", 
/**
 * The external address.
 */
url: string, } | { "call": "browser.end_session", 
/**
 * The address to leave for afterwards, if the identity provider has a session of its own.
 */
leave_for: string | null, } | { "call": "browser.sign_in_again", 
/**
 * Why the sign-in is over.
 */
over: SignInOver, } | { "call": "browser.remember_path", 
/**
 * The place to store.
 */
place: Place, } | { "call": "browser.remember_set_me_up", } | { "call": "browser.pause_polling", } | { "call": "browser.resume_polling", } | { "call": "browser.close_dialogs", 
/**
 * The dialogs to close.
 */
what: Array<Dialog>, } | { "call": "browser.save_step", 
/**
 * The step to save.
 */
step: WizardStep, 
/**
 * The data of the step.
 */
data: StepData, } | { "call": "browser.clear", 
/**
 * The kinds of data to clear.
 */
what: Array<Clearable>, } | { "call": "tell", 
/**
 * The event, with its machine's name.
 */
event: AnyEvent, };

export type Changed = { "outcome": "accepted", } | { "outcome": "refused", 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type Checked = { "outcome": "valid", 
/**
 * The newest activity that a tab has reported; none if there was none, and in records that are older than this
 * field.
 */
active_at?: Timestamp, } | { "outcome": "expired", } | { "outcome": "interrupted", };

export type CleanupCounts = { 
/**
 * The versions that it removed.
 */
versions: number, 
/**
 * The files that it removed, those of versions too.
 */
files: number, 
/**
 * Their size in bytes.
 */
bytes: number, 
/**
 * Versions and files that were selected and spared, since they were used or changed meanwhile.
 */
spared: number, };

export type CleanupCriteria = { 
/**
 * The package types; all if there is none.
 */
package_types: Array<PackageType>, 
/**
 * The ids of the repositories; none for all local ones.
 */
repositories: Array<string> | null, 
/**
 * The ids of the repositories that are left out.
 */
excluded_repositories: Array<string>, 
/**
 * Whether repositories that belong to a project are left out, where the policy belongs to none.
 */
leaves_projects_out: boolean, 
/**
 * Patterns of names of packages, or of paths of files without versions; all if there is none.
 */
includes: Array<string>, 
/**
 * Patterns of those that are left out.
 */
excludes: Array<string>, 
/**
 * Only what was stored so many days ago or earlier.
 */
created_before_days: number | null, 
/**
 * Only what was not downloaded for so many days, nor stored.
 */
unused_days: number | null, 
/**
 * Only versions beside so many newest ones of their package.
 */
keep_last: number | null, };

export type CleanupEnd = { 
/**
 * When it ended.
 */
at: Timestamp, 
/**
 * How it ended.
 */
outcome: CleanupOutcome, 
/**
 * What it has done, as far as it is known.
 */
counts: CleanupCounts, };

export type CleanupOutcome = "completed" | "cancelled" | "out_of_time" | "failed" | "interrupted";

export type CleanupPolicy = { 
/**
 * Its unique key.
 */
key: string, 
/**
 * What it is for; may be empty.
 */
description: string, 
/**
 * When it runs by itself, as a cron expression in UTC; empty if it never does.
 */
cron: string, 
/**
 * How long a run may take, in minutes.
 */
duration_minutes: number, 
/**
 * Whether it runs by itself.
 */
enabled: boolean, 
/**
 * Whether what it removes is deleted at once instead of going to the trash.
 */
skips_trash: boolean, 
/**
 * The project whose repositories alone it concerns; none for the whole installation.
 */
project_key: string | null, 
/**
 * What it removes.
 */
criteria: CleanupCriteria, };

export type CleanupPolicyEvent = { "type": "create", 
/**
 * What it removes, and when.
 */
policy: CleanupPolicy, 
/**
 * The user who creates it; none for the server.
 */
by: PersonId | null, } | { "type": "change", 
/**
 * What it removes from now on, and when.
 */
policy: CleanupPolicy, } | { "type": "enable", 
/**
 * Whether it does.
 */
enabled: boolean, } | { "type": "begin_run", 
/**
 * Why.
 */
trigger: CleanupTrigger, } | { "type": "end_run", 
/**
 * How.
 */
outcome: CleanupOutcome, 
/**
 * What it has done.
 */
counts: CleanupCounts, } | { "type": "delete", };

export type CleanupPolicyState = { "state": "absent", } | { "state": "existing", 
/**
 * What it removes, and when.
 */
policy: CleanupPolicy, 
/**
 * When it was created.
 */
created_at: Timestamp, 
/**
 * The user who created it; none if the server did.
 */
created_by: PersonId | null, 
/**
 * Its newest run; none before the first.
 */
run: CleanupRun | null, } | { "state": "deleted", 
/**
 * The key that it had.
 */
key: string, };

export type CleanupRun = { 
/**
 * Why it began.
 */
trigger: CleanupTrigger, 
/**
 * When it began.
 */
began_at: Timestamp, 
/**
 * Its end; none while it is in progress.
 */
ended: CleanupEnd | null, };

export type CleanupTrigger = "request" | "schedule";

export type Clearable = "initial_data" | "identity" | "guide" | "packages" | "remembered_path" | "search" | "api_key" | "personalisation" | "set_me_up";

export type CliLoginEvent = { "type": "open", 
/**
 * The digest of the client's session.
 */
client: Digest, 
/**
 * What the client calls itself.
 */
name: string, 
/**
 * The signed-in user.
 */
person: PersonId, } | { "type": "submit", 
/**
 * The handle of the code.
 */
code: Handle, } | { "type": "deny", } | { "type": "access.grant_client_login" } & ClientLoginAnswer | { "type": "reset", };

export type CliLoginState = { "state": "idle", } | { "state": "asked", 
/**
 * The digest of the client's session.
 */
client: Digest, 
/**
 * What the client calls itself.
 */
name: string, 
/**
 * The signed-in user, on whose behalf the client is to act.
 */
person: PersonId, 
/**
 * How many codes may still be tried; none before the first wrong one.
 */
left: number | null, } | { "state": "confirming", 
/**
 * The digest of the client's session.
 */
client: Digest, 
/**
 * What the client calls itself.
 */
name: string, 
/**
 * The signed-in user, on whose behalf the client is to act.
 */
person: PersonId, } | { "state": "granted", 
/**
 * The id of the token, which is not secret.
 */
token_id: string, } | { "state": "denied", } | { "state": "refused", 
/**
 * The reason.
 */
notice: Notice, };

export type ClientLoginAnswer = { "outcome": "granted", 
/**
 * The id of the token, which is not secret.
 */
token_id: string, } | { "outcome": "wrong_code", 
/**
 * How many further codes may be tried for this client.
 */
left: number, } | { "outcome": "refused", 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type CloseReason = "logged_out" | "expired" | "revoked" | "abandoned" | "unreadable";

export type CodeExchanged = { "outcome": "accepted", 
/**
 * The user who signs in.
 */
person: PersonId, 
/**
 * Whether the user is an administrator.
 */
admin: boolean, 
/**
 * The second factor that is still required.
 */
mfa: MfaStatus, 
/**
 * The user name.
 */
account: Personal, 
/**
 * The identity.
 */
via: SignInVia, 
/**
 * An address to leave the application for, instead of the landing path.
 */
external_redirect: string | null, 
/**
 * What the second factor can be verified with; the codes of an app in records that are older than this field.
 */
authenticator: Authenticator, } | { "outcome": "linked", } | { "outcome": "confirmed", } | { "outcome": "refused", 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type ComponentDirection = "asc" | "desc";

export type ComponentOrderBy = "last_updated" | "name";

export type ComponentRequest = { 
/**
 * The direction of the sort.
 */
direction: ComponentDirection, 
/**
 * How many rows a page has.
 */
num_of_rows: number, 
/**
 * By what they are sorted.
 */
order_by: ComponentOrderBy, 
/**
 * The number of the page, from 1 on.
 */
page_num: number, 
/**
 * Whether also components without findings are wanted.
 */
all_components: boolean, 
/**
 * The pattern of the names of packages.
 */
name: string | null, 
/**
 * An identifier of an advisory.
 */
cve: string | null, 
/**
 * The severities of vulnerabilities.
 */
severities: Array<string> | null, };

export type ConfiguredService = { 
/**
 * The product.
 */
product: GitProduct, 
/**
 * The number of integrations that it is selected for.
 */
connections: number, 
/**
 * Whether there is one.
 */
connected: boolean, };

export type CreationFailure = "interrupted" | "storage";

export type CrowdServer = { 
/**
 * Its address, to which `/rest/usermanagement/1` is added.
 */
url: string, 
/**
 * The name that this installation has there.
 */
application: string, };

export type CustomChange = { "change": "onboarded", 
/**
 * The answers.
 */
answers: Onboarded, } | { "change": "onboarding_dismissed", } | { "change": "getting_started_seen", } | { "change": "personalised", 
/**
 * All completed steps.
 */
completed_steps: Array<WizardStep>, } | { "change": "searched", 
/**
 * The search.
 */
search: StoredSearch, };

export type DataStored = { "outcome": "accepted", } | { "outcome": "refused", 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type Day = string;

export type Decision = { 
/**
 * The requested place.
 */
wanted: Place, 
/**
 * The outcome.
 */
outcome: Outcome, 
/**
 * The redirects, in order.
 */
hops: Array<Hop>, 
/**
 * The sequence number of the record with the facts, if it is not the cause of this record.
 */
facts: number | null, };

export type DesiredFeature = "binary_management" | "team_administration" | "single_sign_on" | "vulnerabilities_scanning" | "licence_compliance_checks" | "continuous_integration" | "container_registry" | "software_bill_of_materials";

export type DesiredFeatures = Array<DesiredFeature>;

export type Details = { 
/**
 * The role of the user.
 */
role: WorkRole | null, 
/**
 * The user's description of [`WorkRole::Other`].
 */
other_role: Personal | null, 
/**
 * The company, for [`Purpose::Commercial`].
 */
company_name: Personal | null, 
/**
 * The open-source project, for [`Purpose::Personal`]; optional.
 */
oss_project_name: Personal | null, };

export type DetailsTab = "readme" | "properties" | "builds" | "docker_layers";

export type DeviceClient = { 
/**
 * Its `User-Agent`.
 */
agent: Personal | null, 
/**
 * Its address.
 */
address: Personal | null, };

export type DevicesKept = { "kept": "all", } | { "kept": "only", 
/**
 * The SHA-256 of the token in its cookie.
 */
device: Digest, } | { "kept": "none", };

export type Dialog = "repository_creation" | "success" | "project_animation";

export type Digest = string;

export type DirectoryServer = { "kind": "ldap" } & LdapServer | { "kind": "crowd" } & CrowdServer;

export type DistributionFailure = "unreachable" | "unauthorized" | "repository_missing" | "refused" | "target_failed" | "file_missing" | "target_missing" | "storage" | "interrupted" | "aborted";

export type DistributionKind = "distribute" | "remove";

export type DistributionStatus = { "status": "started", } | { "status": "completed", } | { "status": "failed", } | { "status": "aborted", 
/**
 * The user who stopped it.
 */
by: PersonId | null, };

export type DistributionTarget = { 
/**
 * Its unique key.
 */
key: string, 
/**
 * The address of the installation, without a slash at its end.
 */
url: string, 
/**
 * What it is, in words.
 */
description?: string, };

export type DistributionTargetEvent = { "type": "create", 
/**
 * What it is.
 */
target: DistributionTarget, 
/**
 * The mark of its token.
 */
token: Digest, 
/**
 * The user who creates it; none for the server.
 */
by: PersonId | null, } | { "type": "change", 
/**
 * What it is from now on.
 */
target: DistributionTarget, 
/**
 * The mark of its token from now on; none if the address changes and no token was given.
 */
token: Digest | null, } | { "type": "delete", };

export type DistributionTargetState = { "state": "absent", } | { "state": "existing", 
/**
 * What it is.
 */
target: DistributionTarget, 
/**
 * The mark of its token; none if its address has changed since the token was given.
 */
token: Digest | null, 
/**
 * When it was created.
 */
created_at: Timestamp, 
/**
 * The user who created it; none if the server did.
 */
created_by: PersonId | null, } | { "state": "deleted", 
/**
 * The key that it had.
 */
key: string, };

export type Document = { 
/**
 * The SHA-256, by which it is stored.
 */
sha256: Digest, 
/**
 * The size in bytes.
 */
bytes: number, };

export type DownloadAction = "warn" | "refuse";

export type DownloadAudit = "counts" | "full";

export type DownloadCondition = { "type": "severity", 
/**
 * The lowest severity.
 */
at_least: DownloadSeverity, } | { "type": "licence", 
/**
 * The identifiers of SPDX, perhaps with an exception. A version that offers another licence as well, to choose
 * from, is not meant.
 */
refused: Array<string>, 
/**
 * Whether versions are meant whose licence is missing, or is none that SPDX has an identifier for.
 */
unknown: boolean, } | { "type": "age", 
/**
 * The age in hours from which a version is not meant any longer.
 */
min_hours: number, };

export type DownloadEvent = { "type": "count", 
/**
 * The counts.
 */
count: MinuteCount, } | { "type": "serve", 
/**
 * The download.
 */
download: RecordedDownload, };

export type DownloadRule = { 
/**
 * Its name, which no other rule has. Clients show it.
 */
name: string, 
/**
 * Whether it applies.
 */
enabled: boolean, 
/**
 * Patterns of the keys of repositories, in which `?` is one character and `*` any number of them; all if there is
 * none. It is the repository that has the file, also where a virtual one was asked.
 */
repositories: Array<string>, 
/**
 * Which versions it is about.
 */
condition: DownloadCondition, 
/**
 * What happens then.
 */
action: DownloadAction, };

export type DownloadRuleKind = "severity" | "licence" | "age";

export type DownloadRulesEvent = { "type": "set", 
/**
 * The rules from now on.
 */
rules: Array<DownloadRule>, 
/**
 * The revision of the rules that are replaced; 0 before the first ones.
 */
revision: number, 
/**
 * The user who changes them; none if it is not a user.
 */
by: PersonId | null, };

export type DownloadRulesState = { "state": "none", } | { "state": "ruled", 
/**
 * The rules, in the order in which they are judged.
 */
rules: Array<DownloadRule>, 
/**
 * Increases with each change; 1 after the first one.
 */
revision: number, 
/**
 * When they were changed.
 */
at: Timestamp, 
/**
 * The user who changed them; none if it was not a user.
 */
by: PersonId | null, };

export type DownloadSeverity = "low" | "medium" | "high" | "critical";

export type DownloadState = { "state": "nothing", } | { "state": "counted", 
/**
 * The newest one.
 */
minute: Timestamp, 
/**
 * How many lines of it are in records.
 */
lines: number, } | { "state": "recorded", 
/**
 * When one was recorded last.
 */
at: Timestamp, };

export type DownloadViolation = { 
/**
 * The name that the rule has.
 */
rule: string, 
/**
 * What the rule is about.
 */
kind: DownloadRuleKind, 
/**
 * What the version violates.
 */
reason: DownloadViolationReason, 
/**
 * The id of the repository that has the file.
 */
repository: string, 
/**
 * The type of that repository.
 */
package_type: PackageType, 
/**
 * The package.
 */
package: string, 
/**
 * The version of the package.
 */
version: string, 
/**
 * The path of the file that was asked for.
 */
path: string, 
/**
 * The user who asked for it; none without credentials.
 */
person: PersonId | null, };

export type DownloadViolationReason = "severity" | "licence_refused" | "licence_unknown" | "too_new";

export type DownloadViolationsEvent = { "type": "violate", 
/**
 * The download.
 */
violation: DownloadViolation, };

export type DownloadViolationsState = { "state": "none", } | { "state": "violated", 
/**
 * When the hour began in which they are counted.
 */
since: Timestamp, 
/**
 * How many were recorded in it.
 */
violations: number, };

export type Edit = { 
/**
 * The number of edits that the editor has seen. If there were others meanwhile, this one is rejected.
 */
seen: number | null, 
/**
 * The mail address.
 */
email: EmailChange | null, 
/**
 * Whether the user may sign in.
 */
enabled: boolean | null, 
/**
 * Whether the user may administer the installation.
 */
admin: boolean | null, 
/**
 * Whether the user may read the logs of all users.
 */
auditor: boolean | null, 
/**
 * Whether the user signs in with another service only.
 */
external: boolean | null, 
/**
 * Whether only administrators may change the account.
 */
fixed: boolean | null, 
/**
 * The ids of groups that the user joins.
 */
join: Array<string>, 
/**
 * The ids of groups that the user leaves.
 */
leave: Array<string>, 
/**
 * The name, which a program that provisions the account may change.
 */
name: Personal | null, 
/**
 * An identity at a provider with which the user signs in from then on.
 */
link: NewIdentity | null, 
/**
 * The mark of an identity with which the user no longer signs in.
 */
unlink: Digest | null, 
/**
 * What a program provisions.
 */
provisioned: ProvisionedChange | null, };

export type EmailChange = { "change": "set", 
/**
 * The address.
 */
email: Personal, } | { "change": "remove", };

export type ExchangeRule = { 
/**
 * Its name, which no other rule of the issuer has.
 */
name: string, 
/**
 * The claims that a token must have, each with its value. One that ends with `*` is the beginning of a value.
 */
claims: { [key in string]: string }, 
/**
 * The robot whose access token is given.
 */
robot: PersonId, 
/**
 * How long that token is valid, in seconds.
 */
expires_in_s: number, };

export type Fact = { "fact": "anonymous_allowed", "value": boolean } | { "fact": "anonymous_ui_blocked", "value": boolean } | { "fact": "single_sign_on", "value": SingleSignOn } | { "fact": "licence", "value": Licence } | { "fact": "services", "value": Array<Service> } | { "fact": "lightweight", "value": boolean } | { "fact": "cloud", "value": boolean } | { "fact": "help_links_disabled", "value": boolean } | { "fact": "features", "value": Array<Feature> } | { "fact": "external_redirect", "value": string | null } | { "fact": "hidden_routes", "value": Array<RouteName> } | { "fact": "announced_paths", "value": Array<string> } | { "fact": "documentation_url", "value": string | null } | { "fact": "learning_center_url", "value": string | null } | { "fact": "account_portal_url", "value": string | null } | { "fact": "archive_indexing", "value": boolean } | { "fact": "scanning_search_for_visitors", "value": boolean };

export type Facts = { 
/**
 * Who is asking.
 */
user: User, 
/**
 * Visitors who have not signed in may look around (ROLE-01).
 */
anonymous_allowed: boolean, 
/**
 * Visitors who have not signed in may not use the console, whatever else is allowed (NAV-05).
 */
anonymous_ui_blocked: boolean, 
/**
 * How signing in by another service is set up.
 */
single_sign_on: SingleSignOn, 
/**
 * The installed licence.
 */
licence: Licence, 
/**
 * Services that are there, by name.
 */
services: Array<Service>, 
/**
 * What kind of installation this is.
 */
installation: Installation, };

export type Feature = "unified_navigation" | "artifact_browser" | "quick_setup" | "quick_deploy" | "new_onboarding" | "free_tier" | "education_centre" | "git_scanning" | "tested";

export type Fetched<T> = { "outcome": "loaded", 
/**
 * What came.
 */
value: T, } | { "outcome": "failed", 
/**
 * Why, as a sentence.
 */
message: string, } | { "outcome": "interrupted", };

export type FileBefore = { 
/**
 * The SHA-256 of its content.
 */
sha256: Digest, 
/**
 * Its size in bytes.
 */
bytes: number, };

export type FileContent = { 
/**
 * The SHA-256, by which it is stored.
 */
sha256: Digest, 
/**
 * The SHA-1.
 */
sha1: Digest, 
/**
 * The MD5.
 */
md5: Digest, 
/**
 * The size in bytes.
 */
bytes: number, };

export type FileCount = { 
/**
 * Its path.
 */
path: string, 
/**
 * The package that it was published with.
 */
package?: string | null, 
/**
 * The version of that package.
 */
version?: string | null, 
/**
 * How much.
 */
transfers: Transfers, 
/**
 * When a download ended last; none if there was none.
 */
last?: Timestamp | null, };

export type FileOrigin = { 
/**
 * The path that it was at.
 */
place: FilePlace, 
/**
 * Whether it was moved: then the same group of records removes it there.
 */
moved: boolean, };

export type FilePlace = { 
/**
 * The id of the repository.
 */
repository: string, 
/**
 * The path within it.
 */
path: string, };

export type Flavour = "standard" | "lightweight" | "cloud";

export type FollowedPackagesEvent = { "type": "follow", 
/**
 * Its id.
 */
package: string, } | { "type": "unfollow", 
/**
 * Its id.
 */
package: string, };

export type FollowedPackagesState = { "state": "none", } | { "state": "following", 
/**
 * Their ids, such as `npm://left-pad`.
 */
packages: Array<string>, };

export type ForgotPasswordEvent = { "type": "submit", 
/**
 * The handle of the user name or mail address that was typed.
 */
account: Handle, } | { "type": "access.forgot_password" } & ResetLinkAnswer | { "type": "again", } | { "type": "reset", };

export type ForgotPasswordState = { "state": "idle", 
/**
 * Why the last attempt failed.
 */
failure: Notice | null, } | { "state": "sending", } | { "state": "sent", };

export type FoundPackage = { 
/**
 * The id.
 */
id: string, 
/**
 * The package type.
 */
package_type: string, 
/**
 * The digest of all that was found.
 */
digest: Digest, };

export type FoundVersion = { 
/**
 * The version.
 */
name: string, 
/**
 * The name of the lead file; empty if it has none.
 */
lead_file: string, 
/**
 * Whether a build is linked with it.
 */
has_builds: boolean, 
/**
 * The digest of all that was found.
 */
digest: Digest, };

export type GitAction = { "action": "create", } | { "action": "update", 
/**
 * The key of the integration.
 */
key: string, };

export type GitChange = { "change": "create", 
/**
 * The fields of the integration.
 */
fields: GitFields, } | { "change": "update", 
/**
 * The key of the integration.
 */
key: string, 
/**
 * The fields from then on.
 */
fields: GitFields, } | { "change": "products", 
/**
 * The key of the integration.
 */
key: string, 
/**
 * The products.
 */
products: Array<GitProduct>, } | { "change": "delete", 
/**
 * The key of the integration.
 */
key: string, };

export type GitConnectionEvent = { "type": "connect", 
/**
 * What it connects to.
 */
fields: GitFields, 
/**
 * The keyed mark of its token.
 */
token: Digest, 
/**
 * The user who creates it; none for the server.
 */
by: PersonId | null, } | { "type": "change", 
/**
 * What it connects to from now on.
 */
fields: GitFields, 
/**
 * The keyed mark of its token from now on.
 */
token: Digest, } | { "type": "choose_products", 
/**
 * The products.
 */
products: Array<GitProduct>, } | { "type": "choose_repositories", 
/**
 * The names of the repositories.
 */
repositories: Array<string>, } | { "type": "turn_on_hooks", 
/**
 * The address of this server that the vendor sends to.
 */
address: string, } | { "type": "turn_off_hooks", } | { "type": "record_hooks", 
/**
 * What came of it, by the name of the repository.
 */
hooks: { [key in string]: GitHook }, } | { "type": "record_scan", 
/**
 * The name of the repository.
 */
repository: string, 
/**
 * What came of it.
 */
scan: GitScanOutcome, } | { "type": "delete", };

export type GitConnectionState = { "state": "absent", } | { "state": "connected", 
/**
 * What it connects to.
 */
fields: GitFields, 
/**
 * The products that it is used for.
 */
products: Array<GitProduct>, 
/**
 * The names of the repositories that were chosen for scanning.
 */
repositories: Array<string>, 
/**
 * The keyed mark of its token.
 */
token: Digest, 
/**
 * When it was created.
 */
created_at: Timestamp, 
/**
 * The user who created it; none if the server did.
 */
created_by: PersonId | null, 
/**
 * When it was changed last.
 */
updated_at: Timestamp, 
/**
 * The hooks by which pushes are reported; none unless they are turned on.
 */
hooks?: GitHooks | null, 
/**
 * The last scan after a push, by the name of the repository.
 */
scans?: { [key in string]: GitLastScan }, } | { "state": "deleted", 
/**
 * The name that it had.
 */
name: string, };

export type GitDone = { "outcome": "done", 
/**
 * The change.
 */
of: GitChange, 
/**
 * The key of the integration.
 */
key: string, } | { "outcome": "refused", 
/**
 * The change.
 */
of: GitChange, 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", 
/**
 * The change.
 */
of: GitChange, };

export type GitFields = { 
/**
 * The vendor.
 */
vendor: Vendor, 
/**
 * The name of the integration.
 */
name: string, 
/**
 * The address of the vendor.
 */
url: string, 
/**
 * The user at the vendor whose token it is.
 */
user_name: string, };

export type GitForm = { 
/**
 * Whether an integration is created or changed.
 */
action: GitAction, 
/**
 * The fields that were sent last; those that the form was opened with before.
 */
fields: GitFields, 
/**
 * The fields of the integration when the form was opened; none if it is created.
 */
before: GitFields | null, 
/**
 * What has passed a test; none after a failed one.
 */
tested: GitPassed | null, 
/**
 * Whether the popover of the passed test is shown.
 */
popover: boolean, 
/**
 * Why the last test or change failed.
 */
error: Notice | null, };

export type GitHook = { "outcome": "registered", 
/**
 * The id in the address that the vendor sends to.
 */
id: string, 
/**
 * The id of the hook at the vendor.
 */
vendor_id: string, 
/**
 * The keyed mark of the secret that the vendor signs with.
 */
secret: Digest, } | { "outcome": "failed", 
/**
 * Why.
 */
why: GitVendorProblem, };

export type GitHooks = { 
/**
 * The address of this server that the vendor sends to.
 */
address: string, 
/**
 * What came of registering a hook, by the name of the repository.
 */
repositories: { [key in string]: GitHook }, };

export type GitIntegrationEvent = { "type": "open", 
/**
 * Why Git integrations are not available to the user; none if they are.
 */
unavailable: GitUnavailable | null, 
/**
 * Whether the user has signed in by an OAuth provider.
 */
oauth: boolean, 
/**
 * The user.
 */
person: PersonId | null, } | { "type": "refresh", } | { "type": "create", 
/**
 * The vendor.
 */
vendor: Vendor, } | { "type": "edit", 
/**
 * The fields of the integration.
 */
fields: GitFields, 
/**
 * The key of the integration.
 */
key: string, } | { "type": "test", 
/**
 * The fields of the form.
 */
fields: GitFields, 
/**
 * The handle of the token; none if none was entered.
 */
token: Handle | null, } | { "type": "save", 
/**
 * The fields of the form.
 */
fields: GitFields, 
/**
 * The handle of the token; none if none was entered.
 */
token: Handle | null, } | { "type": "close_popover", } | { "type": "choose", 
/**
 * The key of the integration.
 */
key: string, 
/**
 * The products.
 */
products: Array<GitProduct>, } | { "type": "delete", 
/**
 * The key of the integration.
 */
key: string, } | { "type": "close", } | { "type": "reset", } | { "type": "git.list" } & GitListed | { "type": "git.test" } & GitTested | { "type": "git.create" } & GitDone | { "type": "git.update" } & GitDone | { "type": "git.products" } & GitDone | { "type": "git.delete" } & GitDone;

export type GitIntegrationState = { "state": "closed", } | { "state": "loading", 
/**
 * What the page knows.
 */
page: GitPage, } | { "state": "unavailable", 
/**
 * What the page knows.
 */
page: GitPage, 
/**
 * The reason.
 */
why: GitUnavailable, } | { "state": "ready", 
/**
 * What the page knows.
 */
page: GitPage, } | { "state": "editing", 
/**
 * What the page knows.
 */
page: GitPage, 
/**
 * The form.
 */
form: GitForm, } | { "state": "testing", 
/**
 * What the page knows.
 */
page: GitPage, 
/**
 * The form.
 */
form: GitForm, 
/**
 * The handle of the token that is tested; none for the stored one.
 */
token: Handle | null, } | { "state": "saving", 
/**
 * What the page knows.
 */
page: GitPage, 
/**
 * The form.
 */
form: GitForm, } | { "state": "choosing", 
/**
 * What the page knows.
 */
page: GitPage, 
/**
 * The key of the integration.
 */
key: string, 
/**
 * The products that were selected last.
 */
products: Array<GitProduct>, } | { "state": "storing", 
/**
 * What the page knows.
 */
page: GitPage, 
/**
 * The key of the integration.
 */
key: string, 
/**
 * The selected products.
 */
products: Array<GitProduct>, 
/**
 * Whether the integration was created in the modal, which is open at its second step.
 */
created: boolean, } | { "state": "deleting", 
/**
 * What the page knows.
 */
page: GitPage, 
/**
 * The key of the integration.
 */
key: string, };

export type GitLastScan = { 
/**
 * When it ended.
 */
at: Timestamp, 
/**
 * What came of it.
 */
scan: GitScanOutcome, };

export type GitListed = { "outcome": "received", 
/**
 * The address of the platform, with one slash at its end; none if it is too long, and in records of earlier
 * builds.
 */
base_url?: string | null, 
/**
 * Every vendor, in the order of the codes.
 */
vendors: Array<VendorItem>, } | { "outcome": "refused", 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type GitPage = { 
/**
 * Whether the user has signed in by an OAuth provider.
 */
oauth: boolean, 
/**
 * The user.
 */
person: PersonId | null, 
/**
 * The address of the platform, with one slash at its end; none until it has been fetched with the vendors.
 */
base_url?: string | null, 
/**
 * The vendors with what is connected to them; empty until they have been fetched.
 */
vendors: Array<VendorItem>, 
/**
 * Whether they could not be fetched the last time.
 */
failed: boolean, 
/**
 * Why the last selection of products or the last deletion failed; none from the next event of the user on.
 */
error: Notice | null, };

export type GitPassed = { 
/**
 * The fields that were tested.
 */
fields: GitFields, 
/**
 * The keyed mark of the token that was tested with them.
 */
mark: Digest, };

export type GitProduct = "scanning";

export type GitScanOutcome = { "outcome": "scanned", 
/**
 * The commit that was read; none if there is none yet.
 */
revision: string | null, 
/**
 * How many manifests it has.
 */
manifests: number, 
/**
 * How many packages these pin.
 */
packages: number, } | { "outcome": "failed", 
/**
 * Why.
 */
why: GitVendorProblem, };

export type GitTested = { "outcome": "passed", 
/**
 * The fields that were tested.
 */
fields: GitFields, 
/**
 * The handle of the token that was tested; none for the stored one.
 */
token: Handle | null, 
/**
 * The keyed mark of the token that was tested with them.
 */
mark: Digest, } | { "outcome": "refused", 
/**
 * The fields that were tested.
 */
fields: GitFields, 
/**
 * The handle of the token that was tested; none for the stored one.
 */
token: Handle | null, 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", 
/**
 * The fields that were tested.
 */
fields: GitFields, 
/**
 * The handle of the token that was tested; none for the stored one.
 */
token: Handle | null, };

export type GitUnavailable = "not_supported" | "not_admin";

export type GitVendorProblem = "not_permitted" | "no_repository" | "address_not_accepted" | "limited" | "not_reached" | "vendor_failed" | "server_failed";

export type GrantEnded = "by_user" | "by_administrator" | "application_deleted" | "token_reused" | "code_reused";

export type GroupEdit = { 
/**
 * The number of edits that the editor has seen. If there were others meanwhile, this one is rejected.
 */
seen: number | null, 
/**
 * The name, which a program that provisions the group may change. The caller has checked that it is free.
 */
name: string | null, 
/**
 * The description.
 */
description: string | null, 
/**
 * The group's id in another directory.
 */
external_id: string | null, 
/**
 * Whether its members may administer the installation.
 */
admin: boolean | null, 
/**
 * Whether users who are created from now on are in it.
 */
auto_join: boolean | null, };

export type GroupEvent = { "type": "create", 
/**
 * The name.
 */
name: string, 
/**
 * The description; may be empty.
 */
description: string, 
/**
 * The group's id in another directory; may be empty.
 */
external_id: string, 
/**
 * Whether its members may administer the installation.
 */
admin: boolean, 
/**
 * Whether users who are created from now on are in it.
 */
auto_join: boolean, 
/**
 * Whether a program provisions it (SCIM); false in events that are older than this field.
 */
provisioned: boolean, } | { "type": "edit", 
/**
 * The change.
 */
edit: GroupEdit, } | { "type": "set_project_role", 
/**
 * The key of the project.
 */
project: string, 
/**
 * The role; none to leave the project.
 */
role: ProjectRole | null, } | { "type": "delete", };

export type GroupProfile = { 
/**
 * The name, which is unique among the existing groups regardless of case.
 */
name: string, 
/**
 * The description; may be empty.
 */
description: string, 
/**
 * The group's id in another directory; may be empty.
 */
external_id: string, 
/**
 * Whether its members may administer the installation.
 */
admin: boolean, 
/**
 * Whether users who are created from now on are in it.
 */
auto_join: boolean, 
/**
 * The roles of its members in projects, by the project's key.
 */
projects: { [key in string]: ProjectRole }, 
/**
 * When the group was created.
 */
created_at: Timestamp, 
/**
 * The number of edits, with which an editor shows which state was seen.
 */
edits: number, 
/**
 * When the group itself was last changed, if a program provisions it (SCIM); none if an administrator made it, and
 * in groups that are older than this field.
 */
provisioned_at: Timestamp | null, };

export type GroupState = { "state": "absent", } | { "state": "existing", 
/**
 * The contents of the group.
 */
profile: GroupProfile, } | { "state": "deleted", 
/**
 * The name that it had.
 */
name: string, };

export type HaStatus = "single" | "cluster";

export type Handle = { 
/**
 * An opaque id: `h_` and 32 hex digits.
 */
handle: string, };

export type Hop = { 
/**
 * The requested route.
 */
route: RouteName, 
/**
 * The guard that decided, or `leads_to` if the route table itself redirects.
 */
guard: string, 
/**
 * The route of the redirect's target.
 */
to: RouteName, };

export type Identity = { 
/**
 * The user: a late answer may be about another one.
 */
user: User, 
/**
 * Visitors may look around.
 */
anonymous_allowed: boolean, 
/**
 * Visitors may not use the console.
 */
anonymous_ui_blocked: boolean, 
/**
 * How signing in by another service is set up.
 */
single_sign_on: SingleSignOn, 
/**
 * Where the application is to be left for, also by visitors who may not use the console (NAV-19); none in records
 * that are older than this field.
 */
external_redirect: string | null, };

export type IdleEvent = { "type": "activity", 
/**
 * The time without activity before it, in milliseconds.
 */
idle_ms: number, } | { "type": "access.check_session" } & Checked | { "type": "stay", } | { "type": "due", } | { "type": "reset", 
/**
 * How long the user may be away, in minutes; none where that is not limited, and in records that are older
 * than this field.
 */
idle_minutes?: number, };

export type IdleLimit = { 
/**
 * The sign-in ends after this long without activity, in minutes.
 */
idle_minutes: number, 
/**
 * When it ends, by the newest activity that is recorded.
 */
until: Timestamp, };

export type IdleState = { "state": "watching", 
/**
 * How long the user may be away; none where that is not limited, and in records that are older than this
 * field.
 */
limit?: IdleLimit, } | { "state": "checking", 
/**
 * How long the user may be away; none where that is not limited, and in records that are older than this
 * field.
 */
limit?: IdleLimit, } | { "state": "warned", 
/**
 * How long the user may be away.
 */
limit: IdleLimit, } | { "state": "expired", };

export type Installation = { 
/**
 * The installation shows repositories only.
 */
lightweight: boolean, 
/**
 * The installation is run for its customers, who have a subscription.
 */
cloud: boolean, 
/**
 * Links to the documentation are not shown.
 */
help_links_disabled: boolean, 
/**
 * What the installation supports.
 */
features: Array<Feature>, 
/**
 * Where the application is to be left for instead of being shown, such as `https://elsewhere.example.org`.
 */
external_redirect: string | null, 
/**
 * Routes, by name, whose menu item is hidden or disabled.
 */
hidden_routes: Array<RouteName>, 
/**
 * The paths that service front-ends announced, as patterns of the route table's kind.
 */
announced_paths: Array<string>, 
/**
 * Where Documentation of the help menu leads, such as `https://docs.example.org`.
 */
documentation_url: string | null, 
/**
 * Where Learning Center of the help menu leads, such as `https://learn.example.org`.
 */
learning_center_url: string | null, 
/**
 * The portal in which the subscription is managed, such as `https://portal.example.org`.
 */
account_portal_url: string | null, 
/**
 * The files inside archives are indexed, so that they can be searched.
 */
archive_indexing: boolean, 
/**
 * Visitors who have not signed in may search in the scanning service.
 */
scanning_search_for_visitors: boolean, };

export type InstalledLicence = { 
/**
 * The licensed edition.
 */
licence: Licence, 
/**
 * The vault entry of the key's text.
 */
key: SecretRef, 
/**
 * When the licence ends; none if it has no end.
 */
valid_until: Timestamp | null, 
/**
 * When the licence was installed.
 */
at: Timestamp, 
/**
 * The user who installed it; none if it was installed on the command line.
 */
by: PersonId | null, };

export type Landing = { 
/**
 * The user chose "remember me", so the sign-in lasts longer.
 */
remember: boolean, 
/**
 * The place that the user requested before signing in.
 */
stored: StoredPlace | null, 
/**
 * Whether a user has logged out in this browser since the last sign-in (NAV-16).
 */
set_me_up: boolean, 
/**
 * How long the sign-in may last; none in records that are older than this field.
 */
terms: SignInTerms | null, };

export type LdapId = "entry_uuid" | "object_guid";

export type LdapSecurity = "starttls" | "tls";

export type LdapServer = { 
/**
 * The name or the address of its host.
 */
host: string, 
/**
 * Its port.
 */
port: number, 
/**
 * How the connection to it is encrypted.
 */
security: LdapSecurity, 
/**
 * The distinguished name that this installation has there; none if it searches without one.
 */
bind_dn: string | null, 
/**
 * Below which entry users are.
 */
user_base: string, 
/**
 * The filter that finds a user, with `{user}` where the typed name is.
 */
user_filter: string, 
/**
 * The attribute by which a user is known, whatever else changes.
 */
id_attribute: LdapId, 
/**
 * The attribute by which a new account is named.
 */
name_attribute: string, 
/**
 * The attribute with the mail address of a new account; none if it gets none.
 */
mail_attribute: string | null, 
/**
 * Below which entry groups are; none if groups are not taken over.
 */
group_base: string | null, 
/**
 * The filter that finds the groups of a user, with `{dn}` where the distinguished name of the user is, or
 * `{user}` where the value of the naming attribute is.
 */
group_filter: string, 
/**
 * The attribute that names a group.
 */
group_name_attribute: string, 
/**
 * Whether the groups of groups are those of the user too.
 */
nested_groups: boolean, };

export type Licence = "NONE" | "OSS" | "CONAN" | "JCR" | "COMMERCIAL" | "COMMERCIAL_X" | "TRIAL" | "EDGE" | "EDGE_TRIAL" | "ENTERPRISE" | "ENTERPRISE_X" | "ENTERPRISE_PLUS_TRIAL" | "ENTERPRISE_PLUS";

export type LicenceEvent = { "type": "install", 
/**
 * The licensed edition.
 */
licence: Licence, 
/**
 * The vault entry of the key's text.
 */
key: SecretRef, 
/**
 * When the licence ends; none if it has no end.
 */
valid_until: Timestamp | null, 
/**
 * The user who installs it; none on the command line.
 */
by: PersonId | null, } | { "type": "remove", };

export type LicenceState = { "state": "none", } | { "state": "installed", 
/**
 * The installed licence.
 */
installed: InstalledLicence, } | { "state": "removed", };

export type LineEnded = "by_application" | "token_reused" | "code_reused";

export type LinkPurpose = "invitation" | "reset";

export type LogAfter = "count" | "live" | "pause";

export type LogConfigAnswer = { "outcome": "told", 
/**
 * The service.
 */
service: ServiceId, 
/**
 * The ids of its logs.
 */
logs: Array<string>, 
/**
 * Its nodes.
 */
nodes: Array<string>, 
/**
 * The interval between two refreshes, in milliseconds, if the server specifies one.
 */
refresh_rate_millis: number | null, } | { "outcome": "refused", 
/**
 * The service.
 */
service: ServiceId, 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", 
/**
 * The service.
 */
service: ServiceId, };

export type LogDataAnswer = { "outcome": "told", 
/**
 * The log.
 */
file: LogFile, 
/**
 * How far it has been read.
 */
read: LogRead, } | { "outcome": "refused", 
/**
 * The log.
 */
file: LogFile, 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", 
/**
 * The log.
 */
file: LogFile, };

export type LogFile = { 
/**
 * The service that writes the log.
 */
service: ServiceId, 
/**
 * The node that the service runs on.
 */
node: string, 
/**
 * The id of the log.
 */
id: string, };

export type LogGap = "rotated" | "truncated";

export type LogPause = "user" | "config_error" | "choosing" | "no_log" | "unattended";

export type LogRange = { 
/**
 * Whether any logs are included.
 */
include: boolean, 
/**
 * The first day.
 */
start_date: Day, 
/**
 * The last day, included.
 */
end_date: Day, };

export type LogRead = { 
/**
 * The offset at which the next read starts, in bytes.
 */
file_size: number, 
/**
 * The generation of the file, which identifies it after a rotation.
 */
generation: string, 
/**
 * When the file was last modified; empty if the file does not exist.
 */
last_update_modified: string, 
/**
 * When the file was read.
 */
last_update_label: string, 
/**
 * Why text before the last read is missing; none if nothing is missing.
 */
gap: LogGap | null, 
/**
 * The digest of the text that was read last.
 */
digest: Digest, };

export type LogView = { 
/**
 * The services whose logs can be read.
 */
product_list: Array<ServiceId>, 
/**
 * The nodes of the selected service.
 */
node_list: Array<string>, 
/**
 * The logs of the selected service.
 */
log_list: Array<string>, 
/**
 * The selected service; initially the repository service (DET-07).
 */
selected_product: ServiceId, 
/**
 * The selected node.
 */
selected_node: string | null, 
/**
 * The selected log.
 */
selected_file: string | null, 
/**
 * Whether the selected service runs on several nodes; none until its nodes are known.
 */
ha_status: HaStatus | null, 
/**
 * Whether a service has been selected.
 */
service_changed: ServiceChanged, 
/**
 * The interval between two refreshes, in milliseconds; a multiple of 1000.
 */
refresh_ms: number, 
/**
 * How far the log has been read.
 */
read: LogRead | null, 
/**
 * The code of the last read's error, so that it is not notified at each refresh.
 */
failed: string | null, 
/**
 * When refreshing pauses, unless there is activity before.
 */
attended_until: Timestamp, };

export type LogViewerEvent = { "type": "open", 
/**
 * The services whose logs can be read.
 */
products: Array<ServiceId>, } | { "type": "service_changed", } | { "type": "select_product", 
/**
 * The service to select.
 */
service: ServiceId, } | { "type": "select_node", 
/**
 * The node.
 */
node: string, } | { "type": "select_file", 
/**
 * The id of the log.
 */
id: string, } | { "type": "pause", } | { "type": "resume", } | { "type": "refresh_now", } | { "type": "feed", } | { "type": "feed_lost", 
/**
 * How far the topic has read, in bytes.
 */
file_size: number, 
/**
 * The generation of the file that the topic has read.
 */
generation: string, } | { "type": "reset", } | { "type": "due", } | { "type": "logs.config" } & LogConfigAnswer | { "type": "logs.data" } & LogDataAnswer;

export type LogViewerState = { "state": "closed", 
/**
 * The default data.
 */
viewer: LogView, } | { "state": "configuring", 
/**
 * The data of the viewer.
 */
viewer: LogView, } | { "state": "counting", 
/**
 * The data of the viewer.
 */
viewer: LogView, 
/**
 * When the next refresh is due.
 */
until: Timestamp, } | { "state": "refreshing", 
/**
 * The data of the viewer.
 */
viewer: LogView, 
/**
 * What follows the read.
 */
after: LogAfter, } | { "state": "live", 
/**
 * The data of the viewer.
 */
viewer: LogView, } | { "state": "paused", 
/**
 * The data of the viewer.
 */
viewer: LogView, 
/**
 * Why it is paused.
 */
why: LogPause, };

export type LoggedLines = { 
/**
 * How many.
 */
count: number, 
/**
 * The SHA-256 of them, each with the line feed behind it, in their order.
 */
sha256: Digest, };

export type LoggedOut = { "outcome": "done", 
/**
 * An address to leave the application for: the provider's, so that its session ends too. None in records that
 * are older than this field.
 */
leave_for: string | null, } | { "outcome": "interrupted", };

export type LoginEvent = { "type": "submit", 
/**
 * The values that are kept until the sign-in is complete.
 */
attempt: Attempt, 
/**
 * The handle of user name and password.
 */
credentials: Handle, } | { "type": "access.authenticate" } & Authenticated | { "type": "provider_answered", 
/**
 * The user, with what is still required.
 */
answer: Authenticated, 
/**
 * The values that are kept until the sign-in is complete.
 */
attempt: Attempt, } | { "type": "passkey_answered", 
/**
 * The user, who owes no second factor.
 */
answer: Authenticated, 
/**
 * The values that are kept until the sign-in is complete.
 */
attempt: Attempt, } | { "type": "second_factor_passed", 
/**
 * The user whose factor it is.
 */
person: PersonId, 
/**
 * The digest of the new session cookie.
 */
token: Digest, } | { "type": "second_factor_forbidden", 
/**
 * The reason.
 */
notice: Notice, } | { "type": "password_changed", } | { "type": "cancel", } | { "type": "set_me_up_seen", } | { "type": "log_out", } | { "type": "access.log_out" } & LoggedOut | { "type": "expire", } | { "type": "expire_idle", } | { "type": "revoke", };

export type LoginState = { "state": "signed_out", 
/**
 * The message above the form.
 */
notice: Notice | null, } | { "state": "checking", 
/**
 * The values that are kept until the sign-in is complete.
 */
attempt: Attempt, } | { "state": "otp_required", 
/**
 * The user who signs in.
 */
person: PersonId, 
/**
 * Whether the user is an administrator.
 */
admin: boolean, 
/**
 * The values that are kept until the sign-in is complete.
 */
attempt: Attempt, 
/**
 * An address to leave the application for, instead of the landing path.
 */
external_redirect: string | null, } | { "state": "enrol_required", 
/**
 * The user who signs in.
 */
person: PersonId, 
/**
 * Whether the user is an administrator.
 */
admin: boolean, 
/**
 * The values that are kept until the sign-in is complete.
 */
attempt: Attempt, 
/**
 * An address to leave the application for, instead of the landing path.
 */
external_redirect: string | null, } | { "state": "password_expired", 
/**
 * The user whose password has expired.
 */
person: PersonId, 
/**
 * The user name, for display.
 */
account: Personal, } | { "state": "signed_in", 
/**
 * The signed-in user.
 */
person: PersonId, 
/**
 * Whether the user is an administrator.
 */
admin: boolean, 
/**
 * When the sign-in was completed.
 */
since: Timestamp, 
/**
 * When the sign-in expires.
 */
until: Timestamp, 
/**
 * Whether the user's set-me-up data is to be shown, which ends when the user has seen it (NAV-16). False in
 * records that are older than this field.
 */
set_me_up: boolean, 
/**
 * By which identity of which provider the user has signed in; none with a password, and in records that are
 * older than this field.
 */
via: SignInVia | null, 
/**
 * The passkey with which the user has signed in instead of a password; none in records that are older than
 * this field.
 */
passkey: Digest | null, } | { "state": "signing_out", 
/**
 * The user who signs out.
 */
person: PersonId, };

export type LogoEvent = { "type": "upload", 
/**
 * The uploaded picture.
 */
picture: Picture, 
/**
 * The user who uploaded it; none if it was not a user.
 */
by: PersonId | null, } | { "type": "remove", };

export type LogoMark = "jcr" | "conan" | "edge" | "oss" | "general";

export type LogoSource = "uploaded" | "footer" | "default";

export type LogoState = { "state": "none", } | { "state": "shown", 
/**
 * The uploaded picture.
 */
picture: Picture, 
/**
 * When it was uploaded.
 */
at: Timestamp, 
/**
 * The user who uploaded it; none if it was not a user.
 */
by: PersonId | null, };

export type MachineName = "session" | "startup" | "login" | "mfa" | "password" | "cli_login" | "idle" | "navigation" | "quick_setup" | "onboarding" | "personalisation" | "retention" | "log_viewer" | "account" | "setup" | "licence" | "logo" | "project" | "group" | "support_bundle" | "release_bundle" | "node" | "server" | "reading" | "permission" | "repository" | "package" | "build" | "download" | "cleanup_policy" | "advisories" | "followed_packages" | "download_rules" | "download_violations" | "webhook" | "webhook_cursor" | "webhook_delivery" | "application" | "application_grant" | "service_status" | "search" | "packages" | "git_connection" | "git_integration" | "outbound_proxy" | "distribution_target" | "trusted_issuer" | "mail_server" | "mail_outbox" | "forgot_password" | "reset_password" | "sign_in_provider" | "sso" | "provisioning" | "passkey" | "user_directory" | "registration_settings" | "registration";

export type MailFailure = { "type": "not_configured", } | { "type": "refused", 
/**
 * The code of its reply, from 500 to 599.
 */
code: number, } | { "type": "unreachable", } | { "type": "tls", } | { "type": "authentication", } | { "type": "temporary", 
/**
 * The code of its reply, from 400 to 499.
 */
code: number, } | { "type": "address_missing", } | { "type": "budget", };

export type MailKind = "reset_password" | "invitation" | "password_changed" | "new_device" | "second_factor_added" | "second_factor_removed" | "identity_linked" | "identity_unlinked" | "registration" | "account_exists" | "account_approved" | "account_waiting" | "break_glass" | "test";

export type MailOutboxEvent = { "type": "queue", 
/**
 * Its id, which no other mail has: `m_` and 32 hex digits.
 */
id: string, 
/**
 * What it is. It was not handed to the server yet.
 */
mail: OpenMail, } | { "type": "begin", 
/**
 * Its id.
 */
id: string, } | { "type": "sent", 
/**
 * Its id.
 */
id: string, } | { "type": "deferred", 
/**
 * Its id.
 */
id: string, 
/**
 * When it is handed to the server again at the earliest.
 */
not_before: Timestamp, 
/**
 * Why it was not sent.
 */
reason: MailFailure, } | { "type": "failed", 
/**
 * Its id.
 */
id: string, 
/**
 * Why.
 */
reason: MailFailure, } | { "type": "expired", 
/**
 * Its id.
 */
id: string, };

export type MailOutboxState = { "state": "absent", } | { "state": "day", 
/**
 * Those that have neither been sent nor given up, by id.
 */
open: { [key in string]: OpenMail }, 
/**
 * How many the server has taken.
 */
sent: number, 
/**
 * How many were given up because they cannot be sent.
 */
failed: number, 
/**
 * How many were given up because they were of no use any longer.
 */
expired: number, };

export type MailSecurity = "starttls" | "tls" | "none";

export type MailServer = { 
/**
 * The name or the address of its host.
 */
host: string, 
/**
 * Its port.
 */
port: number, 
/**
 * How the connection to it is encrypted.
 */
security: MailSecurity, 
/**
 * The user that this installation is at the server; none if the server asks for none.
 */
user: string | null, 
/**
 * The mail address of the sender.
 */
from: string, 
/**
 * The name of the sender; empty for none.
 */
from_name: string, };

export type MailServerEvent = { "type": "create", 
/**
 * What it is.
 */
server: MailServer, 
/**
 * The mark of its password; none if it has none.
 */
password: Digest | null, } | { "type": "change", 
/**
 * What it is from now on.
 */
server: MailServer, 
/**
 * The mark of its password from now on; none if it has none.
 */
password: Digest | null, } | { "type": "delete", };

export type MailServerState = { "state": "absent", } | { "state": "existing", 
/**
 * What it is.
 */
server: MailServer, 
/**
 * The mark of its password; none if it has none.
 */
password: Digest | null, } | { "state": "deleted", };

export type Members = { 
/**
 * Their ids, which are never reused, in the order in which they are asked.
 */
repositories: Array<string>, 
/**
 * The id of the local repository that takes what is uploaded.
 */
deploys_to: string | null, 
/**
 * The patterns of the names that no remote repository is asked for, separated by commas.
 */
reserved: string, };

export type Menu = "hidden" | "application" | "administration" | "project_settings";

export type MenuAction = "getting_started" | "cloud_subscription" | "quick_repository" | "set_me_up" | "switch_ui" | "change_password" | "log_out" | "keyboard_shortcuts" | "documentation" | "learning_center";

export type MenuBadge = "beta" | "later";

export type MenuGroup = { 
/**
 * The id, which is the key of its heading.
 */
id: string, 
/**
 * Its items, some of which may be disabled.
 */
items: Array<MenuItem>, };

export type MenuItem = { 
/**
 * The id, which is the key of its text.
 */
id: string, 
/**
 * The route that it leads to.
 */
route: RouteName | null, 
/**
 * The path under `/ui`, if it differs from the route's: with a parameter or a query.
 */
href: string | null, 
/**
 * The action of an item without a route.
 */
action: MenuAction | null, 
/**
 * The address outside the console that it leads to, instead of an action.
 */
url: string | null, 
/**
 * The name of its icon.
 */
icon: string | null, 
/**
 * The badge beside its text.
 */
badge: MenuBadge | null, 
/**
 * Why the item is disabled.
 */
disabled: MenuLack | null, 
/**
 * The heading that the item belongs to.
 */
group: string | null, };

export type MenuLack = "service_missing" | "licence_too_low" | "switched_off" | "leads_elsewhere" | "address_missing";

export type MenuLogo = { 
/**
 * The origin of the logo.
 */
source: LogoSource, 
/**
 * The URL of the logo; none if the mark of the edition is shown.
 */
url: string | null, 
/**
 * The mark of the edition: the logo itself, or the fallback if the other one cannot be loaded.
 */
mark: LogoMark, };

export type MenuSections = { 
/**
 * The items of the application menu.
 */
application: Array<MenuItem>, 
/**
 * The settings of the installation, in groups.
 */
administration: Array<MenuItem>, 
/**
 * The settings of the selected project; empty if none is selected.
 */
project_settings: Array<MenuItem>, };

export type Menus = { 
/**
 * The sequence number of the record with the facts; none until start-up has gathered them.
 */
facts: number | null, 
/**
 * The view-as of an administrator; none if they see the console as themselves.
 */
view: View | null, 
/**
 * Whether the user may use view-as.
 */
viewable: boolean, 
/**
 * The settings menu, or the application menu if there is nothing in the settings.
 */
menu: keyof MenuSections, 
/**
 * The sidebars.
 */
sections: MenuSections, 
/**
 * The profile menu.
 */
profile: Array<MenuItem>, 
/**
 * Links to help.
 */
help: Array<MenuItem>, 
/**
 * Frequent tasks of administrators.
 */
quick_actions: Array<MenuItem>, 
/**
 * The advanced menu.
 */
advanced: Array<MenuGroup>, 
/**
 * The logo above the menus.
 */
logo: MenuLogo, };

export type MfaEvent = { "type": "begin_enrolment", 
/**
 * The user who enrols.
 */
person: PersonId, } | { "type": "begin_verification", 
/**
 * The user who signs in.
 */
person: PersonId, 
/**
 * What it can be verified with.
 */
authenticator: Authenticator, } | { "type": "access.begin_enrolment" } & Prepared | { "type": "submit", 
/**
 * The handle of the code.
 */
code: Handle, 
/**
 * The digest of the new session cookie.
 */
token: Digest, } | { "type": "recover", 
/**
 * The handle of the recovery code.
 */
code: Handle, 
/**
 * The digest of the new session cookie.
 */
token: Digest, } | { "type": "access.confirm_enrolment" } & Verified | { "type": "access.verify_code" } & Verified | { "type": "access.verify_recovery" } & Verified | { "type": "passkey_verified", 
/**
 * The user whose passkey it is.
 */
person: PersonId, 
/**
 * The digest of the new session cookie.
 */
token: Digest, } | { "type": "passkey_enrolled", 
/**
 * The user whose passkey it is.
 */
person: PersonId, 
/**
 * The digest of the new session cookie.
 */
token: Digest, } | { "type": "codes_saved", } | { "type": "reset", };

export type MfaState = { "state": "idle", } | { "state": "preparing", 
/**
 * The user who enrols.
 */
person: PersonId, } | { "state": "enrolling", 
/**
 * The user who enrols.
 */
person: PersonId, 
/**
 * Why the last code failed.
 */
failure: Notice | null, } | { "state": "confirming", 
/**
 * The user who enrols.
 */
person: PersonId, 
/**
 * The digest of the new session cookie.
 */
token: Digest, } | { "state": "codes_shown", 
/**
 * The user who has enrolled.
 */
person: PersonId, } | { "state": "verify", 
/**
 * The user who signs in.
 */
person: PersonId, 
/**
 * What it can be verified with.
 */
authenticator: Authenticator, 
/**
 * Why the last code failed.
 */
failure: Notice | null, } | { "state": "verifying", 
/**
 * The user who signs in.
 */
person: PersonId, 
/**
 * What it can be verified with.
 */
authenticator: Authenticator, 
/**
 * The digest of the new session cookie.
 */
token: Digest, } | { "state": "passed", };

export type MfaStatus = "none" | "enroll" | "verify";

export type MinuteCount = { 
/**
 * When the minute begins.
 */
minute: Timestamp, 
/**
 * The lines since the record before; none in a further record about the same lines.
 */
lines?: LoggedLines | null, 
/**
 * Transfers whose lines had no room in the queue of the log.
 */
unlogged?: number, 
/**
 * Whether it was counted from the lines at the start after a crash, so that they are only as good as the file was.
 */
recovered?: boolean, 
/**
 * By file.
 */
files: Array<FileCount>, 
/**
 * The sum of the files for which there was no room.
 */
others?: Transfers | null, };

export type NamedContent = { 
/**
 * The SHA-512.
 */
sha512?: Digest | null, 
/**
 * The SHA-256.
 */
sha256?: Digest | null, 
/**
 * The SHA-1.
 */
sha1?: Digest | null, 
/**
 * The MD5.
 */
md5?: Digest | null, };

export type NavigationEvent = { "type": "go", 
/**
 * The requested place.
 */
wanted: Place, 
/**
 * How the navigation began.
 */
trigger: Trigger, 
/**
 * The sequence number of start-up's record with the facts and the view; none while the application has not
 * started.
 */
facts_from: number | null, 
/**
 * Values in the browser that the decision may need.
 */
held: BrowserValues, 
/**
 * Whether view-as is active; then the decision must not change the session itself.
 */
viewing: boolean, } | { "type": "application_ready", } | { "type": "application_failed", };

export type NavigationState = { "state": "unsettled", } | { "state": "waiting", 
/**
 * The requested place.
 */
wanted: Place, 
/**
 * How the navigation began.
 */
trigger: Trigger, 
/**
 * The place of the tab while it waits.
 */
previous: Place | null, 
/**
 * Values in the browser that the decision may need.
 */
held: BrowserValues, } | { "state": "settled", 
/**
 * The place.
 */
place: Place, 
/**
 * The decision that led there.
 */
decision: Decision, 
/**
 * The menu of the place.
 */
menu: Menu, 
/**
 * What the search box searches.
 */
search: SearchType, } | { "state": "leaving", 
/**
 * The external address.
 */
url: string, };

export type NewIdentity = { 
/**
 * The mark of issuer and subject, which reveals neither.
 */
mark: Digest, 
/**
 * The name of the provider.
 */
provider: string, };

export type NodeEvent = { "type": "join", 
/**
 * The service that runs on the node.
 */
service: ServiceId, 
/**
 * The reference of the node.
 */
node: NodeRef, } | { "type": "remove", 
/**
 * The user who removes it; none for the server.
 */
by: PersonId | null, };

export type NodeRef = { 
/**
 * The id of the service instance, such as `jfrt@01h...`. Two mission controls have different ids.
 */
service_id: string, 
/**
 * The id of the node that it runs on.
 */
node_id: string, };

export type NodeRemoved = { "outcome": "removed", } | { "outcome": "refused", 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type NodeState = { "state": "unknown", } | { "state": "member", 
/**
 * The service that runs on the node.
 */
service: ServiceId, 
/**
 * The reference of the node.
 */
node: NodeRef, 
/**
 * When the node joined.
 */
since: Timestamp, } | { "state": "removed", 
/**
 * The service that ran on the node.
 */
service: ServiceId, 
/**
 * The reference of the node.
 */
node: NodeRef, 
/**
 * When the node was removed.
 */
at: Timestamp, 
/**
 * The user who removed it; none if the server did.
 */
by: PersonId | null, };

export type Notice = { 
/**
 * The key of the text in the catalogue.
 */
code: string, 
/**
 * The server's own message; empty if it has none.
 */
message: string, 
/**
 * The earliest time at which a retry can succeed.
 */
retry_at: Timestamp | null, };

export type Onboarded = { 
/**
 * The purpose of the platform.
 */
occasion: PurposeDetails, 
/**
 * The user's role.
 */
work: Work, 
/**
 * The features of interest.
 */
desired_features: DesiredFeatures, };

export type OnboardingEvent = { "type": "offer", 
/**
 * The user.
 */
person: PersonId, } | { "type": "begin", 
/**
 * The user.
 */
person: PersonId, } | { "type": "restore", 
/**
 * The purpose of the platform.
 */
purpose: Purpose | null, 
/**
 * The role of the user.
 */
role: WorkRole | null, 
/**
 * The features of interest.
 */
desired_features: Array<DesiredFeature>, } | { "type": "choose", 
/**
 * The chosen purpose.
 */
purpose: Purpose, } | { "type": "describe", 
/**
 * The details.
 */
details: Details, } | { "type": "want", 
/**
 * All features that are now chosen.
 */
desired_features: Array<DesiredFeature>, } | { "type": "want_project", 
/**
 * Whether to create it.
 */
wanted: boolean, } | { "type": "next", } | { "type": "back", } | { "type": "send", } | { "type": "later", } | { "type": "dismiss", } | { "type": "projects.create" } & ProjectMade | { "type": "access.store_custom_data" } & DataStored;

export type OnboardingState = { "state": "idle", } | { "state": "init", 
/**
 * The user who answers.
 */
person: PersonId, 
/**
 * The answers so far.
 */
answers: Answers, } | { "state": "purpose", 
/**
 * The user who answers.
 */
person: PersonId, 
/**
 * The answers so far.
 */
answers: Answers, } | { "state": "details", 
/**
 * The user who answers.
 */
person: PersonId, 
/**
 * The answers so far.
 */
answers: Answers, } | { "state": "desired_features", 
/**
 * The user who answers.
 */
person: PersonId, 
/**
 * The answers so far.
 */
answers: Answers, 
/**
 * Why the last attempt to send the answers failed.
 */
failure: Notice | null, } | { "state": "creating_project", 
/**
 * The user who has answered.
 */
person: PersonId, 
/**
 * The answers.
 */
answers: Answers, 
/**
 * The answers in the form in which they are sent.
 */
complete: Onboarded, } | { "state": "storing", 
/**
 * The user who has answered.
 */
person: PersonId, 
/**
 * The answers.
 */
answers: Answers, } | { "state": "finished", } | { "state": "postponed", 
/**
 * The answers so far.
 */
answers: Answers, } | { "state": "dismissing", 
/**
 * The user who was asked.
 */
person: PersonId, 
/**
 * The answers so far.
 */
answers: Answers, } | { "state": "dismissed", };

export type OpenMail = { 
/**
 * What it is about.
 */
kind: MailKind, 
/**
 * The user it is for, whose address is looked up when it is sent.
 */
person: PersonId | null, 
/**
 * The mark of its secret, which is in the vault; none if it has none.
 */
content: Digest | null, 
/**
 * The language in which it is written.
 */
language: string, 
/**
 * When it was queued.
 */
queued_at: Timestamp, 
/**
 * When it is of no use any longer.
 */
expires_at: Timestamp, 
/**
 * How often it was handed to the server.
 */
attempts: number, 
/**
 * It is not handed to the server before this time.
 */
not_before: Timestamp, 
/**
 * Whether it is being handed to the server. After a crash it is handed over again, with the same id.
 */
sending: boolean, };

export type OutboundProxy = { 
/**
 * Its unique key.
 */
key: string, 
/**
 * The name or the address of its host.
 */
host: string, 
/**
 * Its port.
 */
port: number, 
/**
 * The user that this server is at the proxy; none if the proxy asks for none.
 */
user_name: string | null, 
/**
 * Whether webhooks that name no proxy are sent through it.
 */
for_webhooks: boolean, };

export type OutboundProxyEvent = { "type": "create", 
/**
 * What it is.
 */
proxy: OutboundProxy, 
/**
 * The mark of its password; none if it has none.
 */
password: Digest | null, 
/**
 * The user who creates it; none for the server.
 */
by: PersonId | null, } | { "type": "change", 
/**
 * What it is from now on.
 */
proxy: OutboundProxy, 
/**
 * The mark of its password from now on; none if it has none.
 */
password: Digest | null, } | { "type": "delete", };

export type OutboundProxyState = { "state": "absent", } | { "state": "existing", 
/**
 * What it is.
 */
proxy: OutboundProxy, 
/**
 * The mark of its password; none if it has none.
 */
password: Digest | null, 
/**
 * When it was created.
 */
created_at: Timestamp, 
/**
 * The user who created it; none if the server did.
 */
created_by: PersonId | null, } | { "state": "deleted", 
/**
 * The key that it had.
 */
key: string, };

export type Outcome = "entered" | "redirected" | "blocked" | "failed";

export type PackageBrowser = { 
/**
 * How many packages there are; -1 while it is unknown.
 */
packages_count: number, 
/**
 * Whether the packages have been fetched, or could not be.
 */
packages_fetched: boolean, 
/**
 * Whether packages follow those that were fetched.
 */
more_than_limit_results: boolean, 
/**
 * Whether packages are searched: some value of the query is not empty.
 */
is_packages_searched: boolean, 
/**
 * What packages are searched for.
 */
query: SearchModel, 
/**
 * The same as services receive it.
 */
filter: SearchFilter, 
/**
 * The sort of packages.
 */
sort: PackageSort, 
/**
 * How far packages have been read.
 */
packages: PackageRows, 
/**
 * The package whose details are shown; null if there is none, or if it could not be fetched.
 */
package: FoundPackage | null, 
/**
 * What versions are searched for.
 */
version_query: VersionQuery, 
/**
 * The same as services receive it.
 */
version_filter: SearchFilter, 
/**
 * The sort of versions.
 */
version_sort: PackageSort, 
/**
 * How far versions have been read.
 */
versions: PackageRows, 
/**
 * Whether versions follow those that were fetched.
 */
more_versions: boolean, 
/**
 * Whether the versions are still being fetched.
 */
versions_fetching: boolean, 
/**
 * The version whose details are shown; null if there is none, or if it could not be fetched.
 */
version: FoundVersion | null, 
/**
 * Whether the version is still being fetched.
 */
version_fetching: boolean, 
/**
 * The tabs of the details.
 */
tabs: Array<DetailsTab>, 
/**
 * The selected one.
 */
tab: DetailsTab, 
/**
 * The numbers of the last requests.
 */
requests: PackageRequests, };

export type PackageEvent = { "type": "deploy", 
/**
 * The name of the package.
 */
name: string, 
/**
 * The path within the repository.
 */
path: string, 
/**
 * The content.
 */
content: FileContent, 
/**
 * The properties.
 */
properties: { [key in string]: Array<string> }, 
/**
 * The file that is at the path, if there is one.
 */
replaces: FileBefore | null, 
/**
 * Whether the repository and the user's rights allow to replace another content.
 */
may_replace: boolean, 
/**
 * The file that it was copied or moved from; none if it was sent.
 */
origin?: FileOrigin | null, } | { "type": "publish", 
/**
 * The name of the package.
 */
name: string, 
/**
 * The version.
 */
version: string, 
/**
 * The path of the file within the repository.
 */
path: string, 
/**
 * The content of the file.
 */
content: FileContent, 
/**
 * The metadata of the version, or of this file of it where versions have several.
 */
document: Document, 
/**
 * What searches need of it.
 */
summary: Summary, 
/**
 * The tags that name this version from now on.
 */
tags: Array<string>, 
/**
 * The version of this package that it says something about, as a signature does; it need not exist.
 */
subject?: string | null, 
/**
 * Whether there is a file at the path that may not be replaced, or this version already where versions have
 * one file.
 */
exists: boolean, 
/**
 * The file at the path that it replaces, as those of snapshots of Maven do.
 */
replaces?: FileBefore | null, 
/**
 * The properties that the file brings with it, when it was copied or moved.
 */
properties?: { [key in string]: Array<string> }, 
/**
 * The file that it was copied or moved from; none if it was sent.
 */
origin?: FileOrigin | null, } | { "type": "deprecate", 
/**
 * The name of the package.
 */
name: string, 
/**
 * The version.
 */
version: string, 
/**
 * Why, and what to use instead; none if it is not deprecated.
 */
reason: string | null, 
/**
 * Whether the version exists.
 */
exists: boolean, } | { "type": "yank", 
/**
 * The name of the package.
 */
name: string, 
/**
 * The version.
 */
version: string, 
/**
 * Whether it is yanked from now on.
 */
yanked: boolean, 
/**
 * Why it is yanked, if its author says so.
 */
reason?: string | null, 
/**
 * Whether the version exists.
 */
exists: boolean, } | { "type": "tag", 
/**
 * The name of the package.
 */
name: string, 
/**
 * The tag.
 */
tag: string, 
/**
 * The version that it names from now on; none if it is removed.
 */
version: string | null, 
/**
 * Whether the version exists, or the tag that is removed.
 */
exists: boolean, 
/**
 * Where the version was promoted from; none if it was not promoted.
 */
promoted_from?: FileOrigin | null, } | { "type": "annotate", 
/**
 * The path.
 */
path: string, 
/**
 * All properties from now on.
 */
properties: { [key in string]: Array<string> }, 
/**
 * Those until now; none in records of earlier builds.
 */
earlier?: { [key in string]: Array<string> } | null, 
/**
 * The file at the path, if there is one.
 */
file: FileBefore | null, } | { "type": "remove", 
/**
 * The path.
 */
path: string, 
/**
 * The file at the path, if there is one.
 */
file: FileBefore | null, 
/**
 * Where it was moved to; none if it is gone.
 */
moved_to?: FilePlace | null, } | { "type": "trash", 
/**
 * The name of the file in the trash.
 */
item: string, 
/**
 * The path.
 */
path: string, 
/**
 * The file at the path, if there is one.
 */
file: FileBefore | null, } | { "type": "archive", 
/**
 * The name of the file in the archive.
 */
item: string, 
/**
 * The path.
 */
path: string, 
/**
 * The file at the path, if there is one.
 */
file: FileBefore | null, } | { "type": "restore", 
/**
 * The name of the package.
 */
name: string, 
/**
 * The name of the file in the trash or in the archive.
 */
item: string, 
/**
 * The path.
 */
path: string, 
/**
 * The file there, if there is one.
 */
file: FileBefore | null, 
/**
 * Whether something is at the path meanwhile.
 */
exists: boolean, } | { "type": "purge", 
/**
 * The name of the file there.
 */
item: string, 
/**
 * The path that it had.
 */
path: string, 
/**
 * The file, if it is there.
 */
file: FileBefore | null, } | { "type": "upstream_differs", 
/**
 * The path.
 */
path: string, 
/**
 * The file that is kept, if there is one.
 */
file: FileBefore | null, 
/**
 * What the upstream names.
 */
named: NamedContent, };

export type PackageLevel = { "level": "list", } | { "level": "package", 
/**
 * The id of the package.
 */
package: string, } | { "level": "version", 
/**
 * The id of the package.
 */
package: string, 
/**
 * The version.
 */
version: string, };

export type PackageRequests = { 
/**
 * Packages.
 */
list: number, 
/**
 * The number of packages.
 */
count: number, 
/**
 * One package.
 */
package: number, 
/**
 * Versions.
 */
versions: number, 
/**
 * One version.
 */
version: number, };

export type PackageRows = { 
/**
 * How many rows have been read.
 */
count: number, 
/**
 * The cursor after the last row; none where no row follows.
 */
end_cursor: string | null, 
/**
 * The digest of the rows that were read last; none before that, and where they could not be read.
 */
digest: Digest | null, };

export type PackageSort = { 
/**
 * What is sorted by.
 */
sort_by: SortField, 
/**
 * The direction.
 */
sort_type: SortOrder, };

export type PackageState = { "state": "empty", } | { "state": "present", 
/**
 * Its name within the repository.
 */
name: string, 
/**
 * The number of its files.
 */
files: number, 
/**
 * Their size in bytes.
 */
bytes: number, };

export type PackageType = "generic" | "npm" | "cargo" | "docker" | "pypi" | "helm" | "go" | "maven" | "gradle" | "ivy" | "mysql";

export type PackagesAnswer<T> = { "outcome": "loaded", 
/**
 * The number of the request.
 */
request: number, 
/**
 * What has come.
 */
value: T, } | { "outcome": "failed", 
/**
 * The number of the request.
 */
request: number, 
/**
 * The reason, as a sentence.
 */
message: string, } | { "outcome": "interrupted", 
/**
 * The number of the request.
 */
request: number, };

export type PackagesEvent = { "type": "open", 
/**
 * What it shows, by the parameters of the place.
 */
level: PackageLevel, 
/**
 * What packages are searched for, by the query of the place.
 */
query: SearchModel, 
/**
 * Whether the user is an administrator.
 */
admin: boolean, } | { "type": "sort", 
/**
 * The sort.
 */
sort: PackageSort, } | { "type": "more", } | { "type": "filter_versions", 
/**
 * What is searched for.
 */
query: VersionQuery, } | { "type": "sort_versions", 
/**
 * The direction of the order of versions.
 */
sort_type: SortOrder, } | { "type": "more_versions", } | { "type": "select_tab", 
/**
 * The tab.
 */
tab: DetailsTab, } | { "type": "refresh", } | { "type": "reset", } | { "type": "packages.list" } & PackagesAnswer<RowsPage> | { "type": "packages.count" } & PackagesAnswer<number> | { "type": "packages.package" } & PackagesAnswer<FoundPackage | null> | { "type": "packages.versions" } & PackagesAnswer<RowsPage> | { "type": "packages.version" } & PackagesAnswer<FoundVersion | null>;

export type PackagesState = { "state": "closed", 
/**
 * The default data.
 */
browser: PackageBrowser, } | { "state": "list", 
/**
 * The data of the browser.
 */
browser: PackageBrowser, 
/**
 * Whether the user is an administrator, for whom no count is requested.
 */
admin: boolean, } | { "state": "package", 
/**
 * The data of the browser.
 */
browser: PackageBrowser, 
/**
 * The id of the package.
 */
package: string, } | { "state": "version", 
/**
 * The data of the browser.
 */
browser: PackageBrowser, 
/**
 * The id of the package.
 */
package: string, 
/**
 * The version.
 */
version: string, };

export type Parameters = { 
/**
 * Whether the configuration is included, without secrets.
 */
configuration: boolean, 
/**
 * Whether information about the machine and the process is included.
 */
system: boolean, 
/**
 * Whether the state of the journals is included.
 */
journal: boolean, 
/**
 * The logs.
 */
logs: LogRange, 
/**
 * The thread dumps.
 */
thread_dump: ThreadDump, 
/**
 * The limit of the total size before compression, in bytes.
 */
total_bytes_max: number, 
/**
 * The limit of a single log, in bytes; the newest bytes are kept.
 */
file_bytes_max: number, };

export type PasskeyCeremony = { 
/**
 * The digest of the challenge.
 */
digest: Digest, 
/**
 * What the passkey is asked for.
 */
purpose: PasskeyPurpose, 
/**
 * The user whose passkey it is or becomes, as the server knows; none if that follows from the passkey.
 */
person: PersonId | null, };

export type PasskeyChecked = { "outcome": "accepted", 
/**
 * The user who signs in.
 */
person: PersonId, 
/**
 * Whether the user is an administrator.
 */
admin: boolean, 
/**
 * The user name.
 */
account: Personal, 
/**
 * The passkey.
 */
passkey: Digest, 
/**
 * An address to leave the application for, instead of the landing path.
 */
external_redirect: string | null, } | { "outcome": "verified", } | { "outcome": "added", } | { "outcome": "refused", 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type PasskeyEvent = { "type": "begin", 
/**
 * The question.
 */
ceremony: PasskeyCeremony, } | { "type": "answer", 
/**
 * The digest of the challenge that was answered.
 */
digest: Digest, 
/**
 * The handle of the answer.
 */
response: Handle, 
/**
 * The digest of the new session cookie.
 */
token: Digest, 
/**
 * The user whose passkey it is or becomes, as the server knows now.
 */
person: PersonId | null, 
/**
 * What is kept of the sign-in page.
 */
landing: Landing, } | { "type": "access.check_passkey" } & PasskeyChecked | { "type": "cancel", } | { "type": "reset", };

export type PasskeyPurpose = "sign_in" | "second_factor" | "enrolment" | "add" | "recovery_codes";

export type PasskeySigned = { 
/**
 * How often it has signed.
 */
counter: number, 
/**
 * Whether it may be on several devices.
 */
backup_eligible: boolean, 
/**
 * Whether it is backed up.
 */
backed_up: boolean, };

export type PasskeyState = { "state": "idle", 
/**
 * Why the last one was not accepted.
 */
failure: Notice | null, } | { "state": "asked", 
/**
 * The question.
 */
ceremony: PasskeyCeremony, 
/**
 * When it was asked.
 */
since: Timestamp, } | { "state": "checking", 
/**
 * The question.
 */
ceremony: PasskeyCeremony, 
/**
 * The digest of the cookie that the session gets if the passkey signs a user in.
 */
token: Digest, 
/**
 * What is kept of the sign-in page.
 */
landing: Landing, } | { "state": "done", 
/**
 * What it was asked for.
 */
purpose: PasskeyPurpose, };

export type PasswordEvent = { "type": "require", 
/**
 * The user whose password has expired.
 */
person: PersonId, } | { "type": "open", 
/**
 * The signed-in user.
 */
person: PersonId, } | { "type": "submit", 
/**
 * The handle of the current and the new password.
 */
passwords: Handle, } | { "type": "access.change_password" } & Changed | { "type": "cancel", } | { "type": "reset", };

export type PasswordReset = { "outcome": "accepted", } | { "outcome": "refused", 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type PasswordState = { "state": "idle", } | { "state": "required", 
/**
 * The user whose password has expired.
 */
person: PersonId, 
/**
 * Why the last attempt failed.
 */
failure: Notice | null, } | { "state": "offered", 
/**
 * The signed-in user.
 */
person: PersonId, 
/**
 * Why the last attempt failed.
 */
failure: Notice | null, } | { "state": "changing", 
/**
 * The user whose password changes.
 */
person: PersonId, 
/**
 * Whether the password had expired.
 */
required: boolean, } | { "state": "changed", };

export type PermissionAction = "READ" | "WRITE" | "ANNOTATE" | "DELETE" | "MANAGE";

export type PermissionEvent = { "type": "create", 
/**
 * What it grants.
 */
permission: PermissionSettings, 
/**
 * The user who creates it; none for the server.
 */
by: PersonId | null, } | { "type": "change", 
/**
 * What it grants from now on.
 */
permission: PermissionSettings, } | { "type": "delete", };

export type PermissionRepositories = { "of": "any", } | { "of": "any_local", } | { "of": "any_remote", } | { "of": "one", 
/**
 * Its id, which is never reused: a later repository with the same key gets nothing by it.
 */
id: string, };

export type PermissionSettings = { 
/**
 * The name, which is unique regardless of case.
 */
name: string, 
/**
 * The paths that it is about.
 */
targets: Array<PermissionTarget>, 
/**
 * What users may do there.
 */
users: { [key in PersonId]: Array<PermissionAction> }, 
/**
 * What the members of groups may do there, by the ids of the groups.
 */
groups: { [key in string]: Array<PermissionAction> }, 
/**
 * Whether everyone may read there, also without credentials.
 */
anonymous_reads: boolean, 
/**
 * What it grants on builds, if it does.
 */
builds?: BuildGrants | null, 
/**
 * What it names of release bundles, if it does.
 */
bundles?: BundleGrants | null, };

export type PermissionState = { "state": "absent", } | { "state": "existing", 
/**
 * What it grants.
 */
permission: PermissionSettings, 
/**
 * When it was created.
 */
created_at: Timestamp, 
/**
 * The user who created it; none if the server did.
 */
created_by: PersonId | null, } | { "state": "deleted", 
/**
 * The name that it had.
 */
name: string, };

export type PermissionTarget = { 
/**
 * The repositories.
 */
repositories: PermissionRepositories, 
/**
 * The patterns of the paths that belong to it.
 */
includes: Array<string>, 
/**
 * The patterns of the paths that do not belong to it.
 */
excludes: Array<string>, };

export type PersonId = string;

export type Personal = { 
/**
 * 64 hex digits: SHA-256 of a 16-byte salt and the value.
 */
personal: string, 
/**
 * Present only on the wire, for a reader who may see it; never in a record.
 */
value?: string, };

export type PersonalisationEvent = { "type": "save", 
/**
 * The step.
 */
step: WizardStep, 
/**
 * The data of the step.
 */
data: StepData, } | { "type": "send", 
/**
 * The user who sends them.
 */
person: PersonId, } | { "type": "access.store_custom_data" } & DataStored | { "type": "reset", };

export type PersonalisationState = { "state": "empty", } | { "state": "open", 
/**
 * The stored steps with their data.
 */
steps: { [key in WizardStep]?: StepData }, } | { "state": "sending", 
/**
 * The user who sends them.
 */
person: PersonId, 
/**
 * The steps with their data.
 */
steps: { [key in WizardStep]?: StepData }, } | { "state": "unsent", 
/**
 * The steps with their data.
 */
steps: { [key in WizardStep]?: StepData }, } | { "state": "hidden", };

export type Picture = { 
/**
 * The SHA-256 of its bytes, which is the name of its file and part of its URL.
 */
digest: Digest, 
/**
 * The format.
 */
format: PictureFormat, 
/**
 * The width in pixels, according to the file's header.
 */
width: number, 
/**
 * The height in pixels, according to the file's header.
 */
height: number, 
/**
 * The size in bytes.
 */
bytes: number, };

export type PictureFormat = "png" | "jpeg" | "webp";

export type Place = { 
/**
 * The route.
 */
route: RouteName, 
/**
 * The route's path parameters, decoded.
 */
params: { [key in string]: string }, 
/**
 * The allow-listed query, decoded and truncated.
 */
query: { [key in string]: string }, };

export type Prepared = { "outcome": "ready", } | { "outcome": "failed", 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type Profile = { 
/**
 * The account is kept here, not by another directory.
 */
exists_in_db: boolean, 
/**
 * Its fields may be changed by its owner.
 */
updatable: boolean, 
/**
 * Changing it asks for the password.
 */
password_required: boolean, 
/**
 * It is locked until its owner has shown the password.
 */
unlock_required: boolean, };

export type ProjectEvent = { "type": "create", 
/**
 * The unique key.
 */
project_key: string, 
/**
 * The display name.
 */
name: string, 
/**
 * The description; may be empty.
 */
description: string, 
/**
 * The user who creates it; none for the server.
 */
by: PersonId | null, };

export type ProjectMade = { "outcome": "created", } | { "outcome": "already_there", } | { "outcome": "refused", 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type ProjectRole = "project_admin" | "viewer";

export type ProjectState = { "state": "absent", } | { "state": "existing", 
/**
 * The unique key.
 */
project_key: string, 
/**
 * The display name.
 */
name: string, 
/**
 * The description; may be empty.
 */
description: string, 
/**
 * When the project was created.
 */
created_at: Timestamp, 
/**
 * The user who created it; none if the server did.
 */
created_by: PersonId | null, };

export type PromotionFailure = "interrupted" | "refused" | "storage";

export type PromotionStatus = { "status": "started", } | { "status": "completed", 
/**
 * The number of copies, those included that existed before.
 */
files: number, } | { "status": "failed", 
/**
 * Why.
 */
why: PromotionFailure, };

export type ProvisionedChange = { "change": "set", 
/**
 * What it says, as one text.
 */
attributes: Personal, } | { "change": "remove", };

export type ProvisioningEvent = { "type": "set", 
/**
 * What is set from now on.
 */
settings: ProvisioningSettings, };

export type ProvisioningSettings = { 
/**
 * Whether programs with a token for it may create, change and delete users and groups.
 */
enabled: boolean, 
/**
 * The name of the sign-in provider whose subjects the external ids of users are; none if they are not.
 */
provider: string | null, };

export type ProvisioningState = { "state": "absent", } | { "state": "configured", 
/**
 * What was set.
 */
settings: ProvisioningSettings, };

export type Purpose = "commercial" | "personal";

export type PurposeDetails = { "purpose": "commercial", 
/**
 * The company.
 */
company_name: Personal, } | { "purpose": "personal", 
/**
 * Its name, if it has one.
 */
oss_project_name: Personal | null, };

export type QuickSetupEvent = { "type": "open", 
/**
 * Whether the installation supports it.
 */
supported: boolean, 
/**
 * Whether the installation has a landing page for it.
 */
has_landing: boolean, 
/**
 * Whether the progress tracked by the guide is reset.
 */
resets_tracking: boolean, } | { "type": "close", } | { "type": "navigated", 
/**
 * Whether the tab is now on the page.
 */
under: boolean, 
/**
 * Whether the installation supports quick setup.
 */
supported: boolean, 
/**
 * The user for whom Getting Started is to be marked as seen, if it is not yet.
 */
newcomer: PersonId | null, } | { "type": "access.store_custom_data" } & DataStored;

export type QuickSetupState = { "state": "closed", 
/**
 * What it keeps track of.
 */
surroundings: QuickSetupStatus, } | { "state": "open", 
/**
 * What it keeps track of.
 */
surroundings: QuickSetupStatus, };

export type QuickSetupStatus = { 
/**
 * Whether the tab is on the quick-setup page, where quick actions are hidden.
 */
under: boolean, 
/**
 * Whether Getting Started has been marked as seen, or is being marked.
 */
getting_started_seen: boolean, };

export type ReadingEvent = { "type": "open", 
/**
 * What.
 */
subject: Subject, } | { "type": "download", 
/**
 * What.
 */
subject: Subject, };

export type ReadingState = { "state": "unread", } | { "state": "read", 
/**
 * When one was read last.
 */
at: Timestamp, };

export type RecentSearch = { 
/**
 * Identifies it among the searches of the user. A later one has a greater id.
 */
id: number, 
/**
 * The type of search.
 */
search_type: SearchType, 
/**
 * The query.
 */
query_string: string, 
/**
 * What was searched for.
 */
search_model: SearchModel, 
/**
 * The project that was selected; none for all projects.
 */
context: string | null, };

export type RecentSearchesAnswer = { "outcome": "loaded", 
/**
 * The user.
 */
person: PersonId, 
/**
 * Their searches, the newest first.
 */
searches: Array<StoredSearch>, } | { "outcome": "failed", 
/**
 * The user.
 */
person: PersonId, 
/**
 * The reason, as a sentence.
 */
message: string, } | { "outcome": "interrupted", 
/**
 * The user.
 */
person: PersonId, };

export type RecordedDownload = { 
/**
 * The key that the repository has.
 */
repository: string, 
/**
 * The path of the file.
 */
path: string, 
/**
 * The package that it was published with.
 */
package?: string | null, 
/**
 * The version of that package.
 */
version?: string | null, 
/**
 * The SHA-256 of its content.
 */
sha256: Digest, 
/**
 * The first byte that is sent.
 */
from: number, 
/**
 * The byte after the last one.
 */
to: number, };

export type RegistrationEvent = { "type": "ask", 
/**
 * Who asks.
 */
applicant: Applicant, } | { "type": "use", 
/**
 * The SHA-256 of the token in the link.
 */
link: Digest, } | { "type": "end", };

export type RegistrationSettings = { 
/**
 * Whether visitors may create accounts.
 */
enabled: boolean, 
/**
 * The domains of the mail addresses with which they may, in lower case; all of them if it is empty. A domain does
 * not stand for those below it.
 */
domains: Array<string>, 
/**
 * Whether an administrator has to approve a new account before its user can sign in.
 */
approval: boolean, };

export type RegistrationSettingsEvent = { "type": "set", 
/**
 * What is set from now on.
 */
settings: RegistrationSettings, };

export type RegistrationSettingsState = { "state": "absent", } | { "state": "configured", 
/**
 * What was set.
 */
settings: RegistrationSettings, };

export type RegistrationState = { "state": "absent", } | { "state": "open", 
/**
 * Who has asked for it.
 */
applicant: Applicant, } | { "state": "ended", };

export type Rejection = { 
/**
 * The code of the reason.
 */
code: RejectionCode, 
/**
 * The values that the code's text interpolates.
 */
args: { [key in string]: string }, };

export type RejectionCode = "not_in_this_state" | "malformed_event" | "event_of_another_machine" | "cascade_too_long" | "withheld" | "not_signed_in" | "not_authorised" | "not_ready" | "too_long" | "feature_unsupported" | "cookie_not_renewed" | "session_of_another" | "factor_of_another" | "answer_about_another" | "facts_missing" | "not_away" | "sign_in_flow_unknown" | "sign_in_flow_expired" | "signed_in_meanwhile" | "no_authenticator_app" | "passkey_question_unknown" | "passkey_question_expired" | "already_enrolled" | "not_enrolled" | "was_inside" | "code_already_used" | "no_such_code" | "no_such_token" | "token_expired" | "token_id_taken" | "token_scope" | "token_scopes_too_large" | "too_many_tokens" | "too_many_projects" | "too_many_groups" | "edited_meanwhile" | "robot_has_no_password" | "passwords_stopped" | "group_name" | "group_description" | "not_a_member" | "wrong_link" | "link_expired" | "key_not_checked" | "no_such_device" | "identity_linked" | "too_many_identities" | "no_such_identity" | "last_credential" | "passkey_known" | "too_many_passkeys" | "no_such_passkey" | "passkey_counter_went_back" | "no_recovery_codes" | "answered_already" | "purpose_missing" | "role_missing" | "other_role_missing" | "company_name_missing" | "feature_missing" | "onboarding_being_sent" | "onboarding_already_sent" | "no_log_selected" | "service_not_changed" | "unknown_service" | "unknown_node" | "unknown_log" | "search_query" | "search_model" | "search_empty" | "search_name_too_short" | "search_archive_incomplete" | "search_type_not_shown" | "search_type_needs_all_projects" | "no_such_search" | "no_further_rows" | "no_such_tab" | "not_packages" | "too_many_followed" | "node_unknown" | "node_is_there" | "node_removed_already" | "licence_unknown_type" | "licence_expired" | "application_name" | "application_description" | "application_callback" | "application_fixed" | "application_scopes" | "scope_not_granted" | "git_name" | "git_user_name" | "git_token" | "git_url" | "git_ftp" | "git_vendor_fixed" | "git_not_tested" | "git_not_scanned" | "git_unavailable" | "unknown_integration" | "project_key_start" | "project_key_too_long" | "project_key_characters" | "project_key_taken" | "project_name_missing" | "project_name" | "project_description" | "bundle_unknown" | "bundle_in_progress" | "bundle_failed" | "bundle_id_taken" | "bundle_name_missing" | "bundle_name" | "bundle_description" | "bundle_services" | "bundle_service_not_askable" | "bundle_dates" | "bundle_thread_dump_count" | "bundle_thread_dump_interval" | "bundle_total_bytes" | "bundle_file_bytes" | "bundle_nothing" | "bundle_exists" | "bundle_version" | "bundle_path" | "bundle_no_artifacts" | "bundle_too_many_artifacts" | "bundle_size" | "bundle_environment" | "bundle_repositories" | "bundle_promoting" | "bundle_not_promotable" | "bundle_targets" | "bundle_distributing" | "bundle_not_distributable" | "bundle_removing" | "build_name" | "build_number" | "build_started" | "build_text" | "build_missing" | "build_promotion" | "permission_name" | "permission_targets" | "permission_patterns" | "permission_grantees" | "permission_fixed" | "repository_key" | "repository_key_reserved" | "repository_text" | "repository_patterns" | "repository_environments" | "repository_quota" | "repository_fixed" | "repository_upstream" | "repository_members" | "repository_audit" | "artifact_path" | "artifact_properties" | "artifact_exists" | "artifact_missing" | "package_names" | "package_version_exists" | "package_version_missing" | "package_tag_missing" | "package_spelling" | "cleanup_key" | "cleanup_text" | "cleanup_repositories" | "cleanup_patterns" | "cleanup_criteria" | "cleanup_numbers" | "cleanup_duration" | "cleanup_fixed" | "cleanup_running" | "cleanup_not_running" | "download_rule_name" | "download_rule_name_taken" | "download_rule_repositories" | "download_rule_licences" | "download_rule_age" | "too_many_download_rules" | "webhook_invalid" | "webhook_fixed" | "webhook_secrets_kept" | "webhook_not_rotated" | "webhook_no_earlier_secret" | "webhook_cursor_back" | "proxy_invalid" | "proxy_fixed" | "proxy_password_kept" | "mail_server_invalid" | "mail_server_password_kept" | "mail_not_new" | "too_many_mails" | "no_such_mail" | "mail_not_begun" | "mail_not_due" | "mail_expired" | "distribution_target_invalid" | "distribution_target_fixed" | "distribution_target_token_kept" | "trusted_issuer_invalid" | "trusted_issuer_fixed" | "exchange_not_allowed" | "sign_in_provider_invalid" | "sign_in_provider_fixed" | "sign_in_provider_secret_kept" | "provisioning_invalid" | "not_provisioned" | "user_directory_invalid" | "user_directory_fixed" | "user_directory_password_kept" | "registration_settings_invalid" | "registration_open" | "unknown";

export type ReleaseBundle = { 
/**
 * The name.
 */
name: string, 
/**
 * The version.
 */
version: string, 
/**
 * The origin.
 */
origin: BundleOrigin, 
/**
 * The list of artifacts.
 */
list: ArtifactList, 
/**
 * The signature; this installation signs what it imports.
 */
signature: BundleSignature | null, };

export type ReleaseBundleEvent = { "type": "import", 
/**
 * The bundle.
 */
bundle: ReleaseBundle, 
/**
 * The user who imports it; none on the command line.
 */
by: PersonId | null, 
/**
 * Whether another installation has distributed it to this one, with its files.
 */
received?: boolean, } | { "type": "begin", 
/**
 * The name.
 */
name: string, 
/**
 * The version.
 */
version: string, 
/**
 * The user who creates it.
 */
by: PersonId | null, } | { "type": "complete", 
/**
 * The bundle.
 */
bundle: ReleaseBundle, } | { "type": "fail", 
/**
 * Why.
 */
why: CreationFailure, } | { "type": "begin_promotion", 
/**
 * The name of the environment.
 */
environment: string, 
/**
 * The keys of the repositories that files are copied to.
 */
repositories: Array<string>, 
/**
 * The user who promotes the bundle.
 */
by: PersonId | null, } | { "type": "end_promotion", 
/**
 * How.
 */
outcome: PromotionStatus, } | { "type": "begin_distribution", 
/**
 * Which of them.
 */
kind: DistributionKind, 
/**
 * The keys of the targets.
 */
targets: Array<string>, 
/**
 * The user who begins it.
 */
by: PersonId | null, } | { "type": "end_target", 
/**
 * The key of the target.
 */
target: string, 
/**
 * How.
 */
outcome: TargetOutcome, } | { "type": "end_distribution", } | { "type": "abort_distribution", 
/**
 * The user who stops it.
 */
by: PersonId | null, } | { "type": "interrupt_distribution", } | { "type": "begin_removal", 
/**
 * The user on whose behalf it is removed.
 */
by: PersonId | null, } | { "type": "fail_removal", } | { "type": "delete", 
/**
 * The name.
 */
name: string, 
/**
 * The version.
 */
version: string, 
/**
 * Whether it was to be created, or was created, from files in repositories.
 */
from_repositories: boolean, 
/**
 * Whether this ends a removal of the bundle with its files.
 */
removed?: boolean, 
/**
 * The user who deletes it.
 */
by: PersonId | null, };

export type ReleaseBundleState = { "state": "absent", } | { "state": "creating", 
/**
 * The name.
 */
name: string, 
/**
 * The version.
 */
version: string, 
/**
 * When the creation began.
 */
at: Timestamp, 
/**
 * The user who creates it.
 */
by: PersonId | null, } | { "state": "failed", 
/**
 * The name.
 */
name: string, 
/**
 * The version.
 */
version: string, 
/**
 * When the creation began.
 */
at: Timestamp, 
/**
 * The user who wanted to create it.
 */
by: PersonId | null, 
/**
 * Why it could not be created.
 */
why: CreationFailure, } | { "state": "completed", 
/**
 * The bundle.
 */
bundle: ReleaseBundle, 
/**
 * When the bundle was imported, or its creation began.
 */
at: Timestamp, 
/**
 * The user who imported or created it; none if it was imported on the command line.
 */
by: PersonId | null, 
/**
 * Whether the bundle was created from files in repositories, so that it can be promoted.
 */
from_repositories?: boolean, 
/**
 * Its promotions, the newest last. The oldest make room for others.
 */
promotions?: Array<BundlePromotion>, 
/**
 * Its distributions and removals, the newest last. The oldest make room for others.
 */
distributions?: Array<BundleDistribution>, 
/**
 * Whether another installation has distributed the bundle to this one, with its files.
 */
received?: boolean, 
/**
 * Whether its files are being removed here.
 */
removing?: boolean, };

export type RepositoryClass = "local" | "remote" | "virtual";

export type RepositoryEvent = { "type": "create", 
/**
 * Its settings.
 */
repository: RepositorySettings, 
/**
 * The user who creates it; none for the server.
 */
by: PersonId | null, } | { "type": "change", 
/**
 * The new settings.
 */
repository: RepositorySettings, } | { "type": "delete", };

export type RepositorySettings = { 
/**
 * The key, by which addresses name it.
 */
key: string, 
/**
 * Where it has its files from.
 */
class: RepositoryClass, 
/**
 * The kind of its packages.
 */
package_type: PackageType, 
/**
 * What it is for, as its users see it.
 */
description: string, 
/**
 * What only its administrators see.
 */
notes: string, 
/**
 * The patterns of the paths that it may hold, separated by commas.
 */
includes: string, 
/**
 * The patterns of the paths that it may not hold, separated by commas.
 */
excludes: string, 
/**
 * The project that it belongs to.
 */
project_key: string | null, 
/**
 * The environments that it belongs to.
 */
environments: Array<string>, 
/**
 * How many bytes its files may have together; without limit if none.
 */
quota_bytes: number | null, 
/**
 * Where a remote repository has its files from; none of other classes.
 */
upstream?: Upstream | null, 
/**
 * What a virtual repository joins; none of other classes.
 */
members?: Members | null, 
/**
 * What is recorded of downloads. Those of a virtual repository are downloads of its members.
 */
audit?: DownloadAudit, };

export type RepositoryState = { "state": "absent", } | { "state": "existing", 
/**
 * Its settings.
 */
repository: RepositorySettings, 
/**
 * When it was created.
 */
created_at: Timestamp, 
/**
 * The user who created it; none if the server did.
 */
created_by: PersonId | null, } | { "state": "deleted", 
/**
 * The key that it had.
 */
key: string, };

export type ResetKeyChecked = { "outcome": "valid", 
/**
 * The user whose link it is.
 */
person: PersonId, 
/**
 * When the link expires.
 */
until: Timestamp, } | { "outcome": "refused", 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type ResetLinkAnswer = { "outcome": "sent", } | { "outcome": "refused", 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type ResetPasswordEvent = { "type": "open", 
/**
 * The SHA-256 of its key.
 */
key: Digest, 
/**
 * The handle of the key.
 */
link: Handle, } | { "type": "access.check_reset_key" } & ResetKeyChecked | { "type": "submit", 
/**
 * The SHA-256 of the key that was sent with the password.
 */
key: Digest, 
/**
 * The handle of the key and the new password.
 */
password: Handle, } | { "type": "access.reset_password" } & PasswordReset | { "type": "cancel", } | { "type": "reset", };

export type ResetPasswordState = { "state": "idle", } | { "state": "checking", 
/**
 * The SHA-256 of the key.
 */
key: Digest, } | { "state": "refused", 
/**
 * The reason.
 */
notice: Notice, } | { "state": "ready", 
/**
 * The SHA-256 of the key that was checked.
 */
key: Digest, 
/**
 * The user whose link it is.
 */
person: PersonId, 
/**
 * When the link expires.
 */
until: Timestamp, 
/**
 * Why the last attempt failed.
 */
failure: Notice | null, } | { "state": "changing", 
/**
 * The SHA-256 of the key that was checked.
 */
key: Digest, 
/**
 * The user whose password it is.
 */
person: PersonId, 
/**
 * When the link expires.
 */
until: Timestamp, } | { "state": "done", };

export type RetentionAnswer = { "outcome": "told", 
/**
 * Whether retention is enabled.
 */
enabled: boolean, } | { "outcome": "not_there", } | { "outcome": "not_authorised", } | { "outcome": "failed", 
/**
 * The service's own error message.
 */
message: string, } | { "outcome": "interrupted", };

export type RetentionEvent = { "type": "ask", 
/**
 * Whether the user is an administrator.
 */
admin: boolean, } | { "type": "retention.status" } & RetentionAnswer | { "type": "retry", } | { "type": "reset", };

export type RetentionReason = "told" | "not_admin" | "not_there" | "failed";

export type RetentionState = { "state": "idle", } | { "state": "asking", 
/**
 * The number of the attempt, starting with 1.
 */
attempt: number, } | { "state": "waiting", 
/**
 * The number of the failed attempt.
 */
attempt: number, 
/**
 * When the next attempt begins.
 */
until: Timestamp, 
/**
 * Why the attempt failed.
 */
message: string, } | { "state": "answered", 
/**
 * Whether retention is enabled.
 */
enabled: boolean, 
/**
 * The reason for this answer.
 */
reason: RetentionReason, };

export type Role = "anonymous" | "user" | "project_admin" | "admin";

export type RouteName = "login" | "otpLogin" | "mfaEnroll" | "forgotPassword" | "resetPassword" | "changePassword" | "registration" | "invitation" | "cli-registration" | "sso-login" | "authProvider" | "logout" | "setup" | "authorization" | "notFound" | "notAcceptable" | "serverError" | "root" | "home" | "packages" | "repos.tree" | "artifactSearchResults" | "scanningSearchResults" | "archiveSearch" | "pipelinesSearchResults" | "builds" | "releaseBundles" | "bundles" | "releaseBundlesTeaser" | "insight" | "pipelines" | "tracker" | "integrations.authorize" | "integrations" | "integrations.vendor" | "overview" | "accountPortal" | "quickSetup" | "cliExtension" | "userProfile" | "sessionActivity" | "securityPolicies" | "template" | "demo" | "demo.tree" | "demo.greeting" | "demo.mounting" | "admin" | "admin.management.users" | "admin.management.users.new" | "admin.management.users.edit" | "admin.management.groups" | "admin.management.groups.new" | "admin.management.groups.edit" | "admin.management.robots" | "admin.management.tokens" | "admin.permissions" | "admin.permissions.create" | "admin.permissions.edit" | "admin.projects" | "admin.repositories" | "admin.repositories.local.new" | "admin.repositories.remote.new" | "admin.repositories.virtual.new" | "admin.repositories.cleanup" | "admin.repositories.downloads" | "admin.repositories.usage" | "admin.artifactory.list" | "admin.configuration.general" | "admin.configuration.webhooks" | "admin.configuration.webhooks.new" | "admin.configuration.webhooks.edit" | "admin.configuration.integrations" | "admin.configuration.integrations.new" | "admin.proxies" | "admin.proxies.new" | "admin.proxies.edit" | "admin.licenses.licenses" | "admin.monitoring.logs" | "admin.monitoring.status" | "admin.monitoring.pdn" | "admin.support" | "admin.topology" | "admin.topologyTeaser" | "admin.pipelinesTeaser" | "admin.securityTeaser" | "admin.pdnTeaser" | "frontEnd";

export type RowsPage = { 
/**
 * How many rows it has.
 */
rows: number, 
/**
 * Whether rows follow.
 */
has_next_page: boolean, 
/**
 * The cursor after its last row.
 */
end_cursor: string | null, 
/**
 * How many rows there are in all pages, where that is known.
 */
total: number | null, 
/**
 * The digest of its rows.
 */
digest: Digest, };

export type SamlBinding = "redirect" | "post";

export type SamlProvider = { 
/**
 * Where users are sent to sign in.
 */
sso_url: string, 
/**
 * Where users are sent to sign out, and where the outcome of a logout is sent; none if neither is.
 */
slo_url: string | null, 
/**
 * How messages are sent there.
 */
binding: SamlBinding, 
/**
 * The certificates whose keys sign what it says, each in base64. Any of them counts, so that a new one is added
 * before the old one is removed. What is in a message beside the signature is never used.
 */
certificates: Array<string>, };

export type SamlSubject = { 
/**
 * The persistent name id of the user there.
 */
name_id: Personal, 
/**
 * The index of the session there, if it has named one. It is good for nothing without the key of this server.
 */
index: string | null, 
/**
 * When the session there ends, and with it the sign-in here at the latest; none if the provider does not limit it,
 * and in records that are older than this field.
 */
until: Timestamp | null, };

export type ScanningPermissions = { 
/**
 * Seeing its results.
 */
view: boolean, 
/**
 * Changing its policies.
 */
manage: boolean, };

export type SearchAsker = { 
/**
 * The user; none for a visitor.
 */
person: PersonId | null, 
/**
 * Whether they are an administrator.
 */
admin: boolean, 
/**
 * The types that are shown to them.
 */
shown: Array<SearchType>, 
/**
 * Whether archives are indexed.
 */
archive_indexing: boolean, 
/**
 * Whether release bundles have their own path (ROUTE-06).
 */
bundles_moved: boolean, 
/**
 * The tab of release bundles that is the user's default.
 */
bundles_tab: BundlesTab, 
/**
 * What they may do in the scanning service; none where there is none.
 */
scanning: ScanningPermissions | null, };

export type SearchBox = { 
/**
 * What is searched: it follows the route, until the user chooses another type.
 */
search_type: SearchType, 
/**
 * What is searched for.
 */
model: SearchModel, 
/**
 * The same as a query.
 */
query_string: string, 
/**
 * The selected project; none for all projects.
 */
project: string | null, 
/**
 * The types that are shown; none before the search box is opened.
 */
offers: Array<SearchOffer>, 
/**
 * Why the search cannot begin; none if it can.
 */
not_ready: SearchNotReady | null, 
/**
 * The user whose searches follow: an id, or `anonymous`.
 */
user: PersonId, 
/**
 * The recent searches of the user, the newest first.
 */
recent_searches: Array<RecentSearch>, 
/**
 * What the rules know of the user and the installation; none before the search box is opened.
 */
asker: SearchAsker | null, 
/**
 * What the scanner is asked for at the place of the tab; none elsewhere, and where its query is unreadable.
 */
components: ComponentRequest | null, };

export type SearchEvent = { "type": "open", 
/**
 * What the rules know of the user and the installation.
 */
asker: SearchAsker, } | { "type": "change_model", 
/**
 * What the rules know of the user and the installation.
 */
asker: SearchAsker, 
/**
 * What is searched for.
 */
model: SearchModel, } | { "type": "change_query", 
/**
 * What the rules know of the user and the installation.
 */
asker: SearchAsker, 
/**
 * The text.
 */
query: string, } | { "type": "change_type", 
/**
 * What the rules know of the user and the installation.
 */
asker: SearchAsker, 
/**
 * The type.
 */
search_type: SearchType, } | { "type": "search", 
/**
 * What the rules know of the user and the installation.
 */
asker: SearchAsker, } | { "type": "search_again", 
/**
 * What the rules know of the user and the installation.
 */
asker: SearchAsker, 
/**
 * The id of the recent search.
 */
id: number, } | { "type": "clear", } | { "type": "navigated" } & SearchPlace | { "type": "reset", } | { "type": "access.recent_searches" } & RecentSearchesAnswer | { "type": "access.store_custom_data" } & DataStored;

export type SearchFilter = { 
/**
 * The pattern of the name.
 */
name: string | null, 
/**
 * The pattern of the name of a package in lower case.
 */
lowercase_name: string | null, 
/**
 * The pattern of the description.
 */
description: string | null, 
/**
 * The package types as services name them; `*` is every type.
 */
package_type: Array<string> | null, 
/**
 * The keys of repositories.
 */
repos: Array<string> | null, 
/**
 * The checksum of a file.
 */
checksum: string | null, 
/**
 * The version.
 */
version: string | null, 
/**
 * The tags.
 */
tags: Array<string> | null, 
/**
 * The scope, for npm.
 */
scope: string | null, 
/**
 * The branch.
 */
branch: string | null, 
/**
 * The last day.
 */
before: string | null, 
/**
 * The first day.
 */
after: string | null, 
/**
 * The licences.
 */
licenses: Array<string> | null, 
/**
 * The severities of vulnerabilities.
 */
severities: Array<string> | null, 
/**
 * The id of a known vulnerability.
 */
cve: string | null, 
/**
 * The path, or that of an archive.
 */
path: string | null, 
/**
 * The properties, those of property sets among them.
 */
properties: { [key in string]: string } | null, 
/**
 * What else the package type can be searched by.
 */
package_query: string | null, };

export type SearchModel = { 
/**
 * The types of packages, such as `npm`; `All` is every type.
 */
package_types: Array<string>, 
/**
 * The keys of repositories.
 */
repositories: Array<string>, 
/**
 * The name.
 */
name: string, 
/**
 * Words of the description.
 */
description: string, 
/**
 * A checksum of a file.
 */
checksum: string, 
/**
 * The id of a known vulnerability.
 */
cve: string, 
/**
 * The licences.
 */
licenses: Array<string>, 
/**
 * The severities of vulnerabilities.
 */
severities: Array<string>, 
/**
 * The properties, each with its value.
 */
properties: { [key in string]: string }, 
/**
 * The last day.
 */
before: Day, 
/**
 * The first day.
 */
after: Day, 
/**
 * What the archive is searched for.
 */
archive_search_type: ArchiveSearchType | null, 
/**
 * The properties of property sets, each with its value.
 */
properties_sets_object: { [key in string]: string }, 
/**
 * How artifacts are searched.
 */
artifacts_search_type: ArtifactsSearchType | null, 
/**
 * Whether the name is a checksum.
 */
is_checksum: boolean, 
/**
 * The path of an archive, in archive search.
 */
archive_path: string, 
/**
 * The path, in every other search.
 */
path: string, 
/**
 * Whether classes inside classes are left out.
 */
exclude_inner_classes: boolean, 
/**
 * Whether only classes are found.
 */
search_class_only: boolean, 
/**
 * The package type of the fields that follow.
 */
package_type: string, 
/**
 * What else the package type can be searched by.
 */
package_specific_query: string, 
/**
 * The version.
 */
version: string, 
/**
 * The tags.
 */
tags: Array<string>, 
/**
 * The scope, for npm.
 */
scope: string, 
/**
 * The branch.
 */
branch: string, };

export type SearchNotReady = "empty" | "name_too_short" | "archive_incomplete";

export type SearchOffer = { 
/**
 * The type.
 */
search_type: SearchType, 
/**
 * Why it is disabled; none if it can be chosen.
 */
disabled: SearchUnavailable | null, };

export type SearchPlace = { 
/**
 * What the route searches.
 */
search_type: SearchType, 
/**
 * The selected project; none for all projects.
 */
project: string | null, 
/**
 * The query of the address, if it has one.
 */
query: string | null, 
/**
 * Whether the address keeps the search over the navigation.
 */
kept: boolean, 
/**
 * Whether the tab had no place before.
 */
first: boolean, };

export type SearchState = { "state": "idle", 
/**
 * The data of the search box.
 */
search: SearchBox, } | { "state": "loading", 
/**
 * The data of the search box.
 */
search: SearchBox, } | { "state": "ready", 
/**
 * The data of the search box.
 */
search: SearchBox, };

export type SearchType = "packages" | "artifacts" | "builds" | "release_bundles" | "scanning" | "pipelines" | "archive";

export type SearchUnavailable = "service_missing" | "licence_too_low" | "lightweight" | "archive_not_indexed" | "not_for_visitors" | "no_project_context";

export type SecretRef = string;

export type ServerEvent = { "type": "start", 
/**
 * Its version.
 */
version: string, 
/**
 * The settings that were set or changed since the last start.
 */
changed: { [key in string]: Setting }, 
/**
 * The settings that have their default again.
 */
removed: Array<string>, } | { "type": "reload", 
/**
 * The settings that were set or changed.
 */
changed: { [key in string]: Setting }, 
/**
 * The settings that are not set any longer.
 */
removed: Array<string>, } | { "type": "stop", 
/**
 * Why.
 */
reason: StopReason, 
/**
 * What failed, as a sentence.
 */
why: string | null, } | { "type": "repair", 
/**
 * What was done, a sentence each.
 */
steps: Array<string>, } | { "type": "sweep", 
/**
 * What it was.
 */
swept: Swept, 
/**
 * How many.
 */
removed: number, } | { "type": "drop_visitors", 
/**
 * The journal, by its day in UTC.
 */
day: string, 
/**
 * Number of sessions.
 */
sessions: number, 
/**
 * Number of records.
 */
records: number, 
/**
 * The hash of the newest record.
 */
last: Digest, };

export type ServerState = { "state": "never", } | { "state": "running", 
/**
 * The version.
 */
version: string, 
/**
 * When it was started.
 */
since: Timestamp, 
/**
 * The configuration.
 */
settings: { [key in string]: Setting }, } | { "state": "stopped", 
/**
 * The version.
 */
version: string, 
/**
 * When it stopped.
 */
at: Timestamp, 
/**
 * The configuration.
 */
settings: { [key in string]: Setting }, };

export type Service = { 
/**
 * Its name: artifactory, access, distribution, xray ...
 */
name: string, 
/**
 * Its version.
 */
version: Version, };

export type ServiceChanged = "initial" | "changed";

export type ServiceId = "artifactory" | "access" | "metadata" | "event" | "jfconnect" | "router" | "xray" | "distribution" | "mc" | "insight" | "tracker" | "pipelines" | "replicator" | "jflink" | "runtime";

export type ServiceStatusEvent = { "type": "load", 
/**
 * The source of the status.
 */
source: StatusSource, } | { "type": "status.nodes" } & StatusFetched | { "type": "status.services" } & StatusFetched | { "type": "ask_removal", 
/**
 * The node to remove.
 */
node: NodeRef, } | { "type": "keep_node", } | { "type": "remove_node", } | { "type": "status.remove_node" } & NodeRemoved;

export type ServiceStatusState = { "state": "idle", } | { "state": "loading", 
/**
 * The source of the status.
 */
source: StatusSource, } | { "state": "loaded", 
/**
 * The source of the status.
 */
source: StatusSource, 
/**
 * The status in numbers.
 */
summary: StatusSummary, } | { "state": "failed", 
/**
 * The source of the status.
 */
source: StatusSource, 
/**
 * The reason.
 */
notice: Notice, } | { "state": "confirming", 
/**
 * The source of the status.
 */
source: StatusSource, 
/**
 * The status in numbers.
 */
summary: StatusSummary, 
/**
 * The node to remove.
 */
node: NodeRef, } | { "state": "removing", 
/**
 * The source of the status.
 */
source: StatusSource, 
/**
 * The node to remove.
 */
node: NodeRef, };

export type ServiceType = "repository" | "scanning" | "mission_control" | "distribution" | "tracker" | "pipelines" | "insight" | "others";

export type SessionEvent = { "type": "open", 
/**
 * The digest of the cookie.
 */
token: Digest, } | { "type": "sign_in", 
/**
 * The user who has signed in.
 */
person: PersonId, 
/**
 * The digest of the new cookie.
 */
token: Digest, } | { "type": "close", 
/**
 * Why it ends.
 */
reason: CloseReason, };

export type SessionState = { "state": "fresh", } | { "state": "open", 
/**
 * The digest of the current cookie.
 */
token: Digest, 
/**
 * The signed-in user; none for a visitor.
 */
person: PersonId | null, 
/**
 * When the session began.
 */
since: Timestamp, 
/**
 * When the session is abandoned unless a user signs in before.
 */
until: Timestamp | null, } | { "state": "closed", 
/**
 * Why it has ended.
 */
reason: CloseReason, };

export type SessionsKept = { "kept": "all", } | { "kept": "only", 
/**
 * Its stream.
 */
session: string, } | { "kept": "none", };

export type Setting = { "is": "value", 
/**
 * Its value as JSON.
 */
value: string, } | { "is": "digest", 
/**
 * A digest under a key of the installation.
 */
digest: Digest, };

export type SetupEvent = { "type": "offer", 
/**
 * The digest of the link's token.
 */
link: Digest, } | { "type": "claim", 
/**
 * The digest of the used link's token.
 */
link: Digest, 
/**
 * The id of the new administrator.
 */
person: PersonId, };

export type SetupState = { "state": "unclaimed", } | { "state": "offered", 
/**
 * The digest of the link's token.
 */
link: Digest, 
/**
 * When the link expires.
 */
until: Timestamp, } | { "state": "claimed", 
/**
 * The user who used the link.
 */
person: PersonId, };

export type SignInClient = { 
/**
 * The id that this installation has there.
 */
client_id: string, 
/**
 * What the provider is asked for, beside `openid`.
 */
scopes: Array<string>, };

export type SignInFlow = { 
/**
 * The name of the provider.
 */
provider: string, 
/**
 * The digest of the `state` that the user is sent there with.
 */
digest: Digest, 
/**
 * What the user goes there for.
 */
purpose: SignInPurpose, 
/**
 * The user who has signed in then, as the server knows; none for a visitor.
 */
person: PersonId | null, };

export type SignInOver = "expired" | "idle";

export type SignInProtocol = { "type": "oidc" } & SignInClient | { "type": "github" } & SignInClient | { "type": "gitlab" } & SignInClient | { "type": "bitbucket" } & SignInClient | { "type": "google" } & SignInClient | { "type": "saml" } & SamlProvider;

export type SignInProvider = { 
/**
 * Its unique name, which is part of its callback.
 */
name: string, 
/**
 * What the sign-in page calls it.
 */
label: string, 
/**
 * What it is, and what its protocol needs.
 */
protocol: SignInProtocol, 
/**
 * Its address, exactly as its tokens have it; the entity id of one of SAML.
 */
issuer: string, 
/**
 * The claim, or the attribute of SAML, that lists the user's groups; none if groups are not taken over.
 */
groups_claim: string | null, 
/**
 * The group here that each value of that claim leads to. None of them gives administration.
 */
group_map: { [key in string]: string }, 
/**
 * Whether a user whose identity is not known here gets a new account.
 */
creates_accounts: boolean, 
/**
 * The claim, or the attribute of SAML, by which such an account is named.
 */
name_claim: string, 
/**
 * The values of `amr` and `acr`, or the classes of SAML, that count as a second factor.
 */
amr_satisfies: Array<string>, 
/**
 * Whether users can sign in with it.
 */
enabled: boolean, 
/**
 * Its place among the providers of the sign-in page, from the lowest.
 */
order: number, 
/**
 * The icon on the sign-in page; none for that of its kind.
 */
logo: SignInProviderKind | null, };

export type SignInProviderEvent = { "type": "create", 
/**
 * What it is.
 */
provider: SignInProvider, 
/**
 * The mark of its client secret; none if it has none.
 */
secret: Digest | null, 
/**
 * The user who creates it; none for the server.
 */
by: PersonId | null, } | { "type": "change", 
/**
 * What it is from now on.
 */
provider: SignInProvider, 
/**
 * The mark of its client secret from now on; none if it has none.
 */
secret: Digest | null, } | { "type": "delete", };

export type SignInProviderKind = "oidc" | "github" | "gitlab" | "bitbucket" | "google" | "saml";

export type SignInProviderState = { "state": "absent", } | { "state": "existing", 
/**
 * What it is.
 */
provider: SignInProvider, 
/**
 * The mark of its client secret; none if it has none.
 */
secret: Digest | null, 
/**
 * When it was created.
 */
created_at: Timestamp, 
/**
 * The user who created it; none if the server did.
 */
created_by: PersonId | null, } | { "state": "deleted", 
/**
 * The name that it had.
 */
name: string, };

export type SignInPurpose = "sign_in" | "link" | "registration" | "confirm";

export type SignInStep = "password" | "code" | "passkey";

export type SignInTerms = { 
/**
 * It ends after this long, whatever its user does, in minutes.
 */
lasts_minutes: number, 
/**
 * It ends after this long without activity, in minutes; none where only its duration is limited.
 */
idle_minutes: number | null, };

export type SignInVia = { 
/**
 * The name of the provider.
 */
provider: string, 
/**
 * The mark of issuer and subject, or of entity id and name id, which reveals neither.
 */
identity: Digest, 
/**
 * The mark of the session at the provider, if it has named one.
 */
session: Digest | null, 
/**
 * What a provider of SAML is named when its session is to end; none for others, and in records that are older than
 * this field.
 */
saml: SamlSubject | null, };

export type SingleSignOn = { 
/**
 * The provider's address, where there is one.
 */
provider_link: string | null, 
/**
 * The login page leads straight to the provider.
 */
auto_redirect: boolean, 
/**
 * Where logging out leads when the provider keeps a session of its own (SAML).
 */
logout_url: string | null, };

export type SortField = "name" | "modified";

export type SortOrder = "ASC" | "DESC";

export type Span = { 
/**
 * The unit.
 */
unit: Unit, 
/**
 * The number of units.
 */
count: number, };

export type SsoEvent = { "type": "begin", 
/**
 * The way there and back.
 */
flow: SignInFlow, 
/**
 * What is kept of the sign-in page.
 */
landing: Landing, } | { "type": "callback", 
/**
 * The digest of the state that the user comes back with.
 */
flow: Digest, 
/**
 * The handle of the code.
 */
code: Handle, 
/**
 * The digest of the new session cookie.
 */
token: Digest, 
/**
 * The user who has signed in, as the server knows; none for a visitor.
 */
person: PersonId | null, } | { "type": "denied", 
/**
 * The digest of the state that the user comes back with.
 */
flow: Digest, 
/**
 * What the provider has answered.
 */
notice: Notice, } | { "type": "access.exchange_code" } & CodeExchanged | { "type": "cancel", };

export type SsoState = { "state": "idle", 
/**
 * Why the last sign-in with a provider failed.
 */
failure: Notice | null, } | { "state": "leaving", 
/**
 * The way there and back.
 */
flow: SignInFlow, 
/**
 * When the user was sent there.
 */
since: Timestamp, 
/**
 * What is kept of the sign-in page.
 */
landing: Landing, } | { "state": "exchanging", 
/**
 * The way there and back.
 */
flow: SignInFlow, 
/**
 * The digest of the cookie that the session gets if the sign-in succeeds without a further step.
 */
token: Digest, 
/**
 * What is kept of the sign-in page.
 */
landing: Landing, } | { "state": "done", 
/**
 * The name of the provider.
 */
provider: string, 
/**
 * What the user went there for.
 */
purpose: SignInPurpose, };

export type StartupEvent = { "type": "start", } | { "type": "retry", } | { "type": "view_as", 
/**
 * Whose.
 */
view: View, } | { "type": "view_as_myself", } | { "type": "signed_in", 
/**
 * Who.
 */
person: PersonId, } | { "type": "facts_changed", 
/**
 * The current facts.
 */
facts: Array<Fact>, } | { "type": "introduced", } | { "type": "reset", } | { "type": "access.current_user" } & Fetched<Identity> | { "type": "settings.footer" } & Fetched<null> | { "type": "topology.services" } & Fetched<Array<Service>> | { "type": "licences.entitlements" } & Fetched<Licence> | { "type": "settings.load" } & Fetched<Installation>;

export type StartupState = { "state": "idle", } | { "state": "identifying", 
/**
 * Who has signed in.
 */
person: PersonId | null, 
/**
 * What came of the user.
 */
identity: Identity | null, 
/**
 * The footer settings have come.
 */
footer: boolean, } | { "state": "gathering", 
/**
 * Who has signed in.
 */
person: PersonId | null, 
/**
 * Who they are.
 */
identity: Identity, 
/**
 * Which services are there.
 */
services: Array<Service> | null, 
/**
 * The licence.
 */
licence: Licence | null, } | { "state": "settling", 
/**
 * Who has signed in.
 */
person: PersonId | null, 
/**
 * Who they are.
 */
identity: Identity, 
/**
 * Which services are there.
 */
services: Array<Service>, 
/**
 * The licence.
 */
licence: Licence, } | { "state": "ready", 
/**
 * What the guards decide on.
 */
facts: Facts, 
/**
 * The view-as of an administrator, if any.
 */
view: View | null, } | { "state": "failed", 
/**
 * Who has signed in.
 */
person: PersonId | null, 
/**
 * Why, as a sentence.
 */
message: string, };

export type StatusFetched = { "outcome": "loaded", 
/**
 * The status in numbers.
 */
value: StatusSummary, } | { "outcome": "refused", 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type StatusSource = "nodes" | "services";

export type StatusSummary = { 
/**
 * The number of nodes.
 */
nodes: number, 
/**
 * The number of nodes without a current heartbeat.
 */
offline: number, 
/**
 * The number of nodes that have a heartbeat but report a problem.
 */
unhealthy: number, };

export type StepData = { 
/**
 * Whether the user has gone on to the next step.
 */
is_completed: boolean, 
/**
 * The choices of the step.
 */
step_data_object: StepDataObject, 
/**
 * Whether the answers of the step are valid.
 */
is_valid: boolean, };

export type StepDataObject = { "step": "init", } | { "step": "purpose", 
/**
 * The chosen purpose.
 */
purpose: Purpose | null, } | { "step": "details", 
/**
 * The chosen role.
 */
role: WorkRole | null, } | { "step": "desired_features", 
/**
 * The chosen features.
 */
desired_features: Array<DesiredFeature>, };

export type StopReason = "signal" | "journal_failed" | "failed";

export type StoredPlace = { 
/**
 * The requested place.
 */
place: Place, 
/**
 * When it was requested.
 */
at: Timestamp, };

export type StoredSearch = { 
/**
 * Identifies it among the searches of the user.
 */
id: number, 
/**
 * The type of search.
 */
search_type: SearchType, 
/**
 * The query.
 */
query_string: string, 
/**
 * The project that was selected; none for all projects.
 */
context: string | null, };

export type Subject = { "kind": "log", 
/**
 * The service.
 */
service: ServiceId, 
/**
 * The id of the file, such as `artifactory-audit.log`.
 */
id: string, } | { "kind": "support_bundle", 
/**
 * Its id.
 */
bundle: string, } | { "kind": "session", 
/**
 * Its id.
 */
session: string, } | { "kind": "stream", 
/**
 * Its name.
 */
stream: string, };

export type Summary = { 
/**
 * What the package is for, in a sentence.
 */
description: string, 
/**
 * Its keywords.
 */
keywords: Array<string>, 
/**
 * Its licence as its author writes it; empty if it has none.
 */
licence: string, };

export type SupportBundleEvent = { "type": "create", 
/**
 * The id of the creation.
 */
id: string, 
/**
 * The requested contents of each bundle.
 */
wanted: BundleRequest, 
/**
 * The services to collect from.
 */
services: Array<ServiceId>, 
/**
 * The user who requests them; none on the command line.
 */
by: PersonId | null, } | { "type": "support.create" } & BundleCreated | { "type": "due", } | { "type": "download", 
/**
 * The service of the bundle.
 */
service: ServiceId, 
/**
 * The user; none if it is not a user.
 */
by: PersonId | null, } | { "type": "delete", 
/**
 * The service of the bundle.
 */
service: ServiceId, 
/**
 * The user; none if it is not a user.
 */
by: PersonId | null, } | { "type": "support.remove" } & BundleRemoved;

export type SupportBundleState = { "state": "absent", } | { "state": "creating", 
/**
 * The request and its bundles.
 */
creation: BundleCreation, 
/**
 * The number of services that have not finished.
 */
in_progress: number, } | { "state": "settling", 
/**
 * The request and its bundles.
 */
creation: BundleCreation, 
/**
 * When the placeholders are replaced.
 */
until: Timestamp, } | { "state": "settled", 
/**
 * The request and its bundles.
 */
creation: BundleCreation, 
/**
 * When the bundles are removed.
 */
expires_at: Timestamp, } | { "state": "gone", 
/**
 * Why the last one was removed.
 */
end: BundleEnd, 
/**
 * When the last one was removed.
 */
at: Timestamp, };

export type Swept = "accounts" | "licence_keys" | "contents";

export type TargetOutcome = { "outcome": "pending", } | { "outcome": "completed", 
/**
 * The number of files of the bundle.
 */
files: number, } | { "outcome": "failed", 
/**
 * Why.
 */
why: DistributionFailure, 
/**
 * The path of the file that it failed at, which is shortened if it is long.
 */
path?: string | null, };

export type TargetProgress = { 
/**
 * The key of the target.
 */
target: string, 
/**
 * How far it is there.
 */
outcome: TargetOutcome, };

export type ThreadDump = { 
/**
 * The number of thread dumps; none if it is 0.
 */
count: number, 
/**
 * The interval between two thread dumps, in milliseconds.
 */
interval: number, };

export type Timestamp = string;

export type TokenLine = { 
/**
 * When the user signed in.
 */
began_at: Timestamp, 
/**
 * What the tokens permit, which is no more than what was consented to.
 */
scopes: Array<ApplicationScope>, 
/**
 * The digest of the access token.
 */
access: Digest, 
/**
 * Until when that is good.
 */
access_until: Timestamp, 
/**
 * The digest of the refresh token; none if the application may not act while the user is away.
 */
refresh: Digest | null, 
/**
 * Until when that is good.
 */
refresh_until: Timestamp, 
/**
 * The digests of the newest refresh tokens that were used, the oldest first.
 */
used: Array<Digest>, };

export type TokenScope = { 
/**
 * The actions.
 */
actions: Array<PermissionAction>, 
/**
 * The keys of the repositories; all if there is none. A scope only takes away, so that a later repository with the
 * same key gives nothing that its owner would not have.
 */
repositories: Array<string>, 
/**
 * Whether it provisions users and groups (SCIM), and is for no repository. Never in scopes that are older than
 * this field.
 */
provisions: boolean, };

export type Transfers = { 
/**
 * Downloads whose last byte was sent.
 */
downloads: number, 
/**
 * How often it was taken in from another server.
 */
fills: number, 
/**
 * The bytes that were sent, also of downloads that ended early.
 */
bytes: number, };

export type Trigger = "start" | "link" | "history" | "redirect";

export type TrustedIssuer = { 
/**
 * Its unique name, by which requests name it.
 */
name: string, 
/**
 * Its address, exactly as its tokens have it.
 */
issuer: string, 
/**
 * Whom its tokens have to be for.
 */
audience: string, 
/**
 * What it is for.
 */
description: string, 
/**
 * Whether its tokens are exchanged.
 */
enabled: boolean, 
/**
 * The rules; the first that matches is effective.
 */
rules: Array<ExchangeRule>, };

export type TrustedIssuerEvent = { "type": "create", 
/**
 * What it is, with its rules.
 */
issuer: TrustedIssuer, 
/**
 * The user who creates it; none for the server.
 */
by: PersonId | null, } | { "type": "change", 
/**
 * What it is from now on.
 */
issuer: TrustedIssuer, } | { "type": "exchange", 
/**
 * The name of the rule that matches.
 */
rule: string, 
/**
 * The robot whose access token is made.
 */
person: PersonId, 
/**
 * The subject of the token: the job, as the issuer names it.
 */
subject: string, 
/**
 * The SHA-256 of the id of the token, which is used once; none if it has none.
 */
jti: Digest | null, 
/**
 * When the token of the issuer expires.
 */
presented_until: Timestamp, 
/**
 * How long the access token is valid, in seconds.
 */
lives_s: number, } | { "type": "delete", };

export type TrustedIssuerState = { "state": "absent", } | { "state": "existing", 
/**
 * What it is, with its rules.
 */
issuer: TrustedIssuer, 
/**
 * When it was created.
 */
created_at: Timestamp, 
/**
 * The user who created it; none if the server did.
 */
created_by: PersonId | null, } | { "state": "deleted", 
/**
 * The name that it had.
 */
name: string, };

export type Unit = "year" | "month" | "week" | "day" | "hour" | "minute" | "second";

export type Upstream = { 
/**
 * Its address.
 */
url: string, 
/**
 * Whether it is not asked, so that only what is kept is served.
 */
offline: boolean, 
/**
 * For how long what may change, such as the index of a package, is served without asking again, in seconds.
 */
fresh_s: number, 
/**
 * For how long what it does not have is not asked for again, in seconds.
 */
missing_s: number, 
/**
 * Whether names that it has are asked of no other remote repository of the same virtual one.
 */
has_priority: boolean, 
/**
 * Who asks it; none if it answers without credentials.
 */
credentials?: UpstreamCredentials | null, };

export type UpstreamCredentials = { 
/**
 * The user; empty for a token, which is a password by itself.
 */
user: string, 
/**
 * The password or token in the vault.
 */
password: SecretRef, };

export type Uptime = { "known": "for", 
/**
 * One or two units, the larger one first.
 */
spans: Array<Span>, } | { "known": "unavailable", } | { "known": "not_applicable", };

export type User = { 
/**
 * Empty when no user has signed in.
 */
person: PersonId | null, 
/**
 * The user may administer the installation.
 */
admin: boolean, 
/**
 * The user may read the logs of all users.
 */
auditor: boolean, 
/**
 * The user may administer projects (MENU-01).
 */
manages_projects: boolean, 
/**
 * The keys of these projects (ROLE-03). An empty list is all of them, as for administrators, and in records of
 * builds that had no such list.
 */
administers: Array<string>, 
/**
 * The user came by an OAuth provider, and has no password here (ROLE-02).
 */
oauth_realm: boolean, 
/**
 * The user has never been inside before (NAV-13).
 */
first_login: boolean, 
/**
 * The user has neither finished nor dismissed the onboarding (NAV-13).
 */
onboarding_owed: boolean, 
/**
 * What the user may change of their own account (DET-02).
 */
profile: Profile, };

export type UserDirectory = { 
/**
 * Its unique name.
 */
name: string, 
/**
 * What users and administrators read.
 */
label: string, 
/**
 * The server that is asked.
 */
server: DirectoryServer, 
/**
 * The group here that each group of the directory leads to. None of them gives administration.
 */
group_map: { [key in string]: string }, 
/**
 * Whether a user who is not known here gets a new account.
 */
creates_accounts: boolean, 
/**
 * Whether it is asked.
 */
enabled: boolean, 
/**
 * Its place among the directories, which are asked from the lowest.
 */
order: number, };

export type UserDirectoryEvent = { "type": "create", 
/**
 * What it is.
 */
directory: UserDirectory, 
/**
 * The mark of its password; none if it has none.
 */
password: Digest | null, 
/**
 * The user who creates it; none for the server.
 */
by: PersonId | null, } | { "type": "change", 
/**
 * What it is from now on.
 */
directory: UserDirectory, 
/**
 * The mark of its password from now on; none if it has none.
 */
password: Digest | null, } | { "type": "delete", };

export type UserDirectoryState = { "state": "absent", } | { "state": "existing", 
/**
 * What it is.
 */
directory: UserDirectory, 
/**
 * The mark of its password; none if it has none.
 */
password: Digest | null, 
/**
 * When it was created.
 */
created_at: Timestamp, 
/**
 * The user who created it; none if the server did.
 */
created_by: PersonId | null, } | { "state": "deleted", 
/**
 * The name that it had.
 */
name: string, };

export type Vendor = "github" | "gitlab" | "bitbucket_cloud" | "bitbucket_server";

export type VendorItem = { 
/**
 * The vendor.
 */
vendor: Vendor, 
/**
 * The number of its integrations.
 */
integrations: number, 
/**
 * Whether it has integrations.
 */
connected: boolean, 
/**
 * Every product, with the number of integrations that it is selected for.
 */
services: Array<ConfiguredService>, };

export type Verified = { "outcome": "accepted", } | { "outcome": "refused", 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "forbidden", 
/**
 * The reason.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type Version = string;

export type VersionQuery = { 
/**
 * What is searched for.
 */
model: SearchModel, 
/**
 * Whether versions before a release are left out.
 */
ignore_pre_release: boolean, };

export type View = { 
/**
 * The role.
 */
role: Role | null, 
/**
 * The licence.
 */
licence: Licence | null, 
/**
 * The flavour.
 */
flavour: Flavour | null, };

export type Webhook = { 
/**
 * Its unique key.
 */
key: string, 
/**
 * What it is for; may be empty.
 */
description: string, 
/**
 * Whether events are sent.
 */
enabled: boolean, 
/**
 * Whether events about the same are sent in their order: one that failed holds those after it back.
 */
ordered: boolean, 
/**
 * The project that it belongs to, whose events alone it is sent; none if it is the installation's.
 */
project_key: string | null, 
/**
 * What is sent, all of one domain.
 */
events: Array<WebhookEventType>, 
/**
 * Which of these events.
 */
filter: WebhookFilter, 
/**
 * Where they are sent to.
 */
url: string, 
/**
 * The key of the proxy that they are sent through; none for the default one, or straight if there is none.
 */
proxy: string | null, 
/**
 * The headers that are sent beside those of the platform.
 */
headers: Array<WebhookHeader>, 
/**
 * How they are sent.
 */
handler: WebhookHandler, };

export type WebhookAnswer = { "type": "status", 
/**
 * The status.
 */
status: number, 
/**
 * How long it wants to be left alone, in milliseconds.
 */
retry_after_ms?: number | null, 
/**
 * The beginning of an answer that says why it has not taken the event.
 */
text?: string | null, } | { "type": "none", 
/**
 * Why.
 */
failure: WebhookFailure, };

export type WebhookAttempt = { 
/**
 * How long it took, in milliseconds.
 */
took_ms: number, 
/**
 * What came of it.
 */
answer: WebhookAnswer, };

export type WebhookCancelled = "changed" | "deleted";

export type WebhookCursorEvent = { "type": "advance", 
/**
 * The position, which is not before the one that was reached.
 */
position: number, };

export type WebhookCursorState = { "state": "absent", } | { "state": "reached", 
/**
 * The position.
 */
position: number, };

export type WebhookData = { 
/**
 * Whether it is a test, which is about nothing.
 */
test?: boolean, 
/**
 * The key of a repository.
 */
repo_key?: string, 
/**
 * The path of a file in the repository.
 */
path?: string, 
/**
 * The name of the file.
 */
name?: string, 
/**
 * The SHA-256 of its content, in hexadecimal digits.
 */
sha256?: string, 
/**
 * Its size in bytes.
 */
size?: number, 
/**
 * Where a file was copied or moved from: repository and path.
 */
source_repo_path?: string, 
/**
 * Where a file was copied or moved to.
 */
target_repo_path?: string, 
/**
 * The name of a property.
 */
property_key?: string, 
/**
 * The values of the property.
 */
property_values?: Array<string>, 
/**
 * The name of an image.
 */
image_name?: string, 
/**
 * The tag of the image.
 */
tag?: string, 
/**
 * The name of a build.
 */
build_name?: string, 
/**
 * The number of the build.
 */
build_number?: string, 
/**
 * When the build was started.
 */
build_started?: string, 
/**
 * The name of a release bundle.
 */
release_bundle_name?: string, 
/**
 * The version of the release bundle.
 */
release_bundle_version?: string, 
/**
 * The size of its files together, in bytes.
 */
release_bundle_size?: number, 
/**
 * The installations that the release bundle is distributed to, or removed from.
 */
edge_node_info_list?: Array<WebhookEdgeNode>, 
/**
 * The number of the distribution.
 */
transaction_id?: number, 
/**
 * The environment that the release bundle is promoted to.
 */
environment?: string, 
/**
 * The type of a repository.
 */
package_type?: PackageType, 
/**
 * The name of a package.
 */
package_name?: string, 
/**
 * The version of the package.
 */
package_version?: string, 
/**
 * The name of a rule about downloads.
 */
rule_name?: string, 
/**
 * What the rule is about.
 */
rule_kind?: DownloadRuleKind, 
/**
 * What violates the rule.
 */
reason?: DownloadViolationReason, 
/**
 * The id of a user. The name, which is a personal value, is added where a request is made of the message.
 */
user_id?: PersonId, };

export type WebhookDeath = "refused" | "gone" | "expired" | "owner_without_rights";

export type WebhookDeliveryEvent = { "type": "send", 
/**
 * What was sent.
 */
message: WebhookMessage, 
/**
 * The revision of the webhook by which it was.
 */
revision: number, 
/**
 * What came of it.
 */
attempt: WebhookAttempt, 
/**
 * The random part of the time until it is sent again, in thousandths.
 */
jitter_permille: number, } | { "type": "retry", 
/**
 * The revision of the webhook by which it was.
 */
revision: number, 
/**
 * What came of it.
 */
attempt: WebhookAttempt, 
/**
 * The random part of the time until it is sent again, in thousandths.
 */
jitter_permille: number, } | { "type": "discard", 
/**
 * What would have been sent.
 */
message: WebhookMessage, 
/**
 * Why it is not.
 */
why: WebhookDeath, } | { "type": "give_up", 
/**
 * Why.
 */
why: WebhookDeath, } | { "type": "cancel", 
/**
 * How.
 */
why: WebhookCancelled, } | { "type": "redeliver", 
/**
 * What is sent.
 */
message: WebhookMessage, };

export type WebhookDeliveryState = { "state": "absent", } | { "state": "waiting", 
/**
 * What is sent.
 */
message: WebhookMessage, 
/**
 * How often it was sent.
 */
attempts: number, 
/**
 * When it was sent first, or wanted again.
 */
first_at: Timestamp, 
/**
 * When it is sent the next time.
 */
until: Timestamp, } | { "state": "delivered", 
/**
 * How often it was sent.
 */
attempts: number, } | { "state": "dead", 
/**
 * How often it was sent.
 */
attempts: number, 
/**
 * Why.
 */
why: WebhookDeath, } | { "state": "cancelled", 
/**
 * How often it was sent.
 */
attempts: number, 
/**
 * Why.
 */
why: WebhookCancelled, };

export type WebhookDisabled = "gone" | "owner_without_rights";

export type WebhookEdgeNode = { 
/**
 * The key of the target.
 */
edge_node_name: string, };

export type WebhookEvent = { "type": "create", 
/**
 * What it sends, where, and when.
 */
webhook: Webhook, 
/**
 * The user who creates it; none for the server.
 */
by: PersonId | null, } | { "type": "change", 
/**
 * What it sends from now on.
 */
webhook: Webhook, 
/**
 * The user who changes it; none for the server.
 */
by: PersonId | null, } | { "type": "disable", 
/**
 * Why.
 */
reason: WebhookDisabled, } | { "type": "pause", 
/**
 * Whether they do.
 */
paused: boolean, } | { "type": "rotate", 
/**
 * The new secret.
 */
secret: SecretRef, } | { "type": "retire", } | { "type": "delete", };

export type WebhookEventType = "artifact.deployed" | "artifact.deleted" | "artifact.moved" | "artifact.copied" | "artifact.cached" | "artifact_property.added" | "artifact_property.deleted" | "docker.pushed" | "docker.deleted" | "docker.promoted" | "build.uploaded" | "build.deleted" | "build.promoted" | "release_bundle.created" | "release_bundle.signed" | "release_bundle.deleted" | "distribution.distribute_started" | "distribution.distribute_completed" | "distribution.distribute_aborted" | "distribution.distribute_failed" | "distribution.delete_started" | "distribution.delete_completed" | "distribution.delete_failed" | "artifactory_release_bundle.received" | "artifactory_release_bundle.delete_started" | "artifactory_release_bundle.delete_completed" | "artifactory_release_bundle.delete_failed" | "destination.received" | "destination.delete_started" | "destination.delete_completed" | "destination.delete_failed" | "artifact_lifecycle.archive" | "artifact_lifecycle.restore" | "release_bundle_v2.started" | "release_bundle_v2.failed" | "release_bundle_v2.completed" | "release_bundle_v2_promotion.started" | "release_bundle_v2_promotion.failed" | "release_bundle_v2_promotion.completed" | "policy.violated" | "user.locked";

export type WebhookFailure = "not_reached" | "not_trusted" | "too_slow" | "not_http" | "busy" | "proxy" | "blocked" | "address" | "unsendable";

export type WebhookFilter = { "by": "repositories", 
/**
 * Whether all local repositories count, also those that are created later.
 */
any_local: boolean, 
/**
 * Whether all remote repositories count, also those that are created later.
 */
any_remote: boolean, 
/**
 * The ids of further repositories.
 */
ids: Array<string>, 
/**
 * The patterns of paths.
 */
patterns: WebhookPatterns, } | { "by": "builds" } & WebhookNames | { "by": "bundles" } & WebhookNames | { "by": "all", };

export type WebhookHandler = { "type": "webhook", 
/**
 * The secret that the receiver knows; none if it asks for none.
 */
secret: SecretRef | null, 
/**
 * The secret before it was rotated, as long as that counts too.
 */
earlier_secret?: SecretRef | null, 
/**
 * What is made with it.
 */
signature: WebhookSignature, 
/**
 * Whether the event is in an envelope of `CloudEvents`.
 */
cloud_event: boolean, } | { "type": "custom-webhook", 
/**
 * The method of the request.
 */
method: WebhookMethod, 
/**
 * The payload; none for the event as JSON.
 */
payload: string | null, 
/**
 * The secrets that the payload and the headers may name.
 */
secrets: { [key in string]: SecretRef }, };

export type WebhookHeader = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its value.
 */
value: WebhookHeaderValue, };

export type WebhookHeaderValue = { "is": "text", 
/**
 * The text.
 */
text: string, } | { "is": "secret", 
/**
 * The entry of the vault.
 */
secret: SecretRef, };

export type WebhookHistory = { 
/**
 * When it was created.
 */
created_at: Timestamp, 
/**
 * Since when it sends to its address: events that happened before are not sent. It begins again with another
 * address, and when it is enabled.
 */
sends_since: Timestamp, 
/**
 * The user whose rights each delivery needs: the one who changed it last. None if the server did.
 */
owner: PersonId | null, };

export type WebhookMessage = { 
/**
 * The id, by which receivers recognise what they have received before.
 */
id: string, 
/**
 * When it happened.
 */
at: Timestamp, 
/**
 * What happened.
 */
event: WebhookEventType, 
/**
 * What it happened to.
 */
data: WebhookData, 
/**
 * The trace of what has caused it.
 */
trace?: string | null, };

export type WebhookMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type WebhookNames = { 
/**
 * Whether every name counts, also those that come later.
 */
any: boolean, 
/**
 * The names that count.
 */
names: Array<string>, 
/**
 * The patterns of names that count too.
 */
patterns: WebhookPatterns, 
/**
 * The environments of which promotions count; all of them if it is empty. Only promotions have one.
 */
environments?: Array<string>, };

export type WebhookPatterns = { 
/**
 * What is included.
 */
includes: Array<string>, 
/**
 * What is excluded.
 */
excludes: Array<string>, };

export type WebhookSignature = "plain" | "hmac_sha256" | "standard";

export type WebhookState = { "state": "absent", } | { "state": "existing", 
/**
 * What it sends, where, and when.
 */
webhook: Webhook, 
/**
 * The number of its revision, from 1.
 */
revision: number, 
/**
 * Whether its deliveries wait.
 */
paused: boolean, 
/**
 * Why the platform has disabled it; none while it is enabled, and where a user has disabled it.
 */
disabled: WebhookDisabled | null, 
/**
 * When it was created and changed, and by whom.
 */
history: WebhookHistory, } | { "state": "deleted", 
/**
 * The key that it had.
 */
key: string, };

export type WizardStep = "init" | "purpose" | "details" | "desired_features";

export type Work = { "role": "devops_engineer", } | { "role": "software_developer", } | { "role": "devsecops_engineer", } | { "role": "other", 
/**
 * The user's description of it.
 */
other_role: Personal, };

export type WorkRole = "devops_engineer" | "software_developer" | "devsecops_engineer" | "other";

export interface States {
  session: SessionState;
  startup: StartupState;
  login: LoginState;
  mfa: MfaState;
  password: PasswordState;
  cli_login: CliLoginState;
  idle: IdleState;
  navigation: NavigationState;
  quick_setup: QuickSetupState;
  onboarding: OnboardingState;
  personalisation: PersonalisationState;
  retention: RetentionState;
  log_viewer: LogViewerState;
  account: AccountState;
  setup: SetupState;
  licence: LicenceState;
  logo: LogoState;
  project: ProjectState;
  group: GroupState;
  support_bundle: SupportBundleState;
  release_bundle: ReleaseBundleState;
  node: NodeState;
  server: ServerState;
  reading: ReadingState;
  permission: PermissionState;
  repository: RepositoryState;
  package: PackageState;
  build: BuildState;
  download: DownloadState;
  cleanup_policy: CleanupPolicyState;
  advisories: AdvisoriesState;
  followed_packages: FollowedPackagesState;
  download_rules: DownloadRulesState;
  download_violations: DownloadViolationsState;
  webhook: WebhookState;
  webhook_cursor: WebhookCursorState;
  webhook_delivery: WebhookDeliveryState;
  application: ApplicationState;
  application_grant: ApplicationGrantState;
  service_status: ServiceStatusState;
  search: SearchState;
  packages: PackagesState;
  git_connection: GitConnectionState;
  git_integration: GitIntegrationState;
  outbound_proxy: OutboundProxyState;
  distribution_target: DistributionTargetState;
  trusted_issuer: TrustedIssuerState;
  mail_server: MailServerState;
  mail_outbox: MailOutboxState;
  forgot_password: ForgotPasswordState;
  reset_password: ResetPasswordState;
  sign_in_provider: SignInProviderState;
  sso: SsoState;
  provisioning: ProvisioningState;
  passkey: PasskeyState;
  user_directory: UserDirectoryState;
  registration_settings: RegistrationSettingsState;
  registration: RegistrationState;
}

export interface Events {
  session: SessionEvent;
  startup: StartupEvent;
  login: LoginEvent;
  mfa: MfaEvent;
  password: PasswordEvent;
  cli_login: CliLoginEvent;
  idle: IdleEvent;
  navigation: NavigationEvent;
  quick_setup: QuickSetupEvent;
  onboarding: OnboardingEvent;
  personalisation: PersonalisationEvent;
  retention: RetentionEvent;
  log_viewer: LogViewerEvent;
  account: AccountEvent;
  setup: SetupEvent;
  licence: LicenceEvent;
  logo: LogoEvent;
  project: ProjectEvent;
  group: GroupEvent;
  support_bundle: SupportBundleEvent;
  release_bundle: ReleaseBundleEvent;
  node: NodeEvent;
  server: ServerEvent;
  reading: ReadingEvent;
  permission: PermissionEvent;
  repository: RepositoryEvent;
  package: PackageEvent;
  build: BuildEvent;
  download: DownloadEvent;
  cleanup_policy: CleanupPolicyEvent;
  advisories: AdvisoriesEvent;
  followed_packages: FollowedPackagesEvent;
  download_rules: DownloadRulesEvent;
  download_violations: DownloadViolationsEvent;
  webhook: WebhookEvent;
  webhook_cursor: WebhookCursorEvent;
  webhook_delivery: WebhookDeliveryEvent;
  application: ApplicationEvent;
  application_grant: ApplicationGrantEvent;
  service_status: ServiceStatusEvent;
  search: SearchEvent;
  packages: PackagesEvent;
  git_connection: GitConnectionEvent;
  git_integration: GitIntegrationEvent;
  outbound_proxy: OutboundProxyEvent;
  distribution_target: DistributionTargetEvent;
  trusted_issuer: TrustedIssuerEvent;
  mail_server: MailServerEvent;
  mail_outbox: MailOutboxEvent;
  forgot_password: ForgotPasswordEvent;
  reset_password: ResetPasswordEvent;
  sign_in_provider: SignInProviderEvent;
  sso: SsoEvent;
  provisioning: ProvisioningEvent;
  passkey: PasskeyEvent;
  user_directory: UserDirectoryEvent;
  registration_settings: RegistrationSettingsEvent;
  registration: RegistrationEvent;
}
