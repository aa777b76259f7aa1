// Generated from the state machines by `cargo test --test generated`. Do not edit.

export type AccountEvent = { "type": "create", 
/**
 * The user name.
 */
name: Personal, 
/**
 * May administer the installation.
 */
admin: boolean, 
/**
 * Must change the password before signing in.
 */
must_change_password: boolean, 
/**
 * Where the password's hash lies.
 */
password: SecretRef, } | { "type": "set_password", 
/**
 * Where the new hash lies.
 */
password: SecretRef, 
/**
 * An admin set it, so its owner must change it.
 */
must_change_password: boolean, } | { "type": "enrol", 
/**
 * Where its secret lies.
 */
secret: SecretRef, 
/**
 * The time step of the first code.
 */
step: number, 
/**
 * Where the recovery codes' digests lie.
 */
recovery: SecretRef, } | { "type": "use_code", 
/**
 * Its time step.
 */
step: number, } | { "type": "use_recovery_code", 
/**
 * Its number.
 */
number: number, } | { "type": "reset_mfa", } | { "type": "set_admin", 
/**
 * May administer the installation.
 */
admin: boolean, } | { "type": "enter", 
/**
 * The stream of the session.
 */
session: string, } | { "type": "set_custom_data", 
/**
 * How.
 */
change: CustomChange, } | { "type": "make_token", 
/**
 * Names the token: `t_` and 16 hex digits.
 */
id: string, 
/**
 * The SHA-256 of the token itself, which is nowhere but with its holder.
 */
digest: Digest, 
/**
 * What it is for.
 */
description: Personal | null, 
/**
 * Until when it works.
 */
until: Timestamp, } | { "type": "revoke_token", 
/**
 * Which.
 */
id: string, } | { "type": "disable", } | { "type": "enable", };

export type AccountState = { "state": "absent", } | { "state": "active", 
/**
 * What it holds.
 */
profile: Profile, } | { "state": "disabled", 
/**
 * What it holds.
 */
profile: Profile, };

export type Answers = { 
/**
 * What the platform is for.
 */
purpose: Purpose | null, 
/**
 * Who is asking.
 */
details: Details, 
/**
 * What they want to do with it.
 */
desired_features: Array<DesiredFeature>, 
/**
 * A default project is to be made (ONB-03).
 */
default_project: boolean, };

export type AnyEvent = { "machine": "session" } & SessionEvent | { "machine": "startup" } & StartupEvent | { "machine": "login" } & LoginEvent | { "machine": "mfa" } & MfaEvent | { "machine": "password" } & PasswordEvent | { "machine": "idle" } & IdleEvent | { "machine": "navigation" } & NavigationEvent | { "machine": "quick_setup" } & QuickSetupEvent | { "machine": "onboarding" } & OnboardingEvent | { "machine": "personalisation" } & PersonalisationEvent | { "machine": "retention" } & RetentionEvent | { "machine": "log_viewer" } & LogViewerEvent | { "machine": "account" } & AccountEvent | { "machine": "setup" } & SetupEvent | { "machine": "licence" } & LicenceEvent | { "machine": "logo" } & LogoEvent | { "machine": "project" } & ProjectEvent | { "machine": "support_bundle" } & SupportBundleEvent | { "machine": "release_bundle" } & ReleaseBundleEvent | { "machine": "node" } & NodeEvent | { "machine": "service_status" } & ServiceStatusEvent;

export type ArtifactList = { 
/**
 * The SHA-256 of the list's file, which is its name.
 */
digest: Digest, 
/**
 * How many artifacts it has.
 */
artifacts: number, 
/**
 * How many bytes those have together.
 */
size: number, };

export type Attempt = { 
/**
 * The user name that was typed.
 */
account: Personal, 
/**
 * The sign-in is to last.
 */
remember: boolean, 
/**
 * Recognises the cookie that the session gets when the sign-in succeeds at once.
 */
token: Digest, 
/**
 * Where the user wanted to go.
 */
stored: StoredPlace | null, };

export type Authenticated = { "outcome": "accepted", 
/**
 * Who it is.
 */
person: PersonId, 
/**
 * An administrator.
 */
admin: boolean, 
/**
 * What is still owed.
 */
mfa: MfaStatus, 
/**
 * Where the application is to be left for, instead of the landing path.
 */
external_redirect: string | null, } | { "outcome": "credentials_expired", 
/**
 * Who it is.
 */
person: PersonId, } | { "outcome": "refused", 
/**
 * Why.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type Authenticator = "google";

export type BundleArchive = { 
/**
 * How many bytes it has.
 */
bytes: number, 
/**
 * Its SHA-256.
 */
digest: Digest, 
/**
 * How many files are in it.
 */
files: number, 
/**
 * How many values in it read `[redacted]`.
 */
redacted: number, 
/**
 * How many logs are in it in part only, or were left out for their size.
 */
shortened: number, };

export type BundleCreated = { "outcome": "success", 
/**
 * Whose.
 */
service: ServiceId, 
/**
 * Its file.
 */
archive: BundleArchive, } | { "outcome": "failure", 
/**
 * Whose.
 */
service: ServiceId, 
/**
 * Why.
 */
fault: BundleFault, 
/**
 * What went wrong, for whoever reads the record.
 */
message: string, };

export type BundleCreation = { 
/**
 * `B1-` and 13 digits. The bundle of a service is named by this, a dash and the service.
 */
id: string, 
/**
 * What is to be in each.
 */
wanted: Wanted, 
/**
 * When it was asked for.
 */
created_at: Timestamp, 
/**
 * By whom.
 */
created_by: PersonId | null, 
/**
 * The bundles, one a service.
 */
parts: Array<BundlePart>, };

export type BundleDownload = { 
/**
 * Who.
 */
by: PersonId | null, 
/**
 * When it was last begun.
 */
at: Timestamp, 
/**
 * How often a download was begun, by anybody.
 */
times: number, };

export type BundleEnd = { "why": "deleted", 
/**
 * Who.
 */
by: PersonId | null, } | { "why": "expired", };

export type BundleFault = "disk_full" | "interrupted" | "not_running" | "unavailable";

export type BundleOrigin = "source" | "target";

