// Generated from the state machines by `cargo test --test generated`. Do not edit.

import type { AdvisoryCounts, AffectedCounts, ApplicationKind, ApplicationScope, BuildCounts, BuildPromotion, BundleArchive, BundleDistribution, BundleDownload, BundleFault, BundleOrigin, BundlePromotion, CleanupCounts, CleanupRun, ComponentDirection, ComponentOrderBy, Digest, DirectoryServer, DistributionFailure, DistributionKind, DownloadAudit, DownloadRule, ExchangeRule, Feature, GitLastScan, GitProduct, GitVendorProblem, Licence, LogGap, MachineName, MailFailure, MailKind, MailSecurity, MenuLogo, NodeRef, Notice, PackageType, Parameters, PermissionAction, PersonId, PictureFormat, ProjectRole, PromotionStatus, Rejection, RejectionCode, RepositoryClass, SamlBinding, SamlProvider, ServiceId, ServiceType, SignInProviderKind, Timestamp, TokenScope, Uptime, Version, WebhookDisabled, WebhookMethod, WebhookSignature, WorkRole } from "./types";

export type AccessLogin = { 
/**
 * The name.
 */
username: Secret, 
/**
 * The password.
 */
password: Secret, };

export type AccessToken = { 
/**
 * The token id.
 */
token_id: string, 
/**
 * The user name of the owner; null if it was erased.
 */
subject: string | null, 
/**
 * The user id of the owner.
 */
person: PersonId, 
/**
 * A free description.
 */
description: string | null, 
/**
 * Whether it is its owner's API key.
 */
api_key: boolean, 
/**
 * What it may be used for in repositories, and nothing else; null for everything that its owner may.
 */
scope: TokenScope | null, 
/**
 * When it was created, in seconds since 1970.
 */
issued_at: number, 
/**
 * When it expires, in seconds since 1970.
 */
expiry: number, 
/**
 * When it was last used since the server started, in seconds since 1970.
 */
last_used: number | null, };

export type AccessTokens = { 
/**
 * The tokens.
 */
tokens: Array<AccessToken>, };

export type AccountChanges = { 
/**
 * `edits` of the account that the author has seen. If it has changed meanwhile, the answer is 409.
 */
edits?: number, 
/**
 * The mail address; an empty one removes it.
 */
email?: string, 
/**
 * Whether the user may sign in.
 */
enabled?: boolean, 
/**
 * Whether the user may administer the installation.
 */
admin?: boolean, 
/**
 * Whether the user may read the logs of all users.
 */
auditor?: boolean, 
/**
 * Whether the user signs in with another service only, and has no password here.
 */
external?: boolean, 
/**
 * Whether the user may change the own account.
 */
profile_updatable?: boolean, 
/**
 * The names of all of the user's groups.
 */
groups?: Array<string>, };

export type Accounts = { 
/**
 * The accounts, by name.
 */
users: Array<ListedUser>, 
/**
 * How many there are in all.
 */
total: number, 
/**
 * Where the next page begins; null at the end.
 */
next: PersonId | null, };

export type ActKind = "sign_in" | "page" | "change" | "reading" | "server" | "refused";

export type ActsPage = { 
/**
 * The records, newest first.
 */
records: Array<Change>, 
/**
 * The users that they name.
 */
names: { [key in string]: string | null }, 
/**
 * The keys of the repositories in which they did it, by id; those that were deleted have none.
 */
repositories: { [key in string]: string }, 
/**
 * Where older records follow; null at the beginning. A page may be short, or empty, and be followed by others.
 */
next: string | null, };

export type AdvisoriesImported = { 
/**
 * Whether nothing was changed, because only the numbers were asked for.
 */
dry_run: boolean, 
/**
 * How many advisories are known after it.
 */
advisories: number, 
/**
 * What became of those that were imported.
 */
counts: AdvisoryCounts, 
/**
 * What was found in the documents.
 */
report: AdvisoryReport, };

export type AdvisoriesStatus = { 
/**
 * How many there are.
 */
advisories: number, 
/**
 * How many are about packages of each type.
 */
types: { [key in string]: number }, 
/**
 * Whether what was imported is missing or was changed, so that it has to be imported again.
 */
is_lost: boolean, 
/**
 * The newest import; null if there was none.
 */
last: LastAdvisoryImport | null, 
/**
 * How many stored versions were compared with advisories so far; null while none are compared.
 */
comparing: RunningComparison | null, 
/**
 * The newest comparison of all stored versions; null before the first one with these advisories.
 */
comparison: LastComparison | null, };

export type AdvisoryReport = { 
/**
 * How many documents there were, with those that could not be read.
 */
documents: number, 
/**
 * How many could not be read.
 */
unread: number, 
/**
 * The first of these, and why.
 */
unread_files: Array<Unread>, 
/**
 * How often documents name an ecosystem that has no package type here, by its name.
 */
ecosystems: { [key in string]: number }, };

export type ApiKey = { 
/**
 * The key; null if there is none.
 */
apiKey: string | null, 
/**
 * When it expires.
 */
until: Timestamp | null, };

export type ApplicationClient = { 
/**
 * Its client id.
 */
client_id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * What it is for.
 */
description: string, 
/**
 * Where it runs.
 */
kind: ApplicationKind, };

export type ApplicationName = { 
/**
 * The client id.
 */
id: string, 
/**
 * The name.
 */
name: string, };

export type ApplicationUser = { 
/**
 * The id of the user.
 */
user: PersonId, 
/**
 * The user name; null after it was erased.
 */
name: string | null, 
/**
 * What the application may do, of what the user has consented to.
 */
scopes: Array<ApplicationScope>, 
/**
 * When the user last consented to something new.
 */
consented_at: Timestamp, 
/**
 * How many sign-ins to the application go on.
 */
sign_ins: number, 
/**
 * When the application last got a token for one of the newest sign-ins; null if there is none.
 */
last_used_at: Timestamp | null, };

export type ApplicationUsers = { 
/**
 * The users, by name.
 */
users: Array<ApplicationUser>, 
/**
 * How many there are in all.
 */
total: number, 
/**
 * Where the next page begins; null at the end.
 */
next: PersonId | null, };

export type ApplicationUsersQuery = { 
/**
 * A part of the user name, in any case.
 */
search?: string, 
/**
 * `next` of the page before.
 */
after?: PersonId, 
/**
 * Maximum number of users, at most 1,000.
 */
limit?: number, };

export type ArchiveSearch = { 
/**
 * The query, as the search of the archive writes it, such as `name:shop pkg:npm repo:npm-local`.
 */
query: string, 
/**
 * `next` of the page before.
 */
after?: string, 
/**
 * Maximum number of versions.
 */
limit?: number, };

export type ArchivedFiles = { 
/**
 * The key of the repository.
 */
repository: string, 
/**
 * Names the files in the archive, for restoring them.
 */
name: string, 
/**
 * The package.
 */
package: string, 
/**
 * The version.
 */
version: string, 
/**
 * How many files there are.
 */
files: number, };

export type ArchivedVersionRow = { 
/**
 * The id of the package, such as `npm://left-pad`.
 */
id: string, 
/**
 * The type of the package.
 */
package_type: PackageType, 
/**
 * The name of the package.
 */
package: string, 
/**
 * The version; of an image the digest. Empty for a file that belonged to none.
 */
version: string, 
/**
 * The tags that named it.
 */
tags: Array<string>, 
/**
 * The key of the repository.
 */
repository: string, 
/**
 * Names its files in the archive.
 */
name: string, 
/**
 * The number of its files.
 */
files: number, 
/**
 * Their size in bytes.
 */
bytes: number, 
/**
 * When it was archived.
 */
archived_at: Timestamp, 
/**
 * Who did it: the id of a user, or `system`.
 */
archived_by: string, 
/**
 * Whether the user may restore and delete it.
 */
restorable: boolean, };

export type ArchivedVersions = { 
/**
 * The versions.
 */
versions: Array<ArchivedVersionRow>, 
/**
 * Where the next page begins; null after the last one. A page may be short, or empty, and be followed by others.
 */
next: string | null, 
/**
 * The names of the users that versions refer to.
 */
names: { [key in string]: string | null }, };

export type ArtifactCount = { 
/**
 * The numbers, as the console's overview has them.
 */
widgetData: ArtifactCountData, };

export type ArtifactCountData = { 
/**
 * The files of the repositories of which the caller may read everything, each as often as it occurs.
 */
artifactCount: number, 
/**
 * Whether there are more: the files of repositories of which the caller may read only a part are not counted.
 */
isLowerBound: boolean, };

export type ArtifactPermission = { 
/**
 * What is granted, and to whom.
 */
actions?: PermissionActions, 
/**
 * The paths, by the key of a repository, or `ANY`, `ANY LOCAL` or `ANY REMOTE`. Of builds, which are paths of their
 * names and numbers: `artifactory-build-info` for those without a project, the key of a project and `-build-info`,
 * or `ANY`. Of release bundles, which are paths of their names and versions: `release-bundles` or `ANY`.
 */
targets: { [key in string]: PermissionPatterns }, };

export type ArtifactQuery = { 
/**
 * The query, as the search box writes it: `name:app repo:libs-local`.
 */
query: string, 
/**
 * `next` of the answer before.
 */
offset?: number, 
/**
 * The most artifacts of the answer.
 */
limit?: number, };

export type AskPasskey = { 
/**
 * What it is for.
 */
purpose: PasskeyUse, };

export type AskedAccount = { 
/**
 * The user name.
 */
user: Secret, 
/**
 * The mail address, to which a link is sent.
 */
email: Secret, 
/**
 * The language of the page, such as `de`, in which the mail is written; English if it is missing or unknown.
 */
language?: string, };

export type AuthorizationQuery = { 
/**
 * That address, or its query.
 */
auth_url: string, };

export type AuthorizationRequestShown = { 
/**
 * The application.
 */
client: ApplicationClient, 
/**
 * What it wants.
 */
scopes: Array<ApplicationScope>, 
/**
 * What of that the user has not consented to before.
 */
new_scopes: Array<ApplicationScope>, 
/**
 * Where the user is sent back to: scheme, host and port.
 */
callback_origin: string, 
/**
 * Whether the user shows the password to consent.
 */
password_required: boolean, 
/**
 * How long the application has access at most, in milliseconds, if the user does not revoke it before.
 */
lasts_ms: number, };

export type Authorize = { 
/**
 * The address that the user was sent to.
 */
url: string, 
/**
 * Whether the user consents; true if it is missing.
 */
consents?: boolean, };

export type Authorized = { 
/**
 * The callback of the application with a code, or with the refusal.
 */
redirect: string, };

export type AutoRedirect = { 
/**
 * Whether it does.
 */
autoRedirect: boolean, };

export type BuildBefore = { 
/**
 * What it was.
 */
name: string, 
/**
 * Its checksum or value.
 */
value: string, };

export type BuildChange = { 
/**
 * How it has changed.
 */
kind: BuildChangeKind, 
/**
 * What it is in the newer run; in the older one if it is removed.
 */
name: string, 
/**
 * The checksum of a file, or the value of a property.
 */
value: string, 
/**
 * The same in the older run, of what is updated.
 */
before: BuildBefore | null, };

export type BuildChangeKind = "new" | "updated" | "removed";

export type BuildChangeList = { 
/**
 * The first of the changes: what is new, what is not the same, and what is removed.
 */
changes: Array<BuildChange>, 
/**
 * The number of all changes.
 */
total: number, 
/**
 * How much is the same in both.
 */
unchanged: number, };

export type BuildChanges = { 
/**
 * The runs that the user may see.
 */
runs: Array<ChangedBuildRun>, 
/**
 * Whether nothing is missing; otherwise the page reads everything again.
 */
complete: boolean, };

export type BuildDetails = { 
/**
 * The run.
 */
run: BuildRunRow, 
/**
 * When it began, as its server wrote it.
 */
started_text: string, 
/**
 * The names of those who published and promoted it.
 */
names: { [key in string]: string | null }, 
/**
 * The program that built it.
 */
build_agent: string, 
/**
 * How long it took, in milliseconds; null if it is not known.
 */
duration_ms: number | null, 
/**
 * The user of the server who began it; may be empty.
 */
principal: string, 
/**
 * The address of the run at its server; may be empty.
 */
url: string, 
/**
 * Where its source is.
 */
vcs: Array<BuildVcs>, 
/**
 * Its modules.
 */
modules: Array<BuildModule>, 
/**
 * The first of its properties, by name.
 */
properties: { [key in string]: string }, 
/**
 * The number of all properties.
 */
properties_total: number, 
/**
 * The SHA-256 of the build-info.
 */
sha256: Digest, 
/**
 * Its size in bytes.
 */
bytes: number, 
/**
 * Its promotions, the newest last.
 */
promotions: Array<BuildPromotion>, };

export type BuildDiff = { 
/**
 * The files that came out of them.
 */
artifacts: BuildChangeList, 
/**
 * The files that went into them.
 */
dependencies: BuildChangeList, 
/**
 * Their properties.
 */
properties: BuildChangeList, };

export type BuildDiffQuery = { 
/**
 * The name of the build.
 */
name: string, 
/**
 * The number of the newer run.
 */
number: string, 
/**
 * The number of the older run.
 */
older: string, 
/**
 * The key of the project.
 */
project?: string, };

export type BuildFile = { 
/**
 * The name of an artifact, or the id of a dependency.
 */
name: string, 
/**
 * Its type; may be empty.
 */
type: string, 
/**
 * Its SHA-256; may be empty.
 */
sha256: string, 
/**
 * Its SHA-1; may be empty.
 */
sha1: string, 
/**
 * What a dependency is needed for.
 */
scopes: Array<string>, 
/**
 * Where a stored file has its checksum, if there is one that the user may read.
 */
place: BuildFilePlace | null, };

export type BuildFileKind = "artifacts" | "dependencies";

export type BuildFilePlace = { 
/**
 * The key of the repository.
 */
repository: string, 
/**
 * The path in it.
 */
path: string, };

export type BuildFilesPage = { 
/**
 * The files.
 */
files: Array<BuildFile>, 
/**
 * The number of all files that are found.
 */
total: number, };

export type BuildFilesQuery = { 
/**
 * The name of the build.
 */
name: string, 
/**
 * The number.
 */
number: string, 
/**
 * The key of the project.
 */
project?: string, 
/**
 * The position of the module in the build-info.
 */
module: number, 
/**
 * Which of its files.
 */
kind: BuildFileKind, 
/**
 * Only files whose name or id has this text.
 */
text?: string, 
/**
 * Number of files to skip.
 */
offset?: number, 
/**
 * Maximum number of files.
 */
limit?: number, };

export type BuildModule = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its type; may be empty.
 */
type: string, 
/**
 * The number of files that came out of it.
 */
artifacts: number, 
/**
 * The number of files that went into it.
 */
dependencies: number, };

export type BuildRow = { 
/**
 * The name.
 */
name: string, 
/**
 * The key of its project; null if it belongs to none.
 */
project: string | null, 
/**
 * The number of its runs.
 */
runs: number, 
/**
 * The run that began last.
 */
last: BuildRunRow, };

export type BuildRunQuery = { 
/**
 * The name of the build.
 */
name: string, 
/**
 * The number.
 */
number: string, 
/**
 * The key of the project.
 */
project?: string, };

export type BuildRunRow = { 
/**
 * The number.
 */
number: string, 
/**
 * When it began.
 */
started: Timestamp, 
/**
 * When it was published.
 */
published_at: Timestamp, 
/**
 * The user who published it; null if the server did.
 */
published_by: PersonId | null, 
/**
 * The server or program that ran it; empty if it is not named.
 */
agent: string, 
/**
 * What is in its build-info.
 */
counts: BuildCounts, 
/**
 * Whether the user may delete it.
 */
may_delete: boolean, };

export type BuildRunsPage = { 
/**
 * The runs.
 */
runs: Array<BuildRunRow>, 
/**
 * The names of those who published them.
 */
names: { [key in string]: string | null }, 
/**
 * Where the next page begins; null after the last one.
 */
next: string | null, 
/**
 * The number of all runs that the user may see.
 */
total: number, };

export type BuildRunsQuery = { 
/**
 * The name of the build.
 */
name: string, 
/**
 * The key of its project.
 */
project?: string, 
/**
 * `next` of the page before.
 */
after?: string, 
/**
 * Maximum number of rows.
 */
limit?: number, };

export type BuildRunsToDelete = { 
/**
 * The name of the build.
 */
name: string, 
/**
 * The key of its project.
 */
project?: string, 
/**
 * The numbers.
 */
numbers: Array<string>, };

export type BuildSbomQuery = { 
/**
 * The name of the build.
 */
name: string, 
/**
 * The number.
 */
number: string, 
/**
 * The key of the project.
 */
project?: string, 
/**
 * The format; `CycloneDX` without it.
 */
format?: SbomFormat, };

export type BuildVcs = { 
/**
 * The address of its repository.
 */
url: string, 
/**
 * The revision.
 */
revision: string, 
/**
 * The branch.
 */
branch: string, 
/**
 * The message of the revision.
 */
message: string, };

export type BuildsArgs = { 
/**
 * Only this build; all without a name.
 */
name?: string, };

export type BuildsPage = { 
/**
 * The builds.
 */
builds: Array<BuildRow>, 
/**
 * The names of those who published them.
 */
names: { [key in string]: string | null }, 
/**
 * Where the next page begins; null after the last one.
 */
next: string | null, 
/**
 * The number of all builds that are found.
 */
total: number, 
/**
 * The address of this server, for commands that publish a build.
 */
server: string, };

export type BuildsQuery = { 
/**
 * Only builds whose name has this text.
 */
text?: string, 
/**
 * Only builds of this project.
 */
project?: string, 
/**
 * `next` of the page before.
 */
after?: string, 
/**
 * Maximum number of rows.
 */
limit?: number, };

export type BundleBuild = { 
/**
 * The name of the build.
 */
name: string, 
/**
 * The number of the run.
 */
number: string, 
/**
 * The key of the build's project; without it, the build belongs to none.
 */
project?: string, };

export type Cause = { 
/**
 * The record that caused it.
 */
record: string, 
/**
 * The index of the call in that record.
 */
call: number | null, 
/**
 * The first record of the chain of causes.
 */
root: string, };

export type Change = { 
/**
 * The version of the record format.
 */
v: number, 
/**
 * The sequence number in the stream.
 */
seq: number, 
/**
 * The stream.
 */
stream: string, 
/**
 * The machine.
 */
machine: MachineName, 
/**
 * The tab; null for a machine of the session.
 */
tab: string | null, 
/**
 * The version of the machine after the record.
 */
instance: number, 
/**
 * The event.
 */
event: UntypedEvent, 
/**
 * The guards that were evaluated.
 */
guards: Array<string>, 
/**
 * Why the event was rejected; null if it was accepted.
 */
refused: Rejection | null, 
/**
 * The name of the state before.
 */
from: string, 
/**
 * The name of the state after.
 */
to: string, 
/**
 * The complete state after; null for a rejection, which changes nothing.
 */
state: UntypedState | null, 
/**
 * The calls of the decision.
 */
calls: Array<UntypedCall>, 
/**
 * When it was decided.
 */
at: Timestamp, 
/**
 * The actor: an opaque person id, `anonymous` or `system`.
 */
who: string, 
/**
 * What caused the record; null if it has no cause.
 */
cause: Cause | null, 
/**
 * The id of the command.
 */
command: string | null, 
/**
 * The hash of the rules that decided.
 */
rules: string, 
/**
 * The version of the machine's event schema.
 */
schema: number, 
/**
 * The hash of the previous record of the stream.
 */
prev: string, 
/**
 * The events that a tab may propose in the new state.
 */
can: Array<string>, };

export type ChangeDistributionTarget = { 
/**
 * The address of the installation.
 */
url: string, 
/**
 * What it is, in words.
 */
description: string, 
/**
 * The access token of an administrator there. If it is missing, the stored one stays, unless the address changes.
 */
token?: Secret, };

