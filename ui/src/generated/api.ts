// Generated from the state machines by `cargo test --test generated`. Do not edit.

import type { BundleArchive, BundleDownload, BundleFault, BundleOrigin, Digest, Licence, LogGap, MachineName, MenuLogo, Menus, NodeRef, Parameters, PersonId, PictureFormat, ServiceId, ServiceType, Timestamp, Uptime, Version, WorkRole } from "./types";

export type AccessLogin = { 
/**
 * The name.
 */
username: Secret, 
/**
 * The password.
 */
password: Secret, };

export type Account = { 
/**
 * The opaque id.
 */
person: PersonId, 
/**
 * The name; none once it was erased.
 */
name: string | null, 
/**
 * May administer the installation.
 */
admin: boolean, 
/**
 * May sign in.
 */
enabled: boolean, 
/**
 * Has a second factor.
 */
mfa: boolean, 
/**
 * Has to change the password before signing in.
 */
must_change_password: boolean, 
/**
 * When the account was made.
 */
created_at: Timestamp, };

export type Accounts = { 
/**
 * All of them, by name.
 */
users: Array<Account>, };

export type Cause = { 
/**
 * The record.
 */
record: string, 
/**
 * Its call.
 */
call: number | null, 
/**
 * The record at the beginning.
 */
root: string, };

export type Change = { 
/**
 * Its number in the stream.
 */
seq: number, 
/**
 * Whose it is.
 */
machine: MachineName, 
/**
 * Of which tab, where the machine is one of a tab.
 */
tab: string | null, 
/**
 * The version of the machine after it.
 */
instance: number, 
/**
 * When it happened.
 */
at: Timestamp, 
/**
 * Who did it.
 */
who: string | null, 
/**
 * What happened.
 */
event: ChangedBy, 
/**
 * What was asked before it was decided.
 */
guards: Array<string>, 
/**
 * Why it was refused, if it was.
 */
refused: Refusal | null, 
/**
 * The state before.
 */
from: string, 
/**
 * The state after.
 */
to: string, 
/**
 * The whole state after; null for a refusal, which changes nothing.
 */
state: ChangedTo | null, 
/**
 * What is to be done because of it.
 */
calls: Array<ChangeCall>, 
/**
 * What it came of.
 */
cause: Cause | null, 
/**
 * The command that asked for it.
 */
command: string | null, 
/**
 * The events that a tab may propose now.
 */
can: Array<string>, };

export type ChangeCall = { readonly call: string; readonly [field: string]: unknown };

export type ChangePassword = { 
/**
 * The user name, as older clients send it. Whose password it is, the session knows.
 */
user?: string, 
/**
 * The current password.
 */
current: Secret, 
/**
 * The new one.
 */
new: Secret, };

export type ChangedBy = { readonly type: string; readonly [field: string]: unknown };

export type ChangedTo = { readonly state: string; readonly [field: string]: unknown };

export type ClientError = { 
/**
 * What failed, in the page's words.
 */
what: string, 
/**
 * The error, its stack and its cause.
 */
detail?: string, };

export type CurrentUser = { 
/**
 * The name, which is `anonymous` where nobody has.
 */
name: string | null, 
/**
 * May administer the installation.
 */
admin: boolean, 
/**
 * Where the account is kept.
 */
realm: Realm | null, 
/**
 * Whether a second factor is asked for.
 */
mfaStatus: MfaRequirement, };

export type Empty = Record<symbol, never>;

export type Enrolled = { 
/**
 * The recovery codes.
 */
recovery_codes: Array<string>, 
/**
 * The step that comes next.
 */
next: string, };

export type Enrolment = { 
/**
 * The secret in base 32, for typing.
 */
secret: string, 
/**
 * The same as an `otpauth` address.
 */
uri: string, 
/**
 * The address as a QR code: a complete SVG element.
 */
qr_svg: string, };

export type Entitlement = "console" | "scanning" | "distribution";

export type FrontEnd = { 
/**
 * Its name.
 */
name: string, 
/**
 * The address of its script.
 */
script: string, 
/**
 * What the script must hash to.
 */
integrity: string, 
/**
 * The paths that it may use.
 */
paths: Array<string>, 
/**
 * It receives the injected components.
 */
components: boolean, };

export type FrontEnds = { 
/**
 * The full list.
 */
frontends: Array<FrontEnd>, };

export type InstalledKey = { 
/**
 * What it licenses.
 */
licence: Licence, 
/**
 * The level of that.
 */
level: number, 
/**
 * Whom it was made out to.
 */
holder: string | null, 
/**
 * It counts until then.
 */
valid_until: Timestamp | null, 
/**
 * It counts no more.
 */
ended: boolean, 
/**
 * When it was installed.
 */
installed_at: Timestamp, 
/**
 * Who did that; nobody when it was done on the command line.
 */
installed_by: PersonId | null, };