export type BundlePart = { 
/**
 * Whose.
 */
service: ServiceId, 
/**
 * How it stands.
 */
status: BundleStatus, };

export type BundleRemoved = { "outcome": "done", } | { "outcome": "later", };

export type BundleSignature = { 
/**
 * The public key, 64 hex digits.
 */
key: string, 
/**
 * The signature, 128 hex digits.
 */
value: string, };

export type BundleStatus = { "status": "in_progress", } | { "status": "success", 
/**
 * Its file.
 */
archive: BundleArchive, 
/**
 * When it was ready.
 */
at: Timestamp, 
/**
 * Who fetched it last.
 */
download: BundleDownload | null, } | { "status": "failure", 
/**
 * Why.
 */
fault: BundleFault, 
/**
 * What went wrong.
 */
message: string, 
/**
 * When that was known.
 */
at: Timestamp, } | { "status": "removed", 
/**
 * Why it is no more.
 */
end: BundleEnd, 
/**
 * Since when.
 */
at: Timestamp, };

export type Call = { "call": "access.authenticate", 
/**
 * The ticket for user name and password.
 */
credentials: Handle, } | { "call": "access.log_out", 
/**
 * Whose.
 */
person: PersonId, } | { "call": "access.begin_enrolment", 
/**
 * Whose.
 */
person: PersonId, } | { "call": "access.confirm_enrolment", 
/**
 * Whose.
 */
person: PersonId, 
/**
 * The ticket for the code.
 */
code: Handle, } | { "call": "access.verify_code", 
/**
 * Whose.
 */
person: PersonId, 
/**
 * The ticket for the code.
 */
code: Handle, } | { "call": "access.verify_recovery", 
/**
 * Whose.
 */
person: PersonId, 
/**
 * The ticket for the code.
 */
code: Handle, } | { "call": "access.change_password", 
/**
 * Whose.
 */
person: PersonId, 
/**
 * The ticket for the current and the new password.
 */
passwords: Handle, } | { "call": "access.check_session", } | { "call": "access.current_user", 
/**
 * Who has signed in, if anybody.
 */
person: PersonId | null, } | { "call": "access.store_custom_data", 
/**
 * Whose.
 */
person: PersonId, 
/**
 * What is to change.
 */
change: CustomChange, } | { "call": "projects.create", 
/**
 * The key.
 */
project_key: string, 
/**
 * What people call it.
 */
name: string, } | { "call": "settings.footer", } | { "call": "topology.services", } | { "call": "licences.entitlements", } | { "call": "status.nodes", } | { "call": "status.services", } | { "call": "status.remove_node", 
/**
 * Which.
 */
node: NodeRef, } | { "call": "settings.load", } | { "call": "support.create", 
/**
 * The creation that it belongs to.
 */
bundle: string, 
/**
 * Whose.
 */
service: ServiceId, 
/**
 * What is to be in it.
 */
wanted: Wanted, } | { "call": "support.remove", 
/**
 * The creation that it belongs to.
 */
bundle: string, 
/**
 * Whose.
 */
service: ServiceId, } | { "call": "logs.config", 
/**
 * Whose.
 */
service: ServiceId, } | { "call": "logs.data", 
/**
 * Which.
 */
file: LogFile, 
/**
 * Where the last read ended.
 */
file_size: number, 
/**
 * Which file that was; none before the first read.
 */
generation: string | null, } | { "call": "retention.status", } | { "call": "browser.notify", 
/**
 * The text's key.
 */
key: string, 
/**
 * What the text mentions.
 */
args: { [key in string]: string }, 
/**
 * How long it stays, in milliseconds.
 */
duration_ms: number, } | { "call": "browser.navigate", 
/**
 * Where to.
 */
to: Place, } | { "call": "browser.leave", 
/**
 * The address.
 */
url: string, } | { "call": "browser.end_session", 
/**
 * Where to go afterwards, when the provider keeps a session of its own.
 */
leave_for: string | null, } | { "call": "browser.remember_path", 
/**
 * The place.
 */
place: Place, } | { "call": "browser.pause_polling", } | { "call": "browser.resume_polling", } | { "call": "browser.close_dialogs", 
/**
 * Which.
 */
what: Array<Dialog>, } | { "call": "browser.save_step", 
/**
 * Which.
 */
step: WizardStep, 
/**
 * What it has come to.
 */
data: StepData, } | { "call": "browser.clear", 
/**
 * What.
 */
what: Array<Clearable>, } | { "call": "tell", 
/**
 * The event, with its machine's name.
 */
event: AnyEvent, };

export type Changed = { "outcome": "accepted", } | { "outcome": "refused", 
/**
 * Why.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type Checked = { "outcome": "valid", } | { "outcome": "expired", } | { "outcome": "interrupted", };

export type Clearable = "initial_data" | "identity" | "guide" | "packages" | "remembered_path" | "search" | "api_key" | "personalisation";

export type CloseReason = "logged_out" | "expired" | "revoked" | "abandoned" | "unreadable";

export type CustomChange = { "change": "onboarded", 
/**
 * What.
 */
answers: Onboarded, } | { "change": "onboarding_dismissed", } | { "change": "getting_started_seen", } | { "change": "personalised", 
/**
 * Which.
 */
completed_steps: Array<WizardStep>, };

export type DataStored = { "outcome": "accepted", } | { "outcome": "refused", 
/**
 * Why.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type Day = string;

export type Decision = { 
/**
 * Where it wanted to be.
 */
wanted: Place, 
/**
 * How that ended.
 */
outcome: Outcome, 
/**
 * The way.
 */
hops: Array<Hop>, 
/**
 * The record that the facts came from, where that is not the record's own cause.
 */
facts: number | null, };

export type DesiredFeature = "binary_management" | "team_administration" | "single_sign_on" | "vulnerabilities_scanning" | "licence_compliance_checks" | "continuous_integration" | "container_registry" | "software_bill_of_materials";

export type DesiredFeatures = Array<DesiredFeature>;

export type Details = { 
/**
 * What they do.
 */
role: WorkRole | null, 
/**
 * In their own words, for [`WorkRole::Other`].
 */
other_role: Personal | null, 
/**
 * The company, for [`Purpose::Commercial`].
 */
company_name: Personal | null, 
/**
 * The open-source project, for [`Purpose::Personal`]; nobody has to have one.
 */
oss_project_name: Personal | null, };