export type ChangePassword = { 
/**
 * The user name, as older clients send it. It is ignored: the password is that of the session's user.
 */
user?: string, 
/**
 * The current password.
 */
current: Secret, 
/**
 * The new password.
 */
new: Secret, };

export type ChangedBuildRun = { 
/**
 * The name of the build.
 */
name: string, 
/**
 * The key of its project.
 */
project: string | null, 
/**
 * The number.
 */
number: string, };

export type CheckedResetKey = { 
/**
 * The name of its user; null after it was erased.
 */
user: string | null, 
/**
 * When the link expires.
 */
until: Timestamp, };

export type ChosenGitRepositories = { 
/**
 * Their names.
 */
repositories: Array<string>, };

export type ChosenPassword = { 
/**
 * The token of the link.
 */
token: Secret, 
/**
 * The password.
 */
password: Secret, };

export type CleanupCandidate = { 
/**
 * The key of the repository.
 */
repo: string, 
/**
 * The name of the package; none for a file without a version.
 */
package: string | null, 
/**
 * The version.
 */
version: string | null, 
/**
 * The path of its first file.
 */
path: string, 
/**
 * The number of its files.
 */
files: number, 
/**
 * Their size in bytes.
 */
bytes: number, 
/**
 * When a file of it was stored last.
 */
storedAt: Timestamp, 
/**
 * When a file of it was downloaded last.
 */
lastDownloaded: Timestamp | null, 
/**
 * How many versions of the package are newer.
 */
newerVersions: number | null, 
/**
 * Why it is selected: each of the criteria.
 */
why: Array<CleanupReason>, };

export type CleanupCandidates = { 
/**
 * A part of the list, by repository and name.
 */
candidates: Array<CleanupCandidate>, 
/**
 * The place from which it goes on; none at its end.
 */
next: number | null, 
/**
 * How much it is altogether.
 */
totals: CleanupCounts, 
/**
 * Whether everything was looked at. Otherwise there may be more than the totals say.
 */
complete: boolean, };

export type CleanupCandidatesQuery = { 
/**
 * The place in the list from which it goes on.
 */
from?: number, 
/**
 * How many at most.
 */
limit?: number, };

export type CleanupEnablement = { 
/**
 * Whether it does from now on.
 */
enabled: boolean, };

export type CleanupPolicies = { 
/**
 * The policies, by key.
 */
policies: Array<DescribedCleanupPolicy>, };

export type CleanupReason = "created_before" | "unused" | "beyond_last_versions";

export type CleanupSearch = { 
/**
 * The package types; all if there is none.
 */
packageTypes?: Array<string>, 
/**
 * The keys of local repositories; `**` or none for all.
 */
repos?: Array<string>, 
/**
 * The keys of those that are left out.
 */
excludedRepos?: Array<string>, 
/**
 * Patterns of names of packages, or of paths of files without versions; all if there is none.
 */
includedPackages?: Array<string>, 
/**
 * Patterns of those that are left out.
 */
excludedPackages?: Array<string>, 
/**
 * Whether a policy without a project concerns the repositories of projects; true if it is missing.
 */
includeAllProjects?: boolean, 
/**
 * Only what was stored so many days ago or earlier.
 */
createdBeforeInDays?: number, 
/**
 * Only what was neither downloaded nor stored for so many days.
 */
lastDownloadedBeforeInDays?: number, 
/**
 * Only versions beside so many newest ones of their package, in the order of its package type.
 */
keepLastNVersions?: number, };

export type ClientCommand = { 
/**
 * The client.
 */
client: string, 
/**
 * What it is for.
 */
purpose: CommandPurpose, 
/**
 * The command as it is entered. `<TOKEN>` is for an access token; other words in angle brackets are the user's.
 */
command: string, };

export type ClientCommands = { 
/**
 * The commands, in the order in which they are entered.
 */
commands: Array<ClientCommand>, };

export type ClientError = { 
/**
 * A short description by the page.
 */
what: string, 
/**
 * The error with its stack and causes.
 */
detail?: string, };

export type ClientLoginOutcome = { 
/**
 * What became of it.
 */
status: ClientLoginStatus, 
/**
 * How many codes may still be tried for this client, after a wrong one.
 */
left: number | null, 
/**
 * Why the client is refused.
 */
notice: Notice | null, };

export type ClientLoginResponse = { 
/**
 * The session of the client, as in the link.
 */
session: Secret, 
/**
 * What the client calls itself: 1 to 64 visible characters.
 */
client_name?: string, 
/**
 * The last four characters of the session, as the user has typed them.
 */
code?: Secret, 
/**
 * Whether the user denies the client.
 */
deny?: boolean, };

export type ClientLoginStatus = "granted" | "wrong_code" | "denied" | "refused";

export type ClientMessage = { "type": "hello" } & Hello | { "type": "command" } & Command | { "type": "subscribe" } & Subscribe | { "type": "unsubscribe" } & Unsubscribe | { "type": "activity", };

export type ClockOrder = { 
/**
 * In milliseconds.
 */
advance_ms: number, };

export type CodeOfApp = { 
/**
 * The code.
 */
code: Secret, };

export type CodeVerified = { 
/**
 * The state of the machine after the request.
 */
next: string, 
/**
 * Null: answers to wrong codes are problem details, which have the error here.
 */
error: ProblemDetails | null, };

export type Command = { 
/**
 * The id, which the answer repeats; a repeated command is not applied again.
 */
id: string, 
/**
 * The machine.
 */
machine: MachineName, 
/**
 * The event.
 */
event: UntypedEvent, 
/**
 * The version of the machine that the tab has seen; null for any.
 */
expected: number | null, };

export type CommandPurpose = "configure" | "configure_public" | "allow_new" | "sign_in" | "publish" | "install" | "import";

export type ComponentDetails = { 
/**
 * Whether it was compared with advisories.
 */
scan_status: ScanStatus, 
/**
 * The vulnerabilities, the most severe first.
 */
vulnerability_list: Array<Vulnerability>, 
/**
 * What it is for, as its author says.
 */
description: string, 
/**
 * When its first file was published.
 */
created: Timestamp, 
/**
 * The keys of the repositories that have it, of those that the caller may read.
 */
repositories: Array<string>, 
/**
 * The size of its files in bytes, as the first repository has them.
 */
size: number, 
/**
 * The id of the package and the version, such as `npm://left-pad:1.3.0`.
 */
id: string, 
/**
 * The name of the package.
 */
name: string, 
/**
 * The version.
 */
version: string, 
/**
 * The type of the package.
 */
package_type: string, 
/**
 * How many vulnerabilities it has, by severity.
 */
vulnerabilities: VulnerabilityCounts, 
/**
 * Its licences: identifiers of SPDX, or what its author writes.
 */
licenses: Array<string>, 
/**
 * When its newest file was published.
 */
last_updated: Timestamp, };

export type ComponentDetailsRequest = { 
/**
 * Its id, such as `npm://left-pad:1.3.0`. At most 4,096 characters.
 */
component_id: string, };

export type ComponentSearch = { 
/**
 * Whether also components without findings are wanted; without it they are not.
 */
all_components?: boolean, 
/**
 * What the names of packages match, without case: `*` is for any text, `?` for a character. At most 1,024 bytes.
 */
name?: string, 
/**
 * One of their vulnerabilities has this identifier, in the CVE list or in another one.
 */
cve?: string, 
/**
 * One of their vulnerabilities has one of these severities: critical, high, medium, low, info or unknown.
 */
severities?: Array<string>, };

export type ComponentSearchQuery = { 
/**
 * The direction; without it the newest come first, and names in ascending order.
 */
direction?: ComponentDirection, 
/**
 * How many rows a page has, from 1 to 100; 20 without it.
 */
num_of_rows?: number, 
/**
 * By what they are sorted; by their last update without it.
 */
order_by?: ComponentOrderBy, 
/**
 * The number of the page, from 1 on; the first one without it. Pages reach 10,000 rows together.
 */
page_num?: number, };

export type ConsoleMembers = { 
/**
 * Their keys, in the order in which they are asked.
 */
repositories: Array<string>, 
/**
 * The key of the local one that takes uploads.
 */
deploys_to: string | null, 
/**
 * The patterns of the names that no remote one is asked for.
 */
reserved: string, };

export type ConsolePermission = { 
/**
 * Its id, which is never reused.
 */
id: string, 
/**
 * The name.
 */
name: string, 
/**
 * What it grants on files in repositories. It has no targets if it grants nothing there.
 */
artifact: ArtifactPermission, 
/**
 * What it grants on builds; null if nothing.
 */
build: ArtifactPermission | null, 
/**
 * What it names of release bundles; null if nothing.
 */
release_bundle: ArtifactPermission | null, 
/**
 * Changes with what it grants. A change names the one that its author has seen.
 */
revision: string, 
/**
 * When it was created.
 */
created_at: Timestamp, 
/**
 * The user who created it; null for the server itself, and for a user who was erased.
 */
created_by: string | null, };

export type ConsolePermissions = { 
/**
 * The permissions, by name.
 */
permissions: Array<ConsolePermission>, };

export type ConsoleRepositories = { 
/**
 * The repositories, by key.
 */
repositories: Array<ConsoleRepository>, };

export type ConsoleRepository = { 
/**
 * The id, which is never reused.
 */
id: string, 
/**
 * The key.
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
 * What it is for.
 */
description: string, 
/**
 * What only its administrators see.
 */
notes: string, 
/**
 * The patterns of the paths that it may hold.
 */
includes: string, 
/**
 * The patterns of the paths that it may not hold.
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
 * How many bytes it may hold; null without limit.
 */
quota_bytes: number | null, 
/**
 * What is recorded of its downloads.
 */
audit: DownloadAudit, 
/**
 * Where a remote one has its files from; null for others.
 */
upstream: ConsoleUpstream | null, 
/**
 * What a virtual one joins; null for others.
 */
members: ConsoleMembers | null, 
/**
 * The number of its files.
 */
files: number, 
/**
 * What they take, in bytes.
 */
bytes: number, 
/**
 * When it was created.
 */
created_at: Timestamp, 
/**
 * The address that its clients are configured with.
 */
url: string, 
/**
 * Differs whenever the settings do.
 */
revision: string, };

export type ConsoleUpstream = { 
/**
 * The address.
 */
url: string, 
/**
 * The user by which it is read, who may be empty for a token; null without credentials.
 */
user: string | null, 
/**
 * Whether it is not asked.
 */
offline: boolean, 
/**
 * For how long what may change is served without asking again, in seconds.
 */
fresh_s: number, 
/**
 * For how long what it does not have is not asked for again, in seconds.
 */
missing_s: number, 
/**
 * Whether names that it has are asked of no other remote repository of the same virtual one.
 */
has_priority: boolean, };

export type ConsoleUsage = { 
/**
 * The repositories that hold files, by key.
 */
repositories: Array<RepositoryUsage>, 
/**
 * The projects, by key; the last one is what belongs to none.
 */
projects: Array<ProjectUsage>, 
/**
 * The files of all repositories.
 */
files: number, 
/**
 * What they add up to in bytes, each counted as often as it occurs.
 */
bytes: number, 
/**
 * What is in the trash of all repositories, in bytes.
 */
trash_bytes: number, 
/**
 * The number of contents, each of which is stored once.
 */
contents: number, 
/**
 * What contents take in bytes: those of files, of the trash and of the metadata of versions.
 */
stored_bytes: number, };

export type ConsoleWebServer = { 
/**
 * The repositories.
 */
reverseProxyRepositories: ReverseProxyRepositories, 
/**
 * Its key: `direct`, since the server does not know which program is before it.
 */
key: string, 
/**
 * Its kind, in capitals.
 */
webServerType: string, 
/**
 * The path of the repositories at this server.
 */
artifactoryAppContext: string, 
/**
 * The same as clients see it, with the base path.
 */
publicAppContext: string, 
/**
 * The host that clients use.
 */
serverName: string, 
/**
 * The host or address at which this server listens.
 */
artifactoryServerName: string, 
/**
 * The port of it.
 */
artifactoryPort: number, 
/**
 * How Docker clients distinguish repositories: by the first part of the path.
 */
dockerReverseProxyMethod: string, 
/**
 * Whether clients connect without TLS.
 */
useHttp: boolean, 
/**
 * Whether clients connect with TLS.
 */
useHttps: boolean, 
/**
 * The port without TLS; the usual one if it is not used.
 */
httpPort: number, 
/**
 * The port with TLS, likewise.
 */
httpsPort: number, };

export type CreateReleaseBundle = { 
/**
 * Files in local repositories, each as the key of the repository, a slash and the path.
 */
paths?: Array<string>, 
/**
 * Runs of builds, with the files that came out of them.
 */
builds?: Array<BundleBuild>, };

export type CreatedAccount = { 
/**
 * The account.
 */
user: ListedUser, 
/**
 * With this its owner chooses the password. It is in this answer only, or in a mail.
 */
link: NewPasswordLink, };

export type CreatedRobot = { 
/**
 * The account.
 */
user: ListedUser, 
/**
 * Its first token, which is in this answer only.
 */
token: IdentityToken, };

export type CurrentDownloadRules = { 
/**
 * The rules, in the order in which they are judged.
 */
rules: Array<DownloadRule>, 
/**
 * Increases with each change; 0 before the first one.
 */
revision: number, 
/**
 * When they were changed; null before the first change.
 */
changed_at: Timestamp | null, 
/**
 * The name of the user who changed them; null before the first change, or if the name was erased.
 */
changed_by: string | null, 
/**
 * Whether rules about severities apply: whether the installation compares packages with advisories at present.
 */
severities_apply: boolean, };

export type CurrentUser = { 
/**
 * The user name; `anonymous` if no user is signed in.
 */
name: string | null, 
/**
 * The mail address.
 */
email: string | null, 
/**
 * Whether the user is an administrator, by the account or by a group.
 */
admin: boolean, 
/**
 * Whether the user may read the logs of all users.
 */
auditor: boolean, 
/**
 * The names of the user's groups.
 */
groups: Array<string>, 
/**
 * Where the account is stored.
 */
realm: Realm | null, 
/**
 * Whether a second factor is required at sign-in.
 */
mfaStatus: MfaRequirement, 
/**
 * When too many wrong codes were last given for this account: its password is known to another person.
 */
codesStoppedAt: Timestamp | null, };

export type DataTransfer = { 
/**
 * The month, such as 2026-11.
 */
month: string, 
/**
 * The bytes that were sent; null for users who are no administrators.
 */
bytes: number | null, 
/**
 * How many bytes a month may have; null without a quota.
 */
quotaBytes: number | null, 
/**
 * Whether the quota is reached.
 */
isReached: boolean, };

export type DeletedRuns = { 
/**
 * Their number.
 */
deleted: number, };

export type DescribedApplication = { 
/**
 * Its client id.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * Where it runs.
 */
kind: ApplicationKind, 
/**
 * What it is for.
 */
description: string, 
/**
 * Where users are sent back to.
 */
callback_url: string, 
/**
 * What it may ask users for; null for everything.
 */
scopes: Array<ApplicationScope> | null, 
/**
 * The address of the platform, by which the application finds everything else.
 */
platform_base_url: string, 
/**
 * When it was registered.
 */
registered_at: Timestamp, };

export type DescribedApplications = { 
/**
 * The applications, by name.
 */
applications: Array<DescribedApplication>, };

export type DescribedCleanupPolicy = { 
/**
 * Its unique key.
 */
key: string, 
/**
 * What it is for.
 */
description: string, 
/**
 * When it runs by itself; empty if it never does.
 */
cronExp: string, 
/**
 * How long a run may take, in minutes.
 */
durationInMinutes: number, 
/**
 * Whether it runs by itself.
 */
enabled: boolean, 
/**
 * Whether what it removes is deleted at once.
 */
skipTrashcan: boolean, 
/**
 * The project whose repositories alone it concerns.
 */
projectKey: string | null, 
/**
 * What it removes.
 */
searchCriteria: CleanupSearch, 
/**
 * When it was created.
 */
createdAt: Timestamp, 
/**
 * When it runs by itself the next time.
 */
nextRun: Timestamp | null, 
/**
 * Its newest run.
 */
lastRun: CleanupRun | null, 
/**
 * What the run in progress has done so far.
 */
progress: CleanupCounts | null, };

export type DescribedGitHook = { 
/**
 * Its name.
 */
repository: string, 
/**
 * Whether the vendor reports pushes to it.
 */
registered: boolean, 
/**
 * Why the vendor does not; null if it does, or was not asked to.
 */
why: GitVendorProblem | null, 
/**
 * The last scan after a push; null if there was none.
 */
last_scan: GitLastScan | null, };

export type DescribedGitHooks = { 
/**
 * Whether they are.
 */
enabled: boolean, 
/**
 * The repositories that were chosen.
 */
repositories: Array<DescribedGitHook>, };

export type DescribedGitIntegration = { 
/**
 * Its key, which the platform has chosen.
 */
key: string, 
/**
 * Its name.
 */
name: string, 
/**
 * What is integrated: always 1, Git.
 */
type: number, 
/**
 * The address of the vendor.
 */
url: string, 
/**
 * The user whose token it has.
 */
username: string, 
/**
 * The vendor: 1 to 4.
 */
vendorName: number, 
/**
 * What it is for.
 */
products: Array<GitProduct>, 
/**
 * The repositories that were chosen.
 */
repositories: Array<string>, 
/**
 * When it was created.
 */
createdOn: Timestamp, 
/**
 * When it was changed last.
 */
updatedOn: Timestamp, 
/**
 * How its repositories are scanned after pushes.
 */
hooks: DescribedGitHooks, };

export type DescribedHandler = { 
/**
 * As what events are sent.
 */
handler_type: WebhookHandlerType, 
/**
 * The address.
 */
url: string, 
/**
 * The key of the proxy.
 */
proxy?: string, 
/**
 * `webhook`: whether there is a secret.
 */
has_secret?: boolean, 
/**
 * `webhook`: whether the secret before the newest one counts too.
 */
has_earlier_secret?: boolean, 
/**
 * `webhook`: whether the secret signs events by HMAC-SHA256.
 */
use_secret_for_signing?: boolean, 
/**
 * `webhook`: what is made with the secret.
 */
signature?: WebhookSignature, 
/**
 * `webhook`: whether the event is in an envelope of `CloudEvents`.
 */
cloud_event?: boolean, 
/**
 * `webhook`: headers.
 */
custom_http_headers?: Array<DescribedWebhookHeader>, 
/**
 * `custom-webhook`: the method.
 */
method?: WebhookMethod, 
/**
 * `custom-webhook`: the payload; none for the event as JSON.
 */
payload?: string, 
/**
 * `custom-webhook`: the names of the secrets.
 */
secrets?: Array<WebhookSecretName>, 
/**
 * `custom-webhook`: headers.
 */
http_headers?: Array<DescribedWebhookHeader>, };

export type DescribedIdentity = { 
/**
 * Its id in the account.
 */
id: string, 
/**
 * The name of the provider.
 */
provider: string, 
/**
 * What the sign-in page calls the provider; null if it was deleted.
 */
label: string | null, 
/**
 * When it was linked.
 */
since: Timestamp, };

export type DescribedMailServer = { 
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
 * The user that this installation is at the server; null if the server asks for none.
 */
user: string | null, 
/**
 * Whether there is a password.
 */
has_password: boolean, 
/**
 * The mail address of the sender.
 */
from: string, 
/**
 * The name of the sender; empty for none.
 */
from_name: string, };

export type DescribedPasskey = { 
/**
 * The digest of its id.
 */
id: string, 
/**
 * What the user calls it; null after it was erased.
 */
name: string | null, 
/**
 * When it was added.
 */
since: Timestamp, 
/**
 * When it was last used; null if it never was.
 */
used_at: Timestamp | null, 
/**
 * Whether it may be on several devices.
 */
synchronised: boolean, 
/**
 * Whether it is backed up, so that it outlives the loss of a device.
 */
backed_up: boolean, };