export type LicenceHappening = { 
/**
 * Its record.
 */
seq: number, 
/**
 * When.
 */
at: Timestamp, 
/**
 * What: `install` or `remove`.
 */
event: string, 
/**
 * What the key licenses.
 */
licence: Licence | null, 
/**
 * Why it was refused, if it was.
 */
refused: string | null, 
/**
 * Who did it; nobody when it was done on the command line.
 */
by: PersonId | null, };

export type LicenceOrigin = "configuration" | "installed";

export type LicenceStanding = { 
/**
 * What counts now.
 */
licence: Licence, 
/**
 * Its level.
 */
level: number, 
/**
 * What it opens.
 */
entitlements: Array<Entitlement>, 
/**
 * Where it comes from.
 */
origin: LicenceOrigin, 
/**
 * What counts when no key is installed.
 */
configured: Licence, 
/**
 * The key that is installed, whether it has ended or not.
 */
installed: InstalledKey | null, };

export type Licences = { 
/**
 * What counts, and the key that is installed.
 */
standing: LicenceStanding, 
/**
 * What happened before, the newest first.
 */
history: Array<LicenceHappening>, 
/**
 * Who did it.
 */
names: { [key in string]: string | null }, };

export type LogConfig = { 
/**
 * The ids of the service's logs.
 */
logs: Array<string>, 
/**
 * The nodes that it runs on.
 */
nodes: Array<string>, 
/**
 * How often to look again, in milliseconds.
 */
refresh_rate_millis: number, };

export type LogData = { 
/**
 * The text.
 */
log_content: string, 
/**
 * Where to read on: to be sent as `file_size` the next time.
 */
file_size: number, 
/**
 * When the file was changed last; empty while there is none.
 */
last_update_modified: string, 
/**
 * When it was read.
 */
last_update_label: string, 
/**
 * What is missing before the text.
 */
gap: LogGap | null, 
/**
 * Which file it is: to be sent along, so that a file that took its place is noticed.
 */
generation: string, 
/**
 * How long the file is; more than `file_size` where there is more to read.
 */
total_size: number, 
/**
 * The first byte of the text: before it there is more, or an earlier file. An older platform does not say.
 */
from: number | null, 
/**
 * Whether anything stands before that byte, in this file or in one that was rotated before it. An older platform
 * does not say.
 */
earlier: boolean | null, };

export type LogQuery = { 
/**
 * On which node.
 */
nodeId?: string, 
/**
 * The log's id.
 */
id?: string, 
/**
 * Where to read on: `file_size` of the answer before.
 */
file_size?: string, 
/**
 * The same where the path names the node.
 */
offset?: string, 
/**
 * What stands before this byte is wanted instead.
 */
before?: string, 
/**
 * Which file it was, as the answer before named it.
 */
generation?: string, };

export type LoggedIn = { 
/**
 * The name; none as long as a second factor is missing.
 */
name: string | null, 
/**
 * May administer the installation.
 */
admin: boolean, 
/**
 * The step that comes next.
 */
next: string, };

export type Login = { 
/**
 * The name.
 */
user: Secret, 
/**
 * The password.
 */
password: Secret, 
/**
 * The only kind of login that there is.
 */
type: LoginKind, 
/**
 * Where somebody wanted to go before.
 */
stored?: StoredPath, };

export type LoginKind = "login";

export type LoginQuery = { 
/**
 * It is, unless this says otherwise.
 */
_spring_security_remember_me?: boolean, };

export type LogoDetails = { 
/**
 * Where the picture is.
 */
address: string, 
/**
 * How it is written.
 */
format: PictureFormat, 
/**
 * Its width in pixels.
 */
width: number, 
/**
 * Its height likewise.
 */
height: number, 
/**
 * How many bytes it has.
 */
bytes: number, 
/**
 * When it was uploaded.
 */
at: Timestamp, 
/**
 * By whom.
 */
by: string | null, };

export type Lookup = { 
/**
 * The bundles, each with the artifacts that have it.
 */
data: Array<ReleaseBundleHit>, 
/**
 * What kind of checksum it is.
 */
checksum_type: string, };

export type LookupQuery = { 
/**
 * Maximum number of rows.
 */
num_of_rows?: number, };

export type MenuQuery = { 
/**
 * Its key.
 */
project?: string, };

export type MfaRequirement = "VERIFY" | "NONE";

export type MicroService = { 
/**
 * Its name.
 */
name: string, 
/**
 * When it last beat.
 */
last_heartbeat: Timestamp | null, 
/**
 * For how long it has been running.
 */
uptime: Uptime, 
/**
 * The same in English.
 */
uptime_text: string, };

export type NewLicence = { 
/**
 * The key.
 */
licenseKey: string, };

export type NewLogRange = { 
/**
 * Whether any are.
 */
include?: boolean, 
/**
 * From the beginning of this day on.
 */
start_date?: string, 
/**
 * Until the end of this one.
 */
end_date?: string, };

export type NewProject = { 
/**
 * Its key.
 */
project_key: string, 
/**
 * Its name.
 */
display_name: string, 
/**
 * What it is for.
 */
description?: string, };

