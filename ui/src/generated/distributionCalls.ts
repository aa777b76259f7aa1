// Generated from the state machines by `cargo test --test generated`. Do not edit.

// The calls that only pages of distribution make.

import type { ChangeDistributionTarget, DistributeReleaseBundle, DistributionTargetRow, DistributionTargetTested, DistributionTargets, Empty, NewDistributionTarget, ReleaseBundleDistributionBegun, Sender } from "./api";
import { part } from "./api";

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