export type DescribedProxy = { 
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
 * Whether there is a password.
 */
has_password: boolean, 
/**
 * Whether webhooks that name no proxy are sent through it.
 */
for_webhooks: boolean, 
/**
 * The keys of the webhooks that name it.
 */
used_by: Array<string>, 
/**
 * When it was created.
 */
created_at: Timestamp, };

export type DescribedSignInProvider = { 
/**
 * Its unique name, which is part of its callback.
 */
name: string, 
/**
 * What the sign-in page calls it.
 */
label: string, 
/**
 * What it is.
 */
kind: SignInProviderKind, 
/**
 * Its address, exactly as its tokens have it; the entity id of one of SAML.
 */
issuer: string, 
/**
 * The id that this installation has there; its entity id for one of SAML, which is the address of its metadata.
 */
client_id: string, 
/**
 * What is particular to SAML; null for another kind.
 */
saml: SamlProvider | null, 
/**
 * Whether a client secret is stored. The secret itself is never read back.
 */
has_client_secret: boolean, 
/**
 * What it is asked for, beside `openid`.
 */
scopes: Array<string>, 
/**
 * The claim that lists the user's groups; null if groups are not taken over.
 */
groups_claim: string | null, 
/**
 * The group here that each value of that claim leads to.
 */
group_map: { [key in string]: string }, 
/**
 * Whether a user whose identity is not known here gets a new account.
 */
creates_accounts: boolean, 
/**
 * The claim by which such an account is named.
 */
name_claim: string, 
/**
 * The values of `amr` and `acr` that count as a second factor.
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
 * The icon on the sign-in page; null for that of its kind.
 */
logo: SignInProviderKind | null, 
/**
 * The callback to register with the provider; for one of SAML, where its answers are sent.
 */
callback: string, 
/**
 * The address for back-channel logout to register with the provider; for one of SAML, that of its single logout.
 */
backchannel_logout: string, 
/**
 * The address to register with the provider as the one to which signing out there leads back.
 */
signed_out: string, 
/**
 * When it was created.
 */
created_at: Timestamp, };

export type DescribedTrustedIssuer = { 
/**
 * Its unique name.
 */
name: string, 
/**
 * Its address, as its tokens have it.
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
 * The rules, in the order in which they are tried.
 */
rules: Array<ExchangeRule>, 
/**
 * When it was created.
 */
created_at: Timestamp, };

export type DescribedUserDirectory = { 
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
 * Whether a password of this installation there is stored. It is never read back.
 */
has_password: boolean, 
/**
 * The group here that each group of the directory leads to.
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
order: number, 
/**
 * When it was created.
 */
created_at: Timestamp, };

export type DescribedWebhook = { 
/**
 * Its unique key.
 */
key: string, 
/**
 * What it is for.
 */
description: string, 
/**
 * Whether events are sent.
 */
enabled: boolean, 
/**
 * The project that it belongs to.
 */
project_key: string | null, 
/**
 * Whether events about the same file, build or release bundle are sent in their order.
 */
ordered: boolean, 
/**
 * What is sent.
 */
event_filter: WebhookEventFilter, 
/**
 * Where it is sent to: one handler.
 */
handlers: Array<DescribedHandler>, 
/**
 * Whether deliveries wait until it goes on.
 */
paused: boolean, 
/**
 * Why the platform has disabled it by itself.
 */
disabled_because: WebhookDisabled | null, 
/**
 * When it was created.
 */
created_at: Timestamp, 
/**
 * The number of its revision, from 1.
 */
revision: number, 
/**
 * How its deliveries are doing.
 */
deliveries: WebhookStanding, };

export type DescribedWebhookDelivery = { 
/**
 * As it is listed.
 */
delivery: ListedWebhookDelivery, 
/**
 * The id of the message, which is the same at each attempt and each redelivery.
 */
message_id: string, 
/**
 * The trace of the request that has caused the event.
 */
trace_id: string | null, 
/**
 * What is sent, with secrets masked; none if the webhook can make no request of the event at present.
 */
request: MaskedWebhookRequest | null, 
/**
 * The attempts, the newest first.
 */
attempts: Array<WebhookDeliveryAttempt>, };

export type DescribedWebhookDomain = { 
/**
 * The domain.
 */
domain: WebhookDomain, 
/**
 * What its events are narrowed by.
 */
criteria: WebhookCriteriaKind, 
/**
 * Its types of events.
 */
event_types: Array<string>, 
/**
 * Whether webhooks of projects may have its events.
 */
of_projects: boolean, };

export type DescribedWebhookHeader = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its value; missing if it is a secret.
 */
value?: string, 
/**
 * Whether the value is a secret.
 */
secret: boolean, };

export type DescribedWebhooks = { 
/**
 * The webhooks, by key.
 */
webhooks: Array<DescribedWebhook>, };

export type DevicesForgotten = { 
/**
 * The number.
 */
forgotten: number, };

export type DirectoryCredentials = { 
/**
 * The name there.
 */
user: Secret, 
/**
 * The password there.
 */
password: Secret, };

export type DistributeReleaseBundle = { 
/**
 * What it does.
 */
kind: DistributionKind, 
/**
 * The keys of the targets.
 */
targets: Array<string>, 
/**
 * Whether repositories that are missing at a target are created there.
 */
create_repositories: boolean, 
/**
 * Whether it is only judged.
 */
dry_run: boolean, };

export type DistributionTargetRow = { 
/**
 * Its unique key.
 */
key: string, 
/**
 * The address of the installation.
 */
url: string, 
/**
 * What it is, in words.
 */
description: string, 
/**
 * Whether it has a token.
 */
has_token: boolean, 
/**
 * When it was created.
 */
created_at: Timestamp, 
/**
 * The user who created it; null for the server itself.
 */
created_by: PersonId | null, };

export type DistributionTargetTested = { 
/**
 * Whether it was completed, or why it has failed.
 */
outcome: DistributionTestOutcome, };

export type DistributionTargets = { 
/**
 * The targets, by key.
 */
targets: Array<DistributionTargetRow>, 
/**
 * The users who created them.
 */
names: { [key in string]: string | null }, };

export type DistributionTestCompleted = "completed";

export type DistributionTestOutcome = DistributionTestCompleted | DistributionFailure;

export type DownloadsOfDay = { 
/**
 * The day in UTC: yyyy-mm-dd.
 */
day: string, 
/**
 * How many files were downloaded.
 */
downloads: number, };

export type EffectiveQuery = { 
/**
 * The name of the user; `anonymous` for clients without credentials.
 */
user: string, 
/**
 * The key of the repository.
 */
repository: string, 
/**
 * The path of a file. Everything below a folder if it ends with a slash, and the whole repository if it is empty.
 */
path?: string, };

export type EffectiveRight = { 
/**
 * The action.
 */
action: PermissionAction, 
/**
 * Why it is allowed. It is not if there is nothing.
 */
grounds: Array<RightGround>, };

export type EffectiveRights = { 
/**
 * Whether the user may sign in. Those who may not have no rights.
 */
enabled: boolean, 
/**
 * Each action, and why it is allowed.
 */
rights: Array<EffectiveRight>, };

export type Empty = Record<symbol, never>;

export type Enrolled = { 
/**
 * The recovery codes.
 */
recovery_codes: Array<string>, 
/**
 * The next step.
 */
next: string, };

export type Enrolment = { 
/**
 * The secret in base 32, for typing.
 */
secret: string, 
/**
 * The secret as an `otpauth` URI.
 */
uri: string, 
/**
 * The URI as a QR code: a complete SVG element.
 */
qr_svg: string, };

export type Entitlement = "console" | "scanning" | "distribution";

export type ExternalLogins = { 
/**
 * Whether passwords are checked by a server with the API of Crowd.
 */
crowd: boolean, 
/**
 * Whether passwords are checked by an LDAP server.
 */
ldap: boolean, 
/**
 * Whether users sign in at a provider of SAML (`ssoProviderLink` leads there unless another address is set).
 */
saml: boolean, 
/**
 * Whether a proxy has named a user in this very request.
 */
httpSso: boolean, };

export type FacetCount = { 
/**
 * The value.
 */
value: string, 
/**
 * How many.
 */
count: number, };

export type Features = { 
/**
 * The full list.
 */
features: Array<Feature>, };

export type FileTicket = { 
/**
 * The path on this server to download from with GET, or to upload to with PUT.
 */
path: string, };

export type FollowRequest = { 
/**
 * The id of the package.
 */
packageId: string, 
/**
 * Whether the user follows it from now on.
 */
follow: boolean, };

export type ForgetDevices = { 
/**
 * The id of the device to forget.
 */
id?: string, 
/**
 * Forgets all devices but this one, and all unused links for new devices.
 */
others?: boolean, };

export type ForgottenPassword = { 
/**
 * The user name or the mail address.
 */
user: Secret, 
/**
 * The language of the page, such as `de`, in which the mail is written; English if it is missing or unknown.
 */
language?: string, };

export type FoundArtifact = { 
/**
 * The key of its repository.
 */
repository: string, 
/**
 * The type of the repository.
 */
package_type: PackageType, 
/**
 * Its path in the repository.
 */
path: string, 
/**
 * The last part of the path.
 */
name: string, 
/**
 * Its size.
 */
bytes: number, 
/**
 * Its SHA-256.
 */
sha256: string, 
/**
 * When its content was stored.
 */
modified: Timestamp, };

export type FoundArtifacts = { 
/**
 * The artifacts, by repository and path.
 */
artifacts: Array<FoundArtifact>, 
/**
 * Where the next ones begin; none after the last one.
 */
next: number | null, };

export type FrontEnd = { 
/**
 * Its name.
 */
name: string, 
/**
 * The URL path of its script.
 */
script: string, 
/**
 * The subresource integrity hash of its script.
 */
integrity: string, 
/**
 * The path patterns that it may use.
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

export type GitAdvisory = { 
/**
 * Its identifier.
 */
id: string, 
/**
 * How severe it is: critical, high, medium, low, info or unknown.
 */
severity: string, 
/**
 * The versions behind this one in which it is fixed, the oldest first.
 */
fixed: Array<string>, };

export type GitFinding = { 
/**
 * The path of the manifest.
 */
manifest: string, 
/**
 * The package type.
 */
package_type: string, 
/**
 * The name of the package.
 */
name: string, 
/**
 * The version.
 */
version: string, 
/**
 * The advisories, the most severe first.
 */
advisories: Array<GitAdvisory>, };

export type GitKey = { 
/**
 * The key.
 */
data: string, };

export type GitManifest = { 
/**
 * Its path.
 */
path: string, 
/**
 * What kind of manifest it is.
 */
kind: string, 
/**
 * How many packages it names by their version.
 */
packages: number, 
/**
 * Why it could not be read, or not all of it; null if it was read.
 */
problem: string | null, };

export type GitProducts = { 
/**
 * The products.
 */
products: Array<GitProduct>, };

export type GitRepositories = { 
/**
 * The repositories.
 */
repositories: Array<ListedGitRepository>, 
/**
 * The page behind this one; null if it is the last.
 */
next: string | null, };

export type GitRepositoriesQuery = { 
/**
 * The page, as the answer before names it; the first one if it is missing.
 */
page?: string, 
/**
 * A part of their names.
 */
query?: string, };

export type GitScan = { 
/**
 * The repository.
 */
repository: string, 
/**
 * The commit that was read; null if the repository is empty.
 */
revision: string | null, 
/**
 * The manifests that were found.
 */
manifests: Array<GitManifest>, 
/**
 * The affected packages, the most severe first.
 */
findings: Array<GitFinding>, 
/**
 * Whether there is more than was read or listed.
 */
truncated: boolean, 
/**
 * Whether the packages were compared with advisories.
 */
advisories_available: boolean, };

export type GitScanRequest = { 
/**
 * Its name, one of those that were chosen.
 */
repository: string, };

export type GitToken = { 
/**
 * The token.
 */
token: Secret, };

export type Group = { 
/**
 * The opaque id, by which records refer to it.
 */
id: string, 
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
 * Whether a program provisions the group (SCIM).
 */
provisioned: boolean, 
/**
 * The roles of its members in projects, by the project's key.
 */
projects: { [key in string]: ProjectRole }, 
/**
 * The number of its members.
 */
members: number, 
/**
 * When the group was created.
 */
created_at: Timestamp, 
/**
 * The number of edits, with which an edit says which state it was made for.
 */
edits: number, };

export type GroupChanges = { 
/**
 * `edits` of the group that the author has seen. If it has changed meanwhile, the answer is 409.
 */
edits?: number, 
/**
 * The description.
 */
description?: string, 
/**
 * Whether its members may administer the installation.
 */
admin?: boolean, 
/**
 * Whether users who are created from now on are in it.
 */
auto_join?: boolean, };

export type Groups = { 
/**
 * The groups, by name.
 */
groups: Array<Group>, };

export type Hello = { 
/**
 * The version of the protocol.
 */
protocol: number, 
/**
 * The id of the build that the page was loaded from.
 */
build: string, 
/**
 * The hash of the charts that the page was built with.
 */
charts: string, 
/**
 * The id that the tab already has.
 */
tab: string | null, 
/**
 * Where it resumes, if it was connected before.
 */
resume: Resume | null, };

export type IdentityToken = { 
/**
 * The id of the token, which is not secret.
 */
tokenId: string, 
/**
 * The token, which is in this answer only.
 */
token: string, 
/**
 * How long it is valid, in seconds.
 */
expiresIn: number, };

export type ImageLayer = { 
/**
 * The command that made it; empty if the image does not say.
 */
command: string, 
/**
 * Its digest; null of a command that made no layer.
 */
digest: string | null, 
/**
 * Its size as it is transferred.
 */
bytes: number, };

export type ImageLayers = { 
/**
 * The digest of its manifest.
 */
digest: string, 
/**
 * What it runs on, such as `linux/amd64`; null if it does not say.
 */
platform: string | null, 
/**
 * The size of its layers together, as they are transferred.
 */
bytes: number, 
/**
 * Its layers and the commands that made none, the first one at the bottom.
 */
layers: Array<ImageLayer>, };

export type ImportAdvisoriesQuery = { 
/**
 * Whether only is counted what would change.
 */
dry_run?: boolean, };

export type Incident = { 
/**
 * When the node went offline.
 */
began: Timestamp, 
/**
 * When it was online again; none while the incident lasts.
 */
ended: Timestamp | null, 
/**
 * How long it was offline, up to the present while the incident lasts.
 */
lasted: Uptime, 
/**
 * A machine-readable code of the reason: `stopped`, `crashed` or `silent`.
 */
code: string, };

export type InstallCommand = { 
/**
 * The client.
 */
client: string, 
/**
 * What is entered in a shell, or in the file of a project.
 */
command: string, };

export type InstallCommands = { 
/**
 * One for each client.
 */
commands: Array<InstallCommand>, };

export type InstallQuery = { 
/**
 * The id of the package.
 */
packageId: string, 
/**
 * The version.
 */
version: string, 
/**
 * The key of the repository that clients are to use.
 */
repoKey: string, };

export type InstallationArgs = { "stream": string } | { "prefix": string };

export type InstallationMachine = { 
/**
 * Its stream.
 */
stream: string, 
/**
 * The number of its newest record.
 */
seq: number, 
/**
 * The machine.
 */
machine: MachineName, 
/**
 * The complete state.
 */
state: UntypedState, 
/**
 * The events that a user may cause in this state.
 */
can: Array<string>, };

export type InstallationMessage = { "type": "standing", 
/**
 * Whether the snapshot replaces everything that is known.
 */
first: boolean, 
/**
 * The machines.
 */
machines: Array<InstallationMachine>, 
/**
 * Whether this is the last part.
 */
last: boolean, } | { "type": "change", 
/**
 * Its record.
 */
change: Change, };

export type InstalledKey = { 
/**
 * What it licenses.
 */
licence: Licence, 
/**
 * The level of the licence.
 */
level: number, 
/**
 * The licensee; `None` when the key names none, or when its text cannot be read.
 */
holder: string | null, 
/**
 * The time at which it ends; `None` for an unlimited key.
 */
valid_until: Timestamp | null, 
/**
 * Whether it has ended.
 */
ended: boolean, 
/**
 * When it was installed.
 */
installed_at: Timestamp, 
/**
 * The user who installed it; `None` when it was done on the command line.
 */
installed_by: PersonId | null, };

export type IssuerTokenProblem = "unknown_issuer" | "disabled" | "too_large" | "malformed" | "header" | "issuer" | "audience" | "no_times" | "expired" | "not_yet" | "lives_long" | "subject" | "keys_unavailable" | "unknown_key" | "signature" | "used_before" | "too_many_used" | "no_rule" | "robot" | "too_many_tokens" | "changed";

export type IssuerTokenTest = { 
/**
 * The token of a job.
 */
token: Secret, };

export type LastAdvisoryImport = { 
/**
 * When it was.
 */
at: Timestamp, 
/**
 * The name of the user who imported; null for a command, or if the name was erased.
 */
by: string | null, 
/**
 * What became of the advisories.
 */
counts: AdvisoryCounts, 
/**
 * The SHA-256 of the file of all advisories after it.
 */
digest: string, };

export type LastComparison = { 
/**
 * When it ended.
 */
at: Timestamp, 
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
 * The affected versions, by the highest severity of each.
 */
affected: AffectedCounts, };

export type LayersRequest = { 
/**
 * The key of the repository.
 */
repoKey: string, 
/**
 * The path of the file.
 */
path: string, 
/**
 * How the layers are shown. There is one way.
 */
view?: LayersView, };

export type LayersView = "dockerv2";

export type LicenceAction = "install" | "remove";

export type LicenceChange = { 
/**
 * The number of its record in the stream.
 */
seq: number, 
/**
 * When it happened.
 */
at: Timestamp, 
/**
 * What was done.
 */
event: LicenceAction, 
/**
 * The licence of the key.
 */
licence: Licence | null, 
/**
 * The code of the rejection, if it was rejected.
 */
refused: RejectionCode | null, 
/**
 * The user who did it; `None` when it was done on the command line.
 */
by: PersonId | null, };

export type LicenceOrigin = "configuration" | "installed";

export type LicenceRights = { 
/**
 * The licence that counts now.
 */
licence: Licence, 
/**
 * Its level, 0 to 5.
 */
level: number, 
/**
 * Everything that it permits.
 */
entitlements: Array<Entitlement>, };

export type LicenceStanding = { 
/**
 * The effective licence.
 */
licence: Licence, 
/**
 * Its level.
 */
level: number, 
/**
 * What it entitles to.
 */
entitlements: Array<Entitlement>, 
/**
 * Where it comes from.
 */
origin: LicenceOrigin, 
/**
 * The licence that applies when no key is installed.
 */
configured: Licence, 
/**
 * The installed key, even if it has ended.
 */
installed: InstalledKey | null, };

export type Licences = { 
/**
 * The effective licence, and the installed key.
 */
standing: LicenceStanding, 
/**
 * Earlier changes, newest first.
 */
history: Array<LicenceChange>, 
/**
 * The users who made the changes.
 */
names: { [key in string]: string | null }, };

export type LicenseProblem = { 
/**
 * The problem.
 */
kind: LicenseProblemKind, 
/**
 * What its author writes; null if that is nothing.
 */
license: string | null, };

export type LicenseProblemKind = "missing" | "unidentified";

export type LinkedIdentities = { 
/**
 * All of them, the oldest first.
 */
identities: Array<DescribedIdentity>, };

export type ListAccounts = { 
/**
 * The whole name, in any case.
 */
name?: string, 
/**
 * A part of the name or of the mail address, in any case.
 */
search?: string, 
/**
 * The state of the account.
 */
status?: UserStatus, 
/**
 * The role.
 */
role?: UserRole, 
/**
 * The name of a group.
 */
group?: string, 
/**
 * Only robots, or only people; both if it is missing.
 */
robot?: boolean, 
/**
 * `next` of the page before.
 */
after?: PersonId, 
/**
 * Maximum number of accounts, at most 500.
 */
limit?: number, };