export type NewSupportBundle = { 
/**
 * What it is called.
 */
name?: string, 
/**
 * What it is for.
 */
description?: string, 
/**
 * One service, where the path names none.
 */
service?: string, 
/**
 * Several of them.
 */
services?: Array<string>, 
/**
 * What goes into it.
 */
parameters?: NewSupportParameters, };

export type NewSupportParameters = { 
/**
 * The configuration, without secrets.
 */
configuration?: boolean, 
/**
 * What is known of the machine and of the process.
 */
system?: boolean, 
/**
 * How the journals are.
 */
journal?: boolean, 
/**
 * There is no database here, so nothing is slow in it; whoever asks for it is not refused.
 */
collectSlowQueriesFromDatabase?: boolean, 
/**
 * Logs.
 */
logs?: NewLogRange, 
/**
 * What the threads do.
 */
thread_dump?: NewThreadDump, 
/**
 * The most bytes that go in, before they are compressed.
 */
total_bytes_max?: number, 
/**
 * The most bytes of a single log.
 */
file_bytes_max?: number, };

export type NewThreadDump = { 
/**
 * How often.
 */
count?: number | string | null, 
/**
 * How far apart, in milliseconds.
 */
interval?: number | string | null, };

export type Next = { 
/**
 * Its name.
 */
next: string, };

export type NodeActivity = "RUNNING" | "OFFLINE";

export type NodeReport = { 
/**
 * The service.
 */
service: ServiceId, 
/**
 * What it is to people.
 */
type: ServiceType, 
/**
 * Its version, where it runs here.
 */
version: Version | null, 
/**
 * Whether it beats.
 */
status: NodeStatus, 
/**
 * What its task is doing.
 */
run: ServiceRun, 
/**
 * `HEALTHY` or `UNHEALTHY`.
 */
state: string, 
/**
 * Names what there is to say of it: `fine`, `no_work_yet`, `stopped`, `journal_read_only` ...
 */
code: string, 
/**
 * The same as a sentence; empty when there is nothing to say.
 */
message: string, 
/**
 * When it last beat since the server started.
 */
last_heartbeat: Timestamp | null, 
/**
 * It has not beaten for five minutes.
 */
overdue: boolean, 
/**
 * For how long it has been running.
 */
uptime: Uptime, 
/**
 * The same in English.
 */
uptime_text: string, 
/**
 * How often it crashed and started again since the server started.
 */
restarts: number, 
/**
 * The tasks in it.
 */
micro_services: Array<MicroService>, 
/**
 * What names the service in the world, such as `jfrt@01h...`. Two mission controls have two.
 */
service_id: string, 
/**
 * The node that it runs on.
 */
node_id: string, };

export type NodeStatus = "Online" | "Offline";

export type NodeStatusEntry = { 
/**
 * The node.
 */
name: string, 
/**
 * Whether anything runs on it.
 */
state: NodeActivity, 
/**
 * The services.
 */
services: Array<StatusEntry>, };

export type OnboardingDetails = { 
/**
 * What somebody works as.
 */
role?: WorkRole, 
/**
 * The same in their words.
 */
otherRole?: Secret, 
/**
 * Where.
 */
companyName?: Secret, 
/**
 * For which project.
 */
ossProjectName?: Secret, };

export type OwnSession = { 
/**
 * Names it.
 */
id: string, 
/**
 * Whether it is the session of this request.
 */
current: boolean, 
/**
 * Since when somebody has been signed in.
 */
since: Timestamp, 
/**
 * When it was last seen.
 */
last_seen: Timestamp | null, 
/**
 * The browser.
 */
agent: string | null, };

export type PageQuery = { 
/**
 * Number of rows to skip.
 */
offset?: number, 
/**
 * Maximum number of rows.
 */
limit?: number, };

export type Problem = { 
/**
 * Names the kind of problem: `urn:waybill:problem:` and the code.
 */
type: string, 
/**
 * What the status says.
 */
title: string, 
/**
 * The status.
 */
status: number, 
/**
 * What is wrong, as a sentence.
 */
detail: string, 
/**
 * Names this very answer: `urn:waybill:trace:` and the trace.
 */
instance: string, 
/**
 * The same in our own words.
 */
error: ProblemDetails, };

export type ProblemDetails = { 
/**
 * Names the reason.
 */
code: string, 
/**
 * What is wrong, as a sentence.
 */
message: string, 
/**
 * The field that is wrong.
 */
field: string | null, 
/**
 * Retry after this many milliseconds.
 */
retry_after_ms: number | null, 
/**
 * The trace of the request, which log lines carry.
 */
trace: string, };

export type Project = { 
/**
 * Its key.
 */
project_key: string, 
/**
 * Its name.
 */
display_name: string, 
/**
 * What it is for.
 */
description: string, 
/**
 * When it was made.
 */
created_at: Timestamp, 
/**
 * Who made it.
 */
created_by: PersonId | null, };

