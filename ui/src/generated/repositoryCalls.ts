// Generated from the state machines by `cargo test --test generated`. Do not edit.

// The calls that only pages of what is in repositories make.

import type { ArchiveSearch, ArchivedFiles, ArchivedVersions, ArtifactCount, ArtifactQuery, BuildDetails, BuildDiff, BuildDiffQuery, BuildFilesPage, BuildFilesQuery, BuildRunQuery, BuildRunsPage, BuildRunsQuery, BuildRunsToDelete, BuildsPage, BuildsQuery, CleanupCandidates, CleanupCandidatesQuery, CleanupEnablement, CleanupPolicies, ConsoleUsage, ConsoleWebServer, CurrentDownloadRules, DeletedRuns, DescribedCleanupPolicy, Empty, FileTicket, FollowRequest, FoundArtifacts, InstallCommands, InstallQuery, LayersRequest, MovedToTrash, NewUpload, PackageDownloads, PackageDownloadsQuery, PackageFollowers, PurgedFiles, RemovedVersion, RestoredFiles, TrashName, TrashQuery, TrashedFiles, TreeDetails, TreePage, TreePageQuery, TreePlace, TreeProperties, TreeRelocated, TreeRelocation, TreeRepositories, UserUsage, VersionAbout, VersionBuilds, VersionDependencies, VersionLayers, VersionPlaceQuery, VersionProperties, VersionReadme, VersionViolations, WantedCleanupPolicy, WantedDownloadRules, Sender } from "./api";
import { part, search } from "./api";

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
