// Generated from the state machines by `cargo test --test generated`. Do not edit.

// The calls that only pages of applications make.

import type { ApplicationClient, ApplicationName, ApplicationUsers, ApplicationUsersQuery, AuthorizationQuery, AuthorizationRequestShown, Authorize, Authorized, DescribedApplication, DescribedApplications, Empty, RegisteredApplication, RevokedUsers, UserIntegration, UserIntegrationsQuery, WantedApplication, Sender } from "./api";
import { part, search } from "./api";

/** All applications. */
export const getAccessIntegration = (api: Sender) =>
  api.call<DescribedApplications>("GET", `access/integration`);

/** Registers an application. */
export const postAccessIntegration = (api: Sender, body: WantedApplication) =>
  api.call<RegisteredApplication>("POST", `access/integration`, body);

/** The names of all applications. */
export const getAccessIntegrationApplications = (api: Sender) =>
  api.call<Array<ApplicationName>>("GET", `access/integration/applications`);

/** Changes an application. */
export const putAccessIntegrationId = (api: Sender, id: string, body: WantedApplication) =>
  api.call<DescribedApplication>("PUT", `access/integration/${part(id)}`, body);

/** Deletes an application. */
export const deleteAccessIntegrationId = (api: Sender, id: string) =>
  api.call<Empty>("DELETE", `access/integration/${part(id)}`);

/** Gives an application another secret. */
export const postAccessIntegrationIdSecret = (api: Sender, id: string) =>
  api.call<RegisteredApplication>("POST", `access/integration/${part(id)}/secret`);

/** The users who let an application act. */
export const getAccessIntegrationIdGrants = (api: Sender, id: string, query: ApplicationUsersQuery = {}) =>
  api.call<ApplicationUsers>("GET", `access/integration/${part(id)}/grants${search(query)}`);

/** No user lets an application act any longer. */
export const deleteAccessIntegrationIdGrants = (api: Sender, id: string) =>
  api.call<RevokedUsers>("DELETE", `access/integration/${part(id)}/grants`);

/** A user no longer lets an application act. */
export const deleteAccessIntegrationIdGrantsUser = (api: Sender, id: string, user: string) =>
  api.call<Empty>("DELETE", `access/integration/${part(id)}/grants/${part(user)}`);

/** What users see of an application. */
export const getAccessIntegrationClientId = (api: Sender, id: string) =>
  api.call<ApplicationClient>("GET", `access/integration/client/${part(id)}`);

/** What an application wants of the user. */
export const getAccessIntegrationValidateId = (api: Sender, id: string, query: AuthorizationQuery) =>
  api.call<AuthorizationRequestShown>("GET", `access/integration/validate/${part(id)}${search(query)}`);

/** The user lets an application do something, or does not. */
export const postAccessIntegrationAuthorizeIdUsername = (api: Sender, id: string, username: string, body: Authorize) =>
  api.call<Authorized>("POST", `access/integration/authorize/${part(id)}/${part(username)}`, body);

/** What the user lets applications do. */
export const getAccessIntegrationAuthorizationUsername = (api: Sender, username: string, query: UserIntegrationsQuery = {}) =>
  api.call<Array<UserIntegration>>("GET", `access/integration/authorization/${part(username)}${search(query)}`);

/** The user no longer lets an application do anything. */
export const deleteAccessIntegrationAuthorizationIdUsername = (api: Sender, id: string, username: string) =>
  api.call<Empty>("DELETE", `access/integration/authorization/${part(id)}/${part(username)}`);