export type Realm = "internal";

export type Records = { 
/**
 * The records, the newest first.
 */
records: Array<Change>, 
/**
 * Whether there are earlier records.
 */
more: boolean, };

export type RecordsQuery = { 
/**
 * Only records before this sequence number.
 */
before?: number, 
/**
 * Maximum number of records, at most 200.
 */
limit?: number, };

export type Refusal = { 
/**
 * Names the reason.
 */
code: string, 
/**
 * What belongs to it.
 */
args?: Record<string, string>, };

export type ReleaseBundleArtifact = { 
/**
 * Where it belongs below the bundle.
 */
path: string, 
/**
 * How many bytes it has.
 */
size: number, 
/**
 * Their SHA-256.
 */
sha256: string, 
/**
 * Their SHA-1.
 */
sha1: string, 
/**
 * Their MD5.
 */
md5: string, };

export type ReleaseBundleDetails = { 
/**
 * The bundle.
 */
release_bundle: ReleaseBundleRow, 
/**
 * The digest of its list of artifacts.
 */
list: Digest, 
/**
 * Its signature.
 */
signature: ReleaseBundleSignature | null, 
/**
 * Who made it.
 */
names: { [key in string]: string | null }, 
/**
 * Some of its artifacts, by path.
 */
artifacts: Array<ReleaseBundleArtifact>, 
/**
 * Maximum number of rows of this page.
 */
limit: number, 
/**
 * Number of rows that were skipped.
 */
offset: number, };

export type ReleaseBundleHit = { 
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
 * How far it is, in the words of the platform that has it.
 */
status: string, 
/**
 * When it was made, where that is told.
 */
created: Timestamp | null, 
/**
 * By whom; nobody here where another platform has it.
 */
created_by: PersonId | null, 
/**
 * Whether it is signed.
 */
signed: boolean, 
/**
 * How many artifacts are in it.
 */
artifacts_count: number, 
/**
 * How many bytes they have together.
 */
size: number, 
/**
 * Those that have the checksum.
 */
artifacts: Array<ReleaseBundleArtifact>, };

export type ReleaseBundleManifest = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its version.
 */
version: string, 
/**
 * What is in it.
 */
artifacts: Array<ReleaseBundleArtifact>, };

export type ReleaseBundleRow = { 
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
 * How far it is.
 */
status: ReleaseBundleStatus, 
/**
 * When it was made.
 */
created: Timestamp, 
/**
 * By whom; nobody when it was done on the command line.
 */
created_by: PersonId | null, 
/**
 * Whether it is signed.
 */
signed: boolean, 
/**
 * How many artifacts are in it.
 */
artifacts_count: number, 
/**
 * How many bytes they have together.
 */
size: number, };

export type ReleaseBundleSignature = { 
/**
 * The key.
 */
key: string, 
/**
 * The signature itself.
 */
value: string, 
/**
 * It is of this very bundle.
 */
holds: boolean, };

export type ReleaseBundleStatus = "COMPLETED";

export type ReleaseBundleTaken = { 
/**
 * The bundle.
 */
release_bundle: ReleaseBundleRow, 
/**
 * Who made it.
 */
names: { [key in string]: string | null }, };

export type ReleaseBundles = { 
/**
 * These, the newest first.
 */
release_bundles: Array<ReleaseBundleRow>, 
/**
 * Who made them.
 */
names: { [key in string]: string | null }, 
/**
 * Total number of rows.
 */
total: number, 
/**
 * Maximum number of rows of this page.
 */
limit: number, 
/**
 * Number of rows that were skipped.
 */
offset: number, };

export type ReleaseBundlesQuery = { 
/**
 * Number of rows to skip.
 */
offset?: number, 
/**
 * Maximum number of rows.
 */
limit?: number, 
/**
 * Those of this origin only.
 */
origin?: BundleOrigin, 
/**
 * Those of this name only.
 */
name?: string, };

export type RemovedNode = { 
/**
 * Which one.
 */
removed: NodeRef, };

export type RetentionSetting = { 
/**
 * Whether it is enabled.
 */
enable: boolean, };

export type RevokeSessions = { 
/**
 * Which one.
 */
id?: string, 
/**
 * All others.
 */
others?: boolean, };

export type SecondFactor = { 
/**
 * The code.
 */
code?: Secret, 
/**
 * The recovery code.
 */
recovery_code?: Secret, };

export type Secret = string;

export type ServerVersion = { 
/**
 * The version.
 */
version: string, 
/**
 * Names the build.
 */
revision: string, 
/**
 * Always empty.
 */
addons: Array<string>, };

export type ServiceAction = "stop" | "start" | "crash";

export type ServiceEnabled = { 
/**
 * Whether it is enabled.
 */
enabled: boolean, };

export type ServiceOrder = { 
/**
 * The action.
 */
action: ServiceAction, };

export type ServiceRun = "starting" | "running" | "stopped" | "crashed" | "elsewhere";

