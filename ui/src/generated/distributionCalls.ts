// Generated from the state machines by `cargo test --test generated`. Do not edit.

// The calls that only pages of release bundles and their distribution make.

import type { ChangeDistributionTarget, CreateReleaseBundle, DistributeReleaseBundle, DistributionTargetRow, DistributionTargetTested, DistributionTargets, Empty, Lookup, LookupQuery, NewDistributionTarget, PromoteReleaseBundle, ReleaseBundleDetails, ReleaseBundleDistributionBegun, ReleaseBundleEnvironments, ReleaseBundleImported, ReleaseBundleManifest, ReleaseBundlePromoted, ReleaseBundles, ReleaseBundlesQuery, Sender } from "./api";
import { part, search } from "./api";

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

/** Distributes a bundle to targets, or removes it there, or judges that. */
export const postReleaseBundlesNameVersionDistributions = (api: Sender, name: string, version: string, body: DistributeReleaseBundle) =>
  api.call<ReleaseBundleDistributionBegun>("POST", `release_bundles/${part(name)}/${part(version)}/distributions`, body);

/** Stops the distribution of a bundle, or its removal. */
export const postReleaseBundlesNameVersionDistributionsNumberAbort = (api: Sender, name: string, version: string, number: string) =>
  api.call<Empty>("POST", `release_bundles/${part(name)}/${part(version)}/distributions/${part(number)}/abort`);

/** All distribution targets. */
export const getDistributionTargets = (api: Sender) =>
  api.call<DistributionTargets>("GET", `distribution_targets`);

/** Creates a distribution target. */
export const postDistributionTargets = (api: Sender, body: NewDistributionTarget) =>
  api.call<DistributionTargetRow>("POST", `distribution_targets`, body);

/** Changes a distribution target. */
export const putDistributionTargetsKey = (api: Sender, key: string, body: ChangeDistributionTarget) =>
  api.call<DistributionTargetRow>("PUT", `distribution_targets/${part(key)}`, body);

/** Deletes a distribution target. */
export const deleteDistributionTargetsKey = (api: Sender, key: string) =>
  api.call<Empty>("DELETE", `distribution_targets/${part(key)}`);

/** Tests the connection to a distribution target. */
export const postDistributionTargetsKeyTest = (api: Sender, key: string) =>
  api.call<DistributionTargetTested>("POST", `distribution_targets/${part(key)}/test`);