export type ListActs = { 
/**
 * The id of a user: only what this user did, or what was done to their account.
 */
user?: string, 
/**
 * Only records of machines that have acts of this kind.
 */
kind?: ActKind, 
/**
 * `next` of the page before.
 */
before?: string, 
/**
 * Maximum number of records, at most 200.
 */
limit?: number, };

export type ListChanges = { 
/**
 * `next` of the page before.
 */
before?: string, 
/**
 * Maximum number of records, at most 200.
 */
limit?: number, };

export type ListedGitRepository = { 
/**
 * Its name, with that of its owner or project.
 */
name: string, 
/**
 * Its page.
 */
web_url: string, 
/**
 * Its default branch; null if it is empty.
 */
default_branch: string | null, 
/**
 * Whether it is private.
 */
private: boolean, };

export type ListedMail = { 
/**
 * Its id, which is part of its `Message-ID`.
 */
id: MailId, 
/**
 * What it is about.
 */
kind: MailKind, 
/**
 * The user; null for a test.
 */
person: PersonId | null, 
/**
 * The name of the user now; null for a test, or after it was erased.
 */
name: string | null, 
/**
 * When it was queued.
 */
queued_at: Timestamp, 
/**
 * What has come of it.
 */
state: MailState, 
/**
 * How often it was handed to the server.
 */
attempts: number, 
/**
 * Why the last attempt failed.
 */
failure: MailFailure | null, 
/**
 * When it was sent or given up.
 */
ended_at: Timestamp | null, };

export type ListedUser = { 
/**
 * The state of the account.
 */
status: UserStatus, 
/**
 * The opaque id.
 */
person: PersonId, 
/**
 * The name; `None` after it was erased.
 */
name: string | null, 
/**
 * The mail address.
 */
email: string | null, 
/**
 * Whether the account itself makes its user an administrator.
 */
admin: boolean, 
/**
 * Whether the user may administer the installation: by the account itself or by a group.
 */
effective_admin: boolean, 
/**
 * Whether the user may read the logs of all users.
 */
auditor: boolean, 
/**
 * The roles that the account itself has in projects, by the project's key.
 */
projects: { [key in string]: ProjectRole }, 
/**
 * The roles in projects, by the account itself or by a group.
 */
effective_projects: { [key in string]: ProjectRole }, 
/**
 * The names of the user's groups.
 */
groups: Array<string>, 
/**
 * Whether the account is enabled.
 */
enabled: boolean, 
/**
 * Whether the user signs in with another service only, and has no password here.
 */
external: boolean, 
/**
 * Whether the account is a program's, which has tokens and no password (ROBOT-01).
 */
robot: boolean, 
/**
 * Whether a program provisions the account (SCIM).
 */
provisioned: boolean, 
/**
 * Whether a visitor has created the account, and no administrator has approved it yet.
 */
pending: boolean, 
/**
 * Whether the user may change the own account.
 */
profile_updatable: boolean, 
/**
 * Whether the user has a second factor.
 */
mfa: boolean, 
/**
 * Whether the password has to be changed before signing in.
 */
must_change_password: boolean, 
/**
 * When too many wrong codes were last given for the account: its password is known to another person.
 */
codes_stopped_at: Timestamp | null, 
/**
 * When the unused link for choosing a password expires, if there is one.
 */
password_link_until: Timestamp | null, 
/**
 * The last complete sign-in, to the hour.
 */
last_sign_in: Timestamp | null, 
/**
 * When the account was made.
 */
created_at: Timestamp, 
/**
 * The number of edits by administrators, with which an edit says which state it was made for.
 */
edits: number, };

export type ListedUserDirectories = { 
/**
 * All of them, in the order in which they are asked.
 */
directories: Array<DescribedUserDirectory>, };

export type ListedWebhookDelivery = { 
/**
 * Its id.
 */
id: string, 
/**
 * What the event is about.
 */
domain: WebhookDomain, 
/**
 * The type of the event.
 */
event_type: string, 
/**
 * The file, build or release bundle that it is about, as one text.
 */
subject: string, 
/**
 * When the event happened.
 */
happened_at: Timestamp, 
/**
 * The state.
 */
state: WebhookDeliveryStatus, 
/**
 * How often it was sent.
 */
attempts: number, 
/**
 * When it was sent last.
 */
attempted_at: Timestamp | null, 
/**
 * The status of the last answer; none if there was none.
 */
status: number | null, 
/**
 * Why the last attempt failed.
 */
error: string | null, 
/**
 * How long the last attempt took, in milliseconds.
 */
took_ms: number | null, 
/**
 * When it is sent again.
 */
retried_at: Timestamp | null, };

export type LogAppended = { 
/**
 * The text.
 */
text: string, 
/**
 * The offset of its first byte.
 */
from: number, 
/**
 * The offset after its last byte: the `file_size` to continue with.
 */
file_size: number, 
/**
 * The generation of its file.
 */
generation: string, 
/**
 * What is missing before it.
 */
gap: LogGap | null, 
/**
 * When the file was last modified.
 */
last_update_modified: string, 
/**
 * When it was read.
 */
last_update_label: string, };

export type LogArgs = { service: ServiceId, node: string, id: string, };

export type LogBucket = { 
/**
 * Lines with an error.
 */
error: number, 
/**
 * Lines with a warning.
 */
warn: number, 
/**
 * Lines with information.
 */
info: number, 
/**
 * Lines for debugging.
 */
debug: number, 
/**
 * Lines without a level.
 */
other: number, 
/**
 * The lines that were searched for.
 */
found: number, };

export type LogConfig = { 
/**
 * The ids of the service's logs.
 */
logs: Array<string>, 
/**
 * The nodes that the service runs on.
 */
nodes: Array<string>, 
/**
 * How often to poll, in milliseconds.
 */
refresh_rate_millis: number, };

export type LogData = { 
/**
 * The text.
 */
log_content: string, 
/**
 * Where to continue: the `file_size` of the next request.
 */
file_size: number, 
/**
 * When the file was last modified; empty while there is none.
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
 * The generation of the file: sent back, so that a replaced file is noticed.
 */
generation: string, 
/**
 * The length of the file; more than `file_size` when there is more to read.
 */
total_size: number, 
/**
 * The offset of the first byte of the text. An older platform does not send it.
 */
from: number | null, 
/**
 * Whether there is content before that byte, in this file or in one that was rotated before it. An older platform
 * does not send it.
 */
earlier: boolean | null, };

export type LogDensity = { 
/**
 * When the first bucket begins; none when no line has a time.
 */
from: Timestamp | null, 
/**
 * The length of a bucket in milliseconds.
 */
step_ms: number, 
/**
 * The buckets without a gap between them, at most 90.
 */
buckets: Array<LogBucket>, };

export type LogLevel = "other" | "debug" | "info" | "warn" | "error";

export type LogMatch = { 
/**
 * The generation of the file that it is in.
 */
generation: string, 
/**
 * The offset of its first byte in that file.
 */
offset: number, 
/**
 * Its time, or that of the line that it continues.
 */
at: Timestamp | null, 
/**
 * Its level.
 */
level: LogLevel, 
/**
 * The line, or the beginning of a very long one.
 */
text: string, };

export type LogQuery = { 
/**
 * The node id.
 */
nodeId?: string, 
/**
 * The log's id.
 */
id?: string, 
/**
 * Where to continue: `file_size` of the previous response.
 */
file_size?: string, 
/**
 * The same, where the path names the node.
 */
offset?: string, 
/**
 * Returns what is before this byte instead.
 */
before?: string, 
/**
 * The generation of the file, as in the previous response.
 */
generation?: string, };

export type LogSearch = { 
/**
 * The newest matches, the newest first.
 */
matches: Array<LogMatch>, 
/**
 * The number of all matches in what was searched.
 */
found: number, 
/**
 * The lines of the time range by level, in what was searched.
 */
density: LogDensity, 
/**
 * How much was searched, in bytes, from the end of the log backwards.
 */
searched_bytes: number, 
/**
 * The length of the log with the files that were rotated.
 */
total_bytes: number, 
/**
 * Whether everything that can match was searched.
 */
is_complete: boolean, };

export type LogSearchQuery = { 
/**
 * The node id.
 */
nodeId?: string, 
/**
 * The log's id.
 */
id?: string, 
/**
 * A part of the line, in any case.
 */
q?: string, 
/**
 * Lines of at least this level: `debug`, `info`, `warn` or `error`.
 */
level?: string, 
/**
 * Lines from this time on.
 */
from?: string, 
/**
 * Lines up to this time.
 */
to?: string, 
/**
 * The most matches, at most 500; all are counted.
 */
limit?: string, };

export type LoggedIn = { 
/**
 * The user name; null until the second factor has been verified.
 */
name: string | null, 
/**
 * Whether the user is an administrator.
 */
admin: boolean, 
/**
 * Where the account is stored.
 */
realm: Realm, 
/**
 * Whether a second factor is required at sign-in.
 */
mfaStatus: MfaRequirement, 
/**
 * The next step.
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
 * The kind of sign-in; always `login`.
 */
type: LoginKind, 
/**
 * The path that the user requested before sign-in.
 */
stored?: StoredPath, 
/**
 * Whether the browser has the flag that logging out sets (NAV-16).
 */
set_me_up?: boolean, 
/**
 * The token in the link for a new device with which the console was opened.
 */
device_link?: Secret, };

export type LoginDialogSettings = { 
/**
 * Its text; empty: none.
 */
content: string, 
/**
 * Whether users cannot close it.
 */
permanent: boolean, };

export type LoginKind = "login";

export type LoginQuery = { 
/**
 * Whether the browser stays signed in after it is closed; true by default.
 */
_spring_security_remember_me?: boolean, };

export type LoginRelatedData = { 
/**
 * Whether users can have a link for a new password sent to them.
 */
forgotPassword: boolean, 
/**
 * Whether users may stay signed in.
 */
canRememberMe: boolean, 
/**
 * The address at which users sign in with a provider.
 */
ssoProviderLink: string | null, };

export type LoginVisualMode = { 
/**
 * Whether the provider is offered first.
 */
loginIsExternal: boolean, };

export type LogoDetails = { 
/**
 * The URL path of the picture.
 */
address: string, 
/**
 * The picture format.
 */
format: PictureFormat, 
/**
 * Its width in pixels.
 */
width: number, 
/**
 * Its height in pixels.
 */
height: number, 
/**
 * Its size in bytes.
 */
bytes: number, 
/**
 * When it was uploaded.
 */
at: Timestamp, 
/**
 * The name of the user who uploaded it.
 */
by: string | null, };

export type LogoutUrl = { 
/**
 * The provider's address for it.
 */
logoutUrl: string | null, };

export type LogsErrorCode = "service_not_running" | "unknown_node" | "unknown_log" | "beyond_end" | "log_unreadable" | RemoteErrorCode;

export type Lookup = { 
/**
 * The bundles, each with the matching artifacts.
 */
data: Array<ReleaseBundleHit>, 
/**
 * The kind of checksum.
 */
checksum_type: string, };

export type LookupQuery = { 
/**
 * Maximum number of rows.
 */
num_of_rows?: number, };

export type MailId = string;

export type MailServerPage = { 
/**
 * The mail server; null if there is none.
 */
server: DescribedMailServer | null, 
/**
 * Whether mails with links can be sent: there is a mail server, and `public_url` is configured.
 */
can_send: boolean, };

export type MailState = "waiting" | "sending" | "sent" | "failed" | "expired";

export type MailTest = { 
/**
 * The mail address that the test is sent to.
 */
to: Secret, 
/**
 * The language in which it is written, such as `de`; English if it is missing or unknown.
 */
language?: string, };

export type MaskedWebhookHeader = { 
/**
 * The name.
 */
name: string, 
/**
 * The value, or asterisks.
 */
value: string, };

export type MaskedWebhookRequest = { 
/**
 * The method.
 */
method: WebhookMethod, 
/**
 * The address.
 */
url: string, 
/**
 * The headers; the values of secret ones are masked.
 */
headers: Array<MaskedWebhookHeader>, 
/**
 * The body; none for GET. Secrets in it are masked.
 */
body: string | null, };

export type MemberRoles = { 
/**
 * The user name, which has to be that of the path.
 */
name?: string, 
/**
 * The role: `Project Admin` or `Viewer`.
 */
roles: Array<string>, };

export type MembersChange = { 
/**
 * The names of users who join.
 */
add?: Array<string>, 
/**
 * The names of users who leave.
 */
remove?: Array<string>, };

export type MenuQuery = { 
/**
 * The project key.
 */
project?: string, };

export type MfaRequirement = "ENROLL" | "VERIFY" | "NONE";

export type MicroService = { 
/**
 * Its name.
 */
name: string, 
/**
 * The time of its last heartbeat.
 */
last_heartbeat: Timestamp | null, 
/**
 * How long it has been running.
 */
uptime: Uptime, 
/**
 * The same as an English text.
 */
uptime_text: string, };

export type MovedToTrash = { 
/**
 * Names what was moved, for restoring all of it.
 */
name: string, 
/**
 * How many files there are.
 */
files: number, };

export type NackCode = "stale" | "too_fast" | "reauthorise" | "session_ended" | "session_unreadable" | "too_many_tabs" | "unknown_machine" | "not_recordable" | "too_large" | "conflict" | "read_only" | "journal_failed" | "unreadable" | "busy" | "limit_reached" | "slow" | "unavailable" | RejectionCode;

export type NewAccount = { 
/**
 * The user name.
 */
name: string, 
/**
 * The mail address.
 */
email?: string, 
/**
 * Whether the user may administer the installation.
 */
admin?: boolean, 
/**
 * Whether the user may read the logs of all users.
 */
auditor?: boolean, 
/**
 * The names of the user's groups.
 */
groups?: Array<string>, 
/**
 * Whether the link with which the user chooses the password is sent by mail; false if it is missing.
 */
send_mail?: boolean, 
/**
 * The language of the mail, such as `de`; English if it is missing or unknown.
 */
language?: string, };

export type NewDeviceLink = { 
/**
 * The address to open on the device.
 */
link: string, 
/**
 * When the link expires.
 */
until: Timestamp, };

export type NewDistributionTarget = { 
/**
 * Its key.
 */
key: string, 
/**
 * The address of the installation.
 */
url: string, 
/**
 * What it is, in words.
 */
description: string, 
/**
 * The access token of an administrator there.
 */
token: Secret, };

export type NewGroup = { 
/**
 * The name.
 */
name: string, 
/**
 * The description.
 */
description?: string, 
/**
 * Whether its members may administer the installation.
 */
admin?: boolean, 
/**
 * Whether users who are created from now on are in it.
 */
auto_join?: boolean, };

export type NewIdentityToken = { 
/**
 * What it is for.
 */
description?: string, 
/**
 * How long it is valid, in seconds: a day by default, at most 366 days.
 */
expires_in?: number, 
/**
 * What it may be used for in repositories, or for provisioning, and nothing else; everything that the user may, if
 * there is none.
 */
scope?: TokenScope, };

export type NewLicence = { 
/**
 * The text of the key.
 */
licenseKey: string, };

export type NewLogRange = { 
/**
 * Whether logs are included.
 */
include?: boolean, 
/**
 * The first day.
 */
start_date?: string, 
/**
 * The last day.
 */
end_date?: string, };

export type NewPasswordLink = { 
/**
 * The address to open; null if it is sent by mail, so that only the user knows it.
 */
link: string | null, 
/**
 * When the link expires.
 */
until: Timestamp, 
/**
 * Whether it is sent by mail.
 */
mail: boolean, 
/**
 * Whether the user can choose a password with it: where users sign in elsewhere, one who is no administrator
 * accepts the link with a provider alone.
 */
sets_password: boolean, };

export type NewProject = { 
/**
 * The project key.
 */
project_key: string, 
/**
 * The display name.
 */
display_name: string, 
/**
 * A free description.
 */
description?: string, };

export type NewRepository = { 
/**
 * The key.
 */
key: string, 
/**
 * Where it has its files from; local if it is missing.
 */
class: RepositoryClass, 
/**
 * The kind of its packages.
 */
package_type: PackageType, 
/**
 * Everything else.
 */
settings: RepositoryValues, };

export type NewRobot = { 
/**
 * The user name.
 */
name: string, 
/**
 * The names of its groups.
 */
groups?: Array<string>, 
/**
 * Its first token.
 */
token: NewIdentityToken, };

export type NewSupportBundle = { 
/**
 * The name of the bundle.
 */
name?: string, 
/**
 * A free description.
 */
description?: string, 
/**
 * A service, if the path names none.
 */
service?: ServiceId, 
/**
 * Several services.
 */
services?: Array<ServiceId>, 
/**
 * What the bundle contains.
 */
parameters?: NewSupportParameters, };

export type NewSupportParameters = { 
/**
 * The configuration, without secrets.
 */
configuration?: boolean, 
/**
 * Information about the host and the process.
 */
system?: boolean, 
/**
 * The state of the journals.
 */
journal?: boolean, 
/**
 * Accepted for compatibility and ignored: there is no database.
 */
collectSlowQueriesFromDatabase?: boolean, 
/**
 * The range of logs.
 */
logs?: NewLogRange, 
/**
 * Thread dumps.
 */
thread_dump?: NewThreadDump, 
/**
 * Maximum size of the content in bytes, before compression.
 */
total_bytes_max?: number, 
/**
 * Maximum size of a single log in bytes.
 */
file_bytes_max?: number, };

export type NewThreadDump = { 
/**
 * Number of dumps.
 */
count?: number | string | null, 
/**
 * Time between dumps, in milliseconds.
 */
interval?: number | string | null, };

export type NewUpload = { 
/**
 * The key of the repository.
 */
repository: string, 
/**
 * The path of the file.
 */
path: string, 
/**
 * The size in bytes.
 */
bytes: number, 
/**
 * Whether a file that is there may be replaced.
 */
replace: boolean, };

export type Next = { 
/**
 * The state of the machine after the request.
 */
next: string, };

export type NodeActivity = "RUNNING" | "OFFLINE";

export type NodeHealth = "HEALTHY" | "UNHEALTHY";

export type NodeReport = { 
/**
 * The service.
 */
service: ServiceId, 
/**
 * Its type, for display.
 */
type: ServiceType, 
/**
 * Its version; `None` if it does not run in this process.
 */
version: Version | null, 
/**
 * Whether it sends heartbeats.
 */
status: NodeStatus, 
/**
 * The state of its task.
 */
run: ServiceRun, 
/**
 * Whether it works as it should.
 */
state: NodeHealth, 
/**
 * A machine-readable code: `fine`, `no_work_yet`, `stopped`, `journal_read_only` ...
 */
code: string, 
/**
 * The same as a sentence; empty when there is nothing to report.
 */
message: string, 
/**
 * The time of its last heartbeat since the server started.
 */
last_heartbeat: Timestamp | null, 
/**
 * Whether it has not sent a heartbeat for five minutes.
 */
overdue: boolean, 
/**
 * How long it has been running.
 */
uptime: Uptime, 
/**
 * The same as an English text.
 */
uptime_text: string, 
/**
 * How often it crashed and was restarted since the server started.
 */
restarts: number, 
/**
 * Its tasks.
 */
micro_services: Array<MicroService>, 
/**
 * The last hours, as far as this server has observed them; none for a node that it does not run.
 */
uptime_history: UptimeHistory | null, 
/**
 * When it was offline last, since the server started.
 */
last_incident: Incident | null, 
/**
 * The id of the service instance, such as `jfrt@01h...`. Two mission controls have different ids.
 */
service_id: string, 
/**
 * The id of the node that it runs on.
 */
node_id: string, };

export type NodeStatus = "Online" | "Offline";

export type NodeStatusEntry = { 
/**
 * The node.
 */
name: string, 
/**
 * Whether the node is active.
 */
state: NodeActivity, 
/**
 * The services on the node.
 */
services: Array<StatusEntry>, };