export type ServiceSupportBundle = { 
/**
 * The bundle's id.
 */
id: string, } & ({ [key in "artifactory" | "access" | "metadata" | "event" | "jfconnect" | "router" | "xray" | "distribution" | "mc" | "insight" | "tracker" | "pipelines" | "replicator" | "jflink" | "runtime"]?: { 
/**
 * The service's id.
 */
service_id: string, 
/**
 * The address.
 */
bundle_url: string, } });

export type SessionInfo = { 
/**
 * Names the build.
 */
build: string, 
/**
 * The hash of the rules that the server decides by.
 */
charts: string, 
/**
 * Names the life of the session's stream.
 */
epoch: string, 
/**
 * Always null: the origin of a request is what tells pages apart.
 */
csrf: string | null, 
/**
 * Services may be stopped here for testing.
 */
qa: boolean, 
/**
 * There is no administrator yet.
 */
setup_needed: boolean, 
/**
 * Somebody has signed in.
 */
signed_in: boolean, };

export type Sessions = { 
/**
 * The full list.
 */
sessions: Array<OwnSession>, };

export type SessionsRevoked = { 
/**
 * The number.
 */
revoked: number, };

export type Setup = { 
/**
 * The token of the link.
 */
token: Secret, 
/**
 * The name.
 */
user: string, 
/**
 * The password.
 */
password: Secret, };

export type SetupLink = { 
/**
 * Always true.
 */
valid: boolean, 
/**
 * Until when.
 */
until: Timestamp, };

export type SetupQuery = { 
/**
 * The token.
 */
token: Secret, };

export type ShownFooter = { 
/**
 * The logo.
 */
logo: MenuLogo, 
/**
 * Tells this server from others of the platform.
 */
serverId: string, 
/**
 * Tells the platform from others.
 */
platformId: string, 
/**
 * What people call the server.
 */
serverName: string, 
/**
 * The address of the logo to show (MENU-07).
 */
logoUrl: string, 
/**
 * The address of a logo that was uploaded, which wins over the other one.
 */
userLogo: string, };

export type StatusByType = { 
/**
 * The moment.
 */
at: Timestamp, 
/**
 * The node that answers.
 */
node_id: string, 
/**
 * The types that there are services of.
 */
services: { [key in ServiceType]?: TypeNodes }, };

export type StatusEntry = { 
/**
 * The service.
 */
service: ServiceId, 
/**
 * Its id.
 */
service_id: string, 
/**
 * The node that it runs on.
 */
node_id: string, 
/**
 * `HEALTHY` or `UNHEALTHY`.
 */
state: string, 
/**
 * What there is to say of it.
 */
message: string, };

export type StoredPath = { 
/**
 * The path under `/ui`.
 */
path: string, 
/**
 * When.
 */
at: Timestamp, };

export type SupportBundle = { 
/**
 * Its id.
 */
id: string, 
/**
 * What it was asked for with.
 */
creation: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * What it is for.
 */
description: string, 
/**
 * When it was asked for.
 */
create_date: Timestamp, 
/**
 * By whom.
 */
created_by: PersonId | null, 
/**
 * Whose it is.
 */
service: ServiceId, 
/**
 * What was asked for.
 */
parameters: Parameters, 
/**
 * How far it is.
 */
status: SupportBundleStatus, 
/**
 * All that were asked for with it have ended.
 */
settled: boolean, 
/**
 * Its file, where it was made.
 */
archive?: BundleArchive, 
/**
 * Who fetched it last, where it was made; null as long as nobody did.
 */
download?: BundleDownload | null, 
/**
 * Why it was not made.
 */
failure?: SupportBundleFailure, 
/**
 * When it goes.
 */
expires_at?: Timestamp, };

export type SupportBundleBegun = { 
/**
 * Its id.
 */
id: string, 
/**
 * Whose it is.
 */
service: ServiceId, 
/**
 * How far it is.
 */
status: SupportBundleStatus, };

export type SupportBundleDeleted = { 
/**
 * Which one.
 */
deleted: string, };

export type SupportBundleFailure = { 
/**
 * The reason.
 */
fault: BundleFault, 
/**
 * The same as a sentence.
 */
message: string, };

export type SupportBundleFile = { 
/**
 * Its path in the archive.
 */
path: string, 
/**
 * How many bytes it has. In a preview that is an estimate.
 */
bytes: number, 
/**
 * Its SHA-256 in hex; empty in a preview, where it has not been written.
 */
sha256: string, 
/**
 * How many bytes the log has that this is the end of, where it is not whole.
 */
shortened_from: number | null, };

export type SupportBundleLack = { 
/**
 * What.
 */
what: string, 
/**
 * Why, as a sentence.
 */
why: string, };