export type Dialog = "repository_creation" | "success" | "project_animation";

export type Digest = string;

export type Fact = { "fact": "anonymous_allowed", "value": boolean } | { "fact": "anonymous_ui_blocked", "value": boolean } | { "fact": "single_sign_on", "value": SingleSignOn } | { "fact": "licence", "value": Licence } | { "fact": "services", "value": Array<Service> } | { "fact": "lightweight", "value": boolean } | { "fact": "cloud", "value": boolean } | { "fact": "help_links_disabled", "value": boolean } | { "fact": "maintenance", "value": boolean } | { "fact": "features", "value": Array<Feature> } | { "fact": "external_redirect", "value": string | null } | { "fact": "hidden_routes", "value": Array<RouteName> } | { "fact": "announced_paths", "value": Array<string> };

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

export type Flavour = "standard" | "lightweight" | "cloud";

export type HaStatus = "single" | "cluster";

export type Handle = { 
/**
 * The ticket's opaque id, `h_` and 32 hex digits.
 */
handle: string, };

export type Held = { 
/**
 * Where somebody wanted to go before they had to sign in.
 */
stored: StoredPlace | null, 
/**
 * The session of a command-line client.
 */
client_session: boolean, };

export type Hop = { 
/**
 * The route that was asked for.
 */
route: RouteName, 
/**
 * The guard that decided, or `leads_to` where the route table itself leads on.
 */
guard: string, 
/**
 * The route that came of it.
 */
to: RouteName, };

export type Identity = { 
/**
 * Whom it is about: an answer that comes too late may be about somebody else.
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
single_sign_on: SingleSignOn, };

export type IdleEvent = { "type": "activity", 
/**
 * How long nothing had happened before, in milliseconds.
 */
idle_ms: number, } | { "type": "access.check_session" } & Checked | { "type": "reset", };

export type IdleState = { "state": "watching", } | { "state": "checking", } | { "state": "expired", };

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
 * The installation is under maintenance: only administrators may use the console.
 */
maintenance: boolean, 
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
announced_paths: Array<string>, };

export type InstalledLicence = { 
/**
 * What it licenses.
 */
licence: Licence, 
/**
 * Where the key's text lies.
 */
key: SecretRef, 
/**
 * It counts until then; without this for ever.
 */
valid_until: Timestamp | null, 
/**
 * When it was installed.
 */
at: Timestamp, 
/**
 * Who did that; nobody when it was done on the command line.
 */
by: PersonId | null, };

export type Licence = "NONE" | "OSS" | "CONAN" | "JCR" | "COMMERCIAL" | "COMMERCIAL_X" | "TRIAL" | "EDGE" | "EDGE_TRIAL" | "ENTERPRISE" | "ENTERPRISE_X" | "ENTERPRISE_PLUS_TRIAL" | "ENTERPRISE_PLUS";

export type LicenceEvent = { "type": "install", 
/**
 * What it licenses.
 */
licence: Licence, 
/**
 * Where the key's text lies.
 */
key: SecretRef, 
/**
 * It counts until then.
 */
valid_until: Timestamp | null, 
/**
 * Who installs it.
 */
by: PersonId | null, } | { "type": "remove", };

export type LicenceState = { "state": "none", } | { "state": "installed", 
/**
 * Which.
 */
installed: InstalledLicence, } | { "state": "removed", };

export type LogAfter = "count" | "live" | "pause";

export type LogConfigAnswer = { "outcome": "told", 
/**
 * Whose they are.
 */
service: ServiceId, 
/**
 * The ids of the logs.
 */
logs: Array<string>, 
/**
 * The nodes.
 */
nodes: Array<string>, 
/**
 * How often to look again, if the server says so.
 */
refresh_rate_millis: number | null, } | { "outcome": "refused", 
/**
 * Whose were asked for.
 */
service: ServiceId, 
/**
 * Why.
 */
notice: Notice, } | { "outcome": "interrupted", 
/**
 * Whose were asked for.
 */
service: ServiceId, };

export type LogDataAnswer = { "outcome": "told", 
/**
 * Which log.
 */
file: LogFile, 
/**
 * How far.
 */
read: LogRead, } | { "outcome": "refused", 
/**
 * Which log.
 */
file: LogFile, 
/**
 * Why.
 */
notice: Notice, } | { "outcome": "interrupted", 
/**
 * Which log.
 */
file: LogFile, };

export type LogFile = { 
/**
 * Whose.
 */
service: ServiceId, 
/**
 * On which node.
 */
node: string, 
/**
 * Its id.
 */
id: string, };

export type LogGap = "rotated" | "truncated";

export type LogPause = "user" | "config_error" | "choosing" | "no_log" | "unattended";

export type LogRange = { 
/**
 * Whether any are.
 */
include: boolean, 
/**
 * From the beginning of this day on.
 */
start_date: Day, 
/**
 * Until the end of this one.
 */
end_date: Day, };

export type LogRead = { 
/**
 * Where to read on.
 */
file_size: number, 
/**
 * Which file it was.
 */
generation: string, 
/**
 * When the file was changed last; empty while there is none.
 */
last_update_modified: string, 
/**
 * When it was read.
 */
last_update_label: string, 
/**
 * What is missing before what was read.
 */
gap: LogGap | null, 
/**
 * Recognises the text that was read last.
 */
digest: Digest, };

export type LogView = { 
/**
 * The services whose logs can be read.
 */
product_list: Array<ServiceId>, 
/**
 * The nodes of the selected one.
 */
node_list: Array<string>, 
/**
 * The logs of the selected one.
 */
log_list: Array<string>, 
/**
 * The selected service; the repository service at first (DET-07).
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
 * Whether the selected service runs on several nodes; not known before its logs are.
 */
ha_status: HaStatus | null, 
/**
 * Whether a service has been chosen.
 */
service_changed: ServiceChanged, 
/**
 * How long to wait between two refreshes, in milliseconds: whole seconds.
 */
refresh_ms: number, 
/**
 * How far the log has been read.
 */
read: LogRead | null, 
/**
 * What the last read failed with, so that the same is not notified at each refresh.
 */
failed: string | null, 
/**
 * Until when somebody counts as looking; afterwards refreshing pauses.
 */
attended_until: Timestamp, };