export type Notification = { 
/**
 * What kind of fact it is.
 */
code: NotificationCode, 
/**
 * The fact as a sentence, in English.
 */
message: string, 
/**
 * When it comes true; null if it is true already.
 */
at: Timestamp | null, };

export type NotificationCode = "no_licence" | "licence_ends";

export type Notifications = { 
/**
 * The full list, the most severe first.
 */
notifications: Array<Notification>, };

export type OauthProvider = { 
/**
 * Its unique name.
 */
name: string, 
/**
 * The text of its button.
 */
label: string, 
/**
 * What it is.
 */
type: SignInProviderKind, 
/**
 * Where the browser begins to sign in with it.
 */
url: string, 
/**
 * Its icon.
 */
icon: SignInProviderKind, };

export type OauthProvidersQuery = { 
/**
 * The token of an invitation that is to be accepted with a provider.
 */
registrationToken?: Secret, };

export type OnboardingDetails = { 
/**
 * The user's role.
 */
role?: WorkRole, 
/**
 * The role in the user's own words.
 */
otherRole?: Secret, 
/**
 * The company.
 */
companyName?: Secret, 
/**
 * The open source project.
 */
ossProjectName?: Secret, };

export type OnboardingStatus = { 
/**
 * Whether the user has neither finished nor dismissed it.
 */
onboardingOwed: boolean, 
/**
 * Whether this is the user's first session.
 */
firstLogin: boolean, };

export type OpenedPasswordLink = { 
/**
 * The name of its user; null after it was erased.
 */
name: string | null, 
/**
 * When the link expires.
 */
until: Timestamp, 
/**
 * Whether its user can choose a password: where users sign in elsewhere, one who is no administrator accepts the
 * link with a provider alone.
 */
sets_password: boolean, };

export type OperationalRisk = { 
/**
 * How risky.
 */
riskLevel: OperationalRiskLevel, 
/**
 * Why.
 */
reasons: Array<OperationalRiskReason>, };

export type OperationalRiskLevel = "NONE" | "LOW" | "MEDIUM" | "HIGH";

export type OperationalRiskReason = "DEPRECATED" | "YANKED" | "PRE_RELEASE" | "NO_RELEASE_FOR_ONE_YEAR" | "NO_RELEASE_FOR_TWO_YEARS" | "NO_RELEASE_FOR_FOUR_YEARS";

export type OutboundProxies = { 
/**
 * The proxies, by key.
 */
proxies: Array<DescribedProxy>, };

export type OwnDevice = { 
/**
 * Its id, which is no secret.
 */
id: string, 
/**
 * Whether it is the device of this request.
 */
current: boolean, 
/**
 * When it became known.
 */
since: Timestamp, 
/**
 * The last sign-in on it, to the hour; none if that was before these were recorded.
 */
used_at: Timestamp | null, 
/**
 * The `User-Agent` of its browser.
 */
agent: string | null, 
/**
 * Its address at that sign-in.
 */
address: string | null, };

export type OwnDevices = { 
/**
 * The full list, the last used first.
 */
devices: Array<OwnDevice>, };

export type OwnPasskeys = { 
/**
 * All of them, the oldest first.
 */
passkeys: Array<DescribedPasskey>, 
/**
 * How many a user can have.
 */
most: number, 
/**
 * Whether the user has an authenticator app beside them.
 */
has_authenticator_app: boolean, 
/**
 * The host that passkeys belong to; null if there are none.
 */
host: string | null, 
/**
 * Why there are none: `passkeys_off`, `passkeys_ip_address` or `passkeys_not_secure`; null if there are.
 */
unavailable: string | null, };

export type OwnPassword = { 
/**
 * The password.
 */
password: Secret, };

export type OwnProfile = { 
/**
 * The user name.
 */
name: string | null, 
/**
 * The mail address.
 */
email: string | null, 
/**
 * Where the account is kept.
 */
realm: Realm, 
/**
 * The names of the user's groups.
 */
groups: Array<string>, 
/**
 * The account is kept here, not by another service.
 */
existsInDB: boolean, 
/**
 * The user may change the account.
 */
profileUpdatable: boolean, 
/**
 * Changing it asks for the password.
 */
requireProfilePassword: boolean, 
/**
 * It is locked until the password has been shown.
 */
requireProfileUnlock: boolean, 
/**
 * When the API key expires; null if there is none.
 */
apiKeyUntil: Timestamp | null, };

export type OwnProfileChanges = { 
/**
 * The mail address; an empty one removes it.
 */
email?: string, };

export type OwnSession = { 
/**
 * The session id.
 */
id: string, 
/**
 * Whether it is the session of this request.
 */
current: boolean, 
/**
 * When the user signed in.
 */
since: Timestamp, 
/**
 * When it last sent a request.
 */
last_seen: Timestamp | null, 
/**
 * The `User-Agent` of its browser.
 */
agent: string | null, 
/**
 * The address that its last request came from.
 */
address: string | null, };

export type OwnToken = { 
/**
 * The id.
 */
id: string, };

export type PackageChanges = { 
/**
 * The ids of those that the user may read.
 */
packages: Array<string>, 
/**
 * Whether nothing is missing; otherwise the page reads everything again.
 */
complete: boolean, };

export type PackageConnection = { 
/**
 * The packages.
 */
edges: Array<PackageEdge>, 
/**
 * Where the page ends.
 */
pageInfo: PagingInfo, 
/**
 * Whether the index is still being built, so that some may be missing.
 */
isPartial: boolean, };

export type PackageDownloads = { 
/**
 * All days, the oldest first.
 */
days: Array<DownloadsOfDay>, };

export type PackageDownloadsQuery = { 
/**
 * The id of the package.
 */
packageId: string, 
/**
 * One version of it; all of them without.
 */
version?: string, 
/**
 * How many days, up to today: 1 to 366, 90 by default.
 */
days?: number, };

export type PackageEdge = { 
/**
 * The package.
 */
node: PackageNode, };

export type PackageFacets = { 
/**
 * The number of packages.
 */
total: number, 
/**
 * Whether all were counted. Otherwise the numbers are lower bounds.
 */
exact: boolean, 
/**
 * By type.
 */
types: Array<FacetCount>, 
/**
 * By repository.
 */
repos: Array<FacetCount>, 
/**
 * By licence.
 */
licenses: Array<FacetCount>, 
/**
 * The severities of vulnerabilities to filter by; none while packages are not compared with advisories.
 */
severities: Array<string>, 
/**
 * Whether the index is still being built, so that some may be missing.
 */
isPartial: boolean, };

export type PackageFollowers = { 
/**
 * How many users.
 */
followers: number, 
/**
 * Whether the caller does.
 */
followed: boolean, };

export type PackageNode = { 
/**
 * Its type and name, such as `npm://left-pad`.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * When its first version was published.
 */
created: string, 
/**
 * When its newest version was published.
 */
modified: string, 
/**
 * What it is for, as its latest version says.
 */
description: string, 
/**
 * Its latest version.
 */
latestVersion: string, 
/**
 * The number of its versions.
 */
versionsCount: number, 
/**
 * Its type.
 */
packageType: string, 
/**
 * How it is used.
 */
stats: PackageStats, 
/**
 * The licences of its latest version: identifiers of SPDX, or what its author writes.
 */
licenses: Array<string>, 
/**
 * How many vulnerabilities its latest version has, by severity.
 */
vulnerabilities: VulnerabilityCounts, 
/**
 * Whether it was compared with advisories.
 */
scanStatus: ScanStatus, 
/**
 * How risky it is to depend on it.
 */
operationalRisk: OperationalRisk, 
/**
 * Whether the caller follows it.
 */
followed: boolean, 
/**
 * The keywords of its latest version.
 */
tags: Array<string>, 
/**
 * The keys of the repositories that have it.
 */
repos: Array<string>, };

export type PackageStats = { 
/**
 * How often its files were downloaded.
 */
downloads: number, 
/**
 * How many users follow it.
 */
followers: number, };

export type PackagesArgs = { 
/**
 * Only this package, by its id; all without one.
 */
package_id?: string, };

export type PackagesData = { 
/**
 * A page of packages.
 */
packages?: PackageConnection, 
/**
 * A package; null if there is none.
 */
package?: PackageNode | null, 
/**
 * A page of versions.
 */
versions?: VersionConnection, 
/**
 * How many packages there are of each kind.
 */
packageFacets?: PackageFacets, 
/**
 * The packages that the caller follows.
 */
followedPackages?: Array<PackageNode>, 
/**
 * How much was downloaded in this month.
 */
dataTransfer?: DataTransfer, };

export type PackagesProblem = { 
/**
 * A sentence that says what to do about it.
 */
message: string, 
/**
 * Where in the query: lines and columns.
 */
locations: Array<QueryPlace>, 
/**
 * Which part of the answer is missing.
 */
path: Array<string>, 
/**
 * A stable code, for what is not about the query itself.
 */
code: string | null, };

export type PackagesQuery = { 
/**
 * Whether the console shows that it is loading. The server does the same in both cases.
 */
jfLoader?: boolean, };

export type PackagesRequest = { 
/**
 * The query.
 */
query: string, 
/**
 * The values of its variables, an object.
 */
variables: Record<string, unknown>, 
/**
 * Which of several operations is wanted.
 */
operationName?: string, 
/**
 * Whether the console shows that it is loading. The server does the same in both cases.
 */
jfLoader?: boolean, };

export type PackagesResponse = { 
/**
 * What was asked for; null if nothing could be answered.
 */
data: PackagesData | null, 
/**
 * What could not be answered, and why.
 */
errors: Array<PackagesProblem>, };

export type PageInfo = { 
/**
 * Whether there are rows after this page.
 */
has_next_page: boolean, 
/**
 * The value of `after` for the next page; null for an empty page.
 */
end_cursor: string | null, };

export type PageQuery = { 
/**
 * Number of rows to skip.
 */
offset?: number, 
/**
 * Maximum number of rows.
 */
limit?: number, 
/**
 * Only rows after this one; each list says what names its rows.
 */
after?: string, };

export type PagingInfo = { 
/**
 * Whether there are rows after this page.
 */
hasNextPage: boolean, 
/**
 * The value of `endCursor` of the next query; null on the last page.
 */
endCursor: string | null, };

export type PasskeyAccepted = { 
/**
 * The next step: the state of the machine of signing in.
 */
next: string, 
/**
 * Recovery codes, shown in this response only: with the first second factor of an account, and where they are
 * replaced. Otherwise empty.
 */
recovery_codes: Array<string>, };

export type PasskeyAnswer = { 
/**
 * What the authenticator has answered.
 */
credential: PasskeyCredential, 
/**
 * What the user calls a new passkey.
 */
name?: Secret, 
/**
 * Whether the browser stays signed in after it is closed; true if it is missing.
 */
remember?: boolean, 
/**
 * The path that the user requested before signing in.
 */
stored?: StoredPath, 
/**
 * Whether the browser has the flag that logging out sets (NAV-16); false if it is missing.
 */
set_me_up?: boolean, };

export type PasskeyChallenge = { 
/**
 * `PublicKeyCredentialCreationOptionsJSON` for a new passkey, `PublicKeyCredentialRequestOptionsJSON` for a known one
 * (Web Authentication, Level 3). It can be answered once and for five minutes.
 */
publicKey: unknown, };

export type PasskeyCredential = { 
/**
 * The id of the passkey.
 */
rawId: string, 
/**
 * The answer.
 */
response: PasskeyResponse, };

export type PasskeyName = { 
/**
 * The name.
 */
name: Secret, };

export type PasskeyResponse = { 
/**
 * What the browser has asked.
 */
clientDataJSON: string, 
/**
 * The new passkey; for one that was created.
 */
attestationObject?: string, 
/**
 * What the authenticator says; for one that was shown.
 */
authenticatorData?: string, 
/**
 * The signature; for one that was shown.
 */
signature?: string, 
/**
 * The id of the user for the authenticator; for one that was shown.
 */
userHandle?: string, };

export type PasskeyUse = "sign_in" | "second_factor" | "enrolment" | "recovery_codes";

export type PasswordLinkToken = { 
/**
 * The token.
 */
token: Secret, };

export type PermissionActions = { 
/**
 * By the names of users; `anonymous` is everyone, also without credentials, and may only read.
 */
users?: { [key in string]: Array<PermissionAction> }, 
/**
 * By the names of groups.
 */
groups?: { [key in string]: Array<PermissionAction> }, };

export type PermissionChange = { 
/**
 * What it grants.
 */
artifact: ArtifactPermission, 
/**
 * What it names of release bundles: nothing if there are no targets. Without it, that stays as it is.
 */
release_bundle?: ArtifactPermission, 
/**
 * The revision that the author has seen. If it has changed meanwhile, the answer is 409.
 */
revision: string, };

export type PermissionPatterns = { 
/**
 * The paths that are included; all if there is none.
 */
include_patterns?: Array<string>, 
/**
 * The paths that are excluded again.
 */
exclude_patterns?: Array<string>, };

export type Problem = { 
/**
 * `urn:waybill:problem:` and the error code.
 */
type: string, 
/**
 * The reason phrase of the status.
 */
title: string, 
/**
 * The HTTP status.
 */
status: number, 
/**
 * What is wrong, as a sentence.
 */
detail: string, 
/**
 * Identifies this response: `urn:waybill:trace:` and the trace id.
 */
instance: string, 
/**
 * The error in the form that the console uses.
 */
error: ProblemDetails, };

export type ProblemDetails = { 
/**
 * The error code.
 */
code: string, 
/**
 * What is wrong, as a sentence.
 */
message: string, 
/**
 * The invalid field, if there is one.
 */
field: string | null, 
/**
 * Retry after this many milliseconds.
 */
retry_after_ms: number | null, 
/**
 * The trace id of the request, which is also in the log.
 */
trace: string, };

export type Project = { 
/**
 * The project key.
 */
project_key: string, 
/**
 * The display name.
 */
display_name: string, 
/**
 * A free description.
 */
description: string, 
/**
 * When it was created.
 */
created_at: Timestamp, 
/**
 * Who created it; null if it was not created by a user.
 */
created_by: PersonId | null, };

export type ProjectGroup = { 
/**
 * The name of the group.
 */
name: string, 
/**
 * The roles: `Project Admin` or `Viewer`.
 */
roles: Array<string>, 
/**
 * The number of its members.
 */
members: number, };

export type ProjectGroups = { 
/**
 * The groups, by name.
 */
groups: Array<ProjectGroup>, };

export type ProjectMember = { 
/**
 * The user name; null after it was erased.
 */
name: string | null, 
/**
 * The roles: `Project Admin` or `Viewer`.
 */
roles: Array<string>, 
/**
 * Whether the user may sign in.
 */
enabled: boolean, };

export type ProjectMembers = { 
/**
 * The members, by name.
 */
members: Array<ProjectMember>, };

export type ProjectUsage = { 
/**
 * Its key; null for the repositories without a project.
 */
key: string | null, 
/**
 * The number of its repositories.
 */
repositories: number, 
/**
 * The number of files.
 */
files: number, 
/**
 * What they add up to in bytes.
 */
bytes: number, };

export type PromoteReleaseBundle = { 
/**
 * The environment.
 */
environment: string, 
/**
 * The keys of the repositories that files are copied to; all of the environment if there are none.
 */
included: Array<string>, 
/**
 * The keys of repositories that files are not copied to.
 */
excluded: Array<string>, 
/**
 * Whether it is only judged.
 */
dry_run: boolean, };

export type ProviderAddress = { 
/**
 * The address of the provider.
 */
url: string, };

export type ProvisioningPage = { 
/**
 * Whether clients with a token for it may create, change and delete users and groups.
 */
enabled: boolean, 
/**
 * The name of the sign-in provider whose subjects the external ids of users are; null if they are not.
 */
provider: string | null, 
/**
 * The address that a client is given.
 */
address: string, };

export type ProxyLogin = { 
/**
 * Whether the browser stays signed in after it is closed; false if it is missing.
 */
remember?: boolean, 
/**
 * The path that the user requested before sign-in.
 */
stored?: StoredPath, 
/**
 * Whether the browser has the flag that logging out sets (NAV-16); false if it is missing.
 */
set_me_up?: boolean, };

export type PublicPermission = { 
/**
 * The name.
 */
name: string, 
/**
 * What is granted, by the kind of resource: `artifact` is files in repositories, `build` is builds. `release_bundle`
 * is recorded for lists of webhooks, and grants nothing: every user who is signed in sees release bundles.
 */
resources: { [key in string]: ArtifactPermission }, };

export type PublishedMetadata = { 
/**
 * The XML.
 */
metadata: string, };

export type PurgedFiles = { 
/**
 * How many were deleted.
 */
files: number, };

export type QueryPlace = { 
/**
 * The line, from 1.
 */
line: number, 
/**
 * The column, from 1.
 */
column: number, };

export type Realm = "internal" | "external";

export type Records = { 
/**
 * The records, newest first.
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

export type RecoveryCodes = { 
/**
 * The recovery codes.
 */
recovery_codes: Array<string>, };

export type RedirectQuery = { 
/**
 * A path of this server, or a full address.
 */
redirectTo: string, };

export type RedirectTarget = { 
/**
 * The full address, which is on one of the allowed hosts.
 */
url: string, };

export type RegisteredApplication = { 
/**
 * The application.
 */
application: DescribedApplication, 
/**
 * Its secret.
 */
secret: string, };

export type RegistrationPage = { 
/**
 * Whether visitors may create accounts.
 */
enabled: boolean, 
/**
 * The domains of the mail addresses with which they may; all of them if it is empty.
 */
domains: Array<string>, 
/**
 * Whether an administrator has to approve a new account before its user can sign in.
 */
approval: boolean, 
/**
 * Whether mails with links can be sent: there is a mail server, and `public_url` is configured. Otherwise the
 * sign-in page does not offer it.
 */
can_send: boolean, };

export type ReleaseBundleArtifact = { 
/**
 * Its path within the bundle. In one that was created from repositories, it begins with the key of the file's
 * repository.
 */
path: string, 
/**
 * Its size in bytes.
 */
size: number, 
/**
 * The SHA-256 of its content, in hex.
 */
sha256: string, 
/**
 * The SHA-1 of its content, in hex.
 */
sha1: string, 
/**
 * The MD5 of its content, in hex.
 */
md5: string, 
/**
 * The type of the repository that the file was in when the bundle was created from it.
 */
package_type?: PackageType | null, };

export type ReleaseBundleDetails = { 
/**
 * The bundle.
 */
release_bundle: ReleaseBundleRow, 
/**
 * The digest of the artifact list.
 */
list: Digest, 
/**
 * Its signature, if it is signed.
 */
signature: ReleaseBundleSignature | null, 
/**
 * The users who created, promoted and distributed it.
 */
names: { [key in string]: string | null }, 
/**
 * Its newest promotions, the newest first, with the repositories that the user may know of.
 */
promotions: Array<BundlePromotion>, 
/**
 * Its newest distributions and removals from targets, the newest first. The files that they failed at are for
 * administrators.
 */
distributions: Array<BundleDistribution>, 
/**
 * Whether another installation has distributed it to this one, with its files.
 */
received: boolean, 
/**
 * A page of its artifacts, by path. Of a bundle that was created from files in repositories, or was received with
 * its files, users see those that they may read.
 */
artifacts: Array<ReleaseBundleArtifact>, 
/**
 * Maximum number of rows of this page.
 */
limit: number, 
/**
 * Number of rows that were skipped.
 */
offset: number, 
/**
 * Where this page ends.
 */
page_info: PageInfo, };

export type ReleaseBundleDistributionBegun = { 
/**
 * The number of files of the bundle.
 */
files: number, 
/**
 * The number of the distribution; null if it was only judged.
 */
number: number | null, };

export type ReleaseBundleEnvironments = { 
/**
 * The names of the environments that local repositories belong to.
 */
environments: Array<string>, };

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
 * Its status, as named by the platform that has it.
 */
status: string, 
/**
 * When it was created, if known.
 */
created: Timestamp | null, 
/**
 * The user who created it; `None` for a bundle of another platform.
 */
