// Generated from the state machines by `cargo test --test generated`. Do not edit.

// The calls that only pages of Git integrations make.

import type { ChosenGitRepositories, DescribedGitIntegration, Empty, GitKey, GitProducts, GitRepositories, GitRepositoriesQuery, GitScan, GitScanRequest, GitToken, VcsIntegration, WantedGitIntegration, Sender } from "./api";
import { part, search } from "./api";
import type { Handle } from "./types";

/** All Git integrations. */
export const getIntegrationGetIntegrations = (api: Sender) =>
  api.call<Array<DescribedGitIntegration>>("GET", `integration/getIntegrations`);

/** All integrations of a type. */
export const getIntegrationGetIntegrationsType = (api: Sender, type: string) =>
  api.call<Array<DescribedGitIntegration>>("GET", `integration/getIntegrations/${part(type)}`);

/** Tests whether the vendor accepts a user with a token. */
export const postIntegrationTest = (api: Sender, body: WantedGitIntegration) =>
  api.call<Empty>("POST", `integration/test`, body);

/** Creates an integration. */
export const postIntegration = (api: Sender, body: WantedGitIntegration) =>
  api.call<GitKey>("POST", `integration`, body);

/** Changes an integration. */
export const putIntegrationKey = (api: Sender, key: string, body: WantedGitIntegration) =>
  api.call<DescribedGitIntegration>("PUT", `integration/${part(key)}`, body);

/** Deletes an integration. */
export const deleteIntegrationKey = (api: Sender, key: string) =>
  api.call<Empty>("DELETE", `integration/${part(key)}`);

/** Keeps a token for a test or a change, which name it by the handle. */
export const postIntegrationSecret = (api: Sender, body: GitToken) =>
  api.call<Handle>("POST", `integration/secret`, body);

/** Chooses the products that use an integration. */
export const putIntegrationKeyProducts = (api: Sender, key: string, body: GitProducts) =>
  api.call<DescribedGitIntegration>("PUT", `integration/${part(key)}/products`, body);

/** The repositories of an integration at its vendor, page by page. */
export const getIntegrationKeyRepositories = (api: Sender, key: string, query: GitRepositoriesQuery = {}) =>
  api.call<GitRepositories>("GET", `integration/${part(key)}/repositories${search(query)}`);

/** Chooses the repositories that are scanned. */
export const putIntegrationKeyRepositories = (api: Sender, key: string, body: ChosenGitRepositories) =>
  api.call<DescribedGitIntegration>("PUT", `integration/${part(key)}/repositories`, body);

/** Scans a repository for dependency manifests. */
export const postIntegrationKeyScan = (api: Sender, key: string, body: GitScanRequest) =>
  api.call<GitScan>("POST", `integration/${part(key)}/scan`, body);

/** The integrations that the scanner uses. */
export const getXrayUiVcsIntegrations = (api: Sender) =>
  api.call<Array<VcsIntegration>>("GET", `xray/ui/vcs_integrations`);