export type LogViewerEvent = { "type": "open", 
/**
 * The services whose logs can be read.
 */
products: Array<ServiceId>, } | { "type": "service_changed", } | { "type": "select_product", 
/**
 * Which.
 */
service: ServiceId, } | { "type": "select_node", 
/**
 * Which.
 */
node: string, } | { "type": "select_file", 
/**
 * Which.
 */
id: string, } | { "type": "pause", } | { "type": "resume", } | { "type": "refresh_now", } | { "type": "feed", } | { "type": "feed_lost", 
/**
 * How far it came.
 */
file_size: number, 
/**
 * Which file it was.
 */
generation: string, } | { "type": "reset", } | { "type": "due", } | { "type": "logs.config" } & LogConfigAnswer | { "type": "logs.data" } & LogDataAnswer;

export type LogViewerState = { "state": "closed", 
/**
 * What it holds: the defaults.
 */
viewer: LogView, } | { "state": "configuring", 
/**
 * What it holds.
 */
viewer: LogView, } | { "state": "counting", 
/**
 * What it holds.
 */
viewer: LogView, 
/**
 * When the next refresh is due.
 */
until: Timestamp, } | { "state": "refreshing", 
/**
 * What it holds.
 */
viewer: LogView, 
/**
 * What goes on afterwards.
 */
after: LogAfter, } | { "state": "live", 
/**
 * What it holds.
 */
viewer: LogView, } | { "state": "paused", 
/**
 * What it holds.
 */
viewer: LogView, 
/**
 * Why.
 */
why: LogPause, };

export type LoggedOut = { "outcome": "done", } | { "outcome": "interrupted", };

export type LoginEvent = { "type": "submit", 
/**
 * What is remembered meanwhile.
 */
attempt: Attempt, 
/**
 * The ticket for user name and password.
 */
credentials: Handle, } | { "type": "access.authenticate" } & Authenticated | { "type": "second_factor_passed", 
/**
 * Who gave it.
 */
person: PersonId, 
/**
 * Recognises the cookie that the session gets.
 */
token: Digest, } | { "type": "second_factor_forbidden", 
/**
 * Why.
 */
notice: Notice, } | { "type": "password_changed", } | { "type": "cancel", } | { "type": "log_out", } | { "type": "access.log_out" } & LoggedOut | { "type": "expire", } | { "type": "revoke", };

export type LoginState = { "state": "signed_out", 
/**
 * What to say above the form.
 */
notice: Notice | null, } | { "state": "checking", 
/**
 * What is remembered meanwhile.
 */
attempt: Attempt, } | { "state": "otp_required", 
/**
 * Who.
 */
person: PersonId, 
/**
 * An administrator.
 */
admin: boolean, 
/**
 * What is remembered meanwhile.
 */
attempt: Attempt, 
/**
 * Where the application is to be left for, instead of the landing path.
 */
external_redirect: string | null, } | { "state": "enrol_required", 
/**
 * Who.
 */
person: PersonId, 
/**
 * An administrator.
 */
admin: boolean, 
/**
 * What is remembered meanwhile.
 */
attempt: Attempt, 
/**
 * Where the application is to be left for, instead of the landing path.
 */
external_redirect: string | null, } | { "state": "password_expired", 
/**
 * Who.
 */
person: PersonId, 
/**
 * The user name, to be shown.
 */
account: Personal, } | { "state": "signed_in", 
/**
 * Who.
 */
person: PersonId, 
/**
 * An administrator.
 */
admin: boolean, 
/**
 * Since when.
 */
since: Timestamp, 
/**
 * Until when at the latest.
 */
until: Timestamp, } | { "state": "signing_out", 
/**
 * Who.
 */
person: PersonId, };

export type LogoEvent = { "type": "upload", 
/**
 * Which.
 */
picture: Picture, 
/**
 * Who did that.
 */
by: PersonId | null, } | { "type": "remove", };

export type LogoMark = "jcr" | "conan" | "edge" | "oss" | "general";

export type LogoSource = "uploaded" | "footer" | "default";

export type LogoState = { "state": "none", } | { "state": "shown", 
/**
 * Which.
 */
picture: Picture, 
/**
 * When it was uploaded.
 */
at: Timestamp, 
/**
 * Who did that.
 */
by: PersonId | null, };

export type MachineName = "session" | "startup" | "login" | "mfa" | "password" | "idle" | "navigation" | "quick_setup" | "onboarding" | "personalisation" | "retention" | "log_viewer" | "account" | "setup" | "licence" | "logo" | "project" | "support_bundle" | "release_bundle" | "node" | "service_status";

export type Menu = "hidden" | "application" | "administration" | "project_settings";

export type MenuAction = "getting_started" | "cloud_subscription" | "quick_repository" | "set_me_up" | "switch_ui" | "change_password" | "log_out" | "keyboard_shortcuts" | "documentation" | "learning_center";

export type MenuBadge = "beta";

export type MenuGroup = { 
/**
 * The id that its heading is found by.
 */
id: string, 
/**
 * Its items, some of which cannot be chosen.
 */
items: Array<MenuItem>, };

export type MenuItem = { 
/**
 * The id that its text is found by.
 */
id: string, 
/**
 * The route that it leads to.
 */
route: RouteName | null, 
/**
 * The address under `/ui` where it is more than the route's: with a part of the path, or a query.
 */
href: string | null, 
/**
 * What it does, where it leads nowhere.
 */
action: MenuAction | null, 
/**
 * The name of its picture.
 */
icon: string | null, 
/**
 * A mark beside its text.
 */
badge: MenuBadge | null, 
/**
 * Why it cannot be chosen.
 */
disabled: MenuLack | null, 
/**
 * The heading that it stands under.
 */
group: string | null, };

export type MenuLack = "service_missing" | "licence_too_low" | "switched_off" | "leads_elsewhere";

export type MenuLogo = { 
/**
 * Where it comes from.
 */
source: LogoSource, 
/**
 * Its address, where it is no mark of an edition.
 */
url: string | null, 
/**
 * The mark of the edition: the logo itself, or what is shown should the other not come.
 */
mark: LogoMark, };