created_by: PersonId | null, 
/**
 * Whether it is signed.
 */
signed: boolean, 
/**
 * Number of artifacts in it.
 */
artifacts_count: number, 
/**
 * Their total size in bytes.
 */
size: number, 
/**
 * Those that have the checksum.
 */
artifacts: Array<ReleaseBundleArtifact>, };

export type ReleaseBundleImported = { 
/**
 * The bundle.
 */
release_bundle: ReleaseBundleRow, 
/**
 * The user who created it.
 */
names: { [key in string]: string | null }, };

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
 * Its artifacts.
 */
artifacts: Array<ReleaseBundleArtifact>, };

export type ReleaseBundlePromoted = { 
/**
 * The keys of the repositories that its files are copied to.
 */
repositories: Array<string>, 
/**
 * The number of its files.
 */
files: number, 
/**
 * How it ended; null if it was only judged.
 */
outcome: PromotionStatus | null, };

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
 * Where the bundle comes from.
 */
origin: BundleOrigin, 
/**
 * Its status.
 */
status: ReleaseBundleStatus, 
/**
 * When it was created.
 */
created: Timestamp, 
/**
 * The user who created it; null if it was created on the command line.
 */
created_by: PersonId | null, 
/**
 * Whether it is signed.
 */
signed: boolean, 
/**
 * Number of artifacts.
 */
artifacts_count: number, 
/**
 * Total size of the artifacts in bytes.
 */
size: number, 
/**
 * Whether it was created from files in repositories, so that it can be promoted.
 */
promotable: boolean, 
/**
 * The environment that it was last promoted to; null if it never was.
 */
environment: string | null, };

export type ReleaseBundleSignature = { 
/**
 * The signing key.
 */
key: string, 
/**
 * The signature value.
 */
value: string, 
/**
 * Whether the signature is valid for this bundle.
 */
holds: boolean, };

export type ReleaseBundleStatus = "COMPLETED" | "PROCESSING" | "FAILED";

export type ReleaseBundles = { 
/**
 * The bundles, newest first.
 */
release_bundles: Array<ReleaseBundleRow>, 
/**
 * The users who created and promoted them.
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
offset: number, 
/**
 * Where this page ends.
 */
page_info: PageInfo, };

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
 * Only rows after this one: the `end_cursor` of another page.
 */
after?: string, 
/**
 * Only bundles of this origin.
 */
origin?: BundleOrigin, 
/**
 * Only bundles of this name.
 */
name?: string, };

export type RemoteErrorCode = "remote_not_there" | "remote_not_accepted" | "remote_nonsense" | "remote_leads_back" | "remote_unavailable";

export type RemovedMember = { 
/**
 * The service.
 */
service: ServiceId, 
/**
 * When it was removed.
 */
at: Timestamp, 
/**
 * The user who removed it; none if the server did.
 */
by: PersonId | null, 
/**
 * The id of the service instance, such as `jfrt@01h...`. Two mission controls have different ids.
 */
service_id: string, 
/**
 * The id of the node that it runs on.
 */
node_id: string, };

export type RemovedNode = { 
/**
 * The removed node.
 */
removed: NodeRef, };

export type RemovedVersion = { 
/**
 * The name of the package.
 */
package: string, 
/**
 * The version.
 */
version: string, 
/**
 * How many files it had.
 */
files: number, 
/**
 * The path of the folder that the file was in, or of the first one above it that is still there.
 */
folder: string, };

export type ReplacedPassword = { 
/**
 * The name of the user, if the caller wants it to be compared with that of the link.
 */
user?: string, 
/**
 * The password.
 */
password: Secret, };

export type RepositoryChanges = { 
/**
 * `revision` of the repository that the author has seen. If it has changed meanwhile, the answer is 409.
 */
revision: string, 
/**
 * What changes.
 */
settings: RepositoryValues, };

export type RepositoryUsage = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its key.
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
 * The project that it belongs to.
 */
project_key: string | null, 
/**
 * The number of its files.
 */
files: number, 
/**
 * What they add up to in bytes.
 */
bytes: number, 
/**
 * What is in its trash in bytes, which counts for the quota.
 */
trash_bytes: number, 
/**
 * How many bytes it may hold; null without limit.
 */
quota_bytes: number | null, };

export type RepositoryValues = { 
/**
 * What it is for.
 */
description?: string, 
/**
 * What only its administrators see.
 */
notes?: string, 
/**
 * The patterns of the paths that it may hold.
 */
includes?: string, 
/**
 * The patterns of the paths that it may not hold.
 */
excludes?: string, 
/**
 * The project that it belongs to; empty for none.
 */
project_key?: string, 
/**
 * The environments that it belongs to.
 */
environments?: Array<string>, 
/**
 * How many bytes it may hold; 0 for no limit.
 */
quota_bytes?: number, 
/**
 * What is recorded of its downloads.
 */
audit?: DownloadAudit, 
/**
 * The address that a remote one has its files from.
 */
url?: string, 
/**
 * The user by which it reads there; empty for a token.
 */
user?: string, 
/**
 * The password or token; empty for none.
 */
password?: Secret, 
/**
 * Whether that is not asked.
 */
offline?: boolean, 
/**
 * For how long what may change is served without asking again, in seconds.
 */
fresh_s?: number, 
/**
 * For how long what it does not have is not asked for again, in seconds.
 */
missing_s?: number, 
/**
 * Whether names that it has are asked of no other remote repository of the same virtual one.
 */
has_priority?: boolean, 
/**
 * The keys of the repositories that a virtual one joins, in the order in which they are asked.
 */
repositories?: Array<string>, 
/**
 * The key of the local one of them that takes uploads; empty for none.
 */
deploys_to?: string, 
/**
 * The patterns of the names that no remote one is asked for.
 */
reserved?: string, };

export type ResetKey = { 
/**
 * The key.
 */
key: Secret, };

export type ResetLinkRequested = { 
/**
 * Always true, whether there is such an account or not.
 */
sent: boolean, };

export type RestoredFiles = { 
/**
 * How many were restored.
 */
files: number, 
/**
 * How many stay in the trash, because something is at their paths meanwhile.
 */
taken: number, };

export type Resume = { 
/**
 * The epoch of its sequence numbers.
 */
epoch: string, 
/**
 * The newest sequence number that it has received.
 */
seq: number, };

export type RetentionSetting = { 
/**
 * Whether retention is enabled.
 */
enable: boolean, };

export type ReverseProxyRepositories = { 
/**
 * Those that the caller may read, by key.
 */
reverseProxyRepoConfigs: Array<ReverseProxyRepository>, };

export type ReverseProxyRepository = { 
/**
 * Its key, with which names of images begin.
 */
repoRef: string, 
/**
 * The host.
 */
serverName: string, 
/**
 * The port.
 */
port: number, };

export type RevokeSessions = { 
/**
 * The id of the session to end.
 */
id?: string, 
/**
 * Ends all sessions but this one.
 */
others?: boolean, };

export type RevokedUsers = { 
/**
 * How many they are.
 */
revoked: number, };

export type RightGrantedTo = { "of": "everyone", } | { "of": "user", } | { "of": "group", 
/**
 * Its name.
 */
name: string, };

export type RightGround = { "by": "administrator", } | { "by": "project_administrator", 
/**
 * The key of the project.
 */
project: string, } | { "by": "permission", 
/**
 * Its name.
 */
name: string, 
/**
 * To whom.
 */
to: RightGrantedTo, };

export type RuleMismatch = { 
/**
 * The name of the rule.
 */
rule: string, 
/**
 * The first of its claims that does not match.
 */
claim: string, 
/**
 * What the token has, at most 200 characters of it; null if it has no such claim.
 */
found: string | null, };

export type RunningComparison = { 
/**
 * The packages that were compared.
 */
packages: number, 
/**
 * The versions.
 */
versions: number, };

export type SamlMetadata = { 
/**
 * Its entity id.
 */
entity_id: string, 
/**
 * Where users are sent to sign in.
 */
sso_url: string, 
/**
 * Where users are sent to sign out; null if it has no such address.
 */
slo_url: string | null, 
/**
 * How messages are sent there.
 */
binding: SamlBinding, 
/**
 * The certificates by which it signs, each in base64.
 */
certificates: Array<string>, };

export type SbomFormat = "cyclonedx" | "spdx";

export type ScanStatus = "UNAVAILABLE" | "LICENCE_REQUIRED" | "NOT_SCANNED" | "SCANNED";

export type ScannedComponent = { 
/**
 * The id of the package and the version, such as `npm://left-pad:1.3.0`.
 */
id: string, 
/**
 * The name of the package.
 */
name: string, 
/**
 * The version.
 */
version: string, 
/**
 * The type of the package.
 */
package_type: string, 
/**
 * How many vulnerabilities it has, by severity.
 */
vulnerabilities: VulnerabilityCounts, 
/**
 * Its licences: identifiers of SPDX, or what its author writes.
 */
licenses: Array<string>, 
/**
 * When its newest file was published.
 */
last_updated: Timestamp, };

export type ScannedComponents = { 
/**
 * The components, in their order.
 */
data: Array<ScannedComponent>, 
/**
 * The number of the page.
 */
page_num: number, 
/**
 * How many rows a page has.
 */
num_of_rows: number, 
/**
 * Whether there are components after this page.
 */
has_next_page: boolean, 
/**
 * Whether the index of packages is still being built, so that some may be missing.
 */
is_partial: boolean, };

export type ScannerVersion = { 
/**
 * The version of the scanner, which is a part of this server.
 */
xray_version: string, 
/**
 * The SHA-256 of all advisories that are known; null until some are imported, or if they were lost.
 */
xray_revision: string | null, 
/**
 * When advisories were imported last; null if none were.
 */
last_import: Timestamp | null, };

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

export type SentMails = { 
/**
 * The mails of the last 8 days, the newest first: 100 at most.
 */
mails: Array<ListedMail>, };

export type ServerMessage = { "type": "welcome" } & Welcome | { "type": "snapshot" } & Snapshot | { "type": "transitions", 
/**
 * The changes, in order.
 */
changes: Array<Change>, } | { "type": "ack", 
/**
 * The id of the command.
 */
id: string, 
/**
 * The sequence number of its record.
 */
seq: number, } | { "type": "nack", 
/**
 * The id of the command.
 */
id: string, 
/**
 * Why.
 */
code: NackCode, 
/**
 * Whether the same command may succeed later.
 */
temporary: boolean, 
/**
 * A sentence for users that says what to do.
 */
message: string, } | { "type": "lagged", } | { "type": "topic_begin", 
/**
 * The id of the subscription.
 */
id: string, } | { "type": "topic", 
/**
 * The id of the subscription.
 */
id: string, 
/**
 * Where to continue after this message; null if the topic cannot be resumed.
 */
cursor: string | null, 
/**
 * What the topic sends.
 */
data: unknown, } | { "type": "topic_end", 
/**
 * The id of the subscription.
 */
id: string, 
/**
 * Why.
 */
code: TopicEndCode, 
/**
 * Subscribing again, with the last cursor, may succeed.
 */
temporary: boolean, 
/**
 * A sentence for users that says what to do.
 */
message: string, };

export type ServerVersion = { 
/**
 * The version.
 */
version: string, 
/**
 * The id of the build.
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
 * The id of this instance of the service.
 */
service_id: string, 
/**
 * The URL of the download.
 */
bundle_url: string, } });

export type SessionInfo = { 
/**
 * The id of the server's build.
 */
build: string, 
/**
 * The hash of the machines' charts and rules.
 */
charts: string, 
/**
 * The epoch of the session's stream.
 */
epoch: string, 
/**
 * Always null: requests are protected by their origin.
 */
csrf: string | null, 
/**
 * Whether services can be stopped for testing.
 */
qa: boolean, 
/**
 * Whether the first administrator has not been set up yet.
 */
setup_needed: boolean, 
/**
 * Whether a user is signed in.
 */
signed_in: boolean, 
/**
 * Whether the login page leads away to a provider.
 */
login_leads_away: boolean, 
/**
 * What the sign-in page offers.
 */
sign_in: SignInPage, };

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

export type SetMeUp = { 
/**
 * The address of the platform, with one slash at its end.
 */
baseUrl: string, };

export type Setup = { 
/**
 * The token of the link.
 */
token: Secret, 
/**
 * The user name.
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
 * When the link expires.
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
 * The id of this server within the platform.
 */
serverId: string, 
/**
 * The id of the platform.
 */
platformId: string, 
/**
 * The display name of the server.
 */
serverName: string, 
/**
 * The address of the logo (MENU-07).
 */
logoUrl: string, 
/**
 * The address of an uploaded logo, which takes precedence over `logo_url`.
 */
userLogo: string, };

export type SignInPage = { 
/**
 * Whether the form offers to stay signed in.
 */
can_remember_me: boolean, 
/**
 * The address at which users sign in with a provider.
 */
provider_link: string | null, 
/**
 * Where signing out leads when the provider keeps a session of its own.
 */
logout_url: string | null, 
/**
 * Whether the provider is offered first, and the form behind a link.
 */
external: boolean, 
/**
 * The message above the form; empty: none.
 */
message: string, 
/**
 * Whether the message cannot be closed.
 */
message_permanent: boolean, 
/**
 * Whether passwords are kept by a plugin of the operator's.
 */
user_plugin: boolean, 
/**
 * Whether users can have a link for a new password sent to them.
 */
forgot_password: boolean, 
/**
 * Whether visitors can create accounts.
 */
registration: boolean, 
/**
 * Whether there are providers that the page offers, which it asks for then.
 */
offers_providers: boolean, 
/**
 * The host that passkeys belong to, with which users sign in alone; null if the page offers none.
 */
passkey_host: string | null, 
/**
 * Whether a proxy before the server has signed the user in, whom the page offers to sign in as.
 */
proxy_names_user: boolean, };

export type SignInProviders = { 
/**
 * All of them, in the order of the sign-in page.
 */
providers: Array<DescribedSignInProvider>, };

export type Snapshot = { 
/**
 * The number of this part, from 1.
 */
part: number, 
/**
 * The number of parts.
 */
parts: number, 
/**
 * The newest sequence number of the session.
 */
seq: number, 
/**
 * The machines.
 */
machines: Array<SnapshotMachine>, };

export type SnapshotMachine = { 
/**
 * The machine.
 */
machine: MachineName, 
/**
 * The tab; null for a machine of the session.
 */
tab: string | null, 
/**
 * The version of the machine.
 */
instance: number, 
/**
 * The complete state.
 */
state: UntypedState, 
/**
 * The events that a tab may propose in this state.
 */
can: Array<string>, };

export type StatusByType = { 
/**
 * When the report was made.
 */
at: Timestamp, 
/**
 * The node that answers.
 */
node_id: string, 
/**
 * The types of the services in the installation.
 */
services: { [key in ServiceType]?: TypeNodes }, 
/**
 * The nodes that were removed from the topology, the last one first.
 */
removed: Array<RemovedMember>, 
/**
 * The names of the users who removed them; null for those whose data was erased.
 */
names: { [key in string]: string | null }, };

export type StatusEntry = { 
/**
 * The service.
 */
service: ServiceId, 
/**
 * The id of this instance of the service.
 */
service_id: string, 
/**
 * The node that it runs on.
 */
node_id: string, 
/**
 * Whether it works as it should.
 */
state: NodeHealth, 
/**
 * A status message.
 */
message: string, };

export type StoredPath = { 
/**
 * The path under `/ui`.
 */
path: string, 
/**
 * When it was requested.
 */
at: Timestamp, };

export type Subscribe = { 
/**
 * The id of the subscription.
 */
id: string, 
/**
 * The topic.
 */
topic: string, 
/**
 * Its arguments.
 */
args: unknown, 
/**
 * Where to continue.
 */
cursor: string | null, };

export type SupportBundle = { 
/**
 * Its id.
 */
id: string, 
/**
 * The id of the request, which is shared by all bundles of it.
 */
creation: string, 
/**
 * The name of the bundle.
 */
name: string, 
/**
 * A free description.
 */
description: string, 
/**
 * When it was requested.
 */
create_date: Timestamp, 
/**
 * The user who requested it.
 */
created_by: PersonId | null, 
/**
 * The service that creates it.
 */
service: ServiceId, 
/**
 * The requested content.
 */
parameters: Parameters, 
/**
 * Its status.
 */
status: SupportBundleStatus, 
/**
 * Whether all bundles of the request have ended.
 */
settled: boolean, 
/**
 * The file; only if the bundle was created.
 */
archive?: BundleArchive, 
/**
 * The last download, if the bundle was created; null if it was never downloaded.
 */
download?: BundleDownload | null, 
/**
 * Why it failed.
 */
failure?: SupportBundleFailure, 
/**
 * When it is deleted.
 */
expires_at?: Timestamp, };

export type SupportBundleDeleted = { 
/**
 * The bundle id.
 */
deleted: string, };

export type SupportBundleFailure = { 
/**
 * The reason.
 */
fault: BundleFault, 
/**
 * The reason as a sentence.
 */
message: string, };

export type SupportBundleFile = { 
/**
 * Its path in the archive.
 */
path: string, 
/**
 * Its size in bytes. In a preview it is an estimate.
 */
bytes: number, 
/**
 * Its SHA-256 in hex; empty in a preview, where it has not been written.
 */
sha256: string, 
/**
 * The full size of the log in bytes, if only its end is included.
 */
shortened_from: number | null, };

export type SupportBundleLack = { 
/**
 * What is left out.
 */
what: string, 
/**
 * Why, as a sentence.
 */
why: string, };

export type SupportBundleManifest = { 
/**
 * Its format.
 */
format: string, 
/**
 * The bundle's id.
 */
id: string, 
/**
 * The bundle's name.
 */
name: string, 
/**
 * The bundle's description.
 */
description: string, 
/**
 * The service that it is about.
 */
service: ServiceId, 
/**
 * When it was created.
 */
created_at: Timestamp, 
/**
 * The build that created it.
 */
versions: SupportBundleVersions, 
/**
 * The requested content.
 */
parameters: Parameters, 
/**
 * The files, except for the manifest itself.
 */
files: Array<SupportBundleFile>, 
/**
 * The values that read `[redacted]`.
 */
redacted: Array<SupportBundleRedaction>, 
/**
 * What was requested but is not in it, and what never is.
 */
left_out: Array<SupportBundleLack>, 
/**
 * The total size of the files in bytes, before compression.
 */
total_bytes: number, };

export type SupportBundlePreviews = { 
/**
 * The manifest of each bundle.
 */
bundles: Array<SupportBundleManifest>, 
/**
 * Their total size in bytes.
 */
total_bytes: number, };

export type SupportBundleRedaction = { 
/**
 * The file with the field.
 */
file: string, 
/**
 * The field.
 */
field: string, };

export type SupportBundleStarted = { 
/**
 * Its id.
 */
id: string, 
/**
 * The service that creates it.
 */
service: ServiceId, 
/**
 * Its status.
 */
status: SupportBundleStatus, };

export type SupportBundleStatus = "in progress" | "success" | "failure";

export type SupportBundleVersions = { 
/**
 * The version of this server.
 */
version: string, 
/**
 * The id of its build.
 */
build: string, 
/**
 * The hash of its rules.
 */
rules: string, };

export type SupportBundles = { 
/**
 * The bundles, newest first.
 */
bundles: Array<SupportBundle>, 
/**
 * Total number of rows.
 */
count: number, 
/**
 * The services that can create bundles.
 */
services: Array<ServiceId>, 
/**
 * The users who requested or downloaded them.
 */
names: { [key in string]: string | null }, };

export type SupportBundlesStarted = { 
/**
 * The id of the request.
 */
id: string, 
/**
 * Number of bundles in progress.
 */
in_progress: number, 
/**
 * The bundles.
 */
bundles: Array<SupportBundleStarted>, };

export type TestService = { 
/**
 * Its name.
 */
service: ServiceId, 
/**
 * The id of this instance of the service.
 */
service_id: string, 
/**
 * The state of its task.
 */
run: ServiceRun | null, };

