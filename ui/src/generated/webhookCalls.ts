// Generated from the state machines by `cargo test --test generated`. Do not edit.

// The calls that only pages of webhooks make.

import type { DescribedWebhook, DescribedWebhookDelivery, DescribedWebhooks, Empty, WantedWebhook, WebhookBuilds, WebhookBuildsQuery, WebhookBundles, WebhookDeliveries, WebhookDeliveriesQuery, WebhookDomains, WebhookEcho, WebhookEnvironments, WebhookEventFilter, WebhookNamesQuery, WebhookPause, WebhookPermissionPatterns, WebhookPermissionTargets, WebhookPreview, WebhookProjectQuery, WebhookProxies, WebhookRedelivery, WebhookRepositories, WebhookRepositoriesQuery, WebhookRotation, WebhookTestResult, Sender } from "./api";
import { part, search } from "./api";

/** All webhooks. */
export const getWebhooks = (api: Sender) =>
  api.call<DescribedWebhooks>("GET", `webhooks`);

/** Creates a webhook. */
export const postWebhooks = (api: Sender, body: WantedWebhook) =>
  api.call<DescribedWebhook>("POST", `webhooks`, body);

/** What webhooks can be sent. */
export const getWebhooksDomains = (api: Sender) =>
  api.call<WebhookDomains>("GET", `webhooks/domains`);

/** Sends a test to a webhook as it would be. */
export const postWebhooksTest = (api: Sender, body: WantedWebhook) =>
  api.call<WebhookTestResult>("POST", `webhooks/test`, body);

/** What a webhook as it would be sends. */
export const postWebhooksEcho = (api: Sender, body: WantedWebhook) =>
  api.call<WebhookEcho>("POST", `webhooks/echo`, body);

/** What exists of what a webhook would be sent events of. */
export const postWebhooksPreview = (api: Sender, body: WebhookEventFilter, query: WebhookProjectQuery = {}) =>
  api.call<WebhookPreview>("POST", `webhooks/preview${search(query)}`, body);

/** The repositories of a type. */
export const getWebhookListsRepositories = (api: Sender, query: WebhookRepositoriesQuery) =>
  api.call<WebhookRepositories>("GET", `webhook-lists/repositories${search(query)}`);

/** The names of builds. */
export const getWebhookListsBuilds = (api: Sender, query: WebhookBuildsQuery = {}) =>
  api.call<WebhookBuilds>("GET", `webhook-lists/builds${search(query)}`);

/** The names of release bundles. */
export const getWebhookListsBundles = (api: Sender, query: WebhookNamesQuery = {}) =>
  api.call<WebhookBundles>("GET", `webhook-lists/bundles${search(query)}`);

/** The environments that repositories belong to. */
export const getWebhookListsEnvironments = (api: Sender) =>
  api.call<WebhookEnvironments>("GET", `webhook-lists/environments`);

/** The patterns of builds and release bundles that permissions name. */
export const postWebhookListsPermissionTargets = (api: Sender, body: WebhookPermissionTargets) =>
  api.call<WebhookPermissionPatterns>("POST", `webhook-lists/permission-targets`, body);

/** The keys of proxies. */
export const getWebhookListsProxies = (api: Sender) =>
  api.call<WebhookProxies>("GET", `webhook-lists/proxies`);

/** A webhook. */
export const getWebhooksKey = (api: Sender, key: string) =>
  api.call<DescribedWebhook>("GET", `webhooks/${part(key)}`);

/** Changes a webhook. */
export const putWebhooksKey = (api: Sender, key: string, body: WantedWebhook) =>
  api.call<DescribedWebhook>("PUT", `webhooks/${part(key)}`, body);

/** Deletes a webhook. */
export const deleteWebhooksKey = (api: Sender, key: string) =>
  api.call<Empty>("DELETE", `webhooks/${part(key)}`);

/** Has the deliveries of a webhook wait, or no longer. */
export const postWebhooksKeyPause = (api: Sender, key: string, body: WebhookPause) =>
  api.call<DescribedWebhook>("POST", `webhooks/${part(key)}/pause`, body);

/** Gives a webhook another secret for its signatures. */
export const postWebhooksKeySecret = (api: Sender, key: string, body: WebhookRotation) =>
  api.call<DescribedWebhook>("POST", `webhooks/${part(key)}/secret`, body);

/** Has the secret before the newest one count no longer. */
export const deleteWebhooksKeyEarlierSecret = (api: Sender, key: string) =>
  api.call<DescribedWebhook>("DELETE", `webhooks/${part(key)}/earlier-secret`);

/** The deliveries of a webhook. */
export const getWebhooksKeyDeliveries = (api: Sender, key: string, query: WebhookDeliveriesQuery = {}) =>
  api.call<WebhookDeliveries>("GET", `webhooks/${part(key)}/deliveries${search(query)}`);

/** A delivery with its attempts. */
export const getWebhooksKeyDeliveriesId = (api: Sender, key: string, id: string) =>
  api.call<DescribedWebhookDelivery>("GET", `webhooks/${part(key)}/deliveries/${part(id)}`);

/** Sends the event of a delivery again. */
export const postWebhooksKeyDeliveriesIdRedeliver = (api: Sender, key: string, id: string) =>
  api.call<WebhookRedelivery>("POST", `webhooks/${part(key)}/deliveries/${part(id)}/redeliver`);