export type MenuSections = { 
/**
 * What everybody works with.
 */
application: Array<MenuItem>, 
/**
 * The installation's settings, in groups.
 */
administration: Array<MenuItem>, 
/**
 * The settings of the project that is selected; none where there is none.
 */
project_settings: Array<MenuItem>, };

export type Menus = { 
/**
 * The record that the facts came from; none while start-up has not gathered them.
 */
facts: number | null, 
/**
 * Whose eyes an administrator looks with, where they are not their own.
 */
view: View | null, 
/**
 * Other eyes may be looked with.
 */
viewable: boolean, 
/**
 * The menu beside the application's; that one again where there is nothing in any other.
 */
menu: Menu, 
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
 * What administrators make often.
 */
quick_actions: Array<MenuItem>, 
/**
 * The advanced menu.
 */
advanced: Array<MenuGroup>, 
/**
 * The logo above them.
 */
logo: MenuLogo, };

export type MfaEvent = { "type": "begin_enrolment", 
/**
 * Whose.
 */
person: PersonId, } | { "type": "begin_verification", 
/**
 * Whose.
 */
person: PersonId, 
/**
 * Which kind.
 */
authenticator: Authenticator, } | { "type": "access.begin_enrolment" } & Prepared | { "type": "submit", 
/**
 * The ticket for the code.
 */
code: Handle, 
/**
 * Recognises the cookie that the session gets.
 */
token: Digest, } | { "type": "recover", 
/**
 * The ticket for the code.
 */
code: Handle, 
/**
 * Recognises the cookie that the session gets.
 */
token: Digest, } | { "type": "access.confirm_enrolment" } & Verified | { "type": "access.verify_code" } & Verified | { "type": "access.verify_recovery" } & Verified | { "type": "codes_saved", } | { "type": "reset", };

export type MfaState = { "state": "idle", } | { "state": "preparing", 
/**
 * Whose.
 */
person: PersonId, } | { "state": "enrolling", 
/**
 * Whose.
 */
person: PersonId, 
/**
 * What was wrong with the last code.
 */
failure: Notice | null, } | { "state": "confirming", 
/**
 * Whose.
 */
person: PersonId, 
/**
 * Recognises the cookie that the session gets.
 */
token: Digest, } | { "state": "codes_shown", 
/**
 * Whose.
 */
person: PersonId, } | { "state": "verify", 
/**
 * Whose.
 */
person: PersonId, 
/**
 * Which kind.
 */
authenticator: Authenticator, 
/**
 * What was wrong with the last code.
 */
failure: Notice | null, } | { "state": "verifying", 
/**
 * Whose.
 */
person: PersonId, 
/**
 * Which kind.
 */
authenticator: Authenticator, 
/**
 * Recognises the cookie that the session gets.
 */
token: Digest, } | { "state": "passed", };

export type MfaStatus = "none" | "enroll" | "verify";

export type NavigationEvent = { "type": "go", 
/**
 * Where.
 */
wanted: Place, 
/**
 * How that began.
 */
trigger: Trigger, 
/**
 * The record of start-up that holds the facts and the view; none while the application has not started.
 */
facts_from: number | null, 
/**
 * What the browser holds.
 */
held: Held, 
/**
 * An administrator views the console as somebody else: nothing that is decided may touch the session itself.
 */
viewing: boolean, } | { "type": "application_ready", } | { "type": "application_failed", };

export type NavigationState = { "state": "unsettled", } | { "state": "waiting", 
/**
 * Where it wants to be.
 */
wanted: Place, 
/**
 * How that began.
 */
trigger: Trigger, 
/**
 * Where it is meanwhile.
 */
previous: Place | null, 
/**
 * What the browser holds.
 */
held: Held, } | { "state": "settled", 
/**
 * The place.
 */
place: Place, 
/**
 * Why.
 */
decision: Decision, 
/**
 * The menu beside it.
 */
menu: Menu, 
/**
 * What the search box looks for.
 */
search: SearchType, } | { "state": "leaving", 
/**
 * Where to.
 */
url: string, };

export type NodeEvent = { "type": "join", 
/**
 * The service.
 */
service: ServiceId, 
/**
 * Which one.
 */
node: NodeRef, } | { "type": "remove", 
/**
 * By whom.
 */
by: PersonId | null, };

export type NodeRef = { 
/**
 * What names the service in the world, such as `jfrt@01h...`. Two mission controls have two.
 */
service_id: string, 
/**
 * The node that it runs on.
 */
node_id: string, };

export type NodeRemoved = { "outcome": "removed", } | { "outcome": "refused", 
/**
 * Why.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type NodeState = { "state": "unknown", } | { "state": "member", 
/**
 * The service.
 */
service: ServiceId, 
/**
 * Which one.
 */
node: NodeRef, 
/**
 * Since when.
 */
since: Timestamp, } | { "state": "removed", 
/**
 * The service.
 */
service: ServiceId, 
/**
 * Which one it was.
 */
node: NodeRef, 
/**
 * When.
 */
at: Timestamp, 
/**
 * By whom; the server itself when this is empty.
 */
by: PersonId | null, };

export type Notice = { 
/**
 * The text's key.
 */
code: string, 
/**
 * The server's own words, where it has any.
 */
message: string, 
/**
 * When trying again makes sense.
 */
retry_at: Timestamp | null, };

export type Occasion = { "purpose": "commercial", 
/**
 * The company.
 */
company_name: Personal, } | { "purpose": "personal", 
/**
 * Its name, where it has one.
 */
oss_project_name: Personal | null, };

export type Onboarded = { 
/**
 * What the platform is for.
 */
occasion: Occasion, 
/**
 * Who is asking.
 */
work: Work, 
/**
 * What they want to do with it.
 */
desired_features: DesiredFeatures, };