export type SupportBundleManifest = { 
/**
 * How it is written.
 */
format: string, 
/**
 * The bundle's id.
 */
id: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * What it is for.
 */
description: string, 
/**
 * Whose it is.
 */
service: ServiceId, 
/**
 * When it was made.
 */
created_at: Timestamp, 
/**
 * Of which build.
 */
versions: SupportBundleVersions, 
/**
 * What was asked for.
 */
parameters: Parameters, 
/**
 * The files, but for this one.
 */
files: Array<SupportBundleFile>, 
/**
 * The values that read `[redacted]`.
 */
redacted: Array<SupportBundleRedaction>, 
/**
 * What was asked for and is not in it, and what never is.
 */
left_out: Array<SupportBundleLack>, 
/**
 * How many bytes the files have together, before they are compressed.
 */
total_bytes: number, };

export type SupportBundlePreviews = { 
/**
 * Each of them.
 */
bundles: Array<SupportBundleManifest>, 
/**
 * How many bytes they would have together.
 */
total_bytes: number, };

export type SupportBundleRedaction = { 
/**
 * The file that it would be in.
 */
file: string, 
/**
 * The field.
 */
field: string, };

export type SupportBundleStatus = "in progress" | "success" | "failure" | "removed";

export type SupportBundleVersions = { 
/**
 * The version of this server.
 */
version: string, 
/**
 * Names its build.
 */
build: string, 
/**
 * The hash of the rules that it decides by.
 */
rules: string, };

export type SupportBundles = { 
/**
 * The bundles, the newest first.
 */
bundles: Array<SupportBundle>, 
/**
 * Total number of rows.
 */
count: number, 
/**
 * The services that can be asked.
 */
services: Array<ServiceId>, 
/**
 * Who asked for them and fetched them.
 */
names: { [key in string]: string | null }, };

export type SupportBundlesBegun = { 
/**
 * What names all of them.
 */
id: string, 
/**
 * How many are being made.
 */
in_progress: number, 
/**
 * The bundles.
 */
bundles: Array<SupportBundleBegun>, };

export type TestService = { 
/**
 * Its name.
 */
service: ServiceId, 
/**
 * Its id.
 */
service_id: string, 
/**
 * What its task is doing.
 */
run: ServiceRun | null, };

export type TestServices = { 
/**
 * The full list.
 */
services: Array<TestService>, };

export type TypeNodes = { 
/**
 * In the order of the services.
 */
nodes: Array<NodeReport>, };

export type UploadedLogo = { 
/**
 * What is known of it.
 */
logo: LogoDetails | null, };

/** The path that all calls are below. */
export const API_BASE = "/ui/api/v1/";

/** What sends a request: `path` is one below `API_BASE`. */
export interface Sender {
  call: <T>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object | Blob) => Promise<T>;
}