export type TestServices = { 
/**
 * The full list.
 */
services: Array<TestService>, };

export type TestTime = { 
/**
 * Now.
 */
at: Timestamp, };

export type TestedDirectoryUser = { 
/**
 * The name that a new account would have; null if the entry has none.
 */
name: string | null, 
/**
 * The mail address that a new account would have; null if it has none.
 */
email: string | null, 
/**
 * The groups of the user in the directory.
 */
groups: Array<string>, 
/**
 * The groups here that these lead to.
 */
mapped_groups: Array<string>, };

export type TestedIssuerToken = { 
/**
 * The name of the rule that matches; null if none does, or if no rule was tried.
 */
rule: string | null, 
/**
 * Why the token would not be exchanged, whatever the rules are; null if it would be, or if no rule matches.
 */
refused: IssuerTokenProblem | null, 
/**
 * The rules that were tried and do not match, in their order.
 */
mismatches: Array<RuleMismatch>, };

export type TestedSignInProvider = { 
/**
 * Where users are sent.
 */
authorization_endpoint: string, 
/**
 * Where codes are exchanged; null for one of SAML, which has none.
 */
token_endpoint: string | null, 
/**
 * Where browsers end their sessions there; null if it has no such address.
 */
end_session_endpoint: string | null, 
/**
 * How many of its keys can be used; null for one that signs nothing.
 */
keys: number | null, };

export type TestedUserDirectory = { 
/**
 * The user; null if none was looked up, or there is none with that name.
 */
user: TestedDirectoryUser | null, };

export type TokenRevoked = { 
/**
 * The token id.
 */
revoked: string, };

export type TopicArgs = { artifacts: TreeArgs, builds: BuildsArgs, installation: InstallationArgs, logs: LogArgs, packages: PackagesArgs, service_status: Empty, };

export type TopicData = { artifacts: TreeChanges, builds: BuildChanges, installation: InstallationMessage, logs: LogAppended, packages: PackageChanges, service_status: StatusByType, };

export type TopicEndCode = "unknown_topic" | "bad_args" | "not_found" | "not_signed_in" | "not_authorised" | "too_many_topics" | "ended" | "not_tellable" | "too_large" | "lagged" | "too_fast" | "source_failed" | "unavailable" | "unreadable" | LogsErrorCode;

export type TraceQuery = { 
/**
 * Its trace.
 */
trace: string, 
/**
 * When it was, within a minute.
 */
at: Timestamp, };

export type TrashName = { 
/**
 * The key of the repository.
 */
repository: string, 
/**
 * The name of a file in the trash, or of files that were moved there together.
 */
name: string, };

export type TrashQuery = { 
/**
 * The key of the repository.
 */
repository: string, 
/**
 * `next` of the page before.
 */
after?: string, 
/**
 * Maximum number of files.
 */
limit?: number, };

export type TrashedFiles = { 
/**
 * The files that the user may delete and restore.
 */
files: Array<TreeTrashedFile>, 
/**
 * Where the next page begins; null after the last one.
 */
next: string | null, 
/**
 * For how many days a file is kept.
 */
kept_days: number, 
/**
 * What the whole trash takes, in bytes; null for users who do not manage the repository.
 */
bytes: number | null, 
/**
 * The names of the users that files refer to.
 */
names: { [key in string]: string | null }, };

export type TreeArgs = { 
/**
 * The key of the repository.
 */
repository: string, };

export type TreeChange = { 
/**
 * The path.
 */
path: string, 
/**
 * Whether a folder was at the path, and not a file.
 */
is_folder: boolean, 
/**
 * What is there now; null if nothing is.
 */
entry: TreeEntry | null, };

export type TreeChanges = { 
/**
 * What is at paths at which something has changed.
 */
changes: Array<TreeChange>, 
/**
 * Whether these are all changes; otherwise what is shown has to be read again.
 */
complete: boolean, };

export type TreeConflict = { 
/**
 * Its path.
 */
path: string, 
/**
 * The code of the reason.
 */
code: string, 
/**
 * The reason as a sentence.
 */
message: string, };

export type TreeDetails = { 
/**
 * The repository.
 */
repository: TreeRepository, 
/**
 * The path in it.
 */
path: string, 
/**
 * What is there.
 */
kind: TreeKind, 
/**
 * The address for clients.
 */
url: string, 
/**
 * The key of the repository that holds the file, if it is another one; null otherwise.
 */
held_in: string | null, 
/**
 * How much is in the repository; null for users who do not manage it.
 */
usage: TreeUsage | null, 
/**
 * The file, if there is one.
 */
file: TreeFile | null, 
/**
 * What the user may do there.
 */
may: TreeRights, 
/**
 * The names of the users that a file refers to.
 */
names: { [key in string]: string | null }, };

export type TreeEntry = { 
/**
 * The name.
 */
name: string, 
/**
 * Whether it is a folder.
 */
is_folder: boolean, 
/**
 * The size of a file in bytes.
 */
bytes: number | null, 
/**
 * When the content of a file was last stored.
 */
modified_at: Timestamp | null, 
/**
 * The key of the repository that holds a file of a virtual one.
 */
held_in: string | null, };

export type TreeFile = { 
/**
 * The size in bytes.
 */
bytes: number, 
/**
 * The media type that its name suggests.
 */
media_type: string, 
/**
 * The SHA-256 of its content.
 */
sha256: string, 
/**
 * The SHA-1.
 */
sha1: string, 
/**
 * The MD5.
 */
md5: string, 
/**
 * The properties.
 */
properties: Record<string, Array<string>>, 
/**
 * The version of a package that it was published with.
 */
version: TreeVersion | null, 
/**
 * How often it was downloaded.
 */
downloads: number, 
/**
 * When it was downloaded last; null if it never was.
 */
downloaded_at: Timestamp | null, 
/**
 * When a file was first stored at the path.
 */
created_at: Timestamp, 
/**
 * Who stored it: the id of a user, `anonymous` or `system`.
 */
created_by: string, 
/**
 * When its content was last stored.
 */
modified_at: Timestamp, 
/**
 * Who stored that content.
 */
modified_by: string, };

export type TreeKind = "repository" | "folder" | "file";

export type TreePage = { 
/**
 * The entries.
 */
entries: Array<TreeEntry>, 
/**
 * Where the next page begins; null after the last one. A page may have fewer entries than were asked for.
 */
next: string | null, };

export type TreePageQuery = { 
/**
 * The key of the repository.
 */
repository: string, 
/**
 * The path of the folder; empty for the root.
 */
path: string, 
/**
 * `next` of the page before.
 */
after?: string, 
/**
 * Maximum number of entries.
 */
limit?: number, };

export type TreePlace = { 
/**
 * The key of the repository.
 */
repository: string, 
/**
 * The path in it; empty for its root.
 */
path: string, };

export type TreeProperties = { 
/**
 * The key of the repository.
 */
repository: string, 
/**
 * The path of the file.
 */
path: string, 
/**
 * The properties that get other values, and with null those that are removed.
 */
changes: Record<string, Array<string> | null>, };

export type TreeRelocated = { 
/**
 * The path that the file or the folder has. With conflicts, the path that was asked for.
 */
to: TreePlace, 
/**
 * How many files there are.
 */
files: number, 
/**
 * How many files with other contents are replaced.
 */
replaced: number, 
/**
 * The paths of the first ones that are replaced.
 */
replaced_paths: Array<string>, 
/**
 * How many files cannot be copied or moved. Then none is.
 */
conflicts: number, 
/**
 * The first ones that cannot.
 */
first_conflicts: Array<TreeConflict>, };

export type TreeRelocation = { 
/**
 * Where it is.
 */
from: TreePlace, 
/**
 * The path that it gets. If a folder is there, it gets its own name in that folder.
 */
to: TreePlace, 
/**
 * Whether it is moved.
 */
moves: boolean, 
/**
 * Whether files with other contents may be replaced.
 */
replace: boolean, 
/**
 * Whether it is only judged.
 */
dry: boolean, };

export type TreeRepositories = { 
/**
 * The repositories, by key.
 */
repositories: Array<TreeRepository>, 
/**
 * Whether the user may create one.
 */
may_create: boolean, };

export type TreeRepository = { 
/**
 * The key.
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
 * What it is for.
 */
description: string, 
/**
 * Whether its files are stored by their paths, and not published with versions.
 */
stores_by_path: boolean, 
/**
 * Whether its files can be copied and moved.
 */
relocates: boolean, 
/**
 * Whether the user may store files somewhere in it; remote and virtual ones take none.
 */
may_write: boolean, };

export type TreeRights = { 
/**
 * Storing files there.
 */
write: boolean, 
/**
 * Changing properties.
 */
annotate: boolean, 
/**
 * Deleting.
 */
delete: boolean, 
/**
 * Deleting something below, so that there may be something in the trash to restore.
 */
trash: boolean, 
/**
 * Changing the repository.
 */
manage: boolean, };

export type TreeTrashedFile = { 
/**
 * Its name in the trash.
 */
item: string, 
/**
 * The path that it had.
 */
path: string, 
/**
 * Its size in bytes.
 */
bytes: number, 
/**
 * When it was moved there.
 */
trashed_at: Timestamp, 
/**
 * Who did it: the id of a user, or `system`.
 */
trashed_by: string, };

export type TreeUsage = { 
/**
 * The number of its files.
 */
files: number, 
/**
 * What they take, in bytes.
 */
bytes: number, 
/**
 * How many bytes it may hold; null without limit.
 */
quota_bytes: number | null, 
/**
 * When it was created.
 */
created_at: Timestamp, };

export type TreeVersion = { 
/**
 * The name of the package.
 */
package: string, 
/**
 * The version.
 */
version: string, };

export type TrustedIssuers = { 
/**
 * All of them, by their names.
 */
issuers: Array<DescribedTrustedIssuer>, };

export type TypeNodes = { 
/**
 * The nodes, in the order of the services.
 */
nodes: Array<NodeReport>, };

export type Unread = { 
/**
 * Its path; of an entry of an archive, with that of the archive.
 */
file: string, 
/**
 * A sentence.
 */
reason: string, };

export type Unsubscribe = { 
/**
 * The id of the subscription.
 */
id: string, };

export type UntypedCall = { readonly call: string; readonly [field: string]: unknown };

export type UntypedEvent = { readonly type: string; readonly [field: string]: unknown };

export type UntypedState = { readonly state: string; readonly [field: string]: unknown };

export type UpgradeInfo = { 
/**
 * The licence that counts now.
 */
licence: Licence, 
/**
 * When another licence comes to count, which is its end; null where it has none.
 */
validThrough: Timestamp | null, 
/**
 * What is missing from it, and which others permit.
 */
missing: Array<Entitlement>, };

export type UploadedLogo = { 
/**
 * Its details; null if no logo is uploaded.
 */
logo: LogoDetails | null, };

export type UptimeHistory = { 
/**
 * When the first step begins.
 */
from: Timestamp, 
/**
 * The length of a step in milliseconds.
 */
step_ms: number, 
/**
 * For each step, up to the present one, the percentage of the observed time in which the node was online; none
 * where the server did not run.
 */
online: Array<number | null>, };

export type UserDirectoryTest = { 
/**
 * The name of a user to find there; none if it is missing.
 */
user?: Secret, };

export type UserIntegration = { 
/**
 * The name of the user.
 */
username: string, 
/**
 * The client id of the application.
 */
client_id: string, 
/**
 * The name of the application.
 */
name: string, 
/**
 * What was consented to.
 */
scopes: Array<ApplicationScope>, 
/**
 * When, the last time.
 */
consented_at: Timestamp, };

export type UserIntegrationsQuery = { 
/**
 * Whether only those of the platform itself are wanted, of which there are none.
 */
internal?: boolean, };

export type UserPlugins = { 
/**
 * Whether a plugin of the operator's does.
 */
isUserPluginEnabled: boolean, };

export type UserRole = "admin" | "auditor" | "project_admin" | "user";

export type UserStatus = "enabled" | "invited" | "link_expired" | "password_due" | "locked" | "pending" | "disabled";

export type UserUsage = { 
/**
 * The people whose accounts are enabled.
 */
users: number, 
/**
 * The programs whose accounts are enabled.
 */
robots: number, 
/**
 * The licence that counts at present.
 */
licence: Licence, };

export type VcsIntegration = { 
/**
 * The key of the integration.
 */
integration_id: string, 
/**
 * The vendor, as the address of its page names it.
 */
vcs_type: string, 
/**
 * The name of the integration.
 */
name: string, 
/**
 * The address of the vendor.
 */
url: string, 
/**
 * The repositories that were chosen.
 */
repositories: Array<string>, };

export type VersionAbout = { 
/**
 * Pages about it.
 */
links: Array<VersionLink>, 
/**
 * Who made it.
 */
authors: Array<string>, 
/**
 * What it runs on.
 */
requires: Array<VersionRequirement>, };

export type VersionBuild = { 
/**
 * The name of the build.
 */
name: string, 
/**
 * The number of the run.
 */
number: string, 
/**
 * The key of the project; null if it belongs to none.
 */
project: string | null, 
/**
 * When it began.
 */
started: Timestamp, 
/**
 * The server or program that ran it; empty if it is not named.
 */
agent: string, };

export type VersionBuilds = { 
/**
 * The runs, the newest first.
 */
runs: Array<VersionBuild>, };

export type VersionConnection = { 
/**
 * The versions.
 */
edges: Array<VersionEdge>, 
/**
 * Where the page ends.
 */
pageInfo: PagingInfo, };

export type VersionDependencies = { 
/**
 * The packages, in the order of the author.
 */
dependencies: Array<VersionDependency>, };

export type VersionDependency = { 
/**
 * The name.
 */
name: string, 
/**
 * Which versions of it, as the package type writes that; empty for any.
 */
requirement: string, 
/**
 * For what it is needed: runtime, peer, optional, build or development.
 */
scope: string, 
/**
 * The id of the package, which need not be here.
 */
package_id: string, };

export type VersionEdge = { 
/**
 * The version.
 */
node: VersionNode, };

export type VersionFileNode = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its path in the repository.
 */
path: string, 
/**
 * Whether it is what the version is about.
 */
lead: boolean, 
/**
 * Its size in bytes.
 */
size: number, 
/**
 * The MD5 of its content.
 */
md5: string, 
/**
 * The SHA-1.
 */
sha1: string, 
/**
 * The SHA-256.
 */
sha256: string, 
/**
 * Its media type.
 */
mimeType: string, 
/**
 * How often it was downloaded.
 */
downloads: number, };

export type VersionLayers = { 
/**
 * The images, in the order of the index.
 */
images: Array<ImageLayers>, 
/**
 * How many further images the index lists that are not here, or that are too many.
 */
left_out: number, };

export type VersionLink = { 
/**
 * What it is: homepage, repository, documentation, issues, changelog or other.
 */
kind: string, 
/**
 * Its address.
 */
url: string, };

export type VersionNode = { 
/**
 * The id of its package.
 */
id: string, 
/**
 * The version.
 */
name: string, 
/**
 * When its first file was published.
 */
created: string, 
/**
 * When its newest file was published.
 */
modified: string, 
/**
 * The name of its package.
 */
package: string, 
/**
 * What the package is for, as its latest version says.
 */
description: string, 
/**
 * How risky it is to depend on the package.
 */
operationalRisk: OperationalRisk, 
/**
 * How many newer releases there are, without yanked ones and pre-releases; null of images.
 */
releasesBehind: number | null, 
/**
 * The repositories that have it.
 */
repos: Array<VersionRepository>, 
/**
 * Its licences: identifiers of SPDX, or what its author writes.
 */
licenses: Array<string>, 
/**
 * How many vulnerabilities it has, by severity.
 */
vulnerabilities: VulnerabilityCounts, 
/**
 * The vulnerabilities, the most severe first.
 */
vulnerabilityList: Array<Vulnerability>, 
/**
 * Whether it was compared with advisories.
 */
scanStatus: ScanStatus, 
/**
 * Its keywords.
 */
keywords: Array<string>, 
/**
 * The size of its files in bytes.
 */
size: number, 
/**
 * How it is used.
 */
stats: VersionStats, 
/**
 * Its files, as the first repository has them.
 */
files: Array<VersionFileNode>, 
/**
 * The SHA-256 of its lead file, which of images is the manifest; null if the caller may not see its files.
 */
digest: string | null, 
/**
 * The tags that name it.
 */
tags: Array<string>, 
/**
 * Why it is deprecated; null if it is not.
 */
deprecation: string | null, 
/**
 * Whether it is yanked: it is chosen for nothing new.
 */
yanked: boolean, 
/**
 * Whether it is a pre-release.
 */
preRelease: boolean, 
/**
 * Who published it; null if the name is not for the caller.
 */
publishedBy: string | null, };

export type VersionPlaceQuery = { 
/**
 * The key of the repository.
 */
repoKey: string, 
/**
 * The path of the file.
 */
path: string, };

export type VersionProperties = { 
/**
 * The values by name.
 */
properties: { [key in string]: Array<string> }, };

export type VersionReadme = { 
/**
 * As HTML in which nothing runs, loads or sends anything; null if there is none.
 */
readme: string | null, 
/**
 * Whether it is longer than what is shown.
 */
is_cut: boolean, };

export type VersionRepository = { 
/**
 * Its key.
 */
name: string, 
/**
 * Where it has its files from: local or remote.
 */
type: string, 
/**
 * The path of the lead file in it.
 */
leadFilePath: string, };

export type VersionRequirement = { 
/**
 * Such as node, python or go.
 */
name: string, 
/**
 * Which versions of it.
 */
versions: string, };

export type VersionSbomQuery = { 
/**
 * The key of the repository.
 */
repoKey: string, 
/**
 * The path of the file.
 */
path: string, 
/**
 * The format; `CycloneDX` without it.
 */
format?: SbomFormat, 
/**
 * Whether the vulnerabilities that are known are part of it. Only `CycloneDX` has them.
 */
vulnerabilities?: boolean, };

export type VersionStats = { 
/**
 * How often its files were downloaded.
 */
downloadCount: number, };

export type VersionViolations = { 
/**
 * Whether it was compared with advisories.
 */
scan_status: ScanStatus, 
/**
 * The advisories that are about it, the most severe first.
 */
violations: Array<Vulnerability>, 
/**
 * What is not clear about its licence. What an installation permits is not known here.
 */
license_problems: Array<LicenseProblem>, };

export type Vulnerability = { 
/**
 * The identifier of the advisory.
 */
id: string, 
/**
 * Its identifiers in other databases.
 */
aliases: Array<string>, 
/**
 * Its identifiers in the CVE list.
 */
cves: Array<string>, 
/**
 * One line about it.
 */
summary: string, 
/**
 * How severe it is: critical, high, medium, low, info or unknown.
 */
severity: string, 
/**
 * The base score of CVSS, from 0 to 10; null if there is none.
 */
score: number | null, 
/**
 * The vector of CVSS; null if there is none.
 */
vector: string | null, 
/**
 * The versions behind this one in which it is fixed, the oldest first.
 */
fixedVersions: Array<string>, };

export type VulnerabilityCounts = { 
/**
 * With a base score of CVSS of 9.0 or more.
 */
critical: number | null, 
/**
 * With one of 7.0 or more.
 */
high: number | null, 
/**
 * With one of 4.0 or more.
 */
medium: number | null, 
/**
 * With one above zero.
 */
low: number | null, 
/**
 * With one of zero, or about no vulnerability.
 */
info: number | null, 
/**
 * Without a severity.
 */
unknown: number | null, 
/**
 * Those that were not compared. This release compares all that it imports.
 */
skipped: number | null, };

export type WaitingMessage = { 
/**
 * What names it, once.
 */
ticket: Secret, };

