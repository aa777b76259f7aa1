// Generated from the state machines by `cargo test --test generated`. Do not edit.

// The calls that only pages of proxies make.

import type { DescribedProxy, Empty, OutboundProxies, WantedProxy, Sender } from "./api";
import { part } from "./api";

/** All proxies. */
export const getProxies = (api: Sender) =>
  api.call<OutboundProxies>("GET", `proxies`);

/** Creates a proxy. */
export const postProxies = (api: Sender, body: WantedProxy) =>
  api.call<DescribedProxy>("POST", `proxies`, body);

/** A proxy. */
export const getProxiesKey = (api: Sender, key: string) =>
  api.call<DescribedProxy>("GET", `proxies/${part(key)}`);

/** Changes a proxy. */
export const putProxiesKey = (api: Sender, key: string, body: WantedProxy) =>
  api.call<DescribedProxy>("PUT", `proxies/${part(key)}`, body);

/** Deletes a proxy that no webhook names. */
export const deleteProxiesKey = (api: Sender, key: string) =>
  api.call<Empty>("DELETE", `proxies/${part(key)}`);
