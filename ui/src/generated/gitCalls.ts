// Generated from the state machines by `cargo test --test generated`. Do not edit.

// The calls that only pages of Git integrations make.

import type { ChosenGitRepositories, DescribedGitIntegration, Empty, GitKey, GitProducts, GitRepositories, GitRepositoriesQuery, GitScan, GitScanRequest, GitToken, VcsIntegration, WantedGitHooks, WantedGitIntegration, Sender } from "./api";
import { part, search } from "./api";
import type { Handle } from "./types";

/** All Git integrations. */
export const getIntegrationGetIntegrations = (api: Sender) =>
  api.call<Array<DescribedGitIntegration>>("GET", `integration/getIntegrations`);

/** The integrations of a type, of which `git` is the only one. */
export const getIntegrationGetIntegrationsKind = (api: Sender, kind: string) =>
  api.call<Array<DescribedGitIntegration>>("GET", `integration/getIntegrations/${part(kind)}`);

/** Whether the vendor accepts the user of a Git integration as it would be. */
export const postIntegrationTest = (api: Sender, body: WantedGitIntegration) =>
  api.call<Empty>("POST", `integration/test`, body);

/** Creates a Git integration. */
export const postIntegration = (api: Sender, body: WantedGitIntegration) =>
  api.call<GitKey>("POST", `integration`, body);

/** Changes a Git integration. */
export const putIntegrationKey = (api: Sender, key: string, body: WantedGitIntegration) =>
  api.call<DescribedGitIntegration>("PUT", `integration/${part(key)}`, body);

/** Deletes a Git integration. */
export const deleteIntegrationKey = (api: Sender, key: string) =>
  api.call<Empty>("DELETE", `integration/${part(key)}`);

/** Chooses what a Git integration is for. */
export const putIntegrationKeyProducts = (api: Sender, key: string, body: GitProducts) =>
  api.call<DescribedGitIntegration>("PUT", `integration/${part(key)}/products`, body);

/** The repositories that the user of a Git integration may read at the vendor. */
export const getIntegrationKeyRepositories = (api: Sender, key: string, query: GitRepositoriesQuery = {}) =>
  api.call<GitRepositories>("GET", `integration/${part(key)}/repositories${search(query)}`);

/** Chooses the repositories of a Git integration. */
export const putIntegrationKeyRepositories = (api: Sender, key: string, body: ChosenGitRepositories) =>
  api.call<DescribedGitIntegration>("PUT", `integration/${part(key)}/repositories`, body);

/** Reads the manifests of a chosen repository and compares what they name with advisories. */
export const postIntegrationKeyScan = (api: Sender, key: string, body: GitScanRequest) =>
  api.call<GitScan>("POST", `integration/${part(key)}/scan`, body);

/** Has the chosen repositories of a Git integration scanned after pushes, or not. */
export const putIntegrationKeyHooks = (api: Sender, key: string, body: WantedGitHooks) =>
  api.call<DescribedGitIntegration>("PUT", `integration/${part(key)}/hooks`, body);

/** The Git integrations whose repositories can be scanned. */
export const getXrayUiVcsIntegrations = (api: Sender) =>
  api.call<Array<VcsIntegration>>("GET", `xray/ui/vcs_integrations`);

/** Keeps a token for an event that has its handle, once and for a minute. */
export const postIntegrationSecret = (api: Sender, body: GitToken) =>
  api.call<Handle>("POST", `integration/secret`, body);

/** Takes what a Git vendor reports; after a push, the repository is scanned. */
export const postGitHooksKeyHook = (api: Sender, key: string, hook: string, body: Blob) =>
  api.call<Empty>("POST", `ui/git/hooks/${part(key)}/${part(hook)}`, body);