export type OnboardingEvent = { "type": "offer", 
/**
 * Who.
 */
person: PersonId, } | { "type": "begin", 
/**
 * Who.
 */
person: PersonId, } | { "type": "restore", 
/**
 * What the platform is for.
 */
purpose: Purpose | null, 
/**
 * What they do.
 */
role: WorkRole | null, 
/**
 * What they want to do with it.
 */
desired_features: Array<DesiredFeature>, } | { "type": "choose", 
/**
 * Which.
 */
purpose: Purpose, } | { "type": "describe", 
/**
 * With what.
 */
details: Details, } | { "type": "want", 
/**
 * All that are chosen now.
 */
desired_features: Array<DesiredFeature>, } | { "type": "want_project", 
/**
 * It is.
 */
wanted: boolean, } | { "type": "next", } | { "type": "back", } | { "type": "send", } | { "type": "later", } | { "type": "dismiss", } | { "type": "projects.create" } & ProjectMade | { "type": "access.store_custom_data" } & DataStored;

export type OnboardingState = { "state": "idle", } | { "state": "init", 
/**
 * Who is asked.
 */
person: PersonId, 
/**
 * What they have answered.
 */
answers: Answers, } | { "state": "purpose", 
/**
 * Who is asked.
 */
person: PersonId, 
/**
 * What they have answered.
 */
answers: Answers, } | { "state": "details", 
/**
 * Who is asked.
 */
person: PersonId, 
/**
 * What they have answered.
 */
answers: Answers, } | { "state": "desired_features", 
/**
 * Who is asked.
 */
person: PersonId, 
/**
 * What they have answered.
 */
answers: Answers, 
/**
 * What was wrong with the last try to send it.
 */
failure: Notice | null, } | { "state": "creating_project", 
/**
 * Who has answered.
 */
person: PersonId, 
/**
 * What they have answered.
 */
answers: Answers, 
/**
 * The same, as it is sent.
 */
complete: Onboarded, } | { "state": "storing", 
/**
 * Who has answered.
 */
person: PersonId, 
/**
 * What they have answered.
 */
answers: Answers, } | { "state": "finished", } | { "state": "postponed", 
/**
 * What they have answered so far.
 */
answers: Answers, } | { "state": "dismissing", 
/**
 * Who was asked.
 */
person: PersonId, 
/**
 * What they have answered.
 */
answers: Answers, } | { "state": "dismissed", };

export type Outcome = "entered" | "redirected" | "blocked" | "failed";

export type Parameters = { 
/**
 * The configuration, without secrets.
 */
configuration: boolean, 
/**
 * What is known of the machine and of the process.
 */
system: boolean, 
/**
 * How the journals are.
 */
journal: boolean, 
/**
 * Logs.
 */
logs: LogRange, 
/**
 * What the threads do.
 */
thread_dump: ThreadDump, 
/**
 * The most bytes that go in, before they are compressed.
 */
total_bytes_max: number, 
/**
 * The most bytes of a single log; the newest ones are kept.
 */
file_bytes_max: number, };

export type PasswordEvent = { "type": "require", 
/**
 * Whose.
 */
person: PersonId, } | { "type": "open", 
/**
 * Whose.
 */
person: PersonId, } | { "type": "submit", 
/**
 * The ticket for the current and the new password.
 */
passwords: Handle, } | { "type": "access.change_password" } & Changed | { "type": "cancel", } | { "type": "reset", };

export type PasswordState = { "state": "idle", } | { "state": "required", 
/**
 * Whose.
 */
person: PersonId, 
/**
 * What was wrong with the last try.
 */
failure: Notice | null, } | { "state": "offered", 
/**
 * Whose.
 */
person: PersonId, 
/**
 * What was wrong with the last try.
 */
failure: Notice | null, } | { "state": "changing", 
/**
 * Whose.
 */
person: PersonId, 
/**
 * It had expired.
 */
required: boolean, } | { "state": "changed", };

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
 * Which.
 */
step: WizardStep, 
/**
 * What it has come to.
 */
data: StepData, } | { "type": "send", 
/**
 * Whose it is.
 */
person: PersonId, } | { "type": "access.store_custom_data" } & DataStored | { "type": "reset", };

export type PersonalisationState = { "state": "empty", } | { "state": "open", 
/**
 * Which, and what they have come to.
 */
steps: { [key in WizardStep]?: StepData }, } | { "state": "sending", 
/**
 * Whose they are.
 */
person: PersonId, 
/**
 * Which, and what they have come to.
 */
steps: { [key in WizardStep]?: StepData }, } | { "state": "unsent", 
/**
 * Which, and what they have come to.
 */
steps: { [key in WizardStep]?: StepData }, } | { "state": "hidden", };

export type Picture = { 
/**
 * The SHA-256 of its bytes, which names its file and its address.
 */
digest: Digest, 
/**
 * How it is written.
 */
format: PictureFormat, 
/**
 * Its width in pixels, as it declares it.
 */
width: number, 
/**
 * Its height likewise.
 */
height: number, 
/**
 * How many bytes it has.
 */
bytes: number, };

export type PictureFormat = "png" | "jpeg" | "webp";

export type Place = { 
/**
 * The route.
 */
route: RouteName, 
/**
 * The parts of the path that the route names, decoded.
 */
params: { [key in string]: string }, 
/**
 * The query, allow-listed, decoded and cut to size.
 */
query: { [key in string]: string }, };

export type Prepared = { "outcome": "ready", } | { "outcome": "failed", 
/**
 * Why.
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
 * Its key.
 */
project_key: string, 
/**
 * What people call it.
 */
name: string, 
/**
 * What it is for.
 */
description: string, 
/**
 * By whom.
 */
by: PersonId | null, };

export type ProjectMade = { "outcome": "created", } | { "outcome": "already_there", } | { "outcome": "refused", 
/**
 * Why.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type ProjectState = { "state": "absent", } | { "state": "existing", 
/**
 * Its key.
 */
project_key: string, 
/**
 * What people call it.
 */
name: string, 
/**
 * What it is for; may be empty.
 */
description: string, 
/**
 * When it was made.
 */
created_at: Timestamp, 
/**
 * By whom; the server itself when this is empty.
 */
created_by: PersonId | null, };

export type Purpose = "commercial" | "personal";