/** The query of an address: the fields that have a value. */
function search(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

const part = encodeURIComponent;

/** The calls of the console, one a route. */
export const calls = {
  /** The session of the cookie; creates one if there is none. */
  getSession: (api: Sender) =>
    api.call<SessionInfo>("GET", `session`),
  /** The session's own records, the newest first. */
  getSessionRecords: (api: Sender, query: RecordsQuery = {}) =>
    api.call<Records>("GET", `session/records${search(query)}`),
  /** The menus of the session. */
  getSessionMenu: (api: Sender, query: MenuQuery = {}) =>
    api.call<Menus>("GET", `session/menu${search(query)}`),
  /** The free texts of the onboarding. */
  postOnboardingDetails: (api: Sender, body: OnboardingDetails) =>
    api.call<Next>("POST", `ui/onboarding/details`, body),
  /** Reports an error of a page to the server's log. */
  postClientErrors: (api: Sender, body: ClientError) =>
    api.call<Empty>("POST", `ui/clientErrors`, body),
  /** The footer. */
  getSystemAuthScreenFooter: (api: Sender) =>
    api.call<ShownFooter>("GET", `system/auth/screen/footer`),
  /** The version of the server. */
  getSystemVersion: (api: Sender) =>
    api.call<ServerVersion>("GET", `system/version`),
  /** The service front-ends whose services run. */
  getSystemFrontends: (api: Sender) =>
    api.call<FrontEnds>("GET", `system/frontends`),
  /** Whether a link to set up the server still works. */
  getSetup: (api: Sender, query: SetupQuery) =>
    api.call<SetupLink>("GET", `setup${search(query)}`),
  /** Creates the first administrator. */
  postSetup: (api: Sender, body: Setup) =>
    api.call<Next>("POST", `setup`, body),
  /** Signs in. */
  postAuthLogin: (api: Sender, body: Login, query: LoginQuery = {}) =>
    api.call<LoggedIn>("POST", `ui/auth/login${search(query)}`, body),
  /** Signs in. */
  postAccessAuthLogin: (api: Sender, body: AccessLogin) =>
    api.call<LoggedIn>("POST", `access/auth/login`, body),
  /** Signs out. */
  postAuthLogout: (api: Sender) =>
    api.call<Next>("POST", `ui/auth/logout`),
  /** Who has signed in. */
  getAuthCurrent: (api: Sender) =>
    api.call<CurrentUser>("GET", `ui/auth/current`),
  /** Changes the user's password. */
  postAuthChangePassword: (api: Sender, body: ChangePassword) =>
    api.call<Next>("POST", `ui/auth/changePassword`, body),
  /** The second factor that is to be set up. */
  getAuthMfaEnroll: (api: Sender) =>
    api.call<Enrolment>("GET", `ui/auth/mfa/enroll`),
  /** Sets up the second factor. */
  postAuthMfaEnroll: (api: Sender, body: SecondFactor) =>
    api.call<Enrolled>("POST", `ui/auth/mfa/enroll`, body),
  /** Verifies the second factor. */
  postAuthMfaVerify: (api: Sender, body: SecondFactor) =>
    api.call<Next>("POST", `ui/auth/mfa/verify`, body),
  /** The second factor that is to be set up. */
  getAccessAuthMfaEnroll: (api: Sender) =>
    api.call<Enrolment>("GET", `access/auth/mfa/enroll`),
  /** Sets up the second factor. */
  postAccessAuthMfaEnroll: (api: Sender, body: SecondFactor) =>
    api.call<Enrolled>("POST", `access/auth/mfa/enroll`, body),
  /** Verifies the second factor. */
  postAccessAuthMfaVerify: (api: Sender, body: SecondFactor) =>
    api.call<Next>("POST", `access/auth/mfa/verify`, body),
  /** The sessions of the same user. */
  getAuthSessions: (api: Sender) =>
    api.call<Sessions>("GET", `ui/auth/sessions`),
  /** Ends one of the user's sessions, or all others. */
  postAuthSessionsRevoke: (api: Sender, body: RevokeSessions) =>
    api.call<SessionsRevoked>("POST", `ui/auth/sessions/revoke`, body),
  /** All accounts. */
  getAccessApiUiUsers: (api: Sender) =>
    api.call<Accounts>("GET", `access/api/ui/users`),
  /** A page of the projects, by key. */
  getProjects: (api: Sender, query: PageQuery = {}) =>
    api.call<Array<Project>>("GET", `projects${search(query)}`),
  /** Creates a project. */
  postProjects: (api: Sender, body: NewProject) =>
    api.call<Project>("POST", `projects`, body),
  /** The licence and its history. */
  getSystemLicenses: (api: Sender) =>
    api.call<Licences>("GET", `system/licenses`),
  /** Installs a key. */
  postSystemLicenses: (api: Sender, body: NewLicence) =>
    api.call<Licences>("POST", `system/licenses`, body),
  /** Removes the installed key. */
  deleteSystemLicenses: (api: Sender) =>
    api.call<Licences>("DELETE", `system/licenses`),
  /** The uploaded logo. */
  getSystemLogo: (api: Sender) =>
    api.call<UploadedLogo>("GET", `system/logo`),
  /** Uploads a logo: a PNG, JPEG or WebP picture. */
  putSystemLogo: (api: Sender, body: Blob) =>
    api.call<UploadedLogo>("PUT", `system/logo`, body),
  /** Removes the uploaded logo. */
  deleteSystemLogo: (api: Sender) =>
    api.call<UploadedLogo>("DELETE", `system/logo`),
  /** The services of a server for testing. */
  getQaServices: (api: Sender) =>
    api.call<TestServices>("GET", `qa/services`),
  /** Stops, starts or crashes a service for testing. */
  postQaServicesId: (api: Sender, id: string, body: ServiceOrder) =>
    api.call<TestServices>("POST", `qa/services/${part(id)}`, body),
  /** A page of the release bundles, newest first. */
  getReleaseBundles: (api: Sender, query: ReleaseBundlesQuery = {}) =>
    api.call<ReleaseBundles>("GET", `release_bundles${search(query)}`),
  /** Imports the bundle of a manifest. */
  postReleaseBundles: (api: Sender, body: ReleaseBundleManifest) =>
    api.call<ReleaseBundleTaken>("POST", `release_bundles`, body),
  /** A bundle, with some of its artifacts. */
  getReleaseBundlesNameVersion: (api: Sender, name: string, version: string, query: ReleaseBundlesQuery = {}) =>
    api.call<ReleaseBundleDetails>("GET", `release_bundles/${part(name)}/${part(version)}${search(query)}`),
  /** The release bundles that hold a file with this checksum. */
  getDistributionApiUiReleaseBundleChecksumChecksum: (api: Sender, checksum: string, query: LookupQuery = {}) =>
    api.call<Lookup>("GET", `distribution/api/ui/release_bundle/checksum/${part(checksum)}${search(query)}`),
  /** Whether retention of target bundles is on. */
  getBundleRetentionConfigEnable: (api: Sender) =>
    api.call<RetentionSetting>("GET", `ui/bundle/retention/config/enable`),
  /** The logs of a service, and the nodes that have them. */
  getSystemLogsConfigService: (api: Sender, service: string, query: LogQuery = {}) =>
    api.call<LogConfig>("GET", `system/logs/config/${part(service)}${search(query)}`),
  /** The logs of a service, and the nodes that have them. */
  getSystemLogsConfigServiceNode: (api: Sender, service: string, node: string) =>
    api.call<LogConfig>("GET", `system/logs/config/${part(service)}/${part(node)}`),
  /** A part of a log, after or before an offset. */
  getSystemLogsDataService: (api: Sender, service: string, query: LogQuery = {}) =>
    api.call<LogData>("GET", `system/logs/data/${part(service)}${search(query)}`),
  /** A part of a log, after or before an offset. */
  getSystemLogsDataServiceNodeFile: (api: Sender, service: string, node: string, file: string, query: LogQuery = {}) =>
    api.call<LogData>("GET", `system/logs/data/${part(service)}/${part(node)}/${part(file)}${search(query)}`),
  /** Every support bundle, the newest first. */
  getUserSupportListBundles: (api: Sender) =>
    api.call<SupportBundles>("GET", `ui/userSupport/listBundles`),
  /** Requests support bundles from services. */
  postUserSupportGenerateBundle: (api: Sender, body: NewSupportBundle) =>
    api.call<SupportBundlesBegun>("POST", `ui/userSupport/generateBundle`, body),
  /** Deletes a support bundle. */
  deleteUserSupportDeleteBundleId: (api: Sender, id: string) =>
    api.call<SupportBundleDeleted>("DELETE", `ui/userSupport/deleteBundle/${part(id)}`),
  /** Previews support bundles. */
  postUserSupportPreviewBundle: (api: Sender, body: NewSupportBundle) =>
    api.call<SupportBundlePreviews>("POST", `ui/userSupport/previewBundle`, body),
  /** The contents of a support bundle. */
  getUserSupportPreviewBundleId: (api: Sender, id: string) =>
    api.call<SupportBundleManifest>("GET", `ui/userSupport/previewBundle/${part(id)}`),
  /** Requests a support bundle from the service. */
  postDistributionApiV1SystemSupportBundle: (api: Sender, body: NewSupportBundle) =>
    api.call<ServiceSupportBundle>("POST", `distribution/api/v1/system/support/bundle`, body),
  /** Requests a support bundle from the service. */
  postXrayApiV1SystemSupportBundle: (api: Sender, body: NewSupportBundle) =>
    api.call<ServiceSupportBundle>("POST", `xray/api/v1/system/support/bundle`, body),
  /** Requests a support bundle from the service. */
  postMcApiV1SystemSupportBundle: (api: Sender, body: NewSupportBundle) =>
    api.call<ServiceSupportBundle>("POST", `mc/api/v1/system/support/bundle`, body),
  /** Requests a support bundle from the service. */
  postInsightApiV1SystemSupportBundle: (api: Sender, body: NewSupportBundle) =>
    api.call<ServiceSupportBundle>("POST", `insight/api/v1/system/support/bundle`, body),
  /** Requests a support bundle from the service. */
  postTrackerApiV3PdnSystemSupportBundle: (api: Sender, body: NewSupportBundle) =>
    api.call<ServiceSupportBundle>("POST", `tracker/api/v3/pdn/system/support/bundle`, body),
  /** The status of every node of every service. */
  getSystemStatus: (api: Sender) =>
    api.call<Array<StatusEntry>>("GET", `system/status`),
  /** The services by type, each with its nodes. */
  getSystemStatusHa: (api: Sender) =>
    api.call<StatusByType>("GET", `system/status/ha`),
  /** The nodes that services run on. */
  getSystemStatusNodes: (api: Sender) =>
    api.call<Array<NodeStatusEntry>>("GET", `system/status/nodes`),
  /** Whether a service is part of the installation. */
  getSystemIsmicroserviceenabledService: (api: Sender, service: string) =>
    api.call<ServiceEnabled>("GET", `system/ismicroserviceenabled/${part(service)}`),
  /** Takes a node out of the topology. */
  deleteAccessApiV1TopologyServiceIdNodeId: (api: Sender, serviceId: string, nodeId: string) =>
    api.call<RemovedNode>("DELETE", `access/api/v1/topology/${part(serviceId)}/${part(nodeId)}`),
} as const;

/** The addresses of files, for links. */
export const addresses = {
  /** The session's log as a verifiable file. */
  getSessionTrace: () =>
    `${API_BASE}session/trace`,
  /** The picture itself. */
  getSystemLogoDigest: (digest: string) =>
    `${API_BASE}system/logo/${part(digest)}`,
  /** A log as a file, or a part of it. */
  getSystemLogsDownloadService: (service: string, query: LogQuery = {}) =>
    `${API_BASE}system/logs/download/${part(service)}${search(query)}`,
  /** A support bundle's archive, or a part of it. */
  getUserSupportDownloadBundleId: (id: string) =>
    `${API_BASE}ui/userSupport/downloadBundle/${part(id)}`,
} as const;