export type WantedApplication = { 
/**
 * Its name.
 */
name: string, 
/**
 * Where it runs.
 */
kind: ApplicationKind, 
/**
 * What it is for.
 */
description: string, 
/**
 * Where users are sent back to.
 */
callback_url: string, 
/**
 * What it may ask users for; null for everything. If it is missing, an application that exists keeps what it has,
 * and a new one may ask for everything.
 */
scopes?: Array<ApplicationScope> | null, };

export type WantedCleanupPolicy = { 
/**
 * Its key; that of the address, if it has one.
 */
key?: string, 
/**
 * What it is for.
 */
description?: string, 
/**
 * When it runs by itself, in UTC: a cron expression with five parts, or six or seven as Quartz has them. Never if
 * it is missing.
 */
cronExp?: string, 
/**
 * How long a run may take, in minutes; 60 if it is missing.
 */
durationInMinutes?: number, 
/**
 * Whether it runs by itself; true if it is missing.
 */
enabled?: boolean, 
/**
 * Whether what it removes is deleted at once instead of going to the trash.
 */
skipTrashcan?: boolean, 
/**
 * The project whose repositories alone it concerns.
 */
projectKey?: string, 
/**
 * What it removes.
 */
searchCriteria: CleanupSearch, };

export type WantedDownloadRules = { 
/**
 * The rules. A licence may also be named by a name or an identifier of it that is no longer in use.
 */
rules: Array<DownloadRule>, 
/**
 * The revision of the rules that were read before.
 */
revision: number, };

export type WantedGitHooks = { 
/**
 * Whether they are to be.
 */
enabled: boolean, };

export type WantedGitIntegration = { 
/**
 * The user whose token it is.
 */
userName: string, 
/**
 * Its name.
 */
integrationName: string, 
/**
 * The token. Without it the stored one stays, which an existing integration has for one address.
 */
token?: Secret, 
/**
 * The address of the vendor; its hosted service if it is missing.
 */
url?: string, 
/**
 * The vendor: 1 `GitHub`, 2 `GitLab`, 3 Bitbucket Cloud, 4 Bitbucket Server.
 */
vendorName: number, 
/**
 * What is integrated: 1, Git.
 */
integrationType: number, 
/**
 * The key of the integration that it is, if it exists.
 */
integrationKey?: string, };

export type WantedHandler = { 
/**
 * Whether they are sent as the platform describes them, or as a text of the administrator's own.
 */
handler_type: WebhookHandlerType, 
/**
 * The address.
 */
url: string, 
/**
 * The key of the proxy that events are sent through; the default one if it is missing or empty.
 */
proxy?: string, 
/**
 * `webhook`: the secret that the receiver knows. An empty one is none.
 */
secret?: string, 
/**
 * `webhook`: whether the stored secret stays, when none is given.
 */
keep_secret?: boolean, 
/**
 * `webhook`: whether the secret signs events by HMAC-SHA256 instead of being sent; false if it is missing.
 */
use_secret_for_signing?: boolean, 
/**
 * `webhook`: the same with more choice; it rules when it is given.
 */
signature?: WebhookSignature, 
/**
 * `webhook`: whether the event is in an envelope of `CloudEvents`; false if it is missing.
 */
cloud_event?: boolean, 
/**
 * `webhook`: headers that are sent beside those of the platform.
 */
custom_http_headers?: Array<WantedWebhookHeader>, 
/**
 * `custom-webhook`: the method; POST if it is missing.
 */
method?: WebhookMethod, 
/**
 * `custom-webhook`: the payload, with placeholders; the event as JSON if it is missing or empty.
 */
payload?: string, 
/**
 * `custom-webhook`: the secrets that payload and headers may name.
 */
secrets?: Array<WantedWebhookSecret>, 
/**
 * `custom-webhook`: headers, which may have placeholders.
 */
http_headers?: Array<WantedWebhookHeader>, };

export type WantedMailServer = { 
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
 * The user that this installation is at the server. An empty one is none.
 */
user?: string, 
/**
 * The password. If it is missing, the stored one stays, unless host, port or user change. An empty one is none.
 */
password?: Secret, 
/**
 * The mail address of the sender.
 */
from: string, 
/**
 * The name of the sender; none if it is missing.
 */
from_name?: string, };

export type WantedPasswordLink = { 
/**
 * Whether it is sent by mail; false if it is missing.
 */
send_mail?: boolean, 
/**
 * The language of the mail, such as `de`; English if it is missing or unknown.
 */
language?: string, };

export type WantedProvisioning = { 
/**
 * Whether clients with a token for it may create, change and delete users and groups.
 */
enabled: boolean, 
/**
 * The name of the sign-in provider whose subjects the external ids of users are. A missing or empty one is none.
 */
provider?: string, };

export type WantedProxy = { 
/**
 * Its key; that of the address, if it has one.
 */
key?: string, 
/**
 * The name or the address of its host.
 */
host: string, 
/**
 * Its port.
 */
port: number, 
/**
 * The user that this server is at the proxy. An empty one is none.
 */
user_name?: string, 
/**
 * The password. If it is missing, the stored one stays, unless host or port change. An empty one is none.
 */
password?: Secret, 
/**
 * Whether webhooks that name no proxy are sent through it; false if it is missing.
 */
for_webhooks?: boolean, };

export type WantedRegistration = { 
/**
 * Whether visitors may create accounts.
 */
enabled: boolean, 
/**
 * The domains of the mail addresses with which they may; all of them if it is missing or empty.
 */
domains?: Array<string>, 
/**
 * Whether an administrator has to approve a new account before its user can sign in; not if it is missing.
 */
approval?: boolean, };

export type WantedSaml = { 
/**
 * Where users are sent to sign in.
 */
sso_url: string, 
/**
 * Where users are sent to sign out; nowhere if it is missing or empty.
 */
slo_url?: string, 
/**
 * How messages are sent there; in addresses if it is missing.
 */
binding?: SamlBinding, 
/**
 * The certificates by which the provider signs, in base64 or as PEM. Each of them counts.
 */
certificates: Array<string>, };

export type WantedSignInProvider = { 
/**
 * Its name; that of the address, if it has one.
 */
name?: string, 
/**
 * What the sign-in page calls it.
 */
label: string, 
/**
 * What it is.
 */
kind: SignInProviderKind, 
/**
 * Its address, exactly as its tokens have it; the entity id of one of SAML.
 */
issuer: string, 
/**
 * The id that this installation has there; missing for one of SAML.
 */
client_id?: string, 
/**
 * What is particular to SAML; missing for another kind.
 */
saml?: WantedSaml, 
/**
 * The client secret; the stored one stays if it is missing, and is removed if it is empty.
 */
client_secret?: Secret, 
/**
 * What it is asked for, beside `openid`; nothing if it is missing.
 */
scopes?: Array<string>, 
/**
 * The claim that lists the user's groups; none if it is missing or empty.
 */
groups_claim?: string, 
/**
 * The group here that each value of that claim leads to; none if it is missing.
 */
group_map?: { [key in string]: string }, 
/**
 * Whether a user whose identity is not known here gets a new account; false if it is missing.
 */
creates_accounts?: boolean, 
/**
 * The claim by which such an account is named; `preferred_username` if it is missing.
 */
name_claim?: string, 
/**
 * The values of `amr` and `acr` that count as a second factor; none if it is missing.
 */
amr_satisfies?: Array<string>, 
/**
 * Whether users can sign in with it; true if it is missing.
 */
enabled?: boolean, 
/**
 * Its place among the providers of the sign-in page, from the lowest; 0 if it is missing.
 */
order?: number, 
/**
 * The icon on the sign-in page; that of its kind if it is missing.
 */
logo?: SignInProviderKind, };

export type WantedTrustedIssuer = { 
/**
 * Its name; that of the address, if it has one.
 */
name?: string, 
/**
 * Its address, as its tokens have it.
 */
issuer: string, 
/**
 * Whom its tokens have to be for.
 */
audience: string, 
/**
 * What it is for; nothing if it is missing.
 */
description?: string, 
/**
 * Whether its tokens are exchanged; true if it is missing.
 */
enabled?: boolean, 
/**
 * The rules, in the order in which they are tried; none if they are missing.
 */
rules?: Array<ExchangeRule>, };

export type WantedUserDirectory = { 
/**
 * Its name; that of the address, if it has one.
 */
name?: string, 
/**
 * What users and administrators read.
 */
label: string, 
/**
 * The server that is asked.
 */
server: DirectoryServer, 
/**
 * The password of this installation there; the stored one stays if it is missing, and is removed if it is empty.
 */
password?: Secret, 
/**
 * The group here that each group of the directory leads to; none if it is missing.
 */
group_map?: { [key in string]: string }, 
/**
 * Whether a user who is not known here gets a new account; false if it is missing.
 */
creates_accounts?: boolean, 
/**
 * Whether it is asked; true if it is missing.
 */
enabled?: boolean, 
/**
 * Its place among the directories, which are asked from the lowest; 0 if it is missing.
 */
order?: number, };

export type WantedWebhook = { 
/**
 * Its key; that of the address, if it has one.
 */
key?: string, 
/**
 * What it is for.
 */
description?: string, 
/**
 * Whether events are sent; true if it is missing.
 */
enabled?: boolean, 
/**
 * The project that it belongs to, whose events alone it is sent. It never changes; if it is missing, it is the
 * stored one, or none for a new webhook.
 */
project_key?: string, 
/**
 * Whether events about the same file, build or release bundle are sent in their order; false if it is missing.
 */
ordered?: boolean, 
/**
 * What is sent.
 */
event_filter: WebhookEventFilter, 
/**
 * Where it is sent to: exactly one handler.
 */
handlers: Array<WantedHandler>, };

export type WantedWebhookHeader = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its value. One that is missing, of a header whose value is a secret, keeps the stored value.
 */
value?: string, 
/**
 * Whether the value is a secret, which no user is shown. It is one in any case in headers that
 * have credentials by their name.
 */
secret?: boolean, };

export type WantedWebhookSecret = { 
/**
 * Its name.
 */
name: string, 
/**
 * The secret. If it is missing, the stored one stays.
 */
value?: string, };

export type WebhookBuilds = { 
/**
 * Their names, sorted: the first 1,000.
 */
builds: Array<string>, };

export type WebhookBuildsQuery = { 
/**
 * Patterns of names, with commas between them; all names if there is none.
 */
includePatterns?: string, 
/**
 * The project that they belong to; administrators of projects name one.
 */
projectKey?: string, };

export type WebhookBundles = { 
/**
 * Their names, sorted: the first 1,000.
 */
bundles: Array<string>, };

export type WebhookCriteria = { 
/**
 * Whether all local repositories count, also later ones.
 */
anyLocal?: boolean, 
/**
 * Whether all remote repositories count, also later ones.
 */
anyRemote?: boolean, 
/**
 * Whether all federated repositories count. There are none, so it must be false.
 */
anyFederated?: boolean, 
/**
 * The keys of repositories that count.
 */
repoKeys?: Array<string>, 
/**
 * Whether all builds count.
 */
anyBuild?: boolean, 
/**
 * The names of builds that count.
 */
selectedBuilds?: Array<string>, 
/**
 * Whether all release bundles count.
 */
anyReleaseBundle?: boolean, 
/**
 * The names of release bundles that count.
 */
registeredReleaseBundlesNames?: Array<string>, 
/**
 * The environments of which promotions of release bundles count; all of them if it is empty. Without a word about
 * release bundles, all of these count.
 */
selectedEnvironments?: Array<string>, 
/**
 * Patterns of paths in repositories, or of names of builds or release bundles.
 */
includePatterns?: Array<string>, 
/**
 * Patterns of those that are left out.
 */
excludePatterns?: Array<string>, };

export type WebhookCriteriaKind = "repositories" | "builds" | "release_bundles" | "nothing";

export type WebhookDeliveries = { 
/**
 * The deliveries.
 */
deliveries: Array<ListedWebhookDelivery>, 
/**
 * The id after which the next page begins; none on the last page.
 */
next: string | null, };

export type WebhookDeliveriesQuery = { 
/**
 * Only those in this state.
 */
state?: WebhookDeliveryStatus, 
/**
 * Only those whose event has this text in its type or its data.
 */
search?: string, 
/**
 * The id after which the list goes on.
 */
after?: string, 
/**
 * How many at most; 100 at most.
 */
limit?: number, };

export type WebhookDeliveryAttempt = { 
/**
 * When it was made.
 */
at: Timestamp, 
/**
 * How long it took, in milliseconds.
 */
took_ms: number, 
/**
 * The status of the answer; none if there was none.
 */
status: number | null, 
/**
 * Why it failed.
 */
error: string | null, 
/**
 * The beginning of the answer.
 */
answer: string | null, };

export type WebhookDeliveryStatus = "waiting" | "delivered" | "dead" | "cancelled";

export type WebhookDomain = "artifact" | "artifact_property" | "docker" | "build" | "release_bundle" | "distribution" | "artifactory_release_bundle" | "destination" | "artifact_lifecycle" | "release_bundle_v2" | "release_bundle_v2_promotion" | "policy" | "user";

export type WebhookDomains = { 
/**
 * The domains whose events happen here.
 */
domains: Array<DescribedWebhookDomain>, };

export type WebhookEcho = { 
/**
 * The bytes of the request as text. Secrets are masked; the signature is the real one.
 */
request: string, };

export type WebhookEnvironments = { 
/**
 * The names of those that repositories belong to, sorted.
 */
environments: Array<string>, };

export type WebhookEventFilter = { 
/**
 * What the events are about.
 */
domain: WebhookDomain, 
/**
 * The types of the domain that are sent.
 */
event_types: Array<string>, 
/**
 * Which events of these types; all of a domain that nothing narrows.
 */
criteria?: WebhookCriteria, };

export type WebhookHandlerType = "webhook" | "custom-webhook";

export type WebhookNamesQuery = { 
/**
 * Patterns of names, with commas between them; all names if there is none.
 */
includePatterns?: string, };

export type WebhookPause = { 
/**
 * Whether they do from now on.
 */
paused: boolean, };

export type WebhookPermissionPatterns = { 
/**
 * Patterns of builds, of their names and numbers, sorted.
 */
builds: Array<string>, 
/**
 * Patterns of release bundles, of their names and versions, sorted.
 */
bundles: Array<string>, };

export type WebhookPermissionTargets = { 
/**
 * The names of the permissions: 100 at most.
 */
names: Array<string>, };

export type WebhookPreview = { 
/**
 * The keys of repositories, or the names of builds or of release bundles: the first 50.
 */
names: Array<string>, 
/**
 * How many of them there are.
 */
total: number, 
/**
 * Files in these repositories whose paths match, the newest 50.
 */
files: Array<string>, 
/**
 * How many there are among those that were looked at.
 */
files_total: number, 
/**
 * How many files were looked at, the newest ones.
 */
files_seen: number, 
/**
 * Whether there are files that were not looked at.
 */
has_more_files: boolean, };

export type WebhookProjectQuery = { 
/**
 * The project of the webhook; administrators of projects name one.
 */
projectKey?: string, };

export type WebhookProxies = { 
/**
 * Their keys, sorted.
 */
proxies: Array<string>, };

export type WebhookRedelivery = { 
/**
 * Its id.
 */
id: string, };

export type WebhookRepositories = { 
/**
 * Their keys, sorted.
 */
repositories: Array<string>, };

export type WebhookRepositoriesQuery = { 
/**
 * Their type.
 */
type: WebhookRepositoryType, 
/**
 * The project that they belong to; administrators of projects name one.
 */
projectKey?: string, };

export type WebhookRepositoryType = "local" | "remote" | "federated";

export type WebhookRotation = { 
/**
 * The new secret.
 */
secret: string, };

export type WebhookSecretName = { 
/**
 * The name.
 */
name: string, };

export type WebhookStanding = { 
/**
 * How many have failed and are tried again.
 */
waiting: number, 
/**
 * When its receiver, which does not answer as it should, is tried again; none while it does.
 */
receiver_retried_at: Timestamp | null, 
/**
 * When it was sent something last.
 */
last_at: Timestamp | null, 
/**
 * Whether that was delivered; none if nothing was sent yet.
 */
last_delivered: boolean | null, };

export type WebhookTestOutcome = "success" | "failure";

export type WebhookTestResult = { 
/**
 * Whether the receiver has taken the event.
 */
result: WebhookTestOutcome, 
/**
 * The sentence for the administrator.
 */
message: string, 
/**
 * The status of the receiver's answer; none if there was none.
 */
status: number | null, 
/**
 * How long it took, in milliseconds.
 */
took_ms: number, };

export type Welcome = { 
/**
 * The version of the protocol.
 */
protocol: number, 
/**
 * The id of the server's build.
 */
build: string, 
/**
 * What sequence numbers are valid for.
 */
epoch: string, 
/**
 * The id of the tab.
 */
tab: string, 
/**
 * Whether the tab resumes; otherwise a snapshot follows.
 */
resumed: boolean, 
/**
 * The newest sequence number of the session.
 */
seq: number, 
/**
 * The time of the server.
 */
at: Timestamp, 
/**
 * The person who has signed in.
 */
person: PersonId | null, 
/**
 * The name of that person.
 */
name: string | null, };

/** The version of the socket's protocol. */
export const PROTOCOL = 1;

/** Its name, as the WebSocket's sub-protocol. */
export const SUB_PROTOCOL = "waybill.v1";

/** The codes with which the server closes a socket. */
export const CLOSE = {
  goingAway: 4000,
  credentialsChanged: 4001,
  tooSlow: 4002,
  helloLate: 4003,
  otherBuild: 4500,
  malformed: 4501,
} as const;

/** The path that all calls are below. */
export const API_BASE = "/ui/api/v1/";

/** What sends a request: `path` is one below `API_BASE`. */
export interface Sender {
  call: <T>(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: object | Blob) => Promise<T>;
}

/** The server may be below a base path: makes the address of one of its paths. */
type AddressOf = (path: string) => string;

/** The query of an address: the fields that have a value. */
export function search(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

export const part = encodeURIComponent;

/** The addresses of files, for links. */
export const addresses = {
  /** The session's log as a verifiable file. */
  getSessionTrace: (addressOf: AddressOf) =>
    addressOf(`${API_BASE}session/trace`),
  /** A message for a provider of SAML, once. */
  getAuthSsoNameSend: (addressOf: AddressOf, name: string, query: WaitingMessage) =>
    addressOf(`${API_BASE}ui/auth/sso/${part(name)}/send${search(query)}`),
  /** What this server publishes about itself for a provider of SAML. */
  getAuthSsoNameMetadata: (addressOf: AddressOf, name: string) =>
    addressOf(`${API_BASE}ui/auth/sso/${part(name)}/metadata`),
  /** The picture itself. */
  getSystemLogoDigest: (addressOf: AddressOf, digest: string) =>
    addressOf(`${API_BASE}system/logo/${part(digest)}`),
  /** The software bill of materials of a version, in CycloneDX or SPDX. */
  getPackagesSbom: (addressOf: AddressOf, query: VersionSbomQuery) =>
    addressOf(`${API_BASE}packages/sbom${search(query)}`),
  /** The build-info of a run. */
  getBuildsDocument: (addressOf: AddressOf, query: BuildRunQuery) =>
    addressOf(`${API_BASE}builds/document${search(query)}`),
  /** The software bill of materials of a run, in CycloneDX or SPDX. */
  getBuildsSbom: (addressOf: AddressOf, query: BuildSbomQuery) =>
    addressOf(`${API_BASE}builds/sbom${search(query)}`),
  /** A log as a file, or a part of it. */
  getSystemLogsDownloadService: (addressOf: AddressOf, service: string, query: LogQuery = {}) =>
    addressOf(`${API_BASE}system/logs/download/${part(service)}${search(query)}`),
  /** A support bundle's archive, or a part of it. */
  getUserSupportDownloadBundleId: (addressOf: AddressOf, id: string) =>
    addressOf(`${API_BASE}ui/userSupport/downloadBundle/${part(id)}`),
  /** This API as an OpenAPI document. */
  getOpenapiJson: (addressOf: AddressOf) =>
    addressOf(`${API_BASE}openapi.json`),
} as const;