export type QuickSetupEvent = { "type": "open", 
/**
 * The installation supports it.
 */
supported: boolean, 
/**
 * The installation has a landing page for it.
 */
has_landing: boolean, 
/**
 * What the guide has tracked so far is forgotten.
 */
resets_tracking: boolean, } | { "type": "close", } | { "type": "navigated", 
/**
 * The tab is on its page now.
 */
under: boolean, 
/**
 * The installation supports it.
 */
supported: boolean, 
/**
 * For whom Getting Started is to be marked as seen, if it is open.
 */
newcomer: PersonId | null, } | { "type": "access.store_custom_data" } & DataStored;

export type QuickSetupState = { "state": "closed", 
/**
 * What is known of it.
 */
surroundings: Surroundings, } | { "state": "open", 
/**
 * What is known of it.
 */
surroundings: Surroundings, };

export type Rejection = { 
/**
 * A stable code in snake case.
 */
code: string, 
/**
 * What the text of the code mentions.
 */
args: { [key in string]: string }, };

export type ReleaseBundle = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its version.
 */
version: string, 
/**
 * Where it comes from.
 */
origin: BundleOrigin, 
/**
 * What is in it.
 */
list: ArtifactList, 
/**
 * Who signed it, which this installation does with what it takes in.
 */
signature: BundleSignature | null, };

export type ReleaseBundleEvent = { "type": "import", 
/**
 * Which.
 */
bundle: ReleaseBundle, 
/**
 * By whom.
 */
by: PersonId | null, };

export type ReleaseBundleState = { "state": "absent", } | { "state": "completed", 
/**
 * Which.
 */
bundle: ReleaseBundle, 
/**
 * When it was imported.
 */
at: Timestamp, 
/**
 * By whom; nobody when it was done on the command line.
 */
by: PersonId | null, };

export type RetentionAnswer = { "outcome": "told", 
/**
 * On.
 */
enabled: boolean, } | { "outcome": "not_there", } | { "outcome": "not_authorised", } | { "outcome": "failed", 
/**
 * Why, in the service's own words.
 */
message: string, } | { "outcome": "interrupted", };

export type RetentionEvent = { "type": "ask", 
/**
 * They are an administrator.
 */
admin: boolean, 
/**
 * An answer that is known is enough. Before there was this, it was asked for again.
 */
unless_known: boolean, } | { "type": "retention.status" } & RetentionAnswer | { "type": "retry", } | { "type": "reset", };

export type RetentionReason = "told" | "not_admin" | "not_there" | "failed";

export type RetentionState = { "state": "idle", } | { "state": "asking", 
/**
 * The first one is 1.
 */
attempt: number, } | { "state": "waiting", 
/**
 * The one that failed.
 */
attempt: number, 
/**
 * When the next one begins.
 */
until: Timestamp, 
/**
 * Why it failed.
 */
message: string, } | { "state": "answered", 
/**
 * On.
 */
enabled: boolean, 
/**
 * Why.
 */
reason: RetentionReason, };

export type Role = "anonymous" | "user" | "project_admin" | "admin";

export type RouteName = "login" | "otpLogin" | "mfaEnroll" | "forgotPassword" | "resetPassword" | "changePassword" | "registration" | "invitation" | "cli-registration" | "sso-login" | "authProvider" | "logout" | "setup" | "authorization" | "notFound" | "notAcceptable" | "serverError" | "root" | "home" | "packages" | "repos.tree" | "builds" | "releaseBundles" | "bundles" | "releaseBundlesTeaser" | "insight" | "pipelines" | "tracker" | "integrations" | "integrations.vendor" | "overview" | "accountPortal" | "quickSetup" | "cliExtension" | "userProfile" | "sessionActivity" | "securityPolicies" | "template" | "demo" | "demo.tree" | "demo.greeting" | "demo.mounting" | "admin" | "admin.management.users" | "admin.management.users.new" | "admin.management.users.edit" | "admin.management.groups" | "admin.management.groups.new" | "admin.management.groups.edit" | "admin.permissions.create" | "admin.projects" | "admin.repositories.local.new" | "admin.repositories.remote.new" | "admin.repositories.virtual.new" | "admin.artifactory.list" | "admin.configuration.general" | "admin.configuration.webhooks" | "admin.configuration.webhooks.new" | "admin.configuration.webhooks.edit" | "admin.configuration.integrations" | "admin.configuration.integrations.new" | "admin.proxies" | "admin.proxies.new" | "admin.proxies.edit" | "admin.licenses.licenses" | "admin.monitoring.logs" | "admin.monitoring.status" | "admin.monitoring.pdn" | "admin.support" | "admin.topology" | "admin.topologyTeaser" | "admin.pipelinesTeaser" | "admin.securityTeaser" | "admin.pdnTeaser" | "frontEnd";

export type SearchType = "packages" | "artifacts" | "builds" | "release_bundles" | "scanning" | "pipelines";

export type SecretRef = string;

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
 * From where.
 */
source: StatusSource, } | { "type": "status.nodes" } & StatusFetched | { "type": "status.services" } & StatusFetched | { "type": "ask_removal", 
/**
 * Which.
 */
node: NodeRef, } | { "type": "keep_node", } | { "type": "remove_node", } | { "type": "status.remove_node" } & NodeRemoved;

export type ServiceStatusState = { "state": "idle", } | { "state": "loading", 
/**
 * From where.
 */
source: StatusSource, } | { "state": "loaded", 
/**
 * From where it came.
 */
source: StatusSource, 
/**
 * What it says, in numbers.
 */
summary: StatusSummary, } | { "state": "failed", 
/**
 * From where it was to come.
 */
source: StatusSource, 
/**
 * Why.
 */
notice: Notice, } | { "state": "confirming", 
/**
 * From where the status came.
 */
source: StatusSource, 
/**
 * What it says, in numbers.
 */
summary: StatusSummary, 
/**
 * Which node.
 */
node: NodeRef, } | { "state": "removing", 
/**
 * From where the status came.
 */
source: StatusSource, 
/**
 * Which node.
 */
node: NodeRef, };

export type ServiceType = "repository" | "scanning" | "mission_control" | "distribution" | "tracker" | "pipelines" | "insight" | "others";

export type SessionEvent = { "type": "open", 
/**
 * Recognises the cookie.
 */
token: Digest, } | { "type": "sign_in", 
/**
 * Who.
 */
person: PersonId, 
/**
 * Recognises the new cookie.
 */
token: Digest, } | { "type": "close", 
/**
 * Why.
 */
reason: CloseReason, };

