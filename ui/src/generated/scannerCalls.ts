// Generated from the state machines by `cargo test --test generated`. Do not edit.

// The calls that only the page of scanning search makes.

import type { ComponentDetails, ComponentDetailsRequest, ComponentSearch, ComponentSearchQuery, NewSupportBundle, ScannedComponents, ScannerVersion, ServiceSupportBundle, Sender } from "./api";
import { search } from "./api";

/** A page of the versions of packages that are scanned. */
export const postXrayUiComponentPaginatedsearch = (api: Sender, body: ComponentSearch, query: ComponentSearchQuery = {}) =>
  api.call<ScannedComponents>("POST", `xray/ui/component/paginatedsearch${search(query)}`, body);

/** What the scanner knows of a version. */
export const postXrayUiComponentDetailsGeneral = (api: Sender, body: ComponentDetailsRequest) =>
  api.call<ComponentDetails>("POST", `xray/ui/component/details/general`, body);

/** The scanner, and what it compares with. */
export const getXrayUiHomepageGetXrayVersion = (api: Sender) =>
  api.call<ScannerVersion>("GET", `xray/ui/homepage/getXrayVersion`);

/** Requests a support bundle from the service. */
export const postXrayApiV1SystemSupportBundle = (api: Sender, body: NewSupportBundle) =>
  api.call<ServiceSupportBundle>("POST", `xray/api/v1/system/support/bundle`, body);