export type SessionState = { "state": "fresh", } | { "state": "open", 
/**
 * Recognises the cookie that counts now.
 */
token: Digest, 
/**
 * Who has signed in.
 */
person: PersonId | null, 
/**
 * When it began.
 */
since: Timestamp, 
/**
 * When it is abandoned unless somebody signs in.
 */
until: Timestamp | null, } | { "state": "closed", 
/**
 * Why.
 */
reason: CloseReason, };

export type SetupEvent = { "type": "offer", 
/**
 * Recognises it.
 */
link: Digest, } | { "type": "claim", 
/**
 * Recognises the one they used.
 */
link: Digest, 
/**
 * Who they will be.
 */
person: PersonId, };

export type SetupState = { "state": "unclaimed", } | { "state": "offered", 
/**
 * Recognises it.
 */
link: Digest, 
/**
 * Until when it works.
 */
until: Timestamp, } | { "state": "claimed", 
/**
 * Who used the link.
 */
person: PersonId, };

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

export type Span = { 
/**
 * The unit.
 */
unit: Unit, 
/**
 * How many.
 */
count: number, };

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
 * What is so now.
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
 * Whose eyes an administrator looks with, where they are not their own.
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
 * In numbers.
 */
value: StatusSummary, } | { "outcome": "refused", 
/**
 * Why.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type StatusSource = "nodes" | "services";

export type StatusSummary = { 
/**
 * How many nodes of services there are.
 */
nodes: number, 
/**
 * How many of them do not beat.
 */
offline: number, 
/**
 * How many beat and say that something is wrong.
 */
unhealthy: number, };

export type StepData = { 
/**
 * It was left forward.
 */
is_completed: boolean, 
/**
 * What was answered.
 */
step_data_object: StepDataObject, 
/**
 * Its answer counts.
 */
is_valid: boolean, };

export type StepDataObject = { "step": "init", } | { "step": "purpose", 
/**
 * As chosen.
 */
purpose: Purpose | null, } | { "step": "details", 
/**
 * As chosen.
 */
role: WorkRole | null, } | { "step": "desired_features", 
/**
 * As chosen.
 */
desired_features: Array<DesiredFeature>, };

export type StoredPlace = { 
/**
 * Where they wanted to go.
 */
place: Place, 
/**
 * When that was.
 */
at: Timestamp, };

export type SupportBundleEvent = { "type": "create", 
/**
 * The creation's id.
 */
id: string, 
/**
 * What is to be in each.
 */
wanted: Wanted, 
/**
 * Of which services.
 */
services: Array<ServiceId>, 
/**
 * Who asks.
 */
by: PersonId | null, } | { "type": "support.create" } & BundleCreated | { "type": "due", } | { "type": "download", 
/**
 * Which.
 */
service: ServiceId, 
/**
 * Who.
 */
by: PersonId | null, } | { "type": "delete", 
/**
 * Which.
 */
service: ServiceId, 
/**
 * Who.
 */
by: PersonId | null, } | { "type": "support.remove" } & BundleRemoved;

export type SupportBundleState = { "state": "absent", } | { "state": "creating", 
/**
 * What was asked for.
 */
creation: BundleCreation, 
/**
 * How many services have not ended.
 */
in_progress: number, } | { "state": "settling", 
/**
 * What was asked for.
 */
creation: BundleCreation, 
/**
 * Until then.
 */
until: Timestamp, } | { "state": "settled", 
/**
 * What was asked for.
 */
creation: BundleCreation, 
/**
 * They live until then.
 */
expires_at: Timestamp, } | { "state": "gone", 
/**
 * Why the last of it went.
 */
end: BundleEnd, 
/**
 * When.
 */
at: Timestamp, };

export type Surroundings = { 
/**
 * Somebody is on its page, and quick actions are hidden there.
 */
under: boolean, 
/**
 * Getting Started counts as seen, or is just being marked so.
 */
getting_started_seen: boolean, };

export type ThreadDump = { 
/**
 * How often.
 */
count: number, 
/**
 * How far apart, in milliseconds.
 */
interval: number, };

export type Timestamp = string;

export type Trigger = "start" | "link" | "history" | "redirect";

export type Unit = "year" | "month" | "week" | "day" | "hour" | "minute" | "second";

export type Uptime = { "known": "for", 
/**
 * One or two units, the larger one first.
 */
spans: Array<Span>, } | { "known": "unavailable", } | { "known": "not_applicable", };

export type User = { 
/**
 * Nobody has signed in when this is empty.
 */
person: PersonId | null, 
/**
 * The user may administer the installation.
 */
admin: boolean, 
/**
 * The user may administer projects (MENU-01).
 */
manages_projects: boolean, 
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

export type Verified = { "outcome": "accepted", } | { "outcome": "refused", 
/**
 * Why.
 */
notice: Notice, } | { "outcome": "forbidden", 
/**
 * Why.
 */
notice: Notice, } | { "outcome": "interrupted", };

export type Version = string;

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

export type Wanted = { 
/**
 * What it is to be called.
 */
name: string, 
/**
 * What it is for; may be empty.
 */
description: string, 
/**
 * What goes in.
 */
parameters: Parameters, };

export type WizardStep = "init" | "purpose" | "details" | "desired_features";

export type Work = { "role": "devops_engineer", } | { "role": "software_developer", } | { "role": "devsecops_engineer", } | { "role": "other", 
/**
 * In their own words.
 */
other_role: Personal, };

export type WorkRole = "devops_engineer" | "software_developer" | "devsecops_engineer" | "other";

export interface States {
  session: SessionState;
  startup: StartupState;
  login: LoginState;
  mfa: MfaState;
  password: PasswordState;
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
  support_bundle: SupportBundleState;
  release_bundle: ReleaseBundleState;
  node: NodeState;
  service_status: ServiceStatusState;
}

export interface Events {
  session: SessionEvent;
  startup: StartupEvent;
  login: LoginEvent;
  mfa: MfaEvent;
  password: PasswordEvent;
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
  support_bundle: SupportBundleEvent;
  release_bundle: ReleaseBundleEvent;
  node: NodeEvent;
  service_status: ServiceStatusEvent;
}
